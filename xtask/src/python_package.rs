//! The Python package: its wheel is built, installed into an environment of its own, and tested there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Failure, Project, at, read, run, succeeds, write};
use crate::setup::{Need, Source};

/// What builds the wheel.
const BUILDS: [&str; 1] = ["maturin==1.16.*"];

/// What tests it: what it needs itself, frames that it takes, the programs that run tests and check types, a cluster for sweeps, and what
/// runs notebooks. With the cluster the recipe in `assets/scaling` is tested as well.
const TESTS: [&str; 10] =
    ["numpy", "pandas", "polars", "pyarrow", "pytest", "mypy", "distributed==2026.8.0", "ipykernel", "matplotlib", "nbclient"];

/// Python as old as the wheel is for, or newer, which can make environments.
pub const PYTHON: Need = Need {
    name: "Python 3.9 or newer with venv",
    is_there: || Ok(succeeds(Command::new("python3").args(["-c", "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))"]))),
    source: Source::Debian(&["python3", "python3-venv"]),
};

/// The environments in which the wheel is built and tested.
pub struct Environments {
    builds: Environment,
    tests: Environment,
}

/// An environment of Python, with programs of its own.
struct Environment(PathBuf);

impl Environments {
    /// Sets both up in the target folder, unless they are there. Without the package index the package is not tested, and this says so.
    pub fn ensure(project: &Project) -> Option<Self> {
        let folder = project.target().join("python-package");
        let made = Environment::ensure(&folder.join("builds"), &BUILDS)
            .and_then(|builds| Ok(Self { builds, tests: Environment::ensure(&folder.join("tests"), &TESTS)? }));
        made.inspect_err(|problem| {
            let packages = [&BUILDS[..], &TESTS[..]].concat().join(" ");
            eprintln!("note: the Python package is not tested: {problem}; see that `pip download {packages}` reaches its index");
        })
        .ok()
    }

    /// The Python of the tests.
    pub fn python(&self) -> PathBuf {
        self.tests.program("python")
    }

    /// Builds the wheel and tests it; `compared` tells pytest what results are compared with.
    pub fn test(&self, project: &Project, compared: impl FnOnce(&mut Command) -> &mut Command) -> Result<(), Failure> {
        let wheel = self.build(project)?;
        let size = at("read", &wheel, fs::metadata(&wheel))?.len();
        eprintln!("    {}: {:.1} MB", wheel.file_name().unwrap_or_default().display(), size as f64 / 1e6);
        let python = || {
            let mut python = self.tests.python();
            python.current_dir(project.root()).env("PYTHONDONTWRITEBYTECODE", "1");
            python
        };
        run(python().args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]).arg(&wheel))?;
        run(python().args(["-m", "pip", "check", "--quiet"]))?;
        let cache = project.target().join("python-package").join("mypy");
        let mypy = |what: &[&str]| {
            run(python().args(["-m", "mypy", "--config-file", "python/pyproject.toml", "--cache-dir"]).arg(&cache).args(what))
        };
        mypy(&["--package", "schedscope"])?;
        mypy(&["python/tests"])?;
        run(python().args(["-m", "mypy.stubtest", "schedscope", "--allowlist", "python/tests/stubtest.txt", "--ignore-unused-allowlist"]))?;
        run(compared(python().args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "python/tests"])))
    }

    /// The wheel, the only file in its folder.
    fn build(&self, project: &Project) -> Result<PathBuf, Failure> {
        let folder = project.target().join("python-package").join("wheel");
        if folder.exists() {
            at("remove", &folder, fs::remove_dir_all(&folder))?;
        }
        let mut build = Command::new(self.builds.program("maturin"));
        // As the other tests are compiled: wheels that are released take minutes more.
        build.args(["build", "--quiet", "--locked", "--profile", "dev", "--manifest-path"]).arg(project.root().join("python/Cargo.toml"));
        run(build.arg("--out").arg(&folder).env("CARGO_TARGET_DIR", project.target()))?;
        let entry = at("read", &folder, fs::read_dir(&folder).and_then(|entries| entries.collect::<Result<Vec<_>, _>>()))?.pop();
        entry.map(|entry| entry.path()).ok_or(Failure::NoWheel(folder))
    }
}

impl Environment {
    /// The environment in a folder, with these packages of today if it is new, and as it was otherwise.
    fn ensure(folder: &Path, packages: &[&str]) -> Result<Self, Failure> {
        let (own, note) = (Self(folder.to_owned()), folder.join("packages.txt"));
        let wanted = packages.join("\n");
        if succeeds(own.python().arg("--version")) && read(&note).is_ok_and(|found| found == wanted) {
            return Ok(own);
        }
        eprintln!("==> setting up Python with {} in {}", packages.join(", "), folder.display());
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
        run(own.python().args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages))?;
        write(&note, &wanted)?;
        Ok(own)
    }

    fn python(&self) -> Command {
        Command::new(self.program("python"))
    }

    fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.0.join(folder).join(name).with_extension(env::consts::EXE_EXTENSION)
    }
}
