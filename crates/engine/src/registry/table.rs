use super::{Choice, Kind, Parameter, PolicyError, Row, nearest};

/// A policy with its defaults.
#[derive(Clone, Debug)]
pub struct Preset<K> {
    /// What is said about it.
    pub row: Row,
    /// How it works.
    pub kind: K,
}

impl<K: Kind> Preset<K> {
    /// Whether the policy is another one where a parameter is this word.
    fn is_changed_by(&self, parameter: &Parameter<K>, word: &str) -> bool {
        let mut kind = self.kind.clone();
        parameter.set(&mut kind, word).is_err() || kind != self.kind
    }
}

/// What reads the text in the brackets of a policy; "" if there are none.
pub type ReadText<K> = fn(&str) -> Result<K, PolicyError>;

/// The policies of a world and their parameters, in the order in which they are shown.
#[derive(Debug)]
pub struct Registry<K> {
    world: &'static str,
    presets: Vec<Preset<K>>,
    parameters: Vec<Parameter<K>>,
    texts: Vec<(&'static str, ReadText<K>)>,
}

impl<K: Kind> Registry<K> {
    /// The policies of a world, and what can be written in their brackets.
    pub fn new(world: &'static str, presets: Vec<Preset<K>>, parameters: Vec<Parameter<K>>) -> Self {
        Self { world, presets, parameters, texts: vec![] }
    }

    /// The same where the brackets of a policy hold a text of its own form instead of parameters.
    #[must_use]
    pub fn reading(mut self, key: &'static str, read: ReadText<K>) -> Self {
        self.texts.push((key, read));
        self
    }

    /// Whether the brackets of the policy with this key hold a text of its own form.
    pub fn reads_text(&self, key: &str) -> bool {
        self.texts.iter().any(|(known, _)| *known == key)
    }

    /// The policy that is written, and how it works, if its brackets hold a text of its own form.
    pub(super) fn read_text(&self, written: &str) -> Option<(&Preset<K>, Result<K, PolicyError>)> {
        let (key, rest) = written.split_once('[').unwrap_or((written, ""));
        let (key, read) = self.texts.iter().find(|(known, _)| *known == key)?;
        let preset = self.presets.iter().find(|preset| preset.row.key == *key)?;
        let text = if written.contains('[') { rest.strip_suffix(']') } else { Some("") };
        Some((preset, text.map_or_else(|| Err(PolicyError::Open(written.to_owned())), read)))
    }

    /// The name of the world.
    pub fn world(&self) -> &'static str {
        self.world
    }

    /// All policies with their defaults.
    pub fn presets(&self) -> &[Preset<K>] {
        &self.presets
    }

    /// What is said about each policy.
    pub fn rows(&self) -> impl Iterator<Item = &Row> + Clone {
        self.presets.iter().map(|preset| &preset.row)
    }

    /// Each policy with its defaults, as it is asked for.
    pub fn choices(&'static self) -> impl Iterator<Item = Choice> {
        self.rows().map(|row| self.choice(row, row.key))
    }

    /// The policy of this row, as it was written.
    pub(crate) fn choice(&self, row: &'static Row, written: impl Into<String>) -> Choice {
        let place = self.rows().position(|other| other.key == row.key).unwrap_or_default();
        Choice::new(self.world, place, row, written)
    }

    /// All parameters.
    pub fn parameters(&self) -> &[Parameter<K>] {
        &self.parameters
    }

    /// The parameters that a policy has.
    pub fn parameters_of<'a>(&'a self, preset: &'a Preset<K>) -> impl Iterator<Item = &'a Parameter<K>> + Clone {
        self.parameters.iter().filter(|parameter| parameter.is_of(&preset.kind))
    }

    /// The words that a parameter of the policy with this key may be, its default first if that is one of them; none if there
    /// is no such policy or parameter, or if it is not a word.
    pub fn words(&self, key: &str, name: &str) -> Vec<&'static str> {
        let Ok(preset) = self.find(key) else { return vec![] };
        let Ok(parameter) = self.parameter(preset, name) else { return vec![] };
        let mut words = parameter.words().to_vec();
        words.sort_by_key(|word| preset.is_changed_by(parameter, word));
        words
    }

    /// The word that a parameter of the policy with this key is where nothing else is written, if it is a word.
    pub fn usual(&self, key: &str, name: &str) -> Option<&'static str> {
        let preset = self.find(key).ok()?;
        let parameter = self.parameter(preset, name).ok()?;
        parameter.words().iter().copied().find(|word| !preset.is_changed_by(parameter, word))
    }

    /// The policy with this key.
    pub(super) fn find(&self, key: &str) -> Result<&Preset<K>, PolicyError> {
        self.presets.iter().find(|preset| preset.row.key == key).ok_or_else(|| {
            let allowed: Vec<&str> = self.rows().map(|row| row.key).collect();
            PolicyError::Unknown { key: key.to_owned(), suggestion: nearest(key, allowed.iter().copied()), allowed }
        })
    }

    /// The parameter of a policy with this name.
    pub(super) fn parameter<'a>(&'a self, preset: &'a Preset<K>, name: &str) -> Result<&'a Parameter<K>, PolicyError> {
        let mut its = self.parameters_of(preset);
        let names = its.clone().map(Parameter::name);
        its.find(|parameter| parameter.name() == name).ok_or_else(|| PolicyError::UnknownParameter {
            policy: preset.row.key,
            name: name.to_owned(),
            suggestion: nearest(name, names.clone()),
            allowed: names.collect(),
        })
    }
}
