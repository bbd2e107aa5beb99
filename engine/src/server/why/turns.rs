//! The sentences for policies under which jobs take turns, or start in an order of their own.

use super::{Key, Present, State};
use crate::server::Kind;
use crate::sim::brief;

const PER_WEIGHT: Key = Key {
    of: |job| job.job().estimate / job.job().weight,
    one: "its estimate ÷ weight is the least",
    several: "their estimates ÷ weights are the least",
};
const WEIGHT: Key = Key { of: |job| job.job().weight, one: "its weight is the greatest", several: "their weights are the greatest" };

impl State<'_> {
    /// While the server turns from one job to another.
    pub(super) fn switching(&self) -> String {
        format!("No job runs: the server is turning from one job to another{}", self.wait(None))
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
