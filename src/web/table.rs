//! The numbers of a report, one row a policy, the best of each column marked.

use super::policies::swatch;
use super::workbench::least;
use crate::chart::Mode;
use crate::experiment::{PolicyReport, Report};
use crate::registry::Look;
use yew::prelude::*;

/// What a column says of a policy.
pub type Value = Box<dyn Fn(&PolicyReport) -> Option<f64>>;

/// A column of the table.
pub struct Column {
    /// Its name in the command line's report.
    pub name: String,
    /// Its head.
    pub title: String,
    /// What it is.
    pub hint: &'static str,
    /// What it says of a policy.
    pub value: Value,
    /// How that is written.
    pub show: fn(f64) -> String,
    /// Whether the least value is the best.
    pub ranked: bool,
}

/// The table. `subjects` are the names and looks of the report's policies.
pub fn table<'a>(
    id: &'static str,
    report: &Report,
    subjects: impl Iterator<Item = (&'a str, Look)>,
    columns: &[Column],
    mode: Mode,
) -> Html {
    let bests: Vec<Option<f64>> = columns.iter().map(|column| least(&report.policies, &column.value).filter(|_| column.ranked)).collect();
    let row = |(row, (name, look)): (&PolicyReport, (&str, Look))| {
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
                <th scope="row" title={row.policy.row().line}>{ swatch(look, mode) }<span>{ name.to_owned() }</span></th>
                { for cells }
            </tr>
        }
    };
    html! {
        <div class="scroll" role="region" aria-label="Results by policy" tabindex="0">
            <table {id} class="by-policy">
                <thead>
                    <tr>
                        <th scope="col">{ "Policy" }</th>
                        { for columns.iter().map(|column| html! { <th scope="col" title={column.hint}><span class="hinted">{ column.title.clone() }</span></th> }) }
                    </tr>
                </thead>
                <tbody>{ for report.policies.iter().zip(subjects).map(row) }</tbody>
            </table>
        </div>
    }
}
