//! The browser of the tests: finds Chromium and its driver, or installs them where that is possible.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::Failure;
use crate::setup::{self, Need, Source, on_path};

/// What distributions call the driver.
const DRIVERS: [&str; 1] = ["chromedriver"];
/// What distributions call the browser, and where macOS keeps it. That without a window of its own draws the same pages with less work.
const BROWSERS: [&str; 6] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/// Both, which the environment variables `CHROMEDRIVER` and `CHROME` can name.
pub const BROWSER: Need = Need {
    name: "Chromium and chromedriver (or set CHROME and CHROMEDRIVER to where they are)",
    is_there: || Ok(Browser::find()?.is_some()),
    source: Source::Debian(&["chromium-headless-shell", "chromium-driver"]),
};

/// A browser and the program that drives it.
pub struct Browser {
    driver: PathBuf,
    chromium: PathBuf,
}

impl Browser {
    /// Finds both programs, or has them installed.
    pub fn ensure(install: bool) -> Result<Self, Failure> {
        setup::ensure(&[&BROWSER], install)?;
        // What has been found a moment ago is still there.
        Self::find()?.ok_or_else(|| Failure::NotInstalled(format!(" {}", BROWSER.name)))
    }

    fn find() -> Result<Option<Self>, Failure> {
        let (driver, chromium) = (find("CHROMEDRIVER", &DRIVERS)?, find("CHROME", &BROWSERS)?);
        Ok(driver.zip(chromium).map(|(driver, chromium)| Self { driver, chromium }))
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
