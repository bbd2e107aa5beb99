//! What flows take by class: means, tails and distributions of flow completion time ÷ ideal.

use crate::experiment::{PolicyReport, Report};
use crate::pictures::identity::{looks, names};
use crate::plot::{Axis, Bar, Bars, Level, Line, Lines, Look, Names, Picture, Series};
use schedscope::metrics::{half_width_95, mean};
use schedscope::network::{Plan, Run};
use schedscope::registry::Choice;

/// Of so few flows no tail is shown.
const FEW: u64 = 50;

/// What it is that is shown.
const RATIO: &str = "flow completion time ÷ ideal";

/// Names and looks of the policies of a report.
fn subjects(report: &Report) -> Vec<(String, Look)> {
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    names(&policies).into_iter().zip(looks(&policies)).collect()
}

/// What each replication of a policy came to.
pub fn runs(row: &PolicyReport) -> &[Run] {
    row.own::<Plan>().map_or(&[], |own| &own.runs)
}

/// The distribution of flow completion time ÷ ideal, one line a policy: of all flows or of one class.
pub fn fct_distribution(report: &Report, class: Option<u8>) -> Picture {
    let figures = |row: &PolicyReport| match class {
        None => row.figures().cloned(),
        Some(class) => row.class(class).cloned(),
    };
    let rows = report.policies.iter().zip(subjects(report));
    let known: Vec<_> = rows.filter_map(|(row, (name, look))| Some((figures(row)?.slowdown_ecdf, name, look))).collect();
    let values = || known.iter().flat_map(|(ecdf, ..)| &ecdf.steps).map(|(x, _)| *x).filter(|x| x.is_finite() && *x > 0.0);
    let most = values().fold(0.0, f64::max);
    if most <= 0.0 {
        return Picture::note("no flows to show");
    }
    let count = known.iter().map(|(ecdf, ..)| ecdf.count).max().unwrap_or(0);
    // Nothing is below 1; a little air beside it.
    let air = libm::pow(most.max(1.1), 0.03);
    let x = Axis::logarithmic(RATIO).briefly("FCT ÷ ideal").within(1.0 / air, most * air);
    let y = Axis::linear("fraction of flows").briefly("flows").within(0.0, 1.0).marked(&[0.0, 0.25, 0.5, 0.75, 1.0]);
    let tail = || Axis::logarithmic("fraction above").briefly("above").within(0.6 / count as f64, 1.0);
    let lines = known.iter().map(|(ecdf, name, look)| Line::ecdf(name.as_str(), *look, ecdf)).collect();
    Picture::single("", Lines { names: Names::Along, complement: (count >= FEW).then(tail), ..Lines::new(x, y, lines) })
}

/// Mean of a value over replications, with the ends of its interval.
fn bar(values: &[f64]) -> Option<Bar> {
    let value = mean(values);
    let range = half_width_95(values).filter(|half| half.is_finite()).map(|half| ((value - half).max(1.0), value + half));
    (!values.is_empty()).then_some(Bar { value, range })
}

/// Bars that grow from 1, the ideal.
fn above_ideal(title: &str, brief: &str, groups: Vec<String>, series: Vec<Series<Bar>>) -> Picture {
    if groups.is_empty() {
        return Picture::note("no flows to show");
    }
    let most = series.iter().flat_map(|series| series.values.iter().flatten()).map(|bar| bar.range.map_or(bar.value, |(_, high)| high));
    let most = most.fold(1.2, f64::max);
    let y = Axis::logarithmic(title).briefly(brief).within(libm::pow(most, -0.05), libm::pow(most, 1.12));
    let level = Some(Level { value: 1.0, name: String::new() });
    Picture::single("", Bars { x_title: String::new(), y, names: groups, series, level })
}

/// A kind of mean: its name, and its value in a replication.
type Mean = (&'static str, fn(&Run) -> Option<f64>);

/// Mean flow completion time ÷ ideal of short flows, of long ones and of all, and of workflows where there are any.
pub fn fct_means(report: &Report) -> Picture {
    const MEANS: [Mean; 4] = [
        ("short", |run| run.slowdowns[0]),
        ("long", |run| run.slowdowns[1]),
        ("all", |run| run.slowdowns[2]),
        ("workflows", |run| run.workflow),
    ];
    let values = |row: &PolicyReport, of: fn(&Run) -> Option<f64>| -> Vec<f64> { runs(row).iter().filter_map(of).collect() };
    let known: Vec<&Mean> = MEANS.iter().filter(|(_, of)| report.policies.iter().any(|row| !values(row, *of).is_empty())).collect();
    let series = report.policies.iter().zip(subjects(report)).map(|(row, (name, look))| Series {
        name,
        look,
        values: known.iter().map(|(_, of)| bar(&values(row, *of))).collect(),
    });
    above_ideal("mean FCT ÷ ideal", "mean", known.iter().map(|(name, _)| (*name).to_owned()).collect(), series.collect())
}

/// The 99th percentile of flow completion time ÷ ideal, by class and of all flows.
pub fn fct_tails(report: &Report) -> Picture {
    let classes: Vec<(u8, String)> =
        report.policies.first().map(PolicyReport::classes).unwrap_or_default().iter().map(|of| (of.class, of.name.clone())).collect();
    let series = report.policies.iter().zip(subjects(report)).map(|(row, (name, look))| {
        let of_classes = classes.iter().map(|(class, _)| row.class(*class).map(|figures| figures.p99_slowdown));
        let all = row.figures().map(|figures| figures.p99_slowdown);
        let values = of_classes.chain([all]).map(|value| value.filter(|x| x.is_finite()).map(|value| Bar { value, range: None }));
        Series { name, look, values: values.collect() }
    });
    let groups = classes.iter().map(|(_, name)| name.clone()).chain(["all".to_owned()]).collect();
    above_ideal("99th percentile of FCT ÷ ideal", "p99", groups, series.collect())
}
