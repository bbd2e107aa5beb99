/// Most at a time, over a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peaks {
    /// Sessions on all dServers.
    pub dcdn: u32,
    /// Sessions on the CDN server.
    pub cdn: u32,
    /// Requests in the queue of the CDN server.
    pub queue: u32,
}

/// What became of every request, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Who served it: a dServer by position, or [`CDN`](Self::CDN).
    pub server: Vec<u8>,
    /// Seconds in the queue of the CDN server; absent for those that were served at once.
    pub wait: Vec<Option<f64>>,
    /// Most at a time.
    pub peaks: Peaks,
    /// Copies of videos on dServers at the beginning.
    pub copies: u64,
}

impl Outcome {
    /// The CDN server.
    pub const CDN: u8 = u8::MAX;
}
