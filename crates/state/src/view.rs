//! The views of the page: what one may do, in which world, and the places that belong to none.

use super::stage::{ABOUTS, about};
use schedscope_core::experiment::SystemKind;

/// Which view is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A few jobs of a world, step by step.
    Watch(SystemKind),
    /// One run of many jobs of the server, as discs that shrink: what [`Watch`](Self::Watch) shows of jobs that are drawn.
    Race,
    /// Many jobs of a world, with statistics.
    Compare(SystemKind),
    /// A scenario of a world over a grid of values.
    Sweep(SystemKind),
    /// A file of jobs, and what it contains.
    Traces,
    /// Tasks to be solved.
    Exercises,
    /// A tour.
    Learn,
}

impl Default for View {
    fn default() -> Self {
        Self::Watch(SystemKind::default())
    }
}

/// What can be done in every world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Watch a few jobs.
    Watch,
    /// Compare policies on many.
    Compare,
    /// Sweep a scenario over a grid.
    Sweep,
}

impl Verb {
    /// All, in the order of their tabs.
    pub const ALL: [Self; 3] = [Self::Watch, Self::Compare, Self::Sweep];

    /// The view in which this is done in a world.
    pub const fn of(self, world: SystemKind) -> View {
        match self {
            Self::Watch => View::Watch(world),
            Self::Compare => View::Compare(world),
            Self::Sweep => View::Sweep(world),
        }
    }

    /// Its name in links.
    const fn name(self) -> &'static str {
        match self {
            Self::Watch => "watch",
            Self::Compare => "compare",
            Self::Sweep => "sweep",
        }
    }

    /// What it is called.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Watch => "Watch",
            Self::Compare => "Compare",
            Self::Sweep => "Sweep",
        }
    }

    /// What it shows, in one line.
    pub const fn line(self) -> &'static str {
        match self {
            Self::Watch => "A few jobs, step by step",
            Self::Compare => "Many jobs, with statistics",
            Self::Sweep => "One scenario over a grid of values",
        }
    }
}

/// What a world is called, and what it is in one line.
pub fn called(world: SystemKind) -> (&'static str, &'static str) {
    about(world).map_or((world.key(), ""), |about| (about.title, about.line))
}

impl View {
    /// Views with a name that is not made of a verb and a world.
    const OTHERS: [(Self, &str); 4] =
        [(Self::Race, "race"), (Self::Traces, "traces"), (Self::Exercises, "exercises"), (Self::Learn, "learn")];

    /// Where a scenario of a world that somebody has at hand is shown.
    pub fn of(world: SystemKind) -> Self {
        if about(world).is_some_and(|about| !about.presets.is_empty()) { Self::Watch(world) } else { Self::Compare(world) }
    }

    /// All views: world by world, then the others.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_world = |world: &SystemKind| Verb::ALL.map(|verb| verb.of(*world));
        SystemKind::ALL.iter().flat_map(of_world).chain(Self::OTHERS.map(|(view, _)| view))
    }

    /// Views whose links are a scenario, as they are named to people: those that have a name of their own.
    pub fn with_scenario() -> impl Iterator<Item = Self> {
        let server = SystemKind::default();
        let others = ABOUTS.iter().map(|(world, _)| *world).filter(move |world| *world != server);
        [Self::Watch(server), Self::Compare(server)].into_iter().chain(others.map(Self::Watch))
    }

    /// What is done in it, and in which world, if it is a view of one.
    pub const fn place(self) -> Option<(Verb, SystemKind)> {
        match self {
            Self::Watch(world) => Some((Verb::Watch, world)),
            Self::Race => Some((Verb::Watch, SystemKind::Server)),
            Self::Compare(world) => Some((Verb::Compare, world)),
            Self::Sweep(world) => Some((Verb::Sweep, world)),
            Self::Traces | Self::Exercises | Self::Learn => None,
        }
    }

    /// Its name in links: `watch`, `cluster` where a cluster is watched, `compare`, `compare/cluster`.
    pub fn name(self) -> String {
        if let Some((_, name)) = Self::OTHERS.iter().find(|(view, _)| *view == self) {
            return (*name).to_owned();
        }
        let Some((verb, world)) = self.place() else { return String::new() };
        let name = about(world).map_or(world.key(), |about| about.name);
        match verb {
            _ if world == SystemKind::default() => verb.name().to_owned(),
            Verb::Watch => name.to_owned(),
            Verb::Compare | Verb::Sweep => format!("{}/{name}", verb.name()),
        }
    }

    /// The name of what its links with a query say: which world it is the query says itself.
    pub fn stem(self) -> String {
        match self.place() {
            Some((verb @ (Verb::Compare | Verb::Sweep), _)) => verb.name().to_owned(),
            _ => self.name(),
        }
    }

    /// What it is called: what is done, and in which world unless that is the server.
    pub fn title(self) -> String {
        if self == Self::Race {
            return format!("{} · random jobs", Verb::Watch.title());
        }
        let Some((verb, world)) = self.place() else {
            let name = self.name();
            let (first, rest) = name.split_at(1);
            return first.to_uppercase() + rest;
        };
        let of_world = if world == SystemKind::default() { String::new() } else { format!(" · {}", called(world).0) };
        verb.title().to_owned() + &of_world
    }

    /// What it shows, in one line.
    pub fn line(self) -> &'static str {
        match self {
            Self::Watch(world) if world != SystemKind::default() => called(world).1,
            Self::Watch(_) => Verb::Watch.line(),
            Self::Race => "One run of many jobs, as discs that shrink",
            Self::Compare(_) => Verb::Compare.line(),
            Self::Sweep(_) => Verb::Sweep.line(),
            Self::Traces => "What a file of jobs contains",
            Self::Exercises => "Tasks to be solved",
            Self::Learn => "A tour in short pages",
        }
    }

    /// The view of this name; also `watch/cluster`, and that of the world of this name.
    pub fn named(name: &str) -> Option<Self> {
        let world = |name: &str| SystemKind::ALL.iter().copied().find(|kind| kind.key() == name);
        let of_verb = || {
            let (verb, place) = name.split_once('/')?;
            let verb = Verb::ALL.into_iter().find(|known| known.name() == verb)?;
            let staged = ABOUTS.iter().find(|(_, about)| about.name == place).map(|(world, _)| *world);
            Some(verb.of(staged.or_else(|| world(place))?))
        };
        Self::all().find(|view| view.name() == name).or_else(of_verb).or_else(|| world(name).map(Self::of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_has_a_name_of_its_own() {
        let names: Vec<String> = View::all().map(View::name).collect();
        assert_eq!(names.len(), 3 * SystemKind::ALL.len() + 4);
        for (view, name) in View::all().zip(&names) {
            assert_eq!(View::named(name), Some(view), "{name}");
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn names_that_were_never_written_lead_somewhere_too() {
        for (name, view) in [
            ("watch/cluster", Some(View::Watch(SystemKind::Cluster))),
            ("compare/ordering", Some(View::Compare(SystemKind::Ordering))),
            ("sweep/server", Some(View::Sweep(SystemKind::Server))),
            ("server", Some(View::Compare(SystemKind::Server))),
            ("ordering", Some(View::Watch(SystemKind::Ordering))),
            ("watch/nowhere", None),
            ("nothing/cluster", None),
        ] {
            assert_eq!(View::named(name), view, "{name}");
        }
    }

    #[test]
    fn titles_say_what_is_done_where() {
        assert_eq!(View::Compare(SystemKind::Server).title(), "Compare");
        assert_eq!(View::Watch(SystemKind::Cdn).title(), "Watch · CDN");
        assert_eq!(View::Learn.title(), "Learn");
        assert_eq!(View::Race.title(), "Watch · random jobs");
    }
}
