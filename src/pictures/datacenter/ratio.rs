use super::activity_look;
use crate::experiment::{Figures, Report};
use crate::plot::{Axis, Bar, Bars, Level, Picture, Series};
use schedscope_engine::datacenter::Activity;

/// A percentile: its name and its value.
type Percentile = (&'static str, fn(&Figures) -> f64);

/// The percentiles that are compared.
const PERCENTILES: [Percentile; 3] =
    [("p50", |figures| figures.median_sojourn), ("p90", |figures| figures.p90_sojourn), ("p99", |figures| figures.p99_sojourn)];

/// The second policy of a report against the first: its completion time ÷ the other's, at three percentiles of short and of long
/// jobs.
pub fn percentile_ratios(report: &Report) -> Picture {
    let [to, row, ..] = &report.policies[..] else { return Picture::note("choose two policies to compare") };
    let mut series = vec![];
    for (class, activity, name) in [(0, Activity::Short, "short jobs"), (1, Activity::Long, "long jobs")] {
        let [Some(a), Some(b)] = [row, to].map(|row| row.class(class)) else { continue };
        let ratio = |(_, value): &Percentile| value(a) / value(b);
        let bar = |ratio: f64| (ratio.is_finite() && ratio > 0.0).then_some(Bar { value: ratio, range: None });
        let values = PERCENTILES.iter().map(ratio).map(bar).collect();
        series.push(Series { name: name.to_owned(), look: activity_look(activity), values });
    }
    let ratios = || series.iter().flat_map(|series| series.values.iter().flatten()).map(|bar| bar.value);
    if ratios().next().is_none() {
        return Picture::note("no jobs to compare");
    }
    let (least, most) = ratios().fold((1.0_f64, 1.0_f64), |(least, most), ratio| (least.min(ratio), most.max(ratio)));
    // Room for the numbers beyond the ends.
    let air = libm::pow((most / least).max(1.5), 0.16).max(1.15);
    let bars = Bars {
        x_title: "percentile of completion times".to_owned(),
        y: Axis::logarithmic("ratio").within(least / air, most * air),
        names: PERCENTILES.map(|(name, _)| name.to_owned()).into(),
        series,
        level: Some(Level { value: 1.0, name: "equal".to_owned() }),
    };
    Picture::single("", bars)
}
