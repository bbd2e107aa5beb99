//! The browser of the tests: finds Chromium and its driver, or installs them where that is possible.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::{install, on_path};
use crate::project::Failure;

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

    /// Tells a child process which browser to use.
    pub fn announce<'a>(&self, child: &'a mut Command) -> &'a mut Command {
        child.env("CHROMEDRIVER", &self.driver).env("CHROME", &self.chromium)
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

fn missing(what: &'static str, variable: &'static str) -> Failure {
    let remedy = format!("sudo apt-get update && sudo apt-get install --no-install-recommends {}", PACKAGES.join(" "));
    Failure::NoBrowser { what, variable, remedy }
}
