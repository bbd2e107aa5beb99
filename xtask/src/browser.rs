//! The browser of the tests: finds Chromium and its driver, or installs them where that is possible without asking.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Failure, Project, run, succeeds, write};

/// What distributions call the driver.
const DRIVERS: [&str; 1] = ["chromedriver"];
/// What distributions call the browser, and where macOS keeps it.
const BROWSERS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/// The Debian packages that hold both.
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// A browser and the program that drives it.
pub struct Browser {
    driver: PathBuf,
    chromium: PathBuf,
}

impl Browser {
    /// Finds both programs; the environment variables `CHROMEDRIVER` and `CHROME` come first. Installs what is missing
    /// on Debian and its relatives if this user may, and fails with the command to run otherwise.
    pub fn ensure() -> Result<Self, Failure> {
        if let (Some(driver), Some(chromium)) = Self::find()? {
            return Ok(Self { driver, chromium });
        }
        install(&PACKAGES)?;
        match Self::find()? {
            (Some(driver), Some(chromium)) => Ok(Self { driver, chromium }),
            (None, _) => Err(missing("chromedriver", "CHROMEDRIVER")),
            (_, None) => Err(missing("Chromium", "CHROME")),
        }
    }

    fn find() -> Result<(Option<PathBuf>, Option<PathBuf>), Failure> {
        Ok((find("CHROMEDRIVER", &DRIVERS)?, find("CHROME", &BROWSERS)?))
    }

    /// Tells a child process which browser to use, both the runner of the wasm tests and the end-to-end tests.
    pub fn announce(&self, project: &Project, child: &mut Command) -> Result<(), Failure> {
        let settings = project.target().join("webdriver.json");
        let capabilities = serde_json::json!({ "goog:chromeOptions": { "binary": self.chromium } });
        write(&settings, &capabilities.to_string())?;
        child.env("CHROMEDRIVER", &self.driver).env("CHROME", &self.chromium).env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings);
        Ok(())
    }
}

/// The program an environment variable names, else the first of `names` that exists.
pub fn find(variable: &'static str, names: &[&str]) -> Result<Option<PathBuf>, Failure> {
    let Some(chosen) = env::var_os(variable).filter(|chosen| !chosen.is_empty()) else {
        return Ok(names.iter().find_map(|name| on_path(Path::new(name))));
    };
    let path = PathBuf::from(chosen);
    on_path(&path).map(Some).ok_or(Failure::Override { variable, path })
}

/// A program's place, looking through `PATH` for a bare name.
pub fn on_path(program: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let file = |folder: PathBuf| folder.join(program).with_extension(env::consts::EXE_EXTENSION);
    // Joining an absolute path gives that path, whatever the folder.
    env::split_paths(&folders).map(file).find(|candidate| candidate.is_file())
}

fn missing(what: &'static str, variable: &'static str) -> Failure {
    let remedy = format!("sudo apt-get update && sudo apt-get install --no-install-recommends {}", PACKAGES.join(" "));
    Failure::NoBrowser { what, variable, remedy }
}

/// Installs Debian packages if there is `apt-get` and a way to be root without typing a password. Does nothing where that
/// is not so: the caller looks for the programs again, and complains.
pub fn install(packages: &[&str]) -> Result<(), Failure> {
    let Some(apt_get) = on_path(Path::new("apt-get")) else { return Ok(()) };
    let root = Command::new("id").arg("-u").output().is_ok_and(|answer| answer.stdout.trim_ascii() == b"0");
    if !root && !succeeds(Command::new("sudo").args(["--non-interactive", "true"])) {
        return Ok(());
    }
    eprintln!("==> installing {}", packages.join(" and "));
    let apt_get = || {
        let mut command = Command::new(if root { "env" } else { "sudo" });
        command.arg("DEBIAN_FRONTEND=noninteractive").arg(&apt_get);
        command
    };
    run(apt_get().arg("update"))?;
    run(apt_get().args(["install", "--yes", "--no-install-recommends"]).args(packages))
}
