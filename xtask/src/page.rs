//! Makes `dist/`: compiles the page to wasm, splits it into its parts, adds the JavaScript glue, and puts `index.html` and `www/` beside it.
//!
//! `index.html` is a page as it stands, and `www/start.js` starts the program. Only lines with `data-trunk`, by which trunk makes the
//! same page, have no meaning here and are left out.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;
use wasm_encoder::Module;
use wasm_encoder::reencode::{self, Reencode};
use wasmparser::{CustomSectionReader, Parser};

use crate::project::{Failure, Project, at, read, run, write};
use crate::setup;
use crate::toolchain::{WASM, WASM_TARGET};

/// The package of the page.
const PACKAGE: &str = "schedscope-program";

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

/// The name of the folder of the program, before its hash: whoever has opened the page gets all files of one build from it, or none.
pub const PROGRAM: &str = "program-";

/// The parts of the program that workers fetch, as `src/web/parts.rs` names them.
const OF_WORKERS: [&str; 2] = ["engines", "theory"];

/// The list of the program's files, among them.
pub const FILES: &str = "files.json";

/// What of `www/` is part of the program.
const OF_PROGRAM: [&str; 3] = ["first.js", "start.js", "style.css"];

/// Folders of `assets/` that lie beside the program: files that are fetched when they are wanted.
const BESIDE: [&str; 2] = ["traces", "swept"];

/// What other pages import: it has a name that stays, and finds the program of its build.
const MODULE: &str = "schedscope.js";

/// Builds the page and replaces `dist/`.
pub fn build(project: &Project, profile: Profile, install: bool) -> Result<(), Failure> {
    setup::ensure(&[&WASM_TARGET], install)?;
    let (name, folder) = profile.names();
    let mut cargo = project.cargo();
    cargo.args(["rustc", "--target", WASM, "--package", PACKAGE, "--bin", NAME, "--profile", name, "--features"]);
    match profile {
        // The splitter needs relocations to see who calls what.
        Profile::Release => cargo.args(["parts", "--", "-C", "link-arg=--emit-relocs"]),
        Profile::Dev => cargo.arg("web"),
    };
    run(&mut cargo)?;

    let dist = project.dist();
    if dist.exists() {
        at("remove", &dist, fs::remove_dir_all(&dist))?;
    }
    let program = dist.join("program");
    at("create", &program, fs::create_dir_all(&program))?;
    let wasm = project.target().join(WASM).join(folder).join(NAME).with_extension("wasm");
    let (first, engines) = match profile {
        Profile::Release => split(&wasm, &program)?,
        Profile::Dev => (wasm, vec![]),
    };
    glue(&first, &program, profile)?;
    copy(&project.root().join("www"), &dist)?;
    for name in OF_PROGRAM {
        at("move", &dist.join(name), fs::rename(dist.join(name), program.join(name)))?;
    }
    for folder in BESIDE {
        copy(&project.root().join("assets").join(folder), &dist.join(folder))?;
    }
    let hashed = format!("{PROGRAM}{:016x}", hash(&program)?);
    // What `start.js` wants to know.
    let mut beside: Vec<String> =
        ["icon.svg", "learn.html", "examples.html", "examples.css", "examples.js", MODULE].map(str::to_owned).into();
    for folder in BESIDE {
        beside.extend(names(&dist.join(folder))?.into_iter().map(|name| format!("{folder}/{name}")));
    }
    let list = serde_json::json!({ "all": names(&program)?, "engines": engines, "beside": beside });
    write(&program.join(FILES), &list.to_string())?;
    at("rename", &program, fs::rename(&program, dist.join(&hashed)))?;
    let index = read(&project.root().join("index.html"))?;
    let opening = read(&project.root().join("assets/opening.html"))?;
    write(&dist.join("index.html"), &with_opening(&within(&hashed, &without_trunk(&index)), &opening))?;
    for name in ["learn.html", "examples.html", MODULE] {
        let path = dist.join(name);
        write(&path, &within(&hashed, &read(&path)?))?;
    }
    Ok(())
}

/// Splits a module into the part that is loaded first, whose path it gives, and those that are fetched when they are wanted; gives the
/// names of the files that workers fetch as well.
fn split(wasm: &Path, program: &Path) -> Result<(PathBuf, Vec<String>), Failure> {
    let contents = at("read", wasm, fs::read(wasm))?;
    let first = wasm.with_file_name("first.wasm");
    let mut options = wasm_split_cli_support::Options::new(&contents);
    options.output_dir = program;
    options.main_out_path = &first;
    options.link_name = "./parts.js";
    options.main_module = "./web.js";
    let unsplit = |problem: String| Failure::Split { wasm: wasm.to_path_buf(), problem };
    let made = wasm_split_cli_support::transform(options).map_err(|problem| unsplit(format!("{problem:#}")))?;
    for part in &made.split_modules {
        at("write", part, fs::write(part, compact(&at("read", part, fs::read(part))?).map_err(|problem| unsplit(problem.to_string()))?))?;
    }
    let of_workers: BTreeSet<&String> = OF_WORKERS.iter().filter_map(|part| made.prefetch_map.get(*part)).flatten().collect();
    let engines = of_workers.into_iter().map(|stem| format!("{stem}.wasm")).collect();
    Ok((first, engines))
}

/// Writes a module anew, with its numbers as short as they can be and without the names of its functions, which only those need who look
/// for faults.
struct Compact;

impl Reencode for Compact {
    type Error = Infallible;

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<(), reencode::Error> {
        Ok(())
    }
}

fn compact(wasm: &[u8]) -> Result<Vec<u8>, reencode::Error> {
    let mut module = Module::new();
    Compact.parse_core_module(&mut module, Parser::new(0), wasm)?;
    Ok(module.finish())
}

/// Names of the files in a folder, in order.
pub fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> =
        entries(folder)?.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort_unstable();
    Ok(names)
}

/// A hash of names and contents.
fn hash(folder: &Path) -> Result<u64, Failure> {
    let mut hasher = DefaultHasher::new();
    for name in names(folder)? {
        name.hash(&mut hasher);
        at("read", &folder.join(&name), fs::read(folder.join(&name)))?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// Makes the JavaScript glue and the final wasm module.
fn glue(wasm: &Path, program: &Path, profile: Profile) -> Result<(), Failure> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(NAME).typescript(false);
    let release = profile == Profile::Release;
    // The parts share memory and table with the first.
    bindgen.keep_debug(!release).remove_name_section(release).remove_producers_section(release).keep_lld_exports(release);
    let failure = |problem| Failure::Glue { wasm: wasm.to_path_buf(), problem: format!("{problem:#}") };
    bindgen.web(true).and_then(|bindgen| bindgen.generate(program)).map_err(failure)
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

/// `index.html` with what stands on the page before the program runs: it takes no clicks, and nothing is read out of it.
fn with_opening(index: &str, opening: &str) -> String {
    let place = "<div id=\"loading\">";
    index.replacen(place, &format!("{place}<div class=\"opening-page\" inert aria-hidden=\"true\">{}</div>", opening.trim_end()), 1)
}

/// A file beside the program with what is of the program in its folder.
fn within(folder: &str, index: &str) -> String {
    let moved = |index: String, name: &str| index.replace(&format!("\"{name}\""), &format!("\"{folder}/{name}\""));
    ["web.js", "web_bg.wasm"].into_iter().chain(OF_PROGRAM).fold(index.to_owned(), moved)
}

/// `index.html` without the lines that only trunk reads.
fn without_trunk(source: &str) -> String {
    source.lines().filter(|line| !line.contains("data-trunk")).flat_map(|line| [line, "\n"]).collect()
}
