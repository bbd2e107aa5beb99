//! The view: what came out, the scenario in a short bar, and the policies.

use super::results::results;
use crate::chips::{Chip, Chips, Group, of_formulas};
use crate::controls::{Number, tip, value_of};
use crate::kept::kept;
use crate::lab::Formulas;
use crate::layout::Layout;
use crate::workbar::{File, Start, Workbar};
use schedscope_chart::Mode;
use schedscope_core::plot::look_of;
use schedscope_engine::server::Policy;
use schedscope_engine::workload::{Job, Synthetic};
use schedscope_engine::world::{JobsSpec, WorkloadKind};
use schedscope_page::compare::{Aspect, Change, Compare, KEEPS, PRESETS, even};
use schedscope_page::field::Field;
use schedscope_page::file::Reads;
use schedscope_page::format;
use schedscope_page::lab::{Lab, Rule};
use schedscope_page::preset::Preset;
use schedscope_page::state::Action;
use schedscope_page::traces::Traces;
use std::rc::Rc;
use yew::prelude::*;

/// The view.
pub fn view(compare: &Compare, traces: &Traces, mode: Mode, dispatch: &Callback<Action>) -> Html {
    Layout {
        name: "compare",
        bar: bar(compare, traces, dispatch),
        policies: policies(compare, mode, dispatch),
        ..results(compare, mode, dispatch)
    }
    .view()
}

/// Policies as chips.
fn policies(compare: &Compare, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let even = even(&compare.fields().workload);
    let several = compare.fields().system.servers.unwrap_or(1) > 1;
    let (chosen, lit, dispatch) = (compare.scenario.policies.clone(), compare.focus.lit.clone(), dispatch.clone());
    let barred: Vec<(&'static str, &'static str)> =
        Policy::all().filter_map(|policy| Some((policy.row().key, compare.excluded(&policy)?))).collect();
    let (lab, workload) = (compare.lab.clone(), compare.fields().workload);
    let shown = (chosen.clone(), lit.clone(), even, several, mode, lab.clone(), workload.clone());
    kept(shown, move || {
        let has = |key: &str| chosen.iter().any(|chosen| chosen == key);
        let chip = |policy: &Policy| {
            let row = policy.row();
            // While all jobs weigh the same PSBS is FSPE+PS.
            if even && row.key == "psbs" && (has("fspe+ps") || !has("psbs")) {
                return None;
            }
            let chip = Chip {
                note: if even && row.key == "fspe+ps" { "= PSBS".into() } else { AttrValue::default() },
                look: Some(look_of(&policy.choice())),
                chosen: has(row.key),
                barred: barred.iter().find(|(key, _)| *key == row.key).map(|(_, why)| AttrValue::from(*why)),
                ..Chip::of(row)
            };
            Some((row.family, chip))
        };
        let known = Policy::all().filter_map(|policy| chip(&policy));
        let groups = Group::all(known.chain(of_formulas(&chosen)));
        let ontoggle = dispatch.reform(|key: AttrValue| Action::Compare(Change::Toggle(key.to_string())));
        let onlight = dispatch.reform(|key: AttrValue| Action::Compare(Change::Light(key.to_string())));
        let lit = lit.clone().map(AttrValue::from);
        let formulas = formulas(&lab, &chosen, &workload, mode, &dispatch);
        html! { <Chips name="compare" {groups} {mode} {lit} {ontoggle} {onlight}>{ formulas }</Chips> }
    })
}

/// Jobs whose ranks the lab draws: the median and jobs three times as small and as large, estimated right.
const DRAWN: [f64; 3] = [1.0 / 3.0, 1.0, 3.0];

/// The lab, for the workload.
fn formulas(lab: &Lab, chosen: &[String], workload: &JobsSpec, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let usual = Synthetic::default();
    let synthetic = workload.kind() == WorkloadKind::Synthetic;
    let job = |(id, estimate): (u64, f64)| {
        (format!("est {}", format::short(estimate)), Job { id, arrival: 0.0, size: 2.0 * estimate, estimate, weight: 1.0 })
    };
    let jobs: Rc<[_]> = (1..).zip(DRAWN).map(job).collect();
    let written: Vec<String> = chosen.iter().filter(|written| Rule::of(written).is_some()).cloned().collect();
    html! {
        <Formulas
            name="compare" lab={lab.clone()} {jobs} {written} {mode} onchange={dispatch.reform(|change| Action::Compare(Change::Lab(change)))}
            load={synthetic.then(|| workload.load.unwrap_or(usual.load))} sigma={synthetic.then(|| workload.sigma.unwrap_or(usual.sigma))}
            shape={(synthetic && workload.sizes.is_none()).then(|| workload.shape.unwrap_or(usual.shape))}
        />
    }
}

/// The scenario in a short bar.
fn bar(compare: &Compare, traces: &Traces, dispatch: &Callback<Action>) -> Html {
    let unload = dispatch.reform(|_| Action::Compare(Change::Unload));
    let file = File::of(&compare.scenario, traces, Reads::Jobs, compare.refinement.blames("workload.path"), unload, dispatch);
    let synthetic = compare.fields().workload.kind() == WorkloadKind::Synthetic;
    let shown = prominent(compare, synthetic);
    let numbers: Vec<Html> = shown.iter().map(|field| number(compare, traces, *field, dispatch)).collect();
    let wrong = Field::OF_SERVERS.into_iter().any(|field| !shown.contains(&field) && compare.complaint(field).is_some());
    let pin = dispatch.reform(|_: MouseEvent| Action::Compare(Change::Pin));
    let pinned = compare.before().map(|(_, what)| format!("Before: {what}\u{a0}×"));
    let beside = html! {
        <button
            type="button" class="quiet" id="pin" aria-pressed={pinned.is_some().to_string()} disabled={compare.refinement.findings.is_none()} onclick={pin}
            title="Keeps this result in view, pale, while you move a slider"
        >{ pinned.unwrap_or_else(|| "Pin as “before”".to_owned()) }</button>
    };
    html! {
        <Workbar
            name="compare" start={presets(compare, dispatch)} {numbers} more={more(compare, traces, &shown, synthetic, dispatch)} {wrong} {file} {beside}
        />
    }
}

/// The numbers in the bar: one of errors, one of sizes, the load and the number of jobs.
fn prominent(compare: &Compare, synthetic: bool) -> Vec<Field> {
    let first = |aspect: Aspect| aspect.kinds()[aspect.of(&compare.scenario)].fields.first().copied();
    let sizes = if synthetic { first(Aspect::Sizes) } else { None };
    [first(Aspect::Errors), sizes, Some(Field::Load), Some(Field::Count)].into_iter().flatten().collect()
}

/// Questions to start from.
fn presets(compare: &Compare, dispatch: &Callback<Action>) -> Html {
    let chosen = Preset::of(&PRESETS, &compare.scenario);
    let position = |name: String| PRESETS.iter().position(|preset| preset.name == name).unwrap_or(usize::MAX);
    Start {
        id: "preset".into(),
        hint: chosen.map_or_else(|| KEEPS.to_owned(), |i| format!("{} {KEEPS}", PRESETS[i].hint)),
        options: PRESETS.iter().map(|preset| (preset.name, preset.name)).collect(),
        chosen,
        own: "your own".to_owned(),
        onset: dispatch.reform(move |name| Action::Compare(Change::Preset(position(name)))),
    }
    .view()
}

/// The rest of the form: what does not stand in the bar.
fn more(compare: &Compare, traces: &Traces, shown: &[Field], synthetic: bool, dispatch: &Callback<Action>) -> Html {
    let spec = compare.fields().workload;
    let numbers = |fields: &[Field]| html! { <>{ for fields.iter().map(|field| number(compare, traces, *field, dispatch)) }</> };
    let stretch = dispatch.reform(|event: Event| {
        let checked = event.target_dyn_into::<web_sys::HtmlInputElement>().is_some_and(|input| input.checked());
        Action::Compare(Change::Stretch(checked))
    });
    html! {
        <>
            <h2>{ "Workload" }</h2>
            if synthetic {
                { kind(compare, traces, Aspect::Sizes, shown, dispatch) }
            }
            { kind(compare, traces, Aspect::Errors, shown, dispatch) }
            if synthetic {
                { numbers(&[Field::Timeshape]) }
            }
            { kind(compare, traces, Aspect::Weights, shown, dispatch) }
            <h2>{ "System" }</h2>
            { numbers(&[Field::Servers]) }
            <h2>{ "Measurement" }</h2>
            { numbers(&[Field::Replications, Field::Seed, Field::Warmup]) }
            if synthetic {
                <label class="check small" title="Rescale the arrivals of each replication so that its load is exact">
                    <input type="checkbox" name="workload.stretch" checked={spec.stretch == Some(true)} onchange={stretch} />
                    { "Exact load in each replication" }
                </label>
            }
            <button type="button" class="quiet" id="reset" onclick={dispatch.reform(|_| Action::Compare(Change::Reset))}>{ "Reset everything" }</button>
        </>
    }
}

/// Where a kind of something is chosen, with the numbers that it has beyond those that are shown already.
fn kind(compare: &Compare, traces: &Traces, aspect: Aspect, shown: &[Field], dispatch: &Callback<Action>) -> Html {
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
            { for aspect.kinds()[chosen].fields.iter().filter(|field| !shown.contains(field)).map(|field| number(compare, traces, *field, dispatch)) }
        </div>
    }
}

/// What a value comes to, in words.
fn meaning(compare: &Compare, field: Field, value: f64) -> Option<String> {
    match field {
        Field::Load if value < 1.0 => Some(format!("busy {}\u{a0}% of the time", format::digits(100.0 * value, 2))),
        Field::Count => Some(draws(compare)),
        Field::Sigma if value == 0.0 => Some("every estimate is exact".to_owned()),
        Field::Sigma => Some(format!(
            "half are off by more than {}×{}",
            format::digits(libm::exp(0.674_49 * value), 2),
            if compare.scenario.file().is_some() { ", drawn" } else { "" }
        )),
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

/// How often jobs are drawn, and from where on.
fn draws(compare: &Compare) -> String {
    match compare.asked().replications {
        1 => format!("one draw, seed {}", compare.scenario.seed),
        draws => format!("× {draws} draws, seed {}", compare.scenario.seed),
    }
}

fn number(compare: &Compare, traces: &Traces, field: Field, dispatch: &Callback<Action>) -> Html {
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
    // Who takes it from the file begins with what the file has.
    let usual = if field == Field::Sigma { 0.5 } else { 0.9 };
    let own = scenario.file().and_then(|name| traces.own(name, field)).unwrap_or(usual);
    let twice = format::plain(format::rounded(2.0 * value.unwrap_or(own), 3));
    let double = dispatch.reform(move |_: MouseEvent| Action::Compare(Change::Number(field, twice.clone())));
    let give_back = dispatch
        .reform(move |_: Event| Action::Compare(if kept { Change::Number(field, format::plain(own)) } else { Change::AsInFile(field) }));
    let below = html! {
        <>
            if from_file {
                <label class="small check as-in-file">
                    <input type="checkbox" checked={kept} onchange={give_back} />
                    { "as in the file" }
                </label>
                if field == Field::Sigma {
                    <button type="button" class="link small" id="sigma-twice" title="Draws estimates whose errors have twice the spread" onclick={double}>{ "×\u{a0}2" }</button>
                }
            }
            if let Some(meaning) = value.and_then(|value| meaning(compare, field, value)) {
                <p class="muted small" title={meaning.clone()}>{ meaning }</p>
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
        usual: value.is_some() && value == field.default(scenario),
        stops: field.stops(),
        placeholder: match field {
            Field::Count => "all",
            _ if useless.is_some() => "–",
            _ => "file",
        },
        complaint: compare.complaint(field),
        useless,
        onset: dispatch.reform(move |text| Action::Compare(Change::Number(field, text))),
        onleave: dispatch.reform(move |()| Action::Compare(Change::Left(field))),
        below,
    }
    .view()
}
