//! What a sweep comes to, in one sentence and one below it.

use super::found::Findings;
use crate::edited::number_of;
use crate::format;
use crate::ratio::Subject;
use schedscope::metrics::Interval;
use schedscope::registry::Family;
use schedscope::sim::listed;
use schedscope_core::experiment::Column;
use schedscope_core::experiment::sweep::{CellResult, axis_number};
use schedscope_core::pictures::{Over, SweepQuantity, names, too_short};

/// Policies that the sentence names; the list below the picture names all.
const NAMED: usize = 3;

/// On which side of what it is compared with a policy is, in how many cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ahead {
    /// Cells that are there.
    pub cells: usize,
    /// Those in which the ratio is below 1.
    pub below: usize,
    /// Those in which its whole 95 % interval is, which only cells with all their replications have.
    pub beyond: usize,
}

impl Findings {
    /// The figure of a policy in a cell, by the column's title.
    pub fn value(&self, result: &CellResult, policy: usize, column: &str) -> Option<f64> {
        let place = Column::all(self.setup.base.kind()).iter().position(|known| known.title == column)?;
        result.rows.iter().filter(|row| row.is_of_all()).nth(policy)?.values[place]
    }

    /// Names of the policies.
    pub fn names(&self) -> Vec<String> {
        names(&self.sweep.scenario.choices().unwrap_or_default())
    }

    /// Whether what is shown of a cell cannot be compared: it is held against the bound, and its runs are too short for that.
    pub fn is_short(&self, result: &CellResult, shown: &SweepQuantity) -> bool {
        shown.over == Over::Bound && too_short(&self.sweep, result)
    }

    /// How many cells these are.
    pub fn short(&self, shown: &SweepQuantity) -> usize {
        self.seen().filter(|result| self.is_short(result, shown)).count()
    }

    /// Why these cells cannot be compared, where there are some.
    fn why_short(&self, shown: &SweepQuantity) -> String {
        let place = match (self.short(shown), self.setup.axes.len()) {
            (0, _) => return String::new(),
            (1, 1) => " At one of these values a mean is below the bound. Its runs".to_owned(),
            (count, 1) => format!(" At {count} of these values a mean is below the bound. Their runs"),
            (1, _) => " Hatched: in one cell a mean is below the bound. Its runs".to_owned(),
            (count, _) => format!(" Hatched: in {count} cells a mean is below the bound. Their runs"),
        };
        format!("{place} are too short to compare: the bound is of ever more jobs, and these begin empty and end before the largest come.")
    }

    /// Position of the policy that others are divided by.
    pub fn yardstick(&self, shown: &SweepQuantity) -> Option<usize> {
        shown.reference(&self.sweep)?.1
    }

    /// The 95 % interval of what is shown of a policy in a cell, if that has all its replications.
    fn interval(&self, result: &CellResult, policy: usize, shown: &SweepQuantity) -> Option<(f64, f64)> {
        let get = |column: &str| self.value(result, policy, column);
        let whole = self.replications(result.cell) == Some(self.sweep.scenario.replications);
        shown.interval(get(shown.column).filter(|_| whole)?, &get)
    }

    /// Where a policy is ahead.
    pub fn ahead(&self, policy: usize, shown: &SweepQuantity) -> Ahead {
        let mut ahead = Ahead::default();
        for result in self.seen() {
            let Some(value) = self.value(result, policy, shown.column) else { continue };
            ahead.cells += 1;
            if value < 1.0 {
                ahead.below += 1;
                ahead.beyond += usize::from(self.interval(result, policy, shown).is_some_and(|(_, high)| high < 1.0));
            }
        }
        ahead
    }

    /// The same in a few words, above the map of the policy.
    pub fn counted(&self, policy: usize, shown: &SweepQuantity) -> String {
        let ahead = self.ahead(policy, shown);
        let Ahead { cells, below, .. } = ahead;
        if shown.over == Over::Bound || cells == 0 {
            return String::new();
        }
        let rest = match self.clearly(&ahead) {
            None => String::new(),
            Some(clearly) if clearly == below => ", all clearly".to_owned(),
            Some(clearly) => format!(", {clearly} clearly"),
        };
        format!("wins {below} of {cells}{rest}")
    }

    /// In how many of the cells in which it is ahead a policy is clearly so, where intervals tell.
    fn clearly(&self, ahead: &Ahead) -> Option<usize> {
        let tells = self.sweep.scenario.replications > 1 && self.glimpsed() == 0 && ahead.below > 0;
        tells.then_some(ahead.beyond)
    }

    /// Column and row of the cell with the scenario's own values, or else in the middle.
    pub fn home(&self) -> Option<[usize; 2]> {
        let at = |axis: usize| {
            let axis = self.setup.axes.get(axis)?;
            let (values, own) = (axis.values().ok()?, number_of(&self.setup.base.scenario, &axis.field.name));
            Some(values.iter().position(|value| Some(*value) == own).unwrap_or(values.len() / 2))
        };
        Some([at(0)?, at(1)?])
    }

    /// What varies and its values in a cell, the axis across first.
    pub fn place(&self, cell: u64) -> Vec<(String, f64)> {
        let values = self.sweep.point(cell).into_iter().map(|value| axis_number(value).unwrap_or(f64::NAN));
        let axes = self
            .setup
            .axes
            .iter()
            .rev()
            .map(|axis| if axis.field.symbol.is_empty() { axis.field.label.to_lowercase() } else { axis.field.symbol.to_owned() });
        let mut all: Vec<(String, f64)> = axes.zip(values).collect();
        all.reverse();
        all
    }

    /// What the numbers of a cell say: who is too close to what all are compared with, who is ahead most, who is behind most.
    pub fn sentence(&self, cell: u64, shown: &SweepQuantity) -> String {
        let (Some((to, yardstick)), Some(result)) = (shown.reference(&self.sweep), self.result(cell)) else { return String::new() };
        if self.is_short(result, shown) {
            return "Runs too short to compare: a mean is below the bound, which in the long run none is.".to_owned();
        }
        let names = self.names();
        let others = (0..names.len()).filter(|policy| Some(*policy) != yardstick);
        let valued =
            others.filter_map(|policy| Some((policy, self.value(result, policy, shown.column).filter(|value| value.is_finite())?)));
        let mut all: Vec<(usize, f64)> = valued.collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        let holds = |policy: usize| self.interval(result, policy, shown).is_some_and(|(low, high)| low <= 1.0 && 1.0 <= high);
        let told: Vec<&str> = all.iter().filter(|(policy, _)| holds(*policy)).map(|(policy, _)| names[*policy].as_str()).collect();
        all.retain(|(policy, _)| !holds(*policy));
        let mut parts = vec![];
        if !told.is_empty() {
            let are = if told.len() == 1 { "is" } else { "are" };
            parts.push(format!("{} {are} too close to {to} to call", listed(told.into_iter().map(str::to_owned))));
        }
        let long = |(policy, value): &(usize, f64)| {
            let subject = Subject::policy(&names[*policy]);
            if shown.over == Over::Bound {
                return format!("{} is at {} times the bound", names[*policy], format::digits(*value, 3));
            }
            subject.takes(*value, self.interval(result, *policy, shown).map(|(low, high)| Interval { low, high }), &subject.at(&to))
        };
        parts.extend(all.first().filter(|(_, value)| *value < 1.0).map(long));
        parts.extend(all.last().filter(|(_, value)| *value > 1.0).map(long));
        if parts.is_empty() { String::new() } else { format!("{}.", parts.join("; ")) }
    }

    /// The result, and what its numbers are; nothing before there is a cell.
    pub fn headline(&self, shown: &SweepQuantity) -> Option<(String, String)> {
        self.seen().next()?;
        match (self.setup.axes.len() > 1, shown.over) {
            (true, Over::Bound) => Some(self.of_bound(shown)),
            (true, _) => self.of_map(shown),
            _ => self.of_line(shown),
        }
    }

    /// In how many cells of a map each policy is ahead.
    fn of_map(&self, shown: &SweepQuantity) -> Option<(String, String)> {
        let (names, (to, yardstick)) = (self.names(), shown.reference(&self.sweep)?);
        let others = (0..names.len()).filter(|policy| Some(*policy) != yardstick);
        let mut counts: Vec<(&str, Ahead)> = others.map(|policy| (names[policy].as_str(), self.ahead(policy, shown))).collect();
        counts.sort_by_key(|(_, ahead)| std::cmp::Reverse(ahead.below));
        let (first, ahead) = *counts.first()?;
        let others = counts.iter().skip(1).take(NAMED - 1);
        let others = others
            .map(|(name, Ahead { below, .. })| if *below == 0 { format!(", {name} in none") } else { format!(", {name} in {below}") });
        let sentence = match (ahead.below, ahead.cells) {
            (0, 1) => format!("No policy beats {to} in the only cell."),
            (0, cells) => format!("No policy beats {to} in any of {cells} cells."),
            _ => format!("{first} beats {to} in {}{}.", won(ahead, self.clearly(&ahead)), others.collect::<String>()),
        };
        Some((sentence, self.below(shown, &to)))
    }

    /// What the numbers of a map are.
    fn below(&self, shown: &SweepQuantity, to: &str) -> String {
        let yardstick = self.yardstick(shown);
        let policies = (0..self.names().len()).filter(|policy| Some(*policy) != yardstick);
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        let compared = || self.seen().filter(move |result| !self.is_short(result, shown));
        for value in policies.flat_map(|policy| compared().filter_map(move |result| self.value(result, policy, shown.column))) {
            (least, most) = (least.min(value), most.max(value));
        }
        let range = if least < most { format!(", from {} to {}", format::short(least), format::short(most)) } else { String::new() };
        let misleading = self.known().filter(|result| result.misleads(self.setup.base.kind())).count();
        let tail = match misleading {
            0 => String::new(),
            1 => " In 1 cell a few huge jobs dominate the mean.".to_owned(),
            count => format!(" In {count} cells a few huge jobs dominate the mean."),
        };
        let interval =
            if self.sweep.scenario.replications < 2 { "One replication: no interval." } else { "(Brackets): too close to call." };
        let first = match self.glimpsed() {
            0 => String::new(),
            cells => format!(" A first look: few replications in {}.", format::counted(cells as u64, "cell", "cells")),
        };
        format!("Mean sojourn ÷ {to}{range}. {interval}{tail}{first}")
    }

    /// In how many cells of a map each policy is the closest to the least that is possible.
    fn of_bound(&self, shown: &SweepQuantity) -> (String, String) {
        let names = self.names();
        let mut counts: Vec<(&str, usize)> = names.iter().map(|name| (name.as_str(), 0)).collect();
        let (mut cells, mut unknown) = (0, 0);
        // Who knows sizes may be below it.
        let choices = self.sweep.scenario.choices().unwrap_or_default();
        let bounded: Vec<usize> = (0..names.len()).filter(|policy| choices[*policy].family() != Family::Exact).collect();
        for result in self.seen().filter(|result| !self.is_short(result, shown)) {
            let values = bounded.iter().filter_map(|policy| Some((*policy, self.value(result, *policy, shown.column)?)));
            match values.min_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((policy, _)) => {
                    counts[policy].1 += 1;
                    cells += 1;
                }
                None => unknown += 1,
            }
        }
        let (beneath, short) = (self.short(shown), self.why_short(shown));
        let short = match unknown {
            0 => short,
            1 => format!("{short} Of one cell no bound is known."),
            _ => format!("{short} Of {unknown} cells no bound is known."),
        };
        if cells == 0 && beneath > 0 {
            return ("All runs are too short for the bound.".to_owned(), short.trim_start().to_owned());
        }
        if cells == 0 {
            let why = "It needs Poisson arrivals, one server and a load below 1, and is computed after the simulations.";
            return ("No bound is known yet.".to_owned(), why.to_owned());
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let others =
            counts.iter().skip(1).filter(|(_, count)| *count > 0).take(NAMED - 1).map(|(name, count)| format!(", {name} in {count}"));
        let (first, most) = counts[0];
        let of = match (cells, beneath) {
            (1, 0) => "the only cell".to_owned(),
            (_, 0) => format!("{most} of {cells} cells"),
            (1, _) => "the only cell above it".to_owned(),
            _ => format!("{most} of the {cells} cells above it"),
        };
        let sentence = format!("{first} is closest to the bound in {of}{}.", others.collect::<String>());
        (sentence, self.below(shown, "the least that is possible without sizes") + &short)
    }

    /// How far each policy's line goes from its first value to its last.
    fn of_line(&self, shown: &SweepQuantity) -> Option<(String, String)> {
        let (names, to) = (self.names(), self.yardstick(shown));
        let (axis, values) = (self.setup.axes.first()?, self.setup.axes.first()?.values().ok()?);
        let (first, last) = (self.seen().next()?, self.seen().last()?);
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
            .map(|(name, from, to)| format!("{name} goes from {} to {}", format::short(*from), format::short(*to)))
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
            _ => format!("{} from {from} to {until}: {}.", axis.title(), parts.join(", ")),
        };
        let rest = if lines.len() > NAMED { " Those that change most, as a ratio, come first." } else { "" };
        let mut what = shown.title(&self.sweep.scenario);
        what[..1].make_ascii_uppercase();
        Some((sentence, format!("{what}.{rest}{}", self.why_short(shown))))
    }
}

/// Where a policy is ahead, and how often clearly so where that is known and less.
fn won(Ahead { cells, below, .. }: Ahead, clearly: Option<usize>) -> String {
    match (cells, clearly.filter(|clearly| *clearly < below)) {
        (1, None) => "the only cell".to_owned(),
        (1, Some(_)) => "the only cell (not clearly)".to_owned(),
        (_, None) => format!("{below} of {cells} cells"),
        (_, Some(clearly)) => format!("{below} of {cells} cells ({clearly} clearly)"),
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::Theory;
    use crate::sweep::{Change, Heard, Setup, Sweep, Told};
    use crate::testing::cell;
    use schedscope_core::experiment::{Column, SystemKind};
    use schedscope_core::plot::Plot;

    /// Headline after these cells of a sweep.
    fn said(query: &str, cells: &[u64]) -> Option<(String, String)> {
        let mut sweep = Sweep::open(SystemKind::Server, false);
        sweep.follow(Setup::read(SystemKind::Server, query));
        let grid = sweep.setup.sweep().unwrap();
        let heard = cells.iter().map(|number| Heard::All(cell(&grid, *number))).collect();
        sweep.change(Change::Told(Told { run: sweep.run, heard, ..Told::default() }));
        let findings = sweep.findings.as_ref()?;
        findings.headline(findings.setup.shown()?)
    }

    #[test]
    fn it_is_said_where_a_policy_is_not_clearly_ahead() {
        let words = |cells, below, clearly| super::won(super::Ahead { cells, below, beyond: 0 }, clearly);
        assert_eq!(words(6, 6, Some(5)), "6 of 6 cells (5 clearly)");
        assert_eq!([words(6, 6, Some(6)), words(6, 4, None)], ["6 of 6 cells", "4 of 6 cells"]);
        assert_eq!([words(1, 1, Some(0)), words(1, 1, Some(1))], ["the only cell (not clearly)", "the only cell"]);
    }

    #[test]
    fn a_map_says_where_policies_are_faster() {
        let map = "replications=3&policies=ps,srpt,fifo&workload.count=300&workload.shape=0.25&across=workload.sigma:list:0.5,1&up=workload.load:list:0.5,0.9";
        let (sentence, below) = said(&format!("{map}&show=ratio_ps"), &[0, 1, 2, 3]).unwrap();
        assert_eq!(sentence, "SRPT beats PS in 4 of 4 cells, FIFO in none.");
        assert!(below.starts_with("Mean sojourn ÷ PS, from 0.") && below.contains("(Brackets): too close to call."), "{below}");
        assert_eq!(said(&format!("{map}&show=ratio_srpt"), &[0]).unwrap().0, "No policy beats SRPT in the only cell.");
        assert_eq!(said(&format!("{map}&show=ratio_ps"), &[]), None);
        let (_, below) = said(&format!("{}&show=ratio_ps", map.replace("replications=3", "replications=1")), &[0]).unwrap();
        assert!(below.contains("no interval"), "{below}");
    }

    #[test]
    fn runs_that_are_too_short_for_the_bound_are_not_compared_with_it() {
        let map = "replications=2&policies=ps,srpt&workload.count=20&across=workload.sigma:list:0.5,1&up=workload.load:list:0.5,0.9&show=ratio_bound";
        let mut sweep = Sweep::open(SystemKind::Server, false);
        sweep.follow(Setup::read(SystemKind::Server, map));
        let grid = sweep.setup.sweep().unwrap();
        let place = Column::all(SystemKind::Server).iter().position(|column| column.title == "mean_sojourn").unwrap();
        let means = |number: u64| -> [f64; 2] {
            let rows = cell(&grid, number).rows;
            [&rows[0], &rows[1]].map(|row| row.values[place].unwrap())
        };
        // PS is above the bound in the first cell, SRPT, which knows sizes, below it; in the second both are below it.
        let ([ps, srpt], [other, _]) = (means(0), means(1));
        let bound = |bound: f64| Theory { bound: Some(bound), ..Theory::default() };
        let heard = [
            Heard::All(cell(&grid, 0)),
            Heard::Theory(0, bound(f64::midpoint(ps, srpt))),
            Heard::All(cell(&grid, 1)),
            Heard::Theory(1, bound(2.0 * other)),
        ];
        sweep.change(Change::Told(Told { run: sweep.run, heard: heard.to_vec(), ..Told::default() }));
        let findings = sweep.findings.clone().unwrap();
        let shown = findings.setup.shown().unwrap();
        assert!(srpt < ps && findings.short(shown) == 1);
        assert_eq!([0, 1].map(|cell| findings.is_short(findings.result(cell).unwrap(), shown)), [false, true]);
        let (sentence, below) = findings.headline(shown).unwrap();
        assert_eq!(sentence, "PS is closest to the bound in the only cell above it.");
        assert!(below.contains(" Hatched: in one cell a mean is below the bound. Its runs are too short to compare"), "{below}");
        assert!(findings.sentence(1, shown).starts_with("Runs too short to compare"), "{}", findings.sentence(1, shown));
        let picture = sweep.picture.clone().unwrap();
        for panel in &picture.panels {
            let Plot::Heat(heat) = &panel.plot else { panic!("a map") };
            assert_eq!([[0, 0], [0, 1], [1, 0]].map(|[row, column]| heat.is_short(row, column)), [false, true, false], "{}", panel.title);
        }
        sweep.change(Change::Show("ratio_srpt".to_owned()));
        let Plot::Heat(heat) = &sweep.picture.as_ref().unwrap().panels[0].plot else { panic!("a map") };
        assert_eq!(heat.short, None, "other figures have no bound");
    }

    #[test]
    fn a_line_says_from_where_to_where_it_goes() {
        let line =
            "replications=2&policies=ps,srpt,srpte&workload.count=300&workload.shape=0.25&across=workload.sigma:list:0.0,4&show=ratio_srpt";
        let (sentence, below) = said(line, &[0, 1]).unwrap();
        assert!(sentence.starts_with("Estimation error (σ) from 0 to 4: SRPTE goes from 1.00 to "), "{sentence}");
        assert_eq!(below, "Mean sojourn time ÷ that of SRPT.");
        let (sentence, _) = said(line, &[1]).unwrap();
        assert!(sentence.starts_with("Estimation error (σ) at 4: "), "{sentence}");
    }
}
