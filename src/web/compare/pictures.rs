//! The pictures of the results: the means, beside them one that can be chosen, and below what happens over time.

use super::gallery::Gallery;
use super::job::card;
use super::numbers::{differing_jobs, presence, present, quantity, summary, table};
use super::table::theory;
use crate::web::asked::{Answer, asks, line};
use crate::web::canvas::{Drag, Picked, Picture, across, text_scale, under};
use crate::web::controls::value_of;
use crate::web::export::Format;
use crate::web::figure::{Figure, csv};
use crate::web::kept::kept;
use crate::web::markup::{sheet, shown};
use crate::web::policies::swatch;
use schedscope::registry::Choice;
use schedscope_chart::stem_at;
use schedscope_core::experiment::{Measure, PolicyReport, SystemKind};
use schedscope_core::pictures::{
    Quantity, Writers, distribution, job_by_job, jobs_over_time, looks, mark_job, names_of, over_replications, ratios, slowdown_by_size,
};
use schedscope_core::plot::{self, Forest, Plot};
use schedscope_state::asked;
use schedscope_state::compare::{Change, Findings, OfJob, PictureKind, Sought, value};
use schedscope_state::explained::Lesson;
use schedscope_state::format;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The pictures of the first row.
pub fn pictures(gallery: Gallery) -> Html {
    kept(gallery.seen(), move || first_row(&gallery))
}

/// Jobs over time, in the second row.
pub fn over_time(gallery: Gallery) -> Html {
    kept(gallery.seen(), move || {
        let report = &gallery.findings.report;
        let divisor = gallery.focus.over(report).first().map_or_else(String::new, |to| names_of(report).swap_remove(*to));
        let plot = Rc::new(jobs_over_time(&gallery.findings.report, &gallery.findings.closeups, &gallery.sight(), format::short));
        let (onpick, picture) = (picked(&gallery, plot.clone()), Picture::Plot(plot));
        let findings = gallery.findings.clone();
        Figure {
            id: "over-time",
            title: "Over time",
            hint: format!("jobs in the system, averages of short intervals, and as a number the most at a time; thin line: {divisor}; click a line to highlight it")
                .into(),
            summary: presence(&gallery.findings).into(),
            table: Callback::from(move |()| present(&findings)),
            file: file(&gallery, Some(picture.clone())),
            picture,
            controls: html! {},
        }
        .pickable(gallery.mode, Some(onpick))
    })
}

/// The numbers of a picture, or of the table, as a file.
fn file(gallery: &Gallery, picture: Option<Picture>) -> Callback<Format, Option<String>> {
    let (findings, focus, measure) = (gallery.findings.clone(), gallery.focus.clone(), gallery.measure);
    Callback::from(move |format| match (format, &picture) {
        (Format::Csv, Some(picture)) => picture.data().map(|data| csv(&data)),
        (Format::Csv, None) => Some(super::table::csv(&findings, measure, &focus)),
        _ => serde_json::to_string_pretty(&*findings.report).ok(),
    })
}

/// The picture in which policies are compared, its title and what it shows; none where a world has nothing to compare.
pub fn of_means(gallery: &Gallery) -> Option<(plot::Picture, &'static str, String)> {
    let (findings, measure) = (&gallery.findings, gallery.measure?);
    let report = &findings.report;
    let write = Writers { amount: format::short, spread: format::spread, interval: format::interval, percent: format::percent };
    let picture = ratios(report, &findings.replicated, measure, &gallery.sight(), &write);
    let words = measure.words(report.scenario.kind());
    let what = match (measure.is_mean(), report.scenario.replications) {
        (true, _) => "from arrival to completion".to_owned(),
        (false, 0 | 1) => words,
        (false, runs) => format!("mean over {runs} replications of the {words} in each"),
    };
    let bars = if report.scenario.replications < 2 { "" } else { "; ÷: on the same jobs; bars and [brackets]: 95 % intervals" };
    let title = if measure.is_mean() { "Mean sojourn" } else { "Policies compared" };
    Some((picture, title, what + bars))
}

fn first_row(gallery: &Gallery) -> Html {
    let Gallery { findings, verdict, mode, change, .. } = gallery;
    let report = &findings.report;
    let (measure, sight) = (gallery.measure, gallery.sight());
    let (picture, title, about) =
        of_means(gallery).unwrap_or_else(|| (plot::Picture::note("this world has nothing to compare"), "Policies compared", String::new()));
    let picture = Rc::new(picture);
    let of_mean = measure.is_some_and(Measure::is_mean);
    let may = of_mean && report.scenario.kind() == SystemKind::Server;
    let bounded = may.then(|| is_bounded(&picture));
    let means = Figure {
        id: "means",
        title,
        hint: format!("{about}; click a name to highlight it everywhere, twice to keep it so").into(),
        picture: Picture::Plot(picture.clone()),
        summary: verdict.clone().into(),
        table: {
            let (findings, measure) = (findings.clone(), measure);
            Callback::from(move |()| measure.map(|measure| measure_table(&findings, measure)).unwrap_or_default())
        },
        file: file(gallery, None),
        controls: measures(gallery, bounded),
    };
    let rows: Vec<Vec<String>> =
        sight.groups.iter().map(|(_, rows)| rows.iter().map(|i| report.policies[*i].policy.written().to_owned()).collect()).collect();
    let light = {
        let change = change.clone();
        Callback::from(move |((_, y), (_, height)): Picked| {
            let Some(Plot::Forest(forest)) = picture.panels.first().map(|panel| &panel.plot) else { return };
            let key = stem_at(forest, y, height, text_scale()).and_then(|(group, row)| rows.get(group)?.get(row));
            if let Some(key) = key {
                change.emit(Change::Light(key.clone()));
            }
        })
    };
    let (chosen, onpick) = chosen(gallery);
    let drag = ask_line(gallery, &chosen);
    // A double click on the means: the two clicks light a policy and no longer.
    let pin = {
        let change = change.clone();
        Callback::from(move |event: MouseEvent| {
            if event.target_dyn_into::<HtmlElement>().is_some_and(|target| target.id() == "means") {
                change.emit(Change::Pin);
            }
        })
    };
    let chosen = Figure { file: file(gallery, Some(chosen.picture.clone())), ..chosen };
    html! {
        <div class="gallery" ondblclick={pin}>
            { means.pickable(*mode, Some(light)) }
            <div class="shown">
                <div class="tabs" role="group" aria-label="Picture">{ for PictureKind::ALL.into_iter().filter(|shown| shown.is_of(findings)).map(|shown| tab(gallery, shown)) }</div>
                { chosen.draggable(*mode, Some(onpick), drag) }
            </div>
            { card(gallery) }
        </div>
    }
}

fn tab(gallery: &Gallery, shown: PictureKind) -> Html {
    let here = gallery.shown() == shown;
    let onclick = gallery.change.reform(move |_: MouseEvent| Change::Show(shown));
    html! { <button type="button" class="quiet small" id={format!("show-{}", shown.key())} aria-pressed={here.to_string()} {onclick}>{ shown.name() }</button> }
}

/// The picture that is chosen.
fn chosen(gallery: &Gallery) -> (Figure, Callback<Picked>) {
    let Gallery { findings, focus, .. } = gallery;
    let report = &findings.report;
    let (shown, class) = (gallery.shown(), gallery.measure.and_then(|measure| measure.class));
    let (id, title, hint) = match shown {
        PictureKind::Sojourn => (
            "ecdf-sojourn",
            "Sojourn time",
            "share of the jobs that finish within this time; beside it, on log axes, the share that takes longer; a click on a curve tells of a job",
        ),
        PictureKind::Slowdown => (
            "ecdf-slowdown",
            "Slowdown",
            "sojourn ÷ size (1: as fast as alone): share of the jobs with at most so much; beside it, on log axes, with more; a click on a curve tells of a job",
        ),
        PictureKind::Size => ("by-size", "Slowdown by size", "which jobs pay: the small or the large ones?"),
        PictureKind::Jobs => (
            "job-by-job",
            "Job by job",
            "each dot is a job, placed by its sojourn time under either policy; on the dashed line both are equal; click one: its story",
        ),
        PictureKind::Replications => {
            ("by-replication", "Over replications", "share of the replications in which the value is at most this")
        }
    };
    let hint = match class.filter(|_| matches!(shown, PictureKind::Sojourn | PictureKind::Slowdown)) {
        Some(class) => format!("{} jobs; {hint}", report.scenario.kind().class(class)),
        None => hint.to_owned(),
    };
    let sight = gallery.sight();
    let job = gallery.job.as_ref().map(|stories| stories.sample);
    let picture = Rc::new(match (shown, focus.pair(report)) {
        (PictureKind::Sojourn | PictureKind::Slowdown, _) => {
            let mut picture = distribution(report, quantity(shown), class, &sight);
            if let Some(Plot::Lines(lines)) = picture.panels.first_mut().map(|panel| &mut panel.plot) {
                lines.mark = asked_about(gallery).map(|(quantity, value)| (value, asked::words(quantity, value)));
            }
            if let Some(job) = job {
                mark_job(&mut picture, report, &findings.closeups, quantity(shown), job);
            }
            picture
        }
        (PictureKind::Size, _) => slowdown_by_size(report, &findings.closeups, &findings.theory.slowdowns, &sight),
        (PictureKind::Jobs, Some([a, b])) => job_by_job(report, &findings.closeups, a, b, job),
        (PictureKind::Jobs, None) => plot::Picture::note("two policies are needed"),
        (PictureKind::Replications, _) => match gallery.measure {
            Some(measure) => over_replications(report, &findings.replicated, measure, &sight),
            None => plot::Picture::note("this world has nothing to compare"),
        },
    });
    let table = {
        let (findings, focus, measure, change) = (findings.clone(), focus.clone(), gallery.measure, gallery.change.clone());
        Callback::from(move |()| html! { <>{ table(&findings, &focus, measure) }{ differing_jobs(&findings, &focus, &change) }</> })
    };
    let onpick = picked(gallery, picture.clone());
    let figure = Figure {
        id,
        title,
        hint: hint.into(),
        picture: Picture::Plot(picture),
        summary: summary(findings, focus, gallery.measure).into(),
        table,
        file: Callback::from(|_| None),
        controls: html! { <>{ pair(gallery) }{ shares(gallery) }</> },
    };
    (figure, onpick)
}

/// What is asked about the distribution that is shown, if one is: which share of the jobs has more than this value?
fn asked_about(gallery: &Gallery) -> Option<(Quantity, f64)> {
    let quantity = matches!(gallery.shown(), PictureKind::Slowdown | PictureKind::Sojourn).then(|| quantity(gallery.shown()))?;
    Some((quantity, gallery.focus.above(&gallery.findings.report, quantity)))
}

/// The field of that value, and the shares.
fn shares(gallery: &Gallery) -> Html {
    let Some((quantity, value)) = asked_about(gallery) else { return html! {} };
    let (report, class) = (&gallery.findings.report, gallery.measure.and_then(|measure| measure.class));
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let answers = report.policies.iter().zip(names_of(report)).zip(looks(&policies)).map(|((row, name), look)| Answer {
        written: row.policy.written().to_owned(),
        name: html! { <>{ swatch(look, gallery.mode) }{ name }</> },
        share: quantity.share_above(row, class, value),
    });
    asks(quantity, value, answers, &gallery.change.reform(Change::Above))
}

/// What is pressed so near to the line at that value, in pixels, takes hold of it.
const REACH: f64 = 10.0;

/// That line.
fn ask_line(gallery: &Gallery, figure: &Figure) -> Option<Drag> {
    let ((_, value), picture) = (asked_about(gallery)?, figure.picture.data()?);
    let takes = {
        let picture = picture.clone();
        Callback::from(move |((x, y), size): Picked| {
            let at = |x: f64| across(&picture, ((x, y), size));
            at(x - REACH).zip(at(x + REACH)).is_some_and(|(low, high)| (low..=high).contains(&value))
        })
    };
    Some(line(takes, move |picked| across(&picture, picked), &gallery.change.reform(Change::Above)))
}

/// Pixels from a curve or a dot that still mean it.
const NEAR: f64 = 18.0;

/// What a click in a picture does: on the name of a policy, or a curve of means, it lights it alone; where there are jobs, one is looked
/// at.
fn picked(gallery: &Gallery, picture: Rc<plot::Picture>) -> Callback<Picked> {
    let (report, closeups) = (gallery.findings.report.clone(), gallery.findings.clone());
    let (focus, shown, change) = (gallery.focus.clone(), gallery.shown(), gallery.change.clone());
    Callback::from(move |picked: Picked| {
        let called = names_of(&report);
        let position = |name: &str| called.iter().position(|known| known == name);
        let (spot, words) = under(&picture, picked);
        let light = |i: usize| Change::Light(report.policies[i].policy.written().to_owned());
        let line = |place: usize| match &picture.panels.first()?.plot {
            Plot::Lines(lines) => lines.lines.get(place),
            Plot::Multiples(multiples) => multiples.lines.get(place),
            _ => None,
        };
        let told = words.and_then(|name| position(&name)).map(light).or_else(|| {
            let spot = spot.filter(|spot| spot.apart <= NEAR)?;
            let line = line(spot.line)?;
            let (x, y) = *line.points.get(spot.point)?;
            match (shown, &picture.panels.first()?.plot) {
                (PictureKind::Sojourn | PictureKind::Slowdown, Plot::Lines(_)) if !closeups.closeups.is_empty() => {
                    let sought = Sought::Nearest(position(&line.name)?, quantity(shown), x);
                    Some(Change::Job(OfJob::Look(sought)))
                }
                (PictureKind::Jobs, Plot::Lines(_)) => {
                    let [a, b] = focus.pair(&report)?;
                    let of = |policy: usize| closeups.closeups.get(policy).map(|closeup| closeup.sojourn.iter().copied());
                    let sample = of(a)?.zip(of(b)?).position(|job| job == (x, y))?;
                    Some(Change::Job(OfJob::Look(Sought::Sample(sample))))
                }
                _ => position(&line.name).map(light),
            }
        });
        if let Some(told) = told {
            change.emit(told);
        }
    })
}

/// Where the two policies of *Job by job* are chosen.
fn pair(gallery: &Gallery) -> Html {
    let report = &gallery.findings.report;
    let Some(pair) = gallery.focus.pair(report).filter(|_| gallery.shown() == PictureKind::Jobs) else { return html! {} };
    let (key, names) = (|i: usize| report.policies[i].policy.written().to_owned(), names_of(report));
    let select = |side: usize, label: &'static str| {
        let other = pair[1 - side];
        let onchange = gallery.change.reform({
            let other = key(other);
            move |event: Event| {
                let chosen = value_of(&event);
                Change::Pair(if side == 0 { [chosen, other.clone()] } else { [other.clone(), chosen] })
            }
        });
        let option = |i: usize| {
            html! { <option value={key(i)} selected={i == pair[side]} disabled={i == other}>{ &names[i] }</option> }
        };
        html! { <select id={format!("pair-{side}")} aria-label={label} {onchange}>{ for (0..report.policies.len()).map(option) }</select> }
    };
    html! { <p class="pair small">{ select(0, "Policy across") }{ " against " }{ select(1, "Policy upwards") }</p> }
}

/// Whether the least value that is possible is shown in a picture.
fn is_bounded(picture: &plot::Picture) -> bool {
    picture.panels.iter().any(|panel| matches!(&panel.plot, Plot::Forest(Forest { bound: Some(_), .. })))
}

/// Where the measure is chosen in which policies are compared, and what the line is at the least that is possible, where there may be one.
fn measures(gallery: &Gallery, bounded: Option<bool>) -> Html {
    let world = gallery.findings.report.scenario.kind();
    let measures = gallery.findings.replicated.measures(world);
    if measures.len() < 2 {
        return html! {};
    }
    let option = |measure: &Measure| {
        let name = measure.name(world);
        html! { <option key={name.clone()} value={name} title={measure.column.about.clone()} selected={gallery.measure == Some(*measure)}>{ measure.words(world) }</option> }
    };
    let chosen = measures.iter().position(|measure| gallery.measure == Some(*measure)).unwrap_or_default();
    let onchange = gallery.change.reform(|event: Event| Change::Measure(value_of(&event)));
    html! {
        <p class="pair small">
            <label for="measure">{ "Compare by " }</label>
            <select id="measure" {onchange} ~selectedIndex={chosen as u32}>{ for measures.iter().map(option) }</select>
            if let Some(bounded) = bounded {
                // Its room is kept: theory comes last.
                <span class={classes!("bound-note", (!bounded).then_some("unknown"))}>
                    { "Without exact sizes none beats the dashed bound: " }<a href={Lesson::BOUND.link()}>{ "why" }</a>
                </span>
            }
        </p>
    }
}

fn measure_table(findings: &Findings, measure: Measure) -> Html {
    let number = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format::digits(x, 4));
    let row = |((i, row), name): ((usize, &PolicyReport), String)| {
        let own = findings.replicated.half_width(&findings.report, measure, i);
        let cells = [value(findings, Some(measure), i), own, theory(row).filter(|_| measure.is_mean())].map(number);
        (name, cells.to_vec())
    };
    shown(sheet(
        ["Policy", "Mean", "± 95 %", "Theory"],
        &findings.report.policies.iter().enumerate().zip(names_of(&findings.report)).map(row).collect::<Vec<_>>(),
    ))
}
