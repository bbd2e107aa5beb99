//! Whole pictures: what they hold, and that no data keeps them from being drawn.

use super::*;
use plotters::backend::SVGBackend;
use schedscope::cluster::Ending;
use schedscope::metrics::Ecdf;
use schedscope::server::Timeline;
use schedscope::world::World as _;
use schedscope_core::exhibit::{EXAMPLES, example};
use schedscope_core::experiment::{Figures, Plan, PolicyReport, Report, Scenario, Study, run_all};
use schedscope_core::pictures::cluster::{ClusterRuns, believed_sizes, classes, load};
use schedscope_core::pictures::datacenter::{DatacenterRuns, Selected};
use schedscope_core::pictures::ordering::OrderRuns;
use schedscope_core::pictures::{Quantity, Sight, distribution, distributions, means};
use schedscope_core::plot::{
    Axis, Bar, Bars, Boxes, Dash, Estimate, Estimates, Form, Heat, Hue, Lane, Line, Lines, Look, Names, Panel, Picture, Plot, Quartiles,
    Series, Span, Spans, Style, look_of,
};
use std::cell::RefCell;

const SIZES: [(u32, u32); 6] = [(1, 1), (100, 60), (40, 400), (400, 40), (320, 240), (900, 500)];

/// What comes of drawing at a scale, whatever is drawn.
fn upon<T>(size: (u32, u32), mode: Mode, scale: f64, draw: impl FnOnce(&Pen<'_>) -> T) -> T {
    let mut text = String::new();
    let ink = RefCell::new(SVGBackend::with_string(&mut text, size));
    draw(&Pen::new(&ink, Theme::of(mode), scale))
}

fn report(scenario: Scenario) -> Report {
    let study = Study::new(scenario, |_| unreachable!("no file")).unwrap();
    Report::new(&study, run_all(&study, false, |_| {}).unwrap().0)
}

fn report_svg(size: (u32, u32), report: &Report) -> Result<String, ChartError> {
    picture_svg(size, &distributions(report))
}

fn report_png(size: (u32, u32), report: &Report) -> Result<Vec<u8>, ChartError> {
    picture_png(size, &distributions(report))
}

fn synthetic(count: u32) -> Scenario {
    Scenario::from_query(&format!("workload.count={count}")).unwrap()
}

fn all(row: &mut PolicyReport) -> &mut Figures {
    &mut row.jobs.as_mut().unwrap().all
}

fn timelines(scenario: Scenario) -> Vec<Timeline> {
    let study = Study::new(scenario, |_| unreachable!("no file")).unwrap();
    let Plan::Server(plan) = study.plan() else { panic!("one server") };
    let workload = plan.workload(0);
    plan.policies.iter().map(|policy| Timeline::record(&plan.config, &workload, policy).unwrap()).collect()
}

#[test]
fn svg_names_each_policy() {
    let report = report(synthetic(300));
    let text = report_svg((1200, 600), &report).unwrap();
    for row in &report.policies {
        assert!(text.contains(&format!("\n{}\n", row.policy.row().name)), "{}", row.policy);
    }
    assert!(text.starts_with("<svg width=\"1200\" height=\"600\" viewBox=\"0 0 4800 2400\"") && text.trim_end().ends_with("</svg>"));
    assert!(text.contains("#FFFFFF") && text.contains("sans-serif") && !text.contains("NaN"));
}

#[test]
fn a_card_says_what_came_out_around_its_picture() {
    let words = Card {
        sentence: "On your 300 jobs PSBS needs 12 % [11, 13] of FIFO’s mean sojourn; with estimates twice as bad 14 %.".to_owned(),
        shows: "Mean sojourn: from arrival to completion".to_owned(),
        whence: "300 jobs × 20 replications · seed 1".to_owned(),
        place: "schedscope · example.org".to_owned(),
    };
    let picture = means(&report(synthetic(300)), &|mean| format!("{mean:.1}"));
    for size in SIZES {
        upon(size, Mode::Dark, 1.0, |pen| card(pen, &words, &picture)).unwrap();
    }
    let text = svg((800, 420), Theme::of(Mode::Light), |pen| card(pen, &words, &picture)).unwrap();
    let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} in {text}"));
    assert!(place("On your 300 jobs") < place("twice as bad 14 %.") && place("from arrival") > 0 && place("seed 1") < place("SRPT"));
    assert!(text.contains("example.org"));
}

#[test]
fn png_is_one_of_twice_the_size() {
    let bytes = report_png((300, 200), &report(synthetic(50))).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!((&bytes[16..20], &bytes[20..24]), (&600_u32.to_be_bytes()[..], &400_u32.to_be_bytes()[..]));
}

#[test]
fn png_has_letters() {
    let of = |words: &str| picture_png((200, 60), &Picture::note(words)).unwrap();
    assert_ne!(of("nothing to compare"), of("no jobs to show"));
}

#[test]
fn impossible_sizes_are_errors() {
    let report = report(synthetic(10));
    for size in [(0, 10), (10, 0), (5000, 10), (u32::MAX, u32::MAX)] {
        assert_eq!(report_svg(size, &report), Err(ChartError::Size { width: size.0, height: size.1 }));
        assert!(report_png(size, &report).is_err());
    }
}

#[test]
fn degenerate_reports_are_drawn() {
    let mut reports = vec![report(synthetic(1)), report(synthetic(60))];
    let base = reports[1].clone();
    let steps: [Vec<(f64, f64)>; 8] = [
        vec![],
        vec![(0.0, 1.0)],
        vec![(3.0, 1.0)],
        vec![(2.0, 0.5), (2.0, 1.0)],
        vec![(f64::NAN, 0.5), (f64::INFINITY, 1.0)],
        vec![(-1.0, 0.2), (0.0, 0.4), (5.0, f64::NAN), (6.0, 1.0)],
        vec![(1e-300, 0.5), (1e300, 1.0)],
        vec![(1e-320, 0.5), (f64::MAX, 1.0)],
    ];
    for steps in steps {
        let mut odd = base.clone();
        for (i, row) in odd.policies.iter_mut().enumerate() {
            let ecdf = Ecdf { count: if i == 0 { u64::MAX } else { 0 }, steps: steps.clone() };
            all(row).sojourn_ecdf = ecdf.clone();
            all(row).slowdown_ecdf = ecdf;
        }
        reports.push(odd);
    }
    let mut empty = base;
    empty.policies.clear();
    reports.push(empty);
    for report in &reports {
        for size in SIZES {
            report_svg(size, report).unwrap();
        }
        for what in [distribution(report, Quantity::Slowdown, None, &Sight::default()), means(report, &|mean| mean.to_string())] {
            for scale in [0.0, f64::NAN, 1.0, 50.0] {
                upon((320, 240), Mode::Dark, scale, |pen| picture(pen, &what)).unwrap();
            }
        }
        report_png((90, 50), report).unwrap();
    }
}

#[test]
fn all_examples_are_drawn_at_all_sizes() {
    for example in EXAMPLES {
        let key = example.key;
        for run in timelines(example.scenario()) {
            let whole = TimelineFrame::around([&run]);
            for (i, size) in SIZES.into_iter().enumerate() {
                let frame = TimelineFrame { playhead: whole.end * i as f64 / 5.0, ..whole.clone() };
                let text = svg(size, Theme::of(Mode::Dark), |pen| timeline(pen, TimelineContents::alone(&run), &frame)).unwrap();
                assert!(!text.contains("NaN"), "{key}");
            }
            let text = svg((620, 400), Theme::of(Mode::Light), |pen| timeline(pen, TimelineContents::alone(&run), &whole)).unwrap();
            assert!((1..=run.jobs.len()).all(|job| text.contains(&format!("J{job}"))), "{key} {}", run.policy);
            assert_eq!(key.starts_with("under-"), text.contains("\nlate"), "{key} {}", run.policy);
        }
    }
}

/// All kinds of curves, with an odd cursor, and lanes of other jobs.
fn odd_frame(i: usize) -> TimelineFrame {
    let lane = |full: f64| super::Lane { id: 1, full };
    let lanes = [vec![], vec![lane(f64::NAN), lane(0.0)], (0..30).map(|_| lane(f64::INFINITY)).collect::<Vec<_>>()][i % 3].clone().into();
    let curves = [Curves::Lanes, Curves::Remaining, Curves::Attained][i % 3];
    let cursor = [None, Some(f64::NAN), Some(3.0), Some(f64::INFINITY)][i % 4];
    TimelineFrame {
        curves,
        cursor,
        hidden: i % 2 == 1,
        most: [0, 1, u32::MAX][i % 3],
        lanes,
        selected: Some(1),
        lit: Some(1),
        ..TimelineFrame::around([])
    }
}

#[test]
fn the_name_of_the_other_policy_stays_beside_the_curves() {
    // Under FIFO the jobs leave one after the other, under PS all at the end, where the curves are farthest apart.
    let jobs = ["{arrival=0.0,size=1.0}"; 12].join(",");
    let runs = timelines(Scenario::from_query(&format!("policies=ps,fifo&workload.jobs=[{jobs}]")).unwrap());
    let (run, other) = (&runs[0], &runs[1]);
    let contents = TimelineContents { other: Some((other, look_of(&other.policy.choice()))), ..TimelineContents::alone(run) };
    let frame = TimelineFrame::around([run, other]);
    let text = svg((300, 500), Theme::of(Mode::Light), |pen| timeline(pen, contents, &frame)).unwrap();
    let half = upon((9, 9), Mode::Light, 1.0, |pen| pen.width("FIFO", 12.0)) / 2.0;
    let (x, _) = text_at(&text, "FIFO");
    // The axis ends 40 pixels from the right.
    assert!(x + half <= 260.0, "{x} and {half}");
}

#[test]
fn a_hidden_future_is_not_drawn() {
    let run = &timelines(example("under-estimated").unwrap().scenario())[0];
    let whole = TimelineFrame::around([run]);
    for curves in [Curves::Lanes, Curves::Remaining, Curves::Attained] {
        let draw = |hidden| {
            let frame = TimelineFrame { playhead: 0.5, curves, hidden, ..whole.clone() };
            svg((620, 400), Theme::of(Mode::Light), |pen| timeline(pen, TimelineContents::alone(run), &frame)).unwrap()
        };
        let (shown, hidden) = (draw(false), draw(true));
        assert!(shown.contains("J3"), "{curves:?}");
        assert!(!hidden.contains("J2") && !hidden.contains("J3") && !hidden.contains("late") && hidden.contains('?'), "{curves:?}");
    }
}

#[test]
fn layers_hold_what_a_whole_picture_does() {
    let runs = timelines(example("under-estimated").unwrap().scenario());
    let (run, other) = (&runs[0], &runs[1]);
    let theme = Theme::of(Mode::Light);
    let frame = TimelineFrame { playhead: 28.5, selected: Some(4), ..TimelineFrame::around(&runs) };
    let shown =
        TimelineContents { other: Some((other, look_of(&other.policy.choice()))), ghost: Some((other, 1)), ..TimelineContents::alone(run) };
    let layer = |layer| svg((460, 560), theme, |pen| timeline_layer(pen, (shown, &frame), layer)).unwrap();
    let whole = svg((460, 560), theme, |pen| timeline(pen, shown, &frame)).unwrap();
    let (past, future, over) = (layer(Layer::Past), layer(Layer::Future), layer(Layer::Over));
    let now = svg((460, 560), theme, |pen| timeline_now(pen, shown, &frame)).unwrap();
    for (words, part) in
        [("J1", &past), ("J6", &future), ("nothing may interrupt it", &over), ("later", &over), ("FSPE+PS", &over), ("in the system", &now)]
    {
        assert!(part.contains(words) && whole.contains(words), "{words}");
    }
    assert!(!past.contains("nothing may interrupt it") && !over.contains("in the system"), "each is in one layer");
    let axis = TimelineFrame { curves: Curves::Remaining, ..frame.clone() };
    let beyond = svg((460, 560), theme, |pen| timeline_now(pen, shown, &axis)).unwrap();
    assert!(beyond.contains("J1 believed −27.5 ↓"), "what has left the axis is told where it is");
    let titles = svg((124, 560), theme, |pen| timeline_titles(pen, (&run.jobs, &run.ids), &frame)).unwrap();
    assert!(titles.contains("size 40") && titles.contains("guessed 1") && titles.contains("decisions"));
}

#[test]
fn a_picture_without_titles_says_which_job_is_the_giant() {
    let runs = timelines(example("under-estimated").unwrap().scenario());
    let frame = TimelineFrame { playhead: 20.0, ..TimelineFrame::around(&runs) };
    for (run, size) in runs.iter().flat_map(|run| [(440, 190), (390, 420), (600, 150)].map(|size| (run, size))) {
        let drawn = |sizes: bool, frame: &TimelineFrame| {
            let contents = TimelineContents { sizes, ..TimelineContents::alone(run) };
            svg(size, Theme::of(Mode::Light), |pen| timeline(pen, contents, frame)).unwrap()
        };
        let said = drawn(true, &frame);
        assert!(said.contains("\nsize 40, guessed 1\n") && !drawn(false, &frame).contains("guessed"), "{} {size:?}", run.policy);
        let (x, y) = text_at(&said, "size 40, guessed 1");
        assert!(x > 38.0 && x < f64::from(size.0) - 100.0 && y > 30.0, "{} {size:?}: {x} {y}", run.policy);
        assert!(!drawn(true, &TimelineFrame { hidden: true, ..frame.clone() }).contains("guessed"), "what is asked is not told");
    }
}

#[test]
fn a_bracket_over_late_jobs_speaks_of_all_of_them() {
    let mut scenario = example("under-estimated").unwrap().scenario();
    // Long after the first job, which is late, another is.
    let mut job = scenario.get("workload.jobs.5").unwrap();
    let fields = [("arrival", 90.0), ("size", 20.0), ("estimate", 1.0)];
    job.as_table_mut().unwrap().extend(fields.map(|(name, value)| (name.to_owned(), value.into())));
    scenario.set("workload.jobs.5", Some(job)).unwrap();
    let run = &timelines(scenario)[0];
    let drawn = svg((620, 400), Theme::of(Mode::Light), |pen| timeline(pen, TimelineContents::alone(run), &TimelineFrame::around([run])));
    assert!(drawn.unwrap().contains("J1 and J6 are late: nothing may interrupt them"));
}

#[test]
fn a_job_keeps_its_name_when_it_arrives_later() {
    let mut scenario = example("two-jobs").unwrap().scenario();
    let mut job = scenario.get("workload.jobs.0").unwrap();
    job["arrival"] = 9.0.into();
    scenario.set("workload.jobs.0", Some(job)).unwrap();
    let run = &timelines(scenario)[0];
    assert_eq!(run.jobs[0].id, 2);
    let text =
        svg((620, 400), Theme::of(Mode::Light), |pen| timeline(pen, TimelineContents::alone(run), &TimelineFrame::around([run]))).unwrap();
    assert!(text.contains(&Theme::of(Mode::Light).css_job(1).to_uppercase()) && text.find("J2").unwrap() < text.find("J1").unwrap());
}

#[test]
fn degenerate_timelines_are_drawn() {
    let mut runs = timelines(synthetic(1));
    runs.extend(timelines(synthetic(500)).into_iter().take(5));
    let mut odd = runs[0].clone();
    odd.jobs.clear();
    runs.push(odd);
    let mut odd = runs[0].clone();
    odd.snapshots.iter_mut().flat_map(|s| &mut s.jobs).for_each(|curve| {
        curve.remaining = f64::NAN;
        curve.share = f64::INFINITY;
        curve.virtual_remaining = Some(f64::NEG_INFINITY);
    });
    runs.push(odd);
    runs.push(Timeline { jobs: vec![], completions: vec![], snapshots: vec![], events: vec![], ..runs[0].clone() });
    let numbers = [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 1.0, f64::MAX];
    for run in &runs {
        for (i, &playhead) in numbers.iter().enumerate() {
            for (end, top) in [(numbers[i], 10.0), (10.0, numbers[i]), (numbers[5 - i], numbers[i])] {
                let frame = TimelineFrame { playhead, end, top, bottom: numbers[5 - i], ..odd_frame(i) };
                svg((320, 200), Theme::of(Mode::Light), |pen| timeline(pen, TimelineContents::alone(run), &frame)).unwrap();
            }
        }
        png((100, 60), Theme::of(Mode::Light), |pen| timeline(pen, TimelineContents::alone(run), &TimelineFrame::around([run]))).unwrap();
    }
}

#[test]
fn all_panels_have_one_scale() {
    let runs = timelines(example("under-estimation").unwrap().scenario());
    let alone: Vec<f64> = runs.iter().map(|run| TimelineFrame::around([run]).bottom).collect();
    assert_eq!(alone, [-20.0, 0.0], "SRPTE believes in less than nothing, FSPE+PS does not");
    assert_eq!(TimelineFrame::around(&runs).bottom, -20.0);
}

#[test]
fn legends_have_the_order_of_the_rows() {
    let report = report(synthetic(300));
    let text = picture_svg((1100, 400), &distributions(&report)).unwrap();
    let places: Vec<_> = report.policies.iter().map(|row| text.find(&format!("\n{}\n", row.policy.row().name))).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{places:?}");
}

#[test]
fn names_stand_along_curves_that_run_alone() {
    let report = report(synthetic(300));
    let text = picture_svg((700, 400), &distribution(&report, Quantity::Slowdown, None, &Sight::default())).unwrap();
    let named = report.policies.iter().filter(|row| text.contains(&format!("\n{}\n", row.policy.row().name))).count();
    assert!(named > report.policies.len() / 2, "{named}");
}

#[test]
fn pictures_say_what_they_show() {
    let mut scenario = synthetic(300);
    scenario.set("workload.shape", Some(1.0.into())).unwrap();
    let mut report = report(scenario);
    let text = report_svg((1200, 600), &report).unwrap();
    assert!(text.contains("300 jobs · shape 1 · sigma 0.5 · load 0.9 · seed 1") && !text.contains("million"));
    all(&mut report.policies[0]).slowdown_ecdf.steps.push((1e7, 1.0));
    assert!(report_svg((1200, 600), &report).unwrap().contains("slowdown up to a million"));
    report.scenario.set("workload.jobs", Some("[{ arrival = 0.0, size = 1.0 }]".parse().unwrap())).unwrap();
    assert!(!report_svg((1200, 600), &report).unwrap().contains("sigma"), "given jobs have their own sizes");
}

#[test]
fn a_long_timeline_is_thinned() {
    let run = &timelines(synthetic(2000))[1];
    let text =
        svg((300, 200), Theme::of(Mode::Light), |pen| timeline(pen, TimelineContents::alone(run), &TimelineFrame::around([run]))).unwrap();
    assert!(text.matches('<').count() < 20_000, "{}", text.matches('<').count());
}

fn cluster_runs(query: &str) -> (ClusterRuns, Report) {
    let study = Study::new(Scenario::from_query(query).unwrap(), |_| unreachable!("no file")).unwrap();
    let Plan::Cluster(plan) = study.plan() else { panic!("{query} is no cluster") };
    let record = |policy| schedscope::cluster::Timeline::record(&plan.config, &plan.workload(0), policy).unwrap().0;
    let runs = ClusterRuns::new(plan.policies.iter().map(record).collect(), study.choices());
    (runs, Report::new(&study, run_all(&study, false, |_| {}).unwrap().0))
}

fn glance(runs: &ClusterRuns, which: usize) -> Glance {
    Glance { which, playhead: 40.0, lit: runs.ids().first().copied(), from: 0.0, until: runs.end, page: 0 }
}

fn cluster_pictures(size: (u32, u32), runs: &ClusterRuns, report: &Report) -> Vec<String> {
    let theme = Theme::of(Mode::Dark);
    let draw = |what: &Picture| svg(size, theme, |pen| picture(pen, what)).unwrap();
    let mut pictures = vec![draw(&load(runs))];
    // One more than there are: it says that there is none.
    for which in 0..=runs.runs.len() {
        pictures.push(svg(size, theme, |pen| cluster_run(pen, runs, glance(runs, which))).unwrap());
        pictures.push(draw(&believed_sizes(runs, which)));
        pictures.push(draw(&classes(report, which)));
    }
    pictures
}

/// A small run with every way in which a task can lose its slot.
const CLUSTER: &str = "system.kind=cluster&workload.mix=test&workload.count=12&system.machines=4&system.changes=[{time=200.0,machine=1,joins=false},{time=400.0,machine=1,joins=true}]&policies=fifo,fair[preemption=kill,fair-share-timeout=20],hfsp[preemption=suspend]";

#[test]
fn a_run_is_its_past_and_its_future_side_by_side() {
    let (runs, _) = cluster_runs(CLUSTER);
    let (size, scale) = ((900, 400), f64::from(DETAIL));
    for which in 0..runs.runs.len() {
        let now = Glance { playhead: runs.end / 3.0, ..glance(&runs, which) };
        let drawn = |playhead: f64| {
            let text = svg(size, Theme::of(Mode::Light), |pen| cluster_run(pen, &runs, Glance { playhead, ..now })).unwrap();
            text.lines().filter(|line| line.starts_with("<rect")).map(str::to_owned).collect::<Vec<_>>()
        };
        let (whole, past, future) = (drawn(now.playhead), drawn(f64::INFINITY), drawn(f64::NEG_INFINITY));
        let fine = (f64::from(size.0) * scale, f64::from(size.1) * scale);
        let cut = playhead_at(fine, scale, &runs, now);
        let number = |rect: &str, name: &str| -> f64 {
            let (_, rest) = rect.split_once(&format!(" {name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let mut sides = [0; 2];
        for rect in &whole {
            let (left, width) = (number(rect, "x"), number(rect, "width"));
            // What ends or begins where time stands is a part of a task that runs.
            if left + width < cut - 2.0 * scale {
                sides[0] += usize::from(!future.contains(rect));
                assert!(past.contains(rect), "{rect}");
            } else if left > cut + 2.0 * scale {
                sides[1] += usize::from(!past.contains(rect));
                assert!(future.contains(rect), "{rect}");
            }
        }
        assert!(sides.iter().all(|differ| *differ > 10), "the two differ: {sides:?}");
    }
}

#[test]
fn a_cluster_is_drawn_at_all_sizes() {
    let (runs, report) = cluster_runs(CLUSTER);
    let bars = || runs.runs.iter().flat_map(|run| &run.timeline.bars);
    for end in [Ending::Completed, Ending::Suspended, Ending::Killed, Ending::Lost] {
        assert!(bars().any(|bar| bar.end == end), "no bar ends {end:?}");
    }
    for size in SIZES {
        for text in cluster_pictures(size, &runs, &report) {
            assert!(!text.contains("NaN") && !text.contains("inf"), "{size:?}");
        }
    }
    let pictures = cluster_pictures((620, 400), &runs, &report);
    assert!(runs.runs.iter().all(|run| pictures[0].contains(&format!("\n{}: at most", run.name))), "each line of the load has its name");
    assert!(pictures[1].contains("8 map slots") && pictures[1].contains("reduce") && pictures[1].contains("\nmedium\n"));
    let with_axis = [1, 4, 7].map(|run| pictures[run].contains("time (s)"));
    assert_eq!(with_axis, [false, false, true], "runs below each other have one axis of time");
    assert!(pictures[2].contains("FIFO does not use job sizes"), "FIFO has no virtual sizes");
    assert!(pictures[8].contains("virtual size of maps (s)") && pictures[8].contains("\nJ1\n"));
    assert!(pictures[9].contains("log scale") && pictures[9].contains("bin 4 (large)"));
}

#[test]
fn a_part_of_the_time_shows_what_happens_in_it() {
    let (runs, _) = cluster_runs(CLUSTER);
    let theme = Theme::of(Mode::Light);
    let drawn = |glance: Glance| svg((620, 400), theme, |pen| cluster_run(pen, &runs, glance)).unwrap();
    let whole = glance(&runs, 0);
    let (from, until) = (0.3 * runs.end, 0.6 * runs.end);
    let part = Glance { from, until, lit: None, ..whole };
    let complete = runs.runs[0].timeline.jobs.iter().filter(|job| (from..=until).contains(&job.completion)).count();
    assert!((1..12).contains(&complete), "{complete}");
    // A ring is a dot and a circle.
    assert_eq!(drawn(part).matches("<circle").count(), 2 * complete);
    assert_eq!(drawn(Glance { lit: None, ..whole }).matches("<circle").count(), 2 * 12);
    let size = (620.0, 400.0);
    let ends = [0.0, 620.0].map(|x| time_at(x, size, &runs, part));
    assert_eq!(ends, [from, until], "what lies beside the axis is its end");
    let middle = time_at(f64::midpoint(96.0, 620.0 - 84.0), size, &runs, part);
    assert!((middle - f64::midpoint(from, until)).abs() < 1e-6 * runs.end, "{middle}");
}

#[test]
fn what_begins_when_a_part_of_the_time_ends_is_no_part_of_it() {
    let (runs, _) = cluster_runs(CLUSTER);
    let drawn = |until: f64| {
        let part = Glance { until, lit: None, ..glance(&runs, 0) };
        svg((620, 400), Theme::of(Mode::Light), |pen| cluster_run(pen, &runs, part)).unwrap().matches("<rect").count()
    };
    let begins = runs.runs[0].timeline.bars.iter().map(|bar| bar.from).find(|from| *from > 0.5 * runs.end).unwrap();
    let [before, then, after] = [1.0 - 1e-9, 1.0, 1.0 + 1e-9].map(|factor| drawn(begins * factor));
    assert!(before == then && then < after, "{before}, {then}, {after}");
}

#[test]
fn a_page_of_lanes_has_its_own_jobs() {
    let query =
        "system.kind=cluster&workload.mix=dev&workload.count=30&system.machines=4&system.map_slots=1&system.reduce_slots=1&policies=fair";
    let (runs, _) = cluster_runs(query);
    let theme = Theme::of(Mode::Light);
    for page in 0..runs.pages() {
        let glance = Glance { lit: None, page, ..glance(&runs, 0) };
        let text = svg((900, 400), theme, |pen| cluster_run(pen, &runs, glance)).unwrap();
        let named: Vec<u64> = runs.ids().into_iter().filter(|id| text.contains(&format!("\nJ{id}\n"))).collect();
        assert_eq!(named, runs.page(page), "page {page}");
        assert_eq!(job_at((300.0, 5.0), (900.0, 400.0), &runs, glance), Some(runs.page(page)[0]));
    }
}

#[test]
fn slots_without_lanes_have_shades_of_sizes_and_no_colours_of_jobs() {
    let (runs, _) = cluster_runs("system.kind=cluster&workload.mix=test&workload.count=14&system.machines=20&policies=fair");
    assert!(!runs.in_lanes());
    let theme = Theme::of(Mode::Light);
    let drawn = |lit: Option<u64>| {
        let glance = Glance { lit, playhead: runs.end, ..glance(&runs, 0) };
        svg((900, 400), theme, |pen| cluster_run(pen, &runs, glance)).unwrap().to_lowercase()
    };
    let text = drawn(None);
    assert!(text.contains(&theme.classes[3].css()) && !text.contains(&theme.lit.css()));
    assert!((0..3 * schedscope_core::plot::Colour::JOBS).all(|job| !text.contains(&theme.job(job).css())), "no colour of a job");
    assert!(drawn(Some(runs.ids()[5])).contains(&theme.lit.css()), "the lit job is lit");
}

fn datacenter_runs() -> DatacenterRuns {
    let query = "system.kind=datacenter&system.workers=24&workload.like=google&workload.count=80&workload.load=0.9&policies=hawk";
    let study = Study::new(Scenario::from_query(query).unwrap(), |_| unreachable!("no file")).unwrap();
    let Plan::Datacenter(plan) = study.plan() else { panic!("a datacenter") };
    let record = |policy| schedscope::datacenter::Timeline::record(&plan.config, &plan.workload(0), policy, |_| {}).unwrap().0;
    DatacenterRuns::new(plan.policies.iter().map(record).collect(), study.choices())
}

#[test]
fn a_worker_that_waits_for_a_task_is_marked() {
    let runs = datacenter_runs();
    let timeline = &runs.runs[0].timeline;
    let stint = timeline.stints.iter().find(|stint| !stint.running).unwrap();
    let time = f64::midpoint(stint.from, stint.to) - timeline.begin();
    let place = Place { run: 0, time, lit: Some(Selected::Worker(stint.worker)), moving: false };
    let theme = Theme::of(Mode::Light);
    // Above the name of the job, in the upper half of a box of 34 that begins at 16.
    let queue = svg((400, 90), theme, |pen| worker_queue(pen, &runs, place)).unwrap();
    assert!((16.0..33.0).contains(&text_at(&queue, "?").1), "{:?}", text_at(&queue, "?"));
    // A third of a cell, which is no larger than 52.
    let grid = svg((400, 300), theme, |pen| worker_grid(pen, &runs, place)).unwrap();
    let Rgb(red, green, blue) = theme.muted;
    let colour = format!("fill=\"#{red:02X}{green:02X}{blue:02X}\"");
    let height = |tag: &str| tag.split(" height=\"").nth(1)?.split('"').next()?.parse::<f64>().ok();
    let marks: Vec<f64> =
        grid.split("<rect").filter(|tag| tag.split('>').next().is_some_and(|tag| tag.contains(&colour))).filter_map(height).collect();
    let most = 52.0 / 3.0 * f64::from(DETAIL);
    assert!(!marks.is_empty() && marks.iter().all(|height| *height <= most), "{marks:?}");
}

#[test]
fn a_queue_is_told_in_words_where_there_is_room() {
    let runs = datacenter_runs();
    let timeline = &runs.runs[0].timeline;
    let time = timeline.placed[0].came;
    let waits = |worker: u32| timeline.queue(worker, time).count();
    let worker = (0..24).max_by_key(|worker| waits(*worker)).unwrap();
    let place = Place { run: 0, time: time - timeline.begin(), lit: Some(Selected::Worker(worker)), moving: false };
    let drawn = |width: u32| svg((width, 90), Theme::of(Mode::Light), |pen| worker_queue(pen, &runs, place)).unwrap();
    let says = |width: u32, words: &str| drawn(width).contains(&format!("\n{words}\n"));
    let (words, brief) = (format!("{} in the queue, in order of arrival", waits(worker)), waits(worker).to_string());
    // It begins after the slot, at 50.
    let room = 50 + upon((9, 9), Mode::Light, 1.0, |pen| pen.width(&words, 11.0)).ceil() as u32;
    assert!(says(room, &words) && says(room - 2, &brief) && !says(room - 2, &words), "{words}");
}

#[test]
fn tasks_that_the_scheduler_places_are_arrows() {
    let runs = datacenter_runs();
    let timeline = &runs.runs[0].timeline;
    let placed = timeline.placed[0];
    let of = timeline.placed.iter().filter(|other| other.job == placed.job);
    let workers: std::collections::BTreeSet<u32> = of.clone().map(|placed| placed.worker).collect();
    let theme = Theme::of(Mode::Light);
    let drawn = |time: f64| {
        let place = Place { run: 0, time: time - timeline.begin(), lit: Some(Selected::Job(placed.job)), moving: false };
        svg((620, 500), theme, |pen| worker_rows(pen, &runs, place)).unwrap()
    };
    let text = drawn(placed.came);
    let tasks = of.count();
    let words = if tasks == 1 { "1 task placed".to_owned() } else { format!("{tasks} tasks placed") };
    assert!(text.contains(&words), "{words}");
    // A head each; bars that are cut are polygons too.
    let heads = |text: &str| text.matches("<polygon").count();
    let before = drawn(placed.sent - 1e-6);
    assert!(heads(&text) >= heads(&before) + workers.len(), "{} arrows to {} workers", heads(&text), workers.len());
    assert!(!before.contains("placed"), "nothing is on its way yet");
}

#[test]
fn what_an_order_keeps_is_written_where_columns_are_wider_than_a_number() {
    let query = "system.kind=ordering&workload.graph=random&workload.count=10&policies=greedy";
    let study = Study::new(Scenario::from_query(query).unwrap(), |_| unreachable!("no file")).unwrap();
    let Plan::Ordering(plan) = study.plan() else { panic!("tasks in an order") };
    let order = plan.record(&plan.draw(0), 0, &mut |_| ()).unwrap().0;
    let runs = OrderRuns::new(vec![order], study.choices(), plan.objective);
    // Ten columns within six pixels on either side; a digit is 6.82 wide, with a pixel of air.
    let numbers = |column: u32| {
        let text = svg((12 + 10 * column, 200), Theme::of(Mode::Light), |pen| order_strip(pen, &runs, OrderGlance::default())).unwrap();
        let height = |tag: &str| tag.split(" y=\"").nth(1).unwrap().split('"').next().unwrap().parse::<f64>().unwrap() / f64::from(DETAIL);
        // Names and spans of tasks are above, numbers of steps below.
        text.split("<text").skip(1).filter(|tag| (103.0..185.0).contains(&height(tag))).count()
    };
    assert!(numbers(7) == 0 && numbers(8) > 4, "{} {}", numbers(7), numbers(8));
}

#[test]
fn degenerate_clusters_are_drawn() {
    let (runs, report) = cluster_runs("system.kind=cluster&workload.mix=test&workload.count=2&policies=hfsp");
    let mut odd = runs.clone();
    let timeline = &mut odd.runs[0].timeline;
    timeline.bars[0].from = f64::NAN;
    timeline.bars[1].slot = u32::MAX;
    timeline.bars[2].job = u32::MAX;
    timeline.believed[0].sizes = vec![(u32::MAX, 0, 1.0), (0, 0, f64::NAN), (0, 0, f64::INFINITY)];
    timeline.load.push((f64::NAN, u32::MAX));
    let mut empty = runs.clone();
    let timeline = &mut empty.runs[0].timeline;
    (timeline.bars, timeline.jobs, timeline.load, timeline.believed) = (vec![], vec![], vec![], vec![]);
    let none = ClusterRuns { runs: vec![], end: f64::NAN, most: 0, size: f64::INFINITY };
    let huge = ClusterRuns { end: f64::NAN, most: u32::MAX, size: f64::INFINITY, ..runs.clone() };
    for runs in [runs, odd, empty, none, huge] {
        for size in SIZES {
            cluster_pictures(size, &runs, &report);
        }
    }
}

#[test]
fn slots_are_thinned_to_pixels() {
    let (runs, _) = cluster_runs("system.kind=cluster&workload.mix=prod&workload.count=100&policies=fair");
    assert!(runs.runs[0].timeline.bars.len() > 10_000);
    let text = svg((300, 100), Theme::of(Mode::Light), |pen| cluster_run(pen, &runs, glance(&runs, 0))).unwrap();
    assert!(text.matches('<').count() < 30_000, "{}", text.matches('<').count());
}

#[test]
fn variants_of_a_policy_differ() {
    let (runs, _) =
        cluster_runs("system.kind=cluster&workload.mix=dev&workload.count=2&policies=hfsp,hfsp[preemption=kill],hfsp[t=2],fair");
    let looks: Vec<_> = runs.runs.iter().map(|run| run.look).collect();
    assert!(looks.iter().enumerate().all(|(i, look)| !looks[..i].contains(look)), "{looks:?}");
}

/// Pictures of each kind over these values, sane or not.
fn pictures(values: &[f64]) -> Vec<Picture> {
    let look = Look { hue: Hue::Sky, dash: Dash::Dashed };
    let points = || values.iter().map(|y| (*y, *y)).collect::<Vec<_>>();
    let line = |form| Line { band: points(), ..Line::new("curve", look, points()).formed(form) };
    let forms = [Form::Straight, Form::Steps, Form::Rings, Form::Dots, Form::Distribution].map(line).to_vec();
    let axes = [Axis::linear("side"), Axis::logarithmic("side, with (more)"), Axis::linear("side").within(0.0, 1.0).marked(&[0.5, 7.0])];
    let names: Vec<String> = (0..values.len()).map(|i| format!("group {i}")).collect();
    let mut plots: Vec<Plot> = vec![];
    for axis in axes {
        plots.push(Lines::new(axis.clone(), axis.clone(), forms.clone()).level(1.0, "one").into());
        let straight = vec![line(Form::Straight), line(Form::Straight)];
        plots.push(Lines::new(axis.clone(), axis.clone(), straight).into());
        let complement = Some(Axis::logarithmic("rest").briefly("r"));
        for names in [Names::Beside, Names::Peaks] {
            let lines = vec![line(Form::Distribution), Line { style: Style::job(9), ..line(Form::Steps) }];
            let (whole, now) = (Axis { whole: true, ..axis.clone() }, values.first().copied());
            plots.push(Lines { names, now, complement: complement.clone(), ..Lines::new(axis.clone(), whole, lines) }.into());
        }
        let estimate = |y: &f64| Estimate {
            name: "estimate".to_owned(),
            style: look.into(),
            value: *y,
            words: "value".to_owned(),
            range: Some((0.5 * *y, 2.0 * *y)),
            theory: Some(*y),
        };
        plots.push(Estimates { x: axis.clone(), bound: Some(1.0), equal: None, rows: values.iter().map(estimate).collect() }.into());
        plots.push(Plot::Note("nothing".to_owned()));
        let bars = values.iter().map(|y| Some(Bar::between(*y, 0.0, 2.0 * *y))).chain([None]).collect();
        let series = vec![Series { name: "bars".to_owned(), look, values: bars }];
        plots.push(Bars { x_title: "groups".to_owned(), y: axis.clone(), names: names.clone(), series, level: None }.into());
        let boxes = vec![Quartiles::of(values.to_vec()), None];
        let series = vec![Series { name: "boxes".to_owned(), look, values: boxes }];
        plots.push(Boxes { x_title: "groups".to_owned(), y: axis.clone(), names: names.clone(), series, level: None }.into());
        let cells = vec![values.to_vec(), vec![0.5]];
        let (x, y) = (axis.clone(), axis.clone());
        let ranges = vec![values.iter().map(|y| (*y, 1.0)).collect()];
        let (value, columns, rows) = ("ratio".to_owned(), values.to_vec(), vec![1.0, 2.0]);
        let short = Some(vec![values.iter().map(|y| *y < 1.0).collect()]);
        plots.push(Heat { x, y, value, columns, rows, cells, ranges, contour: 1.0, extreme: 10.0, short, lit: None }.into());
        let span = |y: &f64| Span { from: 0.0, to: *y, name: "job".to_owned(), job: 1, part: (0.0, *y), lost: *y > 1.0 };
        let lanes = vec![Lane { name: "lane".to_owned(), spans: values.iter().map(span).collect() }];
        plots.push(Spans { x: axis, lanes }.into());
    }
    let whole =
        Picture { title: "all".to_owned(), panels: plots.iter().cloned().map(|plot| Panel::new("panel", plot)).collect(), columns: 3 };
    plots.into_iter().map(|plot| Picture::single("title", plot)).chain([whole, Picture::row("", vec![])]).collect()
}

#[test]
fn any_picture_is_drawn() {
    let sane = [0.125, 0.25, 0.5, 1.0, 2.0];
    let odd: [&[f64]; 6] = [&sane, &[], &[0.0], &[1.0, 1.0], &[f64::NAN, -1.0, f64::INFINITY], &[1e-320, 1e300, f64::NEG_INFINITY]];
    for picture in odd.iter().flat_map(|values| pictures(values)) {
        for mode in [Mode::Light, Mode::Dark] {
            for (width, height) in SIZES.into_iter().chain([picture.size()]) {
                let text = svg((width, height), Theme::of(mode), |pen| super::picture(pen, &picture)).unwrap();
                assert!(!text.contains("NaN"));
            }
        }
    }
    for picture in pictures(&sane) {
        let text = picture_svg(picture.size(), &picture).unwrap();
        assert!(picture.panels.is_empty() || text.contains("\ntitle\n") || text.contains("\npanel\n"));
    }
    assert!(picture_png((300, 200), &pictures(&sane)[0]).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_picture_lists_what_it_shows() {
    let all = pictures(&[0.5, 2.0]).into_iter().find(|picture| picture.panels.len() > 1).unwrap();
    let rows = all.rows();
    let of = |series: &str| rows.iter().filter(|row| row.series == series).collect::<Vec<_>>();
    assert_eq!((of("curve").len(), of("bars").len(), of("boxes").len(), of("lane").len(), of("").len()), (66, 6, 21, 6, 9));
    assert_eq!((of("estimate").len(), of("estimate")[1].x.as_str(), of("estimate")[0].high), (12, "theory", Some(1.0)));
    let bar = of("bars")[0];
    assert_eq!((bar.x.as_str(), bar.value.as_str(), bar.low, bar.high), ("group 0", "0.5", Some(0.0), Some(1.0)));
    assert_eq!(of("lane")[1].value, "job (lost)");
    assert_eq!(all.legend()[0], ("panel", "x: side; value: side".to_owned()));
}

/// Where a text of an SVG file stands, in pixels of the picture.
fn text_at(svg: &str, words: &str) -> (f64, f64) {
    let end = svg.find(&format!("\n{words}\n</text>")).unwrap_or_else(|| panic!("{words} is not there"));
    let tag = &svg[svg[..end].rfind("<text").unwrap()..end];
    let number = |name: &str| {
        let rest = &tag[tag.find(&format!(" {name}=\"")).unwrap() + name.len() + 3..];
        rest[..rest.find('"').unwrap()].parse::<f64>().unwrap() / f64::from(DETAIL)
    };
    (number("x"), number("y"))
}

#[test]
fn a_name_on_a_curve_is_nearer_to_it_than_to_any_other() {
    // So near to each other that a name between them would be nearer to the wrong one.
    let level = |name: &str, height: f64| {
        Line::new(name, Look { hue: Hue::Blue, dash: Dash::Solid }, (0..40).map(|x| (f64::from(x), height)).collect())
    };
    let all = [("first", 5.7), ("second", 5.0), ("third", 1.0)].map(|(name, height)| level(name, height)).to_vec();
    let lines = Lines { names: Names::Along, ..Lines::new(Axis::linear("x").within(0.0, 40.0), Axis::linear("y").within(0.0, 10.0), all) };
    let svg = picture_svg((500, 400), &Picture::single("", lines)).unwrap();
    let [first, second] = ["first", "second"].map(|name| text_at(&svg, name).1);
    // The frame is 356 pixels high and begins 6 below the top.
    let height = |value: f64| 6.0 + 356.0 * (1.0 - value / 10.0);
    assert!(first < height(5.7) && second > height(5.0), "{first} {second}, curves at {} and {}", height(5.7), height(5.0));
}

#[test]
fn curves_that_lie_on_each_other_are_named_together() {
    let rising = |name: &str, by: f64| {
        let steps = (0..60).map(|i| (f64::from(i) / 6.0 + by, f64::from(i + 1) / 60.0)).collect();
        Line::ecdf(name, Look { hue: Hue::Blue, dash: Dash::Solid }, &Ecdf { steps, count: 60 })
    };
    let svg = |third: f64| {
        let all = vec![rising("first", 0.0), rising("second", 0.02), rising("third", third)];
        let lines = Lines::new(Axis::linear("x").within(0.0, 20.0), Axis::linear("y").within(0.0, 1.0), all);
        picture_svg((500, 400), &Picture::single("", Lines { names: Names::Along, ..lines })).unwrap()
    };
    // The frame is 420 pixels wide: the second is less than a pixel from the first, the third beside them.
    let apart = svg(8.0);
    let [first, second, third] = ["first", "second", "third"].map(|name| text_at(&apart, name));
    assert!(first.1 == second.1 && (first.0..first.0 + 60.0).contains(&second.0), "{first:?} {second:?}");
    assert!(third.1 != first.1 || (third.0 - first.0).abs() > 100.0, "{first:?} {third:?}");
    assert_eq!((apart.matches("\n,\n").count(), svg(0.04).matches("\n,\n").count()), (1, 2), "all three lie on each other");
}

#[test]
fn a_distribution_and_its_tail_are_side_by_side_where_there_is_room() {
    let steps = Line::ecdf("f", Look { hue: Hue::Blue, dash: Dash::Solid }, &Ecdf { steps: vec![(2.0, 0.5), (6.0, 1.0)], count: 2 });
    let lines = Lines {
        names: Names::Along,
        complement: Some(Axis::linear("above").within(0.0, 1.0)),
        ..Lines::new(Axis::linear("x").within(0.0, 10.0), Axis::linear("y").within(0.0, 1.0), vec![steps])
    };
    let picture = Picture::single("", lines);
    let drawn = |width: u32| picture_svg((width, 300), &picture).unwrap();
    let names = |svg: &str| svg.matches("\nf\n").count();
    assert_eq!((names(&drawn(608)), names(&drawn(380))), (2, 1), "each has its names, or the one below");
    // Beside: frames from 66 to 285 and from 375 to 594 across, from 6 to 262 down.
    let found = |at: (f64, f64)| {
        let spot = upon((608, 300), Mode::Light, 1.0, |pen| spot(pen, &picture, at)).unwrap();
        (spot.point, spot.apart.round())
    };
    let place = |left: f64, x: f64, y: f64| (left + 21.9 * x, 6.0 + 256.0 * (1.0 - y));
    assert_eq!(
        [found(place(66.0, 6.0, 0.8)), found(place(375.0, 2.0, 0.9)), found(place(375.0, 6.0, 0.2))],
        [(1, 0.0), (0, 0.0), (1, 0.0)]
    );
}

#[test]
fn a_place_in_a_picture_leads_to_the_nearest_point() {
    let dots = |name: &str, points: Vec<(f64, f64)>| Line::new(name, Look { hue: Hue::Blue, dash: Dash::Solid }, points).formed(Form::Dots);
    let all = vec![dots("a", vec![(2.0, 2.0), (8.0, 8.0)]), dots("b", vec![(2.0, 8.0)]), dots("", vec![(5.0, 5.0)])];
    let lines = Lines::new(Axis::linear("x").within(0.0, 10.0), Axis::linear("y").within(0.0, 10.0), all);
    let lines = Lines { names: Names::Along, ..lines };
    let found = |plot: Plot, at: (f64, f64)| {
        let spot = upon((500, 400), Mode::Light, 1.0, |pen| spot(pen, &Picture::single("", plot), at));
        spot.map(|spot| (spot.line, spot.point, spot.apart.round()))
    };
    // The frame: from 66 to 486, and from 6 to 362.
    let place = |x: f64, y: f64| (66.0 + 42.0 * x, 6.0 + 35.6 * (10.0 - y));
    for ((x, y), spot) in [((2.0, 2.0), (0, 0, 0.0)), ((8.0, 8.0), (0, 1, 0.0)), ((2.0, 8.0), (1, 0, 0.0)), ((5.0, 5.0), (0, 0, 165.0))] {
        assert_eq!(found(Plot::Lines(lines.clone()), place(x, y)).map(|found| (found.0, found.2)), Some((spot.0, spot.2)), "{x} {y}");
    }
    let across =
        |x: f64| upon((500, 400), Mode::Light, 1.0, |pen| value_across(pen, &Picture::single("", lines.clone()), place(x, 0.0).0)).unwrap();
    assert!([0.0, 2.5, 10.0].iter().all(|x| (across(*x) - x).abs() < 1e-9), "the value under a pointer");
    let steps = Line::ecdf("f", Look { hue: Hue::Blue, dash: Dash::Solid }, &Ecdf { steps: vec![(2.0, 0.5), (6.0, 1.0)], count: 2 });
    let rising =
        Lines { names: Names::Along, ..Lines::new(Axis::linear("x").within(0.0, 10.0), Axis::linear("y").within(0.0, 1.0), vec![steps]) };
    let on = |x: f64, y: f64| found(Plot::Lines(rising.clone()), place(x, 10.0 * y));
    assert_eq!([on(2.0, 0.2), on(6.0, 0.8)], [Some((0, 0, 0.0)), Some((0, 1, 0.0))], "a curve in steps is upright there");
}
