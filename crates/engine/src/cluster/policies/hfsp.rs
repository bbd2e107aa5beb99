//! **HFSP, the Hadoop Fair Sojourn Protocol** (Pastorelli's thesis, chapter 4; mPlane D3.3, section 3.1.2; VIPEER D4.5,
//! section 2.2).
//!
//! FSP brought to a cluster. Each phase of a job is scheduled as if it were a job of its own. Its size is estimated from
//! a few *samples*, tasks that get slots early; meanwhile it is believed to be as large as others were. In a *virtual
//! cluster* of the same slots all phases age under max-min fairness, and the real slots go to the phase of which
//! virtually least is left: so the cluster works on one job at a time, small ones go first, and large ones are not
//! starved, since they age while they wait. Slots that others hold are waited for, or taken by kill or suspension.

use crate::cluster::delay::Delay;
pub use crate::cluster::hfsp::Parameters;
use crate::cluster::hfsp::estimator::{First, Past, Source};
use crate::cluster::hfsp::history::Recall;
use crate::cluster::hfsp::{
    Enter, Entitlement, Granularity, Key, Preemption, Primitive, Report, Resume, Side, TrainingOrder, TrainingSlots, Update, marks,
    parameters,
};
use crate::cluster::scheduler::{Assignment, Eviction, Gain, Rule, Scheduler};
use crate::cluster::victim::Victim;
use crate::cluster::{Cluster, Config, TaskId};
use crate::registry::{Family, Parameter, Preset, Row, within};
use crate::sim::brief;
use crate::workload::Phase;

/// The policy with the thesis' parameters.
const ROW: Row = Row {
    key: "hfsp",
    name: "HFSP",
    full: "Hadoop fair sojourn protocol",
    family: Family::Estimated,
    preemptive: false,
    line: "least virtual remaining size first; sizes are learnt from the first tasks",
    source: "Pastorelli's thesis, chapter 4",
};

/// The policy with mPlane's parameters.
const MPLANE_ROW: Row = Row {
    key: "hfsp-mplane",
    name: "HFSP (mPlane)",
    full: "Hadoop fair sojourn protocol, as mPlane describes it",
    preemptive: false,
    line: "HFSP with mPlane's parameters: Δ 10 s, samples may hold every slot",
    source: "mPlane D3.3, section 3.1.2",
    ..ROW
};

/// The policy with VIPEER's parameters.
const VIPER_ROW: Row = Row {
    key: "hfsp-viper",
    name: "HFSP (VIPEER)",
    full: "Hadoop fair sojourn protocol, as VIPEER describes it",
    preemptive: true,
    line: "HFSP by earliest virtual finish; tasks of larger jobs are suspended",
    source: "VIPEER D4.5, section 2.2",
    ..ROW
};

impl Rule for Parameters {
    fn presets() -> Vec<Preset<Self>> {
        vec![
            Preset { row: ROW, kind: parameters::THESIS },
            Preset { row: MPLANE_ROW, kind: parameters::MPLANE },
            Preset { row: VIPER_ROW, kind: parameters::VIPER },
        ]
    }

    fn parameters() -> Vec<Parameter<Self>> {
        vec![
            Parameter::word(
                "estimator",
                &[
                    ("training", |its| its.estimator.source = Source::Training),
                    ("oracle", |its| its.estimator.source = Source::Oracle),
                    ("noisy", |its| its.estimator.source = Source::Noisy),
                    ("continuous", |its| its.estimator.source = Source::Continuous),
                    ("history", |its| its.estimator.source = Source::History),
                ],
                "source of sizes; noisy: errors with the workload's sigma",
            ),
            Parameter::word(
                "recall",
                &[
                    ("last", |its| its.estimator.history.recall = Recall::Last),
                    ("mean", |its| its.estimator.history.recall = Recall::Mean),
                    ("quantile", |its| its.estimator.history.recall = Recall::Quantile),
                ],
                "of estimator=history: seconds of a task as in the last run of the job's name, or by the last few runs",
            ),
            Parameter::whole("runs", 1..=1000, "how many those last few runs are", |its, count| its.estimator.history.runs = count),
            Parameter::number("quantile", 0.0..=1.0, "which quantile of them it is", |its, p| its.estimator.history.quantile = p),
            Parameter::number(
                "distrust",
                1.0..=1e9,
                "factor: after a prediction that was wrong by more, the job's next run is trained",
                |its, factor| {
                    its.estimator.history.distrust = factor;
                },
            ),
            Parameter::switch("check", "whether samples run all the same, and replace what past runs predicted", |its, on| {
                its.estimator.history.checked = on;
            }),
            Parameter::whole("t", 1..=1000, "samples per phase", |its, count| its.estimator.samples = count),
            Parameter::number("xi", 1.0..=1e9, "factor by which a new phase is assumed to exceed the average one", |its, xi| {
                its.estimator.xi = xi;
            }),
            Parameter::seconds("s0", 0.0..=1e5, "size while nothing of the kind has been completed", |its, s0| its.estimator.first = s0),
            Parameter::word(
                "first",
                &[("phase", |its| its.estimator.first_of = First::Phase), ("task", |its| its.estimator.first_of = First::Task)],
                "what s0 is the size of: a new phase, or each of its tasks",
            ),
            Parameter::word(
                "history",
                &[
                    ("jobs", |its| its.estimator.past = Past::Jobs),
                    ("tasks", |its| its.estimator.past = Past::Tasks),
                    ("recent", |its| its.estimator.past = Past::Recent),
                ],
                "tasks by which a new phase is judged: those of completed jobs, all completed ones, or the last of these",
            ),
            Parameter::whole("recent", 1..=1000, "how many those last ones are", |its, count| its.estimator.recent = count),
            Parameter::seconds("delta", 0.001..=1e5, "when a sample's progress is extrapolated", |its, delta| {
                its.estimator.timeout = delta;
            }),
            Parameter::word(
                "delta-of",
                &[("both", |its| its.estimator.timeout_of_maps = true), ("reduces", |its| its.estimator.timeout_of_maps = false)],
                "in which phases it is; elsewhere a sample is known when it is complete",
            ),
            Parameter::word(
                "update",
                &[
                    ("replace", |its| its.update = Update::Replace),
                    ("total", |its| its.update = Update::Total),
                    ("deduct", |its| its.update = Update::Deduct),
                ],
                "virtual size after training: what is left; the whole less its aging; what is left less its aging",
            ),
            Parameter::word(
                "enter",
                &[("submission", |its| its.enter = Enter::Submission), ("slowstart", |its| its.enter = Enter::Slowstart)],
                "when reduces begin to age: with their job, or when they may have slots",
            ),
            Parameter::number("speed", 0.001..=1000.0, "how many times faster phases age than the virtual cluster works", |its, speed| {
                its.speed = speed;
            }),
            Parameter::switch("tiny", "whether a phase of fewer than t tasks has size zero and goes first", |its, on| {
                its.estimator.tiny = on;
            }),
            Parameter::switch("shuffle", "whether the size of reduces counts the shuffle", |its, on| its.estimator.shuffle = on),
            Parameter::word(
                "virtual",
                &[("slots", |its| its.granularity = Granularity::Slots), ("fluid", |its| its.granularity = Granularity::Fluid)],
                "unit of shares in the virtual cluster",
            ),
            Parameter::word(
                "order",
                &[("remaining", |its| its.key = Key::Remaining), ("finish", |its| its.key = Key::Finish)],
                "by virtual remaining size or by virtual finish",
            ),
            Parameter::switch(
                "chains",
                "whether jobs that wait for each other age as one, of the size of all that is left of them",
                |its, on| its.chains = on,
            ),
            Parameter::new("training", "slots (10) or a share of them (50%)", "how many slots samples may hold", |its: &mut Self, text| {
                its.training_slots = match text.strip_suffix('%') {
                    Some(percent) => TrainingSlots::Fraction(within(percent, &(0.0..=100.0))? / 100.0),
                    None => TrainingSlots::Count(text.parse().ok().filter(|count| *count <= 1_000_000)?),
                };
                Some(())
            }),
            Parameter::word(
                "training-order",
                &[
                    ("initial", |its| its.training_order = TrainingOrder::Initial),
                    ("priority", |its| its.training_order = TrainingOrder::Priority),
                    ("fewest", |its| its.training_order = TrainingOrder::Fewest),
                ],
                "order of samples",
            ),
            Parameter::word(
                "preemption",
                &[
                    ("wait", |its| its.primitive = Primitive::Wait),
                    ("kill", |its| its.primitive = Primitive::Kill),
                    ("suspend", |its| its.primitive = Primitive::Suspend),
                    ("adaptive", |its| its.primitive = Primitive::Adaptive),
                ],
                "how slots are taken from other jobs",
            ),
            Parameter::word(
                "victim",
                &[
                    ("oldest", |its| its.victim = Victim::Oldest),
                    ("closest", |its| its.victim = Victim::ClosestToCompletion),
                    ("least-progress", |its| its.victim = Victim::LeastProgress),
                    ("largest-job", |its| its.victim = Victim::LargestJob),
                ],
                "which task is suspended",
            ),
            Parameter::word(
                "resume",
                &[("home", |its| its.resume = Resume::Home), ("anywhere", |its| its.resume = Resume::Anywhere)],
                "where a suspended task goes on: on its machine alone, or also elsewhere, from scratch",
            ),
            Parameter::whole(
                "resume-delay",
                0..=1_000_000,
                "offers elsewhere that it lets pass before that (default: number of machines)",
                |its, attempts| its.resume_delay = Some(attempts),
            ),
            Parameter::seconds("cleanup", 0.0..=1e5, "time to clean a slot after a kill", |its, seconds| its.cleanup = seconds),
            Parameter::seconds("page-out", 0.0..=1e5, "time to write out the memory of a suspended task", |its, seconds| {
                its.page_out = seconds;
            }),
            Parameter::seconds("page-in", 0.0..=1e5, "time to read it back", |its, seconds| its.page_in = seconds),
            Parameter::switch(
                "paging",
                "whether suspended tasks take room in memory and are paged out where that is lacking",
                |its, on| {
                    its.paging = on;
                },
            ),
            Parameter::whole("cycles", 0..=1_000_000, "how often tasks of a job are suspended in all (default: no limit)", |its, count| {
                its.cycles = Some(count);
            }),
            Parameter::whole(
                "high",
                0..=1_000_000,
                "suspended tasks on a machine at which HFSP stops suspending and waits (default: twice its slots)",
                |its, count| its.high = Some(count),
            ),
            Parameter::whole("low", 0..=1_000_000, "suspended tasks at which it suspends again (default: its slots)", |its, count| {
                its.low = Some(count);
            }),
            Parameter::number("kill-below", 0.0..=1.0, "progress below which the adaptive primitive kills", |its, progress| {
                its.kill_below = progress;
            }),
            Parameter::number("wait-above", 0.0..=1.0, "progress above which it waits", |its, progress| its.wait_above = progress),
            Delay::parameter(|its: &mut Self, attempts| its.node_delay = Some(attempts)),
            Delay::rack_parameter(|its: &mut Self, attempts| its.rack_delay = Some(attempts)),
        ]
    }

    fn scheduler(self, config: &Config) -> Box<dyn Scheduler> {
        Box::new(Hfsp::new(self, config))
    }

    fn pages(self) -> bool {
        self.paging && matches!(self.primitive, Primitive::Suspend | Primitive::Adaptive)
    }

    fn reason(self, gain: &Gain) -> Option<String> {
        let size = gain.size?;
        let less = gain.sizes.iter().filter(|other| **other < size).count();
        let rank = match (less, gain.sizes.len()) {
            (_, 1) => String::new(),
            (0, of) => format!(", the least of {of}"),
            (less, of) => format!(", {less} of {of} have less"),
        };
        Some(format!("{} s left in the virtual cluster{rank}", brief(size)))
    }
}

/// HFSP at work.
#[derive(Debug)]
struct Hfsp {
    parameters: Parameters,
    /// One for each phase.
    sides: [Side; 2],
    delay: Delay,
    entitlement: Entitlement,
    preemption: Preemption,
    /// Offers elsewhere after which a suspended task starts anew.
    patience: u32,
    /// How many each phase has let pass.
    passed: [Vec<u32>; 2],
}

impl Hfsp {
    fn new(parameters: Parameters, config: &Config) -> Self {
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        Self {
            parameters,
            sides: Phase::ALL.map(|phase| Side::new(phase, parameters, config)),
            delay: Delay::new(node, rack),
            entitlement: Entitlement::default(),
            preemption: Preemption::new(parameters),
            patience: parameters.resume_delay.unwrap_or(config.machines),
            passed: [vec![], vec![]],
        }
    }

    fn passed(&mut self, job: u32, phase: Phase) -> &mut u32 {
        let passed = &mut self.passed[phase.index()];
        if passed.len() <= job as usize {
            passed.resize(job as usize + 1, 0);
        }
        &mut passed[job as usize]
    }

    /// The paused task of a phase that starts anew away from its machine, once it has waited long enough.
    fn restart(&mut self, cluster: &Cluster, job: u32, phase: Phase, machine: u32) -> Option<TaskId> {
        let task = cluster.first_paused(job, phase)?;
        let patience = if self.delay.hurry { 0 } else { self.patience };
        let passed = self.passed(job, phase);
        if *passed < patience {
            *passed += 1;
            return None;
        }
        self.delay.started(cluster, task, machine);
        Some(task)
    }
}

impl Scheduler for Hfsp {
    fn arrive(&mut self, cluster: &Cluster, job: u32) {
        self.sides[0].enter(cluster, job);
        if self.parameters.enter == Enter::Submission {
            self.sides[1].enter(cluster, job);
        }
    }

    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.sides[phase.index()].open(cluster, job);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.sides[task.phase as usize].changed(cluster, task);
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, seconds: f64) {
        self.sides[task.phase as usize].complete(cluster, task, seconds);
    }

    fn leave(&mut self, cluster: &Cluster, job: u32) {
        self.sides.iter_mut().for_each(|side| side.estimator.leave(cluster, job));
    }

    fn resize(&mut self, cluster: &Cluster) {
        self.sides.iter_mut().for_each(|side| side.resize(cluster));
    }

    fn wake(&self, cluster: &Cluster) -> f64 {
        self.sides.iter().map(|side| side.estimator.wake(cluster)).fold(f64::INFINITY, f64::min)
    }

    fn woken(&mut self, cluster: &Cluster) {
        self.sides.iter_mut().for_each(|side| side.woken(cluster));
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let index = phase.index();
        let paused = &cluster.machines[machine as usize].paused[index];
        let restarts = self.parameters.resume == Resume::Anywhere && cluster.suspended[index] > 0;
        if cluster.waiting[index] == 0 && paused.is_empty() && !restarts {
            return None;
        }
        let Self { parameters, sides, delay, .. } = self;
        let side = &mut sides[index];
        side.refresh(cluster.now);
        delay.next_slot();
        let limit = parameters.training_slots.of(cluster.slots[index]);
        if cluster.waiting[index] > 0
            && side.estimator.training() < limit
            && let Some(task) = side.find_in_training(marks::TRAINEE, |_, job| delay.offer(cluster, job, phase, machine))
        {
            side.estimator.sample(task);
            return Some(Assignment { task, training: true, page_in: 0.0 });
        }
        let resumes = restarts || !paused.is_empty();
        side.aging.rewind(parameters.key, if resumes { marks::WAITING | marks::PAUSED } else { marks::WAITING });
        while let Some(job) = self.sides[index].aging.advance() {
            if let Some(task) = paused.iter().find(|task| task.job == job).copied() {
                *self.passed(job, phase) = 0;
                return Some(Assignment { task, training: false, page_in: self.parameters.page_in });
            }
            let task = self.delay.offer(cluster, job, phase, machine);
            if let Some(task) = task.or_else(|| restarts.then(|| self.restart(cluster, job, phase, machine)).flatten()) {
                return Some(Assignment { task, training: false, page_in: 0.0 });
            }
        }
        None
    }

    fn hurry(&mut self, hurry: bool) {
        self.delay.hurry = hurry;
    }

    fn preempts(&self) -> bool {
        self.parameters.primitive != Primitive::Wait
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        let index = phase.index();
        let at = &cluster.machines[machine as usize];
        if at.free[index] > 0 || cluster.waiting[index] == 0 && at.paused[index].is_empty() {
            return None;
        }
        let Self { parameters, sides, delay, entitlement, preemption, .. } = self;
        if preemption.pauses_no_more(cluster, machine, phase) {
            return None;
        }
        sides[index].refresh(cluster.now);
        let report = Report { cluster, machine, phase, delay, preemption, parameters };
        let loser = entitlement.loser(&mut sides[index], &report)?;
        preemption.of(cluster, loser)
    }

    fn turned_late(&self, job: u32, phase: Phase) -> Option<bool> {
        self.sides[phase.index()].estimator.of(job)?.turned_late
    }

    fn estimate(&self, _: &Cluster, job: u32, phase: Phase) -> Option<f64> {
        self.sides[phase.index()].estimator.ratio(job)
    }

    fn sizes(&mut self, cluster: &Cluster, visit: &mut dyn FnMut(u32, Phase, f64, bool)) {
        for side in &mut self.sides {
            for (job, size, late) in side.sizes(cluster.now) {
                visit(job, side.phase, size, late);
            }
        }
    }
}
