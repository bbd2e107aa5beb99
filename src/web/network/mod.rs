//! *Network*: flows on links, two policies side by side on one clock, and what flows take under all of them.

mod export;
mod figures;
mod numbers;
mod results;
mod rows;
mod side;
mod view;

pub use schedscope_state::network::Network;
