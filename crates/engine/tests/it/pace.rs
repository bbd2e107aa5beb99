//! Arrivals at a rate that varies and with gaps of a file, in every world of jobs.

use schedscope::world::{Ask, SpecError, World};
use schedscope::{cluster, datacenter, network, server};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io;

fn read(path: &str) -> io::Result<Vec<u8>> {
    if path == "gaps.txt" { Ok(b"0\n0\n1\n7\n".to_vec()) } else { Err(io::ErrorKind::NotFound.into()) }
}

/// A plan for a workload with another field.
fn plan<W: World>(workload: &Value, field: &str, value: &Value) -> Result<W, SpecError>
where
    W::Workload: DeserializeOwned,
{
    let mut workload = workload.clone();
    workload[field] = value.clone();
    let workload = serde_json::from_value(workload).unwrap();
    W::prepare(Ask { system: &W::System::default(), workload: &workload, policies: vec![], seed: 1, replications: 1 }, &mut read)
}

/// Arrivals and sizes.
fn drawn<W: World>(plan: &W) -> (Vec<f64>, Vec<f64>) {
    let whole = W::whole(&plan.draw(0));
    whole.jobs().iter().map(|job| (job.arrival, job.size)).unzip()
}

fn holds<W: World>(workload: &Value)
where
    W::Workload: DeserializeOwned,
{
    let name = W::KIND;
    let (even, sizes) = drawn(&plan::<W>(workload, "rate", &json!("constant")).unwrap());
    let last = even.len() - 1;
    let span = even[last] - even[0];
    let rates = [
        json!({ "log-normal": { "sigma": 0.8, "period": span / 10.0 } }),
        json!({ "diurnal": { "swing": 0.9, "period": span / 3.0 } }),
        json!({ "on-off": { "on": 0.2, "period": span / 5.0 } }),
    ];
    let paced = rates.into_iter().map(|rate| ("rate", rate)).chain([("gaps", json!("gaps.txt"))]);
    for (field, value) in paced {
        let (times, same) = drawn(&plan::<W>(workload, field, &value).unwrap());
        assert_eq!(same, sizes, "{name}, {value}: jobs are the same");
        assert_eq!((times[0], times[last]), (even[0], even[last]), "{name}, {value}: so is the load");
        let moved = times.iter().zip(&even).filter(|(a, b)| a != b).count();
        assert!(moved > last / 2, "{name}, {value}: {moved} of {last} have moved");
    }
    let spread = |times: &[f64]| {
        let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mean = (times[last] - times[0]) / gaps.len() as f64;
        gaps.iter().map(|gap| gap * gap).sum::<f64>() / gaps.len() as f64 / (mean * mean)
    };
    let (bursts, _) = drawn(&plan::<W>(workload, "rate", &json!({ "on-off": { "on": 0.1, "period": span / 5.0 } })).unwrap());
    assert!(spread(&bursts) > 2.0 * spread(&even), "{name}: gaps vary more");
    for (field, value, found) in [
        ("rate", json!({ "on-off": { "on": 0.0, "period": 1.0 } }), "workload.rate.on is 0; allowed: a part of the time, 0.001 to 1"),
        ("rate", json!({ "diurnal": { "swing": 2.0, "period": 1.0 } }), "workload.rate.swing is 2; allowed: a number from 0 to 1"),
        ("gaps", json!("no.txt"), "no.txt"),
    ] {
        let error = plan::<W>(workload, field, &value).err().map_or_else(String::new, |error| error.to_string());
        assert!(error.contains(found), "{name}: {error}");
    }
}

#[test]
fn a_rate_that_varies_keeps_jobs_and_load_in_every_world() {
    holds::<server::Plan>(&json!({ "count": 400 }));
    holds::<cluster::Plan>(&json!({ "count": 400 }));
    holds::<cluster::Plan>(&json!({ "kind": "mix", "mix": "dev", "count": 200 }));
    holds::<datacenter::Plan>(&json!({ "like": "yahoo", "scale": 0.01, "count": 400 }));
    holds::<network::Plan>(&json!({ "count": 400 }));
}

#[test]
fn the_datacenter_has_gaps_of_a_shape() {
    let google = json!({ "like": "google", "scale": 0.01, "count": 4000 });
    let variation = |field: &str, value: &Value| {
        let (times, _) = drawn(&plan::<datacenter::Plan>(&google, field, value).unwrap());
        let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        gaps.iter().map(|gap| (gap - mean) * (gap - mean)).sum::<f64>() / gaps.len() as f64 / (mean * mean)
    };
    // Squared coefficients of variation: of a Poisson process, of Weibull gaps, and of the trace.
    assert!((variation("timeshape", &json!(1.0)) - 1.0).abs() < 0.15);
    assert!((variation("timeshape", &json!(2.0)) - 0.273).abs() < 0.05);
    assert!((variation("rate", &json!("constant")) - 8.0).abs() < 1.0);
}
