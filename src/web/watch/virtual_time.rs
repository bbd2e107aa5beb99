//! Virtual time: what is left of each job in the virtual system of a policy, beside what is really left, with the virtual clock.

use super::bar::bar;
use super::biography::biography;
use super::editor::fields;
use super::files::file;
use super::jobs::jobs;
use super::view::fronts;
use crate::web::canvas::{Canvas, Draws, Picked, Picture, text_scale};
use crate::web::environment::is_narrow;
use crate::web::export::Format;
use crate::web::kept::{Disclosure, kept};
use crate::web::layers::{Layered, Layers};
use crate::web::layout::lessons;
use crate::web::markup::{Markup, markup, shown};
use crate::web::playback::transport;
use crate::web::policies::{stroke, swatch};
use crate::web::surface;
use schedscope::server::{Timeline, VirtualTime, job_name, why};
use schedscope::sim::brief;
use schedscope_chart::{
    ChartError, Layer, Mode, Pen, Theme, VirtualContents, VirtualFrame, VirtualLayout, virtual_board, virtual_time, virtual_time_layer,
    virtual_time_now, virtual_titles,
};
use schedscope_core::exhibit::{example, mean_sojourn};
use schedscope_core::experiment::{LINKS, SystemKind, encode};
use schedscope_core::plot::Look;
use schedscope_state::clock::Beat;
use schedscope_state::format;
use schedscope_state::route::Route;
use schedscope_state::state::{Action, State};
use schedscope_state::view::View;
use schedscope_state::watch::words::{self, best};
use schedscope_state::watch::{Change, Fate, Standing, Stands, Watch, coming, happens};
use std::rc::Rc;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// *Watch* of the server as virtual time.
pub fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(watch) = state.only::<Watch>() else { return Html::default() };
    html! { <Whole watch={Rc::new(watch.clone())} mode={state.mode()} still={state.still} dispatch={dispatch.clone()} /> }
}

/// Properties of [`Whole`].
#[derive(Clone, Properties)]
struct Props {
    watch: Rc<Watch>,
    mode: Mode,
    still: bool,
    dispatch: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.watch, &other.watch) && (self.mode, self.still) == (other.mode, other.still)
    }
}

/// A run with its virtual system.
#[derive(Clone)]
struct Run {
    timeline: Rc<Timeline>,
    virtually: Option<Rc<VirtualTime>>,
}

impl Run {
    fn of(timeline: &Rc<Timeline>) -> Self {
        Self { timeline: timeline.clone(), virtually: VirtualTime::of(timeline).map(Rc::new) }
    }

    fn contents(&self) -> VirtualContents<'_> {
        VirtualContents { timeline: &self.timeline, virtually: self.virtually.as_deref() }
    }

    /// Who is served at an instant, and why.
    fn sentence(&self, time: f64) -> String {
        Stands::at(&self.timeline, time).map_or_else(|| why(&self.timeline, time), |stands| stands.sentence(&self.timeline))
    }
}

impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline)
    }
}

/// The picture of one run.
#[derive(PartialEq)]
struct Shown {
    run: Run,
    frame: VirtualFrame,
}

impl Draws for Shown {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        virtual_time(pen, self.run.contents(), &self.frame)
    }

    fn paint(&self, canvas: &HtmlCanvasElement, layers: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError> {
        layers.draw(canvas, self, how)
    }
}

impl Layered for Shown {
    const LAYERS: &'static [Layer] = &[Layer::Past, Layer::Future];
    const REACH: Option<f64> = None;

    fn still(&self) -> Self {
        Self { run: self.run.clone(), frame: VirtualFrame { playhead: 0.0, ..self.frame.clone() } }
    }

    fn layer(&self, pen: &Pen<'_>, layer: Layer) -> Result<(), ChartError> {
        virtual_time_layer(pen, self.run.contents(), &self.frame, layer)
    }

    fn cut(&self, (width, height): (f64, f64), scale: f64) -> f64 {
        VirtualLayout::of(width, height, scale).across(self.frame.playhead, self.frame.end)
    }

    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        virtual_time_now(pen, self.run.contents(), &self.frame)
    }
}

/// What the panels are.
#[derive(PartialEq)]
struct Titles(VirtualFrame);

impl Draws for Titles {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        virtual_titles(pen, &self.0)
    }
}

/// The whole view.
#[component]
fn Whole(props: &Props) -> Html {
    let Props { watch, mode, still, dispatch } = props;
    let mode = *mode;
    let time = watch.clock.playhead;
    let runs = use_memo(watch.timelines.clone(), |timelines| timelines.iter().map(Run::of).collect::<Vec<_>>());
    let around = VirtualFrame::around(runs.iter().map(Run::contents));
    let frame = VirtualFrame { playhead: time, selected: watch.frame.selected, named: is_narrow(), ..around };
    let titled = VirtualFrame { playhead: 0.0, selected: None, ..frame.clone() };
    let (looks, best) = (watch.looks(), best(&watch.timelines));
    let make = {
        let (watch, runs, frame) = (watch.clone(), runs.clone(), frame.clone());
        Callback::from(move |format| exported(&watch, &runs, &frame, mode, format))
    };
    let lead = match &runs[..] {
        [run] => run.sentence(time),
        _ if watch.exhibit.example.is_none() => words::own(&watch.exhibit),
        _ => words::opening(&watch.exhibit).to_owned(),
    };
    let editing = watch.editing;
    let panel = |(i, run): (usize, &Run)| panel(watch, run, &frame, (i, looks[i], best == Some(i)), mode, dispatch);
    html! {
        <main class={classes!("view", "watch", "virtual", format!("of-{}", runs.len()))} id="main">
            <div class="opening">
                <p class="lead">{ lead }</p>
                <button
                    type="button" id="try" class="primary" aria-pressed={editing.to_string()} title="Edit the jobs (E)"
                    onclick={dispatch.reform(move |_: MouseEvent| Action::from(Change::Editing(!editing)))}
                >{ if editing { "Done editing" } else { "Try it yourself" } }</button>
            </div>
            { bar(watch, mode, &make, dispatch) }
            <section class="stage" aria-label="What happens">
                if let Some(fault) = &watch.fault {
                    <p class="complaint" id="link-fault" role="alert">{ format!("This could not be shown: {}.", fault.message) }</p>
                }
                { fronts(watch, mode, dispatch) }
                <div class="panels">
                    <div class="titles">
                        <Canvas mode={mode} picture={Picture::of(Titles(titled))} label="Real: what is left of each job. Virtual: what is left of it if all shared the server. Virtual clock: counts the service that each has had there; a job ends when it shows its ticket." />
                    </div>
                    { for runs.iter().enumerate().map(panel) }
                </div>
                if *still && time == 0.0 {
                    <p class="muted small">{ "Your system is set to reduced motion: step from event to event with the buttons beside Play or the arrow keys." }</p>
                }
            </section>
            { beside(watch, &runs, &looks, mode, dispatch) }
            { transport(&watch.clock, &dispatch.reform(Action::Clock), "Simulated time, in units of work at full speed. Long periods without events pass faster.") }
        </main>
    }
}

/// The picture of one run with the policy's name above it and what happens below.
fn panel(
    watch: &Rc<Watch>,
    run: &Run,
    frame: &VirtualFrame,
    (place, look, best): (usize, Look, bool),
    mode: Mode,
    dispatch: &Callback<Action>,
) -> Html {
    let timeline = &run.timeline;
    let (row, name, written) = (timeline.policy.row(), timeline.policy.name(), timeline.policy.written().to_owned());
    let time = frame.playhead;
    let onpick = {
        let (end, last, dispatch) = (frame.end, watch.clock.end(), dispatch.clone());
        Callback::from(move |((x, _), (width, height)): Picked| {
            if let Some(time) = VirtualLayout::of(width, height, text_scale()).instant(x, end) {
                dispatch.emit(Action::Clock(Beat::Seek(time.min(last))));
            }
        })
    };
    let happened = happens(timeline, time);
    let sentence = run.sentence(time);
    let follows = coming(timeline, time);
    let later = !watch.clock.playing && happened.as_ref().is_some_and(|(happened, _)| *happened < time);
    // Another sentence is another element: words that go on in another place would be a text that moves.
    let key = format!("{} {sentence}", happened.as_ref().map_or(0.0, |(time, _)| *time));
    html! {
        <figure key={written.clone()} class={classes!("panel", (place == watch.front).then_some("front"))} aria-label={format!("Under {name}")}>
            <figcaption>
                <h2 title={name.clone()}>{ swatch(look, mode) }<span>{ name.clone() }</span></h2>
                <p class="rule muted small" title={row.line}>{ row.line }</p>
                <p class="mean muted" title="The time from arrival to completion, averaged over all jobs">
                    <span class="mean-word">{ if best { "least mean sojourn " } else { "mean sojourn " } }</span>
                    <strong class={classes!(best.then_some("best"))} data-mean={written.clone()} data-value={mean_sojourn(timeline).to_string()}>
                        { format::short(mean_sojourn(timeline)) }
                    </strong>
                </p>
            </figcaption>
            <div class="picture">
                <Canvas panel={written.clone()} {mode} picture={Picture::of(Shown { run: run.clone(), frame: frame.clone() })} label={summary(run)} {onpick} />
            </div>
            <p class="now" data-why={written} aria-live={if watch.clock.playing { "off" } else { "polite" }}>
                <span class="visually-hidden">{ format!("{name}: ") }</span>
                <span {key}>
                    if let Some((time, words)) = happened {
                        <span class="when">{ brief(time) }</span>{ format!(" {words} ") }
                    }
                    <span class="why">{ if later { "Now " } else { "" } }{ sentence }</span>
                    if let Some(follows) = follows {
                        <span class="follows muted">{ format!(" Next: {follows}.") }</span>
                    }
                </span>
            </p>
        </figure>
    }
}

/// The picture in words, for screen readers.
fn summary(run: &Run) -> String {
    let timeline = &run.timeline;
    let ends = timeline.completions.iter().enumerate().map(|(job, completion)| {
        let virtually = run.virtually.as_ref().and_then(|virtually| virtually.tickets.get(job));
        let virtually = virtually.map(|ticket| format!(" and completes virtually at {}", brief(ticket.end)));
        format!("{} leaves at {}{}", job_name(timeline, job), brief(*completion), virtually.unwrap_or_default())
    });
    let ends: Vec<String> = ends.collect();
    format!(
        "{}: what is left of each job, really and in the virtual system, and the virtual clock. {}.",
        timeline.policy.name(),
        ends.join(", ")
    )
}

/// The column beside the pictures: the jobs while they are edited, the job that is looked at, or how all jobs stand.
fn beside(watch: &Rc<Watch>, runs: &Rc<Vec<Run>>, looks: &[Look], mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (title, content) = match watch.frame.selected {
        _ if watch.editing => ("Edit the jobs", fields(watch, mode, dispatch)),
        Some(id) => ("The job", biography(watch, id, mode, dispatch)),
        None => {
            let stands =
                runs.iter().zip(looks).filter_map(|(run, look)| Some((run, *look, Stands::at(&run.timeline, watch.clock.playhead)?)));
            let tables: Vec<Markup> = stands.map(|(run, look, stands)| standing(run, look, &stands, runs.len() == 1, mode)).collect();
            let content = html! {
                <>
                    { shown(markup! { div.stands { h2 { "Who is next?" } p.muted.small { "Virtual time is the clock of an imagined server that all jobs share: it counts the service that each has had there. Next is the lowest ticket of those still here; late jobs go before all." } @for table in &tables { (table) } } }) }
                    { kept((mode, runs.iter().map(|run| Rc::as_ptr(&run.timeline)).collect::<Vec<_>>()), { let runs = runs.clone(); move || shown(ends(&runs, mode)) }) }
                    { more(watch, mode) }
                </>
            };
            ("What you see", content)
        }
    };
    html! { <section class="story" aria-label={title}>{ content }{ lessons(View::Watch(SystemKind::Server)) }</section> }
}

/// A job's name in its colour.
fn named(timeline: &Timeline, job: usize, mode: Mode) -> Markup {
    let colour = timeline.jobs.get(job).map_or_else(String::new, |of| Theme::of(mode).text_of_many(of, timeline.jobs.len()).css());
    markup! { b style={ "color: " (colour) } { (job_name(timeline, job)) } }
}

/// How the jobs stand under one policy, and if it is the only one, why it serves one and not another.
fn standing(run: &Run, look: Look, stands: &Stands, alone: bool, mode: Mode) -> Markup {
    let timeline = &run.timeline;
    let fate = |job: &Standing| match (job.fate, job.late) {
        (Fate::Gone, _) => "gone",
        (Fate::Served, false) => "served",
        (Fate::Served, true) => "late, served",
        (Fate::Waits, false) => "waits",
        (Fate::Waits, true) => "late, waits",
    };
    let moves = stands.jobs.iter().any(|job| job.moves);
    markup! {
        div.standing {
            @if !alone { p.cost-name { (stroke(look, mode)) strong { (timeline.policy.name()) } } }
            table data-stands=(timeline.policy.written()) {
                thead { tr { th scope="col" { "job" } th scope="col" { "really left" } th scope="col" { "virtually left" } th scope="col" { "ticket" } th scope="col" { "virtual end" } } }
                tbody {
                    @for job in &stands.jobs {
                        tr.served[job.fate == Fate::Served] {
                            th scope="row" { (named(timeline, job.job, mode)) " " span.small.bad[job.late] { (fate(job)) } }
                            td { (brief(job.left)) } td { (brief(job.virtually)) } td { (brief(job.ticket.number())) } td { (brief(job.ticket.end)) @if job.moves { "*" } }
                        }
                    }
                }
            }
            p.muted.small { "virtual clock " (brief(stands.clock)) @if moves { " · * as things stand: who comes may postpone it" } }
            @if alone {
                @if let Some((one, other, said)) = stands.aged(timeline) {
                    h2 { "Why " (one) " and not " (other) "?" }
                    p { (said) }
                }
            }
        }
    }
}

/// When each job leaves, and when it completes virtually.
fn ends(runs: &[Run], mode: Mode) -> Markup {
    let exact = runs.iter().all(|run| run.timeline.jobs.iter().all(|job| job.size == job.estimate));
    let few = runs.first().is_some_and(|run| run.timeline.jobs.len() <= 6);
    let virtually = || runs.iter().filter_map(|run| Some((run, run.virtually.as_ref()?)));
    let late = |real: f64, end: f64| end < real - 1e-9 * real.abs();
    let all = virtually().flat_map(|(run, virtually)| run.timeline.completions.iter().zip(&virtually.tickets));
    let said = if all.clone().any(|(real, ticket)| late(*real, ticket.end)) {
        "Guessed too small, a job completes virtually before it really leaves (red). From then on it is late:"
    } else if exact {
        "With exact sizes nobody leaves later than if all had shared:"
    } else {
        "Nobody: each leaves before it completes virtually."
    };
    markup! {
        @if few {
            div.ends {
                h2 { @if exact { "What it is good for" } @else { "Who is late" } }
                p.small { (said) }
                @for (run, virtually) in virtually() {
                    table data-ends=(run.timeline.policy.written()) {
                        thead { tr { th scope="col" { @if runs.len() > 1 { (run.timeline.policy.name()) } } @for job in 0..run.timeline.jobs.len() { th scope="col" { (named(&run.timeline, job, mode)) } } } }
                        tbody {
                            tr { th scope="row" { "really " span aria-hidden="true" { "○" } } @for (real, ticket) in run.timeline.completions.iter().zip(&virtually.tickets) { td.bad[late(*real, ticket.end)] { (brief(*real)) } } }
                            tr { th scope="row" { "virtually " span aria-hidden="true" { "□" } } @for ticket in &virtually.tickets { td { (brief(ticket.end)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// The story of the example, the jobs in numbers, and where guesses are wrong.
fn more(watch: &Rc<Watch>, mode: Mode) -> Html {
    let numbers = {
        let watch = watch.clone();
        move |()| jobs(&watch.timelines, f64::INFINITY, mode)
    };
    let story = watch.exhibit.example.and_then(example).map(|example| example.story);
    let exact = watch.guessed_wrong().next().is_none();
    let query = format!("v={LINKS}&example=under-estimated&policies={}", encode("fspe+ps"));
    let wrong = Route::View(View::Watch(SystemKind::Server), Some(query)).write(false);
    html! {
        <>
            if exact {
                <a class="next" href={wrong}>{ "And if a guess is wrong? →" }</a>
            }
            <Disclosure class="steps" id="numbers" label="Sojourn times" summary={html! { <summary>{ "Each job in numbers" }</summary> }} view={Callback::from(numbers)} />
            if let Some(story) = story {
                <p class="small">{ story }</p>
            }
        </>
    }
}

/// What is on the screen, as a file.
fn exported(watch: &Watch, runs: &[Run], frame: &VirtualFrame, mode: Mode, format: Format) -> Option<String> {
    /// Size of a picture for each policy.
    const SIZE: (u32, u32) = (840, 700);
    let all: Vec<(VirtualContents<'_>, String)> = runs.iter().map(|run| (run.contents(), run.sentence(frame.playhead))).collect();
    let (size, frame) = ((SIZE.0 * runs.len() as u32, SIZE.1), VirtualFrame { named: false, ..frame.clone() });
    match format {
        Format::Csv | Format::Json => file(watch, mode, format),
        Format::Svg => surface::said(surface::svg(size, mode, |pen| virtual_board(pen, &all, &frame))),
        Format::Png => surface::said(surface::png(size, mode, |pen| virtual_board(pen, &all, &frame))),
    }
}
