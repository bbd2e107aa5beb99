//! What is drawn: scenarios over all fields, policies, parameters and formulas that the registries have, and files of each format with
//! lines and bytes that nobody meant.

use schedscope_core::experiment::{Form, Part, Scenario, Section, SystemKind};
use schedscope_state::parameters;
use toml::Value;

/// Numbers that fields are given besides their own defaults.
const NUMBERS: [f64; 9] = [0.0, 0.05, 0.3, 0.7, 1.0, 2.0, 7.5, 100.0, 1e6];
/// Numbers of files: they are read whatever they are.
const WILD: [&str; 16] =
    ["0", "1", "2.5", "7", "1e3", "1e20", "1e-20", "1e100", "1e-100", "1e308", "1e-320", "-1", "-0", "inf", "NaN", "x"];
/// Names of files, one of each format that some world reads; those that a world reads come first.
const FILES: [&str; 5] = ["a.csv", "a.dot", "a.tr", "a.swf", "a.tsv"];
/// Policies of one server that are formulas.
const FORMULAS: [&str; 2] = ["rank", "share"];
/// What formulas read of a job at a server, and numbers; what those of other worlds read, their parameters say.
const OF_A_JOB: [&str; 14] =
    ["est", "age", "weight", "size", "rem", "estrem", "late", "arrival", "1", "2", "0.5", "0", "inf", "gittins(est,age)"];

/// A stream of random numbers that is the same everywhere (`SplitMix64`).
pub struct Random(u64);

/// A scenario, and the file that it reads if it reads one.
#[derive(Clone)]
pub struct Case {
    pub scenario: Scenario,
    pub file: Vec<u8>,
}

impl Case {
    /// The name of its file; empty without one.
    pub fn name(&self) -> &str {
        self.scenario.file().unwrap_or_default()
    }

    /// As a person reads it.
    pub fn told(&self) -> String {
        let scenario = self.scenario.to_toml();
        let name = self.name();
        if name.is_empty() {
            scenario
        } else {
            format!("{scenario}\n# {name}:\n{}", self.file.escape_ascii().to_string().replace("\\n", "\n"))
        }
    }
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A scenario of a world with its file.
    pub fn case(&mut self, world: SystemKind) -> Case {
        let scenario = self.scenario(world);
        let file = self.file(world, scenario.file().unwrap_or_default());
        Case { scenario, file }
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
            let read = match world {
                _ if self.one_in(8) => &FILES[..],
                SystemKind::Network | SystemKind::Cdn => &FILES[..1],
                SystemKind::Ordering => &FILES[..2],
                SystemKind::Server | SystemKind::Cluster | SystemKind::Datacenter => &FILES[..],
            };
            set("workload.path", (*self.pick(read)).into());
        } else {
            // A formula that orders a queue looks at all of it whenever one is taken: not at thousands of probes.
            let most = match self.below(20) {
                0 if world != SystemKind::Datacenter => 250,
                // A job alone has no gaps, no variance, and no second one to compare it with.
                1..=3 => 1,
                _ => 25,
            };
            set("workload.count", Value::Integer(1 + self.below(most) as i64));
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
        // Fields that mean nothing beside others are refused: seldom, so that more is run.
        let moot = |part: &&Part| scenario.get(&part.path()).is_some() && scenario.moot(&part.path()).is_some();
        if !self.one_in(8) {
            let moot: Vec<String> = Part::all(world).iter().filter(moot).map(Part::path).collect();
            // What cannot be taken out is refused.
            moot.iter().for_each(|path| drop(scenario.set(path, None)));
        }
        scenario.policies = (0..=self.below(3)).map(|_| self.policy(world)).collect();
        scenario.policies.sort();
        scenario.policies.dedup();
        // Shares that change with age are integrated in small steps, each of which looks at all jobs present.
        let shares = scenario.policies.iter().any(|policy| policy.starts_with("share["));
        if shares && matches!(scenario.get("workload.count"), Some(Value::Integer(count)) if count > 25) {
            drop(scenario.set("workload.count", Some(Value::Integer(25))));
        }
        scenario
    }

    /// A policy, with values for some of its parameters.
    fn policy(&mut self, world: SystemKind) -> String {
        let keys: Vec<&str> = world.rows().iter().map(|row| row.key).collect();
        let mut written = (*self.pick(&keys)).to_owned();
        if FORMULAS.contains(&&*written) {
            let depth = 1 + self.below(3);
            return format!("{written}[{}]", self.formula(depth, &OF_A_JOB));
        }
        for parameter in parameters::of_world(world, &written.clone()) {
            if self.one_in(3)
                && let Some(value) = self.argument(&parameter)
            {
                let changed = parameters::changed(world, &written, parameter.name, &value);
                // What does not go with the others is left out.
                if world.choice(&changed).is_ok() {
                    written = changed;
                }
            }
        }
        written
    }

    /// A value of a parameter: one of its words, a number of its range, or a formula of what it reads.
    fn argument(&mut self, parameter: &parameters::Parameter) -> Option<String> {
        if let Some((_, names)) = parameter.allowed.split_once("formula of ") {
            let names: Vec<&str> = names.split(", ").chain(["0", "1", "2", "inf"]).collect();
            return Some(self.formula(2, &names));
        }
        if !parameter.words.is_empty() {
            return Some((*self.pick(&parameter.words)).to_owned());
        }
        let numbers: Vec<f64> = parameter.allowed.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        let [low, high] = numbers[..] else { return None };
        // What takes minutes if it may: a search among so many sets, turns of a thousandth of a second, a hundred probes a task.
        let (low, high) = match parameter.name {
            "limit" => (low, high.min(1e5)),
            "w" => (low.max(1.0), high),
            "ratio" | "least" => (low, high.min(10.0)),
            _ => (low, high),
        };
        let within: Vec<f64> = NUMBERS.into_iter().chain([low, high, 3.0]).filter(|x| (low..=high).contains(x)).collect();
        Some(self.pick(&within).to_string())
    }

    /// A file of a few lines, by its name, of which some bytes may be others.
    fn file(&mut self, world: SystemKind, name: &str) -> Vec<u8> {
        let kind = name.rsplit('.').next();
        let last = if self.one_in(6) { 1 } else { 5 };
        let mut number = |plain: &str| if self.one_in(6) { (*self.pick(&WILD)).to_owned() } else { plain.to_owned() };
        let mut lines: Vec<String> = match world {
            _ if kind != Some("csv") => vec![],
            SystemKind::Network => vec!["source,destination,size,arrival".to_owned()],
            SystemKind::Cdn => vec!["time,item,region,size".to_owned()],
            SystemKind::Ordering => vec!["from,to,size".to_owned()],
            SystemKind::Server | SystemKind::Cluster | SystemKind::Datacenter => vec!["id,arrival,size,estimate,weight".to_owned()],
        };
        for i in 1..=last {
            let [at, size, other] = ["3", "2", "4"].map(&mut number);
            lines.push(match kind {
                Some("tr") => format!("{at} 2 {size} {size} {other}"),
                Some("swf") => format!("{i} {at} 0 {size} 2 -1 -1 2 {other} -1 1 1 1 -1 1 1 -1 -1"),
                Some("tsv") => format!("job{i}\t{at}\t1\t{size}\t{other}\t{size}"),
                Some("dot") => format!("digraph {{ a{i} -> b; b -> c [size={size}]; }}"),
                _ => match world {
                    SystemKind::Network => format!("h0,h{},{size},{at}", i % 3),
                    SystemKind::Cdn => format!("{at},{i},{},{size}", i % 3),
                    SystemKind::Ordering => format!("t{},t{i},{size}", i / 2),
                    SystemKind::Server | SystemKind::Cluster | SystemKind::Datacenter => format!("{i},{at},{size},{other},1"),
                },
            });
        }
        let mut bytes = lines.join("\n").into_bytes();
        if self.one_in(3) {
            for _ in 0..=self.below(3) {
                let place = self.below(bytes.len());
                match self.below(3) {
                    0 => bytes[place] = self.next() as u8,
                    1 if bytes.len() > 1 => drop(bytes.remove(place)),
                    _ => bytes.truncate(place + 1),
                }
            }
        }
        bytes
    }
}
