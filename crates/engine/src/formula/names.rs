use super::Variable;
use super::tree::{Function, Tree};
use crate::registry::Term;

/// What names mean in a formula, besides functions.
#[derive(Clone, Copy)]
pub(super) enum Names<'a> {
    /// Variables of a job at a server, and constants.
    Job(&'a [(String, f64)]),
    /// Places in a list of values.
    Words(&'static [Term]),
}

impl<'a> Names<'a> {
    /// What a formula may look like.
    pub(super) fn example(self) -> String {
        match self {
            Self::Job(_) => "est, age or max(est,age)".to_owned(),
            Self::Words(words) => words.first().map_or_else(String::new, |(name, _)| format!("{name} or max({name},1)")),
        }
    }

    /// All of them.
    pub(super) fn all(self) -> Vec<&'a str> {
        match self {
            Self::Job(constants) => {
                let constants = constants.iter().map(|(name, _)| name.as_str());
                constants.chain(Variable::ALL.into_iter().map(|variable| -> &'a str { variable.name() })).collect()
            }
            Self::Words(words) => words.iter().map(|(name, _)| *name).collect(),
        }
    }

    /// Functions that may be called: tables are those of a law of sizes at a server.
    pub(super) fn functions(self) -> impl Iterator<Item = Function> {
        Function::ALL.into_iter().filter(move |function| matches!(self, Self::Job(_)) || !function.is_tabled())
    }

    /// The function of this name.
    pub(super) fn function(self, name: &str) -> Option<Function> {
        self.functions().find(|function| function.name() == name)
    }

    /// What this name stands for.
    pub(super) fn leaf(self, name: &str) -> Option<Tree> {
        match self {
            Self::Job(constants) => {
                let constant = constants.iter().position(|(known, _)| known == name).map(Tree::Constant);
                constant.or_else(|| Variable::named(name).map(Tree::Variable))
            }
            Self::Words(words) => {
                let place = words.iter().position(|(known, _)| *known == name)?;
                Some(Tree::Word(place as u8, words[place].0))
            }
        }
    }
}
