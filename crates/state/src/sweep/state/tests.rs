use super::*;
use crate::protocol::Theory;
use crate::sweep::Errand;
use crate::testing::cell;
use schedscope::csv::Csv;
use schedscope_core::experiment::sweep::{CellResult, ResultTable};

const QUERY: &str = "replications=2&policies=ps,srpt&workload.count=20&across=workload.sigma:list:0.5,1&show=ratio_ps";

fn count(text: &str) -> Change {
    Change::Edit(Edit::Type("workload.count".to_owned(), text.to_owned()))
}

/// A small sweep that is asked.
fn running() -> Sweep {
    let mut sweep = Sweep::open(SystemKind::Server, false);
    sweep.follow(Setup::read(SystemKind::Server, QUERY));
    assert_eq!((sweep.phase, sweep.run), (Phase::Running, 1));
    sweep
}

fn told(sweep: &mut Sweep, cells: &[u64]) {
    let grid = sweep.setup.sweep().unwrap();
    let heard = cells.iter().flat_map(|number| [Heard::All(cell(&grid, *number)), Heard::Theory(*number, Theory::default())]).collect();
    sweep.change(Change::Told(Told { run: sweep.run, heard, ..Told::default() }));
}

fn known(sweep: &Sweep) -> usize {
    sweep.findings.as_ref().map_or(0, |findings| findings.known().count())
}

#[test]
fn runs_when_it_is_first_opened() {
    let mut sweep = Sweep::open(SystemKind::Server, false);
    assert_eq!((sweep.phase, &sweep.setup), (Phase::Idle, &presets::preset(SystemKind::Server, 0)));
    sweep.change(Change::Open);
    assert_eq!((sweep.phase, sweep.run), (Phase::Fetching, 1));
    sweep.change(Change::Stop);
    sweep.change(Change::Open);
    assert_eq!((sweep.phase, sweep.run), (Phase::Stopped, 1), "left as it was");
}

#[test]
fn cells_come_one_by_one_until_all_are_there() {
    let mut sweep = running();
    assert!(sweep.picture.is_none());
    told(&mut sweep, &[1]);
    assert!(sweep.phase == Phase::Running && known(&sweep) == 1 && sweep.picture.is_some());
    told(&mut sweep, &[0]);
    assert_eq!((sweep.phase, known(&sweep), sweep.stale()), (Phase::Done, 2, false));
}

/// What the command line writes of all cells.
fn written(sweep: &Sweep) -> String {
    let grid = sweep.setup.sweep().unwrap();
    let results: Vec<CellResult> = (0..grid.cells()).map(|number| cell(&grid, number)).collect();
    let table = ResultTable::new(&grid, results.iter());
    let mut csv = Csv::new(table.columns.iter().map(|(title, _)| title));
    (0..table.rows).for_each(|row| csv.line(table.columns.iter().map(|(_, values)| values.text(row).unwrap_or_default())));
    csv.text()
}

#[test]
fn what_came_with_the_page_stands_at_once_and_what_is_of_no_use_is_simulated() {
    let mut sweep = running();
    let text = written(&sweep);
    sweep.phase = Phase::Fetching;
    sweep.change(Change::Shipped(sweep.run + 1, Some(text.clone())));
    assert_eq!(sweep.phase, Phase::Fetching, "of another run");
    let mut other = sweep.clone();
    sweep.change(Change::Shipped(sweep.run, Some(text)));
    assert_eq!((sweep.phase, known(&sweep), sweep.picture.is_some()), (Phase::Done, 2, true));
    let grid = sweep.setup.sweep().unwrap();
    assert!(sweep.findings.as_ref().unwrap().known().zip(0..).all(|(kept, number)| *kept == cell(&grid, number)));
    for of_no_use in [None, Some("no table".to_owned())] {
        other.phase = Phase::Fetching;
        other.change(Change::Shipped(other.run, of_no_use));
        assert_eq!((other.phase, known(&other)), (Phase::Running, 0));
    }
}

#[test]
fn who_comes_back_to_what_came_with_the_page_has_it_at_once() {
    let mut sweep = Sweep::open(SystemKind::Server, false);
    sweep.change(Change::Preset(0));
    assert_eq!(sweep.phase, Phase::Fetching);
    sweep.change(Change::Toggle("las".to_owned()));
    assert_eq!((sweep.phase, sweep.stale()), (Phase::Idle, true));
    sweep.change(Change::Run);
    assert_eq!((sweep.phase, sweep.stale()), (Phase::Running, false));
    sweep.change(Change::Toggle("las".to_owned()));
    assert_eq!((sweep.phase, sweep.stale()), (Phase::Fetching, false));
}

#[test]
fn every_cell_has_a_first_look_before_any_has_all_and_the_result_is_the_same() {
    let mut sweep = Sweep::open(SystemKind::Server, false);
    sweep.follow(Setup::read(SystemKind::Server, &QUERY.replace("replications=2", "replications=9")));
    let asked = sweep.findings.as_ref().unwrap().asked().unwrap();
    let order: Vec<(Errand, u64, u32)> = asked.iter().map(|asked| (asked.errand, asked.cell, asked.scenario.replications)).collect();
    let [first, all, theory] = [Errand::First, Errand::All, Errand::Theory].map(|errand| [0, 1].map(|cell| (errand, cell)));
    let expected = first
        .map(|(errand, cell)| (errand, cell, 2))
        .into_iter()
        .chain([all, theory].concat().into_iter().map(|(errand, cell)| (errand, cell, 9)));
    assert_eq!(order, expected.collect::<Vec<_>>());
    let run = sweep.run;
    let tell = |sweep: &mut Sweep, heard| sweep.change(Change::Told(Told { run, heard: vec![heard], ..Told::default() }));
    let grid = sweep.setup.sweep().unwrap();
    let few = schedscope_core::experiment::sweep::Sweep { scenario: Scenario { replications: 2, ..grid.scenario.clone() }, ..grid.clone() };
    tell(&mut sweep, Heard::First(cell(&few, 0)));
    let seen = |sweep: &Sweep| {
        sweep.findings.as_ref().map(|findings| (findings.seen().count(), findings.known().count(), findings.replications(0)))
    };
    assert_eq!((seen(&sweep), sweep.picture.is_some()), (Some((1, 0, Some(2))), true));
    // Theory may come first.
    let said = Theory { means: vec![Some(10.0), None], bound: Some(2.0), ..Theory::default() };
    tell(&mut sweep, Heard::Theory(0, said));
    tell(&mut sweep, Heard::All(cell(&grid, 0)));
    tell(&mut sweep, Heard::First(cell(&few, 0)));
    assert_eq!(seen(&sweep), Some((1, 1, Some(9))), "a first look takes nothing away");
    let findings = sweep.findings.clone().unwrap();
    let value = |policy, column| findings.value(findings.result(0).unwrap(), policy, column);
    assert_eq!((value(0, "theory_mean_sojourn"), value(1, "theory_mean_sojourn")), (Some(10.0), None));
    assert_eq!(value(1, "ratio_bound"), value(1, "mean_sojourn").map(|mean| mean / 2.0));
    assert_eq!((findings.complete(), findings.asked().unwrap().len(), sweep.phase), (1, 3, Phase::Running));
}

#[test]
fn how_long_it_takes_is_known_once_jobs_were_simulated() {
    let mut sweep = running();
    assert_eq!(sweep.trial(), None, "it runs");
    told(&mut sweep, &[0, 1]);
    assert_eq!((sweep.estimate(), sweep.trial().map(|trial| trial.replications)), (None, Some(1)));
    sweep.change(Change::Rate(40.0));
    assert_eq!((sweep.estimate(), sweep.trial()), (Some(4.0), None), "two cells, replications and policies of 20 jobs");
}

#[test]
fn the_cell_of_the_scenario_is_looked_at_until_another_is_chosen() {
    let mut sweep = running();
    sweep.follow(Setup::read(SystemKind::Server, &format!("{}&up=workload.load:list:0.5,0.9", QUERY.replace("ps,srpt", "ps,srpt,las"))));
    told(&mut sweep, &[0, 1, 2, 3]);
    let around = sweep.around.clone().unwrap();
    assert_eq!(around.at, [0, 1], "sigma 0.5 and load 0.9");
    let estimates = |around: &Around| match &around.rows.panels[0].plot {
        Plot::Estimates(estimates) => estimates.rows.iter().map(|row| (row.name.clone(), row.words.clone())).collect::<Vec<_>>(),
        _ => unreachable!(),
    };
    assert!(estimates(&around)[0].0 == "SRPT" && estimates(&around)[0].1.contains('['), "{:?}", estimates(&around));
    assert!(around.sentence.ends_with('.'), "{}", around.sentence);
    sweep.change(Change::Choose([1, 0]));
    let other = sweep.around.clone().unwrap();
    assert!(other.at == [1, 0] && other.rows != around.rows);
    let Plot::Lines(lines) = &other.slices[0].panels[0].plot else { unreachable!() };
    assert_eq!((lines.now, lines.lines.len()), (Some(1.0), 2));
    let findings = sweep.findings.as_ref().unwrap();
    assert!(findings.compared([1, 0]).unwrap().starts_with("#compare?"));
    assert!(findings.watched([1, 0]).unwrap().starts_with("#watch?"), "{:?}", findings.watched([1, 0]));
    let Plot::Heat(heat) = &sweep.picture.as_ref().unwrap().panels[0].plot else { unreachable!() };
    assert_eq!(heat.lit, Some([1, 0]));
}

#[test]
fn any_world_can_be_swept_over_any_of_its_numbers() {
    let query = "system.kind=cluster&policies=fifo,fair&workload.mix=test&workload.count=5&across=system.map_slots:list:1,2";
    for column in ["ratio_fair", "ratio_first", "mean_sojourn", "mean_load"] {
        let mut sweep = Sweep::open(SystemKind::Server, false);
        sweep.follow(Setup::read(SystemKind::Server, &format!("{query}&show={column}")));
        assert_eq!(sweep.fault, None);
        told(&mut sweep, &[0, 1]);
        let rows = sweep.picture.as_ref().unwrap().rows();
        let known = rows.iter().filter(|row| row.value.parse().is_ok_and(f64::is_finite)).count();
        assert_eq!((sweep.phase, known), (Phase::Done, if column.starts_with("ratio") { 2 } else { 4 }), "{column}");
    }
}

#[test]
fn axes_stay_where_another_world_has_them() {
    let mut sweep = running();
    let cluster = Scenario::from_query("system.kind=cluster&policies=fifo,fair&workload.count=5").unwrap();
    sweep.change(Change::Take(Box::new(cluster)));
    assert_eq!(sweep.setup.axes[0].field.name, "workload.sigma");
    sweep.follow(Setup::read(SystemKind::Server, "policies=ps,srpt&across=system.servers:list:1,2"));
    sweep.change(Change::Take(Box::new(Scenario::new(SystemKind::Datacenter))));
    assert_ne!(sweep.setup.axes[0].field.name, "system.servers");
    assert!(sweep.setup.sweep().is_ok());
}

#[test]
fn what_is_said_of_an_older_run_is_ignored() {
    let mut sweep = running();
    let heard = vec![Heard::All(cell(&sweep.setup.sweep().unwrap(), 0))];
    let older = Told { run: sweep.run, heard, ..Told::default() };
    sweep.change(Change::Run);
    sweep.change(Change::Told(older.clone()));
    assert_eq!(known(&sweep), 0);
    sweep.change(Change::Stop);
    sweep.change(Change::Told(Told { run: sweep.run, ..older }));
    assert_eq!(known(&sweep), 0, "nor what comes after it was stopped");
}

#[test]
fn who_goes_on_keeps_the_cells_that_are_there() {
    let mut sweep = running();
    told(&mut sweep, &[0]);
    sweep.change(Change::Stop);
    sweep.change(Change::Run);
    assert_eq!((sweep.phase, sweep.run, known(&sweep)), (Phase::Running, 2, 1));
    sweep.change(count("30"));
    assert!(sweep.phase == Phase::Idle && sweep.stale() && known(&sweep) == 1, "shown until another is asked");
    sweep.change(Change::Run);
    assert_eq!((known(&sweep), sweep.stale()), (0, false));
}

#[test]
fn axes_are_chosen_added_and_dropped() {
    let mut sweep = running();
    sweep.change(Change::Axis(1, 2));
    assert_eq!(sweep.setup.axes[1], Axis::offered(&Scenario::default(), 2).unwrap());
    sweep.change(Change::Axis(1, 0));
    assert_eq!(sweep.setup.axes.len(), 2);
    sweep.change(Change::Axis(0, 3));
    assert_eq!(sweep.setup.axes[0], Axis::offered(&Scenario::default(), 3).unwrap());
    assert_eq!(sweep.setup.axes[1], Axis::offered(&Scenario::default(), 0).unwrap(), "the axis upwards stays");
    sweep.change(Change::Axis(0, 0));
    assert_eq!(sweep.setup.axes.len(), 1, "one axis cannot stand in both directions");
    sweep.change(Change::Axis(0, 3));
    sweep.change(Change::Axis(1, 2));
    sweep.change(Change::Drop);
    assert_eq!((sweep.setup.axes.len(), sweep.phase), (1, Phase::Idle));
    sweep.change(Change::Axis(0, usize::MAX));
    assert_eq!(sweep.setup.axes[0], Axis::offered(&Scenario::default(), 3).unwrap());
}

#[test]
fn another_spacing_keeps_the_values_as_far_as_it_can() {
    let mut sweep = running();
    sweep.change(Change::Axis(0, 0));
    let values = sweep.setup.axes[0].values().unwrap();
    let position = |wanted: Spacing| Spacing::ALL.iter().position(|(spacing, ..)| *spacing == wanted).unwrap();
    sweep.change(Change::Spacing(0, position(Spacing::List)));
    assert_eq!(sweep.setup.axes[0].texts[0], "0.125, 0.25, 0.5, 1, 2, 4");
    assert_eq!(sweep.setup.axes[0].values().unwrap(), values);
    sweep.change(Change::Spacing(0, position(Spacing::Even)));
    assert_eq!(sweep.setup.axes[0].texts, ["0.125", "4", "6"]);
}

#[test]
fn an_error_of_an_axis_or_a_field_clears_when_it_is_mended() {
    let mut sweep = running();
    sweep.change(Change::Type(0, 0, "0.5, x".to_owned()));
    sweep.change(Change::Run);
    assert!(sweep.phase == Phase::Idle && sweep.setup.sweep().is_err() && sweep.stale());
    sweep.change(Change::Type(0, 0, "0.5, 2".to_owned()));
    sweep.change(count("?"));
    sweep.change(Change::Run);
    assert_eq!(sweep.phase, Phase::Idle);
    sweep.change(Change::Edit(Edit::Left("workload.count".to_owned())));
    sweep.change(count("25"));
    sweep.change(Change::Run);
    assert_eq!(sweep.phase, Phase::Running);
    let fault = Fault { field: Some("workload.count".to_owned()), message: "too many".to_owned() };
    sweep.change(Change::Told(Told { run: sweep.run, fault: Some(fault), ..Told::default() }));
    assert_eq!((sweep.phase, sweep.blames("workload.count")), (Phase::Failed, Some("too many")));
    sweep.change(count("20"));
    assert_eq!((sweep.phase, sweep.blames("workload.count")), (Phase::Idle, None));
}

#[test]
fn a_worker_that_breaks_down_is_replaced_once() {
    let mut sweep = running();
    told(&mut sweep, &[0]);
    let broken = |sweep: &Sweep| Change::Told(Told { run: sweep.run, broken: Some("oh".to_owned()), ..Told::default() });
    sweep.change(broken(&sweep));
    assert_eq!((sweep.phase, sweep.run, known(&sweep), sweep.replaced.as_deref()), (Phase::Running, 2, 1, Some("oh")));
    sweep.change(broken(&sweep));
    assert_eq!(sweep.fault.as_ref().unwrap().message, "The simulation failed twice: oh");
    assert_eq!(sweep.phase, Phase::Failed);
}

#[test]
fn another_figure_of_the_same_cells_needs_no_run() {
    let mut sweep = running();
    told(&mut sweep, &[0, 1]);
    let before = sweep.picture.clone().unwrap();
    sweep.change(Change::Show("mean_sojourn".to_owned()));
    assert_eq!((sweep.phase, sweep.run, sweep.setup.column), (Phase::Done, 1, "mean_sojourn"));
    assert_ne!(*sweep.picture.clone().unwrap(), *before);
    sweep.change(Change::Show("nothing".to_owned()));
    assert_eq!(sweep.setup.column, "mean_sojourn");
}

#[test]
fn maps_stand_below_each_other_where_the_window_is_narrow() {
    let mut sweep = running();
    sweep.follow(Setup::read(SystemKind::Server, &format!("{}&up=workload.load:list:0.5,0.9", QUERY.replace("ps,srpt", "ps,srpt,las"))));
    told(&mut sweep, &[0, 1, 2, 3]);
    let columns = |sweep: &Sweep| sweep.picture.as_ref().unwrap().columns;
    let wide = columns(&sweep);
    sweep.change(Change::Point(Some(Pointed { panel: 0, at: [0, 0], place: [0.0; 4] })));
    sweep.change(Change::Narrow(true));
    assert!(wide > 1 && columns(&sweep) == 1 && sweep.pointed.is_none());
    sweep.change(Change::Narrow(false));
    assert_eq!(columns(&sweep), wide);
}

#[test]
fn policies_stay_in_the_order_of_the_registry() {
    let mut sweep = running();
    sweep.change(Change::Toggle("fifo".to_owned()));
    assert_eq!(sweep.setup.base.scenario.policies, ["fifo", "ps", "srpt"]);
    sweep.change(Change::Toggle("ps".to_owned()));
    assert_eq!(sweep.setup.base.scenario.policies, ["fifo", "srpt"]);
}

#[test]
fn policies_with_parameters_are_chosen_and_dropped_one_by_one() {
    let mut sweep = Sweep::open(SystemKind::Cluster, false);
    let policies = |sweep: &Sweep| sweep.setup.base.scenario.policies.clone();
    assert_eq!(policies(&sweep), ["fifo", "fair", "hfsp", "hfsp[preemption=suspend]"]);
    sweep.change(Change::Toggle("fair".to_owned()));
    sweep.change(Change::Toggle("hfsp[preemption=kill]".to_owned()));
    assert_eq!(policies(&sweep), ["fifo", "hfsp", "hfsp[preemption=suspend]", "hfsp[preemption=kill]"]);
    sweep.change(Change::Toggle("hfsp[preemption=suspend]".to_owned()));
    assert_eq!(policies(&sweep), ["fifo", "hfsp", "hfsp[preemption=kill]"]);
}

#[test]
fn links_presets_and_scenarios_take_the_place_of_the_question() {
    let mut sweep = running();
    sweep.follow(Setup::read(SystemKind::Server, QUERY));
    assert_eq!(sweep.run, 1, "the same is no new question");
    sweep.follow(Setup::read(SystemKind::Server, "show=nothing"));
    assert!(sweep.phase == Phase::Failed && sweep.blames("show").is_some());
    sweep.follow(Setup::read(SystemKind::Server, QUERY));
    assert_eq!((sweep.phase, sweep.run, sweep.fault.clone()), (Phase::Running, 2, None));
    sweep.change(Change::Preset(2));
    assert_eq!((&sweep.setup, sweep.run), (&presets::preset(SystemKind::Server, 2), 3));
    let base = Scenario { seed: 9, ..Scenario::default() };
    sweep.change(Change::Take(Box::new(base.clone())));
    assert_eq!(
        (&sweep.setup.base.scenario, &sweep.setup.axes, sweep.phase),
        (&base, &presets::preset(SystemKind::Server, 2).axes, Phase::Idle)
    );
}
