//! A sweep on all cores: how much SRPTE and FSPE+PS lose as estimates get worse, against PS and LAS, which need none.
//!
//! Every policy sees the same jobs (common random numbers), so the ratio of two means varies little from replication to replication.
//!
//! `cargo run --release --example sweep`

use rayon::prelude::*;
use schedscope::metrics::{half_width_95, mean};
use schedscope::simulate;
use schedscope::workload::Synthetic;

const SIGMAS: [f64; 4] = [0.0, 0.5, 1.0, 2.0];
const POLICIES: [&str; 3] = ["srpte", "fspe+ps", "las"];
const REPLICATIONS: u32 = 10;

fn main() {
    println!("mean sojourn time ÷ that of PS, {REPLICATIONS} replications of 20000 jobs, shape 0.5, load 0.9");
    println!("sigma   {}", POLICIES.map(|policy| format!("{policy:<17}")).concat());
    for sigma in SIGMAS {
        let ratios: Vec<[f64; POLICIES.len()]> = (0..REPLICATIONS)
            .into_par_iter()
            .map(|replication| {
                let workload = Synthetic { count: 20_000, shape: 0.5, sigma, ..Synthetic::default() }
                    .generate(1, replication)
                    .expect("legal parameters");
                let sojourn = |policy: &str| {
                    let policy = policy.parse().expect("a policy of the server world");
                    simulate(&workload, &policy).expect("it runs on any workload").mean_sojourn()
                };
                let shared = sojourn("ps");
                POLICIES.map(|policy| sojourn(policy) / shared)
            })
            .collect();
        let cell = |place: usize| {
            let sample: Vec<f64> = ratios.iter().map(|of| of[place]).collect();
            format!("{:.2} ± {:<10.2}", mean(&sample), half_width_95(&sample).unwrap_or(0.0))
        };
        println!("{sigma:<8}{}", (0..POLICIES.len()).map(cell).collect::<String>());
    }
}
