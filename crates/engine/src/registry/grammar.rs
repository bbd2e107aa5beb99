//! How a policy is written: `key[name=value,name=value]`.

use super::PolicyError;

/// The parameters in the brackets of a policy, which commas separate; a comma inside parentheses belongs to its parameter.
pub fn split_parameters(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = list.split(move |c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        c == ',' && depth <= 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// Names and values in the brackets of a policy.
type Given<'a> = Vec<(&'a str, &'a str)>;

/// A policy as it is written taken apart: its key, and its parameters, each of another name.
///
/// # Errors
/// If it is not of this form, or a parameter is there twice.
pub(super) fn take_apart(written: &str) -> Result<(&str, Given<'_>), PolicyError> {
    let form = || PolicyError::Form(written.to_owned());
    let (key, list) = match written.split_once('[') {
        None => (written, ""),
        Some((key, rest)) => (key, rest.strip_suffix(']').ok_or_else(|| PolicyError::Open(written.to_owned()))?),
    };
    let mut parameters: Given = vec![];
    for parameter in split_parameters(list) {
        let (name, value) = parameter.split_once('=').ok_or_else(form)?;
        let (name, value) = (name.trim(), value.trim());
        if parameters.iter().any(|(known, _)| *known == name) {
            return Err(PolicyError::Twice { written: written.to_owned(), name: name.to_owned() });
        }
        parameters.push((name, value));
    }
    Ok((key, parameters))
}
