//! A figure in another page, and what the two say to each other: texts in JSON with the key `schedscope`, whose value is the version of
//! this conversation.
//!
//! The page around it asks: `{"schedscope":1,"ask":"play"}`, `"pause"`, `"seek"` with a `time`, `"theme"` with `"auto"`, `"light"` or
//! `"dark"`. The figure tells what it shows whenever that has changed: [`Told`].

use super::clock::Beat;
use super::state::{Action, State};
use super::theme::ThemeChoice;
use super::title::titled;
use serde::Serialize;
use serde_json::Value;

/// The version: another one is another language.
const VERSION: u64 = 1;

/// What a message asks for, if it is one of this conversation.
pub fn asked(message: &str) -> Option<Action> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["schedscope"].as_u64() != Some(VERSION) {
        return None;
    }
    match message["ask"].as_str()? {
        "play" => Some(Action::Clock(Beat::Play(true))),
        "pause" => Some(Action::Clock(Beat::Play(false))),
        "seek" => message["time"].as_f64().map(|time| Action::Clock(Beat::Seek(time))),
        "theme" => match message["theme"].as_str()? {
            "auto" => Some(Action::Theme(ThemeChoice::Auto)),
            "light" => Some(Action::Theme(ThemeChoice::Light)),
            "dark" => Some(Action::Theme(ThemeChoice::Dark)),
            _ => None,
        },
        _ => None,
    }
}

/// What a figure shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    schedscope: u64,
    /// What it is called.
    title: String,
    /// Where its clock stands, if it has one, in simulated time.
    time: Option<f64>,
    /// When the last thing happens. 0 while there is no run yet.
    end: Option<f64>,
    /// Whether the clock runs.
    playing: bool,
    /// What the reader has selected, as the figure calls it.
    selected: Option<String>,
}

impl Told {
    /// What is shown; nothing as long as the part of the program is awaited that shows it.
    pub fn of(state: &State) -> Option<Self> {
        let room = state.room(state.view);
        if room.is_none() && state.missing.is_none() {
            return None;
        }
        let clock = state.clock();
        Some(Self {
            schedscope: VERSION,
            title: titled(state),
            time: clock.map(|clock| clock.playhead),
            end: clock.map(super::clock::Clock::end),
            playing: clock.is_some_and(|clock| clock.playing),
            selected: room.and_then(|room| room.selected()),
        })
    }

    /// As a message.
    pub fn message(&self) -> String {
        // Numbers and texts have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms;
    use crate::state::Preferences;
    use crate::view::View;
    use crate::watch;
    use schedscope_chart::Mode;
    use schedscope_core::experiment::SystemKind;

    fn open(fragment: &str) -> State {
        let preferences = Preferences { theme: ThemeChoice::Auto, system: Mode::Light, still: true, narrow: false, letters: true };
        State::open(fragment, preferences, rooms::first)
    }

    fn told(state: &State) -> Value {
        serde_json::from_str(&Told::of(state).expect("there is something").message()).expect("JSON")
    }

    #[test]
    fn the_clock_moves_as_it_is_asked_and_what_is_shown_is_told() {
        let mut state = open("#embed/watch?v=1&example=two-jobs&policies=ps");
        let end = told(&state)["end"].as_f64().unwrap();
        assert_eq!((told(&state)["time"].as_f64(), told(&state)["playing"].as_bool(), end > 1.0), (Some(0.0), Some(false), true));
        for (message, time, playing) in [
            (r#"{"schedscope":1,"ask":"play"}"#, 0.0, true),
            (r#"{"schedscope":1,"ask":"seek","time":1.5}"#, 1.5, true),
            (r#"{"schedscope":1,"ask":"pause"}"#, 1.5, false),
            (r#"{"schedscope":1,"ask":"seek","time":1e300}"#, end, false),
            (r#"{"schedscope":1,"ask":"seek","time":-1}"#, 0.0, false),
        ] {
            state.change(asked(message).unwrap());
            assert_eq!((told(&state)["time"].as_f64(), told(&state)["playing"].as_bool()), (Some(time), Some(playing)), "{message}");
        }
        state.change(asked(r#"{"schedscope":1,"ask":"theme","theme":"dark"}"#).unwrap());
        assert_eq!(state.theme, ThemeChoice::Dark);
        assert!(told(&state)["title"].as_str().is_some_and(|title| title.starts_with("PS, 2 jobs")), "{}", told(&state));
    }

    #[test]
    fn what_is_no_message_of_this_conversation_asks_for_nothing() {
        for message in [
            "",
            "play",
            "null",
            r#"{"ask":"play"}"#,
            r#"{"schedscope":2,"ask":"play"}"#,
            r#"{"schedscope":1,"ask":"stop"}"#,
            r#"{"schedscope":1,"ask":"seek"}"#,
            r#"{"schedscope":1,"ask":"seek","time":null}"#,
            r#"{"schedscope":1,"ask":"theme","theme":"pink"}"#,
        ] {
            assert!(asked(message).is_none(), "{message}");
        }
    }

    #[test]
    fn what_the_reader_selects_is_told() {
        let mut state = open("#embed");
        assert_eq!(told(&state)["selected"], Value::Null);
        let server = View::Watch(SystemKind::Server);
        state.change(Action::Room(server, watch::Change::Select(Some(2)).into()));
        assert_eq!(told(&state)["selected"], "J2");
        state.change(Action::Room(server, watch::Change::Select(None).into()));
        assert_eq!(told(&state)["selected"], Value::Null);
    }

    #[test]
    fn nothing_is_told_before_there_is_something_to_show() {
        assert_eq!(Told::of(&open("#embed/cluster")), None);
        assert!(told(&open("#embed/nosuch"))["title"].as_str().is_some_and(|title| title.contains("No such view")));
    }
}
