//! Policies that are built in otherwise.

use super::*;

fn equal(key: &str, shape: Shape, curve: impl Fn(&Job) -> Drawn) {
    for workload in draws(200, 5) {
        let expected = built_in(&workload, key);
        for shape in [shape, Shape::General] {
            let found = run(&workload, Exact::new(workload.len(), shape, Ties::Fcfs, |_, job: &Job| curve(job))).unwrap();
            let worst = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-9, "{key} as {shape:?}: {worst}");
        }
        if matches!(shape, Shape::Constant | Shape::Falling) {
            let found = run(&workload, Least::new(workload.len(), 1, Preempt::Always, |_, job: &Job| curve(job))).unwrap();
            assert!(close(&found, &expected, 1e-9), "{key}");
        }
    }
}

#[test]
fn constant_ranks() {
    equal("fifo", Shape::Constant, |job| {
        let arrival = job.arrival;
        smooth(move |_| arrival)
    });
    equal("psjf", Shape::Constant, |job| {
        let size = job.size;
        smooth(move |_| size)
    });
    equal("psjfe", Shape::Constant, |job| {
        let est = job.estimate;
        smooth(move |_| est)
    });
}

#[test]
fn falling_ranks() {
    equal("srpt", Shape::Falling, |job| {
        let size = job.size;
        smooth(move |age| size - age)
    });
    equal("srpte", Shape::Falling, |job| {
        let est = job.estimate;
        smooth(move |age| est - age)
    });
}

#[test]
fn least_attained_service() {
    equal("las", Shape::Line, |_| smooth(|age| age));
    // Any increasing function of the age is the same.
    equal("las", Shape::General, |_| smooth(|age| age * age));
    equal("las", Shape::General, |_| smooth(|age| libm::log(1.0 + age)));
    equal("las", Shape::General, |_| kinked(|age| if age < 1.0 { age } else { 3.0 * age }, |age| vec![age - 1.0]));
}

#[test]
fn to_the_end() {
    for workload in draws(200, 5) {
        let curve = |_, job: &Job| {
            let est = job.estimate;
            smooth(move |_| est)
        };
        let found = run(&workload, Least::new(workload.len(), 1, Preempt::Completion, curve)).unwrap();
        assert!(close(&found, &built_in(&workload, "sjfe"), 1e-9));
    }
}

#[test]
fn equal_ranks_share() {
    for workload in draws(200, 5) {
        let found = run(&workload, Exact::new(workload.len(), Shape::Constant, Ties::Shared, |_, _: &Job| smooth(|_| 7.0))).unwrap();
        let expected = built_in(&workload, "ps");
        assert!(close(&found, &expected, 1e-9), "{found:?} {expected:?}");
    }
}

#[test]
fn as_formulas() {
    let rows = [
        ("fifo", "arrival"),
        ("srpt", "rem"),
        ("srpte", "estrem"),
        ("psjf", "size"),
        ("psjfe", "est"),
        ("sjf", "size; preempt=completion"),
        ("sjfe", "est; preempt=completion"),
        ("las", "age"),
        ("las", "3*age-2"),
        ("las", "age^2"),
        ("las", "sqrt(age)"),
        ("las", "log(age)"),
        ("las", "-1/(1+age)"),
        ("las", "floor(age)*0+age"),
        ("ps", "0; ties=shared"),
        ("fifo", "0"),
        ("fifo", "now*0"),
        ("hrrn", "-(1+wait/est); preempt=completion"),
        ("wpsjfe", "est/weight"),
    ];
    for workload in draws(200, 5) {
        for (key, rule) in rows {
            let off = apart(&ranked(&workload, rule).unwrap(), &built_in(&workload, key));
            assert!(off < 1e-9, "{rule} is not {key}: {off}");
        }
        for (key, rule) in [("ps", "1"), ("ps", "n"), ("gps", "weight"), ("gps", "weight*n"), ("gps", "weight*exp(est*0)")] {
            let off = apart(&shared(&workload, rule).unwrap(), &built_in(&workload, key));
            assert!(off < 1e-9, "share {rule} is not {key}: {off}");
        }
    }
}

#[test]
fn in_quanta() {
    for workload in draws(60, 2) {
        for (key, rule) in
            [("fifo", "-sojourn"), ("fifo", "-(now-arrival)*2"), ("psjfe", "est+0*now"), ("ps", "0*now; ties=shared"), ("las", "age+0*now")]
        {
            let rule = format!("{rule}; q=0.001");
            let off = apart(&ranked(&workload, &rule).unwrap(), &built_in(&workload, key));
            assert!(off < 0.1, "{rule} is not {key}: {off}");
        }
    }
}
