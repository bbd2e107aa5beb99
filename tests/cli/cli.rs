//! The command line as a user meets it.

use crate::command::{fails, files, schedscope, succeeds, write};
use std::path::Path;

const G5: &str = "id,arrival,size,estimate\n1,0,100,2.5\n2,3,2,2\n3,6,2,2\n";

#[test]
fn theory_is_given_up_where_it_takes_too_much_and_can_be_switched_off() {
    let run = |more: &[&str]| {
        let args = [&["run", "--count", "1", "--policy", "rank[late*rem],fifo", "--format", "json"], more].concat();
        let output = schedscope(&args);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        (report["policies"].clone(), String::from_utf8(output.stderr).expect("text"))
    };
    let (policies, said) = run(&[]);
    assert!(policies[0]["theory_mean_sojourn"].is_null() && policies[1]["theory_mean_sojourn"].is_number());
    assert_eq!(policies[0]["theory_not_computed"], "more than 1.5 billion steps");
    assert!(said.contains("warning: the theory of rank[late*rem] is not computed: more than 1.5 billion steps"), "{said}");
    let (policies, said) = run(&["--theory=false"]);
    for column in ["theory_mean_sojourn", "theory_not_computed", "bound_mean_sojourn"] {
        assert!(policies[0][column].is_null() && policies[1][column].is_null(), "{column}");
    }
    assert!(!said.contains("theory"), "{said}");
}

#[test]
fn per_job_reproduces_a_golden_vector() {
    let folder = tempfile::tempdir().expect("a folder");
    let (jobs, out) = (write(folder.path(), "g5.csv", G5), folder.path().join("out.csv"));
    succeeds(&["run", "--jobs", &jobs, "--policy", "srpte,fspe+ps", "--per-job", &out.display().to_string()]);
    let text = std::fs::read_to_string(out).expect("written");
    let expected = "policy,id,arrival,size,estimate,weight,completion,sojourn,slowdown\n\
        srpte,1,0.0,100.0,2.5,1.0,100.0,100.0,1.0\nsrpte,2,3.0,2.0,2.0,1.0,102.0,99.0,49.5\nsrpte,3,6.0,2.0,2.0,1.0,104.0,98.0,49.0\n\
        fspe+ps,1,0.0,100.0,2.5,1.0,104.0,104.0,1.04\nfspe+ps,2,3.0,2.0,2.0,1.0,9.5,6.5,3.25\nfspe+ps,3,6.0,2.0,2.0,1.0,12.5,6.5,3.25\n";
    assert_eq!(text, expected);
}

#[test]
fn jobs_may_be_called_by_any_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "id,arrival,size\nnightly,0,40\n\"sort, then join\",3,4\n7,5,3\n";
    let (jobs, out) = (write(folder.path(), "named.csv", text), folder.path().join("out.csv").display().to_string());
    let ids = || {
        let text = std::fs::read_to_string(&out).expect("written");
        let rows =
            csv::Reader::from_reader(text.as_bytes()).into_records().map(|row| row.expect("a row")[1].to_owned()).collect::<Vec<_>>();
        rows.join("|")
    };
    succeeds(&["run", "--jobs", &jobs, "--policy", "srpt", "--per-job", &out]);
    assert_eq!(ids(), "nightly|sort, then join|7");
    succeeds(&["run", "--system", "cluster", "--jobs", &jobs, "--policy", "fair", "--per-job", &out]);
    assert_eq!(ids(), "nightly|sort, then join|7");
    let written = succeeds(&["jobs", "--jobs", &jobs]);
    assert!(written.contains("\n\"sort, then join\",3.0,4.0,4.0,1.0\n"), "{written}");
}

#[test]
fn rows_keep_the_order_of_the_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let jobs = write(folder.path(), "j.csv", "id,arrival,size\n9,5,1\n3,0,1\n");
    let out = folder.path().join("out.csv").display().to_string();
    succeeds(&["run", "--jobs", &jobs, "--policy", "fifo", "--per-job", &out, "--replications", "2"]);
    let text = std::fs::read_to_string(out).expect("written");
    let ids: Vec<_> = text.lines().skip(1).map(|line| line.split(',').take(3).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(ids, ["fifo,1,9", "fifo,1,3", "fifo,2,9", "fifo,2,3"]);
}

#[test]
fn forms_agree() {
    let args = ["run", "--count", "500", "--policy", "ps,srpt", "--replications", "3", "--format"];
    let csv = succeeds(&[&args[..], &["csv"]].concat());
    let json: serde_json::Value = serde_json::from_str(&succeeds(&[&args[..], &["json"]].concat())).expect("JSON");
    let header: Vec<&str> = csv.lines().next().expect("a header").split(',').collect();
    assert_eq!(
        header[..12].join(","),
        "policy,jobs,replications,mean_sojourn,mean_sojourn_ci95,median_sojourn,p90_sojourn,p95_sojourn,p99_sojourn,\
         median_slowdown,p99_slowdown,share_slowdown_above_100"
    );
    assert!(["ratio_ps", "ratio_srpt_low", "theory_mean_sojourn"].iter().all(|title| header.contains(title)), "{header:?}");
    for (row, policy) in csv.lines().skip(1).zip(json["policies"].as_array().expect("a list")) {
        for (cell, title) in row.split(',').zip(&header).skip(3) {
            let (base, end) = title.rsplit_once('_').expect("words");
            let value = if ["low", "high"].contains(&end) { &policy[format!("{base}_interval")][end] } else { &policy[title] };
            let text = match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::Bool(on) => on.to_string(),
                number => number.as_f64().expect("a number").to_string(),
            };
            assert_eq!(cell, text, "{title}");
        }
    }
    assert_eq!(json["schema"], 2);
    let table = succeeds(&[&args[..], &["table"]].concat());
    assert!(["MST ÷ SRPT", "± 95 %", "theory"].iter().all(|title| table.contains(title)), "{table}");
}

/// Policies that nobody has named, and that do not run on several servers or with switches that cost, are no obstacle.
#[test]
fn jobs_need_no_policies() {
    let usual = succeeds(&["jobs", "--count", "3"]);
    assert_eq!(succeeds(&["jobs", "--count", "3", "--switch-cost", "1"]), usual);
    assert_eq!(succeeds(&["jobs", "--count", "3", "--servers", "5"]).lines().count(), 4);
}

/// Of several repetitions, each has jobs of its own.
#[test]
fn jobs_are_those_of_the_first_repetition() {
    let output = schedscope(&["jobs", "--count", "3", "--replications", "2"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), succeeds(&["jobs", "--count", "3"]));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "note: these are the jobs of the first of 2 repetitions\n");
}

#[test]
fn jobs_can_be_written_and_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("jobs.csv").display().to_string();
    succeeds(&["jobs", "--count", "300", "--seed", "4", "--output", &path]);
    // Theory knows the law of jobs that are drawn, and only of those; its three columns are the last.
    let measured = |csv: String| csv.lines().map(|line| line.rsplitn(4, ',').last().expect("columns").to_owned()).collect::<Vec<_>>();
    let drawn = succeeds(&["run", "--count", "300", "--seed", "4", "--format", "csv"]);
    assert!(drawn.lines().next().is_some_and(|header| header.ends_with(",theory_mean_sojourn,bound_mean_sojourn,ratio_bound")));
    assert_eq!(measured(succeeds(&["run", "--jobs", &path, "--format", "csv"])), measured(drawn));
}

#[test]
fn file_link_and_flags_say_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "seed = 3\npolicies = [\"ps\", \"fspe+ps\"]\n[workload]\ncount = 200\nsigma = 1.0\n";
    let file = write(folder.path(), "s.toml", text);
    let from_file = succeeds(&["run", &file, "--format", "csv"]);
    let link = "http://127.0.0.1:8080/#compare?v=1&seed=3&policies=ps,fspe+ps&workload.count=200&workload.sigma=1.0";
    assert_eq!(succeeds(&["run", "--link", link, "--format", "csv"]), from_file);
    let flags = ["run", "--seed", "3", "--policy", "ps,fspe+ps", "--count", "200", "--sigma", "1", "--format", "csv"];
    assert_eq!(succeeds(&flags), from_file);
    assert_ne!(succeeds(&["run", &file, "--seed", "4", "--format", "csv"]), from_file, "flags override the file");
}

#[test]
fn pictures_and_timelines() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (svg, png, json) = (at("a.svg"), at("a.png"), at("a.json"));
    succeeds(&["run", "--workload", "under-estimation", "--policy", "srpte,fspe+ps", "--chart", &svg, "--timeline", &json]);
    succeeds(&["run", "--count", "100", "--chart", &png]);
    assert!(std::fs::read_to_string(svg).expect("written").contains("FSPE+PS"));
    assert!(std::fs::read(png).expect("written").starts_with(b"\x89PNG"));
    let watched: serde_json::Value = serde_json::from_slice(&std::fs::read(json).expect("written")).expect("JSON");
    let events = watched["policies"][0]["timeline"]["events"].as_array().expect("events");
    assert!(events.iter().any(|event| event["kind"] == "late" && event["time"] == 2.5 && event["job"] == 0));
}

#[test]
fn every_policy_is_listed() {
    let list = succeeds(&["policies"]);
    for policy in schedscope::server::Policy::all() {
        assert!(list.contains(policy.row().key) && list.contains(policy.row().line));
    }
    for world in ["cluster", "datacenter"] {
        let list = succeeds(&["policies", "--system", world]);
        assert!(list.contains("what it does") && list.lines().all(|line| line.chars().count() < 220), "{list}");
    }
}

#[test]
fn help_is_short_or_long() {
    let (short, long) = (succeeds(&["run", "-h"]), succeeds(&["run", "--help"]));
    let headings = ["Arguments:", "Scenario:", "Workload:", "Server (", "Cluster (", "Datacenter (", "Output:"];
    for help in [&short, &long] {
        let places: Vec<Option<usize>> = headings.iter().map(|heading| help.find(&format!("\n{heading}"))).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{places:?}: {help}");
    }
    assert!(short.lines().count() < 100 && !short.contains("--short-partition"), "{short}");
    assert!(long.contains("--short-partition") && long.contains("Examples:"), "{long}");
    assert!(long.contains("datacenter: the trace's") && long.contains("simulate the same jobs on half the machines"), "{long}");
}

#[test]
fn bad_input_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let good = write(path, "good.csv", G5);
    let head = "id,arrival,size,estimate,weight\n";
    let cases: Vec<(Vec<u8>, &[&str])> = vec![
        (format!("{head}1,0,-1,1,1\n").into(), &["bad.csv: no jobs: 1 row with a negative size (line 2)"]),
        (format!("{head}1,0,inf,1,1\n").into(), &["line 2", "size is \"inf\""]),
        (format!("{head}1,0,1,x,1\n").into(), &["bad.csv, line 2", "estimate is \"x\"", "allowed"]),
        (format!("{head}1,0,1,1,-3\n").into(), &["no jobs: 1 row with a negative weight (line 2)"]),
        (format!("{head}1,0,0,1,1\n").into(), &["no jobs: 1 row whose size is 0 (line 2)"]),
        (format!("{head}1,0,1,1,1\n1,2,1,1,1\n").into(), &["line 3", "id 1 is already used in line 2"]),
        (vec![], &["bad.csv", "empty"]),
        ((0..=255).collect(), &["line 2", "not text"]),
        (b"1,0,5\n".to_vec(), &["line 1", "header", "there is 1, 0, 5"]),
        (b"id,arrival\n1,0\n".to_vec(), &["line 1", "\"size\" is missing"]),
    ];
    for (bytes, parts) in cases {
        let bad = write(path, "bad.csv", bytes);
        let out = path.join("out.csv").display().to_string();
        let before = files(path);
        let message = fails(&["run", "--jobs", &bad, "--per-job", &out]);
        for part in parts {
            assert!(message.contains(part), "{message} lacks {part}");
        }
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
        assert_eq!(files(path), before, "nothing is left behind");
    }
    let unknown = fails(&["run", "--policy", "ps,fspe+p"]);
    assert!(unknown.contains("unknown policy \"fspe+p\"") && unknown.contains("did you mean \"fspe+ps\"?"), "{unknown}");
    let nowhere = path.join("no/such/folder/out.csv").display().to_string();
    assert!(fails(&["run", "--jobs", &good, "--per-job", &nowhere]).contains("cannot write"));
    assert!(fails(&["run", "--jobs", &good, "--per-job", &path.display().to_string()]).contains("cannot write"));
    assert!(fails(&["run", "--jobs", &path.join("none.csv").display().to_string()]).contains("cannot read"));
    assert!(fails(&["run", "--policy", "ps[x=1]"]).contains("ps has no parameter \"x\"; allowed: none"));
    assert!(fails(&["run", "--policy", "ps,ps"]).contains("twice"));
    assert!(fails(&["run", "--policy", ""]).contains("at least one"));
    assert!(fails(&["run", "--shape", "nan"]).contains("(workload.shape) is NaN"));
    assert!(fails(&["run", "--sigma", "-1"]).contains("(workload.sigma) is -1"));
    assert!(fails(&["run", "--load", "0"]).contains("(workload.load) is 0"));
    assert!(fails(&["run", "--replications", "0"]).contains("number of replications (replications) is 0"));
    assert!(fails(&["run", "--warmup", "10000"]).contains("(workload.warmup) is 10000"));
    assert!(fails(&["run", "--servers", "2", "--policy", "psbs"]).contains("one server only"));
    assert!(fails(&["run", "--jobs", &good, "--shape", "1"]).contains("(workload.shape) has no meaning"));
    assert!(fails(&["run", "--workload", "nothing"]).contains("under-estimation"));
    assert!(fails(&["run", "--system", "mainframe"]).contains("server"));
    assert!(fails(&["run", "--chart", "picture.pdf"]).contains(".svg or .png"));
    assert!(fails(&["run", "--link", "#compare?workload.sgma=1"]).contains("workload.sgma"));
    assert!(fails(&["run", "--link", "#learn?example=aging"]).contains("not a link of Watch, Compare"));
    assert!(fails(&["run", "four-jobs"]).contains("--workload four-jobs"));
    for (flag, value, said) in [
        ("--sigma", "abc", "a number, such as 0.5"),
        ("--seed", "-3", "a whole number from 0 to 9223372036854775807"),
        ("--replications", "-2", "a whole number from 1 to 1000000"),
        ("--servers", "1.5", "a whole number from 1 to 1000000"),
    ] {
        let message = fails(&["run", flag, value]);
        assert!(message.contains(&format!("allowed: {said}")) && !message.contains("tip"), "{message}");
    }
    for count in ["0", "-1", "1.5", "many", "5000000000"] {
        assert!(fails(&["run", "--count", count]).contains("from 1 to 100000000"), "{count}");
    }
    assert!(!fails(&["run", "--jobs", &good, "--per-job", &nowhere]).contains(".schedscope"));
    assert!(fails(&["run", "--timeline", "curves.txt"]).contains(".json"));
    let (same, roundabout) = (path.join("x.svg"), path.join(".").join("x.svg"));
    let both = ["run", "--chart", &same.display().to_string(), "--per-job", &roundabout.display().to_string()];
    assert!(fails(&both).contains("--per-job and --chart both name"));
    assert!(fails(&["run", "--seed", "9223372036854775808"]).contains("from 0 to 9223372036854775807"));
    for asks in ["run", "sweep"] {
        let toml = write(path, "seed.toml", "seed = 9223372036854775808\n");
        let message = fails(&[asks, &toml, "--output", &nowhere][..if asks == "sweep" { 4 } else { 2 }]);
        assert!(message.contains("seed.toml") && message.contains("from 0 to 9223372036854775807"), "{message}");
    }
    for asks in ["run", "sweep"] {
        let toml = write(path, "s.toml", "seed = 1\n[workload]\nshpae = 1\n");
        let message = fails(&[asks, &toml, "--output", &nowhere][..if asks == "sweep" { 4 } else { 2 }]);
        let said = ["s.toml", "line 3", "unknown field `shpae` (did you mean `shape`?), expected one of"];
        assert!(said.iter().all(|part| message.contains(part)), "{message}");
    }
    assert!(fails(&["run", &write(path, "t.toml", "[system]\nkind = \"clster\"\n")]).contains("did you mean `cluster`?"));
    let sweep = fails(&["run", "--link", "http://127.0.0.1:8080/#sweep?v=1&across=workload.sigma:list:1,2"]);
    assert!(sweep.contains("link of Sweep") && sweep.contains("schedscope sweep --link URL"), "{sweep}");
}

#[test]
fn what_belongs_to_another_world_is_said() {
    for (args, said) in [
        (&["--system", "cluster", "--policy", "srpt"][..], "srpt is a policy of the server; did you mean --system server"),
        (&["--system", "cluster", "--policy", "srpt"], "The cluster knows: fifo, fair, fair-kill, gp, hfsp"),
        (&["--policy", "ps,hfsp[t=3]"], "hfsp is a policy of the cluster; did you mean --system cluster"),
        (&["--policy", "eagle"], "eagle is a policy of the datacenter; did you mean --system datacenter"),
        (&["--system", "datacenter", "--policy", "fifo"], "fifo is a policy of the server, the cluster and the network"),
        (
            &["--workers", "5"],
            "number of workers (system.workers) has no meaning here: it belongs to the datacenter; say --system datacenter",
        ),
        (&["--system", "datacenter", "--shape", "1"], "it belongs to the server, the cluster and the network"),
        (&["--system", "cluster", "--servers", "2"], "it belongs to the server; say --system server"),
    ] {
        let message = fails(&[&["run"], args].concat());
        assert!(message.contains(said), "{args:?}: {message}");
    }
    let message = fails(&["run", "--system", "datacenter", "--policy", "hawk[cap=-1]"]);
    assert!(message.contains("hawk[cap=-1]: -1 is not allowed; allowed: a whole number from 0 to 10000\n"), "{message}");
    assert!(fails(&["run", "--system", "datacenter", "--policy", "hawk[grup=1]"]).contains("did you mean \"group\"?"));
}

#[test]
fn overload_is_a_warning() {
    let warned = |args: &[&str]| {
        let output = schedscope(&[&["run"], args].concat());
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let asked = warned(&["--load", "1.2", "--count", "200"]);
    assert!(asked.contains("warning: load 1.2") && !asked.contains("rescale"), "{asked}");
    let few = warned(&["--system", "datacenter", "--trace", "yahoo", "--workers", "48", "--count", "20"]);
    assert!(few.contains("warning: load 77") && few.contains("rescale the arrivals, set the load (workload.load, --load 0.9)"), "{few}");
    let folder = tempfile::tempdir().expect("a folder");
    for (jobs, said) in [(99, false), (100, true)] {
        let rows: Vec<String> = (0..jobs).map(|id| format!("{id},{id},2")).collect();
        let file = write(folder.path(), "jobs.csv", format!("id,arrival,size\n{}\n", rows.join("\n")));
        for system in [&[][..], &["--system", "cluster", "--machines", "1", "--map-slots", "1"]] {
            let warning = warned(&[system, &["--jobs", &file]].concat());
            assert_eq!(warning.contains("warning: load"), said, "{system:?}, {jobs} jobs: {warning}");
        }
    }
}

#[test]
fn a_long_run_has_no_exact_timeline() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("curves.json").display().to_string();
    let stderr = |count: &str| {
        let output = schedscope(&["run", "--shape", "1", "--policy", "ps", "--count", count, "--timeline", &path]);
        String::from_utf8(output.stderr).expect("text")
    };
    assert_eq!(stderr("500"), "");
    let note = stderr("501");
    assert!(note.contains("only the series") && note.lines().count() == 1, "{note}");
}

#[test]
fn a_facebook_trace_shows_who_wins() {
    let Some(traces) = std::env::var_os("SCHEDSCOPE_TRACES") else {
        println!("skipped: SCHEDSCOPE_TRACES does not name the folder of the traces");
        return;
    };
    let trace = Path::new(&traces).join("FB-2010_samples_24_times_1hr_0.tsv").display().to_string();
    let policies = "fifo,ps,las,srpt,srpte,fspe,fspe+ps,psbs";
    let args = ["run", "--jobs", &trace, "--load", "0.9", "--sigma", "0.5", "--policy", policies, "--format", "json"];
    let report: serde_json::Value = serde_json::from_str(&succeeds(&args)).expect("JSON");
    let ratio = |key: &str| {
        let rows = report["policies"].as_array().expect("rows");
        rows.iter().find(|row| row["policy"] == key).and_then(|row| row["ratio_srpt"].as_f64()).expect("a ratio")
    };
    assert_eq!((report["workload"]["jobs"].as_u64(), report["workload"]["skipped"].as_u64()), (Some(24_315), Some(127)));
    assert!(ratio("fspe+ps") < 1.5 && ratio("psbs") < 1.5, "FSPE+PS is near the optimum");
    assert!(ratio("fifo") > 20.0, "FIFO is far off");
}

#[test]
fn clusters_are_compared_by_class() {
    let common = ["run", "--system", "cluster", "--workload", "prod", "--policy", "fifo,fair,hfsp", "--replications", "5"];
    let table = succeeds(&common);
    for title in ["MST ÷ Fair", "median, bin 4", "jobs in system"] {
        assert!(table.contains(title), "{table}");
    }
    let text = succeeds(&[&common[..], &["--format", "csv"]].concat());
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    let header = csv.headers().expect("a header").clone();
    let column = |name: &str| header.iter().position(|title| title == name).expect("a column");
    let (policy, class, mean) = (column("policy"), column("class"), column("mean_sojourn"));
    let rows: Vec<csv::StringRecord> = csv.records().map(|row| row.expect("a row")).collect();
    let classes: Vec<&str> = rows.iter().map(|row| &row[class]).collect();
    assert_eq!(classes, ["2", "3", "4", "all"].repeat(3), "PROD has no jobs of bin 1");
    let of = |key: &str| -> f64 {
        rows.iter().find(|row| &row[policy] == key && &row[class] == "all").expect("a row")[mean].parse().expect("a number")
    };
    assert!(of("hfsp") < of("fair") && of("hfsp") < of("fifo"), "HFSP wins");
}

#[test]
fn clusters_write_jobs_and_slots() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (out, slots) = (path("out.csv"), path("slots.json"));
    succeeds(&[
        "run",
        "--system",
        "cluster",
        "--workload",
        "test",
        "--count",
        "20",
        "--policy",
        "hfsp[preemption=suspend,t=3]",
        "--per-job",
        &out,
        "--timeline",
        &slots,
    ]);
    let text = std::fs::read_to_string(out).expect("written");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "policy,id,arrival,size,estimate,weight,completion,sojourn,slowdown,tasks,bin,preemptions,work_lost,map_estimate,reduce_estimate,submission,chain"
        )
    );
    assert!(lines.all(|line| line.starts_with("\"hfsp[preemption=suspend,t=3]\",")), "{text}");
    let slots: serde_json::Value = serde_json::from_slice(&std::fs::read(slots).expect("written")).expect("JSON");
    let bars = slots["policies"][0]["bars"].as_array().expect("bars");
    assert!(bars.iter().any(|bar| bar["training"] == true) && bars.iter().any(|bar| bar["resumed"] == true));
}

#[test]
fn clusters_refuse_what_makes_no_sense() {
    let refused = |args: &[&str], said: &str| {
        let message = fails(&[&["run", "--system", "cluster"], args].concat());
        assert!(message.contains(said), "{args:?}: {message}");
    };
    refused(&["--machines", "0"], "(system.machines) is 0");
    refused(&["--heartbeat", "-1"], "(system.heartbeat) is -1");
    refused(&["--slowstart", "NaN"], "(system.slowstart) is NaN");
    refused(&["--servers", "2"], "system.servers");
    refused(&["--workload", "prodd"], "prod");
    refused(&["--workload", "prod", "--shape", "1"], "a mix has its own jobs");
    refused(&["--policy", "hfpp"], "did you mean \"hfsp\"?");
    refused(&["--policy", "hfsp[t=0]"], "1 to 1000");
    refused(&["--policy", "hfsp[t=3"], "lacks the ] at its end");
    refused(&["--policy", "hfsp,hfsp"], "twice");
    assert!(fails(&["run", "--workload", "prod"]).contains("--system cluster"));
    assert!(fails(&["run", "--machines", "3"]).contains("system.kind = \"cluster\""));
}

/// The rows of a table of claims, cell by cell.
fn claims(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| claim |")).skip(2).filter(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches(['|', ' ']).split(" | ").map(str::to_owned).collect()).collect()
}

#[test]
fn claims_are_measured() {
    let text = succeeds(&["claims", "C-T6", "--quick"]);
    assert!(text.contains("| C-T6 |") && text.contains("**same direction**") && !text.contains("C-T1"), "{text}");
    assert!(fails(&["claims", "C-T6,C-X"]).contains("there is no claim \"C-X\"; allowed: S1"));
    let list = succeeds(&["claims", "--list"]);
    assert!(list.lines().any(|line| line == "C-T6" || line.starts_with("C-T6 ")) && list.contains("figure T3."), "{list}");
}

#[test]
fn a_claim_that_is_not_reproduced_names_a_row_or_says_that_the_cause_is_unknown() {
    let text = succeeds(&["claims", "C-T1,C-T2,C-T3,C-T4,C-T5,C-T6,C-T7,C-T8", "--quick"]);
    let rows = claims(&text);
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let mut explained = 0;
    for row in &rows {
        let verdict = &row[6];
        let words = verdict.split("**").nth(1).unwrap_or_default();
        assert!(["reproduced", "same direction", "open", "not reproduced"].contains(&words), "{row:?}");
        if words == "reproduced" {
            assert!(!verdict.contains("cause"), "{row:?}");
            continue;
        }
        let (_, cause) = verdict.split_once("; cause: ").unwrap_or_else(|| panic!("{row:?} has no cause"));
        if let Some(rows) = cause.strip_prefix("what is changed in ") {
            let known = names.iter().filter(|name| rows.contains(&format!("{name} ("))).count();
            assert!(known >= 1, "{cause} is not in {names:?}");
            explained += 1;
        } else {
            assert!(cause.starts_with("unknown"), "{cause}");
        }
    }
    assert!(rows.len() > 20 && explained > 0, "{text}");
    let counted: usize = text.lines().filter(|line| line.contains(" same direction, ")).map(counts).sum();
    assert_eq!(counted, rows.len(), "the head counts all rows, claims and ablations apart");
}

/// All that a line of counts counts.
fn counts(line: &str) -> usize {
    line.split([' ', ',', '.', ':']).filter_map(|word| word.parse::<usize>().ok()).sum()
}

#[test]
fn datacenters_are_compared_by_class() {
    let common = ["run", "--system", "datacenter", "--trace", "yahoo", "--workers", "400", "--count", "1500", "--load", "0.85"];
    let text = succeeds(&[&common[..], &["--policy", "sparrow,hawk[cap=5],eagle,kairos", "--format", "csv"]].concat());
    let classes: Vec<&str> = text.lines().skip(1).map(|line| line.rsplit_once("\",").map_or(line, |(_, rest)| rest)).collect();
    assert_eq!(classes.len(), 4 * 3, "short, long, all for each: {text}");
    assert!(text.contains("eagle,short,") && text.contains("eagle,long,") && text.contains("eagle,all,"));
    assert!(succeeds(&[&common[..], &["--policy", "sparrow,eagle"]].concat()).contains("short p99"));
}

#[test]
fn datacenters_are_counted_and_compared_job_by_job() {
    let run = ["run", "--system", "datacenter", "--trace", "yahoo", "--scale", "0.1", "--count", "800", "--load", "0.85"];
    let run = |args: &[&str]| succeeds(&[&run[..], &["--policy", "sparrow,hawk,eagle", "--replications", "2"], args].concat());
    let json: serde_json::Value = serde_json::from_str(&run(&["--format", "json"])).expect("JSON");
    let policies = json["policies"].as_array().expect("a list");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    for policy in policies {
        let of = &policy["datacenter"];
        let busy = ["median", "mean", "max"].map(|figure| number(&of["utilisation"][figure]));
        assert!(busy.iter().all(|share| (0.1..=1.0).contains(share)) && busy[0] <= busy[2], "{busy:?}");
        let tasks = number(&of["short_tasks"]["tasks"]);
        assert_eq!(tasks, number(&of["counters"]["short_tasks"]));
        assert!(number(&of["short_tasks"]["execution"]) > 0.0);
        // Sparrow knows of no partition.
        assert_eq!(of["utilisation_short"].is_null(), policy["policy"] == "sparrow");
    }
    assert!(number(&policies[1]["datacenter"]["counters"]["stolen"]) > 0.0);
    assert!(number(&policies[2]["datacenter"]["counters"]["sticky"]) > 0.0);
    let pairs = json["pairs"].as_array().expect("a list");
    assert_eq!(pairs.len(), 3 * 2 * 2, "each against each, for short and long jobs");
    for pair in pairs {
        let [better, equal, halved] = ["better", "better_or_equal", "halved"].map(|figure| number(&pair[figure]));
        assert!(halved <= better && better <= equal && equal <= 1.0);
    }
    let jobs = |class: &str| pairs.iter().find(|pair| pair["class"] == class).map(|pair| number(&pair["jobs"])).expect("a pair");
    assert_eq!(jobs("short") + jobs("long"), 1600.0);
    let text = run(&["--details"]);
    for part in ["utilisation_short_mean", "short_queueing", "probes_behind_long", "rounds", "against sparrow"] {
        assert!(text.contains(part), "{text}");
    }
    let csv = run(&["--format", "csv"]);
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(columns.iter().all(|count| *count == columns[0]) && csv.contains(",messages.heartbeats"), "{columns:?}");
    let details = succeeds(&["run", "--details", "--count", "50", "--policy", "ps,srpt"]);
    assert!(details.contains("p95_slowdown") && !details.contains("NaN"), "{details}");
}

#[test]
fn traces_of_tasks_are_run_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (good, out) = (write(folder.path(), "t.tr", "0 2 5 5 5\n1 1 2 2\n"), folder.path().join("out.csv").display().to_string());
    succeeds(&["run", "--system", "datacenter", "--trace", &good, "--workers", "50", "--policy", "sparrow", "--per-job", &out]);
    let text = std::fs::read_to_string(out).expect("written");
    assert!(text.starts_with("policy,id,arrival,size,estimate,weight,completion,sojourn,slowdown,class,tasks\nsparrow,0,"), "{text}");
    let refused = |args: &[&str], said: &str| {
        let message = fails(&[&["run", "--system", "datacenter"], args].concat());
        assert!(message.contains(said), "{args:?}: {message}");
    };
    let bad = |name: &str, text: &str| write(folder.path(), name, text);
    refused(&["--trace", &bad("count.tr", "0 3 5 5 5\n")], "line 1: 2 columns; expected 3 durations");
    refused(&["--trace", &bad("back.tr", "5 1 1 1\n4 1 1 1\n")], "line 2: submit is \"4\"");
    refused(&["--workers", "0"], "(system.workers) is 0");
    refused(&["--short-partition", "0"], "(system.short_partition) is 0");
    refused(&["--short-partition", "1"], "(system.short_partition) is 1");
    refused(&["--cutoff", "NaN"], "(system.cutoff) is NaN");
    refused(&["--policy", "eagel"], "did you mean \"eagle\"?");
    refused(&["--policy", "hawk[cap=x]"], "0 to 10000");
    refused(&["--policy", "hawk[cutoff=-1]"], "seconds, 0 to 1e12");
    refused(&["--policy", "hawk[error=uniform(2,1)]"], "uniform(X,Y)");
    refused(&["--policy", "hawk[error=uniform(1)]"], "uniform(X,Y)");
    refused(&["--policy", "sparrow[cap=3]"], "sparrow has no parameter \"cap\"; allowed: cutoff, error, reclassify, ratio");
    refused(&["--policy", "eagle[heartbeat=3]"], "order, bound, sticky");
    refused(&["--policy", "dlwl-srpt[heartbeat=0]"], "seconds, 0.001 to 1e6");
    refused(&["--policy", "big-c[share=1.1]"], "a number from 0 to 1\n");
    refused(&["--policy", "kairos[w=0]"], "seconds, 0.001 to 1e12");
    refused(&["--cores", "0"], "(system.cores) is 0");
    refused(&["--cores", "1024", "--workers", "1000"], "(system.cores) is 1024");
    refused(&["--scale", "0"], "(workload.scale) is 0");
    refused(&["--scale", "2"], "(workload.scale) is 2");
    let reporting = bad("s.toml", "[system]\nkind = 'datacenter'\nreporting_cutoff = nan\n");
    assert!(fails(&["run", &reporting]).contains("(system.reporting_cutoff) is NaN"));
    refused(&["--trace", "yaho"], "yahoo, google, cloudera, facebook, motivation, prototype, testbed, testbed-uniform");
    refused(&["--trace", &good, "--scale", "0.5"], "nothing of a file is drawn");
    refused(&["--trace", &bad("empty.tr", "# nothing\n")], "no jobs");
    refused(&["--trace", &bad("nan.tr", "0 1 NaN 1\n")], "nan.tr: no jobs: 1 row without mean (line 1)");
    refused(&["--trace", &folder.path().join("none.tr").display().to_string()], "cannot read");
    assert!(fails(&["run", "--workers", "5"]).contains("(system.workers) has no meaning here"));
    assert!(fails(&["run", "--system", "cluster", "--scale", "0.5"]).contains("system.kind = \"datacenter\""));
    assert!(fails(&["run", "--trace", "testbed"]).contains("--system datacenter"));
    let frames = folder.path().join("frames.json").display().to_string();
    let large = ["run", "--system", "datacenter", "--workers", "2000", "--count", "5", "--policy", "sparrow", "--timeline", &frames];
    let noted = schedscope(&large);
    assert!(noted.status.success() && String::from_utf8_lossy(&noted.stderr).contains("in frames at even intervals"), "{noted:?}");
}

#[test]
fn a_small_datacenter_has_a_timeline() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("t.json").display().to_string();
    let trace = write(folder.path(), "t.tr", "0 2 5 5 5\n1 3 2 2 2 2\n");
    succeeds(&["run", "--system", "datacenter", "--trace", &trace, "--workers", "3", "--policy", "hawk,kairos", "--timeline", &file]);
    let recorded: serde_json::Value = serde_json::from_slice(&std::fs::read(file).expect("written")).expect("JSON");
    for (policy, key) in ["hawk", "kairos"].into_iter().enumerate() {
        let recorded = &recorded["policies"][policy];
        assert_eq!(recorded["policy"], key);
        let tasks = recorded["stints"].as_array().expect("stints").iter().filter(|stint| stint["running"] == true);
        let work: f64 = tasks.map(|stint| stint["to"].as_f64().unwrap() - stint["from"].as_f64().unwrap()).sum();
        assert!((work - 16.0).abs() < 1e-9, "{key}: {work}");
    }
}

#[test]
fn a_log_of_a_parallel_machine_is_a_workload_of_every_world() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/traces/example.swf");
    let renamed = write(folder.path(), "log.txt", std::fs::read(log).expect("read"));
    for (system, policy, row) in
        [("server", "fifo", "fifo,6,1,"), ("cluster", "hfsp", "hfsp,all,6,1,"), ("datacenter", "eagle", "eagle,all,6,1,")]
    {
        let common = ["run", "--system", system, "--policy", policy, "--format", "csv", "--workload"];
        let text = succeeds(&[&common[..], &[log]].concat());
        assert!(text.contains(&format!("\n{row}")), "{system}: {text}");
        assert_eq!(succeeds(&[&common[..], &[&renamed, "--trace-format", "swf"]].concat()), text);
        let refused = fails(&[&common[..], &[&write(folder.path(), "bad.swf", "1 0 5\n")]].concat());
        assert!(refused.contains("bad.swf, line 1: 3 columns; expected 18"), "{refused}");
    }
    assert!(succeeds(&["run", "--workload", log]).contains("6 jobs, load 1.82, seed 1, 2 rows left out"));
    let tasks = write(folder.path(), "t.tr", "0 2 5 5 5\n1 1 2 2\n2 1 0 0\n");
    for (system, jobs) in [("server", 2), ("cluster", 3), ("datacenter", 3)] {
        let text = succeeds(&["run", "--system", system, "--workload", &tasks]);
        assert!(text.starts_with(&format!("{jobs} jobs")), "{text}");
    }
}

#[test]
fn exercises_are_checked_linked_and_verified() {
    let checked = succeeds(&["exercise", "check", concat!(env!("CARGO_MANIFEST_DIR"), "/assets/exercises/guesses.toml")]);
    assert!(checked.starts_with("Scheduling with guesses: 10 exercises\n"), "{checked}");
    assert!(checked.contains("\n3. When does J4 leave?\n   J4 leaves at t = 42 under SRPTE, 30 after it came.\n"), "{checked}");
    assert!(checked.contains("Mean sojourn: fspe+ps 3.23, "), "what is simulated is answered, too: {checked}");
    assert_eq!(succeeds(&["exercise", "check", "guesses"]), checked, "a set that ships needs no file");
    let link = succeeds(&["exercise", "link", "guesses", "3"]);
    let query = link.trim().strip_prefix("#exercise?").unwrap();
    let schedscope_state::exercises::Link::Own { set, number: Some(3) } = schedscope_state::exercises::Link::read(query).unwrap() else {
        panic!("a link that holds all of it")
    };
    assert_eq!((set.title.as_str(), set.exercises.len()), ("Scheduling with guesses", 10));
    let code = set.exercises[2].code("Ada Lovelace", schedscope_core::exhibit::exercises::Effort { tries: 2, hints: 1 });
    let verify = |number: &'static str, name: &'static str| schedscope(&["exercise", "verify", "guesses", number, &code, "--name", name]);
    let right = verify("3", "ada lovelace");
    assert_eq!((right.status.code(), String::from_utf8_lossy(&right.stdout)), (Some(0), "right: solved at try 2, with 1 hint\n".into()));
    for (number, name) in [("3", "Ada"), ("4", "Ada Lovelace")] {
        let wrong = verify(number, name);
        let stderr = String::from_utf8_lossy(&wrong.stderr);
        assert!(wrong.status.code() == Some(1) && stderr.contains(&format!("is not the code of \"{name}\" for this exercise")), "{stderr}");
    }
}

#[test]
fn sets_of_exercises_that_are_wrong_are_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = write(
        folder.path(),
        "set.toml",
        "title = \"S\"\n[[exercise]]\ntitle = \"A\"\ntext = \"B\"\njobs = \"0:1\"\npolicies = \"ps\"\nmean = { within = -1 }\n",
    );
    let message = fails(&["exercise", "check", &set]);
    assert_eq!(message.trim_end(), format!("error: {set}: exercise 1: mean.within is -1; allowed: a number from 0 to 1000000"));
    assert!(fails(&["exercise", "check", "nothing.toml"]).contains("cannot read nothing.toml"));
    assert!(fails(&["exercise", "link", "guesses", "11"]).contains("guesses has no exercise 11; allowed: 1 to 10"));
    assert!(fails(&["exercise", "verify", "guesses", "0", "AAAA-AAAA"]).contains("has no exercise 0"));
}

#[test]
fn an_order_of_a_dbt_project_is_a_script_that_runs_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = |name: &str, how: &str, reads: &str| {
        format!(
            r#""model.p.{name}": {{"resource_type": "model", "config": {{"materialized": "{how}"}}, "depends_on": {{"nodes": [{reads}]}}}}"#
        )
    };
    let nodes = [
        model("a", "table", r#""source.p.raw.t""#),
        model("v", "view", r#""model.p.a""#),
        model("b", "table", r#""model.p.v""#),
        model("c", "table", r#""model.p.b""#),
    ];
    let manifest = format!(r#"{{"nodes": {{{}}}, "sources": {{"source.p.raw.t": {{}}}}}}"#, nodes.join(","));
    let catalog = r#"{"nodes": {"model.p.a": {"stats": {"bytes": {"value": 7}}}, "model.p.b": {"stats": {"bytes": {"value": 5}}}}}"#;
    let (manifest, catalog) = (write(folder.path(), "manifest.json", manifest), write(folder.path(), "catalog.json", catalog));
    let script = folder.path().join("order.sh").display().to_string();
    let of_dbt = ["run", "--system", "ordering", "--workload", &manifest, "--policy", "dp", "--objective", "wtmb"];
    let table = succeeds(&[&of_dbt[..], &["--table-sizes", &catalog, "--script", &script, "--format", "csv"]].concat());
    // The source, of which the catalog says nothing, and the two tables that are read are kept for a step each.
    assert!(table.lines().nth(1).is_some_and(|row| row.contains("dp,13,")), "{table}");
    let lines = ["run --select a", "run --select v", "run --select b", "run --select c"].map(|line| format!("dbt {line}\n")).concat();
    assert_eq!(std::fs::read_to_string(&script).expect("written"), format!("#!/bin/sh\nset -e\n{lines}"));
    succeeds(&["run", "--system", "ordering", "--workload", "fig-3.11", "--policy", "heuristic", "--script", &script]);
    assert_eq!(std::fs::read_to_string(&script).expect("written"), "1\n4\n2\n0\n3\n5\n");
    for (args, said) in [
        (vec!["run", "--policy", "ps", "--script", &script], "only tasks of --system ordering have an order; leave --script out"),
        (vec!["run", "--system", "ordering", "--table-sizes", &catalog], "workload.table_sizes"),
        ([&of_dbt[..], &["--table-sizes", "nothing.json"]].concat(), "cannot read nothing.json"),
        ([&of_dbt[..], &["--table-sizes", &manifest]].concat(), "no size of any table; allowed: catalog.json or run_results.json of dbt"),
    ] {
        let message = fails(&args);
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn the_version_names_the_results_and_the_commit_where_it_is_known() {
    let version = succeeds(&["--version"]);
    let results = format!("results {})", schedscope_core::experiment::sweep::RESULTS);
    assert!(version.starts_with(concat!("schedscope ", env!("CARGO_PKG_VERSION"), " (")) && version.contains(&results), "{version}");
    assert_eq!(version.contains("(commit "), Path::new(crate::ROOT).join(".git").exists(), "{version}");
}

#[test]
fn a_quiet_run_says_errors_alone() {
    let warned = ["run", "--load", "1.2", "--count", "100", "--policy", "srpte"];
    let loud = schedscope(&warned);
    assert!(String::from_utf8_lossy(&loud.stderr).contains("warning: load 1.2"));
    for quiet in ["--quiet", "-q"] {
        let output = schedscope(&[&[quiet], &warned[..]].concat());
        assert!(output.stderr.is_empty() && output.stdout == loud.stdout, "{output:?}");
    }
    assert!(fails(&["run", "--quiet", "--policy", "none"]).contains("error: unknown policy"));
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let run = ["run", "--count", "200", "--policy", "ps,srpt", "--replications", "4", "--format", "json"];
    let report = succeeds(&run);
    for threads in ["1", "3"] {
        assert_eq!(succeeds(&[&run[..], &["--threads", threads]].concat()), report);
    }
    assert!(fails(&["run", "--threads", "0"]).contains("allowed: a whole number from 1 to 1024"));
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = succeeds(&["completions", shell]);
        assert!(["replications", "exercise", "verify"].iter().all(|word| script.contains(word)), "{shell}");
    }
    assert!(succeeds(&["man"]).starts_with(".ie"));
    let folder = tempfile::tempdir().expect("a folder");
    succeeds(&["man", "--output", &folder.path().display().to_string()]);
    for page in ["schedscope", "schedscope-run", "schedscope-sweep", "schedscope-exercise-verify"] {
        let text = std::fs::read_to_string(folder.path().join(page).with_extension("1")).expect("a page");
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
}
