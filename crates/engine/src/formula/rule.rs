use super::token::{NUMBERS, Token, name, tokens};
use super::tree::{Binary, Function};
use super::{Class, Formula, Mistake, Variable};
use crate::registry::nearest;
use crate::sim::written;
use std::fmt;

/// Most characters of a rule.
const MOST_CHARACTERS: usize = 400;
/// Most constants.
const MOST_CONSTANTS: usize = 16;
/// Most characters of a name.
const MOST_NAME: usize = 40;
/// Quanta that are allowed, in mean sizes.
const QUANTA: std::ops::RangeInclusive<f64> = 1e-6..=10.0;
/// The quantum if none is given, in mean sizes.
const QUANTUM: f64 = 1e-3;

/// When ranks are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preempt {
    /// At every instant.
    #[default]
    Always,
    /// Only when the server falls free: a job that runs runs to its end.
    Completion,
    /// At arrivals and completions only.
    Arrival,
}

impl Preempt {
    const ALL: [Self; 3] = [Self::Always, Self::Completion, Self::Arrival];

    /// What is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Completion => "completion",
            Self::Arrival => "arrival",
        }
    }
}

/// Who is served among jobs of equal rank that does not rise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first that arrived.
    #[default]
    Fcfs,
    /// All of them, equally.
    Shared,
}

impl Ties {
    const ALL: [Self; 2] = [Self::Fcfs, Self::Shared];

    /// What is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fcfs => "fcfs",
            Self::Shared => "shared",
        }
    }
}

/// A policy that serves the job of least rank. Its text is an expression, then parts behind semicolons:
/// `age/c; let c = 2; preempt=completion; ties=shared; q=0.001; name=mine`.
#[derive(Clone, Debug, PartialEq)]
pub struct RankRule {
    /// The rank.
    pub formula: Formula,
    /// When it is read.
    pub preempt: Preempt,
    /// What becomes of equal ranks.
    pub ties: Ties,
    quantum: Option<f64>,
    name: Option<String>,
}

impl RankRule {
    const KEYS: [&'static str; 4] = ["preempt", "ties", "q", "name"];

    /// Reads a rule.
    ///
    /// # Errors
    /// Where and why it is not one.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let (formula, given) = read(text, &Self::KEYS)?;
        let mut rule = Self { formula, preempt: Preempt::default(), ties: Ties::default(), quantum: None, name: None };
        for part in &given {
            match part.key {
                "preempt" => rule.preempt = part.word(Preempt::ALL, Preempt::name)?,
                "ties" => rule.ties = part.word(Ties::ALL, Ties::name)?,
                "q" => rule.quantum = Some(part.quantum()?),
                _ => rule.name = Some(part.name()?),
            }
        }
        for part in &given {
            let why = match part.key {
                "q" if rule.formula.class() != Class::Time => "this rank does not read time: it is simulated exactly, without a quantum",
                "q" if rule.preempt != Preempt::Always => "ranks are read at arrivals and completions only: no quantum is needed",
                "ties" if rule.ties == Ties::Shared && rule.preempt != Preempt::Always => "equal ranks are shared with preempt=always only",
                _ => continue,
            };
            return Err(Mistake::at(part.column, format!("{}={}: {why}; leave it out", part.key, part.value)));
        }
        Ok(rule)
    }

    /// What it is called: its given name, or its expression.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.formula.text())
    }

    /// Time between two readings of ranks, in mean sizes; none if it is simulated exactly, without a quantum.
    pub fn quantum(&self) -> Option<f64> {
        let needed = self.formula.class() == Class::Time && self.preempt == Preempt::Always;
        needed.then(|| self.quantum.unwrap_or(QUANTUM))
    }

    /// The same with another value of a constant; none if it has no such constant, or the value is not allowed.
    #[must_use]
    pub fn with_constant(&self, name: &str, value: f64) -> Option<Self> {
        Some(Self { formula: self.formula.with_constant(name, value)?, ..self.clone() })
    }
}

/// The rule in one way of the many in which it may have been written.
impl fmt::Display for RankRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.formula)?;
        if self.preempt != Preempt::default() {
            write!(f, "; preempt={}", self.preempt.name())?;
        }
        if self.ties != Ties::default() {
            write!(f, "; ties={}", self.ties.name())?;
        }
        if let Some(quantum) = self.quantum {
            write!(f, "; q={}", written(quantum))?;
        }
        self.name.iter().try_for_each(|name| write!(f, "; name={name}"))
    }
}

/// A policy that serves every job present at a rate proportional to its share: an expression, and behind semicolons `let` and `name`.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareRule {
    /// The share.
    pub formula: Formula,
    name: Option<String>,
}

impl ShareRule {
    /// Reads a rule.
    ///
    /// # Errors
    /// Where and why it is not one.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let (formula, given) = read(text, &["name"])?;
        let name = given.first().map(Part::name).transpose()?;
        Ok(Self { formula, name })
    }

    /// What it is called: its given name, or its expression.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.formula.text())
    }

    /// The same with another value of a constant; none if it has no such constant, or the value is not allowed.
    #[must_use]
    pub fn with_constant(&self, name: &str, value: f64) -> Option<Self> {
        Some(Self { formula: self.formula.with_constant(name, value)?, ..self.clone() })
    }
}

/// The rule in one way of the many in which it may have been written.
impl fmt::Display for ShareRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.formula)?;
        self.name.iter().try_for_each(|name| write!(f, "; name={name}"))
    }
}

/// The expression of a text with its constants, and what else is said in parts with these keys, each once.
pub(super) fn read<'a>(text: &'a str, keys: &[&'static str]) -> Result<(Formula, Vec<Part<'a>>), Mistake> {
    if text.chars().count() > MOST_CHARACTERS {
        return Err(Mistake::at(MOST_CHARACTERS + 1, format!("the text is too long; at most {MOST_CHARACTERS} characters are allowed")));
    }
    let expression = expression_of(text);
    if expression.1 == "let" || expression.1.starts_with("let ") {
        let what = "the expression comes first, constants stand behind it and a semicolon, as in age/c; let c = 2";
        return Err(Mistake::at(expression.0, what));
    }
    let mut constants = Constants::default();
    let mut given: Vec<Part> = vec![];
    for (column, part) in parts(text).into_iter().skip(1) {
        if part.is_empty() {
            continue;
        }
        if part == "let" || part.starts_with("let ") {
            constants.list(column + 3, &part[3..])?;
            continue;
        }
        let part = Part::of(column, part)?;
        if let Some(key) = keys.iter().find(|key| **key == part.key) {
            if given.iter().any(|known| known.key == *key) {
                return Err(Mistake::at(column, format!("{key} is given twice; leave one out")));
            }
            given.push(part);
        } else if constants.begun {
            constants.part(&part, keys)?;
        } else {
            return Err(Mistake::at(column, unknown(part.key, keys)));
        }
    }
    let formula = Formula::of(expression.1, expression.0, constants.named.clone())?;
    constants.check_use(&formula)?;
    Ok((formula, given))
}

fn unknown(key: &str, keys: &[&'static str]) -> String {
    let meant = nearest(key, keys.iter().copied()).map_or_else(String::new, |word| format!(" (did you mean \"{word}\"?)"));
    let keys: Vec<String> = keys.iter().map(|key| format!("{key}=…")).collect();
    format!("unknown part \"{key}\"{meant}; allowed behind the expression: let {key} = 1, {}", keys.join(", "))
}

/// The expression of a rule, whether it is understood or not, with its column.
pub(super) fn expression_of(text: &str) -> (usize, &str) {
    parts(text).into_iter().next().unwrap_or((1, ""))
}

/// The parts of a text between semicolons, without blanks around them, each with its column. A line that begins with `let` is a part as well.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut found = vec![];
    let mut start = 0;
    let ends = text.char_indices().filter(|(at, c)| match c {
        ';' => true,
        '\n' => text[*at..].trim_start().starts_with("let "),
        _ => false,
    });
    for (end, c) in ends.chain([(text.len(), ';')]) {
        let part = &text[start..end];
        let blanks = part.len() - part.trim_start().len();
        found.push((text[..start + blanks].chars().count() + 1, part.trim()));
        start = end + c.len_utf8();
    }
    found
}

/// `key=value`.
pub(super) struct Part<'a> {
    column: usize,
    key: &'a str,
    /// The column of the value.
    at: usize,
    value: &'a str,
}

impl<'a> Part<'a> {
    fn of(column: usize, text: &'a str) -> Result<Self, Mistake> {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            Mistake::at(column, format!("\"{text}\" is not understood; write let c = 2 for a constant, or a part such as name=mine"))
        })?;
        let blanks = value.len() - value.trim_start().len();
        let at = column + text[..key.len() + 1 + blanks].chars().count();
        Ok(Self { column, key: key.trim(), at, value: value.trim() })
    }

    fn word<T: Copy>(&self, all: impl IntoIterator<Item = T>, name: fn(T) -> &'static str) -> Result<T, Mistake> {
        let all: Vec<T> = all.into_iter().collect();
        all.iter().copied().find(|one| name(*one) == self.value).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
            Mistake::at(self.at, format!("{} is \"{}\"; allowed: {}", self.key, self.value, names.join(", ")))
        })
    }

    fn quantum(&self) -> Result<f64, Mistake> {
        let (low, high) = (QUANTA.start(), QUANTA.end());
        let what = || Mistake::at(self.at, format!("q is \"{}\"; allowed: mean sizes from {low:e} to {high}", self.value));
        number(self.at, self.value).ok().filter(|x| QUANTA.contains(x)).ok_or_else(what)
    }

    fn name(&self) -> Result<String, Mistake> {
        let legal = |c: char| !c.is_control() && !"[]".contains(c);
        if self.value.is_empty() || self.value.chars().count() > MOST_NAME || !self.value.chars().all(legal) {
            let what = format!("name is \"{}\"; allowed: 1 to {MOST_NAME} characters without [ ] ;", self.value.escape_debug());
            return Err(Mistake::at(self.at, what));
        }
        Ok(self.value.to_owned())
    }
}

/// The number that a text is, with a sign or without.
fn number(column: usize, text: &str) -> Result<f64, Mistake> {
    let words = tokens(text, column)?;
    let words: Vec<&Token> = words.iter().map(|(_, token)| token).collect();
    match words[..] {
        [Token::Number(x)] => Ok(*x),
        [Token::Operator(Binary::Subtract), Token::Number(x)] => Ok(0.0 - x),
        _ => {
            let (low, high) = (NUMBERS.start(), NUMBERS.end());
            Err(Mistake::at(column, format!("\"{text}\" is not a number; a constant is 0 or from {low:e} to {high:e}, with or without -")))
        }
    }
}

#[derive(Default)]
struct Constants {
    named: Vec<(String, f64)>,
    /// Where each is named first.
    columns: Vec<usize>,
    /// Those that a part gave another value.
    overridden: Vec<String>,
    /// Whether there was a `let`.
    begun: bool,
}

impl Constants {
    /// What stands behind `let`.
    fn list(&mut self, column: usize, text: &str) -> Result<(), Mistake> {
        self.begun = true;
        let mut column = column;
        for item in text.split(',') {
            let start = column + item.chars().take_while(|c| c.is_whitespace()).count();
            if item.trim().is_empty() {
                return Err(Mistake::at(start, "a constant is missing; write let c = 2"));
            }
            let part = Part::of(start, item.trim()).map_err(|_| Mistake::at(start, "write a constant as let c = 2"))?;
            self.add(&part)?;
            column += item.chars().count() + 1;
        }
        Ok(())
    }

    /// `c=3` behind a `let`: another value of a constant, or one more constant.
    fn part(&mut self, part: &Part, keys: &[&'static str]) -> Result<(), Mistake> {
        let Some((name, value)) = self.named.iter_mut().find(|(name, _)| name == part.key) else {
            return match number(part.at, part.value) {
                Ok(_) => self.add(part),
                Err(_) => Err(Mistake::at(part.column, unknown(part.key, keys))),
            };
        };
        if self.overridden.contains(name) {
            return Err(Mistake::at(part.column, format!("the constant {name} is given twice; leave one out")));
        }
        *value = number(part.at, part.value)?;
        self.overridden.push(name.clone());
        Ok(())
    }

    fn add(&mut self, part: &Part) -> Result<(), Mistake> {
        let (key, column) = (part.key, part.column);
        let what = if key.is_empty() || !key.starts_with(|c: char| c.is_ascii_alphabetic()) || !key.is_ascii() || name(key) < key.len() {
            format!("\"{key}\" cannot name a constant; allowed: letters, digits and _, a letter first")
        } else if Variable::named(key).is_some() {
            format!("{key} is a variable; give the constant another name")
        } else if Function::named(key).is_some() {
            format!("{key} is a function; give the constant another name")
        } else if ["inf", "let"].contains(&key) || RankRule::KEYS.contains(&key) {
            format!("{key} has a meaning of its own; give the constant another name")
        } else if self.named.iter().any(|(known, _)| known == key) {
            format!("the constant {key} is given twice; leave one out")
        } else if self.named.len() == MOST_CONSTANTS {
            format!("too many constants; at most {MOST_CONSTANTS} are allowed")
        } else {
            self.named.push((key.to_owned(), number(part.at, part.value)?));
            self.columns.push(column);
            return Ok(());
        };
        Err(Mistake::at(column, what))
    }

    /// Whether every constant is in the formula.
    fn check_use(&self, formula: &Formula) -> Result<(), Mistake> {
        match (0..self.named.len()).find(|place| !formula.has_constant(*place)) {
            None => Ok(()),
            Some(place) => {
                let name = &self.named[place].0;
                Err(Mistake::at(self.columns[place], format!("the constant {name} is not in the expression; use it or leave it out")))
            }
        }
    }
}
