//! Orders of tasks: figures 3.11 to 3.13 of mPlane D3.3.

use super::Figure;
use schedscope::ordering::{Costs, Graph};
use schedscope_core::plot::{Axis, Lane, Panel, Picture, Span, Spans};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "M3.11",
        "mPlane D3.3, figure 3.11",
        "Two tables, 0 and 1, and the views that are computed from them: each stands on those that it reads.",
        |_| Picture::single("Tables and views", precedence(&VIEWS)),
    )
    .noting("the figure is lost; its edges follow from the text")
    .supporting(&["M36"]),
    Figure::new(
        "M3.12",
        "mPlane D3.3, figure 3.12",
        "A simple and an optimized order of these tasks: how long each output is needed. The lengths together are TMB.",
        |_| {
            Picture::row(
                "Outputs that are needed",
                vec![order("simple", &VIEWS, &[0, 1, 2, 4, 3, 5]), order("optimized", &VIEWS, &[1, 4, 2, 0, 3, 5])],
            )
        },
    )
    .supporting(&["M36", "M37"]),
    Figure::new(
        "M3.13",
        "mPlane D3.3, figure 3.13",
        "Five tasks, and schedules A, which is best under TMB, and B, which is best under DBW: A has less in cache in the second step.",
        |_| {
            let panels = vec![
                Panel::new("who reads what", precedence(&CHAINS)),
                order("A", &CHAINS, &[0, 2, 1, 3, 4]),
                order("B", &CHAINS, &[0, 1, 2, 3, 4]),
            ];
            Picture::row("TMB and DBW", panels)
        },
    )
    .supporting(&["M36", "M38"]),
];

/// A graph as it is drawn: its edges, and from where to where each task stands.
struct Drawn {
    edges: &'static [(u32, u32)],
    places: &'static [(f64, f64)],
}

const VIEWS: Drawn = Drawn {
    edges: &[(0, 3), (1, 2), (1, 4), (2, 3), (2, 5)],
    places: &[(0.0, 1.0), (1.0, 3.0), (1.0, 2.0), (0.0, 1.5), (2.0, 3.0), (1.5, 2.0)],
};
const CHAINS: Drawn =
    Drawn { edges: &[(0, 2), (2, 4), (1, 3), (3, 4)], places: &[(0.0, 1.0), (1.0, 2.0), (0.0, 1.0), (1.0, 2.0), (0.0, 2.0)] };

impl Drawn {
    fn graph(&self) -> Graph {
        Graph::numbered(vec![1.0; self.places.len()], self.edges).expect("no circle")
    }
}

/// The tasks, each as high as its longest path from a task that reads nothing, and above those that it reads.
fn precedence(drawn: &Drawn) -> Spans {
    let depths = drawn.graph().depths();
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let lane = |depth: u32| {
        let tasks = (0..drawn.places.len()).filter(|task| depths[*task] == depth);
        let mut spans: Vec<Span> = tasks.map(|task| span(task as u32, drawn.places[task].0, drawn.places[task].1)).collect();
        spans.sort_by(|a, b| a.from.total_cmp(&b.from));
        Lane { name: format!("depth {depth}"), spans }
    };
    Spans { x: Axis { whole: true, ..Axis::linear("above what it reads") }, lanes: (0..=deepest).rev().map(lane).collect() }
}

fn span(task: u32, from: f64, to: f64) -> Span {
    Span { from, to, name: task.to_string(), job: task as usize, part: (0.0, 1.0), lost: false }
}

/// What is executed in each step, and from when to when each output is needed.
fn order(name: &str, drawn: &Drawn, order: &[u32]) -> Panel {
    let graph = drawn.graph();
    let position = |task: u32| order.iter().position(|other| *other == task).expect("every task is there") as f64 + 1.0;
    let executed = order.iter().map(|task| span(*task, position(*task) - 1.0, position(*task))).collect();
    let mut lanes = vec![Lane { name: "executed".to_owned(), spans: executed }];
    for task in order.iter().filter(|task| !graph.next(**task).is_empty()) {
        let last = graph.next(*task).iter().map(|reader| position(*reader)).fold(0.0, f64::max);
        lanes.push(Lane { name: format!("output of {task}"), spans: vec![span(*task, position(*task), last)] });
    }
    let Costs { tmb, dbw, dla, .. } = Costs::of(&graph, order).expect("a legal order");
    Panel::new(format!("{name}: TMB {tmb}, DBW {dbw}, DLA {dla}"), Spans { x: Axis::linear("steps"), lanes })
}
