//! *Sweep*: the cells of the command line, cancelling, errors, links and files.

use super::*;

const DONE: &str = "document.querySelector('#sweep-status[data-state=done]')";

/// Two axes, small.
const SMALL: &str = "replications=3&policies=ps,srpte,fspe%2Bps&workload.count=400&across=workload.sigma:list:0.5,2&up=workload.shape:factor:0.25:1:3&show=ratio_ps";
/// Long enough to be interrupted.
const LONG: &str = "replications=30&policies=ps,srpte,fspe,fspe%2Bps&workload.count=20000&across=workload.sigma:list:0.125,0.25,0.5,1,2,4&up=workload.shape:list:0.25,0.5,1,2,4&show=ratio_ps";

fn sweep(query: &str) -> (Page, Browser) {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at(&format!("#sweep?v=1&{query}")));
    (page, browser)
}

/// The file that the page offers for the command line.
fn toml(browser: &Browser) -> String {
    browser
        .js("return decodeURIComponent(document.querySelector('#sweep-toml').href.split(',').slice(1).join(','))")
        .as_str()
        .expect("a file")
        .to_owned()
}

/// The results of the command line for a file, as CSV.
fn results_of_command(toml: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, output) = (folder.path().join("sweep.toml"), folder.path().join("out"));
    std::fs::write(&file, toml).expect("a file");
    let run = command_line().arg("sweep").arg(&file).arg("--output").arg(&output).output();
    let run = run.expect("the command line runs");
    assert!(run.status.success(), "{toml}\n{}", String::from_utf8_lossy(&run.stderr));
    std::fs::read_to_string(output.join("results.csv")).expect("results")
}

/// The file of this kind that the page saves.
fn exported(browser: &Browser, extension: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    browser.download_to(folder.path());
    browser.click("#sweep-export summary");
    browser.click(&format!("#sweep-export [data-format={extension}]"));
    let file = Browser::downloaded(extension, &folder.path().join(format!("sweep.{extension}")), PATIENCE);
    String::from_utf8(file).expect("text")
}

/// Numbers of both, which agree to the bit but for intervals and theory.
fn same(ours: &str, theirs: &str) {
    let (mut ours, mut theirs) = (csv::Reader::from_reader(ours.as_bytes()), csv::Reader::from_reader(theirs.as_bytes()));
    let titles = theirs.headers().expect("titles").clone();
    assert_eq!(ours.headers().expect("titles"), &titles);
    let rows = |reader: &mut csv::Reader<&[u8]>| reader.records().map(|row| row.expect("a row")).collect::<Vec<_>>();
    let (ours, theirs) = (rows(&mut ours), rows(&mut theirs));
    assert_eq!(ours.len(), theirs.len());
    for (mine, other) in ours.iter().zip(&theirs) {
        for ((title, a), b) in titles.iter().zip(mine).zip(other) {
            match (a.parse::<f64>(), b.parse::<f64>()) {
                (Ok(a), Ok(b)) if ["ci95", "_low", "_high", "theory", "bound"].iter().any(|part| title.contains(part)) => {
                    assert!((a - b).abs() <= 1e-12 * b.abs(), "{title}: {a} and {b}");
                }
                _ => assert_eq!(a, b, "{title}"),
            }
        }
    }
}

#[test]
fn a_cluster_is_swept_with_the_numbers_of_the_command_line() {
    let query = "replications=2&policies=fifo,fair&system.kind=cluster&workload.mix=test&workload.count=8&across=system.machines:list:4,8";
    let (_page, browser) = sweep(query);
    browser.wait("all cells", DONE, PATIENCE);
    same(&exported(&browser, "csv"), &results_of_command(&toml(&browser)));
    assert_eq!(
        browser.js("return [...document.querySelectorAll('#sweep-policies [aria-pressed=true]')].map(chip => chip.dataset.policy).sort()"),
        json!(["fair", "fifo"])
    );
    browser.set_value("#sweep-show", "mean_load");
    browser.wait("the load", "document.querySelector('.sentences').innerText.includes('Fair: ')", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_map_has_the_numbers_of_the_command_line() {
    let (page, browser) = sweep(SMALL);
    browser.wait("all cells", DONE, PATIENCE);
    assert_eq!(browser.attribute("#sweep-status", "data-cells").as_deref(), Some("6"));
    let csv = exported(&browser, "csv");
    let theirs = results_of_command(&toml(&browser));
    same(&csv, &theirs);
    let json: Value = serde_json::from_str(&exported(&browser, "json")).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(18));
    assert_eq!(json[0]["workload.shape"], json!(0.25));
    let svg = exported(&browser, "svg");
    assert!(svg.contains("Estimation error") && svg.contains("3 replications, seed 1"), "what it is about");

    // The table behind the picture says the same, and so does the text.
    browser.click("#sweep-numbers summary");
    browser.wait_for("#sweep-table tbody tr", PATIENCE);
    let value = browser.attribute("#sweep-table tr[data-cell='5'] td:last-child", "data-value").expect("a value");
    let row = theirs.lines().last().expect("a row");
    assert!(row.split(',').any(|cell| cell == value), "{value} in {row}");
    assert!(browser.text(".sentences").contains("FSPE+PS: "), "{}", browser.text(".sentences"));

    // The address is the state: a fresh visit shows the same, and there and back keeps it.
    let address = browser.address();
    let shown = drawing(&browser, "canvas#sweep");
    browser.click("#tab-watch");
    browser.wait_for("#playhead", PATIENCE);
    browser.click("#tab-sweep");
    browser.wait_for("canvas#sweep", PATIENCE);
    assert_eq!(browser.attribute("#sweep-status", "data-state").as_deref(), Some("done"), "nothing is run again");
    browser.goto("about:blank");
    browser.goto(&address);
    browser.wait("all cells", DONE, PATIENCE);
    assert_eq!(drawing(&browser, "canvas#sweep"), shown);
    drop(page);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_map_tells_the_interval_of_a_cell_and_keeps_its_own_heading() {
    let (_page, browser) = sweep(SMALL);
    browser.wait("all cells", DONE, PATIENCE);
    let reading = || browser.text("#sweep-reading");
    browser.act("document.querySelector('.map').focus()");
    browser.press(&[key::RIGHT]);
    browser.wait_for(".pointed", PATIENCE);
    assert!(reading().starts_with("SRPTE at Estimation error (σ) 0.5, "), "{}", reading());
    assert!(reading().contains("95 % interval") && reading().ends_with("n = 3 replications"), "{}", reading());
    // Beyond the side of a map is the next one.
    browser.press(&[key::UP, key::RIGHT, key::RIGHT]);
    assert!(reading().starts_with("FSPE+PS at Estimation error (σ) 0.5, "), "{}", reading());
    // By hand: the same cell, where the frame around it is.
    let before = reading();
    let middle = browser.js("const box = document.querySelector('.pointed').getBoundingClientRect();
        document.activeElement.blur();
        return { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };");
    browser.wait("nothing to be pointed at", "!document.querySelector('.pointed')", PATIENCE);
    browser.js_with("document.querySelector('canvas#sweep').dispatchEvent(new PointerEvent('pointermove', arguments[0]))", &[middle]);
    browser.settle();
    browser.wait_for(".pointed", PATIENCE);
    assert_eq!(reading(), before);

    // The table has the same intervals.
    browser.click("#sweep-numbers summary");
    browser.wait_for("#sweep-table tbody tr", PATIENCE);
    let row = browser.text("#sweep-table tr[data-cell='2']");
    let interval = before.split("interval ").nth(1).and_then(|rest| rest.split([',', ';']).next()).expect("an interval").to_owned();
    assert!(row.contains(&format!("({interval})")), "{row} without {interval}");
    assert!(browser.text("#sweep-table caption").ends_with("over 3 replications"));

    // What is kept of two axes is not called what is asked now.
    let shown = drawing(&browser, "canvas#sweep");
    browser.click("#axis-second");
    browser.wait_for(".answer.stale", PATIENCE);
    assert_eq!(browser.text("#sweep-title"), "Over two axes");
    assert!(browser.text("figure figcaption").contains("the last run"));
    assert_eq!(drawing(&browser, "canvas#sweep"), shown);
    browser.click("#sweep-run");
    browser.wait("all cells", DONE, PATIENCE);
    assert_eq!(browser.text("#sweep-title"), "Along one axis");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn cancelling_keeps_what_is_done_and_going_on_does_the_rest() {
    let (_page, browser) = sweep(LONG);
    browser.wait("some cells", "document.querySelector('#sweep-status')?.dataset.cells > 1", PATIENCE);
    let said = browser.text("#sweep-status .status-line p");
    assert!(said.contains("of 30 cells") && said.contains("jobs a second") && said.contains("left"), "{said}");
    browser.click("#sweep-stop");
    browser.wait_for("#sweep-status[data-state=stopped]", PATIENCE);
    let kept: usize = browser.attribute("#sweep-status", "data-cells").and_then(|cells| cells.parse().ok()).expect("a number of cells");
    assert!((2..30).contains(&kept), "{kept}");
    browser.wait_for("canvas#sweep", PATIENCE);
    let kept_csv = exported(&browser, "csv");
    assert_eq!(kept_csv.lines().count(), 1 + 4 * kept, "only what is done is exported");

    // Elsewhere it goes on.
    browser.click("#sweep-run");
    browser.click("#tab-watch");
    browser.wait_for("#playhead", PATIENCE);
    let before = kept;
    browser.click("#tab-sweep");
    browser.wait("more cells", &format!("document.querySelector('#sweep-status').dataset.cells > {before}"), PATIENCE);
    browser.click("#sweep-stop");
    let more = exported(&browser, "csv");
    assert!(kept_csv.lines().all(|line| more.lines().any(|other| other == line)), "what was there is still there");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn one_axis_makes_lines_and_what_is_wrong_is_said_beside_the_field() {
    let (_page, browser) =
        sweep("replications=2&policies=ps,srpt,fspe%2Bps&workload.count=300&across=workload.load:even:0.5:0.9:3&show=ratio_srpt");
    browser.wait("all cells", DONE, PATIENCE);
    assert!(toml(&browser).contains("\"workload.load\" = [0.5, 0.7, 0.9]"), "{}", toml(&browser));
    let lines = drawing(&browser, "canvas#sweep");
    browser.set_value("#sweep-show", "p99_slowdown");
    browser.wait("another picture", &format!("document.querySelector('canvas#sweep').toDataURL() !== {lines}"), PATIENCE);
    browser.wait("the address", "location.hash.includes('show=p99_slowdown')", PATIENCE);

    // Not a number.
    browser.set_value("[name=axis-0-1]", "much");
    browser.wait_for("[name=axis-0-1][aria-invalid]", PATIENCE);
    assert!(browser.text(".axis .complaint").contains("\"much\"; allowed: a number"), "{}", browser.text(".axis .complaint"));
    assert_eq!(browser.count(".answer.stale"), 1, "what is shown belongs to another question");
    // A number that no load can be: the simulation says so.
    browser.set_value("[name=axis-0-1]", "-1");
    browser.click("#sweep-run");
    browser.wait_for("#sweep-status[data-state=error]", PATIENCE);
    assert!(browser.text(".axis .complaint").contains("load"), "{}", browser.text(".axis .complaint"));
    // Mended.
    browser.set_value("[name=axis-0-1]", "0.8");
    browser.click("#sweep-run");
    browser.wait("all cells", DONE, PATIENCE);

    // The second axis, and too few policies for it.
    browser.click("#axis-second");
    browser.wait_for("#axis-1", PATIENCE);
    for policy in ["ps", "srpt"] {
        browser.click(&format!("#sweep-{policy}"));
    }
    assert!(browser.text("#sweep-status").contains("Choose at least two policies"), "{}", browser.text("#sweep-status"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_link_that_is_not_understood_is_named() {
    let (_page, browser) = sweep("across=workload.shpae:list:1,2");
    browser.wait_for("#sweep-status[data-state=error]", PATIENCE);
    let said = browser.text("#sweep-status");
    assert!(said.contains("across") && said.contains("workload.shpae"), "{said}");
}

#[test]
fn the_scenario_of_compare_can_be_taken() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at(
        "#compare?v=1&workload.count=200&workload.sizes={ pareto = { alpha = 1.5 } }&policies=ps,fspe%2Bps".replace(' ', "%20").as_str(),
    ));
    browser.wait("the results", super::DONE, PATIENCE);
    browser.click("#tab-sweep");
    browser.wait_for("#sweep-more", PATIENCE);
    browser.click("#sweep-more > summary");
    browser.click("#sweep-take");
    browser.wait("its sizes", "document.querySelector(\"[id='field-workload.sizes']\")?.value === 'pareto'", PATIENCE);
    assert!(toml(&browser).contains("policies = [\"ps\", \"fspe+ps\"]"), "{}", toml(&browser));
    // What is said to be chosen is what runs.
    let preset = "document.querySelector('#sweep-preset').selectedOptions[0]?.text";
    browser.wait("a sweep of one's own", &format!("{preset} === 'your own'"), PATIENCE);
    browser.act(
        "const s = document.querySelector('#sweep-preset'); s.selectedIndex = 3; s.dispatchEvent(new Event('change', { bubbles: true }))",
    );
    browser.wait("another sweep", "location.hash.includes('across=workload.load')", PATIENCE);
    assert_eq!(browser.js(&format!("return {preset}")), "Load (Fig 3.6)");
}

#[test]
fn a_cell_opens_in_compare_with_exactly_its_scenario() {
    let (_page, browser) = sweep(SMALL);
    browser.wait("all cells", DONE, PATIENCE);
    browser.act("document.querySelector('.map').focus()");
    browser.press(&[key::RIGHT, key::RIGHT, key::UP]);
    browser.wait_for(".pointed", PATIENCE);
    browser.press(&[key::ENTER]);
    browser.wait("the view", "location.hash.startsWith('#compare') && document.querySelector('#run-status[data-state=done]')", PATIENCE);
    let value =
        |name: &str| browser.js_with("return document.querySelector(arguments[0]).value", &[json!(format!("input[name='{name}']"))]);
    assert_eq!((value("workload.sigma"), value("workload.shape"), value("workload.count")), (json!("2"), json!("0.5"), json!("400")));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_formula_is_a_chip_as_every_policy_is() {
    let (_page, browser) =
        sweep("replications=2&policies=ps,srpt,rank%5Best%5D&workload.count=200&across=workload.sigma:list:0.5,2&show=ratio_ps");
    browser.wait("all cells", DONE, PATIENCE);
    let chosen = "[...document.querySelectorAll('.chips [aria-pressed=true]')].map(chip => chip.dataset.policy).sort().join()";
    assert_eq!(browser.js(&format!("return {chosen}")), json!("ps,rank[est],srpt"));
    browser.click("#sweep-formula-open");
    browser.wait_for("#sweep-formula-lab[open] textarea, #sweep-formula-lab[open] input", PATIENCE);
    browser.click(".chips [data-policy='rank[est]']");
    browser.wait("its end", &format!("{chosen} === 'ps,srpt'"), PATIENCE);
    browser.set_value("#sweep-formula-text", "age");
    browser.wait("another one", &format!("{chosen} === 'ps,rank[age],srpt'"), PATIENCE);
    assert!(toml(&browser).contains("rank[age]"), "{}", toml(&browser));
    browser.click(".chips [data-policy='rank[age]']");
    browser.wait("its end", &format!("{chosen} === 'ps,srpt'"), PATIENCE);
    assert!(!toml(&browser).contains("rank"), "{}", toml(&browser));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn axes_that_a_file_has_itself_are_not_offered() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#sweep?v=1&replications=2&policies=ps,srpt&workload.path=jobs.csv&across=workload.sigma:list:0.5,1"));
    browser.wait_for("#axis-0", PATIENCE);
    let offered = browser.js("return [...document.querySelectorAll('#axis-0 option')].map(option => option.value)");
    let offered = offered.as_array().expect("a list");
    assert!(offered.contains(&json!("workload.sigma")) && offered.contains(&json!("workload.load")), "{offered:?}");
    assert!(!offered.contains(&json!("workload.shape")) && !offered.contains(&json!("workload.timeshape")), "{offered:?}");
}

#[test]
fn the_first_map_stands_at_once_and_what_is_asked_anew_says_how_long_it_takes() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#watch"));
    browser.wait_for("#playhead", PATIENCE);
    let fetched = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/swept/')).map(({ name }) => name.split('/').pop()).join()";
    assert_eq!(browser.js(&format!("return {fetched}")), json!(""), "only Sweep asks for them");
    browser.click("#tab-sweep");
    browser.wait("all cells", DONE, PATIENCE);
    assert_eq!(browser.js(&format!("return {fetched}")), json!("server-1.csv"));
    assert_eq!(browser.attribute("#sweep-status", "data-cells").as_deref(), Some("42"));
    assert!(browser.text("#sweep-status").contains("simulated beforehand"), "{}", browser.text("#sweep-status"));
    assert!(browser.text("#sweep-verdict").starts_with("FSPE+PS beats PS in "), "{}", browser.text("#sweep-verdict"));
    // The same map, asked with other numbers.
    browser.click("#sweep-more > summary");
    browser.set_value("input[name='workload.count']", "300");
    browser.wait("an estimate", "document.querySelector('#sweep-status').innerText.includes('about')", PATIENCE);
    browser.wait_for("#sweep-run", PATIENCE);
    let height = browser.js("return document.querySelector('#sweep-run').getBoundingClientRect().height").as_f64().expect("a height");
    assert!(height >= 36.0, "{height}");
    browser.click("#sweep-run");
    // What theory says comes later.
    let measured = "document.querySelector('#sweep-status').dataset.cells === '42' && document.querySelector('#sweep-status').innerText";
    browser.wait("all cells", &format!("({measured})?.includes?.('jobs a second')"), PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_chosen_cell_has_a_card_and_curves_along_its_row_and_its_column() {
    let (_page, browser) = sweep(SMALL);
    browser.wait("all cells", DONE, PATIENCE);
    browser.wait_for("canvas#sweep-cell", PATIENCE);
    let title = || browser.text(".card h2");
    assert!(title().contains("shape = 0.25"), "{}", title());
    let (card, row) = (drawing(&browser, "canvas#sweep-cell"), drawing(&browser, "canvas#sweep-row"));
    browser.act("document.querySelector('.map').focus()");
    browser.press(&[key::RIGHT, key::RIGHT, key::UP]);
    browser.wait(
        "another cell",
        "document.querySelector('.card h2').innerText.replaceAll('\u{a0}', ' ').includes('shape = 0.5')",
        PATIENCE,
    );
    assert_ne!((drawing(&browser, "canvas#sweep-cell"), drawing(&browser, "canvas#sweep-row")), (card, row));
    assert!(browser.text("#sweep-sentence").ends_with('.'), "{}", browser.text("#sweep-sentence"));
    let link = |id: &str| browser.attribute(id, "href").expect("a link");
    assert!(
        link("#cell-compare").starts_with("#compare?") && link("#cell-compare").contains("workload.sigma=2"),
        "{}",
        link("#cell-compare")
    );
    assert!(link("#cell-watch").starts_with("#watch?"), "{}", link("#cell-watch"));
    browser.click("#cell-watch");
    browser.wait_for("#playhead", PATIENCE);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_sweep_file_opens_and_the_bound_can_be_what_others_are_divided_by() {
    // Long enough, and of sizes even enough, for means above the bound.
    let (_page, browser) = sweep(&SMALL.replace("count=400", "count=4000").replace("0.25:1:3", "1:4:3"));
    browser.wait("all cells", DONE, PATIENCE);
    browser.set_value("#sweep-show", "ratio_bound");
    browser.wait("the bound", "document.querySelector('#sweep-verdict').innerText.includes('closest to the bound in')", PATIENCE);
    let file = toml(&browser).replace("4.0", "3.0");
    drop_file(&browser, "sweep.toml", &file);
    browser.wait("its sizes", "location.hash.includes('up=workload.shape:list:1,2,3')", PATIENCE);
    browser.wait("all cells", DONE, PATIENCE);
    drop_file(&browser, "sweep.toml", "until = { half_width = 0.05, max = 50 }\n[axes]\n\"workload.load\" = [0.5, 0.9]");
    browser.wait_for("#sweep-status[data-state=error]", PATIENCE);
    assert!(browser.text("#sweep-status").contains("one or two axes"), "{}", browser.text("#sweep-status"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn what_is_below_the_bound_is_hatched_and_said_to_be_too_short() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(&page.at("#sweep"));
    browser.wait("what comes with the page", DONE, PATIENCE);
    let titles = browser.js("return [...document.querySelector('#sweep-show').options].map(option => option.text)");
    let titles: Vec<&str> = titles.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!((1..titles.len()).all(|i| !titles[..i].contains(&titles[i])), "each once: {titles:?}");
    let hint = "document.querySelector('#sweep').closest('figure').textContent.includes('hatched: runs too short to compare')";
    assert_eq!(browser.js(&format!("return {hint}")), json!(false), "only means can be too low for the bound");
    browser.set_value("#sweep-show", "ratio_bound");
    browser.wait("what hatches mean", hint, PATIENCE);
    browser.wait("the sentence", "document.querySelector('#sweep-verdict').innerText.includes('closest to the bound in')", PATIENCE);
    browser.act("document.querySelector('.map').focus()");
    browser.press(&[key::DOWN; 8]);
    browser.press(&[key::LEFT; 6]);
    browser.wait("the most uneven sizes", "document.querySelector('#sweep-reading').textContent.includes('0.125')", PATIENCE);
    assert!(
        browser.text("#sweep-reading").contains("runs too short to compare: a mean is below the bound"),
        "{}",
        browser.text("#sweep-reading")
    );
    assert!(browser.text("#sweep-sentence").starts_with("Runs too short to compare"), "{}", browser.text("#sweep-sentence"));
    browser.press(&[key::UP; 8]);
    browser.press(&[key::RIGHT; 5]);
    browser.wait("the most even sizes", "document.querySelector('#sweep-sentence').textContent.includes('PS')", PATIENCE);
    assert!(!browser.text("#sweep-reading").contains("too short"), "{}", browser.text("#sweep-reading"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
