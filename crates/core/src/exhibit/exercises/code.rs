//! The code that a student shows and a teacher checks.
//!
//! It is computed where the exercise is solved, from the exercise, the student's name and the effort, and anybody who reads this file can
//! compute it as well: it is proof against typing errors and guessing, not against somebody who reads the program.

use super::Exercise;

/// What it took to solve an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Answers that were checked, the right one included; from 1, and [`MOST_TRIES`](Self::MOST_TRIES) also stands for more.
    pub tries: u8,
    /// Hints that were shown, at most [`Exercise::MOST_HINTS`].
    pub hints: u8,
}

/// The digits of codes: none that is taken for another when it is read aloud or written by hand.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Digits of a code, the first of which is the effort.
const LENGTH: usize = 8;

impl Effort {
    /// More tries are not counted.
    pub const MOST_TRIES: u8 = 8;

    fn digit(self) -> u64 {
        u64::from(self.tries.clamp(1, Self::MOST_TRIES) - 1) << 2 | u64::from(self.hints.min(Exercise::MOST_HINTS as u8))
    }

    const fn of_digit(digit: u64) -> Self {
        Self { tries: (digit >> 2) as u8 + 1, hints: (digit & 3) as u8 }
    }
}

impl Exercise {
    /// The code of somebody of this name who has solved it: eight digits and capital letters in two groups. Capital letters and space in the
    /// name make no difference.
    pub fn code(&self, name: &str, effort: Effort) -> String {
        let first = effort.digit();
        let seal = mixed(&format!("{}\n{}\n{first}", self.essence(), plain(name)));
        let digits = (0..LENGTH as u32 - 1).map(|place| seal >> (5 * place) & 31);
        let digits: String = std::iter::once(first).chain(digits).map(|digit| char::from(DIGITS[digit as usize])).collect();
        format!("{}-{}", &digits[..LENGTH / 2], &digits[LENGTH / 2..])
    }

    /// What it took somebody of this name, if this is their code for it. Small letters are as good, `O` as zero, `I` and `L` as one.
    pub fn verify(&self, name: &str, code: &str) -> Option<Effort> {
        let read = |letter: char| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let digits: String = code.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').map(read).collect();
        let first = DIGITS.iter().position(|digit| digits.starts_with(char::from(*digit)))?;
        let effort = Effort::of_digit(first as u64);
        (self.code(name, effort).replace('-', "") == digits).then_some(effort)
    }

    /// What tells it from others, in eight digits; it stays when only its words are changed.
    pub fn mark(&self) -> String {
        format!("{:08x}", mixed(&self.essence()) as u32)
    }
}

/// A name without what is easily written otherwise.
fn plain(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A text as 64 bits (FNV-1a, and a finaliser so that each bit depends on all of it).
fn mixed(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}
