//! Random formulas: what is written is read again, and programs agree with trees.

use super::super::tree::{Binary, Function, Tree};
use super::super::{Formula, Moment, RankRule, Setting, Shape, ShareRule, Variable};
use super::setting;
use crate::workload::Job;
use proptest::prelude::*;

const BINARY: [Binary; 13] = [
    Binary::Or,
    Binary::And,
    Binary::Less,
    Binary::LessEqual,
    Binary::Greater,
    Binary::GreaterEqual,
    Binary::Equal,
    Binary::Unequal,
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::Divide,
    Binary::Power,
];

fn trees() -> impl Strategy<Value = Tree> {
    of(&Variable::ALL, &BINARY, &Function::ALL)
}

/// Trees of what engines have short ways for, more often than chance would have it.
fn of_age() -> impl Strategy<Value = Tree> {
    const VARIABLES: [Variable; 8] =
        [Variable::Est, Variable::Weight, Variable::Size, Variable::Age, Variable::Age, Variable::EstRem, Variable::Rem, Variable::Late];
    const FEW: [Function; 4] = [Function::Min, Function::Max, Function::If, Function::Abs];
    let few = of(&VARIABLES, &[Binary::Less, Binary::GreaterEqual, Binary::Add, Binary::Subtract, Binary::Multiply, Binary::Divide], &FEW);
    prop_oneof![few, of(&VARIABLES, &BINARY, &Function::ALL)]
}

fn of(variables: &'static [Variable], operators: &'static [Binary], functions: &'static [Function]) -> impl Strategy<Value = Tree> {
    let number = prop_oneof![Just(0.0), Just(1.0), Just(0.5), Just(f64::INFINITY), 1e-3..1e3];
    let leaf = prop_oneof![
        1 => number.prop_map(Tree::Number),
        3 => proptest::sample::select(variables).prop_map(Tree::Variable),
        2 => Just(Tree::Variable(Variable::Age)),
    ];
    leaf.prop_recursive(5, 40, 3, move |inner| {
        let two = (inner.clone(), inner.clone());
        let call = (proptest::sample::select(functions), proptest::collection::vec(inner.clone(), 3));
        prop_oneof![
            1 => inner.clone().prop_map(|one| Tree::Negate(Box::new(one))),
            1 => inner.prop_map(|one| Tree::Not(Box::new(one))),
            6 => (proptest::sample::select(operators), two).prop_map(|(operator, (a, b))| Tree::binary(operator, a, b)),
            3 => call.prop_map(|(function, mut arguments)| {
                arguments.truncate(function.arity().unwrap_or(3));
                Tree::Call(function, arguments)
            }),
        ]
    })
}

/// The value of a tree, as its documentation defines it.
fn value(tree: &Tree, job: &Job, moment: &Moment, setting: &Setting) -> f64 {
    let of = |tree: &Tree| value(tree, job, moment, setting);
    let yes = |yes: bool| if yes { 1.0 } else { 0.0 };
    let whole = |x: f64| if (x - x.round()).abs() <= 1e-12 { Some(x.round()) } else { None };
    match tree {
        Tree::Number(x) => *x,
        Tree::Constant(_) | Tree::Word(..) => unreachable!("no constants and no words here"),
        Tree::Variable(variable) => match variable {
            Variable::Est => job.estimate,
            Variable::Weight => job.weight,
            Variable::Arrival => job.arrival,
            Variable::Id => job.id as f64,
            Variable::Size => job.size,
            Variable::Age => moment.age,
            Variable::EstRem => job.estimate - moment.age,
            Variable::Late => yes(moment.age >= job.estimate),
            Variable::Rem => job.size - moment.age,
            Variable::Now => moment.now,
            Variable::Sojourn => moment.now - job.arrival,
            Variable::Wait => moment.now - job.arrival - moment.age,
            Variable::N => moment.n,
            Variable::NLate => moment.nlate,
            Variable::Load => setting.load.unwrap(),
            Variable::Sigma => setting.sigma.unwrap(),
            Variable::Shape => setting.shape.unwrap(),
        },
        Tree::Negate(one) => 0.0 - of(one),
        Tree::Not(one) => match of(one) {
            x if x.is_nan() => x,
            x => yes(x == 0.0),
        },
        Tree::Binary(operator, two) => {
            let left = of(&two[0]);
            match operator {
                Binary::And if left == 0.0 => return 0.0,
                Binary::Or if left != 0.0 && !left.is_nan() => return 1.0,
                _ => {}
            }
            let right = of(&two[1]);
            if left.is_nan() || right.is_nan() {
                return f64::NAN;
            }
            match operator {
                Binary::And | Binary::Or => yes(right != 0.0),
                Binary::Less => yes(left < right),
                Binary::LessEqual => yes(left <= right),
                Binary::Greater => yes(left > right),
                Binary::GreaterEqual => yes(left >= right),
                Binary::Equal => yes(left == right),
                Binary::Unequal => yes(left != right),
                Binary::Add => left + right,
                Binary::Subtract => left - right,
                Binary::Multiply => left * right,
                Binary::Divide => left / right,
                Binary::Power => libm::pow(left, right),
            }
        }
        Tree::Call(Function::If, arguments) => match of(&arguments[0]) {
            x if x.is_nan() => x,
            0.0 => of(&arguments[2]),
            _ => of(&arguments[1]),
        },
        Tree::Call(function, arguments) => {
            let values: Vec<f64> = arguments.iter().map(of).collect();
            if values.iter().any(|x| x.is_nan()) {
                return f64::NAN;
            }
            let x = values[0];
            match function {
                Function::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
                Function::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                Function::Abs => x.abs(),
                Function::Log => {
                    if x > 0.0 {
                        libm::log(x)
                    } else {
                        f64::NEG_INFINITY
                    }
                }
                Function::Exp => libm::exp(x),
                Function::Sqrt => {
                    if x < 0.0 {
                        f64::NAN
                    } else {
                        libm::sqrt(x)
                    }
                }
                Function::Floor => whole(x).unwrap_or(x.floor()),
                Function::Ceil => whole(x).unwrap_or(x.ceil()),
                Function::Gittins => (x + values[1]).abs(),
                Function::Mrl => (x - values[1]).abs(),
                Function::If => unreachable!("handled above"),
            }
        }
    }
}

fn jobs() -> impl Strategy<Value = Job> {
    let some = || prop_oneof![Just(1.0), 0.01..9.0];
    (0u64..5, 0.0..5.0, some(), prop_oneof![Just(0.0), some()], some()).prop_map(|(id, arrival, size, estimate, weight)| Job {
        id,
        arrival,
        size,
        estimate,
        weight,
    })
}

fn moments() -> impl Strategy<Value = Moment> {
    (prop_oneof![Just(0.0), Just(1.0), 0.0..9.0], 0.0..99.0, 1u8..9, 0u8..9).prop_map(|(age, now, n, nlate)| Moment {
        age,
        now,
        n: f64::from(n),
        nlate: f64::from(nlate),
    })
}

/// Every NaN is the same here.
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_again(tree in trees()) {
        let text = tree.written(&[]).to_string();
        if let Ok(formula) = Formula::parse(&text) {
            prop_assert_eq!(&formula.tree, &tree, "{}", text);
            prop_assert_eq!(formula.to_string(), text);
        } else {
            let mut nodes = 0;
            tree.walk(&mut |_| nodes += 1);
            prop_assert!(text.len() > 400 || nodes > 100, "{}", text);
        }
    }

    #[test]
    fn programs_agree_with_trees(tree in trees(), job in jobs(), moment in moments()) {
        let expected = value(&tree, &job, &moment, &setting());
        let found = super::super::Compiled::new(&tree, &[], &setting()).of_job(&job).at(&moment);
        prop_assert!(same(found, expected), "{}: {} {}", tree.written(&[]), found, expected);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[-a-e0-9+*/^<=>!&|(),.;\n ]{0,60}|\\PC{0,40}", words in proptest::collection::vec(
        proptest::sample::select(&["est", "age", "if(", "max(", "(", ")", ",", "+", "-", "^", "!", "1", "c", ";let c=2", ";", "=", "name=", "<", "1e", ".", "é"][..]), 0..14)) {
        for text in [text, words.concat()] {
            for mistake in [Formula::parse(&text).err(), RankRule::parse(&text).err(), ShareRule::parse(&text).err()].into_iter().flatten() {
                prop_assert!((1..=text.chars().count() + 1).contains(&mistake.column), "{}: {}", text, mistake);
                mistake.under(&text);
            }
            if let Ok(rule) = RankRule::parse(&text) {
                prop_assert_eq!(RankRule::parse(&rule.to_string()), Ok(rule.clone()));
                rule.explain();
            }
        }
    }

    #[test]
    fn what_is_proved_of_age_holds(tree in of_age(), job in jobs()) {
        let Ok(formula) = Formula::parse(&tree.written(&[]).to_string()) else { return Ok(()) };
        let program = formula.of_job(&job, &setting());
        let ages: Vec<f64> = (0..=60).map(|i| job.size * f64::from(i) / 61.0).collect();
        let ranks: Vec<f64> = ages.iter().map(|age| program.rank(*age)).collect();
        if ranks.iter().any(|rank| rank.is_nan()) {
            return Ok(());
        }
        let slack = |x: f64| 1e-9 * x.abs().max(1.0);
        let ordered = |a: f64, b: f64| a <= b || a - b <= slack(b);
        let rises = ranks.windows(2).all(|two| ordered(two[0], two[1]));
        let falls = ranks.windows(2).all(|two| ordered(two[1], two[0]));
        prop_assert!(rises || !formula.rises(), "{} is said to rise", formula);
        match formula.shape() {
            Shape::Constant => prop_assert!(rises && falls, "{} is said to be constant", formula),
            Shape::Falling => prop_assert!(falls, "{} is said to fall", formula),
            Shape::Line => {
                let flat = program.line().is_some_and(|(start, slope)| start.is_infinite() || slope == 0.0);
                prop_assert!(rises && (ranks[60] > ranks[0] || flat), "{} is said to be a rising line", formula);
            }
            Shape::Pieces | Shape::General => {}
        }
        if let Some((start, slope)) = program.line() {
            for (age, rank) in ages.iter().zip(&ranks) {
                let scale = start.abs().max((slope * age).abs());
                let close = scale > 1e9 || scale.is_nan() || (start + slope * age - rank).abs() <= slack(scale);
                prop_assert!(close, "{} is no line at {}", formula, age);
            }
        }
        if formula.shape() == Shape::Pieces {
            let signs = |age| {
                let mut signs = vec![];
                program.kinks(age, &mut |x| signs.push(x.partial_cmp(&0.0)));
                signs
            };
            for (two, three) in ages.windows(3).zip(ranks.windows(3)) {
                let same = (0..=64).all(|i| signs(two[0] + (two[2] - two[0]) * f64::from(i) / 64.0) == signs(two[0]));
                let finite = three.iter().all(|rank| rank.abs() < 1e9);
                let affine = (three[0] + three[2] - 2.0 * three[1]).abs() <= slack(three[0]);
                prop_assert!(!same || !finite || affine, "{} is not affine around {}", formula, two[1]);
            }
        }
    }
}
