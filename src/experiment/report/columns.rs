//! The figures of a row, in the order of every table that leaves the program.

use crate::experiment::{COUNTERS, ClusterReport, DatacenterReport, Figures, PolicyReport, SystemKind};
use schedscope_engine::datacenter::Counters;
use schedscope_engine::metrics::Interval;
use std::sync::LazyLock;

/// One figure of a row: of a policy, or of one class of its jobs.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What it is called in every file.
    pub title: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What its values are.
    pub kind: ColumnKind,
    /// The world that alone has it, if it is one's.
    world: Option<SystemKind>,
    of: Of,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Real,
    /// 1 for true, 0 for false.
    Truth,
}

#[derive(Clone, Copy, Debug)]
enum Of {
    /// Any row.
    Figures(fn(&Figures) -> Option<f64>),
    /// Rows of all jobs.
    Policy(fn(&PolicyReport) -> Option<f64>),
    /// Rows of all jobs in the cluster world.
    Cluster(fn(&ClusterReport) -> Option<f64>),
    /// Rows of all jobs in the datacenter world.
    Datacenter(fn(&DatacenterReport) -> Option<f64>),
    /// The same, a counter.
    Counter(fn(&Counters) -> u64),
}

impl Column {
    /// The columns of a world.
    pub fn all(kind: SystemKind) -> impl Iterator<Item = &'static Self> {
        static ALL: LazyLock<Vec<Column>> = LazyLock::new(|| COLUMNS.iter().copied().chain(counters()).collect());
        ALL.iter().filter(move |column| column.world.is_none_or(|world| world == kind))
    }

    /// The value of a policy's row of all jobs; absent where it does not exist or is not finite.
    pub fn of_policy(&self, policy: &PolicyReport) -> Option<f64> {
        match self.of {
            Of::Figures(of) => of(&policy.all),
            Of::Policy(of) => of(policy),
            Of::Cluster(of) => policy.cluster.as_ref().and_then(of),
            Of::Datacenter(of) => policy.datacenter.as_ref().and_then(of),
            Of::Counter(of) => policy.datacenter.as_ref().map(|datacenter| of(&datacenter.counters) as f64),
        }
        .filter(|x| x.is_finite())
    }

    /// The value of a row of one class.
    pub fn of_class(&self, figures: &Figures) -> Option<f64> {
        match self.of {
            Of::Figures(of) => of(figures),
            Of::Policy(_) | Of::Cluster(_) | Of::Datacenter(_) | Of::Counter(_) => None,
        }
        .filter(|x| x.is_finite())
    }

    /// A value of this column as text.
    pub fn write(&self, value: f64) -> String {
        match self.kind {
            ColumnKind::Truth => (value != 0.0).to_string(),
            ColumnKind::Whole | ColumnKind::Real => value.to_string(),
        }
    }
}

const fn column(title: &'static str, kind: ColumnKind, of: fn(&Figures) -> Option<f64>, about: &'static str) -> Column {
    Column { title, about, kind, world: None, of: Of::Figures(of) }
}

const fn real(title: &'static str, of: fn(&Figures) -> Option<f64>, about: &'static str) -> Column {
    column(title, ColumnKind::Real, of, about)
}

const fn fair(title: &'static str, of: fn(&Figures) -> Option<f64>, about: &'static str) -> Column {
    Column { world: Some(SystemKind::Cluster), ..real(title, of, about) }
}

const fn cluster(title: &'static str, of: fn(&ClusterReport) -> Option<f64>, about: &'static str) -> Column {
    Column { title, about, kind: ColumnKind::Real, world: Some(SystemKind::Cluster), of: Of::Cluster(of) }
}

const fn busy(title: &'static str, of: fn(&DatacenterReport) -> Option<f64>, about: &'static str) -> Column {
    Column { title, about, kind: ColumnKind::Real, world: Some(SystemKind::Datacenter), of: Of::Datacenter(of) }
}

/// What the datacenter world counts.
fn counters() -> impl Iterator<Item = Column> {
    COUNTERS.iter().map(|(title, of)| Column {
        title,
        about: "count over all replications, named as in JSON",
        kind: ColumnKind::Whole,
        world: Some(SystemKind::Datacenter),
        of: Of::Counter(*of),
    })
}

fn low(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.low)
}

fn high(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.high)
}

const COLUMNS: &[Column] = &[
    column("jobs", ColumnKind::Whole, |f| Some(f.jobs as f64), "jobs counted, over all replications"),
    column("replications", ColumnKind::Whole, |f| Some(f64::from(f.replications)), "independent repetitions"),
    real("mean_sojourn", |f| Some(f.mean_sojourn), "mean over replications of the mean sojourn time (MST)"),
    real("mean_sojourn_ci95", |f| f.mean_sojourn_ci95, "half-width of its 95 % interval (Student's t)"),
    real("median_sojourn", |f| Some(f.median_sojourn), "median sojourn time of all jobs of all replications"),
    real("p90_sojourn", |f| Some(f.p90_sojourn), "90th percentile of sojourn time, likewise"),
    real("p95_sojourn", |f| Some(f.p95_sojourn), "95th percentile"),
    real("p99_sojourn", |f| Some(f.p99_sojourn), "99th percentile"),
    real("ratio_srpt", |f| f.ratio_srpt, "MST ÷ that of SRPT on the same jobs"),
    real("ratio_ps", |f| f.ratio_ps, "MST ÷ that of PS on the same jobs"),
    real("median_slowdown", |f| Some(f.median_slowdown), "median slowdown"),
    real("p99_slowdown", |f| Some(f.p99_slowdown), "99th percentile of slowdown"),
    real("share_slowdown_above_100", |f| Some(f.share_slowdown_above_100), "fraction of slowdowns above 100"),
    real("p95_slowdown", |f| Some(f.p95_slowdown), "95th percentile of slowdown"),
    real("median_sojourn_low", |f| low(f.median_sojourn_interval), "95 % interval of the median (bootstrap over replications)"),
    real("median_sojourn_high", |f| high(f.median_sojourn_interval), "its upper end"),
    real("p90_sojourn_low", |f| low(f.p90_sojourn_interval), "the same of the 90th percentile"),
    real("p90_sojourn_high", |f| high(f.p90_sojourn_interval), "its upper end"),
    real("p95_sojourn_low", |f| low(f.p95_sojourn_interval), "the same of the 95th percentile"),
    real("p95_sojourn_high", |f| high(f.p95_sojourn_interval), "its upper end"),
    real("p99_sojourn_low", |f| low(f.p99_sojourn_interval), "the same of the 99th percentile"),
    real("p99_sojourn_high", |f| high(f.p99_sojourn_interval), "its upper end"),
    real("ratio_srpt_low", |f| low(f.ratio_srpt_interval), "95 % interval of ratio_srpt (bootstrap over paired replications)"),
    real("ratio_srpt_high", |f| high(f.ratio_srpt_interval), "its upper end"),
    real("ratio_ps_low", |f| low(f.ratio_ps_interval), "the same of ratio_ps"),
    real("ratio_ps_high", |f| high(f.ratio_ps_interval), "its upper end"),
    real("ratio_first", |f| f.ratio_first, "MST ÷ that of the first policy on the same jobs"),
    real("ratio_first_low", |f| low(f.ratio_first_interval), "its 95 % interval"),
    real("ratio_first_high", |f| high(f.ratio_first_interval), "its upper end"),
    real("difference_first", |f| Some(f.difference_first), "MST − that of the first policy on the same jobs"),
    real("difference_first_ci95", |f| f.difference_first_ci95, "half-width of its 95 % interval (Student's t on paired replications)"),
    real("largest_job_share", |f| f.largest_job_share, "square of the longest sojourn time ÷ the sum of all squares"),
    real(
        "largest_replication_share",
        |f| f.largest_replication_share,
        "the same of the deviations of the replications' MST from their mean",
    ),
    column(
        "mean_misleads",
        ColumnKind::Truth,
        |f| Some(f64::from(u8::from(f.mean_misleads))),
        "whether the tail makes the mean untrustworthy: largest_job_share above 0.1 or largest_replication_share above 0.5",
    ),
    Column {
        title: "theory_mean_sojourn",
        about: "MST of ever more jobs by queueing theory, where it has a closed form",
        kind: ColumnKind::Real,
        world: Some(SystemKind::Server),
        of: Of::Policy(|p| p.theory_mean_sojourn),
    },
    fair("ratio_fair", |f| f.ratio_fair, "MST ÷ that of Fair on the same jobs"),
    fair("ratio_fair_low", |f| low(f.ratio_fair_interval), "its 95 % interval"),
    fair("ratio_fair_high", |f| high(f.ratio_fair_interval), "its upper end"),
    cluster("mean_load", |c| Some(c.mean_load), "jobs in the system, averaged over time"),
    cluster("map_utilisation", |c| Some(c.summary.utilisation[0]), "fraction of map slots that was held"),
    cluster("reduce_utilisation", |c| Some(c.summary.utilisation[1]), "fraction of reduce slots that was held"),
    cluster("locality", |c| Some(c.summary.locality), "fraction of maps that ran beside their input"),
    cluster("preemptions", |c| Some(c.summary.preemptions), "times a task lost its slot to another job, per job"),
    cluster("work_lost", |c| Some(c.summary.work_lost), "fraction of all work that was done in vain"),
    busy("utilisation_median", |d| d.utilisation.map(|u| u.median), "median over time of the fraction of slots that was busy"),
    busy("utilisation_mean", |d| d.utilisation.map(|u| u.mean), "its mean"),
    busy("utilisation_max", |d| d.utilisation.map(|u| u.max), "its maximum"),
    busy("utilisation_short_median", |d| d.utilisation_short.map(|u| u.median), "the same of the slots kept for short tasks"),
    busy("utilisation_short_mean", |d| d.utilisation_short.map(|u| u.mean), "its mean"),
    busy("utilisation_short_max", |d| d.utilisation_short.map(|u| u.max), "its maximum"),
    busy("utilisation_general_median", |d| d.utilisation_general.map(|u| u.median), "the same of the others"),
    busy("utilisation_general_mean", |d| d.utilisation_general.map(|u| u.mean), "its mean"),
    busy("utilisation_general_max", |d| d.utilisation_general.map(|u| u.max), "its maximum"),
];
