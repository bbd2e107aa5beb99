//! A digest over the bits of many outcomes. Their reports are compared in a browser (`web/tests/e2e/bits.rs`) and in Python
//! (`python/tests/test_run.py`).

use crate::scenarios::scenarios;
use schedscope_core::experiment::{Column, Report, Scenario, Study, Tally, run_all};

/// FNV-1a over the bits of numbers.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Takes in one number.
    fn add(&mut self, x: f64) {
        for byte in x.to_bits().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The digest of all numbers so far.
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The digest of all outcomes and means.
fn digest() -> u64 {
    let mut digest = Digest::default();
    scenarios().into_iter().for_each(|scenario| take_in(&mut digest, scenario));
    digest.finish()
}

/// Runs a scenario and takes in each sojourn time and the figures of the report that are of jobs or, without these, its world's own.
fn take_in(digest: &mut Digest, scenario: Scenario) {
    let kind = scenario.kind();
    let study = Study::new(scenario, |path| panic!("{path} is not there")).unwrap();
    let mut tallies = vec![Tally::default(); study.choices().len()];
    for replication in 0..study.scenario().replications {
        let drawn = study.draw(replication);
        for (policy, tally) in tallies.iter_mut().enumerate() {
            let run = study.run(&drawn, policy, |_| {}).unwrap();
            let cell = study.cell(&drawn, &run);
            cell.times().iter().flat_map(|times| &times.sojourn).for_each(|sojourn| digest.add(*sojourn));
            tally.add(cell);
        }
    }
    let summaries = tallies.into_iter().enumerate().map(|(policy, tally)| tally.finish(&study, policy)).collect();
    for policy in Report::new(&study, summaries).policies {
        match policy.figures() {
            Some(figures) => [figures.mean_sojourn, figures.median_slowdown, figures.p99_sojourn].into_iter().for_each(|x| digest.add(x)),
            None => Column::all(kind).iter().filter_map(|column| column.of_policy(&policy)).for_each(|x| digest.add(x)),
        }
    }
}

/// The version of results, [`RESULTS`](schedscope_core::experiment::sweep::RESULTS), and the digest that belongs to it. A new policy
/// changes the digest alone. Where outcomes of present policies change, the version is raised as well.
const KNOWN: (u32, &str) = (6, "565bfe68ee4d2624");

#[test]
fn outcomes_are_those_of_this_version() {
    let found = (schedscope_core::experiment::sweep::RESULTS, &*format!("{:016x}", digest()));
    assert_eq!(
        found, KNOWN,
        "after adding a policy, write down the new digest; if present outcomes change on purpose, raise RESULTS as well: folders of sweeps must not hold results of two kinds"
    );
}

#[test]
fn reports_are_written_for_the_browser_and_python() {
    let Ok(path) = std::env::var("SCHEDSCOPE_OUTCOMES_OUT") else { return };
    let outcome = |scenario: Scenario| {
        let asked = scenario.to_toml();
        let study = Study::new(scenario, |path| panic!("{path} is not there")).unwrap();
        let report = Report::new(&study, run_all(&study, false, |_| {}).unwrap().0);
        serde_json::json!({ "scenario": asked, "report": report.json().unwrap() })
    };
    let outcomes: Vec<serde_json::Value> = scenarios().into_iter().map(outcome).collect();
    std::fs::write(&path, serde_json::to_string(&outcomes).unwrap()).unwrap_or_else(|error| panic!("{path}: {error}"));
}

#[test]
fn one_bit_changes_the_digest() {
    let mut a = Digest::default();
    let mut b = Digest::default();
    a.add(1.0);
    b.add(f64::from_bits(1.0_f64.to_bits() + 1));
    assert_ne!(a.finish(), b.finish());
}
