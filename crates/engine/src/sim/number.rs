/// The number that a text of digits stands for, if it stands for one: the nearest there is.
pub fn number(text: &str) -> Option<f64> {
    // What `parse` knows beside these: infinity and no number, each by several names.
    let spelled = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    (!text.is_empty() && text.bytes().all(spelled)).then(|| text.parse().ok()).flatten()
}

/// A number as it would be written: without the zeros of what is very large or small.
pub fn written(x: f64) -> String {
    if x == 0.0 || !x.is_finite() || (1e-7..1e16).contains(&x.abs()) { x.to_string() } else { format!("{x:e}") }
}

#[cfg(test)]
mod tests {
    use super::{number, written};

    #[test]
    fn numbers_are_written_without_zeros() {
        for text in ["0", "-0.5", "0.000001", "1000000", "1e-310", "-1e308", "1.5e18", "NaN", "-inf"] {
            assert_eq!(text.parse().map(written).as_deref(), Ok(text));
        }
    }

    #[test]
    fn only_numbers_are_read() {
        for (text, expected) in [("1", 1.0), ("+1.", 1.0), ("-.5e-3", -0.0005), ("1E400", f64::INFINITY), ("007", 7.0)] {
            assert_eq!(number(text), Some(expected), "{text}");
        }
        for text in ["", " ", "1 ", "+", ".", "1e", "e1", "1.2.3", "--1", "1e1.5", "0x10", "inf", "nan", "Infinity", "1_000"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
