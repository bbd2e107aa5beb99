//! What *Cluster* shows: the scenario, what is wrong with it, and the last answer.

use super::choice;
use super::presets::PRESETS;
use crate::chart::{self, ChartError, Glance, Theme};
use crate::experiment::{Fields, Listed, Report, Scenario};
use crate::page::clock::{Beat, Clock};
use crate::page::field::Field;
use crate::page::inquiry::Told;
use crate::page::protocol::Fault;
use crate::page::spread::Unit;
use crate::page::workbench::{Edit, Workbench};
use crate::pictures::cluster::{ClusterRuns, believed_sizes, classes, late, load, memory};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::cluster::{Plan, Workload};
use schedscope_engine::workload::Mix;
use schedscope_engine::world::FileFormat;

/// The state of *Cluster*.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The scenario, and how far the answer is.
    pub bench: Workbench<Plan, Shown>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// The machine whose memory is shown, from 0; absent: the one with most that is suspended.
    pub machine: Option<u32>,
    /// Number of the job that the reader has lit; absent: the one that tells most.
    pub lit: Option<u64>,
    /// Whether the whole run is shown, where its last job goes on long after the others.
    pub whole: bool,
}

/// An answer: the numbers and the recorded runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The numbers.
    pub report: Report,
    /// A replication, slot by slot.
    pub runs: ClusterRuns,
    /// The job whose completion differs most between policies, and when it is complete first.
    telling: Option<(u64, f64)>,
    /// When all jobs but the last are complete, where that goes on for long.
    story: Option<f64>,
}

impl Shown {
    /// Puts the numbers and the recorded runs together.
    fn new(report: Report, runs: ClusterRuns) -> Self {
        let lanes = runs.in_lanes();
        let (telling, story) = (runs.telling().filter(|_| lanes), runs.story().filter(|_| lanes));
        Self { report, runs, telling, story }
    }

    /// When the pictures can end before the run does, in seconds: when all jobs but the last are complete.
    pub fn story(&self) -> Option<f64> {
        self.story
    }

    /// When slots change hands, up to the end of the pictures, in seconds.
    fn times(&self, until: f64) -> Vec<f64> {
        let bars = self.runs.runs.iter().flat_map(|run| &run.timeline.bars);
        let times = bars.flat_map(|bar| [bar.from, bar.to]).filter(|time| *time <= until);
        times.chain(self.story.filter(|story| *story == until)).collect()
    }

    /// An instant that tells something: shortly after one policy has completed a job that the other has not, else when there are
    /// most jobs.
    fn instant(&self, until: f64) -> f64 {
        self.telling.map(|(_, time)| time + 0.03 * until).filter(|time| *time < until).unwrap_or_else(|| self.peak())
    }

    /// When there are most jobs under the first policy, in seconds.
    fn peak(&self) -> f64 {
        let load = self.runs.runs.first().map_or(&[][..], |run| &run.timeline.load);
        load.iter().rev().max_by_key(|(_, jobs)| *jobs).map_or(0.0, |(time, _)| *time)
    }

    /// The machine whose memory is shown, from 0: the one that was chosen if there is such a one, else the one that has most
    /// suspended at any time.
    pub fn machine(&self, chosen: Option<u32>) -> u32 {
        let timelines = || self.runs.runs.iter().map(|run| &run.timeline);
        let usages = timelines().flat_map(|timeline| &timeline.memory);
        let most = usages.max_by(|a, b| (a.suspended + a.swapped).total_cmp(&(b.suspended + b.swapped)).then(b.machine.cmp(&a.machine)));
        let machines = timelines().map(|timeline| timeline.machines).max().unwrap_or(1);
        chosen.filter(|machine| *machine < machines).unwrap_or(most.map_or(0, |usage| usage.machine))
    }

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
            Scene::Run(glance) => return chart::cluster_run(area, theme, scale, &self.runs, glance),
            Scene::Runs(glance) => return chart::cluster_runs(area, theme, scale, &self.runs, glance),
            Scene::Load => load(&self.runs),
            Scene::Late => late(&self.runs),
            Scene::Memory(which, machine) => memory(&self.runs, which, machine),
            Scene::Believed(which) => believed_sizes(&self.runs, which),
            Scene::Classes(which) => classes(&self.report, which),
        };
        chart::picture(area, theme, scale, &picture)
    }
}

/// A picture of it; those of one policy have its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scene {
    /// What jobs and slots do.
    Run(Glance),
    /// The same of all policies below each other, whichever the glance is at.
    Runs(Glance),
    /// Jobs in the system.
    Load,
    /// Phases that are late.
    Late,
    /// What is in the memory of a machine, from 0.
    Memory(usize, u32),
    /// What the policy believes.
    Believed(usize),
    /// Sojourn times by size class.
    Classes(usize),
}

/// Where jobs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A mix of HFSP's experiments.
    Mix(Mix),
    /// Drawn as in *Compare*, and cut into tasks.
    Synthetic,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The scenario was edited.
    Edit(Edit),
    /// Another workload was chosen.
    Source(Source),
    /// The file was put away.
    Unload,
    /// Another way to take slots away was chosen for the policy at this position.
    Primitive(usize, String),
    /// The clock was moved.
    Clock(Beat),
    /// The memory of another machine, from 0.
    Machine(u32),
    /// The job of this number was lit.
    Light(u64),
    /// The job so many lanes further down was lit.
    Move(i32),
    /// Whether the whole run is shown.
    Whole(bool),
    /// A policy was chosen, as it is written, or dropped.
    Toggle(String),
    /// Another question was chosen to start from, by position.
    Preset(usize),
    /// Everything as at first.
    Reset,
    /// Another run of the same scenario, from 0.
    Run(u32),
    /// The runner has something to say.
    Told(Told),
    /// The runner has something to say of the other runs.
    Behind(Told),
}

impl Cluster {
    /// The default scenario of the view.
    pub fn open() -> Self {
        Self { bench: Workbench::open(default()), clock: Clock::new(false), machine: None, lit: None, whole: false }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Scenario, Fault>) {
        self.bench.follow(link);
    }

    /// End of the axis of time, in seconds.
    pub fn until(&self, shown: &Shown) -> f64 {
        // A little air, so that what ends last does not lie on the frame.
        shown.story.filter(|_| !self.whole).unwrap_or(1.01 * shown.runs.end)
    }

    /// Number of the job that is lit: the one that was chosen, if there is such a one, else the one that tells most.
    pub fn lit(&self, shown: &Shown) -> Option<u64> {
        let there = |id: &u64| shown.runs.position(0, *id).is_some();
        self.lit.filter(there).or_else(|| shown.telling.map(|(id, _)| id))
    }

    /// What is looked at of a policy.
    pub fn glance(&self, shown: &Shown, which: usize) -> Glance {
        Glance { which, playhead: self.clock.playhead, lit: self.lit(shown), until: self.until(shown) }
    }

    /// Where jobs come from, if the view can choose it.
    pub fn source(&self) -> Option<Source> {
        let Fields { workload, .. } = self.bench.fields();
        let synthetic = workload.path.is_none() && workload.jobs.is_empty();
        workload.mix.map(Source::Mix).or(synthetic.then_some(Source::Synthetic))
    }

    /// The numbers that have a control now.
    pub fn fields(&self) -> Vec<Field> {
        let drawn = [Field::Shape, Field::Sigma].into_iter().filter(|_| self.source() == Some(Source::Synthetic));
        let others = [Field::Count, Field::Load, Field::Machines, Field::MapSlots, Field::ReduceSlots];
        let ram = self.bench.scenario.policies.iter().any(|written| choice::pages(written)).then_some(Field::Ram);
        drawn.chain(others).chain(ram).chain([Field::Seed]).collect()
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Edit(edit) => self.bench.edit(edit, |name| FileFormat::of(name).map(Some)),
            Change::Source(source) => {
                let mix = if let Source::Mix(mix) = source { Some(mix) } else { None };
                let now = self.bench.fields();
                // Of a file count and load are its own.
                let of = if now.workload.path.is_some() { first().workload } else { now.workload };
                let workload = Workload { mix, count: of.count, load: of.load, ..Workload::default() };
                let fields = self.fields();
                self.bench.set(Fields { system: now.system, workload }, &fields);
            }
            Change::Unload => {
                let (fields, system) = (self.fields(), self.bench.fields().system);
                self.bench.set(Fields { system, ..first() }, &fields);
            }
            Change::Primitive(position, primitive) => {
                if let Some(written) = self.bench.scenario.policies.get(position) {
                    let written = choice::with_primitive(written, &primitive);
                    self.change(Change::Edit(Edit::Policy(position, written)));
                }
            }
            Change::Clock(beat) => {
                // Who moves the clock looks at this run; that time passes while it plays is no wish.
                self.bench.behind.kept |= !matches!(beat, Beat::Tick(_));
                self.clock.hear(beat);
            }
            Change::Run(run) => self.bench.show(run),
            Change::Machine(machine) => self.machine = Some(machine),
            Change::Light(id) => {
                self.bench.behind.kept = true;
                self.lit = Some(id);
            }
            Change::Move(by) => {
                if let Some((_, shown)) = self.bench.inquiry.answer.clone() {
                    let ids = shown.runs.ids();
                    let now = ids.iter().position(|id| Some(*id) == self.lit(&shown));
                    let last = ids.len().saturating_sub(1);
                    let next = now.map_or(0, |now| now.saturating_add_signed(by as isize).min(last));
                    if let Some(id) = ids.get(next) {
                        self.change(Change::Light(*id));
                    }
                }
            }
            Change::Whole(whole) => {
                self.whole = whole;
                if let Some((_, shown)) = self.bench.inquiry.answer.clone() {
                    self.clock.set_events(shown.times(self.until(&shown)));
                }
            }
            Change::Toggle(written) => {
                let policies = &mut self.bench.scenario.policies;
                match policies.iter().position(|policy| *policy == written) {
                    Some(_) if policies.len() == 1 => {}
                    Some(position) => {
                        policies.remove(position);
                        self.bench.ask();
                    }
                    None if policies.len() < MOST => {
                        policies.push(written);
                        self.bench.ask();
                    }
                    None => {}
                }
            }
            Change::Preset(position) => {
                if let Some(preset) = PRESETS.get(position) {
                    let seed = self.bench.scenario.seed;
                    self.bench.reset(Scenario { seed, ..preset.scenario() });
                }
            }
            Change::Reset => self.bench.reset(default()),
            Change::Behind(told) => self.bench.told_behind(told, Unit::All, |answer| answer.summary.means().to_vec()),
            Change::Told(told) => {
                if let Some(answers) = self.bench.inquiry.told(told, self.bench.scenario.policies.len())
                    && let Some((report, policies, recordings)) = self.bench.report(answers)
                {
                    let runs = ClusterRuns::new(recordings.into_iter().filter_map(Plan::recording).collect(), &policies);
                    let shown = Shown::new(report, runs);
                    let until = self.until(&shown);
                    self.clock.set_events(shown.times(until));
                    self.clock.hear(Beat::Seek(shown.instant(until)));
                    self.bench.inquiry.answered(shown);
                }
            }
        }
    }
}

/// Most policies below each other.
pub const MOST: usize = 4;

/// The system and the workload of the view's own scenario.
fn first() -> Fields<Plan> {
    default().of().cloned().unwrap_or_default()
}

/// The view's own scenario.
fn default() -> Scenario {
    PRESETS[0].scenario()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::inquiry::Phase;
    use crate::page::testing::done;

    fn small() -> Cluster {
        let mut cluster = Cluster::open();
        let query = "policies=fair,hfsp&system.kind=cluster&system.machines=4&workload.mix=test&workload.count=4";
        cluster.follow(Ok(Scenario::from_query(query).unwrap()));
        cluster
    }

    fn answer(cluster: &mut Cluster) {
        let (generation, asked) = (cluster.bench.inquiry.generation, cluster.bench.scenario.clone());
        cluster.change(Change::Told(Told::Started(generation)));
        for policy in [1, 0] {
            cluster.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
        }
    }

    #[test]
    fn opens_with_a_mix_that_waits_to_be_asked() {
        let cluster = Cluster::open();
        assert_eq!((cluster.source(), cluster.bench.inquiry.phase), (Some(Source::Mix(Mix::Dev)), Phase::Waiting));
        assert_eq!(cluster.bench.scenario.policies, ["fair", "hfsp[preemption=suspend]"]);
        assert!(!cluster.fields().contains(&Field::Sigma));
    }

    #[test]
    fn an_answer_sets_the_clock_to_an_instant_that_tells_something() {
        let mut cluster = small();
        answer(&mut cluster);
        assert_eq!(cluster.bench.inquiry.phase, Phase::Done);
        let (_, shown) = cluster.bench.inquiry.answer.clone().unwrap();
        assert_eq!((shown.runs.runs.len(), shown.report.policies.len()), (2, 2));
        assert!(
            cluster.clock.end() > 0.0 && cluster.clock.playhead == shown.instant(cluster.until(&shown)) && cluster.clock.playhead > 0.0
        );
    }

    #[test]
    fn a_stale_answer_is_shown_as_such_and_a_late_one_ignored() {
        let mut cluster = small();
        answer(&mut cluster);
        let (older, asked) = (cluster.bench.inquiry.generation, cluster.bench.scenario.clone());
        cluster.change(Change::Edit(Edit::Number(Field::Machines, "5".to_owned())));
        assert!(cluster.bench.inquiry.stale());
        for policy in [0, 1] {
            cluster.change(Change::Told(Told::Heard(done(older, &asked, policy))));
        }
        assert!(cluster.bench.inquiry.stale() && cluster.bench.inquiry.phase == Phase::Waiting);
    }

    #[test]
    fn another_workload_keeps_how_many_jobs_there_are() {
        let mut cluster = Cluster::open();
        cluster.change(Change::Edit(Edit::Number(Field::Count, "40".to_owned())));
        cluster.change(Change::Source(Source::Synthetic));
        assert_eq!((cluster.source(), Field::Count.get(&cluster.bench.scenario)), (Some(Source::Synthetic), Some(40.0)));
        assert!(cluster.fields().contains(&Field::Sigma));
        cluster.change(Change::Source(Source::Mix(Mix::Prod)));
        assert_eq!((cluster.source(), Field::Count.get(&cluster.bench.scenario)), (Some(Source::Mix(Mix::Prod)), Some(40.0)));
    }

    #[test]
    fn a_file_brings_its_own_jobs_and_leaves_none_behind() {
        let mut cluster = Cluster::open();
        cluster.change(Change::Edit(Edit::File("jobs.tsv".to_owned())));
        assert_eq!(cluster.source(), None);
        cluster.change(Change::Edit(Edit::Number(Field::Count, "7".to_owned())));
        cluster.change(Change::Source(Source::Mix(Mix::Dev)));
        assert_eq!(cluster.bench.scenario, Cluster::open().bench.scenario);
        cluster.change(Change::Edit(Edit::File("jobs.tsv".to_owned())));
        cluster.change(Change::Unload);
        assert_eq!(cluster.bench.scenario, Cluster::open().bench.scenario);
    }

    #[test]
    fn a_way_to_take_slots_away_is_written_into_its_policy() {
        let mut cluster = Cluster::open();
        cluster.change(Change::Primitive(1, "kill".to_owned()));
        assert_eq!(cluster.bench.scenario.policies, ["fair", "hfsp[preemption=kill]"]);
        cluster.change(Change::Primitive(9, "kill".to_owned()));
        assert_eq!(cluster.bench.scenario.policies.len(), 2);
    }

    #[test]
    fn a_job_is_lit_by_its_number_or_by_steps() {
        let mut cluster = small();
        answer(&mut cluster);
        let (_, shown) = cluster.bench.inquiry.answer.clone().unwrap();
        let ids = shown.runs.ids();
        assert!(cluster.lit(&shown).is_some_and(|id| ids.contains(&id)), "the one that tells most");
        cluster.change(Change::Light(ids[0]));
        for (by, place) in [(1, 1), (1, 2), (-1, 1), (-9, 0), (99, ids.len() - 1)] {
            cluster.change(Change::Move(by));
            assert_eq!(cluster.lit(&shown), Some(ids[place]));
        }
        cluster.change(Change::Light(u64::MAX));
        assert!(cluster.lit(&shown).is_some_and(|id| ids.contains(&id)), "there is no such job");
        assert!(cluster.bench.behind.kept, "the reader looks at this run");
    }

    #[test]
    fn policies_are_chosen_and_dropped_but_for_the_last() {
        let mut cluster = small();
        let toggle = |cluster: &mut Cluster, written: &str| {
            cluster.change(Change::Toggle(written.to_owned()));
            cluster.bench.scenario.policies.join(" ")
        };
        assert_eq!(toggle(&mut cluster, "fifo"), "fair hfsp fifo");
        assert_eq!(toggle(&mut cluster, "fair"), "hfsp fifo");
        assert_eq!(toggle(&mut cluster, "fifo"), "hfsp");
        assert_eq!(toggle(&mut cluster, "hfsp"), "hfsp");
        for written in ["fair", "fifo", "hfsp[preemption=kill]", "hfsp[preemption=suspend]"] {
            toggle(&mut cluster, written);
        }
        assert_eq!(cluster.bench.scenario.policies.len(), MOST);
    }

    #[test]
    fn a_preset_changes_everything_but_the_seed() {
        let mut cluster = Cluster::open();
        cluster.change(Change::Edit(Edit::Number(Field::Seed, "7".to_owned())));
        cluster.change(Change::Preset(1));
        assert_eq!(cluster.bench.scenario, Scenario { seed: 7, ..PRESETS[1].scenario() });
        cluster.change(Change::Preset(usize::MAX));
        assert_eq!(cluster.bench.scenario, Scenario { seed: 7, ..PRESETS[1].scenario() });
    }

    #[test]
    fn a_reset_asks_the_views_own_question() {
        let mut cluster = small();
        cluster.change(Change::Reset);
        assert_eq!(cluster.bench.scenario, Cluster::open().bench.scenario);
        assert_eq!(cluster.bench.inquiry.phase, Phase::Waiting);
    }
}
