//! The pictures of the policies that stand side by side. Their space is reserved, so nothing jumps.

use crate::canvas::{Canvas, Picked, Picture, text_scale};
use crate::controls::value_of;
use crate::policies::swatch;
use schedscope_chart::{Mode, Spotlight, Theme, flow_row_at, network_at};
use schedscope_core::pictures::network::{Lit, Shape};
use schedscope_page::inquiry::Phase;
use schedscope_page::network::{Change, Network, Scene, Shown, words};
use std::rc::Rc;
use yew::prelude::*;

/// What the pictures have in common.
pub struct Figures<'a> {
    network: &'a Network,
    shown: Option<&'a Rc<Shown>>,
    sides: Vec<usize>,
    mode: Mode,
    change: Callback<Change>,
}

/// Who hears what the pointer does in a picture.
struct Hears {
    onpick: Callback<Picked>,
    onhover: Callback<Option<Picked>>,
}

impl Hears {
    /// What `at` finds is lit: at the pointer for as long as it stays there, and for good by a click.
    fn new(at: impl Fn(Picked) -> Option<Lit> + Clone + 'static, network: &Network, change: &Callback<Change>) -> Self {
        let (found, lit, clicked, hovered) = (at.clone(), network.lit, change.clone(), change.clone());
        let onpick = Callback::from(move |picked| {
            if let Some(lit) = at(picked) {
                clicked.emit(Change::Light(Some(lit)));
            }
        });
        let now = network.lit_now();
        let onhover = Callback::from(move |picked: Option<Picked>| {
            let here = picked.and_then(&found);
            // Nothing is drawn anew while the pointer stays at the same.
            if here.or(lit) != now {
                hovered.emit(Change::Hover(here));
            }
        });
        Self { onpick, onhover }
    }
}

impl<'a> Figures<'a> {
    /// The pictures of the last answer.
    pub fn new(network: &'a Network, shown: Option<&'a Rc<Shown>>, mode: Mode, change: Callback<Change>) -> Self {
        let sides = shown.map_or_else(|| vec![0, 1], |shown| network.sides(shown));
        Self { network, shown, sides, mode, change }
    }

    /// Positions of the policies that stand side by side.
    pub fn sides(&self) -> Vec<usize> {
        self.sides.clone()
    }

    /// What is looked at in each.
    pub fn spotlights(&self) -> Vec<Spotlight> {
        self.sides.iter().map(|side| self.spotlight(*side)).collect()
    }

    /// In a run of which the use of links alone is known, when that was last taken down.
    fn spotlight(&self, run: usize) -> Spotlight {
        let playhead = self.network.clock.playhead;
        let frames =
            self.shown.filter(|shown| !shown.is_exact()).and_then(|shown| shown.runs.runs.get(run)).map(|run| &run.timeline.frames);
        let frame = frames.and_then(|frames| frames.get(frames.partition_point(|frame| frame.to <= playhead)));
        Spotlight { run, time: frame.map_or(playhead, |frame| frame.from), lit: self.network.lit_now() }
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
                { for (0..self.sides.len()).map(|place| self.panel(place)) }
            </div>
        }
    }

    fn panel(&self, place: usize) -> Html {
        let Some(shown) = self.shown.filter(|shown| self.sides[place] < shown.runs.runs.len()) else {
            let words = if self.network.world.inquiry.phase == Phase::Failed { "Nothing to show" } else { "Simulating …" };
            return html! { <figure key={place}><figcaption /><div class="picture-space net">{ words }</div><p class="now small" /><div class="picture-space rows" /></figure> };
        };
        let which = self.sides[place];
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
        let Hears { onpick, onhover } = Hears::new(at, self.network, &self.change);
        let below = if shown.runs.in_rows() {
            let Hears { onpick, onhover } = Hears::new(of_row, self.network, &self.change);
            let label = format!("{name}: a row a flow, how much of it is left over time. The numbers are below the pictures.");
            let picture = Picture::Network(shown.clone(), Scene::Rows(spotlight));
            html! { <Canvas name={format!("rows-{place}")} mode={self.mode} {picture} {label} {onpick} {onhover} /> }
        } else {
            // No finer than can be seen.
            let step = shown.runs.end / 500.0;
            let time = if step > 0.0 { (self.network.clock.playhead / step).round() * step } else { 0.0 };
            let label = format!("{name}: flows on their way over time, all and short ones");
            let picture = Picture::Network(shown.clone(), Scene::Count(which, time));
            html! { <Canvas name={format!("rows-{place}")} mode={self.mode} {picture} {label} /> }
        };
        html! {
            <figure key={place}>
                <figcaption>
                    <h2 style={format!("color: {}", Theme::of(self.mode).css_text(run.look.hue))}>{ swatch(run.look, self.mode) }{ self.choice(place, shown) }</h2>
                    <p class="muted small" title={line}>{ line }</p>
                </figcaption>
                <Canvas name={format!("net-{place}")} mode={self.mode} picture={Picture::Network(shown.clone(), Scene::Network(spotlight))} {label} {onpick} {onhover} />
                <p class="now small">{ words::now(run, &run.now(spotlight.time)) }</p>
                { below }
            </figure>
        }
    }

    /// The name of the policy at a side, or, of several, a selection of them.
    fn choice(&self, place: usize, shown: &Rc<Shown>) -> Html {
        let (which, runs) = (self.sides[place], &shown.runs.runs);
        if runs.len() < 3 {
            return runs[which].name.clone().into();
        }
        let written = |position: usize| shown.report.policies[position].policy.written().to_owned();
        let option = |(position, run): (usize, &schedscope_core::pictures::network::NetworkRun)| {
            html! { <option key={position} value={written(position)} selected={position == which}>{ run.name.clone() }</option> }
        };
        let onchange = self.change.reform(move |event: Event| Change::Side(place, value_of(&event)));
        html! {
            <select id={format!("side-{place}")} aria-label={format!("Policy at the {}", if place == 0 { "left" } else { "right" })} {onchange} ~selectedIndex={which as u32}>
                { for runs.iter().enumerate().map(option) }
            </select>
        }
    }
}
