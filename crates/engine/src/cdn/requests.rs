use super::Sizes;
use crate::sim::{NotAllowed, written};
use crate::workload::Ids;

/// A request for a video.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// When it comes, in seconds.
    pub arrival: f64,
    /// How long its session is, in seconds.
    pub session: f64,
    /// The video, by its number from 0.
    pub video: u32,
    /// Its place among the requests as they were given, from 0.
    pub given: u32,
    /// The region of its user, by position.
    pub region: u8,
    /// The dServer to which random redirection sends it, drawn for all policies alike.
    pub pick: u8,
}

/// Requests of one replication, in order of (arrival, place).
#[derive(Clone, Debug, PartialEq)]
pub struct Requests {
    /// The requests.
    pub all: Vec<Request>,
    /// Number of videos.
    pub videos: u32,
    /// What videos are called where that is given, by their numbers from 1.
    pub names: Ids,
    /// Sizes of videos.
    pub sizes: Sizes,
    /// Number of requests at the beginning that are served but not counted.
    pub warmup: usize,
    /// Sessions that a request finds under way on average, itself included, if every request is served as it comes.
    pub under_way: f64,
    /// The most that one finds.
    pub most_under_way: f64,
    /// Which replication they are of.
    pub replication: u32,
}

impl Requests {
    /// Requests in any order.
    ///
    /// # Errors
    /// If there is none; if an arrival is neither 0 nor from 1e-6 to 1e12 seconds, or a session not from 0 to 1e12 seconds; if a video is not
    /// below `videos`; or if the warm-up leaves no request.
    pub fn new(all: Vec<Request>, videos: u32, warmup: usize, replication: u32) -> Result<Self, NotAllowed> {
        let check = NotAllowed::check;
        check("warmup", warmup.to_string(), warmup < all.len(), "fewer requests than there are")?;
        for request in &all {
            let Request { arrival, session, video, .. } = *request;
            let legal = arrival == 0.0 || (1e-6..=1e12).contains(&arrival);
            check("arrival of a request", written(arrival), legal, "0, or seconds from 1e-6 to 1e12")?;
            check("session of a request", written(session), (0.0..=1e12).contains(&session), "seconds, 0 to 1e12")?;
            check("video of a request", video.to_string(), video < videos, "a number from 0, below how many there are")?;
        }
        Ok(Self::trusted(all, videos, warmup, replication))
    }

    /// The same of requests that are checked.
    pub(crate) fn trusted(mut all: Vec<Request>, videos: u32, warmup: usize, replication: u32) -> Self {
        if !all.is_sorted_by_key(|request| (crate::sim::Key(request.arrival), request.given)) {
            all.sort_unstable_by_key(|request| (crate::sim::Key(request.arrival), request.given));
        }
        let (under_way, most_under_way) = under_way(&all);
        Self { all, videos, names: Ids::default(), sizes: Sizes::default(), warmup, under_way, most_under_way, replication }
    }

    /// Those that are counted.
    pub fn counted(&self) -> &[Request] {
        &self.all[self.warmup..]
    }

    /// Those before them.
    pub fn before(&self) -> &[Request] {
        &self.all[..self.warmup]
    }
}

/// Sessions that a request finds under way on average and at most, itself included, if every request is served as it comes.
fn under_way(requests: &[Request]) -> (f64, f64) {
    let mut ends: Vec<f64> = requests.iter().map(|request| request.arrival + request.session).collect();
    ends.sort_unstable_by(f64::total_cmp);
    let (mut ended, mut sum, mut most) = (0, 0, 0);
    for (before, request) in requests.iter().enumerate() {
        while ends.get(ended).is_some_and(|end| *end <= request.arrival) {
            ended += 1;
        }
        let found = (before + 1).saturating_sub(ended);
        (sum, most) = (sum + found, most.max(found));
    }
    (sum as f64 / requests.len().max(1) as f64, most as f64)
}
