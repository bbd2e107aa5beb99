//! An order as a picture to touch: a task is chosen by a click, carried to another place, and moved by keys.

use crate::web::canvas::{Canvas, Picture, text_scale};
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use schedscope_chart::{Mode, OrderGlance, step_at};
use schedscope_state::order::{GIVEN, Gesture, Order, Pane, Replay};
use schedscope_state::stage::Change;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Properties of [`Strip`].
#[derive(Clone, Properties)]
pub struct Props {
    /// The answer.
    pub shown: Rc<Replay>,
    /// What is looked at.
    pub glance: OrderGlance,
    /// The theme.
    pub mode: Mode,
    /// The order in words.
    pub label: AttrValue,
    /// Hears what is done.
    pub change: Callback<Change<Order>>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shown, &other.shown)
            && (self.glance, self.mode, &self.label, &self.change) == (other.glance, other.mode, &other.label, &other.change)
    }
}

/// What the pointer holds.
#[derive(Clone, Copy)]
struct Held {
    /// Where it was pressed, in pixels.
    x: f64,
    /// The step there.
    step: u32,
    /// The step to which the task was carried last; absent while the pointer has not moved.
    carried: Option<u32>,
}

/// Pixels over which the pointer moves before it carries a task.
const LEAST: f64 = 5.0;

/// The picture.
#[component]
pub fn Strip(props: &Props) -> Html {
    let Props { shown, glance, mode, label, change } = props;
    let held = use_mut_ref(|| None::<Held>);
    let which = glance.which;
    let step_of = {
        let shown = shown.clone();
        move |event: &PointerEvent| {
            let target = event.target_dyn_into::<HtmlElement>()?;
            let size = (f64::from(target.client_width()), f64::from(target.client_height()));
            let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
            Some((at.0, step_at(at, size, text_scale(), &shown.runs)))
        }
    };
    let onpointerdown = {
        let (held, step_of) = (held.clone(), step_of.clone());
        Callback::from(move |event: PointerEvent| {
            *held.borrow_mut() = step_of(&event).filter(|_| event.button() == 0).map(|(x, step)| Held { x, step, carried: None });
        })
    };
    let onpointermove = {
        let (held, step_of, change) = (held.clone(), step_of.clone(), change.clone());
        Callback::from(move |event: PointerEvent| {
            let Some((x, to)) = step_of(&event) else { return };
            let mut held = held.borrow_mut();
            let Some(hold) = held.as_mut() else { return };
            if hold.carried.is_none() {
                if (x - hold.x).abs() <= LEAST {
                    return;
                }
                if let Some(target) = event.target_dyn_into::<Element>() {
                    // A pointer that has gone is not held.
                    let _ = target.set_pointer_capture(event.pointer_id());
                }
                change.emit(Change::Own(Gesture::Grab(which, hold.step)));
            }
            if hold.carried != Some(to) {
                hold.carried = Some(to);
                change.emit(Change::Own(Gesture::Carry(to)));
            }
        })
    };
    let onpointerup = {
        let (held, shown, change) = (held.clone(), shown.clone(), change.clone());
        Callback::from(move |_: PointerEvent| match held.borrow_mut().take() {
            Some(Held { carried: Some(_), .. }) => change.emit(Change::Own(Gesture::Drop(true))),
            Some(Held { step, .. }) => {
                let order = shown.runs.runs.get(which).map(|run| run.recording.order()).unwrap_or_default();
                change.emit(Change::Select(order.get(step as usize - 1).copied()));
                change.emit(Change::Front(which));
            }
            None => {}
        })
    };
    let onpointercancel = {
        let (held, change) = (held, change.clone());
        Callback::from(move |_: PointerEvent| {
            if held.borrow_mut().take().is_some_and(|held| held.carried.is_some()) {
                change.emit(Change::Own(Gesture::Drop(false)));
            }
        })
    };
    let onkeydown = {
        let change = change.clone();
        Callback::from(move |event: KeyboardEvent| {
            let by = match event.key().as_str() {
                "ArrowLeft" => -1,
                "ArrowRight" => 1,
                "Escape" => {
                    change.emit(Change::Select(None));
                    return;
                }
                _ => return,
            };
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            event.prevent_default();
            if event.shift_key() {
                change.emit(Change::Own(Gesture::Shift(which, by)));
                // The order that comes of it is another one: the keys are its own from now on.
                Timeout::new(0, follow).forget();
            } else {
                change.emit(Change::Own(Gesture::Neighbour(which, by)));
            }
        })
    };
    let picture = Picture::pane(shown, Pane::Strip(*glance));
    let policy = shown.runs.runs.get(which).map(|run| run.recording.policy.clone());
    html! {
        <div
            class="touched strip" tabindex="0" role="group" aria-label={label.clone()} data-strip={policy}
            {onpointerdown} {onpointermove} {onpointerup} {onpointercancel} {onkeydown}
        >
            <Canvas name={format!("strip-{which}")} mode={*mode} {picture} label={label.clone()} />
        </div>
    }
}

/// Moves the focus to the order that is given, if there is one.
fn follow() {
    let strip = document().query_selector(&format!("[data-strip='{GIVEN}']")).ok().flatten();
    if let Some(strip) = strip.and_then(|strip| strip.dyn_into::<HtmlElement>().ok()) {
        // An element with a tab index takes the focus.
        let _ = strip.focus();
    }
}
