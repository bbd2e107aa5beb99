//! The parts of the program: fetched when they are wanted, kept for the time without a network, and never mixed with another build's.

use super::learn::SHOWN;
use super::*;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Waits until the browser has kept all that the page has loaded, but for frames, which are pages themselves, and files with these names.
pub fn kept(browser: &Browser, names: &[&str]) {
    let kept = format!(
        "caches.open('schedscope').then(kept => kept.keys()).then(keys => {{
            const kept = keys.map(key => key.url), loaded = performance.getEntriesByType('resource');
            const own = loaded.filter(({{ name, initiatorType }}) => name.startsWith(location.origin) && initiatorType !== 'iframe');
            return kept.length && own.every(({{ name }}) => kept.includes(name)) && {}.every(end => kept.some(name => name.endsWith(end)));
        }})",
        json!(names)
    );
    browser.wait(&format!("{names:?} to be kept, and all that was loaded"), &kept, PATIENCE);
}

#[test]
fn what_was_visited_works_without_a_network() {
    let site = Site::start();
    let browser = Browser::keeping(Size::WIDE);
    browser.goto(&site.at("#learn?page=2"));
    browser.wait("the figure", SHOWN, PATIENCE);
    browser.goto(&site.at("#compare?v=1&seed=3&policies=ps,srpt&workload.count=500"));
    browser.wait("the results", DONE, PATIENCE);
    kept(&browser, &["/web_bg.wasm", "/learn.html", "/split_tour.wasm", "/split_questions.wasm", "/split_engines.wasm"]);
    let lists = "return performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('files.json')).length";
    assert_eq!(browser.js(lists), json!(1), "the list of files is asked for once");
    site.stop();
    browser.goto("about:blank");
    browser.goto(&site.at("#learn?page=2"));
    browser.wait_for(".text h2", PATIENCE);
    assert_eq!(browser.text(".text h2"), "Shortest remaining first");
    browser.wait("the figure", SHOWN, PATIENCE);
    browser.goto(&site.at("#compare?v=1&seed=4&policies=ps,srpt&workload.count=500"));
    browser.wait("other results", DONE, PATIENCE);
    // What was never visited says that it is not here.
    browser.goto(&site.at("#network"));
    browser.wait_for("#try-again", PATIENCE);
    assert!(browser.text(".complaint").starts_with("Watch · Network could not be loaded."));
}

#[test]
fn all_views_work_without_a_network_when_that_is_wanted() {
    let site = Site::start();
    let browser = Browser::keeping(Size::WIDE);
    browser.goto(&site.at("#watch"));
    browser.click("#teach > summary");
    browser.click("#keep-offline");
    browser.wait("all to be kept", "document.querySelector('#keep-offline').textContent.includes('now works')", PATIENCE);
    site.stop();
    for view in [
        "watch",
        "race",
        "cluster",
        "datacenter",
        "order",
        "network",
        "cdn",
        "compare/cluster",
        "sweep/cdn",
        "traces",
        "exercises",
        "learn",
    ] {
        browser.goto("about:blank");
        browser.goto(&site.at(&format!("#{view}")));
        assert_eq!(browser.count("#try-again"), 0, "{view}");
    }
    browser.goto(&site.at("#compare?v=1&seed=4&policies=ps,srpt&workload.count=500"));
    browser.wait("results", DONE, PATIENCE);
}

#[test]
fn a_part_that_was_blocked_is_fetched_again() {
    let site = Page::start();
    let browser = Browser::keeping(Size::WIDE);
    let block = |urls: &[&str]| {
        browser.devtools("Network.enable", &json!({}));
        browser.devtools("Network.setBlockedURLs", &json!({ "urls": urls }));
    };
    block(&["*split_network*"]);
    browser.goto(&site.at("#network?v=1&policies=fair,pfabric&system.kind=network&workload.count=40"));
    browser.wait_for("#try-again", PATIENCE);
    assert!(browser.text(".complaint").starts_with("Watch · Network could not be loaded. Check the connection and try again"));
    // Everything else goes on meanwhile, and the link stays what it was.
    browser.click("#tab-compare");
    browser.wait_for(".view.compare", PATIENCE);
    browser.js("history.back()");
    browser.wait_for("#try-again", PATIENCE);
    block(&[]);
    browser.click("#try-again");
    browser.wait_for(".view.network", PATIENCE);
    browser.wait("the link's flows", "location.hash.includes('workload.count=40')", PATIENCE);
}

#[test]
fn a_simulator_that_was_not_there_is_waited_for() {
    let site = Site::start();
    let browser = Browser::keeping(Size::WIDE);
    browser.goto(&site.at("#watch"));
    // The view comes, what its workers need does not.
    site.refuse("split_engines");
    browser.click("#tab-compare");
    browser.wait_for(".view.compare", PATIENCE);
    browser.wait("a word", "document.querySelector('#notice')?.textContent.startsWith('The simulator could not be loaded.')", PATIENCE);
    assert_eq!(browser.count("[role=alert]"), 0, "nothing has failed");
    site.go_on();
    browser.wait("the results", DONE, PATIENCE);
    assert_eq!(browser.count("#notice"), 0);
}

#[test]
fn a_dialog_that_does_not_come_does_not_come_later() {
    let site = Site::start();
    let browser = Browser::keeping(Size::WIDE);
    browser.goto(&site.at("#watch"));
    site.stop();
    browser.click("#saved-open");
    browser.wait("a word", "document.querySelector('#notice')?.textContent.startsWith('This dialog could not be loaded.')", PATIENCE);
    site.go_on();
    browser.click("#teach > summary");
    browser.click("#to-embed");
    browser.wait_for("dialog[open]", PATIENCE);
    assert_eq!((browser.count("dialog[open]"), browser.count("#notice")), (1, 0));
}

#[test]
fn a_view_loads_what_it_needs_and_no_other() {
    let site = Page::start();
    let browser = Browser::keeping(Size::WIDE);
    let loaded = || {
        let source = "return performance.getEntriesByType('resource').map(entry => entry.name.split('/').at(-1)).filter(name => name.startsWith('split_')).sort().join(' ')";
        browser.js(source).as_str().unwrap_or_default().to_owned()
    };
    browser.goto(&site.at("#watch"));
    browser.wait_for("#playhead", PATIENCE);
    assert_eq!(loaded(), "");
    browser.goto("about:blank");
    browser.goto(&site.at("#cluster"));
    browser.wait("the cluster", "document.querySelector('main.cluster canvas')?.width > 300", PATIENCE);
    assert_eq!(loaded(), "split_cluster.wasm");
    // Who points at a tab is likely to go there.
    browser.hover("#tab-compare", (0, 0));
    browser.wait("its part", "performance.getEntriesByType('resource').some(entry => entry.name.includes('split_questions'))", PATIENCE);
}

/// A site of its own, which can be updated and goes down.
struct Site {
    folder: tempfile::TempDir,
    address: String,
    /// What it does not answer: requests with these words.
    refused: Arc<Mutex<Option<&'static str>>>,
}

impl Site {
    /// Serves a copy of the page, one request a connection, for as long as the tests run.
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("dist"), folder.path());
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let (root, refused) = (folder.path().to_path_buf(), Arc::default());
        let silent = Arc::clone(&refused);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (root, silent) = (root.clone(), Arc::clone(&silent));
                thread::spawn(move || answer(&root, &client, &silent));
            }
        });
        Self { folder, address, refused }
    }

    fn set(&self, refused: Option<&'static str>) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = refused;
    }

    /// From now on it does not answer requests with these words.
    fn refuse(&self, words: &'static str) {
        self.set(Some(words));
    }

    /// From now on it answers nothing.
    fn stop(&self) {
        self.refuse("");
    }

    /// It answers again.
    fn go_on(&self) {
        self.set(None);
    }

    fn at(&self, view: &str) -> String {
        format!("{}{view}", self.address)
    }
}

fn answer(folder: &Path, mut client: &TcpStream, refused: &Mutex<Option<&str>>) {
    let mut lines = BufReader::new(client).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.find(String::is_empty);
    if refused.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|words| first.contains(words)) {
        return;
    }
    let path = first.split_whitespace().nth(1).unwrap_or("/").split(['?', '#']).next().unwrap_or("/").trim_start_matches('/').to_owned();
    let path = if path.is_empty() { "index.html".to_owned() } else { path };
    let kind = match path.rsplit('.').next() {
        Some("wasm") => "application/wasm",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "text/html",
    };
    let (status, contents) = match fs::read(folder.join(path)) {
        Ok(contents) => ("200 OK", contents),
        Err(_) => ("404 Not Found", vec![]),
    };
    // A browser that has gone needs no answer.
    let _ = write!(
        client,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        contents.len()
    );
    let _ = client.write_all(&contents);
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the page is built").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

#[test]
fn a_tab_that_was_open_before_an_update_never_mixes_two_builds() {
    let site = Site::start();
    let root = site.folder.path();
    let programs = fs::read_dir(root).expect("a folder").flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let before = programs.into_iter().find(|name| name.starts_with("program-")).expect("a program");
    let browser = Browser::keeping(Size::WIDE);
    browser.goto(&site.at(""));
    browser.wait_for("#playhead", PATIENCE);
    kept(&browser, &["/web_bg.wasm"]);
    // The site is updated: the same program, by the name of another build.
    let after = "program-00000000000000ff";
    fs::rename(root.join(&before), root.join(after)).expect("another name");
    let index = root.join("index.html");
    let text = fs::read_to_string(&index).expect("the page");
    fs::write(&index, text.replace(&before, after)).expect("the page");
    browser.js("location.hash = '#cdn'");
    browser.wait_for("#try-again", PATIENCE);
    assert!(browser.text(".complaint").ends_with("if this page was updated since you opened it, reload it."));
    browser.js("document.querySelector('#reload').click()");
    browser.wait(
        "the new build",
        &format!("document.querySelector('script[src^=\"{after}\"]') && document.querySelector('main.cdn')"),
        PATIENCE,
    );
}
