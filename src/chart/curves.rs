//! Distribution functions over a logarithmic axis, each with a name and a look.

use super::dash::pattern;
use super::ecdf::stairs;
use super::layout::Layout;
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL};
use super::ticks::{Label, Scale, Tick};
use super::{ChartError, legend, marker};
use crate::plot::Dash;
use plotters::prelude::DrawingBackend;
use schedscope_engine::metrics::Ecdf;

/// A curve and how it is named and drawn.
pub type Curve<'a> = (legend::Entry<'a>, &'a Ecdf);

/// The scale that holds all these curves; absent if they hold nothing.
pub fn span<'a>(curves: impl Iterator<Item = &'a Ecdf> + Clone) -> Option<Scale> {
    let values = curves.flat_map(|ecdf| &ecdf.steps).map(|(x, _)| *x).filter(|x| x.is_finite() && *x > 0.0);
    let (least, most) = values.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    (most > 0.0).then(|| Scale::logarithmic(least / 1.15, most * 1.1))
}

/// Draws the curves with their names above. The horizontal axis has the first of these titles that fits.
pub fn draw<DB: DrawingBackend>(pen: &Pen<'_, DB>, curves: &[Curve<'_>], x: Scale, titles: [&str; 2]) -> Result<(), ChartError> {
    let layout = Layout::new(pen);
    let entries: Vec<legend::Entry<'_>> = curves.iter().map(|(entry, _)| *entry).collect();
    let head = legend::above(pen, &layout, &entries)?;
    let panel = Panel { frame: Frame { top: layout.inner.top + head, ..layout.inner }, x, y: Scale::linear(0.0, 1.0) };
    let across = layout.across(pen, x);
    let up = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")].map(|(value, label)| Tick { value, label: Label::Plain(label.to_owned()) });
    panel.grid(pen, &across, &up)?;
    if layout.roomy {
        panel.beside(pen, &up, ["fraction of jobs", "jobs"], layout.whole.left)?;
    }
    let title = titles.into_iter().find(|title| pen.width(title, SMALL) <= panel.frame.width()).unwrap_or(titles[1]);
    panel.below(pen, &across, title, layout.until())?;
    // The unbroken lines first, so that a broken one shows where it runs on another.
    for broken in [false, true] {
        for (i, (legend::Entry { look, .. }, ecdf)) in curves.iter().enumerate() {
            if (look.dash != Dash::Solid) != broken {
                continue;
            }
            let line = stairs(&panel, ecdf, &|p| p, pen.px(0.4));
            let colour = pen.theme.line(look.hue);
            pen.dashed(&line, pattern(look.dash), colour, if layout.roomy { legend::WIDTH } else { 1.0 })?;
            for place in marker::places(&line, i, curves.len(), pen.scale).into_iter().filter(|_| layout.roomy) {
                marker::draw(pen, place, *look)?;
            }
        }
    }
    Ok(())
}
