//! What a timeline says about an instant, in words.

use super::timeline::{Stretch, Timeline};
use crate::sim::{brief, listed};

/// What happened at the last instant no later than `time` at which something did, and what holds up the flows then; nothing before the first.
pub fn why(timeline: &Timeline, time: f64) -> Option<String> {
    let happens = timeline.stretches.iter().map(|stretch| stretch.from).chain(timeline.flows.iter().map(|flow| flow.completion));
    let instant = happens.filter(|instant| *instant <= time).max_by(f64::total_cmp)?;
    let told = Moment { timeline, instant };
    let sentences: Vec<String> =
        [told.completions().into_iter().collect(), told.releases(), told.waits(), told.shares()].into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| format!("At {}: {}.", brief(instant), sentences.join("; ")))
}

/// What a flow does at a time, and why.
pub fn why_flow(timeline: &Timeline, flow: u32, time: f64) -> String {
    let told = Moment { timeline, instant: time };
    let Some(about) = timeline.flows.get(flow as usize) else { return String::new() };
    let name = &about.name;
    if time >= about.completion {
        return format!("{name} was complete at {}.", brief(about.completion));
    }
    if time < about.arrival {
        return format!("{name} comes at {}.", brief(about.arrival));
    }
    if time < about.release {
        let waits = about.after.iter().copied().filter(|before| timeline.flows[*before as usize].completion > time);
        return format!("{name} is to follow {}.", told.names(&waits.collect::<Vec<_>>()));
    }
    let its = told.streams().filter(|stretch| stretch.flow == flow);
    let parts: Vec<String> = its.map(|stretch| told.stream(stretch)).collect();
    if parts.is_empty() { String::new() } else { format!("{}.", parts.join("; ")) }
}

/// What crosses a link at a time, and who waits for it.
pub fn why_link(timeline: &Timeline, link: u32, time: f64) -> String {
    let told = Moment { timeline, instant: time };
    let name = timeline.link_name(link);
    let crossing = told.crossing(link);
    let mut waiting: Vec<u32> =
        told.streams().filter(|stretch| stretch.rate == 0.0 && stretch.link == Some(link)).map(|s| s.flow).collect();
    waiting.dedup();
    let words = match crossing.len() {
        0 => format!("Nothing crosses {name}"),
        1 => format!("{} crosses {name}", told.names(&crossing)),
        _ => format!("{} cross {name}", told.names(&crossing)),
    };
    let verb = if waiting.len() == 1 { "waits" } else { "wait" };
    if waiting.is_empty() { format!("{words}.") } else { format!("{words}; {} {verb} for it.", told.names(&waiting)) }
}

/// Most flows that a sentence names.
const NAMED: usize = 4;

struct Moment<'a> {
    timeline: &'a Timeline,
    instant: f64,
}

impl Moment<'_> {
    fn name(&self, flow: u32) -> &str {
        &self.timeline.flows[flow as usize].name
    }

    fn names(&self, flows: &[u32]) -> String {
        let more = flows.len().saturating_sub(NAMED);
        let named = flows.iter().take(NAMED).map(|flow| self.name(*flow).to_owned());
        listed(named.chain((more > 0).then(|| format!("{more} more"))))
    }

    fn positions(&self, is: impl Fn(&super::timeline::FlowLine) -> bool) -> Vec<u32> {
        (0..).zip(&self.timeline.flows).filter(|(_, flow)| is(flow)).map(|(position, _)| position).collect()
    }

    fn completions(&self) -> Option<String> {
        let flows = self.positions(|flow| flow.completion == self.instant);
        (!flows.is_empty()).then(|| format!("{} {} complete", self.names(&flows), if flows.len() == 1 { "is" } else { "are" }))
    }

    fn releases(&self) -> Vec<String> {
        let flows = self.positions(|flow| flow.release == self.instant);
        let told = |position: &u32| {
            let flow = &self.timeline.flows[*position as usize];
            let [from, to] = [flow.source, flow.destination].map(|node| &self.timeline.nodes[node as usize]);
            let after = if flow.after.is_empty() { String::new() } else { format!(", after {}", self.names(&flow.after)) };
            format!("{} begins, from {from} to {to}{after}", flow.name)
        };
        flows.iter().take(NAMED).map(told).collect()
    }

    /// The streams on their way.
    fn streams(&self) -> impl Iterator<Item = &Stretch> {
        self.timeline.at(self.instant)
    }

    /// The flows that cross a link now.
    fn crossing(&self, link: u32) -> Vec<u32> {
        let path = |stretch: &Stretch| {
            let flow = &self.timeline.flows[stretch.flow as usize];
            if stretch.replica == 1 { &flow.other } else { &flow.path }
        };
        let crosses = |stretch: &&Stretch| stretch.rate > 0.0 && path(stretch).iter().any(|(other, _)| *other == link);
        self.streams().filter(crosses).map(|stretch| stretch.flow).collect()
    }

    /// What a stream does, and why.
    fn stream(&self, stretch: &Stretch) -> String {
        let name = self.name(stretch.flow).to_owned() + if stretch.replica == 1 { ", its replica," } else { "" };
        let Some(link) = stretch.link else { return format!("{name} {}", self.timeline.free) };
        let clause = if self.timeline.before.is_empty() { String::new() } else { format!(", {}", self.timeline.before) };
        let of = self.timeline.link_name(link);
        match stretch.behind {
            Some(behind) if stretch.rate == 0.0 => format!("{name} waits behind {} on link {of}{clause}", self.name(behind)),
            Some(behind) => format!("{name} has what {}{clause}, leaves of link {of}", self.name(behind)),
            None if stretch.rate == 0.0 => format!("{name} waits for link {of}"),
            None => {
                let others: Vec<u32> = self.crossing(link).into_iter().filter(|other| *other != stretch.flow).collect();
                if others.is_empty() {
                    format!("{name} has all of link {of}")
                } else {
                    format!("{name} shares link {of} with {}", self.names(&others))
                }
            }
        }
    }

    /// Who stands still, and behind whom.
    fn waits(&self) -> Vec<String> {
        let told = |stretch: &Stretch| {
            let link = self.timeline.link_name(stretch.link?);
            let behind = stretch.behind?;
            let clause = if self.timeline.before.is_empty() { String::new() } else { format!(", {}", self.timeline.before) };
            Some(format!("{} waits behind {} on link {link}{clause}", self.name(stretch.flow), self.name(behind)))
        };
        self.streams().filter(|stretch| stretch.rate == 0.0).filter_map(told).take(NAMED).collect()
    }

    /// Who shares which link.
    fn shares(&self) -> Vec<String> {
        let mut links: Vec<(u32, Vec<u32>)> = vec![];
        for stretch in self.streams().filter(|stretch| stretch.rate > 0.0) {
            let Some(link) = stretch.link else { continue };
            match links.iter_mut().find(|(other, _)| *other == link) {
                Some((_, flows)) => flows.push(stretch.flow),
                None => links.push((link, vec![stretch.flow])),
            }
        }
        let told = |(link, flows): &(u32, Vec<u32>)| {
            let verb = if flows.len() == 1 { "has" } else { "share" };
            format!("{} {verb} what is left of link {}", self.names(flows), self.timeline.link_name(*link))
        };
        links.iter().take(NAMED).map(told).collect()
    }
}
