mod choice;
mod stops;

pub use choice::Variant;

use super::Scenario;
use crate::experiment::worlds::{Listed, SystemKind, WithWorld};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

/// A field of a scenario, as it is documented where it is declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Which table it is in.
    pub section: Section,
    /// Its name there.
    pub name: String,
    /// What it is called in sentences, where the name is no plain word.
    pub title: Option<String>,
    /// What it means, in one line.
    pub about: String,
    /// What else a reader may want to know.
    pub more: Option<String>,
    /// What holds where it is not given.
    pub default: Option<String>,
    /// Whether few need it: a short list leaves it out.
    pub rare: bool,
    /// What it is called in a form.
    pub label: String,
    /// How formulas call it; empty if they do not.
    pub symbol: String,
    /// What it is counted in; empty where that says nothing.
    pub unit: String,
    /// What a form says of it to a reader who is new to it, if that is more than `about`.
    pub hint: Option<String>,
    /// The values that its slider offers, ascending; none where a slider has no use.
    pub stops: Vec<f64>,
    /// What its flag is called, if not as itself.
    pub flag: Option<String>,
    /// What its values look like.
    pub form: Form,
    /// The least and the largest value, where whole numbers have these.
    pub range: Option<(i64, i64)>,
}

/// A table of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `[system]`
    System,
    /// `[workload]`
    Workload,
    /// None of them: it stands before these.
    Top,
}

impl Section {
    /// What it is called in files; empty for what is in no table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Workload => "workload",
            Self::Top => "",
        }
    }
}

/// What the values of a field look like.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// True or false.
    Switch,
    /// One of these words.
    Word(Vec<String>),
    /// A text.
    Text,
    /// A word or a table.
    Value,
    /// One of these, each a word or a table of numbers.
    Choice(Vec<Variant>),
    /// A list of tables with these fields.
    List(Vec<String>),
}

impl Part {
    /// All fields of a world.
    pub fn all(world: SystemKind) -> &'static [Self] {
        static ALL: LazyLock<Vec<(SystemKind, Vec<Part>)>> =
            LazyLock::new(|| SystemKind::ALL.iter().map(|kind| (*kind, kind.with(Parts))).collect());
        ALL.iter().find(|(kind, _)| *kind == world).map_or(&[], |(_, parts)| parts)
    }

    /// The fields that stand before the tables of every world and have one value.
    pub fn top() -> &'static [Self] {
        static TOP: LazyLock<Vec<Part>> = LazyLock::new(|| properties(Section::Top, &json!({ "properties": measurement() })));
        &TOP
    }

    /// The field of this dotted name in a world; also a number of a variant: `workload.sizes.pareto.alpha`.
    pub fn of(world: SystemKind, path: &str) -> Option<&'static Self> {
        let numbers = |part: &'static Self| part.variants().iter().flat_map(|variant| &variant.parts);
        let parts = Self::all(world).iter().chain(Self::top());
        parts.flat_map(|part| std::iter::once(part).chain(numbers(part))).find(|part| part.path() == path)
    }

    /// What can be chosen of it, where that is more than words.
    pub fn variants(&self) -> &[Variant] {
        if let Form::Choice(variants) = &self.form { variants } else { &[] }
    }

    /// Its dotted name.
    pub fn path(&self) -> String {
        let section = self.section.name();
        if section.is_empty() { self.name.clone() } else { format!("{section}.{}", self.name) }
    }

    /// What a form says of it.
    pub fn hint(&self) -> &str {
        self.hint.as_deref().unwrap_or(&self.about)
    }

    /// Worlds that have a field of this dotted name; also one of a list's tables: `workload.jobs.maps`.
    pub fn worlds(path: &str) -> Vec<SystemKind> {
        SystemKind::ALL.iter().copied().filter(|kind| Self::has(*kind, path)).collect()
    }

    fn has(kind: SystemKind, path: &str) -> bool {
        let of_list = |part: &Self| match (&part.form, path.strip_prefix(&part.path()).and_then(|rest| rest.strip_prefix('.'))) {
            (Form::List(fields), Some(field)) => fields.iter().any(|known| known == field),
            (Form::Value | Form::Choice(_), Some(_)) => true,
            _ => false,
        };
        Self::all(kind).iter().any(|part| part.path() == path || of_list(part))
    }

    /// Whether only other worlds have the field of this name.
    pub(super) fn is_foreign(kind: SystemKind, path: &str) -> bool {
        !Self::has(kind, path) && !Self::worlds(path).is_empty()
    }

    /// A field by its dotted name as people call it, the dotted name in brackets.
    pub fn called(kind: SystemKind, field: &str) -> String {
        // What varies in a sweep is in quotes already.
        if field.starts_with('"') {
            return field.to_owned();
        }
        let of = |kind: SystemKind| Self::all(kind).iter().find(|part| part.path() == field).and_then(|part| part.title.clone());
        let title = of(kind).or_else(|| SystemKind::ALL.iter().find_map(|kind| of(*kind)));
        match (title, field.rsplit_once('.')) {
            (Some(title), _) => format!("{title} ({field})"),
            (None, _) if field == "replications" => "number of replications (replications)".to_owned(),
            // The last part of the others is a word.
            (None, Some((_, name))) => format!("{} ({field})", name.replace('_', " ")),
            (None, None) => field.to_owned(),
        }
    }
}

/// The fields of a world.
struct Parts;

impl WithWorld for Parts {
    type Value = Vec<Part>;

    fn with<W: Listed>(self) -> Vec<Part> {
        let of = |section, schema| properties(section, &schema);
        let mut all = of(Section::System, schema_of::<W::System>());
        all.extend(of(Section::Workload, schema_of::<W::Workload>()));
        all
    }
}

/// The JSON Schema of a world's scenario files, made from what it says of its fields.
pub fn schema(world: SystemKind) -> Json {
    let [mut system, mut workload] = world.with(Schemas);
    for part in [&mut system, &mut workload] {
        if let Some(table) = part.as_object_mut() {
            table.remove("$schema");
            table.remove("title");
        }
    }
    if world != SystemKind::default() {
        system["required"] = json!(["kind"]);
    }
    let required = if world == SystemKind::default() { json!([]) } else { json!(["system"]) };
    let mut properties = measurement();
    properties["policies"] = json!({
        "type": "array", "items": { "type": "string" }, "minItems": 1, "default": world.usual_policies(),
        "description": "Keys of the policies to compare, each with its parameters in brackets"
    });
    (properties["system"], properties["workload"]) = (system, workload);
    json!({
        "title": format!("scenario of the {world}"),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false
    })
}

/// The schemas of what every scenario says of how it is measured.
fn measurement() -> Json {
    json!({
        "seed": {
            "type": "integer", "minimum": 0, "maximum": Scenario::MOST_SEED, "default": 1, "description": "Seed of all random numbers",
            "x-default": "1", "x-label": "Seed",
            "x-hint": "Where the random numbers start. The same seed gives the same jobs, here and on the command line."
        },
        "replications": {
            "type": "integer", "minimum": 1, "maximum": Scenario::MOST_REPLICATIONS, "default": 1,
            "description": "Number of independent repetitions",
            "x-default": "1", "x-label": "Replications", "x-symbol": "r", "x-stops": "1, 2, 3, 5, 10, 20, 30, 50, 100",
            "x-hint": "Number of independent repetitions with fresh random numbers. Two or more give a confidence interval."
        }
    })
}

/// The schemas of both tables of a world.
struct Schemas;

impl WithWorld for Schemas {
    type Value = [Json; 2];

    fn with<W: Listed>(self) -> [Json; 2] {
        // What stands beside a table's schema belongs to it: references are resolved within.
        let inlined = || SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true).into_generator();
        [inlined().into_root_schema_for::<W::System>().to_value(), inlined().into_root_schema_for::<W::Workload>().to_value()]
    }
}

fn schema_of<T: JsonSchema>() -> Json {
    SchemaGenerator::default().into_root_schema_for::<T>().to_value()
}

fn properties(section: Section, schema: &Json) -> Vec<Part> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .filter(|(name, _)| section != Section::System || *name != "kind")
        .map(|(name, field)| part(section, name, field, schema))
        .collect()
}

fn part(section: Section, name: &str, field: &Json, root: &Json) -> Part {
    let text = |key: &str| field[key].as_str().map(str::to_owned);
    // A paragraph is one line, however it is broken in the source.
    let described = text("description").unwrap_or_default();
    let mut paragraphs = described.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let about = paragraphs.next().unwrap_or_default();
    let more: Vec<String> = paragraphs.collect();
    let title = text("title");
    let label = text("x-label").unwrap_or_else(|| capital(title.as_deref().unwrap_or(&name.replace('_', " "))));
    Part {
        section,
        name: name.to_owned(),
        title,
        label,
        symbol: text("x-symbol").unwrap_or_default(),
        unit: text("x-unit").unwrap_or_default(),
        hint: text("x-hint"),
        stops: field["x-stops"].as_str().and_then(stops::read).unwrap_or_default(),
        about,
        more: (!more.is_empty()).then(|| more.join("\n\n")),
        default: text("x-default"),
        rare: field["x-rare"] == true,
        flag: text("x-flag"),
        form: form(section, name, field, root),
        range: field["minimum"].as_i64().zip(field["maximum"].as_i64()),
    }
}

/// What the values of a field look like.
fn form(section: Section, name: &str, field: &Json, root: &Json) -> Form {
    let is = |kind: &str| field["type"] == kind || field["type"].as_array().is_some_and(|kinds| kinds.iter().any(|known| known == kind));
    if is("integer") {
        Form::Whole
    } else if is("number") {
        Form::Number
    } else if is("boolean") {
        Form::Switch
    } else if is("array") {
        // A list of words is written like any other value.
        let table = resolved(&field["items"], root);
        table["properties"].as_object().map_or(Form::Value, |fields| Form::List(fields.keys().cloned().collect()))
    } else {
        let words = words(field, root);
        match (words, is("string")) {
            (Some(words), _) if !words.is_empty() => Form::Word(words),
            (_, true) => Form::Text,
            _ => choice::variants(section, name, field, root).map_or(Form::Value, Form::Choice),
        }
    }
}

/// Words with a capital at the beginning.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// The schema that another one refers to.
fn resolved<'a>(schema: &'a Json, root: &'a Json) -> &'a Json {
    let target = schema["$ref"].as_str().and_then(|path| root.pointer(path.trim_start_matches('#')));
    target.unwrap_or(schema)
}

/// The words that a field may have, if it has nothing else.
fn words(field: &Json, root: &Json) -> Option<Vec<String>> {
    let field = resolved(field, root);
    if field["type"] == "null" {
        return Some(vec![]);
    }
    if let Some(word) = field["const"].as_str() {
        return Some(vec![word.to_owned()]);
    }
    if let Some(words) = field["enum"].as_array() {
        return words.iter().filter(|word| !word.is_null()).map(|word| word.as_str().map(str::to_owned)).collect();
    }
    either(field)?.iter().map(|one| words(one, root)).collect::<Option<Vec<_>>>().map(|words| words.concat())
}

/// The schemas of which a value follows one.
fn either(field: &Json) -> Option<&Vec<Json>> {
    field["oneOf"].as_array().or(field["anyOf"].as_array())
}
