//! Random redirection: a request goes to a dServer that is drawn with equal chances among all, wherever its user is. If that one does
//! not store the video, or serves as many sessions as it can, the request goes on to the CDN server (ViPeeR D4.5, section 3.1.2).
//!
//! With n dServers and r replicas of a video it finds one with probability r ÷ n, however full the others' storages are: more copies
//! of popular videos are hardly noticed, and what it finds is no closer to the user than any other.

use crate::cdn::Request;

pub fn candidates(request: &Request) -> &[u8] {
    std::slice::from_ref(&request.pick)
}
