//! The short bar of a view: where to start from, the few numbers that matter most, and behind buttons the rest of the form and a file;
//! and below it the sentence that says what came out.

use yew::prelude::*;

/// Properties of [`Workbar`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Prefix of the identifiers, one a view.
    pub name: AttrValue,
    /// A selection of what to start from.
    pub start: Html,
    /// The numbers that matter most, three or four: sliders with a field, what they mean below. Where there is room for one only, it is
    /// the one that was touched last.
    pub numbers: Vec<Html>,
    /// The rest of the form.
    pub more: Html,
    /// Whether something in the rest is wrong.
    #[prop_or_default]
    pub wrong: bool,
    /// Where a file is dropped or chosen.
    #[prop_or_default]
    pub file: Option<Html>,
    /// Name of the file in use.
    #[prop_or_default]
    pub file_name: Option<AttrValue>,
    /// Other buttons.
    #[prop_or_default]
    pub beside: Html,
}

/// The bar. On a narrow screen it is at the bottom: one number, and a button that shows all.
#[component]
pub fn Workbar(props: &Props) -> Html {
    let (last, all) = (use_state_eq(|| 0_usize), use_state_eq(|| false));
    let toggle = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(!*all))
    };
    let number = |(i, number): (usize, &Html)| {
        let last = last.clone();
        let shown = *last == i;
        let touched = Callback::from(move |_: FocusEvent| last.set(i));
        html! { <div class={classes!("workbar-number", shown.then_some("last"))} key={i} onfocusin={touched}>{ number.clone() }</div> }
    };
    let file = props.file_name.clone().unwrap_or_else(|| "Use a file…".into());
    html! {
        <section class={classes!("workbar", all.then_some("all"))} aria-label="Scenario" id={format!("{}-bar", props.name)}>
            <div class="workbar-start">{ props.start.clone() }</div>
            { for props.numbers.iter().enumerate().map(number) }
            <div class="workbar-rest">
                <details class={classes!("menu", "sheet", props.wrong.then_some("wrong"))} id={format!("{}-more", props.name)}>
                    <summary class="quiet button">{ "More\u{a0}▾" }</summary>
                    <div>{ props.more.clone() }</div>
                </details>
                if let Some(zone) = &props.file {
                    <details class="menu sheet" id={format!("{}-file", props.name)}>
                        <summary class="quiet button" title={file.clone()}><span class="file-label">{ &file }</span></summary>
                        <div>{ zone.clone() }</div>
                    </details>
                }
                { props.beside.clone() }
            </div>
            <button type="button" class="quiet workbar-all" aria-expanded={all.to_string()} onclick={toggle}>{ if *all { "Less\u{a0}▾" } else { "All\u{a0}▴" } }</button>
        </section>
    }
}

/// What came out, in one large sentence and one below it. Intervals, which stand in square brackets, are muted and never broken.
pub fn headline(id: &'static str, sentence: &str, below: &str) -> Html {
    html! {
        <div class="headline">
            <h2 {id}>{ bracketed(sentence) }</h2>
            <p>{ bracketed(below) }</p>
        </div>
    }
}

/// A text whose intervals, in square brackets, are muted and never broken.
pub fn bracketed(text: &str) -> Html {
    let mut parts: Vec<Html> = vec![];
    let mut rest = text;
    while let Some((start, end)) = rest.find('[').and_then(|start| Some((start, start + rest[start..].find(']')? + 1))) {
        parts.push(rest[..start].to_owned().into());
        parts.push(html! { <span class="bracket">{ rest[start..end].to_owned() }</span> });
        rest = &rest[end..];
    }
    parts.push(rest.to_owned().into());
    parts.into_iter().collect()
}
