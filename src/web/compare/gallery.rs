//! What the pictures of an answer are made from, and what is looked at in it.

use schedscope_chart::Mode;
use schedscope_core::experiment::Measure;
use schedscope_core::pictures::Sight;
use schedscope_state::compare::{Change, Findings, Focus, PictureKind, Stories, alike, best, grouped};
use schedscope_state::state::Action;
use std::rc::Rc;
use yew::prelude::*;

/// What the pictures are made from.
#[derive(Clone)]
pub struct Gallery {
    /// What is known.
    pub findings: Rc<Findings>,
    /// What is looked at.
    pub focus: Focus,
    /// The job that is looked at.
    pub job: Option<Rc<Stories>>,
    /// Keys of the policies in the order of their rows.
    pub order: Vec<String>,
    /// The result that stays in view, and what was different.
    pub before: Option<(Rc<Findings>, String)>,
    /// What the means come to, in words.
    pub verdict: String,
    /// Whether FSPE+PS stands for PSBS, too.
    pub merged: bool,
    /// The theme.
    pub mode: Mode,
    /// In what policies are compared.
    pub measure: Option<Measure>,
    /// Hears what changes.
    pub change: Callback<Change>,
    /// Leads elsewhere.
    pub dispatch: Callback<Action>,
}

impl Gallery {
    /// What is looked at in the report.
    pub fn sight(&self) -> Sight<'_> {
        let (findings, measure) = (&*self.findings, self.measure);
        let report = &findings.report;
        let groups = grouped(report, &self.order);
        let of_group = |rows: &Vec<usize>| {
            let first = best(findings, measure, rows);
            rows.iter()
                .copied()
                .filter(|i| first.is_some_and(|first| *i == first || alike(findings, measure, *i, first)))
                .collect::<Vec<_>>()
        };
        let both = report.policies.iter().position(|row| row.policy.written() == "fspe+ps").filter(|_| self.merged);
        Sight {
            best: groups.iter().flat_map(|(_, rows)| of_group(rows)).collect(),
            groups: groups.into_iter().map(|(title, rows)| (title.to_owned(), rows)).collect(),
            to: self.focus.over(report).first().copied().unwrap_or_default(),
            lit: self.focus.lit(report),
            notes: both.map(|i| (i, "= PSBS")).into_iter().collect(),
            before: self.before.as_ref().map(|(before, what)| (&*before.report, &*before.replicated, what.clone())),
        }
    }

    /// Which picture is shown.
    pub fn shown(&self) -> PictureKind {
        self.focus.shown(&self.findings)
    }

    /// What the pictures depend on.
    pub fn seen(&self) -> impl PartialEq + 'static + use<> {
        let before = self.before.as_ref().map(|(before, what)| (Rc::as_ptr(before), what.clone()));
        (Rc::as_ptr(&self.findings), self.focus.clone(), self.job.clone(), self.order.clone(), before, self.merged, self.mode, self.measure)
    }
}
