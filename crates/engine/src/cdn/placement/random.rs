//! Random placement: copies of videos on dServers that are drawn, whatever is asked for (ViPeeR D4.5, sections 3.1.2 and 3.2.0.2).
//!
//! Chapter 3 has it in two forms. In section 3.1 "a video is replicated on randomly selected dServers" ([`Copies::Even`]): every video
//! has as many copies as any other. The number is not given; the shares of table 3.1 follow from about 1.76 on average (random
//! redirection finds a copy in 1.76 ÷ 13 = 13.5 % of the cases), which is the default of `system.replicas`. In section 3.2 "each unit of
//! storage space is randomly filled with one video" ([`Copies::Fill`]). Where videos have sizes, one goes where there is room for all of it.

use super::Holders;
use crate::cdn::{Network, Requests};
use crate::sim::Random;
use rand::RngExt;

/// How many copies there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// As many of one video as of any other: `system.replicas` of each on average, with storage left over.
    Even,
    /// As many as storage holds.
    Fill,
}

impl Copies {
    /// Copies that each of `videos` may have at most, if they are to have `replicas` on average, and how many of the videos may have one
    /// more; where storage alone counts, as many as there are dServers, `most`.
    pub fn each(self, most: u32, replicas: f64, videos: u32) -> (u32, u32) {
        match self {
            Self::Fill => (most, 0),
            Self::Even if replicas >= f64::from(most) => (most, 0),
            Self::Even => {
                let each = libm::floor(replicas);
                (each as u32, libm::round((replicas - each) * f64::from(videos)) as u32)
            }
        }
    }
}

pub fn place(network: &Network, requests: &Requests, copies: Copies, random: &mut Random) -> Holders {
    match copies {
        Copies::Even => even(network, requests, random),
        Copies::Fill => fill(network, requests, random),
    }
}

/// So many copies of each video, those with one more drawn, on dServers drawn among those with room.
fn even(network: &Network, requests: &Requests, random: &mut Random) -> Holders {
    let videos = requests.videos;
    let (each, more) = Copies::Even.each(network.regions.len() as u32, network.replicas, videos);
    let mut extra = vec![false; videos as usize];
    drawn(videos, random).take(more as usize).for_each(|video| extra[video as usize] = true);
    let mut room = network.storage();
    let mut holders = Holders::none(videos);
    let mut open: Vec<u8> = Vec::with_capacity(room.len());
    for video in 0..videos {
        let size = requests.sizes.of(video);
        open.clear();
        open.extend((0..room.len()).filter(|server| room[*server] >= size).map(|server| server as u8));
        for _ in 0..each + u32::from(extra[video as usize]) {
            if open.is_empty() {
                break;
            }
            let server = open.swap_remove(random.random_range(0..open.len()));
            room[usize::from(server)] -= size;
            holders.add(video, server);
        }
    }
    holders
}

/// Each dServer has videos of its own choice, as long as any may fit.
fn fill(network: &Network, requests: &Requests, random: &mut Random) -> Holders {
    let (mut holders, least) = (Holders::none(requests.videos), requests.sizes.least());
    for (server, mut room) in network.storage().into_iter().enumerate() {
        let mut videos = drawn(requests.videos, random);
        while room >= least
            && let Some(video) = videos.next()
        {
            let size = requests.sizes.of(video);
            if size <= room {
                room -= size;
                holders.add(video, server as u8);
            }
        }
    }
    holders
}

/// The numbers below `of`, drawn one by one (Fisher & Yates, as far as needed).
fn drawn(of: u32, random: &mut Random) -> impl Iterator<Item = u32> {
    let mut all: Vec<u32> = (0..of).collect();
    (0..of).map(move |place| {
        all.swap(place as usize, random.random_range(place..of) as usize);
        all[place as usize]
    })
}
