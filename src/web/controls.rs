//! A number that can be set by a slider or typed, with its symbol and an explanation.

use super::format;
use yew::prelude::*;

/// The value of the input or selection that an event comes from.
pub fn value_of(event: &impl AsRef<web_sys::Event>) -> String {
    let value = event.as_ref().target().and_then(|target| js_sys::Reflect::get(&target, &"value".into()).ok());
    value.and_then(|value| value.as_string()).unwrap_or_default()
}

/// Properties of [`Tip`].
#[derive(Clone, PartialEq, Properties)]
pub struct TipProps {
    /// What is explained.
    pub about: AttrValue,
    /// The explanation.
    pub text: AttrValue,
}

/// A question mark that answers when it is pointed at, touched or reached by keyboard.
#[component]
pub fn Tip(props: &TipProps) -> Html {
    html! {
        <span class="tip">
            <button type="button" aria-label={format!("{}: {}", props.about, props.text)}>{ "?" }</button>
            <span class="bubble" aria-hidden="true">{ props.text.clone() }</span>
        </span>
    }
}

/// Properties of [`Number`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Dotted name of the field.
    pub name: AttrValue,
    /// In plain words.
    pub label: AttrValue,
    /// How formulas call it.
    pub symbol: AttrValue,
    /// What it does.
    pub hint: AttrValue,
    /// What the field shows.
    pub text: AttrValue,
    /// The value, if there is one.
    pub value: Option<f64>,
    /// Values that the slider offers, ascending; none for no slider.
    pub stops: Vec<f64>,
    /// What the field shows when it is empty.
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// What is wrong with it.
    #[prop_or_default]
    pub complaint: Option<AttrValue>,
    /// Why it has no meaning now.
    #[prop_or_default]
    pub useless: Option<AttrValue>,
    /// Hears what was typed or set.
    pub onset: Callback<String>,
    /// Hears when what was typed is final.
    pub onleave: Callback<()>,
    /// What stands below.
    #[prop_or_default]
    pub children: Html,
}

/// The control.
#[component]
pub fn Number(props: &Props) -> Html {
    let off = props.useless.is_some();
    let id = format!("field-{}", props.name);
    let message = format!("{id}-message");
    let onset = props.onset.clone();
    let typed = Callback::from(move |event: InputEvent| onset.emit(value_of(&event)));
    let left = props.onleave.reform(|_: Event| ());
    let about = match (&props.complaint, &props.useless) {
        (Some(complaint), _) => html! { <p class="complaint" id={message.clone()} role="alert">{ complaint }</p> },
        (None, Some(why)) => html! { <p class="muted small" id={message.clone()}>{ why }</p> },
        (None, None) => html! {},
    };
    html! {
        <div class={classes!("field", off.then_some("off"))} title={props.useless.clone()}>
            <div class="field-head">
                <label for={id.clone()}>{ props.label.clone() }</label>
                if !props.symbol.is_empty() {
                    <span class="symbol">{ props.symbol.clone() }</span>
                }
                <Tip about={props.label.clone()} text={props.hint.clone()} />
                <input
                    {id} type="text" inputmode="decimal" autocomplete="off" spellcheck="false" name={props.name.clone()}
                    value={props.text.clone()} placeholder={props.placeholder.clone()} disabled={off} oninput={typed} onchange={left}
                    aria-invalid={props.complaint.is_some().then_some("true")} aria-describedby={message}
                />
            </div>
            { slider(props, off) }
            { about }
            { props.children.clone() }
        </div>
    }
}

fn slider(props: &Props, off: bool) -> Html {
    if props.stops.is_empty() || off {
        return html! {};
    }
    let distance = |stop: f64, value: f64| (stop - value).abs();
    let value = props.value.filter(|value| value.is_finite());
    let nearest = value.and_then(|value| {
        let stops = props.stops.iter().enumerate();
        stops.min_by(|(_, a), (_, b)| distance(**a, value).total_cmp(&distance(**b, value))).map(|(i, _)| i)
    });
    let position = nearest.unwrap_or(props.stops.len() / 2);
    let (stops, onset) = (props.stops.clone(), props.onset.clone());
    let moved = Callback::from(move |event: InputEvent| {
        if let Some(stop) = value_of(&event).parse::<usize>().ok().and_then(|position| stops.get(position)) {
            onset.emit(format::plain(*stop));
        }
    });
    let last = props.stops.len() - 1;
    let part = format!("--part: {}%", 100.0 * position as f64 / last.max(1) as f64);
    html! {
        <input
            type="range" min="0" max={last.to_string()} step="1" value={position.to_string()} oninput={moved} style={part}
            class={classes!(value.is_none().then_some("unset"))}
            aria-label={props.label.clone()} aria-valuetext={value.map_or_else(|| props.placeholder.to_string(), format::plain)}
        />
    }
}
