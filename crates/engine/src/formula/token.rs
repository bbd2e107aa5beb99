//! From a text to its words, each with the character where it begins.

use super::Mistake;
use super::tree::Binary;

/// A number may be zero or of this range: far enough from what a float can hold.
pub(super) const NUMBERS: std::ops::RangeInclusive<f64> = 1e-300..=1e300;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Number(f64),
    Name(&'a str),
    Operator(Binary),
    Not,
    Open,
    Close,
    Comma,
}

/// The words of a text whose first character stands in this column.
pub(super) fn tokens(text: &str, column: usize) -> Result<Vec<(usize, Token<'_>)>, Mistake> {
    let mut found = vec![];
    let mut rest = text;
    let mut column = column;
    while let Some(first) = rest.chars().next() {
        let (token, bytes) = match first {
            c if c.is_whitespace() => (None, c.len_utf8()),
            c if c.is_ascii_digit() || c == '.' => number(rest, column).map(|(x, bytes)| (Some(Token::Number(x)), bytes))?,
            c if c.is_alphabetic() || c == '_' => {
                let bytes = name(rest);
                (Some(Token::Name(&rest[..bytes])), bytes)
            }
            _ => sign(rest, column).map(|(token, bytes)| (Some(token), bytes))?,
        };
        found.extend(token.map(|token| (column, token)));
        column = column.saturating_add(rest[..bytes].chars().count());
        rest = &rest[bytes..];
    }
    Ok(found)
}

/// How long the name is with which a text begins.
pub(super) fn name(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// The number with which a text begins, and its length.
fn number(text: &str, column: usize) -> Result<(f64, usize), Mistake> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut bytes = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let rest = &text[bytes..];
    if rest.starts_with(['e', 'E']) {
        let sign = usize::from(rest[1..].starts_with(['+', '-']));
        let exponent = digits(&rest[1 + sign..]);
        bytes += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    let written = &text[..bytes];
    let x =
        crate::sim::number(written).ok_or_else(|| Mistake::at(column, format!("\"{written}\" is not a number; write 0.5, 12 or 1e-3")))?;
    if NUMBERS.contains(&x) || (x == 0.0 && !written.bytes().take_while(|b| !b"eE".contains(b)).any(|b| (b'1'..=b'9').contains(&b))) {
        Ok((x, bytes))
    } else {
        Err(Mistake::at(column, format!("{written} is out of range; a number is 0 or from 1e-300 to 1e300, and inf is infinity")))
    }
}

/// The sign with which a text begins, and its length.
fn sign(text: &str, column: usize) -> Result<(Token<'static>, usize), Mistake> {
    const PAIRS: [(&str, Token); 6] = [
        ("||", Token::Operator(Binary::Or)),
        ("&&", Token::Operator(Binary::And)),
        ("<=", Token::Operator(Binary::LessEqual)),
        (">=", Token::Operator(Binary::GreaterEqual)),
        ("==", Token::Operator(Binary::Equal)),
        ("!=", Token::Operator(Binary::Unequal)),
    ];
    const ADVICE: [(&str, &str); 4] = [
        ("**", "^ for powers"),
        ("=", "== to compare; constants stand behind the expression, as in age/c; let c = 2"),
        ("&", "&& for \"and\""),
        ("|", "|| for \"or\""),
    ];
    const SINGLES: [(&str, Token); 16] = [
        ("<", Token::Operator(Binary::Less)),
        ("≤", Token::Operator(Binary::LessEqual)),
        (">", Token::Operator(Binary::Greater)),
        ("≥", Token::Operator(Binary::GreaterEqual)),
        ("+", Token::Operator(Binary::Add)),
        ("-", Token::Operator(Binary::Subtract)),
        ("−", Token::Operator(Binary::Subtract)),
        ("*", Token::Operator(Binary::Multiply)),
        ("×", Token::Operator(Binary::Multiply)),
        ("/", Token::Operator(Binary::Divide)),
        ("÷", Token::Operator(Binary::Divide)),
        ("^", Token::Operator(Binary::Power)),
        ("!", Token::Not),
        ("(", Token::Open),
        (")", Token::Close),
        (",", Token::Comma),
    ];
    let of = |signs: &[(&str, Token<'static>)]| {
        signs.iter().find(|(written, _)| text.starts_with(written)).map(|(written, token)| (token.clone(), written.len()))
    };
    if let Some(pair) = of(&PAIRS) {
        return Ok(pair);
    }
    if let Some((written, instead)) = ADVICE.into_iter().find(|(written, _)| text.starts_with(written)) {
        return Err(Mistake::at(column, format!("\"{written}\" is not a sign of formulas; write {instead}")));
    }
    of(&SINGLES).ok_or_else(|| {
        let shown: String =
            text.chars().take(1).flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect();
        Mistake::at(column, format!("\"{shown}\" is not a sign of formulas; allowed: + - * / ^ < <= > >= == != && || ! ( ) ,"))
    })
}
