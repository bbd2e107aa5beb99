//! Proportional placement: the more a video is asked for, the more copies of it there are, at most one on a dServer (ViPeeR D4.5, section
//! 3.2.0.2: by the requests of the warm-up; `demand=future` knows those to come). It is widely used, and good at finding videos somewhere;
//! but where copies are is drawn, without regard to what a transfer costs.
//!
//! Storage is shared out copy by copy: the next one goes to the video with the most requests for each copy that it would have then
//! (the method of highest averages), so that numbers of copies are in proportion as far as whole numbers allow. The copies of a
//! video, of the one with most copies first, go to the dServers with most room left.

use super::Holders;
use super::demand::Table;
use crate::cdn::Network;
use crate::sim::{Key, Random};
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub fn place(network: &Network, demand: &Table, random: &mut Random) -> Holders {
    let copies = share_out(network, demand);
    let mut order: Vec<u32> = (0..copies.len() as u32).collect();
    order.sort_by_key(|video| Reverse(copies[*video as usize]));
    let mut room: Vec<u32> = network.regions.iter().map(|region| region.storage).collect();
    let mut holders = Holders::none(copies.len() as u32);
    let mut servers: Vec<(Reverse<u32>, u32, u8)> = vec![];
    for video in order {
        servers.clear();
        servers.extend(
            (0..room.len()).filter(|server| room[*server] > 0).map(|server| (Reverse(room[server]), random.random(), server as u8)),
        );
        servers.sort_unstable();
        for (_, _, server) in servers.iter().take(copies[video as usize] as usize) {
            room[usize::from(*server)] -= 1;
            holders.add(video, *server);
        }
    }
    holders
}

/// How many copies of each video there are.
fn share_out(network: &Network, demand: &Table) -> Vec<u32> {
    let (totals, most) = (demand.totals(), network.regions.len() as u32);
    let storage: u64 = network.regions.iter().map(|region| u64::from(region.storage.min(totals.len() as u32))).sum();
    let mut copies = vec![0; totals.len()];
    let average = |video: usize, copies: u32| (Key(totals[video] as f64 / f64::from(copies + 1)), Reverse(video));
    let mut claims: BinaryHeap<_> = (0..totals.len()).filter(|video| totals[*video] > 0).map(|video| average(video, 0)).collect();
    for _ in 0..storage {
        let Some((_, Reverse(video))) = claims.pop() else { break };
        copies[video] += 1;
        if copies[video] < most {
            claims.push(average(video, copies[video]));
        }
    }
    copies
}
