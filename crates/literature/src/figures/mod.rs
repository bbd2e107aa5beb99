//! The figures of the literature, drawn anew: a catalogue with one file a family.
//!
//! A [`Figure`] knows where it stands in its source, what it shows, how its data is measured ([`Figure::draw`]) and which
//! claims it supports. What it draws is a [`Picture`], which is data as well: `chart` makes SVG and PNG of it, and its
//! numbers are the CSV behind it.

mod beyond;
mod cdn;
pub(super) mod conditional;
mod datacenter;
mod decisions;
mod eagle;
mod effort;
mod examples;
mod hawk;
mod hfsp;
mod kairos;
mod network;
mod ordering;
mod preemption;
mod production;
mod prototype;
mod synthetic;
mod traces;

pub use effort::{Effort, Level};

use crate::estimate::Interval;
use crate::traces::{TRACES, trace};
use schedscope_core::plot::{Bar, Picture};

/// A number at a place of a curve, with the ends of its interval.
fn point(x: f64, of: impl Interval) -> (f64, f64, (f64, f64)) {
    (x, of.middle(), (of.low(), of.high()))
}

/// A number as a bar, with the ends of its interval.
fn bar(of: impl Interval) -> Bar {
    Bar::between(of.middle(), of.low(), of.high())
}

/// A figure of the literature.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// What it is called here: a letter for the source, then its number there.
    pub id: &'static str,
    /// What else it is called, where two sources have it.
    pub also: &'static [&'static str],
    /// Where it stands.
    pub source: &'static str,
    /// What it shows.
    pub caption: &'static str,
    /// Where ours differs from theirs, other than in numbers; empty if nowhere.
    pub note: &'static str,
    /// Ids of the claims that it supports.
    pub claims: &'static [&'static str],
    /// The trace that it needs and that is not part of this project.
    pub needs: Option<&'static str>,
    measure: fn(&Effort<'_>) -> Picture,
}

/// A figure cannot be measured: its data is not part of this project.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{figure} needs the trace {file} as SWIM publishes it: name the folder that holds it in the variable {TRACES}")]
pub struct MissingTrace {
    /// The figure.
    pub figure: &'static str,
    /// The file's name.
    pub file: &'static str,
}

/// A figure of the literature that is not drawn, and why.
pub const MISSING: &[(&str, &str)] = &[
    ("Pastorelli's thesis, figures 2.4 and 4.3", "diagrams"),
    ("Delgado's thesis, figures 1.1, 2.2, 2.3, 3.1, 4.2 and 4.3", "diagrams"),
    ("mPlane D3.3, figures 3.14 to 3.17", "diagrams"),
    ("ViPeeR D4.5, figures 3.1 and 3.2", "diagrams"),
];

/// All figures, in the order of their sources.
pub fn catalogue() -> impl Iterator<Item = &'static Figure> + Clone {
    [
        examples::FIGURES,
        synthetic::FIGURES,
        traces::FIGURES,
        examples::OF_HFSP,
        hfsp::FIGURES,
        preemption::FIGURES,
        production::FIGURES,
        hawk::FIGURES,
        eagle::FIGURES,
        kairos::FIGURES,
        ordering::FIGURES,
        network::FIGURES,
        cdn::FIGURES,
        beyond::FIGURES,
        decisions::FIGURES,
    ]
    .into_iter()
    .flatten()
}

/// The figure of this id, however its letter is written.
pub fn find(id: &str) -> Option<&'static Figure> {
    catalogue().find(|figure| std::iter::once(&figure.id).chain(figure.also).any(|known| known.eq_ignore_ascii_case(id)))
}

impl Figure {
    const fn new(id: &'static str, source: &'static str, caption: &'static str, measure: fn(&Effort<'_>) -> Picture) -> Self {
        Self { id, also: &[], source, caption, note: "", claims: &[], needs: None, measure }
    }

    const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    const fn noting(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    const fn supporting(self, claims: &'static [&'static str]) -> Self {
        Self { claims, ..self }
    }

    const fn needing(self, file: &'static str) -> Self {
        Self { needs: Some(file), ..self }
    }

    /// Measures what the figure shows.
    ///
    /// # Errors
    /// If it needs a trace that is not at hand.
    pub fn draw(&self, effort: &Effort<'_>) -> Result<Picture, MissingTrace> {
        match self.needs.filter(|file| trace(file).is_none()) {
            Some(file) => Err(MissingTrace { figure: self.id, file }),
            None => Ok((self.measure)(effort)),
        }
    }
}
