//! Play, step, scrub: where a video player has it.

use super::clock::Clock;
use super::state::Change;
use crate::web::controls::value_of;
use crate::web::state::Action;
use yew::prelude::*;

/// Steps of the scrub slider.
const STEPS: f64 = 1000.0;

/// The bar.
pub fn transport(clock: &Clock, dispatch: &Callback<Action>) -> Html {
    let act = |change: Change| dispatch.reform(move |_: MouseEvent| Action::Watch(change.clone()));
    let end = clock.end();
    let position = if end > 0.0 { (clock.playhead / end * STEPS).round() } else { 0.0 };
    let seek = dispatch.reform(move |event: InputEvent| {
        Action::Watch(Change::Seek(f64::from(value_of(&event).parse::<u32>().unwrap_or(0)) / STEPS * end))
    });
    let speed = dispatch.reform(|event: InputEvent| Action::Watch(Change::Speed(value_of(&event).parse().unwrap_or(0))));
    let (play, icon) = match (clock.playing, clock.over()) {
        (true, _) => ("Pause", PAUSE),
        (false, true) => ("Play again", AGAIN),
        (false, false) => ("Play", PLAY),
    };
    let times = match clock.speed {
        speed if speed < 0 => format!("1/{}×", 1 << -speed),
        speed => format!("{}×", 1 << speed),
    };
    html! {
        <div class="transport" role="group" aria-label="Playback">
            <button
                type="button" id="play" class="primary icon" aria-pressed={clock.playing.to_string()} aria-label="Play" title={format!("{play} (space)")}
                onclick={act(Change::Play(!clock.playing))}
            >{ symbol(icon) }</button>
            <button type="button" id="back" class="quiet icon" aria-label="Previous event" title="Previous event (←)" onclick={act(Change::Back)}>{ symbol(BACK) }</button>
            <button type="button" id="forward" class="quiet icon" aria-label="Next event" title="Next event (→)" onclick={act(Change::Forward)}>{ symbol(FORWARD) }</button>
            <div class="scrub">
            <input
                id="playhead" type="range" min="0" max={STEPS.to_string()} step="1" value={position.to_string()} oninput={seek}
                style={format!("--part: {:.1}%", position / STEPS * 100.0)} aria-label="Simulated time" aria-valuetext={format!("t = {:.1} of {end:.1}", clock.playhead)}
            />
            <svg class="ticks" viewBox="0 0 1 4" preserveAspectRatio="none" aria-hidden="true">
                <path d={clock.marks()} stroke="currentColor" stroke-width="1" vector-effect="non-scaling-stroke" />
            </svg>
            </div>
            <output class="time" for="playhead" title="Simulated time, in units of size at full speed. Long stretches in which nothing happens pass faster.">
                { format!("t = {:.1}", clock.playhead) }
            </output>
            <label class="speed" title="Speed of playing">
                <span class="visually-hidden">{ "Speed" }</span>
                <input
                    id="speed" type="range" min={Clock::SPEEDS.0.to_string()} max={Clock::SPEEDS.1.to_string()} step="1" value={clock.speed.to_string()} oninput={speed}
                    style={format!("--part: {}%", f64::from(clock.speed - Clock::SPEEDS.0) * 100.0 / f64::from(Clock::SPEEDS.1 - Clock::SPEEDS.0))}
                    aria-valuetext={times.clone()}
                />
                <span class="speed-value">{ times }</span>
            </label>
            <button
                type="button" id="loop" class="quiet icon" aria-pressed={clock.looping.to_string()} aria-label="Loop" title="Start again at the end"
                onclick={act(Change::Loop(!clock.looping))}
            >{ symbol(LOOP) }</button>
        </div>
    }
}

// The symbols as outlines, since no font is sure to have them.
const PLAY: &str = "M4 2v12l10-6z";
const PAUSE: &str = "M3 2h4v12H3zM9 2h4v12H9z";
const BACK: &str = "M3 2h2v12H3zM14 2v12L6 8z";
const FORWARD: &str = "M11 2h2v12h-2zM2 2v12l8-6z";
const AGAIN: &str = "M8 2a6 6 0 1 0 6 6h-2a4 4 0 1 1-4-4v3l5-4-5-4z";
const LOOP: &str = "M11 1l4 3-4 3V5H5a2 2 0 0 0-2 2v1H1V7a4 4 0 0 1 4-4h6zM5 9v2h6a2 2 0 0 0 2-2V8h2v1a4 4 0 0 1-4 4H5v2l-4-3z";

fn symbol(outline: &'static str) -> Html {
    html! { <svg class="symbol-icon" viewBox="0 0 16 16" aria-hidden="true"><path d={outline} fill="currentColor" /></svg> }
}
