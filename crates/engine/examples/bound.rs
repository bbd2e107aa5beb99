//! Prints the tables of `docs/theory.md`: mean sojourn times by theory, and how far from the bound policies are.
//!
//! `cargo run --release -p schedscope --example bound` takes some ten minutes, for FSPE+PS, which theory does not know, is simulated.

use schedscope::server::{Config, Policy, Silent, simulate};
use schedscope::theory::{Form, SizeLaw, Table, mean_sojourn, table_mean_sojourn};
use schedscope::workload::Synthetic;

const SHAPES: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
const SIGMAS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
const LOADS: [f64; 4] = [0.5, 0.7, 0.9, 0.95];
/// Replications, their jobs, and how many of these at the beginning are not counted.
const REPLICATIONS: u32 = 20;
const JOBS: u32 = 100_000;
const WARMUP: usize = 2_000;

fn main() {
    println!("Mean sojourn times by theory\n");
    println!("| load | shape | σ | Gittins | SERPT | SRPTE | SRPT-B | PSJFE | LAS | SRPT |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for load in [0.7, 0.9] {
        for shape in [0.25, 0.5, 1.0, 2.0] {
            for sigma in [0.5, 1.0, 2.0] {
                let law = law(shape);
                let table = |table| table_mean_sojourn(table, &law, sigma, load).expect("a steady state");
                let forms = [Form::Srpte { sigma }, Form::SrptB { sigma }, Form::Psjfe { sigma }, Form::Las, Form::Srpt];
                let forms = forms.map(|form| format!("{:.5}", of(form, shape, load)));
                println!(
                    "| {load} | {shape} | {sigma} | **{:.4}** | {:.4} | {} |",
                    table(Table::Gittins),
                    table(Table::Remaining),
                    forms.join(" | ")
                );
            }
        }
    }
    println!("\nMean sojourn times ÷ bound\n");
    for load in LOADS {
        println!("Load {load}:\n");
        println!("| shape | σ | bound | FSPE+PS | SRPTE | PSJFE | SRPT-B | LAS | SRPT |");
        println!("|---|---|---|---|---|---|---|---|---|");
        for shape in SHAPES {
            let srpt = simulated("srpt", shape, 0.0, load);
            for sigma in SIGMAS {
                let bound = table_mean_sojourn(Table::Gittins, &law(shape), sigma, load).expect("a steady state");
                let (ratio, error) = ratio(&simulated("fspe+ps", shape, sigma, load), &srpt);
                let scale = of(Form::Srpt, shape, load) / bound;
                let forms = [Form::Srpte { sigma }, Form::Psjfe { sigma }, Form::SrptB { sigma }, Form::Las, Form::Srpt];
                let forms = forms.map(|form| format!("{:.3}", of(form, shape, load) / bound));
                println!("| {shape} | {sigma} | {bound:.3} | {:.3} ± {:.3} | {} |", ratio * scale, error * scale, forms.join(" | "));
            }
        }
        println!();
    }
}

fn law(shape: f64) -> SizeLaw {
    SizeLaw::weibull(shape).expect("a legal shape")
}

fn of(form: Form, shape: f64, load: f64) -> f64 {
    mean_sojourn(form, &law(shape), load).expect("a steady state")
}

/// Mean sojourn time of each replication. Arrivals and sizes are the same whatever σ.
fn simulated(policy: &str, shape: f64, sigma: f64, load: f64) -> Vec<f64> {
    let policy: Policy = policy.parse().expect("a policy");
    let queue = Synthetic { count: JOBS, shape, sigma, load, ..Synthetic::default() };
    let run = |replication| {
        let outcome = simulate(&Config::default(), &queue.generate(1, replication).expect("legal parameters"), &policy, &mut Silent)
            .expect("it runs on one server");
        let counted = &outcome.sojourn[WARMUP..];
        counted.iter().sum::<f64>() / counted.len() as f64
    };
    (0..REPLICATIONS).map(run).collect()
}

/// Ratio of the means of paired replications, with its standard error.
fn ratio(a: &[f64], b: &[f64]) -> (f64, f64) {
    let n = a.len() as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let ratio = mean_a / mean_b;
    let squares: f64 = a.iter().zip(b).map(|(a, b)| (a - ratio * b) * (a - ratio * b)).sum();
    (ratio, (squares / (n - 1.0) / n).sqrt() / mean_b)
}
