//! A frame with two scales: grid, ticks, titles.

use super::ChartError;
use super::dash::Point;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::{Label, Scale, Tick};
use schedscope_core::plot::Hue;

/// Hue of the least value that is possible: that of Gittins' rule, which attains it.
pub const BOUND: Hue = Hue::Purple;

/// Where values lie in a picture.
pub struct Panel {
    pub frame: Frame,
    pub x: Scale,
    pub y: Scale,
}

impl Panel {
    /// A value in pixels; what lies outside is put on the edge.
    pub fn point(&self, x: f64, y: f64) -> Point {
        (self.across(x), self.up(y))
    }

    /// A horizontal value in pixels.
    pub fn across(&self, x: f64) -> f64 {
        self.frame.left + self.x.place(x).clamp(0.0, 1.0) * self.frame.width()
    }

    /// A vertical value in pixels.
    pub fn up(&self, y: f64) -> f64 {
        self.frame.bottom - self.y.place(y).clamp(0.0, 1.0) * self.frame.height()
    }

    /// Lines at the ticks.
    pub fn grid(&self, pen: &Pen<'_>, across: &[Tick], up: &[Tick]) -> Result<(), ChartError> {
        let Frame { left, top, right, bottom } = self.frame;
        for tick in across.iter().filter(|tick| tick.label != Label::Bare) {
            pen.upright(self.across(tick.value), top, bottom, pen.theme.grid, 1.0)?;
        }
        for tick in up.iter().filter(|tick| tick.label != Label::Bare) {
            pen.level(left, right, self.up(tick.value), pen.theme.grid, 1.0)?;
        }
        Ok(())
    }

    /// An upright line at the least value that is possible, from this height down, in pixels from the left; none where that is not in the
    /// picture.
    pub fn bound(&self, pen: &Pen<'_>, bound: f64, top: f64) -> Result<Option<f64>, ChartError> {
        if !(self.x.from..=self.x.to).contains(&bound) {
            return Ok(None);
        }
        let at = self.across(bound);
        pen.dashed(&[(at, top), (at, self.frame.bottom)], &[6.0, 3.0], pen.theme.line(BOUND), 1.5)?;
        Ok(Some(at))
    }

    /// The horizontal axis with what is written below it, as far as there is room down to `until`.
    pub fn below(&self, pen: &Pen<'_>, ticks: &[Tick], title: &str, until: f64) -> Result<(), ChartError> {
        let Frame { left, right, bottom, .. } = self.frame;
        pen.level(left, right, bottom, pen.theme.axis, 1.0)?;
        if until - bottom < pen.px(SMALL) {
            return Ok(());
        }
        let y = bottom + pen.px(11.0);
        for tick in ticks {
            let x = self.across(tick.value);
            // A number at the very end of the axis stays in the picture.
            let half = if let Label::Plain(text) = &tick.label { pen.width(text, SMALL) / 2.0 } else { 0.0 };
            let middle = x.min(pen.frame().right - half);
            pen.upright(x, bottom, bottom + pen.px(if tick.label == Label::Bare { 3.0 } else { 4.0 }), pen.theme.axis, 1.0)?;
            pen.label(&tick.label, (middle, y + pen.px(2.0)), Side::Middle)?;
        }
        if until - bottom >= pen.px(32.0) && pen.width(title, SMALL) <= until.max(right) {
            let middle = f64::midpoint(left, right).max(pen.width(title, SMALL) / 2.0);
            pen.text(title, (middle, bottom + pen.px(30.0)), SMALL, Side::Middle, pen.theme.muted)?;
        }
        Ok(())
    }

    /// The vertical axis with what is written left of it, as far as there is room from `from` on.
    pub fn beside(&self, pen: &Pen<'_>, ticks: &[Tick], title: &str, from: f64) -> Result<(), ChartError> {
        let Frame { left, top, bottom, .. } = self.frame;
        let room = left - from;
        if room < pen.px(24.0) {
            return Ok(());
        }
        for tick in ticks {
            pen.label(&tick.label, (left - pen.px(6.0), self.up(tick.value)), Side::End)?;
        }
        let fits = pen.width(title, SMALL) <= bottom - top + pen.px(24.0);
        if fits && room >= pen.px(44.0) {
            pen.upwards(title, (from + pen.px(10.0), f64::midpoint(top, bottom)), SMALL, pen.theme.muted)?;
        }
        Ok(())
    }
}
