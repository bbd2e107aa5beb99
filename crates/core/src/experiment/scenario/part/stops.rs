//! The stops of a slider as they are written beside a field: `0, 0.5..4 by 0.25, 10..1e6 in 5`.

use schedscope::sim::number;

/// Reads them: numbers, ranges in equal steps (`by`) and ranges in so many equal ratios (`in`), of which each stop has three digits.
pub(super) fn read(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(|piece| stretch(piece.trim())).collect::<Option<Vec<_>>>().map(|pieces| pieces.concat())
}

fn stretch(piece: &str) -> Option<Vec<f64>> {
    let Some((range, (rule, by))) = piece.split_once(' ').and_then(|(range, rule)| Some((range, rule.split_once(' ')?))) else {
        return number(piece).map(|stop| vec![stop]);
    };
    let (from, to) = range.split_once("..")?;
    let (from, to, by) = (number(from)?, number(to)?, number(by)?);
    match rule {
        "by" => {
            let count = libm::round((to - from) / by) as u32;
            (0..=count).map(|k| number(&format!("{:.9}", from + f64::from(k) * by))).collect()
        }
        "in" => {
            let ratio = libm::pow(to / from, 1.0 / by);
            (0..=by as u32).map(|k| number(&format!("{:.2e}", from * libm::pow(ratio, f64::from(k))))).collect()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{SystemKind, schema};
    use serde_json::Value as Json;

    #[test]
    fn numbers_steps_and_ratios() {
        assert_eq!(read("0, 0.05..0.2 by 0.05, 1e3"), Some(vec![0.0, 0.05, 0.1, 0.15, 0.2, 1000.0]));
        assert_eq!(read("10..1e4 in 3"), Some(vec![10.0, 100.0, 1000.0, 10_000.0]));
        assert_eq!(read("0.5..2 in 4"), Some(vec![0.5, 0.707, 1.0, 1.41, 2.0]));
        for text in ["", "1,", "1..2", "1..2 of 3", "a..2 by 1", "much"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    /// All that is written in a schema.
    fn written(schema: &Json, found: &mut Vec<String>) {
        found.extend(schema["x-stops"].as_str().map(str::to_owned));
        let inner = schema.as_object().into_iter().flat_map(|object| object.values());
        inner.chain(schema.as_array().into_iter().flatten()).for_each(|schema| written(schema, found));
    }

    #[test]
    fn every_slider_ascends() {
        for world in SystemKind::ALL {
            let mut found = vec![];
            written(&schema(*world), &mut found);
            for text in found {
                let stops = read(&text).unwrap_or_else(|| panic!("{text} is not understood"));
                assert!(stops.len() > 1 && stops.windows(2).all(|pair| pair[0] < pair[1]), "{text}");
            }
        }
    }
}
