//! Scenarios that nobody chose: fields, policies, formulas and files drawn at random. Each is refused or runs to its end, and what it
//! reports is what the schema says, in numbers that are numbers.

use crate::schema;
use schedscope::world::Entry;
use schedscope_core::experiment::{Form, Part, Report, Scenario, Section, Study, SystemKind, run_all};
use std::panic::{AssertUnwindSafe, catch_unwind};
use toml::Value;

/// Numbers that fields and files are given besides their own defaults.
/// Names in formulas: of a job at a server, of an entry of a queue in a datacenter, and of a worker there.
const OF_A_JOB: [&str; 14] =
    ["est", "age", "weight", "size", "rem", "estrem", "late", "arrival", "1", "2", "0.5", "0", "inf", "gittins(est,age)"];
const OF_AN_ENTRY: [&str; 11] = ["est", "tasks", "left", "remaining", "wait", "long", "place", "bypassed", "2", "0", "inf"];
const OF_A_WORKER: [&str; 9] = ["queue", "work", "busy", "rest", "longs", "est", "1", "0", "inf"];

const NUMBERS: [f64; 9] = [0.0, 0.05, 0.3, 0.7, 1.0, 2.0, 7.5, 100.0, 1e6];
/// Numbers of files: they are read whatever they are.
const WILD: [&str; 12] = ["0", "1", "2.5", "7", "1e3", "1e20", "1e-20", "1e100", "1e-100", "-1", "inf", "x"];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A formula over these names.
    fn formula(&mut self, depth: usize, names: &[&str]) -> String {
        if depth == 0 || self.one_in(4) {
            return (*self.pick(names)).to_owned();
        }
        let mut of = |_| self.formula(depth - 1, names);
        let [a, b, c] = std::array::from_fn(&mut of);
        match self.below(4) {
            0 => format!("({a}{}{b})", self.pick(&["+", "-", "*", "/", "^"])),
            1 => format!("if({a}{}{b},{c},{a})", self.pick(&["<", "<=", "==", ">"])),
            2 => format!("{}({a},{b})", self.pick(&["min", "max"])),
            _ => format!("{}({a})", self.pick(&["abs", "log", "exp", "sqrt", "floor", "ceil", "-"])),
        }
    }

    /// A value of a field; none of lists, texts, and files.
    fn value(&mut self, part: &Part) -> Option<Value> {
        let default = part.default.as_deref().and_then(|text| text.parse::<f64>().ok());
        match &part.form {
            Form::Whole => {
                let (least, most) = part.range.unwrap_or((0, 20));
                Some(Value::Integer((least + self.below(12) as i64).min(most)))
            }
            Form::Number => {
                let usual = default.filter(|_| self.one_in(2)).map(|x| x * self.pick(&[0.5, 1.0, 2.0]));
                Some(Value::Float(usual.unwrap_or(*self.pick(&NUMBERS))))
            }
            Form::Switch => Some(Value::Boolean(self.one_in(2))),
            Form::Word(words) => Some(Value::String(self.pick(words).clone())),
            Form::Choice(kinds) => Some(self.pick(kinds).value.clone()),
            Form::Text | Form::Value | Form::List(_) => None,
        }
    }

    fn scenario(&mut self, world: SystemKind) -> Scenario {
        let mut scenario = Scenario::new(world);
        scenario.seed = self.next() >> 1;
        scenario.replications = 1 + self.below(2) as u32;
        let mut set = |name: &str, value: Value| {
            // What a world has not, or does not take, is left out.
            let mut changed = scenario.clone();
            if changed.set(name, Some(value)).is_ok() {
                scenario = changed;
            }
        };
        if self.one_in(4) {
            set("workload.kind", "file".into());
            set("workload.path", (*self.pick(&["a.csv", "a.csv", "a.tr", "a.swf"])).into());
        } else {
            set("workload.count", Value::Integer(1 + self.below(25) as i64));
        }
        set("system.workers", Value::Integer(1 + self.below(30) as i64));
        // Theory may take seconds a formula.
        set("system.theory", Value::Boolean(self.one_in(20)));
        let given = ["workload.kind", "workload.path", "workload.count", "system.kind", "system.workers", "system.theory"];
        for part in Part::all(world).iter().filter(|part| part.section != Section::Top && !given.contains(&part.path().as_str())) {
            if self.one_in(7)
                && let Some(value) = self.value(part)
            {
                set(&part.path(), value);
            }
        }
        let keys: Vec<&str> = world.rows().iter().map(|row| row.key).collect();
        let mut policies: Vec<String> = (0..=self.below(3)).map(|_| (*self.pick(&keys)).to_owned()).collect();
        if world == SystemKind::Server {
            let depth = 1 + self.below(3);
            policies.push(format!("{}[{}]", self.pick(&["rank", "share"]), self.formula(depth, &OF_A_JOB)));
        }
        if world == SystemKind::Datacenter {
            let [order, choice] = [&OF_AN_ENTRY[..], &OF_A_WORKER[..]].map(|names| self.formula(2, names));
            let key = *self.pick(&["sparrow", "hawk", "eagle", "split"]);
            policies.push(format!("{key}[order={order}]"));
            policies.push(format!("{key}[choice={choice}]"));
        }
        policies.sort();
        policies.dedup();
        scenario.policies = policies;
        scenario
    }

    /// A file of a few lines, by its name.
    fn file(&mut self, world: SystemKind, name: &str) -> String {
        let kind = name.rsplit('.').next();
        let mut number = |plain: &str| if self.one_in(6) { (*self.pick(&WILD)).to_owned() } else { plain.to_owned() };
        let mut lines: Vec<String> = match world {
            SystemKind::Network => vec!["source,destination,size,arrival".to_owned()],
            SystemKind::Cdn => vec!["time,item,region,size".to_owned()],
            _ if kind == Some("csv") => vec!["id,arrival,size,estimate,weight".to_owned()],
            _ => vec![],
        };
        for i in 1..6 {
            let [at, size, other] = ["3", "2", "4"].map(&mut number);
            lines.push(match world {
                SystemKind::Network => format!("h0,h{},{size},{at}", i % 3),
                SystemKind::Cdn => format!("{at},{i},{},{size}", i % 3),
                _ if kind == Some("tr") => format!("{at} 2 {size} {size} {other}"),
                _ if kind == Some("swf") => format!("{i} {at} 0 {size} 2 -1 -1 2 {other} -1 1 1 1 -1 1 1 -1 -1"),
                _ => format!("{i},{at},{size},{other},1"),
            });
        }
        lines.join("\n")
    }
}

/// Whether it ran; wrong is what it says or leaves behind that nobody can use.
fn ran(scenario: &Scenario, file: &str, schema: &jsonschema::Validator) -> Result<bool, String> {
    let Ok(study) = Study::new(scenario.clone(), |_| Ok(file.as_bytes().to_vec())) else { return Ok(false) };
    let Ok((summaries, runs)) = run_all(&study, true, |_| {}) else { return Ok(false) };
    for (drawn, runs) in &runs {
        for row in runs.iter().flat_map(|run| study.plan().job_rows(drawn, run)) {
            if row.iter().any(|entry| matches!(entry, Entry::Real(x) if !x.is_finite())) {
                return Err(format!("in the row of a job: {row:?}"));
            }
        }
    }
    let report = serde_json::to_value(Report::new(&study, summaries)).map_err(|error| error.to_string())?;
    let wrong: Vec<String> = schema.iter_errors(&report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    if wrong.is_empty() { Ok(true) } else { Err(wrong.join("\n")) }
}

fn draw(seeds: std::ops::Range<u64>) {
    let schema = schema::schema();
    let (mut all, mut good, mut wrong) = (0, 0, vec![]);
    for seed in seeds {
        let mut random = Random(seed);
        for &world in SystemKind::ALL {
            let scenario = random.scenario(world);
            let file = random.file(world, scenario.file().unwrap_or_default());
            let told = catch_unwind(AssertUnwindSafe(|| ran(&scenario, &file, &schema)));
            all += 1;
            match told.unwrap_or_else(|_| Err("a panic".to_owned())) {
                Ok(ran) => good += u32::from(ran),
                Err(why) => wrong.push(format!("seed {seed}: {why}\n{}\n{file}", scenario.to_toml())),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {all}, the first three:\n{}", wrong.len(), wrong[..wrong.len().min(3)].join("\n\n"));
    assert!(5 * good > all, "only {good} of {all} ran");
}

#[test]
fn scenarios_drawn_at_random_are_refused_or_run() {
    draw(0..15);
}

/// The same for `SCHEDSCOPE_INSTANCES` seeds, six scenarios each.
#[test]
#[ignore = "takes as long as it is asked to"]
fn many_scenarios_drawn_at_random_are_refused_or_run() {
    let seeds = std::env::var("SCHEDSCOPE_INSTANCES").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    draw(1_000..1_000 + seeds);
}
