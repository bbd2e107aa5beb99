//! *Learn*: a tour in short pages, each with a live figure, and a glossary. The texts are a file beside the page, fetched with
//! this part of the program; a figure is the page itself, embedded.

mod figure;
mod text;
mod view;

pub use text::behind;
pub use view::view;
