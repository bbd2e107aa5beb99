use super::build::Builder;
use super::code::{Steps, VALUES};
use super::names::Names;
use super::tree::Tree;
use super::{Mistake, Moment, blame, parse};
use crate::registry::Term;

/// A formula over a list of words, whose values are given anew each time: what a world other than the server lets its policies read.
/// It has the operators and functions of a [`Formula`](super::Formula), but for the tables, and no constants other than numbers.
///
/// ```
/// use schedscope::formula::Expression;
/// let load = Expression::parse("queue*5 + max(rest,1)", 1, &[("queue", "entries"), ("rest", "seconds")]).unwrap();
/// assert_eq!(load.value(&[2.0, 0.5]), 11.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    tree: Tree,
    steps: Steps,
}

impl Expression {
    /// Most words.
    pub const MOST_WORDS: usize = VALUES;

    /// Reads an expression over some words, no more than [`MOST_WORDS`](Self::MOST_WORDS). Its first character stands in this column.
    ///
    /// # Errors
    /// Where and why it is not one.
    pub fn parse(text: &str, column: usize, words: &'static [Term]) -> Result<Self, Mistake> {
        debug_assert!(words.len() <= Self::MOST_WORDS, "a value has no place");
        let tree = parse::expression(text, column, Names::Words(words))?;
        Ok(Self { steps: Builder::plain(&tree), tree })
    }

    /// Whether this word is in it.
    pub fn reads(&self, word: &str) -> bool {
        let mut found = false;
        self.tree.walk(&mut |tree| found |= matches!(tree, Tree::Word(_, name) if *name == word));
        found
    }

    /// Its value where its words have these, in their order.
    pub fn value<const N: usize>(&self, values: &[f64; N]) -> f64 {
        at(&self.steps, values)
    }

    /// The smallest part of it that makes its value NaN, as it is written; none if the value is a number.
    pub fn nan<const N: usize>(&self, values: &[f64; N]) -> Option<String> {
        blame::nan(&self.tree, &[], &|tree| at(&Builder::plain(tree), values))
    }
}

fn at(steps: &Steps, given: &[f64]) -> f64 {
    let mut values = [0.0; VALUES];
    values[..given.len()].copy_from_slice(given);
    steps.value(&values, &Moment::default(), None)
}

#[cfg(test)]
mod tests {
    use super::{Expression, Term};

    const WORDS: [Term; 2] = [("est", "seconds"), ("wait", "seconds")];

    #[test]
    fn words_have_the_values_of_their_places() {
        let of = |text: &str| Expression::parse(text, 1, &WORDS).unwrap();
        assert_eq!(of("est-2*wait").value(&[3.0, 4.0]), -5.0);
        assert_eq!(of("if(wait>=10,-inf,est)").value(&[3.0, 10.0]), f64::NEG_INFINITY);
        assert_eq!(of("-min(est,wait,5)^2").value(&[3.0, 4.0]), -9.0);
        assert!(of("est+1").reads("est") && !of("est+1").reads("wait"));
    }

    #[test]
    fn what_comes_from_no_number_is_named() {
        let of = |text: &str, values| Expression::parse(text, 1, &WORDS).unwrap().nan(values);
        assert_eq!(of("est + sqrt(wait - 5)", &[1.0, 2.0]).as_deref(), Some("sqrt(wait-5)"));
        assert_eq!(of("est/wait", &[0.0, 0.0]).as_deref(), Some("est/wait"));
        assert_eq!(of("est/wait", &[1.0, 0.0]), None, "infinity is legal");
    }

    #[test]
    fn names_of_other_worlds_are_not_known() {
        let mistake = |text: &str| Expression::parse(text, 5, &WORDS).unwrap_err().to_string();
        assert_eq!(mistake("est + age"), "column 11: unknown name \"age\"; allowed: est, wait, inf");
        assert_eq!(mistake("wiat"), "column 5: unknown name \"wiat\" (did you mean \"wait\"?)");
        assert_eq!(
            mistake("gittins(est,wait)"),
            "column 5: unknown function \"gittins\"; allowed: min, max, if, abs, log, exp, sqrt, floor, ceil"
        );
        assert_eq!(mistake(""), "column 5: the formula is empty; write for example est or max(est,1)");
        assert_eq!(mistake("fsp"), "column 5: unknown name \"fsp\"; allowed: est, wait, inf");
    }
}
