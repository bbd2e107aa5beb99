//! What queueing theory says of a plan.
//!
//! `question.rs` says which queue the plan draws its jobs from, and what theory has for a policy; `cache.rs` finds the answer, and keeps
//! what takes long.

mod cache;
mod question;

use super::ranked::setting_of;
use super::{Plan, Policy};
use crate::theory::{Table, TooMuch, conditional_mean_sojourn, mean_sojourn_mmm};
use crate::world::Source;
use cache::sojourn;
use question::{Answer, Queue};
use std::borrow::Cow;

pub(super) use question::law;

impl Plan {
    /// Mean sojourn time under a policy by queueing theory: Poisson arrivals below load 1, sizes of a law with known moments, and a
    /// policy that theory knows. It is what the mean of ever more jobs tends to. Ranks of one's own have one if they are made of the
    /// job and its age, and numbers on finer and finer grids come to agree.
    ///
    /// # Errors
    /// If finding it takes too much.
    pub fn exact_mean(&self, policy: &Policy) -> Result<Option<f64>, TooMuch> {
        let Ok(queue) = self.queue() else { return Ok(None) };
        if self.config.servers > 1 {
            // A policy that is blind to sizes cannot tell exponential jobs apart, whatever it does.
            let blind = queue.exponential() && question::is_blind(policy.kind());
            return Ok(mean_sojourn_mmm(self.config.servers, queue.load).ok().filter(|_| blind).map(|mean| mean / self.speed));
        }
        let Some(answer) = queue.answer(policy.kind()) else { return Ok(None) };
        Ok(sojourn(answer, &queue, || setting_of(&self.seen()))?.map(|found| found.mean / self.speed))
    }

    /// The least mean sojourn time of all policies that see arrivals, estimates and attained service, in the limit of many jobs: that of
    /// Gittins' rule.
    ///
    /// # Errors
    /// Why there is none: it is known for Poisson arrivals, a known law of sizes and of errors, and one server.
    pub fn bound(&self) -> Result<f64, &'static str> {
        let queue = self.queue()?;
        if self.config.servers > 1 {
            return Err("the bound is known for one server only");
        }
        let sigma = queue.sigma.ok_or("the bound is known for log-normal errors only")?;
        let found = sojourn(Answer::Table(Table::Gittins, sigma), &queue, || setting_of(&self.seen()));
        let found = found.map_err(|_| "the bound is not computed: it takes too long")?;
        found.map(|found| found.mean / self.speed).ok_or("theory finds no bound")
    }

    /// Mean slowdown of classes of jobs under each policy, likewise: the mean of the sizes of each class, and the mean of what jobs of
    /// these sizes expect. Empty where theory says nothing of jobs of a size, or takes long, as where closed forms are to be averaged
    /// over a job's own estimate.
    pub fn exact_slowdowns(&self, classes: &[Vec<f64>]) -> Vec<Vec<(f64, f64)>> {
        // Nothing is looked up for nobody.
        let queue = self.queue().ok().filter(|_| self.config.servers == 1 && !classes.is_empty());
        let of = |policy: &Policy| {
            let queue: &Queue = queue.as_ref()?;
            let answer = queue.answer(policy.kind())?;
            let numbers = match &answer {
                Answer::Rank(_) => Some(sojourn(answer.clone(), queue, || setting_of(&self.seen())).ok()??),
                _ => None,
            };
            let at = |size: &f64| match (&answer, &numbers) {
                (Answer::Form(form), _) if form.is_quick() => {
                    Some(conditional_mean_sojourn(*form, &queue.law, queue.load, *size, None).ok()? / size)
                }
                (_, Some(found)) => Some(found.of_size(*size) / size),
                _ => None,
            };
            let mean = |class: &Vec<f64>| {
                let slowdowns: Vec<f64> = class.iter().map(|size| Some(at(size)? / self.speed)).collect::<Option<_>>()?;
                let of = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
                (!class.is_empty()).then(|| (of(class), of(&slowdowns)))
            };
            Some(classes.iter().filter_map(mean).collect())
        };
        self.policies.iter().map(|policy| of(policy).unwrap_or_default()).collect()
    }

    /// The jobs in the time that theory speaks of, in which the servers have a speed of 1.
    fn seen(&self) -> Cow<'_, Source> {
        self.source.at_speed(self.speed)
    }

    /// The queue that the jobs come from.
    fn queue(&self) -> Result<Queue, &'static str> {
        if !self.theory {
            return Err("theory is switched off");
        }
        let queue = Queue::new(&self.seen())?;
        if self.config.switch_cost > 0.0 { Err("theory knows no cost of switching") } else { Ok(queue) }
    }
}

#[cfg(test)]
mod tests;
