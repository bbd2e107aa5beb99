//! The CDN world as one of the [worlds](crate::world).

use super::drawing::{Drawing, WEEK, amend, check_session};
use super::network::Prices;
use super::placement::Solver;
use super::report::COLUMNS;
use super::sizes::Named;
use super::trace::{self, Given, MOST, SHORTEST};
use super::{
    Cell, Decision, Design, Link, LinkSpec, Name, Network, Observer, Outcome, Policy, Region, RegionSpec, Report, Request, Requests, Sizes,
    Source, Summary, System, Timeline, Workload, france, simulate,
};
use crate::registry::Term;
use crate::sim::written;
use crate::workload::{self, Job, LeftOut};
use crate::world::{Ask, Beside, Called, Column, Described, Entry, FileFormat, Nothing, Read, RunFigures, SpecError, Times, World, check};

/// A valid scenario of the CDN world, with its files read.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    /// The system.
    pub network: Network,
    /// The policies.
    pub policies: Vec<Policy>,
    warmup: usize,
    source: Origin,
    /// Bounds of the sessions that are drawn, in seconds.
    session: [f64; 2],
}

#[derive(Clone, Debug)]
enum Origin {
    /// Drawn anew for each replication.
    Drawn(Drawing),
    /// The same requests in each replication, with sessions to draw where these are 0.
    Given(Given),
}

impl Plan {
    /// The requests of one replication.
    ///
    /// # Panics
    /// Never: the plan has checked what is drawn.
    pub fn requests(&self, replication: u32) -> Requests {
        match &self.source {
            Origin::Drawn(drawing) => {
                let users: Vec<f64> = self.network.regions.iter().map(|region| region.users).collect();
                drawing.draw(&users, self.warmup, self.seed, replication).expect("what the plan has checked")
            }
            Origin::Given(Given { requests, names, sizes, .. }) => {
                let mut requests = requests.clone();
                amend(&mut requests, self.network.regions.len(), Some(self.session), self.seed, replication);
                let requests = Requests::trusted(requests, names.len() as u32, self.warmup, replication);
                Requests { names: names.clone(), sizes: sizes.clone(), ..requests }
            }
        }
    }

    /// Runs the policy at this position on the requests of one replication, which has its own random placement.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn outcome(&self, requests: &Requests, policy: usize, observer: &mut impl Observer) -> Outcome {
        simulate(&self.network, requests, self.policies[policy].kind(), self.seed, observer)
    }

    /// Sessions that arrive in the mean length of a session ÷ capacity of all servers.
    fn load(&self) -> Option<f64> {
        let mean = f64::midpoint(self.session[0], self.session[1]);
        let capacity = (self.network.capacity() + u64::from(self.network.cdn_capacity)) as f64;
        let (work, span) = match &self.source {
            Origin::Drawn(drawing) => (f64::from(drawing.count) * mean, drawing.days * 86_400.0),
            Origin::Given(Given { requests, .. }) => {
                let length = |request: &Request| if request.session > 0.0 { request.session } else { mean };
                let arrivals = || requests.iter().map(|request| request.arrival);
                let span = arrivals().fold(0.0, f64::max) - arrivals().fold(f64::INFINITY, f64::min);
                (requests.iter().map(length).sum(), span)
            }
        };
        (span > 0.0).then(|| work / (span * capacity))
    }
}

/// Hears how many requests have come.
struct Progress<'a>(&'a mut dyn FnMut(usize));

impl Observer for Progress<'_> {
    const WATCHES: bool = false;

    fn decided(&mut self, _: f64, _: Decision<'_>, _: &[u32], _: u32) {}

    fn ended(&mut self, _: f64, _: Option<usize>, _: &[u32], _: u32) {}

    fn progress(&mut self, requests: usize) {
        (self.0)(requests);
    }
}

/// The network, as written.
fn network(system: &System) -> Result<Network, SpecError> {
    let (storage, capacity) = (system.storage.unwrap_or(5000), system.dserver_capacity.unwrap_or(500));
    let regions: Vec<Region> = if system.regions.is_empty() {
        france::regions(storage, capacity)
    } else {
        let count = system.regions.len();
        system.regions.iter().enumerate().map(|(place, spec)| region(spec, place, count, storage, capacity)).collect()
    };
    let own = system.regions.is_empty() && system.links.is_empty();
    let links = if own { france::links() } else { links(&system.links, &regions)? };
    let prices = Prices {
        external: system.external_cost.unwrap_or(2.0),
        internal: system.internal_cost.unwrap_or(1.0),
        low_priority: system.low_priority_cost.or(system.internal_cost).unwrap_or(1.0),
        ways: system.ways.unwrap_or_default(),
    };
    let cdn_capacity = system.cdn_capacity.unwrap_or(5000);
    let mut network = Network::new(regions, links, cdn_capacity, system.replicas.unwrap_or(1.76), prices)?;
    if let Some(replicas) = system.optimal_replicas {
        Network::check_replicas("system.optimal_replicas", replicas)?;
        network.optimal_replicas = replicas;
    }
    network.pop = if system.regions.is_empty() { france::PARIS } else { network.pop };
    Ok(network)
}

/// A region that is written out; without a place on the map, on a circle around the PoP, the first at the top.
fn region(spec: &RegionSpec, place: usize, count: usize, storage: u64, capacity: u32) -> Region {
    let angle = std::f64::consts::TAU * place as f64 / count as f64;
    Region {
        name: spec.name.clone(),
        at: [spec.x.unwrap_or_else(|| libm::sin(angle)), spec.y.unwrap_or_else(|| libm::cos(angle))],
        distance: spec.distance,
        users: spec.users.unwrap_or(1.0),
        storage: spec.storage.unwrap_or(storage),
        capacity: spec.capacity.unwrap_or(capacity),
        group: spec.group.clone(),
    }
}

fn links(specs: &[LinkSpec], regions: &[Region]) -> Result<Vec<Link>, SpecError> {
    let mut links: Vec<Link> = vec![];
    for (i, spec) in specs.iter().enumerate() {
        let find = |end: &str, name: &String| {
            let names = || regions.iter().map(|region| &*region.name).collect::<Vec<_>>().join(", ");
            let found = regions.iter().position(|region| region.name == *name);
            found.ok_or_else(|| SpecError::value(format!("system.links[{}].{end}", i + 1), format!("\"{name}\""), names()))
        };
        let ends = [find("from", &spec.from)?, find("to", &spec.to)?];
        let known = links.iter().any(|link| link.ends == ends || link.ends == [ends[1], ends[0]]);
        if ends[0] == ends[1] || known {
            let found = format!("from {} to {}", spec.from, spec.to);
            return Err(SpecError::value(format!("system.links[{}]", i + 1), found, "links between two regions, one for each pair"));
        }
        links.push(Link { ends, distance: spec.distance, low_priority: spec.low_priority.unwrap_or(false) });
    }
    Ok(links)
}

/// How requests are drawn, as written.
fn drawing(spec: &Workload, session: [f64; 2]) -> Result<Drawing, SpecError> {
    let given =
        [("workload.path", spec.path.is_some()), ("workload.format", spec.format.is_some()), ("workload.columns", spec.columns.is_some())];
    check::absent(&given, "the requests are drawn")?;
    check::absent(&[("workload.requests", !spec.requests.is_empty())], "the requests are drawn")?;
    let days = spec.days.unwrap_or(7.0);
    let usual = || libm::round((f64::from(WEEK) * days / 7.0).clamp(1.0, MOST_COUNT.into())) as u32;
    let drawing = Drawing {
        count: spec.count.unwrap_or_else(usual),
        days,
        videos: spec.videos.unwrap_or(17_223),
        zipf: spec.zipf.unwrap_or(0.8),
        churn: spec.churn.unwrap_or(0.05),
        regional: spec.regional.unwrap_or(0.0),
        size_spread: spec.size_spread.unwrap_or(0.0),
        session,
    };
    drawing.validate()?;
    Ok(drawing)
}

/// Most requests of a replication.
const MOST_COUNT: u32 = Drawing::MOST_COUNT;
/// Most pairs of a video and a region.
const MOST_PAIRS: u64 = 20_000_000;

/// Requests that are read from a file.
fn file(spec: &Workload, network: &Network, read: &mut Read<'_>) -> Result<Given, SpecError> {
    check::absent(&[("workload.requests", !spec.requests.is_empty())], "the requests are in a file")?;
    let path = spec.path.as_deref();
    let path = path.ok_or_else(|| SpecError::value("workload.path", "missing", "the path of a file, as workload.kind is \"file\""))?;
    let columns = match FileFormat::asked(path, spec.format, spec.columns.as_deref()) {
        Ok((FileFormat::Csv, columns)) => columns,
        Err(error) if spec.columns.is_some() => return Err(error),
        _ => {
            let allowed = "a .csv file of requests (time,user,item,region), or workload.format = \"csv\"";
            return Err(SpecError::value("workload.path", path, allowed));
        }
    };
    let bytes = read(path).map_err(|source| SpecError::Read { path: path.to_owned(), source })?;
    let names: Vec<&str> = network.regions.iter().map(|region| &*region.name).collect();
    Ok(trace::read(path, &bytes, &names, &columns)?)
}

/// Requests that are written out.
fn written_out(spec: &Workload, network: &Network) -> Result<Given, SpecError> {
    let given =
        [("workload.path", spec.path.is_some()), ("workload.format", spec.format.is_some()), ("workload.columns", spec.columns.is_some())];
    check::absent(&given, "the requests are written out in workload.requests")?;
    if spec.requests.is_empty() {
        return Err(SpecError::value("workload.requests", "empty", "at least one { arrival, region }"));
    }
    let mut videos = Named::none();
    let mut requests = vec![];
    for (i, request) in spec.requests.iter().enumerate() {
        let wrong =
            |name: &str, found: String, allowed: String| SpecError::value(format!("workload.requests[{}].{name}", i + 1), found, allowed);
        if !(0.0..=MOST).contains(&request.arrival) {
            return Err(wrong("arrival", written(request.arrival), "seconds, 0 to 1e12".to_owned()));
        }
        if let Some(session) = request.session.filter(|session| !(SHORTEST..=MOST).contains(session)) {
            return Err(wrong("session", written(session), "seconds, 0.001 to 1e12".to_owned()));
        }
        let names = || network.regions.iter().map(|region| &*region.name).collect::<Vec<_>>().join(", ");
        let region = network.position(&request.region).ok_or_else(|| wrong("region", format!("\"{}\"", request.region), names()))?;
        let video = videos.number(request.video.unwrap_or(1));
        if let Some(size) = request.size {
            let wrong = |allowed: String| wrong("size", written(size), allowed);
            if !Sizes::allows(size) {
                return Err(wrong(Sizes::ALLOWED.to_owned()));
            }
            videos.say(video, size).map_err(|known| wrong(format!("{}, as an earlier request says of this video", written(known))))?;
        }
        let session = request.session.unwrap_or(0.0);
        requests.push(Request { arrival: request.arrival, session, video, given: i as u32, region: region as u8, pick: 0 });
    }
    let (names, sizes) = videos.all();
    Ok(Given { requests, names, sizes, left_out: LeftOut::default() })
}

/// Requests that are given: the first of them, as many as asked for.
fn given(spec: &Workload, network: &Network, mut given: Given) -> Result<Origin, SpecError> {
    let drawn = [
        ("workload.days", spec.days.is_some()),
        ("workload.videos", spec.videos.is_some()),
        ("workload.zipf", spec.zipf.is_some()),
        ("workload.churn", spec.churn.is_some()),
        ("workload.regional", spec.regional.is_some()),
        ("workload.size_spread", spec.size_spread.is_some()),
    ];
    check::absent(&drawn, "the requests are given")?;
    given.requests.truncate(check::count(spec.count)?);
    let most = network.regions.iter().map(|region| region.storage).max().unwrap_or(0);
    if given.sizes.least() > most as f64 {
        let allowed = format!("at least {}, the size of the smallest video", written(given.sizes.least()));
        return Err(SpecError::value("system.storage", most.to_string(), allowed));
    }
    Ok(Origin::Given(given))
}

/// That a policy which learns from the warm-up has one, and one that solves exactly a small enough problem.
fn suits(policy: &Policy, warmup: usize, pairs: u64) -> Result<(), SpecError> {
    let unsuited = |field: &'static str, value: String, why: String| Err(SpecError::Unsuited { field, value, why });
    let demand = policy.kind().placement.demand();
    if warmup == 0 && demand.is_some_and(|demand| demand.looks_back()) {
        let why = format!("{policy} learns from requests of the warm-up; give workload.warmup (--warmup), such as 52000 of a week");
        return unsuited("workload.warmup", "0".to_owned(), why);
    }
    let most = Solver::MOST;
    if policy.kind().placement.exactly() && pairs > most {
        let why = if most == 0 {
            "exact solutions are for the command line only; leave solver=exact out".to_owned()
        } else {
            format!("exact solutions are for up to {most} pairs of a video and a dServer, and here are {pairs}; leave solver=exact out")
        };
        return unsuited("policies", policy.to_string(), why);
    }
    Ok(())
}

impl World for Plan {
    const KIND: &'static str = Name::KIND;
    const ABOUT: &'static str = "A distributed CDN: where videos are stored, and who serves them";
    const USUAL: &'static [&'static str] = &["centralized", "rand-rand", "rand-opt", "opt-rand", "opt-opt"];
    const REFERENCES: &'static [&'static str] = &["centralized"];
    const COUNTS: [&'static str; 2] = ["request", "requests"];
    const BYTES_A_JOB: f64 = 48.0;
    const LEGEND: &'static [Term] = &[
        ("MST", "mean time from request to the end of its session (wait + session), in seconds"),
        ("slowdown", "that ÷ session"),
        ("hit share", "fraction of the requests that dServers served"),
        ("byte hit share", "the same, where each request counts as much as the size of its video"),
        ("origin", "hours of video that the CDN server sent, a replication"),
        ("postponed", "requests that waited in the queue of the CDN server"),
        ("wait", "how long these did on average, in seconds"),
        ("cost", "cost of the transfers ÷ their cost from the CDN server"),
    ];

    type System = System;
    type Workload = Workload;
    type Policy = Design;
    type Jobs = Requests;
    type Outcome = Outcome;
    type Cell = Cell;
    type Summary = Summary;
    type Report = Report;
    type Together = Nothing;
    type Recording = Timeline;

    fn beside(design: &Design) -> Option<Beside> {
        use super::placement::Period;
        let period = design.placement.demand().map(|demand| demand.period);
        let (word, why) = match period {
            None => ("nothing", None),
            Some(Period::Past) => ("past", Some("it learns from the requests of the warm-up (workload.warmup)")),
            Some(Period::Future) => ("future", Some("it knows the requests to come, as the sources' best case does")),
        };
        Some(Beside { title: "knows", word, why })
    }

    fn default_of(system: &System, workload: &Workload, field: &str) -> Option<f64> {
        let drawn = workload.kind() == Source::Synthetic;
        match field {
            "system.storage" | "system.cdn_capacity" => Some(5000.0),
            "system.dserver_capacity" => Some(500.0),
            "system.replicas" => Some(1.76),
            "system.optimal_replicas" => Some(system.replicas.unwrap_or(1.76)),
            "system.external_cost" => Some(2.0),
            "system.internal_cost" => Some(1.0),
            "workload.count" if drawn => Some(libm::round(f64::from(WEEK) * workload.days.unwrap_or(7.0) / 7.0)),
            "workload.days" if drawn => Some(7.0),
            "workload.videos" if drawn => Some(17_223.0),
            "workload.zipf" if drawn => Some(0.8),
            "workload.churn" if drawn => Some(0.05),
            "workload.regional" | "workload.size_spread" if drawn => Some(0.0),
            "workload.shortest_session" => Some(3600.0),
            "workload.longest_session" => Some(7200.0),
            "workload.warmup" => Some(0.0),
            _ => None,
        }
    }

    fn moot(_: &System, workload: &Workload, field: &str) -> Option<&'static str> {
        let given = workload.kind() != Source::Synthetic;
        let drawn = ["workload.days", "workload.videos", "workload.zipf", "workload.churn", "workload.regional", "workload.size_spread"];
        (given && drawn.contains(&field)).then_some("the requests are given")
    }

    fn prepare(ask: Ask<'_, Self>, read: &mut Read<'_>) -> Result<Self, SpecError> {
        let Ask { seed, policies, system, workload: spec, .. } = ask;
        let network = network(system)?;
        let session = [spec.shortest_session.unwrap_or(3600.0), spec.longest_session.unwrap_or(7200.0)];
        check_session(session)?;
        let source = match spec.kind() {
            Source::Synthetic => Origin::Drawn(drawing(spec, session)?),
            Source::File => given(spec, &network, file(spec, &network, read)?)?,
            Source::Requests => given(spec, &network, written_out(spec, &network)?)?,
        };
        let mut plan = Self { seed, network, policies, warmup: 0, source, session };
        plan.warmup = check::warmup(spec.warmup, World::jobs(&plan))?;
        let videos = match &plan.source {
            Origin::Drawn(drawing) => drawing.videos,
            Origin::Given(given) => given.names.len() as u32,
        };
        let pairs = u64::from(videos) * plan.network.regions.len() as u64;
        if pairs > MOST_PAIRS {
            let found = format!("{videos}, for {} regions", plan.network.regions.len());
            return Err(SpecError::value("workload.videos", found, format!("up to {MOST_PAIRS} pairs of a video and a region")));
        }
        plan.policies.iter().try_for_each(|policy| suits(policy, plan.warmup, pairs))?;
        Ok(plan)
    }

    fn jobs(&self) -> usize {
        match &self.source {
            Origin::Drawn(drawing) => drawing.count as usize,
            Origin::Given(given) => given.requests.len(),
        }
    }

    fn describe(&self) -> Described {
        let left_out = if let Origin::Given(given) = &self.source { given.left_out.clone() } else { LeftOut::default() };
        let (jobs, skipped) = (World::jobs(self) as u64, left_out.count() as u64);
        Described { jobs, skipped, left_out, speed: None, seconds: false, load: self.load(), cut: None }
    }

    fn given(&self) -> bool {
        let sessions = |requests: &[Request]| requests.iter().all(|request| request.session > 0.0);
        matches!(&self.source, Origin::Given(given) if sessions(&given.requests) || self.session[0] == self.session[1])
    }

    fn warnings(&self) -> Vec<String> {
        let drawn = matches!(self.source, Origin::Drawn(_));
        let overload = check::overload(self.load(), false, drawn, World::jobs(self) as u64);
        overload
            .map(|_| "more sessions arrive than all servers can serve: the queue grows as long as requests come".to_owned())
            .into_iter()
            .collect()
    }

    fn draw(&self, replication: u32) -> Requests {
        self.requests(replication)
    }

    fn simulate(&self, jobs: &Requests, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Outcome, SpecError> {
        Ok(self.outcome(jobs, policy, &mut Progress(progress)))
    }

    fn recordable(&self, jobs: &Requests) -> Result<Option<String>, SpecError> {
        let (count, most) = (jobs.all.len(), Timeline::MOST_EXACT);
        let note = || format!("a run of {count} requests is recorded in samples at even intervals; each decision is told of up to {most}");
        Ok((count > most).then(note))
    }

    fn record(&self, jobs: &Requests, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<(Timeline, Outcome), SpecError> {
        Ok(Timeline::record(&self.network, jobs, &self.policies[policy], self.seed, progress))
    }

    fn tell(&self, jobs: &Requests, outcome: &Outcome) -> RunFigures<Cell> {
        let of = jobs.counted().iter().zip(&outcome.wait[jobs.warmup..]);
        let sojourn: Vec<f64> = of.map(|(request, wait)| wait.unwrap_or(0.0) + request.session).collect();
        let slowdown = sojourn.iter().zip(jobs.counted()).map(|(sojourn, request)| sojourn / request.session).collect();
        RunFigures { times: Some(Times { sojourn, slowdown, class: vec![] }), own: Cell::new(&self.network, jobs, outcome) }
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

    fn whole(jobs: &Requests) -> workload::Workload {
        let job = |request: &Request| {
            let Request { arrival, session: size, given, .. } = *request;
            Job { id: u64::from(given) + 1, arrival, size, estimate: size, weight: 1.0 }
        };
        workload::Workload::trusted(jobs.all.iter().map(job).collect())
    }

    fn job_titles() -> Vec<&'static str> {
        vec!["id", "arrival", "size", "completion", "sojourn", "slowdown", "wait", "region", "video", "server", "cost", "video_size"]
    }

    fn job_rows(&self, jobs: &Requests, outcome: &Outcome) -> Vec<Vec<Entry>> {
        let name = |place: u8| Entry::Text(self.network.regions[usize::from(place)].name.clone());
        let row = |place: usize| {
            let (request, server) = (&jobs.all[place], outcome.server[place]);
            let region = usize::from(request.region);
            let wait = outcome.wait[place].unwrap_or(0.0);
            let sojourn = wait + request.session;
            let size = jobs.sizes.of(request.video);
            let (server, cost) = match server {
                Outcome::CDN => (Entry::Word("CDN"), self.network.from_cdn[region] * size),
                server => (name(server), self.network.cost(usize::from(server), region) * size),
            };
            let id = Entry::Whole(u64::from(request.given) + 1);
            let times = [request.arrival, request.session, request.arrival + sojourn, sojourn, sojourn / request.session, wait];
            let video = Entry::id(&jobs.names, u64::from(request.video) + 1);
            let last = [name(request.region), video, server, Entry::Real(cost), Entry::Real(size)];
            std::iter::once(id).chain(times.map(Entry::Real)).chain(last).collect()
        };
        let mut order: Vec<usize> = (0..jobs.all.len()).collect();
        order.sort_unstable_by_key(|place| jobs.all[*place].given);
        order.into_iter().map(row).collect()
    }
}
