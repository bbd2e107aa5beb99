//! What the page and its workers say to each other as messages: postcard bytes in a transferred `Uint8Array`. A file travels as a
//! `File`, beside the bytes: the browser passes a reference, and the worker reads it.

use crate::page::protocol::{Reply, Request};
use js_sys::{Array, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, File};

/// A value as bytes that can be transferred. Everything here has a form in postcard; nothing would come out as nothing.
pub fn pack(value: &impl Serialize) -> Uint8Array {
    Uint8Array::from(postcard::to_stdvec(value).unwrap_or_default().as_slice())
}

/// The value in a message, if it is one.
pub fn unpack<T: DeserializeOwned>(message: &JsValue) -> Option<T> {
    postcard::from_bytes(&message.dyn_ref::<Uint8Array>()?.to_vec()).ok()
}

/// A task as the message that a worker gets.
pub fn task_message(request: &Request, file: Option<&File>) -> Array {
    Array::of2(&pack(request), &file.map_or(JsValue::NULL, JsValue::from))
}

/// The task in a message.
pub fn read_task(message: &JsValue) -> Option<(Request, Option<File>)> {
    let parts = message.dyn_ref::<Array>()?;
    Some((unpack(&parts.get(0))?, parts.get(1).dyn_into().ok()))
}

/// The worker that this instance of the module runs in.
pub fn worker_scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Sends a reply. The page may have ended this worker already; then there is no one to be told.
pub fn post(reply: &Reply) {
    let bytes = pack(reply);
    let _ = worker_scope().post_message_with_transfer(&bytes, &Array::of1(&bytes.buffer()));
}
