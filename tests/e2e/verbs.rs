//! What can be done in every world: watch, compare, sweep.

use super::*;

/// A small scenario of each world.
const SCENARIOS: [&str; 6] = [
    "replications=3&policies=ps,srpte&workload.count=200",
    "replications=3&policies=fair,hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=test&workload.count=12",
    "replications=3&policies=sparrow,eagle&system.kind=datacenter&system.workers=40&workload.like=google&workload.count=60",
    "replications=6&policies=baseline,greedy,dp&system.kind=ordering&workload.graph=random&workload.count=9",
    "replications=3&policies=fair,pfabric&system.kind=network&workload.count=60&workload.load=0.5",
    "replications=3&policies=centralized,rand-opt,lru&system.kind=cdn&system.storage=40&workload.count=800&workload.videos=90",
];

/// Chooses a world in the header.
fn choose(browser: &Browser, world: &str) {
    browser.click("#worlds summary");
    browser.click(&format!("#{world}"));
    browser.wait("the menu to close", "!document.querySelector('#worlds[open]')", PATIENCE);
}

#[test]
fn every_verb_of_every_world_is_a_click_away() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(page.address());
    browser.wait_for("#worlds", PATIENCE);
    let worlds = browser.js("return [...document.querySelectorAll('#worlds a')].map(world => world.id)");
    let worlds: Vec<String> = serde_json::from_value(worlds).expect("names");
    assert_eq!(worlds.len(), SCENARIOS.len(), "{worlds:?}");
    for world in &worlds {
        choose(&browser, world);
        for (tab, view) in [("watch", "main"), ("compare", "main.compare"), ("sweep", "main.sweep")] {
            browser.click(&format!("#tab-{tab}"));
            browser.wait_for(&format!("#tab-{tab}[aria-current]"), PATIENCE);
            browser.wait_for(view, PATIENCE);
        }
    }
    // Another world is shown where one is.
    choose(&browser, "world-network");
    browser.wait_for("main.sweep", PATIENCE);
    browser.wait("the address", "location.hash.includes('system.kind=network')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_header_fits_and_keeps_its_words_where_there_is_room() {
    let page = Page::start();
    for (width, height) in [(1440, 900), (1024, 768), (390, 844)] {
        let browser = Browser::start(Size { width, height });
        browser.goto(&page.at("#compare/datacenter"));
        browser.wait_for("#worlds", PATIENCE);
        let sizes = browser.js("const bar = document.querySelector('.bar'); return [bar.scrollWidth, bar.clientWidth]");
        assert_eq!(sizes[0], sizes[1], "{width}");
        let words = browser.text(".bar");
        assert!(["Datacenter", "Watch", "Compare", "Sweep"].iter().all(|word| words.contains(word)), "{width}: {words}");
        let all = ["Learn", "Teach", "Saved", "Copy link"].iter().all(|word| words.contains(word));
        assert_eq!(all, width == 1440, "{width}: {words}");
    }
}

/// Each number of the page is that of the command line. Comes to how many there are.
fn says_what_the_command_line_says(browser: &Browser, scenario: &str) -> usize {
    let mut compared = 0;
    let cells = browser.js("return [...document.querySelectorAll('#results-table td[data-value]')]
            .map(cell => [cell.parentElement.dataset.policy, cell.dataset.column, cell.dataset.value])");
    let cells: Vec<[String; 3]> = serde_json::from_value(cells).expect("cells");
    let output = command_line().args(["run", "--link", &browser.address(), "--format", "csv"]).output().expect("the command line runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut table = csv::Reader::from_reader(&*output.stdout);
    let titles = table.headers().expect("titles").clone();
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    let of = |row: &csv::StringRecord, title: &str| titles.iter().position(|known| known == title).map(|place| row[place].to_owned());
    for [policy, column, value] in &cells {
        // Ratios are to whom the reader chose; theory and what replications come to are of the page's own table.
        if ["ratio_", "theory", "draws_"].iter().any(|start| column.starts_with(start)) {
            continue;
        }
        let (class, title) = column.split_once('.').unwrap_or(("all", column));
        let in_class = |row: &&csv::StringRecord| of(row, "class").is_none_or(|known| known == class);
        let row = rows.iter().filter(|row| of(row, "policy").as_ref() == Some(policy)).find(in_class);
        let known = row.and_then(|row| of(row, title)).unwrap_or_else(|| panic!("{scenario}: no {column} of {policy}"));
        let (page, command): (f64, f64) = (value.parse().expect("a number"), known.parse().expect("a number"));
        assert!(page == command, "{scenario}: {column} of {policy}: {page} on the page, {command} on the command line");
        compared += 1;
    }
    compared
}

/// It turns as the last of what can be chosen grows, and the page says between whom.
fn turns(browser: &Browser, scenario: &str) {
    let choices = "return [...document.querySelectorAll('#turn-field option')].map(option => option.value).filter(value => value)";
    let choices: Vec<String> = serde_json::from_value(browser.js(choices)).expect("names");
    assert!(!choices.is_empty(), "{scenario}: nothing grows");
    browser.set_value("#turn-field", choices.last().expect("one"));
    let told = "/ (up to|from) .*\\.$/.test(document.querySelector('[aria-labelledby=turn-title] figcaption').innerText)";
    browser.wait("an answer", told, PATIENCE);
    let said = browser.text("[aria-labelledby=turn-title] figcaption");
    let names = browser.js("return [...document.querySelectorAll('#turn-to option')].map(option => option.innerText)");
    let names: Vec<String> = serde_json::from_value(names).expect("names");
    assert!(names.iter().filter(|name| said.contains(*name)).count() > 1, "{scenario}: {said}");
}

#[test]
fn compare_of_every_world_says_what_the_command_line_says_and_where_it_turns() {
    let mut compared = 0;
    for scenario in SCENARIOS {
        let (_page, browser) = compare(scenario);
        browser.wait("no older answer", "!document.querySelector('.answer.stale')", PATIENCE);
        compared += says_what_the_command_line_says(&browser, scenario);
        turns(&browser, scenario);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
    println!("{compared} numbers");
    assert!(compared > 100, "{compared}");
}

#[test]
fn policies_are_compared_in_the_measure_that_is_chosen() {
    let (_page, browser) = compare(SCENARIOS[2]);
    let before = browser.text("#verdict");
    assert!(before.contains("the median short job ") || before.contains("too close to call in median sojourn of short jobs"), "{before}");
    let drawn = drawing(&browser, "#means");
    browser.set_value("#measure", "long.mean_sojourn");
    browser.wait("another picture", "document.querySelector('#means-title')?.innerText === 'Policies compared'", PATIENCE);
    assert_ne!(drawing(&browser, "#means"), drawn);
    assert_ne!(browser.text("#verdict"), before);
    browser.wait("the address", "location.hash.includes('measure=long.mean_sojourn')", PATIENCE);
    assert!(browser.text("[aria-labelledby=ecdf-slowdown-title] figcaption").contains("long jobs"));
    browser.click("#show-replications");
    browser.wait_for("#by-replication", PATIENCE);
    browser.click("#pin");
    ask(&browser, "another load", || browser.set_value("input[name='workload.load']", "0.5"));
    assert!(browser.text("#pin").starts_with("Before: "), "{}", browser.text("#pin"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_rare_field_can_be_set_where_it_is_compared_and_swept() {
    for (link, field, value) in [
        ("#compare/cluster", "system.heartbeat", "1"),
        ("#compare", "workload.warmup", "100"),
        ("#sweep/datacenter", "workload.warmup", "20"),
    ] {
        let page = Page::start();
        let browser = Browser::start(Size::WIDE);
        browser.goto(&page.at(link));
        browser.wait_for("main.laid", PATIENCE);
        let control = format!(".workbar [name='{field}']");
        browser.wait(field, &format!("document.querySelector({})", json!(control)), PATIENCE);
        browser.set_value(&control, value);
        browser.wait("the address", &format!("location.hash.includes({})", json!(format!("{field}={value}"))), PATIENCE);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}
