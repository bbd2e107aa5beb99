//! Makes `dist/`: compiles the page to wasm, adds the JavaScript glue, packs the module, and puts `index.html` and `www/` beside it.
//!
//! `index.html` is written for trunk; its `data-trunk` lines are translated here, so that both tools make the same page.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use brotli::enc::BrotliEncoderParams;
use wasm_bindgen_cli_support::{Bindgen, Output};

use crate::pack::pack;
use crate::project::{Failure, Project, at, read, run, write};
use crate::toolchain::{self, WASM};

/// The binary that becomes the page, and the stem of the generated files.
const NAME: &str = "web";
const GLUE: &str = "web.js";
/// The module as the glue generator makes it, and as it is sent.
const WHOLE: &str = "web_bg.wasm";
const MODULE: &str = "web.wasm";
/// The script of `www/` that unpacks it.
const UNPACK: &str = "unpack.js";

/// Most bytes of wasm and JavaScript together, as a web server sends them.
const MOST: usize = 400_000;

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

    /// What cargo is told: with which profile, and for the page that is given away also how to shed what a browser has no use for.
    ///
    /// The standard library is compiled with it, without backtraces, and a panic ends the worker or the page at once, where it would
    /// first put a message together: 29 kB. (Its sorts stay the quick ones: small ones would save 9 kB more, and cost Compare a
    /// quarter of its speed.) The toolchain has both, but not as settled: hence `RUSTC_BOOTSTRAP`, which is safe with the one
    /// version that the project is pinned to. The page is also rid of what the browser's own compiler does again: addresses that step
    /// through loops, and copies of loads and sums at the ends of branches. That weighs 8 kB, and no simulation runs slower.
    fn compile(self, cargo: &mut Command) -> &mut Command {
        let (name, _) = self.names();
        if self == Self::Dev {
            return cargo.args(["build", "--target", WASM, "--bin", NAME, "--profile", name]);
        }
        cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zunstable-options -Cpanic=immediate-abort");
        cargo.args(["rustc", "-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
        cargo.args(["--target", WASM, "--bin", NAME, "--profile", name, "--"]);
        cargo.args(["-disable-lsr", "-enable-pre=false", "-disable-machine-licm"].map(|option| format!("-Cllvm-args={option}")))
    }
}

/// Builds the page and replaces `dist/`.
pub fn build(project: &Project, profile: Profile) -> Result<(), Failure> {
    toolchain::ensure_wasm_target()?;
    if profile == Profile::Release {
        toolchain::ensure_library()?;
    }
    run(profile.compile(&mut project.cargo()))?;
    let (_, folder) = profile.names();

    let dist = project.dist();
    if dist.exists() {
        at("remove", &dist, fs::remove_dir_all(&dist))?;
    }
    at("create", &dist, fs::create_dir_all(&dist))?;
    glue(&project.target().join(WASM).join(folder).join(NAME).with_extension("wasm"), &dist, profile)?;

    let index = index(&read(&project.root().join("index.html"))?, project.root(), &snippets(&dist)?)?;
    copy(&project.root().join("www"), &dist)?;
    write(&dist.join("index.html"), &index)
}

/// Prints how large the page is, as it is and as a web server would send it, and fails if its program is too large.
pub fn weigh(project: &Project) -> Result<(), Failure> {
    let (mut total, mut program) = (0, 0);
    for path in entries(&project.dist())?.into_iter().filter(|path| path.is_file()) {
        let contents = at("read", &path, fs::read(&path))?;
        let mut packed = Vec::new();
        at("compress", &path, brotli::BrotliCompress(&mut &contents[..], &mut packed, &BrotliEncoderParams::default()))?;
        total += packed.len();
        if path.extension().is_some_and(|extension| extension == "wasm" || extension == "js") {
            program += packed.len();
        }
        let name = path.file_name().unwrap_or_default().display();
        eprintln!("dist/{name}: {:.1} kB, {:.1} kB with brotli", contents.len() as f64 / 1e3, packed.len() as f64 / 1e3);
    }
    let [total, kilo, most] = [total, program, MOST].map(|bytes| bytes as f64 / 1e3);
    eprintln!("the page: {total:.1} kB with brotli; wasm and JavaScript: {kilo:.1} of {most:.0} kB allowed");
    if program > MOST { Err(Failure::Heavy { program, most: MOST }) } else { Ok(()) }
}

/// Makes the JavaScript glue and the final wasm module.
fn glue(wasm: &Path, dist: &Path, profile: Profile) -> Result<(), Failure> {
    let release = profile == Profile::Release;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(NAME).typescript(false);
    bindgen.keep_debug(!release).remove_name_section(release).remove_producers_section(true);
    let failure = |problem| Failure::Glue { wasm: wasm.to_path_buf(), problem: format!("{problem:#}") };
    let mut output = bindgen.web(true).and_then(Bindgen::generate_output).map_err(failure)?;
    let names = if release { shorten(&mut output) } else { vec![] };
    output.emit(dist).map_err(failure)?;
    let path = dist.join(GLUE);
    let glue = names.iter().fold(read(&path)?, |glue, (long, short)| glue.replace(long, short));
    write(&path, &glue)?;
    shrink(dist)
}

/// Replaces the module by the packed one.
fn shrink(dist: &Path) -> Result<(), Failure> {
    let whole = dist.join(WHOLE);
    let module = at("read", &whole, fs::read(&whole))?;
    let packed = pack(&module).map_err(|problem| Failure::Pack { wasm: whole.clone(), problem })?;
    at("remove", &whole, fs::remove_file(&whole))?;
    let path = dist.join(MODULE);
    at("write", &path, fs::write(&path, packed))
}

/// Gives what wasm and glue call of each other short names, and tells which. The names that it has end in sixteen digits, which
/// are as good as random and weigh in both files.
fn shorten(output: &mut Output) -> Vec<(String, String)> {
    const DIGITS: usize = 16;
    let module = output.wasm_mut();
    let exports = module.exports.iter_mut().map(|export| &mut export.name);
    let names = module.imports.iter_mut().map(|import| &mut import.name).chain(exports);
    let digits = |name: &str| name.len() > DIGITS && name.bytes().rev().take(DIGITS).all(|byte| byte.is_ascii_hexdigit());
    let short = |(number, name): (usize, &mut String)| {
        let short = format!("_{number}");
        (std::mem::replace(name, short.clone()), short)
    };
    names.filter(|name| digits(name)).enumerate().map(short).collect()
}

/// Addresses of the small modules the glue imports, if it does.
fn snippets(dist: &Path) -> Result<Vec<String>, Failure> {
    let mut folders = vec![dist.join("snippets")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for path in entries(&folder)? {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(inside) = path.strip_prefix(dist) {
                let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
                found.push(parts.join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
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

/// `index.html` without trunk: style sheets become links, the Rust program becomes the script that starts it, and the
/// copies, which [`copy`] makes anyway, go away.
fn index(source: &str, root: &Path, snippets: &[String]) -> Result<String, Failure> {
    let mut html = String::new();
    for (line, number) in source.lines().zip(1..) {
        let problem = |problem: String| Failure::Index { line: number, problem };
        if !line.contains("data-trunk") {
            html.push_str(line);
            html.push('\n');
            continue;
        }
        match attribute(line, "rel") {
            Some("rust") => html.push_str(&start(snippets)),
            Some("css") => {
                let href = attribute(line, "href").ok_or_else(|| problem("the style sheet has no href".to_owned()))?;
                let name = href.strip_prefix("www/").ok_or_else(|| problem(format!("{href} is not in www/")))?;
                if !root.join(href).is_file() {
                    return Err(problem(format!("there is no {href}")));
                }
                html.push_str("<link rel=\"stylesheet\" href=\"");
                html.push_str(name);
                html.push_str("\">\n");
            }
            Some("copy-dir" | "copy-file") => {}
            other => return Err(problem(format!("xtask has no translation for data-trunk with rel={other:?}"))),
        }
    }
    Ok(html)
}

/// The value of an attribute written with double quotes.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// Hints that let the browser fetch everything at once, and the script that starts the page or says why it does not.
fn start(snippets: &[String]) -> String {
    let mut html = format!(
        "<link rel=\"modulepreload\" href=\"./{GLUE}\">\n\
         <link rel=\"modulepreload\" href=\"./{UNPACK}\">\n\
         <link rel=\"preload\" href=\"./{MODULE}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n"
    );
    for snippet in snippets {
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<link rel=\"modulepreload\" href=\"./{snippet}\">");
    }
    let _ = write!(
        html,
        "<script type=\"module\">\n\
         import init from \"./{GLUE}\";\n\
         import unpack from \"./{UNPACK}\";\n\
         unpack(\"./{MODULE}\").then((module) => init({{ module_or_path: module }})).catch((error) => {{\n\
         \x20 const place = document.getElementById(\"loading\");\n\
         \x20 if (place) place.textContent = `schedscope could not start (${{error}}). It needs a browser with WebAssembly.`;\n\
         \x20 throw error;\n\
         }});\n\
         </script>\n"
    );
    html
}
