//! The lane of a policy: who is served at the left, and then who waits, the next to leave first.

use super::pack::{Room, extent, pack};
use crate::dash::Point;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Guess, Rgb};
use schedscope::server::{Left, Still, Stills};
use schedscope::workload::Job;
use std::f64::consts::{PI, TAU};

/// The lane of a policy at an instant.
#[derive(Clone, Copy, Debug)]
pub struct RaceLane<'a> {
    /// The run.
    pub stills: &'a Stills,
    /// Position of the still that is shown.
    pub still: usize,
    /// The most work that is ever left under any of the policies: what the scale follows from, which is the same in all lanes and does not
    /// change while time passes.
    pub most: f64,
    /// Position of the job that is lit.
    pub lit: Option<u32>,
}

/// Part of the lane that the discs would cover when most work is left.
const COVER: f64 = 0.52;
/// Height from which a lane is large, at scale 1.
const LARGE: f64 = 80.0;
/// Nobody is there.
static EMPTY: Still = Still { present: 0, served: 0, left: 0.0, jobs: vec![] };

/// Lengths of a lane at scale 1.
struct Measure {
    /// Part of its width in which stands who is served.
    zone: f64,
    /// Between its edge and discs, across and down.
    edge: (f64, f64),
    gap: f64,
    /// Least radius.
    least: f64,
    /// Size of the number of those who wait behind a late job.
    loud: f64,
    /// Whether there is room for words beside who is served.
    large: bool,
}

const WIDE: Measure = Measure { zone: 0.235, edge: (10.0, 4.0), gap: 1.5, least: 2.9, loud: 17.0, large: true };
const NARROW: Measure = Measure { zone: 0.185, edge: (6.0, 2.0), gap: 1.0, least: 1.7, loud: 13.0, large: false };

/// A disc: its middle, and how wide and high it is.
type Disc = (Point, (f64, f64));

/// Where everything lies.
struct Arrangement<'a> {
    still: &'a Still,
    /// The discs of those for whom there is room.
    discs: Vec<(Left, Disc)>,
    /// Where the part ends in which stands who is served.
    zone: f64,
    /// Where the last disc ends.
    end: f64,
    /// Pixels of a unit of work.
    unit: f64,
    measure: &'static Measure,
}

impl<'a> RaceLane<'a> {
    fn at(&self) -> &'a Still {
        self.stills.stills.get(self.still).unwrap_or(&EMPTY)
    }

    fn arranged(&self, frame: Frame, scale: f64) -> Arrangement<'a> {
        let measure = if frame.height() >= LARGE * scale { &WIDE } else { &NARROW };
        let still = self.at();
        let px = |length: f64| length * scale;
        let (width, (edge, rim)) = (frame.width(), (px(measure.edge.0), px(measure.edge.1)));
        let height = (frame.height() - 2.0 * rim).max(1.0);
        let least_zone = measure.zone * width;
        let unit = COVER * (width - least_zone) * frame.height() / self.most.max(f64::MIN_POSITIVE);
        let size = |left: &Left| extent(f64::from(left.left) * unit, px(measure.least), height);
        let (served, waiting) = still.jobs.split_at((still.served as usize).min(still.jobs.len()));
        let room = |left: f64| Room {
            left,
            right: frame.right - edge,
            middle: f64::midpoint(frame.top, frame.bottom),
            height,
            gap: px(measure.gap),
            column: px(10.0 * measure.least + 6.0),
        };
        let extents: Vec<(f64, f64)> = served.iter().map(size).collect();
        let (mut places, end) = pack(&extents, room(frame.left + edge));
        let all = waiting.is_empty() && served.len() > 1;
        let zone = if all { frame.right } else { (frame.left + least_zone).max(if places.is_empty() { 0.0 } else { end + edge }) };
        let spare = zone - end - edge;
        if !all && spare > 0.0 {
            places.iter_mut().for_each(|place| place.0 += spare / 2.0);
        }
        let mut discs: Vec<(Left, Disc)> = served.iter().copied().zip(places.into_iter().zip(extents)).collect();
        let mut last = if all { end } else { zone };
        if discs.len() == served.len() {
            let extents: Vec<(f64, f64)> = waiting.iter().map(size).collect();
            let (places, end) = pack(&extents, room(zone + edge));
            last = if places.is_empty() { last } else { end };
            discs.extend(waiting.iter().copied().zip(places.into_iter().zip(extents)));
        }
        Arrangement { still, discs, zone: zone.min(frame.right), end: last, unit, measure }
    }
}

/// How what a job is believed to be compares with what it is; within a factor of the square root of two they are about the same.
pub fn believed(job: &Job) -> Guess {
    const NEAR: f64 = std::f64::consts::SQRT_2;
    match job.estimate / job.size {
        ratio if ratio * NEAR < 1.0 => Guess::Low,
        ratio if ratio > NEAR => Guess::High,
        _ => Guess::Exact,
    }
}

/// The job at a point of a lane that is so wide and high, in pixels at scale 1.
pub fn race_job_at((x, y): (f64, f64), (width, height): (f64, f64), lane: RaceLane<'_>) -> Option<u32> {
    /// Pixels by which one may miss it.
    const NEAR: f64 = 3.0;
    let arranged = lane.arranged(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, 1.0);
    let apart = |((across, down), (wide, high)): Disc| {
        let reach = ((wide - high) / 2.0).max(0.0);
        libm::hypot(((x - across).abs() - reach).max(0.0), y - down) - high / 2.0
    };
    let all = arranged.discs.iter().map(|(left, disc)| (apart(*disc), left.job));
    all.filter(|(apart, _)| *apart <= NEAR).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, job)| job)
}

/// Draws a lane.
///
/// # Errors
/// If the surface refuses.
pub fn race_lane(pen: &Pen<'_>, lane: RaceLane<'_>) -> Result<(), ChartError> {
    let frame = pen.frame();
    let arranged = lane.arranged(frame, pen.scale);
    Painter { pen, lane, frame, ground: pen.theme.ground.mix(pen.theme.grid, 0.45) }.draw(&arranged)
}

struct Painter<'a, 'b> {
    pen: &'a Pen<'b>,
    lane: RaceLane<'a>,
    frame: Frame,
    /// What is below those who wait.
    ground: Rgb,
}

impl Painter<'_, '_> {
    fn draw(&self, arranged: &Arrangement<'_>) -> Result<(), ChartError> {
        let Self { pen, frame, ground, .. } = self;
        let theme = pen.theme;
        let blocked = arranged.still.blocker().is_some();
        let below = if blocked { theme.ground.mix(theme.late, 0.1) } else { theme.grid };
        pen.rect(*frame, *ground)?;
        pen.rect(Frame { right: arranged.zone, ..*frame }, below)?;
        if arranged.still.served == 1
            && let Some((left, disc)) = arranged.discs.first()
        {
            self.at_arrival(left, disc.0, arranged.unit)?;
        }
        for (left, disc) in &arranged.discs {
            self.disc(left, *disc)?;
        }
        self.words(arranged, below)
    }

    fn job(&self, left: &Left) -> &Job {
        &self.lane.stills.jobs[left.job as usize]
    }

    /// A dotted ring: how large a job was as it came.
    fn at_arrival(&self, left: &Left, middle: Point, unit: f64) -> Result<(), ChartError> {
        /// Corners of what looks like a ring.
        const CORNERS: u32 = 72;
        let Self { pen, frame, .. } = self;
        let job = self.job(left);
        let radius = (job.size * unit / PI).sqrt().min(frame.height() / 2.0 - pen.px(2.0));
        if radius - (f64::from(left.left) * unit / PI).sqrt() < pen.px(2.0) {
            return Ok(());
        }
        let colour = if left.late { pen.theme.late } else { pen.theme.guess(believed(job)) };
        let corner = |i: u32| {
            let turn = TAU * f64::from(i) / f64::from(CORNERS);
            (middle.0 + radius * libm::cos(turn), middle.1 + radius * libm::sin(turn))
        };
        pen.dashed(&(0..=CORNERS).map(corner).collect::<Vec<_>>(), &[2.0, 3.0], colour, 1.2)
    }

    fn disc(&self, left: &Left, (middle, (wide, high)): Disc) -> Result<(), ChartError> {
        let Self { pen, lane, ground, .. } = self;
        let (theme, job) = (pen.theme, self.job(left));
        let lit = lane.lit == Some(left.job);
        let colour = match (lit, left.late) {
            (true, _) => theme.lit,
            (false, true) => theme.ground.mix(theme.late, 0.5),
            (false, false) => theme.guess(believed(job)).mix(*ground, if left.served { 0.0 } else { 0.38 }),
        };
        let radius = high / 2.0;
        self.form(middle, (wide, high), colour)?;
        if left.late {
            self.struck(middle, (wide, high))?;
        } else if lit {
            pen.circle(middle, radius / pen.scale, theme.lit_ink, 1.5)?;
        }
        if wide >= pen.px(50.0) && high >= pen.px(36.0) && !left.late {
            let ink = if colour.contrast(theme.ground) >= colour.contrast(theme.ink) { theme.ground } else { theme.ink };
            let two = wide >= pen.px(58.0) && high >= pen.px(48.0);
            let name = lane.stills.ids.title(job.id);
            pen.bold(&name, (middle.0, middle.1 - pen.px(if two { 7.0 } else { 0.0 })), 13.0, Side::Middle, ink)?;
            if two {
                let words = format!("{} left", rounded(f64::from(left.left)));
                pen.text(&words, (middle.0, middle.1 + pen.px(9.0)), SMALL, Side::Middle, ink)?;
            }
        }
        Ok(())
    }

    /// A disc, or a bar with round ends.
    fn form(&self, (x, y): Point, (wide, high): (f64, f64), colour: Rgb) -> Result<(), ChartError> {
        let (pen, radius) = (self.pen, high / 2.0);
        let reach = wide / 2.0 - radius;
        if reach < 0.5 {
            return pen.dot((x, y), radius / pen.scale, colour);
        }
        pen.dot((x - reach, y), radius / pen.scale, colour)?;
        pen.dot((x + reach, y), radius / pen.scale, colour)?;
        pen.rect(Frame { left: x - reach, top: y - radius, right: x + reach, bottom: y + radius }, colour)
    }

    /// What is late: hatched, outlined and, unless it is dust, struck.
    fn struck(&self, (x, y): Point, (wide, high): (f64, f64)) -> Result<(), ChartError> {
        let (pen, late, radius) = (self.pen, self.pen.theme.late, high / 2.0);
        let reach = wide / 2.0 - radius;
        if radius < pen.px(4.0) {
            return pen.circle((x, y), radius / pen.scale, late, 1.0);
        }
        // Slanted chords, so far from the middle.
        let (every, slant) = (pen.px(6.0), std::f64::consts::FRAC_1_SQRT_2);
        let most = (radius / every).floor() as i32;
        for k in -most..=most {
            let apart = f64::from(k) * every;
            let half = (radius * radius - apart * apart).max(0.0).sqrt();
            let middle = (x + apart * slant, y + apart * slant);
            pen.path(&[(middle.0 - half * slant, middle.1 + half * slant), (middle.0 + half * slant, middle.1 - half * slant)], late, 2.0)?;
        }
        if reach < 0.5 {
            pen.circle((x, y), radius / pen.scale, late, 2.0)?;
        } else {
            pen.level(x - reach, x + reach, y - radius, late, 2.0)?;
            pen.level(x - reach, x + reach, y + radius, late, 2.0)?;
        }
        if radius > pen.px(8.0) {
            let (across, down) = (wide / 2.0 + pen.px(5.0), radius * 0.55);
            pen.path(&[(x - across, y + down), (x + across, y - down)], late, 2.6)?;
        }
        Ok(())
    }

    /// A text on what hides the discs below it.
    fn patched(&self, words: &str, (x, y): Point, (size, side): (f64, Side), (colour, below): (Rgb, Rgb)) -> Result<(), ChartError> {
        let pen = self.pen;
        let (wide, tall) = (pen.width(words, size) * 1.08, pen.px(size / 2.0 + 1.0));
        let left = match side {
            Side::Start => x,
            Side::Middle => x - wide / 2.0,
            Side::End => x - wide,
        };
        let corners = [(left, y - tall), (left + wide, y - tall), (left + wide, y + tall), (left, y + tall)];
        pen.veil(&corners, below, 0.85)?;
        pen.bold(words, (x, y), size, side, colour)
    }

    /// What stands beside the discs: discs go first, so that what has no room is left out, except how many have none.
    fn words(&self, arranged: &Arrangement<'_>, below: Rgb) -> Result<(), ChartError> {
        let Self { pen, frame, ground, .. } = self;
        let (theme, still) = (pen.theme, arranged.still);
        let blocker = still.blocker();
        let (waiting, edge) = (still.present - still.served, pen.px(8.0));
        let missing = still.present as usize - arranged.discs.len();
        if missing > 0 {
            let at = (frame.right - edge, frame.top + pen.px(12.0));
            self.patched(&format!("+ {missing}"), at, (13.0, Side::End), (theme.ink, *ground))?;
        }
        let (words, size, colour) = match (blocker, still.present, waiting) {
            (Some(_), ..) => (format!("{waiting} wait behind it"), arranged.measure.loud, theme.late),
            (None, 0, _) => ("nobody is here".to_owned(), 13.0, theme.muted),
            (None, 1, 0) => ("nobody waits".to_owned(), 13.0, theme.muted),
            (None, _, 0) => ("all are served; nobody waits".to_owned(), 13.0, theme.muted),
            (None, _, 1) => ("1 waits".to_owned(), 13.0, theme.muted),
            (None, ..) => (format!("{waiting} wait"), 13.0, theme.muted),
        };
        let at = (frame.right - edge, frame.bottom - pen.px(size / 2.0 + 5.0));
        if arranged.end < at.0 - pen.width(&words, size) - edge {
            if blocker.is_some() {
                pen.bold(&words, at, size, Side::End, colour)?;
            } else {
                pen.text(&words, at, size, Side::End, colour)?;
            }
        }
        if !arranged.measure.large {
            return Ok(());
        }
        let middle = f64::midpoint(frame.left, arranged.zone);
        if let Some(left) = blocker.filter(|_| still.served == 1) {
            let job = self.job(&left);
            let of = format!("{} of {} left", rounded(f64::from(left.left)), rounded(job.size));
            self.patched(
                &self.lane.stills.ids.title(job.id),
                (middle, frame.top + pen.px(13.0)),
                (14.0, Side::Middle),
                (theme.late, below),
            )?;
            self.patched(&of, (middle, frame.bottom - pen.px(12.0)), (12.5, Side::Middle), (theme.late, below))?;
        } else if still.served <= 1 {
            let high = arranged.discs.first().filter(|_| still.served == 1).map_or(0.0, |(_, (_, (_, high)))| *high);
            if high < frame.height() - pen.px(52.0) {
                pen.text("served", (frame.left + edge, frame.bottom - pen.px(12.0)), SMALL, Side::Start, theme.muted)?;
            }
        }
        Ok(())
    }
}

/// A number of two digits at least.
fn rounded(x: f64) -> String {
    let decimals = if x < 0.995 { 2 } else { usize::from(x < 9.95) };
    format!("{x:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, Theme, native};
    use schedscope::server::Config;
    use schedscope::workload::Synthetic;

    fn run(policy: &str) -> Stills {
        let workload = Synthetic { count: 3000, sigma: 1.0, ..Synthetic::default() }.generate(26, 0).unwrap();
        Stills::take(1.0, &Config::default(), &workload, &policy.parse().unwrap(), &mut |_| ()).unwrap().0
    }

    fn most(of: &[&Stills]) -> f64 {
        of.iter().flat_map(|stills| &stills.stills).map(|still| still.left).fold(0.0, f64::max)
    }

    const LANE: Frame = Frame { left: 0.0, top: 0.0, right: 638.0, bottom: 108.0 };

    #[test]
    fn every_lane_holds_the_same_ink() {
        let (ps, srpte) = (run("ps"), run("srpte"));
        let most = most(&[&ps, &srpte]);
        for still in (0..Stills::STEPS).step_by(50) {
            // Dust is larger than its area says.
            let ink = |stills| {
                let arranged = RaceLane { stills, still, most, lit: None }.arranged(LANE, 1.0);
                let disc = |(wide, high): (f64, f64)| high * (wide - high) + PI * high * high / 4.0;
                let large = arranged.discs.iter().filter(|(left, _)| f64::from(left.left) * arranged.unit > 2.9 * 2.9 * PI);
                let dust: f64 = arranged.discs.iter().map(|(left, _)| f64::from(left.left) * arranged.unit).sum();
                (large.map(|(_, (_, extent))| disc(*extent)).sum::<f64>(), dust, arranged.unit * arranged.still.left)
            };
            for (large, all, whole) in [ink(&ps), ink(&srpte)] {
                assert!(large <= all + 1e-3 && (all - whole).abs() <= 1e-3 * whole.max(1.0), "{still}: {large}, {all}, {whole}");
            }
        }
    }

    #[test]
    fn who_is_served_stands_at_the_left_of_who_waits() {
        for policy in ["fifo", "srpte", "las", "fspe+ps", "ps"] {
            let stills = run(policy);
            let most = most(&[&stills]);
            for still in 0..stills.stills.len() {
                let arranged = RaceLane { stills: &stills, still, most, lit: None }.arranged(LANE, 1.0);
                for (left, ((x, _), (wide, _))) in &arranged.discs {
                    let (from, to) = (x - wide / 2.0, x + wide / 2.0);
                    assert!(if left.served { to <= arranged.zone + 1e-9 } else { from >= arranged.zone }, "{policy} at {still}");
                    assert!(from >= LANE.left && to <= LANE.right, "{policy} at {still}");
                }
            }
        }
    }

    #[test]
    fn a_job_is_found_where_it_is() {
        let stills = run("fifo");
        let fullest = (0..stills.stills.len()).max_by_key(|k| stills.stills[*k].present).unwrap();
        let lane = RaceLane { stills: &stills, still: fullest, most: most(&[&stills]), lit: None };
        let arranged = lane.arranged(LANE, 1.0);
        assert!(arranged.discs.len() > 10);
        for (left, (middle, _)) in &arranged.discs {
            assert_eq!(race_job_at(*middle, (638.0, 108.0), lane), Some(left.job));
        }
        assert_eq!(race_job_at((637.0, 1.0), (638.0, 108.0), lane), None);
    }

    #[test]
    fn a_lane_can_be_drawn_at_any_size_and_says_who_waits_behind_a_late_job() {
        let stills = run("srpte");
        let blocked = stills.stills.iter().position(|still| still.blocker().is_some()).expect("a late job blocks");
        let lane = RaceLane { stills: &stills, still: blocked, most: most(&[&stills]), lit: Some(0) };
        for size in [(1, 1), (40, 400), (292, 54), (638, 108)] {
            for mode in [Mode::Light, Mode::Dark] {
                native::svg(size, Theme::of(mode), |pen| race_lane(pen, lane)).unwrap();
            }
        }
        let text = native::svg((1400, 108), Theme::of(Mode::Light), |pen| race_lane(pen, lane)).unwrap();
        let waiting = stills.stills[blocked].present - stills.stills[blocked].served;
        assert!(text.contains(&format!("{waiting} wait behind it")), "{text}");
        let beyond = RaceLane { still: usize::MAX, ..lane };
        assert!(native::svg((638, 108), Theme::of(Mode::Light), |pen| race_lane(pen, beyond)).unwrap().contains("nobody is here"));
    }

    #[test]
    fn guesses_within_the_square_root_of_two_are_about_right() {
        let guess = |estimate| believed(&Job::new(0.0, 10.0).estimate(estimate));
        assert_eq!([7.0, 7.2, 10.0, 14.1, 14.2].map(guess), [Guess::Low, Guess::Exact, Guess::Exact, Guess::Exact, Guess::High]);
    }
}
