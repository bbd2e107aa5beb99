//! Fetches the texts: at once if they are needed, otherwise once the page is idle.

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use schedscope_page::learn::Change;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;
use yew::prelude::*;

/// Where they are, beside the page.
const FILE: &str = "learn.html";
/// Milliseconds after which there has been time.
const IDLE: u32 = 3000;

/// Fetches them, unless that is `done`; `here` if the view is open.
#[hook]
pub fn use_text(here: bool, done: bool, tell: Callback<Change>) {
    use_effect_with((here, done), move |(here, done)| {
        let wait = if *here { 0 } else { IDLE };
        let timer = (!done).then(|| Timeout::new(wait, move || spawn_local(async move { tell.emit(Change::Text(fetched(FILE).await)) })));
        move || drop(timer)
    });
}

/// The text of a file beside the page.
pub async fn fetched(file: &str) -> Option<String> {
    let response: Response = JsFuture::from(window().fetch_with_str(file)).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}
