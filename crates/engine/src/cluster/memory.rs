//! What a machine has of memory, and what suspended tasks may take of it (Pastorelli's thesis, section 6.1; mPlane D3.3, section
//! 3.1.3).

use super::Config;
use crate::sim::{NotAllowed, brief, written};
use crate::workload::{Phase, TaskJob};

/// Memory and disk of each machine of a cluster. They matter where a policy pages: elsewhere suspended tasks take no room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineMemory {
    /// RAM, in gigabytes of 1000 MB.
    pub ram: f64,
    /// Swap space on its disk, in gigabytes.
    pub swap: f64,
    /// What its disk reads or writes in a second, in megabytes.
    pub disk: f64,
    /// What the operating system and the framework keep in RAM, in gigabytes.
    pub os: f64,
    /// β: of a machine that lacks x GB, x·(1 + x/ram)^(β − 1) are evicted, as far as there is swap
    /// space for more than what is lacking; 1 evicts just that. Real systems only
    /// approximate the order of last use and evict more than that (thesis, section 6.2.4).
    pub replacement: f64,
}

impl Default for MachineMemory {
    /// A machine of the thesis' time (its section 5.1 gives maps 1 GB and reduces 2 GB): choices of this project.
    fn default() -> Self {
        Self { ram: 8.0, swap: 8.0, disk: 100.0, os: 0.2, replacement: 1.0 }
    }
}

impl MachineMemory {
    /// Most gigabytes of RAM and of swap space.
    pub const MOST: f64 = 1e6;

    /// Checks every field.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub(super) fn validate(&self) -> Result<(), NotAllowed> {
        let check = NotAllowed::check;
        let within = |x: f64, low: f64, high: f64| (low..=high).contains(&x);
        check("system.ram", written(self.ram), within(self.ram, 1e-6, Self::MOST), "gigabytes above 0 (1e-6 to 1e6)")?;
        check("system.swap", written(self.swap), within(self.swap, 0.0, Self::MOST), "gigabytes, 0 to 1e6")?;
        check("system.disk", written(self.disk), within(self.disk, 1e-6, 1e9), "megabytes a second above 0 (1e-6 to 1e9)")?;
        check("system.os_memory", written(self.os), within(self.os, 0.0, Self::MOST), "gigabytes, 0 to 1e6")?;
        let beta = within(self.replacement, 1.0, 100.0);
        check("system.replacement", written(self.replacement), beta, "an exponent from 1 (what is lacking is evicted) to 100")
    }

    /// Seconds that the disk takes to read or write so many bytes.
    pub(super) fn seconds(&self, bytes: u64) -> f64 {
        1000.0 * gigabytes(bytes) / self.disk
    }

    /// Bytes to be evicted where so many are lacking and there is swap space for all.
    pub(super) fn evicted(&self, lack: u64) -> u64 {
        if self.replacement == 1.0 {
            return lack;
        }
        let factor = libm::pow(1.0 + gigabytes(lack) / self.ram, self.replacement - 1.0);
        libm::round(lack as f64 * factor) as u64
    }
}

/// Whole bytes: sums and differences of these are exact, so that what fits in memory does.
pub fn bytes(gigabytes: f64) -> u64 {
    libm::round(gigabytes * 1e9) as u64
}

/// So many bytes in gigabytes.
pub(super) fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

/// Gigabytes that the system and the tasks in all slots of a machine can take: the slots of each phase times its largest task.
pub(super) fn reserved(config: &Config, jobs: &[TaskJob]) -> f64 {
    let largest = |phase: Phase| {
        let index = phase.index();
        jobs.iter().filter(|job| !job.tasks[index].is_empty()).map(|job| job.memory[index]).fold(0.0, f64::max)
    };
    config.memory.os + Phase::ALL.map(|phase| f64::from(config.slots[phase.index()]) * largest(phase)).iter().sum::<f64>()
}

/// Checks that running tasks fit in RAM, as Hadoop's limits of slots and heaps see to (thesis, section 6.1.2): otherwise
/// the pages of running tasks would be evicted.
///
/// # Errors
/// Names the RAM, and what it would have to be.
pub(super) fn check(config: &Config, jobs: &[TaskJob]) -> Result<(), NotAllowed> {
    let (ram, reserved) = (config.memory.ram, reserved(config, jobs));
    let value = || format!("{} GB, where the system and the tasks in all slots of a machine take {}", written(ram), brief(reserved));
    // Rounding of the sum is less than a byte.
    let fits = reserved <= ram + 1e-9;
    NotAllowed::check(
        "system.ram",
        if fits { String::new() } else { value() },
        fits,
        "as much as they take, as only what is suspended is paged out",
    )
}
