//! What *Sweep* shows: the question, how far the answer is, and the cells that are there.

use super::axis::{Axis, Spacing};
use super::presets;
use super::setup::Setup;
use crate::chart::{SWEEP_QUANTITIES, sweep_picture};
use crate::experiment::Scenario;
use crate::experiment::sweep::{self, CellResult};
use crate::page::drafts::Drafts;
use crate::page::field::Field;
use crate::page::protocol::Fault;
use crate::plot::{self, Plot};
use schedscope_engine::server::Policy;
use std::rc::Rc;

/// How far the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody has asked.
    Idle,
    /// Workers are at it.
    Running,
    /// The user has had enough.
    Stopped,
    /// All cells are there.
    Done,
    /// There will be no more.
    Failed,
}

/// The cells of a sweep that are there.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What was asked.
    pub setup: Setup,
    /// The same as a sweep.
    pub sweep: sweep::Sweep,
    /// Its cells in grid order; those that are not there yet are absent.
    pub cells: Vec<Option<Rc<CellResult>>>,
}

impl Findings {
    /// Those that are there.
    pub fn known(&self) -> impl Iterator<Item = &CellResult> {
        self.cells.iter().flatten().map(Rc::as_ref)
    }
}

/// How fast it goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// Fraction of the work that is done.
    pub part: f64,
    /// Jobs that were simulated.
    pub jobs: f64,
    /// Seconds since it began.
    pub seconds: f64,
}

/// What the sweeper has to say.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Number of the run.
    pub run: u32,
    /// Cells that were completed since it spoke last.
    pub cells: Vec<CellResult>,
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
    /// What is being typed.
    pub drafts: Drafts,
    /// Number of the run.
    pub run: u32,
    /// How far it is.
    pub phase: Phase,
    /// How fast it goes.
    pub pace: Pace,
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
    /// Whether pictures have room for one column only.
    narrow: bool,
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
    /// Another field varies along an axis; beyond the last axis, a new one.
    Axis(usize, usize),
    /// The second axis is not wanted.
    Drop,
    /// Values of an axis follow each other otherwise.
    Spacing(usize, usize),
    /// Something was typed into a field of an axis.
    Type(usize, usize, String),
    /// Something was typed into a field of the scenario, or a slider moved.
    Number(Field, String),
    /// Such a field was left.
    Left(Field),
    /// A policy was chosen or dropped.
    Toggle(Policy),
    /// Another figure is to be shown.
    Show(String),
    /// The window became a phone's, or no longer is one.
    Narrow(bool),
    /// A cell is pointed at, or none any more.
    Point(Option<Pointed>),
    /// Begin, or go on.
    Run,
    /// What there is will do.
    Stop,
    /// The sweeper has something to say.
    Told(Told),
}

impl Sweep {
    /// The first preset. On a `narrow` window pictures have one column.
    pub fn open(narrow: bool) -> Self {
        Self {
            setup: presets::preset(0),
            drafts: Drafts::default(),
            run: 0,
            phase: Phase::Idle,
            pace: Pace::default(),
            fault: None,
            replaced: None,
            findings: None,
            picture: None,
            pointed: None,
            narrow,
        }
    }

    /// Takes what a link asks, or shows what is wrong with the link.
    pub fn follow(&mut self, setup: Result<Setup, Fault>) {
        match setup {
            Ok(setup) if setup == self.setup && self.fault.is_none() => {}
            Ok(setup) => {
                (self.setup, self.drafts) = (setup, Drafts::default());
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
                (self.setup, self.drafts) = (presets::preset(position), Drafts::default());
                self.begin();
            }
            Change::Take(base) => {
                (self.setup.base, self.drafts) = (*base, Drafts::default());
                self.edited();
            }
            Change::Axis(axis, position) => {
                if let Some(offered) = Axis::offered(position) {
                    self.setup.axes.truncate(axis.max(1));
                    if axis == 0 {
                        self.setup.axes[0] = offered;
                    } else {
                        self.setup.axes.push(offered);
                    }
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
            Change::Number(field, text) => {
                self.drafts.write(field, text, &mut self.setup.base);
                self.edited();
            }
            Change::Left(field) => self.drafts.left(field),
            Change::Toggle(policy) => {
                let chosen = |other: &Policy| self.setup.base.policies.iter().any(|key| key == other.row().key) != (*other == policy);
                self.setup.base.policies =
                    Policy::ALL.iter().filter(|policy| chosen(policy)).map(|policy| policy.row().key.to_owned()).collect();
                self.edited();
            }
            Change::Show(column) => {
                let known = SWEEP_QUANTITIES.iter().find(|quantity| quantity.column == column);
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
            Change::Run => self.begin(),
            Change::Stop => self.phase = Phase::Stopped,
            Change::Told(told) => self.told(told),
        }
    }

    /// Something else is asked, once somebody asks.
    fn edited(&mut self) {
        (self.fault, self.replaced, self.phase) = (None, None, Phase::Idle);
    }

    /// Begins, or goes on with the cells that are not there.
    fn begin(&mut self) {
        self.edited();
        let (Ok(sweep), Some(_), None) = (self.setup.sweep(), self.setup.shown(), self.drafts.first_fault()) else { return };
        let setup = self.setup.clone();
        match &mut self.findings {
            Some(findings) if findings.sweep == sweep => Rc::make_mut(findings).setup = setup,
            _ => {
                let cells = vec![None; sweep.cells() as usize];
                self.findings = Some(Rc::new(Findings { setup, sweep, cells }));
            }
        }
        self.draw();
        (self.run, self.phase, self.pace) = (self.run + 1, Phase::Running, Pace::default());
    }

    /// Draws what is there.
    fn draw(&mut self) {
        (self.picture, self.pointed) = (None, None);
        let Some(findings) = self.findings.as_ref().filter(|findings| findings.known().next().is_some()) else { return };
        let Some(shown) = findings.setup.shown() else { return };
        let find = |cell: u64| findings.cells[cell as usize].as_deref();
        self.picture = sweep_picture(&findings.sweep, &find, shown).map(|mut picture| {
            if self.narrow {
                picture.columns = 1;
            }
            for panel in &mut picture.panels {
                match (&mut panel.plot, &findings.setup.axes[..]) {
                    (Plot::Heat(heat), [across, up]) => (heat.x.title, heat.y.title) = (across.title(), up.title()),
                    (Plot::Lines(lines), [across, ..]) => lines.x.title = across.title(),
                    _ => {}
                }
            }
            Rc::new(picture)
        });
    }

    fn told(&mut self, told: Told) {
        if told.run != self.run || self.phase != Phase::Running {
            return;
        }
        self.pace = told.pace;
        if let Some(findings) = &mut self.findings
            && !told.cells.is_empty()
        {
            let findings = Rc::make_mut(findings);
            for result in told.cells {
                let place = result.cell as usize;
                findings.cells[place] = Some(Rc::new(result));
            }
            if findings.cells.iter().all(Option::is_some) {
                self.phase = Phase::Done;
            }
            self.draw();
        }
        if let Some(message) = told.broken {
            if self.replaced.is_some() {
                self.phase = Phase::Failed;
                self.fault = Some(Fault { field: None, message: format!("The simulation broke off twice: {message}") });
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
