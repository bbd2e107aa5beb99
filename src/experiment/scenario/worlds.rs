//! What belongs to which world: fields of a scenario, and policies.

use super::error::{misplaced, value};
use super::{Scenario, ScenarioError, SystemKind};
use schedscope_engine::registry::{Kind, PolicyError, Row, nearest};
use schedscope_engine::{cluster, datacenter, server};
use std::fmt::Display;
use std::str::FromStr;

use SystemKind::{Cluster, Datacenter, Server};

/// A field that not every world has: its dotted name, the worlds that have it, and whether a scenario gives it.
type Field = (&'static str, &'static [SystemKind], fn(&Scenario) -> bool);

const FIELDS: [Field; 34] = [
    ("system.servers", &[Server], |scenario| scenario.system.servers.is_some()),
    ("system.machines", &[Cluster], |scenario| scenario.system.machines.is_some()),
    ("system.map_slots", &[Cluster], |scenario| scenario.system.map_slots.is_some()),
    ("system.reduce_slots", &[Cluster], |scenario| scenario.system.reduce_slots.is_some()),
    ("system.racks", &[Cluster], |scenario| scenario.system.racks.is_some()),
    ("system.replication", &[Cluster], |scenario| scenario.system.replication.is_some()),
    ("system.rack_factor", &[Cluster], |scenario| scenario.system.rack_factor.is_some()),
    ("system.remote_factor", &[Cluster], |scenario| scenario.system.remote_factor.is_some()),
    ("system.heartbeat", &[Cluster], |scenario| scenario.system.heartbeat.is_some()),
    ("system.prompt", &[Cluster], |scenario| scenario.system.prompt.is_some()),
    ("system.slowstart", &[Cluster], |scenario| scenario.system.slowstart.is_some()),
    ("system.changes", &[Cluster], |scenario| !scenario.system.changes.is_empty()),
    ("system.pools", &[Cluster], |scenario| !scenario.system.pools.is_empty()),
    ("system.workers", &[Datacenter], |scenario| scenario.system.workers.is_some()),
    ("system.cores", &[Datacenter], |scenario| scenario.system.cores.is_some()),
    ("system.cutoff", &[Datacenter], |scenario| scenario.system.cutoff.is_some()),
    ("system.reporting_cutoff", &[Datacenter], |scenario| scenario.system.reporting_cutoff.is_some()),
    ("system.short_partition", &[Datacenter], |scenario| scenario.system.short_partition.is_some()),
    ("system.delay", &[Datacenter], |scenario| scenario.system.delay.is_some()),
    ("system.errors_reclassify", &[Datacenter], |scenario| scenario.system.errors_reclassify.is_some()),
    ("workload.mix", &[Cluster], |scenario| scenario.workload.mix.is_some()),
    ("workload.like", &[Datacenter], |scenario| scenario.workload.like.is_some()),
    ("workload.scale", &[Datacenter], |scenario| scenario.workload.scale.is_some()),
    ("workload.literal", &[Datacenter], |scenario| scenario.workload.literal.is_some()),
    ("workload.truncate", &[Datacenter], |scenario| scenario.workload.truncate.is_some()),
    ("workload.shape", &[Server, Cluster], |scenario| scenario.workload.shape.is_some()),
    ("workload.sizes", &[Server, Cluster], |scenario| scenario.workload.sizes.is_some()),
    ("workload.timeshape", &[Server, Cluster], |scenario| scenario.workload.timeshape.is_some()),
    ("workload.stretch", &[Server, Cluster], |scenario| scenario.workload.stretch.is_some()),
    ("workload.weights", &[Server, Cluster], |scenario| scenario.workload.weights.is_some()),
    ("workload.jobs", &[Server, Cluster], |scenario| !scenario.workload.jobs.is_empty()),
    ("workload.jobs.maps", &[Cluster], |scenario| scenario.workload.jobs.iter().any(|job| !job.maps.is_empty())),
    ("workload.jobs.reduces", &[Cluster], |scenario| scenario.workload.jobs.iter().any(|job| !job.reduces.is_empty())),
    ("workload.jobs.pool", &[Cluster], |scenario| scenario.workload.jobs.iter().any(|job| job.pool.is_some() || job.name.is_some())),
];

impl SystemKind {
    /// All worlds.
    pub const ALL: [Self; 3] = [Server, Cluster, Datacenter];

    /// What it is called, in files, flags and sentences.
    pub const fn key(self) -> &'static str {
        match self {
            Server => "server",
            Cluster => "cluster",
            Datacenter => "datacenter",
        }
    }

    /// Its policies.
    pub fn rows(self) -> Vec<&'static Row> {
        match self {
            Server => server::Policy::registry().rows().collect(),
            Cluster => cluster::Policy::registry().rows().collect(),
            Datacenter => datacenter::Policy::registry().rows().collect(),
        }
    }

    fn knows(self, key: &str) -> bool {
        self.rows().iter().any(|row| row.key == key)
    }

    /// Refuses what a scenario of this world says about another.
    pub(in crate::experiment) fn check_fields(self, scenario: &Scenario) -> Result<(), ScenarioError> {
        FIELDS.iter().filter(|(_, worlds, _)| !worlds.contains(&self)).try_for_each(|(field, worlds, given)| {
            misplaced(field, given(scenario), || {
                let of = named(worlds, " and the ", |world| world.key().to_owned());
                format!("it belongs to the {of}; say {}, for this is the {}", named(worlds, " or ", Self::flag), self.key())
            })
        })
    }

    /// Policies of this world by their keys, of which each is there once.
    pub(in crate::experiment) fn policies<P>(self, keys: &[String]) -> Result<Vec<P>, ScenarioError>
    where
        P: FromStr<Err = PolicyError> + PartialEq + Display,
    {
        let mut policies: Vec<P> = vec![];
        for text in keys {
            let key = text.split('[').next().unwrap_or_default();
            let others: Vec<Self> = Self::ALL.into_iter().filter(|world| world.knows(key)).collect();
            if !others.is_empty() && !others.contains(&self) {
                return Err(ScenarioError::OtherWorld { key: key.to_owned(), others, world: self });
            }
            if others.is_empty() {
                return Err(ScenarioError::UnknownPolicy { key: key.to_owned(), world: self });
            }
            let policy: P = text.parse()?;
            if policies.contains(&policy) {
                return Err(ScenarioError::Twice(policy.to_string()));
            }
            policies.push(policy);
        }
        if policies.is_empty() {
            let allowed = format!("at least one policy; `schedscope policies --system {}` lists them", self.key());
            return Err(value("policies", "empty", &allowed));
        }
        Ok(policies)
    }

    /// How it is asked for.
    fn flag(self) -> String {
        format!("--system {0} (in a file: system.kind = \"{0}\")", self.key())
    }
}

/// The keys of a world's policies, with commas between them.
fn keys(world: SystemKind) -> String {
    world.rows().iter().map(|row| row.key).collect::<Vec<_>>().join(", ")
}

/// What is said of a policy that no world has: the one that is most like it, in whatever world, and those of this one.
pub(in crate::experiment) fn unknown_policy(key: &str, world: SystemKind) -> String {
    let of = |world: SystemKind| world.rows().into_iter().map(|row| row.key);
    // Of two that are equally like it the last is taken.
    let others = SystemKind::ALL.into_iter().filter(|other| *other != world);
    let meant = nearest(key, others.chain([world]).flat_map(of)).map_or_else(String::new, |meant| {
        let worlds: Vec<SystemKind> = SystemKind::ALL.into_iter().filter(|other| other.knows(meant)).collect();
        let elsewhere = if worlds.contains(&world) {
            String::new()
        } else {
            format!(" (system {})", named(&worlds, " or ", |world| world.key().to_owned()))
        };
        format!("did you mean \"{meant}\"{elsewhere}? ")
    });
    format!("unknown policy \"{key}\"; {meant}allowed: {}", keys(world))
}

fn named(worlds: &[SystemKind], between: &str, name: fn(SystemKind) -> String) -> String {
    worlds.iter().map(|world| name(*world)).collect::<Vec<_>>().join(between)
}

/// What is said of a policy that only other worlds have.
pub(in crate::experiment) fn other_world(key: &str, others: &[SystemKind], world: SystemKind) -> String {
    format!(
        "{key} is a policy of the {}; did you mean {}? The {} knows: {}",
        named(others, " and the ", |world| world.key().to_owned()),
        named(others, " or ", SystemKind::flag),
        world.key(),
        keys(world)
    )
}

/// A field by its dotted name as people call it, the dotted name in brackets.
pub(in crate::experiment) fn called(field: &str) -> String {
    let name = match field {
        "replications" => "number of replications",
        "system.servers" => "number of servers",
        "system.machines" => "number of machines",
        "system.map_slots" => "map slots of a machine",
        "system.reduce_slots" => "reduce slots of a machine",
        "system.racks" => "number of racks",
        "system.replication" => "copies of a block",
        "system.heartbeat" => "time between heartbeats",
        "system.workers" => "number of workers",
        "system.cores" => "cores of a worker",
        "system.cutoff" => "cutoff of long jobs",
        "system.reporting_cutoff" => "reported cutoff of long jobs",
        "system.short_partition" => "part kept for short tasks",
        "system.delay" => "delay of a message",
        "workload.count" => "number of jobs",
        "workload.shape" => "shape of sizes",
        "workload.timeshape" => "shape of inter-arrival times",
        "workload.sigma" => "estimation error",
        "workload.warmup" => "number of jobs to warm up",
        "workload.like" | "workload.path" => "trace",
        // What varies in a sweep is in quotes already.
        other if other.starts_with('"') => return other.to_owned(),
        // The last part of the others is a word.
        other => {
            return other.rsplit_once('.').map_or_else(|| other.to_owned(), |(_, name)| format!("{} ({other})", name.replace('_', " ")));
        }
    };
    format!("{name} ({field})")
}
