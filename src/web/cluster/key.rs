//! What the bars of the slots mean: only what occurs.

use crate::chart::{Mode, Theme};
use crate::page::cluster::Shown;
use crate::pictures::cluster::{ClusterRuns, class_colour, class_name};
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

/// One line of explanations.
pub fn key(Shown { runs, .. }: &Shown, mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let classes = runs.classes();
    let bars = || runs.runs.iter().flat_map(|run| &run.timeline.bars);
    let kinds = KINDS.iter().filter(|kind| bars().any(kind.is));
    shown(markup! {
        div.key.small.muted {
            p {
                "One row per slot, one bar per task. "
                @if classes.is_empty() {
                    "Each job has a colour of its own, up to " (ClusterRuns::FEW) "."
                } @else {
                    "Colour: the size of its job; shade: which job."
                }
            }
            ul {
                @for class in &classes {
                    li {
                        svg.swatch viewBox="0 0 28 16" aria-hidden="true" {
                            rect x="1" y="3" width="26" height="10" fill=(theme.css_job(class_colour(*class))) {}
                        }
                        (class_name(*class))
                    }
                }
                @for kind in kinds { li { ((kind.draw)(theme)) (kind.words) } }
            }
        }
    })
}
