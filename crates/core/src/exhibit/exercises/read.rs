//! Exercises as they are written: sets as TOML, one of them as the query of a link.

use super::error::ExerciseError;
use super::fields::Fields;
use super::{Aim, Asked, Challenge, Exercise, Goal, Moment, Set, Situation, Truth};
use crate::exhibit::{Exhibit, job_text};
use crate::experiment::{
    Column, LINKS, Plan, Scenario, ScenarioError, Study, SystemKind, assign, choices, decode, encode, read, without, written,
};
use schedscope::formula::Allowed;
use schedscope::server::Policy;
use toml::{Table, Value};

type Read<T> = Result<T, ExerciseError>;

/// The most exercises of a set.
const MOST_EXERCISES: usize = 50;
/// The most characters of a title, and of a text, a hint or an explanation.
const TITLE: usize = 80;
const TEXT: usize = 1000;
/// The most characters of jobs, policies or a link.
const QUERY: usize = 4000;
/// The most jobs, over all policies and replications, that an exercise about a load may simulate.
const MOST_WORK: f64 = 5e6;

/// Times, sizes and means that can be asked for.
const ANY: (f64, f64) = (0.0, 1e6);
const POSITIVE: (f64, f64) = (1e-6, 1e6);

const MOMENTS: [(&str, Moment); 3] = [("leaves", Moment::Leaves), ("late", Moment::TurnsLate), ("starts", Moment::Starts)];
const HIDDEN: [&str; 2] = ["future", "others"];
/// Columns in which less is better.
const COLUMNS: [&str; 3] = ["mean_sojourn", "median_slowdown", "p99_slowdown"];
/// The tables of which an exercise has one.
const ASKED: [&str; 7] = ["instant", "order", "served", "mean", "goal", "choose", "formula"];
/// The same in words.
const KINDS: &str = "one of instant, order, served, mean, goal, choose and formula";

impl Set {
    /// Reads a file.
    ///
    /// # Errors
    /// Names the exercise, the field and its value, and what is allowed.
    pub fn from_toml(text: &str) -> Read<Self> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            ExerciseError::Toml(error.to_string().trim_end().replace("TOML parse error at line", "line"))
        })?;
        let fields = Fields::of(&table, "", &["title", "exercise"])?;
        let title = fields.must("title", TITLE)?;
        let list = fields.get("exercise").and_then(Value::as_array);
        let several = || format!("1 to {MOST_EXERCISES} tables [[exercise]]");
        let tables: Option<Vec<&Table>> = list.and_then(|list| list.iter().map(Value::as_table).collect());
        let tables = tables.filter(|tables| (1..=MOST_EXERCISES).contains(&tables.len()));
        let tables = tables.ok_or_else(|| match list {
            None => ExerciseError::Missing { field: "exercise".to_owned(), allowed: several() },
            Some(list) => fields.wrong("exercise", &format!("a list of {}", list.len()), &several()),
        })?;
        let read = |(number, table): (usize, &Table)| {
            Exercise::from_table(table).map_err(|error| ExerciseError::In { number, error: Box::new(error) })
        };
        Ok(Self { title, exercises: (1..).zip(tables).map(read).collect::<Read<_>>()? })
    }

    /// The set as a file holds it.
    pub fn to_toml(&self) -> String {
        let exercises: Vec<Value> = self.exercises.iter().map(|exercise| Value::from(exercise.table())).collect();
        let mut table = Table::new();
        table.insert("title".to_owned(), self.title.clone().into());
        table.insert("exercise".to_owned(), exercises.into());
        table.to_string()
    }
}

impl Exercise {
    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the field and its value, and what is allowed.
    pub fn from_query(query: &str) -> Read<Self> {
        /// More pairs than an exercise has fields.
        const MOST_PAIRS: usize = 40;
        /// What is a text, whatever it looks like.
        const TEXTS: [&str; 10] =
            ["title", "text", "why", "jobs", "policies", "watch", "compare", "formula.times", "formula.start", "formula.reference"];
        let mut table = Table::new();
        for (i, pair) in query.split('&').filter(|pair| !pair.is_empty()).enumerate() {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let wrong =
                |allowed: &str| ExerciseError::Field { field: key.to_owned(), found: format!("\"{value}\""), allowed: allowed.to_owned() };
            let value = decode(value).ok_or_else(|| wrong("% before two hexadecimal digits of UTF-8 text"))?;
            if key == "v" {
                if value != LINKS {
                    return Err(wrong("1, the version of links"));
                }
                continue;
            }
            let value = if TEXTS.contains(&key) { value.into() } else { read(&value).unwrap_or_else(|| value.into()) };
            if i >= MOST_PAIRS || assign(&mut table, key, value).is_none() {
                return Err(ExerciseError::Unknown { field: key.to_owned(), allowed: "the fields of an exercise, each once".to_owned() });
            }
        }
        Self::from_table(&table)
    }

    /// The exercise as a query, in which each field can be read.
    pub fn to_query(&self) -> String {
        let mut parts = vec![format!("v={LINKS}")];
        for (key, value) in self.table() {
            let pair = |key: &str, value: &Value| {
                let text = value.as_str().map_or_else(|| written(value), str::to_owned);
                format!("{key}={}", encode(&text))
            };
            match value {
                Value::Table(inner) if !inner.is_empty() => {
                    parts.extend(inner.iter().map(|(name, value)| pair(&format!("{key}.{name}"), value)));
                }
                value => parts.push(pair(&key, &value)),
            }
        }
        parts.join("&")
    }

    /// What is asked of what, in a form that stays when only its words are changed.
    pub(super) fn essence(&self) -> String {
        let asked = match self.asked.clone() {
            Asked::Formula(challenge) => Asked::Formula(Challenge { reference: None, ..challenge }),
            asked => asked,
        };
        Self { title: String::new(), text: String::new(), hints: vec![], why: String::new(), asked, ..self.clone() }.to_query()
    }

    fn from_table(table: &Table) -> Read<Self> {
        let fields = Fields::of(
            table,
            "",
            &[
                "title", "text", "jobs", "policies", "watch", "compare", "at", "hide", "instant", "order", "served", "mean", "goal",
                "choose", "formula", "hints", "why",
            ],
        )?;
        let (title, text, why) = (fields.text("title", TITLE)?, fields.text("text", TEXT)?, fields.text("why", TEXT)?);
        let scene = scene(&fields)?;
        let at = fields.number("at", ANY)?;
        let hidden = fields.words("hide", &HIDDEN)?.unwrap_or(HIDDEN.to_vec());
        let kinds = ASKED.into_iter().filter_map(|kind| fields.table(kind).map(|table| Some((kind, table?))).transpose());
        let kinds = kinds.collect::<Read<Vec<_>>>()?;
        let asked = match (&kinds[..], &scene) {
            ([("instant", instant)], Situation::Jobs(exhibit)) => self::instant(instant, exhibit)?,
            ([("order", order)], Situation::Jobs(exhibit)) => {
                let fields = Fields::of(order, "order", &["under"])?;
                Asked::Order { under: policy(&fields, "under", exhibit)? }
            }
            ([("served", served)], Situation::Jobs(exhibit)) => {
                let fields = Fields::of(served, "served", &["under"])?;
                Asked::Served { under: policy(&fields, "under", exhibit)? }
            }
            ([("mean", mean)], Situation::Jobs(exhibit)) => {
                let fields = Fields::of(mean, "mean", &["under", "within"])?;
                let under = policy(&fields, "under", exhibit)?;
                let within = fields.number("within", ANY)?.unwrap_or(0.05);
                Asked::Mean { under, within }
            }
            ([("goal", goal)], Situation::Jobs(exhibit)) => Asked::Goal(self::goal(goal, exhibit)?),
            ([("choose", choose)], Situation::Load(scenario)) => self::choose(choose, scenario)?,
            ([("formula", formula)], Situation::Load(scenario)) => Asked::Formula(challenge(formula, scenario)?),
            ([("choose" | "formula", _)], Situation::Jobs(_)) => {
                let allowed = "a load to choose a policy for, or to write one for".to_owned();
                return Err(ExerciseError::Missing { field: "compare".to_owned(), allowed });
            }
            ([_], Situation::Load(_)) => return Err(fields.wrong("compare", "given", "jobs or watch, except with choose and formula")),
            (kinds, _) => return Err(fields.wrong("what is asked", &format!("{} tables", kinds.len()), KINDS)),
        };
        let hints = fields.texts("hints", Self::MOST_HINTS, TEXT)?;
        let hides = |what: &str| hidden.contains(&what);
        let (hides_future, hides_others, at) = (hides("future"), hides("others"), at.unwrap_or(0.0));
        let nothing = String::new;
        let mut exercise = Self { title: nothing(), text: nothing(), scene, at, hides_future, hides_others, asked, hints, why: nothing() };
        let missing = |field: &str| ExerciseError::Missing { field: field.to_owned(), allowed: "a text".to_owned() };
        exercise.title = title.or_else(|| exercise.usual_title()).ok_or_else(|| missing("title"))?;
        exercise.text = text.or_else(|| exercise.usual_text()).ok_or_else(|| missing("text"))?;
        exercise.check()?;
        exercise.why = why.or_else(|| exercise.usual_why()).unwrap_or_default();
        Ok(exercise)
    }

    /// That there is an answer, and that it is not given away.
    pub(super) fn check(&self) -> Read<()> {
        let wrong = |field: &str, found: String, allowed: String| Err(ExerciseError::Field { field: field.to_owned(), found, allowed });
        if let Asked::Goal(goal) = &self.asked {
            let jobs = self.exhibit().map_or(&[][..], |exhibit| &exhibit.jobs);
            if let Some(refused) = goal.refuses(jobs, jobs) {
                return wrong("goal", refused, "bounds that the jobs it begins with are within".to_owned());
            }
        }
        let truth = Truth::of(self);
        match (&self.asked, &truth) {
            (Asked::Instant { job, under, .. }, None) => {
                return wrong("instant", format!("what never happens to job {job} under {under}"), "what happens".to_owned());
            }
            (Asked::Goal(goal), Some(Truth::Goal(value))) if goal.aim.holds(*value) => {
                return wrong("goal", format!("reached at the start, with {value:.3}"), "what is still to be reached".to_owned());
            }
            (Asked::Served { under }, None) => {
                return wrong(
                    "at",
                    format!("{}, when no job is served under {under}", self.at),
                    "an instant at which jobs are served".to_owned(),
                );
            }
            (Asked::Instant { .. }, Some(Truth::Instant(time))) if self.hides_future && *time <= self.at => {
                return wrong("at", self.at.to_string(), "an instant before what is asked for".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// The exercise as it may be written.
    fn table(&self) -> Table {
        let mut table = Table::new();
        let mut put = |key: &str, value: Value| drop(table.insert(key.to_owned(), value));
        // Words that follow from the rest are left out.
        let mut own = |key: &str, words: &str, usual: Option<String>| {
            if usual.is_none_or(|usual| usual != words) {
                put(key, words.into());
            }
        };
        own("title", &self.title, self.usual_title());
        own("text", &self.text, self.usual_text());
        match &self.scene {
            Situation::Jobs(exhibit) => {
                put("jobs", exhibit.jobs.iter().map(job_text).collect::<Vec<_>>().join(",").into());
                put("policies", exhibit.policies.iter().map(Policy::written).collect::<Vec<_>>().join(",").into());
            }
            Situation::Load(scenario) => put("compare", scenario.to_query().into()),
        }
        if self.at > 0.0 {
            put("at", self.at.into());
        }
        let hidden: Vec<&str> = [(self.hides_future, HIDDEN[0]), (self.hides_others, HIDDEN[1])]
            .into_iter()
            .filter(|(hides, _)| *hides)
            .map(|(_, word)| word)
            .collect();
        if hidden.len() < HIDDEN.len() {
            put("hide", hidden.into_iter().map(Value::from).collect::<Vec<_>>().into());
        }
        let key = |policy: &Policy| Value::from(policy.written());
        let mut asked = Table::new();
        let mut ask = |name: &str, value: Value| drop(asked.insert(name.to_owned(), value));
        let kind = match &self.asked {
            Asked::Instant { moment, job, under, within } => {
                let of = MOMENTS.iter().find(|(_, known)| known == moment).map_or("", |(word, _)| word);
                ask("of", of.into());
                ask("job", (*job as i64).into());
                ask("under", key(under));
                ask("within", (*within).into());
                "instant"
            }
            Asked::Order { under } => {
                ask("under", key(under));
                "order"
            }
            Asked::Served { under } => {
                ask("under", key(under));
                "served"
            }
            Asked::Mean { under, within } => {
                ask("under", key(under));
                ask("within", (*within).into());
                "mean"
            }
            Asked::Goal(goal) => {
                match &goal.aim {
                    Aim::Worse { policy, than, times } => {
                        ask("worse", key(policy));
                        ask("than", key(than));
                        ask("times", (*times).into());
                    }
                    Aim::AtMost { policy, mean } => {
                        ask("mean", key(policy));
                        ask("most", (*mean).into());
                    }
                }
                let pair = |(least, most): (f64, f64)| Value::from(vec![least, most]);
                let given = self.exhibit().map_or(0, |exhibit| exhibit.jobs.len());
                if goal.jobs != (given, given) {
                    ask("jobs", vec![goal.jobs.0 as i64, goal.jobs.1 as i64].into());
                }
                for (name, bounds) in [("arrivals", goal.arrivals), ("sizes", goal.sizes), ("guesses", goal.guesses)] {
                    if let Some(bounds) = bounds {
                        ask(name, pair(bounds));
                    }
                }
                "goal"
            }
            Asked::Choose { by, within } => {
                ask("by", (*by).into());
                ask("within", (*within).into());
                "choose"
            }
            Asked::Formula(Challenge { below, times, allowed, start, reference }) => {
                ask("below", (*below).into());
                ask("allowed", allowed.names().iter().copied().map(Value::from).collect::<Vec<_>>().into());
                ask("start", start.as_str().into());
                for (name, text) in [("times", times), ("reference", reference)] {
                    if let Some(text) = text {
                        ask(name, text.as_str().into());
                    }
                }
                "formula"
            }
        };
        put(kind, asked.into());
        if !self.hints.is_empty() {
            put("hints", self.hints.iter().map(|hint| Value::from(hint.as_str())).collect::<Vec<_>>().into());
        }
        if !self.why.is_empty() && self.usual_why().is_none_or(|usual| usual != self.why) {
            put("why", self.why.clone().into());
        }
        table
    }
}

/// The query of a link of which more may have been copied.
fn query(link: &str) -> &str {
    link.split_once('?').map_or(link, |(_, query)| query)
}

/// What it is about: jobs and policies, or a link of *Watch* or of *Compare*.
fn scene(fields: &Fields) -> Read<Situation> {
    let (jobs, policies) = (fields.text("jobs", QUERY)?, fields.text("policies", QUERY)?);
    let (watch, compare) = (fields.text("watch", QUERY)?, fields.text("compare", QUERY)?);
    let scene = |field: &'static str| {
        move |error: ScenarioError| ExerciseError::Situation {
            field: error.field().filter(|key| key == "policies").unwrap_or(field.to_owned()),
            message: error.to_string(),
        }
    };
    match (jobs, policies, watch, compare) {
        (Some(jobs), Some(policies), None, None) => {
            let plain = |text: &str| encode(&text.replace(char::is_whitespace, ""));
            let exhibit = Exhibit::from_query(&format!("jobs={}&policies={}", plain(&jobs), plain(&policies)), &[]);
            exhibit.map(Situation::Jobs).map_err(scene("jobs"))
        }
        (None, None, Some(link), None) => {
            let exhibit = Exhibit::from_query(&without(query(&link), &["show", "t"]), &[]).map_err(scene("watch"))?;
            Ok(Situation::Jobs(Exhibit { example: None, ..exhibit }))
        }
        (None, None, None, Some(link)) => {
            let scenario = Scenario::from_query(&without(query(&link), &["show", "pair"])).map_err(scene("compare"))?;
            let study = Study::new(scenario.clone(), |_| Err(std::io::ErrorKind::Unsupported.into())).map_err(scene("compare"))?;
            // A formula that is asked for is one more.
            let policies = scenario.policies.len() + usize::from(fields.get("formula").is_some());
            let work = study.jobs() as f64 * f64::from(scenario.replications) * policies as f64;
            if work > MOST_WORK || scenario.policies.len() < 2 {
                let found =
                    format!("{work} jobs, over all of {} policies and {} replications", scenario.policies.len(), scenario.replications);
                return Err(fields.wrong("compare", &found, &format!("2 policies or more, and at most {MOST_WORK} jobs")));
            }
            Ok(Situation::Load(Box::new(scenario)))
        }
        _ => Err(ExerciseError::Missing {
            field: "jobs".to_owned(),
            allowed: "jobs and policies, or watch (a link of Watch), or compare (a link of Compare)".to_owned(),
        }),
    }
}

/// A policy of the scene; the first unless another is named.
fn policy(fields: &Fields, key: &'static str, exhibit: &Exhibit) -> Read<Policy> {
    let Some(name) = fields.text(key, TITLE)? else {
        let first = exhibit.policies.first().cloned();
        return first.ok_or_else(|| ExerciseError::Missing { field: fields.name(key), allowed: "a policy".to_owned() });
    };
    let shown = || exhibit.policies.iter().map(|policy| policy.row().key).collect::<Vec<_>>().join(", ");
    choices(SystemKind::Server, std::slice::from_ref(&name))
        .map_err(|error| ExerciseError::Situation { field: fields.name(key), message: error.to_string() })?;
    let found = exhibit.policies.iter().find(|policy| policy.written() == name).cloned();
    found.ok_or_else(|| fields.wrong(key, &format!("\"{name}\""), &format!("a policy of the exercise: {}", shown())))
}

/// A policy that must be named.
fn named(fields: &Fields, table: &Table, key: &'static str, exhibit: &Exhibit) -> Read<Policy> {
    if table.contains_key(key) {
        return policy(fields, key, exhibit);
    }
    Err(ExerciseError::Missing { field: fields.name(key), allowed: "a policy of the exercise".to_owned() })
}

fn instant(table: &Table, exhibit: &Exhibit) -> Read<Asked> {
    let fields = Fields::of(table, "instant", &["of", "job", "under", "within"])?;
    let word = fields.word("of", &MOMENTS.map(|(word, _)| word))?.unwrap_or(MOMENTS[0].0);
    let moment = MOMENTS.iter().find(|(known, _)| *known == word).map_or(Moment::Leaves, |(_, moment)| *moment);
    let last = exhibit.jobs.len() as f64;
    let job = fields.number("job", (1.0, last))?.filter(|job| job.fract() == 0.0);
    let job =
        job.ok_or_else(|| ExerciseError::Missing { field: fields.name("job"), allowed: format!("a whole number from 1 to {last}") })?;
    let under = policy(&fields, "under", exhibit)?;
    let within = fields.number("within", ANY)?.unwrap_or(0.5);
    Ok(Asked::Instant { moment, job: job as u64, under, within })
}

fn goal(table: &Table, exhibit: &Exhibit) -> Read<Goal> {
    let fields = Fields::of(table, "goal", &["worse", "than", "times", "mean", "most", "jobs", "arrivals", "sizes", "guesses"])?;
    let worse = table.contains_key("worse");
    let aim = if worse {
        let (policy, than) = (named(&fields, table, "worse", exhibit)?, named(&fields, table, "than", exhibit)?);
        if policy == than {
            return Err(fields.wrong("than", &format!("\"{than}\""), "another policy than worse"));
        }
        let times = fields.number("times", (1.0, 1000.0))?;
        let times =
            times.ok_or_else(|| ExerciseError::Missing { field: fields.name("times"), allowed: "a number from 1 to 1000".to_owned() })?;
        Aim::Worse { policy, than, times }
    } else if table.contains_key("mean") {
        let policy = named(&fields, table, "mean", exhibit)?;
        let most = fields.number("most", POSITIVE)?;
        let mean = most.ok_or_else(|| ExerciseError::Missing { field: fields.name("most"), allowed: "a mean sojourn time".to_owned() })?;
        Aim::AtMost { policy, mean }
    } else {
        return Err(ExerciseError::Missing { field: fields.name("worse"), allowed: "worse, than and times; or mean and most".to_owned() });
    };
    let given = exhibit.jobs.len();
    let jobs = fields.bounds("jobs", (1.0, Exhibit::MOST_JOBS as f64), true)?;
    let jobs = jobs.map_or((given, given), |(least, most)| (least as usize, most as usize));
    let (arrivals, sizes) = (fields.bounds("arrivals", ANY, false)?, fields.bounds("sizes", POSITIVE, false)?);
    let guesses = fields.bounds("guesses", POSITIVE, false)?;
    if arrivals.is_none() && sizes.is_none() && guesses.is_none() {
        return Err(ExerciseError::Missing {
            field: fields.name("guesses"),
            allowed: "bounds of what may be changed: arrivals, sizes, guesses".to_owned(),
        });
    }
    if jobs.0 < jobs.1 && sizes.is_none() {
        return Err(ExerciseError::Missing { field: fields.name("sizes"), allowed: "bounds of sizes, where jobs may be added".to_owned() });
    }
    Ok(Goal { aim, jobs, arrivals, sizes, guesses })
}

fn choose(table: &Table, scenario: &Scenario) -> Read<Asked> {
    let fields = Fields::of(table, "choose", &["by", "within"])?;
    let by = fields.word("by", &COLUMNS)?.unwrap_or(COLUMNS[0]);
    let within = fields.number("within", (0.0, 1.0))?.unwrap_or(0.02);
    if Column::find(scenario.kind(), by).is_none() {
        return Err(fields.wrong("by", &format!("\"{by}\""), "a figure of this world"));
    }
    Ok(Asked::Choose { by, within })
}

/// What a formula may read unless it is said: what a scheduler knows of a job.
const KNOWN: [&str; 4] = ["est", "weight", "arrival", "age"];

fn challenge(table: &Table, scenario: &Scenario) -> Read<Challenge> {
    let fields = Fields::of(table, "formula", &["below", "times", "allowed", "start", "reference"])?;
    let below = fields.number("below", POSITIVE)?;
    let below = below.ok_or_else(|| ExerciseError::Missing { field: fields.name("below"), allowed: "a mean sojourn time".to_owned() })?;
    let study = Study::new(scenario.clone(), |_| Err(std::io::ErrorKind::Unsupported.into()));
    let study = study.map_err(|error| ExerciseError::Situation { field: "compare".to_owned(), message: error.to_string() })?;
    let Plan::Server(plan) = study.plan() else {
        return Err(fields.wrong(
            "compare",
            &format!("a load of the world {}", scenario.kind()),
            "one of the server: formulas are its policies",
        ));
    };
    let times = fields.text("times", TITLE)?;
    if let Some(times) = &times {
        // Of a rank theory finds the mean only after a while: none is asked for in vain.
        let exact = |policy: &&Policy| plan.exact_mean(policy).is_ok_and(|mean| mean.is_some());
        if !plan.policies.iter().any(|policy| policy.written() == times && exact(&policy)) {
            let known: Vec<&str> = plan.policies.iter().filter(exact).map(Policy::written).collect();
            let allowed = format!("a policy of the load, the exact mean of which is known: {}", known.join(", "));
            return Err(fields.wrong("times", &format!("\"{times}\""), &allowed));
        }
    }
    let all: Vec<&'static str> = Allowed::all().collect();
    let allowed = Allowed::new(fields.words("allowed", &all)?.unwrap_or(KNOWN.to_vec()));
    let (start, reference) = (fields.must("start", QUERY)?, fields.text("reference", QUERY)?);
    let challenge = Challenge { below, times, allowed, start, reference };
    for (name, rank) in [("start", Some(&challenge.start)), ("reference", challenge.reference.as_ref())] {
        if let Some(mistake) = rank.and_then(|rank| challenge.ranked(rank).err()) {
            return Err(ExerciseError::Situation { field: fields.name(name), message: mistake.to_string() });
        }
    }
    Ok(challenge)
}
