//! What the pictures of every world have in common. Their space is reserved, so nothing jumps.

use super::Pictured;
use crate::web::canvas::{Canvas, Drag, Picked, Picture};
use crate::web::policies::swatch;
use schedscope::registry::{Choice, Row};
use schedscope_chart::{Mode, Theme};
use schedscope_core::pictures::{looks, names};
use schedscope_core::plot::Look;
use schedscope_state::inquiry::Phase;
use schedscope_state::stage::{Change, Panes, Played, Stage};
use std::rc::Rc;
use yew::prelude::*;

/// A pane of a world.
type PaneOf<S> = <<S as Stage>::Replay as Panes>::Pane;

/// What is shown of a policy: from the answer, or, while there is none, from the question.
#[derive(Clone)]
pub struct Subject {
    /// As it is written.
    pub written: String,
    /// What it is called here.
    pub name: String,
    /// What it is.
    pub row: &'static Row,
    /// How it is drawn.
    pub look: Look,
}

/// The pictures of a world.
pub struct Figures<'a, S: Pictured> {
    /// The world.
    pub played: &'a Played<S>,
    /// The answer as it is shown.
    pub shown: Option<&'a Rc<S::Replay>>,
    /// Its policies.
    pub subjects: Vec<Subject>,
    /// The theme.
    pub mode: Mode,
    /// Whether the system asks for less motion.
    pub still: bool,
    /// Hears what happens.
    pub change: Callback<Change<S>>,
}

/// Who hears what the pointer does in a picture.
#[derive(Default)]
pub struct Hears {
    /// A click.
    pub onpick: Option<Callback<Picked>>,
    /// The pointer above it.
    pub onhover: Option<Callback<Option<Picked>>>,
    /// What follows it.
    pub drag: Option<Drag>,
}

impl<'a, S: Pictured> Figures<'a, S> {
    /// Those of the last answer.
    pub fn new(played: &'a Played<S>, mode: Mode, still: bool, change: Callback<Change<S>>) -> Self {
        let shown = played.shown();
        let policies: Vec<Choice> = match shown {
            Some(shown) => S::report(shown).policies.iter().map(|row| row.policy.clone()).collect(),
            None => played.bench.scenario.choices().unwrap_or_default(),
        };
        let subject = |((policy, name), look): ((&Choice, String), Look)| Subject {
            written: policy.written().to_owned(),
            name,
            row: policy.row(),
            look,
        };
        let subjects = policies.iter().zip(names(&policies)).zip(looks(&policies)).map(subject).collect();
        Self { played, shown, subjects, mode, still, change }
    }

    /// A pane as a picture.
    pub fn picture(shown: &Rc<S::Replay>, pane: PaneOf<S>) -> Picture {
        Picture::pane(shown, pane)
    }

    /// A pane with its name and what it shows in words, or the space for it.
    pub fn canvas(&self, name: String, pane: PaneOf<S>, label: String, hears: Hears) -> Html {
        match self.shown {
            Some(shown) => {
                let Hears { onpick, onhover, drag } = hears;
                html! { <Canvas {name} mode={self.mode} picture={Self::picture(shown, pane)} {label} {onpick} {onhover} {drag} /> }
            }
            None => self.space(),
        }
    }

    /// The space of a picture that is not there.
    pub fn space(&self) -> Html {
        html! { <div class="picture-space">{ self.absence() }</div> }
    }

    /// Why there is no picture.
    pub fn absence(&self) -> &'static str {
        if self.played.bench.inquiry.phase == Phase::Failed { "Nothing to show" } else { "Simulating …" }
    }

    /// What `at` finds is lit: at the pointer for as long as it stays there, and selected by a click.
    pub fn hears(&self, at: impl Fn(Picked) -> Option<S::Selected> + Clone + 'static) -> Hears {
        let (found, clicked, hovered) = (at.clone(), self.change.clone(), self.change.clone());
        let onpick = Callback::from(move |picked| {
            if let Some(selected) = at(picked) {
                clicked.emit(Change::Select(Some(selected)));
            }
        });
        let (selected, now) = (self.played.selected, self.played.lit_now());
        let onhover = Callback::from(move |picked: Option<Picked>| {
            let here = picked.and_then(&found);
            // Nothing is drawn anew while the pointer stays at the same.
            if here.or(selected) != now {
                hovered.emit(Change::Hover(here));
            }
        });
        Hears { onpick: Some(onpick), onhover: Some(onhover), drag: None }
    }

    /// The swatch and the name of a policy.
    pub fn swatched(&self, subject: &Subject) -> Html {
        html! { <>{ swatch(subject.look, self.mode) }{ subject.name.clone() }</> }
    }

    /// What a heading of a policy is coloured as.
    pub fn colour(&self, look: Look) -> String {
        format!("color: {}", Theme::of(self.mode).css_text(look.hue))
    }

    /// Which policy is in front, where there is room for one only.
    pub fn tabs(&self, shown: &[usize]) -> Html {
        let front = self.front(shown.len());
        let tab = |(i, side): (usize, &usize)| {
            let onclick = self.change.reform(move |_: MouseEvent| Change::Front(i));
            html! {
                <button type="button" class="quiet" key={i} aria-pressed={(i == front).to_string()} {onclick}>{ self.subjects.get(*side).map(|subject| self.swatched(subject)) }</button>
            }
        };
        html! { <div class="worker-tabs" role="group" aria-label="Policy that is shown">{ for shown.iter().enumerate().map(tab) }</div> }
    }

    /// The place that is in front, of so many.
    pub fn front(&self, panels: usize) -> usize {
        self.played.front.min(panels.saturating_sub(1))
    }
}
