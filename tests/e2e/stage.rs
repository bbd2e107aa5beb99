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
    // Whoever has dragged the slider goes on with the keys of scenes.
    browser.grab("#scene-slider");
    browser.drag_by(-20, 0);
    browser.release();
    browser.press(&[key::RIGHT]);
    at("Two");
    browser.press(&[up]);
    at("One");
    browser.act("document.querySelector('#scene-slider').focus()");
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
    for size in [Size { width: 1920, height: 1080 }, Size { width: 1280, height: 720 }, Size { width: 1024, height: 768 }] {
        let (_page, browser) = scenes(size);
        for (scene, parts) in [("One", ".panel"), ("Two", ".gallery canvas, .headline")] {
            browser.wait(scene, &format!("document.querySelector('#scene-title')?.textContent === '{scene}'"), PATIENCE);
            browser.wait_for("main canvas", PATIENCE);
            if scene == "Two" {
                browser.wait("the results", DONE, PATIENCE);
            }
            browser.wait("a page as wide as the stage", "document.documentElement.scrollWidth <= innerWidth", PATIENCE);
            browser.wait("a page as high as the stage", "document.documentElement.scrollHeight <= innerHeight + 1", PATIENCE);
            let cut = browser.js_with(
                "const bar = document.querySelector('.scene-bar').getBoundingClientRect();
                const low = [...document.querySelectorAll(arguments[0])].filter(part => part.getBoundingClientRect().bottom > bar.top + 1);
                const title = document.querySelector('#scene-title'), wide = title.scrollWidth > title.clientWidth ? [title] : [];
                const out = [...document.querySelectorAll('.scene-bar button, .scene-bar label, .scene-bar output')].filter(part => {
                    const box = part.getBoundingClientRect();
                    return box.right > innerWidth || box.left < 0 || box.top < bar.top - 1 || box.bottom > innerHeight + 1;
                });
                const said = [...document.querySelectorAll('.now')].filter(part => part.scrollHeight > part.clientHeight + 1);
                return [...low, ...wide, ...out, ...said].map(part => part.outerHTML.slice(0, 120))",
                &[json!(parts)],
            );
            assert_eq!(cut, json!([]), "{size:?}, {scene}");
            assert_eq!(browser.count("#scene-slider"), 1, "{size:?}, {scene}: its slider stays");
            browser.click("#scene-next");
        }
    }
}

#[test]
fn the_rows_of_a_datacenter_are_whole_on_the_stage() {
    const WORKERS: &str = "#scenes?v=1&scene=One|%23datacenter&scene=Two|%23learn?page=2";
    let whole = "[...document.querySelectorAll('.workers canvas')].every(canvas => {
        const box = canvas.getBoundingClientRect();
        const bar = (document.querySelector('.scene-bar') ?? document.querySelector('.transport')).getBoundingClientRect();
        return box.height > 200 && box.bottom <= bar.top + 1 }) && document.documentElement.scrollHeight <= innerHeight + 1";
    for size in [Size { width: 1920, height: 1080 }, Size { width: 1280, height: 720 }, Size { width: 1024, height: 768 }] {
        let page = Page::start();
        let browser = Browser::start(size);
        browser.goto(&page.at(WORKERS));
        browser.wait_for(".workers.of-rows canvas", PATIENCE);
        browser.wait(&format!("rows above the bar of the scenes, {size:?}"), whole, PATIENCE);
        browser.goto(&page.at("#datacenter"));
        browser.wait_for(".workers.of-rows canvas", PATIENCE);
        browser.press(&['s']);
        browser.wait("the stage", "document.documentElement.dataset.setting === 'stage'", PATIENCE);
        browser.wait(&format!("rows above the time, {size:?}"), whole, PATIENCE);
    }
}

#[test]
fn a_scene_plays_and_its_slider_moves_what_compare_shows() {
    let (_page, browser) = scenes(Size { width: 1280, height: 720 });
    browser.wait_for(".scene-bar [aria-label=Play]", PATIENCE);
    browser.act("document.querySelector('.scene-bar [aria-label=Play][aria-pressed=true]')?.click()");
    let time = || browser.text(".scene-bar .time");
    let before = time();
    browser.click(".scene-bar [aria-label='Next event']");
    assert_ne!(time(), before, "an event further");
    browser.click("#scene-next");
    browser.wait("the second scene", "document.querySelector('#scene-title')?.textContent === 'Two'", PATIENCE);
    browser.wait("its results", DONE, PATIENCE);
    assert_eq!(browser.count(".scene-bar [aria-label=Play]"), 0, "nothing plays here");
    ask(&browser, "results of another sigma", || browser.set_value("#scene-slider", "0"));
    browser.wait("the address", "decodeURIComponent(location.hash).includes('at=2')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn who_presents_sees_the_next_scene() {
    let (_page, browser) = scenes(Size { width: 1280, height: 720 });
    // The window is one that the test can look into.
    browser.js("window.open = () => { const frame = document.createElement('iframe'); frame.id = 'other-window';
        document.body.append(frame); return frame.contentWindow }");
    browser.click("#presenter");
    let said = |css: &str| {
        let text = "return document.querySelector('#other-window').contentDocument.querySelector(arguments[0])?.textContent ?? ''";
        browser.js_with(text, &[json!(css)]).as_str().expect("a text").to_owned()
    };
    assert_eq!([said("#presenter-now"), said("#presenter-next")], ["One", "Two"]);
    let picture = "document.querySelector('#other-window').contentDocument.querySelector('#presenter-picture')";
    let shown = |view: &str| {
        let there = format!(
            "{picture}?.contentWindow.location.hash.startsWith('#embed/{view}') && {picture}.contentDocument.querySelector('main')"
        );
        browser.wait(view, &there, PATIENCE);
    };
    shown("compare");
    // A clicker whose keys go to that window.
    browser.act("document.querySelector('#other-window').contentWindow.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }))");
    browser.wait("the second scene", "document.querySelector('#scene-title')?.textContent === 'Two'", PATIENCE);
    assert_eq!([said("#presenter-now"), said("#presenter-next")], ["Two", "Three"]);
    shown("learn");
    browser.act("document.querySelector('#other-window').contentWindow.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }))");
    browser.wait("the last scene", "document.querySelector('#scene-title')?.textContent === 'Three'", PATIENCE);
    assert_eq!([said("#presenter-next"), said("#presenter-picture")], ["The end", ""]);
}

#[test]
fn scenes_are_written_kept_and_changed_while_they_are_shown() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch"));
    browser.wait_for("#playhead", PATIENCE);
    browser.click("#saved-open");
    browser.wait_for("#saved[open]", PATIENCE);
    browser.wait_for("#write-scenes", PATIENCE);
    browser.click("#write-scenes");
    browser.wait_for("#scenes[open]", PATIENCE);
    browser.set_value("#scenes-text", "A | watch");
    browser.click("#scenes-show");
    browser.wait(
        "the fault",
        "document.querySelector('#scenes-fault')?.textContent.startsWith('Scene 1: the link is \"watch\"')",
        PATIENCE,
    );
    browser.set_value("#scenes-text", "A | #cluster\nB | #watch");
    browser.click("#scenes-show");
    browser.wait(
        "the first scene",
        "document.querySelector('#scene-title')?.textContent === 'A' && document.querySelector('.cluster')",
        PATIENCE,
    );
    assert_eq!(browser.count("#scenes"), 0);
    let text = || browser.js("return document.querySelector('#scenes-text').value");
    browser.click(".scene-bar .to-scenes");
    browser.wait_for("#scenes[open]", PATIENCE);
    browser.set_value("#scenes-text", "A | #cluster\nC | #traces");
    browser.press(&[key::ESCAPE]);
    browser.wait("the dialog to close", "!document.querySelector('#scenes')", PATIENCE);
    browser.click(".scene-bar .to-scenes");
    browser.wait_for("#scenes[open]", PATIENCE);
    assert_eq!(text(), json!("A | #cluster\nC | #traces"), "a draft is kept");
    browser.click("#scenes-show");
    browser.wait("the next scene", "document.querySelector('.scene-next strong')?.textContent === 'C'", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn what_is_saved_is_ticked_and_presented() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for (view, name) in [("#watch", "Few"), ("#cluster", "Machines")] {
        browser.goto(&page.at(view));
        browser.wait_for("#saved-open", PATIENCE);
        browser.wait_for("main canvas", PATIENCE);
        browser.click("#saved-open");
        browser.wait_for("#saved[open]", PATIENCE);
        browser.set_value("#saved-name", name);
        browser.click("#saved-save");
        browser.wait(name, &format!("document.querySelector('#saved li input')?.value === '{name}'"), PATIENCE);
        browser.act("document.querySelector('#saved').close()");
    }
    browser.click("#saved-open");
    browser.wait_for("#saved[open]", PATIENCE);
    browser.click("[aria-label='Present Few']");
    browser.click("[aria-label='Present Machines']");
    assert_eq!(browser.text("[aria-label='Present Machines']"), "2");
    assert_eq!(browser.text("#saved-present"), "Present 2 scenes");
    browser.click("#saved-present");
    browser.wait("the first scene", "document.querySelector('#scene-title')?.textContent === 'Few'", PATIENCE);
    let next = browser.js("return document.querySelector('.scene-next strong').textContent");
    assert_eq!((next, browser.count("#saved[open]")), (json!("Machines"), 0));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_figure_for_another_page_is_what_the_code_says() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch?v=1&example=aging&policies=srpte&t=2.5"));
    browser.wait_for("#teach", PATIENCE);
    browser.click("#teach summary");
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
    let shown =
        "[figure.documentElement.dataset.theme, figure.documentElement.dataset.setting, figure.querySelector('output.time').textContent]";
    // What was there before the last change may still be shown.
    let preview = format!("(figure => figure && {shown}.join() === 'dark,embedded,t = 4.0')({figure})");
    browser.wait("the preview", &preview, PATIENCE);
    assert!(code().contains("title=\"SRPTE, "), "the title says what is shown: {}", code());
    let picture = format!("{figure}.querySelector('.picture canvas').getBoundingClientRect().height > 150");
    browser.wait("a picture that uses the height", &picture, PATIENCE);
    let whole = "return document.querySelector('#embed-frame').getBoundingClientRect().bottom <= document.querySelector('.embed-preview').getBoundingClientRect().bottom + 1";
    assert_eq!(browser.js(whole), json!(true), "the preview is seen whole");
    browser.click("#embed [aria-label=Code] button:nth-child(2)");
    let element = ["<schedscope-figure link=\"#watch?", "theme=\"dark\"", "/schedscope.js\"></script>", "t=4"];
    assert!(element.iter().all(|part| code().contains(part)), "{}", code());
    browser.click("#embed-close");
    browser.wait("the dialog to close", "!document.querySelector('#embed')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A scene of *Watch* is saved with what came out as its title, at the instant that tells most, and with the slider that was chosen.
#[test]
fn a_scene_says_what_came_out_and_keeps_a_slider() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch?v=1&example=under-estimated&policies=srpte,fspe%2Bps"));
    browser.wait_for("#playhead", PATIENCE);
    browser.click("#saved-open");
    browser.wait_for("#saved-slider", PATIENCE);
    assert_eq!(
        browser.js("return document.querySelector('#saved-slider').selectedOptions[0].textContent"),
        json!("estimate of J1, 1 to 40")
    );
    browser.click("#saved-save");
    browser.wait("what came out", "document.querySelector('#saved li input')?.value === 'SRPTE costs 71 % more than FSPE+PS'", PATIENCE);
    assert!(browser.js("return document.querySelector('#saved li a').hash").as_str().is_some_and(|link| link.ends_with("&t=39")));
    browser.click("#saved .tick");
    browser.click("#saved-present");
    browser.wait_for("#scene-slider", PATIENCE);
    assert_eq!(browser.text("#scene-value"), "1");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_lecture_of_ten_scenes_is_ready() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch"));
    browser.wait_for("#playhead", PATIENCE);
    browser.click("#saved-open");
    browser.wait_for("#write-scenes", PATIENCE);
    browser.click("#write-scenes");
    browser.wait_for("#scenes-lecture", PATIENCE);
    browser.click("#scenes-lecture");
    browser.wait("its text", "document.querySelector('#scenes-text').value.includes('PS costs 11 % more than FIFO')", PATIENCE);
    browser.click("#scenes-show");
    browser.wait("the first scene", "document.querySelector('#scene-place')?.textContent === 'scene 1 of 10'", PATIENCE);
    browser.wait_for("#scene-slider", PATIENCE);
    for scene in 2..=10 {
        browser.press(&[key::RIGHT]);
        browser.wait("the next scene", &format!("document.querySelector('#scene-place')?.textContent === 'scene {scene} of 10'"), PATIENCE);
        browser.wait_for("#scene-slider", PATIENCE);
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn pictures_of_many_words_are_read_from_the_back_of_a_room() {
    const LETTERS: &str = "window.letters = new Set(); const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (...what) {
            if (/[a-z]/i.test(what[0])) window.letters.add(parseFloat(this.font.match(/[0-9.]+px/)[0]) / innerHeight);
            return write.apply(this, what);
        }";
    let page = Page::start();
    // In parts of the height: names in the lanes of a cluster are as high as the lanes.
    for (view, part) in [("#compare", 0.025), ("#cluster", 0.014)] {
        let browser = Browser::start(Size { width: 1920, height: 1080 });
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": LETTERS }));
        browser.goto(&page.at(view));
        browser.wait(view, "document.querySelector('.status[data-state=done]') && document.querySelector('main canvas')", PATIENCE);
        browser.press(&['s']);
        browser.wait("the stage", "document.documentElement.dataset.setting === 'stage'", PATIENCE);
        let large = format!(
            "(() => {{ const seen = window.letters.size && Math.min(...window.letters) >= {part}; if (!seen) window.letters.clear(); return seen }})()"
        );
        browser.js("window.letters.clear()");
        browser.resize(Size { width: 1900, height: 1080 });
        browser.wait("large letters", &large, PATIENCE);
        for instruction in [".headline p", "figcaption > .muted"] {
            let seen = "return [...document.querySelectorAll(arguments[0])].filter(part => part.offsetParent).length";
            assert_eq!(browser.js_with(seen, &[json!(instruction)]), json!(0), "{view}: {instruction}");
        }
    }
}

#[test]
fn a_small_figure_keeps_lanes_and_sentence() {
    let page = Page::start();
    let browser = Browser::start(Size { width: 480, height: 360 });
    browser.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": "window.said = []; const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (...what) { window.said.push(what[0]); return write.apply(this, what); }" }),
    );
    browser.goto(&page.at("#embed/watch?v=1&example=under-estimated&policies=srpte,fspe%2Bps&t=20"));
    browser.wait_for(".panel.front .now", PATIENCE);
    browser.wait("a sentence", "document.querySelector('.panel.front .now').textContent.trim()", PATIENCE);
    let [lanes, sentence] = [".panel.front .picture", ".panel.front .now"].map(|css| {
        let seen = "const part = document.querySelector(arguments[0]), place = part.getBoundingClientRect();
            const floor = document.querySelector('.transport').getBoundingClientRect().top;
            return Math.min(floor, place.bottom) - place.top - Math.max(0, part.scrollHeight - part.clientHeight)";
        browser.js_with(seen, &[json!(css)]).as_f64().expect("a height")
    });
    assert!(lanes >= 120.0 && sentence >= 40.0, "{lanes} {sentence}");
    browser.wait("the giant to be told as one", "window.said.includes('size 40, guessed 1')", PATIENCE);
    // Its guess, at the foot of its lane, is live here, too.
    let guess = "const picture = document.querySelector('.panel.front .picture').getBoundingClientRect();
        const r = document.querySelector('.panel.front .hold[data-job=J1] .grip.estimate').getBoundingClientRect();
        return (r.top + r.height / 2 - picture.top - 30) / picture.height";
    let lane = browser.js(guess).as_f64().expect("a height");
    assert!(lane > 0.17, "the lane of the giant is {lane} of the picture");
}
