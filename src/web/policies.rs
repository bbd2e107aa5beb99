//! Lists of policies, from the registry, and the stroke by which each is known.

use crate::chart::{Mode, Theme};
use crate::registry::{Dash, Family, Look};
use crate::server::Policy;
use yew::prelude::*;

/// Properties of [`Swatch`].
#[derive(Clone, Copy, PartialEq, Properties)]
pub struct SwatchProps {
    /// How the policy is drawn.
    pub look: Look,
    /// The theme.
    pub mode: Mode,
}

/// A short piece of a policy's line.
#[component]
pub fn Swatch(props: &SwatchProps) -> Html {
    let dashes = match props.look.dash {
        Dash::Solid => "none",
        Dash::Dashed => "6 4",
        Dash::Dotted => "2 3",
        Dash::DashDot => "8 3 2 3",
        Dash::LongDash => "14 5",
    };
    html! {
        <svg class="swatch" viewBox="0 0 28 8" aria-hidden="true">
            <line x1="0" y1="4" x2="28" y2="4" stroke-width="3" stroke-dasharray={dashes} stroke={Theme::of(props.mode).css(props.look.hue)} />
        </svg>
    }
}

/// Properties of [`PolicyList`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Prefix of the identifiers, one a list.
    pub name: AttrValue,
    /// Keys of those that are chosen.
    pub chosen: Vec<String>,
    /// Those that cannot be chosen or dropped now, with the reason.
    #[prop_or_default]
    pub barred: Vec<(Policy, AttrValue)>,
    /// The theme.
    pub mode: Mode,
    /// Hears which policy was chosen or dropped.
    pub ontoggle: Callback<Policy>,
}

/// A checklist of all policies, by family.
#[component]
pub fn PolicyList(props: &Props) -> Html {
    let family = |family: Family| {
        let (title, hint) = match family {
            Family::Blind => ("Blind", "they ignore sizes"),
            Family::Exact => ("Exact sizes", "they know everything: ideals"),
            Family::Estimated => ("Estimates", "they guess, and can be wrong"),
        };
        let items = Policy::ALL.iter().filter(|policy| policy.row().family == family).map(|policy| item(props, *policy));
        html! {
            <fieldset class="family">
                <legend>{ title }<span class="muted">{ format!(" · {hint}") }</span></legend>
                { for items }
            </fieldset>
        }
    };
    html! { <div class="policies">{ for [Family::Blind, Family::Exact, Family::Estimated].map(family) }</div> }
}

fn item(props: &Props, policy: Policy) -> Html {
    let row = policy.row();
    let chosen = props.chosen.iter().any(|key| key == row.key);
    let barred = props.barred.iter().find(|(barred, _)| *barred == policy).map(|(_, why)| why.clone());
    let title = match &barred {
        Some(why) => format!("{}. Not now: {why}.", row.line),
        None => row.line.to_owned(),
    };
    let id = format!("{}-{}", props.name, row.key);
    html! {
        <label class={classes!("policy", barred.is_some().then_some("barred"))} title={title.clone()} for={id.clone()}>
            <input
                {id} type="checkbox" checked={chosen} disabled={barred.is_some()} data-policy={row.key} aria-description={title}
                onchange={props.ontoggle.reform(move |_| policy)}
            />
            <Swatch look={row.look} mode={props.mode} />
            <span>{ row.name }</span>
        </label>
    }
}
