//! The scenario, the last answer, the clock, and what is looked at.

use super::{Link, OPENED, PRESETS, Shown, words};
use crate::clock::{Beat, Clock};
use crate::protocol::Fault;
use crate::world::{self, World};
use schedscope_core::experiment::{Fields, Listed, Scenario, SystemKind};
use schedscope_core::pictures::network::Lit;
use schedscope_engine::network::{Layout, Plan, Workload};
use schedscope_engine::world::WorkloadSpec as _;
use std::rc::Rc;

/// The state of *Network*.
#[derive(Clone, Debug)]
pub struct Network {
    /// The scenario, what is being typed, and how far the answer is.
    pub world: World<Shown>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// The policies that stand side by side, as they are written, where the reader has chosen them.
    pair: Option<[String; 2]>,
    /// The flow or link that stays lit in all pictures.
    pub lit: Option<Lit>,
    /// What the pointer is at, which is lit for as long as it stays there.
    hovered: Option<Lit>,
    /// The class of flows whose distribution is shown; absent: all.
    pub class: Option<u8>,
    /// Whether the reader has chosen what is lit, and where the clock stands: a link says it then.
    chosen: (bool, bool),
    /// What a link asks for, until the answer is there.
    asked: Option<(Option<Lit>, Option<f64>)>,
    /// The scenario of the last answer, without its policies.
    last: Option<Scenario>,
    /// Whether pictures may move by themselves.
    moves: bool,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something happened to the scenario or its answer.
    World(world::Change),
    /// The flows are in the file of this name.
    File(String),
    /// Another question was chosen to start from, by position.
    Preset(usize),
    /// The clock was moved.
    Clock(Beat),
    /// At the left (0) or right (1) stands this policy, as it is written.
    Side(usize, String),
    /// A flow or link was lit, or none is.
    Light(Option<Lit>),
    /// The pointer is at a flow or link, or at none.
    Hover(Option<Lit>),
    /// The next flow or link was lit, or one so many before or after.
    Step(i64),
    /// To the next flow that has to wait.
    Wait,
    /// The distribution of this class is shown, or of all flows.
    Class(Option<u8>),
}

/// The view's own scenario.
fn default() -> Scenario {
    Scenario::from_query(OPENED).unwrap_or_default()
}

impl Network {
    /// The fields of each topology that others do not have.
    pub const OF_LAYOUTS: [(Layout, &[&str]); 5] = [
        (Layout::TwoClass, &["system.short_share"]),
        (Layout::FatTree, &["system.k", "system.core_capacity"]),
        (Layout::Bcube, &["system.n", "system.levels"]),
        (Layout::Jellyfish, &["system.switches", "system.ports", "system.degree"]),
        (Layout::Custom, &["system.links"]),
    ];

    /// The default scenario of the view, playing unless the user wants stillness.
    pub fn open(playing: bool) -> Self {
        let mut world = World::open(SystemKind::Network);
        world.follow(Ok(default()));
        Self {
            world,
            clock: Clock::new(playing),
            pair: None,
            lit: None,
            hovered: None,
            class: None,
            chosen: (false, false),
            asked: None,
            last: None,
            moves: playing,
        }
    }

    /// Takes the scenario of a link and what is looked at in it, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<impl Into<Link>, Fault>) {
        match link.map(Into::into) {
            Ok(Link { scenario, pair, lit, time }) => {
                let generation = self.world.inquiry.generation;
                self.world.follow(Ok(scenario));
                let new = self.world.inquiry.generation != generation;
                if pair.is_some() || new {
                    self.pair = pair;
                }
                if lit.is_some() || time.is_some() || new {
                    self.asked = Some((lit, time));
                }
                // The answer may be there already.
                if let Some(shown) = self.shown().filter(|_| !new && !self.world.inquiry.stale()) {
                    self.look(&shown);
                }
            }
            Err(fault) => self.world.follow(Err(fault)),
        }
    }

    /// The scenario as a link, with what the reader looks at.
    pub fn link(&self) -> Link {
        if let Some((lit, time)) = self.asked {
            return Link { scenario: self.world.scenario.clone(), pair: self.pair.clone(), lit, time };
        }
        let (lit, time) = self.chosen;
        let time = (time && !self.clock.playing && !self.world.inquiry.stale()).then_some((self.clock.playhead * 1e4).round() / 1e4);
        Link { scenario: self.world.scenario.clone(), pair: self.pair.clone(), lit: self.lit.filter(|_| lit), time }
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::World(world::Change::Reset) => self.start(default()),
            Change::World(change) => {
                let laid = matches!(&change, world::Change::Type(field, _) if field == "system.topology");
                self.in_world(change);
                if laid {
                    self.leave_other_layouts();
                }
            }
            Change::File(name) => {
                let system = self.world.scenario.of::<Plan>().map(|fields| fields.system.clone()).unwrap_or_default();
                let spec = Plan::spec(Fields { system, workload: Workload::of_file(name, None) });
                self.world.follow(Ok(Scenario { spec, ..self.world.scenario.clone() }));
            }
            Change::Preset(position) => {
                if let Some(preset) = PRESETS.get(position) {
                    self.start(preset.scenario());
                }
            }
            Change::Clock(beat) => {
                // That time passes while it plays is no wish.
                self.chosen.1 |= match beat {
                    Beat::Tick(_) | Beat::Speed(_) | Beat::Loop(_) => false,
                    Beat::Play(playing) => playing != self.clock.playing,
                    Beat::Forward | Beat::Back | Beat::Seek(_) => true,
                };
                self.clock.hear(beat);
            }
            Change::Side(side, policy) => self.put(side, policy),
            Change::Light(lit) => {
                (self.lit, self.hovered) = (if lit == self.lit { None } else { lit }, None);
                self.chosen.0 = true;
            }
            Change::Hover(lit) => self.hovered = lit,
            Change::Step(by) => self.step(by),
            Change::Wait => self.go_to_next_wait(),
            Change::Class(class) => self.class = class,
        }
    }

    /// Another scenario, of which nothing has been chosen.
    fn start(&mut self, scenario: Scenario) {
        (self.pair, self.class, self.chosen, self.asked, self.last) = (None, None, (false, false), None, None);
        self.world.follow(Ok(scenario));
    }

    /// Empties the fields of other topologies than the one that was chosen.
    fn leave_other_layouts(&mut self) {
        let layout = self.world.scenario.of::<Plan>().and_then(|fields| fields.system.topology).unwrap_or(Layout::FatTree);
        let others = Self::OF_LAYOUTS.into_iter().filter(|(of, _)| *of != layout).flat_map(|(_, fields)| fields);
        let mut scenario = self.world.scenario.clone();
        for field in others {
            // Whatever has been written can be left out.
            let _ = scenario.set(field, None);
        }
        self.world.follow(Ok(scenario));
    }

    fn in_world(&mut self, change: world::Change) {
        let before = self.shown();
        self.world.change(change);
        if let Some(shown) = self.shown().filter(|shown| before.is_none_or(|before| !Rc::ptr_eq(shown, &before))) {
            self.look(&shown);
        }
    }

    /// Takes in an answer: where the clock stands and what is lit is what was asked, or what it was if the flows are the same, or what
    /// tells most.
    fn look(&mut self, shown: &Shown) {
        let sides = self.sides(shown);
        // What the pointer is at is another flow now.
        self.hovered = None;
        self.clock.set_events(shown.times(&sides));
        let now = Scenario { policies: vec![], ..shown.report.scenario.clone() };
        let same = self.last.replace(now.clone()).is_some_and(|last| last == now);
        let (lit, time) = self.asked.take().unwrap_or_default();
        let lit = lit.filter(|lit| shown.has(*lit));
        let kept = self.lit.filter(|lit| (same || self.chosen.0) && shown.has(*lit));
        self.chosen = if same { self.chosen } else { (false, false) };
        let telling = || shown.telling(&sides).map(Lit::Flow);
        self.chosen.0 |= lit.is_some() || kept.is_some_and(|_| self.chosen.0);
        self.lit = lit.or(kept).or_else(telling);
        if let Some(time) = time {
            self.chosen.1 = true;
            self.clock.hear(Beat::Play(false));
            self.clock.hear(Beat::Seek(time));
        } else if !same {
            let lit = if let Some(Lit::Flow(flow)) = self.lit { flow } else { 0 };
            if self.moves {
                // A run of few flows is seen from the beginning, of others where the flow comes that is lit.
                let begin = if shown.runs.in_rows() { 0.0 } else { shown.release(&sides, lit) };
                self.clock.hear(Beat::Seek(begin));
                self.clock.hear(Beat::Play(true));
            } else {
                let midst = if shown.is_exact() { shown.midst(&sides, lit) } else { shown.runs.end / 2.0 };
                self.clock.hear(Beat::Seek(midst));
            }
        }
    }

    /// The last answer.
    pub fn shown(&self) -> Option<Rc<Shown>> {
        self.world.inquiry.answer.as_ref().map(|(_, shown)| shown.clone())
    }

    /// Positions of the policies that stand side by side: those that were chosen, else the first and the last that is not the ideal.
    pub fn sides(&self, shown: &Shown) -> Vec<usize> {
        let rows = &shown.report.policies;
        let place = |policy: &String| rows.iter().position(|row| row.policy.written() == policy);
        // The ideal is what others are held against already.
        let real = rows.iter().rposition(|row| row.policy.row().key != "ideal").filter(|place| *place > 0);
        let (first, last) = (0, real.unwrap_or(rows.len().saturating_sub(1)));
        let (left, right) = match &self.pair {
            None => (first, last),
            Some([left, right]) => {
                let (left, right) = (place(left), place(right));
                let left = left.unwrap_or(if right == Some(first) { last } else { first });
                (left, right.filter(|right| *right != left).unwrap_or(if left == last { first } else { last }))
            }
        };
        if left == right { vec![left] } else { vec![left, right] }
    }

    /// Puts a policy at one side; if it stands at the other, they change places.
    fn put(&mut self, side: usize, policy: String) {
        let Some(shown) = self.shown() else { return };
        let before = self.sides(&shown);
        let written = |place: usize| shown.report.policies[place].policy.written().to_owned();
        let ([left, right], true) = (if let [a, b] = before[..] { [a, b] } else { [0, 0] }, side < 2) else { return };
        let mut pair = [left, right].map(written);
        if pair[1 - side] == policy {
            pair.swap(0, 1);
        } else {
            pair[side] = policy;
        }
        self.pair = Some(pair);
        self.clock.set_events(shown.times(&self.sides(&shown)));
    }

    /// What is lit now: what the pointer is at, if it is at something.
    pub fn lit_now(&self) -> Option<Lit> {
        self.hovered.or(self.lit)
    }

    /// What comes out, in a sentence and one below it.
    pub fn headline(&self) -> [String; 2] {
        let Some(shown) = self.shown() else { return Default::default() };
        words::headline(&shown, &self.sides(&shown))
    }

    fn step(&mut self, by: i64) {
        let Some(shown) = self.shown() else { return };
        let links = shown.runs.runs.first().map_or(0, |run| run.timeline.links.len());
        let within = |at: u32, count: usize| (i64::from(at) + by).clamp(0, count.max(1) as i64 - 1) as u32;
        let next = match self.lit {
            Some(Lit::Link(link)) => Lit::Link(within(link, links)),
            _ if !shown.is_exact() => Lit::Link(0),
            Some(Lit::Flow(flow)) => Lit::Flow(within(flow, shown.runs.flows())),
            None => Lit::Flow(0),
        };
        (self.lit, self.hovered) = (Some(next), None);
        self.chosen = (true, true);
        // A flow is seen when it is on its way.
        if let Lit::Flow(flow) = next {
            let sides = self.sides(&shown);
            self.clock.hear(Beat::Play(false));
            self.clock.hear(Beat::Seek(shown.release(&sides, flow)));
        }
    }

    /// Lights the next flow that comes to stand still, and goes there; after the last, to the first.
    fn go_to_next_wait(&mut self) {
        let Some(shown) = self.shown() else { return };
        let waits = shown.waits(&self.sides(&shown));
        let now = (self.clock.playhead, if let Some(Lit::Flow(flow)) = self.lit { flow } else { 0 });
        let after = waits.iter().find(|(time, flow)| *time > now.0 || (*time == now.0 && *flow > now.1));
        if let Some((time, flow)) = after.or(waits.first()) {
            (self.lit, self.hovered, self.chosen) = (Some(Lit::Flow(*flow)), None, (true, true));
            self.clock.hear(Beat::Play(false));
            self.clock.hear(Beat::Seek(*time));
        }
    }
}
