//! The columns of the table of results.

use crate::chart::Mode;
use crate::experiment::PolicyReport;
use crate::page::cluster::Shown;
use crate::page::format;
use crate::web::table::{self, Column};
use schedscope_engine::cluster::{Figures, Plan};
use yew::prelude::*;

fn of_cluster(name: &str, title: &str, hint: &'static str, value: fn(&Figures) -> f64, show: fn(f64) -> String) -> Column {
    let value = Box::new(move |row: &PolicyReport| row.own::<Plan>().map(|own| value(&own.cluster)));
    Column { name: name.to_owned(), title: title.to_owned(), hint, value, show, ranked: name == "mean_load" }
}

fn columns(shown: &Shown) -> Vec<Column> {
    let mean = Column {
        name: "mean_sojourn".to_owned(),
        title: "Mean sojourn (s)".to_owned(),
        hint: "Mean sojourn time (response time): seconds from submission to completion",
        value: Box::new(PolicyReport::mean_sojourn),
        show: |x| format::digits(x, 4),
        ranked: true,
    };
    let classes = shown.report.policies.first().map(PolicyReport::classes).unwrap_or_default();
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

/// The table.
pub fn table(shown: &Shown, mode: Mode) -> Html {
    let subjects = shown.runs.runs.iter().map(|run| (run.name.as_str(), run.look));
    table::table("cluster-table", &shown.report, subjects, &columns(shown), mode)
}
