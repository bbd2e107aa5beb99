//! What *Cluster* shows: the scenario, what is wrong with it, and the last answer.

use super::choice;
use crate::chart::ClusterRuns;
use crate::experiment::{Report, Scenario, SystemKind, SystemSpec, WorkloadSpec, choices};
use crate::web::drafts::Drafts;
use crate::web::field::Field;
use crate::web::inquiry::{Inquiry, Told};
use crate::web::protocol::{Answer, Fault};
use crate::workload::Mix;

/// The state of *Cluster*.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// What is asked.
    pub scenario: Scenario,
    /// What is being typed.
    pub drafts: Drafts,
    /// How far the answer is.
    pub inquiry: Inquiry<Shown>,
}

/// An answer: the numbers and the recorded runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The numbers.
    pub report: Report,
    /// The first replication, slot by slot.
    pub runs: ClusterRuns,
}

/// A picture of it; those of one policy have its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Who holds which slot.
    Slots(usize),
    /// Jobs in the system.
    Load,
    /// What the policy believes.
    Believed(usize),
    /// Sojourn times by size class.
    Classes(usize),
}

/// Where jobs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A mix of HFSP's experiments.
    Mix(Mix),
    /// Drawn as in *Compare*, and cut into tasks.
    Synthetic,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something was typed or a slider moved.
    Number(Field, String),
    /// A field was left.
    Left(Field),
    /// Another workload was chosen.
    Source(Source),
    /// Another policy was chosen for this position.
    Policy(usize, String),
    /// Another way to take slots away was chosen for the policy at this position.
    Primitive(usize, String),
    /// Everything as at first.
    Reset,
    /// The runner has something to say.
    Told(Told),
}

/// Jobs of the view's own scenario: few enough to be seen one by one.
const COUNT: u32 = 30;

impl Cluster {
    /// The default scenario of the view.
    pub fn open() -> Self {
        let scenario = Scenario {
            policies: ["fair", "hfsp"].map(str::to_owned).to_vec(),
            system: SystemSpec { kind: SystemKind::Cluster, ..SystemSpec::default() },
            workload: WorkloadSpec { mix: Some(Mix::Prod), count: Some(COUNT), ..WorkloadSpec::default() },
            ..Scenario::default()
        };
        Self { scenario, drafts: Drafts::default(), inquiry: Inquiry::open() }
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Scenario, Fault>) {
        match link {
            Ok(scenario) if scenario == self.scenario && self.inquiry.fault.is_none() => {}
            Ok(mut scenario) => {
                if scenario.policies == Scenario::default().policies {
                    scenario.policies = SystemKind::Cluster.usual_policies().iter().map(|key| (*key).to_owned()).collect();
                }
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

    fn ask(&mut self) {
        self.inquiry.ask(self.drafts.first_fault().is_some());
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: Field) -> Option<String> {
        self.drafts.fault(field).or_else(|| self.inquiry.blames(field.about().name)).map(str::to_owned)
    }

    /// Where jobs come from, if the view can choose it.
    pub fn source(&self) -> Option<Source> {
        let workload = &self.scenario.workload;
        let synthetic = workload.path.is_none() && workload.jobs.is_empty();
        workload.mix.map(Source::Mix).or(synthetic.then_some(Source::Synthetic))
    }

    /// The numbers that have a control now.
    pub fn fields(&self) -> Vec<Field> {
        let drawn = [Field::Shape, Field::Sigma].into_iter().filter(|_| self.source() == Some(Source::Synthetic));
        let others = [Field::Count, Field::Load, Field::Machines, Field::MapSlots, Field::ReduceSlots, Field::Seed];
        drawn.chain(others).collect()
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Number(field, text) => {
                if self.drafts.write(field, text, &mut self.scenario) || self.inquiry.fault.is_some() {
                    self.ask();
                }
            }
            Change::Left(field) => self.drafts.left(field),
            Change::Source(source) => {
                let mix = if let Source::Mix(mix) = source { Some(mix) } else { None };
                let WorkloadSpec { count, load, .. } = self.scenario.workload;
                self.scenario.workload = WorkloadSpec { mix, count, load, ..WorkloadSpec::default() };
                let fields = self.fields();
                self.drafts.keep(|field| fields.contains(&field));
                self.ask();
            }
            Change::Policy(position, key) => self.set_policy(position, key),
            Change::Primitive(position, primitive) => {
                if let Some(written) = self.scenario.policies.get(position) {
                    self.set_policy(position, choice::with_primitive(written, &primitive));
                }
            }
            Change::Reset => {
                *self = Self { inquiry: self.inquiry.clone(), ..Self::open() };
                self.ask();
            }
            Change::Told(told) => {
                if let Some(answers) = self.inquiry.told(told, self.scenario.policies.len()) {
                    self.finish(answers);
                }
            }
        }
    }

    fn set_policy(&mut self, position: usize, written: String) {
        if let Some(policy) = self.scenario.policies.get_mut(position) {
            *policy = written;
            self.ask();
        }
    }

    /// Puts report and runs together.
    fn finish(&mut self, answers: Vec<Answer>) {
        let policies = choices(&self.scenario).unwrap_or_default();
        let (mut of_all, mut summaries, mut timelines) = (None, vec![], vec![]);
        for Answer { summary, workload, warnings, timeline } in answers {
            summaries.push(summary);
            timelines.extend(timeline);
            of_all.get_or_insert((workload, warnings));
        }
        if let Some((workload, warnings)) = of_all {
            let runs = ClusterRuns::new(timelines, &policies);
            let report = Report::assemble(self.scenario.clone(), policies, workload, warnings, summaries, vec![]);
            self.inquiry.answered(Shown { report, runs });
        }
    }
}
