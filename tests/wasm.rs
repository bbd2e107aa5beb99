//! Tests that run in a browser. `cargo xtask test` runs them in Chromium, after the native tests, whose digest of many
//! outcomes it compiles in.
#![cfg(target_family = "wasm")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// What the native test `digest` computed, as hex text; absent when cargo is run by hand.
const NATIVE_DIGEST: Option<&str> = option_env!("SCHEDSCOPE_DIGEST");

#[wasm_bindgen_test]
fn the_native_digest_is_hex() {
    let digest = NATIVE_DIGEST.expect("run these tests through `cargo xtask test`, which hands the native digest over");
    assert!(!digest.is_empty() && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digest:?} is not hex");
}
