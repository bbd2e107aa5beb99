//! Has the cells of a sweep run by the workers, each taking the next as soon as it is free.

use crate::pool::{Owner, Task, alone, use_asked};
use schedscope_core::experiment::sweep::CellResult;
use schedscope_core::experiment::{Scenario, SystemKind};
use schedscope_page::edited::number_of;
use schedscope_page::file::File;
use schedscope_page::protocol::{Reply, Wanted};
use schedscope_page::queue::Class;
use schedscope_page::state::{Action, State};
use schedscope_page::sweep::{Change, Findings, Pace, Phase, Sweep, Told};
use schedscope_page::view::View;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds between two reports.
const EVERY: f64 = 100.0;
/// Jobs of a cell, where they are not known before a file is read.
const USUAL: f64 = 10_000.0;

/// Keeps the workers busy with the current run of every world, also while another view is shown, whose questions go first.
pub fn asks(state: &State, dispatch: &Callback<Action>) -> Html {
    let ask = |world: SystemKind| {
        let sweep = state.of::<Sweep>(View::Sweep(world))?;
        let running = sweep.findings.clone().filter(|_| sweep.phase == Phase::Running).map(|findings| Running { run: sweep.run, findings });
        let file = state.traces.named(sweep.setup.base.scenario.file());
        Some(
            html! { <Ask key={world.key()} {running} {file} tell={dispatch.reform(move |told| Action::Room(View::Sweep(world), Change::Told(told).into()))} /> },
        )
    };
    SystemKind::ALL.iter().filter_map(|world| ask(*world)).collect()
}

/// A run, by its number.
#[derive(Clone)]
struct Running {
    run: u32,
    findings: Rc<Findings>,
}

impl PartialEq for Running {
    fn eq(&self, other: &Self) -> bool {
        self.run == other.run
    }
}

/// Properties of [`Ask`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    running: Option<Running>,
    file: Option<File>,
    tell: Callback<Told>,
}

/// Nothing to see: has the cells of one world run.
#[component]
fn Ask(props: &Props) -> Html {
    let Props { running, file, tell } = props.clone();
    use_asked(running.as_ref().map(|running| running.run), 0, move |owner| {
        let Some(Running { run, findings }) = running else { return };
        let grid = &findings.sweep;
        let mut cells = vec![];
        for cell in (0..grid.cells()).filter(|cell| findings.cells[*cell as usize].is_none()) {
            match grid.scenario(cell) {
                Ok(scenario) => cells.push((cell as u32, scenario)),
                Err(error) => return tell.emit(Told { run, fault: Some(error.into()), ..Told::default() }),
            }
        }
        begin(owner, run, &cells, file.as_ref(), tell);
    });
    Html::default()
}

/// How far a run is.
struct Progress {
    /// Work in all cells, and in those that are done, as jobs of their workloads.
    work: [f64; 2],
    /// Jobs that were simulated in cells that are done.
    jobs: f64,
    /// Cells that are being run: number, jobs of the workload, fraction and number of jobs that were simulated.
    begun: Vec<(u32, f64, f64, f64)>,
    /// When it began and was last told, in milliseconds.
    times: [f64; 2],
    /// Cells that have not been reported yet.
    cells: Vec<CellResult>,
}

fn begin(owner: &Owner, run: u32, cells: &[(u32, Scenario)], file: Option<&File>, tell: Callback<Told>) {
    let now = js_sys::Date::now();
    let works: BTreeMap<u32, f64> =
        cells.iter().map(|(cell, scenario)| (*cell, number_of(scenario, "workload.count").unwrap_or(USUAL))).collect();
    let progress = RefCell::new(Progress { work: [works.values().sum(), 0.0], jobs: 0.0, begun: vec![], times: [now; 2], cells: vec![] });
    let lane = |(cell, scenario): &(u32, Scenario)| {
        alone(Task { number: *cell, scenario: scenario.to_query().into(), wanted: Wanted::Cell, file: file.cloned() })
    };
    owner.ask(Class::Sweep, cells.iter().map(lane).collect(), move |cell, reply| {
        let told = progress.borrow_mut().hear(cell, reply, works.get(&cell).copied().unwrap_or_default());
        if let Some(told) = told {
            tell.emit(Told { run, ..told });
        }
    });
}

impl Progress {
    /// What is to be told then; `work` is that of the cell.
    fn hear(&mut self, cell: u32, reply: Reply, work: f64) -> Option<Told> {
        self.begun.retain(|(begun, ..)| *begun != cell);
        match reply {
            Reply::Progress { completed, total } => {
                self.begun.push((cell, work, completed as f64 / total.max(1) as f64, completed as f64));
            }
            Reply::Cell(result) => {
                self.work[1] += work;
                // The first column is the number of jobs.
                self.jobs += result.rows.iter().filter_map(|row| row.values.first().copied().flatten()).sum::<f64>();
                self.cells.push(result);
            }
            Reply::Invalid(fault) => return Some(Told { fault: Some(fault), ..self.told() }),
            Reply::Panicked(message) => return Some(Told { broken: Some(message), ..self.told() }),
            _ => return None,
        }
        let over = self.work[1] >= self.work[0];
        (over || js_sys::Date::now() >= self.times[1] + EVERY).then(|| self.told())
    }

    fn told(&mut self) -> Told {
        let [all, mut done] = self.work;
        let mut jobs = self.jobs;
        for (_, work, fraction, simulated) in &self.begun {
            done += work * fraction;
            jobs += simulated;
        }
        self.times[1] = js_sys::Date::now();
        let pace = Pace { part: done / all.max(1.0), jobs, seconds: (self.times[1] - self.times[0]) / 1000.0 };
        Told { cells: std::mem::take(&mut self.cells), pace, ..Told::default() }
    }
}
