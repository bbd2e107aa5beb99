//! A scenario that is being edited, and the inquiries about it: what all worlds have in common that are played.

use crate::edited::{Edit, Edited};
use crate::inquiry::{Inquiry, Phase, Question, Told};
use crate::protocol::{Answer, Fault, Wanted};
use crate::queue::Class;
use crate::spread::{self, Behind, Spread, Unit};
use crate::traces::Traces;
use schedscope::registry::Choice;
use schedscope_core::experiment::{PolicyReport, Recording, Report, Scenario, SystemKind};
use std::ops::{Deref, DerefMut};

/// The scenario, what is being typed, and how far the answers are.
#[derive(Clone, Debug)]
pub struct Bench<T> {
    /// The scenario, and what is being typed.
    pub edited: Edited,
    /// How far the answer is.
    pub inquiry: Inquiry<T>,
    /// The other runs, where one is shown of several.
    pub behind: Behind,
    /// What is compared of all runs, in worlds that show one of them by itself.
    spreads: Option<Spreads>,
}

/// What is compared of each run of a policy, behind the one that is shown.
#[derive(Clone, Copy, Debug)]
pub struct Spreads {
    /// What it is, in words.
    pub unit: Unit,
    /// Its value in each run.
    pub of: fn(&Answer) -> Vec<f64>,
}

/// What can be asked of what is edited can be asked of the bench.
impl<T> Deref for Bench<T> {
    type Target = Edited;

    fn deref(&self) -> &Edited {
        &self.edited
    }
}

impl<T> DerefMut for Bench<T> {
    fn deref_mut(&mut self) -> &mut Edited {
        &mut self.edited
    }
}

impl<T> Bench<T> {
    /// The first question is this one.
    pub fn open(scenario: Scenario, spreads: Option<Spreads>) -> Self {
        Self { edited: scenario.into(), inquiry: Inquiry::open(), behind: Behind::open(), spreads }
    }

    /// Takes the scenario of a link. Says whether that is a new question.
    pub fn follow(&mut self, scenario: Scenario) -> bool {
        let new = scenario != self.scenario || self.inquiry.fault.is_some() || self.first_fault().is_some();
        if new {
            self.put(scenario);
        }
        new
    }

    /// Shows what is wrong with a link.
    pub fn fail(&mut self, fault: Fault) {
        self.ask();
        self.inquiry.fail(fault);
    }

    /// Another scenario, as it is when it is read from a file.
    pub fn put(&mut self, scenario: Scenario) {
        self.edited.put(scenario);
        self.ask();
    }

    /// A change of the scenario that leaves what is being typed.
    pub fn amend(&mut self, change: impl FnOnce(&mut Scenario)) {
        change(&mut self.scenario);
        self.ask();
    }

    /// A new question.
    pub fn ask(&mut self) {
        let wrong = self.first_fault().is_some();
        self.inquiry.ask(wrong);
        self.behind.ask(wrong);
    }

    /// What the workers are asked: of one run that is shown by itself a recording, else all runs and a recording of the first; on the
    /// server, whose jobs may be too many to follow each, one run in stills.
    pub fn question(&self, traces: &Traces) -> Question {
        let file = traces.named(self.scenario.file());
        match self.spreads {
            Some(_) => Question { scenario: self.one_run(), file, wanted: Wanted::Recording(self.behind.shown), class: Class::Now },
            None => Question { scenario: self.asked(), file, wanted: self.watched(), class: Class::Now },
        }
    }

    /// What they are asked behind it: all runs.
    pub fn question_behind(&self, traces: &Traces) -> Question {
        Question { scenario: self.all_runs(), file: traces.named(self.scenario.file()), wanted: Wanted::Summary, class: Class::Behind }
    }

    /// Whether they may be asked that: when the run that is shown is there, and is one of several; another run of them ends nothing.
    pub fn asks_behind(&self) -> bool {
        self.behind.inquiry.phase == Phase::Running || self.inquiry.phase == Phase::Done && self.behind.given == Some(false)
    }

    /// Whether one run is shown, and in stills.
    fn in_stills(&self) -> bool {
        self.scenario.kind() == SystemKind::Server
    }

    fn watched(&self) -> Wanted {
        if self.in_stills() { Wanted::Stills } else { Wanted::Watched }
    }

    /// The scenario as it is asked.
    fn asked(&self) -> Scenario {
        if self.spreads.is_some() || self.in_stills() { self.one_run() } else { self.scenario.clone() }
    }

    fn one_run(&self) -> Scenario {
        Scenario { replications: 1, ..self.scenario.clone() }
    }

    fn all_runs(&self) -> Scenario {
        Scenario { replications: spread::replications(&self.scenario), ..self.scenario.clone() }
    }

    /// Records what is said. When the last policy is done, the report comes back, with what was recorded; where that takes long, first one
    /// of the policies that are done.
    pub fn told(&mut self, told: Told) -> Option<(Report, Vec<Recording>)> {
        let Some(answers) = self.inquiry.told(told, self.scenario.policies.len()) else {
            let (positions, answers): (Vec<usize>, Vec<Answer>) = self.inquiry.early()?.into_iter().unzip();
            let policies = positions.into_iter().map(|position| self.scenario.policies[position].clone()).collect();
            let asked = Scenario { policies, ..self.asked() };
            return assembled(&asked, answers).map(|(report, _, recordings)| (report, recordings));
        };
        if self.spreads.is_some() {
            self.behind.given = answers.first().map(|answer| answer.given);
        }
        assembled(&self.asked(), answers).map(|(report, _, recordings)| (report, recordings))
    }

    /// Records what is said about all runs. When they are all there, a typical one is shown, unless the reader looks at
    /// another already.
    pub fn told_behind(&mut self, told: Told) {
        let Some(Spreads { unit, of }) = self.spreads else { return };
        if let Some(answers) = self.behind.inquiry.told(told, self.scenario.policies.len()) {
            let means = answers.iter().map(of).collect();
            if let Some((report, policies, _)) = assembled(&self.all_runs(), answers)
                && self.behind.answered(Spread::new(&policies, means, unit, report)).is_some()
            {
                self.inquiry.ask(false);
            }
        }
    }

    /// What comes out of several runs, in a sentence and one below it: see [`Behind::headline`]. Of what cannot be simulated nothing is
    /// awaited.
    pub fn headline(&self, names: &[String], ratios: &[f64]) -> [String; 2] {
        let unit = self.spreads.map_or(Unit::All, |spreads| spreads.unit);
        let [sentence, below] = self.behind.headline(names, ratios, unit, spread::replications(&self.scenario));
        let awaited = self.inquiry.phase != Phase::Failed || self.behind.spread().is_some();
        [sentence, if awaited { below } else { String::new() }]
    }

    /// Shows the run of this number, from 0, since the reader wants it.
    pub fn show(&mut self, run: u32) {
        self.behind.kept = true;
        if run != self.behind.shown && run < spread::replications(&self.scenario) {
            self.behind.shown = run;
            self.inquiry.ask(self.first_fault().is_some());
        }
    }

    /// The run that the reader looks at, from 1, where there are several.
    pub fn run(&self) -> Option<u32> {
        let Behind { kept, shown, given, .. } = self.behind;
        (self.spreads.is_some() && kept && given != Some(true)).then_some(shown + 1)
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: &str) -> Option<&str> {
        self.edited.fault(field).or_else(|| self.inquiry.blames(field))
    }

    /// Changes the scenario. The run that is shown stays the one that is: what becomes of its jobs is what the reader wants to see.
    pub fn edit(&mut self, edit: Edit) {
        if self.edited.edit(edit, self.inquiry.fault.is_some()) {
            let (shown, seen) = (self.behind.shown, self.inquiry.answer.is_some());
            self.ask();
            if seen && shown < spread::replications(&self.scenario) {
                (self.behind.shown, self.behind.kept) = (shown, true);
            }
        }
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
    use crate::testing::{done, file, results};
    use schedscope_core::experiment::{Form, Part};
    use toml::Value;

    fn open(query: &str) -> Bench<Report> {
        let spreads = Spreads { unit: Unit::All, of: |answer| answer.summary.means().to_vec() };
        Bench::open(Scenario::from_query(query).unwrap(), Some(spreads))
    }

    fn cluster() -> Bench<Report> {
        open("policies=fair,hfsp&system.kind=cluster&workload.mix=prod&workload.count=30")
    }

    fn typed(bench: &mut Bench<Report>, field: &str, text: &str) -> String {
        bench.edit(Edit::Type(field.to_owned(), text.to_owned()));
        bench.text(field)
    }

    #[test]
    fn every_field_can_be_typed_and_given_back() {
        for kind in SystemKind::ALL {
            let mut bench = Bench::<Report>::open(Scenario::new(*kind), None);
            for part in Part::all(*kind) {
                let text = match &part.form {
                    Form::Whole | Form::Number => "3",
                    Form::Switch => "true",
                    Form::Word(words) => &words[0],
                    Form::Text => "some text",
                    Form::Value | Form::Choice(_) | Form::List(_) => continue,
                };
                let field = part.path();
                assert_eq!((typed(&mut bench, &field, text).as_str(), bench.complaint(&field)), (text, None), "{field}");
                // A default is not written down.
                assert!(bench.scenario.get(&field).is_some() || bench.usual(&field), "{field}");
                assert_eq!((typed(&mut bench, &field, "").as_str(), bench.complaint(&field)), ("", None), "{field}");
                assert_eq!(bench.scenario, Scenario::new(*kind), "{field}");
            }
        }
    }

    #[test]
    fn what_is_no_value_stays_to_be_mended() {
        let mut bench = Bench::<Report>::open(Scenario::new(SystemKind::Cluster), None);
        assert_eq!(typed(&mut bench, "system.machines", "many"), "many");
        assert!(bench.complaint("system.machines").unwrap().contains("\"many\"; allowed: a whole number"));
        assert_eq!((bench.inquiry.phase, bench.scenario.clone()), (Phase::Failed, Scenario::new(SystemKind::Cluster)));
        bench.edit(Edit::Left("system.machines".to_owned()));
        assert!(bench.complaint("system.machines").is_some());
        typed(&mut bench, "system.machines", "4");
        assert_eq!((bench.inquiry.phase, bench.complaint("system.machines")), (Phase::Waiting, None));
        typed(&mut bench, "seed", "7");
        typed(&mut bench, "replications", "2");
        assert_eq!((bench.scenario.seed, bench.scenario.replications), (7, 2));
    }

    #[test]
    fn a_text_stays_as_it_was_typed_until_the_field_is_left() {
        let mut bench = cluster();
        let asked = bench.inquiry.generation;
        assert_eq!(typed(&mut bench, "workload.load", "1."), "1.");
        assert_eq!((bench.inquiry.generation, bench.scenario.get("workload.load")), (asked + 1, Some(Value::Float(1.0))));
        typed(&mut bench, "workload.load", "1.0");
        assert_eq!(bench.inquiry.generation, asked + 1, "the same number is no new question");
        bench.edit(Edit::Left("workload.load".to_owned()));
        assert_eq!(bench.text("workload.load"), "1");
    }

    #[test]
    fn policies_are_changed_in_place_or_written_with_parameters() {
        let mut bench = cluster();
        bench.edit(Edit::Policy(1, "fifo".to_owned()));
        assert_eq!(bench.scenario.policies, ["fair", "fifo"]);
        let asked = bench.inquiry.generation;
        bench.edit(Edit::Policy(2, "fifo".to_owned()));
        assert_eq!((bench.scenario.policies.len(), bench.inquiry.generation), (2, asked), "there is no such position");
        bench.edit(Edit::Write("hfsp[preemption=kill,t=3], hfsp[t=5]".to_owned()));
        assert_eq!(bench.scenario.policies, ["fair", "fifo", "hfsp[preemption=kill,t=3]", "hfsp[t=5]"]);
        assert_eq!(bench.written(), "hfsp[preemption=kill,t=3],hfsp[t=5]");
    }

    #[test]
    fn answers_make_a_report() {
        let mut bench = open("policies=fifo,fair&system.kind=cluster&workload.mix=test&workload.count=5");
        let generation = bench.inquiry.generation;
        assert!(bench.told(Told::Started(generation)).is_none());
        let asked = bench.scenario.clone();
        assert!(bench.told(Told::Heard(done(generation, &asked, 0))).is_none());
        let (report, recordings) = bench.told(Told::Heard(done(generation, &asked, 1))).unwrap();
        assert_eq!((report.policies.len(), recordings.len(), bench.behind.given), (2, 2, Some(false)));
    }

    #[test]
    fn the_other_runs_are_asked_behind_one_and_go_on_when_another_is_shown() {
        let mut bench = cluster();
        assert!(!bench.asks_behind());
        (bench.inquiry.phase, bench.behind.given) = (Phase::Done, Some(false));
        assert!(bench.asks_behind());
        bench.behind.inquiry.phase = Phase::Running;
        bench.show(3);
        assert!(bench.inquiry.phase == Phase::Waiting && bench.asks_behind());
        bench.ask();
        assert!(!bench.asks_behind(), "of another scenario they are others");
    }

    #[test]
    fn a_number_is_changed_of_the_run_that_is_shown() {
        let mut bench = open("policies=fifo,fair&system.kind=cluster&workload.mix=test&workload.count=5");
        let asked = bench.scenario.clone();
        bench.show(7);
        typed(&mut bench, "system.machines", "2");
        assert_eq!((bench.behind.shown, bench.run()), (0, None), "nothing was shown yet");
        bench.put(asked.clone());
        let generation = bench.inquiry.generation;
        bench.told(Told::Started(generation));
        bench.told(Told::Heard(done(generation, &asked, 0)));
        let (report, _) = bench.told(Told::Heard(done(generation, &asked, 1))).unwrap();
        bench.inquiry.answered(report);
        bench.show(7);
        typed(&mut bench, "system.machines", "2");
        assert_eq!((bench.behind.shown, bench.run()), (7, Some(8)));
        bench.put(asked);
        assert_eq!((bench.behind.shown, bench.run()), (0, None), "another question is about other jobs");
    }

    #[test]
    fn of_what_cannot_be_simulated_nothing_is_awaited() {
        let mut bench = cluster();
        let said = |bench: &Bench<Report>| bench.headline(&["Fair".to_owned(), "HFSP".to_owned()], &[0.9]);
        assert!(said(&bench)[1].contains("are being simulated"));
        bench.inquiry.fail(Fault { field: Some("workload.count".to_owned()), message: "too many".to_owned() });
        assert_eq!(said(&bench)[1], "");
    }

    #[test]
    fn a_fault_of_the_workers_clears_when_anything_is_typed() {
        let mut bench = cluster();
        bench.inquiry.fail(Fault { field: Some("workload.count".to_owned()), message: "too many".to_owned() });
        assert_eq!(bench.complaint("workload.count"), Some("too many"));
        typed(&mut bench, "workload.count", "30");
        assert_eq!((bench.inquiry.phase, bench.complaint("workload.count")), (Phase::Waiting, None));
    }

    #[test]
    fn a_file_is_asked_with_its_scenario() {
        let mut bench = cluster();
        let mut traces = Traces::default();
        traces.load(file("jobs.tsv"));
        assert_eq!(bench.question(&traces).file, None);
        bench.put(Scenario::from_query("policies=fair&system.kind=cluster&workload.path=jobs.tsv").unwrap());
        assert_eq!(bench.question(&traces).file, Some(file("jobs.tsv")));
    }

    #[test]
    fn links_begin_anew_unless_they_say_the_same() {
        let mut bench = cluster();
        let first = bench.scenario.clone();
        assert!(!bench.follow(first.clone()), "the same is no new question");
        typed(&mut bench, "workload.count", "4x");
        bench.fail(Fault { field: None, message: "not understood".to_owned() });
        assert_eq!(bench.inquiry.fault.as_ref().unwrap().message, "not understood");
        assert!(bench.follow(first.clone()));
        assert_eq!((bench.inquiry.phase, bench.inquiry.fault.clone(), bench.first_fault()), (Phase::Waiting, None, None));
    }

    #[test]
    fn the_run_that_the_reader_wants_is_asked() {
        let mut bench = cluster();
        assert_eq!(bench.run(), None, "the page chooses one");
        bench.show(6);
        assert_eq!((bench.run(), bench.question(&Traces::default()).wanted), (Some(7), Wanted::Recording(6)));
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
