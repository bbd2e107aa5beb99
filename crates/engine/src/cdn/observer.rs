use serde::{Deserialize, Serialize};

/// Why a dServer does not serve a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Refusal {
    /// It does not store the video.
    Absent,
    /// It serves as many sessions as it can.
    Full,
}

/// A dServer that was asked in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The dServer, by position.
    pub server: u8,
    /// Why it refused.
    pub refusal: Refusal,
}

/// What becomes of a request as it comes.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    /// Position of the request.
    pub request: usize,
    /// DServers that were asked in vain, in order.
    pub tried: &'a [Tried],
    /// Who serves it: a dServer by position, or [`Outcome::CDN`](super::Outcome::CDN).
    pub server: u8,
    /// Requests in the queue of the CDN server before it, if it has to wait there.
    pub behind: Option<u32>,
}

/// Watches a run.
pub trait Observer {
    /// Whether anything but [`progress`](Self::progress) is called at all.
    const WATCHES: bool;
    /// It is decided what becomes of a request. `sessions` has how many each dServer serves, then the CDN server, with this one.
    fn decided(&mut self, time: f64, decision: Decision<'_>, sessions: &[u32], queue: u32);
    /// A session has ended, and the first in the queue may have begun; sessions and queue are as after that.
    fn ended(&mut self, time: f64, begun: Option<usize>, sessions: &[u32], queue: u32);
    /// So many requests have come.
    fn progress(&mut self, _requests: usize) {}
}

/// Looks away, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;

    fn decided(&mut self, _: f64, _: Decision<'_>, _: &[u32], _: u32) {}

    fn ended(&mut self, _: f64, _: Option<usize>, _: &[u32], _: u32) {}
}
