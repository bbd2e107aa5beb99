//! The policies of a world as chips: those that are compared, each with the menu of its parameters, and those that can be added.

use super::{Pictured, form::complaint};
use crate::chips::{self, Chip, Chips, Group, Settings};
use crate::parameters::menu;
use schedscope_chart::Mode;
use schedscope_core::experiment::registry;
use schedscope_core::pictures::looks;
use schedscope_engine::registry::Row;
use schedscope_page::parameters::{key, parameters, value, with};
use schedscope_page::stage::{Change, Edit, Played};
use yew::prelude::*;

/// Titles of the families.
pub const FAMILIES: [&str; 3] = [chips::title(chips::FAMILIES[0]), chips::title(chips::FAMILIES[1]), chips::title(chips::FAMILIES[2])];

/// The title of a policy's family.
pub fn by_family(row: &Row) -> &'static str {
    chips::title(row.family)
}

/// The chips.
pub fn chips<S: Pictured>(played: &Played<S>, mode: Mode, change: &Callback<Change<S>>) -> Html {
    let (name, scenario) = (S::ABOUT.name, &played.bench.scenario);
    let (rows, written) = (scenario.kind().rows(), &scenario.policies);
    let looks = scenario.choices().map(|choices| looks(&choices)).unwrap_or_default();
    let alone = (written.len() == 1).then(|| AttrValue::from("it is the only one; choose another first"));
    let row = |written: &str| rows.iter().copied().find(|row| row.key == key(written));
    let chosen = written.iter().enumerate().filter_map(|(position, written)| {
        let row = row(written)?;
        let (look, settings) = (looks.get(position).copied(), settings::<S>(position, written, row.name, change));
        let key = AttrValue::from(written.clone());
        Some((S::group(row), Chip { key, barred: alone.clone(), chosen: true, look, settings, ..Chip::of(row) }))
    });
    let others = rows.iter().copied().filter_map(|row| {
        let again = written.iter().any(|written| key(written) == row.key);
        let ways = S::WAYS.map(|name| (name, registry::<S::World>().words(row.key, name))).filter(|(_, ways)| !ways.is_empty());
        let Some((parameter, ways)) = ways else { return (!again).then(|| (S::group(row), Chip::of(row))) };
        let taken = |way: &&str| written.iter().any(|written| key(written) == row.key && way_of::<S>(written, row.key) == **way);
        let way = ways.iter().find(|way| !taken(way))?;
        let asked = with(registry::<S::World>(), row.key, parameter, way);
        let note = if again { AttrValue::from(*way) } else { AttrValue::default() };
        Some((S::group(row), Chip { key: asked.into(), note, ..Chip::of(row) }))
    });
    let all: Vec<(&'static str, Chip)> = chosen.chain(others).collect();
    let of = |title: &'static str| all.iter().filter(move |(of, _)| *of == title).map(|(_, chip)| chip.clone());
    let groups: Vec<Group> = S::GROUPS.iter().map(|title| Group::titled(title, of(title))).collect();
    let ontoggle = change.reform(|written: AttrValue| Change::Toggle(written.to_string()));
    html! {
        <>
            <Chips {name} {groups} {mode} {ontoggle} />
            { complaint(&played.bench, "policies") }
        </>
    }
}

/// The way of a policy that has several.
fn way_of<S: Pictured>(written: &str, key: &str) -> String {
    let Some(parameter) = S::WAYS else { return String::new() };
    let first = || registry::<S::World>().words(key, parameter).first().copied().unwrap_or_default();
    value(written, parameter).unwrap_or_else(first).to_owned()
}

/// The menu of parameters of the policy at a position, if it has any.
fn settings<S: Pictured>(position: usize, written: &str, name: &str, change: &Callback<Change<S>>) -> Option<Settings> {
    let own = written.to_owned();
    let onset = change.reform(move |(name, value): (&'static str, String)| {
        Change::Edit(Edit::Policy(position, with(registry::<S::World>(), &own, name, &value)))
    });
    let shown = match S::WAYS {
        Some(_) => way_of::<S>(written, key(written)),
        None => written.split_once('[').map_or("", |(_, rest)| rest.trim_end_matches(']')).to_owned(),
    };
    let offered = parameters(registry::<S::World>(), written).into_iter().filter(|parameter| !S::UNOFFERED.contains(&parameter.name));
    menu(&format!("{}-{position}", S::ABOUT.name), name, shown, offered.collect(), &onset)
}
