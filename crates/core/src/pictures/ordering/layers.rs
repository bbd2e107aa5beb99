//! The graph of tasks in layers from left to right, by the method of Sugiyama: crossings are made few by barycentres, and coordinates are
//! those of Brandes and Köpf (crate `rust-sugiyama`).

use rust_sugiyama::configure::{Config, CrossingMinimization, RankingType};
use schedscope::ordering::Recording;

/// A place: across from 0 to 1 by layer, and down from 0 to 1.
pub type Spot = (f64, f64);

/// Where tasks and edges are.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// The place of each task.
    pub tasks: Vec<Spot>,
    /// The way of each edge, in the order of the recording: its ends, and between them a place in each layer that it passes.
    pub ways: Vec<Vec<Spot>>,
    /// Number of layers.
    pub layers: u32,
    /// Most tasks and edges side by side.
    pub lanes: u32,
}

/// Vertices between which edges pass have this part of the room of a task.
const PASSING: f64 = 0.4;

impl Layers {
    /// Graphs of more tasks are not drawn.
    pub const MOST_TASKS: usize = 150;

    /// Nor are those of which edges pass more layers altogether.
    const MOST_PASSED: usize = 600;

    /// The graph of a recording, unless it is too large.
    pub fn new(recording: &Recording) -> Option<Self> {
        let Recording { depths, edges, .. } = recording;
        let passed: usize = edges.iter().map(|(from, to)| (depths[*to as usize] - depths[*from as usize]) as usize - 1).sum();
        if depths.len() > Self::MOST_TASKS || passed > Self::MOST_PASSED {
            return None;
        }
        // A vertex in each layer that an edge passes: the crate says nothing of the ways of edges.
        let mut vertices: Vec<(u32, (f64, f64))> = (0..depths.len() as u32).map(|task| (task, (1.0, 1.0))).collect();
        let mut layer = depths.clone();
        let mut short = vec![];
        let mut ways = vec![];
        for &(from, to) in edges {
            let mut way = vec![from];
            for depth in depths[from as usize] + 1..depths[to as usize] {
                let vertex = vertices.len() as u32;
                vertices.push((vertex, (PASSING, 1.0)));
                layer.push(depth);
                way.push(vertex);
            }
            way.push(to);
            short.extend(way.windows(2).map(|pair| (pair[0], pair[1])));
            ways.push(way);
        }
        let down = down(&vertices, &short);
        let layers = layer.iter().max().map_or(1, |last| last + 1);
        let across = |vertex: usize| (f64::from(layer[vertex]) + 0.5) / f64::from(layers);
        let spot = |vertex: u32| (across(vertex as usize), down[vertex as usize]);
        let lanes = (0..layers).map(|at| layer.iter().filter(|layer| **layer == at).count() as u32).max().unwrap_or(1);
        Some(Self {
            tasks: (0..depths.len() as u32).map(spot).collect(),
            ways: ways.iter().map(|way| way.iter().map(|vertex| spot(*vertex)).collect()).collect(),
            layers,
            lanes,
        })
    }
}

/// How far down each vertex is, from 0 to 1: components below each other.
fn down(vertices: &[(u32, (f64, f64))], edges: &[(u32, u32)]) -> Vec<f64> {
    /// Room between vertices, in heights of a task.
    const AIR: f64 = 0.5;
    let config = Config {
        vertex_spacing: AIR,
        ranking_type: RankingType::Up,
        c_minimization: CrossingMinimization::Barycenter,
        transpose: true,
        ..Config::default()
    };
    let mut parts = rust_sugiyama::from_vertices_and_edges(vertices, edges, &config);
    parts.iter_mut().for_each(|(part, ..)| part.sort_unstable_by_key(|(vertex, _)| *vertex));
    parts.sort_unstable_by_key(|(part, ..)| part.first().map(|(vertex, _)| *vertex));
    let mut down = vec![0.0; vertices.len()];
    let mut below = 0.0;
    for (part, ..) in parts {
        // The crate lays out from top to bottom.
        let (least, most) =
            part.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), (_, (x, _))| (least.min(*x), most.max(*x)));
        for (vertex, (x, _)) in part {
            down[vertex] = below + x - least;
        }
        below += most - least + 1.0 + AIR;
    }
    let last = (below - AIR).max(1.0);
    down.iter().map(|y| (y + 0.5) / last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::ordering::{Plan, System, Workload};
    use schedscope::world::{Ask, World};

    fn layers(workload: &Workload) -> (Recording, Option<Layers>) {
        let ask = Ask { seed: 1, replications: 1, policies: vec!["given".parse().unwrap()], system: &System::default(), workload };
        let plan = Plan::prepare(ask, &mut |_| unreachable!("no file")).unwrap();
        let recording = plan.record(&plan.draw(0), 0, &mut |_| ()).unwrap().0;
        let layers = Layers::new(&recording);
        (recording, layers)
    }

    #[test]
    fn tasks_are_in_the_layer_of_their_depth_and_apart() {
        let mut graphs = vec![Workload { graph: Some(schedscope::ordering::Like::Views), ..Workload::default() }];
        graphs.extend([1, 7, 40].map(|count| Workload { count: Some(count), ..Workload::default() }));
        for workload in graphs {
            let (recording, layers) = layers(&workload);
            let layers = layers.unwrap();
            for (task, (x, y)) in layers.tasks.iter().enumerate() {
                assert!((x * f64::from(layers.layers) - 0.5 - f64::from(recording.depths[task])).abs() < 1e-9);
                assert!((0.0..=1.0).contains(y));
                let apart = |(a, b): &(f64, f64)| (a - x).abs() > 1e-9 || (b - y).abs() > 1e-3;
                assert!(layers.tasks[..task].iter().all(apart), "{task} lies on another task");
            }
            for (way, (from, to)) in layers.ways.iter().zip(&recording.edges) {
                assert_eq!((way.first(), way.last()), (layers.tasks.get(*from as usize), layers.tasks.get(*to as usize)));
                let step = 1.0 / f64::from(layers.layers);
                assert!(way.windows(2).all(|pair| (pair[1].0 - pair[0].0 - step).abs() < 1e-9), "a place in each layer");
            }
        }
    }

    #[test]
    fn large_graphs_are_not_drawn() {
        assert!(layers(&Workload { count: Some(151), ..Workload::default() }).1.is_none());
    }
}
