//! The pictures of the results: the means, and beside them one that can be chosen.

use super::numbers::{quantity, summary, table};
use super::table::theory;
use crate::chart::Mode;
use crate::experiment::{Figures, PolicyReport, Report};
use crate::page::compare::{Change, Findings, Focus, Shown};
use crate::page::format;
use crate::page::state::Action;
use crate::pictures::{distribution, job_by_job, jobs_over_time, means, slowdown_by_size};
use crate::web::canvas::Picture;
use crate::web::controls::value_of;
use crate::web::export::Format;
use crate::web::figure::{Figure, csv};
use crate::web::kept::kept;
use crate::web::markup::{sheet, shown};
use std::rc::Rc;
use yew::prelude::*;

/// What the pictures are made from.
#[derive(Clone)]
pub struct Gallery {
    /// What is known.
    pub findings: Rc<Findings>,
    /// What is looked at.
    pub focus: Focus,
    /// What the means come to, in words.
    pub verdict: String,
    /// The theme.
    pub mode: Mode,
    /// Changes the state.
    pub dispatch: Callback<Action>,
}

/// The pictures.
pub fn gallery(gallery: Gallery) -> Html {
    let shown = (Rc::as_ptr(&gallery.findings), gallery.focus.clone(), gallery.mode);
    kept(shown, move || pictures(&gallery))
}

fn pictures(gallery: &Gallery) -> Html {
    let Gallery { findings, verdict, mode, .. } = gallery;
    let report = &findings.report;
    let file = |picture: Option<Picture>| {
        let (report, focus) = (report.clone(), gallery.focus.clone());
        Callback::from(move |format| match (format, &picture) {
            (Format::Csv, Some(picture)) => picture.data().map(|data| csv(&data)),
            (Format::Csv, None) => Some(super::table::csv(&report, &focus)),
            _ => serde_json::to_string_pretty(&*report).ok(),
        })
    };
    let of_means = Figure {
        id: "means",
        title: "Mean sojourn time",
        hint: "sojourn (response) time: from arrival to completion".into(),
        picture: Picture::Plot(Rc::new(means(report, &|mean| format::digits(mean, 4)))),
        summary: verdict.clone().into(),
        table: {
            let report = report.clone();
            Callback::from(move |()| means_table(&report))
        },
        file: file(None),
        controls: html! {},
    };
    let chosen = chosen(gallery);
    let chosen = Figure { file: file(Some(chosen.picture.clone())), ..chosen };
    html! {
        <div class="gallery">
            { of_means.view(*mode) }
            <div class="shown">
                <div class="tabs" role="group" aria-label="Picture">{ for Shown::ALL.map(|shown| tab(gallery, shown)) }</div>
                { chosen.view(*mode) }
            </div>
        </div>
    }
}

fn tab(gallery: &Gallery, shown: Shown) -> Html {
    let here = gallery.focus.shown == shown;
    let onclick = gallery.dispatch.reform(move |_: MouseEvent| Action::Compare(Change::Show(shown)));
    html! { <button type="button" class="quiet small" id={format!("show-{}", shown.key())} aria-pressed={here.to_string()} {onclick}>{ shown.name() }</button> }
}

/// The picture that is chosen.
fn chosen(gallery: &Gallery) -> Figure {
    let Gallery { findings, focus, .. } = gallery;
    let report = &findings.report;
    let (id, title, hint) = match focus.shown {
        Shown::Sojourn => (
            "ecdf-sojourn",
            "Sojourn time",
            "fraction of the jobs that take at most this long; below, on a log scale, the fraction that takes longer",
        ),
        Shown::Slowdown => {
            ("ecdf-slowdown", "Slowdown", "sojourn ÷ size; 1: as fast as alone; below, on a log scale, the fraction above each value")
        }
        Shown::Size => ("by-size", "Slowdown by size", "which jobs pay: the small or the large ones?"),
        Shown::Time => ("over-time", "Jobs in the system", "in service or waiting"),
        Shown::Jobs => (
            "job-by-job",
            "Job by job",
            "each dot is a job, placed by its sojourn time under either policy; on the dashed line both are equal",
        ),
    };
    let picture = match (focus.shown, focus.pair(report)) {
        (Shown::Sojourn | Shown::Slowdown, _) => distribution(report, quantity(focus.shown)),
        (Shown::Size, _) => slowdown_by_size(report, &findings.closeups, &findings.theory.slowdowns),
        (Shown::Jobs, Some([a, b])) => job_by_job(report, &findings.closeups, a, b),
        (Shown::Time | Shown::Jobs, _) => jobs_over_time(report, &findings.closeups),
    };
    let table = {
        let (findings, focus) = (findings.clone(), focus.clone());
        Callback::from(move |()| table(&findings, &focus))
    };
    Figure {
        id,
        title,
        hint: hint.into(),
        picture: Picture::Plot(Rc::new(picture)),
        summary: summary(findings, focus).into(),
        table,
        file: Callback::from(|_| None),
        controls: pair(gallery),
    }
}

/// Where the two policies of *Job by job* are chosen.
fn pair(gallery: &Gallery) -> Html {
    let report = &gallery.findings.report;
    let Some(pair) = gallery.focus.pair(report).filter(|_| gallery.focus.shown == Shown::Jobs) else { return html! {} };
    let key = |i: usize| report.policies[i].policy.written().to_owned();
    let select = |side: usize, label: &'static str| {
        let other = pair[1 - side];
        let onchange = gallery.dispatch.reform({
            let other = key(other);
            move |event: Event| {
                let chosen = value_of(&event);
                Action::Compare(Change::Pair(if side == 0 { [chosen, other.clone()] } else { [other.clone(), chosen] }))
            }
        });
        let option = |i: usize| {
            html! { <option value={key(i)} selected={i == pair[side]} disabled={i == other}>{ report.policies[i].policy.row().name }</option> }
        };
        html! { <select id={format!("pair-{side}")} aria-label={label} {onchange}>{ for (0..report.policies.len()).map(option) }</select> }
    };
    html! { <p class="pair small">{ select(0, "Policy across") }{ " against " }{ select(1, "Policy upwards") }</p> }
}

fn means_table(report: &Report) -> Html {
    let number = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format::digits(x, 4));
    let row = |row: &PolicyReport| {
        let of = |value: fn(&Figures) -> Option<f64>| row.figures().and_then(value);
        let cells = [of(|figures| Some(figures.mean_sojourn)), of(|figures| figures.mean_sojourn_ci95), theory(row)].map(number);
        (row.policy.row().name.to_owned(), cells.to_vec())
    };
    shown(sheet(["Policy", "Mean", "± 95 %", "Theory"], &report.policies.iter().map(row).collect::<Vec<_>>()))
}
