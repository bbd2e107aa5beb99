//! Flows on links: mPlane D3.3, section 3.3. The source gives neither sizes nor loads nor topologies, so that choices are said and orders
//! are judged.

use super::{Finding, Row};
use crate::estimate::{Estimate, Ratio};
use crate::judgement::{Check, Tolerance, above, alike, at_least, at_most, below, check, reading, relation};
use crate::means::ratio_of_means;
use crate::network_runs::{Run, fat_tree, link, runs};
use schedscope_engine::network::{Routing, Source, Workload};

/// Ids of the claims.
pub const CLAIMS: [&str; 3] = ["M43", "M-F3.18", "M-F3.19"];

/// Flows of a run on one link.
const ON_A_LINK: u32 = 30_000;
/// Flows of a run in a fat tree.
const IN_A_TREE: u32 = 3000;

const SHORT_AND_LONG: &str = "mPlane D3.3, section 3.3.3 and figure 3.18";
const RESULTS: &str = "mPlane D3.3, section 3.3.5 and figure 3.19";

fn drawn(count: u32, shape: f64, load: f64) -> Workload {
    Workload { count: Some(count), shape: Some(shape), load: Some(load), ..Workload::default() }
}

/// One number of a discipline, replication by replication.
fn of(runs: &[Vec<Run>], policy: usize, number: fn(&Run) -> f64) -> Vec<f64> {
    runs.iter().map(|run| number(&run[policy])).collect()
}

/// Claims about flows.
pub fn network(replications: u32) -> Vec<Finding> {
    let mut findings = vec![];
    for (shape, sizes) in [(1.0, "exponential sizes"), (0.25, "Weibull sizes of shape 0.25")] {
        findings.push(on_a_link(shape, sizes, replications));
    }
    findings.push(rates(replications));
    findings.push(behind_a_transfer(replications));
    let heavy = "Weibull sizes of shape 0.25, split over all shortest paths";
    let usual = Tree::new(0.25, Routing::EcmpSplit, replications);
    findings.push(order("", heavy, &usual));
    let hashed = Tree::new(0.25, Routing::EcmpHash, replications);
    findings.push(order("a path each", "Weibull sizes of shape 0.25, one shortest path each", &hashed));
    let light = Tree::new(1.0, Routing::EcmpSplit, replications);
    findings.push(order("exponential", "exponential sizes, split over all shortest paths", &light));
    findings.extend([near_optimal(heavy, &usual), factor(false, heavy, &usual), factor(true, heavy, &usual)]);
    findings
}

fn on_a_link(shape: f64, sizes: &str, replications: u32) -> Finding {
    let loads = [0.3, 0.5, 0.7, 0.9];
    let time: fn(&Run) -> f64 = |run| run.time;
    let measured = loads.map(|load| {
        let runs = runs(&link(), &drawn(ON_A_LINK, shape, load), &["fifo", "fair", "pfabric"], replications, |_| {});
        let optimal = of(&runs, 2, time);
        [ratio_of_means(&of(&runs, 1, time), &optimal), ratio_of_means(&of(&runs, 0, time), &optimal)]
    });
    let words = |i: usize| measured.map(|ratios| ratios[i].words()).join(", ");
    let mut checks: Vec<Check> = (0..3).map(|i| check("fair ÷ pFabric up to load 0.7", measured[i][0], relation(below(2.0)))).collect();
    let fifo = if shape < 1.0 { ", and FIFO far from it" } else { "" };
    if shape < 1.0 {
        checks.extend((0..3).map(|i| check("FIFO ÷ pFabric up to load 0.7", measured[i][1], reading(at_least(10.0))).toward(above(1.0))));
    }
    Row {
        id: "M43",
        source: RESULTS,
        claim: format!("one link, {sizes}, Poisson: fair sharing (SFQ) is within a factor of 2 of the optimum{fifo}"),
        theirs: "SFQ within a factor of 2; no loads, sizes or numbers",
        ours: format!("mean FCT at load 0.3, 0.5, 0.7, 0.9: fair ÷ pFabric {}; FIFO ÷ pFabric {}", words(0), words(1)),
        checks,
        note: "loads and sizes are this project's choice; judged up to load 0.7, above which theory has more than 2; on one link these are the \
               server's PS, SRPT and FIFO",
        ..Row::default()
    }
    .into()
}

fn rates(replications: u32) -> Finding {
    let at = |load| runs(&link(), &drawn(ON_A_LINK, 1.0, load), &["fifo"], replications, |_| {});
    let (below_capacity, above_capacity) = (at(0.6), at(1.2));
    let throughput = |runs: &[Vec<Run>]| Estimate::of(of(runs, 0, |run| run.throughput));
    let delay = Ratio::between(&of(&below_capacity, 0, |run| run.short), &of(&above_capacity, 0, |run| run.short));
    let (saturated, free) = (throughput(&above_capacity), throughput(&below_capacity));
    Row {
        id: "M-F3.18",
        source: SHORT_AND_LONG,
        claim: "sending at more than capacity saturates throughput and lets the delay of short flows grow; below it both are as sent"
            .to_owned(),
        theirs: "a sketch without numbers",
        ours: format!(
            "one link, exponential sizes, FIFO: throughput ÷ capacity {} at load 0.6, {} at 1.2; delay of short flows at 1.2 ÷ at 0.6: {}",
            free.words(),
            saturated.words(),
            delay.words()
        ),
        checks: vec![
            check("throughput at 0.6", free, alike(0.6)),
            check("at 1.2", saturated, alike(1.0)),
            check("delay", delay, relation(above(1.0))),
        ],
        by_construction: true,
        ..Row::default()
    }
    .into()
}

fn behind_a_transfer(replications: u32) -> Finding {
    let workload = Workload { kind: Some(Source::Repository), ..drawn(IN_A_TREE, 0.25, 0.6) };
    let runs = runs(&fat_tree(Routing::EcmpSplit), &workload, &["fifo", "fair", "priority"], replications, |_| {});
    let ratio = |number, policy, to| Ratio::between(&of(&runs, to, number), &of(&runs, policy, number));
    let workflows: fn(&Run) -> f64 = |run| run.workflows;
    let (fifo, fair) = (ratio(workflows, 2, 0), ratio(workflows, 2, 1));
    let long = ratio(|run| run.long, 2, 1);
    let each = (0..3).map(|policy| Ratio::of(of(&runs, policy, workflows)).words()).collect::<Vec<_>>().join(", ");
    Row {
        id: "M-F3.18",
        source: SHORT_AND_LONG,
        claim: "short flows that queue behind transfers delay whole workflows; serving them first hurts transfers little".to_owned(),
        theirs: "harms the responsiveness; no numbers",
        ours: format!(
            "workflow latency ÷ alone under FIFO, fair sharing, priority of short flows: {each}; priority ÷ FIFO {}, ÷ fair {}; long flows, \
             priority ÷ fair {}",
            fifo.words(),
            fair.words(),
            long.words()
        ),
        checks: vec![
            check("priority ÷ FIFO, ÷ fair", fifo, relation(below(1.0))),
            check("priority ÷ FIFO, ÷ fair", fair, relation(below(1.0))),
            check("long flows", long, reading(at_most(1.05))),
        ],
        note: "flows of a repository in a fat tree of 16 hosts at load 0.6, whose mix and sizes (transfers Weibull of shape 0.25) are this project's",
        ..Row::default()
    }
    .into()
}

/// Disciplines in a fat tree at several loads, by load and then by replication.
struct Tree([Vec<Vec<Run>>; 4]);

const FIFO: usize = 0;
const FAIR: usize = 1;
const PFABRIC: usize = 2;
const IDEAL: usize = 3;

const IN_TREE: &str = "topology, loads and sizes are this project's choice";

impl Tree {
    fn new(shape: f64, routing: Routing, replications: u32) -> Self {
        let keys = ["fifo", "fair", "pfabric", "ideal"];
        let at = |load| runs(&fat_tree(routing), &drawn(IN_A_TREE, shape, load), &keys, replications, |_| {});
        Self([0.2, 0.4, 0.6, 0.8].map(at))
    }

    /// Mean completion time ÷ that of the flows alone, at each load.
    fn alone(&self, policy: usize) -> [Ratio; 4] {
        self.0.each_ref().map(|runs| Ratio::of(of(runs, policy, |run| run.all)))
    }

    /// One discipline ÷ another, at each load.
    fn ratios(&self, policy: usize, to: usize) -> [Ratio; 4] {
        self.0.each_ref().map(|runs| Ratio::between(&of(runs, to, |run| run.all), &of(runs, policy, |run| run.all)))
    }
}

fn said(ratios: [Ratio; 4]) -> String {
    ratios.map(Ratio::words).join(", ")
}

fn each(name: &str, ratios: [Ratio; 4], tolerance: Tolerance) -> impl Iterator<Item = Check> {
    ratios.into_iter().map(move |ratio| check(name, ratio, tolerance))
}

fn order(label: &'static str, words: &str, tree: &Tree) -> Finding {
    let [fifo, fair, pfabric] = [FIFO, FAIR, PFABRIC].map(|policy| said(tree.alone(policy)));
    Row {
        id: "M-F3.19",
        label,
        source: RESULTS,
        claim: format!("fat tree of 16 hosts, {words}: pFabric is better than SFQ, and SFQ than RED"),
        theirs: "in this order; no numbers",
        ours: format!("mean FCT ÷ alone at load 0.2, 0.4, 0.6, 0.8: pFabric {pfabric}; fair {fair}; FIFO {fifo}"),
        checks: each("pFabric ÷ fair", tree.ratios(PFABRIC, FAIR), relation(below(1.0)))
            .chain(each("fair ÷ FIFO", tree.ratios(FAIR, FIFO), relation(below(1.0))))
            .collect(),
        note: &format!("{IN_TREE}; FIFO stands for RED, which has the same fluid limit"),
        ..Row::default()
    }
    .into()
}

fn near_optimal(words: &str, tree: &Tree) -> Finding {
    let ratios = tree.ratios(PFABRIC, IDEAL);
    Row {
        id: "M-F3.19",
        source: RESULTS,
        claim: format!("fat tree of 16 hosts, {words}: pFabric is near optimal"),
        theirs: "near optimal (read as at most 1.35 times the same without limits inside the fabric)",
        ours: format!("mean FCT ÷ ideal at load 0.2, 0.4, 0.6, 0.8: {}", said(ratios)),
        checks: each("", ratios, reading(at_most(1.35))).collect(),
        note: &format!("{IN_TREE}; where flows are split over all shortest paths, no link inside a fat tree is ever the narrowest"),
        by_construction: true,
        ..Row::default()
    }
    .into()
}

/// That fair sharing is within a factor of 2 of the optimum: of what flows take alone, or of pFabric.
fn factor(of_pfabric: bool, words: &str, tree: &Tree) -> Finding {
    let ratios = if of_pfabric { tree.ratios(FAIR, PFABRIC) } else { tree.alone(FAIR) };
    let optimum = if of_pfabric { "pFabric, which is near it" } else { "flows alone in the network, as the figure is normalized" };
    Row {
        id: "M-F3.19",
        label: if of_pfabric { "÷ pFabric" } else { "" },
        source: RESULTS,
        claim: format!("fat tree of 16 hosts, {words}: SFQ is within a factor of 2 of the optimum, here of {optimum}"),
        theirs: "within a factor of 2 from the optimal performance",
        ours: format!("at load 0.2, 0.4, 0.6, 0.8: {}", said(ratios)),
        checks: each("", ratios, relation(at_most(2.0))).collect(),
        ablations: if of_pfabric { &[] } else { &["÷ pFabric"] },
        note: IN_TREE,
        ..Row::default()
    }
    .into()
}
