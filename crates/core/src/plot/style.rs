use super::{Dash, Hue, Look};

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Its colour.
    pub colour: Colour,
    /// Its dashes.
    pub dash: Dash,
    /// Whether it has markers, which tell it from others where it runs on them.
    pub marked: bool,
}

/// A colour by what it stands for; each theme has its own table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A policy, or whatever else is not a job.
    Hue(Hue),
    /// The same without its colour: it is there, but not looked at.
    Pale(Hue),
    /// The job at this position, or a class of jobs. The first [`Colour::JOBS`] differ in hue; beyond, the hues come again in another
    /// shade.
    Job(usize),
}

impl Colour {
    /// Jobs that differ in hue.
    pub const JOBS: usize = 8;
}

impl Style {
    /// An unbroken line without markers in the colour of the job at this position.
    pub const fn job(position: usize) -> Self {
        Self { colour: Colour::Job(position), dash: Dash::Solid, marked: false }
    }

    /// The same without its colour.
    #[must_use]
    pub const fn pale(self) -> Self {
        match self.colour {
            Colour::Hue(hue) => Self { colour: Colour::Pale(hue), ..self },
            Colour::Pale(_) | Colour::Job(_) => self,
        }
    }
}

impl From<Look> for Style {
    fn from(Look { hue, dash }: Look) -> Self {
        Self { colour: Colour::Hue(hue), dash, marked: true }
    }
}
