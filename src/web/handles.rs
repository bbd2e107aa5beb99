//! What can be taken hold of, on the lanes themselves, in *Watch* and in *Exercises*: where a job arrives a dot for its size and arrival, a diamond for what it is
//! guessed to be, and between them how wrong that is.

use crate::web::canvas::text_scale;
use gloo::events::EventListener;
use gloo::utils::document;
use schedscope::sim::brief;
use schedscope::workload::Job;
use schedscope_chart::{Curves, Layout, TimelineFrame};
use schedscope_core::exhibit::Exhibit;
use schedscope_state::watch::{Edit, Handle, snap, step};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// Properties of [`Handles`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// The jobs.
    pub exhibit: Rc<Exhibit>,
    /// Where their lanes are.
    pub frame: TimelineFrame,
    /// Width and height of the picture.
    pub size: (f64, f64),
    /// Whether all jobs have handles, or only the one that is pointed at or looked at.
    pub all: bool,
    /// Id of the job whose guess always has one.
    #[prop_or_default]
    pub live: Option<u64>,
    /// What may be changed.
    pub parts: Vec<Handle>,
    /// Whether the pointer was last pressed on a handle: then the click in which the drag ends is not one on a lane.
    pub held: Rc<Cell<bool>>,
    /// Hears of each change, and of the end of a drag.
    pub onedit: Callback<Option<Edit>>,
}

/// What is dragged: from which values and which pixel, and how much a pixel is.
struct Drag {
    place: usize,
    handle: Handle,
    value: f64,
    arrival: f64,
    from: (f64, f64),
    work: f64,
    time: f64,
    step: f64,
    /// Whether it may be dragged sideways, which changes the arrival, and up and down.
    ways: (bool, bool),
    /// Which way it goes, once that is clear: sideways, or not.
    sideways: Option<bool>,
}

/// Pixels after which it is clear which way a drag goes.
const CLEAR: f64 = 4.0;
/// Pixels up or down within which the handle of a guess is beside that of the size: one could not be taken hold of below the other.
const NEAR: f64 = 24.0;
/// Pixels above the handle of a guess at which its value stands, or below it where there is no room above.
const ABOVE: f64 = 32.0;
const BELOW: f64 = 12.0;

impl Drag {
    /// The change when the pointer is at this pixel.
    fn to(&mut self, (x, y): (f64, f64)) -> Option<Edit> {
        let (across, up) = (x - self.from.0, self.from.1 - y);
        if self.sideways.is_none() && across.abs().max(up.abs()) >= CLEAR {
            self.sideways = Some(self.ways.0 && (across.abs() > up.abs() || !self.ways.1));
        }
        let size = || Edit::Set(self.place, self.handle, snap(self.value + up * self.work, self.step).max(least(self.handle, self.step)));
        if self.sideways? {
            return Some(Edit::Set(self.place, Handle::Arrival, snap(self.arrival + across * self.time, self.step).max(0.0)));
        }
        self.ways.1.then(size)
    }
}

/// The least that a drag reaches.
fn least(handle: Handle, step: f64) -> f64 {
    if handle == Handle::Size { step } else { 0.0 }
}

/// The handles.
#[component]
pub fn Handles(props: &Props) -> Html {
    let drag = use_mut_ref(|| None::<Drag>);
    use_pointer(&drag, &props.onedit);
    // A key goes on from what the one before has made of the jobs, which may come before that is shown.
    let latest = use_mut_ref(Vec::new);
    latest.borrow_mut().clone_from(&props.exhibit.jobs);
    let Props { frame, size, .. } = props;
    if frame.curves != Curves::Lanes || frame.hidden || size.0 <= 0.0 {
        return html! {};
    }
    let scale = text_scale();
    let layout = Layout::of(size.0, size.1, scale, frame);
    let dragged = drag.borrow().as_ref().map(|drag| drag.place);
    let rows = frame.lanes.iter().enumerate().filter_map(|(at, lane)| {
        let place = props.exhibit.jobs.iter().position(|job| job.id == lane.id)?;
        let whole = props.all || [frame.lit, frame.selected].contains(&Some(lane.id));
        let shown = whole || props.live == Some(lane.id) || dragged == Some(place);
        shown.then(|| hold(props, (&drag, &latest), (place, whole), (&layout, scale), (at, lane.full)))
    });
    html! { <div class="handles">{ for rows }</div> }
}

/// Jobs as keys have changed them.
type Latest = Rc<RefCell<Vec<Job>>>;

/// The handles of one job: all of them, or that of its guess.
fn hold(
    props: &Props,
    (drag, latest): (&Rc<RefCell<Option<Drag>>>, &Latest),
    (place, whole): (usize, bool),
    (layout, scale): (&Layout, f64),
    (at, full): (usize, f64),
) -> Html {
    let Some((top, bottom)) = layout.lane(at) else { return html! {} };
    let job = &props.exhibit.jobs[place];
    let end = props.frame.end;
    let work = full / (bottom - top).max(1.0);
    let time = end / (layout.right - layout.left).max(1.0);
    let height = |value: f64| (bottom - value / work).max(0.0);
    let held = drag.borrow().as_ref().is_some_and(|drag| (drag.place, drag.handle) == (place, Handle::Estimate));
    // What is far too large is at the top of its lane, but under the finger as long as it is dragged.
    let (size, guess) = (height(job.size), height(if held { job.estimate } else { job.estimate.min(full) }));
    let name = props.exhibit.title(job.id);
    let may = |handle: Handle| props.parts.contains(&handle);
    let sized = may(Handle::Size) || may(Handle::Arrival);
    let aside = sized && !held && (size - guess).abs() < NEAR * scale;
    let grip = |handle: Handle, y: f64| {
        let value = handle.of(job);
        let takes = {
            let (drag, held, arrival) = (drag.clone(), props.held.clone(), job.arrival);
            let ways = (handle == Handle::Size && may(Handle::Arrival), may(handle));
            Callback::from(move |event: PointerEvent| {
                let Some(grip) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return };
                if event.button() != 0 {
                    return;
                }
                let from = (f64::from(event.client_x()), f64::from(event.client_y()));
                *drag.borrow_mut() = Some(Drag { place, handle, value, arrival, from, work, time, step: step(end), ways, sideways: None });
                event.prevent_default();
                event.stop_propagation();
                held.set(true);
                // It takes the focus, as a slider does.
                let _ = grip.focus();
            })
        };
        let says = match handle {
            Handle::Size if may(Handle::Arrival) && may(Handle::Size) => format!("{name} size: up and down; arrival: left and right"),
            Handle::Size if may(Handle::Arrival) => format!("{name} arrival: left and right"),
            Handle::Estimate => format!("{name}: guess of its size"),
            _ => format!("{name} {}", handle.name()),
        };
        let text = if handle == Handle::Estimate { format!("{}, the size is {}", brief(value), brief(job.size)) } else { brief(value) };
        let word = if handle == Handle::Estimate { "guess" } else { handle.name() };
        let live = handle == Handle::Estimate && props.live == Some(job.id);
        let beside = handle == Handle::Estimate && aside;
        html! {
            <span
                class={classes!("grip", handle.name(), live.then_some("live"), beside.then_some("aside"))} style={format!("top: {y:.1}px")} role="slider" tabindex="0" aria-orientation="vertical"
                aria-label={says} aria-valuemin="0" aria-valuemax={end.max(value).to_string()} aria-valuenow={value.to_string()} aria-valuetext={text}
                title={format!("{name} {word} {}", brief(value))} data-handle={handle.name()} onpointerdown={takes} onkeydown={keys(props, place, handle, latest)}
                onclick={Callback::from(|event: MouseEvent| event.stop_propagation())} onblur={props.onedit.reform(|_| None)}
            />
        }
    };
    let (from, to) = (size.min(guess), size.max(guess));
    let said = guess + scale * if guess < scale * (ABOVE + BELOW) { BELOW } else { -ABOVE };
    html! {
        <div class="hold" key={job.id} style={format!("left: {:.1}px", layout.across(job.arrival, end))} data-job={name.clone()}>
            <span class="stem" style={format!("top: {from:.1}px; height: {:.1}px", to - from)} />
            if aside && may(Handle::Estimate) {
                <span class="stem aside" style={format!("top: {guess:.1}px")} />
            }
            if whole && sized {
                { grip(Handle::Size, size) }
            }
            if may(Handle::Estimate) {
                { grip(Handle::Estimate, guess) }
            }
            if props.live == Some(job.id) {
                <span class="grip-says" aria-hidden="true" style={format!("top: {said:.1}px")}>{ format!("guess {} ↕", brief(job.estimate)) }</span>
            }
        </div>
    }
}

fn keys(props: &Props, place: usize, handle: Handle, latest: &Latest) -> Callback<KeyboardEvent> {
    let (onedit, latest, end, all) = (props.onedit.clone(), latest.clone(), props.frame.end, props.all);
    let step = step(end);
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let now = latest.borrow().get(place).map(|job| (handle.of(job), job.arrival));
        let Some((value, arrival)) = now else { return };
        let stride = if event.shift_key() { 10.0 * step } else { step };
        let set = |by: f64| Edit::Set(place, handle, snap(value + by, step).max(least(handle, step)));
        let comes = |by: f64| Edit::Set(place, Handle::Arrival, snap(arrival + by, step).max(0.0));
        let edit = match event.key().as_str() {
            "ArrowRight" if handle == Handle::Size => comes(stride),
            "ArrowLeft" if handle == Handle::Size => comes(-stride),
            "ArrowUp" | "ArrowRight" => set(stride),
            "ArrowDown" | "ArrowLeft" => set(-stride),
            "PageUp" => set(10.0 * step),
            "PageDown" => set(-10.0 * step),
            "Home" => Edit::Set(place, handle, least(handle, step)),
            "End" => Edit::Set(place, handle, snap(end.max(value), step)),
            // Jobs come and go where they are edited.
            "Delete" if all => Edit::Remove(place),
            "+" if all => Edit::Add,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        latest.replace_with(|jobs| edit.apply(jobs, end).unwrap_or_else(|| std::mem::take(jobs)));
        // Each press is a step of its own; a key that is held is one.
        if !event.repeat() {
            onedit.emit(None);
        }
        onedit.emit(Some(edit));
    })
}

/// Follows the pointer wherever it goes while something is dragged.
#[hook]
fn use_pointer(drag: &Rc<RefCell<Option<Drag>>>, onedit: &Callback<Option<Edit>>) {
    let (drag, onedit) = (drag.clone(), onedit.clone());
    use_effect_with((), move |()| {
        let listen = |kind: &'static str| {
            let (drag, onedit) = (drag.clone(), onedit.clone());
            EventListener::new(&document(), kind, move |event| {
                let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
                if event.type_() != "pointermove" {
                    if drag.borrow_mut().take().is_some() {
                        onedit.emit(None);
                    }
                    return;
                }
                let at = (f64::from(event.client_x()), f64::from(event.client_y()));
                let moved = drag.borrow_mut().as_mut().and_then(|drag| drag.to(at));
                if moved.is_some() {
                    onedit.emit(moved);
                }
            })
        };
        let listeners = ["pointermove", "pointerup", "pointercancel"].map(listen);
        move || drop(listeners)
    });
}
