//! What a sweep comes to, in one sentence and one below it.

use super::state::Findings;
use crate::format;
use schedscope_core::experiment::Column;
use schedscope_core::experiment::sweep::CellResult;
use schedscope_core::pictures::SweepQuantity;

/// Policies that the sentence names; the list below the picture names all.
const NAMED: usize = 3;

impl Findings {
    /// The figure of a policy in a cell, by the column's title.
    pub fn value(&self, result: &CellResult, policy: usize, column: &str) -> Option<f64> {
        let place = Column::all(self.setup.base.kind()).iter().position(|known| known.title == column)?;
        result.rows.iter().filter(|row| row.is_of_all()).nth(policy)?.values[place]
    }

    /// Names of the policies.
    pub fn names(&self) -> Vec<String> {
        self.sweep.scenario.choices().unwrap_or_default().iter().map(|policy| policy.name()).collect()
    }

    /// Position of the policy that others are divided by.
    pub fn yardstick(&self, shown: &SweepQuantity) -> Option<usize> {
        let key = shown.over?;
        self.sweep.scenario.policies.iter().position(|policy| key.is_empty() || policy == key)
    }

    /// Cells that are there, and in how many of them a policy's ratio is below 1: as a number, and with its whole 95 % interval.
    pub fn ahead(&self, policy: usize, shown: &SweepQuantity) -> (usize, [usize; 2]) {
        let (mut cells, mut below, mut surely) = (0, 0, 0);
        for result in self.known() {
            let get = |column: &str| self.value(result, policy, column);
            let Some(value) = get(shown.column) else { continue };
            cells += 1;
            if value < 1.0 {
                below += 1;
                surely += usize::from(shown.interval(value, &get).is_some_and(|(_, high)| high < 1.0));
            }
        }
        (cells, [below, surely])
    }

    /// The result, and what its numbers are; nothing before there is a cell.
    pub fn headline(&self, shown: &SweepQuantity) -> Option<(String, String)> {
        self.known().next()?;
        if self.setup.axes.len() > 1 { self.of_map(shown) } else { self.of_line(shown) }
    }

    /// In how many cells of a map each policy is ahead.
    fn of_map(&self, shown: &SweepQuantity) -> Option<(String, String)> {
        let (names, to) = (self.names(), self.yardstick(shown)?);
        let one = self.sweep.scenario.replications < 2;
        let mut counts: Vec<(&str, usize, usize)> = (0..names.len())
            .filter(|policy| *policy != to)
            .map(|policy| {
                let (cells, [below, surely]) = self.ahead(policy, shown);
                (names[policy].as_str(), cells, if one { below } else { surely })
            })
            .collect();
        counts.sort_by_key(|(_, _, ahead)| std::cmp::Reverse(*ahead));
        let to = &names[to];
        let cells = counts.first()?.1;
        let (first, _, most) = counts[0];
        let others = counts.iter().skip(1).take(NAMED - 1);
        let others = others.map(|(name, _, ahead)| if *ahead == 0 { format!(", {name} in none") } else { format!(", {name} in {ahead}") });
        let of = if cells == 1 { "the only cell".to_owned() } else { format!("{most} of {cells} cells") };
        let sentence = match (most, cells) {
            (0, 1) => format!("No policy is faster than {to} in the only cell."),
            (0, _) => format!("No policy is faster than {to} in any of {cells} cells."),
            _ => format!("{first} is faster than {to} in {of}{}.", others.collect::<String>()),
        };
        let below = if one {
            format!("Counted are cells whose mean sojourn is below that of {to}; one replication gives no interval.")
        } else {
            format!("Counted are cells in which the whole 95\u{a0}% interval of mean sojourn ÷ {to} is below 1.")
        };
        Some((sentence, below))
    }

    /// How far each policy's line goes from its first value to its last.
    fn of_line(&self, shown: &SweepQuantity) -> Option<(String, String)> {
        let (names, to) = (self.names(), self.yardstick(shown));
        let (axis, values) = (self.setup.axes.first()?, self.setup.axes.first()?.values().ok()?);
        let (first, last) = (self.known().next()?, self.known().last()?);
        let mut lines: Vec<(&str, f64, f64)> = (0..names.len())
            .filter(|policy| Some(*policy) != to)
            .filter_map(|policy| {
                let of = |result: &CellResult| self.value(result, policy, shown.column).filter(|value| value.is_finite());
                Some((names[policy].as_str(), of(first)?, of(last)?))
            })
            .collect();
        let change = |(_, from, to): &(&str, f64, f64)| libm::log(to / from).abs();
        lines.sort_by(|a, b| change(b).total_cmp(&change(a)));
        let parts: Vec<String> = lines
            .iter()
            .take(NAMED)
            .map(|(name, from, to)| format!("{name} from {} to {}", format::short(*from), format::short(*to)))
            .collect();
        let place = |result: &CellResult| values.get(result.cell as usize).map(|value| format::readable(*value));
        let (from, until) = (place(first)?, place(last)?);
        let sentence = match (parts.is_empty(), from == until) {
            (true, _) => return None,
            (_, true) => format!(
                "{} at {from}: {}.",
                axis.title(),
                lines.iter().take(NAMED).map(|(name, from, _)| format!("{name} {}", format::short(*from))).collect::<Vec<_>>().join(", ")
            ),
            _ => format!("{} from {from} to {until} takes {}.", axis.title(), parts.join(", ")),
        };
        let rest = if lines.len() > NAMED { " Those that change most come first." } else { "" };
        let mut what = shown.title.clone();
        what[..1].make_ascii_uppercase();
        Some((sentence, format!("{what}.{rest}")))
    }
}

#[cfg(test)]
mod tests {
    use crate::sweep::{Change, Setup, Sweep, Told};
    use crate::testing::cell;
    use schedscope_core::experiment::SystemKind;

    /// Headline after these cells of a sweep.
    fn said(query: &str, cells: &[u64]) -> Option<(String, String)> {
        let mut sweep = Sweep::open(SystemKind::Server, false);
        sweep.follow(Setup::read(SystemKind::Server, query));
        let grid = sweep.setup.sweep().unwrap();
        let cells = cells.iter().map(|number| cell(&grid, *number)).collect();
        sweep.change(Change::Told(Told { run: sweep.run, cells, ..Told::default() }));
        let findings = sweep.findings.as_ref()?;
        findings.headline(findings.setup.shown()?)
    }

    #[test]
    fn a_map_says_where_policies_are_faster() {
        let map = "replications=3&policies=ps,srpt,fifo&workload.count=300&workload.shape=0.25&across=workload.sigma:list:0.5,1&up=workload.load:list:0.5,0.9";
        let (sentence, below) = said(&format!("{map}&show=ratio_ps"), &[0, 1, 2, 3]).unwrap();
        assert_eq!(sentence, "SRPT is faster than PS in 4 of 4 cells, FIFO in none.");
        assert!(below.contains("95\u{a0}% interval"), "{below}");
        assert_eq!(said(&format!("{map}&show=ratio_srpt"), &[0]).unwrap().0, "No policy is faster than SRPT in the only cell.");
        assert_eq!(said(&format!("{map}&show=ratio_ps"), &[]), None);
        let (_, below) = said(&format!("{}&show=ratio_ps", map.replace("replications=3", "replications=1")), &[0]).unwrap();
        assert!(below.contains("no interval"), "{below}");
    }

    #[test]
    fn a_line_says_from_where_to_where_it_goes() {
        let line =
            "replications=2&policies=ps,srpt,srpte&workload.count=300&workload.shape=0.25&across=workload.sigma:list:0.0,4&show=ratio_srpt";
        let (sentence, below) = said(line, &[0, 1]).unwrap();
        assert!(sentence.starts_with("Estimation error (σ) from 0 to 4 takes SRPTE from 1.00 to "), "{sentence}");
        assert_eq!(below, "Mean sojourn time ÷ that of SRPT.");
        let (sentence, _) = said(line, &[1]).unwrap();
        assert!(sentence.starts_with("Estimation error (σ) at 4: "), "{sentence}");
    }
}
