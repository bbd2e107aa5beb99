//! The result over all runs of a scenario, and a dot for each of them, of which one is shown.

use super::layout::{explained, headline};
use schedscope_chart::{Mode, Theme};
use schedscope_state::format;
use schedscope_state::ratio::pace;
use schedscope_state::spread::{Against, Axis, Behind, Spread, Unit, times};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// What came out over all runs and where the run that is shown lies among them; beside it how far it is, and a strip with a dot for each
/// run. `onrun` hears which is to be shown.
pub fn spread(behind: &Behind, [sentence, place]: &[String; 2], what_ifs: Html, status: Html, mode: Mode, onrun: &Callback<u32>) -> Html {
    let known = behind.spread();
    let below = html! {
        <>
            { explained(place) }
            if let Some(spread) = known {
                { " " }{ ends(spread, behind.shown, onrun) }
                <span class="muted">{ spread.method() }</span>
            }
            { " " }{ what_ifs }
        </>
    };
    let strip = html! { <div class="dots-space">{ known.map(|spread| strip(spread, behind.shown, mode, onrun)) }</div> };
    headline("headline", sentence, below, status, Some(strip))
}

/// Buttons that show the runs at both ends.
fn ends(spread: &Spread, shown: u32, onrun: &Callback<u32>) -> Html {
    let order = spread.order();
    let (Some(best), Some(worst)) = (order.first(), order.last()) else { return Html::default() };
    let button = |run: u32, id: &'static str, words: &'static str| {
        html! { <button type="button" class="link" {id} disabled={run == shown} onclick={onrun.reform(move |_: MouseEvent| run)}>{ words }</button> }
    };
    html! { <>{ "Show " }{ button(*best, "run-best", "the best") }{ ", " }{ button(*worst, "run-worst", "the worst") }{ ". " }</> }
}

/// A dot for each run on a logarithmic axis of ratios; a row for each policy but the first.
fn strip(spread: &Spread, shown: u32, mode: Mode, onrun: &Callback<u32>) -> Html {
    if spread.others.is_empty() {
        return Html::default();
    }
    let axis = spread.axis();
    let what = match spread.unit {
        Unit::All => "mean sojourn".to_owned(),
        Unit::Class(name) => format!("mean sojourn of {name}"),
        Unit::Median(name) => format!("median of {name}"),
    };
    let against = match &spread.others[..] {
        [other] => format!("{} ÷ {}", other.name, spread.first),
        _ => format!("÷ {}", spread.first),
    };
    let unity = (axis.low < 1.0 && 1.0 < axis.high).then(|| axis.place(1.0));
    html! {
        <div class="dots">
            { for spread.others.iter().enumerate().map(|(i, other)| row(spread, i, other, axis, shown, mode, onrun)) }
            <div class="dots-axis" aria-hidden="true">
                { for axis.ticks().into_iter().map(|tick| html! { <span style={at(axis.place(tick))}>{ tidy(tick) }</span> }) }
                if let Some(unity) = unity {
                    <i class={classes!("unity", side(unity))} style={at(unity)}><b>{ "equal" }</b></i>
                }
            </div>
            <p class="muted">{ format!("{what}, {against}; each dot is a run, click one to play it") }</p>
        </div>
    }
}

fn row(spread: &Spread, position: usize, other: &Against, axis: Axis, shown: u32, mode: Mode, onrun: &Callback<u32>) -> Html {
    let order = spread.order();
    let colour = Theme::of(mode).css(other.look.hue);
    let dot = |run: &u32| {
        let (run, ratio) = (*run, other.ratios[*run as usize]);
        let said = format!("run {} of {}: {}", run + 1, spread.runs(), pace(ratio));
        html! {
            <button
                type="button" role="radio" class={classes!("dot", (run == shown).then_some("shown"))} key={run} style={at(axis.place(ratio))} data-run={(run + 1).to_string()}
                data-ratio={format::plain(ratio)} aria-checked={(run == shown).to_string()} tabindex={if run == shown { "0" } else { "-1" }}
                title={said.clone()} aria-label={said} onclick={onrun.reform(move |_: MouseEvent| run)}
            />
        }
    };
    let onkeydown = {
        let (onrun, order) = (onrun.clone(), order.clone());
        Callback::from(move |event: KeyboardEvent| {
            // The dot that has the focus, which is not yet the one that is shown if keys come faster than pictures.
            let dot = event.target_dyn_into::<Element>().and_then(|dot| dot.get_attribute("data-run"));
            let place = order.iter().position(|run| Some((run + 1).to_string()) == dot).unwrap_or_default();
            let last = order.len() - 1;
            let next = match event.key().as_str() {
                "ArrowLeft" | "ArrowDown" => place.saturating_sub(1),
                "ArrowRight" | "ArrowUp" => (place + 1).min(last),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            onrun.emit(order[next]);
            focus(&event, order[next]);
        })
    };
    let this = other.ratios.get(shown as usize).copied();
    html! {
        <div class="dots-row" role="radiogroup" aria-label={format!("Runs of {}, the one that is played", other.name)} {onkeydown} style={format!("--hue: {colour}")}>
            if spread.others.len() > 1 {
                <span class="dots-name" aria-hidden="true">{ &other.name }</span>
            }
            if let (0, Some(this)) = (position, this) {
                <span class={classes!("dots-this", side(axis.place(this)))} style={at(axis.place(this))} aria-hidden="true">{ format!("this run, {}", times(this)) }</span>
            }
            if let Some(interval) = other.interval {
                <i class="band" style={format!("left: {:.2}%; right: {:.2}%", 100.0 * axis.place(interval.low), 100.0 - 100.0 * axis.place(interval.high))} />
            }
            <i class="middle" style={at(axis.place(other.centre))} />
            { for order.iter().map(dot) }
        </div>
    }
}

/// Moves the focus with the choice.
fn focus(event: &KeyboardEvent, run: u32) {
    let row = event.target_dyn_into::<Element>().and_then(|dot| dot.parent_element());
    let dot = row.and_then(|row| row.query_selector(&format!("[data-run='{}']", run + 1)).ok().flatten());
    if let Some(dot) = dot.and_then(|dot| dot.dyn_into::<HtmlElement>().ok()) {
        // What cannot take the focus leaves it where it is.
        let _ = dot.focus();
    }
}

/// To which side a text leans that would leave the strip.
const fn side(place: f64) -> Option<&'static str> {
    if place < 0.15 {
        Some("from-left")
    } else if place > 0.85 {
        Some("from-right")
    } else {
        None
    }
}

fn at(place: f64) -> String {
    format!("left: {:.2}%", 100.0 * place)
}

/// A tick without digits that say nothing.
fn tidy(tick: f64) -> String {
    format::plain((tick * 1e6).round() / 1e6)
}
