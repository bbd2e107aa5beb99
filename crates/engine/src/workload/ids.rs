use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the jobs of a file are called where that is not a number. The engine knows every job by a number; this has the text for which
/// it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ids(Arc<BTreeMap<u64, String>>);

impl Ids {
    /// Most characters of an id that a picture or a sentence shows.
    const SHOWN: usize = 24;

    /// These texts, by the number that stands for each.
    pub fn new(texts: BTreeMap<u64, String>) -> Self {
        Self(Arc::new(texts))
    }

    /// Whether all ids are numbers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The texts, with the number that stands for each.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &str)> {
        self.0.iter().map(|(number, text)| (*number, text.as_str()))
    }

    /// The id as its file has it.
    pub fn of(&self, number: u64) -> Cow<'_, str> {
        self.0.get(&number).map_or_else(|| number.to_string().into(), |text| text.into())
    }

    /// What a picture or a sentence calls the job: `J7`, or its text.
    pub fn title(&self, number: u64) -> String {
        match self.0.get(&number) {
            None => format!("J{number}"),
            Some(text) if text.chars().count() > Self::SHOWN => text.chars().take(Self::SHOWN - 1).chain(['…']).collect(),
            Some(text) => text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_numbers_and_texts_are_themselves() {
        let ids = Ids::new(BTreeMap::from([(3, "nightly".to_owned()), (4, "x".repeat(30))]));
        assert_eq!((&*ids.of(3), &*ids.of(7), ids.of(4).len()), ("nightly", "7", 30));
        assert_eq!([3, 7].map(|number| ids.title(number)), ["nightly", "J7"]);
        assert_eq!(ids.title(4), format!("{}…", "x".repeat(23)));
        assert!(Ids::default().is_empty() && !ids.is_empty());
        assert_eq!(ids.iter().next(), Some((3, "nightly")));
    }
}
