//! The event loop that all policies of the network share.

use super::flows::Flow;
use super::observer::{End, Moment, Observer};
use super::rates::Rates;
use super::streams::{NEVER, Streams, after};
use super::{Flows, Network, Outcome, Paths};
use crate::sim::{ROUNDING, Sum, TIE};
use std::collections::VecDeque;

const PROGRESS_EVERY: usize = 1 << 14;
const NONE: u32 = u32::MAX;

/// Most events at one instant, besides one for each stream: a few are due to rounding.
const STILL: usize = 10_000;

/// Runs all flows to their ends.
///
/// Events at one instant: completions, then flows that are released by id, then events of the policy, by the rates that held before. An
/// event of the policy that rounding has put a few units in the last place after what happens now is one of these: else it could be
/// lost, as what happens may stop the stream that was about to pass another.
pub(super) fn run<'a, R: Rates<'a>, O: Observer>(
    (network, paths): (&Network, &'a Paths),
    flows: &'a Flows,
    mut rates: R,
    replicate: bool,
    observer: &mut O,
) -> Outcome {
    let mut run = Run::new((network, paths), flows, replicate, O::WATCHES);
    let mut still = 0;
    while run.completed < flows.len() {
        let now = run.streams.now;
        let completion = run.streams.next().map_or(NEVER, |(_, time)| time).max(now);
        let arrival = flows.all().get(run.arrived).map_or(NEVER, |flow| flow.arrival.into());
        let arrival = arrival.min(run.acknowledged.front().map_or(NEVER, |(time, _)| *time)).max(now);
        let event = rates.next().max(now);
        let rounding = |time: Sum| (TIE * time.minus(now).get()).min(ROUNDING * time.get().abs());
        let arrives = arrival <= event && (arrival <= completion || arrival.minus(completion).get() <= rounding(completion));
        let time = if arrives { arrival } else { completion.min(event) };
        assert!(time < NEVER, "a flow is on its way and nothing will happen");
        still = if time > now { 0 } else { still + 1 };
        assert!(still <= STILL + run.streams.slots(), "events of the policy at {} do not end", now.get());
        run.streams.now = time;
        run.complete(&mut rates);
        if arrives {
            run.arrive();
        }
        run.release(&mut rates);
        let same = after(time, rounding(time));
        if rates.next() <= same {
            rates.act(&mut run.streams, same);
            run.outcome.events += 1;
        }
        rates.settle(&mut run.streams);
        if O::WATCHES {
            observer.instant(&Moment { streams: &run.streams, rates: &rates, ended: &run.ended, released: &run.ready });
            run.ended.clear();
        }
        run.ready.clear();
        if run.completed / PROGRESS_EVERY > run.told {
            run.told = run.completed / PROGRESS_EVERY;
            observer.progress(run.completed);
        }
    }
    observer.progress(run.completed);
    run.outcome
}

/// A run as far as it has come.
struct Run<'a> {
    flows: &'a Flows,
    streams: Streams<'a>,
    replicate: bool,
    /// Flows whose time has come, and flows that are complete.
    arrived: usize,
    completed: usize,
    told: usize,
    /// How many others each flow still waits for; empty where none waits.
    waits: Vec<u32>,
    /// Streams of each flow.
    slots: Vec<[u32; 2]>,
    /// When each was released.
    releases: Vec<Sum>,
    /// Flows that are complete once their last round trip is over, for which others wait.
    acknowledged: VecDeque<(Sum, u32)>,
    /// Flows that are released now, and streams that have ended now.
    ready: Vec<u32>,
    ended: Vec<End>,
    watched: bool,
    outcome: Outcome,
}

impl<'a> Run<'a> {
    fn new((network, paths): (&Network, &'a Paths), flows: &'a Flows, replicate: bool, watched: bool) -> Self {
        let start = flows.all().first().map_or(0.0, |flow| flow.arrival);
        Self {
            flows,
            streams: Streams::new(flows, paths, start.into()),
            replicate,
            arrived: 0,
            completed: 0,
            told: 0,
            waits: flows.chains().map_or(vec![], |chains| chains.waits().to_vec()),
            slots: vec![[NONE; 2]; flows.len()],
            releases: vec![Sum::ZERO; flows.len()],
            acknowledged: VecDeque::new(),
            ready: vec![],
            ended: vec![],
            watched,
            outcome: Outcome::new(network, flows),
        }
    }

    /// Flows whose first stream is complete end now.
    fn complete(&mut self, rates: &mut impl Rates<'a>) {
        while let Some(slot) = self.streams.due() {
            let flow = self.streams.of(slot).flow;
            let position = flow as usize;
            let completion = self.streams.now.plus(self.flows.latency().into());
            let sojourn = completion.minus(self.releases[position]).get();
            // Rounding may lose a unit in the last place; no flow can be faster than alone.
            self.outcome.sojourn[position] = sojourn.max(self.flows.ideal(position));
            self.outcome.completion[position] = completion.get();
            for slot in self.slots[position] {
                if slot != NONE {
                    self.end(rates, slot);
                }
            }
            self.outcome.events += 1;
            self.completed += 1;
            if self.flows.chains().is_none() {
                continue;
            }
            if completion > self.streams.now {
                self.acknowledged.push_back((completion, flow));
            } else {
                self.free(flow);
            }
        }
    }

    /// A flow is complete for those that wait for it.
    fn free(&mut self, flow: u32) {
        let Some(chains) = self.flows.chains() else { return };
        for next in chains.next(flow) {
            self.waits[*next as usize] -= 1;
            if self.waits[*next as usize] == 0 && (*next as usize) < self.arrived {
                self.ready.push(*next);
            }
        }
    }

    /// A stream is complete, or not needed any more.
    fn end(&mut self, rates: &mut impl Rates<'a>, slot: u32) {
        rates.leave(&mut self.streams, slot);
        let stream = *self.streams.of(slot);
        let left = self.streams.leave(slot);
        let hops = self.flows.paths().hops(stream.path);
        let sent = stream.size - left;
        hops.iter().for_each(|hop| self.outcome.carried[hop.link as usize] += sent * hop.share);
        if self.watched {
            self.ended.push(End { flow: stream.flow, replica: stream.replica });
        }
    }

    /// Flows whose time has come, and flows that are complete by now.
    fn arrive(&mut self) {
        while let Some(&(_, flow)) = self.acknowledged.front().filter(|(time, _)| *time <= self.streams.now) {
            self.acknowledged.pop_front();
            self.free(flow);
        }
        let flows = self.flows.all();
        while flows.get(self.arrived).is_some_and(|flow| Sum::from(flow.arrival) <= self.streams.now) {
            if self.waits.get(self.arrived).is_none_or(|waits| *waits == 0) {
                self.ready.push(self.arrived as u32);
            }
            self.arrived += 1;
        }
    }

    /// Flows that wait for nothing any more begin.
    fn release(&mut self, rates: &mut impl Rates<'a>) {
        let flows = self.flows.all();
        self.ready.sort_unstable_by_key(|flow| flows[*flow as usize].id);
        for i in 0..self.ready.len() {
            let flow = self.ready[i];
            let Flow { path, other, class, .. } = flows[flow as usize];
            let other = other.filter(|_| self.replicate && class.is_short());
            self.releases[flow as usize] = self.streams.now;
            self.outcome.release[flow as usize] = self.streams.now.get();
            for (replica, path) in (0..).zip(std::iter::once(path).chain(other)) {
                let slot = self.streams.enter(flow, replica, path);
                self.slots[flow as usize][usize::from(replica)] = slot;
                rates.enter(&mut self.streams, slot, class.is_short());
                self.outcome.replicas += u64::from(replica);
            }
            self.outcome.events += 1;
        }
    }
}
