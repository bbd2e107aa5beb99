//! Parts of the page that only say something: maud writes them as text, which the browser takes in at once, while elements of yew
//! are compared one by one whenever the view is made anew. What can be acted upon, and what is drawn upon, is made of these.

pub use maud::{Markup, html as markup};
use yew::{AttrValue, Html};

/// Shows what was written. Its outermost elements may stand in any element of a page, unlike rows and cells of a table.
pub fn shown(markup: Markup) -> Html {
    Html::from_html_unchecked(AttrValue::from(markup.into_string()))
}

/// A table of numbers: its titles, and rows of which each has a head.
pub fn sheet<'a>(titles: impl IntoIterator<Item = &'a str>, rows: &[(String, Vec<String>)]) -> Markup {
    markup! {
        table {
            thead { tr { @for title in titles { th scope="col" { (title) } } } }
            tbody {
                @for (head, cells) in rows {
                    tr { th scope="row" { (head) } @for cell in cells { td { (cell) } } }
                }
            }
        }
    }
}
