//! What *Compare* shows: the scenario, what is wrong with it, how far the answer is, and what is looked at.

use super::job::{Looked, OfJob};
use super::kinds::Aspect;
use super::presets::{PRESETS, after};
use super::refinement::{Findings, Phase, Question, Refinement, Told};
use super::rows;
use super::shown::{Focus, Link, Shown};
use super::turn::{Turn, Turned};
use crate::experiment::{Fields, Scenario, ScenarioError, SystemKind};
use crate::page::drafts::Drafts;
use crate::page::field::Field;
use crate::page::file::File;
use crate::page::format;
use crate::page::protocol::Fault;
use schedscope_engine::server::{Plan, Policy, Servers};
use schedscope_engine::workload::{Errors, Synthetic};
use schedscope_engine::world::{FileFormat, JobsSpec, WorkloadSpec};
use std::rc::Rc;

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
    /// The result that stays in view, pale, while the scenario changes.
    pub before: Option<Pinned>,
    /// Keys of policies in the order of their rows: that of the last complete answer, so that rows rest while a slider moves.
    pub order: Vec<String>,
    /// Where one policy overtakes another.
    pub turn: Turn,
    /// The job that is looked at.
    pub job: Looked,
    /// The synthetic workload to return to when the file goes.
    synthetic: JobsSpec,
}

/// A result that stays in view.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// What is known, with the scenario that it is about.
    pub findings: Rc<Findings>,
}

impl Pinned {
    /// What differs from another result, such as `σ = 0.5`.
    fn what(&self, now: &Findings) -> String {
        let (before, now) = (&self.findings.report.scenario, &now.report.scenario);
        // A result of which some replications are still to come has the same settings.
        let differs = |field: &Field| *field != Field::Replications && field.get(before) != field.get(now);
        let value = |field: Field| {
            let about = field.about();
            let name = if about.symbol.is_empty() { about.label } else { about.symbol };
            let value = field.get(before).map_or_else(|| "as in the file".to_owned(), format::plain);
            format!("{name} = {value}")
        };
        let parts: Vec<String> = Field::OF_SERVERS.into_iter().filter(differs).take(2).map(value).collect();
        let same = || before.of::<Plan>() == now.of::<Plan>();
        match parts.is_empty() {
            true if same() => "the same settings".to_owned(),
            true => "other settings".to_owned(),
            false => parts.join(", "),
        }
    }
}

/// FSPE+PS, and what it is with weights.
const SHARING: &str = "fspe+ps";
const PSBS: &str = "psbs";

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
    /// The policy of this key was chosen or dropped.
    Toggle(String),
    /// A file of this name is to be used.
    Use(String),
    /// The file was put away.
    Unload,
    /// A picture was chosen.
    Show(Shown),
    /// Two policies are to be held against each other.
    Pair([String; 2]),
    /// Means are divided by those of other policies.
    Over(Vec<String>),
    /// The policy of this key is lit alone, or no longer.
    Light(String),
    /// The job that is looked at is left; if there is none, no policy is lit alone.
    Unlight,
    /// The result stays in view as what was before, or no longer.
    Pin,
    /// Everything as at first.
    Reset,
    /// Stop and keep these results.
    Stop,
    /// It will not.
    GoOn,
    /// The refiner has something to say.
    Told(Told),
    /// Something about where one policy overtakes another.
    Turn(Turned),
    /// Something about the job that is looked at.
    Job(OfJob),
}

impl Compare {
    /// The first preset.
    pub fn open() -> Self {
        Self {
            scenario: PRESETS[0].scenario(),
            focus: Focus::default(),
            drafts: Drafts::default(),
            refinement: Refinement::open(),
            before: None,
            order: vec![],
            turn: Turn::open(),
            job: Looked::default(),
            synthetic: JobsSpec::default(),
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

    /// The result that was pinned, and in what it differs from the one that is shown, whatever the fields say meanwhile.
    pub fn before(&self) -> Option<(Rc<Findings>, String)> {
        let (before, shown) = (self.before.as_ref()?, self.refinement.findings.as_ref()?);
        Some((before.findings.clone(), before.what(shown)))
    }

    /// What is asked of the workers, about this file.
    pub fn question(&self, file: Option<File>) -> Question {
        let scenario = self.asked();
        let theory = self.refinement.wants_theory(&scenario);
        Question { generation: self.refinement.generation, scenario, file, theory }
    }

    /// The scenario without the policies that this system does not have, without one that is the same as another, and with one
    /// replication where all would be the same.
    pub fn asked(&self) -> Scenario {
        let mut scenario = self.scenario.clone();
        let merged = self.merged();
        let wanted = |key: &String| !(merged && key == PSBS) && key.parse().map_or(true, |policy| self.excluded(policy).is_none());
        scenario.policies.retain(wanted);
        if !rows::drawn(&self.fields().workload) {
            scenario.replications = 1;
        }
        scenario
    }

    /// Whether FSPE+PS stands for PSBS, too: both are chosen, and all jobs weigh the same.
    pub fn merged(&self) -> bool {
        let chosen = |key: &str| self.scenario.policies.iter().any(|chosen| chosen == key);
        chosen(SHARING) && chosen(PSBS) && rows::even(&self.fields().workload)
    }

    /// The system and the workload.
    pub fn fields(&self) -> Fields<Plan> {
        self.scenario.of::<Plan>().cloned().unwrap_or_default()
    }

    fn change_workload(&mut self, change: impl FnOnce(&mut JobsSpec)) {
        if let Some(fields) = self.scenario.of_mut::<Plan>() {
            change(&mut fields.workload);
        }
    }

    /// Why a policy cannot take part, if it cannot.
    pub fn excluded(&self, policy: Policy) -> Option<&'static str> {
        match policy.servers() {
            Servers::One(why) if self.fields().system.servers.unwrap_or(1) > 1 => Some(why),
            _ => None,
        }
    }

    /// What is wrong with a field.
    pub fn complaint(&self, field: Field) -> Option<String> {
        self.drafts.fault(field).or_else(|| self.refinement.blames(field.about().name)).map(str::to_owned)
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        self.apply(change);
        let complete = self.refinement.phase == Phase::Done;
        let asked = self.asked();
        self.job.follow(self.refinement.generation);
        self.turn.follow(&asked, self.scenario.replications, complete);
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Turn(turned) => self.turn.change(turned),
            Change::Job(OfJob::Look(sought)) => {
                if let Some(findings) = &self.refinement.findings {
                    self.job.look(sought, findings);
                }
            }
            Change::Job(OfJob::Leave) => self.job.leave(),
            Change::Job(OfJob::Told(number, policy, story)) => self.job.told(number, policy, story),
            Change::Number(field, text) => self.write(field, text),
            Change::Left(field) => self.drafts.left(field),
            Change::AsInFile(field) => {
                field.clear(&mut self.scenario);
                self.drafts.keep(|drafted| drafted != field);
                self.ask();
            }
            Change::Toggle(key) => {
                self.toggle(&key);
                self.ask();
            }
            Change::Preset(position) => {
                if let Some(preset) = PRESETS.get(position) {
                    self.put(after(preset, &self.scenario));
                }
            }
            Change::Kind(aspect, position) => {
                aspect.choose(&mut self.scenario, position);
                self.put(self.scenario.clone());
            }
            Change::Stretch(stretch) => {
                self.change_workload(|workload| workload.stretch = stretch.then_some(true));
                self.ask();
            }
            // Who gives the file that is asked for keeps all settings.
            Change::Use(name) if self.scenario.file() == Some(name.as_str()) => self.ask(),
            Change::Use(name) => self.load(name),
            Change::Unload => {
                let synthetic = std::mem::take(&mut self.synthetic);
                self.change_workload(|workload| *workload = synthetic);
                self.put(self.scenario.clone());
            }
            Change::Show(shown) => self.focus.shown = shown,
            Change::Over(over) => self.focus.over = over,
            Change::Light(key) => self.focus.lit = (self.focus.lit.as_ref() != Some(&key)).then_some(key),
            Change::Unlight if self.job.looked.is_some() => self.job.leave(),
            Change::Unlight => self.focus.lit = None,
            Change::Pin => {
                self.before =
                    if self.before.is_some() { None } else { self.refinement.findings.clone().map(|findings| Pinned { findings }) };
            }
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
                if let Some(findings) =
                    self.refinement.findings.as_ref().filter(|_| self.refinement.phase == Phase::Done || self.order.is_empty())
                {
                    self.order = rows::order(&findings.report);
                }
            }
        }
    }

    fn write(&mut self, field: Field, text: String) {
        if self.drafts.write(field, text, &mut self.scenario) || self.refinement.fault.is_some() {
            self.ask();
        }
    }

    fn toggle(&mut self, key: &str) {
        let merged = self.merged();
        if self.focus.lit.as_deref() == Some(key) {
            self.focus.lit = None;
        }
        let policies = &mut self.scenario.policies;
        if merged && key == SHARING {
            policies.retain(|chosen| chosen != SHARING && chosen != PSBS);
            return;
        }
        if let Some(position) = policies.iter().position(|chosen| chosen == key) {
            policies.remove(position);
            return;
        }
        policies.push(key.to_owned());
        // In the order of the registry; what is not in it stays at the end, where its error is easily seen.
        let known = Policy::ALL.iter().map(|policy| policy.row().key);
        let (chosen, rest): (Vec<String>, Vec<String>) = policies.drain(..).partition(|key| known.clone().any(|known| known == key));
        policies.extend(known.filter(|known| chosen.iter().any(|key| key == known)).map(str::to_owned));
        policies.extend(rest);
    }

    fn load(&mut self, name: String) {
        let now = self.fields().workload;
        if now.path.is_none() {
            self.synthetic = now.clone();
        }
        let format = FileFormat::of(&name);
        let mut of_file = JobsSpec::of_file(name, format.as_ref().ok().copied());
        if format.as_ref().is_ok_and(|format| !has_estimates(*format)) {
            // Errors are drawn as before: without them every policy would know all sizes.
            let usual = now.sigma.unwrap_or(Synthetic::default().sigma);
            of_file.sigma = matches!(now.errors, None | Some(Errors::LogNormal)).then_some(usual);
            of_file.errors = now.errors;
        }
        self.change_workload(|workload| *workload = of_file);
        self.drafts.keep(|field| matches!(field, Field::Seed | Field::Replications | Field::Servers));
        self.ask();
        if let Err(error) = format {
            self.refinement.fail(ScenarioError::of(SystemKind::Server, error).into());
        }
    }
}

/// Whether files of a format may have estimates of their own.
const fn has_estimates(format: FileFormat) -> bool {
    matches!(format, FileFormat::Csv | FileFormat::Swf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::compare::refinement::Look;
    use crate::page::testing::{file, results};

    /// The answer to the current question, complete.
    fn answered(compare: &mut Compare) {
        let (generation, scenario) = (compare.refinement.generation, compare.asked());
        let look = Look { generation, replications: scenario.replications, results: results(&scenario), scenario };
        compare.change(Change::Told(Told::Look(Rc::new(look))));
    }

    fn small(query: &str) -> Compare {
        let mut compare = Compare::open();
        compare.follow(Link::read(&format!("replications=2&workload.count=200&{query}")));
        compare
    }

    #[test]
    fn one_policy_stands_for_two_while_weights_are_equal() {
        let mut compare = small("policies=ps,fspe%2Bps,psbs");
        assert!(compare.merged());
        assert_eq!(compare.asked().policies, ["ps", "fspe+ps"]);
        compare.change(Change::Kind(Aspect::Weights, 1));
        assert!(!compare.merged());
        assert_eq!(compare.asked().policies, ["ps", "fspe+ps", "psbs"]);
        compare.change(Change::Kind(Aspect::Weights, 0));
        compare.change(Change::Toggle("fspe+ps".to_owned()));
        assert_eq!(compare.scenario.policies, ["ps"], "the chip is both");
        assert!(!small("policies=ps,psbs").merged(), "one alone is itself");
    }

    #[test]
    fn what_is_not_drawn_runs_once() {
        let mut compare = small("policies=ps,srpt");
        assert_eq!(compare.asked().replications, 2);
        compare.change(Change::Use("jobs.csv".to_owned()));
        assert_eq!((compare.asked().replications, compare.scenario.replications), (1, 2));
        typed(&mut compare, Field::Sigma, "0.5");
        assert_eq!(compare.asked().replications, 2);
    }

    #[test]
    fn a_dropped_trace_keeps_sigma_and_a_file_with_estimates_has_its_own() {
        let sigma = |compare: &Compare| compare.fields().workload.sigma;
        let mut compare = small("policies=ps,srpt");
        compare.change(Change::Use("trace.tsv".to_owned()));
        assert_eq!(sigma(&compare), Some(0.5), "the usual, said");
        typed(&mut compare, Field::Sigma, "2");
        compare.change(Change::Use("other.tsv".to_owned()));
        assert_eq!(sigma(&compare), Some(2.0));
        compare.change(Change::Use("jobs.csv".to_owned()));
        assert_eq!(sigma(&compare), None, "its own estimates");
        compare.change(Change::Unload);
        compare.change(Change::Kind(Aspect::Errors, 3));
        compare.change(Change::Use("trace.tsv".to_owned()));
        assert_eq!((sigma(&compare), Aspect::Errors.of(&compare.scenario)), (None, 3), "exact stays exact");
    }

    #[test]
    fn a_pinned_result_stays_while_the_scenario_changes() {
        let mut compare = small("policies=ps,srpt");
        compare.change(Change::Pin);
        assert!(compare.before.is_none(), "there is nothing to pin yet");
        answered(&mut compare);
        compare.change(Change::Pin);
        typed(&mut compare, Field::Sigma, "2");
        answered(&mut compare);
        let (before, what) = compare.before().unwrap();
        assert_eq!(what, "σ = 0.5");
        assert!(!Rc::ptr_eq(&before, compare.refinement.findings.as_ref().unwrap()));
        compare.change(Change::Pin);
        assert!(compare.before.is_none());
    }

    #[test]
    fn a_policy_is_lit_alone_until_it_is_clicked_again_or_dropped() {
        let mut compare = small("policies=ps,srpt");
        let light = |compare: &mut Compare, key: &str| compare.change(Change::Light(key.to_owned()));
        light(&mut compare, "ps");
        light(&mut compare, "srpt");
        assert_eq!(compare.focus.lit.as_deref(), Some("srpt"));
        light(&mut compare, "srpt");
        assert_eq!(compare.focus.lit, None);
        light(&mut compare, "ps");
        compare.change(Change::Toggle("ps".to_owned()));
        assert_eq!(compare.focus.lit, None, "it is not there any more");
        light(&mut compare, "srpt");
        compare.change(Change::Unlight);
        assert_eq!((compare.focus.lit.clone(), compare.refinement.generation), (None, 3));
    }

    #[test]
    fn rows_rest_until_an_answer_is_complete() {
        let mut compare = small("policies=fifo,ps,srpt");
        answered(&mut compare);
        assert_eq!(compare.order, ["srpt", "ps", "fifo"]);
        typed(&mut compare, Field::Shape, "4");
        let partial = Scenario { replications: 1, ..compare.asked() };
        let look = Look { generation: compare.refinement.generation, replications: 1, results: results(&partial), scenario: partial };
        compare.change(Change::Told(Told::Look(Rc::new(look))));
        assert_eq!(compare.order, ["srpt", "ps", "fifo"]);
        answered(&mut compare);
        assert_eq!(compare.order, ["srpt", "fifo", "ps"], "of sizes nearly alike the first may as well be served");
    }

    #[test]
    fn a_pin_holds_what_is_shown_and_not_what_the_fields_say() {
        let mut compare = small("policies=ps,srpt");
        answered(&mut compare);
        typed(&mut compare, Field::Load, "0.45");
        compare.change(Change::Pin);
        assert_eq!(compare.before().unwrap().1, "the same settings", "the answer to 0.45 is not there yet");
        answered(&mut compare);
        assert_eq!(compare.before().unwrap().1, "ρ = 0.9");
        typed(&mut compare, Field::Load, "0.9");
        assert_eq!(compare.before().unwrap().1, "ρ = 0.9", "until its answer is there");
        answered(&mut compare);
        assert_eq!(compare.before().unwrap().1, "the same settings");
        compare.change(Change::Kind(Aspect::Weights, 1));
        answered(&mut compare);
        assert_ne!(compare.before().unwrap().1, "the same settings");
    }

    fn typed(compare: &mut Compare, field: Field, text: &str) {
        compare.change(Change::Number(field, text.to_owned()));
    }

    #[test]
    fn opens_with_the_first_preset() {
        let compare = Compare::open();
        assert_eq!(compare.scenario, PRESETS[0].scenario());
        assert_eq!((compare.refinement.phase, compare.refinement.generation), (Phase::Waiting, 1));
        assert_eq!(compare.link().write(), "v=1&replications=20");
    }

    #[test]
    fn a_slider_asks_anew_and_what_stays_does_not() {
        let mut compare = Compare::open();
        typed(&mut compare, Field::Sigma, "2");
        assert_eq!((Field::Sigma.get(&compare.scenario), compare.refinement.generation), (Some(2.0), 2));
        typed(&mut compare, Field::Sigma, "2.0");
        compare.change(Change::Show(Shown::Jobs));
        compare.change(Change::Pair(["ps".to_owned(), "srpt".to_owned()]));
        assert_eq!(compare.refinement.generation, 2);
        assert_eq!(compare.question(None).generation, 2);
    }

    #[test]
    fn an_error_clears_when_it_is_mended() {
        let mut compare = Compare::open();
        typed(&mut compare, Field::Load, "0.9x");
        assert_eq!(compare.refinement.phase, Phase::Failed);
        assert!(compare.complaint(Field::Load).unwrap().contains("\"0.9x\""));
        typed(&mut compare, Field::Load, "0.9");
        assert_eq!((compare.refinement.phase, compare.complaint(Field::Load)), (Phase::Waiting, None));
        let fault = Fault { field: Some("workload.load".to_owned()), message: "out of range".to_owned() };
        compare.change(Change::Told(Told::Invalid(compare.refinement.generation, fault)));
        assert_eq!(compare.complaint(Field::Load).as_deref(), Some("out of range"));
        typed(&mut compare, Field::Load, "0.9");
        assert_eq!((compare.refinement.phase, compare.complaint(Field::Load)), (Phase::Waiting, None));
    }

    #[test]
    fn presets_keep_the_seed_and_chosen_policies() {
        let mut compare = Compare::open();
        typed(&mut compare, Field::Seed, "9");
        compare.change(Change::Toggle("las".to_owned()));
        let chosen = compare.scenario.policies.clone();
        compare.change(Change::Preset(2));
        assert_eq!((compare.scenario.seed, &compare.scenario.policies), (9, &chosen));
        assert_eq!(Field::Sigma.get(&compare.scenario), Some(4.0));
        compare.change(Change::Preset(10));
        assert_eq!(compare.scenario.policies, ["ps", "gps", "fspe+ps", "psbs"], "this one is about its own");
        let asked = compare.refinement.generation;
        compare.change(Change::Preset(usize::MAX));
        assert_eq!(compare.refinement.generation, asked);
    }

    #[test]
    fn policies_stay_in_the_order_of_the_registry() {
        let mut compare = Compare::open();
        let before = compare.scenario.policies.clone();
        compare.change(Change::Toggle("ps".to_owned()));
        assert!(!compare.scenario.policies.contains(&"ps".to_owned()));
        compare.scenario.policies.insert(0, "unheard-of".to_owned());
        compare.change(Change::Toggle("ps".to_owned()));
        assert_eq!(compare.scenario.policies[..before.len()], before);
        assert_eq!(compare.scenario.policies.last().unwrap(), "unheard-of", "its error is easily seen");
    }

    #[test]
    fn policies_of_one_server_are_left_out_on_several() {
        let mut compare = small("policies=fifo,ps,srpt,fspe,fspe%2Bps");
        assert_eq!(compare.asked(), compare.scenario);
        typed(&mut compare, Field::Servers, "4");
        let asked = compare.asked();
        assert!(asked.policies.len() < compare.scenario.policies.len() && !asked.policies.is_empty());
        for policy in Policy::ALL.iter().filter(|policy| compare.scenario.policies.contains(&policy.row().key.to_owned())) {
            assert_eq!(asked.policies.contains(&policy.row().key.to_owned()), compare.excluded(*policy).is_none());
        }
        assert_eq!(compare.question(None).scenario, asked);
    }

    #[test]
    fn kinds_bring_numbers_of_their_own() {
        let mut compare = Compare::open();
        for aspect in [Aspect::Sizes, Aspect::Errors, Aspect::Weights] {
            for (position, kind) in aspect.kinds().iter().enumerate() {
                compare.change(Change::Kind(aspect, position));
                assert_eq!(aspect.of(&compare.scenario), position, "{}", kind.name);
                assert!(kind.fields.iter().all(|field| field.get(&compare.scenario).is_some()), "{}", kind.name);
            }
        }
    }

    #[test]
    fn a_file_comes_and_goes() {
        let mut compare = Compare::open();
        typed(&mut compare, Field::Sigma, "2");
        let drawn = compare.scenario.clone();
        typed(&mut compare, Field::Count, "?");
        compare.change(Change::Use("jobs.csv".to_owned()));
        assert_eq!((compare.refinement.phase, compare.drafts.first_fault()), (Phase::Waiting, None), "the field is not there any more");
        assert_eq!(compare.question(Some(file("jobs.csv"))).file, Some(file("jobs.csv")));
        typed(&mut compare, Field::Load, "0.5");
        compare.change(Change::AsInFile(Field::Load));
        assert_eq!(Field::Load.get(&compare.scenario), None);
        compare.change(Change::Use("other.csv".to_owned()));
        compare.change(Change::Unload);
        assert_eq!(compare.scenario, drawn);
    }

    #[test]
    fn a_file_of_no_known_format_is_refused() {
        let mut compare = Compare::open();
        compare.change(Change::Use("jobs.txt".to_owned()));
        assert_eq!(compare.refinement.phase, Phase::Failed);
        assert!(compare.refinement.fault.as_ref().unwrap().message.contains("jobs.txt"));
        compare.change(Change::Unload);
        assert_eq!(compare.refinement.phase, Phase::Waiting);
    }

    #[test]
    fn links_are_followed_where_they_differ() {
        let mut compare = Compare::open();
        let here = Link { focus: Focus { shown: Shown::Size, ..Focus::default() }, ..compare.link() };
        compare.follow(Ok(here));
        assert_eq!((compare.focus.shown, compare.refinement.generation), (Shown::Size, 1), "another picture is no question");
        compare.follow(Link::read("seed=9&show=sizes"));
        assert_eq!(compare.refinement.blames("show").unwrap(), "the link's show is \"sizes\": allowed: sojourn, slowdown, size, jobs");
        assert_ne!(compare.scenario.seed, 9);
        compare.follow(Link::read("replications=20"));
        assert_eq!((compare.refinement.phase, compare.refinement.fault.clone()), (Phase::Waiting, None));
    }

    #[test]
    fn a_reset_is_a_new_question_about_the_first_preset() {
        let mut compare = Compare::open();
        typed(&mut compare, Field::Sigma, "?");
        compare.change(Change::Show(Shown::Size));
        compare.change(Change::Stretch(true));
        let asked = compare.refinement.generation;
        compare.change(Change::Reset);
        assert_eq!((compare.link(), compare.drafts.first_fault()), (Compare::open().link(), None));
        assert_eq!((compare.refinement.generation, compare.refinement.phase), (asked + 1, Phase::Waiting));
    }

    #[test]
    fn stopping_and_going_on() {
        let mut compare = Compare::open();
        compare.change(Change::Stop);
        assert_eq!(compare.refinement.phase, Phase::Stopped);
        compare.change(Change::GoOn);
        assert_eq!(compare.refinement.phase, Phase::Waiting);
    }
}
