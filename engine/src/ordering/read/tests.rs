use super::*;

/// Names and sizes, edges, and how much was left out.
type Parsed = (Vec<(String, f64)>, Vec<(u32, u32)>, usize);

fn graph(format: Format, text: &str) -> Parsed {
    let Given { graph, skipped } = read(format, "f", text.as_bytes()).unwrap();
    let tasks = (0..graph.tasks() as u32).map(|task| (graph.name(task).to_owned(), graph.sizes()[task as usize])).collect();
    let edges = (0..graph.tasks() as u32).flat_map(|u| graph.next(u).iter().map(move |v| (u, *v))).collect();
    (tasks, edges, skipped)
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
        ("digraph { a [size=-2] }", "f, line 1: the size of \"a\" is -2; allowed: a number from 0"),
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
