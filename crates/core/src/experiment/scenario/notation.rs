//! Values as links have them: TOML on one line, which the `toml` crate reads. It is written here, because links that people
//! keep have one form of numbers and texts, and the crate's own is another.

use toml::{Table, Value};

/// Most parts of a dotted name; no field has as many.
const DEEPEST: usize = 32;

/// The value that a text stands for, if it stands for one. A date is none: no field takes it.
pub fn read(text: &str) -> Option<Value> {
    text.trim().parse().ok().filter(|value| !is_dated(value))
}

/// Whether there is a date in a value.
fn is_dated(value: &Value) -> bool {
    match value {
        Value::Datetime(_) => true,
        Value::Array(items) => items.iter().any(is_dated),
        Value::Table(table) => table.values().any(is_dated),
        _ => false,
    }
}

/// A value as it is written.
pub fn written(value: &Value) -> String {
    let listed = |items: Vec<String>| items.join(", ");
    match value {
        Value::Boolean(on) => on.to_string(),
        Value::Integer(x) => x.to_string(),
        Value::Float(x) if x.is_nan() => "nan".to_owned(),
        Value::Float(x) => format!("{x:?}"),
        Value::Datetime(time) => time.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("[{}]", listed(items.iter().map(written).collect())),
        Value::Table(table) if table.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            format!("{{ {} }}", listed(table.iter().map(|(name, value)| format!("{name} = {}", written(value))).collect()))
        }
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_ascii_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// A part of a dotted name that says which entry of a list is meant, from 1: `jobs[2]`. The list, and the entry from 0. Each
/// entry has one name: `jobs[+2]` and `jobs[02]` are none.
pub(super) fn entry_of(part: &str) -> Option<(&str, usize)> {
    let (list, number) = part.strip_suffix(']')?.split_once('[')?;
    let number = number.parse::<usize>().ok().filter(|n| *number == n.to_string())?;
    Some((list, number.checked_sub(1)?))
}

/// The first list in a table of which a dotted name says an entry that is not there, and how many entries it has; none where it is
/// no list.
pub(in crate::experiment) fn lacking(table: &Table, name: &str) -> Option<(String, usize)> {
    let whole = Value::Table(table.clone());
    let (mut value, mut path) = (&whole, vec![]);
    for part in name.split('.') {
        let Some((list, _)) = part.split_once('[') else {
            value = value.get(part)?;
            path.push(part);
            continue;
        };
        let items = value.get(list).and_then(Value::as_array);
        let Some(entry) = entry_of(part).and_then(|(_, place)| items?.get(place)) else {
            path.push(list);
            return Some((path.join("."), items.map_or(0, Vec::len)));
        };
        value = entry;
        path.push(part);
    }
    None
}

/// Sets a dotted name, unless something on the way to it is no table, or it has too many parts. `workload.jobs[2].arrival` is that
/// of the second entry of a list, which must be there.
pub fn assign(table: &mut Table, name: &str, value: Value) -> Option<()> {
    let parts: Vec<&str> = name.split('.').collect();
    let (last, path) = parts.split_last().filter(|_| parts.len() <= DEEPEST)?;
    if parts.iter().any(|part| part.contains(['[', ']']) && entry_of(part).is_none()) {
        return None;
    }
    let mut inner = table;
    for (i, part) in path.iter().enumerate() {
        if let Some((list, place)) = entry_of(part) {
            inner = inner.get_mut(list)?.as_array_mut()?.get_mut(place)?.as_table_mut()?;
            continue;
        }
        let next = inner.entry(*part).or_insert_with(|| Value::Table(Table::new()));
        // A number at the end counts the entries of a list.
        if let (Value::Array(items), Ok(index), true) = (&mut *next, last.parse::<usize>(), i + 1 == path.len()) {
            *items.get_mut(index)? = value;
            return Some(());
        }
        inner = next.as_table_mut()?;
    }
    match entry_of(last) {
        Some((list, place)) => *inner.get_mut(list)?.as_array_mut()?.get_mut(place)? = value,
        None => {
            inner.insert((*last).to_owned(), value);
        }
    }
    Some(())
}

/// Takes a dotted name out, and each table on the way to it that holds nothing else.
pub(super) fn remove(table: &mut Table, name: &str) {
    match name.split_once('.') {
        None => {
            table.remove(name);
        }
        Some((first, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(first) {
                remove(inner, rest);
                if inner.is_empty() {
                    table.remove(first);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (text, again) in [
            ("true", "true"),
            ("+3", "3"),
            ("-17", "-17"),
            ("1_000", "1000"),
            ("9223372036854775807", "9223372036854775807"),
            ("0.5", "0.5"),
            ("1.0", "1.0"),
            ("1e100", "1e100"),
            ("6.02E-23", "6.02e-23"),
            ("-inf", "-inf"),
            (r#""a \"b\" \\ \n \u00e9 é""#, r#""a \"b\" \\ \u000A é é""#),
            (r"'C:\raw'", r#""C:\\raw""#),
            ("[]", "[]"),
            ("[ [0.5,2], ]", "[[0.5, 2]]"),
            ("{}", "{}"),
            ("{ b = 1.5, a = { c = 'd' } }", "{ b = 1.5, a = { c = \"d\" } }"),
        ] {
            let value = read(text).unwrap_or_else(|| panic!("{text} is not understood"));
            assert_eq!(written(&value), again, "{text}");
            assert_eq!(read(again), Some(value), "{text}");
        }
        assert_eq!(read("nan").map(|value| written(&value)).as_deref(), Some("nan"));
    }

    #[test]
    fn nonsense_is_no_value() {
        for text in ["", "word", "1 2", "--1", "[1", "[1 2]", "{ a }", "{ = 1 }", "\"open", r#""\q""#, "infinity", "e5", "[1979-05-27]"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn names_lead_through_tables() {
        let mut table = Table::new();
        assert_eq!(assign(&mut table, "a.b.c", 1.into()), Some(()));
        assert_eq!(assign(&mut table, "a.d", 2.into()), Some(()));
        assert_eq!(written(&table.clone().into()), "{ a = { b = { c = 1 }, d = 2 } }");
        assert_eq!(assign(&mut table, "a.d.e", 3.into()), None);
        assign(&mut table, "a.l", read("[{ x = 1 }, { x = 2 }]").unwrap()).unwrap();
        assert_eq!(assign(&mut table, "a.l[2].x", 3.into()), Some(()));
        assert_eq!(assign(&mut table, "a.l[1].y", 4.into()), Some(()));
        assert_eq!(written(&table["a"]["l"]), "[{ x = 1, y = 4 }, { x = 3 }]");
        for missing in
            ["a.l[0].x", "a.l[3].x", "a.l[].x", "a.l[-1].x", "a.l[+1].x", "a.l[01].x", "a.m[1].x", "a.d[1].x", "a.l[2]x.y[1]", "a.l[1].x.z"]
        {
            assert_eq!(assign(&mut table, missing, 5.into()), None, "{missing}");
        }
        assert_eq!(assign(&mut table, &"a.".repeat(100_000), 3.into()), None);
        let missing = |name: &str| lacking(&table, name).map(|(list, entries)| format!("{list} {entries}"));
        assert_eq!(missing("a.l[3].x").as_deref(), Some("a.l 2"));
        assert_eq!(missing("a.l[2].x[1]").as_deref(), Some("a.l[2].x 0"));
        assert_eq!(missing("a.m[1]").as_deref(), Some("a.m 0"));
        assert_eq!((missing("a.d"), missing("a.l[2].x")), (None, None));
    }
}
