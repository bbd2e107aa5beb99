//! *Datacenter*: its clock and pictures, and the numbers of the command line.

use super::*;

const DATACENTER_DONE: &str = "document.querySelector('#datacenter-status[data-state=done]') && !document.querySelector('.answer.stale')";

/// Percentiles of completion times of each policy, in the table of *Datacenter*: short p50, p99, long p90, mean of all.
fn datacenter_of_page(browser: &Browser) -> Vec<(String, [f64; 4])> {
    let source = "return [...document.querySelectorAll('#datacenter-table tr[data-policy]')].map(row => [row.dataset.policy,
        ...['p50_short', 'p99_short', 'p90_long', 'mean_sojourn'].map(name => Number(row.querySelector(`td[data-column=${name}]`).dataset.value))])";
    let row = |row: &Value| Some((row[0].as_str()?.to_owned(), [1, 2, 3, 4].map(|i| row[i].as_f64().unwrap_or(f64::NAN))));
    browser.js(source).as_array().expect("rows").iter().filter_map(row).collect()
}

/// The same, as the command line has it for a link.
fn datacenter_of_command(link: &str) -> Vec<(String, [f64; 4])> {
    let row = |row: &Value| {
        let class =
            |name: &str| row["classes"].as_array().expect("classes").iter().find(|class| class["class"] == name).expect("the class");
        let numbers =
            [&class("short")["median_sojourn"], &class("short")["p99_sojourn"], &class("long")["p90_sojourn"], &row["mean_sojourn"]];
        (row["policy"].as_str().expect("a policy").to_owned(), numbers.map(|number| number.as_f64().expect("a number")))
    };
    report_of_command(&["--link", link])["policies"].as_array().expect("policies").iter().map(row).collect()
}

#[test]
fn a_datacenter_plays_and_has_the_numbers_of_the_command_line() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#datacenter"));
    browser.wait("the first run", DATACENTER_DONE, PATIENCE);
    browser.wait("the link", "location.hash.includes('workload.like=google')", PATIENCE);
    let first = datacenter_of_page(&browser);
    assert_eq!(first.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["sparrow", "eagle"]);
    assert_eq!(first, datacenter_of_command(&browser.address()));

    browser.wait("the grid to move", "Number(document.querySelector('#playhead').value) > 20", PATIENCE);
    browser.click("#play");
    let pictures = ["grid-0", "grid-1", "queue-0", "queue-1", "busy-0", "busy-1", "ratios", "completion-0", "completion-1"];
    let css = pictures.map(|name| format!("canvas[data-picture={name}]"));
    let drawn = || css.clone().map(|css| drawing(&browser, &css));
    let stopped = drawn();
    browser.set_value("#playhead", "500");
    let later = drawn();
    assert!(
        (0..2).all(|i| stopped[i] != later[i]) && stopped[4..6] != later[4..6] && stopped[6..] == later[6..],
        "the clock moves what it should"
    );
    browser.set_value("#worker", "30");
    assert_ne!(drawn()[2..4], later[2..4], "another worker, another queue");
    browser.js("document.activeElement.blur()");
    browser.press(&[key::RIGHT]);
    let time = "return document.querySelector('#playhead').getAttribute('aria-valuetext')";
    let stepped = browser.js(time);
    browser.press(&[key::RIGHT]);
    assert_ne!(browser.js(time), stepped, "the arrows step");
    let why = browser.text(".panel:nth-child(2) .why");
    assert!(why.starts_with("At ") && why.contains(" s "), "Eagle says why: {why}");
    browser.click("canvas[data-picture=grid-0]");
    assert_ne!(browser.js("return document.querySelector('#worker').value"), json!("30"), "a click chooses a worker");

    let change = |css: &'static str, value: &'static str| move |browser: &Browser| browser.set_value(css, value);
    for (what, set) in [
        ("a run of Hawk", change("#policy-0", "hawk")),
        ("a run with fewer victims", change("#parameters-0", "cap=2")),
        ("a run of more workers", change("input[name='system.workers']", "60")),
    ] {
        let generation = browser.attribute("#datacenter-status", "data-generation").expect("questions are numbered");
        set(&browser);
        let new = format!("document.querySelector('#datacenter-status').dataset.generation !== {} && {DATACENTER_DONE}", json!(generation));
        browser.wait(what, &new, PATIENCE);
    }
    browser.wait("the link", "location.hash.includes('cap%3D2') && location.hash.includes('system.workers=60')", PATIENCE);
    let second = datacenter_of_page(&browser);
    assert_eq!(second[0].0, "hawk[cap=2]");
    assert_eq!(second, datacenter_of_command(&browser.address()));
    for (css, bad) in [("input[name='system.workers']", "0"), ("#parameters-0", "cap=many")] {
        browser.set_value(css, bad);
        browser.wait_for("#datacenter-status[data-state=error]", PATIENCE);
        assert_eq!(datacenter_of_page(&browser), second, "the last good result stays after {bad:?}");
        browser.click("#reset");
        browser.wait("the first run again", DATACENTER_DONE, PATIENCE);
        assert_eq!(datacenter_of_page(&browser), first);
        browser.set_value("#policy-0", "hawk");
        browser.set_value("#parameters-0", "cap=2");
        browser.set_value("input[name='system.workers']", "60");
        browser.wait(
            "the second run again",
            &format!("{DATACENTER_DONE} && document.querySelector('#datacenter-table tr[data-policy=\"hawk[cap=2]\"]')"),
            PATIENCE,
        );
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_datacenter_of_thousands_is_shown_in_snapshots() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#datacenter?v=1&workload.like=yahoo&policies=hawk,eagle"));
    browser.wait("the run", DATACENTER_DONE, PATIENCE);
    assert_eq!(datacenter_of_page(&browser), datacenter_of_command(&page.at("#datacenter?v=1&workload.like=yahoo&policies=hawk,eagle")));
    assert_eq!(browser.count("canvas[data-picture=queue-0]"), 0, "queues are not recorded");
    let before = drawing(&browser, "canvas[data-picture=grid-1]");
    browser.set_value("#playhead", "500");
    assert_ne!(drawing(&browser, "canvas[data-picture=grid-1]"), before);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_dropped_trace_of_tasks_runs_in_the_datacenter() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#datacenter?v=1&system.workers=4&policies=sparrow,hawk"));
    browser.wait_for("#datacenter-status", PATIENCE);
    drop_file(&browser, "t.tr", "0 2 500 500 500\n1 3 2 2 2 2\n7 1 300 300\n");
    let done = format!("{DATACENTER_DONE} && document.querySelector('#datacenter-status').innerText.includes('6 tasks')");
    browser.wait("results of the dropped trace", &done, PATIENCE);
    drop_file(&browser, "t.tr", "0 2 500 500\n");
    browser.wait_for("#file-message", PATIENCE);
    assert!(browser.text("#file-message").contains("line 1"), "{}", browser.text("#file-message"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
