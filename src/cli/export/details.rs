use super::table::{new_table, percent, significant};
use crate::experiment::{COUNTERS, DatacenterReport, Report, Utilisation};
use comfy_table::{CellAlignment, Table};
use std::io::{self, Write};

/// Writes what is special about the datacenter world, for people: a column a policy.
pub fn write_details(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let policies: Vec<(String, &DatacenterReport)> =
        report.policies.iter().filter_map(|p| Some((p.policy.to_string(), p.datacenter.as_ref()?))).collect();
    let titles = |first: &'static str| std::iter::once(first).chain(policies.iter().map(|(name, _)| name.as_str())).collect::<Vec<_>>();
    let row = |name: String, of: &dyn Fn(&DatacenterReport) -> String| -> Vec<String> {
        std::iter::once(name).chain(policies.iter().map(|(_, report)| of(report))).collect()
    };
    let shown = |table: Table, out: &mut dyn Write| writeln!(out, "\n{}", aligned(table).trim_fmt());

    let mut busy = new_table(&titles("part of the slots that is busy"));
    let words = |u: Option<Utilisation>| match u {
        Some(u) => format!("{} / {} / {}", percent(u.median), percent(u.mean), percent(u.max)),
        None => "–".to_owned(),
    };
    busy.add_row(row("all: median / mean / max".to_owned(), &|report| words(report.utilisation)));
    busy.add_row(row("kept for short tasks: median / mean / max".to_owned(), &|report| words(report.utilisation_short)));
    busy.add_row(row("others: median / mean / max".to_owned(), &|report| words(report.utilisation_general)));
    shown(busy, out)?;

    let mut times = new_table(&titles("seconds a task"));
    for (class, long) in [("short", false), ("long", true)] {
        let of = |report: &DatacenterReport| if long { report.long_tasks } else { report.short_tasks };
        times.add_row(row(format!("{class}: until a worker has it"), &|report| significant(of(report).scheduling, 4)));
        times.add_row(row(format!("{class}: waiting at a worker"), &|report| significant(of(report).queueing, 4)));
        times.add_row(row(format!("{class}: running"), &|report| significant(of(report).execution, 4)));
    }
    shown(times, out)?;

    let mut counters = new_table(&titles("counted"));
    for (name, count) in COUNTERS {
        if policies.iter().any(|(_, report)| count(&report.counters) > 0) {
            counters.add_row(row(name.replace('_', " ").replace('.', ": "), &|report| count(&report.counters).to_string()));
        }
    }
    let optional = |x: Option<f64>, words: fn(f64) -> String| x.map_or_else(|| "–".to_owned(), words);
    counters.add_row(row("probes accepted at first".to_owned(), &|report| optional(report.accepted_at_first, percent)));
    counters.add_row(row("rounds of probes a job".to_owned(), &|report| optional(report.rounds, |x| significant(x, 4))));
    shown(counters, out)?;

    let Some(first) = report.policies.first().filter(|_| !report.pairs.is_empty()) else { return Ok(()) };
    let against = format!("against {}", first.policy);
    let mut pairs = new_table(&[against.as_str(), "class", "jobs", "better", "better or equal", "time halved", "mean ÷ mean"]);
    for pair in report.pairs.iter().filter(|pair| pair.than == first.policy) {
        let figures = &pair.figures;
        pairs.add_row([
            pair.policy.to_string(),
            pair.class.to_owned(),
            figures.jobs.to_string(),
            percent(figures.better),
            percent(figures.better_or_equal),
            percent(figures.halved),
            significant(figures.mean_ratio, 4),
        ]);
    }
    shown(pairs, out)?;
    writeln!(out, "\nTotals are over all replications; times within 1 % are equal.")
}

/// All columns but the first to the right.
fn aligned(mut table: Table) -> Table {
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table
}
