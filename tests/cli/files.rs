//! Files as people have them: with columns that nobody reads, rows that are no jobs, compressed. Each text stands for a public file that was
//! refused or misread once.

use super::command::{fails, schedscope, write};
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write;
use tempfile::tempdir;

/// Jobs of the server as its table has them, and what is said of the file.
fn read(name: &str, bytes: impl AsRef<[u8]>, flags: &[&str]) -> (String, String) {
    let folder = tempdir().expect("a folder");
    let path = write(folder.path(), name, bytes);
    let output = schedscope(&[&["jobs", "--workload", &path], flags].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// That a strict reading refuses the file, and why.
fn refused(name: &str, bytes: impl AsRef<[u8]>, flags: &[&str]) -> String {
    let folder = tempdir().expect("a folder");
    let path = write(folder.path(), name, bytes);
    fails(&[&["run", "--strict", "--workload", &path], flags].concat())
}

const METACENTRUM: &str = "1 0 71 100 12 1 91268055040 12 200 x 1 1 1 1 -1 1 1 1 {1129,1129} q_1w 1:ppn=12\n\
                           2 40 0 -1359980917 12 1 1024 12 1209600 1024 0 1 1 1 -1 1 1 1\n";

#[test]
fn a_log_may_have_more_columns_and_rows_that_are_no_jobs() {
    let (jobs, said) = read("log.swf", METACENTRUM, &[]);
    assert_eq!(jobs, "id,arrival,size,estimate,weight\n1,0.0,100.0,200.0,1.0\n");
    let expected = "warning: left out: 1 row of jobs that did not run, or for an unknown time (line 2)\n\
                    warning: not read: the columns 19, 20, 21\n";
    assert_eq!(said, expected);
    let strict = refused("log.swf", METACENTRUM, &[]);
    assert!(strict.contains("log.swf, of which would be left out: 1 row of jobs that did not run"), "{strict}");
    assert!(strict.contains("columns that are not read (19, 20, 21); allowed: a file that is read whole, as --strict asks"), "{strict}");
    assert_eq!(refused("log.swf", "1 0 71 x 12 1 1 12 200 x 1 1 1 1 -1 1 1 1\n", &[]).matches("run time is \"x\"").count(), 1);
}

#[test]
fn a_trace_of_swim_may_name_the_paths_of_its_input() {
    let trace = "job0\t1\t1\t200\t0\t100\tinputPath1\t\t\njob0\t2\t1\t300\t0\t0\tinputPath2\t\t\n";
    let (jobs, said) = read("trace.tsv", trace, &["--load", "0.5"]);
    assert_eq!(jobs, "id,arrival,size,estimate,weight\n0,1.0,0.25,0.25,1.0\n1,2.0,0.25,0.25,1.0\n");
    assert_eq!(said, "warning: not read: the column 7\n");
}

#[test]
fn a_table_may_have_columns_that_nobody_reads() {
    let (jobs, said) = read("jobs.csv", "job_id,submit_time,duration,num_gpu\na,0,5,1\nb,1,2,8\nc,2,,4\n", &[]);
    assert_eq!(jobs, "id,arrival,size,estimate,weight\na,0.0,5.0,5.0,1.0\nb,1.0,2.0,2.0,1.0\n");
    assert_eq!(said, "warning: left out: 1 row without size (line 4)\nwarning: not read: the column num_gpu\n");
    let (jobs, _) = read("jobs.csv", "start,runtime\n0,5\n1,2\n", &[]);
    assert!(jobs.contains("\n1,0.0,5.0,5.0,1.0\n2,1.0,2.0"), "jobs without ids are numbered: {jobs}");
}

/// A job of one map and one reduce, which its cluster sets up and cleans up after.
const HADOOP: &str = r#"Meta VERSION="1" .
Job JOBID="job_1_3583" JOBNAME="Sleep job" SUBMIT_TIME="1386370578196" JOB_QUEUE="default" .
Job JOBID="job_1_3583" LAUNCH_TIME="1386370578491" TOTAL_MAPS="1" TOTAL_REDUCES="1" JOB_STATUS="PREP" .
MapAttempt TASK_TYPE="SETUP" TASK_ATTEMPT_ID="attempt_1_3583_m_000002_0" START_TIME="1386370578665" .
MapAttempt TASK_TYPE="SETUP" TASK_ATTEMPT_ID="attempt_1_3583_m_000002_0" TASK_STATUS="SUCCESS" FINISH_TIME="1386370579850" .
MapAttempt TASK_TYPE="MAP" TASK_ATTEMPT_ID="attempt_1_3583_m_000000_0" START_TIME="1386370582498" .
MapAttempt TASK_TYPE="MAP" TASK_ATTEMPT_ID="attempt_1_3583_m_000000_0" TASK_STATUS="SUCCESS" FINISH_TIME="1386370583978" .
ReduceAttempt TASK_TYPE="REDUCE" TASK_ATTEMPT_ID="attempt_1_3583_r_000000_0" START_TIME="1386370585208" .
ReduceAttempt TASK_TYPE="REDUCE" TASK_ATTEMPT_ID="attempt_1_3583_r_000000_0" TASK_STATUS="SUCCESS" SHUFFLE_FINISHED="1386370592353" SORT_FINISHED="1386370592378" FINISH_TIME="1386370592528" .
MapAttempt TASK_TYPE="CLEANUP" TASK_ATTEMPT_ID="attempt_1_3583_m_000001_0" START_TIME="1386370592699" .
MapAttempt TASK_TYPE="CLEANUP" TASK_ATTEMPT_ID="attempt_1_3583_m_000001_0" TASK_STATUS="SUCCESS" FINISH_TIME="1386370593921" .
Job JOBID="job_1_3583" FINISH_TIME="1386370594884" JOB_STATUS="SUCCESS" .
"#;

#[test]
fn what_hadoop_sets_up_is_no_map() {
    let (jobs, said) = read("job.jhist", HADOOP, &["--system", "cluster"]);
    let row = jobs.lines().nth(1).expect("a job");
    assert!(row.starts_with("job_1_3583,0,1.48,0.175,7.145,"), "{jobs}");
    assert_eq!(said, "");
}

const SPARK: &str = r#"{"Event":"SparkListenerLogStart","Spark Version":"4.0.0"}
{"Event":"SparkListenerApplicationStart","App Name":"a","App ID":"app-1","Timestamp":0}
{"Event":"SparkListenerJobEnd","Job ID":20,"Completion Time":1,"Job Result":{"Result":"JobSucceeded"}}
{"Event":"SparkListenerJobStart","Job ID":21,"Submission Time":5,"Stage IDs":[0],"Stage Infos":[{"Stage ID":0,"Stage Name":"s","Parent IDs":[]}]}
{"Event":"SparkListenerTaskEnd","Stage ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":5,"Finish Time":105}}
{"Event":"SparkListenerJobEnd","Job ID":21,"Completion Time":105,"Job Result":{"Result":"JobSucceeded"}}
"#;

fn gzip(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(vec![], Compression::default());
    packed.write_all(text.as_bytes()).expect("memory");
    packed.finish().expect("memory")
}

fn zstd(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

#[test]
fn a_log_that_lacks_its_beginning_is_read_from_its_first_whole_job() {
    for (name, bytes) in [("log", SPARK.as_bytes().to_vec()), ("log.zstd", zstd(SPARK)), ("log.gz", gzip(SPARK))] {
        let (jobs, said) = read(name, bytes, &["--trace-format", "spark"]);
        assert_eq!(jobs, "id,arrival,size,estimate,weight\napp-1/21,0.0,0.1,0.1,1.0\n", "{name}");
        assert_eq!(said, "warning: left out: 1 row of jobs whose start is not in the file (line 3)\n", "{name}");
    }
}

#[test]
fn a_file_may_be_compressed_whatever_it_is_called() {
    let plain = read("log.swf", METACENTRUM, &[]);
    for (name, bytes) in [("log.swf.gz", gzip(METACENTRUM)), ("log.swf", gzip(METACENTRUM)), ("log.swf.zst", zstd(METACENTRUM))] {
        assert_eq!(read(name, bytes, &[]), plain, "{name}");
    }
    let table = "id,arrival,size\n1,0,2\n";
    assert_eq!(read("jobs.csv.gz", gzip(table), &[]), read("jobs.csv", table, &[]));
    let cut = &gzip(METACENTRUM)[..40];
    assert!(refused("log.swf.gz", cut, &[]).contains("log.swf.gz: it is compressed as gzip and damaged, or not all of it"));
    assert!(refused("log.swf", b"BZh91AY", &[]).contains("it is compressed (bzip2); allowed: text, or text in gzip or zstd"));
}

#[test]
fn what_a_task_hands_on_stands_at_its_edges() {
    let folder = tempdir().expect("a folder");
    let graph = "digraph G {\n  a [size=\"5.8e11\"];\n  b [size=\"1.2e11\"];\n  a -> b [size=\"1000\"];\n}\n";
    let path = write(folder.path(), "daggen.dot", graph);
    let output =
        schedscope(&["run", "--system", "ordering", "--objective", "wtmb", "--policy", "dp", "--format", "json", "--workload", &path]);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.contains("not read: the column size of nodes, since edges have sizes"), "{report}");
    assert!(!report.contains("580000000000"), "work is no size: {report}");
}

#[test]
fn jobs_of_alibaba_keep_their_names() {
    let tasks = "M1,1,j_7,1,Terminated,87076,87083,50,0.2\nM1,1,j_8,1,Terminated,87086,87093,50,0.2\n";
    for system in ["server", "cluster", "datacenter"] {
        let (jobs, _) = read("batch_task.csv", tasks, &["--trace-format", "alibaba", "--system", system]);
        assert!(jobs.contains("\nj_7,") && jobs.contains("\nj_8,"), "{system}: {jobs}");
    }
}

#[test]
fn columns_are_named_on_the_command_line() {
    let azure = "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03.9799600,4808,10\n2023-11-16 18:17:04.0319600,3180,8\n";
    let (jobs, said) = read("azure-llm.csv", azure, &["--columns", "arrival=TIMESTAMP,size=GeneratedTokens:4/s"]);
    assert_eq!(jobs, "id,arrival (s),size (s),estimate (s),weight\n1,0.0,2.5,2.5,1.0\n2,0.052,2.0,2.0,1.0\n");
    assert_eq!(said, "warning: not read: the column ContextTokens\n");
    // Azure's functions: the end of each invocation, and how long it took.
    let functions = "app,func,end_timestamp,duration\na,f,1.5,0.5\nb,g,1.25,1.25\n";
    let (jobs, _) = read("functions.txt", functions, &["--columns", "end=end_timestamp,size=duration,id="]);
    assert_eq!(jobs, "id,arrival,size,estimate,weight\n1,1.0,0.5,0.5,1.0\n2,0.0,1.25,1.25,1.0\n");
    // Alibaba's pods with graphics cards.
    let pods = "name,num_gpu,creation_time,deletion_time,scheduled_time\npod-1,1,0,50,10\npod-2,8,5,,\n";
    let columns = "arrival=creation_time,start=scheduled_time,end=deletion_time";
    let (jobs, said) = read("pods.csv", pods, &["--columns", columns]);
    assert_eq!(jobs, "id,arrival,size,estimate,weight\npod-1,0.0,40.0,40.0,1.0\n");
    assert_eq!(said, "warning: left out: 1 row without start (line 3)\nwarning: not read: the column num_gpu\n");
    // Slurm's accounting, whose names are known.
    let sacct = "JobID|Submit|Elapsed|Timelimit\n7|2026-05-03T10:00:00|1-00:00:00|2-00:00:00\n8|2026-05-03T10:00:05|00:10:00|01:00:00\n";
    let (jobs, said) = read("sacct.csv", sacct, &[]);
    assert_eq!(jobs, "id,arrival (s),size (s),estimate (s),weight\n7,0.0,86400.0,172800.0,1.0\n8,5.0,600.0,3600.0,1.0\n");
    assert_eq!(said, "");
}

#[test]
fn columns_are_those_of_every_table() {
    let table = "when;job;took\n0;a;1,5\n2;b;3\n";
    let cluster = ["--system", "cluster", "--columns", "arrival=when,size=took:min,separator=semicolon"];
    assert!(read("jobs.tsv", table, &cluster).0.starts_with("id,arrival,size,estimate,weight\na,0.0,90.0,90.0,1.0\n"));
    let tasks = "what,when,ms\n1,0,500\n1,0,1500\n2,3,250\n";
    let datacenter = ["--system", "datacenter", "--workers", "2", "--columns", "job=what,arrival=when,duration=ms:ms"];
    let (jobs, said) = read("tasks.csv", tasks, &datacenter);
    assert!(jobs.contains("2.0") && jobs.contains("0.25"), "{jobs} {said}");
    let flows = "src,dst,bytes,at\nh0,h1,5,0\n";
    let network = ["--system", "network", "--columns", "source=src,destination=dst,size=bytes,arrival=at"];
    assert!(read("flows.csv", flows, &network).0.ends_with("\n1,0.0,5.0,5.0,1.0\n"));
    let requests = "at,film,town\n2026-05-03 10:00:00,x,1\n2026-05-03 10:00:05,y,1\n";
    let (table, said) = read("requests.csv", requests, &["--system", "cdn", "--columns", "time=at,item=film,region=town"]);
    assert!(table.contains('5'), "{table} {said}");
}

#[test]
fn columns_that_are_not_there_are_refused() {
    let folder = tempdir().expect("a folder");
    let path = write(folder.path(), "t.csv", "a,b\n1,2\n");
    let said = |columns: &str| fails(&["run", "--workload", &path, "--columns", columns]);
    for (columns, what) in [
        ("size=c,arrival=a", "size is to be \"c\", which is not there (there is a, b); allowed: a title, or the number of a column"),
        ("b", "(workload.columns) is \"b\"; allowed: what each column is"),
        ("size=b", "column \"arrival\" is missing (there is a; --columns says which it is, as in arrival=a)"),
    ] {
        assert!(said(columns).contains(what), "{}", said(columns));
    }
    let log = write(folder.path(), "log.swf", METACENTRUM);
    let fixed = fails(&["run", "--workload", &log, "--columns", "size=a"]);
    assert!(fixed.contains("allowed: nothing beside a format whose columns are fixed"), "{fixed}");
    assert!(fails(&["run", "--columns", "size=a"]).contains("columns (workload.columns)"));
}

#[test]
fn a_folder_is_one_log() {
    let folder = tempdir().expect("a folder");
    let log = folder.path().join("log.csv");
    std::fs::create_dir(&log).expect("a folder");
    write(&log, "part-2.csv.gz", gzip("id,arrival,size\n3,2,1\n"));
    write(&log, "part-10.csv", "id,arrival,size\n4,3,1\n");
    write(&log, "part-1.csv", "id,arrival,size\n1,0,1\n2,1,1");
    write(&log, "_SUCCESS", "");
    let path = log.to_str().expect("text");
    let jobs = || String::from_utf8_lossy(&schedscope(&["jobs", "--workload", path]).stdout).into_owned();
    let ids = |jobs: String| jobs.lines().skip(1).map(|line| line.split(',').next().unwrap_or_default().to_owned()).collect::<Vec<_>>();
    assert_eq!(ids(jobs()), ["1", "2", "3", "4"]);
    write(&log, "part-2.csv.gz", gzip("id,arrival,size\n3,2,1\n5,2,x\n"));
    let wrong = fails(&["run", "--workload", path]);
    assert!(wrong.contains("log.csv, line 6: size is \"x\"") && wrong.contains("(line 3 of its part part-2.csv.gz)"), "{wrong}");
}

/// The shares of pools, and which are production's, are in the file; the size of the cluster is said.
#[test]
fn a_mix_of_pools_that_was_written_runs_as_it_did() {
    let folder = tempdir().expect("a folder");
    let inside = |name: &str| folder.path().join(name).display().to_string();
    for (mix, count) in [("production-busy", "155"), ("production-idle", "155"), ("facebook", "60")] {
        let (jobs, drawn, again) = (inside("jobs.csv"), inside("drawn.csv"), inside("again.csv"));
        let run = ["run", "--system", "cluster", "--count", count, "--policy", "fair,fair-kill,gp,hfsp", "--cooldown", "0"];
        let written = schedscope(&["jobs", "--system", "cluster", "--workload", mix, "--count", count, "--output", &jobs]);
        let told = String::from_utf8_lossy(&written.stderr).into_owned();
        let flags: Vec<&str> = told.trim_end().rsplit_once("with ").expect("how to run them").1.split(' ').collect();
        let of_mix = schedscope(&[&run[..], &["--workload", mix, "--per-job", &drawn]].concat());
        let of_file = schedscope(&[&run[..], &["--workload", &jobs, "--per-job", &again], &flags].concat());
        assert!(of_mix.status.success() && of_file.status.success(), "{mix}: {}", String::from_utf8_lossy(&of_file.stderr));
        assert_eq!(std::fs::read(drawn).expect("a table"), std::fs::read(again).expect("a table"), "{mix}");
        [jobs, inside("drawn.csv"), inside("again.csv")].iter().for_each(|file| std::fs::remove_file(file).expect("removed"));
    }
}

#[test]
fn a_file_of_another_program_is_told_by_its_name() {
    let folder = tempdir().expect("a folder");
    let said = |name: &str, text: &str, system: &str| fails(&["run", "--system", system, "--workload", &write(folder.path(), name, text)]);
    for (name, text, what) in [
        (
            "b.json",
            "{\"nb_res\":4,\"jobs\":[],\"profiles\":{}}",
            "b.json, which is a workload of Batsim (JSON); allowed: a table with a header",
        ),
        ("w.dax", "<?xml version=\"1.0\"?>\n<adag>", "w.dax, which is a workflow of Pegasus (DAX); allowed: a workflow in the JSON"),
        ("jobs.csv", "<!DOCTYPE html><html>", "jobs.csv, which is a web page; allowed: the file itself"),
        ("g.dot", "digraph { 1 -> 2 }", "g.dot, which is a graph in DOT; allowed: tasks that read each other's outputs"),
    ] {
        for system in ["server", "cluster"] {
            assert!(said(name, text, system).contains(what), "{}", said(name, text, system));
        }
    }
}

/// What comes through a pipe is read once, also where it is refused.
#[cfg(unix)]
#[test]
fn a_pipe_at_fault_is_refused_and_not_waited_for() {
    let folder = tempdir().expect("a folder");
    let pipe = folder.path().join("jobs.csv").display().to_string();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, "a,b\n1,2\n")
    });
    assert!(fails(&["run", "--workload", &pipe]).contains("column \"arrival\" is missing"));
    writer.join().expect("the writer ends").expect("it was read");
}
