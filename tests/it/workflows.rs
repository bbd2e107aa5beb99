//! Jobs that wait for other jobs, as they are written and read.

use crate::command::{fails, succeeds, write};
use schedscope::experiment::{Plan, Scenario, Study};

/// A study of the cluster with this workload, or why there is none.
fn study(workload: &str) -> Result<Study, String> {
    let toml = format!("policies = ['fifo']\n[system]\nkind = 'cluster'\n[workload]\n{workload}");
    let scenario = Scenario::from_toml(&toml).map_err(|error| error.to_string())?;
    Study::new(scenario, |_: &str| unreachable!("no file is read")).map_err(|error| error.to_string())
}

#[test]
fn jobs_are_named_by_name_or_number() {
    let study = study(
        "jobs = [{ arrival = 0, name = 'load', maps = [1] }, { arrival = 0, after = ['load'], maps = [1] }, \
         { arrival = 0, after = [2, 'load'], maps = [1] }]",
    )
    .unwrap();
    let Plan::Cluster(plan) = study.plan() else { panic!("not a cluster") };
    assert_eq!(plan.workload(0).jobs().iter().map(|job| job.after.clone()).collect::<Vec<_>>(), [vec![], vec![1], vec![2, 1]]);
}

#[test]
fn tangles_are_refused_by_name() {
    for (jobs, said) in [
        (
            "{ arrival = 0, name = 'a', after = ['c'], maps = [1] }, { arrival = 0, name = 'b', after = ['a'], maps = [1] }, \
             { arrival = 0, name = 'c', after = ['b'], maps = [1] }",
            "(workload.jobs[1].after) is part of a circle, \"a\" waits for \"c\", \"c\" waits for \"b\", \"b\" waits for \"a\"; \
             allowed: jobs that do not wait for this one",
        ),
        (
            "{ arrival = 0, maps = [1] }, { arrival = 0, after = [2], maps = [1] }",
            "(workload.jobs[2].after) is job 2, the job itself; allowed: jobs that do not wait for this one",
        ),
        (
            "{ arrival = 0, maps = [1] }, { arrival = 0, name = 'b', after = ['b'], maps = [1] }",
            "(workload.jobs[2].after) is \"b\", the job itself",
        ),
        (
            "{ arrival = 0, name = 'extract', maps = [1] }, { arrival = 0, after = ['extrct'], maps = [1] }",
            "(workload.jobs[2].after) is \"extrct\", the name of no job; allowed: names or numbers (from 1) of other jobs in \
             workload.jobs (did you mean \"extract\"?)",
        ),
        (
            "{ arrival = 0, name = 'a', maps = [1] }, { arrival = 0, name = 'a', maps = [1] }, { arrival = 0, after = ['a'], maps = [1] }",
            "(workload.jobs[3].after) is \"a\", the name of jobs 1 and 2; allowed: the number of one of them, from 1",
        ),
        (
            "{ arrival = 0, maps = [1] }, { arrival = 0, after = [3], maps = [1] }",
            "(workload.jobs[2].after) is 3; allowed: names or numbers",
        ),
        (
            "{ arrival = 0, maps = [1] }, { arrival = 0, after = [0], maps = [1] }",
            "(workload.jobs[2].after) is 0; allowed: names or numbers",
        ),
        ("{ arrival = 0, maps = [1] }, { arrival = 0, after = [1.5], maps = [1] }", "the name of a job or its number, from 1"),
    ] {
        let error = study(&format!("jobs = [{jobs}]")).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    let error = study("count = 1\njobs = [{ arrival = 0, after = [2], maps = [1] }, { arrival = 0, maps = [1] }]").unwrap_err();
    assert!(error.contains("is 1, without job 2, for which job 1 waits"), "{error}");
}

/// A diamond of tasks: 10 s, then 4 s and 7 s beside each other, then 2 s.
const DIAMOND: &str = include_str!("../../assets/traces/diamond.json");

#[test]
fn a_workflow_of_wfcommons_runs_in_the_cluster() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "diamond.json", DIAMOND);
    let asked = [
        "run",
        "--system",
        "cluster",
        "--jobs",
        &file,
        "--policy",
        "fifo",
        "--heartbeat",
        "0",
        "--machines",
        "2",
        "--block-copies",
        "2",
        "--format",
        "csv",
    ];
    let table = succeeds(&asked);
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (titles, values) = (lines.next().expect("a header"), lines.next().expect("a policy"));
    let of = |title: &str| values[titles.iter().position(|other| *other == title).expect(title)];
    // Both machines have a copy of everything: 10 + 7 + 2 s.
    assert_eq!((of("jobs"), of("chain_sojourn")), ("4", "19"));
    let named = write(folder.path(), "workflow.txt", DIAMOND);
    assert_eq!(
        succeeds(
            &asked
                .map(|word| if word == file { named.as_str() } else { word })
                .iter()
                .copied()
                .chain(["--trace-format", "wfcommons"])
                .collect::<Vec<_>>()
        ),
        table
    );
    for world in ["server", "datacenter"] {
        let message = fails(&["run", "--system", world, "--jobs", &file]);
        assert!(message.contains("diamond.json") && message.contains("allowed: "), "{world}: {message}");
    }
    let bad = write(folder.path(), "bad.json", DIAMOND.replace("\"runtimeInSeconds\": 7", "\"runtimeInSeconds\": -7"));
    let message = fails(&["run", "--system", "cluster", "--jobs", &bad]);
    assert!(message.contains("bad.json, task \"blast_2\": runtimeInSeconds is -7; allowed: seconds, 0 to 1e12"), "{message}");
}
