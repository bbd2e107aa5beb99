//! *Compare*: the numbers of the command line for fields, presets, files and links, and what is said of bad ones.

use std::path::PathBuf;

use super::*;

/// The traces, if there are any.
fn trace() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("SCHEDSCOPE_TRACES") else {
        println!("skipped: SCHEDSCOPE_TRACES is not set");
        return None;
    };
    Some(Path::new(&folder).join("FB-2010_samples_24_times_1hr_0.tsv"))
}

#[test]
fn a_preset_keeps_policies_that_were_chosen() {
    let (_page, browser) = compare("workload.count=300&policies=ps,las");
    let pick = |name: &str, policies: &str, why: &str| {
        let found = "return [...document.querySelectorAll('#preset option')].find(option => option.textContent === arguments[0]).value";
        let value = browser.js_with(found, &[json!(name)]);
        browser.set_value("#preset", value.as_str().expect("a value"));
        let chosen = "[...document.querySelectorAll('.chips [aria-pressed=true]')].map(chip => chip.dataset.policy).join()";
        browser.wait(why, &format!("{chosen} === '{policies}' && document.querySelector('#preset').value === {value}"), PATIENCE);
    };
    let users = "policies that the user chose";
    pick("Bursts", "ps,las", users);
    pick("Weighted jobs", "fspe+ps,psbs,ps,gps", "the policies that this preset is about");
    pick("Bursts", "srpt,srpte,fspe,fspe+ps,fifo,ps,las", "the default policies, since nobody chose those");
    // A click that is on its way hits what is there when it comes: nothing may move then.
    browser.wait("the results", DONE, PATIENCE);
    browser.click("#compare-fifo");
    pick("Sizes nearly alike", "srpt,srpte,fspe,fspe+ps,ps,las", users);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn sigma_changes_the_curves_and_a_bad_value_loses_nothing() {
    let (_page, browser) = compare("");
    let exact = ["--seed", "1"];
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&exact), "the page's defaults are the command line's");
    let curves = || {
        ["slowdown", "sojourn"].map(|shown| {
            let css = format!("canvas#ecdf-{shown}");
            browser.click(&format!("#show-{shown}"));
            // A canvas is as wide as its place from when it is drawn for the first time.
            browser.wait("the picture", &format!("document.querySelector('{css}')?.width > 300"), PATIENCE);
            drawing(&browser, &css)
        })
    };
    let before = curves();

    ask(&browser, "results for another sigma", || browser.set_value("input[name='workload.sigma']", "2"));
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--sigma", "2"]));
    let after = curves();
    assert!(before[0] != after[0] && before[1] != after[1], "the curves are drawn anew");

    let good = numbers_of_page(&browser);
    for (bad, said) in [("-1", "0"), ("NaN", "number"), ("many", "number"), ("1e999", "number")] {
        browser.set_value("input[name='workload.sigma']", bad);
        browser.wait_for("input[name='workload.sigma'][aria-invalid=true]", PATIENCE);
        browser.wait("the complaint", "document.querySelector('#run-status[data-state=error]')", PATIENCE);
        let complaint = browser.text("[id='field-workload.sigma-message']");
        assert!(complaint.contains(said), "{bad:?} gives {complaint:?}");
        assert_eq!(numbers_of_page(&browser), good, "the last good result stays");
    }
    ask(&browser, "results after a mistake", || browser.set_value("input[name='workload.sigma']", "0.5"));
    assert_eq!(browser.count("[aria-invalid=true]"), 0);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn decimals_can_be_typed() {
    const SIGMA: &str = "input[name='workload.sigma']";
    let (_page, browser) = compare("");
    let shown = || browser.js_with("return document.querySelector(arguments[0]).value", &[json!(SIGMA)]);
    browser.click(SIGMA);
    browser.chord(&[key::CONTROL], &['a']);
    for (typed, text) in ['0', '.', '7', '5', '0'].into_iter().zip(["0", "0.", "0.7", "0.75", "0.750"]) {
        browser.press(&[typed]);
        assert_eq!(shown(), json!(text), "nothing is rewritten while it is typed");
    }
    browser.press(&[key::TAB]);
    browser.wait("the field to be tidied up", &format!("document.querySelector({}).value === '0.75'", json!(SIGMA)), PATIENCE);
    let same = format!("{DONE} && !document.querySelector('.answer.stale')");
    browser.wait("results of what was typed", &same, PATIENCE);
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--sigma", "0.75"]));

    ask(&browser, "results of the slider", || browser.set_value("input[type=range][aria-label='Estimation error']", "20"));
    assert_eq!(shown(), json!("1"), "the slider and the field go together");
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--sigma", "1"]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn every_value_that_is_typed_is_simulated() {
    const LOAD: &str = "input[name='workload.load']";
    let (_page, browser) = compare("workload.count=2000&replications=20");
    let values = ["0.8", "0.7", "0.5", "0.85", "0.6", "0.75", "0.45", "0.9", "0.55", "0.65"];
    for (turn, value) in values.into_iter().enumerate() {
        browser.click(LOAD);
        browser.chord(&[key::CONTROL], &['a']);
        // The texts on the way, "0" and "0.", are loads that cannot be simulated.
        browser.press(&value.chars().chain([if turn % 2 == 0 { key::TAB } else { key::ENTER }]).collect::<Vec<_>>());
        let said = format!("{DONE} && !document.querySelector('.answer.stale') && /load {value}\\d* ·/.test({DONE}.textContent)");
        browser.wait(&format!("results at a load of {value}"), &said, PATIENCE);
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_bad_link_says_what_is_wrong() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#compare?workload.shape=oops"));
    browser.wait_for("#run-status[data-state=error]", PATIENCE);
    assert!(browser.text("#run-status").contains("oops"), "{}", browser.text("#run-status"));
    assert!(browser.text(".gallery").contains("Correct the marked field to see results"));
    assert!(!browser.text("main").contains("Simulating"));
    assert_eq!(browser.count("input[name='workload.shape'][aria-invalid=true]"), 1);
    browser.set_value("input[name='workload.shape']", "0.25");
    browser.wait("results once it is corrected", DONE, PATIENCE);
}

#[test]
fn several_servers_leave_out_what_runs_on_one() {
    let (_page, browser) = compare("");
    ask(&browser, "results on four servers", || browser.set_value("input[name='system.servers']", "4"));
    let numbers = numbers_of_page(&browser);
    assert_eq!(numbers, numbers_of_command(&["--servers", "4", "--policy", "fifo,ps,las,srpt,srpte"]));
    assert!(browser.js("return document.body.innerText").as_str().expect("text").contains("one server only"), "the page says why");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn servers_are_in_the_bar_and_as_fast_as_is_said_below_them() {
    let (_page, browser) = compare("replications=4&policies=fifo,ps,srpt&workload.count=500");
    assert_eq!(browser.count("#compare-bar .workbar-number input[name='system.servers']"), 1);
    let command = |more: &[&str]| {
        let usual = ["--replications", "4", "--policy", "fifo,ps,srpt", "--count", "500", "--servers", "4"];
        numbers_of_command(&[&usual, more].concat())
    };
    ask(&browser, "results on four servers", || browser.set_value("input[name='system.servers']", "4"));
    assert_eq!(numbers_of_page(&browser), command(&[]), "of the same total speed");
    ask(&browser, "results on four faster servers", || browser.set_value("#server-speeds", "1"));
    assert_eq!(numbers_of_page(&browser), command(&["--server-speed", "1"]));
    let said = browser.text("#run-status");
    assert!(said.contains("load 0.2") && said.contains("4 servers of speed 1"), "{said}");
    let bar = browser.text("#compare-bar");
    assert!(bar.contains("busy 22") || bar.contains("busy 23"), "{bar}");
    assert!(browser.address().contains("system.server_speed=1"), "{}", browser.address());
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn slowdown_stands_first_with_its_body_and_its_tail() {
    let (_page, browser) = compare("replications=2&workload.count=500");
    assert_eq!(browser.attribute("#show-slowdown", "aria-pressed").as_deref(), Some("true"));
    browser.wait_for("canvas#ecdf-slowdown", PATIENCE);
    let first = browser.js("return document.querySelector('[aria-label=Picture] button').id");
    assert_eq!(first, json!("show-slowdown"));
    browser.click("#show-sojourn");
    browser.wait("the address", "location.hash.includes('show=sojourn')", PATIENCE);
    browser.wait_for("canvas#ecdf-sojourn", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_dropped_file_gives_the_numbers_of_the_command_line() {
    const POLICIES: &str = "fifo,ps,srpt,fsp,fspe+ps";
    let (_page, browser) = compare(&format!("policies={POLICIES}"));
    let text = "id,arrival,size,estimate\n1,0,30,30\n2,10,10,10\n3,15,10,10\n4,15,10,1\n";
    ask(&browser, "results of the dropped file", || drop_file(&browser, "jobs.csv", text));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dropped.csv");
    std::fs::write(&file, text).expect("the same file for the command line");
    let path = file.to_str().expect("a path in UTF-8");
    let good = numbers_of_page(&browser);
    assert_eq!(good, numbers_of_command(&["--jobs", path, "--policy", POLICIES]));
    browser.wait("the file in the address", "/&sum=[0-9a-f]{16}$/.test(location.hash)", PATIENCE);
    let link = browser.address();

    for (name, text, said) in [
        ("jobs.csv", "id,arrival,size,estimate\n1,0,30,30\n2,10,ten,1\n", "line 3"),
        ("jobs.csv", "", "empty"),
        ("jobs.csv", "\u{0}\u{1}\u{2}", "line 1"),
        ("jobs.xls", "what is this", "jobs.xls"),
    ] {
        drop_file(&browser, name, text);
        browser.wait("the complaint", &format!("document.querySelector('#notice')?.innerText.includes({})", json!(said)), PATIENCE);
        browser.wait("what was there before", DONE, PATIENCE);
        assert_eq!((numbers_of_page(&browser), browser.address()), (good.clone(), link.clone()), "after {name} with {text:?}");
        assert_eq!(browser.count("#file-message"), 0, "it is said once");
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_trace_gives_the_numbers_of_the_command_line() {
    const POLICIES: &str = "fifo,ps,las,srpt,srpte,fspe,fspe+ps,psbs";
    let Some(trace) = trace() else { return };
    let (_page, browser) = compare(&format!("policies={POLICIES}"));
    ask(&browser, "results of the trace", || browser.upload("#file", &trace));
    ask(&browser, "results at another load", || browser.set_value("input[name='workload.load']", "0.8"));
    ask(&browser, "results at the load it had", || browser.set_value("input[name='workload.load']", "0.9"));
    let path = trace.to_str().expect("a path in UTF-8");
    let command = numbers_of_command(&["--jobs", path, "--load", "0.9", "--sigma", "0.5", "--policy", POLICIES]);
    assert_eq!(numbers_of_page(&browser), command);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn means_are_divided_by_any_policy() {
    let (_page, browser) = compare("workload.count=500&replications=3&policies=fifo,ps,srpt");
    browser.click("#all-numbers > summary");
    assert_eq!((browser.count("td[data-column=ratio_srpt]"), browser.count("td[data-column=ratio_ps]")), (3, 3));
    browser.set_value("#over-0", "fifo");
    browser.wait_for("td[data-column=ratio_fifo]", PATIENCE);
    browser.wait("the link", "location.hash.includes('over=fifo,ps')", PATIENCE);
    let report = report_of_command(&["--link", &browser.address()]);
    let mean = |policy: usize| report["policies"][policy]["mean_sojourn"].as_f64().expect("a mean");
    let shown = browser.attribute("tr[data-policy=srpt] td[data-column=ratio_fifo]", "data-value").expect("a ratio");
    assert_eq!(shown.parse(), Ok(mean(2) / mean(0)));
    assert!(browser.text("tr[data-policy=srpt] td[data-column=ratio_fifo] .interval").starts_with('['));
    browser.reload();
    browser.wait_for("td[data-column=ratio_fifo]", PATIENCE);
    assert_eq!(browser.js("return document.querySelector('#over-0').value"), json!("fifo"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_link_gives_the_same_numbers() {
    let (_page, browser) = compare("workload.shape=0.5&workload.sigma=1&workload.count=2000&seed=7&policies=ps,srpt,psbs");
    let numbers = numbers_of_page(&browser);
    assert_eq!(numbers.len(), 3 * COLUMNS.len());
    browser.wait("the link", "location.hash.includes('seed=7')", PATIENCE);
    assert_eq!(numbers, numbers_of_command(&["--link", &browser.address()]));
    browser.reload();
    browser.wait("results after a reload", DONE, PATIENCE);
    assert_eq!(numbers_of_page(&browser), numbers);
}

/// What the page puts on the clipboard when something is clicked.
fn copied(browser: &Browser, css: &str) -> String {
    browser.act("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
    browser.click(css);
    browser.wait("a copy", "window.copied", PATIENCE);
    let copied = browser.js("const copied = window.copied; window.copied = null; return copied");
    copied.as_str().expect("a text").to_owned()
}

#[test]
fn the_command_that_is_copied_gives_the_same_numbers() {
    let (_page, browser) = compare("workload.shape=0.5&workload.sigma=1&workload.count=2000&seed=7&policies=ps,rank[est+age/2;name=mine]");
    browser.address();
    let command = copied(&browser, "#copy-command");
    let link = command.strip_prefix("schedscope run --link '").and_then(|rest| rest.strip_suffix('\'')).expect("a link in quotes");
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--link", link]));
    assert!(copied(&browser, "#copy-link").ends_with(link));
    browser.goto(&Page::start().at("#learn"));
    assert_eq!(browser.count("#copy-command"), 0);
}

#[test]
fn an_answer_is_saved_as_a_card() {
    let (_page, browser) = compare("workload.count=300&replications=5&policies=fifo,ps,srpt,fspe%2Bps");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("card");
    // A file of an earlier run is not to be mistaken for a new one.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the file");
    browser.download_to(&folder);
    browser.click("#card");
    let png = Browser::downloaded("a card", &folder.join("schedscope.png"), PATIENCE);
    let side = |from: usize| u32::from_be_bytes(png[from..from + 4].try_into().expect("four bytes"));
    assert_eq!((&png[..8], side(16), side(20)), (&b"\x89PNG\r\n\x1a\n"[..], 1600, 840));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Four jobs of a trace in bytes.
const TRACE: &str = "job0\t0\t0\t4000000\t0\t0\njob1\t10\t10\t1000000\t0\t0\njob2\t15\t5\t1000000\t0\t0\njob3\t40\t25\t2000000\t0\t0\n";

#[test]
fn exact_trace_without_interval() {
    let (_page, browser) = compare("replications=20&policies=fifo,ps,srpt");
    assert!(browser.text("#verdict").contains('['), "{}", browser.text("#verdict"));
    let text = "id,arrival,size\n1,0,30\n2,10,10\n3,15,10\n4,15,10\n";
    ask(&browser, "results of the dropped file", || drop_file(&browser, "jobs.csv", text));
    assert_eq!(browser.attribute("#run-status", "data-replications").as_deref(), Some("1"), "it runs once");
    browser.click("#all-numbers > summary");
    assert_eq!(browser.text("tr[data-policy=ps] td[data-column=mean_sojourn_ci95]"), "–");
    assert_eq!(browser.count("#results-table .interval"), 0);
    let headline = browser.text(".headline");
    assert!(!headline.contains('[') && headline.contains("nothing about these jobs is random"), "{headline}");
    assert!(headline.contains("Percentiles are of 4 jobs only."), "{headline}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn unit_on_traces() {
    let (_page, browser) = compare("replications=2&policies=ps,srpt,srpte&workload.count=300");
    browser.click("#all-numbers > summary");
    let caption = || browser.text("#results-table caption");
    assert!(caption().starts_with("Times in unit of sizes."), "{}", caption());
    ask(&browser, "results of the trace", || drop_file(&browser, "jobs.tsv", TRACE));
    assert!(caption().starts_with("Times in s."), "{}", caption());
    assert!(browser.text(".headline").contains(" s."), "{}", browser.text(".headline"));
    ask(&browser, "results of jobs", || drop_file(&browser, "jobs.csv", "id,arrival,size\n1,0,30\n2,10,10\n"));
    assert!(caption().starts_with("Times in unit of the file."), "{}", caption());
}

#[test]
fn sigma_kept_on_a_dropped_trace() {
    let (_page, browser) = compare("replications=3&policies=ps,srpt,srpte&workload.count=300");
    ask(&browser, "results of the trace", || drop_file(&browser, "jobs.tsv", TRACE));
    assert_eq!(browser.js("return document.querySelector(\"input[name='workload.sigma']\").value"), json!("0.5"));
    assert!(browser.text("main").contains("half are off by more than 1.4×, drawn"), "it is said");
    assert_eq!(browser.attribute("#run-status", "data-replications").as_deref(), Some("3"), "errors are drawn");
}

#[test]
fn a_policy_is_chosen_found_and_lit_alone() {
    let (_page, browser) = compare("replications=2&policies=ps,srpt&workload.count=300");
    ask(&browser, "results with a policy that was searched for", || {
        browser.click("#compare-add");
        browser.click(".chip-search");
        "las".chars().for_each(|letter| browser.press(&[letter]));
        browser.wait("the others to go", "document.querySelectorAll('.chip-more [data-policy]').length < 8", PATIENCE);
        browser.click("#compare-las");
    });
    assert_eq!(browser.count("tr[data-policy=las]"), 1);
    browser.click("#all-numbers > summary");
    browser.click("tr[data-policy=las] .name");
    browser.wait_for("tr.dim[data-policy=ps]", PATIENCE);
    assert!(browser.text("#verdict").starts_with("LAS "), "{}", browser.text("#verdict"));
    assert_eq!(browser.count(".chip.lit #compare-las"), 1, "everywhere");
    browser.press(&[key::ESCAPE]);
    browser.wait("no policy to be lit alone", "!document.querySelector('tr.dim')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_pinned_result_stays_beside_the_new_one() {
    let (_page, browser) = compare("replications=2&policies=ps,srpt,srpte&workload.count=500");
    browser.click("#pin");
    ask(&browser, "results of another sigma", || browser.set_value("input[name='workload.sigma']", "2"));
    assert_eq!(browser.text("#pin"), "Before: σ was 0.5 ×");
    browser.click("#all-numbers > summary");
    browser.click("tr[data-policy=srpte] .name");
    browser.wait("what was before", "document.querySelector('.headline').innerText.startsWith('With SRPTE, jobs ')", PATIENCE);
    assert!(browser.text("#verdict").contains(" before (σ was 0.5) ["), "{}", browser.text("#verdict"));
    browser.click("#pin");
    browser.wait("the pin to go", "document.querySelector('#pin').innerText.startsWith('Pin')", PATIENCE);
}

/// What a field of the scenario shows.
fn field(browser: &Browser, name: &str) -> Value {
    browser.js_with("return document.querySelector(`input[name='${arguments[0]}']`).value", &[json!(name)])
}

#[test]
fn what_if_is_one_click_and_its_answer_a_sentence_with_its_interval() {
    let (page, browser) = compare("replications=6&policies=ps,srpt,srpte&workload.count=500&workload.load=0.6");
    ask(&browser, "results of worse estimates", || browser.click("#what-if-estimates"));
    assert_eq!(field(&browser, "workload.sigma"), "1");
    let verdict = browser.text("#verdict");
    assert!(verdict.starts_with("With SRPTE, jobs ") && verdict.contains(" before (σ was 0.5) [") && verdict.ends_with("]."), "{verdict}");
    ask(&browser, "results of more load", || browser.click("#what-if-load"));
    assert!(browser.text("#verdict").contains(" before (σ was 0.5, ρ was 0.6) ["), "{}", browser.text("#verdict"));
    ask(&browser, "what was before", || browser.click("#what-if-back"));
    assert_eq!(field(&browser, "workload.load"), "0.6");
    assert!(!browser.text("#verdict").contains("before"), "{}", browser.text("#verdict"));

    ask(&browser, "results of half the cluster", || browser.click("#what-if-half"));
    assert!(browser.text("#verdict").contains("as long as before (the server’s speed was 1) ["), "{}", browser.text("#verdict"));
    let said = browser.text("#run-status");
    assert!(said.contains("1 server of speed 0.5") && browser.address().contains("#compare?"), "{said}");

    // From where a few jobs are watched it leads to the same jobs in the same world.
    browser.goto(&page.at("#watch?example=under-estimated"));
    browser.wait_for(".watch .what-if a", PATIENCE);
    browser.click(".watch .what-if a");
    let answer = "document.querySelector('#verdict')?.innerText.includes('as long as before (the server’s speed')";
    browser.wait("half the cluster for these jobs", answer, PATIENCE);
    assert!(browser.text(".headline").contains("there is no interval") && !browser.text("#verdict").contains('['));

    // So do sweeps.
    browser.goto(&page.at("#sweep?v=1&replications=2&policies=ps,srpt&workload.count=200&across=workload.sigma:list:0.5,1"));
    browser.wait_for("#sweep-bar input[name='system.servers']", PATIENCE);
    browser.click(".sweep .what-if a[href*='what-if=half']");
    browser.wait("half the cluster of a sweep", answer, PATIENCE);

    // From where one run is watched it leads to where many are compared.
    browser.goto(&page.at("#cluster?v=1&policies=fair,hfsp&workload.mix=dev&workload.count=8&replications=4"));
    browser.wait_for(".what-if a[href*='what-if=half']", PATIENCE);
    browser.click(".what-if a[href*='what-if=half']");
    browser.wait("half the cluster", "document.querySelector('#verdict')?.innerText.match(/ before .*was 20/)", PATIENCE);
    assert_eq!(field(&browser, "system.machines"), "10");
    let said = browser.text(".headline");
    assert!(said.contains('[') != said.contains("no interval"), "an interval, or why there is none: {said}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn words_and_policies_say_what_they_are_to_the_keyboard_too() {
    let (_page, browser) = compare("replications=2&policies=ps,srpt,srpte&workload.count=500");
    let told = "#compare-srpte-told";
    browser.act("document.querySelector('#compare-srpte').focus({ focusVisible: true })");
    browser.wait("what SRPTE is", &format!("getComputedStyle(document.querySelector('{told}')).opacity > 0.9"), PATIENCE);
    let text = browser.text(told);
    assert!(text.starts_with("SRPTE, shortest remaining processing time, on estimates: least remaining estimate first"), "{text}");
    browser.press(&[key::TAB]);
    assert_eq!(browser.js("return document.activeElement.getAttribute('href')"), json!("#learn?page=5"), "its page of Learn is next");
    for (term, means) in [("sojourn", "From arrival to completion"), ("paired", "Compared on the same jobs")] {
        let found =
            format!("[...document.querySelectorAll('.headline .term')].find(term => term.firstChild.textContent.includes('{term}'))");
        browser.act(&format!("{found}.focus({{ focusVisible: true }})"));
        browser.wait(term, &format!("getComputedStyle({found}.querySelector('.bubble')).opacity > 0.9"), PATIENCE);
        assert_eq!(browser.js(&format!("return {found}.querySelector('.bubble').innerText.startsWith('{means}')")), json!(true), "{term}");
    }
    assert!(browser.count(".lessons a[href^='#learn?page=']") > 0, "the pages that explain the view");
}

#[test]
fn where_it_turns_is_found_and_ends_with_the_scenario() {
    let (_page, browser) = compare("replications=10&policies=ps,srpt,srpte,fspe%2Bps&workload.count=2000");
    let said = "document.querySelector('[aria-labelledby=turn-title] figcaption').innerText";
    browser.wait("where it turns", &format!("/SRPTE is worse than PS from σ = [0-9.]+ \\[/.test({said})"), PATIENCE);
    let before = browser.js(&format!("return {said}"));
    ask(&browser, "results of exponential sizes", || browser.set_value("input[name='workload.shape']", "1"));
    browser.wait("another answer", &format!("!{said}.includes('Looking') && {said} !== {before}"), PATIENCE);
    browser.set_value("#turn-field", "workload.load");
    browser.wait("an answer over the load", &format!("/ρ = 0.95|at every ρ tried, from/.test({said})"), PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Clicks in a canvas at these parts of its width and height.
fn click_at(browser: &Browser, css: &str, across: f64, down: f64) {
    let source = "
        const [css, across, down] = arguments, canvas = document.querySelector(css), place = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: place.left + across * place.width, clientY: place.top + down * place.height }));";
    browser.js_with(source, &[json!(css), json!(across), json!(down)]);
    browser.settle();
}

#[test]
fn a_click_on_a_curve_tells_the_story_of_a_job_and_watch_shows_it() {
    let (_page, browser) = compare("replications=2&policies=ps,srpte,fspe%2Bps&workload.count=400&workload.load=0.6&show=sojourn");
    // Somewhere in the picture is a curve.
    for step in 0..40 {
        click_at(&browser, "#ecdf-sojourn", 0.3, 0.02 + 0.015 * f64::from(step));
        if browser.count("#job-story") == 1 {
            break;
        }
    }
    browser.wait("what becomes of the job under all policies", "document.querySelectorAll('#job-story .life').length === 3", PATIENCE);
    let story = browser.text("#job-story");
    assert!(story.contains("The job of the first draw whose sojourn time under ") && story.contains(" its size"), "{story}");
    let sojourn = browser.text("#job-story .life[data-policy='srpte'] .life-number strong");
    assert!(!sojourn.is_empty());
    browser.click("#watch-job");
    browser.wait("the job in Watch", "location.hash.startsWith('#watch?') && document.querySelector('.biography')", PATIENCE);
    assert!(browser.address().contains("policies=srpte,fspe+ps"), "{}", browser.address());
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_job_is_found_by_keyboard_and_left_by_escape() {
    let (_page, browser) = compare("replications=2&policies=ps,srpte,fspe%2Bps&workload.count=400&show=jobs");
    browser.click("#job-by-job-numbers summary");
    browser.wait_for("#differing button", PATIENCE);
    browser.act("document.querySelector('#differing button').focus()");
    browser.press(&[key::ENTER]);
    browser.wait("its story", "document.querySelectorAll('#job-story .life').length === 3", PATIENCE);
    browser.press(&[key::ESCAPE]);
    browser.wait("it to be left", "!document.querySelector('#job-story')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn small_multiples_light_a_policy_and_job_by_job_follows() {
    let (_page, browser) = compare("replications=2&policies=ps,srpte,fspe%2Bps,las&workload.count=400&show=jobs");
    click_at(&browser, "#over-time", 0.95, 0.5);
    browser.wait_for("tr.lit", PATIENCE);
    let lit = browser.attribute("tr.lit", "data-policy").expect("a policy");
    assert_eq!(browser.js("return document.querySelector('#pair-0').value"), json!(lit), "one of the two");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_default_has_a_hollow_thumb_and_you_are_here_is_the_slider() {
    let (_page, browser) = compare("replications=2&policies=ps,srpte&workload.count=400");
    let usual = "document.querySelector(\"input[type=range][aria-label='Estimation error']\").classList.contains('usual')";
    assert_eq!(browser.js(&format!("return {usual}")), json!(true));
    let said = "document.querySelector('[aria-labelledby=turn-title] figcaption').innerText";
    browser.wait("where it turns", &format!("!{said}.includes('Looking')"), PATIENCE);
    // Along the axis from the smallest value, until the line is taken hold of, then to the right.
    let drag = "
        const canvas = document.querySelector('#turn'), place = canvas.getBoundingClientRect();
        const send = (type, part) => canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, buttons: 1, pointerId: 1,
            clientX: place.left + part * place.width, clientY: place.top + 0.5 * place.height }));
        for (let part = 0.2; part < 0.7; part += 0.02) { send('pointerdown', part); send('pointermove', part + 0.01); }";
    browser.act(drag);
    browser.wait("another sigma", "document.querySelector(\"input[name='workload.sigma']\").value !== '0.5'", PATIENCE);
    browser.wait("a full thumb", &format!("!{usual}"), PATIENCE);
}

#[test]
fn the_share_that_is_slowed_more_than_a_value_is_read_off_the_distribution() {
    let (page, browser) = compare("workload.count=2000&policies=fifo,ps,srpte&replications=3");
    let shares = || -> Vec<(String, f64)> {
        let told =
            browser.js("return [...document.querySelectorAll('.asked li')].map(li => [li.dataset.policy, Number(li.dataset.value)])");
        let share = |told: &Value| (told[0].as_str().expect("a policy").to_owned(), told[1].as_f64().expect("a share"));
        told.as_array().expect("shares").iter().map(share).collect()
    };
    let asked = || browser.js("return document.querySelector('.asked input').value");
    assert_eq!(asked(), json!("10"));
    browser.set_value("#asked-slowdown", "100");
    browser.wait("the link", "location.hash.includes('above=100')", PATIENCE);
    let report = report_of_command(&["--link", &browser.address()]);
    assert_eq!(shares().len(), 3);
    for ((policy, share), row) in shares().into_iter().zip(report["policies"].as_array().expect("policies")) {
        let expected = row["share_slowdown_above_100"].as_f64().expect("a share");
        // Of so many jobs not every step of the curve is kept.
        assert!(row["policy"] == policy && (share - expected).abs() < 2e-3, "{policy}: {share}, on the command line {expected}");
    }
    for bad in ["-5", "0", "many"] {
        browser.set_value("#asked-slowdown", bad);
        assert!(asked() == json!("100") && browser.address().contains("above=100"), "{bad}: {}", browser.address());
    }
    // Who presses at the line takes hold of it, also where a curve is near.
    let css = "canvas#ecdf-slowdown";
    let before = (asked(), shares(), drawing(&browser, css));
    let width = browser.js_with("return document.querySelector(arguments[0]).clientWidth", &[json!(css)]).as_i64().expect("a width") as i32;
    let taken = (-width / 2 + 30..0).step_by(8).find(|x| {
        browser.grab_at(css, (*x, 0));
        browser.drag_by(25, 0);
        browser.release();
        asked() != before.0
    });
    assert!(taken.is_some() && shares() != before.1 && drawing(&browser, css) != before.2, "the shares follow the line");
    let (link, value) = (browser.address(), asked());
    browser.goto("about:blank");
    browser.goto(&page.at(&link[link.find('#').expect("a fragment")..]));
    browser.wait("the results", DONE, PATIENCE);
    assert_eq!(asked(), value, "the link holds it");
    browser.click("#show-sojourn");
    browser.wait_for("#asked-sojourn", PATIENCE);
    assert!(!browser.address().contains("above="), "of another quantity another value is usual");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
