use super::Config;
use crate::registry::Parameter;
use crate::workload::{BatchWorkload, Errors};
use std::borrow::Cow;

/// What a policy takes for granted of jobs, where it differs from what the scenario says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beliefs {
    /// Mean task duration above which it schedules a job as long, in seconds.
    cutoff: Option<f64>,
    /// How its estimates come from the true means, with the spread of those that have one (section 2.4.8, 3.6.5).
    errors: Option<(Errors, f64)>,
    /// Whether a wrong estimate may put a job into the wrong class.
    reclassify: Option<bool>,
}

/// The arguments of `name(a,b)`.
fn arguments<const N: usize>(text: &str, name: &str) -> Option<[f64; N]> {
    let list = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
    let numbers = list.split(',').map(|number| crate::sim::number(number.trim())).collect::<Option<Vec<f64>>>()?;
    numbers.try_into().ok()
}

impl Beliefs {
    /// What can be written in brackets.
    pub fn in_brackets() -> Vec<Parameter<Self>> {
        vec![
            Parameter::seconds(
                "cutoff",
                0.0..=Config::MOST_CUTOFF,
                "mean task duration above which it schedules a job as long",
                |its: &mut Self, seconds| its.cutoff = Some(seconds),
            ),
            Parameter::new(
                "error",
                "none, bias(X), uniform(X,Y), lognormal(S), unbiased(S)",
                "its estimates ÷ the truth; X, Y: 1e-9 to 1e9, S: 0 to 10",
                Self::set_errors,
            ),
            Parameter::switch("reclassify", "whether a wrong estimate may class a short job as long, or a long one as short", |its, on| {
                its.reclassify = Some(on);
            }),
        ]
    }

    fn set_errors(&mut self, text: &str) -> Option<()> {
        let (errors, sigma) = if text == "none" {
            (Errors::None, 0.0)
        } else if let Some([factor]) = arguments(text, "bias") {
            (Errors::Bias(factor), 0.0)
        } else if let Some([sigma]) = arguments(text, "lognormal") {
            (Errors::LogNormal, sigma)
        } else if let Some([sigma]) = arguments(text, "unbiased") {
            (Errors::Unbiased, sigma)
        } else {
            (Errors::Uniform(arguments(text, "uniform")?), 0.0)
        };
        errors.validate(sigma).ok()?;
        self.errors = Some((errors, sigma));
        Some(())
    }

    /// The datacenter with these beliefs.
    pub fn config(&self, config: &Config) -> Config {
        let cutoff = self.cutoff.unwrap_or(config.cutoff);
        Config { cutoff, errors_reclassify: self.reclassify.unwrap_or(config.errors_reclassify), ..*config }
    }

    /// The workload with these estimates.
    pub fn workload<'a>(&self, config: &Config, workload: &'a BatchWorkload) -> Cow<'a, BatchWorkload> {
        match self.errors {
            Some((errors, sigma)) => {
                Cow::Owned(workload.clone().with_errors(errors, sigma, config.seed, 0).expect("what the plan has checked"))
            }
            None => Cow::Borrowed(workload),
        }
    }
}
