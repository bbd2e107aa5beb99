//! What documents say of the repository.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders and files of the repository, each as the names that lead to it.
fn paths() -> Vec<Vec<String>> {
    fn enter(folder: &Path, at: &[String], found: &mut Vec<Vec<String>>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if name.starts_with('.') && ![".ci", ".github"].contains(&&*name) || ["target", "dist"].contains(&&*name) {
                continue;
            }
            let path = [at, &[name]].concat();
            if entry.file_type().unwrap().is_dir() {
                enter(&entry.path(), &path, found);
            }
            found.push(path);
        }
    }
    let mut found = vec![];
    enter(Path::new(super::ROOT), &[], &mut found);
    found
}

/// What is quoted that is a folder or a file.
fn quoted(text: &str) -> Vec<&str> {
    let ends = [".rs", ".md", ".toml", ".json", ".html", ".css", ".py"];
    let plain = |path: &str| path.chars().all(|c| c.is_ascii_alphanumeric() || "_-./<>".contains(c));
    let is_path = |path: &&str| plain(path) && (path.contains('/') || ends.iter().any(|end| path.ends_with(end)));
    text.split('`').skip(1).step_by(2).filter(is_path).collect()
}

fn names(path: &str) -> Vec<&str> {
    path.split('/').filter(|name| !name.is_empty()).collect()
}

/// A path begins at the root, or in a folder that its section has named before; `<world>` stands for any name.
#[test]
fn what_the_map_and_the_steps_name_is_there() {
    named("ARCHITECTURE.md", include_str!("../../ARCHITECTURE.md"), 200);
    named("CONTRIBUTING.md", include_str!("../../CONTRIBUTING.md"), 100);
}

/// Every path that a document names is one of the repository, and at least so many are named.
fn named(document: &str, text: &str, least: usize) {
    const MADE_BY_A_BUILD: &str = "program-HASH/";
    let paths = paths();
    let known = |path: &[&str]| {
        let is = |(known, name): (&String, &&str)| known == name || name.starts_with('<');
        paths.iter().any(|known| known.len() == path.len() && known.iter().zip(path).all(is))
    };
    let (mut count, mut lost) = (0, vec![]);
    for section in text.split("\n## ") {
        let mut folders = vec![vec![]];
        for path in section.split("```").step_by(2).flat_map(quoted) {
            count += 1;
            let found = folders.iter().map(|folder: &Vec<&str>| [&folder[..], &names(path)].concat()).find(|path| known(path));
            match found {
                Some(mut found) => {
                    found.truncate(found.len() - usize::from(found.last().is_some_and(|name| name.contains('.'))));
                    folders.push(found);
                }
                None if path == MADE_BY_A_BUILD => {}
                None => lost.push(path),
            }
        }
    }
    assert!(count >= least && lost.is_empty(), "{document} names {count} paths, of which are not there: {lost:?}");
}

/// The documents, with their texts.
fn documents() -> BTreeMap<PathBuf, String> {
    let root = Path::new(super::ROOT);
    let entries = ["", "docs"].into_iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The anchors of a document's headings, as hosts and the book make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(words) | Event::Code(words) => heading.iter_mut().for_each(|heading| heading.push_str(&words)),
            Event::End(TagEnd::Heading(_)) => {
                let letter = |c: char| match c {
                    c if c.is_whitespace() => Some('-'),
                    c => (c.is_alphanumeric() || "_-".contains(c)).then(|| c.to_ascii_lowercase()),
                };
                let anchor: String = heading.take().unwrap_or_default().trim().chars().filter_map(letter).collect();
                let again = (1..=found.len()).map(|n| format!("{anchor}-{n}")).find(|again| !found.contains(again));
                found.insert(if found.contains(&anchor) { again.unwrap_or_default() } else { anchor });
            }
            _ => {}
        }
    }
    found
}

/// What a document links to.
fn links(text: &str) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(target).filter(|target| !target.contains(':')).collect()
}

/// Links of documents that lead nowhere, and how many there are at all.
fn lost(documents: &BTreeMap<PathBuf, String>) -> (Vec<String>, usize) {
    let (mut lost, mut count) = (vec![], 0);
    for (document, text) in documents {
        for link in links(text) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { document.clone() } else { document.with_file_name(path) };
            let there = target.canonicalize().is_ok_and(|target| {
                let text =
                    documents.iter().find(|(other, _)| other.canonicalize().is_ok_and(|other| other == target)).map(|(_, text)| text);
                anchor.is_empty() || text.is_some_and(|text| anchors(text).contains(anchor))
            });
            count += 1;
            if !there {
                lost.push(format!("{}: {link}", document.display()));
            }
        }
    }
    (lost, count)
}

#[test]
fn links_of_documents_lead_somewhere() {
    let mut documents = documents();
    let (broken, count) = lost(&documents);
    assert!(count > 120 && broken.is_empty(), "of {count} links these lead nowhere: {broken:#?}");
    let guide = documents.iter_mut().find(|(path, _)| path.ends_with("docs/guide.md")).expect("the guide").1;
    guide.push_str("\n[file](nothing.md) [anchor](reference.md#nothing) [here](#nothing) [fine](reference.md#links)\n");
    assert_eq!(lost(&documents).0.len(), 3, "the test would notice");
}

#[test]
fn what_each_dependency_is_for_is_said() {
    let manifest: toml::Table = include_str!("../../Cargo.toml").parse().expect("TOML");
    let own = |name: &str| name == "schedscope" || name.starts_with("schedscope-");
    let needed = manifest["workspace"]["dependencies"].as_table().expect("dependencies").keys().map(String::as_str);
    let needed: BTreeSet<&str> = needed.filter(|name| !own(name)).collect();
    let rows = include_str!("../../docs/dependencies.md").lines().filter(|line| line.starts_with("| `"));
    let said: Vec<&str> = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2)).collect();
    assert_eq!(said.iter().copied().collect::<BTreeSet<_>>(), needed);
    assert_eq!(said.len(), needed.len(), "each once: {said:?}");
}

#[test]
fn programs_of_the_page_on_rust_are_examples_that_are_compiled() {
    let page = include_str!("../../docs/rust.md");
    let folder = std::fs::read_dir(Path::new(crate::ROOT).join("crates/engine/examples")).expect("a folder");
    let examples: Vec<String> = folder.map(|file| std::fs::read_to_string(file.expect("an entry").path()).expect("an example")).collect();
    let programs: Vec<&str> = page.split("```rust\n").skip(1).map(|rest| rest.split_once("```").expect("an end").0).collect();
    assert!(programs.len() == 2 && programs.iter().all(|program| examples.iter().any(|example| example.contains(program))));
}

#[test]
fn the_version_to_cite_is_that_of_the_program() {
    let cited = include_str!("../../CITATION.cff");
    assert!(cited.lines().any(|line| line == concat!("version: ", env!("CARGO_PKG_VERSION"))), "CITATION.cff has another version");
}

#[test]
fn the_first_result_is_what_the_program_prints() {
    let readme = include_str!("../../README.md");
    let (command, rest) = readme.split_once("$ schedscope ").and_then(|(_, rest)| rest.split_once('\n')).expect("a command");
    let (expected, _) = rest.split_once("```").expect("what it prints");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_schedscope")).args(command.split(' ')).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
