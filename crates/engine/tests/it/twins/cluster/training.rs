//! Training and estimates (T 4.2, M 3.1.2.4, V 2.2.2).

use super::{
    DeltaOf, Enter, Estimator, First, Hfsp, History, Limit, REDUCE, Recall, State, Task, TrainingOrder, Update, World, compare, less,
    sorted,
};

impl World<'_> {
    /// Slots that samples may hold at a time.
    pub(super) fn training_limit(&self, phase: usize) -> usize {
        match self.hfsp().expect("only HFSP trains").training {
            Limit::Count(count) => count as usize,
            // M 3.1.2.2: "sample tasks are running on less than t% of the slots".
            Limit::Percent(percent) => (self.slots_up(phase) * percent as usize).div_ceil(100),
        }
    }

    /// Samples that the phase still wants: up to min(t, n).
    pub(super) fn samples_wanted(&self, job: usize, phase: usize) -> usize {
        let it = &self.jobs[job][phase];
        let all = it.tasks.len().min(self.hfsp().expect("only HFSP trains").samples as usize);
        if it.training { all.saturating_sub(it.count(|task| task.sample)) } else { 0 }
    }

    /// Phases in training, in training order.
    pub(super) fn trainees(&self, phase: usize) -> Vec<usize> {
        let it = |job: usize| &self.jobs[job][phase];
        let list = match self.hfsp().expect("only HFSP trains").training_order {
            TrainingOrder::Initial => sorted(self.active(phase), |a, b| compare(it(a).initial, it(b).initial).then(a.cmp(&b))),
            TrainingOrder::Priority => self.ranked(phase),
            TrainingOrder::Fewest => sorted(self.active(phase), |a, b| it(a).remaining().cmp(&it(b).remaining()).then(a.cmp(&b))),
        };
        list.into_iter().filter(|&job| it(job).training).collect()
    }

    /// The phase enters the virtual cluster, if it has not and the time has come (T 4.4.1; M, V at slowstart).
    pub(super) fn enter_if_ready(&mut self, job: usize, phase: usize) {
        let it = &self.jobs[job][phase];
        let at_submission = self.hfsp().is_none_or(|hfsp| hfsp.enter == Enter::Submission);
        if it.entered || it.tasks.is_empty() || !(at_submission || self.may_have_slots(job, phase)) {
            return;
        }
        self.jobs[job][phase].entered = true;
        let Some(hfsp) = self.hfsp().cloned() else { return };
        let tasks = self.jobs[job][phase].tasks.len();
        let initial = self.initial_size(&hfsp, phase, tasks);
        // T 7.1: sizes by samples "but also on the past runs".
        let past = self.predicted_by_past(&hfsp, job, phase).filter(|_| self.past_was_right(&hfsp, job, phase));
        let past = past.filter(|_| hfsp.estimator == Estimator::History).map(|seconds| seconds * tasks as f64);
        let initial = past.filter(|_| hfsp.check).unwrap_or(initial);
        let (size, training) = match hfsp.estimator {
            Estimator::Oracle => (self.true_size(job, phase), false),
            Estimator::Noisy => (self.true_size(job, phase) * self.given.jobs[job].error, false),
            Estimator::Continuous => (initial, false),
            Estimator::Training | Estimator::History if hfsp.tiny && tasks < hfsp.samples as usize => {
                self.jobs[job][phase].tiny = true;
                (0.0, false)
            }
            Estimator::Training => (initial, true),
            Estimator::History => match past {
                Some(size) if !hfsp.check => (size, false),
                _ => (initial, true),
            },
        };
        self.jobs[job][phase].predicted = self.predicted_by_past(&hfsp, job, phase);
        self.jobs[job][phase].initial = initial;
        self.jobs[job][phase].training = training;
        self.set_size(job, phase, size);
    }

    fn set_size(&mut self, job: usize, phase: usize, size: f64) {
        let it = &mut self.jobs[job][phase];
        it.size = size;
        it.zero_since = if size > 0.0 { None } else { it.zero_since.or(Some(self.now)) };
    }

    /// Σ durations; the shuffle counts where `shuffle=on`.
    fn true_size(&self, job: usize, phase: usize) -> f64 {
        let shuffle = self.hfsp().is_some_and(|hfsp| hfsp.shuffle);
        self.jobs[job][phase].tasks.iter().map(|task| task.work + if shuffle { task.shuffle } else { 0.0 }).sum()
    }

    /// Complete jobs of the same name that had the phase, in order of completion.
    fn runs(&self, job: usize, phase: usize) -> Vec<usize> {
        let name = &self.given.jobs[job].name;
        let same = |&other: &usize| !name.is_empty() && self.given.jobs[other].name == *name && !self.jobs[other][phase].tasks.is_empty();
        self.complete_jobs.iter().copied().filter(same).collect()
    }

    /// Mean seconds that the tasks of a complete phase took; the shuffle counts where `shuffle=on`.
    fn seconds_of_run(&self, hfsp: &Hfsp, job: usize, phase: usize) -> f64 {
        let took: Vec<f64> = self.history.iter().filter(|&&(j, p, _)| (j, p) == (job, phase)).map(|&(_, _, seconds)| seconds).collect();
        let shuffles: Vec<f64> = self.jobs[job][phase].tasks.iter().map(|task| task.shuffle).collect();
        mean(&took) - if hfsp.shuffle { 0.0 } else { mean(&shuffles) }
    }

    /// What the last runs say of the seconds of a task (T 7.1).
    fn predicted_by_past(&self, hfsp: &Hfsp, job: usize, phase: usize) -> Option<f64> {
        let runs = self.runs(job, phase);
        let last = &runs[runs.len().saturating_sub(hfsp.runs as usize)..];
        let seconds: Vec<f64> = last.iter().map(|&run| self.seconds_of_run(hfsp, run, phase)).collect();
        let latest = *seconds.last()?;
        Some(match hfsp.recall {
            Recall::Last => latest,
            Recall::Mean => mean(&seconds),
            Recall::Quantile => {
                let ascending = sorted((0..seconds.len()).collect(), |a, b| compare(seconds[a], seconds[b]));
                let place = hfsp.quantile * (seconds.len() - 1) as f64;
                let (below, part) = (place as usize, place.fract());
                let at = |rank: usize| seconds[ascending[rank.min(seconds.len() - 1)]];
                at(below) * (1.0 - part) + at(below + 1) * part
            }
        })
    }

    /// Whether the last prediction of a complete run of the same name was right by the factor; so it is if there was none.
    fn past_was_right(&self, hfsp: &Hfsp, job: usize, phase: usize) -> bool {
        let predicted = |&run: &usize| Some((self.jobs[run][phase].predicted?, self.seconds_of_run(hfsp, run, phase)));
        let last = self.runs(job, phase).iter().rev().find_map(predicted);
        last.is_none_or(|(predicted, took)| predicted <= hfsp.distrust * took && took <= hfsp.distrust * predicted)
    }

    /// S_i = n·ξ·s̄ (T 4.2.2), or what stands for it before there is any history.
    pub(super) fn initial_size(&self, hfsp: &Hfsp, phase: usize, tasks: usize) -> f64 {
        let complete = |job: usize| self.complete_jobs.contains(&job);
        let counts = |&&(job, kind, _): &&(usize, usize, f64)| kind == phase && (hfsp.history != History::Jobs || complete(job));
        let mut past: Vec<f64> = self.history.iter().filter(counts).map(|&(_, _, duration)| duration).collect();
        if hfsp.history == History::Recent {
            past.drain(..past.len().saturating_sub(hfsp.recent as usize));
        }
        let weight = tasks as f64 * hfsp.xi;
        match (past.is_empty(), hfsp.first) {
            (false, _) => weight * mean(&past),
            (true, First::Phase) => hfsp.s0,
            (true, First::Task) => weight * hfsp.s0,
        }
    }

    /// When a sample that is not known yet will have worked for Δ seconds, its shuffle apart.
    pub(super) fn delta_time(&self, job: usize, phase: usize, task: usize) -> Option<f64> {
        let hfsp = self.hfsp()?;
        let it = &self.jobs[job][phase].tasks[task];
        let applies = phase == REDUCE || hfsp.delta_of == DeltaOf::Both;
        let clocked = self.jobs[job][phase].training && it.sample && it.measured.is_none();
        let goes_on = it.state == State::Running && !self.is_held_up(job, phase);
        let time = it.from + (it.shuffle + hfsp.delta - it.before);
        (applies && clocked && goes_on && less(it.shuffle + hfsp.delta, it.duration())).then_some(time)
    }

    /// What the estimator learns from a completion.
    pub(super) fn observe_completion(&mut self, job: usize, phase: usize, task: usize) {
        if self.phase_is_complete(job, phase) {
            let it = &mut self.jobs[job][phase];
            it.late = !it.tiny && it.zero_since.is_some_and(|since| less(since, self.now));
        }
        if self.jobs[job][phase].training {
            let wanted = self.samples_wanted(job, phase) > 0;
            let it = &mut self.jobs[job][phase].tasks[task];
            it.sample |= wanted;
            if it.sample && it.measured.is_none() {
                it.measured = Some(it.work * it.factor);
            }
            self.finish_training(job, phase);
        }
        if self.hfsp().is_some_and(|hfsp| hfsp.estimator == Estimator::Continuous) {
            let it = &self.jobs[job][phase];
            let done: Vec<f64> = it.tasks.iter().filter(|task| task.state == State::Done).map(Task::duration).collect();
            let size = mean(&done) * it.remaining() as f64;
            self.set_size(job, phase, size);
        }
    }

    /// Sets the final size once all samples are known (T 4.2.3): S_f = s̃·[(n − t) + Σ (1 − p_k)].
    pub(super) fn finish_training(&mut self, job: usize, phase: usize) {
        let hfsp = self.hfsp().expect("only HFSP trains").clone();
        let it = &self.jobs[job][phase];
        let samples: Vec<usize> = (0..it.tasks.len()).filter(|&task| it.tasks[task].sample).collect();
        let measured: Vec<f64> = samples.iter().filter_map(|&task| it.tasks[task].measured).collect();
        if !it.training || self.samples_wanted(job, phase) > 0 || measured.len() < samples.len() {
            return;
        }
        let mut per_task = mean(&measured);
        if hfsp.shuffle && phase == REDUCE {
            // M 3.1.2.4: the mean of the samples' shuffles, weighted by their inputs.
            let input: f64 = samples.iter().map(|&task| it.tasks[task].work).sum();
            per_task += samples.iter().map(|&task| it.tasks[task].work / input * it.tasks[task].shuffle).sum::<f64>();
        }
        let left_of_samples: f64 = samples.iter().map(|&task| 1.0 - self.progress(job, phase, task)).sum();
        let rest = per_task * ((it.tasks.len() - samples.len()) as f64 + left_of_samples);
        let total = per_task * it.tasks.len() as f64;
        let size = match hfsp.update {
            Update::Replace => rest,
            Update::Total => total - it.aged,
            Update::Deduct => rest - it.aged,
        };
        self.jobs[job][phase].training = false;
        self.set_size(job, phase, if less(0.0, size) { size } else { 0.0 });
    }
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}
