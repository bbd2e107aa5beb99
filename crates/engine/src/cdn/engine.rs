//! One loop: sessions end, in the order of their ends; then requests come, in order of (arrival, place).

use super::placement::{Caches, Holders, place};
use super::{Decision, Design, Network, Observer, Outcome, Refusal, Request, Requests, Tried};
use crate::sim::EventQueue;
use std::collections::VecDeque;

/// Requests between two reports of progress.
const STEP: usize = 4096;

/// Places videos as a policy does, and serves the requests. What is drawn for the placement follows from `seed`.
pub fn simulate(network: &Network, requests: &Requests, design: &Design, seed: u64, observer: &mut impl Observer) -> Outcome {
    let holders = place(network, requests, design, seed);
    serve(network, requests, design, holders, observer)
}

/// Serves the requests, with videos placed so.
pub fn serve<O: Observer>(network: &Network, requests: &Requests, design: &Design, holders: Holders, observer: &mut O) -> Outcome {
    let mut state = State::new(network, requests, design, holders);
    for (position, request) in requests.all.iter().enumerate() {
        while state.ends.next().is_some_and(|end| end <= request.arrival) {
            state.end(observer);
        }
        state.arrive(position, request, observer);
        if position % STEP == 0 {
            observer.progress(position);
        }
    }
    while state.ends.next().is_some() && (O::WATCHES || !state.queue.is_empty()) {
        state.end(observer);
    }
    observer.progress(requests.all.len());
    state.outcome
}

struct State<'a, 'r> {
    network: &'a Network,
    requests: &'r Requests,
    design: &'a Design,
    /// What each dServer stores.
    holders: Holders,
    /// What a cache keeps of them.
    caches: Option<Caches>,
    /// When sessions end, and at which server.
    ends: EventQueue<u8>,
    /// Sessions of each dServer, then of the CDN server.
    sessions: Vec<u32>,
    /// The most of each.
    most: Vec<u32>,
    /// Sessions of all dServers.
    dcdn: u32,
    queue: VecDeque<u32>,
    tried: Vec<Tried>,
    outcome: Outcome,
}

impl<'a, 'r> State<'a, 'r> {
    fn new(network: &'a Network, requests: &'r Requests, design: &'a Design, holders: Holders) -> Self {
        let caches = design.placement.caching().map(|caching| Caches::new(caching, network, requests));
        let most: Vec<u32> = network.regions.iter().map(|region| region.capacity).chain([network.cdn_capacity]).collect();
        let room = most.iter().map(|most| *most as usize).sum::<usize>().min(requests.all.len());
        let outcome = Outcome {
            server: Vec::with_capacity(requests.all.len()),
            wait: vec![None; requests.all.len()],
            copies: holders.copies(),
            ..Outcome::default()
        };
        Self {
            network,
            requests,
            design,
            holders,
            caches,
            ends: EventQueue::with_capacity(room),
            sessions: vec![0; most.len()],
            most,
            dcdn: 0,
            queue: VecDeque::new(),
            tried: vec![],
            outcome,
        }
    }

    /// Position of the CDN server among the servers.
    fn cdn(&self) -> usize {
        self.most.len() - 1
    }

    /// The next session ends. At the CDN server, the first in the queue takes its place.
    fn end<O: Observer>(&mut self, observer: &mut O) {
        let Some((time, server)) = self.ends.pop() else { return };
        let server = usize::from(server);
        let next = if server == self.cdn() { self.queue.pop_front() } else { None };
        match next {
            Some(next) => {
                let request = &self.requests.all[next as usize];
                self.outcome.wait[next as usize] = Some(time - request.arrival);
                self.ends.push(time + request.session, 0, server as u8);
            }
            None => {
                self.sessions[server] -= 1;
                self.dcdn -= u32::from(server != self.cdn());
            }
        }
        if O::WATCHES {
            observer.ended(time, next.map(|next| next as usize), &self.sessions, self.queue.len() as u32);
        }
    }

    fn arrive<O: Observer>(&mut self, position: usize, request: &Request, observer: &mut O) {
        let candidates = self.design.redirection.candidates(self.network, request);
        let server = self.choose::<O>(candidates, request);
        if let (Some(caches), Some(first)) = (&mut self.caches, candidates.first()) {
            let takes = caches.ask(*first, request.video);
            if let Some(server) = server {
                caches.use_at(server, request.video);
            }
            if takes && server != Some(*first) && !self.holders.has(request.video, *first) {
                caches.take(*first, request.video, &mut self.holders);
            }
        }
        let serves = server.map_or(self.cdn(), usize::from);
        let behind = (server.is_none() && self.sessions[serves] == self.most[serves]).then_some(self.queue.len() as u32);
        self.outcome.server.push(server.unwrap_or(Outcome::CDN));
        let peaks = &mut self.outcome.peaks;
        if behind.is_some() {
            self.queue.push_back(position as u32);
            peaks.queue = peaks.queue.max(self.queue.len() as u32);
        } else {
            self.sessions[serves] += 1;
            self.ends.push(request.arrival + request.session, 0, serves as u8);
            self.dcdn += u32::from(server.is_some());
            peaks.dcdn = peaks.dcdn.max(self.dcdn);
            peaks.cdn = peaks.cdn.max(self.sessions[self.most.len() - 1]);
        }
        if O::WATCHES {
            let decision = Decision { request: position, tried: &self.tried, server: server.unwrap_or(Outcome::CDN), behind };
            observer.decided(request.arrival, decision, &self.sessions, self.queue.len() as u32);
        }
    }

    /// The first of these dServers that stores the video and has room for a session.
    fn choose<O: Observer>(&mut self, candidates: &[u8], request: &Request) -> Option<u8> {
        let holders = self.holders.of(request.video);
        if O::WATCHES {
            self.tried.clear();
        }
        for &server in candidates {
            let (holds, place) = (holders >> server & 1 == 1, usize::from(server));
            if holds && self.sessions[place] < self.most[place] {
                return Some(server);
            }
            if O::WATCHES {
                self.tried.push(Tried { server, refusal: if holds { Refusal::Full } else { Refusal::Absent } });
            }
        }
        None
    }
}
