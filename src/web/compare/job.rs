//! The job that is looked at: its story under each policy, in a card beside the picture in which it was chosen.

use super::gallery::Gallery;
use crate::web::markup::{Markup, markup, shown};
use crate::web::policies::stroke;
use crate::web::pool::{Task, alone, use_asked};
use schedscope::registry::Choice;
use schedscope_chart::{Curves, Theme};
use schedscope_core::experiment::SystemKind;
use schedscope_core::pictures::{Units, looks, names};
use schedscope_core::plot::Look;
use schedscope_state::compare::{Change, OfJob, Stories};
use schedscope_state::file::File;
use schedscope_state::format;
use schedscope_state::protocol::{Fault, Reply, Wanted};
use schedscope_state::queue::Class;
use schedscope_state::route::Route;
use schedscope_state::state::Action;
use schedscope_state::story::Story;
use schedscope_state::view::View;
use schedscope_state::watch;
use std::rc::Rc;
use yew::prelude::*;

/// Has workers follow the job that is looked at while the view is `active`; who looks at another ends the work on the one before.
#[hook]
pub fn use_stories(stories: Option<Rc<Stories>>, file: Option<File>, active: bool, tell: Callback<OfJob>) {
    let stories = stories.filter(|stories| active && stories.waits());
    use_asked(stories.as_ref().map(|stories| stories.number), 0, move |owner| {
        let Some(Stories { number, sample, scenario, stories, .. }) = stories.as_deref() else { return };
        let (number, wanted, scenario) = (*number, Wanted::Story(*sample as u32), Rc::<str>::from(scenario.to_query()));
        let lane = |policy: usize| alone(Task { number: policy as u32, scenario: scenario.clone(), wanted, file: file.clone() });
        owner.ask(Class::Now, (0..stories.len()).map(lane).collect(), move |policy, reply| {
            let story = match reply {
                Reply::Story(story) => Ok(story),
                Reply::Invalid(fault) => Err(fault),
                Reply::Panicked(message) => Err(Fault { field: None, message }),
                _ => return,
            };
            tell.emit(OfJob::Told(number, policy as usize, story));
        });
    });
}

/// The card.
pub fn card(gallery: &Gallery) -> Html {
    let Some(stories) = &gallery.job else { return html! {} };
    let leave = gallery.change.reform(|_: MouseEvent| Change::Job(OfJob::Leave));
    let title = stories.any().map_or_else(|| "A job".to_owned(), |story| story.title.clone());
    html! {
        <section class="job-story" id="job-story" aria-label="The job that was chosen" aria-live="polite" key={stories.number}>
            <div class="biography-head">
                <h2><span class="job-mark" aria-hidden="true" />{ title }</h2>
                { watched(gallery, stories) }
                <button type="button" id="leave-job" class="quiet icon" aria-label="Leave this job" title="Leave (Esc)" onclick={leave}>{ "×" }</button>
            </div>
            if let Some(fault) = &stories.fault {
                <p class="complaint" role="alert">{ &fault.message }</p>
            }
            { shown(facts(gallery, stories)) }
            { shown(lives(gallery, stories)) }
        </section>
    }
}

/// What it is, and why it is this one.
fn facts(gallery: &Gallery, stories: &Stories) -> Markup {
    let units = Units::of(&gallery.findings.report);
    markup! {
        @if let Some(Story { job, life, .. }) = stories.any() {
            @let off = job.estimate / job.size;
            p {
                "Comes at " (units.timed(&format::short(job.arrival))) ", needs " strong { (units.timed(&format::short(life.size))) }
                @if off == 1.0 { ", guessed exactly" } @else {
                    ", guessed " (units.timed(&format::short(job.estimate)))
                    " (" (format::short(off.max(1.0 / off))) "\u{a0}× too " (if off > 1.0 { "large" } else { "small" }) ")"
                }
                @if job.weight != 1.0 { ", weight " (format::short(job.weight)) } "."
            }
        } @else { p { "Following it …" } }
        p.muted.small {
            (stories.why) " " @if let Some(company) = stories.company(&gallery.findings.report, gallery.focus.pair(&gallery.findings.report)) { (company) }
        }
    }
}

/// What becomes of it, policy by policy in the order of the rows.
fn lives(gallery: &Gallery, stories: &Stories) -> Markup {
    let report = &gallery.findings.report;
    let sight = gallery.sight();
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks) = (names(&policies), looks(&policies));
    let known: Vec<((&Choice, &String), Look, &Story)> = sight
        .groups
        .iter()
        .flat_map(|(_, rows)| rows)
        .filter_map(|i| Some(((policies.get(*i)?, &names[*i]), looks[*i], stories.stories.get(*i)?.as_ref()?)))
        .collect();
    let most = known.iter().map(|(.., story)| story.sojourn).fold(f64::MIN_POSITIVE, f64::max);
    let (theme, units) = (Theme::of(gallery.mode), Units::of(report));
    markup! {
        @for ((policy, name), look, story) in known {
            @let life = &story.life;
            @let part = |time: f64| format!("width: {:.2}%", 100.0 * time / most);
            div.life data-policy=(policy.written()) {
                p.life-head {
                    (stroke(look, gallery.mode)) strong { (name) }
                    span.life-number { strong { (units.timed(&format::short(story.sojourn))) } " " span.muted.small { (format::short(story.sojourn / life.size)) "\u{a0}× its size" } }
                }
                div.life-bar aria-hidden="true" {
                    span.waited style=(part(life.waited)) {}
                    span style={ (part(life.alone + life.shared)) "; background: " (theme.css(look.hue)) } {}
                }
                p { (story.told()) }
            }
        }
    }
}

/// The way to *Watch*.
fn watched(gallery: &Gallery, stories: &Stories) -> Html {
    let report = &gallery.findings.report;
    let Some((exhibit, id)) = stories.exhibit(report, gallery.focus.pair(report)) else { return html! {} };
    let open = {
        let dispatch = gallery.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            let choice = watch::Choice { exhibit: exhibit.clone(), curves: Curves::default(), virtually: Some(false), time: None };
            dispatch.emit(Action::Navigate(Route::View(View::Watch(SystemKind::Server), Some(choice.write()))));
            dispatch.emit(Action::from(watch::Change::Select(Some(id))));
        })
    };
    html! { <button type="button" class="primary" id="watch-job" onclick={open}>{ "Watch it" }</button> }
}
