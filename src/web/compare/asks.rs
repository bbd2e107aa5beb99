//! Asks the workers what *Compare* wants to know of each world.

use super::job::use_stories;
use super::refiner::use_refiner;
use super::turner::use_turner;
use super::twice::use_twice;
use schedscope_core::experiment::SystemKind;
use schedscope_state::compare::{Change, Compare, Phase};
use schedscope_state::file::File;
use schedscope_state::room::{Message, Room};
use schedscope_state::state::{Action, State};
use schedscope_state::view::View;
use std::rc::Rc;
use yew::prelude::*;

/// Asks about every world while it is compared.
pub fn asks(state: &State, dispatch: &Callback<Action>) -> Html {
    let ask = |world: SystemKind| {
        let compare = Shared(state.shared(View::Compare(world))?);
        let file = state.traces.named(compare.0.file());
        let active = state.view == View::Compare(world);
        let sigma = compare.0.file().and_then(|name| state.traces.own(name, "workload.sigma"));
        Some(html! { <Ask key={world.key()} {world} {active} {compare} {file} {sigma} dispatch={dispatch.clone()} /> })
    };
    SystemKind::ALL.iter().filter_map(|world| ask(*world)).collect()
}

/// What is compared; it is the same while nothing of it has changed, as at each frame of *Watch*.
#[derive(Clone)]
struct Shared(Rc<dyn Room>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Rc::as_ptr(&self.0).addr() == Rc::as_ptr(&other.0).addr()
    }
}

/// Properties of [`Ask`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    /// Which world.
    world: SystemKind,
    /// Whether it is compared now.
    active: bool,
    /// What is asked.
    compare: Shared,
    /// The file of the scenario.
    file: Option<File>,
    /// The spread of its own errors.
    sigma: Option<f64>,
    /// Hears what the workers say.
    dispatch: Callback<Action>,
}

/// Nothing to see: asks about one world.
#[component]
fn Ask(props: &Props) -> Html {
    let Props { world, active, compare: Shared(room), file, sigma, dispatch } = props.clone();
    let opened = use_memo(world, |world| Compare::open(*world));
    let compare: &Compare = room.as_any().downcast_ref().unwrap_or(&opened);
    let phase = compare.refinement.phase;
    let change = dispatch.reform(move |change| Action::Room(View::Compare(world), Message::of(change)));
    use_refiner(phase, compare.question(file.clone()), active, change.reform(Change::Told));
    use_stories(compare.job.looked.clone(), file.clone(), active, change.reform(Change::Job));
    use_twice(compare, sigma, file.clone(), active, change.reform(|twice| Change::Twice(Box::new(twice))));
    use_turner(&compare.turn, file, active && phase == Phase::Done, change.reform(Change::Turn));
    Html::default()
}
