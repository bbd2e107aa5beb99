use crate::experiment::{PolicyReport, Report};
use std::io::{self, Write};

/// One column: its title and its cell for a policy; empty where a figure does not exist.
type Column = (&'static str, fn(&PolicyReport) -> Option<String>);

const COLUMNS: [Column; 15] = [
    ("policy", |p| Some(p.policy.to_string())),
    ("jobs", |p| Some(p.jobs.to_string())),
    ("replications", |p| Some(p.replications.to_string())),
    ("mean_sojourn", |p| number(p.mean_sojourn)),
    ("mean_sojourn_ci95", |p| p.mean_sojourn_ci95.and_then(number)),
    ("median_sojourn", |p| number(p.median_sojourn)),
    ("p90_sojourn", |p| number(p.p90_sojourn)),
    ("p95_sojourn", |p| number(p.p95_sojourn)),
    ("p99_sojourn", |p| number(p.p99_sojourn)),
    ("ratio_srpt", |p| p.ratio_srpt.and_then(number)),
    ("ratio_ps", |p| p.ratio_ps.and_then(number)),
    ("median_slowdown", |p| number(p.median_slowdown)),
    ("p99_slowdown", |p| number(p.p99_slowdown)),
    ("share_slowdown_above_100", |p| number(p.share_slowdown_above_100)),
    ("p95_slowdown", |p| number(p.p95_slowdown)),
];

fn number(x: f64) -> Option<String> {
    x.is_finite().then(|| x.to_string())
}

/// Writes one row a policy.
pub fn write_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS.iter().map(|(title, _)| title))?;
    for policy in &report.policies {
        csv.write_record(COLUMNS.iter().map(|(_, cell)| cell(policy).unwrap_or_default()))?;
    }
    csv.flush()
}
