use super::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// What a dbt project has besides its tasks: models that store nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// Those that are views, and must be there before they are read.
    pub views: BTreeSet<String>,
    /// By model, what it reads that stores nothing.
    pub through: BTreeMap<String, Vec<String>>,
}

impl Project {
    /// An order of the tasks as a shell script of dbt commands. A view is created just before the first task that reads it, or after all
    /// tasks; sources are loaded by others.
    pub fn script(&self, graph: &Graph, order: &[u32]) -> String {
        let mut lines = vec!["#!/bin/sh".to_owned(), "set -e".to_owned()];
        let mut done = BTreeSet::new();
        let tasks = order.iter().map(|task| graph.name(*task)).collect::<Vec<_>>();
        for model in tasks.into_iter().chain(self.views.iter().map(String::as_str)) {
            self.build(model, &mut done, &mut lines);
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// Runs a model, after what it reads that stores nothing.
    fn build<'a>(&'a self, model: &'a str, done: &mut BTreeSet<&'a str>, lines: &mut Vec<String>) {
        let mut waiting = vec![(model, false)];
        while let Some((at, ready)) = waiting.pop() {
            if ready {
                let runs = at == model || self.views.contains(at);
                lines.extend(runs.then(|| command(at)).flatten());
            } else if done.insert(at) {
                waiting.push((at, true));
                waiting.extend(self.through.get(at).into_iter().flatten().rev().map(|other| (other.as_str(), false)));
            }
        }
    }
}

/// The command that makes a model, seed or snapshot, by its name in the manifest: `model.project.name`.
fn command(id: &str) -> Option<String> {
    let mut parts = id.splitn(3, '.');
    let (kind, _, name) = (parts.next()?, parts.next()?, parts.next()?);
    let verb = match kind {
        "model" => "run",
        "seed" => "seed",
        "snapshot" => "snapshot",
        _ => return None,
    };
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.-".contains(letter));
    let name = if plain { name.to_owned() } else { format!("'{}'", name.replace('\'', r"'\''")) };
    Some(format!("dbt {verb} --select {name}"))
}
