//! Beside the panels: what is lit, what has just been decided and why, and what the marks mean. Each has its room, so that nothing moves.

use crate::web::markup::{markup, shown as written};
use schedscope::datacenter::why;
use schedscope_chart::{Mode, Theme};
use schedscope_state::datacenter::{Datacenter, Replay, words};
use schedscope_state::stage::Played;
use yew::prelude::*;

/// What has just been decided under each policy; and what is lit.
pub fn side(datacenter: &Played<Datacenter>, shown: Option<&Replay>, mode: Mode) -> Html {
    let clock = &datacenter.clock;
    let slow = clock.is_slow() && clock.playing;
    let pace = if slow { format!(" · {} ms a second", libm::exp2(f64::from(clock.speed))) } else { String::new() };
    let spoken = if clock.playing { "off" } else { "polite" };
    let reasons = shown.into_iter().flat_map(|shown| &shown.runs.runs).map(|run| {
        let said = why(&run.timeline, run.timeline.begin() + clock.told());
        html! {
            <div class="reason" key={run.name.clone()}>
                <h3>{ run.name.clone() }</h3>
                <p class="why" tabindex="0">{ said }</p>
            </div>
        }
    });
    let lit = shown.zip(datacenter.lit_now()).and_then(|(shown, lit)| words::of_lit(&shown.runs, lit, clock.told()));
    let rows = shown.is_none_or(Replay::has_rows);
    html! {
        <aside class="beside" aria-label="What you see">
            <h2>{ "Why now" }<span class="muted small">{ format!(" t = {} s{pace}", clock.written()) }</span></h2>
            <div class="reasons" aria-live={spoken}>{ for reasons }</div>
            if rows {
                <h2>{ "Selected" }</h2>
                <div class="lit" id="lit" aria-live="polite">
                    if let Some((what, lines)) = lit {
                        <p><b>{ what }</b></p>
                        { for lines.into_iter().map(|line| html! { <p>{ line }</p> }) }
                    } else {
                        <p class="muted">{ "Point at a job or a worker: it is highlighted in both. Click, and it stays so. ↑ ↓ go to the next one." }</p>
                    }
                </div>
                <h2>{ "Reading it" }</h2>
                { key(mode) }
            }
        </aside>
    }
}

/// What the marks mean.
fn key(mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let (long, short, lit, ink) = (theme.long.css(), theme.short.css(), theme.lit.css(), theme.ink.css());
    let (muted, late) = (theme.muted.css(), theme.late.css());
    written(markup! {
        ul.reading-key.small {
            li { svg viewBox="0 0 36 12" aria-hidden="true" { rect y="1" width="36" height="10" fill=(long) {} } "long task, running: seconds left" }
            li {
                svg viewBox="0 0 36 12" aria-hidden="true" {
                    rect x="0.5" y="1.5" width="9" height="9" fill=(long) {}
                    rect x="13.5" y="1.5" width="9" height="9" fill=(short) stroke=(long) {}
                }
                "long, short: in a queue"
            }
            li {
                svg viewBox="0 0 36 12" aria-hidden="true" { rect x="0.75" y="1.25" width="9.5" height="9.5" fill=(lit) stroke=(ink) stroke-width="1.5" {} }
                "the lit job"
            }
            li { svg viewBox="0 0 36 12" aria-hidden="true" { path d="M0 6h28" stroke=(ink) stroke-width="1.5" {} path d="M36 6l-8-3.5v7z" fill=(ink) {} } "probe" }
            li { svg viewBox="0 0 36 12" aria-hidden="true" { path d="M0 6h28" stroke=(long) stroke-width="1.5" {} path d="M36 6l-8-3.5v7z" fill=(long) {} } "task that the scheduler places" }
            li {
                svg viewBox="0 0 36 12" aria-hidden="true" {
                    path d="M0 6h26" stroke=(muted) stroke-dasharray="2 2.5" {}
                    path d="M28 3l6 6m0-6l-6 6" stroke=(late) stroke-width="1.8" {}
                }
                "rejected: a long task is there"
            }
            li {
                svg viewBox="0 0 36 12" aria-hidden="true" {
                    path d="M0 6h28" stroke=(ink) stroke-width="1.5" stroke-dasharray="5 3" {}
                    path d="M36 6l-8-3.5v7z" fill=(ink) {}
                }
                "sent on"
            }
            li { svg viewBox="0 0 36 12" aria-hidden="true" { path d="M0 6h28" stroke=(late) stroke-width="1.5" {} path d="M36 6l-8-3.5v7z" fill=(late) {} } "theft, from queue to thief" }
        }
    })
}
