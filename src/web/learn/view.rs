//! The view: a page, its figure, and the list of all pages.

use super::curve::Every;
use super::figure::Figure;
use super::told::Told;
use crate::web::controls::value_of;
use gloo::utils::window;
use schedscope_state::learn::{Change, Learn, Page};
use schedscope_state::state::{Action, State};
use schedscope_state::view::View;
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// The view.
pub fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(learn) = state.only::<Learn>() else { return Html::default() };
    let tell = &dispatch.reform(|change: Change| Action::Room(View::Learn, change.into()));
    let Some(page) = learn.pages.get(learn.open()) else {
        let said =
            if learn.missing { "The tour could not be loaded. Check the connection and reload the page." } else { "Loading the tour …" };
        return html! { <main class="view learn"><p class="verdict" role="status">{ said }</p></main> };
    };
    let (open, last) = (learn.open(), learn.pages.len() - 1);
    let here = format!("Page {} of {}", open + 1, last + 1);
    let to = |id: &'static str, page: Option<usize>, name: &'static str| match page {
        Some(page) => html! { <a {id} class="quiet button" href={address(page)}>{ name }</a> },
        None => html! { <span /> },
    };
    let item = |(i, page): (usize, &Page)| {
        html! { <li><a href={address(i)} aria-current={(i == open).then_some("page")}>{ page.title.clone() }</a></li> }
    };
    html! {
        <main class="view learn" data-page={(open + 1).to_string()}>
            <nav class="controls" aria-label="Pages of the tour">
                <ol>{ for learn.pages.iter().enumerate().map(item) }</ol>
                <p class="small"><a id="to-book" href="book/index.html" title="Guide, every policy, theory, claims of the literature">{ "The book →" }</a></p>
            </nav>
            <article>
                <p class="muted small place" role="status">{ here }</p>
                if let Some(complaint) = learn.complaint() {
                    <p class="complaint" id="link-fault" role="alert">{ complaint }</p>
                }
                <div class="text" key={open} onclick={on_try(tell)} oninput={on_knob(tell)}>
                    { Html::from_html_unchecked(page.html.clone().into()) }
                    if let (Some(rest), Some(drawn)) = (&page.rest, learn.curve()) {
                        <Every curve={drawn} tell={tell.clone()} />
                        { Html::from_html_unchecked(rest.clone().into()) }
                    }
                </div>
                <Told page={open} told={learn.told()} values={learn.values()} />
                <Top page={open} />
                <nav class="turn" aria-label="Other pages">
                    { to("page-before", open.checked_sub(1), "← Back") }
                    { to("page-next", Some(open + 1).filter(|next| *next <= last), "Next →") }
                </nav>
            </article>
            if let (Some((words, _)), Some((fragment, tried))) = (&page.figure, learn.figure()) {
                <div class="live" key={open}>
                    <Figure words={words.to_string()} {fragment} />
                    if tried {
                        <button type="button" class="quiet" id="figure-again" onclick={tell.reform(|_: MouseEvent| Change::Again)}>{ "Show the first figure again" }</button>
                    }
                </div>
            }
        </main>
    }
}

/// Properties of [`Top`].
#[derive(Clone, PartialEq, Properties)]
struct TopProps {
    page: usize,
}

/// Shows nothing; another page is read from its beginning.
#[component]
fn Top(props: &TopProps) -> Html {
    let read = use_mut_ref(|| props.page);
    use_effect_with(props.page, move |page| {
        if read.replace(*page) != *page {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    Html::default()
}

/// Shows in the figure what a link in something to try leads to.
fn on_try(tell: &Callback<Change>) -> Callback<MouseEvent> {
    let tell = tell.clone();
    Callback::from(move |event: MouseEvent| {
        let link =
            event.target().and_then(|target| target.dyn_into::<Element>().ok()).and_then(|target| target.closest(".try a").ok().flatten());
        let fragment = link.and_then(|link| link.get_attribute("href")).and_then(|href| href.strip_prefix('#').map(str::to_owned));
        // Who holds a key wants it in another tab.
        let plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
        if let Some(fragment) = fragment.filter(|_| plain) {
            event.prevent_default();
            tell.emit(Change::Try(fragment));
        }
    })
}

/// Shows in the figure what a value in a sentence is set to.
fn on_knob(tell: &Callback<Change>) -> Callback<InputEvent> {
    let tell = tell.clone();
    Callback::from(move |event: InputEvent| {
        let knob = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(name) = knob.and_then(|knob| knob.get_attribute("data-knob")) {
            tell.emit(Change::Set(name, value_of(&event)));
        }
    })
}

/// The link to a page.
fn address(page: usize) -> String {
    format!("#learn?page={}", page + 1)
}
