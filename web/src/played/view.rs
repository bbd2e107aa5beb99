//! The view of any world that is played.

use super::{Figures, Pictured, chips, form, hears};
use crate::layout::{Layout, explained, headline};
use crate::playback::{told_transport, transport};
use crate::spread::spread;
use crate::status::status;
use crate::what_if::links;
use schedscope_page::inquiry::Phase;
use schedscope_page::stage::{Change, Played};
use schedscope_page::state::{Action, State};
use yew::prelude::*;

/// The view of a world in a state.
pub fn view<S: Pictured>(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(played) = state.only::<Played<S>>() else { return Html::default() };
    let (mode, name, inquiry) = (state.mode(), S::ABOUT.name, &played.bench.inquiry);
    let change = hears::<S>(dispatch);
    let figures = Figures::new(played, mode, state.still, change.clone());
    let said = played.answer().map(|shown| S::whence(shown)).unwrap_or_default();
    let status = status(format!("{name}-status"), inquiry, said, played.bench.first_fault());
    let [sentence, below] = played.headline();
    let onbeat = dispatch.reform(Action::Clock);
    Layout {
        name,
        view: played.shown().is_some().then_some(state.view),
        headline: match S::SPREADS {
            Some(_) => {
                let links = links(&played.bench.scenario);
                spread(&played.bench.behind, &[sentence, below], links, status, mode, &change.reform(Change::Run))
            }
            None => headline("headline", &sentence, explained(&below), status, None),
        },
        bar: form::bar(played, &state.traces, &change, dispatch),
        policies: chips::chips(played, mode, &change),
        answer: S::answer(&figures),
        stale: inquiry.stale() && S::preview(&played.own).is_none(),
        busy: inquiry.phase == Phase::Running,
        transport: match S::time(played) {
            Some(told) => told_transport(&played.clock, &onbeat, S::HINT, &[told.clone(), told]),
            None => transport(&played.clock, &onbeat, S::HINT),
        },
    }
    .view()
}
