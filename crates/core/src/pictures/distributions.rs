//! Distributions, one line a policy: the empirical distribution function over a logarithmic axis, and its complement, which
//! shows the tail.

use super::closeups::mark;
use super::{Sight, Units, looks, names};
use crate::experiment::sweep::axis_number;
use crate::experiment::{Measure, PolicyReport, Replicated, Report};
use crate::plot::{Axis, Dash, Hue, Line, Lines, Look, Names, Panel, Picture, Plot, Style};
use schedscope::metrics::Ecdf;
use schedscope::registry::Choice;
use schedscope::server::Closeup;

/// Of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Time from arrival to completion.
    Sojourn,
    /// That ÷ size.
    Slowdown,
}

impl Quantity {
    /// Its distribution under a policy, in a world of jobs: of all, or of those of a class.
    pub fn of(self, row: &PolicyReport, class: Option<u8>) -> Option<&Ecdf> {
        let figures = class.map_or_else(|| row.figures(), |class| row.class(class))?;
        Some(match self {
            Self::Sojourn => &figures.sojourn_ecdf,
            Self::Slowdown => &figures.slowdown_ecdf,
        })
    }

    /// The fraction of the jobs with more than a value; none in a world without jobs.
    pub fn share_above(self, row: &PolicyReport, class: Option<u8>, value: f64) -> Option<f64> {
        self.of(row, class).map(|ecdf| ecdf.share_above(value))
    }

    /// Its axis from one value to another; `cut` if there are larger ones.
    fn axis(self, (from, to): (f64, f64), cut: bool, unit: &str) -> Axis {
        let axis = match self {
            Self::Sojourn => Axis::logarithmic(format!("sojourn time ({unit})")),
            Self::Slowdown if cut => {
                Axis::logarithmic("slowdown (sojourn ÷ size; beyond a million not shown)").briefly("slowdown up to a million")
            }
            Self::Slowdown => Axis::logarithmic("slowdown (sojourn ÷ size)"),
        };
        axis.within(from, to)
    }

    /// The value at a fraction `p` of the jobs.
    pub fn at(self, row: &PolicyReport, class: Option<u8>, p: f64) -> f64 {
        let steps = self.of(row, class).map_or(&[][..], |ecdf| &ecdf.steps);
        steps.iter().find(|(_, q)| *q >= p).or(steps.last()).map_or(f64::INFINITY, |(x, _)| *x)
    }
}

/// Of so few jobs no tail is shown.
const FEW: u64 = 50;
/// Largest slowdown shown. Ever smaller jobs behind one large one go on for many decades more, and would press what is
/// to be compared into a corner; a curve that leaves the picture shows how many do.
const LARGEST_SLOWDOWN: f64 = 1e6;

/// The distribution of one quantity, with names on the curves; of the policy that is lit alone, what it was before, too.
pub fn distribution(report: &Report, quantity: Quantity, class: Option<u8>, sight: &Sight<'_>) -> Picture {
    let mut plot = plot(report, quantity, class);
    if let Plot::Lines(lines) = &mut plot {
        lines.names = Names::Along;
        for (i, line) in lines.lines.iter_mut().enumerate() {
            line.style = sight.seen(i, line.style);
        }
        if let Some((.., what)) = &sight.before {
            let rows = report.policies.iter().enumerate().filter(|(i, _)| sight.lit.is_none_or(|lit| lit == *i));
            let earlier = rows.filter_map(|(i, row)| {
                let (before, place) = sight.before(row)?;
                let name = if sight.lit == Some(i) { format!("before, {what}") } else { String::new() };
                let look = Look { hue: Hue::Black, dash: Dash::Dotted };
                let style = Style { marked: false, ..Style::from(look).pale() };
                Some(Line::ecdf(name, style, quantity.of(&before.policies[place], class)?))
            });
            let earlier: Vec<Line> = earlier.collect();
            lines.lines.splice(0..0, earlier);
        }
    }
    Picture::single("", plot)
}

/// The distribution of a measure over replications.
pub fn over_replications(report: &Report, replicated: &Replicated, measure: Measure, sight: &Sight<'_>) -> Picture {
    if report.scenario.replications < 2 {
        return Picture::note("one replication has no distribution: ask for more");
    }
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let rows = names(&policies).into_iter().zip(looks(&policies)).enumerate();
    let lines: Vec<Line> =
        rows.filter_map(|(i, (name, look))| Some(Line::ecdf(name, sight.seen(i, look), &replicated.ecdf(i, measure)?))).collect();
    let values = lines.iter().flat_map(|line| &line.points).map(|(x, _)| *x).filter(|x| x.is_finite());
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)));
    if least > most {
        return Picture::note("nothing to compare");
    }
    let title = measure.words(report.scenario.kind());
    let wide = least > 0.0 && most / least > WIDE;
    let x = if wide { Axis::logarithmic(title) } else { Axis::linear(title) };
    let air = if most > least { 0.03 * (most - least) } else { 0.5 };
    let (from, to) = if wide { (least / 1.1, most * 1.1) } else { (least - air, most + air) };
    let y = Axis::linear("fraction of replications").briefly("replications").within(0.0, 1.0).marked(&[0.0, 0.25, 0.5, 0.75, 1.0]);
    Picture::single("", Plot::Lines(Lines { names: Names::Along, ..Lines::new(x.within(from, to), y, lines) }))
}

/// Ratio of the largest value to the smallest from which an axis is logarithmic.
const WIDE: f64 = 8.0;

/// Marks the job at a place among those that are kept one by one, on the curve of each policy.
pub fn mark_job(picture: &mut Picture, report: &Report, closeups: &[Closeup], quantity: Quantity, job: usize) {
    let point = |(row, closeup): (&PolicyReport, &Closeup)| {
        let (sojourn, size) = (*closeup.sojourn.get(job)?, *closeup.sizes.get(job)?);
        let value = if quantity == Quantity::Sojourn { sojourn } else { sojourn / size };
        let steps = &quantity.of(row, None)?.steps;
        let reached = steps.partition_point(|(x, _)| *x < value).min(steps.len().checked_sub(1)?);
        Some((value, steps[reached].1))
    };
    let points = report.policies.iter().zip(closeups).filter_map(point).collect();
    if let Some(Plot::Lines(lines)) = picture.panels.first_mut().map(|panel| &mut panel.plot) {
        lines.lines.push(mark(points));
    }
}

/// Both distributions side by side under a line that says of what: the picture of a report.
pub fn distributions(report: &Report) -> Picture {
    let panels = [Quantity::Sojourn, Quantity::Slowdown].map(|quantity| Panel::new("", plot(report, quantity, None)));
    Picture::row(title(report), panels.into())
}

fn plot(report: &Report, quantity: Quantity, class: Option<u8>) -> Plot {
    let Some(span) = span(report, quantity, class) else { return Plot::Note("no jobs to show".to_owned()) };
    let cut = quantity == Quantity::Slowdown && largest(report, quantity, class) > LARGEST_SLOWDOWN;
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let rows = report.policies.iter().zip(names(&policies)).zip(looks(&policies));
    let lines: Vec<Line> = rows.filter_map(|((row, name), look)| Some(Line::ecdf(name, look, quantity.of(row, class)?))).collect();
    let count = report.policies.iter().filter_map(|row| quantity.of(row, class)).map(|ecdf| ecdf.count).max().unwrap_or(0);
    let tail = || Axis::logarithmic("fraction above").briefly("above").within(0.6 / count as f64, 1.0);
    let y = Axis::linear("fraction of jobs").briefly("jobs").within(0.0, 1.0).marked(&[0.0, 0.25, 0.5, 0.75, 1.0]);
    Plot::Lines(Lines {
        names: Names::Beside,
        complement: (count >= FEW).then(tail),
        ..Lines::new(quantity.axis(span, cut, Units::of(report).time), y, lines)
    })
}

/// The largest value under any policy; zero if there is none.
fn largest(report: &Report, quantity: Quantity, class: Option<u8>) -> f64 {
    let values = report.policies.iter().filter_map(|row| quantity.of(row, class)).flat_map(|ecdf| &ecdf.steps).map(|(x, _)| *x);
    values.filter(|x| x.is_finite() && *x > 0.0).fold(0.0, f64::max)
}

/// Where the horizontal axis begins and ends: it has all values, but of the low end, which goes on for many decades of tiny jobs,
/// only what three in a hundred of some policy's jobs have reached. None without values.
fn span(report: &Report, quantity: Quantity, class: Option<u8>) -> Option<(f64, f64)> {
    let usable = |x: &f64| x.is_finite() && *x > 0.0;
    let least = report.policies.iter().map(|row| quantity.at(row, class, 0.03)).filter(usable).fold(f64::INFINITY, f64::min);
    let most = largest(report, quantity, class);
    let (least, most) = if quantity == Quantity::Slowdown { (least.min(1.0), most.min(LARGEST_SLOWDOWN)) } else { (least, most) };
    // A little air, so that no step lies on the frame.
    let air = |ratio: f64| libm::pow(ratio.clamp(1.1, 1e300), 0.015);
    (most > 0.0).then(|| (least.min(most), air(most / least))).map(|(least, air)| (least / air, most * air))
}

/// The workload in a few words.
fn title(report: &Report) -> String {
    let mut words = vec![match report.workload.jobs {
        1 => "1 job".to_owned(),
        jobs => format!("{jobs} jobs"),
    }];
    let scenario = &report.scenario;
    // What is drawn at random has a default, which another distribution sets aside.
    let drawn = |name: &str, kind: &str, usual: &str| {
        let default = scenario.default_of(name)?;
        let plain = scenario.get(kind).is_none_or(|kind| kind.as_str() == Some(usual));
        plain.then(|| scenario.get(name).as_ref().and_then(axis_number).unwrap_or(default))
    };
    words.extend(drawn("workload.shape", "workload.sizes", "weibull").map(|shape| format!("shape {shape}")));
    words.extend(drawn("workload.sigma", "workload.errors", "log-normal").map(|sigma| format!("sigma {sigma}")));
    words.extend(report.workload.load.map(|load| format!("load {}", (load * 1000.0).round() / 1000.0)));
    if report.scenario.replications > 1 {
        words.push(format!("{} replications", report.scenario.replications));
    }
    words.push(format!("seed {}", report.scenario.seed));
    words.join(" · ")
}
