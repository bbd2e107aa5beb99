//! Requests like those of the trace of section 3.1.1: a week of Orange's video on demand.
//!
//! The trace is not public. Its text gives 364 663 requests for 17 223 videos from thirteen regions, from Sunday noon to Sunday noon;
//! sessions of 60 to 120 minutes are the authors' own assumption. Figure 3.4 shows two peaks a day, at about 14:00 and 23:00, least
//! work at about 4:00, and peaks that fall from Sunday to Thursday and rise on Friday and Saturday. Arrivals are a non-homogeneous
//! Poisson process with such a profile, given its number of requests. The popularity of videos is not given: it is Zipf's here, the
//! same in all regions unless some requests go by an order of their region's own, and changes day by day. All videos take the same room
//! there; sizes that differ are log-normal here, whatever is popular and however long sessions are.

use super::trace::{MOST, SHORTEST};
use super::{Request, Requests, Sizes};
use crate::sim::{NotAllowed, Random, stream, written};
use crate::workload::Normal;
use rand::RngExt;
use rand_distr::Distribution;

/// Requests in a week, from the trace.
pub const WEEK: u32 = 364_663;

/// How requests are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// Number of requests.
    pub count: u32,
    /// Days, from a Sunday at noon.
    pub days: f64,
    /// Number of videos.
    pub videos: u32,
    /// Exponent of Zipf's law.
    pub zipf: f64,
    /// Fraction of the videos that change places in popularity every day.
    pub churn: f64,
    /// Fraction of the requests that go by an order of popularity of their region's own.
    pub regional: f64,
    /// Spread of log-normal sizes of videos, whose mean is 1.
    pub size_spread: f64,
    /// Shortest and longest session, in seconds.
    pub session: [f64; 2],
}

/// Streams of random numbers, one for each purpose.
mod purpose {
    pub const ARRIVALS: u8 = 0;
    pub const SESSIONS: u8 = 1;
    pub const REGIONS: u8 = 2;
    pub const VIDEOS: u8 = 3;
    pub const PICKS: u8 = 4;
    pub const CHURN: u8 = 5;
    pub const REGIONAL: u8 = 6;
    pub const SIZES: u8 = 7;
}

const DAY: f64 = 86_400.0;
const HOUR: f64 = 3600.0;
/// Hours from midnight to when time begins.
const NOON: usize = 12;
/// When the fewest requests come, which ends a day of viewers.
const DAWN: usize = 4;

/// Requests at each hour, relative to each other. Sessions take an hour and a half, so that the work follows with a delay.
const HOURS: [f64; 24] =
    [1.05, 0.42, 0.14, 0.1, 0.13, 0.18, 0.24, 0.32, 0.44, 0.6, 0.8, 1.0, 1.2, 1.5, 1.3, 0.95, 0.9, 0.9, 1.0, 1.15, 1.5, 2.1, 2.75, 2.45];

/// Requests of each day of viewers, from Sunday, relative to each other.
const DAYS: [f64; 7] = [1.14, 1.02, 0.97, 0.92, 0.87, 1.04, 1.2];

/// The rate of requests this many hours after the beginning, relative to others; between full hours it is in proportion.
fn rate(hour: usize) -> f64 {
    let since = hour + NOON;
    HOURS[since % 24] * DAYS[(since - DAWN) / 24 % 7]
}

/// Checks how long sessions take.
pub(super) fn check_session([shortest, longest]: [f64; 2]) -> Result<(), NotAllowed> {
    let inside = |x: f64| (SHORTEST..=MOST).contains(&x);
    NotAllowed::check("workload.shortest_session", written(shortest), inside(shortest), "seconds, 0.001 to 1e12")?;
    let allowed = "seconds, no fewer than workload.shortest_session, up to 1e12";
    NotAllowed::check("workload.longest_session", written(longest), longest >= shortest && inside(longest), allowed)
}

impl Drawing {
    /// The most requests that are drawn.
    pub const MOST_COUNT: u32 = 10_000_000;

    /// Checks every parameter.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let Self { count, days, videos, zipf, churn, regional, size_spread, session } = *self;
        let check = NotAllowed::check;
        check("workload.count", count.to_string(), (1..=Self::MOST_COUNT).contains(&count), "a whole number from 1 to 10000000")?;
        check("workload.days", written(days), (0.01..=366.0).contains(&days), "days, 0.01 to 366")?;
        check("workload.videos", videos.to_string(), (1..=1_000_000).contains(&videos), "a whole number from 1 to 1000000")?;
        check("workload.zipf", written(zipf), (0.0..=10.0).contains(&zipf), "a number from 0 to 10")?;
        check("workload.churn", written(churn), (0.0..=1.0).contains(&churn), "a fraction from 0 to 1")?;
        check("workload.regional", written(regional), (0.0..=1.0).contains(&regional), "a fraction from 0 to 1")?;
        check("workload.size_spread", written(size_spread), (0.0..=5.0).contains(&size_spread), "a number from 0 to 5")?;
        check_session(session)
    }

    /// Draws the requests of one replication, for regions with these shares of users. Parameters that do not concern a random
    /// number leave it as it is.
    ///
    /// # Errors
    /// As [`validate`](Self::validate); if there are no regions or more than 64; if a share is negative or not a number, or all are 0; or
    /// if there are not more requests than belong to the warm-up.
    pub fn draw(&self, users: &[f64], warmup: usize, seed: u64, replication: u32) -> Result<Requests, NotAllowed> {
        self.validate()?;
        let check = NotAllowed::check;
        check("regions", users.len().to_string(), (1..=64).contains(&users.len()), "1 to 64")?;
        for share in users {
            check("users", written(*share), (0.0..=1e12).contains(share), "a number from 0 to 1e12")?;
        }
        check("users", "0 in all regions".to_owned(), users.iter().any(|share| *share > 0.0), "a number above 0 in one region")?;
        check("workload.warmup", warmup.to_string(), warmup < self.count as usize, "fewer than there are requests")?;
        let arrivals = self.arrivals(&mut stream(seed, replication, purpose::ARRIVALS));
        let mut videos = Videos::new(self, stream(seed, replication, purpose::CHURN));
        let mut of_videos = stream(seed, replication, purpose::VIDEOS);
        let video = |arrival: f64| videos.draw(arrival, &mut of_videos);
        let requests = arrivals.into_iter().enumerate().map({
            let mut video = video;
            move |(place, arrival)| Request { arrival, session: 0.0, video: video(arrival), given: place as u32, region: 0, pick: 0 }
        });
        let mut requests: Vec<Request> = requests.collect();
        let mut regions = stream(seed, replication, purpose::REGIONS);
        let cumulated = cumulated(users.iter().copied());
        requests.iter_mut().for_each(|request| request.region = pick(&cumulated, &mut regions) as u8);
        if self.regional > 0.0 {
            self.regionalise(&mut requests, users.len(), &mut stream(seed, replication, purpose::REGIONAL));
        }
        amend(&mut requests, users.len(), Some(self.session), seed, replication);
        let sizes = self.sizes(&mut stream(seed, replication, purpose::SIZES));
        Ok(Requests { sizes, ..Requests::trusted(requests, self.videos, warmup, replication) })
    }

    /// A size for each video; the popular are no larger than others.
    fn sizes(&self, random: &mut Random) -> Sizes {
        if self.size_spread == 0.0 {
            return Sizes::default();
        }
        let spread = self.size_spread;
        Sizes::trusted((0..self.videos).map(|_| libm::exp(spread * Normal.sample(random) - spread * spread / 2.0)).collect())
    }

    /// Gives some requests another video: the one that has in their region the place that theirs has in all.
    fn regionalise(&self, requests: &mut [Request], regions: usize, random: &mut Random) {
        let mut shuffled = || {
            let mut videos: Vec<u32> = (0..self.videos).collect();
            (1..videos.len()).rev().for_each(|place| videos.swap(place, random.random_range(0..=place)));
            videos
        };
        let orders: Vec<Vec<u32>> = (0..regions).map(|_| shuffled()).collect();
        for request in requests {
            if random.random::<f64>() < self.regional {
                request.video = orders[usize::from(request.region)][request.video as usize];
            }
        }
    }

    /// When requests come: in order, with the profile of the week.
    fn arrivals(&self, random: &mut Random) -> Vec<f64> {
        let end = self.days * DAY;
        let hours = libm::ceil(end / HOUR) as usize;
        let rates: Vec<f64> = (0..=hours).map(rate).collect();
        let before = cumulated(rates.windows(2).map(|ends| f64::midpoint(ends[0], ends[1])));
        // Sorted uniform numbers are sums of exponential ones over their total.
        let mut sum = 0.0;
        let mut sums: Vec<f64> = (0..=self.count)
            .map(|_| {
                sum -= libm::log(1.0 - random.random::<f64>());
                sum
            })
            .collect();
        let total = sums.pop().unwrap_or(1.0);
        let whole = work_until(&rates, &before, end / HOUR);
        let mut hour = 0;
        for sum in &mut sums {
            let target = *sum / total * whole;
            while hour + 1 < hours && before[hour] < target {
                hour += 1;
            }
            let base = if hour == 0 { 0.0 } else { before[hour - 1] };
            *sum = ((hour as f64 + inside(rates[hour], rates[hour + 1], target - base)) * HOUR).min(end);
        }
        sums
    }
}

/// Sums of the first numbers: of one, of two, and so on.
fn cumulated(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sum = 0.0;
    numbers
        .map(|number| {
            sum += number;
            sum
        })
        .collect()
}

/// How many requests come until some hour, relative to others.
fn work_until(rates: &[f64], before: &[f64], hour: f64) -> f64 {
    let full = (hour as usize).min(rates.len() - 2);
    let (part, base) = (hour - full as f64, if full == 0 { 0.0 } else { before[full - 1] });
    base + part * (rates[full] + part * (rates[full + 1] - rates[full]) / 2.0)
}

/// The part of an hour in which so many requests come, where the rate goes from one value to another in proportion.
fn inside(from: f64, to: f64, requests: f64) -> f64 {
    let slope = to - from;
    (2.0 * requests / (from + (from * from + 2.0 * slope * requests).max(0.0).sqrt())).clamp(0.0, 1.0)
}

/// A position, with chances in proportion to differences of these sums.
fn pick(cumulated: &[f64], random: &mut Random) -> usize {
    let target = random.random::<f64>() * cumulated.last().copied().unwrap_or(0.0);
    cumulated.partition_point(|sum| *sum <= target).min(cumulated.len() - 1)
}

/// Draws what requests still lack: the dServer to which random redirection sends them, and sessions within these bounds, if any.
pub fn amend(requests: &mut [Request], regions: usize, session: Option<[f64; 2]>, seed: u64, replication: u32) {
    let mut picks = stream(seed, replication, purpose::PICKS);
    let mut sessions = stream(seed, replication, purpose::SESSIONS);
    for request in requests {
        request.pick = picks.random_range(0..regions as u8);
        if let Some([shortest, longest]) = session {
            let drawn = shortest + (longest - shortest) * sessions.random::<f64>();
            request.session = if request.session > 0.0 { request.session } else { drawn };
        }
    }
}

/// Which videos are popular.
struct Videos {
    /// Sums of chances by rank.
    chances: Vec<f64>,
    /// The video of each rank.
    ranked: Vec<u32>,
    /// How many change places every day.
    changing: u32,
    day: u32,
    random: Random,
}

impl Videos {
    fn new(drawing: &Drawing, random: Random) -> Self {
        let Drawing { videos, zipf, churn, .. } = *drawing;
        let chances = cumulated((1..=videos).map(|rank| libm::pow(f64::from(rank), -zipf)));
        let changing = libm::round(churn * f64::from(videos)) as u32;
        Self { chances, ranked: (0..videos).collect(), changing, day: 0, random }
    }

    fn draw(&mut self, arrival: f64, random: &mut Random) -> u32 {
        while f64::from(self.day + 1) * DAY <= arrival {
            self.day += 1;
            self.change();
        }
        self.ranked[pick(&self.chances, random)]
    }

    /// Some ranks, drawn, exchange their videos in a circle.
    fn change(&mut self) {
        let count = self.ranked.len() as u32;
        let mut ranks: Vec<u32> = (0..count).collect();
        for place in 0..self.changing {
            ranks.swap(place as usize, self.random.random_range(place..count) as usize);
        }
        for pair in ranks[..self.changing as usize].windows(2) {
            self.ranked.swap(pair[0] as usize, pair[1] as usize);
        }
    }
}
