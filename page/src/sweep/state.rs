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
    narrow: bool,
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

    /// The question has changed; it is asked when the user runs it.
    fn edited(&mut self) {
        (self.fault, self.replaced, self.phase) = (None, None, Phase::Idle);
    }

    /// Begins, or goes on with the cells that are not there.
    fn begin(&mut self) {
        self.edited();
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
mod tests {
    use super::*;
    use crate::protocol::Theory;
    use crate::sweep::Errand;
    use crate::testing::cell;
    use schedscope_core::experiment::sweep::{CellResult, ResultTable};
    use schedscope_engine::csv::Csv;

    const QUERY: &str = "replications=2&policies=ps,srpt&workload.count=20&across=workload.sigma:list:0.5,1&show=ratio_ps";

    fn count(text: &str) -> Change {
        Change::Edit(Edit::Type("workload.count".to_owned(), text.to_owned()))
    }

    /// A small sweep that is asked.
    fn running() -> Sweep {
        let mut sweep = Sweep::open(SystemKind::Server, false);
        sweep.follow(Setup::read(SystemKind::Server, QUERY));
        assert_eq!((sweep.phase, sweep.run), (Phase::Running, 1));
        sweep
    }

    fn told(sweep: &mut Sweep, cells: &[u64]) {
        let grid = sweep.setup.sweep().unwrap();
        let heard = cells.iter().flat_map(|number| [Heard::All(cell(&grid, *number)), Heard::Theory(*number, Theory::default())]).collect();
        sweep.change(Change::Told(Told { run: sweep.run, heard, ..Told::default() }));
    }

    fn known(sweep: &Sweep) -> usize {
        sweep.findings.as_ref().map_or(0, |findings| findings.known().count())
    }

    #[test]
    fn runs_when_it_is_first_opened() {
        let mut sweep = Sweep::open(SystemKind::Server, false);
        assert_eq!((sweep.phase, &sweep.setup), (Phase::Idle, &presets::preset(SystemKind::Server, 0)));
        sweep.change(Change::Open);
        assert_eq!((sweep.phase, sweep.run), (Phase::Fetching, 1));
        sweep.change(Change::Stop);
        sweep.change(Change::Open);
        assert_eq!((sweep.phase, sweep.run), (Phase::Stopped, 1), "left as it was");
    }

    #[test]
    fn cells_come_one_by_one_until_all_are_there() {
        let mut sweep = running();
        assert!(sweep.picture.is_none());
        told(&mut sweep, &[1]);
        assert!(sweep.phase == Phase::Running && known(&sweep) == 1 && sweep.picture.is_some());
        told(&mut sweep, &[0]);
        assert_eq!((sweep.phase, known(&sweep), sweep.stale()), (Phase::Done, 2, false));
    }

    /// What the command line writes of all cells.
    fn written(sweep: &Sweep) -> String {
        let grid = sweep.setup.sweep().unwrap();
        let results: Vec<CellResult> = (0..grid.cells()).map(|number| cell(&grid, number)).collect();
        let table = ResultTable::new(&grid, results.iter());
        let mut csv = Csv::new(table.columns.iter().map(|(title, _)| title));
        (0..table.rows).for_each(|row| csv.line(table.columns.iter().map(|(_, values)| values.text(row).unwrap_or_default())));
        csv.text()
    }

    #[test]
    fn what_came_with_the_page_stands_at_once_and_what_is_of_no_use_is_simulated() {
        let mut sweep = running();
        let text = written(&sweep);
        sweep.phase = Phase::Fetching;
        sweep.change(Change::Shipped(sweep.run + 1, Some(text.clone())));
        assert_eq!(sweep.phase, Phase::Fetching, "of another run");
        let mut other = sweep.clone();
        sweep.change(Change::Shipped(sweep.run, Some(text)));
        assert_eq!((sweep.phase, known(&sweep), sweep.picture.is_some()), (Phase::Done, 2, true));
        let grid = sweep.setup.sweep().unwrap();
        assert!(sweep.findings.as_ref().unwrap().known().zip(0..).all(|(kept, number)| *kept == cell(&grid, number)));
        for of_no_use in [None, Some("no table".to_owned())] {
            other.phase = Phase::Fetching;
            other.change(Change::Shipped(other.run, of_no_use));
            assert_eq!((other.phase, known(&other)), (Phase::Running, 0));
        }
    }

    #[test]
    fn every_cell_has_a_first_look_before_any_has_all_and_the_result_is_the_same() {
        let mut sweep = Sweep::open(SystemKind::Server, false);
        sweep.follow(Setup::read(SystemKind::Server, &QUERY.replace("replications=2", "replications=9")));
        let asked = sweep.findings.as_ref().unwrap().asked().unwrap();
        let order: Vec<(Errand, u64, u32)> = asked.iter().map(|asked| (asked.errand, asked.cell, asked.scenario.replications)).collect();
        let [first, all, theory] = [Errand::First, Errand::All, Errand::Theory].map(|errand| [0, 1].map(|cell| (errand, cell)));
        let expected = first
            .map(|(errand, cell)| (errand, cell, 2))
            .into_iter()
            .chain([all, theory].concat().into_iter().map(|(errand, cell)| (errand, cell, 9)));
        assert_eq!(order, expected.collect::<Vec<_>>());
        let run = sweep.run;
        let tell = |sweep: &mut Sweep, heard| sweep.change(Change::Told(Told { run, heard: vec![heard], ..Told::default() }));
        let grid = sweep.setup.sweep().unwrap();
        let few =
            schedscope_core::experiment::sweep::Sweep { scenario: Scenario { replications: 2, ..grid.scenario.clone() }, ..grid.clone() };
        tell(&mut sweep, Heard::First(cell(&few, 0)));
        let seen = |sweep: &Sweep| {
            sweep.findings.as_ref().map(|findings| (findings.seen().count(), findings.known().count(), findings.replications(0)))
        };
        assert_eq!((seen(&sweep), sweep.picture.is_some()), (Some((1, 0, Some(2))), true));
        // Theory may come first.
        let said = Theory { means: vec![Some(10.0), None], bound: Some(2.0), ..Theory::default() };
        tell(&mut sweep, Heard::Theory(0, said));
        tell(&mut sweep, Heard::All(cell(&grid, 0)));
        tell(&mut sweep, Heard::First(cell(&few, 0)));
        assert_eq!(seen(&sweep), Some((1, 1, Some(9))), "a first look takes nothing away");
        let findings = sweep.findings.clone().unwrap();
        let value = |policy, column| findings.value(findings.result(0).unwrap(), policy, column);
        assert_eq!((value(0, "theory_mean_sojourn"), value(1, "theory_mean_sojourn")), (Some(10.0), None));
        assert_eq!(value(1, "ratio_bound"), value(1, "mean_sojourn").map(|mean| mean / 2.0));
        assert_eq!((findings.complete(), findings.asked().unwrap().len(), sweep.phase), (1, 3, Phase::Running));
    }

    #[test]
    fn how_long_it_takes_is_known_once_jobs_were_simulated() {
        let mut sweep = running();
        assert_eq!(sweep.trial(), None, "it runs");
        told(&mut sweep, &[0, 1]);
        assert_eq!((sweep.estimate(), sweep.trial().map(|trial| trial.replications)), (None, Some(1)));
        sweep.change(Change::Rate(40.0));
        assert_eq!((sweep.estimate(), sweep.trial()), (Some(4.0), None), "two cells, replications and policies of 20 jobs");
    }

    #[test]
    fn the_cell_of_the_scenario_is_looked_at_until_another_is_chosen() {
        let mut sweep = running();
        sweep
            .follow(Setup::read(SystemKind::Server, &format!("{}&up=workload.load:list:0.5,0.9", QUERY.replace("ps,srpt", "ps,srpt,las"))));
        told(&mut sweep, &[0, 1, 2, 3]);
        let around = sweep.around.clone().unwrap();
        assert_eq!(around.at, [0, 1], "sigma 0.5 and load 0.9");
        let estimates = |around: &Around| match &around.rows.panels[0].plot {
            Plot::Estimates(estimates) => estimates.rows.iter().map(|row| (row.name.clone(), row.words.clone())).collect::<Vec<_>>(),
            _ => unreachable!(),
        };
        assert!(estimates(&around)[0].0 == "SRPT" && estimates(&around)[0].1.contains('['), "{:?}", estimates(&around));
        assert!(around.sentence.ends_with('.'), "{}", around.sentence);
        sweep.change(Change::Choose([1, 0]));
        let other = sweep.around.clone().unwrap();
        assert!(other.at == [1, 0] && other.rows != around.rows);
        let Plot::Lines(lines) = &other.slices[0].panels[0].plot else { unreachable!() };
        assert_eq!((lines.now, lines.lines.len()), (Some(1.0), 2));
        let findings = sweep.findings.as_ref().unwrap();
        assert!(findings.compared([1, 0]).unwrap().starts_with("#compare?"));
        assert!(findings.watched([1, 0]).unwrap().starts_with("#watch?"), "{:?}", findings.watched([1, 0]));
        let Plot::Heat(heat) = &sweep.picture.as_ref().unwrap().panels[0].plot else { unreachable!() };
        assert_eq!(heat.lit, Some([1, 0]));
    }

    #[test]
    fn any_world_can_be_swept_over_any_of_its_numbers() {
        let query = "system.kind=cluster&policies=fifo,fair&workload.mix=test&workload.count=5&across=system.map_slots:list:1,2";
        for column in ["ratio_fair", "ratio_first", "mean_sojourn", "mean_load"] {
            let mut sweep = Sweep::open(SystemKind::Server, false);
            sweep.follow(Setup::read(SystemKind::Server, &format!("{query}&show={column}")));
            assert_eq!(sweep.fault, None);
            told(&mut sweep, &[0, 1]);
            let rows = sweep.picture.as_ref().unwrap().rows();
            let known = rows.iter().filter(|row| row.value.parse().is_ok_and(f64::is_finite)).count();
            assert_eq!((sweep.phase, known), (Phase::Done, if column.starts_with("ratio") { 2 } else { 4 }), "{column}");
        }
    }

    #[test]
    fn axes_stay_where_another_world_has_them() {
        let mut sweep = running();
        let cluster = Scenario::from_query("system.kind=cluster&policies=fifo,fair&workload.count=5").unwrap();
        sweep.change(Change::Take(Box::new(cluster)));
        assert_eq!(sweep.setup.axes[0].field.name, "workload.sigma");
        sweep.follow(Setup::read(SystemKind::Server, "policies=ps,srpt&across=system.servers:list:1,2"));
        sweep.change(Change::Take(Box::new(Scenario::new(SystemKind::Datacenter))));
        assert_ne!(sweep.setup.axes[0].field.name, "system.servers");
        assert!(sweep.setup.sweep().is_ok());
    }

    #[test]
    fn what_is_said_of_an_older_run_is_ignored() {
        let mut sweep = running();
        let heard = vec![Heard::All(cell(&sweep.setup.sweep().unwrap(), 0))];
        let older = Told { run: sweep.run, heard, ..Told::default() };
        sweep.change(Change::Run);
        sweep.change(Change::Told(older.clone()));
        assert_eq!(known(&sweep), 0);
        sweep.change(Change::Stop);
        sweep.change(Change::Told(Told { run: sweep.run, ..older }));
        assert_eq!(known(&sweep), 0, "nor what comes after it was stopped");
    }

    #[test]
    fn who_goes_on_keeps_the_cells_that_are_there() {
        let mut sweep = running();
        told(&mut sweep, &[0]);
        sweep.change(Change::Stop);
        sweep.change(Change::Run);
        assert_eq!((sweep.phase, sweep.run, known(&sweep)), (Phase::Running, 2, 1));
        sweep.change(count("30"));
        assert!(sweep.phase == Phase::Idle && sweep.stale() && known(&sweep) == 1, "shown until another is asked");
        sweep.change(Change::Run);
        assert_eq!((known(&sweep), sweep.stale()), (0, false));
    }

    #[test]
    fn axes_are_chosen_added_and_dropped() {
        let mut sweep = running();
        sweep.change(Change::Axis(1, 2));
        assert_eq!(sweep.setup.axes[1], Axis::offered(&Scenario::default(), 2).unwrap());
        sweep.change(Change::Axis(1, 0));
        assert_eq!(sweep.setup.axes.len(), 2);
        sweep.change(Change::Axis(0, 3));
        assert_eq!(sweep.setup.axes[0], Axis::offered(&Scenario::default(), 3).unwrap());
        sweep.change(Change::Axis(1, 2));
        sweep.change(Change::Drop);
        assert_eq!((sweep.setup.axes.len(), sweep.phase), (1, Phase::Idle));
        sweep.change(Change::Axis(0, usize::MAX));
        assert_eq!(sweep.setup.axes[0], Axis::offered(&Scenario::default(), 3).unwrap());
    }

    #[test]
    fn another_spacing_keeps_the_values_as_far_as_it_can() {
        let mut sweep = running();
        sweep.change(Change::Axis(0, 0));
        let values = sweep.setup.axes[0].values().unwrap();
        let position = |wanted: Spacing| Spacing::ALL.iter().position(|(spacing, ..)| *spacing == wanted).unwrap();
        sweep.change(Change::Spacing(0, position(Spacing::List)));
        assert_eq!(sweep.setup.axes[0].texts[0], "0.125, 0.25, 0.5, 1, 2, 4");
        assert_eq!(sweep.setup.axes[0].values().unwrap(), values);
        sweep.change(Change::Spacing(0, position(Spacing::Even)));
        assert_eq!(sweep.setup.axes[0].texts, ["0.125", "4", "6"]);
    }

    #[test]
    fn an_error_of_an_axis_or_a_field_clears_when_it_is_mended() {
        let mut sweep = running();
        sweep.change(Change::Type(0, 0, "0.5, x".to_owned()));
        sweep.change(Change::Run);
        assert!(sweep.phase == Phase::Idle && sweep.setup.sweep().is_err() && sweep.stale());
        sweep.change(Change::Type(0, 0, "0.5, 2".to_owned()));
        sweep.change(count("?"));
        sweep.change(Change::Run);
        assert_eq!(sweep.phase, Phase::Idle);
        sweep.change(Change::Edit(Edit::Left("workload.count".to_owned())));
        sweep.change(count("25"));
        sweep.change(Change::Run);
        assert_eq!(sweep.phase, Phase::Running);
        let fault = Fault { field: Some("workload.count".to_owned()), message: "too many".to_owned() };
        sweep.change(Change::Told(Told { run: sweep.run, fault: Some(fault), ..Told::default() }));
        assert_eq!((sweep.phase, sweep.blames("workload.count")), (Phase::Failed, Some("too many")));
        sweep.change(count("20"));
        assert_eq!((sweep.phase, sweep.blames("workload.count")), (Phase::Idle, None));
    }

    #[test]
    fn a_worker_that_breaks_down_is_replaced_once() {
        let mut sweep = running();
        told(&mut sweep, &[0]);
        let broken = |sweep: &Sweep| Change::Told(Told { run: sweep.run, broken: Some("oh".to_owned()), ..Told::default() });
        sweep.change(broken(&sweep));
        assert_eq!((sweep.phase, sweep.run, known(&sweep), sweep.replaced.as_deref()), (Phase::Running, 2, 1, Some("oh")));
        sweep.change(broken(&sweep));
        assert_eq!(sweep.fault.as_ref().unwrap().message, "The simulation failed twice: oh");
        assert_eq!(sweep.phase, Phase::Failed);
    }

    #[test]
    fn another_figure_of_the_same_cells_needs_no_run() {
        let mut sweep = running();
        told(&mut sweep, &[0, 1]);
        let before = sweep.picture.clone().unwrap();
        sweep.change(Change::Show("mean_sojourn".to_owned()));
        assert_eq!((sweep.phase, sweep.run, sweep.setup.column), (Phase::Done, 1, "mean_sojourn"));
        assert_ne!(*sweep.picture.clone().unwrap(), *before);
        sweep.change(Change::Show("nothing".to_owned()));
        assert_eq!(sweep.setup.column, "mean_sojourn");
    }

    #[test]
    fn maps_stand_below_each_other_where_the_window_is_narrow() {
        let mut sweep = running();
        sweep
            .follow(Setup::read(SystemKind::Server, &format!("{}&up=workload.load:list:0.5,0.9", QUERY.replace("ps,srpt", "ps,srpt,las"))));
        told(&mut sweep, &[0, 1, 2, 3]);
        let columns = |sweep: &Sweep| sweep.picture.as_ref().unwrap().columns;
        let wide = columns(&sweep);
        sweep.change(Change::Point(Some(Pointed { panel: 0, at: [0, 0], place: [0.0; 4] })));
        sweep.change(Change::Narrow(true));
        assert!(wide > 1 && columns(&sweep) == 1 && sweep.pointed.is_none());
        sweep.change(Change::Narrow(false));
        assert_eq!(columns(&sweep), wide);
    }

    #[test]
    fn policies_stay_in_the_order_of_the_registry() {
        let mut sweep = running();
        sweep.change(Change::Toggle("fifo".to_owned()));
        assert_eq!(sweep.setup.base.scenario.policies, ["fifo", "ps", "srpt"]);
        sweep.change(Change::Toggle("ps".to_owned()));
        assert_eq!(sweep.setup.base.scenario.policies, ["fifo", "srpt"]);
    }

    #[test]
    fn policies_with_parameters_are_chosen_and_dropped_one_by_one() {
        let mut sweep = Sweep::open(SystemKind::Cluster, false);
        let policies = |sweep: &Sweep| sweep.setup.base.scenario.policies.clone();
        assert_eq!(policies(&sweep), ["fifo", "fair", "hfsp", "hfsp[preemption=suspend]"]);
        sweep.change(Change::Toggle("fair".to_owned()));
        sweep.change(Change::Toggle("hfsp[preemption=kill]".to_owned()));
        assert_eq!(policies(&sweep), ["fifo", "hfsp", "hfsp[preemption=suspend]", "hfsp[preemption=kill]"]);
        sweep.change(Change::Toggle("hfsp[preemption=suspend]".to_owned()));
        assert_eq!(policies(&sweep), ["fifo", "hfsp", "hfsp[preemption=kill]"]);
    }

    #[test]
    fn links_presets_and_scenarios_take_the_place_of_the_question() {
        let mut sweep = running();
        sweep.follow(Setup::read(SystemKind::Server, QUERY));
        assert_eq!(sweep.run, 1, "the same is no new question");
        sweep.follow(Setup::read(SystemKind::Server, "show=nothing"));
        assert!(sweep.phase == Phase::Failed && sweep.blames("show").is_some());
        sweep.follow(Setup::read(SystemKind::Server, QUERY));
        assert_eq!((sweep.phase, sweep.run, sweep.fault.clone()), (Phase::Running, 2, None));
        sweep.change(Change::Preset(2));
        assert_eq!((&sweep.setup, sweep.run), (&presets::preset(SystemKind::Server, 2), 3));
        let base = Scenario { seed: 9, ..Scenario::default() };
        sweep.change(Change::Take(Box::new(base.clone())));
        assert_eq!(
            (&sweep.setup.base.scenario, &sweep.setup.axes, sweep.phase),
            (&base, &presets::preset(SystemKind::Server, 2).axes, Phase::Idle)
        );
    }
}
