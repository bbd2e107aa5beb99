use super::variable::Variables;
use super::{Class, Variable};
use std::fmt;

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Unequal,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
}

/// How tightly a sign binds: more than a product, less than a power.
pub(super) const SIGN: u8 = 11;

impl Binary {
    /// What is written.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
        }
    }

    /// How tightly it binds its left operand, and from which tightness on its right one reaches.
    pub(super) const fn powers(self) -> (u8, u8) {
        match self {
            Self::Or => (1, 2),
            Self::And => (3, 4),
            Self::Less | Self::LessEqual | Self::Greater | Self::GreaterEqual | Self::Equal | Self::Unequal => (5, 6),
            Self::Add | Self::Subtract => (7, 8),
            Self::Multiply | Self::Divide => (9, 10),
            Self::Power => (13, SIGN),
        }
    }

    /// Whether it compares.
    pub(super) const fn compares(self) -> bool {
        self.powers().0 == 5
    }

    /// Its value, but of `&&` and `||`, which may not need their right operand. A comparison with NaN is NaN, as is a power.
    pub(super) fn apply(self, a: f64, b: f64) -> f64 {
        if a.is_nan() || b.is_nan() {
            return f64::NAN;
        }
        match self {
            Self::Or => truth(a != 0.0 || b != 0.0),
            Self::And => truth(a != 0.0 && b != 0.0),
            Self::Less => truth(a < b),
            Self::LessEqual => truth(a <= b),
            Self::Greater => truth(a > b),
            Self::GreaterEqual => truth(a >= b),
            Self::Equal => truth(a == b),
            Self::Unequal => truth(a != b),
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::Power => libm::pow(a, b),
        }
    }
}

/// 1 for yes, 0 for no.
pub(super) fn truth(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// What is written as a name with arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Min,
    Max,
    If,
    Abs,
    Log,
    Exp,
    Sqrt,
    Floor,
    Ceil,
    Gittins,
    Mrl,
}

impl Function {
    pub(super) const ALL: [Self; 11] =
        [Self::Min, Self::Max, Self::If, Self::Abs, Self::Log, Self::Exp, Self::Sqrt, Self::Floor, Self::Ceil, Self::Gittins, Self::Mrl];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::If => "if",
            Self::Abs => "abs",
            Self::Log => "log",
            Self::Exp => "exp",
            Self::Sqrt => "sqrt",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Gittins => "gittins",
            Self::Mrl => "mrl",
        }
    }

    /// How it is written, as an example.
    pub(super) const fn form(self) -> &'static str {
        match self {
            Self::Min => "min(a,b)",
            Self::Max => "max(a,b)",
            Self::If => "if(condition,then,otherwise)",
            Self::Abs => "abs(x)",
            Self::Log => "log(x)",
            Self::Exp => "exp(x)",
            Self::Sqrt => "sqrt(x)",
            Self::Floor => "floor(x)",
            Self::Ceil => "ceil(x)",
            Self::Gittins => "gittins(est,age)",
            Self::Mrl => "mrl(est,age)",
        }
    }

    /// How many arguments it takes; none if one or more.
    pub(super) const fn arity(self) -> Option<usize> {
        match self {
            Self::Min | Self::Max => None,
            Self::If => Some(3),
            Self::Gittins | Self::Mrl => Some(2),
            _ => Some(1),
        }
    }

    /// Whether a table gives its value.
    pub(super) const fn is_tabled(self) -> bool {
        matches!(self, Self::Gittins | Self::Mrl)
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|function| function.name() == name)
    }
}

/// A formula taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// Zero or more, infinity included.
    Number(f64),
    /// The constant of this place in the formula's list.
    Constant(usize),
    Variable(Variable),
    /// The value in this place of a list, and what it is called.
    Word(u8, &'static str),
    Negate(Box<Tree>),
    Not(Box<Tree>),
    Binary(Binary, Box<[Tree; 2]>),
    Call(Function, Vec<Tree>),
}

impl Tree {
    pub(super) fn binary(operator: Binary, left: Self, right: Self) -> Self {
        Self::Binary(operator, Box::new([left, right]))
    }

    /// Its operands and arguments.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Number(_) | Self::Constant(_) | Self::Variable(_) | Self::Word(..) => &[],
            Self::Negate(one) | Self::Not(one) => std::slice::from_ref(one),
            Self::Binary(_, two) => &two[..],
            Self::Call(_, arguments) => arguments,
        }
    }

    /// Visits it and all below it, each before its parts.
    pub(super) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        self.parts().iter().for_each(|part| part.walk(visit));
    }

    /// The variables in it.
    pub(super) fn variables(&self) -> Variables {
        let mut all = Variables::default();
        self.walk(&mut |tree| {
            if let Self::Variable(variable) = tree {
                all.insert(*variable);
            }
        });
        all
    }

    /// What its value changes with.
    pub(super) fn class(&self) -> Class {
        self.variables().iter().map(Variable::class).max().unwrap_or(Class::Constant)
    }

    /// How tightly its outermost operator binds.
    fn power(&self) -> u8 {
        match self {
            Self::Binary(operator, _) => operator.powers().0,
            Self::Negate(_) | Self::Not(_) => SIGN,
            _ => u8::MAX,
        }
    }

    /// As it is written, with these names of constants and no more parentheses than it needs.
    pub(super) fn written<'a>(&'a self, constants: &'a [(String, f64)]) -> Written<'a> {
        Written { tree: self, constants, least: 0 }
    }
}

/// A tree to be written where operators must bind at least so tightly.
pub(super) struct Written<'a> {
    tree: &'a Tree,
    constants: &'a [(String, f64)],
    least: u8,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = |tree, least| Written { tree, constants: self.constants, least };
        if self.tree.power() < self.least {
            return write!(f, "({})", below(self.tree, 0));
        }
        match self.tree {
            Tree::Number(x) => f.write_str(&crate::sim::written(*x)),
            Tree::Constant(place) => f.write_str(self.constants.get(*place).map_or("?", |(name, _)| name)),
            Tree::Variable(variable) => f.write_str(variable.name()),
            Tree::Word(_, name) => f.write_str(name),
            Tree::Negate(one) => write!(f, "-{}", below(one, SIGN)),
            Tree::Not(one) => write!(f, "!{}", below(one, SIGN)),
            Tree::Binary(operator, two) => {
                let (left, right) = operator.powers();
                // Comparisons do not chain, and the base of a power is no power.
                let left = if operator.compares() || *operator == Binary::Power { left + 1 } else { left };
                write!(f, "{}{}{}", below(&two[0], left), operator.sign(), below(&two[1], right))
            }
            Tree::Call(function, arguments) => {
                write!(f, "{}(", function.name())?;
                for (i, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { "," }, below(argument, 0))?;
                }
                f.write_str(")")
            }
        }
    }
}
