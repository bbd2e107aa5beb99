//! How soon the page shows something, how views come and go on, and how fast it simulates: `cargo xtask measure-page`. Nothing is judged
//! here; the numbers are made to be compared.

use super::*;
use std::time::Instant;

/// A connection and a processor.
struct Conditions {
    name: &'static str,
    /// Milliseconds for a round trip, megabits a second, and how many times slower the processor is, if anything is slowed.
    slowed: Option<(f64, f64, f64)>,
    /// How often it is tried.
    runs: usize,
}

const CONDITIONS: [Conditions; 4] = [
    Conditions { name: "as it is, from localhost", slowed: None, runs: 9 },
    Conditions { name: "10 Mbit/s, 40 ms round trip", slowed: Some((40.0, 10.0, 1.0)), runs: 5 },
    Conditions { name: "10 Mbit/s, 40 ms round trip, processor slowed 4 times", slowed: Some((40.0, 10.0, 4.0)), runs: 5 },
    Conditions { name: "1.6 Mbit/s, 150 ms round trip, processor slowed 4 times", slowed: Some((150.0, 1.6, 4.0)), runs: 5 },
];

/// Notes when the first picture stands with its sentences, and how long the page's thread was busy at a time.
const WATCH: &str = "
    window.measured = { picture: null, tasks: [] };
    new PerformanceObserver(list => measured.tasks.push(...list.getEntries().map(task => task.duration))).observe({ type: 'longtask', buffered: true });
    const look = () => {
        const panels = [...document.querySelectorAll('figure.panel')];
        const complete = panel => panel.querySelector('canvas')?.width > 300 && panel.querySelector('.now')?.textContent.trim();
        if (panels.length && panels.every(complete)) measured.picture = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// What a visit came to, in milliseconds.
#[derive(Clone, Copy)]
struct Visit {
    paint: f64,
    picture: f64,
    longest_task: f64,
}

fn visit(browser: &Browser, page: &Page) -> Visit {
    browser.goto("about:blank");
    browser.goto(page.address());
    browser.wait("the first picture", "window.measured.picture", PATIENCE);
    browser.js("return new Promise(done => setTimeout(done, 1000))");
    let number = |source: &str| browser.js(source).as_f64().unwrap_or(f64::NAN);
    Visit {
        paint: number("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"),
        picture: number("return measured.picture"),
        longest_task: number("return Math.max(0, ...measured.tasks)"),
    }
}

/// The least, the median and the greatest.
fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    format!("{:.0} ms ({:.0} to {:.0})", values[values.len() / 2], values[0], values[values.len() - 1])
}

#[test]
#[ignore = "measures: `cargo xtask measure-page`"]
fn how_soon_the_page_shows_something() {
    let page = Page::start();
    for Conditions { name, slowed, runs } in CONDITIONS {
        let visits: Vec<[Visit; 2]> = (0..runs)
            .map(|_| {
                let browser = Browser::keeping(Size::WIDE);
                browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": WATCH }));
                if let Some((latency, megabits, processor)) = slowed {
                    let bytes = megabits * 1e6 / 8.0;
                    browser.devtools("Network.enable", &json!({}));
                    browser.devtools(
                        "Network.emulateNetworkConditions",
                        &json!({ "offline": false, "latency": latency, "downloadThroughput": bytes, "uploadThroughput": bytes }),
                    );
                    browser.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": processor }));
                }
                [visit(&browser, &page), visit(&browser, &page)]
            })
            .collect();
        println!("{name}, median of {runs} fresh profiles (least to greatest):");
        for (which, title) in ["first visit", "second visit"].into_iter().enumerate() {
            let of = |figure: fn(&Visit) -> f64| spread(visits.iter().map(|visits| figure(&visits[which])).collect());
            println!("  {title}: first paint {}", of(|visit| visit.paint));
            println!("  {title}: first picture with its sentences {}", of(|visit| visit.picture));
            println!("  {title}: longest task {}", of(|visit| visit.longest_task));
        }
    }
}

#[test]
#[ignore = "measures: `cargo xtask measure-page`"]
fn how_soon_compare_follows_a_slider() {
    const MOVES: usize = 20;
    let (_page, browser) = compare("workload.count=10000&policies=ps,srpte,fspe%2Bps,psbs");
    // Results of the scenario before are greyed until they are replaced.
    let source = "
        const [css, value] = arguments;
        const status = document.querySelector('#run-status'), before = status.dataset.generation, start = performance.now();
        const field = document.querySelector(css);
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return new Promise(done => {
            let picture = null;
            const look = () => {
                const { generation, state } = document.querySelector('#run-status').dataset;
                if (generation !== before && !document.querySelector('.answer.stale')) picture ??= performance.now() - start;
                if (picture !== null && state === 'done') done([picture, performance.now() - start]);
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        });";
    let times: Vec<[f64; 2]> = (0..MOVES)
        .map(|step| {
            let sigma = format!("{:.2}", 0.6 + 0.02 * step as f64);
            let times = browser.js_with(source, &[json!("input[name='workload.sigma']"), json!(sigma)]);
            [0, 1].map(|which| times[which].as_f64().expect("a time"))
        })
        .collect();
    println!("Compare, 10 000 jobs × 4 policies, median of {MOVES} moves of a slider (least to greatest):");
    println!("  to the first picture: {}", spread(times.iter().map(|times| times[0]).collect()));
    println!("  to all replications: {}", spread(times.iter().map(|times| times[1]).collect()));
}

#[test]
#[ignore = "measures: `cargo xtask measure-page`"]
fn how_long_a_frame_of_watch_takes() {
    const SECONDS: u64 = 10;
    const RUNS: usize = 5;
    let page = Page::start();
    for (title, size) in [("1440 × 900", Size::WIDE), ("1920 × 1080", Size { width: 1920, height: 1080 })] {
        let browser = Browser::keeping(size);
        browser.goto(&page.at(watch::MANY));
        browser.wait("all panels", "document.querySelectorAll('canvas[data-panel]').length === 4", PATIENCE);
        browser.devtools("Performance.enable", &json!({}));
        browser.js("window.frames_seen = 0; const count = () => { window.frames_seen++; requestAnimationFrame(count) }; requestAnimationFrame(count)");
        // As long a story as can be had: it plays slowly, and again when it is over.
        browser.set_value("#speed", "-2");
        browser.click("#loop");
        browser.set_value("#playhead", "0");
        browser.js("document.querySelector('#play[aria-pressed=false]')?.click()");
        // Seconds for which the page's main thread was busy with anything.
        let busy = || {
            let metrics = browser.devtools("Performance.getMetrics", &json!({}));
            let metrics = metrics["metrics"].as_array().expect("a list").clone();
            let metric = |name: &str| metrics.iter().find(|metric| metric["name"] == name).and_then(|metric| metric["value"].as_f64());
            let frames = browser.js("return window.frames_seen").as_f64().expect("a number");
            (metric("TaskDuration").expect("a duration"), metric("ScriptDuration").expect("a duration"), frames)
        };
        let runs = (0..RUNS).map(|_| {
            let from = busy();
            std::thread::sleep(Duration::from_secs(SECONDS));
            let to = busy();
            let frames = to.2 - from.2;
            [1e3 * (to.0 - from.0) / frames, 1e3 * (to.1 - from.1) / frames, frames / SECONDS as f64]
        });
        let runs: Vec<[f64; 3]> = runs.collect();
        let of = |which: usize| {
            let mut values: Vec<f64> = runs.iter().map(|run| run[which]).collect();
            values.sort_by(f64::total_cmp);
            format!("{:.1} ({:.1} to {:.1})", values[RUNS / 2], values[0], values[RUNS - 1])
        };
        println!("Watch, 20 jobs × 4 policies at {title}, playing, median of {RUNS} times {SECONDS} s (least to greatest):");
        println!("  main thread a frame: {} ms, of which scripts {} ms; {} frames a second", of(0), of(1), of(2));
    }
}

/// Simulations of a second or so, with many jobs: what is asked, apart from their number, and how the command line is asked the same.
const SIMULATED: [(&str, &str, usize, &[&str]); 5] = [
    ("PSBS", "policies=psbs", 1_000_000, &["--policy", "psbs"]),
    ("SRPT", "policies=srpt", 1_000_000, &["--policy", "srpt"]),
    ("FIFO, which is mostly drawing the jobs", "policies=fifo", 1_000_000, &["--policy", "fifo"]),
    (
        "Eagle",
        "system.kind=datacenter&policies=eagle&workload.like=google",
        12_000,
        &["--system", "datacenter", "--policy", "eagle", "--like", "google"],
    ),
    ("HFSP", "system.kind=cluster&policies=hfsp", 10_000, &["--system", "cluster", "--policy", "hfsp"]),
];

#[test]
#[ignore = "measures: `cargo xtask measure-page`"]
fn how_fast_the_browser_simulates() {
    const RUNS: usize = 5;
    for (name, query, count, arguments) in SIMULATED {
        let (_page, browser) = compare(&format!("{query}&workload.count=100&replications=1"));
        let times = (0..RUNS).map(|run| {
            let begin = Instant::now();
            // A few jobs more each time: the same number would be no new question.
            let count = (count + run).to_string();
            ask(&browser, "results", || browser.set_value("input[name='workload.count']", &count));
            let here = begin.elapsed().as_secs_f64();
            let begin = Instant::now();
            let output = command_line().arg("run").args(arguments).args(["--count", &count, "--replications", "1"]).output();
            let output = output.expect("the command line runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            [here, begin.elapsed().as_secs_f64()]
        });
        let times: Vec<[f64; 2]> = times.collect();
        let mut ratios: Vec<f64> = times.iter().map(|[here, native]| here / native).collect();
        ratios.sort_by(f64::total_cmp);
        println!("{name}, {count} jobs, from the question to the answer, median of {RUNS} (least to greatest):");
        for (which, title) in ["in the browser", "the command line"].into_iter().enumerate() {
            println!("  {title}: {}", spread(times.iter().map(|times| 1e3 * times[which]).collect()));
        }
        println!("  ratio of each pair: {}", ratios.iter().map(|ratio| format!("{ratio:.2}")).collect::<Vec<_>>().join(", "));
    }
}

/// Lets a view play, and tells how many milliseconds the page's thread was busy in each frame of so many half seconds, from the least to the
/// most.
fn frames(browser: &Browser, windows: usize) -> Vec<f64> {
    browser.devtools("Performance.setTimeDomain", &json!({ "timeDomain": "threadTicks" }));
    browser.devtools("Performance.enable", &json!({}));
    browser.js(
        "document.querySelector('#loop').click(); if (document.querySelector('#play').ariaPressed !== 'true') document.querySelector('#play').click();
        window.frames_seen = 0; (function next() { window.frames_seen++; requestAnimationFrame(next) })()",
    );
    let seen = || {
        let metrics = browser.devtools("Performance.getMetrics", &json!({}));
        let busy = metrics["metrics"].as_array().expect("metrics").iter().find(|metric| metric["name"] == "TaskDuration");
        let busy = busy.expect("a duration")["value"].as_f64().expect("seconds");
        (browser.js("return window.frames_seen").as_f64().expect("a number"), 1e3 * busy)
    };
    let mut before = seen();
    let times = (0..windows).filter_map(|_| {
        std::thread::sleep(Duration::from_millis(500));
        let now = seen();
        let (frames, busy) = (now.0 - before.0, now.1 - before.1);
        before = now;
        (frames > 0.0).then(|| busy / frames)
    });
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Milliseconds from a move of a view's first slider to the picture of its new scenario, the median; none where it has no slider.
fn slider(browser: &Browser) -> Option<f64> {
    const MOVES: usize = 5;
    let source = "
        const slider = document.querySelector('.workbar-number input[type=range]:enabled'), status = () => document.querySelector('.status').dataset.generation;
        if (!slider) return null;
        const before = status(), start = performance.now(), up = Number(slider.value) < Number(slider.max);
        if (up) slider.stepUp(); else slider.stepDown();
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        return new Promise(done => {
            const look = () => {
                if (status() !== before && !document.querySelector('.answer.stale')) done(performance.now() - start);
                else if (performance.now() - start > 20000) done(null);
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        });";
    let mut times: Vec<f64> = (0..MOVES).map_while(|_| browser.js(source).as_f64()).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

#[test]
#[ignore = "measures: `cargo xtask measure-page`"]
fn how_every_view_comes_and_goes_on() {
    const WINDOWS: usize = 6;
    let page = Page::start();
    println!("| view | screen | layout shift | picture on the first screen | ms a frame while playing | ms from a slider to its picture |");
    println!("|---|---|--:|---|--:|--:|");
    for view in pictured_views() {
        for size in [Size::WIDE, Size::LAPTOP, Size::SHORT_PHONE] {
            let browser = opened(&page, view, size);
            let shift = shift(&browser);
            let pictured = if is_pictured(&browser) { "yes" } else { "no" };
            let told = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}"));
            let slider = if matches!(view, View::Sweep(_)) { None } else { slider(&browser) };
            // Other runs of the scenario go on behind the first answer; what comes of them is drawn as it comes.
            std::thread::sleep(Duration::from_secs(5));
            let frame =
                (browser.count("#play") > 0).then(|| frames(&browser, WINDOWS)).and_then(|times| times.get(times.len() / 2).copied());
            let Size { width, height } = size;
            println!("| {} | {width} × {height} | {shift:.3} | {pictured} | {} | {} |", view.title(), told(frame), told(slider));
        }
    }
}

#[test]
#[ignore = "measures: `cargo xtask measure-page`"]
fn how_long_a_frame_of_a_world_takes() {
    const WINDOWS: usize = 16;
    let page = Page::start();
    for (name, link) in [
        ("Datacenter, 24 workers", "#datacenter"),
        (
            "Datacenter, 60 workers in rows",
            "#datacenter?v=1&policies=sparrow,eagle&workload.like=google&workload.count=150&workload.load=0.9&system.workers=60",
        ),
        (
            "Datacenter, 200 workers",
            "#datacenter?v=1&policies=sparrow,eagle&workload.like=google&workload.count=400&workload.load=0.9&system.workers=200",
        ),
        ("Cluster, 8 jobs", "#cluster"),
    ] {
        let browser = Browser::keeping(Size::WIDE);
        browser.goto(&page.at(link));
        browser.wait("all runs", "document.querySelector('.dot.shown') && !document.querySelector('.answer.stale')", PATIENCE);
        let times = frames(&browser, WINDOWS);
        println!(
            "{name}: {:.1} ms of the page’s thread a frame ({:.1} to {:.1})",
            times[times.len() / 2],
            times[0],
            times[times.len() - 1]
        );
    }
    let browser = Browser::keeping(Size::WIDE);
    browser.goto(&page.at("#race"));
    browser.wait("the race", RACE_DONE, PATIENCE);
    browser.set_value("#speed", "1");
    let times = frames(&browser, WINDOWS);
    let [least, middle, most] = [0, times.len() / 2, times.len() - 1].map(|place| times[place]);
    println!("Race, 10,000 jobs, four policies: {middle:.1} ms of the page’s thread a frame ({least:.1} to {most:.1})");
}
