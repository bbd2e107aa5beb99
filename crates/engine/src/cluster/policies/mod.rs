//! One policy, one file.

pub mod dummy;
pub mod fair;
pub mod fifo;
pub mod gp;
pub mod hfsp;
