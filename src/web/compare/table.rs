//! The numbers of a report, one row a policy, the best of each column marked.

use crate::chart::Mode;
use crate::experiment::{Figures, PolicyReport, Report};
use crate::page::compare::{Change, Focus};
use crate::page::format;
use crate::page::state::Action;
use crate::plot::look_of;
use crate::web::controls::value_of;
use crate::web::kept::kept;
use crate::web::policies::swatch;
use schedscope_engine::metrics::Interval;
use schedscope_engine::server::Plan;
use std::rc::Rc;
use yew::prelude::*;

/// A column of the table.
struct Column {
    /// Its name in the command line's CSV.
    name: String,
    head: Html,
    hint: String,
    /// Of each policy, with its interval.
    values: Vec<(Option<f64>, Option<Interval>)>,
    show: fn(f64) -> String,
    /// Whether the least value is the best.
    ranked: bool,
}

/// A figure of a policy: its name in the command line's CSV, its title, what it is, and how it is written.
type Known = (&'static str, &'static str, &'static str, fn(&Figures) -> Option<f64>, fn(f64) -> String);

const MEAN: Known = (
    "mean_sojourn",
    "MST",
    "Mean sojourn time: how long a job takes from arrival to completion, on average",
    |of| Some(of.mean_sojourn),
    |x| format::digits(x, 4),
);

const INTERVAL: Known = (
    "mean_sojourn_ci95",
    "±\u{a0}95\u{a0}%",
    "Half-width of the 95 % confidence interval over replications",
    |of| of.mean_sojourn_ci95,
    format::short,
);

const OTHERS: [Known; 5] = [
    ("median_sojourn", "Median sojourn", "Half of the jobs take at most this long", |of| Some(of.median_sojourn), format::short),
    ("p99_sojourn", "p99 sojourn", "99 of 100 jobs take at most this long", |of| Some(of.p99_sojourn), format::short),
    (
        "median_slowdown",
        "Median slowdown",
        "Half of the jobs take at most this many times as long as alone",
        |of| Some(of.median_slowdown),
        format::short,
    ),
    (
        "p99_slowdown",
        "p99 slowdown",
        "99 of 100 jobs take at most this many times as long as alone",
        |of| Some(of.p99_slowdown),
        format::short,
    ),
    (
        "share_slowdown_above_100",
        "Slowdown > 100",
        "Share of jobs that take more than a hundred times as long as alone",
        |of| Some(of.share_slowdown_above_100),
        format::percent,
    ),
];

impl Column {
    fn of(report: &Report, (name, title, hint, value, show): Known, ranked: bool) -> Self {
        let values = report.policies.iter().map(|row| (row.figures().and_then(value), None)).collect();
        Self { name: name.to_owned(), head: html! { <span class="hinted">{ title }</span> }, hint: hint.to_owned(), values, show, ranked }
    }

    /// Means ÷ that of a policy; `head` is where it is chosen.
    fn over(report: &Report, to: usize, head: Html) -> Self {
        let row = report.policies[to].policy.row();
        let also = match row.key {
            "srpt" => ": 1 is the best mean there is with exact sizes",
            "ps" => ": below 1, knowing sizes pays",
            _ => "",
        };
        let of = |policy: usize| {
            let versus = report.versus(policy, to);
            (versus.ratio, versus.interval.filter(|_| policy != to))
        };
        Self {
            name: format!("ratio_{}", row.key),
            head,
            hint: format!("MST ÷ that of {} on the same jobs{also}. Small: its 95 % interval over pairs of replications", row.name),
            values: (0..report.policies.len()).map(of).collect(),
            show: format::short,
            ranked: false,
        }
    }

    /// Its least value, unless most policies reach it: that distinguishes none.
    fn best(&self) -> Option<f64> {
        let values = || self.values.iter().filter_map(|(value, _)| *value);
        let least = values().filter(|_| self.ranked).min_by(f64::total_cmp)?;
        (2 * values().filter(|value| *value == least).count() <= self.values.len()).then_some(least)
    }

    fn cell(&self, policy: usize, best: Option<f64>) -> Html {
        let (value, interval) = self.values[policy];
        let best = value.is_some() && value == best;
        let text = value.map_or_else(|| "–".to_owned(), self.show);
        html! {
            <td
                class={classes!(best.then_some("best"))} data-column={self.name.clone()} data-value={value.map(|x| x.to_string())}
                title={best.then_some("The least of this column")}
            >
                { text }
                if let Some(Interval { low, high }) = interval {
                    <span class="muted interval">{ format!("{}\u{a0}to\u{a0}{}", format::short(low), format::short(high)) }</span>
                }
            </td>
        }
    }
}

/// All columns; `head` makes what stands above the ratios to a policy, given which of them it is and where the policy is.
fn columns(report: &Report, focus: &Focus, head: impl Fn(usize, usize) -> Html) -> Vec<Column> {
    let ratios = focus.over(report).into_iter().enumerate().map(|(side, to)| Column::over(report, to, head(side, to)));
    let others = OTHERS.into_iter().map(|known| Column::of(report, known, true));
    [Column::of(report, MEAN, true), Column::of(report, INTERVAL, false)].into_iter().chain(ratios).chain(others).collect()
}

/// What theory says of the mean of a policy.
pub fn theory(row: &PolicyReport) -> Option<f64> {
    row.own::<Plan>().and_then(|own| own.theory_mean_sojourn)
}

/// The numbers of a report as CSV, under the command line's names.
pub fn csv(report: &Report, focus: &Focus) -> String {
    let columns = columns(report, focus, |_, _| Html::default());
    let titles: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let number = |x: Option<f64>| x.filter(|x| x.is_finite()).map(|x| x.to_string()).unwrap_or_default();
    let row = |(policy, row): (usize, &PolicyReport)| {
        let cells: Vec<String> = columns.iter().map(|column| number(column.values[policy].0)).collect();
        let (jobs, replications) = row.figures().map_or((0, 0), |figures| (figures.jobs, figures.replications));
        format!("{},{jobs},{replications},{},{}\n", row.policy, cells.join(","), number(theory(row)))
    };
    let rows: String = report.policies.iter().enumerate().map(row).collect();
    format!("policy,jobs,replications,{},theory_mean_sojourn\n{rows}", titles.join(","))
}

/// The table.
pub fn table(report: &Rc<Report>, focus: &Focus, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (report, focus, dispatch) = (report.clone(), focus.clone(), dispatch.clone());
    kept((Rc::as_ptr(&report), focus.clone(), mode), move || rows(&report, &focus, mode, &dispatch))
}

/// Where the policy is chosen that others are divided by.
fn divisor(report: &Report, focus: &Focus, side: usize, to: usize, dispatch: &Callback<Action>) -> Html {
    let key = |i: usize| report.policies[i].policy.written().to_owned();
    let now = focus.over(report).into_iter().map(key).collect::<Vec<_>>();
    let onchange = dispatch.reform(move |event: Event| {
        let mut over = now.clone();
        over[side] = value_of(&event);
        Action::Compare(Change::Over(over))
    });
    let option = |i: usize| html! { <option value={key(i)} selected={i == to}>{ report.policies[i].policy.row().name }</option> };
    html! {
        <span class="divisor">
            { "÷\u{a0}" }
            <select id={format!("over-{side}")} aria-label="Policy that means are divided by" {onchange} ~selectedIndex={to as u32}>
                { for (0..report.policies.len()).map(option) }
            </select>
        </span>
    }
}

fn rows(report: &Report, focus: &Focus, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let mut columns = columns(report, focus, |side, to| divisor(report, focus, side, to, dispatch));
    columns.retain(|column| column.name != INTERVAL.0 || report.scenario.replications > 1);
    let bests: Vec<Option<f64>> = columns.iter().map(Column::best).collect();
    let known = report.policies.iter().any(|row| theory(row).is_some());
    let row = |(i, row): (usize, &PolicyReport)| {
        let about = row.policy.row();
        html! {
            <tr data-policy={about.key} key={about.key}>
                <th scope="row" title={about.line}>{ swatch(look_of(&row.policy), mode) }<span>{ about.name }</span></th>
                { for columns.iter().zip(&bests).map(|(column, best)| column.cell(i, *best)) }
                if known {
                    <td data-column="theory">{ theory(row).map_or_else(|| "–".to_owned(), |mean| format::digits(mean, 4)) }</td>
                }
            </tr>
        }
    };
    html! {
        <div class="table-space" role="region" aria-label="Results by policy" tabindex="0">
            <table id="results-table">
                <thead>
                    <tr>
                        <th scope="col">{ "Policy" }</th>
                        { for columns.iter().map(|column| html! { <th scope="col" title={column.hint.clone()}>{ column.head.clone() }</th> }) }
                        if known {
                            <th scope="col" title="Mean sojourn time of an endless run, where a formula is known"><span class="hinted">{ "MST in theory" }</span></th>
                        }
                    </tr>
                </thead>
                <tbody>{ for report.policies.iter().enumerate().map(row) }</tbody>
            </table>
        </div>
    }
}
