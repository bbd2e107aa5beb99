//! Flags of a scenario's fields, made from what worlds say of their fields: help, forms and defaults are theirs.

use super::scenario::whole_number;
use clap::builder::{StyledStr, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use schedscope_core::experiment::{Form, Part, Scenario, ScenarioError, Section, SystemKind};
use std::sync::LazyLock;
use toml::Value;

/// The fields that were given as flags, by their dotted names.
#[derive(Debug, Default)]
pub struct FieldFlags(Vec<(String, Value)>);

impl FieldFlags {
    /// Changes these fields of a scenario.
    ///
    /// # Errors
    /// If its world has no such field.
    pub fn apply(&self, scenario: &mut Scenario) -> Result<(), ScenarioError> {
        self.0.iter().try_for_each(|(name, value)| scenario.set(name, Some(value.clone())))
    }
}

/// A flag: a field of one world, or one that several have.
struct Flag {
    name: String,
    fields: Vec<(SystemKind, &'static Part)>,
}

/// All flags: what several worlds have first.
static FLAGS: LazyLock<Vec<Flag>> = LazyLock::new(|| {
    let mut flags: Vec<Flag> = vec![];
    for world in SystemKind::ALL {
        for part in Part::all(*world).iter().filter(|part| has_flag(part)) {
            let name = part.flag.clone().unwrap_or_else(|| part.name.replace('_', "-"));
            match flags.iter_mut().find(|flag| flag.name == name) {
                Some(flag) => flag.fields.push((*world, part)),
                None => flags.push(Flag { name, fields: vec![(*world, part)] }),
            }
        }
    }
    flags.sort_by_key(|flag| flag.fields.len() == 1);
    flags
});

/// Lists of tables have no flags; files and workloads that have a name are given by `--workload`.
fn has_flag(part: &Part) -> bool {
    let named = part.section == Section::Workload && ["kind", "path"].contains(&part.name.as_str());
    !named && !matches!(part.form, Form::List(_))
}

impl Flag {
    fn part(&self) -> &'static Part {
        self.fields[0].1
    }

    /// What no other argument of a command is called.
    fn id(&self) -> String {
        self.part().path()
    }

    /// Where help lists it.
    fn heading(&self) -> String {
        match self.fields[..] {
            [(world, _)] => {
                let (first, rest) = world.key().split_at(1);
                format!("{}{rest} (--system {})", first.to_uppercase(), world.key())
            }
            _ => "Workload".to_owned(),
        }
    }

    /// What it means, and what holds where it is not given: in every world, as far as they differ.
    fn help(&self) -> String {
        let mut defaults: Vec<String> = vec![];
        let first = self.part().default.as_deref();
        for (world, part) in &self.fields {
            let Some(default) = part.default.as_deref() else { continue };
            if defaults.is_empty() {
                defaults.push(default.to_owned());
            } else if Some(default) != first {
                defaults.push(format!("{}: {default}", world.key()));
            }
        }
        let default = if defaults.is_empty() { String::new() } else { format!(" [default: {}]", defaults.join("; ")) };
        format!("{}{default}", self.part().about)
    }

    /// The same, and what else a reader may want to know.
    fn long_help(&self) -> Option<String> {
        let mut more: Vec<String> = vec![];
        for (world, part) in &self.fields {
            let other = (part.about != self.part().about).then_some(&part.about);
            for text in other.into_iter().chain(&part.more) {
                more.push(if self.fields.len() == 1 { text.clone() } else { format!("System {}: {text}", world.key()) });
            }
        }
        (!more.is_empty()).then(|| format!("{}\n\n{}", self.help(), more.join("\n\n")))
    }

    fn arg(&self) -> Arg {
        let part = self.part();
        let arg = Arg::new(self.id())
            .long(self.name.clone())
            .help(StyledStr::from(self.help()))
            .help_heading(self.heading())
            .hide_short_help(self.fields.iter().all(|(_, part)| part.rare))
            .allow_hyphen_values(true);
        let arg = match self.long_help() {
            Some(help) => arg.long_help(StyledStr::from(help)),
            None => arg,
        };
        match &part.form {
            Form::Whole => arg.value_name("N").value_parser(whole(part.range)),
            Form::Number => arg.value_name("X").value_parser(number),
            Form::Switch => {
                arg.value_name("true|false").num_args(0..=1).require_equals(true).default_missing_value("true").value_parser(switch)
            }
            Form::Word(words) => arg.value_name(words.join("|")).value_parser(word(words.clone())),
            Form::Text | Form::Value | Form::Choice(_) | Form::List(_) => {
                arg.value_name("VALUE").value_parser(|text: &str| Ok::<_, String>(value(text)))
            }
        }
    }
}

/// A number, whose range its field checks; `90%` is 0.9.
fn number(text: &str) -> Result<Value, String> {
    let number = match text.strip_suffix('%') {
        Some(hundredths) => hundredths.trim_end().parse().map(|x: f64| x / 100.0),
        None => text.parse(),
    };
    number.map(Value::Float).map_err(|_| "allowed: a number, such as 0.5 or 50%".to_owned())
}

/// A whole number, whose range its field checks: this one.
fn whole(range: Option<(i64, i64)>) -> ValueParser {
    let (least, most) = range.unwrap_or((0, i64::from(u32::MAX)));
    let parse = move |text: &str| {
        let number = whole_number(text).and_then(|number| u32::try_from(number).ok());
        number.map(|x| Value::Integer(x.into())).ok_or_else(|| format!("allowed: a whole number from {least} to {most}"))
    };
    ValueParser::new(parse)
}

fn switch(text: &str) -> Result<Value, String> {
    text.parse().map(Value::Boolean).map_err(|_| "allowed: true or false".to_owned())
}

fn word(words: Vec<String>) -> ValueParser {
    let parse = move |text: &str| {
        let known = words.iter().any(|word| word == text);
        if known { Ok(Value::String(text.to_owned())) } else { Err(format!("allowed: {}", words.join(", "))) }
    };
    ValueParser::new(parse)
}

/// A word, or what stands for itself in a scenario file.
fn value(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| Value::String(text.to_owned()))
}

impl Args for FieldFlags {
    fn augment_args(command: Command) -> Command {
        FLAGS.iter().fold(command, |command, flag| command.arg(flag.arg()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FieldFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |flag: &Flag| {
            let value = matches.try_get_one::<Value>(&flag.id()).map_err(|error| Error::raw(ErrorKind::InvalidValue, error.to_string()));
            value.map(|value| value.map(|value| (flag.part().path(), value.clone()))).transpose()
        };
        FLAGS.iter().filter_map(given).collect::<Result<_, _>>().map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::FLAGS;

    #[test]
    fn a_flag_of_several_worlds_is_one_field() {
        for flag in FLAGS.iter() {
            let paths: Vec<String> = flag.fields.iter().map(|(_, part)| part.path()).collect();
            assert!(paths.iter().all(|path| *path == paths[0]), "--{}: {paths:?}", flag.name);
        }
    }
}
