//! What one policy does: its rule, its picture, what happens now and what it comes to.

use super::sentence::sentence;
use crate::chart::{Mode, TimelineFrame};
use crate::metrics::mean;
use crate::server::Timeline;
use crate::web::canvas::{Canvas, Picture};
use crate::web::format;
use crate::web::policies::Swatch;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Panel`].
#[derive(Clone, Properties)]
pub struct Props {
    /// What the policy does.
    pub timeline: Rc<Timeline>,
    /// What all panels have in common.
    pub frame: TimelineFrame,
    /// Whether this mean is the least of all panels'.
    pub best: bool,
    /// Whether changes are read out.
    pub spoken: bool,
    /// The theme.
    pub mode: Mode,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline)
            && self.frame == other.frame
            && (self.best, self.spoken, self.mode) == (other.best, other.spoken, other.mode)
    }
}

/// Mean sojourn time of a watched run.
pub fn mean_sojourn(timeline: &Timeline) -> f64 {
    let sojourns: Vec<f64> = timeline.jobs.iter().zip(&timeline.completions).map(|(job, completion)| completion - job.arrival).collect();
    mean(&sojourns)
}

/// The panel.
#[component]
pub fn Panel(props: &Props) -> Html {
    let row = props.timeline.policy.row();
    let now = sentence(&props.timeline, props.frame.playhead);
    html! {
        <figure class="panel">
            <figcaption>
                <h2><Swatch look={row.look} mode={props.mode} />{ row.name }</h2>
                <p class="mean muted" title="The time from arrival to completion, averaged over the jobs, when all are done">
                    { "Mean sojourn " }<strong class={classes!(props.best.then_some("best"))}>{ format::short(mean_sojourn(&props.timeline)) }</strong>
                </p>
                <p class="muted small">{ row.line }</p>
            </figcaption>
            <Canvas
                panel={row.key} mode={props.mode} picture={Picture::Timeline(props.timeline.clone(), props.frame)}
                label={format!("{}: remaining size of each job over time, and below it who is served", row.name)}
            />
            <p class="now" aria-live={if props.spoken { "polite" } else { "off" }}>{ now }</p>
        </figure>
    }
}
