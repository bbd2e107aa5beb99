use super::*;
use crate::clock::Beat;
use crate::inquiry::{Phase, Told};
use crate::key::Key;
use crate::room::Room as _;
use crate::stage::{Change, Edit, Played};
use crate::testing::{done, file};
use crate::traces::{self, Traces};
use schedscope::workload::TraceLike;
use schedscope_core::experiment::{Fields, Scenario, Survey};
use schedscope_core::pictures::datacenter::Selected;
use std::rc::Rc;

fn default() -> Scenario {
    let query = "policies=sparrow,eagle&system.kind=datacenter&system.workers=24&workload.like=google&workload.count=80&workload.load=0.9";
    Scenario::from_query(query).unwrap()
}

/// Which trace the jobs are like, if they are drawn.
fn like(datacenter: &Played<Datacenter>) -> Option<TraceLike> {
    datacenter.fields().workload.like
}

fn typed(datacenter: &mut Played<Datacenter>, field: &str, text: &str) {
    datacenter.change(Change::Edit(Edit::Type(field.to_owned(), text.to_owned())));
}

fn answer(datacenter: &mut Played<Datacenter>) {
    let (generation, asked) = (datacenter.bench.inquiry.generation, datacenter.bench.scenario.clone());
    datacenter.change(Change::Told(Told::Started(generation)));
    for policy in 0..asked.policies.len() {
        datacenter.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
    }
}

#[test]
fn opens_small_enough_to_be_watched() {
    let datacenter = Played::<Datacenter>::open(true);
    assert_eq!((like(&datacenter), &datacenter.bench.scenario), (Some(TraceLike::Google), &default()));
    assert!(datacenter.clock.playing && !Played::<Datacenter>::open(false).clock.playing);
}

#[test]
fn opens_where_a_short_task_is_stuck_behind_a_long_one() {
    for moves in [true, false] {
        let mut datacenter = Played::<Datacenter>::open(moves);
        answer(&mut datacenter);
        let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
        assert!(shown.has_rows() && shown.workers() == 24 && shown.runs.runs.len() == 2);
        let Some(Selected::Job(job)) = datacenter.selected else { panic!("a job is lit") };
        let [sparrow, eagle] = [0, 1].map(|run: usize| shown.runs.runs[run].timeline.jobs[job as usize]);
        assert!(sparrow.sojourn() > 10.0 * eagle.sojourn() && !sparrow.long, "{} s, {} s", sparrow.sojourn(), eagle.sojourn());
        assert!(shown.runs.runs[0].stuck.iter().any(|stuck| stuck.job == job));
        assert_eq!(datacenter.clock.playing, moves, "its messages are seen on their way");
        if moves {
            datacenter.change(Change::Clock(Beat::Tick(30.0)));
        }
        assert!(!datacenter.clock.playing && datacenter.clock.playhead == shown.runs.settled(job));
    }
}

#[test]
fn the_next_stuck_task_comes_after_this_one_and_after_the_last_the_first() {
    let mut datacenter = Played::<Datacenter>::open(false);
    answer(&mut datacenter);
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    datacenter.change(Change::Select(None));
    datacenter.change(Change::Clock(Beat::Seek(0.0)));
    let mut seen: Vec<(f64, Option<Selected>)> = vec![];
    for _ in 0..shown.runs.runs[0].stuck.len() {
        datacenter.change(Change::Find);
        let now = (datacenter.clock.playhead, datacenter.selected);
        // After the last the first.
        if seen.last().is_some_and(|last| now.0 < last.0) {
            break;
        }
        seen.push(now);
    }
    assert!(seen.len() > 5 && seen.windows(2).all(|pair| pair[0] != pair[1]), "{seen:?}");
    datacenter.change(Change::Clock(Beat::Seek(f64::MAX)));
    datacenter.change(Change::Find);
    assert_eq!((datacenter.clock.playhead, datacenter.selected), seen[0]);
}

#[test]
fn what_is_lit_is_put_out_or_gives_way_to_its_neighbours() {
    let mut datacenter = Played::<Datacenter>::open(false);
    answer(&mut datacenter);
    datacenter.change(Change::Select(Some(Selected::Worker(3))));
    for (by, worker) in [(1, 4), (-2, 2), (-9, 0), (99, 23)] {
        datacenter.change(Change::Step(by));
        assert_eq!(datacenter.selected, Some(Selected::Worker(worker)));
    }
    datacenter.change(Change::Select(Some(Selected::Job(5))));
    datacenter.change(Change::Step(1));
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    assert_eq!((datacenter.selected, datacenter.clock.playhead), (Some(Selected::Job(6)), shown.runs.settled(6)));
    datacenter.change(Change::Select(Some(Selected::Job(6))));
    assert_eq!(datacenter.selected, None);
}

#[test]
fn what_the_pointer_is_at_is_lit_for_as_long_as_it_stays_there() {
    let mut datacenter = Played::<Datacenter>::open(false);
    answer(&mut datacenter);
    let opened = datacenter.lit_now();
    datacenter.change(Change::Hover(Some(Selected::Worker(3))));
    assert_eq!((datacenter.lit_now(), datacenter.selected), (Some(Selected::Worker(3)), opened));
    assert!(!datacenter.bench.behind.kept, "to pass over a picture is no wish");
    datacenter.change(Change::Hover(None));
    assert_eq!(datacenter.lit_now(), opened);
    datacenter.change(Change::Hover(Some(Selected::Worker(3))));
    datacenter.change(Change::Step(1));
    assert_eq!(datacenter.lit_now(), datacenter.selected, "who steps with the keys looks elsewhere");
    datacenter.change(Change::Hover(Some(Selected::Job(70))));
    answer(&mut datacenter);
    assert_eq!(datacenter.lit_now(), datacenter.selected, "other jobs may have come");
}

#[test]
fn a_policy_that_is_chosen_takes_the_last_place_and_the_only_one_stays() {
    let mut datacenter = Played::<Datacenter>::open(false);
    let policies = |datacenter: &Played<Datacenter>| datacenter.bench.scenario.policies.clone();
    for (key, expected) in [("hawk", &["sparrow", "hawk"][..]), ("sparrow", &["hawk"]), ("hawk", &["hawk"]), ("eagle", &["hawk", "eagle"])]
    {
        datacenter.change(Change::Toggle(key.to_owned()));
        assert_eq!(policies(&datacenter), expected);
    }
    datacenter.change(Change::Edit(Edit::Policy(0, "hawk[cap=2]".to_owned())));
    datacenter.change(Change::Toggle("hawk[cap=2]".to_owned()));
    assert_eq!(policies(&datacenter), ["eagle"]);
}

#[test]
fn jobs_are_written_with_where_their_time_goes() {
    let mut datacenter = Played::<Datacenter>::open(false);
    answer(&mut datacenter);
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    let text = shown.jobs_csv();
    assert_eq!(text.lines().count(), 1 + 2 * 80);
    for line in text.lines().skip(1) {
        let cells: Vec<f64> = line.split(',').skip(4).map(|cell| cell.parse().unwrap()).collect();
        assert!((cells[1] - cells[0] - cells[2] - cells[3] - cells[4]).abs() < 1e-6 && cells[2] < 1.0, "{line}");
    }
}

#[test]
fn many_workers_have_no_rows_and_the_one_that_is_looked_at_stays_if_it_is_still_there() {
    let mut datacenter = Played::<Datacenter>::open(false);
    typed(&mut datacenter, "system.workers", "100");
    answer(&mut datacenter);
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    let general = shown.runs.runs.iter().map(|run| run.timeline.general).max().unwrap();
    assert_eq!(datacenter.selected, Some(Selected::Worker(general)), "one that may get long tasks");
    datacenter.change(Change::Select(Some(Selected::Worker(95))));
    typed(&mut datacenter, "system.workers", "90");
    answer(&mut datacenter);
    assert_eq!(datacenter.selected, Some(Selected::Worker(89)));
}

#[test]
fn time_passes_slowly_while_messages_are_on_their_way() {
    let mut datacenter = Played::<Datacenter>::open(false);
    answer(&mut datacenter);
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    let flights = shown.flights();
    let (first, end) = (flights[0], flights.iter().map(|flight| flight.1).fold(0.0, f64::max));
    for (time, slow) in [(f64::midpoint(first.0, first.1), true), (end + 1.0, false)] {
        datacenter.change(Change::Clock(Beat::Seek(time)));
        assert_eq!(datacenter.clock.is_slow(), slow, "at {time}");
    }
}

#[test]
fn a_job_that_is_no_longer_there_is_not_looked_at() {
    for (count, stays) in [("80", true), ("79", false)] {
        let mut datacenter = Played::<Datacenter>::open(false);
        answer(&mut datacenter);
        let last = Some(Selected::Job(79));
        datacenter.change(Change::Select(last));
        typed(&mut datacenter, "system.workers", "23");
        typed(&mut datacenter, "workload.count", count);
        answer(&mut datacenter);
        assert_eq!(datacenter.selected == last, stays, "of {count}");
    }
}

#[test]
fn sizes_are_those_of_the_page_and_of_the_literature() {
    let mut datacenter = Played::<Datacenter>::open(false);
    datacenter.change(Change::Preset(5));
    let size = |datacenter: &Played<Datacenter>| {
        let Fields { system, workload } = datacenter.fields();
        (system.workers, workload.count, workload.load)
    };
    assert_eq!((like(&datacenter), size(&datacenter)), (Some(TraceLike::Google), (None, None, None)));
    assert_eq!(datacenter.bench.number("system.workers"), Some(f64::from(TraceLike::Google.workers())));
    typed(&mut datacenter, "workload.sigma", "0.5");
    typed(&mut datacenter, "workload.like", "facebook");
    assert_eq!((like(&datacenter), size(&datacenter)), (Some(TraceLike::Facebook), (None, None, None)));
    assert_eq!(datacenter.bench.number("workload.sigma"), Some(0.5));
    datacenter.change(Change::Preset(0));
    assert_eq!(size(&datacenter), (Some(24), Some(80), Some(0.9)));
    typed(&mut datacenter, "system.workers", "50");
    assert_eq!(size(&datacenter), (Some(50), Some(80), Some(0.9)));
}

#[test]
fn another_trace_keeps_how_large_it_is_and_brings_its_own_partition() {
    let mut datacenter = Played::<Datacenter>::open(false);
    typed(&mut datacenter, "system.short_partition", "0.3");
    typed(&mut datacenter, "workload.count", "99");
    typed(&mut datacenter, "workload.like", "yahoo");
    assert_eq!((like(&datacenter), datacenter.bench.number("workload.count")), (Some(TraceLike::Yahoo), Some(99.0)));
    assert_eq!(datacenter.bench.number("system.short_partition"), Some(TraceLike::Yahoo.short_partition()));
}

#[test]
fn a_file_brings_its_own_jobs_and_leaves_none_behind() {
    let mut datacenter = Played::<Datacenter>::open(false);
    datacenter.change(Change::File("jobs.tr".to_owned()));
    assert_eq!((like(&datacenter), datacenter.bench.number("workload.count")), (None, None));
    typed(&mut datacenter, "workload.like", "google");
    assert_eq!(datacenter.bench.scenario, default());
    datacenter.change(Change::File("jobs.tr".to_owned()));
    datacenter.change(Change::Unload);
    assert_eq!(datacenter.bench.scenario, default());
}

#[test]
fn a_reset_asks_the_views_own_question() {
    let mut datacenter = Played::<Datacenter>::open(false);
    typed(&mut datacenter, "workload.load", "?");
    assert_eq!(datacenter.bench.inquiry.phase, Phase::Failed);
    datacenter.change(Change::Reset);
    assert_eq!((datacenter.bench.inquiry.phase, &datacenter.bench.scenario), (Phase::Waiting, &default()));
}

#[test]
fn keys_step_and_find_who_is_stuck() {
    let datacenter = Played::<Datacenter>::open(false);
    let key = |name: &str, control: bool| Key { name: name.to_owned(), control, shift: false };
    assert!(matches!(datacenter.key(&key("ArrowDown", false)), Some(Change::Step(1))));
    assert!(matches!(datacenter.key(&key("ArrowUp", false)), Some(Change::Step(-1))));
    assert!(matches!(datacenter.key(&key("n", false)), Some(Change::Find)));
    assert!(datacenter.key(&key("n", true)).is_none(), "the browser's own");
}

#[test]
fn a_trace_of_tasks_has_as_many_workers_as_it_needs_and_a_warning_with_fewer() {
    let rows: Vec<String> = (0..50).map(|i| format!("{} 10 90{}", 10 * i, " 90".repeat(10))).collect();
    let text = rows.join("\n");
    let mut traces = Traces::default();
    traces.load(file("tasks.tr"));
    traces.change(traces::Change::Surveyed(traces.generation, Ok(Rc::new(Survey::of("tasks.tr", text.as_bytes()).unwrap()))));
    let mut datacenter = Played::<Datacenter>::open(false);
    datacenter.load(&mut traces);
    assert_eq!(datacenter.fields().system.workers, Some(103), "45 000 s of work in 490 s");
    assert_eq!(datacenter.notice(&traces).as_deref(), Some("103 workers, so that the load of the file is about 0.9."));
    typed(&mut datacenter, "system.workers", "50");
    let warned = datacenter.notice(&traces).unwrap();
    assert!(warned.starts_with("The load is 1.84: more work arrives than 50 workers can do"), "{warned}");
    assert!(warned.ends_with("103 would have a load of 0.9."), "{warned}");
    typed(&mut datacenter, "workload.load", "0.5");
    assert_eq!(datacenter.notice(&traces), None, "the load is another");
}

#[test]
fn where_the_answer_takes_long_the_policies_that_are_done_are_shown() {
    let mut datacenter = Played::<Datacenter>::open(false);
    let (generation, asked) = (datacenter.bench.inquiry.generation, datacenter.bench.scenario.clone());
    let mut told = |told| datacenter.change(Change::Told(told));
    told(Told::Started(generation));
    told(Told::Heard(done(generation, &asked, 1)));
    told(Told::Late(generation));
    let names =
        |datacenter: &Played<Datacenter>| datacenter.shown().unwrap().runs.runs.iter().map(|run| run.name.clone()).collect::<Vec<_>>();
    assert_eq!((names(&datacenter), datacenter.bench.inquiry.phase), (vec!["Eagle".to_owned()], Phase::Running));
    datacenter.change(Change::Told(Told::Heard(done(generation, &asked, 0))));
    assert_eq!((names(&datacenter), datacenter.bench.inquiry.phase), (vec!["Sparrow".to_owned(), "Eagle".to_owned()], Phase::Done));
}
