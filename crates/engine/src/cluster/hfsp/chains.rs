//! Chains of jobs as one *complex job* (Pastorelli's thesis, section 7.1).
//!
//! High-level languages make several jobs of a query, each of which waits for others. HFSP sees each job alone, however much
//! follows it. Here all phases of one kind of a chain (its maps, or its reduces) are one in the virtual cluster:
//!
//! * its size is what is left of all jobs of the chain, those that have not entered yet at what they would be believed to be
//!   if they entered now;
//! * it can use as many slots as the tasks of those that are there when one enters;
//! * a job that enters goes on from what is left, so that it inherits what the chain has aged: its own size replaces what it
//!   had been believed to be;
//! * when the samples of a job are known, its part of the size changes. Where what is left replaces whatever has aged, that is
//!   what has aged since this job entered.
//!
//! A chain is as tiny as all its tasks together, has the weight of its first job, and its jobs are served in the order in
//! which they were submitted. A job that stands alone is what it was.

use super::virtual_cluster::{Rank, VirtualCluster, marks};
use super::{Estimator, Granularity, Key};
use crate::cluster::Cluster;
use crate::workload::Phase;
use std::collections::BTreeMap;

/// The virtual cluster of one phase, in which the jobs of a chain may be one.
#[derive(Clone, Debug)]
pub struct Aging {
    ages: VirtualCluster,
    phase: Phase,
    /// Whether they are.
    together: bool,
    /// The first job to enter of the chain of each, if it is not alone.
    leaders: Vec<Option<u32>>,
    /// By these jobs.
    groups: BTreeMap<u32, Group>,
    /// Who they are, by the first job of the chain in the workload.
    led: BTreeMap<u32, u32>,
    /// What is asked for in the walk, and the jobs of the last chain that come next, the first of them at the end.
    asked: u8,
    next: Vec<u32>,
}

/// A chain of jobs.
#[derive(Clone, Debug)]
struct Group {
    /// Size of all of it, including what is complete.
    size: f64,
    /// Positions of jobs that have not entered, and their part of it.
    ahead: BTreeMap<u32, f64>,
    members: Vec<Member>,
}

/// A job that has entered and is not complete.
#[derive(Clone, Copy, Debug)]
struct Member {
    job: u32,
    tasks: u32,
    marks: u8,
    /// Its part of the size of the chain.
    part: f64,
    /// What of the chain was left when it entered, and what had aged.
    left: f64,
    aged: f64,
}

/// A size without its last bits, so that two that differ by the rounding of their sums alone are equal.
fn without_last_bits(size: f64) -> f64 {
    const DROPPED: u32 = 12;
    f64::from_bits(((size.to_bits() + (1 << (DROPPED - 1))) >> DROPPED) << DROPPED)
}

impl Aging {
    pub fn new(phase: Phase, granularity: Granularity, slots: u32, together: bool) -> Self {
        let ages = VirtualCluster::new(granularity, slots);
        Self { ages, phase, together, leaders: vec![], groups: BTreeMap::new(), led: BTreeMap::new(), asked: 0, next: vec![] }
    }

    /// The positions of the jobs of a chain that have tasks in this phase, if the chain of this job is one.
    fn chain<'a>(&self, cluster: &'a Cluster, job: u32) -> Option<impl Iterator<Item = u32> + use<'a>> {
        let chains = cluster.jobs.chains().filter(|_| self.together)?;
        let (members, all, phase) = (chains.members(cluster.jobs.position(job)), cluster.jobs.all(), self.phase.index());
        (members.len() > 1).then(|| members.iter().copied().filter(move |member| !all[*member as usize].tasks[phase].is_empty()))
    }

    /// Number of tasks by which it is judged whether a phase is tiny.
    pub fn tasks(&self, cluster: &Cluster, job: u32) -> u32 {
        let tasks = |position: u32| cluster.jobs.all()[position as usize].tasks[self.phase.index()].len() as u32;
        self.chain(cluster, job).map_or_else(|| tasks(cluster.jobs.position(job)), |chain| chain.map(tasks).sum())
    }

    /// A phase of this many tasks enters.
    pub fn enter(&mut self, cluster: &Cluster, estimator: &Estimator, job: u32, tasks: u32, size: f64, weight: f64) {
        let Some(chain) = self.chain(cluster, job) else {
            return self.ages.enter(job, tasks, without_last_bits(size), weight);
        };
        let position = cluster.jobs.position(job);
        let first = cluster.jobs.chains().map_or(position, |chains| chains.chain(position));
        let leader = self.led.get(&first).copied().unwrap_or_else(|| {
            let part = |position: u32| (position, estimator.foreseen(&cluster.jobs.all()[position as usize]));
            let ahead: BTreeMap<u32, f64> = chain.map(part).collect();
            let whole = ahead.values().sum();
            self.groups.insert(job, Group { size: whole, ahead, members: vec![] });
            self.led.insert(first, job);
            self.ages.enter(job, 0, whole, weight);
            job
        });
        if self.leaders.len() <= job as usize {
            self.leaders.resize(job as usize + 1, None);
        }
        self.leaders[job as usize] = Some(leader);
        let left = self.ages.size(leader);
        let group = self.groups.get_mut(&leader).expect("the chain is there");
        let aged = group.size - left;
        let more = size - group.ahead.remove(&position).unwrap_or(0.0);
        let left = (left + more).max(0.0);
        group.size += more;
        group.members.push(Member { job, tasks, marks: marks::PRESENT | marks::WAITING, part: size, left, aged });
        let tasks = group.members.iter().map(|member| member.tasks).sum();
        self.ages.extend(leader, tasks, without_last_bits(left));
    }

    /// A phase enters that is too small to have a size.
    pub fn enter_tiny(&mut self, job: u32, tasks: u32) {
        self.ages.enter_tiny(job, tasks);
    }

    /// What was left of a job, with its chain, when it entered; nothing if it is alone.
    pub fn initial(&self, job: u32) -> Option<f64> {
        let group = self.groups.get(&(*self.leaders.get(job as usize)?)?)?;
        group.members.iter().find(|member| member.job == job).map(|member| member.left)
    }

    /// A phase is complete.
    pub fn leave(&mut self, job: u32) {
        let leader = self.leader(job);
        let Some(group) = self.groups.get_mut(&leader) else { return self.ages.leave(job) };
        group.members.retain(|member| member.job != job);
        if group.members.is_empty() && group.ahead.is_empty() {
            self.groups.remove(&leader);
            self.ages.leave(leader);
        } else {
            self.mark_all(leader);
        }
    }

    /// What is left of a phase is known anew, whatever it has aged.
    pub fn replace_size(&mut self, job: u32, size: f64) {
        let leader = self.leader(job);
        let left = self.ages.size(leader);
        let Some(group) = self.groups.get_mut(&leader) else { return self.ages.replace_size(job, without_last_bits(size)) };
        let aged = group.size - left;
        let Some(member) = group.members.iter_mut().find(|member| member.job == job) else { return };
        let aged = aged.min(member.aged);
        group.size += size - std::mem::replace(&mut member.part, size);
        group.members.iter_mut().for_each(|member| member.aged = member.aged.min(aged));
        self.ages.replace_size(leader, without_last_bits((group.size - aged).max(0.0)));
    }

    /// The size of a phase is known better: what it has aged so far stays taken off.
    pub fn set_size(&mut self, job: u32, size: f64) {
        let leader = self.leader(job);
        let Some(group) = self.groups.get_mut(&leader) else { return self.ages.set_size(job, without_last_bits(size)) };
        let Some(member) = group.members.iter_mut().find(|member| member.job == job) else { return };
        let more = size - std::mem::replace(&mut member.part, size);
        group.size += more;
        let left = self.ages.size(leader);
        self.ages.replace_size(leader, without_last_bits((left + more).max(0.0)));
    }

    /// Marks a phase that is not complete.
    pub fn mark(&mut self, job: u32, marks: u8) {
        let leader = self.leader(job);
        match self.groups.get_mut(&leader).map(|group| group.members.iter_mut().find(|member| member.job == job)) {
            None => self.ages.mark(job, marks),
            Some(None) => {}
            Some(Some(member)) => {
                member.marks = marks | marks::PRESENT;
                self.mark_all(leader);
            }
        }
    }

    fn mark_all(&mut self, leader: u32) {
        let marks = self.groups[&leader].members.iter().fold(0, |marks, member| marks | member.marks);
        self.ages.mark(leader, marks);
    }

    /// Who stands for a job in the virtual cluster.
    fn leader(&self, job: u32) -> u32 {
        self.leaders.get(job as usize).copied().flatten().unwrap_or(job)
    }

    /// Lets time pass until `now`.
    pub fn age(&mut self, now: f64) {
        self.ages.age(now);
    }

    /// The number of slots of the cluster has changed to this.
    pub fn resize(&mut self, slots: u32) {
        self.ages.resize(slots);
    }

    /// Whether a phase is tiny.
    pub fn is_tiny(&self, job: u32) -> bool {
        self.ages.is_tiny(self.leader(job))
    }

    /// Since when nothing has been left of a phase, or of its chain.
    pub fn over_since(&self, job: u32) -> f64 {
        self.ages.over_since(self.leader(job))
    }

    /// Whether the order has changed by `now` without anything having happened.
    pub fn has_ended_by(&self, now: f64) -> bool {
        self.ages.has_ended_by(now)
    }

    /// Virtual remaining size of each phase that is not complete, with its chain: job, size.
    pub fn sizes(&mut self) -> Vec<(u32, f64)> {
        let mut sizes = vec![];
        for (leader, size) in self.ages.sizes() {
            match self.groups.get(&leader) {
                None => sizes.push((leader, size)),
                Some(group) => sizes.extend(group.members.iter().map(|member| (member.job, size))),
            }
        }
        sizes
    }

    /// Begins to go through the phases with one of these marks, the first in priority first.
    pub fn rewind(&mut self, key: Key, marks: u8) {
        self.asked = marks;
        self.next.clear();
        self.ages.rewind(key, marks);
    }

    /// The next of them.
    pub fn advance(&mut self) -> Option<u32> {
        loop {
            if let Some(job) = self.next.pop() {
                return Some(job);
            }
            let leader = self.ages.advance()?;
            let Some(group) = self.groups.get(&leader) else { return Some(leader) };
            let asked = self.asked;
            self.next.extend(group.members.iter().rev().filter(|member| member.marks & asked != 0).map(|member| member.job));
        }
    }

    /// The place of a phase in the order of priority.
    pub fn rank(&self, key: Key, job: u32) -> Rank {
        (self.ages.rank(key, self.leader(job)).0, job)
    }

    /// Whether that is known as far as the order has been read.
    pub fn is_ranked(&self, key: Key, job: u32) -> bool {
        self.ages.is_ranked(key, self.leader(job))
    }

    /// Reads the order further; says whether there was more.
    pub fn look_further(&mut self) -> bool {
        self.ages.look_further()
    }
}
