//! What tests that look at the page share.
// Each test binary compiles this module for itself and uses the part it needs.
#![allow(dead_code)]

pub mod browser;

/// The web server of `cargo xtask serve`.
#[path = "../../src/bin/xtask/site.rs"]
pub mod site;

use std::path::{Path, PathBuf};

/// A finished page, served on a free port for as long as the test process lives.
pub struct Page {
    address: String,
}

impl Page {
    /// Serves `dist/`.
    ///
    /// # Panics
    /// If the page has not been built.
    pub fn start() -> Self {
        let dist = Self::dist();
        assert!(dist.join("index.html").is_file(), "there is no page in {}: run `cargo xtask build` first", dist.display());
        let site = site::Site::bind(&dist, 0).unwrap_or_else(|problem| panic!("{problem}"));
        let address = site.address();
        std::thread::spawn(move || site.serve());
        Self { address }
    }

    /// The folder of the finished page.
    pub fn dist() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("dist")
    }

    /// The page's address, with a final slash.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// An address within the page: `view` may be a path, a query or a fragment.
    pub fn at(&self, view: &str) -> String {
        format!("{}{view}", self.address)
    }
}
