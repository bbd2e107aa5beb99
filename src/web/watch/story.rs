//! What the jobs are about, what each policy makes of them in numbers, and what to try next.

use super::jobs::jobs;
use crate::chart::Mode;
use crate::page::watch::Watch;
use crate::web::kept::{Disclosure, kept, later};
use crate::web::markup::{Markup, markup, shown};
use schedscope_engine::server::why;
use schedscope_engine::sim::brief;
use std::rc::Rc;
use yew::prelude::*;

/// The story, unless the future is hidden. Completions are known until some time; `average` is where the same policies are compared on many jobs.
pub fn story(watch: &Rc<Watch>, until: f64, average: AttrValue, mode: Mode) -> Html {
    let watch = watch.clone();
    later(move || {
        let (watch, average) = (watch.clone(), average.clone());
        kept((until, mode, Rc::as_ptr(&watch.exhibit)), move || told(&watch, until, &average, mode))
    })
}

fn told(watch: &Rc<Watch>, until: f64, average: &AttrValue, mode: Mode) -> Html {
    html! {
        <section class="story" aria-label="What you see">
            { shown(about(watch, until.is_finite())) }
            { jobs(&watch.timelines, until, mode) }
            <p class="muted small">{ "Sojourn time (response time): from arrival to completion." }</p>
            <a class="next" href={average.clone()}>{ "Does it matter on average? →" }</a>
            { steps(watch, until) }
        </section>
    }
}

/// What the jobs are, and what happens to them unless that is hidden.
fn about(watch: &Watch, hidden: bool) -> Markup {
    let example = &watch.example;
    markup! {
        @if watch.exhibit.example.is_none() {
            h2 { "Your own jobs" }
            p { "Drag an estimate below its size and see the job turn late; drag it above and see it wait. The link in the address holds your jobs." }
        } @else {
            h2 { (example.title) }
            @if hidden {
                p.muted { "The explanation follows after the quiz." }
            } @else {
                p { (example.story) }
                p.muted.small { "Source: " (example.source) }
            }
        }
    }
}

/// The pictures as a table: each instant at which something happens, and why each policy then serves whom.
fn steps(watch: &Rc<Watch>, until: f64) -> Html {
    let watch = watch.clone();
    let table = move |()| {
        let times = watch.clock.events().iter().filter(|time| **time < until);
        shown(markup! {
            table id="steps-table" {
                thead {
                    tr { th scope="col" { "t" } @for timeline in &watch.timelines { th scope="col" { (timeline.policy.row().name) } } }
                }
                tbody {
                    @for time in times {
                        tr { th scope="row" { (brief(*time)) } @for timeline in &watch.timelines { td { (why(timeline, *time)) } } }
                    }
                }
            }
        })
    };
    let summary = html! { <summary>{ "Step by step, as a table" }</summary> };
    html! { <Disclosure class="steps" label="Step by step" {summary} view={Callback::from(table)} /> }
}
