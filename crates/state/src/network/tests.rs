use super::*;
use crate::clock::Beat;
use crate::inquiry::Told;
use crate::key::Key;
use crate::stage::{Change, Link, Played, Stage as _};
use crate::testing::done;
use schedscope_core::experiment::Scenario;
use schedscope_core::pictures::network::{Schematic, Selected, Shape};

fn answer(network: &mut Played<Network>) {
    let (generation, asked) = (network.bench.inquiry.generation, network.bench.scenario.clone());
    network.change(Change::Told(Told::Started(generation)));
    for policy in 0..asked.policies.len() {
        network.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
    }
}

fn opened(moves: bool) -> Played<Network> {
    let mut network = Played::<Network>::open(moves);
    answer(&mut network);
    network
}

fn said(network: &Played<Network>) -> (String, Vec<(String, String)>) {
    let shown = network.shown().unwrap();
    words::of_lit(shown, &network.sides(), network.lit_now().unwrap(), network.clock.playhead).unwrap()
}

#[test]
fn opens_where_a_mouse_waits_behind_the_elephant() {
    let network = opened(false);
    let shown = network.shown().unwrap();
    assert_eq!((network.sides(), network.selected), (vec![0, 2], Some(Selected::Flow(1))));
    assert!(!network.clock.playing && shown.runs.schematic.shape == Shape::Pipes);
    let (what, lines) = said(&network);
    assert_eq!(what, "F2: short, size 1.00, from h0 to h1; alone it takes 1.00");
    assert_eq!(
        lines[0],
        (
            "FIFO".to_owned(),
            "F2 waits behind F1 on link h0→h1, which came first. 1.00 left, rate 0. Completion time 91.0: 91.0 times as long as alone."
                .to_owned()
        )
    );
    assert_eq!(lines[1].1, "F2 was complete at 11. Completion time 1.00: as long as alone.");
    assert_eq!(
        network.headline(),
        [
            "With pFabric, short flows take as long as alone in the network, with FIFO 71.5 times as long.",
            "With pFabric, long flows take 1.02 times as long as alone in the network, with FIFO as long as alone. These flows are given: one run, so no interval."
        ]
    );
    assert!(opened(true).clock.playing);
}

#[test]
fn another_policy_is_put_at_a_side_or_changes_sides() {
    let mut network = opened(false);
    network.change(Change::Panel(1, "fair".to_owned()));
    assert_eq!(network.sides(), [0, 1]);
    network.change(Change::Panel(0, "fair".to_owned()));
    assert_eq!(network.sides(), [1, 0]);
    // A policy that is dropped gives way.
    network.change(Change::Toggle("fifo".to_owned()));
    answer(&mut network);
    assert_eq!((network.sides(), network.selected), (vec![0, 1], Some(Selected::Flow(1))));
    network.change(Change::Toggle("pfabric".to_owned()));
    answer(&mut network);
    assert_eq!(network.sides(), [0]);
    network.change(Change::Panel(1, "fair".to_owned()));
    assert_eq!(network.headline()[0], "With Fair sharing (SFQ), short flows take 2.00 times as long as alone in the network.");
}

#[test]
fn a_link_says_what_the_reader_looks_at_and_nothing_else() {
    let mut network = opened(false);
    assert_eq!(network.link().write(), Link::from(network.bench.scenario.clone()).write(), "nothing has been chosen");
    network.change(Change::Select(Some(Selected::Link(0))));
    network.change(Change::Clock(Beat::Seek(55.5)));
    network.change(Change::Panel(1, "fair".to_owned()));
    let link = network.link();
    assert!(link.write().ends_with("&panels=fifo,fair&lit=link:1&t=55.5"), "{}", link.write());
    assert_eq!(Link::read::<Network>(&link.write()).unwrap(), link);
    let mut other = Played::<Network>::open(true);
    other.follow(Ok(link.clone()));
    answer(&mut other);
    assert_eq!((other.link(), other.clock.playing, other.clock.playhead), (link, false, 55.5));
    let (what, lines) = said(&other);
    assert_eq!(what, "Link h0→h1, capacity 1.00");
    assert_eq!(lines[1].1, "100 % used. F1 crosses h0→h1.");
    // Time that passes is no choice.
    network.change(Change::Reset);
    answer(&mut network);
    network.change(Change::Clock(Beat::Tick(1.0)));
    assert_eq!(network.link().write(), Link::from(network.bench.scenario.clone()).write());
}

#[test]
fn keys_light_the_next_flow_and_go_where_one_waits() {
    let mut network = opened(false);
    for (by, flow, time) in [(1, 2, 50.0), (1, 2, 50.0), (-1, 1, 10.0), (-9, 0, 0.0)] {
        network.change(Change::Step(by));
        assert_eq!((network.selected, network.clock.playhead), (Some(Selected::Flow(flow)), time));
    }
    // The elephant stands still under pFabric, the mice under FIFO.
    for (flow, time) in [(0, 10.0), (1, 10.0), (0, 50.0), (2, 50.0), (0, 10.0), (1, 10.0), (0, 50.0), (2, 50.0)] {
        network.change(Change::Find);
        assert_eq!((network.selected, network.clock.playhead), (Some(Selected::Flow(flow)), time));
    }
    network.change(Change::Hover(Some(Selected::Flow(0))));
    assert_eq!((network.lit_now(), network.selected), (Some(Selected::Flow(0)), Some(Selected::Flow(2))));
    network.change(Change::Hover(None));
    network.change(Change::Select(network.selected));
    assert_eq!(network.lit_now(), None, "what is lit is put out");
}

#[test]
fn a_reader_may_choose_another_workload_or_a_file() {
    let mut network = opened(false);
    network.change(Change::Preset(1));
    answer(&mut network);
    let [first, _] = network.headline();
    assert_eq!(first, "With pFabric, workflows take as long as alone in the network, with FIFO 5.09 times as long.");
    network.change(Change::File("flows.csv".to_owned()));
    let scenario = &network.bench.scenario;
    assert_eq!((scenario.file(), scenario.get("workload.flows"), scenario.get("system.cutoff").is_some()), (Some("flows.csv"), None, true));
    network.change(Change::Reset);
    assert_eq!(network.bench.scenario, Network::ABOUT.presets[0].scenario());
}

#[test]
fn what_is_wrong_with_a_link_is_said() {
    for (query, key) in [("lit=7", "lit"), ("lit=flow:0", "lit"), ("t=-1", "t"), ("pair=fifo", "pair"), ("system.k=much", "system.k")] {
        assert_eq!(Link::read::<Network>(query).unwrap_err().field().as_deref(), Some(key), "{query}");
    }
}

#[test]
fn every_node_of_every_topology_has_a_place_of_its_own() {
    for (topology, shape) in [
        ("system.topology=fat-tree&system.k=6", Shape::Tiers),
        ("system.topology=bcube&system.n=3&system.levels=2", Shape::Tiers),
        ("system.topology=jellyfish&system.switches=9&system.ports=6", Shape::Circle),
        (
            "system.links=[{ from = \"a\", to = \"s\" }, { from = \"s\", to = \"t\" }, { from = \"t\", to = \"b\" }, { from = \"s\", to = \"c\" }]",
            Shape::Tiers,
        ),
        ("system.links=[{ from = \"a\", to = \"b\" }, { from = \"b\", to = \"c\" }, { from = \"c\", to = \"a\" }]", Shape::Circle),
        ("system.topology=two-class", Shape::Pipes),
    ] {
        let mut network = Played::<Network>::open(false);
        network.follow(Ok(Scenario::from_query(&format!("policies=fair&system.kind=network&workload.count=60&{topology}")).unwrap()));
        answer(&mut network);
        let shown = network.shown().unwrap();
        let Schematic { shape: found, places, .. } = &shown.runs.schematic;
        assert_eq!((*found, places.len()), (shape, shown.runs.runs[0].timeline.nodes.len()), "{topology}");
        for (i, a) in places.iter().enumerate() {
            assert!((0.0..=1.0).contains(&a.0) && (0.0..=1.0).contains(&a.1), "{topology}: {a:?}");
            assert!(places[..i].iter().all(|b| (a.0 - b.0).hypot(a.1 - b.1) > 1e-3), "{topology}: two nodes at {a:?}");
        }
    }
}

#[test]
fn flows_are_written_with_their_times_and_too_many_have_none() {
    let network = opened(false);
    let text = network.shown().unwrap().flows_csv();
    assert_eq!(text.lines().nth(2), Some("fifo,F2,short,h0,h1,1,10,10,101,91,1,91"));
    assert_eq!(text.lines().count(), 1 + 3 * 3);
    let mut network = Played::<Network>::open(true);
    network.follow(Ok(Scenario::from_query("policies=fair,pfabric&system.kind=network&workload.count=600").unwrap()));
    answer(&mut network);
    let shown = network.shown().unwrap().clone();
    assert!(!shown.is_exact() && network.selected.is_none() && shown.flows_csv().lines().count() == 1);
    network.change(Change::Step(3));
    assert_eq!(network.selected, Some(Selected::Link(0)));
    let (what, lines) = said(&network);
    assert!(what.starts_with("Link h0→e0") && lines[0].1.ends_with(" % used."), "{lines:?}");
    let now = shown.runs.runs[0].now(shown.runs.end / 2.0);
    assert!(words::now(&shown.runs.runs[0], &now).contains("too many to be drawn"));
    assert!(now.used.iter().any(|used| *used > 0.0));
}

#[test]
fn what_links_use_is_what_flows_are_sent_at() {
    let network = opened(false);
    let shown = network.shown().unwrap();
    let now = shown.runs.runs[1].now(10.5);
    assert_eq!((now.flows, now.used[0]), ([2, 1, 0], 1.0));
    assert!(now.streams.iter().all(|(stretch, _)| stretch.rate == 0.5) && (now.streams[0].1 - 89.75).abs() < 1e-9);
    let [before, after] = [-1.0, 200.0].map(|time| shown.runs.runs[1].now(time));
    assert!(before.streams.is_empty() && after.streams.is_empty() && after.used == [0.0]);
}

#[test]
fn keys_step_find_and_put_out() {
    let mut network = opened(false);
    let key = |name: &str, control: bool| Key { name: name.to_owned(), control, shift: false };
    assert!(matches!(network.key(&key("ArrowDown", false)), Some(Change::Step(1))));
    assert!(matches!(network.key(&key("ArrowUp", false)), Some(Change::Step(-1))));
    assert!(matches!(network.key(&key("n", false)), Some(Change::Find)));
    assert!(network.key(&key("n", true)).is_none(), "the browser's own");
    let escape = network.key(&key("Escape", false)).unwrap();
    network.change(escape);
    assert_eq!(network.selected, None);
}
