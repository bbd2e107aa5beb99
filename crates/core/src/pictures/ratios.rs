//! Mean sojourn times, or any other measure, as ratios to one policy, in groups by what policies know, each with its paired interval.

use super::means::bound;
use super::{Units, looks, names};
use crate::experiment::{Column, Measure, PolicyReport, Replicated, Report, Versus};
use crate::plot::{Axis, Forest, Picture, Stem, Style};
use schedscope::metrics::Interval;
use schedscope::registry::{Choice, Family};
use schedscope::world::Unit;

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
    /// An earlier report of other settings with its series, and what was different.
    pub before: Option<(&'a Report, &'a Replicated, String)>,
}

impl Sight<'_> {
    /// A style, pale where another policy is lit alone.
    pub fn seen(&self, policy: usize, style: impl Into<Style>) -> Style {
        let style = style.into();
        if self.lit.is_some_and(|lit| lit != policy) { style.pale() } else { style }
    }

    /// The earlier report, and the position in it of a policy of this one.
    pub fn before(&self, row: &PolicyReport) -> Option<(&Report, usize)> {
        let (report, ..) = self.before.as_ref()?;
        Some((report, report.policies.iter().position(|earlier| earlier.policy == row.policy)?))
    }

    fn earlier(&self, row: &PolicyReport, measure: Measure) -> Option<(Seen<'_>, usize)> {
        let (report, replicated, _) = self.before.as_ref()?;
        Some((Seen { report, replicated, measure }, self.before(row)?.1))
    }
}

/// How numbers are written.
pub struct Writers {
    /// A value.
    pub amount: fn(f64) -> String,
    /// A mean and the half-width of its interval.
    pub spread: fn(f64, f64) -> (String, String),
    /// A ratio and the ends of its interval.
    pub interval: fn(f64, f64, f64) -> (String, String),
    /// A fraction.
    pub percent: fn(f64) -> String,
}

/// A measure of the policies of a report, as ratios to that of the policy that others are divided by: of mean sojourn times with what
/// theory says of them and the bound; of others the mean over replications.
pub fn ratios(report: &Report, replicated: &Replicated, measure: Measure, sight: &Sight<'_>, write: &Writers) -> Picture {
    let seen = Seen { report, replicated, measure };
    let Some(reference) = seen.value(sight.to) else { return Picture::note("nothing to compare") };
    let theory = Column::find(report.scenario.kind(), "theory_mean_sojourn").filter(|_| measure.is_mean());
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks, units) = (names(&policies), looks(&policies), Units::of(report));
    let reports = &report.policies;
    let jobs = reports.iter().any(|row| row.figures().is_some());
    let amount = if measure.column.unit == Unit::Fraction { write.percent } else { write.amount };
    let written = |versus: Versus| match (versus.ratio, versus.interval.filter(|interval| !interval.is_point())) {
        (Some(ratio), Some(Interval { low, high })) => (write.interval)(ratio, low, high),
        (Some(ratio), None) => ((write.amount)(ratio), String::new()),
        (None, _) => ("–".to_owned(), String::new()),
    };
    let stem = |i: usize| {
        let (row, value) = (&reports[i], seen.value(i)?);
        let versus = seen.versus(i, sight.to);
        let half = seen.half_width(i).filter(|half| half.is_finite() && *half > 0.0 && measure.column.unit != Unit::Fraction);
        let mut cells = vec![
            half.map_or_else(|| (amount(value), String::new()), |half| (write.spread)(value, half)),
            if i == sight.to { ("1".to_owned(), String::new()) } else { written(versus) },
        ];
        cells.extend(row.figures().map(|figures| ((write.percent)(figures.share_slowdown_above_100), String::new())));
        let earlier = sight.earlier(row, measure);
        if let Some(was) = earlier.and_then(|(seen, place)| seen.value(place)) {
            // Divided by the same as the axis is.
            cells[1].0 = format!("{} → {}", (write.amount)(was / reference), cells[1].0);
        }
        let interval = versus.interval.filter(|_| i != sight.to);
        Some(Stem {
            name: names[i].clone(),
            note: sight.notes.iter().find(|(policy, _)| *policy == i).map(|(_, note)| (*note).to_owned()).unwrap_or_default(),
            style: sight.seen(i, looks[i]),
            value,
            range: interval.map(|interval| (reference * interval.low, reference * interval.high)),
            theory: theory.and_then(|theory| theory.of_policy(row)),
            before: earlier.and_then(|(seen, place)| seen.value(place)),
            cells,
            best: sight.best.contains(&i),
            lit: sight.lit == Some(i),
        })
    };
    let groups: Vec<(String, Vec<Stem>)> =
        sight.groups.iter().map(|(title, rows)| (title.clone(), rows.iter().filter_map(|i| stem(*i)).collect())).collect();
    let stems = || groups.iter().flat_map(|(_, stems)| stems);
    let rings = stems().any(|stem| stem.theory.is_some());
    // Who knows exact sizes may be below it.
    let knows = |rows: &[usize]| rows.iter().any(|i| reports[*i].policy.family() == Family::Exact);
    let group = sight.groups.iter().rposition(|(_, rows)| knows(rows)).map_or(0, |last| last + 1);
    let bound = bound(report).filter(|_| measure.is_mean() && group < groups.len()).map(|bound| (bound, group));
    // A measure that may be nothing has no logarithm.
    let positive = reference > 0.0 && stems().all(|stem| stem.value > 0.0) && measure.column.unit != Unit::Fraction;
    let axis = if positive {
        let (from, to) = span(&groups, reference, bound.map(|(bound, _)| bound));
        let title = if measure.is_mean() { "mean sojourn".to_owned() } else { measure.words(report.scenario.kind()) };
        let long = format!("{title}{}{}", unit(measure, units), if rings { "; ring: theory" } else { "" });
        Axis::logarithmic(long).briefly(title).within(from, to)
    } else {
        let ends =
            stems().flat_map(|stem| [Some(stem.value), stem.range.map(|(low, _)| low), stem.range.map(|(_, high)| high), stem.before]);
        let (least, most) =
            ends.flatten().filter(|x| x.is_finite()).fold((0.0_f64, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
        let title = measure.words(report.scenario.kind());
        Axis::linear(format!("{title}{}", unit(measure, units)))
            .briefly(title)
            .within(least, if most > least { most + 0.06 * (most - least) } else { least + 1.0 })
    };
    let name = &names[sight.to];
    let one = report.scenario.replications < 2;
    let read = if measure.is_mean() { "mean" } else { "" };
    let ratio = if sight.before.is_some() { format!("÷ {name} now: before → now") } else { format!("÷ {name}") };
    let mut columns = vec![format!("{read} ± 95 %").trim_start().to_owned(), if one { ratio } else { format!("{ratio} [95 %]") }];
    if one || measure.column.unit == Unit::Fraction {
        columns[0] = if measure.is_mean() { read.to_owned() } else { "value".to_owned() };
    }
    columns.extend(jobs.then(|| "slowed > 100×".to_owned()));
    Picture::single("", Forest { x: axis, reference: (name.clone(), reference), bound, columns, groups })
}

/// The unit of a measure, in brackets.
fn unit(measure: Measure, units: Units) -> String {
    match measure.column.unit {
        Unit::Time => format!(" ({})", units.time),
        Unit::Seconds => " (s)".to_owned(),
        Unit::Fraction => " (fraction)".to_owned(),
        Unit::One | Unit::Jobs => String::new(),
    }
}

/// A measure of a report.
#[derive(Clone, Copy)]
struct Seen<'a> {
    report: &'a Report,
    replicated: &'a Replicated,
    measure: Measure,
}

impl Seen<'_> {
    fn value(self, policy: usize) -> Option<f64> {
        self.replicated.value(self.report, self.measure, policy)
    }

    fn half_width(self, policy: usize) -> Option<f64> {
        self.replicated.half_width(self.report, self.measure, policy)
    }

    fn versus(self, policy: usize, to: usize) -> Versus {
        self.replicated.versus(self.report, self.measure, policy, to)
    }
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
