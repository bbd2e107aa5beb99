//! The pictures that move with the clock. Their space is reserved, so nothing jumps.

use crate::web::canvas::{Picked, text_scale};
use crate::web::controls::value_of;
use crate::web::export::Format;
use crate::web::figure::{self, Figure};
use crate::web::kept::{Disclosure, kept};
use crate::web::markup::{markup, sheet, shown as written};
use crate::web::played::{Figures, Hears, Subject};
use crate::web::policies::swatch;
use schedscope_chart::{Served, Stand, Theme, cdn_at, cdn_week};
use schedscope_core::pictures::cdn::{CdnRun, cost, waiting, waits};
use schedscope_core::plot;
use schedscope_state::cdn::{Cdn, Pane, Replay, words};
use schedscope_state::clock::Beat;
use schedscope_state::stage::Change;
use std::rc::Rc;
use yew::prelude::*;

impl<'a> Figures<'a, Cdn> {
    /// When we are: in the middle of an interval, since nothing changes within.
    pub fn time(&self) -> f64 {
        let playhead = self.played.clock.playhead;
        self.shown.map_or(playhead, |shown| shown.runs.settled(playhead))
    }

    /// The policies that are shown in full, when we are, and what is lit.
    pub fn stands(&self) -> Vec<Stand> {
        let (time, lit) = (self.time(), self.played.lit_now());
        self.played.sides().into_iter().map(|run| Stand { run, time, lit }).collect()
    }

    fn run(&self, which: usize) -> Option<&'a CdnRun> {
        self.shown.and_then(|shown| shown.runs.runs.get(which))
    }

    /// A map and the loads of each policy that is shown in full.
    pub fn panels(&self) -> Html {
        let stands = self.stands();
        let front = self.front(stands.len());
        html! {
            <>
                { self.tabs(&self.played.sides()) }
                <div class={classes!("workers", "maps", format!("of-{}", stands.len()))}>{ for stands.iter().enumerate().map(|(i, stand)| self.panel(i, *stand, i == front)) }</div>
            </>
        }
    }

    fn panel(&self, place: usize, stand: Stand, front: bool) -> Html {
        let Some(subject) = self.subjects.get(stand.run) else { return html! {} };
        let name = &subject.name;
        let of = {
            let shown = self.shown.cloned();
            move |(point, size): Picked| cdn_at(point, size, text_scale(), &shown.as_ref()?.runs)
        };
        let hears = self.hears(of);
        let at = {
            let shown = self.shown.cloned();
            move |(point, size): Picked| shown.as_ref().map(|shown| cdn_week(point, size, text_scale(), &shown.runs)).unwrap_or_default()
        };
        let clicked = {
            let (at, change) = (at.clone(), self.change.clone());
            Callback::from(move |picked| {
                let (lit, time) = at(picked);
                match time {
                    Some(time) => change.emit(Change::Clock(Beat::Seek(time))),
                    None => lit.into_iter().for_each(|lit| change.emit(Change::Select(Some(lit)))),
                }
            })
        };
        let Hears { onhover, .. } = self.hears(move |picked| at(picked).0);
        let now = self.run(stand.run).and_then(|run| Some(words::now(run, run.at(stand.time)?)));
        let map = format!("{name}: who serves whom at the time of the clock. The sentence below and the table of servers say it in words.");
        let loads =
            format!("{name}: load of each server over time, and the queue of the CDN server. The table of servers has the numbers.");
        html! {
            <figure key={place} class={classes!(front.then_some("front"))} data-policy={subject.written.clone()}>
                <figcaption>
                    <h2 style={self.colour(subject.look)}>{ swatch(subject.look, self.mode) }<span>{ name.clone() }</span></h2>
                    { self.choice(place, stand.run) }
                    <p class="muted small">{ subject.row.line }</p>
                </figcaption>
                { self.canvas(format!("map-{place}"), Pane::Map(stand), map, hears) }
                <p class="now small">{ now }</p>
                <div class="loads">{ self.canvas(format!("loads-{place}"), Pane::Loads(stand), loads, Hears { onpick: Some(clicked), onhover, drag: None }) }</div>
            </figure>
        }
    }

    /// Which policy is shown in a panel.
    fn choice(&self, place: usize, which: usize) -> Html {
        // While policies are awaited there is room for it already.
        if self.subjects.len().max(self.played.bench.scenario.policies.len()) < 3 {
            return html! {};
        }
        let onchange = self.change.reform(move |event: Event| Change::Panel(place, value_of(&event)));
        let option = |(i, subject): (usize, &Subject)| html! { <option key={subject.written.clone()} value={subject.written.clone()} selected={i == which}>{ subject.name.clone() }</option> };
        // A choice of others is a selection of its own: the index is set before its options are there.
        let all: Vec<&str> = self.subjects.iter().map(|subject| &*subject.written).collect();
        html! {
            <select
                key={all.join(" ")} class="panel-policy" id={format!("panel-{place}")} aria-label={format!("Policy of panel {}", place + 1)} {onchange}
                ~selectedIndex={which as u32}
            >{ for self.subjects.iter().enumerate().map(option) }</select>
        }
    }

    /// What the marks mean.
    pub fn key(&self) -> Html {
        let theme = Theme::of(self.mode);
        let widest = self.shown.map_or(0, |shown| shown.runs.widest);
        let shades: Vec<String> = (0..=10).map(|part| theme.load(f64::from(part) / 10.0).css()).collect();
        let band = |by: Served, words: String| {
            let colour = theme.served(by).css();
            markup! { li { svg viewBox="0 0 36 12" aria-hidden="true" { path d="M0 2.5h26v-2.5l10 6-10 6v-2.5h-26z" fill=(colour) {} } (words) } }
        };
        let prices = self.shown.and_then(|shown| shown.runs.network()).map(|network| network.prices.external / network.prices.internal);
        let dearer = prices
            .map_or_else(String::new, |times| format!(", {} times as dear a kilometre as internal ones", schedscope::sim::brief(times)));
        written(markup! {
            ul.map-key.small.muted {
                li {
                    span.load-key style=(format!("background: linear-gradient(90deg, {})", shades.join(", "))) {}
                    "load: sessions ÷ capacity, 0 to 100 %"
                }
                (band(Served::Other, format!("served by another dServer; widest: {widest} sessions")))
                (band(Served::Cdn, format!("served by the CDN server, over external links{dearer}")))
                li { span.hull-key {} "dServers that help each other; lines: internal links and their cost, broken: low priority" }
                li { span.queue-key {} "requests in the queue of the CDN server" }
            }
        })
    }

    /// Queue, waits and cost over time, under all policies.
    pub fn lines(&self) -> Html {
        let Some(shown) = self.shown.filter(|shown| !shown.runs.runs.is_empty()) else { return html! {} };
        let time = self.time();
        let figure = |id: &'static str, title: &'static str, hint: &'static str, pane: Pane, make: fn(&Replay) -> plot::Picture| {
            let (rows, file) = (shown.clone(), shown.clone());
            Figure {
                id,
                title,
                hint: hint.into(),
                picture: Self::picture(shown, pane),
                summary: format!("{title}: {hint}, one line a policy.").into(),
                table: Callback::from(move |()| thinned(&make(&rows))),
                file: Callback::from(move |format| match format {
                    Format::Csv => Some(figure::csv(&make(&file))),
                    _ => serde_json::to_string_pretty(&file.report).ok(),
                }),
                controls: Html::default(),
            }
            .view(self.mode)
        };
        html! {
            <div class="cdn-lines">
                { figure("cdn-queue", "Queue at the CDN server", "requests that wait", Pane::Waiting(time), |shown| waiting(&shown.runs, 0.0)) }
                { figure("cdn-waits", "How long they have waited", "mean of those whose sessions begin", Pane::Waits(time), |shown| waits(&shown.runs, 0.0)) }
                { figure("cdn-cost", "Cost of the transfers so far", "in parts of the centralised cost", Pane::Cost(time), |shown| cost(&shown.runs, 0.0)) }
            </div>
        }
    }

    /// Each server's load now, on average and at most, as a table.
    pub fn servers(&self) -> Html {
        let Some(shown) = self.shown else { return html! {} };
        let (shown, stands) = (shown.clone(), self.stands());
        let table = Callback::from(move |()| {
            let (shown, stands) = (shown.clone(), stands.clone());
            kept((Rc::as_ptr(&shown), stands.clone()), move || servers(&shown, &stands))
        });
        html! {
            <Disclosure
                id="servers" class="numbers" label="Servers" view={table}
                summary={html! { <summary class="small">{ "Servers as a table" }</summary> }}
            />
        }
    }
}

/// The numbers of curves at some points only.
fn thinned(picture: &plot::Picture) -> Html {
    /// Points of a curve that are told.
    const MOST: usize = 24;
    let plot::Plot::Lines(lines) = &picture.panels[0].plot else { return html! {} };
    let points = lines.lines.iter().map(|line| line.points.len()).max().unwrap_or(0);
    let every = points.div_ceil(MOST).max(1);
    let titles = std::iter::once("Hours").chain(lines.lines.iter().map(|line| line.name.as_str()));
    let row = |i: usize| {
        let time = lines.lines.iter().find_map(|line| line.points.get(i)).map_or(0.0, |point| point.0);
        let cell = |line: &plot::Line| line.points.get(i).map_or_else(|| "–".to_owned(), |(_, y)| schedscope_state::format::short(*y));
        (format!("{:.1}", time / 3600.0), lines.lines.iter().map(cell).collect())
    };
    let rows: Vec<(String, Vec<String>)> = (every - 1..points).step_by(every).map(row).collect();
    written(sheet(titles, &rows))
}

fn servers(shown: &Replay, stands: &[Stand]) -> Html {
    let Some(network) = shown.runs.network() else { return html! {} };
    let runs: Vec<(&CdnRun, f64)> = stands.iter().filter_map(|stand| Some((shown.runs.runs.get(stand.run)?, stand.time))).collect();
    let names = network.regions.iter().map(|region| region.name.clone()).chain(["CDN server".to_owned()]);
    let cells = |server: usize| {
        let of = |(run, time): &(&CdnRun, f64)| {
            let loads = || run.timeline.samples.iter().map(|sample| run.load(sample, server));
            let mean = loads().sum::<f64>() / run.timeline.samples.len().max(1) as f64;
            let now = run.at(*time).map_or(0.0, |sample| run.load(sample, server));
            [now, mean, loads().fold(0.0, f64::max)].map(words::share)
        };
        runs.iter().flat_map(of).collect::<Vec<String>>()
    };
    let rows: Vec<(String, Vec<String>)> = names.enumerate().map(|(server, name)| (name, cells(server))).collect();
    let titles: Vec<String> =
        runs.iter().flat_map(|(run, _)| ["now", "mean", "most"].map(|what| format!("{}, {what}", run.name))).collect();
    written(sheet(std::iter::once("Load of").chain(titles.iter().map(String::as_str)), &rows))
}
