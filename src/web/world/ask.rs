//! Asks the workers about a world.

use crate::experiment::Report;
use crate::page::inquiry::{Inquiry, Question};
use crate::page::state::{Action, State};
use crate::page::view::View;
use crate::page::world::{Change, World};
use crate::web::runner::use_runner;
use yew::prelude::*;

/// Properties of [`Asker`].
#[derive(Clone, Properties)]
struct Props {
    inquiry: Inquiry<Report>,
    question: Question,
    active: bool,
    dispatch: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        let of = |props: &Self| (props.inquiry.generation, props.inquiry.phase, props.active);
        of(self) == of(other) && self.question == other.question
    }
}

/// Nothing to be seen: it keeps the workers at the current question, once its view is shown.
#[component]
fn Asker(props: &Props) -> Html {
    let kind = props.question.scenario.kind();
    let tell = props.dispatch.reform(move |told| Action::World(kind, Change::Told(told)));
    use_runner(&props.inquiry, props.question.clone(), props.active, tell);
    Html::default()
}

/// Asks the workers about a world whenever there is a new question.
pub fn asker(world: &World, state: &State, dispatch: &Callback<Action>) -> Html {
    let kind = world.kind();
    let active = state.view == View::World(kind);
    html! { <Asker key={kind.key()} inquiry={world.inquiry.clone()} question={world.question(&state.traces)} {active} dispatch={dispatch.clone()} /> }
}
