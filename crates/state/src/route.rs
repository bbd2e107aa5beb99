//! Links of the page: `#watch?v=1&example=KEY&policies=a,b`; `#race?` with a scenario of the server, one run of which is watched; `#cluster?`, `#datacenter?`, `#order?`, `#network?` and `#cdn?`, where these
//! worlds are watched, `#compare?` and `#sweep?` with the scenario's query; `#compare/cluster` for what was left there; `#traces`;
//! `#exercises`, and `#exercise?` with an exercise; `#scenes?` with links for the stage; `#learn?page=3`; `#embed/…` before any of these
//! for slides and notes. The page reads them as a [`Route`], the command line as a [`scenario`].

use super::compare;
use super::race;
use super::stage::entry;
use super::sweep::{Setup, preset};
use super::traces::Expected;
use super::view::{Verb, View, called};
use schedscope_core::experiment::sweep::Sweep;
use schedscope_core::experiment::{Scenario, ScenarioError, SystemKind, query_value, without};
use thiserror::Error;

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// A view, with the query that says what it is to show; without one it is shown as it was left.
    View(View, Option<String>),
    /// Scenes for the stage, with the query that says which.
    Scenes(String),
    /// A view of a name that none has.
    Missing(String),
}

/// Why a link is no scenario.
#[derive(Debug, Error)]
pub enum LinkError {
    /// A text that is no link of a view with a scenario.
    #[error("\"{link}\" is not a link of {}; expected {}", either(named), either(|view| format!("…#{}?v=1&…", view.name())))]
    NotALink {
        /// The text.
        link: String,
    },
    /// A link of *Sweep*, which is more than one scenario.
    #[error("this is a link of Sweep, a grid of scenarios, which `schedscope sweep --link URL --output FOLDER` runs")]
    Sweep,
    /// What it sweeps is not understood.
    #[error("{0}")]
    Axes(String),
    /// What it asks is not understood.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
}

/// What a view with a scenario is called among others: a world that is watched by itself.
fn named(view: View) -> String {
    match view {
        View::Watch(world) if world != SystemKind::default() => called(world).0.to_owned(),
        view => view.title(),
    }
}

/// Views with a scenario, one of which it should be.
fn either(name: impl Fn(View) -> String) -> String {
    let names: Vec<String> = View::with_scenario().map(name).collect();
    let (last, others) = names.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    format!("{} or {last}", others.join(", "))
}

/// What stands in place of a view's name before an exercise, and before scenes.
const EXERCISE: &str = "exercise";
const SCENES: &str = "scenes";

/// The parts of a link.
struct Address<'a> {
    /// Whether it asks for the picture alone, as part of another page: `embed/compare?…`, and `embed?…` for *Watch*.
    embedded: bool,
    /// The name of a view.
    name: &'a str,
    /// The view of that name, if there is one.
    view: Option<View>,
    /// What it asks there.
    query: Option<&'a str>,
}

impl<'a> Address<'a> {
    /// Reads a whole URL, its fragment with its `#`, or the query of *Compare* alone.
    fn read(link: &'a str) -> Self {
        let Some((_, fragment)) = link.split_once('#') else {
            let query = Some(link).filter(|query| query.contains('=') && !query.contains(['?', ':']));
            return Self { embedded: false, name: "", view: query.map(|_| View::Compare(SystemKind::default())), query };
        };
        let (name, query) = fragment.split_once('?').map_or((fragment, None), |(name, query)| (name, Some(query)));
        let query = query.map(|query| cut_file(query).0);
        let (embedded, name) = match name.strip_prefix("embed/") {
            Some(name) => (true, name),
            None if name == "embed" => (true, "watch"),
            None => (false, name),
        };
        let view = if name == EXERCISE { Some(View::Exercises) } else { View::named(name) };
        Self { embedded, name, view, query }
    }

    /// The world of a link of *Compare* or *Sweep*: that which its query names, else that of the view.
    fn world(&self, view: SystemKind) -> SystemKind {
        let named = self.query.and_then(|query| query_value(query, "system.kind"));
        named.and_then(|name| SystemKind::ALL.iter().copied().find(|kind| kind.key() == name)).unwrap_or(view)
    }
}

/// What stands before the columns of the table that a link's file is made from, and before the file's check sum.
const COLUMNS: &str = "&columns=";
const SUM: &str = "&sum=";

/// A query without what it says of its file at its end, and that.
fn cut_file(query: &str) -> (&str, Expected) {
    let sum = |text: &str| u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
    let (query, sum) = match query.rsplit_once(SUM).map(|(query, text)| (query, sum(text))) {
        Some((query, Some(sum))) => (query, Some(sum)),
        _ => (query, None),
    };
    match query.rsplit_once(COLUMNS) {
        Some((query, columns)) if !columns.contains('&') => (query, Expected { sum, columns: Some(columns.to_owned()) }),
        _ => (query, Expected { sum, columns: None }),
    }
}

/// What a link says of the file that it is about.
pub fn expected(link: &str) -> Expected {
    cut_file(link).1
}

/// A link with what is known of its file.
pub fn with_file(link: &str, Expected { sum, columns }: &Expected) -> String {
    let columns = columns.as_ref().map(|columns| format!("{COLUMNS}{columns}")).unwrap_or_default();
    let sum = sum.map(|sum| format!("{SUM}{sum:016x}")).unwrap_or_default();
    format!("{link}{columns}{sum}")
}

/// Whether a link asks for the picture alone, as part of another page.
pub fn embeds(link: &str) -> bool {
    Address::read(link).embedded
}

/// The scenario of a link of *Watch* or *Compare*: a whole URL, its fragment, or the query of *Compare* alone. Without a query it is what
/// that view shows when it is opened. A link where a world is watched is one of that world, whether or not it says so; `world`
/// overrides all links.
///
/// # Errors
/// If it leads elsewhere; otherwise names the key and value that are not understood.
pub fn scenario(link: &str, world: Option<SystemKind>) -> Result<Scenario, LinkError> {
    let address = Address::read(link);
    let (view, query) = (address.view, address.query);
    let scenario = match view {
        Some(View::Watch(kind)) => match entry(kind) {
            Some(entry) => (entry.scenario)(query, world)?,
            None => return Err(LinkError::NotALink { link: link.to_owned() }),
        },
        Some(View::Race) => race::scenario(query, world)?,
        Some(View::Compare(kind)) => {
            let world = world.or(Some(address.world(kind)).filter(|world| *world != SystemKind::default()));
            let query = query.map_or_else(|| compare::opened(kind).to_owned(), |query| without(query, &compare::OF_COMPARE));
            Scenario::from_query_in(world, &query)?
        }
        Some(View::Sweep(_)) => return Err(LinkError::Sweep),
        Some(View::Traces | View::Exercises | View::Learn) | None => return Err(LinkError::NotALink { link: link.to_owned() }),
    };
    Ok(scenario)
}

/// The sweep of a link of *Sweep*; of any other view's link the one cell that is its scenario.
///
/// # Errors
/// As [`scenario`], and what is wrong with an axis.
pub fn sweep(link: &str) -> Result<Sweep, LinkError> {
    let address = Address::read(link);
    let Some(View::Sweep(kind)) = address.view else {
        return Ok(Sweep { scenario: scenario(link, None)?, dimensions: vec![], until: None });
    };
    let world = address.world(kind);
    let read = |query| Setup::read(world, query).map_err(|fault| LinkError::Axes(fault.message));
    let setup = address.query.map_or_else(|| Ok(preset(world, 0)), read)?;
    setup.sweep().map_err(|(axis, (_, why))| LinkError::Axes(format!("{}: {why}", setup.axes[axis].field.name)))
}

/// The command that repeats what is shown in a view, of which this is the address; none in one without a scenario.
pub fn command(view: View, address: &str) -> Option<String> {
    let command = match view.place()?.0 {
        Verb::Watch | Verb::Compare => "schedscope run",
        Verb::Sweep => "schedscope sweep --output sweep",
    };
    // Within quotes a shell takes all but these as they are.
    Some(format!("{command} --link '{}'", address.replace('\'', "%27")))
}

impl Route {
    /// Reads a link. One without a view leads to *Watch*, the first one.
    pub fn read(link: &str) -> Self {
        let address = Address::read(link);
        let (name, query) = (address.name, address.query.map(str::to_owned));
        match address.view {
            None if name == SCENES => Self::Scenes(query.unwrap_or_default()),
            None if !name.is_empty() => Self::Missing(name.chars().take(LONGEST_NAME).collect()),
            None => Self::View(View::default(), None),
            Some(View::Compare(kind)) => Self::View(View::Compare(address.world(kind)), query),
            Some(View::Sweep(kind)) => Self::View(View::Sweep(address.world(kind)), query),
            Some(view) => Self::View(view, query),
        }
    }

    /// The fragment, with its `#`.
    pub fn write(&self, embed: bool) -> String {
        let fragment = match self {
            Self::View(View::Exercises, Some(query)) => format!("{EXERCISE}?{query}"),
            Self::View(view, Some(query)) => format!("{}?{query}", view.stem()),
            Self::View(view, None) => view.name(),
            Self::Scenes(query) => format!("{SCENES}?{query}"),
            Self::Missing(name) => name.clone(),
        };
        format!("#{}{fragment}", if embed { "embed/" } else { "" })
    }
}

/// Characters of an unknown name that a message repeats.
const LONGEST_NAME: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms;
    use crate::state::{Preferences, State};
    use crate::theme::ThemeChoice;
    use schedscope_chart::Mode;
    use toml::Value;

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
            let (views, forms) = message.split_once("; expected ").unwrap();
            assert!(views.starts_with(&format!("\"{link}\" is not a link of Watch, Compare, Cluster")), "{message}");
            assert!(forms.starts_with("…#watch?v=1&…, …#compare?v=1&…, …#cluster?v=1&…") && forms.contains(" or …#"), "{message}");
        }
        assert_eq!(blamed("#compare?nonsense").as_deref(), Some("nonsense"));
    }

    #[test]
    fn a_link_is_a_sweep_or_one_cell_of_it() {
        let cells = |link: &str| sweep(link).map(|sweep| (sweep.cells(), sweep.scenario.seed)).map_err(|error| error.to_string());
        assert_eq!(cells("http://x/#sweep?v=1&seed=9&across=workload.sigma:list:1,2&up=workload.load:list:0.5,0.7,0.9"), Ok((6, 9)));
        assert_eq!(cells("#compare?v=1&seed=9"), Ok((1, 9)));
        assert_eq!(sweep("#sweep").unwrap(), preset(SystemKind::Server, 0).sweep().unwrap());
        assert!(cells("#sweep?v=1&across=workload.sigma:list:").unwrap_err().contains("workload.sigma"));
        assert!(cells("#sweep?v=1&across=workload.sigma").unwrap_err().contains("allowed: FIELD:even:"));
        assert!(cells("#learn").unwrap_err().contains("is not a link of"));
    }

    #[test]
    fn what_is_shown_has_its_command() {
        let of = |view, link: &str| command(view, link);
        let server = SystemKind::Server;
        assert_eq!(of(View::Compare(server), "#compare?v=1&seed=9").as_deref(), Some("schedscope run --link '#compare?v=1&seed=9'"));
        assert_eq!(of(View::Sweep(server), "#sweep?v=1").as_deref(), Some("schedscope sweep --output sweep --link '#sweep?v=1'"));
        assert_eq!(of(View::Watch(server), "#watch?a=it's").as_deref(), Some("schedscope run --link '#watch?a=it%27s'"));
        assert_eq!(of(View::Learn, "#learn"), None);
    }

    #[test]
    fn a_view_without_a_query_is_as_it_is_opened() {
        let opened = |view: &str| {
            let asked = scenario(&format!("#{view}"), None).unwrap();
            for link in [format!("http://x/#{view}"), format!("#embed/{view}")] {
                assert_eq!(scenario(&link, None).unwrap(), asked, "{link}");
            }
            (asked.kind(), asked.policies.len(), asked.get("workload.count").and_then(|count| count.as_integer()))
        };
        assert_eq!(opened("compare"), (SystemKind::Server, 8, None));
        assert_eq!(opened("cluster"), (SystemKind::Cluster, 2, Some(8)));
        assert_eq!(opened("datacenter"), (SystemKind::Datacenter, 2, Some(80)));
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
        assert_eq!((asked.kind(), asked.get("system.workers")), (SystemKind::Datacenter, Some(Value::Integer(48))));
        let asked = scenario("http://127.0.0.1:8080/#cluster?v=1&workload.mix=prod", None).unwrap();
        assert_eq!(asked.kind(), SystemKind::Cluster);
        assert_eq!(scenario(&format!("#cluster?{}", asked.to_query()), None).unwrap(), asked);
        assert!(scenario("#clusters?v=1", None).is_err());
    }

    #[test]
    fn links_of_watch() {
        let asked = scenario("http://127.0.0.1:8080/#watch?v=1&example=aging&policies=srpte&t=2.5", None).unwrap();
        let jobs = |asked: &Scenario| asked.get("workload.jobs").unwrap().as_array().unwrap().clone();
        assert_eq!((jobs(&asked).len(), asked.policies), (3, vec!["srpte".to_owned()]));
        let asked = scenario("#watch?jobs=0:40:1,3:4", None).unwrap();
        assert_eq!(jobs(&asked)[0].to_string(), "{ arrival = 0.0, size = 40.0, estimate = 1.0 }");
        assert_eq!(scenario("http://x/#embed?jobs=0:40:1,3:4", None).unwrap(), asked);
        assert_eq!(scenario("#embed/watch?jobs=0:40:1,3:4", None).unwrap(), asked);
        assert_eq!(scenario("#embed/compare?seed=9", None).unwrap().seed, 9);
        assert!(scenario("#embedded?jobs=0:1", None).is_err());
        assert_eq!(blamed("#watch?jobs=0").as_deref(), Some("jobs"));
    }

    /// Links that lead to each view, as the page writes them.
    const WRITTEN: [&str; 26] = [
        "#watch",
        "#watch?v=1&example=aging&policies=srpte&show=attained&t=2.5",
        "#watch?v=1&jobs=0:40:1,3:4&policies=srpte,fspe+ps",
        "#compare",
        "#compare?v=1&seed=9&show=jobs&pair=ps,fspe+ps",
        "#sweep",
        "#sweep?v=1&replications=2&policies=ps,srpt&across=workload.sigma:list:0.5,1&up=workload.load:even:0.5:0.9:5&show=ratio_ps",
        "#cluster",
        "#cluster?v=1&policies=fair,hfsp[preemption%3Dkill,t%3D3]&system.kind=cluster&workload.mix=prod",
        "#cluster?v=1&system.kind=cluster&workload.mix=dev&run=20",
        "#datacenter",
        "#datacenter?v=1&policies=sparrow,eagle&system.kind=datacenter&system.workers=48&workload.like=google",
        "#datacenter?v=1&system.kind=datacenter&run=7",
        "#race",
        "#race?v=1&seed=7&policies=fifo,psbs&workload.count=2000&lit=J7&t=12.5",
        "#order",
        "#order?v=1&policies=greedy,a_star&system.kind=ordering&workload.graph=fig-3.11&lit=4&t=2",
        "#network",
        "#network?v=1&policies=fair,pfabric&system.kind=network&workload.load=0.8&panels=pfabric,fair&lit=flow:7&t=2.5",
        "#compare/cluster",
        "#sweep/cdn",
        "#compare?v=1&replications=5&policies=fair,hfsp&system.kind=cluster&workload.mix=prod&measure=p99_sojourn",
        "#compare?v=1&policies=sparrow,eagle&system.kind=datacenter&show=replications&over=sparrow&measure=short.median_sojourn",
        "#sweep?v=1&policies=fair,pfabric&system.kind=network&across=workload.load:list:0.2,0.4&show=mean_sojourn",
        "#traces",
        "#learn?page=3",
    ];

    #[test]
    fn what_is_written_is_read_the_same() {
        for link in WRITTEN {
            let route = Route::read(link);
            assert_eq!(route.write(false), link);
            let embedded = route.write(true);
            assert_eq!(embedded, link.replacen('#', "#embed/", 1));
            assert!(embeds(&embedded) && !embeds(link), "{link}");
            for other in [embedded, format!("https://a.b/c?d=e{link}")] {
                assert_eq!(Route::read(&other), route, "{other}");
            }
        }
    }

    /// What the page shows where a link leads, as a link.
    fn shown(link: &str) -> String {
        let preferences = Preferences { theme: ThemeChoice::Auto, system: Mode::Light, still: false, narrow: false, letters: true };
        State::open(link, preferences, rooms::all).address()
    }

    #[test]
    fn the_page_and_the_command_line_understand_the_same() {
        for link in WRITTEN {
            match scenario(link, None) {
                Ok(asked) => assert_eq!(scenario(&shown(link), None).unwrap(), asked, "{link}"),
                Err(_) => assert!(["sweep", "learn", "traces"].iter().any(|name| link[1..].starts_with(name)), "{link}"),
            }
        }
    }

    #[test]
    fn the_query_of_compare_stands_alone() {
        let route = Route::View(View::Compare(SystemKind::Server), Some("v=1&seed=9&show=size".to_owned()));
        assert_eq!(Route::read("v=1&seed=9&show=size"), route);
    }

    #[test]
    fn embed_alone_is_watch() {
        for link in ["#embed", "#embed/watch"] {
            assert!(embeds(link) && Route::read(link) == Route::View(View::default(), None), "{link}");
        }
        assert_eq!(Route::read("#embed?example=aging"), Route::read("#watch?example=aging"));
        assert!(embeds("#embed?example=aging") && !embeds("#embedded?example=aging") && !embeds(""));
    }

    #[test]
    fn a_check_sum_is_no_part_of_what_is_asked() {
        let link = "#compare?v=1&workload.path=jobs.csv";
        let told = Expected { sum: Some(0xab), columns: None };
        let summed = with_file(link, &told);
        assert_eq!(summed, "#compare?v=1&workload.path=jobs.csv&sum=00000000000000ab");
        assert_eq!((expected(&summed), expected(link)), (told.clone(), Expected::default()));
        let mapped = Expected { columns: Some("seconds,bytes:100,id,arrival,size,not-used".to_owned()), ..told };
        let linked = with_file(link, &mapped);
        assert_eq!(expected(&linked), mapped);
        assert_eq!((Route::read(&linked), scenario(&linked, None).unwrap()), (Route::read(link), scenario(link, None).unwrap()));
        assert_eq!(Route::read(&summed), Route::read(link));
        assert_eq!(scenario(&summed, None).unwrap(), scenario(link, None).unwrap());
        assert_eq!(blamed("#compare?v=1&sum=ab").as_deref(), Some("sum"), "that is no check sum");
    }

    #[test]
    fn a_link_without_a_view_leads_to_watch_and_one_of_no_view_nowhere() {
        for link in ["", "#", "#embed/", "http://x/", "hello"] {
            assert_eq!(Route::read(link), Route::View(View::default(), None), "{link}");
        }
        for name in ["nonsense", "watches", "embed-me"] {
            assert_eq!(Route::read(&format!("#{name}?v=1")), Route::Missing(name.to_owned()));
        }
        assert_eq!(Route::read("#learn?page=3"), Route::View(View::Learn, Some("page=3".to_owned())));
    }

    #[test]
    fn links_of_other_views_are_no_scenarios() {
        for link in ["#traces", "#learn?page=3", "#embed/learn"] {
            assert!(matches!(scenario(link, None), Err(LinkError::NotALink { link: text }) if text == link), "{link}");
        }
        let message = scenario("#embed/sweep?v=1", None).unwrap_err().to_string();
        assert!(message.starts_with("this is a link of Sweep, a grid of scenarios, which"), "{message}");
    }
}
