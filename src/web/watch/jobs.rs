//! The jobs in numbers: what each was believed to be and what each policy makes of it.

use super::sentence::name;
use crate::chart::{Mode, Theme};
use crate::server::Timeline;
use crate::web::format;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Jobs`].
#[derive(Clone, Properties)]
pub struct Props {
    /// What each policy does.
    pub timelines: Vec<Rc<Timeline>>,
    /// The theme.
    pub mode: Mode,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.mode == other.mode
            && self.timelines.len() == other.timelines.len()
            && self.timelines.iter().zip(&other.timelines).all(|(a, b)| Rc::ptr_eq(a, b))
    }
}

/// The table.
#[component]
pub fn Jobs(props: &Props) -> Html {
    let Some(first) = props.timelines.first() else { return html! {} };
    let theme = Theme::of(props.mode);
    let row = |position: usize| {
        let job = first.jobs[position];
        let wrong = job.estimate != job.size;
        html! {
            <tr>
                <th scope="row" title={format!("arrives at {}", format::short(job.arrival))}><span class="dot" style={format!("background: {}", theme.css_job(position))} />{ name(first, position) }</th>
                <td>{ format::short(job.size) }</td>
                <td class={classes!(wrong.then_some("wrong"))} title={wrong.then_some("not its size")}>{ format::short(job.estimate) }</td>
                { for props.timelines.iter().map(|timeline| sojourn(timeline, position)) }
            </tr>
        }
    };
    html! {
        <div class="scroll" role="region" aria-label="Jobs" tabindex="0">
            <table id="jobs-table">
                <thead>
                    <tr>
                        <th scope="col" rowspan="2">{ "Job" }</th>
                        <th scope="col" rowspan="2" title="The work it needs">{ "Size" }</th>
                        <th scope="col" rowspan="2" title="The work it is believed to need">{ "Estimate" }</th>
                        <th scope="colgroup" colspan={props.timelines.len().to_string()} title="Time from arrival to completion">{ "Sojourn under" }</th>
                    </tr>
                    <tr>{ for props.timelines.iter().map(|timeline| html! { <th scope="col">{ timeline.policy.row().name }</th> }) }</tr>
                </thead>
                <tbody>{ for (0..first.jobs.len()).map(row) }</tbody>
            </table>
        </div>
    }
}

fn sojourn(timeline: &Timeline, position: usize) -> Html {
    let completion = timeline.completions[position];
    let sojourn = completion - timeline.jobs[position].arrival;
    html! {
        <td data-column="sojourn" data-policy={timeline.policy.row().key} data-value={sojourn.to_string()} title={format!("completes at {}", format::short(completion))}>
            { format::short(sojourn) }
        </td>
    }
}
