//! What `docs/versions.md` promises: files of every version so far are read and mean what they meant, and no field has left what is
//! written. Links are in `links.rs`.

use schedscope_core::exhibit::exercises::{Effort, Set};
use schedscope_core::experiment::baseline::Baseline;
use schedscope_core::experiment::sweep::{Manifest, Sweep};
use schedscope_core::experiment::{Report, Scenario, Study, run_all};
use schedscope_state::exercises::Link;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Where files are kept as earlier programs read and wrote them. New ones may be added; none is changed.
fn path(name: &str) -> PathBuf {
    PathBuf::from(crate::ROOT).join("tests/cli/kept").join(name)
}

fn kept(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

/// Scenario files, each with the query of a link that asks for the same.
const SCENARIOS: [[&str; 2]; 7] = [
    [
        "scenario-1-server.toml",
        "seed=7&replications=30&policies=ps,srpt,fspe%2Bps,rr[quantum%3D2],rank[max%28est,%20age%29;%20name%3Dmine]&system.kind=server&\
         system.servers=2&system.switch_cost=0&workload.kind=synthetic&workload.count=500&workload.sizes.bounded-pareto.alpha=1.5&\
         workload.sizes.bounded-pareto.ratio=1e6&workload.timeshape=1&workload.rate.on-off.on=0.5&workload.rate.on-off.period=3000&\
         workload.errors.uniform=[0.5,2]&workload.load=0.9&workload.stretch=true&workload.weights.classes=5&\
         workload.weights.beta=1&workload.warmup=10",
    ],
    ["scenario-1-jobs.toml", "policies=srpte,fspe%2Bps&workload.jobs=[{arrival=0,size=40,estimate=1},{arrival=3,size=4,weight=2.5}]"],
    [
        "scenario-1-cluster.toml",
        "policies=fair,hfsp[preemption%3Dkill,t%3D3]&system.kind=cluster&system.machines=20&system.map_slots=2&system.reduce_slots=1&\
         system.racks=1&system.replication=3&system.heartbeat=3&system.slowstart=0.8&\
         system.changes=[{time=600,machine=3,joins=false},{time=900,machine=3,joins=true}]&system.pools=[{min_map=4,weight=1}]&\
         workload.mix=prod&workload.count=100&workload.sigma=0.5",
    ],
    [
        "scenario-1-datacenter.toml",
        "policies=sparrow[order%3Dest],hawk[cap%3D2],eagle&system.kind=datacenter&system.workers=48&system.delay=0.0005&\
         system.errors_reclassify=true&workload.like=google&workload.scale=0.01&workload.literal=false",
    ],
    [
        "scenario-1-ordering.toml",
        "policies=given,a_star&system.kind=ordering&system.cache=3&system.objective=wtmb&\
         workload.tasks=[{name='a',size=2},{name='b',after=['a']}]&workload.order=['a','b']",
    ],
    ["scenario-1-network.toml", "policies=fair,pfabric&system.kind=network&system.topology=fat-tree&workload.load=0.8&workload.count=100"],
    [
        "scenario-1-cdn.toml",
        "policies=lru,rand-opt[copies%3Dfill]&system.kind=cdn&system.storage=50&system.regions=[{name='A',distance=3}]&\
         workload.requests=[{arrival=0,region='A'}]",
    ],
];

#[test]
fn scenario_files_mean_what_they_meant() {
    let schema = serde_json::from_str(include_str!("../../assets/schema/scenario-1.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for [name, query] in SCENARIOS {
        let text = kept(name);
        let scenario = Scenario::from_toml(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(scenario, Scenario::from_query(query).unwrap(), "{name}");
        scenario.choices().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let written: toml::Table = text.parse().expect("TOML");
        assert!(schema.is_valid(&serde_json::to_value(written).expect("JSON")), "{name}");
    }
}

#[test]
fn sweep_files_mean_what_they_meant() {
    let sweep = Sweep::from_toml(&kept("sweep-1.toml")).unwrap();
    assert_eq!(sweep.cells(), 12);
    let last = "replications=30&policies=fair,hfsp[t%3D5]&system.kind=cluster&system.machines=20&workload.mix=test&workload.count=80&\
                workload.sigma=1";
    assert_eq!(sweep.scenario(11).unwrap(), Scenario::from_query(last).unwrap());
    let until = sweep.until.expect("a stop rule");
    assert_eq!((until.half_width, until.max, until.batch), (0.05, 5000, 10));
}

#[test]
fn baselines_hold_what_they_held() {
    let baseline = Baseline::from_json(&kept("baseline-1.json")).unwrap();
    let case = &baseline.cases[0];
    assert!(case.compare(&case.measure(|_| {}).unwrap()).differences.is_empty());
}

/// `exercises-1.links` has links of the set as they were before they were veiled, and as they are since.
#[test]
fn exercises_their_links_and_their_codes_stay_good() {
    let set = Set::from_toml(&kept("exercises-1.toml")).unwrap();
    for query in kept("exercises-1.links").lines() {
        let Ok(Link::Own { set: read, number: None }) = Link::read(query) else { panic!("{query} is no set") };
        assert_eq!(*read, set);
    }
    let effort = Effort { tries: 2, hints: 1 };
    assert_eq!(set.exercises.iter().map(|exercise| exercise.code("Ada", effort)).collect::<Vec<_>>(), ["58RK-E8QK", "5YCY-V509"]);
}

/// Every field of a value that is there, with what it is.
fn fields(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    let kind = match value {
        Value::Null => return,
        Value::Bool(_) => "truth value",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(items) => return items.iter().for_each(|item| fields(item, &format!("{path}[]"), found)),
        Value::Object(entries) => return entries.iter().for_each(|(name, value)| fields(value, &format!("{path}.{name}"), found)),
    };
    found.insert(format!("{path}: {kind}"));
}

/// The fields of a report of every world, and of the manifest of a sweep.
fn written() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for query in [
        "workload.count=300&replications=3&policies=ps,fspe%2Bps",
        "workload.shape=1.0&workload.count=300&replications=3&workload.weights={ classes = 2, beta = 1.0 }&policies=ps,srpt,gittins",
        "system.kind=cluster&workload.mix=test&workload.count=12&replications=2&policies=fifo,fair,hfsp",
        "system.kind=datacenter&system.workers=50&workload.count=40&workload.like=google&replications=2",
        "system.kind=ordering&replications=3&policies=baseline,dp",
        "system.kind=cdn&workload.count=300&replications=2",
        "system.kind=network&workload.count=100&replications=2",
    ] {
        let study = Study::new(Scenario::from_query(query).unwrap(), |_| unreachable!("no file is read")).unwrap();
        let mut report = serde_json::to_value(Report::new(&study, run_all(&study, false, |_| {}).unwrap().0)).expect("JSON");
        // What was asked has a version of its own.
        report.as_object_mut().expect("a report").remove("scenario");
        fields(&report, &format!("report of {} ", study.scenario().kind()), &mut found);
    }
    let sweep = Sweep::from_toml(&kept("sweep-1.toml")).unwrap();
    let mut manifest = serde_json::to_value(Manifest::new(sweep, vec![])).expect("JSON");
    manifest.as_object_mut().expect("a manifest").remove("scenario");
    fields(&manifest, "manifest ", &mut found);
    found
}

/// Fields may be added, and `SCHEDSCOPE_DOCS=write` takes them over. None goes or becomes something else within a version.
#[test]
fn no_field_has_left_what_is_written() {
    const NAME: &str = "report-2-manifest-1.txt";
    let now = written();
    let mut known: BTreeSet<String> = kept(NAME).lines().map(str::to_owned).collect();
    let gone: Vec<&String> = known.difference(&now).collect();
    assert!(gone.is_empty(), "fields that have gone or are something else: {gone:#?}");
    if std::env::var_os("SCHEDSCOPE_DOCS").is_some_and(|what| what == "write") {
        known.extend(now);
        let text: String = known.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect();
        std::fs::write(path(NAME), text).expect("written");
    }
}
