//! Graphs that are known, and graphs that are drawn.

use super::Graph;
use crate::sim::{NotAllowed, Random, stream, written};
use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Like {
    /// Two tables and four views of the source's figure 3.11.
    #[serde(rename = "fig-3.11")]
    Views,
    /// Two chains that join, of its figure 3.13.
    #[serde(rename = "fig-3.13")]
    Chains,
    /// Each task reads each earlier one with the same probability.
    #[serde(rename = "random")]
    Random,
    /// Layers of views above base tables, as in a data stream warehouse.
    #[serde(rename = "layered")]
    Layered,
}

impl Like {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 4] =
        [("fig-3.11", Self::Views), ("fig-3.13", Self::Chains), ("random", Self::Random), ("layered", Self::Layered)];

    /// A graph of the source.
    pub(super) fn figure(self) -> Option<Graph> {
        let (tasks, edges): (usize, &[(u32, u32)]) = match self {
            Self::Views => (6, &[(0, 3), (1, 2), (1, 4), (2, 3), (2, 5)]),
            Self::Chains => (5, &[(0, 2), (2, 4), (1, 3), (3, 4)]),
            Self::Random | Self::Layered => return None,
        };
        Graph::numbered(vec![1.0; tasks], edges).ok()
    }
}

/// Which graphs are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// Of which kind.
    pub shape: Shape,
    /// Number of tasks.
    pub count: u32,
    /// Standard deviation of the logarithm of sizes; all are 1 where it is 0.
    pub spread: f64,
}

/// How the edges of drawn graphs are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A task reads each earlier one with this probability.
    Random {
        /// The probability.
        edge: f64,
    },
    /// The tasks of a layer read some of those before it, one of them in the layer before.
    Layered {
        /// Number of layers.
        layers: u32,
        /// Most tasks that one reads; each number up to this is equally likely.
        fan_in: u32,
    },
}

/// Streams of random numbers, one for each purpose.
mod purpose {
    pub const EDGES: u8 = 0;
    pub const SIZES: u8 = 1;
}

impl Drawing {
    /// Most edges that are expected of a graph.
    pub const MOST_EDGES: f64 = 5e6;

    /// Checks every parameter.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let Self { shape, count, spread } = *self;
        let whole =
            |field, found: u32, most: u32, allowed| NotAllowed::check(field, found.to_string(), (1..=most).contains(&found), allowed);
        whole("workload.count", count, Graph::MOST_TASKS as u32, "a whole number from 1 to 100000")?;
        match shape {
            Shape::Random { edge } => {
                NotAllowed::check("workload.edge_probability", written(edge), (0.0..=1.0).contains(&edge), "a probability, 0 to 1")?;
                let few = edge * f64::from(count) * f64::from(count - 1) / 2.0 <= Self::MOST_EDGES;
                NotAllowed::check(
                    "workload.edge_probability",
                    written(edge),
                    few,
                    "so small that there are at most 5 million edges on average",
                )?;
            }
            Shape::Layered { layers, fan_in } => {
                whole("workload.layers", layers, count, "a whole number from 1 to that of tasks")?;
                whole("workload.fan_in", fan_in, 1000, "a whole number from 1 to 1000")?;
            }
        }
        NotAllowed::check("workload.size_spread", written(spread), (0.0..=10.0).contains(&spread), "a number from 0 to 10")
    }

    /// The graph of a replication.
    ///
    /// # Errors
    /// As [`validate`](Self::validate).
    ///
    /// # Panics
    /// Never: every task reads earlier ones.
    pub fn draw(&self, seed: u64, replication: u32) -> Result<Graph, NotAllowed> {
        self.validate()?;
        let mut random = stream(seed, replication, purpose::EDGES);
        let edges = match self.shape {
            Shape::Random { edge } => pairs(self.count, edge, &mut random),
            Shape::Layered { layers, fan_in } => layered(self.count, layers, fan_in, &mut random),
        };
        let mut random = stream(seed, replication, purpose::SIZES);
        let mut size = || {
            let normal: f64 = StandardNormal.sample(&mut random);
            if self.spread == 0.0 { 1.0 } else { libm::exp(self.spread * normal) }
        };
        let sizes = (0..self.count).map(|_| size()).collect();
        Ok(Graph::numbered(sizes, &edges).expect("every task reads earlier ones"))
    }
}

/// Every pair of an earlier and a later task with this probability: the gaps between those that are taken are geometric.
fn pairs(count: u32, edge: f64, random: &mut Random) -> Vec<(u32, u32)> {
    let mut edges = vec![];
    if edge == 0.0 {
        return edges;
    }
    let (mut u, mut v) = (0, 0);
    loop {
        let mut gap = libm::floor(libm::log(1.0 - random.random::<f64>()) / libm::log1p(-edge)) + 1.0;
        while u + 1 < count && gap > f64::from(count - 1 - v) {
            gap -= f64::from(count - 1 - v);
            u += 1;
            v = u;
        }
        if u + 1 >= count {
            return edges;
        }
        v += gap as u32;
        edges.push((u, v));
    }
}

fn layered(count: u32, layers: u32, fan_in: u32, random: &mut Random) -> Vec<(u32, u32)> {
    let mut edges = vec![];
    let begin = |layer: u32| layer * (count / layers) + layer.min(count % layers);
    for layer in 1..layers {
        let (above, here) = (begin(layer - 1), begin(layer));
        for task in here..begin(layer + 1) {
            let reads = random.random_range(1..=fan_in);
            edges.push((random.random_range(above..here), task));
            edges.extend((1..reads).map(|_| (random.random_range(0..here), task)));
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_of_tasks_is_as_likely() {
        let of = |count, edge| pairs(count, edge, &mut stream(7, 0, purpose::EDGES));
        assert_eq!(of(4, 1.0), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        assert!(of(1, 1.0).is_empty() && of(9, 0.0).is_empty());
        let edges = of(400, 0.3);
        assert!(edges.is_sorted_by(|a, b| a < b) && edges.iter().all(|(u, v)| u < v && *v < 400));
        // Four standard errors, of all pairs and of those among the first hundred tasks and among the last.
        let near = |taken: usize, pairs: f64| (taken as f64 - 0.3 * pairs).abs() < 4.0 * libm::sqrt(0.21 * pairs);
        let among = |from: u32| edges.iter().filter(|(u, v)| *u >= from && *v < from + 100).count();
        assert!(near(edges.len(), 79_800.0) && near(among(0), 4950.0) && near(among(300), 4950.0));
    }

    #[test]
    fn a_task_reads_one_of_the_layer_before() {
        let edges = layered(11, 3, 2, &mut stream(7, 0, purpose::EDGES));
        // Layers of 4, 4 and 3 tasks.
        for (task, layer) in (4..8).map(|task| (task, 0..4)).chain((8..11).map(|task| (task, 4..8))) {
            let reads: Vec<u32> = edges.iter().filter(|(_, reader)| *reader == task).map(|(read, _)| *read).collect();
            assert!((1..=2).contains(&reads.len()) && layer.contains(&reads[0]) && reads.iter().all(|read| *read < layer.end), "{reads:?}");
        }
        assert!(edges.iter().all(|(_, task)| *task >= 4));
    }
}
