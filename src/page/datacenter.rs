//! *Datacenter*: workers with queues. The scenario, what is wrong with it, the last answer, the clock, and what is looked at.

pub mod words;

use super::clock::{Beat, Clock};
use super::field::Field;
use super::inquiry::Told;
use super::protocol::{Answer, Fault};
use super::spread::{self, Unit};
use super::workbench::{Edit, Workbench};
use crate::chart::{self, ChartError, Place, Theme};
use crate::experiment::{Fields, Listed, Report, Scenario};
use crate::pictures::datacenter::{DatacenterRun, DatacenterRuns, Lit, Stuck, busy_workers};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::datacenter::{Plan, System, Workload};
use schedscope_engine::workload::TraceLike;
use std::fmt::Write as _;

/// The state of *Datacenter*.
#[derive(Clone, Debug)]
pub struct Datacenter {
    /// The scenario, and how far the answer is.
    pub bench: Workbench<Plan, Shown>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// The job or worker that is lit in all panels.
    pub lit: Option<Lit>,
    /// Whether *Where the time went* is about long jobs.
    pub long: bool,
    /// Whether pictures may move by themselves.
    moves: bool,
}

/// An answer: the numbers and the recorded runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The numbers.
    pub report: Report,
    /// The first replication.
    pub runs: DatacenterRuns,
}

/// A picture of it; those of one policy have its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scene {
    /// What all workers do, in a row each.
    Rows(Place),
    /// The same of many, in a cell each.
    Grid(Place),
    /// What waits at the worker that is lit.
    Queue(Place),
    /// Where the time of jobs goes: of long ones, or of short ones; and what is lit.
    Spent(bool, Option<Lit>),
    /// Busy workers over time, with the playhead at this second.
    Busy(usize, f64),
}

impl Shown {
    /// Draws a picture of it.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn draw<DB: DrawingBackend>(
        &self,
        scene: Scene,
        area: &DrawingArea<DB, Shift>,
        theme: &Theme,
        scale: f64,
    ) -> Result<(), ChartError> {
        let picture = match scene {
            Scene::Rows(place) => return chart::worker_rows(area, theme, scale, &self.runs, place),
            Scene::Spent(long, lit) => return chart::time_spent(area, theme, scale, &self.runs, long, lit),
            Scene::Grid(place) => return chart::worker_grid(area, theme, scale, &self.runs, place),
            Scene::Queue(place) => return chart::worker_queue(area, theme, scale, &self.runs, place),
            Scene::Busy(which, playhead) => busy_workers(&self.runs, which, playhead),
        };
        chart::picture(area, theme, scale, &picture)
    }

    /// Whether the runs were recorded exactly.
    pub fn is_exact(&self) -> bool {
        self.runs.runs.iter().all(|run| run.timeline.frames.frames.is_empty())
    }

    /// Whether there is room for a row a worker.
    pub fn has_rows(&self) -> bool {
        self.is_exact() && self.workers() <= ROWS
    }

    /// Number of workers.
    pub fn workers(&self) -> u32 {
        self.runs.runs.first().map_or(1, |run| run.timeline.workers)
    }

    /// When there is first something to see under the first policy: half as many workers busy as ever are, in seconds since the
    /// first submission.
    fn awake(&self) -> f64 {
        let Some(usage) = self.runs.runs.first().map(|run| &run.timeline.usage) else { return 0.0 };
        let busy = || usage.busy.iter().map(|[kept, others]| kept + others);
        let half = busy().fold(0.0, f64::max) / 2.0;
        busy().position(|busy| busy >= half).map_or(0.0, |interval| interval as f64 * usage.every)
    }

    /// When something can be seen to happen, in seconds since the first submission.
    fn times(&self) -> Vec<f64> {
        let mut times = vec![self.runs.span];
        for run in &self.runs.runs {
            let (timeline, begin) = (&run.timeline, run.timeline.begin());
            times.extend(timeline.stints.iter().flat_map(|stint| [stint.from - begin, stint.to - begin]));
            times.extend(timeline.probes.iter().map(|probe| probe.came - begin));
            times.extend(timeline.thefts.iter().map(|theft| theft.time - begin));
            times.extend((0..timeline.frames.frames.len()).map(|frame| frame as f64 * timeline.frames.every));
        }
        times
    }

    /// Whether some short task is stuck behind a long one under any policy.
    pub fn has_stuck(&self) -> bool {
        self.runs.runs.iter().any(|run| !run.stuck.is_empty())
    }

    /// When messages are on their way that are drawn as arrows.
    fn flights(&self) -> Vec<(f64, f64)> {
        if !self.has_rows() {
            return vec![];
        }
        let of = |run: &DatacenterRun| {
            let (timeline, begin) = (&run.timeline, run.timeline.begin());
            let probes = timeline.probes.iter().map(|probe| (probe.sent, probe.came));
            let thefts = timeline.thefts.iter().map(|theft| (theft.time, theft.time + THEFT));
            probes.chain(thefts).map(|(from, to)| (from - begin, to - begin)).collect::<Vec<_>>()
        };
        self.runs.runs.iter().flat_map(of).collect()
    }

    /// Short tasks that are stuck under any policy, by the instant at which they come.
    fn stuck(&self) -> Vec<Stuck> {
        let mut all: Vec<Stuck> = self.runs.runs.iter().flat_map(|run| run.stuck.iter().copied()).collect();
        all.sort_by(|a, b| a.from.total_cmp(&b.from));
        all
    }

    /// The job that teaches most: it is stuck under one policy, and the other completes it sooner by the longest time; if there is such a
    /// job, one whose only task runs there at once. Where there is one policy, the job that is stuck longest.
    fn teaches(&self) -> Option<u32> {
        let gain = |run: &DatacenterRun, stuck: &Stuck| {
            let sojourn = |run: &DatacenterRun| run.timeline.jobs[stuck.job as usize].sojourn();
            let others = self.runs.runs.iter().map(sojourn).fold(f64::INFINITY, f64::min);
            if self.runs.runs.len() > 1 { sojourn(run) - others } else { stuck.to - stuck.from }
        };
        let all = self.runs.runs.iter().flat_map(|run| run.stuck.iter().map(move |stuck| (gain(run, stuck), stuck.job)));
        let best = |all: &mut dyn Iterator<Item = (f64, u32)>| all.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, job)| job);
        let at_once = |job: u32| {
            let mut lines = self.runs.runs.iter().map(|run| &run.timeline.jobs[job as usize]);
            lines.any(|line| line.tasks == 1 && line.sojourn() - line.running < AT_ONCE)
        };
        best(&mut all.clone().filter(|(_, job)| at_once(*job))).or_else(|| best(&mut all.clone()))
    }

    /// When a job is submitted, in seconds since the first submission.
    fn arrival(&self, job: u32) -> f64 {
        let arrival = |run: &DatacenterRun| Some(run.timeline.jobs.get(job as usize)?.arrival - run.timeline.begin());
        self.runs.runs.first().and_then(arrival).unwrap_or(0.0)
    }

    /// Where a worker or job stands that comes so many after what is lit: the first or last one if there is none.
    fn stepped(&self, lit: Lit, by: i64) -> Lit {
        let jobs = self.runs.runs.first().map_or(0, |run| run.timeline.jobs.len() as u32);
        let within = |at: u32, count: u32| (i64::from(at) + by).clamp(0, i64::from(count.max(1)) - 1) as u32;
        match lit {
            Lit::Job(job) => Lit::Job(within(job, jobs)),
            Lit::Worker(worker) => Lit::Worker(within(worker, self.workers())),
        }
    }

    /// The jobs as comma-separated values: where the time of each goes under each policy, in seconds.
    pub fn jobs_csv(&self) -> String {
        let mut text = "policy,job,class,tasks,submitted,completed,at_scheduler,in_queue,running\n".to_owned();
        for (run, row) in self.runs.runs.iter().zip(&self.report.policies) {
            for job in &run.timeline.jobs {
                let begin = run.timeline.begin();
                let class = if job.long { "long" } else { "short" };
                let scheduler = (job.sojourn() - job.queueing - job.running).max(0.0);
                let numbers = [job.arrival - begin, job.completion - begin, scheduler, job.queueing, job.running];
                let numbers = numbers.map(|x| x.to_string()).join(",");
                let policy = row.policy.written();
                let policy = if policy.contains(',') { format!("\"{policy}\"") } else { policy.to_owned() };
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{policy},{},{class},{},{numbers}", job.id, job.tasks);
            }
        }
        text
    }
}

/// Seconds within which a task that need not wait begins.
const AT_ONCE: f64 = 0.1;
/// Most workers that have a row each.
const ROWS: u32 = 60;
/// Seconds for which a theft, which takes none, is to be seen.
const THEFT: f64 = 0.001;

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
        Self { bench: Workbench::open(default()), clock: Clock::new(playing), lit: None, long: false, moves: playing }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Scenario, Fault>) {
        self.bench.follow(link);
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
        let total = spread::replications(&self.bench.scenario);
        let place = match behind.spread() {
            Some(all) => {
                let ahead =
                    all.others.first().map(|other| format!("{} is ahead in {} of {} runs. ", other.name, other.ahead(), all.runs()));
                format!("{}{}", ahead.unwrap_or_default(), all.place(behind.shown))
            }
            None => behind.headline(&[], &[], Unit::Median("short jobs"), total)[1].clone(),
        };
        [sentence, long.into_iter().chain([place]).collect::<Vec<_>>().join(" ")]
    }

    /// The last answer.
    fn shown(&self) -> Option<std::rc::Rc<Shown>> {
        self.bench.inquiry.answer.as_ref().map(|(_, shown)| shown.clone())
    }

    /// Lights a job and goes to where it comes: its messages are seen on their way if pictures may move, and time stops when they
    /// have come.
    fn go_to(&mut self, shown: &Shown, job: u32) {
        self.lit = Some(Lit::Job(job));
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
        self.lit = if lit == self.lit { None } else { lit };
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
                self.lit = Some(next);
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
fn default() -> Scenario {
    Scenario::from_query(OPENED).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::inquiry::Phase;
    use crate::page::testing::done;

    fn typed(datacenter: &mut Datacenter, field: Field, text: &str) {
        datacenter.change(Change::Edit(Edit::Number(field, text.to_owned())));
    }

    fn answer(datacenter: &mut Datacenter) {
        let (generation, asked) = (datacenter.bench.inquiry.generation, datacenter.bench.scenario.clone());
        datacenter.change(Change::Told(Told::Started(generation)));
        for policy in 0..asked.policies.len() {
            datacenter.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
        }
    }

    #[test]
    fn opens_small_enough_to_be_watched() {
        let datacenter = Datacenter::open(true);
        assert_eq!((datacenter.like(), datacenter.size()), (Some(TraceLike::Google), Some(Size::Small)));
        assert!(datacenter.clock.playing && !Datacenter::open(false).clock.playing);
    }

    #[test]
    fn opens_where_a_short_task_is_stuck_behind_a_long_one() {
        for moves in [true, false] {
            let mut datacenter = Datacenter::open(moves);
            answer(&mut datacenter);
            let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
            assert!(shown.has_rows() && shown.workers() == 24 && shown.runs.runs.len() == 2);
            let Some(Lit::Job(job)) = datacenter.lit else { panic!("a job is lit") };
            let [sparrow, eagle] = [0, 1].map(|run: usize| shown.runs.runs[run].timeline.jobs[job as usize]);
            assert!(sparrow.sojourn() > 10.0 * eagle.sojourn() && !sparrow.long, "{} s, {} s", sparrow.sojourn(), eagle.sojourn());
            assert!(shown.runs.runs[0].stuck.iter().any(|stuck| stuck.job == job));
            assert_eq!(datacenter.clock.playing, moves, "its messages are seen on their way");
            if moves {
                datacenter.change(Change::Clock(Beat::Tick(30.0)));
            }
            assert!(!datacenter.clock.playing && datacenter.clock.playhead == shown.runs.settled(job));
        }
    }

    #[test]
    fn the_next_stuck_task_comes_after_this_one_and_after_the_last_the_first() {
        let mut datacenter = Datacenter::open(false);
        answer(&mut datacenter);
        let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
        datacenter.change(Change::Light(None));
        datacenter.change(Change::Clock(Beat::Seek(0.0)));
        let mut seen = vec![];
        for _ in 0..shown.runs.runs[0].stuck.len() {
            datacenter.change(Change::Stuck);
            seen.push((datacenter.clock.playhead, datacenter.lit));
        }
        assert!(seen.len() > 5 && seen.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 != pair[1].1), "{seen:?}");
        datacenter.change(Change::Clock(Beat::Seek(f64::MAX)));
        datacenter.change(Change::Stuck);
        assert_eq!((datacenter.clock.playhead, datacenter.lit), seen[0]);
    }

    #[test]
    fn what_is_lit_is_put_out_or_gives_way_to_its_neighbours() {
        let mut datacenter = Datacenter::open(false);
        answer(&mut datacenter);
        datacenter.change(Change::Light(Some(Lit::Worker(3))));
        for (by, worker) in [(1, 4), (-2, 2), (-9, 0), (99, 23)] {
            datacenter.change(Change::Step(by));
            assert_eq!(datacenter.lit, Some(Lit::Worker(worker)));
        }
        datacenter.change(Change::Light(Some(Lit::Job(5))));
        datacenter.change(Change::Step(1));
        let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
        assert_eq!((datacenter.lit, datacenter.clock.playhead), (Some(Lit::Job(6)), shown.runs.settled(6)));
        datacenter.change(Change::Light(Some(Lit::Job(6))));
        assert_eq!(datacenter.lit, None);
    }

    #[test]
    fn a_policy_that_is_chosen_takes_the_last_place_and_the_only_one_stays() {
        let mut datacenter = Datacenter::open(false);
        let policies = |datacenter: &Datacenter| datacenter.bench.scenario.policies.clone();
        for (key, expected) in
            [("hawk", &["sparrow", "hawk"][..]), ("sparrow", &["hawk"]), ("hawk", &["hawk"]), ("eagle", &["hawk", "eagle"])]
        {
            datacenter.change(Change::Toggle(key.to_owned()));
            assert_eq!(policies(&datacenter), expected);
        }
        datacenter.change(Change::Edit(Edit::Policy(0, "hawk[cap=2]".to_owned())));
        datacenter.change(Change::Toggle("hawk".to_owned()));
        assert_eq!(policies(&datacenter), ["eagle"]);
    }

    #[test]
    fn jobs_are_written_with_where_their_time_goes() {
        let mut datacenter = Datacenter::open(false);
        answer(&mut datacenter);
        let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
        let text = shown.jobs_csv();
        assert_eq!(text.lines().count(), 1 + 2 * 80);
        for line in text.lines().skip(1) {
            let cells: Vec<f64> = line.split(',').skip(4).map(|cell| cell.parse().unwrap()).collect();
            assert!((cells[1] - cells[0] - cells[2] - cells[3] - cells[4]).abs() < 1e-6 && cells[2] < 1.0, "{line}");
        }
    }

    #[test]
    fn many_workers_have_no_rows_and_the_one_that_is_looked_at_stays_if_it_is_still_there() {
        let mut datacenter = Datacenter::open(false);
        typed(&mut datacenter, Field::Workers, "100");
        answer(&mut datacenter);
        let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
        let general = shown.runs.runs.iter().map(|run| run.timeline.general).max().unwrap();
        assert_eq!(datacenter.lit, Some(Lit::Worker(general)), "one that may get long tasks");
        datacenter.change(Change::Light(Some(Lit::Worker(95))));
        typed(&mut datacenter, Field::Workers, "90");
        answer(&mut datacenter);
        assert_eq!(datacenter.lit, Some(Lit::Worker(89)));
    }

    #[test]
    fn sizes_are_those_of_the_page_and_of_the_literature() {
        let mut datacenter = Datacenter::open(false);
        typed(&mut datacenter, Field::Sigma, "0.5");
        datacenter.change(Change::Size(Size::Full));
        assert_eq!((datacenter.size(), Field::Sigma.get(&datacenter.bench.scenario)), (Some(Size::Full), Some(0.5)));
        assert_eq!(Field::Workers.get(&datacenter.bench.scenario), Some(f64::from(TraceLike::Google.workers())));
        datacenter.change(Change::Size(Size::Small));
        assert_eq!(datacenter.size(), Some(Size::Small));
        typed(&mut datacenter, Field::Workers, "50");
        assert_eq!(datacenter.size(), None);
    }

    #[test]
    fn another_trace_keeps_how_large_it_is_and_brings_its_own_partition() {
        let mut datacenter = Datacenter::open(false);
        typed(&mut datacenter, Field::ShortPartition, "0.3");
        typed(&mut datacenter, Field::Count, "99");
        datacenter.change(Change::Source(TraceLike::Yahoo));
        let asked = &datacenter.bench.scenario;
        assert_eq!((datacenter.like(), Field::Count.get(asked)), (Some(TraceLike::Yahoo), Some(99.0)));
        assert_eq!(Field::ShortPartition.get(asked), Some(TraceLike::Yahoo.short_partition()));
    }

    #[test]
    fn a_file_brings_its_own_jobs_and_leaves_none_behind() {
        let mut datacenter = Datacenter::open(false);
        datacenter.change(Change::Edit(Edit::File("jobs.tr".to_owned())));
        assert_eq!((datacenter.like(), datacenter.size(), Field::Count.get(&datacenter.bench.scenario)), (None, None, None));
        datacenter.change(Change::Source(TraceLike::Google));
        assert_eq!(datacenter.bench.scenario, default());
        datacenter.change(Change::Edit(Edit::File("jobs.tr".to_owned())));
        datacenter.change(Change::Unload);
        assert_eq!(datacenter.bench.scenario, default());
    }

    #[test]
    fn a_reset_asks_the_views_own_question() {
        let mut datacenter = Datacenter::open(false);
        typed(&mut datacenter, Field::Load, "?");
        assert_eq!(datacenter.bench.inquiry.phase, Phase::Failed);
        datacenter.change(Change::Reset);
        assert_eq!((datacenter.bench.inquiry.phase, &datacenter.bench.scenario), (Phase::Waiting, &default()));
    }
}
