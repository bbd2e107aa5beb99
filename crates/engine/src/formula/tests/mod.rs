mod mistakes;
mod properties;
mod rules;
mod shapes;

use super::{Class, Formula, Moment, Setting, Tables, Variable};
use crate::workload::Job;
use std::sync::Arc;

const JOB: Job = Job { id: 3, arrival: 1.0, size: 4.0, estimate: 2.0, weight: 0.5 };
const MOMENT: Moment = Moment { age: 1.5, now: 7.0, n: 5.0, nlate: 2.0 };

#[derive(Debug)]
struct Sums;

impl Tables for Sums {
    fn gittins(&self, est: f64, age: f64) -> f64 {
        (est + age).abs()
    }

    fn mrl(&self, est: f64, age: f64) -> f64 {
        (est - age).abs()
    }
}

fn setting() -> Setting {
    Setting { load: Some(0.7), sigma: Some(0.5), shape: Some(0.25), tables: Some(Arc::new(Sums)) }
}

fn parse(text: &str) -> Formula {
    Formula::parse(text).unwrap_or_else(|mistake| panic!("{}", mistake.under(text)))
}

fn value(text: &str) -> f64 {
    parse(text).of_job(&JOB, &setting()).at(&MOMENT)
}

#[test]
fn operators_bind_as_in_arithmetic() {
    for (text, expected) in [
        ("1+2*3", 7.0),
        ("(1+2)*3", 9.0),
        ("2-3-4", -5.0),
        ("24/4/3", 2.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("2^-2^2", 0.0625),
        ("--3", 3.0),
        ("3*-2", -6.0),
        ("6÷3×2−1", 3.0),
        ("1≤1", 1.0),
        ("2≥3", 0.0),
        ("1+1==2", 1.0),
        ("1!=1", 0.0),
        ("!0", 1.0),
        ("!2", 0.0),
        ("!0+1", 2.0),
        ("!(0+1)", 0.0),
        ("1||0&&0", 1.0),
        ("(1||0)&&0", 0.0),
        ("3&&2", 1.0),
        ("0||0", 0.0),
        ("1<2&&2<3", 1.0),
        ("(1<2)<3", 1.0),
        ("-inf", f64::NEG_INFINITY),
        (".5+1.+1e-1", 1.6),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn variables_and_functions_have_their_values() {
    for (text, expected) in [
        ("est", 2.0),
        ("weight", 0.5),
        ("arrival", 1.0),
        ("id", 3.0),
        ("size", 4.0),
        ("age", 1.5),
        ("estrem", 0.5),
        ("late", 0.0),
        ("rem", 2.5),
        ("now", 7.0),
        ("sojourn", 6.0),
        ("wait", 4.5),
        ("n", 5.0),
        ("nlate", 2.0),
        ("load", 0.7),
        ("sigma", 0.5),
        ("shape", 0.25),
        ("min(3,1,2)", 1.0),
        ("max(est)", 2.0),
        ("max(1,3,2)", 3.0),
        ("if(age<est,10,20)", 10.0),
        ("abs(1-age)", 0.5),
        ("log(exp(1))", 1.0),
        ("sqrt(9)", 3.0),
        ("floor(age)", 1.0),
        ("ceil(age)", 2.0),
        ("floor(-age)", -2.0),
        ("ceil(-age)", -1.0),
        ("gittins(est,age)", 3.5),
        ("mrl(est,age)", 0.5),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn domains_are_as_documented() {
    assert_eq!(value("log(0)"), f64::NEG_INFINITY);
    assert_eq!(value("log(-1)"), f64::NEG_INFINITY);
    assert_eq!(value("1/0"), f64::INFINITY);
    for text in [
        "sqrt(-1)",
        "0/0",
        "inf-inf",
        "0*inf",
        "min(1,0/0)",
        "max(0/0,1)",
        "0/0<1",
        "!(0/0)",
        "if(0/0,1,2)",
        "1&&0/0",
        "0/0||1",
        "(0/0)^0",
        "1^(0/0)",
    ] {
        assert!(value(text).is_nan(), "{text}");
    }
}

#[test]
fn what_is_not_needed_is_not_computed() {
    assert_eq!(value("if(age>2,0/0,7)"), 7.0);
    assert_eq!(value("if(age<2,7,sqrt(-age))"), 7.0);
    assert_eq!(value("age>2&&0/0"), 0.0);
    assert_eq!(value("age<2||sqrt(-age)"), 1.0);
    assert_eq!(value("1+if(age<2,2,0/0)*3"), 7.0);
}

#[test]
fn an_age_just_below_an_integer_is_that_integer() {
    let (floor, ceil) = (parse("floor(age)").of_job(&JOB, &setting()), parse("ceil(age)").of_job(&JOB, &setting()));
    for (age, down, up) in [
        (3.0 - 5e-13, 3.0, 3.0),
        (3.0 - 5e-12, 2.0, 3.0),
        (3.0 + 5e-13, 3.0, 3.0),
        (3.0 + 5e-12, 3.0, 4.0),
        (3.0, 3.0, 3.0),
        (0.0, 0.0, 0.0),
    ] {
        assert_eq!((floor.rank(age), ceil.rank(age)), (down, up), "{age}");
    }
}

#[test]
fn zero_has_no_sign() {
    for text in ["-age", "0*-1", "ceil(-0.5)"] {
        assert!(parse(text).of_job(&JOB, &setting()).rank(0.0).is_sign_positive(), "{text}");
    }
}

#[test]
fn classes_follow_from_variables() {
    for (text, class, oracle) in [
        ("est/weight+id*arrival-load", Class::Constant, false),
        ("size", Class::Constant, true),
        ("max(est,age)", Class::Age, false),
        ("if(late,1,2)", Class::Age, false),
        ("rem", Class::Age, true),
        ("wait/est", Class::Time, false),
        ("n+age", Class::Time, false),
    ] {
        let formula = parse(text);
        assert_eq!((formula.class(), formula.is_oracle()), (class, oracle), "{text}");
    }
    assert!(parse("estrem").uses(Variable::EstRem) && !parse("estrem").uses(Variable::Est));
}

#[test]
fn more_constants_than_there_is_room_for_are_computed_each_time() {
    let text = (1..=10).map(|i| format!("age*(est+{i})")).collect::<Vec<_>>().join("+");
    let sum: f64 = (1..=10).map(|i| 1.5 * (2.0 + f64::from(i))).sum();
    assert_eq!(value(&text), sum);
}

#[test]
fn the_deepest_formulas_are_computed() {
    let deep = format!("{}age{}", "1-(".repeat(20), ")".repeat(20));
    assert_eq!(value(&deep), 1.5);
    let wide = "age||age&&age<age+age*age^(age||age&&age<age+age*age^(age||age&&age<age+age*age^(age||age&&age<age+age*age^(age))))";
    assert_eq!(value(wide), 1.0);
    let right = format!("{}age{}", "age+min(age,".repeat(16), ")".repeat(16));
    assert_eq!(value(&right), 3.0);
}

#[test]
fn nan_is_blamed_on_the_smallest_part() {
    let job = Job { estimate: 0.0, ..JOB };
    let blamed = |text: &str, age| parse(text).nan(&job, &setting(), &Moment { age, ..MOMENT });
    assert_eq!(blamed("1+1/est*age", 0.0).as_deref(), Some("1/est*age"));
    assert_eq!(blamed("1+1/est*age", 1.0), None);
    assert_eq!(blamed("if(age<1,sqrt(-size),sqrt(age-1))", 2.0), None);
    assert_eq!(blamed("3*if(age<1,sqrt(-size),sqrt(age-1))", 0.0).as_deref(), Some("sqrt(-size)"));
    assert_eq!(blamed("est>0&&0/est", 0.0), None);
    assert_eq!(blamed("2*(est<1&&0/est)", 0.0).as_deref(), Some("0/est"));
    assert_eq!(blamed("0/est||age/est", 0.0).as_deref(), Some("0/est"));
    assert_eq!(blamed("c-c*inf; let c=0", 0.0).as_deref(), Some("c*inf"));
}

#[test]
fn a_scenario_must_have_what_is_read() {
    let nothing = Setting::default();
    assert!(parse("est^sigma").check(&nothing).unwrap_err().contains("sigma is not known"));
    assert!(parse("gittins(est,age)").check(&nothing).unwrap_err().starts_with("gittins needs Poisson arrivals"));
    assert!(parse("mrl(est,age)").check(&nothing).unwrap_err().starts_with("mrl needs Poisson arrivals"));
    assert_eq!(parse("est^load").check(&setting()), Ok(()));
    assert!(parse("est^sigma").of_job(&JOB, &nothing).rank(0.0).is_nan());
}
