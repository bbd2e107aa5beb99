//! Optimal redirection: a request goes to the dServer of its own region; if that one does not store the video or is saturated, to
//! those of its cooperation group one after the other; and to the CDN server if none of them can serve it (ViPeeR D4.5,
//! section 3.1.2).
//!
//! The source does not say in which order the group is asked: here from the cheapest transfer to the dearest.

use crate::cdn::{Network, Request};

pub fn candidates<'a>(network: &'a Network, request: &Request) -> &'a [u8] {
    network.cheapest(usize::from(request.region))
}
