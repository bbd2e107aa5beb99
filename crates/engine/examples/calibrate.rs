//! Calibrates what the sources of HFSP's mixes leave open ([`Assumptions`]), on TEST alone.
//!
//! ```text
//! cargo run --release -p schedscope --example calibrate -- --policies 'hfsp[speed=0.5]' fair
//! ```
//!
//! # Objective
//!
//! The thesis gives the median response times of bins 2 to 4 on TEST under HFSP and under Fair: 31, 98 and 1000 s, and
//! 45, 290 and "almost 2000" s (section 5.3.1). For each of these six, ours is the geometric mean over replications of the
//! median of a run of 100 jobs. The loss is the root mean square of the six natural logarithms of ours ÷ theirs: 0 where
//! all agree, 0.69 where each is off by a factor of two, either way. Nothing else is fitted, so what DEV, PROD, SMALL and
//! LARGE come to remains a prediction.
//!
//! # Search
//!
//! Random: candidates are drawn independently from the ranges in [`candidate`], rounded to two digits, and run on the same
//! jobs' classes and arrivals, if their reduces [span](SPAN) what the thesis
//! reports, and the [slowest maps](SLOWEST_MAPS) do not end much sooner than it says. The best are measured again on replications that the search has not seen, since the least
//! of many noisy losses is too low; these losses decide their order, and intervals are of these replications (95 %,
//! Student t on logarithms). The same seed gives the same lines on any number of threads.

use clap::Parser;
use rand::RngExt;
use rayon::prelude::*;
use schedscope::cluster::{Config, Policy, Silent, simulate};
use schedscope::metrics::{Sorted, half_width_95, mean};
use schedscope::sim::stream;
use schedscope::workload::{Assumptions, Mix, Phase, Setting, Spread};
use std::ops::{Range, RangeInclusive};

/// Median response times, in seconds, of bins 2 to 4 on TEST under HFSP and under Fair (thesis, section 5.3.1).
const THEIRS: [[f64; 3]; 2] = [[31.0, 98.0, 1000.0], [45.0, 290.0, 2000.0]];

/// How many times longer the slowest reduces of the largest class take than the fastest of the least: "two orders of
/// magnitude" (thesis, section 5.3, figure 5.7).
const SPAN: RangeInclusive<f64> = 50.0..=200.0;

/// Mean seconds of the maps of the slowest query: "most MAP tasks complete within 60 seconds", so some hardly do (same place).
const SLOWEST_MAPS: RangeInclusive<f64> = 15.0..=60.0;

/// Jobs of a run, as in the thesis.
const JOBS: u32 = 100;

/// Most candidates or replications of one search.
const MOST: i64 = 1_000_000;

/// Purpose of the stream that draws candidates.
const CANDIDATES: u8 = 64;

/// Searches for task durations, numbers of reduces and sizes of bin 4 with which TEST's medians are the thesis'.
#[derive(Parser)]
struct Arguments {
    /// The policies that stand for the thesis' HFSP and its Fair
    #[arg(long, num_args = 2, value_names = ["HFSP", "FAIR"], default_values = ["hfsp", "fair"])]
    policies: Vec<Policy>,
    /// Candidates to be drawn
    #[arg(long, allow_negative_numbers = true, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=MOST))]
    candidates: u32,
    /// Replications of each in the search
    #[arg(long, allow_negative_numbers = true, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=MOST))]
    replications: u32,
    /// How many of the best are measured again
    #[arg(long, allow_negative_numbers = true, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=MOST))]
    best: u32,
    /// Further replications of these
    #[arg(long, allow_negative_numbers = true, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=MOST))]
    confirm: u32,
    /// Seed of the candidates and of the jobs
    #[arg(long, allow_negative_numbers = true, default_value_t = 1000)]
    seed: u64,
}

fn main() {
    let Arguments { policies, candidates, replications, best, confirm, seed } = Arguments::parse();
    let measure = |assumptions: &Assumptions, replications: Range<u32>| Measured::of(assumptions, &policies, seed, replications);
    println!("Objective: root mean square of ln(ours ÷ theirs) over the medians of bins 2, 3, 4 on TEST, in seconds:");
    for (policy, theirs) in policies.iter().zip(THEIRS) {
        println!("  {}: {} / {} / {}", policy.written(), theirs[0], theirs[1], theirs[2]);
    }
    println!("{candidates} candidates × {replications} runs of {JOBS} jobs, the best {best} × {confirm} others, seed {seed}\n");
    let mut found: Vec<(f64, Assumptions)> = (0..candidates)
        .into_par_iter()
        .map(|number| candidate(seed, number))
        .filter(|assumptions| SPAN.contains(&span(assumptions)) && SLOWEST_MAPS.contains(&assumptions.maps.1))
        .map(|assumptions| (measure(&assumptions, 0..replications).loss(), assumptions))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(best as usize);
    let again = |assumptions: &Assumptions| measure(assumptions, replications..replications + confirm);
    let mut measured: Vec<(f64, Assumptions, Measured)> =
        found.into_iter().map(|(loss, assumptions)| (loss, assumptions, again(&assumptions))).collect();
    measured.sort_by(|a, b| a.2.loss().total_cmp(&b.2.loss()));
    println!("as assumed now, loss {}", again(&Assumptions::THESIS).words(&Assumptions::THESIS));
    for (place, (loss, assumptions, measured)) in (1..).zip(&measured) {
        println!("{place}. loss in the search {loss:.3}, then {}", measured.words(assumptions));
    }
}

/// A candidate: the ranges hold what the sources bound (most maps end within 60 s, more than 150 maps in bin 4, reduces
/// within two orders of magnitude, which grow with the data), and are wide otherwise. The part of a reduce that is shuffle
/// and the spread within a job are not varied: they hardly move medians.
fn candidate(seed: u64, number: u32) -> Assumptions {
    let mut random = stream(seed, number, CANDIDATES);
    let mut between = |least: f64, most: f64| least * libm::pow(most / least, random.random::<f64>());
    let fastest = between(3.0, 15.0);
    let maps = (round(fastest), round(fastest * between(1.2, 5.0)).min(60.0));
    let most = round(between(300.0, 6000.0)) as u32;
    let mut reduces = [0.0; 4];
    let mut reduce = between(2.0, 10.0);
    for of_class in &mut reduces {
        *of_class = round(reduce);
        reduce *= between(1.0, 6.0);
    }
    let slowest = round(between(1.1, 3.0));
    let queries = (round(1.0 / slowest), slowest);
    let maps_per_reduce = round(between(2.5, 20.0));
    let spread = if between(1.0, 4.0) < 2.0 { Spread::Uniform } else { Spread::Logarithmic };
    Assumptions { maps, largest: (151, most), spread, reduces, queries, maps_per_reduce, ..Assumptions::THESIS }
}

/// The slowest reduce ÷ the fastest.
fn span(assumptions: &Assumptions) -> f64 {
    let (least, most) = assumptions.reduce_range();
    most / least
}

/// To two digits: the sources would not decide a third.
fn round(x: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(x)) - 1.0);
    libm::round(libm::round(x / unit) * unit * 1e6) / 1e6
}

/// What a candidate comes to.
struct Measured {
    /// Natural logarithms of the medians of the runs, of each policy and bin.
    medians: [[Vec<f64>; 3]; 2],
    /// Work of each phase ÷ what its slots can do while jobs arrive, over the runs.
    load: [f64; 2],
}

impl Measured {
    fn of(assumptions: &Assumptions, policies: &[Policy], seed: u64, replications: Range<u32>) -> Self {
        let Setting { machines, slowstart, .. } = Mix::Test.setting();
        let config = Config { machines, slowstart, ..Config::default() };
        let run = |replication: u32| {
            let workload = Mix::Test.assuming(assumptions, JOBS, seed, replication).expect("legal parameters");
            // Each replication has its own placement of blocks.
            let config = Config { seed: schedscope::world::replicated(seed, replication), ..config.clone() };
            let medians = policies.iter().map(|policy| {
                let outcome = simulate(&config, &workload, policy, &mut Silent).expect("the cluster of the thesis is valid");
                [2, 3, 4].map(|bin| {
                    let jobs = workload.jobs().iter().zip(&outcome.jobs).filter(|(job, _)| job.bin == Some(bin));
                    Sorted::new(jobs.map(|(_, outcome)| outcome.sojourn).collect()).quantile(0.5).map(libm::log)
                })
            });
            let work = Phase::ALL.map(|phase| workload.jobs().iter().map(|job| job.size(phase)).sum::<f64>());
            (medians.collect::<Vec<_>>(), work)
        };
        let runs: Vec<_> = replications.into_par_iter().map(run).collect();
        // A run in which a bin has no job says nothing of it.
        let of = |policy: usize, bin: usize| runs.iter().filter_map(|(medians, _)| medians[policy][bin]).collect();
        let span = f64::from(JOBS) * Mix::Test.gap() * runs.len() as f64;
        let load = Phase::ALL.map(|phase| {
            let work: f64 = runs.iter().map(|(_, work)| work[phase.index()]).sum();
            work / (f64::from(config.total(phase)) * span)
        });
        Self { medians: [0, 1].map(|policy| [0, 1, 2].map(|bin| of(policy, bin))), load }
    }

    fn loss(&self) -> f64 {
        let ours = self.medians.iter().flatten().map(|logs| mean(logs));
        let errors: Vec<f64> = ours.zip(THEIRS.iter().flatten()).map(|(ours, theirs)| ours - libm::log(*theirs)).collect();
        libm::sqrt(errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64)
    }

    fn words(&self, assumptions: &Assumptions) -> String {
        let median = |logs: &Vec<f64>| {
            let (middle, half) = (mean(logs), half_width_95(logs).unwrap_or(f64::INFINITY));
            let [middle, low, high] = [middle, middle - half, middle + half].map(libm::exp);
            format!("{middle:.0} [{low:.0}, {high:.0}]")
        };
        let [hfsp, fair] = self.medians.each_ref().map(|bins| bins.each_ref().map(median).join(" / "));
        let (least, most) = assumptions.reduce_range();
        let [maps, reduces] = self.load;
        format!(
            "{:.3}\n   HFSP {hfsp}\n   Fair {fair}\n   load of maps {maps:.2}, of reduces {reduces:.2}; reduces from {least:.1} to {most:.0} s\n   \
             {assumptions:?}",
            self.loss()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_the_mean_factor_by_which_medians_are_off() {
        let times = |factor: f64| Measured {
            medians: THEIRS.map(|bins| bins.map(|theirs| vec![libm::log(theirs * factor * 3.0), libm::log(theirs * factor / 3.0)])),
            load: [0.0; 2],
        };
        assert!(times(1.0).loss() < 1e-12);
        assert!((times(2.0).loss() - libm::log(2.0)).abs() < 1e-12 && (times(0.5).loss() - libm::log(2.0)).abs() < 1e-12);
    }

    #[test]
    fn candidates_keep_what_the_sources_bound() {
        for number in 0..500 {
            let its = candidate(3, number);
            assert_eq!(its, candidate(3, number));
            assert!(its.maps.0 <= its.maps.1 && its.maps.1 <= 60.0 && its.largest.1 >= 300, "{its:?}");
            assert!(its.reduces.is_sorted() && its.queries.0 < 1.0 && its.queries.1 > 1.0, "{its:?}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused_by_name() {
        for flag in ["--candidates", "--replications", "--best", "--confirm", "--seed"] {
            for value in ["-1", "nan", "", "0.5", "99999999999999999999", if flag == "--seed" { "-0" } else { "4294967295" }] {
                let error = Arguments::try_parse_from(["calibrate", flag, value]).map(|_| ()).expect_err(flag);
                assert!(
                    error.exit_code() == 2 && error.to_string().starts_with(&format!("error: invalid value '{value}' for '{flag} ")),
                    "{error}"
                );
            }
        }
    }

    #[test]
    fn two_digits_are_kept() {
        assert_eq!([0.7142, 3.456, 45.67, 4567.0].map(round), [0.71, 3.5, 46.0, 4600.0]);
    }
}
