use super::super::Copies;
use super::super::demand::Table;
use crate::cdn::{Network, Sizes};

/// An instance of the k-PCFLP: which dServer should store which video, given who asks for what.
#[derive(Clone, Debug)]
pub struct Program {
    /// Number of regions, and of dServers.
    pub regions: usize,
    /// By video and region (`video · regions + region`), the number of requests.
    pub demand: Vec<u32>,
    /// By dServer and region (`server · regions + region`), what a request for a video of size 1 costs less than from the PoP; 0 where it
    /// is not asked.
    pub saving: Vec<f64>,
    /// By dServer, units of size that it can store.
    pub storage: Vec<f64>,
    /// Sizes of videos.
    pub sizes: Sizes,
    /// By dServer, requests that it can serve.
    pub capacity: Vec<f64>,
    /// By video, copies that it may have.
    pub copies: Vec<u32>,
    /// Videos, the most requested first.
    pub order: Vec<u32>,
}

impl Program {
    /// The instance of a network and a demand. A dServer can serve that part of the requests which its capacity is of so many sessions
    /// `under_way`.
    pub fn new(network: &Network, demand: &Table, sizes: Sizes, copies: Copies, under_way: f64) -> Self {
        let regions = network.regions.len();
        let mut saving = vec![0.0; regions * regions];
        for region in 0..regions {
            for server in network.cheapest(region).iter().map(|server| usize::from(*server)) {
                saving[server * regions + region] = (network.from_cdn[region] - network.cost(server, region)).max(0.0);
            }
        }
        let (each, more) = copies.each(network.regions.len() as u32, network.optimal_replicas, demand.videos() as u32);
        let order = demand.by_popularity();
        let mut its = vec![each; demand.videos()];
        order.iter().take(more as usize).for_each(|video| its[*video as usize] += 1);
        let counts: Vec<u32> = (0..demand.videos()).flat_map(|video| demand.of(video)).copied().collect();
        let all: f64 = counts.iter().map(|count| f64::from(*count)).sum();
        let share = all / under_way.max(1.0);
        let capacity = network.regions.iter().map(|region| f64::from(region.capacity) * share).collect();
        Self { regions, demand: counts, saving, storage: network.storage(), sizes, capacity, copies: its, order }
    }

    /// Number of videos.
    pub fn videos(&self) -> usize {
        self.copies.len()
    }

    /// Requests for a video, by region.
    ///
    /// # Panics
    /// If there is no such video.
    pub fn demand_of(&self, video: usize) -> &[u32] {
        &self.demand[video * self.regions..][..self.regions]
    }

    /// What requests for a video of size 1 save from a dServer, by region.
    ///
    /// # Panics
    /// If there is no such dServer.
    pub fn saving_from(&self, server: usize) -> &[f64] {
        &self.saving[server * self.regions..][..self.regions]
    }

    /// What a placement saves against the PoP: by video a bit for each dServer. Requests are given to dServers video by video, the most
    /// requested first, each to the one that saves most and can serve more; so this is a bound from below where capacity binds.
    pub fn saved(&self, holders: &[u64]) -> f64 {
        let mut left = self.capacity.clone();
        let mut saved = 0.0;
        let mut servers: Vec<usize> = vec![];
        for video in self.order.iter().map(|video| *video as usize) {
            let size = self.sizes.of(video as u32);
            for (region, demand) in self.demand_of(video).iter().enumerate() {
                let saving = |server: usize| self.saving_from(server)[region];
                servers.clear();
                servers.extend((0..self.regions).filter(|server| holders[video] >> server & 1 == 1 && saving(*server) > 0.0));
                servers.sort_by(|a, b| saving(*b).total_cmp(&saving(*a)));
                let mut demand = f64::from(*demand);
                for server in &servers {
                    let given = demand.min(left[*server]);
                    (demand, left[*server]) = (demand - given, left[*server] - given);
                    saved += given * saving(*server) * size;
                }
            }
        }
        saved
    }

    /// Whether a placement keeps within storage and numbers of copies.
    pub fn allows(&self, holders: &[u64]) -> bool {
        let stored = |server: usize| {
            let its = (0..).zip(holders).filter(|(_, bits)| **bits >> server & 1 == 1);
            its.map(|(video, _)| self.sizes.of(video)).sum::<f64>()
        };
        holders.iter().zip(&self.copies).all(|(bits, copies)| bits.count_ones() <= *copies)
            && self.storage.iter().enumerate().all(|(server, storage)| stored(server) <= *storage)
    }
}
