//! Every view, in both themes, in other sizes and on the stage, against axe-core.

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
const VIEWS: [(&str, &str, &str); 27] = [
    ("#nosuch", "document.querySelector('.missing')", ""),
    ("#traces", "document.querySelector('#sample')", "document.querySelector('#paste summary').click()"),
    ("#watch?v=1&example=under-estimated&policies=srpte,fspe%2Bps&t=10", "document.querySelector('canvas')", ""),
    ("#watch?v=1&example=aging&policies=fsp&t=3", "document.querySelector('canvas')", "document.querySelector('#try').click()"),
    ("#watch?v=1&example=two-jobs&policies=ps", "document.querySelector('canvas')", "document.querySelector('#quiz').click()"),
    ("#watch", "document.querySelector('canvas')", "document.querySelector('#keys').click()"),
    ("#embed", "document.querySelector('canvas')", ""),
    ("#compare?v=1&workload.count=1000", DONE, ""),
    ("#race?v=1&policies=fifo,srpte&workload.count=1000&workload.sigma=1", RACE_DONE, "document.querySelector('#next').click()"),
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

const FIRST: &str = "document.querySelector('canvas[data-panel]') && document.querySelector('.price')";
const ON_STAGE: &str = "document.querySelector('#stage').click()";
const NOTEBOOK: Size = Size { width: 1366, height: 768 };

/// What is looked at in other sizes, with menus that are open, and on the stage.
const SIZES: [(Size, &str, &str, &str); 12] = [
    (Size::PHONE, "#watch", FIRST, ""),
    (Size::PHONE, "#watch?v=1&example=two-jobs&policies=ps,fsp,srpt,las", FIRST, "document.querySelector('#doors').click()"),
    (Size::PHONE, "#watch?v=1&example=aging&policies=srpte,fsp", FIRST, "document.querySelector('#watch-formula-open').click()"),
    (Size::PHONE, "#compare?v=1&workload.count=1000", DONE, ""),
    (NOTEBOOK, "#watch", FIRST, ""),
    (NOTEBOOK, "#compare?v=1&workload.count=1000", DONE, ""),
    (Size::TABLET, "#watch", FIRST, "document.querySelector('#worlds > summary').click()"),
    (Size::WIDE, "#watch", FIRST, "document.querySelector('#watch-formula-open').click()"),
    (Size::WIDE, "#compare?v=1&workload.count=1000", DONE, "document.querySelector('#compare-more > summary').click()"),
    (NOTEBOOK, "#watch", FIRST, ON_STAGE),
    (Size::WIDE, "#compare?v=1&workload.count=1000", DONE, ON_STAGE),
    (Size::WIDE, "#cluster?v=1&workload.count=20", CLUSTER_DONE, ON_STAGE),
];

/// A map that is there soon.
const SWEEP: &str = "#sweep?v=1&replications=3&policies=ps,fspe%2Bps&workload.count=400&across=workload.sigma:list:0.5,2&up=workload.shape:list:0.25,1&show=ratio_ps";

const RULES: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// All that a theme can break.
const COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// What is wrong with what is shown, in both themes.
fn violations(browser: &Browser, axe: &str) -> Vec<String> {
    browser.js(axe);
    let themes = [("light", false, &RULES[..]), ("dark", true, &COLOURS[..])];
    let of_theme = |(theme, dark, rules): (&str, bool, &[&str])| {
        browser.prefer(Preferences { dark, reduced_motion: false });
        browser.settle();
        // Colours on their way are none of the theme's.
        browser.wait(theme, "document.getAnimations().every(({ playState }) => playState !== 'running')", PATIENCE);
        let run = "return axe.run(document, { runOnly: arguments[0] }).then(outcome => outcome.violations.flatMap(violation =>
            violation.nodes.map(node => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\\n', ' ')}`)))";
        let violations = browser.js_with(run, &[json!(rules)]);
        violations.as_array().expect("a list").iter().map(|text| format!("{theme}: {text}")).collect::<Vec<_>>()
    };
    themes.into_iter().flat_map(of_theme).collect()
}

/// Looks at a view once something was done to it.
fn looked_at(page: &Page, browser: &Browser, axe: &str, (view, ready, act): (&str, &str, &str)) -> Vec<String> {
    browser.prefer(Preferences { dark: false, reduced_motion: false });
    browser.goto("about:blank");
    browser.goto(&page.at(view));
    browser.wait(view, ready, PATIENCE);
    browser.act(act);
    // What is about to be replaced is pale.
    browser.wait(view, "!document.querySelector('.answer.stale')", PATIENCE);
    violations(browser, axe).into_iter().map(|text| format!("{view}, {text}")).collect()
}

#[test]
fn axe_finds_nothing() {
    let Some(axe) = axe() else { return };
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let found: Vec<String> = VIEWS.into_iter().flat_map(|look| looked_at(&page, &browser, &axe, look)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn axe_finds_nothing_in_other_sizes_and_on_the_stage() {
    let Some(axe) = axe() else { return };
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let look = |(size, view, ready, act): (Size, &str, &str, &str)| {
        browser.resize(size);
        let found = looked_at(&page, &browser, &axe, (view, ready, act));
        found.into_iter().map(|text| format!("{} × {}, {text}", size.width, size.height)).collect::<Vec<_>>()
    };
    let found: Vec<String> = SIZES.into_iter().flat_map(look).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The heading of the stage says what is shown, and what can be chosen has a name where its label has no room.
#[test]
fn the_stage_has_a_heading_and_what_is_chosen_a_name() {
    let page = Page::start();
    let browser = Browser::start(NOTEBOOK);
    browser.goto(&page.at("#watch?v=1&example=aging&policies=srpte,fsp"));
    browser.wait("the first picture", FIRST, PATIENCE);
    for size in [NOTEBOOK, Size::PHONE] {
        browser.resize(size);
        assert_eq!(browser.js("return document.querySelector('label[for=example]').checkVisibility()"), json!(false), "{size:?}");
        assert_eq!(browser.attribute("#example", "aria-label").as_deref(), Some("Start from"), "{size:?}");
    }
    browser.resize(NOTEBOOK);
    browser.click("#stage");
    browser.wait_for("[data-setting=stage]", PATIENCE);
    let headings =
        "return [...document.querySelectorAll('h1')].filter(heading => heading.checkVisibility()).map(heading => heading.textContent)";
    assert_eq!(browser.js(headings), json!([browser.title()]));
}
