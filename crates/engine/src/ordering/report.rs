//! What is told of an algorithm.

use super::algorithms::beam;
use super::{Costs, Objective, Outcome};
use crate::metrics::{half_width_95, mean};
use crate::sim::brief;
use crate::world::{Column, Unit};
use serde::{Deserialize, Serialize};

/// What one run leaves behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    cost: f64,
    costs: Costs,
    reloads: f64,
    reloaded_size: f64,
    states: f64,
    proven: bool,
    bound: f64,
    ratio: Option<f64>,
}

impl Cell {
    /// Of a run.
    pub(super) fn new(outcome: &Outcome) -> Self {
        let Outcome { objective, found, costs, reloads, bound, ratio } = outcome;
        Self {
            cost: costs.under(*objective),
            costs: *costs,
            reloads: reloads.count as f64,
            reloaded_size: reloads.size,
            states: found.states as f64,
            proven: found.proven,
            bound: *bound,
            ratio: *ratio,
        }
    }

    fn gap(&self) -> Option<f64> {
        let above = self.cost - self.bound;
        if above > 0.0 { Some(above / self.bound).filter(|gap| gap.is_finite()) } else { Some(0.0) }
    }
}

/// An algorithm over all replications: means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// What it made small.
    pub objective: Objective,
    /// Number of replications.
    pub replications: u32,
    /// What that was.
    pub cost: f64,
    /// Half-width of its 95 % confidence interval over replications; absent for one.
    pub cost_ci95: Option<f64>,
    /// Cost ÷ that of an exact algorithm for the same objective, over the replications in which that is known.
    pub ratio_optimum: Option<f64>,
    /// Half-width of its 95 % confidence interval over these; absent for one.
    pub ratio_optimum_ci95: Option<f64>,
    /// In how many of these the two were equal: a fraction.
    pub share_optimal: Option<f64>,
    /// What every order costs at least, as far as the algorithms that were run have shown it.
    pub bound: f64,
    /// How much more than the least it costs at most, as a fraction: cost ÷ bound − 1; absent where a bound of 0 says nothing.
    pub gap: Option<f64>,
    /// Costs under all objectives, and most that was live.
    pub costs: Costs,
    /// Outputs that were read and were not in the cache.
    pub reloads: f64,
    /// Their sizes together.
    pub reloaded_size: f64,
    /// What it looked at.
    pub states: f64,
    /// Fraction of replications in which its order is proven to cost least; absent if it proves nothing.
    pub share_proven: Option<f64>,
}

impl Summary {
    /// Of all cells of an algorithm.
    pub(super) fn pool(objective: Objective, exact: bool, cells: &[Cell]) -> Self {
        let all = |of: fn(&Cell) -> f64| mean(&cells.iter().map(of).collect::<Vec<f64>>());
        let costs: Vec<f64> = cells.iter().map(|cell| cell.cost).collect();
        let ratios: Vec<f64> = cells.iter().filter_map(|cell| cell.ratio).collect();
        let equal: Vec<f64> = ratios.iter().map(|ratio| f64::from(u8::from(*ratio <= 1.0))).collect();
        let gaps: Vec<f64> = cells.iter().filter_map(Cell::gap).collect();
        let known = |values: &[f64]| (!values.is_empty()).then(|| mean(values));
        Self {
            objective,
            replications: cells.len() as u32,
            cost: mean(&costs),
            cost_ci95: half_width_95(&costs),
            ratio_optimum: known(&ratios),
            ratio_optimum_ci95: half_width_95(&ratios),
            share_optimal: known(&equal),
            bound: all(|cell| cell.bound),
            gap: known(&gaps),
            costs: Costs {
                tmb: all(|cell| cell.costs.tmb),
                wtmb: all(|cell| cell.costs.wtmb),
                dbw: all(|cell| cell.costs.dbw),
                dla: all(|cell| cell.costs.dla),
                peak: all(|cell| cell.costs.peak),
                peak_size: all(|cell| cell.costs.peak_size),
            },
            reloads: all(|cell| cell.reloads),
            reloaded_size: all(|cell| cell.reloaded_size),
            states: all(|cell| cell.states),
            share_proven: exact.then(|| all(|cell| f64::from(u8::from(cell.proven)))),
        }
    }
}

/// Of each exact algorithm that was given up: what was proven nevertheless, and who found better.
pub(super) fn given_up(policies: &[(&str, &Summary)]) -> Vec<String> {
    let beams = |own: &Summary| -> Option<f64> {
        let same = policies.iter().filter(|(policy, other)| policy.starts_with(beam::ROW.key) && other.objective == own.objective);
        same.map(|(_, other)| other.cost).min_by(f64::total_cmp)
    };
    let tell = |(policy, own): &(&str, &Summary)| {
        let unproven = 1.0 - own.share_proven?;
        let times = match own.replications {
            _ if unproven <= 0.0 => return None,
            1 => String::new(),
            all => format!(" in {:.0} of {all} replications", unproven * f64::from(all)),
        };
        let above = own.gap.map(|gap| format!(", so that this is at most {} % above the least", brief(100.0 * gap)));
        let better = match beams(own) {
            None => "; try beam search (--policy beam)".to_owned(),
            Some(cost) if cost < own.cost => format!("; beam search finds {}", brief(cost)),
            Some(_) => String::new(),
        };
        let (cost, bound, above) = (brief(own.cost), brief(own.bound), above.unwrap_or_default());
        Some(format!(
            "{policy} gave up{times}, where its order is the heuristic's: it costs {cost}; no order costs less than {bound}{above}{better}"
        ))
    };
    policies.iter().filter_map(tell).collect()
}

/// What a report says of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Its orders.
    pub ordering: Summary,
}

const fn plain(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::One, of, about)
}

const fn share(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::Fraction, of, about)
}

/// Figures of an algorithm.
pub(super) const COLUMNS: [Column<Report>; 18] = [
    plain("cost", |r| Some(r.ordering.cost), "what the algorithm makes small: mean over replications").less().headed("cost"),
    plain("cost_ci95", |r| r.ordering.cost_ci95, "half-width of its 95 % interval (Student's t)").less(),
    plain(
        "ratio_optimum",
        |r| r.ordering.ratio_optimum,
        "cost ÷ that of an exact algorithm for the same objective, if one was run and not given up",
    )
    .less()
    .called("cost ÷ optimum")
    .headed("÷ optimum"),
    plain("ratio_optimum_ci95", |r| r.ordering.ratio_optimum_ci95, "half-width of its 95 % interval (Student's t) over replications")
        .less(),
    share("share_optimal", |r| r.ordering.share_optimal, "fraction of replications in which the two are equal")
        .more()
        .called("share of graphs with the least cost"),
    plain("bound", |r| Some(r.ordering.bound), "what every order costs at least, as far as the algorithms that were run have shown it")
        .more(),
    share("gap", |r| r.ordering.gap, "how much more than the least it costs at most: cost ÷ bound − 1")
        .less()
        .called("gap to the bound")
        .headed("gap"),
    plain(
        "tmb",
        |r| Some(r.ordering.costs.tmb),
        "total maximum bandwidth of the order: outputs that are still needed, summed over the steps",
    )
    .less()
    .called("total maximum bandwidth (TMB)"),
    plain("wtmb", |r| Some(r.ordering.costs.wtmb), "the same weighted by sizes").less().called("TMB weighted by sizes"),
    plain("dbw", |r| Some(r.ordering.costs.dbw), "directed bandwidth: the longest distance of a task and a reader of its output")
        .less()
        .called("directed bandwidth"),
    plain("dla", |r| Some(r.ordering.costs.dla), "directed linear arrangement: the sum of all these distances")
        .less()
        .called("directed linear arrangement"),
    plain("peak", |r| Some(r.ordering.costs.peak), "most outputs that are needed at once: the least cache, in items, without reloads")
        .less()
        .called("most outputs needed at once")
        .headed("peak"),
    plain("peak_size", |r| Some(r.ordering.costs.peak_size), "the same in units of size").less().called("most size needed at once"),
    plain("reloads", |r| Some(r.ordering.reloads), "outputs that were read and were no longer in the cache")
        .less()
        .called("number of reloads")
        .headed("reloads"),
    plain("reloaded_size", |r| Some(r.ordering.reloaded_size), "their sizes together").less().called("size of what is reloaded"),
    plain(
        "states",
        |r| Some(r.ordering.states),
        "what the algorithm looked at: sets expanded (a_star), sets kept (dp, beam), completions (heuristic)",
    )
    .less()
    .called("number of sets looked at")
    .headed("states"),
    share("share_proven", |r| r.ordering.share_proven, "fraction of replications in which an exact algorithm was not given up")
        .more()
        .called("share of searches not given up")
        .headed("proven"),
    plain("replications", |r| Some(f64::from(r.ordering.replications)), "independent repetitions").whole(),
];
