//! What a key does, wherever the focus is.

use super::clock::Beat;
use super::key::Key;
use super::{learn, scenes, watch};

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
    fn keys_of_learn() {
        assert!(matches!(of_learn(&key("ArrowRight")), Some(learn::Change::Turn(1))));
        assert!(matches!(of_learn(&key("ArrowLeft")), Some(learn::Change::Turn(-1))));
        assert!(of_learn(&key("ArrowUp")).is_none());
    }
}
