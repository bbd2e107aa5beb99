//! Every job present has a share of the server.

mod integration;
mod proportional;
mod steady;

pub use proportional::{Proportional, Varies};
pub use steady::Steady;

/// Why a share is none.
fn wrong(share: f64) -> Option<&'static str> {
    match share {
        share if share.is_nan() => Some("its share is NaN"),
        share if share < 0.0 => Some("its share is negative"),
        share if share.is_infinite() => Some("its share is infinite"),
        _ => None,
    }
}

const NONE: &str = "the shares of all jobs present are 0";
