//! Mean sojourn times as ratios to one policy, in groups by what policies know, each with its paired interval.

use super::means::bound;
use super::{Units, looks, names};
use crate::experiment::{Column, PolicyReport, Report, Versus};
use crate::plot::{Axis, Forest, Picture, Stem, Style};
use schedscope_engine::metrics::Interval;
use schedscope_engine::registry::Choice;

/// What is looked at in a report.
#[derive(Clone, Debug, Default)]
pub struct Sight<'a> {
    /// Positions of the policies in the order of their rows, in groups with a title.
    pub groups: Vec<(String, Vec<usize>)>,
    /// Position of the policy that others are divided by.
    pub to: usize,
    /// Position of the policy that is lit alone.
    pub lit: Option<usize>,
    /// Positions of the best of each group and of those that cannot be told from it.
    pub best: Vec<usize>,
    /// What is said beside the name of some policies.
    pub notes: Vec<(usize, &'static str)>,
    /// An earlier report of other settings, and what was different.
    pub before: Option<(&'a Report, String)>,
}

impl Sight<'_> {
    /// A style, pale where another policy is lit alone.
    pub fn seen(&self, policy: usize, style: impl Into<Style>) -> Style {
        let style = style.into();
        if self.lit.is_some_and(|lit| lit != policy) { style.pale() } else { style }
    }

    /// Position in the earlier report of a policy of this one.
    pub fn earlier(&self, row: &PolicyReport) -> Option<(&Report, usize)> {
        let (report, _) = self.before.as_ref()?;
        Some((report, report.policies.iter().position(|earlier| earlier.policy == row.policy)?))
    }
}

/// How numbers are written.
pub struct Writers {
    /// A mean.
    pub amount: fn(f64) -> String,
    /// A mean and the half-width of its interval.
    pub spread: fn(f64, f64) -> (String, String),
    /// A ratio and the ends of its interval.
    pub interval: fn(f64, f64, f64) -> (String, String),
    /// A fraction.
    pub percent: fn(f64) -> String,
}

/// Mean sojourn times of a report, as ratios to that of the policy that others are divided by.
pub fn ratios(report: &Report, sight: &Sight<'_>, write: &Writers) -> Picture {
    let Some(reference) = report.policies.get(sight.to).and_then(PolicyReport::mean_sojourn).filter(|mean| *mean > 0.0) else {
        return Picture::note("no jobs to show");
    };
    let theory = Column::find(report.scenario.kind(), "theory_mean_sojourn");
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks, units) = (names(&policies), looks(&policies), Units::of(report));
    let reports = &report.policies;
    let written = |versus: Versus| match (versus.ratio, versus.interval) {
        (Some(ratio), Some(Interval { low, high })) => (write.interval)(ratio, low, high),
        (Some(ratio), None) => ((write.amount)(ratio), String::new()),
        (None, _) => ("–".to_owned(), String::new()),
    };
    let stem = |i: usize| {
        let row = &report.policies[i];
        let figures = row.figures()?;
        let versus = report.versus(i, sight.to);
        let half = figures.mean_sojourn_ci95.filter(|half| half.is_finite());
        let mut cells = vec![
            half.map_or_else(|| ((write.amount)(figures.mean_sojourn), String::new()), |half| (write.spread)(figures.mean_sojourn, half)),
            if i == sight.to { ("1".to_owned(), String::new()) } else { written(versus) },
            ((write.percent)(figures.share_slowdown_above_100), String::new()),
        ];
        let earlier = sight.earlier(row);
        if sight.before.is_some() {
            let was = earlier.and_then(|(report, place)| Some(report.versus(place, sight.earlier(&reports[sight.to])?.1)));
            cells.insert(
                0,
                was.map_or_else(
                    || ("–".to_owned(), String::new()),
                    |was| if was == versus { ("the same".to_owned(), String::new()) } else { written(was) },
                ),
            );
        }
        let interval = versus.interval.filter(|_| i != sight.to);
        Some(Stem {
            name: names[i].clone(),
            note: sight.notes.iter().find(|(policy, _)| *policy == i).map(|(_, note)| (*note).to_owned()).unwrap_or_default(),
            style: sight.seen(i, looks[i]),
            value: figures.mean_sojourn,
            range: interval.map(|interval| (reference * interval.low, reference * interval.high)),
            theory: theory.and_then(|theory| theory.of_policy(row)),
            before: earlier.and_then(|(report, place)| report.policies[place].mean_sojourn()),
            cells,
            best: sight.best.contains(&i),
            lit: sight.lit == Some(i),
        })
    };
    let groups: Vec<(String, Vec<Stem>)> =
        sight.groups.iter().map(|(title, rows)| (title.clone(), rows.iter().filter_map(|i| stem(*i)).collect())).collect();
    let (from, to) = span(&groups, reference, bound(report));
    let rings = groups.iter().flat_map(|(_, stems)| stems).any(|stem| stem.theory.is_some());
    let title = format!("mean sojourn ({}){}", units.time, if rings { "; ring: theory" } else { "" });
    let name = &names[sight.to];
    let mut columns = vec!["mean ± 95 %".to_owned(), format!("÷ {name} [95 %]"), "slowed > 100×".to_owned()];
    if report.scenario.replications < 2 {
        (columns[0], columns[1]) = ("mean".to_owned(), format!("÷ {name}"));
    }
    if sight.before.is_some() {
        columns.insert(0, format!("before ÷ {name}"));
    }
    Picture::single(
        "",
        Forest {
            x: Axis::logarithmic(title).briefly("mean sojourn").within(from, to),
            reference: (name.clone(), reference),
            bound: bound(report),
            columns,
            groups,
        },
    )
}

/// Most times the reference that is shown: what is beyond leaves the picture, and its number stays.
const MOST: f64 = 12.0;

/// Where the axis begins and ends: it holds the values, their intervals, what theory says and the bound, but no more than is readable.
fn span(groups: &[(String, Vec<Stem>)], reference: f64, bound: Option<f64>) -> (f64, f64) {
    let stems = || groups.iter().flat_map(|(_, stems)| stems);
    let ends = stems().flat_map(|stem| {
        let (low, high) = stem.range.unwrap_or((stem.value, stem.value));
        [Some(low.max(stem.value / 3.0)), Some(high.min(stem.value * 3.0)), stem.theory, stem.before].into_iter().flatten()
    });
    let (least, most) = ends
        .chain(bound)
        .filter(|x| x.is_finite() && *x > 0.0)
        .fold((reference, reference), |(least, most), x| (least.min(x), most.max(x)));
    // Where all but a few are near, those few leave.
    let mut values: Vec<f64> = stems().map(|stem| stem.value).filter(|x| x.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(2);
    let near = values.get(last).copied().unwrap_or(most) * 1.6;
    let most = if most > MOST * reference { most.min(near.max(2.0 * reference)) } else { most };
    let air = libm::pow((most / least).clamp(1.5, 1e300), 0.08);
    (least / (air * 1.15), most * air)
}
