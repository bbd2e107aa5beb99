//! Asks the workers for the runs that a world shows.

use crate::web::pool::use_inquiry;
use gloo::timers::callback::Timeout;
use schedscope_state::inquiry::{Phase, Progress, Told};
use schedscope_state::queue::Class;
use schedscope_state::room::Asked;
use schedscope_state::stage::Stage;
use schedscope_state::state::{Action, State};
use yew::prelude::*;

/// Asks about a world: about what is shown, and where that is one run of several, about all of them.
pub fn asks<S: Stage>(state: &State, dispatch: &Callback<Action>) -> Html {
    let view = S::VIEW;
    let Some(room) = state.room(view) else { return Html::default() };
    let active = state.view == view;
    let ask = |behind: bool| {
        let (asked, heard) = room.asks(&state.traces, behind)?;
        let tell = dispatch.reform(move |told| Action::Room(view, heard(told)));
        Some(html! { <Ask {asked} {active} {tell} /> })
    };
    html! { <>{ ask(false) }{ ask(true) }</> }
}

/// Properties of [`Ask`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// What is asked.
    asked: Asked,
    /// Whether its world is shown.
    active: bool,
    /// Hears what the workers say.
    tell: Callback<Told>,
}

/// Says it when an answer is long in coming.
#[hook]
fn use_late(progress: Progress, active: bool, tell: &Callback<Told>) {
    /// Milliseconds.
    const LONG: u32 = 2000;
    let tell = tell.clone();
    use_effect_with((progress.generation, active && progress.phase == Phase::Running), move |(generation, running)| {
        let generation = *generation;
        let timer = running.then(|| Timeout::new(LONG, move || tell.emit(Told::Late(generation))));
        move || drop(timer)
    });
}

/// Milliseconds for which a control has to rest before its scenario is simulated: none where the scenario before took no longer than such
/// a rest, so that pictures follow a slider. What nobody waits for always gives way to a control that still moves.
#[hook]
fn use_rest(progress: Progress, class: Class) -> u32 {
    const REST: u32 = 120;
    let (begun, took) = (use_mut_ref(|| 0.0), use_mut_ref(|| 0.0));
    let rest = if class == Class::Now && *took.borrow() <= f64::from(REST) { 0 } else { REST };
    use_effect_with((progress.generation, progress.phase), move |(_, phase)| match phase {
        Phase::Running => *begun.borrow_mut() = js_sys::Date::now(),
        Phase::Done => *took.borrow_mut() = js_sys::Date::now() - *begun.borrow(),
        Phase::Waiting | Phase::Failed => {}
    });
    rest
}

/// Nothing to see: asks one question.
#[component]
fn Ask(props: &Props) -> Html {
    let Props { asked: Asked { progress, question, ready }, active, tell } = props;
    use_late(*progress, *active && *ready, tell);
    let rest = use_rest(*progress, question.class);
    use_inquiry(*progress, question.clone(), *active && *ready, rest, tell.clone());
    Html::default()
}
