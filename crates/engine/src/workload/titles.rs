//! What the columns of a table of jobs may be titled. The command line takes whole titles; the page, which shows what it has guessed, also
//! words within one.

use super::time::Unit;

/// The columns of jobs, each with its other names in plain words; a name further to the front says more.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("id", &["job id", "job", "name", "key", "task"]),
    (
        "arrival",
        &["arrival time", "arrive", "submit", "submit time", "submission", "submitted", "queued", "start", "begin", "timestamp", "time"],
    ),
    ("size", &["duration", "runtime", "run time", "elapsed", "service", "service time", "work", "length", "took"]),
    (
        "estimate",
        &[
            "estimated",
            "est",
            "guess",
            "guessed",
            "pred",
            "predicted",
            "prediction",
            "req time",
            "requested time",
            "walltime",
            "wall time",
            "time limit",
            "timelimit",
            "expected",
        ],
    ),
    ("weight", &["priority"]),
    ("after", &[]),
];

/// The names of a column, its own first.
pub fn names(column: &str) -> impl Iterator<Item = &'static str> {
    let known = COLUMNS.iter().find(|(name, _)| *name == column);
    known.into_iter().flat_map(|(name, others)| std::iter::once(*name).chain(others.iter().copied()))
}

/// The words of a title: `reqTime`, `req_time` and `Req. time` are all "req time".
pub fn plain(title: &str) -> String {
    let (mut plain, mut before) = (String::new(), ' ');
    for c in title.chars() {
        let begins = !c.is_alphanumeric() || before.is_lowercase() && c.is_uppercase();
        if begins && !plain.ends_with(' ') {
            plain.push(' ');
        }
        plain.extend(c.to_lowercase().filter(|_| c.is_alphanumeric()));
        before = c;
    }
    plain.trim().to_owned()
}

/// What a title says before it says what its numbers are counted in: `runtime` and seconds of `runtime (s)` and of `runtime [Seconds]`.
pub fn measured(title: &str) -> Option<(&str, Unit)> {
    let (bare, unit) = title.trim_end().strip_suffix([')', ']'])?.rsplit_once(['(', '['])?;
    Some((bare.trim_end(), Unit::read(unit)?))
}

/// What the numbers of a column are counted in, as its title says: behind it in brackets or as its last word, as in `duration_ms`.
pub fn unit(title: &str) -> Option<Unit> {
    let last = || plain(title).rsplit_once(' ').and_then(|(_, last)| Unit::read(last));
    measured(title).map(|(_, unit)| unit).or_else(last)
}

/// The column that a title names, if it is one of jobs.
pub fn column(title: &str) -> Option<&'static str> {
    known(title).map(|(column, _)| column)
}

/// The column that a title names, and the place of this name among those of the column: the first says most.
pub(super) fn known(title: &str) -> Option<(&'static str, usize)> {
    let plain = plain(title);
    COLUMNS.iter().find_map(|(column, _)| Some((*column, names(column).position(|name| name == plain)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_may_say_its_unit() {
        for (title, bare, unit) in [
            ("runtime (s)", "runtime", Unit::Seconds),
            ("Arrival [Seconds] ", "Arrival", Unit::Seconds),
            ("size(min)", "size", Unit::Minutes),
            ("tokens (30/s)", "tokens", Unit::PerSecond(30.0)),
        ] {
            assert_eq!(measured(title), Some((bare, unit)));
        }
        for other in ["runtime", "runtime (x)", "runtime_s", "runs (s", "(s) runtime"] {
            assert_eq!(measured(other), None, "{other}");
        }
        let units = ["duration_ms", "Elapsed hours", "size (min)", "ms", "min size"].map(unit);
        assert_eq!(units, [Some(Unit::Milliseconds), Some(Unit::Hours), Some(Unit::Minutes), None, None]);
    }

    #[test]
    fn a_title_is_known_however_it_is_written() {
        for (title, known) in [
            ("reqTime", "estimate"),
            ("Req. time", "estimate"),
            ("WallTime", "estimate"),
            ("est", "estimate"),
            ("pred", "estimate"),
            ("Submit", "arrival"),
            ("duration", "size"),
            ("run_time", "size"),
            ("JobID", "id"),
            ("after", "after"),
        ] {
            assert_eq!(column(title), Some(known), "{title}");
        }
        for title in ["user", "duration (min)", "", "1"] {
            assert_eq!(column(title), None, "{title}");
        }
    }

    #[test]
    fn no_name_stands_for_two_columns() {
        let all: Vec<&str> = COLUMNS.iter().flat_map(|(column, _)| names(column)).collect();
        assert!(all.iter().all(|name| all.iter().filter(|other| *other == name).count() == 1 && plain(name) == **name));
    }
}
