//! The view: policies, the axes and the scenario in a short bar, and the results.

use super::results::{button, results};
use crate::web::chips::{Chips, of_world};
use crate::web::controls::value_of;
use crate::web::form::{FILE, Sheet, complaint, meant, speeds};
use crate::web::lab::of_workload;
use crate::web::layout::Layout;
use crate::web::pick::Select;
use crate::web::workbar::{File, Start, Workbar};
use schedscope::server;
use schedscope_core::experiment::{Part, Scenario, SystemKind};
use schedscope_core::pictures::{Over, SweepQuantity};
use schedscope_state::compare::Compare;
use schedscope_state::edited::Edit;
use schedscope_state::file::Reads;
use schedscope_state::meaning::meaning_in;
use schedscope_state::size::field_of_size;
use schedscope_state::stage::about;
use schedscope_state::state::{Action, State};
use schedscope_state::sweep::{Change, Offer, Spacing, Sweep, preset_of, presets};
use schedscope_state::view::View;
use yew::prelude::*;

/// The view of a world.
pub fn view(state: &State, world: SystemKind, dispatch: &Callback<Action>) -> Html {
    let (Some(sweep), Some(compare)) = (state.of::<Sweep>(View::Sweep(world)), state.of::<Compare>(View::Compare(world))) else {
        return Html::default();
    };
    let (compared, traces, mode) = (&compare.scenario, &state.traces, state.mode());
    let change = &dispatch.reform(move |change: Change| Action::Room(View::Sweep(world), change.into()));
    let base = &sweep.setup.base.scenario;
    let onset = change.reform(|(position, written)| Change::Edit(Edit::Policy(position, written)));
    let groups = of_world("sweep", base.kind(), &base.policies, None, &onset);
    let ontoggle = change.reform(|key: AttrValue| Change::Toggle(key.to_string()));
    let (size, more, wrong) = scenario(sweep, compared, change);
    let numbers: Vec<Html> = (0..sweep.setup.axes.len()).map(|number| axis(sweep, number, change)).chain(size).collect();
    let workload = base.of::<server::Plan>().map(|fields| &fields.workload);
    let formulas = workload.map(|workload| of_workload("sweep", &sweep.lab, &base.policies, workload, mode, change.reform(Change::Lab)));
    let policies = html! {
        <>
            <Chips name="sweep" {groups} {mode} {ontoggle}>{ formulas.unwrap_or_default() }</Chips>
            { complaint(sweep.blames("policies").map(str::to_owned)) }
        </>
    };
    let reads = about(base.kind()).map_or(Reads::Jobs, |about| about.reads);
    let present = traces.named(base.file()).is_some();
    let file = File::of(base, present, reads, sweep.blames(FILE), change.reform(|_| Change::Unload), dispatch);
    let bar = html! {
        <Workbar name="sweep" start={start(sweep, change)} {numbers} {more} {wrong} {file} beside={toggle(sweep, change)} />
    };
    Layout { name: "sweep", bar, policies, view: sweep.findings.is_some().then_some(View::Sweep(world)), ..results(sweep, mode, change) }
        .view()
}

/// Sweeps to start from.
fn start(sweep: &Sweep, change: &Callback<Change>) -> Html {
    let (chosen, presets) = (preset_of(&sweep.setup), presets(sweep.setup.base.kind()));
    let hint = chosen.map_or("Everything can be changed; then press Run.", |i| presets[i].1).to_owned();
    let options = presets.iter().map(|(name, ..)| (*name, *name)).collect();
    let onset =
        change.reform(move |name: String| Change::Preset(presets.iter().position(|(preset, ..)| *preset == name).unwrap_or_default()));
    Start { id: "sweep-preset".into(), hint, options, chosen, own: "your own".to_owned(), onset }.view()
}

/// What varies along an axis, and which values it takes.
fn axis(sweep: &Sweep, number: usize, change: &Callback<Change>) -> Html {
    let axis = &sweep.setup.axes[number];
    let title = ["Across", "Upwards"][number.min(1)];
    let wrong = match sweep.setup.sweep() {
        Err((of, wrong)) if of.min(sweep.setup.axes.len() - 1) == number => Some(wrong),
        _ => None,
    };
    let kind = sweep.setup.base.kind();
    let offers: Vec<(usize, &'static Offer)> =
        Offer::all(kind).iter().enumerate().filter(|(_, offer)| sweep.setup.means(&offer.name) || offer.name == axis.field.name).collect();
    let places: Vec<(&'static str, usize)> = offers.iter().map(|(place, offer)| (offer.name.as_str(), *place)).collect();
    let field = Select {
        id: format!("axis-{number}"),
        label: title.to_owned(),
        hint: axis.field.hint,
        options: offers.iter().map(|(_, offer)| (offer.name.as_str(), offer.label.as_str())).collect(),
        chosen: offers.iter().position(|(_, offer)| offer.name == axis.field.name).unwrap_or_default(),
        onset: change.reform(move |name: String| {
            Change::Axis(number, places.iter().find(|(known, _)| *known == name).map_or(0, |(_, place)| *place))
        }),
    };
    let spacing = Select {
        id: format!("axis-{number}-spacing"),
        label: format!("{title}: spacing of the values"),
        hint: "Spacing of the values",
        options: Spacing::ALL.iter().map(|(_, key, words)| (*key, *words)).collect(),
        chosen: Spacing::ALL.iter().position(|(spacing, ..)| *spacing == axis.spacing).unwrap_or_default(),
        onset: change.reform(move |key: String| {
            Change::Spacing(number, Spacing::ALL.iter().position(|(_, known, _)| *known == key).unwrap_or_default())
        }),
    };
    let listed = axis.spacing == Spacing::List;
    let parts: &[&'static str] = if listed { &["Values"] } else { &["From", "To", "How many"] };
    let input = |(part, label): (usize, &&'static str)| {
        let faulty = wrong.as_ref().is_some_and(|(of, _)| (*of).min(parts.len() - 1) == part);
        let oninput = change.reform(move |event: InputEvent| Change::Type(number, part, value_of(&event)));
        html! {
            <label class={if listed { "axis-values" } else { "axis-part" }}>
                <span>{ *label }</span>
                <input
                    type="text" name={format!("axis-{number}-{part}")} value={axis.texts[part].clone()} autocomplete="off" spellcheck="false" {oninput}
                    title={listed.then_some("All values, separated by commas")} aria-invalid={faulty.then_some("true")}
                />
            </label>
        }
    };
    let blamed = wrong.as_ref().map(|(_, message)| message.as_str()).or_else(|| sweep.blames(&axis.field.name));
    let below = match (blamed, listed, axis.values()) {
        (None, false, Ok(values)) => {
            let values = values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
            html! { <p class="muted small" title={values.clone()}>{ values }</p> }
        }
        (blamed, ..) => complaint(blamed.map(str::to_owned)),
    };
    html! {
        <div class="field axis" key={title}>
            <div class="field-head"><label for={format!("axis-{number}")}>{ title }</label>{ field.view() }</div>
            <div class="axis-row">{ for parts.iter().enumerate().map(input) }{ spacing.view() }</div>
            { below }
        </div>
    }
}

/// A second axis, or none; nothing where a map would have nothing to show or no second field to vary.
fn toggle(sweep: &Sweep, change: &Callback<Change>) -> Html {
    if sweep.setup.axes.len() > 1 {
        return button("axis-second", "quiet", "One axis: lines", change, Change::Drop);
    }
    let world = sweep.setup.base.kind();
    // The first field that means something and does not vary yet.
    let free = |offer: &Offer| sweep.setup.means(&offer.name) && offer.name != sweep.setup.axes[0].field.name;
    let other =
        Offer::all(world).iter().position(free).filter(|_| SweepQuantity::all(world).iter().any(|quantity| quantity.over != Over::Nothing));
    other.map(|other| button("axis-second", "quiet", "Two axes: a map", change, Change::Axis(1, other))).unwrap_or_default()
}

/// How large the system is, what else all cells have in common, and whether something of that is wrong.
fn scenario(sweep: &Sweep, compared: &Scenario, change: &Callback<Change>) -> (Vec<Html>, Html, bool) {
    let base = &sweep.setup.base;
    let world = base.kind();
    let complaint = |field: &str| base.fault(field).or_else(|| sweep.blames(field)).map(str::to_owned);
    let varies = |field: &str| sweep.setup.axes.iter().any(|axis| axis.field.name == field);
    let onedit = change.reform(Change::Edit);
    let below = |part: &'static Part| {
        let words = base.number(&part.path()).and_then(|value| meaning_in(&base.scenario, &part.path(), value));
        html! { <>{ speeds(base, part, &onedit) }{ meant(words) }</> }
    };
    let rest = html! {
        <>
            <div class="use">
                if *compared != base.scenario {
                    { button("sweep-take", "quiet small", "Take Compare’s scenario", change, Change::Take(Box::new(compared.clone()))) }
                }
                <a class="quiet button small" href={format!("#{}?{}", View::Compare(world).stem(), base.scenario.to_query())}>{ "Open in Compare" }</a>
            </div>
            { file(sweep) }
        </>
    };
    // What stands in the bar are the axes, and the size of the system.
    let size: Vec<String> = field_of_size(world).map(str::to_owned).into_iter().collect();
    let sheet = Sheet { edited: base, complaint: &complaint, first: Some(&size), below: &below, varies: &varies, onedit: &onedit, rest };
    sheet.view()
}

/// The same for the command line.
fn file(sweep: &Sweep) -> Html {
    let Ok(grid) = sweep.setup.sweep() else { return html! {} };
    let text: String = js_sys::encode_uri_component(&grid.to_toml()).into();
    html! {
        <p class="small toml">
            <a id="sweep-toml" download="sweep.toml" href={format!("data:text/plain;charset=utf-8,{text}")}>{ "sweep.toml" }</a>
            { ": the same sweep for the command line. " }
            <code>{ "schedscope sweep sweep.toml --output DIR" }</code>
        </p>
    }
}
