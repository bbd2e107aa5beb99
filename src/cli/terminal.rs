//! What people read in a terminal. Names and values in it come from anywhere: they must neither steer the terminal nor fill it.

use super::CliError;
use super::output::print;
use indicatif::{ProgressBar, ProgressDrawTarget};
use schedscope_state::brief::brief;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether nothing is said but errors and what is asked for.
static SILENT: AtomicBool = AtomicBool::new(false);

/// From now on there are no warnings, notes and bars.
pub fn silence() {
    SILENT.store(true, Ordering::Relaxed);
}

/// Writes a warning or a note to standard error.
pub fn tell(message: impl Display) {
    if !SILENT.load(Ordering::Relaxed) {
        complain(message);
    }
}

/// Writes an error to standard error. If that is closed or full, no one can be told.
pub fn complain(message: impl Display) {
    let _ = io::stderr().write_all(format!("{}\n", shown(message)).as_bytes());
}

/// A bar of what is done, of so much if that is known, on standard error if that is a terminal.
pub fn bar(of: Option<u64>) -> ProgressBar {
    let target = if SILENT.load(Ordering::Relaxed) { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
    ProgressBar::with_draw_target(of, target)
}

/// Writes lines for people to standard output.
pub fn say(text: impl Display) -> Result<(), CliError> {
    print(|out| writeln!(out, "{}", shown(text)))
}

fn shown(text: impl Display) -> String {
    visible(&brief(&text.to_string()))
}

/// The text with escapes for all characters but line breaks that a terminal obeys instead of showing them, and that XML forbids.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => visible.push(c),
            // Separators and what turns the direction of text, then what is no character.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {
                visible.extend(c.escape_default());
            }
            c if c.is_control() => visible.extend(c.escape_default()),
            c => visible.push(c),
        }
    }
    visible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(visible("a\u{1b}[2J\u{7}\r\u{9b}ü\n\u{202e}"), "a\\u{1b}[2J\\u{7}\\r\\u{9b}ü\n\\u{202e}");
    }
}
