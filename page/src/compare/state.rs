//! What *Compare* shows: the scenario, what is wrong with it, how far the answer is, and what is looked at.

use super::job::{Looked, OfJob};
use super::kinds::Aspect;
use super::presets::{PRESETS, after};
use super::refinement::{Findings, Phase, Question, Refinement, Told};
use super::rows;
use super::shown::{Focus, Link, Shown};
use super::turn::{Turn, Turned};
use crate::drafts::Drafts;
use crate::field::Field;
use crate::file::File;
use crate::format;
use crate::lab::{self, Lab, Made};
use crate::protocol::Fault;
use schedscope_core::experiment::{Fields, Scenario, ScenarioError, SystemKind};
use schedscope_engine::server::{Plan, Policy, Servers};
use schedscope_engine::workload::Synthetic;
use schedscope_engine::world::{FileFormat, JobsSpec, WorkloadSpec};
use std::rc::Rc;

/// The state of *Compare*.
#[derive(Clone, Debug)]
pub struct Compare {
    /// What is asked.
    pub scenario: Scenario,
    /// What is being typed.
    pub drafts: Drafts,
    /// How far the answer is.
    pub refinement: Refinement,
    /// What is looked at.
    pub focus: Focus,
    /// The result that stays in view, pale, while the scenario changes.
    pub before: Option<Pinned>,
    /// Keys of policies in the order of their rows: that of the last complete answer, so that rows rest while a slider moves.
    pub order: Vec<String>,
    /// Where one policy overtakes another.
    pub turn: Turn,
    /// The job that is looked at.
    pub job: Looked,
    /// A policy of the reader's own, as a formula.
    pub lab: Lab,
    /// The synthetic workload to return to when the file goes.
    synthetic: JobsSpec,
}

/// A result that stays in view.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// What is known, with the scenario that it is about.
    pub findings: Rc<Findings>,
}

impl Pinned {
    /// What differs from another result, such as `σ = 0.5`.
    fn what(&self, now: &Findings) -> String {
        let (before, now) = (&self.findings.report.scenario, &now.report.scenario);
        // A result of which some replications are still to come has the same settings.
        let differs = |field: &Field| *field != Field::Replications && field.get(before) != field.get(now);
        let value = |field: Field| {
            let about = field.about();
            let name = if about.symbol.is_empty() { about.label } else { about.symbol };
            let value = field.get(before).map_or_else(|| "as in the file".to_owned(), format::plain);
            format!("{name} = {value}")
        };
        let parts: Vec<String> = Field::OF_SERVERS.into_iter().filter(differs).take(2).map(value).collect();
        let same = || before.of::<Plan>() == now.of::<Plan>();
        match parts.is_empty() {
            true if same() => "the same settings".to_owned(),
            true => "other settings".to_owned(),
            false => parts.join(", "),
        }
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
    /// Something was typed or a slider moved.
    Number(Field, String),
    /// A field was left.
    Left(Field),
    /// A field was given back to the file.
    AsInFile(Field),
    /// Another kind of something was chosen, by its position.
    Kind(Aspect, usize),
    /// Arrivals are stretched to the exact load, or not.
    Stretch(bool),
    /// The policy of this key was chosen or dropped.
    Toggle(String),
    /// The formula of the lab.
    Lab(lab::Change),
    /// A file of this name is to be used.
    Use(String),
    /// The file was put away.
    Unload,
    /// A picture was chosen.
    Show(Shown),
    /// Two policies are to be held against each other.
    Pair([String; 2]),
    /// Means are divided by those of other policies.
    Over(Vec<String>),
    /// The policy of this key is lit alone, or no longer.
    Light(String),
    /// The job that is looked at is left; if there is none, no policy is lit alone.
    Unlight,
    /// The result stays in view as what was before, or no longer.
    Pin,
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
}

impl Compare {
    /// The first preset.
    pub fn open() -> Self {
        Self {
            scenario: PRESETS[0].scenario(),
            focus: Focus::default(),
            drafts: Drafts::default(),
            refinement: Refinement::open(),
            before: None,
            order: vec![],
            turn: Turn::open(),
            job: Looked::default(),
            lab: Lab::default(),
            synthetic: JobsSpec::default(),
        }
    }

    /// The state as a link.
    pub fn link(&self) -> Link {
        Link { scenario: self.scenario.clone(), focus: self.focus.clone() }
    }

    /// Goes where a link leads, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Link, Fault>) {
        match link {
            Ok(Link { scenario, focus }) => {
                self.focus = focus;
                if scenario != self.scenario || self.refinement.fault.is_some() {
                    self.put(scenario);
                }
            }
            Err(fault) => {
                self.ask();
                self.refinement.fail(fault);
            }
        }
    }

    /// Asks about another scenario.
    fn put(&mut self, scenario: Scenario) {
        self.scenario = scenario;
        self.drafts = Drafts::default();
        self.ask();
    }

    /// A new question.
    fn ask(&mut self) {
        self.refinement.ask(self.drafts.first_fault().is_some());
    }

    /// The result that was pinned, and in what it differs from the one that is shown, whatever the fields say meanwhile.
    pub fn before(&self) -> Option<(Rc<Findings>, String)> {
        let (before, shown) = (self.before.as_ref()?, self.refinement.findings.as_ref()?);
        Some((before.findings.clone(), before.what(shown)))
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
        let wanted = |key: &String| !(merged && key == PSBS) && key.parse().map_or(true, |policy| self.excluded(&policy).is_none());
        scenario.policies.retain(wanted);
        if !rows::drawn(&self.fields().workload) {
            scenario.replications = 1;
        }
        scenario
    }

    /// Whether FSPE+PS stands for PSBS, too: both are chosen, and all jobs weigh the same.
    pub fn merged(&self) -> bool {
        let chosen = |key: &str| self.scenario.policies.iter().any(|chosen| chosen == key);
        chosen(SHARING) && chosen(PSBS) && rows::even(&self.fields().workload)
    }

    /// The system and the workload.
    pub fn fields(&self) -> Fields<Plan> {
        self.scenario.of::<Plan>().cloned().unwrap_or_default()
    }

    fn change_workload(&mut self, change: impl FnOnce(&mut JobsSpec)) {
        if let Some(fields) = self.scenario.of_mut::<Plan>() {
            change(&mut fields.workload);
        }
    }

    /// Why a policy cannot take part, if it cannot.
    pub fn excluded(&self, policy: &Policy) -> Option<&'static str> {
        match policy.kind().servers() {
            Servers::One(why) if self.fields().system.servers.unwrap_or(1) > 1 => Some(why),
            _ => None,
        }
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: Field) -> Option<String> {
        self.drafts.fault(field).or_else(|| self.refinement.blames(field.about().name)).map(str::to_owned)
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        self.apply(change);
        let complete = self.refinement.phase == Phase::Done;
        let asked = self.asked();
        self.job.follow(self.refinement.generation);
        self.turn.follow(&asked, self.scenario.replications, complete);
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Turn(turned) => self.turn.change(turned),
            Change::Job(OfJob::Look(sought)) => {
                if let Some(findings) = &self.refinement.findings {
                    self.job.look(sought, findings);
                }
            }
            Change::Job(OfJob::Leave) => self.job.leave(),
            Change::Job(OfJob::Told(number, policy, story)) => self.job.told(number, policy, story),
            Change::Number(field, text) => self.write(field, text),
            Change::Left(field) => self.drafts.left(field),
            Change::AsInFile(field) => {
                field.clear(&mut self.scenario);
                self.drafts.keep(|drafted| drafted != field);
                self.ask();
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
                if let Some(preset) = PRESETS.get(position) {
                    self.put(after(preset, &self.scenario));
                }
            }
            Change::Kind(aspect, position) => {
                aspect.choose(&mut self.scenario, position);
                self.put(self.scenario.clone());
            }
            Change::Stretch(stretch) => {
                self.change_workload(|workload| workload.stretch = stretch.then_some(true));
                self.ask();
            }
            // Who gives the file that is asked for keeps all settings.
            Change::Use(name) if self.scenario.file() == Some(name.as_str()) => self.ask(),
            Change::Use(name) => self.load(name),
            Change::Unload => {
                let synthetic = std::mem::take(&mut self.synthetic);
                self.change_workload(|workload| *workload = synthetic);
                self.put(self.scenario.clone());
            }
            Change::Show(shown) => self.focus.shown = shown,
            Change::Over(over) => self.focus.over = over,
            Change::Light(key) => self.focus.lit = (self.focus.lit.as_ref() != Some(&key)).then_some(key),
            Change::Unlight if self.job.looked.is_some() => self.job.leave(),
            Change::Unlight => self.focus.lit = None,
            Change::Pin => {
                self.before =
                    if self.before.is_some() { None } else { self.refinement.findings.clone().map(|findings| Pinned { findings }) };
            }
            Change::Pair(pair) => self.focus.pair = Some(pair),
            Change::Reset => {
                *self = Self { refinement: self.refinement.clone(), ..Self::open() };
                self.ask();
            }
            Change::Stop => self.refinement.stop(),
            Change::GoOn => self.refinement.go_on(),
            Change::Told(told) => {
                let scenario = self.asked();
                self.refinement.told(told, &scenario);
                if let Some(findings) =
                    self.refinement.findings.as_ref().filter(|_| self.refinement.phase == Phase::Done || self.order.is_empty())
                {
                    self.order = rows::order(&findings.report);
                }
            }
        }
    }

    fn write(&mut self, field: Field, text: String) {
        if self.drafts.write(field, text, &mut self.scenario) || self.refinement.fault.is_some() {
            self.ask();
        }
    }

    fn toggle(&mut self, key: &str) {
        let merged = self.merged();
        if self.focus.lit.as_deref() == Some(key) {
            self.focus.lit = None;
        }
        let policies = &mut self.scenario.policies;
        if merged && key == SHARING {
            policies.retain(|chosen| chosen != SHARING && chosen != PSBS);
            return;
        }
        if let Some(position) = policies.iter().position(|chosen| chosen == key) {
            policies.remove(position);
            return;
        }
        policies.push(key.to_owned());
        // In the order of the registry; what is not in it stays at the end, where its error is easily seen.
        let known = Policy::registry().rows().map(|row| row.key);
        let (chosen, rest): (Vec<String>, Vec<String>) = policies.drain(..).partition(|key| known.clone().any(|known| known == key));
        policies.extend(known.filter(|known| chosen.iter().any(|key| key == known)).map(str::to_owned));
        policies.extend(rest);
    }

    fn load(&mut self, name: String) {
        let now = self.fields().workload;
        if now.path.is_none() {
            self.synthetic = now.clone();
        }
        let format = FileFormat::of(&name);
        let mut of_file = JobsSpec::of_file(name, format.as_ref().ok().copied());
        if format.as_ref().is_ok_and(|format| !has_estimates(*format)) {
            // Errors are drawn as before: without them every policy would know all sizes.
            let usual = now.sigma.unwrap_or(Synthetic::default().sigma);
            of_file.sigma = now.errors.unwrap_or_default().spread().then_some(usual);
            of_file.errors = now.errors;
        }
        self.change_workload(|workload| *workload = of_file);
        self.drafts.keep(|field| matches!(field, Field::Seed | Field::Replications | Field::Servers));
        self.ask();
        if let Err(error) = format {
            self.refinement.fail(ScenarioError::of(SystemKind::Server, error).into());
        }
    }
}

/// Whether files of a format may have estimates of their own.
const fn has_estimates(format: FileFormat) -> bool {
    matches!(format, FileFormat::Csv | FileFormat::Swf)
}

#[cfg(test)]
mod tests;
