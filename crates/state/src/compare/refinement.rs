//! How far the answer of *Compare* is: it comes soon, and becomes more exact.

use crate::file::File;
use crate::protocol::{Fault, Results, Theory};
use schedscope::server::{self, Closeup};
use schedscope_core::experiment::{OwnReport, Replicated, Report, Scenario, SystemKind};
use std::rc::Rc;

/// How far the answer to the current question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Not started yet.
    Waiting,
    /// Workers do, or would if the view were not left.
    Running,
    /// It is there with all replications.
    Done,
    /// The user has had enough.
    Stopped,
    /// There will be none.
    Failed,
}

/// What the refiner has to say.
#[derive(Clone, Debug)]
pub enum Told {
    /// The workers have got the question of this number.
    Started(u32),
    /// Fraction of the work on a question that is done.
    Progress(u32, f64),
    /// What is known after some replications.
    Look(Rc<Look>),
    /// What theory says of the policies of a question.
    Theory(u32, Rc<Theory>),
    /// A question has no answer.
    Invalid(u32, Fault),
    /// A worker broke down with this message; another does its work.
    Replaced(u32, String),
}

/// What is known after some replications.
#[derive(Clone, Debug)]
pub struct Look {
    /// Number of the question.
    pub generation: u32,
    /// What was asked.
    pub scenario: Scenario,
    /// Of how many replications this is.
    pub replications: u32,
    /// One a policy.
    pub results: Vec<Results>,
}

/// What the workers are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its number.
    pub generation: u32,
    /// The scenario.
    pub scenario: Scenario,
    /// Its file.
    pub file: Option<File>,
    /// Whether theory is asked, too.
    pub theory: bool,
}

/// A question with its answer, as far as it is known.
#[derive(Clone, Debug)]
pub struct Refinement {
    /// Number of the question: whatever changes the scenario raises it.
    pub generation: u32,
    /// How far its answer is.
    pub phase: Phase,
    /// What is wrong with the scenario.
    pub fault: Option<Fault>,
    /// Fraction of the work that is done.
    pub progress: f64,
    /// What a worker that broke down said.
    pub replaced: Option<String>,
    /// What is known.
    pub findings: Option<Rc<Findings>>,
    /// What theory says of the policies of a scenario.
    theory: Option<(Scenario, Rc<Theory>)>,
}

/// What is known about the policies of a scenario.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Number of the question.
    pub generation: u32,
    /// The numbers; its scenario has as many replications as are done.
    pub report: Rc<Report>,
    /// The same by replication.
    pub replicated: Rc<Replicated>,
    /// What they leave out, one a policy of the server.
    pub closeups: Vec<Closeup>,
    /// What theory says, if it has been asked.
    pub theory: Rc<Theory>,
}

impl Refinement {
    /// The first question.
    pub fn open() -> Self {
        Self { generation: 1, phase: Phase::Waiting, fault: None, progress: 0.0, replaced: None, findings: None, theory: None }
    }

    /// A new question; a `wrong` one is not asked.
    pub fn ask(&mut self, wrong: bool) {
        self.generation += 1;
        self.fault = None;
        self.replaced = None;
        self.progress = 0.0;
        self.phase = if wrong { Phase::Failed } else { Phase::Waiting };
    }

    /// There will be no answer.
    pub fn fail(&mut self, fault: Fault) {
        self.fault = Some(fault);
        self.phase = Phase::Failed;
    }

    /// Stop and keep these results.
    pub fn stop(&mut self) {
        if matches!(self.phase, Phase::Waiting | Phase::Running) {
            self.phase = Phase::Stopped;
        }
    }

    /// Continue after a stop.
    pub fn go_on(&mut self) {
        if self.phase == Phase::Stopped {
            self.phase = Phase::Waiting;
        }
    }

    /// What is wrong with the field of this name.
    pub fn blames(&self, name: &str) -> Option<&str> {
        let fault = self.fault.as_ref().filter(|fault| fault.field.as_deref() == Some(name));
        fault.map(|fault| fault.message.as_str())
    }

    /// Whether what is shown belongs to an older question.
    pub fn stale(&self) -> bool {
        self.findings.as_ref().is_some_and(|findings| findings.generation != self.generation)
    }

    /// Whether theory has to be asked about this scenario.
    pub fn wants_theory(&self, scenario: &Scenario) -> bool {
        scenario.kind() == SystemKind::Server && self.theory.as_ref().is_none_or(|(known, _)| *known != essence(scenario))
    }

    /// What theory says of the policies of a scenario, if that is known.
    fn theory(&self, scenario: &Scenario) -> Option<&Rc<Theory>> {
        let essence = essence(scenario);
        self.theory.as_ref().filter(|(known, _)| *known == essence).map(|(_, theory)| theory)
    }

    /// Takes note of what the refiner says; `scenario` is the current question.
    pub fn told(&mut self, told: Told, scenario: &Scenario) {
        match told {
            Told::Started(generation) if generation == self.generation => self.phase = Phase::Running,
            Told::Progress(generation, progress) if generation == self.generation => self.progress = progress,
            Told::Look(look) => self.look(Rc::unwrap_or_clone(look), scenario.replications),
            Told::Theory(generation, theory) if generation == self.generation => {
                self.theory = Some((essence(scenario), theory));
                self.annotate();
            }
            Told::Invalid(generation, fault) if generation == self.generation => self.fail(fault),
            Told::Replaced(generation, message) if generation == self.generation => self.replaced = Some(message),
            Told::Started(_) | Told::Progress(..) | Told::Theory(..) | Told::Invalid(..) | Told::Replaced(..) => {}
        }
    }

    fn look(&mut self, look: Look, wanted: u32) {
        // An answer to an older question is better than one to a still older one, and so is one of more replications, which were done
        // before the view was left.
        let known = |findings: &Rc<Findings>| (findings.generation, findings.report.scenario.replications);
        if self.findings.as_ref().map(known).is_some_and(|known| known > (look.generation, look.replications)) {
            return;
        }
        let scenario = Scenario { replications: look.replications, ..look.scenario };
        let (Ok(policies), Some(first)) = (scenario.choices(), look.results.first()) else { return };
        let (workload, warnings) = (first.workload.clone(), first.warnings.clone());
        let (mut summaries, mut closeups, mut series) = (vec![], vec![], vec![]);
        for results in look.results {
            summaries.push(results.summary);
            closeups.extend(results.closeup);
            series.push(results.series);
        }
        let theory = self.theory(&scenario).cloned().unwrap_or_default();
        let report = Rc::new(told(Report::assemble(scenario, policies, workload, warnings, summaries), &theory));
        let replicated = Rc::new(Replicated(series));
        self.findings = Some(Rc::new(Findings { generation: look.generation, report, replicated, closeups, theory }));
        if look.generation == self.generation && look.replications == wanted {
            self.phase = Phase::Done;
        }
    }
}

impl Refinement {
    /// Adds what theory says to what is known.
    fn annotate(&mut self) {
        let Some(findings) = &self.findings else { return };
        let Some(theory) = self.theory(&findings.report.scenario).cloned() else { return };
        let report = told(Report::clone(&findings.report), &theory);
        self.findings = Some(Rc::new(Findings { report: Rc::new(report), theory, ..Findings::clone(findings) }));
    }
}

/// A report with what theory says of the means of its policies, and of the least that is possible.
fn told(mut report: Report, theory: &Theory) -> Report {
    for ((policy, mean), why) in report.policies.iter_mut().zip(&theory.means).zip(&theory.not_computed) {
        let measured = policy.mean_sojourn();
        if let OwnReport::Server(own) = &mut policy.own {
            (own.theory_mean_sojourn, own.theory_not_computed) = (*mean, *why);
            own.bound_mean_sojourn = theory.bound;
            own.ratio_bound = theory.bound.zip(measured).map(|(bound, mean)| mean / bound);
            let caution = own.caution(policy.policy.written()).filter(|caution| !report.warnings.contains(caution));
            report.warnings.extend(caution);
        }
    }
    report
}

/// What theory looks at of a scenario.
fn essence(scenario: &Scenario) -> Scenario {
    let mut essence = Scenario { seed: 1, replications: 1, ..scenario.clone() };
    if let Some(fields) = essence.of_mut::<server::Plan>() {
        (fields.workload.count, fields.workload.warmup) = (None, None);
    }
    essence
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::results;
    use schedscope::theory::TooMuch;

    fn scenario() -> Scenario {
        Scenario::from_query("replications=2&policies=ps,srpt&workload.count=50&workload.shape=1.0").unwrap()
    }

    fn look(generation: u32, replications: u32) -> Told {
        let scenario = scenario();
        let results = results(&Scenario { replications, ..scenario.clone() });
        Told::Look(Rc::new(Look { generation, scenario, replications, results }))
    }

    fn theory(generation: u32) -> Told {
        Told::Theory(
            generation,
            Rc::new(Theory {
                means: vec![Some(10.0), None],
                not_computed: vec![None, Some(TooMuch::Steps)],
                bound: Some(8.0),
                ..Theory::default()
            }),
        )
    }

    fn shown(refinement: &Refinement) -> (u32, u32) {
        let findings = refinement.findings.as_ref().unwrap();
        (findings.generation, findings.report.scenario.replications)
    }

    #[test]
    fn an_answer_becomes_more_exact_until_all_replications_are_done() {
        let mut refinement = Refinement::open();
        refinement.told(Told::Started(1), &scenario());
        refinement.told(Told::Progress(1, 0.5), &scenario());
        assert_eq!((refinement.phase, refinement.progress), (Phase::Running, 0.5));
        refinement.told(look(1, 1), &scenario());
        assert_eq!((refinement.phase, shown(&refinement)), (Phase::Running, (1, 1)));
        refinement.told(look(1, 2), &scenario());
        assert_eq!((refinement.phase, shown(&refinement)), (Phase::Done, (1, 2)));
        assert!(!refinement.stale());
    }

    #[test]
    fn what_is_said_of_an_older_question_is_ignored_but_for_a_look_where_there_is_no_newer_one() {
        let mut refinement = Refinement::open();
        refinement.ask(false);
        let fault = Fault { field: None, message: "too late".to_owned() };
        for told in [Told::Started(1), Told::Progress(1, 0.5), Told::Invalid(1, fault), Told::Replaced(1, "oh".to_owned()), theory(1)] {
            refinement.told(told, &scenario());
        }
        assert_eq!((refinement.phase, refinement.progress), (Phase::Waiting, 0.0));
        assert!(refinement.fault.is_none() && refinement.replaced.is_none() && refinement.wants_theory(&scenario()));
        refinement.told(look(1, 2), &scenario());
        assert!(refinement.stale() && refinement.phase == Phase::Waiting, "better than nothing, but not the answer");
        refinement.told(look(2, 1), &scenario());
        refinement.told(look(1, 2), &scenario());
        assert_eq!((shown(&refinement), refinement.stale()), ((2, 1), false));
    }

    #[test]
    fn what_was_known_before_the_view_was_left_stays_until_more_is_known() {
        let mut refinement = Refinement::open();
        refinement.told(Told::Started(1), &scenario());
        refinement.told(look(1, 2), &Scenario { replications: 3, ..scenario() });
        refinement.told(Told::Started(1), &scenario());
        refinement.told(look(1, 1), &scenario());
        assert_eq!((shown(&refinement), refinement.phase), ((1, 2), Phase::Running));
        refinement.told(look(1, 2), &scenario());
        assert_eq!((shown(&refinement), refinement.phase), ((1, 2), Phase::Done));
    }

    #[test]
    fn theory_joins_what_is_known_whichever_comes_first() {
        let own = |refinement: &Refinement| *refinement.findings.as_ref().unwrap().report.policies[1].own::<server::Plan>().unwrap();
        let mean = |refinement: &Refinement| {
            refinement.findings.as_ref().unwrap().report.policies[0].own::<server::Plan>().unwrap().theory_mean_sojourn
        };
        let mut refinement = Refinement::open();
        refinement.told(look(1, 1), &scenario());
        assert_eq!(mean(&refinement), None);
        refinement.told(theory(1), &scenario());
        assert_eq!(mean(&refinement), Some(10.0));
        refinement.told(theory(1), &scenario());
        refinement.told(look(1, 2), &scenario());
        let warnings = &refinement.findings.as_ref().unwrap().report.warnings;
        assert_eq!(warnings.iter().filter(|warning| warning.contains("is not computed: more than")).count(), 1, "{warnings:?}");
        assert_eq!(mean(&refinement), Some(10.0));
        let measured = refinement.findings.as_ref().unwrap().report.policies[1].mean_sojourn().unwrap();
        let bounded = own(&refinement);
        assert_eq!((bounded.bound_mean_sojourn, bounded.ratio_bound), (Some(8.0), Some(measured / 8.0)), "known for all policies");
        let other_seed = Scenario { seed: 9, replications: 7, ..scenario() };
        assert!(!refinement.wants_theory(&other_seed), "theory knows no seed");
        assert!(refinement.wants_theory(&Scenario { policies: vec!["ps".to_owned()], ..scenario() }));
    }

    #[test]
    fn who_has_had_enough_may_go_on() {
        let mut refinement = Refinement::open();
        refinement.told(Told::Started(1), &scenario());
        refinement.stop();
        assert_eq!(refinement.phase, Phase::Stopped);
        refinement.go_on();
        assert_eq!(refinement.phase, Phase::Waiting);
        refinement.told(look(1, 2), &scenario());
        refinement.stop();
        refinement.go_on();
        assert_eq!(refinement.phase, Phase::Done, "what is done is done");
    }

    #[test]
    fn a_fault_marks_its_field_until_the_next_question() {
        let mut refinement = Refinement::open();
        refinement.told(Told::Replaced(1, "oh".to_owned()), &scenario());
        refinement.told(Told::Invalid(1, Fault { field: Some("seed".to_owned()), message: "no".to_owned() }), &scenario());
        assert_eq!((refinement.phase, refinement.blames("seed"), refinement.replaced.as_deref()), (Phase::Failed, Some("no"), Some("oh")));
        refinement.ask(false);
        assert_eq!((refinement.phase, refinement.blames("seed"), refinement.replaced.as_deref()), (Phase::Waiting, None, None));
    }
}
