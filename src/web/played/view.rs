//! The view of any world that is played.

use super::{Figures, Pictured, chips, form, hears};
use crate::web::kept::kept;
use crate::web::layout::{Layout, explained, headline};
use crate::web::playback::{grounded_transport, told_transport, transport};
use crate::web::spread::spread;
use crate::web::status::status;
use crate::web::what_if::links;
use schedscope_chart::Mode;
use schedscope_state::inquiry::Phase;
use schedscope_state::stage::{Bench, Change, Played};
use schedscope_state::state::{Action, State};
use std::rc::Rc;
use yew::prelude::*;

/// The view of a world in a state. What stands above the pictures is made anew only when something of it changes, not as time passes.
pub fn view<S: Pictured>(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(played) = state.only::<Played<S>>() else { return Html::default() };
    let (mode, bench) = (state.mode(), &played.bench);
    let change = hears::<S>(dispatch);
    let figures = Figures::new(played, mode, state.still, change.clone());
    let (at, present) = (Rc::as_ptr(bench), state.traces.named(bench.scenario.file()).is_some());
    let headline = {
        let (bench, came_out, change) = (bench.clone(), played.headline(), change.clone());
        kept((at, came_out.clone(), mode), move || said::<S>(&bench, &came_out, mode, &change))
    };
    let bar = {
        let (bench, change, dispatch) = (bench.clone(), change.clone(), dispatch.clone());
        kept((at, present), move || form::bar(&bench, present, &change, &dispatch))
    };
    let policies = {
        let bench = bench.clone();
        kept((at, mode), move || chips::chips(&bench, mode, &change))
    };
    let onbeat = dispatch.reform(Action::Clock);
    Layout {
        name: S::ABOUT.name,
        view: played.shown().is_some().then_some(state.view),
        headline,
        bar,
        policies,
        answer: S::answer(&figures),
        stale: bench.inquiry.stale() && S::preview(&played.own).is_none(),
        busy: bench.inquiry.phase == Phase::Running,
        transport: match (S::time(played), S::history(&figures)) {
            (_, Some((ground, told))) => grounded_transport(&played.clock, &onbeat, S::HINT, &told, ground),
            (Some(told), None) => told_transport(&played.clock, &onbeat, S::HINT, &[told.clone(), told]),
            (None, None) => transport(&played.clock, &onbeat, S::HINT),
        },
    }
    .view()
}

/// What came out, how far it is, and what it is of.
fn said<S: Pictured>(bench: &Bench<S::Replay>, came_out: &[String; 2], mode: Mode, change: &Callback<Change<S>>) -> Html {
    let inquiry = &bench.inquiry;
    let whence = inquiry.answer.as_ref().map(|(_, shown)| S::whence(shown)).unwrap_or_default();
    let status = status(format!("{}-status", S::ABOUT.name), inquiry, whence, bench.first_fault());
    match S::SPREADS {
        Some(_) => spread(&bench.behind, came_out, links(&bench.scenario), status, mode, &change.reform(Change::Run)),
        None => headline("headline", &came_out[0], explained(&came_out[1]), status, None),
    }
}
