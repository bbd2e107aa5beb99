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
