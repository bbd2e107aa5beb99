//! The view: the sweep's controls beside its results.

use super::axis::{Axis, Spacing};
use super::presets::{self, PRESETS};
use super::results::results;
use super::state::{Change, Sweep};
use crate::chart::Mode;
use crate::experiment::Scenario;
use crate::web::controls::Number;
use crate::web::field::Field;
use crate::web::format;
use crate::web::pick::Select;
use crate::web::policies::PolicyList;
use yew::prelude::*;

/// The view; `compared` is the scenario of *Compare*.
pub fn view(sweep: &Sweep, compared: &Scenario, mode: Mode, change: &Callback<Change>) -> Html {
    let second = sweep.setup.axes.len() > 1;
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
                    <PolicyList name="sweep" chosen={sweep.setup.base.policies.clone()} {mode} ontoggle={change.reform(Change::Toggle)} />
                    { file(sweep) }
                </details>
            </section>
            <section class="results-column" aria-label="Results">{ results(sweep, mode, change) }</section>
        </main>
    }
}

/// The sweep in one line.
fn summary(sweep: &Sweep) -> String {
    let varied: Vec<&str> = sweep.setup.axes.iter().map(|axis| axis.field.about().label).collect();
    let policies = format::counted(sweep.setup.base.policies.len() as u64, "policy", "policies");
    format!("{} · {policies}", varied.join(" × "))
}

fn complaint(message: Option<&str>) -> Html {
    html! { if let Some(message) = message { <p class="complaint" role="alert">{ message.to_owned() }</p> } }
}

/// Sweeps to start from.
fn start(sweep: &Sweep, change: &Callback<Change>) -> Html {
    let chosen = presets::of(&sweep.setup);
    let own = [("", "your own")].into_iter().filter(|_| chosen.is_none());
    let options: Vec<_> = own.chain(PRESETS.iter().map(|(name, ..)| (*name, *name))).collect();
    let onset = change.reform(|name: String| Change::Preset(PRESETS.iter().position(|(known, ..)| *known == name).unwrap_or_default()));
    html! {
        <div class="pick preset">
            <div class="field"><Select id="sweep-preset" label="Start from" hint="Sweeps to start from" {options} chosen={chosen.unwrap_or_default()} {onset} /></div>
            <p class="muted small hint">{ chosen.map_or("Everything below can be changed. Then run it.", |i| PRESETS[i].1) }</p>
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
    let fields = Axis::OFFERS.iter().map(|(field, _)| (field.about().name, field.about().label)).collect::<Vec<_>>();
    let spacings = Spacing::ALL.iter().map(|(_, key, words)| (*key, *words)).collect::<Vec<_>>();
    let spacing = Spacing::ALL.iter().position(|(spacing, ..)| *spacing == axis.spacing).unwrap_or_default();
    let place =
        |options: &[(&'static str, &'static str)], value: &str| options.iter().position(|(key, _)| *key == value).unwrap_or_default();
    let (of_field, of_spacing) = (fields.clone(), spacings.clone());
    let parts: &[&'static str] = if axis.spacing == Spacing::List { &["Values"] } else { &["From", "To", "How many"] };
    let input = |(part, label): (usize, &&'static str)| {
        let name = format!("axis-{number}-{part}");
        let complaint =
            wrong.as_ref().filter(|(of, _)| (*of).min(parts.len() - 1) == part).map(|(_, message)| AttrValue::from(message.clone()));
        html! {
            <Number
                key={name.clone()} name={name.clone()} label={*label} symbol="" hint="A list has commas between its values" text={axis.texts[part].clone()} value={None::<f64>} stops={vec![]}
                {complaint} onset={change.reform(move |text| Change::Type(number, part, text))} onleave={Callback::noop()}
            />
        }
    };
    html! {
        <div class="pick axis" key={title}>
            <h2>{ title }</h2>
            <div class="field"><Select
                id={format!("axis-{number}")} label={format!("{title}: what varies")} hint={axis.field.about().hint} options={fields} chosen={axis.position()}
                onset={change.reform(move |name: String| Change::Axis(number, place(&of_field, &name)))}
            /></div>
            <div class="field"><Select
                id={format!("axis-{number}-spacing")} label={format!("{title}: how values follow each other")} hint="How values follow each other" options={spacings} chosen={spacing}
                onset={change.reform(move |key: String| Change::Spacing(number, place(&of_spacing, &key)))}
            /></div>
            { for parts.iter().enumerate().map(input) }
            { complaint(sweep.blames(axis.field.about().name)) }
            if let (None, Ok(values)) = (&wrong, axis.values()) {
                <p class="muted small">{ values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ") }</p>
            }
        </div>
    }
}

/// A second axis, or none.
fn toggle(sweep: &Sweep, second: bool, change: &Callback<Change>) -> Html {
    // The first field that does not vary yet.
    let other = usize::from(sweep.setup.axes[0].position() == 0);
    let onclick = change.reform(move |_: MouseEvent| if second { Change::Drop } else { Change::Axis(1, other) });
    html! {
        <button type="button" id="axis-second" class="quiet small" {onclick}>
            { if second { "One axis: lines" } else { "Two axes: a map" } }
        </button>
    }
}

/// The numbers of the scenario that have a control here.
const FIELDS: [Field; 8] =
    [Field::Shape, Field::Sigma, Field::Load, Field::Timeshape, Field::Count, Field::Servers, Field::Replications, Field::Seed];

/// What all cells have in common.
fn scenario(sweep: &Sweep, compared: &Scenario, change: &Callback<Change>) -> Html {
    let base = &sweep.setup.base;
    let varies = |field: &Field| sweep.setup.axes.iter().any(|axis| axis.field == *field);
    let number = |field: &Field| {
        let (field, about) = (*field, field.about());
        let complaint = sweep.drafts.fault(field).or(sweep.blames(about.name)).map(|message| AttrValue::from(message.to_owned()));
        html! {
            <Number
                key={about.name} name={about.name} label={about.label} symbol={about.symbol} hint={about.hint} text={sweep.drafts.text(field, base)}
                value={field.get(base)} stops={field.stops()} placeholder="as in file" {complaint}
                onset={change.reform(move |text| Change::Number(field, text))} onleave={change.reform(move |()| Change::Left(field))}
            />
        }
    };
    let fields = FIELDS.iter().filter(|field| !varies(field) && field.useless(base).is_none());
    let others = others(base);
    let taken = compared.clone();
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
                    <button type="button" class="quiet small" id="sweep-take" title="Sweep the scenario of Compare, with its policies" onclick={change.reform(move |_: MouseEvent| Change::Take(Box::new(taken.clone())))}>{ "Take Compare’s scenario" }</button>
                }
                <a class="quiet button small" href={format!("#compare?{}", base.to_query())}>{ "Open in Compare" }</a>
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
            { ": the same for the command line. " }
            <code>{ "schedscope sweep sweep.toml --output DIR" }</code>
        </p>
    }
}
