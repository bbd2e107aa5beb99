use super::*;
use crate::clock::Beat;
use crate::inquiry::{Phase, Told};
use crate::key::Key;
use crate::protocol::Fault;
use crate::stage::{Change, Edit, Link, Played, Stage as _};
use crate::testing::done;
use schedscope_core::experiment::Scenario;

fn answer(order: &mut Played<Order>) {
    let (generation, asked) = (order.bench.inquiry.generation, order.bench.scenario.clone());
    order.change(Change::Told(Told::Started(generation)));
    for policy in 0..asked.policies.len() {
        order.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
    }
}

fn asked(query: &str) -> Played<Order> {
    let mut order = Played::<Order>::open(false);
    order.follow(Ok(Link::read::<Order>(query).unwrap()));
    answer(&mut order);
    order
}

fn opened() -> Played<Order> {
    let mut order = Played::<Order>::open(false);
    answer(&mut order);
    order
}

fn costs(order: &Played<Order>) -> Vec<f64> {
    let shown = order.shown().unwrap();
    (0..shown.runs.runs.len()).filter_map(|which| shown.runs.cost(which)).collect()
}

#[test]
fn opens_with_the_two_orders_of_the_figure() {
    let mut order = Played::<Order>::open(false);
    assert_eq!((order.bench.inquiry.phase, order.shown().is_none()), (Phase::Waiting, true));
    answer(&mut order);
    assert_eq!((costs(&order), order.clock.end()), (vec![9.0, 6.0], 6.0));
    assert_eq!(order.step(), 3, "the orders differ most there: 3 outputs and 2, or 3 and 1");
    let [sentence, below] = words::headline(order.shown().unwrap());
    assert_eq!(sentence, "A* finds the best order there is: 6 outputs kept, added up over its steps; Given order: 9, 50\u{a0}%\u{a0}more.");
    assert!(below.starts_with("The area of the bars is the score"));
}

#[test]
fn a_task_is_carried_and_the_cost_changes() {
    let mut order = opened();
    // 0 1 2 4 3 5: task 0 may go until before its reader, 3.
    order.change(Change::Own(Gesture::Grab(0, 1)));
    order.change(Change::Own(Gesture::Carry(4)));
    let moved = order.own.moved.clone().unwrap();
    assert_eq!((moved.order, moved.costs, moved.refusal), (vec![1, 2, 4, 0, 3, 5], [9.0, 6.0 + 1.0], None));
    assert_eq!(words::delta(order.shown().unwrap().runs.objective, moved.costs), "TMB 9 → 7, −2");
    order.change(Change::Own(Gesture::Drop(true)));
    assert_eq!(order.bench.scenario.get("workload.order").unwrap().to_string(), "[\"1\", \"2\", \"4\", \"0\", \"3\", \"5\"]");
    assert_eq!((costs(&order), order.bench.inquiry.phase), (vec![7.0, 6.0], Phase::Waiting), "it is shown before the workers know");
    answer(&mut order);
    assert_eq!((costs(&order), order.own.made.as_ref().map(|made| made.costs)), (vec![7.0, 6.0], Some([9.0, 7.0])));
    // The order is in the link, and the same is read from it.
    let link = order.link();
    assert_eq!(Link::read::<Order>(&link.write()).unwrap(), link);
}

#[test]
fn an_illegal_place_is_refused_with_the_reason() {
    let mut order = opened();
    order.change(Change::Own(Gesture::Grab(0, 5)));
    order.change(Change::Own(Gesture::Carry(2)));
    let moved = order.own.moved.clone().unwrap();
    assert_eq!(moved.order, [0, 1, 2, 3, 4, 5], "as near as its inputs let it");
    assert_eq!(moved.refusal, Some((2, "3 needs 2, which would come later.".to_owned())));
    assert_eq!(order.glance(0).bar, Some(2));
    order.change(Change::Own(Gesture::Carry(6)));
    assert_eq!(order.own.moved.as_ref().unwrap().refusal, None);
    order.change(Change::Own(Gesture::Drop(false)));
    assert_eq!((costs(&order), order.own.moved.clone(), order.has_order()), (vec![9.0, 6.0], None, true));
    // To the right its readers bar it.
    order.change(Change::Own(Gesture::Grab(0, 3)));
    order.change(Change::Own(Gesture::Carry(6)));
    assert_eq!(order.own.moved.as_ref().unwrap().refusal.as_ref().unwrap().1, "3 needs 2, which would come later.");
}

#[test]
fn the_order_of_an_algorithm_stays_when_one_is_made_of_it() {
    let mut order = asked("policies=dp&system.kind=ordering&workload.graph=fig-3.11");
    let first = order.shown().unwrap().runs.runs[0].recording.order();
    let at = first.iter().position(|task| *task == 0).unwrap() as u32 + 1;
    order.change(Change::Own(Gesture::Grab(0, at)));
    order.change(Change::Own(Gesture::Carry(1)));
    assert!(costs(&order)[0] > 6.0, "while it is carried, it is shown where it was taken");
    order.change(Change::Own(Gesture::Drop(true)));
    assert_eq!((costs(&order)[0], costs(&order).len(), order.front), (6.0, 2, 1));
    assert_eq!(order.bench.scenario.policies, ["dp", "given"]);
    answer(&mut order);
    assert_eq!((costs(&order)[0], costs(&order).len()), (6.0, 2));
    order.change(Change::Own(Gesture::TakeBack));
    assert_eq!((order.bench.scenario.policies.clone(), order.has_order()), (vec!["dp".to_owned()], false));
    answer(&mut order);
    assert_eq!(costs(&order), [6.0]);
}

#[test]
fn keys_choose_and_move_a_task() {
    let mut order = opened();
    order.change(Change::Own(Gesture::Neighbour(0, 1)));
    assert_eq!(order.selected, Some(0), "the first, where none was lit");
    order.change(Change::Own(Gesture::Neighbour(0, 2)));
    assert_eq!(order.selected, Some(2));
    order.change(Change::Own(Gesture::Shift(0, -1)));
    assert_eq!(order.own.moved.as_ref().unwrap().refusal.as_ref().unwrap().1, "2 needs 1, which would come later.");
    assert_eq!(costs(&order)[0], 9.0);
    order.change(Change::Own(Gesture::Shift(0, 1)));
    assert_eq!((order.own.moved.clone(), order.shown().unwrap().runs.runs[0].recording.order()), (None, vec![0, 1, 4, 2, 3, 5]));
    assert_eq!(order.own.made.as_ref().unwrap().costs, [9.0, 8.0]);
    order.change(Change::Own(Gesture::Neighbour(1, -9)));
    assert_eq!((order.selected, order.front), (Some(1), 1));
}

#[test]
fn an_order_of_other_tasks_is_dropped() {
    let mut order = asked("policies=given,dp&system.kind=ordering&workload.count=12");
    order.change(Change::Own(Gesture::Grab(0, 1)));
    order.change(Change::Own(Gesture::Carry(2)));
    order.change(Change::Own(Gesture::Drop(true)));
    assert!(order.has_order());
    let typed = |field: &str, text: &str| Change::Edit(Edit::Type(field.to_owned(), text.to_owned()));
    order.change(typed("system.cache", "2"));
    assert!(order.has_order(), "they are the same tasks");
    order.change(typed("workload.count", "13"));
    assert!(!order.has_order() && order.bench.text("workload.count") == "13");
    answer(&mut order);
    assert_eq!(order.bench.inquiry.phase, Phase::Done);
}

#[test]
fn files_and_scenarios_take_the_place_of_the_tasks() {
    let mut order = opened();
    order.change(Change::File("views.dot".to_owned()));
    assert_eq!((order.bench.scenario.file(), order.has_order()), (Some("views.dot"), false));
    assert_eq!(order.bench.scenario.policies, ["a_star"]);
    order.change(Change::Unload);
    assert_eq!(order.bench.scenario, Order::ABOUT.presets[0].scenario());
    let read = Scenario::from_toml("[system]\nkind = 'ordering'\n[workload]\ngraph = 'fig-3.13'\n").unwrap();
    order.change(Change::Put(Box::new(read)));
    assert_eq!(order.bench.scenario.get("workload.graph").unwrap().as_str(), Some("fig-3.13"));
}

#[test]
fn a_link_says_what_is_looked_at() {
    let order = asked(&format!("{}&step=2&task=4", Order::ABOUT.presets[0].query));
    assert_eq!((order.step(), order.selected), (2, Some(4)));
    assert!(order.link().write().ends_with("&lit=4&t=2"));
    let mut order = opened();
    assert_eq!(order.link(), Link::from(Order::ABOUT.presets[0].scenario()), "who has not looked at anything says nothing of it");
    order.change(Change::Clock(Beat::Forward));
    assert_eq!(order.link().time, Some(4.0));
    let fault = Fault::from(Link::read::<Order>("step=x").unwrap_err());
    assert_eq!((fault.field.as_deref(), fault.message.contains("how many steps are done")), (Some("step"), true));
}

#[test]
fn presets_change_everything_but_the_seed_and_make_their_point() {
    let mut order = opened();
    order.change(Change::Edit(Edit::Type("seed".to_owned(), "7".to_owned())));
    let of = |order: &mut Played<Order>, position: usize| {
        order.change(Change::Preset(position));
        answer(order);
        assert_eq!(order.bench.scenario, Scenario { seed: 7, ..Order::ABOUT.presets[position].scenario() });
        let shown = order.shown().unwrap().clone();
        shown.runs.runs.iter().map(|run| run.recording.costs).collect::<Vec<_>>()
    };
    let chains = of(&mut order, 1);
    assert_eq!([chains[0].tmb, chains[0].dbw, chains[1].tmb, chains[1].dbw], [7.0, 2.0, 6.0, 3.0]);
    let diamonds = of(&mut order, 2);
    assert!(diamonds[0].peak > diamonds[2].peak && diamonds[2].tmb < diamonds[0].tmb);
    let sizes = of(&mut order, 3);
    assert_eq!((sizes[1].wtmb, sizes[0].wtmb > 25.0, sizes[0].tmb), (25.0, true, 6.0));
    for (position, preset) in Order::ABOUT.presets.iter().enumerate().skip(4) {
        let costs = of(&mut order, position);
        let last = costs.last().unwrap();
        assert!(costs.iter().all(|costs| costs.wtmb >= last.wtmb || costs.tmb >= last.tmb), "{}", preset.name);
    }
    let [sentence, _] = words::headline(order.shown().unwrap());
    assert!(
        sentence.starts_with("Over 60 graphs, cost as a multiple of the least there is: Baseline 1.") && sentence.contains('['),
        "{sentence}"
    );
}

#[test]
fn a_search_is_stepped_through() {
    let mut order = opened();
    let search = order.shown().unwrap().searches[1].clone().unwrap();
    assert!(order.own.expansions >= 1 && order.own.expansions <= search.expanded.len() as u32);
    order.change(Change::Own(Gesture::Expand(2)));
    answer(&mut order);
    assert_eq!(order.own.expansions, 2);
    assert!(order.shown().unwrap().searches[0].is_none());
}

#[test]
fn orders_are_files() {
    let order = opened();
    let shown = order.shown().unwrap();
    let csv = shown.csv();
    assert_eq!(csv.lines().nth(1), Some("Given order,1,0,1,5,1,0"));
    assert_eq!((csv.lines().count(), shown.text(0).unwrap()), (13, "0\n1\n2\n4\n3\n5\n".to_owned()));
}

#[test]
fn a_task_is_told_what_it_is() {
    let order = opened();
    let recording = &order.shown().unwrap().runs.runs[0].recording;
    assert_eq!(words::about(recording, 2), "Output of size 1. Reads 1; is read by 3 and 5.");
    assert_eq!((words::place(recording, 2), words::place(recording, 5)), ((3, Some(6)), (6, None)));
}

#[test]
fn keys_go_from_task_to_task_and_with_shift_move_one() {
    let mut order = opened();
    order.change(Change::Front(1));
    let key = |name: &str, shift: bool| Key { name: name.to_owned(), control: false, shift };
    assert!(matches!(order.key(&key("ArrowRight", true)), Some(Change::Own(Gesture::Shift(1, 1)))));
    assert!(matches!(order.key(&key("ArrowLeft", true)), Some(Change::Own(Gesture::Shift(1, -1)))));
    assert!(matches!(order.key(&key("Escape", false)), Some(Change::Select(None))));
    assert!(order.key(&key("ArrowRight", false)).is_none(), "that is the clock's");
    let tasks = order.shown().unwrap().runs.runs[1].recording.order();
    for expected in &tasks[..2] {
        let down = order.key(&key("ArrowDown", false)).unwrap();
        order.change(down);
        assert_eq!((order.selected, order.front), (Some(*expected), 1), "in the order by which the graph is coloured");
    }
}
