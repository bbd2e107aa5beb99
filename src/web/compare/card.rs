//! The answer as a card to send: its sentence, the picture of the means, and where both are from.

use super::gallery::Gallery;
use super::pictures::of_means;
use crate::web::export::download;
use crate::web::surface;
use gloo::utils::window;
use schedscope_chart as chart;
use yew::prelude::*;

/// Half the pixels of a card each way, in the proportions that services make room for which show links.
const SIZE: (u32, u32) = (800, 420);

/// What stands on a card.
pub struct Ready {
    /// What the picture is made from.
    pub gallery: Gallery,
    /// What came out.
    pub sentence: String,
    /// What was simulated.
    pub whence: String,
}

/// A button that saves a card, once there is one.
pub fn button(ready: Option<Ready>) -> Html {
    let disabled = ready.is_none();
    let save = Callback::from(move |_: MouseEvent| {
        let Some(Ready { gallery, sentence, whence }) = &ready else { return };
        let Some((picture, title, about)) = of_means(gallery) else { return };
        let location = window().location();
        let place: String = [location.host(), location.pathname()].into_iter().flatten().collect();
        // Nobody else finds what is served to this machine alone.
        let local = location.hostname().is_ok_and(|host| ["localhost", "127.0.0.1"].contains(&host.as_str()));
        let words = chart::Card {
            sentence: sentence.clone(),
            shows: format!("{title}: {about}"),
            whence: whence.clone(),
            place: if local { "schedscope".to_owned() } else { format!("schedscope · {}", place.trim_end_matches('/')) },
        };
        if let Some(file) = surface::said(surface::png(SIZE, gallery.mode, |pen| chart::card(pen, &words, &picture))) {
            download("schedscope.png", &file);
        }
    });
    html! {
        <button
            type="button" class="link" id="card" {disabled} onclick={save}
            title="A picture to send: this sentence, the means below, and what was simulated"
        >{ "Save as a card" }</button>
    }
}
