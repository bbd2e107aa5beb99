//! The view: the sweep's controls beside its results.

use super::results::{button, results};
use crate::chart::Mode;
use crate::experiment::{Part, Scenario};
use crate::page::field::Field;
use crate::page::format;
use crate::page::sweep::{Change, Offer, PRESETS, Spacing, Sweep, preset_of};
use crate::page::view::View;
use crate::web::controls::Number;
use crate::web::pick::Select;
use crate::web::policies::Checklist;
use yew::prelude::*;

/// The view; `compared` is the scenario of *Compare*.
pub fn view(sweep: &Sweep, compared: &Scenario, mode: Mode, change: &Callback<Change>) -> Html {
    let second = sweep.setup.axes.len() > 1;
    let list = Checklist {
        kind: sweep.setup.base.kind(),
        name: "sweep",
        chosen: &sweep.setup.base.policies,
        barred: &[],
        mode,
        ontoggle: change.reform(Change::Toggle),
    };
    html! {
        <main class="view compare sweep">
            <section class="controls" aria-label="Sweep">
                <details open={!crate::web::environment::is_narrow()}>
                    <summary><span class="summary-title">{ "Sweep" }</span><span class="summary-line">{ summary(sweep) }</span></summary>
                    { start(sweep, change) }
                    { axis(sweep, 0, "Across", change) }
                    if second {
                        { axis(sweep, 1, "Upwards", change) }
                    }
                    { toggle(sweep, second, change) }
                    { scenario(sweep, compared, change) }
                    <h2>{ "Policies" }</h2>
                    { complaint(sweep.blames("policies")) }
                    { list.view() }
                    { file(sweep) }
                </details>
            </section>
            <section class="results-column" aria-label="Results">{ results(sweep, mode, change) }</section>
        </main>
    }
}

/// The sweep in one line.
fn summary(sweep: &Sweep) -> String {
    let varied: Vec<&str> = sweep.setup.axes.iter().map(|axis| axis.field.label.as_str()).collect();
    let policies = format::counted(sweep.setup.base.policies.len() as u64, "policy", "policies");
    format!("{} · {policies}", varied.join(" × "))
}

fn complaint(message: Option<&str>) -> Html {
    html! { if let Some(message) = message { <p class="complaint" role="alert">{ message.to_owned() }</p> } }
}

/// A selection; `about` are its label and its hint.
fn select(
    id: String,
    (label, hint): (&'static str, &'static str),
    options: Vec<(&'static str, &'static str)>,
    chosen: usize,
    change: &Callback<Change>,
    of: impl Fn(usize) -> Change + 'static,
) -> Html {
    let keys: Vec<&'static str> = options.iter().map(|(key, _)| *key).collect();
    let onset = change.reform(move |key: String| of(keys.iter().position(|known| *known == key).unwrap_or_default()));
    let label = label.to_owned();
    html! { <div class="field">{ Select { id, label, hint, options, chosen, onset }.view() }</div> }
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
    let mut options: Vec<_> = PRESETS.iter().map(|(name, ..)| (*name, *name)).collect();
    if chosen.is_none() {
        options.push(("", "your own"));
    }
    let last = PRESETS.len();
    html! {
        <div class="pick preset">
            { select("sweep-preset".to_owned(), ("Start from", "Presets"), options, chosen.unwrap_or(last), change, Change::Preset) }
            <p class="muted small hint">{ chosen.map_or("Everything below can be changed; then press Run.", |i| PRESETS[i].1) }</p>
        </div>
    }
}

/// What varies along an axis, and which values it takes.
fn axis(sweep: &Sweep, number: usize, title: &'static str, change: &Callback<Change>) -> Html {
    let axis = &sweep.setup.axes[number];
    let wrong = match sweep.setup.sweep() {
        Err((of, wrong)) if of.min(sweep.setup.axes.len() - 1) == number => Some(wrong),
        _ => None,
    };
    let kind = sweep.setup.base.kind();
    let offers: Vec<(usize, &'static Offer)> =
        Offer::all(kind).iter().enumerate().filter(|(_, offer)| sweep.setup.means(&offer.name) || offer.name == axis.field.name).collect();
    let fields = offers.iter().map(|(_, offer)| (offer.name.as_str(), offer.label.as_str())).collect();
    let chosen = offers.iter().position(|(_, offer)| offer.name == axis.field.name).unwrap_or_default();
    let places: Vec<usize> = offers.iter().map(|(place, _)| *place).collect();
    let spacings = Spacing::ALL.iter().map(|(_, key, words)| (*key, *words)).collect();
    let spacing = Spacing::ALL.iter().position(|(spacing, ..)| *spacing == axis.spacing).unwrap_or_default();
    let listed = axis.spacing == Spacing::List;
    let parts: &[&'static str] = if listed { &["Values"] } else { &["From", "To", "How many"] };
    let input = |(part, label): (usize, &&'static str)| {
        let complaint = wrong.as_ref().filter(|(of, _)| (*of).min(parts.len() - 1) == part).map(|(_, message)| message.as_str());
        let onset = change.reform(move |text| Change::Type(number, part, text));
        let text = (axis.texts[part].clone(), None, false, vec![]);
        control(format!("axis-{number}-{part}"), (label, "", "All values, separated by commas"), text, complaint, [onset, Callback::noop()])
    };
    html! {
        <div class="pick axis" key={title}>
            <h2>{ title }</h2>
            { select(format!("axis-{number}"), (title, axis.field.hint), fields, chosen, change, move |field| Change::Axis(number, places[field])) }
            { select(format!("axis-{number}-spacing"), ("Values", "Spacing of the values"), spacings, spacing, change, move |spacing| Change::Spacing(number, spacing)) }
            { for parts.iter().enumerate().map(input) }
            { complaint(sweep.blames(&axis.field.name)) }
            if let (false, Ok(values)) = (listed, axis.values()) {
                <p class="muted small">{ values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ") }</p>
            }
        </div>
    }
}

/// A second axis, or none.
fn toggle(sweep: &Sweep, second: bool, change: &Callback<Change>) -> Html {
    // The first field that means something and does not vary yet.
    let free = |offer: &Offer| sweep.setup.means(&offer.name) && offer.name != sweep.setup.axes[0].field.name;
    let other = Offer::all(sweep.setup.base.kind()).iter().position(free).unwrap_or_default();
    let (words, what) = if second { ("One axis: lines", Change::Drop) } else { ("Two axes: a map", Change::Axis(1, other)) };
    button("axis-second", "quiet small", words, change, what)
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
