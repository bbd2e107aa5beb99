//! Fields of a table, each taken once: what is missing, wrong or unknown is said with its name and what is allowed.

use super::error::ExerciseError;
use crate::experiment::written;
use schedscope::registry::nearest;
use toml::{Table, Value};

/// The fields of a table.
pub struct Fields<'a> {
    table: &'a Table,
    /// What stands before their names.
    prefix: &'static str,
}

type Read<T> = Result<T, ExerciseError>;

impl<'a> Fields<'a> {
    /// The fields of the table of this name, all of which must be known; those of an exercise itself have no name before theirs.
    pub fn of(table: &'a Table, prefix: &'static str, known: &[&'static str]) -> Read<Self> {
        let fields = Self { table, prefix };
        let Some(unknown) = table.keys().find(|key| !known.contains(&key.as_str())) else { return Ok(fields) };
        let hint = nearest(unknown, known.iter().copied()).map(|known| format!(" (did you mean {known}?)")).unwrap_or_default();
        Err(ExerciseError::Unknown { field: fields.name(unknown) + &hint, allowed: known.join(", ") })
    }

    /// The full name of a field.
    pub fn name(&self, key: &str) -> String {
        if self.prefix.is_empty() { key.to_owned() } else { format!("{}.{key}", self.prefix) }
    }

    /// A field, whatever it is.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.table.get(key)
    }

    /// What is wrong with a field.
    pub fn wrong(&self, key: &str, found: &str, allowed: &str) -> ExerciseError {
        ExerciseError::Field { field: self.name(key), found: found.to_owned(), allowed: allowed.to_owned() }
    }

    fn refuse(&self, key: &str, found: &Value, allowed: &str) -> ExerciseError {
        self.wrong(key, &written(found), allowed)
    }

    /// A text of at most so many characters.
    pub fn text(&self, key: &str, most: usize) -> Read<Option<String>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let text = value.as_str().map(str::trim).filter(|text| (1..=most).contains(&text.chars().count()));
        match (text, value.as_str()) {
            (Some(text), _) => Ok(Some(text.to_owned())),
            (None, Some(long)) => {
                Err(self.wrong(key, &format!("a text of {} characters", long.trim().chars().count()), &format!("1 to {most}")))
            }
            (None, None) => Err(self.refuse(key, value, "a text")),
        }
    }

    /// The same where it must be there.
    pub fn must(&self, key: &str, most: usize) -> Read<String> {
        self.text(key, most)?.ok_or_else(|| ExerciseError::Missing { field: self.name(key), allowed: "a text".to_owned() })
    }

    /// Texts, at most so many of so many characters.
    pub fn texts(&self, key: &str, most: usize, long: usize) -> Read<Vec<String>> {
        let Some(value) = self.get(key) else { return Ok(vec![]) };
        let allowed = format!("a list of at most {most} texts of 1 to {long} characters");
        let texts = value.as_array().filter(|texts| texts.len() <= most);
        let texts =
            texts.and_then(|texts| texts.iter().map(|text| text.as_str().map(|text| text.trim().to_owned())).collect::<Option<Vec<_>>>());
        texts
            .filter(|texts| texts.iter().all(|text| (1..=long).contains(&text.chars().count())))
            .ok_or_else(|| self.refuse(key, value, &allowed))
    }

    /// Some of these words.
    pub fn words(&self, key: &str, allowed: &[&'static str]) -> Read<Option<Vec<&'static str>>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let word = |value: &Value| allowed.iter().copied().find(|word| value.as_str() == Some(word));
        let words = value.as_array().and_then(|words| words.iter().map(word).collect());
        words.map(Some).ok_or_else(|| self.refuse(key, value, &format!("a list of some of {}", quoted(allowed))))
    }

    /// One of these words.
    pub fn word(&self, key: &str, allowed: &[&'static str]) -> Read<Option<&'static str>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let word = allowed.iter().copied().find(|word| value.as_str() == Some(word));
        word.map(Some).ok_or_else(|| self.refuse(key, value, &quoted(allowed)))
    }

    /// A number in a range.
    pub fn number(&self, key: &str, (least, most): (f64, f64)) -> Read<Option<f64>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = number(value).filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| self.refuse(key, value, &format!("a number from {least} to {most}")))
    }

    /// A least and a greatest number in a range; whole ones if `whole`.
    pub fn bounds(&self, key: &str, (least, most): (f64, f64), whole: bool) -> Read<Option<(f64, f64)>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let pair = value.as_array().filter(|pair| pair.len() == 2).and_then(|pair| Some((number(&pair[0])?, number(&pair[1])?)));
        let right =
            |(from, to): &(f64, f64)| least <= *from && from <= to && *to <= most && (!whole || (from.fract(), to.fract()) == (0.0, 0.0));
        let numbers = if whole { "two whole numbers" } else { "two numbers" };
        pair.filter(right).map(Some).ok_or_else(|| self.refuse(key, value, &format!("[LEAST, MOST], {numbers} from {least} to {most}")))
    }

    /// A table.
    pub fn table(&self, key: &str) -> Read<Option<&'a Table>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        value.as_table().map(Some).ok_or_else(|| self.refuse(key, value, "a table"))
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)).filter(|number| number.is_finite())
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
