//! What is said about wrong formulas, and where.

use super::super::{Allowed, Formula, Mistake, RankRule, ShareRule};

const WRONG: [(&str, usize, &str); 62] = [
    ("", 1, "empty"),
    ("   ", 4, "empty"),
    ("; let c=1", 1, "empty"),
    ("siz", 1, "did you mean \"size\"?"),
    ("est+wieght", 5, "did you mean \"weight\"?"),
    ("agee", 1, "did you mean \"age\"?"),
    ("xyzzy", 1, "allowed: est, weight"),
    ("xyzzy(1)", 1, "unknown function \"xyzzy\"; allowed: min"),
    ("maxx(1,2)", 1, "did you mean \"max\"?"),
    ("ln(est)", 1, "did you mean \"log\"?"),
    ("pow(est,2)", 1, "write a^b"),
    ("fsp", 1, "virtual queue"),
    ("fspe", 1, "a state of the system and not of the job"),
    ("1+psbs", 3, "virtual queue"),
    ("FSPE+PS", 1, "FSPE is no formula"),
    ("srpt", 1, "as a formula it is rem"),
    ("las", 1, "as a formula it is age"),
    ("gps", 1, "the share weight"),
    ("if(age<1,2)", 1, "if takes 3 arguments, not 2"),
    ("1+sqrt(1,2)", 3, "sqrt takes 1 argument, not 2"),
    ("log()", 1, "log takes 1 argument, not 0"),
    ("min()", 1, "min takes one argument or more, not 0"),
    ("gittins(est)", 1, "gittins takes 2 arguments, not 1; write gittins(est,age)"),
    ("est+max", 5, "max is a function; write max(a,b)"),
    ("est(2)", 1, "est is not a function"),
    ("1<2<3", 4, "comparisons do not chain"),
    ("est ≤ age == 1", 11, "a<b && b==c"),
    ("(est+age", 9, "the \"(\" of column 1 is not closed"),
    ("max(est,(age", 13, "the \"(\" of column 9 is not closed"),
    ("max(est,age", 12, "the \"(\" of column 4 is not closed"),
    ("(est,age)", 5, "between arguments of functions only"),
    ("est+age)", 8, "closes nothing"),
    ("est,age", 4, "between arguments of functions only"),
    ("est age", 5, "an operator is missing before \"age\""),
    ("2est", 2, "an operator is missing before \"est\""),
    ("2(est)", 2, "an operator is missing before \"(\""),
    ("(est 2)", 6, "an operator is missing before \"2\""),
    ("est and age", 5, "written &&"),
    ("est+", 5, "ends where an operand is missing"),
    ("*est", 1, "an operand is missing before \"*\""),
    ("+est", 1, "an operand is missing before \"+\""),
    ("est**2", 4, "write ^ for powers"),
    ("max(est,)", 9, "an operand is missing before \")\""),
    ("max(,est)", 5, "an operand is missing before \",\""),
    ("est+()", 6, "nothing between these parentheses"),
    ("est = 2", 5, "write == to compare"),
    ("est & age", 5, "write && for \"and\""),
    ("est | age", 5, "write || for \"or\""),
    ("est % 2", 5, "\"%\" is not a sign of formulas"),
    ("\"est\"", 1, "is not a sign of formulas"),
    ("est+1.2.3", 5, "\"1.2.3\" is not a number"),
    ("est+1e400", 5, "1e400 is out of range"),
    ("est*1e-400", 5, "1e-400 is out of range"),
    ("let c=2; age/c", 1, "the expression comes first"),
    ("age/c; let c", 12, "write a constant as let c = 2"),
    ("age/c; let c=x", 14, "\"x\" is not a number"),
    ("age/c; let c=1e301", 14, "out of range"),
    ("age; let c=2", 10, "the constant c is not in the expression"),
    ("age/c; let c=2, c=3", 17, "the constant c is given twice"),
    ("age/c; let c=2; c=3; c=4", 22, "the constant c is given twice"),
    ("age; let est=2", 10, "est is a variable"),
    ("age; let min=2", 10, "min is a function"),
];

const WRONG_RANKS: [(&str, usize, &str); 19] = [
    ("age; let q=2", 10, "q has a meaning of its own"),
    ("age; let 2c=2", 10, "cannot name a constant"),
    ("age; let c-d=2", 10, "cannot name a constant"),
    ("age; let ", 9, "a constant is missing"),
    ("age; preempt=never", 14, "preempt is \"never\"; allowed: always, completion, arrival"),
    ("age; ties = random", 13, "ties is \"random\"; allowed: fcfs, shared"),
    ("age; preemt=always", 6, "did you mean \"preempt\"?"),
    ("age; c=3", 6, "allowed behind the expression: let c = 1, preempt=…"),
    ("age/c; let c=2; preemt=always", 17, "did you mean \"preempt\"?"),
    ("age; shared", 6, "\"shared\" is not understood"),
    ("age; ties=fcfs; ties=fcfs", 17, "ties is given twice"),
    ("age; q=0.1", 6, "does not read time"),
    ("wait; q=0.1; preempt=completion", 7, "no quantum is needed"),
    ("wait; q=0", 9, "mean sizes from 1e-6 to 10"),
    ("wait; q=fast", 9, "mean sizes from 1e-6 to 10"),
    ("est; preempt=completion; ties=shared", 26, "preempt=always only"),
    ("est; name=", 11, "1 to 40 characters"),
    ("est; name=a[b]", 11, "without [ ]"),
    ("est +\n siz\nlet c = 2", 8, "did you mean \"size\"?"),
];

#[test]
fn every_mistake_is_found_where_it_is() {
    let found = |text: &str, mistake: Option<Mistake>, column, words: &str| {
        let mistake = mistake.unwrap_or_else(|| panic!("{text} is read"));
        assert!(mistake.column == column && mistake.what.contains(words), "{}\nwanted column {column}: {words}", mistake.under(text));
    };
    for (text, column, words) in WRONG {
        found(text, Formula::parse(text).err(), column, words);
        found(text, RankRule::parse(text).err(), column, words);
        found(text, ShareRule::parse(text).err(), column, words);
    }
    for (text, column, words) in WRONG_RANKS {
        found(text, RankRule::parse(text).err(), column, words);
    }
    found("weight; ties=shared", ShareRule::parse("weight; ties=shared").err(), 9, "allowed behind the expression: let ties = 1, name=…");
}

#[test]
fn limits_hold() {
    let longest = format!("est+{}", "1".repeat(396));
    let what = |text: &str| Formula::parse(text).map_err(|mistake| (mistake.column, mistake.what)).unwrap_err();
    assert!(what(&longest).1.contains("out of range"));
    assert_eq!(what(&format!("{longest} ")).0, 401);
    let sum = |terms: usize| vec!["1"; terms].join("+");
    assert!(Formula::parse(&format!("-{}", sum(50))).is_ok());
    assert!(what(&sum(51)).1.contains("at most 100 operands"));
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Formula::parse(&nested(20)).is_ok());
    assert_eq!(what(&nested(21)).0, 21);
    for (text, column) in
        [("-".repeat(21) + "1", 21), ("!".repeat(21) + "1", 21), ("1".to_owned() + &"^1".repeat(21), 42), ("abs(".repeat(21) + "1", 81)]
    {
        let (found, words) = what(&text);
        assert!(found == column && words.contains("nested too deeply"), "{text}: {found} {words}");
    }
    let lets = |count: usize| {
        let names: Vec<String> = (0..count).map(|i| format!("c{i}")).collect();
        format!("{}; let {}=1", names.join("+"), names.join("=1, "))
    };
    assert_eq!(Formula::parse(&lets(16)).unwrap().constants().len(), 16);
    assert!(what(&lets(17)).1.contains("at most 16 are allowed"));
}

#[test]
fn a_caret_stands_under_the_mistake() {
    let text = "est ≥\n 2*siz\nlet c = 1";
    let under = RankRule::parse("est ≥\n 2*siz").unwrap_err().under("est ≥\n 2*siz");
    assert_eq!(under, " 2*siz\n   ^ unknown name \"siz\" (did you mean \"size\"?)");
    assert_eq!(Mistake { column: 6, what: "here".to_owned() }.under(text), "est ≥\n     ^ here");
    assert_eq!(Mistake { column: 18, what: "here".to_owned() }.under(text), "let c = 1\n    ^ here");
    assert_eq!(Mistake { column: 1, what: "here".to_owned() }.under(""), "\n^ here");
}

#[test]
fn what_is_not_allowed_is_a_mistake_at_its_column() {
    let allowed = Allowed::new(vec!["est", "age"]);
    for fine in ["est - age", "max(est, c*age^.5) + inf; let c = 2", "late*estrem", "if(age<est,0,1); name=weight", "1e3*age"] {
        assert_eq!(allowed.mistake(fine), None, "{fine}");
    }
    for (text, column, name) in
        [("est - size", 7, "size"), (" age +\n rem", 9, "rem"), ("gittins(est,age)", 1, "gittins"), ("est ≥ n; let c = 1", 7, "n")]
    {
        let mistake = allowed.mistake(text).unwrap();
        assert_eq!((mistake.column, mistake.what), (column, format!("{name} is not allowed here; allowed: est, age")), "{text}");
    }
    assert!(Allowed::new(vec!["now", "arrival", "age"]).permits("wait") && !Allowed::new(vec!["now", "arrival"]).permits("wait"));
    assert!(!Allowed::new(vec!["est"]).permits("late") && Allowed::new(vec![]).permits("sqrt"));
    assert_eq!(Allowed::all().count(), 19);
}
