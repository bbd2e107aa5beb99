//! The view: a page, its figure, and the list of all pages.

use crate::page::learn::{Learn, Page};
use yew::prelude::*;

/// The view.
pub fn view(learn: &Learn) -> Html {
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
            <nav class="controls" aria-label="Pages of the tour"><ol>{ for learn.pages.iter().enumerate().map(item) }</ol></nav>
            <article>
                <p class="muted small place" role="status">{ here }</p>
                <div class="text" key={open}>{ Html::from_html_unchecked(page.html.clone().into()) }</div>
                <nav class="turn" aria-label="Other pages">
                    { to("page-before", open.checked_sub(1), "← Back") }
                    { to("page-next", Some(open + 1).filter(|next| *next <= last), "Next →") }
                </nav>
            </article>
            if let Some((words, fragment)) = &page.figure {
                // Another address than this page's own, which a browser need not embed in itself.
                <iframe key={open} id="figure" title={format!("Live figure: {words}")} src={format!("?figure#embed/{fragment}")} />
            }
        </main>
    }
}

/// The link to a page.
fn address(page: usize) -> String {
    format!("#learn?page={}", page + 1)
}
