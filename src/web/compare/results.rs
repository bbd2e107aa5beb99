//! What came out: progress, warnings, two pictures and a table. Their space is reserved, so nothing jumps.

use super::field::Field;
use super::state::{Compare, Phase};
use super::table::Table;
use crate::chart::{Mode, Quantity};
use crate::experiment::Report;
use crate::web::canvas::{Canvas, Picture};
use crate::web::format;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Results`].
#[derive(Clone, Properties)]
pub struct Props {
    /// The state of the view.
    pub compare: Compare,
    /// The theme.
    pub mode: Mode,
}

impl PartialEq for Props {
    /// A state is only ever replaced when something has changed.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// The results.
#[component]
pub fn Results(props: &Props) -> Html {
    let Props { compare, mode } = props;
    let report = compare.answer.as_ref().map(|(_, report)| report.clone());
    html! {
        <>
            { status(compare) }
            <div class={classes!("answer", compare.stale().then_some("stale"))} aria-busy={(compare.phase == Phase::Running).to_string()}>
                { whence(report.as_deref()) }
                <div class="charts">
                    { picture(report.as_ref(), Quantity::Sojourn, *mode) }
                    { picture(report.as_ref(), Quantity::Slowdown, *mode) }
                </div>
                if let Some(report) = report {
                    <Table {report} mode={*mode} />
                } else {
                    <div class="table-space" />
                }
            </div>
        </>
    }
}

fn status(compare: &Compare) -> Html {
    let (state, text) = match compare.phase {
        Phase::Waiting => ("idle", "Waiting to start …".to_owned()),
        Phase::Running => ("running", format!("Simulating … {:.0} %", 100.0 * compare.progress())),
        Phase::Done => ("done", done(compare)),
        Phase::Failed => ("error", failed(compare)),
    };
    let part = match compare.phase {
        Phase::Done => 1.0,
        _ => compare.progress(),
    };
    let running = matches!(compare.phase, Phase::Running | Phase::Waiting);
    html! {
        <div id="run-status" class="status" data-state={state} data-generation={compare.generation.to_string()}>
            <p role="status">{ text }</p>
            <div
                class={classes!("progress", (!running).then_some("rest"))} role="progressbar" aria-label="Progress of the simulation"
                aria-valuemin="0" aria-valuemax="100" aria-valuenow={format!("{:.0}", 100.0 * part)}
            ><div style={format!("transform: scaleX({part:.3})")} /></div>
        </div>
    }
}

fn done(compare: &Compare) -> String {
    let Some((_, report)) = &compare.answer else { return "Done".to_owned() };
    let runs = report.policies.len() as u64 * u64::from(report.scenario.replications) * report.workload.jobs;
    format!("Done: {} policies, {} jobs simulated", report.policies.len(), format::whole(runs))
}

fn failed(compare: &Compare) -> String {
    let shown_beside = |field: &str| field == "workload.path" || field == "policies" || Field::ALL.iter().any(|f| f.about().name == field);
    match &compare.fault {
        Some(fault) if !fault.field.as_deref().is_some_and(shown_beside) => fault.message.clone(),
        _ if compare.answer.is_some() => "This cannot be simulated: see the marked field. Below is the last good result.".to_owned(),
        _ => "This cannot be simulated: see the marked field.".to_owned(),
    }
}

/// Where the numbers come from, and what to be warned of.
fn whence(report: Option<&Report>) -> Html {
    let Some(report) = report else {
        return html! { <p class="whence muted">{ "The first results are a moment away." }</p> };
    };
    let workload = &report.workload;
    let mut parts = vec![format!("{} jobs", format::whole(workload.jobs))];
    if workload.skipped > 0 {
        parts.push(format!("{} rows without work skipped", format::whole(workload.skipped)));
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

fn picture(report: Option<&Rc<Report>>, quantity: Quantity, mode: Mode) -> Html {
    let (id, title, hint) = match quantity {
        Quantity::Sojourn => ("ecdf-sojourn", "Sojourn time (response time)", "the time from arrival to completion"),
        Quantity::Slowdown => ("ecdf-slowdown", "Slowdown", "sojourn ÷ size: 1 is as fast as alone"),
    };
    html! {
        <figure>
            <figcaption><h2>{ title }</h2><span class="muted small">{ hint }</span></figcaption>
            if let Some(report) = report {
                <Canvas
                    {id} {mode} picture={Picture::Ecdfs(report.clone(), quantity)}
                    label={format!("{title}: fraction of jobs below each value, one line a policy. The table below has the numbers.")}
                />
            } else {
                <div class="picture-space">{ "Simulating …" }</div>
            }
        </figure>
    }
}
