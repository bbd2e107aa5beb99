//! *Watch* of drawn jobs of the server: lanes of discs, and the distributions that grow beside them.

mod curves;
mod export;
mod lanes;
mod view;

pub use schedscope_state::race::Race;
