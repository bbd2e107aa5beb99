//! What theory expects of a scenario's policies, where a closed form is known.

use super::{Plan, Source};
use crate::server::Policy;
use crate::theory::{Form, SizeLaw, conditional_mean_sojourn, mean_sojourn, mean_sojourn_mmm};
use crate::workload::{Errors, Sizes, Synthetic};
use serde::{Deserialize, Serialize};

/// What theory expects of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// Mean sojourn time.
    pub mean: f64,
    /// Mean slowdown of jobs of some sizes, where it is known: size, slowdown.
    pub by_size: Vec<(f64, f64)>,
}

impl Plan {
    /// What theory expects of a policy in an endless run of this scenario, with the mean slowdown at some sizes. Absent where
    /// no closed form is known: arrivals must be Poisson, the load below 1, and sizes and errors drawn from a law that
    /// [`crate::theory`] knows.
    pub fn expected(&self, policy: Policy, sizes: &[f64]) -> Option<Expected> {
        let Source::Synthetic(synthetic) = &self.source else { return None };
        if synthetic.timeshape != 1.0 || synthetic.stretch {
            return None;
        }
        let load = synthetic.load;
        if self.config.servers > 1 {
            // Of exponential sizes nobody knows more than a blind policy, however much a job has had.
            let blind = matches!(policy, Policy::Fifo | Policy::Ps | Policy::Las);
            let exponential = matches!(synthetic.sizes, Sizes::Weibull if synthetic.shape == 1.0);
            let mean = (blind && exponential).then(|| mean_sojourn_mmm(self.config.servers, load).ok())??;
            return Some(Expected { mean, by_size: vec![] });
        }
        let (form, law) = (form(policy, synthetic)?, law(synthetic)?);
        // Averaging over a job's own estimate takes long.
        let conditional = !matches!(form, Form::Psjfe { .. } | Form::Sjfe { .. });
        let at = |size: &f64| Some((*size, conditional_mean_sojourn(form, &law, load, *size, None).ok()? / size));
        let by_size = sizes.iter().filter(|_| conditional).filter_map(at).collect();
        Some(Expected { mean: mean_sojourn(form, &law, load).ok()?, by_size })
    }
}

/// The law of sizes, if theory has it.
fn law(synthetic: &Synthetic) -> Option<SizeLaw> {
    match synthetic.sizes {
        Sizes::Weibull => SizeLaw::weibull(synthetic.shape).ok(),
        Sizes::BoundedPareto { alpha, ratio } => SizeLaw::bounded_pareto(alpha, ratio).ok(),
        Sizes::Hyperexponential { scv } => SizeLaw::hyperexponential(scv).ok(),
        Sizes::Deterministic => Some(SizeLaw::deterministic()),
        Sizes::Pareto { .. } => None,
    }
}

/// The form of a policy, if it has one.
fn form(policy: Policy, synthetic: &Synthetic) -> Option<Form> {
    let sigma = match synthetic.errors {
        Errors::LogNormal => Some(synthetic.sigma),
        Errors::None => Some(0.0),
        // Estimates that are all wrong by one factor put jobs in the right order.
        Errors::Bias(_) if matches!(policy, Policy::Psjfe | Policy::Sjfe) => Some(0.0),
        Errors::Bias(_) | Errors::Uniform(_) => None,
    };
    match policy {
        Policy::Fifo => Some(Form::Fifo),
        Policy::Ps => Some(Form::Ps),
        Policy::Las => Some(Form::Las),
        Policy::Srpt => Some(Form::Srpt),
        Policy::Psjf => Some(Form::Psjf),
        Policy::Sjf => Some(Form::Sjf),
        Policy::Srpte if sigma == Some(0.0) => Some(Form::Srpt),
        Policy::Psjfe => Some(Form::Psjfe { sigma: sigma? }),
        Policy::Sjfe => Some(Form::Sjfe { sigma: sigma? }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Scenario;

    fn mean(workload: &str, policy: Policy) -> Option<f64> {
        let toml = format!("[workload]\n{workload}");
        let plan = Plan::new(Scenario::from_toml(&toml).unwrap(), |_| unreachable!()).unwrap();
        plan.expected(policy, &[1.0]).map(|expected| expected.mean)
    }

    #[test]
    fn textbook_values() {
        let near = |a: Option<f64>, b: f64| assert!((a.unwrap() / b - 1.0).abs() < 1e-6, "{a:?} {b}");
        near(mean("shape = 1.0", Policy::Ps), 10.0);
        near(mean("shape = 1.0", Policy::Srpt), 3.552_125);
        near(mean("shape = 1.0\nsigma = 2.0", Policy::Psjfe), 6.576_45);
        near(mean("shape = 1.0\nerrors = \"none\"", Policy::Srpte), 3.552_125);
        near(mean("shape = 1.0\nerrors = { bias = 3.0 }", Policy::Sjfe), 4.196_913);
        near(mean("sizes = \"deterministic\"", Policy::Fifo), 5.5);
    }

    #[test]
    fn where_nothing_is_known() {
        for (workload, policy) in [
            ("shape = 1.0", Policy::FspePs),
            ("shape = 1.0", Policy::Srpte),
            ("shape = 1.0\ntimeshape = 0.5", Policy::Ps),
            ("shape = 1.0\nload = 1.0", Policy::Ps),
            ("shape = 1.0\nstretch = true", Policy::Ps),
            ("sizes = { pareto = { alpha = 3.0 } }", Policy::Ps),
            ("errors = { uniform = [0.5, 2.0] }", Policy::Psjfe),
            ("errors = { bias = 3.0 }", Policy::Srpte),
        ] {
            assert_eq!(mean(workload, policy), None, "{workload} {policy}");
        }
    }

    #[test]
    fn several_servers_and_conditional_slowdown() {
        let plan = |toml: &str| Plan::new(Scenario::from_toml(toml).unwrap(), |_| unreachable!()).unwrap();
        let two = plan("policies = [\"ps\"]\n[system]\nservers = 2\n[workload]\nshape = 1.0");
        assert!((two.expected(Policy::Las, &[1.0]).unwrap().mean - 2.0 / 0.19).abs() < 1e-12);
        assert_eq!(two.expected(Policy::Srpt, &[]), None);
        let one = plan("[workload]\nshape = 0.5\nload = 0.5");
        let by_size = one.expected(Policy::Ps, &[0.1, 10.0]).unwrap().by_size;
        assert!(by_size.iter().all(|(_, slowdown)| (slowdown - 2.0).abs() < 1e-12) && by_size.len() == 2);
    }
}
