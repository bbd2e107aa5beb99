//! A link of *Exercises*: one of a set that ships, or a whole set of one's own with one of its exercises.

use crate::protocol::Fault;
use schedscope_core::exhibit::exercises::{Exercise, SETS, Set};
use schedscope_core::experiment::{LINKS, query_value};
use std::rc::Rc;

/// What a link says.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    /// An exercise of a set that ships.
    Shipped {
        /// The set's name.
        set: &'static str,
        /// The exercise's number, from 1.
        number: usize,
    },
    /// A set that the link holds.
    Own {
        /// The set.
        set: Rc<Set>,
        /// The number of the exercise that is open, from 1; none for the list of them.
        number: Option<usize>,
    },
}

impl Link {
    /// Reads the query of a link. One that says the fields of a single exercise is a set of it.
    ///
    /// # Errors
    /// Names the field that is not understood, and what is allowed.
    pub fn read(query: &str) -> Result<Self, Fault> {
        let wrong = |field: &str, message: String| Fault::new(Some(field.to_owned()), &message);
        let numbered = |most: usize| {
            query_value(query, "number")
                .map(|text| {
                    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
                    number.ok_or_else(|| wrong("number", format!("the link's number is \"{text}\"; allowed: 1 to {most}")))
                })
                .transpose()
        };
        if let Some(coded) = query_value(query, "own") {
            let text = decoded(&coded)
                .ok_or_else(|| wrong("own", "the exercises in the link are cut off or changed; copy the whole link".to_owned()))?;
            let set = Set::from_toml(&text).map_err(|error| Fault::new(None, &error.to_string()))?;
            let number = numbered(set.exercises.len())?;
            return Ok(Self::Own { set: Rc::new(set), number });
        }
        let Some(name) = query_value(query, "set") else {
            let exercise = Exercise::from_query(query).map_err(|error| Fault::new(None, &error.to_string()))?;
            let set = Set { title: exercise.title.clone(), exercises: vec![exercise] };
            return Ok(Self::Own { set: Rc::new(set), number: Some(1) });
        };
        let known = SETS.iter().find(|(known, _)| *known == name);
        let all = || SETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let (set, _) = known.ok_or_else(|| wrong("set", format!("the link's set is \"{name}\"; allowed: {}", all())))?;
        let most = Set::shipped(set).map_or(0, |set| set.exercises.len());
        Ok(Self::Shipped { set, number: numbered(most)?.unwrap_or(1) })
    }

    /// The query of a link. A set of one's own is veiled: neither the link nor what a decoder of base64 makes of it shows hints and
    /// solutions. It is no secret: who reads this program can lift the veil.
    pub fn write(&self) -> String {
        match self {
            Self::Shipped { set, number } => format!("v={LINKS}&set={set}&number={number}"),
            Self::Own { set, number } => {
                let number = number.map(|number| format!("&number={number}")).unwrap_or_default();
                format!("v={LINKS}&own={}{number}", encoded(&set.to_toml()))
            }
        }
    }

    /// What going back leads away from.
    pub fn place(&self) -> String {
        match self {
            Self::Shipped { set, number } => format!("exercise {set} {number}"),
            Self::Own { set, number: Some(number) } => {
                format!("exercise {}", set.exercises.get(number - 1).map(Exercise::mark).unwrap_or_default())
            }
            Self::Own { number: None, .. } => "exercises".to_owned(),
        }
    }
}

/// Digits of a coded text, of 6 bits each (base64 for addresses).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What a veiled text begins with. Older links are not veiled.
const VEILED: char = '~';

/// Bytes under a veil, or without it again.
fn veiled(bytes: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    let mut veil = 0x5eed_u32;
    bytes.map(move |byte| {
        // The generator of Numerical Recipes, of which the highest bits are the best.
        veil = veil.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        byte ^ (veil >> 24) as u8
    })
}

/// A text in digits, veiled, with a check sum before it.
fn encoded(text: &str) -> String {
    let bytes: Vec<u8> = std::iter::once(sum(text.as_bytes())).chain(veiled(text.bytes())).collect();
    let digit = |bits: usize| char::from(DIGITS[bits & 63]);
    let digits = bytes.chunks(3).flat_map(|part| {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | usize::from(part.get(i).copied().unwrap_or(0)));
        (0..=part.len()).map(move |i| digit(bits >> (18 - 6 * i)))
    });
    std::iter::once(VEILED).chain(digits).collect()
}

/// The text in such digits, if none is missing or changed.
fn decoded(text: &str) -> Option<String> {
    let digits = text.strip_prefix(VEILED);
    let (digits, veil) = (digits.unwrap_or(text), digits.is_some());
    let bits = digits.bytes().map(|digit| DIGITS.iter().position(|known| *known == digit)).collect::<Option<Vec<_>>>()?;
    let bytes = bits.chunks(4).flat_map(|part| {
        let bits = (0..4).fold(0, |bits, i| bits << 6 | part.get(i).copied().unwrap_or(0));
        (0..part.len() - 1).map(move |i| (bits >> (16 - 8 * i)) as u8)
    });
    let bytes: Vec<u8> = bytes.collect();
    let (check, text) = bytes.split_first()?;
    let text = if veil { veiled(text.iter().copied()).collect() } else { text.to_vec() };
    String::from_utf8(text).ok().filter(|text| sum(text.as_bytes()) == *check)
}

/// A check sum of one byte.
fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(7, |sum: u8, byte| sum.wrapping_mul(31).wrapping_add(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coded_text_is_read_again_and_a_cut_one_is_refused() {
        for text in ["", "a", "ab", "abc", "Wer ist früher fertig? ★"] {
            let coded = encoded(text);
            assert!(coded.bytes().skip(1).all(|digit| DIGITS.contains(&digit)), "{coded}");
            assert_eq!(decoded(&coded).as_deref(), Some(text));
        }
        let coded = encoded("a rather long text");
        assert_eq!([&coded[..coded.len() - 2], "", "~", "A", "%%%%"].map(decoded), [None, None, None, None, None]);
        assert!(decoded(&coded[1..]).is_none_or(|text| !text.contains("rather")), "the veil hides it");
        assert_eq!(decoded("aGFi").as_deref(), Some("ab"), "older links are read");
    }

    #[test]
    fn a_link_to_a_set_of_ones_own_holds_all_of_it_and_gives_nothing_away() {
        let set = Rc::new(Set::shipped("guesses").unwrap());
        for number in [None, Some(3)] {
            let link = Link::Own { set: set.clone(), number };
            let query = link.write();
            assert_eq!(Link::read(&query), Ok(link));
            for exercise in &set.exercises {
                let words = exercise.why.split_whitespace().chain(exercise.title.split_whitespace());
                assert!(words.filter(|word| word.len() > 4 && *word != "number").all(|word| !query.contains(word)), "{query}");
            }
        }
        let cut = Link::read("v=1&own=AAAA").unwrap_err();
        assert!(cut.message.contains("copy the whole link"), "{cut:?}");
        let beyond = Link::Own { set, number: Some(11) }.write();
        assert_eq!(Link::read(&beyond).unwrap_err().field.as_deref(), Some("number"));
    }

    #[test]
    fn a_link_with_the_fields_of_an_exercise_remains_one() {
        let query = "v=1&title=When%3F&text=So&jobs=0:20:2,4:3&policies=srpte&instant.job=2&why=c";
        let Ok(Link::Own { set, number: Some(1) }) = Link::read(query) else { panic!("an exercise") };
        assert_eq!((set.title.as_str(), set.exercises[0].why.as_str()), ("When?", "c"));
    }
}
