//! What each part adds: its rooms as they are opened. All of them at once are for tests and tools, which have no parts to wait for.

use super::exercises::Exercises;
use super::learn::Learn;
use super::room::{Opening, Room};
use super::stage::{Played, Stage};
use super::watch::Watch;
use super::{cdn, cluster, compare, datacenter, network, order, race, sweep};
use std::rc::Rc;

/// *Watch* of the server, as it is opened: the room of the first part.
pub fn first(opening: Opening) -> Vec<Rc<dyn Room>> {
    vec![Rc::new(Watch::open(opening.moves))]
}

/// *Watch* of a world that is played, as it is opened.
pub fn played<S: Stage>(opening: Opening) -> Vec<Rc<dyn Room>> {
    vec![Rc::new(Played::<S>::open(opening.moves))]
}

/// *Compare* and *Sweep* of every world.
pub fn questions(opening: Opening) -> Vec<Rc<dyn Room>> {
    let mut rooms = compare::rooms();
    rooms.extend(sweep::rooms(opening.narrow));
    rooms
}

/// *Exercises*, with what was kept of earlier visits.
pub fn exercises(kept: Option<String>) -> Vec<Rc<dyn Room>> {
    let mut exercises = Exercises::open();
    if let Some(kept) = kept {
        exercises.change(super::exercises::Change::Remember(kept));
    }
    vec![Rc::new(exercises)]
}

/// *Learn*.
pub fn learn() -> Vec<Rc<dyn Room>> {
    vec![Rc::new(Learn::default())]
}

/// All of them.
pub fn all(opening: Opening) -> Vec<Rc<dyn Room>> {
    let rooms = [
        first(opening),
        questions(opening),
        played::<cluster::Cluster>(opening),
        played::<datacenter::Datacenter>(opening),
        played::<order::Order>(opening),
        played::<network::Network>(opening),
        played::<cdn::Cdn>(opening),
        played::<race::Race>(opening),
        exercises(None),
        learn(),
    ];
    rooms.into_iter().flatten().collect()
}
