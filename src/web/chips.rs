//! Policies as chips above what they are compared in: those that are chosen in groups by what they know, the others with a search field
//! behind a button. Each can be lit alone, and its parameters are in a small menu of its own.

use super::controls::value_of;
use super::parameters::{Settings, menu};
use super::policies::swatch;
use schedscope::formula;
use schedscope::registry::{Choice, Row};
use schedscope::server;
use schedscope_chart::Mode;
use schedscope_core::experiment::SystemKind;
use schedscope_core::pictures::looks;
use schedscope_core::plot::Look;
use schedscope_state::explained::Lesson;
use schedscope_state::lab::Rule;
use schedscope_state::offered::{self, Offered};
use schedscope_state::parameters::{self, changed, key, value, words};
use schedscope_state::stage;
use yew::prelude::*;

/// A policy that can be chosen.
#[derive(Clone, PartialEq)]
pub struct Chip {
    /// What callbacks call it: its key, or all that is written to ask for it.
    pub key: AttrValue,
    /// Its name.
    pub name: AttrValue,
    /// What else is said of it, such as which policy it equals; empty for nothing.
    pub note: AttrValue,
    /// Its name in full; empty where the name is that.
    pub full: AttrValue,
    /// Its rule in one line.
    pub hint: AttrValue,
    /// The page of *Learn* that explains it.
    pub lesson: Lesson,
    /// How it is drawn.
    pub look: Option<Look>,
    /// Whether it is one of those that are compared.
    pub chosen: bool,
    /// Why it cannot be chosen or dropped now.
    pub barred: Option<AttrValue>,
    /// What can be set about it, where it is chosen.
    pub settings: Option<Settings>,
}

/// Policies that belong together, such as those that know the same of sizes.
#[derive(Clone, PartialEq)]
pub struct Group {
    /// What they have in common.
    title: &'static str,
    chips: Vec<Chip>,
}

impl Group {
    /// Groups of these policies of a world, each with the title of its group.
    pub fn all(offered: &Offered, chips: impl IntoIterator<Item = (&'static str, Chip)>) -> Vec<Self> {
        let chips: Vec<(&'static str, Chip)> = chips.into_iter().collect();
        let of = |title: &'static str| chips.iter().filter(move |(of, _)| *of == title).map(|(_, chip)| chip.clone()).collect();
        offered.groups.iter().map(|title| Self { title, chips: of(title) }).collect()
    }

    /// Those of it that are meant, if there are any.
    fn only(&self, meant: impl Fn(&Chip) -> bool) -> Option<Self> {
        let chips: Vec<Chip> = self.chips.iter().filter(|chip| meant(chip)).cloned().collect();
        (!chips.is_empty()).then_some(Self { title: self.title, chips })
    }
}

/// The policies of a world: those that are written, each with the menu of its parameters, and those that can be added. `onset` hears which
/// policy, by position, is to be written otherwise; the last one stays where `barred` says why.
pub fn of_world(
    name: &'static str,
    kind: SystemKind,
    written: &[String],
    barred: Option<&'static str>,
    onset: &Callback<(usize, String)>,
) -> Vec<Group> {
    let offered = stage::offered(kind);
    // Formulas are chips of their own.
    let rows: Vec<&'static Row> = kind.rows().into_iter().filter(|row| !formula::KEYS.contains(&row.key)).collect();
    let choices: Option<Vec<Choice>> = written.iter().map(|written| kind.choice(written).ok()).collect();
    let looks = choices.map(|choices| looks(&choices)).unwrap_or_default();
    let (alone, said) = (barred.filter(|_| written.len() == 1).map(AttrValue::from), parameters::said(kind, written));
    let row = |written: &str| rows.iter().copied().find(|row| row.key == key(written));
    let chosen = written.iter().enumerate().filter_map(|(position, written)| {
        let row = row(written)?;
        let settings = settings(name, kind, (position, written), row.name, said[position].clone(), onset);
        let chip = Chip {
            key: written.clone().into(),
            barred: alone.clone(),
            chosen: true,
            look: looks.get(position).copied(),
            settings,
            ..Chip::of(kind, row)
        };
        Some((offered.title(row), chip))
    });
    let others = rows.iter().copied().filter_map(|row| {
        let again = written.iter().any(|written| key(written) == row.key);
        let ways = offered.ways.map(|name| (name, words(kind, row.key, name))).filter(|(_, ways)| !ways.is_empty());
        let Some((parameter, ways)) = ways else { return (!again).then(|| (offered.title(row), Chip::of(kind, row))) };
        let taken = |way: &&str| written.iter().any(|written| key(written) == row.key && way_of(kind, written) == **way);
        let way = ways.iter().find(|way| !taken(way))?;
        let asked = changed(kind, row.key, parameter, way);
        let note =
            if again { AttrValue::from(parameters::said(kind, std::slice::from_ref(&asked)).concat()) } else { AttrValue::default() };
        Some((offered.title(row), Chip { key: asked.into(), note, ..Chip::of(kind, row) }))
    });
    let formulas = if kind == SystemKind::Server { of_formulas(written) } else { vec![] };
    Group::all(offered, chosen.chain(formulas).chain(others))
}

/// The way of a policy that has several.
fn way_of(kind: SystemKind, written: &str) -> String {
    let Some(parameter) = stage::offered(kind).ways else { return String::new() };
    let first = || words(kind, key(written), parameter).first().copied().unwrap_or_default();
    value(written, parameter).unwrap_or_else(first).to_owned()
}

/// The menu of parameters of a policy with its position, if it has any.
fn settings(
    name: &str,
    kind: SystemKind,
    (position, written): (usize, &str),
    called: &str,
    shown: String,
    onset: &Callback<(usize, String)>,
) -> Option<Settings> {
    let offered = stage::offered(kind);
    let own = written.to_owned();
    let onset = onset.reform(move |(name, value): (&'static str, String)| (position, changed(kind, &own, name, &value)));
    let all = parameters::of_world(kind, written).into_iter().filter(|parameter| !offered.unoffered.contains(&parameter.name));
    menu(&format!("{name}-{position}"), called, shown, all.collect(), &onset)
}

/// Chips of the formulas among these policies of the server world, in looks by which they can be told from the others.
pub fn of_formulas(written: &[String]) -> Vec<(&'static str, Chip)> {
    let policies: Vec<server::Policy> = written.iter().filter_map(|written| written.parse().ok()).collect();
    let choices: Vec<Choice> = policies.iter().map(server::Policy::choice).collect();
    let chip = |(policy, look): (&server::Policy, Look)| {
        let written = policy.to_string();
        Rule::of(&written)?;
        let family = policy.choice().family();
        let name = format!("ƒ {}", policy.name()).into();
        Some((
            offered::family(family),
            Chip {
                hint: written.clone().into(),
                key: written.into(),
                name,
                look: Some(look),
                chosen: true,
                ..Chip::of(SystemKind::Server, policy.row())
            },
        ))
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
    /// A policy of a world that is not chosen, as that describes it.
    pub fn of(world: SystemKind, row: &Row) -> Self {
        Self {
            key: row.key.into(),
            name: row.name.into(),
            note: AttrValue::default(),
            full: row.full.into(),
            hint: row.line.into(),
            lesson: Lesson::of_policy(world, row.key),
            look: None,
            chosen: false,
            barred: None,
            settings: None,
        }
    }

    /// Whether it is meant by these words.
    fn matches(&self, words: &str) -> bool {
        let words = words.trim().to_lowercase();
        words.is_empty() || [&self.name, &self.key, &self.full, &self.hint].iter().any(|text| text.to_lowercase().contains(&words))
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
                        <p class="muted small" role="status">{ if words.trim().is_empty() { "All are chosen." } else { "No policy has that name." } }</p>
                    }
                </div>
            </details>
            { props.children.clone() }
        </section>
    }
}

fn view(chip: &Chip, props: &Props) -> Html {
    let lit = props.lit.as_ref().map(|lit| *lit == chip.key);
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
    let id = format!("{}-{}", props.name, chip.key);
    let told = format!("{id}-told");
    html! {
        <span class={state} key={chip.key.to_string()}>
            <button
                type="button" {id} data-policy={chip.key.clone()} aria-pressed={chip.chosen.to_string()} aria-describedby={told.clone()}
                aria-disabled={chip.barred.is_some().then_some("true")} onclick={if chip.barred.is_some() { Callback::noop() } else { onclick }}
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
            <span class="chip-told" id={told}>{ told_of(chip) }</span>
        </span>
    }
}

/// A policy's name in full, its rule, why it cannot be chosen, and where *Learn* explains it.
fn told_of(chip: &Chip) -> Html {
    html! {
        <>
            <b>{ &chip.name }</b>
            if !chip.full.is_empty() {
                { format!(", {}", chip.full) }
            }
            { format!(": {}. ", chip.hint) }
            if let Some(why) = &chip.barred {
                { format!("Not available: {why}. ") }
            }
            <a href={chip.lesson.link()}>{ chip.lesson.title() }</a>
        </>
    }
}
