//! What policies of a comparison are called and how they are drawn, so that no two are alike.

use crate::plot::{Dash, Hue, Look, look_of};
use schedscope::formula;
use schedscope::registry::Choice;

/// The name of each policy, as short as tells it from the others.
pub fn names(policies: &[Choice]) -> Vec<String> {
    let alone = |policy: &Choice| policies.iter().filter(|other| other.row() == policy.row()).count() == 1;
    policies.iter().map(|policy| if alone(policy) { policy.short_name().to_owned() } else { policy.name() }).collect()
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
