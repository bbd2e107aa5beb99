//! Files that are taken for jobs and are something else: what each is, and what can be done with it.

use serde_json::Value;

/// What a file is that no reader understands, and what may stand there instead; nothing if it is none that is known.
pub fn told(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let text = std::str::from_utf8(bytes.trim_ascii()).ok()?;
    let begins = |word: &str| text.get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word));
    let head = &text[..text.floor_char_boundary(4096)];
    if begins("<!doctype html") || begins("<html") {
        return Some(("a web page", "the file itself: a link on the page leads to it"));
    }
    if head.contains("<adag") {
        return Some((
            "a workflow of Pegasus (DAX)",
            "a workflow in the JSON of WfCommons, which Pegasus' traces are published in as well",
        ));
    }
    if begins("<?xml") {
        return Some(("an XML file", "a table with a header (.csv), or another format that --help lists"));
    }
    if begins("digraph") || begins("strict digraph") || begins("graph ") {
        return Some(("a graph in DOT", "tasks that read each other's outputs: --system ordering"));
    }
    if !text.starts_with('{') {
        return None;
    }
    let whole: Value = serde_json::from_str(text).ok()?;
    let has = |key: &str| whole.get(key).is_some();
    if has("jobs") && has("profiles") {
        return Some((
            "a workload of Batsim (JSON)",
            "a table with a header: of each job its id, its subtime as arrival, and what its profile takes on its resources as size",
        ));
    }
    if has("scenario") && has("policies") {
        return Some(("a report of schedscope", "jobs: those of its scenario are written by schedscope jobs"));
    }
    has("traceEvents").then_some(("a trace for Chrome's viewer", "a log of jobs"))
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn files_of_others_are_known() {
        for (text, what) in [
            ("\n<!DOCTYPE html><html>", Some("a web page")),
            ("<?xml version=\"1.0\"?>\n<adag xmlns=\"http://pegasus.isi.edu/schema/DAX\">", Some("a workflow of Pegasus (DAX)")),
            ("<?xml version=\"1.0\"?><platform/>", Some("an XML file")),
            ("digraph G { 1 -> 2 [size=\"5\"] }", Some("a graph in DOT")),
            (
                r#"{"nb_res": 4, "jobs": [{"id": "0", "subtime": 1, "res": 1, "profile": "p"}], "profiles": {"p": {"type": "delay"}}}"#,
                Some("a workload of Batsim (JSON)"),
            ),
            (r#"{"scenario": {}, "policies": []}"#, Some("a report of schedscope")),
            (r#"{"name": "a workflow"}"#, None),
            ("id,arrival,size\n", None),
        ] {
            assert_eq!(told(text.as_bytes()).map(|(what, _)| what), what, "{text}");
        }
    }
}
