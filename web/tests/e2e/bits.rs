//! The page's program gives the same bits as native programs: every policy, on every kind of workload.

use super::*;

#[path = "../../../core/tests/it/scenarios.rs"]
mod scenarios;

#[test]
fn reports_are_those_of_a_native_program() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.open(&page.at("examples.html"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scenario.toml");
    for scenario in scenarios::scenarios() {
        let source = "return import('./schedscope.js').then(({ runJSON }) => runJSON(arguments[0]))";
        let found = browser.js_with(source, &[json!(scenario.to_toml())]);
        let found = found.as_str().expect("a text");
        std::fs::write(&file, scenario.to_toml()).expect("a file");
        let output = command_line().arg("run").arg(&file).args(["--format", "json"]).output().expect("the command line runs");
        let expected = String::from_utf8(output.stdout).expect("UTF-8");
        let place = found.bytes().zip(expected.bytes()).position(|(a, b)| a != b);
        let near = |text: &str| place.map(|place| text[place.saturating_sub(80)..(place + 40).min(text.len())].to_owned());
        assert!(found == expected, "{}: {:?} in the browser, {:?} natively", scenario.to_query(), near(found), near(&expected));
    }
}
