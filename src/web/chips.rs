//! Policies as chips above what they are compared in: in groups, with a search field; each can be lit alone, and its parameters are
//! in a small menu of its own.

use super::controls::value_of;
use super::policies::swatch;
use crate::chart::Mode;
use crate::experiment::SystemKind;
use crate::plot::{Look, look_of};
use schedscope_engine::registry::{Family, Row};
use yew::prelude::*;

/// Families in the order of their groups: those of the first two rows of a wide screen come first.
pub const FAMILIES: [Family; 3] = [Family::Exact, Family::Blind, Family::Estimated];

/// What a group of policies has in common, as its title.
pub const fn title(family: Family) -> &'static str {
    match family {
        Family::Exact => "Knows every size",
        Family::Estimated => "Guesses sizes",
        Family::Blind => "Knows no size",
    }
}

/// A policy that can be chosen.
#[derive(Clone, PartialEq)]
pub struct Chip {
    /// What callbacks call it: its key, or all that is written to ask for it.
    pub key: AttrValue,
    /// Its name.
    pub name: AttrValue,
    /// What else is said of it, such as which policy it equals; empty for nothing.
    pub note: AttrValue,
    /// Its rule in one line.
    pub hint: AttrValue,
    /// How it is drawn.
    pub look: Option<Look>,
    /// Whether it is one of those that are compared.
    pub chosen: bool,
    /// Why it cannot be chosen or dropped now.
    pub barred: Option<AttrValue>,
    /// What can be set about it, where it is chosen.
    pub settings: Option<Settings>,
}

/// The menu of a chip.
#[derive(Clone, PartialEq)]
pub struct Settings {
    /// What is set, short: it stands on the chip.
    pub shown: AttrValue,
    /// What can be set, for screen readers.
    pub label: AttrValue,
    /// The controls.
    pub content: Html,
}

/// Policies that belong together.
#[derive(Clone, PartialEq)]
pub struct Group {
    /// What they have in common.
    pub title: AttrValue,
    /// The policies.
    pub chips: Vec<Chip>,
}

/// All policies of a world by what they know of sizes, with the keys of those that are chosen.
pub fn of_world(kind: SystemKind, chosen: &[String]) -> Vec<Group> {
    let chip = |row: &'static Row| Chip {
        key: row.key.into(),
        name: row.name.into(),
        note: AttrValue::default(),
        hint: row.line.into(),
        look: kind.choice(row.key).ok().map(|choice| look_of(&choice)),
        chosen: chosen.iter().any(|key| key == row.key),
        barred: None,
        settings: None,
    };
    let group = |family: Family| {
        let chips: Vec<Chip> = kind.rows().into_iter().filter(|row| row.family == family).map(chip).collect();
        (!chips.is_empty()).then(|| Group { title: title(family).into(), chips })
    };
    FAMILIES.into_iter().filter_map(group).collect()
}

/// Properties of [`Chips`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Prefix of the identifiers, one a view.
    pub name: AttrValue,
    /// All policies.
    pub groups: Vec<Group>,
    /// The theme.
    pub mode: Mode,
    /// Whether only those that are chosen have room: the others are behind a button.
    #[prop_or_default]
    pub brief: bool,
    /// Key of the policy that is lit alone.
    #[prop_or_default]
    pub lit: Option<AttrValue>,
    /// Hears the key of the policy that was chosen or dropped.
    pub ontoggle: Callback<AttrValue>,
    /// Hears the key of the policy that is to be lit alone, or no longer: it was clicked with Shift.
    #[prop_or_default]
    pub onlight: Callback<AttrValue>,
}

impl Chip {
    /// Whether it is meant by these words.
    fn matches(&self, words: &str) -> bool {
        let words = words.trim().to_lowercase();
        words.is_empty() || [&self.name, &self.key, &self.hint].iter().any(|text| text.to_lowercase().contains(&words))
    }
}

/// The chips. On a narrow screen those that are chosen are in one row that scrolls, and a button shows all.
#[component]
pub fn Chips(props: &Props) -> Html {
    let (words, all) = (use_state_eq(String::new), use_state_eq(|| false));
    let searched = {
        let words = words.setter();
        Callback::from(move |event: InputEvent| words.set(value_of(&event)))
    };
    let shown: Vec<Group> = props.groups.iter().filter_map(|group| matching(group, &words)).collect();
    let keyed = {
        let first = shown.iter().flat_map(|group| &group.chips).find(|chip| chip.barred.is_none()).map(|chip| chip.key.clone());
        let (words, ontoggle) = (words.clone(), props.ontoggle.clone());
        Callback::from(move |event: KeyboardEvent| match (event.key().as_str(), &first) {
            ("Enter", Some(first)) if !words.trim().is_empty() => {
                ontoggle.emit(first.clone());
                words.set(String::new());
            }
            ("Escape", _) => words.set(String::new()),
            _ => {}
        })
    };
    let chosen = props.groups.iter().flat_map(|group| &group.chips).filter(|chip| chip.chosen).count();
    let toggle = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(!*all))
    };
    let group = |group: &Group| {
        html! {
            <div class="chip-group" role="group" aria-label={group.title.clone()} key={group.title.to_string()}>
                <span class="chip-title" aria-hidden="true">{ &group.title }</span>
                { for group.chips.iter().map(|chip| view(chip, props)) }
            </div>
        }
    };
    let search = html! {
        <input
            type="search" class="chip-search" placeholder="Find a policy" aria-label="Find a policy" autocomplete="off" spellcheck="false"
            title="Enter chooses the first that is found" value={(*words).clone()} oninput={searched} onkeydown={keyed}
        />
    };
    let none = html! {
        if shown.is_empty() {
            <p class="muted small" role="status">{ "No policy is called so." }</p>
        }
    };
    let id = format!("{}-policies", props.name);
    if props.brief {
        let others = |group: &Group| {
            let chips: Vec<Chip> = group.chips.iter().filter(|chip| !chip.chosen).cloned().collect();
            (!chips.is_empty()).then(|| Group { title: group.title.clone(), chips })
        };
        let chosen = props.groups.iter().flat_map(|group| &group.chips).filter(|chip| chip.chosen);
        return html! {
            <section class="chips brief" aria-label="Policies" {id}>
                <div class="chip-group" role="group" aria-label="Side by side">{ for chosen.map(|chip| view(chip, props)) }</div>
                <details class="menu chip-more">
                    <summary class="chip" id={format!("{}-add", props.name)}>{ "+ policy" }</summary>
                    <div>
                        { search }
                        { for shown.iter().filter_map(others).map(|others| group(&others)) }
                        { none }
                    </div>
                </details>
            </section>
        };
    }
    html! {
        <section class={classes!("chips", all.then_some("all"), (!words.is_empty()).then_some("searched"))} aria-label="Policies" {id}>
            <button type="button" class="chip chips-all" aria-expanded={all.to_string()} onclick={toggle}>{ format!("Policies {chosen} {}", if *all { "▴" } else { "▾" }) }</button>
            <div class="chip-groups">
                { for shown.iter().map(group) }
                { none }
            </div>
            { search }
        </section>
    }
}

/// Those of a group that are meant by these words.
fn matching(group: &Group, words: &str) -> Option<Group> {
    let chips: Vec<Chip> = group.chips.iter().filter(|chip| chip.matches(words)).cloned().collect();
    (!chips.is_empty()).then(|| Group { title: group.title.clone(), chips })
}

fn view(chip: &Chip, props: &Props) -> Html {
    let lit = props.lit.as_ref().map(|lit| *lit == chip.key);
    let title = match &chip.barred {
        Some(why) => format!("{}. Not available: {why}.", chip.hint),
        None => chip.hint.to_string(),
    };
    let state = classes!(
        "chip",
        chip.chosen.then_some("on"),
        chip.barred.is_some().then_some("barred"),
        (lit == Some(true)).then_some("lit"),
        (lit == Some(false)).then_some("dim"),
    );
    let onclick = {
        let (key, chosen, ontoggle, onlight) = (chip.key.clone(), chip.chosen, props.ontoggle.clone(), props.onlight.clone());
        Callback::from(move |event: MouseEvent| {
            let hears = if chosen && event.shift_key() { &onlight } else { &ontoggle };
            hears.emit(key.clone());
        })
    };
    html! {
        <span class={state} key={chip.key.to_string()}>
            <button
                type="button" id={format!("{}-{}", props.name, chip.key)} data-policy={chip.key.clone()} aria-pressed={chip.chosen.to_string()}
                aria-disabled={chip.barred.is_some().then_some("true")} {title} onclick={if chip.barred.is_some() { Callback::noop() } else { onclick }}
            >
                if chip.chosen {
                    { chip.look.map(|look| swatch(look, props.mode)) }
                }
                <span>{ &chip.name }</span>
                if !chip.note.is_empty() {
                    <span class="muted">{ &chip.note }</span>
                }
            </button>
            if let (true, Some(settings)) = (chip.chosen, &chip.settings) {
                <details class="menu chip-menu">
                    <summary aria-label={format!("{} ▾, {}", settings.shown, settings.label)}>{ format!("{} ▾", settings.shown) }</summary>
                    <div>{ settings.content.clone() }</div>
                </details>
            }
        </span>
    }
}
