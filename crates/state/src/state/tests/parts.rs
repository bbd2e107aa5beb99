//! Parts of the program that come later than the first.

use super::*;

/// The page as it opens in a browser: with the first part alone.
fn first(fragment: &str) -> State {
    State::open(fragment, PREFERENCES, rooms::first)
}

fn arrives(state: &mut State, part: Part, rooms: Vec<Rc<dyn Room>>) {
    state.change(Action::Arrived(part, rooms));
}

#[test]
fn a_link_waits_for_its_part_and_stays_what_it_is() {
    let link = "#compare?v=1&replications=3&show=jobs&pair=ps,srpt";
    let mut state = first(link);
    assert_eq!((state.view, address(&state), state.place()), (View::Compare(SystemKind::Server), link.to_owned(), None));
    assert_eq!(state.wanted(), [Part::Questions]);
    let questions = rooms::questions(state.opening());
    arrives(&mut state, Part::Questions, questions);
    assert_eq!((state.wanted(), address(&state)), (vec![], link.to_owned()));
    assert_eq!(compare(&state, SystemKind::Server).scenario.replications, 3);
    assert!(first("").wanted().is_empty() && first("#nosuch").wanted().is_empty());
    assert_eq!(first("#sweep/cdn").wanted(), [Part::Questions]);
}

#[test]
fn a_figure_of_another_page_wants_to_talk_with_it_and_is_shown_all_the_same() {
    let mut state = first("#embed");
    assert_eq!(state.wanted(), [Part::Framed]);
    state.change(Action::Failed(Part::Framed, true));
    assert_eq!((state.wanted(), state.notice()), (vec![], None));
}

#[test]
fn who_has_gone_elsewhere_stays_there_when_a_part_arrives() {
    let mut state = first("#cluster?v=1&policies=fair&system.kind=cluster&workload.mix=dev");
    go(&mut state, "#watch");
    assert_eq!(state.wanted(), [Part::World(SystemKind::Cluster)]);
    let rooms = rooms::played::<Cluster>(state.opening());
    arrives(&mut state, Part::World(SystemKind::Cluster), rooms);
    assert_eq!((state.view, cluster(&state).bench.scenario.policies.clone()), (View::default(), vec!["fair".to_owned()]));
}

#[test]
fn a_part_that_could_not_be_fetched_is_asked_for_again() {
    let mut state = first("#learn?page=3");
    state.change(Action::Failed(Part::Learn, true));
    assert_eq!((state.lacks(), state.wanted()), (true, vec![]));
    state.change(Action::Failed(Part::Learn, false));
    assert_eq!((state.lacks(), state.wanted()), (false, vec![Part::Learn]));
    arrives(&mut state, Part::Learn, rooms::learn());
    assert_eq!(address(&state), "#learn?page=3");
}

#[test]
fn a_part_that_failed_beside_the_view_is_told_of_and_fetched_when_it_is_wanted_again() {
    let mut state = first("#watch");
    state.change(Action::Saved(saved::Change::Open(true)));
    assert_eq!(state.wanted(), [Part::Sharing]);
    state.change(Action::Failed(Part::Sharing, true));
    assert_eq!((state.wanted(), state.lacks()), (vec![], false));
    assert!(state.notice().unwrap().contains("could not be loaded"));
    state.change(Action::Saved(saved::Change::Open(true)));
    assert_eq!((state.wanted(), state.notice()), (vec![Part::Sharing], None));
    // What somebody only came near to is no failure.
    state.change(Action::Failed(Part::Learn, true));
    go(&mut state, "#learn");
    assert!(!state.lacks());
    state.change(Action::Failed(Part::Learn, true));
    go(&mut state, "#watch");
    assert_eq!(state.notice(), None, "who has left the view is not told of it");
    go(&mut state, "#learn");
    assert!(state.wanted().contains(&Part::Learn), "going there again tries again");
}

#[test]
fn rooms_arrive_as_the_page_is_then() {
    let mut state = first("#cluster");
    let rooms = rooms::played::<Cluster>(state.opening());
    state.change(Action::Still(true));
    arrives(&mut state, Part::World(SystemKind::Cluster), rooms);
    assert!(!cluster(&state).clock.playing);
    let mut still = State::open("#datacenter", Preferences { still: true, ..PREFERENCES }, rooms::first);
    let rooms = rooms::played::<Datacenter>(still.opening());
    arrives(&mut still, Part::World(SystemKind::Datacenter), rooms);
    assert!(!address(&still).contains("run="), "nobody has moved its clock: {}", address(&still));
    let link = "#compare?v=1&workload.path=own.csv&columns=seconds,bytes:100,id,arrival,size&sum=00000000000000ab";
    assert_eq!(address(&first(link)), link, "with what it says of its file");
    let mut state = first("#sweep");
    go(&mut state, "#watch");
    let rooms = rooms::questions(state.opening());
    arrives(&mut state, Part::Questions, rooms);
    assert_eq!(sweep(&state, SystemKind::Server).phase, sweep::Phase::Idle, "nobody looks at it");
}

#[test]
fn all_rooms_are_those_of_all_parts() {
    let state = open("");
    for view in View::all().filter(|view| *view != View::Traces) {
        assert!(state.room(view).is_some() && Part::of(view).is_none_or(|part| state.has(part)), "{}", view.name());
    }
}

#[test]
fn files_wait_for_what_reads_them() {
    let mut state = first("#cluster");
    state.change(Action::File(file("jobs.swf")));
    assert_eq!(state.wanted(), [Part::World(SystemKind::Cluster)]);
    let rooms = rooms::played::<Cluster>(state.opening());
    arrives(&mut state, Part::World(SystemKind::Cluster), rooms);
    assert_eq!(state.file_asked(), Some("jobs.swf"));
    state.change(Action::ScenarioFile("seed = 7\n[system]\nkind = 'cdn'\n".to_owned()));
    assert_eq!(state.wanted(), [Part::Questions, Part::Traces], "and what looks through the file");
    let rooms = rooms::questions(state.opening());
    arrives(&mut state, Part::Questions, rooms);
    assert_eq!((state.view, state.wanted()), (View::Watch(SystemKind::Cdn), vec![Part::World(SystemKind::Cdn)]));
}
