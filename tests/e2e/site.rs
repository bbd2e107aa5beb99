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
    let of = |header: &str| asked(&page, &format!("GET /web_bg.wasm HTTP/1.1\r\nHost: {}\r\n{header}\r\n\r\n", host(&page)));
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
    for path in ["", "learn.html"] {
        browser.goto(&page.at(path));
        let source = "
            const refused = new Promise(done => document.addEventListener('securitypolicyviolation', event => done(event.effectiveDirective)));
            const script = document.createElement('script');
            script.textContent = 'window.injected = true';
            document.head.append(script);
            return Promise.race([refused, new Promise(done => setTimeout(done, 2000, 'nothing'))]);";
        assert_eq!(browser.js(source), json!("script-src-elem"), "{path}");
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
