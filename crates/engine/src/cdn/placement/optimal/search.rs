//! A greedy placement, improved video by video.
//!
//! Copy by copy, the one that saves most next is placed; requests move to a copy that saves more as long as its dServer can serve any.
//! Those of a region for a video move together, so that the last that a dServer takes may be more than it can serve.
//! What a copy saves only falls as others are placed, so that a heap of stale figures suffices: the one on top is computed anew, and
//! taken if it still is the best. Then, over and over, each video gives up its copies and gets the best ones again, until a round brings
//! nothing. Where videos have sizes, this is done twice: what counts of a copy is what it saves for each unit of storage, and what it saves
//! in all, which is better where a large video fits only into a storage that is still empty. The better placement stays.

use super::Program;
use crate::sim::Key;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most rounds in which copies are moved.
const ROUNDS: usize = 2;
/// No dServer.
const NONE: u8 = u8::MAX;

/// A placement that saves nearly as much as any.
pub fn solve(program: &Program) -> Vec<u64> {
    let for_each_unit = found(program, |_| 1.0);
    if !program.sizes.given() {
        return for_each_unit;
    }
    let in_all = found(program, |video| program.sizes.of(video));
    if program.saved(&in_all) > program.saved(&for_each_unit) { in_all } else { for_each_unit }
}

/// A placement for which a copy of a video counts what it saves for each unit of storage, times this.
fn found(program: &Program, counts: impl Fn(u32) -> f64) -> Vec<u64> {
    let mut search = Search::new(program);
    search.fill(counts);
    for _ in 0..ROUNDS {
        if !search.improve() {
            break;
        }
    }
    search.holders
}

struct Search<'a> {
    program: &'a Program,
    holders: Vec<u64>,
    /// By video and region, the dServer to which its requests go.
    served: Vec<u8>,
    /// By dServer, units of size that it can store besides.
    room: Vec<f64>,
    /// By dServer, requests that it can serve besides.
    left: Vec<f64>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program) -> Self {
        Self {
            program,
            holders: vec![0; program.videos()],
            served: vec![NONE; program.demand.len()],
            room: program.storage.clone(),
            left: program.capacity.clone(),
        }
    }

    /// The regions whose requests would move to a copy of a video on a dServer, with what each request saves by that.
    fn moves(&self, video: usize, server: usize) -> impl Iterator<Item = (usize, f64, f64)> {
        let program = self.program;
        let served = &self.served[video * program.regions..][..program.regions];
        let mut left = self.left[server];
        let of = program.demand_of(video).iter().zip(program.saving_from(server)).zip(served).enumerate();
        of.filter_map(move |(region, ((demand, saving), by))| {
            let now = if *by == NONE { 0.0 } else { program.saving_from(usize::from(*by))[region] };
            let demand = f64::from(*demand);
            let moves = *saving > now && demand > 0.0 && left > 0.0;
            left -= if moves { demand } else { 0.0 };
            moves.then_some((region, demand, saving - now))
        })
    }

    /// What one more copy of a video on a dServer saves, for each unit of storage that it takes.
    fn gain(&self, video: usize, server: usize) -> f64 {
        self.moves(video, server).map(|(_, demand, saving)| demand * saving).sum()
    }

    fn size(&self, video: usize) -> f64 {
        self.program.sizes.of(video as u32)
    }

    /// Whether there may be one more copy of a video on a dServer.
    fn may(&self, video: usize, server: usize) -> bool {
        let holders = self.holders[video];
        self.room[server] >= self.size(video) && holders >> server & 1 == 0 && holders.count_ones() < self.program.copies[video]
    }

    fn add(&mut self, video: usize, server: usize) {
        self.holders[video] |= 1 << server;
        self.room[server] -= self.size(video);
        let moves: Vec<(usize, f64)> = self.moves(video, server).map(|(region, demand, _)| (region, demand)).collect();
        for (region, demand) in moves {
            let by = std::mem::replace(&mut self.served[video * self.program.regions + region], server as u8);
            self.left[server] -= demand;
            if by != NONE {
                self.left[usize::from(by)] += demand;
            }
        }
    }

    /// Places copies until none saves anything.
    fn fill(&mut self, counts: impl Fn(u32) -> f64) {
        let regions = self.program.regions;
        let pairs = (0..self.program.videos()).flat_map(|video| (0..regions).map(move |server| (video, server)));
        let claim = |(video, server)| (Key(self.gain(video, server) * counts(video as u32)), Reverse(video as u32), Reverse(server as u8));
        let mut claims: BinaryHeap<_> = pairs.map(claim).filter(|(gain, ..)| gain.0 > 0.0).collect();
        while let Some((Key(stale), Reverse(video), Reverse(server))) = claims.pop() {
            let place = (video as usize, usize::from(server));
            if !self.may(place.0, place.1) {
                continue;
            }
            let gain = self.gain(place.0, place.1) * counts(video);
            if gain >= stale || claims.peek().is_none_or(|(next, ..)| gain >= next.0) {
                if gain > 0.0 {
                    self.add(place.0, place.1);
                }
            } else {
                claims.push((Key(gain), Reverse(video), Reverse(server)));
            }
        }
    }

    /// What a video saves, for each unit of its size.
    fn value(&self, video: usize) -> f64 {
        let served = &self.served[video * self.program.regions..][..self.program.regions];
        let of = served.iter().enumerate().filter(|(_, by)| **by != NONE);
        of.map(|(region, by)| f64::from(self.program.demand_of(video)[region]) * self.program.saving_from(usize::from(*by))[region]).sum()
    }

    /// Takes all copies of a video away.
    fn clear(&mut self, video: usize) {
        for region in 0..self.program.regions {
            let by = std::mem::replace(&mut self.served[video * self.program.regions + region], NONE);
            if by != NONE {
                self.left[usize::from(by)] += f64::from(self.program.demand_of(video)[region]);
            }
        }
        let holders = std::mem::take(&mut self.holders[video]);
        let size = self.size(video);
        (0..self.program.regions).filter(|server| holders >> server & 1 == 1).for_each(|server| self.room[server] += size);
    }

    /// Places the copies of each video anew, one round. Whether that brought anything comes back.
    fn improve(&mut self) -> bool {
        let mut better = false;
        for video in self.program.order.iter().map(|video| *video as usize) {
            let (holders, value) = (self.holders[video], self.value(video));
            if holders == 0 && value == 0.0 && self.program.copies[video] == 0 {
                continue;
            }
            self.clear(video);
            self.rebuild(video);
            self.exchange(video);
            if self.value(video) > value * (1.0 + 1e-12) {
                better = true;
            } else if self.holders[video] != holders {
                self.clear(video);
                (0..self.program.regions).filter(|server| holders >> server & 1 == 1).for_each(|server| self.add(video, server));
            }
        }
        better
    }

    /// Places copies of a video one by one where they save most.
    fn rebuild(&mut self, video: usize) {
        while let Some(server) = self.best(video) {
            self.add(video, server);
        }
    }

    /// The dServer on which one more copy saves most, if it saves anything.
    fn best(&self, video: usize) -> Option<usize> {
        let servers = (0..self.program.regions).filter(|server| self.may(video, *server));
        let gains = servers.map(|server| (Key(self.gain(video, server)), Reverse(server)));
        gains.max().filter(|(gain, _)| gain.0 > 0.0).map(|(_, Reverse(server))| server)
    }

    /// Moves single copies of a video as long as that saves more, each at most once on average.
    fn exchange(&mut self, video: usize) {
        let regions = self.program.regions;
        for _ in 0..self.holders[video].count_ones() {
            let holders = self.holders[video];
            self.set(video, holders);
            let mut best = (self.value(video) * (1.0 + 1e-12), holders);
            for out in (0..regions).filter(|server| holders >> server & 1 == 1) {
                let rest = holders & !(1 << out);
                self.set(video, rest);
                if let Some(other) = self.best(video).filter(|other| *other != out) {
                    self.set(video, rest | 1 << other);
                    let now = self.value(video);
                    best = if now > best.0 { (now, self.holders[video]) } else { best };
                }
            }
            self.set(video, best.1);
            if best.1 == holders {
                return;
            }
        }
    }

    /// Gives a video these copies.
    fn set(&mut self, video: usize, holders: u64) {
        self.clear(video);
        (0..self.program.regions).filter(|server| holders >> server & 1 == 1).for_each(|server| self.add(video, server));
    }
}
