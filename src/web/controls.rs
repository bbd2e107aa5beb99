//! A number that can be set by a slider or typed, with its symbol and an explanation.

use schedscope_state::format;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The value of the input or selection that an event comes from.
pub fn value_of(event: &impl AsRef<web_sys::Event>) -> String {
    let value = event.as_ref().target().and_then(|target| js_sys::Reflect::get(&target, &"value".into()).ok());
    value.and_then(|value| value.as_string()).unwrap_or_default()
}

/// The label of the field with this identifier. What it means is told when the words are pointed at, touched or reached by keyboard.
pub fn label(field: &str, words: impl Into<AttrValue>, means: impl Into<AttrValue>) -> Html {
    let told = AttrValue::from(format!("{field}-means"));
    html! {
        <label for={field.to_owned()} class="term" tabindex="0" aria-describedby={told.clone()}>
            { words.into() }<span class="bubble" id={told} aria-hidden="true">{ means.into() }</span>
        </label>
    }
}

/// A box that says whether something is so; its label stands beside it.
pub fn check_box(id: String, on: bool, onset: Callback<bool>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            onset.emit(input.checked());
        }
    });
    html! { <input type="checkbox" {id} checked={on} {onchange} /> }
}

/// The control of a number.
pub struct Number {
    /// Dotted name of the field.
    pub name: String,
    /// In plain words.
    pub label: AttrValue,
    /// How formulas call it.
    pub symbol: &'static str,
    /// What it does.
    pub hint: &'static str,
    /// What the field shows.
    pub text: String,
    /// The value, if there is one.
    pub value: Option<f64>,
    /// Whether that is its default: then the slider's thumb is hollow.
    pub usual: bool,
    /// Values that the slider offers, ascending; none for no slider.
    pub stops: Vec<f64>,
    /// What the field shows when it is empty.
    pub placeholder: &'static str,
    /// What is wrong with it.
    pub complaint: Option<String>,
    /// Why it has no meaning now.
    pub useless: Option<AttrValue>,
    /// Hears what was typed or set.
    pub onset: Callback<String>,
    /// Hears when what was typed is final.
    pub onleave: Callback<()>,
    /// What stands below.
    pub below: Html,
}

impl Number {
    /// Shows it.
    pub fn view(self) -> Html {
        let off = self.useless.is_some();
        let id = AttrValue::from(format!("field-{}", self.name));
        let message = AttrValue::from(format!("{id}-message"));
        let slider = self.slider(off);
        let wrong = self.complaint.is_some();
        let onset = self.onset;
        let typed = Callback::from(move |event: InputEvent| onset.emit(value_of(&event)));
        let left = self.onleave.reform(|_: Event| ());
        let about = match (self.complaint, &self.useless) {
            (Some(complaint), _) => html! { <p class="complaint" id={message.clone()} role="alert">{ complaint }</p> },
            (None, Some(why)) => html! { <p class="muted small" id={message.clone()}>{ why }</p> },
            (None, None) => html! {},
        };
        html! {
            <div key={self.name.clone()} class={if off { "field off" } else { "field" }} title={self.useless}>
                <div class="field-head">
                    { label(&id, &self.label, self.hint) }
                    if !self.symbol.is_empty() {
                        <span class="symbol">{ self.symbol }</span>
                    }
                    <input
                        {id} type="text" inputmode="decimal" autocomplete="off" spellcheck="false" name={self.name}
                        value={self.text} placeholder={self.placeholder} disabled={off} oninput={typed} onchange={left}
                        aria-invalid={wrong.then_some("true")} aria-describedby={message}
                    />
                </div>
                { slider }
                { about }
                { self.below }
            </div>
        }
    }

    fn slider(&self, off: bool) -> Html {
        if self.stops.is_empty() || off {
            return html! {};
        }
        let value = self.value.filter(|value| value.is_finite());
        let distance = |place: &usize| value.map_or(0.0, |value| (self.stops[*place] - value).abs());
        let nearest = value.and_then(|_| (0..self.stops.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))));
        let position = nearest.unwrap_or(self.stops.len() / 2);
        let (stops, onset) = (self.stops.clone(), self.onset.clone());
        let moved = Callback::from(move |event: InputEvent| {
            if let Some(stop) = value_of(&event).parse::<usize>().ok().and_then(|position| stops.get(position)) {
                onset.emit(format::plain(*stop));
            }
        });
        let last = self.stops.len() - 1;
        let part = format!("--part: {}%", 100.0 * position as f64 / last.max(1) as f64);
        html! {
            <input
                type="range" min="0" max={last.to_string()} step="1" value={position.to_string()} oninput={moved} style={part}
                class={classes!(value.is_none().then_some("unset"), self.usual.then_some("usual"))}
                aria-label={self.label.clone()} aria-valuetext={value.map_or_else(|| self.placeholder.to_owned(), format::plain)}
            />
        }
    }
}
