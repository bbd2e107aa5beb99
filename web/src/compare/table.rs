//! The numbers of a report, one row a policy, in groups by what policies know, the best of each group marked.

use crate::chips::title;
use crate::controls::value_of;
use crate::kept::kept;
use crate::policies::swatch;
use schedscope_chart::Mode;
use schedscope_core::experiment::{Figures, PolicyReport, Report};
use schedscope_core::pictures::{Units, looks, names};
use schedscope_engine::metrics::Interval;
use schedscope_engine::registry::{Choice, Family};
use schedscope_engine::server::Plan;
use schedscope_page::compare::{Change, Focus, alike, grouped};
use schedscope_page::format;
use schedscope_page::state::Action;
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
            hint: format!("MST ÷ that of {} on the same jobs{also}. In brackets: its 95 % interval over pairs of replications", row.name),
            values: (0..report.policies.len()).map(of).collect(),
            show: format::short,
            ranked: false,
        }
    }

    /// The rows of a group with its least value, unless most of them reach it: that distinguishes none. Of means also those that
    /// cannot be told from the least.
    fn best(&self, report: &Report, members: &[usize]) -> Vec<usize> {
        let value = |i: &usize| self.values[*i].0;
        let least = members.iter().filter(|_| self.ranked).filter_map(value).min_by(f64::total_cmp);
        let Some(first) = members.iter().copied().find(|i| least.is_some() && value(i) == least) else { return vec![] };
        let of_means = self.name == MEAN.0;
        let same = |i: &usize| value(i) == least || of_means && alike(report, *i, first);
        let best: Vec<usize> = members.iter().copied().filter(same).collect();
        if of_means || 2 * best.len() <= members.len() { best } else { vec![] }
    }

    fn cell(&self, policy: usize, best: bool) -> Html {
        let (value, interval) = self.values[policy];
        let text = value.map_or_else(|| "–".to_owned(), self.show);
        let (text, ends) = match (value, interval) {
            (Some(value), Some(Interval { low, high })) => format::interval(value, low, high),
            _ => (text, String::new()),
        };
        html! {
            <td
                class={classes!(best.then_some("best"))} data-column={self.name.clone()} data-value={value.map(|x| x.to_string())}
                title={best.then_some("The least of its group, or not to be told from it")}
            >
                { text }
                if !ends.is_empty() {
                    <span class="bracket interval">{ ends }</span>
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

/// The mean of a policy ÷ the least that is possible.
fn above_bound(row: &PolicyReport) -> Option<f64> {
    row.own::<Plan>().and_then(|own| own.ratio_bound)
}

/// The numbers of a report as CSV, under the command line's names.
pub fn csv(report: &Report, focus: &Focus) -> String {
    let columns = columns(report, focus, |_, _| Html::default());
    let titles: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let number = |x: Option<f64>| x.filter(|x| x.is_finite()).map(|x| x.to_string()).unwrap_or_default();
    let row = |(policy, row): (usize, &PolicyReport)| {
        let cells: Vec<String> = columns.iter().map(|column| number(column.values[policy].0)).collect();
        let (jobs, replications) = row.figures().map_or((0, 0), |figures| (figures.jobs, figures.replications));
        format!("{},{jobs},{replications},{},{},{}\n", row.policy, cells.join(","), number(theory(row)), number(above_bound(row)))
    };
    let rows: String = report.policies.iter().enumerate().map(row).collect();
    format!("policy,jobs,replications,{},theory_mean_sojourn,ratio_bound\n{rows}", titles.join(","))
}

/// The table; `why` there is no bound.
pub fn table(
    report: &Rc<Report>,
    why: Option<&str>,
    order: &[String],
    focus: &Focus,
    merged: bool,
    mode: Mode,
    dispatch: &Callback<Action>,
) -> Html {
    let (report, why, order, focus, dispatch) = (report.clone(), why.map(str::to_owned), order.to_vec(), focus.clone(), dispatch.clone());
    kept((Rc::as_ptr(&report), order.clone(), focus.clone(), merged, mode), move || {
        rows(&report, why.as_deref(), &order, &focus, merged, mode, &dispatch)
    })
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
    let option = |i: usize| html! { <option value={key(i)} selected={i == to}>{ report.policies[i].policy.name() }</option> };
    html! {
        <span class="divisor">
            { "÷\u{a0}" }
            <select id={format!("over-{side}")} aria-label="Policy that means are divided by" {onchange} ~selectedIndex={to as u32}>
                { for (0..report.policies.len()).map(option) }
            </select>
        </span>
    }
}

fn rows(
    report: &Report,
    why: Option<&str>,
    order: &[String],
    focus: &Focus,
    merged: bool,
    mode: Mode,
    dispatch: &Callback<Action>,
) -> Html {
    let columns = columns(report, focus, |side, to| divisor(report, focus, side, to, dispatch));
    let known = report.policies.iter().any(|row| theory(row).is_some());
    let bounded = report.policies.iter().any(|row| above_bound(row).is_some());
    let groups = grouped(report, order);
    let lit = focus.lit(report);
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks) = (names(&policies), looks(&policies));
    let row = |i: usize, bests: &[Vec<usize>]| {
        let row = &report.policies[i];
        let about = row.policy.row();
        let both = merged && about.key == "fspe+ps";
        let written = row.policy.written().to_owned();
        let light = {
            let written = written.clone();
            dispatch.reform(move |_: MouseEvent| Action::Compare(Change::Light(written.clone())))
        };
        let dim = lit.is_some_and(|lit| lit != i);
        html! {
            <tr data-policy={written.clone()} data-also={both.then_some("psbs")} key={written.clone()} class={classes!(dim.then_some("dim"), (lit == Some(i)).then_some("lit"))}>
                <th scope="row" title={about.line}>
                    <button type="button" class="name" aria-pressed={(lit == Some(i)).to_string()} onclick={light}>
                        { swatch(looks[i], mode) }<span>{ &names[i] }</span>
                        if both {
                            <span class="muted small">{ " = PSBS" }</span>
                        }
                    </button>
                </th>
                { for columns.iter().zip(bests).map(|(column, best)| column.cell(i, best.contains(&i))) }
                if known {
                    <td data-column="theory">{ theory(row).map_or_else(|| "–".to_owned(), |mean| format::digits(mean, 4)) }</td>
                }
                if bounded {
                    <td data-column="bound">{ above_bound(row).map_or_else(|| "–".to_owned(), |ratio| format::digits(ratio, 3)) }</td>
                }
            </tr>
        }
    };
    let width = columns.len() + 1 + usize::from(known) + usize::from(bounded);
    let group = |(family, members): &(Family, Vec<usize>)| {
        let bests: Vec<Vec<usize>> = columns.iter().map(|column| column.best(report, members)).collect();
        html! {
            <tbody key={title(*family)}>
                <tr class="group"><th scope="rowgroup" colspan={width.to_string()}>{ title(*family) }</th></tr>
                { for members.iter().map(|i| row(*i, &bests)) }
            </tbody>
        }
    };
    let unit = Units::of(report).time;
    html! {
        <div class="table-space" role="region" aria-label="Results by policy" tabindex="0">
            <table id="results-table">
                <caption class="small muted">{ format!("Times in {unit}. Bold: the best of its group, and what cannot be told from it.{}", why.map_or_else(String::new, |why| format!(" No ÷ bound: {why}."))) }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ "Policy" }</th>
                        { for columns.iter().map(|column| html! { <th scope="col" title={column.hint.clone()}>{ column.head.clone() }</th> }) }
                        if known {
                            <th scope="col" title="Mean sojourn time of an endless run, where a formula is known"><span class="hinted">{ "MST in theory" }</span></th>
                        }
                        if bounded {
                            <th scope="col" title="Mean sojourn time ÷ the least that is possible for a policy that sees arrivals, estimates and attained service, but no sizes"><span class="hinted">{ "÷ bound" }</span></th>
                        }
                    </tr>
                </thead>
                { for groups.iter().map(group) }
            </table>
        </div>
    }
}
