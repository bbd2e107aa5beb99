//! Which jobs of a file are worth watching, where all are too many.

use schedscope::workload::{Job, Workload};
use serde::{Deserialize, Serialize};

/// Jobs of a file that arrive one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// Which job of the file is the first of them, from 1, in order of arrival.
    pub from: u64,
    /// The jobs, in seconds or the unit of arrivals.
    pub jobs: Vec<Job>,
    /// What these are called in the file, where some are called by texts.
    pub called: Vec<String>,
}

/// How many jobs there are in a stretch.
const COUNT: usize = 20;
/// From this factor on an estimate is wrong.
const WRONG: f64 = 2.0;
/// A job is seen if it is at least this part of the time that a picture of the stretch shows.
const SEEN: f64 = 1.0 / 200.0;

impl Stretch {
    /// The stretch of a file in which most happens, the first of several; its sizes are served at this speed.
    ///
    /// Every stretch of twenty jobs is served alone, in order of arrival. A job that is too short to be seen beside the others counts
    /// nothing. Any other counts once if it shares the time with another job: one is there when it arrives, or one arrives before it
    /// leaves. Then it counts once more if its estimate is wrong by a factor of two, and once more if that is too small, since such a job
    /// becomes late.
    pub fn of(workload: &Workload, speed: f64) -> Self {
        let jobs = workload.jobs();
        let served = |job: &Job| Job { size: job.size / speed, estimate: job.estimate / speed, ..*job };
        let mut best = (0, 0);
        for (from, window) in jobs.windows(COUNT.min(jobs.len()).max(1)).enumerate() {
            let happens = happens(window, speed);
            if happens > best.0 {
                best = (happens, from);
            }
        }
        let (_, from) = best;
        let window = &jobs[from..jobs.len().min(from + COUNT)];
        let called = window.iter().map(|job| workload.ids().of(job.id).into_owned()).filter(|_| !workload.ids().is_empty());
        Self { from: from as u64 + 1, jobs: window.iter().map(served).collect(), called: called.collect() }
    }

    /// Whether the estimate of a job is wrong.
    pub fn is_wrong(job: &Job) -> bool {
        job.estimate * WRONG <= job.size || job.size * WRONG <= job.estimate
    }
}

/// How much happens while these jobs are served alone, in order of arrival.
fn happens(window: &[Job], speed: f64) -> u32 {
    let begin = window.first().map_or(0.0, |job| job.arrival);
    // When each job leaves.
    let (mut ends, mut end) = ([0.0; COUNT], begin);
    for (job, leaves) in window.iter().zip(&mut ends) {
        end = job.arrival.max(end) + job.size / speed;
        *leaves = end;
    }
    let least = SEEN * (end - begin);
    let counts = |(i, job): (usize, &Job)| {
        let finds = i > 0 && ends[i - 1] > job.arrival;
        let found = window.get(i + 1).is_some_and(|next| next.arrival < ends[i]);
        if job.size / speed < least || !(finds || found) {
            return 0;
        }
        1 + u32::from(Stretch::is_wrong(job)) + u32::from(job.estimate * WRONG <= job.size)
    };
    window.iter().enumerate().map(counts).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::workload::{Columns, read_jobs};

    /// The stretch of jobs of these arrivals, sizes and estimates.
    fn of(rows: impl IntoIterator<Item = (u32, f64, f64)>) -> Stretch {
        let row = |(i, (arrival, size, estimate)): (usize, (u32, f64, f64))| format!("{},{arrival},{size},{estimate}\n", i + 1);
        let text = format!("id,arrival,size,estimate\n{}", rows.into_iter().enumerate().map(row).collect::<String>());
        Stretch::of(&read_jobs("jobs.csv", text.as_bytes(), &Columns::default()).unwrap().0, 1.0)
    }

    #[test]
    fn the_first_jobs_where_nothing_happens_and_all_where_they_are_few() {
        let alone = of((0..100).map(|i| (10 * i, 1.0, 1.0)));
        assert_eq!((alone.from, alone.jobs.len(), alone.jobs[0].arrival), (1, 20, 0.0));
        let few = of((0..7).map(|i| (10 * i, 1.0, 1.0)));
        assert_eq!((few.from, few.jobs.len()), (1, 7));
        assert_eq!(of([(5, 1.0, 1.0)]).jobs.len(), 1);
    }

    #[test]
    fn jobs_that_overlap_are_shown_before_jobs_that_are_alone() {
        let size = |i: u32| if (40..60).contains(&i) { 15.0 } else { 1.0 };
        let busy = of((0..100).map(|i| (10 * i, size(i), size(i))));
        assert_eq!((busy.from, busy.jobs.len()), (41, 20));
        assert_eq!(busy.jobs[0].arrival, 400.0);
    }

    #[test]
    fn wrong_estimates_are_shown_before_right_ones_and_late_jobs_before_early_ones() {
        // All overlap.
        let rows = |wrong: fn(u32) -> f64| (0..200).map(move |i| (i, 2.0, 2.0 * wrong(i)));
        assert_eq!(of(rows(|i| if (50..70).contains(&i) { 3.0 } else { 1.5 })).from, 51);
        let both = |i| match i {
            50..70 => 3.0,
            150..170 => 0.3,
            _ => 1.0,
        };
        assert_eq!(of(rows(both)).from, 151);
        // Estimates that are wrong of jobs that are alone change nothing.
        let alone = (0..200).map(|i| if i < 100 { (10 * i, 1.0, 9.0) } else { (1000 + i, 2.0, 2.0) });
        assert!(of(alone).from > 90, "where they overlap");
    }

    #[test]
    fn jobs_that_are_too_short_to_be_seen_count_nothing() {
        // Thirty short ones overlap behind a giant, then thirty that can be seen.
        let rows = (0..60).map(|i| match i {
            0 => (0, 10_000.0, 10_000.0),
            1..30 => (i, 1.0, 1.0),
            _ => (20_000 + i, 3.0, 3.0),
        });
        assert_eq!(of(rows).from, 31);
    }

    #[test]
    fn sizes_are_served_at_a_speed_and_names_are_those_of_the_file() {
        let rows: Vec<String> = (0..40).map(|i| format!("job-{i},{},{}", 10 * i, if i < 20 { 50 } else { 150 })).collect();
        let jobs = read_jobs("jobs.csv", format!("id,arrival,size\n{}", rows.join("\n")).as_bytes(), &Columns::default()).unwrap().0;
        let stretch = Stretch::of(&jobs, 10.0);
        assert_eq!((stretch.from, &*stretch.called[0], stretch.jobs[0].size, stretch.jobs[0].estimate), (21, "job-20", 15.0, 15.0));
    }
}
