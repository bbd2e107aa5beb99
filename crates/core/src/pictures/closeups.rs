//! What a [`Report`] of the server world leaves out: slowdown by size, jobs over time, and job by job.

use super::{Sight, Units, looks, names_of};
use crate::experiment::Report;
use crate::plot::{Axis, Dash, Form, Hue, Line, Lines, Look, Multiples, Names, Panel, Picture};
use schedscope::server::Closeup;

/// Mean slowdown of jobs by their size, one line a policy; rings are what theory says of some classes of jobs.
pub fn slowdown_by_size(report: &Report, closeups: &[Closeup], theory: &[Vec<(f64, f64)>], sight: &Sight<'_>) -> Picture {
    let units = Units::of(report);
    let sized = |points: &[(f64, f64)]| points.iter().map(|(size, slowdown)| (size * units.scale, *slowdown)).collect::<Vec<_>>();
    let mut lines = lines_of(report, closeups, sight, |closeup| sized(&closeup.by_size));
    for (i, (look, points)) in looks_in(report).into_iter().zip(theory).enumerate().filter(|(_, (_, points))| !points.is_empty()) {
        let style = sight.seen(i, look);
        lines.push(Line::new("", style, sized(points)).formed(Form::Rings));
    }
    // What hides nothing below it needs no more than ten decades: the smallest jobs behind a large one have any slowdown.
    let most = lines.iter().flat_map(|line| &line.points).map(|(_, y)| *y).fold(1.0, f64::max);
    let y = Axis::logarithmic("mean slowdown (sojourn ÷ size)").within(0.8, most.clamp(10.0, MOST) * 1.3);
    let rings = if theory.iter().any(|points| !points.is_empty()) { "; ring: theory" } else { "" };
    let x = Axis::logarithmic(format!("size of jobs ({}), mean of a hundredth of them{rings}", units.size)).briefly("size");
    let lines = Lines { names: Names::Along, ..Lines::new(x, y, lines).level(1.0, "as fast as alone") };
    Picture::row("", vec![Panel::new("", lines)])
}

/// Largest mean slowdown that is shown.
const MOST: f64 = 1e6;

/// The number of jobs in the system over time, a panel a policy in the order of the rows; the policy that others are divided by is
/// shown thin in all. Upwards the logarithm of one more job, so that both few and many are to be seen. `write` writes a number.
pub fn jobs_over_time(report: &Report, closeups: &[Closeup], sight: &Sight<'_>, write: fn(f64) -> String) -> Picture {
    let mut lines = lines_of(report, closeups, sight, |closeup| {
        // The last interval ends, too.
        let end = closeup.present.last().map(|(begin, jobs)| (begin + closeup.interval, *jobs));
        closeup.present.iter().copied().chain(end).map(|(time, jobs)| (time, 1.0 + jobs)).collect()
    });
    lines.iter_mut().for_each(|line| line.form = Form::Steps);
    let rows: Vec<usize> = sight.groups.iter().flat_map(|(_, rows)| rows).copied().filter(|i| *i < lines.len()).collect();
    let highest = |i: usize| lines[i].points.iter().map(|(_, jobs)| *jobs - 1.0).fold(0.0, f64::max);
    let most = rows.iter().map(|i| highest(*i)).fold(1.0, f64::max);
    let marks: Vec<f64> = std::iter::successors(Some(1.0), |jobs| Some(jobs * 10.0)).take_while(|jobs| *jobs <= 1.5 * most).collect();
    let marks: Vec<f64> = std::iter::once(0.0).chain(marks).map(|jobs| 1.0 + jobs).collect();
    let y = Axis {
        shifted: true,
        ..Axis::logarithmic("jobs in the system, log (1 + n)").briefly("jobs in the system").within(1.0, 1.0 + 1.15 * most)
    };
    let x = Axis::linear(format!("time ({}), first draw", Units::of(report).time)).briefly("time");
    // The curves are averages of intervals, which hide how many there were at a time.
    let words = rows.iter().map(|i| write(f64::from(closeups[*i].peak))).collect();
    let reference = rows.iter().position(|i| *i == sight.to);
    let lines = rows.iter().map(|i| lines[*i].clone()).collect();
    Picture::single("", Multiples { x, y: y.marked(&marks), lines, words, reference })
}

/// The same jobs under two policies, given by their positions: sojourn time against sojourn time, a dot a job in the look of
/// whichever policy serves it sooner. The job at the place `chosen` is marked.
pub fn job_by_job(report: &Report, closeups: &[Closeup], a: usize, b: usize, chosen: Option<usize>) -> Picture {
    let unit = Units::of(report).time;
    let [under_a, under_b] = [a, b].map(|i| &closeups[i].sojourn);
    let called = names_of(report);
    let names = [a, b].map(|i| called[i].as_str());
    let looks = looks_in(report);
    let jobs = || under_a.iter().copied().zip(under_b.iter().copied());
    let all = under_a.len().max(1) as f64;
    let group = |name: &str, look: Look, wanted: fn(f64, f64) -> bool| {
        let points: Vec<(f64, f64)> = jobs().filter(|(a, b)| wanted(*a, *b)).collect();
        let share = 100.0 * points.len() as f64 / all;
        Line::new(format!("{name}: {share:.0} % of jobs"), look, points).formed(Form::Dots)
    };
    let ends = jobs().flat_map(|(a, b)| [a, b]).fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    let alike = Look { hue: Hue::Black, dash: Dash::Dotted };
    // Equal but for rounding is equal.
    let mut lines = vec![
        group(&format!("sooner under {}", names[0]), looks[a], |a, b| a < b * (1.0 - SAME)),
        group(&format!("sooner under {}", names[1]), looks[b], |a, b| b < a * (1.0 - SAME)),
        group("at the same time", alike, |a, b| a >= b * (1.0 - SAME) && b >= a * (1.0 - SAME)),
    ];
    lines.extend(chosen.and_then(|job| Some(mark(vec![(*under_a.get(job)?, *under_b.get(job)?)]))));
    // The same range both ways: the diagonal is one.
    let air = libm::pow((ends.1 / ends.0).clamp(2.0, 1e300), 0.03);
    let axis = |name: &str| Axis::logarithmic(format!("sojourn time under {name} ({unit})")).within(ends.0 / air, ends.1 * air);
    let lines = Lines { diagonal: true, ..Lines::new(axis(names[0]), axis(names[1]), lines) };
    Picture::row("", vec![Panel::new("", lines)])
}

/// Where the job is that the reader has chosen.
pub fn mark(points: Vec<(f64, f64)>) -> Line {
    Line::new("", Look { hue: Hue::Black, dash: Dash::Solid }, points).formed(Form::Chosen)
}

/// Relative difference below which two times are the same.
const SAME: f64 = 1e-9;

fn looks_in(report: &Report) -> Vec<Look> {
    looks(&report.policies.iter().map(|row| row.policy.clone()).collect::<Vec<_>>())
}

/// One line a policy.
fn lines_of(report: &Report, closeups: &[Closeup], sight: &Sight<'_>, points: impl Fn(&Closeup) -> Vec<(f64, f64)>) -> Vec<Line> {
    let policies = names_of(report).into_iter().zip(looks_in(report)).enumerate();
    let line = |((i, (name, look)), closeup): ((usize, (String, Look)), &Closeup)| Line::new(name, sight.seen(i, look), points(closeup));
    policies.zip(closeups).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Drawn, Plan, Run, Scenario, Study, Tally};
    use crate::plot::Plot;
    use schedscope::server::{Magnifier, Silent, order_of_size};

    /// A report with closeups, as the page has them.
    fn measured(toml: &str) -> (Study, Report, Vec<Closeup>) {
        let study = Study::new(Scenario::from_toml(toml).unwrap(), |_| unreachable!()).unwrap();
        let Plan::Server(plan) = study.plan() else { unreachable!() };
        let workload = plan.workload(0);
        let (summaries, closeups) = plan
            .policies
            .iter()
            .enumerate()
            .map(|(magnified, policy)| {
                let mut magnifier = Magnifier::default();
                let outcome = magnifier.run(plan, policy, &workload, &order_of_size(&workload, 0), &mut Silent).unwrap();
                let mut tally = Tally::default();
                tally.add(study.cell(&Drawn::Server(workload.clone().into_owned()), &Run::Server(outcome)));
                (tally.finish_measured(&study, magnified), magnifier.closeup())
            })
            .unzip();
        let report = Report::new(&study, summaries);
        drop(workload);
        (study, report, closeups)
    }

    fn lines(picture: &Picture) -> &Lines {
        let Plot::Lines(lines) = &picture.panels[0].plot else { panic!("lines") };
        lines
    }

    #[test]
    fn a_picture_of_each_kind() {
        let (study, report, closeups) = measured("policies = [\"fifo\", \"ps\", \"srpt\"]\n[workload]\ncount = 3000\nshape = 0.5");
        let Plan::Server(plan) = study.plan() else { unreachable!() };
        let theory = plan.exact_slowdowns(&[vec![0.01], vec![1.0]]);
        let by_size = slowdown_by_size(&report, &closeups, &theory, &Sight::default());
        assert_eq!(lines(&by_size).lines.iter().filter(|line| line.form == Form::Rings).count(), 3);
        assert_eq!(lines(&by_size).lines[1].points.len(), 100);

        let sight = Sight { groups: vec![("all".to_owned(), vec![2, 0])], to: 2, lit: Some(0), ..Sight::default() };
        let over_time = jobs_over_time(&report, &closeups, &sight, |x| format!("{x:.0}"));
        let Plot::Multiples(over_time) = &over_time.panels[0].plot else { panic!("multiples") };
        let names: Vec<&str> = over_time.lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!((names, over_time.reference), (vec!["SRPT", "FIFO"], Some(0)), "in the order of the rows");
        let pale = |i: usize| matches!(over_time.lines[i].style.colour, crate::plot::Colour::Pale(_));
        assert!(pale(0) && !pale(1), "FIFO is lit alone");
        assert!(over_time.lines[1].points.iter().all(|(_, jobs)| *jobs >= 1.0));

        let jobs = job_by_job(&report, &closeups, 1, 2, None);
        let dots: Vec<usize> = lines(&jobs).lines[..3].iter().map(|line| line.points.len()).collect();
        assert_eq!(dots.iter().sum::<usize>(), closeups[0].sojourn.len());
        assert!(dots[1] > dots[0], "most jobs are sooner done under SRPT than under PS: {dots:?}");
        assert!(lines(&jobs).lines[1].name.starts_with("sooner under SRPT: "));
    }
}
