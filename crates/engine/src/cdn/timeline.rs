use super::placement::{Holders, place};
use super::{Decision, Network, Observer, Outcome, Policy, Request, Requests, Tried, serve};
use crate::sim::EventQueue;
use crate::workload::Ids;
use serde::{Deserialize, Serialize};

/// What servers do at an instant, and what came in the interval before it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Sessions of each dServer, then of the CDN server.
    pub sessions: Vec<u32>,
    /// Requests in the queue of the CDN server.
    pub queue: u32,
    /// Requests that came.
    pub requests: u32,
    /// Of these, those that dServers serve.
    pub dcdn: u32,
    /// Of these, those that dServers serve which were not the first to be asked.
    pub redirected: u32,
    /// Of these, those that wait in the queue of the CDN server.
    pub postponed: u32,
    /// What their transfers cost.
    pub cost: f64,
    /// What they would cost from the CDN server.
    pub central: f64,
    /// Requests whose sessions began after they had been in the queue.
    pub begun: u32,
    /// How long these were there, in seconds and in all.
    pub waited: f64,
    /// Who serves whom: the sessions by server and region, without those that are none.
    pub flows: Vec<Flow>,
}

/// Sessions that users of a region have at a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Who serves them: a dServer by position; the CDN server if absent.
    pub server: Option<u8>,
    /// The region of the users, by position.
    pub region: u8,
    /// How many.
    pub sessions: u32,
}

/// What a dServer stores at the beginning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shelf {
    /// Number of videos.
    pub videos: u32,
    /// Of these, those that most requests of the run are for, from wherever they come: the number of the video, from 1, and how many.
    pub top: Vec<(u32, u32)>,
    /// Fraction of the requests of its own region that are for one of its videos; 0 if there are none.
    pub known: f64,
}

/// What became of the requests of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Became {
    /// Requests, over the whole run.
    pub requests: u32,
    /// Of these, those that its own dServer served.
    pub local: u32,
    /// Those that other dServers served.
    pub others: u32,
    /// Those that waited in the queue of the CDN server, which serves the rest.
    pub postponed: u32,
}

/// What becomes of a request, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// Its number, from 1, in the order in which requests were given.
    pub id: u64,
    /// When it comes, in seconds.
    pub arrival: f64,
    /// When its session begins.
    pub begin: f64,
    /// When its session ends.
    pub end: f64,
    /// The region of its user, by position.
    pub region: u8,
    /// The number of the video, from 1.
    pub video: u32,
    /// Who serves it: a dServer by position; the CDN server if absent.
    pub server: Option<u8>,
    /// DServers that were asked in vain, in order.
    pub tried: Vec<Tried>,
    /// Requests in the queue before it, if it waits there.
    pub behind: Option<u32>,
}

/// A run of the CDN in samples at even intervals; of a small run, every decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// The policy, as it was written.
    pub policy: String,
    /// Regions, links and capacities.
    pub network: Network,
    /// When the first request comes, in seconds.
    pub begin: f64,
    /// Seconds from one sample to the next; the first is taken so long after the first request.
    pub every: f64,
    /// When the first request comes that is counted, in seconds: the end of the warm-up.
    pub counted: f64,
    /// By dServer.
    pub shelves: Vec<Shelf>,
    /// By region.
    pub regions: Vec<Became>,
    /// Samples, in order of time.
    pub samples: Vec<Sample>,
    /// What videos are called where that is given, by their numbers from 1.
    pub videos: Ids,
    /// Whether videos have sizes; storage is then in units of these.
    pub sized: bool,
    /// Decisions, in order of time: all in a small run, else one of each interval in which requests came, one that had to wait or
    /// to be redirected before others.
    pub moments: Vec<Moment>,
    /// Whether these are all decisions.
    pub exact: bool,
}

impl Timeline {
    /// Most requests of a run of which every decision is recorded.
    pub const MOST_EXACT: usize = 2000;

    /// Samples that a recording has at most.
    pub const MOST_SAMPLES: usize = 1024;

    /// Videos of a dServer that are named at most.
    pub const MOST_VIDEOS: usize = 8;

    /// Places videos as a policy does, serves the requests and records it; `progress` hears how many have come.
    pub fn record(network: &Network, requests: &Requests, policy: &Policy, seed: u64, progress: &mut dyn FnMut(usize)) -> (Self, Outcome) {
        let begin = requests.all.first().map_or(0.0, |request| request.arrival);
        let span = requests.all.iter().map(|request| request.arrival + request.session - begin).fold(0.0, f64::max);
        let exact = requests.all.len() <= Self::MOST_EXACT;
        let holders = place(network, requests, policy.kind(), seed);
        let shelves = shelves(network, requests, &holders);
        let servers = network.regions.len() + 1;
        let mut recorder = Recorder {
            network,
            requests,
            begin,
            every: if span > 0.0 { span / (Self::MOST_SAMPLES / 2) as f64 } else { 1.0 },
            samples: vec![],
            now: Sample { sessions: vec![0; servers], ..Sample::default() },
            under_way: vec![0; servers * network.regions.len()],
            ends: EventQueue::with_capacity(requests.all.len().min(Self::MOST_EXACT)),
            moments: vec![],
            last: None,
            exact,
            progress,
        };
        let outcome = serve(network, requests, policy.kind(), holders, &mut recorder);
        recorder.close();
        let Recorder { every, samples, moments, .. } = recorder;
        let moments = moments.into_iter().flatten().map(|seen| seen.told(requests, &outcome)).collect();
        let timeline = Self {
            policy: policy.written().to_owned(),
            network: network.clone(),
            begin,
            every,
            counted: requests.counted().first().map_or(begin, |first| first.arrival),
            shelves,
            regions: regions(network, requests, &outcome),
            samples,
            videos: requests.names.clone(),
            sized: requests.sizes.given(),
            moments,
            exact,
        };
        (timeline, outcome)
    }

    /// When the last sample was taken, in seconds.
    pub fn end(&self) -> f64 {
        self.begin + self.every * self.samples.len() as f64
    }

    /// The sample of the interval in which a time is.
    pub fn at(&self, time: f64) -> Option<&Sample> {
        let last = self.samples.len().checked_sub(1)?;
        self.samples.get((((time - self.begin) / self.every).max(0.0) as usize).min(last))
    }
}

/// What each dServer stores at the beginning, and how much that is asked for.
fn shelves(network: &Network, requests: &Requests, holders: &Holders) -> Vec<Shelf> {
    let mut asked = vec![0_u32; requests.videos as usize];
    let mut shelves = vec![Shelf::default(); network.regions.len()];
    let mut of_region = vec![0_u32; shelves.len()];
    for request in &requests.all {
        let region = usize::from(request.region);
        asked[request.video as usize] += 1;
        of_region[region] += 1;
        shelves[region].known += f64::from(u8::from(holders.has(request.video, request.region)));
    }
    let mut popular: Vec<u32> = (0..requests.videos).collect();
    popular.sort_unstable_by_key(|video| (std::cmp::Reverse(asked[*video as usize]), *video));
    for video in popular {
        let its = holders.of(video);
        for (_, shelf) in shelves.iter_mut().enumerate().filter(|(server, _)| its >> server & 1 == 1) {
            shelf.videos += 1;
            if shelf.top.len() < Timeline::MOST_VIDEOS {
                shelf.top.push((video + 1, asked[video as usize]));
            }
        }
    }
    for (shelf, requests) in shelves.iter_mut().zip(of_region) {
        shelf.known /= f64::from(requests.max(1));
    }
    shelves
}

/// What became of the requests of each region.
fn regions(network: &Network, requests: &Requests, outcome: &Outcome) -> Vec<Became> {
    let mut regions = vec![Became::default(); network.regions.len()];
    for (place, request) in requests.all.iter().enumerate() {
        let (region, server) = (&mut regions[usize::from(request.region)], outcome.server[place]);
        let local = server == request.region;
        region.requests += 1;
        region.local += u32::from(local);
        region.others += u32::from(!local && server != Outcome::CDN);
        region.postponed += u32::from(outcome.wait[place].is_some());
    }
    regions
}

/// A decision that was seen.
#[derive(Clone, Debug)]
struct Seen {
    request: usize,
    server: u8,
    tried: Vec<Tried>,
    behind: Option<u32>,
}

impl Seen {
    /// How much there is to be said about it.
    fn interest(&self) -> u8 {
        match (&self.behind, self.tried.is_empty()) {
            (Some(_), _) => 2,
            (None, false) => 1,
            (None, true) => 0,
        }
    }

    fn told(self, requests: &Requests, outcome: &Outcome) -> Moment {
        let request = &requests.all[self.request];
        let begin = request.arrival + outcome.wait[self.request].unwrap_or(0.0);
        Moment {
            id: u64::from(request.given) + 1,
            arrival: request.arrival,
            begin,
            end: begin + request.session,
            region: request.region,
            video: request.video + 1,
            server: (self.server != Outcome::CDN).then_some(self.server),
            tried: self.tried,
            behind: self.behind,
        }
    }
}

struct Recorder<'a> {
    network: &'a Network,
    requests: &'a Requests,
    begin: f64,
    every: f64,
    samples: Vec<Sample>,
    /// The sample that is to be taken next.
    now: Sample,
    /// Sessions by server, of which the CDN server is the last, and region.
    under_way: Vec<u32>,
    /// When these end, and whose they are.
    ends: EventQueue<u16>,
    /// All decisions, or one for each sample.
    moments: Vec<Option<Seen>>,
    /// The decision of the interval that has begun.
    last: Option<Seen>,
    exact: bool,
    progress: &'a mut dyn FnMut(usize),
}

impl Recorder<'_> {
    /// Takes all samples before a time.
    fn until(&mut self, time: f64) {
        while self.begin + self.every * (self.samples.len() + 1) as f64 <= time {
            self.close();
        }
    }

    /// A session of a request begins.
    fn begin(&mut self, time: f64, request: usize, server: u8) {
        let regions = self.network.regions.len();
        let Request { region, session, .. } = self.requests.all[request];
        let place = usize::from(server).min(regions) * regions + usize::from(region);
        self.under_way[place] += 1;
        self.ends.push(time + session, 0, place as u16);
    }

    /// Takes the next sample.
    fn close(&mut self) {
        let (now, regions) = (self.begin + self.every * (self.samples.len() + 1) as f64, self.network.regions.len());
        while self.ends.next().is_some_and(|end| end < now) {
            self.ends.pop().into_iter().for_each(|(_, place)| self.under_way[usize::from(place)] -= 1);
        }
        let flow = |(place, sessions): (usize, &u32)| Flow {
            server: Some((place / regions) as u8).filter(|server| usize::from(*server) < regions),
            region: (place % regions) as u8,
            sessions: *sessions,
        };
        self.now.flows = self.under_way.iter().enumerate().filter(|(_, sessions)| **sessions > 0).map(flow).collect();
        let next = Sample { sessions: self.now.sessions.clone(), queue: self.now.queue, ..Sample::default() };
        self.samples.push(std::mem::replace(&mut self.now, next));
        if !self.exact {
            self.moments.push(self.last.take());
        }
        if self.samples.len() == Timeline::MOST_SAMPLES {
            self.halve();
        }
    }

    /// Makes one sample of two.
    fn halve(&mut self) {
        self.every *= 2.0;
        let merged = self.samples.chunks(2).map(|pair| {
            let mut sample = pair[pair.len() - 1].clone();
            for other in &pair[..pair.len() - 1] {
                sample.requests += other.requests;
                sample.dcdn += other.dcdn;
                sample.redirected += other.redirected;
                sample.postponed += other.postponed;
                sample.cost += other.cost;
                sample.central += other.central;
                sample.begun += other.begun;
                sample.waited += other.waited;
            }
            sample
        });
        self.samples = merged.collect();
        if !self.exact {
            let better = |pair: &[Option<Seen>]| pair.iter().flatten().max_by_key(|seen| seen.interest()).cloned();
            self.moments = self.moments.chunks(2).map(better).collect();
        }
    }

    fn look(&mut self, sessions: &[u32], queue: u32) {
        self.now.sessions.copy_from_slice(sessions);
        self.now.queue = queue;
    }
}

impl Observer for Recorder<'_> {
    const WATCHES: bool = true;

    fn decided(&mut self, time: f64, decision: Decision<'_>, sessions: &[u32], queue: u32) {
        self.until(time);
        self.look(sessions, queue);
        let Decision { request, tried, server, behind } = decision;
        let region = usize::from(self.requests.all[request].region);
        let size = self.requests.sizes.of(self.requests.all[request].video);
        let central = self.network.from_cdn[region] * size;
        let by_dserver = server != Outcome::CDN;
        self.now.requests += 1;
        self.now.dcdn += u32::from(by_dserver);
        self.now.redirected += u32::from(by_dserver && !tried.is_empty());
        self.now.postponed += u32::from(behind.is_some());
        self.now.central += central;
        self.now.cost += if by_dserver { self.network.cost(usize::from(server), region) * size } else { central };
        if behind.is_none() {
            self.begin(time, request, server);
        }
        let seen = Seen { request, server, tried: tried.to_vec(), behind };
        if self.exact {
            self.moments.push(Some(seen));
        } else if self.last.as_ref().is_none_or(|last| seen.interest() >= last.interest()) {
            self.last = Some(seen);
        }
    }

    fn ended(&mut self, time: f64, begun: Option<usize>, sessions: &[u32], queue: u32) {
        self.until(time);
        self.look(sessions, queue);
        if let Some(request) = begun {
            self.now.begun += 1;
            self.now.waited += time - self.requests.all[request].arrival;
            self.begin(time, request, Outcome::CDN);
        }
    }

    fn progress(&mut self, requests: usize) {
        (self.progress)(requests);
    }
}
