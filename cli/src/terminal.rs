//! What people read in a terminal. Names and values in it come from anywhere: they must neither steer the terminal nor fill it.

use super::CliError;
use super::output::print;
use std::fmt::Display;
use std::io::{self, Write};

/// Words of more characters are shortened.
const WORD: usize = 80;
/// What ends a word: the parts of a path are words of their own, and so is anything quoted.
const BETWEEN: [char; 6] = [' ', '\n', '/', '"', '\'', '`'];
/// Lines of more characters are shortened.
const LINE: usize = 8000;

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

/// The text with what is long in it shortened.
fn brief(text: &str) -> String {
    let words = text.split_inclusive(BETWEEN).map(|word| {
        let alone = word.trim_end_matches(BETWEEN);
        shortened(alone, WORD) + &word[alone.len()..]
    });
    words.collect::<String>().split('\n').map(|line| shortened(line, LINE)).collect::<Vec<_>>().join("\n")
}

/// The text, or its beginning, how long it is, and its end.
fn shortened(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(length - most / 4).collect();
    format!("{head}… ({length} characters) …{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(visible("a\u{1b}[2J\u{7}\r\u{9b}ü\n\u{202e}"), "a\\u{1b}[2J\\u{7}\\r\\u{9b}ü\n\\u{202e}");
    }

    #[test]
    fn what_is_long_is_shortened() {
        let path = format!("cannot read /{}: none", "a-folder/".repeat(30));
        assert_eq!(brief(&path), path);
        let long = brief(&format!("unknown policy \"{}\"; allowed: ps", "é".repeat(1_000_000)));
        assert!(long.starts_with("unknown policy \"é") && long.ends_with("é\"; allowed: ps"), "{long}");
        assert!(long.contains("é… (1000000 characters) …é") && long.chars().count() < 150, "{long}");
        assert!(brief(&"a b ".repeat(100_000)).chars().count() < LINE);
    }
}
