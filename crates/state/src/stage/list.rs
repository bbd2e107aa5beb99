//! The table of worlds that are watched.

use super::played::with_file;
use super::{About, KEYS, Stage};
use crate::edited::Edited;
use crate::{cdn, cluster, datacenter, network, order, watch};
use schedscope_core::experiment::{Scenario, ScenarioError, SystemKind, without};

/// What each world that is watched is called and consists of, in the order of their tabs.
pub static ABOUTS: &[(SystemKind, &About)] = &[
    (SystemKind::Server, &watch::ABOUT),
    (SystemKind::Cluster, &cluster::Cluster::ABOUT),
    (SystemKind::Datacenter, &datacenter::Datacenter::ABOUT),
    (SystemKind::Ordering, &order::Order::ABOUT),
    (SystemKind::Network, &network::Network::ABOUT),
    (SystemKind::Cdn, &cdn::Cdn::ABOUT),
];

/// What a world is called and consists of, if it is watched.
pub fn about(kind: SystemKind) -> Option<&'static About> {
    ABOUTS.iter().find(|(known, _)| *known == kind).map(|(_, about)| *about)
}

/// What can be done with the scenarios of a world that is watched.
pub struct Entry {
    /// Which world.
    pub kind: SystemKind,
    /// The scenario of a link with this query, or that which is opened without one; of a world that overrides the link's, if one is given.
    pub scenario: fn(Option<&str>, Option<SystemKind>) -> Result<Scenario, ScenarioError>,
    /// The workload of a scenario in a few words.
    pub workload: fn(&Scenario) -> Option<String>,
    /// The fields that stand in the bar, by their dotted names.
    pub bar: fn(&Edited) -> Vec<String>,
    /// Puts the file of this name in place of the workload.
    pub with_file: fn(&mut Scenario, String) -> Result<(), ScenarioError>,
}

/// The entry of a world that is [`Played`].
macro_rules! played {
    ($stage:ty) => {
        Entry {
            kind: <<$stage as Stage>::World as schedscope_core::experiment::Listed>::SYSTEM,
            scenario: |query, world| {
                let opened = <$stage as Stage>::ABOUT.presets.first().map_or("", |preset| preset.query);
                let own = <<$stage as Stage>::World as schedscope_core::experiment::Listed>::SYSTEM;
                Scenario::from_query_in(Some(world.unwrap_or(own)), &without(query.unwrap_or(opened), &KEYS))
            },
            workload: <$stage as Stage>::workload,
            bar: |edited| <$stage as Stage>::bar(&edited.scenario).into_iter().map(str::to_owned).collect(),
            with_file: with_file::<$stage>,
        }
    };
}

/// All worlds that are watched, in the order of their tabs.
pub static STAGES: &[Entry] = &[
    watch::ENTRY,
    played!(cluster::Cluster),
    played!(datacenter::Datacenter),
    played!(order::Order),
    played!(network::Network),
    played!(cdn::Cdn),
];

/// The entry of a world, if it is watched.
pub fn entry(kind: SystemKind) -> Option<&'static Entry> {
    STAGES.iter().find(|entry| entry.kind == kind)
}

/// Puts the file of this name in place of the workload of a scenario of any world.
///
/// # Errors
/// If the world reads no files of that name; it is in place all the same.
pub fn use_file(scenario: &mut Scenario, name: String) -> Result<(), ScenarioError> {
    entry(scenario.kind()).map_or(Ok(()), |entry| (entry.with_file)(scenario, name))
}
