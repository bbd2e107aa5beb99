//! What one policy does: its rule, its picture, the numbers where one points, what happens now and why.

use super::reading::reading;
use crate::web::canvas::{Canvas, Picture, text_scale};
use crate::web::handles::Handles;
use crate::web::keys::use_latest;
use crate::web::policies::swatch;
use crate::web::watched::Watched;
use crate::web::watching::Watching;
use gloo::utils::window;
use schedscope::server::{EventKind, Timeline, job_name, why};
use schedscope::sim::brief;
use schedscope_chart::{Curves, Layout, Mode, TimelineFrame};
use schedscope_core::exhibit::{Exhibit, mean_sojourn};
use schedscope_state::clock::Beat;
use schedscope_state::format;
use schedscope_state::state::Action;
use schedscope_state::watch::{Change, Handle, Pointed, happens};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Milliseconds for which a sentence stands while time runs, unless something happens: numbers that flicker are not read.
const STANDS: f64 = 300.0;

/// Properties of [`Panel`].
#[derive(Clone, Properties)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Props {
    /// What the policy does, beside what.
    pub watched: Watched,
    /// The jobs.
    pub exhibit: Rc<Exhibit>,
    /// Whether it is in front, where there is room for one panel, and has the handles.
    pub front: bool,
    /// Whether all jobs can be taken hold of.
    pub editing: bool,
    /// Id of the job whose guess can always be taken hold of.
    pub live: Option<u64>,
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
    /// Whether the panel is not to be seen before the quiz's question is answered: it would help.
    pub withheld: bool,
    /// The theme.
    pub mode: Mode,
    /// Changes the state.
    pub dispatch: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.watched == other.watched
            && Rc::ptr_eq(&self.exhibit, &other.exhibit)
            && (self.front, self.editing, self.live) == (other.front, other.editing, other.live)
            && self.frame == other.frame
            && self.pointed == other.pointed
            && (self.best, self.playing, self.secret, self.withheld, self.mode)
                == (other.best, other.playing, other.secret, other.withheld, other.mode)
    }
}

/// The panel.
#[component]
pub fn Panel(props: &Props) -> Html {
    let Props { watched, frame, mode, .. } = props;
    let timeline = &watched.timeline;
    let size = use_state_eq(|| (0.0, 0.0));
    let held = use_memo((), |()| Cell::new(false));
    let node = use_node_ref();
    let policy = &timeline.policy;
    let (row, name) = (policy.row(), policy.name());
    let said = use_said(props);
    let here = props.pointed.as_ref().filter(|pointed| pointed.policy == *policy);
    // The jobs in service from an instant on are hidden where the quiz asks for them.
    let known = |time: f64| !props.frame.hidden || time < props.frame.playhead || (time == props.frame.playhead && !props.secret);
    let frame = TimelineFrame { cursor: props.pointed.as_ref().map(|pointed| pointed.time), ..frame.clone() };
    let latest = use_latest(props.pointed.as_ref().map_or(frame.playhead, |pointed| pointed.time));
    let still = TimelineFrame { playhead: 0.0, cursor: None, ..frame.clone() };
    let onedit = props.dispatch.reform(|edit: Option<_>| Action::from(edit.map_or(Change::Seal, Change::Edit)));
    // The table lies where it does not hide what it is about.
    let side = here.map(|pointed| if pointed.time > frame.end / 2.0 { "left" } else { "right" });
    let curves = match frame.curves {
        Curves::Lanes => "a lane for each job with what is left of it over time",
        Curves::Remaining => "remaining size of each job over time",
        Curves::Attained => "service attained by each job over time",
    };
    html! {
        <figure class={classes!("panel", props.front.then_some("front"))} aria-label={format!("Under {name}")}>
            <figcaption>
                <h2 title={name.clone()}>{ swatch(watched.look, *mode) }<span>{ name.clone() }</span></h2>
                <p class="rule muted small" title={row.line}>{ row.line }</p>
                <p class="mean muted" title="The time from arrival to completion, averaged over all jobs">
                    <span class="mean-word">{ if props.best && !frame.hidden { "least mean sojourn " } else { "mean sojourn " } }</span>
                    <strong class={classes!((props.best && !frame.hidden).then_some("best"))} data-mean={policy.written().to_owned()} data-value={mean_sojourn(timeline).to_string()}>
                        { if frame.hidden { "?".to_owned() } else { format::short(mean_sojourn(timeline)) } }
                    </strong>
                </p>
            </figcaption>
            if props.withheld {
                <p class="picture withheld muted"><span>{ format!("The picture of {} is shown after your answer.", name) }</span></p>
            } else {
                <div
                    ref={node.clone()} class="picture" tabindex="0" role="group" aria-label={format!("{name}, picture. Left and right move a cursor with the numbers, up and down look at a job")}
                    onpointermove={point(props, &node)} onpointerdown={press(props, &node, &held)} onpointerleave={leave(props)} onclick={click(props, &node, &held)}
                    onfocus={focus(props)} onblur={props.dispatch.reform(|_| Action::from(Change::Point(None)))} onkeydown={keys(props, latest)}
                >
                    <Canvas
                        panel={policy.written().to_owned()} mode={*mode} picture={Picture::of(Watching { watched: watched.clone(), frame: frame.clone() })} onsize={Callback::from({ let size = size.setter(); move |new| size.set(new) })}
                        label={format!("{}: {curves}; below it who is served, and the number of jobs in the system. {}", name, if frame.hidden { String::new() } else { summary(timeline) })}
                    />
                    <Handles exhibit={props.exhibit.clone()} frame={still} size={*size} all={props.editing} live={props.live} held={held.clone()} parts={Handle::DRAGGED.to_vec()} {onedit} />
                    if let Some(pointed) = here.filter(|pointed| pointed.told && known(pointed.time)) {
                        <div class={classes!("reading", side)} role="status" aria-live={if props.playing { "off" } else { "polite" }}>
                            { reading(timeline, pointed.time, *mode) }
                        </div>
                    }
                </div>
            }
            <p class="now" data-why={policy.written().to_owned()} aria-live={if props.playing { "off" } else { "polite" }}>
                <span class="visually-hidden">{ format!("{}: ", name) }</span>
                { said }
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

/// The sentence for now: what happened last, and who is served and why. While time runs it stands for a moment.
#[hook]
fn use_said(props: &Props) -> Html {
    let kept = use_mut_ref(|| (f64::NEG_INFINITY, None::<(Rc<Timeline>, f64)>, String::new()));
    let timeline = &props.watched.timeline;
    if props.secret || props.withheld {
        return html! { <span key="?"><span class="why">{ "?" }</span></span> };
    }
    let now = window().performance().map_or(0.0, |clock| clock.now());
    let playhead = props.frame.playhead;
    let snapshots = &timeline.snapshots;
    let since =
        snapshots.partition_point(|snapshot| snapshot.time <= playhead).checked_sub(1).map_or(f64::NEG_INFINITY, |i| snapshots[i].time);
    let mut kept = kept.borrow_mut();
    let same = kept.1.as_ref().is_some_and(|(of, at)| Rc::ptr_eq(of, timeline) && *at == since);
    if !(props.playing && same && now - kept.0 < STANDS) {
        *kept = (now, Some((timeline.clone(), since)), why(timeline, playhead));
    }
    let (who, reason) = kept.2.split_once(": ").map_or((None, kept.2.as_str()), |(who, reason)| (Some(who), reason));
    let happened = happens(timeline, playhead);
    // Another sentence is another element: words that go on in another place would be a text that moves.
    let key = format!("{} {}", happened.as_ref().map_or(0.0, |(time, _)| *time), kept.2);
    let later = !props.playing && happened.as_ref().is_some_and(|(time, _)| *time < playhead);
    html! {
        <span {key}>
            if let Some((time, words)) = happened {
                <span class="when">{ brief(time) }</span>{ format!(" {words} ") }
            }
            <span class="why">
                if later {
                    { "Now " }
                }
                if let Some(who) = who {
                    <b>{ format!("{who}: ") }</b>
                }
                { reason.to_owned() }
            </span>
        </span>
    }
}

/// Where the parts of a picture are.
fn layout(props: &Props, picture: &Element) -> Layout {
    let frame = picture.get_bounding_client_rect();
    Layout::of(frame.width(), frame.height(), text_scale(), &props.frame)
}

/// A place within a picture.
fn within(picture: &Element, (x, y): (i32, i32)) -> (f64, f64) {
    let frame = picture.get_bounding_client_rect();
    (f64::from(x) - frame.left(), f64::from(y) - frame.top())
}

/// Id of the job whose lane is at a place.
fn job_at(props: &Props, layout: &Layout, y: f64) -> Option<u64> {
    let lane = layout.lane_at(y).filter(|_| props.frame.curves == Curves::Lanes && !props.frame.hidden)?;
    props.frame.lanes.get(lane).map(|lane| lane.id)
}

/// The lane under a pointer lights up in every panel, and a line follows it.
fn point(props: &Props, node: &NodeRef) -> Callback<PointerEvent> {
    let (props, node) = (props.clone(), node.clone());
    Callback::from(move |event: PointerEvent| {
        let Some(picture) = node.cast::<Element>() else { return };
        let (layout, (x, y)) = (layout(&props, &picture), within(&picture, (event.client_x(), event.client_y())));
        let lit = job_at(&props, &layout, y);
        if lit != props.frame.lit {
            props.dispatch.emit(Action::from(Change::Light(lit)));
        }
        let policy = props.watched.timeline.policy.clone();
        let pointed = layout.instant(x, props.frame.end).map(|time| Pointed { policy, time, told: false });
        if pointed != props.pointed {
            props.dispatch.emit(Action::from(Change::Point(pointed)));
        }
    })
}

fn leave(props: &Props) -> Callback<PointerEvent> {
    let dispatch = props.dispatch.clone();
    Callback::from(move |event: PointerEvent| {
        dispatch.emit(Action::from(Change::Point(None)));
        // A finger that is lifted leaves the handles where they are.
        if event.pointer_type() == "mouse" {
            dispatch.emit(Action::from(Change::Light(None)));
        }
    })
}

/// A finger that is put down points, and holds no handle.
fn press(props: &Props, node: &NodeRef, held: &Rc<Cell<bool>>) -> Callback<PointerEvent> {
    let (point, held) = (point(props, node), held.clone());
    Callback::from(move |event: PointerEvent| {
        held.set(false);
        point.emit(event);
    })
}

/// A click on a lane looks at its job, or no longer; among the decisions it goes to the nearest, elsewhere to that instant.
fn click(props: &Props, node: &NodeRef, held: &Rc<Cell<bool>>) -> Callback<MouseEvent> {
    /// Pixels from which a decision is meant.
    const NEAR: f64 = 14.0;
    let (props, node, held) = (props.clone(), node.clone(), held.clone());
    Callback::from(move |event: MouseEvent| {
        let Some(picture) = node.cast::<Element>().filter(|_| !held.take() && !props.frame.hidden) else { return };
        let (layout, (x, y)) = (layout(&props, &picture), within(&picture, (event.client_x(), event.client_y())));
        let end = props.frame.end;
        if let Some(id) = job_at(&props, &layout, y) {
            let job = Some(id).filter(|id| props.frame.selected != Some(*id));
            return props.dispatch.emit(Action::from(Change::Select(job)));
        }
        let times = props.watched.timeline.events.iter().map(|event| event.time);
        let apart = |time: &f64| (layout.across(*time, end) - x).abs();
        let nearest = times.min_by(|a, b| apart(a).total_cmp(&apart(b))).filter(|time| apart(time) <= NEAR);
        let decided = layout.decisions.filter(|middle| (middle - y).abs() <= NEAR).and(nearest);
        if let Some(time) = decided.or_else(|| layout.instant(x, end)) {
            props.dispatch.emit(Action::from(Change::Clock(Beat::Seek(time))));
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
            let pointed = Pointed { policy: props.watched.timeline.policy.clone(), time: props.frame.playhead, told: true };
            props.dispatch.emit(Action::from(Change::Point(Some(pointed))));
        }
    })
}

fn keys(props: &Props, latest: Rc<Cell<f64>>) -> Callback<KeyboardEvent> {
    let props = props.clone();
    Callback::from(move |event: KeyboardEvent| {
        let end = props.frame.end;
        let time = latest.get();
        let stride = end / if event.shift_key() { 20.0 } else { 200.0 };
        let time = match event.key().as_str() {
            "ArrowRight" => time + stride,
            "ArrowLeft" => time - stride,
            "Home" => 0.0,
            "End" => end,
            "ArrowDown" | "ArrowUp" if !props.frame.hidden => {
                event.prevent_default();
                let by = if event.key() == "ArrowDown" { 1 } else { -1 };
                return props.dispatch.emit(Action::from(Change::Neighbour(by)));
            }
            "Escape" if props.pointed.is_some() => {
                event.stop_propagation();
                return props.dispatch.emit(Action::from(Change::Point(None)));
            }
            _ => return,
        };
        event.prevent_default();
        let time = time.clamp(0.0, end);
        latest.set(time);
        let pointed = Pointed { policy: props.watched.timeline.policy.clone(), time, told: true };
        props.dispatch.emit(Action::from(Change::Point(Some(pointed))));
    })
}
