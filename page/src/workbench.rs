//! A scenario that is being edited, and the inquiry about it: what *Cluster* and *Datacenter* have in common.

use super::drafts::Drafts;
use super::field::Field;
use super::inquiry::{Inquiry, Phase, Question, Told};
use super::protocol::{Answer, Fault, Wanted};
use super::spread::{self, Behind, Spread, Unit};
use super::traces::Traces;
use schedscope_core::experiment::{
    Fields, Listed, PolicyReport, Recording, Report, Scenario, ScenarioError, SystemKind, query_value, without,
};
use schedscope_engine::registry::Choice;
use schedscope_engine::world::{FileFormat, SpecError, WorkloadSpec};
use std::marker::PhantomData;

/// The scenario, what is wrong with it, and how far the answer is.
#[derive(Clone, Debug)]
pub struct Workbench<W: Listed, T> {
    /// What is asked: a scenario of this world.
    pub scenario: Scenario,
    /// What is being typed.
    pub drafts: Drafts,
    /// How far the answer is: a run, recorded.
    pub inquiry: Inquiry<T>,
    /// The other runs, of which it is one.
    pub behind: Behind,
    world: PhantomData<W>,
}

/// A scenario, and which of its runs is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The scenario.
    pub scenario: Scenario,
    /// The run, from 1; absent: the one that the page chooses.
    pub run: Option<u32>,
}

impl From<Scenario> for Link {
    fn from(scenario: Scenario) -> Self {
        Self { scenario, run: None }
    }
}

/// The key of the run in a link.
pub const RUN: &str = "run";

impl Link {
    /// Reads the query of a link in this world.
    ///
    /// # Errors
    /// Names the key and value that are not understood.
    pub fn read(world: SystemKind, query: &str) -> Result<Self, ScenarioError> {
        let scenario = Scenario::from_query_in(Some(world), &without(query, &[RUN]))?;
        let Some(value) = query_value(query, RUN) else { return Ok(Self { scenario, run: None }) };
        let last = spread::replications(&scenario);
        let run = value.parse().ok().filter(|run| (1..=last).contains(run));
        let wrong = || ScenarioError::Link { key: RUN.to_owned(), value, why: format!("allowed: the number of a run, 1 to {last}") };
        Ok(Self { run: Some(run.ok_or_else(wrong)?), scenario })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        self.scenario.to_query() + &self.run.map_or_else(String::new, |run| format!("&{RUN}={run}"))
    }
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

impl<W: Listed, T> Workbench<W, T> {
    /// The first question is this one.
    pub fn open(scenario: Scenario) -> Self {
        Self { scenario, drafts: Drafts::default(), inquiry: Inquiry::open(), behind: Behind::open(), world: PhantomData }
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

    /// The same, and shows the run that the link names.
    pub fn follow_to_run(&mut self, link: Result<Link, Fault>) {
        let run = link.as_ref().ok().and_then(|link| link.run);
        self.follow(link.map(|link| link.scenario));
        if let Some(run) = run {
            self.show(run - 1);
        }
    }

    /// A link to the scenario, and to the run that is shown if the reader looks at it.
    pub fn link(&self) -> Link {
        let Behind { kept, shown, given, .. } = self.behind;
        Link { scenario: self.scenario.clone(), run: (kept && given != Some(true)).then_some(shown + 1) }
    }

    /// A new question.
    pub fn ask(&mut self) {
        let wrong = self.drafts.first_fault().is_some();
        self.inquiry.ask(wrong);
        self.behind.ask(wrong);
    }

    /// What the workers are asked: one run, recorded.
    pub fn question(&self, traces: &Traces) -> Question {
        let file = traces.named(self.scenario.file());
        Question { scenario: Scenario { replications: 1, ..self.scenario.clone() }, file, wanted: Wanted::Recording(self.behind.shown) }
    }

    /// What they are asked behind it: all runs.
    pub fn question_behind(&self, traces: &Traces) -> Question {
        let replications = spread::replications(&self.scenario);
        Question { scenario: Scenario { replications, ..self.scenario.clone() }, wanted: Wanted::Summary, ..self.question(traces) }
    }

    /// Whether they may be asked that: when the run that is shown is there, and is one of several.
    pub fn spreads(&self) -> bool {
        self.inquiry.phase == Phase::Done && self.behind.given == Some(false)
    }

    /// What comes out, in a sentence and one below it: see [`Behind::headline`]. Of what cannot be simulated nothing is awaited.
    pub fn headline(&self, names: &[String], ratios: &[f64], unit: Unit) -> [String; 2] {
        let [sentence, below] = self.behind.headline(names, ratios, unit, spread::replications(&self.scenario));
        let awaited = self.inquiry.phase != Phase::Failed || self.behind.spread().is_some();
        [sentence, if awaited { below } else { String::new() }]
    }

    /// Shows the run of this number, from 0, since the reader wants it.
    pub fn show(&mut self, run: u32) {
        self.behind.kept = true;
        if run != self.behind.shown && run < spread::replications(&self.scenario) {
            self.behind.shown = run;
            self.inquiry.ask(self.drafts.first_fault().is_some());
        }
    }

    /// Records what the runner reports about all runs: `of` gives the mean sojourn time of each run of a policy. When they are all
    /// there, a typical one is shown, unless the reader looks at another already.
    pub fn told_behind(&mut self, told: Told, unit: Unit, of: impl Fn(&Answer) -> Vec<f64>) {
        let policies = self.scenario.policies.len();
        if let Some(answers) = self.behind.inquiry.told(told, policies) {
            let means = answers.iter().map(of).collect();
            let asked = Scenario { replications: spread::replications(&self.scenario), ..self.scenario.clone() };
            if let Some((report, policies, _)) = assembled(&asked, answers)
                && self.behind.answered(Spread::new(&policies, means, unit, report)).is_some()
            {
                self.inquiry.ask(false);
            }
        }
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: Field) -> Option<String> {
        self.drafts.fault(field).or_else(|| self.inquiry.blames(field.about().name)).map(str::to_owned)
    }

    /// The system and the workload.
    pub fn fields(&self) -> Fields<W> {
        self.scenario.of::<W>().cloned().unwrap_or_default()
    }

    /// Another system and workload, of which these numbers have a control.
    pub fn set(&mut self, system_and_workload: Fields<W>, fields: &[Field]) {
        self.scenario.spec = W::spec(system_and_workload);
        self.drafts.keep(|field| fields.contains(&field));
        self.ask();
    }

    /// Changes the scenario. `format` tells how a file of some name is written.
    pub fn edit(&mut self, edit: Edit, format: impl Fn(&str) -> Result<Option<FileFormat>, SpecError>) {
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
            // Who gives the file that is asked for keeps all settings.
            Edit::File(name) if self.scenario.file() == Some(name.as_str()) => self.ask(),
            Edit::File(name) => {
                let format = format(&name);
                let workload = W::Workload::of_file(name, format.as_ref().ok().copied().flatten());
                self.set(Fields { workload, ..self.fields() }, &[Field::Seed]);
                if let Err(error) = format {
                    self.inquiry.fail(ScenarioError::of(W::SYSTEM, error).into());
                }
            }
        }
    }

    /// The report that answers make together, with its policies and what was recorded.
    pub fn report(&mut self, answers: Vec<Answer>) -> Option<(Report, Vec<Choice>, Vec<Recording>)> {
        self.behind.given = answers.first().map(|answer| answer.given);
        assembled(&Scenario { replications: 1, ..self.scenario.clone() }, answers)
    }
}

/// The report that answers about a scenario make together, with its policies and what was recorded.
pub fn assembled(scenario: &Scenario, answers: Vec<Answer>) -> Option<(Report, Vec<Choice>, Vec<Recording>)> {
    let policies = scenario.choices().unwrap_or_default();
    let (mut of_all, mut summaries, mut recordings) = (None, vec![], vec![]);
    for Answer { summary, workload, warnings, recording, .. } in answers {
        summaries.push(summary);
        recordings.extend(recording);
        of_all.get_or_insert((workload, warnings));
    }
    let (workload, warnings) = of_all?;
    Some((Report::assemble(scenario.clone(), policies.clone(), workload, warnings, summaries), policies, recordings))
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
    use crate::inquiry::Phase;
    use crate::testing::{file, results};
    use schedscope_engine::cluster::Plan;

    fn open() -> Workbench<Plan, ()> {
        Workbench::open(Scenario::from_query("policies=fair,hfsp&system.kind=cluster&workload.mix=prod&workload.count=30").unwrap())
    }

    fn format(name: &str) -> Result<Option<FileFormat>, SpecError> {
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
    fn of_what_cannot_be_simulated_nothing_is_awaited() {
        let mut bench = open();
        let said = |bench: &Workbench<Plan, ()>| bench.headline(&["Fair".to_owned(), "HFSP".to_owned()], &[0.9], Unit::All);
        assert!(said(&bench)[1].contains("are being simulated"));
        bench.inquiry.fail(Fault { field: Some("workload.count".to_owned()), message: "too many".to_owned() });
        assert_eq!(said(&bench)[1], "");
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
    fn a_link_names_the_run_that_the_reader_looks_at() {
        let mut bench = open();
        assert_eq!(bench.link().run, None, "the page chooses one");
        bench.show(6);
        let link = bench.link();
        assert_eq!((link.run, Link::read(SystemKind::Cluster, &link.write()).unwrap()), (Some(7), link.clone()));
        let mut other = open();
        other.follow_to_run(Ok(link));
        assert_eq!((other.behind.shown, other.behind.kept), (6, true));
        assert_eq!(other.question(&Traces::default()).wanted, Wanted::Recording(6));
        other.follow_to_run(Ok(open().link()));
        assert_eq!(other.behind.shown, 6, "a link that names none leaves the one that is shown");
    }

    #[test]
    fn the_least_is_told_only_where_policies_differ() {
        let asked = Scenario::from_query("policies=ps,srpt&workload.count=50").unwrap();
        let (policies, results) = (asked.choices().unwrap(), results(&asked));
        let workload = results[0].workload.clone();
        let report = Report::assemble(asked, policies, workload, vec![], results.into_iter().map(|known| known.summary).collect());
        let of = |row: &PolicyReport| Some(if row.policy.written() == "ps" { 3.0 } else { 2.0 });
        assert_eq!(least(&report.policies, of), Some(2.0));
        assert_eq!(least(&report.policies, |_| Some(1.0)), None);
        assert_eq!(least(&report.policies, |_| None), None);
    }
}
