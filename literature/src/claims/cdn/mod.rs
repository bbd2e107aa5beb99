//! The distributed CDN: `ViPeeR` D4.5, chapter 3. The source gives neither distances nor the popularity of videos nor numbers of copies, so
//! that choices are said; its numbers are judged by the classes that their words deserve, orders where it has no numbers.

mod configurations;
mod placements;

pub use configurations::{CLAIMS as CONFIGURATIONS, configurations};
pub use placements::{CLAIMS as PLACEMENTS, placements};

use super::{Estimate, Finding, Row};
use crate::estimate::Ratio;
use crate::judgement::{above, at_least, at_most, below, check, quotient, reading, relation};
