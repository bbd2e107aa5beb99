//! Pictures of every view of the finished page, at every size and in both themes: `cargo xtask screenshots`. Nothing is
//! judged here; they are made to be looked at.
#![cfg(not(target_family = "wasm"))]

mod support;

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use support::Page;
use support::browser::{Browser, Preferences, Size};

/// How long a view may take until it can be looked at, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is looked at.
struct View {
    /// Beginning of the file's name.
    name: &'static str,
    /// Where it is.
    fragment: &'static str,
    /// What is true when it can be looked at.
    ready: &'static str,
    /// What is done to it then.
    act: &'static str,
}

/// To the middle of the run, and stop.
const HALFWAY: &str = "
    const to = (css, value) => { const field = document.querySelector(css); field.value = value; field.dispatchEvent(new Event('input', { bubbles: true })); };
    if (document.querySelector('#play[aria-pressed=true]')) document.querySelector('#play').click();
    to('#playhead', 70);";

const VIEWS: [View; 3] = [
    View { name: "watch", fragment: "#watch", ready: "document.querySelector('#playhead')", act: HALFWAY },
    View { name: "compare", fragment: "#compare", ready: "document.querySelector('#run-status[data-state=done]')", act: "" },
    View { name: "cluster", fragment: "#cluster", ready: "document.querySelector('#cluster-status[data-state=done]')", act: "" },
];

/// Name, size, and whether the page is on a stage.
const SIZES: [(&str, Size, bool); 4] = [
    ("1440x900", Size::WIDE, false),
    ("1024x768", Size { width: 1024, height: 768 }, false),
    ("390x844", Size::PHONE, false),
    ("1920x1080-stage", Size { width: 1920, height: 1080 }, true),
];

#[test]
fn screenshots() {
    let folder = PathBuf::from(env::var_os("SCREENSHOTS").expect("SCREENSHOTS names the folder: run `cargo xtask screenshots`"));
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for (dark, theme) in [(false, "light"), (true, "dark")] {
        browser.prefer(Preferences { dark, reduced_motion: false });
        for (size_name, size, stage) in SIZES {
            browser.resize(size);
            for view in &VIEWS {
                browser.goto("about:blank");
                browser.goto(&page.at(view.fragment));
                browser.wait(view.name, view.ready, PATIENCE);
                if stage && browser.count("#stage") > 0 {
                    browser.click("#stage");
                }
                browser.js(view.act);
                browser.js("return new Promise(done => setTimeout(done, 400))");
                browser.screenshot(&folder.join(format!("{}-{size_name}-{theme}.png", view.name)));
            }
        }
    }
    println!("{} pictures are in {}", 2 * SIZES.len() * VIEWS.len(), folder.display());
}
