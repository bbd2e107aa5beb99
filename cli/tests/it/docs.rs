//! What documents say of the repository.

use std::fs;
use std::path::Path;

/// The folders and files of the repository, each as the names that lead to it.
fn paths() -> Vec<Vec<String>> {
    fn enter(folder: &Path, at: &[String], found: &mut Vec<Vec<String>>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if name.starts_with('.') || name == "target" {
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

/// A path begins where the map says that paths begin, or in a folder that its paragraph names; `<world>` stands for any name.
#[test]
fn what_the_map_names_is_there() {
    const PACKAGES: [&str; 9] = ["engine", "core", "chart", "literature", "page", "cli", "web", "python", "xtask"];
    const WORLDS: [&str; 6] = ["server", "cluster", "datacenter", "ordering", "network", "cdn"];
    const MADE_BY_A_BUILD: &str = "program-HASH/";
    let paths = paths();
    let known = |path: &[&str]| {
        let is = |(known, name): (&String, &&str)| known == name || name.starts_with('<');
        paths.iter().find(|known| known.len() == path.len() && known.iter().zip(path).all(is))
    };
    let map = include_str!("../../../ARCHITECTURE.md");
    let (mut count, mut lost) = (0, vec![]);
    for paragraph in map.split("```").step_by(2).flat_map(|prose| prose.split("\n\n")).flat_map(|text| text.split("\n* ")) {
        let worlds = WORLDS.map(|world| vec!["engine", "src", world]);
        let packages = PACKAGES.map(|package| vec![package]);
        let mut folders: Vec<Vec<&str>> = vec![vec![], vec!["engine", "src"], vec!["core", "src"]];
        folders.extend(worlds.into_iter().chain(packages));
        let mut unknown = quoted(paragraph);
        count += unknown.len();
        // What is found may be where others are.
        loop {
            let before = unknown.len();
            unknown.retain(|path| {
                let path = names(path);
                let of_a_package = PACKAGES.contains(&path[0]).then(|| [&path[..1], &["src"], &path[1..]].concat());
                let all = folders.iter().map(|folder| [&folder[..], &path].concat()).chain(of_a_package);
                let found: Vec<&Vec<String>> = all.filter_map(|path| known(&path)).collect();
                let folder = |path: &&Vec<String>| path.len() - usize::from(path.last().is_some_and(|name| name.contains('.')));
                folders.extend(found.iter().map(|path| path[..folder(path)].iter().map(String::as_str).collect()));
                found.is_empty()
            });
            if unknown.len() == before {
                break;
            }
        }
        lost.extend(unknown.into_iter().filter(|path| *path != MADE_BY_A_BUILD));
    }
    assert!(count > 200 && lost.is_empty(), "ARCHITECTURE.md names what is not there: {lost:?}");
}
