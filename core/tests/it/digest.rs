//! A digest over the bits of many outcomes. The browser computes the same one (`core/tests/wasm.rs`) and compares. The Python package runs
//! the same scenarios (`python/tests/test_run.py`) and compares reports.

use crate::outcomes;
use schedscope_core::experiment::{Report, Scenario, Study, run_all};

/// The version of results, [`RESULTS`](schedscope_core::experiment::sweep::RESULTS), and the digest that belongs to it. A new policy
/// changes the digest alone. Where outcomes of present policies change, the version is raised as well.
const KNOWN: (u32, &str) = (4, "565bfe68ee4d2624");

#[test]
fn outcomes_are_those_of_this_version() {
    let found = (schedscope_core::experiment::sweep::RESULTS, &*format!("{:016x}", outcomes::digest()));
    assert_eq!(
        found, KNOWN,
        "after adding a policy, write down the new digest; if present outcomes change on purpose, raise RESULTS as well: folders of sweeps must not hold results of two kinds"
    );
}

#[test]
fn digest_is_written_for_the_browser() {
    let digest = format!("{:016x}", outcomes::digest());
    if let Ok(path) = std::env::var("SCHEDSCOPE_DIGEST_OUT") {
        std::fs::write(&path, &digest).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    println!("digest of all outcomes: {digest}");
}

#[test]
fn reports_are_written_for_python() {
    let Ok(path) = std::env::var("SCHEDSCOPE_OUTCOMES_OUT") else { return };
    let outcome = |scenario: Scenario| {
        let asked = scenario.to_toml();
        let study = Study::new(scenario, |path| panic!("{path} is not there")).unwrap();
        let report = Report::new(&study, run_all(&study, false, |_| {}).unwrap().0);
        let printed = serde_json::to_string_pretty(&report).unwrap() + "\n";
        serde_json::json!({ "scenario": asked, "crc32": crc32fast::hash(printed.as_bytes()) })
    };
    let outcomes: Vec<serde_json::Value> = outcomes::scenarios().into_iter().map(outcome).collect();
    std::fs::write(&path, serde_json::to_string(&outcomes).unwrap()).unwrap_or_else(|error| panic!("{path}: {error}"));
}

#[test]
fn one_bit_changes_the_digest() {
    let mut a = outcomes::Digest::default();
    let mut b = outcomes::Digest::default();
    a.add(1.0);
    b.add(f64::from_bits(1.0_f64.to_bits() + 1));
    assert_ne!(a.finish(), b.finish());
}
