//! The datacenter world beside its plain twin, on small random instances: every decision of the one is a decision of the other, at
//! the same time.

use super::none_parts;
use crate::twins::datacenter::{self as plain, Chance, Counters as Plain, Instance, Placement, Seems, Step};
use rand::RngExt;
use rand::seq::index;
use schedscope::datacenter::{Config, Counters, Observer, Policy, Silent, simulate};
use schedscope::sim::{Random, stream};
use schedscope::workload::BatchWorkload;

/// A task has a core from a time on, and loses it at another because it is complete or interrupted: core, times, job. Tasks of
/// a job that run on one core from the same time on for as long are the same to everybody.
type Stint = (usize, f64, f64, usize);

/// What the engine shows of its cores.
#[derive(Debug)]
struct Recorder {
    /// The job of each core, and since when it runs.
    cores: Vec<Option<(usize, f64)>>,
    /// Whether a worker with a queue asks for each task, so that another job or none is seen between two.
    asks: bool,
    stints: Vec<Stint>,
}

impl Observer for Recorder {
    const WATCHES: bool = true;

    fn look(&mut self, time: f64, core: u32, slot: Option<(u32, f64)>, _: impl Iterator<Item = u32>) {
        let core = core as usize;
        let new = slot.filter(|(_, since)| since.is_finite()).map(|(job, since)| (job as usize, since));
        let goes_on = self.asks && self.cores[core].map(|(job, _)| job) == new.map(|(job, _)| job);
        if self.cores[core] != new && !goes_on {
            if let Some((job, since)) = self.cores[core] {
                self.stints.push((core, since, time, job));
            }
            self.cores[core] = new;
        }
    }
}

/// Draws what the engine draws, from the same streams.
struct Streams {
    probing: Random,
    stealing: Random,
    ties: Random,
    noise: Random,
    /// The report that `idle` belongs to.
    report: usize,
    /// Workers that reported no wait, those for short tasks and the others, in the order that draws have left.
    idle: [Vec<usize>; 2],
    /// What the last report said of each worker.
    reported: Vec<f64>,
    /// First worker that may run long tasks.
    general: usize,
    by_task: bool,
}

impl Streams {
    fn new(instance: &Instance, seed: u64) -> Self {
        let [probing, stealing, ties, noise] = [32, 33, 34, 35].map(|purpose| stream(seed, 0, purpose));
        let by_task = matches!(&instance.policy, plain::Policy::Queues(p) if matches!(p.short, Placement::Reports { by_task: true, .. }));
        let general = instance.nodes(plain::Nodes::GeneralPartition)[0];
        Self { probing, stealing, ties, noise, report: 0, idle: [vec![], vec![]], reported: vec![], general, by_task }
    }
}

impl Chance for Streams {
    fn probes(&mut self, count: usize, pool: &[usize], replacement: bool) -> Vec<usize> {
        if replacement {
            return (0..count).map(|_| pool[self.probing.random_range(0..pool.len() as u32) as usize]).collect();
        }
        let rest = index::sample(&mut self.probing, pool.len(), count % pool.len());
        let whole = (0..count / pool.len()).flat_map(|_| pool.iter().copied());
        whole.chain(rest.into_iter().map(|place| pool[place])).collect()
    }

    fn victim(&mut self, pool: &[usize]) -> usize {
        pool[self.stealing.random_range(0..pool.len() as u32) as usize]
    }

    fn loot(&mut self, mut places: Vec<usize>, most: usize) -> Vec<usize> {
        while places.len() > most {
            let spared = self.stealing.random_range(0..places.len());
            places.swap_remove(spared);
        }
        places
    }

    /// The engine draws for few: for the least noises of idle workers, and for others that may be better than the worst so far.
    /// Whoever is left out gets the most.
    fn noise(&mut self, report: usize, reported: &[f64], waits: &[Seems], tasks: usize, bound: f64) -> Vec<f64> {
        if self.report != report {
            self.report = report;
            self.reported = reported.to_vec();
            let idle = |worker: &usize| reported[*worker] == 0.0;
            self.idle = [(0..self.general).filter(idle).collect(), (self.general..reported.len()).filter(idle).collect()];
        }
        let first = usize::from(waits[0].worker > 0 || self.general == 0);
        let mut noises = vec![bound; reported.len()];
        let mut best: Vec<f64> = vec![];
        let all_idle = self.idle[first..].iter().map(Vec::len).sum::<usize>() >= tasks;
        if all_idle {
            let mut taken = [0; 2];
            let mut noise = 0.0;
            for _ in 0..tasks {
                let left = [0, 1].map(|part| if part < first { 0 } else { self.idle[part].len() - taken[part] });
                let all = left[0] + left[1];
                let rest = libm::pow(1.0 - self.noise.random::<f64>(), 1.0 / all as f64);
                noise += (1.0 - noise) * (1.0 - rest);
                let place = self.noise.random_range(0..all as u32) as usize;
                let (part, place) = if place < left[0] { (0, place) } else { (1, place - left[0]) };
                self.idle[part].swap(taken[part], taken[part] + place);
                noises[self.idle[part][taken[part]]] = bound * noise;
                best.push(bound * noise);
                taken[part] += 1;
            }
        }
        for seems in waits {
            let near = seems.reported > 0.0 && (seems.reported < 2.0 * bound || self.by_task);
            best.sort_by(f64::total_cmp);
            best.truncate(tasks);
            let worst = best.get(tasks - 1).copied().unwrap_or(f64::INFINITY);
            if (near || !all_idle) && seems.now < worst {
                noises[seems.worker] = bound * self.noise.random::<f64>();
                best.push(seems.now + noises[seems.worker]);
            }
        }
        waits.iter().map(|seems| noises[seems.worker]).collect()
    }

    fn shuffle(&mut self, workers: Vec<usize>) -> Vec<usize> {
        let mut keyed: Vec<(f64, usize)> = workers.into_iter().map(|worker| (self.ties.random(), worker)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        keyed.into_iter().map(|(_, worker)| worker).collect()
    }
}

/// The same instance for the engine.
fn translate(instance: &Instance, seed: u64) -> (Config, BatchWorkload, Policy) {
    let whole = |count: usize| u32::try_from(count).unwrap();
    let config = Config {
        workers: whole(instance.workers),
        cores: whole(instance.cores),
        delay: instance.delay,
        short_partition: instance.short_partition,
        cutoff: instance.cutoff,
        errors_reclassify: instance.errors_reclassify,
        seed,
        ..Config::default()
    };
    let mut workload = BatchWorkload::default();
    (0..).zip(&instance.jobs).for_each(|(id, job)| workload.push(id, job.arrival, &job.tasks).unwrap());
    workload.amend(|job| job.estimate = instance.jobs[job.id as usize].estimate).unwrap();
    let text = instance.text();
    (config, workload, text.parse().unwrap_or_else(|e| panic!("{text}: {e}")))
}

/// The stints of the twin.
fn stints(run: &plain::Run) -> Vec<Stint> {
    let mut stints: Vec<Stint> = vec![];
    for (i, begin) in run.decisions.iter().enumerate() {
        if matches!(begin.step, Step::Start | Step::Resume) {
            let over = |d: &&plain::Decision| (d.job, d.task) == (begin.job, begin.task) && matches!(d.step, Step::Suspend | Step::End);
            // The last task to be complete ends the run.
            stints.extend(run.decisions[i..].iter().find(over).map(|end| (begin.core, begin.time, end.time, begin.job)));
        }
    }
    stints
}

/// What both count.
fn counted(counters: &Counters) -> Plain {
    let Counters { probes, probes_behind_long, useless, rejected, fallbacks, steal_contacts, steals, stolen, sticky, preemptions, .. } =
        *counters;
    let count = |number: u64| number as usize;
    Plain {
        probes: count(probes),
        probe_messages: count(counters.messages.probes),
        behind_long: count(probes_behind_long),
        useless: count(useless),
        rejected: count(rejected),
        fallbacks: count(fallbacks),
        contacts: count(steal_contacts),
        steals: count(steals),
        stolen: count(stolen),
        sticky: count(sticky),
        preemptions: count(preemptions),
        placements: count(counters.messages.placements),
        requests: count(counters.messages.requests / 2),
        updates: count(counters.messages.updates),
    }
}

/// Runs an instance on both sides, on the engine's after `spoil`; says where they part.
fn compare(seed: u64, spoil: impl Fn(&mut Instance)) -> Result<(), String> {
    let instance = plain::draw(seed);
    let mut given = instance.clone();
    spoil(&mut given);
    let (config, workload, policy) = translate(&given, seed);
    let mut recorder =
        Recorder { cores: vec![None; instance.slots()], asks: matches!(instance.policy, plain::Policy::Queues(_)), stints: vec![] };
    let outcome = simulate(&config, &workload, &policy, &mut recorder).map_err(|error| error.to_string())?;
    let twin = plain::run(&instance, &mut Streams::new(&instance, seed));
    let in_order = |mut stints: Vec<Stint>| {
        // What is over at once decides nothing.
        stints.retain(|(_, begin, end, _)| end > begin);
        stints.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        // In Kairos a task that goes on after its quantum looks like one that follows another of its job.
        if matches!(instance.policy, plain::Policy::Kairos(_)) {
            stints.dedup_by(|next, stint| {
                let follows = (next.0, next.1, next.3) == (stint.0, stint.2, stint.3);
                stint.2 = if follows { next.2 } else { stint.2 };
                follows
            });
        }
        stints.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        stints
    };
    let (ours, theirs) = (in_order(recorder.stints), in_order(stints(&twin)));
    let about = || {
        let jobs: Vec<String> = instance.jobs.iter().map(|job| format!("  {job:?}")).collect();
        format!("seed {seed}: {}\n{config:?}\n{}", instance.text(), jobs.join("\n"))
    };
    let count = ours.len().max(theirs.len());
    if let Some(i) = (0..count).find(|&i| ours.get(i) != theirs.get(i)) {
        let (before, ours, theirs) = (&ours[..i], ours.get(i..(i + 4).min(ours.len())), theirs.get(i..(i + 4).min(theirs.len())));
        return Err(format!("{}\n{before:?}\nengine {ours:?}\ntwin   {theirs:?}", about()));
    }
    if outcome.sojourn != twin.completions {
        return Err(format!("{}\nengine {:?}\ntwin   {:?}", about(), outcome.sojourn, twin.completions));
    }
    if counted(&outcome.counters) != twin.counters {
        return Err(format!("{}\nengine {:?}\ntwin   {:?}", about(), counted(&outcome.counters), twin.counters));
    }
    let unseen = simulate(&config, &workload, &policy, &mut Silent).map_err(|error| error.to_string())?;
    // Nobody is told of probes without a task that may stay while nobody watches.
    if unseen == outcome { Ok(()) } else { Err(format!("{}\nwatched {outcome:?}\nunseen  {unseen:?}", about())) }
}

/// The comparison sees what is wrong: tasks, estimates, who counts as long, and how long a message takes.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Instance); 7] = [
        |_| {},
        |given| given.jobs.iter_mut().filter_map(|job| job.tasks.first_mut()).for_each(|task| *task *= 1.25),
        |given| given.jobs.iter_mut().for_each(|job| job.estimate *= 2.0),
        |given| given.cutoff *= 2.0,
        |given| given.delay *= 2.0,
        |given| given.short_partition /= 2.0,
        |given| given.errors_reclassify = !given.errors_reclassify,
    ];
    let wrongs = wrong.map(|wrong| (0..500).filter(|&seed| compare(seed, wrong).is_err()).count());
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 0), "{wrongs:?}");
}

/// `SCHEDSCOPE_INSTANCES` sets how many, such as 100000.
#[test]
fn engine_and_twin_decide_alike() {
    none_parts(|seed| compare(seed, |_| {}));
}
