//! The registry of the CDN world: a policy is a placement × a redirection, an entry of [`presets`].

use super::placement::{Admits, Caching, Copies, Demand, Drops, Kind, Period, Push, Sessions, Solver, Wrong};
use super::redirection::Redirection;
use crate::registry::{self, Asked, Family, Parameter, Preset, Registry, Row, Word};
use std::sync::LazyLock;

/// A policy of the CDN world with its parameters: `opt-opt[copies=fill]`.
pub type Policy = Asked<Design>;

/// What a policy is composed of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    /// Which dServers store which videos.
    pub placement: Kind,
    /// Which dServers are asked.
    pub redirection: Redirection,
}

const OPTIMAL: Push = Push { copies: Copies::Even, demand: Demand::FUTURE, sessions: Sessions::Mean, solver: Solver::Search };

fn preset(
    key: &'static str,
    name: &'static str,
    line: &'static str,
    source: &'static str,
    placement: Kind,
    redirection: Redirection,
) -> Preset<Design> {
    let row = Row { key, name, full: "", family: Family::Blind, preemptive: false, line, source };
    Preset { row, kind: Design { placement, redirection } }
}

/// All of them, in the order in which they are shown.
fn presets() -> Vec<Preset<Design>> {
    let (simulated, strategies) = ("ViPeeR D4.5, section 3.1.2", "ViPeeR D4.5, section 3.2.0.2");
    let optimal = |push| (Kind::Optimal(push), Redirection::Optimal);
    let (perfect, perfectly) = optimal(Push { copies: Copies::Fill, ..OPTIMAL });
    let (realistic, realistically) = optimal(Push { copies: Copies::Fill, demand: Demand::PAST, ..OPTIMAL });
    vec![
        preset("centralized", "Centralized", "every request to the CDN server", simulated, Kind::Nothing, Redirection::Centralized),
        preset(
            "rand-rand",
            "Rand-Rand",
            "videos on random dServers; requests to random dServers, else to the CDN server",
            simulated,
            Kind::Random(Copies::Even),
            Redirection::Random,
        ),
        preset(
            "rand-opt",
            "Rand-Opt",
            "videos on random dServers; requests to the cheapest dServer of the group that can serve them",
            simulated,
            Kind::Random(Copies::Even),
            Redirection::Optimal,
        ),
        preset(
            "opt-rand",
            "Opt-Rand",
            "videos where requests cost least; requests to random dServers, else to the CDN server",
            simulated,
            Kind::Optimal(OPTIMAL),
            Redirection::Random,
        ),
        preset(
            "opt-opt",
            "Opt-Opt",
            "videos where requests cost least; requests to the cheapest dServer of the group that can serve them",
            simulated,
            Kind::Optimal(OPTIMAL),
            Redirection::Optimal,
        ),
        preset(
            "proportional",
            "Proportional",
            "as many copies of a video as it was asked for in the warm-up, on random dServers; cheapest dServer of the group",
            strategies,
            Kind::Proportional(Demand::PAST),
            Redirection::Optimal,
        ),
        preset(
            "perf-opt",
            "Perf-Opt",
            "storage filled with what costs least for the requests to come; cheapest dServer of the group",
            strategies,
            perfect,
            perfectly,
        ),
        preset(
            "real-opt",
            "Real-Opt",
            "storage filled with what costs least for the requests of the warm-up; cheapest dServer of the group",
            strategies,
            realistic,
            realistically,
        ),
        preset(
            "lru",
            "LRU",
            "a dServer keeps what it was last asked for; cheapest dServer of the group",
            strategies,
            Kind::Cached(Caching::LRU),
            Redirection::Optimal,
        ),
        preset(
            "lfu",
            "LFU",
            "a dServer keeps what it was asked for most often; cheapest dServer of the group",
            "this project",
            Kind::Cached(Caching { drops: Drops::Rarest, ..Caching::LRU }),
            Redirection::Optimal,
        ),
    ]
}

/// How many copies a placement has, if it leaves that open.
fn copies_of(kind: &mut Kind) -> Option<&mut Copies> {
    match kind {
        Kind::Random(copies) | Kind::Optimal(Push { copies, .. }) => Some(copies),
        Kind::Nothing | Kind::Proportional(_) | Kind::Cached(_) => None,
    }
}

fn demand_of(kind: &mut Kind) -> Option<&mut Demand> {
    match kind {
        Kind::Proportional(demand) | Kind::Optimal(Push { demand, .. }) => Some(demand),
        Kind::Nothing | Kind::Random(_) | Kind::Cached(_) => None,
    }
}

fn set_copies(design: &mut Design, copies: Copies) {
    if let Some(its) = copies_of(&mut design.placement) {
        *its = copies;
    }
}

fn set_demand(design: &mut Design, set: impl Fn(&mut Demand)) {
    if let Some(demand) = demand_of(&mut design.placement) {
        set(demand);
    }
}

fn set_solver(design: &mut Design, solver: Solver) {
    if let Kind::Optimal(push) = &mut design.placement {
        push.solver = solver;
    }
}

fn set_sessions(design: &mut Design, sessions: Sessions) {
    if let Kind::Optimal(push) = &mut design.placement {
        push.sessions = sessions;
    }
}

fn set_admits(design: &mut Design, admits: Admits) {
    if let Kind::Cached(caching) = &mut design.placement {
        caching.admits = admits;
    }
}

const ADMISSIONS: &[Word<Design>] =
    &[("always", |design| set_admits(design, Admits::Always)), ("again", |design| set_admits(design, Admits::Again))];
const REDIRECTIONS: &[Word<Design>] = &[
    ("optimal", |design| design.redirection = Redirection::Optimal),
    ("nearest", |design| design.redirection = Redirection::Nearest),
    ("random", |design| design.redirection = Redirection::Random),
];
const COPIES: &[Word<Design>] = &[("even", |design| set_copies(design, Copies::Even)), ("fill", |design| set_copies(design, Copies::Fill))];
const DEMANDS: &[Word<Design>] = &[
    ("future", |design| set_demand(design, |demand| demand.period = Period::Future)),
    ("past", |design| set_demand(design, |demand| demand.period = Period::Past)),
];
const WRONG: &[Word<Design>] = &[
    ("videos", |design| set_demand(design, |demand| demand.wrong = Wrong::Video)),
    ("users", |design| set_demand(design, |demand| demand.wrong = Wrong::User)),
];
const SESSIONS: &[Word<Design>] =
    &[("mean", |design| set_sessions(design, Sessions::Mean)), ("peak", |design| set_sessions(design, Sessions::Peak))];
const SOLVERS: &[Word<Design>] =
    &[("search", |design| set_solver(design, Solver::Search)), ("exact", |design| set_solver(design, Solver::Exact))];

impl registry::Kind for Design {
    fn registry() -> &'static Registry<Self> {
        static REGISTRY: LazyLock<Registry<Design>> = LazyLock::new(|| {
            let has_demand = |design: &Design| design.placement.demand().is_some();
            let of_demand = "those that know requests";
            let is_optimal = |design: &Design| matches!(design.placement, Kind::Optimal(_));
            let parameters = vec![
                Parameter::word(
                    "redirection",
                    REDIRECTIONS,
                    "whether dServers of the group are asked, the cheapest first or the nearest, or one that is drawn",
                )
                .of("all but centralized", |design: &Design| design.redirection != Redirection::Centralized),
                Parameter::word("copies", COPIES, "as many copies of each video (system.replicas), or as many as storage holds")
                    .of("random and optimal placements", |design: &Design| copies_of(&mut design.placement.clone()).is_some()),
                Parameter::word(
                    "admission",
                    ADMISSIONS,
                    "whether a dServer takes a copy whenever it is asked, or only when it is asked again",
                )
                .of("lru, lfu", |design: &Design| design.placement.caching().is_some()),
                Parameter::word("demand", DEMANDS, "which requests it knows: those to come, or those of the warm-up")
                    .of(of_demand, has_demand),
                Parameter::number(
                    "accuracy",
                    0.0..=1.0,
                    "fraction of the requests to come that it knows; the others are mistaken for some of the warm-up",
                    |design, accuracy| set_demand(design, |demand| demand.accuracy = accuracy),
                )
                .of(of_demand, has_demand),
                Parameter::word("wrong", WRONG, "what is mistaken: the videos, or the users").of(of_demand, has_demand),
                Parameter::word(
                    "sessions",
                    SESSIONS,
                    "whether a dServer is given as many requests as it can serve at the mean number of sessions, or at the peak",
                )
                .of("optimal placements", is_optimal),
                Parameter::word(
                    "solver",
                    SOLVERS,
                    "how the best placement is found: by local search, or exactly (up to 400 pairs of a video and a dServer)",
                )
                .of("optimal placements", is_optimal),
            ];
            Registry::new("cdn", presets(), parameters)
        });
        &REGISTRY
    }
}
