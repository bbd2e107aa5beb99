//! What strangers give the page: texts that look like markup or scripts, in every place where a text is shown or exported; links of a
//! megabyte; storage that is full or forbidden; workers that do not answer. Nothing of it runs, and the page goes on.

use super::*;

/// What would do something if it were taken for more than a text.
const STRINGS: [&str; 7] = [
    "<img src=x onerror=hit()>",
    "\"><script>hit()</script>",
    "'><svg onload=hit()>",
    "</textarea></title></style><script>hit()</script>",
    "javascript:hit()",
    "&lt;img src=x onerror=hit()&gt;",
    "\u{202e}gnp.exe\u{200b}",
];

/// Notes what runs or is refused by the policy of the page, before anything else does.
fn guard(browser: &Browser) {
    let source = "window.hits = []; window.hit = () => { window.hits.push('run') };
        document.addEventListener('securitypolicyviolation', event => window.hits.push(event.violatedDirective + ' ' + event.sample + event.blockedURI));";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
}

/// A page that notes what a text does.
fn guarded(fragment: &str) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    guard(&browser);
    browser.goto(&page.at(fragment));
    (page, browser)
}

/// Nothing has run, nothing has become an element, and no error was raised.
fn unharmed(browser: &Browser, what: &str) {
    let found = browser.js(
        "return [...window.hits, ...[...document.querySelectorAll('[onerror], [onload], img[src=x], a[href^=javascript], script:not([src])')]
            .filter(element => element.outerHTML.includes('hit()')).map(element => element.outerHTML)]",
    );
    assert_eq!(found, json!([]), "{what}");
    assert_eq!(browser.console_errors(), Vec::<String>::new(), "{what}");
}

/// Whether a text can be read on the page, in a field, or in a spoken name.
fn reads(browser: &Browser, text: &str) -> bool {
    let source = "const text = arguments[0], all = [...document.querySelectorAll('*')];
        return document.body.innerText.includes(text) || document.title.includes(text) || all.some(element =>
            [element.value, element.title, element.ariaLabel, element.textContent].some(found => typeof found === 'string' && found.includes(text)));";
    browser.js_with(source, &[json!(text)]) == json!(true)
}

/// A text as a cell of a CSV file.
fn cell(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[test]
fn names_of_files_and_jobs_are_texts() {
    let (page, browser) = guarded("#traces");
    browser.wait_for("#sample", PATIENCE);
    for text in STRINGS {
        let jobs = format!("id,arrival,size\n{},0,3\n{},1,2\nplain,2,1\n", cell(text), cell(&format!("{text}2")));
        browser.goto(&page.at("#traces"));
        drop_file(&browser, &format!("{text}.csv"), &jobs);
        browser.wait(
            "what is in it, or why not",
            "document.querySelector('.traces[data-state=done], .traces[data-state=error]')",
            PATIENCE,
        );
        unharmed(&browser, text);
        if browser.count(".traces[data-state=error]") > 0 {
            assert!(!browser.text("#file-message").is_empty(), "{text}");
            continue;
        }
        browser.click("#use-watch");
        browser.wait_for("canvas[data-panel]", PATIENCE);
        assert!(reads(&browser, text), "{text} is shown as it is");
        unharmed(&browser, text);
        browser.js("const make = URL.createObjectURL;
            window.exported = null;
            URL.createObjectURL = blob => { if (blob.type.includes('svg')) blob.text().then(text => window.exported = text); return make(blob); }");
        browser.click("#export summary");
        browser.click("#export [data-format=svg]");
        browser.wait("the picture as a file", "window.exported", PATIENCE);
        let exported = browser.js("return window.exported");
        let exported = exported.as_str().expect("a text");
        let parsed = browser.js_with(
            "const read = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
            return [read.querySelector('parsererror')?.textContent ?? '', read.querySelectorAll('script, [onload], [onerror], image').length];",
            &[json!(exported)],
        );
        assert!(exported.contains("<svg") && parsed == json!(["", 0]), "{text}: {parsed} of {} bytes", exported.len());
        browser.goto(&page.at("#traces"));
        browser.wait_for("#use-compare", PATIENCE);
        browser.click("#use-compare");
        browser.wait("the answer", DONE, PATIENCE);
        unharmed(&browser, text);
    }
}

#[test]
fn links_are_texts() {
    let (page, browser) = guarded("");
    let kinds: [fn(&str) -> String; 13] = [
        |text| format!("#{text}"),
        |text| format!("#watch?v=1&jobs={text}"),
        |text| format!("#watch?v=1&example={text}"),
        |text| format!("#compare?v=1&policies={text}"),
        |text| format!("#compare?v=1&policies=rank[est; name={text}]"),
        |text| format!("#compare?v=1&workload.path={text}.csv"),
        |text| format!("#compare?v=1&workload.sigma={text}"),
        |text| format!("#cluster?v=1&{text}=1"),
        |text| format!("#sweep?v=1&x={text}"),
        |text| format!("#exercise?v=1&own={text}"),
        |text| format!("#scenes?v=1&own={text}"),
        |text| format!("#learn?page={text}"),
        |text| format!("#embed/watch?v=1&jobs={text}"),
    ];
    for (number, kind) in kinds.iter().enumerate() {
        // Three texts in each kind of link, each text in five or six kinds.
        for text in [0, 2, 4].map(|next| STRINGS[(number + next) % STRINGS.len()]) {
            let coded = browser.js_with("return encodeURIComponent(arguments[0])", &[json!(text)]);
            let link = kind(coded.as_str().expect("a text"));
            // A new document each time, as a stranger's link opens one.
            browser.goto("about:blank");
            browser.goto(&page.at(&link));
            browser.wait("the page", "document.querySelector('main:not(.waiting)') && !document.querySelector('#loading')", PATIENCE);
            unharmed(&browser, &link);
        }
    }
}

#[test]
fn a_link_to_more_than_a_browser_can_hold_is_refused() {
    let (_page, browser) = guarded("#compare?v=1&workload.count=100000000&policies=ps,srpt");
    browser.wait_for("#run-status[data-state=error]", PATIENCE);
    let said = browser.text("main");
    assert!(said.contains("100000000: the runs take") && said.contains("GB of memory or more"), "{said}");
    unharmed(&browser, "too many jobs");
}

#[test]
fn a_link_of_a_megabyte_is_answered() {
    let (page, browser) = guarded("");
    let jobs = (0..100_000).map(|id| format!("{id}:1,")).collect::<Vec<_>>().concat();
    for link in [
        format!("#compare?v=1&policies={}", "ps,".repeat(350_000)),
        format!("#watch?v=1&jobs={jobs}"),
        format!("#{}", "x".repeat(1 << 20)),
        format!("#exercise?v=1&own={}", "A".repeat(1 << 20)),
        format!("#compare?v=1&policies=rank[{}]", "(".repeat(1 << 20)),
    ] {
        browser.goto("about:blank");
        browser.js_with("location.href = arguments[0]; return null", &[json!(page.at(&link))]);
        let said = "document.querySelector('#link-fault, .complaint, [role=alert], main.missing, .verdict')?.textContent";
        browser.wait(&format!("a word on {}", &link[..30]), said, PATIENCE);
        let length = browser.js(&format!("return ({said} ?? '').length")).as_u64().expect("a length");
        assert!(length < 9000, "{}: {length} characters are said", &link[..30]);
        unharmed(&browser, &link[..30]);
    }
}

#[test]
fn exercises_and_scenes_of_strangers_are_texts() {
    let (page, browser) = guarded("#exercises");
    for text in STRINGS {
        let quoted = Value::from(text).to_string();
        let set = format!(
            "title = {quoted}\n[[exercise]]\ntitle = {quoted}\ntext = {quoted}\nhints = [{quoted}]\nwhy = {quoted}\n\
             jobs = \"0:4, 1:2\"\npolicies = \"ps, fifo\"\nat = 2\nserved = {{}}\n"
        );
        browser.goto(&page.at("#exercises"));
        browser.wait_for("#own-set summary", PATIENCE);
        drop_file(&browser, "set.toml", &set);
        let set_shown = format!("document.querySelector('#set-title')?.textContent.trim() === {quoted}.trim()");
        browser.wait(&format!("the set {text}"), &set_shown, PATIENCE);
        browser.click(".pick-exercise");
        browser.wait_for(".option[data-job=J2]", PATIENCE);
        assert!(reads(&browser, text), "{text}");
        unharmed(&browser, text);
        browser.click(".option[data-job=J1]");
        browser.click("#exercise-check");
        browser.wait("a verdict", "document.querySelector('#exercise-verdict')?.textContent", PATIENCE);
        unharmed(&browser, text);
        let scenes = format!("[[scene]]\ntitle = {quoted}\nlink = \"#compare\"\n[[scene]]\ntitle = \"2\"\nlink = {quoted}\n");
        drop_file(&browser, "talk.toml", &scenes);
        let told = "document.querySelector('#scene-title, #notice, [role=alert], .complaint')?.textContent";
        browser.wait(&format!("the talk {text}, or why not"), told, PATIENCE);
        unharmed(&browser, text);
        browser.goto("about:blank");
    }
}

#[test]
fn names_that_are_saved_and_formulas_are_texts() {
    let (page, browser) = guarded("#watch");
    browser.wait_for("canvas[data-panel]", PATIENCE);
    for (number, text) in STRINGS.into_iter().enumerate() {
        browser.click("#saved-open");
        browser.wait_for("#saved[open]", PATIENCE);
        browser.set_value("#saved-name", text);
        browser.act("document.querySelector('#saved form').requestSubmit()");
        let named = format!("document.querySelector('#saved li input')?.value.trim() === {}.trim()", json!(text));
        browser.wait(&format!("{text} in the list"), &named, PATIENCE);
        unharmed(&browser, text);
        browser.act("document.querySelector('#saved').close()");
        browser.goto(&page.at(&format!("#watch?v=1&jobs=0:{},1:2", number + 3)));
        browser.wait_for("canvas[data-panel]", PATIENCE);
    }
    let file = |address: &str, picture: &str| {
        let scenario = json!({ "name": "a", "address": address, "picture": picture, "slider": "" });
        json!({ "kind": "schedscope scenarios", "version": 1, "scenarios": [scenario] }).to_string()
    };
    let import = "const transfer = new DataTransfer();
        transfer.items.add(new File([arguments[0]], 'scenarios.json'));
        const input = document.querySelector('#saved-import');
        input.files = transfer.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.click("#saved-open");
    browser.wait_for("#saved[open]", PATIENCE);
    let listed = browser.count("#saved li");
    assert!(listed > 1);
    for (address, picture) in
        [("javascript:hit()", ""), ("#watch", "javascript:hit()"), ("#watch", "https://example.org/x.png"), ("//x", "")]
    {
        browser.js_with(import, &[json!(file(address, picture))]);
        browser.wait(
            "what is wrong with it",
            "document.querySelector('#saved .complaint')?.textContent.includes('cenario 1, a, ')",
            PATIENCE,
        );
        assert_eq!(browser.count("#saved li"), listed, "{address} {picture}");
        unharmed(&browser, address);
        // Closed, it says it no longer.
        browser.act("document.querySelector('#saved').close()");
        browser.click("#saved-open");
        browser.wait(
            "nothing to be wrong",
            "document.querySelector('#saved[open]') && !document.querySelector('#saved .complaint')",
            PATIENCE,
        );
    }
    browser.act("document.querySelector('#saved').close()");
    for text in STRINGS {
        browser.goto(&page.at("#watch?v=1&jobs=0:4,1:2&policies=srpt,fsp"));
        browser.wait_for("canvas[data-panel]", PATIENCE);
        if browser.count("#watch-formula-text") == 0 {
            browser.click("#watch-formula-open");
        }
        browser.wait_for("#watch-formula-text", PATIENCE);
        for formula in [format!("age; name={text}"), text.to_owned()] {
            browser.set_value("#watch-formula-text", &formula);
            unharmed(&browser, &formula);
        }
    }
}

#[test]
fn the_page_goes_on_without_storage() {
    let refuse = |which: &str| {
        format!(
            "for (const name of {which}) Storage.prototype[name] = () => {{ throw new DOMException('no', 'QuotaExceededError') }};
            IDBFactory.prototype.open = () => {{ throw new DOMException('no', 'SecurityError') }};"
        )
    };
    // What this page has not written itself was written by the newer version.
    let newer = "const { getItem, setItem } = Storage.prototype, own = new Set();
        Storage.prototype.setItem = function (key, value) { own.add(key); setItem.call(this, key, value) };
        Storage.prototype.getItem = function (key) { return own.has(key) ? getItem.call(this, key) : '{\"version\":99,\"x\":[1,{}]}' };
        const open = IDBFactory.prototype.open; IDBFactory.prototype.open = function (name) { return open.call(this, name, 99) };";
    for source in [refuse("['setItem']"), refuse("['getItem', 'setItem', 'removeItem']"), newer.to_owned()] {
        let page = Page::start();
        let browser = Browser::start(Size::WIDE);
        guard(&browser);
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
        browser.goto(&page.at("#compare?v=1&workload.count=500&replications=2"));
        browser.wait("the answer", DONE, PATIENCE);
        browser.click("#theme");
        browser.click("#saved-open");
        browser.wait_for("#saved[open]", PATIENCE);
        browser.act("document.querySelector('#saved form').requestSubmit()");
        browser.wait("it in the list", "document.querySelector('#saved li')", PATIENCE);
        browser.goto(&page.at("#traces"));
        drop_file(&browser, "jobs.csv", "id,arrival,size\n1,0,2\n2,1,1\n");
        browser.wait_for(".traces[data-state=done]", PATIENCE);
        unharmed(&browser, &source);
    }
}

#[test]
fn a_worker_that_never_answers_is_left_for_the_next_question() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let source = "const Kind = Worker;
        window.deaf = false; window.made = 0; window.lost = 0;
        window.Worker = class extends Kind {
            constructor(...given) { super(...given); window.made += 1; this.deaf = window.deaf }
            postMessage(...given) { if (this.deaf || window.deaf) window.lost += 1; else super.postMessage(...given) }
        }";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
    browser.goto(&page.at("#compare?v=1&workload.count=2000&replications=4&policies=ps,srpt"));
    browser.wait("the first results", DONE, PATIENCE);
    browser.wait("where it turns", TURNED, PATIENCE);
    browser.js("window.deaf = true");
    browser.set_value("input[name='workload.count']", "3000");
    browser.wait("the question to be asked", "window.lost > 0", PATIENCE);
    assert_eq!(browser.count("#run-status[data-state=done]"), 0, "nobody has heard the question");
    browser.js("window.deaf = false");
    let before = browser.js("return window.made").as_u64().expect("a number");
    browser.set_value("input[name='workload.count']", "4000");
    browser.wait("the answer to the next question", DONE, PATIENCE);
    assert!(browser.js("return window.made").as_u64().expect("a number") > before, "others took their places");
    assert_eq!(numbers_of_page(&browser), numbers_of_command(&["--link", &browser.address()]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
