use super::{Class, End, Flows, Hop, Instant, Network, Observer, Outcome, Passing, Policy, simulate};
use serde::{Deserialize, Serialize};

/// A flow of a timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlowLine {
    /// What it is called: `F7`, or its id.
    pub name: String,
    /// Where it comes from and where it goes: numbers of nodes.
    pub source: u32,
    /// See `source`.
    pub destination: u32,
    /// How much it carries.
    pub size: f64,
    /// What it carries.
    pub class: Class,
    /// What it takes alone.
    pub ideal: f64,
    /// When it was to begin, when it was released, and when it was complete.
    pub arrival: f64,
    /// See `arrival`.
    pub release: f64,
    /// See `arrival`.
    pub completion: f64,
    /// Links of its path, with the fraction of it that crosses each.
    pub path: Vec<(u32, f64)>,
    /// The same of its replica; empty if it has none.
    pub other: Vec<(u32, f64)>,
    /// Positions of the flows for which it waits for.
    pub after: Vec<u32>,
}

/// A time in which the rate of a stream, and what holds it up, are constant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// Position of the flow.
    pub flow: u32,
    /// 1 for its replica.
    pub replica: u8,
    /// When it begins and ends.
    pub from: f64,
    /// See `from`.
    pub to: f64,
    /// What is left of the stream when it begins.
    pub left: f64,
    /// At what rate it goes.
    pub rate: f64,
    /// The link that keeps it from going faster.
    pub link: Option<u32>,
    /// The flow that goes before it there.
    pub behind: Option<u32>,
}

/// How much of its capacity each link uses on average over an interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// When the interval begins.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// Fraction of capacity by link.
    pub used: Vec<f32>,
    /// Flows on their way at its end.
    pub flows: u32,
    /// The short ones of them.
    pub short: u32,
}

/// What happened in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// The policy, as written.
    pub policy: String,
    /// Why a flow goes before another under it, as a clause; empty if none does.
    pub before: String,
    /// What a flow does under it that no link holds up.
    pub free: String,
    /// Names of nodes; the first are hosts.
    pub nodes: Vec<String>,
    /// Number of hosts.
    pub hosts: u32,
    /// Links: from, to, capacity.
    pub links: Vec<(u32, u32, f64)>,
    /// The flows, of a run with few of them.
    pub flows: Vec<FlowLine>,
    /// What the rates of streams were, in order of time; of the same runs.
    pub stretches: Vec<Stretch>,
    /// Use of links over time.
    pub frames: Vec<Frame>,
}

/// Records a [`Timeline`].
struct Recorder<'a> {
    network: &'a Network,
    flows: &'a Flows,
    exact: bool,
    /// The stretch that each stream is in, by flow and replica.
    open: Vec<[Option<Stretch>; 2]>,
    stretches: Vec<Stretch>,
    /// What each link uses now, and has used in the present frame.
    rates: Vec<f64>,
    work: Vec<f64>,
    since: f64,
    frame: f64,
    every: f64,
    frames: Vec<Frame>,
    /// Flows on their way, and the short ones of them.
    present: [u32; 2],
    progress: &'a mut dyn FnMut(usize),
}

impl Timeline {
    /// Runs of more flows than this have no rates of flows, only use of links.
    pub const MOST_EXACT: usize = 500;

    /// Frames that a run is divided into, about.
    const FRAMES: usize = 400;

    /// Most numbers in all frames.
    const MOST_NUMBERS: usize = 2_000_000;

    /// Runs flows under a policy and takes down what happens.
    pub fn record(network: &Network, flows: &Flows, policy: &Policy, progress: &mut dyn FnMut(usize)) -> (Self, Outcome) {
        let begin = flows.all().first().map_or(0.0, |flow| flow.arrival);
        let span = flows.all().last().map_or(0.0, |flow| flow.arrival) - begin;
        let longest = (0..flows.len()).map(|position| flows.ideal(position)).fold(0.0, f64::max);
        let links = network.links().len();
        let count = Self::FRAMES.min(Self::MOST_NUMBERS / links.max(1)).max(1);
        let mut recorder = Recorder {
            network,
            flows,
            exact: flows.len() <= Self::MOST_EXACT,
            open: vec![[None; 2]; flows.len()],
            stretches: vec![],
            rates: vec![0.0; links],
            work: vec![0.0; links],
            since: begin,
            frame: begin,
            every: (span + longest) / count as f64,
            frames: vec![],
            present: [0; 2],
            progress,
        };
        let outcome = simulate(network, flows, policy, &mut recorder);
        recorder.close_frame(recorder.since);
        let Recorder { exact, mut stretches, frames, .. } = recorder;
        stretches.sort_by(|a, b| a.from.total_cmp(&b.from).then((a.flow, a.replica).cmp(&(b.flow, b.replica))));
        let mut after = vec![vec![]; flows.len()];
        for position in 0..flows.chains().map_or(0, |_| flows.len()) as u32 {
            let next = flows.chains().map_or(&[][..], |chains| chains.next(position));
            next.iter().for_each(|next| after[*next as usize].push(position));
        }
        let hops = |hops: &[Hop]| hops.iter().map(|hop| (hop.link, hop.share)).collect();
        let line = |(position, flow): (usize, &super::Flow)| FlowLine {
            name: name(flows, position),
            source: flow.source,
            destination: flow.destination,
            size: flow.size,
            class: flow.class,
            ideal: flows.ideal(position),
            arrival: flow.arrival,
            release: outcome.release[position],
            completion: outcome.completion[position],
            path: hops(flows.hops(position)),
            other: flow.other.map_or(vec![], |other| hops(flows.paths().hops(other))),
            after: after[position].clone(),
        };
        let lines = if exact { flows.all().iter().enumerate().map(line).collect() } else { vec![] };
        let timeline = Self {
            policy: policy.to_string(),
            before: policy.kind().before().to_owned(),
            free: policy.kind().free().to_owned(),
            nodes: network.names().to_vec(),
            hosts: network.hosts(),
            links: network.links().iter().map(|link| (link.from, link.to, link.capacity)).collect(),
            flows: lines,
            stretches,
            frames,
        };
        (timeline, outcome)
    }

    /// The last instant at which something happens.
    pub fn end(&self) -> f64 {
        self.frames.last().map_or(0.0, |frame| frame.to)
    }

    /// What a link is called: `h1→s2`.
    pub fn link_name(&self, link: u32) -> String {
        let (from, to, _) = self.links[link as usize];
        format!("{}→{}", self.nodes[from as usize], self.nodes[to as usize])
    }

    /// The streams that are on their way at a time.
    pub fn at(&self, time: f64) -> impl Iterator<Item = &Stretch> {
        self.stretches.iter().filter(move |stretch| stretch.from <= time && time < stretch.to)
    }
}

/// What a flow is called.
fn name(flows: &Flows, position: usize) -> String {
    let id = flows.all()[position].id;
    if flows.ids().is_empty() { format!("F{id}") } else { flows.ids().title(id) }
}

impl Recorder<'_> {
    /// Time passes until `time`; frames that are over are closed.
    fn pass(&mut self, time: f64) {
        while time - self.frame > self.every && self.every > 0.0 {
            let end = self.frame + self.every;
            // A run that takes far longer than was foreseen has longer frames, and so has one whose times are too coarse for them.
            if self.frames.len() >= 4 * Timeline::FRAMES || end <= self.frame {
                self.every *= 2.0;
                continue;
            }
            self.work(end);
            self.close_frame(end);
        }
        self.work(time);
    }

    fn work(&mut self, time: f64) {
        let dt = time - self.since;
        if dt > 0.0 {
            self.work.iter_mut().zip(&self.rates).for_each(|(work, rate)| *work += rate * dt);
            self.since = time;
        }
    }

    fn close_frame(&mut self, end: f64) {
        let span = end - self.frame;
        if span <= 0.0 {
            return;
        }
        let used = self.work.iter_mut().zip(self.network.links());
        let used = used.map(|(work, link)| (std::mem::take(work) / (link.capacity * span)) as f32).collect();
        self.frames.push(Frame { from: self.frame, to: end, used, flows: self.present[0], short: self.present[1] });
        self.frame = end;
    }

    /// A stream ends, or goes on in another way.
    fn close(&mut self, End { flow, replica }: End, time: f64) {
        if let Some(stretch) = self.open[flow as usize][usize::from(replica)].take().filter(|stretch| stretch.from < time) {
            self.stretches.push(Stretch { to: time, ..stretch });
        }
    }
}

impl Observer for Recorder<'_> {
    fn instant(&mut self, instant: &impl Instant) {
        let time = instant.time();
        self.pass(time);
        if self.exact {
            instant.ended().iter().for_each(|end| self.close(*end, time));
        }
        self.rates.fill(0.0);
        self.present = [0; 2];
        instant.each(&mut |passing: Passing| {
            let Passing { flow, replica, left, rate, link, behind } = passing;
            let its = &self.flows.all()[flow as usize];
            let path = if replica == 1 { its.other.unwrap_or(its.path) } else { its.path };
            self.flows.paths().hops(path).iter().for_each(|hop| self.rates[hop.link as usize] += rate * hop.share);
            self.present[0] += u32::from(replica == 0);
            self.present[1] += u32::from(replica == 0 && its.class.is_short());
            if self.exact {
                let open = self.open[flow as usize][usize::from(replica)];
                if open.is_none_or(|open| (open.rate, open.link, open.behind) != (rate, link, behind)) {
                    self.close(End { flow, replica }, time);
                    let stretch = Stretch { flow, replica, from: time, to: f64::INFINITY, left, rate, link, behind };
                    self.open[flow as usize][usize::from(replica)] = Some(stretch);
                }
            }
        });
    }

    fn progress(&mut self, completed: usize) {
        (self.progress)(completed);
    }
}
