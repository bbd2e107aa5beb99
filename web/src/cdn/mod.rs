//! *CDN*: a distributed CDN. The elements of the view whose state is in [`page::cdn`](schedscope_page::cdn).

mod export;
mod figures;
mod form;
mod results;
mod side;
mod view;

pub use view::view;
