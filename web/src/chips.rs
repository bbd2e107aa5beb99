//! Policies as chips above what they are compared in: those that are chosen in groups by what they know, the others with a search field
//! behind a button. Each can be lit alone, and its parameters are in a small menu of its own.

use super::controls::value_of;
use super::policies::swatch;
use schedscope_chart::Mode;
use schedscope_core::experiment::SystemKind;
use schedscope_core::pictures::looks;
use schedscope_core::plot::{Look, look_of};
use schedscope_engine::registry::{Choice, Family, Row};
use schedscope_engine::server;
use schedscope_page::lab::Rule;
use yew::prelude::*;

/// Families in the order of their groups.
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

/// Policies that belong together, such as those that know the same of sizes.
#[derive(Clone, PartialEq)]
pub struct Group {
    /// What they have in common.
    title: &'static str,
    chips: Vec<Chip>,
}

impl Group {
    /// Groups of these policies.
    pub fn all(chips: impl IntoIterator<Item = (Family, Chip)>) -> Vec<Self> {
        let chips: Vec<(Family, Chip)> = chips.into_iter().collect();
        let of = |family: Family| chips.iter().filter(move |(of, _)| *of == family).map(|(_, chip)| chip.clone()).collect();
        FAMILIES.map(|family| Self { title: title(family), chips: of(family) }).into()
    }

    /// Policies that have something else in common.
    pub fn titled(title: &'static str, chips: impl IntoIterator<Item = Chip>) -> Self {
        Self { title, chips: chips.into_iter().collect() }
    }

    /// Those of it that are meant, if there are any.
    fn only(&self, meant: impl Fn(&Chip) -> bool) -> Option<Self> {
        let chips: Vec<Chip> = self.chips.iter().filter(|chip| meant(chip)).cloned().collect();
        (!chips.is_empty()).then_some(Self { title: self.title, chips })
    }
}

/// All policies of a world by what they know of sizes, with the keys of those that are chosen.
pub fn of_world(kind: SystemKind, chosen: &[String]) -> Vec<Group> {
    let chip = |row: &'static Row| {
        let look = kind.choice(row.key).ok().map(|choice| look_of(&choice));
        let chosen = chosen.iter().any(|key| key == row.key);
        (row.family, Chip { look, chosen, ..Chip::of(row) })
    };
    Group::all(kind.rows().into_iter().map(chip))
}

/// Chips of the formulas among these policies of the server world, in looks by which they can be told from the others.
pub fn of_formulas(written: &[String]) -> Vec<(Family, Chip)> {
    let policies: Vec<server::Policy> = written.iter().filter_map(|written| written.parse().ok()).collect();
    let choices: Vec<Choice> = policies.iter().map(server::Policy::choice).collect();
    let chip = |(policy, look): (&server::Policy, Look)| {
        let written = policy.to_string();
        let rule = Rule::of(&written).and_then(|(says, text)| Rule::read(says, &text).ok())?;
        let family = match rule.formula() {
            formula if formula.is_oracle() => Family::Exact,
            formula if formula.reads_estimates() => Family::Estimated,
            _ => Family::Blind,
        };
        let name = format!("ƒ {}", policy.name()).into();
        Some((family, Chip { key: written.into(), name, look: Some(look), chosen: true, ..Chip::of(policy.row()) }))
    };
    policies.iter().zip(looks(&choices)).filter_map(chip).collect()
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
    /// Key of the policy that is lit alone.
    #[prop_or_default]
    pub lit: Option<AttrValue>,
    /// Hears the key of the policy that was chosen or dropped.
    pub ontoggle: Callback<AttrValue>,
    /// Hears the key of the policy that is to be lit alone, or no longer: it was clicked with Shift.
    #[prop_or_default]
    pub onlight: Callback<AttrValue>,
    /// What else makes policies: the lab.
    #[prop_or_default]
    pub children: Html,
}

impl Chip {
    /// A policy that is not chosen, as its world describes it.
    pub fn of(row: &Row) -> Self {
        Self {
            key: row.key.into(),
            name: row.name.into(),
            note: AttrValue::default(),
            hint: row.line.into(),
            look: None,
            chosen: false,
            barred: None,
            settings: None,
        }
    }

    /// Whether it is meant by these words.
    fn matches(&self, words: &str) -> bool {
        let words = words.trim().to_lowercase();
        words.is_empty() || [&self.name, &self.key, &self.hint].iter().any(|text| text.to_lowercase().contains(&words))
    }
}

/// The chips.
#[component]
pub fn Chips(props: &Props) -> Html {
    let words = use_state_eq(String::new);
    let searched = {
        let words = words.setter();
        Callback::from(move |event: InputEvent| words.set(value_of(&event)))
    };
    let chosen = props.groups.iter().filter_map(|group| group.only(|chip| chip.chosen));
    let others: Vec<Group> = props.groups.iter().filter_map(|group| group.only(|chip| !chip.chosen && chip.matches(&words))).collect();
    let keyed = {
        let first = others.iter().flat_map(|group| &group.chips).find(|chip| chip.barred.is_none()).map(|chip| chip.key.clone());
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
    let group = |group: &Group| {
        html! {
            <div class="chip-group" role="group" aria-label={group.title} key={group.title}>
                <span class="chip-title" aria-hidden="true">{ group.title }</span>
                { for group.chips.iter().map(|chip| view(chip, props)) }
            </div>
        }
    };
    html! {
        <section class="chips" aria-label="Policies" id={format!("{}-policies", props.name)}>
            <div class="chip-chosen">{ for chosen.map(|chosen| group(&chosen)) }</div>
            <details class="menu chip-more">
                <summary class="chip" id={format!("{}-add", props.name)}>{ "+ policy" }</summary>
                <div>
                    <input
                        type="search" class="chip-search" placeholder="Find a policy" aria-label="Find a policy" autocomplete="off" spellcheck="false"
                        title="Enter chooses the first that is found" value={(*words).clone()} oninput={searched} onkeydown={keyed}
                    />
                    // In an element of its own: groups that go must not take the focus from the field.
                    <div class="chip-others">{ for others.iter().map(group) }</div>
                    if others.is_empty() {
                        <p class="muted small" role="status">{ if words.trim().is_empty() { "All are chosen." } else { "No policy is called so." } }</p>
                    }
                </div>
            </details>
            { props.children.clone() }
        </section>
    }
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
