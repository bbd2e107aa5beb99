//! Links that no rates can fill, since others are full before.

use super::Network;
use super::flows::{Hop, Paths};

/// A hop of a path across a link.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    path: u32,
    share: f64,
}

/// The paths without links that never hold a flow up; nothing if all links can.
///
/// Whatever crosses a link has crossed links next to its sources before, or will cross some next to its destinations. If these, full, let no
/// more through than the link carries, no division among flows depends on it. So it is inside a fat tree whose flows are split over all
/// paths.
pub(super) fn binding(network: &Network, paths: &Paths) -> Option<Paths> {
    let links = network.links().len();
    let all = || (0..paths.count()).flat_map(|path| paths.hops(path).iter().map(move |hop| (path, hop)));
    let mut access = vec![false; links];
    all().filter(|(_, hop)| hop.access).for_each(|(_, hop)| access[hop.link as usize] = true);
    let inside = || all().filter(|(_, hop)| !access[hop.link as usize]);
    let mut ends = vec![0_usize; links + 1];
    inside().for_each(|(_, hop)| ends[hop.link as usize + 1] += 1);
    (0..links).for_each(|link| ends[link + 1] += ends[link]);
    let begins = ends.clone();
    let mut crossings = vec![Crossing { path: 0, share: 0.0 }; ends[links]];
    for (path, hop) in inside() {
        let place = &mut ends[hop.link as usize];
        crossings[*place] = Crossing { path, share: hop.share };
        *place += 1;
    }
    // Of a link next to a host, how much of what crosses it can cross the link that is looked at.
    let mut most = vec![0.0_f64; links];
    let mut through = |link: usize, beside: fn(&[Hop]) -> Option<&Hop>| {
        let its = &crossings[begins[link]..ends[link]];
        let mut carried = 0.0;
        for crossing in its {
            let Some(Hop { link: host, share, .. }) = beside(paths.hops(crossing.path)) else {
                carried = f64::INFINITY;
                continue;
            };
            let (ratio, before) = (crossing.share / share, &mut most[*host as usize]);
            if ratio > *before {
                carried += (ratio - *before) * network.capacity(*host);
                *before = ratio;
            }
        }
        for crossing in its {
            beside(paths.hops(crossing.path)).into_iter().for_each(|hop| most[hop.link as usize] = 0.0);
        }
        carried
    };
    let mut spare = |link: usize| {
        let least = through(link, |hops| hops.iter().find(|hop| hop.access));
        let least = least.min(through(link, |hops| hops.iter().rfind(|hop| hop.access)));
        !access[link] && least <= network.capacity(link as u32)
    };
    let spare: Vec<bool> = (0..links).map(&mut spare).collect();
    if !all().any(|(_, hop)| spare[hop.link as usize]) {
        return None;
    }
    let mut kept = Paths::default();
    for path in 0..paths.count() {
        kept.push(paths.hops(path).iter().filter(|hop| !spare[hop.link as usize]).copied());
    }
    Some(kept)
}
