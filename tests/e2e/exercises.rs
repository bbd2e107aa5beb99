//! *Exercises*: solved by keyboard alone, the future withheld, codes, links, and what a screen reader is told.

use super::*;

fn exercise(number: usize, size: Size) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(size);
    browser.goto(&page.at(&format!("#exercise?set=guesses&number={number}")));
    browser.wait_for(&format!(".exercise[data-exercise=\"{number}\"]"), PATIENCE);
    (page, browser)
}

/// Presses the Tab key until the element has the focus.
fn tab_to(browser: &Browser, css: &str) {
    for _ in 0..80 {
        if browser.js_with("return document.activeElement?.matches(arguments[0]) ?? false", &[json!(css)]) == json!(true) {
            return;
        }
        browser.press(&[key::TAB]);
    }
    panic!("the Tab key does not lead to {css}");
}

fn solved(browser: &Browser) {
    browser.wait("the verdict", "document.querySelector('#exercise-verdict.right')", PATIENCE);
    let code = browser.text("#exercise-code");
    assert!(code.len() == 9 && code.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'), "{code}");
}

#[test]
fn a_prediction_is_made_by_keyboard_alone() {
    let (_page, browser) = exercise(3, Size::WIDE);
    tab_to(&browser, "#exercise-answer");
    browser.press(&['1', '7', '.', '5', key::ENTER]);
    browser.wait("the verdict", "document.querySelector('#exercise-verdict.not')", PATIENCE);
    assert_eq!(browser.text("#exercise-verdict"), "Not yet. It is later.");
    tab_to(&browser, "#exercise-hint");
    browser.press(&[key::ENTER]);
    assert!(browser.text(".shown-hint").starts_with("Hint 1 of 3"));
    // The same answer as a flag on the time axis.
    tab_to(&browser, "#flag");
    assert_eq!(browser.attribute("#flag", "aria-valuetext").as_deref(), Some("t = 17.5"));
    browser.chord(&[key::SHIFT], &[key::RIGHT; 5]);
    browser.press(&[key::LEFT]);
    assert_eq!(browser.js("return document.querySelector('#exercise-answer').value"), "42");
    tab_to(&browser, "#exercise-check");
    browser.press(&[key::ENTER]);
    solved(&browser);
    assert_eq!(browser.text("#effort"), "It says: exercise 3 solved at try 2, with 1 hint.");
    let output = Command::new(env!("CARGO_BIN_EXE_schedscope"))
        .args(["exercise", "verify", "guesses", "3", &browser.text("#exercise-code")])
        .output()
        .expect("the command line runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "right: solved at try 2, with 1 hint\n");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_goal_is_reached_by_keyboard_alone() {
    let (_page, browser) = exercise(5, Size::WIDE);
    let value = || browser.attribute("#goal-value", "data-value").and_then(|value| value.parse::<f64>().ok()).expect("a number");
    assert!(value() > 12.0);
    tab_to(&browser, "#more-estimate");
    browser.press(&[key::ENTER]);
    assert_eq!(browser.js("return document.querySelector('#goal-estimate').value"), "3");
    tab_to(&browser, "#goal-estimate");
    browser.chord(&[key::CONTROL], &['a']);
    browser.press(&['6', '0']);
    browser.wait("the goal", "Number(document.querySelector('#goal-value').dataset.value) <= 12", PATIENCE);
    browser.press(&[key::ENTER]);
    solved(&browser);
    assert!(browser.text(".why-so").contains("only large enough"));
    assert_eq!(browser.count("#goal-size"), 0, "only estimates may be changed");
    browser.reload();
    browser.wait(
        "what was solved is kept",
        "document.querySelector('.proof.solved') && document.querySelector('.dot-step.here.solved')",
        PATIENCE,
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_future_is_not_on_the_page_before_the_answer() {
    let (_page, browser) = exercise(3, Size::WIDE);
    let told = "return document.documentElement.outerHTML.includes(arguments[0])";
    let tells = |words: &str| browser.js_with(told, &[json!(words)]) == json!(true);
    // The pixels right of the playhead are those of an empty axis: one colour in most rows.
    let busy = "const canvas = document.querySelector('.exercise-panel canvas'), context = canvas.getContext('2d');
        const { data, width, height } = context.getImageData(Math.round(canvas.width * 0.3), 0, Math.round(canvas.width * 0.65), Math.round(canvas.height * 0.7));
        let coloured = 0;
        for (let i = 0; i < width * height; i++) coloured += Math.max(data[4*i], data[4*i+1], data[4*i+2]) - Math.min(data[4*i], data[4*i+1], data[4*i+2]) > 60;
        return coloured;";
    browser.wait("the picture", "document.querySelector('.exercise-panel canvas')?.width > 300", PATIENCE);
    browser.wait(
        "what it shows",
        "document.querySelector('.exercise-panel canvas').getContext('2d').getImageData(0, 0, 200, 200).data.some(x => x)",
        PATIENCE,
    );
    assert_eq!(browser.js(busy), json!(0), "nothing is drawn after the question");
    assert_eq!(browser.count(".exercise-panel"), 1, "the other policy is withheld");
    for told in ["leaves at 42", "t = 42", "of 50", "mean sojourn", "why-so"] {
        assert!(!tells(told), "{told} is told before the answer");
    }
    browser.press(&[key::END]);
    assert_eq!(browser.text("output.time"), "t = 14.0", "play stops at the question");
    browser.type_into("#exercise-answer", "42");
    browser.click("#exercise-check");
    solved(&browser);
    browser.wait("the other policy", "document.querySelectorAll('.exercise-panel').length === 2", PATIENCE);
    browser.press(&[key::END]);
    browser.wait("the future", &format!("(() => {{ {busy} }})() > 100"), PATIENCE);
    assert!(tells("leaves at 42") && tells("mean sojourn"));
}

#[test]
fn a_flag_is_dragged_and_is_the_number() {
    let (_page, browser) = exercise(3, Size::WIDE);
    browser.wait_for("#flag", PATIENCE);
    browser.grab("#flag");
    browser.drag_by(120, 0);
    browser.release();
    let typed = browser.js("return Number(document.querySelector('#exercise-answer').value)").as_f64().expect("a number");
    assert!(typed > 16.0 && typed < 40.0, "{typed}");
}

#[test]
fn a_load_is_simulated_when_a_policy_is_chosen() {
    let (_page, browser) = exercise(10, Size::WIDE);
    browser.click(".choose-policy input[value=fifo]");
    browser.click("#exercise-check");
    browser.wait("the verdict", "document.querySelector('#exercise-verdict.not')", PATIENCE);
    assert_eq!(browser.count(".choose-value"), 0);
    browser.click(".choose-policy input[value=\"fspe+ps\"]");
    browser.click("#exercise-check");
    solved(&browser);
    assert_eq!(browser.count(".choose-value"), 4);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_teacher_writes_an_exercise_hands_it_out_and_checks_its_code() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#exercises"));
    browser.wait_for("#own-set summary", PATIENCE);
    browser.click("#own-set summary");
    browser.set_value("#set-text", "title = \"S\"\n[[exercise]]\ntitle = \"A\"");
    browser.click("#open-set");
    assert_eq!(browser.text("#set-fault"), "exercise 1: text is missing; allowed: a text");
    let set = "title = \"S\"\n[[exercise]]\ntitle = \"Two jobs\"\ntext = \"When does J2 leave?\"\njobs = \"0:4, 1:2\"\npolicies = \"ps\"\ninstant = { job = 2 }";
    browser.set_value("#set-text", set);
    browser.click("#open-set");
    browser.click(".pick-exercise");
    browser.wait("a link that holds it", "location.hash.startsWith('#exercise?v=1&title=Two%20jobs')", PATIENCE);
    let link = browser.address();
    browser.goto("about:blank");
    browser.goto(&link);
    browser.wait_for("#exercise-answer", PATIENCE);
    assert_eq!(browser.text("#exercise-title"), "Two jobs");
    browser.type_into("#exercise-answer", "5");
    browser.click("#exercise-check");
    solved(&browser);
    browser.type_into("#student", "Ada");
    let code = browser.text("#exercise-code");
    browser.click("#to-gallery");
    browser.wait_for("#check-code summary", PATIENCE);
    browser.click("#check-code summary");
    browser.type_into("#claim-code", &code);
    assert_eq!(browser.text("#claim-verdict"), "This is not the code of this name for an exercise of this set.");
    browser.type_into("#claim-name", "Ada");
    assert_eq!(browser.text("#claim-verdict"), "Right: exercise 1, solved at the first try, without a hint.");
}

#[test]
fn on_a_phone_nothing_is_cut_and_targets_are_large_enough() {
    for number in [3, 4, 7, 10] {
        let (_page, browser) = exercise(number, Size::PHONE);
        browser.wait_for("#exercise-check", PATIENCE);
        assert_eq!(browser.js("return document.documentElement.scrollWidth"), json!(390), "exercise {number} is as wide as the phone");
        let small =
            browser.js("return [...document.querySelectorAll('.task button, .task input, .answer-bar button, .panel-tab, .pick-exercise')]
            .map(target => [target, (target.closest('label') ?? target).getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5)).map(([target]) => target.outerHTML)");
        assert_eq!(small, json!([]), "exercise {number}: targets of 44 pixels");
        let check = browser
            .js("const box = document.querySelector('#exercise-check').getBoundingClientRect(); return box.bottom <= 844 && box.top > 700");
        assert_eq!(check, json!(true), "Check is at hand");
    }
}

/// What a screen reader is told of the page: roles and names, in order.
fn told(browser: &Browser) -> Vec<String> {
    let tree = browser.devtools("Accessibility.getFullAXTree", &json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    let child = |id: &Value| nodes.iter().find(|node| node["nodeId"] == *id);
    let mut said = vec![];
    let mut stack: Vec<&Value> = nodes.first().into_iter().collect();
    while let Some(node) = stack.pop() {
        let text = |part: &str| node[part]["value"].as_str().unwrap_or_default().to_owned();
        let (role, name) = (text("role"), text("name"));
        if node["ignored"] != json!(true) && !["InlineTextBox", "generic", "none"].contains(&role.as_str()) {
            said.push(format!("{role}: {name}"));
        }
        stack.extend(node["childIds"].as_array().into_iter().flatten().rev().filter_map(child));
    }
    said
}

#[test]
fn a_screen_reader_is_told_the_task_before_the_means_and_the_means_before_the_rest() {
    let (_page, browser) = exercise(3, Size::WIDE);
    browser.wait_for("#flag", PATIENCE);
    browser.devtools("Accessibility.enable", &json!({}));
    let said = told(&browser);
    let place =
        |wanted: &str| said.iter().position(|line| line.contains(wanted)).unwrap_or_else(|| panic!("{wanted} is not said: {said:#?}"));
    let order = [
        "link: ‹ Exercises",
        "heading: When does J4 leave?",
        "StaticText: J1 has size 40",
        "StaticText: At what instant does J4 leave under SRPTE?",
        "textbox: J4 leaves at",
        "button: Check",
        "button: Hint 1 of 3",
        "slider: Your answer for J4, on the time axis",
        "group: Playback",
        "navigation: All exercises of the set",
    ]
    .map(place);
    assert!(order.is_sorted(), "{said:#?}");
    assert!(said.iter().all(|line| !line.contains("42")), "the answer is not read out: {said:#?}");
    assert!(said[place("image: SRPTE")].contains("not shown before your answer"));
    browser.type_into("#exercise-answer", "42");
    browser.click("#exercise-check");
    solved(&browser);
    let said = told(&browser).join("\n");
    assert!(said.contains("status: ") && said.contains("Right. J4 leaves at t = 42 under SRPTE"), "{said}");
    assert!(said.contains("textbox: Your name, if your teacher wants it in the code"), "{said}");
    // A goal.
    browser.click(".pick-exercise[data-number=\"4\"]");
    browser.wait_for("#goal-value", PATIENCE);
    let said = told(&browser);
    for words in
        ["meter: How far the goal is", "group: Which job to change", "textbox: size of J1", "button: More size", "button: Less size of J1"]
    {
        assert!(said.iter().any(|line| line.starts_with(words)), "{words}: {said:#?}");
    }
}
