//! Files of tasks that read each other's outputs.

mod csv;
pub(super) mod dbt;
mod dot;
mod wfcommons;

use super::{Graph, Project};
use crate::workload::{LeftOut, WorkloadError};
use crate::world::{SpecError, uncompressed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format of a file of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Format {
    /// Comma-separated edges: `from,to`, and `size`, that of the output of `from`.
    Csv,
    /// The language of Graphviz: `a -> b; a [size=3];`.
    Dot,
    /// `manifest.json` of a dbt project: its models that are stored, seeds and snapshots, and the sources that they read.
    Dbt,
    /// A scientific workflow in the format of `WfCommons` (JSON).
    Wfcommons,
}

/// A graph that was read, and what of its file was left out.
#[derive(Clone, Debug)]
pub struct Given {
    /// The graph.
    pub graph: Graph,
    /// What of the file was left out.
    pub left_out: LeftOut,
    /// Of a dbt project, its models that store nothing.
    pub project: Option<Project>,
}

impl Format {
    /// The format of a file, by its extension; of the two in JSON, by what is in it. Standard input (`-`) is a table of edges.
    ///
    /// # Errors
    /// Lists the extensions there are.
    pub fn of(path: &str, bytes: &[u8]) -> Result<Self, SpecError> {
        match uncompressed(path).rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
            Some("csv") => Ok(Self::Csv),
            None if path == "-" => Ok(Self::Csv),
            Some("dot" | "gv") => Ok(Self::Dot),
            Some("json") if dbt::is_manifest(bytes) => Ok(Self::Dbt),
            Some("json") => Ok(Self::Wfcommons),
            _ => Err(SpecError::value(
                "workload.path",
                path,
                "a file that ends in .csv (edges), .dot or .gv (Graphviz) or .json (manifest of dbt, or workflow of WfCommons), or \
                 workload.graph_format = \"csv\", \"dot\", \"dbt\" or \"wfcommons\"",
            )),
        }
    }
}

/// Reads a file of tasks; `name` is what messages call it.
///
/// # Errors
/// The first thing that is wrong: where it is, what was found and what is allowed.
pub fn read(format: Format, name: &str, bytes: &[u8]) -> Result<Given, WorkloadError> {
    match format {
        Format::Csv => csv::read(name, bytes),
        Format::Dot => dot::read(name, bytes),
        Format::Dbt => dbt::read(name, bytes),
        Format::Wfcommons => wfcommons::read(name, bytes),
    }
}

/// What sizes may be.
pub(super) const SIZES: &str = "a number from 0 to 1e15";

/// Whether an output may be of this size.
pub(super) fn is_size(size: f64) -> bool {
    (0.0..=1e15).contains(&size)
}

/// Tasks as they are read, numbered as they are first named.
#[derive(Debug, Default)]
pub(super) struct Builder {
    file: String,
    names: Vec<String>,
    numbers: BTreeMap<String, u32>,
    sizes: Vec<Option<f64>>,
    edges: Vec<(u32, u32)>,
}

impl Builder {
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// That something in the file is not what it may be.
    pub fn wrong(&self, place: impl Into<String>, found: impl Into<String>, allowed: &'static str) -> WorkloadError {
        WorkloadError::Instance { file: self.file.clone(), place: place.into(), found: found.into(), allowed }
    }

    /// The number of a task of this name.
    pub fn task(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        self.sizes.push(None);
        number
    }

    /// How many tasks there are.
    pub fn tasks(&self) -> u32 {
        self.names.len() as u32
    }

    /// Gives the output of a task a size.
    pub fn resize(&mut self, task: u32, size: f64, place: impl Fn() -> String) -> Result<(), WorkloadError> {
        let name = &self.names[task as usize];
        if !is_size(size) {
            return Err(self.wrong(place(), format!("the size of \"{name}\" is {}", crate::sim::written(size)), SIZES));
        }
        match self.sizes[task as usize].replace(size) {
            Some(old) if old != size => {
                let found = format!("the size of \"{name}\" is {}, and {} before", crate::sim::written(size), crate::sim::written(old));
                Err(self.wrong(place(), found, "one size for each task"))
            }
            _ => Ok(()),
        }
    }

    /// Lets one task read another's output.
    pub fn edge(&mut self, from: u32, to: u32) {
        self.edges.push((from, to));
    }

    /// The graph.
    pub fn finish(self, left_out: LeftOut) -> Result<Given, WorkloadError> {
        if self.names.is_empty() {
            return Err(WorkloadError::Empty { file: self.file, why: "it names no task".to_owned() });
        }
        if self.names.len() > Graph::MOST_TASKS {
            return Err(self.wrong("the whole file", format!("{} tasks", self.names.len()), "at most 100000 tasks"));
        }
        let sizes = self.sizes.iter().map(|size| size.unwrap_or(1.0)).collect();
        let graph = Graph::trusted(self.names, sizes, &self.edges).map_err(|circle| WorkloadError::Instance {
            file: self.file,
            place: "the whole file".to_owned(),
            found: circle.to_string(),
            allowed: "tasks that do not wait for themselves",
        })?;
        Ok(Given { graph, left_out, project: None })
    }
}

#[cfg(test)]
mod tests;
