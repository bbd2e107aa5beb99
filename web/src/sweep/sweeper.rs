//! Has the cells of a sweep run by the workers, each taking the next as soon as it is free.

use crate::pool::{Pool, Task, Tasks};
use schedscope_core::experiment::Scenario;
use schedscope_core::experiment::sweep::CellResult;
use schedscope_page::field::Field;
use schedscope_page::file::File;
use schedscope_page::protocol::{Event, Fault, Reply, Request, Wanted};
use schedscope_page::sweep::{Pace, Phase, Sweep, Told};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds between two reports.
const EVERY: f64 = 100.0;
/// Jobs of a cell, where they are not known before a file is read.
const USUAL: f64 = 10_000.0;
/// Lanes of the pool: more than it has workers.
const LANES: usize = 16;

/// Keeps the workers busy with the current run, whatever view is open; an outdated run is ended.
#[hook]
pub fn use_sweeper(sweep: &Sweep, file: Option<File>, tell: Callback<Told>) {
    let pool = use_mut_ref(|| None::<Pool>);
    let running = sweep.phase == Phase::Running;
    let findings = sweep.findings.clone().filter(|_| running);
    use_effect_with((sweep.run, running), move |(run, _)| {
        // What runs is ended with its pool.
        *pool.borrow_mut() = None;
        let Some(findings) = findings else { return };
        let grid = &findings.sweep;
        let mut cells = VecDeque::new();
        for cell in (0..grid.cells()).filter(|cell| findings.cells[*cell as usize].is_none()) {
            match grid.scenario(cell) {
                Ok(scenario) => cells.push_back((cell as u32, scenario)),
                Err(error) => return tell.emit(Told { run: *run, fault: Some(error.into()), ..Told::default() }),
            }
        }
        *pool.borrow_mut() = begin(*run, cells, file, tell);
    });
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

/// Cells that wait, handed out one by one on request.
struct Waiting(Rc<RefCell<VecDeque<Task>>>);

impl Iterator for Waiting {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        self.0.borrow_mut().pop_front()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.borrow().len();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Waiting {}

fn begin(run: u32, cells: VecDeque<(u32, Scenario)>, file: Option<File>, tell: Callback<Told>) -> Option<Pool> {
    let now = js_sys::Date::now();
    let works: Vec<(u32, f64)> = cells.iter().map(|(cell, scenario)| (*cell, Field::Count.get(scenario).unwrap_or(USUAL))).collect();
    let all = works.iter().map(|(_, work)| work).sum();
    let work = move |cell: u32| works.iter().find(|(known, _)| *known == cell).map_or(0.0, |(_, work)| *work);
    let progress = RefCell::new(Progress { work: [all, 0.0], jobs: 0.0, begun: vec![], times: [now; 2], cells: vec![] });
    let hear = {
        let tell = tell.clone();
        move |event: Event| {
            let work = work(event.task);
            let told = progress.borrow_mut().hear(event, work);
            if let Some(told) = told {
                tell.emit(Told { run, ..told });
            }
        }
    };
    let Ok(pool) = Pool::new(Rc::new(hear)) else {
        let fault = Fault { field: None, message: "this browser cannot start a worker".to_owned() };
        tell.emit(Told { run, fault: Some(fault), ..Told::default() });
        return None;
    };
    let task = |(cell, scenario): (u32, Scenario)| Task {
        request: Request { generation: run, task: cell, scenario: scenario.to_query(), wanted: Wanted::Cell },
        file: file.clone(),
    };
    let waiting = Rc::new(RefCell::new(cells.into_iter().map(task).collect::<VecDeque<_>>()));
    let lanes = waiting.borrow().len().min(LANES);
    pool.add(run, (0..lanes).map(|_| -> Tasks { Box::new(Waiting(waiting.clone())) }).collect());
    Some(pool)
}

impl Progress {
    /// What is to be told then; `work` is that of the cell.
    fn hear(&mut self, event: Event, work: f64) -> Option<Told> {
        self.begun.retain(|(cell, ..)| *cell != event.task);
        match event.reply {
            Reply::Progress { completed, total } => {
                self.begun.push((event.task, work, completed as f64 / total.max(1) as f64, completed as f64));
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
