//! What *Cluster* shows: the scenario, what is wrong with it, and the last answer.

use super::choice;
use super::presets::PRESETS;
use super::shown::Shown;
use crate::clock::{Beat, Clock};
use crate::field::Field;
use crate::inquiry::Told;
use crate::protocol::Fault;
use crate::spread::Unit;
use crate::workbench::{Edit, Link, Workbench};
use schedscope_chart::Glance;
use schedscope_core::experiment::{Fields, Listed, Scenario};
use schedscope_core::pictures::cluster::ClusterRuns;
use schedscope_engine::cluster::{Plan, Workload};
use schedscope_engine::workload::Mix;
use schedscope_engine::world::FileFormat;

/// The state of *Cluster*.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The scenario, and how far the answer is.
    pub bench: Workbench<Plan, Shown>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// The machine whose memory is shown, from 0; absent: the one with most that is suspended.
    pub machine: Option<u32>,
    /// Number of the job that the reader has lit; absent: the one that tells most.
    pub lit: Option<u64>,
    /// Which part of the time is shown.
    pub window: Window,
    /// The page of lanes that the reader has turned to, from 0; absent: the one of the job that is lit.
    page: Option<usize>,
}

/// Where jobs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A mix of HFSP's experiments.
    Mix(Mix),
    /// Drawn as in *Compare*, and cut into tasks.
    Synthetic,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The scenario was edited.
    Edit(Edit),
    /// Another workload was chosen.
    Source(Source),
    /// The file was put away.
    Unload,
    /// The clock was moved.
    Clock(Beat),
    /// The memory of another machine, from 0.
    Machine(u32),
    /// The job of this number was lit.
    Light(u64),
    /// The job so many lanes further down was lit.
    Move(i32),
    /// Another part of the time is shown.
    Window(Window),
    /// So many times as much of the time is shown, around the playhead.
    Zoom(f64),
    /// Another page of lanes, from 0.
    Page(usize),
    /// A policy was chosen, as it is written, or dropped.
    Toggle(String),
    /// Another question was chosen to start from, by position.
    Preset(usize),
    /// Everything as at first.
    Reset,
    /// Another run of the same scenario, from 0.
    Run(u32),
    /// The runner has something to say.
    Told(Told),
    /// The runner has something to say of the other runs.
    Behind(Told),
}

impl Cluster {
    /// The default scenario of the view.
    pub fn open() -> Self {
        Self { bench: Workbench::open(default()), clock: Clock::new(false), machine: None, lit: None, window: Window::Story, page: None }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<impl Into<Link>, Fault>) {
        self.bench.follow_to_run(link.map(Into::into));
    }

    /// What comes out, in a sentence and one below it.
    pub fn headline(&self) -> [String; 2] {
        let shown = self.bench.inquiry.answer.as_ref().map(|(_, shown)| shown);
        let names: Vec<String> = shown.iter().flat_map(|shown| &shown.runs.runs).map(|run| run.name.clone()).collect();
        let ratio = |which: usize| shown.and_then(|shown| shown.report.versus(which, 0).ratio);
        let ratios: Vec<f64> = (1..names.len()).filter_map(ratio).collect();
        self.bench.headline(&names, &ratios, Unit::All)
    }

    /// Begin and end of the axis of time, in seconds.
    pub fn span(&self, shown: &Shown) -> (f64, f64) {
        // A little air, so that what ends last does not lie on the frame.
        let whole = 1.01 * shown.runs.end;
        match self.window {
            Window::Story => (0.0, shown.story.unwrap_or(whole)),
            Window::Part { from, to } if from < whole => (from, to.min(whole)),
            Window::Whole | Window::Part { .. } => (0.0, whole),
        }
    }

    /// The page of lanes that is shown, from 0.
    pub fn page(&self, shown: &Shown) -> usize {
        let of_lit = || self.lit(shown).and_then(|id| shown.runs.page_of(id)).unwrap_or(0);
        self.page.filter(|page| *page < shown.runs.pages()).unwrap_or_else(of_lit)
    }

    /// Number of the job that is lit: the one that was chosen, if there is such a one, else the one that tells most.
    pub fn lit(&self, shown: &Shown) -> Option<u64> {
        let there = |id: &u64| shown.runs.position(0, *id).is_some();
        self.lit.filter(there).or_else(|| shown.telling.map(|(id, _)| id))
    }

    /// What is looked at of a policy.
    pub fn glance(&self, shown: &Shown, which: usize) -> Glance {
        let (from, until) = self.span(shown);
        Glance { which, playhead: self.clock.playhead, lit: self.lit(shown), from, until, page: self.page(shown) }
    }

    /// Where jobs come from, if the view can choose it.
    pub fn source(&self) -> Option<Source> {
        let Fields { workload, .. } = self.bench.fields();
        let synthetic = workload.path.is_none() && workload.jobs.is_empty();
        workload.mix.map(Source::Mix).or(synthetic.then_some(Source::Synthetic))
    }

    /// The numbers that have a control now.
    pub fn fields(&self) -> Vec<Field> {
        let drawn = [Field::Shape, Field::Sigma].into_iter().filter(|_| self.source() == Some(Source::Synthetic));
        let others = [Field::Count, Field::Load, Field::Machines, Field::MapSlots, Field::ReduceSlots];
        let ram = self.bench.scenario.policies.iter().any(|written| choice::pages(written)).then_some(Field::Ram);
        drawn.chain(others).chain(ram).chain([Field::Seed]).collect()
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Edit(edit) => self.bench.edit(edit, |name| FileFormat::of(name).map(Some)),
            Change::Source(source) => {
                let mix = if let Source::Mix(mix) = source { Some(mix) } else { None };
                let now = self.bench.fields();
                // Of a file count and load are its own.
                let of = if now.workload.path.is_some() { first().workload } else { now.workload };
                let workload = Workload { mix, count: of.count, load: of.load, ..Workload::default() };
                let fields = self.fields();
                self.bench.set(Fields { system: now.system, workload }, &fields);
            }
            Change::Unload => {
                let (fields, system) = (self.fields(), self.bench.fields().system);
                self.bench.set(Fields { system, ..first() }, &fields);
            }
            Change::Clock(beat) => {
                // Who moves the clock looks at this run; that time passes while it plays is no wish.
                self.bench.behind.kept |= !matches!(beat, Beat::Tick(_));
                self.clock.hear(beat);
            }
            Change::Run(run) => self.bench.show(run),
            Change::Machine(machine) => self.machine = Some(machine),
            Change::Light(id) => {
                self.bench.behind.kept = true;
                (self.lit, self.page) = (Some(id), None);
            }
            Change::Move(by) => {
                if let Some((_, shown)) = self.bench.inquiry.answer.clone() {
                    let ids = shown.runs.ids();
                    let now = ids.iter().position(|id| Some(*id) == self.lit(&shown));
                    let last = ids.len().saturating_sub(1);
                    let next = now.map_or(0, |now| now.saturating_add_signed(by as isize).min(last));
                    if let Some(id) = ids.get(next) {
                        self.change(Change::Light(*id));
                    }
                }
            }
            Change::Window(window) => self.show_window(window),
            Change::Zoom(factor) => {
                if let Some((_, shown)) = self.bench.inquiry.answer.clone() {
                    let ((from, to), whole, now) = (self.span(&shown), 1.01 * shown.runs.end, self.clock.playhead);
                    let width = (to - from) * factor;
                    let middle = if (from..=to).contains(&now) { now } else { f64::midpoint(from, to) };
                    let part = || {
                        let from = (middle - width / 2.0).clamp(0.0, whole - width);
                        Window::Part { from, to: from + width }
                    };
                    self.show_window(if width >= whole { Window::Whole } else { part() });
                }
            }
            Change::Page(page) => {
                self.bench.behind.kept = true;
                self.page = Some(page);
            }
            Change::Toggle(written) => {
                let policies = &mut self.bench.scenario.policies;
                match policies.iter().position(|policy| *policy == written) {
                    Some(_) if policies.len() == 1 => {}
                    Some(position) => {
                        policies.remove(position);
                        self.bench.ask();
                    }
                    None if policies.len() < MOST => {
                        policies.push(written);
                        self.bench.ask();
                    }
                    None => {}
                }
            }
            Change::Preset(position) => {
                if let Some(preset) = PRESETS.get(position) {
                    let seed = self.bench.scenario.seed;
                    self.bench.reset(Scenario { seed, ..preset.scenario() });
                }
            }
            Change::Reset => self.bench.reset(default()),
            Change::Behind(told) => self.bench.told_behind(told, Unit::All, |answer| answer.summary.means().to_vec()),
            Change::Told(told) => {
                if let Some(answers) = self.bench.inquiry.told(told, self.bench.scenario.policies.len())
                    && let Some((report, policies, recordings)) = self.bench.report(answers)
                {
                    let runs = ClusterRuns::new(recordings.into_iter().filter_map(Plan::recording).collect(), &policies);
                    let shown = Shown::new(report, runs);
                    // A part of another run's time is no part of this one.
                    if matches!(self.window, Window::Part { .. }) {
                        self.window = Window::Story;
                    }
                    self.page = None;
                    let (from, until) = self.span(&shown);
                    self.clock.set_events(shown.times(from, until));
                    self.clock.hear(Beat::Seek(shown.instant(until)));
                    self.bench.inquiry.answered(shown);
                }
            }
        }
    }

    /// Shows a part of the time that is no less than can be told apart, and moves the playhead there.
    fn show_window(&mut self, window: Window) {
        let Some((_, shown)) = self.bench.inquiry.answer.clone() else { return };
        let least = LEAST * shown.runs.end;
        self.bench.behind.kept = true;
        self.window = match window {
            Window::Part { from, to } if to - from < least => {
                let from = (f64::midpoint(from, to) - least / 2.0).max(0.0);
                Window::Part { from, to: from + least }
            }
            other => other,
        };
        let (from, to) = self.span(&shown);
        let inside = (from..to).contains(&self.clock.playhead);
        self.clock.set_events(shown.times(from, to));
        if !inside {
            self.clock.hear(Beat::Seek(from));
        }
    }
}

/// Which part of the time is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Window {
    /// Until all jobs but the last are complete, where that one goes on long after the others; else the whole run.
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

/// Least part of a run's time that is shown.
const LEAST: f64 = 0.002;

/// Most policies below each other.
pub const MOST: usize = 4;

/// The system and the workload of the view's own scenario.
fn first() -> Fields<Plan> {
    default().of().cloned().unwrap_or_default()
}

/// The view's own scenario.
fn default() -> Scenario {
    PRESETS[0].scenario()
}
