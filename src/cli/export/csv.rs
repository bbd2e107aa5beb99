use schedscope_core::experiment::{Column, Report};
use std::io::{self, Write};

/// Writes one row a policy; where jobs have classes, one row a policy and class, and that of all jobs last.
pub fn write_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let classed = report.policies.iter().any(|policy| !policy.classes().is_empty());
    let columns = Column::all(report.scenario.kind());
    let mut titles = vec!["policy"];
    titles.extend(classed.then_some("class"));
    titles.extend(columns.iter().map(|column| column.title.as_str()));
    csv.write_record(titles)?;
    for policy in &report.policies {
        let mut write = |class: &str, value: &dyn Fn(&Column) -> Option<f64>| {
            let mut row = vec![policy.policy.to_string()];
            row.extend(classed.then(|| class.to_owned()));
            row.extend(columns.iter().map(|column| value(column).map(|x| column.write(x)).unwrap_or_default()));
            csv.write_record(row)
        };
        for class in policy.classes() {
            write(&class.name, &|column| column.of_class(&class.figures))?;
        }
        write("all", &|column| column.of_policy(policy))?;
    }
    csv.flush()
}
