use super::{Instant, Observer};

/// Time-average of the number of jobs in the system in equal intervals of time, for runs of any length in bounded memory.
///
/// The intervals are as short as the first of the run allows; whenever there are too many of them, each two become one.
/// The sum over them of average × width is the sum of all sojourn times.
#[derive(Clone, Debug, PartialEq)]
pub struct Occupancy {
    most: usize,
    /// When the first interval begins.
    begin: f64,
    width: f64,
    /// Number of jobs, integrated over each interval.
    areas: Vec<f64>,
    /// What was seen last: when, and how many jobs.
    now: f64,
    present: usize,
    /// The most jobs at a time.
    peak: usize,
}

impl Occupancy {
    /// At most `most ≥ 2` intervals, of which about half may be in use; the number is rounded up to an even one.
    ///
    /// # Panics
    /// If so many do not fit into memory.
    pub fn with_intervals(most: usize) -> Self {
        Self { most: most.max(2).next_multiple_of(2), begin: 0.0, width: 0.0, areas: vec![], now: 0.0, present: 0, peak: 0 }
    }

    /// For each interval when it begins and how many jobs there were, on average.
    pub fn averages(&self) -> Vec<(f64, f64)> {
        (0..).zip(&self.areas).map(|(i, area)| (self.begin + self.width * f64::from(i), area / self.width)).collect()
    }

    /// The length of each interval.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The most jobs that there were at a time, however short.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// Nothing changes until then.
    fn pass(&mut self, until: f64) {
        self.peak = self.peak.max(self.present);
        if self.width == 0.0 {
            self.width = until - self.begin;
        }
        while until > self.begin + self.width * self.most as f64 {
            self.width *= 2.0;
            self.areas = self.areas.chunks(2).map(|two| two.iter().sum()).collect();
        }
        let present = self.present as f64;
        let first = ((self.now - self.begin) / self.width) as usize;
        // What ends with an interval does not begin the next.
        let last = (libm::ceil((until - self.begin) / self.width) as usize).clamp(first + 1, self.most.max(first + 1)) - 1;
        self.areas.resize(self.areas.len().max(last + 1), 0.0);
        let mut from = self.now;
        for i in first..last {
            let to = self.begin + self.width * (i + 1) as f64;
            self.areas[i] += present * (to - from).max(0.0);
            from = to;
        }
        self.areas[last] += present * (until - from).max(0.0);
        self.now = until;
    }
}

impl Observer for Occupancy {
    fn instant(&mut self, instant: &impl Instant) {
        let time = instant.time();
        if self.present == 0 && self.areas.is_empty() {
            (self.begin, self.now) = (time, time);
        }
        if time > self.now {
            self.pass(time);
        }
        self.present = instant.present();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::{Config, simulate};
    use crate::workload::{Job, Synthetic, Workload};

    #[test]
    fn the_area_is_the_sum_of_sojourn_times() {
        for (count, load) in [(10, 0.5), (3000, 0.9), (2000, 1.5)] {
            let workload = Synthetic { count, load, shape: 0.5, ..Synthetic::default() }.generate(1, 0).unwrap();
            let mut occupancy = Occupancy::with_intervals(300);
            let outcome = simulate(&Config::default(), &workload, &"fspe+ps".parse().unwrap(), &mut occupancy).unwrap();
            let averages = occupancy.averages();
            let area: f64 = averages.iter().map(|(_, jobs)| jobs * occupancy.width()).sum();
            let sum: f64 = outcome.sojourn.iter().sum();
            assert!((area / sum - 1.0).abs() < 1e-9, "{area} {sum}");
            assert!(averages.len() <= 300 && averages.len() > 140.min(count as usize), "{}", averages.len());
        }
    }

    #[test]
    fn two_jobs() {
        let job = |id, arrival, size| Job { id, arrival, size, estimate: size, weight: 1.0 };
        let workload = Workload::new(vec![job(1, 10.0, 4.0), job(2, 12.0, 1.0)]).unwrap();
        let mut occupancy = Occupancy::with_intervals(4);
        simulate(&Config::default(), &workload, &"fifo".parse().unwrap(), &mut occupancy).unwrap();
        assert_eq!((occupancy.averages(), occupancy.width()), (vec![(10.0, 1.0), (12.0, 2.0), (14.0, 0.5)], 2.0));
        assert_eq!(occupancy.peak(), 2);
    }
}
