//! Schedulers of a caller's own: what they can do is what ours can, and what none can do ends the run with an error.

use schedscope::cluster::{self, Assignment, Cluster, Eviction, How, TaskId};
use schedscope::datacenter::{self, Datacenter};
use schedscope::server::{self, Config, Next, Policy, Scheduler, Silent};
use schedscope::workload::{BatchWorkload, Job, Phase, Synthetic, TaskJob, TaskWorkload};
use schedscope::{Workload, simulate, simulate_with};
use std::collections::VecDeque;

/// First come, first served, and what is said of each job that completes or of what happens next.
struct Fifo<F, N> {
    queue: VecDeque<(u32, f64, f64)>,
    completed: F,
    next: N,
}

impl<F: FnMut(u32) -> u32, N: Fn(f64) -> Next> Scheduler for Fifo<F, N> {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.queue.push_back((index, job.size, job.size));
    }

    fn next(&self) -> Next {
        (self.next)(self.queue.front().map_or(f64::INFINITY, |(_, left, _)| left.max(0.0)))
    }

    fn advance(&mut self, dt: f64) {
        if let Some((_, left, _)) = self.queue.front_mut() {
            *left -= dt;
        }
    }

    fn complete(&mut self) -> Option<u32> {
        let (_, left, size) = *self.queue.front()?;
        if left > 1e-11 * size {
            return None;
        }
        self.queue.pop_front().map(|(index, ..)| (self.completed)(index))
    }
}

fn completion(completion: f64) -> Next {
    Next { completion, ..Next::NEVER }
}

fn fifo() -> Fifo<impl FnMut(u32) -> u32, impl Fn(f64) -> Next> {
    Fifo { queue: VecDeque::new(), completed: |index| index, next: completion }
}

#[test]
fn a_plain_fifo_is_fifo() {
    let workload = Synthetic { count: 5000, ..Synthetic::default() }.generate(1, 0).unwrap();
    let policy: Policy = "fifo".parse().unwrap();
    let expected = simulate(&workload, &policy).unwrap().sojourns();
    let found = simulate_with(&workload, fifo()).unwrap().sojourns();
    assert!(expected.iter().zip(&found).all(|(a, b)| (a - b).abs() <= 1e-9 * a));
}

/// Every job has a server of its own.
struct Both(Vec<(u32, f64)>);
impl Scheduler for Both {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.0.push((index, job.size));
    }
    fn next(&self) -> Next {
        completion(self.0.iter().map(|(_, left)| *left).fold(f64::INFINITY, f64::min))
    }
    fn advance(&mut self, dt: f64) {
        self.0.iter_mut().for_each(|(_, left)| *left -= dt);
    }
    fn complete(&mut self) -> Option<u32> {
        let place = self.0.iter().position(|(_, left)| *left <= 0.0)?;
        Some(self.0.remove(place).0)
    }
}

/// Everything is done at once.
struct Magic(Vec<u32>);
impl Scheduler for Magic {
    fn arrive(&mut self, index: u32, _: &Job) {
        self.0.push(index);
    }
    fn next(&self) -> Next {
        completion(if self.0.is_empty() { f64::INFINITY } else { 0.0 })
    }
    fn advance(&mut self, _: f64) {}
    fn complete(&mut self) -> Option<u32> {
        self.0.pop()
    }
}

#[test]
fn what_no_server_can_do_ends_the_run() {
    let workload = Workload::new([Job::new(0.0, 2.0).id(7), Job::new(1.0, 1.0).id(8)]).unwrap();
    let told = |scheduler: &mut dyn Scheduler| simulate_with(&workload, scheduler).unwrap_err().to_string();
    let completes = |index: u32| Fifo { queue: VecDeque::new(), completed: move |_| index, next: completion };
    assert!(told(&mut completes(9)).contains("it completes a job that is not there"));
    assert!(told(&mut completes(0)).contains("it completes a job that is not there"), "the second time");
    assert!(told(&mut completes(1)).contains("it completes a job that is not there"), "the second time as well");
    let says = |next: fn(f64) -> Next| Fifo { queue: VecDeque::new(), completed: |index| index, next };
    for next in [|_| completion(f64::NAN), |_| completion(-1.0), |_| Next { event: f64::NAN, ..Next::NEVER }] {
        assert!(told(&mut says(next)).contains("is not a time from now"));
    }
    assert!(told(&mut says(|_| Next::NEVER)).contains("nothing will happen, and jobs are present"));
    let stalls = told(&mut says(|left| Next { completion: left, event: 0.0, slack: 0.0 }));
    assert!(stalls.contains("1000 times in a row"), "{stalls}");
    let crawls = told(&mut says(|left| Next { completion: left, event: 1e-12, slack: 0.0 }));
    assert!(crawls.contains("more than 300000 events of its own for each job"), "{crawls}");

    let both = told(&mut Both(vec![]));
    assert_eq!(both, "the scheduler stops at t = 2, with job 8 (est 1): it completes the job before its work can be done");

    let error = simulate_with(&workload, Magic(vec![])).unwrap_err();
    assert_eq!(error.to_string(), "the scheduler stops at t = 0, with job 7 (est 2): it completes the job before its work can be done");
    let none = server::simulate_with(&Config { servers: 0, ..Config::default() }, &workload, Magic(vec![]), &mut Silent).unwrap_err();
    assert!(none.to_string().starts_with("system.servers is 0; allowed:"));
}

/// A scheduler of a cluster that says what it is told to.
#[derive(Default)]
struct Told {
    assigned: Option<TaskId>,
    evicted: Option<TaskId>,
    page_in: f64,
    wakes: bool,
}

impl cluster::Scheduler for Told {
    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let nearest = || cluster.nearest(0, phase, machine).map(|(task, _)| task);
        let task = if self.evicted.is_some() { nearest() } else { self.assigned }?;
        Some(Assignment { task, training: false, page_in: self.page_in })
    }

    fn preempts(&self) -> bool {
        self.evicted.is_some()
    }

    fn evict(&mut self, _: &Cluster, _: u32, _: Phase) -> Option<Eviction> {
        self.evicted.map(|task| Eviction { task, how: How::Kill { cleanup: 0.0 } })
    }

    fn wake(&self, cluster: &Cluster) -> f64 {
        if self.wakes { cluster.now } else { f64::INFINITY }
    }
}

fn cluster_says(told: &mut Told) -> String {
    let workload = TaskWorkload::new(vec![TaskJob::new(5, 0.0, &[10.0; 3], &[5.0])]).unwrap();
    let config = cluster::Config { machines: 1, slots: [1, 1], ..cluster::Config::default() };
    cluster::simulate_with(&config, &workload, told, &mut cluster::Silent).unwrap_err().to_string()
}

#[test]
fn what_no_cluster_can_do_ends_the_run() {
    for task in [TaskId { job: 3, phase: 0, task: 0 }, TaskId { job: 0, phase: 0, task: 9 }, TaskId { job: 0, phase: 1, task: 0 }] {
        let said = cluster_says(&mut Told { assigned: Some(task), ..Told::default() });
        assert!(said.contains("which does not wait for one"), "{said}");
    }
    let said = cluster_says(&mut Told { assigned: Some(TaskId::new(0, Phase::Map, 0)), page_in: f64::NAN, ..Told::default() });
    assert!(said.contains("page_in of task 0 of phase 0 of job 0 is NaN; allowed: seconds, 0 to 1e12"), "{said}");
    let said = cluster_says(&mut Told { evicted: Some(TaskId::new(0, Phase::Map, 2)), ..Told::default() });
    assert!(said.contains("which does not run there"), "{said}");
    let said = cluster_says(&mut Told { evicted: Some(TaskId::new(0, Phase::Map, 0)), ..Told::default() });
    assert!(said.contains("it has taken a million slots"), "{said}");
    let said = cluster_says(&mut Told::default());
    assert!(said.contains("ten million offers") || said.contains("nothing will happen"), "{said}");
    let said = cluster_says(&mut Told { wakes: true, ..Told::default() });
    assert!(said.contains("woken ten million times"), "{said}");
}

/// First come, first served, at the nearest place.
#[derive(Default)]
struct Earliest {
    open: [Vec<u32>; 2],
}

impl cluster::Scheduler for Earliest {
    fn open(&mut self, _: &Cluster, job: u32, phase: Phase) {
        self.open[phase.index()].push(job);
        self.open[phase.index()].sort_unstable();
    }

    fn leave(&mut self, _: &Cluster, job: u32) {
        self.open.iter_mut().for_each(|jobs| jobs.retain(|other| *other != job));
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let job = *self.open[phase.index()].iter().find(|job| cluster.phase(**job, phase).waiting > 0)?;
        let (task, _) = cluster.nearest(job, phase, machine)?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }
}

#[test]
fn a_plain_fifo_of_a_cluster_is_fifo() {
    let jobs = (0..30).map(|id| TaskJob::new(id, 7.0 * id as f64, &vec![20.0; 1 + id as usize % 9], &vec![9.0; id as usize % 3])).collect();
    let workload = TaskWorkload::new(jobs).unwrap();
    let config = cluster::Config { machines: 6, ..cluster::Config::default() };
    let expected = cluster::simulate(&config, &workload, &"fifo".parse().unwrap(), &mut cluster::Silent).unwrap();
    let found = cluster::simulate_with(&config, &workload, &mut Earliest::default(), &mut cluster::Silent).unwrap();
    assert_eq!(expected.jobs, found.jobs);
}

/// No clock tells one heartbeat from the next when the last of these jobs arrives.
#[test]
fn a_cluster_that_would_run_for_ever_is_refused() {
    let late = Workload::new([Job::new(0.0, 1.0).id(1), Job::new(1e100, 1.0).id(2)]).unwrap();
    let (config, workload) = (cluster::Config::default(), TaskWorkload::cut(&late, None));
    let own = cluster::simulate_with(&config, &workload, &mut Earliest::default(), &mut cluster::Silent);
    let named = cluster::simulate(&config, &workload, &"fair-kill".parse().unwrap(), &mut cluster::Silent);
    for error in [own, named].map(|outcome| outcome.unwrap_err().to_string()) {
        assert!(error.contains("the last job arrives within 1e15 heartbeats") && error.contains("not at 1e100"), "{error}");
    }
}

/// Sends tasks where it is told to.
struct Sends(fn(u32) -> Vec<u32>);

impl datacenter::Scheduler for Sends {
    fn place(&mut self, _: &Datacenter, _: u32, tasks: u32, workers: &mut Vec<u32>) {
        workers.extend((self.0)(tasks));
    }
}

#[test]
fn a_datacenter_sends_tasks_to_workers_that_are_there() {
    let mut workload = BatchWorkload::default();
    workload.push_stages(1, 0.0, [&[3.0, 1.0], &[2.0]]).unwrap();
    let config = datacenter::Config { workers: 2, delay: 0.0, ..datacenter::Config::default() };
    let run = |sends: fn(u32) -> Vec<u32>| datacenter::simulate_with(&config, &workload, &mut Sends(sends), &mut datacenter::Silent);
    assert_eq!(run(|tasks| (0..tasks).collect()).unwrap().sojourn, [5.0]);
    assert_eq!(run(|tasks| vec![1; tasks as usize]).unwrap().sojourn, [6.0]);
    let said = |sends| run(sends).unwrap_err().to_string();
    assert_eq!(
        said(|_| vec![]),
        "the scheduler stops at t = 0, with job 1 (est 2): 0 workers are chosen for 2 tasks; allowed: one for each"
    );
    assert!(said(|_| vec![0, 2]).ends_with("a task is sent to worker 2; allowed: 0 to 1"));
}
