//! What came out: progress, warnings, two pictures and a table. Their space is reserved, so nothing jumps.

use super::state::Compare;
use super::table::Table;
use crate::chart::{Mode, Quantity};
use crate::web::canvas::{Canvas, Picture};
use crate::web::field::Field;
use crate::web::format;
use crate::web::inquiry::Phase;
use crate::web::status::status;
use yew::prelude::*;

/// The results.
pub fn results(compare: &Compare, mode: Mode) -> Html {
    let report = compare.inquiry.answer.as_ref().map(|(_, report)| report.clone());
    html! {
        <>
            { status("run-status", &compare.inquiry, done(compare), compare.drafts.first_fault()) }
            <div class={classes!("answer", compare.inquiry.stale().then_some("stale"))} aria-busy={(compare.inquiry.phase == Phase::Running).to_string()}>
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

fn done(compare: &Compare) -> String {
    let Some((_, report)) = &compare.inquiry.answer else { return "Done".to_owned() };
    let runs = report.policies.len() as u64 * u64::from(report.scenario.replications) * report.workload.jobs;
    let policies = format::counted(report.policies.len() as u64, "policy", "policies");
    format!("Done: {policies}, {} simulated", format::counted(runs, "job", "jobs"))
}

/// What is said where there are no results yet.
fn nothing(compare: &Compare) -> &'static str {
    match (compare.inquiry.phase, Field::OF_SERVERS.iter().any(|field| compare.complaint(*field).is_some())) {
        (Phase::Failed, true) => "There is nothing to show until the marked field is mended.",
        (Phase::Failed, false) => "There is nothing to show.",
        _ => "The first results are a moment away.",
    }
}

/// Where the numbers come from, and what to be warned of.
fn whence(compare: &Compare) -> Html {
    let Some((_, report)) = &compare.inquiry.answer else {
        return html! { <p class="whence muted">{ nothing(compare) }</p> };
    };
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
            if let Some((_, report)) = &compare.inquiry.answer {
                <Canvas
                    {id} {mode} picture={Picture::Ecdfs(report.clone(), quantity)}
                    label={format!("{title}: fraction of jobs below each value, one line a policy. The table below has the numbers.")}
                />
            } else {
                <div class="picture-space">{ if compare.inquiry.phase == Phase::Failed { "Nothing to show" } else { "Simulating …" } }</div>
            }
        </figure>
    }
}
