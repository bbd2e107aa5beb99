//! Distributions, one line a policy: the empirical distribution function over a logarithmic axis, and below it, where
//! there is room, its complement over two, which shows the tail.

use super::dash::{Point, pattern};
use super::legend::{self, Entry};
use super::marker;
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::{Label, Scale, Tick};
use super::{ChartError, Theme};
use crate::experiment::{PolicyReport, Report, WorkloadKind};
use crate::plot::{Dash, look_of};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::metrics::Ecdf;
use schedscope_engine::workload::{Errors, Sizes, Synthetic};

/// Of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Time from arrival to completion.
    Sojourn,
    /// That ÷ size.
    Slowdown,
}

impl Quantity {
    /// Its distribution under a policy.
    pub fn of(self, row: &PolicyReport) -> &Ecdf {
        match self {
            Self::Sojourn => &row.all.sojourn_ecdf,
            Self::Slowdown => &row.all.slowdown_ecdf,
        }
    }

    /// The axis title, in full and for narrow pictures.
    fn titles(self, report: &Report) -> [&'static str; 2] {
        let cut = || report.policies.iter().flat_map(|row| &self.of(row).steps).any(|(x, _)| x.is_finite() && *x > LARGEST_SLOWDOWN);
        match self {
            Self::Sojourn => ["sojourn time (same unit as sizes), log scale", "sojourn time, log"],
            Self::Slowdown if cut() => {
                ["slowdown (sojourn ÷ size), log scale; beyond a million not shown", "slowdown, log, cut at a million"]
            }
            Self::Slowdown => ["slowdown (sojourn ÷ size), log scale", "slowdown, log"],
        }
    }

    /// The value at a fraction `p` of the jobs.
    pub fn at(self, row: &PolicyReport, p: f64) -> f64 {
        let steps = &self.of(row).steps;
        steps.iter().find(|(_, q)| *q >= p).or(steps.last()).map_or(f64::INFINITY, |(x, _)| *x)
    }
}

/// Of so few jobs no tail is shown.
const FEW: u64 = 50;
/// Largest slowdown shown. Ever smaller jobs behind one large one go on for many decades more, and would press what is
/// to be compared into a corner; a curve that leaves the picture shows how many do.
const LARGEST_SLOWDOWN: f64 = 1e6;

/// Draws the distributions of one quantity with a legend.
///
/// # Errors
/// If the backend fails.
pub fn ecdfs<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    report: &Report,
    quantity: Quantity,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let frame = inset(pen.frame(), pen.px(4.0));
    let entries = entries(report);
    let (column, height) = legend::column(&pen, &entries);
    if column < frame.width() * 0.25 && height + pen.px(50.0) < frame.height() && frame.width() >= pen.px(420.0) {
        let place = Frame { left: frame.right - column, top: frame.top + pen.px(8.0), ..frame };
        legend::draw(&pen, &entries, place, 1)?;
        return panels(&pen, Frame { right: frame.right - column - pen.px(18.0), ..frame }, report, quantity);
    }
    let (a_row, height) = legend::rows(&pen, &entries, frame.width());
    if height > frame.height() * 0.35 || column > frame.width() {
        return panels(&pen, frame, report, quantity);
    }
    legend::draw(&pen, &entries, frame, a_row)?;
    panels(&pen, Frame { top: frame.top + height + pen.px(8.0), ..frame }, report, quantity)
}

/// Both distributions side by side under a line that says of what: the picture of a report.
///
/// # Errors
/// If the backend fails.
pub fn report_picture<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    report: &Report,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let frame = inset(pen.frame(), pen.px(12.0));
    let title = title(report);
    let size = if pen.width(&title, 16.0) <= frame.width() { 16.0 } else { SMALL };
    let mut top = frame.top;
    if frame.height() >= pen.px(120.0) {
        pen.text(&title, (frame.left, top + pen.px(8.0)), size, Side::Start, theme.ink)?;
        top += pen.px(28.0);
    }
    let entries = entries(report);
    let (a_row, height) = legend::rows(&pen, &entries, frame.width());
    if height <= frame.height() * 0.3 {
        legend::draw(&pen, &entries, Frame { top, ..frame }, a_row)?;
        top += height + pen.px(14.0);
    }
    let frame = Frame { top, ..frame };
    let gap = pen.px(24.0);
    if frame.width() < pen.px(520.0) && frame.height() > frame.width() {
        let middle = f64::midpoint(frame.top, frame.bottom);
        panels(&pen, Frame { bottom: middle - gap / 2.0, ..frame }, report, Quantity::Sojourn)?;
        return panels(&pen, Frame { top: middle + gap / 2.0, ..frame }, report, Quantity::Slowdown);
    }
    let middle = f64::midpoint(frame.left, frame.right);
    panels(&pen, Frame { right: middle - gap / 2.0, ..frame }, report, Quantity::Sojourn)?;
    panels(&pen, Frame { left: middle + gap / 2.0, ..frame }, report, Quantity::Slowdown)
}

fn title(report: &Report) -> String {
    let mut words = vec![match report.workload.jobs {
        1 => "1 job".to_owned(),
        jobs => format!("{jobs} jobs"),
    }];
    let spec = &report.scenario.workload;
    if spec.kind() == WorkloadKind::Synthetic {
        let default = Synthetic::default();
        let weibull = spec.sizes.unwrap_or_default() == Sizes::Weibull;
        words.extend(weibull.then(|| format!("shape {}", spec.shape.unwrap_or(default.shape))));
        let log_normal = spec.errors.unwrap_or_default() == Errors::LogNormal;
        words.extend(log_normal.then(|| format!("sigma {}", spec.sigma.unwrap_or(default.sigma))));
    }
    words.extend(report.workload.load.map(|load| format!("load {}", (load * 1000.0).round() / 1000.0)));
    if report.scenario.replications > 1 {
        words.push(format!("{} replications", report.scenario.replications));
    }
    words.push(format!("seed {}", report.scenario.seed));
    words.join(" · ")
}

fn inset(frame: Frame, by: f64) -> Frame {
    let (dx, dy) = (by.min(frame.width() / 8.0), by.min(frame.height() / 8.0));
    Frame { left: frame.left + dx, top: frame.top + dy, right: frame.right - dx, bottom: frame.bottom - dy }
}

/// Names in the order of the report's rows, which is that of every table.
fn entries(report: &Report) -> Vec<Entry<'_>> {
    report.policies.iter().map(|row| Entry::line(row.policy.row().name, look_of(&row.policy))).collect()
}

/// The horizontal scale: all values, but of the low end, which goes on for many decades of tiny jobs, only what three
/// in a hundred of some policy's jobs have reached.
fn span(report: &Report, quantity: Quantity) -> Option<Scale> {
    let usable = |x: &f64| x.is_finite() && *x > 0.0;
    let least = report.policies.iter().map(|row| quantity.at(row, 0.03)).filter(usable).fold(f64::INFINITY, f64::min);
    let most = report.policies.iter().flat_map(|row| &quantity.of(row).steps).map(|(x, _)| *x).filter(usable).fold(0.0, f64::max);
    let (least, most) = if quantity == Quantity::Slowdown { (least.min(1.0), most.min(LARGEST_SLOWDOWN)) } else { (least, most) };
    // A little air, so that no step lies on the frame.
    let air = |ratio: f64| libm::pow(ratio.clamp(1.1, 1e300), 0.015);
    (most > 0.0).then(|| (least.min(most), air(most / least))).map(|(least, air)| Scale::logarithmic(least / air, most * air))
}

fn panels<DB: DrawingBackend>(pen: &Pen<'_, DB>, frame: Frame, report: &Report, quantity: Quantity) -> Result<(), ChartError> {
    let Some(x) = span(report, quantity) else {
        return pen.text(
            "no jobs to show",
            (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom)),
            SMALL,
            Side::Middle,
            pen.theme.muted,
        );
    };
    let roomy = frame.width() >= pen.px(170.0) && frame.height() >= pen.px(110.0);
    let (left, bottom) = if roomy { (pen.px(56.0), pen.px(38.0)) } else { (0.0, 0.0) };
    let inner =
        Frame { left: frame.left + left, top: frame.top + pen.px(6.0), right: frame.right - pen.px(8.0), bottom: frame.bottom - bottom };
    let count = report.policies.iter().map(|row| quantity.of(row).count).max().unwrap_or(0);
    let tail = count >= FEW && roomy && inner.height() >= pen.px(230.0) && frame.width() >= pen.px(260.0);
    let split = inner.top + inner.height() * 0.64;
    let most = ((inner.width() / pen.px(58.0)) as usize).clamp(2, 6);
    let across = x.ticks(most);
    let body = Panel { frame: if tail { Frame { bottom: split - pen.px(9.0), ..inner } } else { inner }, x, y: Scale::linear(0.0, 1.0) };
    let up: Vec<Tick> = [(0.0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1.0, "1")]
        .map(|(value, label)| Tick { value, label: Label::Plain(label.to_owned()) })
        .into();
    let [full, brief] = quantity.titles(report);
    let words = if pen.width(full, SMALL) <= inner.width() { full } else { brief };
    body.grid(pen, &across, &up)?;
    body.beside(pen, &up, ["fraction of jobs", "jobs"], frame.left)?;
    lines(pen, &body, report, quantity, |p| p)?;
    if !tail {
        return body.below(pen, &across, words, frame.bottom);
    }
    pen.level(inner.left, inner.right, body.frame.bottom, pen.theme.axis, 1.0)?;
    let complement = Panel { frame: Frame { top: split + pen.px(9.0), ..inner }, x, y: Scale::logarithmic(0.6 / count as f64, 1.0) };
    let up = complement.y.ticks(3);
    complement.grid(pen, &across, &up)?;
    complement.beside(pen, &up, ["fraction above, log scale", "above, log"], frame.left)?;
    lines(pen, &complement, report, quantity, |p| 1.0 - p)?;
    complement.below(pen, &across, words, frame.bottom)
}

/// All policies' steps: the unbroken lines first, so that a broken one shows where it runs on another.
fn lines<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    panel: &Panel,
    report: &Report,
    quantity: Quantity,
    height: impl Fn(f64) -> f64,
) -> Result<(), ChartError> {
    let count = report.policies.len();
    let small = panel.frame.width() < pen.px(150.0);
    let mut markers = vec![];
    for broken in [false, true] {
        for (i, row) in report.policies.iter().enumerate() {
            let look = look_of(&row.policy);
            if (look.dash != Dash::Solid) != broken {
                continue;
            }
            let line = stairs(panel, quantity.of(row), &height, pen.px(0.4));
            let width = if small { 1.0 } else { legend::WIDTH };
            pen.dashed(&line, pattern(look.dash), pen.theme.line(look.hue), width)?;
            if !small {
                markers.extend(marker::places(&line, i, count, pen.scale).into_iter().map(|place| (place, look)));
            }
        }
    }
    markers.into_iter().try_for_each(|(place, look)| marker::draw(pen, place, look))
}

/// A step function in pixels, thinned to corners `least` apart: it ends at its largest value or at the right edge.
pub(super) fn stairs(panel: &Panel, ecdf: &Ecdf, height: &impl Fn(f64) -> f64, least: f64) -> Vec<Point> {
    let mut line: Vec<Point> = vec![];
    let mut level = 0.0;
    for &(x, p) in ecdf.steps.iter().filter(|(x, p)| x.is_finite() && p.is_finite()) {
        if panel.x.place(x) < 0.0 {
            level = p;
            continue;
        }
        if line.is_empty() && (level > 0.0 || height(0.0) > 0.0) {
            line.push(panel.point(panel.x.from, height(level)));
        }
        if panel.x.place(x) > 1.0 {
            line.push(panel.point(panel.x.to, height(level)));
            break;
        }
        let (tread, rise) = (panel.point(x, height(level)), panel.point(x, height(p)));
        let last = line.last().copied().unwrap_or((f64::MIN, f64::MIN));
        if (tread.0 - last.0).abs() >= least || (rise.1 - last.1).abs() >= least || p >= 1.0 {
            line.extend([tread, rise]);
            level = p;
        }
    }
    line
}
