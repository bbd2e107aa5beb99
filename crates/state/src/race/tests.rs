use super::*;
use crate::clock::Beat;
use crate::inquiry::Told;
use crate::protocol::{Answer, Event, Fault, Reply, pack, unpack};
use crate::stage::{Change, Edit, Link, Played, Stage as _};
use schedscope_core::experiment::{Form, Part, Scenario, Study, Tally};
use schedscope_core::pictures::Quantity;
use schedscope_core::plot::Plot;
use std::rc::Rc;

/// What a worker says of a policy.
fn done(generation: u32, scenario: &Scenario, policy: usize) -> Event {
    let study = Study::new(Scenario { replications: 1, ..scenario.clone() }, |_| unreachable!("no file")).unwrap();
    let drawn = study.draw(0);
    let (recording, run) = study.stills(&drawn, policy, |_| ()).unwrap();
    let mut tally = Tally::default();
    tally.add(study.cell(&drawn, &run));
    let answer = Answer {
        summary: tally.finish_measured(&study, policy),
        workload: study.describe(),
        warnings: study.warnings(),
        given: study.given(),
        recording: Some(recording),
    };
    Event { generation, task: policy as u32, reply: Reply::Done(Box::new(answer)) }
}

fn answer(race: &mut Played<Race>) {
    let (generation, scenario) = (race.bench.inquiry.generation, race.bench.scenario.clone());
    race.change(Change::Told(Told::Started(generation)));
    for policy in 0..scenario.policies.len() {
        race.change(Change::Told(Told::Heard(done(generation, &scenario, policy))));
    }
}

fn open(query: &str) -> Played<Race> {
    let mut race = Played::<Race>::open(false);
    race.follow(Link::read::<Race>(query).map_err(Fault::from));
    answer(&mut race);
    race
}

const SMALL: &str = "seed=26&policies=fifo,ps,srpte,fspe%2Bps&workload.count=1500&workload.sigma=1";

fn shown(race: &Played<Race>) -> Rc<Replay> {
    race.shown().unwrap().clone()
}

#[test]
fn a_worker_sends_stills_and_texts_have_none() {
    let asked = Scenario::from_query(SMALL).unwrap();
    let said = done(0, &asked, 2).reply;
    assert_eq!(unpack::<Reply>(&pack(&said)).as_ref(), Some(&said));
    let Reply::Done(answer) = said else { panic!("it is done") };
    let text = serde_json::to_string(&answer.recording).unwrap();
    assert!(text.contains("\"stride\"") && !text.contains("stills"), "{}", &text[..200]);
}

#[test]
fn one_run_is_asked_in_stills() {
    let race = open(&format!("{SMALL}&replications=7"));
    let question = race.bench.question(&crate::traces::Traces::default());
    assert_eq!((question.wanted, question.scenario.replications), (crate::protocol::Wanted::Stills, 1));
    assert_eq!(race.bench.scenario.replications, 7, "Compare has them all");
}

#[test]
fn at_the_end_all_is_what_a_report_says() {
    let mut race = open(SMALL);
    race.change(Change::Clock(Beat::Seek(f64::INFINITY)));
    let (shown, still) = (shown(&race), race.still());
    assert_eq!(still + 1, shown.stills());
    for (run, row) in shown.runs.iter().zip(&shown.report.policies) {
        assert_eq!((run.left(still), run.present(still)), (1500, 0));
        let figures = row.figures().unwrap();
        assert!((run.mean(still, Quantity::Sojourn).unwrap() / figures.mean_sojourn - 1.0).abs() < 1e-12);
        let ecdf = |quantity| if quantity == Quantity::Slowdown { &figures.slowdown_ecdf } else { &figures.sojourn_ecdf };
        for quantity in [Quantity::Slowdown, Quantity::Sojourn] {
            for (value, part) in &ecdf(quantity).steps {
                // Of equal values a report may have any.
                let [below, most] = [1.0 - 1e-12, 1.0].map(|air| 1.0 - run.share_above(still, quantity, value * air).unwrap());
                assert!((below - 1e-9..=most + 1e-9).contains(part), "{}: {value}, {part}", run.name);
            }
        }
    }
    assert!(race.headline()[0].starts_with("All 1500 jobs have left. Mean sojourn time: FIFO "), "{}", race.headline()[0]);
}

#[test]
fn curves_are_those_of_who_has_left() {
    let race = open(SMALL);
    let shown = shown(&race);
    for still in [0, 300, 700, shown.stills() - 1] {
        for (quantity, tail) in [(Quantity::Slowdown, false), (Quantity::Sojourn, false), (Quantity::Slowdown, true)] {
            let picture = shown.picture(Pane::Distribution { still, quantity, tail, asked: 10.0, lit: Some(3), named: true }).unwrap();
            let Plot::Lines(lines) = &picture.panels[0].plot else { panic!("curves") };
            let curves: Vec<_> = lines.lines.iter().filter(|line| !line.name.is_empty()).collect();
            assert_eq!(curves.len(), 4);
            for (curve, run) in curves.iter().zip(&shown.runs) {
                assert!(curve.points.is_sorted_by(|a, b| a.0 < b.0 && if tail { a.1 >= b.1 } else { a.1 <= b.1 }), "{}", run.name);
                for (value, part) in &curve.points {
                    // A column has the values up to its end, but for rounding there.
                    let near = [0.999_999, 1.000_001].map(|air| 1.0 - run.share_above(still, quantity, value * air).unwrap());
                    let part = if tail { 1.0 - part } else { *part };
                    assert!((near[0] - 1e-9..=near[1] + 1e-9).contains(&part), "{} at {still}: {part} and {near:?}", run.name);
                }
            }
        }
    }
}

#[test]
fn a_job_that_is_lit_stands_on_the_curves_of_those_under_whom_it_has_left() {
    let race = open(SMALL);
    let shown = shown(&race);
    let chosen = |still: usize| {
        let pane = Pane::Distribution { still, quantity: Quantity::Sojourn, tail: false, asked: 1.0, lit: Some(40), named: true };
        let picture = shown.picture(pane).unwrap();
        let Plot::Lines(lines) = &picture.panels[0].plot else { panic!("curves") };
        lines.lines.iter().find(|line| line.form == schedscope_core::plot::Form::Chosen).map_or(0, |line| line.points.len())
    };
    assert_eq!((chosen(0), chosen(shown.stills() - 1)), (0, 4));
}

#[test]
fn a_slider_stretches_the_same_jobs_under_the_playhead() {
    let mut race = open(SMALL);
    race.change(Change::Clock(Beat::Seek(race.clock.end() * 0.4)));
    let (still, ids) = (race.still(), |race: &Played<Race>| shown(race).runs[0].stills.jobs.iter().map(|job| job.size).collect::<Vec<_>>());
    let before = ids(&race);
    race.change(Change::Edit(Edit::Type("workload.shape".to_owned(), "0.5".to_owned())));
    answer(&mut race);
    let after = ids(&race);
    assert!(race.still().abs_diff(still) <= 1, "{} and {still}", race.still());
    // The same random numbers: who was larger than another is so still.
    let rank = |sizes: &[f64]| {
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by(|a, b| sizes[*a].total_cmp(&sizes[*b]));
        order
    };
    assert!(before != after && rank(&before) == rank(&after));
    race.change(super::stage::drawn_anew(&race.bench.scenario));
    assert_eq!(race.bench.scenario.seed, 27);
}

#[test]
fn no_more_jobs_are_asked_than_can_be_watched() {
    let mut race = open(SMALL);
    race.change(Change::Edit(Edit::Type("workload.count".to_owned(), "50000".to_owned())));
    assert_eq!(race.bench.text("workload.count"), "20000");
}

#[test]
fn a_link_with_too_many_policies_shows_four() {
    let policies = |query: &str| {
        let mut race = Played::<Race>::open(false);
        race.follow(Link::read::<Race>(query).map_err(Fault::from));
        assert_eq!(race.bench.scenario, scenario(Some(query), None).unwrap(), "{query}");
        race.bench.scenario.policies.join(",")
    };
    assert_eq!(policies("v=1&workload.count=500"), "fifo,ps,srpte,fspe+ps", "in place of the usual ones");
    assert_eq!(policies("v=1&policies=las,psbs,fspe,srpt,fifo"), "las,psbs,fspe,srpt");
}

#[test]
fn a_late_job_that_holds_back_many_is_found_and_told_of() {
    let mut race = open(SMALL);
    let shown = shown(&race);
    assert!(shown.blocks(), "or the draw shows nothing");
    race.change(Change::Find);
    let still = race.still();
    let blocked: Vec<_> = shown.runs.iter().filter_map(|run| Some((run, run.blocker(still)?.job))).collect();
    assert!(blocked.iter().any(|(_, job)| race.selected == Some(*job)));
    let said = race.headline();
    assert!(blocked.iter().any(|(run, _)| said[0].contains(&format!("Under {} ", run.name))), "{said:?}");
    assert!(said[0].contains("wait behind one late job"), "{said:?}");
    for (run, _) in blocked {
        assert!(words::late(run, still).unwrap().contains("is late: guessed "));
        assert!(words::left(run, still).starts_with("none left since t = "));
    }
    race.change(Change::Clock(Beat::Play(true)));
    assert!(race.headline()[0].contains("many jobs wait behind one late job"), "no number that changes in every frame");
}

#[test]
fn lanes_have_the_same_work_only_on_one_server() {
    let mut race = open(SMALL);
    race.change(Change::Clock(Beat::Seek(race.clock.end() * 0.5)));
    assert!(race.headline()[1].contains(" units in every lane"), "{:?}", race.headline());
    race.change(Change::Edit(Edit::Type("system.servers".to_owned(), "4".to_owned())));
    answer(&mut race);
    assert!(!words::alike(&race) && !race.headline()[0].contains("same work"), "{:?}", race.headline());
}

#[test]
fn a_link_holds_the_draw_and_the_instant() {
    let mut race = open(SMALL);
    race.change(Change::Clock(Beat::Seek(race.clock.end() * 0.3)));
    race.change(Change::Select(Some(7)));
    let link = race.link().write();
    let opened = open(&link);
    assert_eq!((opened.still(), opened.selected, &opened.bench.scenario), (race.still(), Some(7), &race.bench.scenario), "{link}");
    assert_eq!(opened.link().write(), link);
}

#[test]
fn what_is_asked_about_can_be_moved() {
    let mut race = open(SMALL);
    race.change(Change::Own(Gesture::Ask(Quantity::Slowdown, 3.0)));
    race.change(Change::Own(Gesture::Ask(Quantity::Slowdown, f64::NAN)));
    race.change(Change::Own(Gesture::Tail(Quantity::Sojourn, true)));
    assert_eq!((race.own.above[0], race.own.tails), (3.0, [false, true]));
    assert_eq!(crate::asked::words(Quantity::Slowdown, 3.0), "slowed more than 3×");
}

#[test]
fn every_field_of_the_bar_is_a_number() {
    let scenario = Race::ABOUT.presets[0].scenario();
    for field in Race::bar(&scenario) {
        let part = Part::of(scenario.kind(), field).unwrap_or_else(|| panic!("{field}"));
        assert!(matches!(part.form, Form::Whole | Form::Number) && !part.stops.is_empty(), "{field}");
    }
    for preset in Race::ABOUT.presets {
        let scenario = preset.scenario();
        assert!(scenario.policies.len() <= Race::ABOUT.most && scenario.replications == 1, "{}", preset.name);
        Study::new(scenario, |_| unreachable!("no file")).unwrap();
    }
}
