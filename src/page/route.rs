//! Links of the page: `#watch?v=1&example=KEY&policies=a,b`; `#compare?`, `#sweep?`, `#cluster?` and `#datacenter?` with the scenario's
//! query; `#traces`; `#learn?page=3`; `#embed/…` before any of these for slides and notes. The page reads them as a [`Route`], the command
//! line as a [`scenario`].

use super::protocol::Fault;
use super::view::View;
use super::{cluster, compare, datacenter, sweep, watch};
use crate::experiment::{Exhibit, Scenario, ScenarioError, SystemKind, without};
use schedscope_engine::server::Policy;
use thiserror::Error;

/// Where a link leads. A view without a query is shown as it was left.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// *Watch*, with jobs and policies or what is wrong with them.
    Watch(Option<Result<Box<watch::Choice>, Fault>>),
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

/// Why a link is no scenario.
#[derive(Debug, Error)]
pub enum LinkError {
    /// A text that is no link of *Watch*, *Compare*, *Cluster* or *Datacenter*.
    #[error(
        "\"{0}\" is not a link of Watch, Compare, Cluster or Datacenter; expected …#watch?v=1&…, …#compare?v=1&…, …#cluster?v=1&… or …#datacenter?v=1&…"
    )]
    NotALink(String),
    /// A link of *Sweep*, which is more than one scenario.
    #[error(
        "this is a link of Sweep, a grid of scenarios; open it, save sweep.toml there (below the axes), and run: \
         schedscope sweep sweep.toml --output DIR"
    )]
    Sweep,
    /// What it asks is not understood.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
}

/// The parts of a link.
struct Address<'a> {
    /// Whether it asks for the picture alone, as part of another page: `embed/compare?…`, and `embed?…` for *Watch*.
    embedded: bool,
    /// The view it names, if there is one of that name.
    view: Option<View>,
    /// What it asks there.
    query: Option<&'a str>,
}

impl<'a> Address<'a> {
    /// Reads a whole URL, its fragment with its `#`, or the query of *Compare* alone.
    fn read(link: &'a str) -> Self {
        let Some((_, fragment)) = link.split_once('#') else {
            let query = Some(link).filter(|query| query.contains('=') && !query.contains(['?', ':']));
            return Self { embedded: false, view: query.map(|_| View::Compare), query };
        };
        let (name, query) = fragment.split_once('?').map_or((fragment, None), |(name, query)| (name, Some(query)));
        let (embedded, name) = match name.strip_prefix("embed/") {
            Some(name) => (true, name),
            None if name == "embed" => (true, "watch"),
            None => (false, name),
        };
        let view = View::ALL.iter().find(|(_, known)| *known == name).map(|(view, _)| *view);
        Self { embedded, view, query }
    }
}

/// Whether a link asks for the picture alone, as part of another page.
pub fn embeds(link: &str) -> bool {
    Address::read(link).embedded
}

/// The scenario of a link of *Watch*, *Compare*, *Cluster* or *Datacenter*: a whole URL, its fragment, or the query of *Compare* alone.
/// Without a query it is what that view shows when it is opened. A link of *Cluster* or *Datacenter* is one of its world, whether or not
/// it says so; `world` overrides all links.
///
/// # Errors
/// If it leads elsewhere; otherwise names the key and value that are not understood.
pub fn scenario(link: &str, world: Option<SystemKind>) -> Result<Scenario, LinkError> {
    let Address { view, query, .. } = Address::read(link);
    let of_world = |kind: SystemKind, opened: &str| Scenario::from_query_in(world.or(Some(kind)), query.unwrap_or(opened));
    let scenario = match view {
        Some(View::Watch) => {
            let mut scenario = Exhibit::from_query(query.unwrap_or_default(), &watch::OF_WATCH)?.scenario();
            scenario.system.kind = world.unwrap_or(scenario.system.kind);
            scenario
        }
        Some(View::Compare) => Scenario::from_query_in(world, &without(query.unwrap_or(compare::OPENED), &compare::OF_COMPARE))?,
        Some(View::Cluster) => of_world(SystemKind::Cluster, cluster::OPENED)?,
        Some(View::Datacenter) => of_world(SystemKind::Datacenter, datacenter::OPENED)?,
        Some(View::Sweep) => return Err(LinkError::Sweep),
        Some(View::Traces | View::Learn) | None => return Err(LinkError::NotALink(link.to_owned())),
    };
    Ok(scenario)
}

impl Route {
    /// Reads a link. What is not understood leads to *Watch*, the first page.
    pub fn read(link: &str) -> Self {
        let Address { view, query, .. } = Address::read(link);
        let of_world = |kind: SystemKind| query.map(|query| boxed(Scenario::from_query_in(Some(kind), query)));
        match view {
            None | Some(View::Watch) => Self::Watch(query.map(|query| boxed(watch::Choice::read(query)))),
            Some(View::Compare) => Self::Compare(query.map(|query| boxed(compare::Link::read(query)))),
            Some(View::Sweep) => Self::Sweep(query.map(|query| boxed(sweep::Setup::read(query)))),
            Some(View::Cluster) => Self::Cluster(of_world(SystemKind::Cluster)),
            Some(View::Datacenter) => Self::Datacenter(of_world(SystemKind::Datacenter)),
            Some(View::Traces) => Self::Traces,
            Some(View::Learn) => Self::Learn(query.and_then(|query| query.strip_prefix("page=")?.parse().ok())),
        }
    }

    /// The fragment, with its `#`.
    pub fn write(&self, embed: bool) -> String {
        let fragment = match self {
            Self::Watch(Some(Ok(choice))) => format!("watch?{}", choice.write()),
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

/// What was read, or what is wrong with it.
fn boxed<T, E: Into<Fault>>(read: Result<T, E>) -> Result<Box<T>, Fault> {
    read.map(Box::new).map_err(E::into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::JobSpec;

    /// The key of a link that is not understood.
    fn blamed(link: &str) -> Option<String> {
        match scenario(link, None) {
            Err(LinkError::Scenario(error)) => error.field(),
            other => panic!("{link}: {other:?}"),
        }
    }

    #[test]
    fn links_lead_to_compare_or_nowhere() {
        let asked = Scenario { seed: 9, ..Scenario::default() };
        for link in ["http://127.0.0.1:8080/#compare?v=1&seed=9", "https://a.b/c?d=e#compare?seed=9", "#compare?seed=9", "v=1&seed=9"] {
            assert_eq!(scenario(link, None).unwrap(), asked, "{link}");
        }
        for link in ["#compare?", "#compare?v=1"] {
            assert_eq!(scenario(link, None).unwrap(), Scenario::default(), "{link}");
        }
        assert!(matches!(scenario("http://x/#sweep?v=1&seed=9", None), Err(LinkError::Sweep)));
        for link in ["", "hello", "http://x/", "http://x/?v=1", "#watches", "#comparison?v=1", "#"] {
            let message = scenario(link, None).unwrap_err().to_string();
            assert_eq!(
                message,
                format!(
                    "\"{link}\" is not a link of Watch, Compare, Cluster or Datacenter; expected …#watch?v=1&…, …#compare?v=1&…, …#cluster?v=1&… or …#datacenter?v=1&…"
                )
            );
        }
        assert_eq!(blamed("#compare?nonsense").as_deref(), Some("nonsense"));
    }

    #[test]
    fn a_view_without_a_query_is_as_it_is_opened() {
        let opened = |view: &str| {
            let asked = scenario(&format!("#{view}"), None).unwrap();
            for link in [format!("http://x/#{view}"), format!("#embed/{view}")] {
                assert_eq!(scenario(&link, None).unwrap(), asked, "{link}");
            }
            (asked.system.kind, asked.policies.len(), asked.workload.count)
        };
        assert_eq!(opened("compare"), (SystemKind::Server, 8, None));
        assert_eq!(opened("cluster"), (SystemKind::Cluster, 2, Some(30)));
        assert_eq!(opened("datacenter"), (SystemKind::Datacenter, 2, Some(150)));
        assert_eq!(opened("watch").0, SystemKind::Server);
        assert_eq!(scenario("#embed", None).unwrap(), scenario("#watch", None).unwrap());
    }

    #[test]
    fn policies_that_are_named_are_asked_for() {
        let usual = |world: SystemKind| world.usual_policies();
        let server = usual(SystemKind::Server).join(",");
        for (link, world, policies) in [
            ("#cluster?v=1".to_owned(), None, usual(SystemKind::Cluster)),
            ("#compare?v=1".to_owned(), Some(SystemKind::Datacenter), usual(SystemKind::Datacenter)),
            (format!("#cluster?policies={server}"), None, usual(SystemKind::Server)),
            (format!("#compare?policies={server}"), Some(SystemKind::Datacenter), usual(SystemKind::Server)),
        ] {
            assert_eq!(scenario(&link, world).unwrap().policies, policies, "{link}");
        }
    }

    #[test]
    fn what_is_looked_at_is_not_asked() {
        let link = "http://x/#compare?v=1&seed=9&show=jobs&pair=ps,fspe%2Bps";
        assert_eq!(scenario(link, None).unwrap(), Scenario { seed: 9, ..Scenario::default() });
    }

    #[test]
    fn links_of_worlds() {
        let asked = scenario("#datacenter?v=1&workload.like=google&system.workers=48", None).unwrap();
        assert_eq!((asked.system.kind, asked.system.workers), (SystemKind::Datacenter, Some(48)));
        let asked = scenario("http://127.0.0.1:8080/#cluster?v=1&workload.mix=prod", None).unwrap();
        assert_eq!(asked.system.kind, SystemKind::Cluster);
        assert_eq!(scenario(&format!("#cluster?{}", asked.to_query()), None).unwrap(), asked);
        assert!(scenario("#clusters?v=1", None).is_err());
    }

    #[test]
    fn links_of_watch() {
        let asked = scenario("http://127.0.0.1:8080/#watch?v=1&example=aging&policies=srpte&t=2.5", None).unwrap();
        assert_eq!((asked.policies, asked.workload.jobs.len()), (vec!["srpte".to_owned()], 3));
        let asked = scenario("#watch?jobs=0:40:1,3:4", None).unwrap();
        assert_eq!(asked.workload.jobs[0], JobSpec { size: Some(40.0), estimate: Some(1.0), ..JobSpec::default() });
        assert_eq!(scenario("http://x/#embed?jobs=0:40:1,3:4", None).unwrap(), asked);
        assert_eq!(scenario("#embed/watch?jobs=0:40:1,3:4", None).unwrap(), asked);
        assert_eq!(scenario("#embed/compare?seed=9", None).unwrap().seed, 9);
        assert!(scenario("#embedded?jobs=0:1", None).is_err());
        assert_eq!(blamed("#watch?jobs=0").as_deref(), Some("jobs"));
    }
}
