//! What documents say that follows from the program: fields, columns and policies of the worlds. `SCHEDSCOPE_DOCS=write cargo test` writes
//! it anew.

use schedscope::registry::{Choice, Parameter, Preset};
use schedscope::world::{Better, Unit};
use schedscope_core::experiment::{Column, Form, Listed, Part, Scenario, SystemKind, WithWorld, registry, schema};
use schedscope_state::explained::Lesson;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// How to write them.
const UPDATE: &str = "SCHEDSCOPE_DOCS=write cargo test --test cli reference";

/// Whether they are to be written.
fn writes() -> bool {
    std::env::var_os("SCHEDSCOPE_DOCS").is_some_and(|what| what == "write")
}

/// A table between its marks in a document must be this one.
fn holds(document: &str, name: &str, table: &str) {
    let path = PathBuf::from(crate::ROOT).join(document);
    let text = std::fs::read_to_string(&path).expect("a document");
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{document} has no mark {begin}"));
    let (found, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{document} has no mark {end}"));
    if writes() {
        std::fs::write(path, format!("{before}{begin}{table}{end}{after}")).expect("written");
    } else {
        assert_eq!(found, table, "{document} is not up to date: {UPDATE}");
    }
}

fn title(world: SystemKind) -> String {
    let (first, rest) = world.key().split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

#[test]
fn every_field_is_in_the_reference() {
    let mut tables = String::new();
    for world in SystemKind::ALL {
        write!(tables, "\n**{}**\n\n| field | what it is | default |\n|---|---|---|\n", title(*world)).unwrap();
        for part in Part::all(*world) {
            let words = if let Form::Word(words) = &part.form { format!(" ({})", words.join(", ")) } else { String::new() };
            let default = part.default.as_deref().unwrap_or("none");
            writeln!(tables, "| `{}` | {}{words} | {default} |", part.path(), part.about).unwrap();
            if let Form::List(fields) = &part.form {
                let named: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
                writeln!(tables, "| | each with {} | |", named.join(", ")).unwrap();
            }
        }
    }
    holds("docs/reference.md", "fields", &format!("{}\n", tables.trim_start()));
}

#[test]
fn scenario_files_follow_their_schema() {
    let worlds: Vec<serde_json::Value> = SystemKind::ALL.iter().map(|world| schema(*world)).collect();
    let all = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "schedscope scenario",
        "description": "A scenario file of any world, for editors that check TOML. Generated from the doc comments of the fields.",
        "anyOf": worlds
    });
    let text = format!("{}\n", serde_json::to_string_pretty(&all).expect("JSON"));
    let path = PathBuf::from(crate::ROOT).join("assets/schema/scenario-1.json");
    if writes() {
        std::fs::write(&path, &text).expect("written");
    }
    assert!(std::fs::read_to_string(&path).expect("a schema") == text, "the schema is not up to date: {UPDATE}");
    let validator = jsonschema::validator_for(&all).expect("a schema");
    for query in [
        "seed=3&workload.sizes={ bounded-pareto = { alpha = 1.5, ratio = 1e6 } }&workload.errors.uniform=[0.5,2.0]&workload.weights=none",
        "workload.weights={ classes = 5, beta = 1.0 }&workload.jobs=[{ arrival = 0.0, size = 3.0 }]&system.servers=2",
        "system.kind=cluster&workload.mix=prod&system.pools=[{ min_map = 4 }]&system.changes=[{ time = 6.0, machine = 3, joins = false }]",
        "system.kind=datacenter&workload.like=testbed-uniform&system.errors_reclassify=true",
        "system.kind=ordering&system.objective=wtmb&workload.tasks=[{ name = 'a', size = 2.0 }, { after = ['a'] }]",
        "system.kind=network&system.topology=fat-tree&workload.flows=[{ arrival = 0.0, size = 2.0, class = 'store' }]",
        "system.kind=network&system.links=[{ from = 'a', to = 'b', capacity = 2.0 }]&workload.pattern=incast",
        "system.kind=cdn&system.regions=[{ name = 'A', distance = 3.0 }]&workload.requests=[{ arrival = 0.0, region = 'A' }]",
    ] {
        let scenario = serde_json::to_value(Scenario::from_query(query).unwrap()).expect("JSON");
        assert!(validator.is_valid(&scenario), "{query}");
    }
    for wrong in [serde_json::json!({ "system": { "machines": 3 } }), serde_json::json!({ "workload": { "sigma": "much" } })] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn every_column_is_in_the_schema() {
    let unit = |unit: Unit| match unit {
        Unit::One => "",
        Unit::Fraction => "fraction",
        Unit::Time => "unit of time",
        Unit::Seconds => "s",
        Unit::Jobs => "jobs",
    };
    let better = |better: Better| match better {
        Better::Less => "less",
        Better::More => "more",
        Better::Neither => "",
    };
    let shared = |column: &Column| SystemKind::ALL.iter().all(|world| Column::find(*world, &column.title).is_some());
    let rows = |columns: &mut dyn Iterator<Item = &'static Column>| {
        columns.fold("| column | what it is | unit | better |\n|---|---|---|---|\n".to_owned(), |mut rows, column| {
            let Column { title, about, .. } = column;
            writeln!(rows, "| `{title}` | {about} | {} | {} |", unit(column.unit), better(column.better)).unwrap();
            rows
        })
    };
    let mut tables = rows(&mut Column::all(SystemKind::default()).iter().filter(|column| shared(column)));
    for world in SystemKind::ALL {
        let own = rows(&mut Column::all(*world).iter().filter(|column| !shared(column)));
        write!(tables, "\nIn the {world} world these follow:\n\n{own}").unwrap();
    }
    holds("docs/schema.md", "columns", &tables);
}

/// The first part of the documentation of each policy that has a file of its own, by its key.
fn documented(world: SystemKind) -> BTreeMap<String, String> {
    fn enter(folder: &Path, found: &mut BTreeMap<String, String>) {
        let mut entries: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                enter(&path, found);
                continue;
            }
            let code = fs::read_to_string(&path).expect("a file of the engine");
            let lines = code.lines().map_while(|line| line.strip_prefix("//!"));
            let text: Vec<&str> = lines.map(str::trim).take_while(|line| !line.starts_with("# ")).collect();
            let keys = code.lines().filter_map(|line| line.trim().strip_prefix("key: \"")?.strip_suffix("\","));
            found.extend(keys.map(|key| (key.to_owned(), plain(text.join("\n").trim()))));
        }
    }
    let mut found = BTreeMap::new();
    for folder in ["policies", "algorithms"] {
        let folder = Path::new(crate::ROOT).join("crates/engine/src").join(world.key()).join(folder);
        if folder.is_dir() {
            enter(&folder, &mut found);
        }
    }
    found
}

/// A text of the code's documentation without its links to other code.
fn plain(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, linked)) = rest.split_once('[') {
        out.push_str(before);
        let Some((words, after)) = linked.split_once(']').filter(|(words, after)| words.starts_with('`') || after.starts_with('(')) else {
            out.push('[');
            rest = linked;
            continue;
        };
        out.push_str(&words.replace("super::", ""));
        rest = after.strip_prefix('(').and_then(|target| target.split_once(')')).map_or(after, |(_, after)| after);
    }
    out + rest
}

/// What is said of the policies of a world.
struct Policies;

impl WithWorld for Policies {
    type Value = String;

    fn with<W: Listed>(self) -> String {
        let registry = registry::<W>();
        let documented = documented(W::SYSTEM);
        let mut out = String::new();
        let policy = |(preset, choice): (&Preset<W::Policy>, Choice)| {
            let row = &preset.row;
            let optional = registry.parameters_of(preset).any(|parameter| parameter.name() == "preemption");
            let preemptive = match (optional, row.preemptive) {
                (true, _) => "by a parameter",
                (_, true) => "yes",
                _ => "no",
            };
            let beside = W::beside(&preset.kind).map_or_else(String::new, |beside| {
                let why = beside.why.map_or_else(String::new, |why| format!(" ({why})"));
                format!("; {}: {}{why}", beside.title, beside.word)
            });
            let lesson = Lesson::of_policy(W::SYSTEM, row.key);
            let full = if row.full.is_empty() { String::new() } else { format!(", {}", row.full) };
            let title = format!("{}: {}.", row.name, row.full);
            let text = documented.get(row.key).map_or("", |text| text.strip_prefix(&*title).unwrap_or(text).trim());
            let text = if text.is_empty() { String::new() } else { format!("{text}\n\n") };
            format!(
                "### {}\n\n`{}`{full}: {}.\n\n{text}*Sizes*: {}; *preemptive*: {preemptive}{beside}. *Source*: {}. *Learn*: {}.\n\n",
                choice.short_name(),
                row.key,
                row.line,
                row.family.words(),
                row.source,
                lesson.title(),
            )
        };
        registry.presets().iter().zip(registry.choices()).for_each(|asked| out.push_str(&policy(asked)));
        let parameter = |parameter: &Parameter<W::Policy>| {
            let allowed = if parameter.reads().is_empty() {
                parameter.allowed().to_owned()
            } else {
                format!("{}, or a formula", parameter.words().join(", "))
            };
            let [allowed, about] = [&allowed, parameter.about()].map(|cell| cell.replace('|', "\\|"));
            format!("| {} | `{}` | {allowed} | {about} |\n", parameter.policies(), parameter.name())
        };
        let parameters: String = registry.parameters().iter().map(parameter).collect();
        if !parameters.is_empty() {
            write!(out, "### Parameters of {}\n\n| of | name | allowed | what it does |\n|---|---|---|---|\n{parameters}\n", W::SYSTEM)
                .unwrap();
        }
        out
    }
}

#[test]
fn every_policy_is_in_the_list_of_policies() {
    let worlds = SystemKind::ALL.iter().map(|world| format!("## The {world} world\n\n{}", world.with(Policies)));
    let text: String = worlds.collect();
    assert!(text.contains("policy has a smaller mean sojourn time, on any sequence of arrivals"), "SRPT's promise is quoted");
    holds("docs/policies.md", "policies", &text);
}

#[test]
fn links_to_code_become_words() {
    assert_eq!(
        plain("Sizes are exact; [`super::fspe`] is [the same](super::fspe), E\\[S\\] of `rank[est]`."),
        "Sizes are exact; `fspe` is the same, E\\[S\\] of `rank[est]`."
    );
}
