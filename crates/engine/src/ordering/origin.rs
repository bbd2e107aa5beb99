//! Where the tasks of a scenario come from, checked.

use super::like::{Drawing, Like, Shape};
use super::read::{self, Format, Given, SIZES, dbt, is_size};
use super::spec::{Source, Workload};
use super::{Graph, Project};
use crate::sim::written;
use crate::workload::LeftOut;
use crate::world::{Read, SpecError, check};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where the graph of a replication comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// The same in all of them.
    Fixed(Arc<Graph>),
    /// Drawn anew for each.
    Drawn(Drawing),
}

/// The tasks of a drawn graph, if nothing else is asked.
pub(super) const fn usual_count(like: Like) -> u32 {
    if matches!(like, Like::Random) { 8 } else { 20 }
}

/// The probability of an edge, if nothing else is asked.
pub(super) const EDGE: f64 = 0.35;

/// The layers, and the fan-in of views, likewise.
pub(super) const LAYERS: u32 = 4;
pub(super) const FAN_IN: u32 = 2;

/// The tasks of a scenario, and what is known of their file.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The tasks.
    pub origin: Origin,
    /// What of the file was left out.
    pub left_out: LeftOut,
    /// Tasks of which the file of sizes says nothing.
    pub sizeless: usize,
    /// Of a dbt project, its models that store nothing.
    pub project: Option<Project>,
}

impl From<Origin> for Found {
    fn from(origin: Origin) -> Self {
        Self { origin, left_out: LeftOut::default(), sizeless: 0, project: None }
    }
}

/// Checks where tasks come from, and reads their files.
pub(super) fn origin(spec: &Workload, read: &mut Read<'_>) -> Result<Found, SpecError> {
    let kind = spec.kind();
    let drawn = [
        ("workload.graph", spec.graph.is_some()),
        ("workload.count", spec.count.is_some()),
        ("workload.edge_probability", spec.edge_probability.is_some()),
        ("workload.layers", spec.layers.is_some()),
        ("workload.fan_in", spec.fan_in.is_some()),
        ("workload.size_spread", spec.size_spread.is_some()),
    ];
    let file = [
        ("workload.path", spec.path.is_some()),
        ("workload.graph_format", spec.graph_format.is_some()),
        ("workload.table_sizes", spec.table_sizes.is_some()),
    ];
    let tasks = [("workload.tasks", !spec.tasks.is_empty())];
    match kind {
        Source::Synthetic => {
            check::absent(&[&file[..], &tasks[..]].concat(), "the graph is known or drawn")?;
            Ok(synthetic(spec)?.into())
        }
        Source::File => {
            check::absent(&[&drawn[..], &tasks[..]].concat(), "the tasks are those of a file")?;
            let missing = || SpecError::value("workload.path", "missing", "the file of tasks, or another workload.kind");
            let path = spec.path.as_deref().ok_or_else(missing)?;
            let mut bytes_of = |path: &str| read(path).map_err(|source| SpecError::Read { path: path.to_owned(), source });
            let bytes = bytes_of(path)?;
            let format = spec.graph_format.map_or_else(|| Format::of(path, &bytes), Ok)?;
            let Given { graph, left_out, project } = read::read(format, path, &bytes)?;
            let (graph, sizeless) = match &spec.table_sizes {
                None => (graph, 0),
                Some(sizes) if format != Format::Dbt => {
                    let why = "the tasks are not those of a manifest of dbt; give workload.table_sizes with one only".to_owned();
                    return Err(SpecError::Unsuited { field: "workload.table_sizes", value: sizes.clone(), why });
                }
                Some(sizes) => graph.resized(&dbt::sizes(sizes, &bytes_of(sizes)?)?)?,
            };
            Ok(Found { origin: Origin::Fixed(Arc::new(graph)), left_out, sizeless, project })
        }
        Source::Tasks => {
            check::absent(&[&drawn[..], &file[..]].concat(), "the tasks are written out")?;
            Ok(Origin::Fixed(Arc::new(listed(spec)?)).into())
        }
    }
}

/// Checks the order that is given, of the tasks that there will be.
pub(super) fn order(spec: &Workload, origin: &Origin) -> Result<Vec<u32>, SpecError> {
    const FIELD: &str = "workload.order";
    if spec.order.is_empty() {
        return Ok(vec![]);
    }
    let names: Vec<String> = match origin {
        Origin::Fixed(graph) => (0..graph.tasks() as u32).map(|task| graph.name(task).to_owned()).collect(),
        Origin::Drawn(drawing) => (0..drawing.count).map(|task| task.to_string()).collect(),
    };
    let numbers: BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
    let mut order = Vec::with_capacity(names.len());
    let mut there = vec![false; names.len()];
    for name in &spec.order {
        let task = numbers.get(name.as_str()).copied();
        let task = task.ok_or_else(|| SpecError::value(FIELD, format!("a list with \"{name}\""), "names of tasks"))?;
        if std::mem::replace(&mut there[task as usize], true) {
            return Err(SpecError::value(FIELD, format!("a list with \"{name}\" twice"), "each task once"));
        }
        order.push(task);
    }
    if let Some(missing) = there.iter().position(|there| !there) {
        return Err(SpecError::value(FIELD, format!("a list without \"{}\"", names[missing]), "each task once"));
    }
    if let Origin::Fixed(graph) = origin
        && let Some((task, other)) = graph.obstacle(&order)
    {
        let (task, other) = (graph.name(task), graph.name(other));
        let found = format!("\"{task}\" before \"{other}\", whose output it reads");
        return Err(SpecError::value(FIELD, found, "each task after those whose outputs it reads"));
    }
    Ok(order)
}

fn synthetic(spec: &Workload) -> Result<Origin, SpecError> {
    let like = spec.graph.unwrap_or(Like::Layered);
    let random = [("workload.edge_probability", spec.edge_probability.is_some())];
    let layered = [("workload.layers", spec.layers.is_some()), ("workload.fan_in", spec.fan_in.is_some())];
    if let Some(graph) = like.figure() {
        let drawn = [("workload.count", spec.count.is_some()), ("workload.size_spread", spec.size_spread.is_some())];
        check::absent(&[&drawn[..], &random[..], &layered[..]].concat(), "a figure has its own tasks")?;
        return Ok(Origin::Fixed(Arc::new(graph)));
    }
    let count = spec.count.unwrap_or(usual_count(like));
    whole("workload.count", count, Graph::MOST_TASKS as u32)?;
    let shape = if like == Like::Random {
        check::absent(&layered, "a random graph has no layers")?;
        let edge = spec.edge_probability.unwrap_or(EDGE);
        if !(0.0..=1.0).contains(&edge) {
            return Err(SpecError::value("workload.edge_probability", written(edge), "a probability, 0 to 1"));
        }
        let edges = edge * f64::from(count) * f64::from(count - 1) / 2.0;
        if edges > Drawing::MOST_EDGES {
            let why = format!("{count} tasks then have {edges:.0} edges on average; allowed: at most 5 million");
            return Err(SpecError::Unsuited { field: "workload.edge_probability", value: written(edge), why });
        }
        Shape::Random { edge }
    } else {
        check::absent(&random, "the edges of a layered graph follow from its layers and the fan-in")?;
        let (layers, fan_in) = (spec.layers.unwrap_or(LAYERS.min(count)), spec.fan_in.unwrap_or(FAN_IN));
        whole("workload.layers", layers, Graph::MOST_TASKS as u32)?;
        whole("workload.fan_in", fan_in, 1000)?;
        if layers > count {
            let why = format!("there are {count} tasks; allowed: at most one layer for each");
            return Err(SpecError::Unsuited { field: "workload.layers", value: layers.to_string(), why });
        }
        Shape::Layered { layers, fan_in }
    };
    let spread = spec.size_spread.unwrap_or(0.0);
    if !(0.0..=10.0).contains(&spread) {
        return Err(SpecError::value("workload.size_spread", written(spread), "a number from 0 to 10"));
    }
    Ok(Origin::Drawn(Drawing { shape, count, spread }))
}

fn whole(field: &str, found: u32, most: u32) -> Result<(), SpecError> {
    let allowed = || format!("a whole number from 1 to {most}");
    if (1..=most).contains(&found) { Ok(()) } else { Err(SpecError::value(field, found.to_string(), allowed())) }
}

/// The graph of tasks that are written out.
fn listed(spec: &Workload) -> Result<Graph, SpecError> {
    let tasks = &spec.tasks;
    let field = |task: usize, name: &str| format!("workload.tasks[{}].{name}", task + 1);
    if tasks.is_empty() {
        return Err(SpecError::value("workload.tasks", "missing", "at least one task, or another workload.kind"));
    }
    if tasks.len() > Graph::MOST_TASKS {
        return Err(SpecError::value("workload.tasks", format!("a list of {}", tasks.len()), "at most 100000 tasks"));
    }
    let names: Vec<String> = (1..).zip(tasks).map(|(number, task)| task.name.clone().unwrap_or_else(|| number.to_string())).collect();
    let mut numbers = BTreeMap::new();
    for (task, name) in names.iter().enumerate() {
        if let Some(first) = numbers.insert(name, task as u32) {
            let allowed = format!("a name of its own; task {} has the same", first + 1);
            return Err(SpecError::value(field(task, "name"), format!("\"{name}\""), allowed));
        }
    }
    let mut edges = vec![];
    for (number, task) in tasks.iter().enumerate() {
        if let Some(size) = task.size.filter(|size| !is_size(*size)) {
            return Err(SpecError::value(field(number, "size"), written(size), SIZES));
        }
        for other in &task.after {
            let known = numbers.get(other).copied();
            let known =
                known.ok_or_else(|| SpecError::value(field(number, "after"), format!("\"{other}\""), "names of tasks of the list"))?;
            edges.push((known, number as u32));
        }
    }
    let sizes = tasks.iter().map(|task| task.size.unwrap_or(1.0)).collect();
    Graph::trusted(names, sizes, &edges).map_err(|circle| {
        let first = circle.tasks.first().copied().unwrap_or_default() as usize;
        let allowed = "names of tasks that do not wait for this one";
        SpecError::value(field(first, "after"), format!("such that {circle}"), allowed)
    })
}
