//! Whole pictures of panels: a title, one legend for all panels that share it, the panels below.

use super::legend::{self, Entry};
use super::lines::Spot;
use super::pen::{Frame, Pen, SMALL, Side};
use super::{ChartError, bars, estimates, forest, heat, lines, multiples, spans};
use schedscope_core::plot::{Names, Panel, Picture, Plot, Style};

/// Draws a picture.
///
/// # Errors
/// If the surface refuses.
pub fn picture(pen: &Pen<'_>, picture: &Picture) -> Result<(), ChartError> {
    pen.clear()?;
    let (frames, ends) = layout(pen, picture)?;
    for (panel, outer) in picture.panels.iter().zip(frames) {
        if !panel.title.is_empty() {
            heading(pen, panel, outer)?;
        }
        match &panel.plot {
            Plot::Lines(lines) => lines::draw(pen, outer, lines, ends)?,
            Plot::Bars(bars) => bars::draw(pen, outer, bars)?,
            Plot::Boxes(boxes) => bars::boxes(pen, outer, boxes)?,
            Plot::Heat(heat) => heat::draw(pen, outer, heat)?,
            Plot::Spans(spans) => spans::draw(pen, outer, spans)?,
            Plot::Estimates(estimates) => estimates::draw(pen, outer, estimates)?,
            Plot::Forest(forest) => forest::draw(pen, outer, forest)?,
            Plot::Multiples(multiples) => multiples::draw(pen, outer, multiples)?,
            Plot::Note(words) => pen.say(outer, words)?,
        }
    }
    Ok(())
}

/// The title of a panel, after a sample of its line if it has a look, and its note.
fn heading(pen: &Pen<'_>, panel: &Panel, outer: Frame) -> Result<(), ChartError> {
    const SAMPLE: f64 = 28.0;
    const SIZE: f64 = 13.0;
    let (mut left, y, right) = (outer.left + pen.px(4.0), outer.top - pen.px(TITLE - 8.0), outer.right - pen.px(10.0));
    if let Some(style) = panel.look.map(Style::from) {
        let end = left + pen.px(SAMPLE);
        legend::line(pen, (left, end), y, style)?;
        left = end + pen.px(7.0);
        pen.bold(&panel.title, (left, y), SIZE, Side::Start, pen.theme.text_colour(style.colour))?;
    } else {
        pen.text(&panel.title, (left, y), SIZE, Side::Start, pen.theme.ink)?;
    }
    if left + pen.width(&panel.title, SIZE) + pen.px(12.0) + pen.width(&panel.note, SMALL) <= right {
        pen.text(&panel.note, (right, y), SMALL, Side::End, pen.theme.muted)?;
    }
    Ok(())
}

/// Draws what stands above and beside the panels, and says where these are and how much room there is for names at the ends of curves.
fn layout(pen: &Pen<'_>, picture: &Picture) -> Result<(Vec<Frame>, Option<f64>), ChartError> {
    let mut frame = within(pen.frame(), pen.scale, !picture.title.is_empty());
    let size = [16.0, 14.0].into_iter().find(|size| pen.width(&picture.title, *size) <= frame.width()).unwrap_or(12.0);
    if !picture.title.is_empty() && frame.height() >= pen.px(120.0) {
        pen.text(&picture.title, (frame.left, frame.top + pen.px(8.0)), size, Side::Start, pen.theme.ink)?;
        frame.top += pen.px(30.0);
    }
    let ends = match &picture.panels[..] {
        [Panel { plot: Plot::Lines(lines), .. }] => lines::ends(pen, lines, frame.width()),
        _ => None,
    };
    if ends.is_none() {
        frame = head(pen, frame, picture)?;
    }
    let below = |(panel, outer): (&Panel, Frame)| {
        let title = if panel.title.is_empty() { 0.0 } else { pen.px(TITLE) };
        Frame { top: outer.top + title, ..outer }
    };
    Ok((picture.panels.iter().zip(places(frame, pen.scale, picture)).map(below).collect(), ends))
}

/// What of the first panel of a picture is at a place: of curves the nearest point, of small multiples the curve. The picture is measured
/// on an area of its size, on which its legend is drawn.
pub fn spot(pen: &Pen<'_>, picture: &Picture, at: (f64, f64)) -> Option<Spot> {
    let (frames, ends) = layout(pen, picture).ok()?;
    let outer = *frames.first()?;
    match &picture.panels.first()?.plot {
        Plot::Lines(lines) => lines::nearest(pen, outer, lines, ends, at),
        Plot::Multiples(multiples) => {
            multiples::at(outer, pen.scale, multiples.lines.len(), at).map(|line| Spot { line, point: 0, apart: 0.0 })
        }
        _ => None,
    }
}

/// The value across at a place in the first panel of a picture of curves, which is measured as by [`spot`].
pub fn value_across(pen: &Pen<'_>, picture: &Picture, x: f64) -> Option<f64> {
    let (frames, ends) = layout(pen, picture).ok()?;
    let Plot::Lines(lines) = &picture.panels.first()?.plot else { return None };
    let (panel, _) = lines::panels(pen, *frames.first()?, lines, ends).whole;
    Some(panel.x.value((x - panel.frame.left) / panel.frame.width()))
}

/// Height of a panel's title.
const TITLE: f64 = 19.0;
/// Room below a key of colours.
const KEY_GAP: f64 = 6.0;
/// Height from which there is room for a key of colours.
const ROOMY: f64 = 180.0;

/// What is left of a picture within its margins; one without a title has them around it, where that stands.
pub fn within(whole: Frame, scale: f64, titled: bool) -> Frame {
    let air = |most: f64, length: f64| (most * scale).min(length / 8.0);
    let (beside, top, bottom) = if titled { (12.0, 12.0, 6.0) } else { (4.0, 0.0, 0.0) };
    let (beside, top, bottom) = (air(beside, whole.width()), air(top, whole.height()), air(bottom, whole.height()));
    Frame { left: whole.left + beside, top: whole.top + top, right: whole.right - beside, bottom: whole.bottom - bottom }
}

/// Where panels and their titles are within a frame.
fn places(frame: Frame, scale: f64, picture: &Picture) -> impl Iterator<Item = Frame> {
    let columns = picture.columns.clamp(1, picture.panels.len().max(1));
    // On narrow ground panels stand below each other.
    let columns = if frame.width() < 230.0 * scale * columns as f64 { 1 } else { columns };
    let rows = picture.panels.len().div_ceil(columns).max(1);
    let gap = 16.0 * scale;
    let width = (frame.width() - gap * (columns - 1) as f64) / columns as f64;
    let height = (frame.height() - gap / 2.0 * (rows - 1) as f64) / rows as f64;
    (0..picture.panels.len()).map(move |i| {
        let (row, column) = ((i / columns) as f64, (i % columns) as f64);
        let (left, top) = (frame.left + column * (width + gap), frame.top + row * (height + gap / 2.0));
        Frame { left, top, right: left + width, bottom: top + height }
    })
}

/// Where the cells of each heat map are in a picture of nothing else, which has this size and no title of its own: left, top,
/// width and height.
pub fn heat_maps((width, height): (f64, f64), scale: f64, picture: &Picture) -> Vec<[f64; 4]> {
    let mut frame = within(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, false);
    if frame.height() > ROOMY * scale {
        frame.top += (heat::KEY + KEY_GAP) * scale;
    }
    let cells = |outer: Frame| heat::cells(Frame { top: outer.top + TITLE * scale, ..outer }, scale);
    places(frame, scale, picture).map(cells).map(|cells| [cells.left, cells.top, cells.width(), cells.height()]).collect()
}

/// Part of a picture's width and width from which there may be a legend beside its panel.
const BESIDE: (f64, f64) = (0.25, 420.0);

/// Draws legend and key of colours, as far as there is something to tell, and says what they leave.
fn head(pen: &Pen<'_>, frame: Frame, picture: &Picture) -> Result<Frame, ChartError> {
    let mut entries: Vec<Entry<'_>> = vec![];
    for panel in &picture.panels {
        let of_panel = match &panel.plot {
            Plot::Lines(lines) => lines::entries(lines),
            Plot::Bars(of) => bars::entries(&of.series),
            Plot::Boxes(of) => bars::entries(&of.series),
            Plot::Heat(_) | Plot::Spans(_) | Plot::Estimates(_) | Plot::Forest(_) | Plot::Multiples(_) | Plot::Note(_) => vec![],
        };
        for entry in of_panel {
            if !entries.iter().any(|known| known.name == entry.name) {
                entries.push(entry);
            }
        }
    }
    let beside = |panel: &Panel| matches!(&panel.plot, Plot::Lines(lines) if lines.names == Names::Beside);
    let (column, height) = legend::column(pen, &entries);
    let fits = column < frame.width() * BESIDE.0 && frame.width() >= pen.px(BESIDE.1) && height + pen.px(50.0) < frame.height();
    if fits && picture.panels.len() == 1 && picture.panels.iter().all(beside) {
        legend::draw(pen, &entries, Frame { left: frame.right - column, top: frame.top + pen.px(8.0), ..frame }, 1)?;
        return Ok(Frame { right: frame.right - column - pen.px(18.0), ..frame });
    }
    let mut used = 0.0;
    if entries.len() > 1 || picture.panels.iter().any(beside) {
        let (a_row, height) = legend::rows(pen, &entries, frame.width());
        if height <= frame.height() * 0.35 && column <= frame.width() {
            legend::draw(pen, &entries, frame, a_row)?;
            used = height + pen.px(8.0);
        }
    }
    let heat = picture.panels.iter().find_map(|panel| if let Plot::Heat(heat) = &panel.plot { Some(heat) } else { None });
    if let Some(heat) = heat.filter(|_| frame.height() > pen.px(ROOMY)) {
        heat::key(pen, Frame { top: frame.top + used, ..frame }, heat)?;
        used += pen.px(heat::KEY + KEY_GAP);
    }
    Ok(Frame { top: frame.top + used, ..frame })
}
