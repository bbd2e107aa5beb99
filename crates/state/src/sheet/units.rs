use super::in_link;
use schedscope::sim::number;

/// What numbers of a column are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Milliseconds.
    Milliseconds,
    /// Seconds, or whatever unit all columns have.
    Seconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
}

impl Unit {
    /// All.
    pub const ALL: [Self; 4] = [Self::Milliseconds, Self::Seconds, Self::Minutes, Self::Hours];

    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Milliseconds => "milliseconds",
            Self::Seconds => "seconds",
            Self::Minutes => "minutes",
            Self::Hours => "hours",
        }
    }

    pub(super) const fn seconds(self) -> f64 {
        match self {
            Self::Milliseconds => 1e-3,
            Self::Seconds => 1.0,
            Self::Minutes => 60.0,
            Self::Hours => 3600.0,
        }
    }
}

/// What sizes and estimates are counted in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sizes {
    /// Time.
    Time(Unit),
    /// Bytes, at so many million of them a second.
    Bytes(f64),
    /// Whatever it is: they are scaled so that the load is this.
    Load(f64),
}

impl Sizes {
    /// All, in the order in which they are offered, with usual numbers.
    pub const ALL: [Self; 6] = [
        Self::Time(Unit::Milliseconds),
        Self::Time(Unit::Seconds),
        Self::Time(Unit::Minutes),
        Self::Time(Unit::Hours),
        Self::Bytes(100.0),
        Self::Load(0.9),
    ];

    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time(unit) => unit.name(),
            Self::Bytes(_) => "bytes",
            Self::Load(_) => "any unit",
        }
    }

    /// Its number: a speed in MB/s, or a load.
    pub const fn number(self) -> Option<f64> {
        match self {
            Self::Time(_) => None,
            Self::Bytes(number) | Self::Load(number) => Some(number),
        }
    }

    /// The same with another number, if it is one that can be.
    pub fn with(self, number: f64) -> Option<Self> {
        let other = match self {
            Self::Time(_) => self,
            Self::Bytes(_) => Self::Bytes(number),
            Self::Load(_) => Self::Load(number),
        };
        let most = if matches!(self, Self::Load(_)) { 10.0 } else { 1e9 };
        (1e-3..=most).contains(&number).then_some(other)
    }

    /// Seconds of one.
    pub(super) fn seconds(self) -> f64 {
        match self {
            Self::Time(unit) => unit.seconds(),
            Self::Bytes(speed) => 1e-6 / speed,
            Self::Load(_) => 1.0,
        }
    }

    /// In a link: `seconds`, `bytes:100`, `any-unit:0.9`.
    pub(super) fn write(self) -> String {
        let number = self.number().map(|number| format!(":{number}")).unwrap_or_default();
        format!("{}{number}", in_link(self.name()))
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let (name, number_text) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        let known = Self::ALL.into_iter().find(|sizes| in_link(sizes.name()) == name)?;
        number_text.map_or(Some(known), |text| known.with(number(text)?))
    }
}
