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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::inquiry::Phase;
    use crate::page::testing::{file, results};

    fn open() -> Workbench<()> {
        Workbench::open(Scenario::from_query("policies=fair,hfsp&system.kind=cluster&workload.mix=prod&workload.count=30").unwrap())
    }

    fn format(name: &str) -> Result<Option<FileFormat>, ScenarioError> {
        FileFormat::of(name).map(Some)
    }

    #[test]
    fn numbers_are_new_questions_when_they_change() {
        let mut bench = open();
        let asked = bench.inquiry.generation;
        bench.edit(Edit::Number(Field::Count, "30".to_owned()), format);
        assert_eq!(bench.inquiry.generation, asked);
        bench.edit(Edit::Number(Field::Count, "40".to_owned()), format);
        assert_eq!((bench.inquiry.generation, Field::Count.get(&bench.scenario)), (asked + 1, Some(40.0)));
    }

    #[test]
    fn an_error_clears_when_it_is_mended() {
        let mut bench = open();
        bench.edit(Edit::Number(Field::Count, "many".to_owned()), format);
        assert_eq!(bench.inquiry.phase, Phase::Failed);
        assert!(bench.complaint(Field::Count).unwrap().contains("\"many\""));
        bench.edit(Edit::Left(Field::Count), format);
        assert!(bench.complaint(Field::Count).is_some());
        bench.edit(Edit::Number(Field::Count, "30".to_owned()), format);
        assert_eq!((bench.inquiry.phase, bench.complaint(Field::Count)), (Phase::Waiting, None));
    }

    #[test]
    fn a_fault_of_the_workers_clears_when_anything_is_typed() {
        let mut bench = open();
        bench.inquiry.fail(Fault { field: Some("workload.count".to_owned()), message: "too many".to_owned() });
        assert_eq!(bench.complaint(Field::Count).as_deref(), Some("too many"));
        bench.edit(Edit::Number(Field::Count, "30".to_owned()), format);
        assert_eq!((bench.inquiry.phase, bench.complaint(Field::Count)), (Phase::Waiting, None));
    }

    #[test]
    fn policies_are_changed_in_place() {
        let mut bench = open();
        bench.edit(Edit::Policy(1, "fifo".to_owned()), format);
        assert_eq!(bench.scenario.policies, ["fair", "fifo"]);
        let asked = bench.inquiry.generation;
        bench.edit(Edit::Policy(2, "fifo".to_owned()), format);
        assert_eq!((bench.scenario.policies.len(), bench.inquiry.generation), (2, asked), "there is no such position");
    }

    #[test]
    fn a_file_replaces_the_workload_and_is_asked_with_it() {
        let mut bench = open();
        let mut traces = Traces::default();
        traces.load(file("jobs.tsv"));
        assert_eq!(bench.question(&traces).file, None);
        bench.edit(Edit::Number(Field::Count, "?".to_owned()), format);
        bench.edit(Edit::File("jobs.tsv".to_owned()), format);
        assert_eq!(bench.complaint(Field::Count), None, "what was typed went with the field");
        assert_eq!(bench.question(&traces).file, Some(file("jobs.tsv")));
        assert_eq!(bench.inquiry.phase, Phase::Waiting);
        bench.edit(Edit::File("jobs.txt".to_owned()), format);
        assert_eq!((bench.inquiry.phase, bench.question(&traces).file), (Phase::Failed, None));
        assert!(bench.inquiry.fault.as_ref().unwrap().message.contains("jobs.txt"));
    }

    #[test]
    fn links_and_resets_begin_anew() {
        let mut bench = open();
        let first = bench.scenario.clone();
        bench.follow(Ok(first.clone()));
        assert_eq!(bench.inquiry.generation, 1, "the same is no new question");
        bench.edit(Edit::Number(Field::Count, "4x".to_owned()), format);
        bench.follow(Err(Fault { field: None, message: "not understood".to_owned() }));
        assert_eq!(bench.inquiry.fault.as_ref().unwrap().message, "not understood");
        bench.follow(Ok(first.clone()));
        assert_eq!((bench.inquiry.phase, bench.inquiry.fault.clone()), (Phase::Waiting, None));
        bench.edit(Edit::Number(Field::Count, "50".to_owned()), format);
        bench.reset(first.clone());
        assert_eq!((bench.scenario, bench.drafts), (first, Drafts::default()));
    }

    #[test]
    fn the_least_is_told_only_where_policies_differ() {
        let asked = Scenario::from_query("policies=ps,srpt&workload.count=50").unwrap();
        let (policies, results) = (choices(&asked).unwrap(), results(&asked));
        let workload = results[0].workload.clone();
        let report = Report::assemble(asked, policies, workload, vec![], results.into_iter().map(|known| known.summary).collect(), vec![]);
        let of = |row: &PolicyReport| Some(if row.policy.written() == "ps" { 3.0 } else { 2.0 });
        assert_eq!(least(&report.policies, of), Some(2.0));
        assert_eq!(least(&report.policies, |_| Some(1.0)), None);
        assert_eq!(least(&report.policies, |_| None), None);
    }
}
