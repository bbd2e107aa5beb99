use super::CliError;
use super::args::{Format, PoliciesArgs};
use super::export::{new_table, write_json};
use super::output::print;
use schedscope::formula::words;
use schedscope::registry::{Choice, Parameter, Preset, Row};
use schedscope::world::Beside;
use schedscope_core::experiment::{Listed, WithWorld, registry};
use schedscope_core::plot::{Look, look_of};
use serde::{Serialize, Serializer};
use serde_json::json;
use std::io::{self, Write};

/// Lists the registry of a world.
pub fn run(args: &PoliciesArgs) -> Result<(), CliError> {
    args.system.with(List(args.format))
}

struct List(Format);

impl WithWorld for List {
    type Value = Result<(), CliError>;

    fn with<W: Listed>(self) -> Self::Value {
        let registry = registry::<W>();
        let entry = |(preset, choice): (&'static Preset<W::Policy>, Choice)| Entry {
            row: &preset.row,
            beside: Besides(W::beside(&preset.kind)),
            look: look_of(&choice),
            optional: registry.parameters_of(preset).any(|parameter| parameter.name() == "preemption"),
        };
        let policies: Vec<Entry> = registry.presets().iter().zip(registry.choices()).map(entry).collect();
        print(|out| match self.0 {
            Format::Table => {
                table(&policies, out)?;
                parameters(registry.parameters(), out)?;
                if registry.presets().iter().any(|preset| registry.reads_text(preset.row.key)) { formulas(out) } else { Ok(()) }
            }
            Format::Json => write_json(&policies, out),
            Format::Csv => csv(&policies, out),
        })
    }
}

/// A policy in the list.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    row: &'static Row,
    /// What its world says besides.
    #[serde(flatten)]
    beside: Besides,
    look: Look,
    /// Whether a parameter decides if it is preemptive.
    #[serde(skip)]
    optional: bool,
}

/// What a world says of a policy besides, as fields of its entry.
struct Besides(Option<Beside>);

impl Serialize for Besides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = |beside: &Beside| beside.why.map_or_else(|| json!(beside.word), |why| json!({ (beside.word): why }));
        serializer.collect_map(self.0.iter().map(|beside| (beside.title, value(beside))))
    }
}

impl Entry {
    fn preemptive(&self) -> &'static str {
        match self {
            Self { optional: true, .. } => "optional",
            Self { row: Row { preemptive: true, .. }, .. } => "yes",
            _ => "no",
        }
    }

    fn beside(&self) -> Option<&'static str> {
        self.beside.0.map(|beside| beside.word)
    }
}

/// The heading of what a world says besides.
fn heading(policies: &[Entry]) -> Option<&'static str> {
    policies.iter().find_map(|policy| policy.beside.0).map(|beside| beside.title)
}

fn table(policies: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    let headings: Vec<&str> = ["key", "rule", "knows", "preemptive"].into_iter().chain(heading(policies)).collect();
    let mut table = new_table(&headings);
    for policy in policies {
        let Row { key, line, family, .. } = policy.row;
        table.add_row([*key, *line, family.words(), policy.preemptive()].into_iter().chain(policy.beside()));
    }
    writeln!(out, "{}", table.trim_fmt())
}

/// Lists what can be written in brackets.
fn parameters<K: 'static>(parameters: &[Parameter<K>], out: &mut dyn Write) -> io::Result<()> {
    if parameters.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nParameters, written key[name=value,name=value]; variants of a policy take the same ones:\n")?;
    let mut table = new_table(&["of", "name", "allowed", "what it does"]);
    for parameter in parameters {
        // What a formula may read is listed below.
        let formula = || format!("{}, or a formula", parameter.words().join(", "));
        let allowed = if parameter.reads().is_empty() { parameter.allowed().to_owned() } else { formula() };
        table.add_row([parameter.policies(), parameter.name(), &allowed, parameter.about()]);
    }
    writeln!(out, "{}", table.trim_fmt())?;
    let formulas = parameters.iter().filter(|parameter| !parameter.reads().is_empty());
    let of = |parameter: &Parameter<K>| {
        writeln!(
            out,
            "\nA formula for {} may read these; operators and functions are those of the server's formulas:\n",
            parameter.name()
        )?;
        let mut table = new_table(&["in a formula", "what it is"]);
        for (name, about) in parameter.reads() {
            table.add_row([name, about]);
        }
        writeln!(out, "{}", table.trim_fmt())
    };
    formulas.into_iter().try_for_each(of)
}

/// Lists what a formula may be made of.
fn formulas(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "\nFormulas, written rank[formula; setting; setting] or share[formula; setting], as in 'rank[est^c - age; let c = 0.3; name=mine]':\n"
    )?;
    let mut table = new_table(&["in a formula", "what it is"]);
    for (name, about) in words().chain(SETTINGS) {
        table.add_row([name, about]);
    }
    writeln!(out, "{}", table.trim_fmt())
}

/// Operators, and what may follow a formula.
const SETTINGS: [(&str, &str); 8] = [
    ("+ - * / ^", "as usual"),
    ("< <= > >= == != && || !", "1 if true, 0 if false"),
    ("; let c = 0.3", "a constant of this name"),
    ("; name=mine", "what the policy is called"),
    ("; ties=fcfs or shared", "of equal ranks the first to arrive is served (fcfs, unless given), or all share"),
    (
        "; preempt=always, arrival or completion",
        "when ranks are compared: always unless given, at arrivals and completions, or at completions",
    ),
    ("; q=0.001", "how often ranks of time are compared, in mean sizes; 0.001 unless given"),
    ("schedscope policies --explain 'rank[…]'", "says what a formula means"),
];

fn csv(policies: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["key", "name", "family", "preemptive"].into_iter().chain(heading(policies)).chain(["line", "source"]))?;
    for policy in policies {
        let Row { key, name, family, line, source, .. } = policy.row;
        let record = [*key, *name, family.words(), policy.preemptive()].into_iter().chain(policy.beside()).chain([*line, *source]);
        csv.write_record(record)?;
    }
    csv.flush()
}
