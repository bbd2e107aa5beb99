//! *Order*: the numbers of the command line, an order that is changed by pointer and keys, and the search of A*.

use super::*;

pub const ORDER_DONE: &str = "document.querySelector('#order-status[data-state=done]') && !document.querySelector('.answer.stale')";

/// Policy, TMB and reloads of each algorithm, in the table of *Order*.
fn of_page(browser: &Browser) -> Vec<(String, f64, f64)> {
    show_pane(browser, "order", "numbers");
    let source = "return [...document.querySelectorAll('#order-table tr[data-policy]')].map(row => [row.dataset.policy,
        ...['tmb', 'reloads'].map(name => Number(row.querySelector(`td[data-column=${name}]`).dataset.value))])";
    let row = |row: &Value| Some((row[0].as_str()?.to_owned(), row[1].as_f64()?, row[2].as_f64()?));
    browser.js(source).as_array().expect("rows").iter().filter_map(row).collect()
}

/// The same, as the command line has it for a link.
fn of_command(link: &str) -> Vec<(String, f64, f64)> {
    let report = report_of_command(&["--link", link]);
    let row = |row: &Value| {
        let own = &row["ordering"];
        Some((row["policy"].as_str()?.to_owned(), own["costs"]["tmb"].as_f64()?, own["reloads"].as_f64()?))
    };
    report["policies"].as_array().expect("policies").iter().filter_map(row).collect()
}

/// What the orders cost, as it stands above them.
fn costs(browser: &Browser) -> Vec<String> {
    let costs = browser.js("return [...document.querySelectorAll('.order-run [data-cost]')].map(cost => cost.dataset.cost)");
    serde_json::from_value(costs).expect("texts")
}

/// Drags within the first order from one step to another, by parts of its columns; the last move is not a release.
fn drag(browser: &Browser, from: f64, to: f64, release: bool) {
    let source = format!(
        "const canvas = document.querySelector('.strip canvas'), box = canvas.getBoundingClientRect();
        const left = box.width >= 560 ? 74 : 6, column = (box.width - left - 6) / 6;
        const at = step => box.left + left + (step - 0.5) * column;
        const send = (kind, x) => canvas.dispatchEvent(new PointerEvent(kind, {{ bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: box.top + 12 }}));
        send('pointerdown', at({from})); send('pointermove', at({from}) + 9); send('pointermove', at({to}));
        if ({release}) send('pointerup', at({to}));"
    );
    browser.act(&source);
}

#[test]
fn a_task_is_dragged_and_its_link_gives_the_same_numbers() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#order"));
    browser.wait("the orders", ORDER_DONE, PATIENCE);
    assert_eq!(costs(&browser), ["9", "6"]);
    assert_eq!(of_page(&browser), of_command(&browser.address()));
    assert!(browser.text("#headline").starts_with("A* finds the best order there is: 6 outputs kept"), "{}", browser.text("#headline"));

    // Task 0 to the place before its reader; further it is refused.
    drag(&browser, 1.0, 6.0, false);
    browser.wait("a refusal", "document.querySelector('.refused')", PATIENCE);
    assert_eq!(browser.text(".refused"), "3 needs 0, which would come later.");
    browser
        .act("document.querySelector('.strip canvas').dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId: 1 }))");
    browser.wait(
        "the order as it was",
        "!document.querySelector('.refused') && document.querySelector('.order-run [data-cost]').dataset.cost === '9'",
        PATIENCE,
    );
    drag(&browser, 1.0, 4.0, true);
    browser.wait("another cost", "document.querySelector('.order-run .moved').innerText.includes('TMB 9 → 7, −2')", PATIENCE);
    browser.wait("the answer", &format!("{ORDER_DONE} && document.querySelector('#take-back')"), PATIENCE);
    assert_eq!(costs(&browser), ["7", "6"]);
    let link = browser.address();
    assert_eq!(of_page(&browser), of_command(&link));
    assert_eq!(of_page(&browser)[0].1, 7.0);

    // Another visitor sees the same.
    let other = Browser::start(Size::WIDE);
    other.goto(&link);
    other.wait("the orders", ORDER_DONE, PATIENCE);
    assert_eq!(costs(&other), ["7", "6"]);
    browser.act("document.querySelector('#take-back').click()");
    browser.wait("one order", &format!("{ORDER_DONE} && document.querySelectorAll('.order-run').length === 1"), PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_task_is_moved_by_keys_and_refused_where_it_cannot_be() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#order"));
    browser.wait("the orders", ORDER_DONE, PATIENCE);
    let press = |key: &str, shift: bool| {
        browser.act(&format!(
            "const strip = document.querySelector('.strip'); strip.focus();
            strip.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', shiftKey: {shift}, bubbles: true, cancelable: true }}))"
        ));
    };
    press("ArrowRight", false);
    browser.wait("a task", "document.querySelector('#lit')", PATIENCE);
    press("ArrowRight", false);
    press("ArrowRight", false);
    browser.wait("the third task", "document.querySelector('#lit').innerText === '2'", PATIENCE);
    press("ArrowLeft", true);
    browser.wait("a refusal", "document.querySelector('.refused')?.innerText === '2 needs 1, which would come later.'", PATIENCE);
    press("ArrowRight", true);
    browser.wait("a cost", "document.querySelector('.order-run .moved').innerText.includes('TMB 9 → 8, −1')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn steps_and_expansions_are_stepped_through() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#order?v=1&policies=greedy,a_star&system.kind=ordering&workload.graph=fig-3.11&step=1"));
    browser.wait("the orders", ORDER_DONE, PATIENCE);
    browser.wait("the step of the link", "document.querySelector('.why-now').innerText.includes('step 1 of 6')", PATIENCE);
    let before = drawing(&browser, "canvas[data-picture=graph]");
    browser.act("document.querySelector('#forward').click()");
    browser.wait("the next step", "document.querySelector('.why-now').innerText.includes('Step 2 executes')", PATIENCE);
    assert_ne!(before, drawing(&browser, "canvas[data-picture=graph]"));
    show_pane(&browser, "order", "search");
    let (now, picture) = (browser.text("#search-now"), drawing(&browser, "canvas[data-picture=search]"));
    browser.act("document.querySelector('#search-forward').click()");
    browser.wait("the next expansion", &format!("document.querySelector('#search-now').innerText !== '{now}'"), PATIENCE);
    assert_ne!(picture, drawing(&browser, "canvas[data-picture=search]"));
    browser.act("document.querySelector('#order-steps summary').click()");
    browser.wait_for("#order-steps table", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn algorithms_are_compared_over_many_graphs_with_intervals() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#order?v=1&replications=30&policies=baseline,greedy,dp&system.kind=ordering&workload.graph=random"));
    browser.wait("the orders", ORDER_DONE, PATIENCE);
    let said = browser.text("#headline");
    assert!(said.starts_with("Over 30 graphs, cost as a multiple of the least there is: Baseline 1.") && said.contains('['), "{said}");
    assert_eq!(of_page(&browser), of_command(&browser.address()));
    browser.act("document.querySelector('#order-add').click(); document.querySelector('#order-heuristic').click()");
    browser.wait("four algorithms", &format!("{ORDER_DONE} && document.querySelectorAll('.order-run').length === 4"), PATIENCE);
    assert_eq!(of_page(&browser).len(), 4);
}

#[test]
fn on_a_phone_nothing_is_wider_than_the_screen() {
    let page = Page::start();
    let browser = Browser::start(Size::PHONE);
    for link in ["#order", "#order?v=1&policies=baseline,dp&system.kind=ordering&workload.count=22"] {
        browser.goto("about:blank");
        browser.goto(&page.at(link));
        browser.wait("the orders", ORDER_DONE, PATIENCE);
        let width = browser.js("return document.documentElement.scrollWidth").as_f64().expect("a width");
        assert!(width <= 390.0, "{link}: {width}");
    }
}
