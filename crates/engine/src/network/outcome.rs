use super::{Flows, Network};

/// What a run came to, in the order of [`Flows::all`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Flow completion time of each flow: from its release, which is its arrival or, if it waits for others and is later, the
    /// completion of the last of them, to its own completion.
    pub sojourn: Vec<f64>,
    /// When each was released.
    pub release: Vec<f64>,
    /// When each was complete.
    pub completion: Vec<f64>,
    /// What each link has carried.
    pub carried: Vec<f64>,
    /// Replicas sent.
    pub replicas: u64,
    /// Number of events handled: releases, completions, events of the policy.
    pub events: u64,
}

impl Outcome {
    pub(super) fn new(network: &Network, flows: &Flows) -> Self {
        let none = vec![0.0; flows.len()];
        Self {
            sojourn: none.clone(),
            release: none.clone(),
            completion: none,
            carried: vec![0.0; network.links().len()],
            replicas: 0,
            events: 0,
        }
    }
}
