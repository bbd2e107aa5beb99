//! Sizes of flows as they were measured in data centers, by name.
//!
//! Both are given by points of their distribution functions, in packets of 1460 bytes, as the authors of pFabric (Alizadeh et al., SIGCOMM
//! 2013, Fig 4) and many after them have used them; between points sizes are uniform.

use super::units::PACKET;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Like {
    /// A cluster that answers web searches (Alizadeh et al., *Data Center TCP*, SIGCOMM 2010): a third of the flows carry nearly all
    /// bytes.
    WebSearch,
    /// A cluster for data mining (Greenberg et al., *VL2*, SIGCOMM 2009): half of the flows are one packet, a
    /// twentieth carry nearly all bytes.
    DataMining,
}

/// Points of a distribution function: packets, and the fraction of the flows that are no larger.
type Points = &'static [(f64, f64)];

const WEB_SEARCH: Points = &[
    (6.0, 0.0),
    (6.0, 0.15),
    (13.0, 0.2),
    (19.0, 0.3),
    (33.0, 0.4),
    (53.0, 0.53),
    (133.0, 0.6),
    (667.0, 0.7),
    (1333.0, 0.8),
    (3333.0, 0.9),
    (6667.0, 0.97),
    (20_000.0, 1.0),
];

const DATA_MINING: Points =
    &[(1.0, 0.0), (1.0, 0.5), (2.0, 0.6), (3.0, 0.7), (7.0, 0.8), (267.0, 0.9), (2107.0, 0.95), (66_667.0, 0.99), (666_667.0, 1.0)];

impl Like {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 2] = [("web-search", Self::WebSearch), ("data-mining", Self::DataMining)];

    const fn points(self) -> Points {
        match self {
            Self::WebSearch => WEB_SEARCH,
            Self::DataMining => DATA_MINING,
        }
    }

    /// Mean size, in bytes.
    pub fn mean(self) -> f64 {
        let part = |pair: &[(f64, f64)]| (pair[1].1 - pair[0].1) * f64::midpoint(pair[0].0, pair[1].0);
        PACKET * self.points().windows(2).map(part).sum::<f64>()
    }

    /// The size, in bytes, that this fraction of the flows does not exceed.
    pub fn quantile(self, fraction: f64) -> f64 {
        let points = self.points();
        let above = points.iter().position(|point| point.1 >= fraction && point.1 > 0.0).unwrap_or(points.len() - 1);
        let ((from, below), (to, upto)) = (points[above - 1], points[above]);
        PACKET * (from + (to - from) * ((fraction - below) / (upto - below)).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_points() {
        let packets = |like: Like, fraction| like.quantile(fraction) / PACKET;
        for (fraction, expected) in [(0.0, 6.0), (0.1, 6.0), (0.15, 6.0), (0.2, 13.0), (0.25, 16.0), (0.9, 3333.0), (1.0, 20_000.0)] {
            assert!((packets(Like::WebSearch, fraction) - expected).abs() < 1e-9, "{fraction}");
        }
        for (fraction, expected) in [(0.3, 1.0), (0.55, 1.5), (0.95, 2107.0), (0.995, 366_667.0)] {
            assert!((packets(Like::DataMining, fraction) - expected).abs() < 1e-6, "{fraction}");
        }
        for (_, like) in Like::ALL {
            let middle: f64 = (0..1_000_000).map(|i| like.quantile((f64::from(i) + 0.5) / 1e6)).sum::<f64>() / 1e6;
            assert!((middle / like.mean() - 1.0).abs() < 1e-3, "{middle} {}", like.mean());
        }
    }
}
