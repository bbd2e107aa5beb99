//! What came out: pictures and tables of whatever figures the world has.

use crate::chart::Mode;
use crate::experiment::{Column, PolicyReport, Report};
use crate::page::format;
use crate::page::world::Change;
use crate::pictures::{Quantity, Sight, distribution, looks, means, names};
use crate::plot::{self, Axis, Bar, Bars, Look, Series};
use crate::web::canvas::Picture;
use crate::web::export::Format;
use crate::web::figure::{self, Figure};
use crate::web::kept::{Disclosure, kept};
use crate::web::markup::{markup, sheet, shown};
use crate::web::policies::stroke;
use crate::web::table::{self, quantiles, table};
use schedscope_engine::registry::Choice;
use schedscope_engine::world::{Better, ColumnKind, Unit};
use std::rc::Rc;
use yew::prelude::*;

/// The results.
pub fn results(report: &Rc<Report>, quantity: Quantity, mode: Mode, change: &Callback<Change>) -> Html {
    let (report, change) = (report.clone(), change.clone());
    kept((Rc::as_ptr(&report), quantity, mode), move || everything(&report, quantity, mode, &change))
}

fn everything(report: &Rc<Report>, quantity: Quantity, mode: Mode, change: &Callback<Change>) -> Html {
    let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let (names, looks) = (names(&policies), looks(&policies));
    let subjects = || names.iter().map(String::as_str).zip(looks.iter().copied());
    let of_jobs = report.policies.iter().any(|row| row.jobs.is_some());
    let figures = headed(report).filter(|_| !of_jobs).map(|column| bars(report, column, &names, &looks));
    let more = {
        let (report, names, looks) = (report.clone(), names.clone(), looks.clone());
        Callback::from(move |()| all(&report, &names, &looks, mode))
    };
    html! {
        <>
            if of_jobs {
                { jobs(report, quantity, mode, change) }
            } else {
                <div class="charts">{ for figures.map(|figure| figure.view(mode)) }</div>
            }
            { table("world-table", report, subjects(), &short(report), mode) }
            <Disclosure class="numbers" label="All figures" view={more} summary={html! { <summary class="small">{ "More figures" }</summary> }} />
        </>
    }
}

/// Columns of a world that stand in short tables.
fn headed(report: &Report) -> impl Iterator<Item = &'static Column> {
    Column::all(report.scenario.kind()).iter().filter(|column| column.heading.is_some())
}

/// The means, and the distribution that is chosen.
fn jobs(report: &Rc<Report>, quantity: Quantity, mode: Mode, change: &Callback<Change>) -> Html {
    let tab = |of: Quantity, name: &'static str| {
        let onclick = change.reform(move |_: MouseEvent| Change::Show(of));
        html! { <button type="button" class="quiet small" aria-pressed={(quantity == of).to_string()} {onclick}>{ name }</button> }
    };
    let (id, title, hint) = match quantity {
        Quantity::Sojourn => ("ecdf-sojourn", "Sojourn time", "fraction of the jobs that take at most this long"),
        Quantity::Slowdown => ("ecdf-slowdown", "Slowdown", "sojourn ÷ time alone"),
    };
    let mean = picture(report, "means", "Mean sojourn time", "from arrival to completion", means(report, &format::short));
    let numbers = {
        let report = report.clone();
        Callback::from(move |()| {
            let names = report.policies.iter().map(|row| row.policy.row().name);
            let cells = |values: Vec<f64>| values.into_iter().map(format::short).collect();
            let rows: Vec<_> = quantiles(&report, quantity).into_iter().map(|(head, values)| (head, cells(values))).collect();
            shown(sheet(std::iter::once("Of the jobs … at most").chain(names), &rows))
        })
    };
    let distribution = Figure { table: numbers, ..picture(report, id, title, hint, distribution(report, quantity, &Sight::default())) };
    html! {
        <div class="gallery">
            { mean.view(mode) }
            <div class="shown">
                <div class="tabs" role="group" aria-label="Picture">
                    { tab(Quantity::Sojourn, "Sojourn") }
                    { tab(Quantity::Slowdown, "Slowdown") }
                </div>
                { distribution.view(mode) }
            </div>
        </div>
    }
}

/// A figure of every policy as bars.
fn bars(report: &Rc<Report>, column: &'static Column, names: &[String], looks: &[Look]) -> Figure {
    let series = report.policies.iter().zip(names).zip(looks).map(|((row, name), look)| Series {
        name: name.clone(),
        look: *look,
        values: vec![column.of_policy(row).map(|value| Bar { value, range: None })],
    });
    let y = Axis::linear(column.title.clone());
    let bars = Bars { x_title: String::new(), y, names: vec![String::new()], series: series.collect(), level: None };
    let picture = plot::Picture::single("", bars);
    self::picture(report, &column.title, column.heading.unwrap_or_default(), &column.about, picture)
}

/// A picture with its numbers, and all figures of the report as its files.
fn picture(report: &Rc<Report>, id: &'static str, title: &'static str, hint: &'static str, picture: plot::Picture) -> Figure {
    let picture = Rc::new(picture);
    let rows = picture.clone();
    let report = report.clone();
    Figure {
        id,
        title,
        hint: hint.into(),
        picture: Picture::Plot(picture),
        summary: format!("{title}: {hint}. The table below has the numbers.").into(),
        table: Callback::from(move |()| figure::table(&rows)),
        file: Callback::from(move |format| match format {
            Format::Csv => Some(csv(&report)),
            _ => serde_json::to_string_pretty(&*report).ok(),
        }),
        controls: Html::default(),
    }
}

/// How a value of a column is written.
fn written(column: &Column) -> fn(f64) -> String {
    match (column.kind, column.unit) {
        (ColumnKind::Truth, _) => |x| if x == 0.0 { "no" } else { "yes" }.to_owned(),
        (ColumnKind::Whole, _) => |x| format::whole(x as u64),
        (ColumnKind::Real, Unit::Fraction) => format::percent,
        (ColumnKind::Real, _) => |x| format::digits(x, 4),
    }
}

/// What a column is measured in, in words.
const fn unit(column: &Column) -> &'static str {
    match column.unit {
        Unit::Seconds => " (s)",
        Unit::Jobs => " (jobs)",
        Unit::One | Unit::Fraction | Unit::Time => "",
    }
}

/// The columns of the short table.
fn short(report: &Report) -> Vec<table::Column> {
    let kind = report.scenario.kind();
    let new = |column: &'static Column, name: String, title: String, value: table::Value| table::Column {
        name,
        title,
        hint: &column.about,
        value,
        show: written(column),
        ranked: column.better == Better::Less,
    };
    let plain = |column: &'static Column, title: &str| {
        new(column, column.title.clone(), title.to_owned(), Box::new(|row: &PolicyReport| column.of_policy(row)))
    };
    let mean = Column::find(kind, "mean_sojourn").map(|column| plain(column, "Mean sojourn"));
    let half = Column::find(kind, "mean_sojourn_ci95").map(|column| table::Column { ranked: false, ..plain(column, "± 95 %") });
    let classes = report.policies.first().map(PolicyReport::classes).unwrap_or_default();
    let by_class = classes.iter().flat_map(|class| {
        let (number, name) = (class.class, class.name.clone());
        kind.by_class().iter().filter_map(move |(title, heading)| {
            let column = Column::find(kind, title)?;
            let value: table::Value = Box::new(move |row| column.of_class(row.class(number)?));
            Some(new(column, format!("{title}_{name}"), heading.replace("{}", &name), value))
        })
    });
    let headed = headed(report).map(|column| plain(column, column.heading.unwrap_or_default()));
    let known = |column: &table::Column| report.policies.iter().any(|row| (column.value)(row).is_some());
    mean.into_iter().chain(half).chain(by_class).chain(headed).filter(known).collect()
}

/// All figures, one row each, one column a policy.
fn all(report: &Report, names: &[String], looks: &[Look], mode: Mode) -> Html {
    shown(markup! {
        table id="world-figures" {
            thead { tr { th scope="col" { "Figure" } @for (name, look) in names.iter().zip(looks) { th scope="col" { (stroke(*look, mode)) (name) } } } }
            tbody {
                @for column in Column::all(report.scenario.kind()) {
                    tr {
                        th scope="row" { span.hinted title=(column.about) { (column.title) (unit(column)) } }
                        @for row in &report.policies {
                            @let value = column.of_policy(row);
                            td data-value=[value] { (value.map_or_else(|| "–".to_owned(), written(column))) }
                        }
                    }
                }
            }
        }
    })
}

/// All figures as CSV, under the command line's names.
fn csv(report: &Report) -> String {
    let columns = || Column::all(report.scenario.kind()).iter();
    let line = |first: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = std::iter::once(first.to_owned()).chain(cells).map(|text| figure::cell(&text)).collect();
        cells.join(",") + "\n"
    };
    let row = |row: &PolicyReport| {
        let cell = |column: &Column| column.of_policy(row).map(|value| column.write(value)).unwrap_or_default();
        line(row.policy.written(), &mut columns().map(cell))
    };
    let rows: String = report.policies.iter().map(row).collect();
    line("policy", &mut columns().map(|column| column.title.clone())) + &rows
}
