//! The pictures of the results: the means, beside them one that can be chosen, and below what happens over time.

use super::job::card;
use super::numbers::{differing_jobs, presence, present, quantity, summary, table};
use super::table::theory;
use crate::canvas::{Picked, Picture, text_scale, under};
use crate::chips::title;
use crate::controls::value_of;
use crate::export::Format;
use crate::figure::{Figure, csv};
use crate::kept::kept;
use crate::markup::{sheet, shown};
use schedscope_chart::{Mode, stem_at};
use schedscope_core::experiment::{Figures, PolicyReport, Report};
use schedscope_core::pictures::{Sight, Writers, distribution, job_by_job, jobs_over_time, mark_job, names, ratios, slowdown_by_size};
use schedscope_core::plot::{self, Plot};
use schedscope_page::compare::{Change, Findings, Focus, OfJob, Shown, Sought, Stories, alike, grouped};
use schedscope_page::format;
use schedscope_page::state::Action;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// What the pictures are made from.
#[derive(Clone)]
pub struct Gallery {
    /// What is known.
    pub findings: Rc<Findings>,
    /// What is looked at.
    pub focus: Focus,
    /// The job that is looked at.
    pub job: Option<Rc<Stories>>,
    /// Keys of the policies in the order of their rows.
    pub order: Vec<String>,
    /// The result that stays in view, and what was different.
    pub before: Option<(Rc<Findings>, String)>,
    /// What the means come to, in words.
    pub verdict: String,
    /// Whether FSPE+PS stands for PSBS, too.
    pub merged: bool,
    /// The theme.
    pub mode: Mode,
    /// Changes the state.
    pub dispatch: Callback<Action>,
}

impl Gallery {
    /// What is looked at in the report.
    pub fn sight(&self) -> Sight<'_> {
        let report = &self.findings.report;
        let groups = grouped(report, &self.order);
        let mean = |i: &usize| report.policies[*i].mean_sojourn().unwrap_or(f64::INFINITY);
        let best = |rows: &Vec<usize>| {
            let least = rows.iter().copied().min_by(|a, b| mean(a).total_cmp(&mean(b)));
            rows.iter().copied().filter(|i| least.is_some_and(|least| *i == least || alike(report, *i, least))).collect::<Vec<_>>()
        };
        let both = report.policies.iter().position(|row| row.policy.written() == "fspe+ps").filter(|_| self.merged);
        Sight {
            best: groups.iter().flat_map(|(_, rows)| best(rows)).collect(),
            groups: groups.into_iter().map(|(family, rows)| (title(family).to_owned(), rows)).collect(),
            to: self.focus.over(report).first().copied().unwrap_or_default(),
            lit: self.focus.lit(report),
            notes: both.map(|i| (i, "= PSBS")).into_iter().collect(),
            before: self.before.as_ref().map(|(before, what)| (&*before.report, what.clone())),
        }
    }

    /// What the pictures depend on.
    fn shown(&self) -> impl PartialEq + 'static + use<> {
        let before = self.before.as_ref().map(|(before, what)| (Rc::as_ptr(before), what.clone()));
        (Rc::as_ptr(&self.findings), self.focus.clone(), self.job.clone(), self.order.clone(), before, self.merged, self.mode)
    }
}

/// The pictures of the first row.
pub fn gallery(gallery: Gallery) -> Html {
    kept(gallery.shown(), move || pictures(&gallery))
}

/// Jobs over time, in the second row.
pub fn over_time(gallery: Gallery) -> Html {
    kept(gallery.shown(), move || {
        let report = &gallery.findings.report;
        let divisor = gallery.focus.over(report).first().map_or_else(String::new, |to| report.policies[*to].policy.name());
        let plot = Rc::new(jobs_over_time(&gallery.findings.report, &gallery.findings.closeups, &gallery.sight(), format::short));
        let (onpick, picture) = (picked(&gallery, plot.clone()), Picture::Plot(plot));
        let findings = gallery.findings.clone();
        Figure {
            id: "over-time",
            title: "Over time",
            hint: format!("jobs in the system, with the most of each policy as a number; thin line: {divisor}; click a line to light it")
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
    let (report, focus) = (gallery.findings.report.clone(), gallery.focus.clone());
    Callback::from(move |format| match (format, &picture) {
        (Format::Csv, Some(picture)) => picture.data().map(|data| csv(&data)),
        (Format::Csv, None) => Some(super::table::csv(&report, &focus)),
        _ => serde_json::to_string_pretty(&*report).ok(),
    })
}

fn pictures(gallery: &Gallery) -> Html {
    let Gallery { findings, verdict, mode, dispatch, .. } = gallery;
    let report = &findings.report;
    let write = Writers { amount: format::short, spread: format::spread, interval: format::interval, percent: format::percent };
    let picture = Rc::new(ratios(report, &gallery.sight(), &write));
    let one = report.scenario.replications < 2;
    let of_means = Figure {
        id: "means",
        title: "Mean sojourn",
        hint: if one {
            "from arrival to completion; click a name to light it everywhere, twice to pin"
        } else {
            "from arrival to completion; bar: 95 % of the ratio, paired; click a name to light it everywhere, twice to pin"
        }
        .into(),
        picture: Picture::Plot(picture.clone()),
        summary: verdict.clone().into(),
        table: {
            let report = report.clone();
            Callback::from(move |()| means_table(&report))
        },
        file: file(gallery, None),
        controls: html! {},
    };
    let rows: Vec<Vec<String>> = gallery
        .sight()
        .groups
        .iter()
        .map(|(_, rows)| rows.iter().map(|i| report.policies[*i].policy.written().to_owned()).collect())
        .collect();
    let light = {
        let dispatch = dispatch.clone();
        Callback::from(move |((_, y), (_, height)): Picked| {
            let Some(Plot::Forest(forest)) = picture.panels.first().map(|panel| &panel.plot) else { return };
            let key = stem_at(forest, y, height, text_scale()).and_then(|(group, row)| rows.get(group)?.get(row));
            if let Some(key) = key {
                dispatch.emit(Action::Compare(Change::Light(key.clone())));
            }
        })
    };
    let (chosen, onpick) = chosen(gallery);
    // A double click on the means: the two clicks light a policy and no longer.
    let pin = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: MouseEvent| {
            if event.target_dyn_into::<HtmlElement>().is_some_and(|target| target.id() == "means") {
                dispatch.emit(Action::Compare(Change::Pin));
            }
        })
    };
    let chosen = Figure { file: file(gallery, Some(chosen.picture.clone())), ..chosen };
    html! {
        <div class="gallery" ondblclick={pin}>
            { of_means.pickable(*mode, Some(light)) }
            <div class="shown">
                <div class="tabs" role="group" aria-label="Picture">{ for Shown::ALL.map(|shown| tab(gallery, shown)) }</div>
                { chosen.pickable(*mode, Some(onpick)) }
            </div>
            { card(gallery) }
        </div>
    }
}

fn tab(gallery: &Gallery, shown: Shown) -> Html {
    let here = gallery.focus.shown == shown;
    let onclick = gallery.dispatch.reform(move |_: MouseEvent| Action::Compare(Change::Show(shown)));
    html! { <button type="button" class="quiet small" id={format!("show-{}", shown.key())} aria-pressed={here.to_string()} {onclick}>{ shown.name() }</button> }
}

/// The picture that is chosen.
fn chosen(gallery: &Gallery) -> (Figure, Callback<Picked>) {
    let Gallery { findings, focus, .. } = gallery;
    let report = &findings.report;
    let (id, title, hint) = match focus.shown {
        Shown::Sojourn => {
            ("ecdf-sojourn", "Sojourn time", "top: part of the jobs done within this time; bottom: part that takes longer; click a curve")
        }
        Shown::Slowdown => (
            "ecdf-slowdown",
            "Slowdown",
            "sojourn ÷ size, 1: as fast as alone; top: part of the jobs up to it; bottom: above it; click a curve",
        ),
        Shown::Size => ("by-size", "Slowdown by size", "which jobs pay: the small or the large ones?"),
        Shown::Jobs => (
            "job-by-job",
            "Job by job",
            "each dot is a job, placed by its sojourn time under either policy; on the dashed line both are equal; click one: its story",
        ),
    };
    let sight = gallery.sight();
    let job = gallery.job.as_ref().map(|stories| stories.sample);
    let picture = Rc::new(match (focus.shown, focus.pair(report)) {
        (Shown::Sojourn | Shown::Slowdown, _) => {
            let mut picture = distribution(report, quantity(focus.shown), &sight);
            if let Some(job) = job {
                mark_job(&mut picture, report, &findings.closeups, quantity(focus.shown), job);
            }
            picture
        }
        (Shown::Size, _) => slowdown_by_size(report, &findings.closeups, &findings.theory.slowdowns, &sight),
        (Shown::Jobs, Some([a, b])) => job_by_job(report, &findings.closeups, a, b, job),
        (Shown::Jobs, None) => plot::Picture::note("two policies are needed"),
    });
    let table = {
        let (findings, focus, dispatch) = (findings.clone(), focus.clone(), gallery.dispatch.clone());
        Callback::from(move |()| html! { <>{ table(&findings, &focus) }{ differing_jobs(&findings, &focus, &dispatch) }</> })
    };
    let onpick = picked(gallery, picture.clone());
    let figure = Figure {
        id,
        title,
        hint: hint.into(),
        picture: Picture::Plot(picture),
        summary: summary(findings, focus).into(),
        table,
        file: Callback::from(|_| None),
        controls: pair(gallery),
    };
    (figure, onpick)
}

/// Pixels from a curve or a dot that still mean it.
const NEAR: f64 = 18.0;

/// What a click in a picture does: on the name of a policy, or a curve of means, it lights it alone; where there are jobs, one is looked
/// at.
fn picked(gallery: &Gallery, picture: Rc<plot::Picture>) -> Callback<Picked> {
    let (report, closeups) = (gallery.findings.report.clone(), gallery.findings.clone());
    let (focus, dispatch) = (gallery.focus.clone(), gallery.dispatch.clone());
    Callback::from(move |picked: Picked| {
        let called = names(&report.policies.iter().map(|row| row.policy.clone()).collect::<Vec<_>>());
        let position = |name: &str| called.iter().position(|known| known == name);
        let (spot, words) = under(&picture, picked);
        let light = |i: usize| Change::Light(report.policies[i].policy.written().to_owned());
        let line = |place: usize| match &picture.panels.first()?.plot {
            Plot::Lines(lines) => lines.lines.get(place),
            Plot::Multiples(multiples) => multiples.lines.get(place),
            _ => None,
        };
        let change = words.and_then(|name| position(&name)).map(light).or_else(|| {
            let spot = spot.filter(|spot| spot.apart <= NEAR)?;
            let line = line(spot.line)?;
            let (x, y) = *line.points.get(spot.point)?;
            match (focus.shown, &picture.panels.first()?.plot) {
                (Shown::Sojourn | Shown::Slowdown, Plot::Lines(_)) => {
                    let sought = Sought::Nearest(position(&line.name)?, quantity(focus.shown), x);
                    Some(Change::Job(OfJob::Look(sought)))
                }
                (Shown::Jobs, Plot::Lines(_)) => {
                    let [a, b] = focus.pair(&report)?;
                    let of = |policy: usize| closeups.closeups.get(policy).map(|closeup| closeup.sojourn.iter().copied());
                    let sample = of(a)?.zip(of(b)?).position(|job| job == (x, y))?;
                    Some(Change::Job(OfJob::Look(Sought::Sample(sample))))
                }
                _ => position(&line.name).map(light),
            }
        });
        if let Some(change) = change {
            dispatch.emit(Action::Compare(change));
        }
    })
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
            html! { <option value={key(i)} selected={i == pair[side]} disabled={i == other}>{ report.policies[i].policy.name() }</option> }
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
        (row.policy.name(), cells.to_vec())
    };
    shown(sheet(["Policy", "Mean", "± 95 %", "Theory"], &report.policies.iter().map(row).collect::<Vec<_>>()))
}
