//! What *Compare* shows: the scenario, what is wrong with it, how far the answer is, and what is looked at.

use super::kinds::Aspect;
use super::presets::PRESETS;
use super::refinement::{Question, Refinement, Told};
use super::shown::{Focus, Link, Shown};
use crate::experiment::{FileFormat, Scenario, WorkloadSpec};
use crate::page::drafts::Drafts;
use crate::page::field::Field;
use crate::page::file::File;
use crate::page::protocol::Fault;
use schedscope_engine::registry::Servers;
use schedscope_engine::server::Policy;

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
    /// The synthetic workload to return to when the file goes.
    synthetic: WorkloadSpec,
}

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
    /// A policy was chosen or dropped.
    Toggle(Policy),
    /// A file of this name is to be used.
    Use(String),
    /// The file was put away.
    Unload,
    /// A picture was chosen.
    Show(Shown),
    /// Two policies are to be held against each other.
    Pair([String; 2]),
    /// Everything as at first.
    Reset,
    /// What there is will do.
    Stop,
    /// It will not.
    GoOn,
    /// The refiner has something to say.
    Told(Told),
}

impl Compare {
    /// The first preset.
    pub fn open() -> Self {
        Self {
            scenario: PRESETS[0].scenario(),
            focus: Focus::default(),
            drafts: Drafts::default(),
            refinement: Refinement::open(),
            synthetic: WorkloadSpec::default(),
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

    /// What is asked of the workers, about this file.
    pub fn question(&self, file: Option<File>) -> Question {
        let scenario = self.asked();
        let theory = self.refinement.wants_theory(&scenario);
        Question { generation: self.refinement.generation, scenario, file, theory }
    }

    /// The scenario without the policies that this system does not have.
    pub fn asked(&self) -> Scenario {
        let mut scenario = self.scenario.clone();
        scenario.policies.retain(|key| key.parse().map_or(true, |policy| self.excluded(policy).is_none()));
        scenario
    }

    /// Why a policy cannot take part, if it cannot.
    pub fn excluded(&self, policy: Policy) -> Option<&'static str> {
        match policy.row().servers {
            Servers::One(why) if self.scenario.system.servers.unwrap_or(1) > 1 => Some(why),
            _ => None,
        }
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: Field) -> Option<String> {
        self.drafts.fault(field).or_else(|| self.refinement.blames(field.about().name)).map(str::to_owned)
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Number(field, text) => self.write(field, text),
            Change::Left(field) => self.drafts.left(field),
            Change::AsInFile(field) => {
                field.clear(&mut self.scenario);
                self.drafts.keep(|drafted| drafted != field);
                self.ask();
            }
            Change::Toggle(policy) => {
                self.toggle(policy);
                self.ask();
            }
            Change::Preset(position) => {
                if let Some(preset) = PRESETS.get(position) {
                    self.put(preset.after(&self.scenario));
                }
            }
            Change::Kind(aspect, position) => {
                aspect.choose(&mut self.scenario, position);
                self.put(self.scenario.clone());
            }
            Change::Stretch(stretch) => {
                self.scenario.workload.stretch = stretch.then_some(true);
                self.ask();
            }
            Change::Use(name) => self.load(name),
            Change::Unload => {
                self.scenario.workload = std::mem::take(&mut self.synthetic);
                self.put(self.scenario.clone());
            }
            Change::Show(shown) => self.focus.shown = shown,
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
            }
        }
    }

    fn write(&mut self, field: Field, text: String) {
        if self.drafts.write(field, text, &mut self.scenario) || self.refinement.fault.is_some() {
            self.ask();
        }
    }

    fn toggle(&mut self, policy: Policy) {
        let policies = &mut self.scenario.policies;
        if let Some(position) = policies.iter().position(|key| key == policy.row().key) {
            policies.remove(position);
            return;
        }
        policies.push(policy.row().key.to_owned());
        // In the order of the registry; what is not in it stays at the end, where its error is easily seen.
        let known = Policy::ALL.iter().map(|policy| policy.row().key);
        let (chosen, rest): (Vec<String>, Vec<String>) = policies.drain(..).partition(|key| known.clone().any(|known| known == key));
        policies.extend(known.filter(|known| chosen.iter().any(|key| key == known)).map(str::to_owned));
        policies.extend(rest);
    }

    fn load(&mut self, name: String) {
        if self.scenario.workload.path.is_none() {
            self.synthetic = std::mem::take(&mut self.scenario.workload);
        }
        let format = FileFormat::of(&name);
        self.scenario.workload = WorkloadSpec { path: Some(name), format: format.as_ref().ok().copied(), ..WorkloadSpec::default() };
        self.drafts.keep(|field| matches!(field, Field::Seed | Field::Replications | Field::Servers));
        self.ask();
        if let Err(error) = format {
            self.refinement.fail(error.into());
        }
    }
}
