//! The distributed CDN over time: requests in the queue of the CDN server, how long they are there, and the cost of the transfers. Time is
//! counted from the first request. All pictures of a comparison have the same axis of time.

use super::identity::{looks, names};
use crate::experiment::{PolicyReport, Report};
use crate::plot::{Axis, Form, Line, Lines, Look, Names, Picture};
use schedscope::cdn::{Network, Plan, Sample, Timeline};
use schedscope::metrics::Interval;
use schedscope::registry::Choice;

/// A recorded run and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct CdnRun {
    /// What happened.
    pub timeline: Timeline,
    /// The policy's name: as short as tells it from the others.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
}

impl CdnRun {
    /// What servers do at a time, in seconds since the first request.
    pub fn at(&self, time: f64) -> Option<&Sample> {
        self.timeline.at(self.timeline.begin + time)
    }

    /// Fraction of its capacity that a server uses: a dServer by position, the CDN server last.
    pub fn load(&self, sample: &Sample, server: usize) -> f64 {
        let network = &self.timeline.network;
        let most = network.regions.get(server).map_or(network.cdn_capacity, |region| region.capacity);
        f64::from(sample.sessions.get(server).copied().unwrap_or(0)) / f64::from(most.max(1))
    }
}

/// What a reader looks at in all pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// The region at this position, with its dServer.
    Region(u8),
    /// The CDN server.
    Cdn,
}

/// Runs of the same requests under several policies.
#[derive(Clone, Debug, PartialEq)]
pub struct CdnRuns {
    /// The runs.
    pub runs: Vec<CdnRun>,
    /// Seconds from the first request to the last sample of any of them.
    pub span: f64,
    /// Regions whose dServers help each other: each has all others of its list in its cooperation group.
    pub clusters: Vec<Vec<u8>>,
    /// Most sessions that a server has for a region at a time.
    pub widest: u32,
    /// Most requests in the queue at a time.
    pub longest: u32,
    /// Seconds from a Sunday's midnight to the first request, if the requests have a week.
    week: Option<f64>,
}

const HOUR: f64 = 3600.0;
const DAY: f64 = 24.0 * HOUR;
/// Days of a week, from the one on which drawn requests begin, at noon.
const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

impl CdnRuns {
    /// Puts recorded runs side by side, in the order of their policies. Drawn requests have the profile of a week.
    pub fn new(timelines: Vec<Timeline>, policies: &[Choice], drawn: bool) -> Self {
        let span = timelines.iter().map(|timeline| timeline.end() - timeline.begin).fold(0.0, f64::max);
        let clusters = timelines.first().map(|timeline| clusters(&timeline.network)).unwrap_or_default();
        let samples = || timelines.iter().flat_map(|timeline| &timeline.samples);
        let widest = samples().flat_map(|sample| &sample.flows).map(|flow| flow.sessions).max().unwrap_or(0);
        let longest = samples().map(|sample| sample.queue).max().unwrap_or(0);
        let week = timelines.first().filter(|_| drawn).map(|timeline| timeline.begin + DAY / 2.0);
        let run = |((timeline, name), look)| CdnRun { timeline, name, look };
        let runs = timelines.into_iter().zip(names(policies)).zip(looks(policies)).map(run).collect();
        Self { runs, span, clusters, widest, longest, week }
    }

    /// Regions and links.
    pub fn network(&self) -> Option<&Network> {
        self.runs.first().map(|run| &run.timeline.network)
    }

    /// The middle of the interval in which a time is: within one nothing changes.
    pub fn settled(&self, time: f64) -> f64 {
        let every = self.runs.iter().map(|run| run.timeline.every).fold(f64::INFINITY, f64::min);
        if every.is_finite() { ((time / every + 1e-6).floor() + 0.5) * every } else { time }
    }

    /// When the intervals of samples begin, in seconds since the first request.
    pub fn times(&self) -> Vec<f64> {
        let of = |run: &CdnRun| (0..run.timeline.samples.len()).map(|i| i as f64 * run.timeline.every).collect::<Vec<_>>();
        self.runs.iter().min_by(|a, b| a.timeline.every.total_cmp(&b.timeline.every)).map(of).unwrap_or_default()
    }

    /// The busiest time: when most requests wait under the policy at this position or, if none ever does, when most sessions are under way.
    pub fn busiest(&self, which: usize) -> f64 {
        let Some(run) = self.runs.get(which) else { return 0.0 };
        let busy = |sample: &Sample| (sample.queue, sample.sessions.iter().sum::<u32>());
        let most = (0..).zip(&run.timeline.samples).max_by_key(|(place, sample)| (busy(sample), std::cmp::Reverse(*place)));
        most.map_or(0.0, |(place, _)| f64::from(place) * run.timeline.every)
    }

    /// A time in words: day and hour, if the requests have a week, or how long after the first request.
    pub fn told(&self, time: f64) -> String {
        let minutes = ((self.week.unwrap_or(0.0) + time) / 60.0 + 1e-6).floor() as u64;
        let (day, hours) = (minutes / 1440, format!("{}:{:02}", minutes / 60 % 24, minutes % 60));
        match self.week {
            Some(_) if self.span > 7.5 * DAY => format!("day {}, {} {hours}", day + 1, DAYS[(day % 7) as usize]),
            Some(_) => format!("{} {hours}", DAYS[(day % 7) as usize]),
            None if self.span > DAY => format!("day {}, {hours}", day + 1),
            None if self.span > HOUR => format!("{hours} h"),
            None => format!("{time:.0} s"),
        }
    }

    /// Marks of an axis of time: midnights, or hours, or less.
    pub fn marks(&self) -> Vec<(f64, String)> {
        let steps = [1.0, 5.0, 15.0, 60.0, 300.0, 900.0, HOUR, 2.0 * HOUR, 4.0 * HOUR, 6.0 * HOUR, DAY, 7.0 * DAY];
        let many = |step: &f64| self.span / step <= 10.0;
        let step = steps.into_iter().find(many).unwrap_or(28.0 * DAY);
        let from = self.week.unwrap_or(0.0);
        let first = (from / step).ceil();
        let count = ((from + self.span) / step).floor() - first + 1.0;
        let word = |at: f64| match (self.week, step >= DAY) {
            (Some(_), true) => DAYS[((at / DAY).round() as usize) % 7].to_owned(),
            (Some(_), false) => format!("{}:{:02}", (at / HOUR).floor() as u64 % 24, (at / 60.0).round() as u64 % 60),
            (None, true) => format!("{:.0} d", at / DAY),
            (None, false) if step >= HOUR => format!("{:.0} h", at / HOUR),
            (None, false) if step >= 60.0 => format!("{:.0} min", at / 60.0),
            (None, false) => format!("{at:.0} s"),
        };
        (0..count.max(0.0) as u32).map(|i| (first + f64::from(i)) * step).map(|at| (at - from, word(at))).collect()
    }

    /// What an axis of time says.
    pub const fn title(&self) -> &'static str {
        match (self.week, self.span > 10.0 * 6.0 * HOUR) {
            (Some(_), true) => "day of the week, from midnight",
            (Some(_), false) => "time of day",
            (None, _) => "time since the first request",
        }
    }

    fn time(&self) -> Axis {
        Axis::linear(self.title()).briefly("time").within(0.0, self.span).worded(self.marks())
    }

    /// Curves over time, one a run, of what a sample says; the playhead is when we are, in seconds.
    fn over_time(&self, y: Axis, playhead: f64, value: impl Fn(&CdnRun) -> Vec<f64>) -> Lines {
        let line = |run: &CdnRun| {
            let points = (1..).zip(value(run)).map(|(i, value)| (f64::from(i) * run.timeline.every, value));
            Line::new(run.name.clone(), run.look, points.collect())
        };
        Lines { now: Some(playhead), ..Lines::new(self.time(), y, self.runs.iter().map(line).collect()) }
    }
}

/// Regions in lists of which each member has all others in its cooperation group: those that are alone last.
fn clusters(network: &Network) -> Vec<Vec<u8>> {
    let asks = |region: u8, other: u8| network.cheapest(usize::from(region))[1..].contains(&other);
    let mut clusters: Vec<Vec<u8>> = vec![];
    for region in 0..network.regions.len() as u8 {
        let helps = |members: &&mut Vec<u8>| members.iter().all(|member| asks(*member, region) && asks(region, *member));
        match clusters.iter_mut().find(helps) {
            Some(members) => members.push(region),
            None => clusters.push(vec![region]),
        }
    }
    clusters.sort_by_key(|members| members.len() == 1);
    clusters
}

/// Requests that wait in the queue of the CDN server over time.
pub fn waiting(runs: &CdnRuns, playhead: f64) -> Picture {
    let y =
        Axis { whole: true, ..Axis::linear("requests in the queue").briefly("queue").within(0.0, f64::from(runs.longest.max(1)) * 1.05) };
    let value = |run: &CdnRun| run.timeline.samples.iter().map(|sample| f64::from(sample.queue)).collect();
    Picture::single("", Lines { names: Names::Beside, ..runs.over_time(y, playhead, value) })
}

/// How long requests have waited whose sessions begin, in minutes. Where none begins it is what it was while others wait, and else 0.
pub fn waits(runs: &CdnRuns, playhead: f64) -> Picture {
    let minutes = |run: &CdnRun| {
        let mut last = 0.0;
        let next = |sample: &Sample| {
            last = match (sample.begun, sample.queue) {
                (0, 0) => 0.0,
                (0, _) => last,
                (begun, _) => sample.waited / f64::from(begun) / 60.0,
            };
            last
        };
        run.timeline.samples.iter().map(next).collect::<Vec<f64>>()
    };
    let most = runs.runs.iter().flat_map(minutes).fold(0.0, f64::max);
    let y = Axis::linear("wait (min)").within(0.0, if most > 0.0 { most * 1.05 } else { 1.0 });
    let mut lines = Lines { names: Names::Beside, ..runs.over_time(y, playhead, minutes) };
    lines.lines.iter_mut().for_each(|line| line.form = Form::Steps);
    Picture::single("", lines)
}

/// What all transfers so far cost, in parts of what they would cost from the CDN server; the warm-up is left out.
pub fn cost(runs: &CdnRuns, playhead: f64) -> Picture {
    let value = |run: &CdnRun| {
        let timeline = &run.timeline;
        let (mut cost, mut central) = (0.0, 0.0);
        let ratio = |(i, sample): (usize, &Sample)| {
            if timeline.begin + timeline.every * (i + 1) as f64 > timeline.counted {
                (cost, central) = (cost + sample.cost, central + sample.central);
            }
            if central > 0.0 { cost / central } else { f64::NAN }
        };
        timeline.samples.iter().enumerate().map(ratio).collect()
    };
    let y = Axis::linear("cost ÷ centralised").within(0.0, 1.05).marked(&[0.0, 0.25, 0.5, 0.75, 1.0]);
    let lines = runs.over_time(y, playhead, value);
    let centralised = runs.runs.iter().any(|run| run.timeline.policy == "centralized");
    Picture::single("", if centralised { lines } else { lines.level(1.0, "centralised") })
}

/// Who served the requests of a policy, over all replications: fractions.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// The policy's name.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
    /// The dServer of the user's region.
    pub local: f64,
    /// Other dServers.
    pub others: f64,
    /// The CDN server.
    pub cdn: f64,
    /// Of these, after they had been in its queue.
    pub postponed: f64,
    /// 95 % interval of what dServers served, if there are several replications.
    pub interval: Option<Interval>,
}

impl Shares {
    /// Those of all policies of a report.
    pub fn of(report: &Report) -> Vec<Self> {
        let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
        let warmup = report.scenario.get("workload.warmup").and_then(|warmup| warmup.as_integer()).unwrap_or(0);
        let requests = report.workload.jobs.saturating_sub(u64::try_from(warmup).unwrap_or(0)).max(1) as f64;
        let shares = |((row, name), look): ((&PolicyReport, String), Look)| {
            let cdn = row.own::<Plan>()?.cdn;
            Some(Self {
                name,
                look,
                local: cdn.local_share,
                others: (cdn.dcdn_share - cdn.local_share).max(0.0),
                cdn: cdn.cdn_share,
                postponed: (cdn.postponed / requests).min(cdn.cdn_share),
                interval: cdn.dcdn_share_interval,
            })
        };
        report.policies.iter().zip(names(&policies)).zip(looks(&policies)).filter_map(shares).collect()
    }
}
