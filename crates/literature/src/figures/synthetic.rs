//! Synthetic workloads on one server: the thesis' figures 3.2 to 3.8.

use super::conditional::{Conditional, slowdowns};
use super::{Effort, Figure, point};
use crate::means::Means;
use schedscope::server::Policy;
use schedscope::theory::{self, SizeLaw};
use schedscope::workload::Sizes;
use schedscope::world::JobsSpec;
use schedscope_core::plot::{Axis, Form, Heat, Line, Lines, Panel, Picture, look_of};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "T3.2",
        "Pastorelli's thesis, figure 3.2; mPlane D3.3, figure 3.3",
        "Mean sojourn time ÷ that of PS over sigma (errors) and shape (sizes) for SRPTE, FSPE and FSPE+PS: blue is better than PS.",
        against_ps,
    )
    .also(&["M3.3"])
    .noting("theirs is a surface; ours is a map with the border between better and worse than PS")
    .supporting(&["S1", "S2", "S3"]),
    Figure::new(
        "T3.3",
        "Pastorelli's thesis, figure 3.3; mPlane D3.3, figure 3.4",
        "Mean sojourn time ÷ that of SRPT, the optimum, against shape; sigma 0.5.",
        impact_of_shape,
    )
    .also(&["M3.4"])
    .noting(
        "rings are closed forms: what PS, LAS and FIFO tend to with ever more jobs; below shape 0.5 runs of 10 000 jobs are too short \
               to get there",
    )
    .supporting(&["S4", "S5"]),
    Figure::new(
        "T3.4",
        "Pastorelli's thesis, figure 3.4; mPlane D3.3, figure 3.5",
        "Mean sojourn time ÷ that of SRPT against sigma for three skewed shapes; FIFO lies far outside.",
        impact_of_sigma,
    )
    .also(&["M3.5"])
    .supporting(&["S6", "S7", "S8", "S9"]),
    Figure::new("T3.5", "Pastorelli's thesis, figure 3.5", "Mean sojourn time ÷ that of SRPT against sigma for Pareto sizes.", pareto)
        .noting("with alpha 1 the mean is infinite: each sample is rescaled to mean 1")
        .supporting(&["S10"]),
    Figure::new(
        "T3.6",
        "Pastorelli's thesis, figure 3.6",
        "Mean sojourn time ÷ that of SRPT against load and against timeshape (arrivals: bursts on the left, even on the right); shape \
                  0.25, sigma 0.5.",
        load_and_timeshape,
    )
    .supporting(&["S11", "S12"]),
    Figure::new(
        "T3.7",
        "Pastorelli's thesis, figure 3.7",
        "Mean conditional slowdown: jobs sorted by size in 100 classes of equal count, mean slowdown of each against its mean size; \
                  shape 0.25, sigma 0.5.",
        conditional_slowdown,
    )
    .noting("rings are closed forms for PS and LAS with ever more jobs")
    .supporting(&["S13"]),
    Figure::new(
        "T3.8",
        "Pastorelli's thesis, figure 3.8",
        "Slowdown of each job: all jobs, and the worst tenth; shape 0.25, sigma 0.5.",
        job_slowdown,
    )
    .supporting(&["S14"]),
];

/// From 0.125 to 4, each twice the one before.
pub(super) const OCTAVES: [f64; 6] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0];
/// The same with the steps between them.
const HALF_OCTAVES: [f64; 11] = [0.125, 0.177, 0.25, 0.354, 0.5, 0.707, 1.0, 1.414, 2.0, 2.828, 4.0];
/// Sigmas of a curve.
pub(super) const SIGMAS: [f64; 9] = [0.125, 0.25, 0.354, 0.5, 0.707, 1.0, 1.414, 2.0, 4.0];

/// Policies that see estimates.
pub(super) const ESTIMATED: [&str; 3] = ["srpte", "fspe", "fspe+ps"];
/// Policies that are compared in curves, in the order in which they are shown.
pub(super) const COMPARED: [&str; 5] = ["ps", "las", "srpte", "fspe", "fspe+ps"];

/// A policy of the server world.
///
/// # Panics
/// If there is none: figures name policies of the registry.
pub(super) fn policy(key: &str) -> Policy {
    key.parse().expect("a policy of the registry")
}

/// A curve as its policy is drawn.
pub(super) fn curve(key: &str, points: Vec<(f64, f64, (f64, f64))>) -> Line {
    let policy = policy(key);
    Line::with_band(policy.row().name, look_of(&policy.choice()), points)
}

pub(super) fn workload(shape: f64, sigma: f64) -> JobsSpec {
    JobsSpec { shape: Some(shape), sigma: Some(sigma), ..JobsSpec::default() }
}

/// Runs policies on a workload of at most as many jobs as are asked for.
pub(super) fn run(effort: &Effort<'_>, policies: &[&str], workload: JobsSpec, replications: u32) -> Means {
    Means::run(policies, &effort.limit(workload), replications, effort.done)
}

pub(super) fn sigma_axis() -> Axis {
    Axis::logarithmic("sigma").marked(&OCTAVES)
}

fn shape_axis() -> Axis {
    Axis::logarithmic("shape").marked(&OCTAVES)
}

pub(super) fn optimum_axis() -> Axis {
    Axis::logarithmic("MST ÷ SRPT")
}

fn against_ps(effort: &Effort<'_>) -> Picture {
    let grid = effort.pick([&OCTAVES[..], &HALF_OCTAVES[..], &HALF_OCTAVES[..]]);
    let mut cells = vec![vec![]; ESTIMATED.len()];
    for &shape in grid {
        let replications = effort.of_shape(shape);
        let ps = run(effort, &["ps"], workload(shape, 0.0), replications);
        let row: Vec<Means> = grid.iter().map(|sigma| run(effort, &ESTIMATED, workload(shape, *sigma), replications).with(&ps)).collect();
        for (policy, cells) in ESTIMATED.iter().zip(&mut cells) {
            cells.push(row.iter().map(|means| means.ratio(policy, "ps").mean).collect::<Vec<f64>>());
        }
    }
    let panel = |(letter, (key, cells)): (char, (&&str, Vec<Vec<f64>>))| {
        let heat = Heat {
            x: sigma_axis(),
            y: shape_axis(),
            value: "MST ÷ PS".to_owned(),
            columns: grid.to_vec(),
            rows: grid.to_vec(),
            cells,
            ranges: vec![],
            contour: 1.0,
            extreme: 10.0,
            short: None,
            lit: None,
        };
        Panel::new(format!("({letter}) {}", policy(key).row().name), heat)
    };
    let panels = ('a'..).zip(ESTIMATED.iter().zip(cells)).map(panel).collect();
    Picture::row("Mean sojourn time ÷ PS", panels)
}

fn impact_of_shape(effort: &Effort<'_>) -> Picture {
    const ALL: [&str; 6] = ["ps", "las", "fifo", "srpte", "fspe", "fspe+ps"];
    let shapes = effort.pick([&OCTAVES[..], &HALF_OCTAVES[..], &HALF_OCTAVES[..]]);
    let runs: Vec<(f64, Means)> = shapes
        .iter()
        .map(|shape| (*shape, run(effort, &[&ALL[..], &["srpt"]].concat(), workload(*shape, 0.5), effort.of_shape(*shape))))
        .collect();
    let line = |key: &&str| {
        let point = |(shape, means): &(f64, Means)| point(*shape, means.ratio(key, "srpt"));
        curve(key, runs.iter().map(point).collect())
    };
    let exact = |(key, form): (&str, theory::Form)| {
        let ratio = |shape: &f64| {
            let law = SizeLaw::weibull(*shape).ok()?;
            let of = |form| theory::mean_sojourn(form, &law, 0.9).ok();
            Some((*shape, of(form)? / of(theory::Form::Srpt)?))
        };
        Line::new("theory", look_of(&policy(key).choice()), OCTAVES.iter().filter_map(ratio).collect()).formed(Form::Rings)
    };
    let known = [("ps", theory::Form::Ps), ("las", theory::Form::Las), ("fifo", theory::Form::Fifo)];
    let lines = ALL.iter().map(line).chain(known.map(exact)).collect();
    let lines = Lines::new(shape_axis(), optimum_axis().within(0.9, 40.0), lines).level(1.0, "SRPT, the optimum");
    Picture::single("Impact of shape (sigma 0.5, load 0.9)", lines)
}

/// Curves of MST ÷ SRPT against sigma on one kind of workload.
pub(super) fn over_sigma(effort: &Effort<'_>, at: impl Fn(f64) -> JobsSpec, replications: u32, range: (f64, f64)) -> Lines {
    let sigmas = effort.pick([&OCTAVES[..], &SIGMAS[..], &SIGMAS[..]]);
    let blind = run(effort, &["ps", "las", "srpt"], at(0.0), replications);
    let runs: Vec<(f64, Means)> =
        sigmas.iter().map(|sigma| (*sigma, run(effort, &ESTIMATED, at(*sigma), replications).with(&blind))).collect();
    let line = |key: &&str| {
        let point = |(sigma, means): &(f64, Means)| point(*sigma, means.ratio(key, "srpt"));
        curve(key, runs.iter().map(point).collect())
    };
    let lines = COMPARED.iter().map(line).collect();
    Lines::new(sigma_axis(), optimum_axis().within(range.0, range.1), lines).level(1.0, "SRPT")
}

fn impact_of_sigma(effort: &Effort<'_>) -> Picture {
    let panel = |(letter, shape): (char, f64)| {
        let lines = over_sigma(effort, |sigma| workload(shape, sigma), effort.of_shape(shape), (0.9, 40.0));
        Panel::new(format!("({letter}) shape {shape}"), lines)
    };
    Picture::row("Impact of error on heavy-tailed workloads", [('a', 0.25), ('b', 0.177), ('c', 0.125)].map(panel).into())
}

fn pareto(effort: &Effort<'_>) -> Picture {
    let panel = |(letter, alpha): (char, f64)| {
        let at = |sigma| JobsSpec { sizes: Some(Sizes::Pareto { alpha }), sigma: Some(sigma), ..JobsSpec::default() };
        Panel::new(format!("({letter}) alpha {alpha}"), over_sigma(effort, at, effort.of_shape(0.25), (0.9, 40.0)))
    };
    Picture::row("Pareto sizes, by growing skew", [('a', 2.0), ('b', 1.0)].map(panel).into())
}

fn load_and_timeshape(effort: &Effort<'_>) -> Picture {
    const ALL: [&str; 6] = ["srpt", "ps", "las", "srpte", "fspe", "fspe+ps"];
    const LOADS: [f64; 8] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999];
    let replications = effort.of_shape(0.25);
    let lines = |x: Axis, values: &[f64], at: &dyn Fn(f64) -> JobsSpec| {
        let runs: Vec<(f64, Means)> = values.iter().map(|value| (*value, run(effort, &ALL, at(*value), replications))).collect();
        let line = |key: &&str| {
            let point = |(x, means): &(f64, Means)| point(*x, means.ratio(key, "srpt"));
            curve(key, runs.iter().map(point).collect())
        };
        Lines::new(x, optimum_axis().within(0.9, 6.0), COMPARED.iter().map(line).collect()).level(1.0, "SRPT")
    };
    let load = lines(Axis::linear("load"), &LOADS, &|load| JobsSpec { load: Some(load), ..workload(0.25, 0.5) });
    let timeshape = Axis::logarithmic("timeshape").marked(&OCTAVES);
    let timeshape = lines(timeshape, &OCTAVES, &|timeshape| JobsSpec { timeshape: Some(timeshape), ..workload(0.25, 0.5) });
    Picture::row("Impact of load and timeshape", vec![Panel::new("(a) load", load), Panel::new("(b) timeshape", timeshape)])
}

/// Policies of the figures about slowdown.
const SLOW: [&str; 6] = ["fifo", "srpte", "fspe", "ps", "las", "fspe+ps"];

fn conditional_slowdown(effort: &Effort<'_>) -> Picture {
    let workload = effort.limit(workload(0.25, 0.5));
    let classes = Conditional::measure(&SLOW, &workload, effort.replications([30, 100, 200]), effort.done);
    let line = |(key, classes): (&&str, Conditional)| {
        let policy = policy(key);
        Line::new(policy.row().name, look_of(&policy.choice()), classes.0)
    };
    let exact = |(key, form): (&str, theory::Form)| {
        let law = SizeLaw::weibull(0.25).ok();
        let at = |size: f64| Some((size, theory::conditional_mean_sojourn(form, law.as_ref()?, 0.9, size, None).ok()? / size));
        let sizes = (-9..=1).map(|exponent| libm::exp10(f64::from(exponent)));
        Line::new("theory", look_of(&policy(key).choice()), sizes.filter_map(at).collect()).formed(Form::Rings)
    };
    let lines = SLOW.iter().zip(classes).map(line).chain([("ps", theory::Form::Ps), ("las", theory::Form::Las)].map(exact)).collect();
    let (x, y) = (Axis::logarithmic("size"), Axis::logarithmic("mean slowdown"));
    let lines = Lines::new(x.within(1e-9, 100.0), y.within(0.7, 1e8), lines).level(1.0, "never waiting");
    Picture::single("Mean conditional slowdown (shape 0.25, sigma 0.5)", lines)
}

fn job_slowdown(effort: &Effort<'_>) -> Picture {
    let of = slowdowns(&SLOW, &effort.limit(workload(0.25, 0.5)), effort.replications([30, 121, 121]), effort.done);
    let ecdfs: Vec<_> = of.iter().map(|(key, sorted)| (policy(key), sorted.ecdf(2000))).collect();
    let lines = |from: f64| {
        let lines = ecdfs.iter().map(|(policy, ecdf)| Line::ecdf(policy.row().name, look_of(&policy.choice()), ecdf)).collect();
        Lines::new(Axis::logarithmic("slowdown").within(0.8, 1e5), Axis::linear("fraction of jobs").within(from, 1.0), lines)
    };
    Picture::row("Slowdown job by job", vec![Panel::new("all jobs", lines(0.0)), Panel::new("the worst tenth", lines(0.9))])
}
