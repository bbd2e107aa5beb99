//! The scenario, what is wrong with it, the last answer, the clock, and what is looked at.

use super::{Shown, words};
use crate::clock::{Beat, Clock};
use crate::field::Field;
use crate::inquiry::Told;
use crate::protocol::{Answer, Fault};
use crate::spread::Unit;
use crate::workbench::{Edit, Link, Workbench};
use schedscope_core::experiment::{Fields, Listed, Report, Scenario};
use schedscope_core::pictures::datacenter::{DatacenterRuns, Lit};
use schedscope_engine::datacenter::{Plan, System, Workload};
use schedscope_engine::workload::TraceLike;

/// The state of *Datacenter*.
#[derive(Clone, Debug)]
pub struct Datacenter {
    /// The scenario, and how far the answer is.
    pub bench: Workbench<Plan, Shown>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// The job or worker that stays lit in all panels.
    pub lit: Option<Lit>,
    /// The job or worker that the pointer is at, which is lit for as long as it stays there.
    hovered: Option<Lit>,
    /// Position of the policy whose panel is in front, where there is room for one only.
    pub front: usize,
    /// Whether *Where the time went* is about long jobs.
    pub long: bool,
    /// Whether pictures may move by themselves.
    moves: bool,
}

/// How large the datacenter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Small enough to be watched.
    Small,
    /// As in the experiments of the literature.
    Full,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The scenario was edited.
    Edit(Edit),
    /// Jobs like those of another trace were chosen.
    Source(TraceLike),
    /// Another size was chosen.
    Size(Size),
    /// The file was put away.
    Unload,
    /// The clock was moved.
    Clock(Beat),
    /// A job or worker was lit, or none is.
    Light(Option<Lit>),
    /// The pointer is at a job or worker, or at none.
    Hover(Option<Lit>),
    /// The panel of the policy at this position comes to the front.
    Front(usize),
    /// The next job or worker was lit, or one so many before or after.
    Step(i64),
    /// To the next short task that is stuck behind a long one.
    Stuck,
    /// *Where the time went* is to be about long jobs, or short ones.
    Class(bool),
    /// A policy was chosen or dropped.
    Toggle(String),
    /// Everything as at first.
    Reset,
    /// Another run of the same scenario, from 0.
    Run(u32),
    /// The runner has something to say.
    Told(Told),
    /// The runner has something to say of the other runs.
    Behind(Told),
}

/// A datacenter that can be watched: workers, jobs, load.
const SMALL: (u32, u32, f64) = (24, 80, 0.9);
/// Policies that stand side by side.
const SIDES: usize = 2;

impl Datacenter {
    /// The numbers that have a control.
    pub const FIELDS: [Field; 6] = [Field::Workers, Field::ShortPartition, Field::Count, Field::Load, Field::Sigma, Field::Seed];

    /// The default scenario of the view, playing unless the user wants stillness.
    pub fn open(playing: bool) -> Self {
        Self {
            bench: Workbench::open(default()),
            clock: Clock::new(playing),
            lit: None,
            hovered: None,
            front: 0,
            long: false,
            moves: playing,
        }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<impl Into<Link>, Fault>) {
        self.bench.follow_to_run(link.map(Into::into));
    }

    /// Which trace the jobs are like, if they are drawn.
    pub fn like(&self) -> Option<TraceLike> {
        let Fields { workload, .. } = self.bench.fields();
        workload.path.is_none().then(|| workload.like.unwrap_or(TraceLike::Yahoo))
    }

    /// How large it is, if it has one of the sizes that can be chosen.
    pub fn size(&self) -> Option<Size> {
        let Fields { system, workload } = self.bench.fields();
        match (system.workers, workload.count, workload.load) {
            (Some(workers), Some(count), Some(load)) if (workers, count, load) == SMALL => Some(Size::Small),
            (None, None, None) if workload.path.is_none() => Some(Size::Full),
            _ => None,
        }
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Edit(edit) => self.bench.edit(edit, |_| Ok(None)),
            Change::Source(like) => {
                let now = self.bench.fields();
                let Workload { count, load, sigma, .. } = if self.like().is_some() { now.workload } else { first().workload };
                // Where short jobs end and how many workers they have for themselves are the trace's own.
                let system = System { short_partition: None, cutoff: None, reporting_cutoff: None, ..now.system };
                let workload = Workload { like: Some(like), count, load, sigma, ..Workload::default() };
                self.bench.set(Fields { system, workload }, &Self::FIELDS);
            }
            Change::Size(size) => {
                let small = (size == Size::Small).then_some(SMALL);
                let now = self.bench.fields();
                let system = System { workers: small.map(|(workers, ..)| workers), ..now.system };
                let (count, load) = (small.map(|(_, count, _)| count), small.map(|(.., load)| load));
                let like = self.like().or(first().workload.like);
                let workload = Workload { like, count, load, sigma: now.workload.sigma, ..Workload::default() };
                self.bench.set(Fields { system, workload }, &[Field::Seed]);
            }
            Change::Unload => {
                let system = self.bench.fields().system;
                self.bench.set(Fields { system, ..first() }, &Self::FIELDS);
            }
            Change::Clock(beat) => {
                // Who moves the clock looks at this run; that time passes while it plays is no wish.
                self.bench.behind.kept |= !matches!(beat, Beat::Tick(_));
                self.clock.hear(beat);
            }
            Change::Run(run) => self.bench.show(run),
            Change::Light(lit) => self.light(lit),
            Change::Hover(lit) => self.hovered = lit,
            Change::Front(panel) => self.front = panel,
            Change::Step(by) => self.step(by),
            Change::Stuck => self.go_to_next_stuck(),
            Change::Class(long) => self.long = long,
            Change::Toggle(key) => self.toggle(key),
            Change::Reset => self.bench.reset(default()),
            Change::Behind(told) => {
                const SHORT: u8 = 0;
                let of = |answer: &Answer| {
                    let classes = answer.summary.jobs.iter().flat_map(|jobs| &jobs.classes);
                    classes.filter(|(class, _)| *class == SHORT).flat_map(|(_, sample)| sample.medians.clone()).collect()
                };
                self.bench.told_behind(told, Unit::Median("short jobs"), of);
            }
            Change::Told(told) => {
                if let Some(answers) = self.bench.inquiry.told(told, self.bench.scenario.policies.len())
                    && let Some((report, policies, recordings)) = self.bench.report(answers)
                {
                    let timelines = recordings.into_iter().filter_map(Plan::recording);
                    let shown = Shown { report, runs: DatacenterRuns::new(timelines.collect(), &policies) };
                    self.show(shown);
                }
            }
        }
    }

    /// Shows an answer at the instant that teaches most.
    fn show(&mut self, shown: Shown) {
        // What the pointer is at is another job now.
        self.hovered = None;
        self.clock.set_events(shown.times());
        self.clock.set_slow(shown.flights());
        if shown.has_rows() {
            match shown.teaches() {
                Some(job) => self.go_to(&shown, job),
                None => {
                    self.lit = None;
                    self.clock.hear(Beat::Seek(shown.awake()));
                }
            }
        } else {
            self.clock.hear(Beat::Seek(shown.awake()));
            // At first one that may get long tasks.
            let general = shown.runs.runs.iter().map(|run| run.timeline.general).max().unwrap_or(0);
            let worker = if let Some(Lit::Worker(worker)) = self.lit { worker } else { general };
            self.lit = Some(Lit::Worker(worker.min(shown.workers() - 1)));
        }
        self.bench.inquiry.answered(shown);
    }

    /// The report of all runs, if they have been simulated, or else of the one that is shown.
    pub fn report(&self) -> Option<&Report> {
        let of_run = || self.bench.inquiry.answer.as_ref().map(|(_, shown)| &shown.report);
        self.bench.behind.spread().map(|spread| &spread.report).or_else(of_run)
    }

    /// What comes out, in a sentence about short jobs, and one below it about long ones and the run that is shown.
    pub fn headline(&self) -> [String; 2] {
        let (Some(report), Some((_, shown))) = (self.report(), &self.bench.inquiry.answer) else { return Default::default() };
        let names: Vec<String> = shown.runs.runs.iter().map(|run| run.name.clone()).collect();
        let medians = |class: u8| words::Median::of(report, &names, class);
        let behind = &self.bench.behind;
        let (sentence, long) = match words::half("short", &medians(0)) {
            Some(short) => (short, words::half("long", &medians(1))),
            None => (words::half("long", &medians(1)).unwrap_or_default(), None),
        };
        let place = match behind.spread() {
            Some(all) => {
                let ahead =
                    all.others.first().map(|other| format!("{} is ahead in {} of {} runs. ", other.name, other.ahead(), all.runs()));
                format!("{}{}", ahead.unwrap_or_default(), all.place(behind.shown))
            }
            None => self.bench.headline(&[], &[], Unit::Median("short jobs"))[1].clone(),
        };
        [sentence, long.into_iter().chain([place]).collect::<Vec<_>>().join(" ")]
    }

    /// The job or worker that is lit now: the one at the pointer, if there is one.
    pub fn lit_now(&self) -> Option<Lit> {
        self.hovered.or(self.lit)
    }

    /// The last answer.
    fn shown(&self) -> Option<std::rc::Rc<Shown>> {
        self.bench.inquiry.answer.as_ref().map(|(_, shown)| shown.clone())
    }

    /// Lights a job and goes to where it comes: its messages are seen on their way if pictures may move, and time stops when they
    /// have come.
    fn go_to(&mut self, shown: &Shown, job: u32) {
        (self.lit, self.hovered) = (Some(Lit::Job(job)), None);
        let settled = shown.runs.settled(job);
        if self.moves {
            self.clock.play_between(shown.arrival(job), settled);
        } else {
            self.clock.hear(Beat::Play(false));
            self.clock.hear(Beat::Seek(settled));
        }
    }

    /// Lights something, or puts it out if it is lit. Who does looks at this run.
    fn light(&mut self, lit: Option<Lit>) {
        self.bench.behind.kept = true;
        (self.lit, self.hovered) = (if lit == self.lit { None } else { lit }, None);
    }

    fn go_to_next_stuck(&mut self) {
        self.bench.behind.kept = true;
        let Some(shown) = self.shown() else { return };
        let stuck = shown.stuck();
        // Of a job that is lit, others are next, even while its messages are on their way.
        let now = if let Some(Lit::Job(job)) = self.lit { self.clock.playhead.max(shown.runs.settled(job)) } else { self.clock.playhead };
        let next = stuck.iter().find(|its| shown.runs.settled(its.job) > now && self.lit != Some(Lit::Job(its.job)));
        if let Some(job) = next.or(stuck.first()).map(|its| its.job) {
            self.go_to(&shown, job);
        }
    }

    fn step(&mut self, by: i64) {
        self.bench.behind.kept = true;
        let Some(shown) = self.shown() else { return };
        match self.lit {
            None => self.go_to_next_stuck(),
            Some(lit) => {
                let next = shown.stepped(lit, by);
                (self.lit, self.hovered) = (Some(next), None);
                if let Lit::Job(job) = next {
                    self.clock.hear(Beat::Play(false));
                    self.clock.hear(Beat::Seek(shown.runs.settled(job)));
                }
            }
        }
    }

    /// Chooses a policy, which takes the last place if all are taken, or drops it unless it is the only one.
    fn toggle(&mut self, key: String) {
        let policies = &mut self.bench.scenario.policies;
        match policies.iter().position(|written| written.split('[').next() == Some(&key)) {
            Some(position) if policies.len() > 1 => {
                policies.remove(position);
            }
            Some(_) => return,
            None => {
                policies.truncate(SIDES.max(policies.len()) - 1);
                policies.push(key);
            }
        }
        self.bench.ask();
    }
}

/// What the view shows when it is opened, as the query of a link.
pub const OPENED: &str =
    "policies=sparrow,eagle&system.kind=datacenter&system.workers=24&workload.like=google&workload.count=80&workload.load=0.9";

/// The system and the workload of the view's own scenario.
fn first() -> Fields<Plan> {
    default().of().cloned().unwrap_or_default()
}

/// The view's own scenario.
pub(super) fn default() -> Scenario {
    Scenario::from_query(OPENED).unwrap_or_default()
}
