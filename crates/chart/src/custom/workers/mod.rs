//! The workers of a datacenter: in small ones a row each, with what runs, what waits, and the messages that are on their way; in larger
//! ones a cell each, and what waits at one of them; and where the time of jobs goes.

use super::super::pen::{Pen, Side};
use super::super::{ChartError, dash};
use schedscope_core::plot::Look;

mod arrows;
mod grid;
mod layout;
mod place;
mod queue;
mod rows;
mod spent;

pub use grid::{worker_at, worker_grid};
pub use place::Place;
pub use queue::worker_queue;
pub use rows::{lit_at, worker_messages, worker_queues, worker_rows};
pub use spent::{spent_at, time_spent};

/// Height of a head, at scale 1.
const HEAD: f64 = 30.0;

/// Writes the name of a policy above what is left.
///
/// # Errors
/// If the surface refuses.
pub fn headed<'a>(pen: &Pen<'a>, name: &str, look: Look) -> Result<Pen<'a>, ChartError> {
    let (pen, below) = pen.split_down(HEAD);
    pen.clear()?;
    let y = pen.px(HEAD / 2.0);
    pen.dashed(&[(pen.px(8.0), y), (pen.px(36.0), y)], dash::pattern(look.dash), pen.theme.line(look.hue), 3.0)?;
    pen.text(name, (pen.px(44.0), y), 15.0, Side::Start, pen.theme.text(look.hue))?;
    Ok(below)
}
