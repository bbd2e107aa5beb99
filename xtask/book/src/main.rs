//! Makes a book of the documents: `book ROOT OUTPUT`, which `cargo xtask book` calls.
//!
//! Chapters, and the files that they link to, are laid out as in the repository, so that links between them are right in the
//! repository, on its host and in the book.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use pulldown_cmark::{Event, Parser, Tag};

/// The folder of the contents and of most chapters, relative to the root.
const DOCUMENTS: &str = "docs";

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [root, output] = &arguments[..] else {
        eprintln!("error: expected two folders: that of the project, and where the book goes");
        return ExitCode::FAILURE;
    };
    match make(root, output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: the book: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

fn make(root: &Path, output: &Path) -> Result<(), Failure> {
    let sources = output.with_extension("sources");
    let made = lay_out(root, &sources).and_then(|()| {
        let mut config = Config::from_disk(root.join(DOCUMENTS).join("book.toml"))?;
        config.book.src = PathBuf::from(".");
        config.build.build_dir = env::current_dir()?.join(output);
        Ok(MDBook::load_with_config(&sources, config)?.build()?)
    });
    fs::remove_dir_all(&sources)?;
    made
}

/// Copies the contents, the chapters, and what chapters link to.
fn lay_out(root: &Path, sources: &Path) -> Result<(), Failure> {
    let contents = Path::new(DOCUMENTS).join("SUMMARY.md");
    let text = read(&root.join(&contents))?;
    let chapters: BTreeSet<PathBuf> = linked(&text, &contents).collect();
    let mut files = chapters.clone();
    for chapter in &chapters {
        files.extend(linked(&read(&root.join(chapter))?, chapter));
    }
    for file in &files {
        if file.extension().is_some_and(|extension| extension == "md") && !chapters.contains(file) {
            return Err(format!("a chapter links to {}, which is no chapter in {}", file.display(), contents.display()).into());
        }
        let target = sources.join(file);
        fs::create_dir_all(target.parent().unwrap_or(sources))?;
        fs::copy(root.join(file), target).map_err(|problem| named(file, &problem))?;
    }
    // The contents are relative to the root there.
    let moved = text.replace("](", &format!("]({DOCUMENTS}/")).replace(&format!("]({DOCUMENTS}/../"), "](");
    Ok(fs::write(sources.join("SUMMARY.md"), moved)?)
}

/// The files of the repository that a document links to, relative to the root.
fn linked(text: &str, document: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = document.parent().unwrap_or(Path::new("")).to_path_buf();
    let targets = Parser::new(text).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    });
    let of_repository = |target: String| {
        let path = target.split('#').next().unwrap_or_default().to_owned();
        (!path.is_empty() && !path.contains(':')).then_some(path)
    };
    let paths: Vec<PathBuf> = targets.filter_map(of_repository).map(|path| plain(&folder.join(path))).collect();
    paths.into_iter()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|problem| named(path, &problem))
}

fn named(path: &Path, problem: &io::Error) -> Failure {
    format!("{}: {problem}", path.display()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_the_folder_of_their_document() {
        let text = "[a](b.md#c) ![d](../e/f.png) [g](https://h.org/i) [j](#k) `[l](m)`\n\n[n]: o\n[n]";
        let found: Vec<PathBuf> = linked(text, Path::new("docs/a.md")).collect();
        assert_eq!(found, ["docs/b.md", "e/f.png", "docs/o"].map(PathBuf::from));
    }
}
