//! Beside the pictures: what is lit, what has just happened and why, and what the marks mean. Each has its room, so that nothing moves.

use crate::web::markup::{markup, shown as written};
use schedscope::network::why;
use schedscope_chart::{Mode, Theme};
use schedscope_state::network::{Network, Replay, words};
use schedscope_state::stage::Played;
use yew::prelude::*;

/// What is said.
pub fn side(network: &Played<Network>, shown: Option<&Replay>, mode: Mode) -> Html {
    let clock = &network.clock;
    let spoken = if clock.playing { "off" } else { "polite" };
    let sides = shown.map(|_| network.sides()).unwrap_or_default();
    let runs = shown.into_iter().flat_map(|shown| sides.iter().filter_map(|side| shown.runs.runs.get(*side)));
    let reasons = runs.map(|run| {
        let said = why(&run.timeline, clock.told()).unwrap_or_default();
        html! {
            <div class="reason" key={run.name.clone()}>
                <h3>{ run.name.clone() }</h3>
                <p class="why" tabindex="0">{ said }</p>
            </div>
        }
    });
    let lit = shown.zip(network.lit_now()).and_then(|(shown, lit)| words::of_lit(shown, &sides, lit, clock.told()));
    let exact = shown.is_none_or(Replay::is_exact);
    let hint = if exact {
        "Point at a flow or a link: it is highlighted in both. Click, and it stays so. ↑ ↓ go to the next one, n to the next that waits."
    } else {
        "Point at a link: it is highlighted in both. Click, and it stays so."
    };
    html! {
        <aside class="beside" aria-label="What you see">
            <h2>{ "Selected" }<span class="muted small">{ format!(" t = {}", clock.written()) }</span></h2>
            <div class="lit" id="lit" aria-live={spoken}>
                if let Some((what, lines)) = lit {
                    <p><b>{ what }</b></p>
                    { for lines.into_iter().map(|(name, line)| html! { <p key={name.clone()}><b>{ name }</b>{ ": " }{ line }</p> }) }
                } else {
                    <p class="muted">{ hint }</p>
                }
            </div>
            if exact {
                <h2>{ "Why now" }</h2>
                <div class="reasons" aria-live={spoken}>{ for reasons }</div>
            }
            <h2>{ "Reading it" }</h2>
            { key(mode, exact) }
        </aside>
    }
}

/// What the marks mean.
fn key(mode: Mode, exact: bool) -> Html {
    let theme = Theme::of(mode);
    let (long, short, lit, ink) = (theme.long.css(), theme.short.css(), theme.lit.css(), theme.ink.css());
    let (ground, late) = (theme.ground.css(), theme.late.css());
    let uses = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| theme.of_use(part).css());
    written(markup! {
        ul.reading-key.small {
            li {
                svg viewBox="0 0 36 12" aria-hidden="true" {
                    @for (i, colour) in uses.iter().enumerate() { rect x=(format!("{:.1}", 7.2 * i as f64)) y="4" width="7.2" height="4" fill=(colour) {} }
                }
                "a link, by how much of it is used"
            }
            @if exact {
                li {
                    svg viewBox="0 0 36 12" aria-hidden="true" {
                        rect y="1" width="36" height="10" fill=(long) {}
                        path d="M8 1l5 5-5 5M22 1l5 5-5 5" stroke=(ground) stroke-width="1.4" fill="none" {}
                    }
                    "a long flow, as wide as its rate; marks move as it is sent"
                }
                li { svg viewBox="0 0 36 12" aria-hidden="true" { rect x="0.5" y="2.5" width="35" height="7" fill=(short) stroke=(long) {} } "a short flow" }
                li { svg viewBox="0 0 36 12" aria-hidden="true" { rect x="0.75" y="2.75" width="34.5" height="6.5" fill=(lit) stroke=(ink) stroke-width="1.5" {} } "the lit flow, and its path" }
                li { svg viewBox="0 0 36 12" aria-hidden="true" { text x="14" y="11" font-size="12" font-weight="700" fill=(late) { "2" } } "flows that stand still, at their host" }
                li {
                    svg viewBox="0 0 36 12" aria-hidden="true" {
                        path d="M2 11V1h12L30 11z" fill=(long) {}
                        path d="M2 11h12" stroke=(late) stroke-width="2" {}
                        path d="M22 1v10" stroke=(ink) {}
                    }
                    "what is left; red: it stands still; upright: complete if alone"
                }
            }
        }
    })
}
