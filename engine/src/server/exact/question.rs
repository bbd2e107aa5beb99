//! What is asked of theory: which queue, and what it makes of a policy.

use crate::formula::{Class, Preempt, Program, RankRule, Ties, Variable};
use crate::server::Kind;
use crate::theory::soap::{self, Jobs, Seen, Sees};
use crate::theory::{Form, SizeLaw, Table};
use crate::workload::{Errors, Job, Sizes, Synthetic, Weights};
use crate::world::Source;

/// Most weights that are told apart.
const MOST_WEIGHTS: u32 = 16;

/// An M/G/1 queue.
pub struct Queue {
    pub law: SizeLaw,
    pub load: f64,
    /// Spread of log-normal errors; none if errors have another law.
    pub sigma: Option<f64>,
    /// What all estimates are multiplied by.
    factor: f64,
    weights: Weights,
}

/// What theory has for a policy.
pub enum Answer {
    Form(Form),
    Table(Table, f64),
}

impl Queue {
    /// The queue that a source of jobs is a sample of.
    pub fn new(source: &Source) -> Result<Self, &'static str> {
        let Source::Synthetic(queue) = source else { return Err("these jobs are given: theory speaks of jobs that are drawn") };
        if queue.timeshape != 1.0 || queue.stretch {
            return Err("arrivals are not Poisson");
        }
        if queue.load >= 1.0 {
            return Err("there is no steady state at a load of 1 or more");
        }
        let law = law(queue).ok_or("sizes have a law of infinite moments")?;
        let sigma = match queue.errors {
            Errors::LogNormal | Errors::Unbiased => Some(queue.sigma),
            Errors::None | Errors::Bias(_) => Some(0.0),
            Errors::Uniform(_) => None,
        };
        let factor = match queue.errors {
            Errors::Unbiased => libm::exp(-queue.sigma * queue.sigma / 2.0),
            Errors::Bias(factor) => factor,
            Errors::LogNormal | Errors::None | Errors::Uniform(_) => 1.0,
        };
        Ok(Self { law, load: queue.load, sigma, factor, weights: queue.weights })
    }

    /// Whether theory can follow what a rank looks at: log-normal errors, and few enough weights.
    pub fn knows(&self, sees: Sees) -> bool {
        let few = !matches!(self.weights, Weights::Classes { classes, .. } if classes > MOST_WEIGHTS);
        (!sees.estimate || self.sigma.is_some()) && (!sees.weight || few)
    }

    /// Whether sizes are exponential.
    pub fn exponential(&self) -> bool {
        SizeLaw::weibull(1.0) == Ok(self.law) || SizeLaw::hyperexponential(1.0) == Ok(self.law)
    }

    /// What theory has for a policy on one server.
    pub fn answer(&self, policy: &Kind) -> Option<Answer> {
        // One factor for all jobs leaves the order of estimates as it is, but not that of what remains of them.
        let (same, sigma) = (self.factor == 1.0, self.sigma);
        let table = |table| Some(Answer::Table(table, sigma?));
        let form = match policy {
            Kind::Gittins(_) => return table(Table::Gittins),
            Kind::GittinsBlind(_) => return Some(Answer::Table(Table::Blind, 0.0)),
            Kind::Serpt(_) => return table(Table::Remaining),
            Kind::Fifo => Form::Fifo,
            Kind::Ps => Form::Ps,
            Kind::Gps if self.weights == Weights::None => Form::Ps,
            Kind::Las => Form::Las,
            Kind::Srpt => Form::Srpt,
            Kind::Psjf => Form::Psjf,
            Kind::Sjf => Form::Sjf,
            Kind::Srpte if same => Form::Srpte { sigma: sigma? },
            Kind::Psjfe => Form::Psjfe { sigma: sigma? },
            Kind::Sjfe => Form::Sjfe { sigma: sigma? },
            Kind::Wpsjfe if self.weights == Weights::None => Form::Psjfe { sigma: sigma? },
            _ => return None,
        };
        Some(Answer::Form(form))
    }

    /// The jobs as SOAP sees them.
    pub fn jobs(&self) -> Weighted<'_> {
        let weights = match self.weights {
            Weights::None => vec![(1.0, 1.0)],
            // More than theory follows are not looked at.
            Weights::Classes { classes, .. } if classes > MOST_WEIGHTS => vec![(1.0, 1.0)],
            Weights::Classes { classes, beta } => {
                (1..=classes).map(|class| (libm::pow(f64::from(class), -beta), 1.0 / f64::from(classes))).collect()
            }
        };
        Weighted { queue: self, weights }
    }

    /// A job as formulas see it.
    pub fn job(&self, seen: Seen) -> Job {
        Job { id: 0, arrival: 0.0, size: seen.size, estimate: seen.estimate * self.factor, weight: seen.weight }
    }
}

/// The jobs of a queue with their weights.
pub struct Weighted<'a> {
    queue: &'a Queue,
    weights: Vec<(f64, f64)>,
}

impl Weighted<'_> {
    pub fn as_jobs(&self) -> Jobs<'_> {
        let Queue { law, load, sigma, .. } = self.queue;
        Jobs { sizes: soap::Sizes::Law(law), sigma: sigma.unwrap_or(0.0), weights: &self.weights, load: *load }
    }
}

/// Whether a policy cannot tell jobs apart by their sizes, and knows nothing of them.
pub fn is_blind(policy: &Kind) -> bool {
    matches!(policy, Kind::Fifo | Kind::Ps | Kind::Las)
}

/// What a rule looks at, if it is one that SOAP speaks of: the job of least rank at every instant, ties in order of arrival, and a
/// rank of size, estimate, weight and age.
pub fn sees(rule: &RankRule) -> Option<Sees> {
    let uses = |variables: &[Variable]| variables.iter().any(|variable| rule.formula.uses(*variable));
    let spoken = rule.formula.class() != Class::Time && rule.preempt == Preempt::Always && rule.ties == Ties::Fcfs;
    (spoken && !uses(&[Variable::Arrival, Variable::Id])).then(|| Sees {
        estimate: uses(&[Variable::Est, Variable::EstRem, Variable::Late]) || rule.formula.is_tabled(),
        size: uses(&[Variable::Size, Variable::Rem]),
        weight: uses(&[Variable::Weight]),
    })
}

/// A formula of one job.
pub struct Curve(pub Program);

impl soap::Curve for Curve {
    fn rank(&self, age: f64) -> f64 {
        self.0.rank(age)
    }

    fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64)) {
        self.0.kinks(age, visit);
    }
}

/// The law of sizes, where its moments are known.
pub fn law(queue: &Synthetic) -> Option<SizeLaw> {
    match queue.sizes {
        Sizes::Weibull => SizeLaw::weibull(queue.shape).ok(),
        Sizes::Hyperexponential { scv } => SizeLaw::hyperexponential(scv).ok(),
        Sizes::BoundedPareto { alpha, ratio } => SizeLaw::bounded_pareto(alpha, ratio).ok(),
        Sizes::Deterministic => Some(SizeLaw::deterministic()),
        Sizes::Pareto { .. } => None,
    }
}
