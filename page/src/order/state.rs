//! What *Order* shows: the scenario, the last answer, and the order that the reader makes.

use super::link::Link;
use super::presets::PRESETS;
use super::shown::Shown;
use crate::clock::{Beat, Clock};
use crate::protocol::Fault;
use crate::world::{self, World};
use schedscope_chart::OrderGlance;
use schedscope_core::experiment::{Scenario, SystemKind};
use schedscope_engine::ordering::{Like, Plan, Recording, Source, Workload};
use schedscope_engine::world::WorkloadSpec as _;
use std::rc::Rc;

/// Key of the policy that executes the order that is given.
pub const GIVEN: &str = "given";

/// The state of *Order*.
#[derive(Clone, Debug)]
pub struct Order {
    /// The scenario, and how far the answer is.
    pub world: World<Shown>,
    /// The clock of all pictures: its time is how many steps are done.
    pub clock: Clock,
    /// Position of the policy by which tasks of the graph are coloured.
    pub front: usize,
    /// The task that the reader has lit.
    pub lit: Option<u32>,
    /// How many expansions of A* are shown.
    pub expansions: u32,
    /// The task that is being moved.
    pub moved: Option<Moved>,
    /// What the last move has come to.
    pub made: Option<Made>,
    /// What is shown while the workers have not heard of a move.
    preview: Option<Rc<Shown>>,
    /// What the link wants to be looked at when the answer is there.
    wanted: Option<(Option<u32>, Option<String>)>,
    /// Whether the reader has moved the clock.
    kept: bool,
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

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something happened to the scenario, or the runner has something to say.
    World(world::Change),
    /// The clock was moved.
    Clock(Beat),
    /// The graph is to be coloured by the policy at this position.
    Front(usize),
    /// This task was lit, or none.
    Light(Option<u32>),
    /// In the order of the policy at a position, the task so many steps later was lit.
    Neighbour(usize, i32),
    /// The task of this step, from 1, of the order of the policy at this position was taken hold of.
    Grab(usize, u32),
    /// It was carried to this step.
    Carry(u32),
    /// It was let go; nothing comes of it if it was not to be moved.
    Drop(bool),
    /// The task that is lit was moved so many steps in the order of the policy at this position.
    Shift(usize, i32),
    /// The reader's order is no more.
    TakeBack,
    /// An algorithm was chosen, as it is written, or dropped.
    Toggle(String),
    /// Another algorithm was written for this position.
    Policy(usize, String),
    /// So many expansions of A* are to be shown.
    Expand(u32),
    /// Another question was chosen to start from, by position.
    Preset(usize),
    /// The tasks are in the file of this name.
    File(String),
    /// The file was put away.
    Unload,
    /// A scenario file was dropped; this is what is in it.
    Read(String),
}

impl Order {
    /// The default scenario of the view.
    pub fn open() -> Self {
        let mut world = World::open(SystemKind::Ordering);
        world.put(PRESETS[0].scenario());
        Self {
            world,
            clock: Clock::new(false),
            front: 0,
            lit: None,
            expansions: 0,
            moved: None,
            made: None,
            preview: None,
            wanted: None,
            kept: false,
        }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<impl Into<Link>, Fault>) {
        match link.map(Into::into) {
            Ok(Link { scenario, step, task }) => {
                if scenario != self.world.scenario || self.world.inquiry.fault.is_some() {
                    self.forget();
                }
                self.world.follow(Ok(scenario));
                if step.is_some() || task.is_some() {
                    self.wanted = Some((step, task));
                    self.look();
                }
            }
            Err(fault) => self.world.follow(Err(fault)),
        }
    }

    /// A link to what is shown: to the step and the task, if the reader looks at these.
    pub fn link(&self) -> Link {
        let name = |task: u32| Some(self.shown()?.runs.runs.first()?.recording.names.get(task as usize)?.clone());
        Link {
            scenario: self.world.scenario.clone(),
            step: (self.kept && !self.clock.playing).then(|| self.step()),
            task: self.lit.filter(|_| self.moved.is_none()).and_then(name),
        }
    }

    /// The answer as it is shown: with the order that is being made.
    pub fn shown(&self) -> Option<&Rc<Shown>> {
        self.preview.as_ref().or_else(|| self.world.inquiry.answer.as_ref().map(|(_, shown)| shown))
    }

    /// How many steps are done, the one that is shown included.
    pub fn step(&self) -> u32 {
        // What stands on a step is not yet in the next.
        libm::ceil(self.clock.playhead - 1e-6).max(0.0) as u32
    }

    /// What is looked at of an order.
    pub fn glance(&self, which: usize) -> OrderGlance {
        let bar = self.moved.as_ref().filter(|moved| moved.which == which).and_then(|moved| moved.refusal.as_ref()).map(|(task, _)| *task);
        OrderGlance { which, step: self.step(), lit: self.lit, bar }
    }

    /// Whether there is an order of the reader's.
    pub fn has_order(&self) -> bool {
        self.workload().is_some_and(|workload| !workload.order.is_empty())
    }

    /// Whether an order that is given is among those that are compared.
    fn executes_given(&self) -> bool {
        self.world.scenario.policies.iter().any(|policy| policy == GIVEN)
    }

    /// What decides which tasks there are: the workload, and the seed where they are drawn.
    fn tasks(&self) -> Option<(Workload, Option<u64>)> {
        let workload = Workload { order: vec![], ..self.workload()?.clone() };
        let known = matches!(workload.graph, Some(Like::Views | Like::Chains));
        let drawn = workload.kind() == Source::Synthetic && !known;
        Some((workload, drawn.then_some(self.world.scenario.seed)))
    }

    fn workload(&self) -> Option<&Workload> {
        self.world.scenario.of::<Plan>().map(|fields| &fields.workload)
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::World(change) => self.in_world(change),
            Change::Clock(beat) => {
                self.kept |= !matches!(beat, Beat::Tick(_));
                self.clock.hear(beat);
            }
            Change::Front(which) => self.front = which,
            Change::Light(task) => (self.lit, self.moved) = (task, None),
            Change::Neighbour(which, by) => {
                if let Some(order) = self.order(which) {
                    let now = order.iter().position(|task| Some(*task) == self.lit);
                    let next = now.map_or(0, |now| now.saturating_add_signed(by as isize).min(order.len() - 1));
                    (self.lit, self.front, self.moved) = (order.get(next).copied(), which, None);
                }
            }
            Change::Grab(which, step) => self.grab(which, step),
            Change::Carry(step) => self.carry(step),
            Change::Drop(stays) => self.let_go(stays),
            Change::Shift(which, by) => {
                let step = self.order(which).and_then(|order| order.iter().position(|task| Some(*task) == self.lit));
                if let Some(step) = step {
                    let to = (step as u32 + 1).saturating_add_signed(by).max(1);
                    self.grab(which, step as u32 + 1);
                    self.carry(to);
                    let refused = self.moved.as_ref().is_some_and(|moved| moved.order == moved.from);
                    // What is refused stays to be read.
                    if !refused {
                        self.let_go(true);
                    }
                }
            }
            Change::TakeBack => {
                self.forget();
                self.world.amend(without_order);
            }
            Change::Toggle(written) => {
                let (had, policies) = (self.executes_given(), &self.world.scenario.policies);
                let position = policies.iter().position(|policy| *policy == written);
                if position.is_some() && policies.len() == 1 {
                    return;
                }
                self.preview = None;
                self.world.amend(|scenario| match position {
                    Some(position) => drop(scenario.policies.remove(position)),
                    None => scenario.policies.push(written),
                });
                if had && !self.executes_given() {
                    self.made = None;
                }
            }
            Change::Policy(position, written) => {
                self.preview = None;
                self.world.amend(|scenario| {
                    if let Some(policy) = scenario.policies.get_mut(position) {
                        *policy = written;
                    }
                });
            }
            Change::Expand(expansions) => self.expansions = expansions,
            Change::Preset(position) => {
                if let Some(preset) = PRESETS.get(position) {
                    self.forget();
                    let seed = self.world.scenario.seed;
                    self.world.put(Scenario { seed, ..preset.scenario() });
                }
            }
            Change::File(name) if self.world.scenario.file() == Some(name.as_str()) => {
                self.forget();
                self.world.amend(|_| ());
            }
            Change::File(name) => {
                self.forget();
                self.world.amend(|scenario| {
                    without_order(scenario);
                    if let Some(fields) = scenario.of_mut::<Plan>() {
                        fields.workload = Workload::of_file(name, None);
                    }
                });
            }
            Change::Unload => {
                self.forget();
                self.world.put(PRESETS[0].scenario());
            }
            Change::Read(text) => self.read(&text),
        }
    }

    fn in_world(&mut self, change: world::Change) {
        let told = matches!(change, world::Change::Told(_));
        let before = self.world.inquiry.answer.as_ref().map(|(generation, _)| *generation);
        let (tasks, had) = (self.tasks(), self.executes_given());
        if matches!(change, world::Change::Reset) {
            self.forget();
            self.world.put(PRESETS[0].scenario());
            return;
        }
        self.world.change(change);
        if !told {
            // An order of other tasks is none of these.
            if self.tasks() != tasks {
                if self.has_order() {
                    self.world.amend(without_order);
                }
                self.forget();
            }
            if had && !self.executes_given() {
                self.made = None;
            }
            (self.moved, self.preview) = (None, None);
        }
        let after = self.world.inquiry.answer.as_ref().map(|(generation, _)| *generation);
        if told && before != after {
            self.answered();
        }
    }

    /// Shows a new answer.
    fn answered(&mut self) {
        self.preview = None;
        let Some((_, shown)) = self.world.inquiry.answer.clone() else { return };
        let steps = shown.runs.tasks();
        let others = self.clock.end() != steps as f64;
        self.clock.set_events((0..=steps).map(|step| step as f64).collect());
        if others || !self.kept {
            self.clock.hear(Beat::Seek(f64::from(shown.telling())));
            self.kept = false;
        }
        self.lit = self.lit.filter(|task| (*task as usize) < steps);
        self.front = self.front.min(shown.runs.runs.len().saturating_sub(1));
        if let Some(search) = shown.searches.iter().flatten().next() {
            let all = search.count as u32;
            if self.expansions == 0 || self.expansions > all {
                self.expansions = (all / 2).max(1);
            }
        }
        self.look();
    }

    /// Looks at what the link names, once that is there.
    fn look(&mut self) {
        let Some((_, shown)) = self.world.inquiry.answer.clone().filter(|_| !self.world.inquiry.stale()) else { return };
        let Some((step, task)) = self.wanted.take() else { return };
        if let Some(step) = step {
            self.clock.hear(Beat::Seek(f64::from(step)));
            self.kept = true;
        }
        let names = shown.runs.runs.first().map(|run| &run.recording.names);
        if let Some((names, task)) = names.zip(task) {
            self.lit = names.iter().position(|name| *name == task).map(|task| task as u32);
        }
    }

    /// The tasks of the order of the policy at a position.
    fn order(&self, which: usize) -> Option<Vec<u32>> {
        Some(self.shown()?.runs.runs.get(which)?.recording.order()).filter(|order| !order.is_empty())
    }

    fn grab(&mut self, which: usize, step: u32) {
        let Some((order, cost)) = self.order(which).zip(self.shown().and_then(|shown| shown.runs.cost(which))) else { return };
        if let Some(task) = order.get(step.saturating_sub(1) as usize).copied() {
            self.clock.hear(Beat::Play(false));
            (self.lit, self.front) = (Some(task), which);
            self.moved = Some(Moved { which, from: order.clone(), order, task, costs: [cost; 2], refusal: None });
        }
    }

    /// Puts the task that is held at a step, or as near as its inputs and readers let it.
    fn carry(&mut self, step: u32) {
        let Some((mut moved, shown)) = self.moved.take().zip(self.shown().cloned()) else { return };
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
            self.preview = Some(Rc::new(Shown {
                runs: shown.runs.with(moved.which, Recording { policy: recording.policy.clone(), ..changed }, run.name.clone(), run.look),
                ..(*shown).clone()
            }));
        }
        self.moved = Some(moved);
    }

    fn let_go(&mut self, stays: bool) {
        let Some(moved) = self.moved.take() else { return };
        let answer = self.world.inquiry.answer.as_ref().map(|(_, shown)| shown.clone());
        let Some(answer) = answer.filter(|_| stays && moved.order != moved.from) else {
            // What was made before and is not yet known to the workers is made again.
            self.preview = None;
            return;
        };
        let base = self.shown().cloned().unwrap_or_else(|| answer.clone());
        let Some(run) = base.runs.runs.get(moved.which) else { return };
        self.made = Some(Made { from: run.name.clone(), costs: moved.costs });
        let names: Vec<String> = moved.order.iter().map(|task| run.recording.names[*task as usize].clone()).collect();
        // The order that was changed is again what its algorithm found, unless it is the reader's.
        let (changed, look) = (run.recording.reordered(&moved.order), GIVEN_LOOK);
        let at = answer.given().unwrap_or(answer.runs.runs.len());
        let mut searches = answer.searches.clone();
        searches.resize(searches.len().max(at + 1), None);
        self.preview =
            Some(Rc::new(Shown { runs: answer.runs.with(at, changed, "Given order".to_owned(), look), searches, ..(*answer).clone() }));
        self.front = at;
        self.world.amend(|scenario| {
            if let Some(fields) = scenario.of_mut::<Plan>() {
                fields.workload.order = names;
            }
            if !scenario.policies.iter().any(|policy| policy == GIVEN) {
                scenario.policies.push(GIVEN.to_owned());
            }
        });
    }

    /// What was made of another scenario is no more.
    fn forget(&mut self) {
        (self.moved, self.made, self.preview, self.wanted, self.kept) = (None, None, None, None, false);
        (self.lit, self.front, self.expansions) = (None, 0, 0);
    }

    /// Takes a scenario from the text of its file.
    fn read(&mut self, text: &str) {
        self.forget();
        match Scenario::from_toml(text) {
            Ok(scenario) if scenario.kind() == SystemKind::Ordering => self.world.put(scenario),
            Ok(scenario) => self.world.follow(Err(Fault {
                field: None,
                message: format!("this is a scenario of the {}; allowed here: one with system.kind = \"ordering\"", scenario.kind()),
            })),
            Err(error) => self.world.follow(Err(error.into())),
        }
    }
}

/// How the reader's order is drawn.
const GIVEN_LOOK: schedscope_core::plot::Look =
    schedscope_core::plot::Look { hue: schedscope_core::plot::Hue::Purple, dash: schedscope_core::plot::Dash::Solid };

/// Takes the order out of a scenario, and the policy that executes it unless there is no other.
fn without_order(scenario: &mut Scenario) {
    if let Some(fields) = scenario.of_mut::<Plan>() {
        fields.workload.order.clear();
    }
    if scenario.policies.len() > 1 {
        scenario.policies.retain(|policy| policy != GIVEN);
    }
}
