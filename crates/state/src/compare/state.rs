//! What *Compare* shows: the scenario, what is wrong with it, how far the answer is, and what is looked at.

use super::job::{Looked, OfJob};
use super::presets::{after, first, presets, usual_measure};
use super::refinement::{Findings, Phase, Question, Refinement, Told};
use super::rows;
use super::shown::{Focus, Link, PictureKind};
use super::turn::{Turn, Turned};
use super::what_if::{Own, WhatIf};
use super::yours::Twice;
use crate::edited::{Edit, Edited, number_of};
use crate::file::File;
use crate::format;
use crate::lab::{self, Lab, Made};
use crate::protocol::Fault;
use crate::size::{SERVER_SPEED, SERVERS, speed_of_each, total_speed};
use crate::stage::{entry, use_file};
use schedscope::server::{Plan, Policy, Servers};
use schedscope_core::experiment::{Fields, Measure, Part, Report, Scenario, SystemKind};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// The state of *Compare*.
#[derive(Clone, Debug)]
pub struct Compare {
    /// What is asked, and what is being typed.
    pub edited: Edited,
    /// How far the answer is.
    pub refinement: Refinement,
    /// What is looked at.
    pub focus: Focus,
    /// The result that stays in view, pale, while the scenario changes.
    pub before: Option<Before>,
    /// What is changed as soon as the result before it is complete; a file's own errors are of this spread.
    next: Option<(WhatIf, Option<f64>)>,
    /// Keys of policies in the order of their rows: that of the last complete answer, so that rows rest while a slider moves.
    pub order: Vec<String>,
    /// Where one policy overtakes another.
    pub turn: Turn,
    /// The job that is looked at.
    pub job: Looked,
    /// A policy of the reader's own, as a formula.
    pub lab: Lab,
    /// What becomes of the jobs of a file if estimates are twice as bad, once that is known.
    pub twice: Option<Twice>,
    /// What to return to when the file goes: the scenario with its own workload.
    unfiled: Option<Scenario>,
}

/// A result, and what was asked for it.
#[derive(Clone, Debug)]
pub struct Before {
    findings: Rc<Findings>,
    scenario: Scenario,
}

/// What was otherwise in the scenario of a report than in the one of now, such as `σ was 0.5`.
fn difference(report: &Report, now: &Scenario) -> String {
    let before = &report.scenario;
    let text = |scenario: &Scenario, part: &Part| {
        let number = number_of(scenario, &part.path());
        number.map(format::plain).or_else(|| scenario.get(&part.path()).map(|value| value.to_string()))
    };
    // A result of which some replications are still to come has the same settings.
    let numbers = Part::top().iter().filter(|part| part.path() != "replications").chain(Part::all(before.kind()));
    let differs = numbers.filter(|part| text(before, part) != text(now, part));
    let value = |part: &Part| {
        if part.path() == SERVER_SPEED {
            let one = number_of(before, SERVERS).is_none_or(|servers| servers <= 1.0);
            return format!(
                "{} was {}",
                if one { "the server’s speed" } else { "the speed of each" },
                format::plain(format::rounded(speed_of_each(before), 3))
            );
        }
        let name = if part.symbol.is_empty() { &part.label } else { &part.symbol };
        // The load that nobody set is that of the jobs.
        let load = || report.workload.load.filter(|_| part.path() == "workload.load").map(format::short);
        let of_file = before.file().is_some() && part.path().starts_with("workload.");
        let unsaid = || if of_file { "as in the file" } else { part.default.as_deref().unwrap_or("none") };
        format!("{name} was {}", text(before, part).or_else(load).unwrap_or_else(|| unsaid().to_owned()))
    };
    let parts: Vec<String> = differs.take(2).map(value).collect();
    match parts.is_empty() {
        true if before.spec == now.spec => "these settings".to_owned(),
        true => "other settings".to_owned(),
        false => parts.join(", "),
    }
}

/// FSPE+PS, and what it is with weights.
const SHARING: &str = "fspe+ps";
const PSBS: &str = "psbs";

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// A preset was chosen.
    Preset(usize),
    /// The scenario was edited.
    Edit(Edit),
    /// The policy of this key was chosen or dropped.
    Toggle(String),
    /// The formula of the lab.
    Lab(lab::Change),
    /// A file of this name is to be used.
    Use(String),
    /// The file was put away.
    Unload,
    /// A picture was chosen.
    Show(PictureKind),
    /// This value is asked about in the distribution that is shown.
    Above(f64),
    /// Two policies are to be held against each other.
    Pair([String; 2]),
    /// Values are divided by those of other policies.
    Over(Vec<String>),
    /// Policies are compared in the measure of this name.
    Measure(String),
    /// The policy of this key is lit alone, or no longer.
    Light(String),
    /// The job that is looked at is left; if there is none, no policy is lit alone.
    Unlight,
    /// The result stays in view as what was before, or no longer.
    Pin,
    /// One thing is changed once the result is complete, which then stays in view as what was before; a file's own errors are of this
    /// spread.
    Suppose(WhatIf, Option<f64>),
    /// Back to what was before.
    Back,
    /// Everything as at first.
    Reset,
    /// Stop and keep these results.
    Stop,
    /// It will not.
    GoOn,
    /// The refiner has something to say.
    Told(Told),
    /// Something about where one policy overtakes another.
    Turn(Turned),
    /// Something about the job that is looked at.
    Job(OfJob),
    /// What becomes of the jobs of a file if estimates are twice as bad.
    Twice(Box<Twice>),
}

/// What can be asked of what is edited can be asked of what is compared.
impl Deref for Compare {
    type Target = Edited;

    fn deref(&self) -> &Edited {
        &self.edited
    }
}

impl DerefMut for Compare {
    fn deref_mut(&mut self) -> &mut Edited {
        &mut self.edited
    }
}

impl Compare {
    /// The first preset of a world.
    pub fn open(world: SystemKind) -> Self {
        Self {
            edited: first(world).into(),
            focus: Focus::default(),
            refinement: Refinement::open(),
            before: None,
            next: None,
            order: vec![],
            turn: Turn::open(world),
            job: Looked::default(),
            lab: Lab::default(),
            twice: None,
            unfiled: None,
        }
    }

    /// The state as a link.
    pub fn link(&self) -> Link {
        Link { scenario: self.scenario.clone(), focus: self.focus.clone(), what_if: self.waits() }
    }

    /// Goes where a link leads, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Link, Fault>) {
        match link {
            Ok(Link { scenario, focus, what_if }) => {
                self.focus = focus;
                self.reorder();
                if scenario != self.scenario || self.refinement.fault.is_some() {
                    self.put(scenario);
                }
                if what_if.is_some() {
                    self.before = None;
                }
                self.next = what_if.map(|what| (what, None));
                self.make_next();
            }
            Err(fault) => {
                self.ask();
                self.refinement.fail(fault);
            }
        }
    }

    /// Asks about another scenario.
    fn put(&mut self, scenario: Scenario) {
        self.edited.put(scenario);
        self.ask();
    }

    /// Rows follow the measure.
    fn reorder(&mut self) {
        if let Some(findings) = &self.refinement.findings {
            self.order = rows::order(findings, self.measure());
        }
    }

    /// A new question.
    fn ask(&mut self) {
        self.next = None;
        self.refinement.ask(self.edited.first_fault().is_some());
    }

    /// The result that was pinned, and in what it differs from the one that is shown, whatever the fields say meanwhile.
    pub fn before(&self) -> Option<(Rc<Findings>, String)> {
        let (before, shown) = (&self.before.as_ref()?.findings, self.refinement.findings.as_ref()?);
        Some((before.clone(), difference(&before.report, &shown.report.scenario)))
    }

    /// In what policies are compared: what was chosen, unless the answer lacks it.
    pub fn measure(&self) -> Option<Measure> {
        let world = self.kind();
        let there = |measure: &Measure| {
            self.refinement.findings.as_ref().is_none_or(|findings| findings.replicated.measures(world).contains(measure))
        };
        self.focus.measure.as_ref().and_then(|name| Measure::named(world, name)).filter(there).or_else(|| usual_measure(world))
    }

    /// What is asked of the workers, about this file.
    pub fn question(&self, file: Option<File>) -> Question {
        let scenario = self.asked();
        let theory = self.refinement.wants_theory(&scenario);
        Question { generation: self.refinement.generation, scenario, file, theory }
    }

    /// The scenario without the policies that this system does not have, without one that is the same as another, and with one
    /// replication where all would be the same.
    pub fn asked(&self) -> Scenario {
        let mut scenario = self.scenario.clone();
        let merged = self.merged();
        let wanted = |key: &String| {
            !(merged && key == PSBS)
                && key.parse().map_or(true, |policy| self.kind() != SystemKind::Server || self.excluded(&policy).is_none())
        };
        scenario.policies.retain(wanted);
        if !self.drawn() {
            scenario.replications = 1;
        }
        scenario
    }

    /// Whether FSPE+PS stands for PSBS, too: both are chosen, and all jobs weigh the same.
    pub fn merged(&self) -> bool {
        let chosen = |key: &str| self.scenario.policies.iter().any(|chosen| chosen == key);
        chosen(SHARING) && chosen(PSBS) && self.even()
    }

    /// The system and the workload, if they are a server's.
    pub fn fields(&self) -> Option<&Fields<Plan>> {
        self.scenario.of::<Plan>()
    }

    /// Whether something is drawn, as far as that is known before a file is read: of other worlds it is not.
    pub fn drawn(&self) -> bool {
        self.fields().is_none_or(|fields| rows::drawn(&fields.workload))
    }

    /// Whether it is known that all jobs weigh the same.
    pub fn even(&self) -> bool {
        self.fields().is_some_and(|fields| rows::even(&fields.workload))
    }

    /// Whether there are several servers.
    pub fn several(&self) -> bool {
        self.fields().is_some_and(|fields| fields.system.servers.unwrap_or(1) > 1)
    }

    /// Why a policy cannot take part, if it cannot.
    pub fn excluded(&self, policy: &Policy) -> Option<&'static str> {
        match policy.kind().servers() {
            Servers::One(why) if self.several() => Some(why),
            _ => None,
        }
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: &str) -> Option<&str> {
        self.edited.fault(field).or_else(|| self.refinement.blames(field))
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        self.apply(change);
        let complete = self.refinement.phase == Phase::Done;
        let asked = self.asked();
        self.job.follow(self.refinement.generation);
        self.turn.follow(&asked, self.measure(), self.scenario.replications, complete);
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Turn(turned) => {
                let asked = self.asked();
                self.turn.change(turned, &asked);
            }
            Change::Job(OfJob::Look(sought)) => {
                if let Some(findings) = &self.refinement.findings {
                    self.job.look(sought, findings);
                }
            }
            Change::Twice(twice) => self.twice = Some(*twice),
            Change::Job(OfJob::Leave) => self.job.leave(),
            Change::Job(OfJob::Told(number, policy, story)) => self.job.told(number, policy, story),
            Change::Edit(edit) => {
                let faulty = self.refinement.fault.is_some();
                if self.edited.edit(edit, faulty) {
                    self.ask();
                }
            }
            Change::Toggle(key) => {
                self.toggle(&key);
                self.ask();
            }
            Change::Lab(change) => {
                if let Some(Made { old, new }) = self.lab.change(change) {
                    lab::put(&mut self.scenario.policies, old.as_ref(), new.clone());
                    self.lab.has(new);
                    self.ask();
                }
            }
            Change::Preset(position) => {
                self.before = None;
                if let Some(preset) = presets(self.scenario.kind()).get(position) {
                    self.put(after(preset, &self.scenario));
                }
            }
            // Who gives the file that is asked for keeps all settings.
            Change::Use(name) if self.scenario.file() == Some(name.as_str()) => self.ask(),
            Change::Use(name) => self.load(name),
            Change::Unload => {
                self.before = None;
                let Scenario { seed, replications, policies, .. } = self.scenario.clone();
                let before = self.unfiled.take().unwrap_or_else(|| Self::open(self.scenario.kind()).edited.scenario);
                let mut scenario = Scenario { seed, replications, policies, ..before };
                if let (Some(fields), Some(now)) = (scenario.of_mut::<Plan>(), self.scenario.of::<Plan>()) {
                    fields.system = now.system.clone();
                }
                self.put(scenario);
            }
            Change::Show(shown) => {
                // What is asked about one quantity means nothing of another.
                self.focus.above = self.focus.above.filter(|_| shown == self.focus.shown);
                self.focus.shown = shown;
            }
            Change::Above(value) if value.is_finite() && value > 0.0 => self.focus.above = Some(value),
            Change::Above(_) => {}
            Change::Over(over) => self.focus.over = over,
            Change::Measure(measure) => {
                self.focus.measure = Some(measure).filter(|measure| Measure::named(self.kind(), measure).is_some());
                self.reorder();
            }
            Change::Light(key) => self.focus.lit = (self.focus.lit.as_ref() != Some(&key)).then_some(key),
            Change::Unlight if self.job.looked.is_some() => self.job.leave(),
            Change::Unlight => self.focus.lit = None,
            Change::Pin => self.before = if self.before.is_some() { None } else { self.result() },
            Change::Suppose(what, sigma) => {
                self.next = Some((what, sigma));
                self.make_next();
            }
            Change::Back => {
                if let Some(Before { scenario, .. }) = self.before.take() {
                    self.put(scenario);
                }
            }
            Change::Pair(pair) => self.focus.pair = Some(pair),
            Change::Reset => {
                *self = Self { refinement: self.refinement.clone(), ..Self::open(self.scenario.kind()) };
                self.ask();
            }
            Change::Stop => {
                self.refinement.stop();
                self.make_next();
            }
            Change::GoOn => self.refinement.go_on(),
            Change::Told(told) => {
                let scenario = self.asked();
                self.refinement.told(told, &scenario);
                if self.refinement.phase == Phase::Done || self.order.is_empty() {
                    self.reorder();
                }
                self.make_next();
            }
        }
    }

    /// The result that is shown, with what was asked for it.
    fn result(&self) -> Option<Before> {
        let findings = self.refinement.findings.clone()?;
        let asked = if self.refinement.stale() { &findings.report.scenario } else { &self.scenario };
        Some(Before { scenario: asked.clone(), findings })
    }

    /// Makes the change that waits for the result before it, once nothing more comes of that.
    fn make_next(&mut self) {
        if matches!(self.refinement.phase, Phase::Waiting | Phase::Running) {
            return;
        }
        let Some((what, sigma)) = self.next.take() else { return };
        let own = self.own(sigma);
        if let Some(ground) = what.ground(&self.scenario, own) {
            self.before = None;
            self.put(ground);
            self.next = Some((what, sigma));
        } else if let Some(scenario) = what.of(&self.scenario, own) {
            self.before = self.before.take().or_else(|| self.result());
            self.put(scenario);
        }
    }

    /// The change that waits for the result before it.
    pub fn waits(&self) -> Option<WhatIf> {
        self.next.map(|(what, _)| what)
    }

    /// What is known of the workload beside what the scenario says: of a file `sigma`, its load once it is simulated.
    pub(super) fn own(&self, sigma: Option<f64>) -> Own {
        let findings = self.refinement.findings.as_ref().filter(|_| !self.refinement.stale());
        // A load that is asked for is that of servers of a total speed of 1.
        let load = |findings: &Rc<Findings>| Some(findings.report.workload.load? * total_speed(&findings.report.scenario));
        Own { sigma, load: findings.and_then(load) }
    }

    /// What can be changed in one step; a file's own errors are of this spread.
    pub fn what_ifs(&self, sigma: Option<f64>) -> Vec<WhatIf> {
        let own = self.own(sigma);
        WhatIf::ALL.into_iter().filter(|what| what.of(&self.scenario, own).is_some()).collect()
    }

    fn toggle(&mut self, key: &str) {
        let merged = self.merged();
        if self.focus.lit.as_deref() == Some(key) {
            self.focus.lit = None;
        }
        if merged && key == SHARING {
            self.scenario.policies.retain(|chosen| chosen != SHARING && chosen != PSBS);
        } else {
            self.edited.toggle(key);
        }
    }

    fn load(&mut self, name: String) {
        self.before = None;
        if self.scenario.file().is_none() {
            self.unfiled = Some(self.scenario.clone());
        }
        let read = use_file(&mut self.scenario, name);
        self.put(self.scenario.clone());
        if let Err(error) = read {
            self.refinement.fail(error.into());
        }
    }
}

/// The numbers that matter most, by their dotted names.
pub fn prominent(edited: &Edited) -> Vec<String> {
    entry(edited.kind()).map_or(vec![], |entry| (entry.bar)(edited))
}

#[cfg(test)]
mod tests;
