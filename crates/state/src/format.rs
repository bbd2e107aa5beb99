//! Numbers as a reader likes them.

/// Where a number becomes too long to be written out.
const LONG: f64 = 1e6;

/// Three significant digits, grouped by thin spaces; powers of ten for the very large and the very small.
pub fn short(x: f64) -> String {
    digits(x, 3)
}

/// So many significant digits.
pub fn digits(x: f64, significant: i32) -> String {
    if x == 0.0 || !x.is_finite() {
        return format!("{x}");
    }
    // Of the rounded number: 9.9996 is 10.0.
    let rounded = format!("{x:.*e}", significant.max(1) as usize - 1);
    let magnitude: i32 = rounded.rsplit('e').next().and_then(|power| power.parse().ok()).unwrap_or_default();
    if x.abs() >= LONG || magnitude < -3 {
        let mantissa = x / libm::pow(10.0, f64::from(magnitude));
        return format!("{mantissa:.*}·10{}", significant.max(1) as usize - 1, superscript(magnitude));
    }
    let decimals = (significant - 1 - magnitude).max(0) as usize;
    group(&format!("{x:.decimals$}"))
}

/// A number of so many significant digits.
pub fn rounded(x: f64, significant: i32) -> f64 {
    schedscope::sim::number(&format!("{x:.*e}", significant.max(1) as usize - 1)).unwrap_or(x)
}

/// A value and the ends of its interval, all with the decimals of the value.
pub fn interval(value: f64, low: f64, high: f64) -> (String, String) {
    let decimals = match value.abs() {
        x if !(0.1..10_000.0).contains(&x) => return (short(value), format!("[{}, {}]", short(low), short(high))),
        x if x >= 100.0 => 0,
        x if x >= 10.0 => 1,
        _ => 2,
    };
    (format!("{value:.decimals$}"), format!("[{low:.decimals$}, {high:.decimals$}]"))
}

/// The half-width of an interval; a dash where all replications are equal.
pub fn half_width(half: f64) -> String {
    if half == 0.0 { "–".to_owned() } else { short(half) }
}

/// A value and the half-width of its interval, with the same decimals.
pub fn spread(value: f64, half: f64) -> (String, String) {
    let (value, ends) = interval(value, half, half);
    let half = ends.trim_start_matches('[').split(',').next().unwrap_or_default().to_owned();
    (value, format!("± {half}"))
}

/// Seconds: whole ones from ten on.
pub fn seconds(x: f64) -> String {
    if x >= 9.95 { format!("{} s", whole(x.round() as u64)) } else { format!("{} s", digits(x, 2)) }
}

/// A number as it is, whole ones in groups of three digits.
pub fn readable(x: f64) -> String {
    if x == libm::trunc(x) && (0.0..1e15).contains(&x) { whole(x as u64) } else { plain(x) }
}

/// A value as one would type it: no more digits than it has.
pub fn plain(x: f64) -> String {
    format!("{x}")
}

/// A whole number in groups of three.
pub fn whole(x: u64) -> String {
    group(&x.to_string())
}

/// So many of what has this singular and plural.
pub fn counted(x: u64, one: &str, many: &str) -> String {
    format!("{} {}", whole(x), if x == 1 { one } else { many })
}

/// A fraction as a percentage.
pub fn percent(x: f64) -> String {
    let x = 100.0 * x;
    if x > 0.0 && x < 0.01 {
        return "< 0.01 %".to_owned();
    }
    let decimals = if x == 0.0 { 0 } else { usize::from(x < 1.0) + 1 };
    format!("{x:.decimals$} %")
}

fn group(number: &str) -> String {
    let (whole, fraction) = number.split_once('.').map_or((number, None), |(whole, fraction)| (whole, Some(fraction)));
    let digits = whole.trim_start_matches('-');
    let mut grouped = whole[..whole.len() - digits.len()].to_owned();
    for (i, digit) in digits.chars().enumerate() {
        // Four digits stay together.
        if i > 0 && (digits.len() - i) % 3 == 0 && digits.len() > 4 {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    if let Some(fraction) = fraction {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

fn superscript(exponent: i32) -> String {
    exponent
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            c => c.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(c),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_they_are() {
        assert_eq!([36466.0, 0.5, 12.0, 1.25].map(readable), ["36\u{202f}466", "0.5", "12", "1.25"]);
    }

    #[test]
    fn three_digits_are_enough_for_a_reader() {
        for (x, text) in [
            (0.0, "0"),
            (1.0, "1.00"),
            (9.9996, "10.0"),
            (-12.345, "-12.3"),
            (1234.5, "1234"),
            (12_345.0, "12\u{202f}345"),
            (0.001_234, "0.00123"),
            (0.000_123_4, "1.23·10⁻⁴"),
            (1_234_567.0, "1.23·10⁶"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(short(x), text);
        }
        assert_eq!(digits(2.0 / 3.0, 5), "0.66667");
    }

    #[test]
    fn the_ends_of_an_interval_have_the_decimals_of_the_value() {
        let written = |value, low, high| {
            let (value, ends) = interval(value, low, high);
            format!("{value} {ends}")
        };
        assert_eq!(written(1.2, 1.166, 1.2345), "1.20 [1.17, 1.23]");
        assert_eq!(written(1.01, 0.8123, 1.32), "1.01 [0.81, 1.32]");
        assert_eq!(written(82.13, 66.9, 104.2), "82.1 [66.9, 104.2]");
        assert_eq!(written(0.0123, 0.01, 0.02), "0.0123 [0.0100, 0.0200]");
        assert_eq!(spread(2.822, 0.58), ("2.82".to_owned(), "± 0.58".to_owned()));
    }

    #[test]
    fn whole_numbers_are_grouped_from_five_digits_on() {
        assert_eq!([1234, 12_345, 1_234_567].map(whole), ["1234", "12\u{202f}345", "1\u{202f}234\u{202f}567"]);
        assert_eq!((counted(1, "job", "jobs"), counted(20_000, "job", "jobs")), ("1 job".to_owned(), "20\u{202f}000 jobs".to_owned()));
    }

    #[test]
    fn fractions_as_percentages() {
        assert_eq!([0.0, 0.000_01, 0.005, 0.123, 1.0].map(percent), ["0 %", "< 0.01 %", "0.50 %", "12.3 %", "100.0 %"]);
    }
}
