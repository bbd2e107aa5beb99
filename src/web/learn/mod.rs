//! *Learn*: a tour in short pages, each with a live figure, and a glossary. The texts are a file beside the page, fetched with
//! this part of the program; a figure is the page itself, embedded.

mod curve;
mod figure;
mod text;
mod told;
mod view;

pub use text::behind;
pub use view::view;
