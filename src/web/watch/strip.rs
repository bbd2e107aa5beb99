//! The jobs as bars that can be taken hold of: where a job begins is its arrival, how long it is its size, and the hollow bar
//! below is what it is believed to be.

use crate::chart::{Mode, Theme};
use crate::exhibit::Exhibit;
use crate::page::state::Action;
use crate::page::watch::{Change, Edit, Handle, snap, step};
use gloo::events::EventListener;
use gloo::utils::document;
use schedscope_engine::sim::brief;
use schedscope_engine::workload::Job;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// Properties of [`Strip`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// The jobs.
    pub exhibit: Rc<Exhibit>,
    /// End of the time axis.
    pub end: f64,
    /// Where the playhead is.
    pub playhead: f64,
    /// Seed of the next random jobs.
    pub seed: u64,
    /// Whether there is something to undo, and to redo.
    pub offers: (bool, bool),
    /// The theme.
    pub mode: Mode,
    /// Changes the state.
    pub dispatch: Callback<Action>,
}

/// What is dragged: from which value, from which pixel, and how much of the axis a pixel is.
struct Drag {
    job: usize,
    handle: Handle,
    value: f64,
    from: f64,
    per_pixel: f64,
    step: f64,
}

impl Drag {
    /// The change when the pointer is at this pixel.
    fn to(&self, x: f64) -> Edit {
        let wish = self.value + (x - self.from) * self.per_pixel;
        Edit::Set(self.job, self.handle, snap(wish, self.step).max(least(self.handle, self.step)))
    }
}

/// What has the strip's only stop of the Tab key.
type Stop = (usize, Handle);

/// The strip.
#[component]
pub fn Strip(props: &Props) -> Html {
    let drag = use_mut_ref(|| None::<Drag>);
    let stop = use_state(|| (0, Handle::Arrival));
    let jobs = &props.exhibit.jobs;
    // The axis goes on beyond the end, so that there is somewhere to drag to; it is not that of the pictures, and stays while
    // something is dragged.
    let far = jobs.iter().map(|job| job.arrival + job.size.max(job.estimate.min(2.0 * props.end))).fold(props.end, f64::max);
    let held = use_mut_ref(|| far);
    if drag.borrow().is_none() {
        *held.borrow_mut() = far;
    }
    let end = *held.borrow();

    use_pointer(&drag, &props.dispatch);
    let grip = Grips { props, drag: &drag, stop: &stop, end };
    let rows = jobs.iter().enumerate().map(|(place, job)| grip.row(place, job));
    let act = |change: Change| props.dispatch.reform(move |_: MouseEvent| Action::Watch(change.clone()));
    let full = jobs.len() >= Exhibit::MOST_JOBS;
    let drawn = Edit::Draw(jobs.len().max(6) as u32, props.seed);
    html! {
        <section class="strip" aria-label="Edit the jobs">
            <div class="strip-bar">
                <h2>{ "Jobs" }</h2>
                <p class="muted small" id="strip-help">
                    { "Drag the ends of a bar: arrival, size, and below it the estimate." }
                    <span class="visually-hidden">{ " Left and right move an end, up and down select another one, Delete removes the job." }</span>
                </p>
                <button type="button" id="add-job" class="quiet" disabled={full} title={if full { "Twenty at most" } else { "Add a job (+)" }} onclick={act(Change::Edit(Edit::Add))}>{ "Add" }</button>
                <button type="button" id="random-jobs" class="quiet" title={format!("Draw random jobs with a heavy tail and wrong estimates (seed {})", props.seed)} onclick={act(Change::Edit(drawn))}>{ "Random" }</button>
                <button type="button" id="undo" class="quiet" disabled={!props.offers.0} title="Undo (Ctrl+Z)" onclick={act(Change::Undo)}>{ "Undo" }</button>
                <button type="button" id="redo" class="quiet" disabled={!props.offers.1} title="Redo (Ctrl+Shift+Z)" onclick={act(Change::Redo)}>{ "Redo" }</button>
            </div>
            <div class="rows">
                { for rows }
            </div>
        </section>
    }
}

struct Grips<'a> {
    props: &'a Props,
    drag: &'a Rc<RefCell<Option<Drag>>>,
    stop: &'a UseStateHandle<Stop>,
    end: f64,
}

impl Grips<'_> {
    fn percent(&self, time: f64) -> String {
        format!("{:.3}%", 100.0 * (time / self.end).clamp(0.0, 1.0))
    }

    fn row(&self, place: usize, job: &Job) -> Html {
        let theme = Theme::of(self.props.mode);
        let name = format!("J{}", job.id);
        let (from, size) = (self.percent(job.arrival), job.arrival + job.size);
        let believed = job.arrival + job.estimate;
        let wrong = job.estimate != job.size;
        let bar = |to: f64| format!("left: {from}; right: calc(100% - {})", self.percent(to));
        let remove = self.props.dispatch.reform(move |_: MouseEvent| Action::Watch(Change::Edit(Edit::Remove(place))));
        html! {
            <div class="job-row" key={job.id} style={format!("--job: {}", theme.css_job(place))} data-job={name.clone()}>
                <span class="job-name">{ &name }</span>
                <div class="track">
                    <span class="at" style={format!("left: {}", self.percent(self.props.playhead))} />
                    { self.body(place, job, &bar(size)) }
                    <span class={classes!("believed", wrong.then_some("wrong"))} style={bar(believed)} />
                    { self.grip(place, job, Handle::Arrival, &from) }
                    { self.grip(place, job, Handle::Size, &self.percent(size)) }
                    { self.grip(place, job, Handle::Estimate, &self.percent(believed)) }
                    <span class="value" style={format!("left: {}", self.percent(size))}>{ brief(job.size) }</span>
                    <span class="value estimate" style={format!("left: {}", self.percent(believed))}>
                        { if wrong { format!("believed {}", brief(job.estimate)) } else { String::new() } }
                    </span>
                </div>
                <button
                    type="button" class="remove" aria-label={format!("Remove {name}")} title={format!("Remove {name}")}
                    disabled={self.props.exhibit.jobs.len() == 1} onclick={remove}
                >{ "×" }</button>
            </div>
        }
    }

    /// The bar itself moves the arrival; for keys and screen readers the grip at its beginning does.
    fn body(&self, place: usize, job: &Job, style: &str) -> Html {
        html! { <span class="size" style={style.to_owned()} onpointerdown={self.takes(place, job, Handle::Arrival)} /> }
    }

    fn grip(&self, place: usize, job: &Job, handle: Handle, left: &str) -> Html {
        let value = handle.of(job);
        let lost = self.stop.0 >= self.props.exhibit.jobs.len();
        let here = **self.stop == (place, handle) || lost && (place, handle) == (0, Handle::Arrival);
        let stop = self.stop.setter();
        html! {
            <span
                class={classes!("grip", handle.name())} style={format!("left: {left}")} role="slider" tabindex={if here { "0" } else { "-1" }}
                aria-label={format!("J{} {}", job.id, handle.name())} aria-valuemin="0" aria-valuemax={self.end.to_string()} aria-valuenow={value.to_string()}
                aria-valuetext={brief(value)} aria-describedby="strip-help" title={format!("J{} {}: {}", job.id, handle.name(), brief(value))}
                data-handle={handle.name()} onpointerdown={self.takes(place, job, handle)}
                onfocus={Callback::from(move |_| stop.set((place, handle)))} onkeydown={self.keys(place, job, handle)}
                onblur={self.props.dispatch.reform(|_| Action::Watch(Change::Seal))}
            />
        }
    }

    /// Takes hold of something.
    fn takes(&self, place: usize, job: &Job, handle: Handle) -> Callback<PointerEvent> {
        let (drag, value, end) = (self.drag.clone(), handle.of(job), self.end);
        Callback::from(move |event: PointerEvent| {
            let Some(grip) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return };
            let Some(track) = grip.parent_element().filter(|_| event.button() == 0) else { return };
            let width = f64::from(track.client_width()).max(1.0);
            let from = f64::from(event.client_x());
            *drag.borrow_mut() = Some(Drag { job: place, handle, value, from, per_pixel: end / width, step: step(end) });
            event.prevent_default();
            // It takes the focus, as a slider does.
            let _ = grip.focus();
        })
    }

    fn keys(&self, place: usize, job: &Job, handle: Handle) -> Callback<KeyboardEvent> {
        let (dispatch, value, step, jobs) = (self.props.dispatch.clone(), handle.of(job), step(self.end), self.props.exhibit.jobs.len());
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            let stride = if event.shift_key() { 10.0 * step } else { step };
            let edit = match event.key().as_str() {
                "ArrowRight" => Edit::Set(place, handle, snap(value + stride, step)),
                "ArrowLeft" => Edit::Set(place, handle, snap(value - stride, step).max(least(handle, step))),
                "PageUp" => Edit::Set(place, handle, snap(value + 10.0 * step, step)),
                "PageDown" => Edit::Set(place, handle, snap(value - 10.0 * step, step).max(least(handle, step))),
                "Home" => Edit::Set(place, handle, least(handle, step)),
                "Delete" => Edit::Remove(place),
                "+" => Edit::Add,
                "ArrowDown" => return go(&event, neighbour((place, handle), 1, jobs)),
                "ArrowUp" => return go(&event, neighbour((place, handle), -1, jobs)),
                _ => return,
            };
            event.prevent_default();
            // Each press is a step of its own; a key that is held is one.
            if !event.repeat() {
                dispatch.emit(Action::Watch(Change::Seal));
            }
            dispatch.emit(Action::Watch(Change::Edit(edit)));
        })
    }
}

/// Follows the pointer wherever it goes while something is dragged.
#[hook]
fn use_pointer(drag: &Rc<RefCell<Option<Drag>>>, dispatch: &Callback<Action>) {
    let (drag, dispatch) = (drag.clone(), dispatch.clone());
    use_effect_with((), move |()| {
        let listen = |kind: &'static str| {
            let (drag, dispatch) = (drag.clone(), dispatch.clone());
            EventListener::new(&document(), kind, move |event| {
                let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
                let moved = drag.borrow().as_ref().map(|drag| drag.to(f64::from(event.client_x())));
                if let Some(edit) = moved.filter(|_| event.type_() == "pointermove") {
                    dispatch.emit(Action::Watch(Change::Edit(edit)));
                } else if moved.is_some() {
                    *drag.borrow_mut() = None;
                    dispatch.emit(Action::Watch(Change::Seal));
                }
            })
        };
        let listeners = ["pointermove", "pointerup", "pointercancel"].map(listen);
        move || drop(listeners)
    });
}

/// The least that a drag reaches.
fn least(handle: Handle, step: f64) -> f64 {
    if handle == Handle::Size { step } else { 0.0 }
}

fn neighbour((place, handle): Stop, by: isize, jobs: usize) -> Stop {
    let all = Handle::DRAGGED.len();
    let now = place * all + Handle::DRAGGED.iter().position(|dragged| *dragged == handle).unwrap_or(0);
    let next = now.saturating_add_signed(by).min(jobs * all - 1);
    (next / all, Handle::DRAGGED[next % all])
}

fn go(event: &KeyboardEvent, (place, handle): Stop) {
    event.prevent_default();
    let css = format!(".job-row[data-job=J{}] .grip[data-handle={}]", place + 1, handle.name());
    if let Ok(Some(grip)) = document().query_selector(&css)
        && let Ok(grip) = Element::dyn_into::<HtmlElement>(grip)
    {
        // What is there can have the focus.
        let _ = grip.focus();
    }
}
