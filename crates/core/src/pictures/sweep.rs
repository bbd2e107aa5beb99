//! Sweeps as pictures: two axes of numbers make heat maps, one makes lines with bands, none makes bars. What else varies
//! makes more pictures.

use super::{looks, names};
use crate::experiment::sweep::{CellResult, Sweep, SweepRow, Varied};
use crate::experiment::{Column, Scenario, SystemKind};
use crate::plot::{Axis, Bar, Bars, Dash, Estimate, Estimates, Heat, Hue, Level, Line, Lines, Look, Panel, Picture, Plot, Series, Style};
use schedscope::registry::Family;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Ratio of largest to smallest from which a scale is logarithmic.
const WIDE: f64 = 8.0;
/// Most values of which each is written at its axis.
const MARKS: usize = 8;
/// Colours of a heat map are deepest this many times above and below.
const EXTREME: f64 = 10.0;

/// The first `most` pictures of a sweep, from the cells that are finished; and the number of all pictures.
pub fn sweep_pictures(sweep: &Sweep, results: &BTreeMap<u64, CellResult>, most: usize) -> (Vec<Picture>, usize) {
    let Ok(policies) = sweep.scenario.choices() else { return (vec![], 0) };
    let names = names(&policies);
    let yardstick = Yardstick::of(sweep, &names);
    let find = |cell: u64| results.get(&cell);
    let canvas = Canvas { sweep, find: &find, looks: looks(&policies), yardstick, names };
    let varied = sweep.varied();
    let numeric: Vec<&Varied> = varied.iter().filter(|varied| varied.numbers.is_some()).collect();
    let axes: Vec<&Varied> = match numeric[..] {
        [.., y, x] if policies.len() > 1 => vec![y, x],
        [.., x] => vec![x],
        [] => varied.last().into_iter().collect(),
    };
    let facets: Vec<&Varied> = varied.iter().filter(|varied| axes.iter().all(|axis| axis.dimension != varied.dimension)).collect();
    let classes = classes(results);
    let quantities = canvas.quantities(axes.len());
    let facet_count: usize = facets.iter().map(|facet| facet.labels.len()).product();
    let count = facet_count * classes.len() * quantities.len();
    let pictures = (0..count).take(most).map(|number| {
        let quantity = &quantities[number % quantities.len()];
        let class = classes[number / quantities.len() % classes.len()].as_deref();
        let mut rest = number / quantities.len() / classes.len();
        let mut of = View { axes: &axes, fixed: vec![], class, quantity };
        let mut words = vec![];
        for facet in facets.iter().rev() {
            let place = rest % facet.labels.len();
            rest /= facet.labels.len();
            of.fixed.push((facet.dimension, place));
            words.push(format!("{} = {}", facet.title, facet.labels[place]));
        }
        words.reverse();
        words.extend(class.filter(|_| classes.len() > 1).map(Canvas::jobs));
        words.insert(0, quantity.title.clone());
        Picture { title: words.join(", "), ..canvas.picture(&of) }
    });
    (pictures.collect(), count)
}

/// What can be shown of the policies of a sweep.
#[derive(Clone, Debug)]
pub struct SweepQuantity {
    /// The column of the results.
    pub column: &'static str,
    title: String,
    /// What it is divided by.
    pub over: Over,
    ends: Ends<'static>,
}

/// What a figure of policies is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Nothing.
    Nothing,
    /// The same of the policy of this key; empty for the first.
    Policy(&'static str),
    /// The least that is possible, where theory knows it.
    Bound,
}

impl SweepQuantity {
    /// All of a world; the ratios, which two axes can show, come first.
    pub fn all(world: SystemKind) -> &'static [Self] {
        static ALL: LazyLock<Vec<(SystemKind, Vec<SweepQuantity>)>> =
            LazyLock::new(|| SystemKind::ALL.iter().map(|kind| (*kind, SweepQuantity::made(*kind))).collect());
        ALL.iter().find(|(kind, _)| *kind == world).map_or(&[], |(_, all)| all)
    }

    fn made(world: SystemKind) -> Vec<Self> {
        let title = |name: &str| Column::find(world, name).map(|column| column.title.as_str());
        let ratio = |key: &'static str, over: &'static str, name: &str| {
            let [column, low, high] = ["", "_low", "_high"].map(|end| title(&format!("ratio_{key}{end}")));
            Some(Self {
                column: column?,
                title: format!("mean sojourn time ÷ that of {name}"),
                over: Over::Policy(over),
                ends: Ends::Both(low?, high?),
            })
        };
        let name = |key: &str| world.rows().iter().find(|row| row.key == key).map_or("", |row| row.name);
        let references = world.references().iter().filter_map(|key| ratio(key, key, name(key)));
        let known = OF_JOBS.iter().filter_map(|(column, words, ends)| {
            let column = title(column)?;
            Some(Self { column, title: (*words).to_owned(), over: Over::Nothing, ends: *ends })
        });
        let bound = title("ratio_bound").map(|column| Self {
            column,
            title: "mean sojourn time ÷ the least that is possible (bound)".to_owned(),
            over: Over::Bound,
            ends: Ends::OverBound,
        });
        let own = Column::all(world).iter().filter(|column| column.heading.is_some() && column.title != "ratio_bound").map(|column| Self {
            column: &column.title,
            title: column.words(),
            over: Over::Nothing,
            ends: Ends::Both("", ""),
        });
        references.chain(ratio("first", "", "the first policy")).chain(known).chain(bound).chain(own).collect()
    }

    /// What it is, in words: where it is divided by the first policy, with its name.
    pub fn title(&self, scenario: &Scenario) -> String {
        let first = || names(&scenario.choices().ok()?).into_iter().next();
        match self.over {
            Over::Policy("") => first().map_or_else(|| self.title.clone(), |name| format!("mean sojourn time ÷ that of {name}")),
            _ => self.title.clone(),
        }
    }

    /// Name of what it is divided by, and position of that among the policies of a sweep, if it is one of them; nothing for what is no
    /// ratio or lacks its policy.
    pub fn reference(&self, sweep: &Sweep) -> Option<(String, Option<usize>)> {
        match self.over {
            Over::Nothing => None,
            Over::Bound => Some(("the bound".to_owned(), None)),
            Over::Policy(key) => {
                let place = sweep.scenario.policies.iter().position(|policy| key.is_empty() || policy == key)?;
                Some((names(&sweep.scenario.choices().ok()?).into_iter().nth(place)?, Some(place)))
            }
        }
    }

    /// The 95 % interval around a value, of a row whose columns can be asked for, if it is known.
    pub fn interval(&self, value: f64, get: &dyn Fn(&str) -> Option<f64>) -> Option<(f64, f64)> {
        let (low, high) = self.ends.around(value, &|title| get(title).unwrap_or(f64::NAN));
        (low.is_finite() && high.is_finite()).then_some((low, high))
    }
}

/// Whether the runs of a cell are too short to be held against the bound, the least mean that is possible without knowing sizes exactly: a
/// policy that does not know them is below it. The bound is of ever more jobs; a run begins with an empty system, and where sizes vary much
/// it ends before the largest have come. All policies of a cell serve the same jobs, so that none of its means can be compared.
pub fn too_short(sweep: &Sweep, result: &CellResult) -> bool {
    let column = Column::all(sweep.scenario.kind()).iter().position(|column| column.title == "ratio_bound");
    let (Some(column), Ok(policies)) = (column, sweep.scenario.choices()) else { return false };
    let rows = result.rows.iter().filter(|row| row.is_of_all());
    policies.iter().zip(rows).any(|(policy, row)| policy.family() != Family::Exact && row.values[column].is_some_and(|ratio| ratio < 1.0))
}

/// What can be shown of policies in any world of jobs: columns, in words, with the ends of their intervals.
const OF_JOBS: [(&str, &str, Ends<'static>); 6] = [
    ("mean_sojourn", "mean sojourn time", Ends::Half("mean_sojourn_ci95")),
    ("median_sojourn", "median sojourn time", Ends::Both("median_sojourn_low", "median_sojourn_high")),
    ("p99_sojourn", "99th percentile of sojourn time", Ends::Both("p99_sojourn_low", "p99_sojourn_high")),
    ("median_slowdown", "median slowdown", Ends::Both("", "")),
    ("p99_slowdown", "99th percentile of slowdown", Ends::Both("", "")),
    ("share_slowdown_above_100", "fraction of slowdowns above 100", Ends::Both("", "")),
];

/// The picture of one quantity over the axes of a sweep, of which there are two at most, as far as its cells are there: `find`
/// gives the result of one.
pub fn sweep_picture<'a>(sweep: &'a Sweep, find: &'a dyn Fn(u64) -> Option<&'a CellResult>, shown: &SweepQuantity) -> Option<Picture> {
    let (canvas, quantity) = Canvas::of(sweep, find, shown)?;
    let varied = sweep.varied();
    Some(canvas.picture(&View { axes: &varied.iter().collect::<Vec<_>>(), fixed: vec![], class: None, quantity: &quantity }))
}

/// What is around a cell of a map: its policies with their intervals in rows, and the quantity along each of the two dimensions through
/// it, in their order.
pub fn sweep_cell<'a>(
    sweep: &'a Sweep,
    find: &'a dyn Fn(u64) -> Option<&'a CellResult>,
    shown: &SweepQuantity,
    cell: u64,
) -> Option<(Picture, [Picture; 2])> {
    let (canvas, quantity) = Canvas::of(sweep, find, shown)?;
    let varied = sweep.varied();
    let [first, second] = &varied[..] else { return None };
    let columns = second.labels.len() as u64;
    let (row, column) = ((cell / columns) as usize, (cell % columns) as usize);
    let along = |axis: &Varied, place: usize, other: (usize, usize)| {
        let mut plot = canvas.along(&View { axes: &[axis], fixed: vec![other], class: None, quantity: &quantity });
        if let Plot::Lines(lines) = &mut plot {
            lines.now = axis.numbers.as_ref().map(|numbers| numbers[place]);
        }
        Picture::single("", plot)
    };
    let slices = [along(first, row, (second.dimension, column)), along(second, column, (first.dimension, row))];
    let here = View { axes: &[], fixed: vec![(first.dimension, row), (second.dimension, column)], class: None, quantity: &quantity };
    Some((Picture::single("", canvas.rows(&here)), slices))
}

/// What others are divided by.
struct Yardstick {
    name: String,
    policy: usize,
    /// Ratio, and the ends of its interval.
    columns: [String; 3],
}

impl Yardstick {
    fn of(sweep: &Sweep, names: &[String]) -> Self {
        let position = |key: &str| sweep.scenario.policies.iter().position(|policy| policy == key);
        let references = sweep.scenario.kind().references().iter();
        let (policy, key) = references.copied().find_map(|key| Some((position(key)?, key))).unwrap_or((0, "first"));
        Self { name: names[policy].clone(), policy, columns: ["", "_low", "_high"].map(|end| format!("ratio_{key}{end}")) }
    }
}

/// A figure with its interval, if that has a column.
struct Quantity<'a> {
    title: String,
    column: &'a str,
    ends: Ends<'a>,
    /// A value to compare with.
    level: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
enum Ends<'a> {
    Both(&'a str, &'a str),
    Half(&'a str),
    /// The half-width of the mean's interval ÷ the bound.
    OverBound,
}

impl Ends<'_> {
    /// The interval around a value, of a row whose columns can be asked for; not numbers where there is none.
    fn around(self, value: f64, get: &dyn Fn(&str) -> f64) -> (f64, f64) {
        match self {
            Self::Both(low, high) => (get(low), get(high)),
            Self::Half(half) => widened(value, get(half)),
            Self::OverBound => widened(value, get("mean_sojourn_ci95") / get("bound_mean_sojourn")),
        }
    }
}

/// Times are not negative, however wide their interval.
fn widened(value: f64, half: f64) -> (f64, f64) {
    (if value < half { 0.0 } else { value - half }, value + half)
}

/// One picture: what lies along its axes, where in all other dimensions, of which jobs, what of them.
struct View<'a> {
    axes: &'a [&'a Varied],
    fixed: Vec<(usize, usize)>,
    class: Option<&'a str>,
    quantity: &'a Quantity<'a>,
}

/// The classes of jobs that there are; all jobs first.
fn classes(results: &BTreeMap<u64, CellResult>) -> Vec<Option<String>> {
    let mut classes: Vec<Option<String>> = vec![];
    for row in results.values().flat_map(|result| &result.rows) {
        if !classes.contains(&row.class) {
            classes.push(row.class.clone());
        }
    }
    classes.sort_by_key(|class| class.as_deref() != Some(SweepRow::ALL));
    if classes.is_empty() { vec![None] } else { classes }
}

/// What all pictures of a sweep have in common.
struct Canvas<'a> {
    sweep: &'a Sweep,
    /// The result of a cell, if it is there.
    find: &'a dyn Fn(u64) -> Option<&'a CellResult>,
    names: Vec<String>,
    looks: Vec<Look>,
    yardstick: Yardstick,
}

impl<'a> Canvas<'a> {
    /// For pictures of one quantity, with that.
    fn of(sweep: &'a Sweep, find: &'a dyn Fn(u64) -> Option<&'a CellResult>, shown: &SweepQuantity) -> Option<(Self, Quantity<'static>)> {
        let policies = sweep.scenario.choices().ok()?;
        let names = names(&policies);
        let reference = shown.reference(sweep);
        if reference.is_none() && shown.over != Over::Nothing {
            return None;
        }
        let level = reference.is_some().then_some(1.0);
        let (name, policy) = reference.unwrap_or_default();
        // No policy is left out where none is what others are divided by.
        let yardstick = Yardstick { name, policy: policy.unwrap_or(names.len()), columns: [const { String::new() }; 3] };
        let quantity = Quantity { title: shown.title(&sweep.scenario), column: shown.column, ends: shown.ends, level };
        Some((Self { sweep, find, looks: looks(&policies), yardstick, names }, quantity))
    }

    /// A class in words.
    fn jobs(class: &str) -> String {
        if class.parse::<u8>().is_ok() { format!("jobs of bin {class}") } else { format!("{class} jobs") }
    }

    /// What is shown of policies: in heat maps, which have no bands, the ratio alone.
    fn quantities(&self, axes: usize) -> Vec<Quantity<'_>> {
        let [ratio, low, high] = &self.yardstick.columns;
        let over = Quantity {
            title: format!("mean sojourn time ÷ that of {}", self.yardstick.name),
            column: ratio,
            ends: Ends::Both(low, high),
            level: Some(1.0),
        };
        if axes == 2 {
            return vec![over];
        }
        let of = |title: &str, column, ends| Quantity { title: title.to_owned(), column, ends, level: None };
        let mean = of("mean sojourn time", "mean_sojourn", Ends::Half("mean_sojourn_ci95"));
        let worst = of("99th percentile of sojourn time", "p99_sojourn", Ends::Both("p99_sojourn_low", "p99_sojourn_high"));
        if self.names.len() > 1 { vec![over, mean, worst] } else { vec![mean, worst] }
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        let [y, x] = view.axes else {
            return Picture::single("", self.along(view));
        };
        let others = (0..self.names.len()).filter(|policy| *policy != self.yardstick.policy);
        let panel = |policy: usize| Panel {
            look: Some(self.looks[policy]),
            ..Panel::new(self.names[policy].clone(), self.heat(view, (y, x), policy))
        };
        let panels: Vec<Panel> = others.map(panel).collect();
        let columns = if panels.len() == 4 { 2 } else { panels.len().min(3) };
        Picture { title: String::new(), panels, columns }
    }

    /// A value of a policy in the cell at these places, and the ends of its interval; not a number where there is none.
    fn value(&self, view: &View<'_>, places: &[(usize, usize)], policy: usize) -> (f64, f64, f64) {
        let places = [&view.fixed, places].concat();
        let in_class = |row: &SweepRow| view.class.map_or_else(|| row.is_of_all(), |class| row.class.as_deref() == Some(class));
        let of = |row: &&SweepRow| row.policy == self.sweep.scenario.policies[policy] && in_class(row);
        let row = (self.find)(self.sweep.cell_at(&places)).and_then(|result| result.rows.iter().find(of));
        let get = |title: &str| {
            let column = Column::all(self.sweep.scenario.kind()).iter().position(|column| column.title == title);
            row.zip(column).and_then(|(row, column)| row.values[column]).unwrap_or(f64::NAN)
        };
        let value = get(view.quantity.column);
        let (low, high) = view.quantity.ends.around(value, &get);
        (value, low, high)
    }

    fn heat(&self, view: &View<'_>, (y, x): (&Varied, &Varied), policy: usize) -> Plot {
        let (rows, columns) = (y.ascending(), x.ascending());
        let cell = |row: usize, column: usize| self.value(view, &[(y.dimension, row), (x.dimension, column)], policy);
        let values = |row: usize| columns.iter().map(move |(column, _)| cell(row, *column));
        let cells = rows.iter().map(|(row, _)| values(*row).map(|(value, ..)| value).collect()).collect();
        let ranges = rows.iter().map(|(row, _)| values(*row).map(|(_, low, high)| (low, high)).collect()).collect();
        let is_short = |row: usize, column: usize| {
            let places = [&view.fixed[..], &[(y.dimension, row), (x.dimension, column)]].concat();
            (self.find)(self.sweep.cell_at(&places)).is_some_and(|result| too_short(self.sweep, result))
        };
        let short = || rows.iter().map(|(row, _)| columns.iter().map(|(column, _)| is_short(*row, *column)).collect()).collect();
        let short: Option<Vec<Vec<bool>>> = matches!(view.quantity.ends, Ends::OverBound).then(short);
        let coordinates = |places: Vec<(usize, f64)>| places.into_iter().map(|(_, number)| number).collect();
        Plot::Heat(Heat {
            x: Axis::linear(x.title.clone()),
            y: Axis::linear(y.title.clone()),
            value: view.quantity.title.clone(),
            columns: coordinates(columns),
            rows: coordinates(rows),
            cells,
            ranges,
            contour: 1.0,
            extreme: EXTREME,
            short,
            lit: None,
        })
    }

    /// The policies of a single cell in rows, the least value first.
    fn rows(&self, view: &View<'_>) -> Plot {
        let others = (0..self.names.len()).filter(|policy| *policy != self.yardstick.policy);
        let mut rows: Vec<Estimate> = others
            .map(|policy| {
                let (value, low, high) = self.value(view, &[], policy);
                let range = (low.is_finite() && high.is_finite()).then_some((low, high));
                Estimate {
                    name: self.names[policy].clone(),
                    style: self.looks[policy].into(),
                    value,
                    words: String::new(),
                    range,
                    theory: None,
                }
            })
            .collect();
        rows.sort_by(|a, b| a.value.total_cmp(&b.value));
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        let ends = rows.iter().flat_map(|row| {
            let (low, high) = row.range.unwrap_or((row.value, row.value));
            [low, row.value, high]
        });
        for x in ends.chain(view.quantity.level).filter(|x| x.is_finite() && *x > 0.0) {
            (least, most) = (least.min(x), most.max(x));
        }
        let axis = Axis::logarithmic(view.quantity.title.clone());
        let x = if least < most { axis.within(least / 1.1, most * 1.1) } else { axis };
        Plot::Estimates(Estimates { x, bound: None, equal: view.quantity.level, rows })
    }

    /// Along one axis, or of a single cell.
    fn along(&self, view: &View<'_>) -> Plot {
        let axis = view.axes.first();
        let at = |place: usize, policy: usize| {
            let places: Vec<(usize, usize)> = axis.map(|axis| (axis.dimension, place)).into_iter().collect();
            self.value(view, &places, policy)
        };
        // What others are divided by is the level line.
        let shown = |policy: &usize| view.quantity.level.is_none() || *policy != self.yardstick.policy;
        let policies = (0..self.names.len()).filter(shown);
        let places = axis.map_or(1, |axis| axis.labels.len());
        let all = policies.clone().flat_map(|policy| (0..places).map(move |place| (place, policy)));
        let bound = Quantity { title: String::new(), column: "bound_mean_sojourn", ends: Ends::Both("", ""), level: None };
        // The least that is possible, of all jobs together.
        let least = |place: usize| {
            let places: Vec<(usize, usize)> = axis.map(|axis| (axis.dimension, place)).into_iter().collect();
            let known = view.quantity.column == "mean_sojourn" && view.class.is_none_or(|class| class == SweepRow::ALL);
            if known { self.value(&View { quantity: &bound, fixed: view.fixed.clone(), ..*view }, &places, 0).0 } else { f64::NAN }
        };
        let ends = all.map(|(place, policy)| at(place, policy)).chain((0..places).map(|place| (least(place), f64::NAN, f64::NAN)));
        let y = upwards(&view.quantity.title, ends);
        let level = view.quantity.level.map(|value| Level { value, name: self.yardstick.name.clone() });
        if let Some(axis) = axis.filter(|axis| axis.numbers.is_some()) {
            let order = axis.ascending();
            let line = |policy: usize| {
                let values: Vec<(f64, f64, f64)> = order.iter().map(|(place, _)| at(*place, policy)).collect();
                let points = order.iter().zip(&values).map(|((_, x), (y, ..))| (*x, *y)).collect();
                let banded = values.iter().any(|(_, low, high)| low.is_finite() && high.is_finite());
                let own = |end: f64, y: f64| if end.is_finite() { end } else { y };
                let band = values.iter().filter(|_| banded).map(|(y, low, high)| (own(*low, *y), own(*high, *y))).collect();
                Line { band, ..Line::new(self.names[policy].clone(), self.looks[policy], points) }
            };
            let points: Vec<(f64, f64)> = order.iter().map(|(place, x)| (*x, least(*place))).collect();
            let bound = points.iter().any(|(_, least)| least.is_finite());
            let style = Style { marked: false, ..Look { hue: Hue::Purple, dash: Dash::LongDash }.into() };
            let lines = policies.map(line).chain(bound.then(|| Line::new("bound", style, points))).collect();
            return Plot::Lines(Lines { levels: level.into_iter().collect(), ..Lines::new(across(axis), y, lines) });
        }
        let bar = |place: usize, policy: usize| {
            let (value, low, high) = at(place, policy);
            value.is_finite().then(|| Bar { value, range: (low.is_finite() && high.is_finite()).then_some((low, high)) })
        };
        let series = |policy: usize| Series {
            name: self.names[policy].clone(),
            look: self.looks[policy],
            values: (0..places).map(|place| bar(place, policy)).collect(),
        };
        Plot::Bars(Bars {
            x_title: axis.map_or_else(String::new, |axis| axis.title.clone()),
            y,
            names: axis.map_or_else(|| vec![String::new()], |axis| axis.labels.clone()),
            series: policies.map(series).collect(),
            level,
        })
    }
}

/// The axis of something that varies.
fn across(varied: &Varied) -> Axis {
    let numbers: Vec<f64> = varied.ascending().into_iter().map(|(_, number)| number).collect();
    let wide = numbers[0] > 0.0 && numbers[numbers.len() - 1] / numbers[0] >= WIDE;
    let title = varied.title.clone();
    let axis = if wide { Axis::logarithmic(title) } else { Axis::linear(title) };
    if numbers.len() <= MARKS { axis.marked(&numbers) } else { axis }
}

/// The axis of values that are not negative: from nothing on, unless that would press most of them together.
fn upwards(title: &str, values: impl Iterator<Item = (f64, f64, f64)>) -> Axis {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for x in values.flat_map(|(value, low, high)| [value, low, high]).filter(|x| x.is_finite()) {
        (least, most) = (least.min(x), most.max(x));
    }
    if least > 0.0 && most / least >= WIDE {
        return Axis::logarithmic(title);
    }
    if most > 0.0 { Axis::linear(title).within(0.0, most * 1.04) } else { Axis::linear(title) }
}
