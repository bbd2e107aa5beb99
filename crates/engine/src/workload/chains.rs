//! Jobs that wait for other jobs: chains, as Hive and Pig make them of a query, and other acyclic graphs.

use super::{Ids, TaskJob};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why jobs cannot wait for each other as they are to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.told(&Ids::default()))]
#[non_exhaustive]
pub enum Tangle {
    /// A job waits for one that is not there.
    Unknown {
        /// Who waits.
        job: u64,
        /// For whom.
        after: u64,
    },
    /// A job waits for itself.
    Itself {
        /// Which one.
        job: u64,
    },
    /// Jobs wait for each other in a circle: each for the next, the last for the first.
    Circle {
        /// Their ids.
        jobs: Vec<u64>,
    },
}

/// Most jobs of a circle that are named.
const NAMED: usize = 5;

/// Who waits for whom in a circle of jobs, of a large one the first few; `name` says what each is called.
pub fn circle(jobs: &[u64], name: impl Fn(u64) -> String) -> String {
    let pairs = jobs.iter().zip(jobs.iter().cycle().skip(1)).take(NAMED);
    let named = pairs.map(|(job, after)| format!("{} waits for {}", name(*job), name(*after))).collect::<Vec<_>>().join(", ");
    match jobs.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}, and so on for {more} more"),
    }
}

impl Tangle {
    /// What is wrong, of jobs that are called so.
    pub fn told(&self, ids: &Ids) -> String {
        match self {
            Self::Unknown { job, after } => format!("job {} waits for job {}, which is not among the jobs", ids.of(*job), ids.of(*after)),
            Self::Itself { job } => format!("job {} waits for itself", ids.of(*job)),
            Self::Circle { jobs } => {
                format!("jobs wait for each other in a circle: {}", circle(jobs, |job| ids.of(job).into_owned()))
            }
        }
    }

    /// The job at which it shows.
    pub fn job(&self) -> u64 {
        match self {
            Self::Unknown { job, .. } | Self::Itself { job } => *job,
            Self::Circle { jobs } => jobs.first().copied().unwrap_or_default(),
        }
    }
}

/// Which jobs wait for which, all by position, and which belong together.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Chains {
    /// How many jobs each waits for.
    waits: Vec<u32>,
    next: Lists,
    /// The first job of the chain of each.
    chain: Vec<u32>,
    /// By the first job of a chain, its jobs.
    members: Lists,
}

/// A list of positions for each position.
#[derive(Clone, Debug, PartialEq, Default)]
struct Lists {
    begins: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// From pairs (list, item); the items of a list keep their order.
    fn new(lists: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut begins = vec![0; lists + 1];
        pairs.clone().for_each(|(list, _)| begins[list as usize + 1] += 1);
        for i in 1..begins.len() {
            begins[i] += begins[i - 1];
        }
        let (mut next, mut items) = (begins.clone(), vec![0; begins[lists] as usize]);
        for (list, item) in pairs {
            items[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        Self { begins, items }
    }

    fn of(&self, list: u32) -> &[u32] {
        &self.items[self.begins[list as usize] as usize..self.begins[list as usize + 1] as usize]
    }
}

impl Chains {
    /// Of jobs that name whom they wait for; nothing if nobody waits.
    ///
    /// # Errors
    /// If a job waits for one that is not there, for itself, or in a circle.
    pub fn of(jobs: &[TaskJob]) -> Result<Option<Self>, Tangle> {
        if jobs.iter().all(|job| job.after.is_empty()) {
            return Ok(None);
        }
        let positions: BTreeMap<u64, u32> = jobs.iter().map(|job| job.id).zip(0..).collect();
        // First whom, then who waits.
        let mut pairs = vec![];
        for (position, job) in (0..).zip(jobs) {
            let mut after = job.after.clone();
            after.sort_unstable();
            after.dedup();
            for after in after {
                match positions.get(&after) {
                    None => return Err(Tangle::Unknown { job: job.id, after }),
                    Some(other) if *other == position => return Err(Tangle::Itself { job: job.id }),
                    Some(other) => pairs.push((*other, position)),
                }
            }
        }
        let mut waits = vec![0; jobs.len()];
        pairs.iter().for_each(|(_, job)| waits[*job as usize] += 1);
        let next = Lists::new(jobs.len(), pairs.iter().copied());
        if let Some(circle) = find_circle(&waits, &next, &pairs) {
            return Err(Tangle::Circle { jobs: circle.into_iter().map(|position| jobs[position as usize].id).collect() });
        }
        let chain = first_of_each(&pairs, jobs.len());
        let members = Lists::new(jobs.len(), (0..).zip(&chain).map(|(job, chain)| (*chain, job)));
        Ok(Some(Self { waits, next, chain, members }))
    }

    /// How many jobs each waits for.
    pub fn waits(&self) -> &[u32] {
        &self.waits
    }

    /// Who waits for a job, ascending.
    pub fn next(&self, job: u32) -> &[u32] {
        self.next.of(job)
    }

    /// The chain of a job: all that wait for each other, directly or through others, whichever way. It is called by the
    /// first of its jobs.
    pub fn chain(&self, job: u32) -> u32 {
        self.chain[job as usize]
    }

    /// The jobs of the chain of a job, ascending.
    pub fn members(&self, job: u32) -> &[u32] {
        self.members.of(self.chain(job))
    }

    /// All chains; jobs that stand alone are one each.
    pub fn all(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.chain.len() as u32).map(|job| self.members.of(job)).filter(|members| !members.is_empty())
    }
}

/// A circle, if there is one: each waits for the next, the last for the first.
fn find_circle(waits: &[u32], next: &Lists, pairs: &[(u32, u32)]) -> Option<Vec<u32>> {
    let mut left = waits.to_vec();
    let mut free: Vec<u32> = (0..).zip(waits).filter(|(_, waits)| **waits == 0).map(|(job, _)| job).collect();
    while let Some(job) = free.pop() {
        for after in next.of(job) {
            left[*after as usize] -= 1;
            free.extend((left[*after as usize] == 0).then_some(*after));
        }
    }
    // Who is left waits for somebody who is left: who goes on from one to the next comes back.
    let mut job = (0..).zip(&left).find(|(_, left)| **left > 0).map(|(job, _)| job)?;
    let blocks: BTreeMap<u32, u32> =
        pairs.iter().filter(|(before, _)| left[*before as usize] > 0).map(|(before, job)| (*job, *before)).collect();
    let mut path = vec![];
    let mut place = vec![None; waits.len()];
    let begin = loop {
        if let Some(begin) = place[job as usize].replace(path.len()) {
            break begin;
        }
        path.push(job);
        job = blocks[&job];
    };
    let mut circle = path.split_off(begin);
    let least = (0..circle.len()).min_by_key(|i| circle[*i]).unwrap_or(0);
    circle.rotate_left(least);
    Some(circle)
}

/// The least job that each is connected with.
fn first_of_each(pairs: &[(u32, u32)], jobs: usize) -> Vec<u32> {
    let mut first: Vec<u32> = (0..jobs as u32).collect();
    let root = |first: &mut Vec<u32>, mut job: u32| {
        while first[job as usize] != job {
            first[job as usize] = first[first[job as usize] as usize];
            job = first[job as usize];
        }
        job
    };
    for (a, b) in pairs {
        let (a, b) = (root(&mut first, *a), root(&mut first, *b));
        first[a.max(b) as usize] = a.min(b);
    }
    (0..jobs as u32).map(|job| root(&mut first, job)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(after: &[&[u64]]) -> Vec<TaskJob> {
        let job = |(id, after): (u64, &&[u64])| TaskJob { after: after.to_vec(), ..TaskJob::new(id, id as f64, &[1.0], &[]) };
        (1..).zip(after).map(job).collect()
    }

    #[test]
    fn who_waits_and_who_belongs_together() {
        let chains = Chains::of(&jobs(&[&[], &[1], &[], &[2, 1, 2], &[3]])).unwrap().unwrap();
        assert_eq!(chains.waits(), [0, 1, 0, 2, 1]);
        assert_eq!([0, 1, 2].map(|job| chains.next(job).to_vec()), [vec![1, 3], vec![3], vec![4]]);
        assert_eq!([0, 1, 2, 3, 4].map(|job| chains.chain(job)), [0, 0, 2, 0, 2]);
        assert_eq!(chains.all().collect::<Vec<_>>(), [&[0, 1, 3][..], &[2, 4]]);
        assert_eq!((chains.members(3), chains.members(2)), (&[0, 1, 3][..], &[2, 4][..]));
        assert_eq!(Chains::of(&jobs(&[&[], &[]])), Ok(None));
    }

    #[test]
    fn tangles_are_named() {
        let error = |after: &[&[u64]]| Chains::of(&jobs(after)).unwrap_err();
        assert_eq!(error(&[&[], &[9]]), Tangle::Unknown { job: 2, after: 9 });
        assert_eq!(error(&[&[], &[2]]), Tangle::Itself { job: 2 });
        let circle = error(&[&[], &[1, 4], &[2], &[3], &[4]]);
        assert_eq!(circle, Tangle::Circle { jobs: vec![2, 4, 3] });
        assert_eq!(circle.to_string(), "jobs wait for each other in a circle: 2 waits for 4, 4 waits for 3, 3 waits for 2");
    }

    #[test]
    fn a_large_circle_is_named_in_short() {
        const JOBS: u64 = 100_000;
        let after: Vec<[u64; 1]> = (1..=JOBS).map(|id| [id % JOBS + 1]).collect();
        let circle = Chains::of(&jobs(&after.iter().map(|after| &after[..]).collect::<Vec<_>>())).unwrap_err();
        assert_eq!(
            circle.to_string(),
            "jobs wait for each other in a circle: 1 waits for 2, 2 waits for 3, 3 waits for 4, 4 waits for 5, 5 waits for 6, \
             and so on for 99995 more"
        );
    }
}
