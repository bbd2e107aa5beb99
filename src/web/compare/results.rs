//! What came out: progress, warnings, two pictures and a table. Their space is reserved, so nothing jumps.

use super::refinement::{Findings, Phase};
use super::state::{Change, Compare};
use super::table::Table;
use crate::chart::{Mode, Quantity};
use crate::web::canvas::{Canvas, Picture};
use crate::web::field::Field;
use crate::web::format;
use crate::web::state::Action;
use yew::prelude::*;

/// The results.
pub fn results(compare: &Compare, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let refinement = &compare.refinement;
    let report = refinement.findings.as_ref().map(|findings| findings.report.clone());
    html! {
        <>
            { status(compare, dispatch) }
            <div class={classes!("answer", refinement.stale().then_some("stale"))} aria-busy={(refinement.phase == Phase::Running).to_string()}>
                { whence(compare) }
                <div class="charts">
                    { picture(compare, Quantity::Sojourn, mode) }
                    { picture(compare, Quantity::Slowdown, mode) }
                </div>
                if let Some(report) = report {
                    <Table {report} {mode} />
                } else {
                    <div class="table-space" />
                }
            </div>
        </>
    }
}

/// How far the answer is, in one line with a bar.
fn status(compare: &Compare, dispatch: &Callback<Action>) -> Html {
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
    let button = |id: &'static str, text: &'static str, change: Change| {
        html! { <button type="button" class="quiet small" {id} onclick={dispatch.reform(move |_| Action::Compare(change.clone()))}>{ text }</button> }
    };
    html! {
        <div id="run-status" class="status" data-state={state} data-generation={refinement.generation.to_string()} data-replications={known.to_string()}>
            <div class="status-line">
                <p role="status">{ said(compare, known) }</p>
                if refinement.phase == Phase::Stopped {
                    { button("go-on", "Go on", Change::GoOn) }
                } else if running && known > 0 {
                    { button("stop", "Stop", Change::Stop) }
                }
            </div>
            <div
                class={classes!("progress", (!running).then_some("rest"))} role="progressbar" aria-label="Progress of the simulation"
                aria-valuemin="0" aria-valuemax="100" aria-valuenow={format!("{:.0}", 100.0 * part)}
            ><div style={format!("transform: scaleX({part:.3})")} /></div>
            if let Some(message) = &refinement.replaced {
                <p class="warning small" role="alert">{ format!("A worker broke down and was replaced; the simulation starts again. It said: {message}") }</p>
            }
        </div>
    }
}

/// The same in words, after so many replications.
fn said(compare: &Compare, known: u32) -> String {
    let refinement = &compare.refinement;
    let wanted = compare.scenario.replications;
    match refinement.phase {
        Phase::Waiting | Phase::Running if known > 0 => format!("{known} of {wanted} replications"),
        Phase::Waiting | Phase::Running => "Simulating …".to_owned(),
        Phase::Stopped => format!("Stopped after {known} of {wanted} replications"),
        Phase::Done => done(compare),
        Phase::Failed => {
            let fault = refinement.fault.as_ref().map(|fault| fault.message.as_str());
            let why = fault.or(compare.drafts.first_fault()).unwrap_or("see the marked field");
            let below = if refinement.findings.is_some() { " (Below is the last good result.)" } else { "" };
            format!("This cannot be simulated: {why}{below}")
        }
    }
}

fn done(compare: &Compare) -> String {
    let Some(findings) = &compare.refinement.findings else { return "Done".to_owned() };
    let report = &findings.report;
    let runs = report.policies.len() as u64 * u64::from(report.scenario.replications) * report.workload.jobs;
    let policies = format::counted(report.policies.len() as u64, "policy", "policies");
    format!("Done: {policies}, {} simulated", format::counted(runs, "job", "jobs"))
}

/// What is said where there are no results yet.
fn nothing(compare: &Compare) -> &'static str {
    match (compare.refinement.phase, Field::OF_SERVERS.iter().any(|field| compare.complaint(*field).is_some())) {
        (Phase::Failed, true) => "There is nothing to show until the marked field is mended.",
        (Phase::Failed, false) => "There is nothing to show.",
        _ => "The first results are a moment away.",
    }
}

/// Where the numbers come from, and what to be warned of.
fn whence(compare: &Compare) -> Html {
    let Some(findings) = &compare.refinement.findings else {
        return html! { <p class="whence muted">{ nothing(compare) }</p> };
    };
    let report = &findings.report;
    let workload = &report.workload;
    let mut parts = vec![format::counted(workload.jobs, "job", "jobs")];
    if workload.skipped > 0 {
        parts.push(format!("{} without work skipped", format::counted(workload.skipped, "row", "rows")));
    }
    if let Some(load) = workload.load {
        parts.push(format!("load {}", format::short(load)));
    }
    if let Some(speed) = workload.speed {
        parts.push(format!("served at {} bytes/s", format::short(speed)));
    }
    if let Some(servers) = report.scenario.system.servers.filter(|servers| *servers > 1) {
        parts.push(format!("{servers} servers"));
    }
    parts.push(format!("seed {}", report.scenario.seed));
    let replications = report.scenario.replications;
    parts.push(if replications == 1 { "1 replication".to_owned() } else { format!("{replications} replications, 95 % intervals") });
    html! {
        <div class="whence">
            <p class="muted">{ parts.join(" · ") }</p>
            { for report.warnings.iter().map(|warning| html! { <p class="warning small">{ warning }</p> }) }
        </div>
    }
}

fn picture(compare: &Compare, quantity: Quantity, mode: Mode) -> Html {
    let (id, title, hint) = match quantity {
        Quantity::Sojourn => ("ecdf-sojourn", "Sojourn time (response time)", "the time from arrival to completion"),
        Quantity::Slowdown => ("ecdf-slowdown", "Slowdown", "sojourn ÷ size: 1 is as fast as alone"),
    };
    html! {
        <figure>
            <figcaption><h2>{ title }</h2><span class="muted small">{ hint }</span></figcaption>
            if let Some(Findings { report, .. }) = compare.refinement.findings.as_deref() {
                <Canvas
                    {id} {mode} picture={Picture::Ecdfs(report.clone(), quantity)}
                    label={format!("{title}: fraction of jobs below each value, one line a policy. The table below has the numbers.")}
                />
            } else {
                <div class="picture-space">{ if compare.refinement.phase == Phase::Failed { "Nothing to show" } else { "Simulating …" } }</div>
            }
        </figure>
    }
}
