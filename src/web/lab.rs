//! The policy lab: a formula field with what is wrong under its column, the constants as sliders, what the formula means, and its value over
//! the age of some jobs.

use super::canvas::{Canvas, Picture};
use super::controls::value_of;
use super::environment::{store, stored, use_elsewhere};
use schedscope::formula::Setting;
use schedscope::workload::{Job, Synthetic};
use schedscope::world::{JobsSpec, WorkloadKind};
use schedscope_chart::Mode;
use schedscope_core::pictures::lab::over_age;
use schedscope_state::format;
use schedscope_state::lab::{Change, Lab, Rule, Says};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Formulas`] and of [`Bench`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Prefix of the identifiers, one a view.
    pub name: AttrValue,
    /// The formula.
    pub lab: Lab,
    /// Jobs whose ranks or shares are drawn, with their names.
    pub jobs: Rc<[(String, Job)]>,
    /// The formulas among the policies of the view, as they are written.
    #[prop_or_default]
    pub written: Vec<String>,
    /// The load of the scenario.
    #[prop_or_default]
    pub load: Option<f64>,
    /// The error of its estimates.
    #[prop_or_default]
    pub sigma: Option<f64>,
    /// The shape of its sizes.
    #[prop_or_default]
    pub shape: Option<f64>,
    /// The theme.
    pub mode: Mode,
    /// Hears what is to change.
    pub onchange: Callback<Change>,
    /// What stands in the bench below what is said.
    #[prop_or_default]
    pub children: Html,
}

/// Formulas to begin with, each with what it is.
const EXAMPLES: [(&str, &str); 5] = [
    ("est - age", "SRPT on estimates"),
    ("max(est - age, min(age - est, est))", "SRPT with bounce: a late job falls back"),
    ("max(est, age)", "the least estimate first, and late jobs as LAS serves them"),
    ("est^c - age; let c = 0.3", "trusts an estimate the less, the smaller c is"),
    ("if(age < c, 0, age); let c = 1", "LAS above a grace"),
];

/// Jobs whose ranks the lab draws: the median and jobs three times as small and as large, estimated right.
const DRAWN: [f64; 3] = [1.0 / 3.0, 1.0, 3.0];

/// The lab of a view of this name, for a workload of the server and the policies that are written.
pub fn of_workload(
    name: &'static str,
    lab: &Lab,
    policies: &[String],
    workload: &JobsSpec,
    mode: Mode,
    onchange: Callback<Change>,
) -> Html {
    let usual = Synthetic::default();
    let synthetic = workload.kind() == WorkloadKind::Synthetic;
    let job = |(id, estimate): (u64, f64)| {
        (format!("est {}", format::short(estimate)), Job { id, arrival: 0.0, size: 2.0 * estimate, estimate, weight: 1.0 })
    };
    let jobs: Rc<[_]> = (1..).zip(DRAWN).map(job).collect();
    let written: Vec<String> = policies.iter().filter(|written| Rule::of(written).is_some()).cloned().collect();
    html! {
        <Formulas
            {name} lab={lab.clone()} {jobs} {written} {mode} {onchange}
            load={synthetic.then(|| workload.load.unwrap_or(usual.load))} sigma={synthetic.then(|| workload.sigma.unwrap_or(usual.sigma))}
            shape={(synthetic && workload.sizes.is_none()).then(|| workload.shape.unwrap_or(usual.shape))}
        />
    }
}

/// Under which key formulas are kept in the browser, one a line.
const KEPT: &str = "schedscope.formulas";

/// The formulas that the reader keeps, as policies are written.
fn kept() -> Vec<String> {
    stored(KEPT).unwrap_or_default().lines().filter(|line| Rule::of(line).is_some()).map(str::to_owned).collect()
}

/// The lab: a chip that opens it, and what is in it.
#[component]
pub fn Formulas(props: &Props) -> Html {
    let Props { name, lab, onchange, written, .. } = props;
    let shown = use_state(kept);
    use_elsewhere(KEPT, {
        let shown = shown.setter();
        move || shown.set(kept())
    });
    // A formula is kept after the others, or no longer: of those that are kept by now, another window may have kept some.
    let keep = {
        let shown = shown.setter();
        Callback::from(move |(formula, stays): (String, bool)| {
            let others = kept().into_iter().filter(|other| *other != formula);
            let list: Vec<String> = others.chain(stays.then(|| formula.clone())).collect();
            store(KEPT, &list.join("\n"));
            shown.set(list);
        })
    };
    let example = |(text, about): (&'static str, &'static str)| {
        html! { <li><button type="button" class="quiet" onclick={onchange.reform(move |_: MouseEvent| Change::Write(text.to_owned()))}><code>{ text }</code></button><span class="muted small">{ about }</span></li> }
    };
    let forget = |policy: &String| {
        let (label, formula) = (format!("Forget {policy}"), policy.clone());
        html! { <li>{ again(policy, onchange) }<button type="button" class="quiet" title={label.clone()} aria-label={label} onclick={keep.reform(move |_: MouseEvent| (formula.clone(), false))}>{ "×" }</button></li> }
    };
    let now = lab.rule().ok().map(|rule| rule.written());
    let known = now.as_ref().is_some_and(|now| shown.contains(now));
    let bench = props.clone();
    html! {
        <details class="menu lab" id={format!("{name}-formula-lab")}>
            <summary class="chip" id={format!("{name}-formula-open")} title="Write a policy as a formula">{ "ƒ formula" }</summary>
            <Bench ..bench>
                if let Some(now) = now {
                    <p class="lab-keep">
                        <button type="button" class="quiet" id={format!("{name}-formula-keep")} disabled={known} onclick={keep.reform(move |_: MouseEvent| (now.clone(), true))}>{ if known { "Kept in this browser" } else { "Keep in this browser" } }</button>{ " " }
                        <span class="muted small">{ "With " }<code>{ "; name=mine" }</code>{ " behind it, it goes by that name everywhere." }</span>
                    </p>
                }
                if lab.text.trim().is_empty() {
                    <p class="muted small">{ "For instance:" }</p>
                    <ul class="lab-examples">{ for EXAMPLES.map(example) }</ul>
                    { for written.iter().filter(|written| !shown.contains(written)).map(|written| html! { <p>{ again(written, onchange) }</p> }) }
                    if !shown.is_empty() {
                        <p class="muted small">{ "Kept in this browser:" }</p>
                        <ul class="lab-examples lab-kept">{ for shown.iter().map(forget) }</ul>
                    }
                }
            </Bench>
        </details>
    }
}

/// What is in the lab: the field, what is said of what stands there, and a picture.
#[component]
pub fn Bench(props: &Props) -> Html {
    let Props { name, lab, onchange, .. } = props;
    let id = |part: &str| AttrValue::from(format!("{name}-formula-{part}"));
    let rule = lab.rule();
    let empty = lab.text.trim().is_empty();
    let written = onchange.reform(|event: InputEvent| Change::Write(value_of(&event)));
    let says = |says: Says| {
        html! {
            <label class="segment" title={says.about()}>
                <input type="radio" name={id("says")} checked={lab.says == says} onchange={onchange.reform(move |_: Event| Change::Says(says))} />
                <span>{ says.key() }</span>
            </label>
        }
    };
    let complete = |(word, about): (&'static str, &'static str)| {
        html! { <button type="button" class="quiet" title={about} onclick={onchange.reform(move |_: MouseEvent| Change::Complete(word))}>{ word }</button> }
    };
    let mistake = rule.as_ref().err().filter(|_| !empty);
    html! {
        <div class="lab-bench">
            <div class="lab-field">
                <div class="segments" role="radiogroup" aria-label="What the formula gives">{ for Says::ALL.map(says) }</div>
                <div class="lab-line">
                    <input
                        type="text" id={id("text")} class="lab-text" value={lab.text.clone()} oninput={written} autocomplete="off" autocapitalize="off" spellcheck="false"
                        placeholder="est - age" aria-label={format!("{} of a job, as a formula", lab.says.key())} aria-invalid={mistake.is_some().then_some("true")}
                        aria-describedby={id("said")}
                    />
                    if let Some(mistake) = mistake {
                        <span class="lab-caret" aria-hidden="true">{ format!("{}^", "\u{a0}".repeat(mistake.column.saturating_sub(1))) }</span>
                    }
                </div>
                if lab.made.is_some() {
                    <button type="button" class="quiet" id={id("leave")} title="This policy stays, and the next formula is another one" onclick={onchange.reform(|_: MouseEvent| Change::Leave)}>{ "Another" }</button>
                }
            </div>
            <div class="lab-words">{ for lab.completions().into_iter().map(complete) }</div>
            <div id={id("said")} role="status">
                if let Some(mistake) = mistake {
                    <p class="complaint">{ format!("Column {}: {}.", mistake.column, mistake.what) }</p>
                } else if let Some(why) = &lab.refused {
                    <p class="complaint">{ format!("{why}.") }</p>
                } else if empty {
                    <p class="muted small">{ format!("{}: {}.", lab.says.key(), lab.says.about()) }</p>
                }
            </div>
            { props.children.clone() }
            <div class="lab-meaning small">{ rule.as_ref().map(meaning).unwrap_or_default() }</div>
            { rule.as_ref().map(|rule| constants(rule, onchange)).unwrap_or_default() }
            <div class="lab-curve">{ rule.as_ref().map(|rule| curve(props, rule)).unwrap_or_default() }</div>
        </div>
    }
}

/// A policy that was written before, to be changed.
fn again(written: &str, onchange: &Callback<Change>) -> Html {
    let take = {
        let written = written.to_owned();
        onchange.reform(move |_: MouseEvent| Change::Take(written.clone()))
    };
    html! { <button type="button" class="quiet" onclick={take}>{ "Change " }<code>{ written.to_owned() }</code></button> }
}

/// What a rule means, in words.
fn meaning(rule: &Rule) -> Html {
    let explained = rule.explain();
    let twin = explained.twin.map(|twin| format!("This is {}. ", twin.name)).unwrap_or_default();
    html! {
        <>
            <p class="muted">{ format!("{twin}It is simulated {}.", explained.simulated) }</p>
            { for explained.warnings.iter().map(|warning| html! { <p class="warning">{ format!("It {warning}.") }</p> }) }
        </>
    }
}

/// A slider for each constant, from a tenth of its value to ten times it.
fn constants(rule: &Rule, onchange: &Callback<Change>) -> Html {
    let slider = |(name, value): &(String, f64)| {
        let (onchange, place) = (onchange.clone(), place_of(*value));
        let changed = {
            let name = name.clone();
            Callback::from(move |event: InputEvent| {
                if let Ok(place) = value_of(&event).parse::<f64>() {
                    onchange.emit(Change::Constant(name.clone(), value_at(place)));
                }
            })
        };
        html! {
            <label class="lab-constant" key={name.clone()}>
                <span><code>{ name }</code>{ format!(" = {}", format::plain(*value)) }</span>
                <input type="range" min="-60" max="60" step="1" value={place.to_string()} style={format!("--part: {:.1}%", (place + 60.0) / 1.2)} oninput={changed} aria-label={format!("constant {name}")} aria-valuetext={format::plain(*value)} />
            </label>
        }
    };
    html! { <div class="lab-constants">{ for rule.formula().constants().iter().map(slider) }</div> }
}

/// Places of a slider between two powers of ten.
const PER_DECADE: f64 = 20.0;

/// The value at a place of a slider: two digits of a thousandth to a thousand.
fn value_at(place: f64) -> f64 {
    let value = libm::pow(10.0, place / PER_DECADE);
    let unit = libm::pow(10.0, libm::floor(libm::log10(value)) - 1.0);
    // What is written has no more digits than meant.
    format!("{:.6}", libm::round(value / unit) * unit).parse().unwrap_or(value)
}

/// The place of a value.
fn place_of(value: f64) -> f64 {
    libm::round(PER_DECADE * libm::log10(value.abs().max(1e-3))).clamp(-60.0, 60.0)
}

/// The value of the formula over the age of the jobs.
fn curve(props: &Props, rule: &Rule) -> Html {
    let setting = Setting { load: props.load, sigma: props.sigma, shape: props.shape, tables: None };
    if let Err(why) = rule.formula().check(&setting) {
        return html! { <p class="muted small">{ format!("No curve: {why}.") }</p> };
    }
    let picture = over_age(rule.formula(), &setting, props.lab.says.key(), &props.jobs);
    let label = format!("{} of some jobs over their age, up to their size", props.lab.says.key());
    html! { <Canvas mode={props.mode} picture={Picture::Plot(Rc::new(picture))} {label} /> }
}
