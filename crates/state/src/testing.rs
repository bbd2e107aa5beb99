//! What the workers would say, for the tests of what becomes of it.

use super::compare::{Findings, Look, Refinement, Told};
use super::file::File;
use super::protocol::{Answer, Event, Reply, Results};
use schedscope::server::{Closeup, Magnifier, Silent, order_of_size};
use schedscope_core::experiment::sweep::{CellResult, Sweep};
use schedscope_core::experiment::{Plan, Recording, Report, Scenario, Study, SystemKind, Tally};
use std::rc::Rc;

fn study(scenario: &Scenario) -> Study {
    Study::new(scenario.clone(), |_| unreachable!("no file")).unwrap()
}

fn tally(study: &Study, policy: usize) -> Tally {
    let mut tally = Tally::default();
    for replication in 0..study.scenario().replications {
        let drawn = study.draw(replication);
        tally.add(study.cell(&drawn, &study.run(&drawn, policy, |_| ()).unwrap()));
    }
    tally
}

fn recording(study: &Study, policy: usize) -> Recording {
    study.record(&study.draw(0), policy, |_| ()).unwrap().0
}

/// What a worker says when it is done with a policy.
pub fn done(generation: u32, scenario: &Scenario, policy: usize) -> Event {
    let study = study(scenario);
    let answer = Answer {
        summary: tally(&study, policy).finish(&study, policy),
        workload: study.describe(),
        warnings: study.warnings(),
        given: study.given(),
        recording: Some(recording(&study, policy)),
    };
    Event { generation, task: policy as u32, reply: Reply::Done(Box::new(answer)) }
}

/// What is known of each policy after all replications.
pub fn results(scenario: &Scenario) -> Vec<Results> {
    let study = study(scenario);
    let served = scenario.kind() == SystemKind::Server;
    let of = |policy| {
        let tally = tally(&study, policy);
        Results {
            series: tally.series(&study, policy),
            summary: tally.finish_measured(&study, policy),
            closeup: served.then(|| Magnifier::default().closeup()),
            workload: study.describe(),
            warnings: study.warnings(),
        }
    };
    (0..study.choices().len()).map(of).collect()
}

/// The complete answer to a question of *Compare*.
pub fn findings(scenario: &Scenario) -> Rc<Findings> {
    let mut refinement = Refinement::open();
    let look = Look { generation: 1, scenario: scenario.clone(), replications: scenario.replications, results: results(scenario) };
    refinement.told(Told::Look(Rc::new(look)), scenario);
    refinement.findings.unwrap()
}

/// The first replication of each policy of the server world, looked at closely.
pub fn closeups(scenario: &Scenario) -> Vec<Closeup> {
    let study = study(scenario);
    let Plan::Server(plan) = study.plan() else { unreachable!() };
    let (workload, mut closeups) = (plan.workload(0), vec![]);
    for policy in &plan.policies {
        let mut magnifier = Magnifier::default();
        magnifier.run(plan, policy, &workload, &order_of_size(&workload, plan.warmup), &mut Silent).unwrap();
        closeups.push(magnifier.closeup());
    }
    closeups
}

/// A cell of a sweep.
pub fn cell(sweep: &Sweep, cell: u64) -> CellResult {
    let study = study(&sweep.scenario(cell).unwrap());
    let summaries = (0..study.choices().len()).map(|policy| tally(&study, policy).finish(&study, policy)).collect();
    CellResult::new(sweep, cell, &Report::new(&study, summaries))
}

/// A file of this name.
pub fn file(name: &str) -> File {
    File { name: name.to_owned(), number: 0, columns: None }
}
