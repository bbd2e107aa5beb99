//! What came out: how far it is, what it comes to, pictures and a table. Their space is reserved, so nothing jumps.

use super::card::{self, Ready};
use super::gallery::Gallery;
use super::pictures::{over_time, pictures};
use super::table::table;
use super::turning::turning;
use crate::web::layout::{Layout, explained, headline};
use crate::web::markup::{markup, shown};
use crate::web::status::warnings;
use crate::web::what_if::what_ifs;
use schedscope_chart::Mode;
use schedscope_core::experiment::SystemKind;
use schedscope_state::compare::{self, Change, Compare, Earlier, Headline, Phase};
use schedscope_state::state::Action;

use schedscope::server::Policy;
use yew::prelude::*;

/// The headline and the results; a file's own errors are of the spread `sigma`.
pub fn results(compare: &Compare, mode: Mode, sigma: Option<f64>, change: &Callback<Change>, dispatch: &Callback<Action>) -> Layout {
    let refinement = &compare.refinement;
    let before = compare.before();
    let Headline { sentence, below } = refinement.findings.as_ref().map_or_else(Headline::default, |findings| {
        let earlier = before.as_ref().map(|(before, what)| Earlier { findings: before, what });
        let report = &findings.report;
        let said = compare::headline(findings, compare.measure(), &compare.focus.over(report), compare.focus.lit(report), earlier);
        compare.of_file(findings, sigma, said)
    });
    let gallery = refinement.findings.as_ref().map(|findings| Gallery {
        findings: findings.clone(),
        focus: compare.focus.clone(),
        job: compare.job.looked.clone(),
        order: compare.order.clone(),
        before,
        verdict: format!("{sentence} {below}"),
        merged: compare.merged(),
        measure: compare.measure(),
        mode,
        change: change.clone(),
        dispatch: dispatch.clone(),
    });
    let complete = refinement.phase == Phase::Done && !refinement.stale();
    let ready = gallery.clone().filter(|gallery| complete && gallery.measure.is_some());
    let ready = ready.map(|gallery| Ready { sentence: sentence.clone(), whence: compare.setup(), gallery });
    let answer = html! {
        <>
            if let Some(gallery) = &gallery {
                { pictures(gallery.clone()) }
            } else {
                <div class="gallery" key="space"><div class="picture-space">{ nothing(compare) }</div></div>
            }
            if let Some(gallery) = gallery {
                <div class={classes!("second", gallery.findings.closeups.is_empty().then_some("alone"))}>
                    { turning(compare, mode, change) }
                    if !gallery.findings.closeups.is_empty() {
                        { over_time(gallery) }
                    }
                </div>
            }
            { warnings(refinement.findings.as_ref().map(|findings| &*findings.report)) }
            { left_out(compare) }
            if let Some(findings) = &refinement.findings {
                <details class="numbers" id="all-numbers">
                    <summary class="small">{ "All numbers" }</summary>
                    { table(findings, compare, mode, change) }
                </details>
            }
            // Those who hear the page are told what came out once, not at every step.
            <p class="visually-hidden" role="status">{ if refinement.phase == Phase::Done { sentence.clone() } else { String::new() } }</p>
        </>
    };
    Layout {
        headline: headline("verdict", &sentence, explained(&below), status(compare, sigma, ready, change), None),
        answer,
        stale: refinement.stale(),
        busy: refinement.phase == Phase::Running,
        ..Layout::default()
    }
}

/// How far the answer is, in one line with a bar.
fn status(compare: &Compare, sigma: Option<f64>, ready: Option<Ready>, change: &Callback<Change>) -> Html {
    let refinement = &compare.refinement;
    let running = matches!(refinement.phase, Phase::Waiting | Phase::Running);
    let state = match refinement.phase {
        Phase::Waiting => "idle",
        Phase::Running => "running",
        Phase::Done => "done",
        Phase::Stopped => "stopped",
        Phase::Failed => "error",
    };
    let part = if running { refinement.progress } else { 1.0 };
    let known = refinement.findings.as_ref().filter(|_| !refinement.stale()).map_or(0, |findings| findings.report.scenario.replications);
    let button = |id: &'static str, text: &'static str, what: Change| {
        html! { <button type="button" class="quiet small" {id} onclick={change.reform(move |_| what.clone())}>{ text }</button> }
    };
    html! {
        <div id="run-status" class="status" data-state={state} data-generation={refinement.generation.to_string()} data-replications={known.to_string()}>
            <div class="status-line">
                <p class={classes!((refinement.phase != Phase::Failed).then_some("muted"))}>{ said(compare, known) }{ compare.whence() }</p>
                if refinement.phase == Phase::Stopped {
                    { button("go-on", "Go on", Change::GoOn) }
                } else if running && known > 0 {
                    { button("stop", "Stop", Change::Stop) }
                }
                { what_ifs(compare, sigma, change) }
                { card::button(ready) }
            </div>
            <div
                class={classes!("progress", (!running).then_some("rest"))} role="progressbar" aria-label="Progress of the simulation"
                aria-valuemin="0" aria-valuemax="100" aria-valuenow={format!("{:.0}", 100.0 * part)}
            ><div style={format!("transform: scaleX({part:.3})")} /></div>
            if refinement.phase == Phase::Failed {
                <p class="visually-hidden" role="alert">{ said(compare, known) }</p>
            }
            if let Some(message) = &refinement.replaced {
                <p class="warning small" role="alert">{ format!("A worker failed and was replaced; the simulation starts again. The error was: {message}") }</p>
            }
        </div>
    }
}

/// The same in words, after this many replications.
fn said(compare: &Compare, known: u32) -> String {
    let refinement = &compare.refinement;
    let wanted = compare.asked().replications;
    match refinement.phase {
        Phase::Waiting | Phase::Running if known > 0 => format!("{known} of {wanted} replications"),
        Phase::Waiting | Phase::Running => "Simulating …".to_owned(),
        Phase::Stopped => format!("Stopped after {known} of {wanted} replications"),
        Phase::Done => compare.done(),
        Phase::Failed => {
            let fault = refinement.fault.as_ref().map(|fault| fault.message.as_str());
            let why = fault.or(compare.first_fault()).unwrap_or("see the marked field");
            let below = if refinement.findings.is_some() { " (The last valid result is shown below.)" } else { "" };
            format!("This cannot be simulated: {why}{below}")
        }
    }
}

/// What is said where there are no results yet.
fn nothing(compare: &Compare) -> &'static str {
    match (
        compare.refinement.phase,
        compare.refinement.fault.as_ref().is_some_and(|fault| fault.field.is_some()) || compare.first_fault().is_some(),
    ) {
        (Phase::Failed, true) => "Correct the marked field to see results.",
        (Phase::Failed, false) => "No results.",
        _ => "Simulating …",
    }
}

/// Policies that do not run on so many servers, and what is wrong with those that are asked for.
fn left_out(compare: &Compare) -> Html {
    let mut reasons: Vec<(&str, Vec<String>)> = vec![];
    let served = compare.kind() == SystemKind::Server;
    for policy in Policy::all().filter(|_| served).filter(|policy| compare.scenario.policies.iter().any(|key| key == policy.row().key)) {
        let Some(why) = compare.excluded(&policy) else { continue };
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, names)) => names.push(policy.name()),
            None => reasons.push((why, vec![policy.name()])),
        }
    }
    html! {
        <>
            if !reasons.is_empty() {
                { shown(markup! {
                    div.warning.small {
                        p { "These run on one server only and are left out:" }
                        ul { @for (why, names) in &reasons { li { (names.join(", ")) ": " (why) } } }
                    }
                }) }
            }
            if let Some(complaint) = compare.refinement.blames("policies") {
                <p class="complaint" role="alert">{ complaint.to_owned() }</p>
            }
        </>
    }
}
