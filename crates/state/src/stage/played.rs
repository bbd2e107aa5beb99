//! The state of a world that is played.

use super::{Bench, Edit, Link, Motion, Stage, titled};
use crate::clock::{Beat, Clock};
use crate::inquiry::{Phase, Told};
use crate::key::Key;
use crate::parameters;
use crate::protocol::Fault;
use crate::room::{Asked, Heard, Message, Room};
use crate::traces::{Traces, part};
use crate::view::View;
use schedscope::world::WorkloadSpec as _;
use schedscope_core::experiment::{Fields, Listed as _, Report, Scenario, ScenarioError};
use std::rc::Rc;

/// A world that is played: its scenario and the answer, the clock of all pictures, and what is looked at.
#[derive(Clone, Debug)]
pub struct Played<S: Stage> {
    /// The scenario, what is being typed, and how far the answers are: the same in memory for as long as nothing of it changes, as while it
    /// plays.
    pub bench: Rc<Bench<S::Replay>>,
    /// The clock of all pictures.
    pub clock: Clock,
    /// What stays selected in all pictures.
    pub selected: Option<S::Selected>,
    /// Position of the policy that is in front, where there is room for one only.
    pub front: usize,
    /// What only this world keeps.
    pub own: S::Own,
    /// What the pointer is at, which is lit for as long as it stays there.
    hovered: Option<S::Selected>,
    /// The policies that stand side by side, as they are written, where the reader has chosen them.
    panels: Vec<String>,
    /// What a link asks for, until the answer is there.
    wanted: Option<Wanted>,
    /// What the reader has chosen: it stays, and a link says it.
    chosen: Chosen,
    /// What the last answer was about: its scenario without policies, and which run.
    last: Option<(Scenario, u32)>,
    /// Whether what a file asks for is to be set as soon as it is known what is in it.
    fits: bool,
    /// Whether pictures may move by themselves.
    pub(super) moves: bool,
}

/// What a link says of a run that is not there yet.
#[derive(Clone, Debug, Default, PartialEq)]
struct Wanted {
    selected: Option<String>,
    time: Option<f64>,
}

/// What the reader has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chosen {
    selected: bool,
    time: bool,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change<S: Stage> {
    /// The scenario was edited.
    Edit(Edit),
    /// A policy was chosen, as it is written, or dropped.
    Toggle(String),
    /// Another question was chosen to start from, by position.
    Preset(usize),
    /// Everything as at first.
    Reset,
    /// The workload is in the file of this name.
    File(String),
    /// The file was put away.
    Unload,
    /// A scenario was read from a file.
    Put(Box<Scenario>),
    /// The clock was moved.
    Clock(Beat),
    /// Something was selected, or is no longer.
    Select(Option<S::Selected>),
    /// The pointer is at something, or at nothing.
    Hover(Option<S::Selected>),
    /// The next was selected, or one so many before or after.
    Step(i64),
    /// To the next of what there is to be found.
    Find,
    /// The policy as written stands at this position of those side by side; nothing closes the position.
    Panel(usize, String),
    /// The policy at this position comes to the front.
    Front(usize),
    /// Another run of the same scenario, from 0.
    Run(u32),
    /// The runner has something to say.
    Told(Told),
    /// The runner has something to say of the other runs.
    Behind(Told),
    /// What only this world does.
    Own(S::Gesture),
}

impl<S: Stage> Played<S> {
    /// The first preset, playing unless the user wants stillness.
    pub fn open(moves: bool) -> Self {
        Self {
            bench: Rc::new(Bench::open(first::<S>(), S::SPREADS)),
            clock: Clock::new(moves && S::ABOUT.plays),
            selected: None,
            front: 0,
            own: S::Own::default(),
            hovered: None,
            panels: vec![],
            wanted: None,
            chosen: Chosen::default(),
            last: None,
            fits: false,
            moves,
        }
    }

    /// Whether pictures may move by themselves.
    pub const fn moves(&self) -> bool {
        self.moves
    }

    /// The answer as it is shown.
    pub fn shown(&self) -> Option<&Rc<S::Replay>> {
        S::preview(&self.own).or_else(|| self.answer())
    }

    /// The last answer of the workers.
    pub fn answer(&self) -> Option<&Rc<S::Replay>> {
        self.bench.inquiry.answer.as_ref().map(|(_, shown)| shown)
    }

    /// The report of all runs, if they have been simulated, or else of the one that is shown.
    pub fn report(&self) -> Option<&Report> {
        let of_run = || self.answer().map(|shown| S::report(shown));
        self.bench.behind.spread().map(|spread| &spread.report).or_else(of_run)
    }

    /// What is lit now: what the pointer is at, if it is at something, or else what is selected.
    pub fn lit_now(&self) -> Option<S::Selected> {
        self.hovered.or(self.selected)
    }

    /// Positions of the policies that stand side by side: those that were chosen, or else those that the world finds best to.
    pub fn sides(&self) -> Vec<usize> {
        let written: Vec<&str> = match self.shown() {
            Some(shown) => S::report(shown).policies.iter().map(|row| row.policy.written()).collect(),
            None => self.bench.scenario.policies.iter().map(String::as_str).collect(),
        };
        let usual = self.usual_sides(&written);
        let mut sides: Vec<usize> = vec![];
        for (place, panel) in self.panels.iter().enumerate() {
            let known = written.iter().position(|policy| policy == panel);
            // For one that has been dropped stands what would stand there otherwise, or else another.
            let others = || usual.get(place).into_iter().chain(&usual).copied();
            let free = |side: &usize| !sides.contains(side) && !self.panels.iter().any(|panel| written.get(*side) == Some(&panel.as_str()));
            sides.extend(known.filter(|side| !sides.contains(side)).or_else(|| others().find(free)));
        }
        if sides.is_empty() { usual } else { sides }
    }

    /// Those of these policies that stand side by side where none was chosen. While some are still awaited, no other takes the place of one
    /// that will stand there.
    fn usual_sides(&self, written: &[&str]) -> Vec<usize> {
        let of = |policies: &[&str]| S::side_by_side(&policies.iter().map(|written| parameters::key(written)).collect::<Vec<_>>());
        let asked: Vec<&str> = self.bench.scenario.policies.iter().map(String::as_str).collect();
        let awaited = written.len() < asked.len() && written.iter().all(|policy| asked.contains(policy));
        let there = |side: usize| written.iter().position(|policy| *policy == asked[side]);
        let sides: Vec<usize> = if awaited { of(&asked).into_iter().filter_map(there).collect() } else { vec![] };
        if sides.is_empty() { of(written) } else { sides }
    }

    /// The bench, to be changed.
    pub(crate) fn bench_mut(&mut self) -> &mut Bench<S::Replay> {
        Rc::make_mut(&mut self.bench)
    }

    /// What comes out, in a sentence and one below it.
    pub fn headline(&self) -> [String; 2] {
        S::headline(self)
    }

    /// Takes the scenario of a link and what is looked at in it, or shows what is wrong with the link.
    pub fn follow(&mut self, link: Result<impl Into<Link>, Fault>) {
        match link.map(Into::into) {
            Ok(Link { scenario, run, panels, selected, time }) => {
                let before = self.bench.scenario.clone();
                let new = self.bench_mut().follow(scenario);
                if new {
                    self.forget();
                    S::asked(self, &before, None);
                }
                if new || !panels.is_empty() {
                    self.panels = panels;
                }
                if let Some(run) = run {
                    self.bench_mut().show(run - 1);
                }
                if selected.is_some() || time.is_some() {
                    self.wanted = Some(Wanted { selected, time });
                }
                // The answer may be there already.
                if self.wanted.is_some() && self.bench.inquiry.phase == Phase::Done && !self.bench.inquiry.stale() {
                    self.settle();
                }
            }
            Err(fault) => self.bench_mut().fail(fault),
        }
    }

    /// A link to what is shown, and to what of it the reader looks at.
    pub fn link(&self) -> Link {
        let policies = &self.bench.scenario.policies;
        let Wanted { selected, time } = self.wanted.clone().unwrap_or_default();
        let rests = self.chosen.time && !self.clock.playing && !self.bench.inquiry.stale();
        Link {
            scenario: self.bench.scenario.clone(),
            run: self.bench.run(),
            panels: if self.panels.iter().all(|panel| policies.contains(panel)) { self.panels.clone() } else { vec![] },
            selected: selected.or_else(|| Room::selected(self)),
            time: time.or(rests.then_some((self.clock.playhead * 1e4).round() / 1e4)),
        }
    }

    /// What a key does.
    pub fn key(&self, key: &Key) -> Option<Change<S>> {
        S::key(self, key).or_else(|| match (key.name.as_str(), key.control, key.shift) {
            ("ArrowUp", false, _) => Some(Change::Step(-1)),
            ("ArrowDown", false, _) => Some(Change::Step(1)),
            ("n", false, _) if S::ABOUT.finds.is_some() => Some(Change::Find),
            ("Escape", false, _) if self.selected.is_some() => Some(Change::Select(None)),
            _ => None,
        })
    }

    /// Changes something.
    pub fn change(&mut self, change: Change<S>) {
        match change {
            Change::Edit(edit) => self.edit(edit),
            Change::Toggle(written) => self.toggle(written),
            Change::Preset(position) => {
                if let Some(preset) = S::ABOUT.presets.get(position) {
                    let Scenario { seed, policies, .. } = self.bench.scenario.clone();
                    let own = preset.scenario();
                    let policies = if preset.picks() { own.policies } else { policies };
                    self.put(Scenario { seed, policies, ..own });
                }
            }
            Change::Reset => self.put(first::<S>()),
            Change::File(name) => self.load(name),
            Change::Unload => {
                let workload = first::<S>().of::<S::World>().cloned().unwrap_or_default().workload;
                let system = self.fields().system;
                self.put(Scenario { spec: S::World::spec(Fields { system, workload }), ..self.bench.scenario.clone() });
            }
            Change::Put(scenario) => self.put(*scenario),
            Change::Clock(beat) => self.hear(beat),
            Change::Select(selected) if selected == self.selected => self.select(None),
            Change::Select(selected) => {
                let there = |selected: S::Selected| self.shown().is_some_and(|shown| S::has(shown, selected));
                if selected.is_none_or(there) {
                    self.select(selected);
                }
            }
            Change::Hover(hovered) => self.hovered = hovered,
            Change::Step(by) => {
                if let Some((selected, motion)) = self.shown().cloned().and_then(|shown| S::next(self, &shown, by)) {
                    self.select(Some(selected));
                    self.turn(motion);
                }
            }
            Change::Find => {
                if let Some((selected, motion)) = self.shown().cloned().and_then(|shown| S::find(self, &shown)) {
                    self.select(Some(selected));
                    self.turn(Some(motion));
                }
            }
            Change::Panel(place, written) => self.place(place, written),
            Change::Front(front) => self.front = front,
            Change::Run(run) => {
                self.chosen.time = false;
                self.bench_mut().show(run);
            }
            Change::Told(told) => {
                if let Some((report, recordings)) = self.bench_mut().told(told) {
                    let all = report.policies.len() == self.bench.scenario.policies.len();
                    let shown = S::shown(report, recordings);
                    if all {
                        self.bench_mut().inquiry.answered(shown);
                    } else {
                        self.bench_mut().inquiry.begun(shown);
                    }
                    self.settle();
                }
            }
            Change::Behind(told) => self.bench_mut().told_behind(told),
            Change::Own(gesture) => S::gesture(self, gesture),
        }
    }

    /// The reader looks at this run.
    pub(crate) fn look(&mut self) {
        if !self.bench.behind.kept {
            self.bench_mut().behind.kept = true;
        }
    }

    /// Selects this, since the reader wants it.
    pub(crate) fn select(&mut self, selected: Option<S::Selected>) {
        self.look();
        (self.selected, self.hovered, self.chosen.selected) = (selected, None, true);
        S::selected(self);
    }

    /// Moves the clock, since the reader wants it.
    pub(crate) fn turn(&mut self, motion: Option<Motion>) {
        if let Some(motion) = motion {
            self.look();
            self.chosen.time = true;
            self.go(motion);
        }
    }

    fn go(&mut self, motion: Motion) {
        match motion {
            Motion::At(time) => self.clock.hear(Beat::Seek(time)),
            Motion::Rest(time) => {
                self.clock.hear(Beat::Play(false));
                self.clock.hear(Beat::Seek(time));
            }
            Motion::From(time) => {
                self.clock.hear(Beat::Seek(time));
                self.clock.hear(Beat::Play(true));
            }
            Motion::Between(from, to) => self.clock.play_between(from, to),
        }
    }

    fn hear(&mut self, beat: Beat) {
        // That time passes while it plays is no wish.
        self.chosen.time |= match beat {
            Beat::Tick(_) | Beat::Speed(_) | Beat::Loop(_) => false,
            Beat::Play(playing) => playing != self.clock.playing,
            Beat::Forward | Beat::Back | Beat::Seek(_) => true,
        };
        if !matches!(beat, Beat::Tick(_)) {
            self.look();
        }
        self.clock.hear(beat);
    }

    /// Another scenario, of which nothing has been chosen.
    fn put(&mut self, scenario: Scenario) {
        let before = self.bench.scenario.clone();
        self.bench_mut().put(scenario);
        self.forget();
        S::asked(self, &before, None);
    }

    fn forget(&mut self) {
        (self.panels, self.wanted, self.chosen, self.last) = (vec![], None, Chosen::default(), None);
        (self.selected, self.hovered, self.front, self.fits) = (None, None, 0, false);
    }

    fn edit(&mut self, edit: Edit) {
        let before = self.bench.scenario.clone();
        let field = edit.field().map(str::to_owned);
        if let Edit::Policy(position, written) = &edit
            && let Some(policy) = before.policies.get(*position)
        {
            // What stands side by side stays there.
            self.panels.iter_mut().filter(|panel| *panel == policy).for_each(|panel| panel.clone_from(written));
        }
        self.bench_mut().edit(edit);
        if self.bench.scenario != before {
            S::asked(self, &before, field.as_deref());
        }
    }

    /// Chooses a policy, which takes the last place if all are taken, or drops it unless it is the only one.
    fn toggle(&mut self, written: String) {
        let before = self.bench.scenario.clone();
        let rank = |written: &str| before.kind().rows().iter().position(|row| row.key == parameters::key(written));
        let mut policies = before.policies.clone();
        match policies.iter().position(|policy| *policy == written) {
            Some(_) if policies.len() == 1 => return,
            Some(place) => drop(policies.remove(place)),
            None => {
                if policies.len() >= S::ABOUT.most {
                    policies.pop();
                }
                let place =
                    if S::ABOUT.in_order { policies.partition_point(|other| rank(other) <= rank(&written)) } else { policies.len() };
                policies.insert(place, written);
            }
        }
        self.bench_mut().amend(|scenario| scenario.policies = policies);
        S::asked(self, &before, Some("policies"));
    }

    fn load(&mut self, name: String) {
        // Who gives the file that is asked for keeps all settings.
        if self.bench.scenario.file() == Some(name.as_str()) {
            return self.bench_mut().ask();
        }
        let mut scenario = self.bench.scenario.clone();
        let read = with_file::<S>(&mut scenario, name);
        self.put(scenario);
        if let Err(error) = read {
            self.bench_mut().inquiry.fail(error.into());
        }
    }

    /// The system and the workload.
    pub fn fields(&self) -> Fields<S::World> {
        self.bench.scenario.of::<S::World>().cloned().unwrap_or_default()
    }

    /// Puts a policy at one side; if it stands at another, they change places. Nothing closes the side.
    fn place(&mut self, place: usize, written: String) {
        let Some(shown) = self.shown().cloned() else { return };
        let policies = &S::report(&shown).policies;
        let mut panels: Vec<String> = self.sides().into_iter().map(|side| policies[side].policy.written().to_owned()).collect();
        let stands = panels.iter().position(|panel| *panel == written);
        match (place < panels.len(), written.is_empty()) {
            (true, true) if place > 0 => panels.truncate(place),
            (true, false) => {
                let given = std::mem::replace(&mut panels[place], written);
                if let Some(other) = stands.filter(|other| *other != place) {
                    panels[other] = given;
                }
            }
            (false, false) if panels.len() < S::ABOUT.panels && stands.is_none() => panels.push(written),
            _ => return,
        }
        self.panels = panels;
        self.clock.set_events(S::instants(self, &shown));
    }

    /// Takes in an answer: where the clock stands and what is selected is what a link asks for, or what it was where the reader has
    /// chosen it or the jobs are the same, or what tells most.
    fn settle(&mut self) {
        let Some(shown) = self.answer().cloned() else { return };
        let now = (Scenario { policies: vec![], ..self.bench.scenario.clone() }, self.bench.behind.shown);
        let same = self.last.replace(now.clone()).is_some_and(|last| last == now);
        // What the pointer is at is something else now.
        self.hovered = None;
        S::arrived(self, &shown, same);
        self.clock.set_events(S::instants(self, &shown));
        self.clock.set_slow(S::slow(&shown));
        self.front = self.front.min(S::report(&shown).policies.len().saturating_sub(1));
        let Wanted { selected, time } = self.wanted.take().unwrap_or_default();
        let named = selected.and_then(|name| S::named(&shown, &name));
        let kept = self.selected.filter(|selected| (same || self.chosen.selected) && S::has(&shown, *selected));
        self.chosen.selected = named.is_some() || (self.chosen.selected && (kept.is_some() || self.selected.is_none()));
        let telling = if self.chosen.selected { None } else { S::telling(self, &shown) };
        self.selected = named.or(kept).or(telling);
        if let Some(time) = time {
            self.chosen.time = true;
            self.go(Motion::Rest(time));
        } else if !same && !self.chosen.time {
            let motion = S::begin(self, &shown);
            self.go(motion);
        }
    }
}

impl<S: Stage> From<Change<S>> for Message {
    fn from(change: Change<S>) -> Self {
        Self::of(change)
    }
}

impl<S: Stage> Room for Played<S> {
    fn view(&self) -> View {
        S::VIEW
    }

    fn title(&self) -> String {
        titled(&self.bench.scenario, S::workload(&self.bench.scenario))
    }

    fn link(&self) -> Option<String> {
        Some(Self::link(self).write())
    }

    fn follow(&mut self, query: Option<&str>) {
        if let Some(query) = query {
            Self::follow(self, Link::read::<S>(query).map_err(Fault::from));
        }
    }

    fn refuse(&mut self, fault: Fault) {
        Self::follow(self, Err::<Link, _>(fault));
    }

    fn change(&mut self, message: &Message) {
        if let Some(change) = message.change::<Change<S>>() {
            Self::change(self, change.clone());
        }
    }

    fn file(&self) -> Option<&str> {
        self.bench.scenario.file()
    }

    fn reading(&self) -> Option<Result<(), &Fault>> {
        let inquiry = &self.bench.inquiry;
        inquiry.fault.as_ref().map(Err).or_else(|| (inquiry.phase == Phase::Done).then_some(Ok(())))
    }

    fn clock(&self) -> Option<&Clock> {
        Some(&self.clock)
    }

    fn selected(&self) -> Option<String> {
        S::name(self.answer()?, self.selected.filter(|_| self.chosen.selected)?)
    }

    fn hear(&mut self, beat: Beat) {
        Self::change(self, Change::Clock(beat));
    }

    fn load(&mut self, traces: &mut Traces) {
        if let Some(file) = &traces.file {
            let new = self.bench.scenario.file() != Some(file.name.as_str());
            Self::change(self, Change::File(file.name.clone()));
            self.fits = new && S::FIT.is_some();
            self.surveyed(traces);
        }
    }

    fn surveyed(&mut self, traces: &Traces) {
        let (Some(fit), Some(survey)) = (S::FIT.filter(|_| self.fits), &traces.survey) else { return };
        self.fits = false;
        if let Ok(survey) = survey {
            let mut fields = self.fields();
            fit(&mut fields, survey);
            self.bench_mut().amend(|scenario| scenario.spec = S::World::spec(fields));
        }
    }

    fn notice(&self, traces: &Traces) -> Option<String> {
        let name = self.bench.scenario.file()?;
        let of_file = || S::of_file(&self.fields(), traces.known_as(name)?);
        let part = self.report().and_then(|report| part(name, &report.workload));
        let said: Vec<String> = part.into_iter().chain(of_file()).collect();
        traces.notice_of_sum(name).or_else(|| (!said.is_empty()).then(|| said.join(" ")))
    }

    fn key(&self, key: &Key) -> Option<Message> {
        Self::key(self, key).map(Message::from)
    }

    fn asks(&self, traces: &Traces, behind: bool) -> Option<(Asked, Heard)> {
        if self.fits {
            return None;
        }
        Some(if behind {
            let (progress, ready) = (self.bench.behind.inquiry.standing(), self.bench.asks_behind());
            (Asked { progress, question: self.bench.question_behind(traces), ready }, |told| Message::from(Change::<S>::Behind(told)))
        } else {
            let progress = self.bench.inquiry.standing();
            (Asked { progress, question: self.bench.question(traces), ready: true }, |told| Message::from(Change::<S>::Told(told)))
        })
    }
}

/// Puts the file of this name in place of the workload.
///
/// # Errors
/// If the world reads no files of that name; it is in place all the same.
pub fn with_file<S: Stage>(scenario: &mut Scenario, name: String) -> Result<(), ScenarioError> {
    let format = S::format(&name);
    let workload = <S::World as schedscope::world::World>::Workload::of_file(name, format.as_ref().ok().copied().flatten());
    let system = scenario.of::<S::World>().cloned().unwrap_or_default().system;
    scenario.spec = S::World::spec(Fields { system, workload });
    format.map(|_| ()).map_err(|error| ScenarioError::of(S::World::SYSTEM, error))
}

/// The first preset.
fn first<S: Stage>() -> Scenario {
    S::ABOUT.presets.first().map(super::Preset::scenario).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Played;
    use crate::cdn::Cdn;

    #[test]
    fn no_other_policy_takes_the_place_of_one_that_is_awaited() {
        let mut cdn = Played::<Cdn>::open(false);
        let asked = ["centralized", "rand-rand", "rand-opt", "opt-rand", "opt-opt"];
        cdn.bench_mut().amend(|scenario| scenario.policies = asked.map(str::to_owned).to_vec());
        let sides = |count: usize| cdn.usual_sides(&asked[..count]);
        assert_eq!(sides(5), [1, 4]);
        assert_eq!([2, 3, 4].map(sides), [vec![1], vec![1], vec![1]]);
        assert_eq!(sides(1), [0], "something is shown");
        assert_eq!(cdn.usual_sides(&["rand-rand", "lru-nearest"]), [0, 1], "the answer to another question");
    }
}
