//! What the policies do with the jobs, as far as it may be seen, with the flag that is the answer.

use crate::web::canvas::{Canvas, Picture, text_scale};
use crate::web::handles::Handles;
use crate::web::keys::use_latest;
use crate::web::policies::swatch;
use crate::web::watched::Watched;
use crate::web::watching::Watching;
use gloo::events::EventListener;
use gloo::utils::document;
use schedscope::server::{Policy, Timeline, why};
use schedscope::sim::brief;
use schedscope::workload::Job;
use schedscope_chart::{Layout, Mode, TimelineFrame};
use schedscope_core::exhibit::exercises::Asked;
use schedscope_core::exhibit::{Exhibit, mean_sojourn};
use schedscope_core::plot::look_of;
use schedscope_state::exercises::{Change, Work};
use schedscope_state::format;
use schedscope_state::watch::Handle;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// The pictures.
pub fn pictures(work: &Rc<Work>, mode: Mode, change: &Callback<Change>) -> Html {
    let shown: Vec<&Rc<Timeline>> = work.timelines.iter().filter(|timeline| !work.withholds(&timeline.policy)).collect();
    let withheld: Vec<String> =
        work.timelines.iter().filter(|timeline| work.withholds(&timeline.policy)).map(|timeline| timeline.policy.name()).collect();
    let chosen = work.panel.min(shown.len().saturating_sub(1));
    html! {
        <>
            if shown.len() > 1 {
                <div class="panel-tabs" role="group" aria-label="Which policy is shown">
                    { for shown.iter().enumerate().map(|(i, timeline)| tab(&timeline.policy, i, i == chosen, mode, change)) }
                </div>
            }
            <div class={classes!("exercise-panels", (shown.len() > 1).then_some("several"))}>
                { for shown.iter().enumerate().map(|(i, timeline)| panel(work, timeline, i == chosen, mode, change)) }
            </div>
            if !withheld.is_empty() {
                <p class="withheld muted small">{ format!("The picture of {} is shown after your answer.", withheld.join(", ")) }</p>
            }
            if work.exercise.exhibit().is_some() {
                { jobs(work) }
            }
        </>
    }
}

fn tab(policy: &Policy, place: usize, here: bool, mode: Mode, change: &Callback<Change>) -> Html {
    html! {
        <button type="button" class="quiet panel-tab" key={policy.row().key} aria-pressed={here.to_string()} onclick={change.reform(move |_: MouseEvent| Change::Panel(place))}>
            { swatch(look_of(&policy.choice()), mode) }{ policy.name() }
        </button>
    }
}

/// What one policy does.
fn panel(work: &Rc<Work>, timeline: &Rc<Timeline>, chosen: bool, mode: Mode, change: &Callback<Change>) -> Html {
    let policy = &timeline.policy;
    let (row, name) = (policy.row(), policy.name());
    let hidden = work.hides(policy);
    let playhead = if work.goal().is_some() { work.frame.end } else { work.clock.playhead };
    let frame = TimelineFrame { playhead, hidden, ..work.frame.clone() };
    // What is served from the last known instant on is part of what is asked.
    let said = if hidden && playhead >= work.exercise.at { None } else { Some(why(timeline, playhead)).filter(|_| work.goal().is_none()) };
    let label = if hidden {
        format!("{}: what happens up to t = {}. What comes later is not shown before your answer.", name, brief(playhead))
    } else {
        format!("{}: what happens to each job. {}", name, if work.tells_mean(policy) { departures(timeline) } else { String::new() })
    };
    let parts: Vec<Handle> = if work.answered() { vec![] } else { work.parts().iter().map(|part| part.handle).collect() };
    html! {
        <figure class={classes!("exercise-panel", (!chosen).then_some("other"))} key={row.key} data-policy={row.key}>
            <figcaption>
                <h3>{ swatch(look_of(&policy.choice()), mode) }{ name.clone() }</h3>
                if work.tells_mean(policy) {
                    <span class="mean muted">{ "mean sojourn " }<strong>{ format::short(mean_sojourn(timeline)) }</strong></span>
                }
                <span class="muted small rule">{ row.line }</span>
            </figcaption>
            <div class="exercise-picture">
                <Held
                    timeline={timeline.clone()} instants={work.asks_instants()} jobs={work.jobs.clone()} parts={parts} frame={frame.clone()} {mode} {label} change={change.clone()}
                />
                if let (Asked::Instant { job, under, .. }, false) = (&work.exercise.asked, work.answered()) {
                    if under == policy {
                        <Flag job={*job} guess={work.guess()} from={work.exercise.at} {frame} change={change.clone()} />
                    }
                }
            </div>
            if work.goal().is_none() {
                <p class="exercise-why">
                    if let Some(said) = said {
                        <strong class="at-time">{ format!("{} ", brief(playhead)) }</strong>{ said }
                    } else {
                        <strong class="at-time">{ format!("{} ", brief(playhead)) }</strong>{ format!("What {} does now is shown after your answer.", name) }
                    }
                </p>
            }
        </figure>
    }
}

/// Properties of [`Held`].
#[derive(Clone, Properties)]
struct HeldProps {
    /// What the policy does.
    timeline: Rc<Timeline>,
    /// Whether lanes end with instants.
    instants: bool,
    /// The jobs, by place.
    jobs: Vec<Job>,
    /// What of them may be changed.
    parts: Vec<Handle>,
    /// The axes.
    frame: TimelineFrame,
    /// The theme.
    mode: Mode,
    /// The picture in words.
    label: String,
    /// Hears what is changed.
    change: Callback<Change>,
}

impl PartialEq for HeldProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline)
            && (&self.jobs, &self.parts, &self.frame) == (&other.jobs, &other.parts, &other.frame)
            && (self.mode, self.instants, &self.label) == (other.mode, other.instants, &other.label)
    }
}

/// A picture with handles on what may be changed.
#[component]
fn Held(props: &HeldProps) -> Html {
    let HeldProps { timeline, instants, jobs, parts, frame, mode, label, change } = props;
    let size = use_state_eq(|| (0.0, 0.0));
    let held = use_memo((), |()| Cell::new(false));
    let exhibit = use_memo(jobs.clone(), |jobs| Exhibit::of(jobs.clone(), vec![]));
    let onedit = change.reform(|edit: Option<_>| edit.map_or(Change::Seal, Change::Drag));
    let onsize = Callback::from({
        let size = size.setter();
        move |new| size.set(new)
    });
    html! {
        <>
            <Canvas panel={timeline.policy.row().key} mode={*mode} picture={Picture::of(Watching { watched: Watched { instants: *instants, ..Watched::alone(timeline.clone()) }, frame: frame.clone() })} label={label.clone()} {onsize} />
            if !parts.is_empty() {
                <Handles {exhibit} frame={frame.clone()} size={*size} all={true} parts={parts.clone()} {held} {onedit} />
            }
        </>
    }
}

/// When each job leaves, for screen readers.
fn departures(timeline: &Timeline) -> String {
    let left: Vec<String> =
        timeline.jobs.iter().zip(&timeline.completions).map(|(job, at)| format!("J{} leaves at {}", job.id, brief(*at))).collect();
    left.join(", ")
}

/// The jobs as they are given.
fn jobs(work: &Work) -> Html {
    let row = |job: &Job| {
        let wrong = job.estimate != job.size;
        html! {
            <tr key={job.id}>
                <th scope="row">{ format!("J{}", job.id) }</th>
                <td>{ brief(job.arrival) }</td><td>{ brief(job.size) }</td><td class={wrong.then_some("wrong")}>{ brief(job.estimate) }</td>
            </tr>
        }
    };
    html! {
        <details class={classes!("given-jobs", work.goal().is_none().then_some("needed"))} open={work.goal().is_none()}>
            <summary>{ "The jobs in numbers" }</summary>
            <table id="given-jobs">
                <thead><tr><th scope="col">{ "Job" }</th><th scope="col">{ "arrives" }</th><th scope="col">{ "size" }</th><th scope="col">{ "estimate" }</th></tr></thead>
                <tbody>{ for work.jobs.iter().map(row) }</tbody>
            </table>
        </details>
    }
}

/// Properties of [`Flag`].
#[derive(Clone, PartialEq, Properties)]
struct FlagProps {
    /// The job that is asked about.
    job: u64,
    /// The answer so far.
    guess: Option<f64>,
    /// The first instant that is not shown.
    from: f64,
    /// The axes.
    frame: TimelineFrame,
    /// Hears where it is put.
    change: Callback<Change>,
}

/// The instant at this pixel of the window.
fn instant(node: &NodeRef, frame: &TimelineFrame, x: i32) -> Option<f64> {
    let place = node.cast::<Element>()?.get_bounding_client_rect();
    let layout = Layout::of(place.width(), place.height(), text_scale(), frame);
    layout.instant(f64::from(x) - place.left(), frame.end)
}

/// The answer as a flag on the time axis, to be dragged, or moved by arrow keys.
#[component]
fn Flag(props: &FlagProps) -> Html {
    let node = use_node_ref();
    let width = use_state_eq(|| (0.0, 0.0));
    {
        let (node, width) = (node.clone(), width.setter());
        // The picture may have any size; the axis within it follows.
        use_effect(move || {
            if let Some(frame) = node.cast::<Element>() {
                let size = frame.get_bounding_client_rect();
                width.set((size.width(), size.height()));
            }
        });
    }
    let end = props.frame.end;
    let at = props.guess.filter(|guess| (0.0..=end).contains(guess));
    let place = Layout::of(width.0, width.1, text_scale(), &props.frame).across(at.unwrap_or(props.from), end);
    let dragged = use_mut_ref(|| false);
    {
        let (node, change, dragged) = (node.clone(), props.change.clone(), dragged.clone());
        // The pointer is followed wherever it goes.
        use_effect_with(props.frame.clone(), move |frame| {
            let moved = {
                let (node, change, dragged, frame) = (node, change, dragged.clone(), frame.clone());
                EventListener::new(&document(), "pointermove", move |event| {
                    let time = event.dyn_ref::<PointerEvent>().and_then(|event| instant(&node, &frame, event.client_x()));
                    if let Some(time) = time.filter(|_| *dragged.borrow()) {
                        change.emit(Change::Point(time));
                    }
                })
            };
            let ended = ["pointerup", "pointercancel"].map(|kind| {
                let dragged = dragged.clone();
                EventListener::new(&document(), kind, move |_| *dragged.borrow_mut() = false)
            });
            move || drop((moved, ended))
        });
    }
    let onpointerdown = {
        let (node, change, frame) = (node.clone(), props.change.clone(), props.frame.clone());
        Callback::from(move |event: PointerEvent| {
            dragged.replace(true);
            if let Some(time) = instant(&node, &frame, event.client_x()) {
                change.emit(Change::Point(time));
            }
        })
    };
    let latest = use_latest(at.unwrap_or(props.from));
    let onkeydown = {
        let change = props.change.clone();
        Callback::from(move |event: KeyboardEvent| {
            let stride = if event.shift_key() { 5.0 } else { 0.5 };
            let time = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => latest.get() + stride,
                "ArrowLeft" | "ArrowDown" => latest.get() - stride,
                "Home" => 0.0,
                "End" => end,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            latest.set(time);
            change.emit(Change::Point(time));
        })
    };
    let text = at.map_or_else(|| format!("J{}: drag me", props.job), |at| format!("J{} {}", props.job, brief(at)));
    html! {
        <div class="flag-space" ref={node}>
            <div
                class={classes!("flag", at.is_none().then_some("unset"))} id="flag" role="slider" tabindex="0" aria-label={format!("Your answer for J{}, on the time axis", props.job)}
                aria-valuemin="0" aria-valuemax={brief(end)} aria-valuenow={brief(at.unwrap_or(props.from))}
                aria-valuetext={at.map_or_else(|| "not yet given".to_owned(), |at| format!("t = {}", brief(at)))} style={format!("left: {place:.1}px")}
                {onpointerdown} {onkeydown}
            ><span class={classes!("flag-text", (place > width.0 * 0.7).then_some("to-left"))}>{ text }</span></div>
        </div>
    }
}
