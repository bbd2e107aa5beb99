//! A sweep as one page for a browser: nothing on it comes from elsewhere.

use super::table::significant;
use crate::cli::sweep::{counted, looked_at};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use schedscope_chart::{self as chart, ChartError, Mode, Theme};
use schedscope_core::experiment::sweep::{CellResult, Manifest, Recorded, Survey, SweepRow, axis_text};
use schedscope_core::experiment::{Column, SystemKind};
use schedscope_core::pictures::sweep_pictures;
use schedscope_core::plot::Picture;

const STYLE: &str = include_str!("page.css");
/// Most pictures on a page.
const PICTURES: usize = 24;
/// Most rows of the table: a browser takes long for more.
const ROWS: usize = 2000;

/// The page of what there is of a sweep, with what its scenarios warn of and in how many cells.
pub fn sweep_page(manifest: &Manifest, recorded: &Recorded, survey: &Survey) -> Result<String, ChartError> {
    let sweep = &manifest.sweep;
    let (pictures, of) = sweep_pictures(sweep, &recorded.results, PICTURES);
    let title = match &sweep.names().collect::<Vec<_>>()[..] {
        [] => "A sweep of one cell".to_owned(),
        names => format!("A sweep over {}", names.join(" × ")),
    };
    let misled = recorded.results.values().filter(|result| result.misleads(sweep.scenario.kind())).count();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p class="note" { "Written by " (manifest.program) " " (manifest.version) "." }
                (facts(manifest))
                @if (recorded.results.len() as u64) < manifest.cells {
                    p class="warning" { "Only " (recorded.results.len()) " of " (counted(manifest.cells)) " are finished so far." }
                }
                @for (warning, cells) in &survey.warnings {
                    p class="warning" { "In " (cells) " of " (looked_at(survey, manifest.cells)) ": " (warning) "." }
                }
                @if misled > 0 {
                    p class="warning" {
                        "In " (misled) " of " (counted(manifest.cells)) " a single job or replication decides a mean (marked !): compare medians there."
                    }
                }
                @if !pictures.is_empty() { h2 { "Pictures" } }
                div class="pictures" { @for picture in &pictures { (figure(picture)?) } }
                @if of > pictures.len() { p class="note" { "The first " (pictures.len()) " of " (of) " pictures; results.csv has all numbers." } }
                h2 { "Results" }
                (table(manifest, recorded))
                p class="note" {
                    "Mean sojourn times with 95 % intervals over replications (Student's t); intervals of ratios and quantiles by bootstrap over \
                     replications, paired for ratios; quantiles of all jobs of all replications. All policies of a cell run on the same jobs, and all \
                     cells draw from the same streams of random numbers. More columns are in results.csv and results.parquet."
                }
            }
        }
    };
    Ok(page.into_string())
}

/// What was asked.
fn facts(manifest: &Manifest) -> Markup {
    let sweep = &manifest.sweep;
    let scenario = &sweep.scenario;
    let world = scenario.kind();
    let replications = match &sweep.until {
        None => scenario.replications.to_string(),
        Some(until) => format!(
            "{} and then {} more at a time, until all intervals are within {} % of the mean or there are {}",
            scenario.replications,
            until.batch,
            until.half_width * 100.0,
            until.max
        ),
    };
    let common = scenario.to_toml();
    html! {
        dl {
            dt { "world" } dd { (world) }
            dt { "policies" } dd { (scenario.policies.join(", ")) }
            dt { "cells" } dd { (manifest.cells) }
            dt { "replications" } dd { (replications) }
            dt { "seed" } dd { (scenario.seed) }
            @if scenario.file().is_some() {
                @for input in &manifest.inputs { dt { "file" } dd { (input.path) " (" (input.bytes) " bytes, CRC-32 " (input.crc32) ")" } }
            }
            @for dimension in &sweep.dimensions {
                dt { (dimension.names.join(", ")) }
                dd { (dimension.points.iter().map(|point| point.iter().map(axis_text).collect::<Vec<_>>().join(", ")).collect::<Vec<_>>().join(" · ")) }
            }
        }
        details { summary { "Common to all cells" } pre { (common) } }
    }
}

/// A picture for either ground; the browser shows the one that fits.
fn figure(picture: &Picture) -> Result<Markup, ChartError> {
    let (width, height) = picture.size();
    let draw = |mode| chart::svg((width, height), Theme::of(mode), |pen| chart::picture(pen, picture));
    let (light, dark) = (draw(Mode::Light)?, draw(Mode::Dark)?);
    Ok(html! {
        figure role="img" aria-label=(picture.title) class=[(picture.panels.len() > 1).then_some("broad")] {
            div class="light" { (PreEscaped(light)) }
            div class="dark" { (PreEscaped(dark)) }
        }
    })
}

/// A column of the table: its title, the column with the value, and those with the ends of its interval.
struct Shown {
    title: String,
    value: String,
    ends: [String; 2],
}

/// What the table shows of a world.
fn shown(world: SystemKind) -> Vec<Shown> {
    let named = [("replications", "replications"), ("MST", "mean_sojourn"), ("median", "median_sojourn"), ("p95", "p95_sojourn")];
    let named = named.into_iter().chain([("p99", "p99_sojourn")]).map(|(title, value)| (title.to_owned(), value.to_owned()));
    let name = |key: &str| world.rows().iter().find(|row| row.key == key).map_or_else(String::new, |row| row.name.to_owned());
    let ratios = world.references().iter().map(|key| (format!("MST ÷ {}", name(key)), format!("ratio_{key}")));
    let first = ("MST ÷ the first".to_owned(), "ratio_first".to_owned());
    let own = Column::all(world).iter().filter_map(|column| Some((column.heading?.to_owned(), column.title.clone())));
    let all = named.chain(ratios).chain([first]).chain(own);
    all.map(|(title, value)| Shown { title, ends: ["low", "high"].map(|end| format!("{value}_{end}")), value }).collect()
}

fn table(manifest: &Manifest, recorded: &Recorded) -> Markup {
    let sweep = &manifest.sweep;
    let place = |title: &str| Column::all(sweep.scenario.kind()).iter().position(|column| column.title == title);
    let value = |row: &SweepRow, title: &str| place(title).and_then(|place| row.values[place]);
    let rows = || recorded.results.values().flat_map(|result| result.rows.iter().map(move |row| (result, row)));
    let all = shown(sweep.scenario.kind());
    let shown: Vec<&Shown> = all.iter().filter(|shown| rows().any(|(_, row)| value(row, &shown.value).is_some())).collect();
    let classed = rows().any(|(_, row)| row.class.is_some());
    let count = rows().count();
    let cells = |(result, row): (&CellResult, &SweepRow)| {
        html! {
            tr {
                @for point in sweep.point(result.cell) { td { (axis_text(point)) } }
                td class="word" { (row.policy) }
                @if classed { td class="word" { (row.class.as_deref().unwrap_or_default()) } }
                @for shown in &shown {
                    td {
                        (text(value(row, &shown.value)))
                        @if shown.value == "mean_sojourn" {
                            @if let Some(half) = value(row, "mean_sojourn_ci95") { " ± " (significant(half, 2)) }
                            @if value(row, "mean_misleads") == Some(1.0) { span class="warning" title="a single job or replication decides this mean" { " !" } }
                        }
                        @if let Some([Some(low), Some(high)]) = Some(shown.ends.each_ref().map(|end| value(row, end))) {
                            @if low < high { span class="note" { " " (significant(low, 3)) " … " (significant(high, 3)) } }
                        }
                    }
                }
            }
        }
    };
    html! {
        div class="wide" {
            table {
                thead {
                    tr {
                        @for name in sweep.names() { th { (name) } }
                        th class="word" { "policy" }
                        @if classed { th class="word" { "class" } }
                        @for shown in &shown { th { (shown.title) } }
                    }
                }
                tbody { @for row in rows().take(ROWS) { (cells(row)) } }
            }
        }
        @if count > ROWS { p class="note" { "The first " (ROWS) " of " (count) " rows; results.csv has all." } }
    }
}

fn text(value: Option<f64>) -> String {
    value.map_or_else(String::new, |x| if x.fract() == 0.0 && x.abs() < 1e6 { x.to_string() } else { significant(x, 4) })
}
