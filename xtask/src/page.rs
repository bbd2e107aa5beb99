//! Makes `dist/`: compiles the page to wasm, adds the JavaScript glue, and puts `index.html` and `www/` beside it.
//!
//! `index.html` is a page as it stands, and `www/start.js` starts the program. Only lines with `data-trunk`, by which trunk makes the
//! same page, have no meaning here and are left out.

use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::encoding::Encoding;
use crate::project::{Failure, Project, at, read, run, write};
use crate::toolchain::{self, WASM};

/// The package of the page.
const PACKAGE: &str = "schedscope-web";

/// Its binary, and the stem of the generated files.
const NAME: &str = "web";

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Small and fast.
    Release,
    /// Built quickly, with names in stack traces.
    Dev,
}

impl Profile {
    /// `Dev` if asked for.
    pub fn of(dev: bool) -> Self {
        if dev { Self::Dev } else { Self::Release }
    }

    /// What cargo calls the profile, and the folder it builds it in.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Release => ("page", "page"),
            Self::Dev => ("dev", "debug"),
        }
    }
}

/// Builds the page and replaces `dist/`.
pub fn build(project: &Project, profile: Profile) -> Result<(), Failure> {
    toolchain::ensure_wasm_target()?;
    let (name, folder) = profile.names();
    run(project.cargo().args(["build", "--target", WASM, "--package", PACKAGE, "--bin", NAME, "--profile", name]))?;

    let dist = project.dist();
    if dist.exists() {
        at("remove", &dist, fs::remove_dir_all(&dist))?;
    }
    at("create", &dist, fs::create_dir_all(&dist))?;
    glue(&project.target().join(WASM).join(folder).join(NAME).with_extension("wasm"), &dist, profile)?;
    copy(&project.root().join("www"), &dist)?;
    copy(&project.root().join("assets/traces"), &dist.join("traces"))?;
    let index = read(&project.root().join("index.html"))?;
    write(&dist.join("index.html"), &without_trunk(&index))
}

/// Prints how large each file of the page is, as it is and as `cargo xtask serve` sends it.
pub fn weigh(project: &Project) -> Result<(), Failure> {
    let (mut total, mut program) = (0, 0);
    for path in entries(&project.dist())?.into_iter().filter(|path| path.is_file()) {
        let contents = at("read", &path, fs::read(&path))?;
        let sent = Encoding::Brotli.compress(&contents).len();
        total += sent;
        if path.extension().is_some_and(|extension| extension == "wasm" || extension == "js") {
            program += sent;
        }
        let name = path.file_name().unwrap_or_default().display();
        eprintln!("dist/{name}: {:.1} kB, {:.1} kB with brotli", contents.len() as f64 / 1e3, sent as f64 / 1e3);
    }
    eprintln!("the page: {:.1} kB with brotli, of which wasm and JavaScript {:.1} kB", total as f64 / 1e3, program as f64 / 1e3);
    Ok(())
}

/// Makes the JavaScript glue and the final wasm module.
fn glue(wasm: &Path, dist: &Path, profile: Profile) -> Result<(), Failure> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(NAME).typescript(false);
    bindgen.keep_debug(profile == Profile::Dev);
    let failure = |problem| Failure::Glue { wasm: wasm.to_path_buf(), problem: format!("{problem:#}") };
    bindgen.web(true).and_then(|bindgen| bindgen.generate(dist)).map_err(failure)
}

/// Copies what is in a folder, and in the folders below it.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    at("create", to, fs::create_dir_all(to))?;
    for path in entries(from)? {
        let Some(name) = path.file_name() else { continue };
        let target = to.join(name);
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            at("copy", &path, fs::copy(&path, &target))?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    at("list", folder, fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()))
}

/// `index.html` without the lines that only trunk reads.
fn without_trunk(source: &str) -> String {
    source.lines().filter(|line| !line.contains("data-trunk")).flat_map(|line| [line, "\n"]).collect()
}
