//! The distributed CDN: `ViPeeR` D4.5, chapter 3. The source gives neither distances nor the popularity of videos nor numbers of copies, so
//! that choices are said and orders are judged; its numbers stand beside ours.

mod configurations;
mod placements;

pub use configurations::{CLAIMS as CONFIGURATIONS, configurations};
pub use placements::{CLAIMS as PLACEMENTS, placements};

use super::{Estimate, Finding, Row};
use crate::estimate::Ratio;
use crate::judgement::{above, at_least, at_most, below, check, reading, relation};
