//! What *Watch* shows: an example, the policies side by side, and the clock.

use super::clock::Clock;
use crate::chart::TimelineFrame;
use crate::experiment::{EXAMPLES, Example, Plan, example};
use crate::server::{Policy, Timeline};
use std::io;
use std::rc::Rc;

/// Most policies side by side.
pub const MOST: usize = 4;

/// What a link says about *Watch*.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Key of the example.
    pub example: String,
    /// Keys of the policies.
    pub policies: Vec<String>,
}

/// The state of *Watch*.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Key of the example.
    pub key: &'static str,
    /// The example.
    pub example: Rc<Example>,
    /// What each policy does, in the order of the panels.
    pub timelines: Vec<Rc<Timeline>>,
    /// The clock.
    pub clock: Clock,
    /// The axes that all panels have in common.
    pub frame: TimelineFrame,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Another example.
    Example(String),
    /// A policy more or less.
    Toggle(Policy),
    /// Play or pause.
    Play(bool),
    /// So many seconds have passed.
    Tick(f64),
    /// To the next event.
    Forward,
    /// To the event before.
    Back,
    /// The playhead was moved.
    Seek(f64),
    /// Another speed, as a power of two.
    Speed(i32),
    /// Whether to start again at the end.
    Loop(bool),
}

impl Watch {
    /// The first example, playing unless the user wants stillness.
    pub fn open(playing: bool) -> Self {
        let (key, example) = find("");
        let mut watch =
            Self { key, example: Rc::new(example), timelines: vec![], clock: Clock::new(playing), frame: TimelineFrame::around([]) };
        watch.record(&[]);
        watch
    }

    /// What a link would say.
    pub fn choice(&self) -> Choice {
        let policies = self.policies().map(|policy| policy.row().key.to_owned()).collect();
        Choice { example: self.key.to_owned(), policies }
    }

    /// The policies, in the order of the panels.
    pub fn policies(&self) -> impl Iterator<Item = Policy> {
        self.timelines.iter().map(|timeline| timeline.policy)
    }

    /// Does what a link says; keys that do not exist are passed over.
    pub fn choose(&mut self, choice: &Choice) {
        if *choice != self.choice() {
            let (key, example) = find(&choice.example);
            (self.key, self.example) = (key, Rc::new(example));
            let mut policies: Vec<Policy> = vec![];
            for policy in choice.policies.iter().filter_map(|key| key.parse().ok()) {
                if !policies.contains(&policy) {
                    policies.push(policy);
                }
            }
            self.record(&policies);
        }
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Example(key) => self.choose(&Choice { example: key, policies: vec![] }),
            Change::Toggle(policy) => self.toggle(policy),
            Change::Play(playing) => self.clock.play(playing),
            Change::Tick(seconds) => self.clock.tick(seconds),
            Change::Forward => self.clock.forward(),
            Change::Back => self.clock.back(),
            Change::Seek(time) => self.clock.seek(time),
            Change::Speed(speed) => self.clock.speed = speed.clamp(Clock::SPEEDS.0, Clock::SPEEDS.1),
            Change::Loop(looping) => self.clock.looping = looping,
        }
    }

    fn toggle(&mut self, policy: Policy) {
        let mut policies: Vec<Policy> = self.policies().collect();
        match policies.iter().position(|p| *p == policy) {
            Some(_) if policies.len() == 1 => return,
            Some(position) => drop(policies.remove(position)),
            None if policies.len() == MOST => return,
            None => policies.push(policy),
        }
        let playhead = self.clock.playhead;
        self.record(&policies);
        self.clock.seek(playhead);
    }

    /// Lets the policies (the example's own, if none are given) serve the example, which takes no time to speak of.
    fn record(&mut self, policies: &[Policy]) {
        let Ok(plan) = Plan::new(self.example.scenario.clone(), |_| Err(io::Error::other("an example has no file"))) else { return };
        let policies = if policies.is_empty() { plan.policies.clone() } else { policies.to_vec() };
        let workload = plan.workload(0);
        let record = |policy: &Policy| Timeline::record(&plan.config, &workload, *policy).ok().map(Rc::new);
        self.timelines = policies.iter().take(MOST).filter_map(record).collect();
        self.clock.rewind(self.timelines.iter().flat_map(|timeline| timeline.snapshots.iter().map(|snapshot| snapshot.time)).collect());
        self.frame = TimelineFrame::around(self.timelines.iter().map(Rc::as_ref));
    }
}

/// The example with this key, or else the first.
fn find(key: &str) -> (&'static str, Example) {
    let known = |key: &'static str| example(key).map(|example| (key, example));
    let asked = EXAMPLES.iter().find(|(k, _)| *k == key).and_then(|(k, _)| known(k));
    asked.or_else(|| known(EXAMPLES[0].0)).expect("the first example is bundled")
}
