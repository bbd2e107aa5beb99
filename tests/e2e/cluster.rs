//! *Cluster*: the numbers of the command line for fields, policies and files.

use super::*;

/// Mean sojourn time and mean load of each policy, in the table of *Cluster*.
fn cluster_of_page(browser: &Browser) -> Vec<(String, f64, f64)> {
    show_pane(browser, "cluster", "numbers");
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

/// The same with as many replications as run behind the one that is shown.
fn cluster_of_command_often(link: &str) -> Vec<(String, f64, f64)> {
    let report = report_of_command(&["--link", link, "--replications", "20"]);
    let row =
        |row: &Value| Some((row["policy"].as_str()?.to_owned(), row["mean_sojourn"].as_f64()?, row["cluster"]["mean_load"].as_f64()?));
    report["policies"].as_array().expect("policies").iter().filter_map(row).collect()
}

/// All runs are there, and with them the one that is shown.
const SPREAD_DONE: &str = "document.querySelector('.dot') && document.querySelector('#cluster-status[data-state=done]') && !document.querySelector('.answer.stale')";

/// Opens a menu of the bar.
fn open(browser: &Browser, menu: &str) {
    browser.act(&format!("document.querySelector('{menu}').open = true"));
}

#[test]
fn both_runs_and_their_axis_fit_the_first_screen() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    stands_in_order(&browser, true);
    let ends = "const of = css => document.querySelector(css).getBoundingClientRect();
        return [of('.run:last-child canvas').bottom, of('.transport').top, of('.transport').bottom]";
    let fits = |size: Size| {
        let [canvas, transport, bottom]: [f64; 3] = serde_json::from_value(browser.js(ends)).expect("places");
        assert!(canvas <= transport + 1.0 && bottom <= f64::from(size.height) + 1.0, "{canvas} {transport} {bottom}");
    };
    fits(Size::WIDE);
    browser.press(&['s']);
    browser.wait_for("[data-setting=stage]", PATIENCE);
    fits(Size::WIDE);
}

#[test]
fn of_what_cannot_be_simulated_nothing_is_said_to_be_simulated() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    browser.set_value("input[name='workload.count']", "0");
    browser.wait_for("#cluster-status[data-state=error]", PATIENCE);
    assert!(!browser.text("main").contains("being simulated"), "{}", browser.text("main"));
}

#[test]
fn the_headline_rests_on_twenty_runs_and_has_their_interval() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    let ratios: Vec<f64> = browser
        .js("return [...document.querySelectorAll('.dot')].map(dot => Number(dot.dataset.ratio))")
        .as_array()
        .expect("dots")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    assert_eq!(ratios.len(), 20);
    // The geometric mean and Student's t of its logarithm, with 19 degrees of freedom.
    let logs: Vec<f64> = ratios.iter().map(|ratio| libm::log(*ratio)).collect();
    let mean = logs.iter().sum::<f64>() / 20.0;
    let variance = logs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 19.0;
    let half = 2.093_024 * (variance / 20.0).sqrt();
    let said = browser.text("#headline");
    let [middle, low, high] = [mean, mean - half, mean + half].map(libm::exp);
    // What is said of it: by how many percent HFSP is faster, and between which.
    let [least, most] = [high, low].map(|ratio| 100.0 * (1.0 - ratio));
    let expected = format!("HFSP is {:.0} % faster than Fair [{least:.0}, {most:.0} %]", 100.0 * (1.0 - middle));
    assert!(said.starts_with(&expected), "{said} is not {expected}");
    let ahead = ratios.iter().filter(|ratio| **ratio < 1.0).count();
    assert!(said.contains(&format!("HFSP wins {ahead} of 20 runs")), "{said}");
    // What is in the table is what the command line has, run for run.
    let command = cluster_of_command_often(&browser.address());
    assert_eq!(cluster_of_page(&browser), command);
    assert_eq!(browser.console_errors(), Vec::<String>::new());

    // A click on a dot plays that run; it is the first of the command line when it is the first.
    browser.act("document.querySelector('.dot[data-run=\"1\"]').click()");
    browser.wait("the first run", &format!("{SPREAD_DONE} && document.querySelector('.dot.shown').dataset.run === '1'"), PATIENCE);
    let first: Vec<f64> = cluster_of_command(&browser.address()).iter().map(|row| row.1).collect();
    let ratio: f64 = browser
        .js("return document.querySelector('.dot.shown').dataset.ratio")
        .as_str()
        .and_then(|text| text.parse().ok())
        .expect("a ratio");
    assert!((ratio - first[1] / first[0]).abs() < 1e-9, "{ratio} {first:?}");
    browser.act("document.querySelector('#run-best').click()");
    browser.wait(
        "the best run",
        &format!("{SPREAD_DONE} && document.querySelector('.headline p').innerText.includes('the 1st of the 20: the best')"),
        PATIENCE,
    );
}

#[test]
fn given_jobs_run_once_and_have_no_interval() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster?policies=fair,hfsp&system.kind=cluster&workload.jobs=[{ arrival = 0.0, maps = [400.0, 400.0] }, { arrival = 9.0, maps = [5.0] }]"));
    browser.wait("the run", CLUSTER_DONE, PATIENCE);
    let said = browser.text(".headline p");
    assert!(said.contains("there is one run and no interval"), "{said}");
    assert!(!browser.text("#headline").contains('[') && browser.js("return document.querySelectorAll('.dot').length") == json!(0));
}

#[test]
fn a_cluster_has_the_numbers_of_the_command_line() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster?policies=fair,hfsp&system.kind=cluster&workload.mix=test&workload.count=10&system.machines=10"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    let first = cluster_of_page(&browser);
    assert_eq!(first.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["fair", "hfsp"]);
    assert_eq!(first, cluster_of_command_often(&browser.address()));
    let pictures = || -> Vec<Value> {
        let drawn = |name: &&str| drawing(&browser, &format!("canvas[data-picture={name}]"));
        let behind = [("load", &["load"][..]), ("virtual", &["virtual-0", "virtual-1"]), ("classes", &["ecdf-0", "ecdf-1"])];
        let pane = |(pane, names): (&str, &[&str])| {
            show_pane(&browser, "cluster", pane);
            names.iter().map(drawn).collect::<Vec<_>>()
        };
        ["run-0", "run-1"].iter().map(drawn).chain(behind.into_iter().flat_map(pane)).collect()
    };
    let before = pictures();

    let ask = |what: &str, css: &str, value: &str| {
        let generation = browser.attribute("#cluster-status", "data-generation").expect("questions are numbered");
        browser.set_value(css, value);
        let new = format!("document.querySelector('#cluster-status').dataset.generation !== {} && {SPREAD_DONE}", json!(generation));
        browser.wait(what, &new, PATIENCE);
    };
    ask("a run on fewer machines", "input[name='system.machines']", "5");
    let second = cluster_of_page(&browser);
    assert!(second.iter().zip(&first).all(|(now, then)| now.1 > then.1), "half of the machines, and no job is later: {second:?}");
    // What a policy does not have does not change.
    let after = pictures();
    assert!((0..after.len()).all(|i| i == 3 || after[i] != before[i]), "the pictures are drawn anew");

    show_pane(&browser, "cluster", "numbers");
    for bad in ["0", "many", "-1"] {
        browser.set_value("input[name='system.machines']", bad);
        browser.wait_for("input[name='system.machines'][aria-invalid=true]", PATIENCE);
        browser.wait_for("#cluster-status[data-state=error]", PATIENCE);
        assert!(
            browser.js("return document.querySelectorAll('#cluster-table tr[data-policy]').length") == json!(2),
            "the last good result stays after {bad:?}"
        );
    }
    browser.set_value("input[name='system.machines']", "10");
    browser.set_value("input[name='workload.count']", "100000");
    browser.wait_for("input[name='workload.count'][aria-invalid=true]", PATIENCE);
    assert!(browser.text("#cluster-status").contains("100000 tasks or more"), "{}", browser.text("#cluster-status"));
    ask("a run of fewer jobs", "input[name='workload.count']", "10");
    assert_eq!(cluster_of_page(&browser), first);
    ask("a run with preemption", "#cluster-1-preemption", "suspend");
    add_policy(&browser, "cluster", "fifo");
    browser.wait("the link", "location.hash.includes('preemption%3Dsuspend') && location.hash.includes('fifo')", PATIENCE);
    browser.wait(
        "FIFO as well",
        &format!("{SPREAD_DONE} && document.querySelectorAll('#cluster-table tr[data-policy]').length === 3"),
        PATIENCE,
    );
    let third = cluster_of_page(&browser);
    assert_eq!(third.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["fair", "hfsp[preemption=suspend]", "fifo"]);
    assert_eq!(third, cluster_of_command_often(&browser.address()));
    open(&browser, "#cluster-more");
    browser.click("#reset");
    browser.wait("the view's own run", &format!("{SPREAD_DONE} && location.hash.includes('workload.mix=dev')"), PATIENCE);
    assert_eq!(browser.js("return document.querySelector('#cluster-1-preemption').value"), json!("suspend"), "the selections follow");
    browser.resize(Size::PHONE);
    let width = browser.js("return document.documentElement.scrollWidth");
    assert_eq!(width, json!(Size::PHONE.width), "nothing is wider than a phone");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn what_is_on_or_off_is_a_box() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    for (id, asked) in [("field-system.speculation", "system.speculation=true"), ("cluster-1-tiny", "tiny%3D")] {
        let click = format!("document.getElementById('{id}').click()");
        let checked = format!("return document.getElementById('{id}').checked");
        let before = browser.js(&checked);
        browser.act(&click);
        browser.wait("the link", &format!("location.hash.includes('{asked}')"), PATIENCE);
        assert_ne!(browser.js(&checked), before);
        browser.act(&click);
        browser.wait("the default again", &format!("!location.hash.includes('{asked}')"), PATIENCE);
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_policy_of_another_world_leads_to_its_view() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster?policies=srpt"));
    browser.wait_for("#cluster-status[data-state=error]", PATIENCE);
    let said = browser.text("#cluster-status");
    assert!(said.contains("srpt is a policy of the server: see Server. The cluster knows: "), "{said}");
}

#[test]
fn a_dropped_trace_and_a_dropped_workflow_run_in_the_cluster() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    let first = cluster_of_page(&browser);
    let of_jobs = |jobs: usize| format!("document.querySelector('#cluster-status').innerText.includes('{jobs} jobs')");
    drop_file(&browser, "jobs.csv", "id,arrival,size\n1,0,3000\n2,10,100\n3,15,1000\n");
    browser.wait("results of the dropped file", &format!("{CLUSTER_DONE} && {}", of_jobs(3)), PATIENCE);
    drop_file(&browser, "diamond.json", include_str!("../../assets/traces/diamond.json"));
    browser.wait("results of the workflow", &format!("{CLUSTER_DONE} && {}", of_jobs(4)), PATIENCE);
    open(&browser, "#cluster-file");
    browser.click("#file-remove");
    browser.wait("the mix again", &format!("{SPREAD_DONE} && {}", of_jobs(8)), PATIENCE);
    assert_eq!(cluster_of_page(&browser), first);
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

#[test]
fn nothing_moves_while_a_cluster_plays() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    nothing_moves(&browser, 0);
}

#[test]
fn the_job_at_the_pointer_has_a_small_table_and_one_that_is_clicked_is_lit_in_all_panels() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    let lit = browser.text("#lit");
    browser.hover("canvas[data-picture=run-0]", (0, -100));
    browser.wait_for(".reading.here", PATIENCE);
    let table = browser.text(".reading.here");
    assert!(table.starts_with('J') && table.contains("Fair") && table.contains("HFSP") && table.contains("slots held"), "{table}");
    assert_eq!(browser.text("#lit"), lit, "it is not lit");
    let covers = "const canvas = document.querySelector('canvas[data-picture=run-0]').getBoundingClientRect(), table = document.querySelector('.here').getBoundingClientRect();
        const x = canvas.left + canvas.width / 2, y = canvas.top + canvas.height / 2 - 100;
        return table.left <= x && x <= table.right && table.top <= y && y <= table.bottom";
    assert_eq!(browser.js(covers), json!(false), "it does not cover what it is about");
    browser.hover("#headline", (0, 0));
    browser.wait("no table", "!document.querySelector('.reading.here')", PATIENCE);

    let pictures = || ["run-0", "run-1"].map(|name| drawing(&browser, &format!("canvas[data-picture={name}]")));
    let before = pictures();
    // A click on the first lane, at its name.
    browser.act(
        "const canvas = document.querySelector('canvas[data-picture=run-1]'); const box = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + 12, clientY: box.top + 10 }))",
    );
    browser.wait("another job", "document.querySelector('#lit').innerText === 'J0'", PATIENCE);
    assert_ne!(lit, "J0");
    let after = pictures();
    assert!(before[0] != after[0] && before[1] != after[1], "both panels show it");
    browser.act("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))");
    browser.wait("the next job", "document.querySelector('#lit').innerText === 'J1'", PATIENCE);
    assert!(
        browser.js("return [...document.querySelectorAll('#cluster-export [data-format]')].map(b => b.dataset.format)")
            == json!(["csv", "json", "svg", "png"])
    );
}

#[test]
fn a_stretch_of_time_that_is_dragged_over_fills_the_pictures() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    let pictures = || ["run-0", "run-1"].map(|name| drawing(&browser, &format!("canvas[data-picture={name}]")));
    let (lit, before) = (browser.text("#lit"), pictures());
    browser.grab("canvas[data-picture=run-1]");
    browser.drag_by(120, 0);
    browser.wait_for(".brush", PATIENCE);
    browser.release();
    browser.wait("a part", "/^\\d+ – \\d+ s$/.test(document.querySelector('#window-now').innerText)", PATIENCE);
    let part = pictures();
    assert!(part[0] != before[0] && part[1] != before[1], "both are on one axis");
    assert_eq!(browser.text("#lit"), lit, "a drag is no click");
    let said = browser.text("#window-now");
    browser.click("#zoom-out");
    browser.wait("more", &format!("document.querySelector('#window-now').innerText !== {}", json!(said)), PATIENCE);
    browser.click("#window-story");
    browser.wait_for("#window-story[aria-pressed=true]", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn lanes_of_many_jobs_are_on_pages() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster?policies=fair,hfsp&system.kind=cluster&system.machines=4&system.map_slots=1&system.reduce_slots=1&workload.mix=dev&workload.count=30"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    let now = || browser.text("#lanes-now");
    let before = drawing(&browser, "canvas[data-picture=run-0]");
    assert!(now().ends_with("of 30"), "{}", now());
    let other = if now().starts_with("Jobs 21") { "#lanes-before" } else { "#lanes-after" };
    let said = now();
    browser.click(other);
    browser.wait("another page", &format!("document.querySelector('#lanes-now').innerText !== {}", json!(said)), PATIENCE);
    assert_ne!(drawing(&browser, "canvas[data-picture=run-0]"), before);
}

#[test]
fn a_link_to_a_cluster_plays_the_run_that_was_looked_at() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster?system.kind=cluster&workload.mix=dev&workload.count=8&system.machines=4&run=7"));
    browser.wait("all runs", SPREAD_DONE, PATIENCE);
    assert_eq!(browser.js("return document.querySelector('.dot.shown').dataset.run"), json!("7"));
    assert!(browser.address().ends_with("&run=7"), "{}", browser.address());
}
