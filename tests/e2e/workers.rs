//! The workers that simulate: how many there are and for whom, one that breaks down, and a page that stays free meanwhile.

use super::*;

/// Lets a worker of the pages to come break down once it has answered the first of its tasks about a scenario in whose link `window.breaks` is,
/// before it begins with the next: what it throws then, a panic throws too.
fn make_workers_fragile(browser: &Browser) {
    let source = "const Kind = Worker;
        window.hired = 0;
        window.Worker = class extends Kind {
            constructor(script, options) {
                const text = `import '${script}'; self.addEventListener('message', ({ data }) => {
                    if (data === 'break') throw new WebAssembly.RuntimeError('unreachable');
                });`;
                super(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), options);
                window.hired += 1;
                // Before the page, which then gives it the next task.
                this.addEventListener('message', () => {
                    if (this.fragile && window.breaks) {
                        delete window.breaks;
                        super.postMessage('break');
                    }
                });
            }
            postMessage(message, ...given) {
                const task = Array.isArray(message) && new TextDecoder('latin1').decode(message[0]);
                this.fragile = task && window.breaks && task.includes(window.breaks);
                super.postMessage(message, ...given);
            }
        }";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
}

#[test]
fn a_worker_that_breaks_down_is_replaced() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    make_workers_fragile(&browser);
    browser.goto(&page.at("#compare?v=1&seed=3&policies=ps,srpte,psbs&replications=20"));
    browser.wait("the first results", DONE, PATIENCE);
    browser.wait("where it turns", TURNED, PATIENCE);
    let hired = || browser.js("return window.hired").as_u64().expect("a number");
    let before = hired();
    ask(&browser, "results in spite of it", || {
        browser.js("window.breaks = 'count=50000'");
        browser.set_value("input[name='workload.count']", "50000");
        let word = "was replaced; the simulation starts again. The error was: Uncaught RuntimeError: unreachable";
        browser.wait("the page's word", &format!("document.querySelector('[role=alert]')?.textContent.includes('{word}')"), PATIENCE);
    });
    assert!(hired() > before, "another was hired");
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--link", &browser.address()]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Counts the workers of the pages to come that are alive, the most there were at a time, and what they have said.
fn count_workers(browser: &Browser) {
    let source = "const Kind = Worker;
        window.count = { alive: 0, most: 0, said: 0 };
        window.Worker = class extends Kind {
            constructor(...given) {
                super(...given);
                count.alive += 1;
                count.most = Math.max(count.most, count.alive);
                this.addEventListener('message', () => { count.said += 1; });
            }
            terminate() {
                count.alive -= 1;
                super.terminate();
            }
        }";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
}

#[test]
fn all_views_share_as_many_workers_as_there_are_cores_but_one_or_two() {
    let page = Page::start();
    for cores in [1, 8] {
        let browser = Browser::start(Size::WIDE);
        count_workers(&browser);
        let source = format!("Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {{ value: {cores} }})");
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
        browser.goto(page.address());
        let worlds = browser.js("return [...document.querySelectorAll('#worlds a')].map(world => world.id)");
        let worlds: Vec<String> = serde_json::from_value(worlds).expect("names");
        assert!(worlds.len() > 5, "{worlds:?}");
        for world in &worlds {
            browser.click("#worlds summary");
            browser.click(&format!("#{world}"));
            for tab in ["#tab-compare", "#tab-sweep", "#tab-watch"] {
                browser.click(tab);
                browser.wait_for(&format!("{tab}[aria-current]"), PATIENCE);
                browser.wait_for("main:not(.waiting)", PATIENCE);
                // What the view asks has got its workers then.
                browser.rest(SOON);
            }
        }
        let count = |which: &str| browser.js(&format!("return count.{which}")).as_u64().expect("a number");
        let (alive, most, allowed) = (count("alive"), count("most"), u64::max(cores - 1, 2));
        println!("{cores} cores: {alive} workers alive, at most {most}");
        assert!((1..=allowed).contains(&most), "{cores} cores: at most {most}");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}

#[test]
fn a_view_that_is_left_frees_the_workers_and_goes_on_when_one_is_back() {
    let page = Page::start();
    for (view, running) in [
        ("compare?v=1&seed=3&policies=ps,srpte,psbs&workload.count=50000&replications=1000", "#run-status[data-state=running]"),
        (
            "cluster?v=1&system.kind=cluster&policies=fair,hfsp&workload.mix=prod&workload.count=200&replications=1000",
            "#cluster-status[data-state=done]",
        ),
    ] {
        let browser = Browser::start(Size::WIDE);
        count_workers(&browser);
        browser.goto(&page.at(&format!("#{view}")));
        browser.wait_for(running, PATIENCE);
        let said = || browser.js("return count.said").as_u64().expect("a number");
        let before = said();
        browser.wait("the workers to be busy", &format!("count.said > {before}"), PATIENCE);
        browser.click("#tab-learn");
        browser.wait_for("main.learn", PATIENCE);
        // A worker may complete what it is at, or is ended.
        browser.rest(SOON);
        let left = said();
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(said(), left, "{view}: nobody works for a view that was left");
        browser.click(if view.starts_with("compare") { "#tab-compare" } else { "#tab-watch" });
        browser.wait("the workers to go on", &format!("count.said > {left}"), PATIENCE);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}

#[test]
fn the_main_thread_stays_free_during_a_large_run() {
    let (_page, browser) = compare("");
    browser.js(
        "window.longTasks = [];
        new PerformanceObserver(list => window.longTasks.push(...list.getEntries().map(task => task.duration))).observe({ type: 'longtask' });",
    );
    ask(&browser, "results of 100 000 jobs", || browser.set_value("input[name='workload.count']", "100000"));
    println!("tasks over 50 ms on the main thread: {}", browser.js("return window.longTasks"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
