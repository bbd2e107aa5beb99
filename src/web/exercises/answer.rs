//! The means to answer: a number, an order, a policy, jobs that are changed until a goal is reached, or a formula.

use super::challenge;
use crate::web::controls::value_of;
use schedscope::sim::brief;
use schedscope_chart::Mode;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::exhibit::exercises::{Aim, Asked, Goal};
use schedscope_state::exercises::{Change, Part, Standing, Work};
use schedscope_state::format;
use yew::prelude::*;

/// The means to answer, and the buttons.
pub fn answer(work: &Work, mode: Mode, change: &Callback<Change>) -> Html {
    let onsubmit = change.reform(|event: SubmitEvent| {
        event.prevent_default();
        Change::Check
    });
    let means = match &work.exercise.asked {
        Asked::Instant { moment, job, within, .. } => number(work, &format!("J{job} {} at", moment.verb()), *within, change),
        Asked::Mean { within, .. } => number(work, "Mean sojourn time", *within, change),
        Asked::Order { .. } => order(work, change),
        Asked::Served { .. } => served(work, change),
        Asked::Choose { .. } => policies(work, change),
        Asked::Goal(goal) => self::goal(work, goal, change),
        Asked::Formula(formula) => challenge::challenge(work, formula, mode, change),
    };
    let act = |what: Change| change.reform(move |_: MouseEvent| what.clone());
    let hints = work.exercise.hints.len();
    let open = work.standing == Standing::Open;
    let hint = match work.hints {
        0 => format!("Hint 1 of {hints}"),
        shown if shown < hints => format!("Hint {} of {hints}", shown + 1),
        _ => "No more hints".to_owned(),
    };
    html! {
        <form class="answer-form" {onsubmit}>
            { means }
            if open {
                <div class="answer-bar">
                    <button type="submit" id="exercise-check" class="primary" disabled={!work.ready()}>{ "Check" }</button>
                    if hints > 0 {
                        <button type="button" id="exercise-hint" class="quiet" disabled={work.hints == hints} onclick={act(Change::Hint)}>{ hint }</button>
                    }
                    <button type="button" id="exercise-reset" class="quiet icon" aria-label="Start over" title="Start over: everything as it was given" onclick={act(Change::Reset)}>{ "↺" }</button>
                    if work.may_show() {
                        <button type="button" id="exercise-show" class="quiet" onclick={act(Change::Show)}>{ "Show the answer" }</button>
                    }
                </div>
            }
        </form>
    }
}

/// A number, typed.
fn number(work: &Work, label: &str, within: f64, change: &Callback<Change>) -> Html {
    let oninput = change.reform(|event: InputEvent| Change::Say(value_of(&event)));
    let wrong = !work.typed.trim().is_empty() && work.guess().is_none();
    let margin = if wrong { "a number, such as 17.5".to_owned() } else { format!("within {} counts", brief(within)) };
    html! {
        <p class="ask-number">
            <label for="exercise-answer">{ label.to_owned() }</label>
            <input
                type="text" inputmode="decimal" id="exercise-answer" autocomplete="off" value={work.typed.clone()} disabled={work.answered()} {oninput}
                aria-describedby="margin" aria-invalid={wrong.then_some("true")}
            />
            <span id="margin" class={if wrong { "complaint" } else { "muted small" }}>{ margin }</span>
        </p>
    }
}

/// The jobs, to be named in the order in which they leave.
fn order(work: &Work, change: &Callback<Change>) -> Html {
    let item = |job: &schedscope::workload::Job| {
        let id = job.id;
        let place = work.order.iter().position(|named| *named == id).map(|place| place + 1);
        let said = place.map_or_else(|| ", not yet in the order".to_owned(), |place| format!(", leaves as number {place}"));
        html! {
            <button
                type="button" class="quiet order-job" key={id} data-job={format!("J{id}")} aria-pressed={place.is_some().to_string()} disabled={work.answered()}
                onclick={change.reform(move |_: MouseEvent| Change::Pick(id))}
            ><strong>{ format!("J{id}") }</strong><span class="visually-hidden">{ said }</span><span class="place" aria-hidden="true">{ place.map_or_else(|| "–".to_owned(), |place| place.to_string()) }</span></button>
        }
    };
    let named: Vec<String> = work.order.iter().map(|id| format!("J{id}")).collect();
    html! {
        <div class="ask-order" role="group" aria-label="The jobs in the order in which they leave">
            <p class="small muted">{ "Press the jobs in the order in which they leave." }</p>
            <div class="order-jobs">{ for work.jobs.iter().map(item) }</div>
            <p id="order-so-far" role="status">{ if named.is_empty() { "No job named yet".to_owned() } else { named.join(" → ") } }</p>
        </div>
    }
}

/// The jobs, of which those are to be chosen that are served.
fn served(work: &Work, change: &Callback<Change>) -> Html {
    let Some(exhibit) = work.exercise.exhibit() else { return html! {} };
    html! {
        <div class="ask-order">
            <p class="small muted">{ format!("Press all jobs that are served from t = {} on.", brief(work.exercise.at)) }</p>
            { choice_of_jobs(exhibit, &work.candidates(), &work.order, |job| work.was_served(job), work.answered(), &change.reform(Change::Pick)) }
        </div>
    }
}

/// Jobs of which one or several are chosen; those that `was_right` names are marked.
pub fn choice_of_jobs(
    exhibit: &Exhibit,
    candidates: &[u64],
    chosen: &[u64],
    was_right: impl Fn(u64) -> bool,
    over: bool,
    onpick: &Callback<u64>,
) -> Html {
    let choice = |job: &u64| {
        let (job, name) = (*job, exhibit.title(*job));
        html! {
            <button
                type="button" class={classes!("quiet", "option", was_right(job).then_some("right"))} aria-pressed={chosen.contains(&job).to_string()} disabled={over}
                key={job} data-job={name.clone()} onclick={onpick.reform(move |_: MouseEvent| job)}
            >{ name }</button>
        }
    };
    html! { <div class="options" role="group" aria-label="Jobs in service: choose one or several">{ for candidates.iter().map(choice) }</div> }
}

/// The policies, one of which is to be chosen, and what they came to.
fn policies(work: &Work, change: &Callback<Change>) -> Html {
    let Some(scenario) = work.exercise.load() else { return html! {} };
    let values = work.values();
    let most = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let item = |key: &String| {
        let chosen = work.chosen.as_ref() == Some(key);
        let name = scenario.kind().choice(key).map_or_else(|_| key.clone(), |choice| choice.name());
        let line = scenario.kind().choice(key).map(|choice| choice.row().line).unwrap_or_default();
        let value = values.iter().find(|(known, _)| known == key).map(|(_, value)| *value);
        let onchange = change.reform({
            let key = key.clone();
            move |_: Event| Change::Choose(key.clone())
        });
        html! {
            <label class="choose-policy" key={key.clone()}>
                <input type="radio" name="choice" value={key.clone()} checked={chosen} disabled={work.answered() || work.waits} {onchange} />
                <span class="choose-name"><strong>{ name }</strong><span class="muted small">{ line }</span></span>
                if let Some(value) = value {
                    <span class="choose-value"><span class="bar-of" style={format!("--part: {:.1}%", 100.0 * value / most.max(f64::MIN_POSITIVE))} />{ format::short(value) }</span>
                }
            </label>
        }
    };
    html! { <fieldset class="ask-policy"><legend class="visually-hidden">{ "Policies" }</legend>{ for scenario.policies.iter().map(item) }</fieldset> }
}

/// How far the goal is, and the jobs to reach it with.
fn goal(work: &Work, goal: &Goal, change: &Callback<Change>) -> Html {
    html! {
        <>
            { gauge(work, goal) }
            { steppers(work, change) }
        </>
    }
}

/// How far the goal is.
fn gauge(work: &Work, goal: &Goal) -> Html {
    let value = work.value().unwrap_or(f64::NAN);
    let target = goal.aim.target();
    let means = work.means();
    let (big, small, least, most) = match (&goal.aim, &means[..]) {
        (Aim::Worse { .. }, [one, other]) => (
            format!("{value:.2}×"),
            format!("mean sojourn {} ÷ {}", brief(*one), brief(*other)),
            1.0,
            (target + (target - 1.0) / 2.0).max(1.5),
        ),
        _ => (brief(value), "mean sojourn".to_owned(), 0.0, 2.5 * target),
    };
    let place = |value: f64| (100.0 * (value - least) / (most - least)).clamp(0.0, 100.0);
    let unit = if matches!(goal.aim, Aim::Worse { .. }) { "×" } else { "" };
    let said = format!("{}, to be {}", goal.aim.said(value), goal.aim.wanted());
    html! {
        <div class={classes!("goal-gauge", work.reached().then_some("reached"))}>
            <p class="goal-now"><strong id="goal-value" data-value={value.to_string()}>{ big }</strong><span class="muted small">{ small }</span></p>
            <div
                class="goal-bar" role="meter" aria-label="How far the goal is" aria-valuemin={brief(least)} aria-valuemax={brief(most)} aria-valuenow={format!("{value:.2}")}
                aria-valuetext={said}
            >
                <span class="goal-mark" style={format!("left: {:.1}%", place(target))}><span>{ format!("goal {target}{unit}") }</span></span>
                <span class="goal-track"><span class="goal-fill" style={format!("width: {:.1}%", place(value))} /></span>
                <span class="goal-ends muted small"><span>{ format!("{}{unit}", brief(least)) }</span><span>{ format!("{}{unit}", brief(most)) }</span></span>
            </div>
        </div>
    }
}

/// The jobs, one of which is changed by steps or typed numbers.
fn steppers(work: &Work, change: &Callback<Change>) -> Html {
    let done = work.answered();
    let act = |what: Change| change.reform(move |_: MouseEvent| what.clone());
    // Enter ends a number: it is a try only once the goal is reached.
    let reached = work.reached();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" && !reached {
            event.prevent_default();
        }
    });
    let tab = |place: usize| {
        let here = work.job == place;
        html! {
            <button type="button" class="quiet job-tab" key={place} id={format!("job-{}", place + 1)} aria-pressed={here.to_string()} onclick={act(Change::Select(place))}>{ format!("J{}", place + 1) }</button>
        }
    };
    let stepper = |part: &Part| {
        let Part { handle, name, bounds } = *part;
        let key = handle.name();
        let oninput = change.reform(move |event: InputEvent| Change::Write(handle, value_of(&event)));
        let onkeydown = onkeydown.clone();
        let text = work.text(handle);
        let value = work.jobs.get(work.job).map_or(0.0, |job| handle.of(job));
        let label = format!("{} of J{}", handle.name(), work.job + 1);
        html! {
            <div class="stepper" key={key} role="group" aria-label={label.clone()}>
                <span class="stepper-name muted small" aria-hidden="true">{ name }</span>
                <div class="stepper-box">
                    <button type="button" id={format!("less-{key}")} aria-label={format!("Less {label}")} disabled={done || value <= bounds.0} onclick={act(Change::Step(handle, -1.0))}>{ "−" }</button>
                    <input
                        type="text" inputmode="decimal" id={format!("goal-{key}")} autocomplete="off" aria-label={label} value={text} disabled={done} {oninput} {onkeydown}
                        onchange={change.reform(|_: Event| Change::Left)} title={format!("{} to {}", bounds.0, bounds.1)}
                    />
                    <button type="button" id={format!("more-{key}")} aria-label={format!("More {}", handle.name())} disabled={done || value >= bounds.1} onclick={act(Change::Step(handle, 1.0))}>{ "+" }</button>
                </div>
            </div>
        }
    };
    let (more, fewer) = work.room();
    let fixed = work.jobs.get(work.job).map(|job| {
        let handles =
            [schedscope_state::watch::Handle::Arrival, schedscope_state::watch::Handle::Size, schedscope_state::watch::Handle::Estimate];
        let free = work.parts();
        let said: Vec<String> = handles
            .iter()
            .filter(|handle| free.iter().all(|part| part.handle != **handle))
            .map(|handle| format!("{} {}", handle.name(), brief(handle.of(job))))
            .collect();
        said.join(", ")
    });
    html! {
        <div class="goal-jobs">
            <div class="job-tabs" role="group" aria-label="Which job to change">
                { for (0..work.jobs.len()).map(tab) }
                if more {
                    <button type="button" id="job-more" class="quiet job-tab" aria-label="Add a job" disabled={done} onclick={act(Change::Count(true))}>{ "+" }</button>
                }
                if fewer {
                    <button type="button" id="job-fewer" class="quiet job-tab" aria-label={format!("Remove J{}", work.job + 1)} disabled={done} onclick={act(Change::Count(false))}>{ "×" }</button>
                }
            </div>
            <div class="steppers">{ for work.parts().iter().map(stepper) }</div>
            if let Some(fixed) = fixed.filter(|fixed| !fixed.is_empty()) {
                <p class="muted small">{ format!("J{} has {fixed}: this stays.", work.job + 1) }</p>
            }
            if let Some(complaint) = work.complaint() {
                <p class="complaint" role="alert">{ complaint }</p>
            }
        </div>
    }
}
