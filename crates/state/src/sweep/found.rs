//! What is known of the cells of a sweep, and what is still to be asked.

use super::setup::Setup;
use crate::protocol::{Fault, Theory};
use crate::view::View;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::sweep::{self, CellResult};
use schedscope_core::experiment::{Column, Scenario, SystemKind};
use std::rc::Rc;

/// Replications of a first look at a cell.
const FIRST: u32 = 2;
/// Replications from which cells have a first look: below, all are there about as soon.
const MANY: u32 = 8;

/// What is to be found out about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Errand {
    /// Its first replications.
    First,
    /// All of them.
    All,
    /// What theory says.
    Theory,
}

/// A question about a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Its number.
    pub cell: u64,
    /// What is asked.
    pub errand: Errand,
    /// Its scenario; of a first look with the replications of that.
    pub scenario: Scenario,
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Heard {
    /// What its first replications came to.
    First(CellResult),
    /// What all of them came to.
    All(CellResult),
    /// What theory says of a cell.
    Theory(u64, Theory),
}

/// A cell that is there.
#[derive(Clone, Debug)]
struct Found {
    result: CellResult,
    /// Whether all replications are in it.
    whole: bool,
}

/// The cells of a sweep that are there.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What was asked.
    pub setup: Setup,
    /// The same as a sweep.
    pub sweep: sweep::Sweep,
    /// Its cells in grid order; those that are not there yet are absent.
    cells: Vec<Option<Rc<Found>>>,
    /// What theory says of each, once that is known.
    theory: Vec<Option<Rc<Theory>>>,
}

impl Findings {
    /// Nothing yet.
    pub fn new(setup: Setup, sweep: sweep::Sweep) -> Self {
        let cells = sweep.cells() as usize;
        Self { setup, sweep, cells: vec![None; cells], theory: vec![None; cells] }
    }

    /// The scenario of the cell of a map in this column and row: what varies across is the last axis of the sweep, and varies fastest.
    pub fn scenario_at(&self, column: usize, row: usize) -> Option<Scenario> {
        let cell = self.cell_at(column, row)?;
        self.sweep.scenario(cell).ok()
    }

    /// The number of that cell.
    pub fn cell_at(&self, column: usize, row: usize) -> Option<u64> {
        let columns = self.sweep.dimensions.last()?.points.len();
        let cell = (row * columns + column) as u64;
        (column < columns && cell < self.sweep.cells()).then_some(cell)
    }

    /// The link to a cell in *Compare*, which is about exactly its scenario.
    pub fn compared(&self, [column, row]: [usize; 2]) -> Option<String> {
        let scenario = self.scenario_at(column, row)?;
        Some(format!("#{}?{}", View::Compare(scenario.kind()).stem(), scenario.to_query()))
    }

    /// The link to one run of a cell in *Watch*: of a server with as many jobs as have room.
    pub fn watched(&self, [column, row]: [usize; 2]) -> Option<String> {
        let scenario = Scenario { replications: 1, ..self.scenario_at(column, row)? };
        let view = View::Watch(scenario.kind());
        let query = match view {
            View::Watch(SystemKind::Server) => Exhibit::in_small(scenario).ok()?.to_query(),
            _ => scenario.to_query(),
        };
        Some(format!("#{}?{query}", view.stem()))
    }

    /// Cells that are there with all their replications.
    pub fn known(&self) -> impl Iterator<Item = &CellResult> + Clone {
        self.cells.iter().flatten().filter(|found| found.whole).map(|found| &found.result)
    }

    /// All cells of which something is there.
    pub fn seen(&self) -> impl Iterator<Item = &CellResult> + Clone {
        self.cells.iter().flatten().map(|found| &found.result)
    }

    /// Number of cells that had no more than a first look.
    pub fn glimpsed(&self) -> usize {
        self.seen().count() - self.known().count()
    }

    /// What is there of a cell.
    pub fn result(&self, cell: u64) -> Option<&CellResult> {
        self.cells.get(cell as usize)?.as_deref().map(|found| &found.result)
    }

    /// Replications that are behind what is there of a cell.
    pub fn replications(&self, cell: u64) -> Option<u32> {
        let whole = self.cells.get(cell as usize)?.as_deref()?.whole;
        Some(if whole { self.sweep.scenario.replications } else { FIRST })
    }

    /// Cells of which all is known.
    pub fn complete(&self) -> usize {
        let theory = |cell: usize| !has_theory(self.sweep.scenario.kind()) || self.theory[cell].is_some();
        (0..self.cells.len()).filter(|cell| self.cells[*cell].as_ref().is_some_and(|found| found.whole) && theory(*cell)).count()
    }

    /// Takes in an answer.
    pub fn hear(&mut self, heard: Heard) {
        let cell = match heard {
            Heard::First(result) => {
                let cell = result.cell as usize;
                self.cells[cell].get_or_insert_with(|| Rc::new(Found { result, whole: false }));
                return;
            }
            Heard::All(result) => {
                let cell = result.cell as usize;
                self.cells[cell] = Some(Rc::new(Found { result, whole: true }));
                cell
            }
            Heard::Theory(cell, theory) => {
                self.theory[cell as usize] = Some(Rc::new(theory));
                cell as usize
            }
        };
        if let (Some(found), Some(theory)) = (&mut self.cells[cell], &self.theory[cell])
            && found.whole
        {
            annotate(&mut Rc::make_mut(found).result, theory);
        }
    }

    /// Takes in all results of a sweep at once.
    pub fn fill(&mut self, results: Vec<CellResult>) {
        for result in results {
            let cell = result.cell as usize;
            self.cells[cell] = Some(Rc::new(Found { result, whole: true }));
            self.theory[cell] = Some(Rc::default());
        }
    }

    /// What is still to be asked, in this order: a first look at every cell, then all its replications, then theory, for which no number
    /// waits.
    ///
    /// # Errors
    /// What is wrong with the scenario of a cell.
    pub fn asked(&self) -> Result<Vec<Asked>, Fault> {
        let many = self.sweep.scenario.replications >= MANY;
        let mut asked = vec![];
        for cell in 0..self.sweep.cells() {
            let place = cell as usize;
            let scenario = self.sweep.scenario(cell)?;
            let wanted = [
                (Errand::First, many && self.cells[place].is_none()),
                (Errand::All, self.cells[place].as_ref().is_none_or(|found| !found.whole)),
                (Errand::Theory, has_theory(self.sweep.scenario.kind()) && self.theory[place].is_none()),
            ];
            asked.extend(wanted.into_iter().filter(|(_, wanted)| *wanted).map(|(errand, _)| {
                let replications = if errand == Errand::First { FIRST } else { scenario.replications };
                Asked { cell, errand, scenario: Scenario { replications, ..scenario.clone() } }
            }));
        }
        asked.sort_by_key(|asked| asked.errand);
        Ok(asked)
    }
}

/// Whether theory has something to say of this world.
pub fn has_theory(world: SystemKind) -> bool {
    world == SystemKind::Server
}

/// Writes what theory says into the columns of a result, as the command line has it.
fn annotate(result: &mut CellResult, theory: &Theory) {
    let place = |title: &str| Column::all(SystemKind::Server).iter().position(|column| column.title == title);
    for (policy, row) in result.rows.iter_mut().enumerate() {
        let measured = place("mean_sojourn").and_then(|place| row.values[place]);
        let ratio = theory.bound.zip(measured).map(|(bound, mean)| mean / bound).filter(|ratio| ratio.is_finite());
        let exact = theory.means.get(policy).copied().flatten();
        for (title, value) in [("theory_mean_sojourn", exact), ("bound_mean_sojourn", theory.bound), ("ratio_bound", ratio)] {
            if let Some(place) = place(title) {
                row.values[place] = value;
            }
        }
    }
}
