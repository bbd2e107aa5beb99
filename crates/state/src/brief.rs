//! Messages that quote what somebody gave, which may be of any length.

/// Words of more characters are shortened.
const WORD: usize = 80;
/// What ends a word: the parts of a path are words of their own, and so is anything quoted.
const BETWEEN: [char; 6] = [' ', '\n', '/', '"', '\'', '`'];
/// Lines of more characters are shortened.
const LINE: usize = 8000;

/// The text with what is long in it shortened.
pub fn brief(text: &str) -> String {
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
    fn what_is_long_is_shortened() {
        let path = format!("cannot read /{}: none", "a-folder/".repeat(30));
        assert_eq!(brief(&path), path);
        let long = brief(&format!("unknown policy \"{}\"; allowed: ps", "é".repeat(1_000_000)));
        assert!(long.starts_with("unknown policy \"é") && long.ends_with("é\"; allowed: ps"), "{long}");
        assert!(long.contains("é… (1000000 characters) …é") && long.chars().count() < 150, "{long}");
        assert!(brief(&"a b ".repeat(100_000)).chars().count() < LINE);
    }
}
