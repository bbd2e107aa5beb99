use super::*;
use schedscope_core::experiment::Study;

fn open(query: &str) -> Edited {
    Scenario::from_query(query).unwrap().into()
}

/// All fields with a number, each in a scenario in which it means something.
fn numbers() -> Vec<(&'static Part, Edited)> {
    let mut all = vec![];
    for world in SystemKind::ALL {
        for part in Part::all(*world).iter().chain(Part::top()) {
            let edited = Edited::from(Scenario::new(*world));
            for variant in part.variants() {
                let mut edited = edited.clone();
                edited.choose(&part.path(), &variant.name);
                all.extend(variant.parts.iter().map(|number| (number, edited.clone())));
            }
            if matches!(part.form, Form::Whole | Form::Number) {
                all.push((part, edited));
            }
        }
    }
    all
}

#[test]
fn every_value_of_every_slider_is_taken_and_shown() {
    for (part, mut edited) in numbers() {
        for stop in &part.stops {
            edited.write(&part.path(), format::plain(*stop));
            assert_eq!(edited.fault(&part.path()), None);
            assert_eq!(edited.number(&part.path()), Some(*stop), "{}", part.path());
            assert_eq!(edited.text(&part.path()), format::plain(*stop), "{}", part.path());
        }
    }
}

#[test]
fn a_default_is_not_written_down() {
    for (part, mut edited) in numbers() {
        let (before, field) = (edited.scenario.clone(), part.path());
        if let Some(default) = before.default_of(&field) {
            edited.write(&field, format::plain(default));
            assert_eq!(edited.scenario, before, "{field}");
            edited.write(&field, String::new());
            edited.left(&field);
            assert_eq!((edited.number(&field), edited.usual(&field)), (Some(default), true), "{field}");
        }
    }
}

#[test]
fn a_number_of_a_variant_has_its_default_where_nothing_is_typed() {
    for (part, mut edited) in numbers().into_iter().filter(|(part, _)| part.name.contains('.')) {
        let (before, field) = (edited.clone(), part.path());
        edited.write(&field, "3".to_owned());
        assert_eq!(edited.number(&field), Some(3.0), "{field}");
        assert!(edited.scenario.to_query().contains(field.rsplit('.').find(|name| name.parse::<u8>().is_err()).unwrap()), "{field}");
        edited.write(&field, String::new());
        edited.left(&field);
        assert_eq!(edited, before, "{field}");
    }
    let mut edited = open("");
    assert!(!edited.write("workload.sizes.pareto.alpha", "3".to_owned()), "sizes are not Pareto");
    assert_eq!(edited.scenario, Scenario::default());
}

#[test]
fn says_what_is_wrong_and_what_is_allowed() {
    let mut edited = open("");
    for (field, text, words) in [
        ("workload.sigma", "much", "a number"),
        ("workload.count", "1.5", "a whole number, 1 or more"),
        ("workload.count", "-3", "a whole number, 1 or more"),
        ("workload.count", "5e9", "a whole number, 1 or more"),
        ("workload.warmup", "-1", "a whole number, 0 or more"),
        ("seed", "-1", "0 to 9223372036854775807"),
        ("seed", "9223372036854775808", "0 to 9223372036854775807"),
    ] {
        assert!(edited.write(field, text.to_owned()));
        let fault = edited.fault(field).unwrap();
        assert!(fault.contains(&format!("\"{text}\"")) && fault.contains(words), "{fault}");
    }
    assert_eq!(edited.scenario, Scenario::default());
    edited.write("seed", "9223372036854775807".to_owned());
    assert_eq!((edited.scenario.seed, edited.text("seed").as_str()), (Scenario::MOST_SEED, "9223372036854775807"));
}

#[test]
fn what_a_file_has_itself_is_hidden() {
    let file = open("workload.path=jobs.csv");
    assert_eq!(hidden(&file.scenario, "workload.shape"), Some("the file has its own sizes"));
    assert_eq!(hidden(&file.scenario, "workload.timeshape"), Some("the file has its own arrivals"));
    assert_eq!((hidden(&file.scenario, "workload.load"), hidden(&Scenario::default(), "workload.shape")), (None, None));
    assert_eq!((file.number("workload.count"), file.number("workload.sigma")), (None, None), "the file has its own");
    let given = open("workload.path=jobs.csv&workload.shape=1").scenario;
    assert_eq!(hidden(&given, "workload.shape"), None, "what is wrong can be seen");
}

#[test]
fn what_is_no_number_changes_nothing_and_stays_to_be_mended() {
    let mut edited = open("");
    assert!(edited.write("workload.sigma", "much".to_owned()));
    assert_eq!(edited.scenario, Scenario::default());
    edited.left("workload.sigma");
    assert_eq!((edited.text("workload.sigma").as_str(), edited.number("workload.sigma")), ("much", None));
    assert_eq!(edited.first_fault(), edited.fault("workload.sigma"));
    assert!(edited.write("workload.sigma", "0.5".to_owned()), "what is mended is a new question");
    assert_eq!(edited, open(""));
}

#[test]
fn a_text_stays_as_it_was_typed_until_the_field_is_left() {
    let mut edited = open("");
    assert!(edited.write("workload.sigma", "1.".to_owned()));
    assert_eq!((edited.text("workload.sigma").as_str(), edited.number("workload.sigma")), ("1.", Some(1.0)));
    assert!(!edited.write("workload.sigma", "1.0".to_owned()), "the same number is no new question");
    edited.left("workload.sigma");
    assert_eq!(edited.text("workload.sigma"), "1");
    edited.write("workload.sigma", String::new());
    assert_eq!(edited.text("workload.sigma"), "");
    edited.left("workload.sigma");
    assert_eq!(edited.text("workload.sigma"), "0.5", "the default");
}

#[test]
fn what_is_hidden_would_be_refused() {
    for query in [
        "workload.jobs=[{ arrival = 0.0, size = 1.0 }]",
        "workload.errors=none",
        "system.kind=cluster&workload.mix=test",
        "system.kind=cluster&workload.count=5",
        "system.kind=datacenter&workload.count=20&workload.errors=none",
        "system.kind=network&system.topology=bcube",
        "system.kind=network&workload.flows=[{ arrival = 0.0, size = 1.0 }]",
        "system.kind=ordering&workload.graph=random",
        "system.kind=ordering&workload.graph=fig-3.11",
        "system.kind=ordering&workload.tasks=[{ name = 'a' }]",
    ] {
        let scenario = open(query).scenario;
        let is_refused = |scenario: Scenario| Study::new(scenario, |_| unreachable!("no file")).is_err();
        assert!(!is_refused(scenario.clone()), "{query}");
        let mut count = 0;
        for part in Part::all(scenario.kind()).iter().filter(|part| hidden(&scenario, &part.path()).is_some()) {
            let value = match &part.form {
                Form::Whole => Value::Integer(2),
                Form::Number => Value::Float(0.5),
                Form::Switch => Value::Boolean(true),
                Form::Word(words) => Value::String(words[0].clone()),
                Form::Choice(variants) => variants[1].value.clone(),
                Form::Text | Form::Value | Form::List(_) => continue,
            };
            let mut given = scenario.clone();
            given.set(&part.path(), Some(value)).unwrap();
            assert!(is_refused(given), "{query}: {}", part.path());
            count += 1;
        }
        assert!(count > 0, "{query}");
    }
}

#[test]
fn variants_are_chosen_with_their_numbers() {
    let mut edited = open("workload.shape=1&workload.sigma=2");
    let chosen = |edited: &Edited, field: &str| edited.chosen(field).map(|variant| variant.name.as_str());
    assert_eq!((chosen(&edited, "workload.sizes"), chosen(&edited, "workload.weights")), (Some("weibull"), Some("none")));
    assert!(edited.choose("workload.sizes", "bounded-pareto"));
    assert_eq!(edited.scenario, open("workload.sizes={ bounded-pareto = { alpha = 1.5, ratio = 1e6 } }&workload.sigma=2").scenario);
    edited.write("workload.sizes.bounded-pareto.ratio", "much".to_owned());
    assert!(edited.choose("workload.errors", "uniform") && edited.choose("workload.weights", "classes"));
    assert!(edited.choose("workload.sizes", "weibull"));
    assert_eq!((chosen(&edited, "workload.errors"), edited.first_fault()), (Some("uniform"), None));
    assert_eq!(edited.scenario, open("workload.errors={ uniform = [0.5, 2.0] }&workload.weights={ classes = 5, beta = 1.0 }").scenario);
    edited.choose("workload.errors", "log-normal");
    edited.choose("workload.weights", "none");
    assert_eq!(edited, open(""));
}

#[test]
fn a_file_has_its_own_variants_until_others_are_chosen() {
    let mut edited = open("workload.path=jobs.csv");
    let chosen = |edited: &Edited, field: &str| edited.chosen(field).map(|variant| variant.name.as_str());
    assert_eq!((chosen(&edited, "workload.errors"), chosen(&edited, "workload.weights")), (None, None));
    edited.choose("workload.weights", "none");
    assert_eq!(edited.scenario, open("workload.path=jobs.csv&workload.weights=none").scenario);
    edited.write("workload.sigma", "1".to_owned());
    assert_eq!(chosen(&edited, "workload.errors"), Some("log-normal"), "who gives a spread means log-normal errors");
    edited.choose("workload.weights", "");
    edited.write("workload.sigma", String::new());
    edited.left("workload.sigma");
    assert_eq!(edited, open("workload.path=jobs.csv"));
    let datacenter = |rest: &str| chosen(&open(&format!("system.kind=datacenter{rest}")), "workload.errors");
    assert_eq!((datacenter(""), datacenter("&workload.sigma=1")), (Some("none"), Some("log-normal")));
}

#[test]
fn a_word_empties_the_fields_that_mean_nothing_beside_it() {
    let mut edited = open("system.kind=network&system.k=6&workload.load=0.5");
    edited.write("system.topology", "bcube".to_owned());
    assert_eq!(edited.scenario, open("system.kind=network&system.topology=bcube&workload.load=0.5").scenario);
}
