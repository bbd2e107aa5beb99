//! The finished page in a real browser. Needs a page that is served: `cargo xtask test` does both. A view's tests are in a file of
//! its own; what several of them use is here.

mod accessibility;
mod bits;
mod browser;
mod cdn;
mod cluster;
mod compare;
mod datacenter;
mod element;
mod exercises;
mod hostile;
mod lab;
mod learn;
mod measure;
mod menus;
mod network;
mod opening;
mod order;
mod page;
mod panics;
mod parts;
mod race;
mod screenshots;
mod site;
mod stage;
mod sweep;
mod traces;
mod verbs;
mod watch;
mod workers;

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use browser::{Browser, PATIENCE, Preferences, SOON, Size, key};
use schedscope_core::experiment::SystemKind;
use schedscope_state::view::View;
use serde_json::{Value, json};

/// Where the page is served.
struct Page {
    address: String,
}

impl Page {
    /// The page that `cargo xtask` serves.
    ///
    /// # Panics
    /// If it is not served.
    fn start() -> Self {
        Self { address: env::var("SCHEDSCOPE_PAGE").expect("SCHEDSCOPE_PAGE is the page's address: run `cargo xtask test`") }
    }

    /// The page's address, with a final slash.
    fn address(&self) -> &str {
        &self.address
    }

    /// An address within the page: `view` may be a path, a query or a fragment.
    fn at(&self, view: &str) -> String {
        format!("{}{view}", self.address)
    }
}

const DONE: &str = "document.querySelector('#run-status[data-state=done]')";

/// The search for where one policy overtakes another has ended.
const TURNED: &str = "!(document.querySelector('[aria-labelledby=turn-title] figcaption')?.innerText ?? 'Looking').includes('Looking')";

const CLUSTER_DONE: &str = "document.querySelector('#cluster-status[data-state=done]') && !document.querySelector('.answer.stale')";

const RACE_DONE: &str = "document.querySelector('#race-status[data-state=done]') && !document.querySelector('.answer.stale')";

const NETWORK_DONE: &str = "document.querySelector('#network-status[data-state=done]') && !document.querySelector('.answer.stale')";

/// Chooses a policy of a view that is not chosen yet.
fn add_policy(browser: &Browser, view: &str, policy: &str) {
    browser.click(&format!("#{view}-add"));
    browser.click(&format!("#{view}-{policy}"));
}

/// Tops of what all views have, in the order in which it should stand; the clock is at the bottom, over the whole width.
fn stands_in_order(browser: &Browser, played: bool) {
    let source =
        "return ['.said', '.workbar', '.chips', '.answer', '.transport'].map(css => document.querySelector(css)?.getBoundingClientRect())
        .filter(box => box).map(box => [box.top, box.bottom, box.width])";
    let boxes: Vec<[f64; 3]> = serde_json::from_value(browser.js(source)).expect("boxes");
    assert!(boxes[..4].windows(2).all(|pair| pair[0][1] <= pair[1][0] + 1.0), "{boxes:?}");
    assert!(boxes[2][1] - boxes[2][0] < 66.0, "policies have two rows at most: {boxes:?}");
    assert_eq!(boxes.len() == 5, played);
    if let Some([_, bottom, width]) = boxes.get(4) {
        assert!(*bottom <= 900.0 && *width >= 1420.0, "{boxes:?}");
    }
}

/// The columns of the page's table that the command line's report has too.
const COLUMNS: [&str; 6] = ["mean_sojourn", "ratio_srpt", "ratio_ps", "median_slowdown", "p99_slowdown", "share_slowdown_above_100"];

type Numbers = BTreeMap<(String, &'static str), f64>;

/// What the table of *Compare* says; a row that stands for two policies counts for both.
fn numbers_of_page(browser: &Browser) -> Numbers {
    let source = "return [...document.querySelectorAll('#results-table tr[data-policy] td')]
        .flatMap(cell => [cell.parentElement.dataset.policy, cell.parentElement.dataset.also ?? []].flat()
            .map(policy => [policy, cell.dataset.column, cell.dataset.value ?? null]))";
    let cells = browser.js(source);
    let cell = |cell: &Value| {
        let column = COLUMNS.into_iter().find(|column| cell[1] == **column)?;
        Some(((cell[0].as_str()?.to_owned(), column), cell[2].as_str()?.parse().ok()?))
    };
    cells.as_array().expect("a list of cells").iter().filter_map(cell).collect()
}

/// The command line, which `cargo xtask` builds.
fn command_line() -> Command {
    Command::new(env::var_os("SCHEDSCOPE_NATIVE").expect("SCHEDSCOPE_NATIVE is the command line: run `cargo xtask test`"))
}

/// The report of `schedscope run` in JSON.
fn report_of_command(arguments: &[&str]) -> Value {
    let output = command_line().arg("run").args(arguments).args(["--format", "json"]).output();
    let output = output.expect("the command line runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a report in JSON")
}

/// What such a report has in the columns of *Compare*.
fn numbers_of_command(arguments: &[&str]) -> Numbers {
    let of_policy = |row: &Value| {
        let policy = row["policy"].as_str().expect("a policy").to_owned();
        COLUMNS.map(|column| row[column].as_f64().map(|value| ((policy.clone(), column), value))).into_iter().flatten().collect::<Vec<_>>()
    };
    report_of_command(arguments)["policies"].as_array().expect("policies").iter().flat_map(of_policy).collect()
}

/// *Compare* with the scenario of a link, when the first results are there.
fn compare(query: &str) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at(&format!("#compare?v=1&{query}")));
    browser.wait("the first results", DONE, PATIENCE);
    (page, browser)
}

/// Does something that asks a new question, and waits for the answer.
fn ask(browser: &Browser, what: &str, act: impl FnOnce()) {
    let generation = browser.attribute("#run-status", "data-generation").expect("questions are numbered");
    act();
    let answered = format!("{DONE}?.dataset.generation !== {} && {DONE} && !document.querySelector('.answer.stale')", json!(generation));
    browser.wait(what, &answered, PATIENCE);
}

/// A fingerprint of what is drawn on a canvas, once it is drawn: what is out of sight is when it rests.
fn drawing(browser: &Browser, css: &str) -> Value {
    let drawn = format!("!document.querySelector({}).hasAttribute('data-due')", json!(css));
    browser.wait(&format!("{css} to be drawn"), &drawn, PATIENCE);
    browser.js_with("return document.querySelector(arguments[0]).toDataURL()", &[json!(css)])
}

/// Shows the table or the pictures below the run of a world, whose button may be under the bar at the bottom of the window.
fn show_pane(browser: &Browser, world: &str, pane: &str) {
    browser.act(&format!("document.querySelector('#{world}-pane-{pane}').click()"));
}

/// Opens a view of a world in a browser of its own, and waits until it shows what it has to show.
fn opened(page: &Page, view: View, size: Size) -> Browser {
    let browser = watched(size);
    show(&browser, page, view);
    browser
}

/// Notes by how much the layout shifts, by what, and whether the user had just done something.
const SHIFTS: &str = "{
    const all = [];
    const note = list => list.forEach(entry => all.push([entry.value, entry.hadRecentInput, ...entry.sources.map(({ node, previousRect, currentRect }) =>
        `${node?.nodeName} ${node?.id} ${node?.className} ${previousRect.top} to ${currentRect.top}`)]));
    const observer = new PerformanceObserver(list => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    window.shifts = () => { note(observer.takeRecords()); return all; };
}";

/// A browser that notes what shifts in the pages that it shows.
fn watched(size: Size) -> Browser {
    let browser = Browser::start(size);
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": SHIFTS }));
    browser
}

/// Opens a view in such a browser, with nothing known of what was there before, and waits until it shows what it has to show and does
/// nothing more: of policies of a server theory says something last.
fn show(browser: &Browser, page: &Page, view: View) {
    browser.goto("about:blank");
    browser.devtools("Storage.clearDataForOrigin", &json!({ "origin": page.address(), "storageTypes": "all" }));
    browser.devtools("Network.clearBrowserCache", &json!({}));
    browser.goto(&page.at(&format!("#{}", view.name())));
    let answered = "document.querySelector('.status[data-state=done]') && !document.querySelector('.answer.stale, .dots-space:empty')";
    let shown = match view {
        View::Sweep(_) => "document.querySelector('.sweep canvas')".to_owned(),
        View::Watch(SystemKind::Server) => "document.querySelector('canvas[data-panel]')".to_owned(),
        View::Compare(SystemKind::Server) => format!("{answered} && document.querySelector('td[data-column=theory]')"),
        _ => answered.to_owned(),
    };
    browser.wait(&format!("what {} shows", view.name()), &format!("{shown} && window.rests({SOON})"), PATIENCE);
    browser.settle();
}

/// By how much the layout of a view has shifted since it was opened, but for what the user has done.
fn shift(browser: &Browser) -> f64 {
    browser.js("return shifts().filter(([, done]) => !done).reduce((sum, [value]) => sum + value, 0)").as_f64().expect("a number")
}

/// Whether a picture can be seen on the first screen, above the bars at the bottom: a strip of 150 pixels of it, as wide as three quarters
/// of a phone.
fn is_pictured(browser: &Browser) -> bool {
    let source = "const bars = [...document.querySelectorAll('.transport, .workbar')].map(bar => bar.getBoundingClientRect().top);
        const floor = Math.min(innerHeight, ...bars.filter(top => top > innerHeight / 2));
        return [...document.querySelectorAll('main canvas')].map(canvas => canvas.getBoundingClientRect())
            .filter(place => place.width >= 290)
            .reduce((sum, place) => sum + Math.max(0, Math.min(place.bottom, floor) - Math.max(place.top, 0)), 0) >= 150";
    browser.js(source) == json!(true)
}

/// Views with pictures: what can be done in each world.
fn pictured_views() -> impl Iterator<Item = View> {
    View::all().filter(|view| view.place().is_some())
}

/// Plays fast from this thousandth of the run to its end, and goes on with its first tenth; meanwhile the layout may shift by less than 0.02.
fn nothing_moves(browser: &Browser, from: u32) {
    browser.act(SHIFTS);
    // Observed at all: an element that moves is noticed.
    browser.act("const p = document.createElement('p'); p.id = 'pushes'; p.style.height = '300px'; document.body.prepend(p)");
    assert_ne!(browser.js("return shifts().length"), json!(0), "a shift is noticed");
    browser.act("document.querySelector('#pushes').remove()");
    browser.act("document.querySelector('#loop[aria-pressed=false]')?.click()");
    browser.set_value("#speed", "3");
    browser.set_value("#playhead", &from.to_string());
    browser.act("document.querySelector('#play[aria-pressed=false]')?.click(); shifts().length = 0; window.furthest = 0");
    let now = "Number(document.querySelector('#playhead').value)";
    let again = format!("(now => {{ furthest = Math.max(furthest, now); return furthest > 900 && now > 100 && now < 500 }})({now})");
    browser.wait("the run to begin again", &again, PATIENCE);
    browser.settle();
    let shift = browser.js("return shifts().reduce((sum, [value]) => sum + value, 0)").as_f64().expect("a sum");
    assert!(shift < 0.02, "the layout shifts by {shift}: {}", browser.js("return shifts()"));
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
    browser.settle();
}
