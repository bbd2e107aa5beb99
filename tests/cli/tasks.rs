//! Jobs with their tasks: the files that hold them, the logs they come from, and what becomes of each task.

use crate::command::{fails, succeeds, write};

/// Every policy reads something else of a job: its pool, its size, its estimate, its name, its memory, whom it waits for.
const POLICIES: &str = "fifo,fair[preemption=kill],gp,hfsp,hfsp[estimator=noisy],hfsp[estimator=history],hfsp[chains=on],\
                        hfsp[preemption=suspend,paging=on]";

/// What the policies do with the jobs of a workload: what they print, and what they say of each job.
fn told(scenario: &str, workload: &[&str]) -> [String; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, out) = (write(folder.path(), "s.toml", scenario), folder.path().join("out.csv").display().to_string());
    let table = succeeds(&[&["run", &file, "--policy", POLICIES, "--format", "csv", "--per-job", &out], workload].concat());
    [table, std::fs::read_to_string(out).expect("written")]
}

/// Jobs with memory, pages that are clean, names, pools and a shuffle, of which one waits for another.
const WRITTEN: &str = "[[workload.jobs]]\narrival = 0\nname = 'say \"load, then sort\"'\nmaps = [30, 20.5, 41]\nmap_memory = 3\n\
    dirty = 0.25\n\
    [[workload.jobs]]\narrival = 1\nmaps = [5]\nreduces = [7, 8.5]\nshuffles = [0.5, 0.1]\nreduce_memory = 3.5\npool = 1\nweight = 2\n\
    [[workload.jobs]]\narrival = 2\nsize = 9\nestimate = 4\nafter = [2]\n";

#[test]
fn jobs_with_tasks_come_back_from_csv_as_they_were() {
    let pools = "pools = [{ share = 0.2 }, { share = 0.8, production = true }]\n";
    let busy = format!("machines = 100\nmap_slots = 4\nreduce_slots = 2\n{pools}");
    let few = format!("machines = 2\nheartbeat = 1\nram = 12\n{pools}");
    for (system, workload, count) in [
        ("", &["--workload", "test", "--count", "12", "--seed", "5"][..], 12),
        ("", &["--workload", "dev", "--count", "25", "--load", "1.2", "--sigma", "1", "--weights", "{ classes = 3, beta = 2.0 }"], 25),
        ("", &["--workload", "prod", "--count", "9", "--chains", "3"], 9),
        ("", &["--workload", "test", "--count", "16", "--recurring", "0.6", "--growth", "1.3"], 16),
        (&busy, &["--workload", "production-busy", "--count", "30", "--cooldown", "0"], 30),
        ("machines = 4", &["--workload", "synthetic", "--count", "15", "--shape", "0.5"], 15),
        (&few, &[], 3),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let system = format!("[system]\nkind = 'cluster'\n{system}\n");
        let scenario = if workload.is_empty() { format!("{system}{WRITTEN}") } else { system.clone() };
        let (file, jobs) = (write(folder.path(), "s.toml", &scenario), folder.path().join("jobs.csv").display().to_string());
        succeeds(&[&["jobs", &file, "--output", &jobs], workload].concat());
        let text = std::fs::read_to_string(&jobs).expect("written");
        assert_eq!(text.lines().count(), 1 + count, "{workload:?}");
        // A seed places blocks, too.
        let seed = workload.iter().position(|word| *word == "--seed").map_or("1", |place| workload[place + 1]);
        let back = told(&system, &["--trace", &jobs, "--seed", seed]);
        assert_eq!(back, told(&scenario, workload), "{workload:?}");
        assert_eq!(succeeds(&["jobs", &write(folder.path(), "t.toml", &system), "--trace", &jobs]), text);
    }
}

#[test]
fn jobs_with_tasks_are_jobs_in_other_worlds() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "jobs.csv", "id,arrival,maps,reduces\nload,0,3;5,2\nsort,20,4,\n");
    let ends = |world: &[&str]| {
        let out = folder.path().join("out.csv").display().to_string();
        succeeds(&[&["run", "--trace", &file, "--per-job", &out], world].concat());
        let text = std::fs::read_to_string(out).expect("written");
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let place = rows[0].iter().position(|title| *title == "sojourn").expect("a column");
        rows[1..].iter().map(|row| row[place].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ends(&["--policy", "fifo"]), ["10.0", "4.0"]);
    // Reduces begin when the maps are complete: 5 s + 2 s.
    assert_eq!(ends(&["--system", "datacenter", "--workers", "9", "--delay", "0", "--policy", "omniscient-lwl"]), ["7.0", "4.0"]);
    let waits = write(folder.path(), "waits.csv", "id,arrival,maps,after\n1,0,3,\n2,0,3,1\n");
    for world in ["server", "datacenter"] {
        let message = fails(&["run", "--system", world, "--trace", &waits]);
        assert!(message.contains("waits for others") && message.lines().count() == 1, "{message}");
    }
    let message = fails(&["run", "--system", "cluster", "--trace", &waits, "--shape", "0.5"]);
    assert!(message.contains("the trace has its own sizes"), "{message}");
    let bad = write(folder.path(), "bad.csv", "id,arrival,maps\n1,0,3;x\n");
    for world in ["server", "cluster", "datacenter"] {
        let message = fails(&["run", "--system", world, "--trace", &bad]);
        assert!(message.contains("bad.csv, line 2: maps is \"x\"; allowed: seconds above 0"), "{message}");
    }
    let two = "[system]\nkind = 'cluster'\n[[workload.jobs]]\narrival = 0\nreduces = [1]\nshuffles = ";
    for (list, said) in
        [("[1, 2]", "(workload.jobs[1].shuffles) is a list of 2; allowed: as many as reduces (1), or none"), ("[-1]", "is -1")]
    {
        let message = fails(&["run", &write(folder.path(), "s.toml", format!("{two}{list}"))]);
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn each_attempt_of_a_task_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    // One slot. The second job is alone in its pool, which is guaranteed the slot: Fair kills for it after a minute.
    let jobs = write(folder.path(), "jobs.csv", "id,arrival,maps,reduces,pool\nlong,0,100;50,,0\nshort,10,20,,1\n");
    let system = "[system]\nkind = 'cluster'\nmachines = 1\nmap_slots = 1\nheartbeat = 0\npools = [{}, { min_map = 1 }]\n";
    let (file, out) = (write(folder.path(), "s.toml", system), folder.path().join("out.csv").display().to_string());
    let told = |policy: &str, more: &[&str]| {
        succeeds(&[&["run", &file, "--trace", &jobs, "--policy", policy, "--per-task", &out], more].concat());
        std::fs::read_to_string(&out).expect("written")
    };
    assert_eq!(
        told("fifo,fair[preemption=kill,cleanup=0,min-share-timeout=60]", &[]),
        "policy,job,phase,task,attempt,machine,start,end,outcome\n\
         fifo,long,map,1,1,0,0.0,100.0,finished\nfifo,long,map,2,1,0,100.0,150.0,finished\nfifo,short,map,1,1,0,150.0,170.0,finished\n\
         \"fair[preemption=kill,cleanup=0,min-share-timeout=60]\",long,map,1,1,0,0.0,70.0,killed\n\
         \"fair[preemption=kill,cleanup=0,min-share-timeout=60]\",short,map,1,1,0,70.0,90.0,finished\n\
         \"fair[preemption=kill,cleanup=0,min-share-timeout=60]\",long,map,1,2,0,90.0,190.0,finished\n\
         \"fair[preemption=kill,cleanup=0,min-share-timeout=60]\",long,map,2,1,0,190.0,240.0,finished\n"
    );
    assert_eq!(told("fifo", &["--replications", "2"]).lines().nth(4), Some("fifo,2,long,map,1,1,0,0.0,100.0,finished"));
}

/// The rows of a file, by their titles.
fn rows(path: &str) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_path(path).expect("written").deserialize().map(|row| row.expect("a row")).collect()
}

/// What of a run can be counted in two ways is counted alike.
#[test]
fn attempts_add_up_to_what_is_known_of_jobs() {
    let folder = tempfile::tempdir().expect("a folder");
    let [tasks, jobs] = ["tasks.csv", "jobs.csv"].map(|name| folder.path().join(name).display().to_string());
    let run = ["run", "--system", "cluster", "--workload", "test", "--count", "30", "--machines", "6", "--chains", "2", "--load", "1.5"];
    let policies = ["--policy", "hfsp[preemption=suspend],hfsp[preemption=kill],fair", "--per-task", &tasks, "--per-job", &jobs];
    succeeds(&[&run[..], &policies].concat());
    let (tasks, mut disturbed) = (rows(&tasks), 0);
    for job in rows(&jobs) {
        let mine: Vec<_> = tasks.iter().filter(|row| row["policy"] == job["policy"] && row["job"] == job["id"]).collect();
        let of = |outcome: &str| mine.iter().filter(|row| row["outcome"] == outcome).collect::<Vec<_>>();
        assert_eq!(of("finished").len().to_string(), job["tasks"], "{job:?}");
        let end = of("finished").iter().map(|row| row["end"].parse::<f64>().expect("seconds")).fold(0.0, f64::max);
        let completion: f64 = job["completion"].parse().expect("seconds");
        assert!((end - completion).abs() < 1e-6, "{end}: {job:?}");
        // What is killed while it is paused has been counted when it was.
        let preempted = of("suspended").len() + of("killed").iter().filter(|row| row["start"] != row["end"]).count();
        assert_eq!(preempted.to_string(), job["preemptions"], "{job:?}");
        disturbed += preempted;
    }
    assert!(disturbed > 20, "{disturbed}");
}

#[test]
fn every_outcome_of_an_attempt_is_documented() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("tasks.csv").display().to_string();
    let change = |(time, joins)| format!("{{ time = {time}, machine = 0, joins = {joins} }}");
    let changes: Vec<String> = (1..=4).flat_map(|i| [(400 * i, false), (400 * i + 50, true)]).map(change).collect();
    let system = format!("[system]\nkind = 'cluster'\nmachines = 6\nspeculation = true\nchanges = [{}]\n", changes.join(", "));
    let cluster = ["run", &write(folder.path(), "s.toml", system), "--workload", "test", "--count", "20", "--load", "1.2"];
    let hazards = ["--slow", "0.3", "--slow-factor", "4", "--failures", "0.1", "--per-task", &out];
    succeeds(&[&cluster[..], &hazards, &["--policy", "hfsp[preemption=suspend],hfsp[preemption=kill]"]].concat());
    let outcomes: std::collections::BTreeSet<String> = rows(&out).into_iter().map(|mut row| row.remove("outcome").expect("one")).collect();
    assert_eq!(outcomes.iter().map(String::as_str).collect::<Vec<_>>(), ["failed", "finished", "killed", "lost", "overtaken", "suspended"]);
    let table = succeeds(&[&cluster[..], &["--policy", "fifo"]].concat());
    assert!(table.lines().next().is_some_and(|line| line.contains(", speculative execution")), "{table}");
    let help = succeeds(&["run", "--help"]);
    let help = help.split("--per-task").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a flag");
    let reference = std::fs::read_to_string(format!("{}/docs/reference.md", crate::ROOT)).expect("a file");
    for outcome in outcomes {
        assert!(help.contains(&outcome) && reference.contains(&format!("`{outcome}`")), "{outcome}: {help}");
    }
}

#[test]
fn tasks_are_told_where_there_are_some() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    for world in ["server", "datacenter", "network"] {
        let message = fails(&["run", "--system", world, "--count", "5", "--per-task", &at("out.csv")]);
        assert!(message.contains("out.csv: only --system cluster tells of each task; leave --per-task out"), "{message}");
    }
    let cluster = ["run", "--system", "cluster", "--count", "5", "--per-task"];
    let message = fails(&[&cluster[..], &[&at("a.csv"), "--per-job", &at("a.csv")]].concat());
    assert!(message.contains("--per-job and --per-task both name"), "{message}");
    let jobs = write(folder.path(), "jobs.csv", "id,arrival,maps\n1,0,3\n");
    let message = fails(&["run", "--system", "cluster", "--trace", &jobs, "--per-task", &jobs]);
    assert!(message.contains("would replace") && message.lines().count() == 1, "{message}");
    assert!(fails(&[&cluster[..], &[&at("no/such.csv")]].concat()).contains("cannot write"));
}

/// Two maps of 4 s and 6 s and a reduce that gathers for 1 s after them and works for 3 s, in both forms; a job that fails.
const HISTORY: &str = r#"Job JOBID="job_7_0001" JOBNAME="count" SUBMIT_TIME="500000" .
MapAttempt TASK_ATTEMPT_ID="attempt_7_0001_m_000000_0" START_TIME="500000" .
MapAttempt TASK_ATTEMPT_ID="attempt_7_0001_m_000001_0" START_TIME="500000" .
ReduceAttempt TASK_ATTEMPT_ID="attempt_7_0001_r_000000_0" START_TIME="504000" .
MapAttempt TASK_ATTEMPT_ID="attempt_7_0001_m_000000_0" TASK_STATUS="SUCCESS" FINISH_TIME="504000" .
MapAttempt TASK_ATTEMPT_ID="attempt_7_0001_m_000001_0" TASK_STATUS="SUCCESS" FINISH_TIME="506000" .
ReduceAttempt TASK_ATTEMPT_ID="attempt_7_0001_r_000000_0" TASK_STATUS="SUCCESS" SHUFFLE_FINISHED="507000" FINISH_TIME="510000" .
Job JOBID="job_7_0001" JOB_STATUS="SUCCESS" .
Job JOBID="job_7_0002" JOBNAME="other" SUBMIT_TIME="509000" .
Job JOBID="job_7_0002" JOB_STATUS="FAILED" .
"#;
const SPARK: &str = r#"{"Event":"SparkListenerApplicationStart","App Name":"etl","App ID":"app-7"}
{"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":500000,"Stage Infos":[{"Stage ID":0,"Stage Name":"map","Parent IDs":[]},{"Stage ID":1,"Stage Name":"count","Parent IDs":[0]}],"Stage IDs":[0,1]}
{"Event":"SparkListenerTaskEnd","Stage ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":500000,"Finish Time":504000}}
{"Event":"SparkListenerTaskEnd","Stage ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":1,"Launch Time":500000,"Finish Time":506000}}
{"Event":"SparkListenerTaskEnd","Stage ID":1,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":506000,"Finish Time":510000}}
{"Event":"SparkListenerJobEnd","Job ID":0,"Job Result":{"Result":"JobSucceeded"}}
"#;

#[test]
fn jobs_of_logs_come_back_from_csv_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = "[system]\nkind = 'cluster'\nmachines = 1\n";
    let history = HISTORY.replace("\"count\"", "\" say \\\"a\\\",\nthen b \"");
    let spark = SPARK.replace("\"etl\"", "\" say \\\"a\\\",\\nthen b\"").replace("app-7", " app 7");
    for (format, text) in [("hadoop", HISTORY), ("spark", SPARK), ("hadoop", &history), ("spark", &spark)] {
        let (log, file) = (write(folder.path(), "log", text), write(folder.path(), "s.toml", cluster));
        let read = ["--trace", &log, "--trace-format", format];
        let jobs = succeeds(&[&["jobs", &file], &read[..]].concat());
        let back = write(folder.path(), "jobs.csv", &jobs);
        assert_eq!(succeeds(&["jobs", &file, "--trace", &back]), jobs);
        assert_eq!(told(cluster, &["--trace", &back]), told(cluster, &read), "{text}");
    }
}

#[test]
fn logs_of_hadoop_and_spark_are_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.csv").display().to_string();
    for (format, text, id, name) in [("hadoop", HISTORY, "job_7_0001", "count"), ("spark", SPARK, "app-7/0", "etl: count")] {
        let log = write(folder.path(), "log", text);
        let read = ["--trace", &log, "--trace-format", format];
        let cluster = ["--system", "cluster", "--machines", "1", "--heartbeat", "0", "--slowstart", "1", "--policy", "fifo"];
        // Two map slots: 6 s, then 1 s of shuffle and 3 s of work, or 4 s.
        succeeds(&[&["run", "--per-job", &out], &cluster[..], &read].concat());
        let rows = std::fs::read_to_string(&out).expect("written");
        assert!(
            rows.lines().nth(1).is_some_and(|row| row.starts_with(&format!("fifo,{id},0.0,14.0,")) && row.contains(",10.0,10.0,")),
            "{rows}"
        );
        let jobs = succeeds(&[&["jobs", "--system", "cluster"], &read[..]].concat());
        assert!(jobs.starts_with("id,arrival,maps,reduces") && jobs.contains(&format!("{id},0,4;6,")) && jobs.contains(name), "{jobs}");
        for (world, policy) in [("server", "ps"), ("datacenter", "hawk")] {
            succeeds(&[&["run", "--system", world, "--policy", policy], &read[..]].concat());
        }
        let bad = write(folder.path(), "bad", text.replace("506000", "4"));
        let message = fails(&["run", "--system", "cluster", "--trace", &bad, "--trace-format", format]);
        assert!(message.contains("bad, line ") && message.contains(" is \"4\"; allowed: no earlier than its task begins"), "{message}");
    }
    let named = write(folder.path(), "one.jhist", HISTORY);
    succeeds(&["run", "--system", "cluster", "--trace", &named]);
    let message = fails(&["run", "--system", "cluster", "--trace", &write(folder.path(), "log", HISTORY)]);
    assert!(message.contains(".jhist (job history of Hadoop)") && message.contains("\"spark\""), "{message}");
}
