//! The dialog that makes a figure for another page.

use super::controls::value_of;
use gloo::utils::window;
use schedscope_state::embed::{Change, Embed, Form};
use schedscope_state::route::Route;
use schedscope_state::state::{Action, State};
use schedscope_state::title::titled;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// Properties of [`Dialog`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    embed: Embed,
    route: Route,
    title: String,
    dispatch: Callback<Action>,
}

/// The dialog, while it is open.
pub fn dialog(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(embed) = &state.embed else { return html! {} };
    let title = titled(state);
    html! { <Dialog embed={embed.clone()} route={state.route()} {title} dispatch={dispatch.clone()} /> }
}

/// Where the page is, without what it shows.
pub fn base() -> String {
    let location = window().location();
    format!("{}{}", location.origin().unwrap_or_default(), location.pathname().unwrap_or_default())
}

/// How much smaller the preview of a figure of this height is, so that it is seen whole.
fn zoom(height: &str) -> f64 {
    /// Pixels of the dialog around it, and the least that it has.
    const AROUND: f64 = 470.0;
    const LEAST: f64 = 176.0;
    let window = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
    let height: f64 = height.trim().parse().unwrap_or(LEAST);
    ((window - AROUND).max(LEAST) / height).min(1.0)
}

#[component]
fn Dialog(props: &Props) -> Html {
    let Props { embed, route, title, dispatch } = props;
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                // A dialog in the document can be shown.
                let _ = dialog.show_modal();
            }
        });
    }
    let change = dispatch.reform(|change| Action::Embed(Some(change)));
    let typed = |make: fn(String) -> Change| change.reform(move |event: InputEvent| make(value_of(&event)));
    let close = dispatch.reform(|_: Event| Action::Embed(None));
    let code = embed.code(&base(), title, route);
    let copy = {
        let (change, code) = (change.clone(), code.clone().unwrap_or_default());
        Callback::from(move |_: MouseEvent| {
            let (change, code) = (change.clone(), code.clone());
            spawn_local(async move {
                let copied = JsFuture::from(window().navigator().clipboard().write_text(&code)).await.is_ok();
                change.emit(Change::Copied(Some(copied)));
            });
        })
    };
    let size = |(name, width, height): (&'static str, &'static str, &'static str)| {
        let here = (embed.width.as_str(), embed.height.as_str()) == (width, height);
        html! { <button type="button" class="quiet" aria-pressed={here.to_string()} onclick={change.reform(move |_: MouseEvent| Change::Size(width, height))}>{ name }</button> }
    };
    let theme = |(theme, word): (schedscope_state::theme::ThemeChoice, &'static str)| {
        let onclick = change.reform(move |_: MouseEvent| Change::Theme(theme));
        html! { <button type="button" class="quiet" aria-pressed={(embed.theme == theme).to_string()} {onclick}>{ word }</button> }
    };
    let form = |(form, word): (Form, &'static str)| {
        let onclick = change.reform(move |_: MouseEvent| Change::Form(form));
        html! { <button type="button" class="quiet" aria-pressed={(embed.form == form).to_string()} {onclick}>{ word }</button> }
    };
    // Another address than this page's own, which a browser need not embed in itself.
    let (query, fragment) =
        embed.target(route).split_once('#').map(|(query, fragment)| (query.to_owned(), fragment.to_owned())).unwrap_or_default();
    let preview = format!("?figure{}#{fragment}", query.replace('?', "&"));
    let width = if embed.width.trim().is_empty() { "100%".to_owned() } else { format!("{}px", embed.width.trim()) };
    html! {
        <dialog id="embed" ref={node} aria-labelledby="embed-title" onclose={close}>
            <form method="dialog">
                <h2 id="embed-title" tabindex="-1" autofocus=true>{ "Embed this figure" }</h2>
                <p class="muted small">{ "In slides or notes it stays live: it can be played, and keeps the jobs and policies that you see now." }</p>
                <div class="embed-choices">
                    <div class="embed-group" role="group" aria-label="Size">
                        <span class="small muted">{ "Size" }</span>
                        <div class="embed-row">{ for Embed::SIZES.map(size) }</div>
                        <div class="embed-row">
                            <label>{ "Width " }<input type="text" inputmode="numeric" id="embed-width" autocomplete="off" placeholder="full" value={embed.width.clone()} oninput={typed(Change::Width)} /></label>
                            <label>{ "Height " }<input type="text" inputmode="numeric" id="embed-height" autocomplete="off" value={embed.height.clone()} oninput={typed(Change::Height)} /></label>
                            <span class="small muted">{ "pixels" }</span>
                        </div>
                    </div>
                    <div class="embed-group" role="group" aria-label="Theme">
                        <span class="small muted">{ "Theme" }</span>
                        <div class="embed-row">{ for Embed::THEMES.map(theme) }</div>
                    </div>
                    <div class="embed-group" role="group" aria-label="Code">
                        <span class="small muted">{ "Code" }</span>
                        <div class="embed-row">{ for Embed::FORMS.map(form) }</div>
                    </div>
                    if Embed::starts(route) {
                        <div class="embed-group">
                            <label for="embed-start" class="small muted">{ "Start paused at t =" }</label>
                            <div class="embed-row"><input type="text" inputmode="decimal" id="embed-start" autocomplete="off" placeholder="plays" value={embed.start.clone()} oninput={typed(Change::Start)} /></div>
                        </div>
                    }
                </div>
                if let Some(fault) = embed.fault() {
                    <p class="complaint" id="embed-fault" role="alert">{ fault }</p>
                } else {
                    <div class="embed-preview" tabindex="0" role="region" aria-label="Preview">
                        <iframe key={preview.clone()} id="embed-frame" title="Preview of the figure" src={preview} style={format!("width: {width}; height: {}px; zoom: {:.2}", embed.height.trim(), zoom(&embed.height))} />
                    </div>
                }
                <label class="embed-code"><span class="small muted">{ match embed.form {
                    Form::Frame => "Code for the other page",
                    Form::Element => "Code for the other page, whose scripts can play the figure and hear what is selected",
                } }</span>
                    <textarea id="embed-code" rows="3" readonly=true spellcheck="false" value={code.clone().unwrap_or_default()} />
                </label>
                <div class="embed-row">
                    <button type="button" id="embed-copy" class="primary" disabled={code.is_none()} onclick={copy} aria-live="polite">
                        { match embed.copied { None => "Copy code", Some(true) => "Copied", Some(false) => "Copy failed; select the text" } }
                    </button>
                    <button id="embed-close" class="quiet">{ "Close" }</button>
                </div>
            </form>
        </dialog>
    }
}
