//! The page as a whole: it loads, reads as it looks and fits on a phone.

use super::*;

#[test]
fn the_page_loads_without_errors() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(page.address());
    assert_eq!(browser.title(), "SRPTE and FSPE+PS, 6 jobs · Watch · schedscope");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn tab_goes_as_one_reads() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for view in ["#watch", "#compare", "#cluster", "#datacenter", "#network"] {
        browser.goto(&page.at(view));
        browser.wait_for("main.view canvas", PATIENCE);
        // What comes later in the document is below what comes before, or to the right of it.
        let strays = browser.js(
            "const stays = part => ['sticky', 'fixed'].includes(getComputedStyle(part).position);
            const parts = [...document.querySelectorAll('main > *')].filter(part => !stays(part)).map(part => [part.className, part.getBoundingClientRect()])
                .filter(([, place]) => place.width > 0 && place.height > 0);
            return parts.slice(1).filter(([, place], i) => {
                const before = parts[i][1];
                return place.top < before.bottom - 1 && place.left < before.right - 1;
            }).map(([name]) => name)",
        );
        assert_eq!(strays, json!([]), "{view}");
    }
}

#[test]
fn nothing_is_wider_than_a_phone() {
    let page = Page::start();
    for (size, view) in ["#watch", "#compare", "#cluster", "#datacenter", "#network"]
        .into_iter()
        .flat_map(|view| [(Size::PHONE, view), (Size::TABLET, view)])
    {
        let browser = Browser::start(size);
        browser.goto(&page.at(view));
        browser.wait_for("main.view", PATIENCE);
        browser.wait_for("details.chip-more > summary", PATIENCE);
        let fits = |what: &str| {
            let width = browser.js("return document.documentElement.scrollWidth");
            assert!(width.as_u64().is_some_and(|width| width <= u64::from(size.width)), "{view}, {what}, is {width} wide on {size:?}");
        };
        fits("as it opens");
        browser.js("document.querySelector('details.chip-more > summary').click(); return new Promise(done => setTimeout(done, 200))");
        assert_eq!(browser.js("return document.querySelector('details.chip-more').open"), json!(true));
        fits("with the menu of its policies");
    }
}
