//! What a key does, wherever the focus is.

use super::clock::Beat;
use super::{cdn, cluster, datacenter, learn, network, order, scenes, watch};

/// A key that was pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// As the browser calls it: `ArrowLeft`, ` `, `?`.
    pub name: String,
    /// Whether Control (or Command) was held; then `name` is in lower case.
    pub control: bool,
    /// Whether Shift was.
    pub shift: bool,
}

/// What a key does to a clock in this state.
pub fn beat_of(key: &Key, playing: bool, speed: i32, looping: bool) -> Option<Beat> {
    match (key.name.as_str(), key.control) {
        (" ", false) => Some(Beat::Play(!playing)),
        ("ArrowRight", false) => Some(Beat::Forward),
        ("ArrowLeft", false) => Some(Beat::Back),
        ("Home", false) => Some(Beat::Seek(0.0)),
        ("End", false) => Some(Beat::Seek(f64::MAX)),
        ("+" | "=", false) => Some(Beat::Speed(speed + 1)),
        ("-", false) => Some(Beat::Speed(speed - 1)),
        ("l", false) => Some(Beat::Loop(!looping)),
        _ => None,
    }
}

/// What a key does in *Watch* besides what it does to the clock.
pub fn of_watch(key: &Key, editing: bool, quizzed: bool, selected: bool) -> Option<watch::Change> {
    match (key.name.as_str(), key.control) {
        ("Escape", false) if selected => Some(watch::Change::Select(None)),
        ("ArrowDown", false) if selected => Some(watch::Change::Neighbour(1)),
        ("ArrowUp", false) if selected => Some(watch::Change::Neighbour(-1)),
        ("e", false) => Some(watch::Change::Editing(!editing)),
        ("q", false) => Some(watch::Change::Quiz(!quizzed)),
        ("z", true) if !key.shift => Some(watch::Change::Undo),
        ("z" | "y", true) => Some(watch::Change::Redo),
        _ => None,
    }
}

/// What a key, or a clicker, does to scenes.
pub fn of_scenes(key: &Key) -> Option<scenes::Change> {
    match key.name.as_str() {
        "ArrowLeft" | "PageUp" => Some(scenes::Change::Turn(-1)),
        "ArrowRight" | "PageDown" => Some(scenes::Change::Turn(1)),
        _ => None,
    }
}

/// What a key does in *Cluster* besides what it does to the clock.
pub fn of_cluster(key: &Key) -> Option<cluster::Change> {
    match key.name.as_str() {
        "ArrowUp" => Some(cluster::Change::Move(-1)),
        "ArrowDown" => Some(cluster::Change::Move(1)),
        _ => None,
    }
}

/// What a key does in *Datacenter* besides what it does to the clock.
pub fn of_datacenter(key: &Key) -> Option<datacenter::Change> {
    match (key.name.as_str(), key.control) {
        ("ArrowUp", false) => Some(datacenter::Change::Step(-1)),
        ("ArrowDown", false) => Some(datacenter::Change::Step(1)),
        ("n", false) => Some(datacenter::Change::Stuck),
        _ => None,
    }
}

/// What a key does in *Order*: the task before or after the one that is lit, in the order by which the graph is coloured, and with Shift
/// another place for it.
pub fn of_order(key: &Key, front: usize) -> Option<order::Change> {
    match (key.name.as_str(), key.control, key.shift) {
        ("ArrowUp", false, false) => Some(order::Change::Neighbour(front, -1)),
        ("ArrowDown", false, false) => Some(order::Change::Neighbour(front, 1)),
        ("ArrowLeft", false, true) => Some(order::Change::Shift(front, -1)),
        ("ArrowRight", false, true) => Some(order::Change::Shift(front, 1)),
        ("Escape", false, _) => Some(order::Change::Light(None)),
        _ => None,
    }
}

/// What a key does in *CDN* besides what it does to the clock.
pub fn of_cdn(key: &Key, lit: bool) -> Option<cdn::Change> {
    match (key.name.as_str(), key.control) {
        ("ArrowUp", false) => Some(cdn::Change::Step(-1)),
        ("ArrowDown", false) => Some(cdn::Change::Step(1)),
        ("Escape", false) if lit => Some(cdn::Change::Light(None)),
        _ => None,
    }
}

/// What a key does in *Network* besides what it does to the clock.
pub fn of_network(key: &Key) -> Option<network::Change> {
    match (key.name.as_str(), key.control) {
        ("ArrowUp", false) => Some(network::Change::Step(-1)),
        ("ArrowDown", false) => Some(network::Change::Step(1)),
        ("n", false) => Some(network::Change::Wait),
        ("Escape", false) => Some(network::Change::Light(None)),
        _ => None,
    }
}

/// What a key does in *Learn*.
pub fn of_learn(key: &Key) -> Option<learn::Change> {
    let by = match key.name.as_str() {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => return None,
    };
    Some(learn::Change::Turn(by))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        Key { name: name.to_owned(), control: false, shift: false }
    }

    fn with_control(name: &str, shift: bool) -> Key {
        Key { name: name.to_owned(), control: true, shift }
    }

    #[test]
    fn keys_of_the_clock() {
        let beat = |name: &str| beat_of(&key(name), true, 2, false);
        assert_eq!(beat(" "), Some(Beat::Play(false)));
        assert_eq!((beat("ArrowRight"), beat("ArrowLeft")), (Some(Beat::Forward), Some(Beat::Back)));
        assert_eq!((beat("Home"), beat("End")), (Some(Beat::Seek(0.0)), Some(Beat::Seek(f64::MAX))));
        assert_eq!((beat("+"), beat("="), beat("-")), (Some(Beat::Speed(3)), Some(Beat::Speed(3)), Some(Beat::Speed(1))));
        assert_eq!((beat("l"), beat("x")), (Some(Beat::Loop(true)), None));
        assert_eq!(beat_of(&with_control("l", false), true, 0, false), None, "the browser's own");
    }

    #[test]
    fn keys_of_watch() {
        let change = |key: &Key| of_watch(key, true, false, true);
        assert!(matches!(change(&key("e")), Some(watch::Change::Editing(false))));
        assert!(matches!(change(&key("q")), Some(watch::Change::Quiz(true))));
        assert!(matches!(change(&with_control("z", false)), Some(watch::Change::Undo)));
        assert!(matches!(change(&with_control("z", true)), Some(watch::Change::Redo)));
        assert!(matches!(change(&with_control("y", false)), Some(watch::Change::Redo)));
        assert!(matches!(change(&key("Escape")), Some(watch::Change::Select(None))));
        assert!(matches!(change(&key("ArrowUp")), Some(watch::Change::Neighbour(-1))));
        assert!(of_watch(&key("ArrowUp"), true, false, false).is_none(), "it scrolls");
        assert!(change(&key("z")).is_none() && change(&with_control("e", false)).is_none());
    }

    #[test]
    fn keys_of_scenes() {
        let by = |name: &str| match of_scenes(&key(name)) {
            Some(scenes::Change::Turn(by)) => by,
            _ => 0,
        };
        assert_eq!(["ArrowLeft", "PageUp", "ArrowRight", "PageDown", "Home"].map(by), [-1, -1, 1, 1, 0]);
    }

    #[test]
    fn keys_of_the_cluster() {
        assert!(matches!(of_cluster(&key("ArrowUp")), Some(cluster::Change::Move(-1))));
        assert!(matches!(of_cluster(&key("ArrowDown")), Some(cluster::Change::Move(1))));
        assert!(of_cluster(&key("ArrowLeft")).is_none());
    }

    #[test]
    fn keys_of_datacenter() {
        assert!(matches!(of_datacenter(&key("ArrowDown")), Some(datacenter::Change::Step(1))));
        assert!(matches!(of_datacenter(&key("ArrowUp")), Some(datacenter::Change::Step(-1))));
        assert!(matches!(of_datacenter(&key("n")), Some(datacenter::Change::Stuck)));
        assert!(of_datacenter(&with_control("n", false)).is_none(), "the browser's own");
    }

    #[test]
    fn keys_of_order() {
        let shifted = Key { shift: true, ..key("ArrowRight") };
        assert!(matches!(of_order(&shifted, 1), Some(order::Change::Shift(1, 1))));
        assert!(matches!(of_order(&key("ArrowDown"), 0), Some(order::Change::Neighbour(0, 1))));
        assert!(matches!(of_order(&key("Escape"), 0), Some(order::Change::Light(None))));
        assert!(of_order(&key("ArrowRight"), 0).is_none(), "that is the clock's");
    }

    #[test]
    fn keys_of_the_cdn() {
        assert!(matches!(of_cdn(&key("ArrowDown"), false), Some(cdn::Change::Step(1))));
        assert!(matches!(of_cdn(&key("ArrowUp"), true), Some(cdn::Change::Step(-1))));
        assert!(matches!(of_cdn(&key("Escape"), true), Some(cdn::Change::Light(None))));
        assert!(of_cdn(&key("Escape"), false).is_none() && of_cdn(&key("ArrowLeft"), true).is_none());
    }

    #[test]
    fn keys_of_learn() {
        assert!(matches!(of_learn(&key("ArrowRight")), Some(learn::Change::Turn(1))));
        assert!(matches!(of_learn(&key("ArrowLeft")), Some(learn::Change::Turn(-1))));
        assert!(of_learn(&key("ArrowUp")).is_none());
    }
}
