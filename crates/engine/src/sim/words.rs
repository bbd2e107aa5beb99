//! Numbers and names in sentences.

/// So many are named one by one; of more, the rest is counted.
const NAMED: usize = 4;

/// A number of about three significant digits, without zeros at the end.
pub fn brief(x: f64) -> String {
    let decimals = match x.abs() {
        x if x >= 100.0 => 0,
        x if x >= 10.0 => 1,
        _ => 2,
    };
    let text = format!("{x:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

/// `a`, `a and b`, `a, b and c`; of many the first few and how many others there are.
pub fn listed(words: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    if words.len() > NAMED + 1 {
        let others = words.split_off(NAMED).len();
        words.push(format!("{others} others"));
    }
    match words.split_last() {
        None => String::new(),
        Some((one, [])) => one.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}
