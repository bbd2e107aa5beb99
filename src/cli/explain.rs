use super::CliError;
use super::args::Format;
use super::export::{new_table, write_json};
use super::output::print;
use schedscope::formula::Explanation;
use schedscope::registry::Choice;
use schedscope_core::experiment::{ScenarioError, SystemKind};
use schedscope_state::lab::Rule;
use serde::Serialize;

/// Says what a policy is and, if it is a formula, what that means.
pub fn run(system: SystemKind, written: &str, format: Format) -> Result<(), CliError> {
    let explanation = match Rule::of(written).filter(|_| system == SystemKind::Server) {
        Some((says, text)) => {
            let rule = Rule::read(says, &text).map_err(|mistake| CliError::Formula(mistake.under(&text)))?;
            Some(rule.explain())
        }
        None => None,
    };
    let choice = system.choice(written).map_err(|error| ScenarioError::of(system, error.into()))?;
    print(|out| match format {
        Format::Json => write_json(&Explained { policy: &choice, row: choice.row(), explanation: explanation.as_ref() }, out),
        Format::Table | Format::Csv => {
            let mut table = new_table(&["", ""]);
            for [what, said] in rows(&choice, explanation.as_ref()) {
                table.add_row([what, said]);
            }
            writeln!(out, "{}", table.trim_fmt())
        }
    })
}

#[derive(Serialize)]
struct Explained<'a> {
    policy: &'a Choice,
    row: &'a schedscope::registry::Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'a Explanation>,
}

fn rows(choice: &Choice, explanation: Option<&Explanation>) -> Vec<[String; 2]> {
    let row = choice.row();
    let mut rows = vec![["policy".to_owned(), choice.written().to_owned()], ["name".to_owned(), choice.name()]];
    let mut say = |what: &str, said: String| rows.push([what.to_owned(), said]);
    let Some(explanation) = explanation else {
        if !row.full.is_empty() {
            say("stands for", row.full.to_owned());
        }
        say("rule", row.line.to_owned());
        say("knows", row.family.words().to_owned());
        say("source", row.source.to_owned());
        return rows;
    };
    if let Some(twin) = explanation.twin {
        let key = twin.key.map_or_else(String::new, |key| format!(", the policy {key}"));
        say("the same as", format!("{}{key}", twin.name));
    }
    for (name, about) in &explanation.variables {
        say("reads", format!("{name}: {about}"));
    }
    say("changes with", explanation.class.to_owned());
    say("simulated", explanation.simulated.clone());
    for warning in &explanation.warnings {
        say("warning", warning.clone());
    }
    rows
}
