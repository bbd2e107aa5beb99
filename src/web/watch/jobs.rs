//! The jobs in numbers: what each policy makes of each of them.

use crate::web::markup::{Markup, markup, shown};
use schedscope::server::{Timeline, job_name};
use schedscope::sim::brief;
use schedscope_chart::{Mode, Theme};
use schedscope_core::exhibit::mean_sojourn;
use std::rc::Rc;
use yew::prelude::*;

/// The table: a row a job, and the mean.
pub fn jobs(timelines: &[Rc<Timeline>], until: f64, mode: Mode) -> Html {
    let Some(first) = timelines.first() else { return html! {} };
    let theme = Theme::of(mode);
    let known = |timeline: &Timeline| timeline.completions.iter().all(|completion| *completion <= until);
    shown(markup! {
        table id="jobs-table" {
            caption { "Sojourn under" }
            thead {
                tr { th scope="col" { "Job" } @for timeline in timelines { th scope="col" { (timeline.policy.name()) } } }
            }
            tbody {
                @for position in order(first) {
                    @let job = first.jobs[position];
                    @let about = format!("arrives at {}, size {}, estimate {}", brief(job.arrival), brief(job.size), brief(job.estimate));
                    @let colour = theme.of_many(&job, first.jobs.len()).css();
                    tr {
                        th scope="row" title=[(job.arrival <= until).then_some(about)] { span.dot style={ "background: " (colour) } {} (job_name(first, position)) }
                        @for timeline in timelines { (sojourn(timeline, position, until)) }
                    }
                }
            }
            tfoot {
                tr {
                    th scope="row" { "Mean" }
                    @for timeline in timelines { td { @if known(timeline) { (brief(mean_sojourn(timeline))) } @else { "?" } } }
                }
            }
        }
    })
}

fn sojourn(timeline: &Timeline, position: usize, until: f64) -> Markup {
    let completion = timeline.completions[position];
    let sojourn = Some(completion - timeline.jobs[position].arrival).filter(|_| completion <= until);
    markup! {
        td data-column="sojourn" data-policy=(timeline.policy.written()) data-value=[sojourn]
            title=[sojourn.map(|_| format!("completes at {}", brief(completion)))]
        { (sojourn.map_or_else(|| "?".to_owned(), brief)) }
    }
}

/// Positions of the jobs in the order of their names.
fn order(timeline: &Timeline) -> Vec<usize> {
    let mut order: Vec<usize> = (0..timeline.jobs.len()).collect();
    order.sort_by_key(|position| timeline.jobs[*position].id);
    order
}
