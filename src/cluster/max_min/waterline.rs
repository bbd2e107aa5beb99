use crate::sim::{Key, Orchard, Sorted, Sum};

/// Max-min fair shares of slots, as fluid: water rises in all jobs alike, for their weight, until each has what it can use
/// or the slots are used up.
///
/// Jobs that have all they can use are *full*; the others share what is left. A job crosses when the waterline passes
/// what it can use, so shares are kept up in O(log jobs) for each that enters, leaves or crosses.
#[derive(Clone, Debug)]
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
    /// Nobody who wants a slot.
    pub fn new() -> Self {
        Self {
            orchard: Orchard::default(),
            full: Sorted::new(),
            thirsty: Sorted::new(),
            jobs: vec![],
            held: Sum::default(),
            weight: Sum::default(),
        }
    }

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

    /// Lets the water find its level with so many slots, names those who cross, and returns the level: the slots that who
    /// is not full has for a weight of 1.
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
    use crate::cluster::water_fill;
    use crate::sim::stream;
    use rand::RngExt;

    #[test]
    fn agrees_with_water_filling() {
        for replication in 0..40 {
            let mut random = stream(5, replication, 0);
            let mut shares = Waterline::new();
            let mut jobs: Vec<Option<(f64, f64)>> = vec![None; 30];
            let mut full = vec![false; jobs.len()];
            for _ in 0..1500 {
                let job = random.random_range(0..jobs.len() as u32);
                if jobs[job as usize].take().is_some() {
                    shares.leave(job);
                } else {
                    let about = (f64::from(random.random_range(0..20_u32)), [0.5, 1.0, 3.0][random.random_range(0..3_usize)]);
                    jobs[job as usize] = Some(about);
                    shares.enter(job, about.0, about.1);
                    full[job as usize] = false;
                }
                let slots = f64::from(random.random_range(0..100_u32));
                let level = shares.settle(slots, |job| full[job as usize] = !full[job as usize]);
                let present: Vec<(usize, f64, f64)> = jobs.iter().enumerate().filter_map(|(i, job)| job.map(|(d, w)| (i, d, w))).collect();
                let (demands, weights): (Vec<f64>, Vec<f64>) = present.iter().map(|(_, demand, weight)| (*demand, *weight)).unzip();
                for ((job, demand, weight), expected) in present.iter().zip(water_fill(slots, &demands, &weights)) {
                    assert_eq!(shares.is_full(*job as u32), full[*job], "who crosses is named");
                    let share = if full[*job] { *demand } else { level * weight };
                    assert!((share - expected).abs() < 1e-9, "{share} is not {expected}");
                }
            }
        }
    }
}
