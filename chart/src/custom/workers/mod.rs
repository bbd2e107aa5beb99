//! The workers of a datacenter: in small ones a row each, with what runs, what waits, and the messages that are on their way; in larger
//! ones a cell each, and what waits at one of them; and where the time of jobs goes.

use super::super::pen::{Pen, Side};
use super::super::{ChartError, Theme, dash};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_core::plot::Look;

mod arrows;
mod grid;
mod place;
mod queue;
mod rows;
mod spent;

pub use grid::{worker_at, worker_grid};
pub use place::Place;
pub use queue::worker_queue;
pub use rows::{lit_at, worker_rows};
pub use spent::{spent_at, time_spent};

/// Height of a head, at scale 1.
const HEAD: f64 = 30.0;

/// Writes the name of a policy above what is left of an area.
///
/// # Errors
/// If the backend fails.
pub fn headed<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    name: &str,
    look: Look,
) -> Result<DrawingArea<DB, Shift>, ChartError> {
    let (head, below) = root.split_vertically((HEAD * scale).round() as i32);
    let pen = Pen::new(&head, theme, scale);
    pen.clear()?;
    let y = pen.px(HEAD / 2.0);
    pen.dashed(&[(pen.px(8.0), y), (pen.px(36.0), y)], dash::pattern(look.dash), theme.line(look.hue), 3.0)?;
    pen.text(name, (pen.px(44.0), y), 15.0, Side::Start, theme.text(look.hue))?;
    Ok(below)
}
