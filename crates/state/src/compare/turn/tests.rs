use super::growing::LOAD;
use super::*;
use toml::Value;

fn asked() -> Scenario {
    Scenario::from_query("replications=4&policies=fifo,ps,srpt,srpte,fspe%2Bps&workload.count=500").unwrap()
}

fn mean() -> Option<Measure> {
    Measure::first(SystemKind::Server)
}

fn open() -> Turn {
    let mut turn = Turn::open(SystemKind::Server);
    turn.follow(&asked(), mean(), 4, true);
    turn
}

/// A cell in which the ratios are these, each within 10 %.
fn cell(ratios: &[f64]) -> CellResult {
    let place = |title: &str| Column::all(SystemKind::Server).iter().position(|column| column.title == title).unwrap();
    let row = |ratio: f64| {
        let mut values = vec![None; Column::all(SystemKind::Server).len()];
        values[place("ratio_first")] = Some(ratio);
        values[place("ratio_first_low")] = Some(ratio / 1.1);
        values[place("ratio_first_high")] = Some(ratio * 1.1);
        SweepRow { policy: String::new(), class: None, values }
    };
    CellResult { cell: 0, rows: std::iter::once(1.0).chain(ratios.iter().copied()).map(row).collect() }
}

/// Answers until nothing is asked any more; gives how many values that took.
fn answer(turn: &mut Turn, ratios: impl Fn(f64) -> Vec<f64>) -> usize {
    let mut values = 0;
    while let Some(value) = turn.wanted.first().copied() {
        turn.change(Turned::Told(turn.run, value, Ok(cell(&ratios(value)))), &asked());
        values += 1;
    }
    values
}

#[test]
fn those_that_guess_are_held_against_ps() {
    let turn = open();
    let basis = turn.basis.clone().unwrap();
    assert_eq!(basis.policies, ["ps", "srpte", "fspe+ps"]);
    let sigma = turn.field.clone().unwrap();
    assert_eq!((sigma.name(), &turn.wanted), ("workload.sigma", &sigma.values));
    assert_eq!(sigma.of(&turn.scenario(2.0).unwrap()), Some(2.0));
    let blind = Scenario::from_query("policies=fifo,las,fspe").unwrap();
    assert_eq!((turn.against(&blind).as_deref(), turn.policies(&blind)), (Some("fifo"), vec!["fspe".to_owned()]));
}

#[test]
fn bisection_finds_where_a_policy_falls_behind_with_an_interval() {
    let mut turn = open();
    // The first passes 1 at 0.9, the second never.
    let values = answer(&mut turn, |sigma| vec![sigma / 0.9, 0.5]);
    assert_eq!(values, 6 + 4, "one more value a halving");
    let Crossing { at, range, behind } = turn.crossing(0).unwrap();
    assert!(behind && (at - 0.9).abs() < 0.005, "{at}");
    assert!((range.0 - 0.9 / 1.1).abs() < 0.01 && (range.1 - 0.9 * 1.1).abs() < 0.01, "{range:?}");
    assert_eq!(turn.crossing(1), None);
    let said = turn.sentence(str::to_uppercase);
    assert_eq!(said, "SRPTE is worse than PS from σ = 0.90 [0.82, 0.99] on, FSPE+PS is better than PS at every σ tried, from 0.125 to 4.");
}

#[test]
fn what_is_so_of_several_policies_is_said_once() {
    let mut turn = open();
    answer(&mut turn, |_| vec![0.5, 0.4]);
    assert_eq!(turn.sentence(str::to_uppercase), "SRPTE is better than PS at every σ tried, from 0.125 to 4, so is FSPE+PS.");
}

#[test]
fn an_interval_that_leaves_the_axis_ends_there() {
    let mut turn = open();
    turn.change(Turned::Field(LOAD.to_owned()), &asked());
    turn.follow(&asked(), mean(), 4, true);
    answer(&mut turn, |load| vec![1.0 - 0.2 * (load - 0.7), 2.0]);
    let Crossing { at, range, behind } = turn.crossing(0).unwrap();
    assert!(!behind && (at - 0.7).abs() < 0.01 && range == (0.5, 0.95), "{at} {range:?}");
    assert!(turn.sentence(str::to_uppercase).starts_with("SRPTE is better than PS from ρ = 0.70 [< 0.5, > 0.95] on"));
}

#[test]
fn another_scenario_ends_what_runs_and_the_slider_of_the_parameter_does_not() {
    let mut turn = open();
    let run = turn.run;
    let mut other = asked();
    other.set("workload.sigma", Some(Value::Float(3.0))).unwrap();
    turn.follow(&other, mean(), 4, false);
    assert_eq!((turn.run, turn.wanted.len()), (run, 6), "the value itself is where you are, not what is asked");
    turn.change(Turned::Told(run, 0.5, Ok(cell(&[1.0, 1.0]))), &other);
    other.set(LOAD, Some(Value::Float(0.8))).unwrap();
    turn.follow(&other, mean(), 4, false);
    assert_eq!((turn.run, turn.wanted.len(), turn.points.len()), (run + 1, 0, 1), "what is known stays in view");
    turn.change(Turned::Told(run, 1.0, Ok(cell(&[1.0, 1.0]))), &other);
    assert_eq!(turn.points.len(), 1, "too late");
    turn.follow(&other, mean(), 4, true);
    assert_eq!((turn.wanted.len(), turn.points.len()), (6, 0));
}

#[test]
fn a_file_has_no_shape_and_errors_of_another_kind_no_sigma() {
    let fields = |query: &str| Growing::names(&Scenario::from_query(query).unwrap());
    assert_eq!(fields("seed=1"), ["workload.sigma", LOAD, "workload.shape"]);
    assert_eq!(fields("workload.path=a.tsv"), ["workload.sigma", LOAD]);
    assert_eq!(fields("workload.errors={ bias = 2.0 }"), [LOAD, "workload.shape"]);
}

#[test]
fn other_worlds_turn_as_the_load_grows_or_what_the_reader_chooses() {
    let asked = Scenario::from_query("replications=2&policies=fair,hfsp,fifo&system.kind=cluster&workload.count=5").unwrap();
    let mut turn = Turn::open(SystemKind::Cluster);
    turn.follow(&asked, Measure::first(SystemKind::Cluster), 2, true);
    assert_eq!(turn.basis.as_ref().unwrap().policies, ["fair", "hfsp", "fifo"]);
    assert_eq!(turn.scenario(0.6).unwrap().get(LOAD), Some(Value::Float(0.6)));
    let orders =
        Scenario::from_query("replications=2&policies=greedy,dp&system.kind=ordering&workload.graph=random&workload.count=8").unwrap();
    let cost = Measure::named(SystemKind::Ordering, "cost");
    let mut turn = Turn::open(SystemKind::Ordering);
    turn.follow(&orders, cost, 2, true);
    assert!(turn.field.is_none() && turn.wanted.is_empty() && turn.sentence(str::to_owned).starts_with("Choose a parameter"));
    turn.change(Turned::Field("workload.count".to_owned()), &orders);
    turn.follow(&orders, cost, 2, true);
    assert_eq!(turn.wanted, [2.0, 4.0, 8.0, 16.0, 32.0], "around its own");
    assert!(turn.scenario(7.0).unwrap().get("workload.count") == Some(Value::Integer(7)));
    let run = turn.run;
    turn.follow(&orders, cost, 2, false);
    assert_eq!(turn.run, run, "nothing has changed");
    let columns = Column::all(SystemKind::Ordering);
    let row = |value: f64| SweepRow {
        policy: String::new(),
        class: None,
        values: columns.iter().map(|column| (column.title == "cost").then_some(value)).collect(),
    };
    let told = CellResult { cell: 0, rows: vec![row(4.0), row(3.0)] };
    turn.change(Turned::Told(turn.run, turn.wanted[0], Ok(told)), &orders);
    assert_eq!(turn.points[0].ratios, [(0.75, None)]);
}

/// An order world in which the number of tasks grows, answered by a ratio; gives the values that were asked.
fn tasks(turn: &mut Turn, asked: &Scenario, ratio: impl Fn(f64) -> f64) -> Vec<f64> {
    let columns = Column::all(SystemKind::Ordering);
    let row = |value: f64| SweepRow {
        policy: String::new(),
        class: None,
        values: columns.iter().map(|column| (column.title == "cost").then_some(value)).collect(),
    };
    let mut values = vec![];
    while let Some(value) = turn.wanted.first().copied() {
        let count = turn.scenario(value).unwrap().get("workload.count").and_then(|count| count.as_integer());
        assert_eq!(count, Some(value as i64), "what is shown is what is simulated");
        turn.change(Turned::Told(turn.run, value, Ok(CellResult { cell: 0, rows: vec![row(1.0), row(ratio(value))] })), asked);
        values.push(value);
    }
    values
}

#[test]
fn a_whole_number_is_halved_to_whole_numbers_and_its_axis_goes_with_the_scenario() {
    let of = |count: u32| {
        let query = format!("replications=2&policies=greedy,dp&system.kind=ordering&workload.graph=random&workload.count={count}");
        Scenario::from_query(&query).unwrap()
    };
    let cost = Measure::named(SystemKind::Ordering, "cost");
    let mut turn = Turn::open(SystemKind::Ordering);
    turn.change(Turned::Field("workload.count".to_owned()), &of(8));
    turn.follow(&of(8), cost, 2, true);
    // From 12 tasks on the second is worse.
    let values = tasks(&mut turn, &of(8), |count| if count < 12.0 { 0.9 } else { 1.1 });
    assert_eq!(values, [2.0, 4.0, 8.0, 16.0, 32.0, 11.0, 13.0, 12.0]);
    assert!(turn.sentence(str::to_owned).contains("= 12 on"), "{}", turn.sentence(str::to_owned));
    turn.follow(&of(16), cost, 2, true);
    assert!(turn.wanted.is_empty(), "still on the axis");
    turn.follow(&of(400), cost, 2, true);
    assert_eq!(turn.wanted, [100.0, 200.0, 400.0, 800.0, 1600.0]);
    tasks(&mut turn, &of(400), |_| f64::NAN);
    assert!(turn.sentence(str::to_owned).contains("nothing to compare"));
}

#[test]
fn values_that_the_scenario_refuses_are_beyond_the_ends_of_the_axis() {
    let asked = Scenario::from_query("replications=2&policies=fair,hfsp&system.kind=cluster&workload.count=5").unwrap();
    let mut turn = Turn::open(SystemKind::Cluster);
    turn.change(Turned::Field("workload.chains".to_owned()), &asked);
    let mean = Measure::first(SystemKind::Cluster);
    let answers = |turn: &mut Turn, least: f64| {
        turn.follow(&asked, mean, 2, true);
        while let Some(value) = turn.wanted.first().copied() {
            let refused = Err(Fault { field: None, message: format!("chains is {value}") });
            let told = if value < least { refused } else { Ok(CellResult { cell: 0, rows: vec![] }) };
            turn.change(Turned::Told(turn.run, value, told), &asked);
        }
    };
    answers(&mut turn, 1.0);
    assert_eq!((turn.field.as_ref().unwrap().ends(), &turn.fault), ((1.0, 4.0), &None));
    let other = Scenario { seed: 7, ..asked.clone() };
    turn.follow(&other, mean, 2, true);
    assert_eq!(turn.wanted, [0.25, 0.5, 1.0, 2.0, 4.0], "another scenario may allow them");
    assert_eq!(turn.field.as_ref().unwrap().ends(), (0.25, 4.0));
    turn.change(Turned::Field(LOAD.to_owned()), &asked);
    answers(&mut turn, 0.95);
    assert_eq!(turn.fault.unwrap().message, "chains is 0.9", "of one value alone nothing can be said");
}
