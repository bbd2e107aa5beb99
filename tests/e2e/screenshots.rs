//! Pictures of every view of the finished page, at every size and in both themes: `cargo xtask screenshots`. Nothing is
//! judged here; they are made to be looked at.

use std::env;
use std::path::PathBuf;

use crate::browser::{Browser, PATIENCE, Preferences, Size};
use crate::{Page, RACE_DONE, SOON};

/// What is looked at.
struct View {
    /// Beginning of the file's name.
    name: &'static str,
    /// Where it is.
    fragment: &'static str,
    /// What is true when it can be looked at, also after something is done to it.
    ready: &'static str,
    /// What is done to it then.
    act: &'static str,
}

/// Stops the clock somewhere in the run.
const STOP: &str = "
    const to = (css, value) => { const field = document.querySelector(css); field.value = value; field.dispatchEvent(new Event('input', { bubbles: true })); };
    const click = css => document.querySelector(css).click();
    if (document.querySelector('#play[aria-pressed=true]')) click('#play');
    to('#playhead', 360);";

/// Writes a formula in the policy lab.
const WRITE: &str = "
    const field = document.querySelector('.lab-text');
    document.querySelector('.lab > summary').click();
    field.value = 'est^c - age; let c = 0.3; name=mine';
    field.dispatchEvent(new Event('input', { bubbles: true }));";

const PLAYS: &str = "document.querySelector('#playhead')";

/// The figure beside a page of the tour has something to show.
const FIGURE: &str = "(figure => figure?.querySelector(figure.querySelector('.status') ? '.status[data-state=done]' : '#playhead'))(document.querySelector('#figure')?.contentDocument)";

const CLUSTER: &str =
    "document.querySelector('#cluster-status[data-state=done]') && !document.querySelector('.answer.stale, .dots-space:empty')";

/// Chooses a preset of *Cluster*.
const PRESETS: [&str; 3] = [
    "const s = document.querySelector('#cluster-preset'); s.selectedIndex = 2; s.dispatchEvent(new Event('change', { bubbles: true }));",
    "const s = document.querySelector('#cluster-preset'); s.selectedIndex = 3; s.dispatchEvent(new Event('change', { bubbles: true }));",
    "const s = document.querySelector('#cluster-preset'); s.selectedIndex = 4; s.dispatchEvent(new Event('change', { bubbles: true }));",
];

const DATACENTER: &str = "document.querySelector('#datacenter-status[data-state=done]')";

/// Drops a file of jobs, whose sizes spread over five decades, on the page.
const DROP: &str = "
    const rows = Array.from({ length: 400 }, (_, i) => `${i},${(i * 1.3).toFixed(2)},${(10 ** ((i * 7919 % 500) / 100 - 2)).toFixed(4)}`);
    const data = new DataTransfer();
    data.items.add(new File(['id,arrival,size\\n' + rows.join('\\n') + '\\n'], 'jobs.csv'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    return new Promise(done => (function look() { document.querySelector('.traces[data-state=done]') ? done() : setTimeout(look, 50); })());";

const SWEPT: &str = "document.querySelector('#sweep-status[data-state=done]')";

const LINES: &str = "#sweep?v=1&replications=20&policies=ps,las,srpt,srpte,fspe,fspe%2Bps&workload.count=3000&workload.shape=0.25&across=workload.sigma:list:0.125,0.25,0.5,1,2,4&show=ratio_srpt";

const MANY: &str = "#watch?v=1&jobs=0:3:9,1:12:2,2:5,4:1:4,6:2:1,8:20:3,9:1,12:2,14:3:2,16:0.5,18:8:5,21:2,24:1:3,25:4,29:2,31:1,33:6:2,38:2,41:1,44:3&policies=srpte,fspe,fspe%2Bps,ps";

const VIEWS: [View; 24] = [
    View { name: "watch", fragment: "#watch", ready: PLAYS, act: "" },
    View { name: "watch-edit", fragment: "#watch", ready: PLAYS, act: "click('#try')" },
    View { name: "watch-quiz", fragment: "#watch", ready: PLAYS, act: "click('#quiz')" },
    View {
        name: "watch-job",
        fragment: "#watch",
        ready: PLAYS,
        act: "const box = document.querySelector('.picture').getBoundingClientRect();
            document.querySelector('.picture').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width / 3, clientY: box.top + box.height * 0.4 }));",
    },
    View { name: "watch-axis", fragment: "#watch?show=remaining", ready: PLAYS, act: "" },
    View { name: "watch-many", fragment: MANY, ready: PLAYS, act: "" },
    View { name: "watch-embed", fragment: "#embed", ready: PLAYS, act: "" },
    View { name: "race", fragment: "#race", ready: RACE_DONE, act: "click('#next')" },
    View { name: "race-embed", fragment: "#embed/race", ready: RACE_DONE, act: "" },
    View { name: "compare", fragment: "#compare", ready: "document.querySelector('#run-status[data-state=done]')", act: "" },
    View { name: "cluster", fragment: "#cluster", ready: CLUSTER, act: "" },
    View { name: "cluster-memory", fragment: "#cluster", ready: CLUSTER, act: PRESETS[0] },
    View { name: "cluster-production", fragment: "#cluster", ready: CLUSTER, act: PRESETS[1] },
    View { name: "cluster-chains", fragment: "#cluster", ready: CLUSTER, act: PRESETS[2] },
    View { name: "datacenter", fragment: "#datacenter", ready: DATACENTER, act: STOP },
    View { name: "traces", fragment: "#traces", ready: "document.querySelector('.traces')", act: "" },
    View { name: "traces-file", fragment: "#traces", ready: "document.querySelector('.traces')", act: DROP },
    View { name: "learn", fragment: "#learn?page=5", ready: FIGURE, act: "" },
    View { name: "learn-datacenter", fragment: "#learn?page=14", ready: FIGURE, act: "" },
    View { name: "learn-bound", fragment: "#learn?page=20", ready: FIGURE, act: "" },
    View { name: "lab-watch", fragment: "#watch?policies=srpte,rank[max(est,age)]&jobs=0:10:4,2:3:2,5:3", ready: PLAYS, act: WRITE },
    View {
        name: "lab-compare",
        fragment: "#compare?replications=5&policies=srpte,las",
        ready: "document.querySelector('#run-status[data-state=done]')",
        act: WRITE,
    },
    View { name: "sweep", fragment: "#sweep", ready: SWEPT, act: "" },
    View { name: "sweep-lines", fragment: LINES, ready: SWEPT, act: "" },
];

/// Name, size, and whether the page is on a stage.
const SIZES: [(&str, Size, bool); 4] = [
    ("1440x900", Size::WIDE, false),
    ("1024x768", Size { width: 1024, height: 768 }, false),
    ("390x844", Size::PHONE, false),
    ("1920x1080-stage", Size { width: 1920, height: 1080 }, true),
];

#[test]
#[ignore = "makes pictures to look at: `cargo xtask screenshots`"]
fn screenshots() {
    let folder = PathBuf::from(env::var_os("SCREENSHOTS").expect("SCREENSHOTS names the folder: run `cargo xtask screenshots`"));
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let wanted = env::var("VIEWS").unwrap_or_default();
    let views = || VIEWS.iter().filter(|view| view.name.starts_with(&wanted));
    for (dark, theme) in [(false, "light"), (true, "dark")] {
        browser.prefer(Preferences { dark, reduced_motion: false });
        for (size_name, size, stage) in SIZES {
            browser.resize(size);
            for view in views() {
                browser.goto("about:blank");
                browser.goto(&page.at(view.fragment));
                browser.wait(view.name, view.ready, PATIENCE);
                if stage && browser.count("#stage") > 0 {
                    browser.click("#stage");
                }
                let stop = if view.ready == PLAYS { STOP } else { "" };
                browser.act(&format!("{stop}\n{}", view.act));
                browser.rest(SOON);
                browser.wait(view.name, view.ready, PATIENCE);
                browser.screenshot(&folder.join(format!("{}-{size_name}-{theme}.png", view.name)));
            }
        }
    }
    println!("{} pictures are in {}", 2 * SIZES.len() * views().count(), folder.display());
}
