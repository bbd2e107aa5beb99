//! The part of TOML in which links and bundled examples are written. Both faces read them with it, so that the page does
//! without a reader of whole TOML files, which would be a sixth of its weight. What is understood here means the same in TOML.

mod de;
mod plain;
mod read;
mod ser;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// A value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// True or false.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A word or a text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// Named values.
    Table(Table),
}

/// Names with their values, in the order in which they were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table(Vec<(String, Value)>);

/// Why a value does not fit where it stands, in serde's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misfit(pub String);

impl Table {
    /// A structure of plain values as a table.
    ///
    /// # Errors
    /// If it holds something that has no form here.
    pub fn of(structure: &impl Serialize) -> Result<Self, Misfit> {
        match structure.serialize(ser::Writer)? {
            Some(Value::Table(table)) => Ok(table),
            _ => Err(Misfit("not a table".to_owned())),
        }
    }

    /// The structure that the table describes.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn structure<T: DeserializeOwned>(self) -> Result<T, Misfit> {
        T::deserialize(Value::Table(self))
    }

    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The value of this name, which is at first an empty table.
    pub fn entry(&mut self, name: &str) -> &mut Value {
        let position = self.0.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.0.push((name.to_owned(), Value::Table(Self::default())));
            self.0.len() - 1
        });
        &mut self.0[position].1
    }

    /// Sets a dotted name, unless something on the way to it is no table, or it goes deeper than values may be nested.
    pub fn assign(&mut self, name: &str, value: Value) -> Option<()> {
        let parts: Vec<&str> = name.splitn(read::DEEPEST as usize + 1, '.').collect();
        let (last, path) = parts.split_last().filter(|(last, _)| !last.contains('.'))?;
        let mut table = self;
        for part in path {
            let Value::Table(inner) = table.entry(part) else { return None };
            table = inner;
        }
        *table.entry(last) = value;
        Some(())
    }

    /// Names and values, in order, for keeps.
    pub fn into_entries(self) -> Vec<(String, Value)> {
        self.0
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Items with commas between them.
        fn list<T>(f: &mut fmt::Formatter<'_>, items: &[T], each: fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result) -> fmt::Result {
            for (i, item) in items.iter().enumerate() {
                f.write_str(if i == 0 { "" } else { ", " })?;
                each(item, f)?;
            }
            Ok(())
        }
        match self {
            Self::Switch(on) => write!(f, "{on}"),
            Self::Whole(x) => write!(f, "{x}"),
            Self::Number(x) if x.is_nan() => f.write_str("nan"),
            Self::Number(x) => write!(f, "{x:?}"),
            Self::Text(text) => {
                f.write_str("\"")?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        c if c < ' ' || c == '\u{7f}' => write!(f, "\\u{:04X}", c as u32)?,
                        c => write!(f, "{c}")?,
                    }
                }
                f.write_str("\"")
            }
            Self::List(items) => {
                f.write_str("[")?;
                list(f, items, |item, f| write!(f, "{item}"))?;
                f.write_str("]")
            }
            Self::Table(Table(entries)) if entries.is_empty() => f.write_str("{}"),
            Self::Table(Table(entries)) => {
                f.write_str("{ ")?;
                list(f, entries, |(name, value), f| write!(f, "{name} = {value}"))?;
                f.write_str(" }")
            }
        }
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    /// The same as TOML's own reader has it.
    fn of_toml(value: &toml::Value) -> Value {
        match value {
            toml::Value::Boolean(on) => Value::Switch(*on),
            toml::Value::Integer(x) => Value::Whole(*x),
            toml::Value::Float(x) => Value::Number(*x),
            toml::Value::String(text) => Value::Text(text.clone()),
            toml::Value::Array(items) => Value::List(items.iter().map(of_toml).collect()),
            toml::Value::Table(table) => Value::Table(Table(table.iter().map(|(name, value)| (name.clone(), of_toml(value))).collect())),
            toml::Value::Datetime(time) => panic!("{time} is of no use here"),
        }
    }

    #[test]
    fn values_mean_what_they_mean_in_toml() {
        for text in [
            "true",
            "false",
            "0",
            "17",
            "+3",
            "-17",
            "1_000",
            "9223372036854775807",
            "0.5",
            "-0.25",
            "1e100",
            "6.02E-23",
            "inf",
            "-inf",
            r#""""#,
            r#""plain""#,
            r#""a \"b\" \\ \n \t \u00e9 \U0001F600 é""#,
            r"'C:\raw'",
            "[]",
            "[1, 2.0, \"three\"]",
            "[ [0.5,2.0], ]",
            "{}",
            "{ alpha = 1.5, ratio = 1e6 }",
            "[{ arrival = 0.0, size = 3.0 }, { maps = [1.0] }]",
            "[\n  1, # one\n  2,\n]",
        ] {
            let expected = text.parse::<toml::Value>().map(|value| of_toml(&value)).unwrap();
            let value = Value::read(text).unwrap_or_else(|| panic!("{text} is not understood"));
            assert_eq!(value, expected, "{text}");
            assert_eq!(Value::read(&value.to_string()), Some(value), "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_value() {
        let deep = "[".repeat(100_000);
        for text in
            ["", "word", "1 2", "--1", "1..2", "[1", "[1 2]", "{ a }", "{ = 1 }", "\"open", r#""\q""#, "inf1", "infinity", "e5", &deep]
        {
            assert_eq!(Value::read(text), None, "{text:.20}");
        }
        for text in ["a", "a = ", "a = 1 b = 2", "[a", "[]\n", "a = 1\n[a.b]\nc = 1"] {
            assert_eq!(Table::read(text), None, "{text}");
        }
    }

    #[test]
    fn files_mean_what_they_mean_in_toml() {
        let text = "# first\na = 1\n\nb-c = [\n  'x', # why\n]\n[d]\ne = \"f\" # here\n[d.g]\nh = true\n";
        let expected = Table::read(text).unwrap();
        let toml: toml::Table = text.parse().unwrap();
        assert_eq!(of_toml(&toml::Value::Table(toml)).to_string(), Value::Table(expected).to_string());
    }
}
