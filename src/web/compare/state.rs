//! What *Compare* shows: the scenario, what is wrong with it, and how far the answer is.

use super::refinement::Refinement;
use super::refiner::{Question, Told};
use crate::experiment::{FileFormat, Scenario, WorkloadSpec};
use crate::registry::Servers;
use crate::server::Policy;
use crate::web::drafts::Drafts;
use crate::web::field::Field;
use crate::web::protocol::Fault;

use web_sys::File;

/// The state of *Compare*.
#[derive(Clone, Debug)]
pub struct Compare {
    /// What is asked.
    pub scenario: Scenario,
    /// The file that was dropped or chosen.
    pub file: Option<File>,
    /// What is being typed.
    pub drafts: Drafts,
    /// How far the answer is.
    pub refinement: Refinement,
    /// The synthetic workload to return to when the file goes.
    synthetic: WorkloadSpec,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something was typed or a slider moved.
    Number(Field, String),
    /// A field was left.
    Left(Field),
    /// A field was given back to the file.
    AsInFile(Field),
    /// A policy was chosen or dropped.
    Toggle(Policy),
    /// A file was dropped or chosen.
    Load(File),
    /// The file was put away.
    Unload,
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
    /// The default scenario.
    pub fn open() -> Self {
        Self {
            scenario: Scenario::default(),
            file: None,
            drafts: Drafts::default(),
            refinement: Refinement::open(),
            synthetic: WorkloadSpec::default(),
        }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Scenario, Fault>) {
        match link {
            Ok(scenario) if scenario == self.scenario && self.refinement.fault.is_none() => {}
            Ok(scenario) => {
                if scenario.workload.path != self.scenario.workload.path {
                    self.file = None;
                }
                self.scenario = scenario;
                self.drafts = Drafts::default();
                self.ask();
            }
            Err(fault) => {
                self.ask();
                self.refinement.fail(fault);
            }
        }
    }

    /// A new question.
    fn ask(&mut self) {
        self.refinement.ask(self.drafts.first_fault().is_some());
    }

    /// What is asked of the workers.
    pub fn question(&self) -> Question {
        let scenario = self.asked();
        let theory = self.refinement.wants_theory(&scenario);
        Question { generation: self.refinement.generation, scenario, file: self.file.clone(), theory }
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
            Change::Load(file) => self.load(file),
            Change::Unload => {
                self.file = None;
                self.scenario.workload = std::mem::take(&mut self.synthetic);
                self.ask();
            }
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

    fn load(&mut self, file: File) {
        if self.scenario.workload.path.is_none() {
            self.synthetic = std::mem::take(&mut self.scenario.workload);
        }
        let name = file.name();
        let format = FileFormat::of(&name);
        self.scenario.workload = WorkloadSpec { path: Some(name), format: format.as_ref().ok().copied(), ..WorkloadSpec::default() };
        self.drafts.keep(|field| matches!(field, Field::Seed | Field::Replications | Field::Servers));
        self.file = Some(file);
        self.ask();
        if let Err(error) = format {
            self.refinement.fail(Fault { field: error.field(), message: error.to_string() });
        }
    }
}
