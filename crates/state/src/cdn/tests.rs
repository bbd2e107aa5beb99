use super::{Cdn, words};
use crate::clock::Beat;
use crate::inquiry::{Phase, Told};
use crate::key::Key;
use crate::protocol::Fault;
use crate::stage::{Change, Edit, Link, Played, Stage as _};
use crate::testing::done;
use schedscope_core::experiment::Scenario;
use schedscope_core::pictures::cdn::Selected;

/// A small part of the view's own scenario, so that tests are quick.
const SMALL: &str = "replications=2&policies=centralized,rand-rand,opt-opt&system.kind=cdn&system.storage=40&system.dserver_capacity=6\
    &system.cdn_capacity=60&workload.count=4000&workload.videos=150";

/// What the view shows when it is opened.
fn opened_first() -> Scenario {
    let query = "replications=5&policies=centralized,rand-rand,rand-opt,opt-rand,opt-opt&system.kind=cdn&system.storage=500\
        &system.dserver_capacity=50&system.cdn_capacity=500&workload.count=36466&workload.videos=1722";
    Scenario::from_query(query).unwrap()
}

fn answer(cdn: &mut Played<Cdn>) {
    let tell = |cdn: &mut Played<Cdn>, told| cdn.change(Change::Told(told));
    let generation = cdn.bench.inquiry.generation;
    tell(cdn, Told::Started(generation));
    for policy in 0..cdn.bench.scenario.policies.len() {
        let event = done(generation, &cdn.bench.scenario, policy);
        tell(cdn, Told::Heard(event));
    }
    assert_eq!(cdn.bench.inquiry.phase, Phase::Done);
}

fn follow(cdn: &mut Played<Cdn>, query: &str) {
    cdn.follow(Link::read::<Cdn>(query).map_err(Fault::from));
}

fn opened(query: &str) -> Played<Cdn> {
    let mut cdn = Played::<Cdn>::open(false);
    follow(&mut cdn, query);
    answer(&mut cdn);
    cdn
}

#[test]
fn it_begins_with_the_first_preset_and_stands_at_the_busiest_time() {
    let cdn = Played::<Cdn>::open(false);
    assert_eq!(cdn.bench.scenario, opened_first());
    let cdn = opened(SMALL);
    assert_eq!(cdn.sides(), [1, 2], "the first that has dServers, and the last");
    let shown = cdn.shown().unwrap();
    let queue = |time: f64| shown.runs.runs[2].at(shown.runs.settled(time)).unwrap().queue;
    assert!(queue(cdn.clock.playhead) > 0 && shown.runs.times().iter().all(|time| queue(*time) <= queue(cdn.clock.playhead)));
    assert!(!cdn.clock.playing);
}

#[test]
fn what_is_recorded_adds_up() {
    let cdn = opened(SMALL);
    let shown = cdn.shown().unwrap();
    assert_eq!(shown.runs.runs.len(), 3);
    for run in &shown.runs.runs {
        for sample in &run.timeline.samples {
            for (server, sessions) in sample.sessions.iter().enumerate() {
                let its = |flow: &&schedscope::cdn::Flow| flow.server.map_or(13, usize::from) == server;
                assert_eq!(sample.flows.iter().filter(its).map(|flow| flow.sessions).sum::<u32>(), *sessions);
                assert!(run.load(sample, server) <= 1.0);
            }
        }
        let regions: u32 = run.timeline.regions.iter().map(|region| region.requests).sum();
        assert_eq!(regions, 4000);
        let (begun, postponed) = (
            run.timeline.samples.iter().map(|sample| sample.begun).sum::<u32>(),
            run.timeline.regions.iter().map(|region| region.postponed).sum::<u32>(),
        );
        assert_eq!(begun, postponed, "who waits is served in the end");
    }
    let optimal = &shown.runs.runs[2].timeline;
    assert!(optimal.shelves.iter().all(|shelf| shelf.videos <= 40 && shelf.top.is_sorted_by_key(|(_, asked)| std::cmp::Reverse(*asked))));
    assert!(shown.runs.runs[0].timeline.shelves.iter().all(|shelf| shelf.videos == 0));
    let lines = shown.loads_csv();
    let samples: usize = shown.runs.runs.iter().map(|run| run.timeline.samples.len()).sum();
    assert_eq!(lines.lines().count(), 1 + 14 * samples);
    for share in &shown.shares {
        assert!((share.local + share.others + share.cdn - 1.0).abs() < 1e-9 && share.postponed <= share.cdn && share.interval.is_some());
    }
}

#[test]
fn a_link_says_what_is_shown_in_full_what_is_lit_and_when() {
    let mut cdn = opened(&format!("{SMALL}&panels=opt-opt&lit=Nice&t=90000"));
    assert_eq!((cdn.sides(), cdn.selected, cdn.clock.playhead), (vec![2], Some(Selected::Region(12)), 90_000.0));
    let link = cdn.link();
    assert_eq!(Link::read::<Cdn>(&link.write()).unwrap(), link);
    assert!(link.write().ends_with("&panels=opt-opt&lit=Nice&t=90000"));
    cdn.change(Change::Select(Some(Selected::Cdn)));
    cdn.change(Change::Clock(Beat::Play(true)));
    cdn.change(Change::Clock(Beat::Tick(0.1)));
    let link = cdn.link();
    assert_eq!((link.selected.as_deref(), link.time), (Some("CDN server"), None), "a clock that plays stands nowhere");
    let mut other = opened(SMALL);
    assert_eq!(other.link().write(), Link::read::<Cdn>(SMALL).unwrap().write(), "what the page has chosen is not said");
    follow(&mut other, &link.write());
    assert_eq!(other.selected, Some(Selected::Cdn), "without a new answer");
    for (extra, key) in [("panels=lru", "panels"), ("panels=opt-opt,rand-rand,centralized", "panels"), ("t=-1", "t"), ("t=noon", "t")] {
        assert_eq!(Link::read::<Cdn>(&format!("{SMALL}&{extra}")).unwrap_err().field().as_deref(), Some(key), "{extra}");
    }
    assert_eq!(Link::read::<Cdn>("workload.storage=4").unwrap_err().field().as_deref(), Some("workload.storage"));
}

#[test]
fn policies_are_chosen_set_and_put_into_panels() {
    let mut cdn = opened(SMALL);
    cdn.change(Change::Panel(0, "centralized".to_owned()));
    assert_eq!(cdn.sides(), [0, 2]);
    cdn.change(Change::Toggle("rand-opt".to_owned()));
    assert_eq!(cdn.bench.scenario.policies, ["centralized", "rand-rand", "rand-opt", "opt-opt"], "in their order");
    cdn.change(Change::Edit(Edit::Policy(3, "opt-opt[copies=fill]".to_owned())));
    answer(&mut cdn);
    assert_eq!(cdn.sides(), [0, 3], "with another parameter it stays where it is");
    for written in ["opt-opt[copies=fill]", "rand-opt", "centralized", "rand-rand"] {
        cdn.change(Change::Toggle(written.to_owned()));
    }
    assert_eq!(cdn.bench.scenario.policies, ["rand-rand"], "one stays");
    assert_eq!(cdn.link().panels, Vec::<String>::new(), "of panels whose policies have gone nothing is said");
}

#[test]
fn rows_are_lit_one_after_the_other() {
    let mut cdn = opened(SMALL);
    cdn.change(Change::Step(1));
    assert_eq!(cdn.selected, Some(Selected::Region(1)), "Caen, beside Rennes, which it helps");
    cdn.change(Change::Step(1));
    assert_eq!(cdn.selected, Some(Selected::Region(2)));
    cdn.change(Change::Hover(Some(Selected::Region(5))));
    assert_eq!(cdn.lit_now(), Some(Selected::Region(5)));
    cdn.change(Change::Step(100));
    assert_eq!(cdn.lit_now(), Some(Selected::Cdn));
    cdn.change(Change::Select(Some(Selected::Cdn)));
    assert_eq!(cdn.lit_now(), None, "twice is not at all");
}

#[test]
fn a_file_brings_its_own_requests_and_leaves_the_system() {
    let mut cdn = Played::<Cdn>::open(false);
    cdn.change(Change::File("week.csv".to_owned()));
    let scenario = &cdn.bench.scenario;
    assert_eq!((scenario.file(), scenario.get("workload.count")), (Some("week.csv"), None));
    assert_eq!(scenario.get("system.storage").and_then(|storage| storage.as_integer()), Some(500));
    cdn.change(Change::Unload);
    assert_eq!(cdn.bench.scenario, opened_first());
    cdn.change(Change::Preset(3));
    assert_eq!(cdn.bench.scenario, Cdn::ABOUT.presets[3].scenario());
    cdn.change(Change::Reset);
    assert_eq!(cdn.bench.scenario, Cdn::ABOUT.presets[0].scenario());
}

#[test]
fn what_came_out_is_said_with_its_intervals() {
    let cdn = opened(SMALL);
    let [sentence, below] = cdn.headline();
    assert!(
        sentence.starts_with("With Opt-Opt, the dServers near the users serve ") && sentence.contains("; with Rand-Rand "),
        "{sentence}"
    );
    assert_eq!(sentence.matches('[').count(), 2, "{sentence}");
    assert!(
        below.starts_with("Cost ÷ that of a centralised CDN: ") && below.contains("Requests that wait in the queue of the CDN server: "),
        "{below}"
    );
    let one = opened("policies=centralized,opt-opt&system.kind=cdn&system.storage=40&workload.count=300&workload.videos=150");
    let [sentence, below] = one.headline();
    assert!(sentence.ends_with("; with Centralized the CDN server serves all.") && !sentence.contains('['), "{sentence}");
    assert!(
        below.ends_with(" with Centralized. Requests that wait in the queue of the CDN server: none with Opt-Opt; none with Centralized."),
        "{below}"
    );
}

#[test]
fn numbers_of_the_source_stand_beside_its_configurations_alone() {
    let cdn = opened(&SMALL.replace("centralized", "centralized,rand-rand[copies=fill],lru"));
    let report = &cdn.shown().unwrap().report;
    let numbers: Vec<_> = report.policies.iter().map(words::in_source).collect();
    let [centralized, random, optimal] = [(0.0, 4639.0, Some(1.0)), (0.135, 1716.0, Some(0.85)), (0.769, 886.0, Some(0.3))].map(Some);
    assert_eq!(numbers, [centralized, None, None, random, optimal]);
}

#[test]
fn a_region_and_the_cdn_server_are_told_under_each_policy() {
    let cdn = opened(Cdn::ABOUT.presets[7].query);
    let runs = &cdn.shown().unwrap().runs;
    let time = runs.settled(3000.0);
    let (what, parts) = words::of_lit(runs, Selected::Region(0), &[0], time).unwrap();
    assert_eq!(what, "A: stores 1 videos at most, serves 1 sessions; B helps it");
    assert_eq!(
        parts[0].1,
        [
            "The dServer serves 1 of 1 sessions (100 %), 0 of them for other regions.",
            "Its users have 1 here, 1 by B and 1 by the CDN server.",
            "Of its 4 requests in this run 25 % are served here, 25 % by other dServers, 50 % by the CDN server, 1 of them after waiting.",
            "It stores 1 video, for which 100 % of its region's requests are; most asked for: video 1 (4)."
        ]
    );
    let (_, parts) = words::of_lit(runs, Selected::Cdn, &[0], time).unwrap();
    assert_eq!(parts[0].1[0], "100 % of its capacity is in use; 1 request waits in its queue.");
    let run = &runs.runs[0];
    assert_eq!(
        words::now(run, run.at(time).unwrap()),
        "3 sessions: 33 % at the own dServer, 33 % at another, 33 % at the CDN server; 2 dServers are full; 1 request waits in the queue."
    );
    let said = words::decided(run, Selected::Region(1), 700.0, &|time| runs.told(time)).unwrap();
    assert_eq!(said, "At 0:10 h J2 (A, video 1) comes: A is full: 1 of 1 sessions; B has the video and room.");
    assert_eq!(runs.told(3600.0 + 120.0), "1:02 h");
}

#[test]
fn times_of_drawn_requests_are_days_of_a_week() {
    let cdn = opened(SMALL);
    let runs = &cdn.shown().unwrap().runs;
    assert!(runs.told(0.0).starts_with("Sun 12:"), "{}", runs.told(0.0));
    let marks: Vec<String> = runs.marks().into_iter().map(|(_, word)| word).collect();
    assert_eq!(marks, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
    let names = |members: &Vec<u8>| {
        members.iter().map(|region| runs.network().unwrap().regions[usize::from(*region)].name.as_str()).collect::<Vec<_>>().join(" ")
    };
    let clusters: Vec<String> = runs.clusters.iter().map(names).collect();
    assert_eq!(clusters[..4], ["Caen Rennes", "Metz Strasbourg Dijon", "Poitiers Limoges", "Lyon Montpellier Nice"]);
    assert_eq!(clusters.len(), 7, "Lille, Orleans and Toulouse stand alone: {clusters:?}");
}

/// A link gives the numbers of the page on the command line, which could find best placements otherwise.
#[test]
fn placements_are_found_by_the_search_wherever_nobody_asks_otherwise() {
    use schedscope::cdn::{Placement, Policy, Push, Solver};
    for row in Policy::registry().rows() {
        let policy: Policy = row.key.parse().unwrap();
        if let Placement::Optimal(Push { solver, .. }) = policy.kind().placement {
            assert_eq!(solver, Solver::Search, "{}", row.key);
        }
    }
}

#[test]
fn keys_go_from_row_to_row_and_put_out_what_is_selected() {
    let mut cdn = opened(SMALL);
    let does = |cdn: &Played<Cdn>, name: &str| cdn.key(&Key { name: name.to_owned(), control: false, shift: false });
    assert!(matches!(does(&cdn, "ArrowDown"), Some(Change::Step(1))));
    assert!(does(&cdn, "Escape").is_none() && does(&cdn, "n").is_none());
    cdn.change(Change::Select(Some(Selected::Cdn)));
    assert!(matches!(does(&cdn, "ArrowUp"), Some(Change::Step(-1))));
    assert!(matches!(does(&cdn, "Escape"), Some(Change::Select(None))));
    assert!(does(&cdn, "ArrowLeft").is_none());
}
