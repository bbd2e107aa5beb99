//! *Where the time went*: of each job, and of all of a class; and what messages were for.

use crate::web::canvas::{Canvas, Picked, Picture, text_scale};
use crate::web::markup::{markup, shown as written};
use schedscope::datacenter::Plan;
use schedscope_chart::{Mode, Theme, spent_at};
use schedscope_core::experiment::{PolicyReport, Report};
use schedscope_core::pictures::datacenter::Selected;
use schedscope_state::datacenter::{Datacenter, Long, Pane, Replay, words};
use schedscope_state::stage::{Change, Played};
use std::rc::Rc;
use yew::prelude::*;

/// Parts of the time below which nothing can be seen of them.
const UNSEEN: f64 = 0.004;

/// The picture, and the sums beside it.
pub fn spent(datacenter: &Played<Datacenter>, shown: &Rc<Replay>, mode: Mode, change: &Callback<Change<Datacenter>>) -> Html {
    let (long, lit) = (datacenter.own, datacenter.lit_now());
    let onpick = {
        let (shown, change) = (shown.clone(), change.clone());
        Callback::from(move |(point, size): Picked| {
            if let Some(job) = spent_at(point, size, text_scale(), &shown.runs, long) {
                change.emit(Change::Select(Some(Selected::Job(job))));
            }
        })
    };
    let tab = |of: bool, name: &'static str| {
        let onclick = change.reform(move |_: MouseEvent| Change::Own(Long(of)));
        html! { <button type="button" class="quiet small" aria-pressed={(long == of).to_string()} {onclick}>{ name }</button> }
    };
    let job = match lit {
        Some(Selected::Job(_)) if shown.has_rows() => lit.and_then(|lit| words::of_lit(&shown.runs, lit, datacenter.clock.told())),
        _ => None,
    };
    let job = job.map(|(what, lines)| {
        let name = what.split(':').next().unwrap_or_default().to_owned();
        html! { <><b>{ name }</b>{ " · " }{ lines.join(" ") }</> }
    });
    let label = "Where the time of each job went under each policy. The sums are beside it.";
    html! {
        <section class="spent" aria-labelledby="spent-title">
            <div>
                <div class="spent-head">
                    <h2 id="spent-title">{ "Where the time went" }</h2>
                    { legend(mode) }
                    <div class="tabs" role="group" aria-label="Jobs">{ tab(false, "Short jobs") }{ tab(true, "Long jobs") }</div>
                </div>
                <p class="small spent-job">{ job }</p>
                <Canvas name="spent" {mode} picture={Picture::pane(shown, Pane::Spent(long, lit))} {label} {onpick} />
            </div>
            { sums(shown, datacenter.report().unwrap_or(&shown.report), mode) }
        </section>
    }
}

fn legend(mode: Mode) -> Html {
    let theme = Theme::of(mode);
    written(markup! {
        ul.small.muted.spent-key {
            li { i.swatch-running {} "running" }
            li { i.swatch-queue {} "in a queue" }
            li { i style=(format!("background: {}", theme.axis.css())) {} "at the scheduler" }
        }
    })
}

/// Sums by class, and messages.
fn sums(shown: &Replay, report: &Report, mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let class = |long: bool| {
        let rows = shown.runs.runs.iter().filter_map(|run| Some((run, words::parts(&run.timeline, long)?)));
        rows.map(|(run, parts)| (run.name.clone(), theme.css_text(run.look.hue), parts)).collect::<Vec<_>>()
    };
    let (short, long) = (class(false), class(true));
    let scheduler = short.iter().chain(&long).map(|(.., parts)| parts[0]).fold(0.0, f64::max);
    let own = |row: &PolicyReport| row.own::<Plan>().map(|own| own.datacenter.counters);
    let counters = report.policies.iter().map(own);
    let runs = report.scenario.replications;
    let messages: Vec<String> =
        shown.runs.runs.iter().zip(counters).filter_map(|(run, counters)| Some(words::messages(&run.name, &counters?, runs))).collect();
    written(markup! {
        aside.sums aria-label="Sums" {
            h2 { "In queues" }
            @for (title, rows) in [("of all time of short jobs", &short), ("of all time of long jobs", &long)] {
                @if !rows.is_empty() {
                    p.small.muted { (title) }
                    table.parts {
                        tbody {
                            @for (name, colour, parts) in rows {
                                tr {
                                    th scope="row" style=(format!("color: {colour}")) { (name) }
                                    td.part {
                                        span.swatch-queue style=(format!("width: {:.1}%", 100.0 * parts[1])) {}
                                        span.swatch-running style=(format!("width: {:.1}%", 100.0 * parts[2])) {}
                                        span style=(format!("width: {:.1}%; background: {}", 100.0 * parts[0], theme.axis.css())) {}
                                    }
                                    td { (format!("{:.0} %", 100.0 * parts[1])) }
                                }
                            }
                        }
                    }
                }
            }
            @if scheduler < UNSEEN { p.small.muted { "At the scheduler: too little to see." } }
            h2 { "Messages" }
            @for line in messages { p.small { (line) } }
        }
    })
}
