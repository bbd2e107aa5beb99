//! Codes that a teacher checks: a line each, with the name that was given.

use super::said;
use schedscope_core::exhibit::exercises::{Effort, Exercise, Set};

/// A line in which a code was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of the line, from 1.
    pub line: usize,
    /// The name beside the code; all that is written, if there is no code.
    pub name: String,
    /// The code, as it was written; empty if there is none.
    pub code: String,
    /// What it proves, if it is one of the set.
    pub proof: Option<Proof>,
    /// An earlier line in which the same code is right: made without a name it proves the work of one student, whoever hands it in.
    pub repeats: Option<usize>,
}

/// What a code proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The number of the exercise in the set, from 1.
    pub number: usize,
    /// What it took.
    pub effort: Effort,
    /// Whether the name is part of the code.
    pub named: bool,
}

impl Claim {
    /// Reads lines: a code in each, and before or after it a name. Empty lines are none, nor is the last one until there is a code in it:
    /// it is still being typed.
    pub(crate) fn all(text: &str, set: &Set) -> Vec<Self> {
        let mut claims: Vec<Self> = vec![];
        let lines = text.split('\n').count();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let read = Self::read(text, set);
            if read.is_none() && line == lines {
                continue;
            }
            let mut claim = Self { line, ..read.unwrap_or_else(|| Self::nothing(text)) };
            let same = |other: &&Self| other.proof.is_some() && plain(&other.code) == plain(&claim.code);
            claim.repeats = claims.iter().find(same).map(|other| other.line);
            claims.push(claim);
        }
        claims
    }

    /// A line without a code.
    fn nothing(text: &str) -> Self {
        Self { line: 0, name: text.trim().to_owned(), code: String::new(), proof: None, repeats: None }
    }

    /// Whether it shows that somebody has solved an exercise who is in no line above.
    pub fn counts(&self) -> bool {
        self.proof.is_some() && self.repeats.is_none()
    }

    /// Reads a line. Nothing if there is no code in it.
    fn read(line: &str, set: &Set) -> Option<Self> {
        let words: Vec<&str> = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).collect();
        // A name may look like a code; then the one that is right counts, and else the last.
        let claims = words.iter().enumerate().rev().filter(|(_, word)| looks_like_code(word)).map(|(place, code)| {
            let others: Vec<&str> = words.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, word)| *word).collect();
            let name = others.join(" ");
            Self { proof: proof(set, &name, code), code: (*code).to_owned(), name, ..Self::nothing("") }
        });
        let claims: Vec<Self> = claims.collect();
        claims.iter().find(|claim| claim.proof.is_some()).or(claims.first()).cloned()
    }

    /// What is said of it.
    pub fn verdict(&self) -> String {
        if self.code.is_empty() {
            return "There is no code in this line: a code is four letters or digits, a hyphen, and four more.".to_owned();
        }
        if let Some(line) = self.repeats.filter(|_| self.proof.is_some()) {
            return format!("The same code as in line {line}: it counts once.");
        }
        let Some(proof) = self.proof else {
            return if self.name.is_empty() {
                "No exercise of this set has this code without a name.".to_owned()
            } else {
                "No exercise of this set has this code with this name.".to_owned()
            };
        };
        let without = if proof.named || self.name.is_empty() { "" } else { "; the code was made without a name" };
        format!("Right: exercise {}, {}{without}.", proof.number, said(proof.effort))
    }
}

/// A code without what may be written in several ways.
fn plain(code: &str) -> String {
    code.replace('-', "").to_ascii_uppercase()
}

fn looks_like_code(word: &str) -> bool {
    /// Letters and digits of a code.
    const LENGTH: usize = 8;
    word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        && word.chars().filter(|letter| *letter != '-').count() == LENGTH
}

fn proof(set: &Set, name: &str, code: &str) -> Option<Proof> {
    let under = |name: &str, named: bool| {
        let found = |(number, exercise): (usize, &Exercise)| Some(Proof { number, effort: exercise.verify(name, code)?, named });
        (1..).zip(&set.exercises).find_map(found)
    };
    under(name, !name.is_empty()).or_else(|| under("", false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_a_code_and_a_name_in_any_order() {
        let set = Set::shipped("guesses").unwrap();
        let effort = Effort { tries: 2, hints: 1 };
        let code = set.exercises[2].code("Margaret H", effort);
        let plain = set.exercises[4].code("", effort);
        for line in [format!("Margaret H {code}"), format!("{code}; margaret\th"), format!("Margaret, H, {}", code.replace('-', ""))] {
            let claim = Claim::read(&line, &set).unwrap();
            assert_eq!(claim.proof, Some(Proof { number: 3, effort, named: true }), "{line}");
            assert_eq!(claim.verdict(), "Right: exercise 3, solved at try 2, with 1 hint.");
        }
        let without = Claim::read(&format!("Ada {plain}"), &set).unwrap();
        assert_eq!(without.verdict(), "Right: exercise 5, solved at try 2, with 1 hint; the code was made without a name.");
        assert_eq!(Claim::read(&plain, &set).unwrap().verdict(), "Right: exercise 5, solved at try 2, with 1 hint.");
        assert_eq!(Claim::read(&code, &set).unwrap().verdict(), "No exercise of this set has this code without a name.");
        assert_eq!(Claim::read(&format!("Grace {code}"), &set).unwrap().verdict(), "No exercise of this set has this code with this name.");
        assert_eq!([Claim::read("", &set), Claim::read("Ada 65", &set)], [None, None]);
    }

    #[test]
    fn no_line_vanishes_and_no_code_counts_twice() {
        let set = Set::shipped("guesses").unwrap();
        let code = set.exercises[4].code("", Effort { tries: 1, hints: 0 });
        let text = format!("Ada {code}\n\nGrace\nBob {}", code.replace('-', ""));
        let named = set.exercises[2].code("Ada", Effort { tries: 1, hints: 0 });
        let both = Claim::all(&format!("{named}\nAda {named}"), &set);
        assert_eq!(both.iter().map(Claim::counts).collect::<Vec<_>>(), [false, true], "a line that is wrong takes nothing from another");
        let claims = Claim::all(&text, &set);
        let counted: Vec<(usize, bool)> = claims.iter().map(|claim| (claim.line, claim.counts())).collect();
        assert_eq!(counted, [(1, true), (3, false), (4, false)]);
        assert!(claims[1].verdict().starts_with("There is no code in this line"), "{}", claims[1].verdict());
        assert_eq!(claims[2].verdict(), "The same code as in line 1: it counts once.");
    }
}
