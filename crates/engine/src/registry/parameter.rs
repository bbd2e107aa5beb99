use std::fmt;
use std::ops::RangeInclusive;

/// A parameter of policies that work as `K` says: its name, what it may be, and what it sets.
pub struct Parameter<K> {
    name: &'static str,
    of: &'static str,
    allowed: String,
    about: &'static str,
    words: Vec<&'static str>,
    reads: &'static [Term],
    has: Box<Has<K>>,
    set: Box<Set<K>>,
}

/// A term, and what it means.
pub type Term = (&'static str, &'static str);

/// A word, and what it sets.
pub type Word<K> = (&'static str, fn(&mut K));

/// Why a text is no value of a parameter.
#[derive(Debug)]
pub(super) enum Refused {
    /// It is none of those that are allowed.
    Other,
    /// It is a formula with a mistake: where, what is wrong, and what is allowed.
    Mistake(String),
}

type Has<K> = dyn Fn(&K) -> bool + Send + Sync;
type Set<K> = dyn Fn(&mut K, &str) -> Result<(), Refused> + Send + Sync;

impl<K: 'static> Parameter<K> {
    /// A parameter of any form: what it may be, in words, and what sets it if the text is that.
    pub fn new(
        name: &'static str,
        allowed: impl Into<String>,
        about: &'static str,
        set: impl Fn(&mut K, &str) -> Option<()> + Send + Sync + 'static,
    ) -> Self {
        let has = Box::new(|_: &K| true);
        let set = Box::new(move |kind: &mut K, text: &str| set(kind, text).ok_or(Refused::Other));
        Self { name, of: "every policy", allowed: allowed.into(), about, words: vec![], reads: &[], has, set }
    }

    /// A word out of several, each with what it sets.
    pub fn word(name: &'static str, words: &'static [Word<K>], about: &'static str) -> Self {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let allowed = match &known[..] {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            _ => known.concat(),
        };
        let set = move |kind: &mut K, text: &str| words.iter().find(|(word, _)| *word == text).map(|(_, set)| set(kind));
        Self { words: known, ..Self::new(name, allowed, about, set) }
    }

    /// The same, where every other text is a formula over these names; what sets it says where and why one is wrong, of more than a word.
    #[must_use]
    pub fn or_formula(self, reads: &'static [Term], formula: impl Fn(&mut K, &str) -> Result<(), String> + Send + Sync + 'static) -> Self {
        let Self { allowed, set, .. } = self;
        let names: Vec<&str> = reads.iter().map(|(name, _)| *name).collect();
        let set = move |kind: &mut K, text: &str| {
            let is_word = text.chars().all(char::is_alphanumeric);
            set(kind, text)
                .or_else(|_| formula(kind, text).map_err(|mistake| if is_word { Refused::Other } else { Refused::Mistake(mistake) }))
        };
        Self { allowed: format!("{allowed}, or a formula of {}", names.join(", ")), reads, set: Box::new(set), ..self }
    }

    /// `on` or `off`.
    pub fn switch(name: &'static str, about: &'static str, set: fn(&mut K, bool)) -> Self {
        let set = move |kind: &mut K, text: &str| {
            let on = [("on", true), ("off", false)].into_iter().find(|(word, _)| *word == text)?.1;
            set(kind, on);
            Some(())
        };
        Self { words: vec!["on", "off"], ..Self::new(name, "on or off", about, set) }
    }

    /// A whole number of a range.
    pub fn whole(name: &'static str, range: RangeInclusive<u32>, about: &'static str, set: fn(&mut K, u32)) -> Self {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        Self::new(name, allowed, about, move |kind, text| text.parse().ok().filter(|x| range.contains(x)).map(|x| set(kind, x)))
    }

    /// A number of a range.
    pub fn number(name: &'static str, range: RangeInclusive<f64>, about: &'static str, set: fn(&mut K, f64)) -> Self {
        let allowed = format!("a number from {} to {}", short(*range.start()), short(*range.end()));
        Self::new(name, allowed, about, move |kind, text| within(text, &range).map(|x| set(kind, x)))
    }

    /// Seconds of a range.
    pub fn seconds(name: &'static str, range: RangeInclusive<f64>, about: &'static str, set: fn(&mut K, f64)) -> Self {
        let allowed = format!("seconds, {} to {}", short(*range.start()), short(*range.end()));
        Self { allowed, ..Self::number(name, range, about, set) }
    }

    /// The same where it says something only beside another parameter: what that has to be, and whether it is.
    #[must_use]
    pub fn beside(self, what: &str, is_there: fn(&K) -> bool) -> Self {
        let Self { allowed, set, .. } = self;
        let set = move |kind: &mut K, text: &str| if is_there(kind) { set(kind, text) } else { Err(Refused::Other) };
        Self { allowed: format!("{allowed}, with {what}"), set: Box::new(set), ..self }
    }

    /// The same of some policies only: how these are called, and which they are.
    #[must_use]
    pub fn of(self, of: &'static str, has: fn(&K) -> bool) -> Self {
        Self { of, has: Box::new(has), ..self }
    }

    /// The same of policies that have what it sets as a part.
    #[must_use]
    pub fn within<W: 'static>(self, part: fn(&W) -> Option<&K>, part_mut: fn(&mut W) -> Option<&mut K>) -> Parameter<W> {
        let Self { name, of, allowed, about, words, reads, has, set } = self;
        Parameter {
            name,
            of,
            allowed,
            about,
            words,
            reads,
            has: Box::new(move |whole| part(whole).is_some_and(&has)),
            set: Box::new(move |whole, text| set(part_mut(whole).ok_or(Refused::Other)?, text)),
        }
    }

    /// What is written.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The policies that have it.
    pub fn policies(&self) -> &'static str {
        self.of
    }

    /// What it may be.
    pub fn allowed(&self) -> &str {
        &self.allowed
    }

    /// What it does.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// The words it may be, if it is a word.
    pub fn words(&self) -> &[&'static str] {
        &self.words
    }

    /// The names that a formula there may have, each with what it is; none if it is no formula.
    pub fn reads(&self) -> &'static [Term] {
        self.reads
    }

    /// Whether a policy has it.
    pub fn is_of(&self, kind: &K) -> bool {
        (self.has)(kind)
    }

    /// Sets it, if it can be this.
    pub(super) fn set(&self, kind: &mut K, text: &str) -> Result<(), Refused> {
        (self.set)(kind, text)
    }
}

impl<K> fmt::Debug for Parameter<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}: {}", self.name, self.of, self.allowed)
    }
}

/// The number that a text stands for, if it is in a range.
pub fn within(text: &str, range: &RangeInclusive<f64>) -> Option<f64> {
    crate::sim::number(text).filter(|x| range.contains(x))
}

/// An end of a range.
fn short(x: f64) -> String {
    if x < 1e6 { x.to_string() } else { format!("{x:e}") }
}
