use crate::cdn::{Network, Request, Requests};
use crate::sim::Random;
use rand::RngExt;

/// What a placement knows of the requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// Which requests it goes by.
    pub period: Period,
    /// Fraction of them that are right; the others are taken from the warm-up.
    pub accuracy: f64,
    /// What is wrong with those that are not.
    pub wrong: Wrong,
}

/// Which requests a placement goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// Those of the warm-up: nothing is predicted.
    Past,
    /// Those that will be counted: a prediction of everything.
    Future,
}

/// What is wrong with a predicted request (section 3.2.1.2, figure 3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The video.
    Video,
    /// The user, and so the region.
    User,
}

impl Demand {
    /// All that will be asked for.
    pub const FUTURE: Self = Self { period: Period::Future, accuracy: 1.0, wrong: Wrong::Video };
    /// What was asked for in the warm-up.
    pub const PAST: Self = Self { period: Period::Past, ..Self::FUTURE };

    /// Whether it needs requests of a warm-up.
    pub fn looks_back(&self) -> bool {
        self.period == Period::Past || self.accuracy < 1.0
    }

    /// By video and region (`video · regions + region`), the number of requests it goes by. Without a warm-up no request is wrong.
    pub fn table(&self, network: &Network, requests: &Requests, random: &mut Random) -> Table {
        let mut table = Table::new(requests.videos as usize, network.regions.len());
        match self.period {
            Period::Past => requests.before().iter().for_each(|request| table.count(request)),
            Period::Future => {
                let before = requests.before();
                for request in requests.counted() {
                    let mut believed = *request;
                    if self.accuracy < 1.0 && random.random::<f64>() >= self.accuracy && !before.is_empty() {
                        let other = before[random.random_range(0..before.len())];
                        match self.wrong {
                            Wrong::Video => believed.video = other.video,
                            Wrong::User => believed.region = other.region,
                        }
                    }
                    table.count(&believed);
                }
            }
        }
        table
    }
}

/// Numbers of requests, by video and region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    regions: usize,
    counts: Vec<u32>,
}

impl Table {
    fn new(videos: usize, regions: usize) -> Self {
        Self { regions, counts: vec![0; videos * regions] }
    }

    fn count(&mut self, request: &Request) {
        self.counts[request.video as usize * self.regions + usize::from(request.region)] += 1;
    }

    /// Number of videos.
    pub fn videos(&self) -> usize {
        self.counts.len() / self.regions
    }

    /// Requests for a video, by region.
    pub fn of(&self, video: usize) -> &[u32] {
        &self.counts[video * self.regions..][..self.regions]
    }

    /// Requests for each video.
    pub fn totals(&self) -> Vec<u64> {
        self.counts.chunks_exact(self.regions).map(|counts| counts.iter().map(|count| u64::from(*count)).sum()).collect()
    }

    /// Videos from the most requested to the least; of several that are alike, the one with the lowest number first.
    pub fn by_popularity(&self) -> Vec<u32> {
        let totals = self.totals();
        let mut order: Vec<u32> = (0..totals.len() as u32).collect();
        order.sort_by_key(|video| std::cmp::Reverse(totals[*video as usize]));
        order
    }
}
