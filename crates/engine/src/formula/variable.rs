use super::Class;

/// What a formula can read of a job, of the moment and of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Variable {
    /// The estimate of its size.
    Est,
    /// Its weight.
    Weight,
    /// When it arrived.
    Arrival,
    /// Its number.
    Id,
    /// Its exact size.
    Size,
    /// The service it has attained.
    Age,
    /// What remains of its estimate; negative once it is late.
    EstRem,
    /// 1 if it has attained its estimate, else 0.
    Late,
    /// What remains of its exact size.
    Rem,
    /// The time.
    Now,
    /// The time since it arrived.
    Sojourn,
    /// The time in which it was not served.
    Wait,
    /// The number of jobs present.
    N,
    /// The number of late jobs present.
    NLate,
    /// The load of the scenario.
    Load,
    /// The error of its estimates.
    Sigma,
    /// The shape of its sizes.
    Shape,
}

impl Variable {
    /// All of them, as they are listed.
    pub const ALL: [Self; 17] = [
        Self::Est,
        Self::Weight,
        Self::Arrival,
        Self::Id,
        Self::Size,
        Self::Age,
        Self::EstRem,
        Self::Late,
        Self::Rem,
        Self::Now,
        Self::Sojourn,
        Self::Wait,
        Self::N,
        Self::NLate,
        Self::Load,
        Self::Sigma,
        Self::Shape,
    ];

    /// What is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Est => "est",
            Self::Weight => "weight",
            Self::Arrival => "arrival",
            Self::Id => "id",
            Self::Size => "size",
            Self::Age => "age",
            Self::EstRem => "estrem",
            Self::Late => "late",
            Self::Rem => "rem",
            Self::Now => "now",
            Self::Sojourn => "sojourn",
            Self::Wait => "wait",
            Self::N => "n",
            Self::NLate => "nlate",
            Self::Load => "load",
            Self::Sigma => "sigma",
            Self::Shape => "shape",
        }
    }

    /// What it is, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Est => "the estimate of the job's size",
            Self::Weight => "its weight",
            Self::Arrival => "when it arrived",
            Self::Id => "its number",
            Self::Size => "its exact size, which only an oracle knows",
            Self::Age => "the service it has attained",
            Self::EstRem => "est − age, negative once it is late",
            Self::Late => "1 once age ≥ est, before that 0",
            Self::Rem => "size − age, which only an oracle knows",
            Self::Now => "the time",
            Self::Sojourn => "now − arrival, its time in the system",
            Self::Wait => "sojourn − age, the time in which it was not served",
            Self::N => "the number of jobs present",
            Self::NLate => "the number of late jobs present",
            Self::Load => "the load of the scenario",
            Self::Sigma => "the error σ of the scenario's estimates",
            Self::Shape => "the shape of the scenario's sizes",
        }
    }

    /// What its value changes with.
    pub const fn class(self) -> Class {
        match self {
            Self::Est | Self::Weight | Self::Arrival | Self::Id | Self::Size | Self::Load | Self::Sigma | Self::Shape => Class::Constant,
            Self::Age | Self::EstRem | Self::Late | Self::Rem => Class::Age,
            Self::Now | Self::Sojourn | Self::Wait | Self::N | Self::NLate => Class::Time,
        }
    }

    /// Whether only an oracle knows it.
    pub const fn is_oracle(self) -> bool {
        matches!(self, Self::Size | Self::Rem)
    }

    /// Whether all jobs present have the same value.
    pub const fn is_common(self) -> bool {
        matches!(self, Self::Now | Self::N | Self::NLate | Self::Load | Self::Sigma | Self::Shape)
    }

    /// The variable of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variable| variable.name() == name)
    }
}

/// A set of variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Variables(u32);

impl Variables {
    pub(super) fn insert(&mut self, variable: Variable) {
        self.0 |= 1 << variable as u32;
    }

    pub(super) fn contains(self, variable: Variable) -> bool {
        self.0 & (1 << variable as u32) != 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Variable> {
        Variable::ALL.into_iter().filter(move |variable| self.contains(*variable))
    }
}
