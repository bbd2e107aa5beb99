//! A world of which the fields follow from its schemas: its scenario, what is being typed, and how far the answer is.

use super::format;
use super::inquiry::{Inquiry, Question, Told};
use super::protocol::{Fault, Wanted};
use super::traces::Traces;
use super::workbench::assembled;
use schedscope_core::experiment::{Form, Part, Recording, Report, Scenario, ScenarioError, SystemKind, split_policies};
use schedscope_engine::sim::number;
use toml::Value;

/// What a view keeps of an answer.
pub trait Kept: Sized {
    /// What is asked of each policy.
    const WANTED: Wanted;

    /// The report, and what was recorded of each policy, if that was asked and could be.
    fn of(report: Report, recordings: Vec<Recording>) -> Self;
}

/// The state of the view.
#[derive(Clone, Debug)]
pub struct World<T> {
    /// What is asked.
    pub scenario: Scenario,
    /// How far the answer is.
    pub inquiry: Inquiry<T>,
    drafts: Vec<Draft>,
}

/// Text of a field, as it was typed.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    field: String,
    text: String,
    /// What is wrong with it, if it is no value of the field.
    fault: Option<String>,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something was typed or chosen for the field of this dotted name.
    Type(String, String),
    /// A field was left.
    Left(String),
    /// The policy of this key was chosen or dropped.
    Toggle(String),
    /// Policies with parameters were written, separated by commas.
    Write(String),
    /// Everything as at first.
    Reset,
    /// The runner has something to say.
    Told(Told),
}

/// Fields that every world has.
pub const OF_ALL: [(&str, &str, &str); 2] = [
    (
        "replications",
        "Replications",
        "Number of independent repetitions with fresh random numbers. Two or more give a confidence interval.",
    ),
    ("seed", "Seed", "Where the random numbers start. The same seed gives the same jobs, here and on the command line."),
];

impl<T: Kept> World<T> {
    /// The world's own scenario.
    pub fn open(kind: SystemKind) -> Self {
        Self { scenario: Scenario::new(kind), inquiry: Inquiry::open(), drafts: vec![] }
    }

    /// Which world.
    pub fn kind(&self) -> SystemKind {
        self.scenario.kind()
    }

    /// Takes the scenario of a link, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<Scenario, Fault>) {
        match link {
            Ok(scenario) if scenario == self.scenario && self.inquiry.fault.is_none() => {}
            Ok(scenario) => self.put(scenario),
            Err(fault) => {
                self.ask();
                self.inquiry.fail(fault);
            }
        }
    }

    /// What the workers are asked.
    pub fn question(&self, traces: &Traces) -> Question {
        Question { scenario: self.scenario.clone(), file: traces.named(self.scenario.file()), wanted: T::WANTED }
    }

    /// What a field shows.
    pub fn text(&self, field: &str) -> String {
        self.draft(field).map_or_else(|| self.value(field), |draft| draft.text.clone())
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: &str) -> Option<&str> {
        self.draft(field).and_then(|draft| draft.fault.as_deref()).or_else(|| self.inquiry.blames(field))
    }

    /// The first text that is no value of its field: what is wrong with it.
    pub fn first_fault(&self) -> Option<&str> {
        self.drafts.iter().find_map(|draft| draft.fault.as_deref())
    }

    /// The policies that are written with parameters.
    pub fn written(&self) -> String {
        let written: Vec<&str> = self.scenario.policies.iter().filter(|policy| !self.is_plain(policy)).map(String::as_str).collect();
        written.join(",")
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Type(field, text) => self.write(field, text),
            Change::Left(field) => self.drafts.retain(|draft| draft.field != field || draft.fault.is_some()),
            Change::Toggle(key) => {
                let (plain, written): (Vec<String>, Vec<String>) =
                    self.scenario.policies.iter().cloned().partition(|policy| self.is_plain(policy));
                let rows = self.kind().rows();
                let chosen =
                    rows.iter().map(|row| row.key).filter(|known| plain.iter().any(|policy| policy == known) != (*known == key.as_str()));
                self.scenario.policies = chosen.map(str::to_owned).chain(written).collect();
                self.ask();
            }
            Change::Write(text) => {
                let plain: Vec<String> = self.scenario.policies.iter().filter(|policy| self.is_plain(policy)).cloned().collect();
                self.scenario.policies = plain.into_iter().chain(split_policies(&text)).collect();
                self.ask();
            }
            Change::Reset => self.put(Scenario::new(self.kind())),
            Change::Told(told) => {
                if let Some(answers) = self.inquiry.told(told, self.scenario.policies.len())
                    && let Some((report, _, recordings)) = assembled(&self.scenario, answers)
                {
                    self.inquiry.answered(T::of(report, recordings));
                }
            }
        }
    }

    /// Another scenario, as it is when it is read from a file.
    pub fn put(&mut self, scenario: Scenario) {
        (self.scenario, self.drafts) = (scenario, vec![]);
        self.ask();
    }

    /// A change of the scenario that leaves what is being typed.
    pub fn amend(&mut self, change: impl FnOnce(&mut Scenario)) {
        change(&mut self.scenario);
        self.ask();
    }

    fn ask(&mut self) {
        self.inquiry.ask(self.first_fault().is_some());
    }

    fn draft(&self, field: &str) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.field == field)
    }

    /// Whether this is a policy without parameters that the world has.
    fn is_plain(&self, policy: &str) -> bool {
        self.kind().rows().iter().any(|row| row.key == policy)
    }

    /// The value of a field as text; nothing where it is not given.
    fn value(&self, field: &str) -> String {
        match self.scenario.get(field) {
            None => String::new(),
            Some(Value::String(text)) => text,
            Some(Value::Float(x)) => format::plain(x),
            Some(value) => value.to_string(),
        }
    }

    fn write(&mut self, field: String, text: String) {
        let (before, wrong) = (self.scenario.clone(), self.complaint(&field).is_some());
        let read = self.read(&field, text.trim());
        let fault = read.and_then(|value| self.scenario.set(&field, value)).err().map(|error| error.to_string());
        let new = wrong || fault.is_some() || self.scenario != before || self.inquiry.fault.is_some();
        self.drafts.retain(|draft| draft.field != field);
        if fault.is_some() || text != self.value(&field) {
            self.drafts.push(Draft { field, text, fault });
        }
        if new {
            self.ask();
        }
    }

    /// What was typed into a field; nothing is its default.
    fn read(&self, field: &str, text: &str) -> Result<Option<Value>, ScenarioError> {
        if text.is_empty() {
            return Ok(None);
        }
        let wrong = |allowed: &str| ScenarioError::value(field, &format!("\"{text}\""), allowed);
        let part = Part::all(self.kind()).iter().find(|part| part.path() == field);
        let value = match part.map_or(&Form::Whole, |part| &part.form) {
            Form::Whole => Value::Integer(text.parse().map_err(|_| wrong("a whole number"))?),
            Form::Number => Value::Float(number(text).ok_or_else(|| wrong("a number"))?),
            Form::Switch => Value::Boolean(text.parse().map_err(|_| wrong("true or false"))?),
            Form::Word(_) | Form::Text => Value::String(text.to_owned()),
            Form::Value | Form::List(_) => text.parse().unwrap_or_else(|_| Value::String(text.to_owned())),
        };
        Ok(Some(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inquiry::Phase;
    use crate::testing::done;

    impl Kept for Report {
        const WANTED: Wanted = Wanted::Summary;

        fn of(report: Report, _: Vec<Recording>) -> Self {
            report
        }
    }

    fn open() -> World<Report> {
        World::open(SystemKind::Cluster)
    }

    fn typed(world: &mut World<Report>, field: &str, text: &str) -> String {
        world.change(Change::Type(field.to_owned(), text.to_owned()));
        world.text(field)
    }

    #[test]
    fn every_field_can_be_typed_and_given_back() {
        for kind in SystemKind::ALL {
            let mut world = World::<Report>::open(*kind);
            for part in Part::all(*kind) {
                let text = match &part.form {
                    Form::Whole | Form::Number => "3",
                    Form::Switch => "true",
                    Form::Word(words) => &words[0],
                    Form::Text => "some text",
                    Form::Value | Form::List(_) => continue,
                };
                let field = part.path();
                assert_eq!((typed(&mut world, &field, text).as_str(), world.complaint(&field)), (text, None), "{field}");
                assert!(world.scenario.get(&field).is_some(), "{field}");
                assert_eq!((typed(&mut world, &field, "").as_str(), world.complaint(&field)), ("", None), "{field}");
                assert_eq!(world.scenario, Scenario::new(*kind), "{field}");
            }
        }
    }

    #[test]
    fn what_is_no_value_stays_to_be_mended() {
        let mut world = open();
        assert_eq!(typed(&mut world, "system.machines", "many"), "many");
        assert!(world.complaint("system.machines").unwrap().contains("\"many\"; allowed: a whole number"));
        assert_eq!((world.inquiry.phase, world.scenario.clone()), (Phase::Failed, Scenario::new(SystemKind::Cluster)));
        typed(&mut world, "system.machines", "4");
        assert_eq!((world.inquiry.phase, world.complaint("system.machines")), (Phase::Waiting, None));
        typed(&mut world, "seed", "7");
        typed(&mut world, "replications", "2");
        assert_eq!((world.scenario.seed, world.scenario.replications), (7, 2));
    }

    #[test]
    fn policies_are_chosen_by_key_or_written_with_parameters() {
        let mut world = open();
        let [first, .., last] = world.kind().rows()[..] else { panic!("a world has policies") };
        world.scenario.policies = vec![last.key.to_owned()];
        world.change(Change::Write("hfsp[preemption=kill,t=3], hfsp[t=5]".to_owned()));
        world.change(Change::Toggle(first.key.to_owned()));
        assert_eq!(world.scenario.policies, [first.key, last.key, "hfsp[preemption=kill,t=3]", "hfsp[t=5]"]);
        assert_eq!(world.written(), "hfsp[preemption=kill,t=3],hfsp[t=5]");
        world.change(Change::Toggle(last.key.to_owned()));
        assert_eq!(world.scenario.policies[0], first.key);
    }

    #[test]
    fn answers_make_a_report() {
        let mut world = open();
        world.follow(Ok(Scenario::from_query("policies=fifo,fair&system.kind=cluster&workload.mix=test&workload.count=5").unwrap()));
        let generation = world.inquiry.generation;
        world.change(Change::Told(Told::Started(generation)));
        for policy in 0..2 {
            world.change(Change::Told(Told::Heard(done(generation, &world.scenario, policy))));
        }
        assert_eq!(world.inquiry.phase, Phase::Done);
        assert_eq!(world.inquiry.answer.unwrap().1.policies.len(), 2);
    }
}
