//! *Traces*: the file that was dropped or chosen, what it contains, and where it can be used. All views share it.

mod facts;
mod surveyor;
mod table;
mod view;
mod zone;

pub use surveyor::behind;
pub use view::view;
pub use zone::{FileZone, use_drop};
