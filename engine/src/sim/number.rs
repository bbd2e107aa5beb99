/// The number that a text of digits stands for, if it stands for one: the nearest there is.
pub fn number(text: &str) -> Option<f64> {
    // What `parse` knows beside these: infinity and no number, each by several names.
    let spelled = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    (!text.is_empty() && text.bytes().all(spelled)).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::number;

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
