//! The view: what came out, the scenario in a short bar, and the policies.

use super::results::results;
use crate::web::chips::{Chip, Chips, Group, of_formulas, of_world};
use crate::web::form::{Sheet, meant, speeds};
use crate::web::kept::kept;
use crate::web::lab::of_workload;
use crate::web::layout::Layout;
use crate::web::workbar::{File, Start, Workbar};
use schedscope::registry::Choice;
use schedscope::server::Policy;
use schedscope::world::WorkloadKind;
use schedscope_chart::Mode;
use schedscope_core::experiment::{Part, SystemKind};
use schedscope_core::pictures::looks;
use schedscope_core::plot::look_of;
use schedscope_state::compare::{Change, Compare, keeps, presets, prominent};
use schedscope_state::edited::Edit;
use schedscope_state::format;

use schedscope_state::meaning::meaning_in;
use schedscope_state::offered::{Offered, family};
use schedscope_state::preset::Preset;
use schedscope_state::room::Message;
use schedscope_state::size::total_speed;
use schedscope_state::stage::about;
use schedscope_state::state::{Action, State};
use schedscope_state::sweep::swept;
use schedscope_state::traces::Traces;
use schedscope_state::view::View;
use yew::prelude::*;

/// The view of the world that is shown.
pub fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(compare) = state.of::<Compare>(state.view) else { return Html::default() };
    let (world, traces, mode) = (compare.kind(), &state.traces, state.mode());
    let change = dispatch.reform(move |change| Action::Room(View::Compare(world), Message::of(change)));
    let policies = match world {
        SystemKind::Server => policies(compare, mode, &change),
        _ => chips(compare, mode, &change),
    };
    let sigma = compare.scenario.file().and_then(|name| traces.own(name, "workload.sigma"));
    let results = results(compare, mode, sigma, &change, dispatch);
    Layout {
        name: "compare",
        bar: bar(compare, traces, &change, dispatch),
        policies,
        view: compare.refinement.findings.is_some().then_some(state.view),
        ..results
    }
    .view()
}

/// Policies of a world as chips.
fn chips(compare: &Compare, mode: Mode, change: &Callback<Change>) -> Html {
    let onset = change.reform(|(position, written)| Change::Edit(Edit::Policy(position, written)));
    let groups = of_world("compare", compare.kind(), &compare.scenario.policies, None, &onset);
    let ontoggle = change.reform(|key: AttrValue| Change::Toggle(key.to_string()));
    let onlight = change.reform(|key: AttrValue| Change::Light(key.to_string()));
    let lit = compare.focus.lit.clone().map(AttrValue::from);
    html! { <Chips name="compare" {groups} {mode} {lit} {ontoggle} {onlight} /> }
}

/// Policies of the server as chips, with the lab.
fn policies(compare: &Compare, mode: Mode, change: &Callback<Change>) -> Html {
    let (even, several) = (compare.even(), compare.several());
    let (chosen, lit, change) = (compare.scenario.policies.clone(), compare.focus.lit.clone(), change.clone());
    let barred: Vec<(&'static str, &'static str)> =
        Policy::all().filter_map(|policy| Some((policy.row().key, compare.excluded(&policy)?))).collect();
    let (lab, workload) = (compare.lab.clone(), compare.fields().map(|fields| fields.workload.clone()).unwrap_or_default());
    let shown = (chosen.clone(), lit.clone(), even, several, mode, lab.clone(), workload.clone());
    kept(shown, move || {
        let has = |key: &str| chosen.iter().any(|chosen| chosen == key);
        let choices: Option<Vec<Choice>> = chosen.iter().map(|written| SystemKind::Server.choice(written).ok()).collect();
        let looks = choices.map(|choices| looks(&choices)).unwrap_or_default();
        let chip = |policy: &Policy| {
            let row = policy.row();
            // While all jobs weigh the same PSBS is FSPE+PS.
            if even && row.key == "psbs" && (has("fspe+ps") || !has("psbs")) {
                return None;
            }
            let chip = Chip {
                note: if even && row.key == "fspe+ps" { "= PSBS".into() } else { AttrValue::default() },
                look: chosen
                    .iter()
                    .position(|chosen| chosen == row.key)
                    .and_then(|place| looks.get(place).copied())
                    .or(Some(look_of(&policy.choice()))),
                chosen: has(row.key),
                barred: barred.iter().find(|(key, _)| *key == row.key).map(|(_, why)| AttrValue::from(*why)),
                ..Chip::of(SystemKind::Server, row)
            };
            Some((family(row.family), chip))
        };
        let known = Policy::all().filter_map(|policy| chip(&policy));
        let groups = Group::all(&Offered::BY_FAMILY, known.chain(of_formulas(&chosen)));
        let ontoggle = change.reform(|key: AttrValue| Change::Toggle(key.to_string()));
        let onlight = change.reform(|key: AttrValue| Change::Light(key.to_string()));
        let lit = lit.clone().map(AttrValue::from);
        let formulas = of_workload("compare", &lab, &chosen, &workload, mode, change.reform(Change::Lab));
        html! { <Chips name="compare" {groups} {mode} {lit} {ontoggle} {onlight}>{ formulas }</Chips> }
    })
}

/// The scenario in a short bar.
fn bar(compare: &Compare, traces: &Traces, change: &Callback<Change>, dispatch: &Callback<Action>) -> Html {
    let world = compare.kind();
    let complaint = |field: &str| compare.complaint(field).map(str::to_owned);
    let below = |part: &'static Part| below(compare, traces, part, change);
    let first = prominent(compare);
    let sheet = Sheet {
        edited: &compare.edited,
        complaint: &complaint,
        first: Some(&*first).filter(|first| !first.is_empty()),
        below: &below,
        varies: &|_| false,
        onedit: &change.reform(Change::Edit),
        rest: rest(compare, change),
    };
    let (numbers, more, wrong) = sheet.view();
    let unload = change.reform(|_| Change::Unload);
    let reads = about(world).map_or(schedscope_state::file::Reads::Jobs, |about| about.reads);
    let present = traces.named(compare.scenario.file()).is_some();
    let file = File::of(&compare.scenario, present, reads, compare.refinement.blames("workload.path"), unload, dispatch);
    let pin = change.reform(|_: MouseEvent| Change::Pin);
    let pinned = compare.before().map(|(_, what)| format!("Before: {what}\u{a0}×"));
    let beside = html! {
        <button
            type="button" class="quiet" id="pin" aria-pressed={pinned.is_some().to_string()} disabled={compare.refinement.findings.is_none()} onclick={pin}
            title="Keeps this result in view, pale, while you move a slider"
        >{ pinned.unwrap_or_else(|| "Pin as “before”".to_owned()) }</button>
    };
    html! { <Workbar name="compare" start={start(compare, change)} {numbers} {more} {wrong} {file} {beside} /> }
}

/// Questions to start from.
fn start(compare: &Compare, change: &Callback<Change>) -> Html {
    let (world, presets) = (compare.kind(), presets(compare.kind()));
    let chosen = Preset::of(presets, &compare.scenario);
    let position = move |name: String| presets.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    Start {
        id: "preset".into(),
        hint: chosen.map_or_else(|| keeps(world).to_owned(), |i| format!("{} {}", presets[i].hint, keeps(world))),
        options: presets.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: if compare.scenario.file().is_some() { "your file" } else { "your own" }.to_owned(),
        onset: change.reform(move |name| Change::Preset(position(name))),
    }
    .view()
}

/// What stands below the rest of the form.
fn rest(compare: &Compare, change: &Callback<Change>) -> Html {
    let (query, world) = (swept(&compare.scenario, compare.focus.measure.as_deref()), compare.kind());
    html! {
        <>
            <p class="small"><a id="to-sweep" href={format!("#{}?{query}", View::Sweep(world).stem())}>{ "Sweep a field of this scenario" }</a></p>
            <button type="button" class="quiet" id="reset" onclick={change.reform(|_| Change::Reset)}>{ "Reset everything" }</button>
        </>
    }
}

/// How often jobs are drawn, and from where on.
fn draws(compare: &Compare) -> String {
    match compare.asked().replications {
        1 => format!("one draw, seed {}", compare.scenario.seed),
        draws => format!("× {draws} draws, seed {}", compare.scenario.seed),
    }
}

/// What stands below a number: what it comes to; and where a server's file has its own errors or load, whether those count.
fn below(compare: &Compare, traces: &Traces, part: &'static Part, change: &Callback<Change>) -> Html {
    let field = part.path();
    let value = compare.number(&field);
    let words = match value {
        Some(_) if field == "workload.count" => Some(draws(compare)),
        Some(value) => meaning_in(&compare.scenario, &field, value),
        None => None,
    };
    let words = words.map(|words| {
        let survey = compare.scenario.file().filter(|_| field == "workload.sigma").map(|name| traces.known_as(name));
        let replaces = survey.flatten().is_some_and(|survey| survey.off.is_some());
        let drawn = if survey.is_some() && value != Some(0.0) { ", drawn" } else { "" };
        let instead = if replaces { ", in place of the file’s own" } else { "" };
        format!("{words}{drawn}{instead}")
    });
    let load = value.filter(|_| field == "workload.load").map(|load| load / total_speed(&compare.scenario));
    let over = load.filter(|load| *load >= 1.0);
    html! {
        <>
            { as_in_file(compare, traces, &field, change) }
            { speeds(&compare.edited, part, &change.reform(Change::Edit)) }
            { meant(words) }
            if let Some(load) = over {
                <p class="warning small">
                    { if value == Some(load) { String::new() } else { format!("At this speed the load is {}. ", format::short(load)) } }
                    { "From a load of 1 on the queue grows without bound." }
                </p>
            }
        </>
    }
}

/// Whether the errors or the load of a server's file count.
fn as_in_file(compare: &Compare, traces: &Traces, field: &str, change: &Callback<Change>) -> Html {
    let own = matches!(field, "workload.sigma" | "workload.load") && compare.scenario.default_of(field).is_none();
    if !own || compare.fields().is_none_or(|fields| fields.workload.kind() == WorkloadKind::Synthetic) {
        return html! {};
    }
    let value = compare.number(field);
    let kept = value.is_none() && compare.fault(field).is_none();
    // Who takes it from the file begins with what the file has.
    let usual = if field == "workload.sigma" { 0.5 } else { 0.9 };
    let of_file = compare.scenario.file().and_then(|name| traces.own(name, field)).unwrap_or(usual);
    let set = |text: String| {
        let field = field.to_owned();
        move || Change::Edit(Edit::Type(field.clone(), text.clone()))
    };
    let back = set(if kept { format::plain(of_file) } else { String::new() });
    html! {
        <label class="small check as-in-file">
            <input type="checkbox" checked={kept} onchange={change.reform(move |_: Event| back())} />
            { "as in the file" }
        </label>
    }
}
