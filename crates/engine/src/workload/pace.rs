//! Arrivals that do not keep an even pace: a rate that varies, and gaps of a file.

use super::Normal;
use super::WorkloadError;
use super::table::Rows;
use crate::sim::{NotAllowed, Random, stream, written};
use rand::RngExt;
use rand::distr::{Distribution, Open01};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How the rate of arrivals varies about its mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rate {
    /// It does not.
    #[default]
    #[schemars(extend("x-label" = "Constant"))]
    Constant,
    /// Drawn anew for each period, log-normal.
    #[schemars(extend("x-label" = "Log-normal, drawn anew each period"))]
    LogNormal {
        /// Spread of its logarithm.
        #[schemars(extend(
            "x-default" = "0.8", "x-label" = "Spread", "x-symbol" = "σ", "x-stops" = "0..2 by 0.1",
            "x-hint" = "Sigma of the logarithm of the rate. At 0.8 one period in six has more than twice the usual rate."
        ))]
        sigma: f64,
        /// How long a rate lasts.
        #[schemars(extend("x-default" = "3000", "x-label" = "Period", "x-stops" = "1..1e5 in 21", "x-hint" = PERIOD))]
        period: f64,
    },
    /// 1 + swing · sin(2πt ÷ period), from the first arrival on, in 48 steps a period.
    #[schemars(extend("x-label" = "Day and night"))]
    Diurnal {
        /// How far it is above and below its mean, ÷ the mean.
        #[schemars(extend(
            "x-default" = "0.5", "x-label" = "Swing", "x-stops" = "0..1 by 0.1",
            "x-hint" = "0.5: the rate rises to one and a half times its mean and falls to half of it. 1: at night nothing arrives."
        ))]
        swing: f64,
        /// A day and a night.
        #[schemars(extend("x-default" = "86400", "x-label" = "Period", "x-stops" = "1..1e5 in 21", "x-hint" = PERIOD))]
        period: f64,
    },
    /// Constant for a while, then nothing for a while, both exponential.
    #[schemars(extend("x-label" = "On and off"))]
    OnOff {
        /// Part of the time in which jobs arrive.
        #[schemars(extend(
            "x-default" = "0.5", "x-label" = "Part of the time", "x-stops" = "0.05..1 by 0.05",
            "x-hint" = "Part of the time in which jobs arrive. The smaller, the faster they come when they do."
        ))]
        on: f64,
        /// Mean time from one beginning to the next.
        #[schemars(extend("x-default" = "3000", "x-label" = "Period", "x-stops" = "1..1e5 in 21", "x-hint" = PERIOD))]
        period: f64,
    },
}

/// What forms say of `period`.
const PERIOD: &str = "In the unit of time of the workload: seconds, or where sizes have a mean of 1, that. At least a millionth of the time from the first arrival to the last; a shorter one counts as that.";

/// Streams of random numbers.
mod purpose {
    pub const RATE: u8 = 44;
    pub const GAPS: u8 = 45;
}

/// A time of constant rate.
struct Step {
    length: f64,
    rate: f64,
}

impl Rate {
    /// Most periods.
    const MOST: f64 = 1e6;

    /// Steps of a day.
    const HOURS: u32 = 48;

    /// Checks every parameter.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(self) -> Result<(), NotAllowed> {
        let check = |field, x: f64, legal: bool, allowed| NotAllowed::check(field, written(x), legal, allowed);
        let period = |field, x: f64| check(field, x, (1e-9..=1e12).contains(&x), "a number from 1e-9 to 1e12");
        match self {
            Self::Constant => Ok(()),
            Self::LogNormal { sigma, period: long } => {
                check("workload.rate.sigma", sigma, (0.0..=3.0).contains(&sigma), "a number from 0 to 3")?;
                period("workload.rate.period", long)
            }
            Self::Diurnal { swing, period: long } => {
                check("workload.rate.swing", swing, (0.0..=1.0).contains(&swing), "a number from 0 to 1")?;
                period("workload.rate.period", long)
            }
            Self::OnOff { on, period: long } => {
                check("workload.rate.on", on, (0.001..=1.0).contains(&on), "a part of the time, 0.001 to 1")?;
                period("workload.rate.period", long)
            }
        }
    }

    /// The rate as time passes, in steps that are no shorter than `least` periods; its mean does not matter.
    fn steps(self, least: f64, random: &mut Random) -> impl FnMut() -> Step {
        let mut number = 0_u32;
        move || {
            let place = number;
            number = number.wrapping_add(1);
            match self {
                Self::Constant => Step { length: f64::INFINITY, rate: 1.0 },
                Self::LogNormal { sigma, period } => Step { length: period.max(least), rate: libm::exp(sigma * Normal.sample(random)) },
                Self::Diurnal { swing, period } => {
                    let hours = f64::from(Self::HOURS);
                    let middle = (f64::from(place % Self::HOURS) + 0.5) / hours;
                    Step { length: period.max(least) / hours, rate: 1.0 + swing * libm::sin(core::f64::consts::TAU * middle) }
                }
                Self::OnOff { on, period } => {
                    let part = if place.is_multiple_of(2) { on } else { 1.0 - on };
                    let length = -part * period.max(least) * libm::log(random.sample::<f64, _>(Open01));
                    Step { length, rate: f64::from(1 - place % 2) }
                }
            }
        }
    }

    /// Moves times so that they follow each other at this rate. The first and the last stay, and so does the load.
    fn vary(self, times: &mut [f64], seed: u64, replication: u32) {
        let [first, .., last] = *times else { return };
        let span = last - first;
        if self == Self::Constant || span <= 0.0 {
            return;
        }
        // What arrives until the end, at the rate as it is drawn.
        let random = || stream(seed, replication, purpose::RATE);
        let (mut drawn, mut passed, mut all) = (random(), 0.0, 0.0);
        let mut next = self.steps(span / Self::MOST, &mut drawn);
        while passed < span {
            let Step { length, rate } = next();
            all += rate * length.min(span - passed);
            passed += length;
        }
        let (mut drawn, mut begin, mut before) = (random(), 0.0, 0.0);
        let mut next = self.steps(span / Self::MOST, &mut drawn);
        let mut step = next();
        for time in times.iter_mut() {
            let share = (*time - first) / span * all;
            while share - before >= step.rate * step.length && begin + step.length < span {
                before += step.rate * step.length;
                begin += step.length;
                step = next();
            }
            let inside = if step.rate > 0.0 { ((share - before) / step.rate).clamp(0.0, step.length) } else { 0.0 };
            *time = (first + begin + inside).min(last);
        }
        if let [.., end] = times {
            *end = last;
        }
    }
}

/// How arrivals that were drawn are moved. The first and the last stay where they are, and so does the load.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    rate: Rate,
    gaps: Option<Arc<[f64]>>,
}

impl Pace {
    /// Arrivals whose rate varies so, or whose gaps are, up to a factor, these instead of those that were drawn.
    ///
    /// # Errors
    /// As [`Rate::validate`]; and if a gap is neither 0 nor from 1e-9 to 1e12, or none is above 0.
    pub fn new(rate: Rate, gaps: Option<Arc<[f64]>>) -> Result<Self, NotAllowed> {
        rate.validate()?;
        if let Some(gaps) = &gaps {
            for gap in gaps.iter() {
                NotAllowed::check("workload.gaps", written(*gap), is_gap(*gap), GAP)?;
            }
            let some = gaps.iter().any(|gap| *gap > 0.0);
            NotAllowed::check("workload.gaps", format!("{} gaps", gaps.len()), some, "one or more of which one is above 0")?;
        }
        Ok(Self { rate, gaps })
    }

    /// How the rate varies.
    pub const fn rate(&self) -> Rate {
        self.rate
    }

    /// Whether arrivals stay as they are drawn.
    pub fn is_even(&self) -> bool {
        self.rate == Rate::Constant && self.gaps.is_none()
    }

    /// Moves the arrivals of jobs, which are in order.
    pub(super) fn keep_all<J>(&self, jobs: &mut [J], arrival: impl Fn(&mut J) -> &mut f64, seed: u64, replication: u32) {
        if self.is_even() {
            return;
        }
        let mut times: Vec<f64> = jobs.iter_mut().map(|job| *arrival(job)).collect();
        self.keep(&mut times, seed, replication);
        jobs.iter_mut().zip(times).for_each(|(job, time)| *arrival(job) = time);
    }

    /// Moves arrivals, which are in order. Gaps of a file follow each other as there, from one at random on, and from the last the first.
    pub fn keep(&self, times: &mut [f64], seed: u64, replication: u32) {
        if let (Some(gaps), [first, .., last]) = (&self.gaps, &*times) {
            let (first, last) = (*first, *last);
            let begin = stream(seed, replication, purpose::GAPS).random_range(0..gaps.len());
            let ahead = || gaps.iter().copied().cycle().skip(begin);
            let all: f64 = ahead().take(times.len() - 1).sum();
            let mut passed = 0.0;
            if all > 0.0 {
                for (time, gap) in times[1..].iter_mut().zip(ahead()) {
                    passed += gap;
                    *time = (first + passed / all * (last - first)).min(last);
                }
            }
        }
        self.rate.vary(times, seed, replication);
    }
}

/// What a gap may be.
const GAP: &str = "0, or a number from 1e-9 to 1e12";

fn is_gap(gap: f64) -> bool {
    gap == 0.0 || (1e-9..=1e12).contains(&gap)
}

/// Reads gaps between arrivals, in any unit: one number a line.
///
/// # Errors
/// The first rows that are wrong, or that no gap is above 0.
pub fn read_gaps(name: &str, bytes: &[u8]) -> Result<Arc<[f64]>, WorkloadError> {
    let mut gaps = vec![];
    Rows::new(name, bytes, ',', "a file of gaps (one number a line)")?.each(&mut |row| {
        let [gap] = row.named(&["gap"])?;
        if row.width() > 1 {
            return Err(row.columns(row.width(), "1: gap").into());
        }
        gaps.push(gap.number(GAP, is_gap)?);
        Ok(())
    })?;
    if gaps.iter().all(|gap| *gap == 0.0) {
        return Err(WorkloadError::Empty { file: name.to_owned(), why: "expected one gap a line, and one that is above 0".to_owned() });
    }
    Ok(gaps.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(count: u32) -> Vec<f64> {
        (0..=count).map(f64::from).collect()
    }

    fn varied(rate: Rate) -> Vec<f64> {
        let mut times = even(10_000);
        Pace::new(rate, None).unwrap().keep(&mut times, 1, 0);
        times
    }

    #[test]
    fn the_first_and_the_last_stay_and_the_order_does() {
        for rate in [
            Rate::Constant,
            Rate::LogNormal { sigma: 0.8, period: 100.0 },
            Rate::LogNormal { sigma: 3.0, period: 1e-9 },
            Rate::LogNormal { sigma: 3.0, period: 1e12 },
            Rate::Diurnal { swing: 1.0, period: 1000.0 },
            Rate::OnOff { on: 0.001, period: 50.0 },
            Rate::OnOff { on: 1.0, period: 50.0 },
        ] {
            let times = varied(rate);
            assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{rate:?}");
            assert_eq!((times[0], times[10_000]), (0.0, 10_000.0), "{rate:?}");
        }
    }

    #[test]
    fn a_day_has_its_share_of_arrivals() {
        // By the first half of the first of ten days 1/2 + swing ÷ π of its thousand jobs have come.
        let times = varied(Rate::Diurnal { swing: 0.6, period: 1000.0 });
        let early = times.iter().filter(|time| **time < 500.0).count() as f64;
        assert!((early - 1000.0 * (0.5 + 0.6 / core::f64::consts::PI)).abs() < 3.0, "{early}");
    }

    #[test]
    fn counts_of_periods_are_as_log_normal_as_the_rate() {
        let times = varied(Rate::LogNormal { sigma: 0.8, period: 20.0 });
        let mut counts = vec![0.0_f64; 501];
        times.iter().for_each(|time| counts[(time / 20.0) as usize] += 1.0);
        let logs: Vec<f64> = counts[..500].iter().map(|count| libm::log(count.max(0.5))).collect();
        let mean = logs.iter().sum::<f64>() / 500.0;
        let spread = libm::sqrt(logs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 500.0);
        assert!((spread - 0.8).abs() < 0.06, "{spread}");
    }

    #[test]
    fn nothing_arrives_while_it_is_off() {
        let times = varied(Rate::OnOff { on: 0.1, period: 500.0 });
        let busy: f64 = times.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap < 10.0).sum();
        assert!((500.0..2000.0).contains(&busy), "about a tenth of 10 000: {busy}");
    }

    #[test]
    fn gaps_of_a_file_follow_each_other_from_one_at_random_on() {
        let gaps = read_gaps("gaps.txt", b"# seconds\n0\n1\n3\n").unwrap();
        for replication in 0..6 {
            let mut times = even(6);
            Pace::new(Rate::Constant, Some(gaps.clone())).unwrap().keep(&mut times, 1, replication);
            let found: Vec<f64> = times.windows(2).map(|pair| (pair[1] - pair[0]) * 8.0 / 6.0).collect();
            let begin = [0.0, 1.0, 3.0].iter().position(|gap| (gap - found[0]).abs() < 1e-9).unwrap();
            let all = [0.0, 1.0, 3.0, 0.0, 1.0, 3.0, 0.0, 1.0, 3.0];
            assert!(found.iter().zip(&all[begin..]).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
            assert_eq!(times[6], 6.0);
        }
        for (bad, what) in [("0\n0\n", "above 0"), ("1\n-2\n", "line 2"), ("1,2\n", "1: gap"), ("", "above 0"), ("nan\n", "gap is \"nan\"")]
        {
            let error = read_gaps("gaps.txt", bad.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        for (rate, field) in [
            (Rate::LogNormal { sigma: 4.0, period: 1.0 }, "workload.rate.sigma"),
            (Rate::LogNormal { sigma: 1.0, period: f64::NAN }, "workload.rate.period"),
            (Rate::Diurnal { swing: 1.5, period: 1.0 }, "workload.rate.swing"),
            (Rate::OnOff { on: 0.0, period: 1.0 }, "workload.rate.on"),
            (Rate::OnOff { on: 0.5, period: 0.0 }, "workload.rate.period"),
        ] {
            assert_eq!(rate.validate().unwrap_err().field, field);
        }
    }
}
