//! The one clock of all panels.

use std::rc::Rc;

/// Seconds in which a run without long waits plays at speed 1.
const LENGTH: f64 = 20.0;
/// Seconds in which a run plays at speed 1 in which too much happens to dwell on anything.
const EVEN: f64 = 40.0;
/// So many events are too many.
const MANY: usize = 400;
/// Least and most seconds from one event to the next at speed 1: haste where nothing happens, time to see what does.
const STRETCH: (f64, f64) = (1.2, 4.0);

/// Simulated seconds that pass in one while messages are to be seen on their way.
const SLOW: f64 = 0.001;

/// Real seconds after which what is told of a time that moves is told anew.
const TELLING: f64 = 0.1;

/// More events than this are not marked: they would be one grey bar.
const MARKS: usize = 200;

/// Where the playhead is and how it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    /// Simulated time.
    pub playhead: f64,
    /// Whether it moves.
    pub playing: bool,
    /// Speed as a power of two.
    pub speed: i32,
    /// Whether it starts again at the end.
    pub looping: bool,
    /// Times at which something happens under some policy, ascending, from the start to the end.
    times: Rc<[f64]>,
    /// When time is to pass slowly: stretches that do not meet, ascending.
    slow: Rc<[(f64, f64)]>,
    /// Where it stops by itself, if it plays until then.
    halt: Option<f64>,
    /// What lies beyond is not to be seen, nor when something happens there.
    limit: f64,
    /// The times up to there as an outline.
    marks: Rc<str>,
    /// What texts speak of, and for how many real seconds they have.
    told: (f64, f64),
}

/// What can happen to a clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beat {
    /// Play or pause.
    Play(bool),
    /// So many seconds have passed.
    Tick(f64),
    /// To the next event.
    Forward,
    /// To the event before.
    Back,
    /// The playhead was moved.
    Seek(f64),
    /// Another speed, as a power of two.
    Speed(i32),
    /// Whether to start again at the end.
    Loop(bool),
}

impl Clock {
    /// Slowest and fastest speed, as powers of two.
    pub const SPEEDS: (i32, i32) = (-3, 3);

    /// A clock at the beginning.
    pub fn new(playing: bool) -> Self {
        Self {
            playhead: 0.0,
            playing,
            speed: 0,
            looping: false,
            times: Rc::new([0.0]),
            slow: Rc::new([]),
            halt: None,
            limit: f64::INFINITY,
            marks: Rc::default(),
            told: (0.0, 0.0),
        }
    }

    /// The time of which texts speak: the playhead's at rest, and while it moves as it was within the last tenth of a second. Nobody reads
    /// faster, and each new text has the page laid out and painted anew.
    pub fn told(&self) -> f64 {
        self.told.0
    }

    /// Takes the events of new timelines.
    pub fn set_events(&mut self, mut times: Vec<f64>) {
        times.push(0.0);
        times.sort_unstable_by(f64::total_cmp);
        let near = 1e-9 * times.last().copied().unwrap_or(0.0);
        times.dedup_by(|next, before| *next - *before <= near);
        self.times = times.into();
        self.mark();
    }

    /// Takes the stretches in which time is to pass slowly.
    pub fn set_slow(&mut self, mut stretches: Vec<(f64, f64)>) {
        stretches.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut slow: Vec<(f64, f64)> = vec![];
        for (from, to) in stretches {
            match slow.last_mut().filter(|last| from <= last.1) {
                Some(last) => last.1 = last.1.max(to),
                None => slow.push((from, to)),
            }
        }
        self.slow = slow.into();
    }

    /// Plays from one time to another, and stops there.
    pub fn play_between(&mut self, from: f64, to: f64) {
        self.seek(from);
        (self.playing, self.halt) = (true, Some(to));
    }

    /// Whether time passes slowly now.
    pub fn is_slow(&self) -> bool {
        self.slow_from().is_some_and(|(from, _)| from <= self.playhead)
    }

    /// Where a picture stands that need not move in smaller steps than this while it plays: at the last step, or at what has happened since;
    /// where time passes slowly, only at what happens.
    pub fn stepped(&self, step: f64) -> f64 {
        if !self.playing || step <= 0.0 {
            return self.playhead;
        }
        let event = self.times[..self.times.partition_point(|time| *time <= self.playhead)].last().copied().unwrap_or(0.0);
        let after = self.slow[..self.slow.partition_point(|(_, to)| *to <= self.playhead)].last().map_or(0.0, |(_, to)| *to);
        let slow = self.slow_from().filter(|(from, _)| *from <= self.playhead).map_or(after, |(from, _)| from);
        ((self.playhead / step).floor() * step).max(event).max(slow)
    }

    /// The stretch of slow time that we are in, or the next one.
    fn slow_from(&self) -> Option<(f64, f64)> {
        self.slow.get(self.slow.partition_point(|(_, to)| *to <= self.playhead)).copied()
    }

    /// Hides what lies beyond this time.
    pub fn set_limit(&mut self, limit: f64) {
        if limit != self.limit {
            self.limit = limit;
            self.mark();
        }
    }

    fn mark(&mut self) {
        let end = self.end().max(f64::MIN_POSITIVE);
        let shown = if self.times.len() > MARKS { &[][..] } else { &self.times[..] };
        let seen = shown.iter().filter(|time| **time <= self.limit);
        let strokes: Vec<String> = seen.map(|time| format!("M{:.4} 0v4", time / end)).collect();
        self.marks = strokes.concat().into();
        self.seek(self.playhead);
    }

    /// A stroke at each of these times, on an axis of length 1.
    pub fn marks(&self) -> Rc<str> {
        self.marks.clone()
    }

    /// Does what has happened to it.
    pub fn hear(&mut self, beat: Beat) {
        if !matches!(beat, Beat::Tick(_) | Beat::Speed(_) | Beat::Loop(_)) {
            self.halt = None;
        }
        match beat {
            Beat::Play(playing) => self.play(playing),
            Beat::Tick(seconds) => self.tick(seconds),
            Beat::Forward => self.forward(),
            Beat::Back => self.back(),
            Beat::Seek(time) => self.seek(time),
            Beat::Speed(speed) => self.speed = speed.clamp(Self::SPEEDS.0, Self::SPEEDS.1),
            Beat::Loop(looping) => self.looping = looping,
        }
        let since = match beat {
            Beat::Tick(seconds) if self.playing => self.told.1 + seconds,
            _ => TELLING,
        };
        self.told = if since < TELLING { (self.told.0, since) } else { (self.playhead, 0.0) };
    }

    /// The times at which something happens.
    pub fn events(&self) -> &[f64] {
        &self.times
    }

    /// When the last thing happens.
    pub fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// Decimals of the time: as many as a reader can follow and, at rest, as tell the playhead from the events beside it.
    pub fn digits(&self) -> usize {
        const MOST: usize = 4;
        let few = usize::from(self.end() < 1000.0);
        let [before, after] =
            [self.times.partition_point(|time| *time < self.playhead), self.times.partition_point(|time| *time <= self.playhead)];
        let beside = before.checked_sub(1).into_iter().chain([after]).filter_map(|event| self.times.get(event));
        let gap = beside.map(|time| (time - self.playhead).abs()).fold(f64::INFINITY, f64::min);
        let tells = |digits: &usize| self.playing || gap * libm::pow(10.0, *digits as f64) >= 1.0;
        (few..MOST).find(tells).unwrap_or(MOST)
    }

    /// The time of which texts speak, with these decimals: written the same wherever it stands.
    pub fn written(&self) -> String {
        let digits = self.digits();
        format!("{:.digits$}", self.told())
    }

    /// Where the playhead stops.
    fn stop(&self) -> f64 {
        self.end().min(self.limit)
    }

    /// Whether everything that may be seen has happened.
    pub fn over(&self) -> bool {
        self.playhead >= self.stop()
    }

    /// Starts or stops; at the end, starts anew.
    fn play(&mut self, playing: bool) {
        if playing && self.over() {
            self.playhead = 0.0;
        }
        self.playing = playing;
    }

    /// Lets this many seconds pass.
    fn tick(&mut self, seconds: f64) {
        if self.end() == 0.0 || !self.playing {
            // There is nothing to play yet, or a frame comes after the pause.
            return;
        }
        let mut left = seconds * libm::scalbn(1.0, self.speed);
        while left > 0.0 && !self.over() {
            let (to, pace) = self.pace();
            let to = to.min(self.halt.unwrap_or(f64::INFINITY));
            let needed = (to - self.playhead) / pace;
            if needed > left {
                self.playhead += left * pace;
                return;
            }
            self.playhead = self.playhead.max(to);
            left -= needed;
            if self.halt.is_some_and(|halt| halt <= self.playhead) {
                (self.playing, self.halt) = (false, None);
                return;
            }
        }
        if self.over() {
            if self.looping {
                self.playhead = 0.0;
            } else {
                self.playing = false;
            }
        }
    }

    /// How many simulated seconds pass in one, and until when.
    fn pace(&self) -> (f64, f64) {
        let until = match self.slow_from() {
            Some((from, to)) if from <= self.playhead => return (to.min(self.stop()), SLOW),
            Some((from, _)) => from.min(self.stop()),
            None => self.stop(),
        };
        if self.times.len() > MANY {
            return (until, self.end() / EVEN);
        }
        let next = self.times.partition_point(|time| *time <= self.playhead).min(self.times.len() - 1);
        let (from, to) = (self.times[next - 1], self.times[next].min(self.limit));
        let seconds = (LENGTH * (to - from) / self.end()).clamp(STRETCH.0, STRETCH.1);
        (to.min(until), (to - from) / seconds)
    }

    /// Stops at the next event.
    fn forward(&mut self) {
        self.playing = false;
        let next = self.times.partition_point(|time| *time <= self.playhead);
        self.seek(self.times.get(next).copied().unwrap_or(self.end()));
    }

    /// Stops at the event before.
    fn back(&mut self) {
        self.playing = false;
        let before = self.times.partition_point(|time| *time < self.playhead);
        self.playhead = before.checked_sub(1).map_or(0.0, |i| self.times[i]);
    }

    /// Moves the playhead.
    pub fn seek(&mut self, time: f64) {
        if !time.is_nan() {
            self.playhead = time.clamp(0.0, self.stop());
            self.told = (self.playhead, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock on which something happens at 2, 6 and 8.
    fn clock() -> Clock {
        let mut clock = Clock::new(false);
        clock.set_events(vec![6.0, 2.0, 8.0, 2.0]);
        clock
    }

    #[test]
    fn begins_at_rest_and_without_events() {
        let mut clock = Clock::new(true);
        assert_eq!((clock.playhead, clock.end(), clock.events()), (0.0, 0.0, &[0.0][..]));
        clock.hear(Beat::Tick(1.0));
        assert!(clock.playing && clock.playhead == 0.0, "there is nothing to play yet");
    }

    #[test]
    fn events_ascend_from_the_start_and_each_is_there_once() {
        assert_eq!(clock().events(), [0.0, 2.0, 6.0, 8.0]);
        assert_eq!(clock().end(), 8.0);
    }

    #[test]
    fn steps_lead_from_event_to_event_and_stop_it() {
        let mut clock = clock();
        clock.hear(Beat::Play(true));
        for time in [2.0, 6.0, 8.0, 8.0] {
            clock.hear(Beat::Forward);
            assert_eq!((clock.playhead, clock.playing), (time, false));
        }
        clock.hear(Beat::Seek(7.0));
        for time in [6.0, 2.0, 0.0, 0.0] {
            clock.hear(Beat::Back);
            assert_eq!(clock.playhead, time);
        }
    }

    #[test]
    fn seeking_stays_within_the_time_there_is() {
        let mut clock = clock();
        for (wanted, time) in [(3.5, 3.5), (f64::NAN, 3.5), (-1.0, 0.0), (f64::MAX, 8.0)] {
            clock.hear(Beat::Seek(wanted));
            assert_eq!(clock.playhead, time);
        }
    }

    #[test]
    fn plays_each_stretch_at_a_pace_that_can_be_followed() {
        let mut clock = clock();
        clock.hear(Beat::Play(true));
        // A quarter of the time, of 20 seconds 5, but no stretch takes more than 4.
        clock.hear(Beat::Tick(2.0));
        assert_eq!(clock.playhead, 1.0);
        clock.hear(Beat::Tick(2.0));
        assert_eq!(clock.playhead, 2.0);
        clock.hear(Beat::Tick(1.0));
        assert_eq!(clock.playhead, 3.0);
    }

    #[test]
    fn steps_never_lead_back_behind_what_has_happened() {
        let mut clock = clock();
        clock.set_slow(vec![(6.0, 6.25)]);
        clock.hear(Beat::Play(true));
        for (time, stands) in [(1.5, 1.0), (2.5, 2.0), (3.5, 3.0), (5.9, 4.0), (6.0, 6.0), (6.1, 6.0), (6.25, 6.25), (7.5, 7.0)] {
            clock.playhead = time;
            let step = if time < 4.0 {
                1.0
            } else if time < 6.0 {
                4.0
            } else {
                3.5
            };
            assert_eq!(clock.stepped(step), stands, "at {time}");
        }
        clock.playing = false;
        assert_eq!(clock.stepped(4.0), 7.5, "at rest it stands where the playhead is");
    }

    #[test]
    fn texts_follow_ten_times_a_second_and_at_rest_at_once() {
        let mut clock = clock();
        clock.hear(Beat::Play(true));
        let mut told = vec![];
        for _ in 0..12 {
            clock.hear(Beat::Tick(0.03125));
            told.push(clock.told());
        }
        told.dedup();
        assert_eq!(told, [0.0, 0.0625, 0.125, 0.1875], "every fourth of 32 frames a second, at half a unit a second");
        clock.hear(Beat::Tick(0.03125));
        assert!(clock.told() < clock.playhead);
        clock.hear(Beat::Play(false));
        assert_eq!(clock.told(), clock.playhead);
        clock.seek(7.0);
        assert_eq!(clock.told(), 7.0);
        clock.hear(Beat::Back);
        assert_eq!(clock.told(), 6.0);
    }

    #[test]
    fn speed_is_a_power_of_two_within_bounds() {
        let mut clock = clock();
        clock.hear(Beat::Play(true));
        clock.hear(Beat::Speed(1));
        clock.hear(Beat::Tick(1.0));
        assert_eq!(clock.playhead, 1.0);
        for (wanted, speed) in [(9, 3), (-9, -3)] {
            clock.hear(Beat::Speed(wanted));
            assert_eq!(clock.speed, speed);
        }
    }

    #[test]
    fn stops_at_the_end_and_plays_again_from_the_start() {
        let mut clock = clock();
        clock.hear(Beat::Play(true));
        clock.hear(Beat::Tick(100.0));
        assert!(clock.over() && !clock.playing && clock.playhead == 8.0);
        clock.hear(Beat::Play(true));
        assert!(clock.playing && clock.playhead == 0.0);
    }

    #[test]
    fn a_loop_goes_on_from_the_start() {
        let mut clock = clock();
        clock.hear(Beat::Loop(true));
        clock.hear(Beat::Play(true));
        clock.hear(Beat::Tick(100.0));
        assert!(clock.playing && clock.playhead == 0.0);
    }

    #[test]
    fn what_is_hidden_is_neither_reached_nor_marked() {
        let mut clock = clock();
        assert_eq!(clock.marks().matches('M').count(), 4);
        clock.set_limit(3.0);
        assert_eq!(clock.marks().matches('M').count(), 2);
        clock.hear(Beat::Seek(5.0));
        assert_eq!(clock.playhead, 3.0);
        clock.hear(Beat::Forward);
        assert!(clock.playhead == 3.0 && clock.over());
        clock.set_limit(f64::INFINITY);
        clock.hear(Beat::Forward);
        assert_eq!(clock.playhead, 6.0);
    }

    #[test]
    fn a_shorter_run_takes_the_playhead_back() {
        let mut clock = clock();
        clock.hear(Beat::Seek(7.0));
        clock.set_events(vec![5.0]);
        assert_eq!((clock.playhead, clock.end()), (5.0, 5.0));
    }

    #[test]
    fn a_run_with_too_many_events_plays_evenly_and_is_not_marked() {
        let mut clock = Clock::new(true);
        clock.set_events((0..=1000).map(f64::from).collect());
        assert_eq!(&*clock.marks(), "");
        clock.hear(Beat::Tick(EVEN / 4.0));
        assert_eq!(clock.playhead, 250.0);
    }

    #[test]
    fn time_passes_slowly_where_messages_are_on_their_way() {
        for many in [false, true] {
            let mut clock = clock();
            if many {
                clock.set_events((0..=1000).map(f64::from).collect());
            }
            clock.set_slow(vec![(3.0005, 3.001), (3.0, 3.0006)]);
            clock.hear(Beat::Seek(3.0));
            clock.hear(Beat::Play(true));
            clock.hear(Beat::Tick(0.4));
            assert!(clock.is_slow() && (clock.playhead - 3.0004).abs() < 1e-12);
            clock.hear(Beat::Tick(0.60001));
            assert!(!clock.is_slow() && (3.001..3.002).contains(&clock.playhead));
            clock.hear(Beat::Tick(0.2));
            assert!(clock.playhead > 3.01, "then as before");
            // Coming from before, it slows down where messages begin.
            clock.hear(Beat::Seek(2.999));
            clock.hear(Beat::Tick(0.1));
            assert!(clock.is_slow() && clock.playhead < 3.001);
        }
    }

    #[test]
    fn it_stops_where_it_is_to_play_to_unless_it_is_moved() {
        let mut clock = clock();
        clock.play_between(1.0, 1.5);
        assert!(clock.playing && clock.playhead == 1.0);
        clock.hear(Beat::Tick(100.0));
        assert!(!clock.playing && clock.playhead == 1.5);
        clock.hear(Beat::Play(true));
        clock.hear(Beat::Tick(0.5));
        assert!(clock.playing && clock.playhead > 1.5);
        clock.play_between(1.0, 1.5);
        clock.hear(Beat::Seek(1.2));
        clock.hear(Beat::Tick(2.0));
        assert!(clock.playing && clock.playhead > 1.5);
    }

    #[test]
    fn at_rest_its_digits_tell_the_playhead_from_the_events_beside_it() {
        let mut clock = clock();
        assert_eq!(clock.digits(), 1);
        clock.hear(Beat::Seek(2.004));
        assert_eq!((clock.digits(), clock.written().as_str()), (3, "2.004"));
        clock.hear(Beat::Play(true));
        assert_eq!(clock.digits(), 1, "no one reads more while it moves");
        clock.set_events(vec![2000.0]);
        assert_eq!(clock.digits(), 0);
    }

    #[test]
    fn a_frame_that_comes_after_the_pause_passes_no_time() {
        let mut clock = clock();
        clock.hear(Beat::Play(false));
        let before = clock.playhead;
        clock.hear(Beat::Tick(1.0));
        assert_eq!(clock.playhead, before);
    }
}
