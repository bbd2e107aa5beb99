//! A picture with what it says and where it is from, to be sent: whoever gets it sees nothing of the page around it.

use super::ChartError;
use super::pen::{Frame, Pen, SMALL, Side};
use super::picture::picture;
use schedscope_core::plot::Picture;

/// What a card says around its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What came out, in a sentence.
    pub sentence: String,
    /// What the picture shows.
    pub shows: String,
    /// What was simulated.
    pub whence: String,
    /// Where it was simulated.
    pub place: String,
}

/// Sizes of letters that a sentence may have, the first with which it has no more lines than [`LINES`].
const SENTENCE: [f64; 3] = [24.0, 20.0, 16.0];
/// Most lines of a sentence, and of what was simulated.
const LINES: usize = 2;
/// Width of bold letters ÷ that of others.
const BOLD: f64 = 1.12;
/// Height of a line ÷ size of its letters.
const LEADING: f64 = 1.3;
/// Room around all of it.
const MARGIN: f64 = 20.0;
/// Room between its parts.
const GAP: f64 = 8.0;

/// Draws a card.
///
/// # Errors
/// If the surface refuses.
pub fn card(pen: &Pen<'_>, words: &Card, shown: &Picture) -> Result<(), ChartError> {
    pen.clear()?;
    let theme = pen.theme;
    let inner = pen.frame().within(pen.px(MARGIN));
    let broken = |size: f64| pen.wrapped(&words.sentence, size, inner.width() / BOLD);
    let size = SENTENCE.into_iter().find(|size| broken(*size).len() <= LINES).unwrap_or(SENTENCE[SENTENCE.len() - 1]);
    let mut top = inner.top;
    let mut next = |size: f64| {
        let height = pen.px(LEADING * size);
        top += height;
        (inner.left, top - height / 2.0)
    };
    for line in broken(size).iter().take(LINES) {
        pen.bold(line, next(size), size, Side::Start, theme.ink)?;
    }
    pen.text(&pen.shortened(&words.shows, SMALL, inner.width()), next(SMALL), SMALL, Side::Start, theme.muted)?;
    let mut foot = inner.bottom - pen.px(SMALL / 2.0);
    let place = pen.width(&words.place, SMALL);
    pen.text(&words.place, (inner.right, foot), SMALL, Side::End, theme.ink)?;
    for line in pen.wrapped(&words.whence, SMALL, inner.width() - place - pen.px(2.0 * GAP)).iter().take(LINES).rev() {
        pen.text(line, (inner.left, foot), SMALL, Side::Start, theme.muted)?;
        foot -= pen.px(LEADING * SMALL);
    }
    let middle = Frame { top: top + pen.px(GAP), bottom: foot, ..inner };
    picture(&pen.within(middle), shown)
}
