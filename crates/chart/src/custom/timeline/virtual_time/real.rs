//! What is really left of each job.

use super::super::lanes::slanted;
use super::super::traces::{Trace, thinned, traces};
use super::{SOME, Seen};
use crate::ChartError;
use crate::pen::{Frame, Pen};
use schedscope::server::job_name;
use schedscope::sim::brief;

impl Seen<'_> {
    /// What is really left: filled while it is served, hatched while it is late.
    pub(super) fn really(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let panel = &self.real;
        let Frame { left, right, bottom: foot, .. } = panel.frame;
        let snapshots = thinned(self.timeline, (right - left) / self.frame.end.max(f64::MIN_POSITIVE));
        for pair in snapshots.windows(2) {
            let (now, next) = (&self.timeline.snapshots[pair[0]], &self.timeline.snapshots[pair[1]]);
            let (from, to) = (now.time.max(self.window.0), next.time.min(self.window.1));
            for curve in now.jobs.iter().filter(|curve| curve.remaining > 0.0 && to > from) {
                let job = curve.job as usize;
                let at = |time: f64| panel.point(time, curve.after(time - now.time).remaining);
                let top = [at(from), at(to)];
                if curve.share > 0.0 {
                    let cover = if self.fade > 0.0 { 0.12 } else { 0.3 };
                    pen.veil(&[top[0], top[1], (top[1].0, foot), (top[0].0, foot)], self.line(pen.theme, job), cover)?;
                }
                if curve.late {
                    slanted(pen, top, foot, self.tone(pen.theme, job, pen.theme.late))?;
                }
            }
        }
        let (real, _) = traces(self.timeline, &snapshots, false);
        for Trace { job, corners, .. } in &real {
            pen.path(&self.part(panel, corners), self.line(pen.theme, *job), 3.5)?;
        }
        for (job, of) in self.timeline.jobs.iter().enumerate() {
            self.dot(pen, panel, (of.arrival, of.size), job)?;
        }
        for (job, completion) in self.timeline.completions.iter().enumerate().filter(|(_, time)| self.shows(**time)) {
            pen.ring(panel.point(*completion, 0.0), self.radius() + 1.0, self.line(pen.theme, job), 2.5)?;
        }
        self.real_words(pen, &real)
    }

    /// Who arrives, who is served, and when each leaves.
    fn real_words(&self, pen: &Pen<'_>, real: &[Trace]) -> Result<(), ChartError> {
        if !self.roomy || self.timeline.jobs.len() > SOME {
            return Ok(());
        }
        let panel = &self.real;
        let mut placer = self.placer(pen, panel, real.iter().map(|trace| trace.corners.as_slice()));
        for (job, completion) in self.timeline.completions.iter().enumerate() {
            let name = job_name(self.timeline, job);
            let words = [format!("{name} leaves at {}", brief(*completion)), format!("{name}: {}", brief(*completion))];
            let words = if self.wordy() { &words[..] } else { &words[1..] };
            self.say(pen, &mut placer, words, (panel.point(*completion, 0.0), *completion), self.text(pen.theme, job))?;
        }
        for (job, of) in self.timeline.jobs.iter().enumerate() {
            let name = job_name(self.timeline, job);
            let waits = self.timeline.at(of.arrival).any(|curve| curve.job as usize == job && curve.share <= 0.0);
            let long = format!("{name}, size {}{}", brief(of.size), if waits { ", waits" } else { "" });
            let words = [long, name];
            let words = if self.wordy() { &words[..] } else { &words[1..] };
            self.say(pen, &mut placer, words, (panel.point(of.arrival, of.size), of.arrival), self.text(pen.theme, job))?;
        }
        Ok(())
    }
}
