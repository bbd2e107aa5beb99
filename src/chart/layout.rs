//! Where pictures with a time axis draw.

use super::ChartError;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::{Scale, Tick};
use plotters::prelude::DrawingBackend;

/// The title of every time axis.
pub const TIME: &str = "time (s)";

/// Where a picture draws: the same left edge in all of them, so that pictures below each other share their time axis.
pub struct Layout {
    /// The whole picture.
    pub whole: Frame,
    /// What lies between the axes.
    pub inner: Frame,
    /// Whether there is room for axes.
    pub roomy: bool,
}

impl Layout {
    /// The places of a picture.
    pub fn new<DB: DrawingBackend>(pen: &Pen<'_, DB>) -> Self {
        let whole = pen.frame();
        let roomy = whole.width() >= pen.px(170.0) && whole.height() >= pen.px(110.0);
        let (left, bottom) = if roomy { (pen.px(66.0), pen.px(38.0)) } else { (pen.px(3.0), pen.px(2.0)) };
        let right = whole.right - pen.px(if roomy { 12.0 } else { 3.0 });
        let inner = Frame { left: whole.left + left, top: whole.top + pen.px(4.0), right, bottom: whole.bottom - bottom };
        Self { whole, inner, roomy }
    }

    /// As many ticks as fit across, five at most.
    pub fn across<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, scale: Scale) -> Vec<Tick> {
        scale.ticks(((self.inner.width() / pen.px(60.0)) as usize).clamp(2, 5))
    }

    /// The same upwards.
    pub fn up<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, scale: Scale) -> Vec<Tick> {
        scale.ticks(((self.inner.height() / pen.px(28.0)) as usize).clamp(2, 5))
    }

    /// Down to where an axis may be written.
    pub fn until(&self) -> f64 {
        if self.roomy { self.whole.bottom } else { self.inner.bottom }
    }
}

/// Says in the middle of a picture why there is none.
pub fn say<DB: DrawingBackend>(pen: &Pen<'_, DB>, words: &str) -> Result<(), ChartError> {
    let frame = pen.frame();
    let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
    pen.text(words, middle, SMALL + 1.0, Side::Middle, pen.theme.muted)
}
