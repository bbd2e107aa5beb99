//! A world that is played, as elements: what came out, the scenario in a bar, policies as chips, pictures, and the clock. A world says
//! what it draws and what stands beside it: [`Pictured`].

mod asks;
mod chips;
mod figures;
mod form;
mod list;
mod more;
mod view;

pub use asks::asks;
pub use chips::by_family;
pub use figures::{Figures, Hears, Subject};
pub use form::complaint;
pub use list::view_of;

use schedscope_core::experiment::Listed as _;
use schedscope_engine::registry::Row;
use schedscope_page::stage::{Change, Message, Played, Stage};
use schedscope_page::state::Action;
use yew::prelude::*;

/// How a world that is played is drawn.
pub trait Pictured: Stage {
    /// What the clock's time is.
    const HINT: &'static str;
    /// What groups of policies have in common, in their order.
    const GROUPS: &'static [&'static str] = &chips::FAMILIES;
    /// Parameters of policies that the page does not offer.
    const UNOFFERED: &'static [&'static str] = &[];
    /// The parameter in which a policy may stand beside itself: one that has several ways can be added in each.
    const WAYS: Option<&'static str> = None;

    /// Which group a policy is in.
    fn group(row: &Row) -> &'static str {
        by_family(row)
    }

    /// Where the numbers come from.
    fn whence(shown: &Self::Shown) -> String;

    /// Pictures and tables.
    fn answer(figures: &Figures<'_, Self>) -> Html;

    /// The time of the clock in other words than its number.
    fn time(_: &Played<Self>) -> Option<String> {
        None
    }
}

/// Hears what happens to a world.
pub fn hears<S: Stage>(dispatch: &Callback<Action>) -> Callback<Change<S>> {
    dispatch.reform(|change: Change<S>| Action::World(S::World::SYSTEM, Message::from(change)))
}
