//! The parts of HFSP, each with a seam: how sizes are estimated, how jobs age, how slots are taken away.

mod chains;
mod entitlement;
pub mod estimator;
pub mod history;
pub mod parameters;
mod preemption;
mod side;
mod virtual_cluster;

pub use chains::Aging;
pub use entitlement::{Entitlement, Report};
pub use estimator::Estimator;
pub use parameters::{Enter, Key, Parameters, Primitive, Resume, TrainingOrder, TrainingSlots, Update};
pub use preemption::Preemption;
pub use side::Side;
pub use virtual_cluster::{Granularity, VirtualCluster, marks};
