//! A browser window, driven through chromedriver: as much of the `WebDriver` protocol as the tests need, synchronous.
//!
//! Every method panics when the browser refuses, with what was asked and what it said.

use std::env;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{panicking, sleep};
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde_json::{Map, Value, json};

use crate::Page;

/// Quiet and self-contained: no window, no first-run pages, no traffic of the browser's own.
const FLAGS: [&str; 8] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];
/// Where the system keeps memory that processes share, what of it a browser needs, and what has it use the disk instead.
const SHARED: (&str, u64, &str) = ("/dev/shm", 1 << 20, "--disable-dev-shm-usage");
/// How long anything may take that is asked of the browser or the page, on a busy machine. Only a test that fails waits so long.
pub const PATIENCE: Duration = Duration::from_mins(2);
/// How often something is looked at that the page cannot tell.
const POLL: Duration = Duration::from_millis(25);
/// Milliseconds for which the page itself looks whether a condition holds, before it says that it does not.
const LOOK: u32 = 1000;
/// Where `WebDriver` keeps the identifier of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Runs in every document before anything of its own: knows which timers are due, in it and in its frames, and whether a link within it
/// has been heard of. What a page puts off it does in timers: the elements that it shows are made in steps between which the browser may
/// do something else, and whatever rests waits for one. So `rests(milliseconds)` says whether what it puts off for so long is done.
const WITNESS: &str = "{
    const due = new Map(), { setTimeout: set, clearTimeout: clear } = window;
    window.setTimeout = (act, after = 0, ...given) => {
        const timer = set(() => { due.delete(timer); act(...given); }, after);
        due.set(timer, after);
        return timer;
    };
    window.clearTimeout = timer => { due.delete(timer); clear(timer); };
    window.rests = within => [...due.values()].every(after => after > within) && [...Array(frames.length).keys()].every(place => {
        // A frame of another origin says nothing.
        try { return frames[place].rests?.(within) ?? true; } catch { return true; }
    });
    window.pause = milliseconds => new Promise(done => set(done, milliseconds));
    window.rest = async within => { while (!rests(within)) await pause(5); };
    addEventListener('hashchange', () => { window.unheard = false; });
}";

/// Runs likewise, for tests that are not about the time without a network: no service worker keeps the files of the page, which would write
/// all of them to the disk once a test.
const KEEPS_NOTHING: &str = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });";

/// Milliseconds for which a page puts off no more than the next step of what it is doing.
const STEP: u32 = 20;
/// Milliseconds for which it puts off at most what follows on what it was told: a link that is written, a question that is asked.
pub const SOON: u32 = 500;

/// Keys that have no character of their own, as [`Browser::press`] takes them.
pub mod key {
    pub const DELETE: char = '\u{e017}';
    pub const TAB: char = '\u{e004}';
    pub const ENTER: char = '\u{e007}';
    pub const SHIFT: char = '\u{e008}';
    pub const CONTROL: char = '\u{e009}';
    pub const ESCAPE: char = '\u{e00c}';
    pub const SPACE: char = ' ';
    pub const END: char = '\u{e010}';
    pub const HOME: char = '\u{e011}';
    pub const LEFT: char = '\u{e012}';
    pub const UP: char = '\u{e013}';
    pub const RIGHT: char = '\u{e014}';
    pub const DOWN: char = '\u{e015}';
}

/// A size in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    pub const WIDE: Self = Self { width: 1440, height: 900 };
    pub const TABLET: Self = Self { width: 820, height: 1180 };
    pub const PHONE: Self = Self { width: 390, height: 844 };
    /// A phone with the bars of its browser.
    pub const SHORT_PHONE: Self = Self { width: 390, height: 664 };
    /// A laptop with the bars of its browser.
    pub const LAPTOP: Self = Self { width: 1366, height: 650 };
}

/// What a user told the system about how pages should look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preferences {
    pub dark: bool,
    pub reduced_motion: bool,
}

/// A chromedriver process that dies with its owner.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to mend in either case.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Chromium in a session of its driver; both end with it.
struct Chromium {
    agent: ureq::Agent,
    session: String,
    // After the session in order of dropping: a session is ended while its driver still lives.
    driver: Driver,
}

impl Chromium {
    /// Starts both programs. The environment variables `CHROMEDRIVER` and `CHROME` name them where they are not found by name.
    fn launch() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port for chromedriver").port();
        let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let child = Command::new(&program).arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut driver = Driver(child.unwrap_or_else(|problem| {
            panic!("cannot start `{program}` ({problem}): run the tests through `cargo xtask test`, or set CHROMEDRIVER to its place")
        }));

        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let base = format!("http://127.0.0.1:{port}");
        let begin = Instant::now();
        while agent.get(format!("{base}/status")).call().is_err() {
            if let Ok(Some(status)) = driver.0.try_wait() {
                panic!("`{program}` ended at once ({status})");
            }
            assert!(begin.elapsed() < PATIENCE, "`{program}` did not answer within {PATIENCE:?}");
            sleep(POLL);
        }

        let flags: Vec<&str> = FLAGS.into_iter().chain(shares_little().then_some(SHARED.2)).collect();
        let mut options = json!({ "args": flags });
        if let Ok(chromium) = env::var("CHROME") {
            options["binary"] = json!(chromium);
        }
        let patience = u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX);
        let capabilities = json!({
            "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" }, "timeouts": { "script": patience, "pageLoad": patience },
        });
        let body = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let opened = value("a new session", agent.post(format!("{base}/session")).send_json(body));
        let id = opened["sessionId"].as_str().unwrap_or_else(|| panic!("chromedriver opened no session: {opened}"));
        Self { session: format!("{base}/session/{id}"), agent, driver }
    }

    fn post(&self, what: &str, path: &str, body: &Value) -> Value {
        self.asked(path, body).unwrap_or_else(|problem| panic!("{what}: {problem}"))
    }

    /// What the driver answers, or its complaint.
    fn asked(&self, path: &str, body: &Value) -> Result<Value, String> {
        answer(self.agent.post(format!("{}{path}", self.session)).send_json(body))
    }

    fn get(&self, what: &str, path: &str) -> Value {
        value(what, self.agent.get(format!("{}{path}", self.session)).call())
    }

    /// Opens a new tab in place of the old one and what was emulated there, and forgets what the page has stored; whether the page may keep
    /// its files from now on.
    fn renew(&self, keeps: bool) {
        let tab = self.post("a new tab", "/window/new", &json!({ "type": "tab" }));
        value("close the old tab", self.agent.delete(format!("{}/window", self.session)).call());
        self.post("look at the new tab", "/window", &json!({ "handle": tab["handle"] }));
        let devtools = |command: &str, parameters: &Value| {
            self.post(command, "/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
        };
        devtools("Storage.clearDataForOrigin", &json!({ "origin": Page::start().address(), "storageTypes": "all" }));
        devtools("Browser.setDownloadBehavior", &json!({ "behavior": "default" }));
        // Only what is in front has a focus that can be seen, and is drawn.
        devtools("Page.bringToFront", &json!({}));
        devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": WITNESS }));
        if !keeps {
            devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": KEEPS_NOTHING }));
        }
        self.post("forget the console", "/se/log", &json!({ "type": "browser" }));
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The browser itself, which may be behind a script that distributions start it by: the driver would end no more than that, and the
        // page would go on playing. One that is gone already has ended too.
        let _ = self.asked("/goog/cdp/execute", &json!({ "cmd": "Browser.close", "params": {} }));
        let _ = self.agent.delete(&self.session).call();
    }
}

/// Browsers that wait for the next test. Starting one takes seconds, so it is kept as long as another is in use; with the last one in use
/// all end.
static WAITING: Mutex<Waiting> = Mutex::new(Waiting { in_use: 0, browsers: Vec::new() });

struct Waiting {
    in_use: usize,
    browsers: Vec<Chromium>,
}

impl Waiting {
    fn now() -> MutexGuard<'static, Self> {
        WAITING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that waits, if there is one. From now on one more is in use: also while it starts, others wait.
    fn take() -> Option<Chromium> {
        let mut waiting = Self::now();
        waiting.in_use += 1;
        waiting.browsers.pop()
    }
}

/// A browser with one window that knows nothing of what was before but files that it has fetched.
pub struct Browser {
    /// There until this is dropped.
    chromium: Option<Chromium>,
}

impl Browser {
    /// Starts a browser, or takes one that waits; the page keeps nothing for the time without a network.
    pub fn start(window: Size) -> Self {
        Self::opened(window, false)
    }

    /// The same; the page keeps its files for the time without a network.
    pub fn keeping(window: Size) -> Self {
        Self::opened(window, true)
    }

    fn opened(window: Size, keeps: bool) -> Self {
        let waiting = Waiting::take();
        let browser = Self { chromium: Some(waiting.unwrap_or_else(Chromium::launch)) };
        browser.chromium().renew(keeps);
        browser.set_size(window);
        browser
    }

    fn chromium(&self) -> &Chromium {
        self.chromium.as_ref().expect("a browser until it is dropped")
    }

    fn post(&self, what: &str, path: &str, body: &Value) -> Value {
        self.chromium().post(what, path, body)
    }

    fn get(&self, what: &str, path: &str) -> Value {
        self.chromium().get(what, path)
    }

    /// One command of the protocol that Chromium's developer tools speak.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post(command, "/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Loads an address and waits until the page, if it is the page, has started, and has heard of a link that leads to another place in it.
    pub fn goto(&self, address: &str) {
        let within = "const to = new URL(arguments[0]), rest = link => link.split('#')[0];
            window.unheard = to.href !== location.href && rest(to.href) === rest(location.href)";
        self.js_with(within, &[json!(address)]);
        self.open(address);
        self.wait("the link to be heard of", "!window.unheard", PATIENCE);
        self.started();
    }

    /// Loads an address, where a page may be that cannot start.
    pub fn open(&self, address: &str) {
        self.post(&format!("open {address}"), "/url", &json!({ "url": address }));
    }

    /// Loads the current address again, likewise.
    pub fn reload(&self) {
        self.post("reload", "/refresh", &json!({}));
        self.started();
    }

    fn started(&self) {
        let started = "document.querySelector('script[src$=\"start.js\"]') ? !document.querySelector('#loading') && document.querySelector('main:not(.waiting), #try-again') : document.body";
        self.wait("the page to start", started, PATIENCE);
    }

    /// The current address, once it is written: that of something that is under way is soon another's.
    pub fn address(&self) -> String {
        self.rest(SOON);
        string("the address", &self.get("the address", "/url"))
    }

    /// The browser's processes; none where the system does not say it.
    fn processes(&self) -> Vec<u32> {
        let parent = |process: u32| status_of(process)?.split_whitespace().nth(1)?.parse().ok();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let driver = self.chromium().driver.0.id();
        let of_driver = |process: &u32| std::iter::successors(Some(*process), |process| parent(*process)).any(|process| process == driver);
        all.filter(|process| *process != driver && of_driver(process)).collect()
    }

    /// Megabytes that they hold, each with its share of what several hold; nothing where the system does not say it.
    pub fn memory(&self) -> Option<f64> {
        let held = |process: u32| -> Option<f64> {
            let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
            rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?.trim().strip_suffix(" kB")?.parse().ok()
        };
        let held: Vec<f64> = self.processes().into_iter().filter_map(held).collect();
        (!held.is_empty()).then(|| held.iter().sum::<f64>() / 1e3)
    }

    /// Seconds of a processor that they have had; 0 where the system does not say it. Unlike time, these are few however busy the machine is.
    pub fn worked(&self) -> f64 {
        /// What the system counts in.
        const TICKS_A_SECOND: f64 = 100.0;
        let worked = |process: u32| -> Option<f64> {
            let status = status_of(process)?;
            // Of itself, in its own code and in the system's.
            Some(status.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum())
        };
        self.processes().into_iter().filter_map(worked).sum::<f64>() / TICKS_A_SECOND
    }

    /// The title of the document.
    pub fn title(&self) -> String {
        string("the title", &self.get("the title", "/title"))
    }

    /// Runs JavaScript in the page and returns what it `return`s; a promise is waited for.
    pub fn js(&self, source: &str) -> Value {
        self.js_with(source, &[])
    }

    /// As [`Browser::js`], with values the script finds in `arguments[0]`, `arguments[1]`, ….
    pub fn js_with(&self, source: &str, arguments: &[Value]) -> Value {
        self.post(&format!("js `{source}`"), "/execute/sync", &json!({ "script": source, "args": arguments }))
    }

    /// Does something in the page, and waits until it has shown what it was told.
    pub fn act(&self, source: &str) {
        self.js(source);
        self.settle();
    }

    /// Waits until the JavaScript expression `condition`, which may be a promise, is true while the page has nothing more to show; `what`
    /// says for whom one waits if it never is. What cannot be told yet is not true.
    pub fn wait(&self, what: &str, condition: &str, timeout: Duration) {
        let begin = Instant::now();
        let source = format!(
            "return (async () => {{
                const holds = async () => Boolean(await ({condition})) && (window.rests?.({STEP}) ?? true), end = performance.now() + {LOOK};
                for (;;) {{
                    const answer = await holds().catch(error => `${{error}}`);
                    if (answer === true || !window.pause || performance.now() > end) return answer;
                    await pause(10);
                }}
            }})()"
        );
        loop {
            // A page that is left meanwhile has no answer.
            let holds = self.chromium().asked("/execute/sync", &json!({ "script": source, "args": [] })).unwrap_or_else(Value::String);
            if holds == json!(true) {
                return;
            }
            let late = || {
                let shown = self.js("return [location.href, document.activeElement?.outerHTML.slice(0, 200), document.body.innerText.slice(0, 1500)].join('\\n')");
                format!(
                    "waited {timeout:?} for {what}, in vain: {holds}; the console says {:?}; the page shows:\n{}",
                    self.console(),
                    shown.as_str().unwrap_or_default()
                )
            };
            assert!(begin.elapsed() < timeout, "{}", late());
            sleep(POLL);
        }
    }

    /// Waits until the page has done all that it puts off for so many milliseconds.
    pub fn rest(&self, milliseconds: u32) {
        self.wait("the page to rest", &format!("window.rests?.({milliseconds}) ?? true"), PATIENCE);
    }

    /// Waits until an element is there.
    pub fn wait_for(&self, css: &str, timeout: Duration) {
        self.wait(css, &format!("document.querySelector({})", json!(css)), timeout);
    }

    /// How many elements match.
    pub fn count(&self, css: &str) -> usize {
        let count = self.js_with("return document.querySelectorAll(arguments[0]).length", &[json!(css)]);
        count.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_else(|| panic!("{css}: {count} is no number of elements"))
    }

    /// The identifier of the first element that matches.
    fn find(&self, css: &str) -> String {
        let found = self.post(&format!("find {css}"), "/element", &json!({ "using": "css selector", "value": css }));
        string(css, &found[ELEMENT])
    }

    /// Clicks an element where a user would; it must be visible and nothing may cover it.
    pub fn click(&self, css: &str) {
        let element = self.find(css);
        self.post(&format!("click {css}"), &format!("/element/{element}/click"), &json!({}));
        self.settle();
    }

    /// The text of an element, as it is rendered.
    pub fn text(&self, css: &str) -> String {
        let element = self.find(css);
        string(css, &self.get(&format!("the text of {css}"), &format!("/element/{element}/text")))
    }

    /// An attribute of an element; nothing if it has none of that name.
    pub fn attribute(&self, css: &str, name: &str) -> Option<String> {
        let element = self.find(css);
        self.get(&format!("{name} of {css}"), &format!("/element/{element}/attribute/{name}")).as_str().map(str::to_owned)
    }

    /// Gives an input, a slider or a selection a value, and tells the page as a user's change would.
    pub fn set_value(&self, css: &str, value: &str) {
        let source = "
            const field = document.querySelector(arguments[0]);
            if (!field) return false;
            field.value = arguments[1];
            for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
            return true;";
        assert_eq!(self.js_with(source, &[json!(css), json!(value)]), json!(true), "there is no {css} to give the value {value:?}");
        self.settle();
    }

    /// Types into an element, as a user who has clicked it.
    pub fn type_into(&self, css: &str, text: &str) {
        let element = self.find(css);
        self.post(&format!("type {text:?} into {css}"), &format!("/element/{element}/value"), &json!({ "text": text }));
        self.settle();
    }

    /// Hands a file of this machine to an `<input type=file>`.
    pub fn upload(&self, css: &str, file: &Path) {
        let absolute = file.canonicalize().unwrap_or_else(|problem| panic!("cannot upload {}: {problem}", file.display()));
        self.type_into(css, absolute.to_str().expect("a path in UTF-8"));
    }

    /// Presses keys one after the other, wherever the focus is: characters, or those of [`key`]. They follow on each other faster than the
    /// page may show what becomes of them.
    pub fn press(&self, keys: &[char]) {
        self.chord(&[], keys);
    }

    /// Waits until the page has shown what it was told. What a browser tells it of what was done, such as that a menu has opened or a picture
    /// has another size, it tells at the latest with the next frame; what comes of that is shown in the frame after it.
    pub fn settle(&self) {
        let frames = "const frame = () => new Promise(done => requestAnimationFrame(done)); return frame().then(frame)";
        self.js(&format!("{frames}.then(() => window.rest?.({STEP}))"));
    }

    /// Presses keys while others (say [`key::SHIFT`]) are held.
    pub fn chord(&self, held: &[char], keys: &[char]) {
        let event = |kind: &str, key: &char| json!({ "type": kind, "value": key });
        let mut events: Vec<Value> = held.iter().map(|key| event("keyDown", key)).collect();
        events.extend(keys.iter().flat_map(|key| [event("keyDown", key), event("keyUp", key)]));
        events.extend(held.iter().rev().map(|key| event("keyUp", key)));
        self.post("press keys", "/actions", &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": events }] }));
        self.settle();
    }

    /// Takes hold of the middle of an element with the mouse.
    pub fn grab(&self, css: &str) {
        self.grab_at(css, (0, 0));
    }

    /// Takes hold of an element with the mouse, so many pixels from its middle.
    pub fn grab_at(&self, css: &str, (x, y): (i32, i32)) {
        let origin = json!({ ELEMENT: self.find(css) });
        self.point(
            "mouse",
            &json!([{ "type": "pointerMove", "duration": 0, "origin": origin, "x": x, "y": y }, { "type": "pointerDown", "button": 0 }]),
        );
    }

    /// Moves the mouse to so many pixels from the middle of an element.
    pub fn hover(&self, css: &str, (x, y): (i32, i32)) {
        let origin = json!({ ELEMENT: self.find(css) });
        self.point("mouse", &json!([{ "type": "pointerMove", "duration": 0, "origin": origin, "x": x, "y": y }]));
    }

    /// Moves what was taken hold of by so many pixels.
    pub fn drag_by(&self, x: i32, y: i32) {
        self.point("mouse", &json!([{ "type": "pointerMove", "duration": 50, "origin": "pointer", "x": x, "y": y }]));
    }

    /// Lets it go.
    pub fn release(&self) {
        self.point("mouse", &json!([{ "type": "pointerUp", "button": 0 }]));
    }

    /// Drags the middle of an element with a finger by so many pixels.
    pub fn touch(&self, css: &str, (x, y): (i32, i32)) {
        let origin = json!({ ELEMENT: self.find(css) });
        let down = json!({ "type": "pointerDown", "button": 0 });
        let up = json!({ "type": "pointerUp", "button": 0 });
        let to = json!({ "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 });
        let by = json!({ "type": "pointerMove", "duration": 100, "origin": "pointer", "x": x, "y": y });
        self.point("touch", &json!([to, down, by, up]));
    }

    fn point(&self, kind: &str, actions: &Value) {
        let source = json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.post("point", "/actions", &json!({ "actions": [source] }));
        self.settle();
    }

    /// Saves files into a folder without asking.
    pub fn download_to(&self, folder: &Path) {
        self.devtools("Browser.setDownloadBehavior", &json!({ "behavior": "allow", "downloadPath": folder }));
    }

    /// What is in a file that is being downloaded, once it is there; `what` says for what one waits.
    pub fn downloaded(what: &str, file: &Path, timeout: Duration) -> Vec<u8> {
        let begin = Instant::now();
        loop {
            if let Ok(bytes) = std::fs::read(file)
                && !bytes.is_empty()
            {
                return bytes;
            }
            assert!(begin.elapsed() < timeout, "{what} does not arrive");
            sleep(POLL);
        }
    }

    /// Gives the page another size, also one that is narrower than a window can be.
    pub fn resize(&self, size: Size) {
        self.set_size(size);
        self.settle();
    }

    fn set_size(&self, Size { width, height }: Size) {
        let parameters = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &parameters);
    }

    /// Behaves as on a system with these preferences.
    pub fn prefer(&self, preferences: Preferences) {
        let scheme = if preferences.dark { "dark" } else { "light" };
        let motion = if preferences.reduced_motion { "reduce" } else { "no-preference" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }, { "name": "prefers-reduced-motion", "value": motion }]);
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Writes a PNG of what is visible; the folder is made if it is missing.
    pub fn screenshot(&self, file: &Path) {
        let encoded = string("a screenshot", &self.get("a screenshot", "/screenshot"));
        let png = base64::engine::general_purpose::STANDARD.decode(encoded).expect("a screenshot in base64");
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).unwrap_or_else(|problem| panic!("cannot create {}: {problem}", folder.display()));
        }
        std::fs::write(file, png).unwrap_or_else(|problem| panic!("cannot write {}: {problem}", file.display()));
    }

    /// What the console has got since one last asked: level and message.
    fn console(&self) -> Vec<(String, String)> {
        let log = self.post("the console", "/se/log", &json!({ "type": "browser" }));
        let field = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        log.as_array()
            .map(|entries| entries.iter().map(|entry| (field(entry, "level"), field(entry, "message"))).collect())
            .unwrap_or_default()
    }

    /// Errors the console has got since one last asked: exceptions, panics, files that could not be loaded.
    pub fn console_errors(&self) -> Vec<String> {
        self.console().into_iter().filter(|(level, _)| level == "SEVERE").map(|(_, message)| message).collect()
    }

    /// Waits until the console has got an error with these words.
    pub fn wait_for_error(&self, words: &str) {
        let begin = Instant::now();
        let mut errors = vec![];
        while !errors.iter().any(|error: &String| error.contains(words)) {
            assert!(begin.elapsed() < PATIENCE, "the console does not say {words:?}: {errors:?}");
            errors.extend(self.console_errors());
            sleep(POLL);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let mut waiting = Waiting::now();
        waiting.in_use -= 1;
        // Nobody knows in what state a test that failed leaves it.
        waiting.browsers.extend(self.chromium.take().filter(|_| !panicking()));
        if waiting.in_use == 0 {
            waiting.browsers.clear();
        }
    }
}

/// Whether there is little memory for processes to share, as in many a container; the disk is slower by a fifth.
fn shares_little() -> bool {
    let mounts = std::fs::read_to_string("/proc/mounts").unwrap_or_default();
    let mount = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>()).find(|mount| mount.get(1) == Some(&SHARED.0));
    let kilobytes =
        |options: &str| options.split(',').find_map(|option| option.strip_prefix("size=")?.strip_suffix('k')?.parse::<u64>().ok());
    mount.and_then(|mount| kilobytes(mount.get(3)?)).is_some_and(|kilobytes| kilobytes < SHARED.1)
}

/// What the system says of a process, from its state on.
fn status_of(process: u32) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    status.rsplit_once(')').map(|(_, rest)| rest.to_owned())
}

/// What the driver answers, or its complaint.
fn answer(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let mut response = response.map_err(|problem| format!("chromedriver does not answer: {problem}"))?;
    let answer = response.body_mut().with_config().limit(64 << 20).read_json::<Map<String, Value>>();
    let mut answer = answer.map_err(|problem| format!("chromedriver's answer makes no sense: {problem}"))?;
    let value = answer.remove("value").unwrap_or_default();
    match value.get("error").and_then(Value::as_str) {
        Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default().lines().next().unwrap_or_default())),
        None => Ok(value),
    }
}

/// What it answers, or a panic with what was asked and its complaint.
fn value(what: &str, response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Value {
    answer(response).unwrap_or_else(|problem| panic!("{what}: {problem}"))
}

fn string(what: &str, value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{what}: expected text, got {value}")).to_owned()
}
