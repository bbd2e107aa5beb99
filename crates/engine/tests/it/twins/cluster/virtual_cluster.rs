//! The virtual cluster (T 4.3, M 3.1.2.3, V 2.2.1).

use super::{Granularity, MAP, Order, Phase, REDUCE, TOLERANCE, World, compare, sorted};
use std::cmp::Ordering;

/// Whole virtual slots: round robin over phases in increasing number of tasks, then by arrival, one slot at a time.
/// Each entry is (number of tasks, demand); entries stand in order of arrival.
fn whole_slots(slots: usize, phases: &[(usize, usize)]) -> Vec<usize> {
    let order = sorted((0..phases.len()).collect(), |a, b| phases[a].0.cmp(&phases[b].0).then(a.cmp(&b)));
    let mut given = vec![0; phases.len()];
    let mut left = slots;
    while left > 0 && (0..phases.len()).any(|phase| given[phase] < phases[phase].1) {
        for &phase in &order {
            if left > 0 && given[phase] < phases[phase].1 {
                given[phase] += 1;
                left -= 1;
            }
        }
    }
    given
}

/// Shares of slots: water-filling with the same caps.
fn fluid_slots(slots: usize, phases: &[(usize, usize)]) -> Vec<f64> {
    let order = sorted((0..phases.len()).collect(), |a, b| phases[a].1.cmp(&phases[b].1).then(a.cmp(&b)));
    let mut given = vec![0.0; phases.len()];
    let mut left = slots as f64;
    for (place, &phase) in order.iter().enumerate() {
        given[phase] = (left / (order.len() - place) as f64).min(phases[phase].1 as f64);
        left -= given[phase];
    }
    given
}

/// The key of a job that is virtually over.
fn over(it: &Phase) -> Option<f64> {
    (it.size == 0.0).then_some(-1.0)
}

impl World<'_> {
    /// How fast each job's virtual size falls, given all of them: slots held × weight × speed.
    fn speeds(&self, phase: usize, sizes: &[f64]) -> Vec<f64> {
        let hfsp = self.hfsp().expect("only HFSP has a virtual cluster");
        let fluid = hfsp.granularity == Granularity::Fluid;
        // Nothing that happens in the real cluster matters (T, Algorithm 2: a job stays until it is virtually complete).
        let is_member = |&job: &usize| self.jobs[job][phase].entered && sizes[job] > 0.0;
        let members: Vec<usize> = (0..sizes.len()).filter(is_member).collect();
        let shape = |&job: &usize| {
            let tasks = self.jobs[job][phase].tasks.len();
            (tasks, tasks)
        };
        let shapes: Vec<(usize, usize)> = members.iter().map(shape).collect();
        let slots = self.slots_up(phase);
        let held: Vec<f64> =
            if fluid { fluid_slots(slots, &shapes) } else { whole_slots(slots, &shapes).into_iter().map(|held| held as f64).collect() };
        let mut speeds = vec![0.0; sizes.len()];
        for (&job, held) in members.iter().zip(held) {
            speeds[job] = held * self.given.jobs[job].weight * hfsp.speed;
        }
        speeds
    }

    /// Lets virtual sizes fall for some seconds, with nothing else happening. Returns what is left and, where a size
    /// came to 0, after how many seconds.
    fn flow(&self, phase: usize, seconds: f64) -> (Vec<f64>, Vec<Option<f64>>) {
        let mut sizes: Vec<f64> = self.jobs.iter().map(|job| job[phase].size).collect();
        let mut ends: Vec<Option<f64>> = vec![None; sizes.len()];
        let mut passed = 0.0;
        while passed < seconds {
            let speeds = self.speeds(phase, &sizes);
            let time_left = |job: usize| if speeds[job] > 0.0 { sizes[job] / speeds[job] } else { f64::INFINITY };
            let first_end = (0..sizes.len()).map(time_left).fold(f64::INFINITY, f64::min);
            let step = first_end.min(seconds - passed);
            if step == f64::INFINITY {
                break;
            }
            passed += step;
            for job in 0..sizes.len() {
                if speeds[job] > 0.0 {
                    let left = sizes[job] - speeds[job] * step;
                    let is_over = left <= TOLERANCE * sizes[job].max(1.0);
                    sizes[job] = if is_over { 0.0 } else { left };
                    ends[job] = is_over.then_some(passed);
                }
            }
        }
        (sizes, ends)
    }

    /// Ages all phases (T 4.3.2).
    pub(super) fn age(&mut self, seconds: f64) {
        if self.hfsp().is_none() {
            return;
        }
        for phase in [MAP, REDUCE] {
            let (sizes, ends) = self.flow(phase, seconds);
            for job in 0..self.jobs.len() {
                let it = &mut self.jobs[job][phase];
                it.aged += it.size - sizes[job];
                it.size = sizes[job];
                if let Some(end) = ends[job] {
                    it.zero_since = Some(self.now + end);
                }
            }
        }
    }

    /// The key of each job: its virtual size (T, M), or its projected virtual finish if nothing else happens (V). Jobs that are
    /// virtually over come first, in the order in which they became so (M 3.1.2.3).
    pub(super) fn keys(&self, phase: usize) -> Vec<f64> {
        match self.hfsp().expect("only HFSP ranks").order {
            Order::Remaining => self.jobs.iter().map(|job| over(&job[phase]).unwrap_or(job[phase].size)).collect(),
            Order::Finish => {
                let (_, ends) = self.flow(phase, f64::INFINITY);
                let key = |(job, end): (&[Phase; 2], Option<f64>)| {
                    over(&job[phase]).unwrap_or_else(|| end.map_or(f64::INFINITY, |end| self.now + end))
                };
                self.jobs.iter().zip(ends).map(key).collect()
            }
        }
    }

    /// Compares by (not tiny, key): what has to be strictly greater for a preemption. What is virtually over is all of size 0 (T 4.6.2:
    /// "smaller").
    pub(super) fn by_key(&self, phase: usize, keys: &[f64], a: usize, b: usize) -> Ordering {
        let is_over = |job: usize| self.jobs[job][phase].size == 0.0;
        let tiny = |job: usize| self.jobs[job][phase].tiny;
        let size = if is_over(a) && is_over(b) { Ordering::Equal } else { compare(keys[a], keys[b]) };
        tiny(b).cmp(&tiny(a)).then(size)
    }

    /// Active phases in order of rank: (not tiny, key, arrival, id).
    pub(super) fn ranked(&self, phase: usize) -> Vec<usize> {
        let keys = self.keys(phase);
        let since = |job: usize| self.jobs[job][phase].zero_since.unwrap_or(0.0);
        let late = |job: usize| keys[job] < 0.0 && !self.jobs[job][phase].tiny;
        let earlier = |a: usize, b: usize| if late(a) && late(b) { compare(since(a), since(b)) } else { Ordering::Equal };
        sorted(self.active(phase), |a, b| self.by_key(phase, &keys, a, b).then(earlier(a, b)).then(a.cmp(&b)))
    }
}
