//! The view: what is looked at on the left, the pictures and the clock in the middle, what they mean on the right.

use super::chooser::chooser;
use super::files::file;
use super::legend::legend;
use super::panel::{Panel, mean_sojourn};
use super::quiz::card;
use super::story::story;
use super::strip::Strip;
use crate::chart::{Curves, Mode, TimelineFrame};
use crate::experiment::Scenario;
use crate::page::route::Route;
use crate::page::state::Action;
use crate::page::watch::{Change, Watch};
use crate::web::export::menu;
use crate::web::playback::transport;
use schedscope_engine::server::Policy;
use std::rc::Rc;
use yew::prelude::*;

/// The view. `still` tells whether the system asks for less motion.
pub fn view(watch: &Watch, mode: Mode, still: bool, dispatch: &Callback<Action>) -> Html {
    let frame = TimelineFrame { playhead: watch.clock.playhead, ..watch.frame };
    let least = watch.timelines.iter().map(|timeline| mean_sojourn(timeline)).fold(f64::INFINITY, f64::min);
    let several = watch.timelines.len() > 1;
    let panels = watch.timelines.iter().enumerate().map(|(i, timeline)| {
        let best = several && mean_sojourn(timeline) <= least * (1.0 + 1e-9);
        let secret = watch.quiz.as_ref().is_some_and(|quiz| quiz.keeps_secret(i));
        html! {
            <Panel
                key={timeline.policy.row().key} timeline={timeline.clone()} {frame} pointed={watch.pointed} {best} playing={watch.clock.playing} {secret} {mode}
                dispatch={dispatch.clone()}
            />
        }
    });
    let shared = Rc::new(watch.clone());
    let average = AttrValue::from(on_average(watch));
    let subject = if watch.exhibit.example.is_some() { &*watch.example.title } else { "Your own jobs" };
    let until = if watch.frame.hidden { watch.clock.playhead } else { f64::INFINITY };
    html! {
        <main class="view watch" id="main">
            <div class="opening">
                <p class="lead">{ "Job schedulers estimate how long jobs take. See what happens when the estimates are wrong." }</p>
                <div class="calls">
                    <button
                        type="button" id="try" class="primary" aria-pressed={watch.editing.to_string()} title="Edit the jobs (E)"
                        onclick={dispatch.reform({ let editing = watch.editing; move |_: MouseEvent| Action::Watch(Change::Editing(!editing)) })}
                    >{ if watch.editing { "Done editing" } else { "Try it yourself" } }</button>
                    <a class="quiet button" href={average.clone()} id="on-average">{ "Does it matter on average?" }</a>
                </div>
            </div>
            { chooser(&shared, mode, dispatch) }
            <section class="stage" aria-label="What happens">
                { tools(&shared, mode, dispatch) }
                if let Some(fault) = &watch.fault {
                    <p class="complaint" id="link-fault" role="alert">{ format!("The link could not be read: {}. Showing “{subject}” instead.", fault.message) }</p>
                }
                if watch.editing {
                    <Strip
                        exhibit={watch.exhibit.clone()} end={watch.frame.end} playhead={watch.clock.playhead} seed={watch.seed} offers={watch.history.offers()}
                        {mode} dispatch={dispatch.clone()}
                    />
                }
                <div class={classes!("panels", format!("of-{}", watch.timelines.len()))}>{ for panels }</div>
                if let Some(quiz) = &watch.quiz {
                    { card(quiz, &watch.timelines, dispatch) }
                }
                { legend(&watch.timelines, until) }
                { transport(&watch.clock, &dispatch.reform(Action::Clock), "Simulated time, in units of size at full speed. Long periods without events pass faster.") }
                if still && watch.clock.playhead == 0.0 {
                    <p class="muted small">{ "Your system is set to reduced motion: step from event to event with the buttons beside Play or the arrow keys." }</p>
                }
            </section>
            { story(&shared, until, average, mode) }
        </main>
    }
}

/// Which curves, the quiz, and files.
fn tools(shared: &Rc<Watch>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (curves, quizzed, shown) = (shared.frame.curves, shared.quiz.is_some(), shared.clone());
    let make = Callback::from(move |format| file(&shown, mode, format));
    let choice = |(which, key, name, hint): (Curves, &'static str, &'static str, &'static str)| {
        html! {
            <label class="segment" title={hint}>
                <input type="radio" name="curves" value={key} checked={which == curves} onchange={dispatch.reform(move |_: Event| Action::Watch(Change::Curves(which)))} />
                <span>{ name }</span>
            </label>
        }
    };
    let choices = [
        (Curves::Remaining, "remaining", "Remaining", "Remaining work of each job, and the policy's estimate of it"),
        (Curves::Attained, "attained", "Attained", "Service that each job has received"),
        (Curves::Number, "number", "In system", "Number of jobs in the system; the area below the curve is the sum of sojourn times"),
    ];
    html! {
        <div class="tools">
            <div class="segments" role="radiogroup" aria-label="Curves">{ for choices.map(choice) }</div>
            <button
                type="button" id="quiz" class="quiet" aria-pressed={quizzed.to_string()} title="Hide what comes next and guess it (Q)"
                onclick={dispatch.reform(move |_: MouseEvent| Action::Watch(Change::Quiz(!quizzed)))}
            >{ "Quiz" }</button>
            { menu("export", "watch", &make) }
        </div>
    }
}

/// Enough of them that the first look is not at one giant job.
const REPLICATIONS: u32 = 20;

/// A link to *Compare* with these policies, and the yardsticks among them.
fn on_average(watch: &Watch) -> String {
    let chosen = &watch.exhibit.policies;
    let wanted = |policy: &&Policy| chosen.contains(policy) || matches!(policy, Policy::Srpt | Policy::Ps);
    let policies = Policy::ALL.iter().filter(wanted).map(|policy| policy.row().key.to_owned()).collect();
    Route::Compare(Some(Ok(Box::new(Scenario { policies, replications: REPLICATIONS, ..Scenario::default() }.into())))).write(false)
}
