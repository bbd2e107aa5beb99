//! Every job present has a share of the server.

mod integration;
mod proportional;
mod steady;

pub use proportional::{Proportional, Varies};
pub use steady::Steady;

/// Shares other than 0, so that neither their sum nor a size ÷ share leaves the range of numbers.
const LEAST: f64 = 1e-200;
const MOST: f64 = 1e200;

/// Why a share is none.
fn wrong(share: f64) -> Option<String> {
    let allowed = share == 0.0 || (LEAST..=MOST).contains(&share);
    (!allowed).then(|| match share {
        share if share.is_nan() => "its share is NaN".to_owned(),
        share if share < 0.0 => "its share is negative".to_owned(),
        share if share.is_infinite() => "its share is infinite".to_owned(),
        share => format!("its share is {share:e}; allowed: 0, or from {LEAST:e} to {MOST:e}"),
    })
}

const NONE: &str = "the shares of all jobs present are 0";
