//! What comes of late jobs, in words over the time in which there are any.

use super::View;
use crate::ChartError;
use crate::pen::{Pen, SMALL, Side};
use schedscope::server::{Kind, job_name};
use schedscope::sim::listed;
use std::collections::BTreeSet;

/// How much wider bold letters are than others, about.
pub(super) const BOLD: f64 = 1.1;

/// What a policy does about jobs that are late: `who` they are, and whether that is `one`.
fn consequence(policy: &Kind, who: &str, one: bool) -> String {
    let are = format!("{who} {} late", if one { "is" } else { "are" });
    match policy {
        Kind::Srpte => format!("{are}: nothing may interrupt {}", if one { "it" } else { "them" }),
        Kind::Fspe => format!("{are}: served to {} end", if one { "its" } else { "their" }),
        Kind::FspePs | Kind::Psbs => "late jobs share the server, all others wait".to_owned(),
        Kind::FspeLas => "late jobs alone are served, the least served first".to_owned(),
        Kind::SrptePs | Kind::SrpteLas | Kind::FspePsAggressive => "late jobs share with the first of the others".to_owned(),
        _ => are,
    }
}

impl View<'_> {
    /// From when until when any job is late, and which.
    fn late(&self) -> Vec<(f64, f64, Vec<u32>)> {
        let mut bands: Vec<(f64, f64, Vec<u32>)> = vec![];
        for pair in self.timeline.snapshots.windows(2) {
            for curve in pair[0].jobs.iter().filter(|curve| curve.late && curve.remaining > 0.0) {
                match bands.last_mut() {
                    Some(last) if last.1 >= pair[0].time => last.1 = pair[1].time,
                    _ => bands.push((pair[0].time, pair[1].time, vec![])),
                }
                if let Some((.., jobs)) = bands.last_mut().filter(|band| !band.2.contains(&curve.job)) {
                    jobs.push(curve.job);
                }
            }
        }
        bands
    }

    /// A bracket over each of these times, with what they mean over the longest.
    pub(super) fn brackets(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let Some(y) = self.layout.bracket else { return Ok(()) };
        let (theme, bands) = (pen.theme, self.late());
        let level = y + pen.px(9.0);
        for (from, to, _) in &bands {
            let (left, right) = (self.x(*from), self.x(*to));
            pen.level(left, right, level, theme.late, 1.5)?;
            for x in [left, right] {
                pen.upright(x, level - pen.px(4.0), level + pen.px(4.0), theme.late, 1.5)?;
            }
        }
        let Some((from, to, _)) = bands.iter().max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0))) else { return Ok(()) };
        let jobs: BTreeSet<u32> = bands.iter().flat_map(|(.., jobs)| jobs).copied().collect();
        let names: Vec<String> = jobs.iter().map(|job| job_name(self.timeline, *job as usize)).collect();
        let room = pen.frame().right;
        let wide = |words: &str| BOLD * pen.width(words, SMALL);
        // Where there is no room for their names, their number is said.
        let one = names.len() == 1;
        let who = std::iter::once(listed(names.iter().cloned())).chain((!one).then(|| format!("{} jobs", names.len())));
        let said = who.map(|who| consequence(self.timeline.policy.kind(), &who, one));
        if let Some((width, words)) = said.map(|words| (wide(&words), words)).find(|(width, _)| *width <= room) {
            let middle = f64::midpoint(self.x(*from), self.x(*to)).clamp(width / 2.0, room - width / 2.0);
            pen.bold(&words, (middle, y), SMALL, Side::Middle, theme.late)?;
        }
        Ok(())
    }
}
