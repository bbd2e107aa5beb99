//! The parts of HFSP, each with a seam: how sizes are estimated, how jobs age, how slots are taken away.

pub mod estimator;
pub mod parameters;
mod preemption;
mod virtual_cluster;

pub use estimator::Estimator;
pub use parameters::{Key, Parameters, Primitive, TrainingOrder, TrainingSlots, Victim};
pub use preemption::Preemption;
pub use virtual_cluster::{Granularity, VirtualCluster, max_min, water_fill};
