//! What a formula may read, where a task allows some of it only.

use super::rule::expression_of;
use super::token::{Token, tokens};
use super::tree::Function;
use super::{Mistake, Variable};

/// Some of the variables, and of the functions that look up a table of the model. All other functions, numbers and constants are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed(Vec<&'static str>);

impl Allowed {
    /// All names that may be allowed or not: the variables, then the functions with a table.
    pub fn all() -> impl Iterator<Item = &'static str> {
        let tabled = Function::ALL.into_iter().filter(|function| function.is_tabled());
        Variable::ALL.into_iter().map(Variable::name).chain(tabled.map(Function::name))
    }

    /// These of [all](Self::all).
    pub const fn new(names: Vec<&'static str>) -> Self {
        Self(names)
    }

    /// The names.
    pub fn names(&self) -> &[&'static str] {
        &self.0
    }

    /// Whether a formula may have this name in it. `estrem` and `late` say no more than `est` and `age` do, nor `rem` more than `size`
    /// and `age`, nor `sojourn` and `wait` more than `now`, `arrival` and `age`.
    pub fn permits(&self, name: &str) -> bool {
        let known = |names: &[&str]| names.iter().all(|name| self.0.contains(name));
        let follows = match name {
            "estrem" | "late" => known(&["est", "age"]),
            "rem" => known(&["size", "age"]),
            "sojourn" => known(&["now", "arrival"]),
            "wait" => known(&["now", "arrival", "age"]),
            _ => false,
        };
        follows || known(&[name]) || Self::all().all(|other| other != name)
    }

    /// The first name in the expression of a rule that is not allowed.
    pub fn mistake(&self, rule: &str) -> Option<Mistake> {
        let (column, expression) = expression_of(rule);
        tokens(expression, column).ok()?.into_iter().find_map(|(column, token)| match token {
            Token::Name(name) if !self.permits(name) => {
                Some(Mistake::at(column, format!("{name} is not allowed here; allowed: {}", self.0.join(", "))))
            }
            _ => None,
        })
    }
}
