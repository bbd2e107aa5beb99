//! The view: policies, the axes and the scenario in a short bar, and the results.

use super::results::{button, results};
use crate::chips::{Chips, of_world};
use crate::controls::{Number, value_of};
use crate::layout::Layout;
use crate::pick::Select;
use crate::workbar::{Start, Workbar};
use schedscope_chart::Mode;
use schedscope_core::experiment::{Part, Scenario};
use schedscope_page::field::Field;
use schedscope_page::sweep::{Change, Offer, PRESETS, Spacing, Sweep, preset_of};
use schedscope_page::view::View;
use yew::prelude::*;

/// The view; `compared` is the scenario of *Compare*.
pub fn view(sweep: &Sweep, compared: &Scenario, mode: Mode, change: &Callback<Change>) -> Html {
    let base = &sweep.setup.base;
    let (groups, ontoggle) = (of_world(base.kind(), &base.policies), change.reform(|key: AttrValue| Change::Toggle(key.to_string())));
    let numbers: Vec<Html> = (0..sweep.setup.axes.len()).map(|number| axis(sweep, number, change)).collect();
    let shown = |name: &str| sweep.setup.axes.iter().any(|axis| axis.field.name == name);
    let blamed = sweep.fault.as_ref().and_then(|fault| fault.field.as_deref()).is_some_and(|name| name != "policies" && !shown(name));
    let wrong = blamed || sweep.drafts.first_fault().is_some();
    let policies = html! {
        <>
            <Chips name="sweep" {groups} {mode} {ontoggle} />
            { complaint(sweep.blames("policies")) }
        </>
    };
    let bar = html! {
        <Workbar name="sweep" start={start(sweep, change)} {numbers} more={scenario(sweep, compared, change)} {wrong} beside={toggle(sweep, change)} />
    };
    Layout { name: "sweep", bar, policies, ..results(sweep, mode, change) }.view()
}

fn complaint(message: Option<&str>) -> Html {
    html! { if let Some(message) = message { <p class="complaint" role="alert">{ message.to_owned() }</p> } }
}

/// A number's control; `about` are its label, symbol and hint.
fn control(
    name: String,
    (label, symbol, hint): (&'static str, &'static str, &'static str),
    (text, value, usual, stops): (String, Option<f64>, bool, Vec<f64>),
    complaint: Option<&str>,
    [onset, onleave]: [Callback<String>; 2],
) -> Html {
    let complaint = complaint.map(str::to_owned);
    let onleave = onleave.reform(|()| String::new());
    let (placeholder, useless, below) = ("as in file", None, Html::default());
    Number { name, label: label.into(), symbol, hint, text, value, usual, stops, placeholder, complaint, useless, onset, onleave, below }
        .view()
}

/// Sweeps to start from.
fn start(sweep: &Sweep, change: &Callback<Change>) -> Html {
    let chosen = preset_of(&sweep.setup);
    let onset = change.reform(|name: String| Change::Preset(PRESETS.iter().position(|(preset, ..)| *preset == name).unwrap_or_default()));
    let hint = chosen.map_or("Everything can be changed; then press Run.", |i| PRESETS[i].1).to_owned();
    let options = PRESETS.iter().map(|(name, ..)| (*name, *name)).collect();
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
        (blamed, ..) => complaint(blamed),
    };
    html! {
        <div class="field axis" key={title}>
            <div class="field-head"><label for={format!("axis-{number}")}>{ title }</label>{ field.view() }</div>
            <div class="axis-row">{ spacing.view() }{ for parts.iter().enumerate().map(input) }</div>
            { below }
        </div>
    }
}

/// A second axis, or none.
fn toggle(sweep: &Sweep, change: &Callback<Change>) -> Html {
    // The first field that means something and does not vary yet.
    let free = |offer: &Offer| sweep.setup.means(&offer.name) && offer.name != sweep.setup.axes[0].field.name;
    let other = Offer::all(sweep.setup.base.kind()).iter().position(free).unwrap_or_default();
    let second = sweep.setup.axes.len() > 1;
    let (words, what) = if second { ("One axis: lines", Change::Drop) } else { ("Two axes: a map", Change::Axis(1, other)) };
    button("axis-second", "quiet", words, change, what)
}

/// The numbers of the scenario that have a control here.
const FIELDS: [Field; 8] =
    [Field::Shape, Field::Sigma, Field::Load, Field::Timeshape, Field::Count, Field::Servers, Field::Replications, Field::Seed];

/// What all cells have in common.
fn scenario(sweep: &Sweep, compared: &Scenario, change: &Callback<Change>) -> Html {
    let base = &sweep.setup.base;
    let varies = |field: &Field| sweep.setup.axes.iter().any(|axis| axis.field.name == field.about().name);
    let number = |field: &Field| {
        let (field, about) = (*field, field.about());
        let complaint = sweep.drafts.fault(field).or(sweep.blames(about.name));
        let hear = [change.reform(move |text| Change::Number(field, text)), change.reform(move |_| Change::Left(field))];
        let value = field.get(base);
        let text = (sweep.drafts.text(field, base), value, value.is_some() && value == field.default(base), field.stops());
        control(about.name.to_owned(), (about.label, about.symbol, about.hint), text, complaint, hear)
    };
    let has = |field: &Field| !field.about().name.contains('.') || Part::worlds(field.about().name).contains(&base.kind());
    let fields = FIELDS.iter().filter(|field| has(field) && !varies(field) && field.useless(base).is_none());
    let (others, there) = (others(base), View::of(base.kind()));
    html! {
        <>
            <h2>{ "In all cells" }</h2>
            { for fields.map(number) }
            if !others.is_empty() {
                <p class="muted small" id="sweep-others">{ format!("Also {others}.") }</p>
            }
            { complaint(sweep.blames("workload.path")) }
            <div class="use">
                if compared != base {
                    { button("sweep-take", "quiet small", "Take Compare’s scenario", change, Change::Take(Box::new(compared.clone()))) }
                }
                <a class="quiet button small" href={format!("#{}?{}", there.name(), base.to_query())}>{ format!("Open in {}", there.title()) }</a>
            </div>
            { file(sweep) }
        </>
    }
}

/// What the scenario says beyond the numbers above.
fn others(base: &Scenario) -> String {
    let query = base.to_query();
    let known = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        !["v", "policies"].contains(&name) && FIELDS.iter().all(|field| field.about().name != name)
    };
    let words = query.split('&').filter(known).map(|pair| pair.trim_start_matches("workload.").replace("%20", " ").replace("%3D", "="));
    words.collect::<Vec<_>>().join(", ")
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
