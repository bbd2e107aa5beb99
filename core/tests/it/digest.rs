//! A digest over the bits of many outcomes. The browser computes the same one (`core/tests/wasm.rs`) and compares.

use crate::outcomes;

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
fn one_bit_changes_the_digest() {
    let mut a = outcomes::Digest::default();
    let mut b = outcomes::Digest::default();
    a.add(1.0);
    b.add(f64::from_bits(1.0_f64.to_bits() + 1));
    assert_ne!(a.finish(), b.finish());
}
