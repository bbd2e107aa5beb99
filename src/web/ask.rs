//! *Ask the class…*: the dialog in which a question about what is watched is made, shown to a class, and its codes are checked.

use super::controls::value_of;
use super::embed::base;
use super::exercises::{claims, stressed};
use super::export::save_text;
use gloo::utils::{document, window};
use schedscope::sim::brief;
use schedscope_core::exhibit::exercises::Set;
use schedscope_state::ask::{Ask, Change, Face, Qr, What};
use schedscope_state::state::{Action, State};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

/// Properties of [`Dialog`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    ask: Ask,
    dispatch: Callback<Action>,
}

/// The dialog, while it is open.
pub fn dialog(state: &State, dispatch: &Callback<Action>) -> Html {
    match &state.ask {
        Some(ask) if ask.open => html! { <Dialog ask={ask.clone()} dispatch={dispatch.clone()} /> },
        _ => html! {},
    }
}

#[component]
fn Dialog(props: &Props) -> Html {
    let Props { ask, dispatch } = props;
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
    use_effect_with(ask.face, |_| {
        let title = document().get_element_by_id("ask-title").and_then(|title| title.dyn_into::<HtmlElement>().ok());
        if let Some(title) = title {
            // A title has a tab index.
            let _ = title.focus();
        }
    });
    let change = dispatch.reform(|change| Action::Ask(Some(change)));
    let close = dispatch.reform(|_: Event| Action::Ask(None));
    let set = ask.set();
    let face = match (&set, ask.face) {
        (Ok(set), Face::Show) => show(ask, set, &change),
        (Ok(set), Face::Codes) => codes(ask, set, &change),
        (set, _) => make(ask, set, &change),
    };
    let name = match ask.face {
        Face::Make => "make",
        Face::Show => "show",
        Face::Codes => "codes",
    };
    html! { <dialog id="ask" ref={node} data-face={name} aria-labelledby="ask-title" onclose={close}><form method="dialog">{ face }</form></dialog> }
}

/// A button to another face.
fn to(change: &Callback<Change>, id: &'static str, class: &'static str, name: &'static str, face: Face, barred: bool) -> Html {
    html! { <button type="button" {id} {class} disabled={barred} onclick={change.reform(move |_: MouseEvent| Change::Face(face))}>{ name }</button> }
}

/// A button that copies the link.
fn copy(ask: &Ask, address: Option<String>, change: &Callback<Change>) -> Html {
    let barred = address.is_none();
    let onclick = {
        let change = change.clone();
        Callback::from(move |_: MouseEvent| {
            let (change, address) = (change.clone(), address.clone().unwrap_or_default());
            spawn_local(async move {
                let copied = JsFuture::from(window().navigator().clipboard().write_text(&address)).await.is_ok();
                change.emit(Change::Copied(Some(copied)));
            });
        })
    };
    let words = match ask.copied {
        None => "Copy link",
        Some(true) => "Copied",
        Some(false) => "Copy failed; open it and use the address bar",
    };
    html! { <button type="button" id="ask-copy" class="quiet" disabled={barred} {onclick} aria-live="polite">{ words }</button> }
}

/// The question is made.
fn make(ask: &Ask, set: &Result<Rc<Set>, String>, change: &Callback<Change>) -> Html {
    let question = set.as_ref().ok().and_then(|set| set.exercises.first());
    let what = |what: What| {
        let possible = ask.possible(what);
        html! {
            <label class="segment" key={what.title()}>
                <input type="radio" name="ask-what" checked={ask.what == what} disabled={!possible} onchange={change.reform(move |_: Event| Change::What(what))} />
                <span>{ what.title() }</span>
            </label>
        }
    };
    let under = |(place, policy): (usize, &schedscope::server::Policy)| {
        html! {
            <label class="segment" key={place}>
                <input type="radio" name="ask-under" checked={ask.under == place} onchange={change.reform(move |_: Event| Change::Under(place))} />
                <span>{ policy.name() }</span>
            </label>
        }
    };
    let job = |job: u64| {
        html! {
            <label class="segment" key={job}>
                <input type="radio" name="ask-job" checked={ask.job() == Some(job)} onchange={change.reform(move |_: Event| Change::Job(job))} />
                <span>{ ask.exhibit.title(job) }</span>
            </label>
        }
    };
    let hint = |(place, hint): (usize, &String)| {
        let before = place.checked_sub(1).and_then(|before| ask.hints.get(before));
        if hint.is_empty() && before.is_some_and(String::is_empty) {
            return html! {};
        }
        html! {
            <label class="ask-hint" key={place}><span class="small muted">{ format!("Hint {}, if you want one", place + 1) }</span>
                <input type="text" id={format!("ask-hint-{}", place + 1)} autocomplete="off" maxlength="400" value={hint.clone()} oninput={change.reform(move |event: InputEvent| Change::Hint(place, value_of(&event)))} />
            </label>
        }
    };
    let address = set.as_ref().ok().map(|set| Ask::address(set, &base()));
    let save = {
        let text = set.as_ref().map(|set| set.to_toml()).unwrap_or_default();
        move |_: MouseEvent| save_text("question.toml", "application/toml", &text)
    };
    let barred = question.is_none();
    html! {
        <>
            <h2 id="ask-title" tabindex="-1">{ "Ask the class" }</h2>
            <p class="muted small">{ format!("About the jobs that you see, at t = {}. Students open the question on their phones; what comes later is hidden from them until they have answered.", brief(ask.time)) }</p>
            <div class="segments ask-what" role="radiogroup" aria-label="What to ask">{ for What::ALL.map(what) }</div>
            if ask.what == What::Leaves {
                <div class="segments" role="radiogroup" aria-label="Which job">{ for ask.jobs().into_iter().map(job) }</div>
            }
            if ask.exhibit.policies.len() > 1 {
                <div class="segments" role="radiogroup" aria-label="Under which policy">{ for ask.exhibit.policies.iter().enumerate().map(under) }</div>
            }
            if let Some(question) = question {
                <label class="ask-text"><span class="small muted">{ "The question, as students read it; what stands between ** is stressed" }</span>
                    <textarea id="ask-text" rows="3" value={question.text.clone()} oninput={change.reform(|event: InputEvent| Change::Text(value_of(&event)))} />
                </label>
                <details class="ask-answer"><summary>{ "The answer" }</summary><p id="ask-answer">{ set.as_ref().map(|set| Ask::answer(set)).unwrap_or_default() }</p></details>
            }
            { for ask.hints.iter().enumerate().map(hint) }
            <p class="complaint" id="ask-fault" role="alert">{ set.as_ref().err().cloned() }</p>
            <div class="embed-row">
                { to(change, "ask-show", "primary", "Show it to the class", Face::Show, barred) }
                { copy(ask, address.clone(), change) }
                if let Some(address) = address {
                    <a id="ask-open" class="quiet button" href={address} target="_blank">{ "Try it" }</a>
                }
                { to(change, "ask-codes", "quiet", "Check codes", Face::Codes, barred) }
                <button type="button" id="ask-toml" class="quiet" disabled={barred} onclick={save} title="A set of exercises, to be changed or to be put with others">{ "Save as TOML" }</button>
                <button id="ask-close" class="quiet">{ "Close" }</button>
            </div>
        </>
    }
}

/// The question and the way to it, for a projector.
fn show(ask: &Ask, set: &Rc<Set>, change: &Callback<Change>) -> Html {
    let Some(question) = set.exercises.first() else { return html! {} };
    let address = Ask::address(set, &base());
    let qr = Qr::of(&address);
    let alone = window().location().hostname().is_ok_and(|host| ["localhost", "127.0.0.1", "[::1]", ""].contains(&host.as_str()));
    let told = ask.told;
    html! {
        <>
            <div class="ask-said">
                <h2 id="ask-title" tabindex="-1">{ question.title.clone() }</h2>
                <p class="ask-task">{ stressed(&question.text) }</p>
                if told {
                    <p class="ask-told" id="ask-told" role="status">{ Ask::answer(set) }</p>
                }
            </div>
            <div class="ask-way">
                if let Some(qr) = qr {
                    <svg id="ask-qr" viewBox={format!("0 0 {0} {0}", qr.side)} role="img" aria-label="The link to the question, for the camera of a phone" shape-rendering="crispEdges">
                        <rect width={qr.side.to_string()} height={qr.side.to_string()} fill="#fff" /><path d={qr.path} fill="#000" />
                    </svg>
                } else {
                    <p class="complaint" id="ask-long">{ "The link is too long for a code that a phone can read: shorten the question, or hand out the link." }</p>
                }
                if alone {
                    <p class="complaint" id="ask-alone">{ "This page is at home on this computer only: phones cannot open the link. Open the page from a server first." }</p>
                }
            </div>
            <div class="embed-row ask-bar">
                { to(change, "ask-make", "quiet", "← Change it", Face::Make, false) }
                { copy(ask, Some(address), change) }
                <button type="button" id="ask-tell" class="quiet" aria-pressed={told.to_string()} onclick={change.reform(move |_: MouseEvent| Change::Tell(!told))}>{ if told { "Hide the answer" } else { "Show the answer" } }</button>
                { to(change, "ask-codes", "quiet", "Check codes", Face::Codes, false) }
                <button id="ask-close" class="quiet">{ "Close" }</button>
            </div>
        </>
    }
}

/// What students hand in.
fn codes(ask: &Ask, set: &Rc<Set>, change: &Callback<Change>) -> Html {
    html! {
        <>
            <h2 id="ask-title" tabindex="-1">{ "Check codes" }</h2>
            { claims("Who solves the question gets a code. Paste them here, one on each line, with the name that was given.", &ask.claims, &ask.claims(set), &change.reform(Change::Claim)) }
            <div class="embed-row">
                { to(change, "ask-show", "quiet", "← To the question", Face::Show, false) }
                <button id="ask-close" class="quiet">{ "Close" }</button>
            </div>
        </>
    }
}
