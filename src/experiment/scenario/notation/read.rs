//! Text becomes values.

use super::{Table, Value};
use schedscope_engine::sim::number;

/// How deep lists and tables may lie in each other.
pub(super) const DEEPEST: u32 = 32;

impl Value {
    /// The value that a text stands for, if it stands for one.
    pub fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text, deep: 0 };
        reader.blank();
        let value = reader.value()?;
        reader.blank();
        reader.rest.is_empty().then_some(value)
    }
}

impl Table {
    /// The table in a file of `name = value` lines and `[dotted.name]` headers.
    pub fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text, deep: 0 };
        let mut whole = Self::default();
        let mut header = String::new();
        loop {
            reader.blank();
            if reader.rest.is_empty() {
                return Some(whole);
            }
            if reader.takes('[') {
                header = reader.name(true)?;
                reader.takes(']').then_some(())?;
                header.push('.');
            } else {
                let name = header.clone() + &reader.name(false)?;
                reader.equals()?;
                whole.assign(&name, reader.value()?)?;
            }
            let line = reader.rest.split_once('\n').map_or(reader.rest, |(line, _)| line).trim();
            (line.is_empty() || line.starts_with('#')).then_some(())?;
        }
    }
}

/// What has not been read yet.
struct Reader<'a> {
    rest: &'a str,
    deep: u32,
}

impl<'a> Reader<'a> {
    /// Skips spaces, ends of lines and comments.
    fn blank(&mut self) {
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
            match self.rest.strip_prefix('#') {
                Some(comment) => self.rest = comment.trim_start_matches(|c| c != '\n'),
                None => return,
            }
        }
    }

    /// Whether this character is next, which is then taken.
    fn takes(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes characters for as long as they are like this.
    fn run(&mut self, like: impl Fn(char) -> bool) -> &'a str {
        let (run, rest) = self.rest.split_at(self.rest.find(|c| !like(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        run
    }

    fn name(&mut self, dotted: bool) -> Option<String> {
        let name = self.run(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-' || dotted && c == '.');
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn equals(&mut self) -> Option<()> {
        self.blank();
        self.takes('=').then(|| self.blank())
    }

    fn value(&mut self) -> Option<Value> {
        match self.rest.chars().next()? {
            '"' => self.text().map(Value::Text),
            '\'' => {
                self.takes('\'');
                let text = self.run(|c| c != '\'' && c != '\n');
                self.takes('\'').then(|| Value::Text(text.to_owned()))
            }
            '[' => {
                let mut items = vec![];
                self.between('[', ']', |reader| {
                    items.push(reader.value()?);
                    Some(())
                })?;
                Some(Value::List(items))
            }
            '{' => {
                let mut table = Table::default();
                self.between('{', '}', |reader| {
                    let name = reader.name(false)?;
                    reader.equals()?;
                    table.assign(&name, reader.value()?)
                })?;
                Some(Value::Table(table))
            }
            _ => self.plain(),
        }
    }

    /// Items with commas between them, and perhaps one behind the last.
    fn between(&mut self, open: char, close: char, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.takes(open);
        self.deep += 1;
        (self.deep <= DEEPEST).then_some(())?;
        loop {
            self.blank();
            if self.takes(close) {
                self.deep -= 1;
                return Some(());
            }
            item(self)?;
            self.blank();
            (self.takes(',') || self.rest.starts_with(close)).then_some(())?;
        }
    }

    /// `true`, `false` or a number.
    fn plain(&mut self) -> Option<Value> {
        let word = self.run(|c| c.is_ascii_alphanumeric() || "+-._".contains(c));
        let digits = word.trim_start_matches(['+', '-']);
        match word {
            "true" => Some(Value::Switch(true)),
            "false" => Some(Value::Switch(false)),
            "inf" | "+inf" => Some(Value::Number(f64::INFINITY)),
            "-inf" => Some(Value::Number(f64::NEG_INFINITY)),
            "nan" | "+nan" | "-nan" => Some(Value::Number(f64::NAN)),
            _ if !digits.starts_with(|c: char| c.is_ascii_digit()) => None,
            _ => {
                let word = word.replace('_', "");
                word.parse().map(Value::Whole).ok().or_else(|| number(&word).map(Value::Number))
            }
        }
    }

    /// A text between double quotes.
    fn text(&mut self) -> Option<String> {
        self.takes('"');
        let mut text = String::new();
        loop {
            text += self.run(|c| c != '"' && c != '\\' && c != '\n');
            if self.takes('"') {
                return Some(text);
            }
            self.takes('\\').then_some(())?;
            let escape = self.rest.chars().next()?;
            self.takes(escape);
            text.push(match escape {
                '"' | '\\' => escape,
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'u' => self.code(4)?,
                'U' => self.code(8)?,
                _ => return None,
            });
        }
    }

    /// A character by its number in so many hexadecimal digits.
    fn code(&mut self, digits: usize) -> Option<char> {
        let (code, rest) = self.rest.split_at_checked(digits)?;
        self.rest = rest;
        u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
    }
}
