//! Discs in a lane: how large each is, and where it lies. In columns from the left, in a column in rows, so that their order is seen and
//! stays what it is when one of them shrinks or goes.

use crate::dash::Point;
use std::f64::consts::{FRAC_PI_4, PI};

/// Where discs may lie, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    pub left: f64,
    pub right: f64,
    pub middle: f64,
    pub height: f64,
    /// Between two of them.
    pub gap: f64,
    /// How wide a column of the smallest is.
    pub column: f64,
}

/// How wide and high a disc of this area is: no smaller than one of the least radius, and where it would be higher than there is room a
/// bar with round ends.
pub fn extent(area: f64, least: f64, height: f64) -> (f64, f64) {
    let wide = 2.0 * (area / PI).sqrt().max(least);
    if wide <= height { (wide, wide) } else { (area / height + (1.0 - FRAC_PI_4) * height, height) }
}

/// A row of a column.
struct Row {
    wide: f64,
    high: f64,
    count: usize,
}

/// Discs in the rows of a column that is so wide, and how high that is. What differs much in height does not stand in one row.
fn rows(extents: &[(f64, f64)], width: f64, gap: f64) -> (Vec<Row>, f64) {
    let mut rows: Vec<Row> = vec![];
    for (wide, high) in extents {
        match rows.last_mut() {
            Some(row) if row.wide + gap + wide <= width + 0.01 && *high <= row.high * 1.25 + 0.1 && *high >= row.high * 0.55 => {
                (row.wide, row.high, row.count) = (row.wide + gap + wide, row.high.max(*high), row.count + 1);
            }
            _ => rows.push(Row { wide: *wide, high: *high, count: 1 }),
        }
    }
    let high = rows.iter().map(|row| row.high + gap).sum::<f64>() - gap;
    (rows, high)
}

/// The middles of as many of these discs as there is room for, in their order, and where the last column ends.
pub fn pack(extents: &[(f64, f64)], room: Room) -> (Vec<Point>, f64) {
    /// How much wider a column becomes for a larger disc, before that begins the next one.
    const WIDER: (f64, f64) = (1.7, 8.0);
    let Room { left, right, middle, height, gap, column } = room;
    let (mut places, mut x, mut end) = (vec![], left, left);
    while let Some(first) = extents.get(places.len()) {
        let rest = &extents[places.len()..];
        let mut width = column.max(first.0);
        let (mut count, (mut filled, mut high)) = (1, rows(&rest[..1], width, gap));
        while let Some(next) = rest.get(count) {
            let wider = width.max(next.0);
            let (more, higher) = rows(&rest[..=count], wider, gap);
            if wider > width * WIDER.0 + WIDER.1 || higher > height {
                break;
            }
            (filled, high, width, count) = (more, higher, wider, count + 1);
        }
        let widest = filled.iter().map(|row| row.wide).fold(0.0, f64::max);
        if x + widest > right {
            break;
        }
        let mut y = middle - high / 2.0;
        for row in filled {
            let mut across = x;
            let first = places.len();
            for (wide, _) in &extents[first..first + row.count] {
                places.push((across + wide / 2.0, y + row.high / 2.0));
                across += wide + gap;
            }
            y += row.high + gap;
        }
        end = x + widest;
        x = end + 2.2 * gap;
    }
    (places, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::server::{Config, Stills};
    use schedscope::workload::Synthetic;

    const ROOM: Room = Room { left: 10.0, right: 500.0, middle: 54.0, height: 100.0, gap: 1.5, column: 35.0 };

    /// What is left of each job in some stills of a run, as discs.
    fn crowds() -> Vec<Vec<(f64, f64)>> {
        let workload = Synthetic { count: 1500, ..Synthetic::default() }.generate(26, 0).unwrap();
        let stills = Stills::take(1.0, &Config::default(), &workload, &"fifo".parse().unwrap(), &mut |_| ()).unwrap().0.stills;
        let of = |k: usize| stills[k].jobs.iter().map(|left| extent(48.0 * f64::from(left.left), 2.9, 100.0)).collect();
        (0..stills.len()).step_by(37).map(of).collect()
    }

    #[test]
    fn a_disc_has_its_area_whatever_its_form() {
        for area in [40.0, 700.0, 5000.0, 7854.0, 20_000.0, 300_000.0] {
            let (wide, high) = extent(area, 2.0, 100.0);
            let drawn = high * (wide - high) + PI * high * high / 4.0;
            assert!((drawn - area).abs() < 1e-6 * area && high <= 100.0 && wide >= high, "{area}: {wide} × {high}");
        }
        assert_eq!(extent(1e-9, 2.9, 100.0), (5.8, 5.8), "dust");
    }

    #[test]
    fn discs_lie_within_their_lane_and_not_on_each_other() {
        for discs in crowds() {
            let (places, end) = pack(&discs, ROOM);
            assert!(places.len() <= discs.len() && end <= ROOM.right);
            let frame = |i: usize| {
                let ((x, y), (wide, high)) = (places[i], discs[i]);
                (x - wide / 2.0, x + wide / 2.0, y - high / 2.0, y + high / 2.0)
            };
            for i in 0..places.len() {
                let (left, right, top, bottom) = frame(i);
                assert!(left >= ROOM.left - 1e-9 && right <= end + 1e-9 && top >= 4.0 - 1e-9 && bottom <= 104.0 + 1e-9, "{:?}", frame(i));
                for other in 0..i {
                    let (l, r, t, b) = frame(other);
                    assert!(right <= l + 1e-9 || r <= left + 1e-9 || bottom <= t + 1e-9 || b <= top + 1e-9, "{i} on {other}");
                }
            }
        }
    }

    #[test]
    fn order_runs_from_left_to_right_in_columns() {
        for discs in crowds() {
            let (places, _) = pack(&discs, ROOM);
            // Who comes later stands right of, below, or in the same row right of who comes before.
            for pair in places.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                assert!(b.0 > a.0 || b.1 > a.1, "{a:?} {b:?}");
            }
        }
        let same = vec![(5.8, 5.8); 200];
        let (places, _) = pack(&same, ROOM);
        let column = places.iter().take_while(|place| place.0 < ROOM.left + ROOM.column).count();
        assert_eq!(column, 5 * 13, "five in a row, thirteen rows");
    }

    #[test]
    fn what_has_no_room_is_left_out_from_the_end() {
        let many = vec![(30.0, 30.0); 400];
        let (places, end) = pack(&many, ROOM);
        assert!(places.len() < 400 && end > 450.0);
        assert_eq!(pack(&many[..places.len()], ROOM), (places, end), "the others do not depend on those who do not fit");
        assert_eq!(pack(&[], ROOM), (vec![], ROOM.left));
        assert_eq!(pack(&[(900.0, 100.0)], ROOM).0, [], "one that is wider than the lane");
    }
}
