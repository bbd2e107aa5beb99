//! What this project claims itself: of virtual overload, of errors whose mean is 1, of estimates that are worse than none, and of tails.
//!
//! What is stated was found by theory or by another simulator before it was measured here.

use super::server::{enough, largest, run};
use super::{Estimate, Finding, Row};
use crate::beyond_runs::{Tail, crossover, overload, tails};
use crate::judgement::{Check, above, below, between, check, relation, window};
use crate::means::{Means, ratio_of_means};
use schedscope::theory::Form;
use schedscope::workload::{Errors, Synthetic};
use schedscope::world::JobsSpec;

/// Ids of the claims.
pub const CLAIMS: [&str; 4] = ["X1", "X2", "X3", "X4"];

const OURS: &str = "this project";

/// Measures the claims.
pub fn claims(replications: u32) -> Vec<Finding> {
    let mut findings = virtual_overload(replications);
    findings.extend(unbiased(replications));
    findings.extend(
        [(0.25, "las", 1.409, (1.0, 2.0)), (0.5, "las", 1.941, (1.5, 2.5)), (2.0, "fifo", 1.107, (0.5, 2.0))]
            .map(|(shape, blind, known, sides)| worse_than_none(replications, shape, blind, known, sides)),
    );
    findings.extend(tail(replications));
    findings
}

/// Jobs of a replication where the mean of ever more jobs is asked for.
const MANY: u32 = 100_000;

fn virtual_overload(replications: u32) -> Vec<Finding> {
    let of = |sigma, errors| {
        let workload = JobsSpec {
            shape: Some(1.0),
            sigma: Some(sigma),
            errors: Some(errors),
            load: Some(0.7),
            count: Some(MANY),
            ..JobsSpec::default()
        };
        run(&["fspe+ps", "psjfe"], &workload, replications).ratio("fspe+ps", "psjfe")
    };
    let row = |label, what: &str, theirs, ratio: Estimate, checks| -> Finding {
        Row {
            id: "X1",
            label,
            source: OURS,
            claim: format!("shape 1, load 0.7, {what}"),
            theirs,
            ours: format!("FSPE+PS ÷ PSJFE {:.4} ± {:.4}", ratio.mean, ratio.half),
            checks,
            ..Row::default()
        }
        .into()
    };
    let [past, short, unbiased] =
        [(1.0, Errors::LogNormal), (0.25, Errors::LogNormal), (1.0, Errors::Unbiased)].map(|(sigma, errors)| of(sigma, errors));
    let from = format!("{:.3}", overload(0.7));
    vec![
        row(
            "",
            &format!("sigma 1: from {from} on, √(−2 ln load), the virtual queue is overloaded, nobody turns late, and FSPE+PS is PSJFE"),
            "2.38682 against 2.38690 on the same jobs, another simulator",
            past,
            vec![check("", past, window(between(0.995, 1.005)))],
        ),
        row(
            "below",
            &format!("sigma 0.25: below {from} FSPE+PS is not PSJFE but better"),
            "FSPE+PS ÷ PSJFE below 0.995",
            short,
            vec![check("", short, relation(below(0.995)))],
        ),
        row(
            "unbiased",
            "sigma 1, estimates whose mean is that of the sizes: the virtual queue is not overloaded, and FSPE+PS is worse than PSJFE",
            "FSPE+PS ÷ PSJFE above 1.005",
            unbiased,
            vec![check("", unbiased, relation(above(1.005)))],
        ),
    ]
}

fn unbiased(replications: u32) -> [Finding; 2] {
    // FSPE+PS ÷ SRPT with estimates whose mean is that of the sizes, in another simulator.
    const KNOWN: [(f64, f64); 4] = [(0.25, 1.404), (0.5, 1.454), (1.0, 1.417), (2.0, 1.334)];
    let of = |shape: f64, errors| {
        let workload = JobsSpec { shape: Some(shape), sigma: Some(0.5), errors: Some(errors), ..JobsSpec::default() };
        run(&["fspe+ps", "srpt"], &workload, enough(shape, replications))
    };
    let runs: Vec<(f64, f64, Means, Means)> =
        KNOWN.into_iter().map(|(shape, known)| (shape, known, of(shape, Errors::LogNormal), of(shape, Errors::Unbiased))).collect();
    let words = |ratio: Estimate| format!("{:.3} ± {:.3}", ratio.mean, ratio.half);
    let at = |(shape, _, median, mean): &(f64, f64, Means, Means)| {
        let [from, to] = [median, mean].map(|means| words(means.ratio("fspe+ps", "srpt")));
        format!("shape {shape}: {from} to {to}")
    };
    let checks = |(_, known, median, mean): &(f64, f64, Means, Means)| -> [Check; 2] {
        let worse = ratio_of_means(mean.of("fspe+ps"), median.of("fspe+ps"));
        let near = window(between(known * 0.95, known * 1.05));
        [check("each, mean ÷ median", worse, relation(above(1.0))), check("", mean.ratio("fspe+ps", "srpt"), near)]
    };
    let worst = largest(runs.iter().map(|(.., mean)| mean.ratio("fspe+ps", "srpt")));
    let row = Row {
        id: "X2",
        source: OURS,
        claim: "sigma 0.5, load 0.9: FSPE+PS is worse if not the median of the errors is 1 but their mean".to_owned(),
        theirs: "FSPE+PS ÷ SRPT from 1.183 to 1.404 at shape 0.25, 1.223 to 1.454 at 0.5, 1.276 to 1.417 at 1, 1.297 to 1.334 at 2, another simulator",
        ours: runs.iter().map(at).collect::<Vec<_>>().join("; "),
        checks: runs.iter().flat_map(checks).collect(),
        ..Row::default()
    };
    let leans = Row {
        id: "X2",
        label: "S4",
        source: OURS,
        claim: "sigma 0.5, errors of mean 1: FSPE+PS is not within 1.35 times SRPT at every shape, as S4 has it with errors of median 1"
            .to_owned(),
        theirs: "largest FSPE+PS ÷ SRPT above 1.35",
        ours: format!("largest FSPE+PS ÷ SRPT over shapes 0.25 to 2: {}", words(worst)),
        checks: vec![check("", worst, relation(above(1.35)))],
        ..Row::default()
    };
    [row.into(), leans.into()]
}

fn worse_than_none(replications: u32, shape: f64, blind: &'static str, known: f64, (before, after): (f64, f64)) -> Finding {
    let form = if blind == "las" { Form::Las } else { Form::Fifo };
    let at = crossover(form, shape, 0.7);
    let ratio = |sigma| {
        let workload = JobsSpec { shape: Some(shape), sigma: Some(sigma), load: Some(0.7), count: Some(MANY), ..JobsSpec::default() };
        run(&["psjfe", blind], &workload, replications).ratio("psjfe", blind)
    };
    let [less, more] = [before, after].map(ratio);
    let name = blind.to_uppercase();
    Row {
        id: "X3",
        source: OURS,
        claim: format!("shape {shape}, load 0.7: from a sigma on PSJFE is worse than {name}, which uses no estimates"),
        theirs: match shape {
            0.25 => "from sigma 1.409 on",
            0.5 => "from sigma 1.941 on",
            _ => "from sigma 1.107 on",
        },
        ours: format!(
            "from {at:.3} on by theory; PSJFE ÷ {name} {:.3} ± {:.3} at sigma {before}, {:.3} ± {:.3} at {after}",
            less.mean, less.half, more.mean, more.half
        ),
        checks: vec![
            check("by theory", Estimate { mean: at, half: 0.0 }, window(between(known - 0.002, known + 0.002))),
            check(format!("÷ {name} at sigma {before}"), less, relation(below(1.0))),
            check(format!("÷ {name} at sigma {after}"), more, relation(above(1.0))),
        ],
        ..Row::default()
    }
    .into()
}

fn tail(replications: u32) -> [Finding; 2] {
    // The rate of the tail is 1 − load where sizes are exponential.
    const TIMES: [f64; 5] = [2.0, 5.0, 10.0, 20.0, 30.0];
    let queue = Synthetic { count: 2 * MANY, shape: 1.0, sigma: 0.0, load: 0.8, ..Synthetic::default() };
    let measured = tails(&["fifo", "boost[gamma=0.2]", "nudge"], &queue, &TIMES, replications, |_| {});
    let [fifo, boost, nudge] = &measured[..] else { unreachable!("three policies") };
    let longer = |of: &Tail, time: f64| {
        let place = TIMES.iter().position(|known| *known == time).expect("one of the times");
        ratio_of_means(&of.longer[place], &fifo.longer[place])
    };
    let words = |ratio: Estimate| format!("{:.3} ± {:.3}", ratio.mean, ratio.half);
    let row =
        |claim: &str, theirs, ours, checks| Row { id: "X4", source: OURS, claim: claim.to_owned(), theirs, ours, checks, ..Row::default() };
    let [early, late] = [20.0, 30.0].map(|time| longer(boost, time));
    let ratios = TIMES.map(|time| longer(nudge, time));
    let [of_boost, of_nudge] = [boost, nudge].map(|policy| ratio_of_means(&policy.means, &fifo.means));
    let means = [fifo, boost, nudge].map(|policy| words(Estimate::of(policy.means.iter().copied())));
    [
        row(
            "exponential sizes, load 0.8, exact estimates: under Boost fewer jobs take very long than under FIFO, by a factor that tends to a constant",
            "0.7217 times as many, in closed form; 0.714 ± 0.010 beyond 20, 0.723 ± 0.021 beyond 30, and mean 3.692, another simulator",
            format!(
                "Boost ÷ FIFO: {} beyond 20, {} beyond 30; mean {} against {}, ÷ FIFO {}",
                words(early),
                words(late),
                means[1],
                means[0],
                words(of_boost)
            ),
            vec![
                check("beyond 20", early, window(between(0.7217 * 0.95, 0.7217 * 1.05))),
                check("beyond 30", late, relation(below(1.0))),
                check("mean ÷ FIFO", of_boost, relation(below(1.0))),
            ],
        ),
        row(
            "exponential sizes, load 0.8, exact estimates, small below the mean: under Nudge fewer jobs take longer than any time than under FIFO",
            "0.941 times as many beyond 20; mean 4.756 against 4.991, another simulator",
            format!(
                "Nudge ÷ FIFO beyond 2, 5, 10, 20, 30: {}; mean {} against {}, ÷ FIFO {}",
                ratios.map(words).join(", "),
                means[2],
                means[0],
                words(of_nudge)
            ),
            ratios
                .iter()
                .map(|ratio| check("each", *ratio, relation(below(1.0))))
                .chain([check("beyond 20", ratios[3], window(between(0.921, 0.961))), check("mean ÷ FIFO", of_nudge, relation(below(1.0)))])
                .collect(),
        ),
    ]
    .map(Finding::from)
}
