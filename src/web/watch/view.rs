//! The view: one bar, the pictures on one clock, what they cost beside them, and the clock below.

use super::bar::bar;
use super::biography::biography;
use super::editor::fields;
use super::files::file;
use super::panel::Panel;
use super::price::price;
use super::quiz::card;
use crate::web::canvas::{Canvas, Draws, Picture};
use crate::web::environment::is_narrow;
use crate::web::kept::{kept, later};
use crate::web::layout::lessons;
use crate::web::parts;
use crate::web::playback::transport;
use crate::web::policies::swatch;
use crate::web::watched::Watched;
use schedscope::server::{Kind, Policy};
use schedscope::workload::Job;
use schedscope_chart::{ChartError, Mode, Pen, TimelineFrame, timeline_titles};
use schedscope_core::exhibit::{Exhibit, mean_sojourn};
use schedscope_core::experiment::{LINKS, SystemKind, encode};
use schedscope_state::format;
use schedscope_state::lab::Rule;
use schedscope_state::part::Part;
use schedscope_state::route::Route;
use schedscope_state::state::{Action, State};
use schedscope_state::view::View;
use schedscope_state::watch::words::{self, best};
use schedscope_state::watch::{Change, Watch};
use std::rc::Rc;
use yew::prelude::*;

/// The view in a state.
pub fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(watch) = state.only::<Watch>() else { return Html::default() };
    // Until its part is here the lanes are shown.
    if watch.shows_virtual()
        && let Some(virtual_time) = parts::view(Part::Virtual, state, dispatch)
    {
        return virtual_time;
    }
    let (mode, still) = (state.mode(), state.still);
    let shared = Rc::new(watch.clone());
    let make = Callback::from({
        let shared = shared.clone();
        move |format| file(&shared, mode, format)
    });
    let own = watch.exhibit.example.is_none();
    let subject = if own { "Your own jobs" } else { watch.example.title };
    let lead = if own { words::own(&watch.exhibit) } else { words::opening(&watch.exhibit).to_owned() };
    html! {
        <main class={classes!("view", "watch", format!("of-{}", watch.timelines.len()), watch.frame.crowded().then_some("many"))} id="main">
            <div class="opening">
                <p class="lead">{ lead }</p>
                if watch.history.offers().0 && !watch.editing {
                    <button
                        type="button" id="undo" class="quiet" title="Undo (Ctrl+Z)"
                        onclick={dispatch.reform(|_: MouseEvent| Action::from(Change::Undo))}
                    >{ "Undo" }</button>
                }
                <button
                    type="button" id="try" class="primary" aria-pressed={watch.editing.to_string()} title="Edit the jobs (E)"
                    onclick={dispatch.reform({ let editing = watch.editing; move |_: MouseEvent| Action::from(Change::Editing(!editing)) })}
                >{ if watch.editing { "Done editing" } else { "Try it yourself" } }</button>
            </div>
            { bar(&shared, mode, &make, dispatch) }
            <section class="stage" aria-label="What happens">
                if let Some(fault) = &watch.fault {
                    <p class="complaint" id="link-fault" role="alert">{ format!("This could not be shown: {}. Showing “{subject}” instead.", fault.message) }</p>
                }
                if let Some(quiz) = &watch.quiz {
                    { card(quiz, &watch.exhibit, dispatch) }
                }
                { fronts(watch, mode, dispatch) }
                { panels(watch, mode, dispatch) }
                if still && watch.clock.playhead == 0.0 {
                    <p class="muted small">{ "Your system is set to reduced motion: step from event to event with the buttons beside Play or the arrow keys." }</p>
                }
            </section>
            { beside(&shared, mode, dispatch) }
            { transport(&watch.clock, &dispatch.reform(Action::Clock), "Simulated time, in units of work at full speed. Long periods without events pass faster.") }
        </main>
    }
}

/// The jobs, by lane.
struct Titles {
    exhibit: Rc<Exhibit>,
    frame: TimelineFrame,
}

impl PartialEq for Titles {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.exhibit, &other.exhibit) && self.frame == other.frame
    }
}

impl Draws for Titles {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        timeline_titles(pen, (&self.exhibit.jobs, &self.exhibit.called), &self.frame)
    }
}

/// The titles of the lanes, and a panel for each policy.
fn panels(watch: &Watch, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let frame = TimelineFrame { playhead: watch.clock.playhead, ..watch.frame.clone() };
    let titled = TimelineFrame { playhead: 0.0, cursor: None, lit: None, ..watch.frame.clone() };
    let best = best(&watch.timelines);
    let narrow = is_narrow();
    let looks = watch.looks();
    let panel = |(i, timeline): (usize, &Rc<schedscope::server::Timeline>)| {
        let best = best == Some(i);
        let quiz = watch.quiz.as_ref();
        let secret = quiz.is_some_and(|quiz| quiz.keeps_secret(&timeline.policy));
        let withheld = quiz.is_some_and(|quiz| quiz.withholds(&timeline.policy));
        let ghost = watch.ghosts.as_ref().and_then(|ghosts| Some((ghosts.timelines.get(i)?.clone(), ghosts.exact)));
        // Of two policies each shows the other.
        let beside = 1 - i.min(1);
        let other =
            watch.timelines.get(beside).filter(|_| watch.timelines.len() == 2 && !secret).map(|other| (other.clone(), looks[beside]));
        let watched = Watched {
            timeline: timeline.clone(),
            look: looks[i],
            other,
            ghost,
            named: narrow || !frame.crowded(),
            sizes: narrow,
            departures: narrow,
            instants: false,
        };
        html! {
            <Panel
                key={timeline.policy.written().to_owned()} {watched} exhibit={watch.exhibit.clone()} front={i == watch.front} editing={watch.editing} live={watch.live} frame={frame.clone()}
                pointed={watch.pointed.clone()} {best} playing={watch.clock.playing} {secret} {withheld} {mode} dispatch={dispatch.clone()}
            />
        }
    };
    html! {
        <div class="panels">
            <div class="titles">
                <Canvas mode={mode} picture={Picture::of(Titles { exhibit: watch.exhibit.clone(), frame: titled })} label="Jobs by lane, from top to bottom in order of arrival, each with its size and guess" />
            </div>
            { for watch.timelines.iter().enumerate().map(panel) }
        </div>
    }
}

/// Where there is room for one panel: which, with the means of all.
pub(super) fn fronts(watch: &Watch, mode: Mode, dispatch: &Callback<Action>) -> Html {
    if watch.timelines.len() < 2 {
        return html! {};
    }
    let looks = watch.looks();
    let front = |(i, timeline): (usize, &Rc<schedscope::server::Timeline>)| {
        let mean = if watch.frame.hidden { "?".to_owned() } else { format::short(mean_sojourn(timeline)) };
        html! {
            <button
                type="button" class="front-tab" aria-pressed={(i == watch.front).to_string()}
                onclick={dispatch.reform(move |_: MouseEvent| Action::from(Change::Front(i)))}
            >{ swatch(looks[i], mode) }<span>{ timeline.policy.name() }</span><span class="visually-hidden">{ ", mean sojourn " }</span><strong>{ mean }</strong></button>
        }
    };
    let other = watch.timelines.get(1 - watch.front.min(1)).filter(|_| watch.timelines.len() == 2);
    html! {
        <div class="fronts">
            <div role="group" aria-label="Policy in front">{ for watch.timelines.iter().enumerate().map(front) }</div>
            if let Some(other) = other {
                <p class="muted small">{ format!("◆ when the job leaves under {}", other.policy.name()) }</p>
            }
        </div>
    }
}

/// The column beside the pictures: the jobs while they are edited, the job that is looked at, or what a wrong guess costs.
fn beside(shared: &Rc<Watch>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let until = if shared.frame.hidden { shared.clock.playhead } else { f64::INFINITY };
    let content = match shared.frame.selected {
        _ if shared.editing => fields(shared, mode, dispatch),
        Some(id) => biography(shared, id, mode, dispatch),
        None => {
            let shared = shared.clone();
            let leads = [on_average(&shared), halved(&shared)].map(AttrValue::from);
            later(move || {
                let (watch, leads) = (shared.clone(), leads.clone());
                kept((until, mode, Rc::as_ptr(&shared.exhibit)), move || price(&watch, until, &leads, mode))
            })
        }
    };
    let title = match shared.frame.selected {
        _ if shared.editing => "Edit the jobs",
        Some(_) => "The job",
        None => "What you see",
    };
    html! { <section class="story" aria-label={title}>{ content }{ lessons(View::Watch(SystemKind::Server)) }</section> }
}

/// Enough of them that the first look is not at one giant job.
const REPLICATIONS: u32 = 20;

/// A link to *Compare* with these policies, and the yardsticks among them.
fn on_average(watch: &Watch) -> String {
    let chosen = &watch.exhibit.policies;
    let wanted = |policy: &Policy| chosen.contains(policy) || matches!(policy.kind(), Kind::Srpt | Kind::Ps);
    let formulas = chosen.iter().filter(|policy| Rule::of(policy.written()).is_some()).cloned();
    let policies = Policy::all().filter(wanted).chain(formulas).map(|policy| encode(policy.written())).collect::<Vec<_>>().join(",");
    let query = format!("v={LINKS}&replications={REPLICATIONS}&policies={policies}");
    Route::View(View::Compare(SystemKind::Server), Some(query)).write(false)
}

/// A link to *Compare* with these jobs and policies, where a server of half the speed serves them.
fn halved(watch: &Watch) -> String {
    let Exhibit { jobs, policies, .. } = &*watch.exhibit;
    let job = |Job { arrival, size, estimate, weight, .. }: &Job| {
        format!("{{arrival={arrival:?},size={size:?},estimate={estimate:?},weight={weight:?}}}")
    };
    let jobs = encode(&jobs.iter().map(job).collect::<Vec<_>>().join(","));
    let policies = policies.iter().map(|policy| encode(policy.written())).collect::<Vec<_>>().join(",");
    let query = format!("v={LINKS}&policies={policies}&workload.jobs=[{jobs}]&what-if=half");
    Route::View(View::Compare(SystemKind::Server), Some(query)).write(false)
}
