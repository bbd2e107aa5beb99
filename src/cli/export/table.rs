use crate::experiment::{Figures, Report, SystemKind};
use comfy_table::{Cell, CellAlignment, Table, presets};
use schedscope_engine::metrics::Interval;
use std::io::{self, Write};

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
    if let Some(servers) = report.scenario.system.servers.filter(|m| *m > 1) {
        write!(out, ", {servers} servers of speed 1/{servers}")?;
    }
    if let Some(speed) = workload.speed {
        write!(out, ", served at {} bytes/s", significant(speed, 4))?;
    }
    if workload.skipped > 0 {
        let (rows, what) = (if workload.skipped == 1 { "row" } else { "rows" }, if workload.speed.is_some() { "bytes" } else { "a size" });
        write!(out, ", {} {rows} without {what} skipped", workload.skipped)?;
    }
    writeln!(out, "\n")?;
    let mut titles = vec!["policy", "MST"];
    let intervals = report.policies.iter().any(|p| p.all.mean_sojourn_ci95.is_some());
    let srpt = report.policies.iter().any(|p| p.all.ratio_srpt.is_some());
    let ps = report.policies.iter().any(|p| p.all.ratio_ps.is_some());
    titles.extend(intervals.then_some("± 95 %"));
    let theory = report.policies.iter().any(|p| p.theory_mean_sojourn.is_some());
    titles.extend(theory.then_some("theory"));
    titles.extend(srpt.then_some("MST ÷ SRPT"));
    titles.extend(ps.then_some("MST ÷ PS"));
    let fair = report.policies.iter().any(|p| p.all.ratio_fair.is_some());
    titles.extend(fair.then_some("MST ÷ Fair"));
    let datacenter = report.scenario.system.kind == SystemKind::Datacenter;
    let classes: Vec<&str> =
        report.policies.first().map(|p| p.classes.iter().map(|class| class.name.as_str()).collect()).unwrap_or_default();
    let by_class: Vec<String> = if datacenter {
        classes.iter().flat_map(|class| ["p50", "p90", "p99"].map(|p| format!("{class} {p}"))).collect()
    } else {
        classes.iter().map(|class| format!("median, bin {class}")).collect()
    };
    titles.extend(by_class.iter().map(String::as_str));
    let cluster = report.policies.iter().any(|p| p.cluster.is_some());
    titles.extend(cluster.then_some("mean load"));
    titles.extend(datacenter.then_some("utilisation"));
    titles.extend(["median slowdown", "p99 slowdown", "slowdown > 100"]);
    let mut table = new_table(&titles);
    for p in &report.policies {
        let mut row = vec![p.policy.to_string(), significant(p.all.mean_sojourn, 4)];
        row.extend(intervals.then(|| optional(p.all.mean_sojourn_ci95)));
        row.extend(theory.then(|| p.theory_mean_sojourn.map_or_else(|| "–".to_owned(), |exact| significant(exact, 4))));
        row.extend(srpt.then(|| ratio(p.all.ratio_srpt, p.all.ratio_srpt_interval)));
        row.extend(ps.then(|| ratio(p.all.ratio_ps, p.all.ratio_ps_interval)));
        row.extend(fair.then(|| ratio(p.all.ratio_fair, p.all.ratio_fair_interval)));
        row.extend(p.classes.iter().flat_map(|class| {
            let Figures { median_sojourn, p90_sojourn, p99_sojourn, .. } = class.figures;
            let shown = if datacenter { vec![median_sojourn, p90_sojourn, p99_sojourn] } else { vec![median_sojourn] };
            shown.into_iter().map(|seconds| significant(seconds, 4))
        }));
        row.extend(cluster.then(|| optional(p.cluster.as_ref().map(|cluster| cluster.mean_load))));
        let busy = p.datacenter.as_ref().and_then(|datacenter| datacenter.utilisation);
        row.extend(datacenter.then(|| busy.map_or_else(String::new, |busy| percent(busy.mean))));
        row.extend(slowdowns(&p.all));
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{}", table.trim_fmt())?;
    if report.scenario.system.kind == SystemKind::Cluster {
        return writeln!(
            out,
            "\nMST: mean sojourn time (completion − arrival), and its median for each size class, in seconds; mean load: jobs in the system, \
             averaged over time; slowdown: sojourn ÷ time alone in the cluster."
        );
    }
    if datacenter {
        return writeln!(
            out,
            "\nMST: mean job completion time (completion − submission); p50, p90, p99: its percentiles for short and long jobs, in seconds; \
             utilisation: part of the slots that is busy, averaged over time; slowdown: completion time ÷ that of the job alone on all workers."
        );
    }
    let unit = if workload.speed.is_some() { "seconds" } else { "the unit of sizes (mean size 1 if synthetic)" };
    write!(out, "\nMST: mean sojourn time (completion − arrival), in {unit}; ")?;
    if theory {
        write!(out, "theory: what the MST of ever more jobs tends to, where a closed form is known; ")?;
    }
    writeln!(out, "slowdown: sojourn ÷ size.")
}

fn slowdowns(p: &Figures) -> [String; 3] {
    let share = 100.0 * p.share_slowdown_above_100;
    [significant(p.median_slowdown, 4), significant(p.p99_slowdown, 4), format!("{share:.2} %")]
}

pub(super) fn percent(x: f64) -> String {
    format!("{:.1} %", 100.0 * x)
}

/// A ratio with its interval, if it has one; that of a policy to itself has none to speak of.
fn ratio(ratio: Option<f64>, interval: Option<Interval>) -> String {
    match (ratio, interval) {
        (Some(ratio), Some(Interval { low, high })) if low < high => {
            format!("{} ({} to {})", significant(ratio, 4), significant(low, 3), significant(high, 3))
        }
        _ => optional(ratio),
    }
}

fn optional(x: Option<f64>) -> String {
    x.map_or_else(String::new, |x| significant(x, 4))
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
