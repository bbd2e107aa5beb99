//! Controls of a scenario's fields, made from what its world says of them, whatever becomes of what is typed.

mod more;
mod sheet;

pub use sheet::{FILE, Sheet};

use crate::web::controls::{Number, check_box, label, value_of};
use crate::web::pick::Select;
use schedscope_core::experiment::{Form, Part, Section, SystemKind};
use schedscope_state::edited::{Edit, Edited};
use schedscope_state::format;
use schedscope_state::size::{SERVER_SPEED, SERVERS, SPEEDS, chosen_speed, speed_of_each};
use yew::prelude::*;

/// The fields of a scenario that is edited.
pub struct Fields<'a> {
    /// The scenario, and what is being typed.
    pub edited: &'a Edited,
    /// What is wrong with a field.
    pub complaint: &'a dyn Fn(&str) -> Option<String>,
    /// What stands below a number.
    pub below: &'a dyn Fn(&'static Part) -> Html,
    /// Numbers that have a control elsewhere, and need none beside what is chosen.
    pub elsewhere: &'a [&'static Part],
    /// Hears the edits.
    pub onedit: &'a Callback<Edit>,
}

impl Fields<'_> {
    /// The control of a field, by what its values look like.
    pub fn control(&self, part: &'static Part) -> Html {
        self.with_default(part, part.default.as_deref().unwrap_or("none"))
    }

    /// The same where there is little room: its default is said in brief.
    pub fn brief(&self, part: &'static Part) -> Html {
        let default = part.default.as_deref().unwrap_or("none");
        let brief = default.split([',', ';']).next().unwrap_or(default);
        self.with_default(part, if is_number(part) && brief.contains(' ') { "own" } else { brief })
    }

    fn with_default(&self, part: &'static Part, default: &'static str) -> Html {
        match &part.form {
            Form::Word(words) => self.word(part, words.iter().map(String::as_str), default),
            Form::Switch => self.switch(part, default == "true"),
            Form::Choice(_) => self.choice(part),
            Form::Value | Form::List(_) => self.structure(part, default),
            Form::Whole | Form::Number | Form::Text => self.number(part, default),
        }
    }

    /// Where a value is typed, with a slider if there are stops for one.
    fn number(&self, part: &'static Part, default: &'static str) -> Html {
        let (field, edited) = (part.path(), self.edited);
        let from_file = edited.scenario.file().is_some() && part.section == Section::Workload && is_number(part);
        let (typed, left) = (field.clone(), field.clone());
        Number {
            label: part.label.as_str().into(),
            symbol: if part.symbol.is_empty() { &part.unit } else { &part.symbol },
            hint: part.hint(),
            text: edited.text(&field),
            value: edited.number(&field).filter(|_| is_number(part)),
            usual: edited.usual(&field),
            stops: part.stops.clone(),
            placeholder: if from_file { "file" } else { default },
            complaint: (self.complaint)(&field),
            useless: None,
            onset: self.onedit.reform(move |text| Edit::Type(typed.clone(), text)),
            onleave: self.onedit.reform(move |()| Edit::Left(left.clone())),
            below: (self.below)(part),
            name: field,
        }
        .view()
    }

    /// Where a table or a list of tables is written.
    fn structure(&self, part: &'static Part, default: &'static str) -> Html {
        let field = part.path();
        let (id, text, wrong) = (format!("field-{field}"), AttrValue::from(self.edited.text(&field)), (self.complaint)(&field));
        let rows = if text.is_empty() { "1" } else { "4" };
        let (typed, left) = (field.clone(), field.clone());
        let oninput = self.onedit.reform(move |event: InputEvent| Edit::Type(typed.clone(), value_of(&event)));
        let onchange = self.onedit.reform(move |_: Event| Edit::Left(left.clone()));
        html! {
            <div class="field" key={field.clone()}>
                <div class="field-head">{ label(&id, part.label.as_str(), part.hint()) }</div>
                <textarea
                    {id} name={field.clone()} {rows} autocomplete="off" spellcheck="false" value={text}
                    placeholder={default} {oninput} {onchange} aria-invalid={wrong.is_some().then_some("true")}
                />
                { complaint(wrong) }
            </div>
        }
    }

    /// Where a word is chosen; nothing is the default.
    fn word(&self, part: &'static Part, words: impl Iterator<Item = &'static str>, default: &'static str) -> Html {
        let field = part.path();
        let text = self.edited.text(&field);
        let options: Vec<(&'static str, &'static str)> =
            std::iter::once(("", default)).chain(words.filter(|word| *word != default).map(|word| (word, word))).collect();
        let chosen = options.iter().position(|(word, _)| *word == text).unwrap_or_default();
        self.select(part, options, chosen, self.onedit.reform(move |word| Edit::Type(field.clone(), word)))
    }

    /// Where something is so or not; `usual` is what it is where nobody says.
    fn switch(&self, part: &'static Part, usual: bool) -> Html {
        let field = part.path();
        let (id, on) = (format!("field-{field}"), self.edited.text(&field).parse().unwrap_or(usual));
        let own = field.clone();
        let onset = self.onedit.reform(move |on: bool| {
            let text = if on == usual { String::new() } else { on.to_string() };
            Edit::Type(own.clone(), text)
        });
        html! {
            <div class="field" key={field.clone()}>
                <div class="field-head">{ label(&id, part.label.as_str(), part.hint()) }{ check_box(id, on, onset) }</div>
                { complaint((self.complaint)(&field)) }
            </div>
        }
    }

    /// Where one of several kinds is chosen, with its numbers.
    fn choice(&self, part: &'static Part) -> Html {
        let field = part.path();
        let chosen = self.edited.chosen(&field);
        let own = self.edited.usual_variant(&field).is_none();
        let left = own.then_some(("", if self.edited.scenario.file().is_some() { "as in the file" } else { "as given" }));
        let variants = part.variants().iter().map(|variant| (variant.name.as_str(), variant.label.as_str()));
        let options: Vec<(&'static str, &'static str)> = left.into_iter().chain(variants).collect();
        let name = chosen.map_or("", |variant| &variant.name);
        let position = options.iter().position(|(known, _)| *known == name).unwrap_or_default();
        let select = self.select(part, options, position, self.onedit.reform(move |name| Edit::Choose(field.clone(), name)));
        let elsewhere = |number: &&'static Part| !self.elsewhere.iter().any(|shown| std::ptr::eq(*shown, *number));
        let numbers = chosen.into_iter().flat_map(|variant| &variant.parts).filter(elsewhere);
        html! { <div class="pick" key={part.path()}>{ select }{ for numbers.map(|number| self.control(number)) }</div> }
    }

    fn select(&self, part: &'static Part, options: Vec<(&'static str, &'static str)>, chosen: usize, onset: Callback<String>) -> Html {
        let (field, name) = (part.path(), part.label.as_str());
        let id = format!("field-{field}");
        let select = Select { id: id.clone(), label: name.to_owned(), hint: part.hint(), options, chosen, onset };
        html! {
            <div class="field" key={field.clone()}>
                <div class="field-head">{ label(&id, name, part.hint()) }{ select.view() }</div>
                { complaint((self.complaint)(&field)) }
            </div>
        }
    }
}

/// Whether what is typed is a number.
pub fn is_number(part: &Part) -> bool {
    matches!(part.form, Form::Whole | Form::Number)
}

/// Below the number of servers: whether they are together as fast as one, or each is. Nothing below other fields.
pub fn speeds(edited: &Edited, part: &Part, onedit: &Callback<Edit>) -> Html {
    if part.path() != SERVERS || edited.scenario.kind() != SystemKind::Server {
        return html! {};
    }
    let chosen = chosen_speed(&edited.scenario);
    let own = chosen.is_none().then(|| format!("speed {} each", format::short(speed_of_each(&edited.scenario))));
    let options: Vec<(&'static str, &str)> = SPEEDS.into_iter().chain(own.as_deref().map(|words| ("own", words))).collect();
    let select = Select {
        id: "server-speeds".to_owned(),
        label: "Speed of the servers".to_owned(),
        hint: "Same total speed: m servers of speed 1 ÷ m. Each as fast as one: m servers of speed 1; with the same jobs the load falls.",
        chosen: chosen.unwrap_or(SPEEDS.len()),
        options,
        onset: onedit.reform(|speed| Edit::Type(SERVER_SPEED.to_owned(), speed)),
    };
    html! { <p class="speeds">{ select.view() }</p> }
}

/// What is wrong, if something is.
pub fn complaint(message: Option<String>) -> Html {
    html! { if let Some(message) = message { <p class="complaint" role="alert">{ message }</p> } }
}

/// What a number comes to, in words.
pub fn meant(words: Option<String>) -> Html {
    html! { if let Some(words) = words { <p class="muted small" title={words.clone()}>{ words }</p> } }
}
