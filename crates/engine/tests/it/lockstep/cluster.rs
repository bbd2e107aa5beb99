//! The cluster world beside its plain twin, on small random instances: every decision of the one is a decision of the other, at
//! the same time.

use super::none_parts;
use crate::twins::cluster::{self as plain, Delays, Instance, Step as Plain, same};
use schedscope::cluster::{Beliefs, Cluster, Config, Locality, MachineChange, Observer, Policy, Step, TaskId, simulate};
use schedscope::workload::{Phase, Task, TaskJob, TaskWorkload};

/// A decision: time, job, phase, task, machine, what.
type Line = (f64, usize, usize, usize, usize, Plain);

/// Records decisions, and how far each machine is from the input of each map.
#[derive(Debug)]
struct Recorder {
    lines: Vec<Line>,
    locality: Vec<Vec<Vec<u8>>>,
    /// Tasks of each job that are not complete.
    left: Vec<usize>,
}

impl Observer for Recorder {
    const WATCHES: bool = true;

    fn step(&mut self, time: f64, task: TaskId, machine: u32, step: Step) {
        let step = match step {
            Step::Started { training } => Plain::Started { training },
            Step::Resumed => Plain::Resumed,
            Step::Suspended => Plain::Suspended,
            Step::Killed => Plain::Killed,
            Step::Lost => Plain::Lost,
            Step::Completed => Plain::Completed,
            Step::Failed | Step::Copied | Step::Overtaken => unreachable!("the twin knows none, and no instance asks for any"),
        };
        self.left[task.job as usize] -= usize::from(step == Plain::Completed);
        self.lines.push((time, task.job as usize, task.phase as usize, task.task as usize, machine as usize, step));
    }

    fn instant(&mut self, cluster: &Cluster, present: usize, _: impl FnOnce() -> Beliefs) {
        let arrived = present + self.left.iter().filter(|left| **left == 0).count();
        for (job, about) in (0..).zip(&cluster.jobs.all()[..arrived]) {
            if self.left[job as usize] > 0 && self.locality[job as usize].is_empty() {
                let far = |map, machine| match cluster.locality(TaskId::new(job, Phase::Map, map), machine) {
                    Locality::Node => 0,
                    Locality::Rack => 1,
                    Locality::Remote => 2,
                };
                let machines = cluster.config.machines;
                let maps = about.tasks[0].len() as u32;
                self.locality[job as usize] = (0..maps).map(|map| (0..machines).map(|machine| far(map, machine)).collect()).collect();
            }
        }
    }
}

/// The policy as the program writes it.
fn text(policy: &plain::Policy) -> String {
    let delays = |Delays { node, rack }: &Delays| format!("[delay={node},rack-delay={rack}]");
    match policy {
        plain::Policy::Fifo { .. } => "fifo".to_owned(),
        plain::Policy::Fair { delays: its } => format!("fair{}", delays(its)),
        plain::Policy::Hfsp(hfsp) => plain::Policy::text(hfsp),
    }
}

/// The same instance for the engine.
fn translate(instance: &Instance, seed: u64) -> (Config, TaskWorkload, Policy) {
    let whole = |count: usize| u32::try_from(count).unwrap();
    let config = Config {
        machines: whole(instance.machines),
        slots: instance.slots,
        racks: instance.racks.max(1),
        replication: 1 + (seed % 2) as u32,
        rack_factor: instance.rack_factor,
        remote_factor: instance.remote_factor,
        heartbeat: instance.heartbeat,
        prompt: instance.prompt,
        slowstart: instance.slowstart,
        changes: instance.changes.iter().map(|c| MachineChange { time: c.time, machine: whole(c.machine), joins: c.joins }).collect(),
        seed,
        ..Config::default()
    };
    let jobs = (1..).zip(&instance.jobs).map(|(id, job)| {
        let maps = job.maps.iter().map(|work| Task { shuffle: 0.0, work: *work }).collect();
        let reduces = job.reduces.iter().map(|(shuffle, work)| Task { shuffle: *shuffle, work: *work }).collect();
        TaskJob {
            weight: job.weight,
            name: job.name.clone(),
            error: job.error,
            memory: job.memory,
            tasks: [maps, reduces],
            ..TaskJob::new(id, job.arrival, &[], &[])
        }
    });
    let text = text(&instance.policy);
    (config, TaskWorkload::new(jobs.collect()).unwrap(), text.parse().unwrap_or_else(|e| panic!("{text}: {e}")))
}

/// Runs an instance on both sides, on the engine's after `spoil`; says where they part.
fn compare(seed: u64, spoil: impl Fn(&mut Instance)) -> Result<(), String> {
    let mut instance = plain::draw(seed);
    instance.jobs.iter_mut().filter(|job| job.maps.is_empty() && job.reduces.is_empty()).for_each(|job| job.maps = vec![1.0]);
    // FIFO knows no delays.
    if let plain::Policy::Fifo { delays } = &mut instance.policy {
        *delays = Delays { node: 0, rack: 0 };
    }
    let mut given = instance.clone();
    spoil(&mut given);
    let (config, workload, policy) = translate(&given, seed);
    let left = instance.jobs.iter().map(|job| job.maps.len() + job.reduces.len()).collect();
    let mut recorder = Recorder { lines: vec![], locality: vec![vec![]; instance.jobs.len()], left };
    let outcome = simulate(&config, &workload, &policy, &mut recorder).map_err(|error| error.to_string())?;
    instance.locality = recorder.locality;
    let plain = plain::run(&instance);
    let mut expected: Vec<Line> = plain.decisions.iter().map(|d| (d.time, d.job, d.phase, d.task, d.machine, d.step)).collect();
    // What is lost with a machine is lost at once, in any order.
    for lines in [&mut recorder.lines, &mut expected] {
        for lost in lines.chunk_by_mut(|a, b| a.5 == Plain::Lost && b.5 == Plain::Lost && same(a.0, b.0) && a.4 == b.4) {
            lost.sort_by_key(|line| (line.1, line.2, line.3));
        }
    }
    let alike = |a: &Line, b: &Line| same(a.0, b.0) && (a.1, a.2, a.3, a.4, a.5) == (b.1, b.2, b.3, b.4, b.5);
    let count = recorder.lines.len().max(expected.len());
    let parted = (0..count).find(|&i| !matches!((recorder.lines.get(i), expected.get(i)), (Some(a), Some(b)) if alike(a, b)));
    let about = || {
        let jobs: Vec<String> = instance.jobs.iter().map(|job| format!("  {job:?}")).collect();
        format!("seed {seed}: {}\n{config:?}\n{}\nlocality {:?}", text(&instance.policy), jobs.join("\n"), instance.locality)
    };
    if let Some(i) = parted {
        let before: Vec<String> = recorder.lines[..i].iter().map(|line| format!("  {line:?}")).collect();
        let (ours, twin) = (recorder.lines.get(i..(i + 4).min(recorder.lines.len())), expected.get(i..(i + 4).min(expected.len())));
        return Err(format!("{}\n{}\nengine {ours:?}\ntwin   {twin:?}", about(), before.join("\n")));
    }
    for (job, ours) in outcome.jobs.iter().enumerate() {
        let sojourn = plain.completions[job] - instance.jobs[job].arrival;
        if !same(ours.sojourn, sojourn) {
            return Err(format!("{}\nsojourn of job {job}: engine {}, twin {sojourn}", about(), ours.sojourn));
        }
        for (phase, late) in ours.turned_late.iter().enumerate() {
            if late.is_some_and(|late| late != plain.late[job][phase]) {
                return Err(format!(
                    "{}\nphase {phase} of job {job} turned late: engine {late:?}, twin {}",
                    about(),
                    plain.late[job][phase]
                ));
            }
        }
    }
    Ok(())
}

/// The comparison sees what is wrong: work, errors and weights of jobs, how slow remote data is, when the engine looks, and which machines
/// there are.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Instance); 7] = [
        |_| {},
        |given| given.jobs.iter_mut().filter_map(|job| job.maps.first_mut()).for_each(|work| *work *= 1.25),
        |given| given.jobs[0].error *= 1.5,
        |given| given.jobs.iter_mut().for_each(|job| job.weight = 1.0),
        |given| given.remote_factor *= 1.5,
        |given| given.heartbeat *= 2.0,
        |given| given.changes.clear(),
    ];
    let wrongs = wrong.map(|wrong| (0..500).filter(|&seed| compare(seed, wrong).is_err()).count());
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 0), "{wrongs:?}");
}

/// `SCHEDSCOPE_INSTANCES` sets how many, such as 100000.
#[test]
fn engine_and_twin_decide_alike() {
    none_parts(|seed| compare(seed, |_| {}));
}
