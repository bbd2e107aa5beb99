use super::tree::{Function, Tree};
use super::{Compiled, Formula, Moment, Setting};
use crate::workload::Job;

impl Formula {
    /// The smallest part of it that makes its value NaN for a job at a moment, as it is written; none if the value is a number.
    pub fn nan(&self, job: &Job, setting: &Setting, moment: &Moment) -> Option<String> {
        nan(&self.tree, &self.constants, &|tree| Compiled::new(tree, &self.constants, setting).of_job(job).at(moment))
    }
}

/// The smallest part of a tree with these constants that makes its value NaN, as it is written.
pub(super) fn nan(tree: &Tree, constants: &[(String, f64)], value: &dyn Fn(&Tree) -> f64) -> Option<String> {
    let mut tree = tree;
    if !value(tree).is_nan() {
        return None;
    }
    while let Some(part) = computed(tree, value).into_iter().find(|part| value(part).is_nan()) {
        tree = part;
    }
    Some(tree.written(constants).to_string())
}

/// The parts of a tree that its value, which is NaN, may be computed from; of `&&` and `||` the right one is, if the left one is a number.
fn computed<'a>(tree: &'a Tree, value: &dyn Fn(&Tree) -> f64) -> Vec<&'a Tree> {
    match (tree, tree.parts()) {
        (Tree::Call(Function::If, _), [condition, then, otherwise]) => {
            vec![condition, if value(condition) == 0.0 { otherwise } else { then }]
        }
        (_, parts) => parts.iter().collect(),
    }
}
