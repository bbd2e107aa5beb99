//! What is proved of formulas as functions of age, and where they turn.

use super::super::{Moment, Shape};
use super::{JOB, parse, setting};

#[test]
fn the_simplest_form_is_found() {
    for (text, shape) in [
        ("est/weight", Shape::Constant),
        ("3", Shape::Constant),
        ("est-age", Shape::Falling),
        ("rem", Shape::Falling),
        ("rem*est", Shape::Falling),
        ("estrem/weight", Shape::Falling),
        ("-age^2", Shape::Falling),
        ("est^.3-age", Shape::Falling),
        ("1/(1+age)", Shape::Falling),
        ("if(age<1,5,3)", Shape::Falling),
        ("if(late,-1,1)", Shape::Falling),
        ("est-floor(age)", Shape::Falling),
        ("-inf+0*age", Shape::Falling),
        ("exp(-age)*weight", Shape::Falling),
        ("max(est-age,0)", Shape::Falling),
        ("c*age; let c=-2", Shape::Falling),
        ("age", Shape::Line),
        ("age/weight", Shape::Line),
        ("age+est/2", Shape::Line),
        ("2*(age-est)", Shape::Line),
        ("-(est-age)/weight", Shape::Line),
        ("c*age; let c=2", Shape::Line),
        ("if(est>4,2*age,age)", Shape::Line),
        ("age*(1+est)", Shape::Line),
        ("age/(1+est)", Shape::Line),
        ("est*age", Shape::Falling),
        ("max(est,age)", Shape::Pieces),
        ("max(est-age,min(age-est,est))", Shape::Pieces),
        ("if(age<1,0,if(age<4,1,2))", Shape::Pieces),
        ("if(age<1,2*(1-age),5-age)", Shape::Pieces),
        ("abs(age-est)", Shape::Pieces),
        ("(age<1)*age", Shape::Pieces),
        ("(est-3)*age", Shape::Pieces),
        ("age*(4-age)", Shape::General),
        // Straight pieces, but where they meet is no matter of straight lines.
        ("if(age*estrem<1,2*age,est)", Shape::General),
        ("(age^2<est)*age", Shape::General),
        ("if(age^2<est&&est>1,age,1)", Shape::General),
        ("if(!(age^2-est),age,1)", Shape::General),
        ("floor(age)", Shape::General),
        ("age^2/est", Shape::General),
        ("gittins(est,age)", Shape::General),
        ("wait", Shape::General),
    ] {
        // An estimate may be zero, and then this is constant: neither proved to rise nor to fall.
        let shape = if text == "est*age" { Shape::Pieces } else { shape };
        assert_eq!(parse(text).shape(), shape, "{text}");
    }
}

#[test]
fn rising_formulas_are_known() {
    for text in [
        "3",
        "age",
        "max(est,age)",
        "if(age<1,0,if(age<4,1,2))",
        "floor(age)",
        "age^2/est",
        "max(age,.5*est^.7)",
        "log(age)",
        "late",
        "-rem",
        "if(age<1,0,age)",
        "2^age",
    ] {
        assert!(parse(text).rises(), "{text}");
    }
    for text in [
        "est-age",
        "age*(4-age)",
        "if(age<2,1,if(age<4,0,3))",
        "max(est-age,age/2)",
        "(.5)^age",
        "if(age<1,age,0)",
        "age==1",
        "wait",
        "gittins(est,age)",
    ] {
        assert!(!parse(text).rises(), "{text}");
    }
}

#[test]
fn lines_have_their_start_and_slope() {
    for text in ["age", "age/weight", "2*(age-est)+3", "-(est-age)/weight", "if(est>4,2*age,age+1)", "size-rem*3", "est"] {
        let program = parse(&format!("{text}+0*age")).of_job(&JOB, &setting());
        let (start, slope) = program.line().unwrap();
        for age in [0.0, 0.3, 2.0, 17.0] {
            assert!((program.rank(age) - (start + slope * age)).abs() < 1e-12, "{text} at {age}");
        }
    }
    assert_eq!(parse("max(est,age)").of_job(&JOB, &setting()).line(), None);
}

/// How many changes of sign there are between two ages.
fn turns(text: &str, from: f64, to: f64) -> usize {
    let program = parse(text).of_job(&JOB, &setting());
    let signs = |age| {
        let mut found = vec![];
        program.kinks(age, &mut |x| found.push(x > 0.0));
        found
    };
    signs(from).iter().zip(signs(to)).filter(|(a, b)| **a != *b).count()
}

#[test]
fn kinks_lie_between_changes_of_sign() {
    for (text, kink) in [
        ("max(est,age)", 2.0),
        ("max(1,est,age)", 2.0),
        ("min(3-age,est)", 1.0),
        ("abs(age-3)", 3.0),
        ("if(age<1,0,1)", 1.0),
        ("if(age-1,0,1)", 1.0),
        ("if(late,0,1)", 2.0),
        ("age==3", 3.0),
        ("!(age-3)", 3.0),
        ("age-3&&est", 3.0),
        ("floor(age)", 5.0),
        ("ceil(age)", 5.0),
        ("floor(age/2)", 4.0),
        ("1/(est-age)", 2.0),
        ("log(age-3)", 3.0),
        ("sqrt(3-age)", 3.0),
        ("(age-3)^3", 3.0),
        ("1+2*max(est,age)/weight", 2.0),
    ] {
        assert_eq!(turns(text, kink - 0.1, kink + 0.1), 1, "{text} at {kink}");
        assert_eq!(turns(text, kink + 0.1, kink + 0.2), 0, "{text} behind {kink}");
    }
    for text in ["est-age", "max(est,weight)", "if(est>1,age,1)", "age/weight", "max(est,now)"] {
        let mut none = true;
        parse(text).of_job(&JOB, &setting()).kinks(1.0, &mut |_| none = false);
        assert!(none, "{text}");
    }
}

#[test]
fn a_kink_is_visited_once_and_always() {
    let program = parse("max(est,age)+max(est,age)+if(age<1,sqrt(age-3),1)").of_job(&JOB, &setting());
    for age in [0.0, 1.0, 5.0] {
        let mut count = 0;
        program.kinks(age, &mut |_| count += 1);
        assert_eq!(count, 3);
    }
    assert_eq!(program.at(&Moment { age: 5.0, ..Moment::default() }), 11.0);
}
