//! *CDN*: its clock, its maps and rows, what is lit, the policies that are compared, and the numbers of the command line.

use super::*;

/// A busy evening, which is simulated at once, with a region lit.
pub const CDN_LIT: &str = "#cdn?v=1&replications=4&policies=centralized,rand-opt,opt-opt&system.storage=500&system.dserver_capacity=25\
    &system.cdn_capacity=150&workload.count=2000&workload.days=0.5&workload.videos=1722&lit=Lyon";

/// Its answer is there.
pub const CDN_DONE: &str = "document.querySelector('#cdn-status[data-state=done]') && !document.querySelector('.answer.stale') && document.querySelector('#cdn-pane-numbers')";

/// What the table says of each policy: fractions served by the own dServer and by all, postponed requests, cost.
fn of_page(browser: &Browser) -> Vec<(String, [f64; 4])> {
    show_pane(browser, "cdn", "numbers");
    let source = "return [...document.querySelectorAll('#cdn-table tr[data-policy]')].map(row => [row.dataset.policy,
        ...['local_share', 'dcdn_share', 'postponed', 'cost'].map(name => Number(row.querySelector(`td[data-column=${name}]`).dataset.value))])";
    let row = |row: &Value| Some((row[0].as_str()?.to_owned(), [1, 2, 3, 4].map(|i| row[i].as_f64().unwrap_or(f64::NAN))));
    browser.js(source).as_array().expect("rows").iter().filter_map(row).collect()
}

/// The same of the report that the command line makes of the page's link.
fn of_command(browser: &Browser) -> Vec<(String, [f64; 4])> {
    let report = report_of_command(&["--link", &browser.address()]);
    let row = |row: &Value| {
        let cdn = &row["cdn"];
        let numbers = ["local_share", "dcdn_share", "postponed", "cost"].map(|name| cdn[name].as_f64().expect("a number"));
        (row["policy"].as_str().expect("a policy").to_owned(), numbers)
    };
    report["policies"].as_array().expect("policies").iter().map(row).collect()
}

/// The view at rest.
fn still(fragment: &str, size: Size) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(size);
    browser.prefer(Preferences { reduced_motion: true, ..Preferences::default() });
    browser.goto(&page.at(fragment));
    browser.wait("the answer", CDN_DONE, PATIENCE);
    (page, browser)
}

/// Does something that asks a new question, and waits for its answer.
fn ask(browser: &Browser, what: &str, act: impl FnOnce()) {
    let generation = browser.attribute("#cdn-status", "data-generation").expect("questions are numbered");
    act();
    let new = format!("document.querySelector('#cdn-status').dataset.generation !== {} && {CDN_DONE}", json!(generation));
    browser.wait(what, &new, PATIENCE);
}

#[test]
fn a_cdn_plays_compares_and_has_the_numbers_of_the_command_line() {
    let (_page, browser) = still(CDN_LIT, Size::WIDE);
    let first = of_page(&browser);
    assert_eq!(first.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["centralized", "rand-opt", "opt-opt"]);
    assert_eq!(first, of_command(&browser));
    let headline = browser.text("#headline");
    assert!(headline.starts_with("With Opt-Opt, the dServers near the users serve ") && headline.contains('['), "{headline}");
    assert!(browser.text("#lit").starts_with("Lyon: stores 500 videos at most"), "{}", browser.text("#lit"));

    let pictures = ["map-0", "map-1", "loads-0", "loads-1"].map(|name| format!("canvas[data-picture={name}]"));
    let drawn = || pictures.clone().map(|css| drawing(&browser, &css));
    let before = drawn();
    browser.set_value("#playhead", "300");
    let after = drawn();
    assert!((0..4).all(|i| before[i] != after[i]), "the playhead moves all");
    show_pane(&browser, "cdn", "lines");
    let queue = drawing(&browser, "#cdn-queue");
    browser.set_value("#playhead", "600");
    assert_ne!(drawing(&browser, "#cdn-queue"), queue, "also of the picture that is shown below");
    let time = "return document.querySelector('#playhead').getAttribute('aria-valuetext')";
    let now = browser.js(time);
    browser.act("document.activeElement.blur()");
    browser.press(&[key::RIGHT]);
    assert_ne!(browser.js(time), now, "the arrows step");
    let why = browser.text(".reason:nth-child(2) .why");
    assert!(why.starts_with("At ") && why.contains("comes: "), "Opt-Opt says why: {why}");
    browser.press(&[key::DOWN]);
    let lit = browser.text("#lit");
    assert!(lit.starts_with("Montpellier: "), "the next row is lit: {lit}");
    browser.wait("the link", "location.hash.includes('lit=Montpellier') && location.hash.includes('&t=')", PATIENCE);
    assert_eq!(first, of_command(&browser), "what is looked at changes no numbers");

    browser.set_value("#panel-0", "centralized");
    browser.wait("the panel", "document.querySelector('.maps figure').dataset.policy === 'centralized'", PATIENCE);
    assert!(browser.text(".maps figure .now").contains("100 % at the CDN server"));
    ask(&browser, "LRU as well", || add_policy(&browser, "cdn", "lru"));
    ask(&browser, "more storage", || browser.set_value("input[name='system.storage']", "600"));
    browser.wait("the link", "location.hash.includes('lru') && location.hash.includes('system.storage=600')", PATIENCE);
    let second = of_page(&browser);
    assert_eq!(second.len(), 4);
    assert_eq!(second, of_command(&browser));
    browser.set_value("input[name='system.storage']", "0");
    browser.wait_for("#cdn-status[data-state=error]", PATIENCE);
    ask(&browser, "a preset", || browser.set_value("#cdn-preset", "Four requests and one slot each"));
    assert_eq!(of_page(&browser)[0], ("rand-opt[copies=fill]".to_owned(), [0.25, 0.5, 1.0, 1300.0 / 2400.0]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_cdn_fits_a_phone_and_a_stage() {
    let (_page, browser) = still(CDN_LIT, Size::PHONE);
    let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.js(wide), json!(0), "nothing is cut off at the side");
    let shown = "return [...document.querySelectorAll('.maps figure')].filter(figure => figure.offsetWidth > 0).length";
    assert_eq!(browser.js(shown), json!(1), "one panel is in front");
    let policy = "return [...document.querySelectorAll('.maps figure')].find(figure => figure.offsetWidth > 0).dataset.policy";
    let before = browser.js(policy);
    browser.click(".worker-tabs button:last-child");
    assert_ne!(browser.js(policy), before);
    browser.resize(Size::WIDE);
    browser.press(&['s']);
    browser.wait("the stage", "document.documentElement.dataset.setting === 'stage'", PATIENCE);
    assert_eq!(browser.js(shown), json!(2));
    let high = "return document.documentElement.scrollHeight - document.documentElement.clientHeight";
    assert_eq!(browser.js(high), json!(0), "the stage shows all of it");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
