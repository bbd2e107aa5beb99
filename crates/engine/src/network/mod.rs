//! The network world: flows that share the links of a network, at flow level (mPlane D3.3, section 3.3).
//!
//! * [`Network`]: hosts, switches and links with capacities; [`Flows`]: transfers between hosts on paths, and who waits for whom.
//! * [`Policy`]: how links are divided, one file each in `policies/`, one row each in the registry.
//! * `rates/`: what policies are composed of: max-min fair sharing in tiers, one flow after the other, least attained service first.
//! * [`simulate`]: runs flows under a policy and tells an [`Observer`] about it.

mod binding;
mod detours;
mod draw;
mod engine;
mod flows;
mod graph;
mod like;
mod observer;
mod origin;
mod outcome;
mod plan;
mod policies;
mod policy;
mod rates;
mod report;
mod routing;
mod spec;
mod streams;
mod timeline;
mod topology;
mod units;
mod why;

pub use flows::{Class, Flow, Flows, Hop, Paths};
pub use graph::{Link, Network};
pub use like::Like;
pub use observer::{End, Instant, Observer, Passing, Silent};
pub use outcome::Outcome;
pub use plan::{Jobs, Plan};
pub use policy::{Policy, simulate};
pub use report::{Cell, Figures, Report, Run, Summary};
pub use routing::{Distances, Routing};
pub use spec::{CableSpec, FlowSpec, Layout, Name, Pattern, Source, System, Workload};
pub use timeline::{FlowLine, Frame, Stretch, Timeline};
pub use topology::{Capacities, Topology};
pub use units::Units;
pub use why::{why, why_flow, why_link};
