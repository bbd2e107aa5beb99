//! A digest over the bits of many outcomes. The browser computes the same one (`tests/wasm.rs`) and compares.

use crate::outcomes;

/// With which [`RESULTS`](schedscope::experiment::sweep::RESULTS) the digest is what it is. Whoever changes outcomes raises the one
/// and writes down the other.
const KNOWN: (u32, &str) = (1, "3648891ba8168180");

#[test]
fn outcomes_are_those_of_this_version() {
    let found = (schedscope::experiment::sweep::RESULTS, &*format!("{:016x}", outcomes::digest()));
    assert_eq!(found, KNOWN, "if these outcomes are to be, raise RESULTS: folders of sweeps must not hold results of two kinds");
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
