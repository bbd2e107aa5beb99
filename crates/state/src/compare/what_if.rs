//! *What if our estimates were twice as bad, our cluster half as big?* What people ask first of a system of their own, each one change of
//! a scenario, held against the result before it.

use crate::edited::number_of;
use crate::format;
use crate::size::{SERVER_SPEED, SERVERS, field_of_size, speed_of_each};
use schedscope_core::experiment::{Scenario, SystemKind};
use toml::Value;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhatIf {
    /// Errors of estimates have twice the spread.
    Estimates,
    /// A fifth more work comes in the same time.
    Load,
    /// The same jobs come to half as many machines.
    Half,
}

/// What is known of a workload once it is simulated or its file is read, where the scenario does not say it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own {
    /// The spread of its errors.
    pub sigma: Option<f64>,
    /// Its load.
    pub load: Option<f64>,
}

/// Digits of a number that is changed.
const DIGITS: i32 = 3;
const SIGMA: &str = "workload.sigma";
const LOAD: &str = "workload.load";

impl WhatIf {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Estimates, Self::Load, Self::Half];

    /// What it is called in a link.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Estimates => "estimates",
            Self::Load => "load",
            Self::Half => "half",
        }
    }

    /// The question about a scenario in words, behind “What if:”.
    pub fn words(self, scenario: &Scenario) -> &'static str {
        match (self, scenario.kind()) {
            (Self::Estimates, _) => "estimates twice as bad",
            (Self::Load, _) => "load + 20\u{a0}%",
            (Self::Half, SystemKind::Datacenter) => "half the workers",
            (Self::Half, SystemKind::Server) if number_of(scenario, SERVERS).is_some_and(|servers| servers % 2.0 == 0.0) => {
                "half the servers"
            }
            (Self::Half, SystemKind::Server) => "half the speed",
            (Self::Half, _) => "half the cluster",
        }
    }

    /// The scenario against which the change is held, where that is another one: the load of jobs that are drawn at their own pace differs
    /// from run to run, and a load that is asked for does not.
    pub fn ground(self, scenario: &Scenario, own: Own) -> Option<Scenario> {
        let drawn = scenario.file().is_none() && scenario.replications > 1;
        let load = own.load.filter(|load| drawn && self == Self::Load && *load > 0.0 && number_of(scenario, LOAD).is_none())?;
        with(scenario, &[(LOAD, real(load))])
    }

    /// The scenario with this change; none where that has no meaning, or what is to be changed is not known.
    pub fn of(self, scenario: &Scenario, own: Own) -> Option<Scenario> {
        match self {
            Self::Estimates => {
                let sigma = number_of(scenario, SIGMA).or(own.sigma).filter(|sigma| *sigma > 0.0)?;
                with(scenario, &[(SIGMA, real(2.0 * sigma))])
            }
            Self::Load => {
                let load = number_of(scenario, LOAD).or(own.load).filter(|load| *load > 0.0)?;
                with(scenario, &[(LOAD, real(1.2 * load))])
            }
            Self::Half if scenario.kind() == SystemKind::Server => {
                let (servers, speed) = (number_of(scenario, SERVERS)?, speed_of_each(scenario));
                if servers % 2.0 == 0.0 {
                    let half = Value::Integer((servers / 2.0) as i64);
                    with(scenario, &[(SERVERS, half), (SERVER_SPEED, Value::Float(speed))])
                } else {
                    // One server, or an odd number of them: each is half as fast.
                    with(scenario, &[(SERVER_SPEED, Value::Float(speed / 2.0))])
                }
            }
            Self::Half => {
                let field = field_of_size(scenario.kind())?;
                let half = libm::floor(number_of(scenario, field)? / 2.0);
                let halved = (field, Value::Integer(half as i64));
                // A load that is given is relative to the machines: that the same jobs come, it must be twice as high.
                let load = number_of(scenario, LOAD).map(|load| (LOAD, real(2.0 * load)));
                let changes: Vec<(&str, Value)> = [halved].into_iter().chain(load).collect();
                with(scenario, &changes).filter(|_| half >= 1.0)
            }
        }
    }
}

fn real(x: f64) -> Value {
    Value::Float(format::rounded(x, DIGITS))
}

/// The scenario with other values of these fields, if it has them.
fn with(scenario: &Scenario, changes: &[(&str, Value)]) -> Option<Scenario> {
    let mut changed = scenario.clone();
    changes.iter().try_for_each(|(field, value)| changed.set(field, Some(value.clone()))).ok()?;
    changes.iter().all(|(field, _)| changed.moot(field).is_none()).then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::experiment::Study;

    fn scenario(query: &str) -> Scenario {
        Scenario::from_query(query).unwrap()
    }

    fn changed(what: WhatIf, query: &str, own: Own) -> Option<String> {
        what.of(&scenario(query), own).map(|scenario| scenario.to_query())
    }

    const UNKNOWN: Own = Own { sigma: None, load: None };

    #[test]
    fn each_changes_what_it_says_and_nothing_else() {
        assert_eq!(changed(WhatIf::Estimates, "workload.sigma=0.4", UNKNOWN), Some(scenario("workload.sigma=0.8").to_query()));
        assert_eq!(changed(WhatIf::Load, "workload.count=9", UNKNOWN), Some(scenario("workload.count=9&workload.load=1.08").to_query()));
        let cluster = "system.kind=cluster&workload.mix=dev";
        let halved = format!("{cluster}&system.machines=10");
        assert_eq!(changed(WhatIf::Half, cluster, UNKNOWN), Some(scenario(&halved).to_query()), "the mix brings its own jobs");
        let datacenter = "system.kind=datacenter&workload.like=google&system.workers=24&workload.load=0.4";
        let halved = "system.kind=datacenter&workload.like=google&system.workers=12&workload.load=0.8";
        assert_eq!(changed(WhatIf::Half, datacenter, UNKNOWN), Some(scenario(halved).to_query()));
    }

    #[test]
    fn half_the_servers_are_half_as_many_or_each_half_as_fast() {
        for (query, halved) in [
            ("workload.load=0.3", "workload.load=0.3&system.server_speed=0.5"),
            ("system.servers=4", "system.servers=2&system.server_speed=0.25"),
            ("system.servers=4&system.server_speed=1", "system.servers=2&system.server_speed=1"),
            ("system.servers=3&system.server_speed=1", "system.servers=3&system.server_speed=0.5"),
            ("workload.path=jobs.csv", "workload.path=jobs.csv&system.server_speed=0.5"),
        ] {
            assert_eq!(changed(WhatIf::Half, query, UNKNOWN), Some(scenario(halved).to_query()), "{query}");
        }
    }

    #[test]
    fn what_a_file_has_itself_is_what_is_doubled() {
        let file = "workload.path=jobs.csv";
        assert_eq!(changed(WhatIf::Estimates, file, UNKNOWN), None);
        assert_eq!(changed(WhatIf::Load, file, UNKNOWN), None);
        let own = Own { sigma: Some(0.3), load: Some(0.5) };
        let sought = |field: &str| Some(scenario(&format!("{file}&{field}")).to_query());
        assert_eq!(changed(WhatIf::Estimates, file, own), sought("workload.sigma=0.6"));
        assert_eq!(changed(WhatIf::Load, file, own), sought("workload.load=0.6"));
    }

    #[test]
    fn more_load_than_that_of_draws_is_held_against_the_same_load_in_every_draw() {
        let own = Own { sigma: None, load: Some(0.4832) };
        let ground = |what: WhatIf, query: &str| what.ground(&scenario(query), own).map(|scenario| scenario.to_query());
        let drawn = "system.kind=cluster&workload.mix=dev&replications=4";
        let same = Some(scenario(&format!("{drawn}&workload.load=0.483")).to_query());
        assert_eq!(ground(WhatIf::Load, drawn), same);
        assert_eq!(ground(WhatIf::Half, drawn), None, "half the machines change no job");
        assert_eq!(ground(WhatIf::Load, &format!("{drawn}&workload.load=0.9")), None);
        assert_eq!(ground(WhatIf::Load, "workload.path=jobs.csv&replications=4"), None, "a file is the same in every run");
    }

    #[test]
    fn what_has_no_meaning_is_not_asked() {
        for (what, query) in [
            (WhatIf::Half, "system.kind=network"),
            (WhatIf::Half, "system.kind=cluster&system.machines=1&workload.mix=dev"),
            (WhatIf::Estimates, "system.kind=cluster&workload.mix=dev"),
            (WhatIf::Estimates, "workload.sigma=0"),
            (WhatIf::Estimates, "system.kind=network"),
            (WhatIf::Load, "system.kind=ordering"),
            (WhatIf::Load, "system.kind=cdn"),
        ] {
            assert_eq!(changed(what, query, Own::default()), None, "{} of {query}", what.key());
        }
    }

    #[test]
    fn the_same_jobs_come_to_half_the_machines() {
        for query in [
            "workload.count=9&workload.load=0.3&policies=ps",
            "workload.count=9&workload.load=0.3&policies=ps&system.servers=4&system.server_speed=1",
            "system.kind=cluster&workload.mix=dev&workload.count=9",
            "system.kind=cluster&workload.count=9&workload.load=0.3",
            "system.kind=datacenter&workload.like=google&system.workers=24&workload.count=9&workload.load=0.4",
        ] {
            let base = scenario(query);
            let halved = WhatIf::Half.of(&base, UNKNOWN).unwrap();
            let load = |scenario: Scenario| {
                let study = Study::new(scenario, |_| unreachable!("no file")).unwrap();
                let (summaries, _) = schedscope_core::experiment::run_all(&study, false, |_| {}).unwrap();
                schedscope_core::experiment::Report::new(&study, summaries).workload.load.unwrap()
            };
            let (one, two) = (load(base), load(halved));
            assert!((two / one - 2.0).abs() < 1e-6, "{query}: {one} and {two}");
        }
    }
}
