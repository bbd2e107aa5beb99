//! *Order*: tasks that read each other's outputs, and what each order of them keeps in cache.

mod export;
mod figures;
mod search;
mod side;
mod strip;
mod table;
mod view;

pub use schedscope_state::order::Order;
