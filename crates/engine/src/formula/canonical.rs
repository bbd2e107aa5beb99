//! One form for formulas that are written differently: sums and products of sorted operands, `rem` for `size-age` and the like.

use super::Variable;
use super::tree::{Binary, Function, Tree};

/// An operator, function, variable or number with its operands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Canonical {
    head: String,
    parts: Vec<Self>,
}

/// The head of any number.
const NUMBER: &str = "#";

/// Differences that have a name of their own; later ones may contain earlier ones.
const DIFFERENCES: [(Variable, Variable, Variable); 4] = [
    (Variable::Size, Variable::Age, Variable::Rem),
    (Variable::Est, Variable::Age, Variable::EstRem),
    (Variable::Now, Variable::Arrival, Variable::Sojourn),
    (Variable::Sojourn, Variable::Age, Variable::Wait),
];

impl Canonical {
    /// Of a tree with constants of these values.
    pub(super) fn of(tree: &Tree, constants: &[(String, f64)]) -> Self {
        Reader { constant: &|place| constants.get(place).map_or(f64::NAN, |(_, x)| *x).to_string() }.read(tree)
    }

    /// Of a tree whose constants may have any value.
    pub(super) fn pattern(tree: &Tree) -> Self {
        Reader { constant: &|_| String::new() }.read(tree)
    }

    /// Whether it is of a pattern.
    pub(super) fn is(&self, pattern: &Self) -> bool {
        let heads = self.head == pattern.head || (pattern.head == NUMBER && self.head.starts_with(NUMBER));
        heads && self.parts.len() == pattern.parts.len() && self.parts.iter().zip(&pattern.parts).all(|(a, b)| a.is(b))
    }

    fn leaf(head: impl Into<String>) -> Self {
        Self { head: head.into(), parts: vec![] }
    }

    fn sorted(head: &str, mut parts: Vec<Self>) -> Self {
        parts.sort_by_cached_key(Self::order);
        Self { head: head.to_owned(), parts }
    }

    /// By what operands are sorted: all but the values of numbers.
    fn order(&self) -> String {
        let head = if self.head.starts_with(NUMBER) { NUMBER } else { &self.head };
        self.parts.iter().fold(head.to_owned(), |order, part| format!("{order}({})", part.order()))
    }

    /// Operand of a sum or product the other way round: `-x`, `1/x`.
    fn turned(self, head: &str) -> Self {
        if self.head == head && self.parts.len() == 1 {
            self.parts.into_iter().next().unwrap_or(Self::leaf(head))
        } else {
            Self { head: head.to_owned(), parts: vec![self] }
        }
    }
}

struct Reader<'a> {
    constant: &'a dyn Fn(usize) -> String,
}

impl Reader<'_> {
    fn read(&self, tree: &Tree) -> Canonical {
        match tree {
            Tree::Number(x) => Canonical::leaf(format!("{NUMBER}{x}")),
            Tree::Constant(place) => Canonical::leaf(format!("{NUMBER}{}", (self.constant)(*place))),
            Tree::Variable(Variable::Late) => self.compare("<=", &Tree::Variable(Variable::Est), &Tree::Variable(Variable::Age)),
            Tree::Variable(variable) => Canonical::leaf(variable.name()),
            Tree::Word(_, name) => Canonical::leaf(*name),
            Tree::Not(one) => Canonical { head: "!".to_owned(), parts: vec![self.read(one)] },
            Tree::Negate(_) | Tree::Binary(Binary::Add | Binary::Subtract, _) => {
                let mut terms = vec![];
                self.terms(tree, true, &mut terms);
                sum(terms)
            }
            Tree::Binary(Binary::Multiply | Binary::Divide, _) => {
                let mut factors = vec![];
                self.factors(tree, true, &mut factors);
                Canonical::sorted("*", factors)
            }
            Tree::Binary(Binary::Greater, two) => self.compare("<", &two[1], &two[0]),
            Tree::Binary(Binary::GreaterEqual, two) => self.compare("<=", &two[1], &two[0]),
            Tree::Binary(operator @ (Binary::Less | Binary::LessEqual | Binary::Power), two) => {
                self.compare(operator.sign(), &two[0], &two[1])
            }
            Tree::Binary(operator, two) => Canonical::sorted(operator.sign(), two.iter().map(|one| self.read(one)).collect()),
            Tree::Call(function @ (Function::Min | Function::Max), _) => {
                let mut operands = vec![];
                self.operands(tree, *function, &mut operands);
                if operands.len() == 1 { operands.remove(0) } else { Canonical::sorted(function.name(), operands) }
            }
            Tree::Call(function, arguments) => {
                Canonical { head: function.name().to_owned(), parts: arguments.iter().map(|argument| self.read(argument)).collect() }
            }
        }
    }

    fn compare(&self, sign: &str, a: &Tree, b: &Tree) -> Canonical {
        Canonical { head: sign.to_owned(), parts: vec![self.read(a), self.read(b)] }
    }

    fn terms(&self, tree: &Tree, plus: bool, to: &mut Vec<(bool, Canonical)>) {
        match tree {
            Tree::Negate(one) => self.terms(one, !plus, to),
            Tree::Binary(operator @ (Binary::Add | Binary::Subtract), two) => {
                self.terms(&two[0], plus, to);
                self.terms(&two[1], plus == (*operator == Binary::Add), to);
            }
            tree => to.push((plus, self.read(tree))),
        }
    }

    fn factors(&self, tree: &Tree, times: bool, to: &mut Vec<Canonical>) {
        match tree {
            Tree::Binary(operator @ (Binary::Multiply | Binary::Divide), two) => {
                self.factors(&two[0], times, to);
                self.factors(&two[1], times == (*operator == Binary::Multiply), to);
            }
            tree if times => to.push(self.read(tree)),
            tree => to.push(self.read(tree).turned("1/")),
        }
    }

    fn operands(&self, tree: &Tree, function: Function, to: &mut Vec<Canonical>) {
        match tree {
            Tree::Call(same, arguments) if *same == function => arguments.iter().for_each(|argument| self.operands(argument, function, to)),
            tree => to.push(self.read(tree)),
        }
    }
}

/// The sum of what is added and what is subtracted.
fn sum(mut terms: Vec<(bool, Canonical)>) -> Canonical {
    for (more, less, difference) in DIFFERENCES {
        let place = |terms: &[(bool, Canonical)], plus, variable: Variable| {
            terms.iter().position(|(sign, term)| *sign == plus && *term == Canonical::leaf(variable.name()))
        };
        for plus in [true, false] {
            while let (Some(a), Some(b)) = (place(&terms, plus, more), place(&terms, !plus, less)) {
                terms[a].1 = Canonical::leaf(difference.name());
                terms.remove(b);
            }
        }
    }
    let mut terms: Vec<Canonical> = terms.into_iter().map(|(plus, term)| if plus { term } else { term.turned("-") }).collect();
    if terms.len() == 1 { terms.remove(0) } else { Canonical::sorted("+", terms) }
}
