use crate::experiment::Scenario;
use serde::Deserialize;
use toml::Table;

/// A small scenario of the sources, with its story.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// What it shows.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// What to look at.
    pub story: String,
    /// The scenario.
    pub scenario: Scenario,
}

macro_rules! examples {
    ($($key:literal,)*) => {
        /// Keys of the bundled examples with their files' text, the first to show first.
        pub const EXAMPLES: &[(&str, &str)] = &[$(($key, include_str!(concat!("../../../assets/examples/", $key, ".toml"))),)*];
    };
}

examples! {
    "under-estimated",
    "under-estimation",
    "over-estimation",
    "two-jobs",
    "starvation",
    "aging",
    "large-job-first",
    "four-jobs",
}

/// The bundled example with this key.
///
/// # Panics
/// Never: every bundled file is read by a test.
pub fn example(key: &str) -> Option<Example> {
    let (_, text) = EXAMPLES.iter().find(|(k, _)| *k == key)?;
    let table: Table = text.parse().expect("bundled examples are tables");
    Some(table.try_into().expect("bundled examples are valid"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Study;

    #[test]
    fn all_examples_can_be_simulated() {
        for (key, _) in EXAMPLES {
            let example = example(key).unwrap();
            let study = Study::new(example.scenario, |_| unreachable!("examples hold their jobs")).unwrap();
            assert!(!study.choices().is_empty(), "{key}");
        }
        assert_eq!(example("nothing"), None);
    }
}
