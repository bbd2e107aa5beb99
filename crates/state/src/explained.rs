//! Where *Learn* explains what is shown: the page of a policy, and those of a view.

use super::view::{Verb, View};
use schedscope::server::Policy;
use schedscope_core::exhibit::exercises::{Aim, Asked, Exercise};
use schedscope_core::experiment::{Scenario, SystemKind};

/// A page of *Learn*, by its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson(usize);

/// Headings of the pages that explain something, with their numbers.
const LESSONS: [(usize, &str); 21] = [
    (1, "Wait, or share"),
    (2, "Shortest remaining first"),
    (3, "Starvation, and how aging ends it"),
    (4, "Sizes are estimated"),
    (5, "Late jobs"),
    (6, "Let the late share"),
    (7, "Does it matter on average?"),
    (8, "HFSP: from one server to a cluster"),
    (9, "Preemption: wait, kill, suspend"),
    (10, "What suspension costs"),
    (11, "The long job that is killed for ever"),
    (12, "A chain of queries"),
    (13, "The same job again"),
    (14, "Hawk: steal short tasks from behind long ones"),
    (15, "Eagle: avoid queueing behind long tasks"),
    (16, "Kairos: no estimates at all"),
    (17, "The order of tasks: what stays in cache"),
    (18, "Flows on links"),
    (19, "A distributed CDN: copies near the users"),
    (20, "How far from the best possible?"),
    (21, "Write a policy of your own"),
];

impl Lesson {
    /// The page on how far policies are from the best possible, the bound.
    pub const BOUND: Self = Self(20);

    /// What it is called.
    pub fn title(self) -> &'static str {
        LESSONS.iter().find(|(number, _)| *number == self.0).map_or("", |(_, title)| title)
    }

    /// The fragment of its address.
    pub fn link(self) -> String {
        format!("#learn?page={}", self.0)
    }

    /// The page that explains a policy of a world, by its key.
    pub fn of_policy(world: SystemKind, key: &str) -> Self {
        let begins = |stems: &[&str]| stems.iter().any(|stem| key.starts_with(stem));
        Self(match world {
            SystemKind::Server => match key {
                "srpt" | "psjf" | "sjf" => 2,
                "fsp" => 3,
                "srpte" | "psjfe" | "sjfe" | "wsrpte" | "wpsjfe" | "hrrn" | "fspe" => 5,
                "srpt-b" | "psjfe+las" | "gittins" | "gittins-blind" | "serpt" => 20,
                "rank" | "share" => 21,
                _ if begins(&["fspe+", "srpte+", "psbs"]) => 6,
                _ => 1,
            },
            SystemKind::Cluster => match key {
                "gp" | "fair-kill" => 11,
                "dummy" => 10,
                _ => 8,
            },
            SystemKind::Datacenter => match key {
                _ if begins(&["sparrow", "hawk", "split", "central"]) => 14,
                _ if begins(&["kairos", "yarn", "big-c"]) => 16,
                _ => 15,
            },
            SystemKind::Ordering => 17,
            SystemKind::Network => 18,
            SystemKind::Cdn => 19,
        })
    }

    /// The page that explains an exercise: that of the policy that is asked about; of those about loads, that on means, or on formulas.
    pub fn of_exercise(exercise: &Exercise) -> Self {
        /// Does it matter on average?
        const MEANS: Lesson = Lesson(7);
        /// Write a policy of your own.
        const FORMULAS: Lesson = Lesson(21);
        let of_policy = |policy: &Policy| Self::of_policy(SystemKind::Server, policy.row().key);
        match &exercise.asked {
            Asked::Instant { under, .. } | Asked::Order { under } | Asked::Served { under } | Asked::Mean { under, .. } => of_policy(under),
            Asked::Goal(goal) => match &goal.aim {
                Aim::Worse { policy, .. } | Aim::AtMost { policy, .. } => of_policy(policy),
            },
            Asked::Formula(_) => FORMULAS,
            Asked::Choose { .. } => match exercise.load().map_or(SystemKind::Server, Scenario::kind) {
                SystemKind::Server => MEANS,
                world => Self::of_view(Verb::Compare.of(world)).first().copied().unwrap_or(MEANS),
            },
        }
    }

    /// The pages that explain a view.
    pub fn of_view(view: View) -> Vec<Self> {
        let Some((verb, world)) = view.place() else { return vec![] };
        let pages: &[usize] = match (world, verb) {
            (SystemKind::Server, Verb::Watch) => &[1, 2, 3, 4, 5, 6],
            (SystemKind::Server, _) => &[7, 20],
            (SystemKind::Cluster, _) => &[8, 9, 10, 11, 12, 13],
            (SystemKind::Datacenter, _) => &[14, 15, 16],
            (SystemKind::Ordering, _) => &[17],
            (SystemKind::Network, _) => &[18],
            (SystemKind::Cdn, _) => &[19],
        };
        pages.iter().map(|page| Self(*page)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::exhibit::exercises::Set;

    #[test]
    fn the_headings_are_those_of_learn() {
        let learn = include_str!("../../../www/learn.html");
        let headings: Vec<&str> =
            learn.split("<section").skip(1).filter_map(|page| Some(page.split_once("<h2>")?.1.split_once("</h2>")?.0)).collect();
        for (number, title) in LESSONS {
            assert_eq!(headings.get(number - 1), Some(&title), "page {number}");
        }
    }

    #[test]
    fn every_policy_and_every_view_of_a_world_has_its_page() {
        for world in SystemKind::ALL {
            for row in world.rows() {
                assert_ne!(Lesson::of_policy(*world, row.key).title(), "", "{world}: {}", row.key);
            }
            for verb in [Verb::Watch, Verb::Compare, Verb::Sweep] {
                let pages = Lesson::of_view(verb.of(*world));
                assert!(!pages.is_empty() && pages.iter().all(|page| !page.title().is_empty()), "{world}");
            }
        }
        assert_eq!(Lesson::of_view(View::Learn), []);
    }

    #[test]
    fn every_exercise_has_the_page_of_what_it_asks_about() {
        let titles = |name: &str| {
            let set = Set::shipped(name).unwrap();
            set.exercises.iter().map(|exercise| Lesson::of_exercise(exercise).title()).collect::<Vec<_>>()
        };
        let late = "Late jobs";
        let (first, share) = ("Shortest remaining first", "Wait, or share");
        let means = "Does it matter on average?";
        assert_eq!(titles("guesses"), [first, late, late, late, late, share, late, "Let the late share", share, means]);
        let own = "Write a policy of your own";
        assert_eq!(titles("formulas"), [own, own, own, means, own, means]);
        let load = "policies=sparrow,eagle%26system.kind=datacenter%26system.workers=20%26workload.like=google%26workload.count=60%26replications=2";
        let workers = Exercise::from_query(&format!("title=a&text=b&compare={load}&choose.by=mean_sojourn")).unwrap();
        assert_eq!(Lesson::of_exercise(&workers).title(), "Hawk: steal short tasks from behind long ones");
    }
}
