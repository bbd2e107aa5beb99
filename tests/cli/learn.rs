//! What *Learn* says of drawn jobs: medians over many draws with their intervals, measured here. `SCHEDSCOPE_DOCS=write cargo test`
//! writes them anew.

use schedscope::cdn::Outcome;
use schedscope::cluster::Performance;
use schedscope::metrics::{Sorted, mean};
use schedscope::workload::{LONG, Mix, TraceLike};
use schedscope_core::experiment::{Drawn, Run, Scenario, Study, run_all};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Draws: of so many the 40th to the 60th number enclose the median with 95 % confidence, whatever their distribution
/// (0.956 by the binomial distribution).
const DRAWS: u32 = 99;
const RANKS: [usize; 3] = [39, 49, 59];

/// A number of a run.
type Number = fn(&Drawn, &Run) -> f64;

fn mean_sojourn(_: &Drawn, run: &Run) -> f64 {
    match run {
        Run::Cluster(outcome) => mean(&outcome.jobs.iter().map(|job| job.sojourn).collect::<Vec<_>>()),
        _ => unreachable!("a cluster"),
    }
}

fn peak(_: &Drawn, run: &Run) -> f64 {
    match run {
        Run::Cluster(outcome) => f64::from(outcome.counters.peak_load),
        _ => unreachable!("a cluster"),
    }
}

fn tiny(drawn: &Drawn, run: &Run) -> f64 {
    let (Drawn::Cluster(drawn), Run::Cluster(outcome)) = (drawn, run) else { unreachable!("a cluster") };
    let tiny = drawn.workload.jobs().iter().zip(&outcome.jobs).filter(|(job, _)| job.bin == Some(1));
    Sorted::new(tiny.map(|(_, outcome)| outcome.sojourn).collect()).quantile(0.5).unwrap_or(f64::NAN)
}

fn lost(_: &Drawn, run: &Run) -> f64 {
    match run {
        Run::Cluster(outcome) => 100.0 * outcome.counters.work_lost / outcome.counters.work_done,
        _ => unreachable!("a cluster"),
    }
}

/// Jobs of Global Preemption's experiments that count.
fn counted() -> usize {
    let mix = Mix::ProductionBusy;
    (mix.count() - mix.uncounted(mix.count())) as usize
}

/// How often each map of the long job of those experiments was killed, on average.
fn long_killed(drawn: &Drawn, run: &Run) -> f64 {
    let (Drawn::Cluster(drawn), Run::Cluster(outcome)) = (drawn, run) else { unreachable!("a cluster") };
    let mut jobs = drawn.workload.jobs().iter().zip(&outcome.jobs);
    let long = jobs.find(|(job, _)| job.tasks[0].iter().any(|task| task.work == LONG));
    long.map_or(f64::NAN, |(job, outcome)| f64::from(outcome.preemptions) / job.tasks[0].len() as f64)
}

/// System Normalized Performance of the jobs that count.
fn normalized(drawn: &Drawn, run: &Run) -> f64 {
    let (Drawn::Cluster(drawn), Run::Cluster(outcome)) = (drawn, run) else { unreachable!("a cluster") };
    let slowdowns = outcome.jobs.iter().zip(&drawn.alone).map(|(job, alone)| job.sojourn / alone);
    Performance::of(&slowdowns.take(counted()).collect::<Vec<_>>()).snp
}

/// Mean time from the arrival of a chain to its last completion.
fn chains(drawn: &Drawn, run: &Run) -> f64 {
    let (Drawn::Cluster(drawn), Run::Cluster(outcome)) = (drawn, run) else { unreachable!("a cluster") };
    let end = |job: &u32| outcome.jobs[*job as usize].submission + outcome.jobs[*job as usize].sojourn;
    let sojourn = |chain: &[u32]| chain.iter().map(end).fold(0.0, f64::max) - drawn.workload.jobs()[chain[0] as usize].arrival;
    mean(&drawn.workload.chains().into_iter().flat_map(|chains| chains.all().map(sojourn)).collect::<Vec<_>>())
}

fn median(drawn: &Drawn, run: &Run, long: bool) -> f64 {
    let (Drawn::Datacenter(drawn), Run::Datacenter(outcome)) = (drawn, run) else { unreachable!("a datacenter") };
    let jobs = drawn.workload.jobs().iter().zip(&outcome.sojourn);
    let of_class = jobs.filter(|(job, _)| (job.mean > TraceLike::Google.cutoff()) == long);
    Sorted::new(of_class.map(|(_, completion)| *completion).collect()).quantile(0.5).unwrap_or(f64::NAN)
}

fn short(drawn: &Drawn, run: &Run) -> f64 {
    median(drawn, run, false)
}

fn long(drawn: &Drawn, run: &Run) -> f64 {
    median(drawn, run, true)
}

fn behind_long(_: &Drawn, run: &Run) -> f64 {
    match run {
        Run::Datacenter(outcome) => outcome.counters.probes_behind_long as f64,
        _ => unreachable!("a datacenter"),
    }
}

fn bandwidth(_: &Drawn, run: &Run) -> f64 {
    match run {
        Run::Ordering(outcome) => outcome.costs.tmb,
        _ => unreachable!("an order of tasks"),
    }
}

/// Percentage of the requests that dServers served.
fn by_dservers(_: &Drawn, run: &Run) -> f64 {
    let Run::Cdn(outcome) = run else { unreachable!("a CDN") };
    100.0 * outcome.server.iter().filter(|server| **server != Outcome::CDN).count() as f64 / outcome.server.len() as f64
}

/// Requests that waited.
fn postponed(_: &Drawn, run: &Run) -> f64 {
    let Run::Cdn(outcome) = run else { unreachable!("a CDN") };
    outcome.wait.iter().flatten().count() as f64
}

/// Mean completion time ÷ ideal of the short flows, or of the long ones.
fn flows(drawn: &Drawn, run: &Run, short: bool) -> f64 {
    let (Drawn::Network(drawn), Run::Network(outcome)) = (drawn, run) else { unreachable!("a network") };
    let of_class = (0..drawn.flows.len()).filter(|position| drawn.flows.all()[*position].class.is_short() == short);
    mean(&of_class.map(|position| outcome.sojourn[position] / drawn.flows.ideal(position)).collect::<Vec<_>>())
}

fn short_flows(drawn: &Drawn, run: &Run) -> f64 {
    flows(drawn, run, true)
}

fn long_flows(drawn: &Drawn, run: &Run) -> f64 {
    flows(drawn, run, false)
}

/// What is quoted: its name in the text, the policies, their number, and on which side of 1 the sentence takes their ratio to
/// be. Of two policies it is the ratio of the first to the second, of one the number itself.
type Quote = (&'static str, &'static [&'static str], Number, Option<Ordering>);

const PROD: (&str, &[Quote]) = (
    "system.kind=cluster&workload.mix=prod&workload.count=30",
    &[
        ("fair-hfsp", &["fair", "hfsp"], mean_sojourn, Some(Ordering::Greater)),
        ("fifo-hfsp", &["fifo", "hfsp"], mean_sojourn, Some(Ordering::Greater)),
        ("peak-fair", &["fair"], peak, None),
        ("peak-hfsp", &["hfsp"], peak, None),
    ],
);
const TEST: (&str, &[Quote]) = (
    "system.kind=cluster&workload.mix=test&workload.count=30",
    &[
        ("tiny-wait", &["hfsp"], tiny, None),
        ("tiny-suspend", &["hfsp[preemption=suspend]"], tiny, None),
        ("tiny-kill", &["hfsp[preemption=kill]"], tiny, None),
        ("suspend-wait", &["hfsp[preemption=suspend]", "hfsp"], mean_sojourn, None),
        ("kill-wait", &["hfsp[preemption=kill]", "hfsp"], mean_sojourn, None),
        ("lost-kill", &["hfsp[preemption=kill]"], lost, None),
        ("roomy-wait", &["hfsp[preemption=suspend,paging=on]", "hfsp"], mean_sojourn, None),
    ],
);
/// No more memory than the tasks in all slots take.
const TIGHT: (&str, &[Quote]) = (
    "system.kind=cluster&system.ram=4.2&workload.mix=test&workload.count=30",
    &[
        ("tight-wait", &["hfsp[preemption=suspend,paging=on]", "hfsp"], mean_sojourn, None),
        ("tight-kill", &["hfsp[preemption=suspend,paging=on]", "hfsp[preemption=kill]"], mean_sojourn, None),
    ],
);
const PRODUCTION: (&str, &[Quote]) = (
    "system.kind=cluster&workload.mix=production-busy",
    &[
        ("long-evenly", &["fair-kill[victims=overflowing]"], long_killed, None),
        ("long-globally", &["gp"], long_killed, None),
        ("long-unguarded", &["gp[guard=off]"], long_killed, None),
        ("snp-fraction", &["gp", "fair-kill"], normalized, None),
        ("snp-gp", &["gp", "fair-kill[victims=overflowing]"], normalized, None),
    ],
);
const CHAINS: (&str, &[Quote]) = (
    "system.kind=cluster&workload.mix=test&workload.count=30&workload.chains=4",
    &[
        ("chains-jobs", &["hfsp[chains=on]", "hfsp"], chains, None),
        ("chains-known", &["hfsp[estimator=oracle,chains=on]", "hfsp[estimator=oracle]"], chains, None),
    ],
);
const RECURRING: (&str, &[Quote]) = (
    "system.kind=cluster&workload.mix=test&workload.count=60&workload.recurring=0.4",
    &[
        ("history-training", &["hfsp[estimator=history,check=off]", "hfsp"], mean_sojourn, None),
        ("oracle-training", &["hfsp[estimator=oracle]", "hfsp"], mean_sojourn, None),
    ],
);
const GOOGLE: (&str, &[Quote]) = (
    "system.kind=datacenter&workload.like=google&workload.count=150&workload.load=0.9&system.workers=48",
    &[
        ("hawk-sparrow", &["hawk", "sparrow"], short, Some(Ordering::Less)),
        ("unstolen-hawk", &["hawk-no-stealing", "hawk"], short, Some(Ordering::Greater)),
        ("eagle-hawk", &["eagle", "hawk"], short, Some(Ordering::Less)),
        ("behind-hawk", &["hawk"], behind_long, None),
        ("unstuck-eagle", &["eagle-no-sbp-srpt", "eagle"], short, Some(Ordering::Greater)),
        ("kairos-fifo", &["kairos", "yarn-fifo"], short, Some(Ordering::Less)),
        ("kairos-fifo-long", &["kairos", "yarn-fifo"], long, Some(Ordering::Greater)),
        ("eight-kairos", &["kairos[q=8]", "kairos"], short, None),
    ],
);

const ORDERING: (&str, &[Quote]) = (
    "system.kind=ordering&workload.graph=random&workload.count=10&workload.edge_probability=0.3",
    &[
        ("order-heuristic", &["heuristic", "dp"], bandwidth, None),
        ("order-greedy", &["greedy", "dp"], bandwidth, Some(Ordering::Greater)),
        ("order-baseline", &["baseline", "dp"], bandwidth, Some(Ordering::Greater)),
    ],
);

const EVENING: (&str, &[Quote]) = (
    "system.kind=cdn&system.storage=500&system.dserver_capacity=25&system.cdn_capacity=150&workload.count=2000&workload.days=0.5\
     &workload.videos=1722",
    &[
        ("cdn-random", &["rand-opt"], by_dservers, None),
        ("cdn-optimal", &["opt-opt"], by_dservers, None),
        ("cdn-central-waits", &["centralized"], postponed, None),
        ("cdn-random-waits", &["rand-opt"], postponed, None),
        ("cdn-optimal-waits", &["opt-opt"], postponed, None),
    ],
);

const FLOWS: (&str, &[Quote]) = (
    "system.kind=network&workload.count=300&workload.shape=0.5&workload.load=0.8",
    &[
        ("pfabric-fair", &["pfabric", "fair"], short_flows, Some(Ordering::Less)),
        ("pfabric-fair-long", &["pfabric", "fair"], long_flows, Some(Ordering::Less)),
    ],
);

const SCENARIOS: [(&str, &[Quote]); 10] = [PROD, TEST, TIGHT, PRODUCTION, CHAINS, RECURRING, GOOGLE, ORDERING, FLOWS, EVENING];

/// A number of each draw, in ascending order.
fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.retain(|x| x.is_finite());
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn round(x: f64) -> String {
    if x >= 10.0 { format!("{x:.0}") } else { format!("{x:.2}") }
}

/// What is quoted of a scenario, by name.
fn measure((query, quotes): (&str, &[Quote])) -> BTreeMap<&'static str, String> {
    let mut policies: Vec<&str> = quotes.iter().flat_map(|(_, policies, ..)| *policies).copied().collect();
    policies.sort_unstable();
    policies.dedup();
    let scenario = Scenario {
        policies: policies.iter().map(|key| (*key).to_owned()).collect(),
        replications: DRAWS,
        ..Scenario::from_query(query).unwrap()
    };
    let (_, kept) = run_all(&Study::new(scenario, |_| unreachable!("jobs are drawn")).unwrap(), true, |_| {}).unwrap();
    let quote = |(name, wanted, number, side): &Quote| {
        let of = |key: &str, drawn: &Drawn, runs: &[Run]| number(drawn, &runs[policies.iter().position(|known| *known == key).unwrap()]);
        let numbers = kept.iter().map(|(drawn, runs)| match wanted {
            [one] => of(one, drawn, runs),
            [one, other] => of(one, drawn, runs) / of(other, drawn, runs),
            _ => unreachable!("one policy or two"),
        });
        let numbers = sorted(numbers.collect());
        // Of draws that have such jobs: as many ranks on each side of the median as among all of them.
        let at = |rank: usize| numbers[(rank as f64 / f64::from(DRAWS - 1) * (numbers.len() - 1) as f64).round() as usize];
        let [low, middle, high] = RANKS.map(at);
        if let Some(side) = side {
            let ends = [low.total_cmp(&1.0), high.total_cmp(&1.0)];
            assert_eq!(ends, [*side; 2], "{name}: the sentence around {low} to {high} takes the other side of 1");
        }
        (*name, format!("{} ({} to {})", round(middle), round(low), round(high)))
    };
    quotes.iter().map(quote).collect()
}

#[test]
fn learn_quotes_medians_over_draws() {
    let path = PathBuf::from(crate::ROOT).join("www/learn.html");
    let mut text = std::fs::read_to_string(&path).unwrap();
    let found = text.clone();
    let mut measured: BTreeMap<&str, String> = SCENARIOS.into_iter().flat_map(measure).collect();
    let marks: Vec<String> = found.split("data-quote=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0.to_owned()).collect();
    for name in marks {
        let mark = format!("data-quote=\"{name}\">");
        let begin = text.find(&mark).unwrap() + mark.len();
        let end = begin + text[begin..].find("</span>").unwrap();
        let quote = measured.remove(name.as_str()).unwrap_or_else(|| panic!("nobody measures {name}, or it is quoted twice"));
        text.replace_range(begin..end, &quote);
    }
    assert!(measured.is_empty(), "measured and not quoted: {measured:?}");
    if std::env::var_os("SCHEDSCOPE_DOCS").is_some_and(|what| what == "write") {
        std::fs::write(path, text).unwrap();
    } else {
        assert!(found == text, "www/learn.html is not up to date: SCHEDSCOPE_DOCS=write cargo test --test cli learn");
    }
}
