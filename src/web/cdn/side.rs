//! Beside the maps: what has just been decided and why, and what is lit. Each has its room, so that nothing moves.

use schedscope::cdn::why;
use schedscope_core::pictures::cdn::CdnRun;
use schedscope_state::cdn::{Cdn, Replay, words};
use schedscope_state::stage::Played;
use yew::prelude::*;

/// What has just been decided under each policy that is shown, about what is lit or about any request; and what is lit.
pub fn side(cdn: &Played<Cdn>, shown: Option<&Replay>, time: f64) -> Html {
    let (now, told) = (cdn.clock.told(), |time: f64| shown.map(|shown| shown.runs.told(time)).unwrap_or_default());
    let spoken = if cdn.clock.playing { "off" } else { "polite" };
    let panels = cdn.sides();
    let runs = || panels.iter().filter_map(|place| shown?.runs.runs.get(*place));
    let lit = cdn.lit_now();
    let reason = |run: &CdnRun| {
        let of_lit = lit.and_then(|lit| words::decided(run, lit, now, &told));
        let said = of_lit.or_else(|| why(&run.timeline, run.timeline.begin + now, &told));
        html! {
            <div class="reason" key={run.name.clone()}>
                <h3>{ run.name.clone() }</h3>
                <p class="why" tabindex="0">{ said.unwrap_or_else(|| "No request has come.".to_owned()) }</p>
            </div>
        }
    };
    let of_lit = shown.zip(lit).and_then(|(shown, lit)| words::of_lit(&shown.runs, lit, &panels, time));
    let part = |(name, lines): (String, Vec<String>)| {
        html! { <div key={name.clone()}><h3>{ name }</h3>{ for lines.into_iter().map(|line| html! { <p>{ line }</p> }) }</div> }
    };
    html! {
        <aside class="beside" aria-label="What you see">
            <h2>{ "Why now" }<span class="muted small">{ format!(" {}", told(now)) }</span></h2>
            <div class="reasons" aria-live={spoken}>{ for runs().map(reason) }</div>
            <h2>{ "Selected" }</h2>
            <div class="lit" id="lit" aria-live={spoken} tabindex="0" role="region" aria-label="What is highlighted">
                if let Some((what, parts)) = of_lit {
                    <p><b>{ what }</b></p>
                    { for parts.into_iter().map(part) }
                } else {
                    <p class="muted">{ "Point at a region or at the CDN server: it is highlighted in all pictures, with its cooperation group. Click, and it stays so. ↑ ↓ go to the next one, Escape ends it." }</p>
                }
            </div>
        </aside>
    }
}
