//! *Network*: its clock and pictures, what is lit in both, and the numbers of the command line.

use super::*;

/// Figures of each policy, in the table of *Network*: mean FCT ÷ ideal of short flows and of all, mean FCT.
fn network_of_page(browser: &Browser) -> Vec<(String, [f64; 3])> {
    let source = "return [...document.querySelectorAll('#network-table tr[data-policy]')].map(row => [row.dataset.policy,
        ...['mean_slowdown_short', 'mean_slowdown', 'mean_sojourn'].map(name => Number(row.querySelector(`td[data-column=${name}]`).dataset.value))])";
    let row = |row: &Value| Some((row[0].as_str()?.to_owned(), [1, 2, 3].map(|i| row[i].as_f64().unwrap_or(f64::NAN))));
    browser.js(source).as_array().expect("rows").iter().filter_map(row).collect()
}

/// The same, in the report that the command line makes of a link.
fn network_of_command(link: &str) -> Vec<(String, [f64; 3])> {
    let row = |row: &Value| {
        let own = &row["network"];
        let numbers = [&own["mean_slowdown_short"], &own["mean_slowdown"], &row["mean_sojourn"]];
        (row["policy"].as_str().expect("a policy").to_owned(), numbers.map(|number| number.as_f64().expect("a number")))
    };
    report_of_command(&["--link", link])["policies"].as_array().expect("policies").iter().map(row).collect()
}

/// Does something that asks a new question, and waits for the answer.
fn ask(browser: &Browser, what: &str, act: impl FnOnce()) {
    let generation = browser.attribute("#network-status", "data-generation").expect("questions are numbered");
    act();
    let new = format!("document.querySelector('#network-status').dataset.generation !== {} && {NETWORK_DONE}", json!(generation));
    browser.wait(what, &new, PATIENCE);
}

/// Fingerprints of the pictures of both policies: the networks, then the rows.
fn pictures(browser: &Browser) -> [Value; 4] {
    ["net-0", "net-1", "rows-0", "rows-1"].map(|name| drawing(browser, &format!("canvas[data-picture={name}]")))
}

/// *Network* at rest: pictures do not move by themselves.
fn still(fragment: &str) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.prefer(Preferences { reduced_motion: true, ..Preferences::default() });
    browser.goto(&page.at(fragment));
    browser.wait("the runs", NETWORK_DONE, PATIENCE);
    (page, browser)
}

#[test]
fn flows_play_and_have_the_numbers_of_the_command_line() {
    let (_page, browser) = still("#network");
    assert_eq!(browser.text("#headline"), "With pFabric, short flows take as long as alone in the network, with FIFO 71.5 times as long.");
    let lit = browser.text("#lit");
    assert!(lit.contains("FIFO: F2 waits behind F1 on link h0→h1, which came first."), "{lit}");
    let first = network_of_page(&browser);
    assert_eq!(first.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["fifo", "fair", "pfabric"]);
    browser.wait("the link", "location.hash.includes('system.topology=link')", PATIENCE);
    assert_eq!(first, network_of_command(&browser.address()));
    stands_in_order(&browser, true);

    let stopped = pictures(&browser);
    browser.set_value("#playhead", "520");
    let later = pictures(&browser);
    assert!(stopped.iter().zip(&later).all(|(a, b)| a != b), "the clock moves all pictures");
    browser.act("document.activeElement.blur()");
    let time = "return document.querySelector('#playhead').getAttribute('aria-valuetext')";
    let before = browser.js(time);
    browser.press(&[key::RIGHT]);
    assert_ne!(browser.js(time), before, "the arrows step");
    browser.wait("the link of this instant", "location.hash.includes('&t=')", PATIENCE);

    ask(&browser, "a run of LAS", || add_policy(&browser, "network", "las"));
    browser.wait("the link", "location.hash.includes('las')", PATIENCE);
    let second = network_of_page(&browser);
    assert!(second.iter().any(|row| row.0 == "las"));
    assert_eq!(second, network_of_command(&browser.address()), "what is looked at is no part of the scenario");
    browser.set_value("#side-1", "las");
    assert!(browser.text("#headline").starts_with("With LAS, "), "{}", browser.text("#headline"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn what_is_pointed_at_is_lit_in_both_pictures_and_a_link_leads_back() {
    let (_page, browser) = still("#network?v=1&replications=2&policies=fair,pfabric&workload.count=100&workload.load=0.8");
    let opened = browser.text("#lit");
    assert!(opened.contains("times") || opened.contains("× its ideal"), "{opened}");
    let before = pictures(&browser);
    browser.click("#next");
    assert_ne!(browser.text("#lit"), opened);
    let after = pictures(&browser);
    assert!(before[..2].iter().zip(&after).all(|(a, b)| a != b), "both pictures show it");
    browser.act("document.activeElement.blur()");
    browser.press(&[key::DOWN]);
    let lit = browser.text("#lit");
    // That of the flow before is there already.
    browser.rest(SOON);
    browser.wait("its link", "/&lit=flow:\\d+&t=/.test(location.hash)", PATIENCE);
    // A link has the time to five digits.
    let playhead = "return Math.round(10 * parseFloat(document.querySelector('#playhead').getAttribute('aria-valuetext').slice(4)))";
    let (address, then) = (browser.address(), browser.js(playhead));
    browser.goto("about:blank");
    browser.goto(&address);
    browser.wait("the runs", NETWORK_DONE, PATIENCE);
    assert_eq!((browser.text("#lit"), browser.js(playhead)), (lit, then), "{address}");
    browser.act("document.querySelector('#network-numbers summary').click()");
    browser.wait_for("#network-flows tbody tr", PATIENCE);
    assert_eq!((browser.count("#network-flows tbody tr"), browser.count("#network-links tbody tr")), (100, 96));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_slider_asks_anew_and_the_headline_has_a_paired_interval() {
    let (_page, browser) = still("#network?v=1&replications=4&policies=fair,pfabric&workload.count=100&workload.load=0.8");
    let headline = browser.text("#headline");
    assert!(
        headline.starts_with("With pFabric, short flows take ") && headline.contains(" % faster [") && headline.ends_with("]."),
        "{headline}"
    );
    ask(&browser, "runs at another load", || browser.set_value("input[type=range][aria-label='Load']", "4"));
    assert_ne!(browser.text("#headline"), headline);
    ask(&browser, "runs on another network", || browser.set_value("[id='field-system.topology']", "bcube"));
    browser.wait("its link", "location.hash.includes('bcube')", PATIENCE);
    assert_eq!(network_of_page(&browser), network_of_command(&browser.address()));
    ask(&browser, "a preset", || browser.set_value("#network-preset", "A measurement repository"));
    assert!(browser.text("#headline").contains(" workflows take "), "{}", browser.text("#headline"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn on_a_phone_the_pictures_are_below_each_other() {
    let (_page, browser) = still("#network");
    browser.resize(Size::PHONE);
    assert_eq!(browser.js("return document.documentElement.scrollWidth"), json!(Size::PHONE.width));
    let tops = browser.js("return [0, 1].map(i => document.querySelector(`canvas[data-picture=net-${i}]`).getBoundingClientRect().top)");
    assert!(tops[0].as_f64() < tops[1].as_f64(), "{tops}");
}

#[test]
fn flows_are_exported_and_a_trace_of_them_is_read() {
    let (_page, browser) = still("#network");
    let folder = tempfile::tempdir().expect("a folder");
    browser.download_to(folder.path());
    let save = |format: &str| -> Vec<u8> {
        browser.click("#network-export summary");
        browser.click(&format!("#network-export [data-format={format}]"));
        Browser::downloaded(format, &folder.path().join(format!("network.{format}")), PATIENCE)
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    assert_eq!(text(save("csv")).lines().count(), 1 + 3 * 3);
    let svg = text(save("svg"));
    assert!(svg.starts_with("<svg ") && svg.contains(">FIFO</text>") && svg.contains("link use"));
    assert!(save("png").starts_with(b"\x89PNG"));
    let report: Value = serde_json::from_str(&text(save("json"))).expect("a report in JSON");
    assert_eq!(report["policies"][2]["policy"], json!("pfabric"));
    ask(&browser, "the flows of the file", || {
        drop_file(&browser, "flows.csv", "source,destination,size,arrival,class\nh0,h1,30,0,long\nh0,h1,1,5,short\n");
    });
    assert!(browser.text("#network-status").starts_with("2 flows"), "{}", browser.text("#network-status"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn of_many_flows_the_use_of_links_is_shown() {
    let (_page, browser) = still("#network?v=1&policies=fair,pfabric&workload.count=2000&workload.load=0.6");
    assert_eq!(browser.count("#next"), 0);
    let before = pictures(&browser);
    browser.set_value("#playhead", "700");
    assert!(before.iter().zip(pictures(&browser)).all(|(a, b)| *a != b));
    assert!(browser.text(".nets .now").contains("too many to be drawn"), "{}", browser.text(".nets .now"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
