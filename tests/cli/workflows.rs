//! Jobs that wait for other jobs, as they are written and read.

use crate::command::{fails, succeeds, write};
use schedscope_core::experiment::{Plan, Scenario, Study};

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
        (
            "{ arrival = 0, maps = [1] }, { arrival = 0, after = [1.5], maps = [1] }",
            "invalid type: floating point `1.5`, expected the name of a job or its number, from 1",
        ),
        (
            "{ arrival = 0, maps = [1] }, { arrival = 0, after = [-1], maps = [1] }",
            "invalid value: integer `-1`, expected the name of a job or its number, from 1",
        ),
        (
            "{ arrival = 0, maps = [1] }, { arrival = 0, after = [99999999999999999999], maps = [1] }",
            "integer `99999999999999999999` as i128, expected the name of a job or its number, from 1",
        ),
    ] {
        let error = study(&format!("jobs = [{jobs}]")).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    let error = study("count = 1\njobs = [{ arrival = 0, after = [2], maps = [1] }, { arrival = 0, maps = [1] }]").unwrap_err();
    assert!(error.contains("is 1, without job 2, for which job 1 waits"), "{error}");
}

#[test]
fn jobs_of_a_csv_file_wait_in_the_cluster() {
    let folder = tempfile::tempdir().expect("a folder");
    // Of 4 s each, cut into a map of 3 s and a reduce of 1 s: 7 and 5 wait for 9, and 6 for both.
    let text = "id,arrival,size,estimate,weight,after\n\
                9,0.0,4.0,4.0,1.0,\n5,0.0,4.0,4.0,1.0,9\n7,1.0,4.0,4.0,1.0,9\n6,2.0,4.0,4.0,1.0,7;5\n";
    let file = write(folder.path(), "jobs.csv", text);
    let cluster = ["--system", "cluster", "--jobs", &file];
    let asked = ["run", "--policy", "fifo", "--heartbeat", "0", "--machines", "1", "--map-slots", "1", "--reduce-slots", "1"];
    let out = folder.path().join("out.csv").display().to_string();
    let table = succeeds(&[&asked[..], &cluster, &["--format", "csv", "--per-job", &out]].concat());
    let rows = std::fs::read_to_string(&out).expect("written");
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split(',').collect()).collect();
    let of = |row: &[&str], title: &str| row[rows[0].iter().position(|other| *other == title).expect(title)].to_owned();
    let ends: Vec<[String; 4]> =
        rows[1..].iter().map(|row| ["id", "submission", "completion", "chain"].map(|title| of(row, title))).collect();
    // 9: 0 to 4. The map of 7 goes beside the reduce of 5.
    let expected = [["9", "0.0", "4.0", "5"], ["5", "4.0", "8.0", "5"], ["7", "4.0", "11.0", "5"], ["6", "11.0", "15.0", "5"]];
    assert_eq!(ends, expected.map(|row| row.map(str::to_owned)), "{rows:?}");
    let (titles, values) = (table.lines().next().expect("a header"), table.lines().last().expect("all classes"));
    let place = titles.split(',').position(|title| title == "chain_sojourn").expect("a column");
    assert_eq!(values.split(',').nth(place), Some("15"));
    // They are written as they were read.
    assert_eq!(succeeds(&[&["jobs"], &cluster[..]].concat()), text);
    let fails = |asked: &[&str]| fails(&[&["run"], asked].concat());
    let message = fails(&["--jobs", &file]);
    let said = "jobs.csv, in which job 5 waits for others (column after); allowed: jobs that do not wait for each other here; \
                those that do run in the cluster (--system cluster)";
    assert!(message.contains(said), "{message}");
    let message = fails(&["--system", "datacenter", "--jobs", &file]);
    assert!(message.contains("jobs.csv, job 5: it waits for others; allowed: jobs that do not, or the cluster"), "{message}");
    let swapped = write(folder.path(), "swapped.csv", "id,arrival,size,after\n1,0,1,2\n2,0,1,\n");
    let message = fails(&["--system", "cluster", "--jobs", &swapped, "--count", "1"]);
    assert!(message.contains("is 1, but job 1 waits for job 2, which is not among the jobs; allowed: so many"), "{message}");
    let circle = write(folder.path(), "circle.csv", "id,arrival,size,after\n1,0,1,2\n2,0,1,1\n");
    let message = fails(&["--system", "cluster", "--jobs", &circle]);
    assert!(message.contains("circle.csv, line 2: jobs wait for each other in a circle: 1 waits for 2, 2 waits for 1"), "{message}");
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
    let message = fails(&[&asked[..], &["--load", "0.5"]].concat());
    assert!(message.contains("(workload.load) has no meaning here: all jobs of a workflow arrive at the same time"), "{message}");
    let bad = write(folder.path(), "bad.json", DIAMOND.replace("\"runtimeInSeconds\": 7", "\"runtimeInSeconds\": -7"));
    let message = fails(&["run", "--system", "cluster", "--jobs", &bad]);
    assert!(message.contains("bad.json, task \"blast_2\": runtimeInSeconds is -7; allowed: seconds, 0 to 1e12"), "{message}");
}
