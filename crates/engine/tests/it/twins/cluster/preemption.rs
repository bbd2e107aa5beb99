//! Preemption (T 4.6, V 2.2.3).

use super::{Hfsp, Preemption, State, Task, Victim, World, compare, less};
use std::cmp::Ordering;

impl World<'_> {
    /// The running tasks that have to make room now, on all machines, in the order in which they are chosen.
    pub(super) fn victims(&self, phase: usize) -> Vec<(usize, usize)> {
        let Some(hfsp) = self.hfsp().filter(|hfsp| hfsp.preemption != Preemption::Wait) else { return vec![] };
        let trainees = self.trainees(phase);
        let ranked = self.ranked(phase);
        let keys = self.keys(phase);
        let it = |job: usize| &self.jobs[job][phase];

        // 1. Entitlements: samples first, then phases in order of rank.
        let mut left = self.slots_up(phase);
        let in_training: usize = trainees.iter().map(|&job| it(job).samples_with_slot()).sum();
        let mut left_for_samples = left.min(self.training_limit(phase)).saturating_sub(in_training);
        let mut as_samples = vec![0; self.jobs.len()];
        for &job in &trainees {
            let more = self.samples_wanted(job, phase).min(it(job).waiting()).min(left_for_samples);
            as_samples[job] = it(job).samples_with_slot() + more;
            left_for_samples -= more;
            left -= as_samples[job];
        }
        let mut in_all = as_samples.clone();
        for &job in &ranked {
            let more = (it(job).remaining() - as_samples[job]).min(left);
            in_all[job] += more;
            left -= more;
        }

        // 2. Slots on their way: free ones, those being cleaned, those whose task is ordered to be suspended.
        let leaving: usize = self.jobs.iter().map(|job| job[phase].count(|task| task.state == State::Leaving)).sum();
        let on_machine = |machine: usize| self.free(machine, phase) + self.cleaning[machine][phase].len();
        let up = (0..self.given.machines).filter(|&machine| self.up[machine]);
        let mut on_their_way = leaving + up.map(on_machine).sum::<usize>();

        // 3. Claims: of samples in training order, then of phases in order of rank, what was claimed as samples apart.
        let stays = |task: &Task| task.holds_slot() && task.state != State::Leaving;
        let mut held: Vec<usize> = self.jobs.iter().map(|job| job[phase].count(stays)).collect();
        let may_claim = |job: &usize| !self.is_held_up(*job, phase);
        let mut claims: Vec<(usize, bool)> = vec![];
        let sample_claims = |job: usize| as_samples[job].saturating_sub(it(job).samples_with_slot());
        for job in trainees.iter().copied().filter(may_claim) {
            claims.extend(vec![(job, true); sample_claims(job)]);
        }
        for job in ranked.iter().copied().filter(may_claim) {
            claims.extend(vec![(job, false); in_all[job].saturating_sub(held[job] + sample_claims(job))]);
        }

        let mut victims: Vec<(usize, usize)> = vec![];
        for (claimant, as_sample) in claims {
            if on_their_way > 0 {
                on_their_way -= 1;
                continue;
            }
            let mut candidates: Vec<(usize, usize)> = vec![];
            for &job in &ranked {
                // A trainee before the claimant would take the slot back as a sample of its own.
                let turn = |job: usize| trainees.iter().position(|&other| other == job);
                let turns_first =
                    self.samples_wanted(job, phase) > 0 && turn(job).is_some_and(|turn_of_it| Some(turn_of_it) < turn(claimant));
                let behind = if as_sample { !turns_first } else { self.by_key(phase, &keys, job, claimant) == Ordering::Greater };
                if job != claimant && behind && held[job] > in_all[job] {
                    let may_go = |&task: &usize| {
                        self.may_be_victim(hfsp, job, phase, task)
                            && !victims.contains(&(job, task))
                            && self.would_use(claimant, as_sample, phase, it(job).tasks[task].machine)
                    };
                    candidates.extend((0..it(job).tasks.len()).filter(may_go).map(|task| (job, task)));
                }
            }
            if let Some(victim) = self.pick(hfsp, phase, &ranked, candidates) {
                held[victim.0] -= 1;
                victims.push(victim);
            }
        }
        victims
    }

    /// Running since before this instant, no sample of a phase in training, not too far to be worth it.
    fn may_be_victim(&self, hfsp: &Hfsp, job: usize, phase: usize, task: usize) -> bool {
        let it = &self.jobs[job][phase].tasks[task];
        let trains = it.sample && self.jobs[job][phase].training;
        let too_far = hfsp.preemption == Preemption::Adaptive && less(hfsp.wait_above, self.progress(job, phase, task));
        it.state == State::Running && less(it.given, self.now) && !trains && !too_far
    }

    /// The phase would use a slot of the machine: it would start a task there, or, unless for a sample, has a suspended one there.
    fn would_use(&self, job: usize, as_sample: bool, phase: usize, machine: usize) -> bool {
        !as_sample && self.suspended_first(job, phase, Some(machine)).is_some() || self.would_start(job, phase, machine).is_some()
    }

    /// The victim among the candidates: of the last phase in rank the youngest ("launched last", T 4.6.1), or by one
    /// of the orders for suspension (T 6, V 2.2.3) and then the youngest.
    fn pick(&self, hfsp: &Hfsp, phase: usize, ranked: &[usize], candidates: Vec<(usize, usize)>) -> Option<(usize, usize)> {
        let task = |(job, task): (usize, usize)| &self.jobs[job][phase].tasks[task];
        let place = |job: usize| ranked.iter().position(|&other| other == job);
        let time_left = |(job, id): (usize, usize)| {
            let it = task((job, id));
            (it.duration() - self.processed(job, phase, id)) / it.factor
        };
        let victim = if hfsp.preemption == Preemption::Kill { Victim::LargestJob } else { hfsp.victim };
        let goes_first = |a: (usize, usize), b: (usize, usize)| {
            let by_choice = match victim {
                Victim::Closest => compare(time_left(a), time_left(b)),
                Victim::LargestJob => place(b.0).cmp(&place(a.0)),
            };
            by_choice.then(compare(task(b).launched, task(a).launched)).then(b.cmp(&a))
        };
        candidates.into_iter().reduce(|best, next| if goes_first(next, best).is_lt() { next } else { best })
    }
}
