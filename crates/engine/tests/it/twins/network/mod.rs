//! Flows on links, at flow level: rates from the definition of each discipline, everything computed anew at every event.

use super::random::Random;
use super::workflows;

/// What ends or meets within this fraction of a size, a threshold or a time does so at once.
const TIE: f64 = 1e-11;

/// Rates that part by less are the same, and a rate is below its limit if it is so by more.
const SAME_RATE: f64 = 1e-9;

/// A flow of rate r uses r times `fraction` of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hop {
    pub link: usize,
    pub fraction: f64,
    /// Leaves the flow's source or enters its destination.
    pub access: bool,
}

#[derive(Clone, Debug)]
pub struct Flow {
    pub id: u64,
    pub arrival: f64,
    pub size: f64,
    pub short: bool,
    /// The flows that it waits for, by position.
    pub after: Vec<usize>,
    pub path: Vec<Hop>,
    pub replica: Option<Vec<Hop>>,
}

/// Capacities of the links, and flows by (arrival, id).
#[derive(Clone, Debug)]
pub struct Instance {
    pub capacities: Vec<f64>,
    pub flows: Vec<Flow>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Discipline {
    Fifo,
    Fair,
    Priority,
    /// Classes by attained service: `fq-codel` has one threshold, `pias` several.
    Thresholds(Vec<f64>),
    Pfabric,
    Ideal,
    Las,
    /// Fair shares after a slow start: in the first round trip no more than a window, in each that follows twice as much, until at
    /// the end of one the rate was below that. A flow takes one round trip more than its transfer.
    Tcp {
        window: f64,
        round: f64,
    },
}

/// Thresholds of `pias`: `queues` classes, each of which holds `growth` times what the one before holds.
pub fn pias(first: f64, growth: f64, queues: usize) -> Discipline {
    let mut thresholds = vec![];
    for _ in 1..queues {
        thresholds.push(thresholds.last().map_or(first, |last| last * growth));
    }
    Discipline::Thresholds(thresholds)
}

#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    pub release: f64,
    pub completion: f64,
    /// Completion less release, over the time that the flow would need alone on its best path.
    pub slowdown: f64,
}

/// A flow on one of its paths.
#[derive(Clone, Debug)]
struct Stream {
    flow: usize,
    /// (release, id of the flow, path)
    age: (f64, u64, usize),
    path: Vec<Hop>,
    size: f64,
    remaining: f64,
    short: bool,
    rate: f64,
    /// It may go no faster, and what is left of the round trip in which that holds.
    limit: f64,
    round_left: f64,
}

impl Stream {
    fn attained(&self) -> f64 {
        self.size - self.remaining
    }

    fn uses(&self, link: usize) -> f64 {
        self.path.iter().filter(|hop| hop.link == link).map(|hop| hop.fraction).sum()
    }

    fn alone(&self, capacities: &[f64]) -> f64 {
        alone(&self.path, capacities)
    }
}

fn alone(path: &[Hop], capacities: &[f64]) -> f64 {
    path.iter().map(|hop| capacities[hop.link] / hop.fraction).fold(f64::INFINITY, f64::min)
}

impl Discipline {
    fn counts(&self, hop: &Hop) -> bool {
        *self != Self::Ideal || hop.access
    }

    fn share_a_link(&self, a: &Stream, b: &Stream) -> bool {
        let links = |stream: &Stream| -> Vec<usize> { stream.path.iter().filter(|hop| self.counts(hop)).map(|hop| hop.link).collect() };
        links(a).iter().any(|link| links(b).contains(link))
    }

    /// How many thresholds a stream has reached.
    fn class(&self, stream: &Stream) -> usize {
        match self {
            Self::Priority => usize::from(!stream.short),
            Self::Thresholds(all) => all.iter().filter(|&threshold| stream.attained() >= threshold * (1.0 - TIE)).count(),
            _ => 0,
        }
    }

    /// The streams in sets that are served one after the other, each by what those before leave.
    fn ranks(&self, streams: &[Stream]) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..streams.len()).collect();
        match self {
            Self::Fifo => order.sort_by(|&a, &b| streams[a].age.partial_cmp(&streams[b].age).expect("comparable")),
            // The list is in the order of these.
            Self::Pfabric | Self::Ideal => {}
            Self::Fair | Self::Priority | Self::Thresholds(_) | Self::Tcp { .. } => {
                let class = |&i: &usize| self.class(&streams[i]);
                order.sort_by_key(class);
                return order.chunk_by(|a, b| class(a) == class(b)).map(<[usize]>::to_vec).collect();
            }
            Self::Las => {
                let attained = |&i: &usize| streams[i].attained();
                order.sort_by(|a, b| attained(a).total_cmp(&attained(b)));
                let tie = |a: &usize, b: &usize| attained(b) - attained(a) <= TIE * streams[*a].size.max(streams[*b].size);
                return order.chunk_by(tie).map(<[usize]>::to_vec).collect();
            }
        }
        order.into_iter().map(|i| vec![i]).collect()
    }

    fn set_rates(&self, streams: &mut [Stream], capacities: &[f64]) {
        let mut left = capacities.to_vec();
        for rank in self.ranks(streams) {
            if let Self::Ideal = self {
                let stream = &mut streams[rank[0]];
                let hops: Vec<Hop> = stream.path.iter().copied().filter(|hop| hop.access).collect();
                stream.rate = alone(&hops, &left).min(stream.alone(capacities));
                hops.iter().for_each(|hop| left[hop.link] = (left[hop.link] - stream.rate * hop.fraction).max(0.0));
            } else {
                max_min(streams, &rank, &mut left);
            }
        }
    }

    /// Time until the discipline itself changes something.
    fn next_event(&self, streams: &[Stream]) -> f64 {
        let mut next = f64::INFINITY;
        for (place, p) in streams.iter().enumerate() {
            match self {
                Self::Thresholds(all) => {
                    if let Some(threshold) = all.get(self.class(p)).filter(|_| p.rate > 0.0) {
                        next = next.min((threshold - p.attained()) / p.rate);
                    }
                }
                Self::Pfabric | Self::Ideal => {
                    for q in streams[place + 1..].iter().filter(|q| self.share_a_link(p, q) && faster(q, p)) {
                        let ahead = q.remaining - p.remaining;
                        next = next.min(if ahead <= tie(p, q) { 0.0 } else { ahead / (q.rate - p.rate) });
                    }
                }
                Self::Las => {
                    for q in streams.iter().filter(|q| self.share_a_link(p, q) && faster(p, q)) {
                        let behind = q.attained() - p.attained();
                        if behind > tie(p, q) {
                            next = next.min(behind / (p.rate - q.rate));
                        }
                    }
                }
                Self::Tcp { .. } => next = next.min(p.round_left),
                Self::Fifo | Self::Fair | Self::Priority => {}
            }
        }
        next
    }

    /// Limit of a new stream, and how long it holds.
    fn start(&self) -> (f64, f64) {
        match self {
            Self::Tcp { window, round } => (window / round, *round),
            _ => (f64::INFINITY, f64::INFINITY),
        }
    }

    /// What a flow takes besides its transfer.
    fn latency(&self) -> f64 {
        if let Self::Tcp { round, .. } = self { *round } else { 0.0 }
    }

    /// A round trip of a stream is over.
    fn end_round(&self, stream: &mut Stream) {
        let Self::Tcp { round, .. } = self else { return };
        if stream.rate < stream.limit * (1.0 - SAME_RATE) {
            (stream.limit, stream.round_left) = (f64::INFINITY, f64::INFINITY);
        } else {
            (stream.limit, stream.round_left) = (2.0 * stream.limit, stream.round_left + round);
        }
    }

    /// Puts new streams to the others. Those of `pfabric` are kept by what remains, the faster first of two that meet; two
    /// that share no link may stand in any order.
    fn admit(&self, streams: &mut Vec<Stream>, new: Vec<Stream>) {
        if let Self::Pfabric | Self::Ideal = self {
            let goes_before = |q: &Stream, p: &Stream| {
                let ahead = q.remaining - p.remaining;
                ahead < -tie(p, q) || ahead <= tie(p, q) && faster(q, p)
            };
            for _ in 0..streams.len() {
                for place in 1..streams.len() {
                    if goes_before(&streams[place], &streams[place - 1]) {
                        streams.swap(place - 1, place);
                    }
                }
            }
            for stream in new {
                let longer = |other: &Stream| other.remaining > stream.size * (1.0 + TIE);
                let place = streams.iter().position(longer).unwrap_or(streams.len());
                streams.insert(place, stream);
            }
        } else {
            streams.extend(new);
        }
    }
}

fn tie(p: &Stream, q: &Stream) -> f64 {
    TIE * p.size.max(q.size)
}

fn faster(a: &Stream, b: &Stream) -> bool {
    a.rate > b.rate + SAME_RATE * a.rate
}

/// Max-min fair rates of `among`: time and again the link that can give least to each of its streams decides their rates, or a stream
/// whose limit is less than that its own.
fn max_min(streams: &mut [Stream], among: &[usize], left: &mut [f64]) {
    let mut open = among.to_vec();
    while !open.is_empty() {
        let wanted = |link: usize| open.iter().map(|&i| streams[i].uses(link)).sum::<f64>();
        let share = |link: usize| left[link] / wanted(link);
        let used = (0..left.len()).filter(|&link| wanted(link) > 0.0);
        let tightest = used.min_by(|&a, &b| share(a).total_cmp(&share(b))).expect("a stream uses a link");
        let limit = |i: &usize| streams[*i].limit;
        let slowest = *open.iter().min_by(|a, b| limit(a).total_cmp(&limit(b))).expect("one is open");
        let limited = limit(&slowest) < share(tightest);
        let rate = if limited { limit(&slowest) } else { share(tightest) };
        let decides = |i: usize| if limited { i == slowest } else { streams[i].uses(tightest) > 0.0 };
        let (decided, others): (Vec<usize>, Vec<usize>) = open.iter().partition(|&&i| decides(i));
        for i in decided {
            streams[i].rate = rate;
            streams[i].path.iter().for_each(|hop| left[hop.link] = (left[hop.link] - rate * hop.fraction).max(0.0));
        }
        if !limited {
            left[tightest] = 0.0;
        }
        open = others;
    }
}

impl Instance {
    /// What becomes of each flow, and (first flow, latency) of each workflow.
    ///
    /// # Panics
    /// If nothing happens any more although flows are left.
    pub fn run(&self, discipline: &Discipline, replicate: bool) -> (Vec<Outcome>, Vec<(usize, f64)>) {
        let (flows, latency) = (&self.flows, discipline.latency());
        let mut release: Vec<Option<f64>> = vec![None; flows.len()];
        let mut completion: Vec<Option<f64>> = vec![None; flows.len()];
        let mut streams: Vec<Stream> = vec![];
        let (mut now, mut events) = (0.0_f64, 0);
        while completion.contains(&None) {
            let mut due: Vec<usize> = (0..flows.len())
                .filter(|&i| release[i].is_none() && flows[i].arrival <= now + TIE * now)
                .filter(|&i| flows[i].after.iter().all(|&before| completion[before].is_some_and(|end| end <= now + TIE * now)))
                .collect();
            due.sort_by_key(|&i| flows[i].id);
            due.iter().for_each(|&i| release[i] = Some(now));
            let mut new: Vec<Stream> = due.iter().flat_map(|&i| self.streams(i, now, replicate)).collect();
            new.iter_mut().for_each(|stream| (stream.limit, stream.round_left) = discipline.start());
            discipline.admit(&mut streams, new);
            discipline.set_rates(&mut streams, &self.capacities);

            let waiting = flows.iter().zip(&release).filter(|(_, release)| release.is_none());
            let coming = waiting.map(|(flow, _)| flow.arrival).chain(completion.iter().flatten().copied());
            let arrival = coming.filter(|&time| time > now + TIE * now).fold(f64::INFINITY, f64::min);
            let done = streams.iter().filter(|s| s.rate > 0.0).map(|s| s.remaining / s.rate).fold(f64::INFINITY, f64::min);
            let event = discipline.next_event(&streams);
            let step = done.min(event).min(arrival - now).max(0.0);
            events += 1;
            assert!(step.is_finite() && events < 100_000, "{discipline:?} stands still at {now}: {streams:?}");
            streams.iter_mut().for_each(|stream| stream.remaining -= stream.rate * step);
            now = if step == arrival - now { arrival } else { now + step };

            let is_done = |stream: &Stream| stream.remaining <= TIE * stream.size;
            let ended: Vec<usize> = streams.iter().filter(|stream| is_done(stream)).map(|stream| stream.flow).collect();
            ended.iter().for_each(|&flow| completion[flow] = Some(now + latency));
            streams.retain(|stream| !ended.contains(&stream.flow));
            streams.iter_mut().for_each(|stream| stream.round_left -= step);
            streams.iter_mut().filter(|stream| stream.round_left <= TIE * now.max(1.0)).for_each(|stream| discipline.end_round(stream));
        }
        let outcome = |i: usize| {
            let (release, completion) = (release[i].expect("released"), completion[i].expect("complete"));
            let path = |path: &Vec<Hop>| alone(path, &self.capacities);
            let fastest = path(&flows[i].path).max(flows[i].replica.as_ref().map_or(0.0, path));
            Outcome { release, completion, slowdown: (completion - release) / (flows[i].size / fastest + latency) }
        };
        let outcomes: Vec<Outcome> = (0..flows.len()).map(outcome).collect();
        let jobs = flows.iter().zip(&outcomes).map(|(flow, outcome)| workflows::Job {
            arrival: flow.arrival,
            after: flow.after.clone(),
            completion: outcome.completion,
        });
        let latencies = workflows::sojourns(&jobs.collect::<Vec<_>>());
        (outcomes, latencies)
    }

    fn streams(&self, i: usize, now: f64, replicate: bool) -> Vec<Stream> {
        let flow = &self.flows[i];
        let replica = flow.replica.iter().filter(|_| replicate && flow.short);
        let stream = |(number, path): (usize, &Vec<Hop>)| Stream {
            flow: i,
            age: (now, flow.id, number),
            path: path.clone(),
            size: flow.size,
            remaining: flow.size,
            short: flow.short,
            rate: 0.0,
            limit: f64::INFINITY,
            round_left: f64::INFINITY,
        };
        [&flow.path].into_iter().chain(replica).enumerate().map(stream).collect()
    }
}

/// A random instance. On the lattice arrivals and sizes are small whole numbers, so that many things happen at once, and no
/// flow waits for another; off it nothing does, and some wait.
pub fn draw(seed: u64, lattice: bool) -> Instance {
    let mut random = Random(seed);
    let links = 1 + random.below(5);
    let capacities = (0..links).map(|_| random.pick(&[1.0, 1.0, 2.0, 4.0])).collect();
    let path = |random: &mut Random| {
        let mut path: Vec<Hop> = vec![];
        for _ in 0..=random.below(4) {
            let hop = Hop { link: random.below(links), fraction: random.pick(&[1.0, 1.0, 0.5, 0.25]), access: false };
            if path.iter().all(|other| other.link != hop.link) {
                path.push(hop);
            }
        }
        let last = path.len() - 1;
        (path[0].access, path[last].access) = (true, true);
        path
    };
    let noise = |random: &mut Random, whole: u64| whole as f64 + if lattice { 0.0 } else { random.whole(1, 999_999) as f64 / 1_000_003.0 };
    let count = 1 + random.below(12);
    let mut flows: Vec<Flow> = vec![];
    for id in 0..count {
        let start = random.whole(0, 12);
        let arrival = noise(&mut random, start);
        let whole = random.pick(&[1, 1, 2, 3, 4, 8, 30]);
        let size = noise(&mut random, whole);
        let after = vec![];
        let short = size < 4.0;
        let replica = random.one_in(2).then(|| path(&mut random));
        flows.push(Flow { id: id as u64, arrival, size, short, after, path: path(&mut random), replica });
    }
    flows.sort_by(|a, b| a.arrival.total_cmp(&b.arrival));
    for (i, flow) in flows.iter_mut().enumerate().skip(1) {
        if !lattice && random.one_in(3) {
            flow.after.push(random.below(i));
        }
    }
    Instance { capacities, flows }
}

#[cfg(test)]
mod tests;
