//! What the browser keeps of a visit for the next: values by name, in a database of the browser (`IndexedDB`), which has room for files.

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbFactory, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransactionMode};

/// Name of the database, and of its only store.
const NAME: &str = "schedscope";

/// What is kept under a name; nothing if nothing is, or if the browser keeps nothing.
pub async fn get(name: &str) -> Option<JsValue> {
    let store = store(IdbTransactionMode::Readonly).await.ok()?;
    let value = done(&store.get(&name.into()).ok()?).await.ok()?;
    (!value.is_undefined()).then_some(value)
}

/// Keeps a value under a name.
///
/// # Errors
/// If the browser refuses: it has no room, or keeps nothing.
pub async fn put(name: &str, value: &JsValue) -> Result<(), JsValue> {
    let store = store(IdbTransactionMode::Readwrite).await?;
    done(&store.put_with_key(value, &name.into())?).await.map(drop)
}

/// Keeps another value under a name, made of the one that is kept, if any: no other window keeps one in between.
///
/// # Errors
/// If the browser refuses.
pub async fn change(name: &str, change: impl FnOnce(Option<JsValue>) -> JsValue) -> Result<(), JsValue> {
    let store = store(IdbTransactionMode::Readwrite).await?;
    let before = done(&store.get(&name.into())?).await?;
    // The transaction lasts as long as it is asked for something whenever it has answered: nothing else is waited for here.
    let after = change((!before.is_undefined()).then_some(before));
    done(&store.put_with_key(&after, &name.into())?).await.map(drop)
}

/// Keeps nothing under this name any more.
///
/// # Errors
/// If the browser refuses.
pub async fn remove(name: &str) -> Result<(), JsValue> {
    let store = store(IdbTransactionMode::Readwrite).await?;
    done(&store.delete(&name.into())?).await.map(drop)
}

/// An object with these fields.
pub fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A new object takes any field.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// A field of an object; undefined if it has none.
pub fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

async fn store(mode: IdbTransactionMode) -> Result<IdbObjectStore, JsValue> {
    let factory: Option<IdbFactory> = gloo::utils::window().indexed_db()?;
    let request: IdbOpenDbRequest = factory.ok_or(JsValue::NULL)?.open_with_u32(NAME, 1)?;
    let opening = request.clone();
    let made = Closure::once_into_js(move || {
        if let Ok(database) = opening.result().and_then(|database| database.dyn_into::<IdbDatabase>()) {
            // It is new, so that it has no store of this name.
            let _ = database.create_object_store(NAME);
        }
    });
    request.set_onupgradeneeded(Some(made.unchecked_ref()));
    let database: IdbDatabase = done(&request).await?.dyn_into()?;
    let store = database.transaction_with_str_and_mode(NAME, mode)?.object_store(NAME);
    // It is closed when the transaction is over.
    database.close();
    store
}

/// What comes of a request.
async fn done(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let answer = Promise::new(&mut |resolve, reject| {
        let asked = request.clone();
        let succeeded = Closure::once_into_js(move || resolve.call1(&JsValue::NULL, &asked.result().unwrap_or(JsValue::UNDEFINED)));
        request.set_onsuccess(Some(succeeded.unchecked_ref()));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(answer).await
}
