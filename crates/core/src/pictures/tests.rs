//! What pictures hold.

use super::{Quantity, Sight, cluster, datacenter, distribution, distributions, means};
use crate::experiment::{Column, Plan, Recording, Report, Scenario, Study, SystemKind, run_all};
use crate::plot::{Colour, Dash, Form, Lines, Names, Picture, Plot, Spacing, Style};
use schedscope::server;

fn study(query: &str) -> (Study, Report) {
    let study = Study::new(Scenario::from_query(query).unwrap(), |_| unreachable!("no file")).unwrap();
    let report = Report::new(&study, run_all(&study, false, |_| {}).unwrap().0);
    (study, report)
}

fn lines(picture: &Picture) -> &Lines {
    let Plot::Lines(lines) = &picture.panels[0].plot else { panic!("{picture:?} has no lines") };
    lines
}

fn note(picture: &Picture) -> &str {
    let Plot::Note(words) = &picture.panels[0].plot else { panic!("{picture:?} is no note") };
    words
}

#[test]
fn a_distribution_has_all_policies_and_a_tail() {
    let (_, mut report) = study("policies=ps,srpt&workload.count=300");
    for quantity in [Quantity::Sojourn, Quantity::Slowdown] {
        let picture = distribution(&report, quantity, None, &Sight::default());
        let lines = lines(&picture);
        assert_eq!(lines.lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(), ["PS", "SRPT"]);
        assert!(lines.lines.iter().all(|line| line.form == Form::Distribution && line.points.last().unwrap().1 == 1.0));
        assert_eq!((lines.x.spacing, lines.names), (Spacing::Logarithmic, Names::Along));
        assert_eq!(lines.complement.as_ref().unwrap().range, Some((0.6 / 300.0, 1.0)));
    }
    assert_eq!(distributions(&report).panels.len(), 2);
    let (_, few) = study("policies=ps&workload.count=49");
    assert_eq!(lines(&distribution(&few, Quantity::Sojourn, None, &Sight::default())).complement, None, "of so few jobs no tail is shown");
    report.policies.clear();
    assert_eq!(note(&distribution(&report, Quantity::Sojourn, None, &Sight::default())), "no jobs to show");
}

#[test]
fn means_have_their_intervals_and_theory() {
    let (_, report) = study("policies=fifo,ps,srpt&workload.count=1000&workload.shape=1&replications=4");
    let picture = means(&report, &|mean| format!("{mean:.1}"));
    let Plot::Estimates(estimates) = &picture.panels[0].plot else { panic!("estimates") };
    let (from, to) = estimates.x.range.unwrap();
    for (row, of) in estimates.rows.iter().zip(&report.policies) {
        assert_eq!((row.value, row.theory), (of.figures().unwrap().mean_sojourn, of.own::<server::Plan>().unwrap().theory_mean_sojourn));
        assert!(row.words == format!("{:.1}", row.value) && from < row.value && row.value < to);
        assert!(row.range.is_some_and(|(low, high)| low < row.value && row.value < high), "{row:?}");
    }
    assert!(estimates.rows.iter().any(|row| row.theory.is_some()));
    let rows = picture.rows();
    assert_eq!(rows[0].low, estimates.rows[0].range.map(|(low, _)| low));
}

#[test]
fn a_cluster_has_a_line_a_policy_a_job_or_a_class() {
    let (study, report) = study("system.kind=cluster&workload.mix=test&workload.count=12&system.machines=4&policies=fifo,hfsp");
    let Plan::Cluster(plan) = study.plan() else { panic!("a cluster") };
    let record = |policy| schedscope::cluster::Timeline::record(&plan.config, &plan.workload(0), policy).unwrap().0;
    let runs = cluster::ClusterRuns::new(plan.policies.iter().map(record).collect(), study.choices());

    let load = cluster::load(&runs);
    assert_eq!(lines(&load).lines.len(), 2);
    for (line, run) in lines(&load).lines.iter().zip(&runs.runs) {
        assert_eq!((line.points[0], line.points.last().copied()), ((0.0, 0.0), Some((run.timeline.end(), 0.0))));
        assert!(line.name.starts_with(&format!("{}: at most ", run.name)));
    }
    let late = cluster::late(&runs);
    assert_eq!(lines(&late).lines.len(), 1, "FIFO has no virtual cluster");
    assert_eq!(lines(&late).y.title, "late phases");
    assert_eq!(note(&cluster::believed_sizes(&runs, 0)), "FIFO does not use job sizes, so it has no virtual sizes");
    let believed = cluster::believed_sizes(&runs, 1);
    let styles: Vec<Style> = lines(&believed).lines.iter().map(|line| line.style).collect();
    assert_eq!(styles, (0..12).map(Style::job).collect::<Vec<_>>(), "each job has a colour of its own");
    let classes = cluster::classes(&report, 1);
    let dashes: Vec<Dash> = lines(&classes).lines.iter().map(|line| line.style.dash).collect();
    assert_eq!(dashes.len(), report.policies[1].classes().len());
    assert!(lines(&classes).lines.iter().all(|line| matches!(line.style.colour, Colour::Job(_))));
    assert_eq!(note(&cluster::load(&cluster::ClusterRuns { runs: vec![], ..runs })), "no run to show");
    assert_eq!(note(&cluster::classes(&report, 2)), "no jobs to show");
}

#[test]
fn many_jobs_have_the_colours_of_their_classes() {
    let (study, _) = study("system.kind=cluster&workload.mix=prod&workload.count=40&policies=fair");
    let Plan::Cluster(plan) = study.plan() else { panic!("a cluster") };
    let record = |policy| schedscope::cluster::Timeline::record(&plan.config, &plan.workload(0), policy).unwrap().0;
    let runs = cluster::ClusterRuns::new(plan.policies.iter().map(record).collect(), study.choices());
    for (job, colour) in runs.runs[0].timeline.jobs.iter().zip(runs.colours(0)) {
        assert_eq!(colour % Colour::JOBS, cluster::Group::Class(job.bin.unwrap()).colour());
    }
}

#[test]
fn jobs_of_a_chain_and_production_jobs_share_colours() {
    let runs = |query: &str| {
        let (study, _) = study(query);
        let Plan::Cluster(plan) = study.plan() else { panic!("a cluster") };
        let record = |policy| schedscope::cluster::Timeline::record(&plan.config, &plan.workload(0), policy).unwrap().0;
        cluster::ClusterRuns::new(plan.policies.iter().map(record).collect(), study.choices())
    };
    let chains = runs("system.kind=cluster&workload.mix=test&workload.count=12&workload.chains=3&policies=fifo,hfsp");
    for which in 0..2 {
        let (jobs, colours) = (&chains.runs[which].timeline.jobs, chains.colours(which));
        let linked = jobs.iter().enumerate().filter_map(|(i, job)| Some((i, job.chain? as usize)));
        assert!(linked.clone().count() > 3);
        linked.for_each(|(i, leader)| assert_eq!(colours[i], colours[leader]));
    }
    let by_id = |which: usize| {
        let mut colours: Vec<_> = chains.runs[which].timeline.jobs.iter().map(|job| job.id).zip(chains.colours(which)).collect();
        colours.sort_unstable();
        colours
    };
    assert_eq!(by_id(0), by_id(1), "whatever the order of submission");
    let production = runs("system.kind=cluster&workload.mix=production-busy&workload.count=12&policies=gp");
    let of = |is: bool| production.runs[0].timeline.jobs.iter().zip(production.colours(0)).filter(move |(job, _)| job.production == is);
    assert!(of(true).all(|(_, colour)| colour % Colour::JOBS == cluster::Group::Production(true).colour()));
    assert!(of(false).all(|(_, colour)| colour % Colour::JOBS == cluster::Group::Production(false).colour()));
}

#[test]
fn memory_is_told_of_policies_that_page() {
    let (study, _) = study(
        "system.kind=cluster&system.machines=1&system.map_slots=1&system.heartbeat=0&system.ram=6&policies=dummy,dummy[preemption%3Dkill]\
         &workload.jobs=[{ arrival = 0, maps = [80], map_memory = 2.5 }, { arrival = 40, maps = [80], map_memory = 2.5, weight = 2 }]",
    );
    let Plan::Cluster(plan) = study.plan() else { panic!("a cluster") };
    let record = |policy| schedscope::cluster::Timeline::record(&plan.config, &plan.workload(0), policy).unwrap().0;
    let runs = cluster::ClusterRuns::new(plan.policies.iter().map(record).collect(), study.choices());
    let Plot::Lines(lines) = &cluster::memory(&runs, 0, 0).panels[0].plot else { panic!("lines") };
    let most = lines.lines.iter().map(|line| line.points.iter().map(|point| point.1).fold(0.0, f64::max));
    assert_eq!(most.collect::<Vec<_>>(), [5.2, 5.2, 2.7], "0.2 GB of the system, and 2.5 of each task");
    assert!(matches!(cluster::memory(&runs, 1, 0).panels[0].plot, Plot::Note(_)));
}

#[test]
fn a_datacenter_has_usage_and_completion_times() {
    let (study, report) =
        study("system.kind=datacenter&workload.like=yahoo&system.workers=48&workload.count=150&workload.load=0.9&policies=sparrow,hawk");
    let Plan::Datacenter(plan) = study.plan() else { panic!("a datacenter") };
    let record = |policy| schedscope::datacenter::Timeline::record(&plan.config, &plan.workload(0), policy, |_| {}).unwrap().0;
    let runs = datacenter::DatacenterRuns::new(plan.policies.iter().map(record).collect(), study.choices());

    let busy = datacenter::busy_workers(&runs, 1, 3.0);
    assert_eq!((lines(&busy).now, lines(&busy).lines.len()), (Some(3.0), 3), "Hawk keeps workers for short tasks");
    assert!(lines(&busy).lines.iter().flat_map(|line| &line.points).all(|(_, part)| (0.0..=100.0 + 1e-9).contains(part)));
    assert_eq!(note(&datacenter::busy_workers(&runs, 2, 0.0)), "no run to show");

    for class in [0, 1] {
        let times = datacenter::completion_times(&report, &runs, class);
        assert_eq!(lines(&times).lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(), ["Sparrow", "Hawk"]);
    }
    assert_eq!(note(&datacenter::completion_times(&report, &runs, 7)), "no jobs of this class");
}

#[test]
fn a_short_task_is_stuck_where_it_waits_behind_a_long_one_and_runs() {
    let (study, _) = study(
        "system.kind=datacenter&workload.like=google&system.workers=24&workload.count=80&workload.load=0.9&policies=sparrow,central-lwl,eagle",
    );
    let Plan::Datacenter(plan) = study.plan() else { panic!("a datacenter") };
    let record = |policy| schedscope::datacenter::Timeline::record(&plan.config, &plan.workload(0), policy, |_| {}).unwrap();
    let (timelines, outcomes): (Vec<_>, Vec<_>) = plan.policies.iter().map(record).unzip();
    let runs = datacenter::DatacenterRuns::new(timelines, study.choices());
    for (run, outcome) in runs.runs.iter().zip(outcomes) {
        assert_eq!(run.stuck.len() as u64, outcome.counters.jobs_behind_long, "{}: as many jobs as the engine counts", run.name);
        assert!(run.stuck.windows(2).all(|pair| pair[0].from <= pair[1].from) && run.stuck.iter().all(|its| its.from < its.to));
        for its in &run.stuck {
            let job = &run.timeline.jobs[its.job as usize];
            assert!(!job.long && job.arrival <= its.from && its.to <= job.completion, "{}: {its:?}", run.name);
        }
    }
    assert!(!runs.runs[0].stuck.is_empty());
    // Its probes have come everywhere, but next to no time has passed.
    let first = runs.runs[0].stuck[0];
    let arrival = runs.runs[0].timeline.jobs[first.job as usize].arrival - runs.runs[0].timeline.begin();
    assert!((arrival..arrival + 0.02).contains(&runs.settled(first.job)) && runs.settled(first.job) > arrival + 0.0004);
    assert!([1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0].contains(&(runs.full / libm::pow(10.0, libm::floor(libm::log10(runs.full))))));
}

#[test]
fn seconds_have_two_digits() {
    let written = [0.0, 0.123, 0.994, 0.996, 9.94, 9.96, 123.4].map(cluster::seconds);
    assert_eq!(written, ["0", "0.12", "0.99", "1.0", "9.9", "10", "123"]);
}

#[test]
fn the_bound_is_that_by_which_means_are_divided() {
    let (_, report) = study("policies=ps,srpt&workload.count=300");
    let of = |name: &str| Column::find(SystemKind::Server, name).unwrap().of_policy(&report.policies[0]).unwrap();
    let bound = super::means::bound(&report).unwrap();
    assert!((of("mean_sojourn") / of("ratio_bound") - bound).abs() < 1e-9 * bound, "{bound}");
}

/// Times of flows are counted from the first arrival.
#[test]
fn a_network_begins_when_its_first_flow_comes() {
    let asked = |first: f64| {
        format!(
            "system.kind=network&system.topology=link&system.cutoff=1.0&policies=fifo&workload.flows=[{{ arrival = {first:?}, size = 4.0 }}, {{ arrival = {:?}, size = 1.0 }}]",
            first + 1.0
        )
    };
    let times = |first: f64| {
        let (study, _) = study(&asked(first));
        let (Recording::Network(timeline), _) = study.record(&study.draw(0), 0, |_| {}).unwrap() else { panic!("a network") };
        let runs = super::network::NetworkRuns::new(vec![timeline], study.choices(), None);
        let line = &runs.runs[0].timeline;
        let flows = line.flows.iter().map(|flow| [flow.arrival, flow.release, flow.completion]);
        (flows.collect::<Vec<_>>(), line.stretches.iter().map(|stretch| [stretch.from, stretch.to]).collect::<Vec<_>>())
    };
    assert_eq!(times(8.0), times(0.0));
    assert_eq!(times(8.0).0[1][0], 1.0);
}
