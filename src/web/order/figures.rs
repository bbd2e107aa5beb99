//! The graph and the orders. Their space is reserved, so nothing jumps.

use super::export::text;
use super::strip::Strip;
use crate::web::canvas::{Canvas, Picked, Picture, text_scale};
use crate::web::kept::Disclosure;
use crate::web::markup::{markup, sheet, shown as markup_shown};
use crate::web::policies::swatch;
use schedscope::ordering::{Objective, why};
use schedscope::sim::brief;
use schedscope_chart::{Mode, TaskState, Theme, task_in_graph};
use schedscope_core::pictures::ordering::OrderRun;
use schedscope_state::inquiry::Phase;
use schedscope_state::order::{Gesture, Order, Pane, Replay, words};
use schedscope_state::stage::{Change, Played};
use std::rc::Rc;
use yew::prelude::*;

/// What stands in place of a picture.
pub fn space(order: &Played<Order>) -> Html {
    html! { <div class="picture-space">{ if order.bench.inquiry.phase == Phase::Failed { "Nothing to show" } else { "Simulating …" } }</div> }
}

/// Whose order colours the graph.
pub fn tabs(order: &Played<Order>, mode: Mode, change: &Callback<Change<Order>>) -> Html {
    let Some(shown) = order.shown().filter(|shown| shown.runs.runs.len() > 1) else { return Html::default() };
    let tab = |(i, run): (usize, &OrderRun)| {
        let onclick = change.reform(move |_: MouseEvent| Change::Front(i));
        html! {
            <button type="button" class="quiet small" key={i} aria-pressed={(i == order.front).to_string()} {onclick}>{ swatch(run.look, mode) }{ run.name.clone() }</button>
        }
    };
    html! { <div class="window" role="group" aria-label="Order that colours the graph">{ for shown.runs.runs.iter().enumerate().map(tab) }</div> }
}

/// The graph of tasks.
pub fn graph(order: &Played<Order>, mode: Mode, change: &Callback<Change<Order>>) -> Html {
    let Some(shown) = order.shown().filter(|shown| !shown.runs.runs.is_empty()) else {
        return html! { <figure class="dag">{ space(order) }</figure> };
    };
    let onpick = {
        let (shown, change) = (shown.clone(), change.clone());
        Callback::from(move |(point, size): Picked| change.emit(Change::Select(task_in_graph(point, size, text_scale(), &shown.runs))))
    };
    let glance = order.glance(order.front);
    let run = shown.runs.runs.get(order.front).or(shown.runs.runs.first());
    let names = |state: TaskState| {
        let of = |run: &OrderRun| -> Vec<String> {
            let all = 0..run.recording.names.len() as u32;
            all.filter(|task| TaskState::of(run, *task, glance.step) == state)
                .map(|task| run.recording.names[task as usize].clone())
                .collect()
        };
        run.map(of).unwrap_or_default()
    };
    let told: Vec<String> = TaskState::ALL
        .iter()
        .map(|(state, words)| (names(*state), words))
        .filter(|(names, _)| !names.is_empty())
        .map(|(names, words)| format!("{words}: {}", schedscope::sim::listed(names)))
        .collect();
    let label =
        format!("Graph of {} tasks and who reads whose output, after step {}: {}.", shown.runs.tasks(), glance.step, told.join("; "));
    let lanes = shown.runs.layers.as_ref().map_or(3, |layers| layers.lanes);
    html! {
        <figure class="dag" style={format!("--lanes: {lanes}")}>
            <Canvas name="graph" {mode} picture={Picture::pane(shown, Pane::Graph(glance))} {label} {onpick} />
        </figure>
    }
}

/// What the colours of tasks mean.
pub fn key(mode: Mode) -> Html {
    let theme = Theme::of(mode);
    markup_shown(markup! {
        ul.order-key.small.muted {
            @for (state, words) in TaskState::ALL {
                @let [fill, edge, _] = state.colours(theme);
                li {
                    svg.cell viewBox="0 0 16 16" aria-hidden="true" {
                        rect x="1.5" y="2.5" width="13" height="11" fill=(fill.css()) stroke=(edge.css()) stroke-width="2"
                            stroke-dasharray=(if state == TaskState::Waiting { "3 2" } else { "none" }) {}
                    }
                    (words)
                }
            }
            li {
                svg.cell viewBox="0 0 16 16" aria-hidden="true" { circle cx="8" cy="8" r="3.5" fill=(theme.late.css()) {} }
                "an input is loaded again"
            }
        }
    })
}

/// All orders below each other, on one axis of steps.
pub fn strips(order: &Played<Order>, mode: Mode, change: &Callback<Change<Order>>) -> Html {
    let Some(shown) = order.shown() else {
        return html! { <div class="orders">{ for order.bench.scenario.policies.iter().map(|_| html! { <figure class="order-run">{ space(order) }</figure> }) }</div> };
    };
    let costs: Vec<f64> = (0..shown.runs.runs.len()).filter_map(|which| shown.runs.cost(which)).collect();
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    let rows = shown.runs.rows.min(12);
    let panel = |(which, run): (usize, &OrderRun)| strip(order, shown, which, run, (costs.len() > 1).then_some(least), mode, change);
    html! { <div class="orders" style={format!("--rows: {rows}")}>{ for shown.runs.runs.iter().enumerate().map(panel) }</div> }
}

fn strip(
    order: &Played<Order>,
    shown: &Rc<Replay>,
    which: usize,
    run: &OrderRun,
    least: Option<f64>,
    mode: Mode,
    change: &Callback<Change<Order>>,
) -> Html {
    let objective = shown.runs.objective;
    let cost = run.recording.costs.under(objective);
    let given = run.recording.policy == schedscope_state::order::GIVEN;
    let moved = order.own.moved.as_ref().filter(|moved| moved.which == which);
    let label = format!(
        "{}: {} tasks in order, {} {}. Left and right arrow choose a task, with Shift they move it.",
        run.name,
        run.steps(),
        words::name(objective),
        brief(cost)
    );
    let said = match (moved, &order.own.made) {
        (Some(moved), _) => match &moved.refusal {
            Some((_, why)) => html! { <span class="refused">{ why.clone() }</span> },
            None => html! { <b>{ words::delta(objective, moved.costs) }</b> },
        },
        (None, Some(made)) if given => html! { <><b>{ words::delta(objective, made.costs) }</b>{ format!(", made of {}", made.from) }</> },
        _ if given && !order.has_order() => html! { "as the tasks are listed" },
        _ => Html::default(),
    };
    let area = match objective {
        Objective::Dbw => "the longest span",
        _ => "the area of the bars",
    };
    html! {
        <figure class="order-run" key={which}>
            <figcaption>
                <h2 style={format!("color: {}", Theme::of(mode).css_text(run.look.hue))}>{ swatch(run.look, mode) }{ run.name.clone() }</h2>
                <span class="moved small" role="status">{ said }</span>
                if given && order.has_order() {
                    <button type="button" class="link small" id="take-back" onclick={change.reform(|_: MouseEvent| Change::Own(Gesture::TakeBack))}>{ "Undo my order" }</button>
                }
                { text(which, shown) }
                <span class="mean small" title={format!("{}: {area}", words::name(objective))}>
                    { format!("{} ", words::name(objective)) }<strong class={classes!((least == Some(cost)).then_some("best"))} data-cost={brief(cost)}>{ brief(cost) }</strong>
                    { format!(" · at most {} at once", brief(run.recording.costs.peak)) }
                </span>
            </figcaption>
            <Strip shown={shown.clone()} glance={order.glance(which)} {mode} {label} change={change.clone()} />
        </figure>
    }
}

/// What each order does step by step, as a table.
pub fn steps(shown: &Rc<Replay>) -> Html {
    let of = shown.clone();
    let view = Callback::from(move |()| {
        let runs = &of.runs.runs;
        let titles =
            std::iter::once("Step".to_owned()).chain(runs.iter().flat_map(|run| [run.name.clone(), "kept".to_owned(), "why".to_owned()]));
        let titles: Vec<String> = titles.collect();
        let row = |step: usize| {
            let cells = runs.iter().flat_map(|run| {
                let name = &run.recording.names[run.recording.steps[step].task as usize];
                [name.clone(), brief(run.kept[step]), why(&run.recording, step + 1).unwrap_or_default()]
            });
            ((step + 1).to_string(), cells.collect())
        };
        let rows: Vec<(String, Vec<String>)> = (0..of.runs.tasks()).map(row).collect();
        markup_shown(sheet(titles.iter().map(String::as_str), &rows))
    });
    html! { <Disclosure id="order-steps" class="numbers" label="Steps of each order" {view} summary={html! { <summary class="small">{ "Step by step, as a table" }</summary> }} /> }
}
