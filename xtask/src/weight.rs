//! What the page weighs: the bytes that a browser is sent before the first picture, and with each part after it.

use std::fs;
use std::path::Path;

use crate::encoding::Encoding;
use crate::page::{FILES, PROGRAM, names};
use crate::project::{Failure, Project, at, read};

/// Kilobytes that a browser may be sent before the first picture. A page that grows beyond a tenth more fails the tests, so that growth is
/// decided and not noticed: whoever raises this says why in the commit.
const BUDGET: f64 = 650.0;

/// A file of the page.
struct Weighed {
    name: String,
    /// Bytes as they are, and as they are sent.
    raw: usize,
    sent: usize,
}

/// Whether a file of the program is sent before the first picture; all others are of parts that are fetched when they are wanted.
fn is_first(name: &str) -> bool {
    !(name.starts_with("split_") || name.starts_with("chunk_") || name == FILES)
}

/// Kilobytes as they are sent.
fn kilobytes<'a>(files: impl Iterator<Item = &'a Weighed>) -> f64 {
    files.map(|file| file.sent).sum::<usize>() as f64 / 1e3
}

fn weighed(folder: &Path) -> Result<Vec<Weighed>, Failure> {
    let of = |name: String| {
        let path = folder.join(&name);
        let contents = at("read", &path, fs::read(&path))?;
        Ok(Weighed { raw: contents.len(), sent: Encoding::Brotli.compress(&contents).len(), name })
    };
    names(folder)?.into_iter().filter(|name| folder.join(name).is_file()).map(of).collect()
}

/// Prints how large each file of the page is, as it is and as `cargo xtask serve` sends it.
///
/// # Errors
/// If what is sent before the first picture exceeds its budget by a tenth.
pub fn weigh(project: &Project) -> Result<(), Failure> {
    let dist = project.dist();
    let beside = weighed(&dist)?;
    let folder = names(&dist)?.into_iter().find(|name| name.starts_with(PROGRAM)).unwrap_or_default();
    let mut program = weighed(&dist.join(&folder))?;
    program.sort_by_key(|file| (!is_first(&file.name), std::cmp::Reverse(file.sent)));
    for Weighed { name, raw, sent } in beside.iter().chain(&program) {
        eprintln!("{name}: {:.1} kB, {:.1} kB as sent", *raw as f64 / 1e3, *sent as f64 / 1e3);
    }
    let index = beside.iter().filter(|file| ["index.html", "icon.svg"].contains(&file.name.as_str()));
    let first = kilobytes(index.chain(program.iter().filter(|file| is_first(&file.name))));
    let all = kilobytes(beside.iter().chain(&program));
    eprintln!("before the first picture: {first:.1} kB as sent, of {BUDGET} kB; all of the page: {all:.1} kB");
    quoted(project, first, all)?;
    if first > 1.1 * BUDGET { Err(Failure::Heavy { first, budget: BUDGET }) } else { Ok(()) }
}

/// Checks the two sizes that the guide quotes.
fn quoted(project: &Project, first: f64, all: f64) -> Result<(), Failure> {
    let path = project.root().join("docs/guide.md");
    let expected = format!("{:.1} MB before its first picture, {:.1} MB with everything", first / 1e3, all / 1e3);
    if read(&path)?.contains(&expected) { Ok(()) } else { Err(Failure::Quoted { path, expected }) }
}
