//! How orders of tasks are watched, and made by hand.

use super::presets::{COMPARED, PRESETS};
use super::{Replay, words};
use crate::clock::Beat;
use crate::file::Reads;
use crate::format;
use crate::key::Key;
use crate::offered::Offered;
use crate::stage::{About, Change, Motion, Played, Stage};
use schedscope::ordering::{Like, Plan, Recording, Source, Workload};
use schedscope::world::World as _;
use schedscope_chart::OrderGlance;
use schedscope_core::experiment::{Recording as Recorded, Report, Scenario};
use std::rc::Rc;

/// Key of the policy that executes the order that is given.
pub const GIVEN: &str = "given";

/// Tasks in an order.
#[derive(Clone, Copy, Debug)]
pub struct Order;

/// What is made and looked at besides.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// How many expansions of A* are shown.
    pub expansions: u32,
    /// The task that is being moved.
    pub moved: Option<Moved>,
    /// What the last move has come to.
    pub made: Option<Made>,
    /// What is shown while the workers have not heard of a move.
    preview: Option<Rc<Replay>>,
}

/// A task that is being moved in an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Position of the policy whose order it is.
    pub which: usize,
    /// The order as it was.
    from: Vec<u32>,
    /// The order as it is now.
    pub order: Vec<u32>,
    /// The task.
    pub task: u32,
    /// What the two cost.
    pub costs: [f64; 2],
    /// The task that bars the place where it was to be put, and why.
    pub refusal: Option<(u32, String)>,
}

/// What a move has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Name of the policy whose order was changed.
    pub from: String,
    /// What the order costs before and after.
    pub costs: [f64; 2],
}

/// What can be done to it besides.
#[derive(Clone, Debug)]
pub enum Gesture {
    /// In the order of the policy at a position, the task so many steps later is selected.
    Neighbour(usize, i32),
    /// The task of this step, from 1, of the order of the policy at this position was taken hold of.
    Grab(usize, u32),
    /// It was carried to this step.
    Carry(u32),
    /// It was let go; nothing comes of it if it was not to be moved.
    Drop(bool),
    /// The task that is selected was moved so many steps in the order of the policy at this position.
    Shift(usize, i32),
    /// The reader's order is no more.
    TakeBack,
    /// So many expansions of A* are to be shown.
    Expand(u32),
}

impl Stage for Order {
    type World = Plan;
    type Replay = Replay;
    /// A task.
    type Selected = u32;
    type Own = Own;
    type Gesture = Gesture;

    const ABOUT: About = About {
        name: "order",
        title: "Order",
        line: "Tasks that read each other’s outputs, one after the other",
        counts: Plan::COUNTS,
        time: "how many steps are done, a whole number",
        presets: &PRESETS,
        compared: &COMPARED,
        measure: "cost",
        offered: Offered { groups: &["Algorithms"], group: |_, _| 0, ..Offered::BY_FAMILY },
        reads: Reads::Tasks,
        most: usize::MAX,
        panels: usize::MAX,
        in_order: false,
        finds: None,
        plays: false,
    };

    fn shown(report: Report, recordings: Vec<Recorded>) -> Replay {
        Replay::new(report, recordings)
    }

    fn report(shown: &Replay) -> &Report {
        &shown.report
    }

    /// Steps.
    fn instants(_: &Played<Self>, shown: &Replay) -> Vec<f64> {
        (0..=shown.runs.tasks()).map(|step| step as f64).collect()
    }

    fn begin(_: &Played<Self>, shown: &Replay) -> Motion {
        Motion::At(f64::from(shown.telling()))
    }

    fn next(played: &Played<Self>, _: &Replay, by: i64) -> Option<(u32, Option<Motion>)> {
        Some((played.neighbour(played.front, by as i32)?, None))
    }

    fn has(shown: &Replay, task: u32) -> bool {
        (task as usize) < shown.runs.tasks()
    }

    fn name(shown: &Replay, task: u32) -> Option<String> {
        shown.runs.runs.first()?.recording.names.get(task as usize).cloned()
    }

    fn named(shown: &Replay, name: &str) -> Option<u32> {
        let position = shown.runs.runs.first()?.recording.names.iter().position(|known| known == name)?;
        u32::try_from(position).ok()
    }

    fn headline(played: &Played<Self>) -> [String; 2] {
        played.shown().map(|shown| words::headline(shown)).unwrap_or_default()
    }

    fn key(played: &Played<Self>, key: &Key) -> Option<Change<Self>> {
        match (key.name.as_str(), key.control, key.shift) {
            ("ArrowLeft", false, true) => Some(Change::Own(Gesture::Shift(played.front, -1))),
            ("ArrowRight", false, true) => Some(Change::Own(Gesture::Shift(played.front, 1))),
            ("Escape", false, _) => Some(Change::Select(None)),
            _ => None,
        }
    }

    fn gesture(played: &mut Played<Self>, gesture: Gesture) {
        match gesture {
            Gesture::Neighbour(which, by) => {
                if let Some(task) = played.neighbour(which, by) {
                    played.front = which;
                    played.select(Some(task));
                }
            }
            Gesture::Grab(which, step) => played.grab(which, step),
            Gesture::Carry(step) => played.carry(step),
            Gesture::Drop(stays) => played.let_go(stays),
            Gesture::Shift(which, by) => played.shift(which, by),
            Gesture::TakeBack => {
                played.own = Own::default();
                (played.selected, played.front) = (None, 0);
                played.bench_mut().amend(without_order);
            }
            Gesture::Expand(expansions) => played.own.expansions = expansions,
        }
    }

    fn selected(played: &mut Played<Self>) {
        played.own.moved = None;
    }

    fn arrived(played: &mut Played<Self>, shown: &Replay, _: bool) {
        played.own.preview = None;
        if let Some(search) = shown.searches.iter().flatten().next() {
            let all = search.count as u32;
            if played.own.expansions == 0 || played.own.expansions > all {
                played.own.expansions = (all / 2).max(1);
            }
        }
    }

    /// An order of other tasks is none of these; what was made of another scenario is no more.
    fn asked(played: &mut Played<Self>, before: &Scenario, field: Option<&str>) {
        if field.is_none() {
            played.own = Own::default();
            if before.file() != played.bench.scenario.file() {
                played.bench_mut().amend(match_policy_to_order);
            }
            return;
        }
        if tasks(&played.bench.scenario) != tasks(before) {
            played.own = Own::default();
            (played.selected, played.front) = (None, 0);
            if played.has_order() {
                played.bench_mut().amend(without_order);
            }
        }
        if executes_given(before) && !executes_given(&played.bench.scenario) {
            played.own.made = None;
        }
        (played.own.moved, played.own.preview) = (None, None);
    }

    fn preview(own: &Own) -> Option<&Rc<Replay>> {
        own.preview.as_ref()
    }

    fn bar(scenario: &Scenario) -> Vec<&'static str> {
        // A graph that is known has no numbers of its own.
        let drawn = |field: &&str| !field.starts_with("workload.") || scenario.default_of(field).is_some();
        ["system.cache", "workload.count", "workload.fan_in"].into_iter().filter(drawn).collect()
    }

    fn workload(scenario: &Scenario) -> Option<String> {
        let graph = scenario.get("workload.graph").and_then(|graph| graph.as_str().map(|graph| graph.replace("fig-", "figure ")));
        let tasks = scenario.get("workload.tasks").and_then(|tasks| Some(format::counted(tasks.as_array()?.len() as u64, "task", "tasks")));
        scenario.file().map(str::to_owned).or(tasks).or(graph)
    }
}

impl Played<Order> {
    /// How many steps are done, the one that is shown included.
    pub fn step(&self) -> u32 {
        // What stands on a step is not yet in the next.
        libm::ceil(self.clock.playhead - 1e-6).max(0.0) as u32
    }

    /// What is looked at of an order.
    pub fn glance(&self, which: usize) -> OrderGlance {
        let moved = self.own.moved.as_ref().filter(|moved| moved.which == which);
        let bar = moved.and_then(|moved| moved.refusal.as_ref()).map(|(task, _)| *task);
        OrderGlance { which, step: self.step(), lit: self.selected, bar }
    }

    /// Whether there is an order of the reader's.
    pub fn has_order(&self) -> bool {
        workload(&self.bench.scenario).is_some_and(|workload| !workload.order.is_empty())
    }

    /// The tasks of the order of the policy at a position.
    fn order(&self, which: usize) -> Option<Vec<u32>> {
        Some(self.shown()?.runs.runs.get(which)?.recording.order()).filter(|order| !order.is_empty())
    }

    /// The task so many steps after the one that is selected, in the order of the policy at a position.
    fn neighbour(&self, which: usize, by: i32) -> Option<u32> {
        let order = self.order(which)?;
        let now = order.iter().position(|task| Some(*task) == self.selected);
        let next = now.map_or(0, |now| now.saturating_add_signed(by as isize).min(order.len() - 1));
        order.get(next).copied()
    }

    fn grab(&mut self, which: usize, step: u32) {
        let Some((order, cost)) = self.order(which).zip(self.shown().and_then(|shown| shown.runs.cost(which))) else { return };
        if let Some(task) = order.get(step.saturating_sub(1) as usize).copied() {
            self.clock.hear(Beat::Play(false));
            self.front = which;
            self.select(Some(task));
            self.own.moved = Some(Moved { which, from: order.clone(), order, task, costs: [cost; 2], refusal: None });
        }
    }

    fn shift(&mut self, which: usize, by: i32) {
        let Some(step) = self.order(which).and_then(|order| order.iter().position(|task| Some(*task) == self.selected)) else { return };
        let to = (step as u32 + 1).saturating_add_signed(by).max(1);
        self.grab(which, step as u32 + 1);
        self.carry(to);
        let refused = self.own.moved.as_ref().is_some_and(|moved| moved.order == moved.from);
        // What is refused stays to be read.
        if !refused {
            self.let_go(true);
        }
    }

    /// Puts the task that is held at a step, or as near as its inputs and readers let it.
    fn carry(&mut self, step: u32) {
        let Some((mut moved, shown)) = self.own.moved.take().zip(self.shown().cloned()) else { return };
        let Some(run) = shown.runs.runs.get(moved.which) else { return };
        let (recording, task) = (&run.recording, moved.task);
        let others: Vec<u32> = moved.from.iter().copied().filter(|other| *other != task).collect();
        let place = |of: &u32| others.iter().position(|other| other == of);
        let wanted = (step.max(1) as usize - 1).min(others.len());
        let last_input = recording.inputs(task).filter_map(|input| Some((place(&input)?, input))).max();
        let first_reader = recording.readers(task).filter_map(|reader| Some((place(&reader)?, reader))).min();
        let name = |task: u32| &recording.names[task as usize];
        let needs = |reader: u32, writer: u32| format!("{} needs {}, which would come later.", name(reader), name(writer));
        let (to, refusal) = match (last_input, first_reader) {
            (Some((at, input)), _) if wanted <= at => (at + 1, Some((input, needs(task, input)))),
            (_, Some((at, reader))) if wanted > at => (at, Some((reader, needs(reader, task)))),
            _ => (wanted, None),
        };
        let mut order = others;
        order.insert(to, task);
        moved.refusal = refusal;
        if order != moved.order {
            let changed = recording.reordered(&order);
            moved.costs[1] = changed.costs.under(shown.runs.objective);
            moved.order = order;
            self.own.preview = Some(Rc::new(Replay {
                runs: shown.runs.with(moved.which, Recording { policy: recording.policy.clone(), ..changed }, run.name.clone(), run.look),
                ..(*shown).clone()
            }));
        }
        self.own.moved = Some(moved);
    }

    fn let_go(&mut self, stays: bool) {
        let Some(moved) = self.own.moved.take() else { return };
        let Some(answer) = self.answer().cloned().filter(|_| stays && moved.order != moved.from) else {
            // What was made before and is not yet known to the workers is made again.
            self.own.preview = None;
            return;
        };
        let base = self.shown().cloned().unwrap_or_else(|| answer.clone());
        let Some(run) = base.runs.runs.get(moved.which) else { return };
        self.own.made = Some(Made { from: run.name.clone(), costs: moved.costs });
        let names: Vec<String> = moved.order.iter().map(|task| run.recording.names[*task as usize].clone()).collect();
        // The order that was changed is again what its algorithm found, unless it is the reader's.
        let (changed, look) = (run.recording.reordered(&moved.order), GIVEN_LOOK);
        let at = answer.given().unwrap_or(answer.runs.runs.len());
        let mut searches = answer.searches.clone();
        searches.resize(searches.len().max(at + 1), None);
        self.own.preview =
            Some(Rc::new(Replay { runs: answer.runs.with(at, changed, "Given order".to_owned(), look), searches, ..(*answer).clone() }));
        self.front = at;
        self.bench_mut().amend(|scenario| {
            if let Some(fields) = scenario.of_mut::<Plan>() {
                fields.workload.order = names;
            }
            if !executes_given(scenario) {
                scenario.policies.push(GIVEN.to_owned());
            }
        });
    }
}

/// How the reader's order is drawn.
const GIVEN_LOOK: schedscope_core::plot::Look =
    schedscope_core::plot::Look { hue: schedscope_core::plot::Hue::Purple, dash: schedscope_core::plot::Dash::Solid };

fn workload(scenario: &Scenario) -> Option<&Workload> {
    scenario.of::<Plan>().map(|fields| &fields.workload)
}

/// Whether an order that is given is among those that are compared.
fn executes_given(scenario: &Scenario) -> bool {
    scenario.policies.iter().any(|policy| policy == GIVEN)
}

/// What decides which tasks there are: the workload, and the seed where they are drawn.
fn tasks(scenario: &Scenario) -> Option<(Workload, Option<u64>)> {
    let workload = Workload { order: vec![], ..workload(scenario)?.clone() };
    let known = matches!(workload.graph, Some(Like::Views | Like::Chains));
    let drawn = workload.kind() == Source::Synthetic && !known;
    Some((workload, drawn.then_some(scenario.seed)))
}

/// Takes the order out of a scenario, and the policy that executes it unless there is no other.
fn without_order(scenario: &mut Scenario) {
    if let Some(fields) = scenario.of_mut::<Plan>() {
        fields.workload.order.clear();
    }
    without_unused_order(scenario);
}

/// Gives a scenario the policy that executes its order if it has one, or else takes that policy out.
fn match_policy_to_order(scenario: &mut Scenario) {
    without_unused_order(scenario);
    let given = workload(scenario).is_some_and(|workload| !workload.order.is_empty());
    if given && !executes_given(scenario) {
        scenario.policies.insert(0, GIVEN.to_owned());
    }
}

/// Takes the policy that executes a given order out of a scenario that gives none, unless there is no other.
fn without_unused_order(scenario: &mut Scenario) {
    let given = workload(scenario).is_some_and(|workload| !workload.order.is_empty());
    if !given && scenario.policies.len() > 1 {
        scenario.policies.retain(|policy| policy != GIVEN);
    }
}
