//! The views of the page.

/// Which view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A few jobs, as they are served.
    #[default]
    Watch,
    /// Many jobs, in numbers.
    Compare,
    /// One scenario over a grid of values.
    Sweep,
    /// Machines and slots, one policy beside the other.
    Cluster,
    /// Workers and queues, one policy beside the other.
    Datacenter,
    /// A file of jobs, and what it contains.
    Traces,
    /// A tour.
    Learn,
}

impl View {
    /// All views, with their names in links.
    pub const ALL: [(Self, &str); 7] = [
        (Self::Watch, "watch"),
        (Self::Compare, "compare"),
        (Self::Sweep, "sweep"),
        (Self::Cluster, "cluster"),
        (Self::Datacenter, "datacenter"),
        (Self::Traces, "traces"),
        (Self::Learn, "learn"),
    ];
}
