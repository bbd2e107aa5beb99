//! What goes through pipes: `-` is standard input and standard output, on every flag that takes a file; and a report is a scenario.

use crate::command::{fails, schedscope, succeeds, write};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs with this on standard input.
fn piped(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_schedscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // Who refuses its arguments does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What is refused, with one message.
fn refused(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && output.stdout.is_empty() && said.matches("error: ").count() == 1, "{said}");
    said
}

#[test]
fn jobs_go_through_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    for (world, policy) in [("server", "ps"), ("cluster", "fair"), ("datacenter", "sparrow")] {
        let jobs = succeeds(&["jobs", "--system", world, "--count", "20"]);
        let file = write(folder.path(), "jobs.csv", &jobs);
        let run = ["run", "--system", world, "--policy", policy, "--format", "csv", "--jobs"];
        let expected = succeeds(&[&run[..], &[&file]].concat());
        assert_eq!(text(&piped(&[&run[..], &["-"]].concat(), &jobs)), expected, "{world}");
        assert_eq!(text(&piped(&["jobs", "--system", world, "--jobs", "-", "--output", "-"], &jobs)), jobs, "{world}");
    }
}

#[test]
fn what_is_no_job_and_other_formats_go_through_a_pipe() {
    let flows = ["run", "--system", "network", "--policy", "fair", "--jobs", "-"];
    assert!(text(&piped(&flows, "source,destination,size,arrival\nh0,h1,1,0\n")).starts_with("1 job"));
    let requests = ["run", "--system", "cdn", "--policy", "lru", "--jobs", "-", "--warmup", "0"];
    assert!(text(&piped(&requests, "time,item,region\n0,1,1\n60,1,1\n")).starts_with("2 "));
    let ordering = ["run", "--system", "ordering", "--policy", "greedy", "--jobs", "-"];
    assert!(text(&piped(&ordering, "from,to\na,b\na,c\n")).starts_with("3 "));
    assert!(text(&piped(&[&ordering[..], &["--graph-format", "dot"]].concat(), "digraph { a -> b; a -> c; }")).starts_with("3 "));
    let trace = piped(&["run", "--policy", "ps", "--jobs", "-", "--trace-format", "swim"], "job0\t0\t1\t10\t20\t30\n");
    assert!(text(&trace).starts_with("1 job"));
    assert!(text(&piped(&["run", "--policy", "ps", "--count", "3", "--gaps", "-"], "1\n2\n3\n")).starts_with("3 jobs"));
}

#[test]
fn scenarios_sweeps_baselines_and_exercises_are_read_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = "policies = [\"ps\"]\nworkload.count = 20\n";
    let file = write(folder.path(), "s.toml", scenario);
    assert_eq!(text(&piped(&["run", "-"], scenario)), succeeds(&["run", &file]));
    let out = folder.path().join("out").display().to_string();
    let sweep = format!("{scenario}[axes]\nseed = [1, 2]\n");
    assert!(text(&piped(&["sweep", "-", "--output", &out], sweep)).contains("2 cells, 2 rows"));
    let baseline = std::fs::read_to_string(std::path::Path::new(crate::ROOT).join("assets/baselines/ordering.json")).expect("a file");
    assert!(text(&piped(&["check", "-"], baseline)).starts_with("ok "));
    let exercises = std::fs::read_to_string(std::path::Path::new(crate::ROOT).join("assets/exercises/guesses.toml")).expect("a file");
    assert_eq!(text(&piped(&["exercise", "check", "-"], exercises)), succeeds(&["exercise", "check", "guesses"]));
}

#[test]
fn standard_input_is_one_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let both = piped(&["run", "-", "--jobs", "-"], "policies = [\"ps\"]\n");
    assert!(refused(&both).contains("cannot read -: standard input is read once"), "{both:?}");
    // When a sweep is resumed, what was on standard input is gone.
    let sweep = write(folder.path(), "w.toml", "workload.path = \"-\"\n[axes]\nseed = [1]\n");
    let out = folder.path().join("out").display().to_string();
    assert!(refused(&piped(&["sweep", &sweep, "--output", &out], "id,arrival,size\n1,0,1\n")).contains("name a file of jobs"));
    assert!(!folder.path().join("out").exists());
}

#[test]
fn one_output_is_standard_output_and_has_it_alone() {
    let run = ["run", "--count", "20", "--policy", "ps,srpt"];
    let table = succeeds(&run);
    for (flag, begin, end) in [("--per-job", "policy,id,", "\n"), ("--timeline", "{", "}\n"), ("--chart", "<svg", "</svg>\n")] {
        let output = schedscope(&[&run[..], &[flag, "-"]].concat());
        let written = text(&output);
        assert!(written.starts_with(begin) && written.trim_end().ends_with(end.trim_end()), "{flag}: {written}");
        // Who looks still sees the results.
        assert_eq!(String::from_utf8_lossy(&output.stderr), table, "{flag}");
    }
    let tasks = succeeds(&["run", "--system", "cluster", "--count", "2", "--policy", "fair", "--per-task", "-"]);
    assert!(tasks.starts_with("policy,"), "{tasks}");
    let order = succeeds(&["run", "--system", "ordering", "--workload", "fig-3.11", "--script", "-"]);
    assert!(order.lines().all(|line| !line.contains(' ')), "{order}");
    let said = fails(&[&run[..], &["--per-job", "-", "--timeline", "-"]].concat());
    assert!(said.contains("--per-job and --timeline both name -"), "{said}");
}

#[test]
fn other_commands_write_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let baseline = std::path::Path::new(crate::ROOT).join("assets/baselines/ordering.json").display().to_string();
    let junit = schedscope(&["check", &baseline, "--junit", "-"]);
    assert!(text(&junit).starts_with("<testsuites>") && String::from_utf8_lossy(&junit.stderr).starts_with("ok "));
    let sweep = write(folder.path(), "s.toml", "policies = [\"ps\"]\nworkload.count = 20\n[axes]\nseed = [1, 2]\n");
    let out = folder.path().join("out").display().to_string();
    succeeds(&["sweep", &sweep, "--output", &out]);
    assert!(succeeds(&["report", &out, "--output", "-"]).starts_with("<!DOCTYPE html>"));
    assert!(!folder.path().join("-").exists());
}

#[test]
fn the_scenario_of_a_report_runs_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for args in [
        &["--count", "50", "--sigma", "1", "--policy", "ps,fspe+ps", "--replications", "3", "--seed", "9223372036854775807"][..],
        &["--workload", "under-estimation", "--policy", "srpte"],
        &["--system", "cluster", "--workload", "prod", "--count", "5", "--policy", "fair,hfsp[preemption=kill]"],
        &["--system", "datacenter", "--trace", "google", "--scale", "0.01", "--count", "20", "--policy", "eagle"],
        &["--system", "network", "--workload", "incast", "--count", "20", "--policy", "fair"],
    ] {
        let report = succeeds(&[&["run", "--format", "json"], args].concat());
        let scenario = serde_json::from_str::<serde_json::Value>(&report).expect("JSON")["scenario"].to_string();
        for text in [&scenario, &report] {
            let file = write(folder.path(), "s.json", text);
            assert_eq!(succeeds(&["run", &file, "--format", "json"]), report, "{args:?}");
        }
        assert_eq!(text(&piped(&["run", "-", "--format", "json"], &report)), report);
    }
}

#[test]
fn json_that_is_no_scenario_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let answered = |json: &str| fails(&["run", &write(folder.path(), "s.json", json)]);
    let wrong = answered("{ \"policies\": [\"ps\"], \"workload\": { \"cuont\": 3 } }");
    assert!(wrong.contains("s.json: ") && wrong.contains("unknown field `cuont`"), "{wrong}");
    assert!(answered("{ \"policies\": [\"ps\"], \"system\": { \"kind\": \"moon\" } }").contains("moon"));
    assert!(answered("{ \"name\": \"a workflow\", \"workflow\": {} }").contains("jobs of a file are given by --jobs"));
}
