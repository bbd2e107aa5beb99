//! What a [`Report`] of the server world leaves out: slowdown by size, jobs over time, and job by job.

use crate::experiment::Report;
use crate::plot::{Axis, Dash, Form, Hue, Line, Lines, Look, Panel, Picture, look_of};
use schedscope_engine::server::Closeup;

/// Mean slowdown of jobs by their size, one line a policy; rings are what theory says of jobs of some sizes.
pub fn slowdown_by_size(report: &Report, closeups: &[Closeup], theory: &[Vec<(f64, f64)>]) -> Picture {
    let mut lines = lines_of(report, closeups, |closeup| closeup.by_size.clone());
    for (policy, points) in report.policies.iter().zip(theory).filter(|(_, points)| !points.is_empty()) {
        let row = policy.policy.row();
        lines.push(Line::new(format!("{} in theory", row.name), look_of(&policy.policy), points.clone()).formed(Form::Rings));
    }
    // What hides nothing below it needs no more than ten decades: the smallest jobs behind a large one have any slowdown.
    let most = lines.iter().flat_map(|line| &line.points).map(|(_, y)| *y).fold(1.0, f64::max);
    let y = Axis::logarithmic("mean slowdown (sojourn ÷ size)").within(0.8, most.clamp(10.0, MOST) * 1.3);
    let lines = Lines::new(Axis::logarithmic("size of jobs (mean of a hundredth of them)"), y, lines).level(1.0, "as fast as alone");
    Picture::row("", vec![Panel::new("", lines)])
}

/// Largest mean slowdown that is shown.
const MOST: f64 = 1e6;

/// The number of jobs in the system over time, one line a policy.
pub fn jobs_over_time(report: &Report, closeups: &[Closeup]) -> Picture {
    let mut lines: Vec<Line> = lines_of(report, closeups, |closeup| {
        // The last interval ends, too.
        let end = closeup.present.last().map(|(begin, jobs)| (begin + closeup.interval, *jobs));
        closeup.present.iter().copied().chain(end).collect()
    });
    lines.iter_mut().for_each(|line| line.form = Form::Steps);
    let peaks = || lines.iter().map(|line| line.points.iter().map(|(_, jobs)| *jobs).fold(0.0, f64::max));
    let (least, most) = peaks().fold((f64::INFINITY, 0.0_f64), |(least, most), peak| (least.min(peak), most.max(peak)));
    // Where one policy has many times the jobs of another, both are to be seen.
    let y = if most > APART * least {
        lines.iter_mut().flat_map(|line| &mut line.points).for_each(|(_, jobs)| *jobs = jobs.max(FEWEST));
        Axis::logarithmic(format!("jobs in the system (mean of each interval; {FEWEST} stands for fewer)")).within(FEWEST, most * 1.2)
    } else {
        Axis::linear("jobs in the system (mean of each interval)").within(0.0, most * 1.05)
    };
    Picture::row("", vec![Panel::new("", Lines::new(Axis::linear("time (unit of sizes), first replication"), y, lines))])
}

/// How many times more jobs call for a logarithmic axis.
const APART: f64 = 20.0;
/// Where that axis begins.
const FEWEST: f64 = 0.1;

/// The same jobs under two policies, given by their positions: sojourn time against sojourn time, a dot a job in the look of
/// whichever policy serves it sooner.
pub fn job_by_job(report: &Report, closeups: &[Closeup], a: usize, b: usize) -> Picture {
    let [(first, under_a), (second, under_b)] = [a, b].map(|i| (&report.policies[i].policy, &closeups[i].sojourn));
    let names = [first, second].map(|policy| policy.row().name);
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
    let lines = vec![
        group(&format!("sooner under {}", names[0]), look_of(first), |a, b| a < b * (1.0 - SAME)),
        group(&format!("sooner under {}", names[1]), look_of(second), |a, b| b < a * (1.0 - SAME)),
        group("at the same time", alike, |a, b| a >= b * (1.0 - SAME) && b >= a * (1.0 - SAME)),
    ];
    // The same range both ways: the diagonal is one.
    let air = libm::pow((ends.1 / ends.0).clamp(2.0, 1e300), 0.03);
    let axis = |name: &str| Axis::logarithmic(format!("sojourn time under {name}")).within(ends.0 / air, ends.1 * air);
    let lines = Lines { diagonal: true, ..Lines::new(axis(names[0]), axis(names[1]), lines) };
    Picture::row("", vec![Panel::new("", lines)])
}

/// Relative difference below which two times are the same.
const SAME: f64 = 1e-9;

/// One line a policy.
fn lines_of(report: &Report, closeups: &[Closeup], points: impl Fn(&Closeup) -> Vec<(f64, f64)>) -> Vec<Line> {
    let policies = report.policies.iter().map(|policy| &policy.policy);
    policies.zip(closeups).map(|(policy, closeup)| Line::new(policy.row().name, look_of(policy), points(closeup))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Drawn, OwnSummary, Plan, Run, Scenario, Study, Tally};
    use crate::plot::Plot;
    use schedscope_engine::server::{self, Magnifier, Silent, order_of_size};

    /// A report with closeups, as the page has them.
    fn measured(toml: &str) -> (Study, Report, Vec<Closeup>) {
        let study = Study::new(Scenario::from_toml(toml).unwrap(), |_| unreachable!()).unwrap();
        let Plan::Server(plan) = study.plan() else { unreachable!() };
        let workload = plan.workload(0);
        let (summaries, closeups) = plan
            .policies
            .iter()
            .map(|policy| {
                let mut magnifier = Magnifier::default();
                let outcome = magnifier.run(plan, *policy, &workload, &order_of_size(&workload, 0), &mut Silent);
                let mut tally = Tally::default();
                tally.add(study.cell(&Drawn::Server(workload.clone().into_owned()), &Run::Server(outcome)));
                (tally.finish_with(OwnSummary::Server(server::Report::default())), magnifier.closeup())
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
        let theory = plan.exact_slowdowns(&[0.01, 1.0]);
        let by_size = slowdown_by_size(&report, &closeups, &theory);
        assert_eq!(lines(&by_size).lines.iter().filter(|line| line.form == Form::Rings).count(), 3);
        assert_eq!(lines(&by_size).lines[1].points.len(), 100);

        let over_time = jobs_over_time(&report, &closeups);
        assert_eq!((lines(&over_time).lines.len(), lines(&over_time).y.spacing), (3, crate::plot::Spacing::Linear));

        let jobs = job_by_job(&report, &closeups, 1, 2);
        let dots: Vec<usize> = lines(&jobs).lines[..3].iter().map(|line| line.points.len()).collect();
        assert_eq!(dots.iter().sum::<usize>(), closeups[0].sojourn.len());
        assert!(dots[1] > dots[0], "most jobs are sooner done under SRPT than under PS: {dots:?}");
        assert!(lines(&jobs).lines[1].name.starts_with("sooner under SRPT: "));
    }

    #[test]
    fn far_apart_calls_for_a_logarithm() {
        let (_, report, closeups) = measured("policies = [\"fifo\", \"srpt\"]\n[workload]\ncount = 10000");
        let picture = jobs_over_time(&report, &closeups);
        assert_eq!(lines(&picture).y.spacing, crate::plot::Spacing::Logarithmic);
        assert!(lines(&picture).lines.iter().all(|line| line.points.iter().all(|(_, jobs)| *jobs >= FEWEST)));
    }
}
