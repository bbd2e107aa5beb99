//! A run that is played, as a picture to touch: a click lights a job, the pointer has a small table of it, and a stretch of time that is
//! dragged over fills the picture.

use crate::web::canvas::{Canvas, Draws, Picked, Picture, text_scale};
use crate::web::layers::{Layered, Layers};
use schedscope_chart::{self as chart, ChartError, Glance, Layer, Mode, Pen, job_at, time_at};
use schedscope_core::pictures::cluster::seconds;
use schedscope_state::cluster::{Cluster, Gesture, Replay, Window, words};
use schedscope_state::stage::Change;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlCanvasElement};
use yew::prelude::*;

/// Properties of [`Run`].
#[derive(Clone, Properties)]
pub struct Props {
    /// The answer.
    pub shown: Rc<Replay>,
    /// What is looked at.
    pub glance: Glance,
    /// The theme.
    pub mode: Mode,
    /// The picture in words.
    pub label: AttrValue,
    /// Hears what is chosen.
    pub change: Callback<Change<Cluster>>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shown, &other.shown)
            && (self.glance, self.mode, &self.label, &self.change) == (other.glance, other.mode, &other.label, &other.change)
    }
}

/// Jobs and slots of a run.
struct Playing {
    shown: Rc<Replay>,
    glance: Glance,
}

impl PartialEq for Playing {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shown, &other.shown) && self.glance == other.glance
    }
}

impl Draws for Playing {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::cluster_run(pen, &self.shown.runs, self.glance)
    }

    fn paint(&self, canvas: &HtmlCanvasElement, layers: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError> {
        layers.draw(canvas, self, how)
    }
}

impl Layered for Playing {
    const LAYERS: &'static [Layer] = &[Layer::Past, Layer::Future];
    const REACH: Option<f64> = Some(3.0);

    fn still(&self) -> Self {
        Self { shown: self.shown.clone(), glance: Glance { playhead: 0.0, ..self.glance } }
    }

    fn layer(&self, pen: &Pen<'_>, layer: Layer) -> Result<(), ChartError> {
        let playhead = if layer == Layer::Past { f64::INFINITY } else { f64::NEG_INFINITY };
        chart::cluster_run(pen, &self.shown.runs, Glance { playhead, ..self.glance })
    }

    fn cut(&self, size: (f64, f64), scale: f64) -> f64 {
        chart::playhead_at(size, scale, &self.shown.runs, self.glance)
    }

    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        chart::cluster_playhead(pen, &self.shown.runs, self.glance)
    }
}

/// The job at the pointer, and where that is.
#[derive(Clone, Copy, PartialEq)]
struct Here {
    job: u64,
    at: Picked,
}

/// Pixels over which the pointer moves before it drags over a stretch of time.
const LEAST: f64 = 6.0;

/// The same place in the picture at scale 1.
fn at_scale_one(((x, y), (width, height)): Picked) -> Picked {
    let scale = text_scale();
    ((x / scale, y / scale), (width / scale, height / scale))
}

/// The picture.
#[component]
pub fn Run(props: &Props) -> Html {
    let Props { shown, glance, mode, label, change } = props;
    let here = use_state_eq(|| None::<Here>);
    // From where to where is dragged, in pixels.
    let (held, dragged) = (use_mut_ref(|| None::<f64>), use_state_eq(|| None::<(f64, f64)>));
    let brushed = use_mut_ref(|| false);
    let onpick = {
        let (shown, glance, change, brushed) = (shown.clone(), *glance, change.clone(), brushed.clone());
        Callback::from(move |picked: Picked| {
            // The end of a drag is no click.
            if brushed.replace(false) {
                return;
            }
            let (point, size) = at_scale_one(picked);
            if let Some(id) = job_at(point, size, &shown.runs, glance) {
                change.emit(Change::Select(Some(id)));
            }
        })
    };
    let onhover = {
        let (shown, glance, here) = (shown.clone(), *glance, here.setter());
        Callback::from(move |picked: Option<Picked>| {
            let job = picked.map(at_scale_one).and_then(|(point, size)| job_at(point, size, &shown.runs, glance));
            here.set(job.zip(picked).map(|(job, at)| Here { job, at }));
        })
    };
    let onpointerdown = {
        let (held, brushed) = (held.clone(), brushed.clone());
        Callback::from(move |event: PointerEvent| {
            brushed.replace(false);
            *held.borrow_mut() = (event.button() == 0).then(|| f64::from(event.offset_x()));
        })
    };
    let onpointermove = {
        let (held, dragged) = (held.clone(), dragged.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(from) = *held.borrow() else { return };
            let to = f64::from(event.offset_x());
            if dragged.is_some() || (to - from).abs() > LEAST {
                if dragged.is_none()
                    && let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok())
                {
                    // A pointer that has gone is not held.
                    let _ = target.set_pointer_capture(event.pointer_id());
                }
                dragged.set(Some((from, to)));
            }
        })
    };
    let onpointerup = {
        let (shown, glance, change) = (shown.clone(), *glance, change.clone());
        let (held, dragged, brushed) = (held.clone(), dragged.clone(), brushed.clone());
        Callback::from(move |event: PointerEvent| {
            held.borrow_mut().take();
            let (Some((a, b)), Some(canvas)) = (*dragged, event.target().and_then(|target| target.dyn_into::<Element>().ok())) else {
                return;
            };
            brushed.replace(true);
            dragged.set(None);
            let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
            let [from, to] = [a.min(b), a.max(b)].map(|x| {
                let ((x, _), size) = at_scale_one(((x, 0.0), size));
                time_at(x, size, &shown.runs, glance)
            });
            if from < to {
                change.emit(Change::Own(Gesture::Window(Window::Part { from, to })));
            }
        })
    };
    let onpointercancel = {
        let (held, dragged) = (held.clone(), dragged.setter());
        Callback::from(move |_: PointerEvent| {
            held.borrow_mut().take();
            dragged.set(None);
        })
    };
    let picture = Picture::of(Playing { shown: shown.clone(), glance: *glance });
    let name = format!("run-{}", glance.which);
    html! {
        <div class="touched" {onpointerdown} {onpointermove} {onpointerup} {onpointercancel}>
            <Canvas {name} mode={*mode} {picture} label={label.clone()} {onpick} {onhover} />
            if let Some((a, b)) = *dragged {
                <div class="brush" style={format!("left: {}px; width: {}px", a.min(b), (a - b).abs())} />
            } else if let Some(here) = *here {
                { table(shown, here) }
            }
        </div>
    }
}

/// What the job at the pointer gets, beside the pointer.
fn table(shown: &Replay, Here { job, at: ((x, y), (width, height)) }: Here) -> Html {
    const AWAY: f64 = 22.0;
    let across = if x < width / 2.0 { format!("left: {}px", x + AWAY) } else { format!("right: {}px", width - x + AWAY) };
    let along = if y < height / 2.0 { format!("top: {}px", y + AWAY) } else { format!("bottom: {}px", height - y + AWAY) };
    html! {
        // The same stands in the column beside it once the job is lit.
        <div class="reading here" style={format!("{across}; {along}")} aria-hidden="true">
            <p><b>{ format!("J{job}") }</b>{ format!(" {}", words::about(shown, job)) }</p>
            { gets(shown, job) }
        </div>
    }
}

/// What a job gets under each policy, as a table.
pub fn gets(shown: &Replay, id: u64) -> Html {
    let row = |gets: words::Gets| {
        html! {
            <tr>
                <th scope="row">{ gets.policy }</th>
                <td>{ format!("{} s", seconds(gets.first)) }</td><td>{ format!("{:.1}", gets.held) }</td><td><b>{ format!("{} s", seconds(gets.sojourn)) }</b></td>
            </tr>
        }
    };
    html! {
        <table>
            <thead><tr><td />
                <th scope="col" title="Seconds from its arrival to its first slot">{ "first slot" }</th>
                <th scope="col" title="Mean number of slots that it holds while it is in the system">{ "slots held" }</th>
                <th scope="col" title="From arrival to completion">{ "sojourn" }</th>
            </tr></thead>
            <tbody>{ for words::gets(shown, id).into_iter().map(row) }</tbody>
        </table>
    }
}
