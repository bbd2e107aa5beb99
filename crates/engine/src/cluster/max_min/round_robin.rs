use crate::sim::{Orchard, Sorted};

/// Max-min fair shares of whole slots: round robin over jobs in order of (number of tasks, job), one slot at a time, none
/// more than it has tasks (mPlane D3.3, section 3.1.2.2).
///
/// The slots are handed out in rounds. Who has more tasks than slots holds as many as there are complete rounds, or one
/// more if it comes early in the round that is not complete. So where one slot more or less is handed out, a single job
/// holds one more or less: the first that is still hungry in this round, or the last that was served. Each takes
/// O(log jobs).
#[derive(Clone, Debug)]
pub struct RoundRobin {
    slots: u32,
    /// Slots that nobody could use.
    spare: u32,
    /// Complete rounds: no job holds more than one slot beyond this number, and a hungry one holds no fewer.
    rounds: u32,
    places: Vec<Place>,
    /// Jobs by the slots they hold, ascending; none is empty.
    shelves: Vec<(u32, Sorted)>,
    orchard: Orchard<(u32, u32)>,
    moved: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    tasks: u32,
    holds: u32,
}

/// Jobs that have more tasks than slots.
const HUNGRY: u8 = 1;

impl RoundRobin {
    /// This many slots and no job.
    pub fn new(slots: u32) -> Self {
        Self { slots, spare: slots, rounds: 0, places: vec![], shelves: vec![], orchard: Orchard::default(), moved: vec![] }
    }

    /// A job that is not there enters.
    pub fn enter(&mut self, job: u32, tasks: u32) {
        if self.places.len() <= job as usize {
            self.places.resize(job as usize + 1, Place::default());
        }
        let mut holds = self.spare.min(tasks);
        self.spare -= holds;
        // The job that was served last gives way as long as that was later than this job's own turn.
        while holds < tasks
            && let Some(last) = self.last()
            && (holds + 1, tasks, job) < (self.holds(last), self.places[last as usize].tasks, last)
        {
            self.hold(last, self.holds(last) - 1);
            holds += 1;
        }
        self.rounds = self.rounds.max(holds.saturating_sub(1));
        self.places[job as usize] = Place { tasks, holds };
        self.shelve(job);
    }

    /// A job leaves.
    pub fn leave(&mut self, job: u32) {
        let holds = self.holds(job);
        self.unshelve(job);
        self.give(holds);
    }

    /// The number of slots has changed to this.
    pub fn resize(&mut self, slots: u32) {
        let before = std::mem::replace(&mut self.slots, slots);
        self.give(slots.saturating_sub(before));
        let fewer = before.saturating_sub(slots);
        let idle = fewer.min(self.spare);
        self.spare -= idle;
        for _ in idle..fewer {
            let last = self.last().expect("slots that are not spare are held");
            self.hold(last, self.holds(last) - 1);
        }
    }

    /// Slots that a job holds.
    pub fn holds(&self, job: u32) -> u32 {
        self.places[job as usize].holds
    }

    /// The next job that holds more or fewer slots than at the last call.
    pub fn moved(&mut self) -> Option<u32> {
        self.moved.pop()
    }

    /// Hands out this many slots.
    fn give(&mut self, count: u32) {
        for left in (1..=count).rev() {
            let Some(job) = self.hungry() else {
                self.spare += left;
                return;
            };
            self.hold(job, self.rounds + 1);
        }
    }

    /// Whose turn it is.
    fn hungry(&mut self) -> Option<u32> {
        let first = |cluster: &Self, holds| cluster.shelf(holds).and_then(|i| cluster.orchard.first(&cluster.shelves[i].1, HUNGRY));
        if let Some(job) = first(self, self.rounds) {
            return Some(job);
        }
        let job = first(self, self.rounds + 1)?;
        self.rounds += 1;
        Some(job)
    }

    /// Who was served last.
    fn last(&mut self) -> Option<u32> {
        loop {
            if let Some(i) = self.shelf(self.rounds + 1) {
                return self.orchard.last(&self.shelves[i].1);
            }
            self.rounds = self.rounds.checked_sub(1)?;
        }
    }

    fn hold(&mut self, job: u32, holds: u32) {
        self.unshelve(job);
        self.places[job as usize].holds = holds;
        self.shelve(job);
        self.moved.push(job);
    }

    fn shelf(&self, holds: u32) -> Option<usize> {
        self.shelves.binary_search_by_key(&holds, |(holds, _)| *holds).ok()
    }

    fn shelve(&mut self, job: u32) {
        let Place { tasks, holds } = self.places[job as usize];
        let i = self.shelves.binary_search_by_key(&holds, |(holds, _)| *holds).unwrap_or_else(|i| {
            self.shelves.insert(i, (holds, Sorted::new()));
            i
        });
        self.orchard.insert(&mut self.shelves[i].1, job, (tasks, job), if tasks > holds { HUNGRY } else { 0 });
    }

    fn unshelve(&mut self, job: u32) {
        let i = self.shelf(self.holds(job)).expect("the job is on its shelf");
        self.orchard.remove(&mut self.shelves[i].1, job);
        if self.shelves[i].1.is_empty() {
            self.shelves.remove(i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RoundRobin;
    use crate::sim::stream;
    use rand::RngExt;

    /// Round robin as the source describes it, one slot at a time.
    fn plain(slots: u32, demands: &[u32]) -> Vec<u32> {
        let mut holds = vec![0; demands.len()];
        let mut left = slots;
        while left > 0 && holds.iter().zip(demands).any(|(holds, demand)| holds < demand) {
            for (holds, demand) in holds.iter_mut().zip(demands) {
                if left > 0 && *holds < *demand {
                    *holds += 1;
                    left -= 1;
                }
            }
        }
        holds
    }

    #[test]
    fn agrees_with_one_slot_at_a_time() {
        for replication in 0..40 {
            let mut random = stream(3, replication, 0);
            let most = 1 + random.random_range(0..40_u32);
            let mut slots = random.random_range(0..30_u32);
            let mut shares = RoundRobin::new(slots);
            // Tasks of each job that is there.
            let mut jobs: Vec<Option<u32>> = vec![None; 25];
            let mut known = vec![0; jobs.len()];
            for _ in 0..1500 {
                let job = random.random_range(0..jobs.len() as u32);
                if jobs[job as usize].take().is_some() {
                    shares.leave(job);
                } else {
                    let tasks = random.random_range(1..=most);
                    shares.enter(job, tasks);
                    jobs[job as usize] = Some(tasks);
                    known[job as usize] = shares.holds(job);
                }
                if random.random::<f64>() < 0.1 {
                    slots = random.random_range(0..30);
                    shares.resize(slots);
                }
                let mut order: Vec<(u32, u32)> = (0..).zip(&jobs).filter_map(|(i, tasks)| tasks.map(|tasks| (tasks, i))).collect();
                order.sort_unstable();
                let demands: Vec<u32> = order.iter().map(|(tasks, _)| *tasks).collect();
                while let Some(job) = shares.moved() {
                    known[job as usize] = shares.holds(job);
                }
                for ((_, job), expected) in order.iter().zip(plain(slots, &demands)) {
                    assert_eq!(shares.holds(*job), expected);
                    assert_eq!(known[*job as usize], expected, "who moves is named");
                }
            }
        }
    }
}
