//! What a job costs under each policy, beside hand-written loops that know only one policy, in the same run.
//!
//! `cargo bench` prints ns per job (the fastest of a few runs). The hand-written loops use the obvious structure and
//! absolute time, so they neither resolve tiny jobs nor settle ties: they show what the engine's generality costs. For the
//! datacenter it prints ns per task, and how long a million tasks take.

use schedscope::datacenter;
use schedscope::server::{Config, Policy, Silent, simulate};
use schedscope::workload::{Synthetic, TraceLike, Workload};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::time::Instant;

/// Numbers of jobs, and how often each is run.
const SIZES: [(u32, u32); 3] = [(10_000, 20), (100_000, 5), (1_000_000, 3)];

fn main() {
    // `cargo test` runs benches too, to see that they work.
    let sizes = if std::env::args().any(|arg| arg == "--bench") { &SIZES[..] } else { &[(1000, 1)] };
    for shape in [0.25, 1.0] {
        println!("\nns per job, shape {shape}, load 0.9, sigma 0.5\n");
        print!("{:<32}", "");
        for (count, _) in sizes {
            print!("{count:>12}");
        }
        println!("{:>12}", "growth");
        let synthetic = |count| Synthetic { count, shape, ..Synthetic::default() };
        row("generate the workload", sizes, |count| {
            let synthetic = synthetic(count);
            move || synthetic.generate(1, 0).len() as f64
        });
        row("fifo, by hand", sizes, |count| bench(synthetic(count), fifo));
        row("ps, by hand", sizes, |count| bench(synthetic(count), ps));
        row("srpt, by hand", sizes, |count| bench(synthetic(count), srpt));
        for &policy in Policy::ALL {
            let run = move |workload: &Workload| {
                simulate(&Config::default(), workload, policy, &mut Silent).map_or(0.0, |outcome| outcome.sojourn.iter().sum())
            };
            row(policy.row().key, sizes, |count| bench(synthetic(count), run));
        }
    }
    datacenters(if sizes.len() > 1 { &[(4000, 24_262, 3), (50_000, 24_262, 1)] } else { &[(40, 100, 1)] });
}

/// The datacenter under Yahoo-like jobs at its highest load: so many workers, so many jobs, how often each is run.
fn datacenters(sizes: &[(u32, u32, u32)]) {
    for &(workers, count, times) in sizes {
        let like = TraceLike::Yahoo;
        let work = like.generate(count, 1, 0).with_load(0.925, workers);
        let config = datacenter::Config { workers, cutoff: like.cutoff(), short_partition: like.short_partition(), ..Default::default() };
        println!("\n{workers} workers, {} tasks, load 0.925{:>14}{:>24}", work.tasks(), "ns per task", "seconds a million");
        for row in datacenter::rows() {
            let policy: datacenter::Policy = row.key.parse().expect("a policy of the registry");
            let seconds = fastest(times, || datacenter::simulate(&config, &work, &policy, |_| {}).map_or(0.0, |outcome| outcome.work));
            let each = seconds / work.tasks() as f64;
            println!("{:<32}{:>20.0}{:>20.2}", row.key, 1e9 * each, 1e6 * each);
        }
    }
}

/// Seconds of the fastest of so many runs.
fn fastest(times: u32, mut run: impl FnMut() -> f64) -> f64 {
    let mut fastest = f64::INFINITY;
    for _ in 0..times {
        let start = Instant::now();
        black_box(run());
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    fastest
}

fn bench(synthetic: Synthetic, run: impl Fn(&Workload) -> f64) -> impl FnMut() -> f64 {
    let workload = synthetic.generate(1, 0);
    move || run(&workload)
}

/// Prints one line: the fastest run at each size, and how much dearer a job is at the largest than at the smallest.
fn row<F: FnMut() -> f64>(name: &str, sizes: &[(u32, u32)], prepare: impl Fn(u32) -> F) {
    print!("{name:<32}");
    let mut costs = vec![];
    for &(count, times) in sizes {
        costs.push(fastest(times, prepare(count)) * 1e9 / f64::from(count));
        print!("{:>12.0}", costs[costs.len() - 1]);
    }
    println!("{:>11.2}×", costs[costs.len() - 1] / costs[0]);
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
