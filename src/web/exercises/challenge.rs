//! The means of a challenge: the score with how far the target is, the formula below it, and the scores that stand beside it.

use crate::web::lab::Bench;
use schedscope::workload::{Job, Synthetic};
use schedscope_chart::Mode;
use schedscope_core::exhibit::exercises::{Challenge, Score};
use schedscope_core::experiment::Scenario;
use schedscope_state::exercises::{Change, Work};
use schedscope_state::format;
use schedscope_state::inquiry::Phase;
use std::rc::Rc;
use yew::prelude::*;

/// Estimates of the jobs whose ranks are drawn: of the mean size, a third and three times of it.
const DRAWN: [f64; 3] = [1.0 / 3.0, 1.0, 3.0];

/// The score, always in sight, and the formula.
pub fn challenge(work: &Work, challenge: &Challenge, mode: Mode, change: &Callback<Change>) -> Html {
    let Some(scenario) = work.exercise.load() else { return html! {} };
    let job = |(id, estimate): (u64, f64)| {
        (format!("est {}", format::short(estimate)), Job { id, arrival: 0.0, size: 2.0 * estimate, estimate, weight: 1.0 })
    };
    let jobs: Rc<[_]> = (1..).zip(DRAWN).map(job).collect();
    let usual = Synthetic::default();
    let workload = scenario.of::<schedscope::server::Plan>().map(|fields| fields.workload.clone()).unwrap_or_default();
    html! {
        <div class="ask-formula">
            { gauge(work, challenge) }
            <Bench
                name="exercise" lab={work.lab.clone()} {jobs} {mode} onchange={change.reform(Change::Lab)} load={workload.load.unwrap_or(usual.load)}
                sigma={workload.sigma.unwrap_or(usual.sigma)} shape={workload.sizes.is_none().then(|| workload.shape.unwrap_or(usual.shape))}
            />
            <p class="muted small">{ rule(challenge, scenario) }</p>
            { beside(work, challenge, scenario) }
        </div>
    }
}

/// How scores are made, in words.
fn rule(challenge: &Challenge, scenario: &Scenario) -> String {
    let allowed = challenge.allowed.names().join(", ");
    let made = challenge.times.as_ref().map_or_else(
        || "the mean sojourn time".to_owned(),
        |times| {
            let name = name(scenario, times);
            format!("the mean sojourn time ÷ that of {name} on the same jobs × the exact mean of {name}")
        },
    );
    format!(
        "May be read: {allowed}. Score: {made}, with its standard error over {} runs; what counts is the score, not its error.",
        scenario.replications
    )
}

fn name(scenario: &Scenario, key: &str) -> String {
    scenario.kind().choice(key).map_or_else(|_| key.to_owned(), |choice| choice.name())
}

/// The score, and how far the target is. It is read out when it is there.
fn gauge(work: &Work, challenge: &Challenge) -> Html {
    /// How far the axis goes to both sides of the target, as a fraction of it.
    const AROUND: f64 = 0.15;
    let target = challenge.below;
    let score = work.formula_score();
    let (least, most) = (target * (1.0 - AROUND), target * (1.0 + AROUND));
    let place = |value: f64| (100.0 * (value - least) / (most - least)).clamp(0.0, 100.0);
    let reached = score.is_some_and(|score| score.value < target);
    let running = score.is_none() && matches!(work.inquiry.phase, Phase::Waiting | Phase::Running) && work.formula().is_some();
    let said = match (score, &work.inquiry.fault) {
        (Some(score), _) => format!("Score {}, {} the target of {target}", score.said(), if reached { "below" } else { "not below" }),
        (None, Some(fault)) => fault.message.clone(),
        (None, None) => String::new(),
    };
    html! {
        <div class={classes!("goal-gauge", "formula-gauge", reached.then_some("reached"))}>
            <p class="goal-now" aria-hidden="true">
                <strong id="formula-value" data-value={score.map(|score| score.value.to_string())}>{ score.map_or_else(|| "…".to_owned(), |score| format!("{:.3}", score.value)) }</strong>
                <span class="muted small">{ score.and_then(|score| score.error).map_or_else(|| "\u{a0}".to_owned(), |error| format!("± {error:.3}")) }</span>
            </p>
            <div class="goal-bar" aria-hidden="true">
                <span class="goal-mark" style={format!("left: {:.1}%", place(target))}><span>{ format!("below {target}") }</span></span>
                <span class="goal-track"><span class="goal-fill" style={format!("width: {:.1}%", score.map_or(0.0, |score| place(score.value)))} /></span>
                <span class="goal-ends muted small"><span>{ format!("{least:.2}") }</span><span>{ format!("{most:.2}") }</span></span>
            </div>
            <p id="formula-said" class={classes!("small", "formula-said", (score.is_none() && !said.is_empty()).then_some("complaint"))} role="status">{ said }</p>
            <p class="muted small formula-progress" aria-hidden="true">{ if running { format!("Simulating … {:.0} %", 100.0 * work.inquiry.progress()) } else { "\u{a0}".to_owned() } }</p>
        </div>
    }
}

/// The scores of other policies on the same jobs.
fn beside(work: &Work, challenge: &Challenge, scenario: &Scenario) -> Html {
    let scores = work.scores();
    let most = scores.iter().filter_map(|(_, score)| *score).map(|score| score.value).fold(0.0, f64::max);
    let reference = challenge.referred();
    let row = |(key, score): &(String, Option<Score>)| {
        let name = if reference.as_ref() == Some(key) {
            html! { <code>{ challenge.reference.clone() }</code> }
        } else {
            html! { { name(scenario, key) } }
        };
        let part = score.map_or(0.0, |score| 100.0 * score.value / most.max(f64::MIN_POSITIVE));
        html! {
            <tr key={key.clone()} data-policy={key.clone()}>
                <th scope="row">{ name }</th>
                <td>{ score.map_or_else(|| "…".to_owned(), |score| score.said()) }</td>
                <td class="bars" aria-hidden="true"><span class="bar-of" style={format!("--part: {part:.1}%")} /></td>
            </tr>
        }
    };
    html! {
        <table class="formula-beside" id="formula-beside">
            <caption class="muted small">{ "On the same jobs" }</caption>
            <tbody>{ for scores.iter().map(row) }</tbody>
        </table>
    }
}
