//! What came out: how far it is, the picture, and its numbers.

use super::map::{self, Map};
use super::numbers;
use crate::web::canvas::{Canvas, Picture};
use crate::web::export::Format;
use crate::web::figure::{self, Figure};
use crate::web::layout::{Layout, explained, headline};
use crate::web::markup::{self, markup};
use crate::web::pick::Select;
use crate::web::what_if::links;
use gloo::utils::window;
use schedscope_chart::Mode;
use schedscope_core::pictures::{Over, SweepQuantity};
use schedscope_core::plot;
use schedscope_state::format;
use schedscope_state::stage::counts;
use schedscope_state::sweep::{Around, Change, Findings, Phase, Sweep, has_theory};
use std::rc::Rc;
use yew::prelude::*;

/// The headline and the results.
pub fn results(sweep: &Sweep, mode: Mode, change: &Callback<Change>) -> Layout {
    // What is kept of another question is shown as what it is.
    let shown = sweep.findings.as_ref().and_then(|findings| findings.setup.shown());
    let there = sweep.findings.as_ref().zip(sweep.picture.as_ref()).zip(shown);
    let (sentence, below) = sweep.findings.as_ref().zip(shown).and_then(|(findings, shown)| findings.headline(shown)).unwrap_or_default();
    let answer = html! {
        if let Some(((findings, picture), shown)) = there {
            { figure(sweep, findings, picture, shown, mode, change) }
        } else {
            <div class="wide" style="--rows: 1; --panels: 1">
                <div class="picture-space">{ if is_busy(sweep) { "Simulating the first cells …" } else { "No results yet." } }</div>
            </div>
        }
    };
    Layout {
        headline: headline(
            "sweep-verdict",
            &sentence,
            html! { <>{ explained(&below) }{ " " }{ links(&sweep.setup.base.scenario) }</> },
            status(sweep, change),
            None,
        ),
        answer,
        stale: sweep.stale(),
        busy: is_busy(sweep),
        ..Layout::default()
    }
}

/// Whether there is more to come.
fn is_busy(sweep: &Sweep) -> bool {
    matches!(sweep.phase, Phase::Fetching | Phase::Running)
}

/// A button that changes something.
pub fn button(id: &'static str, class: &'static str, text: &'static str, change: &Callback<Change>, what: Change) -> Html {
    let onclick = change.reform(move |_: MouseEvent| what.clone());
    html! { <button type="button" {class} {id} {onclick}>{ text }</button> }
}

/// How far it is, in one line with a bar.
fn status(sweep: &Sweep, change: &Callback<Change>) -> Html {
    let state = match sweep.phase {
        Phase::Idle => "idle",
        Phase::Fetching | Phase::Running => "running",
        Phase::Stopped => "stopped",
        Phase::Done => "done",
        Phase::Failed => "error",
    };
    let (running, part, said) = (is_busy(sweep), part(sweep), said(sweep));
    html! {
        <div id="sweep-status" class="status" data-state={state} data-cells={known(sweep).to_string()}>
            <div class="status-line">
                <p class={classes!((sweep.phase != Phase::Failed).then_some("muted"))}>{ &said }</p>
                { match sweep.phase {
                    Phase::Fetching | Phase::Running => button("sweep-stop", "quiet", "Stop", change, Change::Stop),
                    Phase::Done => html! {},
                    Phase::Stopped if !sweep.stale() => button("sweep-run", "primary", "Go on", change, Change::Run),
                    _ => button("sweep-run", "primary", "Run", change, Change::Run),
                } }
            </div>
            <div
                class={classes!("progress", (!running).then_some("rest"))} role="progressbar" aria-label="Progress of the sweep"
                aria-valuemin="0" aria-valuemax="100" aria-valuenow={format!("{:.0}", 100.0 * part)}
            ><div style={format!("transform: scaleX({part:.3})")} /></div>
            <p class="visually-hidden" role="status">{ if running { "" } else { &said } }</p>
            if let Some(message) = &sweep.replaced {
                <p class="warning small" role="alert">{ format!("A worker failed and was replaced; finished cells are kept. The error was: {message}") }</p>
            }
        </div>
    }
}

/// Fraction that is done of the simulations, and then of theory.
fn part(sweep: &Sweep) -> f64 {
    match &sweep.findings {
        Some(findings) if sweep.phase == Phase::Running && sweep.pace.part >= 1.0 => {
            findings.complete() as f64 / findings.sweep.cells().max(1) as f64
        }
        _ => sweep.pace.part,
    }
}

/// Cells that are there.
fn known(sweep: &Sweep) -> usize {
    sweep.findings.as_ref().filter(|_| !sweep.stale()).map_or(0, |findings| findings.known().count())
}

/// The same in words.
fn said(sweep: &Sweep) -> String {
    let grid = match sweep.setup.sweep() {
        Ok(grid) if sweep.setup.base.first_fault().is_none() => grid,
        _ => return "This cannot be simulated: see the marked field.".to_owned(),
    };
    let cells = format::counted(grid.cells(), "cell", "cells");
    let (known, pace) = (known(sweep), sweep.pace);
    let [_, many] = counts(sweep.setup.base.kind());
    let rate = format::rounded(pace.jobs / pace.seconds.max(1e-3), 2);
    let rate = if rate < 1e6 { format::readable(rate) } else { format!("{} million", format::plain(rate / 1e6)) };
    let speed = format!("{rate} {many} a second");
    match sweep.phase {
        Phase::Failed => format!("This cannot be simulated: {}", sweep.fault.as_ref().map_or("", |fault| fault.message.as_str())),
        _ if sweep.setup.shown().is_none() => "Choose at least two policies: a map of two axes compares them.".to_owned(),
        Phase::Idle => {
            let policies = format::counted(grid.scenario.policies.len() as u64, "policy", "policies");
            let replications = format::counted(u64::from(grid.scenario.replications), "replication", "replications");
            let theory = if has_theory(grid.scenario.kind()) { ", then theory" } else { "" };
            let time = sweep.estimate().map(|seconds| format!(": about {}{theory}", duration(seconds))).unwrap_or_default();
            format!("{cells} × {policies} × {replications}{time}")
        }
        Phase::Fetching => cells,
        Phase::Running if pace.part >= 1.0 => {
            let complete = sweep.findings.as_ref().map_or(0, |findings| findings.complete());
            format!("{cells} simulated · {speed} · theory of {complete} of {}", grid.cells())
        }
        Phase::Running if pace.part > 0.0 => {
            let left = pace.seconds * (1.0 - pace.part) / pace.part;
            format!("{known} of {cells} · {speed} · {} left", duration(left))
        }
        Phase::Running => format!("{known} of {cells}"),
        Phase::Stopped => format!("Stopped after {known} of {cells}"),
        Phase::Done if pace.jobs == 0.0 => format!("{cells}, simulated beforehand · seed {}", grid.scenario.seed),
        Phase::Done => format!("{cells} in {} · {speed} · seed {}", duration(pace.seconds), grid.scenario.seed),
    }
}

fn duration(seconds: f64) -> String {
    match libm::ceil(seconds) as u64 {
        whole @ 0..=99 => format!("{whole} s"),
        whole => format!("{} min", whole.div_ceil(60)),
    }
}

/// Which figure is shown.
fn choose(findings: &Findings, shown: &SweepQuantity, change: &Callback<Change>) -> Html {
    let offered = findings.setup.offered();
    let chosen = offered.iter().position(|(quantity, _)| quantity.column == shown.column).unwrap_or_default();
    let select = Select {
        id: "sweep-show".to_owned(),
        label: "Shown".to_owned(),
        hint: "The figure that is shown of each policy. A ratio needs its reference policy among those chosen.",
        options: offered.iter().map(|(quantity, title)| (quantity.column, title.as_str())).collect(),
        chosen,
        onset: change.reform(Change::Show),
    };
    html! { <div class="pick shown">{ select.view() }</div> }
}

/// Compares exactly the scenario of a cell.
fn opener(findings: &Rc<Findings>) -> Callback<[usize; 2]> {
    let findings = findings.clone();
    Callback::from(move |at: [usize; 2]| {
        if let Some(link) = findings.compared(at) {
            // A browser that refuses stays where it is.
            let _ = window().location().set_hash(&link);
        }
    })
}

/// The card of the cell that is chosen, and what is shown along its row and its column.
fn around(findings: &Rc<Findings>, around: &Around, shown: &SweepQuantity, mode: Mode) -> Html {
    let Around { at, rows, slices, sentence } = around;
    let cell = findings.cell_at(at[0], at[1]).unwrap_or_default();
    let place = findings.place(cell);
    let words = |(name, value): &(String, f64)| format!("{name}\u{a0}= {}", format::plain(*value));
    let title = place.iter().map(words).collect::<Vec<_>>().join(", ");
    let to = shown.reference(&findings.sweep).map(|(name, _)| format!("mean ÷ {name}")).unwrap_or_default();
    let count = format::counted(u64::from(findings.replications(cell).unwrap_or_default()), "replication", "replications");
    let slice = |(i, id, title): (usize, &'static str, &'static str)| {
        let fixed = place.get(1 - i).map(words).unwrap_or_default();
        let (picture, of_table, of_file, all) = (slices[i].clone(), slices[i].clone(), slices[i].clone(), findings.clone());
        let figure = Figure {
            id,
            title,
            hint: fixed.clone().into(),
            picture: Picture::Plot(picture),
            summary: format!("{title}, {fixed}: {}. The values are in the table below.", shown.title(&findings.sweep.scenario)).into(),
            table: Callback::from(move |()| figure::table(&of_table)),
            file: Callback::from(move |format| Some(if format == Format::Csv { figure::csv(&of_file) } else { numbers::json(&all) })),
            controls: Html::default(),
        };
        figure.captioned(mode, format!("{fixed}, {}", findings.setup.caption()))
    };
    html! {
        <div class="around">
            <section class="card" aria-label="The chosen cell">
                <h2>{ title }{ " " }<span class="muted small">{ format!("{to}, 95\u{a0}% interval, {count}") }</span></h2>
                <Canvas id="sweep-cell" {mode} picture={Picture::Plot(rows.clone())} label={sentence.clone()} />
                <p id="sweep-sentence">{ sentence }</p>
                <p class="cell-ways">
                    if let Some(link) = findings.compared(*at) {
                        <a class="primary button" id="cell-compare" href={link}>{ "Open in Compare →" }</a>
                    }
                    if let Some(link) = findings.watched(*at) {
                        <a class="quiet button" id="cell-watch" href={link}>{ "One run in Watch" }</a>
                    }
                </p>
            </section>
            { for [(0, "sweep-row", "Along its row"), (1, "sweep-column", "Along its column")].map(slice) }
        </div>
    }
}

/// The picture with its numbers.
fn figure(
    sweep: &Sweep,
    findings: &Rc<Findings>,
    picture: &Rc<plot::Picture>,
    shown: &'static SweepQuantity,
    mode: Mode,
    change: &Callback<Change>,
) -> Html {
    let rows = picture.panels.len().max(1).div_ceil(picture.columns.max(1));
    let sentences = numbers::sentences(findings, shown);
    let (of_file, of_table) = (findings.clone(), findings.clone());
    let map = findings.setup.axes.len() > 1;
    let hint = match (sweep.stale(), map) {
        (true, _) => "results of the last run; press Run to update them",
        (false, true) if findings.short(shown) > 0 => "hatched: runs too short to compare",
        // The key has room for what marks mean only where it is wide.
        (false, true) if sweep.narrow && shown.over != Over::Bound => "hatched: clearly above 1",
        (false, true) => "",
        (false, false) => "bands: 95 % intervals",
    };
    let controls = html! {
        <>
            { choose(findings, shown, change) }
            if map {
                { map::reading(findings, picture, sweep.pointed) }
            }
        </>
    };
    let figure = Figure {
        id: "sweep",
        title: if map { "Over two axes" } else { "Along one axis" },
        hint: hint.into(),
        picture: Picture::Plot(picture.clone()),
        summary: format!("{}. {}", shown.title(&findings.sweep.scenario), sentences.join(" ")).into(),
        table: Callback::from(move |()| numbers::table(&of_table, shown)),
        file: Callback::from(move |format| Some(if format == Format::Csv { numbers::csv(&of_file) } else { numbers::json(&of_file) })),
        controls,
    };
    let figure = figure.captioned(mode, findings.setup.caption());
    let chosen = sweep.around.as_ref().map(|around| around.at);
    html! {
        <div class={if picture.columns == 3 { "wide three" } else { "wide" }} style={format!("--rows: {rows}; --panels: {}", picture.panels.len())}>
            if map {
                <Map picture={picture.clone()} pointed={sweep.pointed} {chosen} change={change.clone()} open={opener(findings)}>{ figure }</Map>
                { sweep.around.as_ref().map(|of| around(findings, of, shown, mode)).unwrap_or_default() }
            } else {
                { figure }
            }
            { markup::shown(markup! { ul.sentences { @for sentence in &sentences { li { (sentence) } } } }) }
        </div>
    }
}
