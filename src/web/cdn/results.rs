//! What does not move with the clock: who served, and the table of outcomes.

use crate::web::canvas::Picture;
use crate::web::export::Format;
use crate::web::figure::Figure;
use crate::web::kept::kept;
use crate::web::markup::{Markup, markup, sheet, shown as written};
use crate::web::policies::stroke;
use schedscope::cdn::{Figures, Plan};
use schedscope::metrics::Interval;
use schedscope::registry::Choice;
use schedscope_chart::{Mode, Served, Theme};
use schedscope_core::experiment::{PolicyReport, Report};
use schedscope_core::pictures::{looks, names};
use schedscope_state::cdn::{Pane, Replay, words};
use std::rc::Rc;
use yew::prelude::*;

/// The table.
pub fn numbers(shown: &Rc<Replay>, sourced: bool, mode: Mode) -> Html {
    let shown = shown.clone();
    kept((Rc::as_ptr(&shown), sourced, mode), move || table(&shown.report, sourced, mode))
}

/// Who serves how much, in bars.
pub fn served(shown: &Rc<Replay>, mode: Mode) -> Html {
    let shown = shown.clone();
    kept((Rc::as_ptr(&shown), mode), move || bars(&shown, mode))
}

fn bars(shown: &Rc<Replay>, mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let key = markup! {
        ul.small.muted.served-key {
            @for by in Served::ALL { li { i style=(format!("background: {}", theme.served(by).css())) {} (by.name()) } }
            li { i.queue-key {} "CDN server, after its queue" }
            @if shown.shares.iter().any(|share| share.interval.is_some()) { li { "├┤ 95 % interval of what dServers serve" } }
        }
    };
    let (rows, file) = (shown.clone(), shown.clone());
    let figure = Figure {
        id: "cdn-served",
        title: "Who serves the requests",
        hint: "fractions over all replications".into(),
        picture: Picture::pane(shown, Pane::Served),
        summary: "Fractions of the requests by who serves them, one bar a policy. The table of numbers has them.".into(),
        table: Callback::from(move |()| {
            let row = |share: &schedscope_core::pictures::cdn::Shares| {
                (share.name.clone(), [share.local, share.others, share.cdn, share.postponed].map(words::share).to_vec())
            };
            let rows: Vec<_> = rows.shares.iter().map(row).collect();
            written(sheet(["Policy", "Own dServer", "Another dServer", "CDN server", "of these, after its queue"], &rows))
        }),
        file: Callback::from(move |format| match format {
            Format::Csv => Some(file.shares_csv()),
            _ => serde_json::to_string_pretty(&file.report).ok(),
        }),
        controls: written(key),
    };
    html! {
        <div class="cdn-results" style={format!("--rows: {}", shown.shares.len())}>
            { figure.view(mode) }
        </div>
    }
}

/// The outcomes of table 3.1 of the source, and the cost; beside them what the source has, where it has simulated the same week.
fn table(report: &Report, sourced: bool, mode: Mode) -> Html {
    let choices: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks) = (names(&choices), looks(&choices));
    let cell = |column: &str,
                value: Option<f64>,
                show: &dyn Fn(f64) -> String,
                interval: Option<Interval>,
                ends: &dyn Fn(f64) -> String| {
        let interval =
            interval.filter(|Interval { low, high }| high > low).map(|Interval { low, high }| format!("[{}, {}]", ends(low), ends(high)));
        let text = value.map_or_else(|| "–".to_owned(), show);
        markup! { td data-column=(column) data-value=[value] { (text) @if let Some(interval) = interval { " " span.bracket { (interval) } } } }
    };
    let (percents, percent) = (|x: f64| format!("{:.1}", 100.0 * x), |x: f64| format!("{:.1} %", 100.0 * x));
    let cost = |x: f64| format!("{x:.3}");
    let sized = report.policies.iter().filter_map(|row| row.own::<Plan>()).any(|own| own.cdn.byte_share.is_some());
    let cells = |figures: &Figures| -> Vec<Markup> {
        let mut cells = vec![
            cell("local_share", Some(figures.local_share), &percent, figures.local_share_interval, &percents),
            cell("other_share", Some((figures.dcdn_share - figures.local_share).max(0.0)), &percent, None, &percents),
            cell("dcdn_share", Some(figures.dcdn_share), &percent, figures.dcdn_share_interval, &percents),
            cell("cdn_share", Some(figures.cdn_share), &percent, None, &percents),
            cell("postponed", Some(figures.postponed), &words::count, figures.postponed_interval, &words::count),
            cell("mean_wait", figures.mean_wait, &words::lasting, figures.mean_wait_interval, &words::lasting),
            cell("cost", figures.cost, &cost, figures.cost_interval, &cost),
        ];
        if sized {
            cells.insert(3, cell("byte_share", figures.byte_share, &percent, figures.byte_share_interval, &percents));
        }
        cells
    };
    let mut heads = vec![
        ("own dServer", "Fraction of the requests that the dServer of the user's region serves"),
        ("another", "Fraction that other dServers serve"),
        ("all dServers", "Fraction that dServers serve, the hit share: “dCDN” in the source's table 3.1"),
        ("CDN server", "Fraction that the CDN server serves"),
        ("postponed", "Requests that wait in the queue of the CDN server, a replication"),
        ("mean wait", "How long these wait on average"),
        ("cost", "Cost of the transfers ÷ their cost if all came from the CDN server"),
    ];
    if sized {
        heads.insert(3, ("of bytes", "The same, where each request counts as much as the size of its video: the byte hit share"));
    }
    let source = |row: &PolicyReport| {
        words::in_source(row).map(|(share, wait, cost)| {
            let cost = cost.map_or_else(String::new, |cost| format!(", cost ≈ {cost}"));
            format!("{} dServers, {}{cost}", words::share(share), words::lasting(wait))
        })
    };
    written(markup! {
        div.cdn-table {
            div.scroll role="region" aria-label="Outcomes by policy" tabindex="0" {
                table.by-policy id="cdn-table" {
                    thead {
                        tr {
                            th scope="col" { "Policy" }
                            @for (title, hint) in heads { th scope="col" title=(hint) { span.hinted { (title) } } }
                            @if sourced { th scope="col" title="ViPeeR D4.5, table 3.1 (dServers, mean wait) and figure 3.3 (cost), for its trace of 2011" { span.hinted { "in the source" } } }
                        }
                    }
                    tbody {
                        @for ((row, name), look) in report.policies.iter().zip(&names).zip(&looks) {
                            tr data-policy=(row.policy.written()) {
                                th scope="row" title=(row.policy.row().line) { (stroke(*look, mode)) span { (name) } }
                                @if let Some(own) = row.own::<Plan>() { @for cell in cells(&own.cdn) { (cell) } }
                                @if sourced { td.muted { (source(row).unwrap_or_else(|| "–".to_owned())) } }
                            }
                        }
                    }
                }
            }
            @if report.policies.iter().any(|row| row.policy.written().starts_with("opt-") || row.policy.written().starts_with("perf-opt") || row.policy.written().starts_with("real-opt")) {
                p.small.muted {
                    "Optimal placements are those that a local search finds, here and on the command line. On the command line instances of up to 400 pairs of a video and a dServer can be solved exactly: "
                    code { "opt-opt[solver=exact]" } "."
                }
            }
            @if sourced {
                p.small.muted { "The source's trace is not public: its profile of the week and its numbers of requests and videos are kept, popularity and distances are chosen. The order of the configurations is what can be compared." }
            }
        }
    })
}
