use super::{Bars, Boxes, Estimates, Forest, Heat, Line, Lines, Multiples, Panel, Picture, Plot, Spans};

/// One number of a picture with all that says where it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataRow {
    /// Title of the panel.
    pub panel: String,
    /// Name of the line, bar, box or lane.
    pub series: String,
    /// The coordinate across: a number, or the name of a group.
    pub x: String,
    /// The second coordinate of a heat map, the percentile of a box, the end of a span.
    pub y: String,
    /// The value itself.
    pub value: String,
    /// Lower end of its interval, if known.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl Picture {
    /// Everything that the picture shows, number by number.
    pub fn rows(&self) -> Vec<DataRow> {
        let of = |panel: &Panel| {
            let title = panel.title.clone();
            let named = move |row: DataRow| if row.panel.is_empty() { DataRow { panel: title.clone(), ..row } } else { row };
            panel.rows().into_iter().map(named).collect::<Vec<_>>()
        };
        self.panels.iter().flat_map(of).collect()
    }

    /// For each panel its title and what its coordinates and values are.
    pub fn legend(&self) -> Vec<(&str, String)> {
        self.panels.iter().map(|panel| (panel.title.as_str(), panel.plot.legend())).collect()
    }
}

impl Panel {
    fn rows(&self) -> Vec<DataRow> {
        match &self.plot {
            Plot::Lines(lines) => of_lines(&lines.lines, 0.0),
            Plot::Multiples(multiples) => of_lines(&multiples.lines, if multiples.y.shifted { 1.0 } else { 0.0 }),
            Plot::Forest(forest) => of_forest(forest),
            Plot::Bars(bars) => of_bars(bars),
            Plot::Heat(heat) => of_heat(heat),
            Plot::Boxes(boxes) => of_boxes(boxes),
            Plot::Spans(spans) => of_spans(spans),
            Plot::Estimates(estimates) => of_estimates(estimates),
            Plot::Note(_) => vec![],
        }
    }
}

impl Plot {
    fn legend(&self) -> String {
        match self {
            Self::Lines(Lines { x, y, .. }) | Self::Multiples(Multiples { x, y, .. }) => format!("x: {}; value: {}", x.title, y.title),
            Self::Bars(Bars { x_title, y, .. }) => format!("x: {x_title}; value: {}", y.title),
            Self::Boxes(Boxes { x_title, y, .. }) => format!("x: {x_title}; y: percentile; value: {}", y.title),
            Self::Heat(Heat { x, y, value, .. }) => format!("x: {}; y: {}; value: {value}", x.title, y.title),
            Self::Spans(Spans { x, .. }) => format!("x: begin, y: end, in {}; value: what", x.title),
            Self::Estimates(Estimates { x, .. }) | Self::Forest(Forest { x, .. }) => format!("value: {}", x.title),
            Self::Note(_) => String::new(),
        }
    }
}

/// Points of curves; values are `shift` more than what they stand for.
fn of_lines(lines: &[Line], shift: f64) -> Vec<DataRow> {
    let of = |line: &Line| {
        let ends = |i: usize| line.band.get(i).copied();
        let row = |(i, (x, y)): (usize, &(f64, f64))| DataRow {
            series: line.name.clone(),
            x: x.to_string(),
            value: (y - shift).to_string(),
            low: ends(i).map(|(low, _)| low),
            high: ends(i).map(|(_, high)| high),
            ..DataRow::default()
        };
        line.points.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    lines.iter().flat_map(of).collect()
}

fn of_bars(bars: &Bars) -> Vec<DataRow> {
    let of = |series: &super::Series<super::Bar>| {
        let row = |(group, bar): (&String, &Option<super::Bar>)| {
            let bar = (*bar)?;
            Some(DataRow {
                series: series.name.clone(),
                x: group.clone(),
                value: bar.value.to_string(),
                low: bar.range.map(|(low, _)| low),
                high: bar.range.map(|(_, high)| high),
                ..DataRow::default()
            })
        };
        bars.names.iter().zip(&series.values).filter_map(row).collect::<Vec<_>>()
    };
    bars.series.iter().flat_map(of).collect()
}

fn of_boxes(boxes: &Boxes) -> Vec<DataRow> {
    let mut rows = vec![];
    for series in &boxes.series {
        for (group, quartiles) in boxes.names.iter().zip(&series.values) {
            let Some(quartiles) = quartiles else { continue };
            let named = quartiles.percentiles.iter().zip(["5", "25", "50", "75", "95"]);
            let outliers = quartiles.outliers.iter().map(|outlier| (outlier, "outlier"));
            rows.extend(named.chain(outliers).map(|(value, name)| DataRow {
                series: series.name.clone(),
                x: group.clone(),
                y: name.to_owned(),
                value: value.to_string(),
                ..DataRow::default()
            }));
        }
    }
    rows
}

fn of_heat(heat: &Heat) -> Vec<DataRow> {
    let mut rows = vec![];
    for (row, (y, cells)) in heat.rows.iter().zip(&heat.cells).enumerate() {
        rows.extend(heat.columns.iter().zip(cells).enumerate().map(|(column, (x, value))| DataRow {
            x: x.to_string(),
            y: y.to_string(),
            value: value.to_string(),
            low: heat.range(row, column).map(|(low, _)| low),
            high: heat.range(row, column).map(|(_, high)| high),
            ..DataRow::default()
        }));
    }
    rows
}

fn of_spans(spans: &Spans) -> Vec<DataRow> {
    let mut rows = vec![];
    for lane in &spans.lanes {
        rows.extend(lane.spans.iter().map(|span| DataRow {
            series: lane.name.clone(),
            x: span.from.to_string(),
            y: span.to.to_string(),
            value: if span.lost { format!("{} (lost)", span.name) } else { span.name.clone() },
            ..DataRow::default()
        }));
    }
    rows
}

fn of_estimates(estimates: &Estimates) -> Vec<DataRow> {
    let mut rows = vec![];
    for estimate in &estimates.rows {
        let row = |x: &str, value: f64, range: Option<(f64, f64)>| DataRow {
            series: estimate.name.clone(),
            x: x.to_owned(),
            value: value.to_string(),
            low: range.map(|(low, _)| low),
            high: range.map(|(_, high)| high),
            ..DataRow::default()
        };
        rows.push(row("", estimate.value, estimate.range));
        rows.extend(estimate.theory.map(|theory| row("theory", theory, None)));
    }
    rows
}

fn of_forest(forest: &Forest) -> Vec<DataRow> {
    let mut rows = vec![];
    for (group, stems) in &forest.groups {
        for stem in stems {
            let row = |x: &str, value: f64, range: Option<(f64, f64)>| DataRow {
                panel: group.clone(),
                series: stem.name.clone(),
                x: x.to_owned(),
                value: value.to_string(),
                low: range.map(|(low, _)| low),
                high: range.map(|(_, high)| high),
                ..DataRow::default()
            };
            rows.push(row("", stem.value, stem.range));
            rows.extend(stem.theory.map(|theory| row("theory", theory, None)));
            rows.extend(stem.before.map(|before| row("before", before, None)));
        }
    }
    rows
}
