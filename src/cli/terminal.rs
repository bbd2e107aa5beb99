//! What people read in a terminal. Names and values in it come from anywhere: they must neither steer the terminal nor fill it.

use super::CliError;
use super::output::print;
use schedscope_state::brief::brief;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes a message to standard error. If that is closed or full, no one can be told, and the work goes on.
pub fn tell(message: impl Display) {
    let _ = io::stderr().write_all(format!("{}\n", shown(message)).as_bytes());
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
