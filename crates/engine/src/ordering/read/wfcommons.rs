//! Instances of scientific workflows in the format of `WfCommons`.

use super::{Builder, Given};
use crate::workload::{LeftOut, WorkloadError, read_wfcommons};
use serde_json::Value;
use std::collections::BTreeMap;

/// Reads an instance: its tasks, who waits for whom, and as sizes the bytes of the files that each task writes; tasks of which none are
/// known have size 1.
pub fn read(name: &str, bytes: &[u8]) -> Result<Given, WorkloadError> {
    let workload = read_wfcommons(name, bytes)?;
    let mut builder = Builder::new(name);
    let whole: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let specification = whole.pointer("/workflow/specification");
    let listed = specification.unwrap_or(&whole["workflow"])["tasks"].as_array();
    // From version 1.5 on tasks name their files, and are told apart by their ids.
    let key = if specification.is_some() { "id" } else { "name" };
    let files: BTreeMap<&str, f64> = specification
        .and_then(|specification| specification["files"].as_array())
        .into_iter()
        .flatten()
        .filter_map(|file| Some((file["id"].as_str()?, file["sizeInBytes"].as_f64()?)))
        .collect();
    let written = |task: &Value| -> Option<f64> {
        let named = task["outputFiles"].as_array().into_iter().flatten().filter_map(|file| files.get(file.as_str()?).copied());
        let own = task["files"].as_array().into_iter().flatten().filter(|file| file["link"] == "output");
        let own = own.filter_map(|file| file["sizeInBytes"].as_f64().or(file["size"].as_f64()));
        let sizes: Vec<f64> = named.chain(own).collect();
        (!sizes.is_empty()).then(|| sizes.iter().sum())
    };
    for (task, job) in listed.into_iter().flatten().zip(workload.jobs()) {
        let number = builder.task(task[key].as_str().unwrap_or(&job.name));
        if let Some(size) = written(task) {
            builder.resize(number, size, || format!("task \"{}\"", job.name))?;
        }
    }
    for job in workload.jobs() {
        job.after.iter().for_each(|other| builder.edge(*other as u32 - 1, job.id as u32 - 1));
    }
    builder.finish(LeftOut::default())
}
