use super::state::default;
use super::*;
use crate::clock::Beat;
use crate::field::Field;
use crate::inquiry::{Phase, Told};
use crate::testing::done;
use crate::workbench::Edit;
use schedscope_core::pictures::datacenter::Lit;
use schedscope_engine::workload::TraceLike;

fn typed(datacenter: &mut Datacenter, field: Field, text: &str) {
    datacenter.change(Change::Edit(Edit::Number(field, text.to_owned())));
}

fn answer(datacenter: &mut Datacenter) {
    let (generation, asked) = (datacenter.bench.inquiry.generation, datacenter.bench.scenario.clone());
    datacenter.change(Change::Told(Told::Started(generation)));
    for policy in 0..asked.policies.len() {
        datacenter.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
    }
}

#[test]
fn opens_small_enough_to_be_watched() {
    let datacenter = Datacenter::open(true);
    assert_eq!((datacenter.like(), datacenter.size()), (Some(TraceLike::Google), Some(Size::Small)));
    assert!(datacenter.clock.playing && !Datacenter::open(false).clock.playing);
}

#[test]
fn opens_where_a_short_task_is_stuck_behind_a_long_one() {
    for moves in [true, false] {
        let mut datacenter = Datacenter::open(moves);
        answer(&mut datacenter);
        let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
        assert!(shown.has_rows() && shown.workers() == 24 && shown.runs.runs.len() == 2);
        let Some(Lit::Job(job)) = datacenter.lit else { panic!("a job is lit") };
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
    let mut datacenter = Datacenter::open(false);
    answer(&mut datacenter);
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    datacenter.change(Change::Light(None));
    datacenter.change(Change::Clock(Beat::Seek(0.0)));
    let mut seen = vec![];
    for _ in 0..shown.runs.runs[0].stuck.len() {
        datacenter.change(Change::Stuck);
        seen.push((datacenter.clock.playhead, datacenter.lit));
    }
    assert!(seen.len() > 5 && seen.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 != pair[1].1), "{seen:?}");
    datacenter.change(Change::Clock(Beat::Seek(f64::MAX)));
    datacenter.change(Change::Stuck);
    assert_eq!((datacenter.clock.playhead, datacenter.lit), seen[0]);
}

#[test]
fn what_is_lit_is_put_out_or_gives_way_to_its_neighbours() {
    let mut datacenter = Datacenter::open(false);
    answer(&mut datacenter);
    datacenter.change(Change::Light(Some(Lit::Worker(3))));
    for (by, worker) in [(1, 4), (-2, 2), (-9, 0), (99, 23)] {
        datacenter.change(Change::Step(by));
        assert_eq!(datacenter.lit, Some(Lit::Worker(worker)));
    }
    datacenter.change(Change::Light(Some(Lit::Job(5))));
    datacenter.change(Change::Step(1));
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    assert_eq!((datacenter.lit, datacenter.clock.playhead), (Some(Lit::Job(6)), shown.runs.settled(6)));
    datacenter.change(Change::Light(Some(Lit::Job(6))));
    assert_eq!(datacenter.lit, None);
}

#[test]
fn what_the_pointer_is_at_is_lit_for_as_long_as_it_stays_there() {
    let mut datacenter = Datacenter::open(false);
    answer(&mut datacenter);
    let opened = datacenter.lit_now();
    datacenter.change(Change::Hover(Some(Lit::Worker(3))));
    assert_eq!((datacenter.lit_now(), datacenter.lit), (Some(Lit::Worker(3)), opened));
    assert!(!datacenter.bench.behind.kept, "to pass over a picture is no wish");
    datacenter.change(Change::Hover(None));
    assert_eq!(datacenter.lit_now(), opened);
    datacenter.change(Change::Hover(Some(Lit::Worker(3))));
    datacenter.change(Change::Step(1));
    assert_eq!(datacenter.lit_now(), datacenter.lit, "who steps with the keys looks elsewhere");
    datacenter.change(Change::Hover(Some(Lit::Job(70))));
    answer(&mut datacenter);
    assert_eq!(datacenter.lit_now(), datacenter.lit, "other jobs may have come");
}

#[test]
fn a_policy_that_is_chosen_takes_the_last_place_and_the_only_one_stays() {
    let mut datacenter = Datacenter::open(false);
    let policies = |datacenter: &Datacenter| datacenter.bench.scenario.policies.clone();
    for (key, expected) in [("hawk", &["sparrow", "hawk"][..]), ("sparrow", &["hawk"]), ("hawk", &["hawk"]), ("eagle", &["hawk", "eagle"])]
    {
        datacenter.change(Change::Toggle(key.to_owned()));
        assert_eq!(policies(&datacenter), expected);
    }
    datacenter.change(Change::Edit(Edit::Policy(0, "hawk[cap=2]".to_owned())));
    datacenter.change(Change::Toggle("hawk".to_owned()));
    assert_eq!(policies(&datacenter), ["eagle"]);
}

#[test]
fn jobs_are_written_with_where_their_time_goes() {
    let mut datacenter = Datacenter::open(false);
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
    let mut datacenter = Datacenter::open(false);
    typed(&mut datacenter, Field::Workers, "100");
    answer(&mut datacenter);
    let (_, shown) = datacenter.bench.inquiry.answer.clone().unwrap();
    let general = shown.runs.runs.iter().map(|run| run.timeline.general).max().unwrap();
    assert_eq!(datacenter.lit, Some(Lit::Worker(general)), "one that may get long tasks");
    datacenter.change(Change::Light(Some(Lit::Worker(95))));
    typed(&mut datacenter, Field::Workers, "90");
    answer(&mut datacenter);
    assert_eq!(datacenter.lit, Some(Lit::Worker(89)));
}

#[test]
fn sizes_are_those_of_the_page_and_of_the_literature() {
    let mut datacenter = Datacenter::open(false);
    typed(&mut datacenter, Field::Sigma, "0.5");
    datacenter.change(Change::Size(Size::Full));
    assert_eq!((datacenter.size(), Field::Sigma.get(&datacenter.bench.scenario)), (Some(Size::Full), Some(0.5)));
    assert_eq!(Field::Workers.get(&datacenter.bench.scenario), Some(f64::from(TraceLike::Google.workers())));
    datacenter.change(Change::Size(Size::Small));
    assert_eq!(datacenter.size(), Some(Size::Small));
    typed(&mut datacenter, Field::Workers, "50");
    assert_eq!(datacenter.size(), None);
}

#[test]
fn another_trace_keeps_how_large_it_is_and_brings_its_own_partition() {
    let mut datacenter = Datacenter::open(false);
    typed(&mut datacenter, Field::ShortPartition, "0.3");
    typed(&mut datacenter, Field::Count, "99");
    datacenter.change(Change::Source(TraceLike::Yahoo));
    let asked = &datacenter.bench.scenario;
    assert_eq!((datacenter.like(), Field::Count.get(asked)), (Some(TraceLike::Yahoo), Some(99.0)));
    assert_eq!(Field::ShortPartition.get(asked), Some(TraceLike::Yahoo.short_partition()));
}

#[test]
fn a_file_brings_its_own_jobs_and_leaves_none_behind() {
    let mut datacenter = Datacenter::open(false);
    datacenter.change(Change::Edit(Edit::File("jobs.tr".to_owned())));
    assert_eq!((datacenter.like(), datacenter.size(), Field::Count.get(&datacenter.bench.scenario)), (None, None, None));
    datacenter.change(Change::Source(TraceLike::Google));
    assert_eq!(datacenter.bench.scenario, default());
    datacenter.change(Change::Edit(Edit::File("jobs.tr".to_owned())));
    datacenter.change(Change::Unload);
    assert_eq!(datacenter.bench.scenario, default());
}

#[test]
fn a_reset_asks_the_views_own_question() {
    let mut datacenter = Datacenter::open(false);
    typed(&mut datacenter, Field::Load, "?");
    assert_eq!(datacenter.bench.inquiry.phase, Phase::Failed);
    datacenter.change(Change::Reset);
    assert_eq!((datacenter.bench.inquiry.phase, &datacenter.bench.scenario), (Phase::Waiting, &default()));
}
