//! The ordering world as one of the [worlds](crate::world).

use super::algorithms::given;
use super::origin::{self, EDGE, FAN_IN, LAYERS, Origin, order, origin, usual_count};
use super::report::{self, COLUMNS, Cell, Report, Summary};
use super::spec::{Name, Source, System, Workload};
use super::{Cache, Costs, Found, Graph, Kind, Like, Log, Objective, Policy, Project, Recording, Reloads, Rule, solve};
use crate::registry::Term;
use crate::sim::{stream, written};
use crate::workload::{self, Job, LeftOut};
use crate::world::{Ask, Called, Column, Described, Entry, Named, Nothing, Read, RunFigures, SpecError, World};
use std::sync::Arc;

/// A valid scenario of the ordering world, with its file read.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    /// The algorithms.
    pub policies: Vec<Policy>,
    /// What they make small, unless they say otherwise.
    pub objective: Objective,
    /// The cache through which orders are replayed.
    pub cache: Cache,
    origin: Origin,
    /// The order that is given; empty for that in which tasks are listed.
    order: Vec<u32>,
    left_out: LeftOut,
    /// Tasks of which the file of sizes says nothing.
    sizeless: usize,
    /// Of a dbt project, its models that store nothing.
    project: Option<Project>,
}

/// The tasks of a replication.
#[derive(Clone, Debug)]
pub struct Jobs {
    /// The tasks.
    pub graph: Arc<Graph>,
    /// Which replication they are of.
    pub replication: u32,
    /// What searches find, by what they make small and by what rule.
    searched: Vec<(Objective, Rule, Found)>,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was made small.
    pub objective: Objective,
    /// What the algorithm found.
    pub found: Found,
    /// What its order costs.
    pub costs: Costs,
    /// What is reloaded when it is replayed.
    pub reloads: Reloads,
    /// What every order costs at least, as far as searches of the same tasks have shown it; otherwise what the edges alone show.
    pub bound: f64,
    /// Its cost ÷ the least there is, where that is known and not 0; 1 where both are 0.
    pub ratio: Option<f64>,
}

/// The stream of random numbers that break ties.
const TIES: u8 = 2;

impl Plan {
    /// What the algorithm at this position makes small.
    fn objective(&self, policy: usize) -> Objective {
        self.policies[policy].kind().objective.unwrap_or(self.objective)
    }

    fn found(&self, jobs: &Jobs, policy: usize, log: &mut Log) -> Found {
        let (kind, objective) = (self.policies[policy].kind(), self.objective(policy));
        let known = jobs.searched.iter().find(|(of, rule, _)| (*of, *rule) == (objective, kind.rule));
        if let (Some((_, _, found)), false) = (known, log.on) {
            return found.clone();
        }
        if kind.rule == Rule::Given {
            return given::solve(&jobs.graph, &self.order);
        }
        solve(&jobs.graph, kind, objective, &mut stream(self.seed, jobs.replication, TIES), log)
    }

    /// The order that costs least of what algorithms found for the same tasks: of a dbt project as a shell script that executes it, else a
    /// task a line.
    pub fn script(&self, jobs: &Jobs, outcomes: &[&Outcome]) -> String {
        let cost = |outcome: &Outcome| outcome.costs.under(self.objective);
        let best = outcomes.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let order = best.map_or(&[][..], |outcome| &outcome.found.order);
        match &self.project {
            Some(project) => project.script(&jobs.graph, order),
            None => order.iter().flat_map(|task| [jobs.graph.name(*task), "\n"]).collect(),
        }
    }

    fn outcome(&self, jobs: &Jobs, policy: usize, log: &mut Log) -> Outcome {
        let objective = self.objective(policy);
        let found = self.found(jobs, policy, log);
        let costs = Costs::of_legal(&jobs.graph, &found.order);
        let reloads = self.cache.replay(&jobs.graph, &found.order);
        let searched = || jobs.searched.iter().filter(|(of, _, _)| *of == objective).map(|(_, _, found)| found);
        let least = searched().find(|best| best.proven).map(|best| Costs::of_legal(&jobs.graph, &best.order).under(objective));
        let bounds = || searched().map(|found| found.bound).chain([found.bound, objective.floor(&jobs.graph)]);
        // Sums of sizes may differ in their last digits by the order in which they are added.
        let cost = costs.under(objective);
        let bound = least.unwrap_or_else(|| bounds().fold(0.0, f64::max)).min(cost);
        let ratio = least.map(|least| if cost == least { 1.0 } else { cost / least });
        Outcome { objective, found, costs, reloads, bound, ratio: ratio.filter(|ratio| ratio.is_finite()) }
    }
}

fn too_many(tasks: usize) -> SpecError {
    let why = format!("a run is recorded task by task; allowed: up to {} tasks", Recording::MOST_TASKS);
    SpecError::Unsuited { field: "workload.count", value: tasks.to_string(), why }
}

impl World for Plan {
    const KIND: &'static str = Name::KIND;
    const ABOUT: &'static str = "Tasks that read each other's outputs, in an order that keeps these in cache briefly";
    const USUAL: &'static [&'static str] = &["baseline", "greedy", "heuristic", "dp"];
    const REFERENCES: &'static [&'static str] = &[];
    const BYTES_A_JOB: f64 = 55.0;
    const LEGEND: &'static [Term] = &[
        ("cost", "what the algorithm makes small, as a mean over replications"),
        ("÷ optimum", "the cost ÷ that of an exact algorithm, if one was run and was not given up"),
        ("gap", "how much more than the least it costs at most"),
        ("proven", "share of replications in which an exact algorithm was not given up"),
        ("peak", "most outputs that are still needed at once"),
        ("reloads", "outputs that were read and were no longer in the cache"),
        ("states", "what the algorithm looked at"),
    ];
    const OF_JOBS: bool = false;
    const COUNTS: [&'static str; 2] = ["task", "tasks"];

    type System = System;
    type Workload = Workload;
    type Policy = Kind;
    type Jobs = Jobs;
    type Outcome = Outcome;
    type Cell = Cell;
    type Summary = Summary;
    type Report = Report;
    type Together = Nothing;
    type Recording = Recording;

    fn workloads() -> Vec<Named> {
        Like::ALL.iter().map(|(name, _)| Named { name, fields: vec![("graph", name)] }).collect()
    }

    fn default_of(_: &System, workload: &Workload, field: &str) -> Option<f64> {
        let like = workload.graph.unwrap_or(Like::Layered);
        let drawn = workload.kind() == Source::Synthetic;
        match field {
            "system.cache" => Some(CAPACITY),
            "workload.count" if drawn && like.figure().is_none() => Some(f64::from(usual_count(like))),
            "workload.edge_probability" if drawn && like == Like::Random => Some(EDGE),
            "workload.layers" if drawn && like == Like::Layered => Some(f64::from(LAYERS)),
            "workload.fan_in" if drawn && like == Like::Layered => Some(f64::from(FAN_IN)),
            "workload.size_spread" if drawn && like.figure().is_none() => Some(0.0),
            _ => None,
        }
    }

    fn moot(_: &System, workload: &Workload, field: &str) -> Option<&'static str> {
        let like = workload.graph.unwrap_or(Like::Layered);
        match (field, workload.kind()) {
            ("workload.graph" | "workload.count" | "workload.size_spread", Source::File | Source::Tasks) => Some("the tasks are given"),
            ("workload.count" | "workload.size_spread", Source::Synthetic) if like.figure().is_some() => Some("a figure has its own tasks"),
            ("workload.edge_probability", _) if workload.kind() != Source::Synthetic || like != Like::Random => {
                Some("it is of a random graph")
            }
            ("workload.layers" | "workload.fan_in", _) if workload.kind() != Source::Synthetic || like != Like::Layered => {
                Some("it is of a layered graph")
            }
            _ => None,
        }
    }

    fn prepare(ask: Ask<'_, Self>, read: &mut Read<'_>) -> Result<Self, SpecError> {
        let Ask { seed, policies, system, workload, .. } = ask;
        let objective = system.objective.unwrap_or_default();
        for policy in &policies {
            let kind = policy.kind();
            let own = kind.objective.unwrap_or(objective);
            if !own.is_of_sets() && !kind.takes_orders() {
                let (field, value) = match kind.objective {
                    Some(_) => ("policies", policy.written().to_owned()),
                    None => ("system.objective", own.to_string()),
                };
                let why = format!(
                    "{} goes by which tasks are done, and {own} depends on their order; allowed: tmb, wtmb or dla, or baseline, greedy and given alone",
                    policy.row().key
                );
                return Err(SpecError::Unsuited { field, value, why });
            }
        }
        let capacity = system.cache.unwrap_or(CAPACITY);
        if !(capacity > 0.0 && capacity <= MOST_CAPACITY) {
            return Err(SpecError::value("system.cache", written(capacity), "a number above 0, at most 1e18"));
        }
        let counts = system.cache_counts.unwrap_or_default();
        let cache = Cache { capacity, counts, eviction: system.eviction.unwrap_or_default() };
        let origin::Found { origin, left_out, sizeless, project } = origin(workload, read)?;
        let order = order(workload, &origin)?;
        Ok(Self { seed, policies, objective, cache, origin, order, left_out, sizeless, project })
    }

    fn jobs(&self) -> usize {
        match &self.origin {
            Origin::Fixed(graph) => graph.tasks(),
            Origin::Drawn(drawing) => drawing.count as usize,
        }
    }

    fn describe(&self) -> Described {
        let (jobs, skipped) = (World::jobs(self) as u64, self.left_out.count() as u64);
        Described { jobs, skipped, left_out: self.left_out.clone(), speed: None, seconds: false, load: None, cut: None }
    }

    fn given(&self) -> bool {
        matches!(self.origin, Origin::Fixed(_)) && self.policies.iter().all(|policy| policy.kind().is_fixed())
    }

    fn warnings(&self) -> Vec<String> {
        let Origin::Fixed(graph) = &self.origin else { return vec![] };
        let parts = graph.components().len();
        let apart = (parts > 1).then(|| {
            format!("the graph has {parts} parts that share no output: they are ordered one after the other, in order of their first tasks")
        });
        let sizeless = (self.sizeless > 0).then(|| {
            format!("the file of table sizes has none of {} of the {} tasks: their outputs are of size 1", self.sizeless, graph.tasks())
        });
        apart.into_iter().chain(sizeless).collect()
    }

    fn draw(&self, replication: u32) -> Jobs {
        let graph = match &self.origin {
            Origin::Fixed(graph) => Arc::clone(graph),
            Origin::Drawn(drawing) => Arc::new(drawing.draw(self.seed, replication).expect("what the plan has checked")),
        };
        let mut searched: Vec<(Objective, Rule, Found)> = vec![];
        for (at, policy) in self.policies.iter().enumerate().filter(|(_, policy)| policy.kind().is_search()) {
            let (kind, objective) = (policy.kind(), self.objective(at));
            if searched.iter().all(|(of, rule, _)| (*of, *rule) != (objective, kind.rule)) {
                let found = solve(&graph, kind, objective, &mut stream(self.seed, replication, TIES), &mut Log::default());
                searched.push((objective, kind.rule, found));
            }
        }
        Jobs { graph, replication, searched }
    }

    fn simulate(&self, jobs: &Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Outcome, SpecError> {
        let outcome = self.outcome(jobs, policy, &mut Log::default());
        progress(jobs.graph.tasks());
        Ok(outcome)
    }

    fn may_record(&self) -> Result<(), SpecError> {
        let tasks = World::jobs(self);
        if tasks <= Recording::MOST_TASKS { Ok(()) } else { Err(too_many(tasks)) }
    }

    fn recordable(&self, jobs: &Jobs) -> Result<Option<String>, SpecError> {
        let tasks = jobs.graph.tasks();
        if tasks <= Recording::MOST_TASKS { Ok(None) } else { Err(too_many(tasks)) }
    }

    fn record(&self, jobs: &Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<(Recording, Outcome), SpecError> {
        let mut log = Log::listening();
        let outcome = self.outcome(jobs, policy, &mut log);
        progress(jobs.graph.tasks());
        Ok((Recording::new(&jobs.graph, self.cache, self.policies[policy].row().key, &outcome, log), outcome))
    }

    fn tell(&self, _: &Jobs, outcome: &Outcome) -> RunFigures<Cell> {
        RunFigures { times: None, own: Cell::new(outcome) }
    }

    fn pool(&self, policy: usize, cells: Vec<Cell>, _: usize) -> Summary {
        Summary::pool(self.objective(policy), self.policies[policy].kind().is_exact(), &cells)
    }

    fn report(summary: &Summary) -> Report {
        Report { ordering: *summary }
    }

    fn cautions(policies: &[(&str, &Summary)]) -> Vec<String> {
        report::given_up(policies)
    }

    fn together(_: &[(&str, &Summary)]) -> Nothing {
        Nothing {}
    }

    fn columns() -> &'static [Column<Report>] {
        &COLUMNS
    }

    /// All tasks come at once, each takes one step, and waits for those whose outputs it reads.
    fn whole(jobs: &Jobs) -> workload::Workload {
        let job = |task: u32| Job { id: u64::from(task) + 1, arrival: 0.0, size: 1.0, estimate: 1.0, weight: 1.0 };
        workload::Workload::trusted((0..jobs.graph.tasks() as u32).map(job).collect())
    }

    fn job_titles() -> Vec<&'static str> {
        vec!["task", "size", "position", "last_reader", "reads", "readers"]
    }

    fn job_rows(&self, jobs: &Jobs, outcome: &Outcome) -> Vec<Vec<Entry>> {
        let graph = &jobs.graph;
        let mut position = vec![0_u64; graph.tasks()];
        (1..).zip(&outcome.found.order).for_each(|(place, task)| position[*task as usize] = place);
        let row = |task: u32| {
            let last = graph.next(task).iter().map(|reader| position[*reader as usize]).max();
            vec![
                Entry::Text(graph.name(task).to_owned()),
                Entry::Real(graph.sizes()[task as usize]),
                Entry::Whole(position[task as usize]),
                last.map_or(Entry::None, Entry::Whole),
                Entry::Whole(graph.before(task).len() as u64),
                Entry::Whole(graph.next(task).len() as u64),
            ]
        };
        (0..graph.tasks() as u32).map(row).collect()
    }
}

/// Capacity of the cache, if none is asked for.
const CAPACITY: f64 = 4.0;

/// The largest there can be.
const MOST_CAPACITY: f64 = 1e18;
