//! A table that is not yet jobs: its first rows, with a choice over each column of what it is.

use super::zone::PASTED;
use crate::web::controls::value_of;
use crate::web::files::sheet;
use gloo::utils::document;
use schedscope::workload::Unit;
use schedscope_state::format;
use schedscope_state::sheet::{Reading, Role, Sheet, Sizes};
use schedscope_state::state::Action;
use schedscope_state::traces::Change;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// What a selection does to a table.
type Choose = dyn Fn(&mut Sheet, String);

/// Rows that are shown.
const SHOWN: usize = 6;

/// A field for a table from a spreadsheet.
pub fn paste(dispatch: &Callback<Action>) -> Html {
    let dispatch = dispatch.clone();
    let onclick = move |_: MouseEvent| {
        let field = document().get_element_by_id("paste-text").and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
        let change = match field.and_then(|field| sheet(PASTED, &field.value())) {
            Some(sheet) => Change::Table(Some(Rc::new(sheet))),
            None => {
                Change::Refused("That is no table: it needs two columns or more, separated by tabs, semicolons, commas or bars.".to_owned())
            }
        };
        dispatch.emit(Action::Traces(change));
    };
    html! {
        <details class="paste" id="paste">
            <summary>{ "Paste from a spreadsheet" }</summary>
            <label for="paste-text">{ "Two columns or more, one job a row. You can also paste anywhere on this view." }</label>
            <textarea id="paste-text" spellcheck="false" placeholder={"arrival\tsize\n0\t10\n3\t4"} />
            <button type="button" class="quiet button" id="paste-read" {onclick}>{ "Read it" }</button>
        </details>
    }
}

/// The table, the choices, and what comes of them.
pub fn view(table: Option<&Rc<Sheet>>, dispatch: &Callback<Action>) -> Html {
    let Some(sheet) = table else { return html! {} };
    let change = |change: Rc<Choose>| {
        let (sheet, dispatch) = (sheet.clone(), dispatch.clone());
        Callback::from(move |event: Event| {
            let mut other = (*sheet).clone();
            change(&mut other, value_of(&event));
            dispatch.emit(Action::Traces(Change::Table(Some(Rc::new(other)))));
        })
    };
    let head = |(column, title): (usize, &String)| {
        let onchange = change(Rc::new(move |sheet, name| {
            if let Some(role) = Role::ALL.into_iter().find(|role| role.name() == name) {
                sheet.assign(column, role);
            }
        }));
        let now = sheet.chosen.roles[column];
        let option = |role: Role| html! { <option value={role.name()} selected={role == now}>{ role.name() }</option> };
        html! {
            <th scope="col" class={class(now)}>
                { title.clone() }
                <select id={format!("column-{column}")} aria-label={format!("What {title} is")} {onchange}>{ for Role::ALL.map(option) }</select>
            </th>
        }
    };
    let row = |(_, cells): &(u64, Vec<String>)| {
        let cell =
            |(column, now): (usize, &Role)| html! { <td class={class(*now)}>{ cells.get(column).cloned().unwrap_or_default() }</td> };
        html! { <tr>{ for sheet.chosen.roles.iter().enumerate().map(cell) }</tr> }
    };
    let arrivals = change(Rc::new(|sheet, name| {
        sheet.chosen.arrivals = Unit::OF_TIME.into_iter().find(|unit| unit.name() == Some(&name)).unwrap_or(sheet.chosen.arrivals);
    }));
    let sizes = change(Rc::new(|sheet, name| {
        sheet.chosen.sizes = Sizes::ALL.into_iter().find(|sizes| sizes.name() == name).unwrap_or(sheet.chosen.sizes);
    }));
    let number = change(Rc::new(|sheet, text| {
        sheet.chosen.sizes = text.parse().ok().and_then(|number| sheet.chosen.sizes.with(number)).unwrap_or(sheet.chosen.sizes);
    }));
    let option = |name: &'static str, now: &'static str| html! { <option value={name} selected={name == now}>{ name }</option> };
    let (before, behind) = match sheet.chosen.sizes {
        Sizes::Time(_) => ("", ""),
        Sizes::Bytes(_) => (" at ", " MB/s"),
        Sizes::Load(_) => (", scaled to a load of ", ""),
    };
    let onleave = dispatch.reform(|_: MouseEvent| Action::Traces(Change::Table(None)));
    let leave = html! { <button type="button" class="quiet button" id="columns-leave" onclick={onleave}>{ "Cancel" }</button> };
    html! {
        <>
            <h2>{ format!("Which columns of {} are what?", sheet.name) }</h2>
            <div class="scroll">
                <table class="columns-table" id="columns">
                    <thead><tr>{ for sheet.titles.iter().enumerate().map(head) }</tr></thead>
                    <tbody>{ for sheet.rows.iter().take(SHOWN).map(row) }</tbody>
                </table>
            </div>
            <p class="muted small" id="columns-rows">{ rows(sheet) }</p>
            <div class="units">
                if !sheet.dated() {
                    <label>
                        { "Arrivals are in " }
                        <select id="unit-arrivals" onchange={arrivals}>
                            { for Unit::OF_TIME.map(Sizes::Time).map(|unit| option(unit.name(), Sizes::Time(sheet.chosen.arrivals).name())) }
                        </select>
                    </label>
                }
                <span>
                    <label for="unit-sizes">{ "Sizes are in " }</label>
                    <select id="unit-sizes" onchange={sizes}>{ for Sizes::ALL.map(|sizes| option(sizes.name(), sheet.chosen.sizes.name())) }</select>
                    if let Some(value) = sheet.chosen.sizes.number() {
                        <label>
                            { before }
                            <input id="unit-number" type="number" min="0.001" step="any" ~value={value.to_string()} onchange={number} />
                            { behind }
                        </label>
                    }
                </span>
            </div>
            { match sheet.missing() {
                Some(missing) => html! { <><p class="verdict" id="columns-verdict" role="status">{ missing }</p><div class="use">{ leave }</div></> },
                None => outcome(sheet, leave, dispatch),
            } }
        </>
    }
}

const fn class(role: Role) -> Option<&'static str> {
    if matches!(role, Role::Ignore) { Some("ignored") } else { None }
}

/// How many rows there are, and what of them is not used.
fn rows(sheet: &Sheet) -> String {
    let all = format::counted(sheet.rows.len() as u64, "row", "rows");
    let shown = match sheet.rows.len() > SHOWN {
        _ if sheet.beginning_of.is_some() => "The first rows.".to_owned(),
        true => format!("The first {SHOWN} of {all}."),
        false => format!("{all}."),
    };
    match sheet.unused().as_slice() {
        [] => shown,
        unused => format!("{shown} Not used: {}.", unused.join(", ")),
    }
}

/// What is left out, and a way to go on with the rest, beside the one to `leave`.
fn outcome(sheet: &Rc<Sheet>, leave: Html, dispatch: &Callback<Action>) -> Html {
    let onclick = dispatch.reform(|_: MouseEvent| Action::Traces(Change::Map));
    let goes_on = |said: String| {
        html! {
            <div class="use">
                <button type="button" class="primary" id="columns-use" {onclick}>{ said }</button>
                { leave.clone() }
            </div>
        }
    };
    let Reading { jobs, load, left_out, .. } = match sheet.reading() {
        // How many of a large table can be read is known when a worker has read it.
        Ok(_) if sheet.beginning_of.is_some() => return goes_on("Use its jobs".to_owned()),
        Ok(reading) => reading,
        Err(error) => {
            return html! {
                <>
                    <div class="warning small" id="columns-faults"><ul>{ for error.lines().map(|fault| html! { <li>{ fault.to_owned() }</li> }) }</ul></div>
                    <div class="use">{ leave }</div>
                </>
            };
        }
    };
    html! {
        <>
            if !left_out.is_empty() {
                <div class="warning small" id="columns-faults"><ul>{ for left_out.iter().map(|what| html! { <li>{ what.clone() }</li> }) }</ul></div>
            }
            if let Some(load) = load.filter(|load| *load >= 1.0) {
                <p class="warning small" id="columns-load">
                    { format!("The load comes out as {}: more work arrives than can be served. Check what sizes are in.", format::short(load)) }
                </p>
            }
            if load.is_none() && matches!(sheet.chosen.sizes, Sizes::Load(_)) {
                <p class="warning small" id="columns-load">{ "All jobs arrive at once, so there is no load to scale sizes to: they are taken as they are." }</p>
            }
            { goes_on(format!("Use the {}", format::counted(jobs as u64, "job", "jobs"))) }
        </>
    }
}
