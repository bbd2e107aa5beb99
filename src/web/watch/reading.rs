//! The numbers at one instant: what each job has, needs and is believed to need.

use schedscope::server::{Curve, Timeline, job_name};
use schedscope::sim::brief;
use schedscope_chart::{Mode, Theme};
use yew::prelude::*;

/// How a job fares.
fn state(curve: &Curve) -> &'static str {
    match (curve.remaining > 0.0, curve.late, curve.share > 0.0) {
        (false, ..) => "done, but not in the virtual queue",
        (true, true, true) => "late, served",
        (true, true, false) => "late, waits",
        (true, false, true) => "served",
        (true, false, false) => "waits",
    }
}

/// The table of the jobs that are here at `time`.
pub fn reading(timeline: &Timeline, time: f64, mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let believes = timeline.snapshots.iter().flat_map(|snapshot| &snapshot.jobs).any(|curve| curve.virtual_remaining.is_some());
    let row = |curve: Curve| {
        let job = timeline.jobs[curve.job as usize];
        let colour = format!("background: {}", theme.of_many(&job, timeline.jobs.len()).css());
        html! {
            <tr>
                <th scope="row"><span class="dot" style={colour} />{ job_name(timeline, curve.job as usize) }</th>
                <td class="given">{ brief(job.size) }</td>
                <td class={classes!("given", (job.estimate != job.size).then_some("wrong"))}>{ brief(job.estimate) }</td>
                <td class="given">{ brief(curve.attained) }</td>
                <td>{ brief(curve.remaining) }</td>
                if believes {
                    <td>{ curve.virtual_remaining.map(brief) }</td>
                }
                <td>{ format!("{:.0} %", 100.0 * curve.share) }</td>
                <td class="state">{ state(&curve) }</td>
            </tr>
        }
    };
    let rows: Vec<Html> = timeline.at(time).map(row).collect();
    html! {
        <table>
            <caption>{ format!("t = {}", brief(time)) }</caption>
            <thead>
                <tr>
                    <th scope="col">{ "job" }</th>
                    { for ["size", "est.", "attained"].map(|title| html! { <th scope="col" class="given">{ title }</th> }) }
                    <th scope="col">{ "left" }</th>
                    if believes {
                        <th scope="col">{ "believed" }</th>
                    }
                    <th scope="col">{ "share" }</th>
                    <th scope="col" class="state">{ "state" }</th>
                </tr>
            </thead>
            <tbody>
                if rows.is_empty() {
                    <tr><td colspan="8">{ "No jobs in the system." }</td></tr>
                } else {
                    { for rows }
                }
            </tbody>
        </table>
    }
}
