//! How far an answer is, in one line with a bar; where its numbers come from, and what to be warned of.

use super::markup::{markup, shown};
use schedscope_core::experiment::{Report, capital};
use schedscope_state::advice::without_flags;
use schedscope_state::format;
use schedscope_state::inquiry::{Inquiry, Phase};
use yew::prelude::*;

/// The line. `done` is said when the answer is there; `why` is what is wrong where no fault says it.
pub fn status<T>(id: impl Into<AttrValue>, inquiry: &Inquiry<T>, done: String, why: Option<&str>) -> Html {
    let id = id.into();
    let (state, text) = match inquiry.phase {
        Phase::Waiting => ("idle", "Waiting to start …".to_owned()),
        Phase::Running => {
            let shown = if inquiry.partial() { " · what is done is shown" } else { "" };
            ("running", format!("Simulating … {:.0} %{shown}", 100.0 * inquiry.progress()))
        }
        Phase::Done => ("done", done),
        Phase::Failed => ("error", failed(inquiry, why)),
    };
    let part = match inquiry.phase {
        Phase::Done => 1.0,
        _ => inquiry.progress(),
    };
    let running = matches!(inquiry.phase, Phase::Running | Phase::Waiting);
    html! {
        <div {id} class="status" data-state={state} data-generation={inquiry.generation.to_string()}>
            <p role="status">{ text }</p>
            <div
                class={classes!("progress", (!running).then_some("rest"))} role="progressbar" aria-label="Progress of the simulation"
                aria-valuemin="0" aria-valuemax="100" aria-valuenow={format!("{:.0}", 100.0 * part)}
            ><div style={format!("transform: scaleX({part:.3})")} /></div>
        </div>
    }
}

fn failed<T>(inquiry: &Inquiry<T>, why: Option<&str>) -> String {
    let why = inquiry.fault.as_ref().map(|fault| fault.message.as_str()).or(why).unwrap_or("see the marked field");
    let below = if inquiry.answer.is_some() { " (The last valid result is shown below.)" } else { "" };
    format!("This cannot be simulated: {why}{below}")
}

/// What is said of an answer when it is done: its jobs, what its world has, and what the draws depend on.
pub fn done(report: &Report, of_world: impl IntoIterator<Item = String>) -> String {
    let mut parts = vec![format::counted(report.workload.jobs, "job", "jobs")];
    parts.extend(of_world);
    parts.extend(report.workload.load.map(|load| format!("load {}", format::short(load))));
    parts.push(format!("seed\u{a0}{}", report.scenario.seed));
    if report.scenario.replications > 1 {
        parts.push(format!("{} replications", report.scenario.replications));
    }
    parts.join(" · ")
}

/// What to be warned of, if there is an answer. It stands below the pictures, which do not move when it comes.
pub fn warnings(report: Option<&Report>) -> Html {
    let all = report.iter().flat_map(|report| &report.warnings);
    html! { <div class="warnings">{ shown(markup! { @for warning in all { p.warning.small { (capital(&without_flags(warning))) } } }) }</div> }
}
