//! What a formula says of jobs: its value over their age.

use crate::plot::{Axis, Dash, Hue, Line, Lines, Look, Panel, Picture};
use schedscope::formula::{Class, Formula, Moment, Setting};
use schedscope::workload::Job;

/// Points of a curve.
const POINTS: u32 = 240;
/// Most curves.
const MOST: usize = 6;
/// Hues of the jobs, in their order.
const HUES: [Hue; MOST] = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Vermilion, Hue::Purple, Hue::Black];

/// The value of a formula over the age of some jobs, a curve each, up to its size; `value` is what it is: a rank or a share. A formula that
/// reads time is shown for jobs that are served from their arrival on, one alone.
pub fn over_age(formula: &Formula, setting: &Setting, value: &str, jobs: &[(String, Job)]) -> Picture {
    let compiled = formula.compile(setting);
    let curve = |(i, (name, job)): (usize, &(String, Job))| {
        let program = compiled.of_job(job);
        let at = |age: f64| {
            if formula.class() == Class::Time {
                program.at(&Moment { age, now: job.arrival + age, n: 1.0, nlate: if age >= job.estimate { 1.0 } else { 0.0 } })
            } else {
                program.rank(age)
            }
        };
        let points = (0..=POINTS).map(|i| job.size * f64::from(i) / f64::from(POINTS)).map(|age| (age, at(age))).collect();
        Line::new(name.clone(), Look { hue: HUES[i], dash: Dash::Solid }, points)
    };
    let lines = jobs.iter().take(MOST).enumerate().map(curve).collect();
    let axes = (Axis::linear("age: service attained").briefly("age"), Axis::linear(value));
    Picture::row("", vec![Panel::new("", Lines::new(axes.0, axes.1, lines))])
}
