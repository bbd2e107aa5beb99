//! Rules: what is read, how it is written, and what is said about it.

use super::super::{Preempt, RankRule, ShareRule, Ties, Twin};

#[test]
fn a_rule_has_its_parts_in_any_order() {
    let rule = RankRule::parse(" wait / c+d ;name=my rule; let c = 2; q=0.01; let d=-1; ties=shared").unwrap();
    assert_eq!(rule.formula.text(), "wait/c+d");
    assert_eq!(rule.formula.constants(), [("c".to_owned(), 2.0), ("d".to_owned(), -1.0)]);
    assert_eq!((rule.preempt, rule.ties, rule.quantum(), rule.name()), (Preempt::Always, Ties::Shared, Some(0.01), "my rule"));
    assert_eq!(rule.to_string(), "wait/c+d; let c=2, d=-1; ties=shared; q=0.01; name=my rule");
    assert_eq!(RankRule::parse(&rule.to_string()).as_ref(), Ok(&rule));
}

#[test]
fn a_rule_needs_only_its_expression() {
    let rule = RankRule::parse("est").unwrap();
    assert_eq!((rule.preempt, rule.ties, rule.quantum(), rule.name()), (Preempt::Always, Ties::Fcfs, None, "est"));
    assert_eq!(rule.to_string(), "est");
    assert_eq!(RankRule::parse("-wait").unwrap().quantum(), Some(1e-3));
    assert_eq!(RankRule::parse("-wait;preempt=completion;").unwrap().quantum(), None);
    let share = ShareRule::parse("weight^c; let c=2; name=bold").unwrap();
    assert_eq!((share.name(), share.to_string()), ("bold", "weight^c; let c=2; name=bold".to_owned()));
}

#[test]
fn constants_are_given_in_several_ways() {
    let same = RankRule::parse("age/c+d; let c=2, d=3").unwrap();
    for text in [
        "age/c+d; let c=2; let d=3",
        "age/c+d; let c=2; d=3",
        "age/c+d\nlet c = 2, d = 3",
        "age/c+d; let c=9, d=3; c=2",
        "age\n/c+d\n let c=2 ; d=3\n",
    ] {
        assert_eq!(RankRule::parse(text).as_ref(), Ok(&same), "{text}");
    }
    let other = same.with_constant("c", -0.5).unwrap();
    assert_eq!(other.to_string(), "age/c+d; let c=-0.5, d=3");
    for (name, value) in [("e", 1.0), ("c", f64::NAN), ("c", f64::INFINITY), ("c", 1e301)] {
        assert_eq!(same.with_constant(name, value), None);
    }
}

#[test]
fn expressions_are_written_in_one_way() {
    for (text, written) in [
        ("( est )", "est"),
        ("a - (b - c); let a=1,b=1,c=1", "a-(b-c)"),
        ("(1-2)-3", "1-2-3"),
        ("(est*age)/2", "est*age/2"),
        ("est*(age/2)", "est*(age/2)"),
        ("(2^3)^2", "(2^3)^2"),
        ("2^(3^2)", "2^3^2"),
        ("-(2^2)", "-2^2"),
        ("(-2)^2", "(-2)^2"),
        ("2^(-1)", "2^-1"),
        ("-(est+1)", "-(est+1)"),
        ("(1<2)<3", "(1<2)<3"),
        ("1<(2<3)", "1<(2<3)"),
        ("(est<1||age<1)&&1", "(est<1||age<1)&&1"),
        ("est×2÷3−1≤inf", "est*2/3-1<=inf"),
        ("0.10+1e-9+12000", "0.1+1e-9+12000"),
        ("max( est , min(age-est, est) )", "max(est,min(age-est,est))"),
    ] {
        assert_eq!(super::parse(text).text(), written);
        assert_eq!(super::parse(text), super::parse(&super::parse(text).to_string()));
    }
}

#[test]
fn known_policies_are_recognised() {
    for (text, key) in [
        ("arrival", Some("fifo")),
        ("arrival; preempt=completion", Some("fifo")),
        ("3", Some("fifo")),
        ("load*now", Some("fifo")),
        ("3; ties=shared", Some("ps")),
        ("rem", Some("srpt")),
        ("size-age", Some("srpt")),
        ("-age+size", Some("srpt")),
        ("-(age-size)", Some("srpt")),
        ("estrem", Some("srpte")),
        ("est-age", Some("srpte")),
        ("size", Some("psjf")),
        ("est", Some("psjfe")),
        ("size; preempt=completion", Some("sjf")),
        ("est; preempt=completion", Some("sjfe")),
        ("age", Some("las")),
        ("min(age)", Some("las")),
        ("max(est-age,min(age-est,est))", Some("srpt-b")),
        ("max(min(est,-estrem),estrem)", Some("srpt-b")),
        ("max(age,est)", Some("psjfe+las")),
        ("-(1+wait/est); preempt=completion", Some("hrrn")),
        ("-((now-arrival-age)/est)-1; preempt=completion", Some("hrrn")),
        ("est*3+arrival", Some("edf")),
        ("arrival+c*est; let c=9", Some("edf")),
        ("gittins(est,age)", Some("gittins")),
        ("mrl(est,age)", Some("serpt")),
    ] {
        let twin = RankRule::parse(text).unwrap().explain().twin;
        assert_eq!(twin.and_then(|twin: Twin| twin.key), key, "{text}");
    }
    for (text, name) in [
        ("-arrival", "LIFO, preemptive"),
        ("if(age<2,0,if(8>age,1,2))", "MLFQ of three levels, FCFS in each"),
        ("if(age<1,0,age)", "LAS above a grace"),
        ("age/weight", "weighted LAS"),
    ] {
        assert_eq!(RankRule::parse(text).unwrap().explain().twin.map(|twin| (twin.name, twin.key)), Some((name, None)), "{text}");
    }
    for text in [
        "est; preempt=arrival",
        "est; ties=shared",
        "est+age",
        "age-est",
        "if(age<1,0,if(age<4,2,1))",
        "weight/est",
        "arrival-est",
        "-(1+wait/est)",
        "gittins(age,est)",
    ] {
        assert_eq!(RankRule::parse(text).unwrap().explain().twin, None, "{text}");
    }
    for (text, key) in [("1", Some("ps")), ("n", Some("ps")), ("weight", Some("gps")), ("1/weight", None), ("age", None)] {
        assert_eq!(ShareRule::parse(text).unwrap().explain().twin.and_then(|twin| twin.key), key, "{text}");
    }
}

#[test]
fn a_rule_is_explained() {
    let said = RankRule::parse("max(est,age)").unwrap().explain();
    assert_eq!(said.variables.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["est", "age"]);
    assert!(said.class.starts_with("age") && said.simulated.starts_with("exactly"));
    assert_eq!(said.warnings, [""; 0]);
    for (text, simulated, warning) in [
        ("rem", "exactly: in continuous time", "sees exact sizes"),
        ("3", "exactly: in continuous time", "this is FIFO"),
        ("3; ties=shared", "exactly: in continuous time", "this is PS"),
        ("-wait", "in quanta of 0.001 mean sizes", "depends on time"),
        ("-wait; q=0.5", "in quanta of 0.5 mean sizes", "every 0.5 mean sizes"),
        ("-wait; preempt=completion", "exactly: ranks are read when the server falls free", "never uses est"),
        ("age; preempt=arrival", "exactly: ranks are read at arrivals and completions", "never uses est"),
        ("mrl(est,age)", "exactly: in continuous time", "reads a table"),
    ] {
        let said = RankRule::parse(text).unwrap().explain();
        assert_eq!(said.simulated, simulated, "{text}");
        assert!(said.warnings.iter().any(|one| one.contains(warning)), "{text}: {:?}", said.warnings);
    }
    for (text, simulated) in [("weight/n", "exactly"), ("1/(1+age)", "by integration"), ("sojourn", "by integration")] {
        assert!(ShareRule::parse(text).unwrap().explain().simulated.starts_with(simulated), "{text}");
    }
}
