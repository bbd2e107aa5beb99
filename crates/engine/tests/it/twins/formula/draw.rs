//! Random formulas that make mostly sensible ranks, random jobs full of ties, and what can be compared on them.

use super::levels::{self, PLAIN, Reading};
use super::{Formula, SETTING, Ties, View};
use crate::twins::random::Random;
use schedscope::workload::Job;

/// A formula and the jobs it is tried on, in order of (arrival, id).
#[derive(Clone, Debug)]
pub struct Given {
    pub formula: String,
    pub jobs: Vec<Job>,
}

impl Given {
    pub fn read(&self) -> Formula {
        Formula::read(&self.formula).unwrap_or_else(|error| panic!("{}: {error}", self.formula))
    }

    /// Completion times under a rank of constants and age; none where it is NaN.
    pub fn levels(&self, ties: Ties, reading: Reading) -> Option<Vec<f64>> {
        let formula = self.read();
        let views: Vec<View> = self.jobs.iter().map(|job| View::of(job, SETTING)).collect();
        levels::completions(&self.jobs, &|i, age| formula.value(&View { age, ..views[i] }), ties, reading)
    }

    /// How far the completions may be off: what they change by when ties are read up to a thousand times more widely or not at all,
    /// when ages are off by 2e-12 or known to 1e-10 only, and when ranks are known to 1e-10 only. None where that is more than a
    /// thousandth of the last completion: two orders of service are then within rounding of each other.
    pub fn spread(&self, ties: Ties) -> Option<f64> {
        let plain = self.levels(ties, PLAIN)?;
        let mut spread = 0.0;
        // A root is steep at 0: rounding under it is 1e-8 above.
        let steep = ["sqrt", "^0.5"].iter().any(|root| self.formula.contains(root));
        let wide = Reading { tie: 1e-10, ..PLAIN };
        // Where equal ranks share, they are not to be told apart.
        let (never, grain) = if ties == Ties::Shared { (PLAIN.tie, 1e-12) } else { (0.0, 1e-10) };
        let readings = [
            Reading { tie: if steep { 1e-6 } else { 1e-12 }, ..PLAIN },
            Reading { tie: never, ..PLAIN },
            wide,
            Reading { shift: 2e-12, ..wide },
            Reading { shift: -2e-12, ..wide },
            Reading { grain, ..wide },
            Reading { step: 1e-10, ..PLAIN },
        ];
        for reading in readings {
            spread = furthest(&plain, &self.levels(ties, reading)?).max(spread);
        }
        (spread <= 1e-3 * latest(&plain)).then_some(spread)
    }
}

/// The largest difference.
pub fn furthest(some: &[f64], others: &[f64]) -> f64 {
    assert_eq!(some.len(), others.len());
    some.iter().zip(others).map(|(a, b)| if a.is_finite() { (a - b).abs() } else { f64::INFINITY }).fold(0.0, f64::max)
}

pub fn latest(completions: &[f64]) -> f64 {
    completions.iter().copied().fold(1.0, f64::max)
}

/// Three to eight jobs. Mostly in quarters, so that arrivals, completions and ranks coincide; else in hundredths, or in eighths
/// with estimates that are right.
pub fn jobs(random: &mut Random) -> Vec<Job> {
    let kind = random.below(4);
    let unit = [0.25, 0.25, 0.01, 0.125][kind];
    let most = (4.0 / unit) as u64;
    let mut jobs: Vec<Job> = (0..random.whole(3, 8))
        .map(|id| {
            let size = random.whole(1, most) as f64 * unit;
            let estimate = if kind == 3 || random.one_in(4) { size } else { random.whole(0, most) as f64 * unit };
            Job { id, arrival: random.whole(0, 2 * most) as f64 * unit, size, estimate, weight: random.whole(1, 3) as f64 }
        })
        .collect();
    if random.one_in(3) {
        let arrival = random.pick(&jobs).arrival;
        jobs[0].arrival = arrival;
        jobs[1].arrival = arrival;
    }
    jobs.sort_by(|a, b| a.arrival.total_cmp(&b.arrival).then(a.id.cmp(&b.id)));
    jobs
}

fn constant(random: &mut Random) -> String {
    random.pick(&["0.25", "0.5", "1", "1.5", "2", "3", "4"]).into()
}

fn test(random: &mut Random) -> String {
    let c = constant(random);
    match random.below(9) {
        0 => "late".into(),
        1 => "age < est".into(),
        2 => format!("est > {c}"),
        3 => format!("estrem <= {c}"),
        4 => format!("weight >= {c}"),
        5 => format!("age >= {c} && !late"),
        6 => format!("age < {c} || est > age + 1"),
        7 => format!("2*age < est + {c}"),
        _ => format!("age < {c}"),
    }
}

/// A rank of constants and age.
pub fn rank(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        let atoms = ["est", "age", "estrem", "age", "estrem", "est", "weight", "arrival", "late"];
        return if random.one_in(5) { constant(random) } else { random.pick(&atoms).into() };
    }
    let c = constant(random);
    let mut part = || rank(random, depth - 1);
    let (a, b) = (part(), part());
    match random.below(22) {
        0 => format!("{a} + {b}"),
        1 => format!("{a} - {b}"),
        2 => format!("{c}*({a})"),
        3 => format!("({a})/weight"),
        4 => format!("({a})/(1 + abs({b}))"),
        5 | 6 => format!("min({a}, {b})"),
        7 | 8 => format!("max({a}, {b})"),
        9..=11 => format!("if({}, {a}, {b})", test(random)),
        12 => format!("floor({a})"),
        13 => format!("abs({a} - {c})"),
        14 => format!("sqrt(abs({a}))"),
        15 => format!("log(1 + abs({a}))"),
        16 => format!("exp(-abs({a}))"),
        17 => format!("({a})^2"),
        18 => format!("-(1 + abs({a}))^0.5"),
        19 => format!("ceil({a})"),
        20 => format!("({a})*({c} - ({b}))"),
        _ => a,
    }
}

/// A rank that nowhere falls and is flat in pieces or rises, for ties that are shared.
fn steps(random: &mut Random) -> String {
    let (c, d) = (constant(random), constant(random));
    match random.below(8) {
        0 => format!("floor(age/{c})"),
        1 => format!("if(age < {c}, 0, {d})"),
        2 => format!("floor(est/{c})"),
        3 => format!("if(late, {c} + {d}, {d})"),
        4 => format!("if(age < {c}, 0, age)"),
        5 => format!("max(floor(age), {c})"),
        6 => format!("max(age, {c}) + weight"),
        _ => format!("floor(age/weight) + late*{c}"),
    }
}

/// Shares of constants, of the number of jobs, and of ages.
fn share(random: &mut Random) -> String {
    let c = constant(random);
    match random.below(12) {
        0 => "weight".into(),
        1 => c,
        2 => "1/(1 + age)".into(),
        3 => format!("weight/({c} + age)"),
        4 => format!("{c} + est"),
        5 => format!("if(n > {c}, weight, 1)"),
        6 => format!("exp(-age/{c})"),
        7 => format!("1 + age*{c}"),
        8 => format!("sqrt({c} + age)"),
        9 => format!("1 + late*{c}"),
        10 => format!("if(est > {c}, 1, 2)*weight^2"),
        _ => format!("log({c} + 1 + n + age)"),
    }
}

/// Ranks that change while a job waits.
fn time_rank(random: &mut Random) -> String {
    let c = constant(random);
    match random.below(10) {
        0 => "-wait".into(),
        1 => "-sojourn*weight".into(),
        2 => format!("-sojourn/({c} + est)"),
        3 => format!("-(1 + wait/({c} + est))"),
        4 => format!("est - {c}*wait"),
        5 => format!("estrem - {c}*wait/4"),
        6 => format!("if(n > {c}, est, arrival)"),
        7 => format!("age - sojourn/{c}"),
        8 => "if(nlate > 1, -age, age)".into(),
        _ => format!("if(wait > {c}, arrival - 100, est)"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Rank,
    Steps,
    Share,
    Time,
}

pub fn draw(seed: u64, kind: Kind) -> Given {
    let mut random = Random(seed ^ 0x00F0_0D5E_ED00);
    let formula = match kind {
        Kind::Rank => {
            let depth = 1 + random.below(3);
            let rank = rank(&mut random, depth);
            if random.one_in(8) { format!("c*age + {rank}; let c = {}", constant(&mut random)) } else { rank }
        }
        Kind::Steps => steps(&mut random),
        Kind::Share => share(&mut random),
        Kind::Time => time_rank(&mut random),
    };
    Given { formula, jobs: jobs(&mut random) }
}
