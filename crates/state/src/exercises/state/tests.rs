use super::*;
use crate::inquiry::Told;
use crate::testing::done;
use crate::watch::Handle;

/// The exercise of this title in the set that ships.
fn begin(title: &str) -> Exercises {
    let mut exercises = Exercises::open();
    let place = exercises.set.exercises.iter().position(|exercise| exercise.title == title).unwrap();
    exercises.change(Change::Open(place));
    exercises
}

fn work(exercises: &Exercises) -> &Work {
    exercises.work.as_ref().unwrap()
}

fn say(exercises: &mut Exercises, text: &str) {
    exercises.change(Change::Say(text.to_owned()));
    exercises.change(Change::Check);
}

#[test]
fn play_stops_at_the_question_until_it_is_answered() {
    let mut exercises = begin("When does J4 leave?");
    let policy = work(&exercises).exercise.under().unwrap().clone();
    assert!(work(&exercises).hides(&policy) && work(&exercises).clock.playhead == 14.0);
    exercises.change(Change::Clock(Beat::Seek(40.0)));
    assert_eq!((work(&exercises).clock.playhead, work(&exercises).clock.end()), (14.0, 14.0), "not even the end is told");
    let other = work(&exercises).timelines[1].policy.clone();
    assert!(work(&exercises).withholds(&other) && !work(&exercises).withholds(&policy) && !work(&exercises).tells_mean(&policy));
    say(&mut exercises, "42.4");
    assert!(!work(&exercises).hides(&policy) && !work(&exercises).withholds(&other) && work(&exercises).tells_mean(&policy));
    exercises.change(Change::Clock(Beat::Seek(40.0)));
    assert_eq!(work(&exercises).clock.playhead, 40.0);
}

#[test]
fn the_axis_does_not_tell_when_the_last_job_leaves() {
    for place in 0..10 {
        let mut exercises = Exercises::open();
        exercises.change(Change::Open(place));
        let work = work(&exercises);
        let ends = work.timelines.iter().map(|timeline| timeline.end());
        assert!(ends.clone().all(|end| end < 0.95 * work.frame.end), "{}", work.exercise.title);
    }
}

#[test]
fn wrong_answers_hints_and_tries_are_counted_in_the_code() {
    let mut exercises = begin("When does J4 leave?");
    assert!(!work(&exercises).ready());
    say(&mut exercises, "soon");
    assert!(!work(&exercises).ready() && work(&exercises).verdict.is_none());
    say(&mut exercises, "17,5");
    let verdict = work(&exercises).verdict.clone().unwrap();
    assert_eq!((verdict.right, verdict.words.as_str(), exercises.code()), (false, "It is later.", None));
    exercises.change(Change::Hint);
    exercises.change(Change::Say("42".to_owned()));
    assert!(work(&exercises).verdict.is_none(), "what was said is about another answer");
    exercises.change(Change::Check);
    assert!(work(&exercises).verdict.as_ref().unwrap().right);
    assert_eq!(work(&exercises).standing, Standing::Solved(Effort { tries: 2, hints: 1 }));
    let code = exercises.code().unwrap();
    exercises.change(Change::Student("Ada".to_owned()));
    assert_ne!(exercises.code().unwrap(), code);
    exercises.change(Change::Claim(format!("ada {}\n\nAda {code}\nGrace {}\n04", exercises.code().unwrap(), exercises.code().unwrap())));
    let found: Vec<_> = exercises.claims().iter().map(|claim| claim.proof.map(|proof| (proof.number, proof.effort, proof.named))).collect();
    let effort = Effort { tries: 2, hints: 1 };
    assert_eq!(found, [Some((3, effort, true)), Some((3, effort, false)), None], "the last line is still being typed");
}

#[test]
fn the_flag_is_the_number() {
    let mut exercises = begin("When does J4 leave?");
    exercises.change(Change::Point(42.03));
    assert_eq!((work(&exercises).typed.as_str(), work(&exercises).guess()), ("42", Some(42.0)));
    exercises.change(Change::Point(1e9));
    assert_eq!(work(&exercises).guess(), Some(work(&exercises).frame.end));
}

#[test]
fn after_some_tries_the_answer_can_be_had_without_a_code() {
    let mut exercises = begin("Guess the mean");
    for (tries, guess) in ["1", "2", "3"].into_iter().enumerate() {
        assert_eq!(work(&exercises).may_show(), tries >= 3);
        exercises.change(Change::Show);
        assert_eq!(work(&exercises).standing, Standing::Open);
        say(&mut exercises, guess);
    }
    exercises.change(Change::Show);
    assert_eq!((work(&exercises).standing, exercises.code()), (Standing::Shown, None));
    assert!(work(&exercises).answer().unwrap().starts_with("The mean sojourn time under PS is 18."));
    assert_eq!(exercises.record(&work(&exercises).exercise), Some(Record::Shown));
    exercises.change(Change::Again);
    say(&mut exercises, "18");
    assert!(exercises.code().is_some());
}

#[test]
fn an_order_is_named_job_by_job() {
    let mut exercises = begin("Who leaves first?");
    for job in [3, 1, 2, 4] {
        assert!(!work(&exercises).ready());
        exercises.change(Change::Pick(job));
    }
    assert!(work(&exercises).ready());
    exercises.change(Change::Pick(1));
    assert_eq!(work(&exercises).order, [3], "what came after it goes with it");
    for job in [2, 4, 1] {
        exercises.change(Change::Pick(job));
    }
    exercises.change(Change::Check);
    assert!(work(&exercises).verdict.as_ref().unwrap().right);
}

#[test]
fn a_goal_is_reached_by_steps_and_typed_numbers_within_bounds() {
    let mut exercises = begin("Break SRPTE");
    assert!(work(&exercises).value().unwrap() < 1.1);
    exercises.change(Change::Write(Handle::Size, "1000".to_owned()));
    assert!(work(&exercises).complaint().unwrap().contains("“1000”; allowed: 1 to 100") && !work(&exercises).ready());
    exercises.change(Change::Left);
    assert!(work(&exercises).complaint().is_none());
    for (job, handle, value) in [
        (0, Handle::Size, "100"),
        (0, Handle::Estimate, "1"),
        (1, Handle::Arrival, "2"),
        (1, Handle::Size, "1"),
        (2, Handle::Arrival, "3"),
        (2, Handle::Size, "1"),
        (3, Handle::Arrival, "4"),
    ] {
        exercises.change(Change::Select(job));
        exercises.change(Change::Write(handle, value.to_owned()));
    }
    exercises.change(Change::Step(Handle::Size, -1.0));
    exercises.change(Change::Step(Handle::Size, -1.0));
    assert_eq!(work(&exercises).jobs[3].size, 1.0, "no less than allowed");
    assert_eq!(work(&exercises).jobs[3].estimate, 1.0, "a right estimate stays right");
    assert_eq!(work(&exercises).room(), (false, false));
    assert!(work(&exercises).value().unwrap() > 3.0);
    exercises.change(Change::Check);
    assert_eq!(work(&exercises).standing, Standing::Solved(Effort { tries: 1, hints: 0 }));
    exercises.change(Change::Step(Handle::Size, 1.0));
    assert_eq!(work(&exercises).jobs[3].size, 1.0, "what is solved stays");
}

#[test]
fn a_goal_is_reached_by_dragging_on_the_picture() {
    let mut exercises = begin("Break SRPTE");
    let frame = work(&exercises).frame.clone();
    exercises.change(Change::Drag(Edit::Set(0, Handle::Size, 4.0)));
    exercises.change(Change::Drag(Edit::Set(2, Handle::Size, 1.0)));
    assert_eq!((work(&exercises).jobs[0].size, work(&exercises).job), (4.0, 2), "the job that is dragged is the one with fields");
    assert_eq!((work(&exercises).frame.end, &work(&exercises).frame.lanes), (frame.end, &frame.lanes), "nothing moves under the hand");
    exercises.change(Change::Seal);
    assert!(work(&exercises).frame.end < frame.end && work(&exercises).frame.lanes != frame.lanes);
    exercises.change(Change::Drag(Edit::Set(0, Handle::Size, 1e4)));
    assert_eq!(work(&exercises).jobs[0].size, 100.0, "no more than is allowed");
    for (place, handle, value) in [(0, Handle::Estimate, 1.0), (1, Handle::Arrival, 2.0), (1, Handle::Size, 1.0), (2, Handle::Arrival, 3.0)]
    {
        exercises.change(Change::Drag(Edit::Set(place, handle, value)));
    }
    exercises.change(Change::Drag(Edit::Set(3, Handle::Arrival, 4.0)));
    exercises.change(Change::Drag(Edit::Set(3, Handle::Size, 1.0)));
    exercises.change(Change::Check);
    assert_eq!(work(&exercises).standing, Standing::Solved(Effort { tries: 1, hints: 0 }));
    let mut exercises = begin("Rescue the small");
    exercises.change(Change::Drag(Edit::Set(0, Handle::Size, 5.0)));
    assert_eq!(work(&exercises).jobs[0].size, 30.0, "only estimates may be changed");
}

#[test]
fn who_is_served_is_asked_and_a_set_is_read_from_a_file() {
    let mut exercises = Exercises::open();
    exercises.change(Change::Open(3));
    let set = "title = \"S\"\n[[exercise]]\ntitle = \"A\"\ntext = \"Who is served?\"\njobs = \"0:6, 1:4, 2:2\"\npolicies = \"ps, fifo\"\nat = 2\nserved = {}";
    exercises.change(Change::Read(set.to_owned()));
    assert_eq!((exercises.set.title.as_str(), exercises.open, exercises.draft.as_str()), ("S", None, set));
    exercises.change(Change::Open(0));
    assert_eq!(work(&exercises).candidates(), [1, 2, 3]);
    for job in [2, 1, 2] {
        exercises.change(Change::Pick(job));
    }
    assert_eq!(work(&exercises).order, [1], "what is picked again is dropped, and nothing else");
    exercises.change(Change::Check);
    assert_eq!(work(&exercises).verdict.as_ref().unwrap().words, "More jobs are served.");
    exercises.change(Change::Pick(2));
    exercises.change(Change::Pick(3));
    exercises.change(Change::Check);
    assert!(work(&exercises).verdict.as_ref().unwrap().right && work(&exercises).was_served(3));
    exercises.change(Change::Read("title = 3".to_owned()));
    assert_eq!((exercises.draft_fault.as_deref(), exercises.set.title.as_str()), (Some("title is 3; allowed: a text"), "S"));
    assert!(exercises.writes, "where it can be mended");
}

#[test]
fn a_load_is_simulated_by_the_workers_once_there_is_an_answer() {
    let mut exercises = begin("Choose for load 0.9");
    assert!(!work(&exercises).runs() && !work(&exercises).ready());
    exercises.change(Change::Choose("srpte".to_owned()));
    exercises.change(Change::Check);
    assert!(work(&exercises).waits && work(&exercises).runs() && work(&exercises).verdict.is_none());
    let generation = work(&exercises).inquiry.generation;
    let scenario = schedscope_core::experiment::Scenario { replications: 1, ..work(&exercises).exercise.load().unwrap().clone() };
    exercises.change(Change::Told(Told::Started(generation)));
    for policy in 0..4 {
        exercises.change(Change::Told(Told::Heard(done(generation, &scenario, policy))));
    }
    assert!(!work(&exercises).waits && !work(&exercises).runs());
    assert!(!work(&exercises).verdict.as_ref().unwrap().right && work(&exercises).values().is_empty());
    exercises.change(Change::Choose("fspe+ps".to_owned()));
    exercises.change(Change::Check);
    assert!(work(&exercises).verdict.as_ref().unwrap().right, "without asking again");
    assert_eq!((work(&exercises).values().len(), work(&exercises).values()[0].0.as_str()), (4, "fspe+ps"));
}

#[test]
fn what_is_solved_is_kept_and_the_first_time_counts() {
    let mut exercises = begin("When does J4 leave?");
    exercises.change(Change::Hint);
    say(&mut exercises, "42");
    exercises.change(Change::Student("Ada Lovelace".to_owned()));
    let (code, kept) = (exercises.code(), exercises.kept());
    exercises.change(Change::Again);
    assert!(exercises.code().is_none());
    say(&mut exercises, "42");
    assert_eq!(exercises.code(), code, "hints are not forgotten");
    let mut later = begin("When does J4 leave?");
    later.change(Change::Remember(kept.clone()));
    assert_eq!((later.code(), later.score(), later.next()), (code, (1, 1), 0));
    assert_eq!(later.kept(), kept);
    for nonsense in ["", "x\ny", "\n0 1 2 3", "\nabc many few"] {
        later.change(Change::Remember(nonsense.to_owned()));
    }
    assert_eq!(later.score(), (1, 1));
}

#[test]
fn what_another_window_has_solved_is_kept_beside_what_is_solved_here() {
    assert_eq!(joined("Ada\na 1 0\nb 2 1", "\na 3 2\nc shown"), "Ada\na 3 2\nb 2 1\nc shown", "what was kept first counts");
    assert_eq!((joined("", ""), joined("Ada", "")), (String::new(), "Ada".to_owned()));
    let mut here = begin("When does J4 leave?");
    say(&mut here, "42");
    let kept = here.kept();
    let mut there = begin("When does J4 leave?");
    there.change(Change::Hint);
    there.change(Change::Say("7".to_owned()));
    there.change(Change::Elsewhere(kept.clone()));
    assert_eq!((there.score(), there.kept()), ((1, 0), kept), "it is known at once");
    assert_eq!((work(&there).hints, work(&there).typed.as_str()), (1, "7"), "and what is being done goes on");
}

#[test]
fn a_set_of_ones_own_is_opened_from_its_text() {
    let mut exercises = Exercises::open();
    exercises.change(Change::Load);
    assert_eq!(
        (exercises.set.title.as_str(), exercises.name, exercises.draft_fault.clone()),
        ("Week 6", None, None),
        "the template is a set"
    );
    for place in [None, Some(0)] {
        exercises.change(place.map_or(Change::Gallery, Change::Open));
        let mut other = Exercises::open();
        other.follow(exercises.link().map(|link| Link::read(&link.write())));
        assert_eq!((&other.set, other.name, other.open), (&exercises.set, None, place), "a link holds the whole set");
    }
    exercises.change(Change::Draft("title = 3".to_owned()));
    exercises.change(Change::Load);
    assert_eq!(exercises.draft_fault.as_deref(), Some("title is 3; allowed: a text"));
    exercises.change(Change::Shipped("guesses"));
    assert_eq!((exercises.name, exercises.set.exercises.len()), (Some("guesses"), 10));
}

#[test]
fn links_lead_to_an_exercise_or_say_what_is_wrong() {
    let mut exercises = Exercises::open();
    let follow = |exercises: &mut Exercises, query: &str| exercises.follow(Some(Link::read(query)));
    follow(&mut exercises, "set=guesses&number=4");
    assert_eq!((exercises.open, exercises.link()), (Some(3), Some(Link::Shipped { set: "guesses", number: 4 })));
    exercises.change(Change::Step(Handle::Size, 1.0));
    let size = work(&exercises).jobs[0].size;
    follow(&mut exercises, "v=1&set=guesses&number=4");
    assert_eq!(work(&exercises).jobs[0].size, size, "the page's own address changes nothing");
    for (query, field, words) in [
        ("set=week", Some("set"), "allowed: guesses, formulas"),
        ("set=guesses&number=11", Some("number"), "allowed: 1 to 10"),
        ("title=a", None, "jobs is missing; allowed: jobs and policies, or watch"),
        ("title=%zz", None, "hexadecimal digits"),
    ] {
        follow(&mut exercises, query);
        let fault = exercises.fault.clone().unwrap();
        assert!(fault.field.as_deref() == field && fault.message.contains(words) && exercises.work.is_none(), "{query}: {fault:?}");
    }
    exercises.follow(None);
    assert!(exercises.fault.is_none() && exercises.open.is_none());
}

const CHALLENGE: &str = "title = \"S\"\n[[exercise]]\ntitle = \"A\"\ntext = \"B\"
compare = \"policies=srpt,las&replications=2&workload.count=300&workload.sigma=0.5&workload.shape=1\"
formula = { below = 6, times = \"srpt\", start = \"-est\", reference = \"est - age\" }
[[exercise]]\ntitle = \"A\"\ntext = \"B\"\njobs = \"0:2\"\npolicies = \"ps\"\nmean = {}";

/// The workers answer what they are asked.
fn answer(exercises: &mut Exercises) -> Vec<String> {
    let (generation, asked) = (work(exercises).inquiry.generation, work(exercises).question().unwrap());
    assert!(work(exercises).runs());
    exercises.change(Change::Told(Told::Started(generation)));
    for policy in 0..asked.policies.len() {
        exercises.change(Change::Told(Told::Heard(done(generation, &asked, policy))));
    }
    asked.policies
}

fn challenged() -> Exercises {
    let mut exercises = Exercises::open();
    exercises.change(Change::Read(CHALLENGE.to_owned()));
    exercises.change(Change::Open(0));
    exercises
}

fn formula(exercises: &mut Exercises, text: &str) {
    exercises.change(Change::Lab(lab::Change::Write(text.to_owned())));
}

#[test]
fn a_formula_has_a_score_as_soon_as_it_is_one() {
    let mut exercises = challenged();
    assert_eq!(answer(&mut exercises), ["srpt", "las", "rank[-est]"]);
    assert!(!work(&exercises).runs() && work(&exercises).scores().iter().all(|(_, score)| score.is_some()));
    let first = work(&exercises).formula_score().unwrap();
    formula(&mut exercises, "est - siz");
    assert!(!work(&exercises).ready() && !work(&exercises).runs() && work(&exercises).formula_score().is_none());
    formula(&mut exercises, "size");
    assert!(work(&exercises).lab.rule().unwrap_err().what.contains("not allowed") && !work(&exercises).runs());
    formula(&mut exercises, "est - age");
    assert!(work(&exercises).ready() && work(&exercises).formula_score().is_none());
    assert_eq!(answer(&mut exercises), ["rank[est-age]"], "what is known is not asked again");
    assert!(work(&exercises).formula_score().unwrap().value < first.value);
    formula(&mut exercises, "-est");
    assert_eq!((work(&exercises).runs(), work(&exercises).formula_score()), (false, Some(first)));
}

#[test]
fn a_challenge_is_solved_and_then_shows_its_reference() {
    let mut exercises = challenged();
    exercises.change(Change::Check);
    assert!(work(&exercises).waits && work(&exercises).verdict.is_none(), "it is judged when its score is there");
    answer(&mut exercises);
    assert!(!work(&exercises).verdict.as_ref().unwrap().right && work(&exercises).scores().len() == 2);
    formula(&mut exercises, "est");
    assert!(work(&exercises).verdict.is_none());
    answer(&mut exercises);
    exercises.change(Change::Check);
    assert_eq!(work(&exercises).standing, Standing::Solved(Effort { tries: 2, hints: 0 }));
    assert_eq!(work(&exercises).scores()[2], ("rank[est-age]".to_owned(), None));
    assert_eq!(answer(&mut exercises), ["rank[est-age]"]);
    assert!(work(&exercises).scores()[2].1.unwrap().value < 6.0 && work(&exercises).verdict.as_ref().unwrap().right);
    let code = exercises.code().unwrap();
    assert_eq!(work(&exercises).exercise.verify("", &code), Some(Effort { tries: 2, hints: 0 }));
    // Given up instead.
    exercises.change(Change::Again);
    answer(&mut exercises);
    for _ in 0..3 {
        exercises.change(Change::Check);
    }
    exercises.change(Change::Show);
    assert_eq!((work(&exercises).standing, work(&exercises).scores().len()), (Standing::Shown, 3));
}

#[test]
fn late_answers_are_not_those_of_the_next_exercise() {
    let mut exercises = challenged();
    for text in ["est", "age", "est - age"] {
        formula(&mut exercises, text);
    }
    let last = work(&exercises).inquiry.generation;
    exercises.change(Change::Open(1));
    exercises.change(Change::Open(0));
    assert!(work(&exercises).inquiry.generation > last);
    exercises.change(Change::Reset);
    assert_eq!(work(&exercises).lab.text, "-est");
}

#[test]
fn a_formula_that_cannot_be_run_is_told_of() {
    let mut exercises = challenged();
    answer(&mut exercises);
    formula(&mut exercises, "1/est");
    let generation = work(&exercises).inquiry.generation;
    exercises.change(Change::Told(Told::Started(generation)));
    exercises.change(Change::Check);
    assert!(work(&exercises).waits);
    let fault = Fault { field: None, message: "its rank is NaN".to_owned() };
    let event = crate::protocol::Event { generation, task: 0, reply: crate::protocol::Reply::Invalid(fault) };
    exercises.change(Change::Told(Told::Heard(event)));
    assert!(!work(&exercises).waits && !work(&exercises).ready() && work(&exercises).inquiry.fault.is_some());
    formula(&mut exercises, "est");
    assert!(work(&exercises).ready() && work(&exercises).runs() && work(&exercises).inquiry.fault.is_none());
}
