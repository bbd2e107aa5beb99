//! *Datacenter*: workers with queues. The scenario, what is wrong with it, the last answer, and the clock.

use super::clock::{Beat, Clock};
use super::field::Field;
use super::inquiry::Told;
use super::protocol::{Answer, Fault};
use super::spread::Unit;
use super::workbench::{Edit, Workbench};
use crate::chart::{self, ChartError, Place, Theme};
use crate::experiment::{Fields, Listed, Report, Scenario};
use crate::pictures::datacenter::{DatacenterRuns, busy_workers, completion_times, percentile_ratios};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::datacenter::{Plan, System, Workload};
use schedscope_engine::workload::TraceLike;

/// The state of *Datacenter*.
#[derive(Clone, Debug)]
pub struct Datacenter {
    /// The scenario, and how far the answer is.
    pub bench: Workbench<Plan, Shown>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// The worker whose queue is shown.
    pub worker: u32,
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
    /// What all workers do.
    Grid(Place),
    /// What waits at one of them.
    Queue(Place),
    /// Busy workers over time, with the playhead at this second.
    Busy(usize, f64),
    /// One policy against the other.
    Ratios,
    /// Completion times of a class: 0 short, 1 long.
    Completion(u8),
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
            Scene::Grid(place) => return chart::worker_grid(area, theme, scale, &self.runs, place),
            Scene::Queue(place) => return chart::worker_queue(area, theme, scale, &self.runs, place),
            Scene::Busy(which, playhead) => busy_workers(&self.runs, which, playhead),
            Scene::Ratios => percentile_ratios(&self.report),
            Scene::Completion(class) => completion_times(&self.report, &self.runs, class),
        };
        chart::picture(area, theme, scale, &picture)
    }

    /// Whether the runs were recorded exactly.
    pub fn is_exact(&self) -> bool {
        self.runs.runs.iter().all(|run| run.timeline.frames.frames.is_empty())
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
            times.extend((0..timeline.frames.frames.len()).map(|frame| frame as f64 * timeline.frames.every));
        }
        times
    }
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
    /// Another worker was chosen.
    Worker(u32),
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
const SMALL: (u32, u32, f64) = (48, 150, 0.9);

impl Datacenter {
    /// The numbers that have a control.
    pub const FIELDS: [Field; 6] = [Field::Workers, Field::ShortPartition, Field::Count, Field::Load, Field::Sigma, Field::Seed];

    /// The default scenario of the view, playing unless the user wants stillness.
    pub fn open(playing: bool) -> Self {
        Self { bench: Workbench::open(default()), clock: Clock::new(playing), worker: 0 }
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
            Change::Worker(worker) => self.worker = worker,
            Change::Reset => self.bench.reset(default()),
            Change::Behind(told) => {
                const SHORT: u8 = 0;
                let of = |answer: &Answer| {
                    let classes = answer.summary.jobs.iter().flat_map(|jobs| &jobs.classes);
                    classes.filter(|(class, _)| *class == SHORT).flat_map(|(_, sample)| sample.means.clone()).collect()
                };
                self.bench.told_behind(told, Unit::Class("short jobs"), of);
            }
            Change::Told(told) => {
                if let Some(answers) = self.bench.inquiry.told(told, self.bench.scenario.policies.len())
                    && let Some((report, policies, recordings)) = self.bench.report(answers)
                {
                    let timelines = recordings.into_iter().filter_map(Plan::recording);
                    let shown = Shown { report, runs: DatacenterRuns::new(timelines.collect(), &policies) };
                    self.clock.set_events(shown.times());
                    self.clock.hear(Beat::Seek(shown.awake()));
                    // At first one that may get long tasks.
                    let general = shown.runs.runs.iter().map(|run| run.timeline.general).max().unwrap_or(0);
                    self.worker = if self.worker == 0 { general } else { self.worker }.min(shown.workers() - 1);
                    self.bench.inquiry.answered(shown);
                }
            }
        }
    }
}

/// What the view shows when it is opened, as the query of a link.
pub const OPENED: &str =
    "policies=sparrow,eagle&system.kind=datacenter&system.workers=48&workload.like=google&workload.count=150&workload.load=0.9";

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
    fn an_answer_sets_the_clock_where_there_is_something_to_see() {
        let mut datacenter = Datacenter::open(false);
        answer(&mut datacenter);
        let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
        assert!(shown.is_exact() && shown.workers() == 48 && shown.runs.runs.len() == 2);
        assert!(datacenter.clock.end() >= shown.runs.span && datacenter.clock.playhead == shown.awake() && shown.awake() > 0.0);
        let general = shown.runs.runs.iter().map(|run| run.timeline.general).max().unwrap();
        assert_eq!(datacenter.worker, general, "one that may get long tasks");
    }

    #[test]
    fn the_worker_that_is_looked_at_stays_if_it_is_still_there() {
        let mut datacenter = Datacenter::open(false);
        datacenter.change(Change::Worker(40));
        answer(&mut datacenter);
        assert_eq!(datacenter.worker, 40);
        typed(&mut datacenter, Field::Workers, "20");
        answer(&mut datacenter);
        assert_eq!(datacenter.worker, 19);
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
