//! The stroke by which each policy is known.

use crate::web::markup::{Markup, markup, shown};
use schedscope_chart::{Mode, Theme, corners};
use schedscope_core::plot::{Dash, Look};
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
