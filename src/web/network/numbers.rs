//! The numbers of the pictures at the playhead, as tables.

use crate::web::kept::Disclosure;
use crate::web::markup::{markup, shown as written};
use crate::web::policies::stroke;
use schedscope_chart::Mode;
use schedscope_core::pictures::network::NetworkRun;
use schedscope_state::format;
use schedscope_state::network::{Network, Replay};
use schedscope_state::stage::Played;
use std::rc::Rc;
use yew::prelude::*;

/// What can be opened: flows and links as tables.
pub fn numbers(network: &Played<Network>, shown: Option<&Rc<Replay>>, mode: Mode) -> Html {
    let Some(shown) = shown.cloned() else { return Html::default() };
    let (sides, time) = (network.sides(), network.clock.told());
    let view = Callback::from(move |()| tables(&shown, &sides, time, mode));
    let summary = html! { <summary class="small">{ "Flows and links in numbers, now" }</summary> };
    html! { <Disclosure id="network-numbers" class="numbers" label="Flows and links in numbers" {view} {summary} /> }
}

fn tables(shown: &Replay, sides: &[usize], time: f64, mode: Mode) -> Html {
    let runs: Vec<&NetworkRun> = sides.iter().filter_map(|side| shown.runs.runs.get(*side)).collect();
    let Some(first) = runs.first().map(|run| &run.timeline) else { return Html::default() };
    let nows: Vec<_> = runs.iter().map(|run| run.now(time)).collect();
    let heads = || runs.iter().map(|run| markup! { (stroke(run.look, mode)) (run.name) });
    let cell = |value: Option<f64>| markup! { td { (value.map_or_else(|| "–".to_owned(), format::short)) } };
    let of_flow = |position: usize| {
        let cells = runs.iter().zip(&nows).flat_map(|(run, now)| {
            let line = &run.timeline.flows[position];
            let its = || now.streams.iter().filter(|(stretch, _)| stretch.flow as usize == position);
            let left = its().map(|(_, left)| *left).min_by(f64::total_cmp);
            let rate = (its().count() > 0).then(|| its().map(|(stretch, _)| stretch.rate).sum::<f64>());
            [left, rate, Some((line.completion - line.release) / line.ideal)]
        });
        cells.collect::<Vec<_>>()
    };
    written(markup! {
        @if !first.flows.is_empty() {
            table id="network-flows" {
                thead {
                    tr {
                        th scope="col" rowspan="2" { "Flow" } th scope="col" rowspan="2" { "From, to" } th scope="col" rowspan="2" { "Size" }
                        @for head in heads() { th scope="colgroup" colspan="3" { (head) } }
                    }
                    tr { @for _ in &runs { th scope="col" { "left" } th scope="col" { "rate" } th scope="col" { "FCT ÷ ideal" } } }
                }
                tbody {
                    @for (position, flow) in first.flows.iter().enumerate() {
                        tr {
                            th scope="row" { (flow.name) " " span.muted { (flow.class.name()) } }
                            td { (first.nodes[flow.source as usize]) " → " (first.nodes[flow.destination as usize]) }
                            td { (format::short(flow.size)) }
                            @for value in of_flow(position) { (cell(value)) }
                        }
                    }
                }
            }
        }
        table id="network-links" {
            thead { tr { th scope="col" { "Link" } th scope="col" { "Capacity" } @for head in heads() { th scope="col" { (head) " uses" } } } }
            tbody {
                @for (link, (.., capacity)) in (0..).zip(&first.links) {
                    tr {
                        th scope="row" { (first.link_name(link)) }
                        td { (format::short(*capacity)) }
                        @for now in &nows { td { (format!("{:.0} %", 100.0 * now.used[link as usize])) } }
                    }
                }
            }
        }
    })
}
