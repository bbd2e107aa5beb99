//! *Traces*: the sample, and files at fault.

use super::*;

#[test]
fn a_sample_is_at_hand_and_lines_at_fault_are_named() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#traces"));
    browser.wait_for("#sample", PATIENCE);
    browser.click("#sample");
    browser.wait_for(".traces[data-state=done]", PATIENCE);
    assert_eq!(
        (browser.text("#file-name"), browser.text(".results-column .verdict")),
        ("sample.csv".into(), "300 jobs to simulate.".into())
    );

    let rows: Vec<String> = (1..=9).map(|id| format!("{id},0,{}", if id == 4 { "2" } else { "-1" })).collect();
    drop_file(&browser, "bad.csv", &format!("id,arrival,size\n{}\n", rows.join("\n")));
    browser.wait_for(".traces[data-state=error]", PATIENCE);
    let complaint = browser.text("#file-message");
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines.len(), 6, "{complaint}");
    assert!(
        lines[0].contains("line 2: size is \"-1\"; allowed") && lines[3].starts_with("line 6: ") && lines[5] == "and 3 more",
        "{complaint}"
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
