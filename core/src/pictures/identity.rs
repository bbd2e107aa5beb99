//! What policies of a comparison are called and how they are drawn, so that no two are alike.

use crate::plot::{Dash, Look, look_of};
use schedscope_engine::registry::Choice;

/// The name of each policy, as short as tells it from the others.
pub fn names(policies: &[Choice]) -> Vec<String> {
    let alone = |policy: &Choice| policies.iter().filter(|other| other.row() == policy.row()).count() == 1;
    policies.iter().map(|policy| if alone(policy) { policy.short_name().to_owned() } else { policy.name() }).collect()
}

/// How each policy of a comparison is drawn: as always, but no two alike. Variants of one policy differ in dash.
pub fn looks(policies: &[Choice]) -> Vec<Look> {
    const DASHES: [Dash; 5] = [Dash::Solid, Dash::Dashed, Dash::DashDot, Dash::LongDash, Dash::Dotted];
    let mut looks: Vec<Look> = vec![];
    for policy in policies {
        let own = look_of(policy);
        let others = DASHES.into_iter().map(|dash| Look { dash, ..own });
        let look = std::iter::once(own).chain(others).find(|look| !looks.contains(look)).unwrap_or(own);
        looks.push(look);
    }
    looks
}
