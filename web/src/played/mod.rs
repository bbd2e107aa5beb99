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

use schedscope_core::experiment::Listed as _;
use schedscope_page::room::Message;
use schedscope_page::stage::{Change, Played, Stage};
use schedscope_page::state::Action;
use schedscope_page::view::View;
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
}

/// Hears what happens to a world.
pub fn hears<S: Stage>(dispatch: &Callback<Action>) -> Callback<Change<S>> {
    dispatch.reform(|change: Change<S>| Action::Room(View::Watch(S::World::SYSTEM), Message::from(change)))
}
