//! The network world as one of the [worlds](crate::world).

use super::draw::{Drawing, Roads};
use super::origin::{self, Given};
use super::report::{COLUMNS, Cell, Report, Summary};
use super::spec::{Layout, Name, Pattern, Source, System, Workload};
use super::units::{self, Units};
use super::{Class, Distances, Flows, Instant, Like, Observer, Outcome, Policy, Routing, Timeline, Topology, simulate};
use crate::registry::Term;
use crate::sim::written;
use crate::workload::{self, Errors, Ids, Job, LeftOut, Sizes, Synthetic, read_flows};
use crate::world::{Ask, Called, Column, Described, Entry, FileFormat, Named, Nothing, Read, RunFigures, SpecError, Times, World, check};
use std::sync::Arc;

/// Load of flows that are drawn.
const LOAD: f64 = 0.6;

/// A valid scenario of the network world, with its files read.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    policies: Vec<Policy>,
    roads: Roads,
    source: Origin,
    /// What of a file was left out.
    left_out: LeftOut,
    warmup: usize,
    load: Option<f64>,
    loaded: bool,
    units: Units,
    /// The most loaded link, and what is offered to it ÷ its capacity, if that is too much.
    overload: Option<(String, f64)>,
}

#[derive(Clone, Debug)]
enum Origin {
    /// Drawn anew for each replication.
    Drawn(Drawing),
    /// The same, as those of a repository.
    Repository(Drawing),
    /// The same flows in each replication.
    Fixed(Vec<Given>, Ids),
}

/// The flows of a replication.
#[derive(Clone, Debug)]
pub struct Jobs {
    /// The flows.
    pub flows: Flows,
    /// Those that wait for each other, and what they take alone.
    pub(super) workflows: Vec<(Vec<u32>, f64)>,
}

/// Hears how many flows are complete.
struct Progress<'a>(&'a mut dyn FnMut(usize));

impl Observer for Progress<'_> {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl Instant) {}

    fn progress(&mut self, completed: usize) {
        (self.0)(completed);
    }
}

impl Plan {
    /// The network.
    pub fn network(&self) -> &super::Network {
        &self.roads.network
    }

    fn flows(&self, replication: u32) -> Flows {
        let (seed, none) = (self.seed, Ids::default());
        let route = |given: &[Given], ids: &Ids| {
            let flows = self.roads.route(given, ids, seed, replication).expect("a plan's flows were checked");
            flows.with_round_trips(self.units.latency, self.units.packet).expect("what the plan has checked")
        };
        match &self.source {
            Origin::Drawn(drawing) => route(&drawing.flows(&self.roads.network, seed, replication), &none),
            Origin::Repository(drawing) => route(&drawing.repository(&self.roads.network, seed, replication), &none),
            Origin::Fixed(given, ids) => route(given, ids),
        }
    }
}

/// Flows that are drawn.
fn drawing(spec: &Workload, hosts: u32, units: Units, read: &mut Read<'_>) -> Result<Drawing, SpecError> {
    let given =
        [("workload.path", spec.path.is_some()), ("workload.columns", spec.columns.is_some()), ("workload.flows", !spec.flows.is_empty())];
    check::absent(&given, "the flows are drawn")?;
    let default = Synthetic::default();
    let synthetic = Synthetic {
        count: spec.count.unwrap_or(default.count),
        shape: spec.shape.unwrap_or(default.shape),
        sizes: spec.sizes.unwrap_or(default.sizes),
        timeshape: spec.timeshape.unwrap_or(default.timeshape),
        sigma: 0.0,
        errors: Errors::None,
        load: check::load(spec.load)?.unwrap_or(LOAD),
        ..default
    };
    synthetic.validate()?;
    let own = [("workload.shape", spec.shape.is_some()), ("workload.sizes", spec.sizes.is_some())];
    check::absent(&own[..if spec.measured.is_some() { 2 } else { 0 }], "the flows have the sizes of workload.measured")?;
    if synthetic.count > Plan::MOST_FLOWS {
        return Err(SpecError::value("workload.count", synthetic.count.to_string(), "a whole number from 1 to 1000000"));
    }
    let pattern = spec.pattern.unwrap_or_default();
    check::misplaced("workload.fan_in", spec.fan_in.is_some() && pattern != Pattern::Incast, || {
        "flows arrive one at a time; say pattern = \"incast\"".to_owned()
    })?;
    let fan_in = spec.fan_in.unwrap_or(8.min(hosts - 1));
    if !(1..hosts).contains(&fan_in) {
        let allowed = format!("a whole number from 1 to {}, the number of other hosts", hosts - 1);
        return Err(SpecError::value("workload.fan_in", fan_in.to_string(), allowed));
    }
    let like = spec.measured.map(|like| (like, units::mean(spec)));
    let pace = check::pace(spec.rate, spec.gaps.as_deref(), spec.timeshape, read)?;
    Ok(Drawing { synthetic, pace, pattern, fan_in, like, least: units.packet })
}

impl Plan {
    /// Most flows.
    pub const MOST_FLOWS: u32 = 1_000_000;
}

impl World for Plan {
    const KIND: &'static str = Name::KIND;
    const ABOUT: &'static str = "Flows that share the links of a network";
    const USUAL: &'static [&'static str] = &["fifo", "fair", "priority", "las", "pfabric"];
    const REFERENCES: &'static [&'static str] = &["fair", "ideal"];
    const COUNTS: [&'static str; 2] = ["flow", "flows"];
    const BYTES_A_JOB: f64 = 300.0;
    const LEGEND: &'static [Term] = &[
        (
            "MST",
            "mean flow completion time (completion − release), in units of size ÷ capacity, by default of 1.67 MB ÷ 10 Gbit/s = 1.33 ms",
        ),
        ("slowdown", "mean completion time ÷ ideal, that of the flow alone in the network"),
        ("short, long", "the same of short and long flows"),
        ("workflow", "mean time from the arrival of flows that wait for each other to the last completion"),
    ];

    type System = System;
    type Workload = Workload;
    type Policy = super::policy::Kind;
    type Jobs = Jobs;
    type Outcome = Outcome;
    type Cell = Cell;
    type Summary = Summary;
    type Report = Report;
    type Together = Nothing;
    type Recording = Timeline;

    fn workloads() -> Vec<Named> {
        [("repository", "kind"), ("incast", "pattern"), ("permutation", "pattern")]
            .into_iter()
            .chain(Like::ALL.map(|(name, _)| (name, "measured")))
            .map(|(name, field)| Named { name, fields: vec![(field, name)] })
            .collect()
    }

    fn default_of(system: &System, workload: &Workload, field: &str) -> Option<f64> {
        let synthetic = Synthetic::default();
        let drawn = matches!(workload.kind(), Source::Synthetic | Source::Repository);
        match field {
            "system.k" | "system.leaves" | "system.spines" | "system.leaf_hosts" | "system.n" => Some(4.0),
            "system.levels" | "system.capacity" => Some(1.0),
            "system.switches" => Some(8.0),
            "system.paths" => Some(f64::from(origin::PATHS)),
            "system.ports" => Some(5.0),
            "system.degree" => Some(3.0),
            "system.fabric_capacity" => Some(system.capacity.unwrap_or(1.0)),
            "system.core_capacity" => Some(system.fabric_capacity.or(system.capacity).unwrap_or(1.0)),
            "system.rate" => Some(units::RATE),
            "system.rtt" => Some(units::rtt(system, workload)),
            "system.short_share" | "system.cutoff" => Some(0.1),
            "workload.mean" => Some(units::mean(workload)),
            "workload.packet" => Some(units::PACKET),
            "workload.count" if drawn => Some(f64::from(synthetic.count)),
            "workload.shape" if drawn => Some(synthetic.shape),
            "workload.timeshape" if drawn => Some(synthetic.timeshape),
            "workload.load" if drawn => Some(LOAD),
            "workload.warmup" => Some(0.0),
            _ => None,
        }
    }

    fn moot(system: &System, workload: &Workload, field: &str) -> Option<&'static str> {
        let given = matches!(workload.kind(), Source::File | Source::Flows);
        match field {
            "workload.shape" | "workload.sizes" | "workload.measured" if given => Some("the flows have their own sizes"),
            "workload.shape" | "workload.sizes" if workload.measured.is_some() => Some("the flows have measured sizes"),
            "workload.timeshape" | "workload.rate" | "workload.gaps" if given => Some("the flows have their own arrivals"),
            "workload.timeshape" => workload.gaps.as_ref().map(|_| "gaps are those of a file"),
            "workload.pattern" | "workload.fan_in" if given => Some("the flows say who sends to whom"),
            "workload.fan_in" if workload.pattern != Some(Pattern::Incast) => Some("flows arrive one at a time"),
            "workload.shape" => Sizes::without_shape(workload.sizes),
            "system.paths" if system.routing != Some(Routing::KShortest) => Some("it is of k-shortest routing"),
            "system.capacity" if origin::layout(system) == Layout::Custom => Some("cables that are written out have their own capacities"),
            "system.fabric_capacity" if !origin::has_fabric(system) => Some("it is of a fat tree, leaf–spine or Jellyfish"),
            _ => origin::layout_of(field).filter(|(of, _)| *of != origin::layout(system)).map(|(_, whose)| whose),
        }
    }

    fn prepare(ask: Ask<'_, Self>, read: &mut Read<'_>) -> Result<Self, SpecError> {
        let Ask { seed, policies, system, workload: spec, .. } = ask;
        let topology = origin::topology(system)?;
        let network = origin::network(system, topology, seed)?;
        let one_way = matches!(topology, Some(Topology::Link | Topology::TwoClass));
        let distances = Distances::new(&network);
        if let Some((from, to)) = distances.apart(&network).filter(|_| !one_way) {
            let found = format!("disconnected: there is no path from {} to {}", network.name(from), network.name(to));
            let field = if topology.is_some() { "system.topology" } else { "system.links" };
            return Err(SpecError::value(field, found, "a network in which every host reaches every other"));
        }
        if network.hosts() < 2 {
            return Err(SpecError::value("system.topology", "a network with one host", "two hosts or more"));
        }
        let cutoff = system.cutoff.unwrap_or(0.1);
        if !(0.0..=1e100).contains(&cutoff) {
            return Err(SpecError::value("system.cutoff", written(cutoff), "a number from 0 to 1e100"));
        }
        let (routing, paths) = origin::routing(system, topology)?;
        let bcube = if let Some(Topology::Bcube { n, levels }) = topology { Some((n, levels)) } else { None };
        let two_class = topology == Some(Topology::TwoClass);
        let roads = Roads { network, distances, routing, paths, bcube, two_class, one_way, cutoff, known: Arc::default() };
        let hosts = roads.network.hosts();
        let units = Units::new(system, spec)?;
        let in_packets = policies.iter().find(|policy| policy.kind().is_in_packets());
        if let (Some(policy), Some(packet)) = (in_packets, spec.packet.filter(|packet| *packet < 1.0 && units.latency > 0.0)) {
            let allowed = format!("a number from 1 under {}, whose windows are of packets", policy.row().key);
            return Err(SpecError::value("workload.packet", written(packet), allowed));
        }
        let (mut load, mut left_out) = (check::load(spec.load)?, LeftOut::default());
        let source = match spec.kind() {
            Source::Synthetic => Origin::Drawn(drawing(spec, hosts, units, read)?),
            Source::Repository => {
                check::absent(&[("workload.pattern", spec.pattern.is_some())], "the repository says who sends to whom")?;
                Origin::Repository(drawing(spec, hosts, units, read)?)
            }
            Source::File | Source::Flows => {
                let name = if spec.kind() == Source::File { "a file" } else { "a workload that is written out" };
                check::own(
                    name,
                    [spec.shape.is_some(), spec.sizes.is_some(), spec.timeshape.is_some(), spec.rate.is_some(), spec.gaps.is_some(), false],
                )?;
                check::absent(&[("workload.measured", spec.measured.is_some())], &format!("{name} has its own sizes"))?;
                check::absent(
                    &[("workload.pattern", spec.pattern.is_some()), ("workload.fan_in", spec.fan_in.is_some())],
                    &format!("{name} says who sends to whom"),
                )?;
                let (mut given, ids, rest) = fixed(&roads.network, spec, read)?;
                left_out = rest;
                let now = offered(&given, roads.network.sending());
                if let (Some(load), Some(now)) = (load, now) {
                    let first = given.iter().map(|flow| flow.arrival).fold(f64::INFINITY, f64::min);
                    given.iter_mut().for_each(|flow| flow.arrival = first + (flow.arrival - first) * (now / load));
                }
                load = load.or(now);
                let path = spec.path.as_deref().filter(|_| spec.kind() == Source::File);
                roads.route(&given, &ids, seed, 0).map_err(|tangle| origin::tangled(path, spec.count, &tangle, &ids))?;
                Origin::Fixed(given, ids)
            }
        };
        if let Origin::Drawn(drawing) | Origin::Repository(drawing) = &source {
            load = Some(drawing.synthetic.load);
        }
        let mut plan =
            Self { seed, policies, roads, source, left_out, warmup: 0, load, loaded: spec.load.is_some(), units, overload: None };
        plan.warmup = check::warmup(spec.warmup, World::jobs(&plan))?;
        let loads = plan.flows(0).offered(&plan.roads.network).unwrap_or_default();
        let most = (0..).zip(loads).max_by(|a, b| a.1.total_cmp(&b.1));
        let many = World::jobs(&plan) as u64 >= check::MANY;
        plan.overload = most.filter(|(_, load)| *load >= 1.0 && many).map(|(link, load)| (plan.roads.network.link_name(link), load));
        Ok(plan)
    }

    fn jobs(&self) -> usize {
        match &self.source {
            Origin::Drawn(drawing) | Origin::Repository(drawing) => drawing.synthetic.count as usize,
            Origin::Fixed(given, _) => given.len(),
        }
    }

    fn describe(&self) -> Described {
        let (jobs, skipped) = (World::jobs(self) as u64, self.left_out.count() as u64);
        Described { jobs, skipped, left_out: self.left_out.clone(), speed: None, seconds: false, load: self.load, cut: None }
    }

    fn given(&self) -> bool {
        matches!(self.source, Origin::Fixed(..)) && (self.roads.one_way || self.roads.routing == Routing::EcmpSplit)
    }

    fn warnings(&self) -> Vec<String> {
        let drawn = !matches!(self.source, Origin::Fixed(..));
        let all = check::overload(self.load, self.loaded, drawn, World::jobs(self) as u64);
        let link = self.overload.as_ref().filter(|_| all.is_none()).map(|(link, load)| {
            format!("link {link} is offered {load:.2} times what it can carry: flows that cross it pile up, and the means depend on their number")
        });
        all.into_iter().chain(link).collect()
    }

    fn draw(&self, replication: u32) -> Jobs {
        let flows = self.flows(replication);
        let workflows = flows.workflows().into_iter().map(|(members, alone)| (members.to_vec(), alone)).collect();
        Jobs { flows, workflows }
    }

    fn simulate(&self, jobs: &Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Outcome, SpecError> {
        Ok(simulate(&self.roads.network, &jobs.flows, &self.policies[policy], &mut Progress(progress)))
    }

    fn recordable(&self, jobs: &Jobs) -> Result<Option<String>, SpecError> {
        let (flows, most) = (jobs.flows.len(), Timeline::MOST_EXACT);
        let note = || format!("the timeline has only the use of links: exact rates are for up to {most} flows, not {flows}");
        Ok((flows > most).then(note))
    }

    fn record(&self, jobs: &Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<(Timeline, Outcome), SpecError> {
        Ok(Timeline::record(&self.roads.network, &jobs.flows, &self.policies[policy], progress))
    }

    fn tell(&self, jobs: &Jobs, outcome: &Outcome) -> RunFigures<Cell> {
        let sojourn = outcome.sojourn[self.warmup..].to_vec();
        let slowdown = (self.warmup..).zip(&sojourn).map(|(position, sojourn)| sojourn / jobs.flows.ideal(position)).collect();
        let class = jobs.flows.all()[self.warmup..].iter().map(|flow| flow.class.number()).collect();
        let own = Cell::new((&self.roads.network, self.units), jobs, outcome, self.warmup);
        RunFigures { times: Some(Times { sojourn, slowdown, class }), own }
    }

    fn pool(&self, _: usize, cells: Vec<Cell>, _: usize) -> Summary {
        Summary::pool(&cells)
    }

    fn report(summary: &Summary) -> Report {
        Report::new(summary)
    }

    fn together(_: &[(&str, &Summary)]) -> Nothing {
        Nothing {}
    }

    fn columns() -> &'static [Column<Report>] {
        &COLUMNS
    }

    fn class(class: u8) -> String {
        Class::ALL[usize::from(class) % Class::ALL.len()].name().to_owned()
    }

    fn whole(jobs: &Jobs) -> workload::Workload {
        let job = |(position, flow): (usize, &super::Flow)| {
            let size = jobs.flows.ideal(position);
            Job { id: flow.id, arrival: flow.arrival, size, estimate: size, weight: 1.0 }
        };
        workload::Workload::trusted(jobs.flows.all().iter().enumerate().map(job).collect()).called(jobs.flows.ids().clone())
    }

    fn job_titles() -> Vec<&'static str> {
        vec![
            "id",
            "arrival",
            "size",
            "estimate",
            "weight",
            "completion",
            "sojourn",
            "slowdown",
            "class",
            "source",
            "destination",
            "release",
            "ideal",
        ]
    }

    fn job_rows(&self, jobs: &Jobs, outcome: &Outcome) -> Vec<Vec<Entry>> {
        let row = |position: usize| {
            let (flow, sojourn, ideal) = (&jobs.flows.all()[position], outcome.sojourn[position], jobs.flows.ideal(position));
            let times = [flow.arrival, flow.size, flow.size, 1.0, outcome.completion[position], sojourn, sojourn / ideal];
            let host = |host: u32| Entry::Text(self.roads.network.name(host).to_owned());
            let last = [
                Entry::Word(flow.class.name()),
                host(flow.source),
                host(flow.destination),
                Entry::Real(outcome.release[position]),
                Entry::Real(ideal),
            ];
            std::iter::once(Entry::id(jobs.flows.ids(), flow.id)).chain(times.map(Entry::Real)).chain(last).collect()
        };
        jobs.flows.given_order().map(row).collect()
    }
}

/// The flows of a file, or those that are written out.
fn fixed(network: &super::Network, spec: &Workload, read: &mut Read<'_>) -> Result<(Vec<Given>, Ids, LeftOut), SpecError> {
    let count = check::count(spec.count)?;
    let (mut given, ids, left_out) = if spec.kind() == Source::File {
        check::absent(&[("workload.flows", !spec.flows.is_empty())], "the flows are in a file")?;
        let missing = || SpecError::value("workload.path", "missing", "the path of a file, as workload.kind is \"file\"");
        let path = spec.path.as_deref().ok_or_else(missing)?;
        let bytes = read(path).map_err(|source| SpecError::Read { path: path.to_owned(), source })?;
        let (_, columns) = FileFormat::asked(path, Some(FileFormat::Csv), spec.columns.as_deref())?;
        let (rows, ids, left_out) = read_flows(path, &bytes, &columns)?;
        (origin::read(network, path, rows)?, ids, left_out)
    } else {
        let of_file = [("workload.path", spec.path.is_some()), ("workload.columns", spec.columns.is_some())];
        check::absent(&of_file, "the flows are written out in workload.flows")?;
        if spec.flows.is_empty() {
            return Err(SpecError::value("workload.flows", "empty", "at least one { arrival, size }"));
        }
        (origin::written_out(network, &spec.flows)?, Ids::default(), LeftOut::default())
    };
    given.truncate(count);
    if given.len() > Plan::MOST_FLOWS as usize {
        let allowed = "up to 1000000 flows; workload.count takes the first flows of a file";
        return Err(SpecError::value("workload.path", format!("a file of {} flows", given.len()), allowed));
    }
    Ok((given, ids, left_out))
}

/// What flows offer ÷ what hosts can send, over the time between the first and the last arrival.
fn offered(given: &[Given], sending: f64) -> Option<f64> {
    let ends = given.iter().map(|flow| flow.arrival);
    let span = ends.clone().fold(f64::NEG_INFINITY, f64::max) - ends.fold(f64::INFINITY, f64::min);
    (span > 0.0).then(|| given.iter().map(|flow| flow.size).sum::<f64>() / (span * sending))
}
