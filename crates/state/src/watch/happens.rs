//! What has just happened, in a few words.

use schedscope::server::{Event, EventKind, Timeline, VirtualTime, job_name};
use schedscope::sim::listed;

/// When something happened last, and what, at a time.
pub fn happens(timeline: &Timeline, time: f64) -> Option<(f64, String)> {
    let told = |event: &&Event| event.time <= time && matches!(event.kind, EventKind::Arrival | EventKind::Completion | EventKind::Late);
    let last = timeline.events.iter().rev().find(told)?.time;
    let of = |kind: EventKind| {
        let jobs = timeline.events.iter().filter(|event| event.time == last && event.kind == kind);
        jobs.map(|event| job_name(timeline, event.job as usize)).collect::<Vec<_>>()
    };
    let late = if VirtualTime::has(timeline.policy.kind()) {
        ["turns late in the virtual queue", "turn late in the virtual queue"]
    } else {
        ["turns late", "turn late"]
    };
    let words = [(EventKind::Completion, ["leaves", "leave"]), (EventKind::Arrival, ["arrives", "arrive"]), (EventKind::Late, late)];
    let parts = words.into_iter().filter_map(|(kind, [one, several])| {
        let jobs = of(kind);
        let verb = if jobs.len() == 1 { one } else { several };
        (!jobs.is_empty()).then(|| format!("{} {verb}", listed(jobs)))
    });
    Some((last, format!("{}.", parts.collect::<Vec<_>>().join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::exhibit::Exhibit;
    use schedscope_core::exhibit::example;

    #[test]
    fn says_what_was_last() {
        let recorded = Exhibit::of_example(example("under-estimated").unwrap()).record();
        let says = |policy: usize, time: f64| happens(&recorded[policy], time).unwrap();
        assert_eq!(says(0, 28.5), (27.0, "J6 arrives.".to_owned()));
        assert_eq!(says(0, 1.5), (1.0, "J1 turns late.".to_owned()));
        assert_eq!(says(1, 7.5), (7.0, "J2 turns late in the virtual queue.".to_owned()));
        assert_eq!(says(0, 40.0), (40.0, "J1 leaves.".to_owned()));
        assert_eq!(says(1, 0.0), (0.0, "J1 arrives.".to_owned()));
    }
}
