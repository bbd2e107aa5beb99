//! The plain engine: slow, obvious, and the judge of the fast one.
//!
//! A policy is a function from the state to rates; everything is recomputed at every event, by walking over all jobs, in
//! floating point of 256 bits. It shares no code with the engine it judges.

use dashu_float::{FBig, round::mode::HalfEven};
use schedscope::workload::Workload;

type Number = FBig<HalfEven, 2>;

fn number(x: f64) -> Number {
    Number::try_from(x).expect("finite").with_precision(256).value()
}

/// Relative tolerance of ties: far above the rounding of 256 bits, far below any difference that is meant.
fn tiny() -> Number {
    number(1e-45)
}

/// The policies that have a plain form: all of them, or the twin test fails.
const KNOWN: [&str; 18] = [
    "fifo",
    "ps",
    "gps",
    "las",
    "srpt",
    "psjf",
    "sjf",
    "fsp",
    "srpte",
    "psjfe",
    "sjfe",
    "fspe",
    "fspe+ps",
    "fspe+las",
    "fspe+ps-aggressive",
    "srpte+ps",
    "srpte+las",
    "psbs",
];

struct Job {
    arrival: Number,
    size: Number,
    estimate: Number,
    weight: Number,
    remaining: Number,
    attained: Number,
    /// What is left in the virtual queue; negative or zero once it has left.
    virtual_left: Number,
    in_virtual_queue: bool,
    present: bool,
    started: bool,
    /// Rank among late jobs.
    late: Option<usize>,
}

/// Sojourn time of each job of `workload` (in its order), and its exact-to-256-bits value in `f64`.
///
/// # Panics
/// If the policy has no plain form.
pub fn sojourns(workload: &Workload, key: &str, servers: usize) -> Vec<f64> {
    assert!(KNOWN.contains(&key), "{key} has no plain form: write one in engine/tests/it/twins/server.rs");
    let exact = matches!(key, "srpt" | "psjf" | "sjf" | "fsp");
    let weighted = matches!(key, "gps" | "psbs");
    let mut jobs: Vec<Job> = workload
        .jobs()
        .iter()
        .map(|j| {
            let (size, estimate) = (number(j.size), number(if exact { j.size } else { j.estimate }));
            Job {
                arrival: number(j.arrival),
                remaining: size.clone(),
                size,
                virtual_left: estimate.clone(),
                estimate,
                weight: number(if weighted { j.weight } else { 1.0 }),
                attained: number(0.0),
                in_virtual_queue: false,
                present: false,
                started: false,
                late: None,
            }
        })
        .collect();
    let policy = Policy { key, servers };
    let mut sojourns = vec![0.0; jobs.len()];
    let (mut now, mut arrived, mut done, mut turned_late) = (number(0.0), 0, 0, 0);
    let mut first = 0;
    while done < jobs.len() {
        // Only a window of the jobs can matter: those before it have left both queues, those after have not arrived.
        while first < arrived && !jobs[first].present && !jobs[first].in_virtual_queue {
            first += 1;
        }
        let live = &jobs[first..arrived];
        let rates = policy.rates(live);
        let mut step: Option<Number> = None;
        let mut within = |dt: Number| {
            if step.as_ref().is_none_or(|s| dt < *s) {
                step = Some(if dt < number(0.0) { number(0.0) } else { dt });
            }
        };
        for (job, rate) in live.iter().zip(&rates) {
            if *rate > number(0.0) {
                within(&job.remaining / rate);
                if policy.is_srpte() && job.late.is_none() {
                    within((&job.estimate - &job.attained) / rate);
                }
            }
        }
        let total: Number = live.iter().filter(|j| j.in_virtual_queue).map(|j| &j.weight).fold(number(0.0), |a, b| a + b);
        if policy.is_fsp() {
            for job in live.iter().filter(|j| j.in_virtual_queue) {
                within(&job.virtual_left * &total / &job.weight);
            }
        }
        if let Some(dt) = policy.catch_up(live, &rates) {
            within(dt);
        }
        if let Some(next) = jobs.get(arrived) {
            within(&next.arrival - &now);
        }
        let step = step.expect("something happens while a job is not done");
        now += &step;
        for (job, rate) in jobs[first..arrived].iter_mut().zip(&rates) {
            if *rate > number(0.0) {
                job.started = true;
                job.remaining -= rate * &step;
                job.attained += rate * &step;
            }
            if policy.is_fsp() && job.in_virtual_queue {
                job.virtual_left -= &step * &job.weight / &total;
            }
        }
        // Completions, then arrivals, then policy events.
        for (i, job) in jobs.iter_mut().enumerate().take(arrived).skip(first) {
            if job.present && job.remaining <= tiny() * &job.size {
                job.present = false;
                job.late = None;
                sojourns[i] = (&now - &job.arrival).to_f64().value();
                done += 1;
            }
        }
        while let Some(job) = jobs.get_mut(arrived).filter(|job| &job.arrival - &now <= tiny()) {
            job.present = true;
            job.in_virtual_queue = policy.is_fsp();
            now = job.arrival.clone();
            arrived += 1;
        }
        for job in &mut jobs[first..arrived] {
            let used_up = policy.is_srpte() && &job.estimate - &job.attained <= tiny() * &job.estimate;
            let virtually_done = job.in_virtual_queue && job.virtual_left <= tiny() * &job.estimate;
            if virtually_done {
                job.in_virtual_queue = false;
            }
            if job.present && job.late.is_none() && (used_up || virtually_done) {
                job.late = Some(turned_late);
                turned_late += 1;
            }
        }
    }
    sojourns
}

struct Policy<'a> {
    key: &'a str,
    servers: usize,
}

impl Policy<'_> {
    fn is_srpte(&self) -> bool {
        self.key.starts_with("srpte")
    }

    fn is_fsp(&self) -> bool {
        self.key.starts_with("fsp") || self.key == "psbs"
    }

    /// The share of the server that each job has.
    fn rates(&self, live: &[Job]) -> Vec<Number> {
        let mut rates = vec![number(0.0); live.len()];
        let present: Vec<usize> = (0..live.len()).filter(|&i| live[i].present).collect();
        let late: Vec<usize> = present.iter().copied().filter(|&i| live[i].late.is_some()).collect();
        let timely: Vec<usize> = present.iter().copied().filter(|&i| live[i].late.is_none()).collect();
        if present.is_empty() {
            return rates;
        }
        match self.key {
            "fifo" => self.one_each(&present, &mut rates),
            "ps" => {
                for &i in &present {
                    rates[i] = number(1.0) / number(present.len().max(self.servers) as f64);
                }
            }
            "gps" => by_weight(live, &present, &mut rates),
            "las" => self.least_attained(live, &present, &number(1.0), &mut rates),
            "srpt" | "srpte" => self.one_each(&ranked(live, &present, |j| &j.estimate - &j.attained), &mut rates),
            "psjf" | "psjfe" => self.one_each(&ranked(live, &present, |j| j.estimate.clone()), &mut rates),
            "sjf" | "sjfe" => {
                let started: Vec<usize> = present.iter().copied().filter(|&i| live[i].started).collect();
                let fresh: Vec<usize> = present.iter().copied().filter(|&i| !live[i].started).collect();
                self.one_each(&[started, ranked(live, &fresh, |j| j.estimate.clone())].concat(), &mut rates);
            }
            _ => {
                let key = |j: &Job| if self.is_fsp() { &j.virtual_left / &j.weight } else { &j.estimate - &j.attained };
                let head = ranked(live, &timely, key).first().copied();
                match (late.is_empty(), self.key) {
                    (true, _) => rates[head.expect("a job is present")] = number(1.0),
                    (false, "fsp" | "fspe") => {
                        let first = late.iter().min_by_key(|&&i| live[i].late).expect("not empty");
                        rates[*first] = number(1.0);
                    }
                    (false, "fspe+ps") => late.iter().for_each(|&i| rates[i] = number(1.0) / number(late.len() as f64)),
                    (false, "psbs") => by_weight(live, &late, &mut rates),
                    (false, "fspe+las") => self.least_attained(live, &late, &number(1.0), &mut rates),
                    (false, "fspe+ps-aggressive" | "srpte+ps") => {
                        let all: Vec<usize> = late.iter().copied().chain(head).collect();
                        all.iter().for_each(|&i| rates[i] = number(1.0) / number(all.len() as f64));
                    }
                    (false, "srpte+las") => {
                        let least: Vec<usize> = least(live, &late).into_iter().chain(head).collect();
                        least.iter().for_each(|&i| rates[i] = number(1.0) / number(least.len() as f64));
                    }
                    (false, key) => panic!("no plain form of {key}"),
                }
            }
        }
        rates
    }

    /// The first `servers` of `order` have a server each.
    fn one_each(&self, order: &[usize], rates: &mut [Number]) {
        for &i in order.iter().take(self.servers) {
            rates[i] = number(1.0) / number(self.servers as f64);
        }
    }

    /// Level by level of attained service, each job on at most one server, until no server is left.
    fn least_attained(&self, live: &[Job], among: &[usize], speed: &Number, rates: &mut [Number]) {
        let mut rest = among.to_vec();
        let mut free = self.servers;
        while free > 0 && !rest.is_empty() {
            let group = least(live, &rest);
            let used = group.len().min(free);
            for &i in &group {
                rates[i] = speed * number(used as f64) / number((self.servers * group.len()) as f64);
            }
            rest.retain(|i| !group.contains(i));
            free -= used;
        }
    }

    /// Time until a job served by attained service has as much of it as one that is served less.
    fn catch_up(&self, live: &[Job], rates: &[Number]) -> Option<Number> {
        let counts = |job: &Job| job.present && (self.key == "las" || self.key.ends_with("+las") && job.late.is_some());
        let mut soonest = None;
        let mut order: Vec<usize> = (0..live.len()).filter(|&i| counts(&live[i])).collect();
        order.sort_by(|&a, &b| live[a].attained.partial_cmp(&live[b].attained).expect("comparable"));
        for pair in order.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let gap = &live[b].attained - &live[a].attained;
            if rates[a] > rates[b] && gap > tiny() * &live[b].attained {
                let dt = gap / (&rates[a] - &rates[b]);
                if soonest.as_ref().is_none_or(|s| dt < *s) {
                    soonest = Some(dt);
                }
            }
        }
        soonest
    }
}

/// `among` by key; keys that tie by position, which is the order of (arrival, id).
fn ranked(live: &[Job], among: &[usize], key: impl Fn(&Job) -> Number) -> Vec<usize> {
    let mut keyed: Vec<(Number, usize)> = among.iter().map(|&i| (key(&live[i]), i)).collect();
    keyed.sort_by(|(a, i), (b, j)| {
        let scale = if live[*i].estimate > live[*j].estimate { &live[*i].estimate } else { &live[*j].estimate };
        let difference = a - b;
        let limit = tiny() * scale;
        if difference <= limit && -difference <= limit { i.cmp(j) } else { a.partial_cmp(b).expect("comparable") }
    });
    keyed.into_iter().map(|(_, i)| i).collect()
}

/// Those of `among` that tie for the least attained service.
fn least(live: &[Job], among: &[usize]) -> Vec<usize> {
    let Some(min) = among.iter().map(|&i| &live[i].attained).min_by(|a, b| a.partial_cmp(b).expect("comparable")) else { return vec![] };
    among.iter().copied().filter(|&i| &live[i].attained - min <= tiny() * &live[i].attained).collect()
}

fn by_weight(live: &[Job], among: &[usize], rates: &mut [Number]) {
    let total = among.iter().map(|&i| &live[i].weight).fold(number(0.0), |a, b| a + b);
    for &i in among {
        rates[i] = &live[i].weight / &total;
    }
}
