//! The numbers of a scenario that have a control: where they are, what they mean, and which values a slider offers.

use super::format;
use schedscope_core::experiment::Scenario;
use schedscope_core::experiment::sweep::axis_number;
use schedscope_engine::sim::NotAllowed;
use toml::Value;

/// A number of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its `about`")]
pub enum Field {
    Shape,
    Sigma,
    Load,
    Timeshape,
    Count,
    Seed,
    Replications,
    Servers,
    Alpha,
    Ratio,
    Scv,
    LowFactor,
    HighFactor,
    Bias,
    Classes,
    Beta,
    Warmup,
    Machines,
    MapSlots,
    ReduceSlots,
    Ram,
    Workers,
    ShortPartition,
}

/// What is said about a field.
pub struct About {
    /// Dotted name, as in a scenario's file.
    pub name: &'static str,
    /// In plain words.
    pub label: &'static str,
    /// How formulas call it.
    pub symbol: &'static str,
    /// What it does.
    pub hint: &'static str,
}

impl Field {
    /// Those of the server world.
    pub const OF_SERVERS: [Self; 17] = [
        Self::Shape,
        Self::Alpha,
        Self::Ratio,
        Self::Scv,
        Self::Sigma,
        Self::LowFactor,
        Self::HighFactor,
        Self::Bias,
        Self::Load,
        Self::Timeshape,
        Self::Count,
        Self::Servers,
        Self::Replications,
        Self::Seed,
        Self::Classes,
        Self::Beta,
        Self::Warmup,
    ];

    /// What is said about it.
    pub const fn about(self) -> About {
        match self {
            Self::Shape => About {
                name: "workload.shape",
                label: "Evenness of sizes",
                symbol: "shape",
                hint: "Weibull shape of job sizes, whose mean is 1. 0.25: a few jobs hold most of the work, as on real clusters. 1: exponential. Above: all jobs nearly alike.",
            },
            Self::Sigma => About {
                name: "workload.sigma",
                label: "Estimation error",
                symbol: "σ",
                hint: "Sigma: the spread of estimation errors. 0: every estimate is exact. Half of the estimates are off by more than a factor of exp(0.67 σ): 1.4 at σ = 0.5, 2 at 1, 4 at 2, 15 at 4.",
            },
            Self::Load => About {
                name: "workload.load",
                label: "Load",
                symbol: "ρ",
                hint: "How busy the server is: work that arrives ÷ work it can do. From 1 on the queue grows without bound.",
            },
            Self::Timeshape => About {
                name: "workload.timeshape",
                label: "Arrivals",
                symbol: "timeshape",
                hint: "Weibull shape of the times between arrivals. Below 1: bursts. 1: at random (Poisson). Above: regular.",
            },
            Self::Count => About {
                name: "workload.count",
                label: "Jobs",
                symbol: "n",
                hint: "Number of jobs in each replication. Of a file: how many of its first jobs to use.",
            },
            Self::Seed => About {
                name: "seed",
                label: "Seed",
                symbol: "",
                hint: "Where the random numbers start. The same seed gives the same jobs, here and on the command line.",
            },
            Self::Replications => About {
                name: "replications",
                label: "Replications",
                symbol: "r",
                hint: "Number of independent repetitions with fresh random numbers. Two or more give a confidence interval.",
            },
            Self::Servers => About {
                name: "system.servers",
                label: "Servers",
                symbol: "m",
                hint: "Cluster size: number of identical servers. Together they are always as fast as one; a job uses one at a time.",
            },
            Self::Alpha => About {
                name: "workload.sizes.alpha",
                label: "Tail index",
                symbol: "α",
                hint: "How fast large jobs become rare: P(size > x) falls as x to the minus α. Up to 2 the variance is infinite; up to 1 the mean is, too.",
            },
            Self::Ratio => About {
                name: "workload.sizes.ratio",
                label: "Largest ÷ smallest",
                symbol: "",
                hint: "How many times larger the largest possible job is than the smallest.",
            },
            Self::Scv => About {
                name: "workload.sizes.scv",
                label: "Variability",
                symbol: "c²",
                hint: "Squared coefficient of variation of sizes: variance ÷ mean². 1: exponential. 10: many small jobs, few large ones.",
            },
            Self::LowFactor => About {
                name: "workload.errors.uniform[0]",
                label: "Least factor",
                symbol: "",
                hint: "Every estimate is the size times a factor; this is the least. 0.5: estimates are too small by a factor of two at most.",
            },
            Self::HighFactor => About {
                name: "workload.errors.uniform[1]",
                label: "Largest factor",
                symbol: "",
                hint: "The largest factor. All between the two are equally likely.",
            },
            Self::Bias => About {
                name: "workload.errors.bias",
                label: "Factor",
                symbol: "",
                hint: "Every estimate is the size times this. Policies that only rank jobs do not notice; those that turn late do.",
            },
            Self::Classes => About {
                name: "workload.weights.classes",
                label: "Classes",
                symbol: "c",
                hint: "Jobs are of class 1 to c, each equally likely. Weights count under GPS and PSBS.",
            },
            Self::Beta => About {
                name: "workload.weights.beta",
                label: "Steepness",
                symbol: "β",
                hint: "A job of class k has the weight k to the minus β. 0: all are equal. 1: class 1 counts twice as much as class 2.",
            },
            Self::Warmup => About {
                name: "workload.warmup",
                label: "Warm-up",
                symbol: "",
                hint: "Jobs at the beginning that are served but not counted, since they find an empty system.",
            },
            Self::Machines => About {
                name: "system.machines",
                label: "Machines",
                symbol: "",
                hint: "Number of machines in the cluster. Each has the slots below, and reports every three seconds.",
            },
            Self::MapSlots => About {
                name: "system.map_slots",
                label: "Map slots",
                symbol: "each",
                hint: "Maps that one machine runs at a time. A map reads one block of a job's input.",
            },
            Self::ReduceSlots => About {
                name: "system.reduce_slots",
                label: "Reduce slots",
                symbol: "each",
                hint: "Reduces that one machine runs at a time. A reduce gathers what the maps have written and cannot end before the last of them.",
            },
            Self::Ram => About {
                name: "system.ram",
                label: "RAM",
                symbol: "GB",
                hint: "Memory of each machine, in gigabytes. Suspended tasks that no longer fit are written to disk, and read back before they go on.",
            },
            Self::Workers => About {
                name: "system.workers",
                label: "Workers",
                symbol: "N",
                hint: "Number of workers, each with one slot and one queue. Up to a thousand are shown one by one; beyond that, in snapshots.",
            },
            Self::ShortPartition => About {
                name: "system.short_partition",
                label: "Short partition",
                symbol: "part",
                hint: "Fraction of the workers reserved for short tasks. Policies without a partition ignore it.",
            },
        }
    }

    /// Whether only whole numbers make sense.
    pub const fn whole(self) -> bool {
        matches!(
            self,
            Self::Count
                | Self::Seed
                | Self::Replications
                | Self::Servers
                | Self::Classes
                | Self::Warmup
                | Self::Machines
                | Self::MapSlots
                | Self::ReduceSlots
                | Self::Workers
        )
    }

    /// The values that its slider offers, ascending; none where a slider has no use.
    pub fn stops(self) -> Vec<f64> {
        match self {
            // Eighths of an octave.
            Self::Shape | Self::Timeshape => (-24..=16).map(|k| rounded(libm::pow(2.0, f64::from(k) / 8.0))).collect(),
            Self::Sigma => (0..=80).map(|k| f64::from(k) / 20.0).collect(),
            Self::Load => {
                let (hundredths, thousandths) = ((5..=98).map(|k| f64::from(k) / 100.0), (990..=999).map(|k| f64::from(k) / 1000.0));
                hundredths.chain(thousandths).collect()
            }
            Self::Count => {
                let decade = |d: f64| [1.0, 1.5, 2.0, 3.0, 5.0, 7.0].map(|m| m * d);
                [1e2, 1e3, 1e4, 1e5].into_iter().flat_map(decade).chain([1e6]).collect()
            }
            Self::Replications => vec![1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 50.0, 100.0],
            Self::Servers => vec![1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0],
            Self::Alpha => (2..=16).map(|k| f64::from(k) / 4.0).collect(),
            Self::Scv => vec![1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 50.0, 70.0, 100.0],
            Self::Ratio => (1..=12).map(|k| libm::pow(10.0, f64::from(k))).collect(),
            Self::LowFactor | Self::HighFactor | Self::Bias => vec![0.1, 0.2, 0.25, 0.33, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 10.0],
            Self::Classes => (1..=10).map(f64::from).collect(),
            Self::Beta => (0..=12).map(|k| f64::from(k) / 4.0).collect(),
            Self::Warmup => vec![0.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0],
            Self::Ram => vec![2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0],
            Self::Machines => vec![1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 25.0, 30.0, 36.0, 50.0, 70.0, 100.0],
            Self::MapSlots | Self::ReduceSlots => (1..=8).map(f64::from).collect(),
            Self::Workers => [16, 24, 32, 48, 64, 100, 150, 200, 400, 600, 1000, 2000, 4000, 6000, 10_000, 15_000].map(f64::from).to_vec(),
            Self::ShortPartition => (1..=50).map(|k| f64::from(k) / 100.0).collect(),
            Self::Seed => vec![],
        }
    }

    /// Where it is in a scenario: a dotted name, in which a number counts the entries of a list.
    fn place(self, scenario: &Scenario) -> &'static str {
        match self {
            Self::Alpha if scenario.get("workload.sizes.pareto").is_some() => "workload.sizes.pareto.alpha",
            Self::Alpha => "workload.sizes.bounded-pareto.alpha",
            Self::Ratio => "workload.sizes.bounded-pareto.ratio",
            Self::Scv => "workload.sizes.hyperexponential.scv",
            Self::LowFactor => "workload.errors.uniform.0",
            Self::HighFactor => "workload.errors.uniform.1",
            _ => self.about().name,
        }
    }

    /// Whether it is a part of a field, and goes with it.
    fn is_part(self) -> bool {
        matches!(self, Self::Alpha | Self::Ratio | Self::Scv | Self::LowFactor | Self::HighFactor | Self::Bias | Self::Classes | Self::Beta)
    }

    /// Its value if the scenario does not give one; none where the file or the mix has its own.
    pub fn default(self, scenario: &Scenario) -> Option<f64> {
        match self {
            Self::Seed | Self::Replications => Some(1.0),
            _ => scenario.default_of(self.about().name),
        }
    }

    /// Its value in a scenario.
    pub fn get(self, scenario: &Scenario) -> Option<f64> {
        let given = match self {
            Self::Seed => Some(scenario.seed as f64),
            Self::Replications => Some(f64::from(scenario.replications)),
            _ => scenario.get(self.place(scenario)).as_ref().and_then(axis_number),
        };
        given.or_else(|| self.default(scenario))
    }

    /// Whether the scenario may do without it, where it has no default.
    const fn optional(self) -> bool {
        matches!(self, Self::Shape | Self::Sigma | Self::Load | Self::Timeshape | Self::Count)
    }

    /// What its field shows.
    pub fn text(self, scenario: &Scenario) -> String {
        match self {
            // A seed has more digits than a float.
            Self::Seed => scenario.seed.to_string(),
            _ => self.get(scenario).map(format::plain).unwrap_or_default(),
        }
    }

    /// Sets it to what was typed. Empty is the default, where the file has one.
    ///
    /// # Errors
    /// Says what was typed and what is allowed, if it is not a number of the right kind. Whether the number is in range
    /// is for the scenario's own check to say.
    pub fn set(self, scenario: &mut Scenario, text: &str) -> Result<(), String> {
        let text = text.trim();
        if text.is_empty() && self.default(scenario).is_none() && self.optional() {
            self.clear(scenario);
            return Ok(());
        }
        let wrong = |allowed| {
            let name = self.about().name;
            let shown = if text.is_empty() { "empty".to_owned() } else { format!("\"{text}\"") };
            NotAllowed { field: name, value: shown, allowed }.to_string()
        };
        if self == Self::Seed {
            let seed = text.parse().ok().filter(|seed| *seed <= Scenario::MOST_SEED);
            scenario.seed = seed.ok_or_else(|| wrong("a whole number from 0 to 9223372036854775807"))?;
            return Ok(());
        }
        let number: f64 =
            schedscope_engine::sim::number(text).ok_or_else(|| wrong(if self.whole() { "a whole number" } else { "a number" }))?;
        if self.whole() {
            let legal = (0.0..=f64::from(u32::MAX)).contains(&number) && libm::trunc(number) == number;
            if !legal {
                return Err(wrong(if self == Self::Warmup { "a whole number, 0 or more" } else { "a whole number, 1 or more" }));
            }
        }
        if self == Self::Replications {
            scenario.replications = number as u32;
            return Ok(());
        }
        let value = if self.whole() { Value::Integer(number as i64) } else { Value::Float(number) };
        let given = (self.default(scenario) != Some(number)).then_some(value);
        let place = self.place(scenario);
        if self.is_part() && scenario.get(place).is_none() {
            return Ok(());
        }
        scenario.set(place, given).map_err(|error| error.to_string())
    }

    /// Takes it out of the scenario.
    pub fn clear(self, scenario: &mut Scenario) {
        match self {
            Self::Seed => scenario.seed = 1,
            Self::Replications => scenario.replications = 1,
            _ if self.is_part() => {}
            // What is not there need not be taken out.
            _ => scenario.set(self.about().name, None).unwrap_or_default(),
        }
    }

    /// Why it has no meaning in this scenario, if it has none.
    pub fn useless(self, scenario: &Scenario) -> Option<&'static str> {
        if scenario.default_of("workload.shape").is_some() {
            return None;
        }
        match self {
            Self::Shape => Some("the file has its own sizes"),
            Self::Timeshape => Some("the file has its own arrivals"),
            _ => None,
        }
    }
}

/// Three significant digits.
fn rounded(x: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(x)) - 2.0);
    schedscope_engine::sim::number(&format!("{:.6}", libm::round(x / unit) * unit)).unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All fields, each with a scenario in which it means something.
    fn all() -> Vec<(Field, Scenario)> {
        let of = |field: Field| {
            let query = match field {
                Field::Alpha | Field::Ratio => "workload.sizes={ bounded-pareto = { alpha = 1.5, ratio = 1e6 } }",
                Field::Scv => "workload.sizes={ hyperexponential = { scv = 10.0 } }",
                Field::LowFactor | Field::HighFactor => "workload.errors={ uniform = [0.5, 2.0] }",
                Field::Bias => "workload.errors={ bias = 2.0 }",
                Field::Classes | Field::Beta => "workload.weights={ classes = 5, beta = 1.0 }",
                Field::Machines | Field::MapSlots | Field::ReduceSlots | Field::Ram => "system.kind=cluster",
                Field::Workers | Field::ShortPartition => "system.kind=datacenter",
                _ => "",
            };
            (field, Scenario::from_query(query).unwrap())
        };
        let others = [Field::Machines, Field::MapSlots, Field::ReduceSlots, Field::Ram, Field::Workers, Field::ShortPartition];
        Field::OF_SERVERS.into_iter().chain(others).map(of).collect()
    }

    #[test]
    fn every_value_of_every_slider_is_taken_and_shown() {
        for (field, mut scenario) in all() {
            for stop in field.stops() {
                field.set(&mut scenario, &format::plain(stop)).unwrap();
                assert_eq!(field.get(&scenario), Some(stop), "{}", field.about().name);
                assert_eq!(field.text(&scenario), format::plain(stop), "{}", field.about().name);
            }
        }
    }

    #[test]
    fn sliders_ascend_and_begin_within_reach() {
        for (field, scenario) in all() {
            let stops = field.stops();
            assert!(stops.windows(2).all(|pair| pair[0] < pair[1]), "{}", field.about().name);
            assert!(field.get(&scenario).is_some(), "{}", field.about().name);
        }
    }

    #[test]
    fn names_are_those_of_a_link() {
        for (field, mut scenario) in all() {
            let name = field.about().name;
            let before = scenario.clone();
            field.set(&mut scenario, "3").unwrap();
            // A factor of an error is within a list.
            if !name.ends_with(']') && scenario != before {
                let last = name.rsplit('.').next().unwrap();
                assert!(scenario.to_query().contains(last), "{name}: {}", scenario.to_query());
            }
        }
    }

    #[test]
    fn a_default_is_not_written_down() {
        for (field, mut scenario) in all() {
            let before = scenario.clone();
            if let Some(default) = field.default(&scenario) {
                field.set(&mut scenario, &format::plain(default)).unwrap();
                assert_eq!(scenario, before, "{}", field.about().name);
                field.clear(&mut scenario);
                assert_eq!(field.get(&scenario), Some(default), "{}", field.about().name);
            }
        }
    }

    #[test]
    fn says_what_is_wrong_and_what_is_allowed() {
        let mut scenario = Scenario::default();
        for (field, text, words) in [
            (Field::Sigma, "much", "a number"),
            (Field::Count, "1.5", "a whole number, 1 or more"),
            (Field::Count, "-3", "a whole number, 1 or more"),
            (Field::Count, "5e9", "a whole number, 1 or more"),
            (Field::Warmup, "-1", "a whole number, 0 or more"),
            (Field::Seed, "-1", "0 to 9223372036854775807"),
            (Field::Seed, "9223372036854775808", "0 to 9223372036854775807"),
        ] {
            let fault = field.set(&mut scenario, text).unwrap_err();
            assert!(fault.contains(&format!("\"{text}\"")) && fault.contains(words), "{fault}");
        }
        assert_eq!(scenario, Scenario::default());
    }

    #[test]
    fn what_a_file_has_itself_is_useless() {
        let file = Scenario::from_query("workload.path=jobs.csv").unwrap();
        assert!(Field::Shape.useless(&file).is_some() && Field::Timeshape.useless(&file).is_some());
        assert_eq!((Field::Load.useless(&file), Field::Shape.useless(&Scenario::default())), (None, None));
        assert_eq!((Field::Count.get(&file), Field::Sigma.get(&file)), (None, None), "the file has its own");
    }
}
