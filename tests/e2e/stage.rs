//! Scenes on the stage, and figures for other pages.

use super::*;

const SCENES: &str = "#scenes?v=1&scene=One|%23watch?v=1%26example=under-estimated%26policies=srpte,fspe%252Bps|J1%20estimate%201%2040\
    &scene=Two|%23compare?v=1%26workload.count=1000|workload.sigma&scene=Three|%23learn?page=2";

fn scenes(size: Size) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(size);
    browser.goto(&page.at(SCENES));
    browser.wait_for(".scene-bar", PATIENCE);
    (page, browser)
}

#[test]
fn scenes_follow_each_other_by_keys_and_clicks() {
    let (_page, browser) = scenes(Size { width: 1920, height: 1080 });
    let at = |title: &str| browser.wait(title, &format!("document.querySelector('#scene-title')?.textContent === '{title}'"), PATIENCE);
    at("One");
    assert_eq!(browser.text("#scene-place"), "scene 1 of 3");
    assert_eq!(browser.text(".scene-next strong"), "Two");
    let mean = || browser.attribute("[data-mean=srpte]", "data-value").and_then(|value| value.parse::<f64>().ok()).expect("a mean");
    let before = mean();
    browser.set_value("#scene-slider", "100");
    browser.wait("the slider's value", "document.querySelector('#scene-value').textContent === '40'", PATIENCE);
    assert!(mean() < before, "with a right estimate SRPTE is better");
    let down = '\u{e00f}';
    let up = '\u{e00e}';
    browser.press(&[down]);
    at("Two");
    browser.wait("its address", "location.hash.includes('at=2')", PATIENCE);
    browser.wait_for(".compare", PATIENCE);
    browser.click("#scene-next");
    at("Three");
    browser.press(&[key::RIGHT]);
    at("Three");
    browser.press(&[key::LEFT, up]);
    at("One");
    browser.press(&[key::ESCAPE]);
    browser.wait("the desk", "!document.querySelector('.scene-top') && document.documentElement.dataset.setting === 'desk'", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn nothing_is_cut_on_the_stage() {
    for size in [Size { width: 1920, height: 1080 }, Size { width: 1280, height: 720 }] {
        let (_page, browser) = scenes(size);
        browser.wait_for(".panel canvas", PATIENCE);
        browser.wait("a page as wide as the stage", "document.documentElement.scrollWidth <= innerWidth", PATIENCE);
        let cut = browser.js(
            "const bar = document.querySelector('.scene-bar').getBoundingClientRect();
            return [...[...document.querySelectorAll('.panel')].map(panel => panel.getBoundingClientRect().bottom > bar.top + 1),
                ...[...document.querySelectorAll('.scene-bar button, .scene-bar label')].map(part => part.getBoundingClientRect().right > innerWidth)]",
        );
        assert!(cut.as_array().expect("a list").iter().all(|cut| *cut == json!(false)), "{size:?}: {cut}");
    }
}

#[test]
fn scenes_are_written_on_the_stage_and_say_what_is_wrong() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch"));
    browser.wait_for("#playhead", PATIENCE);
    browser.press(&['s']);
    browser.wait_for("#to-scenes", PATIENCE);
    browser.click("#to-scenes");
    browser.wait_for("#scenes[open]", PATIENCE);
    browser.set_value("#scenes-text", "A | watch");
    browser.click("#scenes-show");
    assert!(browser.text("#scenes-fault").starts_with("Scene 1: the link is \"watch\""));
    browser.set_value("#scenes-text", "A | #cluster\nB | #watch");
    browser.click("#scenes-show");
    browser.wait(
        "the first scene",
        "document.querySelector('#scene-title')?.textContent === 'A' && document.querySelector('.cluster')",
        PATIENCE,
    );
    assert_eq!(browser.count("#scenes"), 0);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_figure_for_another_page_is_what_the_code_says() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch?v=1&example=aging&policies=srpte&t=2.5"));
    browser.wait_for("#to-embed", PATIENCE);
    browser.click("#to-embed");
    browser.wait_for("#embed[open]", PATIENCE);
    let code = || browser.js("return document.querySelector('#embed-code').value").as_str().expect("a text").to_owned();
    assert!(
        code().contains("#embed/watch?v=1&amp;example=aging&amp;policies=srpte&amp;t=2.5\"") && code().contains("width=\"760\""),
        "{}",
        code()
    );
    browser.set_value("#embed-width", "much");
    assert!(browser.text("#embed-fault").starts_with("The width is “much”; allowed:"));
    assert_eq!(code(), "");
    browser.set_value("#embed-width", "600");
    browser.set_value("#embed-start", "4");
    browser.click("#embed [aria-label=Theme] button:nth-child(3)");
    assert!(code().contains("?theme=dark#embed/watch") && code().contains("t=4") && code().contains("width=\"600\""), "{}", code());
    let figure = "(() => { const figure = document.querySelector('#embed-frame')?.contentDocument; return figure?.querySelector('#playhead') && figure; })()";
    browser.wait("the preview", figure, PATIENCE);
    let shown = browser.js(&format!("const figure = {figure}; return [figure.documentElement.dataset.theme, figure.documentElement.dataset.setting, figure.querySelector('output.time').textContent]"));
    assert_eq!(shown, json!(["dark", "embedded", "t = 4.0"]));
    browser.click("#embed-close");
    browser.wait("the dialog to close", "!document.querySelector('#embed')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
