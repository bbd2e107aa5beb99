//! Tables of the documents that follow from the program: what worlds say of their fields and columns. `SCHEDSCOPE_DOCS=write cargo test`
//! writes them anew.

use schedscope::world::{Better, Unit};
use schedscope_core::experiment::{Column, Form, Part, Scenario, SystemKind, schema};
use std::fmt::Write as _;
use std::path::PathBuf;

/// How to write them.
const UPDATE: &str = "SCHEDSCOPE_DOCS=write cargo test -p schedscope-cli --test it reference";

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
