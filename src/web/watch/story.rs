//! What the jobs are about, what each policy makes of them in numbers, and what to try next.

use super::jobs::jobs;
use super::state::Watch;
use crate::chart::Mode;
use crate::server::{Timeline, why};
use crate::sim::brief;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`Story`].
#[derive(Clone, Properties)]
pub struct Props {
    /// The state of the view.
    pub watch: Rc<Watch>,
    /// Until when completions are known.
    pub until: f64,
    /// Where the same policies are compared on many jobs.
    pub average: AttrValue,
    /// The theme.
    pub mode: Mode,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        (self.until, self.mode) == (other.until, other.mode) && Rc::ptr_eq(&self.watch.exhibit, &other.watch.exhibit)
    }
}

/// The story.
#[component]
pub fn Story(props: &Props) -> Html {
    let open = use_state(|| false);
    let watch = &props.watch;
    let own = watch.exhibit.example.is_none();
    html! {
        <section class="story" aria-label="What you see">
            if own {
                <h2>{ "Your own jobs" }</h2>
                <p>{ "Drag an estimate below its size and see the job turn late; drag it above and see it wait. The link in the address holds your jobs." }</p>
            } else {
                <h2>{ watch.example.title.clone() }</h2>
                <p>{ watch.example.story.clone() }</p>
                <p class="muted small">{ "Source: " }{ watch.example.source.clone() }</p>
            }
            { jobs(&watch.timelines, props.until, props.mode) }
            <p class="muted small">{ "Sojourn time (response time): from arrival to completion." }</p>
            <a class="next" href={props.average.clone()}>{ "Does it matter on average? →" }</a>
            { steps(watch, props.until, &open) }
        </section>
    }
}

/// The pictures as a table: each instant at which something happens, and why each policy then serves whom. It is made when
/// it is opened.
fn steps(watch: &Watch, until: f64, open: &UseStateHandle<bool>) -> Html {
    let ontoggle = {
        let open = open.setter();
        Callback::from(move |event: Event| {
            let details = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            open.set(details.is_some_and(|details| details.has_attribute("open")));
        })
    };
    let row = |time: &f64| {
        let cell = |timeline: &Rc<Timeline>| html! { <td>{ why(timeline, *time) }</td> };
        html! { <tr><th scope="row">{ brief(*time) }</th>{ for watch.timelines.iter().map(cell) }</tr> }
    };
    let shown = watch.clock.events().iter().filter(|time| **time < until);
    html! {
        <details class="steps" {ontoggle}>
            <summary>{ "Step by step, as a table" }</summary>
            if **open {
                <div class="scroll" role="region" aria-label="Step by step" tabindex="0">
                    <table id="steps-table">
                        <thead>
                            <tr>
                                <th scope="col">{ "t" }</th>
                                { for watch.timelines.iter().map(|timeline| html! { <th scope="col">{ timeline.policy.row().name }</th> }) }
                            </tr>
                        </thead>
                        <tbody>{ for shown.map(row) }</tbody>
                    </table>
                </div>
            }
        </details>
    }
}
