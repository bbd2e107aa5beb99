//! *Cluster*: the numbers of the command line for fields, policies and files.

use super::*;

/// Mean sojourn time and mean load of each policy, in the table of *Cluster*.
fn cluster_of_page(browser: &Browser) -> Vec<(String, f64, f64)> {
    let source = "return [...document.querySelectorAll('#cluster-table tr[data-policy]')].map(row => [row.dataset.policy,
        ...['mean_sojourn', 'mean_load'].map(name => Number(row.querySelector(`td[data-column=${name}]`).dataset.value))])";
    let row = |row: &Value| Some((row[0].as_str()?.to_owned(), row[1].as_f64()?, row[2].as_f64()?));
    browser.js(source).as_array().expect("rows").iter().filter_map(row).collect()
}

/// The same, as the command line has it for a link.
fn cluster_of_command(link: &str) -> Vec<(String, f64, f64)> {
    let report = report_of_command(&["--link", link]);
    let row =
        |row: &Value| Some((row["policy"].as_str()?.to_owned(), row["mean_sojourn"].as_f64()?, row["cluster"]["mean_load"].as_f64()?));
    report["policies"].as_array().expect("policies").iter().filter_map(row).collect()
}

#[test]
fn a_cluster_has_the_numbers_of_the_command_line() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("the first run", CLUSTER_DONE, PATIENCE);
    browser.wait("the link", "location.hash.includes('workload.mix=prod')", PATIENCE);
    let first = cluster_of_page(&browser);
    assert_eq!(first.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["fair", "hfsp"]);
    assert_eq!(first, cluster_of_command(&browser.address()));
    let pictures = ["gantt-0", "gantt-1", "load", "virtual-0", "virtual-1", "ecdf-0", "ecdf-1"];
    let css = pictures.map(|name| format!("canvas[data-picture={name}]"));
    let before = css.clone().map(|css| drawing(&browser, &css));

    let ask = |what: &str, css: &str, value: &str| {
        let generation = browser.attribute("#cluster-status", "data-generation").expect("questions are numbered");
        browser.set_value(css, value);
        let new = format!("document.querySelector('#cluster-status').dataset.generation !== {} && {CLUSTER_DONE}", json!(generation));
        browser.wait(what, &new, PATIENCE);
    };
    ask("a run on fewer machines", "input[name='system.machines']", "10");
    let second = cluster_of_page(&browser);
    assert!(second.iter().zip(&first).all(|(now, then)| now.1 > then.1), "half of the machines, and no job is later: {second:?}");
    // What a policy does not have does not change.
    let changed = |i: usize| drawing(&browser, &css[i]) != before[i];
    assert!((0..css.len()).all(|i| i == 3 || changed(i)), "the pictures are drawn anew");

    for bad in ["0", "many", ""] {
        browser.set_value("input[name='system.machines']", bad);
        browser.wait_for("input[name='system.machines'][aria-invalid=true]", PATIENCE);
        browser.wait_for("#cluster-status[data-state=error]", PATIENCE);
        assert_eq!(cluster_of_page(&browser), second, "the last good result stays after {bad:?}");
    }
    browser.set_value("input[name='system.machines']", "20");
    browser.set_value("input[name='workload.count']", "100000");
    browser.wait_for("input[name='workload.count'][aria-invalid=true]", PATIENCE);
    assert!(browser.text("#cluster-status").contains("100000 tasks or more"), "{}", browser.text("#cluster-status"));
    ask("a run of fewer jobs", "input[name='workload.count']", "30");
    assert_eq!(cluster_of_page(&browser), first);
    ask("a run with preemption", "#preemption-1", "suspend");
    ask("a run of FIFO", "#policy-0", "fifo");
    browser.wait("the link", "location.hash.includes('preemption%3Dsuspend') && location.hash.includes('fifo')", PATIENCE);
    let third = cluster_of_page(&browser);
    assert_eq!(third.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["fifo", "hfsp[preemption=suspend]"]);
    assert_eq!(third, cluster_of_command(&browser.address()));
    browser.click("#reset");
    browser.wait("the first run again", &format!("{CLUSTER_DONE} && location.hash.includes('policies=fair,hfsp')"), PATIENCE);
    assert_eq!(cluster_of_page(&browser), first);
    let chosen = "return ['#policy-0', '#preemption-0', '#policy-1', '#preemption-1'].map(css => document.querySelector(css).value)";
    assert_eq!(browser.js(chosen), json!(["fair", "none", "hfsp", "wait"]), "the selections follow");
    browser.resize(Size::PHONE);
    let width = browser.js("return document.documentElement.scrollWidth");
    assert_eq!(width, json!(Size::PHONE.width), "nothing is wider than a phone");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_policy_of_another_world_leads_to_its_view() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster?policies=srpt"));
    browser.wait_for("#cluster-status[data-state=error]", PATIENCE);
    let said = browser.text("#cluster-status");
    assert!(said.contains("srpt is a policy of the server: see Compare. The cluster knows: "), "{said}");
}

#[test]
fn a_dropped_trace_runs_in_the_cluster() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("the first run", CLUSTER_DONE, PATIENCE);
    let first = cluster_of_page(&browser);
    drop_file(&browser, "jobs.csv", "id,arrival,size\n1,0,3000\n2,10,100\n3,15,1000\n");
    let done = format!("{CLUSTER_DONE} && document.querySelector('#cluster-status').innerText.includes('3 jobs')");
    browser.wait("results of the dropped file", &done, PATIENCE);
    browser.click("#file-remove");
    browser.wait(
        "the mix again",
        &format!("{CLUSTER_DONE} && document.querySelector('#cluster-status').innerText.includes('30 jobs')"),
        PATIENCE,
    );
    assert_eq!(cluster_of_page(&browser), first);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_dropped_workflow_runs_in_the_cluster() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("the first run", CLUSTER_DONE, PATIENCE);
    drop_file(&browser, "diamond.json", include_str!("../../assets/traces/diamond.json"));
    let done = format!("{CLUSTER_DONE} && document.querySelector('#cluster-status').innerText.includes('4 jobs')");
    browser.wait("results of the workflow", &done, PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn every_preset_has_an_answer() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("the first run", CLUSTER_DONE, PATIENCE);
    let jobs = ["30 jobs", "30 jobs", "2 jobs", "9 jobs", "5 jobs"];
    for (position, jobs) in jobs.iter().enumerate() {
        let choose = "const s = document.querySelector('#cluster-preset'); s.selectedIndex = ";
        browser.js(&format!("{choose}{position}; s.dispatchEvent(new Event('change', {{ bubbles: true }}))"));
        let done = format!("{CLUSTER_DONE} && document.querySelector('#cluster-status').innerText.includes('{jobs}')");
        browser.wait("the answer of a preset", &done, PATIENCE);
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_clock_heeds_reduced_motion() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("the answer", CLUSTER_DONE, PATIENCE);
    browser.click("#play");
    browser.wait_for("#play[aria-pressed=true]", PATIENCE);
    browser.prefer(Preferences { dark: false, reduced_motion: true });
    browser.wait_for("#play[aria-pressed=false]", PATIENCE);
    assert!(browser.text("main").contains("Your system is set to reduced motion"));
}
