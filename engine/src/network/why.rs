//! What a timeline says about an instant, in words.

use super::timeline::{Stretch, Timeline};
use crate::sim::{brief, listed};

/// What happened at the last instant no later than `time` at which something did, and what holds up the flows then; nothing before the first.
pub fn why(timeline: &Timeline, time: f64) -> Option<String> {
    let happens = timeline.stretches.iter().map(|stretch| stretch.from).chain(timeline.flows.iter().map(|flow| flow.completion));
    let instant = happens.filter(|instant| *instant <= time).max_by(f64::total_cmp)?;
    let told = Told { timeline, instant };
    let sentences: Vec<String> =
        [told.completions().into_iter().collect(), told.releases(), told.waits(), told.shares()].into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| format!("At {}: {}.", brief(instant), sentences.join("; ")))
}

/// Most flows that a sentence names.
const NAMED: usize = 4;

struct Told<'a> {
    timeline: &'a Timeline,
    instant: f64,
}

impl Told<'_> {
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
