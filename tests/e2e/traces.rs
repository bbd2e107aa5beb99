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

    let rows: Vec<String> = (1..=9).map(|id| format!("{id},0,{}", if id == 4 { "2" } else { "ten" })).collect();
    drop_file(&browser, "bad.csv", &format!("id,arrival,size\n{}\n", rows.join("\n")));
    browser.wait_for(".traces[data-state=error]", PATIENCE);
    assert_eq!(browser.text("#file-name"), "sample.csv", "what was there is there again");
    let complaint = browser.text("#file-message");
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines.len(), 6, "{complaint}");
    assert!(
        lines[0].contains("line 2: size is \"ten\"; allowed") && lines[3].starts_with("line 6: ") && lines[5] == "and 3 more",
        "{complaint}"
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Opens *Traces* and drops a file there.
fn dropped(name: &str, text: &str) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#traces"));
    browser.wait_for("#sample", PATIENCE);
    drop_file(&browser, name, text);
    (page, browser)
}

/// Forgets the file and all else that is kept for the next visit, once the file is kept.
fn forget(browser: &Browser) {
    browser.wait("the file to be kept", "localStorage.getItem('schedscope.file')", PATIENCE);
    let all = "localStorage.clear(); return new Promise(done => indexedDB.deleteDatabase('schedscope').onsuccess = () => done(true))";
    assert_eq!(browser.js(all), json!(true));
}

const JOBS: &str = "id,arrival,size,estimate\nload,0,40,1\nsort,3,4,4\n\"join, then sum\",5,3,3\n";

#[test]
fn a_file_survives_a_reload_until_it_is_forgotten() {
    let (page, browser) = dropped("jobs.csv", JOBS);
    browser.wait_for("#kept", PATIENCE);
    assert!(browser.text("#kept").starts_with("Kept in this browser since today "), "{}", browser.text("#kept"));
    browser.goto("about:blank");
    browser.goto(&page.at("#traces"));
    browser.wait_for(".traces[data-state=done] #kept", PATIENCE);
    assert_eq!((browser.text("#file-name"), browser.text(".results-column .verdict")), ("jobs.csv".into(), "3 jobs to simulate.".into()));
    // A view that is about the file has it as well.
    browser.goto("about:blank");
    browser.goto(&page.at("#compare?v=1&policies=ps,srpte&workload.path=jobs.csv"));
    browser.wait("the answer", DONE, PATIENCE);
    browser.goto(&page.at("#traces"));
    browser.click("#file-forget");
    browser.wait("it to be forgotten", "document.querySelector('#kept').innerText.startsWith('No longer kept')", PATIENCE);
    browser.goto("about:blank");
    browser.goto(&page.at("#traces"));
    browser.wait_for(".traces[data-state=empty]", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn jobs_of_a_file_that_overlap_are_watched() {
    let rows = (1..=30).map(|id| format!("{id},{},{}\n", 2 * id, id % 5 + 1)).collect::<Vec<_>>().concat();
    let (_page, browser) = dropped("thirty.csv", &format!("id,arrival,size\n{rows}"));
    browser.wait_for("#use-watch", PATIENCE);
    assert_eq!(browser.text("#use-watch"), "20 of them in Watch");
    browser.click("#use-watch");
    browser.wait_for(".watch #playhead, .watch canvas", PATIENCE);
    let said = browser.text("#notice");
    assert!(said.starts_with("Jobs 2 to 21 of 30 of thirty.csv, where jobs overlap. The first arrives at 0."), "{said}");
    browser.wait("its link", "location.hash.startsWith('#watch?v=1&jobs=0:3,2:4,4:5,')", PATIENCE);
    assert!(browser.title().ends_with(", 20 jobs · Watch · schedscope"), "{}", browser.title());
    assert_eq!(browser.text("#compare-all"), "Compare policies on all 30 jobs →");
    browser.click("#compare-all");
    browser.wait("all of its jobs", "document.querySelector('.view.compare')?.innerText.includes('On your 30 jobs')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_compressed_log_is_read_and_what_is_left_out_is_said() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#traces"));
    browser.wait_for("#sample", PATIENCE);
    let text = "1 0 71 100 12 1 91268055040 12 200 x 1 1 1 1 -1 1 1 1 q_1w\n2 40 0 -7 12 1 1024 12 1209600 1024 0 1 1 1 -1 1 1 1\n";
    let source = "
        const packed = new Blob([arguments[0]]).stream().pipeThrough(new CompressionStream('gzip'));
        return new Response(packed).blob().then(blob => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([blob], 'log.swf.gz'));
            for (const kind of ['dragenter', 'dragover', 'drop'])
                document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
            return true;
        });";
    assert_eq!(browser.js_with(source, &[json!(text)]), json!(true));
    browser.wait_for(".skipped", PATIENCE);
    let said = "Left out: 1 row of jobs that did not run, or for an unknown time (line 2)\nNot read: the column 19";
    assert_eq!(browser.text(".skipped"), said);
    browser.click("#use-compare");
    browser.wait("the file in Compare", "document.querySelector('.view.compare')?.innerText.includes('log.swf.gz')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_link_to_a_file_asks_for_it_and_knows_another() {
    let (page, browser) = dropped("jobs.csv", JOBS);
    browser.wait_for("#use-compare", PATIENCE);
    browser.click("#use-compare");
    browser.wait("the check sum in the address", "/&sum=[0-9a-f]{16}$/.test(location.hash)", PATIENCE);
    browser.rest(SOON);
    let link = browser.js("return location.hash").as_str().expect("a fragment").to_owned();
    // Another visitor has no file.
    forget(&browser);
    browser.goto("about:blank");
    browser.goto(&page.at(&link));
    browser.wait("to be asked for it", "document.body.innerText.includes('This link needs that file')", PATIENCE);
    drop_file(&browser, "jobs.csv", "id,arrival,size\n1,0,1\n");
    browser.wait_for("#notice", PATIENCE);
    assert!(browser.text("#notice").starts_with("This is not the file of the link"), "{}", browser.text("#notice"));
    drop_file(&browser, "jobs.csv", JOBS);
    browser.wait("the right one", "!document.querySelector('#notice')", PATIENCE);
    browser.wait("the link again", &format!("location.hash === {}", json!(link)), PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn columns_of_a_table_are_chosen_and_remembered() {
    let table = "Job\tSubmitted\tCost (min)\tUser\nload\t2026-05-03 10:00:00\t2\tann\nsort\t2026-05-03 10:00:30\tn/a\tbob\njoin\t2026-05-03 10:01:00\t0,5\tann\n";
    let (page, browser) = dropped("own.txt", table);
    browser.wait_for("#columns", PATIENCE);
    let roles = "return [...document.querySelectorAll('#columns select')].map(select => select.value)";
    assert_eq!(browser.js(roles), json!(["id", "arrival", "not used", "not used"]));
    assert_eq!(browser.text("#columns-verdict"), "Say which column has the sizes.");
    browser.set_value("#column-2", "size");
    browser.wait_for("#columns-faults", PATIENCE);
    assert_eq!(browser.attribute("#unit-sizes option:checked", "value").as_deref(), Some("minutes"), "as the title says");
    assert!(browser.text("#columns-faults").contains("Left out: 1 row without size (line 3)."), "{}", browser.text("#columns-faults"));
    assert_eq!(browser.text("#columns-use"), "Use the 2 jobs");
    browser.click("#columns-use");
    browser.wait_for(".traces[data-state=done]", PATIENCE);
    assert_eq!(browser.text("#file-name"), "own.csv");
    assert!(browser.text(".facts").contains("120"), "{}", browser.text(".facts"));
    // A table with the same titles is read the same the next time, wherever it comes from.
    browser.goto("about:blank");
    browser.goto(&page.at("#traces"));
    browser.wait_for("#paste", PATIENCE);
    let paste = "const data = new DataTransfer(); data.setData('text', arguments[0]);
        document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));";
    browser.js_with(paste, &[json!(table)]);
    browser.wait_for("#columns", PATIENCE);
    assert_eq!(browser.js(roles), json!(["id", "arrival", "size", "not used"]));
    assert_eq!(browser.attribute("#unit-sizes option:checked", "value").as_deref(), Some("minutes"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn sizes_of_any_unit_are_scaled_and_a_link_says_how() {
    let rows = (0..120).map(|i| format!("t{i};{i};{};{}\n", 700_000 + i % 7, 500_000 + i % 5)).collect::<Vec<_>>().concat();
    let text = format!("task;submitted_at;amount;guess\n{rows}");
    let (page, browser) = dropped("own.txt", &text);
    browser.wait_for("#columns", PATIENCE);
    browser.set_value("#column-2", "size");
    let sizes = || browser.js("return [document.querySelector('#unit-sizes').value, document.querySelector('#unit-number')?.value ?? '']");
    browser.wait_for("#unit-number", PATIENCE);
    assert_eq!(sizes(), json!(["any unit", "0.9"]), "seconds would be a load of 700 000");
    browser.set_value("#unit-sizes", "seconds");
    browser.wait_for("#columns-load", PATIENCE);
    browser.set_value("#unit-sizes", "any unit");
    browser.wait_for("#unit-number", PATIENCE);
    browser.set_value("#unit-number", "0.7");
    browser.wait("the other load", "!document.querySelector('#columns-load')", PATIENCE);
    browser.click("#columns-use");
    browser.wait_for("#use-compare", PATIENCE);
    assert!(browser.text(".facts").contains("0.700"), "{}", browser.text(".facts"));
    browser.click("#use-compare");
    browser.wait("the answer", DONE, PATIENCE);
    // It begins with what the file has.
    browser.click(".as-in-file input");
    browser.wait("a σ of one's own", "location.hash.includes('workload.sigma=0.')", PATIENCE);
    browser.wait("the answer", DONE, PATIENCE);
    browser.wait("the columns", "location.hash.includes('&columns=seconds,any-unit:0.7,id,arrival,size,estimate&sum=')", PATIENCE);
    browser.rest(SOON);
    let link = browser.js("return location.hash").as_str().expect("a fragment").to_owned();
    // Another visitor has the table only, and gives it where the link leads.
    forget(&browser);
    browser.goto("about:blank");
    browser.goto(&page.at(&link));
    browser.wait("to be asked for it", "document.body.innerText.includes('This link needs that file')", PATIENCE);
    drop_file(&browser, "own.txt", &text);
    browser.wait("the answer", DONE, PATIENCE);
    browser.wait("the link again", &format!("location.hash === {}", json!(link)), PATIENCE);
    assert_eq!((browser.count("#notice"), browser.count(".view.compare")), (0, 1));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_real_trace_is_beside_the_page() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#traces"));
    browser.wait_for("#real-trace", PATIENCE);
    browser.click("#real-trace");
    browser.wait_for(".traces[data-state=done]", PATIENCE);
    assert_eq!(browser.text("#file-name"), "facebook-2009.tsv");
    assert!(browser.text(".facts").contains("SWIM trace"), "{}", browser.text(".facts"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn names_of_schedulers_are_known_and_a_mapping_fits_one_screen() {
    let rows =
        (0..40).map(|i| format!("{},u{},{},{},{},batch,{}\n", 100 + i, i % 7, 9 * i, 60 + i % 11, 600, i % 3)).collect::<Vec<_>>().concat();
    let page = Page::start();
    let browser = Browser::start(Size { width: 1366, height: 650 });
    browser.prefer(Preferences { dark: true, ..Preferences::default() });
    browser.goto(&page.at("#traces"));
    browser.wait_for("#sample", PATIENCE);
    drop_file(&browser, "slurm.csv", &format!("JobID,User,Submit,RunTime,req_time,Queue,bad\n{rows}700,u1,9,n/a,1,batch,0\n"));
    browser.wait_for("#columns-use", PATIENCE);
    let roles = "return [...document.querySelectorAll('#columns select')].map(select => select.value)";
    assert_eq!(browser.js(roles), json!(["id", "not used", "arrival", "size", "estimate", "not used", "not used"]));
    assert_eq!(browser.text("#columns-rows"), "The first 6 of 41 rows. Not used: User, Queue, bad.");
    let seen = "return ['.results-column h2', '#columns', '#columns-rows', '#unit-sizes', '#columns-faults', '#columns-use', '#columns-leave']
        .filter(css => { const box = document.querySelector(css).getBoundingClientRect(); return box.top < 0 || box.bottom > innerHeight; })";
    assert_eq!(browser.js(seen), json!([]), "what is out of sight");
    // The units that were chosen are told of the file, and its times have one.
    browser.set_value("#unit-sizes", "milliseconds");
    browser.click("#columns-use");
    browser.wait_for(".traces[data-state=done]", PATIENCE);
    let facts = browser.text(".facts");
    assert!(facts.contains("arrivals in seconds and sizes in milliseconds; 3 columns not used"), "{facts}");
    assert!(facts.contains("0.0645 s"), "{facts}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A SWIM trace of 600 jobs: half of them have hundreds of tasks, the others arrive after them, closer to each other.
fn large() -> String {
    let row = |i: u32| format!("job{i}\t{}\t1\t{}\t0\t0\n", if i < 300 { 9 * i } else { 2700 + i }, if i < 300 { 8e10 } else { 8e7 });
    (0..600).map(row).collect()
}

#[test]
fn of_a_trace_with_too_many_tasks_the_cluster_shows_a_part_and_says_which() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#cluster"));
    browser.wait("the answer", CLUSTER_DONE, PATIENCE);
    drop_file(&browser, "big.tsv", &large());
    let said = "document.querySelector('#notice')?.innerText.startsWith('Jobs 301 to 500 of 600 of big.tsv are used, the busiest 200')";
    browser.wait("the part to be said", said, PATIENCE);
    browser.wait("the link", "location.hash.includes('workload.count=200&workload.part=busiest')", PATIENCE);
    assert_eq!(browser.count(".complaint"), 0);
    // The other choice is beside the number.
    browser.set_value("#cluster-bar [name='workload.count']", "10");
    browser.set_value("[id='field-workload.part']", "");
    let first = "document.querySelector('#notice')?.innerText.startsWith('The first 10 of 600 jobs of big.tsv are used')";
    browser.wait("the first", first, PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_trace_of_tasks_gets_the_workers_that_it_needs() {
    let rows = (0..60).map(|i| format!("{} 10 90{}\n", 10 * i, " 90".repeat(10))).collect::<Vec<_>>().concat();
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#datacenter"));
    browser.wait_for("#datacenter-status[data-state=done]", PATIENCE);
    drop_file(&browser, "tasks.tr", &rows);
    let said = |words: &str| format!("document.querySelector('#notice')?.innerText.includes({})", json!(words));
    browser.wait("the workers", &said("102 workers, so that the load of the file is about 0.9."), PATIENCE);
    browser.set_value("#datacenter-bar [name='system.workers']", "20");
    browser.wait("a warning", &said("more work arrives than 20 workers can do"), PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn what_cannot_be_read_leaves_every_view_as_it_was_and_is_said_once() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    for (view, shown) in [
        ("#watch?v=1&example=aging", ".watch #playhead"),
        ("#compare?v=1&replications=2&policies=ps%2Csrpt&workload.count=300", "#run-status[data-state=done]"),
        ("#sweep", ".view.sweep"),
        ("#cluster", "#cluster-status[data-state=done]"),
        ("#datacenter", "#datacenter-status[data-state=done]"),
        ("#order", "#order-status[data-state=done]"),
        ("#learn", ".learn"),
    ] {
        browser.goto("about:blank");
        browser.goto(&page.at(view));
        browser.wait_for(shown, PATIENCE);
        browser.rest(SOON);
        let before = browser.js("return location.hash");
        drop_file(&browser, "bad.csv", "id,arrival,size\n1,0,-1\n");
        browser.wait("it to be said", "document.querySelector('#notice')?.innerText.startsWith('Nothing was changed. bad.csv')", PATIENCE);
        browser.wait_for(shown, PATIENCE);
        browser.rest(SOON);
        assert_eq!(browser.js("return location.hash"), before, "{view}");
        let said = browser.js("return document.body.innerText.split('bad.csv').length - 1");
        assert_eq!(said, json!(1), "{view} says it once: {}", browser.text("#notice"));
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_dropped_file_has_its_answer_in_a_sentence() {
    let row = |i: u32| {
        let size = if i.is_multiple_of(10) { 40.0 } else { 1.0 };
        format!("{i},{},{size},{}\n", 7 * i, size * if i.is_multiple_of(3) { 1.5 } else { 0.7 })
    };
    let text = format!("id,arrival,size,estimate\n{}", (0..300).map(row).collect::<String>());
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#compare?v=1&policies=fifo%2Csrpt%2Csrpte%2Cpsbs"));
    browser.wait("the answer", DONE, PATIENCE);
    drop_file(&browser, "jobs.csv", &text);
    let verdict = "document.querySelector('#verdict')?.innerText ?? ''";
    browser.wait("a sentence about them", &format!("({verdict}).startsWith('On your 300 jobs ')"), PATIENCE);
    browser.wait("twice as bad estimates", &format!("({verdict}).includes('; with estimates twice as bad ')"), PATIENCE);
    let said = browser.text("#verdict");
    assert!(said.contains(" of FIFO’s mean sojourn; with estimates twice as bad ") && said.ends_with(" %."), "{said}");
    // The file's own estimates are used; who takes other ones is told that they replace those.
    assert!(!browser.address().contains("workload.sigma"), "{}", browser.address());
    browser.click(".as-in-file input");
    browser.wait("it to be said", "document.body.innerText.includes('drawn, in place of the file’s own')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_large_table_is_read_by_a_worker_which_says_how_far_it_is() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#traces"));
    browser.wait_for("#sample", PATIENCE);
    // Some 12 MB, of which one row cannot be read.
    let source = "const rows = ['task;arrival;size;guess;user'];
        for (let i = 0; i < 300000; i++) rows.push(`task-${i};${9 * i};${i === 200000 ? 'n/a' : 1 + i % 7};${1 + i % 5};somebody-${i % 90}`);
        window.said = [];
        new MutationObserver(() => said.push(document.querySelector('#notice')?.innerText ?? '')).observe(document.body, { childList: true, subtree: true, characterData: true });
        const transfer = new DataTransfer();
        transfer.items.add(new File([rows.join('\\n')], 'own.txt'));
        for (const kind of ['dragenter', 'dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));";
    browser.js(source);
    browser.wait_for("#columns-use", PATIENCE);
    assert_eq!(
        (browser.text("#columns-rows"), browser.text("#columns-use")),
        ("The first rows. Not used: user.".into(), "Use its jobs".into())
    );
    browser.click("#columns-use");
    browser.wait_for(".traces[data-state=done]", PATIENCE);
    assert_eq!(browser.text("#file-name"), "own.csv");
    assert!(browser.text(".results-column .verdict").starts_with("299"), "{}", browser.text(".results-column .verdict"));
    let left_out = "Left out: 1 row without size (line 200002).";
    assert!(browser.text("#notice").starts_with(left_out), "{}", browser.text("#notice"));
    let progress = browser.js("return said.some(text => /^Reading own.txt … \\d+.%$/.test(text))");
    assert_eq!(progress, json!(true), "{}", browser.js("return [...new Set(said)]"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
