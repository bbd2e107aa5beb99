//! The page as a whole: it loads, reads from left to right and fits on a phone.

use super::*;

#[test]
fn the_page_loads_without_errors() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(page.address());
    assert_eq!(browser.title(), "schedscope");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn tab_goes_from_left_to_right() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for view in ["#watch", "#compare", "#cluster", "#datacenter"] {
        browser.goto(&page.at(view));
        browser.wait_for("main.view :is(.controls, .tools)", PATIENCE);
        let lefts =
            browser.js("return [...document.querySelectorAll('main > section')].map(section => section.getBoundingClientRect().left)");
        let lefts: Vec<f64> = lefts.as_array().expect("sections").iter().filter_map(Value::as_f64).collect();
        assert!(lefts.len() > 1 && lefts.is_sorted(), "{view}: {lefts:?}");
    }
}

#[test]
fn nothing_is_wider_than_a_phone() {
    let page = Page::start();
    for (size, view) in
        ["#watch", "#compare", "#cluster", "#datacenter"].into_iter().flat_map(|view| [(Size::PHONE, view), (Size::TABLET, view)])
    {
        let browser = Browser::start(size);
        browser.goto(&page.at(view));
        browser.wait_for("main.view", PATIENCE);
        let width = browser.js("return document.documentElement.scrollWidth");
        assert!(width.as_u64().is_some_and(|width| width <= u64::from(size.width)), "{view} is {width} wide on {size:?}");
    }
}
