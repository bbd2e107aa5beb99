//! What a key does, wherever the focus is.

use super::clock::Beat;
use super::key::Key;
use super::scenes;

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

/// What a key, or a clicker, does to scenes.
pub fn of_scenes(key: &Key) -> Option<scenes::Change> {
    match key.name.as_str() {
        "ArrowLeft" | "PageUp" => Some(scenes::Change::Turn(-1)),
        "ArrowRight" | "PageDown" => Some(scenes::Change::Turn(1)),
        _ => None,
    }
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
    fn keys_of_scenes() {
        let by = |name: &str| match of_scenes(&key(name)) {
            Some(scenes::Change::Turn(by)) => by,
            _ => 0,
        };
        assert_eq!(["ArrowLeft", "PageUp", "ArrowRight", "PageDown", "Home"].map(by), [-1, -1, 1, 1, 0]);
    }
}
