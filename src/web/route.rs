//! The state as the fragment of a link: `#watch?v=1&example=KEY&policies=a,b`; `#compare?`, `#sweep?`, `#cluster?` and `#datacenter?` with
//! the scenario's query; `#traces`; `#learn?page=3`; `#embed/…` before any of these for slides and notes.

use super::compare;
use super::sweep;
use super::watch::Choice;
use crate::chart::Curves;
use crate::experiment::{Exhibit, OF_WATCH, Scenario, ScenarioError, SystemKind, unembedded};
use crate::web::protocol::Fault;
use schedscope_engine::server::Policy;
use schedscope_engine::sim::number;

/// Where a link leads. A view without a query is shown as it was left.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// *Watch*, with jobs and policies or what is wrong with them.
    Watch(Option<Result<Box<Choice>, Fault>>),
    /// *Compare*, with a scenario or what is wrong with it.
    Compare(Option<Result<Box<compare::Link>, Fault>>),
    /// *Cluster*, the same.
    Cluster(Option<Result<Box<Scenario>, Fault>>),
    /// *Datacenter*, the same.
    Datacenter(Option<Result<Box<Scenario>, Fault>>),
    /// *Sweep*, with a question or what is wrong with it.
    Sweep(Option<Result<Box<sweep::Setup>, Fault>>),
    /// *Traces*.
    Traces,
    /// *Learn*, with the number of a page from 1.
    Learn(Option<usize>),
}

/// Whether a fragment asks for the picture alone, as part of another page.
pub fn embeds(fragment: &str) -> bool {
    unembedded(fragment.trim_start_matches('#')).is_some()
}

impl Route {
    /// Reads a fragment, with or without its `#`. What is not understood leads to *Watch*, the first page.
    pub fn read(fragment: &str) -> Self {
        let fragment = fragment.trim_start_matches('#');
        let inner = unembedded(fragment);
        let fragment = inner.as_deref().unwrap_or(fragment);
        let (view, query) = fragment.split_once('?').map_or((fragment, None), |(view, query)| (view, Some(query)));
        match view {
            "compare" => Self::Compare(query.map(|query| compare::Link::read(query).map(Box::new))),
            "sweep" => Self::Sweep(query.map(|query| sweep::Setup::read(query).map(Box::new))),
            "traces" => Self::Traces,
            "learn" => Self::Learn(query.and_then(|query| query.strip_prefix("page=")?.parse().ok())),
            "cluster" => Self::Cluster(query.map(|query| of_world(query, SystemKind::Cluster))),
            "datacenter" => Self::Datacenter(query.map(|query| of_world(query, SystemKind::Datacenter))),
            _ => Self::Watch(query.map(|query| choice(query).map(Box::new).map_err(|error| fault(&error)))),
        }
    }

    /// The fragment, with its `#`.
    pub fn write(&self, embed: bool) -> String {
        let fragment = match self {
            Self::Watch(Some(Ok(choice))) => format!("watch?{}", query(choice)),
            Self::Watch(_) => "watch".to_owned(),
            Self::Compare(Some(Ok(link))) => format!("compare?{}", link.write()),
            Self::Traces => "traces".to_owned(),
            Self::Learn(page) => page.map_or_else(|| "learn".to_owned(), |page| format!("learn?page={page}")),
            Self::Compare(_) => "compare".to_owned(),
            Self::Sweep(Some(Ok(setup))) => format!("sweep?{}", setup.write()),
            Self::Sweep(_) => "sweep".to_owned(),
            Self::Cluster(Some(Ok(scenario))) => format!("cluster?{}", scenario.to_query()),
            Self::Cluster(_) => "cluster".to_owned(),
            Self::Datacenter(Some(Ok(scenario))) => format!("datacenter?{}", scenario.to_query()),
            Self::Datacenter(_) => "datacenter".to_owned(),
        };
        format!("#{}{fragment}", if embed { "embed/" } else { "" })
    }

    /// What going back leads away from: views, in *Watch* examples and policies, in *Compare* presets, files and pictures. Absent where a link does not say.
    pub fn place(&self) -> Option<String> {
        match self {
            Self::Watch(Some(Ok(choice))) => {
                let jobs = choice.exhibit.example.unwrap_or("by hand");
                let policies: Vec<String> = choice.exhibit.policies.iter().map(Policy::to_string).collect();
                Some(format!("watch {jobs} {}", policies.join(" ")))
            }
            Self::Compare(Some(Ok(link))) => Some(format!("compare {}", link.place())),
            Self::Compare(Some(Err(_))) => Some("compare".to_owned()),
            Self::Sweep(Some(_)) => Some("sweep".to_owned()),
            Self::Cluster(Some(_)) => Some("cluster".to_owned()),
            Self::Datacenter(Some(_)) => Some("datacenter".to_owned()),
            Self::Traces => Some("traces".to_owned()),
            Self::Learn(Some(page)) => Some(format!("learn {page}")),
            _ => None,
        }
    }
}

/// How curves are called in a link.
const CURVES: [(Curves, &str); 3] = [(Curves::Remaining, "remaining"), (Curves::Attained, "attained"), (Curves::Number, "number")];

fn query(choice: &Choice) -> String {
    let shown = CURVES.iter().find(|(curves, _)| *curves == choice.curves && *curves != Curves::default());
    let show = shown.map(|(_, name)| format!("&show={name}")).unwrap_or_default();
    let time = choice.time.map(|time| format!("&t={}", (time * 1000.0).round() / 1000.0)).unwrap_or_default();
    format!("{}{show}{time}", choice.exhibit.to_query())
}

fn choice(query: &str) -> Result<Choice, ScenarioError> {
    let exhibit = Exhibit::from_query(query, &OF_WATCH)?;
    let value = |name: &str| query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name)).map(|(_, value)| value);
    let wrong =
        |key: &str, value: &str, why: &str| ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why: why.to_owned() };
    let curves = match value("show") {
        None => Curves::default(),
        Some(name) => {
            let known = CURVES.iter().find(|(_, known)| *known == name);
            known.ok_or_else(|| wrong("show", name, "allowed: remaining, attained, number"))?.0
        }
    };
    let time = match value("t") {
        None => None,
        Some(text) => {
            let time = number(text).filter(|time| *time >= 0.0);
            Some(time.ok_or_else(|| wrong("t", text, "allowed: a time, 0 or later"))?)
        }
    };
    Ok(Choice { exhibit, curves, time })
}

fn fault(error: &ScenarioError) -> Fault {
    Fault { field: error.field(), message: error.to_string() }
}

/// The scenario of a view that has a world of its own, whether or not the query says so.
fn of_world(query: &str, kind: SystemKind) -> Result<Box<Scenario>, Fault> {
    Scenario::from_query_in(Some(kind), query).map(Box::new).map_err(|error| fault(&error))
}
