//! What is drawn and said of a fixed set of scenarios, as fingerprints: a picture that changes without anybody having wanted it is
//! noticed. They are made by the program itself, and do not say that a picture is right, which somebody has to look at. One file a world
//! in `drawn/` has a line for each picture, at two sizes and in two themes, for what a pointer finds in it and for what is said beside it.
//!
//! Pictures that are not as they were are put into `target/drawn/`, to be looked at. If the change is meant,
//! `SCHEDSCOPE_DOCS=write cargo test -p schedscope-state drawn` writes the files anew.

use super::compare::{Focus, best, grouped, headline, order, usual_measure};
use super::stage::{Change, Link, Panes as _, Played, Stage};
use super::testing::{cell, closeups, done, findings};
use super::watch::{self, Watch};
use super::{cdn, cluster, datacenter, format, network, order as ordering, sweep};
use crate::clock::Beat;
use crate::inquiry::Told;
use schedscope::server::VirtualTime;
use schedscope_chart::{self as chart, ChartError, Mode, Pen, Place, Spotlight, Stand, Theme, TimelineContents};
use schedscope_core::exhibit::EXAMPLES;
use schedscope_core::experiment::{Scenario, SystemKind};
use schedscope_core::pictures::datacenter::Selected;
use schedscope_core::pictures::network::{fct_distribution, fct_means, fct_tails};
use schedscope_core::pictures::{
    Quantity, Sight, Writers, distribution, distributions, job_by_job, jobs_over_time, looks, mark_job, means, over_replications, ratios,
    slowdown_by_size, sweep_cell, sweep_picture, sweep_pictures,
};
use schedscope_core::plot::{Axis, Bar, Bars, Boxes, Lane, Level, Look, Picture, Plot, Quartiles, Series, Span, Spans};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Sizes in pixels and themes: a window's, and a phone's.
const SURFACES: [((u32, u32), Mode); 2] = [((760, 420), Mode::Light), ((340, 300), Mode::Dark)];

/// Points across and down at which a pointer asks what is there.
const PROBES: (u32, u32) = (24, 16);

/// Where a run stands when it is opened.
const FIRST: &str = "begin";

/// Longer texts are kept as fingerprints.
const SHORT: usize = 400;

/// What is drawn and said, by name.
struct Drawn {
    world: &'static str,
    /// What it was.
    before: BTreeMap<String, String>,
    /// What it is.
    now: BTreeMap<String, String>,
}

/// FNV-1a.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

impl Drawn {
    fn of(world: &'static str) -> Self {
        let before = fs::read_to_string(Self::file(world)).unwrap_or_default();
        let entry = |line: &str| line.split_once(": ").map(|(name, what)| (name.to_owned(), what.to_owned()));
        Self { world, before: before.lines().filter_map(entry).collect(), now: BTreeMap::new() }
    }

    fn file(world: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/drawn").join(world).with_extension("txt")
    }

    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/drawn").join(self.world)
    }

    fn note(&mut self, name: String, what: String) {
        assert!(self.now.insert(name.clone(), what).is_none(), "{name} is there twice");
    }

    /// What is drawn.
    fn drawn(&mut self, name: &str, draw: impl Fn(&Pen<'_>) -> Result<(), ChartError>) {
        for (size, mode) in SURFACES {
            let text = chart::svg(size, Theme::of(mode), &draw).unwrap();
            let (name, mark) = (format!("{name}, {} pixels", size.0), fingerprint(&text));
            if self.before.get(&name) != Some(&mark) {
                let file = name.replace(|letter: char| !letter.is_alphanumeric(), "-") + ".svg";
                fs::create_dir_all(self.folder()).and_then(|()| fs::write(self.folder().join(file), &text)).unwrap();
            }
            self.note(name, mark);
        }
    }

    fn picture(&mut self, name: &str, picture: &Picture) {
        self.drawn(name, |pen| chart::picture(pen, picture));
        self.said(&format!("{name}, as numbers"), &format!("{:?}", picture.rows()));
        let ((size, mode), detail) = (SURFACES[0], f64::from(chart::DETAIL));
        let ask = |pen: &Pen<'_>| {
            self.found(&format!("{name}, points"), |(x, y), _| chart::spot(pen, picture, (detail * x, detail * y)));
            Ok(())
        };
        chart::svg(size, Theme::of(mode), ask).unwrap();
        if let Some(Plot::Forest(forest)) = picture.panels.first().map(|panel| &panel.plot) {
            self.found(&format!("{name}, rows"), |(_, y), (_, height)| chart::stem_at(forest, y, height, 1.0));
        }
    }

    /// What is said.
    fn said(&mut self, name: &str, text: &str) {
        let text = text.replace('\n', " | ");
        self.note(name.to_owned(), if text.len() > SHORT { fingerprint(&text) } else { text });
    }

    /// What a pointer finds.
    fn found<T: Debug>(&mut self, name: &str, at: impl Fn((f64, f64), (f64, f64)) -> T) {
        let ((width, height), _) = SURFACES[0];
        let size = (f64::from(width), f64::from(height));
        let mut found = String::new();
        for (column, row) in (0..PROBES.0).flat_map(|column| (0..PROBES.1).map(move |row| (column, row))) {
            let at =
                at((size.0 * (f64::from(column) + 0.5) / f64::from(PROBES.0), size.1 * (f64::from(row) + 0.5) / f64::from(PROBES.1)), size);
            // Writing to a string cannot fail.
            let _ = write!(found, "{at:?};");
        }
        self.said(name, &found);
    }

    /// Compares with what was.
    fn check(self) {
        if env::var_os("SCHEDSCOPE_DOCS").is_some_and(|what| what == "write") {
            let lines: Vec<String> = self.now.iter().map(|(name, what)| format!("{name}: {what}")).collect();
            return fs::write(Self::file(self.world), lines.join("\n") + "\n").unwrap();
        }
        let said = |all: &BTreeMap<String, String>, name: &String| all.get(name).map_or("nothing", String::as_str).to_owned();
        let all: BTreeSet<&String> = self.before.keys().chain(self.now.keys()).collect();
        let others: Vec<String> = all
            .into_iter()
            .map(|name| (name, said(&self.now, name), said(&self.before, name)))
            .filter(|(_, now, before)| now != before)
            .map(|(name, now, before)| format!("{name}: {now}, was {before}"))
            .collect();
        assert!(
            others.is_empty(),
            "{} of {} lines are not as they were, among them:\n{}\nthe pictures are in {}; if this is meant: SCHEDSCOPE_DOCS=write cargo test -p schedscope-state drawn",
            others.len(),
            self.now.len(),
            others[..others.len().min(5)].join("\n"),
            self.folder().display()
        );
    }
}

/// Follows links, has them answered, and goes through what can be seen: where it stands, at two other times, with the next selected.
fn watched<S: Stage>(drawn: &mut Drawn, queries: &[&str], look: impl Fn(&mut Drawn, &str, &Played<S>, &S::Replay)) {
    for (number, query) in queries.iter().enumerate() {
        let mut played = Played::<S>::open(false);
        played.follow(Ok(Link::read::<S>(query).unwrap()));
        let (generation, asked) = (played.bench.inquiry.generation, played.bench.scenario.clone());
        played.change(Change::Told(Told::Started(generation)));
        for policy in 0..asked.policies.len() {
            played.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
        }
        let shown = played.shown().unwrap().clone();
        let [sentence, below] = played.headline();
        drawn.said(&format!("{number}, headline"), &format!("{sentence} {below}"));
        let events = played.clock.events();
        drawn.said(&format!("{number}, events"), &format!("{} {:?}", events.len(), events));
        let end = played.clock.end();
        let steps: [(&str, &[Change<S>]); 4] = [
            (FIRST, &[]),
            ("early", &[Change::Clock(Beat::Seek(0.2 * end)), Change::Select(None)]),
            ("late", &[Change::Clock(Beat::Seek(0.7 * end)), Change::Step(1)]),
            ("found", &[Change::Step(3), Change::Find]),
        ];
        for (step, changes) in steps {
            changes.iter().for_each(|change| played.change(change.clone()));
            let name = format!("{number}, {step}");
            let selected = played.lit_now().and_then(|lit| S::name(&shown, lit));
            drawn.said(
                &format!("{name}, state"),
                &format!(
                    "{} {} {selected:?} {:?} {}",
                    played.clock.playhead,
                    if played.clock.is_slow() { "slow" } else { "even" },
                    played.sides(),
                    played.link().write()
                ),
            );
            look(drawn, &name, &played, &shown);
        }
    }
}

/// What is drawn of an answer of *Compare*.
fn compared(drawn: &mut Drawn, query: &str) {
    let scenario = Scenario::from_query(query).unwrap();
    let (world, findings) = (scenario.kind(), findings(&scenario));
    let (report, replicated) = (&*findings.report, &*findings.replicated);
    let mut focus = Focus::default();
    drawn.picture("compare, distributions", &distributions(report));
    drawn.picture("compare, means", &means(report, &|x| format::short(x)));
    let write = Writers { amount: format::short, spread: format::spread, interval: format::interval, percent: format::percent };
    for measure in replicated.measures(world) {
        let rows = order(&findings, Some(measure));
        for lit in [None, report.policies.last()] {
            focus.lit = lit.map(|row| row.policy.written().to_owned());
            let groups = grouped(report, &rows);
            let sight = Sight {
                best: groups.iter().filter_map(|(_, rows)| best(&findings, Some(measure), rows)).collect(),
                groups: groups.into_iter().map(|(title, rows)| (title.to_owned(), rows)).collect(),
                to: focus.over(report).first().copied().unwrap_or_default(),
                lit: focus.lit(report),
                notes: vec![],
                before: None,
            };
            let name = format!("compare, {}{}", measure.name(world), if lit.is_some() { ", lit" } else { "" });
            drawn.picture(&format!("{name}, ratios"), &ratios(report, replicated, measure, &sight, &write));
            drawn.picture(&format!("{name}, replications"), &over_replications(report, replicated, measure, &sight));
            let said = headline(&findings, Some(measure), &focus.over(report), focus.lit(report), None);
            drawn.said(&format!("{name}, headline"), &format!("{} {}", said.sentence, said.below));
            if Some(measure) != usual_measure(world) {
                continue;
            }
            for (word, quantity) in [("sojourn", Quantity::Sojourn), ("slowdown", Quantity::Slowdown)] {
                for class in [None, Some(0), Some(1)] {
                    let mut picture = distribution(report, quantity, class, &sight);
                    if world == SystemKind::Server && class.is_none() {
                        mark_job(&mut picture, report, &closeups(&scenario), quantity, 3);
                    }
                    drawn.picture(&format!("{name}, {word} of {class:?}"), &picture);
                }
            }
            if world == SystemKind::Server {
                let closeups = closeups(&scenario);
                drawn.picture(&format!("{name}, by size"), &slowdown_by_size(report, &closeups, &[], &sight));
                drawn.picture(&format!("{name}, over time"), &jobs_over_time(report, &closeups, &sight, format::short));
                drawn.picture(&format!("{name}, job by job"), &job_by_job(report, &closeups, 0, 1, Some(5)));
            }
        }
    }
}

/// What is drawn of a sweep.
fn swept(drawn: &mut Drawn, name: &str, world: SystemKind, query: &str) {
    let setup = sweep::Setup::read(world, query).unwrap();
    let grid = setup.sweep().unwrap();
    let results: BTreeMap<u64, _> = (0..grid.cells()).map(|number| (number, cell(&grid, number))).collect();
    for (i, picture) in sweep_pictures(&grid, &results, 12).0.iter().enumerate() {
        drawn.picture(&format!("{name}, {i}"), picture);
    }
    let find = |cell: u64| results.get(&cell);
    let quantity = setup.shown().unwrap();
    drawn.picture(&format!("{name}, page"), &sweep_picture(&grid, &find, quantity).unwrap());
    if let Some((rows, [first, second])) = sweep_cell(&grid, &find, quantity, 1) {
        [("rows", rows), ("first", first), ("second", second)]
            .into_iter()
            .for_each(|(of, picture)| drawn.picture(&format!("{name}, cell, {of}"), &picture));
    }
    let mut findings = sweep::Findings::new(setup, grid);
    findings.fill(results.into_values().collect());
    drawn.said(&format!("{name}, headline"), &format!("{:?}", findings.headline(quantity)));
}

#[test]
fn of_server() {
    let mut drawn = Drawn::of("server");
    for example in EXAMPLES {
        let mut watch = Watch::open(false);
        watch.change(watch::Change::Example(example.key));
        let end = watch.clock.end();
        let job = watch.timelines[0].jobs[0].id;
        let steps: [(&str, &[watch::Change]); 3] = [
            (FIRST, &[]),
            ("early", &[watch::Change::Clock(Beat::Seek(0.3 * end)), watch::Change::Select(Some(job))]),
            ("late", &[watch::Change::Clock(Beat::Seek(0.8 * end)), watch::Change::Exact(job)]),
        ];
        for (step, changes) in steps {
            changes.iter().for_each(|change| watch.change(change.clone()));
            let name = format!("{}, {step}", example.key);
            let looks = watch.looks();
            for (i, timeline) in watch.timelines.iter().enumerate() {
                let ghost = watch.ghosts.as_ref().map(|ghosts| (&*ghosts.timelines[i], ghosts.exact));
                let other = watch.timelines.get(i + 1).map(|other| (&**other, looks[i + 1]));
                let departures = other.is_some();
                for curves in [chart::Curves::Lanes, chart::Curves::Remaining, chart::Curves::Attained] {
                    let frame = chart::TimelineFrame { curves, playhead: watch.clock.playhead, ..watch.frame.clone() };
                    let shown = TimelineContents { look: looks[i], other, ghost, departures, ..TimelineContents::alone(timeline) };
                    drawn.drawn(&format!("{name}, {i}, {curves:?}"), |pen| chart::timeline(pen, shown, &frame));
                }
                if let Some(virtually) = &VirtualTime::of(timeline) {
                    let contents = chart::VirtualContents { timeline, virtually: Some(virtually) };
                    let around = chart::VirtualFrame::around([contents]);
                    let frame = chart::VirtualFrame { playhead: watch.clock.playhead, selected: watch.frame.selected, ..around };
                    drawn.drawn(&format!("{name}, {i}, virtual time"), |pen| chart::virtual_time(pen, contents, &frame));
                }
            }
            drawn.said(&format!("{name}, result"), &watch.result());
            drawn.said(&format!("{name}, state"), &format!("{} {:?}", watch.clock.playhead, watch.clock.events()));
        }
        let timelines: Vec<_> = watch.timelines.iter().map(|timeline| &**timeline).collect();
        drawn.drawn(&format!("{}, board", example.key), |pen| chart::board(pen, &timelines, &watch.frame));
    }
    compared(
        &mut drawn,
        "replications=4&policies=ps,las,srpt,srpte,fspe,fspe%2Bps&workload.count=150&workload.shape=0.25&workload.sigma=1",
    );
    swept(
        &mut drawn,
        "map",
        SystemKind::Server,
        "replications=2&policies=ps,srpte&workload.count=60&across=workload.sigma:list:0.25,1,4&up=workload.shape:list:0.25,1&show=ratio_ps",
    );
    swept(
        &mut drawn,
        "line",
        SystemKind::Server,
        "replications=3&policies=ps,las,srpt&workload.count=60&across=workload.load:list:0.5,0.7,0.9&show=ratio_srpt",
    );
    drawn.check();
}

#[test]
fn of_cluster() {
    let mut drawn = Drawn::of("cluster");
    let queries: Vec<&str> = cluster::Cluster::ABOUT.presets.iter().map(|preset| preset.query).collect();
    watched::<cluster::Cluster>(&mut drawn, &queries, |drawn, name, played, shown| {
        use cluster::Pane;
        let glance = played.glance(shown, 0);
        drawn.drawn(&format!("{name}, runs"), |pen| shown.draw(Pane::Runs(glance), pen));
        // What follows does not depend on the time.
        let once = name.ends_with(FIRST);
        let mut panes = if once { vec![("load", Pane::Load), ("late", Pane::Late)] } else { vec![] };
        for which in (0..shown.runs.runs.len()).take_while(|_| once) {
            panes.extend([
                ("memory", Pane::Memory(which, shown.machine(None))),
                ("believed", Pane::Believed(which)),
                ("classes", Pane::Classes(which)),
            ]);
        }
        for (i, (word, pane)) in panes.into_iter().enumerate() {
            drawn.drawn(&format!("{name}, {word} {i}"), |pen| shown.draw(pane, pen));
        }
        for which in 0..shown.runs.runs.len() {
            let glance = played.glance(shown, which);
            drawn.drawn(&format!("{name}, run {which}"), |pen| chart::cluster_run(pen, &shown.runs, glance));
            drawn.found(&format!("{name}, jobs {which}"), |point, size| chart::job_at(point, size, &shown.runs, glance));
            drawn.found(&format!("{name}, times {which}"), |point, size| chart::time_at(point.0, size, &shown.runs, glance));
        }
        if let Some(id) = played.lit_now() {
            drawn.said(&format!("{name}, about"), &cluster::words::about(shown, id));
        }
    });
    compared(
        &mut drawn,
        "replications=4&policies=fifo,fair,hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=dev&workload.count=25",
    );
    drawn.check();
}

#[test]
fn of_datacenter() {
    let mut drawn = Drawn::of("datacenter");
    // The others are those of the literature, with thousands of workers: instead of them a smaller one that has too many for rows.
    let mut queries: Vec<&str> = datacenter::Datacenter::ABOUT.presets[..5].iter().map(|preset| preset.query).collect();
    queries.push("policies=sparrow,hawk,eagle,kairos&system.kind=datacenter&system.workers=600&workload.like=google&workload.count=300&workload.load=0.9");
    watched::<datacenter::Datacenter>(&mut drawn, &queries, |drawn, name, played, shown| {
        use datacenter::Pane;
        for run in played.sides() {
            let place = Place { run, time: played.clock.playhead, lit: played.lit_now(), moving: false };
            let mut panes = vec![("grid", Pane::Grid(place)), ("busy", Pane::Busy(run, place.time))];
            for (word, worker) in [("queue of the first", 0), ("queue of another", 5)] {
                panes.push((word, Pane::Queue(Place { lit: Some(Selected::Worker(worker)), ..place })));
            }
            if shown.has_rows() {
                panes.push(("rows", Pane::Rows(place)));
                panes.push(("moving", Pane::Rows(Place { moving: true, ..place })));
                drawn.found(&format!("{name}, lit {run}"), |point, size| chart::lit_at(point, size, 1.0, &shown.runs, place));
            }
            for (word, pane) in panes {
                drawn.drawn(&format!("{name}, {word} {run}"), |pen| shown.draw(pane, pen));
            }
            let timeline = &shown.runs.runs[run].timeline;
            drawn.found(&format!("{name}, workers {run}"), |point, size| chart::worker_at(point, size, timeline));
            drawn.said(&format!("{name}, now {run}"), &datacenter::words::now(timeline, place.time));
        }
        for long in [false, true] {
            drawn.drawn(&format!("{name}, spent {long}"), |pen| shown.draw(Pane::Spent(long, played.lit_now()), pen));
            drawn.found(&format!("{name}, spent at {long}"), |point, size| chart::spent_at(point, size, 1.0, &shown.runs, long));
        }
        if let Some(lit) = played.lit_now() {
            drawn.said(&format!("{name}, lit"), &format!("{:?}", datacenter::words::of_lit(&shown.runs, lit, played.clock.playhead)));
        }
    });
    compared(
        &mut drawn,
        "replications=3&policies=sparrow,hawk,eagle&system.kind=datacenter&system.workers=50&workload.like=google&workload.count=150&workload.load=0.9",
    );
    drawn.check();
}

#[test]
fn of_ordering() {
    let mut drawn = Drawn::of("ordering");
    let mut queries: Vec<&str> = ordering::Order::ABOUT.presets.iter().map(|preset| preset.query).collect();
    // The last is about many small graphs, which are compared below.
    queries.pop();
    watched::<ordering::Order>(&mut drawn, &queries, |drawn, name, played, shown| {
        use ordering::Pane;
        for which in 0..shown.runs.runs.len() {
            let glance = played.glance(which);
            for (word, pane) in [("graph", Pane::Graph(glance)), ("strip", Pane::Strip(glance)), ("strips", Pane::Strips(glance))] {
                drawn.drawn(&format!("{name}, {word} {which}"), |pen| shown.draw(pane, pen));
            }
        }
        if name.ends_with(FIRST) {
            drawn.drawn(&format!("{name}, reloads"), |pen| shown.draw(Pane::Reloads, pen));
            for (which, expansions) in (0..shown.runs.runs.len()).flat_map(|which| [(which, 1), (which, 5)]) {
                drawn.drawn(&format!("{name}, search {which} after {expansions}"), |pen| shown.draw(Pane::Search(which, expansions), pen));
            }
        }
        drawn.found(&format!("{name}, task"), |point, size| chart::task_in_graph(point, size, 1.0, &shown.runs));
        drawn.found(&format!("{name}, step"), |point, size| chart::step_at(point, size, 1.0, &shown.runs));
        if let Some((run, task)) = shown.runs.runs.first().zip(played.lit_now()) {
            drawn.said(&format!("{name}, about"), &ordering::words::about(&run.recording, task));
        }
    });
    compared(
        &mut drawn,
        "replications=6&policies=baseline,greedy,heuristic,dp&system.kind=ordering&workload.graph=random&workload.count=10&workload.edge_probability=0.3",
    );
    drawn.check();
}

#[test]
fn of_network() {
    let mut drawn = Drawn::of("network");
    let queries: Vec<String> =
        network::Network::ABOUT.presets.iter().map(|preset| preset.query.replace("replications=20", "replications=2")).collect();
    let queries: Vec<&str> = queries.iter().map(String::as_str).collect();
    watched::<network::Network>(&mut drawn, &queries, |drawn, name, played, shown| {
        use network::Pane;
        for run in played.sides() {
            let spotlight = Spotlight { run, time: played.clock.playhead, lit: played.lit_now() };
            let mut panes = vec![("network", Pane::Network(spotlight)), ("count", Pane::Count(run, spotlight.time))];
            if shown.runs.in_rows() {
                panes.push(("rows", Pane::Rows(spotlight)));
            }
            for (word, pane) in panes {
                drawn.drawn(&format!("{name}, {word} {run}"), |pen| shown.draw(pane, pen));
            }
            drawn.found(&format!("{name}, at {run}"), |point, size| chart::network_at(point, size, 1.0, &shown.runs, spotlight));
        }
        if let Some(lit) = played.lit_now() {
            let said = network::words::of_lit(shown, &played.sides(), lit, played.clock.playhead);
            drawn.said(&format!("{name}, lit"), &format!("{said:?}"));
        }
    });
    let query = "replications=3&policies=fifo,fair,las,pfabric&system.kind=network&workload.count=120&workload.shape=0.5&workload.load=0.8";
    compared(&mut drawn, query);
    let findings = findings(&Scenario::from_query(query).unwrap());
    let report = &findings.report;
    for class in [None, Some(0), Some(1)] {
        drawn.picture(&format!("results, distribution of {class:?}"), &fct_distribution(report, class));
    }
    drawn.picture("results, means", &fct_means(report));
    drawn.picture("results, tails", &fct_tails(report));
    drawn.check();
}

#[test]
fn of_cdn() {
    let mut drawn = Drawn::of("cdn");
    let queries = [
        "replications=2&policies=centralized,rand-rand,opt-opt&system.kind=cdn&system.storage=40&system.dserver_capacity=6&system.cdn_capacity=60\
         &workload.count=4000&workload.videos=150",
        cdn::Cdn::ABOUT.presets.last().unwrap().query,
    ];
    watched::<cdn::Cdn>(&mut drawn, &queries, |drawn, name, played, shown| {
        use cdn::Pane;
        let time = played.clock.playhead;
        for run in played.sides() {
            let stand = Stand { run, time, lit: played.lit_now() };
            for (word, pane) in [("map", Pane::Map(stand)), ("loads", Pane::Loads(stand))] {
                drawn.drawn(&format!("{name}, {word} {run}"), |pen| shown.draw(pane, pen));
            }
        }
        for (word, pane) in
            [("waiting", Pane::Waiting(time)), ("waits", Pane::Waits(time)), ("cost", Pane::Cost(time)), ("served", Pane::Served)]
        {
            drawn.drawn(&format!("{name}, {word}"), |pen| shown.draw(pane, pen));
        }
        drawn.found(&format!("{name}, map at"), |point, size| chart::cdn_at(point, size, 1.0, &shown.runs));
        drawn.found(&format!("{name}, week at"), |point, size| chart::cdn_week(point, size, 1.0, &shown.runs));
        if let Some(lit) = played.lit_now() {
            let said = cdn::words::of_lit(&shown.runs, lit, &played.sides(), time).map(|(what, _)| what);
            drawn.said(&format!("{name}, lit"), &format!("{said:?}"));
        }
        if name.ends_with(FIRST) {
            drawn.said(&format!("{name}, tables"), &[shown.loads_csv(), shown.shares_csv()].concat());
        }
    });
    compared(&mut drawn, queries[0]);
    drawn.check();
}

/// What the pictures of the page do not use, and figures of the literature do.
#[test]
fn of_plots() {
    let mut drawn = Drawn::of("plots");
    let scenario = Scenario::from_query("policies=ps,srpt").unwrap();
    let looks = looks(&scenario.choices().unwrap());
    let names: Vec<String> = ["small", "middle", "large"].map(str::to_owned).into();
    let (y, level) = (Axis::linear("mean"), Some(Level { value: 2.0, name: "twice".to_owned() }));
    let bars = |look: Look, by: f64| {
        let bar = |value: f64| (value > 0.0).then(|| Bar { value: by * value, range: (value > 1.0).then_some((by, by * value + 0.5)) });
        Series { name: "bars".to_owned(), look, values: [1.0, 2.5, 0.0].map(bar).into() }
    };
    let series = vec![bars(looks[0], 1.0), bars(looks[1], 1.5)];
    drawn.picture(
        "bars",
        &Picture::single("Bars", Bars { x_title: "size".to_owned(), y: y.clone(), names: names.clone(), series, level: level.clone() }),
    );
    let boxes = |look: Look, by: f64| {
        let values = |spread: f64| Quartiles::of((1..30).map(|i| by + spread * f64::from(i * i)).collect());
        Series { name: "boxes".to_owned(), look, values: vec![values(0.01), None, values(0.03)] }
    };
    let series = vec![boxes(looks[0], 1.0), boxes(looks[1], 1.5)];
    drawn.picture("boxes", &Picture::single("Boxes", Boxes { x_title: "size".to_owned(), y, names, series, level }));
    let span = |job: u8| {
        let from = f64::from(job);
        Span {
            from,
            to: 1.5 * from + 0.5,
            name: format!("J{job}"),
            job: usize::from(job),
            part: (0.2 * from.min(2.0), 0.9),
            lost: job == 2,
        }
    };
    let lanes = vec![
        Lane { name: "first".to_owned(), spans: (1..4).map(span).collect() },
        Lane { name: "second".to_owned(), spans: vec![span(5)] },
    ];
    drawn.picture("spans", &Picture::single("Spans", Spans { x: Axis::linear("time (s)"), lanes }));
    drawn.check();
}
