//! The numbers of a report, one row a policy, the best of each column marked.

use super::state::Shown;
use crate::chart::{ClusterRun, Mode};
use crate::experiment::{ClusterReport, PolicyReport};
use crate::web::format;
use crate::web::policies::Swatch;
use std::rc::Rc;
use yew::prelude::*;

/// What a column says of a policy.
type Value = Box<dyn Fn(&PolicyReport) -> Option<f64>>;

/// A column of the table.
struct Column {
    /// Its name in the command line's report.
    name: String,
    title: String,
    hint: &'static str,
    value: Value,
    show: fn(f64) -> String,
    /// Whether the least value is the best.
    ranked: bool,
}

fn of_cluster(name: &str, title: &str, hint: &'static str, value: fn(&ClusterReport) -> f64, show: fn(f64) -> String) -> Column {
    let value = Box::new(move |row: &PolicyReport| row.cluster.as_ref().map(value));
    Column { name: name.to_owned(), title: title.to_owned(), hint, value, show, ranked: name == "mean_load" }
}

fn columns(shown: &Shown) -> Vec<Column> {
    let mean = Column {
        name: "mean_sojourn".to_owned(),
        title: "Mean sojourn (s)".to_owned(),
        hint: "Mean sojourn time (response time): seconds from submission to completion",
        value: Box::new(|row| Some(row.all.mean_sojourn)),
        show: |x| format::digits(x, 4),
        ranked: true,
    };
    let classes = shown.report.policies.first().map(|row| &row.classes[..]).unwrap_or_default();
    let medians = classes.iter().map(|class| class.class).map(|class| Column {
        name: format!("median_bin_{class}"),
        title: format!("Median, bin {class} (s)"),
        hint: "Half of the jobs of this size class take at most this long",
        value: Box::new(move |row| row.classes.iter().find(|of| of.class == class).map(|of| of.figures.median_sojourn)),
        show: |x| format::digits(x, 4),
        ranked: true,
    });
    let others = [
        of_cluster("mean_load", "Mean load (jobs)", "Jobs in the system, averaged over time", |c| c.mean_load, format::short),
        of_cluster(
            "map_utilisation",
            "Map slots used",
            "Fraction of the map slots that was held",
            |c| c.summary.utilisation[0],
            format::percent,
        ),
        of_cluster("reduce_utilisation", "Reduce slots used", "The same of reduce slots", |c| c.summary.utilisation[1], format::percent),
        of_cluster(
            "locality",
            "Local maps",
            "Fraction of maps that ran on a machine with their input",
            |c| c.summary.locality,
            format::percent,
        ),
        of_cluster(
            "preemptions",
            "Slots lost a job",
            "Times a task lost its slot to another job, per job",
            |c| c.summary.preemptions,
            format::short,
        ),
    ];
    std::iter::once(mean).chain(medians).chain(others).collect()
}

/// Properties of [`Table`].
#[derive(Clone, Properties)]
pub struct Props {
    /// What is shown.
    pub shown: Rc<Shown>,
    /// The theme.
    pub mode: Mode,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shown, &other.shown) && self.mode == other.mode
    }
}

/// The table.
#[component]
pub fn Table(props: &Props) -> Html {
    let shown = &props.shown;
    let columns = columns(shown);
    let rows = &shown.report.policies;
    let best = |column: &Column| {
        let values = || rows.iter().filter_map(|row| (column.value)(row));
        let least = values().filter(|_| column.ranked).min_by(f64::total_cmp)?;
        // What all policies reach distinguishes none.
        values().any(|value| value != least).then_some(least)
    };
    let bests: Vec<Option<f64>> = columns.iter().map(best).collect();
    let row = |(row, run): (&PolicyReport, &ClusterRun)| {
        let cells = columns.iter().zip(&bests).map(|(column, best)| {
            let value = (column.value)(row);
            let wins = value.is_some() && value == *best;
            html! {
                <td data-column={column.name.clone()} data-value={value.map(|x| x.to_string())} class={classes!(wins.then_some("best"))} title={wins.then_some("The least of this column")}>
                    { value.map_or_else(|| "–".to_owned(), column.show) }
                </td>
            }
        });
        html! {
            <tr data-policy={row.policy.written().to_owned()}>
                <th scope="row" title={row.policy.row().line}><Swatch look={run.look} mode={props.mode} /><span>{ run.name.clone() }</span></th>
                { for cells }
            </tr>
        }
    };
    html! {
        <div class="scroll" role="region" aria-label="Results by policy" tabindex="0">
            <table id="cluster-table">
                <thead>
                    <tr>
                        <th scope="col">{ "Policy" }</th>
                        { for columns.iter().map(|column| html! { <th scope="col" title={column.hint}><span class="hinted">{ column.title.clone() }</span></th> }) }
                    </tr>
                </thead>
                <tbody>{ for rows.iter().zip(&shown.runs.runs).map(row) }</tbody>
            </table>
        </div>
    }
}
