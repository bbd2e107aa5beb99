//! Where the project's files are, how its child processes are run, and what can go wrong in this program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::site::SiteError;

/// What ends a command early. Each message says what to do, where something can be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A program could not be started at all.
    #[error("cannot start `{program}`: {cause}")]
    Start { program: String, cause: io::Error },
    /// A program ended with a failure.
    #[error("`{command}` failed ({status})")]
    Ended { command: String, status: std::process::ExitStatus },
    /// `cargo metadata` said something unexpected.
    #[error("cannot find out cargo's target folder: {0}")]
    Metadata(String),
    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {cause}", path.display())]
    File { action: &'static str, path: PathBuf, cause: io::Error },
    /// The glue between wasm and JavaScript could not be made.
    #[error("wasm-bindgen cannot process {}: {problem}", wasm.display())]
    Glue { wasm: PathBuf, problem: String },
    /// The module could not be split into its parts.
    #[error("cannot split {} into parts: {problem}", wasm.display())]
    Split { wasm: PathBuf, problem: String },
    /// The page has outgrown its budget.
    #[error(
        "{first:.0} kB are sent before the first picture, more than a tenth above the budget of {budget} kB; make it lighter, or raise the budget in xtask/src/weight.rs and say why"
    )]
    Heavy { first: f64, budget: f64 },
    /// The guide says something else.
    #[error("{} should say \"{expected}\"", path.display())]
    Quoted { path: PathBuf, expected: String },
    /// The toolchain lacks something that could not be installed.
    #[error("{missing} is not installed; run `{remedy}` and try again")]
    Missing { missing: String, remedy: String },
    /// What is needed could neither be found nor installed, each with what would install it.
    #[error("not installed, and needed:{0}")]
    NotInstalled(String),
    /// An environment variable names a program that is not there.
    #[error("{variable} names {}, where there is no program; correct or unset it", path.display())]
    Override { variable: &'static str, path: PathBuf },
    /// The Python package was built into no file.
    #[error("maturin wrote no wheel to {}", .0.display())]
    NoWheel(PathBuf),
    /// Unit tests of a package failed.
    #[error("tests of {package} failed; `cargo test --package {package}` runs them")]
    Tests { package: String },
    /// One step of a check failed.
    #[error("step {number} of {steps} ({name}) failed: {cause}")]
    Step { number: usize, steps: usize, name: &'static str, cause: Box<Failure> },
    /// The site could not be served.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// Standard output is closed.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

/// Runs a program, its output going where ours goes, and fails unless it succeeds.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|cause| Failure::Start { program: program_of(command), cause })?;
    if status.success() { Ok(()) } else { Err(Failure::Ended { command: line_of(command), status }) }
}

/// Whether a program runs and succeeds; what it prints is dropped.
pub fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn program_of(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

/// The command as one would type it, with the plain name of the program.
fn line_of(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(|word| word.to_string_lossy());
    words.collect::<Vec<_>>().join(" ")
}

/// Adds to an input-output error what was being done, and to which file.
pub fn at<T>(action: &'static str, path: &Path, outcome: io::Result<T>) -> Result<T, Failure> {
    outcome.map_err(|cause| Failure::File { action, path: path.to_path_buf(), cause })
}

/// Reads a text file.
pub fn read(path: &Path) -> Result<String, Failure> {
    at("read", path, fs::read_to_string(path))
}

/// Writes a file.
pub fn write(path: &Path, contents: &str) -> Result<(), Failure> {
    at("write", path, fs::write(path, contents))
}

/// The libraries that the program is made of, and the program: what is documented and tested natively. Cargo is always asked for all of
/// them: for some alone, what they depend on would have other features, and be compiled once more.
pub const LIBRARIES: [&str; 6] =
    ["schedscope", "schedscope-core", "schedscope-chart", "schedscope-literature", "schedscope-state", "schedscope-program"];

/// Arguments that choose these packages.
pub fn packages<'a>(names: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    names.iter().flat_map(|name| ["--package", name])
}

/// The checkout this program was built from, and where cargo puts what it builds there.
pub struct Project {
    root: PathBuf,
    target: PathBuf,
}

impl Project {
    /// Asks cargo for the folders.
    pub fn locate() -> Result<Self, Failure> {
        let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = xtask.parent().unwrap_or(xtask).to_path_buf();
        let mut metadata = cargo_in(&root);
        metadata.args(["metadata", "--no-deps", "--format-version", "1"]).stderr(Stdio::inherit());
        let output = metadata.output().map_err(|cause| Failure::Start { program: program_of(&metadata), cause })?;
        if !output.status.success() {
            return Err(Failure::Ended { command: line_of(&metadata), status: output.status });
        }
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(|problem| Failure::Metadata(problem.to_string()))?;
        let target = answer["target_directory"].as_str().ok_or_else(|| Failure::Metadata("cargo does not name it".to_owned()))?;
        Ok(Self { root, target: PathBuf::from(target) })
    }

    /// The folder of `Cargo.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where cargo builds.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where the finished page goes.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The cargo that runs this program, in the project's folder.
    pub fn cargo(&self) -> Command {
        cargo_in(&self.root)
    }
}

fn cargo_in(root: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}
