//! Every value at once: the curve of the mean, along which a value in a sentence is dragged.

use crate::web::keys::use_latest;
use schedscope::sim::brief;
use schedscope_state::learn::{Change, Curve};
use std::fmt::Write as _;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// The drawing, and where its axes end, in its own units.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 128.0;
const LEFT: f64 = 38.0;
const RIGHT: f64 = 468.0;
const TOP: f64 = 24.0;
const FOOT: f64 = 104.0;

/// Properties of [`Every`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// What is drawn.
    pub curve: Curve,
    /// Hears what the value is set to.
    pub tell: Callback<Change>,
}

/// The curve.
#[component]
pub fn Every(props: &Props) -> Html {
    let Props { curve, tell } = props;
    let latest = use_latest(curve.at);
    let set = {
        let (tell, name) = (tell.clone(), curve.name.clone());
        move |value: f64| tell.emit(Change::Set(name.clone(), value.to_string()))
    };
    let drag = {
        let (set, curve) = (set.clone(), curve.clone());
        Callback::from(move |event: PointerEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let Some(drawing) = target.and_then(|target| target.closest("#every").ok().flatten()) else { return };
            if event.type_() == "pointerdown" {
                // A pointer that is gone is not followed.
                let _ = drawing.set_pointer_capture(event.pointer_id());
            }
            if event.buttons() & 1 == 1 {
                let shown = drawing.get_bounding_client_rect();
                let along = (f64::from(event.client_x()) - shown.left()) / shown.width() * WIDTH;
                set(curve.value((along - LEFT) / (RIGHT - LEFT)));
            }
        })
    };
    let press = {
        let curve = curve.clone();
        Callback::from(move |event: KeyboardEvent| {
            let curve = Curve { at: latest.get(), ..curve.clone() };
            let (least, most) = curve.ends();
            let value = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => curve.moved(1.0),
                "ArrowLeft" | "ArrowDown" => curve.moved(-1.0),
                "PageUp" => curve.moved(10.0),
                "PageDown" => curve.moved(-10.0),
                "Home" => least,
                "End" => most,
                _ => return,
            };
            event.prevent_default();
            latest.set(value);
            set(value);
        })
    };
    let x = |value: f64| LEFT + (RIGHT - LEFT) * curve.part(value);
    let y = |mean: f64| FOOT - (FOOT - TOP) * mean / curve.top();
    let mut path = String::new();
    for (i, (value, mean)) in curve.points.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = match i {
            0 => write!(path, "M{:.1},{:.1}", x(*value), y(*mean)),
            _ => write!(path, "H{:.1}V{:.1}", x(*value), y(*mean)),
        };
    }
    let (least, most) = curve.ends();
    let ticks = [least, 2.0, 4.0, 10.0, 20.0, 40.0, 100.0].into_iter().filter(|tick| (least..=most).contains(tick));
    let tick = |value: f64| html! { <text x={x(value).to_string()} y="120" text-anchor="middle">{ brief(value) }</text> };
    let jump = |(i, value): (usize, &f64)| {
        let anchor = if i == 0 { "end" } else { "start" };
        let by = if i == 0 { -3.0 } else { 5.0 };
        html! { <text class="curve-jump" x={(x(*value) + by).to_string()} y={(FOOT - 6.0).to_string()} text-anchor={anchor}>{ format!("above {}", brief(*value)) }</text> }
    };
    let mean = curve.mean();
    let said = format!("{}: mean sojourn {} under {}", brief(curve.at), brief(mean), curve.policy);
    html! {
        <figure class="every">
            <figcaption class="small"><strong>{ "Every guess at once" }</strong>{ format!(" mean sojourn under {} against the {} (logarithmic). Drag.", curve.policy, lower(&curve.label)) }</figcaption>
            <svg
                id="every" viewBox={format!("0 0 {WIDTH} {HEIGHT}")} role="slider" tabindex="0" aria-label={curve.label.clone()} aria-valuemin={least.to_string()}
                aria-valuemax={most.to_string()} aria-valuenow={curve.at.to_string()} aria-valuetext={said} onpointerdown={drag.clone()} onpointermove={drag} onkeydown={press}
            >
                <line class="curve-axis" x1={LEFT.to_string()} x2={RIGHT.to_string()} y1={FOOT.to_string()} y2={FOOT.to_string()} />
                <text x={(LEFT - 12.0).to_string()} y={(TOP + 4.0).to_string()} text-anchor="end">{ brief(curve.top()) }</text>
                <text x={(LEFT - 12.0).to_string()} y={(FOOT + 4.0).to_string()} text-anchor="end">{ "0" }</text>
                <path class="curve-ground" d={format!("{path}V{FOOT}H{LEFT}z")} />
                <path class="curve-line" d={path} />
                { for ticks.map(tick) }
                { for curve.jumps.iter().take(2).enumerate().map(jump) }
                <line class="curve-here" x1={x(curve.at).to_string()} x2={x(curve.at).to_string()} y1={y(mean).to_string()} y2={FOOT.to_string()} />
                <circle class="curve-here" cx={x(curve.at).to_string()} cy={y(mean).to_string()} r="6" />
                <text class="curve-said" x={x(curve.at).clamp(LEFT + 60.0, RIGHT - 60.0).to_string()} y={(y(mean) - 10.0).to_string()} text-anchor="middle">{ format!("{}: mean {}", brief(curve.at), brief(mean)) }</text>
            </svg>
        </figure>
    }
}

/// Words with a small letter first.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
