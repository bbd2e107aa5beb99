//! *Keep all offline*: has the browser keep every part of the program, for a room without a network.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Of `www/start.js`: keeps all files, and says whether the browser has them. It is not there where the browser keeps nothing.
    #[wasm_bindgen(catch, js_name = keepAllOffline)]
    async fn keep_all_offline() -> Result<JsValue, JsValue>;
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    No,
    Coming,
    All,
    Refused,
}

/// The entry of the menu.
#[component]
pub fn KeepOffline() -> Html {
    let kept = use_state_eq(|| Kept::No);
    let said = match *kept {
        Kept::No => "Every view, for a room without a network",
        Kept::Coming => "Loading every view …",
        Kept::All => "Every view now works without a network",
        Kept::Refused => "Not all could be kept: check the connection, or allow this site to keep data",
    };
    let onclick = move |_: MouseEvent| {
        let kept = kept.clone();
        kept.set(Kept::Coming);
        spawn_local(async move {
            let all = keep_all_offline().await.is_ok_and(|all| all.is_truthy());
            kept.set(if all { Kept::All } else { Kept::Refused });
        });
    };
    html! {
        <li><button type="button" id="keep-offline" {onclick}><strong>{ "Keep all offline" }</strong><span class="muted small" role="status">{ said }</span></button></li>
    }
}
