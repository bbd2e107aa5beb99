//! What is told of a CDN besides the times of its requests.

use super::{Network, Outcome, Request, Requests};
use crate::metrics::{Interval, ratio_95, resampled_means};
use crate::world::{Column, Unit};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// What a run of the CDN leaves behind besides its sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Replications that are counted here.
    runs: u64,
    requests: u64,
    /// Requests that dServers served, and those among them that the dServer of the user's region served.
    dcdn: u64,
    local: u64,
    /// Whether videos have sizes; sizes of what requests were for, and of those that dServers served.
    sized: bool,
    size: f64,
    dcdn_size: f64,
    /// Requests that waited in the queue of the CDN server, and how long in all, and the longest.
    postponed: u64,
    wait: f64,
    longest: f64,
    /// What the transfers cost, and what they would if all came from the CDN server.
    cost: f64,
    central: f64,
    /// Of the cost, that of transfers from the CDN server; and seconds of video in these.
    origin_cost: f64,
    origin: f64,
    /// Sessions over external links, over internal links and over those of low priority: each as often as it crosses one.
    links: [u64; 3],
    /// Seconds of sessions on dServers and on the CDN server while requests came that are counted, and capacity times that time.
    busy: [f64; 2],
    capacity: [f64; 2],
    /// Highest numbers over a run, as sums over runs: sessions on dServers and on the CDN server, requests in its queue.
    peaks: [u64; 3],
    copies: u64,
}

impl Cell {
    /// Of a run; of its requests those that are counted.
    pub(super) fn new(network: &Network, requests: &Requests, outcome: &Outcome) -> Self {
        let peaks = [outcome.peaks.dcdn, outcome.peaks.cdn, outcome.peaks.queue].map(u64::from);
        let mut cell = Self { runs: 1, copies: outcome.copies, peaks, sized: requests.sizes.given(), ..Self::default() };
        let counted = requests.counted();
        let became = outcome.server[requests.warmup..].iter().zip(&outcome.wait[requests.warmup..]);
        for (request, (server, wait)) in counted.iter().zip(became) {
            cell.count(network, request, requests.sizes.of(request.video), *server, *wait);
        }
        if let (Some(first), Some(last)) = (counted.first(), counted.last()) {
            let (from, to) = (first.arrival, last.arrival);
            cell.capacity = [network.capacity() as f64 * (to - from), f64::from(network.cdn_capacity) * (to - from)];
            cell.busy = busy(requests, outcome, from, to);
        }
        cell
    }

    fn count(&mut self, network: &Network, request: &Request, size: f64, server: u8, wait: Option<f64>) {
        let (region, place) = (usize::from(request.region), usize::from(server));
        let central = network.from_cdn[region] * size;
        self.requests += 1;
        self.size += size;
        self.central += central;
        if server == Outcome::CDN {
            self.cost += central;
            self.origin_cost += central;
            self.origin += request.session;
            self.links[0] += 1;
        } else {
            self.dcdn += 1;
            self.dcdn_size += size;
            self.local += u64::from(place == region);
            self.cost += network.cost(place, region) * size;
            let [internal, low_priority] = network.crossed(place, region).map(u64::from);
            // Without a way over internal links, up to the PoP and down again.
            let external = if place != region && internal == 0 { 2 } else { 0 };
            self.links = [self.links[0] + external, self.links[1] + internal, self.links[2] + low_priority];
        }
        if let Some(wait) = wait {
            self.postponed += 1;
            self.wait += wait;
            self.longest = self.longest.max(wait);
        }
    }
}

/// Seconds that sessions on dServers and on the CDN server have between two times, whenever they begin and end.
fn busy(requests: &Requests, outcome: &Outcome, from: f64, to: f64) -> [f64; 2] {
    let mut busy = [0.0; 2];
    for (request, (server, wait)) in requests.all.iter().zip(outcome.server.iter().zip(&outcome.wait)) {
        let begin = request.arrival + wait.unwrap_or(0.0);
        let lasts = (begin + request.session).min(to) - begin.max(from);
        busy[usize::from(*server == Outcome::CDN)] += lasts.max(0.0);
    }
    busy
}

impl AddAssign<&Self> for Cell {
    fn add_assign(&mut self, other: &Self) {
        self.runs += other.runs;
        self.requests += other.requests;
        self.dcdn += other.dcdn;
        self.sized |= other.sized;
        self.size += other.size;
        self.dcdn_size += other.dcdn_size;
        self.local += other.local;
        self.postponed += other.postponed;
        self.wait += other.wait;
        self.longest = self.longest.max(other.longest);
        self.cost += other.cost;
        self.central += other.central;
        self.origin_cost += other.origin_cost;
        self.origin += other.origin;
        (0..3).for_each(|i| self.links[i] += other.links[i]);
        (0..2).for_each(|i| self.busy[i] += other.busy[i]);
        (0..2).for_each(|i| self.capacity[i] += other.capacity[i]);
        (0..3).for_each(|i| self.peaks[i] += other.peaks[i]);
        self.copies += other.copies;
    }
}

/// The CDN over all replications: sums, and intervals of some of their ratios.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary(Cell, Spread);

/// 95 % intervals over replications; absent for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Spread {
    dcdn_share: Option<Interval>,
    byte_share: Option<Interval>,
    local_share: Option<Interval>,
    postponed: Option<Interval>,
    mean_wait: Option<Interval>,
    cost: Option<Interval>,
}

impl Spread {
    /// Of all cells of a policy: whole replications are drawn anew, and each ratio is of their sums.
    fn of(cells: &[Cell]) -> Self {
        let sample = |of: fn(&Cell) -> f64| cells.iter().map(of).collect::<Vec<f64>>();
        let samples = [
            sample(|cell| cell.requests as f64),
            sample(|cell| cell.dcdn as f64),
            sample(|cell| cell.local as f64),
            sample(|cell| cell.postponed as f64),
            sample(|cell| cell.wait),
            sample(|cell| cell.cost),
            sample(|cell| cell.central),
            sample(|cell| cell.dcdn_size),
            sample(|cell| cell.size),
        ];
        let means = resampled_means(&samples.each_ref().map(Vec::as_slice));
        let ratio = |above: usize, below: usize| ratio_95(&means[above], &means[below]);
        // In a resample without postponed requests nobody waited, and there is no mean.
        let waited = means[3].iter().all(|postponed| *postponed > 0.0);
        Self {
            dcdn_share: ratio(1, 0),
            byte_share: if cells.iter().any(|cell| cell.sized) { ratio(7, 8) } else { None },
            local_share: ratio(2, 0),
            postponed: Interval::of(means[3].clone()),
            mean_wait: if waited { ratio(4, 3) } else { None },
            cost: ratio(5, 6),
        }
    }
}

impl Summary {
    /// Of all cells of a policy, in order of replication.
    pub(super) fn pool(cells: &[Cell]) -> Self {
        let mut sum = Cell::default();
        cells.iter().for_each(|cell| sum += cell);
        Self(sum, Spread::of(cells))
    }
}

/// What a report says of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The CDN under it.
    pub cdn: Figures,
}

/// The CDN under a policy. Numbers of requests, sessions and copies are means over replications.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Fraction of the requests that dServers served.
    pub dcdn_share: f64,
    /// Its 95 % interval over replications; absent for one.
    pub dcdn_share_interval: Option<Interval>,
    /// Fraction of the size of what was asked for that dServers served: of all requests, each counted as much as the size of its video.
    /// Absent where each takes one unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_share: Option<f64>,
    /// Its 95 % interval over replications; absent for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_share_interval: Option<Interval>,
    /// Fraction that the CDN server served.
    pub cdn_share: f64,
    /// Fraction that the dServer of the user's region served.
    pub local_share: f64,
    /// Its 95 % interval over replications; absent for one.
    pub local_share_interval: Option<Interval>,
    /// Requests that waited in the queue of the CDN server.
    pub postponed: f64,
    /// Its 95 % interval over replications; absent for one.
    pub postponed_interval: Option<Interval>,
    /// Seconds that these waited on average; absent if there were none.
    pub mean_wait: Option<f64>,
    /// Its 95 % interval over replications; absent for one.
    pub mean_wait_interval: Option<Interval>,
    /// Seconds that one of them waited at most.
    pub longest_wait: Option<f64>,
    /// What the transfers cost ÷ what they would cost from the CDN server.
    pub cost: Option<f64>,
    /// Its 95 % interval over replications; absent for one.
    pub cost_interval: Option<Interval>,
    /// The same if only transfers from the CDN server cost anything.
    pub origin_cost: Option<f64>,
    /// Hours of video that the CDN server sent.
    pub origin_traffic: f64,
    /// Fraction of their capacity that dServers used while requests came.
    pub dcdn_utilisation: Option<f64>,
    /// The same of the CDN server.
    pub cdn_utilisation: Option<f64>,
    /// Most sessions on all dServers at a time.
    pub dcdn_peak: f64,
    /// Most sessions on the CDN server at a time.
    pub cdn_peak: f64,
    /// Most requests in its queue at a time.
    pub queue_peak: f64,
    /// Sessions over external links.
    pub external_sessions: f64,
    /// Sessions over internal links, counted at each link.
    pub internal_sessions: f64,
    /// Of these, those over links of low priority.
    pub low_priority_sessions: f64,
    /// Copies of videos on dServers at the beginning.
    pub copies: f64,
}

impl Figures {
    /// Of one run.
    pub fn of(network: &Network, requests: &Requests, outcome: &Outcome) -> Self {
        Report::new(&Summary::pool(&[Cell::new(network, requests, outcome)])).cdn
    }
}

impl Report {
    /// Of a summary.
    pub(super) fn new(Summary(sum, spread): &Summary) -> Self {
        let ratio = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
        let share = |part: u64| if sum.requests > 0 { part as f64 / sum.requests as f64 } else { 0.0 };
        let each = |part: u64| part as f64 / (sum.runs.max(1)) as f64;
        let postponed = sum.postponed > 0;
        Self {
            cdn: Figures {
                dcdn_share: share(sum.dcdn),
                dcdn_share_interval: spread.dcdn_share,
                byte_share: if sum.sized { ratio(sum.dcdn_size, sum.size) } else { None },
                byte_share_interval: spread.byte_share,
                cdn_share: share(sum.requests - sum.dcdn),
                local_share: share(sum.local),
                local_share_interval: spread.local_share,
                postponed: each(sum.postponed),
                postponed_interval: spread.postponed,
                mean_wait: ratio(sum.wait, sum.postponed as f64),
                mean_wait_interval: spread.mean_wait,
                longest_wait: postponed.then_some(sum.longest),
                cost: ratio(sum.cost, sum.central),
                cost_interval: spread.cost,
                origin_cost: ratio(sum.origin_cost, sum.central),
                origin_traffic: sum.origin / 3600.0 / (sum.runs.max(1)) as f64,
                dcdn_utilisation: ratio(sum.busy[0], sum.capacity[0]),
                cdn_utilisation: ratio(sum.busy[1], sum.capacity[1]),
                dcdn_peak: each(sum.peaks[0]),
                cdn_peak: each(sum.peaks[1]),
                queue_peak: each(sum.peaks[2]),
                external_sessions: each(sum.links[0]),
                internal_sessions: each(sum.links[1]),
                low_priority_sessions: each(sum.links[2]),
                copies: each(sum.copies),
            },
        }
    }
}

const fn share(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::Fraction, of, about)
}

const fn seconds(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::Seconds, of, about).less()
}

const fn number(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::One, of, about)
}

/// Figures of a policy.
pub(super) const COLUMNS: [Column<Report>; 19] = [
    share("dcdn_share", |r| Some(r.cdn.dcdn_share), "fraction of the requests that dServers served")
        .more()
        .called("share of requests that dServers serve")
        .headed("hit share"),
    share(
        "byte_share",
        |r| r.cdn.byte_share,
        "the same, where each request counts as much as the size of its video; nothing where all take one unit",
    )
    .more()
    .called("share of bytes that dServers serve")
    .headed("byte hit share"),
    number("origin_traffic", |r| Some(r.cdn.origin_traffic), "hours of video that the CDN server sent, a replication")
        .less()
        .called("traffic from the CDN server")
        .headed("origin"),
    share("cdn_share", |r| Some(r.cdn.cdn_share), "fraction that the CDN server served")
        .less()
        .called("share of requests that the CDN server serves"),
    share("local_share", |r| Some(r.cdn.local_share), "fraction that the dServer of the user's region served")
        .more()
        .called("share of requests served in their region"),
    Column::new(
        "postponed",
        Unit::Jobs,
        |r: &Report| Some(r.cdn.postponed),
        "requests that waited in the CDN server's queue, a replication",
    )
    .less()
    .called("number of requests that wait")
    .headed("postponed"),
    seconds("mean_wait", |r| r.cdn.mean_wait, "seconds that a postponed request waited, on average").headed("wait"),
    seconds("longest_wait", |r| r.cdn.longest_wait, "seconds that one waited at most"),
    number("cost", |r| r.cdn.cost, "cost of the transfers ÷ their cost from the CDN server").less().headed("cost"),
    number("origin_cost", |r| r.cdn.origin_cost, "the same if only transfers from the CDN server cost anything")
        .less()
        .called("cost of transfers from the CDN server"),
    share("dcdn_utilisation", |r| r.cdn.dcdn_utilisation, "fraction of their capacity that dServers used while requests came"),
    share("cdn_utilisation", |r| r.cdn.cdn_utilisation, "the same of the CDN server"),
    number("dcdn_peak", |r| Some(r.cdn.dcdn_peak), "most sessions on all dServers at a time, a replication"),
    number("cdn_peak", |r| Some(r.cdn.cdn_peak), "most sessions on the CDN server at a time, a replication")
        .less()
        .called("peak of sessions on the CDN server"),
    number("queue_peak", |r| Some(r.cdn.queue_peak), "most requests in its queue at a time, a replication")
        .less()
        .called("longest queue of the CDN server"),
    number("external_sessions", |r| Some(r.cdn.external_sessions), "sessions over external links, a replication")
        .less()
        .called("number of sessions over external links"),
    number("internal_sessions", |r| Some(r.cdn.internal_sessions), "sessions over internal links, counted at each link, a replication"),
    number("low_priority_sessions", |r| Some(r.cdn.low_priority_sessions), "of these, those over links of low priority")
        .less()
        .called("number of sessions over links of low priority"),
    number("copies", |r| Some(r.cdn.copies), "copies of videos on dServers at the beginning, a replication"),
];
