//! Tests that run in a browser. `cargo xtask test` runs them in Chromium, after the native tests, whose digest of many
//! outcomes it compiles in.
#![cfg(target_family = "wasm")]

#[path = "it/outcomes.rs"]
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
