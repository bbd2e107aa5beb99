//! What programs in JavaScript ask of a worker, as `www/schedscope.js` sends it: an object with its `id`, and a `scenario`, or `jobs`
//! column by column with a `policy` and `servers`. The answer has the same `id`.

use crate::web::message::worker_scope;
use js_sys::{Array, ArrayBuffer, BigInt, Float64Array, Object, Reflect};
use schedscope_core::calls::{self, COLUMNS, Columns, Names, Refusal, Times, misspelt, scenario_of};
use schedscope_core::experiment::{Report, Scenario, ScenarioError, Study, run_all};
use std::io;
use toml::{Table, Value};
use wasm_bindgen::{JsCast as _, JsValue};

/// The largest whole number up to which a number of JavaScript tells all apart.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// Answers a call.
pub fn called(call: &JsValue) {
    let answer = Object::new();
    put(&answer, "id", &get(call, "id"));
    let scenario = get(call, "scenario");
    let done = if scenario.is_undefined() {
        simulated(call).map(|times| {
            put(&answer, "sojourn", &Float64Array::from(times.sojourn.as_slice()));
            put(&answer, "slowdown", &Float64Array::from(times.slowdown.as_slice()));
            put(&answer, "meanSojourn", &times.mean.into());
        })
    } else {
        reported(&scenario).map(|report| put(&answer, "report", &report.into()))
    };
    if let Err(Refusal { message, field, value, allowed }) = done {
        let refused = Object::new();
        put(&refused, "message", &message.into());
        for (name, text) in [("field", field), ("value", value), ("allowed", allowed)] {
            put(&refused, name, &text.map_or(JsValue::NULL, JsValue::from));
        }
        put(&answer, "refused", &refused);
    }
    // Nobody may be listening any more.
    let _ = worker_scope().post_message(&answer);
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // A new object takes any property.
    let _ = Reflect::set(object, &name.into(), value);
}

/// The report of a scenario, as the command line prints it.
fn reported(scenario: &JsValue) -> Result<String, Refusal> {
    let scenario = match scenario.as_string() {
        Some(text) => Scenario::from_toml(&text)?,
        None => scenario_of(table(scenario, "", 0)?)?,
    };
    let unread = |_: &str| Err(io::Error::other("no files are read here; give the jobs themselves, with `workload.jobs` or in `simulate`"));
    let report = || {
        let study = Study::new(scenario, unread)?;
        let (summaries, _) = run_all(&study, false, |_| ())?;
        Ok::<_, ScenarioError>(Report::new(&study, summaries))
    };
    let failed = |error: serde_json::Error| Refusal { message: error.to_string(), field: None, value: None, allowed: None };
    report()?.json().map_err(failed)
}

/// What comes of jobs under a policy.
fn simulated(call: &JsValue) -> Result<Times, Refusal> {
    let given = get(call, "jobs");
    let titles = if let Some(given) = given.dyn_ref::<Object>() { Object::keys(given) } else { Array::new() };
    let titles: Vec<String> = titles.iter().filter_map(|title| title.as_string()).collect();
    misspelt(titles.iter().map(String::as_str)).map_or(Ok(()), Err)?;
    let [arrival, size, estimate, weight, id] = COLUMNS.map(|title| Some(get(&given, title)).filter(|column| !absent(column)));
    let read = |column: Option<JsValue>, title: &str| column.map(|column| numbers(title, &column)).transpose();
    let (arrival, size) = (read(arrival, "arrival")?, read(size, "size")?);
    let (estimate, weight) = (read(estimate, "estimate")?, read(weight, "weight")?);
    let columns = Columns {
        arrival: arrival.as_deref(),
        size: size.as_deref(),
        estimate: estimate.as_deref(),
        weight: weight.as_deref(),
        id: id.map(|id| names(&id)).transpose()?,
    };
    let jobs = columns.jobs()?;
    let policy = get(call, "policy");
    let text = policy.as_string().ok_or_else(|| Refusal::of("policies", said(&policy), "the text of one policy, such as \"psbs\""))?;
    let policy = calls::policy(&text)?;
    let asked = get(call, "servers");
    let whole = asked.as_f64().filter(|servers| libm::trunc(*servers) == *servers && (0.0..=f64::from(u32::MAX)).contains(servers));
    let servers = if absent(&asked) { 1 } else { calls::servers(said(&asked), whole.map(|servers| servers as u32))? };
    calls::simulate(jobs, &policy, servers, |_| ())
}

/// The numbers of a column.
fn numbers(title: &str, column: &JsValue) -> Result<Vec<f64>, Refusal> {
    if let Some(numbers) = column.dyn_ref::<Float64Array>() {
        return Ok(numbers.to_vec());
    }
    let number =
        |entry: JsValue| entry.as_f64().ok_or_else(|| Refusal::of(title, format!("a list with {}", said(&entry)), Columns::NUMBERS));
    list(column).ok_or_else(|| Refusal::of(title, said(column), Columns::NUMBERS))?.iter().map(number).collect()
}

/// What jobs are called.
fn names(ids: &JsValue) -> Result<Names, Refusal> {
    let wrong = |found: &JsValue| Refusal::of("id", said(found), Names::ALLOWED);
    let ids = list(ids).ok_or_else(|| wrong(ids))?;
    if ids.iter().next().is_some_and(|first| first.is_string()) {
        return ids.iter().map(|id| id.as_string().ok_or_else(|| wrong(&id))).collect::<Result<_, _>>().map(Names::Texts);
    }
    let whole = |id: &JsValue| id.as_f64().filter(|id| libm::trunc(*id) == *id && (0.0..=SAFE).contains(id)).map(|id| id as u64);
    ids.iter().map(|id| whole(&id).ok_or_else(|| wrong(&id))).collect::<Result<_, _>>().map(Names::Numbers)
}

fn absent(value: &JsValue) -> bool {
    value.is_undefined() || value.is_null()
}

/// A list, or an array of numbers.
fn list(value: &JsValue) -> Option<Array> {
    // A list is not copied: it may have far more places than entries.
    if Array::is_array(value) { Some(value.clone().unchecked_into()) } else { ArrayBuffer::is_view(value).then(|| Array::from(value)) }
}

/// The fields of an object; what is null or undefined is not given.
fn table(object: &JsValue, of: &str, depth: usize) -> Result<Table, Refusal> {
    let object = object.dyn_ref::<Object>().filter(|object| list(object).is_none());
    let object = object.ok_or_else(|| Refusal::of("scenario", "no object", "an object of fields, or a text in TOML"))?;
    let mut table = Table::new();
    for entry in Object::entries(object).iter() {
        let entry: Array = entry.unchecked_into();
        let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        if !absent(&value) {
            let path = if of.is_empty() { name.clone() } else { format!("{of}.{name}") };
            table.insert(name, plain(&value, &path, depth)?);
        }
    }
    Ok(table)
}

/// A value of JavaScript as one of TOML.
fn plain(value: &JsValue, field: &str, depth: usize) -> Result<Value, Refusal> {
    /// No field is as deep; an object that contains itself is.
    const DEEPEST: usize = 16;
    if let Some(truth) = value.as_bool() {
        return Ok(truth.into());
    }
    if let Some(number) = value.as_f64() {
        let whole = libm::trunc(number) == number && libm::fabs(number) <= SAFE;
        return Ok(if whole { Value::Integer(number as i64) } else { Value::Float(number) });
    }
    if let Some(text) = value.as_string() {
        return Ok(text.into());
    }
    if value.is_bigint() {
        let whole = i64::try_from(value.unchecked_ref::<BigInt>().clone());
        return whole.map(Value::Integer).map_err(|_| Refusal::of(field, said(value), "a whole number of 64 bits"));
    }
    let refused = || Refusal::of(field, said(value), "numbers, texts, true, false, lists and objects of these");
    if depth == DEEPEST || absent(value) {
        return Err(refused());
    }
    if let Some(items) = list(value) {
        let item = |(place, item): (usize, JsValue)| plain(&item, &format!("{field}[{}]", place + 1), depth + 1);
        return items.iter().enumerate().map(item).collect::<Result<_, _>>().map(Value::Array);
    }
    if value.is_object() { table(value, field, depth + 1).map(Value::Table) } else { Err(refused()) }
}

/// A value in a message.
fn said(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        return format!("\"{text}\"");
    }
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    match value.dyn_ref::<BigInt>() {
        Some(whole) => whole.to_string(10).map_or_else(|_| "a number".to_owned(), String::from),
        None if value.is_undefined() => "undefined".to_owned(),
        None if value.is_null() => "null".to_owned(),
        None if list(value).is_some() => "a list".to_owned(),
        None => value.as_bool().map_or_else(|| "an object".to_owned(), |truth| truth.to_string()),
    }
}
