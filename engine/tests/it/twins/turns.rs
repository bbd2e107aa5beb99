//! Policies under which jobs take turns, in steps of one unit of time: plain, slow, and in whole numbers. Arrivals, sizes,
//! estimates, weights, quanta and the cost of a switch are whole, so all that happens does so at whole instants.

#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub arrival: u64,
    pub size: u64,
    pub estimate: u64,
    pub weight: u64,
}

#[derive(Clone, Copy, Debug)]
pub enum Rule {
    Rr { quantum: u64 },
    Mlfq { levels: usize, quantum: u64, factor: u64, boost: Option<u64> },
    Stride { quantum: u64 },
    Priority { aging: u64, preempts: bool },
    Hrrn,
    Edf { slack: u64 },
    Wpsjfe,
    Wsrpte,
    Nudge { threshold: u64 },
    Fifo,
    Srpt,
    Sjfe,
}

/// A ratio of whole numbers, compared exactly.
#[derive(Clone, Copy, Debug)]
struct Ratio(i128, i128);

impl Ratio {
    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

struct State<'a> {
    rule: Rule,
    jobs: &'a [Job],
    left: Vec<u64>,
    /// The ring, the line, or just who is present, in order of arrival but for what a rule changes.
    order: Vec<usize>,
    level: Vec<usize>,
    /// Service in the present quantum, or at the present level.
    used: Vec<u64>,
    /// Stride: pass at the beginning, and whole quanta since.
    start: Vec<Ratio>,
    quanta: Vec<i128>,
    overtaken: Vec<bool>,
    /// Who has the server to the end of the quantum, or of the job.
    current: Option<usize>,
    /// Whether they have been served since they were chosen.
    started: bool,
    /// Who was served last.
    last: Option<usize>,
}

/// Completion times of jobs, given in order of arrival.
pub fn completions(rule: Rule, jobs: &[Job], cost: u64) -> Vec<u64> {
    let n = jobs.len();
    let mut state = State {
        rule,
        jobs,
        left: jobs.iter().map(|job| job.size).collect(),
        order: vec![],
        level: vec![0; n],
        used: vec![0; n],
        start: vec![Ratio(0, 1); n],
        quanta: vec![0; n],
        overtaken: vec![false; n],
        current: None,
        started: false,
        last: None,
    };
    let mut done = vec![0; n];
    let (mut arrived, mut complete) = (0, 0);
    let (mut holds, mut switching): (Option<usize>, u64) = (None, 0);
    let mut now = jobs[0].arrival;
    loop {
        if let Some(job) = state.current.filter(|job| state.left[*job] == 0) {
            done[job] = now;
            complete += 1;
            state.order.retain(|other| *other != job);
            state.current = None;
            if state.order.is_empty() {
                holds = None;
            }
            if complete == n {
                return done;
            }
        }
        let settle = |state: &mut State, holds: &mut Option<usize>, switching: &mut u64| {
            let first = state.first(now);
            if *switching == 0 && holds.is_some() && first.is_some() && first != *holds {
                *switching = cost;
            }
            if first.is_some() {
                *holds = first;
            }
        };
        settle(&mut state, &mut holds, &mut switching);
        while arrived < n && jobs[arrived].arrival == now {
            state.join(arrived);
            arrived += 1;
            settle(&mut state, &mut holds, &mut switching);
        }
        state.turn_ends();
        settle(&mut state, &mut holds, &mut switching);
        state.boost(now);
        if switching > 0 {
            switching -= 1;
            now += 1;
            if switching == 0 {
                // What arrives as the switch ends still takes part in the choice.
                while arrived < n && jobs[arrived].arrival == now {
                    state.join(arrived);
                    arrived += 1;
                }
                holds = state.first(now);
            }
            continue;
        }
        if let Some(first) = state.first(now) {
            state.left[first] -= 1;
            state.used[first] += 1;
            state.started = true;
            state.last = Some(first);
        }
        now += 1;
    }
}

impl State<'_> {
    fn join(&mut self, job: usize) {
        if let Rule::Stride { .. } = self.rule
            && let Some(current) = self.current
        {
            self.start[job] = self.pass(current);
        }
        self.order.push(job);
        let line = self.order.len();
        if let Rule::Nudge { threshold } = self.rule
            && line > 2
            && self.jobs[job].estimate < threshold
        {
            let last = self.order[line - 2];
            if self.jobs[last].estimate >= threshold && !self.overtaken[last] {
                self.overtaken[last] = true;
                self.order.swap(line - 1, line - 2);
            }
        }
    }

    fn pass(&self, job: usize) -> Ratio {
        let (Ratio(a, b), w) = (self.start[job], i128::from(self.jobs[job].weight));
        Ratio(a * w + self.quanta[job] * b, b * w)
    }

    /// What decides, least first.
    fn key(&self, job: usize, now: u64) -> Ratio {
        let its = &self.jobs[job];
        let whole = |x: u64| i128::from(x);
        match self.rule {
            Rule::Priority { aging, .. } => Ratio(whole(aging * its.arrival) - whole(its.weight), 1),
            Rule::Hrrn if its.estimate == 0 => Ratio(-1_000_000_000, 1),
            Rule::Hrrn => Ratio(-whole(now - its.arrival), whole(its.estimate)),
            Rule::Edf { slack } => Ratio(whole(its.arrival + slack * its.estimate), 1),
            Rule::Wpsjfe => Ratio(whole(its.estimate), whole(its.weight)),
            Rule::Wsrpte => Ratio(whole(its.estimate) - whole(its.size - self.left[job]), whole(its.weight)),
            Rule::Srpt => Ratio(whole(self.left[job]), 1),
            Rule::Sjfe => Ratio(whole(its.estimate), 1),
            Rule::Stride { .. } => self.pass(job),
            _ => Ratio(0, 1),
        }
    }

    /// Who is first now.
    fn first(&mut self, now: u64) -> Option<usize> {
        let sticks = match self.rule {
            Rule::Rr { .. } | Rule::Mlfq { .. } | Rule::Srpt | Rule::Edf { .. } | Rule::Wpsjfe | Rule::Wsrpte => false,
            Rule::Priority { preempts, .. } => !preempts && self.started,
            Rule::Stride { .. } | Rule::Nudge { .. } | Rule::Fifo => true,
            Rule::Hrrn | Rule::Sjfe => self.started,
        };
        if self.current.is_some() && sticks {
            return self.current;
        }
        let mut best: Option<usize> = None;
        for &job in &self.order {
            let better = |other: usize| {
                let (mine, its) = (self.key(job, now), self.key(other, now));
                match self.rule {
                    Rule::Mlfq { .. } => self.level[job] < self.level[other],
                    Rule::Rr { .. } | Rule::Nudge { .. } | Rule::Fifo => false,
                    _ => mine.less(its) || !its.less(mine) && job < other,
                }
            };
            if best.is_none_or(better) {
                best = Some(job);
            }
        }
        if best != self.current {
            self.started = false;
        }
        self.current = best;
        best
    }

    /// A quantum ends, or an allotment.
    fn turn_ends(&mut self) {
        let Some(job) = self.last.filter(|job| self.left[*job] > 0) else { return };
        let length = match self.rule {
            Rule::Rr { quantum } | Rule::Stride { quantum } => quantum,
            Rule::Mlfq { quantum, factor, .. } => quantum * factor.pow(self.level[job] as u32),
            _ => return,
        };
        if self.used[job] < length {
            return;
        }
        self.used[job] = 0;
        self.order.retain(|other| *other != job);
        self.order.push(job);
        match self.rule {
            Rule::Mlfq { levels, .. } => self.level[job] = (self.level[job] + 1).min(levels - 1),
            _ => self.quanta[job] += 1,
        }
        self.current = None;
        self.last = None;
    }

    fn boost(&mut self, now: u64) {
        let Rule::Mlfq { boost: Some(period), .. } = self.rule else { return };
        let since = now - self.jobs[0].arrival;
        if since > 0 && since.is_multiple_of(period) {
            let level = &self.level;
            self.order.sort_by_key(|job| level[*job]);
            for &job in &self.order {
                self.level[job] = 0;
                self.used[job] = 0;
            }
        }
    }
}
