//! The pictures. Their space is reserved, so nothing jumps.

use super::sentence::{now, verdict};
use super::table::table;
use crate::chart::{Mode, Place, Theme, worker_at};
use crate::page::datacenter::{Change, Datacenter, Scene, Shown};
use crate::page::format;
use crate::page::inquiry::Phase;
use crate::pictures::datacenter::activity_look;
use crate::pictures::{looks, names};
use crate::plot::Look;
use crate::web::canvas::{Canvas, Picked, Picture};
use crate::web::controls::value_of;
use crate::web::kept::kept;
use crate::web::markup::{markup, shown};
use crate::web::policies::swatch;
use schedscope_engine::datacenter::{Activity, why};
use schedscope_engine::registry::Choice;
use std::rc::Rc;
use yew::prelude::*;

/// What the pictures have in common.
pub struct Figures<'a> {
    datacenter: &'a Datacenter,
    shown: Option<&'a Rc<Shown>>,
    /// Name, rule and look of each policy: of the answer, or, while there is none, of the question.
    subjects: Vec<(String, &'static str, Look)>,
    mode: Mode,
    change: Callback<Change>,
}

impl<'a> Figures<'a> {
    /// The pictures of the last answer.
    pub fn new(datacenter: &'a Datacenter, mode: Mode, change: Callback<Change>) -> Self {
        let shown = datacenter.bench.inquiry.answer.as_ref().map(|(_, shown)| shown);
        let policies: Vec<Choice> = match shown {
            Some(shown) => shown.report.policies.iter().map(|row| row.policy.clone()).collect(),
            None => datacenter.bench.scenario.choices().unwrap_or_default(),
        };
        let lines = policies.iter().map(|policy| policy.row().line);
        let subjects = names(&policies).into_iter().zip(lines).zip(looks(&policies)).map(|((name, line), look)| (name, line, look));
        Self { datacenter, shown, subjects: subjects.collect(), mode, change }
    }

    fn canvas(&self, name: String, scene: Scene, label: String, onpick: Option<Callback<Picked>>) -> Html {
        match self.shown {
            Some(shown) => {
                html! { <Canvas {name} mode={self.mode} picture={Picture::Datacenter(shown.clone(), scene)} {label} {onpick} /> }
            }
            None => html! {
                <div class="picture-space">{ if self.datacenter.bench.inquiry.phase == Phase::Failed { "Nothing to show" } else { "Simulating …" } }</div>
            },
        }
    }

    /// When we are: in a large run, at the last snapshot.
    fn place(&self, run: usize) -> Place {
        let Datacenter { clock, worker, .. } = self.datacenter;
        let timeline = self.shown.and_then(|shown| shown.runs.runs.get(run)).map(|run| &run.timeline);
        let frame = timeline.and_then(|timeline| Some(timeline.frame(timeline.begin() + clock.playhead)? as f64 * timeline.frames.every));
        Place { run, time: frame.unwrap_or(clock.playhead), worker: *worker }
    }

    /// What the workers do, one picture a policy.
    pub fn grids(&self) -> Html {
        let exact = self.shown.is_none_or(|shown| shown.is_exact());
        let panel = |(i, (name, line, look)): (usize, &(String, &'static str, Look))| {
            let shown = self.shown.cloned();
            let change = self.change.clone();
            let onpick = Callback::from(move |(point, size): Picked| {
                let run = shown.as_ref().and_then(|shown| shown.runs.runs.get(i));
                if let Some(worker) = run.and_then(|run| worker_at(point, size, &run.timeline)) {
                    change.emit(Change::Worker(worker));
                }
            });
            let place = self.place(i);
            let label = format!("{name}: what each worker is doing now. The sentence below gives the numbers.");
            let timeline = self.shown.and_then(|shown| shown.runs.runs.get(i)).map(|run| &run.timeline);
            let spoken = if self.datacenter.clock.playing { "off" } else { "polite" };
            html! {
                <figure class="panel" key={i}>
                    <figcaption>
                        <h2>{ swatch(*look, self.mode) }{ name.clone() }</h2>
                        <p class="muted small">{ line }</p>
                    </figcaption>
                    { self.canvas(format!("grid-{i}"), Scene::Grid(place), label, exact.then_some(onpick)) }
                    <div>
                        <p class="now" aria-live={spoken}>{ timeline.map(|timeline| now(timeline, timeline.begin() + place.time)) }</p>
                        <p class="why">{ timeline.and_then(|timeline| why(timeline, timeline.begin() + place.time)) }</p>
                    </div>
                </figure>
            }
        };
        html! { <div class="panels grids">{ for self.subjects.iter().enumerate().map(panel) }</div> }
    }

    /// What the cells mean.
    pub fn key(&self) -> Html {
        let theme = Theme::of(self.mode);
        let cell = |activity: Activity, words: &str| {
            let (colour, ground) = (theme.css(activity_look(activity).hue), theme.grid.css());
            let (y, height) = if activity == Activity::Long { ("0", "16") } else { ("6.4", "9.6") };
            markup! {
                li {
                    svg.cell viewBox="0 0 16 16" aria-hidden="true" {
                        rect width="16" height="16" fill=(ground) {}
                        @if matches!(activity, Activity::Short | Activity::Long) {
                            rect y=(y) width="16" height=(height) fill=(colour) {}
                        } @else if activity == Activity::Waiting {
                            rect x="5.5" y="5.5" width="5" height="5" fill=(theme.muted.css()) {}
                        }
                    }
                    (words)
                }
            }
        };
        let exact = self.shown.is_none_or(|shown| shown.is_exact());
        shown(markup! {
            div.key.small.muted {
                ul {
                    (cell(Activity::Idle, "idle"))
                    (cell(Activity::Waiting, "waiting for a task"))
                    (cell(Activity::Short, "S, short task"))
                    (cell(Activity::Long, "L, long task"))
                    @if exact {
                        li {
                            svg.cell viewBox="0 0 16 16" aria-hidden="true" {
                                rect width="16" height="16" fill=(theme.grid.css()) {}
                                path d="M0 0h10L0 10z" fill=(theme.late.css()) {}
                            }
                            "a short task waits behind a long one; number: tasks waiting"
                        }
                    }
                }
                @if !exact {
                    p { "Too many workers or tasks to show one by one: these are snapshots at even intervals." }
                }
            }
        })
    }

    /// What waits at one worker.
    pub fn queues(&self) -> Html {
        if self.shown.is_some_and(|shown| !shown.is_exact()) {
            return html! {};
        }
        let worker = self.datacenter.worker;
        let last = self.shown.map_or(0, |shown| shown.workers() - 1);
        let change = self.change.clone();
        let choose = Callback::from(move |event: InputEvent| {
            if let Ok(worker) = value_of(&event).parse::<u32>() {
                change.emit(Change::Worker(worker.min(last)));
            }
        });
        let queue = |(i, (name, _, look)): (usize, &(String, &'static str, Look))| {
            let label = format!("{name}: what worker {worker} is serving, and its queue");
            html! {
                <div class="queue" key={i}>
                    <p class="small muted">{ swatch(*look, self.mode) }{ name.clone() }</p>
                    { self.canvas(format!("queue-{i}"), Scene::Queue(self.place(i)), label, None) }
                </div>
            }
        };
        html! {
            <section class="queues" aria-label="A worker">
                <div class="field-head">
                    <h2><label for="worker">{ "Worker" }</label></h2>
                    <input id="worker" type="number" min="0" max={last.to_string()} step="1" value={worker.to_string()} oninput={choose} />
                    <span class="muted small">{ format!("0 to {last}; or click one above") }</span>
                </div>
                <div class="panels">{ for self.subjects.iter().enumerate().map(queue) }</div>
            </section>
        }
    }

    /// How many workers are busy.
    pub fn busy(&self) -> Html {
        // No finer than can be seen.
        let step = self.datacenter.clock.end() / 500.0;
        let playhead = if step > 0.0 { (self.datacenter.clock.playhead / step).round() * step } else { 0.0 };
        let busy = |(i, (name, _, look)): (usize, &(String, &'static str, Look))| {
            let label = format!("{name}: fraction of busy workers over time");
            html! {
                <figure class="wide" key={i}>
                    <figcaption>
                        <h2>{ swatch(*look, self.mode) }{ name.clone() }{ " · utilisation" }</h2>
                        <span class="muted small">{ "fraction of busy workers; the vertical line is the current time" }</span>
                    </figcaption>
                    { self.canvas(format!("busy-{i}"), Scene::Busy(i, playhead), label, None) }
                </figure>
            }
        };
        html! { <div class="panels">{ for self.subjects.iter().enumerate().map(busy) }</div> }
    }
}

/// What the second policy, and each that follows, comes to beside the first: the space is reserved.
pub fn verdicts(shown: Option<&Rc<Shown>>) -> Html {
    let words = shown.map(|shown| (1..shown.runs.runs.len()).filter_map(|i| verdict(shown, i)).collect::<Vec<_>>().join(" "));
    html! { <p class="gist">{ words }</p> }
}

/// What does not move with the clock: numbers, ratios, distributions.
pub fn results(shown: &Rc<Shown>, mode: Mode) -> Html {
    let shown = shown.clone();
    kept((Rc::as_ptr(&shown), mode), move || still(&shown, mode))
}

fn still(shown: &Rc<Shown>, mode: Mode) -> Html {
    let picture = |name: &'static str, title: String, hint: String, scene: Scene, label: String| {
        html! {
            <figure class="wide" key={name}>
                <figcaption><h2>{ title }</h2><span class="muted small">{ hint }</span></figcaption>
                <Canvas {name} {mode} picture={Picture::Datacenter(shown.clone(), scene)} {label} />
            </figure>
        }
    };
    let runs = &shown.runs.runs;
    let against = match &runs[..] {
        [a, b, ..] => (format!("{} ÷ {}", b.name, a.name), format!("completion times; below 1, {} is faster", b.name)),
        _ => ("Ratios".to_owned(), String::new()),
    };
    let classes = [("completion-0", "Short jobs", Scene::Completion(0)), ("completion-1", "Long jobs", Scene::Completion(1))];
    let jobs = |class: u8| {
        let of = shown.report.policies.first().and_then(|row| row.class(class));
        of.map_or_else(String::new, |figures| format!(" · {}", format::whole(figures.jobs)))
    };
    html! {
        <>
            { table(shown, mode) }
            <div class="panels">
                { picture(
                    "ratios", against.0, against.1, Scene::Ratios,
                    "Ratios of completion times at three percentiles of short and long jobs. The table above has the numbers.".to_owned(),
                ) }
                { for (0..).zip(classes).map(|(class, (name, title, scene))| picture(
                    name, format!("{title}{}", jobs(class)), "fraction of jobs that take at most this long".to_owned(), scene,
                    format!("{title}: fraction of jobs that complete within each time, one line per policy"),
                )) }
            </div>
        </>
    }
}
