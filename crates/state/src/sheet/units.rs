use super::in_link;
use schedscope::sim::number;
use schedscope::workload::Unit;

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
    pub const ALL: [Self; 9] = [
        Self::Time(Unit::Nanoseconds),
        Self::Time(Unit::Microseconds),
        Self::Time(Unit::Milliseconds),
        Self::Time(Unit::Seconds),
        Self::Time(Unit::Minutes),
        Self::Time(Unit::Hours),
        Self::Time(Unit::Days),
        Self::Bytes(100.0),
        Self::Load(0.9),
    ];

    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time(unit) => unit.name().unwrap_or_default(),
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

    /// What one of them is.
    pub(super) fn unit(self) -> Unit {
        match self {
            Self::Time(unit) => unit,
            Self::Bytes(speed) => Unit::PerSecond(speed * 1e6),
            Self::Load(_) => Unit::Seconds,
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
