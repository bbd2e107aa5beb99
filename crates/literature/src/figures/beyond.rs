//! What this project adds: how far policies are from the best possible, and what estimates do to those that use them.

use super::synthetic::{curve, policy};
use super::{Effort, Figure, point};
use crate::beyond_runs::{Found, Tail, by_theory, crossover, found, overload, tails};
use crate::estimate::Estimate;
use crate::means::ratio_of_means;
use rayon::prelude::*;
use schedscope::theory::{Form, SizeLaw, Table, table_mean_sojourn};
use schedscope::workload::Synthetic;
use schedscope_core::plot::{Axis, Dash, Form as Drawn, Hue, Line, Lines, Look, Panel, Picture, look_of};

const OURS: &str = "this project";

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "P1",
        OURS,
        "Mean sojourn time ÷ the bound, the least that any policy can have that sees arrivals, ages and estimates, against sigma; by theory, load \
         0.7.",
        to_the_bound,
    ),
    Figure::new(
        "P2",
        OURS,
        "Estimates that are worse than none: mean sojourn time against sigma, by theory, load 0.7. Rings: from there on PSJFE loses to a policy \
         that ignores estimates; Gittins never does.",
        worse_than_none,
    )
    .supporting(&["X3"]),
    Figure::new(
        "P3",
        OURS,
        "Virtual overload: late jobs and jobs in the virtual queue under FSPE+PS, as arrivals find them, against sigma; shape 1, 10 000 jobs. Upright \
         lines: from sigma = √(−2 ln load) on the virtual queue has more work than it can do, grows, and nobody turns late.",
        virtual_overload,
    )
    .supporting(&["X1"]),
    Figure::new(
        "P4",
        OURS,
        "The tail of sojourn times, exponential sizes, exact estimates, load 0.8: part of the jobs that take longer than a time, and the same ÷ FIFO's.",
        tail_of_boost,
    )
    .supporting(&["X4"]),
];

/// The load of figures by theory.
const LOAD: f64 = 0.7;

fn sigmas(effort: &Effort<'_>) -> Vec<f64> {
    let steps = effort.pick([4, 16, 32]);
    (1..=steps).map(|step| 4.0 * f64::from(step) / f64::from(steps)).collect()
}

fn bound(shape: f64, sigma: f64) -> f64 {
    let law = SizeLaw::weibull(shape).expect("a legal shape");
    table_mean_sojourn(Table::Gittins, &law, sigma, LOAD).expect("a steady state")
}

/// A number at each sigma.
fn over(sigmas: &[f64], number: impl Fn(f64) -> f64 + Sync) -> Vec<(f64, f64)> {
    sigmas.par_iter().map(|sigma| (*sigma, number(*sigma))).collect()
}

fn line(key: &str, points: Vec<(f64, f64)>) -> Line {
    let policy = policy(key);
    Line::new(policy.row().name, look_of(&policy.choice()), points)
}

fn sigma_axis() -> Axis {
    Axis::linear("sigma (spread of the errors)").within(0.0, 4.0)
}

type OfSigma = fn(f64) -> Form;

const PSJFE: (&str, OfSigma) = ("psjfe", |sigma| Form::Psjfe { sigma });
const SRPTE: (&str, OfSigma) = ("srpte", |sigma| Form::Srpte { sigma });
const SRPT_B: (&str, OfSigma) = ("srpt-b", |sigma| Form::SrptB { sigma });
const LAS: (&str, OfSigma) = ("las", |_| Form::Las);
const FIFO: (&str, OfSigma) = ("fifo", |_| Form::Fifo);

fn to_the_bound(effort: &Effort<'_>) -> Picture {
    let sigmas = sigmas(effort);
    let panel = |(letter, shape): (char, f64)| {
        let bounds = over(&sigmas, |sigma| bound(shape, sigma));
        let curve = |(key, form): (&str, OfSigma)| {
            let means = over(&sigmas, |sigma| by_theory(form(sigma), shape, LOAD));
            line(key, means.iter().zip(&bounds).map(|((sigma, mean), (_, bound))| (*sigma, mean / bound)).collect())
        };
        let y = "mean sojourn time ÷ bound";
        // Where few jobs hold most of the work, SRPTE lies far outside the others' range.
        let y = if shape < 0.5 { Axis::logarithmic(y).within(0.95, 8.0) } else { Axis::linear(y).within(0.95, 2.0) };
        let lines = Lines::new(sigma_axis(), y, [PSJFE, SRPTE, SRPT_B, LAS].map(curve).into());
        Panel::new(format!("({letter}) shape {shape}"), lines.level(1.0, "bound"))
    };
    let panels = [('a', 0.25), ('b', 0.5), ('c', 1.0), ('d', 2.0)].map(panel);
    Picture { columns: 2, ..Picture::row("How far from the best possible", panels.into()) }
}

fn worse_than_none(effort: &Effort<'_>) -> Picture {
    let sigmas = sigmas(effort);
    let panel = |(letter, shape, blind, range): (char, f64, (&str, OfSigma), (f64, f64))| {
        let mean = |(key, form): (&str, OfSigma)| line(key, over(&sigmas, |sigma| by_theory(form(sigma), shape, LOAD)));
        let without = blind.1(0.0);
        let at = crossover(without, shape, LOAD);
        let ring = Line::new("PSJFE falls behind", look_of(&policy("psjfe").choice()), vec![(at, by_theory(without, shape, LOAD))])
            .formed(Drawn::Rings);
        let gittins = line("gittins", over(&sigmas, |sigma| bound(shape, sigma)));
        let y = Axis::logarithmic("mean sojourn time ÷ mean size").within(range.0, range.1);
        let lines = vec![mean(PSJFE), mean(SRPTE), gittins, mean(blind), ring];
        Panel::new(format!("({letter}) shape {shape}: worse from {at:.3} on"), Lines::new(sigma_axis(), y, lines))
    };
    let panels = [('a', 0.25, LAS, (1.5, 20.0)), ('b', 0.5, LAS, (1.8, 5.0)), ('c', 2.0, FIFO, (2.0, 2.8))].map(panel);
    Picture::row("Estimates that are worse than none", panels.into())
}

fn virtual_overload(effort: &Effort<'_>) -> Picture {
    let grid = effort.pick([&[0.25, 0.5, 1.0, 2.0][..], &SIGMAS[..], &SIGMAS[..]]);
    let replications = effort.replications([8, 60, 200]);
    let panel = |(letter, load): (char, f64)| {
        let at = |sigma: &f64| {
            let queue = Synthetic { count: effort.jobs(10_000), shape: 1.0, load, sigma: *sigma, ..Synthetic::default() };
            (*sigma, found(&queue, replications, effort.done))
        };
        let runs: Vec<(f64, Vec<Found>)> = grid.iter().map(at).collect();
        let line = |name: &str, look: Look, number: fn(&Found) -> f64| {
            Line::with_band(name, look, runs.iter().map(|(sigma, runs)| point(*sigma, Estimate::of(runs.iter().map(number)))))
        };
        let lines = vec![
            line("late", Look { hue: Hue::Vermilion, dash: Dash::Solid }, |found| found.late),
            line("in the virtual queue", Look { hue: Hue::Blue, dash: Dash::Dashed }, |found| found.aging),
        ];
        let x = Axis::linear("sigma (spread of the errors)").within(0.0, 2.0);
        let y = Axis::logarithmic("jobs, on average").within(0.001, 10_000.0);
        let lines = Lines { now: Some(overload(load)), ..Lines::new(x, y, lines) };
        Panel::new(format!("({letter}) load {load}: overload from {:.3} on", overload(load)), lines)
    };
    Picture::row("Virtual overload", [('a', 0.5), ('b', 0.7), ('c', 0.9)].map(panel).into())
}

/// Sigmas of the figure of virtual overload.
const SIGMAS: [f64; 14] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.7, 2.0];

fn tail_of_boost(effort: &Effort<'_>) -> Picture {
    // The rate is that of exponential sizes at this load.
    const KEYS: [&str; 4] = ["fifo", "nudge", "boost[gamma=0.2]", "srpt"];
    let queue = Synthetic { count: effort.jobs(100_000), shape: 1.0, load: 0.8, sigma: 0.0, ..Synthetic::default() };
    let times: Vec<f64> = (0..=30).map(f64::from).collect();
    let measured = tails(&KEYS, &queue, &times, effort.replications([4, 60, 200]), effort.done);
    let part = |(key, tail): (&&str, &Tail)| {
        let at = |(time, of): (&f64, &Vec<f64>)| point(*time, Estimate::of(of.iter().copied()));
        curve(key, times.iter().zip(&tail.longer).map(at).collect())
    };
    let quotient = |(key, tail): (&&str, &Tail)| {
        let at = |((time, of), fifo): ((&f64, &Vec<f64>), &Vec<f64>)| point(*time, ratio_of_means(of, fifo));
        curve(key, times.iter().zip(&tail.longer).zip(&measured[0].longer).map(at).collect())
    };
    let x = || Axis::linear("time ÷ mean size").within(0.0, 30.0);
    let all = || KEYS.iter().zip(&measured);
    let parts = Lines::new(x(), Axis::logarithmic("part of the jobs that take longer").within(1e-3, 1.0), all().map(part).collect());
    let quotients = Lines::new(x(), Axis::linear("the same ÷ FIFO's").within(0.2, 1.6), all().skip(1).map(quotient).collect());
    let panels = vec![Panel::new("(a) all", parts), Panel::new("(b) compared with FIFO", quotients.level(1.0, "FIFO"))];
    Picture::row("The tail of sojourn times", panels)
}
