//! What *Sweep* shows: the question, how far the answer is, and the cells that are there.

use super::axis::{Axis, Spacing};
use super::found::{Findings, Heard};
use super::presets;
use super::setup::Setup;
use crate::edited::{Edit, number_of};
use crate::format;
use crate::lab::{self, Lab, Made};
use crate::protocol::Fault;
use crate::stage::use_file;
use schedscope_core::experiment::sweep::read_results;
use schedscope_core::experiment::{Scenario, SystemKind};
use schedscope_core::pictures::{SweepQuantity, sweep_cell, sweep_picture};
use schedscope_core::plot::{self, Plot};
use std::rc::Rc;

/// How far the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Not started.
    Idle,
    /// What came with the page is on its way.
    Fetching,
    /// Workers are at it.
    Running,
    /// The user has had enough.
    Stopped,
    /// All cells are there.
    Done,
    /// There will be no more.
    Failed,
}

/// How fast it goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// Fraction of the simulations that is done.
    pub part: f64,
    /// Jobs that were simulated.
    pub jobs: f64,
    /// Seconds that this took so far.
    pub seconds: f64,
}

/// What the sweeper has to say.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Number of the run.
    pub run: u32,
    /// What was found out since it spoke last.
    pub heard: Vec<Heard>,
    /// How fast it goes.
    pub pace: Pace,
    /// What a worker that broke down said.
    pub broken: Option<String>,
    /// Why there will be no more.
    pub fault: Option<Fault>,
}

/// The state of *Sweep*.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What is asked.
    pub setup: Setup,
    /// Number of the run.
    pub run: u32,
    /// How far it is.
    pub phase: Phase,
    /// How fast it goes.
    pub pace: Pace,
    /// Jobs that are simulated in a second, once that is known.
    pub rate: Option<f64>,
    /// What is wrong with the question.
    pub fault: Option<Fault>,
    /// What a worker that broke down said.
    pub replaced: Option<String>,
    /// What is there.
    pub findings: Option<Rc<Findings>>,
    /// What is shown of it.
    pub picture: Option<Rc<plot::Picture>>,
    /// The cell of a map that is pointed at.
    pub pointed: Option<Pointed>,
    /// The cell of a map that was chosen, by column and row from 0; without one, it is that of the scenario's own values.
    pub chosen: Option<[usize; 2]>,
    /// What is around the cell that is chosen.
    pub around: Option<Around>,
    /// The formula under the author's hand.
    pub lab: Lab,
    /// Whether pictures have room for one column only.
    pub narrow: bool,
}

/// What is around a cell of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Around {
    /// The cell, by column and row.
    pub at: [usize; 2],
    /// Its policies in rows.
    pub rows: Rc<plot::Picture>,
    /// What is shown along its row and along its column.
    pub slices: [Rc<plot::Picture>; 2],
    /// What its numbers say.
    pub sentence: String,
}

/// A cell of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointed {
    /// Which map.
    pub panel: usize,
    /// Column and row, from 0.
    pub at: [usize; 2],
    /// Where it is within the picture: left, top, width and height in pixels of the page.
    pub place: [f64; 4],
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The view was opened.
    Open,
    /// A preset was chosen.
    Preset(usize),
    /// Another scenario is to be swept.
    Take(Box<Scenario>),
    /// A file of this name is to be used.
    Use(String),
    /// The file was put away.
    Unload,
    /// Another field varies along an axis; beyond the last axis, a new one.
    Axis(usize, usize),
    /// Removes the second axis.
    Drop,
    /// Values of an axis follow each other otherwise.
    Spacing(usize, usize),
    /// Something was typed into a field of an axis.
    Type(usize, usize, String),
    /// The scenario was edited.
    Edit(Edit),
    /// The policy of this key was chosen or dropped.
    Toggle(String),
    /// The formula of the lab.
    Lab(lab::Change),
    /// Another figure is to be shown.
    Show(String),
    /// The window became a phone's, or no longer is one.
    Narrow(bool),
    /// A cell is pointed at, or none any more.
    Point(Option<Pointed>),
    /// The cell in this column and row was chosen.
    Choose([usize; 2]),
    /// Begin, or go on.
    Run,
    /// Stop and keep these results.
    Stop,
    /// The results that came with the page, of the run of this number; nothing where they could not be had.
    Shipped(u32, Option<String>),
    /// So many jobs were simulated in a second.
    Rate(f64),
    /// The sweeper has something to say.
    Told(Told),
}

impl Sweep {
    /// The first preset of a world. On a `narrow` window pictures have one column.
    pub fn open(world: SystemKind, narrow: bool) -> Self {
        Self {
            setup: presets::preset(world, 0),
            run: 0,
            phase: Phase::Idle,
            pace: Pace::default(),
            rate: None,
            fault: None,
            replaced: None,
            findings: None,
            picture: None,
            pointed: None,
            chosen: None,
            around: None,
            lab: Lab::default(),
            narrow,
        }
    }

    /// Takes what a link asks, or shows what is wrong with the link.
    pub fn follow(&mut self, setup: Result<Setup, Fault>) {
        match setup {
            Ok(setup) if setup == self.setup && self.fault.is_none() => {}
            Ok(setup) => {
                self.setup = setup;
                self.begin();
            }
            Err(fault) => (self.phase, self.fault) = (Phase::Failed, Some(fault)),
        }
    }

    /// Whether what is shown belongs to another question.
    pub fn stale(&self) -> bool {
        let now = self.setup.sweep().ok();
        self.findings.as_ref().is_some_and(|findings| now.is_none_or(|sweep| sweep != findings.sweep))
    }

    /// What is wrong with the field of this name.
    pub fn blames(&self, name: &str) -> Option<&str> {
        let fault = self.fault.as_ref().filter(|fault| fault.field.as_deref() == Some(name));
        fault.map(|fault| fault.message.as_str())
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Open if self.phase == Phase::Idle && self.findings.is_none() => self.begin(),
            Change::Open => {}
            Change::Preset(position) => {
                self.setup = presets::preset(self.setup.base.kind(), position);
                self.begin();
            }
            Change::Take(base) => {
                self.setup.take(*base);
                self.edited();
            }
            // Who gives the file that is asked for keeps all settings.
            Change::Use(name) if self.setup.base.scenario.file() == Some(name.as_str()) => self.begin(),
            Change::Use(name) => {
                let mut scenario = self.setup.base.scenario.clone();
                let read = use_file(&mut scenario, name);
                self.setup.take(scenario);
                self.edited();
                if let Err(error) = read {
                    (self.fault, self.phase) = (Some(error.into()), Phase::Failed);
                }
            }
            Change::Unload => {
                let Scenario { seed, replications, policies, .. } = self.setup.base.scenario.clone();
                let first = presets::preset(self.setup.base.kind(), 0).base.scenario;
                self.setup.take(Scenario { seed, replications, policies, ..first });
                self.edited();
            }
            Change::Axis(axis, position) => {
                if let Some(offered) = Axis::offered(&self.setup.base.scenario, position) {
                    let other = self.setup.axes.get(1 - axis).filter(|other| other.field.name != offered.field.name).cloned();
                    self.setup.axes = match (axis, other) {
                        (0, other) => std::iter::once(offered).chain(other).collect(),
                        (_, Some(other)) => vec![other, offered],
                        (_, None) => vec![offered],
                    };
                }
                self.edited();
            }
            Change::Drop => {
                self.setup.axes.truncate(1);
                self.edited();
            }
            Change::Spacing(axis, position) => {
                let axis = &mut self.setup.axes[axis];
                let values = axis.values();
                axis.spacing = Spacing::ALL[position].0;
                // The same values, as far as they can be said so.
                if let Ok(values) = values {
                    let text = |x: Option<&f64>| x.map(f64::to_string).unwrap_or_default();
                    axis.texts = if axis.spacing == Spacing::List {
                        [values.iter().map(f64::to_string).collect::<Vec<_>>().join(", "), String::new(), String::new()]
                    } else {
                        [text(values.first()), text(values.last()), values.len().to_string()]
                    };
                }
                self.edited();
            }
            Change::Type(axis, part, text) => {
                self.setup.axes[axis].texts[part] = text;
                self.edited();
            }
            Change::Edit(edit) => {
                if self.setup.base.edit(edit, self.fault.is_some()) {
                    self.edited();
                }
            }
            Change::Lab(change) => {
                if let Some(Made { old, new }) = self.lab.change(change) {
                    lab::put(&mut self.setup.base.scenario.policies, old.as_ref(), new.clone());
                    self.lab.has(new);
                    self.edited();
                }
            }
            Change::Toggle(toggled) => {
                self.setup.base.toggle(&toggled);
                self.edited();
            }
            Change::Show(column) => {
                let known = SweepQuantity::all(self.setup.base.kind()).iter().find(|quantity| quantity.column == column);
                self.setup.column = known.map_or(self.setup.column, |quantity| quantity.column);
                if let Some(findings) = &mut self.findings {
                    Rc::make_mut(findings).setup.column = self.setup.column;
                }
                self.draw();
            }
            Change::Narrow(narrow) => {
                self.narrow = narrow;
                self.draw();
            }
            Change::Point(pointed) => self.pointed = pointed,
            Change::Choose(at) => {
                self.chosen = Some(at);
                let pointed = self.pointed;
                self.draw();
                self.pointed = pointed;
            }
            Change::Run => self.begin(),
            Change::Stop => self.phase = Phase::Stopped,
            Change::Shipped(run, text) => self.shipped(run, text.as_deref()),
            Change::Rate(rate) => self.rate = Some(rate),
            Change::Told(told) => self.told(told),
        }
    }

    /// Seconds that a run of what is asked will take, as far as it is known how fast jobs are simulated and how many there are.
    pub fn estimate(&self) -> Option<f64> {
        let sweep = self.setup.sweep().ok()?;
        let jobs = |cell| number_of(&sweep.scenario(cell).ok()?, "workload.count");
        let all: f64 = (0..sweep.cells()).map(jobs).sum::<Option<f64>>()?;
        let runs = sweep.scenario.policies.len() as f64 * f64::from(sweep.scenario.replications);
        Some(all * runs / self.rate?)
    }

    /// A simulation that shows how fast jobs are simulated, as long as nobody knows.
    pub fn trial(&self) -> Option<Scenario> {
        let rests = matches!(self.phase, Phase::Idle | Phase::Done) && self.rate.is_none() && self.setup.base.first_fault().is_none();
        let scenario = self.setup.sweep().ok().filter(|_| rests)?.scenario(0).ok()?;
        Some(Scenario { replications: 1, ..scenario })
    }

    /// Takes in what came with the page; where that is of no use, all is simulated.
    fn shipped(&mut self, run: u32, text: Option<&str>) {
        if run != self.run || self.phase != Phase::Fetching {
            return;
        }
        self.phase = Phase::Running;
        let Some(findings) = &mut self.findings else { return };
        let results = text.and_then(|text| read_results(&findings.sweep, text));
        if let Some(results) = results {
            Rc::make_mut(findings).fill(results);
            self.phase = Phase::Done;
            self.draw();
        }
    }

    /// The question has changed; it is asked when the user runs it, or at once if its answer came with the page.
    fn edited(&mut self) {
        self.rest();
        if self.stale() && self.setup.sweep().is_ok_and(|sweep| presets::file_of(&sweep).is_some()) {
            self.begin();
        }
    }

    fn rest(&mut self) {
        (self.fault, self.replaced, self.phase) = (None, None, Phase::Idle);
    }

    /// Begins, or goes on with the cells that are not there.
    fn begin(&mut self) {
        self.rest();
        let (Ok(sweep), Some(_), None) = (self.setup.sweep(), self.setup.shown(), self.setup.base.first_fault()) else { return };
        let setup = self.setup.clone();
        match &mut self.findings {
            Some(findings) if findings.sweep == sweep => Rc::make_mut(findings).setup = setup,
            _ => (self.findings, self.chosen) = (Some(Rc::new(Findings::new(setup, sweep))), None),
        }
        self.draw();
        let comes =
            self.findings.as_ref().is_some_and(|findings| findings.seen().next().is_none() && presets::file_of(&findings.sweep).is_some());
        (self.run, self.pace) = (self.run + 1, Pace::default());
        self.phase = if comes { Phase::Fetching } else { Phase::Running };
    }

    /// Draws what is there.
    fn draw(&mut self) {
        (self.picture, self.pointed, self.around) = (None, None, None);
        let Some(findings) = self.findings.as_ref().filter(|findings| findings.seen().next().is_some()) else { return };
        let Some(shown) = findings.setup.shown() else { return };
        let find = |cell: u64| findings.result(cell);
        self.picture = sweep_picture(&findings.sweep, &find, shown).map(|mut picture| {
            if self.narrow {
                picture.columns = 1;
            }
            let (to, lit) = (findings.yardstick(shown), self.chosen.or_else(|| findings.home()));
            for (panel, policy) in picture.panels.iter_mut().zip((0..).filter(|policy| Some(*policy) != to)) {
                match (&mut panel.plot, &findings.setup.axes[..]) {
                    (Plot::Heat(heat), [across, up]) => {
                        (heat.x.title, heat.y.title) = (across.title(), up.title());
                        panel.note = findings.counted(policy, shown);
                        heat.lit = lit;
                    }
                    (Plot::Lines(lines), [across, ..]) => lines.x.title = across.title(),
                    _ => {}
                }
            }
            Rc::new(picture)
        });
        self.look_around();
    }

    /// Draws what is around the cell that is chosen.
    fn look_around(&mut self) {
        self.around = self.findings.as_ref().and_then(|findings| {
            let at = self.chosen.or_else(|| findings.home())?;
            let (shown, cell) = (findings.setup.shown()?, findings.cell_at(at[0], at[1])?);
            findings.result(cell)?;
            let find = |cell: u64| findings.result(cell);
            let (mut rows, [mut column, mut row]) = sweep_cell(&findings.sweep, &find, shown, cell)?;
            let over = format!("÷ {}", shown.reference(&findings.sweep)?.0);
            if let Some(Plot::Estimates(estimates)) = rows.panels.first_mut().map(|panel| &mut panel.plot) {
                estimates.x.title.clone_from(&over);
                for row in &mut estimates.rows {
                    row.words = match row.range {
                        Some((low, high)) => {
                            let (value, interval) = format::interval(row.value, low, high);
                            format!("{value} {interval}")
                        }
                        None if row.value.is_nan() => "–".to_owned(),
                        None => format::short(row.value),
                    };
                }
            }
            for (slice, axis) in [(&mut row, 0), (&mut column, 1)] {
                if let Some(Plot::Lines(lines)) = slice.panels.first_mut().map(|panel| &mut panel.plot) {
                    lines.x.title = findings.setup.axes.get(axis)?.title();
                    lines.y.title.clone_from(&over);
                }
            }
            Some(Around { at, rows: Rc::new(rows), slices: [Rc::new(row), Rc::new(column)], sentence: findings.sentence(cell, shown) })
        });
    }

    fn told(&mut self, told: Told) {
        if told.run != self.run || self.phase != Phase::Running {
            return;
        }
        self.pace = told.pace;
        if told.pace.part >= 1.0 && told.pace.seconds > 0.0 && told.pace.jobs > 0.0 {
            self.rate = Some(told.pace.jobs / told.pace.seconds);
        }
        if let Some(findings) = &mut self.findings
            && !told.heard.is_empty()
        {
            let findings = Rc::make_mut(findings);
            told.heard.into_iter().for_each(|heard| findings.hear(heard));
            if findings.complete() as u64 == findings.sweep.cells() {
                self.phase = Phase::Done;
            }
            self.draw();
        }
        if let Some(message) = told.broken {
            if self.replaced.is_some() {
                self.phase = Phase::Failed;
                self.fault = Some(Fault { field: None, message: format!("The simulation failed twice: {message}") });
            } else {
                self.begin();
                self.replaced = Some(message);
            }
        }
        if let Some(fault) = told.fault {
            (self.phase, self.fault) = (Phase::Failed, Some(fault));
        }
    }
}

#[cfg(test)]
mod tests;
