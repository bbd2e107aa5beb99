//! What can be proved of a formula as a function of age, before any job is known: engines have a short way for some forms.

use super::tree::{Binary, Function, Tree};
use super::{Class, Formula, Variable};

/// The simplest form that a formula provably has as a function of age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A job keeps its value.
    Constant,
    /// Never rises: a job that runs is not displaced by its own rank.
    Falling,
    /// p + q·age with constants p and q > 0 of the job, see [`Program::line`](super::Program::line): jobs of least rank share the server as under LAS.
    /// Where a constant of a job is infinite, as in `age+1/est` without an estimate, p may be infinite or q zero: its rank does not rise.
    Line,
    /// Affine in age between two [kinks](super::Program::kinks).
    Pieces,
    /// Anything else.
    General,
}

impl Formula {
    /// The form that it provably has.
    pub fn shape(&self) -> Shape {
        let facts = self.facts();
        match self.class() {
            Class::Constant => Shape::Constant,
            Class::Age if facts.trend.falls() => Shape::Falling,
            Class::Age if line(&self.tree).is_some_and(|(_, slope)| self.of_tree(&slope).is_positive()) => Shape::Line,
            Class::Age if facts.degree <= 1 => Shape::Pieces,
            Class::Age | Class::Time => Shape::General,
        }
    }

    /// Whether it provably never falls as a job is served.
    pub fn rises(&self) -> bool {
        self.facts().trend.rises()
    }

    fn facts(&self) -> Facts {
        self.of_tree(&self.tree)
    }

    fn of_tree(&self, tree: &Tree) -> Facts {
        Facts::of(tree, &self.constants)
    }
}

/// Constants p and q of the job, if the tree is p + q·age.
pub(super) fn line(tree: &Tree) -> Option<(Tree, Tree)> {
    let number = |x| Tree::Number(x);
    if tree.class() == Class::Constant {
        return Some((tree.clone(), number(0.0)));
    }
    match tree {
        Tree::Variable(Variable::Age) => Some((number(0.0), number(1.0))),
        Tree::Variable(Variable::EstRem) => Some((Tree::Variable(Variable::Est), negative(number(1.0)))),
        Tree::Variable(Variable::Rem) => Some((Tree::Variable(Variable::Size), negative(number(1.0)))),
        Tree::Negate(one) => line(one).map(|(start, slope)| (negative(start), negative(slope))),
        Tree::Binary(operator @ (Binary::Add | Binary::Subtract), two) => {
            let (left, right) = (line(&two[0])?, line(&two[1])?);
            let right = if *operator == Binary::Add { right } else { (negative(right.0), negative(right.1)) };
            Some((sum(left.0, right.0), sum(left.1, right.1)))
        }
        Tree::Binary(operator @ (Binary::Multiply | Binary::Divide), two) => {
            let constant = |tree: &Tree| tree.class() == Class::Constant;
            let (varies, factor) = match (constant(&two[0]), constant(&two[1]), operator) {
                (_, true, _) => (&two[0], &two[1]),
                (true, _, Binary::Multiply) => (&two[1], &two[0]),
                _ => return None,
            };
            let scaled = |tree: Tree| if is(&tree, 0.0) { tree } else { Tree::binary(*operator, tree, factor.clone()) };
            line(varies).map(|(start, slope)| (scaled(start), scaled(slope)))
        }
        Tree::Call(Function::If, arguments) => {
            let [condition, then, otherwise] = &arguments[..] else { return None };
            if condition.class() != Class::Constant {
                return None;
            }
            let (then, otherwise) = (line(then)?, line(otherwise)?);
            let choose = |a, b| Tree::Call(Function::If, vec![condition.clone(), a, b]);
            Some((choose(then.0, otherwise.0), choose(then.1, otherwise.1)))
        }
        _ => None,
    }
}

fn is(tree: &Tree, x: f64) -> bool {
    *tree == Tree::Number(x)
}

fn negative(tree: Tree) -> Tree {
    match tree {
        Tree::Negate(one) => *one,
        zero if is(&zero, 0.0) => zero,
        tree => Tree::Negate(Box::new(tree)),
    }
}

fn sum(a: Tree, b: Tree) -> Tree {
    match (a, b) {
        (zero, other) | (other, zero) if is(&zero, 0.0) => other,
        (a, b) => Tree::binary(Binary::Add, a, b),
    }
}

/// How a value changes with age: flat is both falling and rising.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    Flat,
    Falling,
    Rising,
    Any,
}

impl Trend {
    fn falls(self) -> bool {
        matches!(self, Self::Flat | Self::Falling)
    }

    fn rises(self) -> bool {
        matches!(self, Self::Flat | Self::Rising)
    }

    fn flip(self) -> Self {
        match self {
            Self::Falling => Self::Rising,
            Self::Rising => Self::Falling,
            same => same,
        }
    }

    /// Of what rises with both.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Flat, trend) | (trend, Self::Flat) => trend,
            (a, b) if a == b => a,
            _ => Self::Any,
        }
    }
}

/// What is known of a value over all jobs and ages.
#[derive(Clone, Copy, Debug)]
struct Facts {
    low: f64,
    high: f64,
    nonzero: bool,
    trend: Trend,
    /// 0 constant between kinks, 1 affine between kinks, more otherwise, and where what changes its sign at a kink is not affine.
    degree: u8,
}

/// Neither constant nor affine.
const CURVED: u8 = 2;

impl Facts {
    const ANYTHING: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY, nonzero: false, trend: Trend::Any, degree: CURVED };

    fn number(x: f64) -> Self {
        Self { low: x, high: x, nonzero: x != 0.0, trend: Trend::Flat, degree: 0 }
    }

    /// The truth of something about these, 0 or 1.
    fn truth(trend: Trend, about: &[Self]) -> Self {
        let degree = about.iter().map(|facts| facts.kinked()).max().unwrap_or(0);
        Self { low: 0.0, high: 1.0, nonzero: false, trend, degree }
    }

    /// The degree of what has a kink where this changes its sign, and is constant elsewhere.
    fn kinked(self) -> u8 {
        if self.degree < CURVED { 0 } else { CURVED }
    }

    fn of(tree: &Tree, constants: &[(String, f64)]) -> Self {
        let of = |tree: &Tree| Self::of(tree, constants);
        match tree {
            Tree::Number(x) => Self::number(*x),
            Tree::Constant(place) => constants.get(*place).map_or(Self::ANYTHING, |(_, x)| Self::number(*x)),
            Tree::Variable(variable) => Self::variable(*variable),
            Tree::Word(..) => Self::ANYTHING,
            Tree::Negate(one) => of(one).negative(),
            Tree::Not(one) => {
                let one = of(one);
                Self::truth(one.condition().flip(), &[one])
            }
            Tree::Binary(operator, two) => Self::binary(*operator, of(&two[0]), of(&two[1])),
            Tree::Call(function, arguments) => Self::call(*function, &arguments.iter().map(of).collect::<Vec<_>>()),
        }
    }

    fn variable(variable: Variable) -> Self {
        let constant = Self { trend: Trend::Flat, degree: 0, ..Self::ANYTHING };
        match variable {
            Variable::Arrival => constant,
            Variable::Est | Variable::Id | Variable::Load | Variable::Sigma => Self { low: 0.0, ..constant },
            Variable::Weight | Variable::Size | Variable::Shape => Self { low: 0.0, nonzero: true, ..constant },
            Variable::Age => Self { low: 0.0, trend: Trend::Rising, degree: 1, ..constant },
            Variable::EstRem => Self { trend: Trend::Falling, degree: 1, ..constant },
            Variable::Rem => Self { low: 0.0, trend: Trend::Falling, degree: 1, ..constant },
            Variable::Late => Self::truth(Trend::Rising, &[]),
            Variable::Now | Variable::Sojourn | Variable::Wait | Variable::N | Variable::NLate => Self::ANYTHING,
        }
    }

    fn is_positive(self) -> bool {
        self.low >= 0.0 && self.nonzero
    }

    /// How its truth changes: whether it is not zero.
    fn condition(self) -> Trend {
        if self.low >= 0.0 || self.trend == Trend::Flat { self.trend } else { Trend::Any }
    }

    fn negative(self) -> Self {
        Self { low: -self.high, high: -self.low, trend: self.trend.flip(), ..self }
    }

    /// The same with a range that covers these.
    fn within(self, ends: &[f64]) -> Self {
        if ends.iter().any(|x| x.is_nan()) {
            return Self { low: f64::NEG_INFINITY, high: f64::INFINITY, ..self };
        }
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self { low, high, ..self }
    }

    /// Of what is one of both.
    fn either(self, other: Self) -> Self {
        let nonzero = self.nonzero && other.nonzero;
        let all = Self { nonzero, trend: self.trend.with(other.trend), degree: self.degree.max(other.degree), ..self };
        all.within(&[self.low, self.high, other.low, other.high])
    }

    fn plus(self, other: Self) -> Self {
        let (low, high) = (self.low + other.low, self.high + other.high);
        let one_sided = (self.low >= 0.0 && other.low >= 0.0) || (self.high <= 0.0 && other.high <= 0.0);
        let nonzero = low > 0.0 || high < 0.0 || (one_sided && (self.nonzero || other.nonzero));
        let both = Self { nonzero, trend: self.trend.with(other.trend), degree: self.degree.max(other.degree), ..self };
        // Infinity less infinity bounds nothing.
        if low.is_nan() || high.is_nan() { both.within(&[f64::NAN]) } else { Self { low, high, ..both } }
    }

    fn times(self, other: Self) -> Self {
        if [self, other].iter().any(|factor| factor.low == 0.0 && factor.high == 0.0) {
            return Self::number(0.0);
        }
        if self.high <= 0.0 && self.low < 0.0 {
            return self.negative().times(other).negative();
        }
        if other.high <= 0.0 && other.low < 0.0 {
            return self.times(other.negative()).negative();
        }
        let trend = match (self.low >= 0.0, other.low >= 0.0) {
            (true, true) => self.trend.with(other.trend),
            (true, false) if self.trend == Trend::Flat => other.trend,
            (false, true) if other.trend == Trend::Flat => self.trend,
            _ if self.trend == Trend::Flat && other.trend == Trend::Flat => Trend::Flat,
            _ => Trend::Any,
        };
        let degree = (self.degree + other.degree).min(CURVED);
        let both = Self { nonzero: self.nonzero && other.nonzero, trend, degree, ..self };
        // Zero times infinity is zero here: the infinite end of a range is not attained.
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let ends = [self.low, self.high].map(|a| [product(a, other.low), product(a, other.high)]);
        both.within(ends.as_flattened())
    }

    fn inverse(self) -> Self {
        let degree = if self.degree == 0 { 0 } else { CURVED };
        if self.high <= 0.0 && self.nonzero {
            return self.negative().inverse().negative();
        }
        if self.low >= 0.0 {
            let ends = [1.0 / self.high, if self.low == 0.0 { f64::INFINITY } else { 1.0 / self.low }];
            return Self { nonzero: true, trend: self.trend.flip(), degree, ..self }.within(&ends);
        }
        let trend = if self.trend == Trend::Flat { Trend::Flat } else { Trend::Any };
        Self { trend, degree, ..Self::ANYTHING }
    }

    fn binary(operator: Binary, a: Self, b: Self) -> Self {
        let flat = a.trend == Trend::Flat && b.trend == Trend::Flat;
        match operator {
            Binary::Or | Binary::And => Self::truth(a.condition().with(b.condition()), &[a, b]),
            Binary::Less | Binary::LessEqual => Self::truth(a.trend.flip().with(b.trend), &[a, b]),
            Binary::Greater | Binary::GreaterEqual => Self::truth(a.trend.with(b.trend.flip()), &[a, b]),
            Binary::Equal | Binary::Unequal => Self::truth(if flat { Trend::Flat } else { Trend::Any }, &[a, b]),
            Binary::Add => a.plus(b),
            Binary::Subtract => a.plus(b.negative()),
            Binary::Multiply => a.times(b),
            Binary::Divide => a.times(b.inverse()),
            Binary::Power => {
                let trend = match () {
                    () if flat => Trend::Flat,
                    () if a.low >= 0.0 && b.trend == Trend::Flat && b.low >= 0.0 => a.trend,
                    () if a.low >= 0.0 && b.trend == Trend::Flat && b.high <= 0.0 => a.trend.flip(),
                    () if a.trend == Trend::Flat && a.low >= 1.0 => b.trend,
                    () => Trend::Any,
                };
                let degree = if a.degree == 0 && b.degree == 0 { 0 } else { CURVED };
                let low = if a.low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
                Self { low, nonzero: a.is_positive(), trend, degree, ..Self::ANYTHING }
            }
        }
    }

    fn call(function: Function, arguments: &[Self]) -> Self {
        let [first, rest @ ..] = arguments else { return Self::ANYTHING };
        let curved = |facts: Self| Self { degree: if facts.degree == 0 { 0 } else { CURVED }, ..facts };
        match (function, rest) {
            (Function::Min, _) => rest.iter().fold(*first, |a, b| Self { low: a.low.min(b.low), high: a.high.min(b.high), ..a.either(*b) }),
            (Function::Max, _) => rest.iter().fold(*first, |a, b| Self { low: a.low.max(b.low), high: a.high.max(b.high), ..a.either(*b) }),
            (Function::If, [then, otherwise]) => {
                let either = then.either(*otherwise);
                let degree = either.degree.max(first.kinked());
                Self { degree, ..either }.switched(first.condition(), *then, *otherwise)
            }
            (Function::Abs, _) if first.low >= 0.0 => *first,
            (Function::Abs, _) if first.high <= 0.0 => first.negative(),
            (Function::Abs, _) => {
                let trend = if first.trend == Trend::Flat { Trend::Flat } else { Trend::Any };
                Self { low: 0.0, high: first.high.max(-first.low), trend, ..*first }
            }
            (Function::Log, _) => curved(Self { low: f64::NEG_INFINITY, high: f64::INFINITY, nonzero: false, ..*first }),
            (Function::Exp, _) => curved(Self { low: 0.0, high: f64::INFINITY, nonzero: true, ..*first }),
            (Function::Sqrt, _) => curved(Self { low: 0.0, high: f64::INFINITY, ..*first }),
            (Function::Floor | Function::Ceil, _) => {
                // A value within rounding of an integer counts as that one.
                curved(Self { nonzero: false, low: first.low.floor(), high: first.high.ceil(), ..*first })
            }
            (Function::Gittins | Function::Mrl, _) => {
                let flat = arguments.iter().all(|argument| argument.trend == Trend::Flat);
                Self {
                    low: 0.0,
                    trend: if flat { Trend::Flat } else { Trend::Any },
                    degree: if flat { 0 } else { CURVED },
                    ..Self::ANYTHING
                }
            }
            (Function::If, _) => Self::ANYTHING,
        }
    }

    /// The same where a condition of this trend chooses between two values.
    fn switched(self, condition: Trend, then: Self, otherwise: Self) -> Self {
        let (before, after) = match condition {
            Trend::Flat => return self,
            Trend::Any => return Self { trend: Trend::Any, ..self },
            Trend::Falling => (then, otherwise),
            Trend::Rising => (otherwise, then),
        };
        let trend = match self.trend {
            Trend::Flat | Trend::Rising if before.high <= after.low => Trend::Rising,
            Trend::Flat | Trend::Falling if before.low >= after.high => Trend::Falling,
            _ => Trend::Any,
        };
        Self { trend, ..self }
    }
}
