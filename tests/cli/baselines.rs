//! Regression baselines: those that are shipped hold, and what does not hold is named.

use schedscope_core::experiment::SystemKind;
use schedscope_core::experiment::baseline::Baseline;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn check(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_schedscope")).arg("check").args(args).output().expect("the command line runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn shipped(world: &str) -> PathBuf {
    Path::new(crate::ROOT).join("assets/baselines").join(world).with_extension("json")
}

#[test]
fn shipped_baselines_hold() {
    let paths: Vec<String> = SystemKind::ALL.iter().map(|world| shipped(world.key()).display().to_string()).collect();
    let output = check(&paths.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).lines().all(|line| line.starts_with("ok ")));
}

#[test]
fn shipped_baselines_know_every_policy() {
    for world in SystemKind::ALL {
        let path = shipped(world.key());
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let baseline = Baseline::from_json(&text).expect("a baseline");
        let known: Vec<String> = baseline.cases.into_iter().flat_map(|case| case.values.into_keys()).collect();
        let keys = world.rows().into_iter().map(|row| row.key);
        let unknown: Vec<&str> = keys.filter(|key| !known.iter().any(|policy| policy.split('[').next() == Some(key))).collect();
        assert!(unknown.is_empty(), "assets/baselines/{world}.json lacks {unknown:?}");
    }
}

#[test]
fn a_number_that_is_off_is_named_reported_and_taken_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, junit) = (folder.path().join("b.json"), folder.path().join("j.xml"));
    let text = std::fs::read_to_string(shipped("server")).expect("a file");
    let mut baseline = Baseline::from_json(&text).expect("a baseline");
    let value = baseline.cases[0].values.get_mut("psbs").and_then(|row| row.get_mut("mean_sojourn")).expect("a value");
    let right = *value;
    // The next number that there is.
    *value = f64::from_bits(value.to_bits() + 1);
    std::fs::write(&path, serde_json::to_string(&baseline).expect("JSON")).expect("written");
    let args = [path.display().to_string(), "--junit".to_owned(), junit.display().to_string()];
    let args = args.each_ref().map(String::as_str);
    let output = check(&args);
    assert_eq!(output.status.code(), Some(1));
    let expected = format!("psbs: mean_sojourn fell from {} to {right}, by ", f64::from_bits(right.to_bits() + 1));
    assert!(stdout(&output).contains(&expected), "{}", stdout(&output));
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(message, "error: 1 value is not what the baseline holds; if this is intended, accept with --update\n");
    let report = std::fs::read_to_string(&junit).expect("written");
    assert!(report.contains("tests=\"6\" failures=\"1\"") && report.contains("message=\"1 of 140 values differ\""), "{report}");
    assert!(report.contains("psbs: mean_sojourn fell from"));
    let update = check(&[args[0], "--update"]);
    assert!(update.status.success() && stdout(&update).ends_with("b.json: 1 value\n"), "{}", stdout(&update));
    assert!(check(&args).status.success());
    let updated = Baseline::from_json(&std::fs::read_to_string(&path).expect("a file")).expect("a baseline");
    assert_eq!(updated, Baseline::from_json(&text).expect("a baseline"));
}

#[test]
fn a_baseline_is_recorded_from_scenarios_and_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let path = folder.path().join("b.json").display().to_string();
    let read = || Baseline::from_json(&std::fs::read_to_string(&path).expect("a file")).expect("a baseline");
    let busy = write("busy.toml", "policies = [\"ps\", \"srpt\"]\nworkload.count = 50\n");
    let tasks = write("tasks.toml", "policies = [\"greedy\"]\nsystem.kind = \"ordering\"\nworkload.count = 5\n");
    let recorded = check(&[&path, "--record", &busy, "--record", &tasks]);
    assert!(recorded.status.success() && stdout(&recorded).ends_with("b.json: tasks: recorded\n"), "{recorded:?}");
    let first = read();
    assert_eq!(first.cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>(), ["busy", "tasks"]);
    assert_eq!(first.cases[0].metrics, ["mean_sojourn", "median_sojourn", "p99_sojourn", "p99_slowdown"]);
    assert!(!first.cases[1].metrics.is_empty());
    let held = check(&[&path]);
    assert!(held.status.success() && stdout(&held).contains("busy: 8 values"), "{held:?}");
    // A case that is there takes the place of the one of its name; the other stays.
    write("busy.toml", "policies = [\"ps\"]\nworkload.count = 60\n");
    assert!(check(&[&path, "--record", &busy, "--metrics", "p99_slowdown"]).status.success());
    assert_eq!((read().cases[0].metrics.as_slice(), &read().cases[1]), (&["p99_slowdown".to_owned()][..], &first.cases[1]));
    let before = read();
    for (args, said) in [
        (&["--record", &busy, "--metrics", "mst"][..], "there is no metric \"mst\"; allowed: "),
        (&["--record", "none.toml"], "cannot read none.toml"),
        (&["--metrics", "mean_sojourn"], "--record"),
    ] {
        let output = check(&[&[path.as_str()], args].concat());
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.code() == Some(2) && message.contains(said), "{message}");
        assert_eq!(read(), before);
    }
}

#[test]
fn bad_baselines_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let fails = |text: &str| {
        let path = folder.path().join("bad.json");
        std::fs::write(&path, text).expect("written");
        let output = check(&[&path.display().to_string()]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert_eq!(std::fs::read_to_string(&path).expect("still there"), text);
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(fails("").contains("bad.json: EOF"));
    assert!(fails("[scenario]\n").contains("; expected a baseline in JSON, such as"));
    assert!(fails("{ \"schema\": 1, \"cases\": [{ \"nmae\": 1 }] }").contains("unknown field `nmae`, expected one of `name`"));
    let case = |scenario: &str, metric: &str| {
        let case = format!("{{ \"name\": \"a\", \"metrics\": [\"{metric}\"], \"scenario\": {scenario} }}");
        format!("{{ \"schema\": 1, \"cases\": [{case}] }}")
    };
    assert!(fails(&case("{ \"policies\": [\"pps\"] }", "mean_sojourn")).contains("case \"a\": unknown policy \"pps\""));
    assert!(fails(&case("{ \"workload\": { \"count\": 10 } }", "mst")).contains("no metric \"mst\"; allowed: "));
    assert!(fails(&case("{ \"workload\": { \"path\": \"none.csv\" } }", "mean_sojourn")).contains("cannot read none.csv"));
    let missing = check(&[&folder.path().join("none.json").display().to_string()]);
    assert!(missing.status.code() == Some(2) && String::from_utf8_lossy(&missing.stderr).contains("cannot read"));
}
