//! What flows take under all policies: distributions, means, tails, and a table.

use crate::web::canvas::Picture;
use crate::web::export::Format;
use crate::web::figure::{self, Figure};
use crate::web::kept::kept;
use crate::web::markup::{sheet, shown as written};
use crate::web::panes::Pane;
use crate::web::table::{Column, FRACTIONS, table};
use schedscope::metrics::Ecdf;
use schedscope::network::{Figures, Plan};
use schedscope::registry::Choice;
use schedscope_chart::Mode;
use schedscope_core::experiment::{PolicyReport, Report};
use schedscope_core::pictures::network::{fct_distribution, fct_means, fct_tails};
use schedscope_core::pictures::{looks, names};
use schedscope_core::plot;
use schedscope_state::format;
use schedscope_state::network::{Class, Network, Replay};
use schedscope_state::stage::{Change, Played};
use std::rc::Rc;
use yew::prelude::*;

/// Draws a pane of an answer, with the class of flows that is shown.
type Draw = fn(&Rc<Replay>, Option<u8>, Mode, &Callback<Change<Network>>) -> Html;

/// Table and pictures, which do not move with the clock.
pub fn panes(network: &Played<Network>, shown: &Rc<Replay>, mode: Mode, change: &Callback<Change<Network>>) -> Vec<Pane> {
    let (class, change) = (network.own, change.clone());
    let still = |view: Draw| {
        let (shown, change) = (shown.clone(), change.clone());
        kept((Rc::as_ptr(&shown), class, mode), move || view(&shown, class, mode, &change))
    };
    vec![
        Pane { key: "numbers", title: "Numbers", view: still(|shown, _, mode, _| numbers(&shown.report, mode)) },
        Pane { key: "distribution", title: "Distribution", view: still(distribution) },
        Pane { key: "means", title: "Means and tails", view: still(|shown, _, mode, _| means(shown, mode)) },
    ]
}

/// Means, and beside them the values that one in a hundred exceeds.
fn means(shown: &Rc<Replay>, mode: Mode) -> Html {
    let hint = "flow completion time ÷ ideal; of workflows, latency ÷ latency alone";
    html! {
        <div class="fct">
            { picture(shown, "fct-means", "Means", hint, fct_means(&shown.report)).view(mode) }
            { picture(shown, "fct-tails", "One in a hundred", "the 99th percentile of the same", fct_tails(&shown.report)).view(mode) }
        </div>
    }
}

/// A picture with its numbers.
fn picture(shown: &Rc<Replay>, id: &'static str, title: &'static str, hint: &'static str, picture: plot::Picture) -> Figure {
    let picture = Rc::new(picture);
    let (rows, data, shown) = (picture.clone(), picture.clone(), shown.clone());
    Figure {
        id,
        title,
        hint: hint.into(),
        picture: Picture::Plot(picture),
        summary: format!("{title}: {hint}. The table below has the numbers.").into(),
        table: Callback::from(move |()| figure::table(&rows)),
        file: Callback::from(move |format| match format {
            Format::Csv => Some(figure::csv(&data)),
            _ => serde_json::to_string_pretty(&shown.report).ok(),
        }),
        controls: Html::default(),
    }
}

/// The distribution of one class of flows, or of all.
fn distribution(shown: &Rc<Replay>, class: Option<u8>, mode: Mode, change: &Callback<Change<Network>>) -> Html {
    let report = &shown.report;
    let classes: Vec<(Option<u8>, String)> =
        report.policies.first().map(PolicyReport::classes).unwrap_or_default().iter().map(|of| (Some(of.class), of.name.clone())).collect();
    // A class may not occur any more.
    let class = class.filter(|class| classes.iter().any(|(of, _)| *of == Some(*class)));
    let tab = |(of, name): (Option<u8>, String)| {
        let onclick = change.reform(move |_: MouseEvent| Change::Own(Class(of)));
        html! { <button type="button" class="quiet small" key={name.clone()} aria-pressed={(class == of).to_string()} {onclick}>{ name }</button> }
    };
    let table = {
        let shown = shown.clone();
        Callback::from(move |()| quantiles(&shown.report, class))
    };
    let hint = "fraction of the flows that take at most so many times their ideal";
    let figure = picture(shown, "fct-ecdf", "Flow completion time ÷ ideal", hint, fct_distribution(report, class));
    let controls = html! {
        <div class="tabs" role="group" aria-label="Class of flows">{ for std::iter::once((None, "all".to_owned())).chain(classes).map(tab) }</div>
    };
    Figure { table, controls, ..figure }.view(mode)
}

/// What these fractions of the flows take at most under each policy.
fn quantiles(report: &Report, class: Option<u8>) -> Html {
    let ecdf = |row: &PolicyReport| -> Option<Ecdf> {
        let figures = if let Some(class) = class { row.class(class) } else { row.figures() };
        figures.map(|figures| figures.slowdown_ecdf.clone())
    };
    let ecdfs: Vec<Option<Ecdf>> = report.policies.iter().map(ecdf).collect();
    let at = |ecdf: &Option<Ecdf>, p: f64| {
        let value = ecdf.as_ref().and_then(|ecdf| ecdf.steps.iter().find(|(_, q)| *q >= p).or(ecdf.steps.last()));
        value.map_or_else(|| "–".to_owned(), |(x, _)| format::short(*x))
    };
    let row = |p: &f64| (format!("{} %", format::plain((1000.0 * p).round() / 10.0)), ecdfs.iter().map(|ecdf| at(ecdf, *p)).collect());
    let names = report.policies.iter().map(|row| row.policy.row().name);
    written(sheet(std::iter::once("Of the flows … at most").chain(names), &FRACTIONS.iter().map(row).collect::<Vec<_>>()))
}

fn of_network(name: &str, title: &str, hint: &'static str, value: fn(&Figures) -> Option<f64>, show: fn(f64) -> String) -> Column {
    let value = Box::new(move |row: &PolicyReport| row.own::<Plan>().and_then(|own| value(&own.network)));
    Column { name: name.to_owned(), title: title.to_owned(), hint, value, show, ranked: name != "link_use_max" && name != "replicas" }
}

/// The table of figures by policy.
fn numbers(report: &Report, mode: Mode) -> Html {
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks) = (names(&policies), looks(&policies));
    let classes: Vec<(u8, String)> =
        report.policies.first().map(PolicyReport::classes).unwrap_or_default().iter().map(|of| (of.class, of.name.clone())).collect();
    let p99 = |(class, name): (u8, String)| Column {
        name: format!("p99_slowdown_{name}"),
        title: format!("p99 {name}"),
        hint: "99 % of the flows of this class take at most so many times their ideal",
        value: Box::new(move |row: &PolicyReport| row.class(class).map(|figures| figures.p99_slowdown)),
        show: format::short,
        ranked: true,
    };
    let mean = Column {
        name: "mean_sojourn".to_owned(),
        title: "Mean FCT".to_owned(),
        hint: "Mean flow completion time of all flows",
        value: Box::new(PolicyReport::mean_sojourn),
        show: format::short,
        ranked: true,
    };
    let own = [
        of_network(
            "mean_slowdown_short",
            "FCT ÷ ideal, short",
            "Mean flow completion time ÷ ideal of short flows",
            |f| f.mean_slowdown_short,
            format::short,
        ),
        of_network("mean_slowdown_long", "long", "The same of long flows", |f| f.mean_slowdown_long, format::short),
        of_network("mean_slowdown", "all", "The same of all flows", |f| f.mean_slowdown, format::short),
    ];
    let last = [
        of_network(
            "workflow_latency_mean",
            "Workflow latency",
            "Mean time from the arrival of a workflow to its last completion",
            |f| f.workflow_latency_mean,
            format::short,
        ),
        of_network(
            "workflow_slowdown_mean",
            "÷ alone",
            "Mean of that ÷ the same of the workflow alone",
            |f| f.workflow_slowdown_mean,
            format::short,
        ),
        of_network(
            "link_use_max",
            "Busiest link",
            "Part of its capacity that the busiest link uses, over time",
            |f| Some(f.link_use_max),
            format::percent,
        ),
        of_network(
            "replicas",
            "Replicas",
            "Replicas of short flows that were sent",
            |f| Some(f.replicas as f64).filter(|x| *x > 0.0),
            |x| format::whole(x as u64),
        ),
    ];
    let columns = own.into_iter().chain(classes.into_iter().map(p99)).chain([mean]).chain(last);
    let columns: Vec<Column> = columns.filter(|column| report.policies.iter().any(|row| (column.value)(row).is_some())).collect();
    table("network-table", report, names.iter().map(String::as_str).zip(looks), &columns, mode)
}
