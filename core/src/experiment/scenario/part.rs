use super::Scenario;
use crate::experiment::worlds::{Listed, SystemKind, WithWorld};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

/// A field of a world's part of a scenario, as it is documented where it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

impl Section {
    /// What it is called in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Workload => "workload",
        }
    }
}

/// What the values of a field look like.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Its dotted name.
    pub fn path(&self) -> String {
        format!("{}.{}", self.section.name(), self.name)
    }

    /// Worlds that have a field of this dotted name; also one of a list's tables: `workload.jobs.maps`.
    pub fn worlds(path: &str) -> Vec<SystemKind> {
        SystemKind::ALL.iter().copied().filter(|kind| Self::has(*kind, path)).collect()
    }

    fn has(kind: SystemKind, path: &str) -> bool {
        let of_list = |part: &Self| match (&part.form, path.strip_prefix(&part.path()).and_then(|rest| rest.strip_prefix('.'))) {
            (Form::List(fields), Some(field)) => fields.iter().any(|known| known == field),
            (Form::Value, Some(_)) => true,
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
    json!({
        "title": format!("scenario of the {world}"),
        "type": "object",
        "properties": {
            "seed": { "type": "integer", "minimum": 0, "default": 1, "description": "Seed of all random numbers" },
            "replications": {
                "type": "integer", "minimum": 1, "maximum": Scenario::MOST_REPLICATIONS, "default": 1,
                "description": "Number of independent repetitions"
            },
            "policies": {
                "type": "array", "items": { "type": "string" }, "minItems": 1, "default": world.usual_policies(),
                "description": "Keys of the policies to compare, each with its parameters in brackets"
            },
            "system": system,
            "workload": workload
        },
        "required": required,
        "additionalProperties": false
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
    Part {
        section,
        name: name.to_owned(),
        title: text("title"),
        about,
        more: (!more.is_empty()).then(|| more.join("\n\n")),
        default: text("x-default"),
        rare: field["x-rare"] == true,
        flag: text("x-flag"),
        form: form(field, root),
        range: field["minimum"].as_i64().zip(field["maximum"].as_i64()),
    }
}

/// What the values of a field look like.
fn form(field: &Json, root: &Json) -> Form {
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
            _ => Form::Value,
        }
    }
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
    let either = field["oneOf"].as_array().or(field["anyOf"].as_array())?;
    either.iter().map(|one| words(one, root)).collect::<Option<Vec<_>>>().map(|words| words.concat())
}
