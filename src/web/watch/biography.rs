//! One job that is looked at: its numbers with steppers, its course under each policy, and what would be if one guess were exact.

use crate::web::controls::value_of;
use crate::web::markup::{Markup, markup, shown};
use crate::web::policies::stroke;
use schedscope::server::{Timeline, job_name};
use schedscope::sim::brief;
use schedscope::workload::Job;
use schedscope_chart::{Mode, Theme};
use schedscope_core::plot::Look;
use schedscope_state::format;
use schedscope_state::state::Action;
use schedscope_state::watch::{Biography, Change, Edit, Handle, Watch, snap, step};
use yew::prelude::*;

/// The column beside the pictures while a job is looked at.
pub fn biography(watch: &Watch, id: u64, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let Some(place) = watch.exhibit.jobs.iter().position(|job| job.id == id) else { return html! {} };
    let job = watch.exhibit.jobs[place];
    let theme = Theme::of(mode);
    let leave = dispatch.reform(|_: MouseEvent| Action::from(Change::Select(None)));
    let looks = watch.looks();
    let lives = watch.timelines.iter().enumerate().map(|(panel, timeline)| {
        let ghost = watch.ghosts.as_ref().and_then(|ghosts| ghosts.timelines.get(panel));
        shown(life((timeline, looks[panel]), ghost.map(|ghost| &**ghost), id, mode))
    });
    let dot = format!("background: {}", theme.of_many(&job, watch.exhibit.jobs.len()).css());
    html! {
        <div class="biography" aria-live="polite">
            <div class="biography-head">
                <h2><span class="dot" style={dot} />{ watch.exhibit.title(id) }</h2>
                <button type="button" id="leave-job" class="quiet icon" aria-label={format!("Leave {}", watch.exhibit.title(id))} title="Leave (Esc)" onclick={leave}>{ "×" }</button>
            </div>
            <div class="steppers">
                { for Handle::DRAGGED.iter().map(|handle| stepper(watch, place, &job, *handle, dispatch)) }
            </div>
            { for lives }
            { supposed(watch, dispatch) }
            { neighbours(watch, id, dispatch) }
        </div>
    }
}

/// A number of the job with a button to either side.
fn stepper(watch: &Watch, place: usize, job: &Job, handle: Handle, dispatch: &Callback<Action>) -> Html {
    // Larger than the steps of a drag: a button is pressed a few times.
    let step = (10.0 * step(watch.frame.end)).max(0.01);
    let least = if handle == Handle::Size { step } else { 0.0 };
    let value = handle.of(job);
    let button = |by: f64, sign: &'static str, word: &str| {
        let to = snap(value + by, step).max(least);
        let onclick = {
            let dispatch = dispatch.clone();
            Callback::from(move |_: MouseEvent| {
                dispatch.emit(Action::from(Change::Edit(Edit::Set(place, handle, to))));
                dispatch.emit(Action::from(Change::Seal));
            })
        };
        html! {
            <button type="button" class="quiet step" disabled={to == value} aria-label={format!("{word} {} of {}", handle.name(), watch.exhibit.title(job.id))} {onclick}>{ sign }</button>
        }
    };
    html! {
        <div class="stepper" role="group" aria-label={format!("{} {}", watch.exhibit.title(job.id), handle.name())}>
            <span class="muted small">{ handle.name() }</span>
            { button(-step, "−", "Less") }
            <output>{ brief(value) }</output>
            { button(step, "+", "More") }
        </div>
    }
}

/// Its course under one policy.
fn life((timeline, look): (&Timeline, Look), ghost: Option<&Timeline>, id: u64, mode: Mode) -> Markup {
    let theme = Theme::of(mode);
    let position = |of: &Timeline| of.jobs.iter().position(|job| job.id == id);
    let Some(life) = position(timeline).and_then(|job| Biography::of(timeline, job)) else { return markup! {} };
    let would = ghost.and_then(|ghost| Biography::of(ghost, position(ghost)?)).map(|would| would.sojourn());
    let sojourn = life.sojourn().max(f64::MIN_POSITIVE);
    let name = |job: u32| timeline.jobs.get(job as usize).map_or(0, |job| job.id);
    let part = |time: f64, id: u64, words: String| {
        let of = timeline.jobs.iter().find(|job| job.id == id);
        let colour = of.map_or(theme.muted, |job| theme.of_many(job, timeline.jobs.len()));
        let ink = if colour.contrast(theme.ink) > colour.contrast(theme.ground) { theme.ink } else { theme.ground };
        let share = 100.0 * time / sojourn;
        markup! {
            span style={ "width: " (format!("{share:.2}%")) "; background: " (colour.css()) "; color: " (ink.css()) } title=(words) { @if share > 9.0 { (brief(time)) } }
        }
    };
    markup! {
        div.life {
            p.life-head {
                (stroke(look, mode)) strong { (timeline.policy.name()) }
                span.life-number { strong { (brief(life.sojourn())) } " " span.muted.small { (format::short(life.sojourn() / life.size)) " × its size" } }
            }
            div.life-bar aria-hidden="true" {
                @for (job, held) in &life.behind { (part(*held, name(*job), format!("{} behind {}", brief(*held), job_name(timeline, *job as usize)))) }
                (part(life.alone + life.shared, id, format!("served for {}", brief(life.alone + life.shared))))
            }
            p.muted.small { (life.milestones()) }
            p { (life.told(timeline)) }
            @if let Some(would) = would {
                @let by = life.sojourn() - would;
                p.would {
                    svg.swatch viewBox="0 0 28 8" aria-hidden="true" { line x1="0" y1="4" x2="28" y2="4" stroke="currentColor" stroke-width="2" stroke-dasharray="2 3" {} }
                    "with that guess exact: " strong { (brief(would)) }
                    @if by.abs() > 1e-9 * sojourn { ", so " strong { (brief(by.abs())) } (if by > 0.0 { " lost" } else { " gained" }) }
                }
            }
        }
    }
}

/// Whose guess the dotted lines suppose to be exact.
fn supposed(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let Some(ghosts) = &watch.ghosts else {
        let words = if watch.guessed_wrong().next().is_none() { "Every guess is exact." } else { "" };
        return html! { <p class="muted small">{ words }</p> };
    };
    let choose = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            if let Ok(id) = value_of(&event).parse() {
                dispatch.emit(Action::from(Change::Exact(id)));
            }
        })
    };
    html! {
        <label class="supposed">
            <span class="muted small">{ "Dotted: what would happen if" }</span>
            <select id="exact" onchange={choose}>
                { for watch.guessed_wrong().map(|id| html! { <option value={id.to_string()} selected={id == ghosts.exact}>{ format!("{}’s guess were exact", watch.exhibit.title(id)) }</option> }) }
            </select>
        </label>
    }
}

/// To the lanes above and below.
fn neighbours(watch: &Watch, id: u64, dispatch: &Callback<Action>) -> Html {
    let lanes = &watch.frame.lanes;
    let Some(at) = lanes.iter().position(|lane| lane.id == id) else { return html! {} };
    let button = |by: isize, arrow: &'static str, key: &'static str| {
        let to = at.checked_add_signed(by).and_then(|at| lanes.get(at)).map(|lane| lane.id);
        let words = to.map_or_else(|| arrow.to_owned(), |to| format!("{arrow} {}", watch.exhibit.title(to)));
        html! {
            <button type="button" class="quiet" disabled={to.is_none()} title={key} onclick={dispatch.reform(move |_: MouseEvent| Action::from(Change::Neighbour(by)))}>{ words }</button>
        }
    };
    html! { <div class="neighbours" role="group" aria-label="Other jobs">{ button(-1, "↑", "The lane above (↑)") }{ button(1, "↓", "The lane below (↓)") }</div> }
}
