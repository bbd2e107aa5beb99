//! A digest over the bits of many outcomes. The browser computes the same one (`tests/wasm.rs`) and compares.

mod outcomes;

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
