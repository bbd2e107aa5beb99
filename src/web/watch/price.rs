//! What a wrong guess costs and who pays, how the pictures are read, and the same in numbers and words.

use super::jobs::jobs;
use crate::web::kept::Disclosure;
use crate::web::markup::{Markup, markup, shown};
use crate::web::policies::stroke;
use schedscope::registry::Family;
use schedscope::server::{Timeline, why};
use schedscope::sim::brief;
use schedscope_chart::{Guess, Mode, Theme, compact};
use schedscope_core::exhibit::mean_sojourn;
use schedscope_core::plot::{Hue, Look};
use schedscope_state::format;
use schedscope_state::watch::Watch;
use std::rc::Rc;
use yew::prelude::*;

/// The column beside the pictures. Completions are known until some time; the links lead to where the same policies are compared on
/// many jobs, and to where a server of half the speed serves these.
pub fn price(watch: &Rc<Watch>, until: f64, [average, halved]: &[AttrValue; 2], mode: Mode) -> Html {
    let hidden = until.is_finite();
    let numbers = {
        let watch = watch.clone();
        move |()| jobs(&watch.timelines, until, mode)
    };
    html! {
        <>
            if hidden {
                <p class="muted">{ "What it costs, and the story, follow after the quiz." }</p>
            } else {
                { shown(costs(watch, mode)) }
            }
            <a class="next" href={average.clone()}>{ "Does it matter on average? →" }</a>
            if !hidden {
                <p class="what-if">{ "What if: " }<a href={halved.clone()}>{ "half the speed" }</a></p>
            }
            <Disclosure class="steps" id="numbers" label="Sojourn times" summary={html! { <summary>{ "Each job in numbers" }</summary> }} view={Callback::from(numbers)} />
            { steps(watch, until) }
            { shown(key(watch.frame.crowded(), mode)) }
        </>
    }
}

/// A mean where there is little room.
fn narrow(mean: f64) -> String {
    if mean < 10_000.0 { format::short(mean) } else { compact(mean) }
}

fn costs(watch: &Watch, mode: Mode) -> Markup {
    let theme = Theme::of(mode);
    let means: Vec<f64> = watch.timelines.iter().map(|timeline| mean_sojourn(timeline)).collect();
    let most = means.iter().chain(watch.exact_means.iter()).copied().fold(f64::MIN_POSITIVE, f64::max);
    let width = |mean: f64| format!("width: {:.1}%", 70.0 * mean / most);
    // Who guesses nothing pays for no guess.
    let guesses = watch.timelines.iter().any(|timeline| timeline.policy.choice().family() == Family::Estimated);
    let wrong = guesses && watch.guessed_wrong().next().is_some();
    let least = watch.exact_means.iter().copied().fold(f64::INFINITY, f64::min);
    let alike = watch.exact_means.iter().all(|mean| (mean - least).abs() <= 1e-9 * mean);
    let (example, looks) = (&watch.example, watch.looks());
    markup! {
        div.price {
            h2 { @if wrong { "Price of a wrong guess" } @else { "Mean sojourn" } }
            p.muted.small { "mean sojourn time: from arrival to completion" }
            @for (i, (timeline, mean)) in watch.timelines.iter().zip(&means).enumerate() {
                @let look = looks[i];
                p.cost-name { (stroke(look, mode)) strong { (timeline.policy.name()) } }
                div.cost {
                    span.cost-bar style={ (width(*mean)) "; background: " (theme.css(look.hue)) } {}
                    strong { (narrow(*mean)) }
                }
                @if let Some(exact) = watch.exact_means.get(i).filter(|_| wrong && !alike) {
                    div.cost.exact { span.cost-bar style=(width(*exact)) {} span { (format::short(*exact)) " if every guess were exact" } }
                }
            }
            @if wrong && alike {
                p.cost-name { strong { @if means.len() == 1 { "if every guess were exact" } @else if means.len() == 2 { "both, if every guess were exact" } @else { "all, if every guess were exact" } } }
                div.cost.exact { span.cost-bar style=(width(least)) {} span { (narrow(least)) } }
            }
        }
        div.pays {
            h2 { "Who pays" }
            p.muted.small {
                "sojourn of each job: "
                @for (i, timeline) in watch.timelines.iter().enumerate() {
                    @if i > 0 { ", " }
                    (mark(looks[i], mode)) " " (timeline.policy.name())
                }
            }
            (sojourns(&watch.timelines, &looks, watch.frame.crowded(), mode))
        }
        div.tale {
            @if watch.exhibit.example.is_some() {
                p { (example.story) }
                p.muted.small { "Source: " (example.source) }
            } @else {
                p { "Drag a guess below the size and see the job turn late; drag it above and see it wait. The link in the address holds your jobs." }
            }
        }
    }
}

/// The outline of a policy's mark around the origin, by its hue as in every picture.
const fn outline(hue: Hue) -> &'static str {
    match hue {
        Hue::Black => "M0-4.5a4.5 4.5 0 1 0 .01 0z",
        Hue::Blue => "M-4-4H4V4H-4z",
        Hue::Sky => "M0-5.5L5.5 0L0 5.5L-5.5 0z",
        Hue::Green => "M0-5L5 4H-5z",
        Hue::Vermilion => "M0 5L5-4H-5z",
        Hue::Purple => "M-5-3L-3-5L0-2L3-5L5-3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0z",
        Hue::Orange => "M-2-5H2V-2H5V2H2V5H-2V2H-5V-2H-2z",
        Hue::Yellow => "M-5-2.5H5V2.5H-5z",
    }
}

/// A policy's mark in a line of text.
fn mark(look: Look, mode: Mode) -> Markup {
    markup! { svg.pay-mark viewBox="-6 -6 12 12" aria-hidden="true" { path d=(outline(look.hue)) fill=(Theme::of(mode).css(look.hue)) {} } }
}

/// What a job is called, where there is room for four letters.
fn short_title(timeline: &Timeline, id: u64) -> String {
    let title = timeline.ids.title(id);
    if title.chars().count() <= 4 { title } else { title.chars().take(3).chain(['…']).collect() }
}

/// A row a job, a mark a policy.
fn sojourns(timelines: &[Rc<Timeline>], looks: &[Look], crowded: bool, mode: Mode) -> Markup {
    let theme = Theme::of(mode);
    let Some(first) = timelines.first() else { return markup! {} };
    let sojourn = |timeline: &Timeline, id: u64| {
        let at = timeline.jobs.iter().position(|job| job.id == id)?;
        Some(timeline.completions[at] - timeline.jobs[at].arrival)
    };
    let ids: Vec<u64> = first.jobs.iter().map(|job| job.id).collect();
    let all = || ids.iter().flat_map(|id| timelines.iter().filter_map(move |timeline| sojourn(timeline, *id)));
    let step = [1.0, 2.0, 5.0].into_iter().cycle().zip((0..18).map(|i| libm::pow(10.0, f64::from(i / 3 - 2))));
    let most = all().fold(f64::MIN_POSITIVE, f64::max);
    let step = step.map(|(digit, decade)| digit * decade).find(|step| most / step <= 3.5).unwrap_or(most);
    let end = (most / step).ceil() * step;
    let (left, right, high) = (30.0, 248.0, if crowded { 15.0 } else { 22.0 });
    let x = |sojourn: f64| left + (right - left) * sojourn / end;
    let foot = high * ids.len() as f64 + 4.0;
    let ticks: Vec<f64> = (0..=3).map(|i| f64::from(i) * step).filter(|tick| *tick <= end * 1.001).collect();
    let words: Vec<String> = timelines
        .iter()
        .map(|timeline| {
            let each: Vec<String> =
                ids.iter().filter_map(|id| Some(format!("{} {}", timeline.ids.title(*id), brief(sojourn(timeline, *id)?)))).collect();
            format!("{}: {}", timeline.policy.name(), each.join(", "))
        })
        .collect();
    markup! {
        svg.who viewBox={ "0 0 264 " (foot + 18.0) } role="img" aria-label={ "Sojourn of each job. " (words.join(". ")) } {
            @for tick in &ticks {
                line x1=(x(*tick)) x2=(x(*tick)) y1="0" y2=(foot) stroke="var(--line)" {}
                text x=(x(*tick)) y=(foot + 14.0) text-anchor="middle" fill="var(--muted)" { (compact(*tick)) }
            }
            @for (row, id) in ids.iter().enumerate() {
                @let y = high * (row as f64 + 0.5) + 2.0;
                @let each: Vec<(f64, Look)> = timelines.iter().zip(looks).filter_map(|(timeline, look)| Some((sojourn(timeline, *id)?, *look))).collect();
                @let least = each.iter().map(|(sojourn, _)| *sojourn).fold(f64::INFINITY, f64::min);
                @let largest = each.iter().map(|(sojourn, _)| *sojourn).fold(0.0, f64::max);
                @let colour = theme.text_of_many(&first.jobs[row], ids.len());
                text x="0" y=(y + 4.0) font-weight="600" fill=(colour.css()) { (short_title(first, *id)) }
                line x1=(x(least)) x2=(x(largest)) y1=(y) y2=(y) stroke="var(--edge)" {}
                @for (sojourn, look) in &each {
                    path d=(outline(look.hue)) transform={ "translate(" (x(*sojourn)) " " (y) ")" } fill=(theme.css(look.hue)) {}
                }
            }
        }
    }
}

/// How a lane is read; of many jobs, what the colours mean.
fn key(crowded: bool, mode: Mode) -> Markup {
    let theme = Theme::of(mode);
    markup! {
        div.key-of-lanes {
            @if crowded {
                ul {
                    @for guess in Guess::ALL {
                        li { span.dot style={ "background: " (theme.guess(guess).css()) } {} " " (guess.name()) }
                    }
                }
            }
            svg viewBox="0 0 264 62" role="img" aria-label="A lane: the job comes, waits (pale), is served (full), turns late (cross, hatched), and leaves." {
                defs { pattern id="late-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" { path d="M0 0V6" stroke="var(--raised)" stroke-width="2" {} } }
                path d="M54 12H120V40H54z" fill="var(--edge)" opacity="0.25" {}
                path d="M120 12L206 40H120z" fill="var(--edge)" {}
                path d="M166 27L206 40H166z" fill="url(#late-hatch)" {}
                path d="M54 12H120L206 40" fill="none" stroke="var(--edge)" stroke-width="2" {}
                circle cx="54" cy="12" r="4" fill="var(--edge)" {}
                circle cx="206" cy="40" r="4" fill="var(--raised)" stroke="var(--edge)" stroke-width="2" {}
                path d="M161 22l10 10M171 22l-10 10" stroke="var(--bad)" stroke-width="2" {}
                text x="46" y="30" text-anchor="end" fill="var(--muted)" { "comes" }
                text x="87" y="31" text-anchor="middle" fill="var(--ink)" { "waits" }
                text x="128" y="55" text-anchor="middle" fill="var(--muted)" { "is served" }
                text x="174" y="18" font-weight="600" fill="var(--bad)" { "turns late" }
                text x="214" y="45" fill="var(--muted)" { "leaves" }
            }
            p.muted.small { "Dashed: what the policy believes is left; under FSP, FSPE and PSBS, what is left in the virtual system. ▼ it is below zero." }
        }
    }
}

/// The pictures as a table: each instant at which something happens, and why each policy then serves whom.
fn steps(watch: &Rc<Watch>, until: f64) -> Html {
    let watch = watch.clone();
    let table = move |()| {
        let times = watch.clock.events().iter().filter(|time| **time < until);
        shown(markup! {
            table id="steps-table" {
                thead {
                    tr { th scope="col" { "t" } @for timeline in &watch.timelines { th scope="col" { (timeline.policy.name()) } } }
                }
                tbody {
                    @for time in times {
                        tr { th scope="row" { (brief(*time)) } @for timeline in &watch.timelines { td { (why(timeline, *time)) } } }
                    }
                }
            }
        })
    };
    let summary = html! { <summary>{ "Step by step, as a table" }</summary> };
    html! { <Disclosure class="steps" id="steps" label="Step by step" {summary} view={Callback::from(table)} /> }
}
