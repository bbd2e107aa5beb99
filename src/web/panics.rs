//! What a panic says to the user. WebAssembly ends at a panic, so the message has to be told before.

use super::in_worker;
use super::message::worker_scope;
use gloo::utils::document;
use std::panic::{self, PanicHookInfo};
use wasm_bindgen::JsValue;

/// From now on a worker tells the page of its panic, and the page shows its own in place of what it can show no longer.
pub fn report() {
    panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        let message = message(panic);
        if in_worker() {
            // Plain, so that a page whose program does not understand the worker hears it.
            let _ = worker_scope().post_message(&message.into());
        } else {
            // A document that takes no more elements leaves the console as the only place for the message.
            let _ = show(&message);
        }
    }));
}

fn message(panic: &PanicHookInfo<'_>) -> String {
    let what = panic.payload_as_str().unwrap_or("no message");
    match panic.location() {
        Some(place) => format!("{what} ({}:{})", within_package(place.file()), place.line()),
        None => what.to_owned(),
    }
}

/// A path without the folders in which the package lay when it was compiled.
fn within_package(file: &str) -> &str {
    file.rfind("/src/").and_then(|end| file[..end].rfind('/')).map_or(file, |end| &file[end + 1..])
}

/// Puts a notice above the page, without help of what has just failed.
fn show(message: &str) -> Result<(), JsValue> {
    let document = document();
    let notice = document.create_element("div")?;
    notice.set_id("panic");
    notice.set_attribute("role", "alert")?;
    let text = document.create_element("p")?;
    text.set_text_content(Some(&format!(
        "schedscope has crashed: {message}. This is a bug; your scenario is kept in the address of this page."
    )));
    let reload = document.create_element("a")?;
    reload.set_attribute("href", "")?;
    reload.set_text_content(Some("Reload the page"));
    notice.append_with_node_2(&text, &reload)?;
    // Not the body: it may be what is missing.
    let root = document.document_element().ok_or(JsValue::NULL)?;
    root.append_with_node_1(&notice)
}
