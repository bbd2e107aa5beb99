//! What becomes of files.

use super::*;
use crate::inquiry::Told;
use crate::protocol::{Event, Reply};

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

fn surveyed(state: &mut State, name: &str, text: &str) {
    let survey = Survey::of(name, text.as_bytes()).map(Rc::new);
    let survey = survey.map_err(|error| Fault { field: None, message: error.to_string() });
    state.change(Action::Traces(traces::Change::Surveyed(state.traces.generation, survey)));
}

#[test]
fn some_jobs_of_a_file_can_be_watched() {
    let rows: Vec<String> = (1..=30).map(|id| format!("{id},{},{}\n", 10 + id, 5 + id)).collect();
    let rows = rows.concat();
    let text = format!("id,arrival,size\n{rows}");
    let mut state = open("#watch?example=aging&policies=srpte");
    state.change(Action::File(file("jobs.csv")));
    assert_eq!(watch(&state).exhibit.example, Some("aging"), "they are not known yet");
    surveyed(&mut state, "jobs.csv", &text);
    let exhibit = &watch(&state).exhibit;
    assert_eq!((state.view, exhibit.jobs.len(), exhibit.example, exhibit.policies.len()), (View::Watch(SystemKind::Server), 20, None, 1));
    assert_eq!((exhibit.jobs[1].arrival, exhibit.jobs[1].size), (1.0, 7.0));
    assert_eq!(state.notice().unwrap(), "The first 20 of 30 jobs of jobs.csv. The first arrives at 0.");
    state.change(Action::from(watch::Change::Example("aging")));
    assert_eq!(state.notice(), None, "these are others");
    state.change(Action::UseFile(View::Watch(SystemKind::Server)));
    assert_eq!(watch(&state).exhibit.jobs.len(), 20);
    let mut state = open("#watch");
    state.change(Action::File(file("workflow.json")));
    surveyed(&mut state, "workflow.json", include_str!("../../../../../assets/traces/diamond.json"));
    assert_eq!(state.view, View::Traces, "jobs that wait for each other are looked at");
}

/// What a worker says of a scenario that cannot be simulated.
fn invalid(state: &State, world: SystemKind, message: &str) -> Action {
    let generation = compare(state, world).refinement.generation;
    let fault = Fault { field: Some("workload.path".to_owned()), message: message.to_owned() };
    compared(world, compare::Change::Told(compare::Told::Invalid(generation, fault)))
}

const BAD: &str = "id,arrival,size\n1,0,-1\n";

#[test]
fn what_cannot_be_read_leaves_all_as_it_was_and_is_said_once() {
    for fragment in ["#watch?v=1&example=aging&policies=srpte", "#compare?v=1&seed=7&policies=ps%2Csrpt", "#sweep", "#cluster", "#traces"] {
        let mut state = open(fragment);
        let before = (state.view, address(&state));
        state.change(Action::File(file("bad.csv")));
        assert!(state.traces.file.is_some(), "{fragment}");
        match state.view {
            View::Watch(SystemKind::Server) | View::Traces | View::Sweep(_) => surveyed(&mut state, "bad.csv", BAD),
            View::Compare(world) => state.change(invalid(&state, world, "bad.csv, line 2: size is \"-1\"")),
            _ => {
                let refused = Fault { field: None, message: "bad.csv, line 2: size".to_owned() };
                let generation = cluster(&state).bench.inquiry.generation;
                let event = Event { generation, task: 0, reply: Reply::Invalid(refused) };
                state.change(Action::Room(state.view, Change::<Cluster>::Told(Told::Heard(event)).into()));
            }
        }
        assert_eq!((state.view, address(&state), state.traces.file.as_ref()), (before.0, before.1, None), "{fragment}");
        let said = if state.view == View::Traces { state.traces.complaint().map(str::to_owned) } else { state.notice() };
        let said = said.unwrap_or_else(|| panic!("nothing is said in {fragment}"));
        assert!(said.starts_with("Nothing was changed. bad."), "{said}");
        assert!(state.room(state.view).is_none_or(|room| room.reading().is_none_or(|read| read.is_ok())), "{fragment}: said once");
        go(&mut state, "#learn");
        assert_eq!(state.notice(), None, "not said for ever");
    }
}

#[test]
fn the_file_before_one_that_cannot_be_read_is_here_again() {
    let mut state = open("#compare?v=1&seed=7");
    state.change(Action::File(file("jobs.csv")));
    surveyed(&mut state, "jobs.csv", "id,arrival,size\n1,0,3\n2,1,2\n");
    let (link, known) = (address(&state), state.traces.generation);
    state.change(Action::File(file("what.xls")));
    let said = state.notice().unwrap();
    assert!(said.starts_with("Nothing was changed. what.xls cannot be read; allowed: a file that ends in .csv (jobs), "), "{said}");
    assert!(!said.contains("workload") && !said.contains("parquet"), "in words of the page: {said}");
    assert_eq!((address(&state), state.traces.file.clone()), (link, Some(file("jobs.csv"))));
    assert!(state.traces.generation > known && state.traces.kept == traces::Kept::No, "the browser keeps it again");
    assert!(matches!(&state.traces.survey, Some(Ok(survey)) if survey.jobs == 2));
    // One that can be read ends that.
    state.change(Action::File(file("other.csv")));
    assert_eq!(state.notice(), None);
    // A fault of another field is where that field is.
    state.change(compared(SystemKind::Server, compare::Change::Edit(Edit::Type("seed".to_owned(), "x".to_owned()))));
    assert_eq!(state.traces.file, Some(file("other.csv")));
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
    state.change(Action::File(File { columns: Some(mapped.chosen.written()), ..file("own.csv") }));
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
    let columns = sheet.chosen.written();
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
