//! The page as a whole: it loads, reads as it looks and fits on a phone.

use super::*;

#[test]
fn a_browser_that_has_been_used_knows_nothing_of_it() {
    let page = Page::start();
    // As long as one is in use, those that are not wait.
    let _in_use = Browser::keeping(Size::WIDE);
    let state = "return navigator.serviceWorker.getRegistrations().then(async workers =>
        [localStorage.length + sessionStorage.length, workers.length, (await caches.keys()).length, innerWidth, window.of ?? null])";
    {
        let first = Browser::keeping(Size::PHONE);
        first.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": "window.of = 'the first'" }));
        first.goto(page.address());
        first.js("localStorage.setItem('a', 'b'); sessionStorage.setItem('c', 'd'); return caches.open('kept').then(() => true)");
        // What it would keep later is not to be mistaken for what was kept.
        parts::kept(&first, &[]);
        let before = first.js(state);
        assert!((0..3).all(|i| before[i].as_u64() > Some(0)) && before[4] == json!("the first"), "{before}");
    }
    let second = Browser::keeping(Size::WIDE);
    second.open(&page.at("icon.svg"));
    assert_eq!(second.js(state), json!([0, 0, 0, 1440, null]));
}

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
    for view in ["watch", "compare", "cluster", "datacenter", "network"] {
        browser.goto(&page.at(&format!("#{view}")));
        browser.wait_for(&format!("main.{view} canvas"), PATIENCE);
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

/// Widths of windows, from a small phone to a projector.
const WIDTHS: [u32; 6] = [320, 390, 768, 1024, 1200, 1920];

/// What is wider than its window, and by how many pixels: what is shown, in windows of all widths.
fn too_wide(browser: &Browser) -> Vec<String> {
    let excess = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    let excess = WIDTHS.map(|width| {
        browser.resize(Size { width, height: 900 });
        (width, browser.js(excess).as_f64().expect("a width"))
    });
    excess.into_iter().filter(|(_, excess)| *excess > 0.0).map(|(width, excess)| format!("{excess} px at {width}")).collect()
}

#[test]
fn every_preset_has_an_answer_that_is_no_wider_than_its_window() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for view in pictured_views().filter(|view| matches!(view, View::Watch(world) if *world != SystemKind::Server)) {
        browser.goto(&page.at(&format!("#{}", view.name())));
        let done = "document.querySelector('.status[data-state=done]') && !document.querySelector('.answer.stale')";
        browser.wait("the first run", done, PATIENCE);
        let presets = browser.js("return document.querySelector('main [id$=-preset]').options.length").as_u64().expect("a number");
        assert!(presets > 2, "{}", view.name());
        for preset in 0..presets {
            let choose = "const s = document.querySelector('main [id$=-preset]'); s.selectedIndex = ";
            browser.act(&format!("{choose}{preset}; s.dispatchEvent(new Event('change', {{ bubbles: true }}))"));
            let chosen = format!("document.querySelector('main [id$=-preset]').selectedIndex === {preset}");
            browser.wait("the answer of a preset", &format!("{chosen} && {done} && window.rests({SOON})"), PATIENCE);
            assert_eq!(too_wide(&browser), Vec::<String>::new(), "{}, preset {preset}", view.name());
            // Names of policies can be said, and no two chips are alike.
            let texts = "[...document.querySelectorAll('#headline, .chip-chosen .chip, main th')].map(text => text.innerText)";
            assert_eq!(
                browser.js(&format!("return {texts}.filter(text => text.includes('='))")),
                json!([]),
                "{}, preset {preset}",
                view.name()
            );
            let alike = "const chips = [...document.querySelectorAll('.chip-chosen .chip')].map(chip => chip.innerText);
                return chips.filter((chip, i) => chips.indexOf(chip) < i)";
            assert_eq!(browser.js(alike), json!([]), "{}, preset {preset}", view.name());
        }
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn nothing_is_wider_than_a_phone() {
    let page = Page::start();
    let browsers = [Size::PHONE, Size::TABLET].map(|size| (size, Browser::start(size)));
    for (view, (size, browser)) in
        ["#watch", "#compare", "#cluster", "#datacenter", "#network"].into_iter().flat_map(|view| browsers.iter().map(move |of| (view, of)))
    {
        browser.goto(&page.at(view));
        browser.wait_for(&format!("main.{} details.chip-more > summary", &view[1..]), PATIENCE);
        let fits = |what: &str| {
            let width = browser.js("return document.documentElement.scrollWidth");
            assert!(width.as_u64().is_some_and(|width| width <= u64::from(size.width)), "{view}, {what}, is {width} wide on {size:?}");
        };
        fits("as it opens");
        browser.act("document.querySelector('details.chip-more > summary').click()");
        assert_eq!(browser.js("return document.querySelector('details.chip-more').open"), json!(true));
        fits("with the menu of its policies");
    }
}

/// Opens one view after the other for the first time; `then` is what else is looked at in each.
fn views_come_in_their_places(size: Size, then: impl Fn(&Browser, View)) {
    let page = Page::start();
    let browser = watched(size);
    for view in pictured_views() {
        show(&browser, &page, view);
        let shift = shift(&browser);
        assert!(shift < 0.1, "{} shifts by {shift} on {size:?}: {}", view.name(), browser.js("return shifts()"));
        assert!(is_pictured(&browser), "{} has no picture on the first screen of {size:?}", view.name());
        assert_eq!(browser.console_errors(), Vec::<String>::new(), "{}", view.name());
        then(&browser, view);
    }
}

#[test]
fn views_come_in_their_places_on_a_phone() {
    views_come_in_their_places(Size::SHORT_PHONE, |_, _| ());
}

#[test]
fn views_come_in_their_places_on_a_laptop() {
    views_come_in_their_places(Size::LAPTOP, |_, _| ());
}

#[test]
fn views_come_in_their_places_on_a_wide_screen_and_are_no_wider_than_any_window() {
    views_come_in_their_places(Size::WIDE, |browser, view| {
        assert_eq!(too_wide(browser), Vec::<String>::new(), "{}", view.name());
        browser.resize(Size::WIDE);
    });
}

#[test]
fn a_phone_has_the_beginning_of_what_is_said_above_the_picture_and_the_whole_below() {
    let page = Page::start();
    for view in [View::Compare(SystemKind::Server), View::Watch(SystemKind::Cluster)] {
        let browser = opened(&page, view, Size::SHORT_PHONE);
        let said = browser.js(
            "const place = css => document.querySelector(css).getBoundingClientRect();
            return { lines: place('.headline h2').height / parseFloat(getComputedStyle(document.querySelector('.headline h2')).lineHeight),
                above: place('.headline h2').bottom <= place('main canvas').top, below: place('.headline .whole').top >= place('main canvas').bottom,
                same: document.querySelector('.headline .whole').textContent === document.querySelector('.headline h2').textContent,
                chips: place('.chips').height, bars: innerHeight - Math.min(...['.transport', '.workbar'].map(css => document.querySelector(css))
                    .filter(bar => bar).map(bar => bar.getBoundingClientRect().top)) }",
        );
        assert!(said["lines"].as_f64().is_some_and(|lines| lines < 2.1), "{said}");
        assert_eq!([&said["above"], &said["below"], &said["same"]], [&json!(true); 3], "{said}");
        assert!(said["chips"].as_f64().is_some_and(|height| height < 45.0), "one row: {said}");
        assert!(said["bars"].as_f64().is_some_and(|height| height < 0.17 * 664.0), "{said}");
        browser.click("#doors");
        browser.wait_for(".doors.open", PATIENCE);
        browser.click("#tab-learn");
        browser.wait("the drawer to close", "document.querySelector('.learn') && !document.querySelector('.doors.open')", PATIENCE);
    }
}

#[test]
fn a_laptop_shows_axis_and_reasons_of_watch_and_all_rows_of_compare() {
    let page = Page::start();
    let browser = opened(&page, View::Watch(SystemKind::Server), Size::LAPTOP);
    let cut = "const floor = document.querySelector('.transport')?.getBoundingClientRect().top ?? innerHeight;
        return [...document.querySelectorAll(arguments[0])].filter(part => part.getBoundingClientRect().bottom > floor + 1 || part.scrollHeight > part.clientHeight + 1).length";
    for parts in [".panel .picture", ".panel .now"] {
        assert_eq!(browser.js_with(cut, &[json!(parts)]), json!(0), "{parts}");
    }
    let browser = opened(&page, View::Compare(SystemKind::Server), Size::LAPTOP);
    assert_eq!(browser.js_with(cut, &[json!("#means")]), json!(0));
}
