//! HFSP in a cluster: chapter 5 of Pastorelli's thesis, and section 3.1.2 of mPlane D3.3.

use super::{Effort, Figure, bar};
use crate::estimate::Estimate;
use schedscope::cluster::{self, JobOutcome, Plan, Workload};
use schedscope::metrics::Sorted;
use schedscope::workload::{Mix, Phase, Task};
use schedscope_core::experiment::{self, Drawn, Run, Scenario, Study, Summary, run_all};
use schedscope_core::plot::{Axis, Bar, Bars, Boxes, Dash, Form, Hue, Level, Line, Lines, Look, Panel, Picture, Quartiles, Series};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "T5.1",
        "Pastorelli's thesis, figure 5.1",
        "Mean response times under FIFO, Fair and HFSP for the three workloads.",
        mean_response,
    )
    .supporting(&["C-T1"]),
    Figure::new("T5.2", "Pastorelli's thesis, figure 5.2", "Response times of all jobs of PROD.", |effort| {
        Picture::single("PROD: response times", all_jobs(&Runs::new(effort, Mix::Prod, &COMPARED)))
    })
    .supporting(&["C-T4"]),
    Figure::new("T5.3", "Pastorelli's thesis, figure 5.3", "Response times of the jobs of DEV that are not in bin 1.", |effort| {
        let runs = Runs::new(effort, Mix::Dev, &COMPARED);
        Picture::single("DEV: response times outside bin 1", runs.ecdfs(RESPONSE, |job| (job.bin > 1).then_some(job.outcome.sojourn)))
    })
    .supporting(&["C-T2"]),
    Figure::new("T5.4", "Pastorelli's thesis, figure 5.4", "Response times of the jobs of TEST, bin by bin.", by_bin).supporting(&["C-T3"]),
    Figure::new(
        "T5.5",
        "Pastorelli's thesis, figure 5.5",
        "Slowdown of each job (response time ÷ time alone in the cluster) for the three workloads.",
        slowdowns,
    )
    .supporting(&["C-T5"]),
    Figure::new("T5.6", "Pastorelli's thesis, figure 5.6", "Jobs in the system over time in one run of PROD.", |effort| {
        Picture::single("PROD: jobs in the system, one run", load_over_time(effort, Mix::Prod, ["fair", "hfsp"]))
    })
    .supporting(&["C-T6"]),
    Figure::new("T5.7", "Pastorelli's thesis, figure 5.7", "How long maps and reduces of all workloads take.", |effort| {
        task_times(effort, "Task run times", Axis::logarithmic("task run time (s)"), |_, seconds| seconds)
    })
    .noting("task durations are not in the thesis; ours were chosen so that this figure comes out as its prose describes it"),
    Figure::new(
        "T5.8",
        "Pastorelli's thesis, figure 5.8",
        "The same ÷ the mean of each job's tasks of that phase: within a job tasks are alike.",
        |effort| {
            task_times(effort, "Task run times within jobs", Axis::linear("task run time ÷ mean of its job"), |mean, seconds| {
                seconds / mean
            })
        },
    )
    .noting("chosen, as the durations themselves"),
    Figure::new("T5.9", "Pastorelli's thesis, figure 5.9", "Estimated ÷ true size of the phases of all jobs under HFSP.", |effort| {
        let errors = errors(effort);
        let line = |phase: usize| {
            let all = errors.iter().flat_map(|bins| bins[phase].clone()).collect();
            Line::ecdf(PHASES[phase].0, PHASES[phase].1, &Sorted::new(all).ecdf(STEPS))
        };
        let x = Axis::logarithmic("estimated ÷ true size").within(0.4, 4.0).marked(&[0.5, 1.0, 2.0, 3.5]);
        Picture::single("Estimation errors", Lines::new(x, fraction(), vec![line(0), line(1)]))
    })
    .supporting(&["C-T7"]),
    Figure::new(
        "T5.10",
        "Pastorelli's thesis, figure 5.10",
        "The same by bin: quartiles, 5th and 95th percentiles, and what lies outside; jobs of bin 1 are over before they are estimated.",
        errors_by_bin,
    )
    .supporting(&["C-T7"]),
    Figure::new("T5.11", "Pastorelli's thesis, figure 5.11", "TEST: response times when HFSP kills tasks or waits for them.", |effort| {
        Picture::single("TEST: kill or wait, response times", all_jobs(&Runs::new(effort, Mix::Test, &PRIMITIVES)))
    })
    .supporting(&["C-T8"]),
    Figure::new("T5.12", "Pastorelli's thesis, figure 5.12", "TEST: slowdown when HFSP kills tasks or waits for them.", |effort| {
        let runs = Runs::new(effort, Mix::Test, &PRIMITIVES);
        Picture::single("TEST: kill or wait, slowdown", runs.ecdfs(SLOWDOWN, |job| Some(job.slowdown())))
    })
    .supporting(&["C-T8"]),
    Figure::new(
        "M3.T3",
        "mPlane D3.3, table 3.3",
        "Mean sojourn time and mean number of jobs in the system under Fair and HFSP, SMALL and LARGE.",
        means_and_loads,
    )
    .supporting(&["M-T3.3", "M28"])
    .noting("task durations are lost, and ours load LARGE only by half; the rows of M-T3.3 at load 1.2 have more"),
    Figure::new(
        "M3.6",
        "mPlane D3.3, figure 3.6",
        "Sojourn times for SMALL and LARGE, and the jobs in the system over time in one run of LARGE.",
        macro_benchmarks,
    )
    .supporting(&["M-F3.6", "M29"])
    .noting("task durations are lost, and ours load LARGE only by half; the rows of M-T3.3 at load 1.2 have more"),
];

/// Steps of a distribution.
const STEPS: usize = 1000;

/// A policy as it is written, what it is called and how it is drawn.
type Scheduler = (&'static str, &'static str, Look);

const COMPARED: [Scheduler; 3] = [
    ("fifo", "FIFO", Look { hue: Hue::Black, dash: Dash::Solid }),
    ("fair", "Fair", Look { hue: Hue::Blue, dash: Dash::Dashed }),
    ("hfsp", "HFSP", Look { hue: Hue::Purple, dash: Dash::Solid }),
];
const PRIMITIVES: [Scheduler; 2] = [
    ("hfsp[preemption=kill]", "HFSP, kill", Look { hue: Hue::Vermilion, dash: Dash::Dashed }),
    ("hfsp", "HFSP, wait", Look { hue: Hue::Purple, dash: Dash::Solid }),
];
const MPLANE: [Scheduler; 2] = [COMPARED[1], ("hfsp-mplane", "HFSP", COMPARED[2].2)];

/// The phases, and how they are drawn.
const PHASES: [(&str, Look); 2] =
    [("maps", Look { hue: Hue::Blue, dash: Dash::Solid }), ("reduces", Look { hue: Hue::Orange, dash: Dash::Dashed })];

const WORKLOADS: [(&str, Mix); 3] = [("DEV", Mix::Dev), ("TEST", Mix::Test), ("PROD", Mix::Prod)];

const RESPONSE: &str = "response time (s)";
const SLOWDOWN: &str = "slowdown";

fn fraction() -> Axis {
    Axis::linear("fraction of jobs").within(0.0, 1.0)
}

fn scenario(effort: &Effort<'_>, mix: Mix, policies: &[&str]) -> Scenario {
    let workload = Workload { mix: Some(mix), count: Some(effort.jobs(Plan::COUNT)), ..Workload::default() };
    Scenario {
        replications: effort.replications([10, 40, 100]),
        policies: policies.iter().map(|key| (*key).to_owned()).collect(),
        ..Scenario::of_workload::<Plan>(workload)
    }
}

/// A job in a run.
struct JobOf<'a> {
    outcome: &'a JobOutcome,
    bin: u8,
    alone: f64,
}

impl JobOf<'_> {
    fn slowdown(&self) -> f64 {
        self.outcome.sojourn / self.alone
    }
}

/// All replications of a mix under some policies.
struct Runs {
    policies: Vec<Scheduler>,
    summaries: Vec<Summary>,
    kept: Vec<(Drawn, Vec<Run>)>,
}

impl Runs {
    fn new(effort: &Effort<'_>, mix: Mix, policies: &[Scheduler]) -> Self {
        let keys: Vec<&str> = policies.iter().map(|(key, ..)| *key).collect();
        let study = Study::new(scenario(effort, mix, &keys), |_| unreachable!("a mix is drawn")).expect("a valid scenario");
        let (summaries, kept) = run_all(&study, true, effort.done).expect("no policy is a formula");
        Self { policies: policies.to_vec(), summaries, kept }
    }

    /// The jobs of all replications under the policy at a position.
    fn jobs(&self, policy: usize) -> impl Iterator<Item = JobOf<'_>> {
        self.kept.iter().flat_map(move |(drawn, runs)| {
            let (Drawn::Cluster(drawn), Run::Cluster(outcome)) = (drawn, &runs[policy]) else { unreachable!("a cluster") };
            let jobs = drawn.workload.jobs().iter().zip(&drawn.alone).zip(&outcome.jobs);
            jobs.map(|((job, alone), outcome)| JobOf { outcome, bin: job.bin.unwrap_or(0), alone: *alone })
        })
    }

    /// The distribution of a number of each job that has it, one curve a policy.
    fn ecdfs(&self, x: &str, of: impl Fn(&JobOf<'_>) -> Option<f64>) -> Lines {
        let line = |(i, (_, name, look)): (usize, &Scheduler)| {
            let sorted = Sorted::new(self.jobs(i).filter_map(|job| of(&job)).collect());
            Line::ecdf(*name, *look, &sorted.ecdf(STEPS))
        };
        Lines::new(Axis::logarithmic(x), fraction(), self.policies.iter().enumerate().map(line).collect())
    }

    /// A bar a policy: the mean over replications.
    fn bars(&self, of: impl Fn(&Summary) -> &[f64]) -> Vec<Bar> {
        self.summaries.iter().map(|summary| bar(Estimate::of(of(summary).iter().copied()))).collect()
    }
}

fn all_jobs(runs: &Runs) -> Lines {
    runs.ecdfs(RESPONSE, |job| Some(job.outcome.sojourn))
}

/// Bars of policies side by side, a group for each workload.
fn grouped(y: &str, names: &[&str], policies: &[Scheduler], groups: &[Vec<Bar>]) -> Bars {
    let series = |(i, (_, name, look)): (usize, &Scheduler)| Series {
        name: (*name).to_owned(),
        look: *look,
        values: groups.iter().map(|bars| bars.get(i).copied()).collect(),
    };
    Bars {
        x_title: "workload".to_owned(),
        y: Axis::linear(y),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        series: policies.iter().enumerate().map(series).collect(),
        level: None,
    }
}

fn mean_response(effort: &Effort<'_>) -> Picture {
    let groups = WORKLOADS.map(|(_, mix)| Runs::new(effort, mix, &COMPARED).bars(|summary| summary.means()));
    Picture::single("Mean response times", grouped("mean response time (s)", &WORKLOADS.map(|(name, _)| name), &COMPARED, &groups))
}

fn by_bin(effort: &Effort<'_>) -> Picture {
    let runs = Runs::new(effort, Mix::Test, &COMPARED);
    let panel = |(letter, bin): (char, u8)| {
        Panel::new(format!("({letter}) bin {bin}"), runs.ecdfs(RESPONSE, |job| (job.bin == bin).then_some(job.outcome.sojourn)))
    };
    Picture::row("TEST: response times by bin", ('a'..).zip(2..=4).map(panel).collect())
}

fn slowdowns(effort: &Effort<'_>) -> Picture {
    let panel = |(letter, (name, mix)): (char, (&str, Mix))| {
        Panel::new(format!("({letter}) {name}"), Runs::new(effort, mix, &COMPARED).ecdfs(SLOWDOWN, |job| Some(job.slowdown())))
    };
    Picture::row("Slowdown", ('a'..).zip(WORKLOADS).map(panel).collect())
}

/// Jobs in the system over time in the first replication.
fn load_over_time(effort: &Effort<'_>, mix: Mix, policies: [&str; 2]) -> Lines {
    let study = Study::new(scenario(effort, mix, &policies), |_| unreachable!("a mix is drawn")).expect("a valid scenario");
    let experiment::Plan::Cluster(plan) = study.plan() else { unreachable!("a cluster") };
    let workload = plan.workload(0);
    let line = |(policy, look): (&cluster::Policy, Look)| {
        let (timeline, _) = cluster::Timeline::record(&plan.config, &workload, policy).expect("a plan's cluster was checked");
        (effort.done)(workload.jobs().len() as u64);
        let steps = timeline.load.iter().map(|(time, jobs)| (time / 3600.0, f64::from(*jobs)));
        let points = std::iter::once((0.0, 0.0)).chain(steps).collect();
        let name = if policy.row().key == "fair" { "Fair" } else { "HFSP" };
        Line::new(name, look, points).formed(Form::Steps)
    };
    let lines = plan.policies.iter().zip([COMPARED[1].2, COMPARED[2].2]).map(line).collect();
    Lines::new(Axis::linear("time (h)"), Axis::linear("jobs in the system"), lines)
}

/// The distribution of a number of each task, given the mean of its job's tasks of that phase and its own seconds.
fn task_times(effort: &Effort<'_>, title: &str, x: Axis, of: fn(f64, f64) -> f64) -> Picture {
    let mut times = [vec![], vec![]];
    for (_, mix) in WORKLOADS {
        for replication in 0..effort.replications([5, 5, 5]) {
            for job in mix.generate(effort.jobs(Plan::COUNT), 1, replication).expect("legal parameters").jobs() {
                for (phase, times) in Phase::ALL.into_iter().zip(&mut times) {
                    let tasks = &job.tasks[phase.index()];
                    let mean = job.size(phase) / tasks.len() as f64;
                    times.extend(tasks.iter().map(Task::duration).map(|seconds| of(mean, seconds)));
                }
            }
        }
    }
    let lines = times.into_iter().zip(PHASES).map(|(times, (name, look))| Line::ecdf(name, look, &Sorted::new(times).ecdf(STEPS)));
    Picture::single(title, Lines::new(x, Axis::linear("fraction of tasks").within(0.0, 1.0), lines.collect()))
}

/// Estimated ÷ true size for each bin (2 to 4) and phase.
fn errors(effort: &Effort<'_>) -> [[Vec<f64>; 2]; 3] {
    let mut errors = [const { [vec![], vec![]] }; 3];
    for (_, mix) in WORKLOADS {
        for job in Runs::new(effort, mix, &COMPARED[2..]).jobs(0).filter(|job| job.bin > 1) {
            for (phase, estimate) in job.outcome.estimates.iter().enumerate() {
                errors[usize::from(job.bin) - 2][phase].extend(*estimate);
            }
        }
    }
    errors
}

fn errors_by_bin(effort: &Effort<'_>) -> Picture {
    let errors = errors(effort);
    let series = |phase: usize| Series {
        name: PHASES[phase].0.to_owned(),
        look: PHASES[phase].1,
        values: errors.iter().map(|bins| Quartiles::of(bins[phase].clone())).collect(),
    };
    let boxes = Boxes {
        x_title: "bin".to_owned(),
        y: Axis::linear("estimated ÷ true size"),
        names: (2..=4).map(|bin| format!("bin {bin}")).collect(),
        series: vec![series(0), series(1)],
        level: Some(Level { value: 1.0, name: "exact".to_owned() }),
    };
    Picture::single("Estimation errors by bin", boxes)
}

const MIXES: [(&str, Mix); 2] = [("SMALL", Mix::Small), ("LARGE", Mix::Large)];

fn means_and_loads(effort: &Effort<'_>) -> Picture {
    let runs = MIXES.map(|(_, mix)| Runs::new(effort, mix, &MPLANE));
    let means = runs.each_ref().map(|runs| runs.bars(|summary| summary.means()));
    let loads = runs.each_ref().map(|runs| runs.bars(|summary| summary.own::<Plan>().map_or(&[][..], |own| &own.loads)));
    let names = MIXES.map(|(name, _)| name);
    let panels = vec![
        Panel::new("(a) mean sojourn time", grouped("mean sojourn time (s)", &names, &MPLANE, &means)),
        Panel::new("(b) mean load", grouped("mean jobs in the system", &names, &MPLANE, &loads)),
    ];
    Picture::row("Fair and HFSP", panels)
}

fn macro_benchmarks(effort: &Effort<'_>) -> Picture {
    let ecdf = |mix| Runs::new(effort, mix, &MPLANE).ecdfs("sojourn time (s)", |job| Some(job.outcome.sojourn));
    let panels = vec![
        Panel::new("(a) SMALL", ecdf(Mix::Small)),
        Panel::new("(b) LARGE", ecdf(Mix::Large)),
        Panel::new("(c) LARGE, one run", load_over_time(effort, Mix::Large, ["fair", "hfsp-mplane"])),
    ];
    Picture::row("Macro benchmarks", panels)
}
