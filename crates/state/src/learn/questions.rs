//! What the tour claims, against the engines: what its sentences say with the values that they begin with, and what is right of the choices
//! of each question.

use super::{Change, Learn, Page, between};
use crate::exercises::Link;
use schedscope::sim::brief;
use schedscope_core::exhibit::{Exhibit, mean_sojourn};
use schedscope_core::experiment::{Drawn, Run, Scenario, Study, run_all};

/// The tour.
pub const TOUR: &str = include_str!("../../../../www/learn.html");

fn tour() -> Learn {
    let mut learn = Learn::default();
    learn.change(Change::Text(Some(TOUR.to_owned())));
    learn
}

/// All of a page.
fn whole(page: &Page) -> String {
    format!("{}{}", page.html, page.rest.as_deref().unwrap_or_default())
}

#[test]
fn sentences_say_what_the_engine_says() {
    let mut learn = tour();
    let mut wrong = vec![];
    for place in 0..learn.pages.len() {
        learn.page = place;
        let page = &learn.pages[place];
        let told = learn.told();
        assert_eq!(told.len(), page.tells.len(), "{}: {:?}", page.title, page.tells);
        for (what, says) in told {
            let found = whole(page);
            let found = between(&found, &format!("data-told=\"{what}\">"), "</span>").unwrap_or_default().to_owned();
            if found != says {
                wrong.push(format!("{}: {what} is {says}, not {found}", page.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// When a job leaves, or the mean, under a policy on one server.
fn server(jobs: &str, policy: &str, job: Option<u64>) -> f64 {
    let query = format!("jobs={jobs}&policies={}", policy.replace('+', "%2B"));
    let timeline = Exhibit::from_query(&query, &[]).unwrap().record().remove(0);
    let Some(job) = job else { return mean_sojourn(&timeline) };
    timeline.completions[timeline.jobs.iter().position(|known| known.id == job).unwrap()]
}

/// A scenario that is run once under a policy.
fn run(query: &str, policy: &str) -> (Drawn, Run) {
    let scenario = Scenario { policies: vec![policy.to_owned()], replications: 1, ..Scenario::from_query(query).unwrap() };
    let (_, kept) = run_all(&Study::new(scenario, |_| unreachable!("no file")).unwrap(), true, |_| {}).unwrap();
    let (drawn, mut runs) = kept.into_iter().next().unwrap();
    (drawn, runs.remove(0))
}

/// Sojourn times of the jobs of a cluster.
fn cluster(query: &str, policy: &str) -> Vec<f64> {
    let (_, Run::Cluster(outcome)) = run(query, policy) else { panic!("a cluster") };
    outcome.jobs.iter().map(|job| job.sojourn).collect()
}

/// The most jobs at once.
fn peak(query: &str, policy: &str) -> u32 {
    let (_, Run::Cluster(outcome)) = run(query, policy) else { panic!("a cluster") };
    outcome.counters.peak_load
}

/// Mean of the jobs of a drawn load on a server.
fn drawn(sigma: f64, policy: &str) -> f64 {
    let (_, Run::Server(outcome)) = run(&format!("workload.count=400&workload.sigma={sigma}"), policy) else { panic!("a server") };
    outcome.sojourn.iter().sum::<f64>() / outcome.sojourn.len() as f64
}

/// The median of what is quoted under a name: another test measures it.
fn quoted(name: &str) -> f64 {
    let text = between(TOUR, &format!("data-quote=\"{name}\">"), " (").unwrap();
    text.parse().unwrap()
}

const ONE_SLOT: &str = "system.kind=cluster&system.machines=1&system.map_slots=1&system.heartbeat=0&workload.jobs=[{arrival=0.0,maps=[80.0],map_memory=2.5},{arrival=40.0,maps=[80.0],map_memory=2.5,weight=2.0}]&system.ram=";
const GOOGLE: &str = "system.kind=datacenter&workload.like=google&workload.count=150&workload.load=0.9&system.workers=48";

/// The figure of a page, as a scenario.
fn figure(page: usize) -> String {
    let learn = tour();
    let (_, link) = learn.pages[page - 1].figure.clone().unwrap();
    let (view, query) = link.split_once('?').unwrap();
    format!("system.kind={view}&{query}")
}

/// What is right, of each page in words that only the right choice has.
fn right(page: usize) -> String {
    match page {
        1 => {
            let jobs = "0:30,10:10,15:10";
            format!("{} later", server(jobs, "ps", Some(1)) - server(jobs, "fifo", Some(1)))
        }
        2 => {
            let jobs = "0:4,1:2.5";
            assert_eq!(server(jobs, "srpt", Some(1)), server(jobs, "ps", Some(1)));
            format!("Nobody: J2 leaves at {}, and J1 at {}", server(jobs, "srpt", Some(2)), server(jobs, "srpt", Some(1)))
        }
        3 => {
            let jobs = "0:15,0:10,10:10,20:10,30:10,40:10";
            format!("At {} under SRPT and at {} under FSP", server(jobs, "srpt", Some(1)), server(jobs, "fsp", Some(1)))
        }
        4 => {
            let leaves = |guess: f64| server(&format!("0:5:{guess},2:4,6:3.5"), "srpte", Some(1));
            assert_eq!(leaves(40.0), leaves(10.0));
            format!("J1 leaves at {}, as before", leaves(40.0))
        }
        5 => {
            let leaves = |guess: f64| server(&format!("0:40:{guess},4:3,9:2"), "srpte", Some(2));
            assert_eq!((leaves(6.0), leaves(7.0), leaves(7.5)), (45.0, 45.0, 7.0));
            "J1 goes on: 2 is believed left, and J2 has 3".to_owned()
        }
        6 => {
            let mean = |policy: &str| server("0:40,4:3,9:2", policy, None);
            assert_eq!((mean("fspe+ps"), mean("fspe")), (mean("fsp"), mean("fsp")));
            let wins =
                |size: f64| server(&format!("0:{size}:1,4:3,9:2"), "fspe+ps", None) < server(&format!("0:{size}:1,4:3,9:2"), "fspe", None);
            let from = (1..=40).map(f64::from).find(|size| wins(*size)).unwrap();
            assert!(TOUR.contains(&format!("Below {from} sharing costs more than it saves")), "from {from} on");
            "Nothing".to_owned()
        }
        7 => {
            let same = |policy: &&str| drawn(0.5, policy) == drawn(2.0, policy);
            let left: Vec<&str> = ["fifo", "ps", "las", "srpt", "srpte", "fspe", "fspe+ps"].into_iter().filter(same).collect();
            assert_eq!(left, ["fifo", "ps", "las", "srpt"]);
            "FIFO, PS, LAS and SRPT".to_owned()
        }
        8 => {
            assert!(peak(&figure(8), "hfsp") < peak(&figure(8), "fair") && quoted("peak-hfsp") < quoted("peak-fair"));
            "lower than under Fair".to_owned()
        }
        9 => {
            let second = |way: &str| cluster(&format!("{ONE_SLOT}8.0"), &format!("dummy[preemption={way}]"))[1];
            assert_eq!((second("wait"), second("kill")), (120.0, 84.0));
            format!("J2 leaves after {} s", second("suspend"))
        }
        10 => {
            let second = |ram: &str| cluster(&format!("{ONE_SLOT}{ram}"), "dummy[preemption=suspend]")[1];
            assert_eq!((brief(second("4.0")), brief(second("5.2"))), ("92".to_owned(), "80".to_owned()));
            format!("{} s", brief(second("4.6")))
        }
        11 => {
            let (plain, kills) = (cluster(&figure(11), "fair"), cluster(&figure(11), "fair-kill[victims=overflowing]"));
            assert_eq!((plain[0], kills[0]), (400.0, 724.0));
            format!("Each takes {} s, and under Fair with kills {} s", brief(plain[2]), brief(kills[2]))
        }
        12 => {
            let query = figure(12).replace("system.map_slots=2", "system.map_slots=8");
            let (_, Run::Cluster(outcome)) = run(&query, "hfsp[estimator=oracle,chains=on]") else { panic!("a cluster") };
            let end = outcome.jobs[..4].iter().map(|job| job.submission + job.sojourn).fold(0.0, f64::max);
            format!("{} s", brief(end))
        }
        13 => {
            let eighty = [80.0; 8].map(|map| format!("{map:?}")).join(",");
            let query = figure(13).replacen(&eighty, &eighty.replace("80", "10"), 1);
            format!("At {}", brief(400.0 + cluster(&query, "hfsp[estimator=history,check=off]")[1]))
        }
        14 => {
            assert!(quoted("unstolen-hawk") > 1.0);
            "It rises".to_owned()
        }
        15 => {
            let behind = |policy: &str| {
                let (_, Run::Datacenter(outcome)) = run(GOOGLE, policy) else { panic!("a datacenter") };
                outcome.counters.probes_behind_long
            };
            assert!(behind("eagle") == 0 && behind("hawk") > 100);
            "Not one".to_owned()
        }
        16 => {
            assert!(quoted("kairos-fifo-long") > 1.0 && quoted("kairos-fifo") < 1.0);
            "Long jobs: their median is longer".to_owned()
        }
        17 => {
            let (_, Run::Ordering(outcome)) = run("system.kind=ordering&workload.graph=fig-3.11", "dp") else { panic!("an order") };
            brief(outcome.costs.tmb)
        }
        18 => {
            let (_, Run::Network(outcome)) = run(&figure(18).replace("size=100.0", "size=200.0"), "fifo") else { panic!("a network") };
            format!("{} times", brief(outcome.sojourn[1]))
        }
        19 => {
            assert!(quoted("cdn-optimal-waits") < 50.0 && quoted("cdn-random-waits") > 200.0);
            "Fewer than 50".to_owned()
        }
        20 => {
            let [srpt, srpte, bounce] = ["srpt", "srpte", "srpt-b"].map(|policy| drawn(0.0, policy));
            assert!((srpte / srpt - 1.0).abs() < 1e-9 && (bounce / srpt - 1.0).abs() < 1e-9);
            "Both are SRPT".to_owned()
        }
        21 => {
            let jobs = "0:40:4,6:3,12:2";
            let leaves = |rank: &str| [2, 3].map(|job| server(jobs, &format!("rank[{rank}]"), Some(job)));
            assert_eq!((leaves("est-age"), leaves("max(est,age)")), ([45.0, 42.0], [9.0, 14.0]));
            assert_eq!((leaves("est-0.2*age"), leaves("est-0.15*age")), ([45.0, 42.0], [9.0, 14.0]));
            let means = ["est-age", "max(est,age)"].map(|rank| brief(server(jobs, &format!("rank[{rank}]"), None)));
            assert_eq!(means, ["36.3", "16.7"]);
            assert_eq!(leaves("est"), leaves("max(est,age)"));
            "It lets both pass".to_owned()
        }
        _ => unreachable!("the tour has no such page"),
    }
}

/// The choices of a page: whether each is right, and all that it says.
fn choices(page: &Page) -> Vec<(bool, String)> {
    let text = whole(page);
    let read = |part: &str| (part.starts_with(" right\""), part.split_once("</details>").unwrap().0.to_owned());
    text.split("<details class=\"choice").skip(1).map(read).collect()
}

/// Each page asks one thing. One of its choices is right, as the engine says, and each of the others says why it is wrong.
#[test]
fn of_each_question_one_choice_is_right() {
    let learn = tour();
    let pages = learn.pages.iter().filter(|page| page.figure.is_some());
    let mut wrong = vec![];
    for (number, page) in (1..).zip(pages) {
        let (choices, right) = (choices(page), right(number));
        assert!(choices.len() >= 3 && choices.iter().filter(|(right, _)| *right).count() == 1, "{}: {choices:?}", page.title);
        for (is, words) in &choices {
            let (says, why) = (between(words, "<summary>", "</summary>").unwrap(), between(words, "<p>", "</p>").unwrap());
            assert!(why.len() > 30 && why.starts_with("<b>Right.</b>") == *is, "{}: {why}", page.title);
            if says.contains(&right) != *is {
                wrong.push(format!("{}: {says}: right is {right}", page.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Wherever a page is about a few jobs, one of their numbers can be changed, and an exercise that it leads to is one.
#[test]
fn pages_have_numbers_to_change_and_exercises_to_do() {
    let learn = tour();
    for (number, page) in (1..).zip(learn.pages.iter()) {
        let few = page.figure.as_ref().is_some_and(|(_, link)| ["jobs=", "flows=", "example="].iter().any(|field| link.contains(field)));
        assert!(!few || !page.knobs.is_empty(), "page {number}, {}", page.title);
        for link in whole(page).split("<p class=\"exercise\">").skip(1) {
            let (place, query) = between(link, "href=\"#", "\"").unwrap().split_once('?').unwrap();
            let link = Link::read(query).unwrap_or_else(|fault| panic!("page {number}: {fault:?}"));
            assert_eq!((place, matches!(link, Link::Own { number: None, .. })), ("exercise", false));
        }
    }
}
