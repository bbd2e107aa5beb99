//! Policies of one's own: formulas for the two questions that every scheduler of the datacenter answers.
//!
//! * *Whom does a worker serve next?* First come, first served, says Sparrow; the job with the least work left, says Eagle. Under
//!   `order=FORMULA` a worker serves the entry of its queue with the least value, the first among equals, and reads the values whenever it
//!   is free. `sparrow[order=est]` is shortest task first, `sparrow[order=est-wait/2]` lets tasks age. What else a policy says of its queue
//!   stays: in `eagle[order=est*tasks]` probes stick, entries before the first long one take part, and none is bypassed by more than five
//!   times its estimate; first come, first served has no such rules, so that `sparrow[order=…]` orders all entries and protects none.
//!   A formula that reads what a job has left to hand out (`left`, `remaining`) needs a message to each worker with a probe of the job for
//!   each task that is handed out, as Eagle's order does, and those workers then drop probes of jobs that have nothing left.
//! * *Which of the probed workers gets a task?* The one that asks first, says Sparrow: a probe is a place in a queue, and a task is bound
//!   to a worker when that turns to the probe (late binding). Under `choice=FORMULA` a probe is a question. Each worker answers at once
//!   with what it holds, the answers take as long as the probes, and the job's scheduler gives its tasks one by one to the worker with the
//!   least value, the first that was drawn among equals, each with those in mind that it has just given. `sparrow[choice=queue]` is the
//!   power of two choices (Mitzenmacher 2001) with the probes of a job's tasks in common, which Sparrow's authors call batch sampling
//!   (Ousterhout et al. 2013, section 3): what was true when the worker answered need not be true when the task comes, which is why they
//!   bind late. Workers reject no questions, and nothing sticks: `sss` and `sticky` are of late binding, and are refused beside a formula.
//!
//! A value may be infinite; one that is no number ends the run with a [`Fault`]. Formulas read estimates and counts, which a scheduler can
//! know, and never how long a task really takes.

use crate::formula::Expression;
use crate::registry::Term;
use crate::workload::BatchWorkload;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// What a formula for the order of a queue may read of an entry.
pub const ENTRY: [Term; 9] = [
    ("est", "what a task of its job is believed to take, in seconds"),
    ("tasks", "the number of tasks of its job"),
    ("left", "those of them that its job has not handed out"),
    ("remaining", "left × est, in seconds"),
    ("wait", "seconds since it came to a queue"),
    ("sojourn", "seconds since its job was submitted"),
    ("long", "1 if its job is scheduled as long, else 0"),
    ("place", "the number of entries before it in the queue"),
    ("bypassed", "seconds of tasks, by their estimates, that came after it and went before it"),
];

/// What a formula for the choice of a worker may read of it, as it was when the probe came and with the tasks that it has been given
/// since, and of the job.
pub const WORKER: [Term; 8] = [
    ("queue", "the number of entries in its queue"),
    ("work", "their estimates together, in seconds, as if each probe brought one task"),
    ("busy", "1 if it runs a task or has asked for one, else 0"),
    ("rest", "what is left of the estimate of that task, in seconds, at least 0"),
    ("longs", "the number of long tasks and of probes of long jobs that it holds"),
    ("est", "what a task of the job is believed to take, in seconds"),
    ("tasks", "the number of tasks of the job"),
    ("long", "1 if the job is scheduled as long, else 0"),
];

/// A formula over these words as it is written in the brackets of a policy, behind `name=`.
///
/// # Errors
/// Where and why it is not one.
pub fn read(name: &str, text: &str, words: &'static [Term]) -> Result<Arc<Expression>, String> {
    Expression::parse(text, name.len() + 2, words).map(Arc::new).map_err(|mistake| mistake.to_string())
}

/// Whether a formula reads estimates.
pub fn reads_estimates(formula: &Expression) -> bool {
    ["est", "remaining", "bypassed", "work", "rest"].into_iter().any(|word| formula.reads(word))
}

/// Whether a formula for the order of a queue reads what only a message can tell a worker.
pub fn reads_progress(formula: &Expression) -> bool {
    ["left", "remaining"].into_iter().any(|word| formula.reads(word))
}

/// What a worker answers to a probe that is a question.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub worker: u32,
    pub queue: u32,
    pub work: f64,
    pub busy: bool,
    pub rest: f64,
    pub longs: u32,
}

/// What is to be placed.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub est: f64,
    pub tasks: u32,
    pub long: bool,
}

impl Answer {
    fn values(&self, wanted: &Wanted) -> [f64; WORKER.len()] {
        let truth = |yes| f64::from(u8::from(yes));
        let Self { queue, work, busy, rest, longs, .. } = *self;
        [f64::from(queue), work, truth(busy), rest, f64::from(longs), wanted.est, f64::from(wanted.tasks), truth(wanted.long)]
    }
}

/// Workers for so many tasks, one by one, each that of least value.
///
/// # Errors
/// What makes a value none, if one is.
pub fn choose(formula: &Expression, mut answers: Vec<Answer>, wanted: &Wanted, count: u32) -> Result<Box<[u32]>, String> {
    let value = |answer: &Answer| number(formula, &answer.values(wanted), "choice").map(crate::sim::Key);
    let mut least = BinaryHeap::with_capacity(answers.len());
    for (place, answer) in answers.iter().enumerate() {
        least.push(Reverse((value(answer)?, place)));
    }
    let mut chosen = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let Some(mut top) = least.peek_mut() else { break };
        let place = top.0.1;
        let answer = &mut answers[place];
        chosen.push(answer.worker);
        answer.queue += 1;
        answer.work += wanted.est;
        answer.longs += u32::from(wanted.long);
        *top = Reverse((value(answer)?, place));
    }
    Ok(chosen.into())
}

/// The value of a formula; what it is not because of, if it is none.
///
/// # Errors
/// That it is NaN, and because of which part.
pub fn number<const N: usize>(formula: &Expression, values: &[f64; N], what: &str) -> Result<f64, String> {
    let value = formula.value(values);
    // −0 is below 0 in the total order of floats.
    if value.is_nan() { Err(format!("its {what} is NaN because of {}", formula.nan(values).unwrap_or_default())) } else { Ok(value + 0.0) }
}

/// Why a run cannot go on: a formula gives no number, or a scheduler chooses what is not there.
#[derive(Clone, Debug)]
pub struct Fault {
    /// When.
    pub time: f64,
    /// Position of the job in the workload.
    pub job: u32,
    /// What is wrong: "its order is NaN because of 0/est".
    pub what: String,
}

impl Fault {
    /// The same in words for a reader who knows the jobs.
    pub fn told(self, workload: &BatchWorkload) -> String {
        let Self { time, job, what } = self;
        let about = &workload.jobs()[job as usize];
        format!("at t = {time}, with job {} (est {}): {what}", about.id, about.estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_goes_to_the_least_of_that_moment() {
        let answer = |worker, queue, work| Answer { worker, queue, work, busy: true, rest: 1.0, longs: 0 };
        let answers = vec![answer(7, 2, 3.0), answer(3, 1, 9.0), answer(5, 0, 4.0)];
        let chosen = |text: &str, count| {
            let formula = read("choice", text, &WORKER).unwrap();
            choose(&formula, answers.clone(), &Wanted { est: 2.0, tasks: 4, long: true }, count)
        };
        // Queues of 2, 1, 0 entries: 5 has two tasks before it is like the others, and the first drawn goes first among equals.
        assert_eq!(*chosen("queue", 4).unwrap(), [5, 3, 5, 7]);
        assert_eq!(*chosen("work", 4).unwrap(), [7, 5, 7, 5]);
        assert_eq!(*chosen("work*(1+longs)", 3).unwrap(), [7, 5, 3]);
        assert_eq!(*chosen("if(queue>1,inf,-queue)", 3).unwrap(), [3, 5, 5]);
        assert_eq!(chosen("sqrt(1-queue)", 1).unwrap_err(), "its choice is NaN because of sqrt(1-queue)");
    }
}
