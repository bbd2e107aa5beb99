//! Input that is wrong is refused by name, and what is let through can be simulated.

use crate::command::{fails, schedscope, succeeds, write};

/// Runs with bad input: a message of one line that has all of these parts.
fn refused(args: &[&str], parts: &[&str]) {
    let message = fails(args);
    assert!(parts.iter().all(|part| message.contains(part)), "{args:?}: {message} lacks one of {parts:?}");
    assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
}

#[test]
fn flags_that_people_try_lead_to_those_that_there_are() {
    for (args, meant) in [
        (&["run", "--world", "cluster"][..], "--system"),
        (&["policies", "--world=cluster"], "--system"),
        (&["run", "--policies", "ps"], "--policy"),
        (&["run", "--scheduler", "ps"], "--policy"),
        (&["jobs", "--runs", "3"], "--replications"),
        (&["run", "--no-theory"], "--theory=false"),
        (&["run", "--json"], "--format=json"),
        (&["run", "--seeds", "3"], "--seed"),
        (&["run", "--polices", "ps"], "--policy"),
    ] {
        let message = fails(args);
        assert!(message.contains(&format!("a similar argument exists: '{meant}'")), "{args:?}: {message}");
        assert!(!message.contains("--workload"), "{args:?}: {message}");
    }
    assert!(!fails(&["jobs", "--scheduler", "ps"]).contains("--policy"), "there is none to name");
    let folder = tempfile::tempdir().expect("a folder");
    let jobs = write(folder.path(), "jobs.csv", "id,arrival,size\n1,0,1\n");
    refused(&["run", &jobs], &["jobs.csv is no scenario, which is TOML or JSON; jobs of a file are given by --jobs "]);
    refused(&["run", "assets/sweeps/fig-3-2.toml"], &["fig-3-2.toml is a sweep: `schedscope sweep ", " --output FOLDER` runs it"]);
    let mistaken = write(folder.path(), "sweep.toml", "[axes]\nworkload.load = [0.5]\n[workload]\ncuont = 10\n");
    refused(&["run", &mistaken], &["sweep.toml is a sweep: `schedscope sweep "]);
    refused(&["run", "--servers", "5"], &["fspe runs on one server only: ", "; several are for fifo, ps, "]);
    let parquet = write(folder.path(), "jobs.parquet", b"PAR1\x15\xff");
    refused(&["run", &parquet], &["jobs.parquet is no scenario, which is TOML or JSON; jobs of a file are given by --jobs "]);
    refused(&["run", "--jobs", &parquet], &["cannot read ", "jobs.parquet: it is no whole Parquet file: "]);
    refused(&["run", "--jobs", "100"], &["--workload 100: no such file", "(for so many jobs: --count 100)"]);
}

#[test]
fn flags_that_are_like_none_lead_nowhere() {
    for flag in ["--output", "--verbose", "--sched", "--time", "--no-color", "--arrivals", "--alpha", "--thrds"] {
        let message = fails(&["run", flag, "x"]);
        assert!(message.contains(&format!("unexpected argument '{flag}' found")) && !message.contains("tip"), "{message}");
    }
    assert!(!fails(&["simulate"]).contains("tip"));
    assert!(fails(&["polices"]).contains("a similar subcommand exists: 'policies'"));
}

#[test]
fn what_people_write_is_understood_or_what_is_meant_is_said() {
    let plain = ["run", "--policy", "ps", "--count", "1000", "--load", "0.9", "--seed", "100"];
    let written = ["run", "--policy", "ps", "--count", "1e3", "--load", "90%", "--seed", "1e2"];
    assert_eq!(succeeds(&written), succeeds(&plain));
    for count in ["1e-3", "1.5e0", "1e20", "-1e3", "e3"] {
        assert!(fails(&["run", "--count", count]).contains("allowed: a whole number from 1 to "), "{count}");
    }
    assert!(fails(&["run", "--load", "%"]).contains("allowed: a number, such as 0.5 or 50%"));
    refused(&["run", "--policy", "ps", "srpt"], &["srpt: no such scenario file", "separated by commas, as in --policy KEY,srpt"]);
    assert!(fails(&["run", "--policy", "ps", "srpt", "fsp"]).contains("separated by commas, as in '--policy KEY,fsp'"));
    refused(&["run", "--policy", "SRPT,ps"], &["unknown policy \"SRPT\"; did you mean \"srpt\"?"]);
    refused(&["run", "--policy", "FSPE+PS"], &["did you mean \"fspe+ps\"?"]);
}

#[test]
fn a_parameter_is_given_once() {
    for (system, policy) in [("cluster", "hfsp[t=1,t=2]"), ("cluster", "fair[delay=1,delay=1]"), ("datacenter", "hawk[cap=5, cap=6]")] {
        refused(&["run", "--system", system, "--policy", policy], &[policy, "twice; allowed: each parameter once"]);
    }
}

#[test]
fn a_formula_of_the_datacenter_is_read_or_refused_and_ends_a_run_that_it_cannot_lead() {
    let run = |policy: &'static str| {
        ["run", "--system", "datacenter", "--trace", "google", "--count", "30", "--workers", "20", "--load", "0.7", "--policy", policy]
    };
    for (policy, said) in [
        ("sparrow[order=est*(wait]", "sparrow[order=est*(wait]: column 16: \")\" is missing: the \"(\" of column 11 is not closed"),
        ("hawk[cap=5,choice=2*queu]", "hawk[choice=2*queu]: column 10: unknown name \"queu\" (did you mean \"queue\"?)"),
        (
            "eagle[order=age]",
            "eagle[order=age]: age is not allowed; allowed: fifo or srpt, or a formula of est, tasks, left, remaining, wait",
        ),
        ("kairos[order=est]", "kairos has no parameter \"order\""),
        ("sparrow[order=place-place/place]", "stops at t = "),
        ("sparrow[choice=sqrt(-1-queue)]", "its choice is NaN because of sqrt(-1-queue)"),
    ] {
        refused(&run(policy), &[said]);
    }
    succeeds(&run("sparrow[order=est-wait/2, choice=min(work,queue*est)]"));
    let listed = succeeds(&["policies", "--system", "datacenter"]);
    assert!(listed.contains("A formula for choice may read these") && listed.contains("seconds of tasks, by their estimates"), "{listed}");
}

#[test]
fn the_nearest_name_of_any_world_is_suggested() {
    for (args, said) in [
        (&["--policy", "hfps"][..], "unknown policy \"hfps\"; did you mean \"hfsp\" (system cluster)? allowed: fifo, ps,"),
        (&["--policy", "egale"], "did you mean \"eagle\" (system datacenter)?"),
        (&["--system", "cluster", "--policy", "fiof"], "did you mean \"fifo\"?"),
        (&["--system", "datacenter", "--policy", "fiof"], "did you mean \"fifo\" (system server, cluster or network)?"),
        (&["--link", "#watch?policies=hfps"], "did you mean \"hfsp\" (system cluster)?"),
        (&["--workload", "yahooo"], "did you mean \"yahoo\", system datacenter?"),
        (&["--system", "datacenter", "--workload", "yahooo"], "did you mean \"yahoo\"?"),
        (&["--system", "cluster", "--workload", "agin"], "did you mean \"aging\"?"),
    ] {
        refused(&[&["run"], args].concat(), &[said]);
    }
}

const SERVER: &str = "fifo,ps,las,srpt,srpte,fspe,fspe+ps,psbs";

#[test]
fn policies_that_are_named_are_those_that_are_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let policies = SERVER.replace(',', "', '");
    let named = write(folder.path(), "named.toml", format!("policies = ['{policies}']\n[system]\nkind = 'cluster'\n"));
    let plain = write(folder.path(), "plain.toml", "[workload]\ncount = 5\n");
    let link = format!("#cluster?v=1&policies={}", SERVER.replace('+', "%2B"));
    let said = ["ps is a policy of the server", "The cluster knows: fifo, fair, fair-kill, gp, hfsp"];
    refused(&["run", "--system", "cluster", "--policy", SERVER], &said);
    refused(&["run", &plain, "--system", "cluster", "--policy", SERVER], &said);
    refused(&["run", &named], &said);
    refused(&["run", "--link", &link], &said);
    for args in [&[plain.as_str(), "--system", "cluster"][..], &["--link", "#cluster?v=1&workload.count=5"]] {
        let csv = succeeds(&[&["run", "--format", "csv"], args].concat());
        assert!(["\nfifo,all,", "\nfair,all,", "\nhfsp,all,"].iter().all(|row| csv.contains(row)), "{csv}");
    }
}

#[test]
fn an_empty_list_of_jobs_is_not_no_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = "the list workload.jobs is empty; allowed: at least one job";
    for (asks, world) in [("run", "server"), ("jobs", "server"), ("run", "cluster")] {
        let file = write(folder.path(), "s.toml", format!("[system]\nkind = '{world}'\n[workload]\njobs = []\n"));
        let message = fails(&[asks, &file]);
        assert!(message.contains("line 4") && message.contains(said), "{message}");
    }
    let file = write(folder.path(), "s.toml", "[system]\nkind = 'datacenter'\n[workload]\njobs = []\n");
    let message = fails(&["run", &file]);
    assert!(
        message.contains("line 4") && message.contains("`jobs` has no meaning here: it belongs to the server and the cluster"),
        "{message}"
    );
    refused(&["run", "--link", "#compare?workload.jobs=[]"], &["workload.jobs", said]);
    let sweep = write(folder.path(), "sweep.toml", "[axes]\n'workload.jobs' = [[]]\n");
    refused(&["sweep", &sweep, "--output", &folder.path().join("out").display().to_string()], &[said]);
}

#[test]
fn a_link_without_a_query_is_the_view_as_it_is_opened() {
    let jobs = |link: &str| succeeds(&["run", "--link", link]).lines().next().expect("a line").to_owned();
    for (view, begins) in [("watch", "6 jobs"), ("cluster", "8 jobs"), ("datacenter", "80 jobs"), ("compare", "10000 jobs")] {
        for link in [format!("#{view}"), format!("https://a.b/c#{view}")] {
            assert!(jobs(&link).starts_with(begins), "{link}: {}", jobs(&link));
        }
    }
    assert!(jobs("#compare").contains("20 replications"), "{}", jobs("#compare"));
}

#[test]
fn a_choice_is_answered_with_all_that_can_be_chosen() {
    let rates = ["constant", "{ log-normal = { sigma = 0.8", "{ diurnal = { swing = 0.5", "{ on-off = { on = 0.5"];
    for world in ["server", "cluster", "datacenter", "network"] {
        for value in ["40", "{ diurnal = 3 }"] {
            refused(
                &["run", "--system", world, "--rate", value],
                &[&[&format!("(workload.rate) is {value}: ")[..], "; allowed: "], &rates[..]].concat(),
            );
        }
    }
}

#[test]
fn what_is_no_number_is_answered_by_its_field() {
    for (world, flag, field) in [
        ("server", "--sigma", "workload.sigma"),
        ("server", "--load", "workload.load"),
        ("server", "--shape", "workload.shape"),
        ("server", "--timeshape", "workload.timeshape"),
        ("cluster", "--heartbeat", "system.heartbeat"),
        ("cluster", "--slowstart", "system.slowstart"),
        ("datacenter", "--scale", "workload.scale"),
        ("datacenter", "--cutoff", "system.cutoff"),
        ("datacenter", "--short-partition", "system.short_partition"),
        ("ordering", "--cache", "system.cache"),
        ("ordering", "--size-spread", "workload.size_spread"),
        ("network", "--cutoff", "system.cutoff"),
        ("network", "--link-rate", "system.rate"),
        ("network", "--capacity", "system.capacity"),
        ("network", "--load", "workload.load"),
        ("cdn", "--zipf", "workload.zipf"),
        ("cdn", "--replicas", "system.replicas"),
    ] {
        for value in ["-inf", "-nan", "nan", "inf", "-1e-3", "-infinity"] {
            refused(&["run", "--system", world, flag, value], &[&format!("({field}) is "), "allowed: "]);
        }
    }
    for flag in [
        "seed",
        "replications",
        "count",
        "warmup",
        "cooldown",
        "long-job",
        "servers",
        "machines",
        "map-slots",
        "reduce-slots",
        "racks",
        "workers",
        "cores",
        "layers",
        "fan-in",
    ] {
        for value in ["-inf", "nan", "-1", "-x", "1.5", "1e-3"] {
            let message = fails(&["run", &format!("--{flag}"), value]);
            let said = format!("error: invalid value '{value}' for '--{flag} <");
            assert!(message.starts_with(&said) && message.contains("allowed: a whole number from "), "{message}");
        }
    }
    for flag in ["--replications", "--count"] {
        assert!(fails(&["figure", "T3.3", "--output", "x", flag, "-1"]).contains("allowed: a whole number from 1 to "), "{flag}");
    }
    assert!(fails(&["sweep", "s.toml", "--output", "x", "--shard", "-1/2"]).contains("allowed: K/N"));
}

#[test]
fn memory_that_does_not_suffice_is_refused_by_name() {
    for (args, said) in [
        (&["--ram", "3"][..], "(system.ram) is 3 GB, where the system and the tasks in all slots of a machine take 4.2; allowed: "),
        (&["--map-slots", "8"], "(system.ram) is 8 GB, where the system and the tasks in all slots of a machine take 10.2; allowed: "),
        (&["--replacement", "0.9"], "(system.replacement) is 0.9; allowed: an exponent from 1"),
        (&["--disk", "0"], "(system.disk) is 0; allowed: megabytes a second above 0"),
    ] {
        refused(&[&["run", "--system", "cluster", "--workload", "dev", "--count", "5", "--policy", "hfsp-viper"], args].concat(), &[said]);
    }
    // Where nothing is paged it does not matter.
    succeeds(&["run", "--system", "cluster", "--workload", "dev", "--count", "5", "--policy", "fifo,hfsp", "--ram", "3"]);
    let jobs = "#cluster?v=1&policies=dummy&workload.jobs=[{ arrival = 0.0, size = 9.0, dirty = 1.5 }]";
    refused(&["run", "--link", jobs], &["dirty (workload.jobs[1].dirty) is 1.5; allowed: a fraction of its memory, 0 to 1"]);
}

#[test]
fn an_entry_of_a_list_that_varies_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out").display().to_string();
    let base = "[system]\nkind = 'cluster'\n[workload]\njobs = [{ arrival = 0.0, maps = [9.0] }, { arrival = 1.0, size = 2.0 }]\n[axes]\n";
    let there = "allowed: the dotted name of a scenario field; entries of workload.jobs are workload.jobs[1] to workload.jobs[2]";
    for (name, said) in [
        ("workload.jobs[0].arrival", there),
        ("workload.jobs[3].arrival", there),
        ("workload.jobs[+2].arrival", there),
        ("workload.jobs[02].arrival", there),
        ("workload.jobs[99999999999999999999].arrival", there),
        ("workload.jobs[two].arrival", there),
        ("workload.jobs[1].maps[2]", "entries of workload.jobs[1].maps are workload.jobs[1].maps[1] to workload.jobs[1].maps[1]"),
        ("system.pools[1].share", "; system.pools is no list here"),
        ("system.ram[1]", "; system.ram is no list here"),
    ] {
        let file = write(folder.path(), "s.toml", format!("{base}'{name}' = [1.0, 2.0]\n"));
        refused(&["sweep", &file, "--output", &output], &[&format!("\"{name}\" is a name of what varies; allowed: "), said]);
    }
    assert!(!folder.path().join("out").exists());
}

#[test]
fn sizes_that_vanish_beside_others_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text, said) in [
        ("t.tsv", "a\t0\t1\t1e30\t0\t0\nb\t4\t3\t1e-300\t0\t0\n", "t.tsv, line 2: input is \"1e-300\"; allowed: 0, or bytes"),
        ("u.tsv", "a\t0\t1\t5\t0\t0\nb\t1e-310\t3\t5\t0\t0\n", "u.tsv, line 2: submit is \"1e-310\""),
        ("j.csv", "id,arrival,size\n1,0,1\n2,1e-310,1\n", "j.csv, line 3: arrival is \"1e-310\""),
        ("l.swf", "1 0 5 1e-310 4 -1 -1 4 72 -1 1 1 1 1 1 -1 -1 -1\n", "l.swf, line 1: run time is \"1e-310\""),
        ("k.tr", "0 1 5 5\n1e-310 1 5 5\n", "k.tr, line 2: submit is \"1e-310\""),
    ] {
        let file = write(folder.path(), name, text);
        refused(&["run", "--workload", &file, "--load", "0.5", "--policy", "fifo,ps"], &[said]);
    }
    let even = write(folder.path(), "v.tsv", "a\t0\t1\t1e30\t0\t0\nb\t4\t3\t1\t0\t0\n");
    for world in ["server", "cluster"] {
        let json = succeeds(&["run", "--system", world, "--workload", &even, "--policy", "fifo", "--format", "json"]);
        assert!(finite(&json), "{json}");
    }
}

/// Whether the means of a report are numbers, or in the world without jobs what orders cost.
fn finite(json: &str) -> bool {
    let report: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let policies = report["policies"].as_array().expect("a list");
    policies.iter().all(|policy| match &policy["ordering"]["cost"] {
        serde_json::Value::Null => policy["mean_sojourn"].as_f64().is_some_and(|mean| mean.is_finite() && mean > 0.0),
        cost => cost.as_f64().is_some_and(|cost| cost.is_finite() && cost >= 0.0),
    })
}

#[test]
fn recurring_jobs_are_those_of_a_mix() {
    for (args, said) in [
        (&["--recurring", "0.4"][..], "workload.recurring"),
        (&["--growth", "2", "--workload", "aging"], "workload.growth"),
        (&["--workload", "test", "--growth", "2"], "workload.recurring is not given"),
        (&["--workload", "test", "--recurring", "1.5"], "1.5; allowed: a fraction of the jobs, 0 to 1"),
        (&["--workload", "test", "--recurring", "1", "--growth", "20"], "20; allowed: a factor, 0.1 to 10"),
        (&["--policy", "hfsp[distrust=0.5]"], "hfsp[distrust=0.5]: 0.5 is not allowed; allowed: a number from 1 to "),
        (&["--policy", "hfsp[quantile=2]"], "hfsp[quantile=2]: 2 is not allowed; allowed: a number from 0 to 1"),
        (&["--policy", "hfsp[runs=0]"], "hfsp[runs=0]: 0 is not allowed; allowed: a whole number from 1 to 1000"),
        (&["--policy", "hfsp[recall=median]"], "allowed: last, mean or quantile"),
    ] {
        refused(&[&["run", "--system", "cluster"], args].concat(), &[said]);
    }
}

/// Values that no field should stumble over; `MOST` stands for the largest whole number that its type holds.
const HOSTILE: [&str; 10] = ["0", "-1", "nan", "inf", "-inf", "1e-310", "1e-18", "1e18", "1e308", "MOST"];

/// A world, a small scenario of it, and fields with an `@` in place of each of their numbers.
type Fields = (&'static str, &'static str, &'static [&'static str]);

const FIELDS: [Fields; 28] = [
    (
        "server",
        "replications = 2\npolicies = ['fifo', 'ps', 'gps', 'las', 'srpt', 'fspe+ps', 'psbs']\n[workload]\ncount = 40\n",
        &[
            "seed = @",
            "replications = @",
            "workload.count = @",
            "workload.shape = @",
            "workload.timeshape = @",
            "workload.rate = { log-normal = { sigma = @, period = 3.0 } }",
            "workload.rate = { log-normal = { sigma = 0.8, period = @ } }",
            "workload.rate = { diurnal = { swing = @, period = @ } }",
            "workload.rate = { on-off = { on = @, period = 3.0 } }",
            "workload.rate = { on-off = { on = 0.5, period = @ } }",
            "workload.load = @",
            "workload.warmup = @",
            "workload.sigma = @",
            "workload.sizes = { pareto = { alpha = @ } }",
            "workload.sizes = { bounded-pareto = { alpha = @, ratio = 10.0 } }",
            "workload.sizes = { bounded-pareto = { alpha = 1.5, ratio = @ } }",
            "workload.sizes = { hyperexponential = { scv = @ } }",
            "workload.errors = { uniform = [@, 2.0] }",
            "workload.errors = { uniform = [0.5, @] }",
            "workload.errors = { bias = @ }",
            "workload.weights = { classes = @, beta = 1.0 }",
            "workload.weights = { classes = 5, beta = @ }",
        ],
    ),
    ("server", "policies = ['fifo', 'ps', 'srpt', 'las']\n[workload]\ncount = 40\n", &["system.servers = @", "system.server_speed = @"]),
    ("server", "policies = ['srpte', 'rr', 'mlfq']\n[workload]\ncount = 40\n", &["system.switch_cost = @"]),
    (
        "server",
        "[workload]\nload = 0.5\n",
        &[
            "workload.jobs = [{ arrival = @, size = 1.0 }, { arrival = 0.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = 1.0, estimate = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = 1.0, weight = @ }, { arrival = 2.0, size = 2.0 }]",
        ],
    ),
    (
        "cluster",
        "replications = 2\npolicies = ['fifo', 'fair[preemption=kill]', 'hfsp[preemption=adaptive]', 'hfsp[estimator=noisy,virtual=fluid]']\n\
         [workload]\nmix = 'test'\ncount = 5\n",
        &[
            "replications = @",
            "system.machines = @",
            "system.map_slots = @",
            "system.reduce_slots = @",
            "system.racks = @",
            "system.replication = @",
            "system.rack_factor = @",
            "system.remote_factor = @",
            "system.heartbeat = @",
            "system.slowstart = @",
            "system.pools = [{ min_map = @, weight = 1.0 }]",
            "system.pools = [{ min_reduce = @, weight = 1.0 }]",
            "system.pools = [{ min_map = 1, weight = @ }]",
            "system.pools = [{ share = @, production = true }]",
            "system.pools = [{ share = 0.5 }, { share = @, production = true }]",
            "system.changes = [{ time = @, machine = 1, joins = false }]",
            "system.changes = [{ time = 5.0, machine = @, joins = false }]",
            "workload.count = @",
            "workload.load = @",
            "workload.sigma = @",
            "workload.warmup = @",
            "workload.cooldown = @",
            "workload.chains = @",
            "workload.weights = { classes = @, beta = 1.0 }",
            "workload.weights = { classes = 5, beta = @ }",
            "workload.recurring = @",
            "workload.recurring = 0.4\nworkload.growth = @",
        ],
    ),
    (
        "cluster",
        "policies = ['fair-kill', 'gp']\n[workload]\nmix = 'production-busy'\ncount = 5\n",
        &[
            "workload.long_job = @",
            "workload.cooldown = @",
            "workload.load = @",
            "policies = ['gp[interval=@]', 'fair-kill[interval=@]']",
            "policies = ['gp[long=@]', 'fair-kill[long=@]']",
            "policies = ['gp[period=@]', 'fair-kill[period=@]']",
            "policies = ['gp[busy-time=@]', 'fair-kill[busy-time=@]']",
            "policies = ['gp[busy-slots=@]', 'fair-kill[busy-slots=@]']",
            "policies = ['gp[timeout=@]', 'fair-kill[timeout=@]']",
            "policies = ['gp[cleanup=@]', 'fair-kill[cleanup=@]']",
            "policies = ['gp[delay=@]', 'fair-kill[delay=@]']",
            "policies = ['gp[rack-delay=@]', 'fair-kill[rack-delay=@]']",
        ],
    ),
    (
        "cluster",
        "policies = ['dummy', 'hfsp-viper']\n[workload]\nmix = 'test'\ncount = 5\n",
        &[
            "system.ram = @",
            "system.swap = @",
            "system.disk = @",
            "system.os_memory = @",
            "system.replacement = @",
            "system.slow = @",
            "system.slow_factor = @",
            "system.stragglers = @",
            "system.straggler_factor = @",
            "system.failures = @",
            "policies = ['dummy[preemption=kill,cleanup=@]']",
            "policies = ['dummy[delay=@]']",
            "policies = ['dummy[rack-delay=@]']",
            "policies = ['hfsp-viper[cycles=@]']",
            "policies = ['hfsp-viper[resume=anywhere,resume-delay=@]']",
        ],
    ),
    (
        "cluster",
        "policies = ['dummy', 'hfsp-viper[cycles=2]']\n[workload]\n",
        &["workload.jobs = [{ arrival = 0.0, size = 9.0, map_memory = 2.5, dirty = @ }, { arrival = 2.0, size = 2.0, weight = 2.0 }]"],
    ),
    (
        "cluster",
        "[workload]\ncount = 5\n",
        &["workload.shape = @", "workload.timeshape = @", "workload.rate = { on-off = { on = 0.5, period = @ } }", "workload.load = @"],
    ),
    (
        "cluster",
        "[workload]\nload = 0.5\n",
        &[
            "workload.jobs = [{ arrival = @, size = 1.0 }, { arrival = 0.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, maps = [@] }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, maps = [1.0], reduces = [@] }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = 1.0, estimate = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = 1.0, weight = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, maps = [1.0], map_memory = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = 1.0, reduce_memory = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = 1.0, pool = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.jobs = [{ arrival = 1.0, size = 1.0, after = [@] }, { arrival = 2.0, size = 2.0 }]",
        ],
    ),
    (
        "datacenter",
        "policies = ['sparrow', 'hawk', 'eagle', 'omniscient-lwl', 'dlwl-srpt', 'kairos', 'yarn-fifo', 'big-c']\n\
         [workload]\nlike = 'yahoo'\nscale = 0.01\ncount = 20\n",
        &[
            "replications = @",
            "system.workers = @",
            "system.cores = @",
            "system.short_partition = @",
            "system.cutoff = @",
            "system.reporting_cutoff = @",
            "system.delay = @",
            "system.probe_delay = @",
            "system.placement_delay = @",
            "system.request_delay = @",
            "system.decision_cost = @",
            "system.probe_cost = @",
            "workload.scale = @",
            "workload.timeshape = @",
            "workload.rate = { log-normal = { sigma = @, period = @ } }",
            "workload.load = @",
            "workload.sigma = @",
            "workload.count = @",
            "workload.warmup = @",
            "workload.errors = { uniform = [@, @] }",
            "workload.errors = { bias = @ }",
        ],
    ),
    (
        "ordering",
        "policies = ['baseline', 'greedy', 'heuristic', 'dp', 'beam']\n[workload]\ngraph = 'random'\n",
        &["system.cache = @", "workload.count = @", "workload.edge_probability = @", "workload.size_spread = @"],
    ),
    ("ordering", "[workload]\ncount = 30\n", &["workload.layers = @", "workload.fan_in = @"]),
    ("ordering", "[workload]\n", &["workload.tasks = [{ name = 'a', size = @ }, { after = ['a'] }]"]),
    ("ordering", "[workload]\n", &["policies = ['a_star[limit=@]']", "policies = ['dp[limit=@]']", "policies = ['beam[width=@]']"]),
    (
        "cluster",
        "[workload]\nmix = 'test'\ncount = 5\n",
        &[
            "policies = ['fair[min-share-timeout=@]']",
            "policies = ['fair[fair-share-timeout=@]']",
            "policies = ['fair[preemption=kill,cleanup=@]']",
            "policies = ['fair[delay=@]']",
            "policies = ['fair[rack-delay=@]']",
            "policies = ['hfsp[t=@]']",
            "policies = ['hfsp[xi=@]']",
            "policies = ['hfsp[s0=@]']",
            "policies = ['hfsp[estimator=history,runs=@]']",
            "policies = ['hfsp[estimator=history,recall=quantile,quantile=@]']",
            "policies = ['hfsp[estimator=history,distrust=@]']",
            "policies = ['hfsp[history=recent,recent=@]']",
            "policies = ['hfsp[speed=@]']",
            "policies = ['hfsp[delta=@]']",
            "policies = ['hfsp[training=@]']",
            "policies = ['hfsp[training=@%]']",
            "policies = ['hfsp[preemption=kill,cleanup=@]']",
            "policies = ['hfsp[preemption=suspend,page-out=@]']",
            "policies = ['hfsp[preemption=suspend,page-in=@]']",
            "policies = ['hfsp[preemption=suspend,high=@]']",
            "policies = ['hfsp[preemption=suspend,low=@]']",
            "policies = ['hfsp[preemption=adaptive,kill-below=@]']",
            "policies = ['hfsp[preemption=adaptive,wait-above=@]']",
            "policies = ['hfsp[delay=@]']",
            "policies = ['hfsp[rack-delay=@]']",
        ],
    ),
    (
        "datacenter",
        "[workload]\nlike = 'yahoo'\nscale = 0.01\ncount = 20\n",
        &[
            "policies = ['hawk[cutoff=@]']",
            "policies = ['hawk[error=bias(@)]']",
            "policies = ['hawk[error=uniform(@,@)]']",
            "policies = ['hawk[error=lognormal(@)]']",
            "policies = ['hawk[ratio=@]']",
            "policies = ['hawk[least=@]']",
            "policies = ['hawk[cap=@]']",
            "policies = ['hawk[group=@]']",
            "policies = ['eagle[bound=@]']",
            "policies = ['dlwl-srpt[heartbeat=@]']",
            "policies = ['kairos[q=@]']",
            "policies = ['kairos[w=@]']",
            "policies = ['kairos[round=@]']",
            "policies = ['big-c[share=@]']",
        ],
    ),
    (
        "network",
        "replications = 2\npolicies = ['fifo', 'fair', 'tcp', 'repflow', 'priority', 'pias', 'las', 'pfabric', 'ideal']\n[workload]\ncount = 40\n",
        &[
            "replications = @",
            "system.k = @",
            "system.capacity = @",
            "system.fabric_capacity = @",
            "system.core_capacity = @",
            "system.cutoff = @",
            "workload.count = @",
            "workload.shape = @",
            "workload.timeshape = @",
            "workload.rate = { diurnal = { swing = @, period = 3.0 } }",
            "workload.load = @",
            "workload.warmup = @",
            "workload.packet = @",
            "workload.sizes = { pareto = { alpha = @ } }",
        ],
    ),
    ("network", "[system]\ntopology = 'bcube'\n[workload]\ncount = 20\n", &["system.n = @", "system.levels = @"]),
    (
        "network",
        "[system]\ntopology = 'jellyfish'\n[workload]\ncount = 20\n",
        &["system.switches = @", "system.ports = @", "system.degree = @"],
    ),
    ("network", "[system]\ntopology = 'jellyfish'\nrouting = 'k-shortest'\n[workload]\ncount = 20\n", &["system.paths = @"]),
    ("network", "[system]\ntopology = 'two-class'\n[workload]\ncount = 20\n", &["system.short_share = @"]),
    ("network", "[workload]\npattern = 'incast'\ncount = 20\n", &["workload.fan_in = @"]),
    ("network", "[workload]\ncount = 20\n", &["system.links = [{ from = 'a', to = 'b', capacity = @ }, { from = 'b', to = 'c' }]"]),
    (
        "network",
        "[system]\ntopology = 'link'\n[workload]\n",
        &[
            "workload.flows = [{ arrival = @, size = 1.0 }, { arrival = 0.0, size = 2.0 }]",
            "workload.flows = [{ arrival = 1.0, size = @ }, { arrival = 2.0, size = 2.0 }]",
            "workload.flows = [{ arrival = 1.0, size = 1.0, after = [@] }, { arrival = 2.0, size = 2.0 }]",
        ],
    ),
    (
        "network",
        "[workload]\ncount = 20\n",
        &[
            "policies = ['fq-codel[quantum=@]']",
            "policies = ['pias[first=@]']",
            "policies = ['pias[growth=@]']",
            "policies = ['pias[queues=@]']",
            "policies = ['tcp[window=@]']",
        ],
    ),
    (
        "cdn",
        "[workload]\n",
        &[
            "workload.requests = [{ arrival = @, region = 'Nice' }]",
            "workload.requests = [{ arrival = 1.0, region = 'Nice', video = @ }]",
            "workload.requests = [{ arrival = 1.0, region = 'Nice', session = @ }]",
            "workload.requests = [{ arrival = 1.0, region = 'Nice', size = @ }]",
        ],
    ),
    (
        "cdn",
        "policies = ['rand-rand', 'opt-opt', 'proportional[demand=future]', 'perf-opt', 'lru']\n\
         [workload]\ncount = 60\nvideos = 9\nwarmup = 20\n",
        &[
            "replications = @",
            "system.storage = @",
            "system.dserver_capacity = @",
            "system.cdn_capacity = @",
            "system.replicas = @",
            "system.optimal_replicas = @",
            "system.external_cost = @",
            "system.internal_cost = @",
            "system.low_priority_cost = @",
            "system.regions = [{ name = 'A', distance = @ }]",
            "system.regions = [{ name = 'A', distance = 1.0, users = @ }]",
            "system.regions = [{ name = 'A', distance = 1.0, storage = @ }]",
            "system.regions = [{ name = 'A', distance = 1.0, capacity = @ }]",
            "system.regions = [{ name = 'A', distance = 1.0, x = @ }]",
            "workload.count = @",
            "workload.days = @",
            "workload.videos = @",
            "workload.zipf = @",
            "workload.churn = @",
            "workload.regional = @",
            "workload.size_spread = @",
            "workload.shortest_session = @",
            "workload.longest_session = @",
            "workload.warmup = @",
            "policies = ['opt-opt[accuracy=@]']",
        ],
    ),
];

/// A scenario with a field set, whatever the scenario says of it itself.
fn with_field(world: &str, base: &str, field: &str) -> String {
    let mut scenario: toml::Table = base.parse().expect("a scenario");
    let table = |parent: &mut toml::Table, name: &str| {
        parent.entry(name).or_insert_with(|| toml::Table::new().into()).as_table().expect("a table").clone()
    };
    let mut system = table(&mut scenario, "system");
    system.insert("kind".to_owned(), world.into());
    scenario.insert("system".to_owned(), system.into());
    let set: toml::Table = field.parse().expect("a field");
    for (name, value) in set {
        match (scenario.get_mut(&name).and_then(toml::Value::as_table_mut), value) {
            (Some(section), toml::Value::Table(inner)) => section.extend(inner),
            (_, value) => drop(scenario.insert(name, value)),
        }
    }
    scenario.to_string()
}

/// Gives each number of a world hostile values, in a small scenario.
fn no_number_is_too_much(of: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    for (world, base, fields) in FIELDS.into_iter().filter(|(world, ..)| *world == of) {
        for field in fields {
            let most = if field.starts_with("seed") { i64::MAX.to_string() } else { u32::MAX.to_string() };
            for value in HOSTILE.map(|value| if value == "MOST" { most.as_str() } else { value }) {
                let case = field.replace('@', value);
                let scenario = write(folder.path(), "s.toml", with_field(world, base, &case));
                let started = std::time::Instant::now();
                let output = schedscope(&["run", &scenario, "--format", "json"]);
                let (out, message) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
                match output.status.code() {
                    Some(0) => assert!(finite(&out), "{world}: {case}: {out}"),
                    Some(2) => assert!(named(field, &message), "{world}: {case}: {message}"),
                    status => panic!("{world}: {case}: {status:?}: {message}"),
                }
                assert!(started.elapsed().as_secs() < 60, "{world}: {case} takes {:?}", started.elapsed());
            }
        }
    }
}

#[test]
fn no_number_of_the_server_is_too_much() {
    no_number_is_too_much("server");
}

#[test]
fn no_number_of_the_cluster_is_too_much() {
    no_number_is_too_much("cluster");
}

#[test]
fn no_number_of_the_datacenter_is_too_much() {
    no_number_is_too_much("datacenter");
}

#[test]
fn no_number_of_ordering_is_too_much() {
    no_number_is_too_much("ordering");
}

#[test]
fn no_number_of_the_network_is_too_much() {
    no_number_is_too_much("network");
}

#[test]
fn no_number_of_the_cdn_is_too_much() {
    no_number_is_too_much("cdn");
}

/// Whether a message names the field and what is allowed there.
fn named(field: &str, message: &str) -> bool {
    let (name, rest) = field.split_once(" = ").expect("a field");
    let last = name.rsplit('.').next().unwrap_or(name);
    // Of a list or a policy the part that has the number.
    let part = rest.split('@').next().and_then(|before| before.rsplit(['{', '[', ',', ' ', '=', '(']).find(|word| !word.is_empty()));
    (message.contains(last) || part.is_some_and(|part| message.contains(part)))
        && (message.contains("allowed: ") || message.contains("expected "))
}

#[test]
fn a_share_of_a_large_grid_starts_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let tenths = (1..=10).map(|x| (f64::from(x) / 10.0).to_string()).collect::<Vec<_>>().join(", ");
    let whole = (1..=10).map(|x| x.to_string()).collect::<Vec<_>>().join(", ");
    let axes = ["workload.shape", "workload.sigma", "workload.load", "workload.timeshape"].map(|name| format!("'{name}' = [{tenths}]\n"));
    let more = ["seed", "system.servers", "workload.warmup"].map(|name| format!("'{name}' = [{whole}]\n"));
    let grid = format!("policies = ['ps']\n[workload]\ncount = 20\n[axes]\n{}{}", axes.concat(), more.concat());
    let (file, output) = (write(folder.path(), "large.toml", &grid), folder.path().join("out").display().to_string());
    let started = std::time::Instant::now();
    let said = succeeds(&["sweep", &file, "--output", &output, "--yes", "--shard", "7/100000"]);
    assert!(said.contains("shard 7/100000 is complete, 100 cells"), "{said}");
    // It took minutes to look at all ten million cells.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    let bad = write(folder.path(), "bad.toml", grid.replace("0.9, 1]", "0.9, -1]"));
    refused(&["sweep", &bad, "--output", &output, "--yes", "--shard", "7/100000"], &["cell 9001 (", "is -1; allowed"]);
}

#[test]
fn a_value_of_an_axis_is_there_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out").display().to_string();
    let file = write(folder.path(), "s.toml", "[axes]\n'workload.shape' = [1, 0.5, 1.0]\n");
    refused(
        &["sweep", &file, "--output", &output],
        &["s.toml: ", "\"workload.shape\" = 1.0 appears twice (before as \"workload.shape\" = 1)"],
    );
    assert!(!folder.path().join("out").exists());
}

/// Whoever deletes the journal of a sweep that is running loses nothing.
#[test]
#[cfg(unix)]
fn a_journal_that_is_deleted_meanwhile_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = "replications = 4\npolicies = ['ps', 'psbs']\n[workload]\ncount = 20000\n[axes]\nseed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n";
    let (file, output) = (write(folder.path(), "s.toml", sweep), folder.path().join("out"));
    let journal = output.join("journal");
    let args = ["sweep", &file, "--output", &output.display().to_string()].map(str::to_owned);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_schedscope"));
    let running = command.args(&args).stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().expect("it runs");
    let lines = || std::fs::read(&journal).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count());
    while lines() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::fs::remove_file(&journal).expect("deleted");
    let ended = running.wait_with_output().expect("it ends");
    let said = String::from_utf8(ended.stderr).expect("text");
    assert!(ended.status.success() && said.contains("was deleted during the run; it has been restored with "), "{said}");
    assert_eq!(lines(), 11, "the manifest and ten cells");
    let again = schedscope(&args.each_ref().map(String::as_str));
    assert!(String::from_utf8_lossy(&again.stderr).contains("10 of 10 cells are in the journal"), "{again:?}");
    std::fs::remove_file(&journal).expect("deleted");
    refused(&args.each_ref().map(String::as_str), &["holds manifest.json but no journal of the sweep that it is from", "--fresh"]);
}

#[test]
fn a_datacenter_ignores_no_jobs() {
    let folder = tempfile::tempdir().expect("a folder");
    for (workload, said) in [
        ("kind = 'jobs'", "unknown word `jobs`, expected `synthetic` or `file`"),
        ("kind = 'mix'", "unknown word `mix`, expected `synthetic` or `file`"),
        ("kind = 'synthetic'\npath = 'a.tr'", "(workload.path) has no meaning here"),
        ("format = 'tr'", "(workload.format) has no meaning here"),
    ] {
        let file = write(folder.path(), "s.toml", format!("[system]\nkind = 'datacenter'\n[workload]\n{workload}\n"));
        let message = fails(&["run", &file]);
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn networks_and_flows_that_cannot_be_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for (scenario, said) in [
        (
            "system.links = [{ from = 'a', to = 'b' }, { from = 'c', to = 'd' }]",
            "(system.links) is disconnected: there is no path from a to c; allowed: a network in which every host reaches every other",
        ),
        ("system.links = [{ from = 'a', to = 'a' }]", "(system.links[1].to) is \"a\", where it begins; allowed: another node"),
        ("system.links = [{ from = 'a', to = 'b', capacity = 0.0 }]", "(system.links[1].capacity) is 0; allowed: a number above 0"),
        ("system.capacity = 0.0", "(system.capacity) is 0; allowed: a number above 0"),
        (
            "system.routing = 'parallel'",
            "(system.routing) is parallel; allowed: shortest, ecmp-hash, ecmp-split or k-shortest; parallel paths are those of BCube",
        ),
        ("system.paths = 4", "it is of k-shortest routing"),
        ("system.routing = 'k-shortest'\nsystem.paths = 0", "(system.paths) is 0; allowed: a whole number from 1 to 32"),
        ("system.k = 5", "(system.k) is 5; allowed: an even number from 2 to 24"),
        ("workload.flows = [{ arrival = 0.0, size = -1.0 }]", "(workload.flows[1].size) is -1; allowed: a number above 0"),
        ("workload.flows = [{ arrival = 0.0, size = 1.0, source = 'x' }]", "(workload.flows[1].source) is \"x\"; allowed: a host, "),
        (
            "workload.flows = [{ arrival = 0.0, size = 1.0, class = 'huge' }]",
            "(workload.flows[1].class) is \"huge\"; allowed: short, long, store",
        ),
        (
            "workload.flows = [{ arrival = 0.0, size = 1.0, after = [2] }, { arrival = 0.0, size = 1.0, after = [1] }]",
            "(workload.flows[1].after) is part of this: flows wait for each other in a circle: 1 waits for 2, 2 waits for 1; allowed: ",
        ),
    ] {
        let scenario = scenario.replace("system.", "").replace("workload.", "");
        let table = if scenario.starts_with("flows") { "[workload]\n" } else { "" };
        let file = write(folder.path(), "s.toml", format!("[system]\nkind = 'network'\n{table}{scenario}\n"));
        let message = fails(&["run", &file]);
        assert!(message.contains(said) && message.lines().count() == 1, "{message}");
    }
    let message = fails(&["run", "--system", "network", "--policy", "fair,tcp", "--packet", "0.5"]);
    assert!(message.contains("(workload.packet) is 0.5; allowed: a number from 1 under tcp, whose windows are of packets"), "{message}");
    let csv = write(folder.path(), "f.csv", "source,destination,size,arrival\nh0,h1,1,0\nh0,h99,1,0\n");
    let message = fails(&["run", "--system", "network", "--trace", &csv]);
    assert!(message.contains("f.csv, line 3: destination is \"h99\"; allowed: a host, "), "{message}");
}

#[test]
fn a_job_of_the_datacenter_takes_some_time() {
    let run = ["run", "--system", "datacenter", "--count", "20", "--workers", "30", "--truncate-like-authors", "--delay"];
    succeeds(&[&run[..], &["0.001"]].concat());
    let message = fails(&[&run[..], &["0"]].concat());
    assert!(message.contains("(workload.truncate) is true; allowed: false where messages take no time"), "{message}");
}

#[test]
fn heartbeats_of_a_run_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = |last: &str| write(folder.path(), &format!("{last}.csv"), format!("id,arrival,size\n1,3,2\n2,{last}\n"));
    let run = ["run", "--system", "cluster", "--policy", "fair-kill", "--trace"];
    succeeds(&[&run[..], &[&jobs("3,1e6")]].concat());
    succeeds(&[&run[..], &[&jobs("1e15,1e6")]].concat());
    let message = fails(&[&run[..], &[&jobs("1e17,2")]].concat());
    let said = "(system.heartbeat) is 3; allowed: any, where the last job arrives within 1e15 heartbeats and 1e15 seconds: here within \
                1000000000000000 seconds, not at 1e17";
    assert!(message.contains(said), "{message}");
    let message = fails(&[&run[..], &[&jobs("3,1e100")]].concat());
    let said =
        "(system.heartbeat) is 3; allowed: one at which machines report at most 1e11 times: here with up to 300000000000 seconds of work";
    assert!(message.contains(said), "{message}");
}

#[test]
fn a_cdn_that_cannot_be_is_refused_by_name() {
    for (args, said) in [
        (&["--storage", "0"][..], "(system.storage) is 0 for Lille; allowed: room for 1 to 1000000000000000 units"),
        (&["--dserver-capacity", "0"], "(system.dserver_capacity) is 0 for Lille; allowed: "),
        (&["--cdn-capacity", "0"], "(system.cdn_capacity) is 0; allowed: a whole number from 1"),
        (&["--size-spread", "-1"], "(workload.size_spread) is -1; allowed: a number from 0 to 5"),
        (&["--external-cost", "-1"], "(system.external_cost) is -1; allowed: a number from 0.000001"),
        (&["--policy", "real-opt"], "(workload.warmup) is 0, but real-opt learns from requests of the warm-up"),
    ] {
        let message = fails(&[&["run", "--system", "cdn"], args].concat());
        assert!(message.contains(said) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn tasks_that_cannot_be_ordered_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let run = |tasks: &str| {
        let file = write(folder.path(), "s.toml", format!("[system]\nkind = 'ordering'\n[workload]\ntasks = [{tasks}]\n"));
        fails(&["run", &file])
    };
    for (tasks, said) in [
        (
            "{ name = 'a', after = ['b'] }, { name = 'b', after = ['a'] }",
            "(workload.tasks[1].after) is such that tasks wait for each other in a circle: \"a\" waits for \"b\", \"b\" waits for \"a\"; allowed: ",
        ),
        ("{ name = 'a', after = ['a'] }", "circle: \"a\" waits for \"a\"; allowed: "),
        ("{ name = 'a' }, { after = ['c'] }", "(workload.tasks[2].after) is \"c\"; allowed: names of tasks of the list"),
        ("{ name = 'a' }, { size = -1.0 }", "(workload.tasks[2].size) is -1; allowed: a number from 0 to 1e15"),
        ("{ name = 'a' }, { name = 'a' }", "(workload.tasks[2].name) is \"a\"; allowed: a name of its own; task 1 has the same"),
    ] {
        let message = run(tasks);
        assert!(message.contains(said) && message.lines().count() == 1, "{message}");
    }
    let csv = write(folder.path(), "e.csv", "from,to\na,b\nb,c\nc,b\n");
    let unknown = write(folder.path(), "e.txt", "a b\n");
    for (args, said) in [
        (&["--cache", "0"][..], "(system.cache) is 0; allowed: a number above 0"),
        (&["--objective", "dbw"], "system.objective) is dbw, but heuristic goes by which tasks are done"),
        (&["--policy", "greedy,dp[objective=dbw]"], "dp[objective=dbw], but dp goes by which tasks are done"),
        (&["--graph", "fig-3.11", "--count", "7"], "(workload.count) has no meaning here: a figure has its own tasks"),
        (&["--graph", "random", "--layers", "7"], "(workload.layers) has no meaning here: a random graph has no layers"),
        (&["--count", "3", "--layers", "7"], "(workload.layers) is 7, but there are 3 tasks"),
        (&["--graph", "random", "--count", "90000"], "then have 1417484250 edges on average; allowed: at most 5 million"),
        (
            &["--workload", &csv],
            "e.csv, the whole file: tasks wait for each other in a circle: \"b\" waits for \"c\", \"c\" waits for \"b\"",
        ),
        (&["--workload", &unknown], "e.txt; allowed: a file that ends in .csv (edges)"),
        (&["--workload", &csv, "--count", "3"], "(workload.count) has no meaning here: the tasks are those of a file"),
        (
            &["--count", "2000", "--timeline", "x.json", "--policy", "greedy"],
            "2000, but a run is recorded task by task; allowed: up to 1000 tasks",
        ),
    ] {
        let message = fails(&[&["run", "--system", "ordering"], args].concat());
        assert!(message.contains(said) && message.lines().count() == 1, "{message}");
    }
    let message = fails(&["run", "--system", "ordering", "--objective", "cbw"]);
    assert!(message.contains("'cbw' for '--objective <") && message.contains("allowed: tmb, wtmb, dbw, dla"), "{message}");
}
