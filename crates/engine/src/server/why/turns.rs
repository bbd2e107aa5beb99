//! The sentences for policies under which jobs take turns, or start in an order of their own.

use super::{Key, Present, State};
use crate::server::Kind;
use crate::server::policies::srpt_b;
use crate::sim::brief;

const PER_WEIGHT: Key = Key {
    of: |job| job.job().estimate / job.job().weight,
    one: "its estimate ÷ weight is the least",
    several: "their estimates ÷ weights are the least",
};
const LEFT_PER_WEIGHT: Key = Key {
    of: |job| (job.job().estimate - job.curve.attained) / job.job().weight,
    one: "its remaining estimate ÷ weight is the least",
    several: "their remaining estimates ÷ weights are the least",
};
const BOUNCING: Key = Key {
    of: |job| srpt_b::rank(job.job().estimate, job.curve.attained),
    one: "its rank by remaining estimate, or by how late it is, is the least",
    several: "their ranks by remaining estimate, or by how late they are, are the least",
};
const HEDGED: Key = Key {
    of: |job| job.job().estimate.max(job.curve.attained),
    one: "its estimate, or attained service where that is more, is the least",
    several: "their estimates, or attained services where these are more, are the least",
};
const WEIGHT: Key = Key { of: |job| job.job().weight, one: "its weight is the greatest", several: "their weights are the greatest" };

impl State<'_> {
    /// While the server turns from one job to another.
    pub(super) fn switching(&self) -> String {
        format!("No job runs: the server is turning from one job to another{}", self.wait(None))
    }

    /// The jobs that have the least of a number, sharing the server if they are several.
    fn level(&self, key: Key) -> String {
        if self.served.len() == 1 {
            return self.first_by(key);
        }
        format!("{}: {}, {}{}", self.equally(), key.several, brief((key.of)(&self.served[0])), self.wait(Some(key)))
    }

    /// The sentence of such a policy, without its full stop.
    pub(super) fn in_turn(&self, policy: &Kind) -> String {
        let because = |reason: &str| format!("{}: {reason}{}", self.runs(), self.wait(None));
        match policy {
            Kind::Rr(its) => because(&format!("it is its turn, for a quantum of {}", brief(its.quantum))),
            Kind::Mlfq(_) => because("no job is at a higher level, and it is first at its own"),
            Kind::Lottery(_) => {
                let weight = |jobs: &[Present]| jobs.iter().map(|job| job.job().weight).sum::<f64>();
                let (tickets, others) = (weight(&self.served), weight(&self.waiting));
                because(&format!("it was drawn for this quantum; it has {} of {} tickets", brief(tickets), brief(tickets + others)))
            }
            Kind::Stride(_) => because("its pass, service in quanta ÷ weight, was the least when its quantum began"),
            Kind::Priority(its) => {
                let overtaken = self.waiting.iter().any(|job| its.key(job.job()) < its.key(self.served[0].job()));
                match (overtaken && !its.preempts, its.aging > 0.0) {
                    (true, _) => because("it has started, and is not interrupted"),
                    (false, true) => because("its priority, which grows with age, is the greatest"),
                    (false, false) => self.first_by(WEIGHT),
                }
            }
            Kind::Hrrn => because("its response ratio was the greatest when it started, and it is not interrupted"),
            Kind::Edf(its) => {
                let deadline = |job: &Present| its.deadline(job.job());
                let first = brief(deadline(&self.served[0]));
                format!("{}: its deadline is the earliest, {first}{}", self.runs(), self.wait_with(Some(&deadline)))
            }
            Kind::Wpsjfe => self.first_by(PER_WEIGHT),
            Kind::Wsrpte => self.first_by(LEFT_PER_WEIGHT),
            Kind::SrptB => self.level(BOUNCING),
            Kind::PsjfeLas => self.level(HEDGED),
            Kind::Nudge(_) => {
                let came = |job: &&Present| job.curve.job < self.served[0].curve.job;
                match self.waiting.iter().find(came) {
                    Some(large) => because(&format!("it is small, and overtook {large}, which was last in line")),
                    None => because("it is first in line"),
                }
            }
            Kind::Boost(_) => because("its arrival less its boost was the earliest when it started, and it is not interrupted"),
            _ => self.runs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::server::{Config, Timeline, why};
    use crate::workload::{Job, Workload};

    /// Jobs as (arrival, size, weight), under a policy at some instant.
    fn says(jobs: &[(f64, f64, f64)], switch_cost: f64, policy: &str, time: f64) -> String {
        let job = |(i, &(arrival, size, weight)): (usize, &_)| Job { id: i as u64 + 1, arrival, size, estimate: size, weight };
        let workload = Workload::new(jobs.iter().enumerate().map(job)).unwrap();
        let config = Config { switch_cost, ..Config::default() };
        why(&Timeline::record(&config, &workload, &policy.parse().unwrap()).unwrap(), time)
    }

    /// 4@0, 2@1, 1@2.
    const JOBS: [(f64, f64, f64); 3] = [(0.0, 4.0, 1.0), (1.0, 2.0, 3.0), (2.0, 0.5, 4.0)];

    #[test]
    fn turns_have_reasons() {
        let says = |policy, time| says(&JOBS, 0.0, policy, time);
        assert_eq!(says("rr", 1.5), "J2 runs: it is its turn, for a quantum of 1; J1 waits.");
        assert_eq!(says("mlfq", 1.5), "J2 runs: no job is at a higher level, and it is first at its own; J1 waits.");
        let drawn = says("lottery", 2.2);
        assert!(drawn.contains("runs: it was drawn for this quantum; it has ") && drawn.contains(" of 8 tickets; "), "{drawn}");
        assert_eq!(says("stride", 1.5), "J2 runs: its pass, service in quanta ÷ weight, was the least when its quantum began; J1 waits.");
        assert_eq!(says("priority", 2.2), "J3 runs: its weight is the greatest, 4; J1 (1) and J2 (3) wait.");
        assert_eq!(says("priority[aging=1]", 2.2), "J2 runs: its priority, which grows with age, is the greatest; J1 and J3 wait.");
        assert_eq!(says("priority[preempt=off]", 2.2), "J1 runs: it has started, and is not interrupted; J2 and J3 wait.");
        assert_eq!(says("edf", 2.2), "J3 runs: its deadline is the earliest, 3; J1 (8) and J2 (5) wait.");
        assert_eq!(says("wpsjfe", 1.5), "J2 runs: its estimate ÷ weight is the least, 0.67; J1 (4) waits.");
        assert_eq!(says("hrrn", 4.2), "J3 runs: its response ratio was the greatest when it started, and it is not interrupted; J2 waits.");
        assert_eq!(says("nudge", 2.2), "J1 runs: it is first in line; J2 and J3 wait.");
        assert_eq!(says("nudge", 4.2), "J3 runs: it is small, and overtook J2, which was last in line; J2 waits.");
        assert_eq!(
            says("boost[gamma=0.2]", 4.2),
            "J3 runs: its arrival less its boost was the earliest when it started, and it is not interrupted; J2 waits."
        );
    }

    #[test]
    fn nobody_runs_during_a_switch() {
        let says = |time| says(&JOBS, 0.5, "rr", time);
        assert_eq!(says(1.2), "No job runs: the server is turning from one job to another; J1 and J2 wait.");
        assert_eq!(says(0.5), "J1 runs: it is the only job in the system.");
    }
}
