use super::build::Builder;
use super::code::{Code, Steps, VALUES, own};
use super::setting::Setting;
use super::tree::Tree;
use crate::workload::Job;
use std::sync::Arc;

/// What a formula reads besides the job.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// The attained service of the job.
    pub age: f64,
    /// The time.
    pub now: f64,
    /// The number of jobs present.
    pub n: f64,
    /// The number of late jobs present.
    pub nlate: f64,
}

impl Moment {
    fn of_age(age: f64) -> Self {
        Self { age, ..Self::default() }
    }
}

/// A formula in a scenario. Its value of a job is a [`Program`].
#[derive(Clone, Debug)]
pub struct Compiled(Arc<Code>);

impl Compiled {
    pub(super) fn new(tree: &Tree, constants: &[(String, f64)], setting: &Setting) -> Self {
        Self(Arc::new(Builder::new(constants, setting).build(tree)))
    }

    /// The formula of a job. Computes what is constant in it; allocates nothing.
    pub fn of_job(&self, job: &Job) -> Program {
        let mut values = [0.0; VALUES];
        values[..own::COUNT].copy_from_slice(&own::of(job));
        for (i, slot) in self.0.slots.iter().enumerate() {
            values[own::COUNT + i] = slot.value(&values, &Moment::default(), self.0.tables());
        }
        Program { code: Arc::clone(&self.0), values }
    }
}

/// A formula of one job in a scenario: a function of its age, and of the moment if the formula reads time.
#[derive(Clone, Debug)]
pub struct Program {
    code: Arc<Code>,
    /// What is constant of the job.
    values: [f64; VALUES],
}

impl Program {
    /// Its value at an age, if it does not read time.
    pub fn rank(&self, age: f64) -> f64 {
        self.at(&Moment::of_age(age))
    }

    /// How many steps it takes to find that, at most, where looking something up in a table is worth `table` of them.
    pub fn steps(&self, table: usize) -> usize {
        self.code.whole.count(table)
    }

    /// Its value at a moment.
    pub fn at(&self, moment: &Moment) -> f64 {
        // −0 is below 0 in the total order of floats: ranks have none.
        0.0 + self.code.whole.value(&self.values, moment, self.code.tables())
    }

    /// Visits what changes its sign where the formula has a kink, a jump or a pole in age: always the same number of values in the same
    /// order. NaN where one has no value. None of a formula that reads time.
    pub fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64)) {
        for kink in &self.code.kinks {
            kink.visit(&self.values, &Moment::of_age(age), self.code.tables(), visit);
        }
    }

    /// Its value p at age 0 and its slope q if it is p + q·age with constants p and q, as every [`Shape::Line`](super::Shape::Line) is.
    pub fn line(&self) -> Option<(f64, f64)> {
        let [start, slope] = self.code.line.as_ref()?;
        let of = |steps: &Steps| steps.value(&self.values, &Moment::default(), self.code.tables());
        Some((of(start), of(slope)))
    }
}
