use crate::server::{Plan, Policy};
use crate::theory::{Form, SizeLaw, TooMuch, mean_sojourn};
use crate::workload::{Errors, Pace, Synthetic, Weights};
use crate::world::{Ask, JobsSpec, Source, World};

/// A plan whose jobs are drawn so.
fn plan(queue: Synthetic, servers: u32) -> Plan {
    let (system, workload) = (crate::server::System::default(), JobsSpec::default());
    let policies: Vec<Policy> = ["fifo", "srpte", "gittins", "gittins-blind", "serpt"].map(|key| key.parse().unwrap()).to_vec();
    let ask = Ask { system: &system, workload: &workload, policies, seed: 1, replications: 1 };
    let mut plan = Plan::prepare(ask, &mut |_| unreachable!("no file")).unwrap();
    (plan.config.servers, plan.source) = (servers, Source::Synthetic(queue, Pace::default()));
    plan
}

fn queue() -> Synthetic {
    Synthetic { shape: 0.5, sigma: 1.0, load: 0.7, ..Synthetic::default() }
}

fn rank(queue: Synthetic, text: &str) -> Option<f64> {
    plan(queue, 1).exact_mean(&format!("rank[{text}]").parse().unwrap()).unwrap()
}

#[test]
fn policies_have_theory() {
    let plan = plan(queue(), 1);
    let of = |key: &str| plan.exact_mean(&key.parse().unwrap()).unwrap();
    assert!((of("srpte").unwrap() - 2.531_420).abs() < 1e-6);
    let bound = plan.bound().unwrap();
    assert!((bound / 2.2598 - 1.0).abs() < 1e-3, "{bound}");
    assert_eq!(of("gittins"), Some(bound));
    assert!(of("serpt").unwrap() > bound * (1.0 - 4e-4) && of("serpt").unwrap() < 1.005 * bound);
    assert!((of("gittins-blind").unwrap() / of("las").unwrap() - 1.0).abs() < 1e-3);
    assert_eq!(of("fspe"), None);
    assert!((of("srpt-b").unwrap() - 2.28145).abs() < 1e-5 && (of("rank[est]").unwrap() / of("psjfe").unwrap() - 1.0).abs() < 1e-4);
    assert!(of("psjfe+las").unwrap() > bound && of("psjfe+las") == of("rank[max(est,age)]"));
    // Asked again, it is the same.
    assert_eq!(plan.bound(), Ok(bound));
}

#[test]
fn theory_follows_the_speed_of_the_servers() {
    let at = |servers: u32, speed: f64, load: f64, key: &str| {
        let mut plan = plan(Synthetic { shape: 1.0, load, ..queue() }, servers);
        plan.speed = speed;
        plan.exact_mean(&key.parse().unwrap()).unwrap()
    };
    // M/M/2 with two servers of speed 1, to which 0.9 of the work of one comes: 1 ÷ (1 − 0.45²).
    assert!((at(2, 2.0, 0.9, "fifo").unwrap() - 1.0 / (1.0 - 0.45 * 0.45)).abs() < 1e-12);
    assert!((at(1, 2.0, 0.8, "ps").unwrap() - 0.5 / (1.0 - 0.4)).abs() < 1e-12);
    assert_eq!(at(1, 0.5, 0.6, "ps"), None, "the load is 1.2");
    assert!(at(4, 4.0, 1.8, "fifo").is_some(), "and here 0.45");
}

#[test]
fn where_there_is_no_bound_there_is_a_reason() {
    let why = |queue: Synthetic, servers: u32| plan(queue, servers).bound().unwrap_err();
    assert_eq!(why(queue(), 2), "the bound is known for one server only");
    assert_eq!(why(Synthetic { timeshape: 0.5, ..queue() }, 1), "arrivals are not Poisson");
    assert_eq!(why(Synthetic { load: 1.0, ..queue() }, 1), "there is no steady state at a load of 1 or more");
    assert_eq!(why(Synthetic { errors: Errors::Uniform([0.5, 2.0]), ..queue() }, 1), "the bound is known for log-normal errors only");
    assert_eq!(
        why(Synthetic { sizes: crate::workload::Sizes::Pareto { alpha: 1.5 }, ..queue() }, 1),
        "sizes have a law of infinite moments"
    );
    let srpt = mean_sojourn(Form::Srpt, &SizeLaw::weibull(0.5).unwrap(), 0.7);
    assert_eq!(plan(Synthetic { errors: Errors::Bias(3.0), ..queue() }, 1).bound(), srpt.map_err(|_| ""));
    let mut switching = plan(queue(), 1);
    switching.config.switch_cost = 0.1;
    assert_eq!(switching.exact_mean(&"fifo".parse().unwrap()), Ok(None));
    assert!(switching.bound().is_err());
}

#[test]
fn formulas_have_theory() {
    let law = SizeLaw::weibull(0.5).unwrap();
    let close = |text: &str, form: Form, relative: f64| {
        let (found, exact) = (rank(queue(), text).unwrap(), mean_sojourn(form, &law, 0.7).unwrap());
        assert!((found / exact - 1.0).abs() < relative, "{text}: {found} is not {exact}");
    };
    close("1", Form::Fifo, 1e-4);
    close("age", Form::Las, 1e-4);
    close("est", Form::Psjfe { sigma: 1.0 }, 1e-4);
    close("estrem", Form::Srpte { sigma: 1.0 }, 2e-4);
    close("max(est-age,min(age-est,est))", Form::SrptB { sigma: 1.0 }, 4e-4);
    close("size", Form::Psjf, 1e-4);
    close("rem", Form::Srpt, 4e-4);
    close("if(age<1,0,1)", Form::TwoLevels { cut: 1.0 }, 2e-4);
    close("if(age<1,0,age)", Form::Grace { cut: 1.0 }, 2e-4);
    // A factor of all estimates, and a rising function of a rank, change nothing.
    close("est^3", Form::Psjfe { sigma: 1.0 }, 1e-3);
    close("log(est)", Form::Psjfe { sigma: 1.0 }, 1e-3);
    let unbiased = rank(Synthetic { errors: Errors::Unbiased, ..queue() }, "est").unwrap();
    assert!((unbiased / rank(queue(), "est").unwrap() - 1.0).abs() < 1e-4);
    let weighted = Synthetic { weights: Weights::Classes { classes: 3, beta: 1.0 }, ..queue() };
    assert!(rank(weighted, "size/weight").is_some() && rank(weighted, "weight*age").is_some());
    let bound = plan(queue(), 1).bound().unwrap();
    assert!((rank(queue(), "gittins(est,age)").unwrap() / bound - 1.0).abs() < 1e-3);
    for none in ["arrival", "now", "age; preempt=completion", "age; ties=shared", "sqrt(est-age)", "n*age", "exp(est)"] {
        assert_eq!(rank(queue(), none), None, "{none}");
    }
    assert_eq!(rank(Synthetic { load: 1.2, ..queue() }, "age"), None);
}

/// Work is counted: what is given up is given up on every machine.
#[test]
fn theory_that_takes_too_much_is_given_up_and_all_of_it_can_be_switched_off() {
    let asked = |plan: &Plan, text: &str| plan.exact_mean(&text.parse().unwrap());
    assert_eq!(asked(&plan(queue(), 1), "rank[late*rem]"), Err(TooMuch::Steps));
    let mut silent = plan(queue(), 1);
    silent.theory = false;
    assert_eq!((asked(&silent, "rank[late*rem]"), asked(&silent, "fifo")), (Ok(None), Ok(None)));
    assert_eq!(silent.bound(), Err("theory is switched off"));
}

/// Golden 9 in the words of a formula: weights 1 and 3 are not classes of the form class^−β, but 1 and ⅓ are.
#[test]
fn weights_of_classes() {
    let beta = 1.584_962_500_721_156;
    let weighted = Synthetic { weights: Weights::Classes { classes: 2, beta }, ..queue() };
    let found = rank(weighted, "size/weight").unwrap();
    assert!((found / 2.076_492 - 1.0).abs() < 2e-4, "{found}");
}
