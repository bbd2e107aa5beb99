//! The views of the page.

use crate::experiment::SystemKind;

/// Which view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A few jobs, step by step.
    #[default]
    Watch,
    /// Many jobs, with statistics.
    Compare,
    /// One scenario over a grid of values.
    Sweep,
    /// Machines with slots, policies side by side.
    Cluster,
    /// Workers with queues, policies side by side.
    Datacenter,
    /// Tasks in an order, and what it keeps in cache.
    Order,
    /// A distributed CDN, policies side by side.
    Cdn,
    /// Flows on links, policies side by side.
    Network,
    /// A file of jobs, and what it contains.
    Traces,
    /// Tasks to be solved.
    Exercises,
    /// A tour.
    Learn,
    /// A world that has no view of its own.
    World(SystemKind),
}

impl View {
    /// Views that are not made from what a world says of itself, with their names in links.
    const NAMES: [(Self, &str); 11] = [
        (Self::Watch, "watch"),
        (Self::Compare, "compare"),
        (Self::Sweep, "sweep"),
        (Self::Cluster, "cluster"),
        (Self::Datacenter, "datacenter"),
        (Self::Order, "order"),
        (Self::Network, "network"),
        (Self::Cdn, "cdn"),
        (Self::Traces, "traces"),
        (Self::Exercises, "exercises"),
        (Self::Learn, "learn"),
    ];

    /// Worlds that have a view of their own: where their scenarios are shown.
    const OF_WORLDS: [(SystemKind, Self); 6] = [
        (SystemKind::Server, Self::Compare),
        (SystemKind::Cluster, Self::Cluster),
        (SystemKind::Datacenter, Self::Datacenter),
        (SystemKind::Ordering, Self::Order),
        (SystemKind::Network, Self::Network),
        (SystemKind::Cdn, Self::Cdn),
    ];

    /// Where scenarios of a world are shown.
    pub fn of(world: SystemKind) -> Self {
        Self::OF_WORLDS.iter().find(|(kind, _)| *kind == world).map_or(Self::World(world), |(_, view)| *view)
    }

    /// Worlds that have no view of their own.
    pub fn worlds() -> impl Iterator<Item = SystemKind> {
        SystemKind::ALL.iter().copied().filter(|kind| Self::of(*kind) == Self::World(*kind))
    }

    /// All views.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().map(|(view, _)| *view).chain(Self::worlds().map(Self::World))
    }

    /// Views whose links are a scenario.
    pub fn with_scenario() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Watch).chain(SystemKind::ALL.iter().map(|kind| Self::of(*kind)))
    }

    /// Its name in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::World(kind) => kind.key(),
            _ => Self::NAMES.iter().find(|(view, _)| *view == self).map_or("", |(_, name)| name),
        }
    }

    /// What it is called.
    pub fn title(self) -> String {
        if self == Self::Cdn {
            return "CDN".to_owned();
        }
        let (first, rest) = self.name().split_at(1);
        first.to_uppercase() + rest
    }

    /// The view of this name, or of the world of this name.
    pub fn named(name: &str) -> Option<Self> {
        let world = || SystemKind::ALL.iter().find(|kind| kind.key() == name).map(|kind| Self::of(*kind));
        Self::all().find(|view| view.name() == name).or_else(world)
    }
}
