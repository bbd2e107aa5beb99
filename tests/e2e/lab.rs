//! The policy lab: a formula in *Watch* and in *Compare*, in links and on the command line.

use super::*;

fn opened(link: &str, view: &str) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at(link));
    browser.wait_for(&format!("#{view}-formula-open"), PATIENCE);
    browser.click(&format!("#{view}-formula-open"));
    browser.wait_for(&format!("#{view}-formula-text"), PATIENCE);
    (page, browser)
}

const FEW: &str = "#watch?v=1&jobs=0:10:4,2:3:2,5:3&policies=srpte,fifo";

/// The mean sojourn times that *Watch* shows, by policy.
fn means(browser: &Browser) -> Vec<(String, f64)> {
    let cells =
        browser.js("return [...document.querySelectorAll('[data-mean]')].map(cell => [cell.dataset.mean, Number(cell.dataset.value)])");
    let mean = |cell: &Value| Some((cell[0].as_str()?.to_owned(), cell[1].as_f64()?));
    cells.as_array().expect("means").iter().filter_map(mean).collect()
}

#[test]
fn a_formula_is_written_watched_and_linked() {
    let (_page, browser) = opened(FEW, "watch");
    browser.type_into("#watch-formula-text", "max(est-age,min(age-est,est))");
    browser.wait("its picture", "document.querySelectorAll('canvas[data-panel]').length === 3", PATIENCE);
    let found = means(&browser);
    let (written, mean) = found.iter().find(|(key, _)| key.starts_with("rank[")).expect("the formula's mean");
    // Golden example 2 of SRPT with bounce: 10@0:4, 3@2:2, 3@5 leave at 15, 5 and 8 ... measured by the command line, to the bit.
    browser.rest(SOON);
    let address = browser.address();
    let link = &address[address.find('#').expect("a link")..];
    let numbers = numbers_of_command(&["--link", link]);
    let of_command = numbers.iter().find(|((policy, column), _)| policy == written && *column == "mean_sojourn").expect("the same policy");
    assert_eq!(*of_command.1, *mean, "{link}");
    assert!(browser.text("#watch-formula-lab .lab-meaning").contains("SRPT"), "it says which policy it is");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_wrong_formula_marks_its_column_and_mends() {
    let (_page, browser) = opened(FEW, "watch");
    browser.type_into("#watch-formula-text", "est - siz");
    browser.wait_for("#watch-formula-said .complaint", PATIENCE);
    let said = browser.text("#watch-formula-said");
    assert!(said.contains("Column 7") && said.contains("size"), "{said}");
    assert_eq!(browser.attribute("#watch-formula-text", "aria-invalid").as_deref(), Some("true"));
    browser.type_into("#watch-formula-text", "e");
    browser.wait("the complaint to go", "!document.querySelector('#watch-formula-said .complaint')", PATIENCE);
    browser.wait("its picture", "document.querySelectorAll('canvas[data-panel]').length === 3", PATIENCE);
}

#[test]
fn a_constant_is_a_slider() {
    let (_page, browser) = opened(FEW, "watch");
    browser.type_into("#watch-formula-text", "est - c*age; let c = 1");
    browser.wait_for(".lab-constant input", PATIENCE);
    browser.set_value(".lab-constant input", "20");
    browser.wait(
        "the constant in the policy",
        "[...document.querySelectorAll('[data-mean]')].some(cell => cell.dataset.mean.includes('c=10'))",
        PATIENCE,
    );
}

#[test]
fn a_formula_is_compared_and_keeps_in_a_link() {
    let (page, browser) = opened("#compare?v=1&replications=2&workload.count=500&policies=srpte,las", "compare");
    browser.type_into("#compare-formula-text", "age+.03*est");
    browser.wait(
        "its chip",
        "[...document.querySelectorAll('[data-policy]')].some(chip => chip.dataset.policy.startsWith('rank['))",
        PATIENCE,
    );
    browser.wait("its row", "document.querySelector('main').textContent.includes('age + 0.03*est') || document.querySelector('main').textContent.includes('age+0.03*est')", PATIENCE);
    browser.wait(
        "how far each mean is from the bound",
        "document.querySelectorAll('#results-table td[data-column=bound]').length === 3",
        PATIENCE,
    );
    browser.rest(SOON);
    let address = browser.address();
    browser.goto(&page.at("#watch"));
    browser.goto(&address);
    browser.wait(
        "its chip again",
        "[...document.querySelectorAll('[data-policy]')].some(chip => chip.dataset.policy.startsWith('rank['))",
        PATIENCE,
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_formula_is_kept_under_a_name() {
    let (page, browser) = opened(FEW, "watch");
    browser.type_into("#watch-formula-text", "age + 0.03*est; name=mine");
    browser.wait("its name", "[...document.querySelectorAll('[data-mean]')].length === 3", PATIENCE);
    browser.click("#watch-formula-keep");
    browser.wait("that it is kept", "document.querySelector('#watch-formula-keep').disabled", PATIENCE);
    browser.goto(&page.at("#compare?v=1&replications=2&workload.count=500&policies=srpte,las"));
    browser.click("#compare-formula-open");
    browser.wait_for(".lab-kept button", PATIENCE);
    assert_eq!(browser.text(".lab-kept code"), "rank[age+0.03*est; name=mine]");
    browser.click(".lab-kept button");
    browser.wait(
        "its name among the policies",
        "[...document.querySelectorAll('[data-policy]')].some(chip => chip.textContent.includes('mine'))",
        PATIENCE,
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn formulas_that_another_window_keeps_stay() {
    let (_page, browser) = opened(FEW, "watch");
    let elsewhere = |kept: &str| {
        let source = "localStorage.setItem('schedscope.formulas', arguments[0]);
            dispatchEvent(new StorageEvent('storage', { key: 'schedscope.formulas', newValue: arguments[0] }))";
        browser.js_with(source, &[json!(kept)]);
        browser.settle();
    };
    let listed = |kept: &str| {
        let listed = "[...document.querySelectorAll('.lab-kept code')].map(code => code.textContent).join(' ')";
        browser.wait(kept, &format!("{listed} === {}", json!(kept)), PATIENCE);
    };
    elsewhere("rank[est]");
    listed("rank[est]");
    // This one is kept without a word to this window.
    browser.js("localStorage.setItem('schedscope.formulas', 'rank[est]\\nrank[size]')");
    browser.type_into("#watch-formula-text", "age");
    browser.wait_for("#watch-formula-keep:not(:disabled)", PATIENCE);
    browser.click("#watch-formula-keep");
    browser.wait_for("#watch-formula-keep:disabled", PATIENCE);
    assert_eq!(browser.js("return localStorage.getItem('schedscope.formulas')"), json!("rank[est]\nrank[size]\nrank[age]"));
    elsewhere("rank[est]");
    browser.wait_for("#watch-formula-keep:not(:disabled)", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
