//! *What if*: one change of what is simulated, in one click.

use crate::web::sight::reveal;
use schedscope_core::experiment::Scenario;
use schedscope_state::compare::{Change, Compare, Link, Own, WhatIf};
use schedscope_state::spread::replications;
use schedscope_state::view::View;
use yew::prelude::*;

/// Buttons that make the change where policies are compared, and one that takes it back; a file's own errors are of this spread.
pub fn what_ifs(compare: &Compare, sigma: Option<f64>, change: &Callback<Change>) -> Html {
    let button = |what: WhatIf| {
        let onclick = change.reform(move |_: MouseEvent| {
            // On a low screen its answer stands above what is in sight.
            reveal("#verdict", "#verdict");
            Change::Suppose(what, sigma)
        });
        let waits = compare.waits() == Some(what);
        let words = what.words(&compare.scenario);
        html! {
            <button type="button" class="link" id={format!("what-if-{}", what.key())} {onclick} disabled={waits}>
                { if waits { format!("{words}, once all draws are there …") } else { words.to_owned() } }
            </button>
        }
    };
    let mut offered: Vec<Html> = compare.what_ifs(sigma).into_iter().map(button).collect();
    if compare.before().is_some() {
        let onclick = change.reform(|_: MouseEvent| Change::Back);
        offered.push(html! { <button type="button" class="link" id="what-if-back" {onclick}>{ "back to before" }</button> });
    }
    row(offered)
}

/// Links that make the change of a scenario where policies of its world are compared over many runs.
pub fn links(scenario: &Scenario) -> Html {
    let world = scenario.kind();
    // What its load is will be known once it is simulated.
    let own = Own { sigma: None, load: Some(1.0) };
    let scenario = Scenario { replications: replications(scenario), ..scenario.clone() };
    let offered = WhatIf::ALL.into_iter().filter(|what| what.of(&scenario, own).is_some());
    let link = |what: WhatIf| {
        let query = Link { what_if: Some(what), ..scenario.clone().into() }.write();
        html! { <a href={format!("#{}?{query}", View::Compare(world).stem())}>{ what.words(&scenario) }</a> }
    };
    row(offered.map(link).collect())
}

fn row(offered: Vec<Html>) -> Html {
    html! {
        if !offered.is_empty() {
            <span class="what-if">{ "What if: " }{ for offered }</span>
        }
    }
}
