//! Where the nodes of a network are drawn.

use schedscope::network::{Layout, Timeline};
use std::f64::consts::{PI, TAU};

/// How a network is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Its links as pipes from the first host to the second.
    Pipes,
    /// In tiers, hosts at the bottom.
    Tiers,
    /// Around a circle.
    Circle,
}

/// Where the nodes of a network are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Schematic {
    /// How it is drawn.
    pub shape: Shape,
    /// Where each node lies: across and down, 0 … 1.
    pub places: Vec<(f64, f64)>,
    /// What tiers are called, and how far down each is.
    pub tiers: Vec<(String, f64)>,
    /// The least distance between neighbours, in the same measure.
    pub gap: f64,
}

impl Schematic {
    /// The places of the nodes of a recorded run. An absent layout is a fat tree, as in a scenario.
    pub fn new(layout: Option<Layout>, timeline: &Timeline) -> Self {
        let hosts = timeline.hosts as usize;
        let shape = match layout.unwrap_or(Layout::FatTree) {
            Layout::Link | Layout::TwoClass => Shape::Pipes,
            Layout::Jellyfish => Shape::Circle,
            Layout::Custom if timeline.nodes.len() == hosts => Shape::Circle,
            Layout::FatTree | Layout::LeafSpine | Layout::Bcube | Layout::Custom => Shape::Tiers,
        };
        let (places, tiers) = match layout.unwrap_or(Layout::FatTree) {
            Layout::Link | Layout::TwoClass => (vec![(0.0, 0.5), (1.0, 0.5)], vec![]),
            Layout::FatTree => fat_tree(&timeline.nodes, hosts),
            Layout::Bcube => bcube(&timeline.nodes, hosts),
            Layout::Jellyfish => (jellyfish(timeline), vec![]),
            Layout::Custom if shape == Shape::Circle => (circle(hosts, 0.42, 0.0).collect(), vec![]),
            Layout::LeafSpine | Layout::Custom => by_distance(timeline),
        };
        let gap = nearest(&places);
        Self { shape, places, tiers, gap }
    }
}

/// So many places around a circle, from the top.
fn circle(count: usize, radius: f64, turned: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..count).map(move |i| on_circle(TAU * i as f64 / count as f64 + turned, radius))
}

fn on_circle(angle: f64, radius: f64) -> (f64, f64) {
    (0.5 + radius * libm::sin(angle), 0.5 - radius * libm::cos(angle))
}

/// The least distance of two places that lie next to each other in a list.
fn nearest(places: &[(f64, f64)]) -> f64 {
    let apart = |pair: &[(f64, f64)]| libm::hypot(pair[0].0 - pair[1].0, pair[0].1 - pair[1].1);
    places.windows(2).map(apart).filter(|apart| *apart > 1e-9).fold(1.0, f64::min)
}

type Placed = (Vec<(f64, f64)>, Vec<(String, f64)>);

/// Pods beside each other; in each, hosts below edge switches below aggregation switches; the core above all.
fn fat_tree(nodes: &[String], hosts: usize) -> Placed {
    /// Part of the width of a pod that is left free.
    const FREE: f64 = 0.12;
    const TIERS: [(&str, &str, f64); 4] = [("c", "core", 0.0), ("a", "aggregation", 0.34), ("e", "edge", 0.68), ("h", "hosts", 1.0)];
    let count = |letter: &str| nodes.iter().skip(hosts).filter(|name| name.starts_with(letter)).count();
    let edges = count("e");
    let pods = libm::round(libm::sqrt(2.0 * edges as f64)).max(1.0);
    let mut seen = [0_usize; 4];
    let place = |(node, name): (usize, &String)| {
        let tier = if node < hosts { 3 } else { TIERS.iter().position(|(letter, ..)| name.starts_with(letter)).unwrap_or(0) };
        let i = seen[tier] as f64;
        seen[tier] += 1;
        let all = if tier == 3 { hosts } else { count(TIERS[tier].0) } as f64;
        let x = if tier == 0 {
            (i + 0.5) / all
        } else {
            let each = (all / pods).max(1.0);
            let pod = libm::floor(i / each);
            (pod + FREE / 2.0 + (1.0 - FREE) * (i - pod * each + 0.5) / each) / pods
        };
        (x, TIERS[tier].2)
    };
    let places = nodes.iter().enumerate().map(place).collect();
    (places, TIERS.map(|(_, name, y)| (name.to_owned(), y)).into())
}

/// Levels of switches above the hosts.
fn bcube(nodes: &[String], hosts: usize) -> Placed {
    let level = |name: &String| name.bytes().next().map_or(0, |letter| usize::from(letter.saturating_sub(b's')));
    let levels = nodes[hosts..].iter().map(level).max().unwrap_or(0) + 1;
    let y = |level: usize| 1.0 - (level + 1) as f64 / levels as f64;
    let each = (nodes.len() - hosts) / levels;
    let places = (0..nodes.len()).map(|node| match node.checked_sub(hosts) {
        None => ((node as f64 + 0.5) / hosts as f64, 1.0),
        Some(switch) => (((switch % each) as f64 + 0.5) / each as f64, y(switch / each)),
    });
    let tiers = (0..levels).rev().map(|level| (format!("level {level}"), y(level))).chain([("hosts".to_owned(), 1.0)]);
    (places.collect(), tiers.collect())
}

/// Switches around a circle, each with its hosts outside.
fn jellyfish(timeline: &Timeline) -> Vec<(f64, f64)> {
    let hosts = timeline.hosts as usize;
    let switches = (timeline.nodes.len() - hosts).max(1);
    let angle = |switch: usize| TAU * switch as f64 / switches as f64;
    let of = |host: usize| timeline.links.iter().find(|(from, ..)| *from as usize == host).map_or(0, |(_, to, _)| *to as usize - hosts);
    let homes: Vec<usize> = (0..hosts).map(of).collect();
    let host = |host: usize| {
        let home = homes[host];
        let (before, all) =
            (homes[..host].iter().filter(|other| **other == home).count(), homes.iter().filter(|other| **other == home).count());
        // At most a sixth of the circle for the hosts of a switch.
        let width = (TAU / switches as f64 * 0.8).min(PI / 3.0);
        on_circle(angle(home) + width * ((before as f64 + 0.5) / all as f64 - 0.5), 0.47)
    };
    (0..hosts).map(host).chain(circle(switches, 0.31, 0.0)).collect()
}

/// Hosts at the bottom, above them switches by how far the nearest host is, each near the middle of what is below it.
fn by_distance(timeline: &Timeline) -> Placed {
    let (nodes, hosts) = (timeline.nodes.len(), timeline.hosts as usize);
    let mut away = vec![usize::MAX; nodes];
    away[..hosts].fill(0);
    for round in 0..nodes {
        for (from, to, _) in &timeline.links {
            if away[*from as usize] == round && away[*to as usize] > round + 1 {
                away[*to as usize] = round + 1;
            }
        }
    }
    let most = away.iter().copied().filter(|away| *away < usize::MAX).max().unwrap_or(1).max(1);
    let y = |tier: usize| 1.0 - tier as f64 / most as f64;
    let mut places = vec![(0.5, 0.0); nodes];
    (0..hosts).for_each(|host| places[host] = ((host as f64 + 0.5) / hosts as f64, 1.0));
    for tier in 1..=most {
        let mut its: Vec<(f64, usize)> = (0..nodes).filter(|node| away[*node] == tier).map(|node| (0.0, node)).collect();
        for (middle, node) in &mut its {
            let below = timeline.links.iter().filter(|(from, to, _)| *from as usize == *node && away[*to as usize] < tier);
            let below: Vec<f64> = below.map(|(_, to, _)| places[*to as usize].0).collect();
            *middle = below.iter().sum::<f64>() / below.len().max(1) as f64;
        }
        its.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let count = its.len() as f64;
        its.iter().enumerate().for_each(|(i, (_, node))| places[*node] = ((i as f64 + 0.5) / count, y(tier)));
    }
    let name = |tier: usize| if tier == 0 { "hosts".to_owned() } else { "switches".to_owned() };
    (places, (0..=most).map(|tier| (name(tier), y(tier))).collect())
}
