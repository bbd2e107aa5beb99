use super::*;
use crate::inquiry::{Phase, Told};
use crate::key::Key;
use crate::protocol::Fault;
use crate::room::Room;
use crate::stage::{Change, Edit, Played, Stage as _};
use crate::testing::{done, file};
use crate::traces::{self, Traces};
use schedscope::workload::Mix;
use schedscope_core::experiment::{Scenario, Survey};
use std::rc::Rc;

fn small() -> Played<Cluster> {
    let mut cluster = Played::<Cluster>::open(false);
    let query = "policies=fair,hfsp&system.kind=cluster&system.machines=4&workload.mix=test&workload.count=4";
    cluster.follow(Ok(Scenario::from_query(query).unwrap()));
    cluster
}

fn typed(cluster: &mut Played<Cluster>, field: &str, text: &str) {
    cluster.change(Change::Edit(Edit::Type(field.to_owned(), text.to_owned())));
}

fn mix(cluster: &Played<Cluster>) -> Option<Mix> {
    cluster.fields().workload.mix
}

fn answer(cluster: &mut Played<Cluster>) {
    let (generation, asked) = (cluster.bench.inquiry.generation, cluster.bench.scenario.clone());
    cluster.change(Change::Told(Told::Started(generation)));
    for policy in [1, 0] {
        cluster.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
    }
}

#[test]
fn opens_with_a_mix_that_waits_to_be_asked() {
    let cluster = Played::<Cluster>::open(false);
    assert_eq!((mix(&cluster), cluster.bench.inquiry.phase), (Some(Mix::Dev), Phase::Waiting));
    assert_eq!(cluster.bench.scenario.policies, ["fair", "hfsp[preemption=suspend]"]);
    assert_eq!(cluster.bench.scenario.default_of("workload.sigma"), None, "sizes of a mix are not drawn by it");
}

#[test]
fn an_answer_sets_the_clock_to_an_instant_that_tells_something() {
    let mut cluster = small();
    answer(&mut cluster);
    assert_eq!(cluster.bench.inquiry.phase, Phase::Done);
    let (_, shown) = cluster.bench.inquiry.answer.clone().unwrap();
    assert_eq!((shown.runs.runs.len(), shown.report.policies.len()), (2, 2));
    assert!(cluster.clock.end() > 0.0 && cluster.clock.playhead == shown.instant(cluster.span(&shown).1) && cluster.clock.playhead > 0.0);
}

#[test]
fn a_stale_answer_is_shown_as_such_and_a_late_one_ignored() {
    let mut cluster = small();
    answer(&mut cluster);
    let (older, asked) = (cluster.bench.inquiry.generation, cluster.bench.scenario.clone());
    typed(&mut cluster, "system.machines", "5");
    assert!(cluster.bench.inquiry.stale());
    for policy in [0, 1] {
        cluster.change(Change::Told(Told::Heard(done(older, &asked, policy))));
    }
    assert!(cluster.bench.inquiry.stale() && cluster.bench.inquiry.phase == Phase::Waiting);
}

#[test]
fn another_workload_keeps_how_many_jobs_there_are() {
    let mut cluster = Played::<Cluster>::open(false);
    typed(&mut cluster, "workload.count", "40");
    typed(&mut cluster, "workload.mix", "");
    assert_eq!((mix(&cluster), cluster.bench.number("workload.count")), (None, Some(40.0)));
    assert!(cluster.bench.scenario.default_of("workload.sigma").is_some());
    typed(&mut cluster, "workload.mix", "prod");
    assert_eq!((mix(&cluster), cluster.bench.number("workload.count")), (Some(Mix::Prod), Some(40.0)));
}

#[test]
fn a_file_brings_its_own_jobs_and_leaves_none_behind() {
    let mut cluster = Played::<Cluster>::open(false);
    cluster.change(Change::File("jobs.tsv".to_owned()));
    assert_eq!((mix(&cluster), cluster.bench.scenario.file()), (None, Some("jobs.tsv")));
    typed(&mut cluster, "workload.count", "7");
    typed(&mut cluster, "workload.mix", "dev");
    assert_eq!(cluster.bench.scenario, Played::<Cluster>::open(false).bench.scenario);
    cluster.change(Change::File("jobs.tsv".to_owned()));
    cluster.change(Change::Unload);
    assert_eq!(cluster.bench.scenario, Played::<Cluster>::open(false).bench.scenario);
}

#[test]
fn a_job_is_lit_by_its_number_or_by_steps() {
    let mut cluster = small();
    answer(&mut cluster);
    let (_, shown) = cluster.bench.inquiry.answer.clone().unwrap();
    let ids = shown.runs.ids();
    assert!(cluster.selected.is_some_and(|id| ids.contains(&id)), "the one that tells most");
    cluster.change(Change::Select(Some(ids[0])));
    for (by, place) in [(1, 1), (1, 2), (-1, 1), (-9, 0), (99, ids.len() - 1)] {
        cluster.change(Change::Step(by));
        assert_eq!(cluster.selected, Some(ids[place]));
    }
    cluster.change(Change::Select(Some(u64::MAX)));
    assert!(cluster.selected.is_some_and(|id| ids.contains(&id)), "there is no such job");
    assert!(cluster.bench.behind.kept, "the reader looks at this run");
}

#[test]
fn policies_are_chosen_and_dropped_but_for_the_last() {
    let mut cluster = small();
    let toggle = |cluster: &mut Played<Cluster>, written: &str| {
        cluster.change(Change::Toggle(written.to_owned()));
        cluster.bench.scenario.policies.join(" ")
    };
    assert_eq!(toggle(&mut cluster, "fifo"), "fair hfsp fifo");
    assert_eq!(toggle(&mut cluster, "fair"), "hfsp fifo");
    assert_eq!(toggle(&mut cluster, "fifo"), "hfsp");
    assert_eq!(toggle(&mut cluster, "hfsp"), "hfsp");
    for written in ["fair", "fifo", "hfsp[preemption=kill]", "hfsp[preemption=suspend]"] {
        toggle(&mut cluster, written);
    }
    assert_eq!(cluster.bench.scenario.policies.len(), Cluster::ABOUT.most);
}

#[test]
fn a_preset_changes_everything_but_the_seed() {
    let mut cluster = Played::<Cluster>::open(false);
    typed(&mut cluster, "seed", "7");
    cluster.change(Change::Preset(1));
    assert_eq!(cluster.bench.scenario, Scenario { seed: 7, ..Cluster::ABOUT.presets[1].scenario() });
    cluster.change(Change::Preset(usize::MAX));
    assert_eq!(cluster.bench.scenario, Scenario { seed: 7, ..Cluster::ABOUT.presets[1].scenario() });
}

#[test]
fn a_reset_asks_the_views_own_question() {
    let mut cluster = small();
    cluster.change(Change::Reset);
    assert_eq!(cluster.bench.scenario, Played::<Cluster>::open(false).bench.scenario);
    assert_eq!(cluster.bench.inquiry.phase, Phase::Waiting);
}

#[test]
fn a_part_of_the_time_is_shown_and_the_clock_goes_there() {
    let mut cluster = small();
    cluster.change(Change::Own(Gesture::Zoom(0.5)));
    assert_eq!(cluster.own.window, Window::Story, "there is nothing to show yet");
    answer(&mut cluster);
    let (_, shown) = cluster.bench.inquiry.answer.clone().unwrap();
    let end = shown.runs.end;
    assert_eq!(cluster.span(&shown).0, 0.0);
    cluster.change(Change::Own(Gesture::Window(Window::Part { from: 0.2 * end, to: 0.3 * end })));
    let glance = cluster.glance(&shown, 1);
    assert_eq!((glance.from, glance.until), (0.2 * end, 0.3 * end));
    assert!((glance.from..glance.until).contains(&cluster.clock.playhead) && !cluster.clock.over());
    assert!(cluster.clock.events().iter().skip(1).all(|time| (glance.from..=glance.until).contains(time)), "it steps within");
    cluster.change(Change::Own(Gesture::Zoom(2.0)));
    let (from, to) = cluster.span(&shown);
    assert!((to - from - 0.2 * end).abs() < 1e-6 * end && from <= cluster.clock.playhead && cluster.clock.playhead <= to);
    cluster.change(Change::Own(Gesture::Window(Window::Part { from: 5.0, to: 5.0 })));
    let (from, to) = cluster.span(&shown);
    assert!(from < to && (f64::midpoint(from, to) - 5.0).abs() < 1e-9, "no less than can be told apart, around the same time");
    for _ in 0..20 {
        cluster.change(Change::Own(Gesture::Zoom(2.0)));
    }
    assert_eq!((cluster.own.window, cluster.span(&shown)), (Window::Whole, (0.0, 1.01 * end)));
    cluster.change(Change::Own(Gesture::Window(Window::Part { from: 0.2 * end, to: 0.3 * end })));
    answer(&mut cluster);
    assert_eq!(cluster.own.window, Window::Story, "another run has another time");
}

#[test]
fn lanes_are_on_pages_and_the_lit_one_is_on_the_page_that_is_shown() {
    let mut cluster = Played::<Cluster>::open(false);
    let query = "policies=fair,hfsp&system.kind=cluster&system.machines=4&system.map_slots=1&system.reduce_slots=1&workload.mix=dev&workload.count=30";
    cluster.follow(Ok(Scenario::from_query(query).unwrap()));
    answer(&mut cluster);
    let (_, shown) = cluster.bench.inquiry.answer.clone().unwrap();
    let runs = &shown.runs;
    assert!(runs.in_lanes());
    assert_eq!((runs.pages(), runs.lanes()), (3, 10), "pages have as many lanes each");
    let all: Vec<u64> = (0..3).flat_map(|page| runs.page(page)).collect();
    assert_eq!(all, runs.ids());
    let lit = cluster.selected.unwrap();
    assert!(runs.page(cluster.page(&shown)).contains(&lit));
    cluster.change(Change::Own(Gesture::Page(2)));
    assert_eq!((cluster.page(&shown), cluster.selected), (2, Some(lit)));
    cluster.change(Change::Select(Some(all[3])));
    assert_eq!(cluster.page(&shown), 0, "who lights a job wants to see it");
    cluster.change(Change::Select(Some(all[9])));
    cluster.change(Change::Step(1));
    assert_eq!((cluster.selected, cluster.page(&shown)), (Some(all[10]), 1));
    cluster.change(Change::Own(Gesture::Page(9)));
    assert_eq!(cluster.page(&shown), 1, "there is no such page");
}

#[test]
fn keys_go_from_job_to_job() {
    let cluster = Played::<Cluster>::open(false);
    let does = |name: &str| cluster.key(&Key { name: name.to_owned(), control: false, shift: false });
    assert!(matches!(does("ArrowUp"), Some(Change::Step(-1))));
    assert!(matches!(does("ArrowDown"), Some(Change::Step(1))));
    assert!(does("ArrowLeft").is_none() && does("n").is_none());
}

/// What a state knows of a file with this text.
fn traces(name: &str, text: &str) -> Traces {
    let mut traces = Traces::default();
    traces.load(file(name));
    let survey = Survey::of(name, text.as_bytes()).map(Rc::new).map_err(|error| Fault { field: None, message: error.to_string() });
    traces.change(traces::Change::Surveyed(traces.generation, survey));
    traces
}

/// A trace whose first jobs have too many tasks to be watched.
fn large() -> String {
    let row = |i: u32| format!("job{i}\t{}\t1\t{}\t0\t0\n", if i < 300 { 9 * i } else { 2700 + i }, if i < 300 { 8e10 } else { 8e7 });
    (0..600).map(row).collect()
}

#[test]
fn of_a_file_with_too_many_tasks_it_takes_what_it_can_show_and_says_so() {
    let known = traces("big.tsv", &large());
    let mut cluster = Played::<Cluster>::open(false);
    let mut unknown = Traces { survey: None, ..known.clone() };
    Room::load(&mut cluster, &mut unknown);
    assert!(cluster.asks(&unknown, false).is_none(), "it is not yet known what is in the file");
    Room::surveyed(&mut cluster, &known);
    assert!(cluster.asks(&known, false).is_some());
    let chosen = "workload.count=200&workload.part=busiest";
    assert!(cluster.bench.scenario.to_query().contains(chosen), "{}", cluster.bench.scenario.to_query());
    // What the reader asks for stays, also where the same file is given again.
    typed(&mut cluster, "workload.count", "7");
    Room::load(&mut cluster, &mut known.clone());
    assert_eq!(cluster.bench.scenario.get("workload.count").and_then(|count| count.as_integer()), Some(7));
}

#[test]
fn a_file_that_can_be_shown_is_shown_whole() {
    let mut cluster = Played::<Cluster>::open(false);
    Room::load(&mut cluster, &mut traces("small.tsv", "a\t0\t1\t8e7\t0\t0\nb\t9\t9\t8e7\t0\t0\n"));
    assert_eq!(cluster.bench.scenario.get("workload.count"), None);
    Room::load(&mut cluster, &mut traces("wrong.tsv", "a\t0\t1\n"));
    assert!(cluster.asks(&Traces::default(), false).is_some(), "the workers say what is wrong");
}
