//! Why a policy serves whom it serves: one sentence from the state that a [`Timeline`] has recorded.

mod formulas;
mod turns;

use super::{Curve, Kind, Timeline};
use crate::sim::{brief, listed};
use crate::workload::Job;

/// Shares that differ by less are equal.
const EQUAL: f64 = 1e-6;

/// Attained services that differ by less, relative to the larger, are equal.
const LEVEL: f64 = 1e-9;

/// Which jobs are served at `time` under the timeline's policy, which wait, and why: in one sentence, with the numbers that decide.
///
/// At an instant at which something happens, it speaks of what holds from then on.
pub fn why(timeline: &Timeline, time: f64) -> String {
    let present = timeline.at(time).filter(|curve| curve.remaining > 0.0).map(|curve| Present { timeline, curve });
    let (served, waiting): (Vec<_>, Vec<_>) = present.partition(|job| job.curve.share > EQUAL);
    let reason = match (&served[..], &waiting[..]) {
        ([], []) => idle(timeline, time),
        ([], _) => State { name: timeline.policy.row().name, time, served, waiting }.switching(),
        ([one], []) if one.curve.late => format!("{one} runs: it is late, but the only job in the system"),
        ([one], []) => format!("{one} runs: it is the only job in the system"),
        _ => State { name: timeline.policy.row().name, time, served, waiting }.reason(timeline.policy.kind()),
    };
    reason + "."
}

/// How a job is called.
pub fn job_name(timeline: &Timeline, position: usize) -> String {
    timeline.jobs.get(position).map(|job| timeline.ids.title(job.id)).unwrap_or_default()
}

/// The sentence for an idle server.
fn idle(timeline: &Timeline, time: f64) -> String {
    let next = timeline.jobs.iter().position(|job| job.arrival > time);
    let there: Vec<String> = timeline
        .at(time)
        .filter(|curve| curve.virtual_remaining.is_some_and(|left| left > 0.0))
        .map(|curve| job_name(timeline, curve.job as usize))
        .collect();
    let there = match there.len() {
        0 => String::new(),
        1 => format!("; in the virtual queue {} is still served", there[0]),
        _ => format!("; in the virtual queue {} are still served", listed(there)),
    };
    match next {
        Some(next) => {
            format!("The system is empty until {} arrives at t = {}{there}", job_name(timeline, next), brief(timeline.jobs[next].arrival))
        }
        None => format!("All jobs are done{there}"),
    }
}

/// A job that is here.
struct Present<'a> {
    timeline: &'a Timeline,
    curve: Curve,
}

impl std::fmt::Display for Present<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&job_name(self.timeline, self.curve.job as usize))
    }
}

impl Present<'_> {
    fn job(&self) -> &Job {
        &self.timeline.jobs[self.curve.job as usize]
    }

    /// What the policy believes is left.
    fn believed(&self) -> f64 {
        self.curve.virtual_remaining.unwrap_or(self.curve.remaining)
    }
}

/// A number that a rule goes by, and how a sentence calls it where one job or several are first by it.
#[derive(Clone, Copy)]
struct Key {
    of: fn(&Present) -> f64,
    one: &'static str,
    several: &'static str,
}

const LEFT: Key = Key { of: |job| job.curve.remaining, one: "it has the least left", several: "they have the least left" };
const BELIEVED: Key = Key {
    of: |job| job.believed(),
    one: "its estimated remaining size is the least",
    several: "their estimated remaining sizes are the least",
};
const SIZE: Key = Key { of: |job| job.job().size, one: "its size is the least", several: "their sizes are the least" };
const ESTIMATE: Key = Key { of: |job| job.job().estimate, one: "its estimate is the least", several: "their estimates are the least" };
const ATTAINED: Key =
    Key { of: |job| job.curve.attained, one: "it has attained the least service", several: "they have attained the least service" };
const VIRTUAL: Key = Key {
    of: |job| job.believed(),
    one: "in the virtual queue it has the least left",
    several: "in the virtual queue they have the least left",
};
const VIRTUAL_BY_WEIGHT: Key =
    Key { of: |job| job.believed() / job.job().weight, one: "in the virtual queue it has the least left for its weight", ..VIRTUAL };

/// Some jobs are served, and there are several in the system.
struct State<'a> {
    /// Of the policy.
    name: &'static str,
    time: f64,
    served: Vec<Present<'a>>,
    waiting: Vec<Present<'a>>,
}

impl State<'_> {
    /// The sentence, without its full stop.
    fn reason(&self, policy: &Kind) -> String {
        let late = self.served.iter().any(|job| job.curve.late);
        match policy {
            Kind::Fifo => {
                let came = if self.served.len() == 1 { "it came first" } else { "they came first" };
                format!("{}: {came}{}", self.runs(), self.wait(None))
            }
            Kind::Ps => format!("{}, whatever their sizes", self.equally()),
            Kind::Gps => self.weighted(),
            Kind::Las => self.least_attained(),
            Kind::Srpt => self.first_by(LEFT),
            Kind::Psjf => self.first_by(SIZE),
            Kind::Psjfe => self.first_by(ESTIMATE),
            Kind::Sjf => self.to_the_end(SIZE),
            Kind::Sjfe => self.to_the_end(ESTIMATE),
            Kind::Srpte if late && self.served.len() == 1 => {
                let left = brief(self.served[0].believed());
                let nothing = format!("so it is late and under {} nothing can preempt it", self.name);
                format!("{}: its estimated remaining size is {left}, {nothing}{}", self.runs(), self.wait(None))
            }
            Kind::SrptePs | Kind::SrpteLas if late => self.late_beside_head(*policy == Kind::SrpteLas, BELIEVED),
            Kind::Srpte | Kind::SrptePs | Kind::SrpteLas => self.first_by(BELIEVED),
            Kind::Fspe if late => {
                let reason =
                    format!("it is done in the virtual queue but not in truth, so it is late and {} serves it to its end", self.name);
                format!("{}: {reason}{}", self.runs(), self.wait(None))
            }
            Kind::FspePs | Kind::Psbs if late => self.late_alone(),
            Kind::FspeLas if late => self.late_by_service(),
            Kind::FspePsAggressive if late => self.late_beside_head(false, VIRTUAL),
            Kind::Psbs if !self.same_weights() => self.first_by(VIRTUAL_BY_WEIGHT),
            Kind::Fsp | Kind::Fspe | Kind::FspePs | Kind::FspeLas | Kind::FspePsAggressive | Kind::Psbs => self.first_by(VIRTUAL),
            Kind::Gittins(_) | Kind::GittinsBlind(_) => self.by_table("it costs the least service per completion"),
            Kind::Serpt(_) => self.by_table("the mean of what remains of it is the least"),
            Kind::Rank(its) => self.by_rank(its.rule(), its.setting()),
            Kind::Share(its) => self.by_share(&its.rule().formula, its.setting()),
            Kind::Rr(_)
            | Kind::Mlfq(_)
            | Kind::Lottery(_)
            | Kind::Stride(_)
            | Kind::Priority(_)
            | Kind::Hrrn
            | Kind::Edf(_)
            | Kind::Wpsjfe
            | Kind::Wsrpte
            | Kind::SrptB
            | Kind::PsjfeLas
            | Kind::Nudge(_)
            | Kind::Boost(_) => self.in_turn(policy),
        }
    }

    /// The sentence of a rank that rises and falls: jobs of equal rank share the server.
    fn by_table(&self, reason: &str) -> String {
        let level = if self.served.len() == 1 { "" } else { ", and as they are served their ranks stay equal" };
        let reason = if self.served.len() == 1 {
            reason.to_owned()
        } else {
            reason.replacen("it costs", "they cost", 1).replacen("of it is", "of them is", 1)
        };
        format!("{}: {reason}, by the law of sizes{level}{}", self.runs(), self.wait(None))
    }

    fn runs(&self) -> String {
        format!("{} {}", names(&self.served), if self.served.len() == 1 { "runs" } else { "run" })
    }

    /// `; J2 (4) and J3 (7) wait`, or nothing if no job does.
    fn wait(&self, key: Option<Key>) -> String {
        self.wait_with(key.as_ref().map(|key| &key.of as &dyn Fn(&Present) -> f64))
    }

    fn wait_with(&self, number: Option<&dyn Fn(&Present) -> f64>) -> String {
        let word = |job: &Present| match number {
            _ if job.curve.late => format!("{job} (late)"),
            Some(number) => format!("{job} ({})", brief(number(job))),
            None => job.to_string(),
        };
        match &self.waiting[..] {
            [] => String::new(),
            [one] => format!("; {} waits", word(one)),
            [first, second, _, others @ ..] if !others.is_empty() => {
                format!("; {}, {} and {} more wait", word(first), word(second), others.len() + 1)
            }
            several => format!("; {} wait", listed(several.iter().map(word))),
        }
    }

    /// `J1 and J2 share the server equally, 50 % each`.
    fn equally(&self) -> String {
        format!("{} share the server equally, {} % each", names(&self.served), brief(100.0 * self.served[0].curve.share))
    }

    fn same_weights(&self) -> bool {
        let mut jobs = self.served.iter().chain(&self.waiting).map(|job| job.job().weight);
        let first = jobs.next();
        jobs.all(|weight| Some(weight) == first)
    }

    /// `J1 gets 67 % and J2 33 %`.
    fn shares(&self) -> String {
        let word = |(i, job): (usize, &Present)| format!("{job}{} {:.0} %", if i == 0 { " gets" } else { "" }, 100.0 * job.curve.share);
        listed(self.served.iter().enumerate().map(word))
    }

    fn weighted(&self) -> String {
        if self.same_weights() {
            return format!("{}, since their weights are equal", self.equally());
        }
        let weights = listed(self.served.iter().map(|job| brief(job.job().weight)));
        format!("{}: shares follow the weights, {weights}", self.shares())
    }

    /// The job that has the least of a number.
    fn first_by(&self, key: Key) -> String {
        let why = if self.served.len() == 1 { key.one } else { key.several };
        let numbers = listed(self.served.iter().map(|job| brief((key.of)(job))));
        format!("{}: {why}, {numbers}{}", self.runs(), self.wait(Some(key)))
    }

    /// The same, but a job that has started is not interrupted.
    fn to_the_end(&self, key: Key) -> String {
        let overtaken = |job: &Present| self.waiting.iter().any(|other| (key.of)(other) < (key.of)(job));
        if !self.served.iter().any(overtaken) {
            return self.first_by(key);
        }
        let started = if self.served.len() == 1 { "it has" } else { "they have" };
        format!("{}: {started} started, and {} never interrupts{}", self.runs(), self.name, self.wait(Some(key)))
    }

    fn least_attained(&self) -> String {
        let first = self.served[0].curve.attained;
        let level = self.served.iter().all(|job| (job.curve.attained - first).abs() <= LEVEL * first.abs().max(job.curve.attained));
        if self.served.len() == 1 || !level {
            return self.first_by(ATTAINED);
        }
        let least = if self.waiting.is_empty() { "" } else { ", the least" };
        format!("{}: each has attained {}{least}{}", self.equally(), brief(first), self.wait(Some(ATTAINED)))
    }

    /// While any job is late, the late ones alone are served.
    fn late_alone(&self) -> String {
        let how = match &self.served[..] {
            [_] => format!("it is late, and late jobs alone are served{}", self.wait(None)),
            _ if self.same_weights() => {
                return format!("{}: they are late, and late jobs alone are served{}", self.equally(), self.wait(None));
            }
            _ => return format!("{}: they are late, and share by weight{}", self.shares(), self.wait(None)),
        };
        format!("{}: {how}", self.runs())
    }

    /// Of the late jobs those with the least attained service are served.
    fn late_by_service(&self) -> String {
        let who = if self.served.len() == 1 { self.runs() } else { self.equally() };
        let attained = brief(self.served[0].curve.attained);
        let least = if self.waiting.iter().any(|job| job.curve.late) { "least served of the late, with" } else { "late, with" };
        format!("{who}: {least} {attained} attained, and late jobs alone are served{}", self.wait(None))
    }

    /// The late jobs, or the least served of them, and beside them the first of the others by its key.
    fn late_beside_head(&self, by_service: bool, key: Key) -> String {
        let (late, others): (Vec<_>, Vec<_>) = self.served.iter().partition(|job| job.curve.late);
        let late_names = listed(late.iter().map(ToString::to_string));
        let late_are = match (late.len(), by_service) {
            (1, true) => "is late and the least served of the late",
            (1, false) => "is late",
            (_, true) => "are late and the least served of the late",
            (_, false) => "are late",
        };
        let Some(head) = others.first() else {
            let share = if late.len() == 1 { "runs" } else { "share the server equally" };
            return format!(
                "{late_names} {share}: {} late, and no other job is in the system{}",
                if late.len() == 1 { "it is" } else { "they are" },
                self.wait(None)
            );
        };
        let share = brief(100.0 * head.curve.share);
        let left = brief((key.of)(head));
        format!(
            "{late_names} {late_are}, but {head}, the first of the others with {left} left, is served too: {share} % each{}",
            self.wait(None)
        )
    }
}

fn names(jobs: &[Present]) -> String {
    listed(jobs.iter().map(ToString::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Config;
    use crate::workload::Workload;

    /// Jobs as (arrival, size, estimate, weight), each under a policy at some instants.
    fn says(jobs: &[(f64, f64, f64, f64)], servers: u32, policy: &str, time: f64) -> String {
        let job = |(i, &(arrival, size, estimate, weight)): (usize, &_)| Job { id: i as u64 + 1, arrival, size, estimate, weight };
        let workload = Workload::new(jobs.iter().enumerate().map(job)).unwrap();
        why(&Timeline::record(&Config { servers, ..Config::default() }, &workload, &policy.parse().unwrap()).unwrap(), time)
    }

    /// 30@0, 10@10, 8@15.
    const EXACT: [(f64, f64, f64, f64); 3] = [(0.0, 30.0, 30.0, 2.0), (10.0, 10.0, 10.0, 1.0), (15.0, 8.0, 8.0, 1.0)];
    /// 40@0 believed to be 1, 4@3, 3@5.
    const UNDER: [(f64, f64, f64, f64); 3] = [(0.0, 40.0, 1.0, 1.0), (3.0, 4.0, 4.0, 1.0), (5.0, 3.0, 3.0, 1.0)];

    #[test]
    fn blind_policies() {
        let says = |policy, time| says(&EXACT, 1, policy, time);
        assert_eq!(says("fifo", 5.0), "J1 runs: it is the only job in the system.");
        assert_eq!(says("fifo", 16.0), "J1 runs: it came first; J2 and J3 wait.");
        assert_eq!(says("ps", 16.0), "J1, J2 and J3 share the server equally, 33.3 % each, whatever their sizes.");
        assert_eq!(says("gps", 12.0), "J1 gets 67 % and J2 33 %: shares follow the weights, 2 and 1.");
        assert_eq!(says("las", 12.0), "J2 runs: it has attained the least service, 2; J1 (10) waits.");
        assert_eq!(says("las", 15.0), "J3 runs: it has attained the least service, 0; J1 (10) and J2 (5) wait.");
        assert_eq!(says("las", 22.0), "J2 and J3 share the server equally, 50 % each: each has attained 6, the least; J1 (10) waits.");
        assert_eq!(says("fifo", 48.0), "All jobs are done.");
    }

    #[test]
    fn exact_policies() {
        let says = |policy, time| says(&EXACT, 1, policy, time);
        assert_eq!(says("srpt", 16.0), "J2 runs: it has the least left, 4; J1 (20) and J3 (8) wait.");
        assert_eq!(says("psjf", 16.0), "J3 runs: its size is the least, 8; J1 (30) and J2 (10) wait.");
        assert_eq!(says("sjf", 16.0), "J1 runs: it has started, and SJF never interrupts; J2 (10) and J3 (8) wait.");
        assert_eq!(says("sjf", 31.0), "J3 runs: its size is the least, 8; J2 (10) waits.");
        assert_eq!(says("fsp", 12.0), "J2 runs: in the virtual queue it has the least left, 9; J1 (19) waits.");
    }

    #[test]
    fn late_jobs() {
        let says = |policy, time| says(&UNDER, 1, policy, time);
        assert_eq!(
            says("srpte", 5.5),
            "J1 runs: its estimated remaining size is −4.5, so it is late and under SRPTE nothing can preempt it; J2 and J3 wait."
        );
        assert_eq!(says("srpte", 0.5), "J1 runs: it is the only job in the system.");
        assert_eq!(says("srpte", 2.0), "J1 runs: it is late, but the only job in the system.");
        assert_eq!(says("srpte", 40.0), "J3 runs: its estimated remaining size is the least, 3; J2 (4) waits.");
        assert_eq!(
            says("fspe", 5.5),
            "J1 runs: it is done in the virtual queue but not in truth, so it is late and FSPE serves it to its end; J2 and J3 wait."
        );
        assert_eq!(says("fspe", 20.0).matches("(late)").count(), 2);
        assert_eq!(says("fspe+ps", 5.5), "J1 runs: it is late, and late jobs alone are served; J2 and J3 wait.");
        assert_eq!(
            says("fspe+ps", 12.0),
            "J1, J2 and J3 share the server equally, 33.3 % each: they are late, and late jobs alone are served."
        );
        assert_eq!(says("psbs", 5.5), says("fspe+ps", 5.5));
        assert_eq!(says("fspe+las", 5.5), "J1 runs: late, with 5.5 attained, and late jobs alone are served; J2 and J3 wait.");
        assert_eq!(says("fspe+ps-aggressive", 3.0), "J1 is late, but J2, the first of the others with 4 left, is served too: 50 % each.");
        assert_eq!(says("srpte+ps", 6.0), "J1 is late, but J2, the first of the others with 2.5 left, is served too: 50 % each; J3 waits.");
        assert_eq!(
            says("srpte+las", 3.0),
            "J1 is late and the least served of the late, but J2, the first of the others with 4 left, is served too: 50 % each."
        );
        assert_eq!(says("sjfe", 5.5), "J1 runs: its estimate is the least, 1; J2 (4) and J3 (3) wait.");
    }

    #[test]
    fn weights_decide_under_psbs() {
        let mut jobs = UNDER;
        (jobs[0].3, jobs[1].2) = (3.0, 1.0);
        assert_eq!(says(&jobs, 1, "psbs", 4.5), "J1 gets 75 % and J2 25 %: they are late, and share by weight.");
        let jobs = [(0.0, 4.0, 4.0, 1.0), (0.0, 6.0, 6.0, 3.0)];
        assert_eq!(says(&jobs, 1, "psbs", 0.0), "J2 runs: in the virtual queue it has the least left for its weight, 2; J1 (4) waits.");
    }

    #[test]
    fn the_server_is_idle() {
        let jobs = [(0.0, 1.0, 3.0, 1.0), (8.0, 1.0, 1.0, 1.0)];
        assert_eq!(says(&jobs, 1, "fspe", 2.0), "The system is empty until J2 arrives at t = 8; in the virtual queue J1 is still served.");
        assert_eq!(says(&jobs, 1, "ps", 2.0), "The system is empty until J2 arrives at t = 8.");
        assert_eq!(says(&jobs, 1, "ps", 9.0), "All jobs are done.");
    }

    #[test]
    fn several_servers() {
        assert_eq!(says(&EXACT, 2, "fifo", 16.0), "J1 and J2 run: they came first; J3 waits.");
        assert_eq!(says(&EXACT, 2, "srpt", 16.0), "J2 and J3 run: they have the least left, 7 and 7.5; J1 (22.5) waits.");
    }

    #[test]
    fn every_policy_has_a_sentence_for_every_instant() {
        for policy in crate::server::Policy::all() {
            for jobs in [EXACT, UNDER] {
                for half in 0..120_u32 {
                    let text = says(&jobs, 1, policy.row().key, f64::from(half) / 2.0);
                    assert!(
                        text.ends_with('.') && !text.contains("NaN") && !text.contains("..") && !text.contains("  "),
                        "{policy}: {text}"
                    );
                    let numbered = text.contains("J1") || text.contains("J2") || text.contains("J3");
                    assert!(numbered || text == "All jobs are done.", "{policy}: {text}");
                }
            }
        }
    }

    #[test]
    fn many_are_counted() {
        let jobs: Vec<_> = (0..9_u32).map(|i| (0.0, 1.0 + f64::from(i), 1.0, 1.0)).collect();
        assert_eq!(says(&jobs, 1, "fifo", 0.0), "J1 runs: it came first; J2, J3 and 6 more wait.");
    }
}
