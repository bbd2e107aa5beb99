//! What production jobs do to others: who is killed for them, and the guard against long jobs that starve others (Cheng,
//! Zhang, Boutaba, *Mitigating the Negative Impact of Preemption on Heterogeneous `MapReduce` Workloads*, sections IV and V).

pub mod check;
pub mod guard;
pub mod victims;
