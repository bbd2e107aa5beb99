//! The figures of each algorithm.

use crate::web::table::{self, Column};
use schedscope::ordering::{Plan, Summary};
use schedscope::sim::brief;
use schedscope_chart::Mode;
use schedscope_core::experiment::PolicyReport;
use schedscope_core::pictures::{looks, names};
use schedscope_state::format;
use schedscope_state::order::{Order, Replay};
use schedscope_state::stage::Played;
use yew::prelude::*;

fn column(
    name: &str,
    title: &str,
    hint: &'static str,
    value: fn(&Summary) -> Option<f64>,
    show: fn(f64) -> String,
    ranked: bool,
) -> Column {
    let value = Box::new(move |row: &PolicyReport| row.own::<Plan>().and_then(|own| value(&own.ordering)));
    Column { name: name.to_owned(), title: title.to_owned(), hint, value, show, ranked }
}

/// Whether an order is proven to cost least.
fn proven(share: f64) -> String {
    match share {
        1.0 => "yes".to_owned(),
        0.0 => "given up".to_owned(),
        share => format!("{} of graphs", format::percent(share)),
    }
}

fn columns() -> Vec<Column> {
    vec![
        column(
            "tmb",
            "TMB",
            "Total maximum bandwidth: outputs that are still needed, summed over the steps",
            |s| Some(s.costs.tmb),
            brief,
            true,
        ),
        column("wtmb", "WTMB", "The same weighted by the sizes of outputs", |s| Some(s.costs.wtmb), brief, true),
        column(
            "dbw",
            "DBW",
            "Directed bandwidth: the longest distance of a task and a reader of its output",
            |s| Some(s.costs.dbw),
            brief,
            true,
        ),
        column("dla", "DLA", "Directed linear arrangement: the sum of all these distances", |s| Some(s.costs.dla), brief, true),
        column(
            "ratio_optimum",
            "÷ optimum",
            "What the algorithm makes small ÷ the least there is, where an exact algorithm was run for the same",
            |s| s.ratio_optimum,
            |x| format::digits(x, 4),
            true,
        ),
        column(
            "gap",
            "Gap",
            "How much more than the least it costs at most, as far as searches have shown it",
            |s| s.gap,
            format::percent,
            true,
        ),
        column("share_proven", "Exact", "Whether its order is proven to cost least", |s| s.share_proven, proven, false),
        column(
            "peak",
            "Most at once",
            "Most outputs that are needed at once: a cache for as many never loads one again",
            |s| Some(s.costs.peak),
            brief,
            true,
        ),
        column(
            "reloads",
            "Reloads",
            "Outputs that were read and were no longer in the cache of the scenario",
            |s| Some(s.reloads),
            brief,
            true,
        ),
        column(
            "states",
            "States",
            "What the algorithm looked at: sets expanded (A*), sets kept (DP, Beam), completions (Heuristic)",
            |s| Some(s.states),
            |x| format::whole(x.round() as u64),
            false,
        ),
    ]
}

/// The table, as `schedscope run` has it.
pub fn table(order: &Played<Order>, shown: &Replay, mode: Mode) -> Html {
    let policies: Vec<_> = shown.report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks) = (names(&policies), looks(&policies));
    let replications = order.bench.scenario.replications;
    let title = if replications > 1 { format!("Means over {replications} graphs") } else { "This graph".to_owned() };
    html! {
        <>
            <h2 class="table-title">{ title }<span class="muted small">{ ": the same numbers as schedscope run prints" }</span></h2>
            { table::table("order-table", &shown.report, names.iter().map(String::as_str).zip(looks.iter().copied()), &columns(), mode) }
        </>
    }
}
