//! A distributed content delivery network, request by request (V = VIPER D4.5, chapter 3): `dServer`s that refuse, and one
//! CDN server that queues. Seconds, kilometres, cost per unit of size; a video takes one unit if nothing else is said.

use super::random::Random;
use std::collections::VecDeque;

/// An internal link, which may be used both ways.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub ends: (usize, usize),
    pub km: f64,
    pub low_priority: bool,
}

/// Prices per kilometre.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    pub external: f64,
    pub internal: f64,
    pub low_priority: f64,
    /// Whether transfers go the shortest way, not the cheapest.
    pub shortest: bool,
}

/// Costs between regions and the order in which a region asks its cooperation group.
#[derive(Clone, Debug)]
pub struct Network {
    /// What it follows from: kilometres to the point of presence, internal links, and prices.
    pub distance: Vec<f64>,
    pub links: Vec<Link>,
    pub prices: Prices,
    /// From `dServer` i to users of region j.
    pub cost: Vec<Vec<f64>>,
    pub cost_cdn: Vec<f64>,
    pub groups: Vec<Vec<usize>>,
}

/// Of a way: its length, how many links it has, how many of these of low priority, and what it costs.
type Way = [f64; 4];

/// Shortest ways between all pairs, of equally long ones those of fewest links: what is found over a link is kept until no link shortens
/// anything.
fn shortest(regions: usize, links: &[Link], way: impl Fn(&Link) -> Way) -> Vec<Vec<Way>> {
    let mut ways = vec![vec![[f64::INFINITY; 4]; regions]; regions];
    (0..regions).for_each(|i| ways[i][i] = [0.0; 4]);
    for _ in 0..regions {
        for link in links {
            for (a, b) in [link.ends, (link.ends.1, link.ends.0)] {
                for from in &mut ways {
                    let (before, last) = (from[a], way(link));
                    let over = std::array::from_fn(|i| before[i] + last[i]);
                    from[b] = if over < from[b] { over } else { from[b] };
                }
            }
        }
    }
    ways
}

impl Network {
    /// With the groups that are given, or all who are nearer to a region than the point of presence is.
    pub fn new(distance: &[f64], links: &[Link], prices: Prices, given: Option<&[Vec<usize>]>) -> Self {
        let regions = distance.len();
        let cost_cdn: Vec<f64> = distance.iter().map(|km| prices.external * km).collect();
        let price = |link: &Link| if link.low_priority { prices.low_priority } else { prices.internal };
        let way = |length: f64, link: &Link| [length, 1.0, f64::from(u8::from(link.low_priority)), price(link) * link.km];
        let roads = shortest(regions, links, |link| way(link.km, link));
        let cheapest = shortest(regions, links, |link| way(price(link) * link.km, link));
        let of = |ways: &[Vec<Way>], figure: usize| -> Vec<Vec<f64>> {
            ways.iter().map(|from| from.iter().map(|way| way[figure]).collect()).collect()
        };
        let mut cost = of(if prices.shortest { &roads } else { &cheapest }, 3);
        let km = of(&roads, 0);
        for i in 0..regions {
            for j in 0..regions {
                if cost[i][j].is_infinite() {
                    cost[i][j] = cost_cdn[i] + cost_cdn[j];
                }
            }
        }
        let group = |j: usize| {
            let near = (0..regions).filter(|&i| i != j && km[i][j] < distance[j]).collect();
            let mut group: Vec<usize> = given.map_or(near, |given| given[j].clone());
            group.sort_by(|&a, &b| (cost[a][j], km[a][j], a).partial_cmp(&(cost[b][j], km[b][j], b)).expect("comparable"));
            group
        };
        let groups = (0..regions).map(group).collect();
        Self { distance: distance.to_vec(), links: links.to_vec(), prices, cost, cost_cdn, groups }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub arrival: f64,
    pub region: usize,
    pub video: usize,
    pub session: f64,
    /// The `dServer` that random redirection asks.
    pub pick: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Redirection {
    Centralized,
    Random,
    Optimal,
}

/// What the `dServer`s store.
#[derive(Clone, Debug)]
pub enum Storage {
    /// Who holds each video, all the time.
    Placed(Vec<Vec<usize>>),
    /// So many units each, the least recently used out first until there is room; what is larger never comes in. Empty at the beginning.
    Lru(Vec<f64>),
}

#[derive(Clone, Debug)]
pub struct Instance {
    pub network: Network,
    pub capacity: Vec<usize>,
    pub cdn_capacity: usize,
    pub requests: Vec<Request>,
    /// Of each video, in units.
    pub sizes: Vec<f64>,
    /// So many requests at the beginning are served and not counted.
    pub warmup: usize,
}

/// Who serves a request (`None`: the CDN server), and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Served {
    pub by: Option<usize>,
    pub queued: bool,
    pub wait: f64,
    pub cost: f64,
}

/// Of the counted requests; the peaks are of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals {
    pub dcdn_share: f64,
    /// The same of what was asked for in units.
    pub byte_share: f64,
    pub local_share: f64,
    pub cdn_share: f64,
    pub postponed: usize,
    /// Of the postponed ones, in seconds; none without any.
    pub mean_wait: Option<f64>,
    pub cost_ratio: f64,
    /// Most sessions at once on all `dServer`s.
    pub peak_dcdn: usize,
    pub peak_cdn: usize,
    pub peak_queue: usize,
}

/// A session that runs: of which request, where, until when.
#[derive(Clone, Copy)]
struct Session {
    by: Option<usize>,
    end: f64,
}

impl Instance {
    /// What becomes of each request.
    pub fn run(&self, redirection: Redirection, storage: &Storage) -> (Vec<Served>, Totals) {
        let regions = self.capacity.len();
        let mut served: Vec<Served> = vec![];
        let mut sessions: Vec<Session> = vec![];
        let mut queue: VecDeque<usize> = VecDeque::new();
        // The most recent at the end.
        let mut caches: Vec<Vec<usize>> = vec![vec![]; regions];
        let (mut peak_dcdn, mut peak_cdn, mut peak_queue) = (0, 0, 0);
        for (number, request) in self.requests.iter().enumerate() {
            self.end_sessions(request.arrival, &mut sessions, &mut queue, &mut served);
            let candidates = match redirection {
                Redirection::Centralized => vec![],
                Redirection::Random => vec![request.pick],
                Redirection::Optimal => [&[request.region], &self.network.groups[request.region][..]].concat(),
            };
            let holds = |i: usize, caches: &[Vec<usize>]| match storage {
                Storage::Placed(holders) => holders[request.video].contains(&i),
                Storage::Lru(_) => caches[i].contains(&request.video),
            };
            let running = |by: Option<usize>| sessions.iter().filter(|session| session.by == by).count();
            let free = |&&i: &&usize| holds(i, &caches) && running(Some(i)) < self.capacity[i];
            let by = candidates.iter().find(free).copied();
            let queued = by.is_none() && running(None) >= self.cdn_capacity;
            let size = self.sizes[request.video];
            let cost = by.map_or(self.network.cost_cdn[request.region], |i| self.network.cost[i][request.region]);
            served.push(Served { by, queued, wait: 0.0, cost: cost * size });
            if queued {
                queue.push_back(number);
            } else {
                sessions.push(Session { by, end: request.arrival + request.session });
            }
            if let Storage::Lru(places) = storage {
                let first = candidates.first().copied();
                for i in by.into_iter().chain(first.filter(|&i| !holds(i, &caches) && size <= places[i])) {
                    caches[i].retain(|&video| video != request.video);
                    while caches[i].iter().map(|&video| self.sizes[video]).sum::<f64>() + size > places[i] {
                        caches[i].remove(0);
                    }
                    caches[i].push(request.video);
                }
            }
            let on_cdn = sessions.iter().filter(|session| session.by.is_none()).count();
            peak_dcdn = peak_dcdn.max(sessions.len() - on_cdn);
            peak_cdn = peak_cdn.max(on_cdn);
            peak_queue = peak_queue.max(queue.len());
        }
        self.end_sessions(f64::INFINITY, &mut sessions, &mut queue, &mut served);
        let totals = Totals { peak_dcdn, peak_cdn, peak_queue, ..self.totals(&served) };
        (served, totals)
    }

    /// Ends all sessions up to `now`, the first to end first; the queue moves up at each end at the CDN server.
    fn end_sessions(&self, now: f64, sessions: &mut Vec<Session>, queue: &mut VecDeque<usize>, served: &mut [Served]) {
        loop {
            let due = (0..sessions.len()).filter(|&place| sessions[place].end <= now);
            let Some(first) = due.min_by(|&a, &b| sessions[a].end.total_cmp(&sessions[b].end)) else { return };
            let ended = sessions.remove(first);
            if ended.by.is_none()
                && let Some(head) = queue.pop_front()
            {
                let request = self.requests[head];
                served[head].wait = ended.end - request.arrival;
                sessions.push(Session { by: None, end: ended.end + request.session });
            }
        }
    }

    fn totals(&self, served: &[Served]) -> Totals {
        let counted: Vec<(&Request, &Served)> = self.requests.iter().zip(served).skip(self.warmup).collect();
        let share = |of: &dyn Fn(&Request, &Served) -> bool| {
            counted.iter().filter(|(request, served)| of(request, served)).count() as f64 / counted.len() as f64
        };
        let waits: Vec<f64> = counted.iter().filter(|(_, served)| served.queued).map(|(_, served)| served.wait).collect();
        let cost: f64 = counted.iter().map(|(_, served)| served.cost).sum();
        let size = |request: &Request| self.sizes[request.video];
        let centralized: f64 = counted.iter().map(|(request, _)| self.network.cost_cdn[request.region] * size(request)).sum();
        let near = counted.iter().filter(|(_, served)| served.by.is_some());
        Totals {
            dcdn_share: share(&|_, served| served.by.is_some()),
            byte_share: near.map(|(request, _)| size(request)).sum::<f64>() / counted.iter().map(|(request, _)| size(request)).sum::<f64>(),
            local_share: share(&|request, served| served.by == Some(request.region)),
            cdn_share: share(&|_, served| served.by.is_none()),
            postponed: waits.len(),
            mean_wait: (!waits.is_empty()).then(|| waits.iter().sum::<f64>() / waits.len() as f64),
            cost_ratio: cost / centralized,
            peak_dcdn: 0,
            peak_cdn: 0,
            peak_queue: 0,
        }
    }

    /// Sessions under way just after an arrival, it included, in the mean over all requests, if each began when it arrives.
    pub fn under_way(&self) -> f64 {
        let runs = |request: &Request, now: f64| now < request.arrival + request.session;
        let after = |number: usize| {
            let now = self.requests[number].arrival;
            self.requests[..=number].iter().filter(|request| runs(request, now)).count()
        };
        let all: usize = (0..self.requests.len()).map(after).sum();
        (all as f64 / self.requests.len() as f64).max(1.0)
    }
}

/// How many replicas each video has if `replicas` is their mean: the fraction as one more for some. The most requested have
/// it (`requests` by video), of equals the lower number.
pub fn even(requests: &[usize], replicas: f64, regions: usize) -> Vec<usize> {
    let videos = requests.len();
    let more = ((replicas - replicas.floor()) * videos as f64).round() as usize;
    let mut order: Vec<usize> = (0..videos).collect();
    order.sort_by_key(|&video| std::cmp::Reverse(requests[video]));
    let count = |video: usize| replicas.floor() as usize + usize::from(order[..more.min(videos)].contains(&video));
    (0..videos).map(|video| count(video).min(regions)).collect()
}

/// How many replicas each video has under proportional placement, given out one by one as long as what is left is enough for one; no
/// more than there are servers that could store it.
pub fn proportional(requests: &[usize], sizes: &[f64], storage: &[f64]) -> Vec<usize> {
    let mut replicas = vec![0; requests.len()];
    let all: f64 = sizes.iter().sum();
    let mut budget: f64 = storage.iter().map(|&places| places.min(all)).sum();
    loop {
        let could = |video: usize| storage.iter().filter(|&&places| sizes[video] <= places).count();
        let may = |&video: &usize| requests[video] > 0 && replicas[video] < could(video) && sizes[video] <= budget;
        // a / (n + 1) compared as fractions.
        let more = |a: usize, b: usize| requests[a] * (replicas[b] + 1) > requests[b] * (replicas[a] + 1);
        let Some(next) = (0..requests.len()).filter(may).reduce(|best, video| if more(video, best) { video } else { best }) else { break };
        replicas[next] += 1;
        budget -= sizes[next];
    }
    replicas
}

/// Whether the holders of each video are those with most room left (of equals any), as many as its replicas if so many have room, where
/// the videos are placed by replicas (of equals the lower number first).
pub fn takes_most_room(holders: &[Vec<usize>], replicas: &[usize], sizes: &[f64], storage: &[f64]) -> bool {
    let mut order: Vec<usize> = (0..holders.len()).collect();
    order.sort_by_key(|&video| std::cmp::Reverse(replicas[video]));
    let mut room = storage.to_vec();
    order.into_iter().all(|video| {
        let (held, others): (Vec<usize>, Vec<usize>) = (0..storage.len()).partition(|i| holders[video].contains(i));
        let open = room.iter().filter(|&&room| room >= sizes[video]).count();
        let least = held.iter().map(|&i| room[i]).fold(f64::INFINITY, f64::min);
        let most = others.iter().map(|&i| room[i]).fold(0.0, f64::max);
        held.iter().for_each(|&i| room[i] -= sizes[video]);
        let enough = held.len() == replicas[video].min(open) && held.len() == holders[video].len();
        enough && least >= sizes[video] && (held.is_empty() || most <= least)
    })
}

/// Where to store which video (k-PCFLP; V, section 3.2), tried one by one.
#[derive(Clone, Debug)]
pub struct Problem {
    pub network: Network,
    /// Units that each `dServer` can store, and units of each video.
    pub storage: Vec<f64>,
    pub sizes: Vec<f64>,
    /// Requests that each `dServer` can serve.
    pub service: Vec<f64>,
    /// Requests for each video from each region.
    pub demand: Vec<Vec<usize>>,
    /// Most replicas of each video, if that is limited.
    pub replicas: Option<Vec<usize>>,
}

impl Problem {
    fn regions(&self) -> usize {
        self.storage.len()
    }

    /// Whether a placement keeps to storage and replicas.
    pub fn allows(&self, holders: &[Vec<usize>]) -> bool {
        let stored = |i: usize| (0..holders.len()).filter(|&video| holders[video].contains(&i)).map(|video| self.sizes[video]).sum::<f64>();
        (0..self.regions()).all(|i| stored(i) <= self.storage[i])
            && self.replicas.as_ref().is_none_or(|most| holders.iter().zip(most).all(|(holders, &most)| holders.len() <= most))
    }

    /// Least cost of serving the demand from a placement: what the CDN server would cost, less the most that can be saved.
    /// Way after way that saves most is filled, where a way may take back what an earlier one gave.
    pub fn cost(&self, holders: &[Vec<usize>]) -> f64 {
        let from_cdn = |j: usize| self.network.cost_cdn[j];
        let all = self
            .demand
            .iter()
            .zip(&self.sizes)
            .flat_map(|(of, size)| of.iter().enumerate().map(move |(j, count)| (j, *count as f64 * size)));
        let mut cost: f64 = all.map(|(j, units)| units * from_cdn(j)).sum();
        // Of each arc: who asks (video, region), who serves, what one request saves, and how many it serves.
        let mut arcs: Vec<(usize, usize, f64, f64)> = vec![];
        let mut open: Vec<f64> = vec![];
        for (video, of) in self.demand.iter().enumerate() {
            for (j, &count) in of.iter().enumerate() {
                let may = |i: &&usize| **i == j || self.network.groups[j].contains(i);
                let saves = |i: usize| self.sizes[video] * (from_cdn(j) - self.network.cost[i][j]);
                arcs.extend(holders[video].iter().filter(may).map(|&i| (open.len(), i, saves(i), 0.0)));
                open.push(count as f64);
            }
        }
        let mut free = self.service.clone();
        loop {
            // Best saving on a way from any asker with requests left to each server, and the arcs of the way.
            let mut ways: Vec<Option<(f64, Vec<usize>)>> = vec![None; self.regions()];
            for _ in 0..=self.regions() {
                for (arc, &(asks, serves, saves, _)) in arcs.iter().enumerate() {
                    let direct = (open[asks] > 0.0).then(|| (saves, vec![arc]));
                    let over = arcs.iter().enumerate().filter(|(_, back)| back.0 == asks && back.1 != serves && back.3 > 0.0);
                    let over = over.filter_map(|(taken, back)| {
                        let (before, way) = ways[back.1].as_ref()?;
                        Some((before - back.2 + saves, [&way[..], &[taken, arc]].concat()))
                    });
                    for (saving, way) in direct.into_iter().chain(over).collect::<Vec<_>>() {
                        if ways[serves].as_ref().is_none_or(|(known, _)| saving > known + 1e-9) {
                            ways[serves] = Some((saving, way));
                        }
                    }
                }
            }
            let ends = (0..self.regions()).filter(|&i| free[i] > 1e-9);
            let best = ends.filter_map(|i| ways[i].clone().map(|(saving, way)| (saving, way, i))).max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((saving, way, end)) = best.filter(|(saving, _, _)| *saving > 1e-9) else { return cost };
            let start = arcs[way[0]].0;
            // Arcs at odd places of a way are taken back from.
            let taken = way.iter().skip(1).step_by(2).map(|&arc| arcs[arc].3).fold(f64::INFINITY, f64::min);
            let amount = open[start].min(free[end]).min(taken);
            for (place, &arc) in way.iter().enumerate() {
                arcs[arc].3 += if place % 2 == 0 { amount } else { -amount };
            }
            open[start] -= amount;
            free[end] -= amount;
            cost -= amount * saving;
        }
    }

    /// Least cost of all placements, and one that has it.
    pub fn optimum(&self) -> (f64, Vec<Vec<usize>>) {
        let subsets: Vec<Vec<usize>> =
            (0..1_usize << self.regions()).map(|bits| (0..self.regions()).filter(|i| bits >> i & 1 == 1).collect()).collect();
        let mut placements: Vec<Vec<Vec<usize>>> = vec![vec![]];
        for _ in &self.demand {
            let longer = |placement: &Vec<Vec<usize>>| {
                let placement = placement.clone();
                subsets.iter().map(move |subset| [&placement[..], std::slice::from_ref(subset)].concat())
            };
            placements = placements.iter().flat_map(longer).filter(|placement| self.allows(placement)).collect();
        }
        let costs = placements.into_iter().map(|placement| (self.cost(&placement), placement));
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).expect("the empty placement")
    }
}

/// A random network of small whole distances, in which some regions have no internal link.
fn draw_network(random: &mut Random, regions: usize) -> Network {
    let distance: Vec<f64> = (0..regions).map(|_| random.whole(1, 9) as f64).collect();
    let mut links = vec![];
    for a in 0..regions {
        for b in 0..a {
            if random.one_in(2) {
                links.push(Link { ends: (a, b), km: random.whole(1, 9) as f64, low_priority: random.one_in(4) });
            }
        }
    }
    let shortest = random.one_in(3);
    Network::new(&distance, &links, Prices { external: 2.0, internal: 1.0, low_priority: 3.0, shortest }, None)
}

/// Sizes of videos on a coarse grid, or all one unit.
fn draw_sizes(random: &mut Random, videos: usize) -> Vec<f64> {
    let alike = random.one_in(2);
    (0..videos).map(|_| if alike { 1.0 } else { random.pick(&[0.5, 1.0, 1.5, 2.0, 3.0]) }).collect()
}

/// A random instance on a coarse grid of time, what is stored in it, and how many videos there are.
pub fn draw(seed: u64) -> (Instance, Storage, usize) {
    let mut random = Random(seed);
    let regions = 1 + random.below(4);
    let videos = 1 + random.below(6);
    let network = draw_network(&mut random, regions);
    let capacity = (0..regions).map(|_| random.below(3)).collect();
    let mut arrival = 0.0;
    let mut requests = vec![];
    for _ in 0..=random.below(40) {
        arrival += random.pick(&[0.0, 0.0, 1.0, 2.0]);
        let session = random.whole(1, 9) as f64;
        requests.push(Request {
            arrival,
            region: random.below(regions),
            video: random.below(videos),
            session,
            pick: random.below(regions),
        });
    }
    let storage = if random.one_in(2) {
        Storage::Lru((0..regions).map(|_| random.whole(1, 3) as f64).collect())
    } else {
        let mut holders = || (0..regions).filter(|_| random.one_in(2)).collect();
        Storage::Placed((0..videos).map(|_| holders()).collect())
    };
    let warmup = random.below(requests.len());
    let sizes = draw_sizes(&mut random, videos);
    (Instance { network, capacity, cdn_capacity: 1 + random.below(3), requests, sizes, warmup }, storage, videos)
}

/// A random small placement problem.
pub fn draw_problem(seed: u64) -> Problem {
    let mut random = Random(seed);
    let regions = 1 + random.below(3);
    let videos = 1 + random.below(3);
    Problem {
        network: draw_network(&mut random, regions),
        storage: (0..regions).map(|_| random.below(4) as f64).collect(),
        sizes: draw_sizes(&mut random, videos),
        service: (0..regions).map(|_| random.whole(0, 24) as f64 / 4.0).collect(),
        demand: (0..videos).map(|_| (0..regions).map(|_| random.below(6)).collect()).collect(),
        replicas: random.one_in(2).then(|| (0..videos).map(|_| random.below(regions + 1)).collect()),
    }
}

#[cfg(test)]
mod tests;
