//! The grid of workers: what each does, by how full its cell is, with a letter where there is room; those that are kept for
//! short tasks stand above the others.

use super::Place;
use crate::ChartError;
use crate::pen::{Frame, Pen, SMALL, Side};
use schedscope::datacenter::{Activity, Timeline};
use schedscope_core::pictures::datacenter::DatacenterRuns;
use std::ops::Range;

/// Side of the largest cell, at scale 1.
const LARGEST: f64 = 52.0;
/// Side of the smallest cell; of more workers, several share one.
const SMALLEST: f64 = 3.0;
/// Sides from which on there are letters, and numbers of waiting tasks.
const LETTERS: (f64, f64) = (15.0, 24.0);
/// Height of the line above a block.
const HEAD: f64 = 22.0;

/// Where cells lie.
struct Cells {
    side: f64,
    columns: u32,
    /// Workers that share a cell.
    group: u32,
    /// Workers of each block, and where it begins.
    blocks: Vec<(Range<u32>, f64)>,
    left: f64,
}

impl Cells {
    /// The largest cells that fit.
    fn new(frame: Frame, scale: f64, workers: u32, general: u32) -> Self {
        let ranges: Vec<Range<u32>> = [0..general, general..workers].into_iter().filter(|range| !range.is_empty()).collect();
        let head = HEAD * scale;
        let mut group = 1;
        loop {
            let mut side = (LARGEST * scale).floor();
            while side >= (SMALLEST * scale).floor().max(2.0) {
                let columns = ((frame.width() / side) as u32).max(1);
                let rows = |range: &Range<u32>| range.len().div_ceil(group as usize).div_ceil(columns as usize) as f64;
                let mut top = frame.top;
                let mut blocks = vec![];
                for range in &ranges {
                    blocks.push((range.clone(), top + head));
                    top += head + rows(range) * side;
                }
                if top <= frame.bottom {
                    return Self { side, columns, group, blocks, left: frame.left };
                }
                side -= 1.0;
            }
            if group >= workers.max(1) {
                return Self { side: 1.0, columns: 1, group, blocks: vec![], left: frame.left };
            }
            group *= 2;
        }
    }

    /// The cells of a block: their workers and their frames.
    fn of(&self, block: &(Range<u32>, f64)) -> impl Iterator<Item = (Range<u32>, Frame)> {
        let (range, top) = block.clone();
        let (side, columns, group, left) = (self.side, self.columns, self.group, self.left);
        (0..(range.len() as u32).div_ceil(group)).map(move |cell| {
            let first = range.start + cell * group;
            let (x, y) = (left + f64::from(cell % columns) * side, top + f64::from(cell / columns) * side);
            (first..(first + group).min(range.end), Frame { left: x, top: y, right: x + side, bottom: y + side })
        })
    }
}

/// The worker at a point of a grid that is so wide and high, in pixels at scale 1.
pub fn worker_at((x, y): (f64, f64), (width, height): (f64, f64), timeline: &Timeline) -> Option<u32> {
    let frame = Frame { left: 0.0, top: 0.0, right: width, bottom: height };
    let cells = Cells::new(frame, 1.0, timeline.workers, timeline.general);
    let hit = |frame: &Frame| (frame.left..frame.right).contains(&x) && (frame.top..frame.bottom).contains(&y);
    cells.blocks.iter().flat_map(|block| cells.of(block)).find(|(_, frame)| hit(frame)).map(|(workers, _)| workers.start)
}

/// Draws what the workers do.
///
/// # Errors
/// If the surface refuses.
pub fn worker_grid(pen: &Pen<'_>, runs: &DatacenterRuns, place: Place) -> Result<(), ChartError> {
    pen.clear()?;
    let Some(run) = runs.runs.get(place.run) else { return pen.say(pen.frame(), "no run to show") };
    let timeline = &run.timeline;
    let time = timeline.begin() + place.time;
    let activities = timeline.at(time);
    let exact = timeline.frame(time).is_none();
    let waiting = if exact { Waiting(timeline.waiting(time)) } else { Waiting::default() };
    let cells = Cells::new(pen.frame(), pen.scale, timeline.workers, timeline.general);
    for block in &cells.blocks {
        head(pen, block, &cells, timeline.general)?;
        let mut run: Option<(Activity, Frame)> = None;
        for (workers, frame) in cells.of(block) {
            let activity = most(&activities[workers.start as usize..workers.end as usize]);
            if cells.side < pen.px(LETTERS.0) {
                // Neighbours that are alike are drawn at once.
                run = match run {
                    Some((before, wide)) if before == activity && wide.top == frame.top => {
                        Some((before, Frame { right: frame.right, ..wide }))
                    }
                    other => {
                        if let Some((activity, wide)) = other {
                            fill(pen, activity, wide, 0.0)?;
                        }
                        Some((activity, frame))
                    }
                };
                continue;
            }
            let hair = pen.px(1.0).round().max(1.0);
            let inner = frame.within(hair);
            fill(pen, activity, inner, hair)?;
            letter(pen, activity, inner)?;
            waiting.draw(pen, workers.start, activity, inner)?;
        }
        if let Some((activity, wide)) = run {
            fill(pen, activity, wide, 0.0)?;
        }
        if let Some(lit) = place.worker().filter(|_| exact)
            && let Some((_, frame)) = cells.of(block).find(|(workers, _)| workers.contains(&lit))
        {
            outline(pen, frame)?;
        }
    }
    Ok(())
}

/// What most workers of a cell do; among equals the fuller.
fn most(activities: &[Activity]) -> Activity {
    let count = |activity: &Activity| activities.iter().filter(|other| *other == activity).count();
    Activity::ALL.into_iter().max_by_key(count).unwrap_or_default()
}

/// The line above a block: what its workers are for.
fn head(pen: &Pen<'_>, (range, top): &(Range<u32>, f64), cells: &Cells, general: u32) -> Result<(), ChartError> {
    let count = range.len();
    let what = match (general, range.start) {
        (0, _) => "for all tasks",
        (_, 0) => "short partition",
        _ => "for all tasks",
    };
    let grouped = if cells.group > 1 { format!(" · {} a cell", cells.group) } else { String::new() };
    let words = format!("{count} workers {what}{grouped}");
    let middle = top - pen.px(9.0);
    if range.start > 0 {
        // The border between the partitions.
        pen.level(cells.left, pen.frame().right, top - pen.px(HEAD) + pen.px(1.0), pen.theme.axis, 1.0)?;
    }
    let fits = [words.as_str(), what].into_iter().find(|words| pen.width(words, SMALL) <= pen.frame().width());
    fits.map_or(Ok(()), |words| pen.text(words, (cells.left, middle), SMALL, Side::Start, pen.theme.muted))
}

/// Fills a cell, the fuller the longer the task.
fn fill(pen: &Pen<'_>, activity: Activity, frame: Frame, hair: f64) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.rect(frame, theme.ground.mix(theme.grid, 0.8))?;
    match activity {
        Activity::Idle => Ok(()),
        Activity::Waiting => {
            let third = (frame.height() / 3.0).max(1.0).round();
            let (x, y) = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
            if hair == 0.0 {
                return pen.rect(Frame { top: y - third / 2.0, bottom: y + third / 2.0, ..frame }, theme.muted);
            }
            pen.rect(Frame { left: x - third / 2.0, top: y - third / 2.0, right: x + third / 2.0, bottom: y + third / 2.0 }, theme.muted)
        }
        Activity::Short => pen.rect(Frame { top: (frame.bottom - frame.height() * 0.6).round(), ..frame }, theme.short),
        Activity::Long => pen.rect(frame, theme.long),
    }
}

/// What runs, in a letter.
fn letter(pen: &Pen<'_>, activity: Activity, frame: Frame) -> Result<(), ChartError> {
    let (letter, ink) = match activity {
        Activity::Short => ("S", pen.theme.ink),
        Activity::Long => ("L", pen.theme.ground),
        Activity::Idle | Activity::Waiting => return Ok(()),
    };
    let size = (frame.height() / pen.scale * 0.48).clamp(8.0, 15.0);
    let middle = (f64::midpoint(frame.left, frame.right), frame.bottom - frame.height() * 0.3);
    pen.text(letter, middle, size, Side::Middle, ink)
}

fn outline(pen: &Pen<'_>, frame: Frame) -> Result<(), ChartError> {
    let Frame { left, top, right, bottom } = frame;
    for y in [top, bottom] {
        pen.level(left - pen.px(1.0), right + pen.px(1.0), y, pen.theme.ink, 2.0)?;
    }
    [left, right].into_iter().try_for_each(|x| pen.upright(x, top - pen.px(1.0), bottom + pen.px(1.0), pen.theme.ink, 2.0))
}

/// Who waits at each worker: how many, and how many short ones among them wait behind a long one.
#[derive(Default)]
struct Waiting(Vec<(u32, u32)>);

impl Waiting {
    /// The number, and a notch in the corner where a short one waits behind a long one.
    fn draw(&self, pen: &Pen<'_>, worker: u32, activity: Activity, frame: Frame) -> Result<(), ChartError> {
        let Some((count, blocked)) = self.0.get(worker as usize).copied().filter(|(count, _)| *count > 0) else { return Ok(()) };
        let theme = pen.theme;
        if blocked > 0 {
            let (x, y, side) = (frame.left, frame.top, (frame.height() * 0.42).round());
            pen.polygon(&[(x, y), (x + side, y), (x, y + side)], theme.ground)?;
            let side = side - pen.px(2.0);
            pen.polygon(&[(x, y), (x + side, y), (x, y + side)], theme.late)?;
        }
        if frame.height() < pen.px(LETTERS.1) {
            return Ok(());
        }
        let colour = if activity == Activity::Long { theme.ground } else { theme.muted };
        let place = (frame.right - pen.px(2.0), frame.top + frame.height() * 0.2);
        pen.text(&count.to_string(), place, 10.0, Side::End, colour)
    }
}
