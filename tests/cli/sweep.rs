//! Sweeps: the same results to the byte, whatever happens on the way.

use crate::command::{fails, files, schedscope, succeeds, write};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use schedscope::metrics::{half_width_95, mean};
use schedscope_core::experiment::sweep::{Inputs, Shard, Sweep, survey};
use schedscope_core::experiment::{Study, Tally};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The files that a sweep depends on nothing else for.
const RESULTS: [&str; 3] = ["results.csv", "results.parquet", "manifest.json"];

const SMALL: &str = "replications = 4\npolicies = [\"ps\", \"srpt\", \"fspe+ps\"]\n[workload]\ncount = 200\n\
    [axes]\n\"workload.shape\" = [0.25, 1.0, 2]\nworkload.sigma = [0, 0.5]\n";

/// Long enough to be interrupted.
const LONG: &str = "replications = 10\npolicies = [\"ps\", \"srpt\", \"fspe+ps\", \"psbs\"]\n[workload]\ncount = 4000\n\
    [axes]\n\"workload.shape\" = [0.25, 0.5, 1.0, 2.0]\n\"workload.sigma\" = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0]\n";

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Runs a sweep to its end and returns its folder.
fn swept(folder: &Path, sweep: &str, name: &str, more: &[&str]) -> PathBuf {
    let (file, output) = (write(folder, &format!("{name}.toml"), sweep), folder.join(name));
    succeeds(&[&["sweep", &file, "--output", &text(&output)], more].concat());
    output
}

fn same_results(a: &Path, b: &Path) {
    for name in RESULTS {
        let read = |folder: &Path| std::fs::read(folder.join(name)).expect("a result");
        assert_eq!(read(a), read(b), "{name}");
    }
}

fn journal(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("journal")).unwrap_or_default()
}

fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// The rows of the results, by title of column.
fn rows(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let mut csv = csv::Reader::from_path(folder.join("results.csv")).expect("results");
    let titles = csv.headers().expect("a header").clone();
    let row =
        |row: csv::Result<csv::StringRecord>| titles.iter().map(str::to_owned).zip(row.expect("a row").iter().map(str::to_owned)).collect();
    csv.records().map(row).collect()
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_schedscope"));
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command line runs")
}

#[test]
fn killed_in_the_middle_and_run_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, output) = (write(folder.path(), "long.toml", LONG), folder.path().join("killed"));
    let args = ["sweep", &file, "--output", &text(&output)];
    let mut child = start(&args);
    while lines(&journal(&output)) < 4 {
        assert!(child.try_wait().expect("a child").is_none(), "the sweep ended before it could be killed");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("an end");
    let before = lines(&journal(&output));
    assert!((4..25).contains(&before), "{before} of 25 records");
    assert!(!output.join("results.csv").exists(), "results are written at the end");

    // Whatever the system made of the last record, it is dropped.
    let torn = journal(&output);
    std::fs::write(output.join("journal"), &torn[..torn.len() - 7]).expect("written");
    let again = schedscope(&args);
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.success() && said.contains("of 24 cells are in the journal") && said.contains("1 damaged"), "{said}");
    assert_eq!(lines(&journal(&output)), 25, "what was there is not computed again");
    same_results(&output, &swept(folder.path(), LONG, "whole", &[]));

    // Once more there is nothing to do, and nothing changes.
    succeeds(&args);
    assert_eq!(lines(&journal(&output)), 25);
    same_results(&output, &folder.path().join("whole"));
}

/// A lock stays where its owner was killed and a process that was forked from it has the file open.
#[cfg(target_os = "linux")]
#[test]
fn a_lock_is_free_when_its_owner_is_dead() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = swept(folder.path(), SMALL, "locked", &[]);
    let args = ["sweep", &text(&folder.path().join("locked.toml")), "--output", &text(&output)];
    let mut owner = Command::new("flock").args([&text(&output.join("journal")), "sleep", "10"]).spawn().expect("flock of util-linux");
    let held = || std::fs::File::open(output.join("journal")).expect("a journal").try_lock().is_err();
    while !held() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(fails(&args).contains("another process is running a sweep in "), "its owner lives");
    owner.kill().expect("SIGKILL");
    owner.wait().expect("an end");
    assert!(held(), "by the process that it has started");
    succeeds(&args);
}

#[test]
fn a_link_of_the_page_is_the_sweep_of_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = "policies = [\"ps\", \"srpte\"]\n[workload]\ncount = 200\n[axes]\n\"workload.sigma\" = [0.5, 1.0]\n";
    let link = "http://x/#sweep?v=1&policies=ps,srpte&workload.count=200&across=workload.sigma:list:0.5,1";
    let output = folder.path().join("of-link");
    succeeds(&["sweep", "--link", link, "--output", &text(&output)]);
    same_results(&output, &swept(folder.path(), file, "of-file", &[]));
    let refused =
        schedscope(&["sweep", "--link", "#sweep?v=1&across=workload.sigma:list:1,x", "--output", &text(&folder.path().join("no"))]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && said.contains("workload.sigma") && !folder.path().join("no").exists(), "{said}");
}

#[test]
fn shards_threads_and_order_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = swept(folder.path(), SMALL, "whole", &[]);
    let shards: Vec<String> =
        (1..=3).map(|k| text(&swept(folder.path(), SMALL, &format!("shard-{k}"), &["--shard", &format!("{k}/3")]))).collect();
    assert_eq!(files(Path::new(&shards[0])), 1, "a shard has a journal alone");
    let merged = folder.path().join("merged");
    let merge = |of: &[&String], output: &Path| {
        let mut args = vec!["merge".to_owned()];
        args.extend(of.iter().map(|shard| (*shard).clone()).chain(["--output".to_owned(), text(output)]));
        args
    };
    let all = merge(&[&shards[2], &shards[0], &shards[1]], &merged);
    succeeds(&all.iter().map(String::as_str).collect::<Vec<_>>());
    same_results(&whole, &merged);

    for threads in ["1", "2"] {
        let (file, output) = (text(&folder.path().join("whole.toml")), folder.path().join(format!("threads-{threads}")));
        let mut command = Command::new(env!("CARGO_BIN_EXE_schedscope"));
        let run = command.args(["sweep", &file, "--output", &text(&output)]).env("RAYON_NUM_THREADS", threads).output().expect("runs");
        assert!(run.status.success());
        same_results(&whole, &output);
    }

    let refused = |of: &[&String], output: &Path, said: &str| {
        let message = fails(&merge(of, output).iter().map(String::as_str).collect::<Vec<_>>());
        assert!(message.contains(said), "{message}");
    };
    let elsewhere = folder.path().join("elsewhere");
    refused(&[&shards[0], &shards[2]], &elsewhere, "2 of 6 cells are missing, the first of them cell 2 (shards 2/3)");
    let other = text(&swept(folder.path(), &SMALL.replace("200", "100"), "other", &["--shard", "2/3"]));
    refused(&[&shards[0], &other], &elsewhere, "another scenario");
    assert!(!elsewhere.exists(), "nothing is made");
    refused(&[&shards[0], &shards[1], &shards[2]], Path::new(&shards[0]), "would replace");
    refused(&[&text(folder.path())], &elsewhere, "holds no sweep");
}

#[test]
fn a_row_is_what_run_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = swept(folder.path(), SMALL, "small", &[]);
    let args = ["run", "--count", "200", "--replications", "4", "--policy", "ps,srpt,fspe+ps", "--shape", "0.25", "--sigma", "0.5"];
    let run = succeeds(&[&args[..], &["--format", "csv"]].concat());
    let of_run: Vec<&str> = run.lines().skip(1).collect();
    let text = std::fs::read_to_string(output.join("results.csv")).expect("results");
    let of_sweep: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("0.25,0.5,")).collect();
    assert_eq!(of_sweep, of_run);
    assert!(text.lines().nth(16).expect("a row").starts_with("2,0.5,ps,800,4,"), "{text}");
}

#[test]
fn parquet_and_csv_hold_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = "replications = 2\npolicies = [\"fair\", \"hfsp\"]\n[system]\nkind = \"cluster\"\n[workload]\nmix = \"test\"\ncount = 10\n\
        [[cells]]\nworkload.load = 0.5\n\"policies.hfsp.preemption\" = \"wait\"\n[[cells]]\nworkload.load = 1\n\"policies.hfsp.preemption\" = \"kill\"\n\
        [axes]\n\"system.prompt\" = [true, false]\nseed = [1, 2]\n";
    let output = swept(folder.path(), sweep, "types", &[]);
    let csv = rows(&output);
    let reader = SerializedFileReader::try_from(output.join("results.parquet").as_path()).expect("Parquet");
    let parquet: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(csv.len(), parquet.len());
    for (csv, parquet) in csv.iter().zip(&parquet) {
        for (title, field) in parquet.get_column_iter() {
            let cell = match field {
                Field::Null => String::new(),
                Field::Long(x) => x.to_string(),
                Field::Double(x) => x.to_string(),
                Field::Bool(x) => x.to_string(),
                Field::Str(text) => text.clone(),
                other => panic!("{title}: {other:?}"),
            };
            assert_eq!(csv[title], cell, "{title}");
        }
        assert_eq!(csv.len(), parquet.len());
    }
    let kinds: Vec<&Field> = parquet[0].get_column_iter().take(6).map(|(_, field)| field).collect();
    assert!(
        matches!(kinds[..], [Field::Double(_), Field::Str(_), Field::Bool(true), Field::Long(1), Field::Str(_), Field::Str(_)]),
        "{kinds:?}"
    );
    assert!(csv.iter().all(|row| ["fair", "hfsp"].contains(&row["policy"].as_str())), "a policy is what the sweep calls it");
    let mean = |load: &str, policy: &str| {
        let of = |row: &&BTreeMap<String, String>| row["workload.load"] == load && row["policy"] == policy && row["class"] == "all";
        csv.iter().find(of).expect("a row")["mean_sojourn"].clone()
    };
    assert_ne!(mean("0.5", "hfsp"), mean("1", "hfsp"));
    assert!(csv.iter().any(|row| !row["mean_load"].is_empty()) && csv.iter().any(|row| row["mean_load"].is_empty()));
}

#[test]
fn a_stop_rule_stops_when_it_is_met() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "replications = 5\nuntil = { half_width = 0.05, max = 37, batch = 4 }\npolicies = [\"ps\", \"fifo\"]\n[workload]\ncount = 500\nload = 0.5\n\
        [axes]\n\"workload.shape\" = [0.25, 1.0, 4.0]\n";
    let output = swept(folder.path(), text, "until", &[]);
    let sweep = Sweep::from_toml(text).unwrap();
    let found = rows(&output);
    let mut counts = vec![];
    for (cell, rows) in found.chunks(2).enumerate() {
        assert_eq!(rows[0]["replications"], rows[1]["replications"], "all policies on the same jobs");
        let replications: u32 = rows[0]["replications"].parse().unwrap();
        let met = |replications: u32| {
            let study = Study::new(sweep.scenario(cell as u64).unwrap(), |_| unreachable!()).unwrap();
            let mut tallies = vec![Tally::default(); 2];
            for replication in 0..replications {
                let drawn = study.draw(replication);
                for (policy, tally) in tallies.iter_mut().enumerate() {
                    tally.add(study.cell(&drawn, &study.run(&drawn, policy, |_| {}).unwrap()));
                }
            }
            // The rule's numbers, written out.
            tallies.iter().all(|tally| half_width_95(tally.means()).is_some_and(|half| half <= 0.05 * mean(tally.means())))
        };
        assert!(met(replications) || replications == 37, "cell {cell}: {replications}");
        for earlier in (5..replications).step_by(4) {
            assert!(!met(earlier), "cell {cell} had enough after {earlier}");
        }
        counts.push(replications);
    }
    assert!(counts[0] == 37 && counts[2] < 37 && (counts[2] - 5) % 4 == 0, "{counts:?}");
}

#[test]
fn bad_sweeps_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = text(&folder.path().join("output"));
    let refused = |toml: &str, parts: &[&str]| {
        let file = write(folder.path(), "bad.toml", toml);
        let message = fails(&["sweep", &file, "--output", &output]);
        for part in parts {
            assert!(message.contains(part), "{message} lacks {part}");
        }
        assert!(!Path::new(&output).exists(), "nothing is written: {toml}");
    };
    refused("[axis]\nseed = [1]\n", &["bad.toml", "line 1", "unknown field `axis`", "`axes`"]);
    refused("[axes]\n\"workload.shpae\" = [1]\n", &["bad.toml", "workload.shpae", "`shape`"]);
    refused("count = 10\n[axes]\nseed = [1, 2]\n", &["line 1", "`count` belongs under [workload]; its full name is workload.count"]);
    refused("[axes]\nsigma = [0, 1]\n", &["bad.toml", "`sigma` belongs under [workload]; its full name is workload.sigma"]);
    refused("[axes]\n\"workload.shape\" = []\n", &["line 2", "an axis is empty"]);
    refused(
        "[axes]\n\"workload.shape\" = [1, -1]\n",
        &["bad.toml: cell 2 (workload.shape = -1): shape of sizes (workload.shape) is -1; allowed"],
    );
    refused("policies = [\"sp\"]\n[axes]\nseed = [1, 2]\n", &["unknown policy \"sp\"", "did you mean"]);
    refused("[axes]\n\"workload.path\" = [\"none.csv\"]\n", &["cell 1 (workload.path = \"none.csv\")", "cannot read none.csv"]);
    let many = format!("[axes]\nseed = {0:?}\n\"workload.count\" = {0:?}\n", (1..=1000).collect::<Vec<_>>());
    refused(&many, &["has 1000000 cells (1000 × 1000), each with 8 policies", "--yes"]);
    let file = write(folder.path(), "good.toml", SMALL);
    assert!(fails(&["sweep", &file, "--output", &output, "--shard", "3/2"]).contains("K from 1 to N"));
    assert!(fails(&["sweep", "none.toml", "--output", &output]).contains("cannot read none.toml"));
    assert!(fails(&["sweep", &file]).contains("--output"));
    assert!(fails(&["report", &text(folder.path())]).contains("holds no sweep"));
}

#[test]
fn a_folder_belongs_to_its_sweep() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = swept(folder.path(), SMALL, "mine", &[]);
    let before: Vec<Vec<u8>> = RESULTS.iter().map(|name| std::fs::read(output.join(name)).expect("a result")).collect();
    let refused = |toml: &str, said: &str| {
        let other = write(folder.path(), "other.toml", toml);
        let message = fails(&["sweep", &other, "--output", &text(&output)]);
        assert!(message.contains(said) && message.contains("--fresh") && message.trim_end().lines().count() == 1, "{message}");
    };
    refused(&SMALL.replace("200", "300"), "another scenario");
    refused(&SMALL.replace("0.5]", "0.6]"), "other axes");
    refused("[system]\nkind = \"cluster\"\n[axes]\nseed = [1, 2]\n", "another world");
    refused(&format!("until = {{ half_width = 0.9, max = 9 }}\n{SMALL}"), "another stop rule");
    let after: Vec<Vec<u8>> = RESULTS.iter().map(|name| std::fs::read(output.join(name)).expect("a result")).collect();
    assert_eq!(before, after, "nothing is overwritten");
    assert!(fails(&["sweep", &text(&folder.path().join("mine.toml")), "--output", &text(&output), "--shard", "1/2"]).contains("shard 1/1"));

    // Files of the same names that no sweep has written are somebody's, too.
    let theirs = folder.path().join("theirs");
    std::fs::create_dir(&theirs).expect("a folder");
    write(&theirs, "results.csv", "mine");
    let file = text(&folder.path().join("mine.toml"));
    assert!(fails(&["sweep", &file, "--output", &text(&theirs)]).contains("holds results.csv"));
    assert_eq!(std::fs::read(theirs.join("results.csv")).expect("theirs"), b"mine");

    let other = write(folder.path(), "other.toml", SMALL.replace("200", "300"));
    succeeds(&["sweep", &other, "--output", &text(&output), "--fresh"]);
    assert_eq!(lines(&journal(&output)), 7);
    same_results(&output, &swept(folder.path(), &SMALL.replace("200", "300"), "again", &[]));
}

#[test]
fn input_files_are_part_of_a_sweep() {
    let folder = tempfile::tempdir().expect("a folder");
    let jobs = write(folder.path(), "jobs.csv", "id,arrival,size\n1,0,4\n2,1,1\n");
    let sweep = format!("policies = [\"ps\", \"srpt\"]\n[workload]\npath = {jobs:?}\n[axes]\nworkload.load = [0.5, 0.9]\n");
    let output = swept(folder.path(), &sweep, "trace", &[]);
    assert!(std::fs::read_to_string(output.join("manifest.json")).expect("a manifest").contains("\"bytes\": 28"));
    std::fs::write(&jobs, "id,arrival,size\n1,0,4\n2,1,2\n").expect("written");
    let message = fails(&["sweep", &text(&folder.path().join("trace.toml")), "--output", &text(&output)]);
    assert!(message.contains("another content of its input files"), "{message}");
}

#[test]
fn a_report_is_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let datacenter = "replications = 2\n[system]\nkind = \"datacenter\"\nworkers = 40\n[workload]\nlike = \"google\"\ncount = 30\n";
    for (name, sweep, pictures, parts) in [
        ("two", SMALL.to_owned(), 1, &["<svg", "workload.shape", "FSPE+PS", "mean sojourn time ÷ that of PS"][..]),
        ("one", SMALL.replace("workload.sigma = [0, 0.5]", ""), 3, &["99th percentile of sojourn time"]),
        ("none", SMALL.split("[axes]").next().unwrap_or_default().to_owned(), 3, &["A sweep of one cell"]),
        ("word", format!("{datacenter}[axes]\n\"workload.errors\" = [\"none\", \"log-normal\"]\n"), 9, &["short jobs", "log-normal"]),
        ("three", format!("{SMALL}\"workload.load\" = [0.5, 0.6, 0.7]\n"), 3, &["workload.shape = 0.25", "workload.load"]),
    ] {
        let output = swept(folder.path(), &sweep, name, &[]);
        succeeds(&["report", &text(&output)]);
        let page = std::fs::read_to_string(output.join("report.html")).expect("a page");
        assert_eq!(page.matches("<svg").count(), 2 * pictures, "{name}: one for each ground");
        for part in parts {
            assert!(page.contains(part), "{name} lacks {part}");
        }
        let outside = ["<script", "<link", "<img", "src=", "href=", "url(", "@import"];
        assert!(outside.iter().all(|part| !page.contains(part)) && !page.contains("NaN"), "{name}");
    }
    let overloaded = "replications = 2\npolicies = [\"fair\"]\n[system]\nkind = \"cluster\"\n[workload]\nmix = \"prod\"\ncount = 100\n";
    let output = folder.path().join("overloaded");
    let file = write(folder.path(), "overloaded.toml", overloaded);
    let run = schedscope(&["sweep", &file, "--output", &text(&output)]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("warning: in 1 of 1 cell: load ") && said.contains("\n1 cell, 200 jobs"), "{said}");
    assert!(succeeds(&["report", &text(&output)]).contains(": 1 of 1 cell\n"));
    let page = std::fs::read_to_string(output.join("report.html")).expect("a page");
    assert!(page.contains("In 1 of 1 cell: load ") && page.contains(" is not below 1"), "{page}");
    let page = folder.path().join("page.html");
    succeeds(&["report", &text(&folder.path().join("two")), "--output", &text(&page)]);
    assert!(page.exists());
    assert!(fails(&["report", &text(&folder.path().join("two")), "--output", "page.pdf"]).contains(".html"));
}

#[test]
fn bundled_sweeps_can_be_run() {
    let folder = Path::new(crate::ROOT).join("assets/sweeps");
    for entry in std::fs::read_dir(folder).expect("bundled sweeps") {
        let path = entry.expect("an entry").path();
        let sweep = Sweep::from_toml(&std::fs::read_to_string(&path).expect("a sweep"))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        survey(&sweep, Shard::WHOLE, &Inputs::default(), false).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// What Slurm would do, task by task.
#[test]
#[cfg(unix)]
fn the_recipe_for_slurm() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = swept(folder.path(), SMALL, "whole", &[]);
    let script = Path::new(crate::ROOT).join("assets/scaling/slurm_sweep.sh");
    for task in ["1", "2"] {
        let mut command = Command::new("bash");
        command.arg(&script).arg(folder.path().join("whole.toml")).arg(folder.path());
        command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "2").env("SLURM_CPUS_PER_TASK", "1");
        let run = command.env("SCHEDSCOPE", env!("CARGO_BIN_EXE_schedscope")).output().expect("bash runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    let (shards, merged) = ([1, 2].map(|k| text(&folder.path().join(format!("shard-{k}")))), folder.path().join("merged"));
    succeeds(&["merge", &shards[0], &shards[1], "--output", &text(&merged)]);
    same_results(&whole, &merged);
}

/// Two local workers of Dask, if a Python has it: that of `SCHEDSCOPE_PYTHON`, which `cargo xtask test` sets up, or `python3`.
#[test]
fn the_recipe_for_dask() {
    let python = std::env::var("SCHEDSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_dask =
        Command::new(&python).args(["-c", "import distributed"]).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !has_dask {
        println!("skipped: {python} has no package `distributed`; `cargo xtask test` sets it up");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let whole = swept(folder.path(), SMALL, "whole", &[]);
    let script = Path::new(crate::ROOT).join("assets/scaling/dask_sweep.py");
    let mut command = Command::new(python);
    command.arg(script).arg(folder.path().join("whole.toml")).arg(folder.path().join("dask")).arg("4");
    let run = command.env("SCHEDSCOPE", env!("CARGO_BIN_EXE_schedscope")).current_dir(folder.path()).output().expect("Python runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    same_results(&whole, &folder.path().join("dask/whole"));
}
