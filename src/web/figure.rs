//! A picture with all that belongs to it: its title, ways to keep it, and its numbers.

use super::canvas::{Canvas, Drag, Picked, Picture};
use super::export::{Format, menu};
use super::kept::Disclosure;
use super::markup::{sheet, shown};
use super::surface;
use gloo::utils::document;
use schedscope::csv::Csv;
use schedscope_chart::Mode;
use schedscope_core::plot::{self, DataRow};
use schedscope_state::format;
use std::rc::Rc;
use yew::prelude::*;

/// What a figure shows and says.
pub struct Figure {
    /// Identifier of its canvas, and stem of its files.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// What that means.
    pub hint: AttrValue,
    /// The picture.
    pub picture: Picture,
    /// What it shows, in words.
    pub summary: AttrValue,
    /// Its numbers, as a table.
    pub table: Callback<(), Html>,
    /// The files of numbers that it can be kept as.
    pub file: Callback<Format, Option<String>>,
    /// What can be chosen about it.
    pub controls: Html,
}

impl Figure {
    /// Shows it in a theme.
    pub fn view(self, mode: Mode) -> Html {
        self.pickable(mode, None)
    }

    /// The same; what is given hears where it is clicked.
    pub fn pickable(self, mode: Mode, onpick: Option<Callback<Picked>>) -> Html {
        self.draggable(mode, onpick, None)
    }

    /// The same; something in it can be dragged.
    pub fn draggable(self, mode: Mode, onpick: Option<Callback<Picked>>, drag: Option<Drag>) -> Html {
        let kept = self.picture.clone();
        self.made(mode, (onpick, drag), kept)
    }

    /// The same; where it is kept as a picture these words stand above it.
    pub fn captioned(self, mode: Mode, words: String) -> Html {
        let kept = match &self.picture {
            Picture::Plot(picture) => Picture::Plot(Rc::new(plot::Picture { title: words, ..plot::Picture::clone(picture) })),
            Picture::Drawn(drawn) => Picture::Drawn(drawn.clone()),
        };
        self.made(mode, (None, None), kept)
    }

    fn made(self, mode: Mode, (onpick, drag): (Option<Callback<Picked>>, Option<Drag>), kept: Picture) -> Html {
        let Self { id, title, hint, picture, summary, table, file, controls } = self;
        let make = {
            let picture = kept;
            Callback::from(move |format| match format {
                Format::Svg => surface::said(surface::svg(size(id), mode, |pen| picture.draw(pen))),
                Format::Png => surface::said(surface::png(size(id), mode, |pen| picture.draw(pen))),
                Format::Csv | Format::Json => file.emit(format),
            })
        };
        html! {
            <figure key={id} aria-labelledby={format!("{id}-title")}>
                <figcaption>
                    <h2 id={format!("{id}-title")}>{ title }</h2>
                    { menu(format!("{id}-export"), id, &make) }
                    <span class="muted small">{ hint }</span>
                </figcaption>
                { controls }
                <Canvas {id} {mode} {picture} label={summary} {onpick} {drag} />
                <Disclosure
                    id={format!("{id}-numbers")} class="numbers" label={format!("Numbers of: {title}")} view={table}
                    summary={html! { <summary class="small">{ "Numbers" }</summary> }}
                />
            </figure>
        }
    }
}

/// The size at which a picture is on the page.
fn size(id: &str) -> (u32, u32) {
    let canvas = document().get_element_by_id(id);
    canvas.map_or((640, 400), |canvas| (canvas.client_width().max(1) as u32, canvas.client_height().max(1) as u32))
}

/// Everything that a picture shows, number by number.
pub fn csv(picture: &plot::Picture) -> String {
    let mut csv = Csv::new(["panel", "series", "x", "y", "value", "low", "high"]);
    let end = |end: Option<f64>| end.map(|x| x.to_string()).unwrap_or_default();
    for DataRow { panel, series, x, y, value, low, high } in picture.rows() {
        csv.line([panel, series, x, y, value, end(low), end(high)]);
    }
    csv.text()
}

/// The same as a table: names, values and their intervals.
pub fn table(picture: &plot::Picture) -> Html {
    let end = |end: Option<f64>| end.map_or_else(String::new, format::short);
    let value = |row: &DataRow| row.value.parse().map_or_else(|_| row.value.clone(), format::short);
    let rows: Vec<_> = picture.rows().iter().map(|row| (row.series.clone(), vec![value(row), end(row.low), end(row.high)])).collect();
    shown(sheet(["Series", "Value", "95 % from", "to"], &rows))
}
