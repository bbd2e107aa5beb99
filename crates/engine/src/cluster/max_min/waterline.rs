use crate::sim::{Key, Orchard, Sorted, Sum};

/// Max-min fair shares of slots, as fluid: water rises in all jobs alike, for their weight, until each has what it can use
/// or the slots are used up.
///
/// Jobs that have all they can use are *full*; the others share what is left. A job crosses when the waterline passes
/// what it can use, so shares are kept up in O(log jobs) for each that enters, leaves or crosses.
#[derive(Clone, Debug, Default)]
pub struct Waterline {
    orchard: Orchard<(Key, u32)>,
    /// By demand for its weight.
    full: Sorted,
    thirsty: Sorted,
    jobs: Vec<Vessel>,
    /// What the full ones have.
    held: Sum,
    /// The weight of the others.
    weight: Sum,
}

#[derive(Clone, Copy, Debug, Default)]
struct Vessel {
    demand: f64,
    weight: f64,
    full: bool,
}

impl Waterline {
    /// A job that is not there enters.
    pub fn enter(&mut self, job: u32, demand: f64, weight: f64) {
        if self.jobs.len() <= job as usize {
            self.jobs.resize(job as usize + 1, Vessel::default());
        }
        self.jobs[job as usize] = Vessel { demand, weight, full: false };
        self.put(job, false);
    }

    /// A job leaves.
    pub fn leave(&mut self, job: u32) {
        self.take(job);
    }

    /// Whether a job has all it can use.
    pub fn is_full(&self, job: u32) -> bool {
        self.jobs[job as usize].full
    }

    /// Lets the water find its level with this many slots, names the jobs that cross it, and returns the level: the slots of a
    /// job that is not full, for a weight of 1.
    pub fn settle(&mut self, slots: f64, mut crosses: impl FnMut(u32)) -> f64 {
        while let Some(job) = self.orchard.last(&self.full).filter(|job| self.orchard.key(*job).0.0 > self.level(slots)) {
            self.take(job);
            self.put(job, false);
            crosses(job);
        }
        while let Some(job) = self.thirsty.first().filter(|job| self.orchard.key(*job).0.0 <= self.level(slots)) {
            self.take(job);
            self.put(job, true);
            crosses(job);
        }
        self.level(slots)
    }

    fn level(&self, slots: f64) -> f64 {
        let left = (slots - self.held.get()).max(0.0);
        match self.thirsty.is_empty() {
            false => left / self.weight.get(),
            true if self.held.get() > slots => 0.0,
            true => f64::INFINITY,
        }
    }

    fn put(&mut self, job: u32, full: bool) {
        let vessel = &mut self.jobs[job as usize];
        vessel.full = full;
        let key = (Key(vessel.demand / vessel.weight), job);
        if full {
            self.held.add(vessel.demand);
            self.orchard.insert(&mut self.full, job, key, 0);
        } else {
            self.weight.add(vessel.weight);
            self.orchard.insert(&mut self.thirsty, job, key, 0);
        }
    }

    fn take(&mut self, job: u32) {
        let Vessel { demand, weight, full } = self.jobs[job as usize];
        if full {
            self.held.add(-demand);
            self.orchard.remove(&mut self.full, job);
        } else {
            self.weight.add(-weight);
            self.orchard.remove(&mut self.thirsty, job);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Waterline;
    use crate::sim::stream;
    use rand::RngExt;

    #[test]
    fn wastes_nothing_and_favours_nobody() {
        for replication in 0..40 {
            let mut random = stream(5, replication, 0);
            let mut shares = Waterline::default();
            let mut jobs: Vec<Option<(f64, f64)>> = vec![None; 30];
            let mut full = vec![false; jobs.len()];
            for _ in 0..1500 {
                let job = random.random_range(0..jobs.len());
                if jobs[job].take().is_some() {
                    shares.leave(job as u32);
                } else {
                    let about = (f64::from(random.random_range(0..20_u32)), [0.5, 1.0, 3.0][random.random_range(0..3_usize)]);
                    jobs[job] = Some(about);
                    shares.enter(job as u32, about.0, about.1);
                    full[job] = false;
                }
                let slots = f64::from(random.random_range(0..100_u32));
                let level = shares.settle(slots, |job| full[job as usize] = !full[job as usize]);
                let (mut given, mut wanted) = (0.0, 0.0);
                for (job, (demand, weight)) in (0..).zip(&jobs).filter_map(|(job, about)| about.map(|about| (job, about))) {
                    assert_eq!(shares.is_full(job), full[job as usize], "who crosses is named");
                    // Who has all it can use has no more than the others, and these could use more.
                    let is_full = demand <= level * weight * (1.0 + 1e-12);
                    assert!(full[job as usize] == is_full || (demand - level * weight).abs() < 1e-9, "{demand} of {}", level * weight);
                    given += if full[job as usize] { demand } else { level * weight };
                    wanted += demand;
                }
                assert!((given - slots.min(wanted)).abs() < 1e-9, "{given} of {slots} are given where {wanted} are wanted");
            }
        }
    }
}
