//! What leaves the program is what its documents say.

use schedscope_core::experiment::{Report, Scenario, Study, run_all};

pub fn schema() -> jsonschema::Validator {
    let text = include_str!("../../assets/schema/report-2.json");
    jsonschema::validator_for(&serde_json::from_str(text).expect("JSON")).expect("a schema")
}

fn report(query: &str) -> serde_json::Value {
    let study = Study::new(Scenario::from_query(query).unwrap(), |_| Ok(b"0 2 5 5 6\n1.5 1 2 2\n".to_vec())).unwrap();
    serde_json::to_value(Report::new(&study, run_all(&study, false, |_| {}).unwrap().0)).expect("JSON")
}

#[test]
fn reports_of_every_world_follow_the_schema() {
    let schema = schema();
    for query in [
        "workload.count=300&replications=3",
        "workload.count=1&policies=fifo",
        "workload.shape=1.0&workload.count=2000&replications=20&policies=ps,srpt",
        "workload.jobs=[{ arrival = 0.0, size = 3.0 }]&policies=ps,psbs",
        "system.kind=cluster&workload.mix=test&workload.count=12&replications=2&policies=fifo,fair,hfsp[preemption=suspend]",
        "system.kind=cluster&workload.jobs=[{ arrival = 0.0, maps = [1.0] }]&policies=fifo",
        "system.kind=datacenter&system.workers=50&workload.count=40&workload.like=google&replications=2",
        "system.kind=datacenter&system.workers=9&workload.path=jobs.tr&policies=sparrow",
        "system.kind=ordering&replications=3&policies=baseline,dp",
        "system.kind=ordering&workload.graph=fig-3.11&policies=greedy",
        "system.kind=cdn&workload.count=300&replications=2",
        "system.kind=cdn&workload.count=300&workload.warmup=100&policies=real-opt,lru",
        "system.kind=cdn&workload.count=300&workload.size_spread=0.3&replications=2",
        "system.kind=network&workload.count=100&replications=2",
        "system.kind=network&workload.kind=repository&workload.count=60&policies=fair,repflow",
    ] {
        let report = report(query);
        let errors: Vec<String> = schema.iter_errors(&report).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{query}: {errors:#?}");
    }
}

#[test]
fn the_schema_would_notice() {
    let schema = schema();
    let good = report("workload.count=20&policies=ps");
    let spoilt = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut report = good.clone();
        change(&mut report);
        schema.is_valid(&report)
    };
    assert!(spoilt(&|_| {}));
    assert!(!spoilt(&|report| report["schema"] = 3.into()));
    assert!(!spoilt(&|report| report["policies"][0]["mean_sojourn"] = "long".into()));
    assert!(!spoilt(&|report| report["policies"][0]["undocumented"] = 1.into()));
    assert!(!spoilt(&|report| {
        report["policies"][0].as_object_mut().expect("a policy").remove("ratio_first");
    }));
}
