//! Formulas: the rank or the share of a job as an expression of what is known about it, such as `max(est,age)` or `age/weight`.
//!
//! A [`Formula`] is read once, [compiled](Formula::compile) for a scenario and folded for each job as it arrives, so that
//! only what changes with its age and with time is computed again. A [`RankRule`] or [`ShareRule`] is a formula with what else is said about the
//! policy that it makes. [`explain`](RankRule::explain) says what a rule means. An [`Expression`] is a formula over other names, which a world gives.
//!
//! * **Rank**: the job of least rank is served (SOAP: Scully, Harchol-Balter, Scheller-Wolf, 2018). Infinite ranks are legal, NaN is none.
//! * **Share**: every job present is served at a rate proportional to its share.
//!
//! | precedence, loosest first | |
//! |---|---|
//! | `\|\|`, `&&` | 1 for yes, 0 for no; the right operand is computed only if it decides |
//! | `<` `<=` `>` `>=` `==` `!=` | do not chain |
//! | `+` `-`, `*` `/` | from left to right |
//! | `-x` `!x` | |
//! | `^` | from right to left: −2^2 = −4 |
//!
//! Functions: `min` `max` (of one argument or more), `if(condition,then,otherwise)`, of which one branch is computed, `abs` `log` `exp` `sqrt` `floor`
//! `ceil`, and `gittins(est,age)` `mrl(est,age)`, whose values are [`Tables`]. `log` of zero or less is −∞, `sqrt` of less than zero is NaN. What is
//! computed from NaN is NaN, comparisons, `min` and `max` included, so that no error hides.

mod advice;
mod allowed;
mod blame;
mod build;
mod canonical;
mod code;
mod explain;
mod expression;
mod kinks;
mod known;
mod mistake;
mod names;
mod parse;
mod program;
mod rule;
mod setting;
mod shape;
mod token;
mod tree;
mod variable;

#[cfg(test)]
mod tests;

/// Keys of the policies that are written as a formula: of a job's rank, and of its share.
pub const KEYS: [&str; 2] = ["rank", "share"];

pub use allowed::Allowed;
pub use explain::{Explanation, Twin};
pub use expression::Expression;
pub use mistake::Mistake;
pub use program::{Compiled, Moment, Program};
pub use rule::{Preempt, RankRule, ShareRule, Ties};
pub use setting::{Setting, Tables};
pub use shape::Shape;
pub use variable::Variable;

use crate::registry::Family;
use crate::workload::Job;
use names::Names;
use std::fmt;
use tree::{Function, Tree};
use variable::Variables;

/// What the value of a formula changes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// With nothing: a job has one value.
    Constant,
    /// With the age of the job, its attained service.
    Age,
    /// With time or with the other jobs.
    Time,
}

/// The rank or the share of a job, as an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    text: String,
    tree: Tree,
    constants: Vec<(String, f64)>,
    variables: Variables,
}

impl Formula {
    /// Reads an expression, and constants behind semicolons: `age/c; let c = 2, d = 3`.
    ///
    /// # Errors
    /// Where and why it is not one.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        rule::read(text, &[]).map(|(formula, _)| formula)
    }

    /// The formula of an expression whose first character stands in this column.
    fn of(text: &str, column: usize, constants: Vec<(String, f64)>) -> Result<Self, Mistake> {
        let tree = parse::expression(text, column, Names::Job(&constants))?;
        Ok(Self { text: tree.written(&constants).to_string(), variables: tree.variables(), tree, constants })
    }

    /// The expression without its constants, in one way of the many in which it may have been written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether this variable is in it.
    pub fn uses(&self, variable: Variable) -> bool {
        self.variables.contains(variable)
    }

    /// The variables in it.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        self.variables.iter()
    }

    /// What its value changes with.
    pub fn class(&self) -> Class {
        self.tree.class()
    }

    /// Whether it reads exact sizes.
    pub fn is_oracle(&self) -> bool {
        self.variables().any(Variable::is_oracle)
    }

    /// Whether it reads estimates.
    pub fn reads_estimates(&self) -> bool {
        [Variable::Est, Variable::EstRem, Variable::Late].into_iter().any(|variable| self.uses(variable)) || self.is_tabled()
    }

    /// What a policy knows that goes by it.
    pub fn family(&self) -> Family {
        match () {
            () if self.is_oracle() => Family::Exact,
            () if self.reads_estimates() => Family::Estimated,
            () => Family::Blind,
        }
    }

    /// Whether it needs [`Tables`].
    pub fn is_tabled(&self) -> bool {
        let mut tabled = false;
        self.tree.walk(&mut |tree| tabled |= matches!(tree, Tree::Call(function, _) if function.is_tabled()));
        tabled
    }

    /// Whether the constant of this place is in it.
    fn has_constant(&self, place: usize) -> bool {
        let mut found = false;
        self.tree.walk(&mut |tree| found |= *tree == Tree::Constant(place));
        found
    }

    /// Names and values of its constants.
    pub fn constants(&self) -> &[(String, f64)] {
        &self.constants
    }

    /// The same with another value of a constant; none if it has no such constant, or if the value is neither 0
    /// nor, without its sign, from 1e-300 to 1e300.
    #[must_use]
    pub fn with_constant(&self, name: &str, value: f64) -> Option<Self> {
        let mut other = self.clone();
        let constant = other.constants.iter_mut().find(|(known, _)| known == name)?;
        constant.1 = value;
        (value == 0.0 || token::NUMBERS.contains(&value.abs())).then_some(other)
    }

    /// Checks that a scenario has what it reads.
    ///
    /// # Errors
    /// What the scenario does not have, and why.
    pub fn check(&self, setting: &Setting) -> Result<(), String> {
        setting.has(self)
    }

    /// What computes it in a scenario. Where the scenario lacks what it reads (see [`check`](Self::check)), its values are NaN.
    pub fn compile(&self, setting: &Setting) -> Compiled {
        Compiled::new(&self.tree, &self.constants, setting)
    }

    /// What computes it for one job; [`compile`](Self::compile) shares the work among jobs.
    pub fn of_job(&self, job: &Job, setting: &Setting) -> Program {
        self.compile(setting).of_job(job)
    }
}

/// The expression and its constants, as [`parse`](Formula::parse) reads them.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        for (i, (name, value)) in self.constants.iter().enumerate() {
            write!(f, "{}{name}={}", if i == 0 { "; let " } else { ", " }, crate::sim::written(*value))?;
        }
        Ok(())
    }
}

/// Names that a formula may have, each with what it is: variables, then functions.
pub fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
    let functions = Function::ALL.into_iter().map(|function| (function.name(), function.form()));
    Variable::ALL.into_iter().map(|variable| (variable.name(), variable.about())).chain(functions)
}
