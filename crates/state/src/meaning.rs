//! What a number of a scenario comes to, in words.

use crate::format;
use crate::size::total_speed;
use schedscope_core::experiment::{Scenario, SystemKind};

/// What a value of a field comes to in a scenario: how much of the time servers are busy depends on their speed.
pub fn meaning_in(scenario: &Scenario, field: &str, value: f64) -> Option<String> {
    let value = if field == "workload.load" { value / total_speed(scenario) } else { value };
    meaning(scenario.kind(), field, value)
}

/// That of the field of this dotted name in a world, where there is something to say.
pub fn meaning(world: SystemKind, field: &str, value: f64) -> Option<String> {
    let words = match field {
        "workload.load" if world == SystemKind::Server && value < 1.0 => {
            return Some(format!("busy {}\u{a0}% of the time", format::digits(100.0 * value, 2)));
        }
        "workload.sigma" if value == 0.0 => "every estimate is exact",
        "workload.sigma" => return Some(format!("half are off by more than {}×", format::digits(libm::exp(0.674_49 * value), 2))),
        "workload.shape" if value == 1.0 => "exponential sizes",
        "workload.shape" if value < 0.2 => "extreme tail: a handful of jobs hold nearly all the work",
        "workload.shape" if value < 0.4 => "heavy tail: a few jobs hold most of the work",
        "workload.shape" if value < 1.0 => "more varied than exponential",
        "workload.shape" => "less varied than exponential",
        "workload.timeshape" if value == 1.0 => "at random (Poisson)",
        "workload.timeshape" if value < 1.0 => "in bursts",
        "workload.timeshape" => "rather regular",
        _ => return None,
    };
    Some(words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_to_something() {
        let of = |field: &str, value| meaning(SystemKind::Server, field, value).unwrap_or_default();
        assert_eq!(of("workload.load", 0.9), "busy 90\u{a0}% of the time");
        assert_eq!(of("workload.sigma", 0.5), "half are off by more than 1.4×");
        assert_eq!(of("workload.shape", 0.25), "heavy tail: a few jobs hold most of the work");
        assert_eq!(of("workload.shape", 0.125), "extreme tail: a handful of jobs hold nearly all the work");
        let shapes = [0.4, 1.0, 2.0].map(|value| of("workload.shape", value));
        assert_eq!(shapes, ["more varied than exponential", "exponential sizes", "less varied than exponential"]);
        let times = [0.5, 2.0].map(|value| of("workload.timeshape", value));
        assert_eq!(
            (of("workload.sigma", 0.0).as_str(), times),
            ("every estimate is exact", ["in bursts", "rather regular"].map(str::to_owned))
        );
        assert_eq!((of("workload.timeshape", 1.0).as_str(), of("workload.load", 1.0).as_str()), ("at random (Poisson)", ""));
        assert_eq!(meaning(SystemKind::Network, "workload.load", 0.5), None, "a network is not busy or idle");
        let faster = Scenario::from_query("system.servers=2&system.server_speed=1").unwrap();
        assert_eq!(meaning_in(&faster, "workload.load", 0.9).as_deref(), Some("busy 45\u{a0}% of the time"));
    }
}
