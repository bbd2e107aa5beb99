use lexical_parse_float::FromLexical;

/// The number that a text stands for, if it stands for one: the nearest there is, as the standard library reads it. Its own reader
/// has a table of ten kilobytes, which would be a thirtieth of the page.
pub fn number(text: &str) -> Option<f64> {
    f64::from_lexical(text.as_bytes()).ok()
}
