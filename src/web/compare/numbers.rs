//! The numbers behind the pictures, and what these show in words.

use crate::web::markup::{self, shown};
use crate::web::table::{FRACTIONS, quantiles};
use schedscope_core::experiment::{Measure, PolicyReport};
use schedscope_core::pictures::{Quantity, names_of};
use schedscope_state::compare::{Change, Findings, Focus, OfJob, PictureKind, Sought, differing, value};
use schedscope_state::format;
use yew::prelude::*;

/// A table of numbers: a column of names, then one a policy.
struct Sheet {
    /// What the first column is.
    corner: &'static str,
    columns: Vec<String>,
    rows: Vec<(String, Vec<f64>)>,
}

/// Rows of other tables.
const ROWS: usize = 12;

/// The numbers behind a picture.
pub fn table(findings: &Findings, focus: &Focus, measure: Option<Measure>) -> Html {
    let Sheet { corner, columns, rows } = sheet(findings, focus, measure);
    let text = |value: f64| if value.is_finite() { format::short(value) } else { "–".to_owned() };
    let rows: Vec<_> = rows.into_iter().map(|(head, values)| (head, values.into_iter().map(text).collect())).collect();
    shown(markup::sheet(std::iter::once(corner).chain(columns.iter().map(String::as_str)), &rows))
}

/// Jobs in the system at some instants.
pub fn present(findings: &Findings) -> Html {
    let intervals = findings.closeups.iter().max_by_key(|closeup| closeup.present.len()).map_or(&[][..], |closeup| &closeup.present);
    let row = |interval: usize| {
        let time = intervals[interval].0;
        // Under every policy work ends at the same time, but not with equal intervals.
        let at = |present: &[(f64, f64)]| present.iter().rev().find(|(begin, _)| *begin <= time).map_or(0.0, |(_, jobs)| *jobs);
        (format::short(time), findings.closeups.iter().map(|closeup| format::short(at(&closeup.present))).collect())
    };
    let rows: Vec<_> = spaced(intervals.len()).map(row).collect();
    let names = names_of(&findings.report);
    shown(markup::sheet(std::iter::once("Time").chain(names.iter().map(String::as_str)), &rows))
}

/// The same in words.
pub fn presence(findings: &Findings) -> String {
    let mean = |present: &[(f64, f64)]| present.iter().map(|(_, jobs)| jobs).sum::<f64>() / present.len().max(1) as f64;
    let rows = names_of(&findings.report).into_iter().zip(&findings.closeups);
    let each: Vec<String> = rows.map(|(name, closeup)| format!("{name} {}", format::short(mean(&closeup.present)))).collect();
    format!("Number of jobs in the system over time. On average: {}.", each.join(", "))
}

fn sheet(findings: &Findings, focus: &Focus, measure: Option<Measure>) -> Sheet {
    let report = &findings.report;
    let columns = names_of(report);
    let shown = focus.shown(findings);
    match shown {
        PictureKind::Replications => {
            let of = |policy: usize| measure.and_then(|measure| findings.replicated.values(policy, measure)).unwrap_or_default();
            let row = |replication: usize| {
                let values = (0..columns.len()).map(|policy| of(policy).get(replication).copied().unwrap_or(f64::NAN));
                (format::whole(replication as u64 + 1), values.collect())
            };
            Sheet { corner: "Replication", rows: (0..of(0).len()).map(row).collect(), columns }
        }
        PictureKind::Sojourn | PictureKind::Slowdown => {
            let class = measure.and_then(|measure| measure.class);
            Sheet { corner: "Of the jobs … at most", columns, rows: quantiles(report, quantity(shown), class) }
        }
        PictureKind::Size => {
            let classes = findings.closeups.first().map_or(&[][..], |closeup| &closeup.by_size);
            let row = |class: usize| {
                let slowdown =
                    findings.closeups.iter().map(|closeup| closeup.by_size.get(class).map_or(f64::NAN, |(_, slowdown)| *slowdown));
                (format::short(classes[class].0), slowdown.collect())
            };
            Sheet { corner: "Size", columns, rows: spaced(classes.len()).map(row).collect() }
        }
        PictureKind::Jobs => {
            let Some([a, b]) = focus.pair(report) else { return Sheet { corner: "", columns: vec![], rows: vec![] } };
            let of = |i: usize| findings.closeups[i].sojourn.iter().copied();
            let mut ratios: Vec<f64> = of(b).zip(of(a)).map(|(b, a)| b / a).collect();
            ratios.sort_by(f64::total_cmp);
            let at = |p: f64| ratios.get(((ratios.len().max(1) - 1) as f64 * p) as usize).copied().unwrap_or(f64::NAN);
            let rows = FRACTIONS.iter().map(|p| (format!("{} %", 100.0 * p), vec![at(*p)])).collect();
            Sheet {
                corner: "Of the jobs … at most: sojourn under the second policy ÷ under the first",
                columns: vec!["Ratio".to_owned()],
                rows,
            }
        }
    }
}

/// The jobs that the two policies of *Job by job* treat most differently, each a way to its story.
pub fn differing_jobs(findings: &Findings, focus: &Focus, change: &Callback<Change>) -> Html {
    let report = &findings.report;
    let Some([a, b]) = focus.pair(report).filter(|_| focus.shown(findings) == PictureKind::Jobs) else { return html! {} };
    let row = |job: usize| {
        let (under_a, under_b) = (findings.closeups[a].sojourn[job], findings.closeups[b].sojourn[job]);
        let look = change.reform(move |_: MouseEvent| Change::Job(OfJob::Look(Sought::Sample(job))));
        html! {
            <tr key={job}>
                <th scope="row"><button type="button" class="link" data-job={job.to_string()} onclick={look}>{ format!("size {}", format::short(findings.closeups[a].sizes[job])) }</button></th>
                { for [under_a, under_b, under_b / under_a].map(|number| html! { <td>{ format::short(number) }</td> }) }
            </tr>
        }
    };
    let names = names_of(report);
    let [first, second] = [a, b].map(|i| names[i].as_str());
    html! {
        <table id="differing">
            <caption class="small muted">{ "Jobs that the two treat most differently: click one to see why" }</caption>
            <thead><tr>{ for ["Job", first, second, "Ratio"].map(|title| html! { <th scope="col">{ title }</th> }) }</tr></thead>
            <tbody>{ for differing(findings, [a, b], ROWS).into_iter().map(row) }</tbody>
        </table>
    }
}

/// About `most` of all positions, evenly spaced, with the last.
fn spaced(count: usize) -> impl Iterator<Item = usize> {
    let rows = ROWS.min(count);
    (0..rows).map(move |i| if rows > 1 { i * (count - 1) / (rows - 1) } else { 0 })
}

/// What a distribution is of.
pub const fn quantity(shown: PictureKind) -> Quantity {
    if matches!(shown, PictureKind::Slowdown) { Quantity::Slowdown } else { Quantity::Sojourn }
}

/// What a picture shows, in words.
pub fn summary(findings: &Findings, focus: &Focus, measure: Option<Measure>) -> String {
    let (report, names) = (&findings.report, names_of(&findings.report));
    let each = |value: &dyn Fn(usize, &PolicyReport) -> f64| {
        let one = |(i, row): (usize, &PolicyReport)| format!("{} {}", names[i], format::short(value(i, row)));
        report.policies.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
    };
    let shown = focus.shown(findings);
    match shown {
        PictureKind::Replications => {
            let mean = |i: usize, _: &PolicyReport| value(findings, measure, i).unwrap_or(f64::NAN);
            format!("Distribution over replications. Means: {}.", each(&mean))
        }
        PictureKind::Sojourn | PictureKind::Slowdown => {
            let (quantity, class) = (quantity(shown), measure.and_then(|measure| measure.class));
            let what = if shown == PictureKind::Sojourn { "Sojourn time" } else { "Slowdown" };
            format!(
                "{what}, fraction of jobs at most each value. Half of the jobs: {}. 99 of 100: {}.",
                each(&|_, row| quantity.at(row, class, 0.5)),
                each(&|_, row| quantity.at(row, class, 0.99))
            )
        }
        PictureKind::Size => {
            let at = |i: usize, class: fn(usize) -> usize| {
                let classes = &findings.closeups[i].by_size;
                classes.get(class(classes.len())).map_or(f64::NAN, |(_, slowdown)| *slowdown)
            };
            format!(
                "Mean slowdown by size of the job. Jobs of median size: {}. The largest hundredth: {}.",
                each(&|i, _| at(i, |n| n / 2)),
                each(&|i, _| at(i, |n| n.max(1) - 1))
            )
        }
        PictureKind::Jobs => match focus.pair(report) {
            None => "Two policies are needed.".to_owned(),
            Some([a, b]) => {
                let of = |i: usize| findings.closeups[i].sojourn.iter().copied();
                let count = findings.closeups[a].sojourn.len().max(1);
                let sooner = of(a).zip(of(b)).filter(|(a, b)| a < b).count();
                let later = of(a).zip(of(b)).filter(|(a, b)| a > b).count();
                let [a, b] = [a, b].map(|i| names[i].as_str());
                let share = |jobs: usize| 100.0 * jobs as f64 / count as f64;
                format!(
                    "The same jobs under {a} and under {b}: {:.0} % complete sooner under {a}, {:.0} % under {b}.",
                    share(sooner),
                    share(later)
                )
            }
        },
    }
}
