//! What helps after a wrong answer, without giving the right one: who is served meanwhile, who is still here, at which instant to look.

use super::answer::EQUAL;
use super::{Aim, Asked, Exercise, Given, Goal, Moment, Truth};
use crate::exhibit::Exhibit;
use schedscope::server::{Curve, Policy, Timeline};
use schedscope::sim::{brief, listed};
use schedscope::workload::Job;

impl Exercise {
    /// What to look at after an answer that is wrong; empty where there is nothing to be said.
    pub(super) fn help(&self, truth: &Truth, given: &Given) -> String {
        let run = |under: &Policy| Exhibit { policies: vec![under.clone()], ..self.exhibit()?.clone() }.record().pop();
        let said = match (&self.asked, truth, given) {
            (Asked::Instant { moment, job, under, .. }, Truth::Instant(at), Given::Number(guess)) => {
                run(under).and_then(|run| self.around(&run, *moment, *job, *at, *guess))
            }
            (Asked::Mean { under, .. }, ..) => run(under).map(|run| self.until_the_first(&run)),
            (Asked::Order { under }, Truth::Order(order), Given::Order(given)) => {
                run(under).and_then(|run| self.passed(&run, order, given))
            }
            (Asked::Served { under }, ..) => run(under).map(|run| self.rule(&run)),
            (Asked::Goal(goal), _, Given::Jobs(jobs)) => worst(goal, jobs),
            (Asked::Choose { .. }, Truth::Choice(values), Given::Policy(key)) => self.beside_the_least(values, key),
            _ => None,
        };
        said.unwrap_or_default()
    }

    /// Of a guess that is too early who is served until then; of one that is too late who is still here at the right instant.
    fn around(&self, run: &Timeline, moment: Moment, job: u64, at: f64, guess: f64) -> Option<String> {
        let place = run.jobs.iter().position(|known| known.id == job)?;
        let (name, arrival, policy) = (self.title_of(job), run.jobs[place].arrival, run.policy.name());
        if guess <= arrival {
            return Some(format!("{name} comes at t = {}.", brief(arrival)));
        }
        if guess < at {
            let served = served(run, arrival, guess);
            return Some(if served == [place] {
                format!("Up to t = {} {name} has the server to itself, and that is not enough.", brief(guess))
            } else {
                let jobs = self.named(run, &served);
                format!("From t = {}, when {name} comes, to t = {} {policy} serves {jobs}.", brief(arrival), brief(guess))
            });
        }
        let others: Vec<usize> = here(run, at).map(|curve| curve.job as usize).filter(|other| *other != place).collect();
        let when = format!("When {name} {}", moment.verb());
        Some(match (&others[..], moment) {
            ([], Moment::Leaves) => format!("{when}, no other job is here: all that has come by then is done."),
            ([], _) => format!("{when}, no other job is here."),
            _ => format!("{when}, {} {} not done yet.", self.named(run, &others), if others.len() == 1 { "is" } else { "are" }),
        })
    }

    /// Who is served until the first job leaves, and what a mean is.
    fn until_the_first(&self, run: &Timeline) -> String {
        let first = run.completions.iter().copied().fold(f64::INFINITY, f64::min);
        let jobs = self.named(run, &served(run, 0.0, first));
        let mean = match run.jobs.len() {
            1 => String::new(),
            count => format!(" The mean is the sum of how long each of the {count} is here, divided by {count}."),
        };
        format!("Until the first job leaves, {} serves {jobs}.{mean}", run.policy.name())
    }

    /// Where the first job that is named too early is passed by another.
    fn passed(&self, run: &Timeline, order: &[(u64, f64)], given: &[u64]) -> Option<String> {
        let leaves = |id: &u64| order.iter().find(|(known, _)| known == id).map(|(_, at)| *at);
        let later = |own: f64, at: f64| own > at + EQUAL * at.max(1.0);
        let wrong = given.iter().zip(order).position(|(id, (_, at))| leaves(id).is_none_or(|own| later(own, *at)))?;
        let place = run.jobs.iter().position(|job| job.id == given[wrong])?;
        let (name, arrival) = (self.title_of(given[wrong]), run.jobs[place].arrival);
        if order[wrong].1 <= arrival {
            return Some(format!("{name} comes only at t = {}.", brief(arrival)));
        }
        let named = |curve: &Curve| given[..wrong].contains(&run.jobs[curve.job as usize].id);
        let passes = |jobs: &[Curve]| {
            let waits = jobs.iter().any(|curve| curve.job as usize == place && curve.remaining > 0.0 && curve.share == 0.0);
            waits && jobs.iter().any(|curve| is_served(curve) && !named(curve))
        };
        Some(match run.snapshots.iter().find(|snapshot| passes(&snapshot.jobs)) {
            Some(snapshot) => format!("Look at t = {}: {name} is here then, and another job is served.", brief(snapshot.time)),
            None => format!("While {name} is here, it shares the server with a job that leaves before it."),
        })
    }

    /// The rule of the policy, and who is late when play stops.
    fn rule(&self, run: &Timeline) -> String {
        let late: Vec<usize> = here(run, self.at).filter(|curve| curve.late).map(|curve| curve.job as usize).collect();
        let late = match &late[..] {
            [] => String::new(),
            jobs => format!(" {} {} late then.", self.named(run, jobs), if jobs.len() == 1 { "is" } else { "are" }),
        };
        format!("{}: {}.{late}", run.policy.name(), run.policy.row().line)
    }

    /// How far from the least value a policy is.
    fn beside_the_least(&self, values: &[(String, f64)], key: &str) -> Option<String> {
        let (_, least) = values.first()?;
        let (_, value) = values.iter().find(|(known, _)| known == key)?;
        let choice = self.load()?.kind().choice(key).ok()?;
        let part = match 100.0 * least / value {
            part if part < 1.0 => "less than 1 %".to_owned(),
            part => format!("{} %", brief(part)),
        };
        let (name, rule) = (choice.name(), choice.row().line);
        Some(format!("{name} ({rule}) comes to {}; the best of these comes to {part} of that.", brief(*value)))
    }

    /// The jobs at these positions, by name.
    fn named(&self, run: &Timeline, places: &[usize]) -> String {
        listed(places.iter().map(|place| self.title_of(run.jobs[*place].id)))
    }
}

fn is_served(curve: &Curve) -> bool {
    curve.remaining > 0.0 && curve.share > 0.0
}

/// The jobs that are here at an instant and not done.
fn here(run: &Timeline, time: f64) -> impl Iterator<Item = Curve> {
    run.at(time).filter(|curve| curve.remaining > 0.0)
}

/// Positions of the jobs that are served from one instant to another, in the order in which they first are.
fn served(run: &Timeline, from: f64, to: f64) -> Vec<usize> {
    let mut places: Vec<usize> = vec![];
    for (i, snapshot) in run.snapshots.iter().enumerate() {
        let end = run.snapshots.get(i + 1).map_or(f64::INFINITY, |next| next.time);
        if snapshot.time < to && end > from {
            let new = snapshot.jobs.iter().filter(|curve| is_served(curve)).map(|curve| curve.job as usize);
            let new: Vec<usize> = new.filter(|place| !places.contains(place)).collect();
            places.extend(new);
        }
    }
    places
}

/// The job that makes the most of what a goal is about: where it differs most between two policies, or is here longest for its size.
fn worst(goal: &Goal, jobs: &[Job]) -> Option<String> {
    let run = |policy: &Policy| Exhibit::of(jobs.to_vec(), vec![policy.clone()]).record().pop();
    let most = |of: &dyn Fn(usize) -> f64| (0..jobs.len()).max_by(|a, b| of(*a).total_cmp(&of(*b)));
    match &goal.aim {
        Aim::Worse { policy, than, .. } => {
            let (one, other) = (run(policy)?, run(than)?);
            let (name, than) = (policy.name(), than.name());
            let place = most(&|place| one.completions[place] - other.completions[place])?;
            let (now, then) = (one.completions[place], other.completions[place]);
            Some(if now > then * (1.0 + EQUAL) {
                let job = one.jobs[place].id;
                format!("J{job} loses most: it leaves at {} under {name}, and at {} under {than}.", brief(now), brief(then))
            } else {
                format!("No job leaves later under {name} than under {than}.")
            })
        }
        Aim::AtMost { policy, .. } => {
            let run = run(policy)?;
            let stays = |place: usize| run.completions[place] - run.jobs[place].arrival;
            let place = most(&|place| stays(place) / run.jobs[place].size)?;
            let Job { id, size, .. } = run.jobs[place];
            Some(format!("J{id} is here longest for its size: for {}, with a size of {}.", brief(stays(place)), brief(size)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Set, Verdict};
    use super::*;
    use crate::exhibit::read_jobs;

    fn judged(query: &str, given: &Given) -> Verdict {
        let exercise = Exercise::from_query(query).unwrap();
        Truth::of(&exercise).unwrap().judge(&exercise, given)
    }

    fn of_set(title: &str, given: &Given) -> Verdict {
        let exercise = Set::shipped("guesses").unwrap().exercises.into_iter().find(|exercise| exercise.title == title).unwrap();
        Truth::of(&exercise).unwrap().judge(&exercise, given)
    }

    #[test]
    fn too_early_says_who_is_served_until_then() {
        let say = |title: &str, guess: f64| of_set(title, &Given::Number(guess));
        let early = say("When does J4 leave?", 17.5);
        assert_eq!(
            (early.words.as_str(), early.help.as_str()),
            ("It is later.", "From t = 12, when J4 comes, to t = 17.5 SRPTE serves J1.")
        );
        assert_eq!(say("When does J4 leave?", 41.0).help, "From t = 12, when J4 comes, to t = 41 SRPTE serves J1 and J4.");
        assert_eq!(say("When does J4 leave?", 3.0).help, "J4 comes at t = 12.");
        assert_eq!(say("When does J1 turn late?", 5.0).help, "From t = 0, when J1 comes, to t = 5 SRPTE serves J1 and J2.");
        assert_eq!(say("Least attained first", 4.0).help, "Up to t = 4 J1 has the server to itself, and that is not enough.");
        assert_eq!(say("When does J4 leave?", 42.0).help, "", "what is right needs no help");
    }

    #[test]
    fn too_late_says_who_is_still_here() {
        let say = |title: &str, guess: f64| of_set(title, &Given::Number(guess));
        let late = say("When does J4 leave?", 50.0);
        assert_eq!((late.words.as_str(), late.help.as_str()), ("It is earlier.", "When J4 leaves, J2 and J3 are not done yet."));
        assert_eq!(say("Least attained first", 20.0).help, "When J1 leaves, no other job is here: all that has come by then is done.");
        assert_eq!(say("When does J1 turn late?", 9.0).help, "When J1 turns late, no other job is here.");
    }

    #[test]
    fn an_order_is_helped_by_the_instant_at_which_another_job_is_served() {
        let say = |title: &str, order: &[u64]| of_set(title, &Given::Order(order.to_vec()));
        let first = say("Who leaves first?", &[1, 2, 3, 4]);
        assert_eq!(
            (first.words.as_str(), first.help.as_str()),
            ("Another job is the first to leave.", "Look at t = 1: J1 is here then, and another job is served.")
        );
        assert_eq!(say("Who leaves first?", &[2, 3, 4, 1]).help, "Look at t = 2: J2 is here then, and another job is served.");
        let second = say("The order of five", &[1, 2, 3, 4, 5]);
        assert_eq!(second.help, "Look at t = 12: J2 is here then, and another job is served.", "J1 is named, and rightly so");
        let ps = |jobs: &str, order: &[u64]| judged(&format!("jobs={jobs}&policies=ps&order.under=ps"), &Given::Order(order.to_vec())).help;
        assert_eq!(ps("0:6,0:2", &[1, 2]), "While J1 is here, it shares the server with a job that leaves before it.");
        assert_eq!(ps("0:2,5:2", &[2, 1]), "J2 comes only at t = 5.");
    }

    #[test]
    fn what_is_served_follows_from_a_rule_and_from_who_is_late() {
        let query = "jobs=0:20:2,4:3&policies=srpte&at=5&served.under=srpte";
        let others = judged(query, &Given::Served(vec![2]));
        assert!(others.words == "Others are served." && others.help.starts_with("SRPTE: "), "{others:?}");
        assert!(others.help.ends_with(". J1 is late then."), "{}", others.help);
    }

    #[test]
    fn a_mean_is_helped_by_who_is_served_at_first() {
        assert_eq!(
            of_set("Guess the mean", &Given::Number(12.0)).help,
            "Until the first job leaves, PS serves J1, J2 and J3. The mean is the sum of how long each of the 3 is here, divided by 3."
        );
    }

    #[test]
    fn a_goal_names_the_job_that_counts_most() {
        let jobs = |text: &str| Given::Jobs(read_jobs(text).unwrap());
        let small = of_set("Rescue the small", &jobs("0:30:2,3:2,6:3,10:2,14:4"));
        assert_eq!(small.help, "J2 is here longest for its size: for 29, with a size of 2.");
        let same = of_set("Break SRPTE", &jobs("0:20:20,4:3,8:3,14:2"));
        assert_eq!(same.help, "No job leaves later under SRPTE than under FSPE+PS.");
    }
}
