//! Broken lines. A pattern is walked along the polyline in pixels, so that its dashes have one length wherever the line
//! bends and however many points it has.

use schedscope_core::plot::Dash;

/// A point in pixels.
pub type Point = (f64, f64);

/// Lengths of ink and gap in turn, in pixels at scale 1; empty for a solid line.
pub const fn pattern(dash: Dash) -> &'static [f64] {
    match dash {
        Dash::Solid => &[],
        Dash::Dashed => &[6.0, 4.0],
        Dash::Dotted => &[2.0, 3.0],
        Dash::DashDot => &[8.0, 3.0, 2.0, 3.0],
        Dash::LongDash => &[14.0, 5.0],
    }
}

/// The pieces of a polyline that a pattern leaves, at most `MOST` of them. A pattern that does not advance leaves the
/// line whole.
pub fn walk(points: &[Point], pattern: &[f64], scale: f64) -> Vec<Vec<Point>> {
    /// More dashes than a large picture has room for.
    const MOST: usize = 20_000;
    let period: f64 = pattern.iter().sum::<f64>() * scale;
    let usable = period.is_finite() && period > 0.5 && pattern.iter().all(|length| *length > 0.0);
    let Some((&start, rest)) = points.split_first() else { return vec![] };
    if !usable {
        return vec![points.to_vec()];
    }
    let mut pieces = vec![];
    let (mut turn, mut left) = (0, pattern[0] * scale);
    let mut piece = vec![start];
    let mut at = start;
    for &to in rest {
        loop {
            let (dx, dy) = (to.0 - at.0, to.1 - at.1);
            let length = libm::hypot(dx, dy);
            // A length that is not a number ends here, too.
            if length <= left || !length.is_finite() {
                left -= if length.is_finite() { length } else { 0.0 };
                at = to;
                if turn % 2 == 0 {
                    piece.push(to);
                }
                break;
            }
            at = (at.0 + dx * left / length, at.1 + dy * left / length);
            if turn % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
                if pieces.len() >= MOST {
                    return pieces;
                }
            } else {
                piece = vec![at];
            }
            turn = (turn + 1) % pattern.len();
            left = pattern[turn] * scale;
        }
    }
    if turn % 2 == 0 && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(piece: &[Point]) -> f64 {
        piece.windows(2).map(|w| libm::hypot(w[1].0 - w[0].0, w[1].1 - w[0].1)).sum()
    }

    #[test]
    fn dashes_keep_their_length_round_corners() {
        // A staircase of steps shorter than a dash.
        let stairs: Vec<Point> = (0..100_u32).map(|i| (f64::from(i / 2 * 3), f64::from(i.div_ceil(2) * 3))).collect();
        let pieces = walk(&stairs, pattern(Dash::Dashed), 1.0);
        assert_eq!(pieces.len(), (99 * 3_usize).div_ceil(10));
        for piece in &pieces[..pieces.len() - 1] {
            assert!((length(piece) - 6.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_straight_line_in_pieces() {
        let pieces = walk(&[(0.0, 0.0), (20.0, 0.0)], &[6.0, 4.0], 1.0);
        assert_eq!(pieces, [vec![(0.0, 0.0), (6.0, 0.0)], vec![(10.0, 0.0), (16.0, 0.0)]]);
    }

    #[test]
    fn degenerate_lines() {
        assert!(walk(&[], &[6.0, 4.0], 1.0).is_empty());
        assert_eq!(walk(&[(0.0, 0.0), (9.0, 0.0)], &[], 1.0).len(), 1);
        assert_eq!(walk(&[(0.0, 0.0), (9.0, 0.0)], &[0.0, 0.0], 1.0).len(), 1);
        walk(&[(0.0, 0.0), (f64::NAN, 0.0), (f64::INFINITY, 3.0)], &[6.0, 4.0], 1.0);
        assert!(walk(&[(0.0, 0.0), (1e12, 0.0)], &[6.0, 4.0], 1.0).len() <= 20_000);
    }
}
