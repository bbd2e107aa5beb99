//! The finished page in a real browser. Needs `dist/`: `cargo xtask test` builds it first.
#![cfg(not(target_family = "wasm"))]

#[path = "e2e/accessibility.rs"]
mod accessibility;
#[path = "e2e/learn.rs"]
mod learn;
mod support;
#[path = "e2e/sweep.rs"]
mod sweep;
#[path = "e2e/watch.rs"]
mod watch;

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use support::Page;
use support::browser::{Browser, Preferences, Size, key};

/// How long the page may take for anything it is asked, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

const DONE: &str = "document.querySelector('#run-status[data-state=done]')";

/// The columns of the page's table that the command line's report has too.
const COLUMNS: [&str; 6] = ["mean_sojourn", "ratio_srpt", "ratio_ps", "median_slowdown", "p99_slowdown", "share_slowdown_above_100"];

type Numbers = BTreeMap<(String, &'static str), f64>;

/// What the table of *Compare* says.
fn numbers_of_page(browser: &Browser) -> Numbers {
    let source = "return [...document.querySelectorAll('#results-table tr[data-policy] td')]
        .map(cell => [cell.parentElement.dataset.policy, cell.dataset.column, cell.dataset.value ?? null])";
    let cells = browser.js(source);
    let cell = |cell: &Value| {
        let column = COLUMNS.into_iter().find(|column| cell[1] == **column)?;
        Some(((cell[0].as_str()?.to_owned(), column), cell[2].as_str()?.parse().ok()?))
    };
    cells.as_array().expect("a list of cells").iter().filter_map(cell).collect()
}

/// What `schedscope run … --format json` says.
fn numbers_of_command(arguments: &[&str]) -> Numbers {
    let output = Command::new(env!("CARGO_BIN_EXE_schedscope")).arg("run").args(arguments).args(["--format", "json"]).output();
    let output = output.expect("the command line runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report in JSON");
    let of_policy = |row: &Value| {
        let policy = row["policy"].as_str().expect("a policy").to_owned();
        COLUMNS.map(|column| row[column].as_f64().map(|value| ((policy.clone(), column), value))).into_iter().flatten().collect::<Vec<_>>()
    };
    report["policies"].as_array().expect("policies").iter().flat_map(of_policy).collect()
}

/// *Compare* with the scenario of a link, when the first results are there.
fn compare(query: &str) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at(&format!("#compare?v=1&{query}")));
    browser.wait("the first results", DONE, PATIENCE);
    (page, browser)
}

/// A fingerprint of what is drawn on a canvas.
fn drawing(browser: &Browser, css: &str) -> Value {
    browser.js_with("return document.querySelector(arguments[0]).toDataURL()", &[json!(css)])
}

/// Does something that asks a new question, and waits for the answer.
fn ask(browser: &Browser, what: &str, act: impl FnOnce()) {
    let generation = browser.attribute("#run-status", "data-generation").expect("questions are numbered");
    act();
    let answered = format!("{DONE}?.dataset.generation !== {} && {DONE} && !document.querySelector('.answer.stale')", json!(generation));
    browser.wait(what, &answered, PATIENCE);
}

const CLUSTER_DONE: &str = "document.querySelector('#cluster-status[data-state=done]') && !document.querySelector('.answer.stale')";

/// Mean sojourn time and mean load of each policy, in the table of *Cluster*.
fn cluster_of_page(browser: &Browser) -> Vec<(String, f64, f64)> {
    let source = "return [...document.querySelectorAll('#cluster-table tr[data-policy]')].map(row => [row.dataset.policy,
        ...['mean_sojourn', 'mean_load'].map(name => Number(row.querySelector(`td[data-column=${name}]`).dataset.value))])";
    let row = |row: &Value| Some((row[0].as_str()?.to_owned(), row[1].as_f64()?, row[2].as_f64()?));
    browser.js(source).as_array().expect("rows").iter().filter_map(row).collect()
}

/// The report of the command line for a link.
fn report_of_command(link: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_schedscope")).args(["run", "--format", "json", "--link", link]).output();
    let output = output.expect("the command line runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a report in JSON")
}

/// The same, as the command line has it for a link.
fn cluster_of_command(link: &str) -> Vec<(String, f64, f64)> {
    let report = report_of_command(link);
    let row =
        |row: &Value| Some((row["policy"].as_str()?.to_owned(), row["mean_sojourn"].as_f64()?, row["cluster"]["mean_load"].as_f64()?));
    report["policies"].as_array().expect("policies").iter().filter_map(row).collect()
}

/// The traces, if there are any.
fn trace() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("SCHEDSCOPE_TRACES") else {
        println!("skipped: SCHEDSCOPE_TRACES is not set");
        return None;
    };
    Some(Path::new(&folder).join("FB-2010_samples_24_times_1hr_0.tsv"))
}

#[test]
fn the_page_loads_without_errors() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(page.address());
    assert_eq!(browser.title(), "schedscope");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Sends one request as it is written, which no well-behaved client would do, and returns the whole answer.
fn raw(page: &Page, method: &str, path: &str) -> String {
    let host = page.address().trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("the page's server answers");
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request can be sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the answer ends");
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_server_gives_the_page_and_nothing_else() {
    let page = Page::start();
    for (path, kind) in [("/", "text/html"), ("/?a=1", "text/html"), ("/web_bg.wasm", "application/wasm"), ("/icon.svg", "image/svg+xml")] {
        let answer = raw(&page, "GET", path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer:.200}");
        assert!(answer.contains(&format!("Content-Type: {kind}")), "{path}: {answer:.200}");
        assert!(answer.contains("Cache-Control: no-cache"), "{path}: {answer:.200}");
    }
    let head = raw(&page, "HEAD", "/");
    assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n") && !head.contains("<html"), "{head}");
    for path in
        ["/../Cargo.toml", "/..%2fCargo.toml", "/a/../../Cargo.toml", "//etc/hostname", "/.git/config", "/..\\Cargo.toml", "/missing"]
    {
        let answer = raw(&page, "GET", path);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer:.200}");
    }
    assert!(raw(&page, "POST", "/").starts_with("HTTP/1.1 501"));
    assert!(raw(&page, "", "").starts_with("HTTP/1.1 400"));
}

#[test]
fn a_client_that_says_nothing_holds_nobody_up() {
    let page = Page::start();
    let host = page.address().trim_start_matches("http://").trim_end_matches('/');
    let silent: Vec<TcpStream> = (0..50).map(|_| TcpStream::connect(host).expect("the page's server answers")).collect();
    for _ in 0..20 {
        assert!(raw(&page, "GET", "/").starts_with("HTTP/1.1 200"));
    }
    drop(silent);
}

#[test]
fn a_preset_keeps_policies_that_were_chosen() {
    let (_page, browser) = compare("workload.count=300&policies=ps,las");
    let chosen = || browser.js("return [...document.querySelectorAll('[data-policy]:checked')].map(box => box.dataset.policy).join()");
    let pick = |name: &str| {
        let found = "return [...document.querySelectorAll('#preset option')].find(option => option.textContent === arguments[0]).value";
        let value = browser.js_with(found, &[json!(name)]);
        browser.set_value("#preset", value.as_str().expect("a value"));
        browser.wait(name, &format!("document.querySelector('#preset').selectedOptions[0].textContent === {}", json!(name)), PATIENCE);
    };
    pick("Bursts");
    assert_eq!(chosen(), json!("ps,las"), "they were the user's choice");
    pick("Weighted jobs");
    assert_eq!(chosen(), json!("ps,gps,fspe+ps,psbs"), "this preset is about some");
    pick("Bursts");
    assert_eq!(chosen(), json!("fifo,ps,las,srpt,srpte,fspe,fspe+ps,psbs"), "nobody chose those");
    browser.click("#compare-fifo");
    pick("Sizes nearly alike");
    assert_eq!(chosen(), json!("ps,las,srpt,srpte,fspe,fspe+ps,psbs"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn sigma_changes_the_curves_and_a_bad_value_loses_nothing() {
    let (_page, browser) = compare("");
    let exact = ["--seed", "1"];
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&exact), "the page's defaults are the command line's");
    let curves = || {
        ["sojourn", "slowdown"].map(|shown| {
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
    for (bad, said) in [("-1", "0"), ("NaN", "number"), ("", "number"), ("many", "number"), ("1e999", "number")] {
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
        browser.js("return new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))");
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
fn a_bad_link_says_what_is_wrong() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#compare?workload.shape=oops"));
    browser.wait_for("#run-status[data-state=error]", PATIENCE);
    assert!(browser.text("#run-status").contains("oops"), "{}", browser.text("#run-status"));
    assert!(browser.text(".gallery").contains("nothing to show until the marked field is mended"));
    assert!(!browser.text("main").contains("Simulating"));
    assert_eq!(browser.count("input[name='workload.shape'][aria-invalid=true]"), 1);
    browser.set_value("input[name='workload.shape']", "0.25");
    browser.wait("results once it is mended", DONE, PATIENCE);
}

#[test]
fn tab_goes_from_left_to_right() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for view in ["#watch", "#compare", "#cluster", "#datacenter"] {
        browser.goto(&page.at(view));
        browser.wait_for("main.view .controls", PATIENCE);
        let lefts =
            browser.js("return [...document.querySelectorAll('main > section')].map(section => section.getBoundingClientRect().left)");
        let lefts: Vec<f64> = lefts.as_array().expect("sections").iter().filter_map(Value::as_f64).collect();
        assert!(lefts.len() > 1 && lefts.is_sorted(), "{view}: {lefts:?}");
    }
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

/// Drops a file on the page as a user would; `text` is its content.
fn drop_file(browser: &Browser, name: &str, text: &str) {
    let source = "
        const transfer = new DataTransfer();
        transfer.items.add(new File([arguments[1]], arguments[0]));
        for (const kind of ['dragenter', 'dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));";
    browser.js_with(source, &[json!(name), json!(text)]);
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

    for (name, text, said) in [
        ("jobs.csv", "id,arrival,size,estimate\n1,0,30,30\n2,10,-1,1\n", "line 3"),
        ("jobs.csv", "", "empty"),
        ("jobs.csv", "id,size\n1,2\n", "arrival"),
        ("jobs.csv", "\u{0}\u{1}\u{2}", "line 1"),
        ("jobs.xls", "what is this", "jobs.xls"),
    ] {
        drop_file(&browser, name, text);
        browser.wait_for("#file-message", PATIENCE);
        browser.wait("the complaint", &format!("document.querySelector('#file-message')?.innerText.includes({})", json!(said)), PATIENCE);
        assert_eq!(numbers_of_page(&browser), good, "the last good result stays after {name} with {text:?}");
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_sample_is_at_hand_and_lines_at_fault_are_named() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#traces"));
    browser.wait_for("#sample", PATIENCE);
    browser.click("#sample");
    browser.wait_for(".traces[data-state=done]", PATIENCE);
    assert_eq!(
        (browser.text("#file-name"), browser.text(".results-column .verdict")),
        ("sample.csv".into(), "300 jobs to simulate.".into())
    );

    let rows: Vec<String> = (1..=9).map(|id| format!("{id},0,{}", if id == 4 { "2" } else { "-1" })).collect();
    drop_file(&browser, "bad.csv", &format!("id,arrival,size\n{}\n", rows.join("\n")));
    browser.wait_for(".traces[data-state=error]", PATIENCE);
    let complaint = browser.text("#file-message");
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines.len(), 6, "{complaint}");
    assert!(
        lines[0].contains("line 2: size is \"-1\"; allowed") && lines[3].starts_with("line 6: ") && lines[5] == "and 3 more",
        "{complaint}"
    );
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
    ask(&browser, "results with errors", || browser.set_value("input[name='workload.sigma']", "0.5"));
    let path = trace.to_str().expect("a path in UTF-8");
    let command = numbers_of_command(&["--jobs", path, "--load", "0.9", "--sigma", "0.5", "--policy", POLICIES]);
    assert_eq!(numbers_of_page(&browser), command);
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

/// Lets each worker of the pages to come take the word `break` as the end of it: what it throws then, a panic throws too.
fn make_workers_fragile(browser: &Browser) {
    let source = "const Kind = Worker;
        window.workers = [];
        window.Worker = class extends Kind {
            constructor(script, options) {
                const text = `import '${script}'; self.addEventListener('message', ({ data }) => {
                    if (data === 'break') throw new WebAssembly.RuntimeError('unreachable');
                });`;
                super(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), options);
                window.workers.push(this);
            }
        }";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
}

#[test]
fn a_worker_that_breaks_down_is_replaced() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    make_workers_fragile(&browser);
    browser.goto(&page.at("#compare?v=1&seed=3&policies=ps,srpte,psbs&replications=20"));
    browser.wait("the first results", DONE, PATIENCE);
    let hired = browser.js("return window.workers.length").as_u64().expect("a number");
    ask(&browser, "results in spite of it", || {
        browser.set_value("input[name='workload.count']", "50000");
        // It ends between two of its many tasks.
        browser.wait("work", "document.querySelector('#run-status[data-state=running]')", PATIENCE);
        browser.js("window.workers[0].postMessage('break')");
        let word = "was replaced; the simulation starts again. It said: Uncaught RuntimeError: unreachable";
        browser.wait("the page's word", &format!("document.querySelector('[role=alert]')?.textContent.includes('{word}')"), PATIENCE);
    });
    assert_eq!(browser.js("return window.workers.length"), json!(hired + 1), "one more was hired");
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--link", &browser.address()]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_main_thread_stays_free_during_a_large_run() {
    let (_page, browser) = compare("");
    browser.js(
        "window.longTasks = [];
        new PerformanceObserver(list => window.longTasks.push(...list.getEntries().map(task => task.duration))).observe({ type: 'longtask' });",
    );
    ask(&browser, "results of 100 000 jobs", || browser.set_value("input[name='workload.count']", "100000"));
    browser.js("return new Promise(done => setTimeout(done, 300))");
    println!("tasks over 50 ms on the main thread: {}", browser.js("return window.longTasks"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn an_animation_plays_steps_and_ends() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let playhead = || -> f64 {
        let text = browser.js("return document.querySelector('#playhead').value");
        text.as_str().and_then(|text| text.parse().ok()).expect("the playhead is a number")
    };
    browser.goto(&page.at("#watch?example=under-estimation&policies=srpte,fspe+ps"));
    browser.wait_for("canvas[data-panel='srpte']", PATIENCE);
    browser.wait_for("canvas[data-panel='fspe+ps']", PATIENCE);
    browser.wait("the first picture to move", "Number(document.querySelector('#playhead').value) > 0", PATIENCE);
    browser.click("#play");
    let (stopped, picture) = (playhead(), drawing(&browser, "canvas[data-panel='srpte']"));
    assert_eq!(playhead(), stopped, "a stopped animation stands");
    browser.js("document.activeElement.blur()");
    browser.press(&[key::RIGHT]);
    browser.wait("a step", &format!("Number(document.querySelector('#playhead').value) > {stopped}"), PATIENCE);
    assert_ne!(drawing(&browser, "canvas[data-panel='srpte']"), picture);
    let stepped = playhead();
    browser.click("#back");
    assert!(playhead() < stepped);
    browser.js("document.activeElement.blur()");
    browser.press(&[key::SPACE]);
    browser.wait_for("#play[aria-pressed=true]", PATIENCE);
    browser.set_value("#speed", "3");
    browser.wait_for("#play[aria-pressed=false]", PATIENCE);
    assert_eq!(json!(playhead().to_string()), browser.js("return document.querySelector('#playhead').max"), "it plays to the end");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_wish_for_less_motion_is_honoured() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.prefer(Preferences { reduced_motion: true, dark: true });
    browser.goto(page.address());
    browser.wait_for("#playhead", PATIENCE);
    browser.js("return new Promise(done => setTimeout(done, 300))");
    assert_eq!(browser.js("return document.querySelector('#playhead').value"), json!("0"), "nothing moves by itself");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
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
    report_of_command(link)["policies"].as_array().expect("policies").iter().map(row).collect()
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
fn nothing_is_wider_than_a_phone() {
    let page = Page::start();
    for (size, view) in
        ["#watch", "#compare", "#cluster", "#datacenter"].into_iter().flat_map(|view| [(Size::PHONE, view), (Size::TABLET, view)])
    {
        let browser = Browser::start(size);
        browser.goto(&page.at(view));
        browser.wait_for("main.view", PATIENCE);
        let width = browser.js("return document.documentElement.scrollWidth");
        assert!(width.as_u64().is_some_and(|width| width <= u64::from(size.width)), "{view} is {width} wide on {size:?}");
    }
}
