//! The scenario, the last answer, the clock, which policies are shown in full, and what is looked at.

use super::{PRESETS, Shown, words};
use crate::clock::{Beat, Clock};
use crate::inquiry::Phase;
use crate::parameters;
use crate::protocol::Fault;
use crate::world::{self, World};
use schedscope_core::experiment::{Fields, Listed as _, Scenario, ScenarioError, SystemKind, encode, query_value, split_policies, without};
use schedscope_core::pictures::cdn::Lit;
use schedscope_engine::cdn::Plan;
use schedscope_engine::sim::number;
use schedscope_engine::world::{FileFormat, WorkloadSpec as _};
use std::rc::Rc;

/// The state of *CDN*.
#[derive(Clone, Debug)]
pub struct Cdn {
    /// The scenario, and how far the answer is.
    pub world: World<Shown>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// The region or server that stays lit in all pictures.
    pub lit: Option<Lit>,
    /// The one that the pointer is at, which is lit for as long as it stays there.
    hovered: Option<Lit>,
    /// The policies that are shown in full, as written, if the reader has chosen them.
    chosen: Vec<String>,
    /// What is lit and when we are, as a link has it, until there is an answer to know it in.
    wanted: Wanted,
    /// Whether the reader has moved the clock.
    moved: bool,
    /// Which panel is in front, where there is room for one only.
    pub front: usize,
}

/// What a link says of a run that is not there yet.
#[derive(Clone, Debug, Default, PartialEq)]
struct Wanted {
    lit: Option<String>,
    time: Option<f64>,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something happened to the scenario, or the runner has something to say.
    World(world::Change),
    /// The preset at this position was chosen.
    Preset(usize),
    /// The requests are in the file of this name.
    File(String),
    /// The policy of this key was chosen or dropped.
    Toggle(String),
    /// Another policy was written for this position.
    Policy(usize, String),
    /// The clock was moved.
    Clock(Beat),
    /// A region or server was lit, or none is.
    Light(Option<Lit>),
    /// The pointer is at one, or at none.
    Hover(Option<Lit>),
    /// The next one was lit, or one so many before or after.
    Step(i64),
    /// The policy as written is shown in the panel at this position; nothing closes the second panel.
    Panel(usize, String),
    /// The panel at this position comes to the front.
    Front(usize),
}

/// A scenario and what is looked at in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The scenario.
    pub scenario: Scenario,
    /// Policies that are shown in full, as written; none where the page chooses.
    pub panels: Vec<String>,
    /// The name of the region that is lit, or of the CDN server.
    pub lit: Option<String>,
    /// When we are, in seconds since the first request; where absent, the page chooses.
    pub time: Option<f64>,
}

/// Keys of a link that are not the scenario's.
pub const LINKED: [&str; 3] = ["panels", "lit", "t"];
/// The field that names a file.
const FILE: &str = "workload.path";
/// How links call the CDN server.
const CDN: &str = "CDN server";

impl Link {
    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the key and value that are not understood.
    pub fn read(query: &str) -> Result<Self, ScenarioError> {
        let scenario = Scenario::from_query_in(Some(SystemKind::Cdn), &without(query, &LINKED))?;
        let value = |key: &str| query_value(query, key);
        let wrong = |key: &str, value: &str, why: String| ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why };
        let panels = value("panels").map(|text| split_policies(&text)).unwrap_or_default();
        if let Some(unknown) = panels.iter().find(|panel| !scenario.policies.contains(panel)) {
            return Err(wrong("panels", unknown, format!("allowed: one or two of the policies, {}", scenario.policies.join(", "))));
        }
        if panels.len() > PANELS {
            return Err(wrong("panels", &panels.join(","), "allowed: one or two of the policies".to_owned()));
        }
        let time = value("t").map(|text| {
            let time = number(&text).filter(|time| time.is_finite() && *time >= 0.0);
            time.ok_or_else(|| wrong("t", &text, "allowed: a time of at least 0, in seconds".to_owned()))
        });
        Ok(Self { scenario, panels, lit: value("lit"), time: time.transpose()? })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let panels = (!self.panels.is_empty()).then(|| format!("&panels={}", encode(&self.panels.join(","))));
        let lit = self.lit.as_ref().map(|lit| format!("&lit={}", encode(lit)));
        let time = self.time.map(|time| format!("&t={time}"));
        self.scenario.to_query() + &[panels, lit, time].into_iter().flatten().collect::<String>()
    }
}

/// Policies that stand side by side.
const PANELS: usize = 2;

/// What the view shows when it is opened, as the query of a link.
pub const OPENED: &str = "replications=5&policies=centralized,rand-rand,rand-opt,opt-rand,opt-opt&system.kind=cdn&system.storage=500\
    &system.dserver_capacity=50&system.cdn_capacity=500&workload.count=36466&workload.videos=1722";

impl Cdn {
    /// The default scenario of the view.
    pub fn open() -> Self {
        let mut world = World::open(SystemKind::Cdn);
        world.follow(Ok(PRESETS[0].scenario()));
        Self {
            world,
            clock: Clock::new(false),
            lit: None,
            hovered: None,
            chosen: vec![],
            wanted: Wanted::default(),
            moved: false,
            front: 0,
        }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Link, Fault>) {
        match link {
            Ok(Link { scenario, panels, lit, time }) => {
                self.chosen = panels;
                self.wanted = Wanted { lit, time };
                self.moved = time.is_some();
                self.world.follow(Ok(scenario));
                if self.world.inquiry.phase == Phase::Done && !self.world.inquiry.stale() {
                    self.settle();
                }
            }
            Err(fault) => self.world.follow(Err(fault)),
        }
    }

    /// A link to what is shown.
    pub fn link(&self) -> Link {
        let panels =
            if self.chosen.iter().all(|panel| self.world.scenario.policies.contains(panel)) { self.chosen.clone() } else { vec![] };
        let time = (self.moved && !self.clock.playing).then(|| self.clock.playhead.round());
        let named = self.lit.and_then(|lit| self.named(lit));
        Link {
            scenario: self.world.scenario.clone(),
            panels,
            lit: named.or_else(|| self.wanted.lit.clone()),
            time: time.or(self.wanted.time),
        }
    }

    /// The last answer.
    pub fn shown(&self) -> Option<&Rc<Shown>> {
        self.world.inquiry.answer.as_ref().map(|(_, shown)| shown)
    }

    /// What a region or server is called.
    fn named(&self, lit: Lit) -> Option<String> {
        let network = self.shown()?.runs.network()?;
        match lit {
            Lit::Region(region) => network.regions.get(usize::from(region)).map(|region| region.name.clone()),
            Lit::Cdn => Some(CDN.to_owned()),
        }
    }

    /// Positions of the policies that are shown in full: those that were chosen, or else the first that has dServers and the last.
    pub fn panels(&self) -> Vec<usize> {
        let of_question = || self.world.scenario.policies.clone();
        let written = |shown: &Rc<Shown>| shown.report.policies.iter().map(|row| row.policy.written().to_owned()).collect();
        let policies: Vec<String> = self.shown().map_or_else(of_question, written);
        let chosen: Vec<usize> = self.chosen.iter().filter_map(|panel| policies.iter().position(|policy| policy == panel)).collect();
        if !chosen.is_empty() {
            return chosen;
        }
        match policies.len() {
            0 => vec![],
            1 => vec![0],
            2 => vec![0, 1],
            count => vec![usize::from(policies[0] == "centralized"), count - 1],
        }
    }

    /// What is lit now: what the pointer is at, if it is at something.
    pub fn lit_now(&self) -> Option<Lit> {
        self.hovered.or(self.lit)
    }

    /// What came out, in a sentence and one below it.
    pub fn headline(&self) -> [String; 2] {
        self.shown().map(|shown| words::headline(&shown.report)).unwrap_or_default()
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::World(world::Change::Reset) => self.change(Change::Preset(0)),
            Change::World(world::Change::Type(field, text)) if field == FILE && text.is_empty() => {
                self.set(PRESETS[0].scenario().of::<Plan>().cloned().unwrap_or_default().workload);
            }
            Change::World(change) => {
                let before = self.world.inquiry.phase;
                self.world.change(change);
                if before != Phase::Done && self.world.inquiry.phase == Phase::Done {
                    self.settle();
                }
            }
            Change::Preset(preset) => {
                if let Some(preset) = PRESETS.get(preset) {
                    let seed = self.world.scenario.seed;
                    (self.chosen, self.wanted, self.moved, self.lit) = (vec![], Wanted::default(), false, None);
                    self.world.follow(Ok(Scenario { seed, ..preset.scenario() }));
                }
            }
            Change::File(name) => {
                let workload = schedscope_engine::cdn::Workload::of_file(name.clone(), FileFormat::of(&name).ok());
                self.set(workload);
            }
            Change::Toggle(key) => {
                let policies = &self.world.scenario.policies;
                let rank = |written: &str| SystemKind::Cdn.rows().iter().position(|row| row.key == parameters::key(written));
                let mut policies = policies.clone();
                match policies.iter().position(|written| parameters::key(written) == key) {
                    Some(_) if policies.len() == 1 => return,
                    Some(place) => drop(policies.remove(place)),
                    None => policies.insert(policies.partition_point(|other| rank(other) < rank(&key)), key),
                }
                self.compare(policies);
            }
            Change::Policy(place, written) => {
                let mut policies = self.world.scenario.policies.clone();
                if let Some(policy) = policies.get_mut(place) {
                    // What is shown in full stays in full.
                    self.chosen.iter_mut().filter(|panel| *panel == policy).for_each(|panel| panel.clone_from(&written));
                    *policy = written;
                    self.compare(policies);
                }
            }
            Change::Clock(beat) => {
                // That time passes while it plays is no wish of the reader.
                self.moved |= !matches!(beat, Beat::Tick(_));
                self.clock.hear(beat);
            }
            Change::Light(lit) => (self.lit, self.hovered) = (if lit == self.lit { None } else { lit }, None),
            Change::Hover(lit) => self.hovered = lit,
            Change::Step(by) => self.step(by),
            Change::Panel(place, written) => {
                let policies = &self.world.scenario.policies;
                let mut chosen: Vec<String> = self.panels().into_iter().filter_map(|panel| policies.get(panel).cloned()).collect();
                match (chosen.get_mut(place), written.is_empty()) {
                    (Some(_), true) if place > 0 => chosen.truncate(place),
                    (Some(panel), false) => *panel = written,
                    (None, false) => chosen.push(written),
                    _ => {}
                }
                self.chosen = chosen;
            }
            Change::Front(panel) => self.front = panel,
        }
    }

    /// Other policies for the same requests.
    fn compare(&mut self, policies: Vec<String>) {
        self.world.follow(Ok(Scenario { policies, ..self.world.scenario.clone() }));
    }

    /// Other requests for the same system, which is asked for anew even where it is the same.
    fn set(&mut self, workload: schedscope_engine::cdn::Workload) {
        let system = self.world.scenario.of::<Plan>().cloned().unwrap_or_default().system;
        let spec = Plan::spec(Fields { system, workload });
        self.moved = false;
        self.world.follow(Ok(Scenario { spec, ..self.world.scenario.clone() }));
    }

    /// There is an answer: the clock takes its events, and stands where the link says, or else at the busiest time.
    fn settle(&mut self) {
        let Some(shown) = self.shown().cloned() else { return };
        let Wanted { lit, time } = std::mem::take(&mut self.wanted);
        let end = self.clock.end();
        self.clock.set_events(shown.runs.times());
        if let Some(time) = time {
            self.clock.seek(time);
        } else if !self.moved || end == 0.0 {
            let last = self.panels().last().copied().unwrap_or(0);
            self.clock.seek(shown.runs.busiest(last));
        }
        let regions = shown.runs.network().map_or(0, |network| network.regions.len());
        self.lit = self.lit.filter(|lit| !matches!(lit, Lit::Region(region) if usize::from(*region) >= regions));
        self.hovered = None;
        if let Some(name) = lit {
            let region = shown.runs.network().and_then(|network| network.position(&name)).map(|region| Lit::Region(region as u8));
            self.lit = region.or((name == CDN).then_some(Lit::Cdn));
        }
    }

    /// Lights the next in the order in which rows stand.
    fn step(&mut self, by: i64) {
        let Some(shown) = self.shown() else { return };
        let all: Vec<Lit> = shown.runs.clusters.iter().flatten().map(|region| Lit::Region(*region)).chain([Lit::Cdn]).collect();
        let at = self.lit.and_then(|lit| all.iter().position(|other| *other == lit));
        let last = all.len() as i64 - 1;
        let next = match at {
            Some(at) => (at as i64 + by).clamp(0, last),
            None if by > 0 => 0,
            None => last,
        };
        (self.lit, self.hovered) = (all.get(next as usize).copied(), None);
    }
}
