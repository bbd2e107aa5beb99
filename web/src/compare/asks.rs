//! Asks the workers what *Compare* wants to know of each world.

use super::job::use_stories;
use super::refiner::use_refiner;
use super::turner::use_turner;
use schedscope_core::experiment::SystemKind;
use schedscope_page::compare::{Change, Phase, Question, Stories, Turn};
use schedscope_page::file::File;
use schedscope_page::state::{Action, State};
use schedscope_page::view::View;
use std::rc::Rc;
use yew::prelude::*;

/// Asks about every world while it is compared.
pub fn asks(state: &State, dispatch: &Callback<Action>) -> Html {
    let ask = |world: SystemKind| {
        let compare = state.compare(world);
        let file = state.traces.named(compare.scenario.file());
        let active = state.view == View::Compare(world);
        html! {
            <Ask
                key={world.key()} {world} {active} phase={compare.refinement.phase} question={compare.question(file.clone())}
                stories={compare.job.looked.clone()} turn={compare.turn.clone()} {file} dispatch={dispatch.clone()}
            />
        }
    };
    SystemKind::ALL.iter().map(|world| ask(*world)).collect()
}

/// Properties of [`Ask`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// Which world.
    world: SystemKind,
    /// Whether it is compared now.
    active: bool,
    /// How far the answer is.
    phase: Phase,
    /// What is asked.
    question: Question,
    /// The job that is looked at.
    stories: Option<Rc<Stories>>,
    /// Where one policy overtakes another.
    turn: Turn,
    /// The file of the scenario.
    file: Option<File>,
    /// Hears what the workers say.
    dispatch: Callback<Action>,
}

/// Nothing to see: asks about one world.
#[component]
fn Ask(props: &Props) -> Html {
    let Props { world, active, phase, question, stories, turn, file, dispatch } = props.clone();
    let change = dispatch.reform(move |change| Action::Compare(world, change));
    use_refiner(phase, question, active, change.reform(Change::Told));
    use_stories(stories, file.clone(), active, change.reform(Change::Job));
    use_turner(&turn, file, active && phase == Phase::Done, change.reform(Change::Turn));
    Html::default()
}
