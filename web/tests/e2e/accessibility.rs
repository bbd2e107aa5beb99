//! Every view, in both themes, against axe-core.

use super::cdn::{CDN_DONE, CDN_LIT};
use super::order::ORDER_DONE;
use super::*;

/// The script, if there is one.
fn axe() -> Option<String> {
    let Some(script) = std::env::var_os("AXE") else {
        println!("skipped: AXE does not name axe.min.js; `cargo xtask test` fetches it");
        return None;
    };
    Some(std::fs::read_to_string(script).expect("axe-core can be read"))
}

/// What is looked at: where it is, what is true when it is there, and what is done to it then.
const VIEWS: [(&str, &str, &str); 26] = [
    ("#nosuch", "document.querySelector('.missing')", ""),
    ("#traces", "document.querySelector('#sample')", "document.querySelector('#paste summary').click()"),
    ("#watch?v=1&example=under-estimated&policies=srpte,fspe%2Bps&t=10", "document.querySelector('canvas')", ""),
    ("#watch?v=1&example=aging&policies=fsp&t=3", "document.querySelector('canvas')", "document.querySelector('#try').click()"),
    ("#watch?v=1&example=two-jobs&policies=ps", "document.querySelector('canvas')", "document.querySelector('#quiz').click()"),
    ("#watch", "document.querySelector('canvas')", "document.querySelector('#keys').click()"),
    ("#embed", "document.querySelector('canvas')", ""),
    ("#compare?v=1&workload.count=1000", DONE, ""),
    ("#cluster?v=1&workload.count=20", CLUSTER_DONE, ""),
    ("#order", ORDER_DONE, "document.querySelectorAll('.order details.numbers').forEach(part => part.open = true)"),
    ("#order?v=1&policies=baseline,dp&system.kind=ordering&workload.count=22", ORDER_DONE, ""),
    (CDN_LIT, CDN_DONE, "document.querySelectorAll('.cdn details.numbers').forEach(part => part.open = true)"),
    (
        "#network",
        NETWORK_DONE,
        "document.querySelectorAll('.network details:not(.chip-menu, .chip-more)').forEach(part => part.open = true)",
    ),
    ("#network?v=1&replications=2&policies=fair,pfabric&workload.count=100", NETWORK_DONE, "document.querySelector('#next').click()"),
    ("#learn?page=5", "document.querySelector('#figure')", ""),
    ("#learn?page=99", "document.querySelector('.text dl')", ""),
    ("#exercises", "document.querySelector('#own-set')", "document.querySelectorAll('details').forEach(part => part.open = true)"),
    ("#exercise?set=guesses&number=3", "document.querySelector('#flag')", "document.querySelector('#exercise-hint').click()"),
    ("#exercise?set=guesses&number=4", "document.querySelector('#goal-value')", ""),
    ("#exercise?set=guesses&number=7", "document.querySelector('.order-job')", "document.querySelector('.order-job').click()"),
    ("#exercise?set=guesses&number=10", "document.querySelector('.choose-policy')", ""),
    ("#watch", "document.querySelector('canvas')", "document.querySelector('#to-embed').click()"),
    ("#scenes?scene=A|%23watch|J1%20estimate%201%2040&scene=B|%23compare", "document.querySelector('#scene-slider')", ""),
    ("learn.html", "document.querySelector('.tour')", ""),
    ("examples.html", "document.querySelector('#server').end > 0", "document.querySelector('#run').click()"),
    (SWEEP, "document.querySelector('#sweep-status[data-state=done]')", "document.querySelector('#sweep-numbers summary').click()"),
];

/// A map that is there soon.
const SWEEP: &str = "#sweep?v=1&replications=3&policies=ps,fspe%2Bps&workload.count=400&across=workload.sigma:list:0.5,2&up=workload.shape:list:0.25,1&show=ratio_ps";

const RULES: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// All that a theme can break.
const COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

#[test]
fn axe_finds_nothing() {
    let Some(axe) = axe() else { return };
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let mut found = vec![];
    for (view, ready, act) in VIEWS {
        browser.prefer(Preferences { dark: false, reduced_motion: false });
        browser.goto("about:blank");
        browser.goto(&page.at(view));
        browser.wait(view, ready, PATIENCE);
        browser.js(act);
        // What is about to be replaced is pale.
        browser.wait(view, "!document.querySelector('.answer.stale')", PATIENCE);
        browser.js(&axe);
        for (theme, dark, rules) in [("light", false, &RULES[..]), ("dark", true, &COLOURS[..])] {
            browser.prefer(Preferences { dark, reduced_motion: false });
            browser.js("return new Promise(done => setTimeout(done, 400))");
            let run = "return axe.run(document, { runOnly: arguments[0] }).then(outcome => outcome.violations.flatMap(violation =>
                violation.nodes.map(node => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\\n', ' ')}`)))";
            let violations = browser.js_with(run, &[json!(rules)]);
            found.extend(violations.as_array().expect("a list").iter().map(|text| format!("{view}, {theme}: {text}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
