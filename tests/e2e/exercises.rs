//! *Exercises*: solved by keyboard alone, the future withheld, codes, links, and what a screen reader is told.

use super::*;

fn exercise(number: usize, size: Size) -> (Page, Browser) {
    exercise_of("guesses", number, size)
}

fn exercise_of(set: &str, number: usize, size: Size) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(size);
    browser.goto(&page.at(&format!("#exercise?set={set}&number={number}")));
    browser.wait_for(&format!(".exercise[data-exercise=\"{number}\"]"), PATIENCE);
    (page, browser)
}

/// Presses the Tab key until the element has the focus. Whatever has it on the way shows that it does.
fn tab_to(browser: &Browser, css: &str) {
    let here = "const active = document.activeElement, style = getComputedStyle(active);
        const seen = active === document.body || active.tabIndex < 0 || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1);
        return [active.matches(arguments[0]), seen ? '' : active.outerHTML.slice(0, 160)]";
    for _ in 0..80 {
        let found = browser.js_with(here, &[json!(css)]);
        assert_eq!(found[1], json!(""), "what has the focus is to be seen");
        if found[0] == json!(true) {
            return;
        }
        browser.press(&[key::TAB]);
    }
    panic!("the Tab key does not lead to {css}");
}

/// Waits until an element has the focus that the page has moved there.
fn focused(browser: &Browser, css: &str) {
    browser.wait(&format!("the focus on {css}"), &format!("document.activeElement?.matches({})", json!(css)), PATIENCE);
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
    browser.press(&['1', '7', '.', '5']);
    browser.press(&[key::ENTER]);
    browser.wait("the verdict", "document.querySelector('#exercise-verdict.not')", PATIENCE);
    let later = "Not yet. It is later. From t = 12, when J4 comes, to t = 17.5 SRPTE serves J1.";
    assert_eq!(browser.text("#exercise-verdict"), later);
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
    assert_eq!(browser.text("#effort"), "This code stands for: exercise 3, solved at try 2, with 1 hint, no name.");
    let output = command_line()
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
    browser.press(&[key::ENTER]);
    assert_eq!(browser.count("#exercise-verdict.not"), 0, "Enter ends a number, and is no try before the goal is reached");
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
fn a_set_is_worked_through_by_keyboard_alone() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#exercises"));
    browser.wait_for(".pick-exercise", PATIENCE);
    tab_to(&browser, ".pick-exercise[data-number='1']");
    browser.press(&[key::ENTER]);
    // An order: the focus goes to the task, from there to the jobs.
    focused(&browser, "#exercise-title");
    for job in ["J1", "J3", "J2", "J4"] {
        tab_to(&browser, &format!(".order-job[data-job={job}]"));
        browser.press(&[key::SPACE]);
    }
    assert_eq!(browser.text("#order-so-far"), "J1 → J3 → J2 → J4");
    tab_to(&browser, "#exercise-check");
    browser.press(&[key::ENTER]);
    browser.wait("the verdict", "document.querySelector('#exercise-verdict.not')", PATIENCE);
    focused(&browser, "#exercise-check");
    tab_to(&browser, ".order-job[data-job=J1]");
    browser.press(&[key::SPACE]);
    assert_eq!(browser.text("#order-so-far"), "No job named yet", "what came after it goes with it");
    for job in ["J3", "J2", "J4", "J1"] {
        tab_to(&browser, &format!(".order-job[data-job={job}]"));
        browser.press(&[key::SPACE]);
    }
    tab_to(&browser, "#exercise-check");
    browser.press(&[key::ENTER]);
    solved(&browser);
    // The button is gone; one goes on from what is said of the answer.
    focused(&browser, "#exercise-verdict");
    tab_to(&browser, "#student");
    browser.press(&['A', 'd', 'a', key::TAB]);
    focused(&browser, "#exercise-next");
    browser.press(&[key::ENTER]);
    // A number.
    browser.wait_for(".exercise[data-exercise='2']", PATIENCE);
    focused(&browser, "#exercise-title");
    tab_to(&browser, "#exercise-answer");
    browser.press(&['7']);
    browser.press(&[key::ENTER]);
    solved(&browser);
    focused(&browser, "#exercise-verdict");
    tab_to(&browser, "#exercise-again");
    browser.press(&[key::ENTER]);
    focused(&browser, "#exercise-title");
    // Another of the list, in which a policy is chosen by arrow keys.
    tab_to(&browser, ".exercise-list .pick-exercise[data-number='10']");
    browser.press(&[key::ENTER]);
    browser.wait_for(".exercise[data-exercise='10']", PATIENCE);
    focused(&browser, "#exercise-title");
    tab_to(&browser, ".choose-policy input");
    browser.press(&[key::SPACE]);
    let keys = browser.js("return [...document.querySelectorAll('.choose-policy input')].findIndex(input => input.value === 'fspe+ps')");
    browser.press(&vec![key::DOWN; keys.as_u64().expect("a place") as usize]);
    assert_eq!(browser.js("return document.querySelector('.choose-policy input:checked').value"), "fspe+ps");
    tab_to(&browser, "#exercise-check");
    browser.press(&[key::ENTER]);
    solved(&browser);
    focused(&browser, "#exercise-verdict");
    // Back, where one was.
    tab_to(&browser, "#to-gallery");
    browser.press(&[key::ENTER]);
    focused(&browser, ".pick-exercise[data-number='10']");
    assert!(browser.text("#score").starts_with("3 of 10 solved"), "{}", browser.text("#score"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The score of the formula that is written, when it is there.
const SCORED: &str = "document.querySelector('#formula-value')?.dataset.value";

#[test]
fn a_challenge_is_solved_by_keyboard_alone() {
    let (_page, browser) = exercise_of("formulas", 1, Size::WIDE);
    browser.devtools("Accessibility.enable", &json!({}));
    browser.wait("the score of what it begins with", &format!("Number({SCORED}) > 2.42"), PATIENCE);
    assert_eq!(browser.count("#formula-beside tr"), 4, "the policies of the load, and no solution");
    let both = "['#formula-value', '#exercise-formula-text'].every(css => { const box = document.querySelector(css).getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight })";
    assert_eq!(browser.js(&format!("return {both}")), json!(true), "the score is in sight while the formula is written");
    let write = |text: &str| {
        tab_to(&browser, "#exercise-formula-text");
        browser.chord(&[key::CONTROL], &['a']);
        browser.press(&text.chars().collect::<Vec<_>>());
    };
    // What may not be read, and what is no formula.
    write("age + rem");
    browser.wait("the mistake", "document.querySelector('#exercise-formula-said .complaint')", PATIENCE);
    assert_eq!(browser.text("#exercise-formula-said"), "Column 7: rem is not allowed here; allowed: est, age.");
    assert_eq!(browser.js("return document.querySelector('#exercise-check').disabled"), json!(true));
    // A formula that is not good enough.
    let top = "return document.querySelector('#exercise-check').getBoundingClientRect().top + scrollY";
    write("age");
    browser.wait("the score", &format!("Math.abs(Number({SCORED}) - 2.4488) < 1e-3"), PATIENCE);
    let before = browser.js(top);
    browser.press(&[key::ENTER]);
    browser.wait("the verdict", "document.querySelector('#exercise-verdict.not')", PATIENCE);
    assert!(browser.text("#exercise-verdict").starts_with("Not yet. Your formula scores 2.449"), "{}", browser.text("#exercise-verdict"));
    // A little of the estimate, heard as a score.
    let heard = read_out(&browser, || {
        browser.press(&" + 0.03*est".chars().collect::<Vec<_>>());
        browser.wait("a better score", &format!("Number({SCORED}) < 2.42"), PATIENCE);
    });
    assert!(heard.iter().any(|said| said.starts_with("Score 2.39") && said.ends_with("below the target of 2.42")), "{heard:?}");
    assert_eq!(browser.js(top), before, "a score moves nothing");
    tab_to(&browser, "#exercise-check");
    browser.press(&[key::ENTER]);
    solved(&browser);
    focused(&browser, "#exercise-verdict");
    browser.wait("the score of the reference", "document.querySelectorAll('#formula-beside tr').length === 5 && !document.querySelector('#formula-beside').textContent.includes('…')", PATIENCE);
    let code = browser.text("#exercise-code");
    let output = command_line().args(["exercise", "verify", "formulas", "1", &code]).output();
    assert_eq!(String::from_utf8_lossy(&output.expect("the command line runs").stdout), "right: solved at try 2, without a hint\n");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_challenge_on_a_phone_is_as_wide_as_the_phone() {
    let (_page, browser) = exercise_of("formulas", 1, Size::PHONE);
    browser.wait("the score", &format!("Number({SCORED}) > 0"), PATIENCE);
    assert_eq!(browser.js("return document.documentElement.scrollWidth"), json!(390));
}

#[test]
fn the_gallery_leads_to_each_set() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#exercises"));
    browser.wait_for("#sets [data-set=formulas]", PATIENCE);
    browser.click("#sets [data-set=formulas]");
    browser.wait("the set", "document.querySelector('#set-title').textContent === 'Write your own policy'", PATIENCE);
    assert_eq!(browser.attribute("#sets [data-set=formulas]", "aria-pressed").as_deref(), Some("true"));
    browser.click(".pick-exercise[data-number='3']");
    browser.wait("its link", "location.hash === '#exercise?v=1&set=formulas&number=3'", PATIENCE);
}

#[test]
fn a_goal_is_reached_by_dragging_on_the_picture() {
    for (size, touch) in [(Size::WIDE, false), (Size::PHONE, true)] {
        let (_page, browser) = exercise(5, size);
        let grip = ".exercise-panel:not(.other) .hold[data-job=J1] .grip.estimate";
        browser.wait_for(grip, PATIENCE);
        browser.js_with("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", &[json!(grip)]);
        browser.settle();
        assert_eq!(browser.count(".grip.size"), 0, "only estimates may be changed");
        if touch {
            browser.touch(grip, (0, -60));
        } else {
            browser.grab(grip);
            browser.drag_by(0, -60);
            browser.release();
        }
        let estimate = browser.js("return Number(document.querySelector('#goal-estimate').value)").as_f64().expect("a number");
        assert!(estimate > 3.0, "{size:?}: {estimate}");
        // The keys of a slider, too.
        browser.js_with("document.querySelector(arguments[0]).focus()", &[json!(grip)]);
        browser.settle();
        browser.chord(&[key::SHIFT], &[key::UP; 60]);
        browser.wait("the goal", "Number(document.querySelector('#goal-value').dataset.value) <= 12", PATIENCE);
        browser.click("#exercise-check");
        solved(&browser);
        assert_eq!(browser.count(".grip"), 0, "what is solved stays");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}

#[test]
fn a_set_is_a_file_that_is_dropped_or_chosen() {
    const SET: &str = "title = \"Week 7\"\n[[exercise]]\ntitle = \"Two jobs\"\ntext = \"Who is served?\"\njobs = \"0:4, 1:2\"\npolicies = \"ps, fifo\"\nat = 2\nserved = {}";
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch"));
    browser.wait_for("#playhead", PATIENCE);
    drop_file(&browser, "week-7.toml", SET);
    browser.wait("the set", "document.querySelector('#set-title')?.textContent === 'Week 7'", PATIENCE);
    browser.click(".pick-exercise");
    browser.wait_for(".option[data-job=J2]", PATIENCE);
    browser.click(".option[data-job=J1]");
    browser.click("#exercise-check");
    assert_eq!(browser.text("#exercise-verdict"), "Not yet. More jobs are served. PS: equal shares for all.");
    browser.click(".option[data-job=J2]");
    browser.click("#exercise-check");
    solved(&browser);
    assert_eq!(browser.count(".option.right"), 2);
    browser.click("#to-gallery");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken.toml");
    std::fs::write(&file, SET.replace("at = 2", "at = 9")).expect("a file");
    browser.click("#own-set summary");
    browser.upload("#set-file", &file);
    browser.wait("what is wrong", "document.querySelector('#set-fault')?.textContent.includes('when no job is served')", PATIENCE);
    drop_file(&browser, "talk.toml", "[[scene]]\ntitle = \"One\"\nlink = \"#compare\"\n");
    browser.wait("the stage", "document.querySelector('#scene-title')?.textContent === 'One'", PATIENCE);
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
fn what_another_window_has_solved_stays_solved() {
    let (_page, browser) = exercise(3, Size::WIDE);
    browser.js("localStorage.setItem('schedscope.exercises', 'Ada\\nelsewhere 1 0')");
    browser.type_into("#exercise-answer", "42");
    browser.click("#exercise-check");
    solved(&browser);
    let kept = "localStorage.getItem('schedscope.exercises').split('\\n').slice(1)";
    browser.wait("both to be kept", &format!("{kept}.length === 2 && {kept}.includes('elsewhere 1 0')"), PATIENCE);
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
    assert_eq!(
        browser.text("#set-fault"),
        "exercise 1: jobs is missing; allowed: jobs and policies, or watch (a link of Watch), or compare (a link of Compare)"
    );
    let set = "title = \"S\"\n[[exercise]]\ntitle = \"Two jobs\"\ntext = \"When does J2 leave?\"\njobs = \"0:4, 1:2\"\npolicies = \"ps\"\ninstant = { job = 2 }";
    browser.set_value("#set-text", set);
    browser.click("#open-set");
    browser.click(".pick-exercise");
    browser.wait("a link that holds it", "location.hash.startsWith('#exercise?v=1&own=') && location.hash.endsWith('number=1')", PATIENCE);
    let link = browser.address();
    assert!(!link.contains("Two"), "nothing can be read in it: {link}");
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
    browser.set_value("#claims", &format!("{code}\nAda {code}"));
    assert_eq!(browser.text("#claims-score"), "1 of 2 lines right");
    assert_eq!(browser.text("#claims-found tr.not .claim-said"), "No exercise of this set has this code without a name.");
    assert_eq!(browser.text("#claims-found tr.right .claim-said"), "Right: exercise 1, solved at the first try, without a hint.");
    let seen = browser
        .js("const box = document.querySelector('#claims-found').getBoundingClientRect(); return box.top > 0 && box.bottom < innerHeight");
    assert_eq!(seen, json!(true), "the verdicts are in sight");
}

#[test]
fn on_a_phone_what_is_new_is_in_sight() {
    let (_page, browser) = exercise(3, Size::PHONE);
    let seen = |css: &str| {
        let seen = format!(
            "(() => {{ const box = document.querySelector({})?.getBoundingClientRect(), bar = document.querySelector('.answer-bar')?.getBoundingClientRect().top ?? innerHeight;
            return box && box.height > 0 && box.top >= 0 && box.bottom <= bar }})()",
            json!(css)
        );
        browser.wait(css, &seen, PATIENCE);
    };
    browser.set_value("#exercise-answer", "17");
    browser.click("#exercise-check");
    seen("#exercise-verdict.not");
    for number in 1..=3 {
        browser.click("#exercise-hint");
        seen(&format!(".shown-hint:nth-child({number})"));
    }
    browser.set_value("#exercise-answer", "42");
    browser.click("#exercise-check");
    seen("#exercise-verdict.right");
    seen("#exercise-code");
}

#[test]
fn on_a_phone_the_sizes_stand_above_the_means_to_answer() {
    for (number, means) in [(1, ".order-jobs"), (3, "#exercise-answer"), (6, "#exercise-answer")] {
        let (_page, browser) = exercise(number, Size::PHONE);
        browser.wait_for(means, PATIENCE);
        let places = browser.js_with(
            "const place = css => document.querySelector(css).getBoundingClientRect(), [text, jobs, means, picture] =
                ['.exercise-text', '#given-jobs', arguments[0], '.exercise-panel'].map(place);
            return [text.bottom <= jobs.top, jobs.height > 50, jobs.bottom <= means.top, means.bottom <= picture.top,
                jobs.bottom <= place('.answer-bar').top]",
            &[json!(means)],
        );
        assert_eq!(
            places,
            json!(vec![true; 5]),
            "exercise {number}: task, sizes, answer and picture come in this order, the sizes in sight"
        );
    }
    // Where jobs are changed by hand their numbers come last.
    let (_page, browser) = exercise(4, Size::PHONE);
    browser.wait_for("#goal-value", PATIENCE);
    let below = "return document.querySelector('.given-jobs').getBoundingClientRect().top > document.querySelector('.exercise-panel').getBoundingClientRect().bottom";
    assert_eq!(browser.js(below), json!(true));
}

#[test]
fn an_exercise_leads_to_the_page_that_explains_it_and_back() {
    let (_page, browser) = exercise(3, Size::WIDE);
    browser.type_into("#exercise-answer", "17.5");
    assert_eq!(browser.text("#exercise-learn"), "In Learn: Late jobs");
    browser.click("#exercise-learn");
    browser.wait_for(".learn[data-page=\"5\"]", PATIENCE);
    browser.js("history.back()");
    browser.wait("the exercise as it was", "document.querySelector('#exercise-answer')?.value === '17.5'", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
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

/// What a screen reader knows of an element.
struct Told {
    role: String,
    name: String,
    /// Whether a change of it is read out.
    live: bool,
    focused: bool,
    /// The text within it.
    text: String,
    /// The number of the element.
    element: u64,
}

/// What a screen reader is told of the page, in order.
fn tree(browser: &Browser) -> Vec<Told> {
    fn words<'a>(node: &'a Value, nodes: &BTreeMap<&str, &'a Value>, all: &mut Vec<&'a str>) {
        if node["role"]["value"] == "StaticText" {
            all.extend(node["name"]["value"].as_str());
        }
        let children = node["childIds"].as_array().into_iter().flatten();
        children.filter_map(|id| nodes.get(id.as_str()?)).for_each(|child| words(child, nodes, all));
    }
    let tree = browser.devtools("Accessibility.getFullAXTree", &json!({}));
    let nodes: BTreeMap<&str, &Value> =
        tree["nodes"].as_array().expect("nodes").iter().filter_map(|node| Some((node["nodeId"].as_str()?, node))).collect();
    let mut said = vec![];
    let mut stack: Vec<&Value> = tree["nodes"].as_array().and_then(|nodes| nodes.first()).into_iter().collect();
    while let Some(node) = stack.pop() {
        let part = |part: &str| node[part]["value"].as_str().unwrap_or_default().to_owned();
        let property = |name: &str| {
            let mut all = node["properties"].as_array().into_iter().flatten();
            all.find(|property| property["name"] == name).map(|property| property["value"]["value"].clone()).unwrap_or_default()
        };
        let (role, name) = (part("role"), part("name"));
        if node["ignored"] != json!(true) && !["InlineTextBox", "generic", "none"].contains(&role.as_str()) {
            let live = [json!("polite"), json!("assertive")].contains(&property("live"));
            let mut text = vec![];
            words(node, &nodes, &mut text);
            said.push(Told {
                role,
                name,
                live,
                focused: property("focused") == json!(true),
                text: text.join(" "),
                element: node["backendDOMNodeId"].as_u64().unwrap_or(0),
            });
        }
        stack.extend(node["childIds"].as_array().into_iter().flatten().rev().filter_map(|id| nodes.get(id.as_str()?).copied()));
    }
    said
}

/// The same as lines: roles and names.
fn told(browser: &Browser) -> Vec<String> {
    tree(browser).into_iter().map(|told| format!("{}: {}", told.role, told.name)).collect()
}

/// What is read out when something is done: the live regions that say something else than before.
fn read_out(browser: &Browser, act: impl FnOnce()) -> Vec<String> {
    const LIVE: &str = "[...document.querySelectorAll('[role=status], [role=alert], [aria-live=polite], output:not([aria-live=off])')]";
    let regions = || tree(browser).into_iter().filter(|told| told.live).map(|told| (told.element, told.text)).collect::<BTreeMap<_, _>>();
    let before = regions();
    browser.js(&format!("{LIVE}.forEach(region => region.knownBefore = true)"));
    act();
    let new = browser.js(&format!("return {LIVE}.filter(region => !region.knownBefore).map(region => region.outerHTML)"));
    assert_eq!(new, json!([]), "a region is there before it speaks: one that comes with its words is not read out");
    let changed = |(element, _): &(u64, String)| before.get(element).map_or("", String::as_str);
    regions().into_iter().filter(|region| changed(region) != region.1).map(|(_, text)| text).collect()
}

#[test]
fn a_screen_reader_hears_what_comes_of_each_step() {
    let (_page, browser) = exercise(3, Size::WIDE);
    browser.wait_for("#flag", PATIENCE);
    browser.devtools("Accessibility.enable", &json!({}));
    let check = |answer: &str, verdict: &str| {
        browser.set_value("#exercise-answer", answer);
        browser.click("#exercise-check");
        browser.wait("the verdict", &format!("document.querySelector('#exercise-verdict.{verdict}')"), PATIENCE);
    };
    assert_eq!(
        read_out(&browser, || browser.click("#exercise-hint")),
        ["Hint 1 of 3 Look at what is believed to be left of J1 at t = 12. Who has less?"]
    );
    assert_eq!(
        read_out(&browser, || check("17.5", "not")),
        ["Not yet. It is later. From t = 12, when J4 comes, to t = 17.5 SRPTE serves J1."]
    );
    let right = read_out(&browser, || check("42", "right"));
    assert!(right.len() == 1 && right[0].starts_with("Right. J4 leaves at t = 42 under SRPTE, 30 after it came. J1 is late"), "{right:?}");
    focused(&browser, "#exercise-verdict");
    let here = tree(&browser);
    let at = here.iter().position(|told| told.focused && told.live).expect("the focus is on the verdict");
    assert!(here[at + 1..].iter().any(|told| told.role == "textbox" && told.name.starts_with("Your name")), "the code comes after it");
    // An order, as it grows.
    browser.click(".pick-exercise[data-number=\"1\"]");
    browser.wait_for(".order-job", PATIENCE);
    assert_eq!(read_out(&browser, || browser.click(".order-job[data-job=J3]")), ["J3"]);
    assert_eq!(read_out(&browser, || browser.click(".order-job[data-job=J2]")), ["J3 → J2"]);
    assert!(told(&browser).contains(&"button: J3 , leaves as number 1".to_owned()), "{:#?}", told(&browser));
}

#[test]
fn all_that_can_be_used_has_a_name_and_headings_are_in_order() {
    const USED: [&str; 8] = ["button", "link", "textbox", "slider", "radio", "checkbox", "combobox", "meter"];
    let (page, browser) = exercise(1, Size::WIDE);
    browser.devtools("Accessibility.enable", &json!({}));
    for number in 1..=10 {
        browser.goto(&page.at(&format!("#exercise?set=guesses&number={number}")));
        browser.wait_for(&format!(".exercise[data-exercise=\"{number}\"] #exercise-check"), PATIENCE);
        let nameless: Vec<String> = tree(&browser)
            .into_iter()
            .filter(|told| USED.contains(&told.role.as_str()) && told.name.trim().is_empty())
            .map(|told| told.role)
            .collect();
        assert!(nameless.is_empty(), "exercise {number}: {nameless:?}");
        let levels = browser.js("return [...document.querySelectorAll('h1, h2, h3, h4')].filter(h => h.offsetParent || h.className.includes('hidden')).map(h => Number(h.tagName[1]))");
        let levels: Vec<u64> = levels.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
        assert!(levels[0] == 1 && levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "exercise {number}: {levels:?}");
    }
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

const FIVE: &str = "#watch?v=1&jobs=0:40:1,4:3,9:5,12:2,20:4&policies=srpte,fspe%2Bps&t=14";

/// From five jobs to a question on the phones of a class: by keyboard alone, on the stage, with a link that a phone can open and codes
/// that are checked where they are pasted.
#[test]
fn a_class_is_asked_about_what_is_watched() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at(FIVE));
    browser.wait_for("#playhead", PATIENCE);
    browser.press(&['s', 'a']);
    browser.wait_for("#ask[open]", PATIENCE);
    focused(&browser, "#ask-title");
    browser.wait(
        "the next event",
        "document.querySelector('#ask-text').value.endsWith('**Who is served from t = 20 on under SRPTE?**')",
        PATIENCE,
    );
    tab_to(&browser, "[name=ask-what]:checked");
    browser.press(&[key::RIGHT]);
    browser.wait("another question", "document.querySelector('#ask-text').value.endsWith('**When does J5 leave under SRPTE?**')", PATIENCE);
    tab_to(&browser, "[name=ask-job]:checked");
    browser.press(&[key::LEFT]);
    browser.wait("another job", "document.querySelector('#ask-text').value.endsWith('**When does J4 leave under SRPTE?**')", PATIENCE);
    assert!(
        browser
            .js("return document.querySelector('#ask-answer').textContent")
            .as_str()
            .unwrap()
            .starts_with("J4 leaves at t = 42 under SRPTE")
    );
    tab_to(&browser, "#ask-hint-1");
    browser.press(&"Who is shortest?".chars().collect::<Vec<_>>());
    tab_to(&browser, "#ask-show");
    browser.press(&[key::ENTER]);
    browser.wait_for("#ask[data-face=show] #ask-qr", PATIENCE);
    focused(&browser, "#ask-title");
    let seen = browser.js("const qr = document.querySelector('#ask-qr').getBoundingClientRect(), bar = document.querySelector('.ask-bar').getBoundingClientRect();
        return qr.height > 0.6 * innerHeight && qr.right <= innerWidth && qr.bottom <= bar.top && bar.bottom <= innerHeight");
    assert_eq!(seen, json!(true), "the code fills the stage, and nothing is cut off");
    assert_eq!(browser.count("#ask-told"), 0, "the class does not see the answer yet");
    assert_eq!(browser.count("#ask-alone"), 1, "phones cannot open a page of this computer");
    browser.click("#ask-make");
    browser.wait_for("#ask-open", PATIENCE);
    let link = browser.js("return document.querySelector('#ask-open').href").as_str().expect("a link").to_owned();
    browser.press(&[key::ESCAPE]);
    browser.wait("the dialog to close", "!document.querySelector('#ask')", PATIENCE);
    browser.press(&['a']);
    browser.wait("the question as it was", "document.querySelector('#ask-hint-1')?.value === 'Who is shortest?'", PATIENCE);
    browser.resize(Size::PHONE);
    browser.open("about:blank");
    browser.goto(&link);
    browser.wait_for("#exercise-answer", PATIENCE);
    assert_eq!(browser.text("#exercise-title"), "When does J4 leave?");
    assert_eq!(browser.js("return document.documentElement.scrollWidth <= innerWidth"), json!(true), "it fits a phone");
    browser.type_into("#exercise-answer", "42");
    browser.click("#exercise-check");
    solved(&browser);
    browser.type_into("#student", "Ada");
    browser.wait("a code of this name", "document.querySelector('#effort').textContent.includes('by Ada')", PATIENCE);
    let code = browser.text("#exercise-code");
    browser.resize(Size::WIDE);
    browser.goto(&page.at(FIVE));
    browser.wait_for("#to-ask", PATIENCE);
    browser.click("#to-ask");
    browser.wait_for("#ask[open]", PATIENCE);
    browser.act("[...document.querySelectorAll('[name=ask-what]')][1].click()");
    browser.wait_for("[name=ask-job]", PATIENCE);
    browser.act("[...document.querySelectorAll('[name=ask-job]')].at(-2).click()");
    browser.wait("the same question", "document.querySelector('#ask-text').value.includes('When does J4')", PATIENCE);
    browser.click("#ask-codes");
    browser.wait_for("#ask #claims", PATIENCE);
    browser.set_value("#claims", &format!("Ada {code}\nBob {code}\n"));
    browser.wait("the verdict", "document.querySelector('#claims-score').textContent === '1 of 2 lines right'", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
