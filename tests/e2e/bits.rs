//! The page's program gives the same bits as native programs: every policy, on every kind of workload.

use super::*;

/// Scenarios with every policy of every world, each with its report, as the native tests have written them.
fn outcomes() -> Vec<[String; 2]> {
    let file = env::var_os("SCHEDSCOPE_OUTCOMES").expect("SCHEDSCOPE_OUTCOMES has reports of the native tests: run `cargo xtask test`");
    let outcomes: Value = serde_json::from_slice(&std::fs::read(file).expect("a file")).expect("JSON");
    let outcome = |outcome: &Value| ["scenario", "report"].map(|field| outcome[field].as_str().expect("a text").to_owned());
    outcomes.as_array().expect("a list").iter().map(outcome).collect()
}

#[test]
fn reports_are_those_of_a_native_program() {
    const LONG: Duration = Duration::from_mins(5);
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.open(&page.at("examples.html"));
    let outcomes = outcomes();
    assert!(outcomes.len() > 20);
    for [scenario, expected] in outcomes {
        let asks = "window.found = null;
            import('./schedscope.js').then(({ runJSON }) => runJSON(arguments[0])).then(report => window.found = report, error => window.found = String(error))";
        browser.js_with(asks, &[json!(scenario)]);
        browser.wait("the report", "window.found", LONG);
        let found = browser.js("return window.found");
        let found = found.as_str().expect("a text");
        let place = found.bytes().zip(expected.bytes()).position(|(a, b)| a != b);
        let near = |text: &str| place.map(|place| text[place.saturating_sub(80)..(place + 40).min(text.len())].to_owned());
        assert!(found == expected, "{scenario}: {:?} in the browser, {:?} natively", near(found), near(&expected));
    }
}
