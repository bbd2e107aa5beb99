//! The figures of a row, in the order of every table that leaves the program.

use super::cell::is_replicated;
use super::{Figures, PolicyReport};
use crate::experiment::worlds::{Listed, SystemKind, WithWorld};
use schedscope::metrics::Interval;
use schedscope::world::{self, Better, ColumnKind, Unit};
use std::sync::LazyLock;

/// One figure of a row: of a policy, or of one class of its jobs.
pub struct Column {
    /// What it is called in every file.
    pub title: String,
    /// What it is.
    pub about: String,
    words: Option<String>,
    /// What it is measured in.
    pub unit: Unit,
    /// What its values are.
    pub kind: ColumnKind,
    /// Which of two values is the better one.
    pub better: Better,
    /// Its heading in a short table, if it is one of its world's own that stand there.
    pub heading: Option<&'static str>,
    of: Of,
}

/// Reads a value from a row, if it is there.
type Get<R> = Box<dyn Fn(&R) -> Option<f64> + Send + Sync>;

enum Of {
    /// Rows of jobs: all, or those of a class.
    Jobs(Get<Figures>),
    /// Rows of policies.
    World(Get<PolicyReport>),
}

impl Column {
    /// The columns of a world.
    pub fn all(world: SystemKind) -> &'static [Self] {
        static ALL: LazyLock<Vec<(SystemKind, Vec<Column>)>> =
            LazyLock::new(|| SystemKind::ALL.iter().map(|kind| (*kind, kind.with(Columns))).collect());
        ALL.iter().find(|(kind, _)| *kind == world).map_or(&[], |(_, columns)| columns)
    }

    /// The column of this title.
    pub fn find(world: SystemKind, title: &str) -> Option<&'static Self> {
        Self::all(world).iter().find(|column| column.title == title)
    }

    /// The value of a policy's row of all jobs; absent where it does not exist or is not finite.
    pub fn of_policy(&self, policy: &PolicyReport) -> Option<f64> {
        let value = match &self.of {
            Of::Jobs(of) => policy.figures().and_then(of),
            Of::World(of) => of(policy),
        };
        value.filter(|x| x.is_finite())
    }

    /// The value of a row of one class.
    pub fn of_class(&self, figures: &Figures) -> Option<f64> {
        let value = match &self.of {
            Of::Jobs(of) => of(figures),
            Of::World(_) => None,
        };
        value.filter(|x| x.is_finite())
    }

    /// A value of this column as text.
    pub fn write(&self, value: f64) -> String {
        match self.kind {
            ColumnKind::Truth => (value != 0.0).to_string(),
            ColumnKind::Whole | ColumnKind::Real => value.to_string(),
        }
    }

    /// The columns in which the policies of a world are compared: what is counted in each replication, and of which one value is better
    /// than another. What a server has of its own is theory, which knows no replications.
    pub fn measures(world: SystemKind) -> impl Iterator<Item = &'static Self> {
        Self::all(world).iter().filter(move |column| match column.of {
            Of::Jobs(_) => is_replicated(&column.title),
            Of::World(_) => world != SystemKind::Server && column.better != Better::Neither && !column.title.ends_with("_ci95"),
        })
    }

    /// Whether rows of jobs have it, so that classes of jobs have one, too.
    pub fn is_of_jobs(&self) -> bool {
        matches!(self.of, Of::Jobs(_))
    }

    /// What it is called where people choose it: `p99 slowdown`.
    pub fn words(&self) -> String {
        self.words.clone().unwrap_or_else(|| self.title.replace('_', " "))
    }

    /// One of rows of jobs, which its world may call otherwise.
    fn jobs<W: Listed>(column: &world::Column<Figures>) -> Self {
        let world::Column { title, about, words, unit, kind, better, heading, of } = *column;
        let words = words.map(|words| words.replace("jobs", W::COUNTS[1]));
        Self { title: title.to_owned(), about: about.to_owned(), words, unit, kind, better, heading, of: Of::Jobs(Box::new(of)) }
    }

    /// The ratio to a policy, and the ends of its interval.
    fn ratio(to: &'static str) -> [Self; 3] {
        type End = fn(Interval) -> f64;
        let column = |title: String, about: String, end: Option<End>| {
            let of = move |figures: &Figures| {
                let versus = figures.reference(to)?;
                end.map_or(versus.ratio, |end| versus.interval.map(end))
            };
            let (unit, kind, better) = (Unit::One, ColumnKind::Real, Better::Less);
            Self { title, about, words: None, unit, kind, better, heading: None, of: Of::Jobs(Box::new(of)) }
        };
        let name = to.to_uppercase();
        [
            column(format!("ratio_{to}"), format!("MST ÷ that of {name} on the same jobs"), None),
            column(format!("ratio_{to}_low"), format!("95 % interval of ratio_{to} (bootstrap over paired replications)"), Some(|i| i.low)),
            column(format!("ratio_{to}_high"), "its upper end".to_owned(), Some(|i| i.high)),
        ]
    }

    /// One of its world's own.
    fn own<W: Listed>(column: &world::Column<W::Report>) -> Self {
        let world::Column { title, about, words, unit, kind, better, heading, of } = *column;
        let of = Of::World(Box::new(move |policy: &PolicyReport| W::own(&policy.own).and_then(of)));
        let words = words.map(str::to_owned);
        Self { title: title.to_owned(), about: about.to_owned(), words, unit, kind, better, heading, of }
    }
}

/// The columns of a world.
struct Columns;

impl WithWorld for Columns {
    type Value = Vec<Column>;

    fn with<W: Listed>(self) -> Vec<Column> {
        let jobs = if W::OF_JOBS { JOBS } else { &[] };
        let ratios = W::REFERENCES.iter().flat_map(|to| Column::ratio(to));
        jobs.iter().map(Column::jobs::<W>).chain(ratios).chain(W::columns().iter().map(Column::own::<W>)).collect()
    }
}

fn low(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.low)
}

fn high(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.high)
}

/// A time, of which less is better.
const fn time(title: &'static str, of: fn(&Figures) -> Option<f64>, about: &'static str) -> world::Column<Figures> {
    world::Column::new(title, Unit::Time, of, about).less()
}

/// A plain number.
const fn plain(title: &'static str, of: fn(&Figures) -> Option<f64>, about: &'static str) -> world::Column<Figures> {
    world::Column::new(title, Unit::One, of, about)
}

/// The figures of jobs, which all worlds of jobs share.
const JOBS: &[world::Column<Figures>] = &[
    world::Column::new("jobs", Unit::Jobs, |f: &Figures| Some(f.jobs as f64), "number of jobs counted, over all replications").whole(),
    plain("replications", |f| Some(f64::from(f.replications)), "independent repetitions").whole(),
    time("mean_sojourn", |f| Some(f.mean_sojourn), "mean over replications of the mean sojourn time (MST)"),
    time("mean_sojourn_ci95", |f| f.mean_sojourn_ci95, "half-width of its 95 % interval (Student's t)"),
    time("median_sojourn", |f| Some(f.median_sojourn), "median sojourn time of all jobs of all replications"),
    time("p90_sojourn", |f| Some(f.p90_sojourn), "90th percentile of sojourn time, likewise").called("90th percentile of sojourn"),
    time("p95_sojourn", |f| Some(f.p95_sojourn), "95th percentile").called("95th percentile of sojourn"),
    time("p99_sojourn", |f| Some(f.p99_sojourn), "99th percentile").called("99th percentile of sojourn"),
    plain("median_slowdown", |f| Some(f.median_slowdown), "median slowdown").less(),
    plain("p99_slowdown", |f| Some(f.p99_slowdown), "99th percentile of slowdown").less().called("99th percentile of slowdown"),
    world::Column::new(
        "share_slowdown_above_100",
        Unit::Fraction,
        |f: &Figures| Some(f.share_slowdown_above_100),
        "fraction of slowdowns above 100",
    )
    .less()
    .called("share of jobs slowed more than 100 times"),
    plain("p95_slowdown", |f| Some(f.p95_slowdown), "95th percentile of slowdown").less().called("95th percentile of slowdown"),
    time("median_sojourn_low", |f| low(f.median_sojourn_interval), "95 % interval of the median (bootstrap over replications)"),
    time("median_sojourn_high", |f| high(f.median_sojourn_interval), "its upper end"),
    time("p90_sojourn_low", |f| low(f.p90_sojourn_interval), "the same of the 90th percentile"),
    time("p90_sojourn_high", |f| high(f.p90_sojourn_interval), "its upper end"),
    time("p95_sojourn_low", |f| low(f.p95_sojourn_interval), "the same of the 95th percentile"),
    time("p95_sojourn_high", |f| high(f.p95_sojourn_interval), "its upper end"),
    time("p99_sojourn_low", |f| low(f.p99_sojourn_interval), "the same of the 99th percentile"),
    time("p99_sojourn_high", |f| high(f.p99_sojourn_interval), "its upper end"),
    plain("ratio_first", |f| f.first.ratio, "MST ÷ that of the first policy on the same jobs").less(),
    plain("ratio_first_low", |f| low(f.first.interval), "95 % interval of ratio_first (bootstrap over paired replications)").less(),
    plain("ratio_first_high", |f| high(f.first.interval), "its upper end").less(),
    time("difference_first", |f| Some(f.difference_first), "MST − that of the first policy on the same jobs"),
    time("difference_first_ci95", |f| f.difference_first_ci95, "half-width of its 95 % interval (Student's t on paired replications)"),
    plain("largest_job_share", |f| f.largest_job_share, "square of the longest sojourn time ÷ the sum of all squares"),
    plain(
        "largest_replication_share",
        |f| f.largest_replication_share,
        "the same of the deviations of the replications' MST from their mean",
    ),
    world::Column {
        kind: ColumnKind::Truth,
        ..plain(
            "mean_misleads",
            |f| Some(f64::from(u8::from(f.mean_misleads))),
            "whether the tail makes the mean untrustworthy: largest_job_share above 0.1 or largest_replication_share above 0.5",
        )
    },
];
