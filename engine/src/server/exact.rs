//! What queueing theory says of a plan.

use super::{Kind, Plan, Policy};
use crate::theory::{Form, SizeLaw, conditional_mean_sojourn, mean_sojourn, mean_sojourn_mmm};
use crate::workload::{Errors, Sizes, Synthetic, Weights};
use crate::world::Source;

impl Plan {
    /// Mean sojourn time under a policy by queueing theory, where there is a closed form: Poisson arrivals below load 1, sizes of a
    /// law with known moments, and a policy that theory knows. It is what the mean of ever more jobs tends to.
    pub fn exact_mean(&self, policy: &Policy) -> Option<f64> {
        let (queue, servers) = (self.poisson()?, self.config.servers);
        if servers == 1 {
            return mean_sojourn(form(queue, policy.kind())?, &law(queue)?, queue.load).ok();
        }
        // A policy that is blind to sizes cannot tell exponential jobs apart, whatever it does.
        let exponential = queue.sizes == Sizes::Weibull && queue.shape == 1.0 || queue.sizes == Sizes::Hyperexponential { scv: 1.0 };
        let blind = matches!(policy.kind(), Kind::Fifo | Kind::Ps | Kind::Las);
        mean_sojourn_mmm(servers, queue.load).ok().filter(|_| exponential && blind)
    }

    /// Mean slowdown of classes of jobs under each policy, likewise: the mean of the sizes of each class, and the mean of what jobs of
    /// these sizes expect. Empty where there is no closed form, or one that takes long, as where a job's own estimate is to be
    /// averaged over.
    pub fn exact_slowdowns(&self, classes: &[Vec<f64>]) -> Vec<Vec<(f64, f64)>> {
        let queue = self.poisson().filter(|_| self.config.servers == 1);
        let known = queue.and_then(|queue| Some((queue, law(queue)?)));
        let of = |policy: &Policy| {
            let (queue, law) = known.as_ref()?;
            let form = form(queue, policy.kind())?;
            let quick = !matches!(form, Form::Psjfe { .. } | Form::Sjfe { .. });
            let at = |size: &f64| Some(conditional_mean_sojourn(form, law, queue.load, *size, None).ok()? / size);
            let mean = |class: &Vec<f64>| {
                let slowdowns: Vec<f64> = class.iter().map(at).collect::<Option<_>>()?;
                let of = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
                (!class.is_empty()).then(|| (of(class), of(&slowdowns)))
            };
            Some(classes.iter().filter(|_| quick).filter_map(mean).collect())
        };
        self.policies.iter().map(|policy| of(policy).unwrap_or_default()).collect()
    }

    /// The queue if arrivals are Poisson.
    fn poisson(&self) -> Option<&Synthetic> {
        let Source::Synthetic(synthetic) = &self.source else { return None };
        (synthetic.timeshape == 1.0 && !synthetic.stretch).then_some(synthetic)
    }
}

fn law(queue: &Synthetic) -> Option<SizeLaw> {
    match queue.sizes {
        Sizes::Weibull => SizeLaw::weibull(queue.shape).ok(),
        Sizes::Hyperexponential { scv } => SizeLaw::hyperexponential(scv).ok(),
        Sizes::BoundedPareto { alpha, ratio } => SizeLaw::bounded_pareto(alpha, ratio).ok(),
        Sizes::Deterministic => Some(SizeLaw::deterministic()),
        Sizes::Pareto { .. } => None,
    }
}

/// The closed form of a policy, given how estimates are made.
fn form(queue: &Synthetic, policy: &Kind) -> Option<Form> {
    // One factor for all jobs leaves their order as it is.
    let sigma = match queue.errors {
        Errors::LogNormal | Errors::Unbiased => Some(queue.sigma),
        Errors::None | Errors::Bias(_) => Some(0.0),
        Errors::Uniform(_) => None,
    };
    let exact = queue.errors == Errors::None || queue.errors.spread() && queue.sigma == 0.0;
    match policy {
        Kind::Fifo => Some(Form::Fifo),
        Kind::Ps => Some(Form::Ps),
        Kind::Gps if queue.weights == Weights::None => Some(Form::Ps),
        Kind::Las => Some(Form::Las),
        Kind::Srpt => Some(Form::Srpt),
        Kind::Srpte if exact => Some(Form::Srpt),
        Kind::Psjf => Some(Form::Psjf),
        Kind::Sjf => Some(Form::Sjf),
        Kind::Psjfe => Some(Form::Psjfe { sigma: sigma? }),
        Kind::Sjfe => Some(Form::Sjfe { sigma: sigma? }),
        _ => None,
    }
}
