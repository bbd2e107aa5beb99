//! *Exercises*: sets of tasks, the one that is open, and how far it is.

mod claim;
mod link;
mod room;
mod state;
mod work;

pub use claim::{Claim, Proof};
pub use link::Link;
pub use state::{Change, Exercises, Record, joined};
pub use work::{Part, Standing, Work};

use super::format;
use schedscope_core::exhibit::exercises::Effort;

/// What it took, in words.
pub fn said(effort: Effort) -> String {
    let hints = match effort.hints {
        0 => "without a hint".to_owned(),
        hints => format!("with {}", format::counted(hints.into(), "hint", "hints")),
    };
    let tries = match effort.tries {
        1 => "at the first try".to_owned(),
        Effort::MOST_TRIES => format!("after {} tries or more", Effort::MOST_TRIES),
        tries => format!("at try {tries}"),
    };
    format!("solved {tries}, {hints}")
}
