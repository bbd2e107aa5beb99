//! Menus: over what is below them, one at a time; Escape, a click elsewhere and another menu close them.

use super::*;

/// Waits until these menus are open, by their identifiers, and no others.
fn are_open(browser: &Browser, menus: &str) {
    let open = "[...document.querySelectorAll('details.menu[open]')].map(menu => menu.id).join(' ')";
    browser.wait(&format!("the menus that are open to be \"{menus}\""), &format!("{open} === '{menus}'"), PATIENCE);
}

/// Whether the focus is at an element.
fn has_focus(browser: &Browser, css: &str) -> bool {
    browser.js_with("return document.activeElement?.matches(arguments[0]) ?? false", &[json!(css)]) == json!(true)
}

fn watch(size: Size) -> Browser {
    let page = Page::start();
    let browser = Browser::start(size);
    browser.goto(&page.at("#watch?v=1&example=under-estimated&policies=srpte,fspe%2Bps&t=10"));
    browser.wait_for("canvas[data-panel]", PATIENCE);
    browser
}

#[test]
fn one_menu_is_open_at_a_time() {
    let browser = watch(Size::WIDE);
    browser.click("#watch-formula-open");
    are_open(&browser, "watch-formula-lab");
    browser.click("#worlds > summary");
    are_open(&browser, "worlds");
    browser.click("#teach > summary");
    are_open(&browser, "teach");
    // By keyboard as well.
    browser.act("document.querySelector('#worlds > summary').focus()");
    browser.press(&[key::ENTER]);
    are_open(&browser, "worlds");
    browser.act("document.querySelector('#teach > summary').focus()");
    browser.press(&[key::ENTER]);
    are_open(&browser, "teach");
    browser.click(".titles");
    are_open(&browser, "");
    // What the page opens by itself takes nothing from the one that is in use.
    browser.act("document.querySelector('#export > summary').focus()");
    browser.press(&[key::ENTER]);
    browser.act("document.querySelector('#watch-file').open = true");
    are_open(&browser, "watch-file export");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn escape_closes_a_menu_goes_back_to_its_button_and_does_nothing_else() {
    let browser = watch(Size::WIDE);
    browser.act("document.querySelector('.picture').focus()");
    browser.press(&[key::DOWN]);
    browser.wait_for(".biography", PATIENCE);
    browser.click("#teach > summary");
    browser.press(&[key::TAB]);
    assert!(has_focus(&browser, "#tab-exercises"));
    browser.press(&[key::ESCAPE]);
    are_open(&browser, "");
    assert!(has_focus(&browser, "#teach > summary"));
    assert_eq!(browser.count(".biography"), 1, "the job is still looked at");
    browser.press(&[key::ESCAPE]);
    browser.wait("the job to be left", "!document.querySelector('.biography')", PATIENCE);
    // One that is not shown keeps nobody on the stage.
    browser.click("#teach > summary");
    browser.press(&['s']);
    browser.wait_for("[data-setting=stage]", PATIENCE);
    browser.press(&[key::ESCAPE]);
    browser.wait_for("[data-setting=desk]", PATIENCE);
}

#[test]
fn formulas_are_written_over_the_picture() {
    for size in [Size::WIDE, Size::LAPTOP, Size::TABLET, Size::PHONE] {
        let browser = watch(size);
        let stage = || {
            browser.js("const { top, height } = document.querySelector('.stage').getBoundingClientRect(); return [top + scrollY, height]")
        };
        let before = stage();
        browser.click("#watch-formula-open");
        are_open(&browser, "watch-formula-lab");
        assert_eq!(stage(), before, "the picture stays where it is on {size:?}");
        let lies =
            "const { left, right, top, bottom, width } = document.querySelector('#watch-formula-lab > .lab-bench').getBoundingClientRect();
            const at = y => Boolean(document.elementFromPoint(left + width / 2, y)?.closest('.lab-bench'));
            return left >= 0 && right <= innerWidth && top >= 0 && at(top + 8) && at(Math.min(bottom, innerHeight) - 8)";
        assert_eq!(browser.js(lies), json!(true), "it lies over all and within the window on {size:?}");
        browser.type_into("#watch-formula-text", "est - siz");
        browser.wait_for("#watch-formula-said .complaint", PATIENCE);
        browser.press(&[key::ESCAPE]);
        are_open(&browser, "");
        assert!(has_focus(&browser, "#watch-formula-open"), "{size:?}");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}

#[test]
fn a_formula_moves_nothing_in_compare() {
    let (_page, browser) = compare("replications=2&workload.count=500&policies=srpte,las");
    let top = || browser.js("return document.querySelector('.answer').getBoundingClientRect().top + scrollY");
    let before = top();
    browser.click("#compare-formula-open");
    are_open(&browser, "compare-formula-lab");
    assert_eq!(top(), before);
    browser.act("document.querySelector('.answer').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))");
    are_open(&browser, "");
}

#[test]
fn on_a_phone_what_is_behind_the_button_closes_after_the_menus_in_it() {
    let browser = watch(Size::PHONE);
    let doors = |open: bool| browser.wait("the doors", &format!("!!document.querySelector('.doors.open') === {open}"), PATIENCE);
    browser.click("#doors");
    doors(true);
    browser.click("#teach > summary");
    are_open(&browser, "teach");
    browser.press(&[key::ESCAPE]);
    are_open(&browser, "");
    doors(true);
    assert!(has_focus(&browser, "#teach > summary"));
    browser.press(&[key::ESCAPE]);
    doors(false);
    assert!(has_focus(&browser, "#doors"));
    browser.click("#worlds > summary");
    are_open(&browser, "worlds");
    browser.click("#doors");
    are_open(&browser, "");
    doors(true);
    browser.act("document.querySelector('main').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))");
    doors(false);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
