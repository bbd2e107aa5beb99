//! What any column comes to in each replication: what two policies are compared by, on the same draws.

use super::{Column, PolicyReport, Report, Versus};
use crate::experiment::SystemKind;
use schedscope::metrics::{Ecdf, STEPS, Sorted, half_width_95, mean, ratio_95, resampled_means};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The values of a column in each replication of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The column's title.
    pub column: String,
    /// Of which class of jobs; absent for all.
    pub class: Option<u8>,
    /// One a replication, in their order.
    pub values: Vec<f64>,
}

/// In what policies are compared: a column, of all jobs or of a class.
#[derive(Clone, Copy)]
pub struct Measure {
    /// The column.
    pub column: &'static Column,
    /// The class of jobs; absent for all.
    pub class: Option<u8>,
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of class {:?}", self.column.title, self.class)
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.column.title == other.column.title && self.class == other.class
    }
}

impl Measure {
    /// The column in which a world's policies are compared unless another is chosen: the mean sojourn time where there are jobs, else
    /// the first of its own.
    pub fn first(world: SystemKind) -> Option<Self> {
        let columns = || Column::measures(world);
        let column = columns().find(|column| column.title == "mean_sojourn").or_else(|| columns().next())?;
        Some(Self { column, class: None })
    }

    /// The measure of this name: a column's title, behind a class and a dot where it is of a class: `short.p99_sojourn`.
    pub fn named(world: SystemKind, name: &str) -> Option<Self> {
        let (class, title) = name.split_once('.').map_or((None, name), |(class, title)| (Some(class), title));
        let column = Column::measures(world).find(|column| column.title == title)?;
        match class {
            None => Some(Self { column, class: None }),
            Some(_) if !column.is_of_jobs() => None,
            Some(name) => (0..=u8::MAX).find(|class| world.class(*class) == name).map(|class| Self { column, class: Some(class) }),
        }
    }

    /// Its name.
    pub fn name(self, world: SystemKind) -> String {
        match self.class {
            None => self.column.title.clone(),
            Some(class) => format!("{}.{}", world.class(class), self.column.title),
        }
    }

    /// What it is called where people choose it: `p99 sojourn of short jobs`.
    pub fn words(self, world: SystemKind) -> String {
        let jobs = |class: u8| match world.class(class) {
            number if number.parse::<u8>().is_ok() => format!(" of jobs of bin {number}"),
            name => format!(" of {name} jobs"),
        };
        self.column.words() + &self.class.map(jobs).unwrap_or_default()
    }

    /// Its value over all replications of a policy together, as every table has it.
    pub fn of(self, row: &PolicyReport) -> Option<f64> {
        match self.class {
            None => self.column.of_policy(row),
            Some(class) => row.class(class).and_then(|figures| self.column.of_class(figures)),
        }
    }

    /// Whether it is the mean sojourn time of all jobs.
    pub fn is_mean(self) -> bool {
        self.class.is_none() && self.column.title == "mean_sojourn"
    }
}

/// The values of all measures, by policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replicated(pub Vec<Vec<Series>>);

impl Replicated {
    /// All measures that every policy has in every replication, those of all jobs first.
    pub fn measures(&self, world: SystemKind) -> Vec<Measure> {
        let first = self.0.first().into_iter().flatten();
        let known = first.filter_map(|series| Some(Measure { column: Column::find(world, &series.column)?, class: series.class }));
        known.filter(|measure| (0..self.0.len()).all(|policy| self.values(policy, *measure).is_some())).collect()
    }

    /// The values of a measure under a policy, one a replication.
    pub fn values(&self, policy: usize, Measure { column, class }: Measure) -> Option<&[f64]> {
        let series = self.0.get(policy)?.iter().find(|series| series.class == class && series.column == column.title)?;
        Some(&series.values)
    }

    /// Whether all replications are alike: there are several, and nothing that is random shows.
    pub fn is_constant(&self) -> bool {
        let mut all = self.0.iter().flatten().map(|series| &series.values).peekable();
        all.peek().is_some() && all.all(|values| values.len() > 1 && values.iter().all(|value| *value == values[0]))
    }

    /// Their mean.
    pub fn mean(&self, policy: usize, measure: Measure) -> Option<f64> {
        self.values(policy, measure).map(mean).filter(|mean| mean.is_finite())
    }

    /// The value by which a policy is compared: the report's own mean sojourn time, of any other measure the mean over replications.
    pub fn value(&self, report: &Report, measure: Measure, policy: usize) -> Option<f64> {
        let row = report.policies.get(policy)?;
        let value = if measure.is_mean() { row.mean_sojourn() } else { self.mean(policy, measure) };
        value.filter(|value| value.is_finite())
    }

    /// The half-width of its 95 % interval, of Student's t.
    pub fn half_width(&self, report: &Report, measure: Measure, policy: usize) -> Option<f64> {
        if measure.is_mean() {
            return report.policies.get(policy)?.figures()?.mean_sojourn_ci95;
        }
        half_width_95(self.values(policy, measure)?)
    }

    /// Their distribution.
    pub fn ecdf(&self, policy: usize, measure: Measure) -> Option<Ecdf> {
        self.values(policy, measure).map(|values| Sorted::new(values.to_vec()).ecdf(STEPS))
    }

    /// The mean under a policy ÷ that under another, with its 95 % interval over paired replications. Of mean sojourn times these are
    /// the report's own; a ratio to nothing is none.
    pub fn versus(&self, report: &Report, measure: Measure, policy: usize, to: usize) -> Versus {
        if measure.is_mean() {
            return report.versus(policy, to);
        }
        let (Some(own), Some(other)) = (self.values(policy, measure), self.values(to, measure)) else { return Versus::default() };
        paired(own, other)
    }

    /// The mean of a measure under a policy ÷ what it was under a policy of earlier results, with its 95 % interval over the
    /// replications that both have, which are paired: they begin with the same seed. Where one of them has a single run there are no
    /// pairs, and no interval.
    pub fn since(&self, measure: Measure, policy: usize, earlier: &Self, then: usize) -> Versus {
        let (Some(now), Some(then)) = (self.values(policy, measure), earlier.values(then, measure)) else { return Versus::default() };
        let both = now.len().min(then.len());
        if both < 2 {
            return Versus { ratio: Some(mean(now) / mean(then)).filter(|ratio| ratio.is_finite()), interval: None };
        }
        paired(&now[..both], &then[..both])
    }
}

/// The mean of the first values ÷ that of the others, with its 95 % interval over pairs. A ratio to nothing is none.
fn paired(own: &[f64], other: &[f64]) -> Versus {
    let ratio = Some(mean(own) / mean(other)).filter(|ratio| ratio.is_finite());
    let resampled = resampled_means(&[own, other]);
    let interval = ratio.and_then(|_| ratio_95(&resampled[0], &resampled[1]));
    Versus { ratio, interval: interval.filter(|interval| interval.low.is_finite() && interval.high.is_finite()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Scenario, Study, Tally, run_all};

    fn replicated(query: &str) -> (Report, Replicated) {
        let study = Study::new(Scenario::from_query(query).unwrap(), |_| unreachable!("no file")).unwrap();
        let series = |policy: usize| {
            let mut tally = Tally::default();
            for replication in 0..study.scenario().replications {
                let drawn = study.draw(replication);
                tally.add(study.cell(&drawn, &study.run(&drawn, policy, |_| ()).unwrap()));
            }
            tally.series(&study, policy)
        };
        let replicated = Replicated((0..study.choices().len()).map(series).collect());
        let (summaries, _) = run_all(&study, false, |_| {}).unwrap();
        (Report::new(&study, summaries), replicated)
    }

    #[test]
    fn ratios_lie_within_their_intervals() {
        let (report, _) = replicated("replications=5&policies=ps,srpt&workload.count=200");
        let of = |name: &str| crate::experiment::Column::find(SystemKind::Server, name).unwrap().of_policy(&report.policies[0]).unwrap();
        assert!(1.0 < of("ratio_srpt_low") && of("ratio_srpt_low") < of("ratio_srpt") && of("ratio_srpt") < of("ratio_srpt_high"));
    }

    #[test]
    fn a_column_that_is_a_mean_over_replications_is_that_of_its_series() {
        for (query, columns) in [
            ("replications=4&policies=ps,srpt&workload.count=200", &["mean_sojourn"][..]),
            ("replications=3&policies=greedy,dp&system.kind=ordering&workload.graph=random&workload.count=8", &["cost", "tmb", "peak"]),
            ("replications=3&policies=lru,opt-opt&system.kind=cdn&workload.count=400&workload.videos=40", &["mean_sojourn"]),
        ] {
            let (report, replicated) = replicated(query);
            for (policy, row) in report.policies.iter().enumerate() {
                for title in columns {
                    let measure = Measure::named(report.scenario.kind(), title).unwrap();
                    let (mean, column) = (replicated.mean(policy, measure).unwrap(), measure.of(row).unwrap());
                    assert!((mean - column).abs() <= 1e-9 * column.abs(), "{query}: {title}: {mean} and {column}");
                }
            }
        }
    }

    #[test]
    fn every_world_has_measures_and_the_first_is_one_of_them() {
        for world in SystemKind::ALL {
            let (report, replicated) = replicated(&format!("replications=2&system.kind={}&workload.count=12", world.key()));
            let (measures, first) = (replicated.measures(*world), Measure::first(*world).unwrap());
            assert!(measures.contains(&first), "{world}: {}", first.column.title);
            for measure in measures {
                assert_eq!(Measure::named(*world, &measure.name(*world)), Some(measure), "{world}");
                assert_eq!(replicated.values(0, measure).unwrap().len(), 2, "{world}");
                let same = replicated.versus(&report, measure, 0, 0);
                assert!(same.ratio.is_none_or(|ratio| (ratio - 1.0).abs() < 1e-12), "{world}: {}", measure.name(*world));
            }
        }
    }

    #[test]
    fn a_measure_counts_what_its_world_does() {
        let words = |world: SystemKind| Measure::named(world, "share_slowdown_above_100").unwrap().words(world);
        let worlds = [SystemKind::Server, SystemKind::Network, SystemKind::Cdn];
        assert_eq!(
            worlds.map(words),
            ["jobs", "flows", "requests"].map(|counted| format!("share of {counted} slowed more than 100 times"))
        );
    }

    #[test]
    fn what_is_given_is_alike_in_all_replications() {
        for (query, alike) in [
            ("replications=3&policies=a_star,dp&system.kind=ordering&workload.graph=fig-3.11", true),
            ("replications=3&policies=greedy,dp&system.kind=ordering&workload.graph=random&workload.count=8", false),
            ("replications=1&policies=a_star,dp&system.kind=ordering&workload.graph=fig-3.11", false),
        ] {
            assert_eq!(replicated(query).1.is_constant(), alike, "{query}");
        }
    }

    #[test]
    fn a_class_of_jobs_is_compared_by_itself() {
        let (report, replicated) = replicated(
            "replications=3&policies=sparrow,eagle&system.kind=datacenter&system.workers=20&workload.like=google&workload.count=60",
        );
        let short = Measure::named(SystemKind::Datacenter, "short.p99_sojourn").unwrap();
        let versus = replicated.versus(&report, short, 1, 0);
        let of = |policy: usize| replicated.values(policy, short).unwrap().iter().sum::<f64>();
        assert!((versus.ratio.unwrap() - of(1) / of(0)).abs() < 1e-12 && versus.interval.is_some());
        assert_eq!(Measure::named(SystemKind::Datacenter, "tiny.p99_sojourn"), None);
        for name in ["ratio_first", "ratio_first_low", "ratio_srpt", "difference_first", "theory_mean_sojourn", "ratio_bound", "jobs"] {
            assert_eq!(Measure::named(SystemKind::Server, name), None, "{name} is not known of each replication");
        }
        assert_eq!(Measure::named(SystemKind::Cluster, "1.work_lost"), None, "classes have no such column");
    }
}
