//! The views of the page.

use schedscope_core::experiment::SystemKind;

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
}

impl View {
    /// All views with their names in links.
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

    /// Where scenarios of a world are shown.
    pub const fn of(world: SystemKind) -> Self {
        match world {
            SystemKind::Server => Self::Compare,
            SystemKind::Cluster => Self::Cluster,
            SystemKind::Datacenter => Self::Datacenter,
            SystemKind::Ordering => Self::Order,
            SystemKind::Network => Self::Network,
            SystemKind::Cdn => Self::Cdn,
        }
    }

    /// All views.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().map(|(view, _)| *view)
    }

    /// Views whose links are a scenario.
    pub fn with_scenario() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Watch).chain(SystemKind::ALL.iter().map(|kind| Self::of(*kind)))
    }

    /// Its name in links.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(view, _)| *view == self).map_or("", |(_, name)| name)
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
