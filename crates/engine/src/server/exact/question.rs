//! What is asked of theory: which queue, and what it makes of a policy.

use crate::formula::{Class, Preempt, Program, RankRule, Ties, Variable};
use crate::server::Kind;
use crate::theory::soap::{self, Jobs, Seen, Sees};
use crate::theory::{Form, GittinsTable, SizeLaw, Table};
use crate::workload::{Errors, Job, Sizes, Synthetic, Weights};
use crate::world::Source;

/// Most weights that are told apart.
const MOST_WEIGHTS: u32 = 16;

/// An M/G/1 queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Queue {
    pub law: SizeLaw,
    pub load: f64,
    /// Spread of log-normal errors; none if errors have another law.
    pub sigma: Option<f64>,
    /// What all estimates are multiplied by.
    factor: f64,
    weights: Weights,
}

impl Queue {
    /// The queue that a source of jobs is a sample of.
    pub fn new(source: &Source) -> Result<Self, &'static str> {
        let Source::Synthetic(queue, pace) = source else { return Err("these jobs are given: theory speaks of jobs that are drawn") };
        if queue.timeshape != 1.0 || queue.stretch || !pace.is_even() {
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
        let equal = self.weights == Weights::None;
        let rank = |text| RankRule::parse(text).ok().map(Answer::Rank);
        let form = match policy {
            Kind::Gittins(_) => return Some(Answer::Table(Table::Gittins, sigma?)),
            Kind::Serpt(_) => return Some(Answer::Table(Table::Remaining, sigma?)),
            Kind::GittinsBlind(_) => return Some(Answer::Table(Table::Blind, 0.0)),
            Kind::Rank(its) => return Some(Answer::Rank(its.rule().clone())),
            Kind::PsjfeLas => return rank("max(est,age)"),
            Kind::Wpsjfe if !equal => return rank("est/weight"),
            Kind::Wsrpte if !equal || !same => return rank("estrem/weight"),
            Kind::Srpte if !same => return rank("estrem"),
            Kind::SrptB if !same => return rank("max(estrem,min(-estrem,est))"),
            Kind::Fifo => Form::Fifo,
            Kind::Ps => Form::Ps,
            Kind::Gps if equal => Form::Ps,
            Kind::Las => Form::Las,
            Kind::Srpt => Form::Srpt,
            Kind::Psjf => Form::Psjf,
            Kind::Sjf => Form::Sjf,
            Kind::Srpte | Kind::Wsrpte => Form::Srpte { sigma: sigma? },
            Kind::SrptB => Form::SrptB { sigma: sigma? },
            Kind::Psjfe | Kind::Wpsjfe => Form::Psjfe { sigma: sigma? },
            Kind::Sjfe => Form::Sjfe { sigma: sigma? },
            _ => return None,
        };
        Some(Answer::Form(form))
    }

    /// Weights with their probabilities; more than theory follows are not told apart.
    pub fn weights(&self) -> Vec<(f64, f64)> {
        match self.weights {
            Weights::Classes { classes, beta } if classes <= MOST_WEIGHTS => {
                (1..=classes).map(|class| (libm::pow(f64::from(class), -beta), 1.0 / f64::from(classes))).collect()
            }
            Weights::None | Weights::Classes { .. } => vec![(1.0, 1.0)],
        }
    }

    /// The jobs as SOAP sees them.
    pub fn jobs<'a>(&'a self, weights: &'a [(f64, f64)]) -> Jobs<'a> {
        Jobs { sizes: soap::Sizes::Law(&self.law), sigma: self.sigma.unwrap_or(0.0), weights, load: self.load }
    }

    /// A job as formulas see it.
    pub fn job(&self, seen: Seen) -> Job {
        Job { id: 0, arrival: 0.0, size: seen.size, estimate: seen.estimate * self.factor, weight: seen.weight }
    }
}

/// What theory has for a policy.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A closed form.
    Form(Form),
    /// SOAP for a table of ranks, with the spread of errors.
    Table(Table, f64),
    /// SOAP for any rank.
    Rank(RankRule),
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

    fn steps(&self) -> usize {
        self.0.steps(GittinsTable::STEPS)
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
