use super::*;
use crate::compare::refinement::Look;
use crate::testing::{file, results};

/// The answer to the current question, complete.
fn answered(compare: &mut Compare) {
    let (generation, scenario) = (compare.refinement.generation, compare.asked());
    let look = Look { generation, replications: scenario.replications, results: results(&scenario), scenario };
    compare.change(Change::Told(Told::Look(Rc::new(look))));
}

fn small(query: &str) -> Compare {
    let mut compare = Compare::open(SystemKind::Server);
    compare.follow(Link::read(SystemKind::Server, &format!("replications=2&workload.count=200&{query}")));
    compare
}

#[test]
fn one_policy_stands_for_two_while_weights_are_equal() {
    let mut compare = small("policies=ps,fspe%2Bps,psbs");
    assert!(compare.merged());
    assert_eq!(compare.asked().policies, ["ps", "fspe+ps"]);
    compare.change(choose("workload.weights", "classes"));
    assert!(!compare.merged());
    assert_eq!(compare.asked().policies, ["ps", "fspe+ps", "psbs"]);
    compare.change(choose("workload.weights", "none"));
    compare.change(Change::Toggle("fspe+ps".to_owned()));
    assert_eq!(compare.scenario.policies, ["ps"], "the chip is both");
    assert!(!small("policies=ps,psbs").merged(), "one alone is itself");
}

#[test]
fn what_is_not_drawn_runs_once() {
    let mut compare = small("policies=ps,srpt");
    assert_eq!(compare.asked().replications, 2);
    compare.change(Change::Use("jobs.csv".to_owned()));
    assert_eq!((compare.asked().replications, compare.scenario.replications), (1, 2));
    typed(&mut compare, "workload.sigma", "0.5");
    assert_eq!(compare.asked().replications, 2);
}

#[test]
fn a_dropped_trace_keeps_sigma_and_a_file_with_estimates_has_its_own() {
    let sigma = |compare: &Compare| compare.fields().unwrap().workload.sigma;
    let mut compare = small("policies=ps,srpt");
    compare.change(Change::Use("trace.tsv".to_owned()));
    assert_eq!(sigma(&compare), Some(0.5), "the usual, said");
    typed(&mut compare, "workload.sigma", "2");
    compare.change(Change::Use("other.tsv".to_owned()));
    assert_eq!(sigma(&compare), Some(2.0));
    compare.change(Change::Use("jobs.csv".to_owned()));
    assert_eq!(sigma(&compare), None, "its own estimates");
    compare.change(Change::Unload);
    compare.change(choose("workload.errors", "none"));
    compare.change(Change::Use("trace.tsv".to_owned()));
    assert_eq!((sigma(&compare), compare.chosen("workload.errors").unwrap().name.as_str()), (None, "none"), "exact stays exact");
}

#[test]
fn a_pinned_result_stays_while_the_scenario_changes() {
    let mut compare = small("policies=ps,srpt");
    compare.change(Change::Pin);
    assert!(compare.before.is_none(), "there is nothing to pin yet");
    answered(&mut compare);
    compare.change(Change::Pin);
    typed(&mut compare, "workload.sigma", "2");
    answered(&mut compare);
    let (before, what) = compare.before().unwrap();
    assert_eq!(what, "σ was 0.5");
    assert!(!Rc::ptr_eq(&before, compare.refinement.findings.as_ref().unwrap()));
    compare.change(Change::Pin);
    assert!(compare.before.is_none());
}

#[test]
fn a_supposed_change_is_held_against_what_was_before_it_and_can_be_taken_back() {
    let mut compare = small("policies=ps,srpt");
    let suppose = |compare: &mut Compare, what: WhatIf| {
        assert!(compare.what_ifs(None).contains(&what));
        compare.change(Change::Suppose(what, None));
        answered(compare);
    };
    answered(&mut compare);
    let first = compare.scenario.clone();
    suppose(&mut compare, WhatIf::Estimates);
    assert_eq!((compare.number("workload.sigma"), compare.before().unwrap().1.as_str()), (Some(1.0), "σ was 0.5"));
    suppose(&mut compare, WhatIf::Load);
    assert_eq!(compare.before().unwrap().1, "σ was 0.5, ρ was 0.9", "the first result stays");
    compare.change(Change::Back);
    assert_eq!((&compare.scenario, compare.before.is_none()), (&first, true));
}

#[test]
fn a_supposed_change_waits_until_the_result_before_it_is_complete() {
    let mut compare = small("policies=ps,srpt");
    compare.change(Change::Suppose(WhatIf::Load, None));
    assert_eq!((compare.number("workload.load"), compare.waits()), (Some(0.9), Some(WhatIf::Load)));
    answered(&mut compare);
    assert_eq!((compare.number("workload.load"), compare.waits()), (Some(1.08), None));
    answered(&mut compare);
    assert_eq!(compare.before().unwrap().1, "ρ was 0.9");
    let mut stopped = small("policies=ps,srpt");
    stopped.change(Change::Suppose(WhatIf::Load, None));
    stopped.change(Change::Stop);
    assert_eq!((stopped.number("workload.load"), stopped.waits()), (Some(1.08), None), "nothing more comes");
}

#[test]
fn more_load_is_held_against_the_same_load_in_every_run() {
    let mut compare = Compare::open(SystemKind::Cluster);
    let query = "system.kind=cluster&policies=fair,fifo&replications=2&workload.mix=test&workload.count=4";
    compare.follow(Link::read(SystemKind::Cluster, query));
    answered(&mut compare);
    compare.change(Change::Suppose(WhatIf::Load, None));
    let own = compare.number("workload.load").expect("the load of the draws, in every run");
    assert_eq!(compare.waits(), Some(WhatIf::Load));
    answered(&mut compare);
    answered(&mut compare);
    let more = compare.number("workload.load").unwrap();
    assert!((more / own - 1.2).abs() < 0.01, "{own} and {more}");
    assert_eq!(compare.before().unwrap().1, format!("ρ was {}", format::plain(own)));
}

#[test]
fn other_jobs_are_not_held_against_what_was_before() {
    let pinned = || {
        let mut compare = small("policies=ps,srpt");
        answered(&mut compare);
        compare.change(Change::Pin);
        compare
    };
    for other in [Change::Preset(1), Change::Use("jobs.csv".to_owned())] {
        let mut compare = pinned();
        compare.change(other.clone());
        assert!(compare.before.is_none(), "{other:?}");
    }
}

#[test]
fn a_link_makes_its_change_once_the_result_before_it_is_there() {
    let mut compare = small("policies=ps,srpt&what-if=load");
    assert_eq!(compare.number("workload.load"), Some(0.9));
    answered(&mut compare);
    assert_eq!(compare.number("workload.load"), Some(1.08));
    assert_eq!(compare.link().what_if, None);
    answered(&mut compare);
    assert_eq!((compare.number("workload.load"), compare.before().unwrap().1.as_str()), (Some(1.08), "ρ was 0.9"), "once");
    let mut other = small("policies=ps,srpt&what-if=load");
    typed(&mut other, "workload.load", "0.5");
    answered(&mut other);
    assert_eq!(other.number("workload.load"), Some(0.5), "who changes something else does not want it any more");
}

#[test]
fn a_policy_is_lit_alone_until_it_is_clicked_again_or_dropped() {
    let mut compare = small("policies=ps,srpt");
    let light = |compare: &mut Compare, key: &str| compare.change(Change::Light(key.to_owned()));
    light(&mut compare, "ps");
    light(&mut compare, "srpt");
    assert_eq!(compare.focus.lit.as_deref(), Some("srpt"));
    light(&mut compare, "srpt");
    assert_eq!(compare.focus.lit, None);
    light(&mut compare, "ps");
    compare.change(Change::Toggle("ps".to_owned()));
    assert_eq!(compare.focus.lit, None, "it is not there any more");
    light(&mut compare, "srpt");
    compare.change(Change::Unlight);
    assert_eq!((compare.focus.lit.clone(), compare.refinement.generation), (None, 3));
}

#[test]
fn rows_rest_until_an_answer_is_complete() {
    let mut compare = small("policies=fifo,ps,srpt");
    answered(&mut compare);
    assert_eq!(compare.order, ["srpt", "ps", "fifo"]);
    typed(&mut compare, "workload.shape", "4");
    let partial = Scenario { replications: 1, ..compare.asked() };
    let look = Look { generation: compare.refinement.generation, replications: 1, results: results(&partial), scenario: partial };
    compare.change(Change::Told(Told::Look(Rc::new(look))));
    assert_eq!(compare.order, ["srpt", "ps", "fifo"]);
    answered(&mut compare);
    assert_eq!(compare.order, ["srpt", "fifo", "ps"], "of sizes nearly alike the first may as well be served");
}

#[test]
fn a_pin_holds_what_is_shown_and_not_what_the_fields_say() {
    let mut compare = small("policies=ps,srpt");
    answered(&mut compare);
    typed(&mut compare, "workload.load", "0.45");
    compare.change(Change::Pin);
    assert_eq!(compare.before().unwrap().1, "these settings", "the answer to 0.45 is not there yet");
    answered(&mut compare);
    assert_eq!(compare.before().unwrap().1, "ρ was 0.9");
    typed(&mut compare, "workload.load", "0.9");
    assert_eq!(compare.before().unwrap().1, "ρ was 0.9", "until its answer is there");
    answered(&mut compare);
    assert_eq!(compare.before().unwrap().1, "these settings");
    compare.change(choose("workload.weights", "classes"));
    answered(&mut compare);
    assert_ne!(compare.before().unwrap().1, "these settings");
}

fn typed(compare: &mut Compare, field: &str, text: &str) {
    compare.change(Change::Edit(Edit::Type(field.to_owned(), text.to_owned())));
}

fn choose(field: &str, variant: &str) -> Change {
    Change::Edit(Edit::Choose(field.to_owned(), variant.to_owned()))
}

#[test]
fn opens_with_the_first_preset() {
    let compare = Compare::open(SystemKind::Server);
    assert_eq!(compare.scenario, presets(SystemKind::Server)[0].scenario());
    assert_eq!((compare.refinement.phase, compare.refinement.generation), (Phase::Waiting, 1));
    assert_eq!(compare.link().write(), "v=1&replications=20");
}

#[test]
fn a_slider_asks_anew_and_what_stays_does_not() {
    let mut compare = Compare::open(SystemKind::Server);
    typed(&mut compare, "workload.sigma", "2");
    assert_eq!((compare.number("workload.sigma"), compare.refinement.generation), (Some(2.0), 2));
    typed(&mut compare, "workload.sigma", "2.0");
    compare.change(Change::Show(PictureKind::Jobs));
    compare.change(Change::Pair(["ps".to_owned(), "srpt".to_owned()]));
    assert_eq!(compare.refinement.generation, 2);
    assert_eq!(compare.question(None).generation, 2);
}

#[test]
fn an_error_clears_when_it_is_mended() {
    let mut compare = Compare::open(SystemKind::Server);
    typed(&mut compare, "workload.load", "0.9x");
    assert_eq!(compare.refinement.phase, Phase::Failed);
    assert!(compare.complaint("workload.load").unwrap().contains("\"0.9x\""));
    typed(&mut compare, "workload.load", "0.9");
    assert_eq!((compare.refinement.phase, compare.complaint("workload.load")), (Phase::Waiting, None));
    let fault = Fault { field: Some("workload.load".to_owned()), message: "out of range".to_owned() };
    compare.change(Change::Told(Told::Invalid(compare.refinement.generation, fault)));
    assert_eq!(compare.complaint("workload.load"), Some("out of range"));
    typed(&mut compare, "workload.load", "0.9");
    assert_eq!((compare.refinement.phase, compare.complaint("workload.load")), (Phase::Waiting, None));
}

#[test]
fn presets_keep_the_seed_and_chosen_policies() {
    let mut compare = Compare::open(SystemKind::Server);
    typed(&mut compare, "seed", "9");
    compare.change(Change::Toggle("las".to_owned()));
    let chosen = compare.scenario.policies.clone();
    compare.change(Change::Preset(2));
    assert_eq!((compare.scenario.seed, &compare.scenario.policies), (9, &chosen));
    assert_eq!(compare.number("workload.sigma"), Some(4.0));
    compare.change(Change::Preset(10));
    assert_eq!(compare.scenario.policies, ["ps", "gps", "fspe+ps", "psbs"], "this one is about its own");
    let asked = compare.refinement.generation;
    compare.change(Change::Preset(usize::MAX));
    assert_eq!(compare.refinement.generation, asked);
}

#[test]
fn policies_stay_in_the_order_of_the_registry() {
    let mut compare = Compare::open(SystemKind::Server);
    let before = compare.scenario.policies.clone();
    compare.change(Change::Toggle("ps".to_owned()));
    assert!(!compare.scenario.policies.contains(&"ps".to_owned()));
    compare.scenario.policies.insert(0, "unheard-of".to_owned());
    compare.change(Change::Toggle("ps".to_owned()));
    assert_eq!(compare.scenario.policies[..before.len()], before);
    assert_eq!(compare.scenario.policies.last().unwrap(), "unheard-of", "its error is easily seen");
}

#[test]
fn policies_of_one_server_are_left_out_on_several() {
    let mut compare = small("policies=fifo,ps,srpt,fspe,fspe%2Bps");
    assert_eq!(compare.asked(), compare.scenario);
    typed(&mut compare, "system.servers", "4");
    let asked = compare.asked();
    assert!(asked.policies.len() < compare.scenario.policies.len() && !asked.policies.is_empty());
    for policy in Policy::all().filter(|policy| compare.scenario.policies.contains(&policy.row().key.to_owned())) {
        assert_eq!(asked.policies.contains(&policy.row().key.to_owned()), compare.excluded(&policy).is_none());
    }
    assert_eq!(compare.question(None).scenario, asked);
}

#[test]
fn the_statistics_of_every_world_are_asked_and_told() {
    for world in SystemKind::ALL.iter().copied().filter(|world| *world != SystemKind::Server) {
        let mut compare = Compare::open(world);
        let query = match world {
            SystemKind::Ordering => "workload.graph=random&workload.count=8",
            SystemKind::Cdn => "workload.count=300&workload.videos=40",
            _ => "workload.count=10",
        };
        compare.follow(Link::read(world, &format!("replications=2&{query}")));
        assert_eq!(compare.refinement.fault, None, "{world}");
        answered(&mut compare);
        let measure = compare.measure().unwrap();
        assert_eq!((compare.refinement.phase, compare.asked().kind()), (Phase::Done, world));
        let findings = compare.refinement.findings.clone().unwrap();
        assert!(findings.replicated.measures(world).contains(&measure), "{world}: {measure:?}");
        assert_eq!(compare.order.len(), compare.scenario.policies.len(), "{world}");
        let shown = compare.focus.shown(&findings);
        assert_eq!(shown, if world == SystemKind::Ordering { PictureKind::Replications } else { PictureKind::Slowdown }, "{world}");
        let other = findings.replicated.measures(world).into_iter().find(|other| *other != measure).unwrap();
        compare.change(Change::Measure(other.name(world)));
        assert_eq!(Link::read(world, &compare.link().write()).unwrap(), compare.link(), "{world}");
        assert_eq!(compare.measure(), Some(other));
    }
}

#[test]
fn a_file_of_another_world_comes_and_goes() {
    let mut compare = Compare::open(SystemKind::Cluster);
    let drawn = compare.scenario.clone();
    compare.change(Change::Use("trace.tsv".to_owned()));
    assert_eq!((compare.scenario.file(), compare.kind()), (Some("trace.tsv"), SystemKind::Cluster));
    compare.change(Change::Unload);
    assert_eq!(compare.scenario, drawn);
}

#[test]
fn a_file_comes_and_goes() {
    let mut compare = Compare::open(SystemKind::Server);
    typed(&mut compare, "workload.sigma", "2");
    let drawn = compare.scenario.clone();
    typed(&mut compare, "workload.count", "?");
    compare.change(Change::Use("jobs.csv".to_owned()));
    assert_eq!((compare.refinement.phase, compare.first_fault()), (Phase::Waiting, None), "the field is not there any more");
    assert_eq!(compare.question(Some(file("jobs.csv"))).file, Some(file("jobs.csv")));
    typed(&mut compare, "workload.load", "0.5");
    typed(&mut compare, "workload.load", "");
    assert_eq!(compare.number("workload.load"), None);
    compare.change(Change::Use("other.csv".to_owned()));
    compare.change(Change::Unload);
    assert_eq!(compare.scenario, drawn);
}

#[test]
fn a_file_of_no_known_format_is_refused() {
    let mut compare = Compare::open(SystemKind::Server);
    compare.change(Change::Use("jobs.txt".to_owned()));
    assert_eq!(compare.refinement.phase, Phase::Failed);
    assert!(compare.refinement.fault.as_ref().unwrap().message.contains("jobs.txt"));
    compare.change(Change::Unload);
    assert_eq!(compare.refinement.phase, Phase::Waiting);
}

#[test]
fn links_are_followed_where_they_differ() {
    let mut compare = Compare::open(SystemKind::Server);
    let here = Link { focus: Focus { shown: PictureKind::Size, ..Focus::default() }, ..compare.link() };
    compare.follow(Ok(here));
    assert_eq!((compare.focus.shown, compare.refinement.generation), (PictureKind::Size, 1), "another picture is no question");
    compare.follow(Link::read(SystemKind::Server, "seed=9&show=sizes"));
    assert_eq!(
        compare.refinement.blames("show").unwrap(),
        "the link's show is \"sizes\": allowed: slowdown, sojourn, size, jobs, replications"
    );
    assert_ne!(compare.scenario.seed, 9);
    compare.follow(Link::read(SystemKind::Server, "replications=20"));
    assert_eq!((compare.refinement.phase, compare.refinement.fault.clone()), (Phase::Waiting, None));
}

#[test]
fn a_reset_is_a_new_question_about_the_first_preset() {
    let mut compare = Compare::open(SystemKind::Server);
    typed(&mut compare, "workload.sigma", "?");
    compare.change(Change::Show(PictureKind::Size));
    typed(&mut compare, "workload.stretch", "true");
    let asked = compare.refinement.generation;
    compare.change(Change::Reset);
    assert_eq!((compare.link(), compare.first_fault()), (Compare::open(SystemKind::Server).link(), None));
    assert_eq!((compare.refinement.generation, compare.refinement.phase), (asked + 1, Phase::Waiting));
}

#[test]
fn stopping_and_going_on() {
    let mut compare = Compare::open(SystemKind::Server);
    compare.change(Change::Stop);
    assert_eq!(compare.refinement.phase, Phase::Stopped);
    compare.change(Change::GoOn);
    assert_eq!(compare.refinement.phase, Phase::Waiting);
}
