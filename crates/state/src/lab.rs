//! The policy lab: a formula under the hand of its author, read at each key, and the policy that it makes.

use schedscope::formula::{Allowed, Explanation, Formula, KEYS, Mistake, RankRule, ShareRule, words};

/// What a formula says of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Says {
    /// Its rank: the job of least rank is served.
    #[default]
    Rank,
    /// Its share: all jobs are served, in proportion.
    Share,
}

impl Says {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Rank, Self::Share];

    /// The key of such policies.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Rank => KEYS[0],
            Self::Share => KEYS[1],
        }
    }

    /// What it means, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Rank => "the job of least rank is served",
            Self::Share => "all jobs are served, in proportion to their shares",
        }
    }
}

/// A rule that has been understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// Of ranks.
    Rank(RankRule),
    /// Of shares.
    Share(ShareRule),
}

impl Rule {
    /// Reads what stands in the brackets of a policy.
    ///
    /// # Errors
    /// Where and why it is no rule.
    pub fn read(says: Says, text: &str) -> Result<Self, Mistake> {
        match says {
            Says::Rank => RankRule::parse(text).map(Self::Rank),
            Says::Share => ShareRule::parse(text).map(Self::Share),
        }
    }

    /// The rule of a policy that is written so, if it is a formula.
    pub fn of(written: &str) -> Option<(Says, String)> {
        let says = Says::ALL.into_iter().find(|says| written.strip_prefix(says.key()).is_some_and(|rest| rest.starts_with('[')))?;
        let text = written[says.key().len() + 1..].strip_suffix(']')?;
        Some((says, text.to_owned()))
    }

    /// The expression with its constants.
    pub fn formula(&self) -> &Formula {
        match self {
            Self::Rank(rule) => &rule.formula,
            Self::Share(rule) => &rule.formula,
        }
    }

    /// What it means.
    pub fn explain(&self) -> Explanation {
        match self {
            Self::Rank(rule) => rule.explain(),
            Self::Share(rule) => rule.explain(),
        }
    }

    /// What stands in the brackets.
    fn text(&self) -> String {
        match self {
            Self::Rank(rule) => rule.to_string(),
            Self::Share(rule) => rule.to_string(),
        }
    }

    /// The same with another value of a constant.
    fn with_constant(&self, name: &str, value: f64) -> Option<Self> {
        match self {
            Self::Rank(rule) => rule.with_constant(name, value).map(Self::Rank),
            Self::Share(rule) => rule.with_constant(name, value).map(Self::Share),
        }
    }

    /// How the policy is asked for.
    pub fn written(&self) -> String {
        let says = match self {
            Self::Rank(_) => Says::Rank,
            Self::Share(_) => Says::Share,
        };
        format!("{}[{}]", says.key(), self.text())
    }
}

/// A formula that is being written, and the policy that it last made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lab {
    /// What it says of a job.
    pub says: Says,
    /// What stands in the brackets of the policy.
    pub text: String,
    /// The policy that the view has of it.
    pub made: Option<String>,
    /// Why the view cannot have it, if it is understood.
    pub refused: Option<String>,
    /// What it may read, if not everything.
    pub allowed: Option<Allowed>,
}

/// What can happen to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The text is this now.
    Write(String),
    /// It says something else of a job.
    Says(Says),
    /// A constant has this value now.
    Constant(String, f64),
    /// The word at the end of the text is this.
    Complete(&'static str),
    /// A policy that was written before is taken up, or was chosen to be changed.
    Take(String),
    /// What it made stays, and the next formula is another policy.
    Leave,
}

/// A policy that takes the place of another, or stands beside those that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The policy that goes.
    pub old: Option<String>,
    /// The policy that comes.
    pub new: String,
}

impl Lab {
    /// What the text means.
    ///
    /// # Errors
    /// Where and why it is no rule.
    pub fn rule(&self) -> Result<Rule, Mistake> {
        let rule = Rule::read(self.says, &self.text)?;
        self.allowed.as_ref().and_then(|allowed| allowed.mistake(&self.text)).map_or(Ok(rule), Err)
    }

    /// One that begins with this rank, where only some of what is known may be read.
    pub fn begin(rank: &str, allowed: Allowed) -> Self {
        Self { text: rank.to_owned(), allowed: Some(allowed), ..Self::default() }
    }

    /// Changes something. The policy that the view should have now comes back, if it is another one.
    pub fn change(&mut self, change: Change) -> Option<Made> {
        self.refused = None;
        match change {
            Change::Write(text) => self.text = text,
            Change::Says(says) => self.says = says,
            Change::Constant(name, value) => {
                if let Some(rule) = self.rule().ok().and_then(|rule| rule.with_constant(&name, value)) {
                    self.text = rule.text();
                }
            }
            Change::Complete(word) => {
                let begun = self.text.len() - last_word(&self.text).len();
                self.text.truncate(begun);
                self.text.push_str(word);
            }
            Change::Take(written) => {
                let (says, text) = Rule::of(&written)?;
                (self.says, self.text, self.made) = (says, text, Some(written.clone()));
                return Some(Made { old: None, new: written });
            }
            Change::Leave => {
                *self = Self { says: self.says, allowed: self.allowed.take(), ..Self::default() };
                return None;
            }
        }
        let new = self.rule().ok()?.written();
        (self.made.as_deref() != Some(new.as_str())).then(|| Made { old: self.made.clone(), new })
    }

    /// The view has the policy.
    pub fn has(&mut self, written: String) {
        self.made = Some(written);
    }

    /// The view cannot have the policy, for this reason.
    pub fn refuse(&mut self, why: String) {
        self.refused = Some(why);
    }

    fn permits(&self, word: &str) -> bool {
        self.allowed.as_ref().is_none_or(|allowed| allowed.permits(word))
    }

    /// Names that begin as the text ends, each with what it is.
    pub fn completions(&self) -> Vec<(&'static str, &'static str)> {
        let begun = last_word(&self.text);
        let fits =
            |(word, _): &(&str, &str)| !begun.is_empty() && word.len() > begun.len() && word.starts_with(begun) && self.permits(word);
        words().filter(fits).collect()
    }
}

/// Letters and digits at the end of a text that may be a name.
fn last_word(text: &str) -> &str {
    let before = text.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    Some(&text[before..]).filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())).unwrap_or_default()
}

/// Puts a policy in the place of another in a list, or at its end; nothing if it is there.
pub fn put<T: PartialEq>(list: &mut Vec<T>, old: Option<&T>, new: T) {
    if list.contains(&new) {
        if let Some(place) = old.filter(|old| **old != new).and_then(|old| list.iter().position(|known| known == old)) {
            list.remove(place);
        }
        return;
    }
    match old.and_then(|old| list.iter().position(|known| known == old)) {
        Some(place) => list[place] = new,
        None => list.push(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> (Lab, Option<Made>) {
        let mut lab = Lab::default();
        let made = lab.change(Change::Write(text.to_owned()));
        (lab, made)
    }

    #[test]
    fn a_rule_becomes_a_policy_as_soon_as_it_is_one() {
        let (mut lab, made) = typed("est - ag");
        assert_eq!(made, None);
        assert_eq!(lab.completions(), [("age", "the service it has attained")]);
        let made = lab.change(Change::Complete("age")).unwrap();
        assert_eq!((made.old, lab.text.as_str()), (None, "est - age"));
        lab.has(made.new.clone());
        let next = lab.change(Change::Write("est - age/2".to_owned())).unwrap();
        assert_eq!(next.old, Some(made.new), "it takes the place of the one before");
    }

    #[test]
    fn wrong_rules_say_where() {
        let (lab, made) = typed("est - siz");
        let mistake = lab.rule().unwrap_err();
        assert!(made.is_none() && mistake.column == 7 && mistake.what.contains("size"), "{mistake}");
    }

    #[test]
    fn what_is_not_allowed_is_a_mistake_and_no_word() {
        let mut lab = Lab::begin("est - s", Allowed::new(vec!["est", "age"]));
        let words = |lab: &Lab| lab.completions().into_iter().map(|(word, _)| word).collect::<Vec<_>>();
        assert_eq!(words(&lab), ["sqrt"], "neither size nor sojourn");
        assert_eq!(lab.change(Change::Write("est - size".to_owned())), None);
        assert_eq!(lab.rule().unwrap_err().column, 7);
        assert_eq!(lab.change(Change::Write("est - age".to_owned())).unwrap().new, "rank[est-age]");
        lab.change(Change::Leave);
        assert!(lab.allowed.is_some() && lab.text.is_empty());
    }

    #[test]
    fn constants_move() {
        let (mut lab, made) = typed("est - c*age; let c = 2");
        lab.has(made.unwrap().new);
        let made = lab.change(Change::Constant("c".to_owned(), 0.5)).unwrap();
        assert!(made.new.contains("c=0.5") && lab.text.contains("c=0.5"), "{made:?}");
        assert_eq!(lab.rule().unwrap().formula().constants(), [("c".to_owned(), 0.5)]);
    }

    #[test]
    fn policies_are_taken_up_as_they_are_written() {
        assert_eq!(Rule::of("rank[est; name=a]"), Some((Says::Rank, "est; name=a".to_owned())));
        assert_eq!(Rule::of("rr[quantum=1]"), None);
        let mut lab = Lab::default();
        assert_eq!(lab.change(Change::Take("share[weight]".to_owned())).unwrap().new, "share[weight]");
        assert_eq!((lab.says, lab.text.as_str()), (Says::Share, "weight"));
        lab.change(Change::Leave);
        assert_eq!((lab.made, lab.text.as_str()), (None, ""));
    }

    #[test]
    fn a_policy_takes_the_place_of_the_one_before() {
        let mut list = vec!["fifo", "a"];
        put(&mut list, Some(&"a"), "b");
        assert_eq!(list, ["fifo", "b"]);
        put(&mut list, None, "c");
        put(&mut list, Some(&"c"), "b");
        assert_eq!(list, ["fifo", "b"], "twice the same is one");
    }
}
