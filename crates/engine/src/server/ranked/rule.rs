//! Which engine runs a rule.

use super::{Exact, Least, NAN, Proportional, Quantum, Steady, Varies};
use crate::formula::{Class, Compiled, Formula, Moment, Preempt, Program, RankRule, Setting, Shape, ShareRule, Ties, Variable};
use crate::server::engine;
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};

/// On how many servers a rank can be followed.
pub fn servers(rule: &RankRule) -> Servers {
    match (rule.formula.class(), rule.preempt, rule.ties, rule.formula.shape()) {
        (Class::Time, ..) => Servers::One("its rank depends on time"),
        (_, Preempt::Completion | Preempt::Arrival, ..) => Servers::Many,
        (_, _, Ties::Shared, _) => Servers::One("jobs of equal rank share one server"),
        (.., Shape::Constant | Shape::Falling) => Servers::Many,
        _ => Servers::One("its rank can rise"),
    }
}

/// Runs `workload` under a rank: exactly, or in quanta if it depends on time.
///
/// # Errors
/// If a rank is NaN, or oscillates too fast.
pub fn run_rank<O: Observer>(
    rule: &RankRule,
    setting: &Setting,
    config: &Config,
    workload: &Workload,
    observer: &mut O,
) -> Result<Outcome, Fault> {
    let RankRule { formula, preempt, ties, .. } = rule;
    let (jobs, shape) = (workload.len(), formula.shape());
    let compiled = formula.compile(setting);
    let program = programs(&compiled);
    let steady = matches!(shape, Shape::Constant | Shape::Falling) && *ties == Ties::Fcfs;
    let outcome = if formula.class() == Class::Time {
        let size: f64 = workload.jobs().iter().map(|job| job.size).sum();
        let quantum = rule.quantum().unwrap_or(f64::INFINITY) * size / jobs as f64;
        engine::run(config, workload, Quantum::new(jobs, *preempt, *ties, quantum, program), observer)
    } else if steady || *preempt != Preempt::Always {
        engine::run(config, workload, Least::new(jobs, config.servers, *preempt, program), observer)
    } else {
        engine::run(config, workload, Exact::new(jobs, shape, *ties, program), observer)
    };
    outcome.map_err(|fault| blamed(fault, formula, setting, workload))
}

/// Runs `workload` under a share: exactly, unless it depends on age or on the time.
///
/// # Errors
/// If a share is not a number, or neither 0 nor from 10⁻²⁰⁰ to 10²⁰⁰; or if all are zero.
pub fn run_share<O: Observer>(
    rule: &ShareRule,
    setting: &Setting,
    config: &Config,
    workload: &Workload,
    observer: &mut O,
) -> Result<Outcome, Fault> {
    let (jobs, formula) = (workload.len(), &rule.formula);
    let compiled = formula.compile(setting);
    let at_events = |variable: Variable| variable.class() == Class::Constant || matches!(variable, Variable::N | Variable::NLate);
    let outcome = if formula.class() == Class::Constant {
        engine::run(config, workload, Steady::new(jobs, constants(&compiled)), observer)
    } else {
        let varies = if formula.variables().all(at_events) { Varies::AtEvents } else { Varies::Always };
        engine::run(config, workload, Proportional::new(jobs, varies, programs(&compiled)), observer)
    };
    outcome.map_err(|fault| blamed(fault, formula, setting, workload))
}

/// The formula of each job.
fn programs(compiled: &Compiled) -> impl Fn(u32, &Job) -> Program {
    |_, job| compiled.of_job(job)
}

/// Its value, if that is constant.
fn constants(compiled: &Compiled) -> impl Fn(u32, &Job) -> f64 {
    |_, job| compiled.of_job(job).rank(0.0)
}

/// The same fault with the part of the formula from which NaN comes.
fn blamed(fault: Fault, formula: &Formula, setting: &Setting, workload: &Workload) -> Fault {
    let job = workload.jobs()[fault.job as usize];
    let moment = Moment { age: fault.age.unwrap_or_default(), now: fault.time, n: 1.0, nlate: 0.0 };
    match formula.nan(&job, setting, &moment) {
        Some(part) if fault.what == NAN => Fault { what: format!("{NAN} because of {part}"), ..fault },
        _ => fault,
    }
}
