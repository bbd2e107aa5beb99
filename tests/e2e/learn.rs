//! *Learn*: its pages, their live figures, and the page without a network.

use super::*;

/// Pages with a figure.
const FIGURES: usize = 21;

/// The figure of the open page has something to show.
pub const SHOWN: &str = "(() => { const figure = document.querySelector('#figure')?.contentDocument;
    if (!figure || figure.querySelector('#loading, main.waiting')) return null;
    return figure.querySelector(figure.querySelector('.status') ? '.status[data-state=done]' : '#playhead'); })()";

fn learn(page: usize) -> (Page, Browser) {
    let site = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&site.at(&format!("#learn?page={page}")));
    browser.wait_for(".text h2", PATIENCE);
    (site, browser)
}

#[test]
fn every_figure_is_live_and_can_be_opened() {
    let (_site, browser) = learn(1);
    for page in 1..=FIGURES {
        browser.wait(&format!("page {page}"), &format!("document.querySelector('.learn[data-page=\"{page}\"]')"), PATIENCE);
        browser.wait(&format!("the figure of page {page}"), SHOWN, PATIENCE);
        let found = browser.js("const figure = document.querySelector('#figure');
            return [figure.title, figure.contentDocument.querySelector('#link-fault, .complaint, [data-state=error]')?.textContent ?? '',
                document.querySelector('.open a').hash.slice(1), figure.contentWindow.location.hash.slice(1)]");
        assert!(found[0].as_str().is_some_and(|title| title.starts_with("Live figure: ") && title.len() > 30), "{found}");
        assert_eq!(found[1], "", "page {page}: the link of the figure is understood");
        let (link, figure) = (found[2].as_str().unwrap_or_default(), found[3].as_str().unwrap_or_default());
        let view = link.split('?').next().unwrap_or_default();
        assert!(["watch", "compare", "cluster", "datacenter", "order", "network", "cdn"].contains(&view), "{link}");
        assert!(figure.starts_with(&format!("embed/{view}")), "{figure}");
        assert!(browser.text(".try").starts_with("Try: "), "page {page} has one thing to try");
        assert!(browser.text(".source").contains("section"), "page {page} names its source");
        assert_eq!(browser.count(".question"), 1, "page {page} asks one thing");
        assert!(browser.count(".choice") >= 3 && browser.count(".choice[open]") == 0, "page {page} does not answer yet");
        browser.press(&[key::RIGHT]);
    }
    browser.wait("the glossary", "document.querySelector('.learn[data-page=\"22\"] dl')", PATIENCE);
    assert_eq!(browser.count("#figure"), 0);
    assert_eq!(browser.count("#page-next"), 0);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Clicks wherever it is: pages are of different lengths, so that buttons move when one is turned.
fn click(browser: &Browser, css: &str) {
    browser.act(&format!("document.querySelector('{css}').click()"));
}

#[test]
fn pages_turn_by_keys_buttons_list_and_history() {
    let (site, browser) = learn(3);
    let at = |page: &str| browser.wait(page, &format!("document.querySelector('.place')?.textContent === 'Page {page} of 22'"), PATIENCE);
    at("3");
    browser.press(&[key::LEFT]);
    at("2");
    browser.wait("its address", "location.hash === '#learn?page=2'", PATIENCE);
    click(&browser, "#page-next");
    at("3");
    click(&browser, ".learn .controls li:nth-child(8) a");
    at("8");
    assert_eq!(browser.text(".learn [aria-current]"), browser.text(".text h2"));
    browser.wait("the address", "location.hash === '#learn?page=8'", PATIENCE);
    browser.js("history.back()");
    at("3");
    click(&browser, ".open a");
    browser.wait("the example in Watch", "document.querySelector('.watch #example')?.value === 'starvation'", PATIENCE);
    for (asked, page) in [("99", "22"), ("x", "1")] {
        browser.goto(&site.at(&format!("#learn?page={asked}")));
        at(page);
        let said = format!("The link’s page is “{asked}”; allowed: 1 to 22. This is page {page}.");
        assert_eq!(browser.text("#link-fault"), said);
    }
    click(&browser, "#page-next");
    at("2");
    assert_eq!(browser.count("#link-fault"), 0);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// What can be tried changes the figure, and not the page.
#[test]
fn what_can_be_tried_acts_on_the_figure() {
    let (_site, browser) = learn(6);
    browser.wait("the figure", SHOWN, PATIENCE);
    let means =
        "[...document.querySelector('#figure').contentDocument.querySelectorAll('[data-mean]')].map(mean => mean.textContent).join(' ')";
    browser.js("document.querySelector('#figure').contentWindow.same = true");
    assert_eq!(browser.count("#figure-again"), 0);
    browser.set_value("[data-knob=size]", "10");
    browser.wait("the means of a job of size 10", &format!("{means} === '8.33 10.0'"), PATIENCE);
    let says = |what: &str, words: &str| {
        browser.wait(what, &format!("document.querySelector('[data-told=\"{what}\"]').textContent === '{words}'"), PATIENCE);
    };
    says("fspe mean", "8.33");
    says("fspe+ps mean", "10");
    assert_eq!(browser.js("return document.querySelector('#figure').contentWindow.same"), json!(true), "it is not loaded anew");
    click(&browser, "#figure-again");
    browser.wait("the first figure", &format!("{means} === '38.3 20.7'"), PATIENCE);
    click(&browser, ".learn .controls li:nth-child(3) a");
    browser.wait("the next figure", &format!("document.querySelector('.learn[data-page=\"3\"]') && {SHOWN}"), PATIENCE);
    click(&browser, ".try a");
    browser.wait(
        "three panels",
        "document.querySelector('#figure').contentDocument.querySelectorAll('[data-mean]').length === 3",
        PATIENCE,
    );
    assert_eq!(browser.js("return location.hash"), json!("#learn?page=3"));
    click(&browser, ".choice.right summary");
    assert!(browser.text(".choice.right p").starts_with("Right. Under SRPT it waits"), "{}", browser.text(".choice.right p"));
    click(&browser, ".choice:not(.right) summary");
    browser.wait("one answer at a time", "document.querySelectorAll('.choice[open]').length === 1", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A control that the tour names is there, under that name.
#[test]
fn every_control_that_is_named_exists() {
    let site = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&site.at("learn.html"));
    browser.wait_for(".tour", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new(), "the file has its style");
    let named = browser.js("return [...document.querySelectorAll('i.control')].map(name => [name.dataset.view, name.textContent])");
    let named = named.as_array().expect("a list").clone();
    assert!(!named.is_empty());
    assert_eq!(browser.js("return [...document.querySelectorAll('.try i:not(.control)')].map(name => name.textContent)"), json!([]));
    for name in named {
        let view = name[0].as_str().expect("a view");
        browser.goto(&site.at(&format!("#{view}")));
        browser.wait_for(&format!("main.{view}"), PATIENCE);
        let words = "[...document.querySelectorAll('label, button, legend, summary, option, [aria-label]')].some(control =>
            [control.textContent, control.getAttribute('aria-label') ?? ''].some(text => text.includes(ARGUMENT)))";
        browser.wait(&format!("{name} in {view}"), &words.replace("ARGUMENT", &name[1].to_string()), PATIENCE);
    }
}

/// What a sentence of the tour says is what its figure shows.
#[test]
fn figures_show_what_the_text_says() {
    let (_site, browser) = learn(5);
    browser.wait("the figure", SHOWN, PATIENCE);
    let means =
        "return [...document.querySelector('#figure').contentDocument.querySelectorAll('[data-mean]')].map(mean => mean.textContent)";
    assert_eq!(browser.js(means), json!(["16.7", "38.0"]));
    assert!(browser.text(".text").contains("Mean sojourn: 16.7 with exact sizes, 38 with this guess."));
    click(&browser, ".learn .controls li:nth-child(6) a");
    browser.wait("the next figure", &format!("document.querySelector('.learn[data-page=\"6\"]') && {SHOWN}"), PATIENCE);
    assert_eq!(browser.js(means), json!(["38.3", "20.7"]));
    click(&browser, ".learn .controls li:nth-child(8) a");
    browser.wait("the cluster", &format!("document.querySelector('.learn[data-page=\"8\"]') && {SHOWN}"), PATIENCE);
    let figure = browser.js("return document.querySelector('#figure').contentDocument.body.innerText");
    let text = browser.text(".text");
    assert!(text.contains("Over 99 draws Fair’s mean is 1."), "{text}");
    assert!(figure.as_str().is_some_and(|figure| figure.contains("In this run: HFSP ")), "{figure}");
}

/// What a sentence speaks of can be seen in the figure without scrolling.
#[test]
fn figures_are_seen_whole() {
    let (_site, browser) = learn(1);
    browser.wait("the figure", SHOWN, PATIENCE);
    let seen = |css: &str| {
        let source = "const figure = document.querySelector('#figure').contentWindow;
            return [...figure.document.querySelectorAll(arguments[0])].filter(picture => picture.checkVisibility()).map(picture => {
                const box = picture.getBoundingClientRect();
                return box.height > 100 && box.top >= 0 && box.bottom <= figure.innerHeight; })";
        browser.js_with(source, &[json!(css)])
    };
    assert_eq!(seen(".panel canvas"), json!([true, true]), "both policies, below each other");
    for (page, css, count) in
        [(10, "canvas[data-picture^=run]", 3), (11, "canvas[data-picture^=run]", 2), (14, "canvas[data-picture^=grid]", 1)]
    {
        click(&browser, &format!(".learn .controls li:nth-child({page}) a"));
        browser.wait("the figure", &format!("document.querySelector('.learn[data-page=\"{page}\"]') && {SHOWN}"), PATIENCE);
        browser.wait("its pictures", &format!("document.querySelector('#figure').contentDocument.querySelector('{css}')"), PATIENCE);
        assert_eq!(seen(css), json!(vec![true; count]), "page {page}");
    }
}

#[test]
fn the_theme_reaches_the_figure() {
    let (_site, browser) = learn(1);
    browser.wait("the figure", SHOWN, PATIENCE);
    let theme = "document.querySelector('#figure').contentDocument.documentElement.dataset.theme";
    for wanted in ["light", "dark"] {
        browser.press(&['t']);
        browser.wait(wanted, &format!("document.documentElement.dataset.theme === '{wanted}' && {theme} === '{wanted}'"), PATIENCE);
    }
}

/// The curve of all guesses, the number in the sentence, what the sentences say and the figure are one.
#[test]
fn every_guess_at_once() {
    let (_site, browser) = learn(5);
    browser.wait("the figure", SHOWN, PATIENCE);
    let set = |to: &str| {
        let condition = format!(
            "document.querySelector('[data-knob=estimate]').value === '{to}' && document.querySelector('#every').getAttribute('aria-valuenow') === '{to}'"
        );
        browser.wait(&format!("a guess of {to}"), &condition, PATIENCE);
    };
    let says = |mean: &str| {
        browser.wait(mean, &format!("document.querySelector('[data-told=\"srpte mean\"]').textContent === '{mean}'"), PATIENCE);
    };
    browser.act("document.querySelector('#every').focus()");
    browser.press(&[key::END]);
    set("40");
    says("16.7");
    browser.press(&[key::HOME, key::RIGHT]);
    set("1.5");
    says("38");
    assert_eq!(browser.attribute("#every", "aria-valuetext").as_deref(), Some("1.5: mean sojourn 38 under SRPTE"));
    browser.set_value("[data-knob=estimate]", "8");
    set("8");
    says("27.3");
    browser.wait(
        "the figure",
        "[...document.querySelector('#figure').contentDocument.querySelectorAll('[data-mean]')].map(mean => mean.textContent).join() === '16.7,27.3'",
        PATIENCE,
    );
    browser.touch("#every", (300, 0));
    set("40");
    says("16.7");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_book_is_a_click_away() {
    let (_site, browser) = learn(1);
    browser.js("document.querySelector('#to-book').click()");
    browser.wait("the book", "document.title.includes('schedscope') && document.querySelector('main h1')", PATIENCE);
    assert!(browser.address().ends_with("/book/index.html"), "{}", browser.address());
    assert_eq!(browser.console_errors(), Vec::<String>::new(), "its scripts may run");
}
