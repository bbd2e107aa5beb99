use super::*;
use crate::cdn::Cdn;
use crate::cluster::Cluster;
use crate::compare::{self, Compare};
use crate::datacenter::Datacenter;
use crate::exercises::Exercises;
use crate::learn::{self, Learn};
use crate::network::Network;
use crate::order::Order;
use crate::protocol::Fault;
use crate::race::Race;
use crate::rooms;
use crate::sheet::Role;
use crate::sheet::Sheet;
use crate::stage::{Change, Edit, Played};
use crate::sweep::{self, Sweep};
use crate::testing::file;
use crate::watch::Watch;
use schedscope_core::experiment::Survey;
use std::rc::Rc;

const PREFERENCES: Preferences = Preferences { theme: ThemeChoice::Auto, system: Mode::Light, still: false, narrow: false, letters: true };

mod files;
mod parts;

fn open(fragment: &str) -> State {
    State::open(fragment, PREFERENCES, rooms::all)
}

fn go(state: &mut State, fragment: &str) {
    state.change(Action::Navigate(Route::read(fragment)));
}

fn cluster(state: &State) -> &Played<Cluster> {
    state.only().unwrap()
}

fn watch(state: &State) -> &Watch {
    state.only().unwrap()
}

fn datacenter(state: &State) -> &Played<Datacenter> {
    state.only().unwrap()
}

fn compare(state: &State, world: SystemKind) -> &Compare {
    state.of(View::Compare(world)).unwrap()
}

fn sweep(state: &State, world: SystemKind) -> &Sweep {
    state.of(View::Sweep(world)).unwrap()
}

/// Something that has happened in *Compare*, *Sweep* or *Watch* of a world.
fn compared(world: SystemKind, change: compare::Change) -> Action {
    Action::Room(View::Compare(world), change.into())
}

fn address(state: &State) -> String {
    state.address()
}

#[test]
fn opens_where_the_address_leads() {
    for name in ["watch", "compare", "sweep", "cluster", "datacenter", "traces", "learn"] {
        assert_eq!(open(&format!("#{name}")).view.name(), name);
    }
    assert_eq!((open("").view, open("").missing), (View::Watch(SystemKind::Server), None));
    assert_eq!(open("#learn?page=3").only::<Learn>().unwrap().page, 2);
    assert_eq!(compare(&open("#compare?seed=9"), SystemKind::Server).scenario.seed, 9);
    assert_eq!(sweep(&open("#sweep"), SystemKind::Server).phase, sweep::Phase::Fetching, "a sweep that is looked at is fetched");
    assert_eq!(sweep(&open(""), SystemKind::Server).phase, sweep::Phase::Idle);
}

#[test]
fn opens_as_its_user_prefers() {
    let state = State::open(
        "",
        Preferences { theme: ThemeChoice::Light, system: Mode::Dark, still: true, letters: false, ..PREFERENCES },
        rooms::all,
    );
    assert_eq!((state.theme, state.mode(), state.letters), (ThemeChoice::Light, Mode::Light, false));
    assert!(state.still && !watch(&state).clock.playing && !datacenter(&state).clock.playing);
    assert!(watch(&open("")).clock.playing);
}

#[test]
fn navigation_keeps_what_was_left() {
    let mut state = open("#compare?seed=9");
    state.change(compared(SystemKind::Server, compare::Change::Edit(Edit::Type("workload.sigma".to_owned(), "2".to_owned()))));
    let left = address(&state);
    for fragment in ["#cluster", "#datacenter", "#sweep", "#traces", "#learn?page=2", "#watch?example=aging"] {
        go(&mut state, fragment);
    }
    assert_eq!(watch(&state).exhibit.example, Some("aging"));
    go(&mut state, "#compare");
    assert_eq!(address(&state), left);
    go(&mut state, "#learn");
    assert_eq!(address(&state), "#learn?page=2");
    go(&mut state, "#watch");
    assert_eq!(watch(&state).exhibit.example, Some("aging"));
}

#[test]
fn the_address_leads_back_to_the_same_state() {
    for fragment in [
        "#watch?v=1&example=aging&policies=srpte&t=2.5",
        "#compare?v=1&replications=3&show=jobs&pair=ps,srpt",
        "#sweep?v=1&policies=ps,srpt&across=workload.sigma:list:0.5,1&show=ratio_ps",
        "#cluster?v=1&policies=fair&system.kind=cluster&workload.mix=dev",
        "#datacenter?v=1&policies=eagle&system.kind=datacenter&system.workers=20",
        "#cdn?v=1&policies=rand-opt,opt-opt&system.kind=cdn&system.storage=50&panels=opt-opt",
        "#network?v=1&policies=fair,pfabric&system.kind=network&workload.count=40&panels=pfabric,fair&lit=link:3&t=2.5",
        "#traces",
        "#learn?page=4",
    ] {
        assert_eq!(address(&open(fragment)), fragment);
    }
    assert_eq!(address(&open("#embed/learn?page=4")), "#embed/learn?page=4");
}

/// What is wrong with the link, as the view that is shown says it.
fn fault(state: &State) -> Option<Fault> {
    match state.view {
        View::Watch(SystemKind::Server) => watch(state).fault.clone(),
        View::Compare(world) => compare(state, world).refinement.fault.clone(),
        View::Sweep(world) => sweep(state, world).fault.clone(),
        View::Watch(SystemKind::Cluster) => cluster(state).bench.inquiry.fault.clone(),
        View::Watch(SystemKind::Datacenter) => datacenter(state).bench.inquiry.fault.clone(),
        View::Watch(SystemKind::Ordering) => state.only::<Played<Order>>().unwrap().bench.inquiry.fault.clone(),
        View::Watch(SystemKind::Cdn) => state.only::<Played<Cdn>>().unwrap().bench.inquiry.fault.clone(),
        View::Watch(SystemKind::Network) => state.only::<Played<Network>>().unwrap().bench.inquiry.fault.clone(),
        View::Race => state.only::<Played<Race>>().unwrap().bench.inquiry.fault.clone(),
        View::Exercises => state.only::<Exercises>().unwrap().fault.clone(),
        View::Traces | View::Learn => None,
    }
}

#[test]
fn a_link_that_is_not_understood_is_told_of_in_its_view() {
    for name in ["watch", "race", "compare", "cluster", "datacenter", "order", "network", "cdn", "sweep"] {
        let mut state = open(&format!("#{name}?nonsense=1"));
        assert_eq!(fault(&state).unwrap().field.as_deref(), Some("nonsense"), "{name}");
        go(&mut state, &format!("#{name}?v=1"));
        assert_eq!(fault(&state), None, "{name}: a link that is understood mends it");
    }
}

#[test]
fn the_theme_is_the_systems_unless_another_is_chosen() {
    let mut state = open("");
    assert_eq!(state.mode(), Mode::Light);
    state.change(Action::System(Mode::Dark));
    assert_eq!(state.mode(), Mode::Dark);
    let mut shown = vec![];
    for _ in 0..3 {
        state.change(Action::Theme(state.theme.next()));
        shown.push((state.theme, state.mode()));
    }
    assert_eq!(shown, [(ThemeChoice::Light, Mode::Light), (ThemeChoice::Dark, Mode::Dark), (ThemeChoice::Auto, Mode::Dark)]);
}

#[test]
fn the_stage_is_entered_and_left_but_not_where_the_page_is_embedded() {
    let mut state = open("");
    for (stage, setting) in [(true, Setting::Stage), (true, Setting::Stage), (false, Setting::Desk)] {
        state.change(Action::Stage(stage));
        assert_eq!(state.setting, setting);
    }
    let mut state = open("#embed/compare");
    state.change(Action::Stage(true));
    assert_eq!((state.setting, state.view), (Setting::Embedded, View::Compare(SystemKind::Server)));
}

#[test]
fn scenes_follow_each_other_on_the_stage_with_their_slider() {
    let mut state = open(
        "#scenes?scene=One|%23watch?example=aging|J1%20size%201%2040&scene=Two|%23compare?v=1|workload.sigma&scene=Three|%23learn?page=2",
    );
    assert_eq!(
        (state.setting, state.view, watch(&state).exhibit.example),
        (Setting::Stage, View::Watch(SystemKind::Server), Some("aging"))
    );
    let (name, value, stops) = state.slider().unwrap();
    assert_eq!(
        (name.as_str(), value, stops.first(), stops.last()),
        ("size of J1", watch(&state).exhibit.jobs[0].size, Some(&1.0), Some(&40.0))
    );
    state.change(Action::Slide(7.0));
    assert_eq!(watch(&state).exhibit.jobs[0].size, 7.0);
    for (by, view, at) in [
        (1, View::Compare(SystemKind::Server), "&at=2&"),
        (1, View::Learn, "&at=3&"),
        (1, View::Learn, "&at=3&"),
        (-1, View::Compare(SystemKind::Server), "&at=2&"),
    ] {
        state.change(Action::Scenes(scenes::Change::Turn(by)));
        assert!(state.view == view && address(&state).contains(at), "{}", address(&state));
    }
    state.change(Action::Slide(2.0));
    assert_eq!(state.slider().unwrap().1, 2.0);
    state.change(Action::Stage(false));
    assert_eq!((state.setting, state.scenes.is_none(), state.slider()), (Setting::Desk, true, None));
}

#[test]
fn scenes_have_sliders_where_something_can_be_set() {
    for (link, sliders) in [("#compare", true), ("#cluster", false), ("#learn", false)] {
        assert_eq!(!open(link).offer().sliders.is_empty(), sliders, "{link}");
    }
}

#[test]
fn scenes_are_written_on_the_page_and_left_by_any_link() {
    let mut state = open("");
    let does = |state: &mut State, change| state.change(Action::Scenes(change));
    does(&mut state, scenes::Change::Write);
    does(&mut state, scenes::Change::Draft("A | watch".to_owned()));
    does(&mut state, scenes::Change::Open);
    let draft = &state.scenes_draft;
    assert!(state.scenes.is_none() && draft.open && draft.fault.as_ref().unwrap().starts_with("Scene 1: the link"));
    does(&mut state, scenes::Change::Draft("A | #cluster\nB | #watch".to_owned()));
    does(&mut state, scenes::Change::Close);
    assert_eq!((state.scenes_draft.open, state.scenes_draft.text.as_str()), (false, "A | #cluster\nB | #watch"), "a draft is kept");
    does(&mut state, scenes::Change::Open);
    assert!(!state.scenes_draft.open && state.view == View::Watch(SystemKind::Cluster) && state.setting == Setting::Stage);
    // They are changed while they are shown, and stay where they are.
    does(&mut state, scenes::Change::Turn(1));
    does(&mut state, scenes::Change::Write);
    does(&mut state, scenes::Change::Draft("A | #cluster\nC | #learn?page=2\nB | #watch".to_owned()));
    does(&mut state, scenes::Change::Open);
    assert_eq!((state.view, state.scenes.as_ref().unwrap().at), (View::Learn, 1));
    go(&mut state, "#learn?page=2");
    assert!(state.scenes.is_none() && state.view == View::Learn);
    go(&mut state, "#scenes?scene=A");
    assert!(watch(&state).fault.is_some());
    go(&mut state, "#scenes?scene=D|%23cluster");
    assert_eq!(state.scenes_draft.text, "D | #cluster\n", "scenes of a link can be changed");
}

#[test]
fn saved_scenarios_are_presented() {
    let mut state = open("");
    state.change(Action::Present);
    assert!(state.scenes.is_none(), "nothing is ticked");
    for (name, address) in [("Many", "#compare?v=1"), ("Few", "#watch?v=1&example=aging")] {
        let scene =
            saved::SavedScenario { name: name.to_owned(), address: address.to_owned(), picture: String::new(), slider: String::new() };
        state.change(Action::Saved(saved::Change::Save(scene)));
    }
    for place in [1, 0] {
        state.change(Action::Saved(saved::Change::Tick(place)));
    }
    state.change(Action::Present);
    assert_eq!(
        (state.view, state.setting, state.scenes.as_ref().unwrap().scenes.len()),
        (View::Compare(SystemKind::Server), Setting::Stage, 2)
    );
    assert!(state.scenes_draft.text.starts_with("Many | #compare?v=1\nFew | #watch"));
}

#[test]
fn the_clock_of_the_view_that_is_shown_is_moved() {
    let mut state = open("");
    state.change(Action::Clock(Beat::Speed(2)));
    go(&mut state, "#cluster");
    state.change(Action::Clock(Beat::Speed(1)));
    go(&mut state, "#datacenter");
    state.change(Action::Clock(Beat::Speed(-1)));
    assert_eq!((watch(&state).clock.speed, cluster(&state).clock.speed, datacenter(&state).clock.speed), (2, 1, -1));
    assert_eq!(state.clock(), Some(&datacenter(&state).clock));
    go(&mut state, "#compare");
    state.change(Action::Clock(Beat::Speed(3)));
    assert_eq!((state.clock(), watch(&state).clock.speed), (None, 2));
}

#[test]
fn who_comes_to_want_stillness_gets_it_everywhere() {
    let mut state = open("");
    assert!(watch(&state).clock.playing && datacenter(&state).clock.playing);
    state.change(Action::Still(true));
    assert!(state.still && !watch(&state).clock.playing && !datacenter(&state).clock.playing && !cluster(&state).clock.playing);
    state.change(Action::Still(false));
    assert!(!watch(&state).clock.playing, "nothing moves again by itself");
}

#[test]
fn whether_letters_are_keys_is_noted() {
    let mut state = open("");
    state.change(Action::Letters(false));
    assert!(!state.letters);
}

#[test]
fn a_view_that_is_not_there_is_said_to_be_missing() {
    let mut state = open("#nosuch?v=1");
    assert_eq!((state.missing.as_deref(), state.clock()), (Some("nosuch"), None));
    assert_eq!(address(&state), "#nosuch");
    go(&mut state, "#compare");
    assert_eq!((state.missing.as_deref(), state.view), (None, View::Compare(SystemKind::Server)));
    go(&mut state, "#nosuch");
    state.change(Action::File(file("jobs.csv")));
    assert_eq!(state.missing, None);
}

#[test]
fn a_plain_link_ends_scenes_and_their_presentation() {
    let mut state = open("#scenes?v=1&scene=One|%23compare");
    assert!(state.scenes.is_some() && state.setting == Setting::Stage);
    go(&mut state, "#cluster");
    assert_eq!((state.scenes.is_some(), state.setting, state.view), (false, Setting::Desk, View::Watch(SystemKind::Cluster)));
    state.change(Action::Stage(true));
    go(&mut state, "#watch");
    assert_eq!(state.setting, Setting::Stage, "who presents without scenes goes on");
}

#[test]
fn views_change_alone() {
    let mut state = open("#compare");
    let seed = |text: &str| Edit::Type("seed".to_owned(), text.to_owned());
    let before = [
        cluster(&state).bench.scenario.clone(),
        datacenter(&state).bench.scenario.clone(),
        sweep(&state, SystemKind::Server).setup.base.scenario.clone(),
    ];
    state.change(compared(SystemKind::Server, compare::Change::Edit(seed("9"))));
    state.change(Action::from(watch::Change::Example("aging")));
    state.change(Action::Room(View::Learn, learn::Change::Turn(1).into()));
    let after = [
        cluster(&state).bench.scenario.clone(),
        datacenter(&state).bench.scenario.clone(),
        sweep(&state, SystemKind::Server).setup.base.scenario.clone(),
    ];
    assert_eq!((before, state.view), (after, View::Compare(SystemKind::Server)));
    state.change(Action::Room(View::Watch(SystemKind::Cluster), Change::<Cluster>::Edit(seed("7")).into()));
    state.change(Action::Room(View::Watch(SystemKind::Datacenter), Change::<Datacenter>::Edit(seed("8")).into()));
    state.change(Action::Room(View::Sweep(SystemKind::Server), sweep::Change::Edit(seed("6")).into()));
    let seeds = [
        &compare(&state, SystemKind::Server).scenario,
        &cluster(&state).bench.scenario,
        &datacenter(&state).bench.scenario,
        &sweep(&state, SystemKind::Server).setup.base.scenario,
    ];
    assert_eq!(seeds.map(|scenario| scenario.seed), [9, 7, 8, 6]);
}

#[test]
fn every_view_says_what_is_wrong_with_its_query() {
    for (link, key, words) in [
        ("#watch?jobs=0", "jobs", "arrival:size"),
        ("#watch?show=all", "show", "allowed: lanes, remaining, attained, virtual, number"),
        ("#watch?t=-1", "t", "allowed: a time of at least 0"),
        ("#compare?show=all", "show", "allowed: slowdown, sojourn, size, jobs, replications"),
        ("#compare?pair=ps", "pair", "allowed: two policies separated by a comma"),
        ("#compare?v=2", "v", "links of version 1"),
        ("#cluster?workload.sigma=much", "workload.sigma", "expected a number"),
        ("#datacenter?system.wrokers=4", "system.wrokers", "did you mean `workers`?"),
        ("#cluster?run=0", "run", "allowed: the number of a run, 1 to 20"),
        ("#datacenter?replications=4&run=5", "run", "allowed: the number of a run, 1 to 4"),
        ("#order?step=x", "step", "allowed: how many steps are done"),
        ("#cdn?system.storge=4", "system.storge", "did you mean `storage`?"),
        ("#cdn?panels=fifo", "panels", "allowed: one or two of the policies, centralized"),
        ("#sweep?across=seed", "across", "allowed: FIELD:even:FROM:TO:COUNT"),
        ("#sweep?show=nothing", "show", "allowed: the name of a column"),
        ("#sweep?seed=1&seed=2", "seed", "twice"),
    ] {
        let fault = fault(&open(link)).unwrap();
        assert!(fault.field.as_deref() == Some(key) && fault.message.contains(words), "{link}: {fault:?}");
        // Where a view can be looked at in no such way, the command line does not look at all.
        if !matches!(key, "show" | "t" | "pair" | "run" | "step" | "panels") && !link.starts_with("#sweep") {
            assert_eq!(route::scenario(link, None).unwrap_err().to_string(), fault.message);
        }
    }
}

#[test]
fn a_place_is_what_going_back_leads_away_from() {
    let place = |link: &str| open(link).place().unwrap();
    for [one, other] in [
        ["#watch?example=aging", "#watch?example=aging&t=3&show=attained"],
        ["#compare?seed=1", "#compare?seed=2"],
        ["#cluster?seed=1", "#cluster?workload.mix=dev"],
        ["#datacenter?seed=1", "#datacenter?system.workers=9"],
        ["#sweep?seed=1", "#sweep?seed=2"],
    ] {
        assert_eq!(place(one), place(other), "{one} and {other} are one place");
    }
    for [one, other] in [
        ["#watch?example=aging", "#watch?example=four-jobs"],
        ["#watch?example=aging&policies=ps", "#watch?example=aging&policies=ps,srpt"],
        ["#compare?seed=1", "#compare?seed=1&show=size"],
        ["#learn?page=1", "#learn?page=2"],
        ["#traces", "#sweep?seed=1"],
    ] {
        assert_ne!(place(one), place(other));
    }
}
