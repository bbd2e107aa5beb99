//! What a job costs under each policy of the server world, beside hand-written loops that know only one policy, in the
//! same run; and what an event costs under each policy of the cluster world as the jobs pile up.
//!
//! `cargo xtask bench` prints the fastest of a few runs and compares them with those that are stored, `cargo xtask bench cluster` those of
//! one world, `paging` what paging costs in the cluster world. The hand-written loops use the obvious structure and absolute time, so they neither resolve tiny
//! jobs nor settle ties: they show what the engine's generality costs. For the datacenter it prints ns per task, and how
//! long a million tasks take; for the network, ns per event as flows grow more; for the
//! order of tasks, milliseconds a graph and µs a task as graphs grow.

use schedscope::ordering::{self, Drawing, Graph, Log, Objective, Shape};
use schedscope::server::{Config, Policy, Silent, simulate};
use schedscope::sim::stream;
use schedscope::workload::{Mix, Phase, Synthetic, TaskJob, TaskWorkload, TraceLike, Workload};
use schedscope::world::{Ask, World};
use schedscope::{cluster, datacenter, network};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

/// Names a file for what is measured: a line for each, with its cost ÷ that of the yardstick.
const MEASURED: &str = "SCHEDSCOPE_MEASURED";

/// Numbers of jobs, and how often each is run.
type Sizes = [(u32, u32)];

const SERVER: &Sizes = &[(10_000, 20), (100_000, 5), (1_000_000, 3)];
const CLUSTER: &Sizes = &[(250, 5), (500, 5), (1000, 3), (2000, 3), (4000, 3)];

fn main() {
    // `cargo test` runs benches too, to see that they work.
    let (options, worlds): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let all = options.iter().any(|option| option == "--bench");
    let wanted = |world: &str| worlds.is_empty() || worlds.iter().any(|wanted| wanted == world);
    let bench = &mut Bench::new();
    if wanted("server") {
        server(bench, if all { SERVER } else { &[(1000, 1)] });
    }
    if wanted("cluster") {
        piles_up(bench, if all { CLUSTER } else { &[(20, 1)] });
        large(bench, if all { (1000, 3) } else { (10, 1) });
    }
    if wanted("paging") {
        paging(bench, if all { (1000, 3) } else { (10, 1) });
    }
    if wanted("datacenter") {
        datacenters(bench, if all { &[(4000, 24_262, 3), (50_000, 24_262, 1)] } else { &[(40, 100, 1)] });
    }
    if wanted("network") {
        networks(bench, if all { &[(25_000, 1), (50_000, 1), (100_000, 1)] } else { &[(50, 1)] });
    }
    if wanted("ordering") {
        orderings(bench, if all { &[(1000, 3), (2000, 1), (5000, 1), (10_000, 1)] } else { &[(30, 1)] });
        exact(bench, if all { 20 } else { 1 });
    }
    if let Some(file) = std::env::var_os(MEASURED) {
        std::fs::write(&file, &bench.measured).unwrap_or_else(|problem| panic!("cannot write {}: {problem}", file.display()));
    }
}

/// Measures, each time beside a yardstick: SRPT by hand on ten thousand jobs. What a machine is doing besides, and how fast it is, moves
/// both.
struct Bench {
    yardstick: Workload,
    measured: String,
}

impl Bench {
    fn new() -> Self {
        let synthetic = Synthetic { count: 10_000, shape: 0.25, ..Synthetic::default() };
        Self { yardstick: synthetic.generate(1, 0).unwrap(), measured: String::new() }
    }

    /// Seconds of the fastest of so many runs, and what it counts.
    fn fastest(&mut self, name: &str, times: u32, mut run: impl FnMut() -> (f64, u64)) -> (f64, u64) {
        let (mut fastest, mut yardstick) = ((f64::INFINITY, 0), f64::INFINITY);
        for _ in 0..times {
            yardstick = yardstick.min(seconds(|| srpt(&self.yardstick)).0);
            let (seconds, (_, things)) = seconds(&mut run);
            if seconds < fastest.0 {
                fastest = (seconds, things);
            }
        }
        let ratio = fastest.0 / fastest.1 as f64 / (yardstick / self.yardstick.jobs().len() as f64);
        writeln!(self.measured, "{name},{ratio:.4}").expect("a text can be extended");
        fastest
    }

    /// Prints one line: what one of the things that a run counts costs at each size, in ns, and how much dearer it is at the
    /// largest than at the smallest.
    fn row<F: FnMut() -> (f64, u64)>(&mut self, world: &str, name: &str, sizes: &Sizes, prepare: impl Fn(u32) -> F) {
        print!("{name:<32}");
        let mut costs = vec![];
        for &(count, times) in sizes {
            let (seconds, things) = self.fastest(&format!("{world} {name} {count}").replace(',', ";"), times, prepare(count));
            costs.push(seconds * 1e9 / things as f64);
            print!("{:>12.0}", costs[costs.len() - 1]);
        }
        println!("{:>11.2}×", costs[costs.len() - 1] / costs[0]);
    }
}

/// How long something takes, and what it gives.
fn seconds<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let given = black_box(run());
    (start.elapsed().as_secs_f64(), given)
}

fn server(bench: &mut Bench, sizes: &Sizes) {
    for shape in [0.25, 1.0] {
        heading(&format!("ns per job, shape {shape}, load 0.9, sigma 0.5"), sizes);
        let synthetic = |count| Synthetic { count, shape, ..Synthetic::default() };
        let world = format!("server shape={shape}");
        bench.row(&world, "generate the workload", sizes, |count| {
            let synthetic = synthetic(count);
            move || (synthetic.generate(1, 0).unwrap().len() as f64, u64::from(count))
        });
        bench.row(&world, "fifo, by hand", sizes, |count| on_server(synthetic(count), fifo));
        bench.row(&world, "ps, by hand", sizes, |count| on_server(synthetic(count), ps));
        bench.row(&world, "srpt, by hand", sizes, |count| on_server(synthetic(count), srpt));
        for policy in Policy::all() {
            let run = |workload: &Workload| {
                simulate(&Config::default(), workload, &policy, &mut Silent).map_or(0.0, |outcome| outcome.sojourn.iter().sum())
            };
            bench.row(&world, policy.row().key, sizes, |count| on_server(synthetic(count), run));
        }
    }
}

/// The datacenter under Yahoo-like jobs at its highest load: so many workers, so many jobs, how often each is run.
fn datacenters(bench: &mut Bench, sizes: &[(u32, u32, u32)]) {
    for &(workers, count, times) in sizes {
        let like = TraceLike::Yahoo;
        let work = like.generate(count, 1, 0).unwrap().with_load(0.925, workers).unwrap();
        let config = datacenter::Config { workers, cutoff: like.cutoff(), short_partition: like.short_partition(), ..Default::default() };
        println!("\n{workers} workers, {} tasks, load 0.925{:>14}{:>24}", work.tasks(), "ns per task", "seconds a million");
        for row in datacenter::Policy::registry().rows() {
            let policy: datacenter::Policy = row.key.parse().expect("a policy of the registry");
            let run = || datacenter::simulate(&config, &work, &policy, &mut datacenter::Silent).map_or(0.0, |outcome| outcome.work);
            let name = format!("datacenter workers={workers} {}", row.key);
            let (seconds, tasks) = bench.fastest(&name, times, || (run(), work.tasks() as u64));
            let each = seconds / tasks as f64;
            println!("{:<32}{:>20.0}{:>20.2}", row.key, 1e9 * each, 1e6 * each);
        }
    }
}

/// Flows in a fat tree of 128 hosts at load 0.8, each on one path or split over all.
fn networks(bench: &mut Bench, sizes: &Sizes) {
    for routing in ["ecmp-hash", "ecmp-split"] {
        heading(&format!("ns per event, fat tree of switches with 8 ports, load 0.8, {routing}, by the number of flows"), sizes);
        for row in network::Policy::registry().rows() {
            bench.row(&format!("network {routing}"), row.key, sizes, |count| {
                let system = serde_json::json!({ "kind": "network", "k": 8, "routing": routing });
                let workload = serde_json::json!({ "count": count, "load": 0.8 });
                let (system, workload) = (serde_json::from_value(system), serde_json::from_value(workload));
                let (system, workload) = (system.expect("fields of the network"), workload.expect("fields of the network"));
                let policies = vec![row.key.parse().expect("a policy of the registry")];
                let ask = Ask { seed: 1, replications: 1, policies, system: &system, workload: &workload };
                let plan = network::Plan::prepare(ask, &mut |_| unreachable!("nothing is read")).expect("a valid scenario");
                let flows = plan.draw(0);
                move || {
                    let outcome = plan.simulate(&flows, 0, &mut |_| {}).expect("networks have no formulas");
                    (outcome.sojourn.iter().sum(), outcome.events)
                }
            });
        }
    }
}

/// Graphs of these many tasks under what orders large ones: layers of views above tables, and random edges, three a task.
fn orderings(bench: &mut Bench, sizes: &Sizes) {
    let layered = Shape::Layered { layers: 10, fan_in: 3 };
    for (name, random) in [("10 layers of views that read up to 3", false), ("a random graph with 3 edges a task", true)] {
        println!("\n{name:<44}{:>10}{:>14}{:>14}{:>14}", "tasks", "ms", "µs per task", "tmb");
        for policy in ["baseline", "greedy", "heuristic", "beam[width=4]"] {
            for &(count, times) in sizes {
                let shape = if random { Shape::Random { edge: 6.0 / f64::from(count) } } else { layered };
                let graph = Drawing { shape, count, spread: 0.0 }.draw(1, 0).unwrap();
                let mut cost = 0.0;
                let drawn = if random { "random" } else { "layers" };
                let (seconds, tasks) = bench.fastest(&format!("ordering {drawn} {policy} {count}"), times, || {
                    cost = order(&graph, policy).0;
                    (cost, u64::from(count))
                });
                println!("{policy:<44}{tasks:>10}{:>14.2}{:>14.2}{cost:>14}", 1e3 * seconds, 1e6 * seconds / tasks as f64);
            }
        }
    }
}

/// The cost that a policy finds, and how much it looks at.
fn order(graph: &Graph, policy: &str) -> (f64, u64) {
    let policy: ordering::Policy = policy.parse().expect("a policy of the registry");
    let found = ordering::solve(graph, policy.kind(), Objective::Tmb, &mut stream(1, 0, 9), &mut Log::default());
    (ordering::Costs::of(graph, &found.order).unwrap().tmb, found.states)
}

/// 25 tasks of which up to 8 can be ready at once: eight chains of three tasks that a last one joins.
fn exact(bench: &mut Bench, times: u32) {
    let edges: Vec<(u32, u32)> = (0..8).flat_map(|chain| [(chain, 8 + chain), (8 + chain, 16 + chain), (16 + chain, 24)]).collect();
    let chains = Graph::numbered(vec![1.0; 25], &edges).expect("it has no circle");
    let layered = Drawing { shape: Shape::Layered { layers: 4, fan_in: 2 }, count: 25, spread: 0.0 }.draw(1, 0).unwrap();
    println!("\n25 tasks{:>40}{:>10}{:>14}{:>14}", "", "states", "ms", "tmb");
    for (name, graph) in [("8 chains of 3, joined", chains), ("4 layers", layered)] {
        for policy in ["dp", "a_star", "a_star[bound=remaining]"] {
            let mut cost = 0.0;
            let (seconds, states) = bench.fastest(&format!("ordering {name} {policy}").replace(',', ";"), times, || {
                let (tmb, states) = order(&graph, policy);
                cost = tmb;
                (tmb, states)
            });
            println!("{name:<24}{policy:<24}{states:>10}{:>14.2}{cost:>14}", 1e3 * seconds);
        }
    }
}

/// Policies of the cluster world, and variants whose parts cost something of their own.
const CLUSTER_POLICIES: [&str; 9] = [
    "fifo",
    "fair",
    "fair[preemption=kill,fair-share-timeout=20]",
    "hfsp",
    "hfsp-mplane",
    "hfsp-viper",
    "hfsp[preemption=kill]",
    "hfsp[preemption=suspend]",
    "hfsp[virtual=fluid]",
];

/// Twenty times the work that the cluster can do: nearly all jobs are present until the last has arrived.
fn piles_up(bench: &mut Bench, sizes: &Sizes) {
    heading("ns per event, 20 machines, TEST at load 20, by the number of jobs", sizes);
    let config = cluster::Config::default();
    for policy in CLUSTER_POLICIES {
        bench.row("cluster", policy, sizes, |count| {
            on_cluster(&config, Mix::Test.generate(count, 1, 0).unwrap().with_load(20.0, slots(&config)).unwrap(), policy)
        });
    }
}

/// 1000 jobs of 100 tasks each on 1000 machines.
fn large(bench: &mut Bench, (jobs, times): (u32, u32)) {
    println!("\nms, {jobs} jobs of 80 maps and 20 reduces on 1000 machines\n");
    println!("{:<32}{:>12}{:>12}", "", "load 0.9", "load 20");
    let config = cluster::Config { machines: 1000, ..cluster::Config::default() };
    let vary = |job: u32, task: u32| f64::from((job * 31 + task * 17) % 41) / 40.0;
    let job = |id: u32| {
        let maps: Vec<f64> = (0..80).map(|task| 10.0 + 20.0 * vary(id, task)).collect();
        let reduces: Vec<f64> = (80..100).map(|task| 20.0 + 80.0 * vary(id, task)).collect();
        TaskJob::new(u64::from(id), f64::from(id) + vary(id, 100), &maps, &reduces)
    };
    let workload = TaskWorkload::new((0..jobs).map(job).collect()).unwrap();
    for policy in CLUSTER_POLICIES {
        print!("{policy:<32}");
        for load in [0.9, 20.0] {
            let name = format!("cluster large load={load} {policy}").replace(',', ";");
            let run = on_cluster(&config, workload.clone().with_load(load, slots(&config)).unwrap(), policy);
            let (seconds, _) = bench.fastest(&name, times, run);
            print!("{:>12.0}", seconds * 1e3);
        }
        println!();
    }
}

/// What paging costs beside suspension that is free: tasks of 3 GB on machines that have room for one paused task or so. As it
/// changes who is suspended when, the cost of an event is compared as well.
fn paging(bench: &mut Bench, (jobs, times): (u32, u32)) {
    println!("\nms, {jobs} jobs of 100 maps of 3 GB on 1000 machines, load 2, suspending\n");
    println!("{:<44}{:>12}{:>12}{:>12}{:>12}{:>12}", "", "free", "paged", "ratio", "of an event", "GB written");
    let memory = cluster::MachineMemory { ram: 8.0, swap: 16.0, ..cluster::MachineMemory::default() };
    let config = cluster::Config { machines: 1000, memory, ..cluster::Config::default() };
    let vary = |job: u32, task: u32| f64::from((job * 31 + task * 17) % 41) / 40.0;
    let job = |id: u32| {
        let maps: Vec<f64> = (0..100).map(|task| 10.0 + 20.0 * vary(id, task) + f64::from(id % 7) * 15.0).collect();
        let arrival = f64::from(id) + vary(id, 100);
        TaskJob { weight: f64::from(1 + id % 3), memory: [3.0; 2], ..TaskJob::new(u64::from(id), arrival, &maps, &[]) }
    };
    let workload = TaskWorkload::new((0..jobs).map(job).collect()).unwrap().with_load(2.0, slots(&config)).unwrap();
    for policy in ["hfsp-viper", "hfsp[preemption=suspend]", "dummy"] {
        let written = |paging: &str| {
            let policy = policy.replace(']', ",");
            if policy.ends_with(',') { format!("{policy}paging={paging}]") } else { format!("{policy}[paging={paging}]") }
        };
        let runs = ["off", "on"].map(|paging| {
            let name = format!("paging={paging} {policy}").replace(',', ";");
            bench.fastest(&name, times, on_cluster(&config, workload.clone(), &written(paging)))
        });
        let [(free, calls), (paged, more)] = runs;
        let each = paged / free * calls as f64 / more as f64;
        let run = cluster::simulate(&config, &workload, &written("on").parse().expect("the policy is known"), &mut cluster::Silent);
        let swapped: f64 = run.expect("the cluster is valid").jobs.iter().map(|job| job.swapped).sum();
        println!("{policy:<44}{:>12.0}{:>12.0}{:>12.2}{each:>12.2}{swapped:>12.0}", free * 1e3, paged * 1e3, paged / free);
    }
}

fn slots(config: &cluster::Config) -> [u32; 2] {
    Phase::ALL.map(|phase| config.total(phase))
}

fn on_cluster(config: &cluster::Config, workload: TaskWorkload, policy: &str) -> impl FnMut() -> (f64, u64) {
    let policy: cluster::Policy = policy.parse().expect("the policy is known");
    move || {
        let outcome = cluster::simulate(config, &workload, &policy, &mut cluster::Silent).expect("the cluster is valid");
        (outcome.counters.makespan, outcome.events)
    }
}

fn on_server(synthetic: Synthetic, run: impl Fn(&Workload) -> f64) -> impl FnMut() -> (f64, u64) {
    let workload = synthetic.generate(1, 0).unwrap();
    move || (run(&workload), workload.jobs().len() as u64)
}

fn heading(what: &str, sizes: &Sizes) {
    println!("\n{what}\n");
    print!("{:<32}", "");
    sizes.iter().for_each(|(count, _)| print!("{count:>12}"));
    println!("{:>12}", "growth");
}

/// Sum of sojourn times under FIFO: Lindley's recursion.
fn fifo(workload: &Workload) -> f64 {
    let (mut free, mut total) = (0.0_f64, 0.0);
    for job in workload.jobs() {
        free = free.max(job.arrival) + job.size;
        total += free - job.arrival;
    }
    total
}

/// Sum of sojourn times under PS: a virtual clock and a heap of the readings at which jobs complete.
fn ps(workload: &Workload) -> f64 {
    let mut heap: BinaryHeap<Reverse<(Bits, u32)>> = BinaryHeap::new();
    let (mut now, mut clock, mut total) = (0.0, 0.0, 0.0);
    let mut arrivals = workload.jobs().iter().enumerate().peekable();
    loop {
        let completion = heap.peek().map_or(f64::INFINITY, |Reverse((key, _))| now + (key.0 - clock) * heap.len() as f64);
        match arrivals.next_if(|(_, job)| job.arrival < completion) {
            Some((i, job)) => {
                if !heap.is_empty() {
                    clock += (job.arrival - now) / heap.len() as f64;
                }
                now = job.arrival;
                heap.push(Reverse((Bits(clock + job.size), i as u32)));
            }
            None => {
                let Some(Reverse((key, i))) = heap.pop() else { return total };
                (now, clock) = (completion, key.0);
                total += now - workload.jobs()[i as usize].arrival;
            }
        }
    }
}

/// Sum of sojourn times under SRPT: a heap of what is left, the running job on top.
fn srpt(workload: &Workload) -> f64 {
    let mut heap: BinaryHeap<Reverse<(Bits, u32)>> = BinaryHeap::new();
    let (mut now, mut total) = (0.0, 0.0);
    let mut arrivals = workload.jobs().iter().enumerate().peekable();
    loop {
        let completion = heap.peek().map_or(f64::INFINITY, |Reverse((left, _))| now + left.0);
        match arrivals.next_if(|(_, job)| job.arrival < completion) {
            Some((i, job)) => {
                if let Some(mut top) = heap.peek_mut() {
                    top.0.0.0 -= job.arrival - now;
                }
                now = job.arrival;
                heap.push(Reverse((Bits(job.size), i as u32)));
            }
            None => {
                let Some(Reverse((_, i))) = heap.pop() else { return total };
                now = completion;
                total += now - workload.jobs()[i as usize].arrival;
            }
        }
    }
}

/// A float as a key.
#[derive(PartialEq)]
struct Bits(f64);

impl Eq for Bits {}

impl Ord for Bits {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
