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
        View::Exercises => state.only::<Exercises>().unwrap().fault.clone(),
        View::Traces | View::Learn => None,
    }
}

#[test]
fn a_link_that_is_not_understood_is_told_of_in_its_view() {
    for name in ["watch", "compare", "cluster", "datacenter", "order", "network", "cdn", "sweep"] {
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
fn letters_and_copies_are_noted() {
    let mut state = open("");
    state.change(Action::Letters(false));
    state.change(Action::Copied(Some(true)));
    assert_eq!((state.letters, state.copied), (false, Some(true)));
}

#[test]
fn a_dropped_file_is_used_in_the_view_that_can_and_else_looked_at() {
    for (name, view) in [
        ("watch", View::Watch(SystemKind::Server)),
        ("sweep", View::Sweep(SystemKind::Server)),
        ("learn", View::Traces),
        ("traces", View::Traces),
        ("compare", View::Compare(SystemKind::Server)),
        ("cluster", View::Watch(SystemKind::Cluster)),
        ("datacenter", View::Watch(SystemKind::Datacenter)),
        ("cdn", View::Watch(SystemKind::Cdn)),
    ] {
        let mut state = open(&format!("#{name}"));
        state.change(Action::File(file("jobs.swf")));
        assert_eq!((state.view, state.traces.file.clone()), (view, Some(file("jobs.swf"))), "{name}");
        let [compare, cluster, datacenter] =
            [&compare(&state, SystemKind::Server).scenario, &cluster(&state).bench.scenario, &datacenter(&state).bench.scenario]
                .map(|scenario| scenario.to_query().contains("jobs.swf"));
        let used = [View::Compare(SystemKind::Server), View::Watch(SystemKind::Cluster), View::Watch(SystemKind::Datacenter)]
            .map(|other| other == view);
        assert_eq!([compare, cluster, datacenter], used, "{name}");
    }
}

#[test]
fn a_file_that_was_looked_at_is_used_where_it_is_wanted() {
    let mut state = open("#traces");
    state.change(Action::UseFile(View::Compare(SystemKind::Server)));
    assert_eq!(
        (state.view, &compare(&state, SystemKind::Server).scenario),
        (View::Compare(SystemKind::Server), &Compare::open(SystemKind::Server).scenario),
        "there is none yet"
    );
    go(&mut state, "#traces");
    state.change(Action::File(file("jobs.csv")));
    state.change(Action::UseFile(View::Compare(SystemKind::Server)));
    let path = |state: &State| compare(state, SystemKind::Server).question(Some(file("jobs.csv"))).scenario.to_query();
    assert_eq!(state.view, View::Compare(SystemKind::Server));
    assert!(path(&state).contains("workload.path=jobs.csv"));
    state.change(Action::Traces(traces::Change::Unload));
    assert!(state.traces.file.is_none() && path(&state).contains("jobs.csv"), "a view keeps its question");
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

fn surveyed(state: &mut State, name: &str, text: &str) {
    let survey = Survey::of(name, text.as_bytes()).map(Rc::new);
    let survey = survey.map_err(|error| Fault { field: None, message: error.to_string() });
    state.change(Action::Traces(traces::Change::Surveyed(state.traces.generation, survey)));
}

#[test]
fn the_first_jobs_of_a_file_can_be_watched() {
    let rows: Vec<String> = (1..=30).map(|id| format!("{id},{},{}\n", 10 + id, 2 * id)).collect();
    let rows = rows.concat();
    let text = format!("id,arrival,size\n{rows}");
    let mut state = open("#watch?example=aging&policies=srpte");
    state.change(Action::File(file("jobs.csv")));
    assert_eq!(watch(&state).exhibit.example, Some("aging"), "they are not known yet");
    surveyed(&mut state, "jobs.csv", &text);
    let exhibit = &watch(&state).exhibit;
    assert_eq!((state.view, exhibit.jobs.len(), exhibit.example, exhibit.policies.len()), (View::Watch(SystemKind::Server), 20, None, 1));
    assert_eq!((exhibit.jobs[1].arrival, exhibit.jobs[1].size), (1.0, 4.0));
    assert_eq!(state.notice().unwrap(), "The first 20 of 30 jobs of jobs.csv. The first arrives at 0.");
    state.change(Action::from(watch::Change::Example("aging")));
    assert_eq!(state.notice(), None, "these are others");
    state.change(Action::UseFile(View::Watch(SystemKind::Server)));
    assert_eq!(watch(&state).exhibit.jobs.len(), 20);
    let mut state = open("#watch");
    state.change(Action::File(file("bad.csv")));
    surveyed(&mut state, "bad.csv", "id,arrival,size\n1,0,-1\n");
    assert_eq!(state.view, View::Traces, "where it says what is wrong");
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
fn a_link_to_a_file_says_when_another_is_given() {
    let text = "id,arrival,size\n1,0,3\n2,1,2\n";
    let mut state = open("#compare");
    state.change(Action::File(file("jobs.csv")));
    let before = address(&state);
    surveyed(&mut state, "jobs.csv", text);
    let link = address(&state);
    assert!(link.starts_with(&before) && route::expected(&link).sum.is_some(), "{link}");

    let mut state = open(&link);
    assert_eq!((address(&state), state.notice()), (link.clone(), None), "the link stays what it is while its file is missing");
    state.change(Action::File(file("jobs.csv")));
    surveyed(&mut state, "jobs.csv", text);
    assert_eq!((address(&state), state.notice()), (link.clone(), None));
    state.change(Action::File(file("jobs.csv")));
    surveyed(&mut state, "jobs.csv", "id,arrival,size\n1,0,3\n");
    assert!(state.notice().unwrap().starts_with("This is not the file of the link"), "{:?}", state.notice());
    assert_ne!(address(&state), link);
}

/// A table whose columns have names of their own.
fn table() -> Rc<Sheet> {
    Rc::new(Sheet::read("own.txt", "task;at;cost\na;0;2\nb;9;1\n").unwrap())
}

#[test]
fn a_link_makes_its_file_from_a_table_and_keeps_its_settings() {
    let link = "#compare?v=1&replications=20&workload.sigma=1.6&workload.load=0.45&workload.path=own.csv&columns=seconds,bytes:100,id,arrival,size";
    let mut state = open(link);
    assert_eq!(address(&state), link, "while its file is missing");
    state.change(Action::Traces(traces::Change::Table(Some(table()))));
    let mapped = state.traces.mapped.clone().unwrap();
    assert_eq!((mapped.file_name(), mapped.missing(), state.view), ("own.csv".to_owned(), None, View::Compare(SystemKind::Server)));
    state.change(Action::File(File { columns: Some(mapped.chosen()), ..file("own.csv") }));
    assert!(state.traces.mapped.is_none());
    assert_eq!((address(&state), state.view), (link.to_owned(), View::Compare(SystemKind::Server)));
    // A table of another name is asked about.
    state.change(Action::Traces(traces::Change::Table(Some(Rc::new(Sheet::read("other.txt", "a;b\n1;2\n").unwrap())))));
    assert_eq!((state.view, state.traces.mapped.is_none()), (View::Traces, true));
}

#[test]
fn a_file_that_a_link_needs_leads_back_to_it_from_its_columns() {
    let link = "#compare?v=1&replications=20&workload.sigma=1.6&workload.load=0.45&workload.path=own.csv";
    let mut state = open(link);
    state.change(Action::Traces(traces::Change::Table(Some(table()))));
    assert_eq!((state.view, state.traces.mapped.is_none()), (View::Traces, true));
    let mut sheet = (*table()).clone();
    sheet.assign(1, Role::Arrival);
    sheet.assign(2, Role::Size);
    let columns = sheet.chosen();
    state.change(Action::Traces(traces::Change::Table(Some(Rc::new(sheet)))));
    state.change(Action::Traces(traces::Change::Map));
    assert!(state.traces.mapped.is_some());
    state.change(Action::File(File { columns: Some(columns.clone()), ..file("own.csv") }));
    assert_eq!((state.view, address(&state)), (View::Compare(SystemKind::Server), format!("{link}&columns={columns}")));
    // In *Traces* the same file is used with the settings that are there.
    state.change(Action::UseFile(View::Compare(SystemKind::Server)));
    assert!(address(&state).starts_with(link), "{}", address(&state));
}

#[test]
fn a_file_that_was_kept_is_here_again_unless_there_is_another() {
    let since = Moment { day: 0, date: (1, 1, 2026), time: (9, 0) };
    let mut state = open("#compare?v=1&workload.path=jobs.csv");
    state.change(Action::Kept(file("jobs.csv"), since));
    assert_eq!((state.traces.file.clone(), state.traces.kept), (Some(file("jobs.csv")), traces::Kept::Since(since)));
    assert_eq!(state.view, View::Compare(SystemKind::Server));
    state.change(Action::Kept(file("other.csv"), since));
    assert_eq!(state.traces.file, Some(file("jobs.csv")));
    state.change(Action::Traces(traces::Change::Forget));
    assert_eq!((state.traces.file.is_some(), state.traces.kept), (true, traces::Kept::Forgotten));
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
fn a_scenario_file_is_taken_by_the_view_of_its_world() {
    let mut state = open("#order");
    let said =
        |state: &State| state.only::<Played<Order>>().unwrap().bench.inquiry.fault.clone().map(|fault| fault.message).unwrap_or_default();
    state.change(Action::ScenarioFile("[system]\nkind = 'ordering'\n[workload]\ngraph = 'fig-3.13'\n".to_owned()));
    let scenario = &state.only::<Played<Order>>().unwrap().bench.scenario;
    assert_eq!((scenario.get("workload.graph").unwrap().as_str(), said(&state).as_str()), (Some("fig-3.13"), ""));
    state.change(Action::ScenarioFile("[system]\nkind = 'ordering'\nnonsense = 1\n".to_owned()));
    assert!(said(&state).contains("nonsense"));
}

#[test]
fn a_scenario_file_is_watched_compared_and_swept() {
    let text = "seed = 5\npolicies = ['ps']\n[workload]\njobs = [{ arrival = 0.0, size = 2.0 }]\n";
    let mut state = open("#watch");
    state.change(Action::ScenarioFile(text.to_owned()));
    assert_eq!((watch(&state).exhibit.jobs.len(), watch(&state).timelines.len()), (1, 1));
    go(&mut state, "#compare");
    state.change(Action::ScenarioFile(text.to_owned()));
    assert_eq!(compare(&state, SystemKind::Server).scenario.seed, 5);
    state.change(Action::ScenarioFile("seed = 7\n[system]\nkind = 'cdn'\n".to_owned()));
    assert_eq!((state.view, compare(&state, SystemKind::Cdn).scenario.seed), (View::Compare(SystemKind::Cdn), 7), "in its own world");
    state.change(Action::ScenarioFile("[system]\nkind = 'cdn'\nnonsense = 1\n".to_owned()));
    let kept = compare(&state, SystemKind::Cdn);
    assert!(kept.scenario.seed == 7 && kept.refinement.fault.as_ref().unwrap().message.contains("nonsense"));
    go(&mut state, "#sweep");
    state.change(Action::ScenarioFile(text.to_owned()));
    assert_eq!(sweep(&state, SystemKind::Server).setup.base.scenario.seed, 5);
    go(&mut state, "#learn");
    state.change(Action::ScenarioFile(text.to_owned()));
    assert_eq!(state.view, View::Compare(SystemKind::Server), "where any scenario of one server can be shown");
    go(&mut state, "#exercises");
    state.change(Action::ScenarioFile(text.to_owned()));
    assert_eq!(state.view, View::Exercises, "which says what it expects");
}

#[test]
fn every_view_says_what_is_wrong_with_its_query() {
    for (link, key, words) in [
        ("#watch?jobs=0", "jobs", "arrival:size"),
        ("#watch?show=all", "show", "allowed: lanes, remaining, attained, number"),
        ("#watch?t=-1", "t", "allowed: a time of at least 0"),
        ("#compare?show=all", "show", "allowed: sojourn, slowdown, size, jobs, replications"),
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

#[test]
fn all_rooms_are_those_of_all_parts() {
    let state = open("");
    for view in View::all().filter(|view| *view != View::Traces) {
        assert!(state.room(view).is_some() && Part::of(view).is_none_or(|part| state.has(part)), "{}", view.name());
    }
}
