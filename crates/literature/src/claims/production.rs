//! Global Preemption in its experiments (Cheng, Zhang, Boutaba, section VI).

use super::{Estimate, Finding, Row};
use crate::estimate::Ratio;
use crate::judgement::{Tolerance, above, alike, at_least, at_most, below, check, quotient, reading, relation, slightly_less};
use crate::means::ratio_of_means;
use crate::production_runs::{CLASSES, Run, Runs, Variation, everywhere, logs, ratio};
use schedscope::workload::Mix;

/// A number of a run.
type Number = fn(&Run) -> f64;

/// Ids of the claims.
pub const CLAIMS: [&str; 4] = ["C-G1", "C-G2", "C-G3", "C-G4"];

/// The two policies on the same jobs, the long job in each of its places.
#[derive(Clone)]
struct Pair {
    name: &'static str,
    fair: [Runs; 3],
    gp: [Runs; 3],
}

impl Pair {
    fn new(name: &'static str, mix: Mix, change: Variation, [fair, gp]: [&str; 2], replications: u32) -> Self {
        let of = |policy| everywhere(mix, change, policy, replications);
        Self { name, fair: of(fair), gp: of(gp) }
    }

    /// Of the same jobs with other policies; runs of the same policy are the same.
    fn varied(&self, name: &'static str, mix: Mix, [fair, gp]: [&str; 2], replications: u32) -> Self {
        let of = |policy: &str| {
            BOTH.iter()
                .position(|known| *known == policy)
                .map_or_else(|| everywhere(mix, Variation::Nothing, policy, replications), |known| [&self.fair, &self.gp][known].clone())
        };
        Self { name, fair: of(fair), gp: of(gp) }
    }

    /// A number under fair-kill ÷ under gp.
    fn fair_to_gp(&self, of: impl Fn(&Run) -> f64) -> Ratio {
        ratio(&self.fair, &self.gp, of)
    }

    /// The other way round.
    fn gp_to_fair(&self, of: impl Fn(&Run) -> f64) -> Ratio {
        ratio(&self.gp, &self.fair, of)
    }
}

type Labels = &'static [&'static str];

const SECTION: &str = "Cheng, Zhang, Boutaba, section VI.E, figure 3";

/// What is changed in a row: its label, what is said of it, the change of jobs, and the policies.
type Variant = (&'static str, &'static str, Variation, [&'static str; 2]);

const BOTH: [&str; 2] = ["fair-kill", "gp"];

const VARIANTS: [Variant; 14] = [
    ("guard off", "busy, without the guard", Variation::Nothing, ["fair-kill", "gp[guard=off]"]),
    ("check every second", "busy, checks every second", Variation::Nothing, ["fair-kill[interval=1]", "gp[interval=1]"]),
    (
        "beyond shares",
        "busy, fair-kill kills tasks beyond fair shares alone, of the job with most of them (section V)",
        Variation::Nothing,
        ["fair-kill[victims=overflowing]", "gp"],
    ),
    (
        "slots to the fewest",
        "busy, slots of a pool go to the job that holds fewest",
        Variation::Nothing,
        ["fair-kill[slots=fewest]", "gp[slots=fewest]"],
    ),
    ("no clean-up", "busy, a kill costs no clean-up", Variation::Nothing, ["fair-kill[cleanup=0]", "gp[cleanup=0]"]),
    ("no delay", "busy, no delay scheduling", Variation::Nothing, ["fair-kill[delay=0]", "gp[delay=0]"]),
    ("no long job", "busy, the long job no longer than others of its size", Variation::Short, BOTH),
    ("half as wide", "busy, tasks of a job differ (log-normal, sigma 0.5)", Variation::Wider(0.5), BOTH),
    ("twice as wide", "busy, tasks of a job differ (log-normal, sigma 1)", Variation::Wider(1.0), BOTH),
    ("all local", "busy, every machine has a copy of every block", Variation::Local, BOTH),
    ("with reduces", "busy, a reduce for ten maps", Variation::Reduces, BOTH),
    ("largest are production", "busy, the production jobs are those with most work", Variation::Largest, BOTH),
    ("arrivals 1.25 times as fast", "busy, arrivals 1.25 times as fast", Variation::Faster(1.25), BOTH),
    ("arrivals 1.5 times as fast", "busy, arrivals 1.5 times as fast", Variation::Faster(1.5), BOTH),
];

const ALL: Labels = &[
    "guard off",
    "check every second",
    "beyond shares",
    "slots to the fewest",
    "no clean-up",
    "no delay",
    "no long job",
    "half as wide",
    "twice as wide",
    "all local",
    "with reduces",
    "largest are production",
    "arrivals 1.25 times as fast",
    "arrivals 1.5 times as fast",
];

/// Those that are looked at for kills of the long job as well.
const KILLS: Labels = &["guard off", "beyond shares", "no delay", "all local"];

/// All of them.
pub fn claims(replications: u32) -> Vec<Finding> {
    let busy = Pair::new("busy", Mix::ProductionBusy, Variation::Nothing, BOTH, replications);
    let idle = Pair::new("idle", Mix::ProductionIdle, Variation::Nothing, BOTH, replications);
    let mut findings = vec![normalized(&busy, "", ALL)];
    let (mut faster, mut kills) = (vec![], vec![]);
    for (label, name, change, policies) in VARIANTS {
        let pair = match change {
            Variation::Nothing => busy.varied(name, Mix::ProductionBusy, policies, replications),
            _ => Pair::new(name, Mix::ProductionBusy, change, policies, replications),
        };
        findings.push(normalized(&pair, label, &[]));
        if KILLS.contains(&label) {
            kills.push(long_job(&pair, label, &[]));
        }
        if matches!(change, Variation::Faster(_)) {
            faster.push(pair);
        }
    }
    findings.push(others(&busy));
    findings.push(idle_alike(&idle));
    findings.push(grows(&busy, &idle, &faster));
    findings.push(long_job(&busy, "", KILLS));
    findings.extend(kills);
    findings
}

fn snp(run: &Run) -> f64 {
    run.performance.snp
}

fn normalized(pair: &Pair, label: &'static str, ablations: Labels) -> Finding {
    let (of, gain) = (pair.fair_to_gp(snp), pair.gp_to_fair(snp));
    let factors = (0..).zip(CLASSES).map(|(i, name): (usize, _)| format!("{name} {}", pair.gp_to_fair(move |run| run.factors[i]).words()));
    Row {
        id: "C-G1",
        label,
        source: SECTION,
        claim: format!("{}: system normalized performance is about 15 % better under gp than under fair-kill", pair.name),
        theirs: "gp ÷ fair-kill about 1.15, that is, fair-kill ÷ gp 0.87",
        ours: format!("gp ÷ fair-kill {}, the product of: {}", gain.words(), factors.collect::<Vec<_>>().join(", ")),
        checks: vec![check("fair-kill ÷ gp", of, quotient(1.0 / 1.15)).toward(below(1.0))],
        ablations,
        ..Row::default()
    }
    .into()
}

fn others(pair: &Pair) -> Finding {
    let numbers: [(&str, Number, Tolerance); 4] = [
        ("average response time", |run| run.response, relation(below(1.0))),
        ("l1", |run| run.performance.l1, relation(below(1.0))),
        ("l2", |run| run.performance.l2, relation(below(1.0))),
        ("unfairness", |run| run.performance.unfairness, slightly_less()),
    ];
    let ratios = numbers.map(|(name, of, tolerance)| (name, pair.gp_to_fair(of), tolerance));
    Row {
        id: "C-G1",
        label: "norms",
        source: SECTION,
        claim: format!("{}: average response time and norms of slowdown are better under gp, unfairness slightly", pair.name),
        theirs: "gp ÷ fair-kill below 1, of unfairness slightly (read as 0.9 to 1)",
        ours: ratios.map(|(name, ratio, _)| format!("{name} {}", ratio.words())).join(", "),
        checks: ratios.map(|(name, ratio, tolerance)| check(name, ratio, tolerance).toward(below(1.0))).into(),
        ..Row::default()
    }
    .into()
}

fn idle_alike(pair: &Pair) -> Finding {
    let (snp, response) = (pair.gp_to_fair(snp), pair.gp_to_fair(|run| run.response));
    Row {
        id: "C-G2",
        source: "Cheng, Zhang, Boutaba, section VI.E",
        claim: format!("{}: both policies deliver similar performance", pair.name),
        theirs: "similar, little difference",
        ours: format!("gp ÷ fair-kill: SNP {}, average response time {}", snp.words(), response.words()),
        checks: [("SNP", snp), ("average response time", response)].map(|(name, ratio)| check(name, ratio, alike(1.0))).into(),
        ..Row::default()
    }
    .into()
}

fn grows(busy: &Pair, idle: &Pair, faster: &[Pair]) -> Finding {
    let of = |pair: &Pair| logs(&pair.gp, &pair.fair, snp);
    let beyond = |more: &Pair, less: &Pair| Ratio::of(of(more).iter().zip(of(less)).map(|(a, b)| libm::exp(a - b)));
    let gain = beyond(busy, idle);
    let steps: Vec<String> = [idle, busy].into_iter().chain(faster).map(|pair| pair.gp_to_fair(snp).words()).collect();
    Row {
        id: "C-G3",
        source: SECTION,
        claim: "the improvement of SNP is greater under higher load".to_owned(),
        theirs: "greater (of the mixed workload against the I/O-intensive one)",
        ours: format!(
            "gain at busy ÷ at idle times {}; gp ÷ fair-kill idle, busy, 1.25 and 1.5 times as busy: {}",
            gain.words(),
            steps.join(", ")
        ),
        checks: vec![check("busy ÷ idle", gain, relation(above(1.0)))],
        ..Row::default()
    }
    .into()
}

fn long_job(pair: &Pair, label: &'static str, ablations: Labels) -> Finding {
    let kills = |runs: &[Runs; 3]| runs.iter().flatten().map(|run| run.kills).collect::<Vec<_>>();
    let (fair, gp) = (kills(&pair.fair), kills(&pair.gp));
    let (often, rarely, part) = (Estimate::of(fair.clone()), Estimate::of(gp.clone()), ratio_of_means(&gp, &fair));
    Row {
        id: "C-G4",
        label,
        source: SECTION,
        claim: format!("{}: tasks of the long job are killed again and again under fair-kill, and hardly under gp", pair.name),
        theirs: "a large fraction is killed again (read as once a task at least); reduced to a minimum level (read as a tenth)",
        ours: format!("kills of each of its tasks: fair-kill {}, gp {}; gp ÷ fair-kill {}", often.words(), rarely.words(), part.words()),
        checks: vec![
            check("fair-kill", often, reading(at_least(1.0))).compared("gp ÷ fair-kill", part, below(1.0)),
            check("gp ÷ fair-kill", part, reading(at_most(0.1))).toward(below(1.0)),
        ],
        ablations,
        note: if label.is_empty() {
            "The long job of the table wants 250 slots, and of 400 the production jobs are guaranteed 320: while these use their share, whoever \
             gives it to them leaves it 80 at most"
        } else {
            ""
        },
        ..Row::default()
    }
    .into()
}
