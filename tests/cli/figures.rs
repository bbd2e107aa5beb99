//! The figures of the literature: each is drawn in small, and its numbers can be read.

use schedscope_literature::figures::{Effort, Level, MISSING, catalogue, find};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};

fn figure(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_schedscope")).arg("figure").args(args).output().expect("the command line runs")
}

fn fails(args: &[&str]) -> String {
    let output = figure(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// Rows of a figure's CSV without their header; each has a value that is a number or a word.
fn rows(path: &Path) -> Vec<csv::StringRecord> {
    let mut csv = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).expect("a file");
    assert_eq!(csv.headers().expect("a header"), vec!["panel", "series", "x", "y", "value", "low", "high"]);
    csv.records().map(|row| row.expect("a row of seven cells")).collect()
}

/// Whether the trace that a figure needs is at hand.
fn at_hand(figure: &schedscope_literature::figures::Figure) -> bool {
    figure.needs.is_none() || std::env::var_os("SCHEDSCOPE_TRACES").is_some()
}

#[test]
fn every_figure_writes_its_three_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new").display().to_string();
    let page = folder.path().join("figures.md").display().to_string();
    let small = ["--all", "--quick", "--replications", "2", "--count", "40", "--no-verdicts", "--output", &path, "--page", &page];
    let output = figure(&small);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&page).expect("written");
    let mut files = 0;
    for figure in catalogue() {
        let at = |extension: &str| Path::new(&path).join(format!("{}.{extension}", figure.id));
        assert!(text.contains(&format!("## {}\n", figure.id)));
        if !at_hand(figure) {
            assert!(!at("csv").exists() && text.contains("*Not drawn:"));
            continue;
        }
        files += 3;
        let (svg, png) = (std::fs::read_to_string(at("svg")).expect("written"), std::fs::read(at("png")).expect("written"));
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && !svg.contains("NaN"), "{}", figure.id);
        assert!(png.starts_with(b"\x89PNG"), "{}", figure.id);
        let rows = rows(&at("csv"));
        assert!(!rows.is_empty() && rows.iter().all(|row| !row[4].is_empty()), "{}", figure.id);
        let number = |row: &csv::StringRecord| row[4].parse::<f64>().is_ok_and(f64::is_finite);
        assert!(rows.iter().any(number) || ["T4.1", "T4.4", "T6.1"].contains(&figure.id), "{} has no number", figure.id);
        assert!(text.contains(&format!("](new/{}.svg)", figure.id)));
    }
    assert_eq!(std::fs::read_dir(&path).expect("a folder").count(), files, "nothing else is left behind");
}

#[test]
fn ids_are_unique_and_found_however_written() {
    let ids: Vec<&str> = catalogue().flat_map(|figure| std::iter::once(&figure.id).chain(figure.also)).copied().collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    assert_eq!(find("t3.2").map(|figure| figure.id), Some("T3.2"));
    assert_eq!(find("M3.3").map(|figure| figure.id), Some("T3.2"));
    assert!(find("T9.9").is_none() && !MISSING.is_empty());
}

#[test]
fn the_same_effort_draws_the_same_picture_and_counts_its_jobs() {
    let count = AtomicU64::new(0);
    let done = |jobs| {
        count.fetch_add(jobs, Ordering::Relaxed);
    };
    let effort = Effort { level: Level::Quick, replications: Some(2), count: Some(50), done: &done };
    let draw = |id: &str| find(id).expect("a figure").draw(&effort).expect("no trace is needed");
    assert_eq!(draw("T3.6"), draw("T3.6"));
    // Eight loads and six timeshapes, six policies, two replications of fifty jobs, twice.
    assert_eq!(count.load(Ordering::Relaxed), 14 * 6 * 2 * 50 * 2);
}

#[test]
fn worked_examples_are_exact() {
    let effort = Effort { level: Level::Quick, replications: None, count: None, done: &|_| {} };
    let draw = |id: &str| find(id).expect("a figure").draw(&effort).expect("no trace is needed");
    let titles = |id: &str| draw(id).panels.into_iter().map(|panel| panel.title).collect::<Vec<_>>();
    assert_eq!(titles("T2.1"), ["FIFO: done at 4, 6", "PS: done at 6, 5"]);
    assert_eq!(titles("T2.2"), ["LAS: done at 6, 4", "SRPT: done at 6, 3"]);
    assert_eq!(titles("M3.1"), ["PS: done at 50, 37.5, 42.5", "SRPT: done at 50, 20, 30"]);
    let rows = draw("T4.4").rows();
    let lanes: BTreeSet<&str> = rows.iter().filter(|row| row.panel.starts_with("(b)")).map(|row| row.series.as_str()).collect();
    assert_eq!(lanes.into_iter().collect::<Vec<_>>(), ["equal shares, mean 6.5", "right order, mean 6", "wrong order, mean 10.5"]);
    // Flapping: the right order, an inversion, and estimates that are refreshed.
    let rows = draw("T4.1").rows();
    let lanes: BTreeSet<&str> = rows.iter().map(|row| row.series.as_str()).collect();
    assert_eq!(lanes.into_iter().collect::<Vec<_>>(), ["inversion, mean 4", "refreshed estimates, mean 4.5", "right order, mean 3.5"]);
    // Closed forms of preemption at half of the progress: wait, kill, suspend.
    let preempted = draw("T6.2").rows();
    let at_half = |panel: &str| {
        let rows = preempted.iter().filter(|row| row.panel.starts_with(panel) && row.x == "50");
        rows.map(|row| row.value.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(at_half("(a)"), ["120", "84", "80"]);
    assert_eq!(at_half("(b)"), ["160", "204", "160"]);
}

#[test]
fn decisions_that_cost_time_wait_where_one_scheduler_makes_all() {
    let effort = Effort { level: Level::Quick, replications: Some(1), count: Some(400), done: &|_| {} };
    let rows = find("P5").expect("a figure").draw(&effort).expect("no trace is needed").rows();
    let median = |series: &str, cost: &str| -> f64 {
        let its = rows.iter().find(|row| row.panel.starts_with("(a)") && row.series == series && row.x == cost);
        its.expect("a point").value.parse().expect("a number")
    };
    // A millisecond is nothing to anybody; with a second for a decision only who makes all of them falls behind.
    assert!(median("Central LWL", "1") < median("Sparrow", "1"));
    assert!(median("Central LWL", "1000") > 100.0 * median("Central LWL", "1"));
    assert!(median("Sparrow", "1000") < 10.0 * median("Sparrow", "1"));
}

#[test]
fn verdicts_come_with_the_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let output = figure(&["T5.6", "--quick", "--replications", "10", "--count", "60", "--output", &path]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && text.starts_with("T5.6 drawn\nC-T6 "), "{text}");
    assert!(
        ["reproduced", "same direction", "open", "not reproduced"].iter().any(|words| text.contains(&format!("\nC-T6 {words}: PROD"))),
        "{text}"
    );
}

#[test]
fn bad_input_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let unknown = fails(&["T3.2", "T9.9", "--output", &path]);
    assert!(unknown.contains("no figure \"T9.9\"") && unknown.contains("T3.11") && unknown.contains("D4.9"), "{unknown}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is drawn before all is known");
    assert!(fails(&["T3.2"]).contains("--output"));
    assert!(fails(&["--output", &path]).contains("--all"));
    assert!(fails(&["--all", "--quick", "--full", "--output", &path]).contains("--full"));
    assert!(fails(&["T2.1", "--replications", "0", "--output", &path]).contains("--replications"));
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("written");
    assert!(fails(&["T2.1", "--output", &file.join("below").display().to_string()]).contains("cannot make the folder"));
    let output = Command::new(env!("CARGO_BIN_EXE_schedscope"))
        .args(["figure", "T3.10", "--output", &path])
        .env_remove("SCHEDSCOPE_TRACES")
        .output()
        .expect("the command line runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("SCHEDSCOPE_TRACES"));
}

#[test]
fn what_is_no_trace_is_not_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("FB-2010_samples_24_times_1hr_0.tsv"), "nonsense\n").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_schedscope"))
        .args(["figure", "T3.9", "--quick", "--output"])
        .arg(folder.path().join("figures"))
        .env("SCHEDSCOPE_TRACES", folder.path())
        .output()
        .expect("the command line runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("T3.9 needs the trace FB-2010") && !said.contains("panicked"), "{said}");
}
