//! Proportional placement: the more a video is asked for, the more copies of it there are, at most one on a dServer (ViPeeR D4.5, section
//! 3.2.0.2: by the requests of the warm-up; `demand=future` knows those to come). It is widely used, and good at finding videos somewhere;
//! but where copies are is drawn, without regard to what a transfer costs.
//!
//! Storage is shared out copy by copy: the next one goes to the video with the most requests for each copy that it would have then
//! (the method of highest averages), so that numbers of copies are in proportion as far as whole numbers allow; where videos have sizes, a
//! video for which too little is left gets no more, and smaller ones may still. The copies of a video, of the one with most copies first,
//! go to the dServers with most room left that have room for it.

use super::Holders;
use super::demand::Table;
use crate::cdn::{Network, Sizes};
use crate::sim::{Key, Random};
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub fn place(network: &Network, demand: &Table, sizes: &Sizes, random: &mut Random) -> Holders {
    let copies = share_out(network, demand, sizes);
    let mut order: Vec<u32> = (0..copies.len() as u32).collect();
    order.sort_by_key(|video| Reverse(copies[*video as usize]));
    let mut room = network.storage();
    let mut holders = Holders::none(copies.len() as u32);
    let mut servers: Vec<(Reverse<Key>, u32, u8)> = vec![];
    for video in order {
        let size = sizes.of(video);
        let open = (0..room.len()).filter(|server| room[*server] >= size);
        servers.clear();
        servers.extend(open.map(|server| (Reverse(Key(room[server])), random.random(), server as u8)));
        servers.sort_unstable();
        for (_, _, server) in servers.iter().take(copies[video as usize] as usize) {
            room[usize::from(*server)] -= size;
            holders.add(video, *server);
        }
    }
    holders
}

/// How many copies of each video there are.
fn share_out(network: &Network, demand: &Table, sizes: &Sizes) -> Vec<u32> {
    let (totals, storage) = (demand.totals(), network.storage());
    let all = sizes.sum(totals.len() as u32);
    let mut left: f64 = storage.iter().map(|storage| storage.min(all)).sum();
    let mut copies = vec![0; totals.len()];
    let average = |video: u32, copies: u32| (Key(totals[video as usize] as f64 / f64::from(copies + 1)), Reverse(video));
    let asked = (0..totals.len() as u32).filter(|video| totals[*video as usize] > 0);
    let mut claims: BinaryHeap<_> = asked.map(|video| average(video, 0)).collect();
    while let Some((_, Reverse(video))) = claims.pop() {
        let (size, its) = (sizes.of(video), &mut copies[video as usize]);
        let most = storage.iter().filter(|storage| **storage >= size).count() as u32;
        if size <= left && *its < most {
            left -= size;
            *its += 1;
            claims.push(average(video, *its));
        }
    }
    copies
}
