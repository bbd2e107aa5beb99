//! The view: the scenario's controls beside its results.

use super::file::FileZone;
use super::results::results;
use super::state::{Change, Compare};
use crate::chart::Mode;
use crate::experiment::WorkloadKind;
use crate::server::Policy;
use crate::web::controls::Number;
use crate::web::field::Field;
use crate::web::format;
use crate::web::policies::PolicyList;
use crate::web::state::Action;
use yew::prelude::*;

/// The view.
pub fn view(compare: &Compare, mode: Mode, dispatch: &Callback<Action>) -> Html {
    html! {
        <main class="view compare">
            <section class="controls" aria-label="Scenario">
                <details open={!crate::web::environment::is_narrow()}>
                    <summary><span class="summary-title">{ "Scenario" }</span><span class="summary-line">{ summary(compare) }</span></summary>
                    { workload(compare, dispatch) }
                    { policies(compare, mode, dispatch) }
                    <button type="button" class="quiet" id="reset" onclick={dispatch.reform(|_| Action::Compare(Change::Reset))}>{ "Reset to the defaults" }</button>
                </details>
            </section>
            <section class="results-column" aria-label="Results">
                { results(compare, mode, dispatch) }
            </section>
        </main>
    }
}

/// The scenario in one line.
fn summary(compare: &Compare) -> String {
    let scenario = &compare.scenario;
    let part = |field: Field, name: &str| field.get(scenario).map(|value| format!("{name} {}", format::plain(value)));
    let source = match (&scenario.workload.path, Field::Count.get(scenario)) {
        (Some(path), _) => Some(path.clone()),
        (None, count) => count.map(|count| format::counted(count as u64, "job", "jobs")),
    };
    let policies = Some(format::counted(compare.asked().policies.len() as u64, "policy", "policies"));
    let shape = part(Field::Shape, "shape").filter(|_| scenario.workload.path.is_none());
    [source, shape, part(Field::Sigma, "σ"), part(Field::Load, "load"), policies].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn workload(compare: &Compare, dispatch: &Callback<Action>) -> Html {
    let blamed = |field: &str| compare.refinement.blames(field).map(|message| AttrValue::from(message.to_owned()));
    html! {
        <>
            <h2>{ "Workload" }</h2>
            <FileZone
                name={compare.scenario.workload.path.clone().map(AttrValue::from)} present={compare.file.is_some()}
                complaint={blamed("workload.path")} dispatch={dispatch.clone()}
            />
            { for Field::OF_SERVERS.iter().map(|field| number(compare, *field, dispatch)) }
        </>
    }
}

fn number(compare: &Compare, field: Field, dispatch: &Callback<Action>) -> Html {
    let about = field.about();
    let scenario = &compare.scenario;
    let text = compare.drafts.text(field, scenario);
    let from_file = scenario.workload.kind() != WorkloadKind::Synthetic
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
    html! {
        <Number
            key={about.name} name={about.name} label={about.label} symbol={about.symbol} hint={about.hint} {text} {value}
            stops={field.stops()} placeholder={match field { Field::Count => "all", _ if field.useless(scenario).is_some() => "–", _ => "as in file" }}
            complaint={compare.complaint(field).map(AttrValue::from)} useless={field.useless(scenario).map(AttrValue::from)}
            onset={dispatch.reform(move |text| Action::Compare(Change::Number(field, text)))}
            onleave={dispatch.reform(move |()| Action::Compare(Change::Left(field)))}
        >
            if from_file {
                <label class="small check">
                    <input type="checkbox" checked={kept} onchange={give_back} />
                    { if field == Field::Sigma { "Estimates as in the file" } else { "Load as in the file" } }
                </label>
            }
            if over {
                <p class="warning small">{ "From load 1 on the queue grows without bound." }</p>
            }
        </Number>
    }
}

fn policies(compare: &Compare, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let barred: Vec<_> = Policy::ALL.iter().filter_map(|policy| Some((*policy, AttrValue::from(compare.excluded(*policy)?)))).collect();
    let mut reasons: Vec<(AttrValue, Vec<&str>)> = vec![];
    for (policy, why) in &barred {
        match reasons.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, names)) => names.push(policy.row().name),
            None => reasons.push((why.clone(), vec![policy.row().name])),
        }
    }
    let complaint = compare.refinement.blames("policies").map(str::to_owned);
    html! {
        <>
            <h2>{ "Policies" }</h2>
            if !reasons.is_empty() {
                <div class="warning small">
                    <p>{ "These run on one server only and are left out:" }</p>
                    <ul>{ for reasons.iter().map(|(why, names)| html! { <li>{ names.join(", ") }{ ": " }{ why }</li> }) }</ul>
                </div>
            }
            if let Some(complaint) = complaint {
                <p class="complaint" role="alert">{ complaint }</p>
            }
            <PolicyList
                name="compare" chosen={compare.scenario.policies.clone()} {barred} {mode}
                ontoggle={dispatch.reform(|policy| Action::Compare(Change::Toggle(policy)))}
            />
        </>
    }
}
