//! The server of the page: it gives the page and nothing else, whatever it is asked.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::*;

/// Sends one request as it is written, which no well-behaved client would do, and returns the whole answer.
fn raw(page: &Page, method: &str, path: &str) -> String {
    let host = host(page);
    asked(page, &format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
}

fn host(page: &Page) -> &str {
    page.address().trim_start_matches("http://").trim_end_matches('/')
}

/// Sends a request as it is, and returns the whole answer.
fn asked(page: &Page, request: &str) -> String {
    let mut stream = TcpStream::connect(host(page)).expect("the page's server answers");
    stream.write_all(request.as_bytes()).expect("a request can be sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the answer ends");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Where the part of the program is that is loaded first, in the folder of its build.
fn program(page: &Page) -> String {
    let index = raw(page, "GET", "/");
    let path = index.split('"').find(|path| path.ends_with("/web_bg.wasm")).expect("the page names its program");
    format!("/{path}")
}

#[test]
fn the_server_gives_the_page_and_nothing_else() {
    let page = Page::start();
    let program = program(&page);
    for (path, kind, keep) in [
        ("/", "text/html", "no-cache"),
        ("/?a=1", "text/html", "no-cache"),
        (&program, "application/wasm", "public, max-age=31536000, immutable"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
    ] {
        let answer = raw(&page, "GET", path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer:.200}");
        assert!(answer.contains(&format!("Content-Type: {kind}")), "{path}: {answer:.200}");
        assert!(answer.contains(&format!("Cache-Control: {keep}")), "{path}: {answer:.200}");
        assert!(
            answer.contains("Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"),
            "{path}: {answer:.600}"
        );
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
fn the_server_answers_for_this_machine_alone() {
    let page = Page::start();
    let port = host(&page).rsplit_once(':').expect("a port").1;
    let of = |host: &str| asked(&page, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert!(of(&format!("localhost:{port}")).starts_with("HTTP/1.1 200"));
    for host in [format!("attacker.example:{port}"), "127.0.0.1:1".to_owned(), "localhost".to_owned(), String::new()] {
        assert!(of(&host).starts_with("HTTP/1.1 421"), "{host}");
    }
    assert!(asked(&page, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 421"), "no host at all");
}

#[test]
fn the_server_compresses_and_does_not_send_twice() {
    let page = Page::start();
    let program = program(&page);
    let of = |header: &str| asked(&page, &format!("GET {program} HTTP/1.1\r\nHost: {}\r\n{header}\r\n\r\n", host(&page)));
    let value = |answer: &str, name: &str| {
        answer.lines().take_while(|line| !line.is_empty()).find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned))
    };
    let plain = of("Accept-Encoding: identity");
    let length = |answer: &str| value(answer, "Content-Length").and_then(|length| length.parse::<u64>().ok()).expect("a length");
    assert_eq!(value(&plain, "Content-Encoding"), None);
    for (accepted, encoding) in [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")] {
        let answer = of(&format!("Accept-Encoding: {accepted}"));
        assert_eq!(value(&answer, "Content-Encoding").as_deref(), Some(encoding), "{accepted}");
        assert_eq!(value(&answer, "Content-Type").as_deref(), Some("application/wasm"), "{accepted}");
        assert!(length(&answer) * 2 < length(&plain), "{accepted}");
    }
    let tag = value(&plain, "ETag").expect("a tag");
    assert!(of(&format!("If-None-Match: {tag}")).starts_with("HTTP/1.1 304"));
    assert!(of("If-None-Match: \"other\"").starts_with("HTTP/1.1 200"));
}

#[test]
fn the_page_runs_no_scripts_of_others() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for path in ["", "learn.html", "examples.html"] {
        browser.goto(&page.at(path));
        browser.js("document.addEventListener('securitypolicyviolation', event => window.refused = event.effectiveDirective);
            const script = document.createElement('script');
            script.textContent = 'window.injected = true';
            document.head.append(script)");
        browser.wait("the script to be refused", "window.refused", PATIENCE);
        assert_eq!(browser.js("return window.refused"), json!("script-src-elem"), "{path}");
        assert_eq!(browser.js("return window.injected ?? null"), Value::Null, "{path}");
    }
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
fn titles_name_view_and_scenario() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for (view, title) in [
        ("#watch?jobs=0:4,1:2&policies=srpte,fspe%2Bps", "SRPTE and FSPE+PS, 2 jobs · Watch · schedscope"),
        ("#cluster?v=1&policies=fair,hfsp&workload.count=20", "Fair and HFSP, 20 jobs · Watch · Cluster · schedscope"),
        ("#traces", "Traces · schedscope"),
        ("#learn?page=2", "Shortest remaining first · Learn · schedscope"),
    ] {
        browser.goto(&page.at(view));
        browser.wait(title, &format!("document.title === {}", json!(title)), PATIENCE);
    }
}

#[test]
fn the_first_stop_of_the_keyboard_leads_to_the_content() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for view in ["#watch", "#compare", "#traces"] {
        browser.goto("about:blank");
        browser.goto(&page.at(view));
        browser.wait_for("#skip", PATIENCE);
        browser.press(&[key::TAB]);
        assert_eq!(browser.js("return document.activeElement.id"), json!("skip"), "{view}");
        assert!(
            browser.js("return document.activeElement.getBoundingClientRect().top").as_f64().is_some_and(|top| top >= 0.0),
            "it is seen"
        );
        browser.press(&[key::ENTER]);
        assert_eq!(browser.js("return document.activeElement.tagName"), json!("MAIN"), "{view}");
        assert!(browser.address().contains(view), "the address stays: {}", browser.address());
        browser.press(&[key::TAB]);
        assert_eq!(browser.js("return !!document.activeElement.closest('main')"), json!(true), "{view}");
    }
}

#[test]
fn a_view_that_is_not_there_is_said_to_be_missing() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#nosuch"));
    browser.wait_for(".missing", PATIENCE);
    assert_eq!((browser.text(".missing h2"), browser.title()), ("There is no view “nosuch”".into(), "No such view · schedscope".into()));
    assert_eq!((browser.count("nav [aria-current]"), browser.count("canvas")), (0, 0));
    browser.click(".missing a[href='#compare']");
    browser.wait_for(".compare", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// An explanation stands beside what it explains, not upon it.
#[test]
fn explanations_do_not_cover_what_they_explain() {
    let (_page, browser) = compare("workload.count=1000");
    let covered = browser.js(
        "return [...document.querySelectorAll('.field')].filter(field => field.offsetParent).flatMap(field => {
            const bubble = field.querySelector('.bubble')?.getBoundingClientRect();
            return [...field.querySelectorAll('label, input')].filter(part => part.offsetParent && bubble).filter(part => {
                const box = part.getBoundingClientRect();
                return box.width > 0 && box.left < bubble.right && bubble.left < box.right && box.top < bubble.bottom && bubble.top < box.bottom;
            }).map(part => field.textContent.slice(0, 30));
        })",
    );
    assert_eq!(covered, json!([]));
}

#[test]
fn scenarios_are_saved_opened_exported_and_imported() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch?v=1&example=aging&policies=srpte,fsp"));
    browser.wait_for("main canvas", PATIENCE);
    browser.click("#saved-open");
    browser.wait_for("#saved[open]", PATIENCE);
    browser.type_into("#saved-name", "Aging");
    browser.press(&[key::ENTER]);
    browser.wait_for("#saved li img", PATIENCE);
    let drawn = "const image = document.querySelector('#saved li img'); return image.decode().then(() => image.naturalWidth)";
    assert_eq!(browser.js(drawn), json!(240));
    // It is there on the next visit, too.
    browser.goto("about:blank");
    browser.goto(&page.at("#compare?v=1&workload.count=500"));
    browser.wait_for("#saved-open", PATIENCE);
    browser.click("#saved-open");
    browser.wait_for("#saved[open]", PATIENCE);
    browser.wait_for("#saved li", PATIENCE);
    assert_eq!(browser.js("return document.querySelector('#saved li input').value"), json!("Aging"));
    let file = browser.js("return new Promise(done => {
            const make = URL.createObjectURL;
            URL.createObjectURL = blob => { blob.text().then(done); return make(blob); };
            document.querySelector('#saved-export').click();
        })");
    assert!(file.as_str().is_some_and(|file| file.contains("\"kind\": \"schedscope scenarios\"")), "{file}");
    browser.click("#saved li a");
    browser.wait("the example", "document.querySelector('#example')?.value === 'aging'", PATIENCE);
    browser.click("#saved-open");
    browser.wait_for("#saved[open]", PATIENCE);
    browser.click("#saved li button[aria-label^=Delete]");
    browser.wait("it to be deleted", "!document.querySelector('#saved li')", PATIENCE);
    let import = "const transfer = new DataTransfer();
        transfer.items.add(new File([arguments[0]], 'scenarios.json'));
        const input = document.querySelector('#saved-import');
        input.files = transfer.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.js_with(import, std::slice::from_ref(&file));
    browser.wait_for("#saved li img", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Another window of the page: a frame, which shares with it what the browser keeps. Both hear of each other unless they are deaf.
fn with_another_window(size: Size) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(size);
    let hears = "addEventListener('storage', event => { if (window.deaf) event.stopImmediatePropagation(); });";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": hears }));
    browser.goto(&page.at("#watch?v=1&example=aging&policies=srpte,fsp"));
    browser.wait_for("main canvas", PATIENCE);
    let open = "const frame = document.createElement('iframe'); frame.id = 'other'; frame.src = arguments[0]; frame.width = 1200; frame.height = 800;
        document.body.append(frame)";
    browser.js_with(open, &[json!(page.at("#watch?v=1&example=two-jobs&policies=ps"))]);
    browser.wait("the other window", "document.querySelector('#other').contentDocument.querySelector('main canvas')", PATIENCE);
    (page, browser)
}

/// The document of this window, and of the other one.
const WINDOWS: [&str; 2] = ["document", "document.querySelector('#other').contentDocument"];

/// Saves what a window shows.
fn save(browser: &Browser, window: &str, name: &str) {
    browser.act(&format!("const page = {window}; if (!page.querySelector('#saved')?.open) page.querySelector('#saved-open').click()"));
    browser.wait("the list", &format!("{window}.querySelector('#saved[open] #saved-name')"), PATIENCE);
    browser.act(&format!(
        "const page = {window}; page.querySelector('#saved-name').value = '{name}'; page.querySelector('#saved form').requestSubmit()"
    ));
    browser.wait(name, &format!("{window}.querySelector('#saved li input')?.value === '{name}'"), PATIENCE);
}

/// Waits until a window lists these.
fn lists(browser: &Browser, window: &str, names: &str) {
    let listed = format!("[...{window}.querySelectorAll('#saved li input')].map(field => field.value).join(' ')");
    browser.wait(&format!("{names} in {window}"), &format!("{listed} === '{names}'"), PATIENCE);
}

fn delete(browser: &Browser, window: &str, name: &str) {
    browser.act(&format!("{window}.querySelector('#saved [aria-label=\"Delete {name}\"]').click()"));
}

#[test]
fn windows_keep_what_each_other_saves_and_list_it() {
    let (page, browser) = with_another_window(Size::WIDE);
    let [one, two] = WINDOWS;
    save(&browser, one, "a");
    save(&browser, two, "b");
    lists(&browser, two, "b a");
    lists(&browser, one, "b a");
    save(&browser, one, "c");
    lists(&browser, one, "c b a");
    lists(&browser, two, "c b a");
    assert_eq!(browser.text("#saved-said"), "Saved as “c”. The same scenario is also there as “a”.");
    delete(&browser, two, "a");
    lists(&browser, one, "c b");
    browser.set_value("#saved li:nth-child(2) input", "late");
    lists(&browser, two, "c late");
    browser.goto("about:blank");
    browser.goto(&page.at("#compare?v=1&workload.count=500"));
    browser.wait_for("#saved-open", PATIENCE);
    browser.click("#saved-open");
    lists(&browser, one, "c late");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn windows_that_hear_nothing_of_each_other_lose_nothing_and_bring_nothing_back() {
    let (page, browser) = with_another_window(Size::WIDE);
    let [one, two] = WINDOWS;
    save(&browser, one, "a");
    save(&browser, two, "b");
    lists(&browser, two, "b a");
    browser.js("window.deaf = document.querySelector('#other').contentWindow.deaf = true");
    save(&browser, one, "c");
    lists(&browser, two, "b a");
    save(&browser, two, "d");
    lists(&browser, two, "d c b a");
    delete(&browser, two, "a");
    lists(&browser, two, "d c b");
    lists(&browser, one, "c b a");
    save(&browser, one, "e");
    lists(&browser, one, "e d c b");
    browser.goto("about:blank");
    browser.goto(&page.at("#compare?v=1&workload.count=500"));
    browser.wait_for("#saved-open", PATIENCE);
    browser.click("#saved-open");
    lists(&browser, one, "e d c b");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
