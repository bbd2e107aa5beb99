//! *Watch* of the server with jobs that are drawn, up to 20 000: the race. One run under each policy, in stills at equal steps of time.
//! Every job is a disc whose area is what is left of it; at any instant all policies that never idle have the same work left, and what they
//! make of it is into how many jobs it is cut.

mod presets;
mod replay;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use replay::{Pane, Replay, Run};
pub use stage::{Gesture, Own, Race, drawn_anew, scenario};
