//! The workers that simulate: one that breaks down, and a page that stays free meanwhile.

use super::*;

/// Lets each worker of the pages to come take the word `break` as the end of it: what it throws then, a panic throws too.
fn make_workers_fragile(browser: &Browser) {
    let source = "const Kind = Worker;
        window.workers = [];
        window.Worker = class extends Kind {
            constructor(script, options) {
                const text = `import '${script}'; self.addEventListener('message', ({ data }) => {
                    if (data === 'break') throw new WebAssembly.RuntimeError('unreachable');
                });`;
                super(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), options);
                window.workers.push(this);
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
    let hired = || browser.js("return window.workers.length").as_u64().expect("a number");
    ask(&browser, "results in spite of it", || {
        browser.set_value("input[name='workload.count']", "50000");
        // It ends between two of its many tasks.
        browser.wait("work", "document.querySelector('#run-status[data-state=running]')", PATIENCE);
        let before = hired();
        browser.js("window.workers[0].postMessage('break')");
        let word = "was replaced; the simulation starts again. The error was: Uncaught RuntimeError: unreachable";
        browser.wait("the page's word", &format!("document.querySelector('[role=alert]')?.textContent.includes('{word}')"), PATIENCE);
        assert_eq!(hired(), before + 1, "one more was hired");
    });
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--link", &browser.address()]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_main_thread_stays_free_during_a_large_run() {
    let (_page, browser) = compare("");
    browser.js(
        "window.longTasks = [];
        new PerformanceObserver(list => window.longTasks.push(...list.getEntries().map(task => task.duration))).observe({ type: 'longtask' });",
    );
    ask(&browser, "results of 100 000 jobs", || browser.set_value("input[name='workload.count']", "100000"));
    browser.js("return new Promise(done => setTimeout(done, 300))");
    println!("tasks over 50 ms on the main thread: {}", browser.js("return window.longTasks"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
