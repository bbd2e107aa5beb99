//! Postfix programs: an operand is pushed on a stack, an operator replaces its operands by its value.

use super::Moment;
use super::setting::Tables;
use super::tree::{Binary, Function, truth};
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
pub(super) enum Step {
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
    pub(super) steps: Vec<Step>,
    room: usize,
}

impl Steps {
    pub(super) fn value(&self, values: &[f64; VALUES], moment: &Moment, tables: Option<&dyn Tables>) -> f64 {
        match &self.steps[..] {
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

    /// How many there are, where one that looks something up in a table is worth `table`.
    pub(super) fn count(&self, table: usize) -> usize {
        let worth = |step: &Step| if matches!(step, Step::Call(function) if function.is_tabled()) { table } else { 1 };
        self.steps.iter().map(worth).sum()
    }

    /// Adds a step after which the stack holds `held` operands.
    pub(super) fn push(&mut self, step: Step, held: usize) {
        self.steps.push(step);
        self.room = self.room.max(held);
    }

    pub(super) fn here(&self) -> u16 {
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

/// How many binary digits of a whole number are told apart.
const DIGITS: u32 = 13;

/// See [`Program::kinks`](super::Program::kinks).
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) steps: Steps,
    /// Whether it turns at whole numbers, not at zero.
    pub(super) whole: bool,
}

impl Turn {
    pub(super) fn visit(&self, values: &[f64; VALUES], moment: &Moment, tables: Option<&dyn Tables>, visit: &mut dyn FnMut(f64)) {
        let x = self.steps.value(values, moment, tables);
        if !self.whole {
            return visit(x);
        }
        // The digits of its whole number in the code of Gray: one changes with each whole number, and any number of these may lie
        // between two ages.
        let mut whole = floor(x);
        for _ in 0..DIGITS {
            let half = libm::floor(0.5 * whole);
            visit(if (whole - half) % 2.0 == 0.0 { 1.0 } else { -1.0 });
            whole = half;
        }
        visit(if whole % 2.0 == 0.0 { 1.0 } else { -1.0 });
    }
}

/// A formula in a scenario.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) whole: Steps,
    /// What is constant of a job and more than one of its own constants, computed as it arrives.
    pub(super) slots: Vec<Steps>,
    /// What turns at its kinks.
    pub(super) kinks: Vec<Turn>,
    /// Its value at age 0 and its slope, if it is affine in age.
    pub(super) line: Option<[Steps; 2]>,
    pub(super) tables: Option<Arc<dyn Tables>>,
}

impl Code {
    pub(super) fn tables(&self) -> Option<&dyn Tables> {
        self.tables.as_deref()
    }
}
