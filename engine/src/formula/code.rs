//! Postfix programs: an operand is pushed on a stack, an operator replaces its operands by its value.

use super::setting::{Setting, Tables};
use super::tree::{Binary, Function, Tree, truth};
use super::{Class, Moment, Variable};
use std::sync::Arc;

/// How many constants of a job are kept: its own, and results of what is constant in a formula.
pub(super) const VALUES: usize = 12;
/// A result of more operands than this at a time has no room: half the nodes of the largest formula.
const STACK: usize = 56;
/// Most formulas need no more, and a small stack is cheaper.
const SMALL: usize = 6;

/// A job's own constants among the values of a program.
pub(super) mod own {
    use crate::workload::Job;

    pub(crate) const COUNT: usize = 5;
    pub(crate) const EST: u8 = 0;
    pub(crate) const WEIGHT: u8 = 1;
    pub(crate) const ARRIVAL: u8 = 2;
    pub(crate) const ID: u8 = 3;
    pub(crate) const SIZE: u8 = 4;

    pub(crate) fn of(job: &Job) -> [f64; COUNT] {
        [job.estimate, job.weight, job.arrival, job.id as f64, job.size]
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Number(f64),
    /// A constant of the job.
    Value(u8),
    Age,
    Now,
    N,
    NLate,
    Negate,
    Not,
    Binary(Binary),
    Call(Function),
    /// Takes the condition: goes on if it is true, to `otherwise` if it is not, and to `end` with NaN if it is NaN.
    Branch {
        otherwise: u16,
        end: u16,
    },
    Jump(u16),
    /// Goes to `end` with the truth of the left operand if that decides: if it is NaN or as true as `decides`; else drops it.
    Decide {
        decides: bool,
        end: u16,
    },
    /// Makes what is there 0 or 1.
    Truth,
}

/// Steps, and how much room they need.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Steps {
    steps: Vec<Step>,
    room: usize,
}

impl Steps {
    pub(super) fn value(&self, values: &[f64; VALUES], moment: &Moment, tables: Option<&dyn Tables>) -> f64 {
        // −0 is below 0 in the total order of floats: ranks have none.
        0.0 + match &self.steps[..] {
            [Step::Value(place)] => values[usize::from(*place)],
            _ if self.room <= SMALL => self.run::<SMALL>(values, moment, tables),
            _ => self.run::<STACK>(values, moment, tables),
        }
    }

    fn run<const ROOM: usize>(&self, values: &[f64; VALUES], moment: &Moment, tables: Option<&dyn Tables>) -> f64 {
        let mut stack = [0.0; ROOM];
        let mut free = 0;
        let mut next = 0;
        while let Some(step) = self.steps.get(next) {
            next += 1;
            let push = match *step {
                Step::Number(x) => x,
                Step::Value(place) => values[usize::from(place)],
                Step::Age => moment.age,
                Step::Now => moment.now,
                Step::N => moment.n,
                Step::NLate => moment.nlate,
                Step::Negate => {
                    free -= 1;
                    0.0 - stack[free]
                }
                Step::Not => {
                    free -= 1;
                    not(stack[free])
                }
                Step::Truth => {
                    free -= 1;
                    not(not(stack[free]))
                }
                Step::Binary(operator) => {
                    free -= 2;
                    operator.apply(stack[free], stack[free + 1])
                }
                Step::Call(function) => match function {
                    Function::Min | Function::Max | Function::Gittins | Function::Mrl => {
                        free -= 2;
                        pair(function, stack[free], stack[free + 1], tables)
                    }
                    _ => {
                        free -= 1;
                        single(function, stack[free])
                    }
                },
                Step::Branch { otherwise, end } => {
                    free -= 1;
                    let condition: f64 = stack[free];
                    if condition.is_nan() {
                        next = usize::from(end);
                        free += 1;
                    } else if condition == 0.0 {
                        next = usize::from(otherwise);
                    }
                    continue;
                }
                Step::Jump(to) => {
                    next = usize::from(to);
                    continue;
                }
                Step::Decide { decides, end } => {
                    free -= 1;
                    let left: f64 = stack[free];
                    if !left.is_nan() && (left != 0.0) != decides {
                        continue;
                    }
                    next = usize::from(end);
                    not(not(left))
                }
            };
            stack[free] = push;
            free += 1;
        }
        stack[0]
    }

    /// Adds a step after which the stack holds `held` operands.
    fn push(&mut self, step: Step, held: usize) {
        self.steps.push(step);
        self.room = self.room.max(held);
    }

    fn here(&self) -> u16 {
        self.steps.len() as u16
    }
}

/// 1 for 0, 0 for other numbers.
fn not(x: f64) -> f64 {
    if x.is_nan() { x } else { truth(x == 0.0) }
}

/// A value below an integer by no more than this is that integer to `floor`, and one above it by no more is that to `ceil`.
const WHOLE: f64 = 1e-12;

fn floor(x: f64) -> f64 {
    if x.ceil() - x <= WHOLE { x.ceil() } else { x.floor() }
}

fn single(function: Function, x: f64) -> f64 {
    match function {
        Function::Abs => x.abs(),
        Function::Log if x <= 0.0 => f64::NEG_INFINITY,
        Function::Log => libm::log(x),
        Function::Exp => libm::exp(x),
        Function::Sqrt => x.sqrt(),
        Function::Floor => floor(x),
        Function::Ceil => -floor(-x),
        _ => x,
    }
}

fn pair(function: Function, a: f64, b: f64, tables: Option<&dyn Tables>) -> f64 {
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    match function {
        Function::Min => a.min(b),
        Function::Max => a.max(b),
        Function::Gittins => tables.map_or(f64::NAN, |tables| tables.gittins(a, b)),
        Function::Mrl => tables.map_or(f64::NAN, |tables| tables.mrl(a, b)),
        _ => f64::NAN,
    }
}

/// A formula in a scenario.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) whole: Steps,
    /// What is constant of a job and more than one of its own constants, computed as it arrives.
    pub(super) slots: Vec<Steps>,
    /// See [`Program::kinks`](super::Program::kinks).
    pub(super) kinks: Vec<Steps>,
    tables: Option<Arc<dyn Tables>>,
}

impl Code {
    pub(super) fn tables(&self) -> Option<&dyn Tables> {
        self.tables.as_deref()
    }
}

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
        Code { whole, kinks: vec![], slots: self.slots, tables: self.setting.tables.clone() }
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
        if folded && !tree.parts().is_empty() && class(tree) == Class::Constant {
            if let Some(step) = self.constant(tree) {
                return to.push(step, held);
            }
        }
        match tree {
            Tree::Number(x) => to.push(Step::Number(*x), held),
            Tree::Constant(place) => to.push(Step::Number(self.constants.get(*place).map_or(f64::NAN, |(_, x)| *x)), held),
            Tree::Variable(variable) => self.variable(*variable, below, to),
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

/// What the value of a tree changes with.
pub(super) fn class(tree: &Tree) -> Class {
    tree.variables().iter().map(Variable::class).max().unwrap_or(Class::Constant)
}
