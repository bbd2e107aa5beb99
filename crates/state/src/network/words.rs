//! What is said of flows: what comes out, what happens now, and what becomes of what is lit.

use super::Replay;
use crate::format;
use crate::ratio::paced;
use schedscope::metrics::{Interval, mean, ratio_95, resampled_means};
use schedscope::network::{Plan, Run, Source, Timeline, why_flow, why_link};
use schedscope_chart::MOST_BANDS;
use schedscope_core::pictures::network::{NetworkRun, Now, Selected, runs};

/// A value of a replication.
type Of = fn(&Run) -> Option<f64>;

/// What a kind of flow takes under two policies, as means over the same replications, and the ratio of the second to the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The mean of each.
    pub means: [f64; 2],
    /// The 95 % interval of the ratio of the second to the first; absent for one replication.
    pub interval: Option<Interval>,
}

impl Pair {
    /// Of these values of paired replications.
    fn new(values: [Vec<f64>; 2]) -> Option<Self> {
        let [first, second] = &values;
        if first.is_empty() || first.len() != second.len() {
            return None;
        }
        let resampled = resampled_means(&[first, second]);
        let interval = (first.len() > 1).then(|| ratio_95(&resampled[1], &resampled[0])).flatten();
        Some(Self { means: [mean(first), mean(second)], interval })
    }

    fn ratio(&self) -> f64 {
        self.means[1] / self.means[0]
    }
}

/// Kinds of flows in the order in which they are told: what they are called, and their value.
const KINDS: [(&str, Of); 3] =
    [("workflows", |run| run.workflow), ("short flows", |run| run.slowdowns[0]), ("long flows", |run| run.slowdowns[1])];

/// A number of times in few digits.
fn times(x: f64) -> String {
    match x {
        x if x < 0.095 => format::digits(x, 2),
        x if x < 9.95 => format!("{x:.2}"),
        x if x < 99.5 => format!("{x:.1}"),
        x => format::digits(x, 3),
    }
}

/// Whether flows take as long as alone in the network, in the digits that are shown.
fn is_alone(times: f64) -> bool {
    times < 1.005
}

/// How long flows take, against what they take alone in the network.
fn slowed(times: f64) -> String {
    if is_alone(times) { "as long".to_owned() } else { format!("{} times as long", self::times(times)) }
}

/// What comes out of the policies that stand side by side, in a sentence about what matters most, and one below it.
pub fn headline(shown: &Replay, sides: &[usize]) -> [String; 2] {
    let rows = &shown.report.policies;
    let values = |side: usize, of: Of| -> Vec<f64> { rows.get(side).map_or(vec![], |row| runs(row).iter().filter_map(of).collect()) };
    let told = |(what, of): &(&str, Of)| match *sides {
        [left, right] => {
            let pair = Pair::new([values(left, *of), values(right, *of)])?;
            let names = [name_of(shown, left), name_of(shown, right)];
            Some(compared(what, &pair, names))
        }
        [only] => {
            let values = values(only, *of);
            (!values.is_empty())
                .then(|| format!("With {}, {what} take {} as alone in the network.", name_of(shown, only), slowed(mean(&values))))
        }
        _ => None,
    };
    let mut all = KINDS.iter().filter_map(told);
    let first = all.next().unwrap_or_default();
    let rest: Vec<String> = all.chain([method(shown)]).collect();
    [first, rest.join(" ")]
}

fn name_of(shown: &Replay, side: usize) -> &str {
    shown.runs.runs.get(side).map_or_else(|| shown.report.policies[side].policy.row().name, |run| run.name.as_str())
}

/// A kind of flows under two policies: the second, which is what is looked at, and the first, against which it is held.
fn compared(what: &str, pair: &Pair, [first, second]: [&str; 2]) -> String {
    let [before, after] = pair.means.map(slowed);
    let before = if is_alone(pair.means[0]) { format!("{before} as alone") } else { before };
    let ratio = pair.interval.map_or_else(String::new, |interval| format!(": {}", paced(pair.ratio(), Some(interval))));
    format!("With {second}, {what} take {after} as alone in the network, with {first} {before}{ratio}.")
}

/// Where the means come from.
fn method(shown: &Replay) -> String {
    let workload = shown.report.scenario.of::<Plan>().map(|fields| fields.workload.kind());
    match shown.report.scenario.replications {
        1 if matches!(workload, Some(Source::File | Source::Flows)) => "These flows are given: one run, so no interval.".to_owned(),
        1 => "This is one run; more replications, under More, give an interval.".to_owned(),
        runs => format!("Means over {runs} paired runs; brackets: 95 % by bootstrap. The first run is played."),
    }
}

/// What happens now under a policy, in numbers.
pub fn now(run: &NetworkRun, now: &Now) -> String {
    let [flows, short, still] = now.flows.map(u64::from);
    if flows == 0 {
        return "No flow is on its way.".to_owned();
    }
    let mut words = format!("{} on their way, {} short", format::counted(flows, "flow", "flows"), format::whole(short));
    if flows == 1 {
        words = format!("1 flow on its way, a {} one", if short == 1 { "short" } else { "long" });
    }
    if still > 0 {
        words = format!("{words}; {}", format::counted(still, "stands still", "stand still"));
    }
    words += ".";
    let moving = now.streams.iter().filter(|(stretch, _)| stretch.rate > 0.0).count();
    if !run.is_exact() {
        words += " They are too many to be drawn: links show what they use on average around now.";
    } else if moving > MOST_BANDS {
        words = format!("{words} The {MOST_BANDS} fastest are drawn; of all, links show what they use.");
    }
    words
}

/// What is lit, and what becomes of it under each of these policies.
pub fn of_lit(shown: &Replay, sides: &[usize], lit: Selected, time: f64) -> Option<(String, Vec<(String, String)>)> {
    let runs: Vec<&NetworkRun> = sides.iter().filter_map(|side| shown.runs.runs.get(*side)).collect();
    let first = &runs.first()?.timeline;
    let what = match lit {
        Selected::Flow(flow) => about_flow(first, flow)?,
        Selected::Link(link) => {
            let (.., capacity) = first.links.get(link as usize)?;
            format!("Link {}, capacity {}", first.link_name(link), format::digits(*capacity, 3))
        }
    };
    let line = |run: &&NetworkRun| {
        let words = match lit {
            Selected::Flow(flow) => of_flow(run, flow, time),
            Selected::Link(link) => of_link(run, link, time),
        };
        (run.name.clone(), words)
    };
    Some((what, runs.iter().map(line).collect()))
}

fn about_flow(timeline: &Timeline, flow: u32) -> Option<String> {
    let flow = timeline.flows.get(flow as usize)?;
    let class = flow.class.name();
    let class = if matches!(class, "short" | "long") {
        class.to_owned()
    } else {
        format!("{class}, {}", if flow.class.is_short() { "short" } else { "long" })
    };
    let [from, to] = [flow.source, flow.destination].map(|node| &timeline.nodes[node as usize]);
    Some(format!(
        "{}: {class}, size {}, from {from} to {to}; alone it takes {}",
        flow.name,
        format::digits(flow.size, 3),
        format::digits(flow.ideal, 3)
    ))
}

fn of_flow(run: &NetworkRun, flow: u32, time: f64) -> String {
    let line = &run.timeline.flows[flow as usize];
    let why = why_flow(&run.timeline, flow, time);
    let now = run.now(time);
    let streams = now.streams.iter().filter(|(stretch, _)| stretch.flow == flow);
    // Of a flow and its replica, the one that is ahead.
    let ahead = streams.min_by(|a, b| a.1.total_cmp(&b.1));
    let left = ahead.map_or_else(String::new, |(stretch, left)| {
        format!(" {} left, rate {}.", format::digits(*left, 3), format::digits(stretch.rate, 2))
    });
    let fct = line.completion - line.release;
    format!("{why}{left} Completion time {}: {} as alone.", format::digits(fct, 3), slowed(fct / line.ideal))
}

fn of_link(run: &NetworkRun, link: u32, time: f64) -> String {
    let used = run.now(time).used.get(link as usize).copied().unwrap_or_default();
    let used = format!("{:.0} % used.", 100.0 * used);
    if run.is_exact() { format!("{used} {}", why_link(&run.timeline, link, time)) } else { used }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_has_a_paired_interval_and_says_where_there_is_no_difference() {
        let pair = |second: f64| Pair::new([vec![2.0, 4.0, 6.0], vec![2.0 * second, 4.0 * second, 6.0 * second]]).unwrap();
        assert_eq!(
            compared("short flows", &pair(0.5), ["Fair", "pFabric"]),
            "With pFabric, short flows take 2.00 times as long as alone in the network, with Fair 4.00 times as long: half the time."
        );
        assert_eq!(
            compared("long flows", &pair(1.0), ["Fair", "pFabric"]),
            "With pFabric, long flows take 4.00 times as long as alone in the network, with Fair 4.00 times as long: exactly as long."
        );
        let alone = Pair::new([vec![71.5], vec![1.0]]).unwrap();
        assert_eq!(
            compared("short flows", &alone, ["FIFO", "pFabric"]),
            "With pFabric, short flows take as long as alone in the network, with FIFO 71.5 times as long."
        );
        let alike = Pair::new([vec![1.0], vec![1.02]]).unwrap();
        assert_eq!(
            compared("long flows", &alike, ["FIFO", "pFabric"]),
            "With pFabric, long flows take 1.02 times as long as alone in the network, with FIFO as long as alone."
        );
        assert_eq!(Pair::new([vec![1.0], vec![]]), None, "a class may have no flow");
    }
}
