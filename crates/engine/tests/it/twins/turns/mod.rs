//! Policies that give the whole server to one job at a time, played event by event: round robin and its kin, static priorities,
//! FCFS with a twist. One function per policy, over jobs in order of (arrival, id), to their completion times.
//!
//! Conventions, where the sources are silent:
//! * at one instant: completions, then arrivals by id, then the end of a quantum, then the boost, then the decision. So a job that
//!   arrives as a quantum ends stands before the one that is sent to the end of the line, and a job that arrives as another
//!   completes takes part in the choice of the next;
//! * a quantum is of service: a switch does not use it up;
//! * a switch costs when the server turns to another job than it served last, also when that is complete, unless no job
//!   was left when it completed: then the server was idle, if only for an instant. Arrivals during a switch do not shorten it; who
//!   comes first once it is over has the server, without another one. Until it is served a job is not chosen for good, also
//!   without preemption;
//! * estimates stand for sizes wherever a policy looks at them.

pub mod draw;
pub mod orders;
pub mod quanta;
mod tests;

use schedscope::workload::Job;

/// What is left of a job or a quantum below this is rounding.
const TINY: f64 = 1e-11;

/// How a policy takes turns. Jobs are known by position.
trait Turns {
    fn arrives(&mut self, job: usize, now: f64);
    fn completes(&mut self, job: usize);
    /// Who is to be served now; asked after every event, and the same if nothing happened in between. `ages`: service so far.
    fn chosen(&mut self, now: f64, ages: &[f64]) -> Option<usize>;
    /// A switch is over: who was chosen when it began has not been served yet.
    fn chooses_again(&mut self) {}
    /// Service that the chosen job may have until its quantum ends.
    fn quantum_left(&self) -> f64 {
        f64::INFINITY
    }
    fn serves(&mut self, _service: f64) {}
    fn quantum_ends(&mut self) {}
    /// When all jobs are moved to the top.
    fn next_boost(&self) -> f64 {
        f64::INFINITY
    }
    fn boosts(&mut self) {}
}

/// Completion times; `switch` is what it costs to turn from one job to another.
fn play(jobs: &[Job], switch: f64, turns: &mut dyn Turns) -> Vec<f64> {
    let mut completions = vec![f64::NAN; jobs.len()];
    let mut ages = vec![0.0; jobs.len()];
    let mut now = f64::NEG_INFINITY;
    let mut arrived = 0;
    let mut at: Option<usize> = None;
    // Until when the server is switching.
    let mut ready: Option<f64> = None;
    while completions.iter().any(|completion| completion.is_nan()) {
        let next = jobs.get(arrived).map_or(f64::INFINITY, |job| job.arrival);
        let over = ready.is_some_and(|ready| now >= ready);
        if over {
            ready = None;
            turns.chooses_again();
        }
        let chosen = if ready.is_some() { at } else { turns.chosen(now, &ages) };
        if !over && chosen.is_some() && at.is_some() && at != chosen && switch > 0.0 {
            ready = Some(now + switch);
        }
        at = chosen.or(at);
        let working = chosen.filter(|_| ready.is_none());
        let mut until = next.min(turns.next_boost()).min(ready.unwrap_or(f64::INFINITY));
        if let Some(job) = working {
            until = until.min(now + (jobs[job].size - ages[job]).min(turns.quantum_left()));
            turns.serves(until - now);
            ages[job] += until - now;
        }
        now = until;
        let mut completed = false;
        if let Some(job) = working.filter(|&job| jobs[job].size - ages[job] <= TINY) {
            completions[job] = now;
            turns.completes(job);
            completed = true;
            if completions[..arrived].iter().all(|completion| !completion.is_nan()) {
                at = None;
            }
        }
        while jobs.get(arrived).is_some_and(|job| job.arrival <= now + TINY) {
            turns.arrives(arrived, now);
            arrived += 1;
        }
        if working.is_some() && !completed && turns.quantum_left() <= TINY {
            turns.quantum_ends();
        }
        if turns.next_boost() <= now + TINY {
            turns.boosts();
        }
    }
    completions
}
