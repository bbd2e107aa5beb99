//! *Exercises*: the gallery, and the exercise that is open: its task, its pictures, the means to answer it, and the code of who has
//! solved it.

mod answer;
mod challenge;
mod claims;
mod focus;
mod gallery;
mod picture;
mod view;

pub use answer::choice_of_jobs;
pub use claims::claims;
pub use view::{stressed, view};

use crate::web::environment::{keep_exercises, use_exercises_elsewhere};
use crate::web::pool::use_inquiry;
use schedscope_core::experiment::Report;
use schedscope_state::exercises::{Change, Exercises};
use schedscope_state::inquiry::{Inquiry, Progress, Question, Told};
use schedscope_state::protocol::Wanted;
use schedscope_state::queue::Class;
use schedscope_state::state::{Action, State};
use schedscope_state::view::View;
use yew::prelude::*;

/// Milliseconds for which a formula must rest before it is simulated: one writes it letter by letter.
const REST: u32 = 400;

/// Asks the workers what the exercise that is open needs, and keeps what is solved.
pub fn behind(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(exercises) = state.only::<Exercises>() else { return Html::default() };
    let work = exercises.work.as_ref();
    let idle = Inquiry::<Report>::open();
    let inquiry = work.map_or(&idle, |work| &work.inquiry);
    let scenario = work.and_then(|work| work.question()).unwrap_or_default();
    let question = Question { scenario, file: None, wanted: Wanted::Summary, class: Class::Now };
    let active = state.view == View::Exercises && work.is_some_and(|work| work.runs());
    let tell = dispatch.reform(|told| Action::Room(View::Exercises, Change::Told(told).into()));
    let hear = dispatch.reform(|kept| Action::Room(View::Exercises, Change::Elsewhere(kept).into()));
    html! { <Behind progress={inquiry.standing()} {question} {active} kept={exercises.kept()} {tell} {hear} /> }
}

/// Properties of [`Behind`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// How far the answer is.
    progress: Progress,
    /// What is asked.
    question: Question,
    /// Whether somebody waits for the answer.
    active: bool,
    /// What is solved.
    kept: String,
    /// Hears what the workers say.
    tell: Callback<Told>,
    /// Hears what another window keeps.
    hear: Callback<String>,
}

/// Nothing to see: asks about the load of the exercise, once somebody waits for what is found.
#[component]
fn Behind(props: &Props) -> Html {
    let Props { progress, question, active, kept, tell, hear } = props.clone();
    use_inquiry(progress, question, active, REST, tell);
    use_effect_with(kept, |kept| keep_exercises(kept));
    use_exercises_elsewhere(hear);
    Html::default()
}
