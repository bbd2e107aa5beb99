//! Tests that run in a browser. `cargo xtask test` runs them in Chromium, after the native tests, whose digest of many
//! outcomes it compiles in.
#![cfg(target_family = "wasm")]

mod outcomes;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// What the native test `digest` computed, as hex text; absent when cargo is run by hand.
const NATIVE_DIGEST: Option<&str> = option_env!("SCHEDSCOPE_DIGEST");

#[wasm_bindgen_test]
fn outcomes_have_the_same_bits_as_natively() {
    let native = NATIVE_DIGEST.expect("run these tests through `cargo xtask test`, which hands the native digest over");
    assert_eq!(format!("{:016x}", outcomes::digest()), native);
}

#[wasm_bindgen_test]
fn the_browser_reads_numbers_to_the_last_bit() {
    let hard = [
        "9007199254740993",
        "2.2250738585072011e-308",
        "5e-324",
        "2e308",
        "0.1000000000000000055511151231257827021181583404541015625",
        "8.5",
    ];
    for text in hard {
        assert_eq!(schedscope::sim::number(text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
    }
}
