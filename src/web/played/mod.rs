//! A world that is played, as elements: what came out, the scenario in a bar, policies as chips, pictures, and the clock. A world says
//! what it draws and what stands beside it: [`Pictured`].

mod asks;
mod chips;
mod figures;
mod form;
mod view;

pub use asks::asks;
pub use figures::{Figures, Hears, Subject};
pub use form::complaint;
pub use view::view;

use schedscope_state::room::Message;
use schedscope_state::stage::{Bench, Change, Played, Stage};
use schedscope_state::state::Action;
use yew::prelude::*;

/// How a world that is played is drawn.
pub trait Pictured: Stage {
    /// What the clock's time is.
    const HINT: &'static str;
    /// Where the numbers come from.
    fn whence(shown: &Self::Replay) -> String;

    /// Pictures and tables.
    fn answer(figures: &Figures<'_, Self>) -> Html;

    /// The time of the clock in other words than its number.
    fn time(_: &Played<Self>) -> Option<String> {
        None
    }

    /// A picture of the whole run below the slider of the clock, and its time in words: short ones, and those that are read out.
    fn history(_: &Figures<'_, Self>) -> Option<(Html, [String; 2])> {
        None
    }

    /// Where the scenario comes from, at the beginning of its bar: by default a question to start from.
    fn source(bench: &Bench<Self::Replay>, change: &Callback<Change<Self>>) -> Html {
        form::start(&bench.scenario, change)
    }

    /// Buttons at the end of the bar.
    fn beside(_: &Bench<Self::Replay>, _: &Callback<Change<Self>>) -> Html {
        Html::default()
    }
}

/// Hears what happens to a world.
pub fn hears<S: Stage>(dispatch: &Callback<Action>) -> Callback<Change<S>> {
    dispatch.reform(|change: Change<S>| Action::Room(S::VIEW, Message::from(change)))
}
