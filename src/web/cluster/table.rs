//! The columns of the table of results.

use crate::web::table::{self, Column};
use schedscope::cluster::{Figures, Plan};
use schedscope_chart::Mode;
use schedscope_core::experiment::{PolicyReport, Report};
use schedscope_state::cluster::{Cluster, Replay};
use schedscope_state::format;
use schedscope_state::stage::Played;
use yew::prelude::*;

fn of_cluster(name: &str, title: &str, hint: &'static str, value: fn(&Figures) -> f64, show: fn(f64) -> String) -> Column {
    let value = Box::new(move |row: &PolicyReport| row.own::<Plan>().map(|own| value(&own.cluster)));
    Column { name: name.to_owned(), title: title.to_owned(), hint, value, show, ranked: name == "mean_load" }
}

fn columns(report: &Report) -> Vec<Column> {
    let mean = Column {
        name: "mean_sojourn".to_owned(),
        title: "Mean sojourn (s)".to_owned(),
        hint: "Mean sojourn time (response time): seconds from submission to completion",
        value: Box::new(PolicyReport::mean_sojourn),
        show: |x| format::digits(x, 4),
        ranked: true,
    };
    let classes = report.policies.first().map(PolicyReport::classes).unwrap_or_default();
    let medians = classes.iter().map(|class| class.class).map(|class| Column {
        name: format!("median_bin_{class}"),
        title: format!("Median, bin {class} (s)"),
        hint: "Half of the jobs of this size class take at most this long",
        value: Box::new(move |row| row.class(class).map(|figures| figures.median_sojourn)),
        show: |x| format::digits(x, 4),
        ranked: true,
    });
    let others = [
        of_cluster("mean_load", "Mean jobs in system", "Number of jobs in the system, averaged over time", |c| c.mean_load, format::short),
        of_cluster(
            "map_utilisation",
            "Map slots used",
            "Fraction of the map slots in use, averaged over time",
            |c| c.summary.utilisation[0],
            format::percent,
        ),
        of_cluster(
            "reduce_utilisation",
            "Reduce slots used",
            "Fraction of the reduce slots in use, averaged over time",
            |c| c.summary.utilisation[1],
            format::percent,
        ),
        of_cluster(
            "locality",
            "Local maps",
            "Fraction of maps that ran on a machine with their input",
            |c| c.summary.locality,
            format::percent,
        ),
        of_cluster(
            "preemptions",
            "Preemptions per job",
            "How often a task lost its slot to another job, per job",
            |c| c.summary.preemptions,
            format::short,
        ),
    ];
    std::iter::once(mean).chain(medians).chain(others).collect()
}

/// The table: over all runs as soon as they are known, until then of the run that is shown.
pub fn table(cluster: &Played<Cluster>, shown: &Replay, mode: Mode) -> Html {
    let spread = cluster.bench.behind.spread();
    let report = spread.map_or(&shown.report, |spread| &spread.report);
    let subjects = shown.runs.runs.iter().map(|run| (run.name.as_str(), run.look));
    let title = spread.map_or_else(|| "This run".to_owned(), |spread| format!("All {} runs", spread.runs()));
    html! {
        <>
            <h2 class="table-title">{ title }<span class="muted small">{ if spread.is_some() { ": the same numbers as schedscope run prints" } else { "" } }</span></h2>
            { table::table("cluster-table", report, subjects, &columns(report), mode) }
        </>
    }
}
