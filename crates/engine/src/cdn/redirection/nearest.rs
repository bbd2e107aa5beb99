//! Nearest redirection: as optimal redirection, but the group is asked from the nearest dServer to the farthest, whatever the transfer
//! costs. Links of low priority are then used as any others, which the source says of its LRU caching (ViPeeR D4.5, section 3.2.1.4).

use crate::cdn::{Network, Request};

pub fn candidates<'a>(network: &'a Network, request: &Request) -> &'a [u8] {
    network.nearest(usize::from(request.region))
}
