//! The command line within limits that the operating system sets: how large a file may become, how many may be open, who else is at work
//! in a folder, and what the environment says.

use crate::command::{fails, files, schedscope, succeeds, write};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// A few tens of milliseconds of work, and files of several kilobytes.
const SWEEP: &str = "replications = 4\npolicies = [\"ps\", \"srpt\"]\nworkload.count = 200\n[axes]\nseed = [1, 2, 3, 4]\n";
/// The files that a sweep depends on nothing else for.
const RESULTS: [&str; 3] = ["results.csv", "results.parquet", "manifest.json"];

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// Runs it under a limit of the shell's. The signal that comes with a file that would be too large is ignored, so that the write fails as
/// it does on a full disk.
fn limited(limit: &str, args: &[&str]) -> Output {
    let line = format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"");
    Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_schedscope")]).args(args).output().expect("sh runs")
}

/// What it says of why it could not go on, in one line; nothing if it could.
fn refusal(output: &Output) -> Option<String> {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    match output.status.code() {
        Some(0) => None,
        Some(2) => {
            let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error: ")).collect();
            assert_eq!(errors.len(), 1, "{said}");
            Some(errors[0].to_owned())
        }
        status => panic!("{status:?}: {said}"),
    }
}

fn same_results(a: &Path, b: &Path) {
    for name in RESULTS {
        assert_eq!(fs::read(a.join(name)).expect("a result"), fs::read(b.join(name)).expect("a result"), "{name}");
    }
}

#[test]
fn a_sweep_whose_disk_fills_at_any_write_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let sweep = write(folder.path(), "sweep.toml", SWEEP);
    succeeds(&["sweep", &sweep, "--output", text(&at("whole"))]);
    let mut ended = [0, 0];
    // A shell counts blocks of 512 bytes or of a kilobyte.
    for blocks in 0..=24 {
        let out = at(&format!("out-{blocks}"));
        let args = ["sweep", &sweep, "--output", text(&out)];
        let refusal = refusal(&limited(&format!("-f {blocks}"), &args));
        ended[usize::from(refusal.is_none())] += 1;
        if let Some(error) = refusal {
            assert!(error.contains("File too large") && !error.contains("that exists"), "{error}");
            let left: Vec<_> = fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
            assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "half a file is left: {left:?}");
        }
        succeeds(&args);
        same_results(&out, &at("whole"));
    }
    assert!(ended[0] > 6 && ended[1] > 0, "{ended:?}: the limits are those at which it fails, and some above");
}

#[test]
fn a_file_is_whole_or_what_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    for args in [
        &["jobs", "--count", "400", "--output"][..],
        &["run", "--count", "400", "--policy", "ps", "--per-job"],
        &["run", "--count", "400", "--policy", "ps", "--chart"],
        &["run", "--workload", "four-jobs", "--policy", "ps", "--timeline"],
    ] {
        let out = match args.last() {
            Some(&"--chart") => out.with_extension("svg"),
            Some(&"--timeline") => out.with_extension("json"),
            _ => out.with_extension("csv"),
        };
        let args = [args, &[text(&out)]].concat();
        succeeds(&args);
        let whole = fs::read(&out).expect("written");
        for old in [None, Some("old")] {
            let _ = fs::remove_file(&out);
            old.iter().for_each(|old| fs::write(&out, old).expect("written"));
            for blocks in 0..=2 {
                let output = limited(&format!("-f {blocks}"), &args);
                match refusal(&output) {
                    Some(error) => {
                        assert!(error.contains("File too large"), "{error}");
                        assert_eq!(fs::read(&out).ok().as_deref(), old.map(str::as_bytes), "{args:?}");
                        assert_eq!(files(folder.path()), usize::from(old.is_some()), "{args:?}");
                    }
                    None => assert_eq!(fs::read(&out).expect("written"), whole, "{args:?}"),
                }
            }
        }
        let _ = fs::remove_file(&out);
    }
}

/// A petabyte of jobs is refused at once. What fits is not: other tests run it.
#[test]
fn what_does_not_fit_into_memory_is_refused_before_it_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("jobs.csv");
    let error = fails(&["run", "--count", "100000000", "--replications", "1000000", "--policy", "ps", "--per-job", text(&out)]);
    let [what, free] = ["is 100000000: the runs take 8100", "GB that are free here"];
    assert!(error.contains("count") && error.contains(what) && error.contains(free), "{error}");
    assert_eq!(files(folder.path()), 0, "{error}");
}

#[test]
fn few_files_may_be_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = write(folder.path(), "sweep.toml", SWEEP);
    let whole = folder.path().join("whole");
    succeeds(&["sweep", &sweep, "--output", text(&whole)]);
    // With three the system's own loader finds no library.
    for most in 4..=8 {
        let out = folder.path().join(most.to_string());
        let args = ["sweep", &sweep, "--output", text(&out)];
        if let Some(error) = refusal(&limited(&format!("-n {most}"), &args)) {
            assert!(error.contains("Too many open files"), "{error}");
        }
        succeeds(&args);
        same_results(&out, &whole);
    }
}

#[test]
fn of_eight_processes_one_has_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = write(folder.path(), "sweep.toml", SWEEP.replace("200", "2000"));
    let (whole, out) = (folder.path().join("whole"), folder.path().join("out"));
    succeeds(&["sweep", &sweep, "--output", text(&whole)]);
    let start = |_| -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_schedscope"));
        command.args(["sweep", &sweep, "--output", text(&out)]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let children: Vec<Child> = (0..8).map(start).collect();
    let refusals: Vec<Option<String>> = children.into_iter().map(|child| refusal(&child.wait_with_output().expect("it ends"))).collect();
    assert!(refusals.contains(&None), "one of them does it: {refusals:?}");
    assert!(refusals.iter().flatten().all(|error| error.contains("another process is running a sweep in")), "{refusals:?}");
    same_results(&out, &whole);
    // A file that eight write is what one has written.
    let file = folder.path().join("jobs.csv");
    let args = ["jobs", "--count", "20000", "--output", text(&file)];
    let start = |_| Command::new(env!("CARGO_BIN_EXE_schedscope")).args(args).spawn().expect("it runs");
    let children: Vec<Child> = (0..8).map(start).collect();
    assert!(children.into_iter().all(|mut child| child.wait().expect("it ends").success()));
    assert_eq!(fs::read_to_string(&file).expect("written"), succeeds(&args[..3]));
    assert_eq!(files(folder.path()), 4, "no half of a file");
}

#[test]
fn results_do_not_depend_on_the_environment() {
    let strange = [("COLUMNS", "20"), ("LC_ALL", "xx_YY.unknown"), ("TERM", "dumb"), ("TZ", "none"), ("HOME", "/none"), ("NO_COLOR", "1")];
    for args in [&["run", "--count", "100", "--policy", "ps,srpt"][..], &["policies"], &["run", "--count", "9", "--format", "csv"]] {
        let expected = succeeds(args);
        for variables in [&[][..], &strange] {
            let output = Command::new(env!("CARGO_BIN_EXE_schedscope")).args(args).env_clear().envs(variables.iter().copied()).output();
            assert_eq!(String::from_utf8(output.expect("it runs").stdout).expect("text"), expected, "{args:?} with {variables:?}");
        }
    }
}

#[test]
fn who_is_given_no_input_is_told() {
    let closed = |redirect: &str, args: &[&str]| {
        let line = format!("exec \"$0\" \"$@\" {redirect}");
        Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_schedscope")]).args(args).output().expect("sh runs")
    };
    let jobs = ["run", "--jobs", "/dev/stdin", "--trace-format", "csv"];
    let error = refusal(&closed("<&-", &jobs)).expect("there is nothing to read");
    assert!(error.contains("/dev/stdin"), "{error}");
    assert!(schedscope(&["run", "--count", "9"]).status.success());
    for redirect in ["<&-", "2>&-", "<&- 2>&-"] {
        assert!(closed(redirect, &["run", "--count", "9", "--policy", "ps"]).status.success(), "{redirect}");
    }
    assert!(fails(&["run", "--jobs", "/none/jobs.csv"]).contains("cannot read /none/jobs.csv"));
}
