//! Times as tables have them: numbers in some unit, durations such as `1-06:30:00`, and dates.

use crate::sim::number;

/// What the numbers of a column are counted in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// Billionths of a second.
    Nanoseconds,
    /// Millionths of a second.
    Microseconds,
    /// Thousandths of a second.
    Milliseconds,
    /// Seconds, or whatever unit all columns have.
    Seconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// Days.
    Days,
    /// Anything of which the server does so much a second, such as bytes or tokens.
    PerSecond(f64),
}

impl Unit {
    /// Those of time.
    pub const OF_TIME: [Self; 7] =
        [Self::Nanoseconds, Self::Microseconds, Self::Milliseconds, Self::Seconds, Self::Minutes, Self::Hours, Self::Days];

    /// The same, each with its name and its other names; the first of these is the shortest.
    const NAMES: [(Self, &'static str, &'static [&'static str]); 7] = [
        (Self::Nanoseconds, "nanoseconds", &["ns", "nanos", "nanosecond"]),
        (Self::Microseconds, "microseconds", &["us", "µs", "micros", "microsecond"]),
        (Self::Milliseconds, "milliseconds", &["ms", "millis", "millisecond", "msec"]),
        (Self::Seconds, "seconds", &["s", "sec", "secs", "second"]),
        (Self::Minutes, "minutes", &["min", "mins", "minute"]),
        (Self::Hours, "hours", &["h", "hour", "hrs"]),
        (Self::Days, "days", &["d", "day"]),
    ];

    /// How it is called, if it is one of time.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.iter().find(|(unit, ..)| *unit == self).map(|(_, name, _)| *name)
    }

    /// The unit that is written so: `ms`, `Minutes`, `30/s`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        if let Some(rate) = text.strip_suffix("/s") {
            return number(rate).filter(|rate| (1e-100..=1e100).contains(rate)).map(Self::PerSecond);
        }
        Self::NAMES.iter().find(|(_, name, others)| *name == text || others.contains(&&*text)).map(|(unit, ..)| *unit)
    }

    /// How it is [read](Self::read), as short as that may be.
    #[must_use]
    pub fn written(self) -> String {
        match self {
            Self::PerSecond(rate) => format!("{rate}/s"),
            _ => Self::NAMES.iter().find(|(unit, ..)| *unit == self).map_or("", |(.., others)| others[0]).to_owned(),
        }
    }

    /// So many of it in seconds.
    #[must_use]
    pub fn seconds(self, x: f64) -> f64 {
        match self {
            Self::Nanoseconds => x / 1e9,
            Self::Microseconds => x / 1e6,
            Self::Milliseconds => x / 1e3,
            Self::Seconds => x,
            Self::Minutes => x * 60.0,
            Self::Hours => x * 3600.0,
            Self::Days => x * 86_400.0,
            Self::PerSecond(rate) => x / rate,
        }
    }
}

/// Seconds of a duration as Slurm writes it: `minutes:seconds`, `hours:minutes:seconds`, `days-hours`, `days-hours:minutes` or
/// `days-hours:minutes:seconds`, with or without decimals.
pub(super) fn duration(text: &str) -> Option<f64> {
    let whole = |text: &str| Some(text).filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).and_then(number);
    let last = |text: &str| Some(text).filter(|text| text.starts_with(|c: char| c.is_ascii_digit())).and_then(number);
    let (days, clock) = match text.split_once('-') {
        Some((days, clock)) => (Some(whole(days)?), clock),
        None => (None, text),
    };
    let parts: Vec<&str> = clock.split(':').collect();
    let (hours, minutes, seconds) = match (days, &parts[..]) {
        (Some(_), [hours]) => (whole(hours)?, 0.0, 0.0),
        (Some(_), [hours, minutes]) => (whole(hours)?, whole(minutes)?, 0.0),
        (None, [minutes, seconds]) => (0.0, whole(minutes)?, last(seconds)?),
        (_, [hours, minutes, seconds]) => (whole(hours)?, whole(minutes)?, last(seconds)?),
        _ => return None,
    };
    let legal = seconds < 60.0 && (parts.len() == 2 && days.is_none() || minutes < 60.0) && (days.is_none() || hours < 24.0);
    legal.then(|| ((days.unwrap_or(0.0) * 24.0 + hours) * 60.0 + minutes) * 60.0 + seconds)
}

/// Nanoseconds from the beginning of 1970 to a date such as `2026-05-03 14:05:09.5`, with `T` or a blank before the time, and `Z` or an
/// offset behind it. Without an offset it is taken to be universal time.
pub(super) fn date(text: &str) -> Option<i128> {
    const SECOND: i128 = 1_000_000_000;
    let whole = |text: &str, most: i64| {
        let digits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<i64>().ok().filter(|x| digits && *x <= most)
    };
    let text = text.trim();
    let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, "0:0"));
    let mut parts = day.split(['-', '/']);
    let (year, month, of_month) = (whole(parts.next()?, 9999)?, whole(parts.next()?, 12)?, whole(parts.next()?, 31)?);
    if parts.next().is_some() || year < 1970 || month < 1 || of_month < 1 {
        return None;
    }
    let time = time.trim();
    let (time, offset) = match (time.strip_suffix(['Z', 'z']).or_else(|| time.strip_suffix("UTC")), time.rfind(['+', '-'])) {
        (Some(time), _) => (time.trim_end(), 0),
        (None, None) => (time, 0),
        (None, Some(sign)) => {
            let (hours, minutes) = match &time[sign + 1..] {
                offset if offset.contains(':') => offset.split_once(':')?,
                offset => (offset.get(..2)?, offset.get(2..).filter(|minutes| !minutes.is_empty()).unwrap_or("0")),
            };
            let offset = whole(hours, 24)? * 3600 + whole(minutes, 59)? * 60;
            (time[..sign].trim_end(), if time[sign..].starts_with('-') { -offset } else { offset })
        }
    };
    let (clock, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut clock = clock.split(':');
    let (hours, minutes) = (whole(clock.next()?, 24)?, whole(clock.next()?, 59)?);
    let seconds = clock.next().map_or(Some(0), |seconds| whole(seconds, 60))?;
    if clock.next().is_some() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let nanoseconds: i128 = format!("{:0<9}", fraction.get(..9).unwrap_or(fraction)).parse().ok()?;
    // Days from 1970 of the Gregorian calendar, whose years begin here in March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + of_month - 1 - 719_468;
    Some(i128::from(days * 86_400 + hours * 3600 + minutes * 60 + seconds - offset) * SECOND + nanoseconds)
}

/// What the instants of a table are counted from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Origin {
    /// They are dates; from this one, in nanoseconds from 1970.
    Date(i128),
    /// They are numbers; from this one, in seconds.
    Number(f64),
}

impl Origin {
    /// Seconds of 1990: what is later is a date, not a time from some beginning.
    const DATED: f64 = 6.3e8;

    /// The origin of instants that are written like this one, which is an instant of its own.
    pub fn like(text: &str, unit: Unit, commas: bool) -> Option<Self> {
        match amount(text, commas) {
            Some(x) => Some(unit.seconds(x)).filter(|x| *x > Self::DATED).map(Self::Number),
            None => date(text).map(Self::Date),
        }
    }

    /// The earlier of this and another instant; that one does not count if it is written otherwise.
    pub fn before(self, text: &str, unit: Unit, commas: bool) -> Self {
        match (self, amount(text, commas)) {
            (Self::Number(first), Some(x)) => Self::Number(first.min(unit.seconds(x).max(0.0))),
            (Self::Date(first), None) => Self::Date(date(text).map_or(first, |other| first.min(other))),
            _ => self,
        }
    }

    /// Seconds from this origin to an instant.
    pub fn since(self, text: &str, unit: Unit, commas: bool) -> Option<f64> {
        match self {
            Self::Date(first) => date(text).map(|date| (date - first) as f64 / 1e9),
            Self::Number(first) => amount(text, commas).map(|x| unit.seconds(x)).or_else(|| duration(text)).map(|x| x - first),
        }
    }
}

/// A number, with a point or, where commas do not separate cells, a comma before its decimals.
pub(super) fn amount(text: &str, commas: bool) -> Option<f64> {
    if commas && text.contains(',') && !text.contains('.') { number(&text.replace(',', ".")) } else { number(text) }
}

/// Whether a cell holds a date and no number.
pub fn is_date(text: &str) -> bool {
    amount(text, true).is_none() && date(text).is_some()
}

/// Whether a cell holds a number, a date or a duration.
pub fn is_value(text: &str) -> bool {
    amount(text, true).is_some() || date(text).is_some() || duration(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_slurm_writes_them() {
        for (text, seconds) in [
            ("1-00:00:00", 86_400.0),
            ("2-06", 2.25 * 86_400.0),
            ("1-01:30", 91_800.0),
            ("00:10:00", 600.0),
            ("30:05", 1805.0),
            ("90:05", 5405.0),
            ("100:00:01", 360_001.0),
            ("0:0.25", 0.25),
        ] {
            assert_eq!(duration(text), Some(seconds), "{text}");
        }
        for other in ["", "5", "1-", "-1:00", "1:60", "1:60:00", "1-24:00:00", "1:2:3:4", "a:b", "1: 2", "1-2-3", "1:-5", "1.5:00"] {
            assert_eq!(duration(other), None, "{other}");
        }
    }

    #[test]
    fn dates_count_from_1970() {
        let seconds = |x: i128| x * 1_000_000_000;
        for (text, nanoseconds) in [
            ("1970-01-01", 0),
            ("1970-01-02 00:00", seconds(86_400)),
            ("2000-03-01T00:00:00Z", seconds(951_868_800)),
            ("2023-11-16 18:17:03.9799600", seconds(1_700_158_623) + 979_960_000),
            ("2023/11/16 18:17:03", seconds(1_700_158_623)),
            ("2023-11-16T19:17:03+01:00", seconds(1_700_158_623)),
            ("2023-11-16T13:17:03 -0500", seconds(1_700_158_623)),
            ("2023-11-16 18:17:03 UTC", seconds(1_700_158_623)),
            ("2024-02-29 23:59:60", seconds(1_709_251_200)),
        ] {
            assert_eq!(date(text), Some(nanoseconds), "{text}");
        }
        for other in ["", "5", "2023", "2023-13-01", "2023-00-10", "1969-01-01", "2023-11-16 25:00", "2023-11-16 1:2:3:4", "16.11.2023"] {
            assert_eq!(date(other), None, "{other}");
        }
    }

    #[test]
    fn units_come_back() {
        for unit in Unit::OF_TIME.into_iter().chain([Unit::PerSecond(30.0), Unit::PerSecond(1e8)]) {
            assert_eq!(Unit::read(&unit.written()), Some(unit));
        }
        assert_eq!((Unit::read("Hours"), Unit::read("100e6/s")), (Some(Unit::Hours), Some(Unit::PerSecond(1e8))));
        assert!(["", "x", "0/s", "-1/s", "nan/s", "/s"].iter().all(|text| Unit::read(text).is_none()));
        assert_eq!((Unit::Minutes.seconds(1.5), Unit::PerSecond(30.0).seconds(15.0)), (90.0, 0.5));
    }

    #[test]
    fn instants_count_from_the_first() {
        let dates = ["2026-05-03 10:00:00.2", "2026-05-03 10:00:00", "2026-05-03 10:00:01"];
        let like = |text| Origin::like(text, Unit::Seconds, false);
        let origin = dates.iter().fold(like(dates[0]).unwrap(), |first, text| first.before(text, Unit::Seconds, false));
        assert_eq!(dates.map(|text| origin.since(text, Unit::Seconds, false)), [Some(0.2), Some(0.0), Some(1.0)]);
        assert_eq!(origin.since("7", Unit::Seconds, false), None);
        assert_eq!((like("5"), like("x"), like("1700158623")), (None, None, Some(Origin::Number(1_700_158_623.0))));
    }
}
