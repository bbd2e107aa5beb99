//! The prototypes of Hawk and Eagle, and their simulation (Delgado's thesis, sections 2.4.10 and 3.7).

use super::datacenter::{PERCENTILES, run, scenario};
use super::{Effort, point};
use crate::datacenter_runs::{Runs, Which};
use schedscope::datacenter::{Config, Plan};
use schedscope::workload::TraceLike;
use schedscope_core::experiment::{Fields, Scenario};
use schedscope_core::plot::{Axis, Dash, Line, Lines, Look, Panel, Picture};

/// What these figures have in common.
pub const NOTE: &str = "the prototypes are simulated, too: what tells them from their simulation here is that tasks of milliseconds wait for \
                        messages of half a millisecond, not what Spark, timers and stealing cost; the sample is like the trace, of which the \
                        thesis does not say which jobs it has; and gaps are given as a multiple of those that keep all workers just busy, \
                        since the multiples of the mean task runtime that the thesis names would leave nearly all workers idle";

/// Mean gap between jobs ÷ the one that keeps all workers busy.
const GAPS: [f64; 6] = [1.0, 1.2, 1.4, 1.6, 1.8, 2.25];

/// Both policies at each of these gaps.
type OverGaps = Vec<(f64, Vec<Runs>)>;

/// Percentiles of the first policy ÷ the second over the gaps between jobs, short jobs and long ones. Messages take half a
/// millisecond divided by `slower`, that is, as if tasks took so much longer than a thousandth of the trace's: 1 as in the
/// prototype, 1000 as in the simulations. Dotted lines are the simulations where both are drawn.
pub fn draw(effort: &Effort<'_>, y: &str, policies: [&str; 2], percentiles: usize, slower: &[f64]) -> Picture {
    let gaps = effort.pick([&[1.0, 1.2, 2.25][..], &GAPS, &GAPS]);
    let measured: Vec<(f64, OverGaps)> = slower
        .iter()
        .map(|slower| (*slower, gaps.iter().map(|gap| (*gap, run(effort, with(effort, policies, *gap, *slower)))).collect()))
        .collect();
    let panel = |title: &str, class: Which| {
        let line = |(slower, runs): &(f64, OverGaps), (name, p, look): &(&str, f64, Look)| {
            let simulated = measured.len() > 1 && *slower > 1.0;
            let (name, dash) = if simulated { (format!("{name}, simulation"), Dash::Dotted) } else { ((*name).to_owned(), look.dash) };
            let ratios = runs.iter().map(|(gap, runs)| point(*gap, runs[0].ratio(&runs[1], class, *p)));
            Line::with_band(name, Look { dash, ..*look }, ratios)
        };
        let lines = measured.iter().flat_map(|of| PERCENTILES[..percentiles].iter().map(move |percentile| line(of, percentile)));
        let x = Axis::linear("mean gap between jobs ÷ that at which all workers are busy").within(0.9, 2.3);
        Panel::new(title, Lines::new(x, Axis::logarithmic(y), lines.collect()).level(1.0, "equal"))
    };
    Picture::row(format!("Prototype: {y}"), vec![panel("(a) short jobs", Which::Short), panel("(b) long jobs", Which::Long)])
}

/// Both policies with jobs at these gaps and messages so much faster.
fn with(effort: &Effort<'_>, policies: [&str; 2], gap: f64, slower: f64) -> Scenario {
    let like = TraceLike::Prototype;
    let mut scenario = Scenario { replications: effort.replications([8, 20, 40]), ..scenario(effort, like, like.workers(), &policies) };
    if let Some(Fields { system, workload }) = scenario.of_mut::<Plan>() {
        (system.delay, workload.load) = (Some(Config::default().delay / slower), Some(1.0 / gap));
    }
    scenario
}
