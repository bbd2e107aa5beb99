use super::{Hazards, MachineMemory};
use crate::sim::{NotAllowed, written};
use crate::workload::Phase;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A cluster: machines with slots, racks, and how the scheduler hears of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Number of machines.
    pub machines: u32,
    /// Slots of each phase on each machine.
    pub slots: [u32; 2],
    /// Number of racks; machine i is in rack i mod `racks`.
    pub racks: u32,
    /// Number of machines that hold a copy of each block of input.
    pub replication: u32,
    /// How many times longer a map takes that is not on a machine with its input but in the same rack.
    pub rack_factor: f64,
    /// How many times longer a map takes whose input is in another rack.
    pub remote_factor: f64,
    /// Seconds from one heartbeat of a machine to its next; zero: the scheduler hears of everything at once.
    pub heartbeat: f64,
    /// Whether a machine also sends a heartbeat when one of its slots becomes free.
    pub prompt: bool,
    /// Fraction of a job's maps that must be complete before its reduces may have slots.
    pub slowstart: f64,
    /// Machines that leave and join.
    pub changes: Vec<MachineChange>,
    /// Guarantees and weights of pools; jobs of other pools have none and 1.
    pub pools: Vec<Pool>,
    /// Memory and disk of each machine.
    pub memory: MachineMemory,
    /// What may go wrong with tasks.
    pub hazards: Hazards,
    /// Whether a task that lags behind the others of its phase, or is paused, is run a second time, on another machine.
    pub speculation: bool,
    /// Seed of the placement of blocks, and of hazards.
    pub seed: u64,
}

/// A machine leaves or joins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MachineChange {
    /// When, in seconds.
    pub time: f64,
    /// Which machine, from 0.
    pub machine: u32,
    /// Whether it joins (true) or leaves.
    pub joins: bool,
}

/// A pool of jobs, as fair, fair-kill and gp know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pool {
    /// Map slots it is guaranteed.
    pub min_map: u32,
    /// Reduce slots it is guaranteed.
    pub min_reduce: u32,
    /// Fraction of the slots of each phase that it is guaranteed, instead of numbers of slots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Whether its jobs are production jobs, for which fair-kill and gp kill tasks of others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub production: bool,
    /// Its share beside other pools.
    pub weight: f64,
}

impl Default for Pool {
    fn default() -> Self {
        Self { min_map: 0, min_reduce: 0, share: None, production: false, weight: 1.0 }
    }
}

impl Pool {
    /// What it is guaranteed of this many slots of a phase: a share of them, which need not be whole, or a number of slots
    /// however many there are.
    pub fn guarantee(&self, phase: Phase, slots: u32) -> f64 {
        let fixed = f64::from([self.min_map, self.min_reduce][phase.index()]);
        self.share.map_or(fixed, |share| share * f64::from(slots))
    }
}

/// How far a sum of shares may be beyond 1 by rounding.
const ROUNDING: f64 = 1e-9;

impl Default for Config {
    /// The cluster of the thesis (section 5.1): 20 machines with two map slots and one reduce slot, three copies of each
    /// block. Its texts leave open the heartbeat (here Hadoop's 3 s, and one when a task ends) and what a distant
    /// block costs (here 1.1 and 1.3 times the duration; choices of this project).
    fn default() -> Self {
        Self {
            machines: 20,
            slots: [2, 1],
            racks: 1,
            replication: 3,
            rack_factor: 1.1,
            remote_factor: 1.3,
            heartbeat: 3.0,
            prompt: true,
            slowstart: 0.8,
            changes: vec![],
            pools: vec![],
            memory: MachineMemory::default(),
            hazards: Hazards::default(),
            speculation: false,
            seed: 1,
        }
    }
}

impl Config {
    /// Most machines.
    pub const MOST_MACHINES: u32 = 100_000;

    /// Most slots of a phase on a machine.
    pub const MOST_SLOTS: u32 = 1000;

    /// The pool of this number; one that is not written out has no guarantee and weight 1.
    pub fn pool(&self, number: u32) -> Pool {
        self.pools.get(number as usize).cloned().unwrap_or_default()
    }

    /// Whether jobs of this pool are production jobs.
    pub fn is_production(&self, pool: u32) -> bool {
        self.pools.get(pool as usize).is_some_and(|pool| pool.production)
    }

    /// Slots of a phase on all machines.
    pub fn total(&self, phase: Phase) -> u32 {
        self.machines * self.slots[phase.index()]
    }

    /// Checks every field.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let check = NotAllowed::check;
        let whole = |field, value: u32, most: u32, allowed| check(field, value.to_string(), (1..=most).contains(&value), allowed);
        let factor = |field, x: f64| check(field, written(x), (1.0..=1000.0).contains(&x), "a number from 1 to 1000");
        whole("system.machines", self.machines, Self::MOST_MACHINES, "a whole number from 1 to 100000")?;
        whole("system.map_slots", self.slots[0], Self::MOST_SLOTS, "a whole number from 1 to 1000")?;
        whole("system.reduce_slots", self.slots[1], Self::MOST_SLOTS, "a whole number from 1 to 1000")?;
        whole("system.racks", self.racks, self.machines, "a whole number from 1 to the number of machines")?;
        whole("system.replication", self.replication, 100, "a whole number from 1 to 100")?;
        factor("system.rack_factor", self.rack_factor)?;
        factor("system.remote_factor", self.remote_factor)?;
        let heartbeat = self.heartbeat == 0.0 || (0.01..=3600.0).contains(&self.heartbeat);
        check("system.heartbeat", written(self.heartbeat), heartbeat, "0 (at once) or 0.01 to 3600 seconds")?;
        check("system.slowstart", written(self.slowstart), (0.0..=1.0).contains(&self.slowstart), "a number from 0 to 1")?;
        for change in &self.changes {
            check("system.changes.time", written(change.time), (0.0..=1e12).contains(&change.time), "seconds, 0 to 1e12")?;
            check(
                "system.changes.machine",
                change.machine.to_string(),
                change.machine < self.machines,
                "a machine of the cluster, counted from 0",
            )?;
        }
        for machine in 0..self.machines {
            let mut mine: Vec<&MachineChange> = self.changes.iter().filter(|change| change.machine == machine).collect();
            let mut up = true;
            mine.sort_by(|a, b| a.time.total_cmp(&b.time));
            for change in mine {
                let twice = format!("letting machine {machine} {} twice", if change.joins { "join" } else { "leave" });
                check("system.changes", twice, up != change.joins, "machines that leave, then join, then leave, each in its turn")?;
                up = change.joins;
            }
        }
        for pool in &self.pools {
            check(
                "system.pools.weight",
                written(pool.weight),
                (1e-6..=1e6).contains(&pool.weight),
                "a number above 0 (0.000001 to 1000000)",
            )?;
            let Some(share) = pool.share else { continue };
            check("system.pools.share", written(share), (0.0..=1.0).contains(&share), "a fraction from 0 to 1")?;
            let both = format!("{} beside min_map or min_reduce", written(share));
            check(
                "system.pools.share",
                both,
                pool.min_map == 0 && pool.min_reduce == 0,
                "either a share or numbers of slots for each pool",
            )?;
        }
        self.memory.validate()?;
        self.hazards.validate()?;
        let shares: f64 = self.pools.iter().filter_map(|pool| pool.share).sum();
        check("system.pools.share", format!("{} in all", written(shares)), shares <= 1.0 + ROUNDING, "shares that sum to at most 1")?;
        // Whatever leaves must come back, or jobs could wait forever.
        let up_at_the_end = (0..self.machines).any(|machine| {
            let last = self.changes.iter().filter(|change| change.machine == machine).max_by(|a, b| a.time.total_cmp(&b.time));
            last.is_none_or(|change| change.joins)
        });
        check("system.changes", "leaving no machine".to_owned(), up_at_the_end, "changes after which at least one machine is there")
    }
}
