use thiserror::Error;

/// Why a text is not a formula or not a rule: where, what is wrong, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {what}")]
pub struct Mistake {
    /// The character where it is, from 1; one past the last if something is missing there.
    pub column: usize,
    /// What is wrong, and what is allowed.
    pub what: String,
}

impl Mistake {
    pub(super) fn at(column: usize, what: impl Into<String>) -> Self {
        Self { column, what: what.into() }
    }

    /// The line of the text with a caret under the column, and what is wrong there, for a font of one width.
    ///
    /// ```
    /// use schedscope::formula::Formula;
    /// let text = "est - siz";
    /// let mistake = Formula::parse(text).unwrap_err();
    /// assert_eq!(mistake.under(text), "est - siz\n      ^ unknown name \"siz\" (did you mean \"size\"?)");
    /// ```
    pub fn under(&self, text: &str) -> String {
        let mut before = self.column.saturating_sub(1);
        let mut lines = text.split('\n').peekable();
        let mut line = lines.next().unwrap_or_default();
        while before > line.chars().count() && lines.peek().is_some() {
            before -= line.chars().count() + 1;
            line = lines.next().unwrap_or_default();
        }
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("{line}\n{}^ {}", " ".repeat(before), self.what)
    }
}
