//! A scenario that is being edited, and the inquiry about it: what *Cluster* and *Datacenter* have in common.

use super::drafts::Drafts;
use super::field::Field;
use super::inquiry::{Inquiry, Question};
use super::protocol::{Answer, Fault, Recording, Wanted};
use super::traces::Traces;
use crate::experiment::{FileFormat, PolicyReport, Report, Scenario, ScenarioError, WorkloadSpec, choices};
use schedscope_engine::registry::Choice;

/// The scenario, what is wrong with it, and how far the answer is.
#[derive(Clone, Debug)]
pub struct Workbench<T> {
    /// What is asked.
    pub scenario: Scenario,
    /// What is being typed.
    pub drafts: Drafts,
    /// How far the answer is.
    pub inquiry: Inquiry<T>,
}

/// A change of the scenario that both views know.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Something was typed or a slider moved.
    Number(Field, String),
    /// A field was left.
    Left(Field),
    /// Another policy was written for this position.
    Policy(usize, String),
    /// The jobs are in the file of this name.
    File(String),
}

impl<T> Workbench<T> {
    /// The first question is this one.
    pub fn open(scenario: Scenario) -> Self {
        Self { scenario, drafts: Drafts::default(), inquiry: Inquiry::open() }
    }

    /// Everything as at first, but for the last answer.
    pub fn reset(&mut self, scenario: Scenario) {
        (self.scenario, self.drafts) = (scenario, Drafts::default());
        self.ask();
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Scenario, Fault>) {
        match link {
            Ok(scenario) if scenario == self.scenario && self.inquiry.fault.is_none() => {}
            Ok(scenario) => {
                self.scenario = scenario;
                self.drafts = Drafts::default();
                self.ask();
            }
            Err(fault) => {
                self.ask();
                self.inquiry.fail(fault);
            }
        }
    }

    /// A new question.
    pub fn ask(&mut self) {
        self.inquiry.ask(self.drafts.first_fault().is_some());
    }

    /// What the workers are asked.
    pub fn question(&self, traces: &Traces) -> Question {
        let file = traces.named(self.scenario.workload.path.as_deref());
        Question { scenario: self.scenario.clone(), file, wanted: Wanted::Recording }
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: Field) -> Option<String> {
        self.drafts.fault(field).or_else(|| self.inquiry.blames(field.about().name)).map(str::to_owned)
    }

    /// Another workload, of which these numbers have a control.
    pub fn set_workload(&mut self, workload: WorkloadSpec, fields: &[Field]) {
        self.scenario.workload = workload;
        self.drafts.keep(|field| fields.contains(&field));
        self.ask();
    }

    /// Changes the scenario. `format` tells how a file of some name is written.
    pub fn edit(&mut self, edit: Edit, format: impl Fn(&str) -> Result<Option<FileFormat>, ScenarioError>) {
        match edit {
            Edit::Number(field, text) => {
                if self.drafts.write(field, text, &mut self.scenario) || self.inquiry.fault.is_some() {
                    self.ask();
                }
            }
            Edit::Left(field) => self.drafts.left(field),
            Edit::Policy(position, written) => {
                if let Some(policy) = self.scenario.policies.get_mut(position) {
                    *policy = written;
                    self.ask();
                }
            }
            Edit::File(name) => {
                let format = format(&name);
                let path = WorkloadSpec { path: Some(name), format: format.as_ref().ok().copied().flatten(), ..WorkloadSpec::default() };
                self.set_workload(path, &[Field::Seed]);
                if let Err(error) = format {
                    self.inquiry.fail(Fault { field: error.field(), message: error.to_string() });
                }
            }
        }
    }

    /// The report that answers make together, with its policies and what was recorded.
    pub fn report(&self, answers: Vec<Answer>) -> Option<(Report, Vec<Choice>, Vec<Recording>)> {
        let policies = choices(&self.scenario).unwrap_or_default();
        let (mut of_all, mut summaries, mut recordings) = (None, vec![], vec![]);
        for Answer { summary, workload, warnings, recording } in answers {
            summaries.push(summary);
            recordings.extend(recording);
            of_all.get_or_insert((workload, warnings));
        }
        let (workload, warnings) = of_all?;
        Some((Report::assemble(self.scenario.clone(), policies.clone(), workload, warnings, summaries, vec![]), policies, recordings))
    }
}

/// The least of a figure over all policies of a report, if they differ in it.
pub fn least(rows: &[PolicyReport], figure: impl Fn(&PolicyReport) -> Option<f64>) -> Option<f64> {
    let values = || rows.iter().filter_map(&figure);
    let least = values().min_by(f64::total_cmp)?;
    values().any(|value| value != least).then_some(least)
}
