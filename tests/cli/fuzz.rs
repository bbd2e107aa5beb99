//! Every parser against nonsense: it reads or it refuses, and what it has read can be simulated.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use schedscope::workload::{
    Columns, read_alibaba, read_gaps, read_google, read_hadoop, read_jobs, read_spark, read_swf, read_swim, read_tasks, read_tr,
};
use schedscope_core::exhibit::exercises::{Exercise, Set, Truth};
use schedscope_core::experiment::sweep::{CellResult, Header, Journal, Manifest, Recorded, ResultTable, Shard, Sweep};
use schedscope_core::experiment::{Report, Scenario, Study, run_all};

/// What numbers and words in a file may be replaced by.
const NASTY: [&str; 26] = [
    "0",
    "-0",
    "1",
    "-1",
    "1e-320",
    "1e308",
    "-1e308",
    "1e999",
    "NaN",
    "inf",
    "-inf",
    "0x10",
    "1_000",
    "1,5",
    "4294967296",
    "18446744073709551616",
    "",
    " ",
    "\t",
    ",",
    "\n",
    "\r\n",
    "\"",
    "\u{feff}",
    "é",
    "id",
];

const JOBS: &str = "id,arrival,size,estimate,weight\n1,0,30,30,1\n2,10,10,5,2\n3,15.5,1e-3,10,1\n4,15.5,2,1,3\n";
const SWIM: &str = "job0\t10\t0\t100\t0\t0\njob1\t11\t1\t5\t6\t7\njob2\t15\t4\t0\t0\t900\n";
const SCENARIO: &str = "seed = 3\nreplications = 2\npolicies = ['ps', 'srpte', 'psbs', 'fspe+las']\n[system]\nkind = 'server'\nservers = 1\n[workload]\n\
    count = 20\nshape = 0.5\ntimeshape = 1.0\nload = 0.9\nstretch = true\nwarmup = 2\nerrors = { uniform = [0.5, 2.0] }\nweights = 'none'\n";
const CLUSTER: &str = "policies = ['fifo', 'fair[preemption=kill]', 'hfsp[preemption=adaptive,t=2]', 'hfsp-viper']\n[system]\nkind = 'cluster'\n\
    machines = 3\nracks = 2\nheartbeat = 2.0\nslowstart = 0.5\nreplication = 2\nchanges = [{ time = 9.0, machine = 1, joins = false }]\n\
    [[workload.jobs]]\narrival = 0.0\nmaps = [ 5.0, 7.0, 3.0 ]\nreduces = [ 4.0 ]\n[[workload.jobs]]\narrival = 2.0\nsize = 9.0\nestimate = 2.0\n\
    weight = 2.0\npool = 1\n";
const DATACENTER: &str = "policies = ['sparrow', 'hawk[cap=2]', 'eagle[bound=1]', 'kairos[q=1,w=5]', 'omniscient-lwl', \
    'dlwl-srpt[heartbeat=3,error=uniform(0.5,2)]', 'big-c[share=0.7]']\n[system]\nkind = 'datacenter'\nworkers = 9\ncores = 1\n\
    cutoff = 50.0\nshort_partition = 0.2\ndelay = 0.001\n[workload]\nlike = 'yahoo'\nscale = 0.5\ntruncate = false\ncount = 3\nload = 0.7\nsigma = 0.5\n";
const ORDERING: &str = "policies = ['baseline', 'greedy[ties=first]', 'heuristic', 'a_star[bound=remaining]', 'dp[limit=90]', 'beam[width=2]']\n\
    [system]\nkind = 'ordering'\nobjective = 'wtmb'\ncache = 2.5\ncache_counts = 'sizes'\neviction = 'optimal'\n[[workload.tasks]]\nname = 'a'\n\
    size = 3.0\n[[workload.tasks]]\nafter = [ 'a' ]\n[[workload.tasks]]\nsize = 0.5\nafter = [ 'a' , '2' ]\n";
const NETWORK: &str = "policies = ['fifo', 'fair', 'fq-codel[quantum=2]', 'pias[first=1,growth=3,queues=3]', 'las', 'pfabric', 'ideal', 'repflow']\n\
    [system]\nkind = 'network'\ncutoff = 1.5\nrouting = 'ecmp-split'\nlinks = [ { from = 'a', to = 's' }, { from = 'b', to = 's', capacity = 2.0 } ]\n\
    [[workload.flows]]\nsource = 'a'\ndestination = 'b'\narrival = 0.0\nsize = 9.0\n[[workload.flows]]\narrival = 2.0\nsize = 1.0\nclass = 'results'\n\
    after = [ 1 ]\n";
const CDN: &str = "policies = ['centralized', 'rand-rand[copies=fill]', 'opt-opt', 'proportional[demand=future]', 'lru']\n[system]\nkind = 'cdn'\nstorage = 2\n\
    dserver_capacity = 1\ncdn_capacity = 1\nreplicas = 1.5\nregions = [ { name = 'A', distance = 3.0 }, { name = 'B', distance = 4.0, users = 2.0 } ]\n\
    links = [ { from = 'A', to = 'B', distance = 1.0, low_priority = true } ]\n[[workload.requests]]\narrival = 0.0\nregion = 'A'\nvideo = 2\n\
    session = 60.0\n[[workload.requests]]\narrival = 5.0\nregion = 'B'\nsession = 90.0\n";
const FLOWS: &str = "source,destination,size,arrival,class,after,id\nh0,h1,5,0,store,,a\nh1,h2,0.5,1,results,a,b\nh3,h1,2,1.5,,a;b,c\n";
const REQUESTS: &str = "time,user,item,region,session,size\n0,u1,x,Nice,60,2\n10,u2,y,3,,0.5\n15.5,u1,x,Lille,4000,\n";
const EDGES: &str = "from,to,size\na,b,2\nb,c,\na,c,2\nd,,1e3\n";
const DOT: &str = "digraph g { node [shape=box]; a -> b -> {c d}; \"e f\" [size=\"2.5\"]; subgraph x { a; } -> c; /* no */ }\n";
const MANIFEST: &str = r#"{"metadata": {"dbt_schema_version": "v12"}, "nodes": {"model.a": {"resource_type": "model", "config": {"materialized":
    "ephemeral"}, "depends_on": {"nodes": ["source.s", "seed.b"]}}, "seed.b": {"resource_type": "seed"}, "model.c": {"resource_type": "model",
    "depends_on": {"nodes": ["model.a"]}}}, "sources": {"source.s": {}}}"#;
const SWF: &str = "; MaxProcs: 8\n1 0 5 36 4 -1 -1 4 72 -1 1 1 1 1 1 -1 -1 -1\n2 6 0 3 -1 -1 -1 2 -1 -1 5 2 1 2 1 -1 -1 -1\n\
    3 6 0 -1 8 -1 -1 8 9 -1 0 3 1 3 1 -1 -1 -1\n";
const TR: &str = "0 2 5 5 6\n1.5 1 2 2\n7 3 80 70 80 90\n";
const TASKS: &str = "job,arrival,duration,estimate,stage\n1,0,5,4,1\n1,0,3,4,2\n2,1.5,90,,\n2,1.5,80,,\n";
const MAPS: &str = "id,arrival,maps,reduces,shuffles,error,weight,after,name,pool,map_memory,reduce_memory,dirty,bin\na,0,5;7,4,1,0.5,2,,x y,1,0.5,4,0,2\n\
                    b,1.5,9,,,,,a,\"x, y\",,,,,\n7,3,2;2;2,3;1,,2,,,,,,,,1\n";
const HISTORY: &str = "Job JOBID=\"job_1_1\" JOBNAME=\"a b\" SUBMIT_TIME=\"1000\" JOB_QUEUE=\"q\" .\nMapAttempt TASK_TYPE=\"MAP\" \
                       TASK_ATTEMPT_ID=\"attempt_1_1_m_0_0\" START_TIME=\"2000\" .\nMapAttempt TASK_ATTEMPT_ID=\"attempt_1_1_m_0_0\" \
                       TASK_STATUS=\"SUCCESS\" FINISH_TIME=\"9000\" .\nReduceAttempt TASK_ATTEMPT_ID=\"attempt_1_1_r_0_0\" START_TIME=\"8000\" .\n\
                       ReduceAttempt TASK_ATTEMPT_ID=\"attempt_1_1_r_0_0\" TASK_STATUS=\"SUCCESS\" SHUFFLE_FINISHED=\"9500\" FINISH_TIME=\"12000\" .\n\
                       Job JOBID=\"job_1_1\" JOB_STATUS=\"SUCCESS\" .\n";
const JHIST: &str = r#"Avro-Json
{"type": "JOB_SUBMITTED", "event": {"x": {"jobid": "job_1_1", "jobName": "a", "submitTime": 1000, "jobQueueName": {"string": "q"}}}}
{"type": "MAP_ATTEMPT_STARTED", "event": {"x": {"attemptId": "attempt_1_1_m_0_0", "startTime": 2000}}}
{"type": "MAP_ATTEMPT_FINISHED", "event": {"x": {"attemptId": "attempt_1_1_m_0_0", "taskStatus": "SUCCEEDED", "finishTime": 9000}}}
{"type": "JOB_FINISHED", "event": {"x": {"jobid": "job_1_1"}}}
"#;
const SPARK: &str = r#"{"Event": "SparkListenerApplicationStart", "App Name": "a", "App ID": "app-1"}
{"Event": "SparkListenerJobStart", "Job ID": 0, "Submission Time": 1000, "Stage Infos": [ {"Stage ID": 0, "Stage Name": "r", "Parent IDs": [] }, {"Stage ID": 1, "Stage Name": "c", "Parent IDs": [ 0 ] } ], "Stage IDs": [ 0, 1 ], "Properties": {"spark.scheduler.pool": "p"}}
{"Event": "SparkListenerTaskEnd", "Stage ID": 0, "Task End Reason": {"Reason": "Success"}, "Task Info": {"Index": 0, "Launch Time": 1000, "Finish Time": 3000}}
{"Event": "SparkListenerTaskEnd", "Stage ID": 1, "Task End Reason": {"Reason": "Success"}, "Task Info": {"Index": 0, "Launch Time": 3000, "Finish Time": 4000}}
{"Event": "SparkListenerJobEnd", "Job ID": 0, "Job Result": {"Result": "JobSucceeded"}}
"#;
const EVENTS: &str = "600000000,,5,0,,0,u,2,9,0.1,0.1,0,0\n601000000,,5,0,7,1,u,2,9,0.1,0.1,0,0\n602000000,,5,0,7,4,u,2,9,0.1,0.1,0,0\n\
                      602000000,,6,0,,0,u,2,9,,,,\n603000000,,6,0,7,1,u,2,9,,,,\n604000000,,6,0,7,4,u,2,9,,,,\n";
const BATCH: &str =
    "M1,2,j_1,1,Terminated,100,110,100,0.5\nR2_1,1,j_1,1,Terminated,110,140,100,0.5\ntask_x,3,j_2,1,Terminated,90,95,50,0.2\n";
const QUERY: &str = "v=1&seed=3&replications=2&policies=ps,srpte,fspe%2Bps&system.servers=1&workload.count=20&workload.shape=0.5&workload.sigma=1&workload.load=0.9";

const SWEEP: &str = "seed = 3\nreplications = 2\npolicies = [ 'fair' , 'hfsp' ]\nuntil = { half_width = 0.5 , max = 9 , batch = 2 }\n[system]\n\
    kind = 'cluster'\n[workload]\ncount = 3\n[[cells]]\n'workload.mix' = 'test'\n'workload.load' = 0.5\n[[cells]]\nworkload.mix = 'dev'\n\
    workload.load = 0.9\n[axes]\n'policies.hfsp.t' = [ 1 , 3 ]\nworkload.sigma = [ 0.5 , 1.0 ]\n";

const EXERCISES: &str = "title = 'S'\n[[exercise]]\ntitle = 'A'\ntext = 'B **c**'\njobs = '0:20:2, 4:3, 5:1:2:3'\npolicies = 'srpte, fspe+ps'\nat = 5\n\
    hide = [ 'future' ]\nhints = [ 'D' ]\ninstant = { of = 'leaves' , job = 2 , under = 'srpte' , within = 0.5 }\n[[exercise]]\ntitle = 'A'\ntext = 'B'\n\
    watch = '#watch?example=aging'\ngoal = { worse = 'fsp' , than = 'srpt' , times = 9 , jobs = [ 2 , 9 ] , sizes = [ 0.1 , 40 ] }\n";

/// A journal with a record for each cell of a small sweep.
fn journal() -> Vec<u8> {
    let sweep = Sweep::from_toml("policies = ['ps']\n[axes]\nseed = [1, 2]\n'workload.errors' = [{ bias = 2.0 }, 'none']").unwrap();
    let header = Header { manifest: Manifest::new(sweep.clone(), vec![]), shard: Shard::WHOLE };
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, _) = Journal::open(folder.path(), &header, false).unwrap();
    for cell in 0..sweep.cells() {
        let study = Study::new(
            Scenario { policies: vec!["ps".to_owned()], ..Scenario::from_query("workload.count=2").unwrap() },
            |_| unreachable!(),
        )
        .unwrap();
        journal.add(&CellResult::new(&sweep, cell, &Report::new(&study, run_all(&study, false, |_| {}).unwrap().0))).unwrap();
    }
    std::fs::read(folder.path().join("journal")).unwrap()
}

/// A valid text of which some words, as `cuts` delimits them, have been replaced.
fn spoilt(text: &'static str, cuts: &'static [char]) -> impl Strategy<Value = String> {
    vec((any::<Index>(), select(&NASTY[..])), 1..4).prop_map(move |changes| {
        let mut words: Vec<&str> = text.split_inclusive(cuts).collect();
        for (place, nasty) in changes {
            let place = place.index(words.len());
            words[place] = nasty;
        }
        words.concat()
    })
}

/// Runs what a scenario asks for, if it can be had and is small: it ends, and every sojourn time is a number.
fn run(scenario: Result<Scenario, impl std::fmt::Display>, file: &[u8]) -> Result<(), TestCaseError> {
    let scenario = match scenario {
        Ok(scenario) => scenario,
        Err(error) => return reasonable(&error),
    };
    prop_assert_eq!(&Scenario::from_toml(&scenario.to_toml()).map_err(|error| TestCaseError::fail(error.to_string()))?, &scenario);
    prop_assert_eq!(&Scenario::from_query(&scenario.to_query()).map_err(|error| TestCaseError::fail(error.to_string()))?, &scenario);
    let given = ["workload.path", "workload.jobs", "workload.tasks", "workload.flows", "workload.requests"];
    let unbounded = given.iter().all(|field| scenario.get(field).is_none());
    let number = |name: &str| scenario.get(name).and_then(|value| value.as_integer());
    if unbounded && number("workload.count").is_none_or(|count| count > 1000)
        || ["system.machines", "system.workers"].iter().any(|size| number(size).is_some_and(|size| size > 1000))
    {
        return Ok(());
    }
    match Study::new(scenario, |_| Ok(file.to_vec())) {
        Err(error) => reasonable(&error),
        Ok(study) => {
            let drawn = study.draw(0);
            for (policy, choice) in study.choices().iter().enumerate() {
                let cell = study.cell(&drawn, &study.run(&drawn, policy, |_| {}).unwrap());
                let sojourns = cell.times().map(|times| times.sojourn.as_slice()).unwrap_or_default();
                prop_assert!(sojourns.iter().all(|sojourn| sojourn.is_finite() && *sojourn > 0.0), "{choice}: {sojourns:?} of {drawn:?}");
            }
            Ok(())
        }
    }
}

/// An error is one line that says something.
fn reasonable(error: &impl std::fmt::Display) -> Result<(), TestCaseError> {
    let message = error.to_string();
    prop_assert!(message.len() > 10 && message.len() < 1000, "{message:?}");
    Ok(())
}

fn all_policies(path: &str) -> Scenario {
    let policies = schedscope::server::Policy::all().map(|policy| policy.to_string()).collect();
    of_file(Scenario { policies, ..Scenario::default() }, path)
}

/// A scenario whose jobs are those of a file, and nothing else of them.
fn of_file(mut scenario: Scenario, path: &str) -> Scenario {
    scenario.set("workload", None).unwrap();
    scenario.set("workload.path", Some(path.into())).unwrap();
    scenario
}

#[test]
fn unspoilt_all_is_well() {
    run(Ok::<_, String>(all_policies("jobs.csv")), JOBS.as_bytes()).unwrap();
    let files = [SCENARIO, CLUSTER, DATACENTER, ORDERING, NETWORK, CDN].map(Scenario::from_toml);
    for scenario in files.into_iter().chain([Scenario::from_query(QUERY)]) {
        let scenario = scenario.unwrap();
        run(Ok::<_, String>(scenario.clone()), b"").unwrap();
        Study::new(scenario, |_| panic!("no file is named")).unwrap();
    }
    assert_eq!(Sweep::from_toml(SWEEP).unwrap().cells(), 8);
    assert_eq!(Recorded::parse(&journal()).results.len(), 4);
    for (path, text) in [("jobs.csv", JOBS), ("trace.tsv", SWIM), ("log.swf", SWF), ("tasks.tr", TR)] {
        Study::new(all_policies(path), |_| Ok(text.into())).unwrap();
    }
    for (query, text) in [
        ("system.kind=network&workload.path=f.csv", FLOWS),
        ("system.kind=datacenter&workload.path=t.csv", TASKS),
        ("system.kind=datacenter&workload.path=t.csv&workload.format=google", EVENTS),
        ("system.kind=datacenter&workload.path=t.csv&workload.format=alibaba", BATCH),
        ("system.kind=cluster&workload.path=t.csv&workload.format=alibaba", BATCH),
        ("workload.path=t.csv&workload.format=google", EVENTS),
        ("system.kind=cdn&workload.path=r.csv", REQUESTS),
        ("system.kind=cluster&workload.path=t.csv", MAPS),
        ("system.kind=cluster&workload.path=h&workload.format=hadoop", HISTORY),
        ("system.kind=datacenter&workload.path=h.jhist", JHIST),
        ("workload.path=h&workload.format=spark", SPARK),
        ("system.kind=ordering&workload.path=e.csv", EDGES),
        ("system.kind=ordering&workload.path=g.dot", DOT),
        ("system.kind=ordering&workload.path=m.json", MANIFEST),
    ] {
        Study::new(Scenario::from_query(query).unwrap(), |_| Ok(text.into())).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes(bytes in vec(any::<u8>(), 0..200)) {
        let _ = read_jobs("bytes.csv", &bytes, &Columns::default());
        let _ = read_swim("bytes.tsv", &bytes);
        let _ = read_swf("bytes.swf", &bytes);
        let _ = read_tr("bytes.tr", &bytes);
        let _ = read_tasks("bytes.csv", &bytes, &Columns::default());
        let _ = read_google("bytes.csv", &bytes);
        let _ = read_alibaba("bytes.csv", &bytes);
        let _ = read_hadoop("bytes.jhist", &bytes);
        let _ = read_spark("bytes", &bytes);
        let _ = read_gaps("bytes.csv", &bytes);
        let _ = Recorded::parse(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        let _ = Sweep::from_toml(&text);
        let _ = Scenario::from_toml(&text);
        let _ = Scenario::from_query(&text);
    }

    #[test]
    fn spoilt_jobs(text in spoilt(JOBS, &[',', '\n'])) {
        run(Ok::<_, String>(all_policies("jobs.csv")), text.as_bytes())?;
    }

    #[test]
    fn spoilt_traces(text in spoilt(SWIM, &['\t', '\n'])) {
        run(Ok::<_, String>(all_policies("trace.tsv")), text.as_bytes())?;
    }

    #[test]
    fn spoilt_logs(text in spoilt(SWF, &[' ', '\n']), world in select(&[CLUSTER, DATACENTER, "policies = ['ps', 'srpte', 'psbs']"][..])) {
        run(Ok::<_, String>(of_file(Scenario::from_toml(world).unwrap(), "log.swf")), text.as_bytes())?;
    }

    #[test]
    fn spoilt_scenarios(text in spoilt(SCENARIO, &[' ', '\n'])) {
        run(Scenario::from_toml(&text), b"")?;
    }

    #[test]
    fn spoilt_clusters(text in spoilt(CLUSTER, &[' ', '\n'])) {
        run(Scenario::from_toml(&text), b"")?;
    }

    #[test]
    fn spoilt_datacenters(text in spoilt(DATACENTER, &[' ', '\n'])) {
        run(Scenario::from_toml(&text), b"")?;
    }

    #[test]
    fn spoilt_orderings(text in spoilt(ORDERING, &[' ', '\n'])) {
        run(Scenario::from_toml(&text), b"")?;
    }

    #[test]
    fn spoilt_networks(text in spoilt(NETWORK, &[' ', '\n'])) {
        run(Scenario::from_toml(&text), b"")?;
    }

    #[test]
    fn spoilt_cdns(text in spoilt(CDN, &[' ', '\n'])) {
        run(Scenario::from_toml(&text), b"")?;
    }

    #[test]
    fn spoilt_flows(text in spoilt(FLOWS, &[',', ';', '\n'])) {
        run(Scenario::from_query("system.kind=network&workload.path=f.csv").map_err(|error| error.to_string()), text.as_bytes())?;
    }

    #[test]
    fn spoilt_requests(text in spoilt(REQUESTS, &[',', '\n'])) {
        let query = "system.kind=cdn&system.cdn_capacity=1&policies=rand-opt,lru&workload.path=r.csv";
        run(Scenario::from_query(query).map_err(|error| error.to_string()), text.as_bytes())?;
    }

    #[test]
    fn spoilt_edges(text in spoilt(EDGES, &[',', '\n'])) {
        run(Scenario::from_query("system.kind=ordering&workload.path=e.csv").map_err(|error| error.to_string()), text.as_bytes())?;
    }

    #[test]
    fn spoilt_graphs(text in spoilt(DOT, &[' ', ';'])) {
        run(Scenario::from_query("system.kind=ordering&workload.path=g.dot").map_err(|error| error.to_string()), text.as_bytes())?;
    }

    #[test]
    fn spoilt_manifests(text in spoilt(MANIFEST, &[' ', ','])) {
        run(Scenario::from_query("system.kind=ordering&workload.path=m.json").map_err(|error| error.to_string()), text.as_bytes())?;
    }

    #[test]
    fn spoilt_task_traces(text in spoilt(TR, &[' ', '\n'])) {
        run(Ok::<_, String>(of_file(Scenario::from_toml(DATACENTER).unwrap(), "t.tr")), text.as_bytes())?;
    }

    #[test]
    fn spoilt_task_logs(
        (text, format) in prop_oneof![
            spoilt(TASKS, &[',', '\n']).prop_map(|text| (text, "csv")),
            spoilt(EVENTS, &[',', '\n']).prop_map(|text| (text, "google")),
            spoilt(BATCH, &[',', '\n']).prop_map(|text| (text, "alibaba")),
        ],
    ) {
        let mut scenario = of_file(Scenario::from_toml(DATACENTER).unwrap(), "log.csv");
        scenario.set("workload.format", Some(format.into())).unwrap();
        run(Ok::<_, String>(scenario), text.as_bytes())?;
    }

    #[test]
    fn spoilt_jobs_with_tasks(text in spoilt(MAPS, &[',', ';', '\n']), world in select(&[CLUSTER, DATACENTER, "policies = ['ps', 'srpte', 'psbs']"][..])) {
        run(Ok::<_, String>(of_file(Scenario::from_toml(world).unwrap(), "jobs.csv")), text.as_bytes())?;
    }

    #[test]
    fn spoilt_histories(
        (text, format) in prop_oneof![
            spoilt(HISTORY, &[' ', '"', '_', '\n']).prop_map(|text| (text, "hadoop")),
            spoilt(JHIST, &[' ', '"', '_']).prop_map(|text| (text, "hadoop")),
            spoilt(SPARK, &[' ', '"', ',']).prop_map(|text| (text, "spark")),
        ],
        world in select(&[CLUSTER, DATACENTER, "policies = ['ps', 'srpte', 'psbs']"][..]),
    ) {
        let mut scenario = of_file(Scenario::from_toml(world).unwrap(), "log");
        scenario.set("workload.format", Some(format.into())).unwrap();
        run(Ok::<_, String>(scenario), text.as_bytes())?;
    }

    #[test]
    fn spoilt_sweeps(text in spoilt(SWEEP, &[' ', '\n'])) {
        match Sweep::from_toml(&text) {
            Err(error) => reasonable(&error)?,
            Ok(sweep) => {
                let json = serde_json::to_string(&sweep).map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(&serde_json::from_str::<Sweep>(&json).map_err(|error| TestCaseError::fail(error.to_string()))?, &sweep);
                for cell in 0..sweep.cells().min(20) {
                    match sweep.scenario(cell).and_then(|scenario| Study::new(scenario, |_| Ok(vec![]))) {
                        Err(error) => reasonable(&error)?,
                        Ok(study) => prop_assert_eq!(study.choices().len(), sweep.scenario.policies.len()),
                    }
                }
            }
        }
    }

    /// Records with right and with wrong check sums.
    #[test]
    fn spoilt_journals(changes in vec((any::<Index>(), select(&NASTY[..])), 0..4), mended in any::<bool>(), torn in any::<Index>()) {
        static WHOLE: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(journal);
        let text = String::from_utf8(WHOLE.clone()).unwrap();
        let mut words: Vec<String> = text.split_inclusive([',', ':', '\n', '[', ' ']).map(str::to_owned).collect();
        for (place, nasty) in &changes {
            let place = place.index(words.len());
            words[place] = (*nasty).to_owned();
        }
        let mut spoilt = words.concat();
        if mended {
            let mend = |line: &str| {
                let json = line.split_once(' ').map_or(line, |(_, json)| json);
                format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))
            };
            spoilt = spoilt.lines().map(mend).collect();
        }
        let end = if changes.is_empty() { torn.index(spoilt.len() + 1) } else { spoilt.len() };
        let recorded = Recorded::parse(&spoilt.as_bytes()[..end]);
        let Some(header) = &recorded.header else {
            prop_assert!(recorded.results.is_empty());
            return Ok(());
        };
        let table = ResultTable::new(&header.manifest.sweep, recorded.results.values());
        prop_assert!(table.rows >= recorded.results.len());
        if changes.is_empty() && !mended {
            // Nothing but the end is missing: all whole records are there.
            prop_assert_eq!(recorded.results.len() + 1, spoilt.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count());
        }
    }

    #[test]
    fn spoilt_exercises(text in spoilt(EXERCISES, &[' ', '\n'])) {
        match Set::from_toml(&text) {
            Ok(set) => {
                let text = set.to_toml();
                prop_assert_eq!(&Set::from_toml(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?, &set);
                for exercise in &set.exercises {
                    let query = exercise.to_query();
                    prop_assert_eq!(&Exercise::from_query(&query).map_err(|error| TestCaseError::fail(format!("{query}: {error}")))?, exercise);
                    prop_assert!(exercise.load().is_some() || Truth::of(exercise).is_some());
                }
            }
            Err(error) => reasonable(&error)?,
        }
    }

    #[test]
    fn spoilt_links(text in spoilt(QUERY, &['&', '='])) {
        run(Scenario::from_query(&text), b"")?;
    }
}
