//! The pictures. Their space is reserved, so nothing jumps.

use super::counters::counters;
use super::rows::Rows;
use super::table::table;
use crate::web::canvas::{Canvas, Picked, Picture, text_scale};
use crate::web::controls::value_of;
use crate::web::kept::{Disclosure, kept};
use crate::web::markup::{markup, shown};
use crate::web::played::{Figures, Hears, Subject};
use schedscope::datacenter::Activity;
use schedscope_chart::{Mode, Place, Theme, lit_at, worker_at};
use schedscope_core::pictures::datacenter::{Selected, completion_times};
use schedscope_state::datacenter::{Datacenter, Pane, Replay, words};
use schedscope_state::format;
use schedscope_state::spread::Spread;
use schedscope_state::stage::{Change, Played};
use std::rc::Rc;
use yew::prelude::*;

impl Figures<'_, Datacenter> {
    /// Whether workers have rows.
    fn rows(&self) -> bool {
        self.shown.is_none_or(|shown| shown.has_rows())
    }

    /// This second, or, in a large run, when the last snapshot before it was taken.
    fn taken(&self, run: usize, time: f64) -> f64 {
        let timeline = self.shown.and_then(|shown| shown.runs.runs.get(run)).map(|run| &run.timeline);
        let frame = timeline.and_then(|timeline| Some(timeline.frame(timeline.begin() + time)? as f64 * timeline.frames.every));
        frame.unwrap_or(time)
    }

    /// When we are.
    fn place(&self, run: usize) -> Place {
        let clock = &self.played.clock;
        Place { run, time: self.taken(run, clock.playhead), lit: self.played.lit_now(), moving: clock.playing }
    }

    /// The workers of a run as a picture, or the space for it.
    fn workers(&self, run: usize, label: String, hears: Hears) -> Html {
        let (name, place) = (format!("grid-{run}"), self.place(run));
        let Some(shown) = self.shown.filter(|_| self.rows()) else { return self.canvas(name, Pane::Grid(place), label, hears) };
        // The longest bar is shorter by about a pixel.
        let settled = self.played.clock.stepped(shown.runs.full / 600.0);
        let picture = Picture::of(Rows { shown: shown.clone(), place, settled });
        html! { <Canvas {name} mode={self.mode} {picture} {label} onpick={hears.onpick} onhover={hears.onhover} /> }
    }

    /// What is drawn of each policy.
    pub fn panes(&self) -> Vec<Pane> {
        let pane = |run| if self.rows() { Pane::Rows(self.place(run)) } else { Pane::Grid(self.place(run)) };
        (0..self.subjects.len()).map(pane).collect()
    }

    /// What the workers do, one picture a policy.
    pub fn panels(&self) -> Html {
        let (rows, exact) = (self.rows(), self.shown.is_none_or(|shown| shown.is_exact()));
        let workers = self.shown.map_or(24, |shown| shown.workers());
        let all: Vec<usize> = (0..self.subjects.len()).collect();
        let front = self.front(all.len());
        let panel = |(i, subject): (usize, &Subject)| {
            let (shown, place, name) = (self.shown.cloned(), self.place(i), &subject.name);
            let told = self.taken(i, self.played.clock.told());
            let at = move |(point, size): Picked| {
                let shown = shown.as_ref()?;
                if rows {
                    lit_at(point, size, text_scale(), &shown.runs, place)
                } else {
                    shown.runs.runs.get(i).and_then(|run| worker_at(point, size, &run.timeline)).map(Selected::Worker)
                }
            };
            let hears = if exact { self.hears(at) } else { Hears::default() };
            let label = format!("{name}: what each worker is doing now, and what waits there. The sentences beside give the numbers.");
            let timeline = self.shown.and_then(|shown| shown.runs.runs.get(i)).map(|run| &run.timeline);
            html! {
                <figure key={i} class={classes!((i == front).then_some("front"))}>
                    <figcaption>
                        <h2 style={self.colour(subject.look)}>{ self.swatched(subject) }</h2>
                        <p class="muted small">{ subject.row.line }</p>
                    </figcaption>
                    { self.workers(i, label, hears) }
                    <p class="now small">{ timeline.map(|timeline| words::now(timeline, timeline.begin() + told)) }</p>
                </figure>
            }
        };
        let class = classes!("workers", if rows { "of-rows" } else { "of-cells" });
        html! {
            <>
                { self.tabs(&all) }
                <div {class} style={format!("--rows: {workers}")}>{ for self.subjects.iter().enumerate().map(panel) }</div>
            </>
        }
    }

    /// What the cells mean, where workers have no rows.
    pub fn key(&self) -> Html {
        if self.rows() {
            return html! {};
        }
        let theme = Theme::of(self.mode);
        let cell = |activity: Activity, words: &str| {
            let (colour, ground) = (if activity == Activity::Long { theme.long } else { theme.short }.css(), theme.grid.css());
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

    /// What waits at one worker, where workers have no rows.
    pub fn queues(&self) -> Html {
        if self.rows() || self.shown.is_some_and(|shown| !shown.is_exact()) {
            return html! {};
        }
        let worker = self.place(0).worker().unwrap_or(0);
        let last = self.shown.map_or(0, |shown| shown.workers() - 1);
        let change = self.change.clone();
        let choose = Callback::from(move |event: InputEvent| {
            if let Ok(worker) = value_of(&event).parse::<u32>() {
                change.emit(Change::Select(Some(Selected::Worker(worker.min(last)))));
            }
        });
        let queue = |(i, subject): (usize, &Subject)| {
            let name = &subject.name;
            let label = format!("{name}: what worker {worker} is serving, and its queue");
            html! {
                <div class="queue" key={i}>
                    <p class="small muted">{ self.swatched(subject) }</p>
                    { self.canvas(format!("queue-{i}"), Pane::Queue(self.place(i)), label, Hears::default()) }
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
        let step = self.played.clock.end() / 500.0;
        let playhead = if step > 0.0 { (self.played.clock.playhead / step).round() * step } else { 0.0 };
        let busy = |(i, subject): (usize, &Subject)| {
            let name = &subject.name;
            let label = format!("{name}: fraction of busy workers over time");
            html! {
                <figure class="wide" key={i}>
                    <figcaption>
                        <h2>{ self.swatched(subject) }{ " · utilisation" }</h2>
                        <span class="muted small">{ "fraction of busy workers; the vertical line is the current time" }</span>
                    </figcaption>
                    { self.canvas(format!("busy-{i}"), Pane::Busy(i, playhead), label, Hears::default()) }
                </figure>
            }
        };
        html! { <div class="panels">{ for self.subjects.iter().enumerate().map(busy) }</div> }
    }
}

/// Completion times of short and of long jobs, which do not move with the clock.
pub fn completions(datacenter: &Played<Datacenter>, shown: &Rc<Replay>, mode: Mode) -> Html {
    let (shown, all) = (shown.clone(), datacenter.bench.behind.known());
    kept((Rc::as_ptr(&shown), all.as_ref().map(Rc::as_ptr), mode), move || distributions(&shown, all.as_ref(), mode))
}

fn distributions(shown: &Rc<Replay>, all: Option<&Rc<Spread>>, mode: Mode) -> Html {
    let report = all.map_or(&shown.report, |all| &all.report);
    let picture = |(class, (name, title)): (u8, (&'static str, &'static str))| {
        let jobs = report.policies.first().and_then(|row| row.class(class));
        let jobs = jobs.map(|figures| format!(" · {}", format::whole(figures.jobs)));
        let picture = Picture::Plot(Rc::new(completion_times(report, &shown.runs, class)));
        let label = format!("{title}: fraction of jobs that complete within each time, one line per policy");
        html! {
            <figure class="wide" key={name}>
                <figcaption><h2>{ title }{ jobs }</h2><span class="muted small">{ "fraction of jobs that take at most this long" }</span></figcaption>
                <Canvas {name} {mode} {picture} {label} />
            </figure>
        }
    };
    html! { <div class="panels">{ for (0..).zip([("completion-0", "Short jobs"), ("completion-1", "Long jobs")]).map(picture) }</div> }
}

/// The table of numbers, which does not move with the clock, and behind a disclosure the counters.
pub fn results(datacenter: &Played<Datacenter>, shown: &Rc<Replay>, mode: Mode) -> Html {
    let (shown, all) = (shown.clone(), datacenter.bench.behind.known());
    kept((Rc::as_ptr(&shown), all.as_ref().map(Rc::as_ptr), mode), move || still(&shown, all.as_ref(), mode))
}

fn still(shown: &Rc<Replay>, all: Option<&Rc<Spread>>, mode: Mode) -> Html {
    let report = all.map_or(&shown.report, |all| &all.report);
    let counts = {
        let (shown, all) = (shown.clone(), all.cloned());
        Callback::from(move |()| counters(all.as_ref().map_or(&shown.report, |all| &all.report), &shown.runs, mode))
    };
    let title = match report.scenario.replications {
        1 => "Numbers of this run".to_owned(),
        runs => format!("Numbers of all {runs} runs"),
    };
    html! {
        <>
            <h2 class="numbers-title">{ title }</h2>
            { table(report, &shown.runs, mode) }
            <Disclosure
                id="counters-all" class="numbers" label="Counters" view={counts}
                summary={html! { <summary class="small">{ "All counters" }</summary> }}
            />
        </>
    }
}
