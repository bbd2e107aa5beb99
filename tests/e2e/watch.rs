//! *Watch*: a hand on the jobs, the clock, the sentences, the quiz, links and files.

use super::*;

const EXACT: &str = "#watch?v=1&jobs=0:40,4:3,9:5&policies=srpte,fspe%2Bps";
const FIRST: &str = "#watch?v=1&example=under-estimated&policies=srpte,fspe%2Bps";
const ESTIMATE: &str = ".front .hold[data-job=J1] .grip[data-handle=estimate]";

const AT: &str = "document.querySelector('.front .hold[data-job=J1] .grip[data-handle=estimate]').getAttribute('aria-valuenow')";

/// As much as fits: twenty jobs under four policies.
pub const MANY: &str = "#watch?v=1&jobs=0:9:4,1:2,2:7:3,3:1,4:12:20,5:3,6:2:1,7:8,8:1:3,9:5,10:4:2,11:2,12:9:9,13:1,14:3:6,15:6,16:2:1,17:4,18:1,19:7:2&policies=ps,srpte,fspe%2Bps,psbs&t=40";

/// *Watch* with what a link holds.
fn watch(link: &str, size: Size) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(size);
    browser.goto(&page.at(link));
    browser.wait_for("canvas[data-panel]", PATIENCE);
    (page, browser)
}

/// The sentence under a panel, without the policy's name.
fn why(browser: &Browser, policy: &str) -> String {
    let said = browser.js_with("return document.querySelector(`[data-why='${arguments[0]}'] .why`).textContent", &[json!(policy)]);
    let said = said.as_str().expect("a sentence").trim();
    // Between events it is told of now, not of the last one.
    said.strip_prefix("Now ").unwrap_or(said).to_owned()
}

/// The mean sojourn time of each panel, to the last digit.
fn means(browser: &Browser) -> Vec<(String, f64)> {
    let cells =
        browser.js("return [...document.querySelectorAll('[data-mean]')].map(cell => [cell.dataset.mean, Number(cell.dataset.value)])");
    let mean = |cell: &Value| Some((cell[0].as_str()?.to_owned(), cell[1].as_f64()?));
    cells.as_array().expect("means").iter().filter_map(mean).collect()
}

fn means_of_command(link: &str) -> Vec<(String, f64)> {
    let numbers = numbers_of_command(&["--link", link]);
    let mut means: Vec<_> =
        numbers.into_iter().filter(|((_, column), _)| *column == "mean_sojourn").map(|((policy, _), mean)| (policy, mean)).collect();
    means.sort_by(|a, b| b.0.cmp(&a.0));
    means
}

fn seek(browser: &Browser, time: f64) {
    let end = browser.js("return Number(document.querySelector('#playhead').getAttribute('aria-valuetext').match(/of ([0-9.]+)/)[1])");
    browser.set_value("#playhead", &format!("{}", time / end.as_f64().expect("an end") * 1000.0));
}

#[test]
fn an_estimate_is_dragged_on_its_lane_and_the_job_turns_late() {
    let (_page, browser) = watch(EXACT, Size::WIDE);
    browser.click("#try");
    browser.wait_for(ESTIMATE, PATIENCE);
    seek(&browser, 10.0);
    let (before, picture) = (means(&browser), drawing(&browser, "canvas[data-panel=srpte]"));
    assert!(!why(&browser, "srpte").contains("late"), "{}", why(&browser, "srpte"));

    browser.grab(ESTIMATE);
    browser.drag_by(0, 20);
    browser.wait("the estimate to follow", &format!("Number({AT}) < 38"), PATIENCE);
    let under_way = drawing(&browser, "canvas[data-panel=srpte]");
    assert_ne!(under_way, picture, "the lanes follow");
    browser.drag_by(0, 400);
    browser.release();
    browser.wait("the job to be late", "document.querySelector('[data-why=srpte]').textContent.includes('it is late')", PATIENCE);
    let after = means(&browser);
    assert!(after[0].1 > before[0].1 && after[1].1 < after[0].1, "{before:?} {after:?}");
    assert_eq!(browser.js("return document.querySelector('[name=\"J1.estimate\"]').value"), json!("0"), "the field follows");
    browser.wait("the link", "location.hash.includes('jobs=0:40:0,4:3,9:5')", PATIENCE);
    assert_eq!(means_of_command(&browser.address()), after);

    browser.click("#undo");
    assert_eq!(means(&browser), before, "one drag is undone at once");
    assert_eq!(drawing(&browser, "canvas[data-panel=srpte]"), picture);
    browser.act("document.activeElement.blur()");
    browser.chord(&[key::CONTROL, key::SHIFT], &['z']);
    assert_eq!(means(&browser), after, "and done again");

    // Sideways the other handle moves the arrival.
    let size = ".front .hold[data-job=J2] .grip[data-handle=size]";
    browser.grab(size);
    browser.drag_by(60, 3);
    browser.release();
    browser.wait("the arrival", "Number(document.querySelector('[name=\"J2.arrival\"]').value) > 6", PATIENCE);
    assert_eq!(browser.js("return document.querySelector('[name=\"J2.size\"]').value"), json!("3"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_guess_of_the_first_picture_is_live() {
    for (size, touch) in [(Size::WIDE, false), (Size::PHONE, true)] {
        let (_page, browser) = watch("#watch", size);
        browser.wait_for(ESTIMATE, PATIENCE);
        assert_eq!(browser.count("#fields-table"), 0, "nothing is edited");
        let before = means(&browser);
        let pull = |down: i32| {
            if touch {
                browser.touch(ESTIMATE, (0, down));
            } else {
                browser.grab(ESTIMATE);
                browser.drag_by(0, down);
                browser.release();
            }
        };
        let both = || ["srpte", "'fspe+ps'"].map(|policy| drawing(&browser, &format!("canvas[data-panel={policy}]")));
        pull(-20);
        browser.wait("the guess to follow", &format!("Number({AT}) > 2"), PATIENCE);
        let (once, pictures) = (means(&browser), both());
        pull(-15);
        browser.wait("both means", &format!("Number({AT}) > 5"), PATIENCE);
        let twice = means(&browser);
        for place in 0..2 {
            assert!(once[place].1 != before[place].1 || twice[place].1 != before[place].1, "{size:?}: {before:?} {once:?} {twice:?}");
        }
        let now = both();
        assert!(now[0] != pictures[0] && (touch || now[1] != pictures[1]), "{size:?}: the pictures follow, too");
        browser.wait("the link", "/jobs=0:40:[0-9.]+,4:3,9:5/.test(location.hash)", PATIENCE);
        assert_eq!(means_of_command(&browser.address()), twice);
        assert!(browser.text("#example").contains("Your own jobs"), "{}", browser.text("#example"));
        browser.click("#undo");
        browser.click("#undo");
        browser.wait("the example", "location.hash.includes('example=under-estimated')", PATIENCE);
        assert_eq!((means(&browser), browser.count("#undo")), (before, 0));
        assert_eq!(browser.js("return document.documentElement.scrollWidth"), json!(size.width));
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}

#[test]
fn the_live_guess_is_a_slider_that_stands_on_its_job() {
    let (_page, browser) = watch("#watch", Size::WIDE);
    browser.wait_for(ESTIMATE, PATIENCE);
    let slider = |name: &str| browser.attribute(ESTIMATE, name).unwrap_or_default();
    assert_eq!(["role", "aria-label", "aria-valuetext"].map(slider), ["slider", "J1: guess of its size", "1, the size is 40"]);
    // J1 comes at 0, where the axis begins.
    let middle = |css: &str| {
        let place = browser.js_with(
            "const picture = document.querySelector('.front .picture').getBoundingClientRect(), r = document.querySelector(arguments[0]).getBoundingClientRect();
            return [r.left + r.width / 2 - picture.left, r.top + r.height / 2 - picture.top]",
            &[json!(css)],
        );
        [0_usize, 1].map(|way| place[way].as_f64().expect("a place"))
    };
    assert!((middle(ESTIMATE)[0] - 38.0).abs() < 1.0, "{:?}", middle(ESTIMATE));
    browser.act(&format!("document.querySelector('{ESTIMATE}').focus()"));
    browser.press(&[key::UP]);
    browser.wait("a step", &format!("Number({AT}) > 1"), PATIENCE);
    assert!(slider("aria-valuetext").ends_with(", the size is 40"), "{}", slider("aria-valuetext"));
    browser.press(&[key::DELETE]);
    assert_eq!(browser.js("return document.activeElement.dataset.handle"), json!("estimate"), "a key that edits does nothing here");
    browser.chord(&[key::CONTROL], &['z']);
    browser.wait("what was", &format!("Number({AT}) === 1"), PATIENCE);
    // The handle of the size stands on the same stem, at the top of the lane; where a guess is right it is beside it.
    browser.click("#try");
    let size = ".front .hold[data-job=J1] .grip.size";
    browser.wait_for(size, PATIENCE);
    let ([x, y], [guess_x, guess_y]) = (middle(size), middle(ESTIMATE));
    assert!((x - guess_x).abs() < 1.0 && guess_y - y > 50.0, "{x} {y}, the guess at {guess_x} {guess_y}");
    let apart = middle(".front .hold[data-job=J2] .grip.size")[0] - middle(".front .hold[data-job=J2] .grip.estimate")[0];
    assert!((apart - 24.0).abs() < 1.0, "as far as a handle is wide: {apart}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn on_a_phone_a_lane_is_tapped_and_its_job_is_dragged_or_stepped() {
    const HANDLE: &str = ".front .hold[data-job=J1] .grip[data-handle=estimate]";
    let (_page, browser) = watch(EXACT, Size::PHONE);
    assert_eq!(browser.count(".panel.front"), 1);
    let shown = |policy: &str| {
        let css = format!("canvas[data-panel={policy}]");
        browser.js_with("return document.querySelector(arguments[0]).clientWidth > 0", &[json!(css)])
    };
    assert_eq!((shown("srpte"), shown("'fspe+ps'")), (json!(true), json!(false)), "one policy at a time");
    browser.click(".front-tab:nth-child(2)");
    browser.wait("the other", "document.querySelector(\"canvas[data-panel='fspe+ps']\").clientWidth > 0", PATIENCE);
    browser.click(".front-tab:nth-child(1)");
    browser.wait("the first", "document.querySelector('canvas[data-panel=srpte]').clientWidth > 0", PATIENCE);
    tap_lane(&browser, "srpte", 0.12);
    browser.wait_for("#leave-job", PATIENCE);
    assert!(browser.text(".biography h2").contains("J1"));
    let least = browser.js(&format!(
        "const wide = [...document.querySelectorAll('.step, {HANDLE}')].map(e => e.getBoundingClientRect());
        return Math.min(...wide.map(r => Math.min(r.width, r.height)))"
    ));
    if browser.js("return matchMedia('(pointer: coarse)').matches") == json!(true) {
        assert!(least.as_f64().expect("a size") >= 44.0, "{least}");
    }
    let picture = drawing(&browser, "canvas[data-panel=srpte]");
    browser.touch(HANDLE, (0, 60));
    let at = format!("Number(document.querySelector('{HANDLE}').getAttribute('aria-valuenow'))");
    browser.wait("the estimate to follow", &format!("{at} < 38"), PATIENCE);
    assert_ne!(drawing(&browser, "canvas[data-panel=srpte]"), picture);
    let before = browser.js(&format!("return {at}")).as_f64().expect("an estimate");
    browser.click("[aria-label='More estimate of J1']");
    browser.wait("a step", &format!("{at} > {before}"), PATIENCE);
    assert_eq!(browser.js("return document.documentElement.scrollWidth"), json!(Size::PHONE.width));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Clicks into a picture, at this part of its height.
fn tap_lane(browser: &Browser, policy: &str, part: f64) {
    browser.js_with(
        "const canvas = document.querySelector(`canvas[data-panel='${arguments[0]}']`), r = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: r.left + r.width / 2, clientY: r.top + r.height * arguments[1] }))",
        &[json!(policy), json!(part)],
    );
    browser.settle();
}

#[test]
fn keys_do_what_a_hand_does() {
    let (_page, browser) = watch(EXACT, Size::WIDE);
    browser.press(&['e']);
    browser.wait_for(ESTIMATE, PATIENCE);
    browser.act(&format!("document.querySelector('{ESTIMATE}').focus()"));
    let focus = browser.js("return document.activeElement.getAttribute('aria-label')");
    assert_eq!(focus, json!("J1: guess of its size"));
    let estimate = || browser.attribute(ESTIMATE, "aria-valuenow").and_then(|text| text.parse::<f64>().ok()).expect("an estimate");
    browser.press(&[key::DOWN]);
    browser.wait("a step", &format!("Number({AT}) < 40"), PATIENCE);
    let step = 40.0 - estimate();
    browser.press(&[key::LEFT]);
    browser.chord(&[key::SHIFT], &[key::DOWN]);
    browser.wait("eleven more", &format!("Math.abs(40 - Number({AT}) - 12 * {step}) < 1e-9"), PATIENCE);
    browser.press(&[key::HOME]);
    browser.wait("nothing", &format!("Number({AT}) === 0"), PATIENCE);
    browser.chord(&[key::CONTROL], &['z']);
    browser.wait("each press to be a step of its own", &format!("Number({AT}) > 0"), PATIENCE);
    let jobs = |number: usize| {
        browser.wait("the jobs", &format!("document.querySelectorAll('#fields-table tbody tr').length === {number}"), PATIENCE);
    };
    browser.press(&['+']);
    jobs(4);
    browser.press(&[key::DELETE]);
    jobs(3);
    browser.click("#random-jobs");
    jobs(6);
    let drawn = browser.attribute(ESTIMATE, "aria-valuenow");
    browser.click("#undo");
    browser.click("#redo");
    assert_eq!(browser.attribute(ESTIMATE, "aria-valuenow"), drawn);

    browser.act("document.activeElement.blur()");
    browser.press(&['?']);
    browser.wait_for("dialog[open]", PATIENCE);
    browser.press(&['e', key::ESCAPE]);
    browser.wait("the map to close", "!document.querySelector('dialog[open]')", PATIENCE);
    assert_eq!(browser.count("#fields-table"), 1, "keys stay in the dialog");
    browser.press(&['s']);
    browser.wait_for("[data-setting=stage]", PATIENCE);
    assert_eq!(browser.js("return getComputedStyle(document.querySelector('.top')).display"), json!("none"));
    browser.press(&[key::ESCAPE]);
    browser.wait_for("[data-setting=desk]", PATIENCE);

    // Who speaks to his machine switches letters off.
    browser.press(&['?']);
    browser.click("#letters");
    browser.press(&[key::ESCAPE]);
    browser.wait("the map to close", "!document.querySelector('dialog[open]')", PATIENCE);
    browser.press(&['e']);
    assert_eq!(browser.count("#fields-table"), 1);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_job_tells_its_life_and_what_would_be() {
    let (_page, browser) = watch(&format!("{FIRST}&t=20"), Size::WIDE);
    browser.wait_for(".price", PATIENCE);
    let width = || browser.js("return document.querySelector('.story').getBoundingClientRect().width");
    let (before, wide) = (drawing(&browser, "canvas[data-panel=srpte]"), width());
    browser.act("document.querySelector('.picture').focus()");
    browser.press(&[key::DOWN, key::DOWN, key::DOWN, key::DOWN]);
    browser.wait("J4", "document.querySelector('.biography h2')?.textContent === 'J4'", PATIENCE);
    let text = browser.text(".biography");
    for words in ["Waited 28, all behind J1. Ran alone for 2.", "3.5 behind J1", "so 26 lost", "15.0 × its size"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(width(), wide, "the column keeps its width");
    assert_ne!(drawing(&browser, "canvas[data-panel=srpte]"), before);
    // Wherever the focus is, and without the keys of the clock.
    browser.act("document.activeElement.blur()");
    browser.press(&[key::UP]);
    browser.wait("J3", "document.querySelector('.biography h2')?.textContent === 'J3'", PATIENCE);
    browser.press(&[key::RIGHT]);
    assert_eq!(browser.text(".time"), "t = 22.0", "the next event, J4 leaves under FSPE+PS");
    browser.press(&[key::ESCAPE]);
    browser.wait("the price again", "document.querySelector('.price')", PATIENCE);
    tap_lane(&browser, "fspe+ps", 0.15);
    browser.wait("J1", "document.querySelector('.biography h2')?.textContent === 'J1'", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_lane_that_is_pointed_at_lights_up_in_every_panel_and_a_decision_is_gone_to() {
    let (_page, browser) = watch(&format!("{FIRST}&t=20"), Size::WIDE);
    let both = || [drawing(&browser, "canvas[data-panel=srpte]"), drawing(&browser, "canvas[data-panel='fspe+ps']")];
    let before = both();
    browser.act(
        "const canvas = document.querySelector('canvas[data-panel=srpte]'), r = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: r.left + 1, clientY: r.top + r.height * 0.12 }))",
    );
    browser.wait_for(".front .hold[data-job=J1] .grip.size", PATIENCE);
    let lit = both();
    assert!(lit[0] != before[0] && lit[1] != before[1]);
    // The lane of decisions is 14 pixels above the foot of the picture; J4 comes at 12.
    browser.js("const canvas = document.querySelector('canvas[data-panel=srpte]'), r = canvas.getBoundingClientRect();
        const x = r.left + 38 + (r.width - 78) * 12.2 / 57;
        canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: r.bottom - 12 }))");
    browser.wait("the decision", "document.querySelector('.time').textContent.trim() === 't = 12.0'", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn nothing_moves_while_it_plays() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch"));
    browser.wait("the first picture to move", "Number(document.querySelector('#playhead').value) > 20", PATIENCE);
    nothing_moves(&browser, 0);
}

#[test]
fn a_cursor_tells_the_numbers() {
    let (_page, browser) = watch(&format!("{FIRST}&t=10"), Size::WIDE);
    browser.act("document.querySelector('.picture').focus()");
    browser.press(&[key::RIGHT]);
    browser.wait_for(".reading", PATIENCE);
    let table = browser.text(".reading");
    assert!(table.contains("believed") && table.contains("late, served") && table.contains("waits"), "{table}");
    browser.press(&[key::HOME]);
    assert!(browser.text(".reading caption").contains("t = 0"), "{}", browser.text(".reading"));
    browser.press(&[key::ESCAPE]);
    assert_eq!(browser.count(".reading"), 0);
}

#[test]
fn sentences_say_why() {
    let (_page, browser) = watch(&format!("{FIRST}&t=10"), Size::WIDE);
    let late = "J1 runs: its estimated remaining size is −9, so it is late and under SRPTE nothing can preempt it; J2 and J3 wait.";
    assert_eq!(why(&browser, "srpte"), late);
    assert_eq!(
        why(&browser, "fspe+ps"),
        "J1 and J2 share the server equally, 50 % each: they are late, and late jobs alone are served; J3 waits."
    );
    assert!(browser.text("[data-why=srpte]").contains(" Now J1 runs: "), "{}", browser.text("[data-why=srpte]"));
    browser.click("#forward");
    assert_eq!(browser.text(".time"), "t = 12.0", "the next event is J4's arrival");
    assert!(!browser.text("[data-why=srpte]").contains("Now"), "{}", browser.text("[data-why=srpte]"));
    assert!(why(&browser, "srpte").contains("J2, J3 and J4 wait"));
    assert!(browser.text("[data-why=srpte]").contains("12 J4 arrives."), "{}", browser.text("[data-why=srpte]"));
    browser.click("#back");
    assert_eq!(browser.text(".time"), "t = 9.0");
    seek(&browser, 57.0);
    assert_eq!(why(&browser, "srpte"), "All jobs are done.");
    browser.click("#steps summary");
    browser.wait_for("#steps-table tbody tr", PATIENCE);
    assert!(browser.text("#steps-table").contains("nothing can preempt it"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_quiz_hides_asks_checks_and_explains() {
    let (_page, browser) = watch(FIRST, Size::WIDE);
    let shown = drawing(&browser, "canvas[data-panel=srpte]");
    // Marks of events on the bar, of those that are seen.
    let marks =
        || browser.js("return document.querySelector('.ticks path').getAttribute('d').split('M').length").as_u64().expect("a number");
    browser.wait_for(".price", PATIENCE);
    let all = marks();
    browser.click("#quiz");
    browser.wait_for("#quiz-question", PATIENCE);
    assert_eq!(browser.text("#quiz-question"), "t = 4: J2 arrives. Which jobs are served now under SRPTE?");
    assert_eq!(browser.text(".withheld"), "The picture of FSPE+PS is shown after your answer.");
    assert_eq!((browser.count("canvas[data-panel=srpte]"), browser.count("canvas[data-panel='fspe+ps']")), (1, 0));
    assert_eq!([why(&browser, "srpte"), why(&browser, "fspe+ps")], ["?", "?"]);
    assert_eq!(browser.text("[data-mean=srpte]"), "?");
    browser.wait("the price to be withheld", "!document.querySelector('.price')", PATIENCE);
    browser.click("#numbers summary");
    browser.wait_for("#jobs-table", PATIENCE);
    assert!(browser.text("#jobs-table").contains('?'));
    assert_ne!(drawing(&browser, "canvas[data-panel=srpte]"), shown, "the future is hidden");
    assert_eq!(browser.count(".tale"), 0, "the story tells what will happen");
    assert!(marks() < all);
    // Nor can anybody go there.
    browser.click("#forward");
    assert_eq!(browser.text(".time"), "t = 4.0");
    browser.click("#play");
    browser.set_value("#playhead", "900");
    browser.wait("the clock to stop", "document.querySelector('#play[aria-pressed=false]')", PATIENCE);
    assert_eq!(browser.text(".time"), "t = 4.0");
    // Nor do the numbers at the playhead say who is served from now on.
    browser.act("document.querySelector('[aria-label^=\"SRPTE, picture\"]').focus()");
    browser.press(&[key::END]);
    assert_eq!(browser.count(".reading"), 0);

    browser.click(".option[data-job=J1]");
    browser.click("#quiz-go");
    let right = "Right. From t = 4 on J1 is served under SRPTE. At t = 4 J1 runs: its estimated remaining size is −3";
    assert!(browser.text("#quiz-verdict").starts_with(right), "{}", browser.text("#quiz-verdict"));
    assert_eq!(browser.count(".withheld"), 0, "the other policy is seen again");
    assert_eq!(browser.text("#quiz-score"), "1 of 1 right");
    browser.click("#quiz-go");
    browser.wait("a question about the other policy", "document.querySelector('#quiz-question').textContent.includes('FSPE+PS')", PATIENCE);
    assert_eq!(browser.text(".withheld"), "The picture of SRPTE is shown after your answer.");
    browser.click(".option[data-job=J2]");
    browser.click("#quiz-go");
    assert!(browser.text("#quiz-verdict").starts_with("Not so."), "{}", browser.text("#quiz-verdict"));
    browser.click("#quiz-go");
    browser.wait_for("#quiz-time", PATIENCE);
    assert!(browser.text("#quiz-question").contains("counts as right"));
    browser.type_into("#quiz-time", "57");
    browser.press(&[key::ENTER]);
    assert!(browser.text("#quiz-verdict").contains("leaves at t = "), "{}", browser.text("#quiz-verdict"));
    browser.click("#quiz");
    assert_eq!(browser.count(".quiz"), 0);
    assert_ne!(browser.text("[data-mean=srpte]"), "?");
    browser.wait_for(".tale", PATIENCE);
    assert_eq!(marks(), all);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn fields_say_what_is_wrong() {
    const SIZE: &str = "[name='J2.size']";
    let (_page, browser) = watch(EXACT, Size::WIDE);
    browser.click("#try");
    browser.wait_for(SIZE, PATIENCE);
    browser.set_value(SIZE, "-1");
    browser.wait_for("[name='J2.size'][aria-invalid=true]", PATIENCE);
    assert_eq!(browser.text("#fields-message"), "size of J2 is \"-1\"; allowed: 0.000001 to 1000000");
    let before = means(&browser);
    browser.set_value(SIZE, "6");
    browser.wait("the new size", &format!("document.querySelector('[data-mean=srpte]').dataset.value !== '{}'", before[0].1), PATIENCE);
    assert_eq!(browser.count("[aria-invalid=true]"), 0);
    browser.wait("the link", "location.hash.includes('jobs=0:40,4:6,9:5')", PATIENCE);
}

#[test]
fn digits_that_come_at_once_are_one_number() {
    const SIZE: &str = "[name='J2.size']";
    let (_page, browser) = watch(EXACT, Size::WIDE);
    browser.click("#try");
    browser.wait_for(SIZE, PATIENCE);
    browser.js("window.means = []; new MutationObserver(list => list.forEach(change => window.means.push(change.target.dataset.value)))
        .observe(document.querySelector('[data-mean=srpte]'), { attributes: true, attributeFilter: ['data-value'] });
        const field = document.querySelector(\"[name='J2.size']\");
        for (const text of ['3', '30', '305']) { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); }");
    browser.wait("what was typed last", "location.hash.includes('jobs=0:40,4:305,9:5')", PATIENCE);
    assert_eq!(browser.js("return window.means.length"), json!(1), "the policies served once");
}

#[test]
fn jobs_are_called_as_their_file_calls_them() {
    let (_page, browser) = watch(FIRST, Size::WIDE);
    drop_file(&browser, "jobs.csv", "id,arrival,size,estimate\nnightly-build,0,40,1\nmail,4,3,3\n7,9,5,5\n");
    browser.wait("the jobs of the file", "location.hash.includes('jobs=0:40:1,4:3,9:5')", PATIENCE);
    seek(&browser, 20.0);
    assert!(why(&browser, "srpte").starts_with("nightly-build runs"), "{}", why(&browser, "srpte"));
    browser.click("#try");
    browser.wait_for("#fields-table", PATIENCE);
    let named = || browser.js("return [...document.querySelectorAll('#fields-table tbody th')].map(cell => cell.textContent)");
    assert_eq!(named(), json!(["nightly-build", "mail", "7"]));
    assert_eq!(browser.count(".front .grip[aria-label^='nightly-build size']"), 1);
    browser.click("[aria-label='Remove nightly-build']");
    browser.wait("two jobs", "document.querySelectorAll('#fields-table tbody tr').length === 2", PATIENCE);
    assert_eq!(named(), json!(["mail", "7"]), "jobs keep what they are called");
    browser.click("#undo");
    browser.wait("three jobs", "document.querySelectorAll('#fields-table tbody tr').length === 3", PATIENCE);
    assert_eq!(named(), json!(["nightly-build", "mail", "7"]));
    assert!(!browser.text("#notice").contains("J1"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_table_of_the_cursor_stays_on_its_own_picture() {
    for size in [Size::WIDE, Size { width: 1920, height: 1080 }] {
        let (_page, browser) = watch(MANY, size);
        browser.act("document.querySelector('.picture').focus()");
        for key in [key::RIGHT, key::LEFT] {
            browser.press(&[key; 6]);
            browser.wait_for(".reading", PATIENCE);
            let places = browser.js("const [table, picture] = ['.reading', '.picture:has(.reading)'].map(css => document.querySelector(css).getBoundingClientRect());
                return [table.left >= picture.left - 1, table.right <= picture.right + 1, table.top >= picture.top - 1, table.bottom <= picture.bottom + 1,
                    document.querySelector('.reading table').getBoundingClientRect().width <= picture.width]");
            assert_eq!(places, json!([true, true, true, true, true]), "{size:?}");
            let dot = browser.js("const dot = document.querySelector('.reading .dot'), box = dot.getBoundingClientRect();
                return [Math.round(box.width - box.height), getComputedStyle(dot, '::after').content]");
            assert_eq!(dot, json!([0, "none"]), "a job's dot is a plain one");
        }
    }
}

#[test]
fn a_link_holds_everything() {
    let link = "#watch?v=1&jobs=0:12.5:1,3:4:4:2,7.25:0.5&policies=psbs,gps,srpte&show=attained&t=6.5";
    let (page, browser) = watch(link, Size::WIDE);
    let first = means(&browser);
    assert_eq!(first.len(), 3);
    assert_eq!(browser.text(".time"), "t = 6.5");
    assert_eq!(browser.count("input[name=curves][value=attained]:checked"), 1);
    browser.wait("the link", "location.hash.includes('t=6.5')", PATIENCE);
    assert_eq!(browser.address(), page.at(link));
    let mut sorted = first.clone();
    sorted.sort_by(|a, b| b.0.cmp(&a.0));
    assert_eq!(means_of_command(&browser.address()), sorted);
    assert_eq!(browser.console_errors(), Vec::<String>::new());

    browser.goto("about:blank");
    browser.goto(&page.at("#watch?v=1&jobs=0:-1"));
    browser.wait_for("#link-fault", PATIENCE);
    assert!(browser.text("#link-fault").contains("job 1 is \"0:-1\""), "{}", browser.text("#link-fault"));
}

#[test]
fn back_and_forward() {
    let (_page, browser) = watch(FIRST, Size::WIDE);
    browser.wait("the first link", "location.hash.includes('example=under-estimated')", PATIENCE);
    browser.set_value("#example", "aging");
    browser.wait("the second link", "location.hash.includes('example=aging')", PATIENCE);
    browser.js("history.back()");
    browser.wait(
        "the first again",
        "document.querySelector('#example').value === 'under-estimated' && location.hash.includes('under-estimated')",
        PATIENCE,
    );
    browser.js("history.forward()");
    browser.wait("the second again", "document.querySelector('#example').value === 'aging'", PATIENCE);
    browser.click("#tab-compare");
    browser.wait_for("#run-status", PATIENCE);
    browser.wait("the third link", "location.hash.startsWith('#compare?')", PATIENCE);
    browser.js("history.back()");
    browser.wait("the second once more", "document.querySelector('#example')?.value === 'aging'", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn who_goes_on_at_once_goes_back_to_the_link() {
    let (_page, browser) = watch(FIRST, Size::WIDE);
    browser.wait("the first link", "location.hash.includes('fspe+ps')", PATIENCE);
    // Nothing rests between the link, in which the page would write a plus, and the choice.
    let entries = browser.js("const before = history.length;
        const value = key => document.querySelector('#example')?.value === key;
        const until = async condition => { while (!condition()) { await new Promise(go => setTimeout(go, 5)); } };
        location.hash = '#watch?v=1&example=aging&policies=srpte,fspe%2Bps';
        await until(() => value('aging'));
        const list = document.querySelector('#example');
        list.value = 'under-estimated';
        list.dispatchEvent(new Event('change', { bubbles: true }));
        await until(() => location.hash.includes('example=under-estimated'));
        return history.length - before;");
    assert_eq!(entries, json!(2));
    browser.js("history.back()");
    browser.wait("the link again", "document.querySelector('#example')?.value === 'aging'", PATIENCE);
}

#[test]
fn embedded_is_only_the_picture() {
    let (page, browser) = watch("#embed?v=1&example=aging&policies=fsp&t=3", Size::WIDE);
    assert_eq!(browser.count(".top"), 0);
    for css in [".opening", ".story", ".tools"] {
        assert_eq!(
            browser.js_with("return getComputedStyle(document.querySelector(arguments[0])).display", &[json!(css)]),
            json!("none"),
            "{css}"
        );
    }
    browser.wait("the link", "location.hash.startsWith('#embed/watch?v=1&example=aging')", PATIENCE);
    assert_eq!(browser.js("return document.documentElement.scrollHeight"), json!(Size::WIDE.height), "it fits into its frame");
    browser.goto(&page.at("#embed/compare?v=1&seed=2"));
    browser.reload();
    browser.wait("the numbers", DONE, PATIENCE);
    assert_eq!(browser.count(".top"), 0);
}

#[test]
fn exported_files_can_be_read() {
    let (_page, browser) = watch(&format!("{FIRST}&t=10"), Size::WIDE);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exported");
    // Files of an earlier run are not to be mistaken for new ones.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    browser.download_to(&folder);
    let export = |format: &str| -> Vec<u8> {
        browser.click("#export summary");
        browser.click(&format!("[data-format={format}]"));
        let file = folder.join(format!("watch.{format}"));
        Browser::downloaded(format, &file, PATIENCE)
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let csv = text(export("csv"));
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let titles = rows.next().expect("titles");
    assert_eq!((titles[0], titles.len()), ("policy", 12));
    assert!(rows.clone().count() > 20 && rows.all(|row| row.len() == 12 && row[1].parse::<f64>().is_ok()), "{csv}");
    let json: Value = serde_json::from_slice(&export("json")).expect("JSON");
    assert_eq!(json["policies"][0]["timeline"]["completions"][0], json!(40.0));
    let svg = text(export("svg"));
    assert!(
        svg.starts_with("<svg")
            && svg.contains("width=\"1280\"")
            && svg.trim_end().ends_with("</svg>")
            && svg.contains("FSPE+PS")
            && svg.contains("so it is late"),
        "{svg:.300}"
    );
    let png = export("png");
    assert_eq!((&png[..8], &png[16..20]), (&b"\x89PNG\r\n\x1a\n"[..], &2560_u32.to_be_bytes()[..]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn an_animation_plays_steps_and_ends() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let playhead = || -> f64 {
        let text = browser.js("return document.querySelector('#playhead').value");
        text.as_str().and_then(|text| text.parse().ok()).expect("the playhead is a number")
    };
    browser.goto(&page.at("#watch?example=under-estimation&policies=srpte,fspe+ps"));
    browser.wait_for("canvas[data-panel='srpte']", PATIENCE);
    browser.wait_for("canvas[data-panel='fspe+ps']", PATIENCE);
    browser.wait("the first picture to move", "Number(document.querySelector('#playhead').value) > 0", PATIENCE);
    browser.click("#play");
    let (stopped, picture) = (playhead(), drawing(&browser, "canvas[data-panel='srpte']"));
    assert_eq!(playhead(), stopped, "a stopped animation stands");
    browser.act("document.activeElement.blur()");
    // Nearer than a step of the slider may be the next event.
    let time = "document.querySelector('output.time').textContent";
    let before = browser.js(&format!("return {time}"));
    browser.press(&[key::RIGHT]);
    browser.wait("a step", &format!("{time} !== {before}"), PATIENCE);
    assert_ne!(drawing(&browser, "canvas[data-panel='srpte']"), picture);
    let stepped = browser.js(&format!("return {time}"));
    browser.click("#back");
    browser.wait("a step back", &format!("{time} !== {stepped}"), PATIENCE);
    browser.act("document.activeElement.blur()");
    browser.press(&[key::SPACE]);
    browser.wait_for("#play[aria-pressed=true]", PATIENCE);
    browser.set_value("#speed", "3");
    browser.wait_for("#play[aria-pressed=false]", PATIENCE);
    assert_eq!(json!(playhead().to_string()), browser.js("return document.querySelector('#playhead').max"), "it plays to the end");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_wish_for_less_motion_is_honoured() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.prefer(Preferences { reduced_motion: true, dark: true });
    browser.goto(page.address());
    browser.wait_for("#playhead", PATIENCE);
    assert_eq!(browser.attribute("#play", "aria-pressed").as_deref(), Some("false"));
    browser.rest(SOON);
    assert_eq!(browser.js("return document.querySelector('#playhead').value"), json!("0"), "nothing moves by itself");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn policies_are_chips_as_elsewhere_up_to_four() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch?example=under-estimated&policies=srpte,fspe%2Bps"));
    browser.wait("the panels", "document.querySelectorAll('figure.panel').length === 2", PATIENCE);
    browser.click("#watch-add");
    browser.click("#watch-ps");
    browser.click("#watch-srpt");
    browser.wait("four panels", "document.querySelectorAll('figure.panel').length === 4", PATIENCE);
    assert_eq!(browser.attribute("#watch-las", "aria-disabled").as_deref(), Some("true"), "there is no more room");
    browser.click("#watch-srpte");
    browser.wait("three panels", "document.querySelectorAll('figure.panel').length === 3", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn virtual_time_has_a_picture_and_a_sentence() {
    let (page, browser) = watch("#watch?v=1&example=aging&policies=fsp&t=4.5", Size::WIDE);
    browser.wait_for("main.virtual canvas[data-panel=fsp]", PATIENCE);
    assert_eq!(browser.count("input[name=curves][value=virtual]:checked"), 1, "it is the usual picture here");
    assert_eq!(browser.text(".lead"), "FSP serves J2: of those still here, it completes first in the virtual system, at 9.5.");
    let rows = browser.js(
        "return [...document.querySelectorAll('[data-stands=fsp] tbody tr')].map(row => [...row.cells].map(cell => cell.textContent.trim()))",
    );
    assert_eq!(
        rows,
        json!([["J1 gone", "0", "1", "3", "7.5"], ["J2 served", "2.5", "2", "4", "9.5"], ["J3 waits", "3", "2.5", "4.5", "10"]])
    );
    assert!(browser.text("[data-why=fsp]").contains("Next: J2 leaves at 7, J1 completes virtually at 7.5."));
    // Another picture is chosen, and the link holds it.
    browser.click(".segment:has(input[value=lanes])");
    browser.wait("the lanes", "!document.querySelector('main.virtual') && location.hash.includes('show=lanes')", PATIENCE);
    browser.reload();
    browser.wait_for("canvas[data-panel=fsp]", PATIENCE);
    assert_eq!(browser.count("main.virtual"), 0);
    assert_eq!(browser.count("input[name=curves][value=lanes]:checked"), 1);
    browser.click(".segment:has(input[value=virtual])");
    browser.wait("virtual time", "document.querySelector('main.virtual') && !location.hash.includes('show=')", PATIENCE);
    // Beside a policy that has no virtual system it is shown when it is asked for.
    browser.goto(&page.at("#watch?v=1&example=aging&policies=fsp,srpt&show=virtual"));
    browser.wait("both", "document.querySelectorAll('main.virtual canvas[data-panel]').length === 2", PATIENCE);
    browser.goto(&page.at("#watch?v=1"));
    browser.wait_for("canvas[data-panel=srpte]", PATIENCE);
    assert_eq!(browser.count("main.virtual"), 0, "the first picture is as it was");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
