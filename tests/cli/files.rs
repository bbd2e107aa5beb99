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
