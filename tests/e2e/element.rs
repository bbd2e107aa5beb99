//! What other pages use: figures, and the module for programs.

use super::*;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

/// The page that the document on JavaScript begins with: ten lines and the declaration, which a reader puts beside `dist/`.
fn first_page() -> &'static str {
    let document = include_str!("../../docs/javascript.md");
    let (page, _) = document.split_once("```html\n").and_then(|(_, rest)| rest.split_once("```")).expect("a page");
    assert!(page.lines().count() <= 11, "{page}");
    page
}

/// A plain server, as a reader has one, which knows nothing of content-security policies: this text as its page, and what the page's own
/// server gives in `dist/`, which it allows others to fetch. Its address is for two origins, `127.0.0.1` and `localhost`.
fn plain_server(page: &Page, text: String) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let from = page.address().to_owned();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            // A thread each: a browser may open connections that it does not use.
            let (from, text) = (from.clone(), text.clone());
            std::thread::spawn(move || answer(&client, &from, text));
        }
    });
    port
}

/// Answers one request to such a server.
fn answer(mut client: &TcpStream, from: &str, text: String) {
    let mut line = String::new();
    if BufReader::new(client).read_line(&mut line).is_err() {
        return;
    }
    let path = line.split(' ').nth(1).and_then(|path| path.split(['?', '#']).next()).unwrap_or_default().to_owned();
    let (status, kind, bytes) = match path.strip_prefix("/dist/") {
        Some(path) => {
            let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
            let mut answer = agent.get(format!("{from}{path}")).call().expect("an answer");
            let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
            (answer.status().as_u16(), kind, answer.body_mut().read_to_vec().unwrap_or_default())
        }
        None if path == "/" => (200, "text/html".to_owned(), text.into_bytes()),
        None => (404, "text/plain".to_owned(), vec![]),
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n"
    );
    // A browser that has gone needs no answer.
    let _ = client.write_all(head.as_bytes()).and_then(|()| client.write_all(&bytes));
}

/// A page of one's own beside the program: the page of examples, emptied.
fn beside() -> (Page, Browser) {
    let browser = Browser::start(Size::WIDE);
    (beside_in(&browser), browser)
}

/// The same in this browser.
fn beside_in(browser: &Browser) -> Page {
    let page = Page::start();
    browser.open(&page.at("examples.html"));
    browser.wait("the element", "customElements.get('schedscope-figure')", PATIENCE);
    browser.act("document.querySelector('main').replaceChildren()");
    page
}

/// Adds figures with these attributes, and gives them numbers.
fn add(browser: &Browser, attributes: &Value) {
    let source = "for (const attributes of arguments[0]) {
        const figure = document.createElement('schedscope-figure');
        for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
        figure.told = [];
        for (const name of ['ready', 'time', 'select']) figure.addEventListener(name, ({ detail }) => figure.told.push([name, detail]));
        document.querySelector('main').append(figure);
    }
    window.figures = [...document.querySelectorAll('schedscope-figure')];
    window.inside = place => figures[place].shadowRoot.querySelector('iframe')?.contentDocument;";
    browser.js_with(source, std::slice::from_ref(attributes));
    browser.settle();
}

const READY: &str = "figures.every(figure => figure.told.some(([name]) => name === 'ready'))";

const TWO_JOBS: &str = "#watch?v=1&example=two-jobs&policies=ps,srpt&t=1";

/// What a call of the module comes to: its value, or its error.
fn called(browser: &Browser, call: &str) -> Value {
    let source = format!(
        "const module = await import('./schedscope.js');
        try {{ return {{ value: await (async ({{ run, runJSON, simulate }}) => {call})(module) }}; }}
        catch (error) {{
            const {{ name, message, field = null, value = null, allowed = null }} = error;
            return {{ name, message, field, value, allowed, typed: error instanceof module.ScenarioError && error instanceof Error }};
        }}"
    );
    browser.js(&format!("return (async () => {{ {source} }})()"))
}

/// The first page of the document, at this host, says what the document says of it.
fn gives_a_result(host: &str, text: impl FnOnce(u16) -> String) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    // Its text names its port, which is known once it listens.
    let port = plain_server(&page, String::new());
    let port = plain_server(&page, text(port));
    browser.open(&format!("http://{host}:{port}/"));
    browser.wait("the result", "document.querySelector('#result')?.textContent === 'Sojourn times: 14, 8.5, 8.5'", PATIENCE);
    browser.wait("the figure", "document.querySelector('schedscope-figure').end > 0", PATIENCE);
    browser.wait("that it plays", "document.querySelector('schedscope-figure').time > 0.1", PATIENCE);
}

#[test]
fn the_first_page_of_the_document_gives_a_result() {
    gives_a_result("127.0.0.1", |_| first_page().to_owned());
}

#[test]
fn the_program_may_be_on_another_host() {
    gives_a_result("localhost", |port| {
        let there = format!("http://127.0.0.1:{port}/dist/");
        first_page().replace("./dist/", &there).replace("\"dist/", &format!("\"{there}"))
    });
}

#[test]
fn a_whole_address_says_whose_figure_it_is() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let other = plain_server(&page, String::new());
    // The page waits a thirtieth of the time for what does not answer.
    let text = format!(
        "<!doctype html><script>const usual = setTimeout; window.setTimeout = (call, ms) => usual(call, ms / 30)</script>
        <script type=module src=dist/schedscope.js></script>
        <schedscope-figure loading=eager link='http://127.0.0.1:{other}/dist/{TWO_JOBS}'></schedscope-figure>
        <schedscope-figure loading=eager link='http://127.0.0.1:{other}/#watch'></schedscope-figure>"
    );
    let port = plain_server(&page, text);
    browser.open(&format!("http://localhost:{port}/"));
    browser.wait("the figure", "document.querySelector('schedscope-figure').end > 0", PATIENCE);
    browser.js("return document.querySelector('schedscope-figure').play()");
    browser.wait("that it plays", "document.querySelector('schedscope-figure').time > 1.1", PATIENCE);
    let silent = browser.js("return document.querySelectorAll('schedscope-figure')[1].play().catch(error => error.message)");
    assert_eq!(silent, json!(format!("no figure answers from http://127.0.0.1:{other}/: is schedscope there?")));
}

#[test]
fn a_figure_without_a_clock_refuses_to_play() {
    let (_page, browser) = beside();
    add(&browser, &json!([{ "link": "#compare?v=1&example=two-jobs&policies=ps,srpt" }]));
    // Asked before the figure is there, and after.
    for call in ["play()", "seek(1)"] {
        let said = browser.js(&format!("return figures[0].{call}.then(() => 'it did', error => error.message)"));
        assert_eq!(said, json!("this figure has no clock: it cannot be played"), "{call}");
    }
    assert_eq!(browser.js("return [figures[0].time, figures[0].end]"), json!([null, null]));
}

#[test]
fn a_figure_comes_when_it_is_near_and_does_what_it_is_asked() {
    let (_page, browser) = beside();
    browser.js("document.querySelector('main').style.paddingTop = '3000px'");
    add(&browser, &json!([{ "link": TWO_JOBS }]));
    assert_eq!(browser.js("return inside(0) ?? null"), Value::Null, "it is far away");
    browser.js("figures[0].scrollIntoView()");
    browser.wait("a figure", READY, PATIENCE);
    assert_eq!(browser.js("return [figures[0].time, figures[0].playing, figures[0].selected]"), json!([1, false, null]));
    let size = browser.js("const { width, height } = figures[0].getBoundingClientRect(); return [width, height]");
    let height = size[1].as_f64().expect("a height");
    assert!((360.0..=560.0).contains(&height), "{size}");
    assert_eq!(
        browser.js("return inside(0).defaultView.frameElement.title"),
        json!("PS and SRPT, 2 jobs · Watch, simulated by schedscope")
    );
    browser.js("return figures[0].seek(2.5)");
    browser.wait("its time", "figures[0].time === 2.5 && Number(inside(0).querySelector('#playhead').value) > 0", PATIENCE);
    browser.js("figures[0].told = []; return figures[0].play()");
    browser.wait("that it plays", "figures[0].time > 2.6 && figures[0].playing", PATIENCE);
    browser.js("return figures[0].pause()");
    browser.wait("that it is paused", "!figures[0].playing", PATIENCE);
    let told = browser.js("return figures[0].told");
    let told = told.as_array().expect("a list");
    assert!(told.iter().all(|event| event[0] == "time" && event[1]["end"].as_f64().is_some_and(|end| end > 2.0)), "{told:?}");
    assert_eq!(told.last().expect("an event")[1]["playing"], json!(false));
    let refused = browser.js("return figures[0].seek(NaN).catch(error => [error.name, error.field, error.value])");
    assert_eq!(refused, json!(["ScenarioError", "time", "NaN"]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_figure_can_be_asked_before_it_is_there() {
    let (_page, browser) = beside();
    browser.js("document.querySelector('main').style.paddingTop = '3000px'");
    add(&browser, &json!([{ "link": "#cluster?v=1&policies=fair&workload.count=20&system.kind=cluster" }]));
    browser.js("return figures[0].seek(50)");
    browser.wait("its time", "figures[0].time === 50", PATIENCE);
}

#[test]
fn what_the_reader_selects_is_told() {
    let (_page, browser) = beside();
    add(
        &browser,
        &json!([{ "link": TWO_JOBS }, { "link": "#cluster?v=1&policies=fair&workload.count=20&system.kind=cluster", "height": "700" }]),
    );
    browser.js("figures[1].setAttribute('loading', 'eager')");
    browser.wait("figures", READY, PATIENCE);
    assert_eq!(browser.js("return figures.map(figure => figure.selected)"), json!([null, null]), "nothing was selected by the reader");
    let selects = "return new Promise(done => {
        const canvas = inside(0).querySelector('canvas[data-panel]');
        const place = canvas.getBoundingClientRect();
        figures[0].addEventListener('select', ({ detail }) => done(detail.id));
        const at = { bubbles: true, clientX: place.left + place.width / 4, clientY: place.top + place.height / 3, pointerId: 1, isPrimary: true };
        for (const kind of ['pointermove', 'pointerdown', 'pointerup']) canvas.dispatchEvent(new PointerEvent(kind, at));
        canvas.dispatchEvent(new MouseEvent('click', at));
    })";
    let selected = browser.js(selects);
    assert!(selected == json!("J1") || selected == json!("J2"), "{selected}");
    // By a key, in the other.
    browser.js("inside(1).body.dispatchEvent(new (inside(1).defaultView.KeyboardEvent)('keydown', { key: 'ArrowDown', bubbles: true }))");
    browser.wait("a selection", "/^J[0-9]+$/.test(figures[1].selected)", PATIENCE);
}

#[test]
fn a_figure_follows_its_attributes() {
    let (_page, browser) = beside();
    add(&browser, &json!([{ "link": TWO_JOBS, "theme": "dark", "width": "480", "height": "400", "label": "Two jobs" }]));
    browser.wait("a figure", READY, PATIENCE);
    let seen = "const { width, height } = figures[0].getBoundingClientRect();
        return [width, height, inside(0).documentElement.dataset.theme, inside(0).defaultView.frameElement.title]";
    assert_eq!(browser.js(seen), json!([480, 400, "dark", "Two jobs"]));
    browser.js("figures[0].setAttribute('theme', 'light'); figures[0].setAttribute('height', '500px'); figures[0].told = []");
    browser.wait("the theme", "inside(0).documentElement.dataset.theme === 'light'", PATIENCE);
    assert_eq!(browser.js(seen)[1], json!(500));
    browser.js("figures[0].setAttribute('link', '#watch?v=1&example=aging&policies=fsp')");
    browser.wait("the other jobs", &format!("{READY} && figures[0].told[0][1].title.startsWith('FSP, ')"), PATIENCE);
    // It hears the page around it and nobody else.
    let says = |source: &str, theme: &str| {
        let message = json!({ "schedscope": 1, "ask": "theme", "theme": theme }).to_string();
        browser.js_with(
            &format!("const view = inside(0).defaultView; view.dispatchEvent(new view.MessageEvent('message', {{ data: arguments[0], source: {source} }}))"),
            &[json!(message)],
        );
    };
    says("view", "dark");
    browser.js("return figures[0].pause().then(() => figures[0].seek(1))");
    browser.wait("its time", "figures[0].time === 1", PATIENCE);
    assert_eq!(browser.js(seen)[2], json!("light"));
    says("window", "dark");
    browser.wait("the theme", "inside(0).documentElement.dataset.theme === 'dark'", PATIENCE);
}

#[test]
fn three_figures_cost_little_more_than_one() {
    let link = "#cluster?v=1&workload.count=40&t=100";
    let workers = "const Kind = Worker;
        window.Worker = class extends Kind {
            constructor(...given) { super(...given); top.workers += 1; top.hired = true; }
            terminate() { top.workers -= 1; super.terminate(); }
        }";
    let figures = |count: usize| {
        let browser = Browser::start(Size::WIDE);
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": workers }));
        beside_in(&browser);
        // Those of figures that were there before have gone with them.
        browser.act("window.workers = 0; window.hired = false");
        add(&browser, &json!(vec![json!({ "link": link, "loading": "eager" }); count]));
        browser.wait("figures", READY, PATIENCE);
        let done = "figures.every((_, place) => inside(place).querySelector('#cluster-status[data-state=done]'))";
        browser.wait("their answers", done, PATIENCE);
        browser.wait("their workers to end", "hired && workers === 0", PATIENCE);
        browser
    };
    // What is no longer needed goes when the browser comes to it: the least of a second.
    let cost = |browser: &Browser| {
        let costs = (0..4).filter_map(|_| {
            browser.devtools("HeapProfiler.collectGarbage", &json!({}));
            std::thread::sleep(Duration::from_millis(250));
            browser.memory()
        });
        costs.reduce(f64::min)
    };
    let Some(one) = cost(&figures(1)) else { return println!("skipped: this system does not say what processes hold") };
    let (browser, begin) = (figures(3), Instant::now());
    loop {
        let three = cost(&browser).expect("megabytes");
        if three < 1.3 * one {
            return println!("a page with a figure: {one:.0} MB; with three: {three:.0} MB");
        }
        assert!(begin.elapsed() < PATIENCE, "{one} and {three} MB");
    }
}

/// What queueing theory says is computed with functions that differ in their last bit from machine to machine; it is left out.
#[test]
fn reports_are_those_of_the_command_line_to_the_byte() {
    let (_page, browser) = beside();
    for (scenario, arguments) in [
        (
            "{ workload: { count: 500, sigma: 1 }, replications: 3, policies: 'ps,srpte,psbs' }",
            "--count 500 --sigma 1 --replications 3 --policy ps,srpte,psbs",
        ),
        ("'replications = 2\\n[workload]\\ncount = 300\\n[system]\\ntheory = false'", "--count 300 --replications 2 --theory=false"),
        (
            "{ 'system.kind': 'cluster', 'workload.count': 10, policies: ['fair', 'hfsp'] }",
            "--system cluster --count 10 --policy fair,hfsp",
        ),
        ("{ system: { kind: 'network' }, workload: { count: 100 } }", "--system network --count 100"),
        ("{ system: { kind: 'ordering' }, seed: 3n }", "--system ordering --seed 3"),
    ] {
        let output =
            command_line().arg("run").args(arguments.split(' ')).args(["--format", "json"]).output().expect("the command line runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let native = String::from_utf8(output.stdout).expect("a text");
        let found = called(&browser, &format!("runJSON({scenario})"));
        assert_eq!(found["value"].as_str(), Some(native.as_str()), "{scenario}: {found}");
        let parsed: Value = serde_json::from_str(&native).expect("JSON");
        let mean = |report: &Value| report["policies"][0]["mean_sojourn"].as_f64();
        assert_eq!(mean(&called(&browser, &format!("run({scenario})"))["value"]), mean(&parsed));
    }
}

#[test]
fn jobs_of_ones_own_are_served() {
    let (_page, browser) = beside();
    let jobs = "{ arrival: [0, 1, 2], size: [10, 2, 2], estimate: [1, 2, 2] }";
    let outcome = |call: &str| {
        called(&browser, &format!("{call}.then(({{ sojourn, slowdown, meanSojourn, ids, quantile }}) => [[...sojourn], [...slowdown], meanSojourn, ids, [0, 0.25, 0.5, 1].map(quantile)])"))["value"].clone()
    };
    let expected = json!([[14, 8.5, 8.5], [1.4, 4.25, 4.25], 31.0 / 3.0, [0, 1, 2], [8.5, 8.5, 8.5, 14]]);
    assert_eq!(outcome(&format!("simulate({jobs}, 'psbs')")).to_string().replace(".0", ""), expected.to_string().replace(".0", ""));
    for (call, sojourn) in [
        (format!("simulate({jobs}, 'srpte')"), json!([10, 11, 12])),
        (format!("simulate({jobs}, 'rank[est - age]')"), json!([10, 11, 12])),
        (format!("simulate({jobs}, 'fifo', {{ servers: 2 }})"), json!([20, 4, 7])),
        ("simulate([{ arrival: 0, size: 2, id: 'b' }, { arrival: 0, size: 1, id: 'a' }], 'fifo')".to_owned(), json!([2, 3])),
        ("simulate({ arrival: new Float32Array([0, 0]), size: new Int32Array([1, 1]), id: [7, 3] }, 'fifo')".to_owned(), json!([2, 1])),
        ("simulate({ arrival: [0, 0], size: [1, 1], weight: [1e9, 1e9] }, 'gps')".to_owned(), json!([2, 2])),
    ] {
        let found = called(&browser, &format!("{call}.then(({{ sojourn }}) => [...sojourn])"));
        let numbers = |list: &Value| list.as_array().map(|all| all.iter().filter_map(Value::as_f64).collect::<Vec<_>>());
        assert_eq!(numbers(&found["value"]), numbers(&sojourn), "{call}: {found}");
    }
    assert_eq!(called(&browser, "simulate([{ arrival: 0, size: 1, id: 'a' }], 'ps').then(({ ids }) => ids)")["value"], json!(["a"]));
}

#[test]
fn hostile_values_are_typed_errors_within_a_second_of_a_processor() {
    let (_page, browser) = beside();
    assert_eq!(called(&browser, "simulate({ arrival: [0], size: [1] }, 'ps').then(({ meanSojourn }) => meanSojourn)")["value"], json!(1));
    let mut calls: Vec<(String, &str)> = vec![];
    for field in ["arrival", "size", "estimate", "weight"] {
        for value in ["NaN", "Infinity", "-Infinity", "-1", "1e300", "0", "'1'", "null", "undefined", "{}", "[1]", "1n", "true"] {
            if value == "0" && ["arrival", "estimate"].contains(&field) {
                continue;
            }
            let jobs = format!("{{ arrival: [0, 1], size: [1, 1], estimate: [1, 1], weight: [1, 1], {field}: [1, {value}] }}");
            calls.push((format!("simulate({jobs}, 'gps')"), field));
        }
    }
    for (jobs, field) in [
        ("{ arrival: [], size: [] }", "jobs"),
        ("[]", "jobs"),
        ("5", "jobs"),
        ("null", "jobs"),
        ("undefined", "jobs"),
        ("'jobs.csv'", "jobs"),
        ("[1, 2]", "jobs"),
        ("new Array(1e9)", "jobs"),
        ("{}", "arrival"),
        ("{ arrival: [0, 1] }", "size"),
        ("{ arrival: [0, 1], size: [1] }", "size"),
        ("{ arrival: [0, 1], size: new Array(1e9) }", "size"),
        ("{ arrival: [0, 1], size: 1 }", "size"),
        ("{ arrival: [0, 1], size: () => 1 }", "jobs"),
        ("{ arrival: [0, 1], size: [1, 1], estimates: [1, 1] }", "estimates"),
        ("{ arrival: [0, 1], size: [1, 1], id: [4, 4] }", "id"),
        ("{ arrival: [0, 1], size: [1, 1], id: ['a', 'a'] }", "id"),
        ("{ arrival: [0, 1], size: [1, 1], id: [0, -1] }", "id"),
        ("{ arrival: [0, 1], size: [1, 1], id: [0, 1.5] }", "id"),
        ("{ arrival: [0, 1], size: [1, 1], id: [0, NaN] }", "id"),
        ("{ arrival: [0, 1], size: [1, 1], id: ['a', 1] }", "id"),
        ("[{ arrival: 0, size: 1 }, { arrival: 1 }]", "size"),
    ] {
        calls.push((format!("simulate({jobs}, 'fifo')"), field));
    }
    let jobs = "{ arrival: [0, 1], size: [1, 1] }";
    for policy in ["'prst'", "'rank['", "''", "'hfsp'", "'rr[quantum=nan]'", "undefined", "3", "['ps']"] {
        calls.push((format!("simulate({jobs}, {policy})"), "policies"));
    }
    for servers in ["0", "-1", "1.5", "NaN", "Infinity", "1e12", "'2'"] {
        calls.push((format!("simulate({jobs}, 'fifo', {{ servers: {servers} }})"), "servers"));
    }
    for p in ["-0.1", "1.1", "NaN", "'half'"] {
        calls.push((format!("simulate({jobs}, 'fifo').then(outcome => outcome.quantile({p}))"), "p"));
    }
    for (scenario, field) in [
        ("{ workload: { sigma: NaN } }", "workload.sigma"),
        ("{ workload: { sigma: -1 } }", "workload.sigma"),
        ("{ workload: { sigma: Infinity } }", "workload.sigma"),
        ("{ 'workload.load': -1 }", "workload.load"),
        ("{ 'workload.load': 0 }", "workload.load"),
        ("{ 'workload.count': 0 }", "workload.count"),
        ("{ 'workload.count': 1.5 }", "workload.count"),
        ("{ 'workload.nonsense': 1 }", "workload.nonsense"),
        ("{ replications: 0 }", "replications"),
        ("{ replications: 1e9 }", "replications"),
        ("{ seed: -1 }", "seed"),
        ("{ seed: 2n ** 70n }", "seed"),
        ("{ policies: [] }", "policies"),
        ("{ policies: ['ps', 'ps'] }", "policies"),
        ("{ policies: ['prst'] }", "policies"),
        ("{ system: { kind: 'moon' } }", "system.kind"),
        ("{ workload: { path: 'jobs.csv' } }", "workload.path"),
        ("{ workload: { jobs: [{ arrival: 0, size: NaN }] } }", "workload.jobs"),
        ("{ workload: { jobs: new Array(1e9) } }", "workload.jobs[1]"),
        ("(() => { const workload = {}; workload.workload = workload; return { workload }; })()", ""),
        ("{ workload: () => 1 }", "scenario"),
        ("[]", "scenario"),
        ("null", "scenario"),
        ("7", "scenario"),
        ("'nonsense'", ""),
    ] {
        calls.push((format!("run({scenario})"), field));
    }
    for (call, field) in calls {
        let before = browser.worked();
        let found = called(&browser, &call);
        assert_eq!((&found["typed"], &found["name"]), (&json!(true), &json!("ScenarioError")), "{call}: {found}");
        let worked = browser.worked() - before;
        assert!(worked < 1.0, "{call}: {worked} s, {found}");
        if !field.is_empty() {
            assert!(found["field"].as_str().is_some_and(|found| found.starts_with(field)), "{call}: {found}");
            let said = ["value", "allowed"].map(|part| found[part].as_str().is_some_and(|text| !text.is_empty()));
            let told = ["is ", "lacks ", "cannot read ", " allowed", "did you mean", "no such"]
                .iter()
                .any(|words| found["message"].as_str().is_some_and(|message| message.contains(words)));
            assert!(said.contains(&true) || told, "{call}: {found}");
        }
    }
    let refused = called(&browser, "simulate({ arrival: [0, 1], size: [1, NaN], id: ['ana', 'bob'] }, 'psbs')");
    assert!(refused["message"].as_str().is_some_and(|message| message.starts_with("size of job bob is NaN; allowed: ")), "{refused}");
    // The worker lives on.
    assert_eq!(called(&browser, "simulate({ arrival: [0], size: [1] }, 'ps').then(({ meanSojourn }) => meanSojourn)")["value"], json!(1));
}

#[test]
fn a_program_that_cannot_be_loaded_is_an_error_and_no_wait() {
    let (_page, browser) = beside();
    browser.js("window.Usual = Worker;
        const away = URL.createObjectURL(new Blob(['import \"./nowhere.js\"'], { type: 'text/javascript' }));
        window.Worker = class extends Usual { constructor(_, options) { super(away, options) } }");
    let found = called(&browser, "run({})");
    assert_eq!(found["typed"], json!(false), "{found}");
    assert!(found["message"].as_str().is_some_and(|message| message.contains("could not be loaded")), "{found}");
    browser.js("window.Worker = Usual");
    assert_eq!(called(&browser, "simulate({ arrival: [0], size: [1] }, 'ps').then(({ meanSojourn }) => meanSojourn)")["value"], json!(1));
}

#[test]
fn the_page_of_examples_does_what_it_shows() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.open(&page.at("examples.html"));
    browser.wait("the first figure", "document.querySelector('#server').end > 0", PATIENCE);
    browser.click("#seek");
    browser.wait("its time", "document.querySelector('#time').textContent.startsWith('t = 12.0 of ')", PATIENCE);
    browser.click("#run");
    browser.wait("the report", "document.querySelectorAll('#report tbody tr').length === 3", PATIENCE);
    browser.click("#simulate");
    let said = |words: &str| format!("document.querySelector('#simulated').textContent.startsWith({})", json!(words));
    browser.wait("the outcome", &said("Sojourn times 14, 8.5, 8.5;"), PATIENCE);
    browser.set_value("#size", "−1");
    browser.click("#simulate");
    browser.wait("what is wrong", &said("size of job 0 is -1; allowed: "), PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
