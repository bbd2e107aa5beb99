//! Play, step, scrub: where a video player has it.

use crate::web::controls::value_of;
use gloo::render::{AnimationFrame, request_animation_frame};
use schedscope_state::clock::{Beat, Clock};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// Steps of the scrub slider.
const STEPS: f64 = 1000.0;

/// The bar. `hint` says what its time is.
pub fn transport(clock: &Clock, onbeat: &Callback<Beat>, hint: &'static str) -> Html {
    let (digits, now, end) = (clock.digits(), clock.written(), clock.end());
    told_transport(clock, onbeat, hint, &[format!("t = {now}"), format!("t = {now} of {end:.digits$}")])
}

/// The bar, with its time in other words: short ones, and those that are read out.
pub fn told_transport(clock: &Clock, onbeat: &Callback<Beat>, hint: &'static str, told: &[String; 2]) -> Html {
    grounded_transport(clock, onbeat, hint, told, Html::default())
}

/// The same with a picture of the whole run below the slider.
pub fn grounded_transport(clock: &Clock, onbeat: &Callback<Beat>, hint: &'static str, [now, spoken]: &[String; 2], ground: Html) -> Html {
    let act = |beat: Beat| onbeat.reform(move |_: MouseEvent| beat);
    let end = clock.end();
    let position = if end > 0.0 { (clock.playhead / end * STEPS).round() } else { 0.0 };
    let seek = onbeat.reform(move |event: InputEvent| Beat::Seek(f64::from(value_of(&event).parse::<u32>().unwrap_or(0)) / STEPS * end));
    let speed = onbeat.reform(|event: InputEvent| Beat::Speed(value_of(&event).parse().unwrap_or(0)));
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
                onclick={act(Beat::Play(!clock.playing))}
            >{ symbol(icon) }</button>
            <button type="button" id="back" class="quiet icon" aria-label="Previous event" title="Previous event (←)" onclick={act(Beat::Back)}>{ symbol(BACK) }</button>
            <button type="button" id="forward" class="quiet icon" aria-label="Next event" title="Next event (→)" onclick={act(Beat::Forward)}>{ symbol(FORWARD) }</button>
            <div class="scrub">
            { ground }
            <input
                id="playhead" type="range" min="0" max={STEPS.to_string()} step="1" value={position.to_string()} oninput={seek}
                style={format!("--part: {:.1}%", position / STEPS * 100.0)} aria-label="Simulated time" aria-valuetext={spoken.clone()}
            />
            <svg class="ticks" viewBox="0 0 1 4" preserveAspectRatio="none" aria-hidden="true">
                <path d={clock.marks()} stroke="currentColor" stroke-width="1" vector-effect="non-scaling-stroke" />
            </svg>
            </div>
            <output class="time" for="playhead" title={hint}>
                { now.clone() }
            </output>
            <label class="speed" title="Playback speed">
                <span class="visually-hidden">{ "Speed" }</span>
                <input
                    id="speed" type="range" min={Clock::SPEEDS.0.to_string()} max={Clock::SPEEDS.1.to_string()} step="1" value={clock.speed.to_string()} oninput={speed}
                    style={format!("--part: {}%", f64::from(clock.speed - Clock::SPEEDS.0) * 100.0 / f64::from(Clock::SPEEDS.1 - Clock::SPEEDS.0))}
                    aria-valuetext={times.clone()}
                />
                <span class="speed-value">{ times }</span>
            </label>
            <button
                type="button" id="loop" class="quiet icon" aria-pressed={clock.looping.to_string()} aria-label="Loop" title="Loop"
                onclick={act(Beat::Loop(!clock.looping))}
            >{ symbol(LOOP) }</button>
        </div>
    }
}

/// Play, and step: the bar where there is room for little.
pub fn short_transport(clock: &Clock, onbeat: &Callback<Beat>) -> Html {
    let act = |beat: Beat| onbeat.reform(move |_: MouseEvent| beat);
    let icon = match (clock.playing, clock.over()) {
        (true, _) => PAUSE,
        (false, true) => AGAIN,
        (false, false) => PLAY,
    };
    html! {
        <>
            <button type="button" class="primary icon" aria-pressed={clock.playing.to_string()} aria-label="Play" title="Play or pause (space)" onclick={act(Beat::Play(!clock.playing))}>{ symbol(icon) }</button>
            <button type="button" class="quiet icon" aria-label="Previous event" title="Previous event" onclick={act(Beat::Back)}>{ symbol(BACK) }</button>
            <button type="button" class="quiet icon" aria-label="Next event" title="Next event" onclick={act(Beat::Forward)}>{ symbol(FORWARD) }</button>
            <output class="time">{ format!("t = {}", clock.written()) }</output>
        </>
    }
}

/// Why nothing moves by itself, where the system asks for less motion.
pub fn stillness(still: bool, clock: &Clock) -> Html {
    html! {
        if still && !clock.playing {
            <p class="muted small">{ "Your system is set to reduced motion: step with the buttons beside Play, the arrow keys or the slider." }</p>
        }
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

/// Lets the clock run while it plays, no faster than its time is shown: of frames that come before, what is drawn would never be reached.
/// Browsers give no frames to a page that is not visible.
#[hook]
pub fn use_frames(playing: bool, onbeat: &Callback<Beat>) {
    let shown = use_memo((), |()| Cell::new(true));
    let (onbeat, frames) = (onbeat.clone(), shown.clone());
    use_effect_with(playing, move |playing| {
        let running = Rc::new(RefCell::new(None));
        if *playing {
            next_frame(&running, None, (frames, onbeat));
        }
        move || drop(running.borrow_mut().take())
    });
    use_effect(move || shown.set(true));
}

/// Most seconds between two frames: a page that was hidden goes on where it was.
const LONGEST_FRAME: f64 = 0.1;

/// Waits for a frame; `before` is when time has moved last, and `shown` whether that is shown.
fn next_frame(running: &Rc<RefCell<Option<AnimationFrame>>>, before: Option<f64>, (shown, onbeat): (Rc<Cell<bool>>, Callback<Beat>)) {
    let again = Rc::downgrade(running);
    let frame = request_animation_frame(move |now| {
        let Some(running) = again.upgrade() else { return };
        let moves = shown.get();
        next_frame(&running, if moves { Some(now) } else { before }, (shown.clone(), onbeat.clone()));
        if let Some(before) = before.filter(|_| moves) {
            shown.set(false);
            onbeat.emit(Beat::Tick(((now - before) / 1000.0).clamp(0.0, LONGEST_FRAME)));
        }
    });
    *running.borrow_mut() = Some(frame);
}
