//! The manifest of a dbt project: `target/manifest.json`, which dbt writes whenever it compiles, and the sizes of its tables.
//!
//! Its models, seeds and snapshots are the tasks, with the sources that they read: a source is a table that must be loaded. Views and
//! ephemeral models store nothing. They are no tasks but part of the queries of their readers, so that these read what they read. Tests,
//! exposures, analyses and other entries are left out.

use super::{Builder, Given, SIZES, is_size};
use crate::ordering::Project;
use crate::sim::written;
use crate::workload::{LeftOut, WorkloadError};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

const TASKS: [&str; 3] = ["model", "seed", "snapshot"];

/// Whether a file in JSON is a manifest of dbt.
pub fn is_manifest(bytes: &[u8]) -> bool {
    let whole: Option<Value> = serde_json::from_slice(bytes).ok();
    whole.is_some_and(|whole| whole.get("nodes").is_some_and(Value::is_object) || whole.pointer("/metadata/dbt_schema_version").is_some())
}

/// What a node reads, by the names that the manifest has for it.
fn reads(node: &Value) -> impl Iterator<Item = &Value> {
    node.pointer("/depends_on/nodes").and_then(Value::as_array).into_iter().flatten()
}

fn is_materialized(node: &Value, how: &str) -> bool {
    node.pointer("/config/materialized").and_then(Value::as_str) == Some(how)
}

fn is_run(node: &Value) -> bool {
    node.get("resource_type").and_then(Value::as_str).is_some_and(|kind| TASKS.contains(&kind))
}

fn stores_nothing(node: &Value) -> bool {
    is_run(node) && (is_materialized(node, "view") || is_materialized(node, "ephemeral"))
}

fn is_task(node: &Value) -> bool {
    is_run(node) && !stores_nothing(node)
}

fn json(name: &str, bytes: &[u8], what: &'static str) -> Result<Value, WorkloadError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        let found = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
        Builder::new(name).wrong(format!("line {}, column {}", error.line(), error.column()), found, what)
    })
}

/// Reads a manifest.
pub fn read(name: &str, bytes: &[u8]) -> Result<Given, WorkloadError> {
    let mut builder = Builder::new(name);
    let whole = json(name, bytes, "JSON, a manifest of dbt")?;
    let nodes = whole.get("nodes").and_then(Value::as_object);
    let nodes = nodes.ok_or_else(|| builder.wrong("nodes", "missing, or no table", "the nodes of a dbt project"))?;
    let none = Map::new();
    let sources = whole.get("sources").and_then(Value::as_object).unwrap_or(&none);
    let mut used = BTreeSet::new();
    for (id, node) in nodes.iter().filter(|(_, node)| is_task(node)) {
        let task = builder.task(id);
        // What it reads, through what stores nothing.
        let mut seen = BTreeSet::new();
        let mut waiting = vec![node];
        while let Some(at) = waiting.pop() {
            for other in reads(at) {
                let known = other.as_str().filter(|other| nodes.contains_key(*other) || sources.contains_key(*other));
                let Some(other) = known else {
                    let found = format!("depends_on names {other}");
                    return Err(builder.wrong(format!("node \"{id}\""), found, "nodes and sources of the manifest"));
                };
                if !seen.insert(other) {
                    continue;
                }
                match nodes.get(other) {
                    Some(node) if stores_nothing(node) => waiting.push(node),
                    Some(node) if !is_task(node) => {}
                    _ => {
                        let other = builder.task(other);
                        builder.edge(other, task);
                    }
                }
                used.insert(other);
            }
        }
    }
    let mut left_out = LeftOut::default();
    left_out.rows("of views and ephemeral models, which store nothing", nodes.values().filter(|node| stores_nothing(node)).count());
    left_out.rows("of tests, analyses and the like, which are not run", nodes.values().filter(|node| !is_run(node)).count());
    left_out.rows("of sources that nobody reads", sources.keys().filter(|source| !used.contains(source.as_str())).count());
    let given = builder.finish(left_out)?;
    Ok(Given { project: Some(project(nodes)), ..given })
}

/// What stores nothing, and who reads it.
fn project(nodes: &Map<String, Value>) -> Project {
    let lazy = |id: &str| nodes.get(id).is_some_and(stores_nothing);
    let views = nodes.iter().filter(|(_, node)| is_run(node) && is_materialized(node, "view")).map(|(id, _)| id.clone());
    let through = |node: &Value| reads(node).filter_map(Value::as_str).filter(|other| lazy(other)).map(str::to_owned).collect();
    let reads = nodes.iter().filter(|(_, node)| is_run(node)).map(|(id, node)| (id.clone(), through(node)));
    Project { views: views.collect(), through: reads.filter(|(_, through): &(_, Vec<_>)| !through.is_empty()).collect() }
}

/// Where a catalog has the size of a table, by adapter, and how many bytes its unit has.
const BYTES: [(&str, f64); 3] = [("bytes", 1.0), ("num_bytes", 1.0), ("size", 1_048_576.0)];

/// Sizes by the names of the manifest: from `catalog.json` the bytes of tables, from `run_results.json` the rows that were written. Tables
/// of which the file says nothing are left out.
pub fn sizes(name: &str, bytes: &[u8]) -> Result<BTreeMap<String, f64>, WorkloadError> {
    const FILES: &str =
        "catalog.json or run_results.json of dbt, with bytes of tables (stats.bytes) or rows that were written (rows_affected)";
    let whole = json(name, bytes, FILES)?;
    let of_table =
        |table: &Value| BYTES.iter().find_map(|(stat, unit)| Some(table.pointer(&format!("/stats/{stat}/value"))?.as_f64()? * unit));
    let tables = ["nodes", "sources"].into_iter().filter_map(|part| whole.get(part)?.as_object()).flatten();
    let tables = tables.filter_map(|(id, table)| Some((id.clone(), of_table(table)?)));
    let results = whole.get("results").and_then(Value::as_array).into_iter().flatten();
    // Adapters that do not know how many rows there were say −1.
    let rows = |result: &Value| result.pointer("/adapter_response/rows_affected")?.as_f64().filter(|rows| *rows >= 0.0);
    let results = results.filter_map(|result| Some((result.get("unique_id")?.as_str()?.to_owned(), rows(result)?)));
    let sizes: BTreeMap<String, f64> = tables.chain(results).collect();
    let builder = Builder::new(name);
    if let Some((id, size)) = sizes.iter().find(|(_, size)| !is_size(**size)) {
        return Err(builder.wrong(format!("\"{id}\""), format!("a size of {}", written(*size)), SIZES));
    }
    if sizes.is_empty() { Err(builder.wrong("the whole file", "no size of any table", FILES)) } else { Ok(sizes) }
}
