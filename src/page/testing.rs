//! What the workers would say, for the tests of what becomes of it.

use super::file::File;
use super::protocol::{Answer, Event, Recording, Reply, Results};
use crate::experiment::sweep::{CellResult, Sweep};
use crate::experiment::{Drawn, Magnifier, Report, Scenario, Study, Summary};
use schedscope_engine::{cluster, datacenter};

fn study(scenario: &Scenario) -> Study {
    Study::new(scenario.clone(), |_| unreachable!("no file")).unwrap()
}

fn summary(study: &Study, policy: usize) -> Summary {
    let cells = (0..study.scenario().replications).map(|replication| {
        let drawn = study.draw(replication);
        study.cell(&drawn, &study.run(&drawn, policy, |_| ()))
    });
    Summary::pool(cells.collect())
}

fn recording(study: &Study, policy: usize) -> Option<Recording> {
    match (study, study.draw(0)) {
        (Study::Cluster(plan), Drawn::Cluster(workload, ..)) => {
            let (timeline, _) = cluster::Timeline::record(&plan.config, &workload, &plan.policies[policy]).unwrap();
            Some(Recording::Cluster(timeline))
        }
        (Study::Datacenter(plan), Drawn::Datacenter(workload, ..)) => {
            let (timeline, _) = datacenter::Timeline::record(&plan.config, &workload, &plan.policies[policy], |_| ()).unwrap();
            Some(Recording::Datacenter(timeline))
        }
        _ => None,
    }
}

/// What a worker says when it is done with a policy.
pub fn done(generation: u32, scenario: &Scenario, policy: usize) -> Event {
    let study = study(scenario);
    let answer = Answer {
        summary: summary(&study, policy),
        workload: study.describe(),
        warnings: study.warnings(),
        recording: recording(&study, policy),
    };
    Event { generation, task: policy as u32, reply: Reply::Done(Box::new(answer)) }
}

/// What is known of each policy of the server world.
pub fn results(scenario: &Scenario) -> Vec<Results> {
    let study = study(scenario);
    let of = |policy| Results {
        summary: summary(&study, policy),
        closeup: Magnifier::default().closeup(),
        workload: study.describe(),
        warnings: study.warnings(),
    };
    (0..study.choices().len()).map(of).collect()
}

/// A cell of a sweep.
pub fn cell(sweep: &Sweep, cell: u64) -> CellResult {
    let study = study(&sweep.scenario(cell).unwrap());
    let summaries = (0..study.choices().len()).map(|policy| summary(&study, policy)).collect();
    CellResult::new(sweep, cell, &Report::new(&study, summaries))
}

/// A file of this name.
pub fn file(name: &str) -> File {
    File { name: name.to_owned(), number: 0 }
}
