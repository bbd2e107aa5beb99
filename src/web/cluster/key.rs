//! What the bars of the slots mean: only what occurs.

use crate::chart::{Mode, Theme};
use crate::page::cluster::Shown;
use crate::pictures::cluster::{ClusterRuns, Group};
use crate::web::markup::{Markup, markup, shown};
use schedscope_engine::cluster::{Bar, Ending};
use yew::Html;

/// A kind of bar: whether it occurs, its drawing, and what it is called.
struct Kind {
    is: fn(&Bar) -> bool,
    draw: fn(&Theme) -> Markup,
    words: &'static str,
}

const KINDS: [Kind; 5] = [
    Kind { is: |bar| bar.training, draw: |theme| bar(theme, true, line(8, &theme.ground.css())), words: "sample, to estimate the size" },
    Kind { is: |bar| bar.end == Ending::Suspended, draw: |theme| bar(theme, true, upright(26, theme)), words: "paused here" },
    Kind { is: |bar| bar.resumed, draw: |theme| bar(theme, true, upright(2, theme)), words: "goes on" },
    Kind { is: |bar| bar.end == Ending::Killed, draw: |theme| bar(theme, false, cross(theme)), words: "killed, its work is lost" },
    Kind { is: |bar| bar.end == Ending::Lost, draw: |theme| bar(theme, false, cross(theme)), words: "lost with its machine" },
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

fn cross(theme: &Theme) -> Markup {
    markup! { path d="M20 3l8 10M20 13l8-10" stroke=(theme.late.css()) stroke-width="2" fill="none" {} }
}

/// What the disk of a machine moves.
fn stripe(colour: &str) -> Markup {
    markup! { svg.swatch viewBox="0 0 28 16" aria-hidden="true" { (line(12, colour)) } }
}

/// One line of explanations.
pub fn key(Shown { runs, .. }: &Shown, mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let groups = runs.groups();
    let jobs = || runs.runs.iter().flat_map(|run| &run.timeline.jobs);
    let transfers = || runs.runs.iter().flat_map(|run| &run.timeline.transfers);
    let bars = || runs.runs.iter().flat_map(|run| &run.timeline.bars);
    let kinds = KINDS.iter().filter(|kind| bars().any(kind.is));
    shown(markup! {
        div.key.small.muted {
            p {
                "One row per slot, one bar per task. "
                @if groups.is_empty() && jobs().any(|job| job.chain.is_some()) {
                    "Each chain of jobs has a colour of its own, up to " (ClusterRuns::FEW) " jobs."
                } @else if groups.is_empty() {
                    "Each job has a colour of its own, up to " (ClusterRuns::FEW) "."
                } @else if groups.iter().any(|group| matches!(group, Group::Production(_))) {
                    "Colour: whether its job is a production job; shade: which job."
                } @else {
                    "Colour: the size of its job; shade: which job."
                }
            }
            ul {
                @for group in &groups {
                    li {
                        svg.swatch viewBox="0 0 28 16" aria-hidden="true" {
                            rect x="1" y="3" width="26" height="10" fill=(theme.css_job(group.colour())) {}
                        }
                        (group.name())
                    }
                }
                @for kind in kinds { li { ((kind.draw)(theme)) (kind.words) } }
                @if transfers().any(|transfer| transfer.out) { li { (stripe(&theme.late.css())) "pages written to disk" } }
                @if transfers().any(|transfer| !transfer.out) { li { (stripe(&theme.ink.css())) "pages read back" } }
            }
        }
    })
}
