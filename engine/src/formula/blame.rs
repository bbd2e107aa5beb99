use super::tree::{Function, Tree};
use super::{Compiled, Formula, Moment, Setting};
use crate::workload::Job;

impl Formula {
    /// The smallest part of it that makes its value NaN for a job at a moment, as it is written; none if the value is a number.
    pub fn nan(&self, job: &Job, setting: &Setting, moment: &Moment) -> Option<String> {
        let value = |tree: &Tree| Compiled::new(tree, &self.constants, setting).of_job(job).at(moment);
        let mut tree = &self.tree;
        if !value(tree).is_nan() {
            return None;
        }
        while let Some(part) = computed(tree, &value).into_iter().find(|part| value(part).is_nan()) {
            tree = part;
        }
        Some(tree.written(&self.constants).to_string())
    }
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
