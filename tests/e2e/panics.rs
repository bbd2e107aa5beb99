//! A fault in the program itself: its message reaches the user.

use super::*;

#[test]
fn a_panic_in_a_worker_is_shown_with_its_message() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    // The first message of a task is changed so that it asks for a policy that the scenario does not have: the generation is its
    // first byte, the task its second.
    let source = "
        const Kind = Worker;
        window.Worker = class extends Kind {
            postMessage(message, ...others) {
                const bytes = [message].flat().find(part => part instanceof Uint8Array);
                if (window.corrupt && bytes) { bytes[1] = 99; window.corrupt = false; }
                super.postMessage(message, ...others);
            }
        };";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
    browser.goto(&page.at("#compare?v=1&seed=3&policies=ps,srpte&replications=20"));
    browser.wait("the first results", DONE, PATIENCE);
    browser.wait("where it turns", TURNED, PATIENCE);
    browser.js("window.corrupt = true");
    browser.set_value("input[name='workload.count']", "5000");
    let said = "document.querySelector('[role=alert]')?.textContent.includes('index out of bounds: the len is 2 but the index is 99')";
    browser.wait("the message of the panic", said, PATIENCE);
    // The console has the whole of it.
    browser.wait_for_error("index out of bounds");
}

#[test]
fn a_panic_of_the_page_is_shown_with_its_message() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    let source = "Object.defineProperty(Document.prototype, 'body', { get: () => null });";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
    browser.open(page.address());
    browser.wait_for("#panic", PATIENCE);
    let said = browser.text("#panic");
    assert!(
        said.contains("schedscope has crashed") && said.contains("no body node found (yew-") && said.contains("/src/renderer.rs:"),
        "{said}"
    );
    assert_eq!(browser.text("#panic a"), "Reload the page");
}
