//! A queue at each worker.

use super::{Agenda, Chance, Event, Instance, Nodes, Order, Placement, Probes, Queues, Run, Scan, Seems, Sss, Step};

/// What stands in a worker's queue: a probe, or a place for a task that was placed here. Neither is bound to a task before it is served.
#[derive(Clone, Debug)]
struct Entry {
    id: usize,
    job: usize,
    /// Placed by a scheduler that knows about work; otherwise a probe.
    placed: bool,
    /// By how much later entries have overtaken this one, in estimated seconds (T 3.4.3).
    bypassed: f64,
    /// Whether it has pulled a task before.
    used: bool,
}

/// The central scheduler's knowledge: when and after how many placements it was told, and for each worker, whether it has a long task (T
/// 3.3.3).
#[derive(Clone, Debug)]
pub(super) struct Vector {
    time: f64,
    placements: usize,
    long: Vec<bool>,
}

#[derive(Clone, Debug)]
enum Slot {
    Free,
    /// Held while the worker asks for a task, which bypasses these entries in front.
    Asking {
        entry: Entry,
        front: Vec<usize>,
    },
    Running {
        entry: Entry,
        task: usize,
        started: f64,
    },
}

struct Worker {
    slot: Slot,
    queue: Vec<Entry>,
    vector: Option<Vector>,
    /// Jobs of the tasks that schedulers have placed here and that have not ended.
    placed: Vec<usize>,
}

/// The places of the first consecutive group of short entries that come after a long task, which may be the one that runs (T 2.3.6, figure
/// 2.3). `queue` tells of each entry whether it is long.
fn stealable(executes_long: bool, queue: &[bool]) -> Vec<usize> {
    let mut p = 0;
    if !executes_long {
        while p < queue.len() && !queue[p] {
            p += 1;
        }
    }
    while p < queue.len() && queue[p] {
        p += 1;
    }
    (p..queue.len()).take_while(|&p| !queue[p]).collect()
}

pub(super) struct QueueWorld<'a, C> {
    instance: &'a Instance,
    policy: &'a Queues,
    chance: &'a mut C,
    agenda: Agenda<'a>,
    workers: Vec<Worker>,
    /// Of each job: tasks handed out, and tasks complete.
    handed: Vec<usize>,
    done: Vec<usize>,
    entries: usize,
    placements: usize,
    /// What the last report told of each worker, when, and how many there were.
    reported: Vec<f64>,
    heard: f64,
    reports: usize,
}

impl<'a, C: Chance> QueueWorld<'a, C> {
    pub(super) fn new(instance: &'a Instance, policy: &'a Queues, chance: &'a mut C) -> Self {
        let worker = || Worker { slot: Slot::Free, queue: vec![], vector: None, placed: vec![] };
        let workers = (0..instance.slots()).map(|_| worker()).collect();
        let (handed, done) = (vec![0; instance.jobs.len()], vec![0; instance.jobs.len()]);
        let agenda = Agenda::new(instance);
        Self {
            instance,
            policy,
            chance,
            agenda,
            workers,
            handed,
            done,
            entries: 0,
            placements: 0,
            reported: vec![],
            heard: 0.0,
            reports: 0,
        }
    }

    pub(super) fn run(mut self) -> Run {
        if matches!(self.policy.short, Placement::Reports { .. }) {
            self.agenda.post(0.0, Event::Report);
        }
        while let Some(event) = self.agenda.next() {
            match event {
                Event::Report => self.report(),
                Event::End { core, .. } => self.end(core),
                Event::Arrive { job } => self.arrive(job),
                Event::Probes { job, count, round, vector } => self.probe(job, count, round, vector),
                Event::Entries { job, workers, placed, vector } => {
                    for worker in workers {
                        self.reach(worker, job, placed, vector.clone());
                    }
                }
                Event::Answer { worker } => self.answer(worker),
                Event::Beat { .. } | Event::Task { .. } | Event::Round | Event::Timer { .. } => unreachable!(),
            }
        }
        self.agenda.run
    }

    fn estimate(&self, job: usize) -> f64 {
        self.instance.jobs[job].estimate
    }
    /// A message leaves now and arrives so many delays later.
    fn send(&mut self, delays: f64, event: Event) {
        self.agenda.post(self.agenda.now + delays * self.instance.delay, event);
    }

    fn arrive(&mut self, job: usize) {
        let tasks = self.instance.jobs[job].tasks.len();
        let (placement, nodes) =
            if self.instance.long(job) { (self.policy.long, self.policy.long_nodes) } else { (self.policy.short, self.policy.short_nodes) };
        let nodes = self.instance.nodes(nodes);
        match placement {
            Placement::Probes(Probes { ratio, least, .. }) => {
                let count = (ratio * tasks).max(least);
                self.agenda.run.counters.probes += count;
                if self.policy.sss == Some(Sss::Early) && !self.instance.long(job) {
                    self.probe_early(job, count);
                } else {
                    self.send_probes(1.0, job, count, 1, None);
                }
            }
            Placement::Central => {
                let waits =
                    nodes.iter().map(|&n| (self.wait(n), self.workers[n].placed.iter().any(|&job| self.estimate(job) > 0.0), n)).collect();
                self.place(job, waits);
            }
            Placement::Reports { every, by_task } => {
                let passed = |n| if by_task { self.run_down(n) } else { self.agenda.now - self.heard };
                let seems = |&n: &usize| Seems { worker: n, reported: self.reported[n], now: (self.reported[n] - passed(n)).max(0.0) };
                let waits: Vec<Seems> = nodes.iter().map(seems).collect();
                let noise = self.chance.noise(self.reports, &self.reported, &waits, tasks, every);
                self.place(job, waits.iter().zip(noise).map(|(seems, noise)| (seems.now + noise, false, seems.worker)).collect());
            }
        }
    }

    fn send_probes(&mut self, delays: f64, job: usize, count: usize, round: u8, vector: Option<Vector>) {
        self.agenda.run.counters.probe_messages += count;
        self.send(delays, Event::Probes { job, count, round, vector });
    }
    /// Probes reach workers (T 2.2.3). Those that are rejected are sent again when the rejection has come back: at first to workers without
    /// a long task by the freshest vector that came with one, then to the short partition (T 3.3.3).
    fn probe(&mut self, job: usize, count: usize, round: u8, vector: Option<Vector>) {
        let (accepting, rejected, freshest) = self.invite(job, count, round, vector);
        for worker in accepting {
            self.reach(worker, job, false, None);
        }
        if rejected > 0 {
            self.send_probes(2.0, job, rejected, round + 1, freshest);
        }
    }
    /// `[C]` The state of the workers at submission decides; probes accepted in the first round arrive one delay later, others two.
    fn probe_early(&mut self, job: usize, mut count: usize) {
        let (mut vector, mut late) = (None, vec![]);
        for round in 1..=3 {
            self.agenda.run.counters.probe_messages += count;
            let (workers, rejected, freshest) = self.invite(job, count, round, vector);
            if round == 1 {
                self.send(1.0, Event::Entries { job, workers, placed: false, vector: None });
            } else {
                late.extend(workers);
            }
            (count, vector) = (rejected, freshest);
            if rejected == 0 {
                break;
            }
        }
        if !late.is_empty() {
            self.send(2.0, Event::Entries { job, workers: late, placed: false, vector: None });
        }
    }
    /// Draws the targets of probes: those that accept, the number of those that reject, and what the scheduler learns of long tasks.
    fn invite(&mut self, job: usize, count: usize, round: u8, vector: Option<Vector>) -> (Vec<usize>, usize, Option<Vector>) {
        let long = self.instance.long(job);
        let (placement, nodes) =
            if long { (self.policy.long, self.policy.long_nodes) } else { (self.policy.short, self.policy.short_nodes) };
        let Placement::Probes(Probes { replacement, .. }) = placement else { unreachable!() };
        let nodes = if round == 3 && self.policy.partition() { Nodes::ShortPartition } else { nodes };
        let ideal = self.policy.sss == Some(Sss::Ideal) && !long;
        let known = if ideal { Some(self.bits()) } else { vector.filter(|_| round == 2).map(|v| v.long) };
        let without_long: Vec<usize> = known.map_or(vec![], |bits| (0..bits.len()).filter(|&n| !bits[n]).collect());
        let pool = if without_long.is_empty() { self.instance.nodes(nodes) } else { without_long };
        let mut targets = self.chance.probes(count, &pool, replacement);
        let early = self.policy.sss == Some(Sss::Early);
        if long || round == 3 || !(early || self.policy.sss == Some(Sss::On)) {
            return (targets, 0, None);
        }
        let mut freshest: Option<Vector> = None;
        targets.retain(|&worker| {
            let rejects = self.has_long(worker);
            // [C] All workers that are contacted tell their vectors. Of two of an instant, that of the later placement is fresher.
            if let Some(told) = self.workers[worker].vector.clone().filter(|_| rejects || early)
                && freshest.as_ref().is_none_or(|held| (told.time, told.placements) > (held.time, held.placements))
            {
                freshest = Some(told);
            }
            !rejects
        });
        let rejected = count - targets.len();
        let counters = &mut self.agenda.run.counters;
        *(if round == 1 { &mut counters.rejected } else { &mut counters.fallbacks }) += rejected;
        (targets, rejected, freshest)
    }

    /// Whether the central scheduler has a long task on each worker, queued, running or under way (T 3.3.3).
    fn bits(&self) -> Vec<bool> {
        self.workers.iter().map(|w| w.placed.iter().any(|&job| self.instance.long(job))).collect()
    }
    fn vector(&self) -> Vector {
        Vector { time: self.agenda.now, placements: self.placements, long: self.bits() }
    }
    /// Whether the worker itself knows of a long task, queued or running.
    fn has_long(&self, worker: usize) -> bool {
        self.executes_long(worker) || self.workers[worker].queue.iter().any(|e| self.instance.long(e.job))
    }
    fn executes_long(&self, worker: usize) -> bool {
        match &self.workers[worker].slot {
            Slot::Free => false,
            Slot::Asking { entry, .. } | Slot::Running { entry, .. } => self.instance.long(entry.job),
        }
    }
    /// Estimates of what was placed on the worker and has not ended. Schedulers are blind to probes (T 2.3.7).
    fn work(&self, worker: usize) -> f64 {
        self.workers[worker].placed.iter().fold(0.0, |sum, &job| sum + self.estimate(job))
    }
    /// How much of its estimate a placed task that runs has run down, at most all of it.
    fn run_down(&self, worker: usize) -> f64 {
        let Slot::Running { entry, started, .. } = &self.workers[worker].slot else { return 0.0 };
        if entry.placed { (self.agenda.now - started).min(self.estimate(entry.job)) } else { 0.0 }
    }
    /// The waiting time (T 2.3.7).
    fn wait(&self, worker: usize) -> f64 {
        self.work(worker) - self.run_down(worker)
    }
    /// Each task goes to the worker that waits least; of those that wait alike, to one where nothing was placed that takes time, then to
    /// the lowest number (R).
    fn place(&mut self, job: usize, mut waits: Vec<(f64, bool, usize)>) {
        let mut workers = vec![];
        for _ in 0..self.instance.jobs[job].tasks.len() {
            let order = |a: &(f64, bool, usize), b: &(f64, bool, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2));
            let least = waits.iter_mut().min_by(|a, b| order(a, b)).expect("there is a worker");
            least.0 += self.estimate(job);
            least.1 |= self.estimate(job) > 0.0;
            workers.push(least.2);
            self.workers[least.2].placed.push(job);
        }
        self.agenda.run.counters.placements += workers.len();
        self.placements += 1;
        let vector = self.instance.long(job).then(|| self.vector());
        self.send(1.0, Event::Entries { job, workers, placed: true, vector });
    }
    /// T 3.6.2: all workers tell at once, at multiples of the interval.
    fn report(&mut self) {
        let Placement::Reports { every, by_task } = self.policy.short else { unreachable!() };
        self.reported = (0..self.workers.len()).map(|n| if by_task { self.work(n) } else { self.wait(n) }).collect();
        self.heard = self.agenda.now;
        self.reports += 1;
        self.agenda.post(self.reports as f64 * every, Event::Report);
    }

    /// An entry joins the queue of a worker at its end, and is served if the worker is idle (T 3.2).
    fn reach(&mut self, worker: usize, job: usize, placed: bool, vector: Option<Vector>) {
        if let Some(sent) = vector {
            // [C] The vector is that of the moment at which the entry arrives.
            let early = self.policy.sss == Some(Sss::Early);
            self.workers[worker].vector = Some(if early { self.vector() } else { sent });
        }
        self.agenda.run.counters.behind_long += usize::from(!self.instance.long(job) && self.has_long(worker));
        self.entries += 1;
        self.workers[worker].queue.push(Entry { id: self.entries, job, placed, bypassed: 0.0, used: false });
        if matches!(self.workers[worker].slot, Slot::Free) {
            self.serve(worker);
        }
    }

    /// A free worker turns to its queue. Whether there was anything to serve.
    fn serve(&mut self, worker: usize) -> bool {
        let Some(place) = self.select(worker) else { return false };
        let entry = self.workers[worker].queue[place].clone();
        let front = self.workers[worker].queue[..place].iter().map(|e| e.id).collect();
        if !self.stays(&entry) {
            self.workers[worker].queue.remove(place);
        }
        self.agenda.run.counters.requests += 1;
        self.workers[worker].slot = Slot::Asking { entry, front };
        self.send(2.0, Event::Answer { worker });
        true
    }
    /// A sticky probe stands for its whole job and stays until nothing is left (T 3.4.1). Long entries never do [C].
    fn stays(&self, entry: &Entry) -> bool {
        self.policy.sticky && !entry.placed && !self.instance.long(entry.job)
    }
    /// Tasks of the job that nobody has been given. Late binding hands them out in their order (T 2.2.3).
    fn left(&self, job: usize) -> usize {
        self.instance.jobs[job].tasks.len() - self.handed[job]
    }
    /// Which entry is next: its place in the queue.
    fn select(&mut self, worker: usize) -> Option<usize> {
        let Order::Srpt { bound, scan } = self.policy.order else {
            return (!self.workers[worker].queue.is_empty()).then_some(0);
        };
        // [C] Probes of short jobs that are known to be handed out vanish at no cost.
        if scan != Scan::PastLong {
            let mut queue = std::mem::take(&mut self.workers[worker].queue);
            queue.retain(|e| e.placed || self.instance.long(e.job) || self.left(e.job) > 0);
            self.workers[worker].queue = queue;
        }
        let queue = &self.workers[worker].queue;
        let mut chosen = None;
        let mut shortest = f64::INFINITY;
        for (place, entry) in queue.iter().enumerate() {
            let long = self.instance.long(entry.job);
            if long && (scan == Scan::ToLong || scan == Scan::PastLong && place == 0) {
                break;
            }
            // Estimated work that is not handed out (T 3.4.3).
            let tasks = if scan == Scan::PastLong { self.instance.jobs[entry.job].tasks.len() } else { self.left(entry.job) };
            let left = self.estimate(entry.job) * tasks as f64;
            // T 3.4.3: nobody in front may be bypassed by more than its threshold. [C] Long entries that are passed have none.
            let may = queue[..place].iter().all(|front| {
                scan == Scan::PastLong && self.instance.long(front.job)
                    || front.bypassed + self.estimate(entry.job) <= bound * self.estimate(front.job)
            });
            if left < shortest && may {
                (chosen, shortest) = (Some(place), left);
                // [C] Nobody looks past a long entry that seems best so far.
                if scan == Scan::PastLong && long {
                    break;
                }
            }
        }
        if chosen.is_none() && !queue.is_empty() { Some(0) } else { chosen }
    }

    /// The scheduler has handed out a task, which runs; or there was none, the entry is dropped, and the worker turns to the next.
    fn answer(&mut self, worker: usize) {
        let Slot::Asking { mut entry, front } = std::mem::replace(&mut self.workers[worker].slot, Slot::Free) else { unreachable!() };
        let (job, id) = (entry.job, entry.id);
        if self.left(job) == 0 {
            self.agenda.run.counters.useless += 1;
            self.workers[worker].queue.retain(|e| e.id != id);
            return self.freed(worker);
        }
        let task = self.handed[job];
        self.handed[job] += 1;
        // T 3.4.3, [C]: whoever was in front has been bypassed, now that there is a task; past long entries, only by short ones.
        if let Order::Srpt { scan, .. } = self.policy.order {
            let estimate = self.estimate(job);
            if scan != Scan::PastLong || !self.instance.long(job) {
                for other in self.workers[worker].queue.iter_mut().filter(|e| front.contains(&e.id)) {
                    other.bypassed += estimate;
                }
            }
            if scan != Scan::PastLong && !entry.placed {
                self.agenda.run.counters.updates += self.workers.iter().flat_map(|w| &w.queue).filter(|e| e.job == job).count();
            }
        }
        self.agenda.run.counters.sticky += usize::from(entry.used);
        entry.used = true;
        for stays in self.workers[worker].queue.iter_mut().filter(|e| e.id == id) {
            stays.used = true;
        }
        let now = self.agenda.now;
        self.agenda.log(now, Step::Start, job, task, worker);
        self.workers[worker].slot = Slot::Running { entry, task, started: now };
        self.agenda.post(now + self.instance.jobs[job].tasks[task], Event::End { core: worker, stamp: 0 });
    }

    fn end(&mut self, worker: usize) {
        let Slot::Running { entry, task, .. } = std::mem::replace(&mut self.workers[worker].slot, Slot::Free) else { unreachable!() };
        self.agenda.log(self.agenda.now, Step::End, entry.job, task, worker);
        if entry.placed {
            let placed = &mut self.workers[worker].placed;
            placed.remove(placed.iter().position(|&job| job == entry.job).expect("it was placed here"));
        }
        self.done[entry.job] += 1;
        self.agenda.finished(entry.job, self.instance.jobs[entry.job].tasks.len() - self.done[entry.job]);
        self.freed(worker);
    }

    /// A worker that has been busy is free: it serves its queue, or steals (T 2.3.6).
    fn freed(&mut self, worker: usize) {
        if !self.serve(worker) && self.steal(worker) {
            self.serve(worker);
        }
    }
    fn steal(&mut self, thief: usize) -> bool {
        let Some(steal) = self.policy.steal else { return false };
        let victims = self.instance.nodes(self.policy.long_nodes);
        for _ in 0..steal.cap {
            let victim = self.chance.victim(&victims);
            self.agenda.run.counters.contacts += 1;
            let queue: Vec<bool> = self.workers[victim].queue.iter().map(|e| self.instance.long(e.job)).collect();
            let mut places = if steal.random {
                (0..queue.len()).filter(|&p| !queue[p]).collect()
            } else {
                stealable(self.executes_long(victim), &queue)
            };
            // A sticky probe for which the victim is asking at this moment is not to be had.
            if let Slot::Asking { entry, .. } = &self.workers[victim].slot {
                places.retain(|&p| self.workers[victim].queue[p].id != entry.id);
            }
            if steal.random && places.len() > steal.limit {
                places = self.chance.loot(places, steal.limit);
                places.sort_unstable();
            }
            places.truncate(steal.limit);
            if places.is_empty() {
                continue;
            }
            self.agenda.run.counters.steals += 1;
            self.agenda.run.counters.stolen += places.len();
            let loot: Vec<Entry> = places.iter().map(|&p| self.workers[victim].queue[p].clone()).collect();
            let mut place = 0;
            self.workers[victim].queue.retain(|_| (!places.contains(&place), place += 1).0);
            self.workers[thief].queue.extend(loot);
            return true;
        }
        false
    }
}
