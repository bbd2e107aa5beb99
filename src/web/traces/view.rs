//! The view.

use super::facts::{arrivals_picture, facts, sizes_picture};
use super::table;
use super::zone::FileZone;
use crate::web::canvas::Picture;
use crate::web::environment::now;
use crate::web::export::Format;
use crate::web::figure::{Figure, csv};
use crate::web::files::fetched;
use crate::web::files::{keep, written};
use crate::web::kept::kept;
use crate::web::markup::{Markup, markup, sheet, shown};
use schedscope::workload::{Job, Synthetic};
use schedscope::world::FileFormat;
use schedscope_chart::Mode;
use schedscope_core::experiment::{Survey, SystemKind, capital};
use schedscope_core::plot;
use schedscope_state::file::Reads;
use schedscope_state::format;
use schedscope_state::state::{Action, State};
use schedscope_state::traces::{Change, Kept, Traces};
use schedscope_state::view::View;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// The view.
pub fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    let (traces, mode) = (&state.traces, state.mode());
    let zone = FileZone {
        reads: Reads::Jobs,
        name: traces.file.as_ref().map(|file| file.name.clone()),
        present: traces.file.is_some(),
        complaint: traces.complaint(),
        onunload: dispatch.reform(|_| Action::Traces(Change::Unload)),
        leads: false,
        dispatch,
    };
    let state = match (&traces.file, &traces.survey) {
        _ if traces.refused.is_some() => "error",
        (None, _) => "empty",
        (Some(_), None) => "running",
        (Some(_), Some(Ok(_))) => "done",
        (Some(_), Some(Err(_))) => "error",
    };
    html! {
        <main class="view traces" data-state={state}>
            <section class="controls" aria-label="File">
                <h2>{ "A file of jobs" }</h2>
                { zone.view() }
                { kept_since(traces, dispatch) }
                { table::paste(dispatch) }
                if traces.table.is_none() {
                    { formats() }
                }
            </section>
            <section class="results-column" aria-label="What the file contains">
                { match &traces.survey {
                    _ if traces.table.is_some() => table::view(traces.table.as_ref(), dispatch),
                    Some(Ok(survey)) => {
                        let columns = traces.file.as_ref().and_then(|file| file.columns.clone());
                        let (survey, dispatch) = (survey.clone(), dispatch.clone());
                        kept((Rc::as_ptr(&survey), mode), move || contents(&survey, columns.as_deref(), mode, &dispatch))
                    }
                    Some(Err(_)) => html! { <p class="verdict">{ "Correct the lines named beside it to use the file." }</p> },
                    None if traces.file.is_some() => html! { <p class="verdict" role="status">{ "Reading …" }</p> },
                    None => empty(dispatch),
                } }
            </section>
        </main>
    }
}

/// What is said while there is no file.
fn empty(dispatch: &Callback<Action>) -> Html {
    let onclick = {
        let dispatch = dispatch.clone();
        move |_: MouseEvent| {
            if let Some(file) = sample() {
                dispatch.emit(Action::File(keep(file)));
            }
        }
    };
    html! {
        <>
            { shown(markup! {
                p.verdict { "Drop a file here to see what it contains before simulating it." }
                p.hint { "Each line gives the arrival and size of one job: a table of your own (.csv), or a trace in one of the formats beside. No file at hand?" }
            }) }
            <div class="use">
                <button type="button" class="primary" id="sample" {onclick}>{ format!("Load a sample of {SAMPLE} jobs") }</button>
                { real(dispatch) }
            </div>
            <p class="hint small">{ "The real trace is a day of a Hadoop cluster of Facebook, pieced together from sampled hours: from the SWIM project (© 2011 Regents of the University of California, New BSD licence): " }<a href="traces/SWIM-LICENSE.txt">{ "its licence" }</a>{ "." }</p>
        </>
    }
}

/// Where a real trace is, beside the page, and what its file is called.
const REAL: (&str, &str) = ("traces/facebook-2009.tsv", "facebook-2009.tsv");

/// Offers a real trace, which is fetched when it is wanted.
fn real(dispatch: &Callback<Action>) -> Html {
    let dispatch = dispatch.clone();
    let onclick = move |_: MouseEvent| {
        let dispatch = dispatch.clone();
        spawn_local(async move {
            let (address, name) = REAL;
            match fetched(address).await.and_then(|text| written(name, &text)) {
                Some(file) => dispatch.emit(Action::File(keep(file))),
                None => {
                    let why = format!("{name} could not be loaded. Check the connection and try again.");
                    dispatch.emit(Action::Traces(Change::Refused(why)));
                }
            }
        });
    };
    html! { <button type="button" class="quiet button" id="real-trace" {onclick}>{ "A real trace: Facebook 2009" }</button> }
}

/// Since when the browser keeps the file, and a way to end that.
fn kept_since(traces: &Traces, dispatch: &Callback<Action>) -> Html {
    match traces.kept {
        Kept::Since(since) => html! {
            <p class="kept small muted" id="kept">
                { format!("Kept in this browser since {}. ", since.said(now())) }
                <button type="button" class="quiet" id="file-forget" onclick={dispatch.reform(|_: MouseEvent| Action::Traces(Change::Forget))}>{ "Do not keep it" }</button>
            </p>
        },
        Kept::Refused => {
            html! { <p class="kept small muted" id="kept">{ "This browser does not keep the file: after a reload it has to be chosen again." }</p> }
        }
        Kept::Forgotten => {
            html! { <p class="kept small muted" id="kept">{ "No longer kept: after a reload it has to be chosen again." }</p> }
        }
        Kept::No => html! {},
    }
}

/// Jobs of the sample.
const SAMPLE: u32 = 300;

/// A file of jobs with a heavy tail and wrong estimates.
fn sample() -> Option<File> {
    let workload = Synthetic { count: SAMPLE, shape: 0.5, ..Synthetic::default() }.generate(1, 0).expect("legal parameters");
    let row = |job: &Job| format!("{},{},{},{}\n", job.id, job.arrival, job.size, job.estimate);
    let text = format!("id,arrival,size,estimate\n{}", workload.jobs().iter().map(row).collect::<String>());
    written("sample.csv", &text)
}

/// What can be read.
fn formats() -> Html {
    const FORMATS: [(&str, &str); 6] = [
        (
            ".csv",
            "Jobs: a header id,arrival,size and, if you like, estimate,weight; one job a line. Of any other table you say which column is what; names such as submit, runtime, req_time are known. In the cluster, after: ids of the jobs it waits for, with ; between; or instead of size maps and reduces: seconds of each task, with ; between.",
        ),
        (".tsv", "SWIM: name, submission, gap, bytes of input, shuffle and output, separated by tabs."),
        (".swf", "Standard Workload Format of the Parallel Workloads Archive: 18 columns, comments begin with a semicolon."),
        (".tr", "Tasks: submission, number of tasks, their mean duration, the duration of each."),
        (".jhist", "Hadoop: the job history of one job, or of several one after the other, as text."),
        (".json", "WfCommons (WfFormat 1.3 to 1.5): a scientific workflow, for the cluster; each task waits for its parents."),
    ];
    shown(markup! { dl.formats.small { @for (name, what) in FORMATS { dt { (name) } dd { (what) } } } })
}

/// What a file contains, which was made from a table if `columns` say how.
fn contents(survey: &Rc<Survey>, columns: Option<&str>, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let timed = columns.is_some();
    let [sizes, arrivals] = [sizes_picture(survey, timed), arrivals_picture(survey, timed)].map(Rc::new);
    let file = |picture: &Rc<plot::Picture>| {
        let (picture, survey) = (picture.clone(), survey.clone());
        Callback::from(move |format| match format {
            Format::Csv => Some(csv(&picture)),
            _ => serde_json::to_string_pretty(&*survey).ok(),
        })
    };
    let (half, tail) = (survey.clone(), survey.clone());
    let quantile = |survey: &Survey, p: f64| survey.sizes.steps.iter().find(|(_, q)| *q >= p).map_or(f64::NAN, |(size, _)| *size);
    let figures = [
        Figure {
            id: "trace-sizes",
            title: "Sizes",
            hint: "fraction of jobs above each size; a straight line downwards is a heavy tail".into(),
            file: file(&sizes),
            picture: Picture::Plot(sizes),
            summary: format!(
                "Sizes of jobs. Half are larger than {}, 1 % are larger than {}, and the largest is {}.",
                format::short(survey.median),
                format::short(quantile(survey, 0.99)),
                format::short(survey.largest)
            )
            .into(),
            table: Callback::from(move |()| {
                pairs(
                    "Of the jobs … at most",
                    "Size",
                    [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0].map(|p| (format::percent(p), quantile(&half, p))),
                )
            }),
            controls: html! {},
        },
        Figure {
            id: "trace-arrivals",
            title: "Arrivals",
            hint: "jobs in each of 120 equal intervals: bursts are peaks".into(),
            file: file(&arrivals),
            picture: Picture::Plot(arrivals),
            summary: format!(
                "Arrivals over time: between {} and {} jobs in each of {} equal intervals.",
                survey.counts.iter().min().unwrap_or(&0),
                survey.counts.iter().max().unwrap_or(&0),
                survey.counts.len()
            )
            .into(),
            table: Callback::from(move |()| {
                let twelfth = |chunk: &[u32]| f64::from(chunk.iter().sum::<u32>());
                let rows = tail.counts.chunks(tail.counts.len().div_ceil(12).max(1)).enumerate();
                pairs("Twelfth of the time", "Jobs", rows.map(|(i, chunk)| (format::whole(i as u64 + 1), twelfth(chunk))))
            }),
            controls: html! {},
        },
    ];
    let use_in = |view: View, id: &'static str, class: &'static str, words: &'static str| {
        html! { <button type="button" {class} {id} onclick={dispatch.reform(move |_: MouseEvent| Action::UseFile(view))}>{ words }</button> }
    };
    let some = if survey.jobs > survey.stretch.jobs.len() as u64 { "20 of them in Watch" } else { "in Watch" };
    // Jobs wait for each other in the cluster alone.
    let waits = survey.format == FileFormat::Wfcommons;
    // What a datacenter runs are tasks.
    let has_tasks = matches!(survey.format, FileFormat::Tr | FileFormat::Swf | FileFormat::Hadoop);
    html! {
        <>
            <p class="verdict" role="status">{ format!("{} to simulate.", format::counted(survey.jobs, "job", "jobs")) }</p>
            <div class="use">
                if waits {
                    { use_in(View::Watch(SystemKind::Cluster), "use-cluster", "primary", "Use it in Cluster") }
                    { use_in(View::Watch(SystemKind::Ordering), "use-order", "quiet button", "in Order") }
                } else {
                    { use_in(View::Compare(SystemKind::Server), "use-compare", "primary", "Use it in Compare") }
                    { use_in(View::default(), "use-watch", "quiet button", some) }
                    { use_in(View::Sweep(SystemKind::Server), "use-sweep", "quiet button", "in Sweep") }
                    { use_in(View::Watch(SystemKind::Cluster), "use-cluster", "quiet button", "in Cluster") }
                }
                if has_tasks {
                    { use_in(View::Watch(SystemKind::Datacenter), "use-datacenter", "quiet button", "in Datacenter") }
                }
            </div>
            { shown(markup! {
                @for warning in survey.warnings() { p.warning.small { (warning) } }
                dl.facts { @for (name, value) in facts(survey, columns) { div { dt { (name) } dd { (value) } } } }
                (left_out(survey))
            }) }
            <div class="charts">{ for figures.map(|figure| figure.view(mode)) }</div>
        </>
    }
}

/// What of the file is not read, and why.
fn left_out(survey: &Survey) -> Markup {
    markup! {
        @if !survey.left_out.is_empty() {
            ul.skipped.small { @for told in survey.left_out.told() { li { (capital(&told)) } } }
        }
    }
}

/// A table of two columns.
fn pairs(first: &'static str, second: &'static str, rows: impl IntoIterator<Item = (String, f64)>) -> Html {
    let rows: Vec<_> = rows.into_iter().map(|(name, value)| (name, vec![format::short(value)])).collect();
    shown(sheet([first, second], &rows))
}
