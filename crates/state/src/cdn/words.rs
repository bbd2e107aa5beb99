//! What is said of a distributed CDN: what came out, what a region or server does, and what was decided about its requests.

use crate::format;
use schedscope::cdn::{Became, Figures, Moment, Plan, Sample, of_request};
use schedscope::metrics::Interval;
use schedscope::registry::Choice;
use schedscope::sim::listed;
use schedscope_core::experiment::{PolicyReport, Report};
use schedscope_core::pictures::cdn::{CdnRun, CdnRuns, Selected};
use schedscope_core::pictures::names;

/// What the source reports of its configurations: key, share of the requests that dServers served, mean wait of postponed requests in
/// seconds (ViPeeR D4.5, table 3.1), and the cost in parts of the centralised one, about (figure 3.3).
pub const SOURCE: [(&str, f64, f64, Option<f64>); 5] = [
    ("centralized", 0.0, 4639.0, Some(1.0)),
    ("rand-rand", 0.135, 1716.0, Some(0.85)),
    ("rand-opt", 0.392, 1220.0, Some(0.5)),
    ("opt-rand", 0.161, 1705.0, None),
    ("opt-opt", 0.769, 886.0, Some(0.3)),
];

/// A fraction as a percentage without decimals, or with one below ten percent.
pub fn share(x: f64) -> String {
    let x = 100.0 * x;
    if x == 0.0 || x >= 9.95 { format!("{x:.0} %") } else { format!("{x:.1} %") }
}

/// A fraction and the ends of its interval as percentages, with as many decimals as tell the ends apart.
pub fn share_interval(x: f64, interval: Option<Interval>) -> [String; 2] {
    let Some(Interval { low, high }) = interval.filter(|Interval { low, high }| high > low) else { return [share(x), String::new()] };
    let decimals = usize::from(high < 0.0995 || high - low < 0.02);
    [format!("{:.decimals$} %", 100.0 * x), format!("[{:.decimals$}, {:.decimals$}]", 100.0 * low, 100.0 * high)]
}

/// A ratio and its interval, with as many decimals as tell its ends apart.
pub fn ratio(x: f64, interval: Option<Interval>) -> [String; 2] {
    let interval = interval.filter(|Interval { low, high }| high > low);
    let decimals = if interval.is_some_and(|Interval { low, high }| high - low < 0.01) { 3 } else { 2 };
    [
        format!("{x:.decimals$}"),
        interval.map_or_else(String::new, |Interval { low, high }| format!("[{low:.decimals$}, {high:.decimals$}]")),
    ]
}

/// A number of requests, on average.
pub fn count(x: f64) -> String {
    if x.fract() == 0.0 || x >= 9.95 { format::whole(x.round() as u64) } else { format::digits(x, 2) }
}

/// A stretch of time.
pub fn lasting(seconds: f64) -> String {
    match seconds {
        x if x < 119.5 => format!("{x:.0} s"),
        x if x < 7170.0 => format!("{:.0} min", x / 60.0),
        x => format!("{:.1} h", x / 3600.0),
    }
}

/// What came out: which policy is cheapest and how much dServers serve, beside the one that is dearest apart from centralised; and below
/// it who waits.
pub fn headline(report: &Report) -> [String; 2] {
    let choices: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
    let rows: Vec<(String, Figures)> =
        report.policies.iter().zip(names(&choices)).filter_map(|(row, name)| Some((name, row.own::<Plan>()?.cdn))).collect();
    let cost = |row: &(String, Figures)| row.1.cost.unwrap_or(f64::INFINITY);
    let Some(best) = rows.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))) else { return Default::default() };
    let others = || rows.iter().filter(|row| row.0 != best.0);
    let distributed = others().filter(|row| row.1.dcdn_share > 0.0).max_by(|a, b| cost(a).total_cmp(&cost(b)));
    let worst = distributed.or_else(|| others().max_by(|a, b| cost(a).total_cmp(&cost(b))));
    let serves = |figures: &Figures| {
        let [part, interval] = share_interval(figures.dcdn_share, figures.dcdn_share_interval);
        let gap = if interval.is_empty() { "" } else { " " };
        format!("{part}{gap}{interval}")
    };
    let first = format!("With {}, the dServers near the users serve {} of the requests", best.0, serves(&best.1));
    let sentence = match worst {
        Some(worst) if worst.1.dcdn_share > 0.0 => format!("{first}; with {} {}.", worst.0, serves(&worst.1)),
        Some(worst) => format!("{first}; with {} the CDN server serves all.", worst.0),
        None => format!("{first}."),
    };
    let priced = |(name, figures): &(String, Figures)| {
        let [cost, interval] = ratio(figures.cost?, figures.cost_interval);
        Some(format!("{cost}{}{interval} with {name}", if interval.is_empty() { "" } else { " " }))
    };
    let costs: Vec<String> = std::iter::once(best).chain(worst).filter_map(priced).collect();
    let costs = if costs.is_empty() { String::new() } else { format!("Cost ÷ that of a centralised CDN: {}. ", costs.join("; ")) };
    let whole = |x: f64| format::whole(x.round() as u64);
    let waits = |(name, figures): &(String, Figures)| match figures.mean_wait {
        Some(wait) if figures.postponed > 0.0 => {
            let interval =
                figures.postponed_interval.map_or_else(String::new, |Interval { low, high }| format!(" [{}, {}]", whole(low), whole(high)));
            format!("{}{interval} with {name}, {} on average", count(figures.postponed), lasting(wait))
        }
        _ => format!("none with {name}"),
    };
    let told: Vec<String> = std::iter::once(best).chain(worst).map(waits).collect();
    [sentence, format!("{costs}Requests that wait in the queue of the CDN server: {}.", told.join("; "))]
}

/// Who serves what is asked for now, under a policy.
pub fn now(run: &CdnRun, sample: &Sample) -> String {
    let regions = run.timeline.network.regions.len();
    let all: u32 = sample.sessions.iter().sum();
    let cdn = sample.sessions.get(regions).copied().unwrap_or(0);
    let local: u32 = sample.flows.iter().filter(|flow| flow.server == Some(flow.region)).map(|flow| flow.sessions).sum();
    let full = (0..regions).filter(|server| run.load(sample, *server) >= 1.0).count();
    let mut words = vec![format!("{} sessions", format::whole(all.into()))];
    if all > 0 {
        let part = |count: u32| share(f64::from(count) / f64::from(all));
        words.push(format!(
            ": {} at the own dServer, {} at another, {} at the CDN server",
            part(local),
            part(all - cdn - local),
            part(cdn)
        ));
    }
    if full > 0 {
        words.push(format!("; {} full", format::counted(full as u64, "dServer is", "dServers are")));
    }
    if sample.queue > 0 {
        words.push(format!("; {} in the queue", format::counted(sample.queue.into(), "request waits", "requests wait")));
    }
    words.concat() + "."
}

/// A policy's name, and what is said of it.
pub type UnderPolicy = (String, Vec<String>);

/// What is lit: its name and group, and under each of these policies what it does now and what became of its requests.
pub fn of_lit(runs: &CdnRuns, lit: Selected, shown: &[usize], time: f64) -> Option<(String, Vec<UnderPolicy>)> {
    let network = runs.network()?;
    let title = match lit {
        Selected::Cdn => format!("CDN server: all videos, room for {} sessions", format::whole(network.cdn_capacity.into())),
        Selected::Region(region) => {
            let about = &network.regions[usize::from(region)];
            let members: Vec<String> = network.cheapest(usize::from(region))[1..]
                .iter()
                .map(|member| network.regions[usize::from(*member)].name.clone())
                .collect();
            let group = if members.is_empty() {
                "nobody helps it".to_owned()
            } else {
                format!("{} {} it", listed(members.clone()), if members.len() == 1 { "helps" } else { "help" })
            };
            let (storage, capacity) = (format::whole(about.storage), format::whole(about.capacity.into()));
            let what = if runs.runs.iter().any(|run| run.timeline.sized) { "units of size" } else { "videos" };
            format!("{}: stores {storage} {what} at most, serves {capacity} sessions; {group}", about.name)
        }
    };
    let of = |run: &CdnRun| {
        let sample = run.at(time)?;
        let lines = match lit {
            Selected::Cdn => of_cdn(run, sample),
            Selected::Region(region) => of_region(run, sample, region),
        };
        Some((run.name.clone(), lines))
    };
    Some((title, shown.iter().filter_map(|place| runs.runs.get(*place)).filter_map(of).collect()))
}

fn of_cdn(run: &CdnRun, sample: &Sample) -> Vec<String> {
    let server = run.timeline.network.regions.len();
    let mut lines = vec![format!("{} of its capacity is in use; {}.", share(run.load(sample, server)), waits(sample))];
    let mut flows: Vec<(u32, u8)> =
        sample.flows.iter().filter(|flow| flow.server.is_none()).map(|flow| (flow.sessions, flow.region)).collect();
    flows.sort_unstable_by_key(|(sessions, region)| (std::cmp::Reverse(*sessions), *region));
    let names =
        flows.iter().take(3).map(|(sessions, region)| format!("{} ({sessions})", run.timeline.network.regions[usize::from(*region)].name));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        lines.push(format!("Most sessions are for {}.", listed(names)));
    }
    lines
}

fn waits(sample: &Sample) -> String {
    match (sample.queue, sample.begun) {
        (0, 0) => "nobody waits".to_owned(),
        (queue, 0) => format!("{} in its queue", format::counted(queue.into(), "request waits", "requests wait")),
        (queue, begun) => format!(
            "{} in its queue, and those whose sessions begin have waited {}",
            format::counted(queue.into(), "request waits", "requests wait"),
            lasting(sample.waited / f64::from(begun))
        ),
    }
}

fn of_region(run: &CdnRun, sample: &Sample, region: u8) -> Vec<String> {
    let (place, network) = (usize::from(region), &run.timeline.network);
    let sessions = sample.sessions.get(place).copied().unwrap_or(0);
    let own = sample.flows.iter().find(|flow| flow.server == Some(region) && flow.region == region).map_or(0, |flow| flow.sessions);
    let mut lines = vec![format!(
        "The dServer serves {} of {} sessions ({}), {} of them for other regions.",
        sessions,
        network.regions[place].capacity,
        share(run.load(sample, place)),
        sessions - own.min(sessions)
    )];
    let name = |server: Option<u8>| server.map_or("the CDN server", |server| network.regions[usize::from(server)].name.as_str());
    let mut others: Vec<(u32, &str)> = sample
        .flows
        .iter()
        .filter(|flow| flow.region == region && flow.server != Some(region))
        .map(|flow| (flow.sessions, name(flow.server)))
        .collect();
    others.sort_by_key(|(sessions, _)| std::cmp::Reverse(*sessions));
    let others: Vec<String> = others.iter().take(4).map(|(sessions, name)| format!("{sessions} by {name}")).collect();
    let served = if own > 0 { format!("{own} here") } else { "none here".to_owned() };
    lines.push(format!("Its users have {served}{}{}.", if others.is_empty() { "" } else { ", " }, listed(others)));
    if let Some(Became { requests, local, others, postponed }) = run.timeline.regions.get(place).filter(|region| region.requests > 0) {
        let part = |count: u32| share(f64::from(count) / f64::from(*requests));
        let postponed =
            if *postponed > 0 { format!(", {} of them after waiting", format::whole((*postponed).into())) } else { String::new() };
        lines.push(format!(
            "Of its {} requests in this run {} are served here, {} by other dServers, {} by the CDN server{postponed}.",
            format::whole((*requests).into()),
            part(*local),
            part(*others),
            part(requests - local - others)
        ));
    }
    let caches = ["lru", "lfu"].iter().any(|key| run.timeline.policy.starts_with(key));
    lines.extend(run.timeline.shelves.get(place).map(|shelf| match shelf.top.is_empty() {
        true if caches => "It stores nothing at first, and then what it is asked for.".to_owned(),
        true => "It stores nothing.".to_owned(),
        false => {
            let top: Vec<String> = shelf
                .top
                .iter()
                .take(4)
                .map(|(video, requests)| format!("{} ({requests})", run.timeline.videos.of((*video).into())))
                .collect();
            let after = if caches { " at first" } else { "" };
            format!(
                "It stores {}{after}, for which {} of its region's requests are; most asked for: video {}.",
                format::counted(shelf.videos.into(), "video", "videos"),
                share(shelf.known),
                listed(top)
            )
        }
    }));
    lines
}

/// What was decided last at or before a time about what is lit: of a region, about a request of its users or one that its dServer was
/// asked for; of the CDN server, about one that it serves. `told` puts times into words.
pub fn decided(run: &CdnRun, lit: Selected, time: f64, told: &dyn Fn(f64) -> String) -> Option<String> {
    let timeline = &run.timeline;
    let now = timeline.begin + time;
    let about = |moment: &&Moment| match lit {
        Selected::Cdn => moment.server.is_none(),
        Selected::Region(region) => {
            moment.region == region || moment.server == Some(region) || moment.tried.iter().any(|tried| tried.server == region)
        }
    };
    let before = &timeline.moments[..timeline.moments.partition_point(|moment| moment.arrival <= now)];
    before.iter().rev().find(about).map(|moment| of_request(timeline, moment, told))
}

/// Where the numbers of a policy stand in the source, if it is one of its configurations as it is.
pub fn in_source(row: &PolicyReport) -> Option<(f64, f64, Option<f64>)> {
    SOURCE.iter().find(|(key, ..)| *key == row.policy.written()).map(|(_, share, wait, cost)| (*share, *wait, *cost))
}
