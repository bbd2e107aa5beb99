//! How the jobs of a cluster are watched.

use super::presets::{COMPARED, PRESETS};
use super::replay::Replay;
use crate::clock::Beat;
use crate::file::Reads;
use crate::offered::Offered;
use crate::spread::Unit;
use crate::stage::{About, Fit, Motion, Played, Spreads, Stage};
use schedscope::cluster::{Plan, Workload};
use schedscope::registry::Choice;
use schedscope::workload::{Portion, Which};
use schedscope::world::{FileFormat, SpecError};
use schedscope_chart::Glance;
use schedscope_core::experiment::{Fields, Listed, Recording, Report, Scenario};
use schedscope_core::pictures::cluster::ClusterRuns;
use std::rc::Rc;

/// Machines with slots.
#[derive(Clone, Copy, Debug)]
pub struct Cluster;

/// What is looked at besides.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// The machine whose memory is shown, from 0; absent: the one with most that is suspended.
    pub machine: Option<u32>,
    /// Which part of the time is shown.
    pub window: Window,
    /// The page of lanes that the reader has turned to, from 0; absent: the one of the job that is selected.
    page: Option<usize>,
}

/// Which part of the time is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Window {
    /// Until all jobs but the last are complete, where that one goes on long after the others; else the whole run.
    #[default]
    Story,
    /// The whole run.
    Whole,
    /// From one instant to another, in seconds.
    Part {
        /// The first.
        from: f64,
        /// The last.
        to: f64,
    },
}

/// What can be done to it besides.
#[derive(Clone, Debug)]
pub enum Gesture {
    /// The memory of another machine, from 0.
    Machine(u32),
    /// Another part of the time is shown.
    Window(Window),
    /// So many times as much of the time is shown, around the playhead.
    Zoom(f64),
    /// Another page of lanes, from 0.
    Page(usize),
}

/// Least part of a run's time that is shown.
const LEAST: f64 = 0.002;

impl Played<Cluster> {
    /// Begin and end of the axis of time, in seconds.
    pub fn span(&self, shown: &Replay) -> (f64, f64) {
        // A little air, so that what ends last does not lie on the frame.
        let whole = 1.01 * shown.runs.end;
        match self.own.window {
            Window::Story => (0.0, shown.story.unwrap_or(whole)),
            Window::Part { from, to } if from < whole => (from, to.min(whole)),
            Window::Whole | Window::Part { .. } => (0.0, whole),
        }
    }

    /// The page of lanes that is shown, from 0.
    pub fn page(&self, shown: &Replay) -> usize {
        let of_selected = || self.selected.and_then(|id| shown.runs.page_of(id)).unwrap_or(0);
        self.own.page.filter(|page| *page < shown.runs.pages()).unwrap_or_else(of_selected)
    }

    /// What is looked at of a policy.
    pub fn glance(&self, shown: &Replay, which: usize) -> Glance {
        let (from, until) = self.span(shown);
        Glance { which, playhead: self.clock.playhead, lit: self.selected, from, until, page: self.page(shown) }
    }

    /// Shows a part of the time that is no less than can be told apart, and moves the playhead there.
    fn show_window(&mut self, window: Window, shown: &Rc<Replay>) {
        let least = LEAST * shown.runs.end;
        self.look();
        self.own.window = match window {
            Window::Part { from, to } if to - from < least => {
                let from = (f64::midpoint(from, to) - least / 2.0).max(0.0);
                Window::Part { from, to: from + least }
            }
            other => other,
        };
        let (from, to) = self.span(shown);
        let inside = (from..to).contains(&self.clock.playhead);
        self.clock.set_events(shown.times(from, to));
        if !inside {
            self.clock.hear(Beat::Seek(from));
        }
    }
}

impl Stage for Cluster {
    type World = Plan;
    type Replay = Replay;
    /// The number of a job.
    type Selected = u64;
    type Own = Own;
    type Gesture = Gesture;

    const ABOUT: About = About {
        name: "cluster",
        title: "Cluster",
        line: "Machines with map and reduce slots",
        counts: ["job", "jobs"],
        time: "a time of at least 0, in seconds",
        presets: &PRESETS,
        compared: &COMPARED,
        measure: "mean_sojourn",
        offered: Offered { ways: Some("preemption"), ..Offered::BY_FAMILY },
        reads: Reads::Jobs,
        most: 4,
        panels: 4,
        in_order: false,
        finds: None,
        plays: false,
    };
    const SPREADS: Option<Spreads> = Some(Spreads { unit: Unit::All, of: |answer| answer.summary.means().to_vec() });

    fn shown(report: Report, recordings: Vec<Recording>) -> Replay {
        let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
        let runs = ClusterRuns::new(recordings.into_iter().filter_map(Plan::recording).collect(), &policies);
        Replay::new(report, runs)
    }

    fn report(shown: &Replay) -> &Report {
        &shown.report
    }

    fn instants(played: &Played<Self>, shown: &Replay) -> Vec<f64> {
        let (from, until) = played.span(shown);
        shown.times(from, until)
    }

    fn telling(_: &Played<Self>, shown: &Replay) -> Option<u64> {
        shown.telling.map(|(id, _)| id)
    }

    fn begin(played: &Played<Self>, shown: &Replay) -> Motion {
        Motion::At(shown.instant(played.span(shown).1))
    }

    fn next(played: &Played<Self>, shown: &Replay, by: i64) -> Option<(u64, Option<Motion>)> {
        let ids = shown.runs.ids();
        let now = ids.iter().position(|id| Some(*id) == played.selected);
        let next = now.map_or(0, |now| now.saturating_add_signed(by as isize).min(ids.len().saturating_sub(1)));
        ids.get(next).map(|id| (*id, None))
    }

    fn has(shown: &Replay, id: u64) -> bool {
        shown.runs.position(0, id).is_some()
    }

    fn name(_: &Replay, id: u64) -> Option<String> {
        Some(format!("J{id}"))
    }

    fn named(shown: &Replay, name: &str) -> Option<u64> {
        read(name).filter(|id| Self::has(shown, *id))
    }

    fn may_name(name: &str) -> Result<(), &'static str> {
        read(name).map(|_| ()).ok_or("a job, such as J3")
    }

    fn headline(played: &Played<Self>) -> [String; 2] {
        let shown = played.shown();
        let names: Vec<String> = shown.iter().flat_map(|shown| &shown.runs.runs).map(|run| run.name.clone()).collect();
        let ratio = |which: usize| shown.and_then(|shown| shown.report.versus(which, 0).ratio);
        let ratios: Vec<f64> = (1..names.len()).filter_map(ratio).collect();
        played.bench.headline(&names, &ratios)
    }

    fn gesture(played: &mut Played<Self>, gesture: Gesture) {
        let Some(shown) = played.shown().cloned() else { return };
        match gesture {
            Gesture::Machine(machine) => played.own.machine = Some(machine),
            Gesture::Page(page) => {
                played.look();
                played.own.page = Some(page);
            }
            Gesture::Window(window) => played.show_window(window, &shown),
            Gesture::Zoom(factor) => {
                let ((from, to), whole, now) = (played.span(&shown), 1.01 * shown.runs.end, played.clock.playhead);
                let width = (to - from) * factor;
                let middle = if (from..=to).contains(&now) { now } else { f64::midpoint(from, to) };
                let part = || {
                    let from = (middle - width / 2.0).clamp(0.0, whole - width);
                    Window::Part { from, to: from + width }
                };
                played.show_window(if width >= whole { Window::Whole } else { part() }, &shown);
            }
        }
    }

    fn selected(played: &mut Played<Self>) {
        played.own.page = None;
    }

    fn arrived(played: &mut Played<Self>, _: &Replay, _: bool) {
        // A part of another run's time is no part of this one.
        if matches!(played.own.window, Window::Part { .. }) {
            played.own.window = Window::Story;
        }
        played.own.page = None;
    }

    /// A mix takes the place of the jobs that there were; their number and the load stay.
    fn asked(played: &mut Played<Self>, before: &Scenario, field: Option<&str>) {
        let Some(mix) = played.fields().workload.mix.filter(|_| field == Some("workload.mix")) else { return };
        let before = before.of::<Plan>().cloned().unwrap_or_default().workload;
        let Workload { count, load, .. } =
            if before.path.is_some() { PRESETS[0].scenario().of::<Plan>().cloned().unwrap_or_default().workload } else { before };
        let system = played.fields().system;
        let workload = Workload { mix: Some(mix), count, load, ..Workload::default() };
        played.bench_mut().amend(|scenario| scenario.spec = Plan::spec(Fields { system, workload }));
    }

    fn format(name: &str) -> Result<Option<FileFormat>, SpecError> {
        FileFormat::of(name).map(Some)
    }

    /// As many of its jobs as can be watched.
    const FIT: Option<Fit<Plan>> = Some(|fields, survey| {
        if let Some(Portion { count, part }) = survey.portion {
            fields.workload.count = Some(count as u32);
            fields.workload.part = Some(part).filter(|part| *part != Which::default());
        }
    });

    fn bar(scenario: &Scenario) -> Vec<&'static str> {
        let part = scenario.file().map(|_| "workload.part");
        ["workload.count"].into_iter().chain(part).chain(["system.machines", "workload.load"]).collect()
    }
}

/// A job as links call it.
fn read(name: &str) -> Option<u64> {
    name.strip_prefix('J')?.parse().ok()
}
