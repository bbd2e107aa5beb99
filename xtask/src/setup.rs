//! What commands need of the machine: it is found, or installed, or named with what would install it.

use std::env;
use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Failure, run, succeeds};

/// Something that can be installed.
pub struct Need {
    /// What it is called.
    pub name: &'static str,
    /// Whether it is there.
    pub is_there: fn() -> Result<bool, Failure>,
    /// What installs it.
    pub source: Source,
}

/// Where something comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// A part of the Rust toolchain: arguments of `rustup`.
    Rustup([&'static str; 3]),
    /// Packages of Debian and its relatives.
    Debian(&'static [&'static str]),
}

impl Source {
    /// What a user would type to install it.
    fn remedy(self) -> String {
        match self {
            Self::Rustup(arguments) => format!("rustup {}", arguments.join(" ")),
            Self::Debian(packages) => {
                let packages = packages.join(" ");
                format!("on Debian and its relatives sudo apt-get update && sudo apt-get install --no-install-recommends {packages}")
            }
        }
    }
}

/// Sees to it that all of these are there. What is missing is installed and said before, unless `install` forbids it.
///
/// # Errors
/// If something is missing still; each is named with what would install it.
pub fn ensure(needs: &[&Need], install: bool) -> Result<(), Failure> {
    let absent = missing(needs)?;
    if absent.is_empty() {
        return Ok(());
    }
    if install {
        let mut packages = vec![];
        for need in &absent {
            match need.source {
                Source::Rustup(arguments) => {
                    eprintln!("==> installing {}: {}", need.name, need.source.remedy());
                    if let Err(problem) = run(Command::new("rustup").args(arguments)) {
                        eprintln!("{problem}");
                    }
                }
                Source::Debian(names) => packages.extend(names),
            }
        }
        if !packages.is_empty()
            && let Some(installer) = Installer::find()
        {
            installer.install(&packages, &mut io::stderr(), confirmed)?;
        }
    }
    let absent = if install { missing(needs)? } else { absent };
    let line = |need: &&Need| format!("\n  {}: {}", need.name, need.source.remedy());
    if absent.is_empty() { Ok(()) } else { Err(Failure::NotInstalled(absent.iter().map(line).collect())) }
}

fn missing<'a>(needs: &[&'a Need]) -> Result<Vec<&'a Need>, Failure> {
    let mut absent = vec![];
    for need in needs {
        if !(need.is_there)()? {
            absent.push(*need);
        }
    }
    Ok(absent)
}

/// A program's place: the file of a path, and for a bare name the first in the folders of `PATH`.
pub fn on_path(program: &Path) -> Option<PathBuf> {
    let file = |path: PathBuf| {
        let mut named = path.clone().into_os_string();
        named.push(env::consts::EXE_SUFFIX);
        [path, named.into()].into_iter().find(|candidate| candidate.is_file())
    };
    if program.components().count() > 1 {
        return file(program.to_owned());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).find_map(|folder| file(folder.join(program)))
}

/// What the user says; without a terminal there is no one to be asked.
fn confirmed() -> bool {
    if !io::stdin().is_terminal() {
        return true;
    }
    eprint!("    Install now? [Y/n] ");
    let mut answer = String::new();
    // Nothing at all is read where the input has ended.
    io::stdin().lock().read_line(&mut answer).is_ok_and(|read| read > 0)
        && ["", "y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

/// `apt-get`, and how to run it as root.
struct Installer {
    /// What comes before the arguments.
    words: Vec<String>,
    /// Whether the user is asked first: not if he is root.
    asks: bool,
}

impl Installer {
    /// Nothing if there is no `apt-get`, or no way to be root: without a terminal nobody can type a password.
    fn find() -> Option<Self> {
        let apt_get = on_path(Path::new("apt-get"))?.display().to_string();
        let root = Command::new("id").arg("-u").output().is_ok_and(|answer| answer.stdout.trim_ascii() == b"0");
        let may = |sudo: &Path| io::stdin().is_terminal() || succeeds(Command::new(sudo).args(["--non-interactive", "true"]));
        if !root && !on_path(Path::new("sudo")).is_some_and(|sudo| may(&sudo)) {
            return None;
        }
        // Not as a variable of this process: sudo would drop it.
        let words = ["sudo", "env", "DEBIAN_FRONTEND=noninteractive", &apt_get];
        Some(Self { words: words.into_iter().skip(usize::from(root)).map(str::to_owned).collect(), asks: !root })
    }

    fn install(&self, packages: &[&str], notice: &mut impl Write, confirmed: impl FnOnce() -> bool) -> Result<(), Failure> {
        let steps = [vec!["update"], [&["install", "--yes", "--no-install-recommends"], packages].concat()];
        let line = |step: &Vec<&str>| format!("    {} {}\n", self.words.join(" "), step.join(" "));
        let lines: String = steps.iter().map(line).collect();
        let said = write!(notice, "==> installing {}\n{lines}", packages.join(", "));
        said.map_err(Failure::Output)?;
        if self.asks && !confirmed() {
            return Ok(());
        }
        for step in steps {
            // What is missing still is named by the caller. An old list of packages may do.
            if let Err(problem) = run(Command::new(&self.words[0]).args(&self.words[1..]).args(step)) {
                eprintln!("{problem}");
            }
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
    fn protocol(name: &str, asks: bool, agrees: bool) -> Vec<String> {
        let folder = env::temp_dir().join(format!("schedscope-setup-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (script, log) = (folder.join("apt-get"), folder.join("log"));
        fs::write(&script, format!("#!/bin/sh\necho \"ran $*\" >> {}\n", log.display())).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let installer = Installer { words: vec![script.display().to_string()], asks };
        let mut notice = OpenOptions::new().create(true).append(true).open(&log).unwrap();
        installer.install(&["chromium", "chromium-driver"], &mut notice, || agrees).unwrap();
        let lines = fs::read_to_string(&log).unwrap().lines().map(str::to_owned).collect();
        fs::remove_dir_all(&folder).unwrap();
        lines
    }

    const RAN: [&str; 2] = ["ran update", "ran install --yes --no-install-recommends chromium chromium-driver"];

    #[test]
    fn what_will_be_installed_is_said_first() {
        let lines = protocol("agrees", true, true);
        assert!(lines[0].contains("chromium, chromium-driver"), "{lines:?}");
        assert!(lines[2].ends_with("apt-get install --yes --no-install-recommends chromium chromium-driver"), "{lines:?}");
        assert_eq!(lines[3..], RAN);
    }

    #[test]
    fn nothing_is_installed_against_the_users_will() {
        assert_eq!(protocol("refuses", true, false).len(), 3);
        assert_eq!(protocol("root", false, false)[3..], RAN, "root is not asked");
    }

    #[test]
    fn a_program_is_found_by_its_path_or_by_its_name() {
        let file = env::temp_dir().join(format!("schedscope-setup-{}.min.js", std::process::id()));
        fs::write(&file, "").unwrap();
        assert_eq!(on_path(&file).as_ref(), Some(&file), "with all of its name");
        fs::remove_file(&file).unwrap();
        assert_eq!(on_path(&file), None);
        assert!(on_path(Path::new("sh")).is_some_and(|path| path.is_absolute()));
        assert_eq!(on_path(Path::new("no-such-program")), None);
    }

    #[test]
    fn without_permission_everything_that_is_missing_is_named() {
        const THERE: Need = Need { name: "what is there", is_there: || Ok(true), source: Source::Debian(&["hello"]) };
        const TARGET: Need = Need { name: "a target", is_there: || Ok(false), source: Source::Rustup(["target", "add", "x"]) };
        const BROWSER: Need = Need { name: "a browser", is_there: || Ok(false), source: Source::Debian(&["lynx", "w3m"]) };
        let message = ensure(&[&THERE, &TARGET, &BROWSER], false).unwrap_err().to_string();
        assert!(
            message.contains("\n  a target: rustup target add x\n  a browser: on Debian and its relatives sudo apt-get update"),
            "{message}"
        );
        assert!(message.contains("lynx w3m") && !message.contains("what is there"), "{message}");
        assert!(ensure(&[&THERE], false).is_ok());
    }
}
