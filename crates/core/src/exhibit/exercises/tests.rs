use super::*;
use crate::exhibit::read_jobs;
use crate::experiment::{Report, Scenario, Study, run_all};

fn shipped() -> Vec<Exercise> {
    SETS.iter().flat_map(|(name, _)| Set::shipped(name).unwrap().exercises).collect()
}

/// The truth about an exercise, whatever it is about; of a challenge with the scores of its start and of its solution.
fn truth(exercise: &Exercise) -> Truth {
    let Some(scenario) = exercise.load() else { return Truth::of(exercise).unwrap() };
    let written = exercise.challenge().map(|challenge| formulas(challenge).to_vec()).unwrap_or_default();
    let policies = scenario.policies.iter().cloned().chain(written).collect();
    let study = Study::new(Scenario { policies, ..scenario.clone() }, |_| unreachable!("no file")).unwrap();
    Truth::measured(exercise, &Report::new(&study, run_all(&study, false, |_| {}).unwrap().0)).unwrap()
}

/// Jobs with which each goal of the sets that ship is reached.
const SOLUTIONS: [(&str, &str); 3] = [
    ("Break SRPTE", "0:100:1,2:1,3:1,4:1"),
    ("Rescue the small", "0:30:60,3:2,6:3,10:2,14:4"),
    ("Make FSPE+PS lose", "0:20:2,0:20:2,0:20:2,0:20:2"),
];

fn solution(exercise: &Exercise) -> Vec<Job> {
    let (_, jobs) = SOLUTIONS.iter().find(|(title, _)| *title == exercise.title).unwrap();
    read_jobs(jobs).unwrap()
}

/// The solution of a challenge, and what it begins with.
fn formulas(challenge: &Challenge) -> [String; 2] {
    [challenge.referred().unwrap(), challenge.ranked(&challenge.start).unwrap()]
}

/// A right answer and a wrong one.
fn answers(exercise: &Exercise) -> [Given; 2] {
    match (truth(exercise), &exercise.asked) {
        (Truth::Instant(right), Asked::Instant { within, .. }) | (Truth::Mean(right), Asked::Mean { within, .. }) => {
            [Given::Number(right + 0.99 * within), Given::Number(right - 1.01 * within)]
        }
        (Truth::Order(order), _) => {
            let right: Vec<u64> = order.iter().map(|(id, _)| *id).collect();
            let wrong = right.iter().rev().copied().collect();
            [Given::Order(right), Given::Order(wrong)]
        }
        (Truth::Goal(_), _) => [Given::Jobs(solution(exercise)), Given::Jobs(exercise.exhibit().unwrap().jobs.clone())],
        (Truth::Choice(values), _) => [Given::Policy(values[0].0.clone()), Given::Policy(values.last().unwrap().0.clone())],
        (Truth::Scores(_), Asked::Formula(challenge)) => formulas(challenge).map(Given::Formula),
        (truth, asked) => panic!("{truth:?} is no answer to {asked:?}"),
    }
}

#[test]
fn ten_ship_of_every_kind_with_few_jobs() {
    let set = Set::shipped("guesses").unwrap();
    let count = |of: fn(&Asked) -> bool| set.exercises.iter().filter(|exercise| of(&exercise.asked)).count();
    assert_eq!(set.exercises.len(), 10);
    let kinds = [
        count(|asked| matches!(asked, Asked::Instant { .. })),
        count(|asked| matches!(asked, Asked::Order { .. })),
        count(|asked| matches!(asked, Asked::Mean { .. })),
        count(|asked| matches!(asked, Asked::Goal(_))),
        count(|asked| matches!(asked, Asked::Choose { .. })),
    ];
    assert_eq!(kinds, [3, 2, 1, 3, 1]);
}

#[test]
fn each_that_ships_takes_a_right_answer_and_refuses_a_wrong_one() {
    for exercise in shipped() {
        let (truth, [right, wrong]) = (truth(&exercise), answers(&exercise));
        assert!(truth.judge(&exercise, &right).right, "{}: {right:?}", exercise.title);
        let verdict = truth.judge(&exercise, &wrong);
        assert!(!verdict.right && !verdict.words.is_empty(), "{}: {wrong:?}", exercise.title);
        assert!(!exercise.hints.is_empty() && !exercise.why.is_empty(), "{} has hints and a reason", exercise.title);
    }
}

#[test]
fn no_answer_is_written_where_it_is_not_asked_for() {
    for exercise in shipped() {
        let Truth::Instant(at) = truth(&exercise) else { continue };
        let said = format!("{} {}", exercise.title, exercise.text);
        assert!(!said.contains(&format!("t = {at}")), "{said}");
        assert!(at > exercise.at, "{}: what is asked for comes after play has stopped", exercise.title);
    }
}

#[test]
fn a_goal_has_bounds() {
    let goal = |title: &str| shipped().into_iter().find(|exercise| exercise.title == title).unwrap();
    let exercise = goal("Rescue the small");
    let judge = |jobs: &str| truth(&exercise).judge(&exercise, &Given::Jobs(read_jobs(jobs).unwrap()));
    assert!(judge("0:30:60,3:2,6:3,10:2,14:4").right);
    let fewer = judge("3:2,6:3,10:2,14:4");
    assert_eq!((fewer.right, fewer.words.as_str()), (false, "There are 4 jobs; allowed: 5."));
    assert_eq!(judge("0:30:61,3:2,6:3,10:2,14:4").words, "Estimate of J1 is 61; allowed: 1 to 60.");
}

#[test]
fn what_stays_may_not_be_changed() {
    let exercise = shipped().into_iter().find(|exercise| exercise.title == "Rescue the small").unwrap();
    let judge = |jobs: &str| truth(&exercise).judge(&exercise, &Given::Jobs(read_jobs(jobs).unwrap()));
    let smaller = judge("0:1,3:2,6:3,10:2,14:4");
    assert!(!smaller.right && smaller.words.starts_with("Size of J1 stays 30"), "{smaller:?}");
}

#[test]
fn verdicts_help_without_telling() {
    let exercise = shipped().into_iter().find(|exercise| exercise.title == "Who leaves first?").unwrap();
    let say = |order: &[u64]| truth(&exercise).judge(&exercise, &Given::Order(order.to_vec())).words;
    assert_eq!(say(&[1, 2, 3, 4]), "Another job is the first to leave.");
    assert_eq!(say(&[3, 1, 2, 4]), "The first is right, the second is not.");
    assert_eq!(say(&[3, 2, 1, 4]), "The first 2 are right, the next is not.");
    assert!(say(&[3, 2, 4, 1]).starts_with("Under SRPT they leave in this order: J3 (at 3), J2 (at 6)"));
}

#[test]
fn jobs_that_leave_together_may_be_named_in_any_order() {
    let query = "title=a&text=b&jobs=0:6,0:6,0:2&policies=ps&order.under=ps";
    let exercise = Exercise::from_query(query).unwrap();
    let judge = |order: &[u64]| truth(&exercise).judge(&exercise, &Given::Order(order.to_vec())).right;
    assert!(judge(&[3, 1, 2]) && judge(&[3, 2, 1]) && !judge(&[1, 2, 3]) && !judge(&[3, 1, 1]) && !judge(&[3]));
}

#[test]
fn a_link_holds_all_of_an_exercise() {
    for exercise in shipped() {
        let query = exercise.to_query();
        assert_eq!(Exercise::from_query(&query).unwrap(), exercise, "{query}");
    }
    let short = "v=1&title=When?&text=So&jobs=0:20:2,4:3&policies=srpte,fspe%2Bps&instant.job=2&hints=[\"a & b\"]";
    let error = Exercise::from_query(short).unwrap_err().to_string();
    assert!(error.starts_with("there is no field  b"), "an ampersand in a value must be escaped: {error}");
    let exercise = Exercise::from_query(&short.replace(" & ", "%20%26%20")).unwrap();
    assert_eq!((exercise.hints[0].as_str(), exercise.hides_future, exercise.at), ("a & b", true, 0.0));
    let seen = Exercise { hides_others: false, ..exercise.clone() };
    let says = |exercise: &Exercise| exercise.to_query().contains("&hide=");
    assert!(!says(&exercise) && says(&seen), "all is hidden unless the link says what is");
    let link = "title=a&text=b&watch=https://x/%23watch?v=1%26example=aging%26policies=ps,srpt%26t=3&mean.under=ps";
    assert_eq!(Exercise::from_query(link).unwrap().exhibit().unwrap().policies.len(), 2);
}

/// A set with one exercise, these lines of which replace the usual ones of the same name.
fn with(lines: &str) -> String {
    let usual = [
        "title = \"T\"",
        "text = \"Q\"",
        "jobs = \"0:20:2, 4:3\"",
        "policies = \"srpte, fspe+ps\"",
        "instant = { of = \"leaves\", job = 2, under = \"srpte\" }",
    ];
    let name = |line: &str| line.split(" =").next().unwrap_or_default().to_owned();
    let kept = usual.iter().filter(|line| lines.lines().all(|other| name(other) != name(line)));
    format!("title = \"S\"\n[[exercise]]\n{}\n{}", kept.copied().collect::<Vec<_>>().join("\n"), lines.replace("instant = none", ""))
}

#[test]
fn one_message_says_what_is_wrong() {
    assert!(Set::from_toml(&with("")).is_ok());
    for (lines, message) in [
        ("title = 3", "exercise 1: title is 3; allowed: a text"),
        ("text = \"\"", "exercise 1: text is a text of 0 characters; allowed: 1 to 1000"),
        ("jobs = \"0:x\"", "exercise 1: jobs: the link's jobs is \"0:x\": job 1 is \"0:x\"; allowed: arrival:size"),
        ("policies = \"srpt, fspeps\"", "exercise 1: policies: "),
        ("at = -1", "exercise 1: at is -1; allowed: a number from 0 to 1000000"),
        ("at = 30", "exercise 1: at is 30; allowed: an instant before what is asked for"),
        ("hide = [\"past\"]", "exercise 1: hide is [\"past\"]; allowed: a list of some of \"future\", \"others\""),
        ("hints = [\"a\", \"b\", \"c\", \"d\"]", "exercise 1: hints is [\"a\", \"b\", \"c\", \"d\"]; allowed: a list of at most 3 texts"),
        ("hint = [\"a\"]", "exercise 1: there is no field hint (did you mean hints?); allowed: title, text, "),
        ("instant = 3", "exercise 1: instant is 3; allowed: a table"),
        ("instant = { job = 9 }", "exercise 1: instant.job is 9; allowed: a number from 1 to 2"),
        ("instant = { of = \"goes\", job = 2 }", "exercise 1: instant.of is \"goes\"; allowed: \"leaves\", \"late\", \"starts\""),
        ("instant = { of = \"late\", job = 2 }", "exercise 1: instant is what never happens to job 2 under srpte; allowed: what happens"),
        ("instant = { job = 2, under = \"ps\" }", "exercise 1: instant.under is \"ps\"; allowed: a policy of the exercise: srpte, fspe+ps"),
        ("instant = { job = 2, under = \"pss\" }", "exercise 1: instant.under: "),
        ("instant = { job = 2, withn = 1 }", "exercise 1: there is no field instant.withn (did you mean within?)"),
        (
            "mean = { under = \"srpte\" }",
            "exercise 1: what is asked is 2 tables; allowed: one of instant, order, served, mean, goal, choose and formula",
        ),
        ("instant = none", "exercise 1: what is asked is 0 tables; allowed: one of instant, order, served, mean, goal, choose and formula"),
        ("instant = none\nchoose = {}", "exercise 1: compare is missing; allowed: a load to choose a policy for"),
        ("instant = none\ngoal = { worse = \"srpte\" }", "exercise 1: goal.than is missing; allowed: a policy of the exercise"),
        (
            "instant = none\ngoal = { worse = \"srpte\", than = \"fspe+ps\", times = 0.5, sizes = [1, 40] }",
            "exercise 1: goal.times is 0.5; allowed: a number from 1 to 1000",
        ),
        (
            "instant = none\ngoal = { worse = \"srpte\", than = \"fspe+ps\", times = 9, sizes = [40, 1] }",
            "exercise 1: goal.sizes is [40, 1]; allowed: [LEAST, MOST], two numbers from 0.000001 to 1000000",
        ),
        (
            "instant = none\ngoal = { worse = \"srpte\", than = \"fspe+ps\", times = 9, sizes = [5, 40] }",
            "exercise 1: goal is size of J2 is 3; allowed: 5 to 40; allowed: bounds that the jobs it begins with are within",
        ),
        ("instant = none\ngoal = { mean = \"srpte\", most = 1000, sizes = [1, 40] }", "exercise 1: goal is reached at the start"),
        (
            "instant = none\ngoal = { mean = \"srpte\", most = 10 }",
            "exercise 1: goal.guesses is missing; allowed: bounds of what may be changed",
        ),
    ] {
        let error = Set::from_toml(&with(lines)).unwrap_err().to_string();
        assert!(error.starts_with(message) && !error.contains('\n'), "{lines}\n{error}\n{message}");
    }
    for (text, message) in [
        ("title = \"S\"", "exercise is missing; allowed: 1 to 50 tables [[exercise]]"),
        ("title = \"S\"\nexercise = []", "exercise is a list of 0; allowed: 1 to 50 tables [[exercise]]"),
        ("titel = \"S\"", "there is no field titel (did you mean title?); allowed: title, exercise"),
        ("title = ", "line 1, column 9"),
    ] {
        let error = Set::from_toml(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn a_code_is_that_of_one_exercise_name_and_effort() {
    let set = Set::shipped("guesses").unwrap();
    let [one, other] = [&set.exercises[2], &set.exercises[3]];
    let effort = Effort { tries: 2, hints: 1 };
    let code = one.code("Ada Lovelace", effort);
    assert_eq!(code, one.code("  ada  LOVELACE ", effort), "as a name may be written");
    assert_eq!(code.len(), 9);
    assert_eq!(one.verify("Ada Lovelace", &code), Some(effort));
    assert_eq!(one.verify("ada lovelace", &code.to_lowercase().replace('-', " ")), Some(effort));
    assert_eq!([one.verify("Ada", &code), one.verify("", &code), other.verify("Ada Lovelace", &code)], [None; 3]);
    assert_ne!(code, one.code("Ada Lovelace", Effort { tries: 1, hints: 1 }));
    for wrong in ["", "-", "0", "UUUU-UUUU", "0000-0000", &code[..8], &format!("{code}0")] {
        assert_eq!(one.verify("Ada Lovelace", wrong), None, "{wrong}");
    }
    let changed: String = code
        .chars()
        .map(|letter| {
            if letter == '0' {
                '1'
            } else if letter == '-' {
                '-'
            } else {
                '0'
            }
        })
        .collect();
    assert_eq!(one.verify("Ada Lovelace", &changed), None);
}

#[test]
fn a_code_survives_other_words_but_no_other_task() {
    let exercise = Set::shipped("guesses").unwrap().exercises.swap_remove(2);
    let effort = Effort { tries: 1, hints: 0 };
    let code = exercise.code("", effort);
    let reworded = Exercise { title: "Other".to_owned(), text: "words".to_owned(), hints: vec![], ..exercise.clone() };
    assert_eq!((reworded.code("", effort), reworded.mark()), (code.clone(), exercise.mark()));
    let Asked::Instant { moment, under, within, .. } = exercise.asked else { panic!("an instant") };
    let harder = Exercise { asked: Asked::Instant { moment, job: 3, under, within }, ..exercise };
    assert_ne!(harder.code("", effort), code);
}

/// A challenge, small enough for a test.
const CHALLENGE: &str = "title = \"S\"\n[[exercise]]\ntitle = \"A\"\ntext = \"B\"
compare = \"policies=srpt,las&replications=4&workload.count=500&workload.sigma=0.5&workload.shape=1\"
formula = { below = 6, times = \"srpt\", start = \"-est\", reference = \"est - age\" }";

fn small() -> Exercise {
    Set::from_toml(CHALLENGE).unwrap().exercises.swap_remove(0)
}

#[test]
fn a_score_is_a_ratio_on_the_same_jobs_times_the_exact_mean() {
    let exercise = small();
    let truth = truth(&exercise);
    let score = |key: &str| truth.score(key).unwrap();
    let exact = score("srpt");
    assert!(exact.error.unwrap() < 1e-12, "the control has no error: {exact:?}");
    let Some(scenario) = exercise.load() else { unreachable!() };
    let study = Study::new(scenario.clone(), |_| unreachable!()).unwrap();
    let report = Report::new(&study, run_all(&study, false, |_| {}).unwrap().0);
    let ratio = report.policies[1].mean_sojourn().unwrap() / report.policies[0].mean_sojourn().unwrap();
    assert!((score("las").value / exact.value - ratio).abs() < 1e-12);
    let theory = crate::experiment::Column::find(scenario.kind(), "theory_mean_sojourn").unwrap();
    assert_eq!(theory.of_policy(&report.policies[0]), Some(exact.value));
    // Without a control: the mean, and its error.
    let plain = Exercise::from_query(&exercise.to_query().replace("&formula.times=srpt", "")).unwrap();
    let (means, score) = (report.means(1), self::truth(&plain).score("las").unwrap());
    let mean = means.iter().sum::<f64>() / 4.0;
    let variance = means.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 3.0;
    assert!((score.value - mean).abs() < 1e-12 && (score.error.unwrap() - (variance / 4.0).sqrt()).abs() < 1e-12, "{score:?}");
}

#[test]
fn a_formula_is_judged_by_its_score_and_by_what_it_reads() {
    let exercise = small();
    let truth = truth(&exercise);
    let say = |written: &str| truth.judge(&exercise, &Given::Formula(written.to_owned()));
    assert!(say("rank[est - age]").right);
    let first = say("rank[-est]");
    assert!(!first.right && first.words.starts_with("Your formula scores ") && first.words.ends_with(", to be below 6."), "{first:?}");
    let sees = "Column 1: size is not allowed here; allowed: est, weight, arrival, age.";
    assert_eq!((say("rank[size]").words.as_str(), say("share[size]").words.as_str()), (sees, sees));
    assert_eq!(say("rank[est").words, "Column 1: a formula is wanted: rank[…] or share[…].");
    assert_eq!(say("rank[est]").words, "This formula was not measured.");
    let said = truth.words(&exercise);
    assert!(said.starts_with("The rank est - age scores ") && said.contains("To be below 6: srpt "), "{said}");
}

#[test]
fn the_reference_is_no_part_of_the_code() {
    let exercise = small();
    let other = |from: &str, to: &str| Set::from_toml(&CHALLENGE.replace(from, to)).unwrap().exercises.swap_remove(0);
    assert_eq!(other("est - age", "max(est,age)").mark(), exercise.mark());
    assert_ne!(other("below = 6", "below = 8").mark(), exercise.mark());
    assert_eq!(Exercise::from_query(&other("\"-est\"", "\"1\"").to_query()).unwrap().challenge().unwrap().start, "1");
}

#[test]
fn one_message_says_what_is_wrong_with_a_challenge() {
    for (from, to, message) in [
        ("below = 6, ", "", "formula.below is missing; allowed: a mean sojourn time"),
        ("below = 6", "below = 0", "formula.below is 0; allowed: a number from 0.000001 to 1000000"),
        ("\"srpt\"", "\"ps\"", "formula.times is \"ps\"; allowed: a policy of the load, the exact mean of which is known: srpt, las"),
        ("start = \"-est\"", "start = \"siz\"", "formula.start: column 1: unknown name \"siz\" (did you mean \"size\"?)"),
        ("est - age", "est - rem", "formula.reference: column 7: rem is not allowed here; allowed: est, weight, arrival, age"),
        ("below = 6", "below = 6, allowed = [\"sise\"]", "formula.allowed is [\"sise\"]; allowed: a list of some of \"est\", \"weight\", "),
        ("count=500", "count=500000", "compare is 6000000 jobs, over all of 2 policies and 4 replications; allowed: 2 policies or more"),
        ("&replications=4", "&replications=4&system.servers=2", "formula.times is \"srpt\"; allowed: "),
        ("formula = {", "mean = {", "compare is given; allowed: jobs or watch, except with choose and formula"),
    ] {
        let read = Set::from_toml(&CHALLENGE.replacen(from, to, 1));
        let said = read.err().map_or_else(|| "none".to_owned(), |error| error.to_string());
        assert!(said.strip_prefix("exercise 1: ").unwrap_or(&said).starts_with(message) && !said.contains('\n'), "{to}\n{said}\n{message}");
    }
}

#[test]
fn sets_that_ship_have_titles() {
    for (name, title) in titles() {
        assert_eq!(Set::shipped(name).unwrap().title, title);
    }
}

#[test]
fn an_aim_is_reached_where_it_is_met_exactly() {
    let policy: Policy = "ps".parse().unwrap();
    let (worse, most) = (Aim::Worse { policy: policy.clone(), than: policy.clone(), times: 3.0 }, Aim::AtMost { policy, mean: 3.0 });
    assert!([&worse, &most].iter().all(|aim| aim.holds(aim.target()) && aim.target() == 3.0));
    assert_eq!([2.999, 3.001].map(|value| (worse.holds(value), most.holds(value))), [(false, true), (true, false)]);
}
