//! *Learn*: a tour in short pages, each with a live figure, and a glossary. The texts are a file beside the page, fetched when
//! there is time; a figure is the page itself, embedded.

mod figure;
mod text;
mod view;

pub use text::{fetched, use_text};
pub use view::view;
