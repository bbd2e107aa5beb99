//! Kinds of sizes, errors and weights: each with a name, what it is at first, and the numbers that go with it.

use crate::field::Field;
use schedscope_core::experiment::Scenario;
use schedscope_engine::server::Plan;
use schedscope_engine::workload::{Errors, Sizes, Weights};
use schedscope_engine::world::{JobsSpec, WorkloadKind};

/// Something of which there are several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// How sizes are distributed.
    Sizes,
    /// How estimates are made.
    Errors,
    /// How jobs are weighted.
    Weights,
}

/// One of the kinds.
pub struct Kind {
    /// What it is called where it is chosen.
    pub name: &'static str,
    /// The numbers that it has.
    pub fields: &'static [Field],
    apply: fn(&mut JobsSpec),
    is: fn(&JobsSpec) -> bool,
}

const fn kind(name: &'static str, fields: &'static [Field], is: fn(&JobsSpec) -> bool, apply: fn(&mut JobsSpec)) -> Kind {
    Kind { name, fields, apply, is }
}

const SIZES: &[Kind] = &[
    kind("Weibull", &[Field::Shape], |s| matches!(s.sizes, None | Some(Sizes::Weibull)), |s| s.sizes = None),
    kind("Pareto", &[Field::Alpha], |s| matches!(s.sizes, Some(Sizes::Pareto { .. })), |s| sizes(s, Sizes::Pareto { alpha: 2.0 })),
    kind(
        "Bounded Pareto",
        &[Field::Alpha, Field::Ratio],
        |s| matches!(s.sizes, Some(Sizes::BoundedPareto { .. })),
        |s| sizes(s, Sizes::BoundedPareto { alpha: 1.5, ratio: 1e6 }),
    ),
    kind(
        "Hyper-exponential (two kinds of jobs)",
        &[Field::Scv],
        |s| matches!(s.sizes, Some(Sizes::Hyperexponential { .. })),
        |s| sizes(s, Sizes::Hyperexponential { scv: 10.0 }),
    ),
    kind("All equal", &[], |s| s.sizes == Some(Sizes::Deterministic), |s| sizes(s, Sizes::Deterministic)),
];

const ERRORS: &[Kind] = &[
    kind("Log-normal", &[Field::Sigma], |s| matches!(s.errors, None | Some(Errors::LogNormal)), |s| s.errors = None),
    kind("Log-normal, right on average", &[Field::Sigma], |s| s.errors == Some(Errors::Unbiased), |s| s.errors = Some(Errors::Unbiased)),
    kind(
        "Uniform between two factors",
        &[Field::LowFactor, Field::HighFactor],
        |s| matches!(s.errors, Some(Errors::Uniform(_))),
        |s| errors(s, Errors::Uniform([0.5, 2.0])),
    ),
    kind("All by one factor", &[Field::Bias], |s| matches!(s.errors, Some(Errors::Bias(_))), |s| errors(s, Errors::Bias(2.0))),
    kind("None: estimates are exact", &[], |s| s.errors == Some(Errors::None), |s| errors(s, Errors::None)),
];

const WEIGHTS: &[Kind] = &[
    kind(
        "All equal",
        &[],
        |s| matches!(s.weights, None | Some(Weights::None)),
        // A file may have its own.
        |s| s.weights = (s.kind() != WorkloadKind::Synthetic).then_some(Weights::None),
    ),
    kind(
        "By class",
        &[Field::Classes, Field::Beta],
        |s| matches!(s.weights, Some(Weights::Classes { .. })),
        |s| s.weights = Some(Weights::Classes { classes: 5, beta: 1.0 }),
    ),
];

fn sizes(workload: &mut JobsSpec, sizes: Sizes) {
    workload.sizes = Some(sizes);
    workload.shape = None;
}

fn errors(workload: &mut JobsSpec, errors: Errors) {
    workload.errors = Some(errors);
    workload.sigma = None;
}

impl Aspect {
    /// Name of the field of the scenario.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Sizes => "workload.sizes",
            Self::Errors => "workload.errors",
            Self::Weights => "workload.weights",
        }
    }

    /// In plain words.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Sizes => "Job sizes",
            Self::Errors => "Error model",
            Self::Weights => "Weights",
        }
    }

    /// What it does.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Sizes => "How the sizes of jobs are distributed. The mean is 1 whatever the distribution, so that only its shape counts.",
            Self::Errors => "How estimates come from sizes. Log-normal: too large and too small by the same factor is equally likely.",
            Self::Weights => "Whether some jobs are more important than others. Most policies do not look at weights; GPS and PSBS do.",
        }
    }

    /// All kinds.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Sizes => SIZES,
            Self::Errors => ERRORS,
            Self::Weights => WEIGHTS,
        }
    }

    /// Position of the kind that a scenario has.
    pub fn of(self, scenario: &Scenario) -> usize {
        let fields = scenario.of::<Plan>();
        fields.and_then(|fields| self.kinds().iter().position(|kind| (kind.is)(&fields.workload))).unwrap_or(0)
    }

    /// Gives a scenario the kind at this position.
    pub fn choose(self, scenario: &mut Scenario, position: usize) {
        if let (Some(kind), Some(fields)) = (self.kinds().get(position), scenario.of_mut::<Plan>()) {
            (kind.apply)(&mut fields.workload);
        }
    }
}
