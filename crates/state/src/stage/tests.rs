//! What holds of every world that is played.

use super::*;
use crate::cluster::Cluster;
use crate::datacenter::Datacenter;
use crate::inquiry::Told;
use crate::network::Network;
use crate::order::Order;
use crate::room::{Message, Opening, Room};
use crate::rooms;
use crate::testing::done;
use crate::traces::Traces;
use crate::view::View;
use schedscope_core::experiment::Part;

/// The answer to what is asked.
fn answer<S: Stage>(played: &mut Played<S>) {
    let (progress, question) = (played.bench.inquiry.standing(), played.bench.question(&Traces::default()));
    played.change(Change::Told(Told::Started(progress.generation)));
    for policy in 0..question.scenario.policies.len() {
        played.change(Change::Told(Told::Heard(done(progress.generation, &question.scenario, policy))));
    }
}

fn opened<S: Stage>() -> Played<S> {
    let mut played = Played::open(false);
    answer(&mut played);
    played
}

/// What is looked at is said by a link, and seen by who follows it.
fn links_lead_back<S: Stage>() {
    let mut played = opened::<S>();
    let said = played.link();
    assert_eq!((said.selected, said.time), (None, None), "{}: the page has chosen", S::ABOUT.name);
    let later = played.clock.events()[played.clock.events().len() / 3];
    played.change(Change::Step(1));
    played.change(Change::Step(1));
    played.change(Change::Clock(crate::clock::Beat::Seek(later)));
    let link = played.link();
    assert!(link.selected.is_some() && link.time.is_some(), "{}: {link:?}", S::ABOUT.name);
    assert_eq!(Link::read::<S>(&link.write()).unwrap(), link);
    let mut other = Played::<S>::open(false);
    other.follow(Ok(link.clone()));
    assert_eq!(other.link(), link, "before the answer is there");
    answer(&mut other);
    assert_eq!((other.link(), other.selected), (link, played.selected), "{}", S::ABOUT.name);
    assert!((other.clock.playhead - later).abs() < 1e-3);
}

#[test]
fn a_link_has_instant_and_selection_in_every_world() {
    links_lead_back::<Cluster>();
    links_lead_back::<Datacenter>();
    links_lead_back::<Order>();
    links_lead_back::<Network>();
}

#[test]
fn keys_of_earlier_links_mean_what_they_meant() {
    let network = "v=1&policies=fair,pfabric&system.kind=network";
    let [then, now] =
        ["pair=pfabric,fair", "panels=pfabric,fair"].map(|panels| Link::read::<Network>(&format!("{network}&{panels}")).unwrap());
    assert_eq!(then, now);
    let order = "v=1&policies=given,a_star&system.kind=ordering&workload.graph=fig-3.11";
    let [then, now] = ["step=2&task=4", "t=2&lit=4"].map(|rest| Link::read::<Order>(&format!("{order}&{rest}")).unwrap());
    assert_eq!(then, now);
    for (link, key) in [("pair=fair", "pair"), ("panels=las", "panels"), ("lit=9", "lit"), ("t=soon", "t"), ("run=0", "run")] {
        assert_eq!(Link::read::<Network>(&format!("{network}&{link}")).unwrap_err().field().as_deref(), Some(key), "{link}");
    }
}

#[test]
fn what_happens_to_another_world_is_ignored() {
    let mut played = Played::<Cluster>::open(false);
    let before = played.bench.scenario.clone();
    let room: &mut dyn Room = &mut played;
    room.change(&Message::from(Change::<Network>::Toggle("las".to_owned())));
    room.follow(None);
    assert_eq!(played.bench.scenario, before);
    let room: &mut dyn Room = &mut played;
    room.change(&Message::from(Change::<Cluster>::Toggle("fifo".to_owned())));
    assert_eq!(played.bench.scenario.policies.last().map(String::as_str), Some("fifo"));
}

#[test]
fn every_world_has_a_place_of_its_own() {
    let rooms = rooms::all(Opening { moves: true, narrow: false });
    for (i, (world, about)) in ABOUTS.iter().enumerate() {
        assert!(ABOUTS[..i].iter().all(|(kind, other)| kind != world && other.name != about.name));
        assert_eq!(STAGES[i].kind, *world);
        let room = rooms.iter().find(|room| room.view() == View::Watch(*world)).unwrap();
        let first = about.presets.first().map(Preset::scenario);
        assert!(first.is_none_or(|first| room.link() == Some(Link::from(first).write())), "{}", about.name);
        let mut other = room.copied();
        Rc::get_mut(&mut other).unwrap().follow(room.link().as_deref());
        assert_eq!(other.link(), room.link(), "{}", about.name);
    }
}

#[test]
fn fields_and_sliders_of_the_bar_are_those_of_the_world() {
    fn bar<S: Stage>() {
        let scenario = S::ABOUT.presets[0].scenario();
        for field in S::bar(&scenario) {
            let part = Part::of(scenario.kind(), field).unwrap_or_else(|| panic!("{}: {field}", S::ABOUT.name));
            assert!(part.stops.windows(2).all(|pair| pair[0] < pair[1]), "{field}");
        }
    }
    bar::<Cluster>();
    bar::<Datacenter>();
    bar::<Order>();
    bar::<Network>();
    bar::<crate::cdn::Cdn>();
}
