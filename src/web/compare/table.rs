//! The numbers of an answer, one row a policy, in groups by what policies know, the best of each group marked.

use crate::web::controls::value_of;
use crate::web::kept::kept;
use crate::web::policies::swatch;
use schedscope::csv::Csv;
use schedscope::metrics::Interval;
use schedscope::registry::Choice;
use schedscope::server::Plan;
use schedscope::world::{Better, Unit};
use schedscope_chart::Mode;
use schedscope_core::experiment::{self, Measure, PolicyReport, Report, SystemKind};
use schedscope_core::pictures::{Units, looks, names, names_of};
use schedscope_state::compare::{Change, Compare, Findings, Focus, alike, grouped};
use schedscope_state::format;
use schedscope_state::stage::counts;
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
    /// Which of two values is the better one, where one is.
    better: Better,
}

/// A column of every report: its name in the command line's CSV, its title here, what it is, and how it is written.
type Known = (&'static str, &'static str, &'static str, fn(f64) -> String);

const MEAN: Known =
    ("mean_sojourn", "MST", "Mean sojourn time: how long a job takes from arrival to completion, on average", |x| format::digits(x, 4));

const INTERVAL: Known = (
    "mean_sojourn_ci95",
    "±\u{a0}95\u{a0}%",
    "Half-width of the 95 % confidence interval over replications; none where all are equal",
    format::half_width,
);

const OTHERS: [Known; 5] = [
    ("median_sojourn", "Median sojourn", "Half of the jobs take at most this long", format::short),
    ("p99_sojourn", "p99 sojourn", "99 of 100 jobs take at most this long", format::short),
    ("median_slowdown", "Median slowdown", "Half of the jobs take at most this many times as long as alone", format::short),
    ("p99_slowdown", "p99 slowdown", "99 of 100 jobs take at most this many times as long as alone", format::short),
    ("share_slowdown_above_100", "Slowdown > 100", "Share of jobs that take more than a hundred times as long as alone", format::percent),
];

impl Column {
    /// A column that reports of jobs have.
    fn of(report: &Report, (name, title, hint, show): Known, better: Better) -> Option<Self> {
        let column = experiment::Column::find(report.scenario.kind(), name)?;
        let values = report.policies.iter().map(|row| (column.of_policy(row), None)).collect();
        // Worlds call otherwise what takes its time.
        let [one, many] = counts(report.scenario.kind());
        let hint = hint.replace("jobs", many).replace("job", one);
        Some(Self { name: name.to_owned(), head: head(title.to_owned()), hint, values, show, better })
    }

    /// A measure of the world's own, or of a class of jobs.
    fn own(report: &Report, measure: Measure, title: String) -> Self {
        let column = measure.column;
        Self {
            name: measure.name(report.scenario.kind()),
            head: head(title),
            hint: column.about.clone(),
            values: report.policies.iter().map(|row| (measure.of(row), None)).collect(),
            show: if column.unit == Unit::Fraction { format::percent } else { format::short },
            better: column.better,
        }
    }

    /// The mean of a measure over replications, and the half-width of its interval.
    fn over_replications(findings: &Findings, measure: Measure) -> [Self; 2] {
        let (report, world) = (&findings.report, findings.report.scenario.kind());
        let (words, name) = (measure.words(world), measure.name(world));
        let fraction = measure.column.unit == Unit::Fraction;
        let column = |name: String, title: String, hint: String, of: &dyn Fn(usize) -> Option<f64>, better: Better| Self {
            name,
            head: head(title),
            hint,
            values: (0..report.policies.len()).map(|policy| (of(policy), None)).collect(),
            show: match better {
                _ if fraction => format::percent,
                Better::Neither => format::half_width,
                _ => format::short,
            },
            better,
        };
        let mean = |policy: usize| findings.replicated.mean(policy, measure);
        let half = |policy: usize| findings.replicated.half_width(report, measure, policy);
        [
            column(
                format!("draws_{name}"),
                format!("{words}, mean of draws"),
                format!("The {words} in each replication, on average"),
                &mean,
                measure.column.better,
            ),
            column(
                format!("draws_{name}_ci95"),
                "±\u{a0}95\u{a0}%".to_owned(),
                "Half-width of its 95 % confidence interval".to_owned(),
                &half,
                Better::Neither,
            ),
        ]
    }

    /// Values of a measure ÷ that of a policy; `head` is where it is chosen.
    fn over(findings: &Findings, measure: Measure, to: usize, head: Html) -> Self {
        let report = &findings.report;
        let (row, name) = (report.policies[to].policy.row(), names_of(report).swap_remove(to));
        let also = match row.key {
            "srpt" if measure.is_mean() => ": 1 is the best mean there is with exact sizes",
            "ps" if measure.is_mean() => ": below 1, knowing sizes pays",
            _ => "",
        };
        let of = |policy: usize| {
            let versus = findings.replicated.versus(report, measure, policy, to);
            (versus.ratio, versus.interval.filter(|_| policy != to))
        };
        let what = if measure.is_mean() { "MST".to_owned() } else { measure.words(report.scenario.kind()) };
        Self {
            name: format!("ratio_{}", row.key),
            head,
            hint: format!("{what} ÷ that of {name} on the same jobs{also}. In brackets: its 95 % interval over pairs of replications"),
            values: (0..report.policies.len()).map(of).collect(),
            show: format::short,
            better: Better::Neither,
        }
    }

    /// The rows of a group with its best value, unless most of them reach it: that distinguishes none. Of means also those that
    /// are too close to the best to call.
    fn best(&self, findings: &Findings, members: &[usize]) -> Vec<usize> {
        let value = |i: &usize| self.values[*i].0;
        let values = members.iter().filter_map(value);
        let best = match self.better {
            Better::Less => values.min_by(f64::total_cmp),
            Better::More => values.max_by(f64::total_cmp),
            Better::Neither => None,
        };
        let Some(first) = members.iter().copied().find(|i| best.is_some() && value(i) == best) else { return vec![] };
        let of_means = self.name == MEAN.0;
        let mean = Measure::first(findings.report.scenario.kind());
        let same = |i: &usize| value(i) == best || of_means && alike(findings, mean, *i, first);
        let best: Vec<usize> = members.iter().copied().filter(same).collect();
        if of_means || 2 * best.len() <= members.len() { best } else { vec![] }
    }

    fn cell(&self, policy: usize, best: bool) -> Html {
        let (value, interval) = self.values[policy];
        let text = value.map_or_else(|| "–".to_owned(), self.show);
        let (text, ends) = match (value, interval) {
            (Some(value), Some(interval)) if !interval.is_point() => format::interval(value, interval.low, interval.high),
            _ => (text, String::new()),
        };
        html! {
            <td
                class={classes!(best.then_some("best"))} data-column={self.name.clone()} data-value={value.map(|x| x.to_string())}
                title={best.then_some("The best of its group, or too close to it to call")}
            >
                { text }
                if !ends.is_empty() {
                    <span class="bracket interval">{ ends }</span>
                }
            </td>
        }
    }
}

fn head(title: String) -> Html {
    html! { <span class="hinted">{ title }</span> }
}

/// All columns; `head` makes what stands above the ratios to a policy, given which of them it is and where the policy is.
fn columns(findings: &Findings, measure: Option<Measure>, focus: &Focus, head: impl Fn(usize, usize) -> Html) -> Vec<Column> {
    let report = &findings.report;
    let world = report.scenario.kind();
    let over = |measure: Measure| {
        let divisors = focus.over(report).into_iter().enumerate();
        divisors.map(|(side, to)| Column::over(findings, measure, to, head(side, to))).collect::<Vec<_>>()
    };
    let mut columns: Vec<Column> =
        [Column::of(report, MEAN, Better::Less), Column::of(report, INTERVAL, Better::Neither)].into_iter().flatten().collect();
    match measure {
        Some(measure) if measure.is_mean() => columns.extend(over(measure)),
        Some(measure) => {
            let own = Column::over_replications(findings, measure).into_iter().chain(over(measure));
            columns.splice(0..0, own);
        }
        None => {}
    }
    columns.extend(OTHERS.into_iter().filter_map(|known| Column::of(report, known, Better::Less)));
    let classes = report.policies.first().map_or(&[][..], |row| row.classes());
    for class in classes.iter().take(MOST_CLASSES) {
        columns.extend(world.by_class().iter().filter_map(|(title, heading)| {
            let column = experiment::Column::find(world, title)?;
            Some(Column::own(report, Measure { column, class: Some(class.class) }, heading.replace("{}", &class.name)))
        }));
    }
    // What theory says of a server has columns of its own.
    let own = experiment::Column::all(world).iter().filter(|column| column.heading.is_some() && world != SystemKind::Server);
    columns.extend(own.map(|column| Column::own(report, Measure { column, class: None }, column.words())));
    columns
}

/// Most classes of jobs that have columns of their own.
const MOST_CLASSES: usize = 4;

/// What theory says of the mean of a policy.
pub fn theory(row: &PolicyReport) -> Option<f64> {
    row.own::<Plan>().and_then(|own| own.theory_mean_sojourn)
}

/// The mean of a policy ÷ the least that is possible.
fn above_bound(row: &PolicyReport) -> Option<f64> {
    row.own::<Plan>().and_then(|own| own.ratio_bound)
}

/// The numbers of an answer as CSV, under the command line's names.
pub fn csv(findings: &Findings, measure: Option<Measure>, focus: &Focus) -> String {
    let report = &findings.report;
    let columns = columns(findings, measure, focus, |_, _| Html::default());
    let theory_titles = ["theory_mean_sojourn", "ratio_bound"].into_iter().filter(|_| is_served(report));
    // A ratio has the ends of its interval beside it.
    let ranged = |column: &Column| column.values.iter().any(|(_, interval)| interval.is_some());
    let titled = columns.iter().flat_map(|column| {
        let ends = if ranged(column) { &["", "_low", "_high"][..] } else { &[""] };
        ends.iter().map(|end| format!("{}{end}", column.name))
    });
    let first = ["policy", "jobs", "replications"].into_iter().map(str::to_owned);
    let mut csv = Csv::new(first.chain(titled).chain(theory_titles.map(str::to_owned)));
    let number = |x: Option<f64>| x.filter(|x| x.is_finite()).map(|x| x.to_string()).unwrap_or_default();
    for (policy, row) in report.policies.iter().enumerate() {
        let (jobs, replications) =
            row.figures().map_or((report.workload.jobs, report.scenario.replications), |figures| (figures.jobs, figures.replications));
        let first = [row.policy.written().to_owned(), jobs.to_string(), replications.to_string()];
        let values = columns.iter().flat_map(|column| {
            let (value, interval) = column.values[policy];
            let ends = [interval.map(|interval| interval.low), interval.map(|interval| interval.high)];
            std::iter::once(value).chain(ends.into_iter().filter(|_| ranged(column))).map(number).collect::<Vec<_>>()
        });
        let theory = [theory(row), above_bound(row)].into_iter().filter(|_| is_served(report)).map(number);
        csv.line(first.into_iter().chain(values).chain(theory));
    }
    csv.text()
}

fn is_served(report: &Report) -> bool {
    report.scenario.kind() == SystemKind::Server
}

/// The table.
pub fn table(findings: &Rc<Findings>, compare: &Compare, mode: Mode, change: &Callback<Change>) -> Html {
    let (findings, order, focus, change) = (findings.clone(), compare.order.clone(), compare.focus.clone(), change.clone());
    let (merged, measure) = (compare.merged(), compare.measure());
    kept((Rc::as_ptr(&findings), order.clone(), focus.clone(), merged, mode, measure), move || {
        rows(&findings, measure, &order, &focus, merged, mode, &change)
    })
}

/// Where the policy is chosen that others are divided by.
fn divisor(report: &Report, focus: &Focus, side: usize, to: usize, change: &Callback<Change>) -> Html {
    let key = |i: usize| report.policies[i].policy.written().to_owned();
    let now = focus.over(report).into_iter().map(key).collect::<Vec<_>>();
    let onchange = change.reform(move |event: Event| {
        let mut over = now.clone();
        over[side] = value_of(&event);
        Change::Over(over)
    });
    let names = names_of(report);
    let option = |i: usize| html! { <option value={key(i)} selected={i == to}>{ &names[i] }</option> };
    html! {
        <span class="divisor">
            { "÷\u{a0}" }
            <select id={format!("over-{side}")} aria-label="Policy that values are divided by" {onchange} ~selectedIndex={to as u32}>
                { for (0..report.policies.len()).map(option) }
            </select>
        </span>
    }
}

fn rows(
    findings: &Findings,
    measure: Option<Measure>,
    order: &[String],
    focus: &Focus,
    merged: bool,
    mode: Mode,
    change: &Callback<Change>,
) -> Html {
    let (report, why) = (&*findings.report, findings.theory.unbounded.as_deref());
    let columns = columns(findings, measure, focus, |side, to| divisor(report, focus, side, to, change));
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
            change.reform(move |_: MouseEvent| Change::Light(written.clone()))
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
    let group = |(title, members): &(&'static str, Vec<usize>)| {
        let bests: Vec<Vec<usize>> = columns.iter().map(|column| column.best(findings, members)).collect();
        html! {
            <tbody key={*title}>
                <tr class="group"><th scope="rowgroup" colspan={width.to_string()}>{ *title }</th></tr>
                { for members.iter().map(|i| row(*i, &bests)) }
            </tbody>
        }
    };
    let jobs = report.policies.iter().any(|row| row.jobs.is_some());
    let times = if jobs { format!("Times in {}. ", Units::of(report).time) } else { String::new() };
    html! {
        <div class="table-space" role="region" aria-label="Results by policy" tabindex="0">
            <table id="results-table">
                <caption class="small muted">{ format!("{times}Bold: the best of its group, and what is too close to it to call. ÷: on the same jobs, with the 95 % interval in brackets.{}", why.map_or_else(String::new, |why| format!(" No ÷ bound: {why}."))) }</caption>
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
