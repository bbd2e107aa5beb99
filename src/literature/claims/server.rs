//! One server with estimated sizes: Pastorelli's thesis, chapter 3, which mPlane D3.3, section 3.1.1, repeats in part.

use super::{Answer, Estimate, Finding, Interval, Row, Verdict};

use crate::literature::figures::conditional::{Conditional, slowdowns};
use crate::literature::means::{Means, ratio_of_means};
use crate::literature::traces::{FACEBOOK, trace};
use schedscope_engine::workload::Sizes;
use schedscope_engine::world::{FileFormat, JobsSpec, WorkloadKind};

/// Ids of the claims about errors and the shape of sizes.
pub const SHAPE_AND_SIGMA: [&str; 9] = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"];
/// Ids of the claims about other parameters.
pub const OTHERS: [&str; 3] = ["S10", "S11", "S12"];
/// Ids of the claims about slowdown.
pub const SLOWDOWN: [&str; 2] = ["S13", "S14"];
/// Ids of the claims about traces.
pub const REAL: [&str; 2] = ["S15", "S16"];

/// Errors that are compared with exact sizes.
const ESTIMATED: [&str; 3] = ["srpte", "fspe", "fspe+ps"];
const SIGMAS: [f64; 6] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0];
/// The three skewed shapes of figure 3.4.
const SKEWED: [f64; 3] = [0.25, 0.177, 0.125];

fn workload(shape: f64, sigma: f64) -> JobsSpec {
    JobsSpec { shape: Some(shape), sigma: Some(sigma), ..JobsSpec::default() }
}

/// Where few jobs decide the mean, ten times as many replications.
fn enough(shape: f64, replications: u32) -> u32 {
    if shape < 0.5 { 10 * replications } else { replications }
}

fn run(policies: &[&str], workload: &JobsSpec, replications: u32) -> Means {
    Means::run(policies, workload, replications, |_| {})
}

fn finding(
    id: &'static str,
    figure: &'static str,
    claim: &str,
    theirs: &str,
    ours: String,
    holds: (Answer, Answer),
    why: &'static str,
) -> Finding {
    Row { id, source: figure, claim: claim.to_owned(), theirs, ours, holds, why }.into()
}

/// Whether ratios are below 1: all of them, or some while none is clearly above.
fn all_or_most_below_one(ratios: &[Estimate]) -> (Answer, Answer) {
    let against = Answer::any(ratios.iter().map(|ratio| ratio.above(1.0))) == Answer::Yes;
    let below = || ratios.iter().map(|ratio| ratio.below(1.0));
    (Answer::all(below()), if against { Answer::No } else { Answer::any(below()) })
}

/// The estimate with the larger mean.
fn larger(a: Estimate, b: Estimate) -> Estimate {
    if b.mean > a.mean { b } else { a }
}

fn largest(estimates: impl IntoIterator<Item = Estimate>) -> Estimate {
    estimates.into_iter().fold(Estimate { mean: f64::NEG_INFINITY, half: 0.0 }, larger)
}

/// All policies of figures 3.2 and 3.4 at one shape: those that ignore estimates once, the others for each sigma.
struct AtShape {
    shape: f64,
    by_sigma: Vec<(f64, Means)>,
}

impl AtShape {
    fn new(shape: f64, replications: u32) -> Self {
        let replications = enough(shape, replications);
        let blind = run(&["ps", "las", "srpt"], &workload(shape, 0.0), replications);
        let at = |sigma| (sigma, run(&ESTIMATED, &workload(shape, sigma), replications).with(&blind));
        Self { shape, by_sigma: SIGMAS.map(at).into_iter().collect() }
    }

    fn at(&self, sigma: f64) -> &Means {
        &self.by_sigma.iter().find(|(known, _)| *known == sigma).expect("one of the sigmas").1
    }

    /// Worst ratio to PS over all sigmas.
    fn worst(&self, policy: &str) -> Estimate {
        largest(self.by_sigma.iter().map(|(_, means)| means.ratio(policy, "ps")))
    }

    /// How many times longer the largest error makes the mean sojourn time than the smallest.
    fn growth(&self, policy: &str) -> Estimate {
        ratio_of_means(self.at(4.0).of(policy), self.at(0.125).of(policy))
    }
}

/// Claims S1 to S9.
pub fn shape_and_sigma(replications: u32) -> Vec<Finding> {
    let at: Vec<AtShape> = [0.125, 0.177, 0.25, 0.5, 1.0, 2.0, 4.0].map(|shape| AtShape::new(shape, replications)).into_iter().collect();
    let of = |shape: f64| at.iter().find(|at| at.shape == shape).expect("one of the shapes");
    let mut findings = vec![insensitive(&at), blocked(of(0.125), of(0.177)), extreme(&at), near_optimal(&at), blind(replications)];
    let skewed = SKEWED.map(of);
    let grid = |policy: &'static str, to: &'static str, up_to: f64| {
        let sigmas = SIGMAS.into_iter().filter(move |sigma| *sigma <= up_to);
        sigmas.flat_map(move |sigma| skewed.map(|at| at.at(sigma).ratio(policy, to))).collect::<Vec<_>>()
    };
    let ratios = grid("fspe+ps", "ps", 1.0);
    findings.push(finding(
        "S6",
        "thesis, figure 3.4",
        "shape 0.25, 0.177 and 0.125: FSPE+PS is better than PS as long as sigma is below 2",
        "FSPE+PS ÷ PS below 1",
        format!("largest over sigma up to 1: {}; at sigma 2: {}", largest(ratios.clone()).words(), {
            let at_two: Vec<String> = skewed.iter().map(|at| at.at(2.0).ratio("fspe+ps", "ps").words()).collect();
            at_two.join(", ")
        }),
        all_or_most_below_one(&ratios),
        "",
    ));
    let ratios = grid("fspe+ps", "srpte", 4.0);
    findings.push(finding(
        "S7",
        "thesis, figure 3.4",
        "shape 0.25, 0.177 and 0.125: FSPE+PS is better than SRPTE at every sigma",
        "FSPE+PS ÷ SRPTE below 1",
        {
            let least = ratios.iter().map(|ratio| ratio.mean).fold(f64::INFINITY, f64::min);
            let alike = ratios.iter().filter(|ratio| ratio.below(1.0) != Answer::Yes).count();
            format!("from {least:.3} to {}; not clearly below 1 in {alike} of {} cases", largest(ratios.clone()).words(), ratios.len())
        },
        all_or_most_below_one(&ratios),
        "at shape 0.25 and sigma 0.125 the two are alike; everywhere else FSPE+PS is better, up to a hundred times",
    ));
    findings.extend([apart(skewed), improves(of(0.177))]);
    findings
}

fn insensitive(at: &[AtShape]) -> Finding {
    let of = |shapes: &'static [f64]| at.iter().filter(move |at| shapes.contains(&at.shape));
    let light = || of(&[1.0, 2.0, 4.0]);
    let worst = largest(light().flat_map(|at| ESTIMATED.map(|policy| at.worst(policy))));
    let growth = largest(light().flat_map(|at| ESTIMATED.map(|policy| at.growth(policy))));
    let skewed = largest(of(&[0.125]).map(|at| at.growth("srpte")));
    finding(
        "S1",
        "thesis, figure 3.2",
        "above shape 0.5 errors matter little: 32 times the sigma, and SRPTE, FSPE and FSPE+PS all stay better than PS",
        "large areas almost insensitive to errors",
        format!(
            "shapes 1 to 4: worst MST ÷ PS {}; from sigma 0.125 to 4 it grows by {} at most, at shape 0.125 by {}",
            worst.words(),
            growth.words(),
            skewed.words()
        ),
        (worst.below(1.0).min(growth.over(skewed).below(0.1)), growth.over(skewed).below(0.5)),
        "",
    )
}

fn blocked(extreme: &AtShape, skewed: &AtShape) -> Finding {
    let mut ours = vec![];
    let mut worse = vec![];
    for (policy, name) in [("srpte", "SRPTE"), ("fspe", "FSPE")] {
        for at in [extreme, skewed] {
            let (ratio, typical) = (at.at(0.5).ratio(policy, "ps"), at.at(0.5).typical(policy, "ps"));
            worse.push(ratio.above(1.0));
            ours.push(format!("{name} at {}: {} (median run {typical:.2})", at.shape, ratio.words()));
        }
    }
    finding(
        "S2",
        "thesis, figure 3.2",
        "below shape 0.25, sigma 0.5: SRPTE and FSPE are bad",
        "MST ÷ PS becomes very large",
        ours.join("; "),
        (Answer::all(worse.iter().copied()), Answer::any(worse)),
        "one run in many has a giant that is under-estimated and blocks all; whether a sample has one decides its mean",
    )
}

fn extreme(at: &[AtShape]) -> Finding {
    let of = |at: &AtShape| at.by_sigma.iter().map(|(sigma, means)| (at.shape, *sigma, means.ratio("fspe+ps", "ps"))).collect::<Vec<_>>();
    let cells: Vec<(f64, f64, Estimate)> = at.iter().flat_map(of).collect();
    let lost = cells.iter().filter(|(.., ratio)| ratio.mean > 1.0);
    let words: Vec<String> = lost.map(|(shape, sigma, ratio)| format!("({shape}, {sigma}) {}", ratio.words())).collect();
    let won = |may_lose: fn(f64, f64) -> bool| {
        let others = cells.iter().filter(|(shape, sigma, _)| !may_lose(*shape, *sigma));
        Answer::all(others.map(|(.., ratio)| ratio.at_most(1.0)))
    };
    finding(
        "S3",
        "thesis, figure 3.2 (c)",
        "FSPE+PS loses to PS only where sizes are extremely skewed and estimates very imprecise",
        "only where both are extreme",
        format!("MST ÷ PS above 1 at (shape, sigma) {}", words.join(", ")),
        (won(|shape, sigma| shape <= 0.25 && sigma >= 2.0), won(|_, sigma| sigma >= 2.0)),
        "with sigma 4, where half of the estimates are off by more than 15 times, shape 0.5 is skewed enough; all cells have sigma 2 or more",
    )
}

fn near_optimal(at: &[AtShape]) -> Finding {
    let worst = largest(at.iter().map(|at| at.at(0.5).ratio("fspe+ps", "srpt")));
    finding(
        "S4",
        "thesis, figure 3.3",
        "sigma 0.5: FSPE+PS is almost optimal at every shape",
        "almost optimal (read as at most 1.35 times SRPT)",
        format!("largest FSPE+PS ÷ SRPT over shapes 0.125 to 4: {}", worst.words()),
        (worst.at_most(1.35), worst.at_most(1.5)),
        "",
    )
}

fn blind(replications: u32) -> Finding {
    let at = |shape: f64| run(&["ps", "las", "fifo"], &workload(shape, 0.0), enough(shape, replications));
    let (heavy, exponential, light) = (at(0.25), at(1.0), at(2.0));
    let (las, fifo) = (heavy.ratio("las", "ps"), light.ratio("fifo", "ps"));
    let equal = [exponential.ratio("las", "ps"), exponential.ratio("fifo", "ps")];
    finding(
        "S5",
        "thesis, figure 3.3",
        "LAS is better than PS for shape below 1, FIFO for shape above 1, and all are equal at 1",
        "LAS ÷ PS below 1, FIFO ÷ PS below 1, both 1",
        format!(
            "LAS ÷ PS {} at shape 0.25; FIFO ÷ PS {} at shape 2; at shape 1 LAS {}, FIFO {}",
            las.words(),
            fifo.words(),
            equal[0].words(),
            equal[1].words()
        ),
        {
            let better = las.below(1.0).min(fifo.below(1.0));
            (better.min(Answer::all(equal.map(|ratio| ratio.inside(0.95, 1.05)))), better)
        },
        "",
    )
}

fn apart([quarter, skewed, extreme]: [&AtShape; 3]) -> Finding {
    let most = |at: &AtShape| largest(at.by_sigma.iter().map(|(_, means)| means.ratio("fspe", "fspe+ps")));
    let (quarter, skewed, extreme) = (most(quarter), most(skewed), most(extreme));
    finding(
        "S8",
        "thesis, figure 3.4",
        "FSPE and FSPE+PS differ only below shape 0.25, there by up to an order of magnitude",
        "FSPE ÷ FSPE+PS about 1 at shape 0.25, up to 10 below",
        format!("largest over sigma: {} at 0.25, {} at 0.177, {} at 0.125", quarter.words(), skewed.words(), extreme.words()),
        (quarter.at_most(1.25).min(extreme.above(5.0)), extreme.over(quarter).above(2.0)),
        "at shape 0.25 the difference is visible, too, as in the thesis' own figure 3.3; the order is as claimed",
    )
}

fn improves(at: &AtShape) -> Finding {
    let ratio = ratio_of_means(at.at(2.0).of("fspe"), at.at(1.0).of("fspe"));
    let means: Vec<String> = at.by_sigma.iter().map(|(sigma, means)| format!("{sigma}: {}", means.ratio("fspe", "srpt").words())).collect();
    finding(
        "S9",
        "thesis, figure 3.4 (b)",
        "shape 0.177: from sigma 0.5 to 2 larger errors make FSPE slightly better, since sizes are then over-estimated in sum",
        "MST falls between sigma 0.5 and 2",
        format!("MST at sigma 2 ÷ at sigma 1: {}; MST ÷ SRPT at sigma {}", ratio.words(), means.join(", ")),
        (ratio.below(1.0), Answer::No),
        "a handful of samples with a giant that is under-estimated decide these means; the thesis shows no intervals",
    )
}

/// Claims S10 to S12.
pub fn others(replications: u32) -> Vec<Finding> {
    const ALL: [&str; 6] = ["srpt", "ps", "las", "srpte", "fspe", "fspe+ps"];
    let mut findings = vec![];
    for (alpha, shape, theirs) in
        [(1.0, 0.15, "like shape 0.15: SRPTE and FSPE worse than PS"), (2.0, 0.5, "like shape 0.5: all three alike and better than PS")]
    {
        let pareto = JobsSpec { sizes: Some(Sizes::Pareto { alpha }), ..JobsSpec::default() };
        let (of, like) = (run(&ALL, &pareto, 10 * replications), run(&ALL, &workload(shape, 0.5), 10 * replications));
        let words = |means: &Means| {
            let of = |policy: &&str| format!("{policy} {}", means.ratio(policy, "srpt").words());
            ALL[1..].iter().map(of).collect::<Vec<_>>().join(", ")
        };
        let near = ["ps", "las", "fspe+ps"].map(|policy| of.ratio(policy, "srpt").near(like.ratio(policy, "srpt").mean, 0.25));
        let alike = |(a, b): (Answer, Answer)| if a.min(b) == Answer::Open { Answer::Open } else { (a == b).into() };
        let blocked = |means: &Means| ["srpte", "fspe"].map(|policy| means.ratio(policy, "ps").above(1.0));
        findings.push(finding(
            "S10",
            "thesis, figure 3.5",
            &format!("Pareto sizes with alpha {alpha}, sigma 0.5, MST ÷ SRPT: qualitatively as Weibull"),
            theirs,
            format!("Pareto: {}; Weibull, shape {shape}: {}", words(&of), words(&like)),
            (
                Answer::all(near.into_iter().chain(blocked(&of).into_iter().zip(blocked(&like)).map(alike))),
                of.ratio("fspe+ps", "srpt").below(1.5),
            ),
            "with alpha 1 the mean is infinite: each sample is rescaled, and its largest job is the workload",
        ));
    }
    findings.extend([flat_in_load(replications), bursts(replications)]);
    findings
}

fn flat_in_load(replications: u32) -> Finding {
    const LOADS: [f64; 5] = [0.5, 0.7, 0.9, 0.99, 0.999];
    let at = |load| {
        let workload = JobsSpec { load: Some(load), ..workload(0.25, 0.5) };
        run(&["srpt", "ps", "las", "srpte", "fspe", "fspe+ps"], &workload, 10 * replications)
    };
    let runs = LOADS.map(at);
    let ratios = |policy: &str| runs.iter().map(|means| means.ratio(policy, "srpt")).collect::<Vec<_>>();
    let spread = |policy: &str| {
        let of = ratios(policy);
        let least = of.iter().copied().reduce(|a, b| if b.mean < a.mean { b } else { a }).expect("five loads");
        largest(of).over(least)
    };
    let growth = |policy: &str| ratios(policy)[4].over(ratios(policy)[0]);
    let sized = ["srpte", "fspe", "fspe+ps"].map(spread);
    let words = |policy: &str| format!("{} to {}", ratios(policy)[0].words(), ratios(policy)[4].words());
    finding(
        "S11",
        "thesis, figure 3.6 (a)",
        "MST ÷ SRPT of size-based policies hardly depends on load; that of PS and LAS grows with it",
        "roughly constant; growing",
        format!(
            "load 0.5 to 0.999: SRPTE {}, FSPE {}, FSPE+PS {}; PS {}, LAS {}",
            words("srpte"),
            words("fspe"),
            words("fspe+ps"),
            words("ps"),
            words("las")
        ),
        (
            Answer::all(sized.map(|spread| spread.at_most(1.5)).into_iter().chain([growth("ps").above(1.5), growth("las").above(1.2)])),
            growth("ps").above(sized[2].high).min(growth("las").above(sized[2].high)),
        ),
        "",
    )
}

fn bursts(replications: u32) -> Finding {
    let at = |timeshape| {
        let workload = JobsSpec { timeshape: Some(timeshape), ..workload(0.25, 0.5) };
        run(&["srpt", "fspe+ps"], &workload, 10 * replications).ratio("fspe+ps", "srpt")
    };
    let ratios = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0].map(at);
    let worst = largest(ratios);
    finding(
        "S12",
        "thesis, figure 3.6 (b)",
        "FSPE+PS is close to optimal however arrivals come, in bursts or evenly",
        "close to optimal (read as at most 1.35 times SRPT)",
        format!("FSPE+PS ÷ SRPT at timeshape 0.125, 0.25, …, 4: {}", ratios.map(Estimate::words).join(", ")),
        (worst.at_most(1.35), worst.at_most(1.5)),
        "",
    )
}

/// Claims S13 and S14.
pub fn slowdown(replications: u32) -> Vec<Finding> {
    const ALL: [&str; 6] = ["fifo", "ps", "las", "srpte", "fspe", "fspe+ps"];
    let default = workload(0.25, 0.5);
    let classes: Vec<(&str, Conditional)> = ALL.into_iter().zip(Conditional::measure(&ALL, &default, replications, |_| {})).collect();
    let of = |policy: &str| &classes.iter().find(|(key, _)| *key == policy).expect("one of them").1;
    let flat = of("ps").spread();
    let slopes = ["fifo", "srpte", "fspe"].map(|policy| of(policy).slope());
    let small = ["las", "fspe+ps"].map(|policy| of(policy).small());
    let shares = slowdowns(&ALL, &default, 3 * replications, |_| {});
    let above = |policy: &str| {
        let (_, of) = shares.iter().find(|(key, _)| key == policy).expect("one of them");
        (100.0 * of.share_above(100.0), of)
    };
    let [srpte, fspe, ps, las, remedied] = ["srpte", "fspe", "ps", "las", "fspe+ps"].map(|policy| above(policy).0);
    let integers = {
        let sorted = above("ps").1;
        (1..=5).map(|n| sorted.share_above(f64::from(n) - 0.01) - sorted.share_above(f64::from(n) + 0.01)).sum::<f64>()
    };
    vec![
        finding(
            "S13",
            "thesis, figure 3.7",
            "mean conditional slowdown: flat for PS; parallel lines of slope −1 for small jobs under FIFO, SRPTE and FSPE; near 1 for small \
             jobs under LAS and FSPE+PS",
            "flat; −1; 1",
            format!(
                "PS: largest ÷ smallest of 100 classes {flat:.2}; slope over the smaller half of the jobs (without the smallest tenth): FIFO {:.2}, SRPTE {:.2}, FSPE {:.2}; \
                 mean slowdown of the smaller half: LAS {:.2}, FSPE+PS {:.2}",
                slopes[0], slopes[1], slopes[2], small[0], small[1]
            ),
            (
                (flat < 1.5 && slopes.iter().all(|slope| (slope + 1.0).abs() < 0.1) && small.iter().all(|slowdown| *slowdown < 1.5)).into(),
                slopes.iter().all(|slope| *slope < -0.5).into(),
            ),
            "a class of 1 % of the jobs has few giants in its time: the means of classes scatter",
        ),
        finding(
            "S14",
            "thesis, figure 3.8",
            "slowdown above 100: about 8 % of jobs under SRPTE, 1 % under FSPE, none under PS, LAS and FSPE+PS; under PS slowdowns lie at integers",
            "8 %, 1 %, none",
            format!(
                "SRPTE {srpte:.2} %, FSPE {fspe:.2} %, PS {ps:.3} %, LAS {las:.3} %, FSPE+PS {remedied:.3} %; under PS {:.0} % of the jobs lie \
                 within 0.01 of 1, 2, 3, 4 or 5",
                100.0 * integers
            ),
            (
                ((srpte - 8.0).abs() <= 2.0 && (fspe - 1.0).abs() <= 0.5 && [ps, las, remedied].iter().all(|share| *share < 0.05)).into(),
                (srpte > fspe && fspe > 10.0 * remedied.max(las)).into(),
            ),
            "a run of 10 000 jobs has its share of them only if it has a giant that is under-estimated",
        ),
    ]
}

/// Claims S15 and S16.
pub fn real(replications: u32) -> Vec<Finding> {
    vec![facebook(replications), web_cache(replications)]
}

/// A trace served so fast that its load is 0.9, with estimates of this sigma.
pub fn replayed(path: &std::path::Path, sigma: f64) -> JobsSpec {
    JobsSpec {
        kind: Some(WorkloadKind::File),
        path: Some(path.display().to_string()),
        format: Some(FileFormat::Swim),
        sigma: Some(sigma),
        load: Some(0.9),
        ..JobsSpec::default()
    }
}

fn facebook(replications: u32) -> Finding {
    let (claim, theirs) = (
        "Facebook's trace of 2010: FSPE and FSPE+PS stay good however large the errors; as shape 0.25",
        "both perform well; as in figure 3.4 at shape 0.25",
    );
    let Some(path) = trace(FACEBOOK) else {
        let why = "the trace is not part of this project; name its folder in SCHEDSCOPE_TRACES";
        let missing = (Answer::No, Answer::No);
        let finding = finding("S15", "thesis, figure 3.10", claim, theirs, format!("needs {FACEBOOK}"), missing, why);
        return Finding { verdict: Verdict::NotMeasured, ..finding };
    };
    let blind = run(&["ps", "srpt"], &replayed(&path, 0.0), 1);
    let at = |sigma| run(&ESTIMATED, &replayed(&path, sigma), replications);
    let runs = [0.25, 0.5, 1.0, 2.0].map(at);
    let optimum = blind.of("srpt")[0];
    let ratios = |policy: &str| runs.each_ref().map(|means| Estimate::of(means.of(policy).iter().map(|mean| mean / optimum)));
    let ps = blind.of("ps")[0] / optimum;
    let words = |policy: &str| ratios(policy).map(Estimate::words).join(", ");
    let good = |policy: &str| Answer::all(ratios(policy).map(|ratio| ratio.below(ps)));
    finding(
        "S15",
        "thesis, figure 3.10",
        claim,
        theirs,
        format!(
            "MST ÷ SRPT at sigma 0.25, 0.5, 1, 2: FSPE+PS {}; FSPE {}; SRPTE {}; PS {ps:.2}",
            words("fspe+ps"),
            words("fspe"),
            words("srpte")
        ),
        (good("fspe+ps").min(good("fspe")), good("fspe+ps")),
        "at sigma 0.25 a few draws under-estimate the largest job, which then blocks all others for long under FSPE",
    )
}

/// The shape at which 206 914 jobs have their largest ten thousand times above the mean, as the web cache's requests.
pub const CACHE_SHAPE: f64 = 0.135;
/// Requests of the web cache's day.
pub const CACHE_JOBS: u32 = 206_914;

fn web_cache(replications: u32) -> Finding {
    let at = |sigma| {
        let workload = JobsSpec { count: Some(CACHE_JOBS), ..workload(CACHE_SHAPE, sigma) };
        run(&["fspe", "fspe+ps"], &workload, 2 * replications)
    };
    let runs = [0.5, 1.0].map(at);
    let ratio = ratio_of_means(runs[1].of("fspe"), runs[0].of("fspe"));
    let typical = {
        let mut ratios: Vec<f64> = runs[1].of("fspe").iter().zip(runs[0].of("fspe")).map(|(a, b)| a / b).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    };
    let remedy = largest(runs.iter().map(|means| means.ratio("fspe+ps", "fspe")));
    finding(
        "S16",
        "thesis, figure 3.11",
        "web cache: FSPE does not worsen monotonically but improves from sigma 0.5 to 1; FSPE+PS is better throughout",
        "improves; FSPE+PS ÷ FSPE below 1",
        format!(
            "206 914 jobs of shape 0.135 instead of the trace: FSPE at sigma 1 ÷ at 0.5 {} (median run {typical:.2}); largest FSPE+PS ÷ FSPE {}",
            ratio.words(),
            remedy.words()
        ),
        (ratio.below(1.0).min(remedy.below(1.0)), remedy.below(1.0)),
        "the trace is not public any more; one day of one cache is one sample, and single samples of this tail go either way",
    )
}
