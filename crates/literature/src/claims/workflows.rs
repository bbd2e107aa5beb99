//! Chains of jobs as one complex job: what the thesis proposes in section 7.1, without numbers. That a chain taken as one is served
//! sooner is what the proposal is for; it is a window of this project.

use super::{Estimate, Finding, Row};
use crate::judgement::{below, check, window};
use crate::replicated::{by_policy, replicated};
use schedscope::cluster::{Config, Outcome, Policy, Silent, simulate};
use schedscope::metrics::mean;
use schedscope::workload::{Mix, Phase, TaskWorkload};

/// Ids of the claims.
pub const CLAIMS: [&str; 1] = ["C-T11"];

/// Jobs in a run, as in the experiments of the thesis.
const JOBS: u32 = 100;
/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;
/// Mean number of jobs in a chain.
const CHAIN: f64 = 3.0;

/// A mix in chains on its cluster.
#[derive(Clone, Copy)]
struct Setting {
    mix: Mix,
    /// Mean number of jobs in a chain.
    chain: f64,
    /// Its load, if it is not its own.
    load: Option<f64>,
    /// Parameters of HFSP.
    hfsp: &'static str,
}

/// Of each replication: mean sojourn of chains, and of jobs.
type Means = Vec<(f64, f64)>;

/// Whether chains age as one, in the order in which both are run.
const TOGETHER: [&str; 2] = ["on", "off"];

impl Setting {
    /// For each of [`TOGETHER`].
    fn means(&self, replications: u32) -> Vec<Means> {
        let setting = self.mix.setting();
        let config = Config { machines: setting.machines, slowstart: setting.slowstart, seed: SEED, ..Config::default() };
        let slots = Phase::ALL.map(|phase| config.total(phase));
        let policies: [Policy; 2] =
            TOGETHER.map(|together| format!("hfsp[chains={together}{}]", self.hfsp).parse().expect("a policy of the registry"));
        let draw = |replication| {
            let drawn = self
                .mix
                .generate(JOBS, SEED, replication)
                .expect("legal parameters")
                .in_chains(self.chain, slots, SEED, replication)
                .expect("legal parameters");
            match self.load {
                Some(load) => drawn.with_load(load, slots).expect("legal parameters"),
                None => drawn,
            }
        };
        let run = |workload: &TaskWorkload, _, policy: usize| {
            let outcome = simulate(&config, workload, &policies[policy], &mut Silent).expect("the mixes' clusters are valid");
            (chains(workload, &outcome), mean(&outcome.jobs.iter().map(|job| job.sojourn).collect::<Vec<_>>()))
        };
        by_policy(replicated(replications, policies.len(), draw, run), policies.len())
    }
}

/// Mean time from the first arrival of a chain to its last completion.
fn chains(workload: &TaskWorkload, outcome: &Outcome) -> f64 {
    let end = |job: &u32| outcome.jobs[*job as usize].submission + outcome.jobs[*job as usize].sojourn;
    let sojourn = |chain: &[u32]| chain.iter().map(end).fold(0.0, f64::max) - workload.jobs()[chain[0] as usize].arrival;
    mean(&workload.chains().into_iter().flat_map(|chains| chains.all().map(sojourn)).collect::<Vec<_>>())
}

/// Claim C-T11.
pub fn workflows(replications: u32) -> Vec<Finding> {
    let test = Setting { mix: Mix::Test, chain: CHAIN, load: None, hfsp: "" };
    let own = "at its own load";
    [
        ("", "TEST", own, test, &["oracle", "load 0.5", "long"][..]),
        ("dev", "DEV", own, Setting { mix: Mix::Dev, ..test }, &["dev, oracle"]),
        ("prod", "PROD", own, Setting { mix: Mix::Prod, ..test }, &["prod, oracle"]),
        ("oracle", "TEST, sizes known", own, Setting { hfsp: ",estimator=oracle", ..test }, &[]),
        ("dev, oracle", "DEV, sizes known", own, Setting { mix: Mix::Dev, hfsp: ",estimator=oracle", ..test }, &[]),
        ("prod, oracle", "PROD, sizes known", own, Setting { mix: Mix::Prod, hfsp: ",estimator=oracle", ..test }, &[]),
        ("load 0.5", "TEST", "at load 0.5", Setting { load: Some(0.5), ..test }, &[]),
        ("long", "TEST, chains of 6 jobs on average", own, Setting { chain: 2.0 * CHAIN, ..test }, &[]),
    ]
    .into_iter()
    .map(|(label, name, load, setting, ablations)| {
        let means = setting.means(replications);
        let ratio = |of: fn(&(f64, f64)) -> f64| Estimate::of(means[0].iter().zip(&means[1]).map(|(on, off)| of(on) / of(off)));
        let (chains, jobs) = (ratio(|means| means.0), ratio(|means| means.1));
        Row {
            id: "C-T11",
            label,
            source: "thesis, section 7.1",
            claim: format!("{name}, {load}: a chain considered as one complex job is complete sooner than as jobs of their own"),
            theirs: "proposed, not measured",
            ours: format!("sojourn with chains=on ÷ off: chains {}; jobs {}", chains.words(), jobs.words()),
            checks: vec![check("sojourn of chains", chains, window(below(1.0)))],
            ablations,
            ..Row::default()
        }
        .into()
    })
    .collect()
}
