//! *CDN*: a distributed CDN. The elements of the view whose state is in [`page::cdn`](schedscope_state::cdn).

mod export;
mod figures;
mod results;
mod side;
mod view;

pub use schedscope_state::cdn::Cdn;
