//! The distributions of slowdown and of sojourn time of those who have left, which grow with each that leaves; and the value that is asked
//! about, which a drag moves.

use crate::web::canvas::across;
use crate::web::controls::value_of;
use crate::web::played::{Figures, Hears, Subject};
use schedscope::sim::number;
use schedscope_core::pictures::Quantity;
use schedscope_core::plot;
use schedscope_state::format;
use schedscope_state::race::{Gesture, Pane, Race, words};
use schedscope_state::stage::Change;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// Both, slowdown first; where there is room for one only, that which is chosen.
pub fn curves(figures: &Figures<'_, Race>) -> Html {
    let front = figures.front(2);
    let both = [(Quantity::Slowdown, "slowdown", "Slowdown"), (Quantity::Sojourn, "sojourn", "Sojourn time")];
    let tab = |(i, (_, key, title)): (usize, &(Quantity, &'static str, &'static str))| {
        html! { <button type="button" class="quiet" id={format!("front-{key}")} aria-pressed={(i == front).to_string()} onclick={figures.change.reform(move |_: MouseEvent| Change::Front(i))}>{ *title }</button> }
    };
    html! {
        <div class="race-curves">
            <div class="race-tabs" role="group" aria-label="Distribution that is shown">{ for both.iter().enumerate().map(tab) }</div>
            { for both.iter().enumerate().map(|(i, (quantity, key, title))| curve(figures, *quantity, (*key, *title), i == front)) }
        </div>
    }
}

fn curve(figures: &Figures<'_, Race>, quantity: Quantity, (key, title): (&'static str, &'static str), front: bool) -> Html {
    let (race, which) = (figures.played, usize::from(quantity == Quantity::Sojourn));
    let (asked, tail) = (race.own.above[which], race.own.tails[which]);
    let named = !race.clock.playing;
    let pane = Pane::Distribution { still: race.still(), quantity, tail, asked, lit: race.lit_now(), named };
    let choice = |shows: bool, words: &'static str, hint: &'static str| {
        html! {
            <label class="segment" title={hint}>
                <input type="radio" name={format!("{key}-form")} checked={shows == tail} onchange={figures.change.reform(move |_: Event| Change::Own(Gesture::Tail(quantity, shows)))} />
                <span>{ words }</span>
            </label>
        }
    };
    let typed =
        figures.change.reform(move |event: Event| Change::Own(Gesture::Ask(quantity, number(&value_of(&event)).unwrap_or(f64::NAN))));
    let (before, after) = if quantity == Quantity::Slowdown { ("slowed more than", "×") } else { ("here for more than", "") };
    let told = race.told();
    let shares: Vec<Option<f64>> =
        figures.shown.map_or_else(Vec::new, |shown| shown.runs.iter().map(|run| run.share_above(told, quantity, asked)).collect());
    let answer = |(i, subject): (usize, &Subject)| {
        let share = shares.get(i).copied().flatten();
        html! {
            <li key={subject.written.clone()} data-policy={subject.written.clone()} data-value={share.map(format::plain)}>
                <span>{ figures.swatched(subject) }</span><output>{ words::share(share) }</output>
            </li>
        }
    };
    let label = format!("{title} of those who have left: {}", words::asked(quantity, asked));
    html! {
        <section class={classes!("race-curve", format!("of-{key}"), front.then_some("front"))} aria-label={title}>
            <div class="picture-head">
                <h2>{ title }</h2>
                <span class="muted small">{ format!("of those who have left{}; rings: the last three to leave", if race.clock.over() { "" } else { " so far" }) }</span>
                <div class="segments" role="radiogroup" aria-label={format!("Part of the distribution of {key}")}>
                    { choice(false, "Body", "The fraction that has at most so much") }
                    { choice(true, "Tail", "The fraction that has more, both axes logarithmic") }
                </div>
            </div>
            <div class="race-asks" onpointerdown={dragged(figures, quantity, pane)} onpointermove={dragged(figures, quantity, pane)}>
                { figures.canvas(key.to_owned(), pane, label, Hears::default()) }
            </div>
            <div class="race-asked">
                <label>
                    { before }{ " " }
                    <input id={format!("asked-{key}")} type="text" inputmode="decimal" autocomplete="off" value={format::plain(asked)} onchange={typed} />
                    { after }
                </label>
                <ul>{ for figures.subjects.iter().enumerate().map(answer) }</ul>
            </div>
        </section>
    }
}

/// The line goes to where the pointer is pressed, and with it for as long as it stays so.
fn dragged(figures: &Figures<'_, Race>, quantity: Quantity, pane: Pane) -> Callback<PointerEvent> {
    let (shown, change) = (figures.shown.cloned(), figures.change.clone());
    Callback::from(move |event: PointerEvent| {
        let canvas = event.target_dyn_into::<HtmlCanvasElement>().filter(|_| event.buttons() & 1 == 1);
        let (Some(canvas), Some(shown)) = (canvas, &shown) else { return };
        if event.type_() == "pointerdown" {
            // The pointer is heard of beyond the edges, too; where it cannot be, the drag ends there.
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
        let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
        let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let picture: Option<plot::Picture> = shown.picture(pane);
        if let Some(value) = picture.and_then(|picture| across(&picture, (at, size))) {
            change.emit(Change::Own(Gesture::Ask(quantity, format::rounded(value, 2))));
        }
    })
}
