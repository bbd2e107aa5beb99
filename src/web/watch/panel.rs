//! What one policy does: its rule, its picture, the numbers where one points, what happens now and why.

use super::reading::reading;
use crate::chart::{Curves, Mode, TimelineFrame};
use crate::page::clock::Beat;
use crate::page::format;
use crate::page::state::Action;
use crate::page::watch::{Change, Pointed};
use crate::plot::look_of;
use crate::web::canvas::{Canvas, Picture, text_scale};
use crate::web::policies::swatch;
use gloo::utils::window;
use schedscope_engine::metrics::mean;
use schedscope_engine::server::{EventKind, Timeline, job_name, why};
use schedscope_engine::sim::brief;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Milliseconds for which a sentence stands while time runs, unless something happens: numbers that flicker are not read.
const STANDS: f64 = 300.0;

/// Properties of [`Panel`].
#[derive(Clone, Properties)]
pub struct Props {
    /// What the policy does.
    pub timeline: Rc<Timeline>,
    /// What all panels have in common.
    pub frame: TimelineFrame,
    /// What is pointed at.
    pub pointed: Option<Pointed>,
    /// Whether this mean is the least of all panels'.
    pub best: bool,
    /// Whether time runs: then changes are not read out.
    pub playing: bool,
    /// Whether what happens now is to be guessed.
    pub secret: bool,
    /// The theme.
    pub mode: Mode,
    /// Changes the state.
    pub dispatch: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline)
            && self.frame == other.frame
            && self.pointed == other.pointed
            && (self.best, self.playing, self.secret, self.mode) == (other.best, other.playing, other.secret, other.mode)
    }
}

/// Mean sojourn time of a watched run.
pub fn mean_sojourn(timeline: &Timeline) -> f64 {
    let sojourns: Vec<f64> = timeline.jobs.iter().zip(&timeline.completions).map(|(job, completion)| completion - job.arrival).collect();
    mean(&sojourns)
}

/// The panel.
#[component]
pub fn Panel(props: &Props) -> Html {
    let Props { timeline, frame, mode, .. } = props;
    let policy = timeline.policy;
    let row = policy.row();
    let said = use_said(props);
    let here = props.pointed.filter(|pointed| pointed.policy == policy);
    // The jobs in service from an instant on are hidden where the quiz asks for them.
    let known = |time: f64| !props.frame.hidden || time < props.frame.playhead || (time == props.frame.playhead && !props.secret);
    let frame = TimelineFrame { cursor: props.pointed.map(|pointed| pointed.time), ..*frame };
    // The table lies where it does not hide what it is about.
    let side = here.map(|pointed| if pointed.time > frame.end / 2.0 { "left" } else { "right" });
    let curves = match frame.curves {
        Curves::Remaining => "remaining size of each job over time",
        Curves::Attained => "service attained by each job over time",
        Curves::Number => "number of jobs in the system over time",
    };
    html! {
        <figure class="panel" aria-label={format!("Under {}", row.name)}>
            <figcaption>
                <h2>{ swatch(look_of(&policy.choice()), *mode) }{ row.name }</h2>
                <p class="mean muted" title="The time from arrival to completion, averaged over all jobs">
                    { "Mean sojourn " }
                    <strong class={classes!((props.best && !frame.hidden).then_some("best"))} data-mean={row.key} data-value={mean_sojourn(timeline).to_string()}>
                        { if frame.hidden { "?".to_owned() } else { format::short(mean_sojourn(timeline)) } }
                    </strong>
                </p>
                <p class="rule muted small">{ row.line }</p>
            </figcaption>
            <div
                class="picture" tabindex="0" role="group" aria-label={format!("{}, picture. Arrow keys move a cursor with the numbers", row.name)}
                onpointermove={point(props)} onpointerdown={point(props)} onpointerleave={leave(props)} onclick={seek(props)}
                onfocus={focus(props)} onblur={props.dispatch.reform(|_| Action::Watch(Change::Point(None)))} onkeydown={keys(props)}
            >
                <Canvas
                    panel={row.key} mode={*mode} picture={Picture::Timeline(timeline.clone(), frame)}
                    label={format!("{}: {curves}, and below it the jobs in service. {}", row.name, if frame.hidden { String::new() } else { summary(timeline) })}
                />
                if let Some(pointed) = here.filter(|pointed| known(pointed.time)) {
                    <div class={classes!("reading", side)} role="status" aria-live={if props.playing { "off" } else { "polite" }}>
                        { reading(timeline, pointed.time, *mode) }
                    </div>
                }
            </div>
            <p class="now" data-why={row.key} aria-live={if props.playing { "off" } else { "polite" }}>
                <span class="visually-hidden">{ format!("{}: ", row.name) }</span>{ said }
            </p>
        </figure>
    }
}

/// The picture in words, for screen readers.
fn summary(timeline: &Timeline) -> String {
    let late: Vec<String> = timeline
        .events
        .iter()
        .filter(|event| event.kind == EventKind::Late)
        .map(|event| format!("{} turns late at {}", job_name(timeline, event.job as usize), brief(event.time)))
        .collect();
    let done =
        timeline.completions.iter().enumerate().map(|(job, time)| format!("{} completes at {}", job_name(timeline, job), brief(*time)));
    let all: Vec<String> = late.into_iter().chain(done).collect();
    format!("{}. Mean sojourn {}.", all.join(", "), format::short(mean_sojourn(timeline)))
}

/// The sentence for now. While time runs it stands for a moment.
#[hook]
fn use_said(props: &Props) -> String {
    let kept = use_mut_ref(|| (f64::NEG_INFINITY, f64::NAN, String::new()));
    if props.secret {
        return "?".to_owned();
    }
    let now = window().performance().map_or(0.0, |clock| clock.now());
    let playhead = props.frame.playhead;
    let snapshots = &props.timeline.snapshots;
    let since =
        snapshots.partition_point(|snapshot| snapshot.time <= playhead).checked_sub(1).map_or(f64::NEG_INFINITY, |i| snapshots[i].time);
    let mut kept = kept.borrow_mut();
    if !(props.playing && kept.1 == since && now - kept.0 < STANDS) {
        *kept = (now, since, why(&props.timeline, playhead));
    }
    kept.2.clone()
}

/// The instant under a pointer, if it is over the time axis.
fn instant(props: &Props, picture: &Element, x: i32) -> Option<f64> {
    let frame = picture.get_bounding_client_rect();
    let (left, right) = TimelineFrame::axis(frame.width(), frame.height(), text_scale());
    let place = (f64::from(x) - frame.left() - left) / (right - left);
    let reach = 0.02;
    (-reach..=1.0 + reach).contains(&place).then(|| place.clamp(0.0, 1.0) * props.frame.end)
}

fn picture_of(event: &Event) -> Option<Element> {
    event.current_target().and_then(|target| target.dyn_into::<Element>().ok())
}

fn point(props: &Props) -> Callback<PointerEvent> {
    let props = props.clone();
    Callback::from(move |event: PointerEvent| {
        let Some(picture) = picture_of(&event) else { return };
        let pointed = instant(&props, &picture, event.client_x()).map(|time| Pointed { policy: props.timeline.policy, time });
        if pointed != props.pointed {
            props.dispatch.emit(Action::Watch(Change::Point(pointed)));
        }
    })
}

fn leave(props: &Props) -> Callback<PointerEvent> {
    let dispatch = props.dispatch.clone();
    Callback::from(move |event: PointerEvent| {
        // A finger that is lifted leaves the numbers where they are.
        if event.pointer_type() == "mouse" {
            dispatch.emit(Action::Watch(Change::Point(None)));
        }
    })
}

/// A click moves the playhead there, as on the bar below.
fn seek(props: &Props) -> Callback<MouseEvent> {
    let props = props.clone();
    Callback::from(move |event: MouseEvent| {
        if let Some(time) =
            picture_of(&event).filter(|_| !props.frame.hidden).and_then(|picture| instant(&props, &picture, event.client_x()))
        {
            props.dispatch.emit(Action::Watch(Change::Clock(Beat::Seek(time))));
        }
    })
}

/// By keyboard the cursor begins where the playhead is.
fn focus(props: &Props) -> Callback<FocusEvent> {
    let props = props.clone();
    Callback::from(move |event: FocusEvent| {
        let by_keyboard = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlElement>().ok())
            .is_some_and(|picture| picture.matches(":focus-visible").unwrap_or(false));
        if by_keyboard && !props.playing {
            let pointed = Pointed { policy: props.timeline.policy, time: props.frame.playhead };
            props.dispatch.emit(Action::Watch(Change::Point(Some(pointed))));
        }
    })
}

fn keys(props: &Props) -> Callback<KeyboardEvent> {
    let props = props.clone();
    Callback::from(move |event: KeyboardEvent| {
        let end = props.frame.end;
        let time = props.pointed.map_or(props.frame.playhead, |pointed| pointed.time);
        let stride = end / if event.shift_key() { 20.0 } else { 200.0 };
        let time = match event.key().as_str() {
            "ArrowRight" => time + stride,
            "ArrowLeft" => time - stride,
            "Home" => 0.0,
            "End" => end,
            "Escape" if props.pointed.is_some() => {
                event.stop_propagation();
                return props.dispatch.emit(Action::Watch(Change::Point(None)));
            }
            _ => return,
        };
        event.prevent_default();
        let pointed = Pointed { policy: props.timeline.policy, time: time.clamp(0.0, end) };
        props.dispatch.emit(Action::Watch(Change::Point(Some(pointed))));
    })
}
