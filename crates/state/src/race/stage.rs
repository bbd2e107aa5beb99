//! How drawn jobs of the server are watched.

use super::presets::PRESETS;
use super::{Pane, Replay, words};
use crate::asked;
use crate::file::Reads;
use crate::offered::Offered;
use crate::stage::{About, Change, Edit, KEYS, Motion, Played, Stage};
use crate::view::View;
use schedscope::server::{Plan, Policy, Stills};
use schedscope::world::World as _;
use schedscope_core::experiment::{Recording, Report, Scenario, ScenarioError, SystemKind, without};
use schedscope_core::pictures::Quantity;

/// One run of many jobs, in stills.
#[derive(Clone, Copy, Debug)]
pub struct Race;

/// What else it keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Own {
    /// The slowdown and the sojourn time that are asked about: which share of the jobs has more?
    pub above: [f64; 2],
    /// Whether the distributions of slowdown and of sojourn time show their tails.
    pub tails: [bool; 2],
    /// Whether there was an answer, at whose playhead the next one is shown.
    begun: bool,
}

impl Default for Own {
    fn default() -> Self {
        Self { above: [10.0; 2], tails: [false; 2], begun: false }
    }
}

/// What else can be done to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Another value is asked about.
    Ask(Quantity, f64),
    /// The tail of a distribution is shown, or its body.
    Tail(Quantity, bool),
}

/// Which of two a quantity is.
pub(super) const fn place(quantity: Quantity) -> usize {
    match quantity {
        Quantity::Slowdown => 0,
        Quantity::Sojourn => 1,
    }
}

/// The scenario of a link with this query, or that which is opened without one; of a world that overrides the link's, if one is given.
///
/// # Errors
/// Names the key and value that are not understood.
pub fn scenario(query: Option<&str>, world: Option<SystemKind>) -> Result<Scenario, ScenarioError> {
    let scenario = Scenario::from_query_in(Some(world.unwrap_or(SystemKind::Server)), &without(query.unwrap_or(PRESETS[0].query), &KEYS))?;
    Ok(few(&scenario).map_or(scenario.clone(), |policies| Scenario { policies, ..scenario }))
}

/// The policies that are watched of a scenario that has too many: in place of the usual ones those of the first preset, else its first.
fn few(scenario: &Scenario) -> Option<Vec<String>> {
    let usual = scenario.policies == Scenario::new(SystemKind::Server).policies;
    let policies = if usual { PRESETS[0].scenario().policies } else { scenario.policies.clone() };
    (scenario.policies.len() > Race::ABOUT.most).then(|| policies.into_iter().take(Race::ABOUT.most).collect())
}

impl Stage for Race {
    type World = Plan;
    type Replay = Replay;
    /// Position of a job.
    type Selected = u32;
    type Own = Own;
    type Gesture = Gesture;

    const ABOUT: About = About {
        name: "race",
        title: "Server",
        line: "One run of many jobs, as discs that shrink",
        counts: ["job", "jobs"],
        time: "a time of at least 0",
        presets: &PRESETS,
        compared: &[],
        measure: "mean_sojourn",
        offered: Offered::BY_FAMILY,
        reads: Reads::Jobs,
        most: 4,
        panels: 4,
        in_order: false,
        finds: Some("Next block"),
        plays: true,
    };
    const VIEW: View = View::Race;

    fn shown(report: Report, recordings: Vec<Recording>) -> Replay {
        Replay::new(report, recordings)
    }

    fn report(shown: &Replay) -> &Report {
        &shown.report
    }

    /// Every still, or where nothing is to move by itself every hundredth of the run.
    fn instants(played: &Played<Self>, shown: &Replay) -> Vec<f64> {
        let times = shown.times();
        let last = times.last().copied();
        times.into_iter().step_by(if played.moves() { 1 } else { 10 }).chain(last).collect()
    }

    /// At the beginning, or where nothing moves at the first instant at which there is something to see. Later draws are shown where the
    /// playhead stands already.
    fn begin(played: &Played<Self>, shown: &Replay) -> Motion {
        let at = |still: usize| Motion::At(shown.times().get(still).copied().unwrap_or(0.0));
        if played.own.begun {
            return Motion::At(played.clock.playhead);
        }
        if played.moves() {
            return at(0);
        }
        let busiest = || (0..shown.stills()).max_by_key(|still| shown.runs.iter().map(|run| run.present(*still)).sum::<u32>());
        shown.next_block(0).map(|(still, _)| still).or_else(busiest).map_or(Motion::At(0.0), at)
    }

    fn next(played: &Played<Self>, shown: &Replay, by: i64) -> Option<(u32, Option<Motion>)> {
        let stills = &shown.runs.first()?.stills;
        let last = stills.jobs.len().checked_sub(1)? as i64;
        let largest = || {
            let here = shown.runs.iter().filter_map(|run| run.still(shown.at(played.clock.playhead))).flat_map(|still| &still.jobs);
            here.max_by(|a, b| a.left.total_cmp(&b.left)).map(|left| left.job)
        };
        let next = match played.selected {
            Some(job) => (i64::from(job) + by).clamp(0, last) as u32,
            None => largest()?,
        };
        Some((next, None))
    }

    /// The next late job that holds back many.
    fn find(played: &Played<Self>, shown: &Replay) -> Option<(u32, Motion)> {
        let (still, left) = shown.next_block(shown.at(played.clock.playhead))?;
        Some((left.job, Motion::Rest(shown.times()[still])))
    }

    fn has(shown: &Replay, job: u32) -> bool {
        shown.runs.first().is_some_and(|run| (job as usize) < run.stills.jobs.len())
    }

    fn name(shown: &Replay, job: u32) -> Option<String> {
        let stills = &shown.runs.first()?.stills;
        stills.jobs.get(job as usize).map(|job| stills.ids.title(job.id))
    }

    fn named(shown: &Replay, name: &str) -> Option<u32> {
        let stills = &shown.runs.first()?.stills;
        stills.jobs.iter().position(|job| stills.ids.title(job.id) == name).map(|job| job as u32)
    }

    fn headline(played: &Played<Self>) -> [String; 2] {
        words::headline(played)
    }

    fn gesture(played: &mut Played<Self>, gesture: Gesture) {
        match gesture {
            Gesture::Ask(quantity, value) if value.is_finite() && value > 0.0 => played.own.above[place(quantity)] = value,
            Gesture::Ask(..) => {}
            Gesture::Tail(quantity, tail) => played.own.tails[place(quantity)] = tail,
        }
    }

    /// The playhead stays at the same part of the run: these jobs stretch under it.
    fn arrived(played: &mut Played<Self>, shown: &Replay, same: bool) {
        let (before, now) = (played.clock.end(), shown.times().last().copied().unwrap_or(0.0));
        if played.own.begun && !same && before > 0.0 {
            let part = played.clock.playhead / before;
            played.clock.playhead = shown.times().get(shown.at(part * now)).copied().unwrap_or(0.0);
        }
        if !played.own.begun {
            let means = shown.runs.iter().filter_map(|run| run.mean(shown.stills().saturating_sub(1), Quantity::Sojourn));
            played.own.above[place(Quantity::Sojourn)] = asked::usual(Quantity::Sojourn, means);
        }
        played.own.begun = true;
    }

    /// No more policies and jobs than are watched, and on several servers only policies that are defined on them.
    fn asked(played: &mut Played<Self>, _: &Scenario, field: Option<&str>) {
        if let Some(policies) = few(&played.bench.scenario) {
            played.bench_mut().amend(|scenario| scenario.policies = policies);
        }
        if played.fields().system.servers.is_some_and(|servers| servers > 1) {
            let policies: Vec<String> = played.bench.scenario.policies.iter().filter(|policy| on_many(policy)).cloned().collect();
            if !policies.is_empty() && policies.len() < played.bench.scenario.policies.len() {
                played.bench_mut().amend(|scenario| scenario.policies = policies);
            }
        }
        let most = Stills::MOST_JOBS as u32;
        if field == Some("workload.count") && played.fields().workload.count.is_some_and(|count| count > most) {
            played.change(Change::Edit(Edit::Type("workload.count".to_owned(), most.to_string())));
        }
    }

    fn bar(scenario: &Scenario) -> Vec<&'static str> {
        let sizes = if scenario.file().is_some() { None } else { Some("workload.shape") };
        sizes.into_iter().chain(["workload.sigma", "workload.load", "system.servers", "workload.count"]).collect()
    }
}

/// Whether a policy as it is written runs on several servers.
fn on_many(written: &str) -> bool {
    let policy = written.parse::<Policy>();
    policy.is_ok_and(|policy| Plan::beside(policy.kind()).is_none_or(|beside| beside.why.is_none()))
}

/// The change to the next draw.
pub fn drawn_anew(scenario: &Scenario) -> Change<Race> {
    Change::Edit(Edit::Type("seed".to_owned(), (scenario.seed + 1).to_string()))
}

impl Played<Race> {
    /// The still at which the playhead stands.
    pub fn still(&self) -> usize {
        self.shown().map_or(0, |shown| shown.at(self.clock.playhead))
    }

    /// That of which texts speak.
    pub fn told(&self) -> usize {
        self.shown().map_or(0, |shown| shown.at(self.clock.told()))
    }

    /// The lane of a policy.
    pub fn lane(&self, run: usize) -> Pane {
        Pane::Lane(run, self.still(), self.lit_now())
    }
}
