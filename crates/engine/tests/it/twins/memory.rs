//! The memory of one machine, page by page: slow and plain.
//!
//! Each page of a task knows whether it is resident, whether it is dirty, and how often it went out and came in since the
//! task was last suspended. Amounts are counted by walking over pages, and pages move one at a time. It is written from the
//! sources (T = Pastorelli's thesis, 6.1; M = mPlane D3.3, 3.1.3) and the rules that complete them.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A task's memory, all of it allocated when the task gets a slot.
#[derive(Clone, Debug)]
pub struct Task {
    /// 0 map, 1 reduce.
    pub phase: usize,
    pub pages: usize,
    /// How many of them are dirty while the task is suspended.
    pub dirty: usize,
}

/// A machine and the tasks that it will see; amounts in pages.
#[derive(Clone, Debug)]
pub struct Given {
    /// GB a page.
    pub page: f64,
    pub ram: usize,
    /// What the system itself keeps resident.
    pub system: usize,
    pub swap: usize,
    /// MB a second.
    pub disk: f64,
    /// The exponent of approximate replacement.
    pub beta: f64,
    /// Map slots and reduce slots.
    pub slots: [usize; 2],
    pub tasks: Vec<Task>,
}

impl Given {
    pub fn gigabytes(&self, pages: usize) -> f64 {
        self.page * pages as f64
    }

    /// The memory of running tasks at most: slots of each phase, times its largest task (T 6.1.2).
    pub fn most_running(&self) -> usize {
        let largest = |phase| self.tasks.iter().filter(|task| task.phase == phase).map(|task| task.pages).max().unwrap_or(0);
        self.slots[0] * largest(0) + self.slots[1] * largest(1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// From scratch.
    Start,
    Suspend,
    Resume,
    Complete,
    /// A running task loses its slot, or a suspended one leaves its home to start anew elsewhere.
    Kill,
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub time: f64,
    pub task: usize,
    pub deed: Deed,
}

/// One transfer of the disk, for the pages of one task.
#[derive(Clone, Copy, Debug)]
pub struct Transfer {
    /// Whose pages move.
    pub task: usize,
    pub from: f64,
    pub to: f64,
    pub gigabytes: f64,
    /// Written, or else read back.
    pub out: bool,
}

/// What is so after a step.
#[derive(Clone, Debug)]
pub struct After {
    /// Seconds until the task of the step works, if it was started or resumed.
    pub waits: Option<f64>,
    pub transfers: Vec<Transfer>,
    /// Resident memory of running tasks, in GB.
    pub running: f64,
    /// Resident memory of suspended tasks.
    pub suspended: f64,
    /// What suspended tasks have out, written or dropped.
    pub swapped: f64,
    /// What is left of the RAM for the cache of the file system.
    pub cached: f64,
    /// What each task has out.
    pub out: Vec<f64>,
    /// Whether each task runs and may be suspended now.
    pub may_be_suspended: Vec<bool>,
    /// Bounds on what rounding to pages has changed: GB, and seconds of a transfer's end. Zero without approximate
    /// replacement; infinite when rounding may have decided whether somebody waits.
    pub slack: [f64; 2],
}

impl After {
    pub fn moved(&self, out: bool) -> f64 {
        self.transfers.iter().filter(|transfer| transfer.out == out).map(|transfer| transfer.gigabytes).sum()
    }
}

#[derive(Clone, Debug)]
struct Page {
    dirty: bool,
    resident: bool,
    outs: u32,
    ins: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// Has no memory here.
    Absent,
    Running {
        works_from: f64,
    },
    Suspended,
    Complete,
}

/// The machine as it is.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    given: &'a Given,
    states: Vec<State>,
    /// Pages of each task that has memory here.
    pages: Vec<Vec<Page>>,
    /// Suspended tasks, who was suspended first at the front.
    order: Vec<usize>,
    /// The disk has done all that it was asked for.
    disk_is_free: f64,
    slack: [f64; 2],
}

impl<'a> Machine<'a> {
    /// # Panics
    /// If the memory of running tasks could exceed the RAM.
    pub fn new(given: &'a Given) -> Self {
        assert!(given.system + given.most_running() <= given.ram, "running tasks are never paged out");
        let count = given.tasks.len();
        let (states, pages) = (vec![State::Absent; count], vec![vec![]; count]);
        Self { given, states, pages, order: vec![], disk_is_free: 0.0, slack: [0.0; 2] }
    }

    fn is_running(&self, task: usize) -> bool {
        matches!(self.states[task], State::Running { .. })
    }

    fn runs_in(&self, phase: usize) -> usize {
        (0..self.states.len()).filter(|&task| self.is_running(task) && self.given.tasks[task].phase == phase).count()
    }

    fn resident(&self, task: usize) -> usize {
        self.pages[task].iter().filter(|page| page.resident).count()
    }

    fn out(&self, task: usize) -> usize {
        self.pages[task].iter().filter(|page| !page.resident).count()
    }

    fn running(&self) -> usize {
        (0..self.states.len()).filter(|&task| self.is_running(task)).map(|task| self.pages[task].len()).sum()
    }

    fn suspended(&self) -> usize {
        self.order.iter().map(|&task| self.resident(task)).sum()
    }

    /// What is suspended, with those who are about to be, has room in the swap space (M 3.1.3.1: else processes would be killed).
    pub fn may_suspend(&self, task: usize, about_to_be: &[usize]) -> bool {
        let stays: usize = self.order.iter().map(|&other| self.pages[other].len()).sum();
        let more: usize = about_to_be.iter().map(|&other| self.pages[other].len()).sum();
        self.is_running(task) && stays + more + self.pages[task].len() <= self.given.swap
    }

    pub fn is_legal(&self, step: Step) -> bool {
        let task = step.task;
        let has_slot = self.runs_in(self.given.tasks[task].phase) < self.given.slots[self.given.tasks[task].phase];
        match (step.deed, self.states[task]) {
            (Deed::Start, State::Absent) | (Deed::Resume, State::Suspended) => has_slot,
            (Deed::Suspend, State::Running { .. }) => self.may_suspend(task, &[]),
            (Deed::Complete, State::Running { works_from }) => works_from <= step.time,
            (Deed::Kill, State::Running { .. } | State::Suspended) => true,
            _ => false,
        }
    }

    /// # Panics
    /// If the step is not legal, or leaves the memory in a state that the sources exclude.
    pub fn take(&mut self, step: Step) -> After {
        assert!(self.is_legal(step), "{step:?}");
        let task = step.task;
        let mut waits = None;
        let mut transfers = vec![];
        match step.deed {
            Deed::Start | Deed::Resume => {
                let works_from = self.get_memory(step, &mut transfers);
                self.states[task] = State::Running { works_from };
                waits = Some(works_from - step.time);
            }
            Deed::Suspend => {
                let clean = self.given.tasks[task].pages - self.given.tasks[task].dirty;
                for (place, page) in self.pages[task].iter_mut().enumerate() {
                    *page = Page { dirty: place >= clean, resident: true, outs: 0, ins: 0 };
                }
                self.states[task] = State::Suspended;
                self.order.push(task);
            }
            Deed::Complete | Deed::Kill => {
                self.states[task] = if step.deed == Deed::Complete { State::Complete } else { State::Absent };
                self.pages[task].clear();
                self.order.retain(|&other| other != task);
            }
        }
        self.check();
        let gigabytes = |pages| self.given.gigabytes(pages);
        let tasks = 0..self.states.len();
        After {
            waits,
            transfers,
            running: gigabytes(self.running()),
            suspended: gigabytes(self.suspended()),
            swapped: gigabytes(self.order.iter().map(|&task| self.out(task)).sum()),
            cached: gigabytes(self.given.ram - self.given.system - self.running() - self.suspended()),
            out: tasks.clone().map(|task| gigabytes(self.out(task))).collect(),
            may_be_suspended: tasks.map(|task| self.may_suspend(task, &[])).collect(),
            slack: self.slack,
        }
    }

    /// A task starts or resumes: pages of suspended tasks go out for it, and its own come in. Says when it works.
    fn get_memory(&mut self, step: Step, transfers: &mut Vec<Transfer>) -> f64 {
        let task = step.task;
        self.order.retain(|&other| other != task);
        let own = self.given.tasks[task].pages;
        let needed = self.given.system + self.running() + own + self.suspended();
        let mut works_from = step.time;
        if needed > self.given.ram {
            let need = (needed - self.given.ram) as f64;
            let slope = libm::pow(1.0 + need / self.given.ram as f64, self.given.beta - 1.0);
            // More than is needed only where there is swap space for it.
            let out: usize = self.order.iter().map(|&task| self.out(task)).sum();
            let exact = (need * slope).min(self.given.swap.saturating_sub(out) as f64).max(need);
            let mut left = exact.round() as usize;
            // What is uncertain now makes the need uncertain, and the rounding adds to it, as does another's to whole bytes.
            self.slack[0] += self.slack[0] * self.given.beta * slope * 1.1 + (exact - exact.round()).abs() * self.given.page;
            self.slack[0] += if self.given.beta > 1.0 { 1e-9 } else { 0.0 };
            let mut all_written = 0;
            // Clean pages of anybody go before dirty ones (T 6.1.1).
            let order = self.order.clone();
            for (dirty, &victim) in [false, true].into_iter().flat_map(|dirty| order.iter().map(move |victim| (dirty, victim))) {
                let mut gone = 0;
                for page in &mut self.pages[victim] {
                    if left > 0 && page.resident && page.dirty == dirty {
                        page.resident = false;
                        page.outs += 1;
                        left -= 1;
                        gone += 1;
                    }
                }
                if dirty && gone > 0 {
                    works_from = self.transfer(step.time, victim, gone, true, transfers);
                    all_written += gone;
                }
            }
            self.doubt(self.given.gigabytes(all_written) <= self.slack[0]);
        }
        if step.deed == Deed::Start {
            self.pages[task] = vec![Page { dirty: false, resident: true, outs: 0, ins: 0 }; own];
            return works_from;
        }
        let mut read = 0;
        for page in &mut self.pages[task] {
            if !page.resident {
                page.resident = true;
                page.ins += 1;
                read += 1;
            }
        }
        self.doubt(self.given.gigabytes(read) <= self.slack[0]);
        if read > 0 { self.transfer(step.time, task, read, false, transfers) } else { works_from }
    }

    /// One transfer after the other; says when this one ends.
    fn transfer(&mut self, now: f64, task: usize, pages: usize, out: bool, transfers: &mut Vec<Transfer>) -> f64 {
        let gigabytes = self.given.gigabytes(pages);
        let from = if self.disk_is_free > now { self.disk_is_free } else { now };
        self.disk_is_free = from + 1000.0 * gigabytes / self.given.disk;
        transfers.push(Transfer { task, from, to: self.disk_is_free, gigabytes, out });
        self.slack[1] += 1000.0 * self.slack[0] / self.given.disk;
        self.disk_is_free
    }

    /// Rounding may have made a transfer of nothing of one of a little, or the other way round.
    fn doubt(&mut self, is_little: bool) {
        if self.slack[0] > 0.0 && is_little {
            self.slack = [f64::INFINITY; 2];
        }
    }

    /// What holds for each page at any time (T 6.1.1, 6.1.2).
    fn check(&self) {
        for (task, pages) in self.pages.iter().enumerate() {
            for page in pages {
                assert!(page.outs <= 1 && page.ins <= page.outs, "task {task} has paged more than once in a cycle: {page:?}");
                assert!(page.resident || self.states[task] == State::Suspended, "task {task} is {:?}: {page:?}", self.states[task]);
            }
        }
        assert!(self.given.system + self.running() + self.suspended() <= self.given.ram, "more is resident than there is RAM");
        let out: usize = self.order.iter().map(|&task| self.out(task)).sum();
        assert!(out <= self.given.swap, "more is out than there is swap");
    }
}

/// What is so after each step, up to the first that is not legal.
pub fn run(given: &Given, steps: &[Step]) -> Vec<After> {
    let mut machine = Machine::new(given);
    steps.iter().map_while(|&step| machine.is_legal(step).then(|| machine.take(step))).collect()
}

/// No more than this may be uncertain by rounding, in GB.
const UNCERTAIN: f64 = 0.02;

/// A random small machine, and steps that are legal on it. One instance in three replaces approximately, with smaller pages.
pub fn draw(seed: u64) -> (Given, Vec<Step>) {
    let mut draw = StdRng::seed_from_u64(seed);
    let beta = [1.0, 1.0, 1.0, 1.0, 1.5, 2.0][draw.random_range(0..6)];
    let page = if beta > 1.0 { 1.0 / 4096.0 } else { 1.0 / 64.0 };
    // Amounts in sixteenths of a GB, so that a quarter of them is whole pages.
    let sixteenth = (1.0 / 16.0 / page) as usize;
    let slots = [draw.random_range(1..=2), draw.random_range(0..=1)];
    let tasks: Vec<Task> = (0..draw.random_range(4..=14))
        .map(|_| {
            let pages = draw.random_range(1..=16) * sixteenth;
            Task { phase: usize::from(slots[1] > 0 && draw.random_range(0..3) == 0), pages, dirty: pages / 4 * draw.random_range(0..=4) }
        })
        .collect();
    let system = draw.random_range(0..=4) * sixteenth;
    let disk = [64.0, 100.0, 200.0][draw.random_range(0..3)];
    let mut given = Given { page, ram: 0, system, swap: draw.random_range(0..=96) * sixteenth, disk, beta, slots, tasks };
    given.ram = system + given.most_running() + draw.random_range(0..=6) * sixteenth;
    let mut steps = vec![];
    let mut machine = Machine::new(&given);
    let mut time = 0.0;
    while steps.len() < 40 {
        let later = [0.0, 0.0, 0.25, 1.0, 2.0, 5.0, 20.0][draw.random_range(0..7)];
        let often = [Deed::Start, Deed::Suspend, Deed::Suspend, Deed::Suspend, Deed::Resume, Deed::Resume];
        let deed = match draw.random_range(0..30) {
            0 => Deed::Kill,
            1 => Deed::Complete,
            other => often[other % often.len()],
        };
        time += later;
        let mut legal: Vec<Step> = (0..given.tasks.len()).map(|task| Step { time, task, deed }).collect();
        legal.retain(|&step| machine.is_legal(step));
        if legal.is_empty() {
            if draw.random_range(0..40) == 0 {
                break;
            }
            continue;
        }
        let step = legal[draw.random_range(0..legal.len())];
        if machine.take(step).slack[0] > UNCERTAIN {
            break;
        }
        steps.push(step);
    }
    (given, steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RAM of 4 GB and a disk of 100 MB/s; pages of 1/64 GB. Tasks: map with GB, and the fraction that is dirty.
    fn machine(beta: f64, slots: usize, swap: f64, tasks: &[(f64, f64)]) -> Given {
        let page = 1.0 / 64.0;
        let pages = |gigabytes: f64| (gigabytes / page) as usize;
        let task = |&(memory, dirty): &(f64, f64)| Task { phase: 0, pages: pages(memory), dirty: pages(memory * dirty) };
        let tasks = tasks.iter().map(task).collect();
        Given { page, ram: pages(4.0), system: 0, swap: pages(swap), disk: 100.0, beta, slots: [slots, 0], tasks }
    }

    fn steps(list: &[(f64, usize, Deed)]) -> Vec<Step> {
        list.iter().map(|&(time, task, deed)| Step { time, task, deed }).collect()
    }

    const TWO: [(f64, usize, Deed); 6] = [
        (0.0, 0, Deed::Start),
        (40.0, 0, Deed::Suspend),
        (40.0, 1, Deed::Start),
        (125.0, 1, Deed::Complete),
        (125.0, 0, Deed::Resume),
        (170.0, 0, Deed::Complete),
    ];

    /// 2.5 + 2 - 4 = 0.5 GB are written in 5 s, and read back in 5 s.
    #[test]
    fn two_tasks() {
        let after = run(&machine(1.0, 1, 8.0, &[(2.5, 1.0), (2.0, 1.0)]), &steps(&TWO));
        assert_eq!(after.iter().map(|after| after.waits).collect::<Vec<_>>(), [Some(0.0), None, Some(5.0), None, Some(5.0), None]);
        let states: Vec<_> = after.iter().map(|after| [after.running, after.suspended, after.swapped, after.cached]).collect();
        assert_eq!(states[1], [0.0, 2.5, 0.0, 1.5]);
        assert_eq!(states[2], [2.0, 2.0, 0.5, 0.0]);
        assert_eq!(states[3], [0.0, 2.0, 0.5, 2.0]);
        assert_eq!(states[4], [2.5, 0.0, 0.0, 1.5]);
        assert_eq!(states[5], [0.0, 0.0, 0.0, 4.0]);
        assert_eq!([after[2].moved(true), after[2].moved(false), after[4].moved(true), after[4].moved(false)], [0.5, 0.0, 0.0, 0.5]);
    }

    /// Nothing as long as all fits: 2.5 + 1.5 = 4.
    #[test]
    fn what_fits_costs_nothing() {
        let after = run(&machine(1.0, 1, 8.0, &[(2.5, 1.0), (1.5, 1.0)]), &steps(&TWO));
        assert!(after.iter().all(|after| after.waits.unwrap_or(0.0) == 0.0 && after.transfers.is_empty() && after.swapped == 0.0));
    }

    /// Half of the 2.5 GB is clean: the 0.5 GB that lack are dropped, and only read back.
    #[test]
    fn clean_pages_go_first_and_for_nothing() {
        let after = run(&machine(1.0, 1, 8.0, &[(2.5, 0.5), (2.0, 1.0)]), &steps(&TWO));
        assert_eq!((after[2].waits, after[2].swapped, after[2].moved(true)), (Some(0.0), 0.5, 0.0));
        assert_eq!((after[4].waits, after[4].moved(false)), (Some(5.0), 0.5));
    }

    /// β = 2: a need of 2 GB of 4 evicts 2 · 1.5 = 3 GB, but no more than the 2.5 that are there; one of 0.5 evicts 0.5625.
    #[test]
    fn approximate_replacement() {
        let of = |memory| run(&machine(2.0, 1, 8.0, &[(2.5, 1.0), (memory, 1.0)]), &steps(&TWO))[2].swapped;
        assert_eq!([of(3.5), of(2.0), of(1.5)], [2.5, 0.5625, 0.0]);
    }

    /// Clean pages go out first, then dirty ones, each of who was suspended first. Two tasks of 1 GB, of each a half dirty; 3 GB more are
    /// wanted where 2 are left: the clean half of each is dropped, in no time. The first resumes as soon as the third is suspended: it
    /// lacks 1 + 0.5 + 3 - 4 = 0.5 GB, which is the second's dirty half, written until 5, and its own half is read until 10.
    #[test]
    fn order_of_suspension() {
        let given = machine(1.0, 1, 8.0, &[(1.0, 0.5), (1.0, 0.5), (3.0, 1.0)]);
        let list = [
            (0.0, 0, Deed::Start),
            (0.0, 0, Deed::Suspend),
            (0.0, 1, Deed::Start),
            (0.0, 1, Deed::Suspend),
            (0.0, 2, Deed::Start),
            (0.0, 2, Deed::Suspend),
            (0.0, 0, Deed::Resume),
        ];
        let after = run(&given, &steps(&list));
        assert_eq!((after[4].waits, &after[4].out), (Some(0.0), &vec![0.5, 0.5, 0.0]));
        assert_eq!((after[6].waits, &after[6].out), (Some(10.0), &vec![0.0, 1.0, 0.0]));
        let transfers: Vec<_> = after[6].transfers.iter().map(|t| (t.task, t.from, t.to, t.gigabytes, t.out)).collect();
        assert_eq!(transfers, [(1, 0.0, 5.0, 0.5, true), (0, 5.0, 10.0, 0.5, false)]);
    }

    /// 3 GB of swap: one task of 2 GB may be suspended, not a second; one of 1 GB may.
    #[test]
    fn how_many_may_be_suspended() {
        let given = machine(1.0, 1, 3.0, &[(2.0, 1.0), (2.0, 1.0), (1.0, 1.0)]);
        let first = [(0.0, 0, Deed::Start), (0.0, 0, Deed::Suspend)];
        let of = |task| run(&given, &steps(&[first.as_slice(), &[(0.0, task, Deed::Start)]].concat()))[2].may_be_suspended[task];
        assert_eq!([of(1), of(2)], [false, true]);
        let given = Given { slots: [2, 0], ..machine(1.0, 2, 3.0, &[(2.0, 1.0), (2.0, 1.0)]) };
        let mut machine = Machine::new(&given);
        steps(&[(0.0, 0, Deed::Start), (0.0, 1, Deed::Start)]).into_iter().for_each(|step| drop(machine.take(step)));
        assert_eq!([machine.may_suspend(0, &[]), machine.may_suspend(0, &[1])], [true, false]);
    }

    /// The disk goes on writing for a task that is killed at 2: 1 GB until 10. Then it reads that back until 20.
    #[test]
    fn a_transfer_is_not_taken_back() {
        let given = machine(1.0, 1, 8.0, &[(2.0, 1.0), (3.0, 1.0)]);
        let list = [(0.0, 0, Deed::Start), (0.0, 0, Deed::Suspend), (0.0, 1, Deed::Start), (2.0, 1, Deed::Kill), (2.0, 0, Deed::Resume)];
        let after = run(&given, &steps(&list));
        assert_eq!((after[2].waits, after[4].waits), (Some(10.0), Some(18.0)));
    }

    /// The instances are worth it: pages go out and in, the disk has queues, suspensions are refused, replacement is approximate.
    #[test]
    fn random_machines() {
        let mut seen = [0; 6];
        for seed in 0..1000 {
            let (given, steps) = draw(seed);
            for (step, after) in steps.iter().zip(run(&given, &steps)) {
                seen[0] += usize::from(after.moved(true) > 0.0);
                seen[1] += usize::from(after.moved(false) > 0.0);
                seen[2] += usize::from(after.transfers.first().is_some_and(|transfer| transfer.from > step.time));
                seen[3] += usize::from(step.deed == Deed::Start && !after.may_be_suspended[step.task]);
                seen[4] += usize::from(after.slack[0] > 0.0);
                seen[5] += usize::from(after.out.iter().filter(|&&out| out > 0.0).count() > 1);
                let all = given.gigabytes(given.system) + after.running + after.suspended + after.cached;
                assert_eq!(all, given.gigabytes(given.ram));
            }
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }
}
