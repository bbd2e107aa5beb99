//! Where things stand in a view: first what came out, in a sentence; then the scenario in a short bar, the policies, and the pictures;
//! at the bottom, over the whole width, the clock.

use schedscope_state::explained::Lesson;
use schedscope_state::glossary::{Piece, pieces};
use schedscope_state::view::View;
use yew::prelude::*;

/// The parts of a view.
#[derive(Default)]
pub struct Layout {
    /// Name of the view.
    pub name: &'static str,
    /// What came out: see [`headline`].
    pub headline: Html,
    /// The scenario in a short bar.
    pub bar: Html,
    /// The policies as chips.
    pub policies: Html,
    /// Pictures and tables.
    pub answer: Html,
    /// Whether these belong to an older question.
    pub stale: bool,
    /// Whether others are being made.
    pub busy: bool,
    /// The clock, where something is played.
    pub transport: Html,
    /// Which view it is, whose pages of *Learn* are linked below it, once there is an answer.
    pub view: Option<View>,
}

impl Layout {
    /// The view.
    pub fn view(self) -> Html {
        let Self { name, headline, bar, policies, answer, stale, busy, transport, view } = self;
        html! {
            <main class={classes!("view", "laid", name)} id="main">
                { headline }
                { bar }
                { policies }
                <section class={classes!("answer", stale.then_some("stale"))} aria-label="Results" aria-busy={busy.to_string()}>{ answer }{ view.map(lessons) }</section>
                { transport }
            </main>
        }
    }
}

/// What came out, in one large sentence and one below it. Beside it is how far it is, and a strip of runs where there is one. Intervals,
/// which stand in square brackets, are muted and never broken. A narrow screen shows the beginning, the pictures, and then the whole.
pub fn headline(id: &'static str, sentence: &str, below: Html, status: Html, strip: Option<Html>) -> Html {
    html! {
        <section class={classes!("said", strip.is_some().then_some("with-strip"))} aria-label="Result">
            <div class="headline">
                <h2 {id}>{ bracketed(sentence) }</h2>
                <p>{ below }</p>
                <p class="whole" aria-hidden="true">{ bracketed(sentence) }</p>
            </div>
            <div class="said-beside">{ status }{ strip }</div>
        </section>
    }
}

/// A text whose intervals, in square brackets, are muted and never broken.
pub fn bracketed(text: &str) -> Html {
    let mut parts: Vec<Html> = vec![];
    let mut rest = text;
    while let Some((start, end)) = rest.find('[').and_then(|start| Some((start, start + rest[start..].find(']')? + 1))) {
        // Parameters of policies stand in brackets, too.
        let parameters = rest[start..end].contains('=');
        // With an interval that is not shown goes the space before it.
        let from = if parameters { start } else { rest[..start].trim_end_matches(' ').len() };
        parts.push(rest[..from].to_owned().into());
        let bracket = rest[from..end].to_owned();
        parts.push(if parameters {
            bracket.into()
        } else {
            html! { <><wbr /><span class="bracket">{ bracket }</span></> }
        });
        rest = &rest[end..];
    }
    parts.push(rest.to_owned().into());
    parts.into_iter().collect()
}

/// A text in which the first of each term of the glossary says what it means, to who points at it or reaches it by keyboard.
pub fn explained(text: &str) -> Html {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Plain(words) => bracketed(words),
        Piece::Term(words, means) => html! {
            <span class="term" tabindex="0">
                { words.to_owned() }
                <span class="bubble" role="tooltip">{ means }</span>
            </span>
        },
    };
    pieces(text).into_iter().map(piece).collect()
}

/// Links to the pages of *Learn* that explain a view.
pub fn lessons(view: View) -> Html {
    let pages = Lesson::of_view(view);
    let link = |page: &Lesson| html! { <a href={page.link()}>{ page.title() }</a> };
    html! {
        if !pages.is_empty() {
            <p class="lessons small muted">{ "In Learn: " }{ for pages.iter().map(link) }</p>
        }
    }
}

/// The heading of pictures that belong together: what they are at the left, what can be chosen about them, and at the right the menu of
/// files.
pub fn picture_head(title: &'static str, controls: Html, export: Html) -> Html {
    html! {
        <div class="picture-head">
            <h2>{ title }</h2>
            { controls }
            { export }
        </div>
    }
}
