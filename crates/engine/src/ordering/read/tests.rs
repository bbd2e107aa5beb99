use super::*;

/// Names and sizes, edges, and how much was left out.
type Parsed = (Vec<(String, f64)>, Vec<(u32, u32)>, usize);

fn graph(format: Format, text: &str) -> Parsed {
    let Given { graph, left_out, .. } = read(format, "f", text.as_bytes()).unwrap();
    let tasks = (0..graph.tasks() as u32).map(|task| (graph.name(task).to_owned(), graph.sizes()[task as usize])).collect();
    let edges = (0..graph.tasks() as u32).flat_map(|u| graph.next(u).iter().map(move |v| (u, *v))).collect();
    (tasks, edges, left_out.count())
}

fn error(format: Format, text: &str) -> String {
    read(format, "f", text.as_bytes()).unwrap_err().to_string()
}

fn tasks(of: &[(&str, f64)]) -> Vec<(String, f64)> {
    of.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
}

#[test]
fn edges_of_a_table() {
    let text = "# edges\nfrom, to, size\na,b,2.5\na,c,\nb,c\nd,,7\na,b,2.5\n";
    assert_eq!(graph(Format::Csv, text), (tasks(&[("a", 2.5), ("b", 1.0), ("c", 1.0), ("d", 7.0)]), vec![(0, 1), (0, 2), (1, 2)], 0));
    for (text, said) in [
        ("", "f, line 1: nothing; allowed: a header with the columns from and to"),
        ("a,b\n", "f, line 1: \"a,b\"; allowed: a header"),
        ("from,to\n", "f: no jobs: it names no task"),
        ("from,to\n,b\n", "f, line 2: from is empty; allowed: the name of a task"),
        ("from,to,size\na,b,-1\n", "f, line 2: the size of \"a\" is -1; allowed: a number from 0 to 1e15"),
        ("from,to,size\na,b,x\n", "f, line 2: size is \"x\"; allowed: a number"),
        ("from,to,size\na,b,1\na,c,2\n", "f, line 3: the size of \"a\" is 2, and 1 before; allowed: one size for each task"),
        ("from,to\na,b,c\n", "f, line 2: 3 columns; allowed: as many as the header has"),
        ("from,to\na,b\nb,a\n", "f, the whole file: tasks wait for each other in a circle: \"a\" waits for \"b\", \"b\" waits for \"a\""),
    ] {
        let found = error(Format::Csv, text);
        assert!(found.contains(said), "{found}");
    }
}

/// Generators of task graphs write the work of a task at its node, and the bytes that it hands on at its edges.
#[test]
fn sizes_at_edges_are_those_of_outputs() {
    let text = "digraph { a [size=\"5.8e11\"]; b [size=\"1.2e11\"]; a -> b [size=1000]; a -> c [size=3000]; b -> {c d} [size=7] }";
    let Given { graph, left_out, .. } = read(Format::Dot, "f", text.as_bytes()).unwrap();
    assert_eq!(graph.sizes(), [3000.0, 7.0, 0.0, 0.0]);
    assert_eq!(left_out.told(), ["not read: the column size of nodes, since edges have sizes"]);
}

#[test]
fn a_graph_of_graphviz() {
    let text = "/* two\nlines */ strict digraph \"g\" { rankdir=LR; node [shape=box, size=9]; // no\n# no\na -> b -> {c d} [label=\"x\"];\n\
                a:n [size=\"4.5\"; color=red]\nsubgraph cluster_x { e; f } -> \"a \\\"b\\\"\" + \"c\" ; 7 -> -1.5 }\n";
    let names = ["a", "b", "c", "d", "e", "f", "a \"b\"c", "7", "-1.5"];
    let expected: Vec<_> = names.iter().map(|name| ((*name).to_owned(), if *name == "a" { 4.5 } else { 1.0 })).collect();
    assert_eq!(graph(Format::Dot, text), (expected, vec![(0, 1), (1, 2), (1, 3), (4, 6), (5, 6), (7, 8)], 0));
    for (text, said) in [
        ("", "f, line 1: the end of the file; allowed: digraph"),
        ("graph { a }", "f, line 1: \"graph\"; allowed: digraph"),
        ("digraph {\na -- b }", "f, line 2: an edge without direction, \"--\"; allowed"),
        ("digraph {\na -> ; }", "f, line 2: \";\"; allowed: a node"),
        ("digraph { a [size=-2] }", "f, line 1: size is \"-2\"; allowed: a number from 0"),
        ("digraph { a -> b [size=x] }", "f, line 1: size is \"x\"; allowed: a number from 0"),
        ("digraph { a [size=big] }", "size is \"big\"; allowed: a number"),
        ("digraph { a", "the end of the file; allowed: a node, an edge, or }"),
        ("digraph { \"a }", "a text without an end"),
        ("digraph { /* }", "a comment without an end"),
        ("digraph { a } b", "\"b\"; allowed: one graph"),
        ("digraph { a -> a }", "\"a\" waits for \"a\""),
        ("digraph { ? }", "\"?\"; allowed: a graph"),
        ("digraph { }", "no jobs: it names no task"),
    ] {
        let found = error(Format::Dot, text);
        assert!(found.contains(said), "{found}");
    }
    assert!(error(Format::Dot, &format!("digraph {}", "{".repeat(10_000))).contains("64 graphs"));
}

const MANIFEST: &str = r#"{"metadata": {"dbt_schema_version": "v12"}, "nodes": {
    "model.p.orders": {"resource_type": "model", "depends_on": {"nodes": ["model.p.clean", "seed.p.countries"]}},
    "model.p.clean": {"resource_type": "model", "config": {"materialized": "ephemeral"}, "depends_on": {"nodes": ["source.p.raw.orders"]}},
    "seed.p.countries": {"resource_type": "seed"},
    "test.p.unique": {"resource_type": "test", "depends_on": {"nodes": ["model.p.orders"]}}},
    "sources": {"source.p.raw.orders": {}, "source.p.raw.unused": {}}}"#;

#[test]
fn a_manifest_of_dbt() {
    let expected = tasks(&[("model.p.orders", 1.0), ("seed.p.countries", 1.0), ("source.p.raw.orders", 1.0)]);
    let (tasks, edges, skipped) = graph(Format::Dbt, MANIFEST);
    assert_eq!(tasks.len(), expected.len());
    let named: Vec<_> = edges.iter().map(|(u, v)| (tasks[*u as usize].0.as_str(), tasks[*v as usize].0.as_str())).collect();
    assert!(named.contains(&("source.p.raw.orders", "model.p.orders")) && named.contains(&("seed.p.countries", "model.p.orders")));
    assert_eq!((named.len(), skipped), (2, 3));
    assert_eq!(Format::of("manifest.json", MANIFEST.as_bytes()).ok(), Some(Format::Dbt));
    assert_eq!(Format::of("w.json", b"{\"schemaVersion\": \"1.4\"}").ok(), Some(Format::Wfcommons));
    for (from, to, said) in [
        (
            "\"model.p.clean\", \"seed",
            "\"model.p.cleaner\", \"seed",
            "f, node \"model.p.orders\": depends_on names \"model.p.cleaner\"; allowed",
        ),
        ("\"nodes\": {\n", "\"knots\": {\n", "f, nodes: missing, or no table; allowed"),
        ("{\"metadata\"", "\"metadata\"", "f, line 1, column 11: trailing characters; allowed: JSON"),
    ] {
        let found = error(Format::Dbt, &MANIFEST.replace(from, to));
        assert!(found.contains(said), "{found}");
    }
}

/// A table reads two views, one through the other, and an ephemeral model; another table and a snapshot read one of the views.
const PROJECT: &str = r#"{"nodes": {
    "model.p.a": {"resource_type": "model", "config": {"materialized": "table"}, "depends_on": {"nodes": ["source.p.raw.t"]}},
    "model.p.v": {"resource_type": "model", "config": {"materialized": "view"}, "depends_on": {"nodes": ["model.p.a", "seed.p.s"]}},
    "model.p.w": {"resource_type": "model", "config": {"materialized": "view"}, "depends_on": {"nodes": ["model.p.e"]}},
    "model.p.e": {"resource_type": "model", "config": {"materialized": "ephemeral"}, "depends_on": {"nodes": ["model.p.v"]}},
    "model.p.idle": {"resource_type": "model", "config": {"materialized": "view"}, "depends_on": {"nodes": ["model.p.b"]}},
    "model.p.b": {"resource_type": "model", "config": {"materialized": "incremental"}, "depends_on": {"nodes": ["model.p.w"]}},
    "snapshot.p.c": {"resource_type": "snapshot", "config": {"materialized": "snapshot"}, "depends_on": {"nodes": ["model.p.v"]}},
    "seed.p.s": {"resource_type": "seed", "config": {"materialized": "seed"}},
    "analysis.p.x": {"resource_type": "analysis", "depends_on": {"nodes": ["model.p.b"]}},
    "test.p.unique": {"resource_type": "test", "depends_on": {"nodes": ["model.p.v"]}}},
    "exposures": {"exposure.p.board": {"resource_type": "exposure", "depends_on": {"nodes": ["model.p.b"]}}},
    "sources": {"source.p.raw.t": {}}}"#;

#[test]
fn views_of_dbt_store_nothing() {
    let Given { graph, left_out, project } = read(Format::Dbt, "f", PROJECT.as_bytes()).unwrap();
    let names: Vec<&str> = (0..graph.tasks() as u32).map(|task| graph.name(task)).collect();
    let mut edges: Vec<(&str, &str)> = (0..graph.tasks() as u32)
        .flat_map(|task| graph.next(task).iter().map(move |reader| (task, *reader)))
        .map(|(task, reader)| (names[task as usize], names[reader as usize]))
        .collect();
    edges.sort_unstable();
    let readers = ["model.p.b", "snapshot.p.c"];
    let [of_a, of_s] = ["model.p.a", "seed.p.s"].map(|read| readers.map(|reader| (read, reader)));
    assert_eq!(edges, [&of_a[..], &of_s, &[("source.p.raw.t", "model.p.a")]].concat());
    assert_eq!((names.len(), left_out.count()), (5, 6));
    let told: Vec<_> = left_out.reasons().iter().map(|skip| (skip.count, &*skip.why)).collect();
    let expected = [(4, "of views and ephemeral models, which store nothing"), (2, "of tests, analyses and the like, which are not run")];
    assert_eq!(told, expected);
    let of = |name: &&str| names.iter().position(|other| other == name).unwrap() as u32;
    let order: Vec<u32> = ["source.p.raw.t", "model.p.a", "seed.p.s", "model.p.b", "snapshot.p.c"].iter().map(of).collect();
    let script = project.unwrap().script(&graph, &order);
    let commands = [
        "run --select a",
        "seed --select s",
        "run --select v",
        "run --select w",
        "run --select b",
        "snapshot --select c",
        "run --select idle",
    ];
    let commands: String = commands.map(|command| format!("dbt {command}\n")).concat();
    assert_eq!(script, format!("#!/bin/sh\nset -e\n{commands}"));
    let hostile = PROJECT.replace("model.p.b\"", "model.p.b; rm 'x'\"");
    let Given { graph, project, .. } = read(Format::Dbt, "f", hostile.as_bytes()).unwrap();
    let order: Vec<u32> = (0..graph.tasks() as u32).collect();
    assert!(project.unwrap().script(&graph, &order).contains(r"dbt run --select 'b; rm '\''x'\'''"));
}

#[test]
fn sizes_of_dbt() {
    let catalog = r#"{"nodes": {"model.p.a": {"stats": {"bytes": {"value": 7}}}, "seed.p.s": {"stats": {"num_bytes": {"value": 2.0}}},
        "model.p.v": {"stats": {"has_stats": {"value": false}}}}, "sources": {"source.p.raw.t": {"stats": {"size": {"value": 3}}}}}"#;
    let results = r#"{"results": [{"unique_id": "model.p.a", "adapter_response": {"rows_affected": 40}},
        {"unique_id": "model.p.v", "adapter_response": {"_message": "CREATE VIEW", "rows_affected": -1}}, {"unique_id": "seed.p.s"}]}"#;
    let sizes = |text: &str| super::dbt::sizes("s.json", text.as_bytes());
    let of = |pairs: &[(&str, f64)]| pairs.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
    let known = sizes(catalog).unwrap();
    assert_eq!(known, of(&[("model.p.a", 7.0), ("seed.p.s", 2.0), ("source.p.raw.t", 3_145_728.0)]));
    assert_eq!(sizes(results).unwrap(), of(&[("model.p.a", 40.0)]));
    let (graph, without) = read(Format::Dbt, "f", PROJECT.as_bytes()).unwrap().graph.resized(&known).unwrap();
    let mut found = graph.sizes().to_vec();
    found.sort_unstable_by(f64::total_cmp);
    assert_eq!((found, without), (vec![1.0, 1.0, 2.0, 7.0, 3_145_728.0], 2));
    for (text, said) in [
        ("{", "s.json, line 1, column 1: EOF while parsing an object; allowed: catalog.json or run_results.json of dbt"),
        ("{\"nodes\": {}}", "s.json, the whole file: no size of any table; allowed: catalog.json or run_results.json of dbt"),
        (&*catalog.replace('7', "-7"), "s.json, \"model.p.a\": a size of -7; allowed: a number from 0 to 1e15"),
    ] {
        let found = sizes(text).unwrap_err().to_string();
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn a_workflow_with_the_sizes_of_its_files() {
    let old = r#"{"schemaVersion": "1.4", "workflow": {"tasks": [
        {"name": "split", "runtimeInSeconds": 1, "children": ["sum"], "files": [{"link": "output", "sizeInBytes": 5}, {"link": "input", "sizeInBytes": 9}]},
        {"name": "sum", "runtimeInSeconds": 2, "parents": ["split"]}]}}"#;
    let new = r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": [
        {"name": "n", "id": "split", "parents": [], "children": ["sum"], "outputFiles": ["x", "y"]},
        {"name": "n", "id": "sum", "parents": ["split"], "children": []}],
        "files": [{"id": "x", "sizeInBytes": 2}, {"id": "y", "sizeInBytes": 3}]},
        "execution": {"tasks": [{"id": "split", "runtimeInSeconds": 1}, {"id": "sum", "runtimeInSeconds": 2}]}}}"#;
    for text in [old, new] {
        assert_eq!(graph(Format::Wfcommons, text), (tasks(&[("split", 5.0), ("sum", 1.0)]), vec![(0, 1)], 0));
    }
}
