//! Floor 2: the CDN world. Regions with a small server each (dServer), one CDN server behind costly links that alone has a queue, and
//! requests for videos. A policy is a placement (which dServers store which videos) × a redirection (which of them are asked).
//!
//! The model is NF-DASH's, as ViPeeR evaluates it (deliverable D4.5, chapter 3).

mod drawing;
mod engine;
mod france;
mod network;
mod observer;
mod outcome;
mod placement;
mod plan;
mod policy;
mod redirection;
mod report;
mod requests;
mod sizes;
mod spec;
mod timeline;
mod trace;
mod why;

pub use drawing::{Drawing, WEEK};
pub use engine::{serve, simulate};
pub use network::{Link, Network, Prices, Region, Ways};
pub use observer::{Decision, Observer, Refusal, Silent, Tried};
pub use outcome::{Outcome, Peaks};
pub use placement::{
    Admits, Caching, Copies, Demand, Drops, Holders, Kind as Placement, Period, Program, Push, Sessions, Solver, Wrong, place,
};
pub use plan::Plan;
pub use policy::{Design, Policy};
pub use redirection::Redirection;
pub use report::{Cell, Figures, Report, Summary};
pub use requests::{Request, Requests};
pub use sizes::Sizes;
pub use spec::{LinkSpec, Name, RegionSpec, RequestSpec, Source, System, Workload};
pub use timeline::{Became, Flow, Moment, Sample, Shelf, Timeline};
pub use why::{of_request, why};
