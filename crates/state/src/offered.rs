//! How the policies of a world are offered: in which groups, and which parameter may differ where a policy is added twice.

use schedscope::registry::{Choice, Family, Row};

/// How policies are offered.
#[derive(Debug)]
pub struct Offered {
    /// What groups of policies have in common, in their order.
    pub groups: &'static [&'static str],
    /// Which of these groups a policy is in that knows so much.
    pub group: fn(&Row, Family) -> usize,
    /// Parameters that the page does not offer.
    pub unoffered: &'static [&'static str],
    /// The parameter in which a policy may stand beside itself: one that has several ways can be added in each.
    pub ways: Option<&'static str>,
}

impl Offered {
    /// By what policies know of sizes.
    pub const BY_FAMILY: Self = Self {
        groups: &[family(Family::Exact), family(Family::Estimated), family(Family::Blind)],
        group: |_, family| match family {
            Family::Exact => 0,
            Family::Estimated => 1,
            Family::Blind => 2,
        },
        unoffered: &[],
        ways: None,
    };

    /// The title of the group of a policy.
    pub fn title(&self, row: &Row) -> &'static str {
        self.groups.get((self.group)(row, row.family)).copied().unwrap_or_default()
    }

    /// The same of a policy as it is asked for, of which a formula may know more or less than its row says.
    pub fn title_of(&self, choice: &Choice) -> &'static str {
        self.groups.get((self.group)(choice.row(), choice.family())).copied().unwrap_or_default()
    }
}

/// What a family of policies has in common, as its title.
pub const fn family(family: Family) -> &'static str {
    match family {
        Family::Exact => "Knows every size",
        Family::Estimated => "Guesses sizes",
        Family::Blind => "Knows no size",
    }
}
