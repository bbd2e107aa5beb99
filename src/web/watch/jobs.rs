//! The jobs in numbers: what each policy makes of each of them.

use super::panel::mean_sojourn;
use crate::chart::{Mode, Theme};
use crate::server::{Timeline, job_name};
use crate::sim::{brief, ranked};
use std::rc::Rc;
use yew::prelude::*;

/// The table: a row a job, and the mean.
pub fn jobs(timelines: &[Rc<Timeline>], until: f64, mode: Mode) -> Html {
    let Some(first) = timelines.first() else { return html! {} };
    let theme = Theme::of(mode);
    let row = |position: usize| {
        let job = first.jobs[position];
        let about = format!("arrives at {}, size {}, estimate {}", brief(job.arrival), brief(job.size), brief(job.estimate));
        html! {
            <tr>
                <th scope="row" title={about}><span class="dot" style={format!("background: {}", theme.css_job(job.id.saturating_sub(1) as usize))} />{ job_name(first, position) }</th>
                { for timelines.iter().map(|timeline| sojourn(timeline, position, until)) }
            </tr>
        }
    };
    let known = |timeline: &Timeline| timeline.completions.iter().all(|completion| *completion <= until);
    let mean =
        |timeline: &Rc<Timeline>| html! { <td>{ if known(timeline) { brief(mean_sojourn(timeline)) } else { "?".to_owned() } }</td> };
    html! {
        <div class="scroll" role="region" aria-label="Sojourn times" tabindex="0">
            <table id="jobs-table">
                <caption>{ "Sojourn under" }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ "Job" }</th>
                        { for timelines.iter().map(|timeline| html! { <th scope="col">{ timeline.policy.row().name }</th> }) }
                    </tr>
                </thead>
                <tbody>{ for order(first).into_iter().map(row) }</tbody>
                <tfoot><tr><th scope="row">{ "Mean" }</th>{ for timelines.iter().map(mean) }</tr></tfoot>
            </table>
        </div>
    }
}

fn sojourn(timeline: &Timeline, position: usize, until: f64) -> Html {
    let completion = timeline.completions[position];
    if completion > until {
        return html! { <td data-column="sojourn" data-policy={timeline.policy.row().key}>{ "?" }</td> };
    }
    let sojourn = completion - timeline.jobs[position].arrival;
    html! {
        <td data-column="sojourn" data-policy={timeline.policy.row().key} data-value={sojourn.to_string()} title={format!("completes at {}", brief(completion))}>
            { brief(sojourn) }
        </td>
    }
}

/// Positions of the jobs in the order of their names.
fn order(timeline: &Timeline) -> Vec<usize> {
    ranked(timeline.jobs.iter().map(|job| job.id as f64))
}
