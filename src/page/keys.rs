//! What a key does, wherever the focus is.

use super::clock::Beat;
use super::{learn, watch};

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
pub fn of_watch(key: &Key, editing: bool, quizzed: bool) -> Option<watch::Change> {
    match (key.name.as_str(), key.control) {
        ("e", false) => Some(watch::Change::Editing(!editing)),
        ("q", false) => Some(watch::Change::Quiz(!quizzed)),
        ("z", true) if !key.shift => Some(watch::Change::Undo),
        ("z" | "y", true) => Some(watch::Change::Redo),
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
