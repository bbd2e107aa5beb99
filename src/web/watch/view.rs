//! The view: pictures in the middle, what can be chosen on one side, the story on the other.

use super::jobs::Jobs;
use super::panel::{Panel, mean_sojourn};
use super::state::{Change, MOST, Watch};
use super::transport::Transport;
use crate::chart::{Mode, TimelineFrame};
use crate::experiment::{EXAMPLES, Scenario, example};
use crate::server::Policy;
use crate::web::policies::PolicyList;
use crate::web::route::Route;
use crate::web::state::Action;
use gloo::events::{EventListener, EventListenerOptions};
use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::utils::document;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// Properties of [`WatchView`].
#[derive(Clone, Properties)]
pub struct Props {
    /// The state of the view.
    pub watch: Watch,
    /// The theme.
    pub mode: Mode,
    /// Whether the system asks for less motion.
    pub still: bool,
    /// Changes the state.
    pub dispatch: Callback<Action>,
}

impl PartialEq for Props {
    /// A state is only ever replaced when something has changed.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// The view.
#[component]
pub fn WatchView(props: &Props) -> Html {
    let Props { watch, mode, still, dispatch } = props;
    use_frames(watch.clock.playing, dispatch);
    use_keys(watch.clock.playing, dispatch);
    let frame = TimelineFrame { playhead: watch.clock.playhead, ..watch.frame };
    let least = watch.timelines.iter().map(|timeline| mean_sojourn(timeline)).fold(f64::INFINITY, f64::min);
    let several = watch.timelines.len() > 1;
    let panels = watch.timelines.iter().map(|timeline| {
        let best = several && mean_sojourn(timeline) <= least * (1.0 + 1e-9);
        html! { <Panel key={timeline.policy.row().key} timeline={timeline.clone()} {frame} {best} spoken={!watch.clock.playing} mode={*mode} /> }
    });
    html! {
        <main class="view watch">
            <Chooser name={watch.key} chosen={watch.policies().collect::<Vec<_>>()} mode={*mode} dispatch={dispatch.clone()} />
            <section class="stage" aria-label="What happens">
                <div class={classes!("panels", format!("of-{}", watch.timelines.len()))}>{ for panels }</div>
                <Transport clock={watch.clock.clone()} dispatch={dispatch.clone()} />
                if *still && watch.clock.playhead == 0.0 {
                    <p class="muted small">{ "Your system asks for less motion: step from event to event with the buttons beside Play, or the arrow keys." }</p>
                }
            </section>
            <Story key={watch.key} name={watch.key} timelines={Rc::new(watch.clone())} mode={*mode} />
        </main>
    }
}

#[derive(Clone, Properties)]
struct StoryProps {
    name: &'static str,
    timelines: Rc<Watch>,
    mode: Mode,
}

impl PartialEq for StoryProps {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Rc<_>, &Rc<_>)| Rc::ptr_eq(a, b);
        (self.name, self.mode) == (other.name, other.mode)
            && self.timelines.timelines.len() == other.timelines.timelines.len()
            && self.timelines.timelines.iter().zip(&other.timelines.timelines).all(same)
    }
}

/// What the example is about, and its jobs in numbers.
#[component]
fn Story(props: &StoryProps) -> Html {
    let watch = &props.timelines;
    html! {
        <section class="story" aria-label="The story">
            <h2>{ watch.example.title.clone() }</h2>
            <p>{ watch.example.story.clone() }</p>
            <p class="muted small">{ "Source: " }{ watch.example.source.clone() }</p>
            <Jobs timelines={watch.timelines.clone()} mode={props.mode} />
            <p class="muted small">{ "Sojourn time (response time): from arrival to completion." }</p>
            <a class="next" href={on_average(watch)}>{ "Does it matter on average? →" }</a>
        </section>
    }
}

/// A link to *Compare* with these policies, and the yardsticks among them.
fn on_average(watch: &Watch) -> String {
    let chosen: Vec<Policy> = watch.policies().collect();
    let wanted = |policy: &&Policy| chosen.contains(policy) || matches!(policy, Policy::Srpt | Policy::Ps);
    let policies = Policy::ALL.iter().filter(wanted).map(|policy| policy.row().key.to_owned()).collect();
    Route::Compare(Some(Ok(Box::new(Scenario { policies, ..Scenario::default() })))).write()
}

#[derive(Clone, PartialEq, Properties)]
struct ChooserProps {
    name: &'static str,
    chosen: Vec<Policy>,
    mode: Mode,
    dispatch: Callback<Action>,
}

/// Which example and which policies.
#[component]
fn Chooser(props: &ChooserProps) -> Html {
    let titles = use_memo((), |()| EXAMPLES.iter().filter_map(|(key, _)| Some((*key, example(key)?.title))).collect::<Vec<_>>());
    let choose = |key: &'static str| props.dispatch.reform(move |_: Event| Action::Watch(Change::Example(key.to_owned())));
    let chosen = |policy: &Policy| props.chosen.contains(policy);
    let full = props.chosen.len() >= MOST;
    let barred: Vec<(Policy, AttrValue)> = Policy::ALL
        .iter()
        .filter_map(|policy| match (chosen(policy), full) {
            (false, true) => Some((*policy, AttrValue::from("four at most, drop another first"))),
            (true, _) if props.chosen.len() == 1 => Some((*policy, AttrValue::from("one must stay"))),
            _ => None,
        })
        .collect();
    let keys: Vec<String> = props.chosen.iter().map(|policy| policy.row().key.to_owned()).collect();
    let line = titles.iter().find(|(key, _)| *key == props.name).map(|(_, title)| title.clone()).unwrap_or_default();
    html! {
        <section class="controls" aria-label="Example and policies">
            <details open={!crate::web::environment::is_narrow()}>
                <summary><span class="summary-title">{ "Example and policies" }</span><span class="summary-line">{ line }</span></summary>
                <fieldset class="examples">
                    <legend>{ "Example" }</legend>
                    { for titles.iter().map(|(key, title)| html! {
                        <label class="policy">
                            <input type="radio" name="example" value={*key} checked={*key == props.name} onchange={choose(key)} />
                            <span>{ title }</span>
                        </label>
                    }) }
                </fieldset>
                <h2>{ "Policies" }<span class="muted small">{ " side by side, up to four" }</span></h2>
                <PolicyList
                    name="watch" chosen={keys} {barred} mode={props.mode}
                    ontoggle={props.dispatch.reform(|policy| Action::Watch(Change::Toggle(policy)))}
                />
            </details>
        </section>
    }
}

/// Lets the clock run while it plays. Browsers give no frames to a page that is not visible.
#[hook]
fn use_frames(playing: bool, dispatch: &Callback<Action>) {
    let dispatch = dispatch.clone();
    use_effect_with(playing, move |playing| {
        let running = Rc::new(RefCell::new(None));
        if *playing {
            next_frame(&running, None, dispatch);
        }
        move || drop(running.borrow_mut().take())
    });
}

/// Most seconds between two frames: a page that was hidden goes on where it was.
const LONGEST_FRAME: f64 = 0.1;

fn next_frame(running: &Rc<RefCell<Option<AnimationFrame>>>, before: Option<f64>, dispatch: Callback<Action>) {
    let again = Rc::downgrade(running);
    let frame = request_animation_frame(move |now| {
        if let Some(running) = again.upgrade() {
            next_frame(&running, Some(now), dispatch.clone());
            if let Some(before) = before {
                dispatch.emit(Action::Watch(Change::Tick(((now - before) / 1000.0).clamp(0.0, LONGEST_FRAME))));
            }
        }
    });
    *running.borrow_mut() = Some(frame);
}

/// Space plays, arrows step, unless something has the focus that needs these keys itself.
#[hook]
fn use_keys(playing: bool, dispatch: &Callback<Action>) {
    let dispatch = dispatch.clone();
    use_effect_with(playing, move |playing| {
        let playing = *playing;
        let listener =
            EventListener::new_with_options(&document(), "keydown", EventListenerOptions::enable_prevent_default(), move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                let needs = match event.key().as_str() {
                    " " => "input:not([type=range]), button, select, textarea, summary, a",
                    _ => "input, select, textarea, [tabindex]",
                };
                let taken = target.is_some_and(|target| matches!(target.closest(needs), Ok(Some(_))));
                if taken || event.ctrl_key() || event.alt_key() || event.meta_key() {
                    return;
                }
                let change = match event.key().as_str() {
                    " " => Change::Play(!playing),
                    "ArrowRight" => Change::Forward,
                    "ArrowLeft" => Change::Back,
                    _ => return,
                };
                event.prevent_default();
                dispatch.emit(Action::Watch(change));
            });
        move || drop(listener)
    });
}
