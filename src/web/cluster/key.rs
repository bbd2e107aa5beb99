//! What the bars of the slots mean: only what occurs.

use crate::web::markup::{Markup, markup, shown};
use schedscope::cluster::{Bar, Ending};
use schedscope_chart::{Mode, Rgb, Theme};
use schedscope_core::pictures::cluster::class_word;
use schedscope_state::cluster::Replay;
use std::collections::BTreeSet;
use yew::Html;

/// A kind of bar: whether it occurs, its drawing, and what it is called.
struct Kind {
    is: fn(&Bar) -> bool,
    draw: fn(&Theme) -> Markup,
    words: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind { is: |bar| bar.training, draw: |theme| bar(theme, true, line(8, &theme.ground.css())), words: "sample, to estimate the size" },
    Kind { is: |bar| bar.end == Ending::Suspended, draw: |theme| bar(theme, true, upright(26, theme)), words: "paused here" },
    Kind { is: |bar| bar.resumed, draw: |theme| bar(theme, true, upright(2, theme)), words: "goes on" },
    Kind { is: |bar| bar.end == Ending::Killed, draw: |theme| bar(theme, false, cross(theme.late)), words: "killed, its work is lost" },
    Kind { is: |bar| bar.end == Ending::Lost, draw: |theme| bar(theme, false, cross(theme.late)), words: "lost with its machine" },
    Kind { is: |bar| bar.end == Ending::Failed, draw: |theme| bar(theme, false, cross(theme.late)), words: "failed, starts again" },
    Kind {
        is: |bar| bar.end == Ending::Overtaken,
        draw: |theme| bar(theme, false, cross(theme.muted)),
        words: "another attempt was first",
    },
];

fn bar(theme: &Theme, full: bool, mark: Markup) -> Markup {
    let colour = theme.muted.css();
    let fill = if full { colour.as_str() } else { "none" };
    markup! {
        svg.swatch viewBox="0 0 28 16" aria-hidden="true" { rect x="1" y="3" width="26" height="10" fill=(fill) stroke=(colour) {} (mark) }
    }
}

fn line(y: u32, colour: &str) -> Markup {
    markup! { line x1="1" x2="27" y1=(y) y2=(y) stroke=(colour) stroke-width="3" {} }
}

fn upright(x: u32, theme: &Theme) -> Markup {
    markup! { line x1=(x) x2=(x) y1="1" y2="15" stroke=(theme.ink.css()) stroke-width="3" {} }
}

fn cross(colour: Rgb) -> Markup {
    markup! { path d="M20 3l8 10M20 13l8-10" stroke=(colour.css()) stroke-width="2" fill="none" {} }
}

/// What the disk of a machine moves.
fn stripe(colour: &str) -> Markup {
    markup! { svg.swatch viewBox="0 0 28 16" aria-hidden="true" { (line(12, colour)) } }
}

/// A bracket from arrival to completion.
fn bracket(theme: &Theme) -> Markup {
    let ink = theme.muted.css();
    markup! {
        svg.swatch viewBox="0 0 28 16" aria-hidden="true" {
            path d="M2 2v10h19" stroke=(ink) stroke-width="1.4" fill="none" {}
            circle cx="24" cy="12" r="3" stroke=(ink) stroke-width="1.6" fill="none" {}
        }
    }
}

/// A dotted outline.
fn dotted(theme: &Theme) -> Markup {
    markup! {
        svg.swatch viewBox="0 0 28 16" aria-hidden="true" {
            path d="M1 4h26M1 12h26" stroke=(theme.muted.css()) stroke-width="1.5" stroke-dasharray="2 2" fill="none" {}
        }
    }
}

/// Red hatching.
fn hatched(theme: &Theme) -> Markup {
    let late = theme.late.css();
    markup! {
        svg.swatch viewBox="0 0 28 16" aria-hidden="true" {
            path d="M1 13l6-10M7 13l6-10M13 13l6-10M19 13l6-10" stroke=(late) stroke-width="1.6" fill="none" {}
        }
    }
}

/// What is drawn, as far as it occurs.
pub fn key(Replay { runs, .. }: &Replay, mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let lanes = runs.in_lanes();
    let jobs = || runs.runs.iter().flat_map(|run| &run.timeline.jobs);
    let transfers = || runs.runs.iter().flat_map(|run| &run.timeline.transfers);
    let bars = || runs.runs.iter().flat_map(|run| &run.timeline.bars);
    let kinds = KINDS.iter().filter(|kind| bars().any(kind.is));
    let bins: BTreeSet<u8> = jobs().filter_map(|job| job.bin).collect();
    let production = jobs().any(|job| job.production);
    let box_of = |colour: &str| {
        markup! {
            svg.swatch viewBox="0 0 28 16" aria-hidden="true" { rect x="1" y="3" width="26" height="10" fill=(colour) stroke=(theme.muted.css()) stroke-width="0.8" {} }
        }
    };
    shown(markup! {
        div.key.small.muted {
            ul {
                @if !production {
                    @for bin in &bins { li { (box_of(&theme.classes[usize::from((*bin).clamp(1, 4)) - 1].css())) (class_word(*bin)) } }
                }
                @if lanes { li { (bracket(theme)) "here, from arrival to completion" } }
                @if lanes && bars().any(|bar| bar.end == Ending::Suspended) { li { (dotted(theme)) "suspended, keeps its memory" } }
                @if lanes && runs.runs.iter().any(|run| !run.timeline.lateness.is_empty()) { li { (hatched(theme)) "late: larger than believed" } }
                @for kind in kinds { li { ((kind.draw)(theme)) (kind.words) } }
                @if transfers().any(|transfer| transfer.out) { li { (stripe(&theme.late.css())) "pages written to disk" } }
                @if transfers().any(|transfer| !transfer.out) { li { (stripe(&theme.ink.css())) "pages read back" } }
            }
            p {
                @if lanes { "A lane a job, a bar a task, one row for each slot that it holds. " } @else { "One row a slot, one bar a task. " }
                @if production {
                    "Dark: production jobs."
                } @else if bins.is_empty() {
                    "The darker, the more work; no policy’s colour."
                } @else {
                    "Shade: size, no policy’s colour" @if !lanes { "; jobs of one size differ a little" } "."
                }
                @if lanes && jobs().any(|job| job.chain.is_some()) { " A blue edge joins the jobs of a chain." }
                " Point at a job or a task to read about it, click to highlight it; the arrow keys ↑ ↓ go to the next."
            }
        }
    })
}
