//! Files that are taken for jobs and are something else: what each is, and what can be done with it.

/// What a file is that no reader understands, and what may stand there instead; nothing if it is none that is known.
pub fn told(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let bytes = bytes.trim_ascii_start();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let begins = |word: &str| head.get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word));
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
    if !begins("{") {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let has = |key: &str| text.contains(&format!("\"{key}\""));
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
