//! How each is called with a number: everything else is legal. Where a function takes several numbers, each is given the number in turn.

use schedscope::cdn::{self, Copies, Region, Request};
use schedscope::cluster::pages::{self, Pages};
use schedscope::cluster::production::check::{guarded, lacking};
use schedscope::cluster::production::guard::{Guard, Limits, Queue};
use schedscope::cluster::production::victims::{fraction, globally, most_beyond};
use schedscope::cluster::{self, Granularity, MachineMemory, TaskId, VirtualCluster};
use schedscope::datacenter::{self, Paired, stealable};
use schedscope::formula::{Expression, Formula, Program, RankRule, Setting, ShareRule};
use schedscope::metrics::{self, Ecdf, Interval, Sorted, Tail};
use schedscope::network::{self, Capacities, Topology};
use schedscope::ordering::{self, Cache, Costs, Eviction, Graph, Shape};
use schedscope::registry::{self, Asked, Parameter};
use schedscope::server::{self, Occupancy, Series, Stills, VirtualTime};
use schedscope::sim::{self, Clock, EventQueue, Falling, Forest, Sum, Total, Tournament};
use schedscope::theory::soap::{Jobs, Seen, Sees, Sizes, on_grid};
use schedscope::theory::{self, Form, GittinsTable, SizeLaw, Table};
use schedscope::workload::{
    self, Assumptions, BatchJob, BatchWorkload, Columns, Errors, Ids, Job, Mix, Pace, Phase, Portion, Rate, Recurring, Synthetic, Task,
    TaskJob, TaskWorkload, Trace, TraceLike, Unit, Weights, Workload, read_jobs, read_swim,
};
use schedscope::world::{Ask, Source, World, check};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::str::FromStr;

/// A plan of fields as they would be written, as JSON.
fn plan<W: World>(system: &str, workload: &str, policies: &[&str]) -> W
where
    Asked<W::Policy>: FromStr,
{
    let (system, workload) = (serde_json::from_str(system).unwrap(), serde_json::from_str(workload).unwrap());
    let policies = policies.iter().map(|key| key.parse().ok().unwrap()).collect();
    W::prepare(Ask { seed: 1, replications: 1, policies, system: &system, workload: &workload }, &mut |_| unreachable!("no file")).unwrap()
}

/// What a small run was.
fn recording<W: World>(plan: &W) -> W::Recording {
    plan.record(&plan.draw(0), 0, &mut |_| {}).unwrap().0
}

fn server() -> server::Plan {
    plan(r#"{"kind":"server"}"#, r#"{"count":20}"#, &["fsp"])
}

fn cluster() -> cluster::Plan {
    plan(r#"{"kind":"cluster"}"#, r#"{"mix":"dev","count":5}"#, &["hfsp"])
}

fn datacenter() -> datacenter::Plan {
    plan(r#"{"kind":"datacenter","workers":20}"#, r#"{"like":"google","count":5}"#, &["hawk"])
}

fn network() -> network::Plan {
    plan(r#"{"kind":"network"}"#, r#"{"count":5}"#, &["fair"])
}

fn ordering() -> ordering::Plan {
    plan(r#"{"kind":"ordering"}"#, r#"{"count":5}"#, &["a_star"])
}

fn cdn() -> cdn::Plan {
    plan(r#"{"kind":"cdn"}"#, r#"{"count":20}"#, &["opt-opt"])
}

fn timeline() -> server::Timeline {
    let workload = Workload::new([Job::new(0.0, 2.0), Job::new(1.0, 2.0)]).unwrap();
    server::Timeline::record(&server::Config::default(), &workload, &"fsp".parse().unwrap()).unwrap()
}

fn region(x: f64) -> Region {
    Region { distance: x, users: x, at: [x; 2], ..cdn_network(1.0).regions.remove(0) }
}

fn cdn_network(replicas: f64) -> cdn::Network {
    let network = cdn().network.clone();
    cdn::Network::new(network.regions, vec![], 10, replicas, network.prices).unwrap()
}

fn program() -> cdn::Program {
    cdn::Program {
        regions: 1,
        demand: vec![1],
        saving: vec![1.0],
        storage: vec![1.0],
        sizes: cdn::Sizes::default(),
        capacity: vec![1.0],
        copies: vec![1],
        order: vec![0],
    }
}

fn virtual_cluster() -> VirtualCluster {
    let mut cluster = VirtualCluster::new(Granularity::Slots, 2);
    cluster.enter(0, 2, 5.0, 1.0);
    cluster
}

fn task(task: u32) -> (TaskId, f64) {
    (TaskId::new(0, Phase::Map, task), f64::from(task))
}

fn guard() -> Guard {
    Guard::new(Limits { period: 10.0, time: 0.5, slots: 0.5, timeout: 5.0 })
}

const QUEUE: Queue = Queue { waiting: 3, of_one_job: 1, available: 1 };

fn pages() -> Pages {
    Pages::new(MachineMemory::default())
}

fn formula() -> Program {
    let job = Job::new(0.0, 1.0);
    Formula::parse("max(est, age)").unwrap().of_job(&job, &Setting::default())
}

fn expression() -> Expression {
    Expression::parse("1", 0, &[]).unwrap()
}

fn sorted() -> Sorted {
    Sorted::new((1..=20).map(f64::from).collect())
}

fn flows() -> network::Flows {
    network().draw(0).flows
}

fn graph() -> Graph {
    Graph::numbered(vec![1.0; 3], &[(0, 1), (0, 2)]).unwrap()
}

fn weibull() -> SizeLaw {
    SizeLaw::weibull(0.5).unwrap()
}

fn table() -> GittinsTable {
    GittinsTable::build(&weibull(), 0.5, 0.5).unwrap()
}

fn jobs() -> Workload {
    Workload::new([Job::new(0.0, 2.0), Job::new(1.0, 2.0)]).unwrap()
}

fn batches() -> BatchWorkload {
    let mut batches = BatchWorkload::default();
    batches.push(0, 0.0, &[1.0, 2.0]).unwrap();
    batches.push(1, 2.0, &[1.0]).unwrap();
    batches
}

fn tasks() -> TaskWorkload {
    TaskWorkload::new(vec![TaskJob::new(0, 0.0, &[1.0], &[2.0]), TaskJob::new(1, 3.0, &[1.0], &[])]).unwrap()
}

fn trace() -> Trace {
    read_swim("t.tsv", b"a\t1\t1\t5\t3\t2\nb\t4\t3\t1\t0\t0\n").unwrap().0
}

fn synthetic() -> Synthetic {
    Synthetic { count: 20, ..Synthetic::default() }
}

/// Runs jobs under every policy that estimates or weights may lead astray.
fn run(jobs: &Workload) {
    for policy in ["psbs", "fspe", "fspe+ps", "srpte", "wps"] {
        if let Ok(policy) = policy.parse() {
            drop(schedscope::simulate(jobs, &policy));
        }
    }
}

fn amended(change: impl FnMut(&mut Job)) {
    let mut jobs = jobs();
    if jobs.amend(change).is_ok() {
        run(&jobs);
    }
}

fn batch_amended(change: impl FnMut(&mut BatchJob)) {
    drop(batches().amend(change));
}

/// A number of jobs that no program should ask for: nothing, or more than there may be.
fn count(x: f64) -> u32 {
    if x >= 1.0 { u32::MAX } else { 0 }
}

/// The name of a function, and what calls it with a number.
pub type Call = (&'static str, fn(f64));

macro_rules! calls {
    ($($name:literal: $x:ident => $($call:expr),+;)*) => {
        &[$(($name, |$x: f64| { $(let _ = black_box($call);)+ })),*]
    };
}

/// Names of functions, and calls of each.
pub const CALLS: &[Call] = calls! {
    "cdn::Copies::each": x => Copies::Even.each(3, x, 5), Copies::Fill.each(3, x, 5);
    "cdn::Drawing::draw": x => {
        let usual = cdn::Drawing { count: 20, days: 1.0, videos: 5, zipf: 0.8, churn: 0.1, regional: 0.1, size_spread: 0.1, session: [60.0, 120.0] };
        for drawing in [
            cdn::Drawing { count: count(x), ..usual }, cdn::Drawing { days: x, ..usual }, cdn::Drawing { videos: count(x), ..usual },
            cdn::Drawing { zipf: x, ..usual }, cdn::Drawing { churn: x, ..usual }, cdn::Drawing { regional: x, ..usual },
            cdn::Drawing { size_spread: x, ..usual }, cdn::Drawing { session: [x, 120.0], ..usual }, cdn::Drawing { session: [60.0, x], ..usual },
        ] {
            drop(drawing.draw(&[1.0, 2.0], 0, 1, 0));
        }
        (usual.draw(&[x], 0, 1, 0), usual.draw(&[1.0, x], 0, 1, 0), usual.draw(&[1.0], x as usize, 1, 0), usual.draw(&[], 0, 1, 0))
    };
    "cdn::Network::cheapest": x => cdn_network(1.0).cheapest(x as usize).len();
    "cdn::Network::cost": x => cdn_network(1.0).cost(x as usize, 0), cdn_network(1.0).cost(0, x as usize);
    "cdn::Network::crossed": x => cdn_network(1.0).crossed(x as usize, 0), cdn_network(1.0).crossed(0, x as usize);
    "cdn::Network::nearest": x => cdn_network(1.0).nearest(x as usize).len();
    "cdn::Network::new": x => {
        let prices = cdn_network(1.0).prices;
        let link = cdn::Link { ends: [0, x as usize], distance: x, low_priority: false };
        let priced = cdn::Prices { external: x, internal: x, low_priority: x, ..prices };
        let new = |regions, links, replicas, prices| drop(cdn::Network::new(regions, links, 1, replicas, prices));
        new(vec![region(x)], vec![], 1.0, prices);
        new(vec![region(1.0); 2], vec![link], 1.0, prices);
        new(vec![region(1.0)], vec![], x, prices);
        new(vec![region(1.0)], vec![], 1.0, priced);
    };
    "cdn::Plan::outcome": x => { let plan = cdn(); plan.outcome(&plan.draw(0), x as usize, &mut cdn::Silent) };
    "cdn::Program::demand_of": x => program().demand_of(x as usize).len();
    "cdn::Program::new": x => {
        let plan = cdn();
        let requests = plan.draw(0);
        let demand = cdn::Demand { period: cdn::Period::Future, accuracy: x, wrong: cdn::Wrong::Video };
        let table = demand.table(&plan.network, &requests, &mut sim::stream(1, 0, 0));
        cdn::Program::new(&plan.network, &table, requests.sizes, Copies::Even, x)
    };
    "cdn::Program::saving_from": x => program().saving_from(x as usize).len();
    "cdn::Requests::new": x => {
        let request = Request { arrival: 1.0, session: 2.0, video: 0, given: 0, region: 0, pick: 0 };
        let new = |request, warmup| drop(cdn::Requests::new(vec![request], 1, warmup, 0));
        new(request, x as usize);
        new(Request { arrival: x, ..request }, 0);
        new(Request { session: x, ..request }, 0);
    };
    "cdn::Sizes::allows": x => cdn::Sizes::allows(x);
    "cdn::Sizes::new": x => cdn::Sizes::new(vec![1.0, x]);
    "cdn::Timeline::at": x => recording(&cdn()).at(x).cloned();
    "cdn::why": x => cdn::why(&recording(&cdn()), x, &|time| time.to_string());

    "cluster::Outcome::chain_sojourns": x => {
        let plan = cluster();
        let jobs = plan.draw(0);
        plan.simulate(&jobs, 0, &mut |_| {}).unwrap().chain_sojourns(&jobs.workload, 0..x as usize)
    };
    "cluster::Performance::of": x => cluster::Performance::of(&[x, 1.0]), cluster::Performance::of(&[]);
    "cluster::Plan::outcome": x => { let plan = cluster(); plan.outcome(&plan.workload(0), x as usize, 0, &mut cluster::Silent) };
    "cluster::VirtualCluster::age": x => { let mut cluster = virtual_cluster(); cluster.age(x); cluster.sizes() };
    "cluster::VirtualCluster::enter": x => {
        for (size, weight) in [(x, 1.0), (1.0, x)] {
            let mut cluster = virtual_cluster();
            cluster.enter(1, 2, size, weight);
            cluster.age(3.0);
            drop((cluster.sizes(), cluster.finishes()));
        }
    };
    "cluster::VirtualCluster::extend": x => { let mut cluster = virtual_cluster(); cluster.extend(0, 1, x); cluster.age(3.0); cluster.finishes() };
    "cluster::VirtualCluster::has_ended_by": x => virtual_cluster().has_ended_by(x);
    "cluster::VirtualCluster::replace_size": x => { let mut cluster = virtual_cluster(); cluster.replace_size(0, x); cluster.age(3.0); cluster.finishes() };
    "cluster::VirtualCluster::set_size": x => { let mut cluster = virtual_cluster(); cluster.set_size(0, x); cluster.age(3.0); cluster.finishes() };
    "cluster::extrapolate": x => cluster::extrapolate(x, 1.0), cluster::extrapolate(1.0, x);
    "cluster::fair_shares": x => cluster::fair_shares(4, &[(x, 1.0)], &[(0, 3, 1.0)]), cluster::fair_shares(4, &[(1.0, x)], &[(0, 3, 1.0)]),
        cluster::fair_shares(4, &[(1.0, 1.0)], &[(0, 3, x)]);
    "cluster::final_size": x => cluster::final_size(x, 3, &[1.0]), cluster::final_size(1.0, 3, &[x]), cluster::final_size(1.0, 0, &[]);
    "cluster::initial_size": x => cluster::initial_size(x, 3, 1.0), cluster::initial_size(1.0, 3, x);
    "cluster::pages::Pages::resume": x => {
        let mut pages = pages();
        let (task, _) = task(0);
        pages.start(0.0, 1000, |_| {});
        pages.suspend(task, 1000, 500);
        pages.is_called(1000);
        pages.resume(x, task, 1000, |_| {})
    };
    "cluster::pages::Pages::start": x => pages().start(x, 1000, |_| {});
    "cluster::pages::Pages::usage": x => pages().usage(x, 0);
    "cluster::pages::bytes": x => pages::bytes(x);
    "cluster::production::check::guarded": x => guarded(&mut guard(), x, 1.0, QUEUE, &[task(0), task(1)], &BTreeMap::from([(0, 1)])),
        guarded(&mut guard(), 1.0, x, QUEUE, &[task(0), task(1)], &BTreeMap::from([(0, 1)]));
    "cluster::production::check::lacking": x => lacking([(x, 1), (x, 2)].into_iter(), 1);
    "cluster::production::guard::Guard::look": x => { let mut guard = guard(); guard.note(1.0, 2, 2); guard.look(x, true, QUEUE) };
    "cluster::production::guard::Guard::note": x => { let mut guard = guard(); guard.note(x, 2, 2); guard.note(1.0, 2, 2); guard.look(2.0, true, QUEUE) };
    "cluster::production::victims::fraction": x => fraction(vec![task(0), task(1)], x as usize);
    "cluster::production::victims::globally": x => globally(vec![task(0), task(1)], x as usize);
    "cluster::production::victims::most_beyond": x => most_beyond(vec![task(0), task(1)], &BTreeMap::from([(0, 1)]), x as usize);
    "cluster::shuffle_size": x => cluster::shuffle_size(&[(x, 1.0), (1.0, x)], 3), cluster::shuffle_size(&[], 3);
    "cluster::why": x => cluster::why(&recording(&cluster()), x);

    "datacenter::Paired::of": x => Paired::of([(x, 1.0), (1.0, x)].into_iter());
    "datacenter::Plan::outcome": x => { let plan = datacenter(); plan.outcome(&plan.workload(0), x as usize, 0, &mut datacenter::Silent) };
    "datacenter::Timeline::at": x => recording(&datacenter()).at(x);
    "datacenter::Timeline::begins": x => recording(&datacenter()).begins(0, x).count();
    "datacenter::Timeline::frame": x => recording(&datacenter()).frame(x);
    "datacenter::Timeline::queue": x => recording(&datacenter()).queue(0, x).count();
    "datacenter::Timeline::slot": x => recording(&datacenter()).slot(0, x).is_some();
    "datacenter::Timeline::waiting": x => recording(&datacenter()).waiting(x);
    "datacenter::stealable": x => stealable(true, (x as usize).min(1000), |place| place % 2 == 0), stealable(false, x as usize, |_| true);
    "datacenter::why": x => datacenter::why(&recording(&datacenter()), x);

    "formula::Expression::nan": x => expression().nan(&[x]);
    "formula::Expression::parse": x => Expression::parse("1 +", x as usize, &[]), Expression::parse("2 * (3", x as usize, &[]);
    "formula::Expression::value": x => expression().value(&[x]);
    "formula::Formula::with_constant": x => Formula::parse("age/c; let c = 2").unwrap().with_constant("c", x);
    "formula::Program::kinks": x => formula().kinks(x, &mut |kink| { black_box(kink); });
    "formula::Program::rank": x => formula().rank(x);
    "formula::Program::steps": x => formula().steps(x as usize);
    "formula::RankRule::with_constant": x => RankRule::parse("age/c; let c = 2").unwrap().with_constant("c", x);
    "formula::ShareRule::with_constant": x => ShareRule::parse("c/est; let c = 2").unwrap().with_constant("c", x);

    "metrics::Ecdf::share_above": x => sorted().ecdf(5).share_above(x), Ecdf { count: x as u64, steps: vec![(x, x), (1.0, 1.0)] }.share_above(0.5);
    "metrics::Interval::of": x => Interval::of(vec![x, 1.0]), Interval::of(vec![]);
    "metrics::Sorted::at": x => sorted().at(x as usize);
    "metrics::Sorted::ecdf": x => sorted().ecdf(x as usize), Sorted::new(vec![]).ecdf(x as usize), sorted().ecdf(2);
    "metrics::Sorted::new": x => Sorted::new(vec![x, 1.0, x]).ecdf(2);
    "metrics::Sorted::quantile": x => sorted().quantile(x);
    "metrics::Sorted::share_above": x => sorted().share_above(x);
    "metrics::Tail::of": x => Tail::of(&Sorted::new(vec![x; 1000]), &[x; 20]);
    "metrics::half_width_95": x => metrics::half_width_95(&[x, 1.0, 2.0]);
    "metrics::mean": x => metrics::mean(&[x, 1.0]);
    "metrics::median_95": x => metrics::median_95(&[x; 9]), metrics::median_95(&[]);
    "metrics::ratio_95": x => metrics::ratio_95(&[x, 1.0], &[1.0, x]);
    "metrics::resampled_means": x => metrics::resampled_means(&[&[x, 1.0], &[1.0, x]]);
    "metrics::sectioned_95": x => metrics::sectioned_95([x, 1.0], [&[1.0, x], &[x, x]]);

    "network::Flows::hops": x => flows().hops(x as usize).len();
    "network::Flows::ideal": x => flows().ideal(x as usize);
    "network::Flows::with_round_trips": x => {
        for (latency, packet) in [(x, 1.0), (1.0, x)] {
            let plan = network();
            if let Ok(flows) = flows().with_round_trips(latency, packet) {
                for policy in ["fair", "tcp"] {
                    if let Ok(policy) = policy.parse() {
                        network::simulate(plan.network(), &flows, &policy, &mut network::Silent);
                    }
                }
            }
        }
    };
    "network::Like::quantile": x => network::Like::WebSearch.quantile(x);
    "network::Timeline::at": x => recording(&network()).at(x).count();
    "network::why": x => network::why(&recording(&network()), x);
    "network::why_flow": x => network::why_flow(&recording(&network()), 0, x);
    "network::why_link": x => network::why_link(&recording(&network()), 0, x);

    "ordering::Cache::curve": x => Cache::curve(Eviction::Lru, &graph(), &[0, 1, 2], (x as usize).min(1000));
    "ordering::Graph::new": x => Graph::new(vec!["a".to_owned()], vec![x], &[]);
    "ordering::Graph::numbered": x => Graph::numbered(vec![x, 1.0], &[(0, 1)]);
    "ordering::Graph::resized": x => graph().resized(&BTreeMap::from([("0".to_owned(), x)])).map(|(graph, _)| Costs::of(&graph, &[0, 1, 2]));
    "ordering::why": x => ordering::why(&recording(&ordering()), x as usize);
    "ordering::why_expanded": x => ordering::why_expanded(&recording(&ordering()), x as usize);

    "registry::Parameter::number": x => Parameter::<()>::number("a", x..=1.0, "", |(), _| {}).name();
    "registry::Parameter::seconds": x => Parameter::<()>::seconds("a", 0.0..=x, "", |(), _| {}).name();
    "registry::within": x => registry::within("1", &(0.0..=x)), registry::within(&x.to_string(), &(0.0..=1.0));

    "server::Curve::after": x => timeline().at(1.0).map(|curve| curve.after(x)).collect::<Vec<_>>();
    "server::Occupancy::with_intervals": x => {
        let mut occupancy = Occupancy::with_intervals(x as usize);
        drop(server::simulate(&server::Config::default(), &jobs(), &"ps".parse().unwrap(), &mut occupancy));
        occupancy.averages()
    };
    "server::Plan::exact_slowdowns": x => server().exact_slowdowns(&[vec![x, 1.0]]);
    "server::Plan::stills": x => { let plan = server(); plan.stills(&plan.draw(0), x as usize, &mut |_| {}).is_ok() };
    "server::Series::with_capacity": x => {
        let mut series = Series::with_capacity(x as usize);
        drop(server::simulate(&server::Config::default(), &jobs(), &"ps".parse().unwrap(), &mut series));
        series.samples().len()
    };
    "server::Stills::take": x => Stills::take(x, &server::Config::default(), &jobs(), &"ps".parse().unwrap(), &mut |_| {}).is_ok();
    "server::Stills::time": x => Stills::take(1.0, &server::Config::default(), &jobs(), &"ps".parse().unwrap(), &mut |_| {}).unwrap().0.time(x as usize);
    "server::Ticket::left": x => VirtualTime::of(&timeline()).unwrap().tickets[0].left(x);
    "server::Timeline::at": x => timeline().at(x).count();
    "server::VirtualTime::at": x => VirtualTime::of(&timeline()).unwrap().at(x);
    "server::VirtualTime::standing": x => VirtualTime::standing(&timeline(), x);
    "server::job_name": x => server::job_name(&timeline(), x as usize);
    "server::order_of_size": x => server::order_of_size(&jobs(), x as usize);
    "server::sampled": x => server::sampled(x as usize, 1).take(9).count(), server::sampled(9, x as usize).count();
    "server::why": x => server::why(&timeline(), x);

    "sim::Clock::advance": x => { let mut clock = Clock::at(1.0); clock.advance(x); clock.now() };
    "sim::Clock::at": x => Clock::at(x).now();
    "sim::Clock::since": x => Clock::at(1.0).since(x);
    "sim::Clock::until": x => Clock::at(1.0).until(x);
    "sim::EventQueue::push": x => { let mut queue = EventQueue::with_capacity(2); queue.push(x, 0, 1); queue.push(1.0, 0, 2); (queue.pop(), queue.pop()) };
    "sim::EventQueue::push_at": x => { let mut queue = EventQueue::with_capacity(2); queue.push_at(x, 0, 0, 1); queue.push(1.0, 0, 2); (queue.pop(), queue.pop()) };
    "sim::EventQueue::with_capacity": x => EventQueue::<u32>::with_capacity(x as usize);
    "sim::Forest::fall": x => {
        let (mut forest, mut heap) = (Forest::with_capacity(2), Falling::new());
        forest.insert(&mut heap, 0, 1.0, 1.0);
        forest.fall(&heap, x);
        forest.insert(&mut heap, 1, 1.0, 1.0);
        (forest.pop(&mut heap), forest.pop(&mut heap))
    };
    "sim::Forest::insert": x => {
        let (mut forest, mut heap) = (Forest::with_capacity(2), Falling::new());
        forest.insert(&mut heap, 0, x, x);
        forest.insert(&mut heap, 1, 1.0, 1.0);
        (forest.pop(&mut heap), forest.pop(&mut heap))
    };
    "sim::Forest::with_capacity": x => Forest::with_capacity(x as usize);
    "sim::Sum::add": x => { let mut sum = Sum::from_number(1.0); sum.add(x); sum.get() };
    "sim::Sum::from_number": x => Sum::from_number(x).get();
    "sim::Sum::over": x => Sum::from_number(1.0).over(x).get();
    "sim::Sum::times": x => Sum::from_number(1.0).times(x).get();
    "sim::Total::add": x => { let mut total = Total::default(); total.add(x); total.get() };
    "sim::Total::take": x => { let mut total = Total::default(); total.add(x); total.take(x); total.get() };
    "sim::Tournament::new": x => Tournament::new(x as usize, 9_u8).first();
    "sim::brief": x => sim::brief(x);
    "sim::written": x => sim::written(x);

    "theory::GittinsTable::blind": x => GittinsTable::blind(&weibull(), x);
    "theory::GittinsTable::blind_of_pareto": x => GittinsTable::blind_of_pareto(x, 0.5), GittinsTable::blind_of_pareto(2.0, x);
    "theory::GittinsTable::blind_of_sizes": x => GittinsTable::blind_of_sizes([x, 1.0].into_iter(), 0.5), GittinsTable::blind_of_sizes([2.0, 1.0].into_iter(), x);
    "theory::GittinsTable::build": x => GittinsTable::build(&weibull(), x, 0.5), GittinsTable::build(&weibull(), 0.5, x);
    "theory::GittinsTable::mrl": x => table().mrl(x, 1.0), table().mrl(1.0, x);
    "theory::GittinsTable::mrl_at": x => { let table = table(); table.mrl_at(table.place(1.0), x) };
    "theory::GittinsTable::of_pareto": x => GittinsTable::of_pareto(x, 0.5, 0.5), GittinsTable::of_pareto(2.0, x, 0.5), GittinsTable::of_pareto(2.0, 0.5, x);
    "theory::GittinsTable::of_sizes": x => GittinsTable::of_sizes([x, 1.0].into_iter(), 0.5, 0.5), GittinsTable::of_sizes([2.0, 1.0].into_iter(), x, 0.5),
        GittinsTable::of_sizes([2.0, 1.0].into_iter(), 0.5, x);
    "theory::GittinsTable::place": x => { let table = table(); table.rank_at(table.place(x), 0.0) };
    "theory::GittinsTable::rank": x => table().rank(x, 1.0), table().rank(1.0, x);
    "theory::GittinsTable::rank_at": x => { let table = table(); table.rank_at(table.place(1.0), x) };
    "theory::GittinsTable::turns": x => { let table = table(); table.turns(table.place(1.0), x, 1.0, &mut |_| {}); table.turns(table.place(1.0), 0.0, x, &mut |_| {}); };
    "theory::SizeLaw::bounded_pareto": x => SizeLaw::bounded_pareto(x, 10.0), SizeLaw::bounded_pareto(1.5, x);
    "theory::SizeLaw::exponential_moment": x => {
        let laws = [SizeLaw::weibull(0.5), SizeLaw::weibull(1.0), SizeLaw::weibull(2.0), SizeLaw::hyperexponential(4.0), SizeLaw::bounded_pareto(1.5, 10.0)];
        laws.map(|law| law.unwrap().exponential_moment(x))
    };
    "theory::SizeLaw::hyperexponential": x => SizeLaw::hyperexponential(x);
    "theory::SizeLaw::tail": x => weibull().tail(x), SizeLaw::bounded_pareto(1.5, 10.0).unwrap().tail(x);
    "theory::SizeLaw::weibull": x => SizeLaw::weibull(x);
    "theory::conditional_mean_sojourn": x => theory::conditional_mean_sojourn(Form::Srpt, &weibull(), x, 1.0, None),
        theory::conditional_mean_sojourn(Form::Srpt, &weibull(), 0.5, x, None),
        theory::conditional_mean_sojourn(Form::Psjfe { sigma: 0.5 }, &weibull(), 0.5, 1.0, Some(x)),
        theory::conditional_mean_sojourn(Form::Psjfe { sigma: x }, &weibull(), 0.5, 1.0, Some(1.0));
    "theory::decay_rate": x => theory::decay_rate(x, |rate| rate), theory::decay_rate(0.5, |_| x), theory::decay_rate(0.5, |rate| rate * x);
    "theory::erlang_c": x => theory::erlang_c(3, x), theory::erlang_c(x as u32, 0.5);
    "theory::mean_sojourn": x => theory::mean_sojourn(Form::Srpt, &weibull(), x), theory::mean_sojourn(Form::TwoLevels { cut: x }, &weibull(), 0.5),
        theory::mean_sojourn(Form::Sjfe { sigma: x }, &weibull(), 0.5);
    "theory::mean_sojourn_choices": x => theory::mean_sojourn_choices(2, x), theory::mean_sojourn_choices(x as u32, 0.5);
    "theory::mean_sojourn_mmm": x => theory::mean_sojourn_mmm(2, x), theory::mean_sojourn_mmm(x as u32, 0.5);
    "theory::soap::Sojourn::of_size": x => theory::soap::Sojourn { mean: 1.0, by_size: vec![(1.0, 1.0), (2.0, 3.0)] }.of_size(x);
    "theory::soap::on_grid": x => {
        let law = weibull();
        let usual = Jobs { sizes: Sizes::Law(&law), sigma: 0.5, weights: &[(1.0, 1.0)], load: 0.5 };
        let sees = Sees { estimate: true, ..Sees::default() };
        let grid = |jobs: &Jobs<'_>, steps: u32| drop(on_grid(jobs, sees, steps, |seen: Seen| move |age: f64| seen.estimate - age));
        grid(&Jobs { sigma: x, ..usual }, 4);
        grid(&Jobs { load: x, ..usual }, 4);
        grid(&Jobs { weights: &[(x, 1.0)], ..usual }, 4);
        grid(&Jobs { weights: &[(1.0, x)], ..usual }, 4);
        grid(&Jobs { sizes: Sizes::Atoms(&[(x, 1.0)]), ..usual }, 4);
        grid(&Jobs { sizes: Sizes::Atoms(&[(1.0, x)]), ..usual }, 4);
        grid(&usual, count(x));
    };
    "theory::table_mean_sojourn": x => theory::table_mean_sojourn(Table::Blind, &SizeLaw::deterministic(), x, 0.5),
        theory::table_mean_sojourn(Table::Gittins, &SizeLaw::deterministic(), 0.5, x), theory::table_mean_sojourn(Table::Gittins, &weibull(), 0.01, x);

    "workload::BatchWorkload::amend": x => batch_amended(|job| job.arrival = x), batch_amended(|job| job.mean = x), batch_amended(|job| job.estimate = x);
    "workload::BatchWorkload::push": x => batches().push(7, x, &[1.0]), batches().push(7, 9.0, &[x]);
    "workload::BatchWorkload::push_stages": x => batches().push_stages(7, x, [&[1.0], &[]]), batches().push_stages(7, 9.0, [&[1.0], &[x]]);
    "workload::BatchWorkload::with_errors": x => batches().with_errors(Errors::LogNormal, x, 1, 0), batches().with_errors(Errors::Bias(x), 0.5, 1, 0);
    "workload::BatchWorkload::with_load": x => batches().with_load(x, 2);
    "workload::Columns::with": x => {
        let columns = Columns::default().with("arrival", Some(0), None).with("size", Some(x as usize), None);
        read_jobs("f.csv", b"0,5\n1,2\n", &columns).is_ok()
    }, {
        let rate = Unit::PerSecond(x);
        read_jobs("f.csv", b"0,5\n", &Columns::default().with("arrival", Some(0), Some(rate)).with("size", Some(1), Some(rate))).is_ok()
    };
    "workload::Errors::apply": x => {
        for (errors, sigma) in [(Errors::LogNormal, x), (Errors::Unbiased, x), (Errors::Bias(x), 0.5), (Errors::Uniform([x, 1.0]), 0.5), (Errors::Uniform([1.0, x]), 0.5)] {
            let mut jobs = jobs();
            if errors.apply(sigma, &mut jobs, 1, 0).is_ok() {
                run(&jobs);
            }
        }
    };
    "workload::Errors::validate": x => Errors::LogNormal.validate(x), Errors::Bias(x).validate(0.5);
    "workload::Errors::vary": x => Errors::LogNormal.vary(x), Errors::Uniform([x, 1.0]).vary(0.5);
    "Job::estimate": x => Workload::new([Job::new(0.0, 1.0).estimate(x)]);
    "Job::new": x => Workload::new([Job::new(x, 1.0)]), Workload::new([Job::new(0.0, x)]);
    "Job::weight": x => Workload::new([Job::new(0.0, 1.0).weight(x)]);
    "workload::Mix::assuming": x => {
        let usual = Assumptions::THESIS;
        for assumptions in [
            Assumptions { maps: (x, 18.0), ..usual }, Assumptions { maps: (4.5, x), ..usual }, Assumptions { largest: (count(x), 850), ..usual },
            Assumptions { largest: (151, count(x)), ..usual }, Assumptions { reduces: [x; 4], ..usual }, Assumptions { queries: (x, x), ..usual },
            Assumptions { shuffle: x, ..usual }, Assumptions { within: x, ..usual }, Assumptions { maps_per_reduce: x, ..usual },
        ] {
            drop(Mix::Dev.assuming(&assumptions, 5, 1, 0));
        }
        (Mix::Dev.assuming(&usual, count(x), 1, 0), Mix::Facebook.assuming(&usual, 5, 1, 0))
    };
    "workload::Mix::generate": x => Mix::ALL.map(|(_, mix)| mix.generate(count(x), 1, 0).is_err());
    "workload::Mix::generate_with": x => Mix::ALL.map(|(_, mix)| mix.generate_with(count(x), 5, 1, 0).is_ok());
    "workload::Mix::recurring": x => Mix::Dev.recurring(Recurring { fraction: x, growth: 1.0 }, 5, 1, 0), Mix::Dev.recurring(Recurring { fraction: 0.5, growth: x }, 5, 1, 0),
        Mix::Facebook.recurring(Recurring { fraction: 0.5, growth: 1.0 }, 5, 1, 0), Mix::Dev.recurring(Recurring { fraction: 0.5, growth: 1.0 }, count(x), 1, 0);
    "workload::Pace::keep": x => {
        for rate in [Rate::Constant, Rate::LogNormal { sigma: 1.0, period: 1.0 }, Rate::OnOff { on: 0.5, period: 1.0 }] {
            for mut times in [[x, 1.0, 2.0], [0.0, x, 2.0], [0.0, 1.0, x]] {
                Pace::new(rate, Some([1.0, 2.0].into())).unwrap().keep(&mut times, 1, 0);
            }
        }
    };
    "workload::Pace::new": x => {
        for rate in [Rate::LogNormal { sigma: x, period: 1.0 }, Rate::LogNormal { sigma: 1.0, period: x }, Rate::OnOff { on: x, period: 1.0 },
            Rate::OnOff { on: 0.5, period: x }, Rate::Diurnal { swing: x, period: 1.0 }, Rate::Diurnal { swing: 0.5, period: x }] {
            if let Ok(pace) = Pace::new(rate, None) {
                drop(jobs().paced(&pace, 1, 0));
            }
        }
        (Pace::new(Rate::Constant, Some([x, 1.0].into())), Pace::new(Rate::Constant, Some([].into())))
    };
    "workload::Portion::first": x => jobs().cut(Portion::first(x as usize));
    "workload::Synthetic::generate": x => {
        let usual = synthetic();
        for synthetic in [
            Synthetic { count: count(x), ..usual }, Synthetic { shape: x, ..usual }, Synthetic { timeshape: x, ..usual }, Synthetic { sigma: x, ..usual },
            Synthetic { load: x, ..usual }, Synthetic { load: x, stretch: true, ..usual }, Synthetic { errors: Errors::Bias(x), ..usual },
            Synthetic { sizes: workload::Sizes::Pareto { alpha: x }, ..usual }, Synthetic { sizes: workload::Sizes::BoundedPareto { alpha: x, ratio: 9.0 }, ..usual },
            Synthetic { sizes: workload::Sizes::BoundedPareto { alpha: 1.5, ratio: x }, ..usual }, Synthetic { sizes: workload::Sizes::Hyperexponential { scv: x }, ..usual },
            Synthetic { weights: Weights::Classes { classes: count(x), beta: 1.0 }, ..usual }, Synthetic { weights: Weights::Classes { classes: 3, beta: x }, ..usual },
        ] {
            if let Ok(jobs) = synthetic.generate(1, 0) {
                assert!(Workload::new(jobs.jobs().iter().copied()).is_ok());
                run(&jobs);
            }
        }
    };
    "workload::Task::of": x => TaskWorkload::new(vec![TaskJob { tasks: [vec![Task::of(x)], vec![]], ..TaskJob::new(0, 0.0, &[], &[]) }]);
    "workload::TaskJob::new": x => TaskWorkload::new(vec![TaskJob::new(0, x, &[1.0], &[])]), TaskWorkload::new(vec![TaskJob::new(0, 0.0, &[x], &[x])]);
    "workload::TaskWorkload::first": x => tasks().first(x as usize);
    "workload::TaskWorkload::in_chains": x => tasks().in_chains(x, [2, 1], 1, 0);
    "workload::TaskWorkload::with_errors": x => tasks().with_errors(Errors::LogNormal, x, 1, 0), tasks().with_errors(Errors::Bias(x), 0.5, 1, 0);
    "workload::TaskWorkload::with_load": x => tasks().with_load(x, [2, 1]), tasks().with_load(0.5, [x as u32, 1]);
    "workload::TaskWorkload::with_speed_for": x => tasks().with_speed_for(x, [2, 1]), tasks().with_speed_for(0.5, [x as u32, 1]);
    "workload::TaskWorkload::with_spread": x => tasks().with_spread(x, 1, 0);
    "workload::Trace::speed": x => trace().speed(x);
    "workload::Trace::workload": x => trace().workload(x);
    "workload::TraceLike::draw": x => {
        let usual = workload::Drawing { scale: 0.01, ..workload::Drawing::default() };
        for drawing in [workload::Drawing { scale: x, ..usual }, workload::Drawing { timeshape: Some(x), ..usual }] {
            TraceLike::ALL.iter().for_each(|(_, like)| drop(like.draw(&drawing, 5, 1, 0)));
        }
        TraceLike::Yahoo.draw(&usual, count(x), 1, 0)
    };
    "workload::TraceLike::generate": x => TraceLike::ALL.map(|(_, like)| like.generate(count(x), 1, 0).is_err());
    "workload::Unit::seconds": x => Unit::OF_TIME.map(|unit| unit.seconds(x)), Unit::PerSecond(x).seconds(1.0);
    "workload::Weights::apply": x => Weights::Classes { classes: 3, beta: x }.apply(&mut jobs(), 1, 0), Weights::Classes { classes: count(x), beta: 1.0 }.apply(&mut jobs(), 1, 0);
    "Workload::amend": x => amended(|job| job.estimate = x), amended(|job| job.weight = x), amended(|job| (job.arrival, job.size) = (x, x));
    "Workload::with_load": x => jobs().with_load(x);
    "workload::check_load": x => workload::check_load(x);
    "workload::check_shape": x => workload::check_shape("shape", x);

    "world::check::cooldown": x => check::cooldown(Some(1), 0, x as usize, 9), check::cooldown(Some(1), 0, 1, x as usize);
    "world::check::errors": x => check::errors(None, Some(x)), check::errors(Some(Errors::Bias(x)), None);
    "world::check::errors_if_asked": x => check::errors_if_asked(Some(Errors::LogNormal), Some(x));
    "world::check::left_out": x => check::left_out(x as usize, &workload::Tangle::Unknown { job: 1, after: 2 }, &Ids::default());
    "world::check::load": x => check::load(Some(x));
    "world::check::overload": x => check::overload(Some(x), true, true, 9);
    "world::check::pace": x => check::pace(Some(Rate::OnOff { on: x, period: x }), None, Some(x), &mut |_| unreachable!("no file"));
    "world::check::turns": x => check::turns(&"rr", ("quantum", x), 1.0, 9), check::turns(&"rr", ("quantum", 1.0), x, 9), check::turns(&"rr", ("quantum", 1.0), 1.0, x as usize);
    "world::check::warmup": x => check::warmup(Some(1), x as usize);
    "world::Source::workload": x => Source::Fixed { workload: jobs(), errors: None, weights: None, left_out: workload::LeftOut::default(), speed: Some(x), cut: None }
        .workload(1, 0).len();
    "network::Topology::hosts": x => topologies(x as u32).map(Topology::hosts);
    "network::Topology::build": x => {
        let usual = Capacities { host: 1.0, fabric: 1.0, core: 1.0, short: 0.5 };
        let build = |topology: Topology, capacities: &Capacities| drop(topology.build(capacities, &mut sim::stream(1, 0, 0)));
        topologies(x as u32).into_iter().for_each(|topology| build(topology, &usual));
        let fat = Topology::FatTree { k: 4 };
        for capacities in [Capacities { host: x, ..usual }, Capacities { fabric: x, ..usual }, Capacities { core: x, ..usual }, Capacities { short: x, ..usual }] {
            build(fat, &capacities);
        }
    };
    "ordering::Costs::of": x => Costs::of(&graph(), &[x as u32]), Costs::of(&graph(), &[0, x as u32]), Costs::of(&graph(), &[1, 0]), Costs::of(&graph(), &[0, 0]);
    "ordering::Drawing::draw": x => {
        let usual = ordering::Drawing { shape: Shape::Random { edge: 0.5 }, count: 5, spread: 0.5 };
        for drawing in [
            ordering::Drawing { shape: Shape::Random { edge: x }, ..usual }, ordering::Drawing { count: count(x), ..usual }, ordering::Drawing { spread: x, ..usual },
            ordering::Drawing { shape: Shape::Layered { layers: count(x), fan_in: 2 }, ..usual }, ordering::Drawing { shape: Shape::Layered { layers: 2, fan_in: count(x) }, ..usual },
        ] {
            drop(drawing.draw(1, 0));
        }
    };
};

fn topologies(n: u32) -> [Topology; 9] {
    [
        Topology::FatTree { k: n },
        Topology::LeafSpine { leaves: n, spines: 1, hosts: 1 },
        Topology::LeafSpine { leaves: 2, spines: n, hosts: 1 },
        Topology::LeafSpine { leaves: n, spines: 1, hosts: n },
        Topology::Bcube { n, levels: 1 },
        Topology::Bcube { n: 2, levels: n },
        Topology::Jellyfish { switches: n, ports: 3, degree: 1 },
        Topology::Jellyfish { switches: 3, ports: n, degree: 1 },
        Topology::Jellyfish { switches: 3, ports: 3, degree: n },
    ]
}
