//! The whole form of a scenario: the numbers that matter most, and behind a button every other field of its world.

use super::more::{Entry, More};
use super::{Fields, is_number};
use crate::web::controls::{label, value_of};
use schedscope_core::experiment::{Part, Section};
use schedscope_state::edited::{Edit, Edited, hidden};
use yew::prelude::*;

/// Most numbers that stand in the bar where nobody says which.
const FIRST: usize = 4;

/// The field that names a file.
pub const FILE: &str = "workload.path";

/// A scenario that is edited, and what a view does with its fields.
pub struct Sheet<'a> {
    /// The scenario, and what is being typed.
    pub edited: &'a Edited,
    /// What is wrong with a field.
    pub complaint: &'a dyn Fn(&str) -> Option<String>,
    /// The numbers that stand in the bar, by their dotted names; where nobody says, the first of the world.
    pub first: Option<&'a [String]>,
    /// What stands below a number.
    pub below: &'a dyn Fn(&'static Part) -> Html,
    /// Whether a field has no value of its own, since it varies.
    pub varies: &'a dyn Fn(&str) -> bool,
    /// Hears the edits.
    pub onedit: &'a Callback<Edit>,
    /// What stands below the form.
    pub rest: Html,
}

impl Sheet<'_> {
    /// The numbers in the bar, the rest of the form, and whether something in the rest is wrong.
    pub fn view(self) -> (Vec<Html>, Html, bool) {
        let Self { edited, complaint, first, below, varies, onedit, rest } = self;
        let shown = |part: &&'static Part| {
            let field = part.path();
            field != FILE && hidden(&edited.scenario, &field).is_none() && !varies(&field)
        };
        let all = || Part::all(edited.kind()).iter().filter(shown);
        let common = |part: &&'static Part| !part.rare && is_number(part);
        let numbers: Vec<&'static Part> = match first {
            None => all().filter(common).take(FIRST).collect(),
            Some(first) => first.iter().filter_map(|name| Part::of(edited.kind(), name)).filter(shown).collect(),
        };
        let other = |part: &&'static Part| !numbers.iter().any(|shown| std::ptr::eq(*shown, *part));
        let wrong = all().filter(other).chain(Part::top()).any(|part| complaint(&part.path()).is_some());
        let fields = Fields { edited, complaint, below, elsewhere: &numbers, onedit };
        let entry = |part: &'static Part| {
            let variants = part.variants().iter().map(|variant| variant.label.as_str()).collect::<Vec<_>>().join(" ");
            let words = format!("{} {} {} {} {variants}", part.label, part.path(), part.about, part.hint());
            Entry { words, control: fields.control(part) }
        };
        let of = |section: Section| all().filter(other).filter(move |part| part.section == section).map(entry).collect::<Vec<_>>();
        let policies = Entry { words: "policies with parameters".to_owned(), control: written(edited, onedit) };
        let sections: Vec<(&'static str, Vec<Entry>)> = vec![
            ("Workload", of(Section::Workload)),
            ("System", of(Section::System)),
            ("Measurement", Part::top().iter().filter(|part| !varies(&part.path())).map(entry).chain([policies]).collect()),
        ];
        (numbers.iter().map(|part| fields.brief(part)).collect(), html! { <More {sections}>{ rest }</More> }, wrong)
    }
}

/// Policies that are written with parameters.
fn written(edited: &Edited, onedit: &Callback<Edit>) -> Html {
    let onchange = onedit.reform(|event: Event| Edit::Write(value_of(&event)));
    let hint = "Policies with parameters, in the form key[name=value,name=value], separated by commas.";
    html! {
        <div class="field">
            <div class="field-head">
                { label("policies", "Policies with parameters", hint) }
                <input id="policies" class="parameters" type="text" autocomplete="off" spellcheck="false" value={edited.written()} {onchange} />
            </div>
        </div>
    }
}
