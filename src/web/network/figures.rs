//! The pictures of the policies that stand side by side. Their space is reserved, so nothing jumps.

use super::rows::Rows;
use crate::web::canvas::{Canvas, Picked, Picture, text_scale};
use crate::web::controls::value_of;
use crate::web::played::{Figures, Hears};
use crate::web::policies::swatch;
use schedscope_chart::{Spotlight, flow_row_at, network_at};
use schedscope_core::pictures::network::{NetworkRun, Shape};
use schedscope_state::network::{Network, Pane, Replay, words};
use schedscope_state::stage::Change;
use std::rc::Rc;
use yew::prelude::*;

impl Figures<'_, Network> {
    /// What is looked at in each.
    pub fn spotlights(&self) -> Vec<Spotlight> {
        self.played.sides().iter().map(|side| self.spotlight(*side)).collect()
    }

    /// This time, or, in a run of which the use of links alone is known, when that was last taken down before.
    fn taken(&self, run: usize, time: f64) -> f64 {
        let frames =
            self.shown.filter(|shown| !shown.is_exact()).and_then(|shown| shown.runs.runs.get(run)).map(|run| &run.timeline.frames);
        let frame = frames.and_then(|frames| frames.get(frames.partition_point(|frame| frame.to <= time)));
        frame.map_or(time, |frame| frame.from)
    }

    fn spotlight(&self, run: usize) -> Spotlight {
        Spotlight { run, time: self.taken(run, self.played.clock.playhead), lit: self.played.lit_now() }
    }

    /// The pictures.
    pub fn panels(&self) -> Html {
        let (shape, rows) = self
            .shown
            .map_or((Shape::Pipes, 3), |shown| (shown.runs.schematic.shape, if shown.runs.in_rows() { shown.runs.flows() } else { 0 }));
        let shape = match shape {
            Shape::Pipes => "of-pipes",
            Shape::Tiers => "of-tiers",
            Shape::Circle => "of-circle",
        };
        html! {
            <div class={classes!("nets", shape, (rows == 0).then_some("counted"))} style={format!("--rows: {rows}")}>
                { for self.played.sides().into_iter().enumerate().map(|(place, which)| self.panel(place, which)) }
            </div>
        }
    }

    fn panel(&self, place: usize, which: usize) -> Html {
        let Some(shown) = self.shown.filter(|shown| which < shown.runs.runs.len()) else {
            return html! { <figure key={place}><figcaption /><div class="picture-space net">{ self.absence() }</div><p class="now small" /><div class="picture-space rows" /></figure> };
        };
        let (run, spotlight) = (&shown.runs.runs[which], self.spotlight(which));
        let line = shown.report.policies[which].policy.row().line;
        let at = {
            let shown = shown.clone();
            move |(point, size): Picked| network_at(point, size, text_scale(), &shown.runs, spotlight)
        };
        let of_row = {
            let shown = shown.clone();
            move |(point, size): Picked| flow_row_at(point, size, text_scale(), &shown.runs)
        };
        let name = &run.name;
        let label = format!("{name}: the network now, links coloured by use, flows as bands. The numbers are below the pictures.");
        let Hears { onpick, onhover, .. } = self.hears(at);
        let below = if shown.runs.in_rows() {
            let Hears { onpick, onhover, .. } = self.hears(of_row);
            let label = format!("{name}: a row a flow, how much of it is left over time. The numbers are below the pictures.");
            let picture = Picture::of(Rows { shown: shown.clone(), spotlight });
            html! { <Canvas name={format!("rows-{place}")} mode={self.mode} {picture} {label} {onpick} {onhover} /> }
        } else {
            // No finer than can be seen.
            let step = shown.runs.end / 500.0;
            let time = if step > 0.0 { (self.played.clock.playhead / step).round() * step } else { 0.0 };
            let label = format!("{name}: flows on their way over time, all and short ones");
            let picture = Picture::pane(shown, Pane::Count(which, time));
            html! { <Canvas name={format!("rows-{place}")} mode={self.mode} {picture} {label} /> }
        };
        html! {
            <figure key={place}>
                <figcaption>
                    <h2 style={self.colour(run.look)}>{ swatch(run.look, self.mode) }{ self.choice(place, which, shown) }</h2>
                    <p class="muted small" title={line}>{ line }</p>
                </figcaption>
                <Canvas name={format!("net-{place}")} mode={self.mode} picture={Picture::pane(shown, Pane::Network(spotlight))} {label} {onpick} {onhover} />
                <p class="now small">{ words::now(run, &run.now(self.taken(which, self.played.clock.told()))) }</p>
                { below }
            </figure>
        }
    }

    /// The name of the policy at a side, or, of several, a selection of them.
    fn choice(&self, place: usize, which: usize, shown: &Rc<Replay>) -> Html {
        let runs = &shown.runs.runs;
        if runs.len() < 3 {
            return runs[which].name.clone().into();
        }
        let written = |position: usize| shown.report.policies[position].policy.written().to_owned();
        let option = |(position, run): (usize, &NetworkRun)| {
            html! { <option key={position} value={written(position)} selected={position == which}>{ run.name.clone() }</option> }
        };
        let onchange = self.change.reform(move |event: Event| Change::Panel(place, value_of(&event)));
        // A choice of others is a selection of its own: the index is set before its options are there.
        let all: Vec<String> = (0..runs.len()).map(written).collect();
        html! {
            <select key={all.join(" ")} id={format!("side-{place}")} aria-label={format!("Policy at the {}", if place == 0 { "left" } else { "right" })} {onchange} ~selectedIndex={which as u32}>
                { for runs.iter().enumerate().map(option) }
            </select>
        }
    }
}
