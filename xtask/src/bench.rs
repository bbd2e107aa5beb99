//! `cargo xtask bench`: what a job, a task or an event costs, compared with what is stored.

use std::collections::BTreeMap;

use crate::project::{Failure, Project, read, run, write};

/// What was measured when somebody last decided to store it.
const BASELINE: &str = "crates/engine/benches/baseline.csv";
/// Names the file for what is measured.
const MEASURED: &str = "SCHEDSCOPE_MEASURED";
/// From which factor on a difference is told: less is what two runs of the same program differ by.
const TOLD: f64 = 1.25;

/// Costs by name, each ÷ that of a loop by hand in the same run.
type Costs = BTreeMap<String, f64>;

/// Measures some worlds, or all, and tells what has become dearer or cheaper; stores what was measured if asked to.
pub fn run_all(project: &Project, worlds: &[String], save: bool) -> Result<(), Failure> {
    let file = project.target().join("measured.csv");
    run(project.cargo().env(MEASURED, &file).args(["bench", "--package", "schedscope", "--bench", "engine", "--"]).args(worlds))?;
    let measured = costs(&read(&file)?);
    let path = project.root().join(BASELINE);
    let mut baseline = if path.exists() { costs(&read(&path)?) } else { Costs::new() };
    eprintln!("\n{}", compared(&baseline, &measured));
    if save {
        if worlds.is_empty() {
            // Of all that is measured nothing else is left.
            baseline.clear();
        }
        baseline.extend(measured);
        let lines: Vec<String> = baseline.iter().map(|(name, cost)| format!("{name},{cost:.4}\n")).collect();
        write(&path, &lines.concat())?;
        eprintln!("stored in {BASELINE}");
    }
    Ok(())
}

fn costs(text: &str) -> Costs {
    text.lines().filter_map(|line| line.rsplit_once(',')).filter_map(|(name, cost)| Some((name.to_owned(), cost.parse().ok()?))).collect()
}

/// What has changed, in sentences.
fn compared(baseline: &Costs, measured: &Costs) -> String {
    let known: Vec<(&String, f64, f64)> = measured.iter().filter_map(|(name, now)| Some((name, *baseline.get(name)?, *now))).collect();
    let mut changed: Vec<_> = known.iter().filter(|(_, then, now)| !(1.0 / TOLD..=TOLD).contains(&(now / then))).collect();
    changed.sort_by(|a, b| (b.2 / b.1).total_cmp(&(a.2 / a.1)));
    let line = |(name, then, now): &&(&String, f64, f64)| format!("  {name}: {then:.2} -> {now:.2}, {:.2} times as dear\n", now / then);
    format!(
        "of {} costs, each ÷ a loop by hand in the same run, {} are within a factor of {TOLD} of those stored; {} are not stored\n{}",
        measured.len(),
        known.len() - changed.len(),
        measured.len() - known.len(),
        changed.iter().map(line).collect::<Vec<_>>().concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_become_dearer_stands_first() {
        let baseline = costs("a,1\nb,2\nc,4\n");
        let measured = costs("a,1.1\nb,1\nc,8\nd,3\n");
        let told = compared(&baseline, &measured);
        assert!(told.starts_with("of 4 costs, each ÷ a loop by hand in the same run, 1 are within"), "{told}");
        assert!(
            told.ends_with("1 are not stored\n  c: 4.00 -> 8.00, 2.00 times as dear\n  b: 2.00 -> 1.00, 0.50 times as dear\n"),
            "{told}"
        );
    }
}
