//! An answer: the numbers, and the run of each policy in stills.

use crate::stage::Panes;
use schedscope::csv::Csv;
use schedscope::server::{Left, Plan, Still, Stills};
use schedscope_chart::{self as chart, ChartError, Pen, RaceLane, RaceLine};
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::{Listed as _, Recording, Report};
use schedscope_core::pictures::{Quantity, distributions, looks, names};
use schedscope_core::plot::{Axis, Form, Line, Lines, Look, Names, Picture, Plot, Style};
use std::fmt::Display;

/// An answer: the numbers, and the run of each policy.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The numbers.
    pub report: Report,
    /// The runs, in the order of the policies.
    pub runs: Vec<Run>,
    /// The axes of slowdown and of sojourn time: those of the whole run.
    axes: [Axis; 2],
    /// The most work that is ever left.
    most: f64,
}

/// The run of a policy.
#[derive(Clone, Debug)]
pub struct Run {
    /// What the policy is called.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// The run.
    pub stills: Stills,
    /// Jobs that are present at each still.
    counts: Vec<u32>,
    /// Stills at which a late job holds back many, from the first to the one after the last.
    blocks: Vec<(usize, usize)>,
    /// Slowdown and sojourn time of each job that is counted, in the order in which they leave.
    values: [Vec<f64>; 2],
    /// In which column of the picture each of these is.
    columns: [Vec<u16>; 2],
    /// When each of these leaves.
    left: Vec<f64>,
}

/// A picture of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pane {
    /// Who is present under the policy at this position at a still, and which job is lit.
    Lane(usize, usize, Option<u32>),
    /// How many are present over the whole run, with the playhead at this still.
    History(usize),
    /// The distribution of a quantity over those who have left.
    Distribution {
        /// By this still.
        still: usize,
        /// Of what.
        quantity: Quantity,
        /// Whether it is shown how many have more, instead of how many have at most so much.
        tail: bool,
        /// The value that is asked about.
        asked: f64,
        /// The job that is lit.
        lit: Option<u32>,
        /// Whether curves have names.
        named: bool,
    },
}

/// Columns of the pictures of distributions: about one a pixel.
const COLUMNS: u16 = 480;
/// Pixels by which the playhead of the history stays away from the edges, as the thumb of a slider does.
const INSET: f64 = 8.0;
/// So many of those who left last are marked.
const LAST: usize = 3;

/// Which of two a quantity is.
const fn place(quantity: Quantity) -> usize {
    match quantity {
        Quantity::Slowdown => 0,
        Quantity::Sojourn => 1,
    }
}

/// The axes of slowdown and of sojourn time of a report.
fn axes(report: &Report) -> [Axis; 2] {
    let axis = |panel: usize| match distributions(report).panels.into_iter().nth(panel).map(|panel| panel.plot) {
        Some(Plot::Lines(lines)) => lines.x,
        _ => Axis::logarithmic("").within(1.0, 10.0),
    };
    [axis(1), axis(0)]
}

impl Run {
    fn new(name: String, look: Look, stills: Stills, warmup: usize, axes: &[Axis; 2]) -> Self {
        let counted: Vec<u32> = stills.leaving.iter().copied().filter(|job| *job as usize >= warmup).collect();
        let sojourn: Vec<f64> = counted.iter().map(|job| stills.sojourn[*job as usize]).collect();
        let slowdown = counted.iter().zip(&sojourn).map(|(job, sojourn)| sojourn / stills.jobs[*job as usize].size).collect();
        let left = counted.iter().map(|job| stills.completion(*job)).collect();
        let values = [slowdown, sojourn];
        let columns = [0, 1].map(|which| {
            let (from, to) = axes[which].range.unwrap_or((1.0, 10.0));
            values[which].iter().map(|value| column(*value, (from, to))).collect()
        });
        let mut blocks: Vec<(usize, usize)> = vec![];
        for still in (0..stills.stills.len()).filter(|still| stills.stills[*still].blocker().is_some()) {
            match blocks.last_mut().filter(|block| block.1 == still) {
                Some(block) => block.1 = still + 1,
                None => blocks.push((still, still + 1)),
            }
        }
        let counts = stills.stills.iter().map(|still| still.present).collect();
        Self { name, look, stills, counts, blocks, values, columns, left }
    }

    /// The system at a still; empty after the last.
    pub fn still(&self, still: usize) -> Option<&Still> {
        self.stills.stills.get(still)
    }

    /// Jobs that are present at a still.
    pub fn present(&self, still: usize) -> u32 {
        self.counts.get(still).copied().unwrap_or(0)
    }

    /// How many of those that are counted have left.
    fn gone(&self, still: usize) -> usize {
        let time = self.stills.time(still);
        self.left.partition_point(|left| *left <= time)
    }

    /// How many have left.
    pub fn left(&self, still: usize) -> usize {
        let time = self.stills.time(still);
        self.stills.leaving.partition_point(|job| self.stills.completion(*job) <= time)
    }

    /// When the last one has left, if one has.
    pub fn last(&self, still: usize) -> Option<f64> {
        self.left(still).checked_sub(1).map(|last| self.stills.completion(self.stills.leaving[last]))
    }

    /// The late job that holds back many at a still.
    pub fn blocker(&self, still: usize) -> Option<Left> {
        self.still(still).and_then(Still::blocker)
    }

    /// The fraction of those who have left for whom a quantity is larger than this; none while nobody has left.
    pub fn share_above(&self, still: usize, quantity: Quantity, value: f64) -> Option<f64> {
        let gone = &self.values[place(quantity)][..self.gone(still)];
        let above = gone.iter().filter(|its| **its > value).count();
        (!gone.is_empty()).then(|| above as f64 / gone.len() as f64)
    }

    /// The mean of a quantity of those who have left; none while nobody has.
    pub fn mean(&self, still: usize, quantity: Quantity) -> Option<f64> {
        let gone = &self.values[place(quantity)][..self.gone(still)];
        (!gone.is_empty()).then(|| gone.iter().sum::<f64>() / gone.len() as f64)
    }
}

/// The column of a value: 0 for what is no larger than the first value of the axis, one after the last for what is beyond the last.
fn column(value: f64, (from, to): (f64, f64)) -> u16 {
    let part = libm::log(value / from) / libm::log(to / from);
    (part.clamp(0.0, 2.0) * f64::from(COLUMNS)).ceil().min(f64::from(COLUMNS) + 1.0) as u16
}

/// The largest value of a column.
fn edge(column: u16, (from, to): (f64, f64)) -> f64 {
    from * libm::exp(libm::log(to / from) * f64::from(column) / f64::from(COLUMNS))
}

impl Replay {
    /// That of these recordings.
    pub(super) fn new(report: Report, recordings: Vec<Recording>) -> Self {
        let policies: Vec<_> = report.policies.iter().map(|row| row.policy.clone()).collect();
        let axes = axes(&report);
        let counted = report.policies.first().and_then(|row| row.figures()).map_or(0, |figures| figures.sojourn_ecdf.count) as usize;
        let stills = recordings.into_iter().filter_map(Plan::recording).filter_map(|recording| recording.stills);
        let named = stills.zip(names(&policies).into_iter().zip(looks(&policies)));
        let runs: Vec<Run> = named
            .map(|(stills, (name, look))| {
                let warmup = stills.jobs.len().saturating_sub(counted);
                Run::new(name, look, stills, warmup, &axes)
            })
            .collect();
        let most = runs.iter().flat_map(|run| &run.stills.stills).map(|still| still.left).fold(0.0, f64::max);
        Self { report, runs, axes, most }
    }

    /// How many stills there are of the run that takes longest.
    pub fn stills(&self) -> usize {
        self.runs.iter().map(|run| run.stills.stills.len()).max().unwrap_or(0)
    }

    /// When all stills are taken.
    pub(super) fn times(&self) -> Vec<f64> {
        self.runs.first().map_or_else(Vec::new, |run| (0..self.stills()).map(|still| run.stills.time(still)).collect())
    }

    /// When a still is taken.
    pub fn time(&self, still: usize) -> f64 {
        self.runs.first().map_or(0.0, |run| run.stills.time(still))
    }

    /// The last still that is taken by a time.
    pub fn at(&self, time: f64) -> usize {
        let Some(run) = self.runs.first() else { return 0 };
        // What is written into a link has fewer digits than the time of a still.
        let past = ((time - run.stills.start) / run.stills.step.max(f64::MIN_POSITIVE) + 1e-3).floor();
        (past.max(0.0) as usize).min(self.stills().saturating_sub(1))
    }

    /// How many jobs have come by a still.
    pub fn arrived(&self, still: usize) -> usize {
        let arrived = |stills: &Stills| stills.jobs.partition_point(|job| job.arrival <= stills.time(still));
        self.runs.first().map_or(0, |run| arrived(&run.stills))
    }

    /// The first still after this one at which a late job begins to hold back many, under any policy; after the last of these the first.
    pub(super) fn next_block(&self, still: usize) -> Option<(usize, Left)> {
        let mut begins: Vec<(usize, Left)> =
            self.runs.iter().flat_map(|run| run.blocks.iter().filter_map(|(from, _)| Some((*from, run.blocker(*from)?)))).collect();
        begins.sort_by_key(|(from, _)| *from);
        begins.iter().find(|(from, _)| *from > still).or(begins.first()).copied()
    }

    /// What became of each job under each policy, as comma-separated values.
    pub fn jobs_csv(&self) -> String {
        let titles = ["policy", "id", "arrival", "size", "estimate", "completion", "sojourn", "slowdown"];
        let mut csv = Csv::new(titles);
        for (run, row) in self.runs.iter().zip(&self.report.policies) {
            for (job, sojourn) in run.stills.jobs.iter().zip(&run.stills.sojourn) {
                let (id, policy) = (run.stills.ids.of(job.id), row.policy.written());
                let (completion, slowdown) = (job.arrival + sojourn, sojourn / job.size);
                let cells: [&dyn Display; 8] = [&policy, &id, &job.arrival, &job.size, &job.estimate, &completion, sojourn, &slowdown];
                csv.line(cells);
            }
        }
        csv.text()
    }

    /// Whether a late job ever holds back many.
    pub fn blocks(&self) -> bool {
        self.runs.iter().any(|run| !run.blocks.is_empty())
    }

    /// The query of a link to these jobs in lanes of their own, if they are so few.
    pub fn in_lanes(&self) -> Option<String> {
        let jobs = &self.runs.first()?.stills.jobs;
        if jobs.len() > Exhibit::MOST_JOBS {
            return None;
        }
        let policies = self.report.policies.iter().filter_map(|row| row.policy.written().parse().ok()).collect();
        let query = Exhibit::of(jobs.clone(), policies).to_query();
        // Sizes may be out of all proportion.
        Exhibit::from_query(&query, &[]).is_ok().then_some(query)
    }

    /// The lane of the policy at a position.
    pub fn lane(&self, run: usize, still: usize, lit: Option<u32>) -> Option<RaceLane<'_>> {
        self.runs.get(run).map(|run| RaceLane { stills: &run.stills, still, most: self.most, lit })
    }

    /// A picture of curves as plain data, if it is one.
    pub fn picture(&self, pane: Pane) -> Option<Picture> {
        let Pane::Distribution { still, quantity, tail, asked, lit, named } = pane else { return None };
        let which = place(quantity);
        let x = self.axes[which].clone();
        let range = x.range.unwrap_or((1.0, 10.0));
        let y = if tail {
            let most = self.runs.iter().map(|run| run.left.len()).max().unwrap_or(1);
            Axis::logarithmic("fraction above").briefly("above").within(0.6 / most.max(1) as f64, 1.0)
        } else {
            let title = "fraction of those who have left";
            Axis::linear(title).briefly("of those who left").within(0.0, 1.0).marked(&[0.0, 0.25, 0.5, 0.75, 1.0])
        };
        let shown = |part: f64| if tail { 1.0 - part } else { part };
        let mut lines: Vec<Line> = vec![];
        for run in &self.runs {
            let gone = run.gone(still);
            let mut counts = [0_u32; COLUMNS as usize + 2];
            for column in &run.columns[which][..gone] {
                counts[*column as usize] += 1;
            }
            let mut sum = 0;
            let mut cumulated = [0_u32; COLUMNS as usize + 2];
            for (cumulated, count) in cumulated.iter_mut().zip(counts) {
                sum += count;
                *cumulated = sum;
            }
            let part = |column: u16| f64::from(cumulated[column as usize]) / gone.max(1) as f64;
            let steps = (0..=COLUMNS).filter(|column| counts[*column as usize] > 0 || *column == COLUMNS);
            let mut points: Vec<(f64, f64)> = steps.map(|column| (edge(column, range), shown(part(column)))).collect();
            if tail && points.first().is_none_or(|first| first.0 > range.0) {
                // Where all are above, up to the least value.
                points.insert(0, (range.0, shown(part(0))));
            }
            if gone == 0 {
                points.clear();
            }
            let form = if tail { Form::Steps } else { Form::Distribution };
            let name = if named { run.name.clone() } else { String::new() };
            lines.push(Line::new(name, run.look, points).formed(form));
            let last = run.columns[which][..gone].iter().rev().take(LAST).filter(|column| **column <= COLUMNS);
            let style = Style { marked: false, ..Style::from(run.look) };
            lines.push(Line::new("", style, last.map(|column| (edge(*column, range), shown(part(*column)))).collect()).formed(Form::Rings));
        }
        if let Some((job, first)) = lit.zip(self.runs.first()) {
            let points = self.runs.iter().filter_map(|run| {
                let gone = run.gone(still);
                let completion = run.stills.completion(job);
                // Of those who leave at one instant the first will do.
                let at = run.left[..gone].partition_point(|left| *left < completion);
                let value = *run.values[which][..gone].get(at).filter(|_| run.left[at] == completion)?;
                let below = run.values[which][..gone].iter().filter(|its| **its <= value).count();
                Some((value, shown(below as f64 / gone as f64)))
            });
            lines.push(Line::new("", Style::from(first.look), points.collect()).formed(Form::Chosen));
        }
        let mark = Some((asked, crate::asked::words(quantity, asked)));
        Some(Picture::single("", Lines { mark, names: Names::Along, ..Lines::new(x, y, lines) }))
    }
}

impl Panes for Replay {
    type Pane = Pane;

    fn draw(&self, pane: Pane, pen: &Pen<'_>) -> Result<(), ChartError> {
        match pane {
            Pane::Lane(run, still, lit) => self.lane(run, still, lit).map_or(Ok(()), |lane| chart::race_lane(pen, lane)),
            Pane::Distribution { .. } => self.picture(pane).map_or(Ok(()), |picture| chart::picture(pen, &picture)),
            Pane::History(still) => {
                let lines: Vec<RaceLine<'_>> =
                    self.runs.iter().map(|run| RaceLine { counts: &run.counts, blocks: &run.blocks, look: run.look }).collect();
                let last = self.stills().saturating_sub(1);
                let first = self.time(0) / self.time(last).max(f64::MIN_POSITIVE);
                chart::race_history(pen, &lines, (still, last), (INSET, first))
            }
        }
    }
}
