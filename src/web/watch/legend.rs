//! What the marks in the pictures mean: those that occur.

use crate::web::markup::{markup, shown};
use schedscope_engine::server::{EventKind, Timeline};
use std::rc::Rc;
use yew::prelude::*;

/// Each mark in a box of 16, as a path that is filled or stroked, and its meaning.
const MARKS: [(EventKind, &str, bool, &str); 5] = [
    (EventKind::Arrival, "M8 4a4 4 0 1 0 .01 0z", true, "arrives"),
    (EventKind::Completion, "M8 4a4 4 0 1 0 .01 0z", false, "completes"),
    (EventKind::Late, "M3.5 3.5l9 9M12.5 3.5l-9 9", false, "turns late"),
    (EventKind::Preemption, "M6 2v12M10 2v12", false, "is preempted"),
    (EventKind::VirtualCompletion, "M8 3l5 5-5 5-5-5z", false, "completes in the virtual queue"),
];

/// The legend of these pictures, for events up to some time.
pub fn legend(timelines: &[Rc<Timeline>], until: f64) -> Html {
    let events = || timelines.iter().flat_map(|timeline| &timeline.events).filter(|event| event.time <= until);
    let occurs = |kind: EventKind| events().any(|event| event.kind == kind);
    let believes = timelines.iter().flat_map(|timeline| &timeline.snapshots).flat_map(|snapshot| &snapshot.jobs);
    let believes = believes.into_iter().any(|curve| curve.virtual_remaining.is_some());
    let line = |dashes: &str, words: &str| {
        markup! {
            li {
                svg.mark.wide-mark viewBox="0 0 28 16" aria-hidden="true" { path d="M0 8h28" stroke="currentColor" stroke-width="2" stroke-dasharray=(dashes) {} }
                (words)
            }
        }
    };
    shown(markup! {
        ul.marks aria-label="Marks in the pictures" {
            @for (kind, outline, filled, words) in MARKS {
                @if occurs(kind) {
                    @let (fill, stroke) = if filled { ("currentColor", "none") } else { ("none", "currentColor") };
                    li.late[kind == EventKind::Late] {
                        svg.mark viewBox="0 0 16 16" aria-hidden="true" { path d=(outline) fill=(fill) stroke=(stroke) stroke-width="2" {} }
                        (words)
                    }
                }
            }
            (line("none", "remaining"))
            @if believes { (line("5 4", "remaining, as estimated by the policy")) }
            @if occurs(EventKind::Late) {
                li.late {
                    svg.mark viewBox="0 0 16 16" aria-hidden="true" { path d="M0 6l6-6M0 16L16 0M10 16l6-6" stroke="currentColor" stroke-width="1.5" {} }
                    "a job is late"
                }
            }
        }
    })
}
