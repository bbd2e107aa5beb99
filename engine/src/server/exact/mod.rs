//! What queueing theory says of a plan.
//!
//! `question.rs` says which queue the plan draws its jobs from, and what of theory a policy is; `cache.rs` keeps answers that take long.

mod cache;
mod question;

use super::{Plan, Policy};
use crate::formula::RankRule;
use crate::theory::soap::{self, Sojourn};
use crate::theory::{Table, conditional_mean_sojourn, mean_sojourn_mmm};
use cache::Asked;
use question::{Answer, Queue};

pub(super) use question::law;

impl Plan {
    /// Mean sojourn time under a policy by queueing theory: Poisson arrivals below load 1, sizes of a law with known moments, and a
    /// policy that theory knows. It is what the mean of ever more jobs tends to.
    pub fn exact_mean(&self, policy: &Policy) -> Option<f64> {
        let queue = self.queue().ok()?;
        if self.config.servers > 1 {
            // A policy that is blind to sizes cannot tell exponential jobs apart, whatever it does.
            let blind = queue.exponential() && question::is_blind(policy.kind());
            return mean_sojourn_mmm(self.config.servers, queue.load).ok().filter(|_| blind);
        }
        match queue.answer(policy.kind())? {
            Answer::Form(form) => cache::mean(Asked::Form(form), &queue),
            Answer::Table(table, sigma) => cache::mean(Asked::Table(table, sigma), &queue),
        }
    }

    /// The least mean sojourn time of all policies that see arrivals, estimates and attained service, in the limit of many jobs: that of
    /// Gittins' rule (theory of [`Table::Gittins`]).
    ///
    /// # Errors
    /// Why there is none: it is known for Poisson arrivals, a known law of sizes and of errors, and one server.
    pub fn bound(&self) -> Result<f64, &'static str> {
        let queue = self.queue()?;
        if self.config.servers > 1 {
            return Err("the bound is known for one server only");
        }
        if self.config.switch_cost > 0.0 {
            return Err("the bound is known only where switching costs nothing");
        }
        let sigma = queue.sigma.ok_or("the bound is known for log-normal errors only")?;
        cache::mean(Asked::Table(Table::Gittins, sigma), &queue).ok_or("there is no steady state at a load of 1 or more")
    }

    /// Mean sojourn times under a rank of constants of the job and its age, likewise, and if numbers on ever finer grids come to agree.
    pub fn exact_rank(&self, rule: &RankRule) -> Option<Sojourn> {
        let queue = self.queue().ok().filter(|_| self.config.servers == 1 && self.config.switch_cost == 0.0)?;
        let (jobs, sees) = (queue.jobs(), question::sees(rule).filter(|sees| queue.knows(*sees))?);
        let compiled = rule.formula.compile(&self.setting());
        soap::mean_sojourn(&jobs.as_jobs(), sees, |seen| question::Curve(compiled.of_job(&queue.job(seen)))).ok()?
    }

    /// Mean slowdown of classes of jobs under each policy, likewise: the mean of the sizes of each class, and the mean of what jobs of
    /// these sizes expect. Empty where there is no closed form, or one that takes long, as where a job's own estimate is to be
    /// averaged over.
    pub fn exact_slowdowns(&self, classes: &[Vec<f64>]) -> Vec<Vec<(f64, f64)>> {
        let queue = self.queue().ok().filter(|_| self.config.servers == 1);
        let of = |policy: &Policy| {
            let queue: &Queue = queue.as_ref()?;
            let Answer::Form(form) = queue.answer(policy.kind())? else { return None };
            let at = |size: &f64| Some(conditional_mean_sojourn(form, &queue.law, queue.load, *size, None).ok()? / size);
            let mean = |class: &Vec<f64>| {
                let slowdowns: Vec<f64> = class.iter().map(at).collect::<Option<_>>()?;
                let of = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
                (!class.is_empty()).then(|| (of(class), of(&slowdowns)))
            };
            Some(classes.iter().filter(|_| form.is_quick()).filter_map(mean).collect())
        };
        self.policies.iter().map(|policy| of(policy).unwrap_or_default()).collect()
    }

    /// The queue that the jobs come from.
    fn queue(&self) -> Result<Queue, &'static str> {
        let queue = Queue::new(&self.source)?;
        if self.config.switch_cost > 0.0 { Err("theory knows no cost of switching") } else { Ok(queue) }
    }
}

#[cfg(test)]
mod tests;
