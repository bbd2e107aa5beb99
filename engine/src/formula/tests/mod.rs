use super::{Class, Formula, Moment, Setting, Variable};
use crate::workload::Job;

pub(super) const JOB: Job = Job { id: 3, arrival: 1.0, size: 4.0, estimate: 2.0, weight: 0.5 };

#[test]
fn a_formula_has_a_value_at_every_age() {
    let formula = Formula::parse("max(est-age,min(age-est,est))").unwrap();
    assert_eq!((formula.class(), formula.uses(Variable::Est), formula.is_oracle()), (Class::Age, true, false));
    let program = formula.of_job(&JOB, &Setting::default());
    assert_eq!([0.0, 1.0, 2.0, 3.0, 4.0, 9.0].map(|age| program.rank(age)), [2.0, 1.0, 0.0, 1.0, 2.0, 2.0]);
    let wait = Formula::parse("-wait*weight").unwrap().of_job(&JOB, &Setting::default());
    assert_eq!(wait.at(&Moment { age: 1.0, now: 5.0, n: 2.0, nlate: 0.0 }), -1.5);
}
