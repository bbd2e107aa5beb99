//! What the page and its workers say to each other as messages: bytes in a transferred `Uint8Array`. A file travels as a
//! `File`, beside the bytes: the browser passes a reference, and the worker reads it.

use js_sys::{Array, Uint8Array};
use schedscope_state::protocol::{self, Reply, Request};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, File};

fn packed(value: &impl Serialize) -> Uint8Array {
    Uint8Array::from(protocol::pack(value).as_slice())
}

/// The value in a message, if it is one.
pub fn unpack<T: DeserializeOwned>(message: &JsValue) -> Option<T> {
    protocol::unpack(&message.dyn_ref::<Uint8Array>()?.to_vec())
}

/// A task as the message that a worker gets.
pub fn task_message(request: &Request, file: Option<&File>) -> Array {
    Array::of2(&packed(request), &file.map_or(JsValue::NULL, JsValue::from))
}

/// The task in a message.
pub fn read_task(message: &JsValue) -> Option<(Request, Option<File>)> {
    let parts = message.dyn_ref::<Array>()?;
    Some((unpack(&parts.get(0))?, parts.get(1).dyn_into().ok()))
}

/// A reply of a worker, and the file that it has made.
pub fn read_reply(message: &JsValue) -> Option<(Reply, Option<File>)> {
    match message.dyn_ref::<Array>() {
        Some(parts) => Some((unpack(&parts.get(0))?, parts.get(1).dyn_into().ok())),
        None => Some((unpack(message)?, None)),
    }
}

/// The worker that this instance of the module runs in.
pub fn worker_scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Says that this worker waits for a part of the program.
pub fn post_waits() {
    let _ = worker_scope().post_message(&JsValue::FALSE);
}

/// Whether a message says that.
pub fn waits(message: &JsValue) -> bool {
    message.as_bool() == Some(false)
}

/// Sends a reply with a file beside it.
pub fn post_made(reply: &Reply, file: &File) {
    let _ = worker_scope().post_message(&Array::of2(&packed(reply), file));
}

/// Sends a reply. The page may have ended this worker already; then there is no one to be told.
pub fn post(reply: &Reply) {
    let bytes = packed(reply);
    let _ = worker_scope().post_message_with_transfer(&bytes, &Array::of1(&bytes.buffer()));
}
