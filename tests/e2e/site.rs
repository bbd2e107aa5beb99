//! The server of the page: it gives the page and nothing else, whatever it is asked.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::*;

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
