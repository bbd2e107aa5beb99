//! Lists of policies, from the registry, and the stroke by which each is known.

use crate::chart::{Mode, Theme, corners};
use crate::experiment::SystemKind;
use crate::plot::{Dash, Look, look_of};
use crate::web::markup::{Markup, markup, shown};
use schedscope_engine::registry::{Family, Row};
use yew::prelude::*;

/// A short piece of a policy's line with its marker: whole for an unbroken line, hollow for a broken one.
pub fn stroke(look: Look, mode: Mode) -> Markup {
    /// Pixels from the middle of a marker to its edge, about.
    const RADIUS: f64 = 3.6;
    let dashes = match look.dash {
        Dash::Solid => "none",
        Dash::Dashed => "6 4",
        Dash::Dotted => "2 3",
        Dash::DashDot => "8 3 2 3",
        Dash::LongDash => "14 5",
    };
    let colour = Theme::of(mode).css(look.hue);
    let inside = if look.dash == Dash::Solid { colour.as_str() } else { "var(--ground)" };
    let corners = corners(look.hue).iter().map(|(x, y)| format!("{:.1},{:.1}", 14.0 + x * RADIUS, 6.0 + y * RADIUS)).collect::<Vec<_>>();
    markup! {
        svg.swatch viewBox="0 0 28 12" aria-hidden="true" {
            line x1="0" y1="6" x2="28" y2="6" stroke-width="2.4" stroke-dasharray=(dashes) stroke=(colour) {}
            g fill=(inside) stroke=(colour) stroke-width="1.6" {
                @if corners.is_empty() { circle cx="14" cy="6" r=(RADIUS) {} } @else { polygon points=(corners.join(" ")) {} }
            }
        }
    }
}

/// The same as an element of a view.
pub fn swatch(look: Look, mode: Mode) -> Html {
    shown(stroke(look, mode))
}

/// A checklist of all policies of a world.
pub struct Checklist<'a> {
    /// Which world.
    pub kind: SystemKind,
    /// Prefix of the identifiers, one a list.
    pub name: &'a str,
    /// Keys of those that are chosen.
    pub chosen: &'a [String],
    /// Keys of those that cannot be chosen or dropped now, with the reason.
    pub barred: &'a [(&'static str, &'static str)],
    /// The theme.
    pub mode: Mode,
    /// Hears the key of the policy that was chosen or dropped.
    pub ontoggle: Callback<&'static str>,
}

impl Checklist<'_> {
    /// Shows it, by family.
    pub fn view(&self) -> Html {
        let family = |family: Family| {
            let (title, hint) = match family {
                Family::Blind => ("Blind", "they ignore sizes"),
                Family::Exact => ("Exact sizes", "they know every size: a best case"),
                Family::Estimated => ("Estimates", "they use estimates, which can be wrong"),
            };
            let rows: Vec<&'static Row> = self.kind.rows().into_iter().filter(|row| row.family == family).collect();
            html! {
                if !rows.is_empty() {
                    <fieldset class="family">
                        <legend>{ title }<span class="muted">{ format!(" · {hint}") }</span></legend>
                        { for rows.into_iter().map(|row| self.item(row)) }
                    </fieldset>
                }
            }
        };
        html! { <div class="policies">{ for [Family::Blind, Family::Exact, Family::Estimated].map(family) }</div> }
    }

    fn item(&self, row: &'static Row) -> Html {
        let chosen = self.chosen.iter().any(|key| key == row.key);
        let barred = self.barred.iter().find(|(barred, _)| *barred == row.key).map(|(_, why)| why);
        let title = AttrValue::from(match barred {
            Some(why) => format!("{}. Not available: {why}.", row.line),
            None => row.line.to_owned(),
        });
        let id = AttrValue::from(format!("{}-{}", self.name, row.key));
        html! {
            <label class={if barred.is_some() { "policy barred" } else { "policy" }} title={title.clone()} for={id.clone()}>
                <input
                    {id} type="checkbox" checked={chosen} disabled={barred.is_some()} data-policy={row.key} aria-description={title}
                    onchange={self.ontoggle.reform(move |_| row.key)}
                />
                { self.kind.choice(row.key).ok().map(|choice| swatch(look_of(&choice), self.mode)) }
                <span>{ row.name }</span>
            </label>
        }
    }
}
