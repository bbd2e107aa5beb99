use crate::experiment::{COUNTERS, DatacenterReport, Figures, PolicyReport, Report, SystemKind, Utilisation};
use std::io::{self, Write};

/// One column of figures: its title and its cell; empty where a figure does not exist.
type Column = (&'static str, fn(&Figures) -> Option<String>);

const COLUMNS: [Column; 14] = [
    ("jobs", |f| Some(f.jobs.to_string())),
    ("replications", |f| Some(f.replications.to_string())),
    ("mean_sojourn", |f| number(f.mean_sojourn)),
    ("mean_sojourn_ci95", |f| f.mean_sojourn_ci95.and_then(number)),
    ("median_sojourn", |f| number(f.median_sojourn)),
    ("p90_sojourn", |f| number(f.p90_sojourn)),
    ("p95_sojourn", |f| number(f.p95_sojourn)),
    ("p99_sojourn", |f| number(f.p99_sojourn)),
    ("ratio_srpt", |f| f.ratio_srpt.and_then(number)),
    ("ratio_ps", |f| f.ratio_ps.and_then(number)),
    ("median_slowdown", |f| number(f.median_slowdown)),
    ("p99_slowdown", |f| number(f.p99_slowdown)),
    ("share_slowdown_above_100", |f| number(f.share_slowdown_above_100)),
    ("p95_slowdown", |f| number(f.p95_slowdown)),
];

/// A column that a row of all jobs has in the cluster world.
type ClusterColumn = (&'static str, fn(&PolicyReport) -> Option<String>);

const CLUSTER: [ClusterColumn; 6] = [
    ("mean_load", |p| p.cluster.as_ref().and_then(|c| number(c.mean_load))),
    ("map_utilisation", |p| p.cluster.as_ref().and_then(|c| number(c.summary.utilisation[0]))),
    ("reduce_utilisation", |p| p.cluster.as_ref().and_then(|c| number(c.summary.utilisation[1]))),
    ("locality", |p| p.cluster.as_ref().and_then(|c| number(c.summary.locality))),
    ("preemptions", |p| p.cluster.as_ref().and_then(|c| number(c.summary.preemptions))),
    ("work_lost", |p| p.cluster.as_ref().and_then(|c| number(c.summary.work_lost))),
];

/// Utilisation, which a row of all jobs has in the datacenter world.
fn utilisation(report: &DatacenterReport) -> impl Iterator<Item = Option<String>> {
    let parts = [report.utilisation, report.utilisation_short, report.utilisation_general];
    parts.into_iter().flat_map(|part: Option<Utilisation>| {
        [part.map(|u| u.median), part.map(|u| u.mean), part.map(|u| u.max)].map(|x| x.and_then(number))
    })
}

fn number(x: f64) -> Option<String> {
    x.is_finite().then(|| x.to_string())
}

/// Writes one row a policy; where jobs have classes, one row a policy and class, and that of all jobs last.
pub fn write_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let classed = report.policies.iter().any(|policy| !policy.classes.is_empty());
    let cluster = report.policies.iter().any(|policy| policy.cluster.is_some());
    let mut titles = vec!["policy"];
    titles.extend(classed.then_some("class"));
    titles.extend(COLUMNS.iter().map(|(title, _)| *title));
    let server = report.scenario.system.kind == SystemKind::Server;
    titles.extend(server.then_some("theory_mean_sojourn"));
    if cluster {
        titles.push("ratio_fair");
        titles.extend(CLUSTER.iter().map(|(title, _)| *title));
    }
    let parts = ["utilisation", "utilisation_short", "utilisation_general"];
    let parts: Vec<String> = parts.iter().flat_map(|part| ["median", "mean", "max"].map(|of| format!("{part}_{of}"))).collect();
    let datacenter = report.policies.iter().any(|policy| policy.datacenter.is_some());
    if datacenter {
        titles.extend(parts.iter().map(String::as_str));
        titles.extend(COUNTERS.iter().map(|(title, _)| *title));
    }
    csv.write_record(titles)?;
    let row = |policy: &PolicyReport, class: String, figures: &Figures, whole: bool| {
        let mut row = vec![policy.policy.to_string()];
        row.extend(classed.then_some(class));
        row.extend(COLUMNS.iter().map(|(_, cell)| cell(figures).unwrap_or_default()));
        row.extend(server.then(|| policy.theory_mean_sojourn.and_then(number).unwrap_or_default()));
        if cluster {
            row.push(figures.ratio_fair.and_then(number).unwrap_or_default());
            row.extend(CLUSTER.iter().map(|(_, cell)| cell(policy).filter(|_| whole).unwrap_or_default()));
        }
        match policy.datacenter.as_ref().filter(|_| whole) {
            Some(of) => {
                row.extend(utilisation(of).map(Option::unwrap_or_default));
                row.extend(COUNTERS.iter().map(|(_, count)| count(&of.counters).to_string()));
            }
            None if datacenter => row.resize(row.len() + parts.len() + COUNTERS.len(), String::new()),
            None => {}
        }
        row
    };
    for policy in &report.policies {
        for class in &policy.classes {
            csv.write_record(row(policy, class.name.clone(), &class.figures, false))?;
        }
        csv.write_record(row(policy, "all".to_owned(), &policy.all, true))?;
    }
    csv.flush()
}
