//! Groups of bars, or of boxes with whiskers, one of each series in each group.

use super::axes;
use super::legend::{Entry, Sample};
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::Scale;
use super::{ChartError, texture};
use schedscope_core::plot::{Axis, Bar, Bars, Boxes, Groups, Quartiles, Series, Spacing};

/// Names and samples of the series.
pub fn entries<T>(series: &[Series<T>]) -> Vec<Entry<'_>> {
    series.iter().map(|series| Entry { name: &series.name, style: series.look.into(), sample: Sample::Fill }).collect()
}

/// The panel of groups, and where in it each series of a group stands.
struct Stage<'a, 'b> {
    pen: &'a Pen<'b>,
    panel: Panel,
    groups: usize,
    series: usize,
}

/// Part of a group's width that is left empty.
const GAP: f64 = 0.25;

impl<'a, 'b> Stage<'a, 'b> {
    fn new<T>(pen: &'a Pen<'b>, outer: Frame, of: &Groups<T>, values: impl Iterator<Item = f64>) -> Result<Self, ChartError> {
        let frame = axes::inner(pen, outer, None);
        let x = Scale::linear(0.0, of.names.len().max(1) as f64);
        let panel = Panel { frame, x, y: axes::scale(&of.y, values.chain(of.level.as_ref().map(|level| level.value))) };
        let stage = Self { pen, panel, groups: of.names.len(), series: of.series.len() };
        let up = axes::ticks(&of.y, &stage.panel.y, axes::most(pen, frame).1);
        axes::draw(pen, &stage.panel, outer, (&Axis::linear(&of.x_title), &[]), (&of.y, &up))?;
        for (group, name) in of.names.iter().enumerate().filter(|_| axes::roomy(pen, outer)) {
            let middle = (stage.panel.across(group as f64 + 0.5), frame.bottom + pen.px(13.0));
            pen.text(name, middle, SMALL, Side::Middle, pen.theme.muted)?;
        }
        Ok(stage)
    }

    /// Left and right edge of what a series shows in a group.
    fn place(&self, group: usize, series: usize) -> (f64, f64) {
        let width = self.panel.frame.width() / self.groups.max(1) as f64;
        let each = width * (1.0 - GAP) / self.series.max(1) as f64;
        let left = self.panel.frame.left + width * (group as f64 + GAP / 2.0) + each * series as f64;
        (left + each * 0.06, left + each * 0.94)
    }

    /// An upright line with a short one across at either end.
    fn whisker(&self, x: f64, (low, high): (f64, f64), half: f64) -> Result<(), ChartError> {
        let (pen, ink) = (self.pen, self.pen.theme.ink);
        let (bottom, top) = (self.panel.up(low), self.panel.up(high));
        pen.upright(x, top, bottom, ink, 1.2)?;
        pen.level(x - half, x + half, top, ink, 1.2)?;
        pen.level(x - half, x + half, bottom, ink, 1.2)
    }
}

/// Draws bars into a frame.
pub fn draw(pen: &Pen<'_>, outer: Frame, bars: &Bars) -> Result<(), ChartError> {
    let all = || bars.series.iter().flat_map(|series| series.values.iter().flatten());
    let foot = (bars.y.spacing == Spacing::Linear).then_some(0.0);
    // Room for a number above the highest, and below the lowest where bars grow downwards.
    let under = |value: f64| if foot.is_none() { value / 1.1 } else { value };
    let ends = |bar: &Bar| bar.range.filter(|(low, high)| *low > 0.0 && high.is_finite()).unwrap_or((bar.value, bar.value));
    let values = all().flat_map(|bar| [under(ends(bar).0), ends(bar).1 * 1.06]).chain(foot);
    let stage = Stage::new(pen, outer, bars, values)?;
    for (which, series) in bars.series.iter().enumerate() {
        for (group, Bar { value, range }) in series.values.iter().enumerate().filter_map(|(group, bar)| Some((group, (*bar)?))) {
            let (left, right) = stage.place(group, which);
            // Where ratios are equal distances, a bar grows from what it is compared with.
            let one = bars.level.as_ref().filter(|_| bars.y.spacing == Spacing::Logarithmic).map(|level| stage.panel.up(level.value));
            let (foot, tip) = (one.unwrap_or(stage.panel.frame.bottom), stage.panel.up(value));
            texture::fill(pen, Frame { left, top: tip.min(foot), right, bottom: tip.max(foot) }, series.look.into())?;
            let middle = f64::midpoint(left, right);
            if let Some(range) = range {
                stage.whisker(middle, range, (right - left) * 0.2)?;
            }
            let (words, size) = (if one.is_some() { ratio(value) } else { short(value) }, SMALL - 1.0);
            if pen.width(&words, size) <= (right - left) * 1.15 {
                let beyond = if tip > foot {
                    stage.panel.up(range.map_or(value, |(low, _)| low.min(value))) + pen.px(8.0)
                } else {
                    stage.panel.up(range.map_or(value, |(_, high)| high.max(value))) - pen.px(8.0)
                };
                pen.text(&words, (middle, beyond), size, Side::Middle, pen.theme.text(series.look.hue))?;
            }
        }
    }
    axes::level(pen, &stage.panel, bars.level.as_ref(), std::iter::empty())
}

/// Draws boxes into a frame: quartiles as a box, the 5th and 95th percentile as whiskers, what lies outside as dots.
pub fn boxes(pen: &Pen<'_>, outer: Frame, boxes: &Boxes) -> Result<(), ChartError> {
    let all = || boxes.series.iter().flat_map(|series| series.values.iter().flatten());
    let values = all().flat_map(|quartiles| quartiles.percentiles.iter().chain(&quartiles.outliers)).copied();
    let stage = Stage::new(pen, outer, boxes, values)?;
    for (which, series) in boxes.series.iter().enumerate() {
        let colour = pen.theme.line(series.look.hue);
        for (group, quartiles) in series.values.iter().enumerate().filter_map(|(group, quartiles)| Some((group, quartiles.as_ref()?))) {
            let Quartiles { percentiles: [lowest, first, median, third, highest], outliers } = quartiles;
            let (left, right) = stage.place(group, which);
            let (middle, quarter) = (f64::midpoint(left, right), (right - left) / 4.0);
            stage.whisker(middle, (*lowest, *highest), quarter / 2.0)?;
            let frame = Frame {
                left: middle - quarter,
                top: stage.panel.up(*third),
                right: middle + quarter,
                bottom: stage.panel.up(*first).max(stage.panel.up(*third) + 1.0),
            };
            texture::fill(pen, frame, series.look.into())?;
            let height = stage.panel.up(*median);
            pen.level(middle - quarter - pen.px(3.0), middle + quarter + pen.px(3.0), height, pen.theme.ink, 2.5)?;
            for outlier in outliers {
                pen.dot((middle, stage.panel.up(*outlier)), 1.5, colour)?;
            }
        }
    }
    axes::level(pen, &stage.panel, boxes.level.as_ref(), std::iter::empty())
}

/// A ratio in two or three digits: parts of a tenth count near one.
fn ratio(value: f64) -> String {
    match value {
        x if (0.01..0.0995).contains(&x) => format!("{value:.3}"),
        x if (0.0995..9.95).contains(&x) => format!("{value:.2}"),
        _ => short(value),
    }
}

/// A number in two or three digits.
pub fn short(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".to_owned(),
        x if x >= 99_950.0 => format!("{:.0}k", value / 1000.0),
        x if x >= 9.95 => format!("{value:.0}"),
        x if x >= 0.995 => format!("{value:.1}"),
        x if x >= 0.01 || x == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.0e}"),
    }
}
