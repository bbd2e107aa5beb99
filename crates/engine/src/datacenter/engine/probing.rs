//! Probes: which workers get them, which reject them, and where rejected ones go (sections 2.2.3 and 3.3).

use super::{Engine, Message, Observer, Origin, Placement, Pool, Rescue, Worker};
use crate::datacenter::Probe;
use crate::datacenter::sharing::Snapshot;
use rand::RngExt;
use rand::seq::index;
use std::ops::Range;
use std::rc::Rc;

/// Last round of probes that may be rejected.
const ROUNDS: u8 = 2;

impl<O: Observer> Engine<'_, O> {
    /// Sends probes that are under way for so long, whose workers are drawn when they arrive.
    pub(super) fn send_probes(&mut self, seconds: f64, job: u32, count: u32, round: u8, picture: Option<Rc<Snapshot>>) {
        self.outcome.counters.rounds += 1;
        self.outcome.counters.messages.probes += u64::from(count);
        self.send(seconds + f64::from(count) * self.config.probe_cost, Message::Probes { job, count, round, picture });
    }

    /// Probes reach their workers: those that accept queue them, the others are tried again elsewhere.
    pub(super) fn probe(&mut self, job: u32, count: u32, round: u8, picture: Option<&Snapshot>) {
        let (rejected, freshest) = self.invite(job, count, round, picture);
        let delivery = self.deliver(job);
        let accepting = std::mem::take(&mut self.targets);
        for worker in &accepting {
            self.enqueue(*worker, delivery, Origin::Probe);
        }
        self.targets = accepting;
        if rejected > 0 {
            self.send_probes(2.0 * self.config.probe_delay(), job, rejected, round + 1, freshest.filter(|_| round == 1));
        }
    }

    /// All rounds at the instant of submission, as in the authors' simulator: probes that are accepted first arrive after
    /// one delay, the others after two.
    pub(super) fn probe_early(&mut self, job: u32, mut count: u32) {
        let (delay, cost) = (self.config.probe_delay(), f64::from(count) * self.config.probe_cost);
        let mut picture = None;
        let mut late = vec![];
        for round in 1..=ROUNDS + 1 {
            self.outcome.counters.rounds += 1;
            self.outcome.counters.messages.probes += u64::from(count);
            let (rejected, freshest) = self.invite(job, count, round, picture.as_deref());
            if round == 1 {
                let workers = self.targets.as_slice().into();
                self.send(delay + cost, Message::Entries { job, workers, origin: Origin::Probe, picture: None });
            } else {
                late.extend_from_slice(&self.targets);
            }
            if rejected == 0 {
                break;
            }
            (count, picture) = (rejected, freshest.filter(|_| round == 1));
        }
        if !late.is_empty() {
            self.send(2.0 * delay + cost, Message::Entries { job, workers: late.into(), origin: Origin::Probe, picture: None });
        }
    }

    /// Draws the workers of probes and leaves those that accept in `targets`. Tells how many reject, and the newest picture
    /// of where there are long tasks that the scheduler has got.
    pub(super) fn invite(&mut self, job: u32, count: u32, round: u8, picture: Option<&Snapshot>) -> (u32, Option<Rc<Snapshot>>) {
        let long = self.jobs[job as usize].long;
        let (pool, distinct) = match if long { self.design.long } else { self.design.short } {
            Placement::Probe { pool, distinct, .. } => (pool, distinct),
            Placement::Central(pool) | Placement::Stale { pool, .. } => (pool, false),
        };
        self.targets.clear();
        let ideal = self.design.rescue == Rescue::Ideal && !long;
        let ideal = if ideal { self.bitmap.as_mut().map(|bitmap| bitmap.picture()) } else { None };
        let free = picture.or(ideal.as_deref()).map(Snapshot::free).filter(|free| !free.is_empty() && round <= 2);
        let (general, workers) = (self.general, self.config.workers);
        let range = match (round, pool) {
            (3, _) | (_, Pool::Short) if general > 0 => 0..general,
            (_, Pool::All | Pool::Short) => 0..workers,
            (_, Pool::General) => general..workers,
        };
        match free {
            Some(free) => self.draw(count, 0..free.len() as u32, distinct, |place| free[place as usize]),
            None => self.draw(count, range, distinct, |worker| worker),
        }
        let Rescue::Share { early } = self.design.rescue else {
            self.show_probes(job, round, 0, |_| true);
            return (0, None);
        };
        let delays = if early && !long { round.min(2) } else { 0 };
        if long || round > ROUNDS {
            self.show_probes(job, round, delays, |_| true);
            return (0, None);
        }
        self.show_probes(job, round, delays, |worker| worker.longs == 0);
        let mut freshest: Option<Rc<Snapshot>> = None;
        let workers = &self.workers;
        self.targets.retain(|worker| {
            let at = &workers[*worker as usize];
            let rejects = at.longs > 0;
            // In the authors' simulator those who accept tell what they know, too.
            if (rejects || early)
                && let Some(theirs) = at.picture.as_ref().filter(|theirs| freshest.as_ref().is_none_or(|mine| theirs.number > mine.number))
            {
                freshest = Some(theirs.clone());
            }
            !rejects
        });
        let rejected = count - self.targets.len() as u32;
        let counters = &mut self.outcome.counters;
        counters.rejected += if round == 1 { u64::from(rejected) } else { 0 };
        counters.fallbacks += if round == 1 { 0 } else { u64::from(rejected) };
        counters.messages.rejections += u64::from(rejected);
        (rejected, freshest)
    }

    /// The workers in `targets` get probes, after so many delays.
    fn show_probes(&mut self, job: u32, round: u8, delays: u8, accepts: impl Fn(&Worker) -> bool) {
        if O::WATCHES {
            let came = self.now + f64::from(delays) * self.config.probe_delay();
            for worker in &self.targets {
                let accepted = accepts(&self.workers[*worker as usize]);
                self.observer.probed(Probe { job, worker: *worker, round, sent: came - self.config.probe_delay(), came, accepted });
            }
        }
    }

    /// Draws `count` numbers of a range into `targets`, each put through `worker`. If `distinct`, none comes twice before
    /// all have come.
    fn draw(&mut self, count: u32, range: Range<u32>, distinct: bool, worker: impl Fn(u32) -> u32) {
        if !distinct {
            let drawn = (0..count).map(|_| worker(self.probing.random_range(range.clone())));
            self.targets.extend(drawn);
            return;
        }
        let size = range.len() as u32;
        for _ in 0..count / size {
            self.targets.extend(range.clone().map(&worker));
        }
        let rest = index::sample(&mut self.probing, size as usize, (count % size) as usize);
        self.targets.extend(rest.into_iter().map(|place| worker(range.start + place as u32)));
    }
}
