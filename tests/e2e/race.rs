//! *Watch* of drawn jobs: what its lanes and curves say is what the command line gives, job by job; the line that asks, sliders, the die,
//! links, and a phone.

use super::*;

/// Opens drawn jobs that do not move by themselves.
fn still(query: &str, size: Size) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(size);
    browser.prefer(Preferences { reduced_motion: true, ..Preferences::default() });
    browser.goto(&page.at(&format!("#race{query}")));
    browser.wait("the race", RACE_DONE, PATIENCE);
    (page, browser)
}

/// Does something that asks a new question, and waits for the answer.
fn ask(browser: &Browser, what: &str, act: impl FnOnce()) {
    let generation = browser.attribute("#race-status", "data-generation").expect("questions are numbered");
    act();
    let new = format!("document.querySelector('#race-status').dataset.generation !== {} && {RACE_DONE}", json!(generation));
    browser.wait(what, &new, PATIENCE);
}

/// How many jobs the lane of each policy says that there are.
fn counts(browser: &Browser) -> Vec<(String, u64)> {
    let source = "return [...document.querySelectorAll('.race-lane')].map(lane =>
        [lane.dataset.policy, Number(lane.querySelector('.race-here-now').textContent.replace(/\\s/g, ''))])";
    serde_json::from_value(browser.js(source)).expect("a count a policy")
}

/// The share of the jobs for which the slowdown is larger than what is asked about, under each policy.
fn shares(browser: &Browser) -> Vec<(String, f64)> {
    let source = "return [...document.querySelectorAll('.of-slowdown li')].map(row => [row.dataset.policy, Number(row.dataset.value)])";
    serde_json::from_value(browser.js(source)).expect("a share a policy")
}

/// Policy, arrival, completion and slowdown of each job, as the command line gives them for a link.
fn jobs_of_command(link: &str) -> Vec<(String, [f64; 3])> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("jobs.csv");
    let status =
        command_line().args(["run", "--link", link, "--format", "json", "--per-job"]).arg(&file).output().expect("the command line runs");
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    let text = std::fs::read_to_string(&file).expect("a file of jobs");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let titles = lines.next().expect("titles");
    let column = |name: &str| titles.iter().position(|title| *title == name).expect("a column");
    let [policy, numbers @ ..] = ["policy", "arrival", "completion", "slowdown"].map(column);
    lines.map(|cells| (cells[policy].to_owned(), numbers.map(|place| cells[place].parse().expect("a number")))).collect()
}

/// The instant of the link.
fn instant(browser: &Browser) -> f64 {
    let link = browser.address();
    let time = link.split('&').find_map(|pair| pair.strip_prefix("t=")).expect("the link has the instant");
    time.parse().expect("a number")
}

#[test]
fn lanes_and_shares_are_those_of_the_command_line() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.prefer(Preferences { reduced_motion: true, ..Preferences::default() });
    browser.goto(&page.at("#watch"));
    browser.wait_for("canvas[data-panel]", PATIENCE);
    browser.click("#source-drawn");
    browser.wait("drawn jobs", RACE_DONE, PATIENCE);
    assert_eq!(browser.attribute("#tab-watch", "aria-current").as_deref(), Some("page"), "it is a part of Watch");
    ask(&browser, "fewer jobs", || browser.set_value("#race-bar [name='workload.count']", "2000"));
    browser.wait("the link", "location.hash.includes('race?') && location.hash.includes('workload.count=2000')", PATIENCE);
    let jobs = jobs_of_command(&browser.address());
    assert_eq!(jobs.len(), 4 * 2000);

    for place in ["250", "600", "810"] {
        browser.set_value("#playhead", place);
        browser.act("document.activeElement.blur()");
        // To the next still: an instant that the link has to the digit.
        browser.press(&[key::RIGHT]);
        browser.wait("the link", "location.hash.includes('&t=')", PATIENCE);
        let time = instant(&browser);
        for (policy, count) in counts(&browser) {
            let of_policy = || jobs.iter().filter(|(its, _)| *its == policy);
            let here = of_policy().filter(|(_, [arrival, completion, _])| *arrival <= time && *completion > time).count();
            assert_eq!(count, here as u64, "{policy} at {time}");
        }
        for (policy, share) in shares(&browser) {
            let gone = jobs.iter().filter(|(its, [_, completion, _])| *its == policy && *completion <= time);
            let (all, slowed) = gone.fold((0, 0), |(all, slowed), (_, [.., slowdown])| (all + 1, slowed + i32::from(*slowdown > 10.0)));
            assert!((share - f64::from(slowed) / f64::from(all)).abs() < 1e-12, "{policy} at {time}: {share}");
        }
    }

    browser.press(&[key::END]);
    browser.wait("the end", "document.querySelector('#headline').textContent.startsWith('All 2000 jobs have left')", PATIENCE);
    assert!(counts(&browser).iter().all(|(_, count)| *count == 0));
    browser.set_value("#asked-slowdown", "100");
    let report = report_of_command(&["--link", &browser.address()]);
    let expected: Vec<(String, f64)> = report["policies"]
        .as_array()
        .expect("policies")
        .iter()
        .map(|row| (row["policy"].as_str().expect("a policy").to_owned(), row["share_slowdown_above_100"].as_f64().expect("a share")))
        .collect();
    for ((policy, share), (of, expected)) in shares(&browser).into_iter().zip(expected) {
        assert!(policy == of && (share - expected).abs() < 1e-12, "{policy}: {share}, in Compare {expected}");
    }
    let many = browser.attribute("#many-draws", "href").expect("a link");
    assert!(many.contains("#compare?") && many.contains("workload.count=2000") && many.contains("replications="), "{many}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_slider_a_die_and_a_line_change_what_they_say() {
    let (page, browser) = still("?v=1&seed=26&policies=fifo,ps,srpte,fspe%2Bps&workload.count=2000", Size::WIDE);
    browser.set_value("#playhead", "400");
    let lane = || drawing(&browser, "canvas[data-picture=lane-0]");
    let curve = || drawing(&browser, "canvas[data-picture=slowdown]");
    let place = || browser.js("return document.querySelector('#playhead').value");
    let (before, at) = ((lane(), curve()), place());
    ask(&browser, "other sizes", || browser.set_value("#race-bar [name='workload.shape']", "0.5"));
    let after = (lane(), curve());
    assert!(before.0 != after.0 && before.1 != after.1);
    let moved = place().as_str().and_then(|place| place.parse::<i32>().ok()).expect("a place");
    assert!((moved - 400).abs() <= 2, "the playhead stays at the same part of the run: {at} and {moved}");

    ask(&browser, "another draw", || browser.click("#die"));
    assert!(browser.address().contains("seed=27") && browser.text("#die").contains("27"));
    assert_ne!(lane(), after.0, "other jobs");

    let asked = || browser.js("return document.querySelector('#asked-slowdown').value");
    assert_eq!(asked(), json!("10"));
    let told = shares(&browser);
    browser.grab("canvas[data-picture=slowdown]");
    browser.drag_by(60, 0);
    browser.release();
    assert_ne!(asked(), json!("10"));
    assert_ne!(shares(&browser), told, "the shares follow the line");

    // A draw in which late jobs hold back many.
    let draw = "v=1&seed=26&policies=fifo,ps,srpte,fspe%2Bps&workload.count=10000&workload.shape=0.25&workload.sigma=0.5&workload.load=0.9";
    browser.goto(&page.at(&format!("#race?{draw}")));
    browser.wait("this draw", &format!("{RACE_DONE} && document.querySelector('#die').textContent.includes('26')"), PATIENCE);
    browser.click("#next");
    browser.wait("a late job", "document.querySelector('.race-lane.blocked')", PATIENCE);
    assert!(browser.text("#headline").contains("wait behind one late job"), "{}", browser.text("#headline"));
    let (link, here) = (browser.address(), counts(&browser));
    browser.goto("about:blank");
    browser.goto(&page.at(&link[link.find('#').expect("a fragment")..]));
    browser.wait("the race", RACE_DONE, PATIENCE);
    assert_eq!(counts(&browser), here, "the link holds the draw and the instant");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn drawn_jobs_play_without_moving_the_page() {
    let page = Page::start();
    let browser = watched(Size::WIDE);
    browser.goto(&page.at("#race?v=1&policies=fifo,ps,srpte,fspe%2Bps&workload.count=1500"));
    browser.wait("the race", RACE_DONE, PATIENCE);
    browser.wait("it to play", "document.querySelector('#play[aria-pressed=true]')", PATIENCE);
    nothing_moves(&browser, 850);
}

#[test]
fn a_phone_has_all_lanes_and_one_distribution() {
    let (_page, browser) = still("?v=1&policies=fifo,ps,srpte,fspe%2Bps&workload.count=1000", Size::PHONE);
    assert_eq!(browser.count(".race-lane canvas"), 4);
    assert_eq!(browser.js("return document.documentElement.scrollWidth <= innerWidth"), json!(true), "nothing is wider than the window");
    let shown = "return [...document.querySelectorAll('.race-curve')].map(curve => curve.offsetHeight > 0)";
    assert_eq!(browser.js(shown), json!([true, false]));
    browser.click("#front-sojourn");
    assert_eq!(browser.js(shown), json!([false, true]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn few_jobs_have_lanes_of_their_own_and_too_many_are_refused() {
    let (page, browser) = still("?v=1&policies=fifo,srpte&workload.count=12&workload.shape=1", Size::WIDE);
    browser.click("#in-lanes");
    browser.wait("lanes", "location.hash.startsWith('#watch') && document.querySelectorAll('canvas[data-panel]').length === 2", PATIENCE);
    browser.goto(&page.at("#race?v=1&workload.count=50000"));
    browser.wait_for("#race-status[data-state=error]", PATIENCE);
    assert!(browser.text("#race-status").contains("Compare takes more"), "{}", browser.text("#race-status"));
}
