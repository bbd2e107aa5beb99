//! Debian packages that the tests in the browser need.

use std::env;
use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Failure, run, succeeds};

/// A program's place, looking through `PATH` for a bare name.
pub fn on_path(program: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let file = |folder: PathBuf| folder.join(program).with_extension(env::consts::EXE_EXTENSION);
    // Joining an absolute path gives that path, whatever the folder.
    env::split_paths(&folders).map(file).find(|candidate| candidate.is_file())
}

/// Installs Debian packages if there is `apt-get` and a way to be root without typing a password. Says first what it will do, and on
/// a terminal asks. Does nothing where it may not: the caller looks for the programs again, and complains.
pub fn install(packages: &[&str]) -> Result<(), Failure> {
    let Some(installer) = Installer::find() else { return Ok(()) };
    installer.install(packages, &mut io::stderr(), confirmed)
}

/// What the user says; without a terminal there is no one to be asked.
fn confirmed() -> bool {
    if !io::stdin().is_terminal() {
        return true;
    }
    eprint!("    Install now? [Y/n] ");
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).is_ok() && ["", "y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

/// `apt-get`, and how to run it as root.
struct Installer {
    /// What comes before the arguments.
    words: Vec<String>,
}

impl Installer {
    fn find() -> Option<Self> {
        let apt_get = on_path(Path::new("apt-get"))?.display().to_string();
        let root = Command::new("id").arg("-u").output().is_ok_and(|answer| answer.stdout.trim_ascii() == b"0");
        if !root && !succeeds(Command::new("sudo").args(["--non-interactive", "true"])) {
            return None;
        }
        // Not as a variable of this process: sudo would drop it.
        let words = ["sudo", "env", "DEBIAN_FRONTEND=noninteractive", &apt_get];
        Some(Self { words: words.into_iter().skip(usize::from(root)).map(str::to_owned).collect() })
    }

    fn install(&self, packages: &[&str], notice: &mut impl Write, confirmed: impl FnOnce() -> bool) -> Result<(), Failure> {
        let steps = [vec!["update"], [&["install", "--yes", "--no-install-recommends"], packages].concat()];
        let line = |step: &Vec<&str>| format!("    {} {}\n", self.words.join(" "), step.join(" "));
        let lines: String = steps.iter().map(line).collect();
        let said = write!(notice, "==> the tests in the browser need packages that are not installed: {}\n{lines}", packages.join(", "));
        said.map_err(Failure::Output)?;
        if !confirmed() {
            return Ok(());
        }
        for step in steps {
            run(Command::new(&self.words[0]).args(&self.words[1..]).args(step))?;
        }
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};
    use std::os::unix::fs::PermissionsExt as _;

    /// What is said and done, in order, when the user agrees or does not. A script stands in for `apt-get`.
    fn protocol(name: &str, agrees: bool) -> Vec<String> {
        let folder = env::temp_dir().join(format!("schedscope-packages-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (script, log) = (folder.join("apt-get"), folder.join("log"));
        fs::write(&script, format!("#!/bin/sh\necho \"ran $*\" >> {}\n", log.display())).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let installer = Installer { words: vec![script.display().to_string()] };
        let mut notice = OpenOptions::new().create(true).append(true).open(&log).unwrap();
        installer.install(&["chromium", "chromium-driver"], &mut notice, || agrees).unwrap();
        let lines = fs::read_to_string(&log).unwrap().lines().map(str::to_owned).collect();
        fs::remove_dir_all(&folder).unwrap();
        lines
    }

    #[test]
    fn what_will_be_installed_is_said_first() {
        let lines = protocol("agrees", true);
        assert!(lines[0].contains("chromium, chromium-driver"), "{lines:?}");
        assert!(lines[2].ends_with("apt-get install --yes --no-install-recommends chromium chromium-driver"), "{lines:?}");
        assert_eq!(lines[3..], ["ran update", "ran install --yes --no-install-recommends chromium chromium-driver"]);
    }

    #[test]
    fn nothing_is_installed_against_the_users_will() {
        assert_eq!(protocol("refuses", false).len(), 3);
    }
}
