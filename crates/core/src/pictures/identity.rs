//! What policies of a comparison are called and how they are drawn, so that no two are alike.

use crate::experiment::{Listed, Report, SystemKind, WithWorld, registry};
use crate::plot::{Dash, Hue, Look, look_of};
use schedscope::formula;
use schedscope::registry::Choice;

/// The name of each policy, as short as tells it from the others. Of policies that differ in parameters alone each says what it has of
/// those, its defaults too: `HFSP that waits` beside `HFSP that kills`.
pub fn names(policies: &[Choice]) -> Vec<String> {
    let name = |policy: &Choice| {
        let alike = || policies.iter().filter(|other| other.row() == policy.row());
        if alike().count() == 1 {
            return policy.short_name().to_owned();
        }
        let own = policy.parameters();
        let mut defaults: Vec<(&str, &str)> = vec![];
        for (parameter, _) in alike().flat_map(Choice::parameters) {
            let known = own.iter().chain(&defaults).any(|(name, _)| *name == parameter);
            if let Some(word) = usual(policy, parameter).filter(|_| !known) {
                defaults.push((parameter, word));
            }
        }
        policy.name_with(&defaults)
    };
    let mut names: Vec<String> = vec![];
    for policy in policies {
        let name = name(policy);
        let again = names.iter().filter(|other| **other == name || other.starts_with(&format!("{name} ("))).count();
        names.push(if again == 0 { name } else { format!("{name} ({})", again + 1) });
    }
    names
}

/// The names of the policies of a report.
pub fn names_of(report: &Report) -> Vec<String> {
    names(&report.policies.iter().map(|row| row.policy.clone()).collect::<Vec<_>>())
}

/// The word that a parameter of a policy is where nothing else is written.
fn usual(policy: &Choice, parameter: &str) -> Option<&'static str> {
    struct Usual<'a>(&'a str, &'a str);
    impl WithWorld for Usual<'_> {
        type Value = Option<&'static str>;

        fn with<W: Listed>(self) -> Self::Value {
            registry::<W>().usual(self.0, self.1)
        }
    }
    let world = SystemKind::ALL.iter().find(|world| world.key() == policy.world())?;
    world.with(Usual(policy.row().key, parameter))
}

/// How each policy of a comparison is drawn: as always, but no two alike. Variants of one policy differ in dash; formulas have what no
/// other policy has, a hue if there is one left.
pub fn looks(policies: &[Choice]) -> Vec<Look> {
    const DASHES: [Dash; 5] = [Dash::Solid, Dash::Dashed, Dash::DashDot, Dash::LongDash, Dash::Dotted];
    const HUES: [Hue; 7] = [Hue::Purple, Hue::Green, Hue::Orange, Hue::Blue, Hue::Black, Hue::Vermilion, Hue::Sky];
    let is_formula = |policy: &Choice| formula::KEYS.contains(&policy.row().key);
    let mut looks: Vec<Option<Look>> = vec![None; policies.len()];
    let (formulas, named): (Vec<usize>, Vec<usize>) = (0..policies.len()).partition(|place| is_formula(&policies[*place]));
    for place in named {
        let own = look_of(&policies[place]);
        let others = DASHES.into_iter().map(|dash| Look { dash, ..own });
        let look = std::iter::once(own).chain(others).find(|look| !looks.contains(&Some(*look))).unwrap_or(own);
        looks[place] = Some(look);
    }
    for place in formulas {
        let own = look_of(&policies[place]).dash;
        let taken = |hue: Hue| looks.iter().flatten().any(|look| look.hue == hue);
        let free = HUES.into_iter().filter(|hue| !taken(*hue)).map(|hue| Look { hue, dash: own });
        let others = DASHES.into_iter().rev().flat_map(|dash| HUES.map(|hue| Look { hue, dash }));
        let look = free.chain(others).find(|look| !looks.contains(&Some(*look)));
        looks[place] = Some(look.unwrap_or_else(|| look_of(&policies[place])));
    }
    looks.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::server::Policy;

    #[test]
    fn policies_of_one_row_say_in_what_they_differ() {
        let of =
            |world: SystemKind, written: &[&str]| names(&written.iter().map(|written| world.choice(written).unwrap()).collect::<Vec<_>>());
        let cluster = SystemKind::Cluster;
        assert_eq!(of(cluster, &["fair", "hfsp[preemption=suspend]"]), ["Fair", "HFSP"]);
        assert_eq!(of(cluster, &["hfsp", "hfsp[preemption=suspend]", "fifo"]), ["HFSP that waits", "HFSP that suspends", "FIFO"]);
        assert_eq!(
            of(cluster, &["hfsp[estimator=oracle]", "hfsp[estimator=oracle,chains=on]"]),
            ["HFSP that knows sizes, without chains", "HFSP that knows sizes, with chains"]
        );
        assert_eq!(
            of(cluster, &["dummy[preemption=wait]", "dummy[preemption=kill]", "dummy"]),
            ["Dummy that waits", "Dummy that kills", "Dummy that suspends"]
        );
        assert_eq!(of(SystemKind::Datacenter, &["kairos", "kairos[q=8]"]), ["Kairos", "Kairos with queues of 8"]);
        assert_eq!(of(SystemKind::Ordering, &["a_star[objective=tmb]", "a_star"]), ["A* for TMB", "A*"]);
        assert_eq!(of(SystemKind::Server, &["rank[est;name=mine]", "rank[age;name=mine]"]), ["mine", "mine (2)"]);
    }

    #[test]
    fn formulas_have_looks_of_their_own_and_take_nobodys() {
        let choices = |written: &[&str]| written.iter().map(|text| text.parse::<Policy>().unwrap().choice()).collect::<Vec<_>>();
        let policies = choices(&["rank[est - age]", "rank[est]", "fspe+ps", "srpte", "share[1]"]);
        let looks = looks(&policies);
        for place in [2, 3] {
            assert_eq!(looks[place], look_of(&policies[place]), "a policy with a name looks as always");
        }
        let hues: std::collections::BTreeSet<String> = looks.iter().map(|look| format!("{:?}", look.hue)).collect();
        assert_eq!(hues.len(), 5, "{looks:?}");
        let many = choices(&[
            "rank[est]",
            "rank[2*est]",
            "rank[3*est]",
            "rank[4*est]",
            "rank[5*est]",
            "rank[6*est]",
            "rank[7*est]",
            "rank[8*est]",
            "rank[9*est]",
        ]);
        let many = super::looks(&many);
        assert!(many.iter().enumerate().all(|(place, look)| !many[..place].contains(look)), "{many:?}");
    }
}
