//! The view: the scenario's controls beside its results.

use super::results::results;
use crate::chart::Mode;
use crate::experiment::SystemKind;
use crate::page::compare::{Aspect, Change, Compare, KEEPS, PRESETS, Preset};
use crate::page::field::Field;
use crate::page::format;
use crate::page::state::Action;
use crate::page::traces::Traces;
use crate::web::controls::{Number, tip, value_of};
use crate::web::markup::{markup, shown};
use crate::web::policies::Checklist;
use crate::web::traces::FileZone;
use schedscope_engine::server::Policy;
use schedscope_engine::world::WorkloadKind;
use yew::prelude::*;

/// The view.
pub fn view(compare: &Compare, traces: &Traces, mode: Mode, dispatch: &Callback<Action>) -> Html {
    html! {
        <main class="view compare">
            <section class="controls" aria-label="Scenario">
                <details open={!crate::web::environment::is_narrow()}>
                    <summary><span class="summary-title">{ "Scenario" }</span><span class="summary-line">{ summary(compare) }</span></summary>
                    { presets(compare, dispatch) }
                    { workload(compare, traces, dispatch) }
                    { policies(compare, mode, dispatch) }
                    <button type="button" class="quiet" id="reset" onclick={dispatch.reform(|_| Action::Compare(Change::Reset))}>{ "Reset" }</button>
                </details>
            </section>
            <section class="results-column" aria-label="Results">
                { results(compare, mode, dispatch) }
            </section>
        </main>
    }
}

/// Questions to start from.
fn presets(compare: &Compare, dispatch: &Callback<Action>) -> Html {
    let chosen = Preset::of(&compare.scenario);
    let onchange = dispatch.reform(|event: Event| Action::Compare(Change::Preset(value_of(&event).parse().unwrap_or(usize::MAX))));
    let option =
        |(i, preset): (usize, &Preset)| html! { <option value={i.to_string()} selected={chosen == Some(i)}>{ preset.name }</option> };
    html! {
        <div class="pick preset">
            <div class="field">
                <div class="field-head">
                    <label for="preset">{ "Start from" }</label>
                    { tip("Start from", KEEPS) }
                </div>
                <select id="preset" {onchange}>
                    if chosen.is_none() {
                        <option value="" selected=true>{ "your own" }</option>
                    }
                    { for PRESETS.iter().enumerate().map(option) }
                </select>
            </div>
            <p class="muted small hint">{ chosen.map_or("Everything below can be changed; results update at once.", |i| PRESETS[i].hint) }</p>
        </div>
    }
}

/// The scenario in one line.
fn summary(compare: &Compare) -> String {
    let scenario = &compare.scenario;
    let part = |field: Field, name: &str| field.get(scenario).map(|value| format!("{name} {}", format::plain(value)));
    let source = match (scenario.file(), Field::Count.get(scenario)) {
        (Some(path), _) => Some(path.to_owned()),
        (None, count) => count.map(|count| format::counted(count as u64, "job", "jobs")),
    };
    let policies = Some(format::counted(compare.asked().policies.len() as u64, "policy", "policies"));
    let shape = part(Field::Shape, "shape").filter(|_| scenario.file().is_none());
    [source, shape, part(Field::Sigma, "σ"), part(Field::Load, "load"), policies].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn workload(compare: &Compare, traces: &Traces, dispatch: &Callback<Action>) -> Html {
    let (path, spec) = (compare.scenario.file(), compare.fields().workload);
    let zone = FileZone {
        name: path.map(str::to_owned),
        present: traces.named(path).is_some(),
        complaint: compare.refinement.blames("workload.path"),
        onunload: dispatch.reform(|_| Action::Compare(Change::Unload)),
        dispatch,
    };
    let synthetic = spec.kind() == WorkloadKind::Synthetic;
    let numbers = |fields: &[Field]| html! { <>{ for fields.iter().map(|field| number(compare, *field, dispatch)) }</> };
    let stretch = dispatch.reform(|event: Event| {
        let checked = event.target_dyn_into::<web_sys::HtmlInputElement>().is_some_and(|input| input.checked());
        Action::Compare(Change::Stretch(checked))
    });
    html! {
        <>
            <h2>{ "Workload" }</h2>
            { zone.view() }
            if synthetic {
                { kind(compare, Aspect::Sizes, dispatch) }
            }
            { kind(compare, Aspect::Errors, dispatch) }
            { numbers(&[Field::Load]) }
            if synthetic {
                { numbers(&[Field::Timeshape]) }
            }
            { numbers(&[Field::Count]) }
            <h2>{ "System" }</h2>
            { numbers(&[Field::Servers]) }
            <h2>{ "Measurement" }</h2>
            { numbers(&[Field::Replications, Field::Seed]) }
            <details class="more">
                <summary>{ "More" }</summary>
                { kind(compare, Aspect::Weights, dispatch) }
                { numbers(&[Field::Warmup]) }
                if synthetic {
                    <label class="check small" title="Rescale the arrivals of each replication so that its load is exact">
                        <input type="checkbox" name="workload.stretch" checked={spec.stretch == Some(true)} onchange={stretch} />
                        { "Exact load in each replication" }
                    </label>
                }
            </details>
        </>
    }
}

/// Where a kind of something is chosen, with the numbers that it has.
fn kind(compare: &Compare, aspect: Aspect, dispatch: &Callback<Action>) -> Html {
    let chosen = aspect.of(&compare.scenario);
    let id = format!("field-{}", aspect.field());
    let onchange =
        dispatch.reform(move |event: Event| Action::Compare(Change::Kind(aspect, value_of(&event).parse().unwrap_or(usize::MAX))));
    let complaint = compare.refinement.blames(aspect.field()).map(str::to_owned);
    html! {
        <div class="pick">
            <div class="field">
                <div class="field-head">
                    <label for={id.clone()}>{ aspect.label() }</label>
                    { tip(aspect.label(), aspect.hint()) }
                    <select {id} name={aspect.field()} {onchange}>
                        { for aspect.kinds().iter().enumerate().map(|(i, kind)| html! { <option value={i.to_string()} selected={i == chosen}>{ kind.name }</option> }) }
                    </select>
                </div>
            </div>
            if let Some(complaint) = complaint {
                <p class="complaint" role="alert">{ complaint }</p>
            }
            { for aspect.kinds()[chosen].fields.iter().map(|field| number(compare, *field, dispatch)) }
        </div>
    }
}

/// What a value comes to, in words.
fn meaning(field: Field, value: f64) -> Option<String> {
    match field {
        Field::Sigma if value == 0.0 => Some("every estimate is exact".to_owned()),
        Field::Sigma => Some(format!("half of the estimates are off by more than {}×", format::digits(libm::exp(0.674_49 * value), 2))),
        Field::Shape if value == 1.0 => Some("exponential sizes".to_owned()),
        Field::Shape if value < 0.4 => Some("heavy tail: a few jobs hold most of the work".to_owned()),
        Field::Shape if value < 1.0 => Some("more varied than exponential".to_owned()),
        Field::Shape => Some("less varied than exponential".to_owned()),
        Field::Timeshape if value == 1.0 => Some("at random (Poisson)".to_owned()),
        Field::Timeshape if value < 1.0 => Some("in bursts".to_owned()),
        Field::Timeshape => Some("rather regular".to_owned()),
        _ => None,
    }
}

fn number(compare: &Compare, field: Field, dispatch: &Callback<Action>) -> Html {
    let about = field.about();
    let scenario = &compare.scenario;
    let text = compare.drafts.text(field, scenario);
    let from_file = compare.fields().workload.kind() != WorkloadKind::Synthetic
        && matches!(field, Field::Sigma | Field::Load)
        && field.default(scenario).is_none();
    let readable = compare.drafts.fault(field).is_none();
    let value = field.get(scenario).filter(|_| readable);
    let over = field == Field::Load && value.is_some_and(|load| load >= 1.0);
    let kept = value.is_none() && readable;
    let give_back = dispatch.reform(move |_: Event| {
        Action::Compare(if kept {
            Change::Number(field, if field == Field::Sigma { "0.5" } else { "0.9" }.to_owned())
        } else {
            Change::AsInFile(field)
        })
    });
    let below = html! {
        <>
            if from_file {
                <label class="small check">
                    <input type="checkbox" checked={kept} onchange={give_back} />
                    { if field == Field::Sigma { "Estimates as in the file" } else { "Load as in the file" } }
                </label>
            }
            if let Some(meaning) = value.and_then(|value| meaning(field, value)) {
                <p class="muted small">{ meaning }</p>
            }
            if over {
                <p class="warning small">{ "At a load of 1 or more the queue grows without bound." }</p>
            }
        </>
    };
    let useless = field.useless(scenario).map(AttrValue::from);
    Number {
        name: about.name.to_owned(),
        label: about.label.into(),
        symbol: about.symbol,
        hint: about.hint,
        text,
        value,
        stops: field.stops(),
        placeholder: match field {
            Field::Count => "all",
            _ if useless.is_some() => "–",
            _ => "as in file",
        },
        complaint: compare.complaint(field),
        useless,
        onset: dispatch.reform(move |text| Action::Compare(Change::Number(field, text))),
        onleave: dispatch.reform(move |()| Action::Compare(Change::Left(field))),
        below,
    }
    .view()
}

fn policies(compare: &Compare, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let barred: Vec<_> = Policy::ALL.iter().filter_map(|policy| Some((policy.row(), compare.excluded(*policy)?))).collect();
    let mut reasons: Vec<(&str, Vec<&str>)> = vec![];
    for (row, why) in &barred {
        match reasons.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, names)) => names.push(row.name),
            None => reasons.push((why, vec![row.name])),
        }
    }
    let list = Checklist {
        kind: SystemKind::Server,
        name: "compare",
        chosen: &compare.scenario.policies,
        barred: &barred.iter().map(|(row, why)| (row.key, *why)).collect::<Vec<_>>(),
        mode,
        ontoggle: dispatch.reform(|key| Action::Compare(Change::Toggle(key))),
    };
    let complaint = compare.refinement.blames("policies").map(str::to_owned);
    html! {
        <>
            <h2>{ "Policies" }</h2>
            if !reasons.is_empty() {
                { shown(markup! {
                    div.warning.small {
                        p { "These run on one server only and are left out:" }
                        ul { @for (why, names) in &reasons { li { (names.join(", ")) ": " (why) } } }
                    }
                }) }
            }
            if let Some(complaint) = complaint {
                <p class="complaint" role="alert">{ complaint }</p>
            }
            { list.view() }
        </>
    }
}
