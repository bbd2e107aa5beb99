//! What *Compare* shows: the scenario, what is wrong with it, and how far the answer is.

use super::field::Field;
use crate::experiment::{FileFormat, Report, Scenario, Summary, WorkloadReport, WorkloadSpec, choices};
use crate::registry::Servers;
use crate::server::Policy;
use crate::web::pool::Event;
use crate::web::protocol::{Fault, Reply};
use std::collections::BTreeMap;
use std::rc::Rc;
use web_sys::File;

/// The state of *Compare*.
#[derive(Clone, Debug)]
pub struct Compare {
    /// What is asked.
    pub scenario: Scenario,
    /// The file that was dropped or chosen.
    pub file: Option<File>,
    /// What is being typed, where it is not what the scenario would show, and what no number could be read from.
    pub drafts: BTreeMap<Field, Draft>,
    /// Number of the question: whatever changes the scenario raises it.
    pub generation: u32,
    /// How far its answer is.
    pub phase: Phase,
    /// What is wrong with the scenario.
    pub fault: Option<Fault>,
    /// The last answer, with the number of its question.
    pub answer: Option<(u32, Rc<Report>)>,
    /// The synthetic workload to return to when the file goes.
    synthetic: WorkloadSpec,
    /// Answers and progress of the running tasks.
    tasks: Vec<Task>,
}

/// Text of a field, as it was typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// What was typed.
    pub text: String,
    /// What is wrong with it, if it is not a number.
    pub fault: Option<String>,
}

/// How far the answer to the current question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody works on it yet.
    Waiting,
    /// Workers do.
    Running,
    /// It is there.
    Done,
    /// There will be none.
    Failed,
}

/// A task of the running question.
#[derive(Clone, Debug, Default)]
struct Task {
    /// Fraction of its jobs that have completed.
    progress: f64,
    done: Option<(Summary, WorkloadReport, Vec<String>)>,
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
    /// The workers have got this question.
    Started(u32),
    /// A worker has said something.
    Heard(Event),
    /// There are no workers.
    Unavailable,
}

impl Compare {
    /// The default scenario.
    pub fn open() -> Self {
        Self {
            scenario: Scenario::default(),
            file: None,
            drafts: BTreeMap::new(),
            generation: 1,
            phase: Phase::Waiting,
            fault: None,
            answer: None,
            synthetic: WorkloadSpec::default(),
            tasks: vec![],
        }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Scenario, Fault>) {
        match link {
            Ok(scenario) if scenario == self.scenario && self.fault.is_none() => {}
            Ok(scenario) => {
                if scenario.workload.path != self.scenario.workload.path {
                    self.file = None;
                }
                self.scenario = scenario;
                self.drafts.clear();
                self.ask();
            }
            Err(fault) => {
                self.ask();
                self.fail(fault);
            }
        }
    }

    /// A new question.
    fn ask(&mut self) {
        self.generation += 1;
        self.tasks.clear();
        self.fault = None;
        self.phase = if self.drafts.values().any(|draft| draft.fault.is_some()) { Phase::Failed } else { Phase::Waiting };
    }

    fn fail(&mut self, fault: Fault) {
        self.fault = Some(fault);
        self.phase = Phase::Failed;
    }

    /// What is asked of the workers: the scenario without the policies that this system does not have.
    pub fn question(&self) -> Scenario {
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
        let fault =
            || self.fault.as_ref().filter(|fault| fault.field.as_deref() == Some(field.about().name)).map(|fault| fault.message.clone());
        self.draft_fault(field).map(str::to_owned).or_else(fault)
    }

    /// Why no number can be read from what was typed into a field, if none can.
    pub fn draft_fault(&self, field: Field) -> Option<&str> {
        self.drafts.get(&field)?.fault.as_deref()
    }

    /// Fraction of the work that is done.
    pub fn progress(&self) -> f64 {
        self.tasks.iter().map(|task| task.progress).sum::<f64>() / self.tasks.len().max(1) as f64
    }

    /// Whether the answer that is shown belongs to an older question.
    pub fn stale(&self) -> bool {
        self.answer.as_ref().is_some_and(|(generation, _)| *generation != self.generation)
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Number(field, text) => self.write(field, text),
            Change::Left(field) => self.drafts.retain(|drafted, draft| *drafted != field || draft.fault.is_some()),
            Change::AsInFile(field) => {
                field.clear(&mut self.scenario);
                self.drafts.remove(&field);
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
            Change::Reset => *self = Self { generation: self.generation + 1, answer: self.answer.take(), ..Self::open() },
            Change::Started(generation) if generation == self.generation => {
                self.phase = Phase::Running;
                self.tasks = vec![Task::default(); self.question().policies.len()];
            }
            Change::Heard(event) if event.generation == self.generation => self.hear(event),
            Change::Unavailable => self.fail(Fault { field: None, message: "this browser cannot start a worker".to_owned() }),
            Change::Started(_) | Change::Heard(_) => {}
        }
    }

    /// Takes what was typed. It stays as it is while it is being typed: `0.` is a number on its way to another.
    fn write(&mut self, field: Field, text: String) {
        let before = self.scenario.clone();
        let wrong = self.fault.is_some() || self.draft_fault(field).is_some();
        let fault = field.set(&mut self.scenario, &text).err();
        let ask = wrong || fault.is_some() || self.scenario != before;
        if fault.is_none() && text == field.text(&self.scenario) {
            self.drafts.remove(&field);
        } else {
            self.drafts.insert(field, Draft { text, fault });
        }
        if ask {
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
        policies.sort_by_key(|key| Policy::ALL.iter().position(|p| p.row().key == key).unwrap_or(usize::MAX));
    }

    fn load(&mut self, file: File) {
        if self.scenario.workload.path.is_none() {
            self.synthetic = std::mem::take(&mut self.scenario.workload);
        }
        let name = file.name();
        let format = FileFormat::of(&name);
        self.scenario.workload = WorkloadSpec { path: Some(name), format: format.as_ref().ok().copied(), ..WorkloadSpec::default() };
        self.drafts.retain(|field, _| matches!(field, Field::Seed | Field::Replications | Field::Servers));
        self.file = Some(file);
        self.ask();
        if let Err(error) = format {
            self.fail(Fault { field: error.field(), message: error.to_string() });
        }
    }

    fn hear(&mut self, event: Event) {
        match event.reply {
            Reply::Ready => {}
            Reply::Progress { completed, total } => {
                if let Some(task) = self.tasks.get_mut(event.task as usize) {
                    task.progress = completed as f64 / total.max(1) as f64;
                }
            }
            Reply::Done(answer) => {
                if let Some(task) = self.tasks.get_mut(event.task as usize) {
                    *task = Task { progress: 1.0, done: Some((answer.summary, answer.workload, answer.warnings)) };
                }
                self.finish();
            }
            Reply::Invalid(fault) => self.fail(fault),
            Reply::Panicked(message) => self.fail(Fault { field: None, message: format!("The simulation broke off: {message}") }),
        }
    }

    /// Puts the report together when the last summary is there.
    fn finish(&mut self) {
        if self.phase != Phase::Running || self.tasks.iter().any(|task| task.done.is_none()) {
            return;
        }
        let mut of_all = None;
        let mut summaries = vec![];
        for (summary, workload, warnings) in self.tasks.drain(..).filter_map(|task| task.done) {
            summaries.push(summary);
            of_all.get_or_insert((workload, warnings));
        }
        if let Some((workload, warnings)) = of_all {
            let question = self.question();
            let policies = choices(&question).unwrap_or_default();
            let report = Report::assemble(question, policies, workload, warnings, summaries);
            self.answer = Some((self.generation, Rc::new(report)));
            self.phase = Phase::Done;
        }
    }
}
