use comfy_table::{Cell, CellAlignment, Table, presets};
use schedscope::metrics::Interval;
use schedscope::workload::{Cut, Which};
use schedscope::world::Unit;
use schedscope_core::experiment::sweep::axis_number;
use schedscope_core::experiment::{Column, Part, PolicyReport, Report, Scenario, Section, Versus};
use std::io::{self, Write};
use toml::Value;

/// A table without lines around it, as a person likes to read it.
pub fn new_table(titles: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(titles.iter().map(Cell::new));
    table
}

/// Writes the comparison for people.
pub fn write_table(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let workload = &report.workload;
    write!(out, "{} {}", workload.jobs, if workload.jobs == 1 { "job" } else { "jobs" })?;
    if report.scenario.replications > 1 {
        write!(out, " × {} replications", report.scenario.replications)?;
    }
    if let Some(load) = workload.load {
        write!(out, ", load {}", significant(load, 3))?;
    }
    write!(out, ", seed {}", report.scenario.seed)?;
    for told in given(&report.scenario) {
        write!(out, ", {told}")?;
    }
    if let Some(speed) = workload.speed {
        write!(out, ", served at {} bytes/s", significant(speed, 4))?;
    }
    if workload.skipped > 0 {
        write!(out, ", {} {} left out", workload.skipped, if workload.skipped == 1 { "row" } else { "rows" })?;
    }
    if let Some(Cut { first, of, part }) = workload.cut {
        let which = if part == Which::Busiest { ", the busiest" } else { "" };
        write!(out, ", jobs {first} to {} of {of}{which}", first + workload.jobs - 1)?;
    }
    writeln!(out, "\n")?;
    let kind = report.scenario.kind();
    let mut table = Columns::default();
    if report.policies.iter().any(|p| p.jobs.is_some()) {
        table.add("MST", report, |p| p.figures().map(|f| significant(f.mean_sojourn, 4)));
        table.add("± 95 %", report, |p| p.figures()?.mean_sojourn_ci95.filter(|half| *half > 0.0).map(|half| significant(half, 4)));
        for key in kind.references() {
            let name = kind.rows().iter().find(|row| row.key == *key).map_or(*key, |row| row.name);
            table.add(format!("MST ÷ {name}"), report, |p| ratio(p.figures()?.reference(key)?));
        }
    }
    let classes = report.policies.first().map(|p| p.classes()).unwrap_or_default();
    for class in classes {
        for (title, heading) in kind.by_class() {
            let column = Column::find(kind, title);
            let value = |p: &PolicyReport| Some(significant(column?.of_class(p.class(class.class)?)?, 4));
            table.add(heading.replace("{}", &class.name), report, value);
        }
    }
    for column in Column::all(kind) {
        let Some(heading) = column.heading else { continue };
        table.add(heading, report, |p| {
            let value = column.of_policy(p)?;
            Some(if column.unit == Unit::Fraction { percent(value) } else { significant(value, 4) })
        });
    }
    table.add("median slowdown", report, |p| Some(significant(p.figures()?.median_slowdown, 4)));
    table.add("p99 slowdown", report, |p| Some(significant(p.figures()?.p99_slowdown, 4)));
    table.add("slowdown > 100", report, |p| Some(format!("{:.2} %", 100.0 * p.figures()?.share_slowdown_above_100)));
    writeln!(out, "{}", table.table(report).trim_fmt())?;
    let meant: Vec<String> =
        kind.legend().iter().filter(|(term, _)| table.has(term)).map(|(term, meaning)| format!("{term}: {meaning}")).collect();
    writeln!(out, "\n{}.", meant.join("; "))
}

/// Columns of a table beside the policies: headings, and a cell a policy.
#[derive(Default)]
struct Columns(Vec<(String, Vec<Option<String>>)>);

impl Columns {
    /// One more, if it says something of any policy.
    fn add(&mut self, heading: impl Into<String>, report: &Report, cell: impl Fn(&PolicyReport) -> Option<String>) {
        let cells: Vec<Option<String>> = report.policies.iter().map(cell).collect();
        if cells.iter().any(Option::is_some) {
            self.0.push((heading.into(), cells));
        }
    }

    /// Whether a heading has one of these words.
    fn has(&self, words: &str) -> bool {
        words.split(", ").any(|word| self.0.iter().any(|(heading, _)| heading.contains(word)))
    }

    fn table(&self, report: &Report) -> Table {
        let titles: Vec<&str> = std::iter::once("policy").chain(self.0.iter().map(|(heading, _)| heading.as_str())).collect();
        let mut table = new_table(&titles);
        for (i, p) in report.policies.iter().enumerate() {
            let cells = self.0.iter().map(|(_, cells)| cells[i].clone().unwrap_or_else(|| "–".to_owned()));
            table.add_row(std::iter::once(p.policy.to_string()).chain(cells));
        }
        table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        table
    }
}

/// Numbers that were given for the system, after what they are called, and what was switched on or off.
fn given(scenario: &Scenario) -> Vec<String> {
    let parts = Part::all(scenario.kind()).iter().filter(|part| part.section == Section::System);
    let named =
        parts.filter_map(|part| Some((part.title.clone().unwrap_or_else(|| part.name.replace('_', " ")), scenario.get(&part.path())?)));
    let told = |(name, value): (String, Value)| match value {
        Value::Boolean(true) => Some(name),
        Value::Boolean(false) => Some(format!("no {name}")),
        value => Some(format!("{name} {}", axis_number(&value)?)),
    };
    named.filter_map(told).collect()
}

pub(super) fn percent(x: f64) -> String {
    format!("{:.1} %", 100.0 * x)
}

/// A ratio with its interval, if it has one; that of a policy to itself has none to speak of.
fn ratio(Versus { ratio, interval }: Versus) -> Option<String> {
    let ratio = significant(ratio?, 4);
    Some(match interval {
        Some(Interval { low, high }) if low < high => format!("{ratio} ({} to {})", significant(low, 3), significant(high, 3)),
        _ => ratio,
    })
}

/// So many significant digits; from a million on and below a ten-thousandth with a power of ten.
pub(super) fn significant(x: f64, digits: i32) -> String {
    if x == 0.0 || !x.is_finite() {
        return x.to_string();
    }
    // Of the rounded number: 9.9996 is 10.00.
    let rounded = format!("{x:.*e}", (digits - 1) as usize);
    let magnitude: i32 = rounded.rsplit('e').next().and_then(|power| power.parse().ok()).unwrap_or_default();
    if !(-4..6).contains(&magnitude) {
        return rounded;
    }
    format!("{x:.*}", (digits - 1 - magnitude).max(0) as usize)
}
