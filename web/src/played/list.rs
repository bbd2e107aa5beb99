//! The view of each world that is watched.

use super::view::view;
use crate::cdn::Cdn;
use crate::cluster::Cluster;
use crate::datacenter::Datacenter;
use crate::network::Network;
use crate::order::Order;
use crate::watch;
use schedscope_core::experiment::{Listed as _, SystemKind};
use schedscope_page::stage::Stage;
use schedscope_page::state::{Action, State};
use yew::prelude::*;

/// Shows a world in a state.
type View = fn(&State, &Callback<Action>) -> Html;

macro_rules! views {
    ($($stage:ty),*) => {
        /// The view of each world.
        const VIEWS: &[(SystemKind, View)] = &[(SystemKind::Server, watch::view), $((<$stage as Stage>::World::SYSTEM, view::<$stage>)),*];
    };
}

views!(Cluster, Datacenter, Order, Network, Cdn);

/// The view of a world, if it is watched.
pub fn view_of(kind: SystemKind) -> Option<View> {
    VIEWS.iter().find(|(of, _)| *of == kind).map(|(_, view)| *view)
}
