//! *Datacenter*: its clock and pictures, the runs behind its headline, and the numbers of the command line.

use super::*;

const DATACENTER_DONE: &str = "document.querySelector('#datacenter-status[data-state=done]') && !document.querySelector('.answer.stale')";
/// A run is shown, and all of them have been simulated.
const ALL_DONE: &str = "document.querySelector('#datacenter-status[data-state=done]') && !document.querySelector('.answer.stale') && document.querySelector('.dot.shown')";

/// Percentiles of completion times of each policy, in the table of *Datacenter*: short p50, p99, long p90, mean of all.
fn datacenter_of_page(browser: &Browser) -> Vec<(String, [f64; 4])> {
    show_pane(browser, "datacenter", "numbers");
    let source = "return [...document.querySelectorAll('#datacenter-table tr[data-policy]')].map(row => [row.dataset.policy,
        ...['p50_short', 'p99_short', 'p90_long', 'mean_sojourn'].map(name => Number(row.querySelector(`td[data-column=${name}]`).dataset.value))])";
    let row = |row: &Value| Some((row[0].as_str()?.to_owned(), [1, 2, 3, 4].map(|i| row[i].as_f64().unwrap_or(f64::NAN))));
    browser.js(source).as_array().expect("rows").iter().filter_map(row).collect()
}

/// The figures of a class of a policy's row, in a report of the command line.
fn class<'a>(row: &'a Value, name: &str) -> &'a Value {
    row["classes"].as_array().expect("classes").iter().find(|class| class["class"] == name).expect("the class")
}

/// The report that the command line makes of a link, with as many replications as the page runs.
fn report_of_link(link: &str) -> Value {
    report_of_command(&["--link", &format!("{link}&replications=20")])
}

/// What the table of the page holds, of such a report.
fn datacenter_of_command(report: &Value) -> Vec<(String, [f64; 4])> {
    let row = |row: &Value| {
        let (short, long) = (class(row, "short"), class(row, "long"));
        let numbers = [&short["median_sojourn"], &short["p99_sojourn"], &long["p90_sojourn"], &row["mean_sojourn"]];
        (row["policy"].as_str().expect("a policy").to_owned(), numbers.map(|number| number.as_f64().expect("a number")))
    };
    report["policies"].as_array().expect("policies").iter().map(row).collect()
}

/// Does something that asks a new question, and waits for all runs of the answer.
fn ask(browser: &Browser, what: &str, act: impl FnOnce()) {
    let generation = browser.attribute("#datacenter-status", "data-generation").expect("questions are numbered");
    act();
    let new = format!("document.querySelector('#datacenter-status').dataset.generation !== {} && {ALL_DONE}", json!(generation));
    browser.wait(what, &new, PATIENCE);
}

/// Fingerprints of the panels of both policies.
fn panels(browser: &Browser) -> [Value; 2] {
    ["canvas[data-picture=grid-0]", "canvas[data-picture=grid-1]"].map(|css| drawing(browser, css))
}

/// *Datacenter* at rest: pictures do not move by themselves.
fn still() -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.prefer(Preferences { reduced_motion: true, ..Preferences::default() });
    browser.goto(&page.at("#datacenter"));
    browser.wait("all runs", ALL_DONE, PATIENCE);
    (page, browser)
}

#[test]
fn a_datacenter_plays_and_has_the_numbers_of_the_command_line() {
    let (_page, browser) = still();
    browser.wait("the link", "location.hash.includes('workload.like=google')", PATIENCE);
    let first = datacenter_of_page(&browser);
    assert_eq!(first.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["sparrow", "eagle"]);
    assert_eq!(first, datacenter_of_command(&report_of_link(&browser.address())));

    let picture = |name: &str| drawing(&browser, &format!("canvas[data-picture={name}]"));
    let drawn = || {
        let grids = ["grid-0", "grid-1"].map(picture);
        show_pane(&browser, "datacenter", "busy");
        let busy = ["busy-0", "busy-1"].map(picture);
        show_pane(&browser, "datacenter", "completion");
        let completions = ["completion-0", "completion-1"].map(picture);
        show_pane(&browser, "datacenter", "spent");
        [&grids[..], &busy, &[picture("spent")], &completions].concat()
    };
    let stopped = drawn();
    browser.set_value("#playhead", "500");
    let later = drawn();
    assert!(
        (0..2).all(|i| stopped[i] != later[i]) && stopped[2..4] != later[2..4] && stopped[4..] == later[4..],
        "the clock moves what it should"
    );
    browser.act("document.activeElement.blur()");
    browser.press(&[key::RIGHT]);
    let time = "return document.querySelector('#playhead').getAttribute('aria-valuetext')";
    let stepped = browser.js(time);
    browser.press(&[key::RIGHT]);
    assert_ne!(browser.js(time), stepped, "the arrows step");
    let why = browser.text(".reason:nth-child(2) .why");
    assert!(why.starts_with("At ") && why.contains(" s "), "Eagle says why: {why}");

    ask(&browser, "a run of Hawk", || add_policy(&browser, "datacenter", "hawk"));
    ask(&browser, "a run with fewer victims", || browser.set_value("#datacenter-1-cap", "2"));
    ask(&browser, "a run of more workers", || browser.set_value("input[name='system.workers']", "30"));
    browser.wait("the link", "location.hash.includes('cap%3D2') && location.hash.includes('system.workers=30')", PATIENCE);
    let second = datacenter_of_page(&browser);
    assert_eq!(second.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["sparrow", "hawk[cap=2]"]);
    assert_eq!(second, datacenter_of_command(&report_of_link(&browser.address())));
    for (css, bad) in [("input[name='system.workers']", "0"), ("#datacenter-1-cap", "many")] {
        browser.set_value(css, bad);
        browser.wait_for("#datacenter-status[data-state=error]", PATIENCE);
    }
    ask(&browser, "the first runs again", || {
        browser.click("#datacenter-more summary");
        browser.click("#reset");
    });
    assert_eq!(datacenter_of_page(&browser), first);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_headline_of_a_datacenter_rests_on_twenty_runs() {
    let (_page, browser) = still();
    let headline = browser.text("#headline");
    let report = report_of_link(&browser.address());
    let median = |row: usize| {
        let figures = class(&report["policies"][row], "short");
        let ends = figures["median_sojourn_interval"].clone();
        [&figures["median_sojourn"], &ends["low"], &ends["high"]].map(|number| number.as_f64().expect("a number").round())
    };
    let [eagle, sparrow] = [1, 0].map(|row| {
        let [value, low, high] = median(row);
        format!("{value} s [{low}, {high}]")
    });
    assert_eq!(headline, format!("Half of the short jobs take at most {eagle} with Eagle, {sparrow} with Sparrow."));
    assert_eq!(browser.count(".dot"), 20);
    assert!(browser.text(".headline p").contains(" of 20 runs"), "{}", browser.text(".headline p"));

    let shown = "return document.querySelector('.dot.shown').dataset.run";
    let (before, pictures) = (browser.js(shown), panels(&browser));
    let other = "[...document.querySelectorAll('.dot')].find(dot => !dot.classList.contains('shown'))";
    let run = browser.js(&format!("const dot = {other}; const run = dot.dataset.run; dot.click(); return run"));
    assert_ne!(run, before);
    browser.wait("that run", &format!("{ALL_DONE} && document.querySelector('.dot.shown').dataset.run === {run}"), PATIENCE);
    assert!(panels(&browser).iter().zip(&pictures).all(|(now, then)| now != then), "another run is drawn");
    assert_eq!(browser.text("#headline"), headline, "the runs are the same");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_short_task_behind_a_long_one_is_found_and_lit_in_both_panels() {
    let (_page, browser) = still();
    let opened = browser.text("#lit");
    assert!(opened.contains("behind a long task of worker"), "it opens at such a task: {opened}");
    let before = panels(&browser);
    browser.click("#next");
    let next = browser.text("#lit");
    assert!(next != opened && next.contains("behind a long task of worker"), "{next}");
    let stuck = panels(&browser);
    assert!(stuck.iter().zip(&before).all(|(now, then)| now != then), "both panels show it");

    browser.click("canvas[data-picture=grid-0]");
    let clicked = browser.text("#lit");
    assert_ne!(clicked, next, "what is clicked is lit");
    let lit = panels(&browser);
    assert!(lit.iter().zip(&stuck).all(|(now, then)| now != then), "in both panels");
    browser.press(&[key::DOWN]);
    assert_ne!(browser.text("#lit"), clicked, "the next one");
    show_pane(&browser, "datacenter", "spent");
    let spent = drawing(&browser, "canvas[data-picture=spent]");
    browser.click("canvas[data-picture=spent]");
    assert_ne!(drawing(&browser, "canvas[data-picture=spent]"), spent, "a column is a job");
    assert!(browser.text("#lit").starts_with('J'), "{}", browser.text("#lit"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn nothing_moves_while_a_datacenter_plays() {
    let (_page, browser) = still();
    // Time passes slowly while messages are on their way.
    nothing_moves(&browser, 700);
}

#[test]
fn the_first_screen_holds_what_comes_out_both_panels_and_the_transport() {
    let (_page, browser) = still();
    for size in [Size { width: 1440, height: 900 }, Size { width: 1024, height: 768 }] {
        browser.resize(size);
        let bottom = |css: &str| {
            browser.js(&format!("return document.querySelector('{css}').getBoundingClientRect().bottom")).as_f64().expect("a place")
        };
        let transport = browser.js("return document.querySelector('.transport').getBoundingClientRect().top").as_f64().expect("a place");
        for picture in ["#headline", "canvas[data-picture=grid-0]", "canvas[data-picture=grid-1]"] {
            assert!(
                bottom(picture) <= transport + 1.0,
                "{size:?}: {picture} ends at {}, the transport begins at {transport}",
                bottom(picture)
            );
        }
        assert!(bottom(".transport") <= f64::from(size.height), "{size:?}");
    }
    browser.resize(Size::WIDE);
    stands_in_order(&browser, true);
    // Others are there when they are wanted.
    let variant = "return document.querySelector('#datacenter-hawk-no-stealing').checkVisibility()";
    assert_eq!(browser.js(variant), json!(false));
    ask(&browser, "a run of the variant", || add_policy(&browser, "datacenter", "hawk-no-stealing"));
    assert_eq!(browser.js(variant), json!(true), "one that is chosen stays");
}

#[test]
fn one_panel_is_in_front_where_there_is_no_room_for_two() {
    let (_page, browser) = still();
    let seen = |browser: &Browser| {
        browser.js("return [0, 1].map(i => document.querySelector(`canvas[data-picture=grid-${i}]`).checkVisibility())")
    };
    assert_eq!(
        (seen(&browser), browser.js("return document.querySelector('.worker-tabs').checkVisibility()")),
        (json!([true, true]), json!(false))
    );
    browser.resize(Size::PHONE);
    assert_eq!(seen(&browser), json!([true, false]));
    browser.click(".worker-tabs button:nth-child(2)");
    browser.wait_for(".worker-tabs button:nth-child(2)[aria-pressed=true]", PATIENCE);
    assert_eq!(seen(&browser), json!([false, true]));
    assert_eq!(browser.js("return document.documentElement.scrollWidth"), json!(Size::PHONE.width));
}

#[test]
fn a_time_is_written_the_same_wherever_it_stands() {
    let (_page, browser) = still();
    for _ in 0..4 {
        browser.click("#forward");
        assert_eq!(browser.text(".beside h2 .muted").trim(), format!("{} s", browser.text("output.time")));
    }
}

#[test]
fn what_the_pointer_is_at_is_lit_in_both_panels() {
    let (_page, browser) = still();
    let said = "return document.querySelector('#lit').innerText";
    let opened = (browser.js(said), panels(&browser));
    browser.hover("canvas[data-picture=grid-0]", (-40, 0));
    browser.wait("another one", &format!("document.querySelector('#lit').innerText !== {}", opened.0), PATIENCE);
    assert!(panels(&browser).iter().zip(&opened.1).all(|(now, then)| now != then), "both panels show it");
    browser.hover("#headline", (0, 0));
    browser.wait("the lit one again", &format!("document.querySelector('#lit').innerText === {}", opened.0), PATIENCE);
    assert_eq!(panels(&browser), opened.1);
    show_pane(&browser, "datacenter", "spent");
    browser.click("canvas[data-picture=spent]");
    browser.press(&[key::DOWN]);
    assert_ne!(browser.js(said), opened.0, "keys light the next one");
}

#[test]
fn a_link_plays_the_run_that_was_looked_at() {
    let (page, browser) = still();
    assert!(!browser.address().contains("run="), "the page chose it");
    browser.act("document.querySelector('.dot:not(.shown)').click()");
    browser.wait("that run", &format!("{ALL_DONE} && /run=\\d+$/.test(location.hash)"), PATIENCE);
    let (address, pictures) = (browser.address(), panels(&browser));
    let run = browser.js("return document.querySelector('.dot.shown').dataset.run");
    browser.goto("about:blank");
    browser.goto(&address);
    browser.wait("all runs", ALL_DONE, PATIENCE);
    assert_eq!(browser.js("return document.querySelector('.dot.shown').dataset.run"), run);
    assert_eq!(panels(&browser), pictures);
    browser.goto("about:blank");
    browser.goto(&page.at("#datacenter?run=21"));
    browser.wait_for("#datacenter-status[data-state=error]", PATIENCE);
    assert!(browser.text("#datacenter-status").contains("1 to 20"), "{}", browser.text("#datacenter-status"));
}

#[test]
fn a_datacenter_is_exported_as_picture_and_numbers() {
    let (_page, browser) = still();
    let folder = tempfile::tempdir().expect("a folder");
    browser.download_to(folder.path());
    let save = |format: &str| -> Vec<u8> {
        browser.click("#datacenter-export summary");
        browser.click(&format!("#datacenter-export [data-format={format}]"));
        let file = folder.path().join(format!("datacenter.{format}"));
        Browser::downloaded(format, &file, PATIENCE)
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    assert_eq!(text(save("csv")).lines().count(), 1 + 2 * 80);
    let svg = text(save("svg"));
    assert!(svg.starts_with("<svg ") && svg.contains(">Sparrow</text>") && svg.contains("kept for short tasks"));
    assert!(save("png").starts_with(b"\x89PNG"));
    let report: Value = serde_json::from_str(&text(save("json"))).expect("a report in JSON");
    assert_eq!(report["policies"][1]["policy"], json!("eagle"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_datacenter_of_thousands_is_shown_in_snapshots() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#datacenter?v=1&workload.like=yahoo&policies=hawk,eagle"));
    browser.wait("the run", DATACENTER_DONE, PATIENCE);
    assert_eq!(browser.count("canvas[data-picture=queue-0]") + browser.count("#next"), 0, "queues are not recorded");
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
    browser.wait("what is wrong with the second", "document.querySelector('#notice')?.innerText.includes('line 1')", PATIENCE);
    browser.wait("what was there before", &done, PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
