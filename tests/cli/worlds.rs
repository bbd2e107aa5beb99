//! What worlds say of a scenario before it is run, and what the server world knows besides: theory and closeups.

use crate::command::succeeds;
use schedscope::server::{Closeup, Magnifier, Silent, order_of_size, sampled};
use schedscope::workload::Phase;
use schedscope::world::World;
use schedscope_core::experiment::{Part, Plan, Scenario, Study, SystemKind};

fn study(toml: &str) -> Study {
    let rows: Vec<String> = (0..1000).map(|id| format!("{id},{id},2")).collect();
    let read = |_: &str| Ok(format!("id,arrival,size\n{}", rows.join("\n")).into());
    Study::new(Scenario::from_toml(toml).unwrap(), read).unwrap()
}

fn warnings(toml: &str) -> String {
    study(toml).warnings().join("\n")
}

fn complaint(world: SystemKind, workload: &str) -> String {
    let scenario = Scenario::from_toml(&format!("[system]\nkind = \"{world}\"\n[workload]\n{workload}")).unwrap();
    let two = match world {
        SystemKind::Network => "source,destination,size,arrival\nh0,h1,1,0\nh1,h0,2,1\n",
        SystemKind::Cdn => "time,item,region\n0,a,Nice\n1,b,Lille\n",
        _ => "0 2 500 500 500\n1 3 2 2 2 2\n",
    };
    Study::new(scenario, |_| Ok(two.into())).unwrap_err().to_string()
}

#[test]
fn a_job_alone_is_recorded_and_drawn_in_every_world() {
    let folder = tempfile::tempdir().expect("a folder");
    let [timeline, chart] = ["t.json", "c.svg"].map(|name| folder.path().join(name).display().to_string());
    let workloads = [&[][..], &["--workload", "testbed"], &["--workload", "testbed-uniform"]];
    for world in SystemKind::ALL {
        for workload in if *world == SystemKind::Datacenter { &workloads[1..] } else { &workloads[..1] } {
            let run = ["run", "--system", world.key(), "--count", "1", "--details", "--timeline", &timeline, "--chart", &chart];
            succeeds(&[&run[..], workload].concat());
            let recorded = std::fs::read_to_string(&timeline).expect("written");
            assert!(serde_json::from_str::<serde_json::Value>(&recorded).expect("JSON")["policies"][0].is_object(), "{world}");
        }
    }
}

#[test]
fn all_worlds_refuse_alike() {
    for world in SystemKind::ALL {
        for (workload, said) in [
            ("errors = { uniform = [0.5, 2.0] }\nsigma = 0.5", "workload.errors are not log-normal"),
            ("sigma = -1.0", "sigma"),
            ("load = 0.0", "load"),
            ("count = 7\nwarmup = 7", "fewer than the number of jobs, 7"),
            ("path = \"two.tr\"\nwarmup = 2", "fewer than the number of jobs, 2"),
            ("path = \"two.tr\"\ncount = 0", "workload.count"),
        ] {
            let field = |line: &str| format!("workload.{}", line.split(' ').next().unwrap_or_default());
            if !workload.lines().all(|line| Part::worlds(&field(line)).contains(world)) {
                continue;
            }
            let rows = if [SystemKind::Network, SystemKind::Cdn].contains(world) { "two.csv" } else { "two.tr" };
            let complaint = complaint(*world, &workload.replace("two.tr", rows));
            assert!(complaint.contains(said), "{world}, {workload}: {complaint}");
        }
    }
}

#[test]
fn a_task_has_no_memory_below_none() {
    let complaint = complaint(SystemKind::Cluster, "jobs = [{ arrival = 0, maps = [1], map_memory = -1 }]");
    assert!(
        complaint.contains("workload.jobs[1].map_memory") && complaint.contains("-1") && complaint.contains("0 to 1e12"),
        "{complaint}"
    );
}

#[test]
fn a_mix_of_production_jobs_brings_its_cluster_and_the_jobs_that_do_not_count() {
    let plan = |workload: &str| {
        let study = study(&format!("policies = ['gp']\n[system]\nkind = 'cluster'\n[workload]\n{workload}"));
        let Plan::Cluster(plan) = study.plan() else { panic!("not a cluster") };
        plan.clone()
    };
    let busy = plan("mix = 'production-busy'");
    assert_eq!((busy.config.machines, busy.config.slots, busy.workload(0).jobs().len(), busy.cooldown), (100, [4, 2], 155, 25));
    let pools: Vec<_> = busy.config.pools.iter().map(|pool| (pool.share, pool.production)).collect();
    assert_eq!(pools, [(Some(0.2), false), (Some(0.8), true)]);
    assert_eq!(plan("mix = 'production-idle'\ncooldown = 0").cooldown, 0);
    assert_eq!(plan("mix = 'production-idle'\nlong_job = 92").workload(3).jobs()[91].size(Phase::Map), 250.0 * 2500.0);
    assert_eq!(plan("mix = 'dev'").cooldown, 0);
    let jobs =
        plan("jobs = [{ arrival = 0, maps = [1] }, { arrival = 9, maps = [2] }, { arrival = 12, maps = [4] }]\nwarmup = 1\ncooldown = 1");
    let drawn = World::draw(&*jobs, 0);
    let told = World::tell(&*jobs, &drawn, &World::simulate(&*jobs, &drawn, 0, &mut |_| ()).unwrap());
    assert_eq!(told.times.unwrap().sojourn.len(), 1, "one job before and one behind it are not counted");
    for (workload, said) in [
        ("count = 7\nwarmup = 2\ncooldown = 5", "fewer than the number of jobs after the warm-up, 5"),
        ("mix = 'production-busy'\nlong_job = 131", "a whole number from 1 to 130"),
        ("mix = 'production-busy'\ncount = 40\nlong_job = 41", "a whole number from 1 to 40, as there are 40 jobs"),
        ("mix = 'production-busy'\nlong_job = 0", "a whole number from 1 to 130"),
        ("mix = 'dev'\nlong_job = 1", "only production-busy and production-idle have a long job"),
        ("long_job = 1", "workload.kind is not \"mix\""),
    ] {
        let complaint = complaint(SystemKind::Cluster, workload);
        assert!(complaint.contains(said), "{workload}: {complaint}");
    }
}

#[test]
fn heavy_tails() {
    assert_eq!(warnings(""), "", "what the jobs tell themselves is said when they have been seen");
    let pareto = |alpha: &str| warnings(&format!("[workload]\nsizes = {{ pareto = {{ alpha = {alpha} }} }}"));
    assert!(pareto("0.9").contains("infinite mean") && pareto("1.0").contains("infinite mean"));
    assert!(pareto("1.1").contains("infinite variance") && pareto("2.0").contains("infinite variance"));
    assert_eq!(pareto("2.1"), "");
}

#[test]
fn overload() {
    let jobs = "[workload]\njobs = [{ arrival = 0.0, size = 9.0 }, { arrival = 1.0, size = 9.0 }]\n";
    assert_eq!(warnings(jobs), "", "a few jobs end");
    assert!(warnings(&format!("{jobs}load = 1.5")).contains("load 1.5"));
    assert!(warnings("[workload]\npath = \"many.csv\"").contains("without bound"));
    assert_eq!(warnings("[workload]\npath = \"many.csv\"\ncount = 99"), "", "nor do many, as yet");
    assert!(warnings("[workload]\npath = \"many.csv\"\ncount = 100").contains("set the load (workload.load, --load 0.9)"));
    assert!(warnings("[workload]\nshape = 1.0\nload = 1.0").contains("without bound"));
}

#[test]
fn replications_of_which_nothing_is_drawn() {
    let jobs = "replications = 2\n[workload]\njobs = [{ arrival = 0.0, size = 9.0 }]\n";
    for (drawn, more) in [
        (false, ""),
        (false, "sigma = 0.0"),
        (false, "errors = { bias = 2.0 }"),
        (false, "weights = \"none\""),
        (true, "sigma = 0.5"),
        (true, "errors = { uniform = [0.5, 2.0] }"),
        (true, "weights = { classes = 5, beta = 1.0 }"),
    ] {
        assert_eq!(!drawn, warnings(&format!("{jobs}{more}")).contains("all replications are the same"), "{more}");
    }
}

fn means(toml: &str, policies: &[&str]) -> Vec<Option<f64>> {
    let named: Vec<String> = policies.iter().map(|key| format!("\"{key}\"")).collect();
    let study = study(&format!("policies = [{}]\n{toml}", named.join(", ")));
    let Plan::Server(plan) = study.plan() else { panic!("one server") };
    plan.policies.iter().map(|policy| plan.exact_mean(policy).ok().flatten()).collect()
}

fn near(found: Option<f64>, expected: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() < 1e-4 * expected)
}

#[test]
fn where_theory_has_a_word() {
    let found = means("[workload]\nshape = 0.5\nload = 0.9", &["fifo", "ps", "las", "srpt", "gps", "fsp", "psbs"]);
    let expected = [Some(28.0), Some(10.0), Some(7.03846), Some(3.14979), Some(10.0), None, None];
    for (found, expected) in found.into_iter().zip(expected) {
        assert!(expected.map_or(found.is_none(), |expected| near(found, expected)), "{found:?} {expected:?}");
    }
    let estimates = means("[workload]\nshape = 1.0\nload = 0.5\nsigma = 2.0", &["psjfe", "sjfe"]);
    assert!(near(estimates[0], 1.75974) && near(estimates[1], 1.85336));
    // Values of the specification of rank policies, from quadrature.
    let ranked = means("[workload]\nshape = 0.5\nload = 0.7\nsigma = 0.5", &["srpte", "psjfe", "srpt-b"]);
    assert!(
        near(ranked[0], 2.102_460) && near(ranked[1], 2.062_119) && ranked[2].is_some_and(|mean| (mean - 2.0111).abs() < 1.5e-4),
        "{ranked:?}"
    );
    let biased = means("[workload]\nshape = 1.0\nload = 0.5\nerrors = { bias = 3.0 }", &["psjfe", "srpte"]);
    assert!(near(biased[0], 1.531_383));
    assert!(near(means("[workload]\nshape = 1.0\nload = 0.5\nsigma = 0.0", &["srpte"])[0], 1.425_373));
}

#[test]
fn slowdowns_by_size() {
    let slowdowns = |toml: &str| {
        let study = study(&format!("policies = [\"ps\", \"srpt\", \"psjfe\", \"fsp\"]\n{toml}"));
        let Plan::Server(plan) = study.plan() else { panic!("one server") };
        plan.exact_slowdowns(&[vec![0.1], vec![5.0, 15.0]])
    };
    let found = slowdowns("[workload]\nshape = 0.5\nload = 0.5");
    assert!(found[0].iter().zip([0.1, 10.0]).all(|((size, slowdown), asked)| *size == asked && near(Some(*slowdown), 2.0)));
    assert!(found[1][0].1 < 1.3 && found[1].len() == 2);
    assert!(found[2].is_empty() && found[3].is_empty());
    let fifo = |classes: &[Vec<f64>]| {
        let study = study("policies = [\"fifo\"]\n[workload]\nshape = 0.5\nload = 0.5");
        let Plan::Server(plan) = study.plan() else { panic!("one server") };
        plan.exact_slowdowns(classes)[0].clone()
    };
    let [tiny, small, both] = [fifo(&[vec![0.01]]), fifo(&[vec![0.1]]), fifo(&[vec![0.01, 0.1]])].map(|points| points[0].1);
    assert!(near(Some(both), f64::midpoint(tiny, small)) && both > 2.0 * small, "a class is averaged over: {both}");
}

#[test]
fn several_servers() {
    let found = means("[system]\nservers = 2\n[workload]\nshape = 1.0\nload = 0.5", &["fifo", "ps", "srpt"]);
    assert!(near(found[0], 8.0 / 3.0) && near(found[1], 8.0 / 3.0) && found[2].is_none());
    assert_eq!(means("[system]\nservers = 2\n[workload]\nshape = 0.5", &["fifo"]), [None]);
}

#[test]
fn where_theory_has_none() {
    for toml in [
        "[workload]\ntimeshape = 0.5",
        "[workload]\nstretch = true",
        "[workload]\nload = 1.0",
        "[workload]\nsizes = { pareto = { alpha = 2.0 } }",
        "[workload]\njobs = [{ arrival = 0.0, size = 1.0 }]",
        "[workload]\npath = \"jobs.csv\"",
    ] {
        assert_eq!(means(toml, &["fifo"]), [None], "{toml}");
    }
    assert_eq!(means("[workload]\nerrors = { uniform = [0.5, 2.0] }", &["psjfe"]), [None]);
    assert_eq!(means("[workload]\nweights = { classes = 5, beta = 1.0 }", &["gps"]), [None]);
}

fn look(toml: &str, replications: u32) -> Closeup {
    let study = study(toml);
    let Plan::Server(plan) = study.plan() else { panic!("one server") };
    let mut magnifier = Magnifier::default();
    for replication in 0..replications {
        let workload = plan.workload(replication);
        magnifier.run(plan, &plan.policies[0], &workload, &order_of_size(&workload, plan.warmup), &mut Silent).unwrap();
    }
    magnifier.closeup()
}

#[test]
fn classes_of_equal_count() {
    let jobs = "policies = [\"fifo\"]\n[workload]\njobs = [{ arrival = 0.0, size = 4.0 }, { arrival = 1.0, size = 1.0 }, { arrival = 2.0, size = 2.0 }]";
    let closeup = look(jobs, 1);
    assert_eq!(closeup.by_size, [(1.0, 4.0), (2.0, 2.5), (4.0, 1.0)]);
    assert_eq!(closeup.sojourn, [4.0, 4.0, 5.0]);
    assert_eq!(closeup.present.iter().map(|(_, jobs)| *jobs).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 3.0, 2.0, 1.0, 1.0]);
    let late = look(&jobs.replace("jobs =", "warmup = 1\njobs ="), 1);
    assert_eq!(late.by_size, [(1.0, 4.0), (2.0, 2.5)]);
    assert_eq!(late.sojourn, [4.0, 5.0]);
}

/// PS treats all sizes alike: every class has the slowdown 1 ÷ (1 − load).
#[test]
fn slowdown_under_ps_is_flat() {
    let closeup = look("policies = [\"ps\"]\n[workload]\nshape = 1.0\nload = 0.5\ncount = 20000", 20);
    assert_eq!(closeup.by_size.len(), 100);
    // Class means of 4000 jobs vary by some per cent; the tenth of the smallest jobs by more.
    assert!(closeup.by_size[10..].iter().all(|(_, slowdown)| (slowdown - 2.0).abs() < 0.3), "{:?}", closeup.by_size);
    assert!(closeup.by_size.is_sorted_by(|a, b| a.0 < b.0));
    assert!(closeup.present.len() <= 240 && closeup.interval > 150.0);
}

#[test]
fn few_of_many_are_sampled() {
    assert_eq!(sampled(5, 2).collect::<Vec<_>>(), [2, 3, 4]);
    let many: Vec<usize> = sampled(10_001, 1).collect();
    assert_eq!((many.len(), many[0], many[1999]), (2000, 1, 9996));
    assert!(sampled(20_000_000, 0).count() <= 2000);
}
