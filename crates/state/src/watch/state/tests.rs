use super::*;

fn open() -> Watch {
    Watch::open(false)
}

fn following(query: &str) -> Watch {
    let mut watch = open();
    watch.follow(Choice::read(query).map_err(Fault::from));
    watch
}

fn job(watch: &Watch, place: usize) -> Job {
    watch.exhibit.jobs[place]
}

#[test]
fn opens_with_the_first_example_and_plays_unless_the_user_wants_stillness() {
    let watch = Watch::open(true);
    assert_eq!((watch.exhibit.example, watch.clock.playing), (Some(EXAMPLES[0].key), true));
    assert_eq!(watch.timelines.len(), watch.exhibit.policies.len());
    assert!(watch.clock.end() > 0.0 && !open().clock.playing);
}

#[test]
fn another_example_begins_at_its_start_and_can_be_undone() {
    let mut watch = open();
    watch.change(Change::Clock(Beat::Seek(5.0)));
    watch.change(Change::Example("aging"));
    assert_eq!((watch.exhibit.example, watch.clock.playhead), (Some("aging"), 0.0));
    assert_eq!(watch.example, example("aging").unwrap());
    watch.change(Change::Undo);
    assert_eq!(watch.exhibit.example, Some(EXAMPLES[0].key));
    watch.change(Change::Redo);
    assert_eq!(watch.exhibit.example, Some("aging"));
    watch.change(Change::Redo);
    assert_eq!(watch.exhibit.example, Some("aging"), "there is nothing more");
}

#[test]
fn there_are_one_to_four_policies_side_by_side() {
    let mut watch = following("jobs=0:10,3:4&policies=ps");
    watch.change(Change::Toggle("ps".parse().unwrap()));
    assert_eq!(watch.exhibit.policies, ["ps".parse().unwrap()]);
    for policy in ["fifo".parse().unwrap(), "las".parse().unwrap(), "srpt".parse().unwrap(), "psbs".parse().unwrap()] {
        watch.change(Change::Toggle(policy));
    }
    assert_eq!(watch.exhibit.policies, ["ps".parse().unwrap(), "fifo".parse().unwrap(), "las".parse().unwrap(), "srpt".parse().unwrap()]);
    assert_eq!(watch.timelines.len(), 4);
    watch.change(Change::Toggle("fifo".parse().unwrap()));
    assert_eq!(watch.exhibit.policies, ["ps".parse().unwrap(), "las".parse().unwrap(), "srpt".parse().unwrap()]);
    watch.change(Change::Undo);
    assert_eq!(watch.exhibit.policies.len(), 4);
}

#[test]
fn a_drag_is_undone_at_once() {
    let mut watch = following("jobs=0:10,3:4&policies=ps");
    watch.change(Change::Clock(Beat::Play(true)));
    for size in [11.0, 12.0, 13.0] {
        watch.change(Change::Edit(Edit::Set(0, Handle::Size, size)));
    }
    watch.change(Change::Seal);
    watch.change(Change::Edit(Edit::Set(0, Handle::Size, 20.0)));
    assert!(watch.exhibit.example.is_none() && !watch.clock.playing);
    assert_eq!((job(&watch, 0).size, watch.clock.end()), (20.0, 24.0));
    watch.change(Change::Undo);
    assert_eq!(job(&watch, 0).size, 13.0);
    watch.change(Change::Undo);
    assert_eq!((job(&watch, 0).size, watch.clock.end(), watch.history.offers()), (10.0, 14.0, (false, true)));
    watch.change(Change::Redo);
    watch.change(Change::Edit(Edit::Add));
    assert_eq!((watch.exhibit.jobs.len(), watch.history.offers().1), (3, false), "another change ends what could be redone");
}

#[test]
fn axes_do_not_shrink_under_the_hand() {
    let mut watch = following("jobs=0:10,3:4&policies=ps");
    watch.change(Change::Edit(Edit::Set(0, Handle::Size, 2.0)));
    assert_eq!(watch.frame.end, 14.0);
    watch.change(Change::Edit(Edit::Set(0, Handle::Size, 30.0)));
    assert_eq!(watch.frame.end, 34.0);
    watch.change(Change::Edit(Edit::Set(0, Handle::Size, 1.0)));
    watch.change(Change::Seal);
    assert!(watch.frame.end < 14.0);
}

#[test]
fn at_the_end_the_playhead_stays_at_the_end() {
    let mut watch = following("jobs=0:10,3:4&policies=ps");
    watch.change(Change::Clock(Beat::Seek(f64::MAX)));
    watch.change(Change::Edit(Edit::Set(0, Handle::Size, 20.0)));
    assert_eq!(watch.clock.playhead, 24.0);
    watch.change(Change::Clock(Beat::Seek(5.0)));
    watch.change(Change::Edit(Edit::Set(0, Handle::Size, 30.0)));
    assert_eq!(watch.clock.playhead, 5.0);
}

#[test]
fn a_typed_number_changes_the_job_and_a_wrong_one_is_marked_until_it_is_mended() {
    let mut watch = following("jobs=0:10,3:4&policies=ps");
    let typed = |watch: &mut Watch, text: &str| watch.change(Change::Type(1, Handle::Size, text.to_owned()));
    typed(&mut watch, " 2.5 ");
    assert_eq!((job(&watch, 1).size, watch.draft.as_ref().unwrap().text.as_str()), (4.0, " 2.5 "), "there may be more");
    watch.change(Change::Settle);
    assert_eq!((job(&watch, 1).size, watch.draft.as_ref().unwrap().text.as_str()), (2.5, " 2.5 "));
    typed(&mut watch, "2");
    watch.change(Change::Left);
    assert_eq!((job(&watch, 1).size, watch.draft.clone()), (2.0, None));
    typed(&mut watch, "0");
    let fault = watch.draft.as_ref().unwrap().fault.clone().unwrap();
    assert_eq!(fault, "size of J2 is \"0\"; allowed: 0.000001 to 1000000");
    watch.change(Change::Left);
    assert!(watch.draft.is_some() && job(&watch, 1).size == 2.0);
    typed(&mut watch, "3");
    watch.change(Change::Settle);
    assert!(watch.draft.as_ref().unwrap().fault.is_none() && job(&watch, 1).size == 3.0);
}

#[test]
fn random_jobs_are_others_each_time() {
    let mut watch = open();
    watch.change(Change::Seed(7));
    watch.change(Change::Edit(Edit::Draw(5, watch.seed)));
    let first = watch.exhibit.jobs.clone();
    assert!(first.len() == 5 && watch.seed >= 8);
    watch.change(Change::Edit(Edit::Draw(5, watch.seed)));
    assert_ne!(watch.exhibit.jobs, first);
}

#[test]
fn the_quiz_hides_the_future_until_it_is_answered() {
    let mut watch = open();
    watch.change(Change::Editing(true));
    watch.change(Change::Quiz(true));
    let at = watch.quiz.as_ref().unwrap().time();
    assert!(!watch.editing && watch.frame.hidden && !watch.clock.playing && watch.clock.playhead == at);
    watch.change(Change::Clock(Beat::Seek(f64::MAX)));
    assert_eq!(watch.clock.playhead, at, "what is asked cannot be looked up");
    assert_eq!(watch.choice().time, None);
    watch.change(Change::Check);
    assert_eq!(watch.quiz.as_ref().unwrap().verdict, None);
    watch.change(Change::Guess(1));
    watch.change(Change::Check);
    assert_eq!((watch.quiz.as_ref().unwrap().verdict.as_ref().unwrap().right, watch.quiz.as_ref().unwrap().score()), (true, (1, 1)));
    assert!(watch.clock.playhead > at);
    watch.change(Change::Ask);
    assert_eq!(watch.front, 1, "the second question is about the second policy");
    watch.change(Change::GuessTime("1".to_owned()));
    assert_eq!(watch.quiz.as_ref().unwrap().typed, "1");
    watch.change(Change::Quiz(false));
    watch.change(Change::Clock(Beat::Seek(f64::MAX)));
    assert!(!watch.frame.hidden && watch.clock.playhead == watch.clock.end());
}

#[test]
fn whatever_changes_the_jobs_ends_the_quiz() {
    for change in [Change::Editing(true), Change::Edit(Edit::Add), Change::Example("aging"), Change::Toggle("las".parse().unwrap())] {
        let mut watch = open();
        watch.change(Change::Quiz(true));
        watch.change(change.clone());
        assert!(watch.quiz.is_none() && !watch.frame.hidden, "{change:?}");
    }
}

#[test]
fn a_link_is_followed_to_its_jobs_curves_and_instant() {
    let watch = following("jobs=0:40:1,3:4&policies=srpte,psbs&show=attained&t=4");
    assert_eq!((watch.frame.curves, watch.clock.playhead, watch.clock.playing), (Curves::Attained, 4.0, false));
    assert_eq!(watch.choice().write(), "v=1&jobs=0:40:1,3:4&policies=srpte,psbs&show=attained&t=4");
}

#[test]
fn the_same_link_again_leaves_the_playhead_alone() {
    let mut watch = Watch::open(true);
    watch.change(Change::Clock(Beat::Seek(3.0)));
    watch.follow(Ok(Choice { time: None, ..watch.choice() }));
    assert_eq!((watch.clock.playhead, watch.clock.playing), (3.0, true));
    assert_eq!(watch.choice().time, None, "a link to what moves is to its start");
}

#[test]
fn a_link_that_is_not_understood_is_told_of_until_the_next() {
    let mut watch = following("jobs=0");
    assert_eq!(watch.fault.as_ref().unwrap().field.as_deref(), Some("jobs"));
    assert_eq!(watch.exhibit.example, Some(EXAMPLES[0].key));
    watch.follow(Ok(watch.choice()));
    assert_eq!(watch.fault, None);
}

#[test]
fn a_job_is_looked_at_beside_what_would_be() {
    let mut watch = open();
    watch.change(Change::Select(Some(4)));
    assert_eq!(watch.frame.selected, Some(4));
    let ghosts = watch.ghosts.clone().unwrap();
    assert_eq!(ghosts.exact, 1, "the guess of the giant matters most");
    assert_eq!(ghosts.timelines[0].completions[3], 16.0, "it would leave 26 earlier");
    watch.change(Change::Exact(2));
    assert_eq!(watch.ghosts, None, "the guess of J2 is exact");
    watch.change(Change::Neighbour(1));
    assert_eq!(watch.frame.selected, Some(5));
    (0..9).for_each(|_| watch.change(Change::Neighbour(-1)));
    assert_eq!(watch.frame.selected, Some(1));
    watch.change(Change::Edit(Edit::Remove(0)));
    watch.change(Change::Select(Some(6)));
    assert_eq!(watch.frame.selected, None, "there are five");
    watch.change(Change::Neighbour(-1));
    assert_eq!(watch.frame.selected, Some(5));
    watch.change(Change::Quiz(true));
    assert!(watch.frame.selected.is_none() && watch.ghosts.is_none(), "it would tell what comes");
}

#[test]
fn lanes_do_not_move_under_the_hand() {
    let mut watch = following("jobs=0:10,3:4&policies=ps");
    let before = watch.frame.lanes.clone();
    watch.change(Change::Edit(Edit::Set(0, Handle::Arrival, 5.0)));
    watch.change(Change::Edit(Edit::Set(0, Handle::Size, 30.0)));
    assert_eq!(watch.frame.lanes, before);
    watch.change(Change::Seal);
    assert_eq!(watch.frame.lanes.iter().map(|lane| (lane.id, lane.full)).collect::<Vec<_>>(), [(2, 4.0), (1, 30.0)]);
}

#[test]
fn random_jobs_that_tell_nothing_apart_say_so() {
    let mut watch = following("jobs=0:10,3:4&policies=ps");
    watch.change(Change::Edit(Edit::Draw(6, 1)));
    assert!(watch.alike);
    watch.change(Change::Toggle("srpt".parse().unwrap()));
    assert!(!watch.alike);
}

#[test]
fn weights_are_shown_where_they_count() {
    assert!(!following("jobs=0:10,3:4&policies=ps").weighs());
    assert!(following("jobs=0:10,3:4&policies=psbs").weighs());
    assert!(following("jobs=0:10,3:4:4:2&policies=ps").weighs());
}

#[test]
fn the_guess_that_tells_most_is_live_and_stays_so_under_the_hand() {
    let mut watch = open();
    assert_eq!((watch.live, watch.editing), (Some(1), false), "J1 of the first example is guessed forty times too small");
    for guess in [20.0, 40.0, 41.0] {
        watch.change(Change::Edit(Edit::Set(0, Handle::Estimate, guess)));
        assert_eq!((watch.live, job(&watch, 0).estimate), (Some(1), guess));
    }
    watch.change(Change::Seal);
    assert!(watch.exhibit.example.is_none() && watch.choice().write().contains("jobs=0:40:41,4:3"), "they are the reader's own");
    watch.change(Change::Edit(Edit::Set(1, Handle::Estimate, 30.0)));
    assert_eq!(watch.live, Some(1), "another that is worse does not take its place");
    watch.change(Change::Undo);
    watch.change(Change::Undo);
    assert_eq!((watch.exhibit.example, watch.live), (Some(EXAMPLES[0].key), Some(1)), "one drag is one step");
    let live = |query: &str| following(query).live;
    assert_eq!(live("jobs=0:10:5,3:4:16,5:9:9&policies=srpte"), Some(2), "four times too large is worse than twice too small");
    assert_eq!(live("jobs=0:10:5,3:4:0&policies=srpte"), Some(2), "and nothing is worse than 0");
    assert_eq!(live("jobs=0:10,3:40,5:9&policies=srpte"), Some(2), "where all are right, the largest");
    assert_eq!(live("jobs=0:10:5,3:4:16&policies=ps,srpt"), None, "these read no guesses");
    watch.change(Change::Edit(Edit::Draw(20, 1)));
    assert_eq!(watch.live, None, "so many have colours for their guesses");
}
