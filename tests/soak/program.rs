//! What must hold of the command line: for the same case it says what the library says, by file and by link, with one message where it
//! refuses; what it writes beside the report it writes whole; and a sweep that is killed and run again is the sweep.

use crate::check::Told;
use crate::draw::{Case, Random};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Files of a sweep that depend on its scenario alone.
const RESULTS: [&str; 3] = ["results.csv", "results.parquet", "manifest.json"];

fn schedscope(folder: &Path, args: &[&str]) -> Result<Output, String> {
    Command::new(env!("CARGO_BIN_EXE_schedscope")).current_dir(folder).args(args).output().map_err(|error| error.to_string())
}

/// Lays a case into a folder.
fn lay(folder: &Path, case: &Case) -> Result<(), String> {
    let put = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).map_err(|error| format!("{name}: {error}"));
    put("scenario.toml", case.scenario.to_toml().as_bytes())?;
    if case.name().is_empty() { Ok(()) } else { put(case.name(), &case.file) }
}

/// Runs a case by its file and by its link.
pub fn says_the_same(case: &Case, told: &Told) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    lay(folder.path(), case)?;
    let link = format!("#compare?{}", case.scenario.to_query());
    for of in [&["scenario.toml"][..], &["--link", &link]] {
        let output = schedscope(folder.path(), &[&["run", "--format", "json"], of].concat())?;
        agrees(told, &output).map_err(|why| format!("run {}: {why}", of.join(" ")))?;
    }
    let left: Vec<_> = fs::read_dir(folder.path()).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect();
    let mine = 1 + usize::from(!case.name().is_empty());
    if left.len() == mine { Ok(()) } else { Err(format!("files are left behind: {left:?}")) }
}

/// Runs a case with everything that can be written beside its report, and the report in words.
pub fn writes_all(case: &Case, told: &Told) -> Result<(), String> {
    let Told::Ran { recorded, .. } = told else { return Ok(()) };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    lay(folder.path(), case)?;
    let tells_of_tasks = !case.scenario.kind().task_titles().is_empty();
    let files = [("--chart", "chart.svg", true), ("--timeline", "timeline.json", *recorded), ("--per-task", "tasks.csv", tells_of_tasks)];
    let files: Vec<(&str, &str)> = files.into_iter().filter(|file| file.2).map(|(flag, name, _)| (flag, name)).collect();
    let flags = files.iter().flat_map(|(flag, name)| [*flag, name]);
    let args: Vec<&str> = ["run", "scenario.toml", "--details"].into_iter().chain(flags).collect();
    let output = schedscope(folder.path(), &args)?;
    let whole = |name: &str| fs::metadata(folder.path().join(name)).is_ok_and(|file| file.len() > 0);
    match files.iter().find(|(_, name)| !whole(name)) {
        None if output.status.code() == Some(0) && !output.stdout.is_empty() => Ok(()),
        missing => {
            let warned = String::from_utf8_lossy(&output.stderr);
            Err(format!("schedscope {}: exit status {:?}, without {missing:?}: {warned}", args.join(" "), output.status.code()))
        }
    }
}

fn agrees(told: &Told, output: &Output) -> Result<(), String> {
    let [said, warned] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    match (told, output.status.code()) {
        (Told::Ran { report, .. }, Some(0)) if said.trim_end() == report.trim_end() => Ok(()),
        (Told::Ran { .. }, Some(0)) => Err("another report than the library's".to_owned()),
        (Told::Refused(_), Some(2)) if !said.is_empty() => Err("something on standard output beside the refusal".to_owned()),
        (Told::Refused(_), Some(2)) if warned.matches("error: ").count() != 1 => Err(format!("not one message: {warned}")),
        (Told::Refused(_), Some(2)) if warned.chars().any(|c| c.is_control() && c != '\n') => {
            Err(format!("control characters in {warned:?}"))
        }
        (Told::Refused(_), Some(2)) => Ok(()),
        (Told::Ran { .. }, status) => Err(format!("exit status {status:?}, where the library runs: {warned}")),
        (Told::Refused(why), status) => Err(format!("exit status {status:?}, where the library refuses ({why}): {warned}")),
    }
}

/// A sweep over seeds, killed at some instant and run again, gives the files of one that was left alone.
pub fn resumes(case: &Case, random: &mut Random) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    lay(folder.path(), case)?;
    let sweep = format!("{}\n[axes]\nseed = [1, 2, 3, 4, 5, 6]\n", case.scenario.to_toml());
    fs::write(folder.path().join("sweep.toml"), sweep).map_err(|error| error.to_string())?;
    let whole = schedscope(folder.path(), &["sweep", "sweep.toml", "--output", "whole"])?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_schedscope"))
        .current_dir(folder.path())
        .args(["sweep", "sweep.toml", "--output", "killed"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    sleep(Duration::from_millis(random.below(60) as u64));
    // One that has ended by itself is run again as well.
    let _ = child.kill();
    child.wait().map_err(|error| error.to_string())?;
    let again = schedscope(folder.path(), &["sweep", "sweep.toml", "--output", "killed"])?;
    if whole.status.code() != again.status.code() {
        let said = String::from_utf8_lossy(&again.stderr).into_owned();
        return Err(format!("a sweep ends with {:?}, and killed and run again with {:?}: {said}", whole.status, again.status));
    }
    let read = |of: &str, name: &str| fs::read(folder.path().join(of).join(name)).ok();
    match RESULTS.into_iter().find(|name| read("whole", name) != read("killed", name)) {
        None => Ok(()),
        Some(name) => Err(format!("{name} of a sweep that was killed and run again differs")),
    }
}
