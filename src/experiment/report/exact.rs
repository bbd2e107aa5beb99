use crate::experiment::{Scenario, Source, SystemKind, WorkloadKind};
use schedscope_engine::registry::Choice;
use schedscope_engine::server::Policy;
use schedscope_engine::theory::{Form, SizeLaw, conditional_mean_sojourn, mean_sojourn, mean_sojourn_mmm};
use schedscope_engine::workload::{Errors, Sizes, Synthetic, Weights};

/// Mean sojourn time under each policy by queueing theory, where there is a closed form: Poisson arrivals below load 1,
/// sizes of a law with known moments, and a policy that theory knows. It is what the mean of ever more jobs tends to.
pub fn exact_means(scenario: &Scenario, policies: &[Choice]) -> Vec<Option<f64>> {
    let queue = poisson(scenario);
    policies.iter().map(|policy| mean(scenario, queue.as_ref()?, policy.written().parse().ok()?)).collect()
}

/// Mean slowdown of jobs of these sizes under each policy, likewise: size and slowdown. Empty where there is no closed form, or
/// one that takes long, as where a job's own estimate is to be averaged over.
pub fn exact_slowdowns(scenario: &Scenario, policies: &[Choice], sizes: &[f64]) -> Vec<Vec<(f64, f64)>> {
    let queue = poisson(scenario).filter(|_| scenario.system.servers.unwrap_or(1) == 1);
    let known = queue.as_ref().and_then(|queue| Some((queue, law(queue)?)));
    let of = |policy: &Choice| {
        let (queue, law) = known.as_ref()?;
        let form = form(queue, policy.written().parse().ok()?)?;
        let quick = !matches!(form, Form::Psjfe { .. } | Form::Sjfe { .. });
        let at = |size: &f64| Some((*size, conditional_mean_sojourn(form, law, queue.load, *size, None).ok()? / size));
        Some(sizes.iter().filter(|_| quick).filter_map(at).collect())
    };
    policies.iter().map(|policy| of(policy).unwrap_or_default()).collect()
}

/// The queue if arrivals are Poisson.
fn poisson(scenario: &Scenario) -> Option<Synthetic> {
    let spec = &scenario.workload;
    if scenario.system.kind != SystemKind::Server || spec.kind() != WorkloadKind::Synthetic {
        return None;
    }
    let Ok(Source::Synthetic(synthetic)) = Source::new(spec, |_| unreachable!("nothing is read")) else { return None };
    (synthetic.timeshape == 1.0 && !synthetic.stretch).then_some(synthetic)
}

fn mean(scenario: &Scenario, queue: &Synthetic, policy: Policy) -> Option<f64> {
    let servers = scenario.system.servers.unwrap_or(1);
    if servers == 1 {
        return mean_sojourn(form(queue, policy)?, &law(queue)?, queue.load).ok();
    }
    // A policy that is blind to sizes cannot tell exponential jobs apart, whatever it does.
    let exponential = queue.sizes == Sizes::Weibull && queue.shape == 1.0 || queue.sizes == Sizes::Hyperexponential { scv: 1.0 };
    let blind = matches!(policy, Policy::Fifo | Policy::Ps | Policy::Las);
    mean_sojourn_mmm(servers, queue.load).ok().filter(|_| exponential && blind)
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
fn form(queue: &Synthetic, policy: Policy) -> Option<Form> {
    // One factor for all jobs leaves their order as it is.
    let sigma = match queue.errors {
        Errors::LogNormal => Some(queue.sigma),
        Errors::None | Errors::Bias(_) => Some(0.0),
        Errors::Uniform(_) => None,
    };
    let exact = queue.errors == Errors::None || queue.errors == Errors::LogNormal && queue.sigma == 0.0;
    match policy {
        Policy::Fifo => Some(Form::Fifo),
        Policy::Ps => Some(Form::Ps),
        Policy::Gps if queue.weights == Weights::None => Some(Form::Ps),
        Policy::Las => Some(Form::Las),
        Policy::Srpt => Some(Form::Srpt),
        Policy::Srpte if exact => Some(Form::Srpt),
        Policy::Psjf => Some(Form::Psjf),
        Policy::Sjf => Some(Form::Sjf),
        Policy::Psjfe => Some(Form::Psjfe { sigma: sigma? }),
        Policy::Sjfe => Some(Form::Sjfe { sigma: sigma? }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::choices;

    fn means(toml: &str, policies: &[&str]) -> Vec<Option<f64>> {
        let mut scenario = Scenario::from_toml(toml).unwrap();
        scenario.policies = policies.iter().map(|key| (*key).to_owned()).collect();
        let policies = choices(&scenario).unwrap();
        exact_means(&scenario, &policies)
    }

    fn near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-4 * expected)
    }

    #[test]
    fn where_theory_has_a_word() {
        let found = means("[workload]\nshape = 0.5\nload = 0.9", &["fifo", "ps", "las", "srpt", "gps", "fsp", "srpte", "psbs"]);
        let expected = [Some(28.0), Some(10.0), Some(7.03846), Some(3.14979), Some(10.0), None, None, None];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(expected.map_or(found.is_none(), |expected| near(found, expected)), "{found:?} {expected:?}");
        }
        let estimates = means("[workload]\nshape = 1.0\nload = 0.5\nsigma = 2.0", &["psjfe", "sjfe"]);
        assert!(near(estimates[0], 1.75974) && near(estimates[1], 1.85336));
        let biased = means("[workload]\nshape = 1.0\nload = 0.5\nerrors = { bias = 3.0 }", &["psjfe", "srpte"]);
        assert!(near(biased[0], 1.531_383) && biased[1].is_none());
        assert!(near(means("[workload]\nshape = 1.0\nload = 0.5\nsigma = 0.0", &["srpte"])[0], 1.425_373));
    }

    #[test]
    fn slowdowns_by_size() {
        let slowdowns = |toml: &str| {
            let scenario =
                Scenario { policies: ["ps", "srpt", "psjfe", "fsp"].map(str::to_owned).into(), ..Scenario::from_toml(toml).unwrap() };
            exact_slowdowns(&scenario, &choices(&scenario).unwrap(), &[0.1, 10.0])
        };
        let found = slowdowns("[workload]\nshape = 0.5\nload = 0.5");
        assert!(found[0].iter().zip([0.1, 10.0]).all(|((size, slowdown), asked)| *size == asked && near(Some(*slowdown), 2.0)));
        assert!(found[1][0].1 < 1.3 && found[1].len() == 2);
        assert!(found[2].is_empty() && found[3].is_empty());
        assert!(slowdowns("[system]\nservers = 2").iter().all(Vec::is_empty));
    }

    #[test]
    fn several_servers() {
        let found = means("[system]\nservers = 2\n[workload]\nshape = 1.0\nload = 0.5", &["fifo", "ps", "srpt"]);
        assert!(near(found[0], 8.0 / 3.0) && near(found[1], 8.0 / 3.0) && found[2].is_none());
        assert_eq!(means("[system]\nservers = 2\n[workload]\nshape = 0.5", &["fifo"]), [None]);
    }

    #[test]
    fn where_it_has_none() {
        for toml in [
            "[workload]\ntimeshape = 0.5",
            "[workload]\nstretch = true",
            "[workload]\nload = 1.0",
            "[workload]\nsizes = { pareto = { alpha = 2.0 } }",
            "[workload]\njobs = [{ arrival = 0.0, size = 1.0 }]",
            "[workload]\npath = \"jobs.csv\"",
        ] {
            assert_eq!(means(toml, &["fifo"]), [None], "{toml}");
        }
        assert_eq!(means("[workload]\nerrors = { uniform = [0.5, 2.0] }", &["psjfe"]), [None]);
        assert_eq!(means("[workload]\nweights = { classes = 5, beta = 1.0 }", &["gps"]), [None]);
        assert_eq!(means("[system]\nkind = \"cluster\"", &["fifo"]), [None]);
    }
}
