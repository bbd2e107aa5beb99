//! The policies of a world that is played as chips.

use super::{Pictured, form::complaint};
use crate::web::chips::{Chips, of_world};
use schedscope_chart::Mode;
use schedscope_state::stage::{Bench, Change, Edit};
use yew::prelude::*;

/// The chips.
pub fn chips<S: Pictured>(bench: &Bench<S::Replay>, mode: Mode, change: &Callback<Change<S>>) -> Html {
    let (name, scenario) = (S::ABOUT.name, &bench.scenario);
    let onset = change.reform(|(position, written)| Change::Edit(Edit::Policy(position, written)));
    let groups = of_world(name, scenario.kind(), &scenario.policies, Some("it is the only one; choose another first"), &onset);
    let ontoggle = change.reform(|written: AttrValue| Change::Toggle(written.to_string()));
    html! {
        <>
            <Chips {name} {groups} {mode} {ontoggle} />
            { complaint(bench, "policies") }
        </>
    }
}
