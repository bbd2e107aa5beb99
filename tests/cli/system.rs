//! The command line at the edges of the operating system: devices, links, pipes, signals, names that are no text.

use crate::command::{fails, files, schedscope, succeeds, write};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const JOBS: &str = "id,arrival,size\n1,0,2\n2,1,1\n";
const SWEEP: &str = "policies = [\"ps\"]\nworkload.count = 20\n[axes]\nseed = [1, 2]\n";

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_schedscope"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// A baseline of one small case, whose value is wrong.
fn baseline(name: &str, policy: &str) -> String {
    let scenario = serde_json::json!({ "policies": ["ps"], "workload": { "count": 10 } });
    let case = serde_json::json!({ "name": name, "metrics": ["mean_sojourn"], "scenario": scenario,
        "values": { policy: { "mean_sojourn": 1.0 } } });
    serde_json::json!({ "schema": 1, "cases": [case] }).to_string()
}

#[test]
fn what_is_no_file_is_written_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let jobs = ["jobs", "--count", "3"];
    let expected = succeeds(&jobs);
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs").success());
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::read_to_string(fifo).expect("text")
    });
    succeeds(&[&jobs[..], &["--output", text(&fifo)]].concat());
    assert!(fs::metadata(&fifo).expect("there").file_type().is_fifo());
    assert_eq!(reader.join().expect("read"), expected);
    let null = folder.path().join("null");
    symlink("/dev/null", &null).expect("a link");
    succeeds(&[&jobs[..], &["--output", text(&null)]].concat());
    assert_eq!(fs::read_link(&null).expect("still a link"), Path::new("/dev/null"));
    assert_eq!(succeeds(&[&jobs[..], &["--output", "/dev/fd/1"]].concat()), expected);
    // The name of a pipe says nothing of its form.
    let run = ["run", "--workload", "four-jobs", "--policy", "ps"];
    let both = succeeds(&[&run[..], &["--timeline", "/dev/fd/1"]].concat());
    assert!(both.starts_with('{') && both.ends_with(&succeeds(&run)), "{both}");
    // What is printed follows what was written, in a file, too.
    let out = folder.path().join("out");
    let status = program().args([&run[..], &["--per-job", "/dev/fd/1"]].concat()).stdout(File::create(&out).expect("made")).status();
    assert!(status.expect("it runs").success());
    let both = fs::read_to_string(&out).expect("written");
    assert!(both.starts_with("policy,id") && both.ends_with(&succeeds(&run)), "{both}");
}

#[test]
fn links_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("there")).expect("a folder");
    fs::write(at("there/old.csv"), "old").expect("written");
    for name in ["old.csv", "new.csv"] {
        let link = at(name);
        symlink(Path::new("there").join(name), &link).expect("a link");
        succeeds(&["jobs", "--count", "3", "--output", text(&link)]);
        assert!(fs::read_link(&link).is_ok(), "{name} is still a link");
        assert!(fs::read_to_string(at("there").join(name)).expect("written").starts_with("id,"));
    }
    symlink("round.csv", at("round.csv")).expect("a link");
    assert!(fails(&["jobs", "--output", text(&at("round.csv"))]).contains("cannot write"));
    assert_eq!((files(folder.path()), files(&at("there"))), (4, 2));
}

#[test]
fn modes_are_those_of_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o7777;
    let (new, old) = (folder.path().join("new.csv"), folder.path().join("old.csv"));
    fs::write(&old, "old").expect("written");
    for kept in [0o600, 0o664] {
        fs::set_permissions(&old, Permissions::from_mode(kept)).expect("set");
        succeeds(&["jobs", "--count", "3", "--output", text(&old)]);
        assert_eq!(mode(&old), kept);
    }
    for (umask, expected) in [("027", 0o640), ("000", 0o666)] {
        let _ = fs::remove_file(&new);
        let line = format!("umask {umask}; exec \"$0\" jobs --count 3 --output \"$1\"");
        let status = Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_schedscope"), text(&new)]).status();
        assert!(status.expect("sh runs").success());
        assert_eq!(mode(&new), expected);
    }
}

#[test]
fn inputs_are_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let jobs = write(folder.path(), "j.csv", JOBS);
    let scenario = write(folder.path(), "s.json", format!("policies = [\"ps\"]\n[workload]\npath = \"{jobs}\"\n"));
    let baselines = write(folder.path(), "b.json", baseline("a", "ps"));
    symlink(&jobs, at("link.csv")).expect("a link");
    symlink(&scenario, at("link.svg")).expect("a link");
    let roundabout = format!("{}/./j.csv", folder.path().display());
    let refused = |args: &[&str]| {
        let message = fails(args);
        assert!(message.contains("would replace") && message.lines().count() == 1, "{args:?}: {message}");
    };
    refused(&["run", "--jobs", &jobs, "--per-job", &jobs]);
    refused(&["run", "--jobs", &jobs, "--per-job", &roundabout]);
    refused(&["run", "--jobs", &jobs, "--per-job", &at("link.csv")]);
    refused(&["run", &scenario, "--per-job", &jobs]);
    refused(&["run", &scenario, "--timeline", &scenario]);
    refused(&["run", &scenario, "--chart", &at("link.svg")]);
    refused(&["jobs", "--jobs", &at("link.csv"), "--output", &jobs]);
    refused(&["check", &baselines, "--junit", &baselines]);
    assert_eq!(fs::read_to_string(&jobs).expect("there"), JOBS);
    assert_eq!(fs::read_to_string(&baselines).expect("there"), baseline("a", "ps"));
    // A sweep: its file, what it reads, and journals of shards.
    let grid = at("grid");
    fs::create_dir(&grid).expect("a folder");
    let file = write(Path::new(&grid), "manifest.json", SWEEP);
    refused(&["sweep", &file, "--output", &grid, "--fresh"]);
    fs::rename(&file, at("sweep.toml")).expect("moved");
    let trace = write(Path::new(&grid), "results.csv", JOBS);
    let reads = write(folder.path(), "reads.toml", format!("policies = [\"ps\"]\nworkload.path = \"{trace}\"\n"));
    refused(&["sweep", &reads, "--output", &grid, "--fresh"]);
    assert_eq!((fs::read_to_string(&trace).expect("there"), files(Path::new(&grid))), (JOBS.to_owned(), 1));
    for shard in ["1/2", "2/2"] {
        succeeds(&["sweep", &at("sweep.toml"), "--output", &at(&shard[..1]), "--shard", shard]);
    }
    refused(&["merge", &at("1"), &at("2"), "--output", &at("2"), "--fresh"]);
    symlink(at("1/journal"), at("page.html")).expect("a link");
    refused(&["report", &at("1"), "--output", &at("page.html")]);
    succeeds(&["merge", &at("1"), &at("2"), "--output", &at("all")]);
}

#[test]
fn nothing_depends_on_standard_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep =
        write(folder.path(), "sweep.toml", "policies = [\"fifo\"]\nworkload.count = 200\nworkload.load = 1.2\n[axes]\nseed = [1, 2]\n");
    let unheard = || {
        let (_, closed) = std::io::pipe().expect("a pipe");
        [Stdio::from(File::options().write(true).open("/dev/full").expect("a device")), Stdio::from(closed)]
    };
    for (i, stderr) in unheard().into_iter().enumerate() {
        let output = folder.path().join(i.to_string());
        let status = program().args(["sweep", &sweep, "--output", text(&output)]).stdout(Stdio::null()).stderr(stderr).status();
        assert_eq!(status.expect("it runs").code(), Some(0));
        assert!(output.join("results.csv").exists());
    }
    for (args, code) in [
        (&["run", "--load", "1.2", "--count", "200"][..], 0),
        (&["run", "--policy", "none"], 2),
        (&["run", "--seed", "none"], 2),
        (&["figure", "--all", "--quick", "--no-verdicts", "--output", "/dev/null/none"], 2),
    ] {
        for stderr in unheard() {
            let status = program().args(args).stdout(Stdio::null()).stderr(stderr).status().expect("it runs");
            assert_eq!(status.code(), Some(code), "{args:?}");
        }
    }
}

#[test]
fn a_reader_may_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = write(folder.path(), "sweep.toml", SWEEP);
    let (out, page) = (folder.path().join("out"), folder.path().join("out/page.html"));
    let figures = folder.path().join("figures");
    for args in [
        &["jobs", "--count", "20000"][..],
        &["jobs", "--count", "20000", "--output", "/dev/fd/1"],
        &["run", "--count", "100", "--format", "csv"],
        &["run", "--count", "100", "--format", "json"],
        &["run", "--count", "100"],
        &["sweep", &sweep, "--output", text(&out)],
        &["report", text(&out), "--output", text(&page)],
        &["policies"],
        &["policies", "--format", "csv"],
        &["claims", "--list"],
        &["figure", "--list"],
        &["figure", "D2.4", "--quick", "--no-verdicts", "--output", text(&figures)],
    ] {
        let (_, closed) = std::io::pipe().expect("a pipe");
        let output = program().args(args).stdout(closed).stderr(Stdio::piped()).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("error"), "{args:?}: {}", stderr(&output));
    }
    assert!(page.exists() && files(&figures) == 3, "what nobody hears of is done all the same");
    // Nor is the verdict of a check lost, or its report.
    let (path, junit) = (write(folder.path(), "b.json", baseline("a", "ps")), folder.path().join("j.xml"));
    let (_, closed) = std::io::pipe().expect("a pipe");
    let status = program().args(["check", &path, "--junit", text(&junit)]).stdout(closed).stderr(Stdio::null()).status();
    assert!(status.expect("it runs").code() == Some(1) && junit.exists());
}

#[test]
fn a_full_disk_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let full = folder.path().join("full.svg");
    symlink("/dev/full", &full).expect("a link");
    for args in [&["jobs", "--count", "20000", "--output", text(&full)][..], &["run", "--count", "100", "--chart", text(&full)]] {
        let message = fails(args);
        assert!(message.contains("full.svg: No space left") && message.lines().count() == 1, "{message}");
    }
    assert_eq!(files(folder.path()), 1);
    let output = program().args(["jobs", "--count", "9"]).stdout(File::options().write(true).open("/dev/full").expect("a device")).output();
    let output = output.expect("it runs");
    assert!(output.status.code() == Some(2) && stderr(&output).contains("standard output: No space left"), "{}", stderr(&output));
}

#[test]
fn messages_neither_steer_the_terminal_nor_fill_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "x".repeat(100_000);
    let path = folder.path();
    for args in [
        &["run", "--jobs", "no\u{1b}[31m.csv"][..],
        &["run", "--seed", "\u{1b}[31m\u{7}"],
        &["run", "--policy", "\u{1b}[31m"],
        &["run", "--link", "#compare?v=1&policies=\u{1b}[31m"],
        &["run", "--jobs", &write(path, "j.csv", "id,arrival,size\n1,0,\u{1b}[31m\n")],
        &["run", "--jobs", &write(path, "h.csv", "id,\u{1b}[31m,size\n")],
        &["run", &write(path, "s.toml", "\"\\u001b[31m\" = 1\n")],
        &["sweep", &write(path, "w.toml", "[axes]\n\"\\u001b[31m\" = [1]\n"), "--output", "none"],
        &["check", &write(path, "b.json", "{ \"\\u001b[31m\": 1 }")],
        &["report", "no\u{1b}[31m"],
    ] {
        let message = fails(args);
        assert!(!message.contains(|c: char| c.is_control() && c != '\n'), "{message:?}");
        assert!(message.contains("u{1b}") || args.contains(&"--seed"), "{message}");
    }
    for args in [
        &["run", "--seed", &long][..],
        &["run", "--policy", &long],
        &["run", "--workload", &long],
        &["run", "--link", &long],
        &["run", "--jobs", &write(path, "j.csv", format!("id,arrival,size\n1,0,{long}\n"))],
        &["run", &write(path, "s.toml", format!("{long} = 1\n"))],
        &["run", &write(path, "p.toml", format!("policies = [\"{}\"]\n", "many words ".repeat(90_000)))],
        &["sweep", &write(path, "w.toml", format!("[axes]\n{long} = [1]\n")), "--output", "none"],
        &["check", &write(path, "b.json", format!("{{ \"{long}\": 1 }}"))],
    ] {
        let message = fails(args);
        assert!(message.len() < 9000, "{} characters: {}", message.len(), &message[..9000]);
    }
    assert!(fails(&["run", "--policy", &long]).contains("xx… (100000 characters) …xx"));
    let output = schedscope(&["check", &write(path, "c.json", baseline("a\u{1b}[2J", "p\u{1b}[2J"))]);
    let lines = String::from_utf8(output.stdout).expect("text");
    assert!(lines.contains(": a\\u{1b}[2J: ") && lines.contains("    p\\u{1b}[2J: ") && !lines.contains('\u{1b}'), "{lines:?}");
}

#[test]
fn inputs_without_an_end_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let large = File::create(at("large.toml")).expect("made");
    large.set_len(1 << 40).expect("a file of holes");
    let large = at("large.toml");
    for (args, limit) in [
        (&["run", "--jobs", "/dev/zero", "--trace-format", "csv"][..], "1024 MiB"),
        (&["run", "/dev/zero"], "16 MiB"),
        (&["run", text(&large)], "16 MiB"),
        (&["sweep", "/dev/zero", "--output", "none"], "16 MiB"),
        (&["check", "/dev/zero"], "16 MiB"),
    ] {
        let message = fails(args);
        assert!(message.contains(&format!("it is too large; allowed: up to {limit}")) && message.lines().count() == 1, "{message}");
    }
    let sweep = write(folder.path(), "sweep.toml", SWEEP);
    symlink("/dev/zero", at("journal")).expect("a link");
    for args in [&["report", text(folder.path())][..], &["sweep", &sweep, "--output", text(folder.path())]] {
        assert!(fails(args).contains("journal: it is not a regular file"));
    }
}

#[test]
fn who_is_killed_leaves_nothing() {
    // Not the signals that a shell or nohup lets its children ignore: INT, QUIT and HUP.
    for (name, signal) in [("TERM", 15), ("KILL", 9)] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out.csv");
        let args = ["run", "--count", "1000000", "--replications", "50", "--per-job", text(&out)];
        let mut child = program().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(500));
        assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().expect("kill runs").success());
        assert_eq!(child.wait().expect("it ends").signal(), Some(signal));
        assert_eq!(files(folder.path()), 0, "SIG{name}");
    }
}

#[test]
fn sweeps_remove_what_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = write(folder.path(), "sweep.toml", SWEEP);
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    let [dead, alive] = [".schedscope-dead", ".schedscope-alive"].map(|name| out.join(name));
    fs::write(&dead, "half").expect("written");
    let writer = File::create(&alive).expect("made");
    writer.lock().expect("locked");
    succeeds(&["sweep", &sweep, "--output", text(&out)]);
    assert_eq!((dead.exists(), alive.exists()), (false, true));
    drop(writer);
    succeeds(&["sweep", &sweep, "--output", text(&out)]);
    assert!(!alive.exists());
}

#[test]
fn reports_for_ci_servers_are_always_xml() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), "b\u{1}.json", baseline("a\u{1b}\u{0}<&\"\u{fffe}", "p\u{8}"));
    let junit = folder.path().join("j.xml");
    assert_eq!(schedscope(&["check", &path, "--junit", text(&junit)]).status.code(), Some(1));
    let report = fs::read_to_string(junit).expect("written");
    assert!(!report.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{fffe}'), "{report:?}");
    assert!(report.contains("name=\"a\\u{1b}\\u{0}&lt;&amp;&quot;\\u{fffe}\"") && report.contains("p\\u{8}: mean_sojourn"), "{report}");
}

#[test]
fn names_need_not_be_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &[u8]| -> PathBuf { folder.path().join(OsStr::from_bytes(name)) };
    let run = |args: &[&OsStr]| program().args(args).output().expect("it runs");
    let (jobs, scenario, out) = (at(b"j\xff.csv"), at(b"s\xff.toml"), at(b"o\xff.csv"));
    fs::write(&jobs, JOBS).expect("written");
    fs::write(&scenario, "policies = [\"ps\"]\nworkload.count = 9\n").expect("written");
    let output = run(&["run".as_ref(), scenario.as_ref(), "--per-job".as_ref(), out.as_ref()]);
    assert!(output.status.success() && out.exists(), "{}", stderr(&output));
    for flag in ["--jobs", "--workload", "--trace"] {
        let output = run(&["run".as_ref(), flag.as_ref(), jobs.as_ref()]);
        let message = stderr(&output);
        assert!(output.status.code() == Some(2) && message.contains("j\u{fffd}.csv: the path is not text"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let args: Vec<OsString> = ["run", "--jobs", "/dev/stdin", "--trace-format", "csv"].map(OsString::from).to_vec();
    let output = program().args(args).stdin(File::open(&jobs).expect("there")).output().expect("it runs");
    assert!(output.status.success(), "what the message advises works: {}", stderr(&output));
}

#[test]
fn results_hold_no_formulas() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "=1+1.csv", JOBS);
    write(folder.path(), "plain.csv", JOBS);
    write(folder.path(), "sweep.toml", "policies = [\"ps\"]\n[axes]\n\"workload.path\" = [\"=1+1.csv\", \"plain.csv\"]\n");
    let output = program().args(["sweep", "sweep.toml", "--output", "out"]).current_dir(folder.path()).output().expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    let mut results = String::new();
    File::open(folder.path().join("out/results.csv")).and_then(|mut file| file.read_to_string(&mut results)).expect("written");
    let first: Vec<&str> = results.lines().filter_map(|line| line.split(',').next()).collect();
    assert_eq!(first, ["workload.path", "'=1+1.csv", "plain.csv"]);
}
