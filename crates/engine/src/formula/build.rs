//! From a tree to a postfix program.

use super::code::{Code, Step, Steps, Turn, VALUES, own};
use super::kinks::{self, Kink};
use super::setting::Setting;
use super::shape;
use super::tree::{Binary, Function, Tree};
use super::{Class, Moment, Variable};

/// Translates trees.
pub(super) struct Builder<'a> {
    constants: &'a [(String, f64)],
    setting: &'a Setting,
    slots: Vec<Steps>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(constants: &'a [(String, f64)], setting: &'a Setting) -> Self {
        Self { constants, setting, slots: vec![] }
    }

    pub(super) fn build(mut self, tree: &Tree) -> Code {
        let whole = self.steps(tree);
        let mut kinks = vec![];
        let mut line = None;
        if tree.class() == Class::Age {
            kinks = kinks::kinks(tree).iter().map(|kink| self.turn(kink)).collect();
            line = shape::line(tree).map(|(start, slope)| [self.steps(&start), self.steps(&slope)]);
        }
        Code { whole, kinks, line, slots: self.slots, tables: self.setting.tables.clone() }
    }

    /// The steps of a tree over words, of which nothing is constant.
    pub(super) fn plain(tree: &Tree) -> Steps {
        let (mut steps, setting) = (Steps::default(), Setting::default());
        Builder { constants: &[], setting: &setting, slots: vec![] }.add(tree, 0, false, &mut steps);
        steps
    }

    fn turn(&mut self, kink: &Kink) -> Turn {
        match kink {
            Kink::Sign(tree) => Turn { steps: self.steps(tree), whole: false },
            Kink::Whole(tree) => Turn { steps: self.steps(tree), whole: true },
        }
    }

    /// The steps of a tree, with what is constant of a job taken from its slots.
    fn steps(&mut self, tree: &Tree) -> Steps {
        let mut steps = Steps::default();
        self.add(tree, 0, true, &mut steps);
        steps
    }

    /// Adds the steps of a tree where `below` operands are on the stack. What is constant may be `folded` into slots.
    fn add(&mut self, tree: &Tree, below: usize, folded: bool, to: &mut Steps) {
        let held = below + 1;
        if folded
            && !tree.parts().is_empty()
            && tree.class() == Class::Constant
            && let Some(step) = self.constant(tree)
        {
            return to.push(step, held);
        }
        match tree {
            Tree::Number(x) => to.push(Step::Number(*x), held),
            Tree::Constant(place) => to.push(Step::Number(self.constants.get(*place).map_or(f64::NAN, |(_, x)| *x)), held),
            Tree::Variable(variable) => self.variable(*variable, below, to),
            Tree::Word(place, _) => to.push(Step::Value(*place), held),
            Tree::Negate(one) => {
                self.add(one, below, folded, to);
                to.push(Step::Negate, held);
            }
            Tree::Not(one) => {
                self.add(one, below, folded, to);
                to.push(Step::Not, held);
            }
            Tree::Binary(operator @ (Binary::And | Binary::Or), two) => {
                self.add(&two[0], below, folded, to);
                let at = to.steps.len();
                to.push(Step::Jump(0), held);
                self.add(&two[1], below, folded, to);
                to.push(Step::Truth, held);
                to.steps[at] = Step::Decide { decides: *operator == Binary::Or, end: to.here() };
            }
            Tree::Binary(operator, two) => {
                self.add(&two[0], below, folded, to);
                self.add(&two[1], held, folded, to);
                to.push(Step::Binary(*operator), held);
            }
            Tree::Call(Function::If, arguments) => {
                let [condition, then, otherwise] = &arguments[..] else { return };
                self.add(condition, below, folded, to);
                let branch = to.steps.len();
                to.push(Step::Jump(0), held);
                self.add(then, below, folded, to);
                let jump = to.steps.len();
                to.push(Step::Jump(0), held);
                let start = to.here();
                self.add(otherwise, below, folded, to);
                to.steps[branch] = Step::Branch { otherwise: start, end: to.here() };
                to.steps[jump] = Step::Jump(to.here());
            }
            Tree::Call(function, arguments) => {
                for (i, argument) in arguments.iter().enumerate() {
                    self.add(argument, below + usize::from(i > 0), folded, to);
                    // Of one argument, or the pair of what was before and this.
                    if i > 0 || matches!(function.arity(), Some(1)) {
                        to.push(Step::Call(*function), held);
                    }
                }
            }
        }
    }

    /// The step that recalls what is constant of a job; none if there is no room for it.
    fn constant(&mut self, tree: &Tree) -> Option<Step> {
        let mut steps = Steps::default();
        self.add(tree, 0, false, &mut steps);
        if tree.variables().iter().all(Variable::is_common) {
            return Some(Step::Number(steps.value(&[0.0; VALUES], &Moment::default(), self.setting.tables.as_deref())));
        }
        let place = self.slots.iter().position(|known| *known == steps).or_else(|| {
            let room = own::COUNT + self.slots.len() < VALUES;
            room.then(|| {
                self.slots.push(steps);
                self.slots.len() - 1
            })
        })?;
        Some(Step::Value((own::COUNT + place) as u8))
    }

    fn variable(&self, variable: Variable, below: usize, to: &mut Steps) {
        let held = below + 1;
        let mut minus = |a: &[Step], operator, b: Step| {
            a.iter().for_each(|step| to.push(step.clone(), held));
            to.push(b, held + 1);
            to.push(Step::Binary(operator), held);
        };
        let (arrival, est, size) = (Step::Value(own::ARRIVAL), Step::Value(own::EST), Step::Value(own::SIZE));
        match variable {
            Variable::EstRem => minus(&[est], Binary::Subtract, Step::Age),
            Variable::Late => minus(&[Step::Age], Binary::GreaterEqual, est),
            Variable::Rem => minus(&[size], Binary::Subtract, Step::Age),
            Variable::Sojourn => minus(&[Step::Now], Binary::Subtract, arrival),
            Variable::Wait => {
                minus(&[Step::Now], Binary::Subtract, arrival);
                to.push(Step::Age, held + 1);
                to.push(Step::Binary(Binary::Subtract), held);
            }
            Variable::Est => to.push(est, held),
            Variable::Weight => to.push(Step::Value(own::WEIGHT), held),
            Variable::Arrival => to.push(arrival, held),
            Variable::Id => to.push(Step::Value(own::ID), held),
            Variable::Size => to.push(size, held),
            Variable::Age => to.push(Step::Age, held),
            Variable::Now => to.push(Step::Now, held),
            Variable::N => to.push(Step::N, held),
            Variable::NLate => to.push(Step::NLate, held),
            Variable::Load | Variable::Sigma | Variable::Shape => to.push(Step::Number(self.setting.of(variable)), held),
        }
    }
}
