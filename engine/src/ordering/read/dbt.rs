//! The manifest of a dbt project: `target/manifest.json`, which dbt writes whenever it compiles.
//!
//! Its models, seeds and snapshots are the tasks, with the sources that they read: a source is a table that must be loaded. Ephemeral models
//! are part of the queries of their readers, so that these read what they read. Tests, analyses and other entries are left out.

use super::{Builder, Given};
use crate::workload::WorkloadError;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

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

fn is_ephemeral(node: &Value) -> bool {
    node.pointer("/config/materialized").and_then(Value::as_str) == Some("ephemeral")
}

fn is_task(node: &Value) -> bool {
    node.get("resource_type").and_then(Value::as_str).is_some_and(|kind| TASKS.contains(&kind)) && !is_ephemeral(node)
}

/// Reads a manifest.
pub fn read(name: &str, bytes: &[u8]) -> Result<Given, WorkloadError> {
    let mut builder = Builder::new(name);
    let whole: Value = serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        let found = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
        builder.wrong(format!("line {}, column {}", error.line(), error.column()), found, "JSON, a manifest of dbt")
    })?;
    let nodes = whole.get("nodes").and_then(Value::as_object);
    let nodes = nodes.ok_or_else(|| builder.wrong("nodes", "missing, or no table", "the nodes of a dbt project"))?;
    let none = Map::new();
    let sources = whole.get("sources").and_then(Value::as_object).unwrap_or(&none);
    let mut used = BTreeSet::new();
    for (id, node) in nodes.iter().filter(|(_, node)| is_task(node)) {
        let task = builder.task(id);
        // What it reads, through ephemeral models.
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
                    Some(node) if is_ephemeral(node) => waiting.push(node),
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
    let tasks = nodes.values().filter(|node| is_task(node)).count();
    let idle = sources.keys().filter(|source| !used.contains(source.as_str())).count();
    builder.finish(nodes.len() - tasks + idle)
}
