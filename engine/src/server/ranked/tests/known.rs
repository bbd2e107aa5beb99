//! Policies that are built in otherwise.

use super::*;

fn draws() -> impl Iterator<Item = Workload> {
    [0.25, 0.5, 1.0, 2.0].into_iter().flat_map(|shape| {
        let synthetic = Synthetic { count: 200, shape, sigma: 1.0, errors: Errors::LogNormal, weights: Weights::Classes { classes: 5, beta: 1.0 }, load: 0.9, ..Synthetic::default() };
        (1..6).map(move |seed| synthetic.generate(seed, 0))
    })
}

fn built_in(workload: &Workload, key: &str) -> Vec<f64> {
    let policy: Policy = key.parse().unwrap();
    simulate(&Config::default(), workload, &policy, &mut Silent).unwrap().sojourn
}

fn equal(key: &str, shape: Shape, curve: impl Fn(&Job) -> Drawn) {
    for workload in draws() {
        let expected = built_in(&workload, key);
        for shape in [shape, Shape::Any] {
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
    equal("las", Shape::Straight, |_| smooth(|age| age));
    // Any increasing function of the age is the same.
    equal("las", Shape::Any, |_| smooth(|age| age * age));
    equal("las", Shape::Any, |_| smooth(|age| libm::log(1.0 + age)));
    equal("las", Shape::Any, |_| kinked(|age| if age < 1.0 { age } else { 3.0 * age }, |age| vec![age - 1.0]));
}

#[test]
fn to_the_end() {
    for workload in draws() {
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
    for workload in draws() {
        let found = run(&workload, Exact::new(workload.len(), Shape::Constant, Ties::Shared, |_, _: &Job| smooth(|_| 7.0))).unwrap();
        let expected = built_in(&workload, "ps");
        assert!(close(&found, &expected, 1e-9), "{found:?} {expected:?}");
    }
}
